"""What a judge says, word by word: a sentence of the game and what may follow it. Whatever no form takes whole is declined.

A form is words and slots: `a/contra` two words for one, `(de)` a word that may be missing, `{a}` `{b}` `{c}` pieces, `{n}`
`{m}` numbers, `{x:arco}` a word of a closed list of the game, `{k:caras}` what dice show, `{q:texto}` free words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise
from typing import Any

from grammar.figures import whole
from grammar.steps import spend
from kb.forms import Sentence, Speech, Tail
from kb.play.errors import PlayError
from kb.play.table.spoken import NOT_NAMES, NOUNS
from kb.text import fold

LONGEST = 9
"""Words of a name."""
MOST_STEPS = 20_000
"""Tries at one sentence: far more than any sense needs."""
PER_SENTENCE, TRIES = 8, 6
"""Steps of hearing a sentence, and of how many tries one is (`grammar/steps.py`)."""
NUMBERS: Mapping[str, int] = {
    word: n for n, word in enumerate("cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce".split())
} | {"un": 1, "una": 1, "la": 1, "su": 1, "ningun": 0, "ninguna": 0}
ARTICLES = frozenset("el la los las un una unos unas otra otro mi mis tu tus su sus este esa ese".split())
STOPS = frozenset(
    "y tiene tienen esta estan estando saca sacan sacando dado dados gasta gastan es son que cuantos se hace hacen ataca "
    "atacan ya dispara disparan sufre sufren recibe reciben mueve usa usan puede quiere choca".split()
)
"""Words of another sentence: a free slot that holds one has taken too much."""
LINKS = frozenset("con de a en desde hasta hacia donde adonde un una sin y para por contra".split())
"""Words that no name of a place has, as it is said here."""
NO_NAMES = (
    "ficha",
    "estado",
    "nombre_estado",
    "caras",
    "cobertura",
    "color",
    "cara_ataque",
    "cara_defensa",
    "rumbo",
    "accion",
    "obstaculo",
    "arma",
)
"""Closed lists whose words are never a piece's name."""
PRONOUNS = frozenset("me te se le les lo nos yo tu ella ellos ellas nadie todos todo eso esto solo otro otra".split())
LITTLE = frozenset(
    "sin con desde hasta hacia tras ante entre segun durante donde adonde para por contra no ni sino nunca tampoco ningun "
    "ninguna vez veces".split()
)
"""Words that turn what is said round, or lead to it: nobody's name has one."""
UNS = frozenset("un una unos unas los las el".split())
JOINERS = frozenset("y e que pero luego despues entonces ahora tambien ademas".split())
_WORD = re.compile(r"[^\s,;:.¿?¡!«»\"{}()]+")
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
PIECES = frozenset("abc")
FREE = frozenset({"texto", "cualidad", "cualidad_arma", "capacidad", "lugar"})
"""Kinds of slot that any words may fill: a closed list that has them is better."""


@dataclass(frozen=True)
class Slot:
    name: str
    kind: str


@dataclass(frozen=True)
class Word:
    ways: frozenset[str]
    optional: bool


class Named(str):
    """A word of a closed list that says more than its name: a leader, and whose it is."""

    facts: Mapping[str, Any]

    def __new__(cls, said: str, facts: Mapping[str, Any]) -> "Named":
        found = super().__new__(cls, facts.get(NAME_OF, said))
        found.facts = facts
        return found


class Force(tuple[Named, ...]):
    """«2 cruceros, 1 transporte y 3 soldados»: each by its own name."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What is true of all of them because it is of one: whose they are."""
        return {key: value for each in self for key, value in each.facts.items() if key != NAME_OF}


NAME_OF = "nombre"
SHORT = "~"
"""Before a word of the name of a piece that is on the table."""
OTHERS = frozenset({"un", "una", "otro", "otra", "segundo", "segunda", "unos", "unas"})
THERE = "<allí>"
"""The place that was spoken of: «sale de allí»."""
THERES = frozenset({"alli", "ahi", "ese sistema", "el sistema", "este sistema", "ese planeta", "el mismo sistema"})


class Form(tuple[Slot | Word, ...]):
    """A sentence with gaps, and what tells at a look that it cannot be."""

    @cached_property
    def wanted(self) -> tuple[frozenset[str], ...]:
        """What a sentence must have in it, in so many words."""
        return tuple(part.ways for part in self if isinstance(part, Word) and not part.optional)

    @cached_property
    def openings(self) -> frozenset[str] | None:
        """The words that it may begin with; None where anything may stand there."""
        found: frozenset[str] = frozenset()
        for part in self:
            if isinstance(part, Slot):
                return None
            found |= part.ways
            if not part.optional:
                return found
        return None

    def may_begin(self, word: str) -> bool:
        return self.openings is None or word in self.openings

    def may_be(self, here: Set[str]) -> bool:
        return not any(ways.isdisjoint(here) for ways in self.wanted)

    def may_stand(self, plain: Sequence[str], at: int = 0) -> bool:
        """Whether what it must have is there from `at` on, in its order: of hundreds of tries most end here."""
        if at < len(plain) and not self.may_begin(plain[at]):
            return False
        for ways in self.wanted:
            while at < len(plain) and plain[at] not in ways:
                at += 1
            if at == len(plain):
                return False
            at += 1
        return True


@lru_cache(maxsize=1024)
def form_of(text: str) -> Form:
    return Form(_element(token) for token in text.split())


def _element(token: str) -> Slot | Word:
    if found := _SLOT.fullmatch(token):
        name = found[1]
        return Slot(name, found[2] or ("pieza" if name in PIECES else "numero"))
    bare = token.removeprefix("(").removesuffix(")")
    return Word(frozenset(fold(way) for way in bare.split("/")), token.startswith("("))


@dataclass(frozen=True)
class Heard:
    """A sentence understood: which form, what stands in its slots, and what followed."""

    form: Sentence
    slots: Mapping[str, Any]
    tails: tuple[tuple[Tail, Mapping[str, Any]], ...]
    said: str = ""
    """The words that were understood so."""


@dataclass(frozen=True, eq=False)
class OneSpeech:
    """How a game is spoken of, known by which one it is: comparing all its sentences costs more than hearing one."""

    speech: Speech

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OneSpeech) and other.speech.frase is self.speech.frase

    def __hash__(self) -> int:
        return id(self.speech.frase)


@dataclass(frozen=True)
class Lexicon:
    no_names: frozenset[str]
    literal: frozenset[str]
    by_word: Mapping[str, tuple[int, ...]]
    """Sentences, by the words that may stand where each first has to have one."""
    unworded: tuple[int, ...]
    """And those that need none."""
    examples: tuple[tuple[str, frozenset[str]], ...]
    """With the stems of their words."""


@lru_cache(maxsize=16)
def lexicon_of(same: OneSpeech) -> Lexicon:
    speech = same.speech
    forms = [*(row.forma for row in speech.frase), *(row.forma for row in speech.anadido)]
    said = {way for text in forms for part in form_of(text) if isinstance(part, Word) for way in part.ways}
    taken = frozenset(word for kind in NO_NAMES for word in speech.palabras.get(kind, {}))
    wanted = [(n, form_of(row.forma).wanted) for n, row in enumerate(speech.frase)]
    by_word: dict[str, list[int]] = {}
    for n, ways in wanted:
        for word in ways[0] if ways else ():
            by_word.setdefault(word, []).append(n)
    stems = {row.ejemplo: frozenset(_stem(word) for word in fold(row.ejemplo).split() if len(word) > 3) for row in speech.frase}
    return Lexicon(
        taken, frozenset(said - ARTICLES - {"de"}), {word: tuple(rows) for word, rows in by_word.items()},
        tuple(n for n, ways in wanted if not ways), tuple((text, of) for text, of in stems.items() if text),
    )  # fmt: skip


Tails = Sequence[tuple[Tail, Form]]
MINE = frozenset({"mi", "mis"})
Meant = dict[tuple[Any, ...], Any]
"""By the kind of slot, whether they are whoever speaks's, and the words themselves."""


@dataclass
class Hearing:
    """One sentence, being understood."""

    speech: Speech
    known: Mapping[str, str]
    """Folded name of what is on the table, or could be, and its name."""
    words: Sequence[str]
    plain: Sequence[str]
    tests: Mapping[str, Callable[[str], bool]]
    steps: int = 0
    meant: "Meant" = field(default_factory=dict)
    """What words mean in a slot of some kind, once it has been found out: a sentence is tried with others beside it and with
    parts of it taken out, and most of its words stay."""

    @property
    def no_names(self) -> frozenset[str]:
        """Words of the closed lists that are never a piece's name."""
        return lexicon_of(OneSpeech(self.speech)).no_names

    @property
    def literal(self) -> frozenset[str]:
        """Words of the forms: a name that nobody has put down has none of them, «B a alcance dos» is no ship."""
        return lexicon_of(OneSpeech(self.speech)).literal

    def step(self) -> None:
        self.steps += 1
        if self.steps % TRIES == 0:
            spend(1)
        if self.steps > MOST_STEPS:
            raise PlayError("la frase es demasiado enredada: dila en varias más cortas")

    def matches(self, form: Form, at: int = 0, place: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every way in which the form takes words from `at` on: where it ends, and its slots."""
        self.step()
        if place == len(form):
            yield at, {}
            return
        match form[place]:
            case Word(ways, optional):
                if at < len(self.plain) and self.plain[at] in ways:
                    yield from self.matches(form, at + 1, place + 1)
                if optional:
                    yield from self.matches(form, at, place + 1)
            case Slot(name, kind):
                mine = at > 0 and self.plain[at - 1] in MINE
                after = form[place + 1] if place + 1 < len(form) else None
                ahead = after.ways if isinstance(after, Word) and not after.optional else None
                longest = MOST_OF_A_FORCE if kind.startswith(FORCE) else LONGEST
                for end in range(at + 1, min(len(self.plain), at + longest) + 1):
                    if ahead is not None and (end == len(self.plain) or self.plain[end] not in ahead):
                        continue
                    key = kind, mine, *self.words[at:end]
                    if key not in self.meant:
                        self.meant[key] = self.value(kind, at, end)
                    value = self.meant[key]
                    if value is not None:
                        for stop, slots in self.matches(form, end, place + 1):
                            yield stop, {name: value, **slots}

    def value(self, kind: str, at: int, end: int) -> Any:
        """What the words mean in a slot of that kind; None where they do not."""
        said = " ".join(self.plain[at:end])
        match kind:
            case "pieza":
                return self.piece(at, end)
            case "numero":
                return NUMBERS.get(said) if (n := whole(said, 99)) is None else n
            case "carta":
                return self.known.get(said)  # a card that is nowhere is no card: «con target lock» is something else
            case "lugar":
                return self.place(at, end)
            case "tantos":  # «3 éxitos contra 2»
                many, face = number_said(said), self.speech.palabras.get(kind, {}).get("uno")
                return [face] * many if many is not None and many <= MOST_OF_A_FORCE else None
            case "tropa":
                return self.force(at, end)
            case _ if kind.startswith(f"{FORCE}_"):  # «tropa_terrestre»: all of them such
                force, such = self.force(at, end), kind.removeprefix(f"{FORCE}_")
                return force if force and all(such in each.facts.values() for each in force) else None
            case "texto" | "cualidad" | "cualidad_arma" | "capacidad":
                found = self.free(at, end)
                return found if found is None or kind not in self.tests or self.tests[kind](found) else None
            case "caras" | "caras_de_ataque" | "caras_de_defensa":
                return self.faces(at, end, kind)
            case "cuenta" | "cuenta_ataque" | "cuenta_defensa":
                shown = self.faces(at, end, kind.replace("cuenta", "cara") if "_" in kind else "caras")
                return {face: shown.count(face) for face in shown} if shown is not None else None
        found = self.speech.palabras.get(kind, {}).get(said)
        return Named(said, found) if isinstance(found, dict) else found

    def place(self, at: int, end: int) -> str | None:
        """A name of a place, or the one that was spoken of; what somebody or something is called is none."""
        said = " ".join(self.plain[at:end])
        if said in THERES:
            return THERE
        if said in (own := self.speech.palabras.get("lugar", {})):
            return str(own[said])
        things = {*self.speech.palabras.get(FORCE, {}), *self.speech.palabras.get(LEADER, {}), *NUMBERS, *PRONOUNS}
        words = self.plain[at:end]
        verbs_or_links = not LINKS.isdisjoint(words) or not NOT_NAMES.isdisjoint(words)
        if end - at > 3 or verbs_or_links or words[0] in ARTICLES or not things.isdisjoint((said, *words)):
            return None
        return self.free(at, end)

    def force(self, at: int, end: int) -> Force | None:
        """«3 alas-x y 1 transporte con 2 soldados»; of whom no number is told, one is enough."""
        kinds, found, n = self.speech.palabras.get(FORCE, {}), list[tuple[int, str]](), at
        while n < end:
            word = self.plain[n]
            if (word in JOINERS or word in ("con", "mas")) and found:
                n += 1
                if n == end:
                    return None
                continue
            many = number_said(word)
            if many is not None or word in ARTICLES | {"varios", "varias", "algunos", "algunas", "solo"}:
                n += 1
            ends = range(min(n + LONGEST_KIND, end), n, -1)
            long = next((stop for stop in ends if " ".join(self.plain[n:stop]) in kinds), n) - n
            if not long or many == 0:
                return None
            found.append((many or 1, " ".join(self.plain[n : n + long])))
            n += long
        return _force(found, kinds) if found and len(found) <= MOST_PIECES_OF_A_FORCE else None

    def free(self, at: int, end: int) -> str | None:
        """Words that no list has; those with which something else begins are no part of a name."""
        return None if STOPS.intersection(self.plain[at:end]) else " ".join(self.words[at:end])

    def piece(self, at: int, end: int) -> str | None:
        heads = ARTICLES | {fold(self.speech.una), "de"}  # «la unidad A» is A
        while at < end - 1 and self.plain[at] in heads and " ".join(self.plain[at:end]) not in self.known:
            at += 1
        said = " ".join(self.plain[at:end])
        if SHORT + said in self.known and said not in self.known and not OTHERS.intersection(self.plain[max(0, at - 2) : at]):
            return self.known[SHORT + said]
        if said == fold(self.speech.una) and at and self.plain[at - 1] in MINE:  # «mi nave ataca a una nave»: two
            said = f"mi-{said}"
            return self.known.get(said, said)
        if said in self.known:
            return self.known[said]
        words = self.plain[at:end]
        if len(set(words)) < len(words):
            return None  # «B … B»: what stood between them was taken out
        colours = self.speech.palabras.get("color", {}).keys()  # «escuadrón rojo» is a name, «rojo» is none
        taken = not self.no_names.isdisjoint((said, words[0], *(word for word in words if word not in colours)))
        if (
            not PRONOUNS.isdisjoint((said, *words[1:]))
            or said in NUMBERS
            or said in NOUNS
            or taken
            or not LITTLE.isdisjoint(words)
            or not NOT_NAMES.isdisjoint(words)
        ):
            return None  # whoever speaks, or was spoken of, or what somebody does: that is no name
        if (
            not JOINERS.isdisjoint(words)
            or any(each in UNS for each in words[1:])
            or (len(words) > 1 and any(word.isdecimal() for word in words))
        ):
            return None  # «A y B» are two, and so are «A un B» and «2 soldados»
        if any(" ".join(words[:n]) in self.known and self.words[at + n][:1].isupper() for n in range(1, len(words))):
            return None  # «los wookiees Vader» are two: one that is on the table, and another
        described = any(word in self.speech.palabras.get("estado", {}) for word in words)  # «la nave camuflada»: not its name
        strange = said in ARTICLES or described or (len(words) > 1 and not self.literal.isdisjoint(words))
        return None if strange else " ".join(self.words[at:end])

    def faces(self, at: int, end: int, of: str = "caras") -> list[str] | None:
        """«2 impactos 1 crítico», «impacto impacto vacía», «nada»."""
        said = [word for word in self.plain[at:end] if word not in JOINERS and word != "de"]
        return [] if self.plain[at:end] == ["nada"] else shown(said, self.speech.palabras.get(of, {}))

    def followed(self, at: int, tails: Tails) -> Iterator[tuple[tuple[Tail, dict[str, Any]], ...]]:
        """Every way in which what is left is tails."""
        while at < len(self.plain) and self.plain[at] in JOINERS:
            at += 1
        if at == len(self.plain):
            yield ()
            return
        for tail, form in tails:
            if not form.may_stand(self.plain, at):
                continue
            for end, slots in self.matches(form, at):
                if end > at:
                    for rest in self.followed(end, tails):
                        yield ((tail, slots), *rest)


FORCE, LEADER = "tropa", "lider"
LONGEST_KIND = 5
"""Words of the name of a unit."""
MOST_OF_A_FORCE, MOST_PIECES_OF_A_FORCE, MOST_ALIKE = 16, 6, 8


def _force(found: Sequence[tuple[int, str]], kinds: Mapping[str, Mapping[str, Any]]) -> Force | None:
    """Each unit with a name of its own; what one of them says of all (whose they are) is said of those that do not say it."""
    if any(many > MOST_ALIKE for many, _ in found):
        return None
    units = list[Named]()
    for many, word in found:
        name = kinds[word].get(NAME_OF, word)
        units += [Named(word, {**kinds[word], NAME_OF: f"{name} {n}" if many > 1 else name}) for n in range(1, many + 1)]
    return Force(units) if len(set(units)) == len(units) else None


def shown(words: Sequence[str], faces: Mapping[str, str]) -> list[str] | None:
    """Faces, each with how many before it, or after it: «precisión 5 y 3 daños»."""
    found, many, n = list[str](), 1, 0
    while n < len(words):
        number, word = number_said(words[n]), words[n]
        after = number_said(words[n + 1]) if n + 1 < len(words) else None
        if number is not None and many == 1:
            many = number
        elif word in faces and many == 1 and after is not None and not (n + 2 < len(words) and words[n + 2] in faces):
            found += [faces[word]] * after
            n += 1
        elif word in faces:
            found += [faces[word]] * many
            many = 1
        else:
            return None
        n += 1
    return found if found and many == 1 else None


def number_said(word: str) -> int | None:
    return NUMBERS.get(word) if (n := whole(word, 99)) is None else n


Tests = Mapping[str, Callable[[str], bool]]
"""Of free words of a kind, whether they are such a thing in this game: a keyword, a text that is understood."""


class Unheard(PlayError):
    """What can be said is looked up when somebody asks: of hundreds of ways to hear a saying one is told."""

    def __init__(self, sentence: str, speech: Speech) -> None:
        super().__init__("")
        self._of = sentence, speech

    @property
    def reason(self) -> str:
        sentence, speech = self._of
        return f"no se entiende «{sentence.strip()}»; se puede decir: {examples(speech, like=sentence)}"

    @reason.setter
    def reason(self, text: str) -> None:
        """Of its own."""

    def __str__(self) -> str:
        return self.reason


def heard(
    sentence: str,
    speech: Speech,
    known: Mapping[str, str],
    tests: Tests | None = None,
    meant: Meant | None = None,
    scattered: bool = True,
) -> Heard:
    """The sentence as the form that takes all of it with the best known names. Raises PlayError with what can be said.

    `meant`: what words mean where the same is known; `scattered`: whether its tails may stand in the middle.
    """
    spend(PER_SENTENCE)
    words = _WORD.findall(sentence)
    plain = [fold(word) for word in words]
    kept = [(word, plain_word) for word, plain_word in zip(words, plain, strict=True) if plain_word]
    hearing = Hearing(speech, known, [word for word, _ in kept], [_apart(word) for _, word in kept], tests or {})
    hearing.meant = hearing.meant if meant is None else meant
    best: tuple[tuple[int, int, int], Heard] | None = None
    here, tails = set(hearing.plain), dict[str, Tails]()
    rows = _rows(speech, here)
    for row, form in rows:
        if row.paso not in tails:
            tails[row.paso] = _tails(speech, row.paso, here)
        for end, slots in hearing.matches(form) if form.may_stand(hearing.plain) else ():
            for rest in hearing.followed(end, tails[row.paso]):
                found = Heard(row, slots, rest)
                score = _score(found, known)
                if best is None or score < best[0]:
                    best = score, found
    if best is None and scattered:
        best = _scattered(hearing, rows)
    if best is None:
        raise Unheard(sentence, speech)
    return best[1]


def _rows(speech: Speech, here: Set[str]) -> list[tuple[Sentence, Form]]:
    """The sentences whose words were said."""
    found = lexicon_of(OneSpeech(speech))
    able = sorted({*found.unworded, *(n for word in here for n in found.by_word.get(word, ()))})
    rows = ((speech.frase[n], form_of(speech.frase[n].forma)) for n in able)
    return [(row, form) for row, form in rows if form.may_be(here)]


def _tails(speech: Speech, step: str, here: Set[str]) -> Tails:
    """What may be added to what happens, of words that were said."""
    return tuple((tail, form) for tail, form in tails_of(OneSpeech(speech), step) if form.may_be(here))


@lru_cache(maxsize=256)
def tails_of(same: OneSpeech, step: str) -> Tails:
    return tuple((tail, form_of(tail.forma)) for tail in same.speech.anadido if step and step in tail.de)


MOST_SCATTERED = 3
"""Tails that may stand before the end of what they belong to: «ataca con 6 dados rojos a B»."""


def _scattered(hearing: Hearing, rows: Sequence[tuple[Sentence, Form]]) -> tuple[tuple[int, int, int], Heard] | None:
    """The sentence whose tails stand in the middle of it, as somebody types them."""
    best: tuple[tuple[int, int, int], Heard] | None = None
    ways = dict[str, list[_Without]]()
    for row, form in rows:
        if not row.paso:
            continue
        if row.paso not in ways:
            ways[row.paso] = list(islice(_without(hearing, row.paso), MOST_WAYS))
        for rest in ways[row.paso]:
            if not form.may_stand(rest.rest.plain):
                continue
            try:
                for found in _taken_out(rest, row, form):
                    score = _score(found, hearing.known)
                    if best is None or score < best[0]:
                        best = score, found
            except PlayError:
                continue  # too many ways: not this one
    return best


@dataclass(frozen=True)
class _Without:
    """What is left when some tails have been taken out of it."""

    rest: Hearing
    out: tuple[tuple[Tail, Mapping[str, Any]], ...]
    tails: Tails
    """Those that may still follow."""


MOST_WAYS = 20
"""Ways to take tails out: of 200 calls that judges type none needs more than three."""


def _without(hearing: Hearing, step: str) -> Iterator[_Without]:
    tails = _tails(hearing.speech, step, set(hearing.plain))
    spans = [
        (at, end, tail, slots)
        for at in range(2, len(hearing.plain))
        for tail, form in tails
        if form.may_stand(hearing.plain, at)
        for end, slots in hearing.matches(form, at)
        if at < end < len(hearing.plain)
    ]
    for many in range(1, MOST_SCATTERED + 1):
        for taken in combinations(spans, many):
            if any(one[1] > other[0] for one, other in pairwise(taken)):
                continue
            inner = replace(hearing, words=_but(hearing.words, taken), plain=_but(hearing.plain, taken), steps=0)
            yield _Without(inner, tuple((tail, slots) for _, _, tail, slots in taken), tails)


def _but(words: Sequence[str], spans: Iterable[tuple[int, int, Any, Any]]) -> list[str]:
    """The words without some stretches of them, which stand in their order."""
    found, since = list[str](), 0
    for at, end, _, _ in spans:
        found += words[since:at]
        since = end
    return [*found, *words[since:]]


def _taken_out(left: _Without, row: Sentence, form: Form) -> Iterator[Heard]:
    for end, slots in left.rest.matches(form):
        for rest in left.rest.followed(end, left.tails):
            if not _told_twice(row, (*rest, *left.out)):
                yield Heard(row, slots, (*rest, *left.out))


def _told_twice(row: Sentence, tails: tuple[tuple[Tail, Mapping[str, Any]], ...]) -> bool:
    """The same thing told twice is a misreading."""
    paths = [*row.pone, *(path for tail, _ in tails for path in tail.pone)]
    said = [path for path in paths if not path.endswith("+")]
    return len(set(said)) < len(said)


def _apart(word: str) -> str:
    """«al» is «a el»: the article says nothing."""
    return {"al": "a", "del": "de"}.get(word, word)


def _score(found: Heard, known: Mapping[str, str]) -> tuple[int, int, int]:
    """Names that nobody has put down count against it; then how many words names take; then free words."""
    slots = [found.slots, *(slots for _, slots in found.tails)]
    names = [value for each in slots for name, value in each.items() if name in PIECES]
    new = sum(fold(name) not in known for name in names)
    forms = (found.form.forma, *(tail.forma for tail, _ in found.tails))
    open_ = sum(isinstance(part, Slot) and part.kind in FREE for form in forms for part in form_of(form))
    free = sum(len(str(value).split()) for each in slots for value in each.values() if isinstance(value, str))
    return new, open_ + free, len(found.tails)


def examples(speech: Speech, most: int = 6, like: str = "") -> str:
    """Sentences that are understood, those with the words of `like` first."""
    words = {_stem(word) for word in fold(like).split()}
    said = lexicon_of(OneSpeech(speech)).examples
    nearest = [text for text, stems in sorted(said, key=lambda each: -len(words & each[1]))]
    return ", ".join(f"«{text}»" for text in nearest[:most])


def _stem(word: str) -> str:
    return word[:5]


def slots_in(form: str, text: str) -> Mapping[str, str] | None:
    """`puedes usar «{carta}»` against the engine's words: what stands in its slots, or None."""
    slots: dict[str, str] = {}
    pieces = form.replace("}", "{").split("{")  # words, slot, words, slot, words
    if not text.startswith(pieces[0]):
        return None
    rest = text[len(pieces[0]) :]
    for name, after in zip(pieces[1::2], pieces[2::2], strict=True):
        at = rest.find(after) if after else len(rest)
        if at < 0:
            return None
        slots[name], rest = rest[:at], rest[at + len(after) :]
    return slots if not rest else None
