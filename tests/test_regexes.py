"""Every expression of ours is linear, or its square is small: looked at by regexploit, and then made to work on long texts."""

import ast
import importlib
import pkgutil
import re
import warnings
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import thread_time

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it imports sre_parse
    from regexploit.ast.sre import SreOpParser
    from regexploit.languages.python_node_visitor import PythonNodeVisitor
    from regexploit.redos import find

import grammar
import kb
import web

ROOT = Path(__file__).resolve().parent.parent
WORST = 2
"""Degree of the time: the square of a text within its limits is milliseconds, its cube is minutes."""
UNITS = (" ", "a", "á", "1", ".", ",", ":", "-", "(", "[", "{", "<", "\n", "«", "#", "*", "a ", "1 ", ", ", ". ", "a, ", "(a",
         "[a]", "a\n", "1,", "A")  # fmt: skip
SIZES = (20, 150, 300, 600)
MOST = 0.06


def modules() -> Iterator[str]:
    for package in (grammar, kb, web):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in found.name and "screenshots" not in found.name:
                yield found.name


def compiled() -> dict[str, re.Pattern[str]]:
    """Those that modules and their tables hold, also the ones made from words of ours at import."""
    found: dict[str, re.Pattern[str]] = {}
    for name in modules():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # discord.py imports audioop
            module = importlib.import_module(name)
        for key, value in vars(module).items():
            values = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else (value,)
            for n, one in enumerate(_flat(values)):
                if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                    found[f"{name}.{key}" + (f"[{n}]" if n else "")] = one
    return found


def _flat(values: object) -> Iterator[object]:
    for one in values:  # type: ignore[attr-defined]
        if isinstance(one, tuple | list):
            yield from _flat(one)
        else:
            yield one


def degrees(pattern: str, flags: int) -> list[int]:
    return [redos.starriness for redos in find(SreOpParser().parse_sre(pattern, flags))]


def test_no_literal_is_catastrophic() -> None:
    wrong = []
    for path in (p for package in ("grammar", "kb", "web") for p in (ROOT / package).rglob("*.py")):
        visitor = PythonNodeVisitor()
        visitor.visit(ast.parse(path.read_text("utf-8")))
        for one in visitor.patterns:
            try:
                worst = max(degrees(one.pattern, one.flags), default=0)
            except re.error:  # a text that is no expression
                continue
            if worst > WORST:
                wrong.append(f"{path.relative_to(ROOT)}:{one.lineno} {one.pattern}")
    assert wrong == []


def spent(pattern: re.Pattern[str], text: str) -> float:
    start = thread_time()
    pattern.search(text)
    pattern.fullmatch(text)
    return thread_time() - start


def cost(pattern: re.Pattern[str]) -> str:
    """What makes it slow, if anything does; asked with longer and longer texts, so that it never takes minutes to say."""
    for size in SIZES:  # the short ones of all first: what is very slow shows itself there
        for unit, (head, end) in product(UNITS, (("", "\0"), ("## a (ver ", "!"))):
            text = head + unit * (size // len(unit)) + end
            took = min(spent(pattern, text) for _ in range(3)) if spent(pattern, text) > MOST else 0
            if took > MOST:
                return f"{size} de {unit!r}: {took:.2f} s"
    return ""


def test_no_expression_takes_long() -> None:
    found = compiled()
    assert len(found) > 100
    wrong = {name: why for name, pattern in found.items() if (why := cost(pattern))}
    assert wrong == {}


@pytest.mark.parametrize("text", [r"^##\s+([^{\n]+?)\s*(?:\{[a-z]+\})?\s*$", r"\s*([\w .-]+?)\s*(=|<)\s*\d\s*", r"(a+)+$"])
def test_catastrophic_ones_are_found(text: str) -> None:
    found = cost(re.compile(text))
    assert max(degrees(text, 0), default=0) > WORST or found
    assert found
