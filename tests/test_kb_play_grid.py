"""The grid of Imperial Assault: all the cases of both appendices have a scenario, and what must hold on any board."""

import re
from pathlib import Path

from cases import scenarios
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.play.board import Board, drawn, read_board
from kb.play.games.imperial_assault.paths import Forbidden, reach, rotate, walk
from kb.play.grid import distance, sees

FOLDER = Path(__file__).parent / "fixtures" / "scenarios" / "imperial-assault"


def cases(name: str) -> set[int]:
    titles = [d.data["titulo"] for d in scenarios(FOLDER / name)]
    heads = [t.split(",")[0] for t in titles if t.startswith("Caso")]
    return {int(n) for head in heads for n in re.findall(r"\d+", head)}


def test_every_case_of_the_appendices_is_a_scenario():
    assert cases("vision.yaml") == set(range(1, 18))
    assert cases("movimiento.yaml") == set(range(1, 13))


EDGES = st.sampled_from("        -DRP")


@st.composite
def boards(draw) -> Board:
    width, height = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    marks = [[draw(st.sampled_from(".....#x~")) for _ in range(width)] for _ in range(height)]
    spots = draw(st.permutations([(r, c) for r in range(height) for c in range(width)]))
    for name, (r, c) in zip("AB", spots, strict=False):
        marks[r][c] = name
    lines = ["+-" * width + "+"]
    for r, row in enumerate(marks):
        inner = [draw(EDGES).replace("-", "|") for _ in range(width - 1)]
        lines.append("|" + "".join(m + e for m, e in zip(row, [*inner, "|"], strict=True)))
        last = r == height - 1
        lines.append("+" + "+".join("-" if last else draw(EDGES) for _ in range(width)) + "+")
    free = draw(st.booleans())
    return read_board("\n".join(lines), {"A": {"movil": free}, "B": {}})


@settings(max_examples=80, deadline=None)
@given(boards())
def test_a_drawing_reads_back(board):
    again = read_board(drawn(board), {"A": {"movil": board.figure("A").mobile, "sobre": board.ground("A")}, "B": {}})
    assert again == board


@settings(max_examples=80, deadline=None)
@given(boards())
def test_counting_is_mutual_and_walking_is_never_shorter(board):
    a, b = board.figure("A"), board.figure("B")
    assert distance(board, a.squares, b.squares) == distance(board, b.squares, a.squares)
    for squares, (cost, way) in reach(board, "A", 4).items():
        assert walk(board, "A", way) == (board.with_figure("A", squares).figure("A"), cost)
        assert cost >= len(way)
        counted = distance(board, a.squares, squares)
        if not a.free:  # who ignores terrain may go where nobody can count
            assert counted is not None
            assert cost >= counted


@settings(max_examples=80, deadline=None)
@given(boards())
def test_sight_is_mutual_between_neighbours_and_a_figure_more_never_opens_it(board):
    a, b = board.figure("A"), board.figure("B")
    if distance(board, a.squares, b.squares) == 1:
        assert sees(board, a, b)
        assert sees(board, b, a)
    empty = next((s for s in board.terrain if board.occupant(s) is None), None)
    if empty is not None and not sees(board, a, b):
        assert not sees(board.with_figure("C", {empty}, a), a, b)


@settings(max_examples=60, deadline=None)
@given(boards(), st.sampled_from([(0, 0), (0, 1), (1, 0), (1, 1)]))
def test_a_rotation_can_be_undone(board, shift):
    big = next((s for s in board.terrain if board.occupant(s) is None and (s[0], s[1] + 1) in board.terrain), None)
    if big is None:
        return
    wide = frozenset({big, (big[0], big[1] + 1)})
    if board.others(wide, ""):
        return
    large = board.with_figure("L", wide, board.figure("A"))
    top = (big[0] - shift[0], big[1] + shift[1])
    try:
        turned, _ = rotate(large, "L", {top, (top[0] + 1, top[1])})
        back, _ = rotate(large.with_figure("L", turned.squares), "L", wide)
    except Forbidden:
        return
    assert back.squares == wide
