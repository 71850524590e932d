"""The runner of mutants: what it changes, and that a changed function is the one that everybody holds."""

import ast
from pathlib import Path

import pytest

from kb.formats import yaml_text
from tests.soak import mutation

CHANGED = [
    ("return a < b", "comparison returned"), ("return a and not b", "and/or not returned"), ("x = True", "truth"),
    ("x = a + 1", "sign number"), ("x = a + 'uno'", ""), ("return None", ""),
    ("for b in a:\n  if b: continue", "condition continue"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "whats"), CHANGED)
def test_what_is_changed(body: str, whats: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "N = 1\ndef f(a, b=2):\n " + body.replace("\n", "\n ") + "\n"
    (tmp_path / "m.py").write_text(source)
    monkeypatch.setattr(mutation, "ROOT", tmp_path)
    found = mutation.mutants_of("m.py")
    assert sorted(mutant.what for mutant in found) == sorted(whats.split())
    made = {ast.unparse(mutation._Changer(mutant.number).visit(ast.parse(source))) for mutant in found}
    assert len(made) == len(found) and ast.unparse(ast.parse(source)) not in made


def test_the_function_that_everybody_holds_is_changed() -> None:
    path = "kb/formats/yaml_text.py"
    held, before = yaml_text.yaml_documents, yaml_text.yaml_documents.__code__
    mutant = next(m for m in mutation.mutants_of(path) if (m.function, m.what) == ("yaml_documents", "returned"))
    try:
        assert mutation.exchange(mutant)
        assert held("a: 1") is None
    finally:
        held.__code__ = before
    assert held("a: 1")


def test_most_functions_of_every_room_can_be_changed() -> None:
    for room in mutation.ROOMS.values():
        paths = [p for pattern in room.files for p in mutation.ROOT.glob(pattern)]
        assert paths and sum(len(mutation.mutants_of(str(p.relative_to(mutation.ROOT)))) for p in paths) > 50
        assert all((mutation.ROOT / "tests" / name).is_file() for name in room.tests)
