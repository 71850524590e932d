"""X-Wing: what waits for something to happen. Abilities enter by player order and resolve one by one («Cola de capacidades»);
what their resolution sets off goes first, because it happens inside it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.play.cards import Pool, Unusable
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.abilities import OTHER_HEADERS, Ability, abilities_of, plain_dice
from kb.play.games.xwing.dice import step_of
from kb.play.games.xwing.fight import with_card
from kb.play.games.xwing.moments import comes
from kb.play.games.xwing.resolve import ready, resolve
from kb.play.games.xwing.scene import Decision, NotRun, Scene
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import Happening, View
from kb.play.logic import Known, every
from kb.play.run import Illegal, Log, Pending

CONSEQUENCES = "6"
FIRST = {"2b": "defensor", "3b": "atacante"}


@dataclass(frozen=True)
class Waiting:
    ship: str
    card: str
    ability: Ability
    happening: Happening
    known: Known
    """Whether its moment and requirements are certain."""
    decision: Decision | None
    place: int
    """Where its player puts it among the others."""


def react(table: Table, happenings: tuple[Happening, ...], log: Log) -> Table:
    """Everything that this sets off, resolved. What happens at once makes one queue."""
    queue = sorted((w for h in happenings for w in _entering(table, h, log)), key=lambda waiting: _rank(table, waiting))
    for n, waiting in enumerate(queue):
        if n and waiting.decision and queue[n - 1].decision:
            before = queue[n - 1]
            told = f"después de «{before.card}», «{waiting.card}»: {_why(table, before, waiting)}"
            log.say(waiting.happening.step, told, rules.BY_PLAYER)
        table = _turn(table, waiting, log)
    return table


def _entering(table: Table, happening: Happening, log: Log) -> Iterator[Waiting]:
    """Only what meets its requirements now («Cola de capacidades»); what the situation does not tell waits for an answer."""
    for name, ship in table.naves.items():
        for card in ship.active_cards():
            try:
                found = abilities_of(ship.text_of(card))
            except Unusable as error:
                _once(log, f"«{card}» no actúa: {error.reason}", card, ship.text_of(card))
                continue
            decided, place = _decided(log, name, card)
            for ability in found:
                scene = _scene(table, happening, name, card, Decision(), log)
                known = every((comes(scene.view, ability.frames), ready(scene, ability)))
                if ability.headers & OTHER_HEADERS and with_card(card) not in happening.qualities:
                    continue  # a weapon or device that is not being used
                if ability.timed and known is not False and _in_step(ship.text_of(card), ability, happening, decided):
                    yield Waiting(name, card, ability, happening, known, decided, place)


def _in_step(text: str, ability: Ability, happening: Happening, decided: Decision | None) -> bool:
    """«Mientras» in an attack means in the step where it does what it does. A plain dice card that nobody decides about here
    may be told as a modification, or is obligatory: the window sees to it."""
    if happening.relation != "mientras" or not happening.roles:
        return True
    if decided is None and plain_dice(text, ability):
        return False
    pool: Pool = "ataque" if happening.verb == "efectuar" else "defensa"
    steps = [step_of(op, pool) for phrase in ability.phrases for op in phrase.efecto.ops]
    return next((step for step in steps if step), "2b" if pool == "ataque" else "3b") == happening.step


def _decided(log: Log, name: str, card: str) -> tuple[Decision | None, int]:
    """Two ships with one card are told apart as «nave/carta»."""
    for place, (told, decision) in enumerate(log.decisions.items()):
        if told in (card, f"{name}/{card}"):
            return decision, place
    return None, len(log.decisions)


def _rank(table: Table, waiting: Waiting) -> tuple[int, int, int]:
    """Player order, and then as its player decides: the order in which the decisions are written."""
    player, happening = table.ship(waiting.ship).jugador, waiting.happening
    if happening.step == CONSEQUENCES:  # «Ataque», pasos 6a a 6d: the defender first, bonus attacks last
        attacking = player != table.ship(happening.roles["defensor"]).jugador
        return int(waiting.ability.grants_attack), int(attacking), waiting.place
    if happening.step in FIRST:  # 2b and 3b do not use the queue: each has who goes first
        mine = player == table.ship(happening.roles[FIRST[happening.step]]).jugador
        return 0, int(not mine), waiting.place
    return 0, table.players().index(player), waiting.place


def _why(table: Table, before: Waiting, after: Waiting) -> str:
    same = table.ship(before.ship).jugador == table.ship(after.ship).jugador
    return "las ordena su jugador" if same else "orden de los jugadores"


def _scene(table: Table, happening: Happening, name: str, card: str, decision: Decision, log: Log) -> Scene:
    that = (happening.who,) if happening.who and happening.who != name else ()
    view = View(table, name, happening, roles=decision.papeles, that=that)
    return Scene(view, card, decision, log, table.ship(name).text_of(card), happening.step)


def _turn(table: Table, waiting: Waiting, log: Log) -> Table:
    """Its turn in the queue: resolved, offered, or out because it no longer can."""
    happening = waiting.happening
    if waiting.card not in table.ship(waiting.ship).active_cards():
        return table
    if waiting.decision is None and (waiting.ability.optional or "accion" in waiting.ability.headers):
        doubt = "" if waiting.known else ", si se cumple lo que pide"
        log.offer(waiting.ship, happening.step, f"puedes usar «{waiting.card}»{doubt}")
        return table
    decision = waiting.decision or Decision()
    scene = _scene(table, happening, waiting.ship, waiting.card, decision, log)
    if decision.elige is not None:
        scene = replace(scene, view=scene.view.of((decision.elige,)))
    if comes(scene.view, waiting.ability.frames) is None and decision.se_cumple is None:
        raise Pending(f"di en «decide», con «se_cumple», si «{waiting.card}» actúa aquí: la situación no lo dice")
    if decision.se_cumple is False:
        return table
    if ready(scene, waiting.ability) is False:
        scene.say(f"«{waiting.card}» ya no cumple su requisito: sale de la cola", rules.REQUIREMENT)
        return table
    try:
        return resolve(scene, waiting.ability)[0]
    except NotRun as error:
        if waiting.decision is not None:
            raise
        scene.say(error.reason, rules.ABILITY)
        return table
    except Illegal:
        if waiting.decision is not None:
            raise
        scene.say(f"«{waiting.card}» no puede resolverse y sale de la cola sin pagar nada", rules.COST_CHECK)
        return table


def _once(log: Log, text: str, card: str, words: str) -> None:
    if all(event.texto != text for event in log.events):
        log.say("", text, rules.ABILITY, card, words)
