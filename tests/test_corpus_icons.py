"""The drawings of the icons: one per icon of each game, one colour, small, safe to set inside a page, told apart."""

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path

import pytest

from grammar.game import CORPUS, Icon, load_game

GAMES = ("legion", "xwing", "rebellion", "imperial-assault", "leyendas")
ICONS = [(game, icon) for game in GAMES for icon in load_game(game).iconos]
SVG = "{http://www.w3.org/2000/svg}"
LIMIT = 1200
SHAPES = {"path", "circle", "rect", "g", "polygon", "polyline", "line", "ellipse"}
ROOT_ATTRIBUTES = {"viewBox", "role"}
PAINT = {"fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"}
GEOMETRY = {"d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points", "transform"}

SHARED_ON_PURPOSE = {
    # The book calls the attribute one way and the card texts gathered the other: one printed icon, two tokens.
    "imperial-assault": [{"fortaleza", "fuerza"}, {"percepcion", "perspicacia"}],
}

each_icon = pytest.mark.parametrize(("game", "icon"), ICONS, ids=[f"{game}/{icon.id}" for game, icon in ICONS])


def _file(game: str, icon: Icon) -> Path:
    assert icon.svg == f"{icon.id}.svg"
    return CORPUS / game / "iconos" / icon.svg


def _shapes(root: ET.Element) -> list[ET.Element]:
    return [node for node in root.iter() if node is not root and node.tag != f"{SVG}title"]


@each_icon
def test_drawing_has_its_text_alternative_and_frame(game: str, icon: Icon) -> None:
    root = ET.parse(_file(game, icon)).getroot()
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == icon.nombre
    assert [node.tag for node in root.iter()].count(f"{SVG}title") == 1


@each_icon
def test_drawing_is_small_one_coloured_and_safe(game: str, icon: Icon) -> None:
    source = _file(game, icon).read_bytes()
    assert len(source) <= LIMIT
    assert not re.search(rb"<!|<\?|href|style|script|url\(|\bid=|\bon\w+=", source)
    root = ET.fromstring(source)
    assert set(root.attrib) <= ROOT_ATTRIBUTES | PAINT
    shapes = _shapes(root)
    assert shapes, "nothing drawn"
    for node in shapes:
        assert node.tag.removeprefix(SVG) in SHAPES
        assert set(node.attrib) <= PAINT | GEOMETRY
        assert not (node.text or "").strip()
    for node in (root, *shapes):
        assert {node.get("fill", "none"), node.get("stroke", "none")} <= {"none", "currentColor"}
        assert float(node.get("stroke-width", "2")) >= 2, "too thin at text size"
    assert root.get("fill") is not None, "without a fill SVG paints black, unseen on a dark page"


@each_icon
def test_drawing_stays_inside_its_frame(game: str, icon: Icon) -> None:
    for node in _shapes(ET.parse(_file(game, icon)).getroot()):
        path = node.get("d", "")
        assert re.fullmatch(r"[MLHVCSQTAZ\d., -]*", path), "absolute commands only"
        assert all(0 <= float(number) <= 24 for number in re.findall(r"-?[\d.]+", path))


@pytest.mark.parametrize("game", GAMES)
def test_every_file_is_an_icon_of_the_game(game: str) -> None:
    assert {path.name for path in (CORPUS / game / "iconos").iterdir()} == {icon.svg for icon in load_game(game).iconos}


@pytest.mark.parametrize("game", GAMES)
def test_icons_of_a_game_are_told_apart(game: str) -> None:
    drawn = defaultdict(set)
    for icon in load_game(game).iconos:
        root = ET.parse(_file(game, icon)).getroot()
        drawn[
            tuple((node.tag, *sorted((k, v) for k, v in node.attrib.items() if k in GEOMETRY)) for node in _shapes(root))
        ].add(icon.id)
    repeated = [ids for ids in drawn.values() if len(ids) > 1]
    assert sorted(map(sorted, repeated)) == sorted(map(sorted, SHARED_ON_PURPOSE.get(game, [])))
