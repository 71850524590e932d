"""Words to entries: what a link, a bold term, a quoted step, a page or a closing list points to."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.text import fold, lemma, stems

_FILLER = re.compile(r"^(?:ver|consulta|el|la|los|las|un|una|tu|su|sus|tus)\s+", re.I)
_VALUE = re.compile(r"\s+(?:X|\d+(?:-\d+)?)\b")
_QUOTED = re.compile(r"“([^”]{3,70})”|\"([^\"]{3,70})\"|«([^»]{3,70})»")
_PAGE = re.compile(r"\bp[aá]ginas?\s+(\d+)", re.I)
_STEP = re.compile(r"\bpasos?\s+(\d+[a-h]?)\b", re.I)
_LAST_KINDS = {"ejemplo": 5, "redireccion": 3, "carta": 6, "errata": 6, "pregunta": 8, "historial": 7, "indice": 9, "portada": 9}
_REGION_RANK = {"glosario": 0, "texto": 1, "apendice": 2, "historial": 4, "faq": 5, "erratas": 6}


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
            text = fold(self.known[text])
        bare = fold(_FILLER.sub("", words))
        found = self._pick(self.by_fold.get(text), here) or self._pick(self.by_fold.get(bare), here)
        if found is None:
            found = self._pick(self.by_fold.get(fold(base_name(words))), here)
        if found is None:
            own = frozenset(stems(words))
            found = self._pick(self.by_stems.get(own), here) if own else None
        if found is None:
            found = self._pick(self.aliases.get(text), here)
        return found if found is not None or not loose else self._loosely(words, here)

    def _loosely(self, words: str, here: int) -> int | None:
        own = frozenset(stems(words))
        if not own:
            return None
        inside = [(len(key), i) for key, ids in self.by_stems.items() if key and key < own for i in ids]
        if inside:
            longest = max(n for n, _ in inside)
            return self._pick([i for n, i in inside if n == longest], here)
        around = [(len(key), i) for key, ids in self.by_stems.items() if key > own for i in ids
                  if self.targets[i].kind not in _LAST_KINDS]  # fmt: skip
        if around:
            shortest = min(n for n, _ in around)
            return self._pick([i for n, i in around if n == shortest], here)
        prefix = next(iter(own))[:5] if len(own) == 1 else ""
        close = [i for key, ids in self.by_stems.items() if len(prefix) > 3 and any(s.startswith(prefix[:4]) for s in key)
                 and len(key) <= 2 for i in ids]  # fmt: skip
        return self._pick(close, here)

    def _pick(self, ids: Sequence[int] | None, here: int) -> int | None:
        """The best of several homonyms: of the same part of the book, a definition, the first."""
        others = [i for i in ids or () if i != here]
        if not others:
            return here if ids else None
        return min(others, key=lambda i: self._rank(i, here))

    def _rank(self, i: int, here: int) -> tuple[int, int, int, int]:
        target, home = self.targets[i], self.targets[here]
        same = target.top == home.top and home.region == "apendice"
        return (_LAST_KINDS.get(target.kind, 0), 0 if same else 1, _REGION_RANK.get(target.region, 3), i)

    def on_page(self, page: int, context: str, here: int) -> int | None:
        """The entry of a page that the words before the reference are about; else the first of that page."""
        words = set(stems(context))
        best: tuple[float, int] | None = None
        for i in self.by_page.get(page, ()):
            own = set(stems(self.targets[i].title))
            score = len(words & own) / (len(own) or 1)
            if i != here and (best is None or score > best[0]):
                best = (score, i)
        return best[1] if best else None

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
    return [next(filter(None, m.groups())) for m in _QUOTED.finditer(text)]


def page_refs(text: str) -> Iterable[tuple[int, str]]:
    """Each «página N» with the words of its sentence before it."""
    for match in _PAGE.finditer(text):
        start = max(text.rfind(". ", 0, match.start()), text.rfind("(", 0, match.start()), match.start() - 160, 0)
        yield int(match[1]), text[start : match.start()]


def step_ref(text: str) -> str | None:
    found = _STEP.search(text)
    return found[1] if found else None
