"""What waits for the end of an attack: blast, cleave and conditions need one damage; recovery does not («Incrementos»)."""

from kb.play import grid
from kb.play.cite import cite
from kb.play.games.imperial_assault.fight import Fight
from kb.play.games.imperial_assault.measure import friends
from kb.play.games.imperial_assault.standing import keywords
from kb.play.games.imperial_assault.state import HARMFUL, Table, condition, heal, rebel
from kb.play.games.imperial_assault.wounds import hurt
from kb.play.run import Illegal, Log, Pending

BLAST = cite("imperial-assault/explosion#r-f51183", "adyacente")
CLEAVE = cite("imperial-assault/tajo#r-3de664", "otra figura")
Keyword = tuple[str, int, str, str]
"""(keyword or condition, number, icon, words)."""


def follow(table: Table, fight: Fight, keyword: Keyword, cleaved: str | None, log: Log, step: str) -> Table:
    kind, n, icon, words = keyword
    if kind == "recuperacion":
        loss = (n, 0) if icon == "dano" else (0, n)
        return heal(table, fight.attacker, *loss, log, step, table.strain_heals)
    if not fight.dealt:
        return table
    if kind == "explosion":
        return _blast(table, fight, n, words, log, step)
    if kind == "tajo":
        return _cleave(table, fight, n, words, cleaved, log, step)
    name = fight.defender if kind in HARMFUL else fight.attacker
    if table.figure(name).derrotada:
        return table
    return condition(table, name, kind, log, step, words, words)


def _blast(table: Table, fight: Fight, n: int, words: str, log: Log, step: str) -> Table:
    """Everybody next to the target's space, friends too (not in Leyendas); never the target."""
    board = table.board
    for name, other in board.figures.items():
        near = any(grid.adjacent(board, a, b) for a in fight.target for b in other.squares)
        if fight.blast_on is not None:
            near = name in fight.blast_on
        spared = table.blast_spares_friends and friends(table, fight.attacker, name)
        if name != fight.defender and near and not spared:
            log.say(step, f"{name} sufre {n} de daño por la Explosión", BLAST, words, words)
            table = hurt(table, name, n, log, step, fight.attacker)
    return table


def _cleave(table: Table, fight: Fight, n: int, words: str, other: str | None, log: Log, step: str) -> Table:
    if other is None and table.nobody_decides_for_the_empire and not rebel(table.figure(fight.attacker)) and table.tablero:
        able = [name for name, figure in table.figuras.items() if rebel(figure) and _cleavable(table, fight, name)]
        if not able:
            return table
        other = able[0] if len(able) == 1 else None
        if other is None:
            told = f"el Tajo alcanza a {', '.join(able)}: di en «tajo_a» a cuál, el más perjudicial para los jugadores"
            raise Pending(told)
    if other is None:
        log.offer(fight.attacker, step, f"puedes hacer sufrir {n} de daño a otro objetivo válido con el Tajo")
        return table
    if other == fight.defender:
        raise Illegal("el Tajo es para otra figura, no para el objetivo del ataque", CLEAVE)
    if friends(table, fight.attacker, other):
        raise Illegal(f"{other} es una figura amiga: el Tajo es para una enemiga", CLEAVE)
    if table.tablero and not _could_be_attacked(table, fight, other):
        raise Illegal(f"{other} no es un objetivo válido para el Tajo", CLEAVE)
    log.say(step, f"{other} sufre {n} de daño por el Tajo", CLEAVE, words, words)
    return hurt(table, other, n, log, step, fight.attacker)


def _cleavable(table: Table, fight: Fight, name: str) -> bool:
    figure = table.figure(name)
    return name != fight.defender and not figure.derrotada and not figure.fuera and _could_be_attacked(table, fight, name)


def _could_be_attacked(table: Table, fight: Fight, other: str) -> bool:
    board = table.board
    a, b = board.figure(fight.attacker), board.figure(other)
    if fight.kind != "cuerpo_a_cuerpo":
        return grid.sees(board, a, b)
    far = grid.distance(board, a.squares, b.squares)
    reach = "gran_alcance" in keywords(table, fight.attacker) and far is not None and far <= 2
    return grid.figures_adjacent(board, a, b) or (reach and grid.sees(board, a, b))
