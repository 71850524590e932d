"""The list of instructions of an Imperial group, figure by figure: cost, skipping, resolving (Leyendas)."""

from typing import Annotated, Any

from pydantic import Field

from grammar.meaning.effect import Capacidad
from grammar.meaning.values import Cual, Nombre
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.attack import DefenseResults, Face, Results
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.fight import GAME
from kb.play.games.imperial_assault.missions import announces, with_mission
from kb.play.games.imperial_assault.runs import never_run
from kb.play.games.imperial_assault.skip import SKIP, Skip
from kb.play.games.imperial_assault.standing import BONUS_NAME, Barred, end, equipped, stands, tell_ignored
from kb.play.games.imperial_assault.state import Table, harm, rebel, without
from kb.play.games.imperial_assault.view import Use, activation, figure_of, going
from kb.play.meaning.abilities import Ability, NotUnderstood, abilities_of, refusal
from kb.play.meaning.board import Held
from kb.play.meaning.notrun import NotRun
from kb.play.meaning.queue import stands_only
from kb.play.meaning.select import Nobody
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model

COST = cite("leyendas/lista-de-instrucciones#r-ee2fe2", "una acción por cada icono")
END = cite("leyendas/lista-de-instrucciones#r-d84586", "acaba su activación")
ONE_ATTACK = cite("leyendas/limite-de-una-accion-de-ataque#r-5e27a7", "una acción de ataque")
BONUS = cite("leyendas/efecto-de-bonificacion#r-301458", "cada figura del grupo")
BLEEDING = cite("leyendas/apendice-1/estados#r-hemorragia", "Hemorragia")


class Roll(Model):
    """What comes up in an attack of the list."""

    ataque: tuple[Face, ...] | None = None
    defensa: tuple[Face, ...] | None = None
    resultados: Results | None = None
    resultados_de_defensa: DefenseResults | None = None
    usa: dict[str, Told] = Field(default_factory=dict)
    tajo_a: str | None = None


class Orders(Model):
    """The activation of one Imperial figure by its list."""

    figura: str
    lista: Annotated[tuple[str, ...], Field(max_length=20)]
    bonificacion: str = ""
    objetivo: str | None = None
    """Whom [rebelde-objetivo] points at, where it is not the nearest Rebel."""
    acaba: dict[int, tuple[int, int]] = Field(default_factory=dict)
    """By number of instruction, where it ends among places as good."""
    ataques: tuple[Roll, ...] = ()
    usa: dict[str, Told] = Field(default_factory=dict)
    """By number of instruction («1») or name of card: dice, successes, whom."""


def activate(table: Table, order: Orders, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    if rebel(figure):
        raise Illegal(f"{order.figura} no es Imperial: no se activa por una lista", END)
    if table.figure(order.figura).derrotada or table.figure(order.figura).fuera:
        raise Illegal(f"{order.figura} no está en el tablero: no se activa", END)
    table = equipped(table)
    tell_ignored(table, log)
    if order.bonificacion:
        log.say("3", f"efecto de bonificación: {order.bonificacion}", BONUS, BONUS_NAME, order.bonificacion)
        table = table.change(order.figura, cartas={**figure.cartas, BONUS_NAME: order.bonificacion})
    log.decisions = {**log.decisions, **{name: told for name, told in order.usa.items() if not name.isdigit()}}
    rolls = tuple(roll.model_dump(exclude_none=True) for roll in order.ataques)
    fresh = {"acciones": 2, "ataques": 0, "movida": False, "hechas": (), "anterior": False, "interrumpida": False}
    table = table.change(order.figura, **fresh).model_copy(update={"activa": order.figura}).by_list(True, rolls)
    table = _moment(table, "comienzo", order.figura, log)
    table = _bonus(table, order, log)
    done: list[bool] = []
    attacked = False
    for number, text in enumerate(with_mission(table, order.figura, order.lista, log), 1):
        for one in _instructions(table, number, text):
            if over(table, order.figura):
                break
            table, resolved, struck = _instruction(table, order, number, text, one, attacked, log)
            attacked |= struck
            table = table.change(order.figura, anterior=resolved)
            done.append(resolved)
    if not table.figure(order.figura).derrotada:
        table = _moment(table, "final", order.figura, log)
        table = _moment(table, "despues", order.figura, log)
    left, used = table.figure(order.figura).acciones, len(rolls) - len(table.rolls)
    cards = {k: v for k, v in table.figure(order.figura).cartas.items() if k != BONUS_NAME}
    table = table.change(order.figura, acciones=0, puntos=0, activada=True, cartas=cards).by_list(False)
    table = end(table.model_copy(update={"activa": None}), "activacion").fresh()
    log.say("5", f"{order.figura} acaba su activación", END)
    return table, {"hechas": done, "acciones_sin_usar": left, "ataques": used}


def _bonus(table: Table, order: Orders, log: Log) -> Table:
    """What a bonus orders without saying when is done as the activation begins."""
    text = order.bonificacion
    if not text or refusal(text, table.game):
        return table
    held = Held(figure_of(order.figura), BONUS_NAME, text)
    for one in abilities_of(text, table.game):
        if (
            one.moments
            or one.clase != "constante"
            or stands(one)
            or stands_only(one)
            or any(announces(fact) for fact in one.facts())
        ):
            continue
        try:
            table = log.happen(table.fresh(), Use(held, one, "3", order.usa.get(BONUS_NAME)))
        except (Skip, NotRun) as skip:
            log.say("3", f"{BONUS_NAME}: {skip.reason}: se omite", skip.rule, BONUS_NAME, text)
    return table


def over(table: Table, name: str) -> bool:
    figure = table.figure(name)
    return figure.derrotada or figure.interrumpida


def _moment(table: Table, rel: str, name: str, log: Log) -> Table:
    event = activation(table, rel, name, "3")
    return log.happen(table.fresh(), (event, going(table, "3")))


def _instructions(table: Table, number: int, text: str) -> list[Ability]:
    """A line is one instruction; a text with several of them is a list."""
    if refusal(text, table.game):
        raise PlayError(f"no se entiende la instrucción {number}: {refusal(text, table.game)}")
    try:
        found = abilities_of(text, table.game)
    except NotUnderstood as error:
        raise PlayError(f"no se entiende la instrucción {number}: {error.reason}") from None
    listed = [i for one in found if one.clase == "instrucciones" for i in one.steps if isinstance(i, Capacidad)]
    if listed and all(one.clase == "instrucciones" for one in found):
        return [Ability(n, i, i.cuando, (*i.coste, *i.pasos)) for n, i in enumerate(listed, 1)]
    return [found[0]] if listed else [_whole(found)]


def _whole(found: tuple[Ability, ...]) -> Ability:
    """Sentences of one instruction, each read by itself, are resolved in order."""
    first = found[0]
    untimed = [one for one in found if not one.moments]
    return Ability(first.place, first.whole, first.moments, tuple(s for one in untimed for s in one.steps) or first.steps)


def cost_of(ability: Ability) -> tuple[int, bool]:
    """How many actions it takes, and whether it is the attack action."""
    icons = [value.id for key, value in ability.whole.cabecera if key == "coste" and isinstance(value, Cual)]
    told = next((v.id for k, v in ability.whole.cabecera if k == "cuantos" and isinstance(v, Cual)), "")
    many = sum(icon in ("accion", "accion_ataque") for icon in icons)
    return max(many, int(told) if told.isdigit() and many else 0), "accion_ataque" in icons


def _instruction(
    table: Table, order: Orders, number: int, text: str, one: Ability, attacked: bool, log: Log
) -> tuple[Table, bool, bool]:
    """(table, whether it was resolved, whether it was the attack action)."""
    name = order.figura
    cost, strikes = cost_of(one)
    for line in never_run(text):
        log.say(_step(table), f"instrucción {number}: se lee pero no se ejecuta: {line}", END, text, text)
    if cost > table.figure(name).acciones:
        log.say("4a", f"instrucción {number}: cuesta {cost} acciones y quedan {table.figure(name).acciones}: se omite", COST)
        return table, False, False
    if strikes and attacked:
        log.say("4c", f"instrucción {number}: ya hizo su acción de ataque: se omite", ONE_ATTACK)
        return table, False, False
    title = next((v.nombre for k, v in one.whole.cabecera if k == "nombre" and isinstance(v, Nombre)), "")
    held = Held(figure_of(name), title or f"instrucción {number}", text)
    try:
        after = log.happen(table.fresh(), Use(held, one, _step(table), _told(order, number)))
    except Pending as missing:
        raise Pending(f"{missing.reason}; en «usa», con el número de la instrucción: «{number}»") from None
    except (Skip, NotRun, Barred, Nobody) as skip:
        log.say("4c", f"instrucción {number}: {skip.reason}: se omite", skip.rule)
        return table, False, False
    if after.fresh() == table.fresh():
        log.say("4c", f"instrucción {number}: no cambiaría nada: se omite", SKIP)
        return table, False, False
    done = after.figure(name)
    after = after.change(name, acciones=max(0, done.acciones - cost), hechas=(*done.hechas, title) if title else done.hechas)
    log.say(_step(table), f"instrucción {number}: resuelta por {cost} acciones", COST, text, text)
    return (bleed(after, name, log) if cost else after), True, strikes


def _told(order: Orders, number: int) -> Told:
    told = order.usa.get(str(number), Told())
    if number in order.acaba:
        told = told.model_copy(update={"camino": (order.acaba[number],)})
    return told.model_copy(update={"papeles": {**told.papeles, "rebelde_objetivo": order.objetivo}}) if order.objetivo else told


def bleed(table: Table, name: str, log: Log) -> Table:
    """After an instruction with an action icon; with one health left the condition goes."""
    figure = table.figure(name)
    if "hemorragia" not in figure.estados or figure.derrotada:
        return table
    log.say("4e", f"{name} sufre 1 de daño por la Hemorragia", BLEEDING)
    table = harm(table, name, 1, log, "4e")
    figure = table.figure(name)
    if not figure.derrotada and figure.vida - figure.dano == 1:
        log.say("4e", "queda a 1 de Vida: descarta la Hemorragia", BLEEDING)
        table = table.change(name, estados=without(figure.estados, "hemorragia"))
    return table


def _step(table: Table) -> str:
    """Where a list is followed: a step of Leyendas' sequence; the game that it is a mode of has none for it."""
    return "" if table.game == GAME else "4d"
