"""What a project of cards says of itself: `reglario.toml`, or `[tool.reglario]` of pyproject.toml, in its folder or above."""

import hashlib
import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from grammar.diagnostics import Diagnostic, Severity
from grammar.game import card_games
from grammar.lint import CATALOGUE
from kb.cards.files import Card
from kb.errors import KbError

SEVERITIES: tuple[Severity, ...] = ("error", "aviso", "nota")
KEYS = {"juegos", "selecciona", "ignora", "gravedad", "nombres", "terminos", "base"}
IGNORE = re.compile(r"reglario:\s*ignora((?:[\s,]+KB\d{0,3})*)", re.IGNORECASE)
"""In a comment or in any field of a card: all codes, or those that follow."""


class ConfigError(KbError):
    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def told(self) -> str:
        return f"{self.path}: {self.reason}."


@dataclass(frozen=True)
class Config:
    games: tuple[tuple[str, str], ...] = ()
    """Pattern of a path -> game of the cards that do not say theirs."""
    select: tuple[str, ...] = ()
    """Beginnings of codes; empty for all."""
    ignore: tuple[str, ...] = ()
    severity: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """The project's own names and terms, which are then no unknown words."""
    baseline: str | None = None
    root: Path = field(default_factory=Path)

    def game_of(self, path: str) -> str | None:
        try:
            local = Path(path).resolve().relative_to(self.root.resolve())
        except ValueError:
            local = Path(path)
        shown = PurePosixPath(local.as_posix())
        return next(
            (game for pattern, game in self.games if shown.match(pattern) or str(shown).startswith(f"{pattern.rstrip('/*')}/")),
            None,
        )

    def kept(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Those that are wanted, as grave as is wanted."""
        rows = []
        for d in found:
            if (self.select and not d.code.startswith(self.select)) or (self.ignore and d.code.startswith(self.ignore)):
                continue
            grave = next((self.severity[code] for code in (d.code, d.code[:3]) if code in self.severity), d.severity)
            rows.append(replace(d, severity=grave))  # type: ignore[arg-type]
        return rows


@lru_cache(maxsize=64)
def config_for(folder: str) -> Config:
    for place in (Path(folder).resolve(), *Path(folder).resolve().parents):
        own, project = place / "reglario.toml", place / "pyproject.toml"
        if own.is_file():
            return _read(own, _toml(own))
        if project.is_file() and (table := _toml(project).get("tool", {}).get("reglario")) is not None:
            return _read(project, table)
    return Config()


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(str(path), f"no se puede leer ({error})") from None


def _read(path: Path, table: dict[str, Any]) -> Config:
    if strange := sorted(set(table) - KEYS):
        raise ConfigError(str(path), f"no se conoce «{strange[0]}»; hay: {', '.join(sorted(KEYS))}")
    games = table.get("juegos", {})
    if not isinstance(games, dict):
        raise ConfigError(str(path), "«juegos» lleva de una ruta a un juego")
    if bad := [game for game in games.values() if game not in card_games()]:
        raise ConfigError(str(path), f"no se conoce el juego «{bad[0]}»; hay: {', '.join(card_games())}")
    severity = table.get("gravedad", {})
    for code, grave in severity.items() if isinstance(severity, dict) else ():
        if grave not in SEVERITIES or not any(known.startswith(code) for known in CATALOGUE):
            raise ConfigError(str(path), f"«gravedad» de {code}: un código y error, aviso o nota")
    lists = {key: table.get(key, []) for key in ("selecciona", "ignora", "nombres", "terminos")}
    for key, value in lists.items():
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(str(path), f"«{key}» debe ser una lista de textos")
    return Config(
        tuple(games.items()), tuple(lists["selecciona"]), tuple(lists["ignora"]), dict(severity),
        tuple(sorted({*lists["nombres"], *lists["terminos"]})), table.get("base"), path.parent,
    )  # fmt: skip


def ignored(content: str, cards: Sequence[Card]) -> list[tuple[str, ...] | None]:
    """Codes that a comment or a field between the card before and each card's last line tells to ignore; («»,) is all."""
    lines = content.split("\n")
    found: list[tuple[str, ...] | None] = []
    before = 0
    for card in cards:
        end = card.line + card.text.count("\n")
        match = IGNORE.search("\n".join(lines[before:end]))
        found.append(None if match is None else tuple(re.findall(r"KB\d{0,3}", match.group(1).upper())) or ("",))
        before = end
    return found


# ---- baseline ----------------------------------------------------------------------------------------------------------


def fingerprint(card: Card, found: Diagnostic) -> str:
    """Of a finding, whatever the line it is on: the same words under the same code in the same card."""
    words = card.text[found.span[0] : found.span[1]]
    told = "\0".join((Path(card.path).name, card.id, found.code, words))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


def read_baseline(path: str) -> frozenset[str]:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        return frozenset(str(row["huella"]) for row in data["hallazgos"])
    except (OSError, ValueError, KeyError, TypeError):
        raise ConfigError(path, "no es una lista de hallazgos conocidos: escríbela con --write-baseline") from None


def write_baseline(path: str, rows: Sequence[tuple[Card, Diagnostic]]) -> None:
    known = [{"fichero": card.path, "carta": card.id, "codigo": d.code, "huella": fingerprint(card, d)} for card, d in rows]
    Path(path).write_text(json.dumps({"hallazgos": known}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
