"""The direction of imports: web may import kb and grammar, kb may import grammar, grammar imports neither."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

from sources import files, imports_of, names_of

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {"grammar": {"grammar"}, "kb": {"kb", "grammar"}, "web": {"web", "kb", "grammar"}}


def imported(path: Path) -> set[str]:
    return {name.split(".")[0] for node, _ in imports_of(path) for name in names_of(node)} & set(ALLOWED)


def test_layers() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for package, allowed in ALLOWED.items()
        for path in files(package)
        for name in imported(path) - allowed
    ]
    assert wrong == []


def test_no_own_imports_inside_functions() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in ALLOWED
        for path in files(package)
        for node, inside in imports_of(path)
        if inside
    ]
    assert wrong == []


def web_modules() -> dict[str, Path]:
    """By their dotted name; a package by that of its folder."""
    paths = (path for path in (ROOT / "web").rglob("*.py") if "migrations" not in path.parts)
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def test_no_circle_in_the_site() -> None:
    modules = web_modules()
    needs: dict[str, set[str]] = {}
    for name, path in modules.items():
        froms = [node for node, _ in imports_of(path) if isinstance(node, ast.ImportFrom)]
        told = {f"{node.module}.{each.name}" for node in froms for each in node.names} | {str(node.module) for node in froms}
        needs[name] = {other for other in told & modules.keys() if modules[other].name != "__init__.py"}
    order = list(TopologicalSorter(needs).static_order())  # a circle is an error that names it
    assert order.index("web.library") < order.index("web.pages.home") < order.index("web.app")


def test_every_module_of_the_site_is_in_the_docs() -> None:
    rooms: dict[str, set[str]] = {}
    room = ""
    for line in (ROOT / "docs" / "web.md").read_text("utf-8").splitlines():
        if head := re.match(r"\| `(web/[a-z/]*)` \|", line):
            room = head[1]
        elif not line:
            room = ""
        elif room and line.startswith("| `"):
            rooms.setdefault(room, set()).update(re.findall(r"`(\w+)`", line.split("|")[1]))
    there: dict[str, set[str]] = {}
    for path in web_modules().values():
        if path.name != "__init__.py":
            there.setdefault(f"{path.parent.relative_to(ROOT)}/", set()).add(path.stem)
    assert rooms == there


GAME_NAME = re.compile(r"(?<![a-z])(x-?wing|legi[oó]n|rebellion|imperial[-_ ]assault|leyendas|asalto|assault)(?![a-z])", re.I)
NAMED = {"web": 0, "kb": 6, "kb/play": 0, "grammar": 0}
"""Lines, and files by their name, that name a game outside the games' own folders: it may fall and never rise. What is left in
kb are words of the language of the search («soldado de asalto»)."""


def test_a_game_is_named_in_its_own_folder_only() -> None:
    found = dict.fromkeys(NAMED, 0)
    for path in (p for package in ALLOWED for p in (ROOT / package).rglob("*") if p.suffix in TEXTS):
        parts = path.relative_to(ROOT).parts
        if "games" not in parts[:-1]:
            room = "kb/play" if parts[:2] == ("kb", "play") else parts[0]
            named = [line for line in path.read_text("utf-8").splitlines() if GAME_NAME.search(line)]
            found[room] += len(named) + bool(GAME_NAME.search(path.stem))
    assert {room: count for room, count in found.items() if count > NAMED[room]} == {}


TEXTS = (".py", ".html", ".js", ".css", ".toml", ".lark", ".json")
