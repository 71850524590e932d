"""Imperial Assault: figures on a board or at a stated distance, attacks in seven steps, strain, defeat, attribute tests."""

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from kb.play import grid
from kb.play.board import Board
from kb.play.board import Figure as BoardFigure
from kb.play.cite import Cite, cite
from kb.play.dice import die_faces
from kb.play.errors import PlayError
from kb.play.games import assault_moves as moves
from kb.play.games import assault_state
from kb.play.games.assault_state import RECOVER, Figure, Natural, Table, condition, harm, heal, strain, without
from kb.play.odds import imperial_assault as odds
from kb.play.run import Illegal, Log, Play
from kb.play.validation import Model

DECLARE = cite("imperial-assault/pasos-de-un-ataque#r1", "Declarar objetivo")
ROLL = cite("imperial-assault/pasos-de-un-ataque#r2", "a la vez")
MODIFY = cite("imperial-assault/pasos-de-un-ataque#r4", "evadir")
SPEND = cite("imperial-assault/incrementos#r3", "una vez por ataque")
ACCURACY = cite("imperial-assault/pasos-de-un-ataque#r6", "precisión")
HURT = cite("imperial-assault/pasos-de-un-ataque#r7", "bloqueo")
MISS = cite("imperial-assault/fallar#r1", "falla")
DODGE = cite("imperial-assault/fallar#r2", "esquivar")
FOCUS = cite("imperial-assault/concentracion#r1", "dado verde")
BLAST = cite("imperial-assault/explosion#r1", "adyacente")
CLEAVE = cite("imperial-assault/tajo#r1", "otra figura")
TEST = cite("imperial-assault/pruebas-de-atributo#r1", "prueba")
ELITE = cite("imperial-assault/pruebas-de-atributo#r5", "élite")
CITES: tuple[Cite, ...] = (
    *(v for v in list(globals().values()) if isinstance(v, Cite)),
    grid.SIGHT,
    grid.COUNTING,
    grid.ADJACENT,
    *(v for v in vars(assault_state).values() if isinstance(v, Cite)),
    *moves.CITES,
)
STATES = {"Aturdimiento": "aturdimiento", "Hemorragia": "hemorragia", "Debilidad": "debilidad"}


class Attack(Model):
    atacante: str
    defensor: str
    tipo: Literal["cuerpo_a_cuerpo", "a_distancia"]
    distancia: Natural | None = None
    """Squares, where there is no board."""
    dados: tuple[Literal["rojo", "azul", "verde", "amarillo"], ...]
    ataque: tuple[Annotated[int, Field(ge=1, le=6)], ...] | None = None
    """Face of each die, 1 to 6 in the order of juego.toml; or `resultados`."""
    resultados: dict[Literal["dano", "incremento", "precision"], Natural] | None = None
    defensa: tuple[Annotated[int, Field(ge=1, le=6)], ...] | None = None
    resultados_de_defensa: dict[Literal["bloqueo", "evadir", "esquivar"], Natural] | None = None
    capacidades: tuple[str, ...] = ()
    gasta: tuple[str, ...] | None = None
    """Surge abilities it spends on, as written."""
    palabras_clave: tuple[str, ...] = ()
    tajo_a: str | None = None
    prioridad: bool = False
    """Leyendas: the list is a priority and nobody chooses."""


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


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    attacker, target = table.figure(order.atacante), table.figure(order.defensor)
    distance = _declare(table, order, attacker)
    log.say("1", f"{order.atacante} declara como objetivo a {order.defensor}", DECLARE)
    dice = order.dados
    if "concentracion" in attacker.estados:
        dice = (*dice, "verde")
        table = table.put(order.atacante, attacker.model_copy(update={"estados": without(attacker.estados, "concentracion")}))
        log.say("1", f"{order.atacante} añade un dado verde y descarta Concentración", FOCUS, "Concentración")
    roll = _results(order.resultados, order.ataque, dice, odds.ATTACK_ICONS, log, "ataque")
    shield = _results(order.resultados_de_defensa, order.defensa, target.defensa, odds.DEFENSE_ICONS, log, "defensa")
    log.say("2", f"ataque {_named(odds.ATTACK_ICONS, roll)}; defensa {_named(odds.DEFENSE_ICONS, shield)}", ROLL)
    gains = {text: odds.read_ability(text) for text in order.capacidades}
    fixed = odds.summed([*(odds.read_ability(t) for t in order.palabras_clave), *(g for g in gains.values() if not g.surges)])
    spec = odds.Attack(dice, target.defensa, distance, (), fixed)
    surges = odds.surges_left(spec, roll, shield)
    log.say("4", f"quedan {surges} incrementos tras cancelar con evadir", MODIFY)
    spent = _spending(order, gains, surges, spec, roll, shield, log)
    total = odds.summed(gains[text] for text in spent)
    missed = odds.missed(spec, roll[2] + fixed.accuracy + total.accuracy, shield[2])
    if missed:
        log.say("6", "el ataque falla", DODGE if shield[2] else ACCURACY)
    dealt = odds.damage(spec, roll, shield, total)
    if not missed:
        log.say("7", f"{order.defensor} sufre {dealt} de daño tras restar el bloqueo", HURT)
    table = harm(table, order.defensor, dealt, log)
    table = _after(table, order, (*fixed.after, *total.after), dealt, log)
    used = sum(gains[text].surges for text in spent)
    return table, {
        "falla": missed,
        "dano": dealt,
        "incrementos": surges,
        "incrementos_perdidos": surges - used,
        "gastado": list(spent),
    }


def _declare(table: Table, order: Attack, attacker: Figure) -> int | None:
    """Checks the target and gives the squares to it; None in melee."""
    if not table.tablero:
        return None if order.tipo == "cuerpo_a_cuerpo" else (order.distancia or 1)
    board = table.board
    a, b = board.figure(order.atacante), board.figure(order.defensor)
    squares = grid.distance(board, a.squares, b.squares)
    if order.tipo == "cuerpo_a_cuerpo":
        reach = attacker.gran_alcance and squares is not None and squares <= 2 and grid.sees(board, a, b)
        if not grid.figures_adjacent(board, a, b) and not reach:
            raise Illegal(f"{order.defensor} no está adyacente a {order.atacante}", DECLARE)
        return None
    if not grid.sees(board, a, b):
        raise Illegal(f"{order.atacante} no tiene línea de visión hasta {order.defensor}", grid.SIGHT)
    return squares if squares is not None else 100


def _results(told: Any, faces: Any, dice: tuple[str, ...], icons: tuple[str, ...], log: Log, what: str) -> tuple[int, ...]:
    if told is not None:
        return tuple(told.get(icon, 0) for icon in icons)
    shown = log.roll([str(f) for f in faces] if faces is not None else None, len(dice), tuple("123456"), f"los dados de {what}")
    rows = [die_faces(odds.GAME, die, icons)[int(face) - 1] for die, face in zip(dice, shown, strict=True)]
    return tuple(sum(row[i] for row in rows) for i in range(len(icons)))


def _spending(
    order: Attack, gains: dict[str, odds.Gain], surges: int, spec: odds.Attack, roll: Any, shield: Any, log: Log
) -> tuple[str, ...]:
    if order.prioridad:
        return _by_list(gains, surges, spec, roll, shield, log)
    if order.gasta is None:
        for text, gain in gains.items():
            if 0 < gain.surges <= surges:
                log.offer(order.atacante, "5", f"puedes gastar {gain.surges} incrementos en «{text}»")
        return ()
    for text in order.gasta:
        if text not in gains:
            raise PlayError(f"«{text}» no está entre las capacidades")
        if order.gasta.count(text) > 1:
            raise Illegal(f"«{text}» sólo se puede usar una vez por ataque", SPEND)
    if sum(gains[text].surges for text in order.gasta) > surges:
        raise Illegal(f"sólo hay {surges} incrementos que gastar", SPEND)
    for text in order.gasta:
        log.say("5", f"{order.atacante} gasta {gains[text].surges} incrementos", SPEND, text, text)
    return order.gasta


LIST = cite("leyendas/gastar-incrementos#r5", "desde arriba")
VAIN = cite("leyendas/gastar-incrementos#r4", "no tendría efecto")


def _by_list(gains: dict[str, odds.Gain], surges: int, spec: odds.Attack, roll: Any, shield: Any, log: Log) -> tuple[str, ...]:
    """Leyendas: the first ability of the list that is unused, payable and of some effect; then from the top again."""
    used: list[str] = []
    while True:
        for text, gain in gains.items():
            total = odds.summed(gains[t] for t in used)
            more = odds.summed([total, gain])
            if not gain.surges or text in used or gain.surges > surges:
                continue
            if not _does_something(gain, total, more, spec, roll, shield):
                log.say("3", f"se omite «{text}»: no tendría efecto", VAIN, text, text)
                continue
            used.append(text)
            surges -= gain.surges
            log.say("3", f"gasta {gain.surges} incrementos en «{text}»", LIST, text, text)
            break
        else:
            return tuple(used)


def _does_something(gain: odds.Gain, before: odds.Gain, after: odds.Gain, spec: odds.Attack, roll: Any, shield: Any) -> bool:
    short = spec.distance is not None and roll[2] + spec.fixed.accuracy + before.accuracy < max(1, spec.distance)
    if gain.accuracy and short:
        return True
    if odds.damage(spec, roll, shield, after) > odds.damage(spec, roll, shield, before):
        return True
    return bool(gain.after) and odds.damage(spec, roll, shield, after) > 0


def _after(table: Table, order: Attack, parts: tuple[str, ...], dealt: int, log: Log) -> Table:
    """What waits for the end of the attack: blast, cleave and states need one damage; recovery does not."""
    for part in parts:
        word = part.split()[0]
        number = int(m[0]) if (m := re.search(r"\d+", part)) else 0
        if word == "Recuperación":
            field = "tension" if "tensión" in part else "dano"
            figure = table.figure(order.atacante)
            value = max(0, getattr(figure, field) - number)
            table = table.put(order.atacante, figure.model_copy(update={field: value}))
            log.say("7c", f"{order.atacante} se recupera de {number}", RECOVER, part, part)
        elif not dealt:
            continue
        elif word == "Concentración":
            table = condition(table, order.atacante, "concentracion", log, "7c", part, part)
        elif word in STATES:
            table = condition(table, order.defensor, STATES[word], log, "7c", part, part)
        elif word == "Explosión":
            table = _blast(table, order, number, part, log)
        elif word == "Tajo" and order.tajo_a:
            log.say("7c", f"{order.tajo_a} sufre {number} de daño por el Tajo", CLEAVE, part, part)
            table = harm(table, order.tajo_a, number, log)
    return table


def _blast(table: Table, order: Attack, number: int, part: str, log: Log) -> Table:
    board = table.board
    centre = board.figure(order.defensor)
    for name, other in board.figures.items():
        if grid.figures_adjacent(board, centre, other):
            log.say("7c", f"{name} sufre {number} de daño por la Explosión", BLAST, part, part)
            table = harm(table, name, number, log)
    return table


def suffer(table: Table, order: Suffer, log: Log) -> tuple[Table, dict[str, Any]]:
    dealt = order.dano
    if order.tension:
        table, more = strain(table, order.figura, order.tension, log)
        dealt += more
    return harm(table, order.figura, order.dano, log), {"dano": dealt}


def recover(table: Table, order: Recover, log: Log) -> tuple[Table, dict[str, Any]]:
    return heal(table, order.figura, order.dano, order.tension, log), {}


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


def _named(icons: tuple[str, ...], counts: tuple[int, ...]) -> str:
    return ", ".join(f"{n} {icon}" for icon, n in zip(icons, counts, strict=True) if n) or "nada"


PLAY = Play(
    state=Table,
    actions={
        "ataque": (Attack, attack),
        "sufre": (Suffer, suffer),
        "recupera": (Recover, recover),
        "prueba": (Test, attribute_test),
        "mueve": (moves.Move, moves.move),
        "rota": (moves.Rotate, moves.rotate),
        "coloca": (moves.Place, moves.place),
        "empuja": (moves.Push, moves.push),
        "abre": (moves.Open, moves.open_door),
    },
    answer=answer,
)
