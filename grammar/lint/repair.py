"""A declined text: what was probably meant. Each guess is one small change, tried by reading the text again.

A guess is told with the reading that it gives, and never made by itself.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from grammar.diagnostics import Diagnostic
from grammar.lexicon.load import fold
from grammar.lexicon.words import Token, Word
from grammar.lint.context import Context
from grammar.lint.habitual import changes
from grammar.lint.terms import bears, named, owners
from grammar.lint.words import in_quotes, is_keyword
from grammar.meaning.compiler import Problem, Read, read_text
from grammar.own import own_words, practice

REACH = 4
"""Tokens before the place where reading stops: a mistake is seldom noticed at once."""
LOOKED_BACK = 16
"""Tokens before a pronoun among which what it points to is looked for."""
LONGEST_TERM = 40
"""Letters: what is longer is no game's term, and not worth remembering."""
STEM = 3
"""Letters in which two forms of one word begin alike: «que no sea la tuya» is no form of «distinta»."""
MOST_TRIED = 30
MOST_CHANGES, FAR_FETCHED = 24, 9
"""Changes by what is usual that are tried where no guess helps, and what one of them costs."""
VERBAL = frozenset({"V", "V_INF", "SER", "ESTAR", "HABER", "PODER", "DEBER", "QUEDAR", "IR"})
MOODS = (("subj", 2), ("subj", 3), ("ind", 2), ("ind", 3), ("imp", 2), ("inf", 0))


@dataclass(frozen=True)
class Guess:
    code: str
    message: str
    start: int
    end: int
    text: str
    cost: int
    """How far-fetched it is: the least one that is understood is told."""


def guesses(context: Context, at: int, code: str) -> Iterator[Guess]:
    """Small changes near the token where reading stopped, from the least far-fetched on."""
    for maker in MAKERS:
        yield from maker(context, at, code)


def _window(context: Context, at: int) -> Iterator[tuple[int, Token]]:
    size = len(context.tokens)
    order = [at, at - 1, at + 1, at + 2, *range(at - 2, at - REACH - 1, -1), at + 3]
    yield from ((i, context.tokens[i]) for i in order if 0 <= i < size)


def _icons(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«+1 daño» and «resultado "impacto"»: the name of an icon without its brackets."""
    for _, token in _window(context, at):
        shown = context.text[token.start : token.end]
        bare = fold(shown.strip('"“”«» ')).replace(" ", "-")
        icon = context.terms.icons.get(bare) or context.terms.icons.get(bare.removesuffix("s"))
        if icon is not None and not shown.startswith("[") and not shown[:1].isupper():  # «Sensor avanzado» is a name
            around = context.text[max(0, token.start - 1) : token.start] + context.text[token.end : token.end + 1]
            wide = in_quotes(context, token) or around == "()"
            start, end = (token.start - 1, token.end + 1) if wide else (token.start, token.end)
            yield Guess("KB205", f"Aquí va el icono: «{icon}».", start, end, icon, 1)


def _accented(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«el sufre», «a mi»: the same letters with or without their accent are another word."""
    for _, token in _window(context, at):
        for other in context.terms.spelt.get(fold(token.text), ()) if " " not in token.text else ():
            if other.lower() != token.text.lower() and fold(other) == fold(token.text):
                text = other[:1].upper() + other[1:] if token.text[:1].isupper() else other
                yield Guess("KB120", f"Con su acento: «{text}».", token.start, token.end, text, 1)


def _bare(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«1 de [daño]»: an icon where the word stands."""
    for i, token in _window(context, at):
        name = token.text.strip("[] ").replace("-", " ")
        after = i and "DE" in context.tokens[i - 1].classes
        if after and token.text.startswith("[") and fold(name) in context.lexicon.forms:
            yield Guess("KB205", f"Aquí va la palabra: «{name}».", token.start, token.end, name, 2)


def _others(context: Context, at: int, code: str) -> Iterator[Guess]:
    """A known word of Spanish that is the noun of another game: «una figura amiga» where ships fly."""
    bearer = context.lexicon.nouns.get(str(context.lexicon.data.get("bearer", "")))
    told = [*_window(context, at)]
    if code == "KB108":  # «Elige una nave … . Esa figura»: what «esa» points to is farther back
        told += [(i, context.tokens[i]) for i in range(at - REACH - 1, max(-1, at - LOOKED_BACK), -1)]
    for _, token in told:
        if bearer is None or fold(token.text) in (fold(bearer.text), fold(bearer.plural)):
            continue
        if code != "KB108" and any(word.cls == "N" for word in token.words):
            continue
        homes = owners(fold(token.text), context.game)
        if homes and any(bears(home, token.text) for home in homes):
            many = fold(token.text).endswith("s")
            right = bearer.plural if many else bearer.text
            games = named(homes)
            right = right[:1].upper() + right[1:] if token.text[:1].isupper() else right
            yield Guess("KB202", f"«{token.text}» es de {games}; aquí se dice «{right}».", token.start, token.end, right, 1)


def _verbs(context: Context, at: int, code: str) -> Iterator[Guess]:
    """Another mood or person of the same verb: «después de que te defiendes», «puede gastar»."""
    for i, token in _window(context, at):
        before = context.tokens[i - 1].classes if i else frozenset()
        for word in token.words:
            if word.cls in VERBAL:
                yours = i > 0 and context.tokens[i - 1].text.lower() in ("te", "se")  # «que te active»
                unbound = (code == "KB108" and i == at) or yours
                governed = _governed(context.tokens[max(0, i - GOVERNED) : i])
                yield from _conjugated(context, token, word, bool(before & SUBORDINATE), unbound, governed)


TENSES = frozenset({"fut", "pret"})


def _tenses(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«será», «descartó», wherever it stands: a card tells what is so, what may be and what one is to do."""
    for token in context.tokens:
        for word in token.words:
            if word.cls in VERBAL and word.mood in TENSES:
                for mood, person in (("subj", word.person), ("ind", word.person), ("imp", 2)):
                    form = context.terms.sister(word, mood=mood, person=person, number="s" if mood == "imp" else word.number)
                    if form is not None:
                        text = form[:1].upper() + form[1:] if token.text[:1].isupper() else form
                        yield Guess("KB218", f"Cambia el tiempo del verbo: «{text}».", token.start, token.end, text, 2)


def _governed(before: Sequence[Token]) -> bool:
    """Whether an infinitive may follow: it begins no sentence («Después, agotarla»)."""
    return any(
        token.classes & GOVERNS and not any("COMMA" in t.classes for t in before[at:]) for at, token in enumerate(before)
    )


GOVERNED = 3
GOVERNS = frozenset(
    {"PODER", "DEBER", "PARA", "A", "AL", "DE", "SIN", "POR", "Y", "O", "HASTA", "P", "VOLVER", "VOLVER_INF", "V"}
    | {"DESPUES", "ANTES"}
)
"""What an infinitive stands after."""
SUBORDINATE = frozenset({"QUE", "A_MENOS", "SI", "REL_PREP", "NO", "CLI"})
"""What a verb stands after where who does it is told elsewhere: its person is left alone."""


def _conjugated(
    context: Context, token: Token, word: Word, subordinate: bool, unbound: bool, governed: bool
) -> Iterator[Guess]:
    """`unbound`: the verb is of nobody that was told, so that its person is what may be wrong."""
    base = word.cls.removesuffix("_INF")
    for mood, person in MOODS:
        cls = base + "_INF" if mood == "inf" else base
        number = "-" if mood == "inf" else "s" if person == 2 else word.number if word.number != "-" else "s"
        if (mood, person) == (word.mood, word.person) or (subordinate and person != word.person and not unbound):
            continue
        if word.mood == "inf" or (mood == "inf" and (word.person == 3 or not governed)):
            continue
        form = context.terms.sister(word, cls=cls, mood=mood, person=person, number=number)
        if form is None or fold(form) == fold(token.text):
            continue
        changed = (mood != word.mood) + (person != word.person)
        text = form[:1].upper() + form[1:] if token.text[:1].isupper() else form
        what = "el modo" if person == word.person else "la persona" if mood == word.mood else "la forma"
        yield Guess("KB218", f"Cambia {what} del verbo: «{text}».", token.start, token.end, text, 1 + changed)
    if word.person == 3 and word.mood in ("ind", "subj") and not subordinate:
        other = context.terms.sister(word, number="p" if word.number == "s" else "s")
        yours = context.terms.sister(word, person=2, number="s") if word.number == "p" and context.addressed(token) else None
        for form in (form for form in (yours, other) if form is not None):
            yield Guess("KB218", f"El verbo no concuerda: «{form}».", token.start, token.end, form, 1)


THINGS, FEW = frozenset({"N", "ICON", "KIND", "ADJ", "WICON"}), frozenset({"DET", "NUM"})
LITTLE: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("a", frozenset({"VOLVER", "VOLVER_INF"}), frozenset({"V_INF"})),
    ("de", frozenset({"DESPUES", "ANTES", "LUEGO"}), frozenset({"QUE"})),
    ("que", frozenset({"DESPUES", "ANTES"}), frozenset({"CLI", "V", "DET", "NUM"})),
    (",", THINGS | {"V"}, frozenset({"SI", "PODER", "V"})),
    ("de", frozenset({"N"}), frozenset({"DET"})),
    ("en", frozenset({"N"}), frozenset({"DET"})),
    ("de", frozenset({"NUM"}), frozenset({"N", "KIND"})),
    ("por", THINGS, FEW),
    ("con", frozenset({"N"}), frozenset({"DET"})),
    ("a", THINGS, FEW),
)
"""What may be missing between two kinds of words: «volver tirar», «después que», «cambiar 1 [impacto] 1 [crítico]»."""


def _missing(context: Context, at: int, code: str) -> Iterator[Guess]:
    """A little word that is not there: «gastar 1 [carga] tirar», «ficha Evasión»."""
    for i in (at, at + 1, at - 1, at + 2, at + 3):
        if not 0 < i < len(context.tokens):
            continue
        before, token = context.tokens[i - 1], context.tokens[i]
        words: list[str] = []
        if "V_INF" in token.classes and before.classes & {"N", "ICON", "ADJ", "KIND", "ALCANCE", "NUM", "RANGE"}:
            words.append("para")
        if token.classes & {"KIND", "N"} and "N" in before.classes:
            words.append("de")
        if "RANGE" in token.classes and "ALCANCE" not in before.classes:
            words.append("alcance")
        if "ALCANCE" in token.classes and "A" not in before.classes:
            words.append("a")
        if "V" in token.classes and before.classes & {"N", "ADJ"}:
            words.append("que")
        if fold(token.text) in ("menos", "mas"):
            words.append("o")
        words += [word for word, first, then in LITTLE if before.classes & first and token.classes & then]
        for word in words:
            gap = f"{word} " if word == "," else f" {word} "
            yield Guess("KB220", f"Falta «{word}».", before.end, token.start, gap, 3)


def _headers(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«Acción; …»: what opens an ability ends in a colon."""
    for _, token in _window(context, at):
        if token.text == ";":
            yield Guess("KB215", "Aquí va una coma.", token.start, token.end, ",", 2)
        before = context.text[: token.start].rpartition("\n")[2].rpartition(". ")[2]
        if token.text in (";", ",", "-") and before.strip() and len(before.split()) <= 3:
            yield Guess("KB220", "Tras lo que abre una capacidad van dos puntos: «:».", token.start, token.end, ":", 2)


def _opened(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«Combate Juega …»: what opens an ability, and the capital of what follows; the colon between them is missing."""
    for i, token in _window(context, at):
        before = context.text[: token.start].rpartition("\n")[2]
        opens = before.strip() and len(before.split()) <= 3 and before[-1:] == " " and "." not in before
        if i and opens and token.text[:1].isupper() and token.classes & VERBAL:
            end = context.tokens[i - 1].end
            yield Guess("KB220", "Tras lo que abre una capacidad van dos puntos: «:».", end, token.start, ": ", 2)


def _signs(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«Perforante: 2», «defiendes. si»: a sign that does not belong there, or another one that does."""
    for match in SIGN.finditer(context.text):
        if any(token.start <= match.end() and match.start() <= token.end for _, token in _window(context, at)):
            sign, small = match.group(1), match.group(2).islower()
            if sign == "." and small:
                yield Guess("KB215", "Aquí va una coma.", match.start(1), match.end(1), ",", 1)
            elif sign in ":;,":
                joined = match.group(2) in ("y", "o")  # «1 carta; y descarta …»
                yield Guess("KB215", f"Aquí sobra «{sign}».", match.start(1), match.end(1), "", 1 if joined else 3)


SIGN = re.compile(r"([.,;:])\s(\w+)")


def _clitics(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«después de que se defiendas»: the pronoun of another person."""
    for i, token in _window(context, at):
        verb = context.tokens[i + 1] if i + 1 < len(context.tokens) else None
        persons = {word.person for word in verb.words if word.cls == "V"} if verb is not None else set()
        right = {2: "te", 3: "se"}.get(next(iter(persons))) if len(persons) == 1 else None
        if token.text.lower() in ("te", "se") and right not in (None, token.text.lower()):
            text = right.capitalize() if token.text[:1].isupper() else str(right)
            yield Guess("KB218", f"El pronombre no es de esa persona: «{text}».", token.start, token.end, text, 1)


def _misprints(context: Context, at: int, code: str) -> Iterator[Guess]:
    """A misprint that happens to be another word: «atado» for «dado» has no sense there."""
    for i, token in _window(context, at):
        if i > at or i < at - 1 or not token.text.isalpha() or fold(token.text) in own_words(context.game):
            continue
        mine = frozenset(word.id for word in token.words)
        for near in context.terms.near(token.text)[:6]:
            if near.distance == 1 and near.ids and not near.ids & mine and fold(near.text) != fold(token.text):
                yield Guess("KB201", f"¿Quisiste decir «{near.text}»?", token.start, token.end, near.text, 4)


def _keywords(context: Context, at: int, code: str) -> Iterator[Guess]:
    """A keyword without its number, or with one too many."""
    for i, token in _window(context, at):
        if not any(is_keyword(word) for word in token.words):
            continue
        after = context.tokens[i + 1] if i + 1 < len(context.tokens) else None
        if after is not None and "SIGNED" in after.classes:  # «Perforante +1»
            figure = after.text.strip("+−-–")
            yield Guess("KB221", f"La cifra va sin signo: «{figure}».", after.start, after.end, figure, 1)
        elif after is not None and "NUM" in after.classes:
            yield Guess("KB221", f"«{token.text}» no lleva número.", token.end, after.end, "", 2)
        else:
            yield Guess("KB221", f"A «{token.text}» le falta su número.", token.start, token.end, f"{token.text} 1", 2)
    if 0 < at < len(context.tokens) and "NUM" in context.tokens[at].classes:
        before, number = context.tokens[at - 1], context.tokens[at]
        if before.classes & {"KIND", "NAME", "N"} and before.text[:1].isupper():
            yield Guess("KB221", f"«{before.text}» no lleva número.", before.end, number.end, "", 2)


def _agreeing(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«cada sistema controlada»: an adjective or a participle in another gender or number."""
    for _, token in _window(context, at):
        for form in other_forms(context, token):
            yield Guess("KB206", f"No concuerda: «{form}».", token.start, token.end, form, 1)


def other_forms(context: Context, token: Token) -> Iterator[str]:
    """Of an adjective or a participle, its forms in another gender or number."""
    for word in token.words:
        if word.cls in ("ADJ", "V_PART", "PART"):
            for gender, number in ((word.gender, _OTHER[word.number]), (_OTHER[word.gender], word.number)):
                form = context.terms.sister(word, gender=gender, number=number)
                if form is not None and fold(form) != fold(token.text) and fold(form)[:STEM] == fold(token.text)[:STEM]:
                    yield form


_OTHER = {"s": "p", "p": "s", "m": "f", "f": "m", "-": "-"}


def _doubled(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«2 [daño] [daño]»: the same again."""
    for i, token in _window(context, at):
        before = context.tokens[i - 1] if i else None
        if before is not None and before.text.lower() == token.text.lower():
            yield Guess("KB215", f"«{token.text}» está dos veces.", before.end, token.end, "", 2)


def _figures(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«Perforante uno»: a number in letters where a figure stands."""
    for _, token in _window(context, at):
        number = next((word for word in token.words if word.cls == "NUM"), None)
        if number is not None and token.text.isalpha() and number.id.isdigit():
            yield Guess("KB221", f"Aquí va la cifra: «{number.id}».", token.start, token.end, number.id, 1)


def _pointed(context: Context, at: int, code: str) -> Iterator[Guess]:
    """«Esa unidad gana», «Ese dispositivo» where a ship was chosen: what was told before, or who bears the card."""
    token = context.tokens[min(at, len(context.tokens) - 1)]
    noun = next((word for word in token.words if word.cls == "N"), None)
    that = context.tokens[at - 1] if 0 < at < len(context.tokens) else None
    det = next((w for w in that.words if w.cls == "DET" and w.id == "ese"), None) if that is not None else None
    if noun is None or that is None or det is None:
        if code == "KB101" and at > 1:  # «Esa carta recibe …»: it stops at the verb
            yield from _pointed(context, at - 1, "KB108")
        return
    this = context.terms.sister(replace(det, id="este"))
    if this is not None and code == "KB108":
        this = this[:1].upper() + this[1:] if that.text[:1].isupper() else this
        yield Guess("KB108", f"Antes no se nombra: ¿es «{this} {token.text}»?", that.start, that.end, this, 3)
    told = [
        w
        for t in context.tokens[max(0, at - LOOKED_BACK) : at - 1]
        for w in t.words
        if w.cls == "N" and w.number == noun.number
    ]
    for other in dict.fromkeys(word for word in reversed(told) if word.id != noun.id):
        form, which = context.terms.sister(other), context.terms.sister(det, gender=other.gender)
        if form is not None and which is not None:
            text = f"{which[:1].upper() + which[1:] if that.text[:1].isupper() else which} {form}"
            yield Guess("KB108", f"Antes se nombra otra cosa: «{text}».", that.start, token.end, text, 2)


MAKERS: tuple[Callable[[Context, int, str], Iterator[Guess]], ...] = (
    _accented, _others, _pointed, _icons, _bare, _figures, _keywords, _headers, _opened, _signs, _clitics, _agreeing, _verbs,
    _tenses, _doubled, _missing, _misprints,
)  # fmt: skip


def repaired(context: Context, at: int, code: str, where: tuple[int, int]) -> Guess | None:
    """The least far-fetched guess after which the stretch is understood; none where two of one price mean two things."""
    trial = Trial(context, where)
    found: list[Guess] = []
    for guess in _by_cost(context, at, trial.dead_end, code):
        if found and guess.cost > found[0].cost:
            break
        if trial.understands(guess):
            found.append(guess)
    return max(found, key=lambda guess: _usual(context, guess)) if found else None


def usual(context: Context, at: int, where: tuple[int, int]) -> Guess | None:
    """Where no guess helps and no reason is known: the first change by what is usual after which it is understood."""
    trial = Trial(context, where)
    places = [context.tokens[at].start, *([trial.dead_end] if trial.dead_end >= 0 else [])]
    return next(filter(trial.understands, itertools.islice(_habitual(context, places), MOST_CHANGES)), None)


def instead(context: Context, token: Token, where: tuple[int, int]) -> str | None:
    """What our own texts have where a word of another game stands, as far as it is understood there."""
    trial = Trial(context, where)
    for change in itertools.islice(changes(context, [token.start]), MOST_CHANGES):
        here = change.kind == "otra" and (change.start, change.end) == (token.start, token.end)
        here = here and change.text.startswith("[") == token.text.startswith("[")
        if here and trial.understands(Guess("KB202", "", change.start, change.end, change.text, FAR_FETCHED)):
            return change.text
    return None


class Trial:
    """Changes of one paragraph, tried by reading; what was read of the others is kept."""

    def __init__(self, context: Context, where: tuple[int, int]) -> None:
        self.context, self.where = context, where
        self.read: Read = {}
        _, problems = self._problems(context.text)
        self.dead_end = next((p.dead_end for p in problems if p.dead_end >= 0 and where[0] <= p.span[0] < where[1]), -1)

    def _problems(self, text: str) -> tuple[object, list[Problem]]:
        return read_text(text, self.context.game, self.context.names, read=self.read)

    def understands(self, guess: Guess) -> bool:
        _, problems = self._problems(applied(self.context.text, guess))
        grown = len(guess.text) - (guess.end - guess.start)
        return not any(p.span[0] < self.where[1] + grown and self.where[0] <= p.span[1] for p in problems)


def _by_cost(context: Context, at: int, dead: int, code: str) -> list[Guess]:
    """What is tried where reading stops, and then where nothing goes on."""
    found = sorted(guesses(context, at, code), key=lambda g: g.cost)[:MOST_TRIED]
    there = next((i for i, token in enumerate(context.tokens) if dead >= 0 and token.end > dead), at)
    if there != at:
        found += sorted(guesses(context, there, code), key=lambda g: g.cost)[:MOST_TRIED]
    return sorted(found, key=lambda g: g.cost)


TOLD = {"menos": ("KB215", "Aquí sobra «{}»."), "más": ("KB220", "Falta «{}»."), "otra": ("KB201", "¿Quisiste decir «{}»?")}


def _habitual(context: Context, places: list[int]) -> Iterator[Guess]:
    for change in changes(context, places):
        code, told = TOLD[change.kind]
        shown = (change.text or context.text[change.start : change.end]).strip()
        yield Guess(code, told.format(shown), change.start, change.end, change.text, FAR_FETCHED)


def _usual(context: Context, guess: Guess) -> int:
    """Of several little words that may be missing, how often our texts have each before the next word; of others nothing."""
    if guess.code != "KB220":
        return 0
    after = re.compile(r"\w+").search(context.text, guess.end)
    before = context.text[: guess.start].rpartition(" ")[2]
    pair = f" {guess.text.strip()} {after.group() if after else ''}"
    return sum((pair in text) + OF_BOTH * (before + pair in text) for text in practice(context.game))


OF_BOTH = 100
"""How much more it tells that a word stands between both its neighbours."""


def applied(text: str, guess: Guess) -> str:
    return text[: guess.start] + guess.text + text[guess.end :]


def dead_end(context: Context, where: tuple[int, int]) -> int | None:
    """The token with which nothing goes on, where that is known."""
    at = Trial(context, where).dead_end
    return next((i for i, token in enumerate(context.tokens) if token.end > at), None) if at >= 0 else None


def foreign(context: Context, places: list[int]) -> Diagnostic | None:
    """«1 ficha de Ataque apuntado» where ships fly: words near where reading stops that only other games have."""
    for place in places:
        for first in range(max(0, place - 1), min(len(context.tokens), place + REACH)):
            for last in range(min(len(context.tokens), first + REACH), first, -1):
                start, end = context.tokens[first].start, context.tokens[last - 1].end
                shown = fold(context.text[start:end])
                ours = shown in context.lexicon.forms or shown in own_words(context.game)
                homes = owners(shown, context.game) if not ours and len(shown) < LONGEST_TERM else ()
                if homes:
                    games = named(homes)
                    told = f"«{context.text[start:end]}» es un término de {games}."
                    return Diagnostic("KB202", "error", told, (start, end))
    return None
