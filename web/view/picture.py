"""The picture that a link to an entry unfurls into: game, title, first sentence and icon, drawn as SVG and made a PNG."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

from markupsafe import escape

from kb.models import Entry
from kb.text import clean, fold
from web.library import Site
from web.view.icons import Drawing
from web.view.refs import KINDS, titled
from web.view.render import named, opening

try:
    import resvg_py
except ImportError:  # an installation without it has no pictures, and everything else
    resvg_py = None  # type: ignore[assignment]

PICTURED = resvg_py is not None
WIDTH, HEIGHT = 1200, 630
_FONT = Path(__file__).resolve().parent / "tipos" / "literata-600.ttf"
_LEFT, _RIGHT = 96, 1110
_PAPER, _INK, _SOFT = "#faf8f3", "#1c1d20", "#5a5d64"
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÁÉÍÓÚÑ¿¡«\[])")
_A_WORD = 25
_SIZES = ((84, 2), (68, 3), (54, 4))
"""Size of the title and the lines that it may take: the largest in which it fits."""


@cache
def _widths() -> dict[str, int]:
    """Thousandths of the font's size that each letter takes."""
    found: dict[str, int] = json.loads(_FONT.with_suffix(".json").read_text("utf-8"))
    return found


def drawable(text: str) -> str:
    """Without what the font has no letter for."""
    return " ".join("".join(c if c in _widths() else " " for c in clean(text)).split())


def width(text: str, size: int) -> float:
    return sum(_widths().get(c, 600) for c in text) * size / 1000


def wrapped(text: str, size: int, room: float, most: int) -> list[str]:
    """Lines no wider than `room`; what does not fit in `most` of them ends in «…»."""
    lines, line = [], ""
    for word in text.split():
        if line and width(f"{line} {word}", size) > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    lines = [_cut(each, size, room) for each in (*lines, line) if each]
    if len(lines) > most:
        lines = [*lines[: most - 1], _cut(f"{lines[most - 1]} {lines[most]}", size, room)]
    return lines


def _cut(line: str, size: int, room: float) -> str:
    if width(line, size) <= room:
        return line
    while line and width(f"{line}…", size) > room:
        line = line[:-1].rstrip(" ,;:.")
    return f"{line}…"


def first_sentence(text: str) -> str:
    """The first, and the next one too where it is a word («No.»)."""
    first, *more = _SENTENCE.split(" ".join(text.split()), maxsplit=2)
    return f"{first} {more[0]}" if more and len(first) < _A_WORD else first


def icon_of(here: Site, entry: Entry) -> Drawing | None:
    """The drawing that stands for an entry: the icon of its name, else the first that its opening names."""
    drawings = here.drawings.get(entry.game, {})
    title = fold(titled(entry))
    for drawing in drawings.values():
        if drawing.symbol and title in (fold(drawing.icon.nombre), fold(drawing.icon.id.replace("_", " "))):
            return drawing
    for token in re.findall(r"\[([^\[\]\n]{1,40})\]", f"{entry.title} {opening(entry)}"):
        if token in drawings and drawings[token].symbol:
            return drawings[token]
    return None


def game_colour(here: Site, game: str) -> str:
    """The game's colour on paper; from its name where it gives none."""
    colours = here.game(game).facts.colores
    return colours[0] if colours else f"hsl({crc32(game.encode()) % 360}, 55%, 30%)"


@dataclass(frozen=True)
class Told:
    """What a picture says."""

    above: str
    title: str
    sentence: str
    foot: str
    colour: str = "#184f86"
    icon: Drawing | None = None


def told_of_entry(here: Site, entry: Entry) -> Told:
    facts, drawings = here.game(entry.game).facts, here.drawings.get(entry.game, {})
    return Told(
        f"{facts.corto or facts.nombre} · {KINDS[entry.kind]}", titled(entry),
        first_sentence(named(opening(entry), drawings)), f"{entry.citation.book} {entry.citation.edition}",
        game_colour(here, entry.game), icon_of(here, entry),
    )  # fmt: skip


def told_of_game(here: Site, game: str) -> Told:
    facts = here.games[game]
    sentence = f"{len(here.by_game[game])} entradas: reglas, términos y preguntas, con su cita."
    return Told("Reglas", facts.nombre, sentence, f"{facts.libro} {facts.edicion}", game_colour(here, game))


def told_of_site(here: Site) -> Told:
    names = ", ".join(facts.corto or facts.nombre for facts in here.games.values())
    return Told("Reglario", "Las reglas, en el punto exacto", names, "reglas buscables y citables")


def picture(told: Told) -> str:
    """The drawing, as SVG."""
    room = (_RIGHT - 250 if told.icon else _RIGHT) - _LEFT
    size, lines = _fitted(drawable(told.title), room)
    below = 210 + size * 1.14 * (len(lines) - 1)
    rows = wrapped(drawable(told.sentence), 36, _RIGHT - _LEFT, max(1, int((520 - below - 34) // 48)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="100%" height="100%" fill="{_PAPER}"/><rect width="28" height="100%" fill="{told.colour}"/>',
        f'<g font-family="Literata SemiBold, Literata" color="{told.colour}">',
        _text(_LEFT, 108, 34, told.colour, _cut(drawable(told.above), 34, room)),
        *(_text(_LEFT, 210 + n * size * 1.14, size, _INK, line) for n, line in enumerate(lines)),
        *(_text(_LEFT, below + 76 + n * 48, 36, _SOFT, line) for n, line in enumerate(rows)),
        _text(_LEFT, 578, 34, _INK, "Reglario"),
        _text(_LEFT + 160, 578, 26, _SOFT, _cut(drawable(told.foot), 26, _RIGHT - _LEFT - 160)),
        _icon(told.icon) if told.icon else "",
        "</g></svg>",
    ]
    return "".join(parts)


def _fitted(title: str, room: float) -> tuple[int, list[str]]:
    for size, most in _SIZES:
        if len(lines := wrapped(title, size, room, 9)) <= most:
            return size, lines
    size, most = _SIZES[-1]
    return size, wrapped(title, size, room, most)


def _text(x: float, y: float, size: int, colour: str, words: str) -> str:
    return f'<text x="{x}" y="{y:.0f}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def _icon(drawing: Drawing) -> str:
    return f'<defs>{drawing.symbol}</defs><use href="#{drawing.symbol_id}" x="960" y="96" width="150" height="150"/>'


def png(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(_FONT)]))
