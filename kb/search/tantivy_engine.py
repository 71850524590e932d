"""Tantivy behind `Engine`: the optional extra `rapido`, for sites with heavy traffic."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from kb.errors import StoreError
from kb.search.engine import Document, field_of

name = package = "tantivy"


def _schema(games: Sequence[str]) -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("n", stored=True, fast=True)
    for game in games:
        builder.add_text_field(field_of(game), tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def write(documents: Iterable[Document], games: Sequence[str], directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    # One thread writes one segment, so that documents are numbered as they come.
    writer = tantivy.Index(_schema(games), path=str(directory)).writer(heap_size=64_000_000, num_threads=1)
    for n, document in enumerate(documents):
        row = tantivy.Document()
        row.add_unsigned("n", n)
        row.add_text(field_of(document.game), document.stems)
        writer.add_document(row)
    writer.commit()
    writer.wait_merging_threads()


class TantivyEngine:
    def __init__(self, directory: Path, games: Sequence[str]) -> None:
        self._schema = _schema(games)
        # Tantivy maps the files and writes a lock beside them. From a copy that lives as long as the maps do, the original
        # may be another user's, on a read-only disk, replaced or cut short, and no search will notice.
        with TemporaryDirectory(prefix="reglario-indice-") as own:
            shutil.copytree(directory, own, dirs_exist_ok=True)
            self._searcher = tantivy.Index.open(own).searcher()

    def candidates(self, stems: Mapping[str, float], games: Sequence[str], limit: int) -> list[int]:
        if not stems or not games:
            return []
        should = [
            (tantivy.Occur.Should, tantivy.Query.boost_query(tantivy.Query.term_query(self._schema, field_of(g), s, "freq"), w))
            for g in games
            for s, w in stems.items()
        ]
        found = self._searcher.search(tantivy.Query.boolean_query(should), limit, count=False)
        return [int(self._searcher.doc(address)["n"][0]) for _, address in found.hits]

    def close(self) -> None: ...


def open(directory: Path, games: Sequence[str]) -> TantivyEngine:
    try:
        return TantivyEngine(directory, games)
    except (OSError, ValueError) as error:
        raise StoreError(directory, "el índice está dañado", "Reconstrúyelo con «kb build».") from error
