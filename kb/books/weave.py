"""Every mention of a term becomes a link to it: entries in, the same entries with links woven into their blocks.

The longest name wins; plurals and genders are names too; one link to a target per block, none to the entry itself. A name
that is also ordinary Spanish is left alone, or wanted with a capital: corpus/<juego>/tejido.toml says which.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pydantic import Field, ValidationError

from grammar.game import Names
from kb.errors import CorpusError
from kb.models import Block, Entry, Model
from kb.text import strip_accents

TAILORING = "tejido.toml"
KINDS = frozenset("termino cualidad seccion apartado recuadro definicion apendice redireccion tabla".split())
"""What can be meant by its name alone. Cards, examples and questions are cited, not mentioned."""
_RANK = {"termino": 0, "cualidad": 0, "definicion": 1, "seccion": 2, "recuadro": 2, "redireccion": 3}
_LABELS = r"\*\*(?:Nota para jueces|Nota|Ejemplo|Campaña|Escaramuza|Juego por equipos):?\*\*:?"
_KEPT = re.compile(rf"\[[^\]]*\]\([^)]*\)|\[[^\]]*\]|^{_LABELS}|`[^`]*`|https?://\S+")
"""What is already a link, an icon, or the label that says what a block is."""
_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
_GAP = re.compile(r"^(?: |-|/|: | \(|\) |’)+$")
_SENTENCE_END = re.compile(r"(?:^|[.:!?¿¡|])\s*\**$")
_SHORTEST = 3
_PARAMETER = re.compile(r"(?<=\S)\s+[XY]\b.*$|:.*$|\s*\([^)]*\)\s*$")


class Tailoring(Model):
    """What is particular to a game's words: tejido.toml."""

    sobre: str = ""
    """The game with whose rules this one is played: its words are known here too."""
    nunca: tuple[str, ...] = ()
    """Names of entries that are ordinary Spanish wherever they stand in a sentence."""
    mayuscula: tuple[str, ...] = ()
    """Names that mean the entry only with a capital that no full stop explains."""
    tambien: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Slug of an entry to more words that mean it."""


@dataclass(slots=True)
class _Node:
    next: dict[str, "_Node"] = field(default_factory=dict)
    target: str | None = None
    capital: bool = False


@dataclass(frozen=True, slots=True)
class _Name:
    target: str
    capital: bool = False
    """Keywords of one word are written with a capital; without it they are Spanish."""


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    target: str


def tailoring_from(path: Path) -> Tailoring:
    if not path.exists():
        return Tailoring()
    try:
        return Tailoring.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise CorpusError(path, 1, f"no se entiende ({str(error).splitlines()[0]})") from error


@lru_cache(maxsize=65536)
def base(word: str) -> str:
    """What the numbers and genders of a noun share: «boca arriba», «Herida» and «heridas», «desarmada» and «desarmado»."""
    word = strip_accents(word.lower())
    if len(word) > 4 and word.endswith("ces"):
        word = word[:-3] + "z"
    elif len(word) > 4 and word.endswith("es") and word[-3] in "lrndjzy":
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s"):
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word.endswith("e") else word  # «rebelde», of «rebeldes»


def woven(
    entries: Sequence[Entry], lexicons: Mapping[str, Mapping[str, Names]], tailorings: Mapping[str, Tailoring]
) -> list[Entry]:
    """All entries with their mentions linked."""
    by_game: dict[str, list[Entry]] = defaultdict(list)
    for e in entries:
        by_game[e.game].append(e)
    tries = {}
    for game, rows in by_game.items():
        lender = _of(tailorings, game).sobre
        names = _names(by_game.get(lender, ()), lexicons.get(lender, {}), _of(tailorings, lender))
        names |= _names(rows, lexicons.get(game, {}), _of(tailorings, game))
        tries[game] = _trie(names, (_of(tailorings, game), _of(tailorings, lender)))
    known = {e.id: e for e in entries}
    return [_with_links(e, tries[e.game], known) for e in entries]


def _of(tailorings: Mapping[str, Tailoring], game: str) -> Tailoring:
    return tailorings.get(game) or Tailoring()


def _names(entries: Iterable[Entry], lexicon: Mapping[str, Names], tailoring: Tailoring) -> dict[str, _Name]:
    """Folded name to the entry that it means. From the weakest claim to the strongest: names of the index, titles without
    their parameter, whole titles, what the tailoring says."""
    rows = [e for e in entries if e.kind in KINDS and e.current]
    rows.sort(key=lambda e: (-_RANK.get(e.kind, 2), -e.id.count("/")))
    slugs = {e.id.split("/", 1)[1]: e for e in rows}
    out: dict[str, _Name] = {}
    for slug, e in slugs.items():
        index = lexicon[slug].indice if slug in lexicon else ()
        out |= {_key(name): _Name(_leads(e)) for name in index}
    for part in (lambda title: _PARAMETER.sub("", title), str):
        for e in rows:
            for form in _genders(part(e.title)):
                key = _key(form)
                out[key] = _Name(_leads(e), e.kind == "cualidad" and " " not in key)
    for slug, more in tailoring.tambien.items():
        if slug in slugs:
            out |= {_key(name): _Name(_leads(slugs[slug])) for name in more}
    return out


def _leads(entry: Entry) -> str:
    """Redirections are followed: a link goes where the answer is."""
    return entry.redirect_best or entry.redirect or entry.id


def _genders(name: str) -> Iterator[str]:
    """«Desarmado/a» is «desarmado» and «desarmada»."""
    yield re.sub(r"/\w+\b", "", name)
    if found := re.search(r"(\w+?)[oe]?/(\w{1,2})\b", name):
        yield name.replace(found[0], found[1] + found[2])


def _key(name: str) -> str:
    return " ".join(base(w) for w in _WORD.findall(name))


def _trie(names: Mapping[str, _Name], tailorings: Iterable[Tailoring]) -> _Node:
    tailorings = list(tailorings)
    never = {_key(name) for t in tailorings for name in t.nunca}
    capital = {_key(name) for t in tailorings for name in t.mayuscula}
    root = _Node()
    for key, name in names.items():
        if len(key) < _SHORTEST or key in never:
            continue
        node = root
        for word in key.split():
            node = node.next.setdefault(word, _Node())
        node.target, node.capital = name.target, name.capital or key in capital
    return root


def _with_links(entry: Entry, trie: _Node, known: Mapping[str, Entry]) -> Entry:
    own = {entry.id}
    blocks, found = _blocks(entry.blocks, trie, own, entry.game, known)
    update: dict[str, object] = {"blocks": blocks}
    if entry.summary is not None:
        summary, more = _blocks(entry.summary.blocks, trie, own, entry.game, known)
        found |= more
        update["summary"] = entry.summary.model_copy(update={"blocks": summary})
    if not found:
        return entry
    return entry.model_copy(update=update | {"mentions": tuple(found)})


def _blocks(
    blocks: tuple[Block, ...], trie: _Node, own: set[str], game: str, known: Mapping[str, Entry]
) -> tuple[tuple[Block, ...], dict[str, None]]:
    out: list[Block] = []
    found: dict[str, None] = {}
    for block in blocks:
        md, targets = _woven(block.md, trie, own, game, known)
        found |= dict.fromkeys(targets)
        out.append(block.model_copy(update={"md": md}) if targets else block)
    return tuple(out), found


def _woven(md: str, trie: _Node, own: set[str], game: str, known: Mapping[str, Entry]) -> tuple[str, list[str]]:
    kept = [m.span() for m in _KEPT.finditer(md)]
    linked = own | {_target(game, href) for href in re.findall(r"\]\(([^)]+)\)", md)}
    parts, at, targets = [], 0, []
    for hit in _hits(md, trie, kept):
        if hit.target in linked or hit.target not in known:
            continue
        linked.add(hit.target)
        targets.append(hit.target)
        home, slug = hit.target.split("/", 1)
        parts += [md[at : hit.start], f"[{md[hit.start : hit.end]}]({f'#{slug}' if home == game else hit.target})"]
        at = hit.end
    return ("".join(parts) + md[at:], targets) if targets else (md, targets)


def _target(game: str, href: str) -> str:
    return f"{game}/{href[1:]}" if href.startswith("#") else href


def _hits(md: str, trie: _Node, kept: Sequence[tuple[int, int]]) -> Iterator[_Hit]:
    words = [m for m in _WORD.finditer(md) if not any(a <= m.start() < b for a, b in kept)]
    i = 0
    while i < len(words):
        node, best, n = trie.next.get(base(words[i][0])), None, i
        while node is not None:
            if node.target is not None and (not node.capital or _capital(md, words[i])):
                best = n
                target = node.target
            n += 1
            if n == len(words) or not _GAP.match(md[words[n - 1].end() : words[n].start()]):
                break
            node = node.next.get(base(words[n][0]))
        if best is None:
            i += 1
            continue
        yield _Hit(words[i].start(), words[best].end(), target)
        i = best + 1


def _capital(md: str, word: re.Match[str]) -> bool:
    return word[0][0].isupper() and not _SENTENCE_END.search(md[: word.start()])
