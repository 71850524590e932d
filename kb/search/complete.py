"""As you type: titles and other names that begin like what is written so far, questions that name it, and steps."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from kb.search.models import Completion
from kb.search.tables import BELOW, Record, Tables
from kb.text import fold

RANKS = {"titulo": 0, "indice": 1, "en": 2}
"""Which names are offered, and in which order."""
FOREIGN = RANKS["en"]
MAX_SCANNED = 1500
STEP = "paso"
_NAMED = re.compile(r"(?<=[\w,;] )[A-ZÁÉÍÓÚÑ]")
"""Where a name begins inside a question: «Han S» finds those about Han Solo."""
NAMES = 4


class Completer:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        rows = set()
        for n, record in enumerate(tables.records):
            below = record.kind in BELOW
            names = [("titulo", record.title), *((name.source, name.text) for name in record.names)]
            for source, text in names if not below else names[:1]:
                if source in RANKS:
                    rows |= {(key, below, key != fold(text), RANKS[source], n, text, "") for key in _keys(text, below)}
            rows |= {(key, True, False, 0, n, text, anchor) for key, text, anchor in _steps(record)}
        self._rows = sorted(rows)
        self._keys = [row[0] for row in self._rows]

    def complete(self, prefix: str, game: str | None, limit: int) -> tuple[Completion, ...]:
        """What is Spanish comes first; of the game that was asked for, and of no other."""
        wanted = fold(prefix[:80])
        if not wanted:
            return ()
        start = bisect_left(self._keys, wanted)
        end = bisect_left(self._keys, wanted + "\x7f", lo=start)
        found = []
        steps = STEP in wanted
        for _, below, inside, rank, n, text, anchor in self._rows[start : min(end, start + MAX_SCANNED)]:
            record = self._tables.records[n]
            if game in (None, record.game) and (steps or not anchor):
                found.append((rank == FOREIGN, inside, below, rank, -record.links, len(text), text, anchor, n))
        found.sort()
        seen: dict[tuple[int, str], Completion] = {}
        for *_, text, anchor, n in found:
            record = self._tables.records[n]
            one = Completion(text=text, id=record.id, game=record.game, title=record.title, anchor=anchor or None)
            seen.setdefault((n, anchor), one)
            if len(seen) == limit:
                break
        return tuple(seen.values())


def _keys(text: str, asked: bool) -> Iterator[str]:
    """What of a name may be typed. It can be met by any of its words: «capac» finds «Cola de capacidades»; a question, by how
    it begins and by the names that it has."""
    if asked:
        places = [match.start() for match in _NAMED.finditer(text)][:NAMES]
        yield from (fold(text[place:]) for place in (0, *places))
    else:
        words = fold(text).split()
        yield from (" ".join(words[k:]) for k in range(min(len(words), 6)))


def _steps(record: Record) -> Iterator[tuple[str, str, str]]:
    """«Secuencia de ataque, paso 2b», met by each of its words."""
    for passage in record.passages:
        if passage.label and passage.anchor:
            text = f"{record.title}, {STEP} {passage.label}"
            words = fold(text).split()
            yield from ((" ".join(words[k:]), text, passage.anchor) for k in range(len(words) - 1))
