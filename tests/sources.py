"""Our own code as data, for the tests that walk it: each file is read once, and parsed only where somebody asks for more."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("grammar", "kb", "web")


@cache
def files(*packages: str) -> tuple[Path, ...]:
    return tuple(path for package in packages or PACKAGES for path in sorted((ROOT / package).rglob("*.py")))


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def imports_of(path: Path) -> tuple[tuple[ast.Import | ast.ImportFrom, bool], ...]:
    """Each, and whether it stands inside a function."""
    return tuple(_imports(tree_of(path).body, False))


def _imports(body: list[ast.stmt], inside: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Imports are statements: what is only reckoned is not walked."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, inside
        deeper = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            parts = getattr(node, name, [])
            for part in parts:
                yield from _imports(part.body if isinstance(part, ast.ExceptHandler | ast.match_case) else [part], deeper)


def names_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
