"""Parts of what stands before the pages, by themselves: which row a request has, how counters make room, what is no secret."""

import re

import pytest

from web.guard import rates, secret
from web.guard.budgets import BUDGETS, Door


@pytest.mark.parametrize("key", BUDGETS)
def test_each_request_has_the_row_of_its_rule(key: str) -> None:
    """Made anew, as rules may come in any order; a HEAD is a GET; what no rule knows is read."""
    method, rule = key.split(" ", 1)
    path = re.sub(r"<game:game>|<slug>|<form>", "xwing", rule)
    path = re.sub(r"<int:\w+>", "7", path)
    path = re.sub(r"<[^>]+>", "zz", path)
    door, row = Door(dict(reversed(BUDGETS.items()))), BUDGETS[key]
    found = door.row(method, path)
    assert (found.rate, found.query) == (row.rate, row.query)
    if method == "GET":
        assert door.row("HEAD", path) == found
    assert door.row("PUT", path) == Door({}).row(method, path) == BUDGETS["GET /about"]


def test_counters_make_room_of_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(rates, "MOST_COUNTERS", 6)
    monkeypatch.setattr("time.time", lambda: now[0])
    here = rates.Here()
    for key in "abcd":
        assert here.incr(key, 60) == 1
    now[0] = 1060.0  # their minute is over at this very moment
    assert here.incr("e", 60) == 1 and here.incr("e", 60) == 2
    assert set(here._rows) == set("abcde"), "there was room"
    assert here.incr("f", 60) == 1 and set(here._rows) == set("abcdef")
    assert here.incr("g", 60) == 1 and set(here._rows) == set("efg"), "those that are over went"
    assert here.incr("e", 60) == 3 and here.get_expiry("e") == 1120.0
    for key in "hij":
        here.incr(key, 60)
    assert set(here._rows) == set("efghij")
    here.incr("k", 60)
    assert set(here._rows) == {"k"}, "so many in one minute are no reader's"
    now[0] = 1000.0  # the clock is set back: nobody waits for longer than a minute
    assert here.incr("k", 60) == 1 and here.get_expiry("k") == 1060.0
    assert here.get_expiry("nobody") == 1000.0


def test_half_of_the_counters_may_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(rates, "MOST_COUNTERS", 6)
    monkeypatch.setattr("time.time", lambda: now[0])
    here = rates.Here()
    for key in "abc":
        here.incr(key, 60)
    now[0] = 1030.0
    for key in "def":
        here.incr(key, 60)
    now[0] = 1060.0
    here.incr("g", 60)
    assert set(here._rows) == set("defg"), "three of six are no flood"


def test_what_can_be_guessed_is_no_secret() -> None:
    signs = "abcdefghijklmnopqrstuvwxyz0123456789"
    enough = signs[: secret.FEWEST_SIGNS]
    assert not secret.guessable(enough + enough[0] + enough[2])
    assert secret.guessable(enough[:-1] + enough[0] + enough[2] + enough[1]), "one sign fewer"
    assert secret.guessable(enough * 2) and secret.guessable("x" * 60)
    for word in secret._KNOWN:
        assert secret.guessable(signs + word.upper())
