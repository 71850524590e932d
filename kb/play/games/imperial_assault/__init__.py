"""Imperial Assault: what a scenario may do and ask. The state, the board, the attack and the cards have files of their own."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from kb.play import grid
from kb.play.board import Board
from kb.play.board import Figure as BoardFigure
from kb.play.cite import Cite, cite
from kb.play.games.imperial_assault import (
    after,
    attack,
    entering,
    lists,
    measure,
    moves,
    paths,
    queue,
    skip,
    standing,
    state,
    strikes,
    targets,
    turn,
    walk,
    world,
)
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.queue import react
from kb.play.games.imperial_assault.state import Natural, Table, focused, heal, strain
from kb.play.games.imperial_assault.verbs import deeds, dice, gain, harm, moving, reading
from kb.play.games.imperial_assault.view import deed as event_of
from kb.play.games.imperial_assault.view import deployment, figure_of
from kb.play.games.imperial_assault.wounds import hurt
from kb.play.meaning.events import Ente
from kb.play.run import Illegal, Log, Pending, Play
from kb.play.validation import Model

TEST = cite("imperial-assault/pruebas-de-atributo#r-campana", "prueba")
SEVERAL = cite("imperial-assault/pruebas-de-atributo#r-varios-exitos", "ficha de Tensión por éxito")
SALE = cite("imperial-assault/etapa-de-mejora-rebelde#r-vender", "múltiplo de 25")
FREE_REINFORCE = cite("leyendas/apendice-2/otros#r-reforzar", "no se paga amenaza")
REINFORCE = cite("imperial-assault/refuerzos#r-808d5a", "otra figura de su grupo")
ELITE = cite("imperial-assault/pruebas-de-atributo#r-quien-tira", "élite")
MODULES = (
    paths, state, moves, after, attack, turn, lists, queue, measure,
    skip, standing, targets, walk, world, deeds, dice, gain, harm, moving, reading,
)  # fmt: skip
CITES: tuple[Cite, ...] = (
    *entering.CITES,
    *(value for value in list(globals().values()) if isinstance(value, Cite)),
    *(value for module in MODULES for value in vars(module).values() if isinstance(value, Cite)),
)


class Suffer(Model):
    figura: str
    dano: Natural = 0
    tension: Natural = 0
    descarta: Natural = 0
    """Skirmish: Command cards discarded, each instead of one damage."""


class Recover(Model):
    figura: str
    dano: Natural = 0
    tension: Natural = 0


class Test(Model):
    figura: str
    dados: tuple[str, ...] = ()
    exitos: Natural | None = None
    """Surges rolled, where the dice are told."""
    hacen_falta: Natural = 1
    fichas: Natural = 0
    """Strain tokens that earlier attempts left by it: one success each."""


class Sell(Model):
    coste: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """Printed price; without it, 50."""


class Reinforce(Model):
    figura: str
    coste: Natural
    casilla: tuple[int, int] | None = None


def suffer(table: Table, order: Suffer, log: Log) -> tuple[Table, dict[str, Any]]:
    dealt = order.dano
    if order.tension:
        table, more = strain(table, order.figura, order.tension, log, discarded=order.descarta)
        dealt += more
    return hurt(table, order.figura, order.dano, log), {"dano": dealt}


def recover(table: Table, order: Recover, log: Log) -> tuple[Table, dict[str, Any]]:
    return heal(table, order.figura, order.dano, order.tension, log, surplus=table.strain_heals), {}


def attribute_test(table: Table, order: Test, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    if not figure.heroe:
        won = 1 if figure.elite else 0
        log.say("", f"{order.figura} no tira: {'una de élite saca 1 éxito' if won else 'una normal falla'}", ELITE)
    else:
        table, _ = focused(table, order.figura, log, "")
        won = order.exitos or 0
        log.say("", f"{order.figura} saca {won} éxitos", TEST)
    roles = {"quien": figure_of(order.figura), "que": Ente("prueba", "prueba", frozenset({"prueba"}))}
    table = table.fresh().testing(order.figura, 0)
    table = log.happen(table, event_of(table, "mientras", "realizar", roles))
    won += table.tests[order.figura]
    table = table.fresh()
    if order.fichas:
        log.say("", f"descarta {order.fichas} fichas de Tensión de intentos anteriores: otros tantos éxitos", SEVERAL)
        won += order.fichas
    passed = won >= order.hacen_falta
    left = 0 if passed or order.hacen_falta < 2 else won
    if left:
        log.say("", f"falla y quedan {left} fichas de Tensión para el próximo intento", SEVERAL)
    return table, {"exitos": won, "supera": passed, "fichas": left}


def sell(table: Table, order: Sell, log: Log) -> tuple[Table, dict[str, Any]]:
    """Half the price to the nearest multiple of 25; the book does not say which way a tie goes."""
    if order.coste is None:
        log.say("", "la carta no tiene coste: 50 créditos", SALE)
        return table, {"creditos": 50}
    below = order.coste // 2 // 25 * 25
    over = order.coste - 2 * below
    if over == 25:
        raise Pending("la mitad cae justo entre dos múltiplos de 25 y el libro no dice hacia dónde se redondea")
    credits = below if over < 25 else below + 25
    log.say("", f"se vende por {credits} créditos", SALE)
    return table, {"creditos": credits}


def reinforce(table: Table, order: Reinforce, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    rest = [
        n
        for n, f in table.figuras.items()
        if f.grupo == figure.grupo and f.grupo and not f.derrotada and not f.fuera and n != order.figura
    ]
    if not (figure.derrotada or figure.fuera) or not rest:
        raise Illegal(f"{order.figura} no vuelve: hace falta que no esté en el tablero y quede otra de su grupo", REINFORCE)
    cost = order.coste if table.reinforcements_cost else 0
    if cost > table.amenaza:
        raise Illegal(f"cuesta {cost} de amenaza y hay {table.amenaza}", REINFORCE)
    if table.reinforcements_cost:
        log.say("3", f"{order.figura} vuelve por {cost} de amenaza", REINFORCE)
    else:
        log.say("", f"{order.figura} vuelve al tablero sin pagar amenaza", FREE_REINFORCE)
    back = table.change(order.figura, derrotada=False, dano=0, fuera=True)
    table = back.model_copy(update={"amenaza": table.amenaza - cost})
    if order.casilla is None:
        return table.change(order.figura, fuera=bool(table.tablero)), {}
    return moves.place(table, moves.Place(figura=order.figura, casilla=order.casilla), log)[0], {}


def deploy(table: Table, order: moves.Place, log: Log) -> tuple[Table, dict[str, Any]]:
    """Placed; and, of a figure that was not on the board yet, deployed."""
    new = table.figure(order.figura).fuera
    table, result = moves.place(table, order, log)
    return (log.happen(table, deployment(table, order.figura)) if new else table), result


def open_door(table: Table, order: moves.Open, log: Log) -> tuple[Table, dict[str, Any]]:
    """Opened; whatever waits for it, and the doors that the mission names, know it."""
    table = turn.interacts(table, order.figura, log)
    table, result = moves.open_door(table, order, log)
    squares = set(order.puerta)
    for name, thing in table.objetos.items():
        if thing.tipo == "puerta" and thing.casilla in squares:
            opened = thing.model_copy(update={"cerrada": False})
            table = table.model_copy(update={"objetos": {**table.objetos, name: opened}})
            roles = {"quien": figure_of(order.figura), "que": Ente("objeto", name)}
            table = log.happen(table, event_of(table, "mientras", "abrir", roles))
    return table, result


def push(table: Table, order: moves.Push, log: Log) -> tuple[Table, dict[str, Any]]:
    standing.barred(table, log, "empujar", order.figura)
    return moves.push(table, order, log)


def _squares_between(board: Board, a: BoardFigure, b: BoardFigure) -> int | None:
    return grid.distance(board, a.squares, b.squares)


_ASK: tuple[tuple[re.Pattern[str], Callable[[Board, BoardFigure, BoardFigure], Any]], ...] = (
    (re.compile(r"(\w) ve a (\w)"), grid.sees),
    (re.compile(r"(\w) y (\w) adyacentes"), grid.figures_adjacent),
    (re.compile(r"de (\w) a (\w)"), _squares_between),
)


def answer(table: Table, question: str) -> Any:
    """«A ve a B», «A y B adyacentes», «de A a B»."""
    for pattern, ask in _ASK:
        if found := pattern.fullmatch(question):
            first, second = (table.board.figure(name) for name in found.groups())
            return ask(table.board, first, second)
    return None


def decidable(table: Table) -> list[str]:
    """Cards about which a step may tell a decision, as `carta` or as `figura/carta`."""
    return [name for held in standing.in_play(table) for name in (held.card, f"{held.bearer.name}/{held.card}")]


CHOICES = frozenset(
    {"tajo_a", "fichas", "empujadas", "descarta", "gasta", "palabras_clave", "objetivo", "acaba", "bonificacion"}
)
PLAY = Play(
    state=Table,
    actions={
        "ataque": (attack.Attack, strikes.attack),
        "sufre": (Suffer, suffer),
        "recupera": (Recover, recover),
        "prueba": (Test, attribute_test),
        "mueve": (turn.Walk, turn.walk),
        "entra": (entering.Enter, entering.enter),
        "rota": (moves.Rotate, turn.turn_base),
        "coloca": (moves.Place, deploy),
        "empuja": (moves.Push, push),
        "abre": (moves.Open, open_door),
        "activa": (turn.Activate, turn.activate),
        "accion": (turn.Action, turn.action),
        "capacidad": (turn.Ability, turn.ability),
        "tension_por_puntos": (turn.Trade, turn.trade),
        "termina": (turn.Finish, turn.finish),
        "vende": (Sell, sell),
        "refuerza": (Reinforce, reinforce),
        "siguiente_ronda": (turn.Round, turn.next_round),
        "evento": (turn.Rule, turn.resolve_rule),
        "activa_grupo": (lists.Orders, lists.activate),
    },
    answer=answer,
    react=react,
    decision=Told,
    cards=decidable,
    unasked=world.ABILITY,
    choices=CHOICES,
    staging="kb.play.games.imperial_assault.staging",
)
