"""Rebellion: a combat as juego.toml orders it: leaders, start, rounds of two battles and a retreat, end."""

from typing import Any

from grammar.game import Step, load_game
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion import attack as rebellion_attack
from kb.play.games.rebellion import retreat as rebellion_retreat
from kb.play.games.rebellion import war as rebellion_war
from kb.play.games.rebellion.attack import attack
from kb.play.games.rebellion.board import over
from kb.play.games.rebellion.retreat import retreat
from kb.play.games.rebellion.state import RIVAL, STATIONS, STRUCTURES, Lance, Side, Table
from kb.play.games.rebellion.use import kind_of, tell
from kb.play.games.rebellion.verbs.hands import without_action
from kb.play.games.rebellion.verbs.realm import fall
from kb.play.games.rebellion.view import battle_of, place_of, player
from kb.play.games.rebellion.war import SIDES, THEATRES, Combat, Fight, Strike, War, use
from kb.play.meaning.events import Event
from kb.play.run import Illegal, Log
from kb.play.saying import many

BOTH = cite("rebellion/combate#r-a523a9", "mismo escenario")
LEADER = cite("rebellion/combate#r-anadir-un", "Añadir un Líder")
START = cite("rebellion/combate#r-ce4bba", "Inicio del combate")
TACTICS = cite("rebellion/combate#r-ef4166", "cartas de Táctica")
AGAIN = cite("rebellion/combate#r-siguiente", "otra ronda")
RUINS = cite("rebellion/combate#r-3e8cf4", "estructuras se destruyen")
HALF_BUILT = cite("rebellion/combate#r-8a4dbd", "aquella se destruye")
OVER = cite("rebellion/fin-del-combate#r-effbeb", "descarta")
CLEAN = cite("rebellion/fin-del-combate#r-03d4c0", "fichas de Daño")
PLAY = cite("rebellion/resolucion-de-ataques#r-jugar-una", "Jugar una carta de Táctica")
FALL = cite("rebellion/resolucion-de-ataques#r-destruccion", "al final de este paso")
WON = cite("rebellion/ganar-una-batalla#r-0b1602", "ya no")
FIRST = cite("rebellion/jugador-actual#r-db08cf", "antes la suya")


def combat(table: Table, order: Combat, log: Log) -> tuple[Table, dict[str, Any]]:
    table.system(order.sistema)
    actual = order.jugador_actual
    lance = Lance(clase="combate", sistema=order.sistema, bando=actual, actual=actual)
    war = War(table.model_copy(update={"lance": lance}), order, log)
    log.since = len(log.past)
    steps = {step.id: step for step in load_game("rebellion").secuencias["combate"]}
    war.began = {(s, t): bool(table.there(order.sistema, s, t)) for s in SIDES for t in THEATRES}
    if not (war.meet("espacial") or war.meet("terrestre")):
        raise Illegal(f"en {order.sistema} no hay unidades de los dos bandos en un mismo escenario", BOTH)
    _leaders(war, steps["anadir_un_lider"])
    _start(war, steps["inicio_del_combate"])
    for number, fight in enumerate(order.rondas, 1):
        war.round = number
        war.table = war.table.going(ronda=number)
        _round(war, fight, steps["ronda_de_combate"])
        war.table = over(war.table.going(escenario=None), "ronda_de_combate")
        if not (war.meet("espacial") or war.meet("terrestre")):
            break
    finished = not (war.meet("espacial") or war.meet("terrestre"))
    _winners(war)
    if finished:
        _end(war, steps["fin_del_combate"])
    for card, why in war.idle.items():
        tell(log, card, "", why, "", PLAY)
    gone = next(iter(war.retreated), "")
    result = {
        "termina": finished, "rondas": war.round, "batallas": war.won, "retirada": gone, "no_ejecutado": sorted(war.idle),
    }  # fmt: skip
    return war.table.model_copy(update={"lance": None}), result


def _leaders(war: War, step: Step) -> None:
    for side in war.sides():
        name = war.order.anade.get(side)
        if name is None:
            continue
        leader = war.table.leader(name)
        if leader.bando != side or leader.sistema is not None or leader.capturado or leader.eliminado:
            raise Illegal(f"{name} no está en la reserva de Líderes de ese jugador", LEADER)
        war.log.say(step.numero, f"{name} se une al combate", LEADER)
        war.table = war.table.put_leader(name, sistema=war.place)


def _start(war: War, step: Step) -> None:
    """Action cards, first those of the current player; then tactic cards by the leaders' values."""
    for side in war.sides():
        for name, told in war.order.inicio.get(side, {}).items():
            text = _action(war, side, name)
            war.log.say(step.numero, f"{side} juega «{name}»", FIRST, name, text)
            use(war, side, name, text, told, step.numero)
        for name, text in war.table.hand(side).acciones.items():
            if name not in war.order.inicio.get(side, {}) and _class(name, text) == START_CLASS:
                war.log.offer(side, step.numero, f"puedes usar «{name}»")
    for side in war.sides():
        here = [x for x in war.table.lideres.values() if x.bando == side and x.sistema == war.place and not x.capturado]
        for theatre in THEATRES:
            n = max((getattr(leader, theatre) for leader in here), default=0)
            if n:
                war.log.say(step.numero, f"{side} roba {many(n, 'carta')} de Táctica {theatre}", TACTICS)
                war.table = war.table.counted("robadas", f"tactica_{theatre}", n)


def _action(war: War, side: Side, name: str) -> str:
    texts = war.table.hand(side).acciones
    if name not in texts:
        raise PlayError(f"{side} no tiene ninguna carta de Acción «{name}»")
    if kind_of(name, texts[name]) != START_CLASS:
        raise Illegal(f"«{name}» no es de «Inicio del combate»", START)
    war.table = without_action(war.table, side, name)
    return texts[name]


START_CLASS = "inicio_del_combate"


def _class(name: str, text: str) -> str:
    try:
        return kind_of(name, text)
    except PlayError:
        return ""


# --- a round -----------------------------------------------------------------------------------------------------------------


def _round(war: War, fight: Fight, step: Step) -> None:
    inner = {s.id: s.numero for s in step.pasos}
    for theatre, strikes in zip(THEATRES, (fight.espacial, fight.terrestre), strict=True):
        war.theatre, row = theatre, f"batalla_{theatre}"
        war.table = war.table.going(escenario=theatre)
        if war.meet(war.theatre):
            _battle(war, strikes, inner[row])
        elif strikes:
            raise Illegal(f"no hay batalla {theatre}: los dos bandos no coinciden en ese escenario", BOTH)
        war.table = over(war.table, "batalla")
    war.table = war.table.going(escenario=None)
    retreat(war, fight, inner["retirada"])
    _ruins(war, inner["siguiente_ronda"])
    more = war.meet("espacial") or war.meet("terrestre")
    war.log.say(inner["siguiente_ronda"], "sigue el combate" if more else "el combate termina: nadie comparte escenario", AGAIN)


def _battle(war: War, strikes: dict[Side, Strike], step: str) -> None:
    """Both sides attack; who is destroyed still attacks, and falls at the end of the step."""
    for side in war.sides():
        attack(war, side, strikes.get(side, Strike()), step)
    for name in war.table.there(war.place, None, war.theatre):
        unit = war.table.unit(name)
        if unit.dano >= unit.resistencia and unit.tipo not in STATIONS:
            war.log.say(step, f"{name} cae al final de la batalla", FALL)
            war.table = fall(war.table, name, RIVAL[unit.bando], war.log, step)


def _ruins(war: War, step: str) -> None:
    table, place = war.table, war.place
    ground = table.there(place, "rebelde", "terrestre")
    if ground and table.there(place, "imperio", "terrestre") and all(table.unit(n).tipo in STRUCTURES for n in ground):
        war.log.say(step, "solo quedan estructuras: se destruyen", RUINS)
        for name in ground:
            war.table = fall(war.table, name, "imperio", war.log, step)
    ships = table.there(place, "imperio", "espacial")
    half = [n for n in ships if table.unit(n).tipo == "estrella_de_la_muerte_parcial"]
    if half and half == ships and table.there(place, "rebelde", "espacial"):
        war.log.say(step, "solo queda la Estrella de la Muerte parcialmente construida", HALF_BUILT)
        war.table = fall(war.table, half[0], "rebelde", war.log, step)


def _end(war: War, step: Step) -> None:
    war.log.say(step.numero, "cada jugador descarta sus cartas de Táctica", OVER)
    for side in SIDES:
        if side in war.table.manos:
            war.table = war.table.put_hand(side, war.table.hand(side).model_copy(update={"tacticas": {}}))
    war.log.say(step.numero, "se retiran las fichas de Daño", CLEAN)
    for name in war.table.there(war.place):
        war.table = war.table.put_unit(name, dano=0)
    war.table = over(war.table, "combate")


def _winners(war: War) -> None:
    for theatre in THEATRES:
        left = [s for s in SIDES if war.table.there(war.place, s, theatre)]
        fought = all(war.began[(s, theatre)] for s in SIDES)
        war.won[theatre] = left[0] if fought and len(left) == 1 else None
        if war.won[theatre]:
            war.log.say("", f"{left[0]} gana la batalla {theatre}", WON)
            where, battle, winner = place_of(war.place), battle_of(theatre), left[0]
            war.table = war.log.happen(
                war.table,
                Event("despues", "ganar", {"quien": player(winner), "que": battle, "en": where}),
                Event("despues", "perder", {"quien": player(RIVAL[winner]), "que": battle, "en": where}),
            )


CITES: tuple[Cite, ...] = (
    *(value for value in list(globals().values()) if isinstance(value, Cite)),
    *rebellion_war.CITES,
    *rebellion_attack.CITES,
    *rebellion_retreat.CITES,
)
