"""Imperial Assault: what a scenario may do and ask. The state, the board, the attack and the cards have files of their own."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from kb.play import grid, moves
from kb.play.board import Board
from kb.play.board import Figure as BoardFigure
from kb.play.cite import Cite, cite
from kb.play.games.assault import after as assault_after
from kb.play.games.assault import attack as assault_attack
from kb.play.games.assault import lists as assault_lists
from kb.play.games.assault import moves as assault_moves
from kb.play.games.assault import queue as assault_queue
from kb.play.games.assault import skip, standing, strikes, targets, walk, world
from kb.play.games.assault import state as assault_state
from kb.play.games.assault import turn as assault_turn
from kb.play.games.assault.decision import Told
from kb.play.games.assault.queue import react
from kb.play.games.assault.state import Natural, Table, focused, heal, strain
from kb.play.games.assault.verbs import deeds, dice, gain, harm, moving, reading
from kb.play.games.assault.view import deed as event_of
from kb.play.games.assault.view import deployment, figure_of
from kb.play.games.assault.wounds import hurt
from kb.play.meaning.events import Ente
from kb.play.run import Illegal, Log, Pending, Play
from kb.play.validation import Model

TEST = cite("imperial-assault/pruebas-de-atributo#r-campana", "prueba")
SEVERAL = cite("imperial-assault/pruebas-de-atributo#r-varios-exitos", "ficha de Tensión por éxito")
SALE = cite("imperial-assault/etapa-de-mejora-rebelde#r-vender", "múltiplo de 25")
REINFORCE = cite("imperial-assault/refuerzos#r-808d5a", "otra figura de su grupo")
ELITE = cite("imperial-assault/pruebas-de-atributo#r-quien-tira", "élite")
MODULES = (
    grid, moves, assault_state, assault_moves, assault_after, assault_attack, assault_turn, assault_lists, assault_queue,
    skip, standing, targets, walk, world, deeds, dice, gain, harm, moving, reading,
)  # fmt: skip
CITES: tuple[Cite, ...] = (
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
        n for n, f in table.figuras.items() if f.grupo == figure.grupo and f.grupo and not f.derrotada and n != order.figura
    ]
    if not figure.derrotada or not rest:
        raise Illegal(f"{order.figura} no vuelve: hace falta que esté derrotada y quede otra de su grupo", REINFORCE)
    if order.coste > table.amenaza:
        raise Illegal(f"cuesta {order.coste} de amenaza y hay {table.amenaza}", REINFORCE)
    log.say("3", f"{order.figura} vuelve por {order.coste} de amenaza", REINFORCE)
    table = table.change(order.figura, derrotada=False, dano=0, fuera=True).model_copy(
        update={"amenaza": table.amenaza - order.coste}
    )
    if order.casilla is None:
        return table.change(order.figura, fuera=bool(table.tablero)), {}
    return assault_moves.place(table, assault_moves.Place(figura=order.figura, casilla=order.casilla), log)[0], {}


def deploy(table: Table, order: assault_moves.Place, log: Log) -> tuple[Table, dict[str, Any]]:
    """Placed; and, of a figure that was not on the board yet, deployed."""
    new = table.figure(order.figura).fuera
    table, result = assault_moves.place(table, order, log)
    return (log.happen(table, deployment(table, order.figura)) if new else table), result


def open_door(table: Table, order: assault_moves.Open, log: Log) -> tuple[Table, dict[str, Any]]:
    """Opened; whatever waits for it, and the doors that the mission names, know it."""
    table, result = assault_moves.open_door(table, order, log)
    squares = set(order.puerta)
    for name, thing in table.objetos.items():
        if thing.tipo == "puerta" and thing.casilla in squares:
            opened = thing.model_copy(update={"cerrada": False})
            table = table.model_copy(update={"objetos": {**table.objetos, name: opened}})
            roles = {"quien": figure_of(order.figura), "que": Ente("objeto", name)}
            table = log.happen(table, event_of(table, "mientras", "abrir", roles))
    return table, result


def push(table: Table, order: assault_moves.Push, log: Log) -> tuple[Table, dict[str, Any]]:
    standing.barred(table, log, "empujar", order.figura)
    return assault_moves.push(table, order, log)


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


PLAY = Play(
    state=Table,
    actions={
        "ataque": (assault_attack.Attack, strikes.attack),
        "sufre": (Suffer, suffer),
        "recupera": (Recover, recover),
        "prueba": (Test, attribute_test),
        "mueve": (assault_turn.Walk, assault_turn.walk),
        "rota": (assault_moves.Rotate, assault_moves.rotate),
        "coloca": (assault_moves.Place, deploy),
        "empuja": (assault_moves.Push, push),
        "abre": (assault_moves.Open, open_door),
        "activa": (assault_turn.Activate, assault_turn.activate),
        "accion": (assault_turn.Action, assault_turn.action),
        "capacidad": (assault_turn.Ability, assault_turn.ability),
        "tension_por_puntos": (assault_turn.Trade, assault_turn.trade),
        "termina": (assault_turn.Finish, assault_turn.finish),
        "vende": (Sell, sell),
        "refuerza": (Reinforce, reinforce),
        "siguiente_ronda": (assault_turn.Round, assault_turn.next_round),
        "evento": (assault_turn.Rule, assault_turn.resolve_rule),
        "activa_grupo": (assault_lists.Orders, assault_lists.activate),
    },
    answer=answer,
    react=react,
    decision=Told,
    cards=decidable,
    unasked=world.ABILITY,
    staging="kb.play.games.assault.staging",
)
