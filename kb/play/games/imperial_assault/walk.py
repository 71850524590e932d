"""How a figure moves by itself: towards, away, to engage, to reposition, to attack. Players break ties (Leyendas)."""

from collections.abc import Callable
from dataclasses import replace

from kb.play import grid
from kb.play.board import Board, Square
from kb.play.cite import Cite, cite
from kb.play.games.imperial_assault import paths
from kb.play.games.imperial_assault.measure import FAR, alive
from kb.play.games.imperial_assault.moves import crush
from kb.play.games.imperial_assault.standing import keywords, longer, sight
from kb.play.games.imperial_assault.state import Table, rebel, spot, square, without
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal

TOWARDS = cite("leyendas/mueve-x-hacia#r-40e307", "se acerca")
ENGAGE = cite("leyendas/mueve-x-para-confrontar#r-c1fdb1", "casilla adyacente")
REPOSITION = cite("leyendas/mueve-x-para-reposicionar-y#r-34633d", "distancia exacta")
TO_ATTACK = cite("leyendas/mueve-x-para-atacar#r-a8c26e", "casilla más cercana")
STUNNED = cite("leyendas/apendice-1/estados#r-aturdimiento", "ningún punto de movimiento")
IMPERIAL = cite("leyendas/la-regla-imperial#r-43ca20", "perjudicial")
Base = frozenset[Square]
Rank = Callable[[Base, int], tuple[int, ...] | None]
"""How good it is to end there at that cost: less is better; None, not at all."""


def go(scene: Scene, name: str, points: int, rank: Rank, rule: Cite) -> Scene | None:
    """Moves to the best place that those points reach; None where there is none."""
    table: Table = scene.state
    points += longer(table, name)
    stunned = "aturdimiento" in table.figure(name).estados
    if stunned:
        scene.say(f"{name} está aturdida: no gana puntos de movimiento", STUNNED)
        points = 0
    places = paths.reach(table.board, name, points)
    ranks = {base: r for base, (cost, _) in places.items() if (r := rank(base, cost)) is not None}
    if not ranks:
        return None
    best = min(ranks.values())
    ends = sorted((base for base, r in ranks.items() if r == best), key=min)
    end = _picked(scene, name, ends)
    if end != table.board.figure(name).squares:
        moved = replace(table.board.figure(name), squares=end)
        table = crush(table, name, moved, {}, scene.log).change(name, movida=True)
    scene.say(f"{name} gasta {places[end][0]} puntos y acaba en {spot(min(end))}", rule)
    if stunned:
        table = table.change(name, estados=without(table.figure(name).estados, "aturdimiento"))
        scene.say(f"{name} descarta Aturdimiento", STUNNED)
    return scene.on(table)


def _picked(scene: Scene, name: str, ends: list[Base]) -> Base:
    """Several places as good: the players choose; untold, the first in reading order, and the others are offered."""
    told = scene.decision.camino
    if told is not None:
        wanted = [end for end in ends if min(end) == square(told[-1])]
        if not wanted:
            raise Illegal(f"{name} no puede acabar ahí: solo en {'; '.join(spot(min(e)) for e in ends)}", IMPERIAL)
        return wanted[0]
    for end in ends[1:]:
        scene.log.offer(name, scene.step, f"también puede acabar en {spot(min(end))}")
    return ends[0]


def _far(board: Board, base: Base, goal: Base) -> int:
    found = grid.distance(board, base, goal)
    return FAR if found is None else found


def towards(scene: Scene, name: str, points: int, goal: Base) -> Scene | None:
    """As near as it can; it stops next to the target, and a massive figure does not go on to run over it."""
    board = scene.state.board
    return go(scene, name, points, lambda base, cost: (_far(board, base, goal) or 1, bool(base & goal), cost), TOWARDS)


def away(scene: Scene, name: str, points: int, goal: Base) -> Scene | None:
    board = scene.state.board
    return go(scene, name, points, lambda base, cost: (-_far(board, base, goal), cost), TOWARDS)


def engage(scene: Scene, name: str, points: int, goal: Base) -> Scene | None:
    """Next to the target, or not at all; who already is does not move."""
    board = scene.state.board

    def rank(base: Base, cost: int) -> tuple[int, ...] | None:
        near = any(a != b and grid.adjacent(board, a, b) for a in base for b in goal)
        return (bool(base & goal), cost) if near else None

    return go(scene, name, points, rank, ENGAGE)


def next_to_many(scene: Scene, name: str, points: int, targets: list[str], least: int) -> Scene | None:
    board = scene.state.board

    def rank(base: Base, cost: int) -> tuple[int, ...] | None:
        there = replace(board.figure(name), squares=base)
        count = sum(grid.figures_adjacent(board, there, board.figure(t)) for t in targets)
        return (-count, cost) if count >= least else None

    return go(scene, name, points, rank, ENGAGE)


def through_many(scene: Scene, name: str, points: int, targets: list[str]) -> Scene | None:
    """«a través de casillas con el máximo de Rebeldes»: as many as its way can cross."""
    board = scene.state.board
    theirs = frozenset(s for t in targets for s in board.figure(t).squares)
    ways = {base: way for base, (_, way) in paths.reach(board, name, points).items()}
    return go(scene, name, points, lambda base, cost: (-len(theirs & set(ways.get(base, ()))), cost), TOWARDS)


def reposition(scene: Scene, name: str, points: int, wanted: int) -> Scene | None:
    """At the wanted distance of the nearest Rebel if it can be; else as near to that as can be, from as many as can be."""
    table: Table = scene.state
    board = table.board
    rebels = [board.figure(n).squares for n in alive(table) if rebel(table.figure(n))]
    if not rebels:
        return None

    def rank(base: Base, cost: int) -> tuple[int, ...]:
        far = sorted(_far(board, base, goal) for goal in rebels)
        others = sum(far) if far[0] > wanted else -sum(far)
        return (0, cost, 0) if far[0] == wanted else (abs(far[0] - wanted), others, cost)

    return go(scene, name, points, rank, REPOSITION)


def may_attack(table: Table, name: str, target: str, base: Base | None = None) -> bool:
    """From a place: line of sight; in melee, adjacent or two spaces away with reach."""
    board, goal = table.board, table.board.figure(target)
    here = board.figure(name) if base is None else replace(board.figure(name), squares=base)
    moved = board.with_figure(name, here.squares)
    kind = table.figure(name).tipo or "a_distancia"
    if kind != "cuerpo_a_cuerpo":
        spared = sight(table, name, target, kind)
        return "linea_de_vision" in spared or grid.sees(moved, here, goal, "figuras" in spared)
    reach = "gran_alcance" in keywords(table, name) and _far(board, here.squares, goal.squares) <= 2
    return grid.figures_adjacent(moved, here, goal) or (reach and grid.sees(moved, here, goal))


def to_attack(scene: Scene, name: str, points: int, target: str) -> Scene | None:
    """The nearest place from which it can attack."""
    table: Table = scene.state
    board = table.board
    goal = board.figure(target).squares

    def rank(base: Base, cost: int) -> tuple[int, ...] | None:
        near = _far(board, base, goal) or 1
        return (near, bool(base & goal), cost) if may_attack(table, name, target, base) else None

    return go(scene, name, points, rank, TO_ATTACK)
