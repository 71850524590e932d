"""Card texts -> what they let a side do to the dice. What has no form as odds is named, never dropped in silence."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.play.games.xwing.dice_cards import FACES, DiceAbility, DiceOp, usable
from kb.play.games.xwing.odds.solve import RESOURCES
from kb.play.odds.pool import Add, Change, Counts, Option, Reroll

FREE = ("carga", "recibe_")
"""Costs taken as paid: charges, and tokens that the ship receives."""
SPENT = {"concentracion": "concentracion", "calculos": "calculo", "evasion": "evasion", "fuerza": "fuerza"}
"""Costs that compete with the token's own use: each is spent once, where it does most good."""


@dataclass
class CardOptions:
    attack_dice: int = 0
    defense_dice: int = 0
    on_attack: tuple[Option, ...] = ()
    on_defense: tuple[Option, ...] = ()
    wanted: frozenset[str] = frozenset()
    """Tokens that some card spends."""
    left_out: list[str] = field(default_factory=list)
    """Texts that take no part, as they were given."""
    why: list[str] = field(default_factory=list)
    """For each of them, the reason."""
    assumed: list[str] = field(default_factory=list)
    """Texts whose requirement or cost is taken as met."""


def card_options(texts: Iterable[str], defending: bool) -> CardOptions:
    found = CardOptions()
    for text, abilities in usable(texts):
        if isinstance(abilities, str):
            _leave(found, text, abilities)
            continue
        mine = [a for a in abilities if a.moment == ("defensa" if defending else "ataque")]
        if not mine:
            _leave(found, text, f"no actúa al {'defenderse' if defending else 'atacar'}")
        elif why := _unpayable(mine, defending):
            _leave(found, text, why)
        else:
            if any(a.conditional or a.kinds or any(c.startswith(FREE) for c in a.costs) for a in mine):
                found.assumed.append(text)
            found.wanted |= {SPENT[c] for a in mine for c in a.costs if c in SPENT}
            for ability in mine:
                _add(found, ability, defending)
    return found


def _unpayable(abilities: list[DiceAbility], defending: bool) -> str:
    """Why the costs of a card cannot be counted; empty where they can."""
    for ability in abilities:
        spends = [cost for cost in ability.costs if not cost.startswith(FREE)]
        if any(cost not in SPENT for cost in spends):
            return "tiene un coste que no son fichas ni Fuerza"
        if spends and (len(ability.ops) != 1 or ability.ops[0].kind == "dados"):
            return "gasta fichas por varios efectos a la vez o por tirar más dados"
        if spends and ability.ops[0].pool != ("defensa" if defending else "ataque"):
            return "gasta fichas para tocar los dados del rival"
    return ""


def _leave(found: CardOptions, text: str, why: str) -> None:
    found.left_out.append(text)
    found.why.append(why)


def _add(found: CardOptions, ability: DiceAbility, defending: bool) -> None:
    for op in ability.ops:
        if op.kind == "dados":
            if op.pool == "ataque":
                found.attack_dice += op.most or 0
            else:
                found.defense_dice += op.most or 0
        elif op.pool == "ataque":
            found.on_attack += (_option(op, ability, own=not defending),)
        else:
            found.on_defense += (_option(op, ability, own=defending),)


def _option(op: DiceOp, ability: DiceAbility, own: bool) -> Option:
    cost = _cost(ability)
    optional = ability.optional
    names = FACES[op.pool]
    faces = frozenset(names.index(face) for face in op.faces)
    to = next((names.index(face) for face in op.to if face in names), None)
    if op.kind == "repetir":
        # One's own best face cannot improve: leaving it out saves a search.
        useful = faces - {len(names) - 1} if own and optional else faces
        return Reroll(useful, op.most, whole=op.whole, exact=not optional, cost=cost)
    if op.kind == "anadir":
        return Add(to or 0, op.most or 1, cost=cost)
    return Change(faces, None if op.kind == "anular" else to, op.most, obligatory=not optional, cost=cost)


def _cost(ability: DiceAbility) -> Counts:
    spent = {SPENT[cost]: n for cost, n in ability.costs.items() if cost in SPENT}
    return tuple(spent.get(name, 0) for name in RESOURCES) if spent else ()
