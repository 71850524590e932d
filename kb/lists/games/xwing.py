"""An X-Wing squad: XWS, as list builders export it, or their list as text. Names by their ids in corpus/xwing/xws.json."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from grammar.game import CORPUS
from kb.formats.json_text import JsonError, read_json
from kb.lists.games.links import links_in, read_link
from kb.lists.games.reader import NOISE, Reader, bare, counted, lines_of, split_text, with_text
from kb.lists.models import Attack, Listed, Roster
from kb.text import fold

NAMES = CORPUS / "xwing" / "xws.json"
_ATTACK = re.compile(r"\bataque\s*:?\s*(\d)\b|\battack\s*:?\s*(\d)\b", re.IGNORECASE)
_USUAL = ((2, 2), (3, 2), (3, 3), (4, 2))
_SHIP = re.compile(r"\[[^\]]*\]")
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_SET_IN = re.compile(r"^(?:\s+|\W*[•*·]|\s*[-–+]\s)")
_PIECES = re.compile(r"\s+\+\s+|,\s+|\s+[-–]\s+")
_FLOWN = re.compile(r"\s*\([^()]*\)\s*$")
MOST = 60
"""Cards of a squad."""


OPENS, BORNE, UNTOLD = "piloto", "mejora", ""
"""What a line of a list is by where it stands."""


@cache
def names() -> Mapping[str, tuple[str, str]]:
    """By id, its names in Spanish and English; either may be empty."""
    return {id: (es, en) for id, (es, en) in json.loads(NAMES.read_text("utf-8")).items()}


@cache
def _by_name() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for id, (es, en) in names().items():
        found[fold(es or en)] = (*found.get(fold(es or en), ()), id)
    return found


@cache
def ids() -> Mapping[str, str]:
    """By folded name, in either language: the plainest id, as a pilot may fly several ships."""
    found: dict[str, str] = {}
    for id in sorted(names(), key=len):
        for name in names()[id]:
            found.setdefault(fold(name), id)
    return found


def _listed(id: str, kind: str, under: str = "", count: int = 1, text: str = "") -> Listed:
    es, en = names()[id]
    shared = len(_by_name()[fold(es or en)]) > 1
    return Listed(
        id=id, name=es or en, other=en if es else "", kind=kind, under=under, count=count, text=text, namesakes=shared
    )


def read(text: str) -> Roster:
    try:
        told = read_json(text)
    except JsonError as error:
        if text.lstrip().startswith("{"):  # a squad that was cut off is no list of names
            return Roster(game="xwing", unknown=(f"el JSON está cortado o mal escrito, línea {error.line}",))
        return _from_text(text)
    return _from_xws(told) if isinstance(told, Mapping) else Roster(game="xwing", unknown=(text.strip()[:200],))


def _from_xws(told: Mapping[str, Any]) -> Roster:
    unknown: list[str] = []

    def card(id: object, kind: str, under: str = "") -> Iterator[Listed]:
        key = id if isinstance(id, str) else ""
        if key in names():
            yield _listed(key, kind, under)
        else:
            unknown.append(str(id)[:80])

    cards: list[Listed] = []
    pilots = told.get("pilots")
    for pilot in pilots[:MOST] if isinstance(pilots, list) else ():
        if not isinstance(pilot, Mapping):
            unknown.append(str(pilot)[:80])
            continue
        found = list(card(pilot.get("id") or pilot.get("name"), "piloto"))
        cards += found
        owner = found[0].name if found else ""
        cards += card(pilot["ship"], "nave", owner) if pilot.get("ship") else ()
        upgrades = pilot.get("upgrades")
        for slot, row in upgrades.items() if isinstance(upgrades, Mapping) else ():
            for each in row if isinstance(row, list) else [row]:
                cards += card(each, f"mejora ({str(slot)[:30]})", owner)
    if not isinstance(pilots, list):
        unknown.append("pilots")
    return Roster(game="xwing", name=str(told.get("name") or "")[:100], cards=tuple(cards[: MOST * 4]), unknown=tuple(unknown))


def _from_text(text: str) -> Roster:
    """A pilot opens a ship. A line that is no card is told, or is a card's text."""
    cards: list[Listed] = []
    unknown: list[str] = []
    owner = ""
    blocks = [block for block in _blocks(text) if block]
    for line, place in (pair for block in blocks for pair in zip(block, _places(block, len(blocks) == 1), strict=True)):
        count, rest = counted(_SHIP.sub("", line))
        told, said = split_text(rest)
        attack = bool(_ATTACK.search(line))
        owner = owner if place == BORNE else ""
        for piece in _PIECES.split(bare(told)):
            found = _named(piece)
            if found:
                card = _listed(found, "mejora" if owner else place, owner, count, said)
                owner = owner or (card.name if place == OPENS else "")
                cards.append(card)
            elif attack and cards:
                cards[-1] = with_text(cards[-1], line.strip())
            elif bare(piece):
                unknown.append(bare(piece)[:80])
    roster = Roster(game="xwing", cards=tuple(cards), unknown=tuple(dict.fromkeys(unknown)))
    return roster if cards else _from_links(text, roster)


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines that belong together: a blank line or a total ends them, other lines that name no card are passed over."""
    block: list[str] = []
    for line in lines_of(text):
        if line.strip() and not NOISE.search(line):
            block.append(line)
        elif not line.strip() or "total" in line.casefold():
            yield block
            block = []
    yield block


def _places(block: list[str], alone: bool) -> list[str]:
    """Which lines of a block open a ship: those that are not set in where others are, or those that say their ship, or all
    where a line carries its upgrades with it; else the first. A list that has one block only may be all pilots: not told."""
    for told in (lambda line: not _SET_IN.match(line), _named_ship):
        opens = [bool(told(line)) for line in block]
        if any(opens) and not all(opens):
            return [OPENS if n == 0 or opened else BORNE for n, opened in enumerate(opens)]
    if any(len(_PIECES.split(bare(line))) > 1 for line in block):
        return [BORNE if _ATTACK.search(line) else OPENS for line in block]
    return [OPENS, *[UNTOLD if alone else BORNE] * (len(block) - 1)]


def _named_ship(line: str) -> bool:
    """«Wedge Antilles (T-65 X-wing)», «[T-65 X-wing]»: who flies says what."""
    return any(fold(said) in ids() for said in _BRACKETS.findall(line) if fold(said))


def _from_links(text: str, roster: Roster) -> Roster:
    """Where no line names a card: what the links say."""
    for link in (read_link(one, names().keys()) for one in links_in(text)[:5]):
        if link.told is not None:
            return _from_xws(link.told)
        cards = [_listed(id, "") for id in link.ids[:MOST]]
        told = {"cards": (*roster.cards, *cards), "unknown": (*roster.unknown, *link.codes), "name": link.name or roster.name}
        roster = roster.model_copy(update=told)
    return roster


def _named(piece: str) -> str | None:
    """By its id or its name; «Wedge Antilles (T-65 X-wing)» says its ship too."""
    name = bare(piece)
    for told in (name, _FLOWN.sub("", name)):
        if told in names():
            return told
        if fold(told) in ids() and fold(told):
            return ids()[fold(told)]
    return None


def attack(text: str) -> Attack | None:
    """«Ataque 3» against agility 2, with a focus each: as it is usually compared."""
    found = _ATTACK.search(text)
    return _attack(int(found[1] or found[2]), 2) if found else None


def _attack(dice: int, agility: int) -> Attack:
    side = {"tokens": {"concentracion": 1}}
    question = {"game": "xwing", "attack": {"dice": dice, **side}, "defense": {"dice": agility, **side}}
    return Attack(told=f"Ataque {dice} contra agilidad {agility}, con una Concentración cada uno", question=question)


_ROLES = {"piloto": "piloto", "nave": "nave", "mejora": "mejora", "artillero": "mejora (gunner)", "tripulante": "mejora (crew)",
          "tripulacion": "mejora (crew)", "astromecanico": "mejora (astromech)"}  # fmt: skip
READER = Reader(read, attack, tuple(_attack(dice, agility) for dice, agility in _USUAL), _ROLES)
