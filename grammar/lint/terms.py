"""Words of a game as a proof-reader needs them: how a form is spelt, its sisters, other names, what is near a misprint."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, takewhile

from rapidfuzz import process
from rapidfuzz.distance import OSA

from grammar.game import GAMES, Term, Token, load_game, load_whole
from grammar.lexicon.load import Lexicon, expand, fold, lexicon_for
from grammar.lexicon.words import Word
from grammar.own import every_word, own_texts, own_words, practice

SHORT, MIDDLE = 4, 9
"""Letters: a shorter word has no misprint that can be told from another word, a longer one may have two."""
MOST_NEAR = 6
STEM = 5
"""Letters that two words of one stem share at least."""
ENDING = re.compile(r"(?:[oa]s?|e?s|e)$")
_WORD = re.compile(r"[^\W\d_]+")
Form = tuple[str, str, str, str, str, int, tuple[str, ...]]
"""Class, identifier, gender, number, mood, person, pronouns: a form of a word, whatever its letters."""


@dataclass(frozen=True)
class Near:
    """A word of the game that is written nearly so."""

    text: str
    ids: frozenset[str]
    distance: int


@dataclass(frozen=True)
class Terms:
    lexicon: Lexicon
    spelt: Mapping[str, tuple[str, ...]]
    """Folded form -> as it is written, the usual one first."""
    forms: Mapping[Form, str]
    single: tuple[str, ...]
    """Folded words, alone or inside a phrase, in their order: none of them is a misprint."""
    sized: Mapping[int, tuple[str, ...]]
    """The same by their length."""
    others: Mapping[str, str]
    """Folded name of another edition, or English -> the name in this game."""
    icons: Mapping[str, str]
    """Folded name of an icon, or another of its names -> its token with brackets."""
    inside: Mapping[str, str]
    """Folded word that only stands inside phrases -> as it is written there."""
    endings: Mapping[str, tuple[str, ...]]
    """The last word of phrases of two -> these."""
    use: Mapping[str, int]
    """How often our own texts of the game have a word."""

    def written(self, form: str, like: str = "") -> str:
        """A folded form as it is written; with the capital of what it stands for."""
        text = self.spelt.get(form, (self.inside.get(form, form),))[0]
        return text[:1].upper() + text[1:] if like[:1].isupper() else text

    def sister(self, word: Word, **changes: object) -> str | None:
        """The same word in another form: «ficha» in the plural."""
        other = replace(word, **changes)  # type: ignore[arg-type]
        return self.forms.get(form_of(other))

    def agreeing(self, text: str, word: Word, gender: str, number: str) -> str | None:
        """A form of the same word in another gender or number, by its ending if that is one («poblada», «poblado»)."""
        stem = ENDING.sub("", text)
        for ending in ("o", "a", "os", "as", "e", "es", "s", ""):
            words = self.lexicon.forms.get(fold(stem + ending), ())
            if any((w.cls, w.id, w.gender, w.number) == (word.cls, word.id, gender, number) for w in words):
                return stem + ending
        return self.sister(word, gender=gender, number=number)

    def near(self, text: str) -> tuple[Near, ...]:
        """Words of the game that are a misprint away, the nearest and the most used first."""
        low = fold(text)
        if len(low) < SHORT or low in self.inside or text.lower() in every_word():
            return ()
        most = 1 if len(low) < MIDDLE else 2
        alike = [form for size in range(len(low) - most, len(low) + most + 1) for form in self.sized.get(size, ())]
        found = process.extract(low, alike, scorer=OSA.distance, score_cutoff=most, limit=40)
        rows = [
            Near(self.written(form, text), frozenset(w.id for w in self.lexicon.forms.get(form, ())), int(distance))
            for form, distance, _ in found
            if len(form) >= SHORT - 1 and distance
        ]
        return tuple(sorted(rows, key=lambda row: (row.distance, -self.use.get(fold(row.text), 0), row.text)))

    def near_icon(self, token: str) -> tuple[str, ...]:
        low = fold(token.strip("[] ")).replace(" ", "-")
        for name in (low, low.removesuffix("s"), low.removesuffix("es")):
            if name in self.icons:
                return (self.icons[name],)
        within = {icon for name, icon in self.icons.items() if "-" in name and low in name.split("-")}
        if within:  # «[objetivo]»: of several the one that our texts have most
            texts = "\n".join(practice(self.lexicon.game))
            return tuple(sorted(within, key=lambda icon: (-texts.count(icon), icon)))
        parts = _parts(low)
        alike = {
            icon
            for name, icon in self.icons.items()
            if (parts and _parts(name) == parts) or (len(low) >= SHORT and name.startswith(low))
        }
        if len(alike) == 1:  # «[fijar-blanco]», «[tonel]»
            return tuple(alike)
        if (own := self.alias(low)) is not None:
            return (own,)
        inside = {icon for name, icon in self.icons.items() if "-" in name and low[:4] in _parts(name)}
        if len(low) >= STEM and len(inside) == 1:  # «[fijar]»
            return tuple(inside)
        begun = {icon for name, icon in self.icons.items() if len(low) > STEM and name[:STEM] == low[:STEM]}
        if len(begun) == 1:  # «[impulsar]»
            return tuple(begun)
        found = process.extract(low, list(self.icons), scorer=OSA.distance, score_cutoff=1 if len(low) < MIDDLE else 2, limit=4)
        return tuple(dict.fromkeys(self.icons[name] for name, _, _ in found))

    def alias(self, name: str) -> str | None:
        """The icon of a token that players or other games call so: «[foco]», «[estrés]»."""
        found = {self.icons.get(fold(token)) for token in aliases().get(name, ())} - {None}
        return next(iter(found)) if len(found) == 1 else None

    def ending(self, low: str) -> tuple[str, ...]:
        """Phrases of two words that end in one that never stands alone: «más cercano»."""
        if low not in self.inside:
            return ()
        found = sorted(self.endings.get(low, ()), key=lambda form: form.startswith("menos "))
        said = [self.written(form) for form in found]
        return tuple(phrase for phrase in said if phrase.islower())[:MOST_NEAR]

    def stems(self, text: str) -> tuple[str, ...]:
        """Words that begin as this one does and end otherwise: «Perforación» where «Perforante» is known."""
        low = fold(text)
        size = max(STEM, len(low) * 2 // 3)
        if len(low) <= STEM or low in self.inside:
            return ()
        first = bisect_left(self.single, low[:size])
        alike = takewhile(lambda form: form.startswith(low[:size]), islice(self.single, first, None))
        found = [form for form in alike if form != low and abs(len(form) - len(low)) <= STEM]
        return tuple(self.written(form, text) for form in sorted(found, key=lambda form: -self.use.get(form, 0)))


@lru_cache(maxsize=1)
def aliases() -> Mapping[str, frozenset[str]]:
    """Folded other name of a token, in any game -> the names that it has."""
    found: dict[str, set[str]] = {}
    for game in GAMES:
        for token in load_game(game).fichas:
            for other in token.sinonimos:
                found.setdefault(fold(other).replace(" ", "-"), set()).add(token.nombre)
    return {other: frozenset(names) for other, names in found.items()}


def _parts(name: str) -> frozenset[str]:
    """Of a name of several words, how each begins: «fijar-blanco» and «blanco-fijado» have the same."""
    parts = name.split("-")
    return frozenset(part[:4] for part in parts) if len(parts) > 1 else frozenset()


def form_of(word: Word) -> Form:
    return word.cls, word.id, word.gender, word.number, word.mood, word.person, word.clitics


@lru_cache(maxsize=16)
def terms_for(game: str, names: tuple[str, ...] = ()) -> Terms:
    lexicon = lexicon_for(game, names)
    use = Counter(fold(word) for text in own_texts(game) for word in _WORD.findall(text))
    spelt: dict[str, list[str]] = {}
    for form in (*_proper(lexicon), *sorted(lexicon.spelled)):
        rows = spelt.setdefault(expand(fold(form)), [])
        if form.lower() not in (row.lower() for row in rows):
            rows.append(form)
    forms: dict[Form, str] = {}
    for form, words in lexicon.forms.items():
        for word in words:
            forms.setdefault(form_of(word), _spelling(word, spelt.get(form, [form])))
    single = sorted({part for form in lexicon.forms for part in form.split() if part.isalpha()})
    sized: dict[int, list[str]] = {}
    for form in single:
        sized.setdefault(len(form), []).append(form)
    return Terms(
        lexicon, {form: tuple(rows) for form, rows in spelt.items()}, forms, tuple(single),
        {size: tuple(found) for size, found in sized.items()}, dict(_others(lexicon)),
        dict(_icon_names(game, lexicon)), _inside(spelt), _endings(spelt), use,
    )  # fmt: skip


def _spelling(word: Word, rows: list[str]) -> str:
    """Of several spellings that of a reading: «este nave», «que esté», «éste»."""
    if word.id in ("este", "ese", "aquel") and word.cls == "DET":
        return next((row for row in rows if row.isascii()), rows[0])
    if word.cls == "ESTAR":
        return next((row for row in rows if not row[-2:].isascii()), rows[0])
    return rows[0]


def _inside(spelt: Mapping[str, list[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for forms in spelt.values():
        for part in (part for form in forms if " " in form for part in form.split()):
            if fold(part) not in spelt and part.isalpha():
                found.setdefault(fold(part), part)
    return found


def _endings(spelt: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for form in spelt:
        if form.count(" ") == 1:
            found.setdefault(form.partition(" ")[2], []).append(form)
    return {last: tuple(forms) for last, forms in found.items()}


def _proper(lexicon: Lexicon) -> Iterator[str]:
    """Forms with their capitals."""
    for noun in lexicon.nouns.values():
        yield from (noun.text, noun.plural)
    yield from (term.nombre for terms in lexicon.keywords.values() for term in terms)
    yield from lexicon.tokens.values()
    yield from lexicon.names.values()
    yield from (text for text, _ in lexicon.adjectives.values())
    yield from lexicon.texts.values()


def _others(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Other names of tokens and words, where the game does not read them: «Tractor» of another edition, «focus»."""
    items: tuple[Term | Token, ...] = (*lexicon.facts.vocabulario, *lexicon.facts.fichas)
    for item in items:
        for other in (*item.sinonimos, *item.en):
            key = expand(fold(other))
            if key not in lexicon.forms and key not in own_words(lexicon.game):
                yield key, item.nombre


def _icon_names(game: str, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    for icon in load_whole(game).iconos:
        if fold(icon.token) in lexicon.forms:
            yield from ((fold(name).replace(" ", "-"), icon.token) for name in icon.en)
    for icon in load_whole(game).iconos:
        if fold(icon.token) in lexicon.forms:
            yield fold(icon.token.strip("[]")), icon.token


@lru_cache(maxsize=1024)
def owners(form: str, game: str) -> tuple[str, ...]:
    """Other games that have the word as a thing, a token or an icon of theirs; a mode shares those of its game."""
    family = _family(game)
    return tuple(
        other
        for other in GAMES
        if load_game(other).sobre is None and _family(other) != family and _is_term(lexicon_for(other), form)
    )


@lru_cache(maxsize=1024)
def icon_owners(name: str, game: str) -> tuple[str, ...]:
    """Other games that have an icon of this name, also in English."""
    family = _family(game)
    return tuple(
        g for g in GAMES if load_game(g).sobre is None and g != family and name.replace(" ", "-") in terms_for(g).icons
    )


def _is_term(lexicon: Lexicon, form: str) -> bool:
    return any(word.cls in ("N", "KIND", "ICON", "CLAVE", "RICON") for word in lexicon.forms.get(form, ()))


def _family(game: str) -> str:
    return load_game(game).sobre or game


def bears(game: str, text: str) -> bool:
    """Whether a word is what a game calls who bears its cards."""
    lexicon = lexicon_for(game)
    noun = lexicon.nouns.get(str(lexicon.data.get("bearer", "")))
    return noun is not None and fold(text) in (fold(noun.text), fold(noun.plural))


def named(games: Iterable[str]) -> str:
    """Games by their short names, one after the other; before «i» it is «e»."""
    shown = [load_game(game).corto or load_game(game).nombre for game in games]
    link = "e" if fold(shown[-1]).startswith("i") else "y"
    return f" {link} ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
