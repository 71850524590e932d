"""X-Wing: obstacles that a ship crosses and mines that it sets off: tables of what each does, and one die or two."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.damage import suffer
from kb.play.games.xwing.standing import ignores
from kb.play.games.xwing.state import Natural, Table
from kb.play.games.xwing.tokens import break_locks, receive_tokens
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model, nearest

Face = Literal["impacto", "critico", "concentracion", "vacia"]


class Harm(Model):
    impactos: Natural = 0
    criticos: Natural = 0
    fichas: dict[str, Natural] = Field(default_factory=dict)
    rompe_blancos: bool = False


class Obstacle(Model):
    """What it does at once, and what its die adds."""

    antes: Harm = Harm()
    dado: dict[str, Harm] = Field(default_factory=dict)
    cita: Cite


class Mine(Model):
    dados: Natural = 0
    antes: Harm = Harm()
    cita: Cite


HIT, CRIT = Harm(impactos=1), Harm(criticos=1)
STRESS = Harm(fichas={"tension": 1})
ROCKS = "xwing/obstaculos"
OBSTACLES: Mapping[str, Obstacle] = {
    "asteroide": Obstacle(antes=HIT, dado={"impacto": HIT, "critico": HIT}, cita=cite(f"{ROCKS}#r-asteroide", "Asteroide")),
    "desechos": Obstacle(antes=STRESS, dado={"impacto": HIT, "critico": CRIT}, cita=cite(f"{ROCKS}#r-desechos", "Desechos")),
    "nube_de_gas": Obstacle(
        antes=Harm(fichas={"sobresfuerzo": 1}, rompe_blancos=True),
        dado={"impacto": Harm(fichas={"iones": 1}), "critico": Harm(fichas={"iones": 3})},
        cita=cite("xwing/obstaculos#r-nube-de-gas", "Nube de gas"),
    ),
    "nube_de_electroparticulas": Obstacle(
        antes=Harm(fichas={"interferencia": 1}, rompe_blancos=True),
        dado={"impacto": STRESS, "critico": STRESS},
        cita=cite("xwing/obstaculos#r-nube-de", "electropartículas"),
    ),
    "cargamento": Obstacle(
        antes=Harm(fichas={"sobresfuerzo": 1}),
        dado={"impacto": STRESS, "critico": STRESS},
        cita=cite("xwing/obstaculos#r-cargamento", "Cargamento"),
    ),
    "incendio": Obstacle(
        dado={"impacto": HIT, "critico": HIT, "concentracion": STRESS}, cita=cite("xwing/obstaculos#r-incendio", "Incendio")
    ),
}
MINES: Mapping[str, Mine] = {
    "mina_de_proximidad": Mine(dados=2, antes=HIT, cita=cite("xwing/mina-de-proximidad#r-49f138", "2 dados de ataque")),
    "mina_de_racimo": Mine(dados=2, cita=cite("xwing/mina-de-racimo#r-c9e1cd", "2 dados de ataque")),
    "red_conner": Mine(antes=Harm(impactos=1, fichas={"iones": 3}), cita=cite("xwing/red-conner#r-49f138", "3 fichas")),
}
AT_ONCE = cite("xwing/detona-en-el-acto-una-mina-soltada-debajo-de-una#r-69eca8", "solapando con él")
ONE_SHIP = cite("xwing/a-quien-afecta-una-mina-de-proximidad-soltada#r-95d1b6", "A una sola")
FUSE = cite("xwing/como-funciona-una-espoleta-en-una-mina#r-e630db", "no detona")
ALREADY = cite("xwing/obstaculos#r-d0e5b2", "no sufre los efectos de pasar a través")
HUGE_SUFFERS: Mapping[str, tuple[Harm, Cite]] = {
    "asteroide": (Harm(criticos=1, fichas={"tension": 1}), rules.HUGE_ROCK),
    "desechos": (Harm(criticos=1, fichas={"tension": 1}), rules.HUGE_ROCK),
    "nube_de_gas": (Harm(fichas={"interferencia": 1}), rules.HUGE_GAS),
}
SKIPS = cite("xwing/obstaculos#r-4745ee", "omite")
CITES: tuple[Cite, ...] = (
    AT_ONCE, ONE_SHIP, FUSE, SKIPS, ALREADY, *(o.cita for o in OBSTACLES.values()), *(m.cita for m in MINES.values()),
)  # fmt: skip


class Cross(Model):
    nave: str
    tipo: rules.ObstacleKind | None = None
    obstaculo: str = ""
    """One of the table's, by its name."""
    dado: Face | None = None
    solapada_al_final: bool = False
    ya_solapada: bool = False
    """It was on it before it moved: passing through it does nothing."""
    pierde: str | None = None
    """By a jam token of a cloud: what its own player chooses to lose."""


class Detonate(Model):
    """A mine dropped under ships, or crossed by one."""

    tipo: Literal["mina_de_proximidad", "mina_de_racimo", "red_conner"]
    naves: Annotated[tuple[str, ...], Field(max_length=8)] = ()
    elige: str | None = None
    dados: tuple[Face, ...] | None = None
    espoletas: Natural = 0
    dispositivo: str = ""
    """The one of the table that detonates: it leaves it."""


def cross(table: Table, order: Cross, log: Log) -> tuple[Table, dict[str, Any]]:
    legality.check(legality.absent(table, order.nave))
    kind = _kind(table, order)
    row = OBSTACLES[kind]
    if table.ship(order.nave).ignora_obstaculos:
        log.say("", f"{order.nave} ignora los obstáculos: no sufre nada de {kind}", rules.IGNORES)
        ship = table.ship(order.nave)
        here = (*ship.sobre, kind) if order.solapada_al_final else ship.sobre
        return table.put(order.nave, ship.model_copy(update={"sobre": here})), {"omite_accion": False}
    if table.ship(order.nave).tamano == "enorme":
        return _by_huge(table, order, kind, log)
    if card := ignores(table, order.nave, kind, order.obstaculo):
        log.say("", f"«{card}»: {order.nave} ignora el obstáculo ({kind}) mientras se mueve", rules.CAPABLE, card)
        return table, {"omite_accion": False}
    if order.ya_solapada and not order.solapada_al_final:
        log.say("", f"{order.nave} ya estaba sobre el obstáculo ({kind}): pasar a través no le hace nada", ALREADY)
        return table, {"omite_accion": False}
    log.say("", f"{order.nave} atraviesa o se solapa con un obstáculo ({kind})", row.cita)
    if kind == "nube_de_electroparticulas":
        log.say("", f"lo que pierda {order.nave} por la Interferencia lo elige su jugador («pierde»)", rules.CLOUD_CHOOSES)
    table = _harm(table, order.nave, row.antes, log, order.pierde, "obstaculo")
    shown = log.roll((order.dado,) if order.dado else None, 1, rules.ATTACK_FACES, "el dado del obstáculo")
    table = _harm(table, order.nave, row.dado.get(shown[0], Harm()), log, cause="obstaculo")
    skips = order.solapada_al_final or kind == "incendio"
    if skips:
        log.say("", f"{order.nave} omite su paso de acción", SKIPS)
    ship = table.ship(order.nave)
    here = (*ship.sobre, kind) if order.solapada_al_final else ship.sobre
    kept = ship.model_copy(update={"sobre": here, "sin_accion": "paso" if skips and not ship.sin_accion else ship.sin_accion})
    return table.put(order.nave, kept), {"omite_accion": skips}


def _kind(table: Table, order: Cross) -> rules.ObstacleKind:
    if order.obstaculo:
        if order.obstaculo not in table.obstaculos:
            raise PlayError(f"no hay ningún obstáculo «{order.obstaculo}»; {nearest(order.obstaculo, table.obstaculos)}")
        return table.obstaculos[order.obstaculo].tipo
    if order.tipo is None:
        raise PlayError("di el «tipo» del obstáculo, o su nombre en «obstaculo»")
    return order.tipo


def _by_huge(table: Table, order: Cross, kind: str, log: Log) -> tuple[Table, dict[str, Any]]:
    """A huge ship sweeps it away, suffers something else, and goes on with its activation."""
    if kind not in HUGE_SUFFERS:
        why = f"de una nave enorme la guía no dice qué le hace este obstáculo ({kind}): decide el juez"
        raise Illegal(why, rules.HUGE_OTHER)
    if not order.solapada_al_final and (order.ya_solapada or "solapada_al_final" in order.model_fields_set):
        log.say("", f"{order.nave} es enorme: nunca pasa a través de nada, solo cuenta dónde acaba", rules.HUGE_NEVER_THROUGH)
        return table, {"omite_accion": False}
    harm, rule = HUGE_SUFFERS[kind]
    log.say("", f"{order.nave} es enorme: el obstáculo ({kind}) se retira de la zona de juego", rules.HUGE_CLEARS)
    log.say("", f"{order.nave} sufre lo que le toca por {kind}, sin tirar ningún dado", rule)
    table = _harm(table, order.nave, harm, log, cause="obstaculo")
    log.say("", f"{order.nave} no omite su paso de acción", rules.HUGE_GOES_ON)
    left = {name: rock for name, rock in table.obstaculos.items() if name != order.obstaculo}
    return table.model_copy(update={"obstaculos": left}), {"omite_accion": False}


def detonate(table: Table, order: Detonate, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.dispositivo and order.dispositivo not in table.dispositivos:
        raise PlayError(f"no hay ningún dispositivo «{order.dispositivo}»; {nearest(order.dispositivo, table.dispositivos)}")
    placed = table.dispositivos.get(order.dispositivo)
    if placed and placed.tipo != order.tipo:
        raise PlayError(f"«{order.dispositivo}» es {placed.tipo}, y no {order.tipo}")
    fuses = placed.espoletas if placed else order.espoletas
    if spared := [name for name in order.naves if table.ship(name).remoto]:
        log.say(
            "", f"{', '.join(spared)} es un remoto: las reglas de la mina no lo nombran, y no le afecta", rules.REMOTE_DEVICE
        )
        order = order.model_copy(update={"naves": tuple(name for name in order.naves if name not in spared)})
    if not order.naves:
        log.say("", "ninguna nave se solapa con la mina ni la atraviesa: no detona", AT_ONCE)
        return table, {"detona": False, "espoletas": fuses}
    if fuses:
        log.say("", "se retira una Espoleta y la mina no detona", FUSE)
        kept = table.dispositivos | ({order.dispositivo: placed.model_copy(update={"espoletas": fuses - 1})} if placed else {})
        return table.model_copy(update={"dispositivos": kept}), {"detona": False, "espoletas": fuses - 1}
    if len(order.naves) > 1 and order.elige is None:
        raise Pending(f"el dueño de la mina elige a cuál de las naves afecta («elige»): {', '.join(order.naves)}")
    name = order.elige or order.naves[0]
    if name not in order.naves:
        raise Illegal(f"la mina no está bajo «{name}»", ONE_SHIP)
    row = MINES[order.tipo]
    log.say("", f"la mina detona al momento y afecta a {name}", AT_ONCE)
    cause = f"mina {placed.nave}" if placed else ""
    table = _harm(table, name, row.antes, log, cause=cause)
    shown = log.roll(order.dados if row.dados else (), row.dados, rules.ATTACK_FACES, "los dados de la mina")
    rolled = Harm(impactos=shown.count("impacto"), criticos=shown.count("critico"))
    log.say("", f"dados de la mina: {', '.join(shown) or 'ninguno'}", row.cita)
    left = {device: kept for device, kept in table.dispositivos.items() if device != order.dispositivo}
    table = table.model_copy(update={"dispositivos": left})
    return _harm(table, name, rolled, log, cause=cause), {"detona": True, "afecta": name}


def _harm(table: Table, name: str, harm: Harm, log: Log, lost: str | None = None, cause: str = "") -> Table:
    if harm.rompe_blancos:
        everyone = set(table.naves)
        if table.ship(name).blancos or any(name in ship.blancos for ship in table.naves.values()):
            log.say("", f"se interrumpen los Blancos fijados de {name} y los que hay sobre ella", rules.BREAK)
        table = break_locks(break_locks(table, {name}, set(table.objects())), everyone, {name})
    if harm.impactos or harm.criticos:
        table = suffer(table, name, harm.impactos, harm.criticos, log, cause=cause)
    if harm.fichas:
        table = receive_tokens(table, name, harm.fichas, log, lost)[0]
    return table
