"""The direction of imports: web may import kb and grammar, kb may import grammar, grammar imports neither."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {"grammar": {"grammar"}, "kb": {"kb", "grammar"}, "web": {"web", "kb", "grammar"}}


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    names = [n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in names} & set(ALLOWED)


def test_layers() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for package, allowed in ALLOWED.items()
        for path in (ROOT / package).rglob("*.py")
        for name in imported(path) - allowed
    ]
    assert wrong == []


def test_no_own_imports_inside_functions() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in ALLOWED
        for path in (ROOT / package).rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert wrong == []


def test_only_search_knows_the_engines() -> None:
    engines = ("whoosh", "tantivy")
    wrong = [
        str(path.relative_to(ROOT))
        for package in ALLOWED
        for path in (ROOT / package).rglob("*.py")
        if "kb/search" not in str(path)
        for line in path.read_text("utf-8").splitlines()
        if line.startswith(("import ", "from ")) and line.split()[1].split(".")[0] in engines
    ]
    assert wrong == []
