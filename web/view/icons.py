"""The drawings of a game's icons (`iconos/*.svg` of its folder) as symbols that a page carries inside."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass

from grammar.game import Icon
from kb.games import GameData

_SVG = "{http://www.w3.org/2000/svg}"
_ALLOWED = {"path", "circle", "rect", "g", "polygon", "polyline", "line", "ellipse"}
_UNSAFE = re.compile(r"^on|href|style|class|^id$", re.I)


@dataclass(frozen=True)
class Drawing:
    icon: Icon
    symbol_id: str
    symbol: str | None
    """`<symbol>` markup, or None while the icon has no drawing."""


Drawings = Mapping[str, Drawing]
"""The icons of a game by their token without brackets."""


def drawings_of(game: GameData) -> Drawings:
    found = {}
    for icon in game.facts.iconos:
        symbol_id = f"i-{game.facts.slug}-{icon.id}"
        drawn = game.drawings.get(icon.svg or "")
        found[icon.token.strip("[]")] = Drawing(icon, symbol_id, _symbol(symbol_id, drawn) if drawn else None)
    return found


def _symbol(symbol_id: str, drawn: str) -> str | None:
    """The drawing's shapes and nothing else: no script, style, link or foreign element."""
    try:
        root = ET.fromstring(drawn)  # noqa: S314 - Python's expat refuses what grows, and of it only shapes are taken
    except ET.ParseError:
        return None
    shapes = "".join(filter(None, map(_shape, root)))
    inherited = "".join(f' {k}="{_quoted(v)}"' for k, v in root.attrib.items() if k.startswith(("fill", "stroke")))
    view_box = _quoted(root.get("viewBox", "0 0 24 24"))
    return f'<symbol id="{symbol_id}" viewBox="{view_box}"{inherited}>{shapes}</symbol>' if shapes else None


def _shape(node: ET.Element) -> str:
    tag = node.tag.removeprefix(_SVG)
    if tag not in _ALLOWED:
        return ""
    attributes = "".join(f' {k}="{_quoted(v)}"' for k, v in node.attrib.items() if not _UNSAFE.search(k))
    inner = "".join(map(_shape, node))
    return f"<{tag}{attributes}>{inner}</{tag}>" if inner else f"<{tag}{attributes}/>"


def _quoted(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
