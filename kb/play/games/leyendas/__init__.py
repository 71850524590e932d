"""Leyendas de la Alianza: Imperial Assault with its changes: attack by priority list, states, strain, health, activations."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from grammar.undecided import is_ignored
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games import imperial_assault
from kb.play.games.imperial_assault import attack, lists, strikes, turn
from kb.play.games.imperial_assault.queue import react
from kb.play.games.imperial_assault.state import Figure, Natural, Table, rebel
from kb.play.run import Illegal, Log, Play
from kb.play.saying import many
from kb.play.validation import Model

ONE_ATTACK = cite("leyendas/limite-de-una-accion-de-ataque#r-5e27a7", "una acción de ataque")
STUNNED = cite("leyendas/apendice-1/estados#r-aturdimiento", "Aturdimiento")
STRAIN = cite("leyendas/tension-y-resistencia#r-1260e4", "tensión")
HEALTH = cite("leyendas/dano-y-vida#r-bonificacion", "10 de Vida")
TOWARDS = cite("leyendas/mueve-x-hacia#r-40e307", "se acerca")
STAYS = cite("leyendas/mueve-x-hacia#r-40e307", "Aunque ya esté adyacente")
REPOSITION = cite("leyendas/mueve-x-para-reposicionar-y#r-34633d", "distancia exacta")
NEVER_SKIPPED = cite("leyendas/mueve-x-para-reposicionar-y#r-098cd6", "no se omite")
MEDPAC = cite("leyendas/cartas-de-suministros-y-medpacs#r-medpacs", "Medpacs")
LOST = cite("leyendas/ganar-y-perder#r-perder", "todos los Héroes")
TESTS = cite("leyendas/pruebas-de-atributos#r-aa32fd", "élite")
ARMOUR = cite("leyendas/restricciones-de-objetos#r-b5b609", "1 Armadura")
WEAPONS = cite("leyendas/restricciones-de-objetos#r-ea1620", "2 Armas")
EQUIPMENT = cite("leyendas/restricciones-de-objetos#r-2a99af", "3 de Equipo")
GEAR = cite("leyendas/restricciones-de-objetos#r-ecc64c", "a cada misión lleva como máximo")
TRAINING = cite("leyendas/entrenamiento#r-bf8c58", "valor inferior")
IGNORED = cite("leyendas/capacidades#r-cambia", "se ignoran")
TURNS = cite("leyendas/activaciones-adicionales#r-3-heroes", "por turno")
EXTRA = cite("leyendas/activaciones-adicionales#r-2-heroes", "dos veces")
CITES: tuple[Cite, ...] = (*(v for v in list(globals().values()) if isinstance(v, Cite)), *imperial_assault.CITES)


class Alliance(Table):
    """The table of this mode: massive figures may enter interior spaces (apéndice 1, «Palabras clave»)."""

    game: ClassVar[str] = "leyendas"
    massive_stay_outside: ClassVar[bool] = False
    strain_heals: ClassVar[bool] = False
    blast_spares_friends: ClassVar[bool] = True
    nobody_decides_for_the_empire: ClassVar[bool] = True
    reinforcements_cost: ClassVar[bool] = False


class Instruction(Model):
    """One instruction of an Imperial group: how many action icons, what it does."""

    figura: str
    iconos: Natural = 0
    hace: Literal["ataque", "mueve", "otra"] = "otra"
    puntos: Natural = 0
    ataques_hechos: Natural = 0
    adyacente: bool = False
    movimiento: Literal["hacia", "confrontar", "reposicionar"] = "hacia"
    a: Natural = 0
    """«reposicionar a Y»: how far from the nearest Rebel it wants to be."""
    distancia: Natural | None = None
    """How far the nearest one is."""
    alcanzables: Natural = 1


class Medpac(Model):
    figura: str


class Heroes(Model):
    heroes: Annotated[int, Field(ge=2, le=4)]
    vida: Natural = 0
    heridos: Natural = 0


class StrainForPoints(Model):
    figura: str
    veces: Natural


class Gear(Model):
    """What a hero takes to a mission."""

    armas: Natural = 0
    armaduras: Natural = 0
    equipo: Natural = 0


class Training(Model):
    numero: Annotated[int, Field(ge=1, le=4)]
    """Which Class card of the campaign it is."""
    pe: Natural


class CardText(Model):
    """Does an ability of an Imperial card count? Those that choose are ignored: nobody plays the Empire."""

    texto: str


MOST_ACTIONS = 2


def instruct(table: Table, order: Instruction, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    result: dict[str, Any] = {"omitida": False, "acciones_gastadas": order.iconos}
    if order.iconos > MOST_ACTIONS:
        told = f"cuesta {order.iconos} acciones y una figura no hace más de {MOST_ACTIONS}: se omite"
        log.say("", told, lists.COST)
        return table, {"omitida": True, "acciones_gastadas": 0}
    done = figure.usadas.count(turn.LISTED)
    if order.iconos and done + order.iconos > MOST_ACTIONS:
        told = f"cuesta {order.iconos} y {order.figura} ya ha gastado {done} acciones: se omite"
        log.say("", told, lists.COST)
        return table, {"omitida": True, "acciones_gastadas": 0}
    if order.hace == "ataque" and (order.ataques_hechos or (order.iconos and attack.ATTACK_ACTION in figure.usadas)):
        log.say("5", "ya hizo su acción de ataque: la instrucción se omite", ONE_ATTACK)
        return table, {"omitida": True, "acciones_gastadas": 0}
    if order.hace == "mueve":
        if order.movimiento == "confrontar" and not order.alcanzables:
            log.say("4", "ningún objetivo alcanzable: se omite", TOWARDS)
            return table, {"omitida": True, "acciones_gastadas": 0}
        points = order.puntos
        if "aturdimiento" in figure.estados:
            points = 0
            figure = figure.model_copy(update={"estados": tuple(s for s in figure.estados if s != "aturdimiento")})
            log.say("4", f"{order.figura} está aturdida: no gana puntos y descarta el estado", STUNNED)
        else:
            log.say("4", f"{order.figura} gana {points} puntos de movimiento", TOWARDS)
        result["pm"] = 0 if order.adyacente else points
        if order.adyacente:
            log.say("4", "ya está adyacente: no se mueve, y la instrucción no se omite: queda resuelta", STAYS)
        if order.movimiento == "reposicionar" and order.distancia is not None:
            result["pm"] = _repositioned(order, points, log)
    marks = (turn.LISTED,) * order.iconos + ((attack.ATTACK_ACTION,) if order.hace == "ataque" and order.iconos else ())
    table = table.put(order.figura, figure.model_copy(update={"usadas": (*figure.usadas, *marks)}))
    return (lists.bleed(table, order.figura, log) if order.iconos else table), result


def _repositioned(order: Instruction, points: int, log: Log) -> int:
    """To a distance of the nearest Rebel, as near to it as the points take it; it is never skipped."""
    assert order.distancia is not None
    gap = order.distancia - order.a
    steps = min(abs(gap), points)
    way = "se acerca" if gap > 0 else "se aleja"
    if not gap:
        log.say("4", f"ya está a {order.a} casillas: no se mueve, y la instrucción no se omite", REPOSITION)
        return 0
    log.say("4", f"{order.figura} {way} {many(steps, 'casilla')}", REPOSITION)
    if steps < abs(gap):
        log.say("4", f"no llega a {order.a}: hace lo que puede y la instrucción no se omite", NEVER_SKIPPED)
    return steps


def medpac(table: Table, order: Medpac, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.present(order.figura)
    log.say("", f"{order.figura} usa un medpac y se recupera de 5 de daño", MEDPAC)
    return table.change(order.figura, dano=max(0, figure.dano - 5)), {}


def heroes(table: Table, order: Heroes, log: Log) -> tuple[Table, dict[str, Any]]:
    bonus = {2: 10, 3: 3}.get(order.heroes, 0)
    turns = {2: 2}.get(order.heroes, 1)
    log.say("", f"con {order.heroes} Héroes, {bonus} de Vida más cada uno", HEALTH)
    told = {
        2: ("cada Héroe se activa dos veces por ronda", EXTRA),
        3: ("cada ronda uno de ellos, por turno, se activa otra vez", TURNS),
    }
    if order.heroes in told:
        log.say("", *told[order.heroes])
    lost = order.heridos >= order.heroes
    if lost:
        log.say("", "todos los Héroes están heridos: la misión se pierde", LOST)
    return table, {"vida": order.vida + bonus, "activaciones": turns, "pierden": lost}


def strain_for_points(table: Table, order: StrainForPoints, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.present(order.figura)
    times = min(2 - figure.usadas.count(turn.TRADED), order.veces, max(0, figure.resistencia - figure.tension))
    log.say("", f"{order.figura} sufre {times} de tensión y gana {times} puntos; dos veces por activación como mucho", STRAIN)
    marks = (*figure.usadas, *[turn.TRADED] * times)
    table = table.change(order.figura, tension=figure.tension + times, puntos=figure.puntos + times, usadas=marks)
    return table, {"permitidas": times, "pm": times}


def gear(table: Table, order: Gear, log: Log) -> tuple[Table, dict[str, Any]]:
    limits = (
        ("Armaduras", order.armaduras, 1, ARMOUR), ("armas", order.armas, 2, WEAPONS), ("Equipos", order.equipo, 3, EQUIPMENT),
    )  # fmt: skip
    for what, n, most, rule in limits:
        if n > most:
            raise Illegal(f"{n} {what}: a una misión se llevan {most} como mucho", rule)
    log.say("", "puede llevarlo a la misión", GEAR)
    return table, {"legal": True}


def training(table: Table, order: Training, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.pe > order.numero:
        raise Illegal(f"la carta de Clase número {order.numero} se elige entre las de PE {order.numero} o menos", TRAINING)
    log.say("", f"carta de Clase de PE {order.pe}", TRAINING)
    return table, {"legal": True}


def imperial_text(table: Table, order: CardText, log: Log) -> tuple[Table, dict[str, Any]]:
    if not order.texto.strip():
        raise PlayError("hace falta el texto de la capacidad")
    verdict = is_ignored(order.texto)
    log.say("", verdict.mensaje[0].lower() + verdict.mensaje[1:-1], IGNORED, words=order.texto)
    return table, {"ignorada": verdict.ignorada, "palabras": [reason.palabra for reason in verdict.motivos]}


def imperial_attack(table: Table, order: attack.Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    """Surges follow the group's list unless the attacker is a hero, who chooses."""
    attacker: Figure = table.figure(order.atacante)
    return strikes.attack(table, order if attacker.heroe else order.model_copy(update={"prioridad": True}), log)


def imperial_action(table: Table, order: turn.Action, log: Log) -> tuple[Table, dict[str, Any]]:
    """A stunned Imperial figure that moves gets no points and loses the condition instead («Estados» of this mode)."""
    figure = table.present(order.figura)
    if order.tipo != "mover" or rebel(figure) or "aturdimiento" not in figure.estados:
        return turn.action(table, order, log)
    log.say("4", f"{order.figura} está aturdida: no gana puntos y descarta el estado", STUNNED)
    kept = tuple(state for state in figure.estados if state != "aturdimiento")
    left = max(0, figure.acciones - 1) if table.activa == order.figura else figure.acciones
    return table.change(order.figura, estados=kept, acciones=left), {"puntos": figure.puntos, "acciones": left}


PLAY = Play(
    state=Alliance,
    actions={
        **imperial_assault.PLAY.actions,
        "ataque": (attack.Attack, imperial_attack),
        "accion": (turn.Action, imperial_action),
        "instruccion": (Instruction, instruct),
        "equipo": (Gear, gear),
        "clase": (Training, training),
        "medpac": (Medpac, medpac),
        "heroes": (Heroes, heroes),
        "tension_por_puntos": (StrainForPoints, strain_for_points),
        "capacidad_imperial": (CardText, imperial_text),
    },
    answer=imperial_assault.answer,
    react=react,
    decision=imperial_assault.PLAY.decision,
    cards=imperial_assault.decidable,
    unasked=imperial_assault.PLAY.unasked,
    choices=imperial_assault.CHOICES,
    staging="kb.play.games.leyendas.staging",
)
