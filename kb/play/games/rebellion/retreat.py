"""Rebellion: the retreat of a round of combat: who may, where to, and what goes along (Retirada)."""

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.board import forbids
from kb.play.games.rebellion.state import RIVAL, STATIONS, STRUCTURES, Side, Table
from kb.play.games.rebellion.transport import carried
from kb.play.games.rebellion.verbs.realm import fall
from kb.play.games.rebellion.view import place_of, player, unit_of
from kb.play.games.rebellion.war import Fight, Flight, War
from kb.play.meaning.events import Event
from kb.play.run import Illegal

CONVOY = cite("rebellion/resolucion-de-ataques#r-2b4539", "Transportes rebeldes")
RETREAT = cite("rebellion/retirada#r-2dfc1e", "sistema adyacente")
WHERE_TO = cite("rebellion/retirada#r-913276", "No puede elegirse")
ALONE = cite("rebellion/retirada#r-56f584", "ya no tiene unidades")
STATION = cite("rebellion/retirada#r-3b536c", "Estrella de la Muerte")
ONCE = cite("rebellion/retirada#r-b0dd67", "Más de una vez")
LEADER_ALONE = cite("rebellion/retirada#r-3372f1", "Un Líder solo")
OWN_FIRST = cite("rebellion/retirada#r-a0a990", "Lealtad")
ALL_SHIPS = cite("rebellion/retirada#r-que-se-mueve", "todas sus naves")


def retreat(war: War, fight: Fight, step: str) -> None:
    for side in war.sides():
        flight = fight.retirada.get(side)
        if flight is not None:
            _flee(war, side, flight, step)
    ships = [war.table.unit(n) for n in war.table.there(war.place, "rebelde", "espacial")]
    foes = war.table.there(war.place, "imperio", "espacial")
    if ships and foes and all(u.tipo == "transporte_rebelde" for u in ships):
        for name in war.table.there(war.place, "rebelde", "espacial"):
            war.log.say(step, f"{name} no se retiró: se destruye", CONVOY)
            war.table = fall(war.table, name, "imperio", war.log, step)


def _flee(war: War, side: Side, flight: Flight, step: str) -> None:
    table, place = war.table, war.place
    if side in war.retreated:
        raise Illegal(f"{side} ya se retiró en este combate", ONCE)
    for ente in (player(side), *(unit_of(name) for name in table.there(place, side))):
        if card := forbids(table, "retirarse", war.log, quien=ente):
            raise Illegal(f"{side} no puede retirarse: lo impide una carta; «{card}» lo prohíbe", RETREAT)
    if not table.there(place, RIVAL[side]):
        raise Illegal("el adversario ya no tiene unidades en el sistema", ALONE)
    if side == "imperio" and any(table.unit(n).tipo in STATIONS for n in table.there(place, side)):
        raise Illegal("el Imperio no puede retirarse con una Estrella de la Muerte en el combate", STATION)
    if not flight.lider:
        raise Illegal(f"{side} no tiene en el sistema ningún Líder con el que retirarse", RETREAT)
    leader = table.leader(flight.lider)
    if leader.bando != side or leader.sistema != place or leader.capturado:
        raise Illegal(f"{flight.lider} no es un Líder suyo de este sistema", RETREAT)
    _destination(war, side, flight)
    stay = [n for n in flight.se_quedan if n in table.there(place, side)]
    for name in stay:
        unit = table.unit(name)
        if unit.escenario == "espacial" and unit.tipo != "caza_tie":
            raise Illegal(f"{name} es una nave: tiene que retirarse", ALL_SHIPS)
    moving = [n for n in table.there(place, side) if n not in stay and table.unit(n).tipo not in STRUCTURES]
    if not moving:
        raise Illegal("un Líder no se retira solo", LEADER_ALONE)
    carried(table, moving, war.log, step)
    for name in moving:
        war.table = war.table.put_unit(name, sistema=flight.a)
    war.table = war.table.put_leader(flight.lider, sistema=flight.a)
    war.retreated.add(side)
    war.log.say(step, f"{side} se retira a {flight.a} con {', '.join(moving)}", RETREAT)
    war.table = war.log.happen(war.table, Event("despues", "retirarse", {"quien": player(side), "en": place_of(place)}))


def _destination(war: War, side: Side, flight: Flight) -> None:
    table = war.table
    near = table.system(war.place).adyacentes
    if flight.a not in near:
        raise Illegal(f"{flight.a} no es adyacente a {war.place}", RETREAT)
    came = {*war.order.llegaron_de.get(RIVAL[side], ()), *table.llegadas.get(war.place, {}).get(RIVAL[side], ())}
    if flight.a in came:
        raise Illegal(f"{side} no puede retirarse a {flight.a}: de allí ha sacado el adversario unidades", WHERE_TO)
    if table.there(flight.a, RIVAL[side]):
        raise Illegal(f"{side} no puede retirarse a {flight.a}: hay unidades enemigas", WHERE_TO)
    own = [n for n in near if _mine(table, n, side) and not table.there(n, RIVAL[side]) and n not in came]
    if own and flight.a not in own:
        raise Illegal(f"hay que retirarse a un sistema con unidades o Lealtad propias: {', '.join(own)}", OWN_FIRST)


def _mine(table: Table, name: str, side: Side) -> bool:
    return name in table.sistemas and (table.sistemas[name].lealtad == side or bool(table.there(name, side)))


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
