"""A Legión list as text: a unit a line, with how many, its upgrades after «+» or in the lines below, and what its owner pasted
of its card after a colon. We have no table of its units: each name stands as it was written."""

import re

from kb.lists.games.links import links_in, read_link
from kb.lists.games.reader import NOISE, Reader, bare, counted, lines_of, split_text
from kb.lists.models import Attack, Listed, Roster

_JOINED = re.compile(r"\s+\+\s+|,\s+(?=[A-ZÁÉÍÓÚÑ\d])")
_RANKS = re.compile(
    r"^\W*(?:comandantes?|operativos?|cuerpo|fuerzas especiales|apoyo|pesad[oa]s?"
    r"|commanders?|operatives?|corps|special forces|support|heavy)\s*:?\s*(?=$|\S)",
    re.IGNORECASE,
)
_DICE = re.compile(r"(\d{1,2})\s*(?:dados?\s+)?(roj|negr|blanc)[oa]s?\b", re.IGNORECASE)
_COLOUR = {"roj": "rojo", "negr": "negro", "blanc": "blanco"}


def read(text: str) -> Roster:
    cards: list[Listed] = []
    name, unit = "", ""
    for n, line in enumerate(lines_of(text)):
        below = line[:1].isspace() or line.lstrip()[:1] in "-–•+*·"
        bared = _RANKS.sub("", line) if not below else line
        if not bared.strip() or NOISE.search(bared):
            continue
        count, rest = counted(bared)
        told, said = split_text(rest)
        if n == 0 and not said and count == 1 and not re.search(r"[\d+]", line):
            name = bare(line)  # a list opens with what it is called
            continue
        pieces = [piece for piece in _JOINED.split(told) if bare(piece)]
        for first, piece in zip([not below, *[False] * len(pieces)], pieces, strict=False):
            cards.append(Listed(name=bare(piece), count=count if first else 1, under="" if first else unit,
                                kind="unidad" if first else "mejora", text=said if piece is pieces[0] else ""))  # fmt: skip
            unit = bare(piece) if first else unit
    codes = [code for link in links_in(text)[:5] for code in read_link(link, ()).codes] if not cards else []
    return Roster(game="legion", name=name, cards=tuple(cards), unknown=tuple(codes))


def attack(text: str) -> Attack | None:
    """«2 rojos 1 negro» is a weapon's dice; against a red die without cover, as it is usually compared."""
    dice: dict[str, int] = {}
    for number, colour in _DICE.findall(text):
        dice[_COLOUR[colour.lower()]] = min(12, dice.get(_COLOUR[colour.lower()], 0) + int(number))
    if not sum(dice.values()):
        return None
    told = " y ".join(f"{n} {colour}{'s' if n > 1 else ''}" for colour, n in dice.items())
    question = {"game": "legion", "attack": {"dice": dice}, "defense": {"die": "rojo"}}
    return Attack(told=f"{told} contra dado rojo, sin cobertura y sin contar las cualidades del arma", question=question)


READER = Reader(read, attack)
