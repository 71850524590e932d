"""Opens a knowledge base's index and answers questions about the rules."""

import time
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import TracebackType

import numpy as np

from grammar.game import Names
from kb import games as shelf
from kb.console.collector import without_collector
from kb.errors import StoreError
from kb.games import GameData
from kb.models import Entry
from kb.search.candidates import LEAST, Candidates, few
from kb.search.complete import Completer
from kb.search.features import Fit
from kb.search.model import asked_signs, signs
from kb.search.models import Answer, Asked, Completion, Homonym
from kb.search.names import NameIndex
from kb.search.negatives import CLASSES, names_in, sound_of
from kb.search.operators import Operators, operators
from kb.search.passages import Part, Passage, Whole, shown
from kb.search.passages import told as told_whole
from kb.search.phrases import phrases
from kb.search.rank import Ranked, Ranker
from kb.search.refuse import SILENT, Sound, Verdict, by_name, judge, rests, sound
from kb.search.snippet import cut, marks
from kb.search.spelling import Speller
from kb.search.tables import Tables, tables_from
from kb.search.train import with_models
from kb.search.understand import MAX_CHARS, Query, told, understand
from kb.search.words import vocabulary
from kb.text import fold

DIRECTORY = "index"
STEMS, FULL = 4, 10
"""Stems of each word that the postings are asked for; candidates."""
CALLED_SO = 9.0
"""What it is worth to be called exactly as the query says."""
KEPT_ANSWERS = 256
COMPLETED, MEANT = 12, 3
"""How many names are offered while somebody types; in place of an answer."""
SHORT = 3
"""A query of so many words may be one misspelt name."""
WHOLE = 3
"""Hits that show whole blocks; the rest, one passage."""
PLAIN = Operators("")


def build_index(entries: Sequence[Entry], lexicons: Mapping[str, Mapping[str, Names]], out: Path) -> None:
    """Writes the index of these entries: the one file `out/index/tables.json`."""
    directory = out / DIRECTORY
    directory.mkdir(parents=True, exist_ok=True)
    with without_collector():
        tables = tables_from(entries, lexicons)
        with_models(tables, {game: phrases(game) for game in tables.sizes}).save(directory)


def check_index(out: Path) -> None:
    """Raises where the tables under `out/index` are not those of this version; there may be none."""
    directory = out / DIRECTORY
    if directory.is_dir():
        try:
            Tables.load(directory)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise StoreError(directory, "el índice está dañado", "Reconstrúyelo con «kb build».") from error


class Searcher:
    """Safe to share between threads; opening one costs about 0.3 s."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._candidates = Candidates(tables)
        self._sounds = few(tables.sounds, len(CLASSES))
        self._names = NameIndex(tables)
        self._speller = Speller(tables.words)
        self._ranker = Ranker(tables)
        self._told: dict[int, dict[str, object]] = {}
        self._blocks: dict[int, dict[int, Whole]] = {}
        self._questions: dict[int, Asked] = {}
        self._completer = Completer(tables)
        self._answer = lru_cache(maxsize=KEPT_ANSWERS)(self.fresh)

    @classmethod
    def open(cls, directory: Path, games: Mapping[str, GameData] | None = None) -> "Searcher":
        """Opens the index in a knowledge base; its files are needed no more afterwards. `games`: who has read them says so."""
        index = directory / DIRECTORY
        if not index.is_dir():
            raise StoreError(directory, "no tiene índice de búsqueda", "Constrúyelo con «kb build».")
        try:
            if games is None:
                games = shelf.read((directory / shelf.FILE).read_text("utf-8")) if (directory / shelf.FILE).is_file() else {}
            return cls(Tables.load(index, {slug: data.facts for slug, data in games.items()}))
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
        self._answer.cache_clear()

    def search(
        self, q: str, game: str | None = None, kind: str | None = None, book: str | None = None, mode: str | None = None,
        limit: int = 10, explain: bool = False, source: str | None = None,
    ) -> Answer:  # fmt: skip
        start = time.perf_counter()
        text = q.encode("utf-8", "replace").decode("utf-8")
        answer = self._answer(text[:2000], game, kind, book, mode, limit, explain, source)
        return answer.model_copy(update={"q": text, "ms": round((time.perf_counter() - start) * 1000, 3)})

    def complete(self, prefix: str, game: str | None = None, limit: int = COMPLETED) -> tuple[Completion, ...]:
        return self._completer.complete(prefix, game, limit)

    def meant(self, q: str, game: str | None = None, limit: int = MEANT) -> tuple[Completion, ...]:
        """Names that may have been meant: near the whole question where it is short, and near each word that nobody knows."""
        query = understand(operators(q).text, game, *self.parts)
        strange = [slot.word for slot in query.slots if not slot.certain and not slot.weak]
        texts = [query.folded, *strange] if query.folded.count(" ") < SHORT else strange
        found: dict[tuple[str, str], Completion] = {}
        for asked in texts:
            for text, n in self._names.nearest(asked, game) or self._names.nearest(asked, None):
                record = self._tables.records[n]
                one = Completion(text=text, id=record.id, game=record.game, title=record.title)
                found.setdefault((fold(text), record.game), one)
        return tuple(found.values())[:limit]

    def fresh(
        self, q: str, game: str | None = None, kind: str | None = None, book: str | None = None, mode: str | None = None,
        limit: int = 10, explain: bool = False, source: str | None = None,
    ) -> Answer:  # fmt: skip
        """Answers without looking in the store of hot queries."""
        asked = operators(q)
        query = understand(asked.text, game, self._tables, self._speller, self._names)
        fit = self.fit(query)
        ranked = self.ranked(fit, kind, book, mode, source, asked)
        verdict = self._verdict(query, fit, ranked)
        if verdict.judged and any(self._answered(rest, query.game) for rest in rests(asked.text)):
            verdict = Verdict(False)
        if asked.narrow:
            verdict = Verdict(False, None if ranked else f"No hay nada con {asked.told()}.")
        if verdict.instead:
            ranked = [*verdict.instead, *ranked]
        return Answer.model_validate({
            "q": q, "hits": tuple(self._hits(ranked[:limit], fit, explain, asked.step)),
            "corrected": query.corrected, "unanswered": verdict.unanswered, "note": verdict.note, "game": query.game,
            "homonyms": self._homonyms(ranked), "understood": tuple(map(told, query.slots)) if explain else (),
        })  # fmt: skip

    def _verdict(self, query: Query, fit: Fit, ranked: Sequence[Ranked]) -> Verdict:
        heard = SILENT if ranked and by_name(ranked[0]) else self.sounds(query)
        return judge(query, fit, ranked, self._in_base_game(query), heard)

    def _answered(self, text: str, game: str | None) -> bool:
        query = understand(text, game, *self.parts)
        fit = self.fit(query)
        return not self._verdict(query, fit, self.ranked(fit)).unanswered

    @property
    def parts(self) -> tuple[Tables, Speller, NameIndex]:
        """What `understand` needs."""
        return self._tables, self._speller, self._names

    def ranked(
        self, fit: Fit, kind: str | None = None, book: str | None = None, mode: str | None = None,
        source: str | None = None, asked: Operators = PLAIN,
    ) -> list[Ranked]:  # fmt: skip
        plain = not (kind or book or mode or source or asked.narrow)
        if asked.page is not None and not fit.query.slots:  # «página 34» alone: what stands there, as it stands
            found = [n for n, r in enumerate(self._tables.records) if r.page == asked.page]
        else:
            found = self.candidates(fit, FULL if plain else len(self._tables.records))
        if not plain:
            allowed = (n for n in found if self._allowed(n, fit.query.game, kind, book, mode, source, asked))
            found = list(islice(allowed, FULL))
        ranked = self._ranker.rank(fit, found)
        if asked.step is None:
            return ranked
        return sorted(ranked, key=lambda r: all(p.label != asked.step for p in self._tables.records[r.record].passages))

    def fit(self, query: Query) -> Fit:
        # Only a short query, or one with strange words, may be one misspelt name.
        short = query.folded.count(" ") < SHORT or bool(query.repairs) or not all(slot.certain for slot in query.slots)
        fuzzy = self._names.spelled(query.folded, query.game) if short else {}
        entitled = self._names.entitled({query.text[:MAX_CHARS], query.folded, query.reading}, query.game)
        likely = self._candidates.likely(
            query.weights(STEMS), signs(query.words, self._tables.rarity, vocabulary().groups), query.game
        )
        return Fit(query, self._tables, likely, fuzzy, entitled)

    def sounds(self, query: Query) -> Sound:
        """What kind of question it sounds like, and its names: those of a list, and words that nobody knows."""
        strange = {slot.word for slot in query.slots if not slot.stems and not slot.weak}
        names = names_in(query.text[:MAX_CHARS], query.folded.split(), strange)
        words = query.reading.split()
        return sound(dict(enumerate(self._sounds.sum(asked_signs(sound_of(words, names))))), len(words), names)

    def candidates(self, fit: Fit, most: int) -> list[int]:
        """Records that share something with the query, the likeliest first."""
        worth = fit.likely.worth
        for n, alike in fit.fuzzy.items():
            worth[n] += alike
        for n in fit.entitled:
            worth[n] += CALLED_SO
        among = np.flatnonzero(worth >= LEAST)
        shares = worth[among]
        if most < len(among):
            best = np.flatnonzero(shares >= np.partition(shares, -most)[-most])
            among, shares = among[best], shares[best]
        found: list[int] = among[np.argsort(-shares, kind="stable")[:most]].tolist()
        return found

    def _allowed(
        self, n: int, game: str | None, kind: str | None, book: str | None, mode: str | None, source: str | None,
        asked: Operators,
    ) -> bool:  # fmt: skip
        record = self._tables.records[n]
        in_mode = not mode or not record.modes or mode in record.modes
        same = game in (None, record.game) and kind in (None, record.kind) and book in (None, record.book)
        return in_mode and same and source in (None, record.source) and asked.allow(self._tables.said(n), record.page)

    def _in_base_game(self, query: Query) -> list[Ranked]:
        """The same question put to the game that this one is a mode of."""
        facts = self._tables.facts.get(query.game or "")
        base = facts.sobre if facts else None
        if base is None or base not in self._tables.sizes:
            return []
        again = understand(query.text, base, self._tables, self._speller, self._names)
        fit = self.fit(again)
        return self.ranked(fit)[:1]

    def _hits(self, ranked: Sequence[Ranked], fit: Fit, explain: bool, step: str | None) -> Iterator[dict[str, object]]:
        stems = {s for slot in fit.query.slots if not slot.weak for s in slot.stems}
        for n, row in enumerate(ranked):
            yield self._hit(row, fit, stems, explain, n < WHOLE, step)

    def _hit(
        self, ranked: Ranked, fit: Fit, stems: Set[str], explain: bool, whole: bool, step: str | None
    ) -> dict[str, object]:  # fmt: skip
        """The fields of a Hit: the whole answer is made of them at once."""
        records, n = self._tables.records, ranked.record
        source = records[n]
        if source.redirect is not None and (source.kind == "redireccion" or not source.passages):
            n = source.redirect
            source = records[n]
        order = fit.passage_order(n) if whole else self._likeliest(n, fit)
        if step is not None:
            named = [k for k, passage in enumerate(source.passages) if passage.label == step]
            order = [*named, *(k for k in order if k not in named)]
        best = source.passages[order[0]] if order else Passage(None, source.title, "")
        question = self._question(n) if source.verdict is not None else None
        passage = cut(f"{source.title} {best.text}" if source.kind == "pregunta" and order else best.text, stems)
        marked = marks(passage, stems)
        blocks: list[dict[str, object]] = []
        if whole:
            parts = [Part(best.anchor, f"{source.title}\n{question.reason}")] if question else self._shown(n, order)
            blocks = [
                {"anchor": p.anchor, "text": p.text, "marks": marked if p.text == passage else marks(p.text, stems)}
                for p in parts
            ]
        return {
            **self._always(ranked.shown), "score": round(ranked.score, 3), "passage": passage, "anchor": best.anchor,
            "within": source.id, "marks": marked, "question": question, "passages": blocks,
            "why": self._ranker.reasons(ranked, fit) if explain else (),
        }  # fmt: skip

    def _always(self, n: int) -> dict[str, object]:
        """The fields of a Hit that every question finds the same."""
        found = self._told.get(n)
        if found is None:
            record = self._tables.records[n]
            found = self._told[n] = {
                "id": record.id, "game": record.game, "title": record.title, "lines": record.lines, "kind": record.kind,
                "source": record.source, "breadcrumb": self._breadcrumb(n),
            }  # fmt: skip
        return found

    def _likeliest(self, n: int, fit: Fit) -> list[int]:
        """The passage to show where only one is shown."""
        spoken, k = self._tables.shape(n).spoken, self._candidates.passage(n, fit.likely)
        return [k] if k in spoken else spoken[:1]

    def _shown(self, n: int, order: Sequence[int]) -> list[Part]:
        return shown(self._tables.records[n].passages, order, self._blocks.setdefault(n, {}))

    def _question(self, n: int) -> Asked:
        found = self._questions.get(n)
        if found is None:
            record = self._tables.records[n]
            reason = "\n".join(map(told_whole, record.passages))
            found = self._questions[n] = Asked(text=record.title, verdict=record.verdict or "", reason=reason)
        return found

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
