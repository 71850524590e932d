"""Whoosh behind `Engine`: pure Python, always installed.

Its query parser (quadratic on hostile text) and its OR matcher (20 ms for a dozen stems) are not used: the postings of
each stem are read once with Whoosh's own BM25 score, kept, and added up here.
"""

import struct
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from operator import itemgetter
from pathlib import Path

from whoosh import fields, index
from whoosh.analysis.tokenizers import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, copy_to_ram
from whoosh.query.terms import Term
from whoosh.searching import Searcher

from kb.errors import StoreError
from kb.search.engine import Document, field_of

name, package = "whoosh", "whoosh3"
KEPT_STEMS = 20_000


def write(documents: Iterable[Document], games: Sequence[str], directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    schema = fields.Schema(n=fields.STORED)
    for game in games:
        schema.add(field_of(game), fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False))
    writer = index.create_in(str(directory), schema).writer(limitmb=256)
    for n, document in enumerate(documents):
        writer.add_document(n=n, **{field_of(document.game): document.stems})
    writer.commit(optimize=False)


class WhooshEngine:
    def __init__(self, directory: Path) -> None:
        # In memory, because each thread opens its searcher when it first asks: by then the folder may hold another index.
        self._index = copy_to_ram(FileStorage(str(directory), readonly=True)).open_index()  # type: ignore[no-untyped-call]
        self._local = threading.local()
        self._open: list[Searcher] = []
        self._postings = lru_cache(maxsize=KEPT_STEMS)(self._read)

    def _searcher(self) -> Searcher:
        # A searcher shared between threads returns wrong ids (measured): each thread opens its own.
        if not hasattr(self._local, "searcher"):
            self._local.searcher = self._index.searcher()
            self._open.append(self._local.searcher)
        found: Searcher = self._local.searcher
        return found

    def _read(self, where: tuple[str, ...], stem: str) -> tuple[tuple[int, float], ...]:
        """Every document with that stem and its BM25 score. One segment, so Whoosh's numbers are ours."""
        found = []
        for field in where:
            matcher = Term(field, stem).matcher(self._searcher())
            while matcher.is_active():
                found.append((int(matcher.id()), float(matcher.score())))
                matcher.next()
        return tuple(found)

    def candidates(self, stems: Mapping[str, float], games: Sequence[str], limit: int) -> list[int]:
        scores: dict[int, float] = {}
        get = scores.get
        where = tuple(map(field_of, games))
        for stem, weight in stems.items():
            for document, score in self._postings(where, stem):
                scores[document] = get(document, 0.0) + weight * score
        return [document for document, _ in nlargest(limit, scores.items(), key=itemgetter(1))]

    def close(self) -> None:
        for searcher in self._open:
            searcher.close()  # type: ignore[no-untyped-call]
        self._index.close()


def open(directory: Path, games: Sequence[str]) -> WhooshEngine:
    try:
        return WhooshEngine(directory)
    except (OSError, ValueError, struct.error, index.IndexError) as error:
        raise StoreError(directory, "el índice está dañado", "Reconstrúyelo con «kb build».") from error
