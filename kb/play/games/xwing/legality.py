"""X-Wing: who may do what to whom, asked wherever the thing is done; each no cites its rule."""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from kb.play.cite import Cite
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.standing import stays
from kb.play.games.xwing.state import Table
from kb.play.logic import Known, some
from kb.play.run import Illegal, Log, Pending

No = tuple[str, Cite]
OPPOSITE = {"frontal": "trasero", "trasero": "frontal", "izquierdo": "derecho", "derecho": "izquierdo"}
STOPS_ATTACKS: Mapping[str, Cite] = {"asteroide": rules.ON_ROCK, "desechos": rules.ON_ROCK, "nube_de_gas": rules.IN_GAS}
STOPS_LOCKS: Mapping[str, Cite] = {"nube_de_gas": rules.IN_GAS, "nube_de_electroparticulas": rules.IN_CLOUD}
UNMOVED = frozenset({"impulso", "tonel", "masa", "camuflaje"})
"""Actions that do nothing for a huge ship."""
BUMPED = frozenset({"concentracion", "calculos"})
"""What a ship that overlapped an enemy may still do, as a red action."""


class Shot(Protocol):
    """What an attack has to say to be judged."""

    @property
    def atacante(self) -> str: ...
    @property
    def defensor(self) -> str: ...
    @property
    def alcance(self) -> int: ...
    @property
    def arma(self) -> str: ...
    @property
    def arco(self) -> str: ...
    @property
    def adicional(self) -> bool: ...
    @property
    def concedido(self) -> bool: ...


def check(no: No | None) -> None:
    if no is not None:
        raise Illegal(*no)


def absent(table: Table, name: str, engaging: bool = False) -> No | None:
    """Why a ship is not there to do anything, or to have anything done to it. A ship destroyed in the Engagement phase stays
    while the Initiative goes on in which it fell, and engages if that is its own."""
    ship = table.ship(name)
    if ship.retirada:
        return f"{name} ya no está en la partida: se retiró", rules.GONE
    if ship.reserva:
        return f"{name} está en reserva: ni actúa ni ataca ni se la elige", rules.IN_RESERVE
    if not ship.destruida or stays(table, name):
        return None
    if ship.destruida_en is None:
        told = table.fase in ("", "enfrentamiento") and engaging and table.iniciativa in (None, ship.engages)
        return None if told else (f"{name} está destruida y se retira de la partida", rules.GONE)
    if ship.destruida_en == (ship.engages if table.iniciativa is None or engaging else table.iniciativa):
        return None
    why = f"{name} fue destruida en la Iniciativa {ship.destruida_en} y se retiró al acabar esta"
    return why, rules.GONE_LATER


def may_act(table: Table, name: str, action: str, granted: bool = False) -> No | None:
    ship = table.ship(name)
    if no := absent(table, name):
        return no
    if ship.remoto:
        return f"{name} es un remoto y no puede realizar acciones", rules.REMOTE_BARE
    if ship.tamano == "enorme" and action in UNMOVED:
        return f"{name} es enorme: «{action}» no tiene efecto para ella", rules.HUGE_STILL
    elsewhen = table.fase not in ("", "activacion") or table.activa not in ("", name)
    if action == "masa" and (elsewhen or (ship.invitada and table.activa != name)):
        return f"{name} solo puede usar MASA durante su activación", rules.SLAM_WHEN
    bumped = ship.sin_accion == "todas" or (ship.sin_accion == "choque" and action not in BUMPED)
    if bumped and table.activa in ("", name):
        return f"{name} se solapó con una nave enemiga y no puede realizar más acciones en su activación", rules.BUMP_NO_MORE
    if ship.paso_hecho and table.activa == name and not granted:
        why = f"{name} ya ha hecho la acción de su paso; si otra carta o efecto le concede esta, es «concedida: sí»"
        return why, rules.ONE_STEP
    deployed = table.fase == "sistemas" and ship.acoplo and not ship.reserva
    if table.fase not in ("", "activacion") and not granted and not deployed:
        why = f"la acción de {name} se hace en su activación; si otra carta o efecto le concede esta, es «concedida: sí»"
        return why, rules.ONE_STEP
    if table.fase == "activacion" and ship.activada and table.activa not in ("", name) and not granted:
        return f"la activación de {name} ya ha terminado; si algo le concede esta acción, es «concedida: sí»", rules.ONE_STEP
    if ship.sin_accion == "paso" and table.activa in ("", name) and not granted:
        return f"{name} omite en esta activación su paso «Realizar una acción»", rules.SKIPS_ACTION
    return None


def may_link(table: Table, name: str, to: str | None) -> No | None:
    """To which action another may be linked."""
    ship = table.ship(name)
    if to is None:
        return None
    if to in ship.fracasadas:
        return f"«{to}» fracasó: no permite acción enlazada", rules.NO_LINK
    if to not in ship.acciones:
        return f"{name} no ha realizado «{to}» en esta ronda: no hay nada a lo que enlazar", rules.LINK_DONE
    if to in ship.enlazadas.values():
        return f"«{to}» se hizo como enlazada: no permite otra enlazada", rules.NO_CHAIN
    if to in ship.enlazadas:
        return f"a «{to}» ya se enlazó «{ship.enlazadas[to]}»: solo una", rules.LINK_ONE
    return None


def may_activate(table: Table, name: str, granted: bool = False) -> No | None:
    """When a ship is activated, where the phase is told: in the Activation phase, once, lower Initiatives first. A ship that
    docked or was deployed in the Systems phase has no activation this round. `granted`: some ability lets it fly now."""
    ship = table.ship(name)
    if table.fase == "activacion" and ship.acoplo and not granted:
        return f"{name} se ha acoplado o desplegado en la fase de Sistemas: esta ronda no se activa", rules.DEPLOYED
    if not table.fase or granted:
        return None
    if table.fase != "activacion":
        return f"las naves se activan en la fase de Activación, no en la de {table.fase}", rules.ACTIVATES
    if ship.activada and table.activa != name:
        return f"{name} ya se ha activado en esta fase: cada nave, una vez", rules.ACTIVATES
    late = [other for other, row in table.naves.items() if row.activada and row.initiative > ship.initiative]
    if late and table.activa != name:
        why = f"{name} tiene Iniciativa {ship.initiative}: se activa antes que {', '.join(late)}, que ya lo ha hecho"
        return why, rules.ACTIVATES
    ties = [other for other, row in table.naves.items() if row.activada and row.initiative == ship.initiative]
    if (late := _later_players(table, name, ties)) and table.activa != name:
        return f"{name} se activa antes que {', '.join(late)}, por el orden de los jugadores", rules.ACTIVATE_TIES
    return None


def _later_players(table: Table, name: str, done: list[str]) -> list[str]:
    """Of those that have had their turn, whose player comes after this ship's, where the order is told."""
    order, mine = table.orden, table.ship(name).jugador
    if mine not in order:
        return []
    place = order.index(mine)
    return [other for other in done if (owner := table.ship(other).jugador) in order and order.index(owner) > place]


def may_fly(table: Table, name: str, granted: bool = False) -> No | None:
    """One manoeuvre in each activation, unless something else grants another."""
    ship = table.ship(name)
    if table.fase == "activacion" and ship.activada and table.activa == name and not granted:
        return f"{name} ya ha ejecutado su maniobra en esta activación", rules.DIAL
    return may_activate(table, name, granted)


def may_engage(table: Table, name: str) -> No | None:
    """In the Engagement phase, once, the higher Initiatives first; the one that an ability changed may come late."""
    ship = table.ship(name)
    if not table.fase:
        return None
    if table.fase != "enfrentamiento":
        return f"las naves intervienen en la fase de Enfrentamiento, no en la de {table.fase}", rules.ENGAGE
    if (
        table.iniciativa is not None
        and ship.engages > table.iniciativa
        and not set(ship.valores) & {"iniciativa", "intervencion"}
    ):
        why = f"{name} interviene a Iniciativa {ship.engages}, que ya ha pasado: se está jugando la {table.iniciativa}"
        return why, rules.ENGAGE
    if late := _later_players(table, name, [o for o, r in table.naves.items() if r.intervino and r.engages == ship.engages]):
        return f"{name} interviene antes que {', '.join(late)}, por el orden de los jugadores", rules.ENGAGE_TIES
    return None


def may_lock(table: Table, name: str, target: str) -> No | None:
    """Who may get a lock on what."""
    if name == target:
        return f"{name} no puede fijarse como blanco a sí misma", rules.SELF_LOCK
    if table.ship(name).over("iones"):
        return f"{name} está ionizada: no puede obtener Blancos fijados", rules.ION_LOCKS
    for ship in (name, target):
        if ship in table.naves:
            for kind, rule in STOPS_LOCKS.items():
                if kind in table.touching(ship):
                    return f"{ship} está a alcance 0 de un obstáculo ({kind}): ni fija blancos ni se la fija", rule
    return absent(table, target) if target in table.naves else None


def may_coordinate(table: Table, name: str, target: str) -> No | None:
    if name == target:
        return f"{name} no puede coordinarse a sí misma: elige otra nave", rules.COORDINATE_WHOM
    if table.friends(name, target) is False:
        return f"{name} no puede coordinar a {target}, que es enemiga", rules.COORDINATE_WHOM
    if table.ship(target).remoto:
        return f"{name} no puede coordinar a {target}, que es un remoto y no una nave aliada", rules.REMOTE_SIDES
    return absent(table, target)


def may_jam(table: Table, name: str, target: str) -> No | None:
    if table.friends(name, target):
        return f"{name} solo puede interferir naves enemigas, y {target} no lo es", rules.JAM_ENEMIES
    if table.ship(target).remoto:
        return f"{name} no puede interferir a {target}, que es un remoto", rules.REMOTE_BARE
    return absent(table, target)


TARGETS: Mapping[str, Callable[[Table, str, str], No | None]] = {
    "fijar_blanco": may_lock,
    "coordinacion": may_coordinate,
    "interferencia": may_jam,
}
"""The actions that choose somebody."""


def may_attack(table: Table, shot: Shot, lifted: Collection[str] = (), arcs: Collection[str] = ()) -> No | None:
    """Everything that forbids an attack before its costs are paid. `lifted`: tokens and obstacles that a card takes away;
    `arcs`: those from which a card lets it be made, too."""
    name, target, ship = shot.atacante, shot.defensor, table.ship(shot.atacante)
    if name == target:
        return "una nave no puede atacarse a sí misma: no está en su propio arco", rules.OWN_ARC
    own_turn = not shot.adicional and not shot.concedido
    # Its engagement ends the Initiative before it, and with it the ships that fell in it.
    now = table.model_copy(update={"iniciativa": ship.engages}) if own_turn else table
    if no := absent(table, name, engaging=own_turn) or _gone(now, target):
        return no
    if ship.has("desarme") and "desarme" not in lifted:
        return f"{name} está desarmada y no puede atacar", rules.DISARMED
    if ship.has("camuflaje"):
        return f"{name} está camuflada y no puede atacar", rules.CLOAKED_UNARMED
    if table.friends(name, target):
        return f"{name} no puede atacar a {target}, que es aliada", rules.ALLY
    for kind, rule in STOPS_ATTACKS.items():
        if kind in table.touching(name) and not ship.ignora_obstaculos and not {kind, "obstaculo"} & set(lifted):
            return f"{name} está a alcance 0 de un obstáculo ({kind}) y no puede atacar", rule
    if shot.arma == "principal" and shot.alcance > 3:
        return "el armamento principal llega a alcance 3", rules.PRIMARY_RANGE
    if shot.arma == "principal" and shot.alcance == 0 and ship.tamano == "enorme":
        return f"el armamento principal de {name}, que es enorme, dispara a alcance 1-3", rules.HUGE_RANGE
    told = table.range(name, target)
    if told is not None and told != shot.alcance:
        return f"se ha dicho que están a alcance {told}, no a {shot.alcance}", rules.DECLARE
    if own_turn and (no := may_engage(table, name)):
        return no
    if table.fase == "enfrentamiento" and ship.ataques and not shot.adicional and not shot.concedido:
        return f"{name} ya ha hecho su ataque en esta fase: al intervenir se efectúa uno", rules.ONE_ATTACK
    if in_attack_arc(table, shot) is False and not some(table.in_arc(name, arc, target) for arc in arcs):
        return f"{target} no está en el arco {shot.arco} de {name}, que es el del ataque", rules.ATTACK_ARC
    return None


def _gone(table: Table, target: str) -> No | None:
    """A destroyed ship that is still there may be attacked."""
    ship = table.ship(target)
    return absent(table, target) if ship.retirada or ship.reserva or ship.destruida_en is not None else None


def in_attack_arc(table: Table, shot: Shot) -> Known:
    """In the arc of the weapon; a turret arc is the normal one to which its indicator points."""
    name, target = shot.atacante, shot.defensor
    if not shot.arco.startswith("torreta"):
        return table.in_arc(name, shot.arco, target)
    points = table.ship(name).torreta
    if (told := table.in_arc(name, shot.arco, target)) is not None or not points:
        return told
    sides = (points, OPPOSITE[points]) if shot.arco == "torreta_doble" else (points,)
    return some(table.in_arc(name, side, target) for side in sides)


def bullseye(table: Table, name: str, target: str) -> bool:
    """A jam at range 2 asks for the bullseye arc."""
    known = table.in_arc(name, "diana", target)
    if known is None:
        raise Pending(f"a alcance 2 solo se interfiere en el arco de disparo centrado: di en «arcos» si {target} está en él")
    return known is not False


def engaged(table: Table, name: str, log: Log) -> Table:
    """An Initiative that is over takes with it the ships destroyed in it."""
    ship = table.ship(name)
    now = ship.engages
    if (
        table.fase == "enfrentamiento"
        and table.iniciativa is not None
        and "iniciativa" in ship.valores
        and now > table.iniciativa
    ):
        log.say("", f"la Iniciativa {now} ya ha pasado: {name} interviene en la que se está jugando, la última", rules.PASSED)
        now = table.iniciativa
    if ship.destruida and ship.destruida_en is None:
        told = f"{name} está destruida: se da por hecho que cayó en su propia Iniciativa, y aún interviene"
        log.say("", told, rules.SIMULTANEOUS)
    if ship.destruida and ship.destruida_en == now:
        log.say("", f"{name} fue destruida en su propia Iniciativa: interviene antes de retirarse", rules.SIMULTANEOUS)
    if table.iniciativa is not None and table.iniciativa != now:
        table = removed(table, log, kept=now)
    return table.model_copy(update={"iniciativa": now})


def removed(table: Table, log: Log, kept: int | None = None) -> Table:
    """Destroyed ships leave; `kept` is the Initiative in which they still may act."""
    for name, ship in table.naves.items():
        if card := stays(table, name) if ship.destruida and not ship.retirada else None:
            log.say("", f"«{card}»: {name} aún no se retira", rules.CAPABLE, card)
            continue
        if ship.destruida and not ship.retirada and ship.destruida_en is not None and ship.destruida_en != kept:
            log.say("", f"{name} se retira: han intervenido todas las de Iniciativa {ship.destruida_en}", rules.GONE_LATER)
            table = table.put(name, ship.model_copy(update={"retirada": True}))
    return table
