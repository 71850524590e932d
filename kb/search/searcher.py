"""Opens a knowledge base's index and answers questions about the rules."""

import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import TracebackType

from grammar.game import Names
from kb.errors import StoreError
from kb.models import Entry
from kb.search import whoosh_engine
from kb.search.complete import Completer
from kb.search.engine import Document, Engine, Maker
from kb.search.features import Fit
from kb.search.models import Answer, Completion, Hit, Homonym
from kb.search.names import NameIndex
from kb.search.rank import Ranked, Ranker
from kb.search.refuse import judge
from kb.search.snippet import cut, marks
from kb.search.spelling import Speller
from kb.search.tables import FILE, SCHEMA, Tables, tables_from
from kb.search.understand import MAX_CHARS, Query, likely_games, told, understand

try:
    from kb.search import tantivy_engine
except ImportError:  # the optional extra `rapido` is not installed
    MAKERS: Mapping[str, Maker] = {"whoosh": whoosh_engine}
else:
    MAKERS = {"whoosh": whoosh_engine, "tantivy": tantivy_engine}

DIRECTORY = "index"
STEMS, PASSAGES, NAMED = 4, 64, 28
"""Stems of each word that the engine is asked for; candidates from it and from the names."""
KEPT_ANSWERS = 1024
BASE_GAME = {"leyendas": "imperial-assault"}
"""A mode of another game: what it does not say, that game does."""


def build_index(entries: Sequence[Entry], lexicons: Mapping[str, Mapping[str, Names]], out: Path) -> None:
    """Writes the index of these entries under `out/index`, once for each engine that is installed."""
    directory = out / DIRECTORY
    directory.mkdir(parents=True, exist_ok=True)
    tables = tables_from(entries, lexicons)
    tables.save(directory)
    _write_engines(tables, directory)


def engines_told() -> str:
    """The engines and versions that postings written here are for: others may not be able to read them."""
    return ", ".join((f"tables {SCHEMA}", *(f"{maker.package} {version(maker.package)}" for maker in MAKERS.values())))


def derive_engines(out: Path) -> None:
    """Writes the engines' postings again from the tables under `out/index`, where there are any."""
    directory = out / DIRECTORY
    if (directory / FILE).is_file():
        try:
            _write_engines(Tables.load(directory), directory)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise StoreError(directory, "el índice está dañado", "Reconstrúyelo con «kb build».") from error


def _write_engines(tables: Tables, directory: Path) -> None:
    documents = [Document(tables.records[n].game, tables.document(k)) for k, (n, _) in enumerate(tables.documents)]
    for maker in MAKERS.values():
        maker.write(documents, tuple(tables.sizes), directory / maker.name)


class Searcher:
    """Safe to share between threads; opening one costs about 0.2 s."""

    def __init__(self, tables: Tables, engine: Engine) -> None:
        self._tables, self._engine = tables, engine
        self._names = NameIndex(tables)
        self._speller = Speller(tables.words)
        self._ranker = Ranker(tables)
        self._completer = Completer(tables)
        self._answer = lru_cache(maxsize=KEPT_ANSWERS)(self.fresh)

    @classmethod
    def open(cls, directory: Path, engine: str | None = None) -> "Searcher":
        """Opens the index in a knowledge base. Without `engine`: Tantivy where it is installed and was built, else Whoosh."""
        index = directory / DIRECTORY
        if not index.is_dir():
            raise StoreError(directory, "no tiene índice de búsqueda", "Constrúyelo con «kb build».")
        try:
            tables = Tables.load(index)
            built = [name for name in ("tantivy", "whoosh") if name in MAKERS and (index / name).is_dir()]
            name = engine or next(iter(built), "whoosh")
            if name not in built:
                raise StoreError(index, f"no hay índice de {name}", "Reconstrúyelo con «kb build».")
            return cls(tables, MAKERS[name].open(index / name, tuple(tables.sizes)))
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise StoreError(index, "el índice está dañado o es de otra versión", "Reconstrúyelo con «kb build».") from error

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(self._tables.sizes)

    def __enter__(self) -> "Searcher":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._engine.close()

    def search(
        self, q: str, game: str | None = None, kind: str | None = None, book: str | None = None, mode: str | None = None,
        limit: int = 10, explain: bool = False,
    ) -> Answer:  # fmt: skip
        start = time.perf_counter()
        text = q.encode("utf-8", "replace").decode("utf-8")
        answer = self._answer(text[:2000], game, kind, book, mode, limit, explain)
        return answer.model_copy(update={"q": text, "ms": round((time.perf_counter() - start) * 1000, 3)})

    def complete(self, prefix: str, game: str | None = None, limit: int = 8) -> tuple[Completion, ...]:
        return self._completer.complete(prefix, game, limit)

    def fresh(
        self, q: str, game: str | None = None, kind: str | None = None, book: str | None = None, mode: str | None = None,
        limit: int = 10, explain: bool = False,
    ) -> Answer:  # fmt: skip
        """Answers without looking in the store of hot queries."""
        query = understand(q, game, self._tables, self._speller, self._names)
        fit = self.fit(query)
        ranked = self._ranker.rank(fit, [n for n in self.candidates(query, fit) if self._allowed(n, kind, book, mode)])
        base = self._in_base_game(query)
        verdict = judge(query, fit, ranked, base)
        if verdict.instead:
            ranked = [*verdict.instead, *ranked]
        return Answer(
            q=q, hits=tuple(self._hit(r, fit, explain) for r in ranked[:limit]), corrected=query.corrected,
            unanswered=verdict.unanswered, note=verdict.note, game=query.game, homonyms=self._homonyms(ranked),
            understood=tuple(map(told, query.slots)) if explain else (),
        )  # fmt: skip

    @property
    def parts(self) -> tuple[Tables, Speller, NameIndex]:
        """What `understand` needs."""
        return self._tables, self._speller, self._names

    def fit(self, query: Query) -> Fit:
        games = {} if query.game else likely_games(query, self._tables)
        # Only a short query, or one with strange words, may be one misspelt name.
        short = query.folded.count(" ") < 3 or bool(query.repairs) or not all(slot.certain for slot in query.slots)
        fuzzy = self._names.spelled(query.folded, query.game) if short else {}
        entitled = self._names.entitled((query.text[:MAX_CHARS], query.folded, query.reading), query.game)
        return Fit(query, self._tables, games, fuzzy, entitled)

    def candidates(self, query: Query, fit: Fit) -> list[int]:
        """Records that share something with the query, from the engine and from the names."""
        weights = query.weights(STEMS)
        games = [query.game] if query.game else list(self._tables.sizes)
        found = {self._tables.documents[n][0]: None for n in self._engine.candidates(weights, games, PASSAGES)}
        found |= dict.fromkeys(self._names.sharing(weights, query.game, NAMED)) | dict.fromkeys(fit.fuzzy)
        found |= dict.fromkeys(sorted(fit.entitled))
        return list(found)

    def _allowed(self, n: int, kind: str | None, book: str | None, mode: str | None) -> bool:
        record = self._tables.records[n]
        in_mode = not mode or not record.modes or mode in record.modes
        return in_mode and kind in (None, record.kind) and book in (None, record.book)

    def _in_base_game(self, query: Query) -> list[Ranked]:
        """The same question put to the game that this one is a mode of."""
        base = BASE_GAME.get(query.game or "")
        if base is None or base not in self._tables.sizes:
            return []
        again = understand(query.text, base, self._tables, self._speller, self._names)
        fit = self.fit(again)
        return self._ranker.rank(fit, self.candidates(again, fit))[:1]

    def _hit(self, ranked: Ranked, fit: Fit, explain: bool) -> Hit:
        record = self._tables.records[ranked.shown]
        text, anchor, within = self._passage(ranked, fit)
        stems = {s for slot in fit.query.slots if not slot.weak for s in slot.stems}
        passage = cut(text, stems)
        return Hit(
            id=record.id, game=record.game, title=record.title, lines=record.lines, score=round(ranked.score, 3),
            passage=passage, anchor=anchor, within=within, breadcrumb=self._breadcrumb(ranked.shown), kind=record.kind,
            source=record.source, marks=marks(passage, stems), why=self._ranker.reasons(ranked, fit) if explain else (),
        )  # fmt: skip

    def _passage(self, ranked: Ranked, fit: Fit) -> tuple[str, str | None, str]:
        record = self._tables.records[ranked.record]
        if record.redirect is not None and not record.passages:
            record = self._tables.records[record.redirect]
        best = fit.best_passage(self._tables.by_id[record.id])
        if best is None:
            return record.title, None, record.id
        text, anchor = record.passages[best].text, record.passages[best].anchor
        return (f"{record.title} {text}" if record.kind == "pregunta" else text), anchor, record.id

    def _breadcrumb(self, n: int) -> tuple[str, ...]:
        found: list[str] = []
        parent = self._tables.records[n].parent
        while parent is not None and len(found) < 8:
            found.append(self._tables.records[parent].title)
            parent = self._tables.records[parent].parent
        return tuple(reversed(found))

    def _homonyms(self, ranked: Sequence[Ranked]) -> tuple[Homonym, ...]:
        if not ranked or not ranked[0].named:
            return ()
        first = self._tables.records[ranked[0].shown]
        same = self._names.titled(first.names[0].text)
        found = [self._tables.records[n] for n in same if self._tables.records[n].game != first.game]
        return tuple(Homonym(id=r.id, game=r.game, title=r.title) for r in found)
