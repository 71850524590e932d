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

    def __str__(self) -> str:
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
    if slug not in GAMES:
        raise CardFileError(path, line, f"no se conoce el juego «{slug}»; hay: {', '.join(GAMES)}")
    name = data.get("name") or data.get("name_es") or ""
    return Card(
        str(data.get("id") or f"{slug}/{number}"), slug, data["text"], str(data.get("kind") or ""), str(name), path, line
    )


def _json_lines(content: str, path: str, game: str | None) -> Iterator[Card]:
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except json.JSONDecodeError as error:
            raise CardFileError(path, number, f"no es JSON: {error.msg}") from None
        yield _card(data, path, number, game, number)


def _yaml(content: str, path: str, game: str | None) -> Iterator[Card]:
    try:
        data = yaml.safe_load(content)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise CardFileError(path, mark.line + 1 if mark else 1, "no es YAML") from None
    for number, item in enumerate(data if isinstance(data, list) else [data], 1):
        text = item.get("text", "") if isinstance(item, dict) else ""
        at = content.find(str(text)[:20]) if text else -1
        yield _card(item, path, content.count("\n", 0, max(at, 0)) + 1, game, number)


def _markdown(content: str, path: str, game: str | None) -> Iterator[Card]:
    found = list(HEADING.finditer(content))
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(content)
        body = content[match.end() : end]
        start = match.end() + len(body) - len(body.lstrip())
        data = {"text": body.strip(), "game": match["game"], "id": match["id"], "name": match["name"]}
        yield _card(data, path, content.count("\n", 0, start) + 1, game, number + 1)


def write_texts(path: str, cards: list[Card], texts: list[str]) -> None:
    """Writes the file again with the new texts; everything else stays as it was."""
    content = Path(path).read_text(encoding="utf-8")
    changed = [(card, text) for card, text in zip(cards, texts, strict=True) if text != card.text]
    for card, text in changed:
        old, new = card.text, text
        if not path.endswith((".yaml", ".yml", ".md", ".markdown")):
            old, new = (json.dumps(value, ensure_ascii=False)[1:-1] for value in (card.text, text))
        if old not in content:
            raise CardFileError(path, card.line, "el texto está escrito de una forma que no se puede cambiar con seguridad")
        content = content.replace(old, new, 1)
    if changed:
        Path(path).write_text(content, encoding="utf-8")
