"""Words to entries: what a link, a bold term, a quoted step, a page or a closing list points to."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.text import fold, lemma, stems

_FILLER = re.compile(r"^(?:ver|consulta|el|la|los|las|un|una|tu|su|sus|tus)\s+", re.I)
_VALUE = re.compile(r"\s+(?:X|\d+(?:-\d+)?)\b")
_QUOTED = re.compile(r"“([^”]{3,70})”|\"([^\"]{3,70})\"|«([^»]{3,70})»|(?<=\s)'([^']{5,70})'")
_PAGE = re.compile(r"\bp[aá]ginas?\s+(\d{1,4})\b", re.I)
_STEP = re.compile(r"\bpasos?\s+(\d+[a-h]?)\b", re.I)
# Which homonym is meant: definitions first, layers last.
_LAST_KINDS = {
    "ejemplo": 5,
    "redireccion": 3,
    "carta": 6,
    "errata": 6,
    "pregunta": 8,
    "historial": 7,
    "indice": 9,
    "portada": 9,
}
_LAST_REGIONS = {"faq": 6, "erratas": 7, "historial": 7}
_REGION_RANK = {"glosario": 0, "texto": 1, "apendice": 2}
_HEAD = re.compile(
    r"^(?:la |las |una? |sus? )?(?:fichas?|cartas?|iconos?|acci[oó]n(?:es)?|sistemas?) (?:de |del )?(?:la |las |los )?",
    re.I,
)
# Words that say nothing about what a reference is about.
_VAGUE = frozenset(
    stems(
        "saber más consulta página uso regla efecto jugador sección explica describe completo distinto información reglamento"
    )
)


@dataclass(frozen=True, slots=True)
class Target:
    """What the resolver needs to know of an entry."""

    title: str
    kind: str
    region: str
    top: int
    """Index of the top ancestor: where it lives."""
    page: int | None = None
    parent: int | None = None
    listed: bool = False
    """Whether the contents or the index print its page."""
    words: frozenset[str] = frozenset()
    """Stems of its text."""


@dataclass(slots=True)
class Resolver:
    targets: Sequence[Target]
    known: Mapping[str, str] = field(default_factory=dict)
    """Words to titles, from the profile."""
    by_fold: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_stems: dict[frozenset[str], list[int]] = field(default_factory=lambda: defaultdict(list))
    by_page: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    aliases: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    _cache: dict[tuple[str, int, bool], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known = {fold(k): v for k, v in self.known.items()}
        for i, target in enumerate(self.targets):
            for name in {target.title, lemma(target.title), base_name(target.title)}:
                self.by_fold[fold(name)].append(i)
                self.by_stems[frozenset(stems(name))].append(i)
            if target.page:
                self.by_page[target.page].append(i)

    def alias(self, name: str, i: int) -> None:
        self.aliases[fold(name)].append(i)

    def find(self, words: str, here: int, loose: bool = False) -> int | None:
        """Index of the entry that these words name, seen from entry `here`. `loose` also takes inflected parts."""
        key = (words, here, loose)
        if key not in self._cache:
            self._cache[key] = self._find(words, here, loose)
        return self._cache[key]

    def _find(self, words: str, here: int, loose: bool) -> int | None:
        text = fold(words)
        if not text:
            return None
        if text in self.known:
            words = self.known[text]
            text = fold(words)
        exact = [*self.by_fold.get(text, ()), *self.by_fold.get(fold(_FILLER.sub("", words)), ())]
        if not loose and here in exact:
            return here  # a term in its own definition; a printed link never points to where it stands
        own = frozenset(stems(words))
        found = self._pick([*exact, *self.by_stems.get(own, ())] if own else exact, here, frozenset(exact), text)
        if found is None and (base := base_name(words)) != words:
            found = self._pick(self.by_fold.get(fold(base)), here)
        if found is None:
            found = self._pick(self.aliases.get(text), here)
        return found if found is not None or not loose else self._loosely(words, here)

    def _loosely(self, words: str, here: int) -> int | None:
        """A part of the words names an entry, or the words are a part of a title, or an inflection of one."""
        if (bare := _HEAD.sub("", words)) != words and (found := self._find(bare, here, loose=False)) is not None:
            return found
        own = frozenset(stems(words))
        if not own:
            return None
        if (found := self.inside(own, here, 1)) is not None:
            return found
        around = [(len(key), i) for key, ids in self.by_stems.items() if key > own for i in ids
                  if self.targets[i].kind not in _LAST_KINDS]  # fmt: skip
        if around:
            shortest = min(n for n, _ in around)
            return self._pick([i for n, i in around if n == shortest], here)
        prefix = next(iter(own))[:4] if len(own) == 1 else ""
        close = [i for key, ids in self.by_stems.items() if len(prefix) > 3 and len(key) <= 2
                 and any(s.startswith(prefix) for s in key) for i in ids]  # fmt: skip
        return self._pick(close, here)

    def inside(self, own: frozenset[str], here: int, least: int) -> int | None:
        """The longest title, of `least` words or more, that is wholly among these stems."""
        inside = [(len(key), i) for key, ids in self.by_stems.items() if least <= len(key) and key < own for i in ids]
        if not inside:
            return None
        longest = max(n for n, _ in inside)
        return self._pick([i for n, i in inside if n == longest], here)

    def _pick(self, ids: Sequence[int] | None, here: int, exact: frozenset[int] = frozenset(), words: str = "") -> int | None:
        """The best of several homonyms: of the same part of the book, a definition, the first."""
        others = [i for i in ids or () if i != here]
        if not others:
            return here if ids else None
        return min(others, key=lambda i: (*self._rank(i, here), i not in exact, -self._alike(i, words), i))

    def _alike(self, i: int, words: str) -> int:
        """Letters that a title shares with the words from the start: one stem is «objeto» and «objetivo»."""
        title = fold(self.targets[i].title)
        return next((n for n, (a, b) in enumerate(zip(title, words, strict=False)) if a != b), min(len(title), len(words)))

    def _rank(self, i: int, here: int) -> tuple[int, int, int]:
        target, home = self.targets[i], self.targets[here]
        same = target.top == home.top and home.region == "apendice"
        late = max(_LAST_KINDS.get(target.kind, 0), _LAST_REGIONS.get(target.region, 0))
        return (late, 0 if same else 1, _REGION_RANK.get(target.region, 3))

    def on_page(self, page: int, context: str, here: int) -> int | None:
        """The entry of a page that the sentence is about: by its title, then by its text.

        The last entry of the page before may run over into this one. A title that no table lists must fit clearly better.
        """
        words = set(stems(context)) - _VAGUE
        spill = self.by_page.get(page - 1, [])[-1:]
        best, top = None, -1.0
        for i in [*self.by_page.get(page, ()), *spill]:
            target = self.targets[i]
            own = set(stems(target.title))
            score = len(words & own) / (min(len(own), len(words)) or 1) + 0.4 * len(words & target.words) / (len(words) or 1)
            score += (0.45 if target.listed else 0.0) - (0.2 if i in spill else 0.0)
            if i != here and target.kind not in _LAST_KINDS and score > top:
                best, top = i, score
        return best

    def titled(self, words: str) -> bool:
        return bool(self.by_fold.get(fold(words)) or self.by_stems.get(frozenset(stems(words))))

    def step_named(self, words: str, context: str, here: int) -> int | None:
        """A quoted step. Two procedures may have one of that name: the sentence tells which is meant."""
        named: list[int] = [*self.by_fold.get(fold(words), ()), *self.aliases.get(fold(words), ())]
        if len(set(named)) < 2:
            return self.find(words, here, loose=True)
        about = set(stems(context))
        shared: dict[int, int] = {i: len(about & set(stems(self.targets[i].title))) for i in named}
        return min(shared, key=lambda i: (-shared[i], i))

    def descends(self, i: int, ancestor: int) -> bool:
        at: int | None = i
        while at is not None:
            if at == ancestor:
                return True
            at = self.targets[at].parent
        return False


def base_name(title: str) -> str:
    """A keyword without its parameters: `GUARDIÁN 2: C-3PO` and `Guardián X` are `GUARDIÁN`."""
    return _VALUE.sub("", title.split(":")[0]).strip() if re.search(r"\b(X|\d+)\b|:", title) else title


def quoted(text: str) -> list[str]:
    if not any(mark in text for mark in "“\"«'"):
        return []
    return [next(filter(None, m.groups())) for m in _QUOTED.finditer(text)]


def page_refs(text: str) -> Iterable[tuple[int, str]]:
    """Each «página N» with its sentence."""
    for match in _PAGE.finditer(text) if "ágina" in text else ():
        start = max(text.rfind(". ", 0, match.start()), text.rfind("(", 0, match.start()), match.start() - 160, 0)
        end = text.find(".", match.end())
        yield int(match[1]), text[start : match.start()] + text[match.end() : end if end > 0 else len(text)]


def step_ref(text: str) -> str | None:
    found = _STEP.search(text)
    return found[1] if found else None
