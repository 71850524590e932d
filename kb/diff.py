"""Two editions side by side: which entries are new, gone or changed, and the words that changed."""

import difflib
import re
from collections.abc import Sequence
from typing import Literal

from kb.models import Entry, Model

_WORD = re.compile(r"\S+")


class Edit(Model):
    removed: str
    added: str


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


def _edits(old: Entry, new: Entry) -> tuple[Edit, ...]:
    a = _WORD.findall(f"{old.title}\n{old.text}" if old.title != new.title else old.text)
    b = _WORD.findall(f"{new.title}\n{new.text}" if old.title != new.title else new.text)
    if a == b:
        return ()
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    return tuple(Edit(removed=" ".join(a[i1:i2]), added=" ".join(b[j1:j2]))
                 for op, i1, i2, j1, j2 in matcher.get_opcodes() if op != "equal")  # fmt: skip
