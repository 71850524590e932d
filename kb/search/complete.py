"""As you type: titles and other names that begin like what is written so far."""

from bisect import bisect_left

from kb.search.models import Completion
from kb.search.tables import Tables
from kb.text import fold

RANKS = {"titulo": 0, "indice": 1, "en": 2}
"""Which names are offered, and in which order."""
MAX_SCANNED = 400


class Completer:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        rows = []
        for n, record in enumerate(tables.records):
            if record.kind in ("pregunta", "ejemplo", "paso"):
                continue
            for name in record.names:
                if name.source in RANKS:
                    words = fold(name.text).split()
                    # A name can be met by any of its words: «capac» finds «Cola de capacidades».
                    rows += [(" ".join(words[k:]), k > 0, RANKS[name.source], n, name.text) for k in range(min(len(words), 6))]
        self._rows = sorted(rows)
        self._keys = [row[0] for row in self._rows]

    def complete(self, prefix: str, game: str | None, limit: int) -> tuple[Completion, ...]:
        wanted = fold(prefix[:80])
        if not wanted:
            return ()
        start = bisect_left(self._keys, wanted)
        end = bisect_left(self._keys, wanted + "\x7f", lo=start)
        found = []
        for _, inside, rank, n, text in self._rows[start : min(end, start + MAX_SCANNED)]:
            record = self._tables.records[n]
            if game in (None, record.game):
                found.append((inside, rank, -record.links, len(text), text, n))
        seen: dict[int, Completion] = {}
        for *_, text, n in sorted(found):
            record = self._tables.records[n]
            seen.setdefault(n, Completion(text=text, id=record.id, game=record.game, title=record.title))
        return tuple(seen.values())[:limit]
