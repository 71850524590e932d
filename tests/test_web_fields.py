"""A field has one name on pages (Spanish) and one in the API (English): those that docs/web.md lists, and no others."""

import re
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from web import app
from web.api import OPERATIONS
from web.fields import ACT, ALIASES, EVENT, RULING, TWINS, renamed

ROOT = Path(app.__file__).parent
FORMS = ("/odds/{form}", "/situations/{game}", "/table/{game}")
"""Their fields are a game's own words."""
_SENT = re.compile(
    r'<(?:input|select|textarea|button)\b[^>]*?\bname="([a-z_0-9]+)"' r'|href="/(?!api/)[^"?]*\?(?:[^"=]*&)?([a-z_]+)='
)
_READ = re.compile(r'(?:request\.(?:args|form|values)(?:\.get(?:list)?\(|\[)|\b(?:given|sent)\.get\()"(\w+)"')


def _listed() -> list[tuple[list[str], list[str]]]:
    text = (ROOT.parent / "docs" / "web.md").read_text("utf-8")
    rows = text[text.index("| page | API |") :].split("\n\n")[0].splitlines()[2:]
    return [(re.findall("`(.*?)`", page), re.findall("`(.*?)`", api)) for _, page, api, *_ in (row.split("|") for row in rows)]


PAGES = [name for page, _ in _listed() for name in page]
API = [name for _, api in _listed() for name in api]


def test_no_thing_has_two_names_and_no_name_two_things() -> None:
    assert len(PAGES) == len(set(PAGES)) and len(API) == len(set(API))
    tables = [*RULING.items(), *EVENT.items(), *ACT.items(), *((english, spanish) for spanish, english in TWINS.items())]
    english, spanish = dict(tables), {told: name for name, told in tables}
    assert len(english) == len(spanish) == len(set(tables))
    same_row = {(e, s) for page, api in _listed() for s in page for e in api}
    assert [pair for pair in english.items() if pair not in same_row] == []


def test_pages_send_and_read_spanish_fields_only() -> None:
    sent = {a or b for path in (ROOT / "templates").glob("*.html") for a, b in _SENT.findall(path.read_text("utf-8"))}
    read = {name for path in ROOT.rglob("*.py") for name in _READ.findall(path.read_text("utf-8"))}
    assert {"juego", "respuesta", "jueces"} <= sent and {"q", "texto"} <= read
    assert sorted((sent | read) - set(PAGES)) == []
    assert sorted((sent | read) & {*RULING, *EVENT, *ACT}) == []


def test_the_api_takes_english_fields_only() -> None:
    taken = {name for (_, path), o in OPERATIONS.items() if o.query and path not in FORMS for name in o.query.model_fields}
    assert {"q", "game", "text", "list"} <= taken
    assert sorted(taken - set(API)) == [] and sorted(taken & TWINS.keys()) == []


@pytest.mark.parametrize("start, names", ALIASES)
def test_what_a_field_was_called_is_still_read(start: str, names: dict[str, str]) -> None:
    old, new = next(iter(names.items()))
    assert renamed(start, MultiDict([(old, "a"), ("x", "b"), ("x", "c")])).to_dict(flat=False) == {new: ["a"], "x": ["b", "c"]}
    assert renamed(start, MultiDict([(old, "a"), (new, "b")])).to_dict() == {new: "b"}
    assert renamed("/probabilidades/xwing", MultiDict([(old, "a")])).to_dict() == {old: "a"}
