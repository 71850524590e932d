"""X-Wing: obstacles that a ship crosses and mines that it sets off: tables of what each does, and one die or two."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.actions import break_locks, receive_tokens
from kb.play.games.xwing.damage import suffer
from kb.play.games.xwing.state import Natural, Table
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model

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
OBSTACLES: Mapping[str, Obstacle] = {
    "asteroide": Obstacle(antes=HIT, dado={"impacto": HIT, "critico": HIT}, cita=cite("xwing/obstaculos#r3", "Asteroide")),
    "desechos": Obstacle(antes=STRESS, dado={"impacto": HIT, "critico": CRIT}, cita=cite("xwing/obstaculos#r4", "Desechos")),
    "nube_de_gas": Obstacle(
        antes=Harm(fichas={"sobresfuerzo": 1}, rompe_blancos=True),
        dado={"impacto": Harm(fichas={"iones": 1}), "critico": Harm(fichas={"iones": 3})},
        cita=cite("xwing/obstaculos#r5", "Nube de gas"),
    ),
    "nube_de_electroparticulas": Obstacle(
        antes=Harm(fichas={"interferencia": 1}, rompe_blancos=True),
        dado={"impacto": STRESS, "critico": STRESS},
        cita=cite("xwing/obstaculos#r6", "electropartículas"),
    ),
    "cargamento": Obstacle(
        antes=Harm(fichas={"sobresfuerzo": 1}),
        dado={"impacto": STRESS, "critico": STRESS},
        cita=cite("xwing/obstaculos#r7", "Cargamento"),
    ),
    "incendio": Obstacle(
        dado={"impacto": HIT, "critico": HIT, "concentracion": STRESS}, cita=cite("xwing/obstaculos#r8", "Incendio")
    ),
}
MINES: Mapping[str, Mine] = {
    "mina_de_proximidad": Mine(dados=2, antes=HIT, cita=cite("xwing/mina-de-proximidad#r1", "2 dados de ataque")),
    "mina_de_racimo": Mine(dados=2, cita=cite("xwing/mina-de-racimo#r3", "2 dados de ataque")),
    "red_conner": Mine(antes=Harm(impactos=1, fichas={"iones": 3}), cita=cite("xwing/red-conner#r1", "3 fichas de Iones")),
}
AT_ONCE = cite("xwing/mina#r2", "detona de inmediato")
ONE_SHIP = cite("xwing/mina-de-proximidad#r2", "elige a cuál")
FUSE = cite("xwing/como-funciona-una-espoleta-en-una-mina#r1", "no detona")
SKIPS = cite("xwing/obstaculos#r9", "omite")
CITES: tuple[Cite, ...] = (
    AT_ONCE, ONE_SHIP, FUSE, SKIPS, *(o.cita for o in OBSTACLES.values()), *(m.cita for m in MINES.values()),
)  # fmt: skip


class Cross(Model):
    nave: str
    tipo: Literal["asteroide", "desechos", "nube_de_gas", "nube_de_electroparticulas", "cargamento", "incendio"]
    dado: Face | None = None
    solapada_al_final: bool = False


class Detonate(Model):
    """A mine dropped under ships, or crossed by one."""

    tipo: Literal["mina_de_proximidad", "mina_de_racimo", "red_conner"]
    naves: Annotated[tuple[str, ...], Field(max_length=8)] = ()
    elige: str | None = None
    dados: tuple[Face, ...] | None = None
    espoletas: Natural = 0


def cross(table: Table, order: Cross, log: Log) -> tuple[Table, dict[str, Any]]:
    row = OBSTACLES[order.tipo]
    log.say("", f"{order.nave} atraviesa o se solapa con un obstáculo ({order.tipo})", row.cita)
    table = _harm(table, order.nave, row.antes, log)
    shown = log.roll((order.dado,) if order.dado else None, 1, rules.ATTACK_FACES, "el dado del obstáculo")
    table = _harm(table, order.nave, row.dado.get(shown[0], Harm()), log)
    skips = order.solapada_al_final or order.tipo == "incendio"
    if skips:
        log.say("", f"{order.nave} omite su paso de acción", SKIPS)
    return table, {"omite_accion": skips}


def detonate(table: Table, order: Detonate, log: Log) -> tuple[Table, dict[str, Any]]:
    if not order.naves:
        return table, {"detona": False, "espoletas": order.espoletas}
    if order.espoletas:
        log.say("", "se retira una Espoleta y la mina no detona", FUSE)
        return table, {"detona": False, "espoletas": order.espoletas - 1}
    if len(order.naves) > 1 and order.elige is None:
        raise Pending("el dueño de la mina elige a cuál de las naves afecta («elige»)")
    name = order.elige or order.naves[0]
    if name not in order.naves:
        raise Illegal(f"la mina no está bajo «{name}»", ONE_SHIP)
    row = MINES[order.tipo]
    log.say("", f"la mina detona al momento y afecta a {name}", AT_ONCE)
    table = _harm(table, name, row.antes, log)
    shown = log.roll(order.dados if row.dados else (), row.dados, rules.ATTACK_FACES, "los dados de la mina")
    rolled = Harm(impactos=shown.count("impacto"), criticos=shown.count("critico"))
    log.say("", f"dados de la mina: {', '.join(shown) or 'ninguno'}", row.cita)
    return _harm(table, name, rolled, log), {"detona": True, "afecta": name}


def _harm(table: Table, name: str, harm: Harm, log: Log) -> Table:
    if harm.rompe_blancos:
        everyone = set(table.naves)
        table = break_locks(break_locks(table, {name}, everyone), everyone, {name})
    if harm.impactos or harm.criticos:
        table = suffer(table, name, harm.impactos, harm.criticos, log)
    if harm.fichas:
        table = receive_tokens(table, name, harm.fichas, log)[0]
    return table
