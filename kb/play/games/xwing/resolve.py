"""X-Wing: an ability used because the scenario says that its moment has come."""

from typing import Any

from kb.play.errors import PlayError
from kb.play.games.xwing import actions
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import OF_A_CARD, Action
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.queue import PERFORMER, QUEUE, prepared
from kb.play.games.xwing.state import Natural, Table
from kb.play.games.xwing.view import ship_of
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import abilities_of
from kb.play.meaning.board import Held
from kb.play.meaning.queue import ready
from kb.play.meaning.scene import Scene
from kb.play.meaning.select import Nobody
from kb.play.run import Illegal, Log
from kb.play.validation import nearest


class UseAbility(Decision):
    nave: str
    carta: str
    oracion: Natural = 1
    """Which ability of the card, where it has several."""


def act(table: Table, order: Action, log: Log) -> tuple[Table, dict[str, Any]]:
    """An action; «carta:nombre» is the one that a card's header gives, and is used as such."""
    if not order.accion.startswith(OF_A_CARD):
        return actions.act(table, order, log)
    card = order.accion.removeprefix(OF_A_CARD).strip()
    ship = table.ship(order.nave)
    if card not in ship.cartas:
        raise PlayError(f"{order.nave} no lleva la carta «{card}»; {nearest(card, ship.cartas)}")
    headers = [ability.place for ability in abilities_of(ship.text_of(card), GAME) if ability.clase == "accion"]
    if not headers:
        raise Illegal(f"«{card}» no tiene ningún encabezado «Acción:»", rules.ABILITY)
    log.asked.add(card)
    told = log.decisions.get(card)
    decided = told.model_dump(exclude_unset=True) if isinstance(told, Decision) else {}
    return use(table, UseAbility(nave=order.nave, carta=card, oracion=headers[0], **{**decided, "usa": True}), log)


def use(table: Table, order: UseAbility, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    if order.carta not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{order.carta}»", rules.ABILITY)
    words = ship.text_of(order.carta)
    found = abilities_of(words, GAME)
    if not 1 <= order.oracion <= len(found):
        raise Illegal(f"«{order.carta}» tiene {len(found)} capacidades", rules.ABILITY)
    ability = found[order.oracion - 1]
    if ability.weapon and "oracion" not in order.model_fields_set:  # a weapon is fired; what is used is its action
        ability = next((each for each in found if each.clase == "accion"), ability)
    held = Held(ship_of(order.nave), order.carta, words)
    scene = Scene(QUEUE.world, table, held.bearer, held.card, order, log, words=words, place=(ability.place,))
    if ability.weapon:
        raise scene.fail("es un armamento o un dispositivo que se usa en su propio paso", ability.whole)
    if ready(scene, ability) is False and order.usa:
        raise Illegal(f"no se cumple el requisito de «{order.carta}»", rules.REQUIREMENT)
    if order.usa:
        scene.say(f"se usa «{order.carta}» de {order.nave}", rules.ABILITY)
    try:
        after, used = PERFORMER.items(prepared(scene, ability), ability.steps)
    except Nobody as nobody:
        if ability.clase != "accion":
            raise
        scene.say(nobody.reason, nobody.rule)
        return prepared(scene, ability, fails=True).state, {"usada": False, "fracasa": True}
    return after.state, {"usada": used}
