"""Figures of an entry: boards drawn from what the engine reads, and plates of our own. Data: corpus/<juego>/figuras.toml."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from pydantic import Field

from grammar.game import CORPUS
from kb.models import Entry, Model
from kb.play.board import Board, Square, Terrain, read_board
from kb.play.grid import sees
from kb.play.plays import PLAYS
from kb.play.run import run

FILE, FOLDER = "figuras.toml", "figuras"
_SIDE, _MARGIN, _SCALE, _DISC = 30, 3, 1.3, 9
_FILL = {Terrain.BLOCKED: ".45", Terrain.IMPASSABLE: ".25", Terrain.DIFFICULT: ".12"}
_DASHES = {"D": "2 4", "P": "5 3", "R": "8 3"}


class Row(Model):
    entrada: str
    pie: str
    tablero: str = ""
    mira: tuple[str, ...] = ()
    """`AB`: whether A sees B is asked of the engine and told under the drawing."""
    cuando: tuple[dict[str, Any], ...] = ()
    """What is tried on the board, as in a situation: the engine says whether it can be done, and its way is drawn."""
    figuras: dict[str, dict[str, Any]] = Field(default_factory=dict)
    svg: str = ""


class Rows(Model):
    figura: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Figure:
    svg: Markup
    caption: str


@cache
def rows_of(game: str, corpus: Path = CORPUS) -> tuple[Row, ...]:
    path = corpus / game / FILE
    return Rows.model_validate(tomllib.loads(path.read_text("utf-8"))).figura if path.is_file() else ()


def figures_of(entry: Entry, corpus: Path = CORPUS) -> list[Figure]:
    slug = entry.id.split("/", 1)[1]
    return [_figure(entry.game, row, corpus) for row in rows_of(entry.game, corpus) if row.entrada == slug]


def _figure(game: str, row: Row, corpus: Path) -> Figure:
    if row.svg:
        plate = (corpus / game / FOLDER / row.svg).read_text("utf-8").strip()
        return Figure(Markup(plate.replace("<svg ", '<svg class="fig" ', 1)), row.pie)  # noqa: S704 - a file of the project
    board = read_board(row.tablero)
    told = "; ".join((*(_verdict(board, pair[0], pair[1]) for pair in row.mira), *_tried(game, row)))
    extra = "".join(shape for act in row.cuando for body in act.values() for shape in _way(board, body))
    return Figure(drawn(board, row.pie, extra), f"{row.pie} {told[:1].upper()}{told[1:]}." if told else row.pie)


def _tried(game: str, row: Row) -> Iterator[str]:
    if row.cuando:
        report = run(PLAYS[game], {"tablero": row.tablero, "figuras": row.figuras}, row.cuando)
        points = report.resultado.get("puntos")
        cost = "" if points is None else f", por {points} punto{'s' if points != 1 else ''} de movimiento"
        yield f"no se puede: {report.no_se_puede}" if report.no_se_puede else f"se puede{cost}"


def _way(board: Board, body: dict[str, Any]) -> Iterator[str]:
    """The way of a small figure, from the edge of its disc; the squares where a large base would be, dashed."""
    base: list[Square] = [(r - 1, c - 1) for r, c in body.get("casillas", body.get("base", ()))]
    path: list[Square] = [(r - 1, c - 1) for r, c in body.get("camino", ())]
    squares = sorted(board.figure(body["figura"]).squares) if path else []
    if len(squares) == 1:
        ends = [(_at(c) + _SIDE // 2, _at(r) + _SIDE // 2) for r, c in (*squares, *path)]
        (x, y), (x2, y2) = ends[:2]
        ends[0] = x + _DISC * ((x2 > x) - (x2 < x)), y + _DISC * ((y2 > y) - (y2 < y))
        yield f'<path d="M{"L".join(f"{x} {y}" for x, y in ends)}" stroke-width="2" stroke-dasharray="4 2"/>'
        yield f'<circle cx="{ends[-1][0]}" cy="{ends[-1][1]}" r="4" fill="currentColor" stroke="none"/>'
    elif squares:
        base += [(r + path[-1][0] - squares[0][0], c + path[-1][1] - squares[0][1]) for r, c in squares]
    if base:
        shape = "".join(f"M{_at(c) + 3} {_at(r) + 3}h{_SIDE - 6}v{_SIDE - 6}h-{_SIDE - 6}z" for r, c in base)
        yield f'<path d="{shape}" stroke-width="2" stroke-dasharray="4 2"/>'


def _verdict(board: Board, one: str, other: str) -> str:
    return f"{one} {'' if sees(board, board.figure(one), board.figure(other)) else 'no '}ve a {other}"


def drawn(board: Board, name: str, extra: str = "") -> Markup:
    """The board as lines: squares by how dark they are, walls thick, doors dotted, figures as lettered discs."""
    parts = [f"<title>{escape(name)}</title>"]
    for terrain in Terrain:
        squares = sorted(square for square, kind in board.terrain.items() if kind is terrain)
        if squares and terrain is not Terrain.NOTHING:
            fill = f' fill="currentColor" fill-opacity="{_FILL[terrain]}"' if terrain in _FILL else ""
            shape = "".join(f"M{_at(c)} {_at(r)}h{_SIDE}v{_SIDE}h-{_SIDE}z" for r, c in squares)
            parts.append(f'<path d="{shape}"{fill} stroke-width=".5"/>')
    for mark in sorted(set(board.edges.values()) - {"", " "}):
        dashes = f' stroke-dasharray="{_DASHES[mark]}"' if mark in _DASHES else ""
        edges = sorted(edge for edge, drawn in board.edges.items() if drawn == mark)
        shape = "".join(f"M{_at(x1)} {_at(y1)}L{_at(x2)} {_at(y2)}" for (x1, y1), (x2, y2) in edges)
        parts.append(f'<path d="{shape}" stroke-width="4"{dashes}/>')
    for figure in board.figures.values():
        parts += [_disc(r, c, figure.name) for r, c in sorted(figure.squares)]
    width, height = _at(board.columns) + _MARGIN, _at(board.rows) + _MARGIN
    size = f'viewBox="0 0 {width} {height}" width="{round(width * _SCALE)}"'
    head = f'<svg class="fig" {size} role="img" fill="none" stroke="currentColor">'
    return Markup(head + "".join(parts) + extra + "</svg>")  # noqa: S704 - numbers and letters of our own data


def _disc(r: int, c: int, name: str) -> str:
    x, y = _at(c) + _SIDE // 2, _at(r) + _SIDE // 2
    letter = (
        f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-size="14" fill="currentColor" stroke="none">{escape(name)}</text>'
    )
    return f'<circle cx="{x}" cy="{y}" r="11" stroke-width="2"/>{letter}'


def _at(n: int) -> int:
    return _MARGIN + n * _SIDE
