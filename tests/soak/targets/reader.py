"""Rulebooks: our fixtures and slices of our corpus, spoilt; read as an unknown book, and as a book of ours."""

import re
import tempfile
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from grammar.game import CORPUS, GAMES
from kb.books.levels import CLOSING
from kb.books.official import Book, read_book
from kb.books.shipped import shipped_entries
from kb.books.source import Source, source_from
from kb.errors import KbError
from kb.models import Entry
from kb.text import fold
from tests.soak import material
from tests.soak.invariants import hold, refusal, sound
from tests.soak.mutate import spoil_text
from tests.soak.targets import Target

SIZE = 1500
FRONT = '+++\njuego = "xwing"\ntitulo = "T"\nlibro_oficial = "L"\nedicion = "1"\nversion = "1"\n+++\n'
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}$", re.MULTILINE)
_LINE_WORDS = (
    "# ", "## ", "### ", "- ", "  - ", "    - ", "* ", "• ", "1. ", "a) ", "2b. ", "> ", "| a | b |", "|---|---|",
    "**", "**Nota:**", "Ejemplo:",
    "TEMAS RELACIONADOS:", "Temas relacionados:", "Véase también:", "Ver ", "ver “", "(ver página 3)", "APÉNDICE A",
    "ÍNDICE", "CONTENIDO",
    "Índice ....... 12", "P:", "R:", "ERRATAS", "Tipos:", "{termino}", "{seccion; p. 3}", "{pregunta; sí}", "---",
    "```", "\t", "[icono]", "[?]",
    "<b>", "![](x)", "[a](#b)", "1/1/2024", "HISTORIAL", "+++", "",
)  # fmt: skip


@cache
def _folder() -> Path:
    """A corpus of one book, in memory where the machine has such a place."""
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None
    _KEPT.append(tempfile.TemporaryDirectory(prefix="reglario-soak-", dir=place))
    folder = Path(_KEPT[-1].name) / "xwing"
    folder.mkdir()
    (folder / "lexico.toml").write_bytes((CORPUS / "xwing" / "lexico.toml").read_bytes())
    return folder


_KEPT: list["tempfile.TemporaryDirectory[str]"] = []


def seeds() -> list[Any]:
    """Pairs of reader («oficial», «propio») and text."""
    found = [["oficial", path.read_text("utf-8")[:SIZE]] for path in sorted((material.FIXTURES / "books").glob("*.txt"))]
    for game in GAMES:
        text = (CORPUS / game / "libro.md").read_text("utf-8")
        for start in [m.start() for m in re.finditer(r"^## ", text, re.MULTILINE)][::6]:
            piece = text[start : start + SIZE]
            found += [["propio", FRONT + piece], ["oficial", _ATTRIBUTES.sub("", piece)]]
            found.append(
                ["oficial", re.sub(r"^#+ (.*)$", lambda m: m[1].upper(), _ATTRIBUTES.sub("", piece), flags=re.MULTILINE)]
            )
    return found


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    kind, text = case
    if rng.random() < 0.6:
        text = _spoil_lines(rng, text, rng.choice(pool)[1])
    if rng.random() < 0.6:
        text = spoil_text(rng, text, (*_LINE_WORDS, *material.card_words()[:200]), [other for _, other in rng.sample(pool, 2)])
    return [kind, text[: 2 * SIZE]]


def _spoil_lines(rng: Random, text: str, other: str) -> str:
    lines, theirs = text.split("\n"), other.split("\n")
    for _ in range(rng.choice((1, 2, 4))):
        at = rng.randrange(len(lines))
        new = (
            rng.choice(_LINE_WORDS) + lines[at],
            lines[at].upper(),
            rng.choice(theirs),
            "",
            rng.choice(_LINE_WORDS),
            lines[at].strip() * 2,
        )
        how = rng.randrange(4)
        if how == 0 and len(lines) > 1:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        else:
            lines[at] = rng.choice(new)
    return "\n".join(lines)


def check(case: Any) -> Hashable:
    kind, text = case
    data = (
        text.encode("utf-8", "surrogateescape" if len(text) % 2 else "replace")
        if _escapes(text)
        else text.encode("utf-8", "replace")
    )
    try:
        return _official(data) if kind == "oficial" else _shipped(data)
    except KbError as error:
        told = refusal(error)
        return "negativa", re.sub(r"«.*?»|\d+", "", told)[-50:]


def _escapes(text: str) -> bool:
    """Half of the texts that can be are turned into bytes that are not UTF-8."""
    return all(not 0xD800 <= ord(c) < 0xE000 or 0xDC80 <= ord(c) <= 0xDCFF for c in text)


def _official(data: bytes) -> Hashable:
    source = source_from("libro de prueba.txt", data)
    book = read_book(source)
    sound([e.model_dump(mode="json") for e in book.entries] + [book.report.model_dump(mode="json")], "reader")
    _linked(book.entries)
    _no_word_lost(source, book)
    _nothing_lost(source, book.entries, [part.lines for part in book.report.excluded])
    kinds = frozenset((e.kind, frozenset(b.kind for b in e.blocks)) for e in book.entries)
    return kinds, frozenset(r.why[:30] for r in book.repairs), frozenset(e.reason for e in book.report.excluded)


def _shipped(data: bytes) -> Hashable:
    path = _folder() / "libro.md"
    path.write_bytes(data)
    _, entries = shipped_entries(path)
    sound([e.model_dump(mode="json") for e in entries], "reader")
    _linked(entries)
    return frozenset((e.kind, frozenset(b.kind for b in e.blocks), bool(e.see_also), bool(e.redirect)) for e in entries)


def _linked(entries: list[Entry]) -> None:
    """Ids once each and links that lead somewhere; those to another game's entries are `kb check`'s business."""
    ids = [e.id for e in entries]
    hold(len(ids) == len(set(ids)), "identificadores repetidos", ids)
    known = set(ids)
    for e in entries:
        mine = e.id.split("/")[0] + "/"
        for target in (*e.see_also, *e.refs, *e.mentioned_by, e.redirect, e.redirect_best, e.parent):
            hold(target is None or target in known or not target.startswith(mine), "enlace roto", (e.id, target))
        anchors = [b.anchor for b in e.blocks]
        hold(len(anchors) == len(set(anchors)), "anclas repetidas", (e.id, anchors))


def _no_word_lost(source: Source, book: Book) -> None:
    """Every long word of the lines that entries own is in some entry, in the record of repairs, or noted as an icon's print.

    But for the closing lists («Véase también: …»), which become links, and for tags, which are no words.
    """
    told = set(fold(" ".join(f"{r.before} {r.after}" for r in book.repairs)).split())
    for e in book.entries:
        icons = (icon.printed for b in e.blocks for icon in b.icons)
        told.update(fold(" ".join((e.title, e.text, *e.dangling, *e.aliases, *(b.md for b in e.blocks), *icons))).split())
    excluded = {n for part in book.report.excluded for n in range(part.lines[0], part.lines[1] + 1)}
    for n, line in enumerate(source.lines, 1):
        if n not in excluded and not CLOSING.match(line.strip()):
            lost = [word for word in fold(_TAG.sub(" ", line)).split() if len(word) > 3 and word.isalpha() and word not in told]
            hold(not lost, "palabras perdidas", (n, line, lost))


def _nothing_lost(source: Source, entries: list[Entry], excluded: list[tuple[int, int]]) -> None:
    """Every line with ink is in an entry or excluded with its reason (kb.review.check.uncovered)."""
    size = len(source.lines)
    spans = [e.lines for e in entries if e.lines] + excluded
    hold(all(1 <= a <= b <= size for a, b in spans), "líneas fuera del libro", spans)
    covered = {n for a, b in spans for n in range(a, b + 1)}
    lost = [n for n, line in enumerate(source.lines, 1) if line.strip() and n not in covered]
    hold(not lost, "líneas perdidas", [(n, source.lines[n - 1]) for n in lost[:5]])


TARGET = Target("lector", seeds, spoil, check)
