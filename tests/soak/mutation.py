"""Mutation: `python -m tests.soak.mutation --sample 60 --seed 1`. One JSON line per room of the code; exit 1 below the bar.

One thing of one function is changed at a time (a comparison, a truth, a number, a sign, a condition, what is returned) and the
quick tests of its room are run: those that no test notices survive. This process runs the tests once and notes which lines each
of them comes by; a mutant is a copy of it in which the code of that function is exchanged, and it runs those that come by its
line, the quickest first. None loads, builds or collects anything again.
"""

import argparse
import ast
import contextlib
import copy
import importlib
import inspect
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from tests.soak.material import ROOT

BAR = 0.8
SLACK = 10
"""Seconds of processor time over ten times what the tests take: what lasts longer is stopped, and was noticed."""


@dataclass(frozen=True)
class Room:
    files: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: str = ""
    """Tests of processes of their own, which would not have the mutant."""


ROOMS: dict[str, Room] = {
    "pack": Room(("kb/disk/pack.py", "kb/disk/unpack.py", "kb/disk/sign.py"), ("test_kb_pack.py", "test_kb_sign.py"),
                 "same_each_time or three_processes or pickles"),
    "formats": Room(("kb/formats/yaml_text.py", "kb/formats/json_text.py"), ("test_kb_yaml.py", "test_kb_cards.py"), "bench"),
    "cards": Room(("kb/cards/files.py", "kb/cards/spots.py"), ("test_kb_cards.py",), "bench"),
    "books": Room(("kb/books/source.py", "kb/books/html.py", "kb/books/marked.py", "kb/books/raw.py", "kb/books/tables.py",
                   "kb/books/blocks.py"), ("test_kb_books.py", "test_kb_books_formats.py", "test_kb_books_pieces.py"),
                  "columns"),
    "guard": Room(("web/guard/*.py",), ("test_web_gate.py", "test_web_gate_pieces.py", "test_web_budgets.py"), ""),
    "rulings": Room(("web/rulings/*.py",), ("test_web_rulings.py", "test_web_rulings_history.py", "test_web_rulings_typed.py",
                    "test_web_rulings_pieces.py", "test_web_backup.py", "test_web_faults.py", "test_web_accounts.py",
                    "test_web_unanswered.py", "test_web_bots.py"),
                    "postgres or from_search or owns_nothing"),
}  # fmt: skip
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    path: str
    function: str
    """Its name with those of what it stands in."""
    line: int
    last: int
    """The lines of its statement: who comes by one of them comes by it."""
    what: str
    number: int
    """Which of the changes that its file allows."""


def changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], ast.AST]]]:
    """What can be done to a node: said, and as a function from a copy of it to what takes its place."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        yield "comparison", lambda it: _with(it, ops=[COMPARED[type(it.ops[0])](), *it.ops[1:]])
    elif isinstance(node, ast.BoolOp):
        yield "and/or", lambda it: _with(it, op=ast.Or() if isinstance(it.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", lambda it: it.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "truth", lambda it: _with(it, value=not it.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "number", lambda it: _with(it, value=it.value + 1)
    elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not _texts(node):
        yield "sign", lambda it: _with(it, op=RECKONED[type(it.op)]())
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "condition", lambda it: _with(it, test=ast.UnaryOp(op=ast.Not(), operand=it.test))
    elif isinstance(node, ast.Return) and node.value is not None and not _nothing(node.value):
        yield "returned", lambda it: _with(it, value=ast.Constant(value=None))
    elif isinstance(node, ast.Continue):
        yield "continue", lambda it: ast.Break()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node


def _texts(node: ast.BinOp) -> bool:
    return any(isinstance(side, ast.Constant | ast.JoinedStr) and not isinstance(getattr(side, "value", ""), int | float)
               for side in (node.left, node.right))  # fmt: skip


def _nothing(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class _Changer(ast.NodeTransformer):
    """Walks a file's functions and counts what could be changed; changes the one with that number."""

    def __init__(self, number: int = -1) -> None:
        self.number, self.count, self.inside = number, 0, [""]
        self.outer: list[str] = []
        self.statement = (0, 0)
        self.found: list[tuple[str, int, int, str]] = []

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            return self._named(node)
        if isinstance(node, ast.AnnAssign):
            node.value = self.visit(node.value) if node.value else None
            return node
        changed: ast.AST | None = None
        if isinstance(node, ast.stmt):
            first = getattr(node, "body", [None])[0]  # of what holds others, its head
            self.statement = (node.lineno, first.lineno if first else node.end_lineno or node.lineno)
        before = self.statement
        if self.outer and self._in_function:
            for what, change in changes(node):
                if self.count == self.number:
                    changed = ast.fix_missing_locations(ast.copy_location(change(copy.copy(node)), node))
                self.found.append((".".join(self.outer), *self.statement, what))
                self.count += 1
        if changed is None:
            changed = self.generic_visit(node)
        self.statement = before
        return changed

    _in_function = False

    def _named(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        before = self._in_function
        if not before:  # what is inside a function is exchanged with it
            self.outer.append(node.name)
        self._in_function = before or not isinstance(node, ast.ClassDef)
        node.body = [self.visit(each) for each in node.body]
        self._in_function = before
        if not before:
            self.outer.pop()
        return node


def mutants_of(path: str) -> list[Mutant]:
    changer = _Changer()
    changer.visit(ast.parse((ROOT / path).read_text("utf-8")))
    return [Mutant(path, *found, n) for n, found in enumerate(changer.found)]


def module_of(path: str) -> ModuleType:
    return importlib.import_module(".".join(Path(path).with_suffix("").parts).removesuffix(".__init__"))


def exchange(mutant: Mutant) -> bool:
    """Puts the mutant's code in the function that everybody holds; whether there was one to be found."""
    tree = _Changer(mutant.number).visit(ast.parse((ROOT / mutant.path).read_text("utf-8")))
    code: CodeType | None = compile(tree, str(ROOT / mutant.path), "exec", dont_inherit=True)
    for name in mutant.function.split("."):
        inner = [c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name] if code else []
        code = inner[-1] if inner else None
    held: Any = module_of(mutant.path)
    for name in mutant.function.split("."):
        held = inspect.getattr_static(held, name, None)
    for _ in range(4):
        if hasattr(held, "cache_clear"):  # what the tests asked before is not answered from memory
            held.cache_clear()
        held = getattr(held, "__func__", getattr(held, "fget", getattr(held, "func", getattr(held, "__wrapped__", held))))
    if not isinstance(held, FunctionType) or code is None or held.__code__.co_freevars != code.co_freevars:
        return False
    held.__code__ = code
    return True


@dataclass
class Report:
    room: str
    seed: int
    possible: int = 0
    tried: int = 0
    killed: int = 0
    score: float = 0.0
    cpu: float = 0.0
    survivors: list[str] = field(default_factory=list)


class Session:
    """A session of pytest that runs its tests once and then again with each mutant, those that matter to it."""

    def __init__(self, room: Room, report: Report, sample: int) -> None:
        self.room, self.report, self.sample = room, report, sample
        self.coming: dict[tuple[str, int], set[str]] = {}
        """Tests by the lines that they come by."""
        self.took: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        paths = [str(path.relative_to(ROOT)) for pattern in self.room.files for path in sorted(ROOT.glob(pattern))]
        everything = [mutant for path in paths for mutant in mutants_of(path)]
        self.report.possible = len(everything)
        items = {item.nodeid: item for item in session.items}
        start = time.process_time()
        self._watch(list(items.values()), paths)
        if self._noticed(None, list(items.values())):
            raise SystemExit(
                f"mutation: the tests of «{self.report.room}» fail where nothing was changed: no figure would count"
            )
        drawn = random.Random(f"{self.report.room} {self.report.seed}").sample(everything, min(self.sample, len(everything)))
        for mutant in drawn:
            told = sorted(self._meeting(mutant), key=lambda name: self.took[name])
            self._tell(mutant, self._noticed(mutant, [items[name] for name in told]))
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.report.cpu = round(time.process_time() - start + spent.ru_utime + spent.ru_stime)
        return True

    def _watch(self, items: list[pytest.Item], paths: list[str]) -> None:
        """Runs each test once. What all of them share stays set up for the mutants."""
        _passes(items[0], items[-1])  # what is built for all is built before anybody watches, which takes five times as long
        watch = Coverage(data_file=None, include=[str(ROOT / path) for path in paths])
        watch.start()
        for item, following in zip_longest(items, items[1:]):
            watch.switch_context(item.nodeid)
            before = time.process_time()
            if not _passes(item, following):
                raise SystemExit(f"mutation: {item.nodeid} fails as it is")
            self.took[item.nodeid] = time.process_time() - before
        watch.stop()
        found = watch.get_data()
        for path in paths:
            for line, names in found.contexts_by_lineno(str(ROOT / path)).items():
                self.coming[path, line] = set(names) & set(self.took)

    def _meeting(self, mutant: Mutant) -> set[str]:
        lines = range(mutant.line, mutant.last + 1)
        return set[str]().union(*(self.coming.get((mutant.path, line), ()) for line in lines))

    def _noticed(self, mutant: Mutant | None, items: list[pytest.Item]) -> bool | None:
        """Whether a test fails with it; None where it could not be put in. In a copy of this process."""
        most = int(10 * sum(self.took[item.nodeid] for item in items)) + SLACK
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            status = 99
            try:
                devnull = os.open(os.devnull, os.O_WRONLY)
                os.dup2(devnull, 1)
                os.dup2(devnull, 2)
                resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + most, int(time.process_time()) + most + 1))
                status = 98 if mutant is not None and not exchange(mutant) else 1 - _pass(items)
            finally:
                os._exit(status)
        _, told = os.waitpid(child, 0)
        if os.WIFEXITED(told) and os.WEXITSTATUS(told) == 98:
            return None
        return told != 0

    def _tell(self, mutant: Mutant, found: bool | None) -> None:
        report = self.report
        if found is None:
            return
        report.tried += 1
        report.killed += found
        report.score = round(report.killed / report.tried, 3)
        where = f"{mutant.path}:{mutant.line} {mutant.function} {mutant.what}"
        report.survivors += [] if found else [where]
        told = "noticed" if found else "SURVIVES" if self._meeting(mutant) else "NO TEST COMES BY"
        print(f"mutation {report.room}: {report.killed} of {report.tried}, {told}: {where}", file=sys.stderr, flush=True)


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """What is set up for the following one too is not taken down; what is for the whole session never is."""
    following = following or item.session  # type: ignore[assignment]
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _pass(items: list[pytest.Item]) -> bool:
    return all(_passes(item, following) for item, following in zip_longest(items, items[1:]))


def tried(name: str, sample: int, seed: int) -> Report:
    room, report = ROOMS[name], Report(name, seed)
    skip = ["-k", f"not ({room.left_out})"] if room.left_out else []
    files = [str(ROOT / "tests" / test) for test in room.tests]
    arguments = ["-n", "0", "-q", "-s", "--no-header", "--tb=no", "-p", "no:cacheprovider", *skip, *files]
    with contextlib.redirect_stdout(sys.stderr):
        pytest.main(arguments, plugins=[Session(room, report, sample)])
    return report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.mutation", description=__doc__)
    parser.add_argument("--room", choices=[*ROOMS, "todo"], default="todo")
    parser.add_argument("--sample", type=int, default=60, help="mutants of each room, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    once = importlib.import_module("once")
    low = False
    with tempfile.TemporaryDirectory(prefix="reglario-mutantes-") as shared:
        once.SHARED = Path(shared)  # knowledge bases that one run makes are there for all
        for name in ROOMS if args.room == "todo" else [args.room]:
            report = tried(name, args.sample, args.seed)
            low |= report.score < BAR
            print(json.dumps(vars(report), ensure_ascii=False), flush=True)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
