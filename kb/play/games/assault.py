"""Imperial Assault: what a scenario may do and ask. The state, the board, the attack and the cards have files of their own."""

import re
from collections.abc import Callable
from typing import Any

from kb.play import grid, moves
from kb.play.board import Board
from kb.play.board import Figure as BoardFigure
from kb.play.cite import Cite, cite
from kb.play.games import (
    assault_after,
    assault_amount,
    assault_attack,
    assault_dice,
    assault_do,
    assault_moves,
    assault_play,
    assault_scene,
    assault_state,
    assault_turn,
)
from kb.play.games.assault_state import Natural, Table, harm, heal, strain
from kb.play.run import Log, Play
from kb.play.validation import Model

TEST = cite("imperial-assault/pruebas-de-atributo#r1", "prueba")
ELITE = cite("imperial-assault/pruebas-de-atributo#r5", "élite")
MODULES = (
    grid, moves, assault_state, assault_moves, assault_scene, assault_amount, assault_dice, assault_do, assault_play,
    assault_after, assault_attack, assault_turn,
)  # fmt: skip
CITES: tuple[Cite, ...] = (TEST, ELITE, *(v for m in MODULES for v in vars(m).values() if isinstance(v, Cite)))


class Suffer(Model):
    figura: str
    dano: Natural = 0
    tension: Natural = 0


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


def suffer(table: Table, order: Suffer, log: Log) -> tuple[Table, dict[str, Any]]:
    dealt = order.dano
    if order.tension:
        table, more = strain(table, order.figura, order.tension, log)
        dealt += more
    return harm(table, order.figura, order.dano, log), {"dano": dealt}


def recover(table: Table, order: Recover, log: Log) -> tuple[Table, dict[str, Any]]:
    return heal(table, order.figura, order.dano, order.tension, log, surplus=table.strain_heals), {}


def attribute_test(table: Table, order: Test, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.figure(order.figura)
    if not figure.heroe:
        won = 1 if figure.elite else 0
        log.say("", f"{order.figura} no tira: {'una de élite saca 1 éxito' if won else 'una normal falla'}", ELITE)
    else:
        won = order.exitos or 0
        log.say("", f"{order.figura} saca {won} éxitos", TEST)
    return table, {"exitos": won, "supera": won >= order.hacen_falta}


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


PLAY = Play(
    state=Table,
    actions={
        "ataque": (assault_attack.Attack, assault_attack.attack),
        "sufre": (Suffer, suffer),
        "recupera": (Recover, recover),
        "prueba": (Test, attribute_test),
        "mueve": (assault_turn.Walk, assault_turn.walk),
        "rota": (assault_moves.Rotate, assault_moves.rotate),
        "coloca": (assault_moves.Place, assault_moves.place),
        "empuja": (assault_moves.Push, assault_moves.push),
        "abre": (assault_moves.Open, assault_moves.open_door),
        "activa": (assault_turn.Activate, assault_turn.activate),
        "accion": (assault_turn.Action, assault_turn.action),
        "capacidad": (assault_turn.Ability, assault_turn.ability),
        "tension_por_puntos": (assault_turn.Trade, assault_turn.trade),
        "termina": (assault_turn.Finish, assault_turn.finish),
        "siguiente_ronda": (assault_turn.Round, assault_turn.next_round),
    },
    answer=answer,
)
