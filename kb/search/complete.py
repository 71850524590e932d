"""As you type: titles and other names that begin like what is written so far."""

from bisect import bisect_left

from kb.search.models import Completion
from kb.search.tables import BELOW, Tables
from kb.text import fold

RANKS = {"titulo": 0, "indice": 1, "en": 2}
"""Which names are offered, and in which order."""
FOREIGN = RANKS["en"]
MAX_SCANNED = 1500


class Completer:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        rows = set()
        for n, record in enumerate(tables.records):
            below = record.kind in BELOW
            names = [("titulo", record.title), *((name.source, name.text) for name in record.names)]
            for source, text in names if not below else names[:1]:
                if source in RANKS:
                    words = fold(text).split()
                    # A name can be met by any of its words: «capac» finds «Cola de capacidades». A question, by how it begins.
                    starts = range(min(len(words), 1 if below else 6))
                    rows |= {(" ".join(words[k:]), below, k > 0, RANKS[source], n, text) for k in starts}
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
        for _, below, inside, rank, n, text in self._rows[start : min(end, start + MAX_SCANNED)]:
            record = self._tables.records[n]
            if game in (None, record.game):
                found.append((rank == FOREIGN, inside, below, rank, -record.links, len(text), text, n))
        found.sort()
        seen: dict[int, Completion] = {}
        for *_, text, n in found:
            record = self._tables.records[n]
            seen.setdefault(n, Completion(text=text, id=record.id, game=record.game, title=record.title))
            if len(seen) == limit:
                break
        return tuple(seen.values())
