"""X-Wing: compiled cards at work on the dice of an attack: what they allow is checked, their costs are paid."""

from collections.abc import Iterator

from grammar.effects import Momento, Requisito
from kb.play.cards import DiceAbility, DiceOp, Unusable, dice_abilities
from kb.play.cite import Cite
from kb.play.games.xwing.actions import receive_tokens, spent
from kb.play.games.xwing.conditions import required
from kb.play.games.xwing.moments import moment
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.state import MODIFY_ATTACK, MODIFY_DEFENSE, Table
from kb.play.games.xwing.view import View
from kb.play.logic import Known, every
from kb.play.run import Illegal, Log, Pending

RULES = {"2b": MODIFY_ATTACK, "3b": MODIFY_DEFENSE}
RECEIVES = "recibe_"


def dice_cards(view: View) -> Iterator[tuple[str, DiceAbility]]:
    """The abilities of the ship's cards that act on the dice of an attack in which it takes part."""
    side = "ataque" if view.happening and view.happening.verb == "efectuar" else "defensa"
    for card in view.ship.active_cards():
        try:
            found = dice_abilities(view.ship.text_of(card))
        except Unusable:
            continue
        yield from ((card, ability) for ability in found if ability.moment == side)


def met(view: View, ability: DiceAbility) -> Known:
    """Its moment and its requirements, as far as the situation tells."""
    return every(
        required(view, frame) if isinstance(frame, Requisito) else moment(view, frame)
        for frame in ability.frames
        if isinstance(frame, Requisito | Momento)
    )


def extra_dice(view: View, pool: str, used: tuple[str, ...]) -> Iterator[tuple[str, DiceAbility, int]]:
    """Dice that cards add to a pool: obligatory ones always, the others where the scenario says that they are used."""
    for card, ability in dice_cards(view):
        dice = sum(op.most or 0 for op in ability.ops if op.kind == "dados" and op.pool == pool)
        known = met(view, ability)
        if dice and (card in used or (known and not ability.optional)) and known is not False:
            yield card, ability, dice


def matching(view: View, card: str, kind: str, pool: str, faces: tuple[str, ...]) -> tuple[DiceAbility, DiceOp]:
    """The ability and operation of a card that allow this change; Illegal where there is none, with the reason."""
    if card not in view.ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{card}»", MODIFY_ATTACK)
    try:
        dice_abilities(view.ship.text_of(card))
    except Unusable as error:
        raise Illegal(f"«{card}» se lee pero no se ejecuta: {error.reason}", MODIFY_ATTACK) from None
    mine = [ability for name, ability in dice_cards(view) if name == card]
    if not mine:
        raise Illegal(f"«{card}» no actúa aquí", MODIFY_ATTACK)
    for ability in mine:
        for op in ability.ops:
            if (op.kind == kind and op.pool == pool and (op.most is None or len(faces) <= op.most)
                    and (kind == "anadir" or set(faces) <= set(op.faces))):  # fmt: skip
                return ability, op
    raise Illegal(f"«{card}» no permite hacer eso con esos dados", MODIFY_ATTACK)


def allowed(view: View, card: str, ability: DiceAbility, told: bool | None, rule: Cite) -> None:
    """Raises where its requirement does not hold, or has to be told."""
    if every(moment(view, frame) for frame in ability.frames if isinstance(frame, Momento)) is False:
        raise Illegal(f"«{card}» pide otro tipo de ataque", rule)
    known = met(view, ability)
    if known is None:
        known = told
    if known is None:
        raise Pending(f"di con «se_cumple» si se cumple el requisito de «{card}»")
    if not known:
        raise Illegal(f"no se cumple el requisito de «{card}»", rule)


def paid(view: View, card: str, ability: DiceAbility, rule: Cite, log: Log) -> Table:
    """The table once every cost is paid; all of them or none."""
    table, name = view.table, view.me
    for what, n in ability.costs.items():
        ship = table.ship(name)
        own = ship.cartas[card].cargas if what == "carga" else None
        have = {"carga": own if own is not None else ship.cargas, "fuerza": ship.fuerza}.get(what, ship.has(what))
        if what.startswith(RECEIVES):
            table = receive_tokens(table, name, {what.removeprefix(RECEIVES): n}, log)[0]
            continue
        if have < n:
            raise Illegal(f"no se puede pagar el coste de «{card}» ({n} de {what})", rule)
        if own is not None:
            table = table.put(name, ship.with_card(card, cargas=own - n))
        elif what in ("carga", "fuerza"):
            field = {"carga": "cargas", "fuerza": "fuerza"}[what]
            table = table.put(name, ship.model_copy(update={field: have - n}))
        else:
            check(table, Deed(name, "gastar", "ficha", frozenset({what})), view.happening)
            table = spent(table, name, what, n, log)
    return table


def offers(view: View, pool: str) -> Iterator[str]:
    for card, ability in dice_cards(view):
        acts = any(op.pool == pool and op.kind != "dados" for op in ability.ops)
        if ability.optional and acts and met(view, ability) is not False:
            yield card
