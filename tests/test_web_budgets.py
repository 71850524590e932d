"""Every endpoint has a row of limits, the docs say the same, and each limit is where the table says."""

import re
from pathlib import Path

import pytest
from flask import Flask

from web.app import create_app
from web.budgets import BUDGETS, DOOR, PER_MINUTE, table
from web.rulings.database import database_url, upgrade

DOCS = Path(__file__).resolve().parent.parent / "docs" / "budgets.md"
EXAMPLE = {"game": "xwing", "slug": "ataque", "id": "xwing/ataque", "name": "ataque", "form": "xwing", "letter": "a"}


@pytest.fixture(scope="module")
def app(shipped_kb: Path) -> Flask:
    upgrade(database_url())
    return create_app(shipped_kb)


def test_every_route_has_a_row(app: Flask) -> None:
    routes = {f"{m} {rule}" for rule in app.url_map.iter_rules() for m in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert routes == set(BUDGETS)


def test_the_docs_show_the_table() -> None:
    assert "\n".join(table()) in DOCS.read_text("utf-8")
    for name, number in PER_MINUTE.items():
        assert re.search(rf"^\| {name} \| {f'{number:,}' if number else 'no limit'} \|", DOCS.read_text("utf-8"), re.MULTILINE)


def address(rule: str) -> str:
    """An address of that rule."""
    return re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: "1" if m[1] == "int" else EXAMPLE.get(m[2], "xwing"), rule)


@pytest.mark.parametrize("key", BUDGETS)
def test_the_gate_finds_the_row_by_its_address(key: str) -> None:
    method, rule = key.split(" ", 1)
    found, row = DOOR.row(method, address(rule)), BUDGETS[key]
    assert (found.rate, found.query) == (row.rate, row.query)
