"""Card texts -> what they let a side do to the dice. What has no form as odds is named, never dropped in silence."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.play.cards import FACES, DiceAbility, DiceOp, usable
from kb.play.odds.pool import Add, Change, Option, Reroll

FREE = ("carga", "recibe_")
"""Costs taken as paid: charges, and tokens that the ship receives. Spending tokens of the pool competes with their own use."""


@dataclass
class CardOptions:
    attack_dice: int = 0
    defense_dice: int = 0
    on_attack: tuple[Option, ...] = ()
    on_defense: tuple[Option, ...] = ()
    left_out: list[str] = field(default_factory=list)
    """Texts that take no part, as they were given."""
    why: list[str] = field(default_factory=list)
    """For each of them, the reason."""
    assumed: list[str] = field(default_factory=list)
    """Texts whose requirement or cost is taken as met."""


def xwing_card_options(texts: Iterable[str], defending: bool) -> CardOptions:
    found = CardOptions()
    for text, abilities in usable(texts):
        if isinstance(abilities, str):
            _leave(found, text, abilities)
            continue
        mine = [a for a in abilities if a.moment == ("defensa" if defending else "ataque")]
        if not mine:
            _leave(found, text, f"no actúa al {'defenderse' if defending else 'atacar'}")
        elif any(not cost.startswith(FREE) for a in mine for cost in a.costs):
            _leave(found, text, "gasta fichas o Fuerza que ya tienen otro uso en el cálculo")
        else:
            if any(a.conditional or a.kinds or a.costs for a in mine):
                found.assumed.append(text)
            for ability in mine:
                _add(found, ability, defending)
    return found


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
            found.on_attack += (_option(op, ability.optional, own=not defending),)
        else:
            found.on_defense += (_option(op, ability.optional, own=defending),)


def _option(op: DiceOp, optional: bool, own: bool) -> Option:
    names = FACES[op.pool]
    faces = frozenset(names.index(face) for face in op.faces)
    to = next((names.index(face) for face in op.to if face in names), None)
    if op.kind == "repetir":
        # One's own best face cannot improve: leaving it out saves a search.
        useful = faces - {len(names) - 1} if own and optional else faces
        return Reroll(useful, op.most, whole=op.whole, exact=not optional)
    if op.kind == "anadir":
        return Add(to or 0, op.most or 1)
    return Change(faces, None if op.kind == "anular" else to, op.most, obligatory=not optional)
