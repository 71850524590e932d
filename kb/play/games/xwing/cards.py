"""X-Wing: compiled cards at work on the dice of an attack: what they allow is checked, their costs are paid."""

from collections.abc import Iterator
from dataclasses import replace

from kb.play.cite import Cite
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.dice_cards import DiceAbility, DiceOp, Unusable, dice_abilities
from kb.play.games.xwing.queue import PERFORMER, QUEUE
from kb.play.games.xwing.state import MODIFY_ATTACK, MODIFY_DEFENSE, ONCE_PER_CHANCE, Table
from kb.play.games.xwing.view import Happening, event_of, ship_of
from kb.play.logic import Known, every
from kb.play.meaning.conditions import all_hold
from kb.play.meaning.limits import Uso, spent
from kb.play.meaning.moments import comes
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log, Pending

RULES = {"2b": MODIFY_ATTACK, "3b": MODIFY_DEFENSE}


def scene_for(table: Table, me: str, card: str, happening: Happening, log: Log, decision: Decision | None = None) -> Scene:
    event, going = event_of(table, happening)
    words = table.ship(me).text_of(card) if card in table.ship(me).cartas else ""
    return Scene(
        QUEUE.world, table, ship_of(me), card, decision or Decision(), log, event, going, words=words, step=happening.step
    )


def dice_cards(scene: Scene) -> Iterator[tuple[str, DiceAbility]]:
    """The abilities of the ship's cards that act on the dice of an attack in which it takes part."""
    side = "ataque" if scene.event and scene.event.verb == "efectuar" else "defensa"
    ship = scene.state.ship(scene.me.name)
    for card in ship.active_cards():
        try:
            found = dice_abilities(ship.text_of(card))
        except Unusable:
            continue
        yield from ((card, ability) for ability in found if ability.moment == side)


def _moment(scene: Scene, ability: DiceAbility) -> tuple[Known, Scene]:
    return comes(scene, ability.when)


def met(scene: Scene, ability: DiceAbility) -> Known:
    """Its moment and its requirements, as far as the situation tells; one that has been used up has none."""
    if _used_up(scene, ability):
        return False
    known, filled = _moment(scene, ability)
    return every((known, all_hold(filled, ability.step.si)))


def _used_up(scene: Scene, ability: DiceAbility) -> bool:
    name = scene.me.name
    return ability.limit is not None and spent(scene.state.usos, name, scene.card, ability.place, ability.limit)


def extra_dice(scene: Scene, pool: str, used: tuple[str, ...]) -> Iterator[tuple[str, DiceAbility, int]]:
    """Dice that cards add to a pool: obligatory ones always, the others where the scenario says that they are used."""
    for card, ability in dice_cards(scene):
        scene = replace(scene, card=card)  # «tu [carga]» is the card's own, where it has any
        dice = sum(op.most or 0 for op in ability.ops if op.kind == "dados" and op.pool == pool)
        known = met(scene, ability)
        if dice and known is None and not ability.optional and card not in used and card not in scene.log.decisions:
            raise Pending(f"di en «decide», con «se_cumple», si «{card}» actúa aquí: la situación no lo dice")
        if dice and (card in used or (known and not ability.optional)) and known is not False:
            yield card, ability, dice


def matching(scene: Scene, card: str, kind: str, pool: str, faces: tuple[str, ...]) -> tuple[DiceAbility, DiceOp]:
    """The ability and operation of a card that allow this change; Illegal where there is none, with the reason."""
    ship = scene.state.ship(scene.me.name)
    if card not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{card}»", MODIFY_ATTACK)
    try:
        dice_abilities(ship.text_of(card))
    except Unusable as error:
        told = f"«{card}» se lee pero no se ejecuta en «modifica» ({error.reason}): decídela en «decide», junto al paso"
        raise Illegal(told, MODIFY_ATTACK) from None
    mine = [ability for name, ability in dice_cards(scene) if name == card]
    if not mine:
        raise Illegal(f"«{card}» no actúa aquí", MODIFY_ATTACK)
    for ability in mine:
        for op in ability.ops:
            if (op.kind == kind and op.pool == pool and (op.most is None or len(faces) <= op.most)
                    and (kind == "anadir" or set(faces) <= set(op.faces))):  # fmt: skip
                return ability, op
    raise Illegal(f"«{card}» no permite hacer eso con esos dados", MODIFY_ATTACK)


def allowed(scene: Scene, card: str, ability: DiceAbility, told: bool | None, rule: Cite) -> None:
    """Raises where its requirement does not hold, or has to be told."""
    if ability.limit is not None and _used_up(scene, ability):
        raise Illegal(f"«{card}» ya se ha usado {ability.limit[0]} por {ability.limit[1]}", ONCE_PER_CHANCE)
    if _moment(scene, ability)[0] is False:
        raise Illegal(f"«{card}» pide otro tipo de ataque", rule)
    known = met(scene, ability)
    if known is None:
        known = told
    if known is None:
        raise Pending(f"di con «se_cumple» si se cumple el requisito de «{card}»")
    if not known:
        raise Illegal(f"no se cumple el requisito de «{card}»", rule)


def paid(scene: Scene, card: str, ability: DiceAbility, rule: Cite) -> Table:
    """The table once every cost is paid; all of them or none."""
    filled = _moment(scene, ability)[1]
    try:
        after, _ = PERFORMER.items(filled, ability.step.coste, nested=True, cost=True)
    except Illegal as error:
        raise Illegal(f"no se puede pagar el coste de «{card}»: {error.reason}", error.rule) from None
    table: Table = after.state
    if ability.limit is not None:
        use = Uso(nave=scene.me.name, carta=card, lugar=ability.place, hasta=ability.limit[1])
        table = table.model_copy(update={"usos": (*table.usos, use)})
    return table


def offers(scene: Scene, pool: str) -> Iterator[str]:
    for card, ability in dice_cards(scene):
        scene = replace(scene, card=card)
        acts = any(op.pool == pool and op.kind != "dados" for op in ability.ops)
        if ability.optional and acts and met(scene, ability) is not False:
            yield card
