"""X-Wing: compiled cards at work in an attack: what they allow is checked, their costs are paid, their words are quoted."""

from collections.abc import Iterator

from kb.play.cards import DiceAbility, DiceOp, Unusable, dice_abilities
from kb.play.cite import Cite
from kb.play.games.xwing_state import MODIFY_ATTACK, MODIFY_DEFENSE, Ship
from kb.play.run import Illegal, Pending

RULES = {"2b": MODIFY_ATTACK, "3b": MODIFY_DEFENSE}


def abilities_of(ship: Ship, card: str, moment: str) -> tuple[DiceAbility, ...]:
    """Raises Illegal where the card cannot be run: it says why."""
    if card not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{card}»", MODIFY_ATTACK)
    try:
        found = dice_abilities(ship.cartas[card])
    except Unusable as error:
        raise Illegal(f"«{card}» se lee pero no se ejecuta: {error.reason}", MODIFY_ATTACK) from None
    mine = tuple(a for a in found if a.moment == moment)
    if not mine:
        raise Illegal(f"«{card}» no actúa aquí", MODIFY_ATTACK)
    return mine


def fits(ability: DiceAbility, attack: frozenset[str]) -> bool:
    """Is the attack of the kind that the text asks for?"""
    return all((kind[1:] not in attack) if kind.startswith("-") else kind in attack for kind in ability.kinds)


def extra_dice(
    ship: Ship, moment: str, pool: str, used: tuple[str, ...], attack: frozenset[str]
) -> Iterator[tuple[str, DiceAbility, int]]:
    """Dice that cards add to a pool: obligatory ones always, the others where the scenario says that they are used."""
    for card in ship.cartas:
        try:
            found = dice_abilities(ship.cartas[card])
        except Unusable:
            continue
        for ability in found:
            applies = card in used or not (ability.optional or ability.conditional)
            if ability.moment == moment and applies and fits(ability, attack):
                yield from ((card, ability, op.most or 0) for op in ability.ops if op.kind == "dados" and op.pool == pool)


def matching(
    ship: Ship, card: str, moment: str, kind: str, pool: str, faces: tuple[str, ...], attack: frozenset[str]
) -> tuple[DiceAbility, DiceOp]:
    """The ability and operation of a card that allow this change."""
    abilities = abilities_of(ship, card, moment)
    if not any(fits(ability, attack) for ability in abilities):
        raise Illegal(f"«{card}» pide otro tipo de ataque", MODIFY_ATTACK)
    for ability in (a for a in abilities if fits(a, attack)):
        for op in ability.ops:
            if (op.kind == kind and op.pool == pool and (op.most is None or len(faces) <= op.most)
                    and (kind == "anadir" or set(faces) <= set(op.faces))):  # fmt: skip
                return ability, op
    raise Illegal(f"«{card}» no permite hacer eso con esos dados", MODIFY_ATTACK)


def paid(ship: Ship, card: str, ability: DiceAbility, met: bool | None, rule: Cite) -> Ship:
    """The ship once the costs are paid; asks where the requirement has not been stated."""
    if ability.conditional and met is None:
        raise Pending(f"di con «se_cumple» si se cumple el requisito de «{card}»")
    if ability.conditional and not met:
        raise Illegal(f"no se cumple el requisito de «{card}»", rule)
    for name, n in ability.costs.items():
        have = {"carga": ship.cargas, "fuerza": ship.fuerza, "recibe": n}.get(name, ship.has(name))
        if have < n:
            raise Illegal(f"no se puede pagar el coste de «{card}» ({n} de {name})", rule)
        if name == "carga":
            ship = ship.model_copy(update={"cargas": ship.cargas - n})
        elif name == "fuerza":
            ship = ship.model_copy(update={"fuerza": ship.fuerza - n})
        elif name != "recibe":
            ship = ship.with_tokens(**{name: -n})
    return ship


def offers(ship: Ship, moment: str, pool: str) -> Iterator[str]:
    for card, text in ship.cartas.items():
        try:
            found = dice_abilities(text)
        except Unusable:
            continue
        if any(
            a.moment == moment and a.optional and any(op.pool == pool and op.kind != "dados" for op in a.ops) for a in found
        ):
            yield card
