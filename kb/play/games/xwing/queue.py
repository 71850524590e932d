"""X-Wing: what waits for something to happen. Abilities enter by player order and resolve one by one («Cola de capacidades»);
what their resolution sets off goes first, because it happens inside it."""

from typing import Any

from grammar.meaning.values import Cosa, parts
from kb.play.cite import Cite
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import OF_A_CARD, Action, act
from kb.play.games.xwing.board import in_play, left
from kb.play.games.xwing.considered import refreshed
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.dice import spelled, step_of
from kb.play.games.xwing.dice_cards import Pool, Unusable, dice_abilities
from kb.play.games.xwing.fight import with_card
from kb.play.games.xwing.runs import never_run
from kb.play.games.xwing.standing import keep
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.verbs.table import CIRCUMSTANCES, ROLES, RUN
from kb.play.games.xwing.view import Happening, event_of
from kb.play.games.xwing.world import GAME, XWing
from kb.play.meaning import queue
from kb.play.meaning.abilities import Ability, abilities_of, to_come
from kb.play.meaning.board import Held
from kb.play.meaning.events import Event
from kb.play.meaning.limits import Uso, limit_of, spent
from kb.play.meaning.perform import Performer, Rules
from kb.play.meaning.queue import LEFT_BEHIND, Waiting
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log

CONSEQUENCES = "6"
FIRST = {"2b": "defensor", "3b": "atacante"}
WORLD = XWing(RUN, CIRCUMSTANCES, ROLES)
PERFORMER = Performer(Rules(rules.REQUIREMENT, rules.OPTIONAL, rules.COST, rules.CHOOSE, rules.CANNOT, keep, rules.ONE_EFFECT))


def react(table: Table, happenings: tuple[Happening, ...], log: Log) -> Table:
    """Everything that this sets off, resolved. What happens at once makes one queue."""
    table = refreshed(table, log)
    found: Table = queue.react(QUEUE, table, [event_of(table, happening) for happening in happenings], log)
    return found


def _admits(table: Table, held: Held, ability: Ability, event: Event, decided: object) -> bool:
    """«Mientras» in an attack means in the step where it does what it does. A plain dice card that nobody decides about here
    may be told as a modification, or is obligatory: the window sees to it. A weapon acts while it is the one in use."""
    gone = table.ship(held.bearer.name).retirada and ability.place < LEFT_BEHIND
    if gone and held.bearer not in (*event.roles.values(), *event.parts.values()):
        return False  # it has left the game: only what its own going sets off is still resolved
    attack = event.parts.get("este_ataque")
    marks = attack.marks if attack is not None and attack.marks is not None else frozenset()
    if ability.weapon and (with_card(held.card) not in marks or attack is None or attack.of != held.bearer.name):
        return False
    if ability.clase in ("accion", "tipo", "final_de_la_partida") or (
        ability.clase == "preparacion" and not _setting_up(event)
    ):
        return False
    if event.verb == "colocar" and ability.clase != "preparacion":
        return False  # in the setup only what says so acts
    if any(map(to_come, ability.moments)):
        return False  # counted from something that this sentence does not tell (`runs` names it)
    if event.rel != "mientras" or attack is None:
        return True
    if decided is None and plain_dice(held.text, ability):
        return False
    pool: Pool = "ataque" if event.verb == "efectuar" else "defensa"
    things = {p.id: p for item in (*ability.moments, *ability.steps) for p in parts(item) if isinstance(p, Cosa) and p.id}
    steps = ["1d" if fact.verb == "ignorar" else step_of(spelled(fact, things), pool) for fact in ability.facts()]
    return next((step for step in steps if step), "2b" if pool == "ataque" else "3b") == event.step


def _used_up(table: Table, held: Held, ability: Ability) -> bool:
    limit = limit_of(ability.whole)
    return limit is not None and spent(table.usos, held.bearer.name, held.card, ability.place, limit)


def _setting_up(event: Event) -> bool:
    """In the setup only what says so acts («Preparación»)."""
    return event.verb in ("desplegar", "colocar") and "desde" not in event.roles


def plain_dice(text: str, ability: Ability) -> bool:
    """Does it only change dice of its own ship's attack or defence? Those are told in «modifica» and count in the odds."""
    try:
        return any(found.place == ability.place for found in dice_abilities(text))
    except Unusable:
        return False


def _rank(table: Table, waiting: Waiting) -> tuple[int, ...]:
    """Player order, and then as its player decides: the order in which the decisions are written."""
    event = waiting.scene.event
    assert event is not None
    player = table.ship(waiting.held.bearer.name).jugador
    if event.step == CONSEQUENCES and "defensor" in event.parts:  # «Ataque», 6a a 6d: the defender first, bonus attacks last
        attacking = player != table.ship(event.parts["defensor"].name).jugador
        return int(_grants_attack(waiting.ability)), int(attacking), waiting.place
    if event.step in FIRST:  # 2b and 3b do not use the queue: each has who goes first
        mine = player == table.ship(event.parts[FIRST[event.step]].name).jugador
        return 0, int(not mine), waiting.place
    return 0, table.players().index(player), waiting.place


def _grants_attack(ability: Ability) -> bool:
    return any(fact.verb == "efectuar" for fact in ability.facts())


def _ordered(table: Table, before: Waiting, after: Waiting) -> tuple[str, Cite]:
    event = after.scene.event
    if event is not None and event.step == CONSEQUENCES:
        return "en las consecuencias, antes el defensor y al final los ataques adicionales", rules.AFTER_ATTACK
    same = table.ship(before.held.bearer.name).jugador == table.ship(after.held.bearer.name).jugador
    return ("las ordena su jugador", rules.OWN_ORDER) if same else ("orden de los jugadores", rules.BY_PLAYER)


def prepared(scene: Scene, ability: Ability, fails: bool = False) -> Scene:
    """An action of a card is tried as an action; a use is counted where the text says how often."""
    if (limit := limit_of(ability.whole)) is not None:
        uses = scene.state.usos
        if spent(uses, scene.me.name, scene.card, ability.place, limit):
            raise Illegal(f"«{scene.card}» ya se ha usado {limit[0]} por {limit[1]}", rules.ONCE_PER_CHANCE)
        use = Uso(nave=scene.me.name, carta=scene.card, lugar=ability.place, hasta=limit[1])
        scene = scene.on(scene.state.model_copy(update={"usos": (*uses, use)}))
    if ability.clase != "accion":
        return scene
    headers = [each.place for each in abilities_of(scene.words, GAME) if each.clase == "accion"] if scene.words else []
    n = headers.index(ability.place) + 1 if ability.place in headers else 1
    which = f"{OF_A_CARD}{scene.card}" if n == 1 else f"{OF_A_CARD}{scene.card} ({n})"  # each «Acción:» is another
    order = Action(nave=scene.me.name, accion=which, color=_colour(ability), fracasa=fails)
    return scene.on(act(scene.state, order, scene.log)[0])


def _colour(ability: Ability) -> Any:
    colour = dict(ability.whole.cabecera).get("color")
    return {"rojo": "roja", "violeta": "violeta"}.get(getattr(colour, "id", ""), "blanca")


UNDECIDED = Decision()
QUEUE = queue.Table(
    game=GAME, world=WORLD, cards=in_play, standing=left, decision=lambda: UNDECIDED, performer=PERFORMER, rank=_rank,
    admits=_admits, before=prepared, ordered=_ordered, unsupported=never_run, left=rules.REQUIREMENT, costs=rules.COST_CHECK,
    turn=rules.RESOLVES, on_entry=rules.COST_ENTRY, used_up=_used_up,
)  # fmt: skip
