"""The drawings of a game's icons: corpus/<juego>/iconos/*.svg as symbols that a page carries inside."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grammar.game import CORPUS, Icon, load_game

_SVG = "{http://www.w3.org/2000/svg}"
_ALLOWED = {"path", "circle", "rect", "g", "polygon", "polyline", "line", "ellipse"}
_UNSAFE = re.compile(r"^on|href|style|class|^id$", re.I)


@dataclass(frozen=True)
class Drawing:
    icon: Icon
    symbol_id: str
    symbol: str | None
    """`<symbol>` markup, or None while the icon has no drawing."""


@cache
def drawings(game: str, corpus: Path = CORPUS) -> dict[str, Drawing]:
    """The icons of a game by their token without brackets."""
    found = {}
    for icon in load_game(game, corpus).iconos:
        symbol_id = f"i-{game}-{icon.id}"
        path = corpus / game / "iconos" / icon.svg if icon.svg else None
        symbol = _symbol(symbol_id, path) if path is not None and path.is_file() else None
        found[icon.token.strip("[]")] = Drawing(icon, symbol_id, symbol)
    return found


def _symbol(symbol_id: str, path: Path) -> str | None:
    """The drawing's shapes and nothing else: no script, style, link or foreign element."""
    try:
        root = ET.parse(path).getroot()  # noqa: S314 - our own drawings, read at start
    except (OSError, ET.ParseError):
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
