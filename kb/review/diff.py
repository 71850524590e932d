"""Two editions side by side: which entries are new, gone or changed, and the words that changed."""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from kb.models import BookReport, Edit, Entry, Model, Outcome

_WORD = re.compile(r"\S+")
_AROUND = 8
"""Words shown on each side of a change."""


class EntryDiff(Model):
    op: Literal["nueva", "retirada", "cambiada"]
    id: str
    title: str
    edits: tuple[Edit, ...] = ()


def diff_entries(old: Sequence[Entry], new: Sequence[Entry]) -> list[EntryDiff]:
    """Compares by id, which a new edition keeps; in the new one's order, then what is gone."""
    before = {e.id: e for e in old}
    after = {e.id: e for e in new}
    out = []
    for e in new:
        if e.id not in before:
            out.append(EntryDiff(op="nueva", id=e.id, title=e.title))
        elif edits := _edits(before[e.id], e):
            out.append(EntryDiff(op="cambiada", id=e.id, title=e.title, edits=edits))
    out += [EntryDiff(op="retirada", id=e.id, title=e.title) for e in old if e.id not in after]
    return out


def with_edits(entries: Sequence[Entry], old: Sequence[Entry]) -> list[Entry]:
    """The new edition's entries with what changed in each; games that the old one does not have are left as they are."""
    games = {e.game for e in old}
    rows = {row.id: row for row in diff_entries(old, [e for e in entries if e.game in games])}
    return [e.model_copy(update={"edits": rows[e.id].edits, "new": rows[e.id].op == "nueva"}) if e.id in rows else e
            for e in entries]  # fmt: skip


def with_gone(report: Mapping[str, BookReport], entries: Iterable[Entry], old: Iterable[Entry]) -> dict[str, BookReport]:
    """The report of each book with the edition that it was compared with and what only that one has."""
    here = {e.id for e in entries}
    gone: dict[str, list[str]] = defaultdict(list)
    editions: dict[str, str] = {}
    for e in old:
        editions[e.book] = e.citation.edition
        if e.id not in here:
            gone[e.book].append(e.title)
    return {
        book: row.model_copy(update={"before": editions[book], "gone": tuple(gone[book])}) if book in editions else row
        for book, row in report.items()
    }


def with_outcomes(
    report: Mapping[str, BookReport], entries: Iterable[Entry], found: Mapping[str, tuple[Outcome, ...]]
) -> dict[str, BookReport]:
    """The report of each book with the cards and scenarios of its game that come out otherwise, where they were run."""
    games = {e.book: e.game for e in entries}
    return {
        book: row.model_copy(update={"outcomes": found[games[book]]}) if games.get(book) in found else row
        for book, row in report.items()
    }


def _edits(old: Entry, new: Entry) -> tuple[Edit, ...]:
    a = _WORD.findall(f"{old.title}\n{old.text}" if old.title != new.title else old.text)
    b = _WORD.findall(f"{new.title}\n{new.text}" if old.title != new.title else new.text)
    if a == b:
        return ()
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    return tuple(
        Edit(removed=" ".join(a[i1:i2]), added=" ".join(b[j1:j2]), lead=" ".join(b[max(0, j1 - _AROUND) : j1]),
             trail=" ".join(b[j2 : j2 + _AROUND]))
        for op, i1, i2, j1, j2 in matcher.get_opcodes() if op != "equal"
    )  # fmt: skip
