"""Card files: JSON Lines, YAML or Markdown in, cards out; and the same file back with changed texts.

Markdown: one card per `## Nombre` heading (`{juego; id}` after it is optional), its text below until the next heading.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from grammar.game import GAMES
from kb.errors import KbError
from kb.yaml_depth import too_deep

_SURROGATE = re.compile(r"[\ud800-\udfff]")
HEADING = re.compile(r"^##\s+(?P<name>[^{\n]+?)\s*(?:\{(?P<game>[a-z-]+)(?:;\s*(?P<id>[^}]+))?\})?\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Card:
    id: str
    game: str
    text: str
    kind: str = ""
    name: str = ""
    path: str = "-"
    line: int = 1
    """Line of the file where the card's text begins."""


class CardFileError(KbError):
    """A card file that cannot be read; says the file and the line."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path, self.line, self.reason = path, line, reason

    def told(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}."


def read_cards(path: str, game: str | None = None) -> list[Card]:
    """Cards of a file, or of the standard input («-»). `game` is for cards that do not say theirs."""
    if path == "-":
        return list(cards_from(sys.stdin.read(), "-", game))
    try:
        content = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CardFileError(path, 1, f"no se puede leer ({error.__class__.__name__})") from None
    return list(cards_from(content, path, game))


def cards_from(content: str, path: str, game: str | None = None) -> Iterator[Card]:
    if path.endswith((".yaml", ".yml")):
        return _yaml(content, path, game)
    if path.endswith((".md", ".markdown")):
        return _markdown(content, path, game)
    return _json_lines(content, path, game)


def _card(data: Any, path: str, line: int, game: str | None, number: int) -> Card:
    if not isinstance(data, dict) or not isinstance(data.get("text"), str):
        raise CardFileError(path, line, "se esperaba una carta con su «text»")
    slug = data.get("game") or game or "xwing"
    if not isinstance(slug, str) or slug not in GAMES:
        raise CardFileError(path, line, f"no se conoce el juego «{slug}»; hay: {', '.join(GAMES)}")
    name = data.get("name") or data.get("name_es") or ""
    id, kind = str(data.get("id") or f"{slug}/{number}"), str(data.get("kind") or "")
    if _SURROGATE.search(f"{id}{kind}{name}{data['text']}"):
        raise CardFileError(path, line, "tiene medio carácter (un sustituto suelto, como \\ud800)")
    return Card(id, slug, data["text"], kind, str(name), path, line)


def _json_lines(content: str, path: str, game: str | None) -> Iterator[Card]:
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError as error:  # also a number with thousands of figures
            raise CardFileError(path, number, f"no es JSON: {getattr(error, 'msg', 'un número es demasiado largo')}") from None
        yield _card(data, path, number, game, number)


def _yaml(content: str, path: str, game: str | None) -> Iterator[Card]:
    if too_deep(content):
        raise CardFileError(path, 1, "hay demasiados niveles")
    try:
        data = yaml.safe_load(content)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise CardFileError(path, mark.line + 1 if mark else 1, "no es YAML") from None
    last = 0
    for number, item in enumerate(data if isinstance(data, list) else [data], 1):
        text = item.get("text", "") if isinstance(item, dict) else ""
        last = max(last, content.find(str(text)[:20], last) if text else -1)
        yield _card(item, path, content.count("\n", 0, last) + 1, game, number)
        last += min(len(str(text)), 1)


def _markdown(content: str, path: str, game: str | None) -> Iterator[Card]:
    found = list(HEADING.finditer(content))
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(content)
        body = content[match.end() : end]
        start = match.end() + len(body) - len(body.lstrip())
        data = {"text": body.strip(), "game": match["game"], "id": match["id"], "name": match["name"]}
        yield _card(data, path, content.count("\n", 0, start) + 1, game, number + 1)


def write_texts(path: str, cards: list[Card], texts: list[str]) -> None:
    """Writes the file again with the new texts; everything else stays as it was, or nothing is written."""
    changed = [(card, text) for card, text in zip(cards, texts, strict=True) if text != card.text]
    if not changed:
        return
    raw = Path(path).read_bytes().decode("utf-8")
    content = raw.replace("\r\n", "\n")
    written = _with_texts(content, path, changed)
    if [(card.name, card.text) for card in cards_from(written, path, None)] != _wanted(cards, texts):
        raise CardFileError(path, changed[0][0].line, _UNSAFE)
    Path(path).write_bytes((written.replace("\n", "\r\n") if content != raw else written).encode("utf-8"))


_UNSAFE = "el texto está escrito de una forma que no se puede cambiar con seguridad"


def _wanted(cards: list[Card], texts: list[str]) -> list[tuple[str, str]]:
    return [(card.name, text) for card, text in zip(cards, texts, strict=True)]


def _with_texts(content: str, path: str, changed: list[tuple[Card, str]]) -> str:
    """Each text is looked for from its card's line on, so that the same words in another card stay."""
    starts = [0, *(match.end() for match in re.finditer("\n", content))]
    parts: list[str] = []
    at = 0
    for card, text in changed:
        start = max(at, starts[card.line - 1])
        for old, new in _spellings(path, card.text, text):
            found = content.find(old, start)
            if found >= 0:
                parts += [content[at:found], new]
                at = found + len(old)
                break
        else:
            raise CardFileError(path, card.line, _UNSAFE)
    return "".join(parts) + content[at:]


def _spellings(path: str, old: str, new: str) -> Iterator[tuple[str, str]]:
    """How the file may have the text, and the new text written the same way."""
    if path.endswith((".yaml", ".yml", ".md", ".markdown")):
        yield old, new
        return
    for ascii_only in (False, True):
        yield json.dumps(old, ensure_ascii=ascii_only), json.dumps(new, ensure_ascii=ascii_only)
