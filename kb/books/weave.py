"""Every mention of a term becomes a link to it: entries in, the same entries with links woven into their blocks.

The longest name wins; plurals and genders are names too; one link to a target per block, none to the entry itself. A name
that is also ordinary Spanish is left alone, or wanted with a capital: corpus/<juego>/tejido.toml says which. What a book has
printed as a link goes where it says, and is a mention like any other where it says nothing that we know.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from pydantic import Field, ValidationError

from grammar.game import Names
from grammar.language.verbs import conjugate
from kb.errors import CorpusError
from kb.models import Block, Entry, Model
from kb.text import fold, stems, strip_accents

TAILORING = "tejido.toml"
CARDS = "nombres.txt"
KINDS = frozenset("termino cualidad seccion apartado recuadro definicion apendice redireccion tabla".split())
"""What can be meant by its name alone. Cards, examples and questions are cited, not mentioned."""
_SHELVED = frozenset(("pregunta", "errata", "carta"))
_DEFINED = frozenset(("termino", "cualidad", "definicion"))
"""A part of the book that only holds questions or cards («Despliegue», of the questions) is not what its title means."""
_RANK = {"termino": 0, "cualidad": 0, "definicion": 1, "seccion": 2, "recuadro": 2, "redireccion": 3}
_LABELS = r"\*\*(?:Nota para jueces|Nota|Ejemplo|Campaña|Escaramuza|Juego por equipos):?\*\*:?"
_WORDED = r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]"
"""The words of a link, which may have icons."""
_KEPT = re.compile(rf"{_WORDED}\([^)]*\)|\[[^\]]*\]|^{_LABELS}|`[^`]*`|https?://\S+")
"""What is already a link, an icon, or the label that says what a block is."""
_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
_GAP = re.compile(r"^(?: |-|/|:\*{0,3} |\*{1,3} | \(|\) |’)+$")
_CELLS = " | "
_PLAIN = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
"""A cell of words and nothing else."""
_SENTENCE_END = re.compile(r"(?:^|[.:!?¿¡|])\s*\**$")
_HEAD = re.compile(r"\*{0,3}"), re.compile(r"[^\w|]{0,9}\|")
"""Before and behind what fills the first cell of a row."""
_SHORTEST = 2
_CARD = "carta "
_PRONOUNS = ("lo", "la", "le")
_SHOUTED = 4
"""«PERFORANTE 2»: from how many letters on a word in capitals is a name wherever it stands."""
_DOING = re.compile(r"(\w+[aei]r) (un|una|el|la|los|las|al) (.+)")
_PARTICIPLE = re.compile(r"d[oa]s?$")
_OTHERS = ("su", "cada", "cualquier", "")
_DETERMINERS = {
    **dict.fromkeys(("una", "la"), ("una", "la", "esa", "esta", "otra", "las", "sus", *_OTHERS)),
    **dict.fromkeys(("un", "el"), ("un", "el", "ese", "este", "otro", "los", "sus", *_OTHERS)),
    "las": ("las", "sus", "esas", "estas"),
    "los": ("los", "sus", "esos", "estos"),
    "al": ("al",),
}
"""What may stand between the verb of a title and its noun: «Revelar una Misión», «revela la Misión», «revelar Misiones»."""
_PARTICLE = 3
"""«de», «con», «del»: what has no number."""
_PARAMETER = re.compile(r"(?<=\S)\s+[XY]\b.*$|:.*$|\s*\([^)]*\)\s*$")
_OF_TOKENS = re.compile(r"\b(?:fichas?|indicador(?:es)?) de [^.;:()]{1,40}?(?:,| y| o| u| ni) $")
"""A list of tokens that goes on: «fichas de Orden ni de Mando» speaks of no cards."""
_ITEM = r"[A-ZÁÉÍÓÚ]\w+(?: [a-záéíóúñ]{4,})?"
_LISTED = r"[Cc]arta|[Ff]ase|[Ff]icha|[Ii]ndicador|[Mm]azo"
_LIST = re.compile(rf"\b({_LISTED})(?:e?s)? de {_ITEM}(?:, {_ITEM})*(?:,| y| o| u| ni) (?:de )?$")
"""A list that goes on: «cartas de Objeto, Clase y Recompensa», «indicadores de Reputación y de Tiempo»."""
_HEADS = ("carta de ", "fase de ", "ficha de ", "indicador de ", "mazo de ")
_PRINTED = re.compile(_WORDED + r"\(#\)")
_LINKED = re.compile(_WORDED + r"\([^)]*\)")
_NAMED_AFTER = " de "


class Tailoring(Model):
    """What is particular to a game's words: tejido.toml."""

    sobre: str = ""
    """The game with whose rules this one is played: its words are known here too."""
    nunca: tuple[str, ...] = ()
    """Names of entries that are ordinary Spanish wherever they stand in a sentence, and phrases in which they are."""
    mayuscula: tuple[str, ...] = ()
    """Names that mean the entry only with a capital that no full stop explains."""
    tambien: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Slug of an entry, or id of one of the game's own rules, to more words that mean it."""
    verbos: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Slug of an entry to the infinitives that mean it, in any of their forms."""
    cartas: tuple[str, ...] = ()
    """Names of published cards: what a rule is called inside one of them is no mention of the rule."""


@dataclass(slots=True)
class _Node:
    next: dict[str, "_Node"] = field(default_factory=dict)
    name: "_Name | None" = None
    listed: "dict[str, _Name]" = field(default_factory=dict)
    """What it names in a list of cards, of phases…"""
    term: bool = False
    """A term of the game begins with it, and not only the name of a card."""


@dataclass(frozen=True, slots=True)
class _Name:
    target: str
    """Nowhere, for what only has to be left alone."""
    capital: bool = False
    """Keywords of one word are written with a capital; without it they are Spanish."""
    card: bool = False
    """Names of cards are written with a capital, be it that of a sentence."""
    singular: tuple[bool, ...] = ()
    """Which of its words are."""
    numbers: frozenset[tuple[bool, ...]] = frozenset()
    """Of a phrase that is left alone, in which numbers it is: «dado que» is no die, «los dados que se tiran» are."""
    doing: bool = False
    """It says what is done to what: the noun may go on."""
    aside: int = 0
    """How many of its first words stay outside the link: «las de Despliegue» are cards."""


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    target: str


def tailoring_from(path: Path) -> Tailoring:
    if not path.exists():
        return Tailoring()
    names = path.with_name(CARDS)
    cards = names.read_text(encoding="utf-8").splitlines() if names.exists() else []
    try:
        read = Tailoring.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        return read.model_copy(update={"cartas": tuple(line.partition(" = ")[0] for line in cards)})
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
    if len(word) > 4 and word.endswith("ce"):  # «alcance», of «alcances»: its plural ends like that of «voz»
        return word[:-2] + "z"
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
        lent = by_game.get(lender, ())
        own = _names(rows, lexicons.get(game, {}), _of(tailorings, game), lent)
        names = _lent(_names(lent, lexicons.get(lender, {}), _of(tailorings, lender)), lent, own) | own
        tries[game] = _trie(names, (_of(tailorings, game), _of(tailorings, lender)))
    known = {e.id: e for e in entries}
    return [_with_links(e, tries[e.game], known) for e in entries]


def _of(tailorings: Mapping[str, Tailoring], game: str) -> Tailoring:
    return tailorings.get(game) or Tailoring()


def _lent(names: Mapping[str, _Name], lent: Iterable[Entry], own: Mapping[str, _Name]) -> dict[str, _Name]:
    """What another game calls its entries; where this game has an entry of that title, all its names mean that one."""
    here = {e.id: own[_key(e.title)].target for e in lent if _key(e.title) in own}
    return {key: replace(name, target=here.get(name.target, name.target)) for key, name in names.items()}


def _names(
    entries: Iterable[Entry], lexicon: Mapping[str, Names], tailoring: Tailoring, lent: Iterable[Entry] = ()
) -> dict[str, _Name]:
    """Folded name to the entry that it means. From the weakest claim to the strongest: names of cards, names of the index,
    titles without their parameter, whole titles, what the tailoring says."""
    entries = list(entries)
    shelves = {e.parent for e in entries if e.kind in _SHELVED}
    rows = [e for e in entries if e.kind in KINDS and e.current and (e.kind in _DEFINED or e.id not in shelves)]
    rows.sort(key=lambda e: (-_RANK.get(e.kind, 2), -e.id.count("/")))
    slugs = {e.id.split("/", 1)[1]: e for e in rows}
    out = _cards([e for e in entries if e.kind == "carta"], tailoring.cartas)
    for slug, e in slugs.items():
        index = lexicon[slug].indice if slug in lexicon else ()
        out |= {_key(name): _Name(_leads(e), singular=_singular(name)) for name in index}
    for e in rows:
        if e.kind != "cualidad":
            name = _Name(_leads(e), doing=True)
            out |= {_key(form): replace(name, singular=(False, *_singular(form)[1:])) for form in _doings(e.title)}
    for part in (lambda title: _PARAMETER.sub("", title), str):
        for e in rows:
            for form in _genders(part(e.title)):
                key = _key(form)
                keyword = e.kind == "cualidad"
                doing = not keyword and bool(_DOING.fullmatch(form.lower()))
                out[key] = _Name(_leads(e), keyword and " " not in key, doing=doing, singular=_singular(form))
    out |= {key.removeprefix(_CARD): replace(name, aside=1) for key, name in out.items() if _is_kind_of_card(key)}
    known = {e.id: e for e in lent} | {e.id.split("/", 1)[1]: e for e in entries}
    for slug, more in _more(tailoring):
        if slug in known:
            out |= {_key(name): _Name(_leads(known[slug]), singular=_singular(name)) for name in more}
    return out


def _cards(entries: Iterable[Entry], published: Iterable[str]) -> dict[str, _Name]:
    """Names of cards in several words: to the entry of the card where there is one, or to nothing."""
    out = {_key(name): _Name("", card=True) for name in published}
    for e in entries:
        key = _key(e.title)
        out[key] = _Name("" if key in out and out[key].target else e.id, card=True)
    return {key: name for key, name in out.items() if " " in key}


def _is_kind_of_card(key: str) -> bool:
    """«carta de Objetivo», «carta de Objetivo secundario»: «las de Objetivo secundario» are cards, too."""
    return key.startswith(f"{_CARD}de ")


def _more(tailoring: Tailoring) -> Iterator[tuple[str, Iterable[str]]]:
    yield from tailoring.tambien.items()
    for slug, verbs in tailoring.verbos.items():
        yield slug, [form for verb in verbs for form in _forms(verb)]


def _forms(verb: str) -> Iterator[str]:
    """«solaparse»: «se solapa», «se solapen», «solapada»… «reclamar»: «reclama», «reclamarla»…"""
    lemma = verb.removesuffix("se")
    yield verb
    if lemma == verb:
        yield from (f"{verb}{pronoun}" for pronoun in _PRONOUNS)
    for text, readings in conjugate(lemma).items():
        moods = {r.mood for r in readings if r.person in (0, 3)}
        if moods & {"ind", "subj", "pret", "isubj", "fut"}:
            yield text if lemma == verb else f"se {text}"
        elif "part" in moods or ("ger" in moods and lemma == verb):
            yield text


def _doings(title: str) -> Iterator[str]:
    """What a title says to do, as it is told of somebody; «que tenga asignada una ficha» tells of nobody who assigns it.
    A verb has no number that its noun could miss."""
    if found := _DOING.fullmatch(title.lower()):
        verb, determiner, noun = found.groups()
        for form in (form for form in _forms(verb) if not _PARTICIPLE.search(form)):
            yield from (f"{form} {other} {noun}" for other in _DETERMINERS[determiner])


def _singular(name: str) -> tuple[bool, ...]:
    return tuple(_is_singular(w) for w in _WORD.findall(name))


def _is_singular(word: str) -> bool:
    return not word.endswith(("s", "S"))


def _leads(entry: Entry) -> str:
    """Redirections are followed: a link goes where the answer is."""
    return entry.redirect_best or entry.redirect or entry.id


def _genders(name: str) -> Iterator[str]:
    """«Desarmado/a» is «desarmado» and «desarmada»."""
    yield re.sub(r"/\w+\b", "", name)
    if found := re.search(r"(\w+?)[oe]?/(\w{1,2})\b", name):
        yield name.replace(found[0], found[1] + found[2])
    elif " " not in name and name.endswith(("ado", "ido")):
        yield name[:-1] + "a"


def _key(name: str) -> str:
    return " ".join(base(w) for w in _WORD.findall(name))


def _trie(names: Mapping[str, _Name], tailorings: Iterable[Tailoring]) -> _Node:
    tailorings = list(tailorings)
    never: dict[str, frozenset[tuple[bool, ...]]] = defaultdict(frozenset)
    for phrase in (phrase for t in tailorings for phrase in t.nunca):
        never[_key(phrase)] |= {_singular(phrase)}
    capital = {_key(name) for t in tailorings for name in t.mayuscula}
    root = _Node()
    for key, name in names.items():
        if key.startswith(_HEADS) and name.target:
            head, _, *words = key.split()
            _at(root, words).listed[head] = replace(name, singular=name.singular[2:])
    for key, name in {**{key: _Name("", numbers=numbers) for key, numbers in never.items() if " " in key}, **names}.items():
        if len(key) < _SHORTEST or (key in never and name.target):
            continue
        node = _at(root, key.split())
        root.next[key.split()[0]].term |= bool(name.target) and not name.card
        node.name = replace(name, capital=name.capital or key in capital)
    return root


def _at(root: _Node, words: Iterable[str]) -> _Node:
    node = root
    for word in words:
        node = node.next.setdefault(word, _Node())
    return node


def _with_links(entry: Entry, trie: _Node, known: Mapping[str, Entry]) -> Entry:
    own = {entry.id}
    refs = [known[id] for id in (*entry.refs, *entry.see_also) if id in known]
    entry = entry.model_copy(update={"blocks": tuple(_resolved(b, refs) for b in entry.blocks)})
    blocks, found = _blocks(entry.blocks, trie, own, entry.game, known)
    update: dict[str, object] = {"blocks": blocks}
    if entry.summary is not None:
        summary, more = _blocks(entry.summary.blocks, trie, own, entry.game, known)
        found |= more
        update["summary"] = entry.summary.model_copy(update={"blocks": summary})
    if not found:
        return entry
    return entry.model_copy(update=update | {"mentions": tuple(dict.fromkeys((*entry.mentions, *found)))})


def _resolved(block: Block, refs: Sequence[Entry]) -> Block:
    """A link that the book has printed, with the entry of its words; where no reference has them they are words again."""

    def shown(match: re.Match[str]) -> str:
        target = _meant(match[1], refs)
        return f"[{match[1]}]({_href(target.id, target.game)})" if target else match[1]

    return block.model_copy(update={"md": _PRINTED.sub(shown, block.md)}) if "](#)" in block.md else block


def _meant(words: str, refs: Iterable[Entry]) -> Entry | None:
    """Which of the entries that a text refers to is called so."""
    folded, stemmed = fold(words), stems(words)
    for ref in refs:
        names = (ref.title, *ref.aliases)
        if any(fold(name) == folded for name in names) or any(stems(name) == stemmed for name in names):
            return ref
    return None


def _blocks(
    blocks: tuple[Block, ...], trie: _Node, own: set[str], game: str, known: Mapping[str, Entry]
) -> tuple[tuple[Block, ...], dict[str, None]]:
    out: list[Block] = []
    found: dict[str, None] = {}
    column = ""
    for block in blocks:
        column = (column or block.md.partition(_CELLS)[0]) if block.kind == "tabla" else ""
        told = _told_of(block.md, column, trie)
        named = told if told in known and told not in own else ""
        md, targets = _woven(_linked_cell(block.md, named, game), trie, own, game, known)
        found |= dict.fromkeys([*filter(None, [named]), *targets])
        out.append(block.model_copy(update={"md": md}) if md != block.md else block)
    return tuple(out), found


def _told_of(md: str, column: str, trie: _Node) -> str:
    """What a row tells of: «Comandante» in the column «Ficha» is the «ficha de Comandante»."""
    cell, bar, _ = md.partition(_CELLS)
    if not (column and bar) or cell == column or not _PLAIN.fullmatch(cell):
        return ""
    node: _Node | None = trie
    for word in _key(f"{column} de {cell}").split():
        node = node and node.next.get(word)
    return node.name.target if node and node.name else ""


def _linked_cell(md: str, target: str, game: str) -> str:
    cell, bar, rest = md.partition(_CELLS)
    return f"[{cell}]({_href(target, game)}){bar}{rest}" if target else md


def _woven(md: str, trie: _Node, own: set[str], game: str, known: Mapping[str, Entry]) -> tuple[str, list[str]]:
    kept = [m.span() for m in _KEPT.finditer(md)]
    linked = own | {_target(game, href) for href in re.findall(r"\]\(([^)]+)\)", md)}
    parts, at, targets = [], 0, []
    for hit in _hits(md, trie, kept, linked):
        if hit.target not in known:
            continue
        linked.add(hit.target)
        targets.append(hit.target)
        parts += [md[at : hit.start], f"[{md[hit.start : hit.end]}]({_href(hit.target, game)})"]
        at = hit.end
    return ("".join(parts) + md[at:], targets) if targets else (md, targets)


def _href(target: str, game: str) -> str:
    home, slug = target.split("/", 1)
    return f"#{slug}" if home == game else target


def _target(game: str, href: str) -> str:
    return f"{game}/{href[1:]}" if href.startswith("#") else href


def _hits(md: str, trie: _Node, kept: Sequence[tuple[int, int]], linked: set[str]) -> Iterator[_Hit]:
    """Mentions in their order. One whose entry is linked already leaves free what it shares with a mention that goes on."""
    words = [m for m in _WORD.finditer(md) if not any(a <= m.start() < b for a, b in kept)]
    i = said = 0
    while i < len(words):
        found = None if _in_a_name(md, trie, words, i) else _longest(md, trie, words, i)
        if found is None:
            i += 1
            continue
        last, name = found
        if name.doing and _cuts(md, trie, words, i, last):
            i += 1
        elif name.target in linked:
            said, i = max(said, last + 1), i + 1
        elif last < said:
            i += 1
        else:
            if name.target:
                yield _Hit(words[i + name.aside].start(), words[last].end(), name.target)
            i = said = last + 1


def _cuts(md: str, trie: _Node, words: Sequence[re.Match[str]], i: int, last: int) -> bool:
    """«resolver una Misión secundaria»: what ends within a longer name, of which the rest says nothing by itself."""
    for j in range(i + 1, last + 1):
        other = _longest(md, trie, words, j)
        if other and other[0] > last and other[1].target:
            return _longest(md, trie, words, last + 1) is None
    return False


def _in_a_name(md: str, trie: _Node, words: Sequence[re.Match[str]], i: int) -> bool:
    """«el Cañón de cola»: what follows a capital that no term of the game explains is part of that name."""
    at = words[i].start()
    if words[i][0][0].isupper() or not md.endswith(_NAMED_AFTER, 0, at):
        return False
    before = _said_before(md, at).removesuffix(_NAMED_AFTER)
    first = _last_word(before)
    opens = trie.next.get(base(first))
    return bool(first) and _capital(before, len(before) - len(first), first) and not (opens and opens.term)


def _said_before(md: str, at: int) -> str:
    """What was said up to a place, its links as words: a text is woven twice where there is a book, and must say the same."""
    return _LINKED.sub(r"\1", md[:at])


def _last_word(text: str) -> str:
    """The word with which a text ends, if it ends with one."""
    end = len(text)
    while end and text[end - 1].isalnum():
        end -= 1
    return text[end:]


def _longest(md: str, trie: _Node, words: Sequence[re.Match[str]], i: int) -> tuple[int, _Name] | None:
    """The longest name that begins with a word, and the word with which it ends."""
    node, n, found = trie.next.get(base(words[i][0])), i, None
    listed = words[i][0][0].isupper() and _LIST.search(_said_before(md, words[i].start()))
    while node is not None:
        if listed and (name := node.listed.get(listed[1].lower())):
            found = (n, name)
        elif (
            node.name is not None
            and _is_said(node.name, md, words[i : n + 1])
            and (not node.name.target or _closed(md[words[i].start() : words[n].end()]))
        ):
            found = (n, node.name) if not (node.name.aside and _follows_a_term(md, trie, words[i].start())) else found
        n += 1
        if n == len(words) or not _GAP.match(md[words[n - 1].end() : words[n].start()]):
            break
        node = node.next.get(base(words[n][0]))
    return found


def _closed(said: str) -> bool:
    """«una figura (normal o de élite)» is no «figura normal»; nor does a link begin or end amid what is bold."""
    return said.count("(") == said.count(")") and "*" not in said


def _follows_a_term(md: str, trie: _Node, at: int) -> bool:
    """«fichas de Ventaja» are no cards, nor are those of «fichas de Orden ni de Ventaja»."""
    before = _said_before(md, at)
    if _OF_TOKENS.search(before):
        return True
    last = _last_word(before.removesuffix(" ")) if before.endswith(" ") else ""
    return len(last) > _PARTICLE and base(last) in trie.next


def _is_said(name: _Name, md: str, words: Sequence[re.Match[str]]) -> bool:
    if name.numbers:
        return tuple(_is_singular(w[0]) for w in words) in name.numbers
    if name.card:
        return words[0][0][0].isupper()
    if name.aside:
        return words[name.aside][0][0].isupper()
    return (not name.capital or _capital(md, words[0].start(), words[0][0]) or _heads_a_row(md, words)) and _agrees(name, words)


def _heads_a_row(md: str, words: Sequence[re.Match[str]]) -> bool:
    """«Humo | Mejora la cobertura»: what a row tells of is told by its name."""
    before, behind = _HEAD
    told = before.fullmatch(md, 0, words[0].start()) and behind.match(md, words[-1].end())
    return bool(told) and words[0][0][0].isupper()


def _agrees(name: _Name, words: Sequence[re.Match[str]]) -> bool:
    """«tipos de ataque adicionales» names no additional attack; «palabras clave» is the plural of «palabra clave»."""
    said = [_is_singular(w[0]) for w in words]
    for n, (noun, adjective) in enumerate(pairwise(said)):
        alike = name.singular[n : n + 1] == name.singular[n + 1 : n + 2]
        if noun and not adjective and alike and len(words[n][0]) > _PARTICLE:
            return False
    return True


def _capital(md: str, at: int, word: str) -> bool:
    """No full stop explains it: «ataca. Blindaje», and never that of a word that stands in capitals."""
    if len(word) >= _SHOUTED and word.isupper():
        return True
    return word[0].isupper() and not _SENTENCE_END.search(md[:at])
