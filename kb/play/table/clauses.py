"""What a judge says in one breath, as several sentences: «A está estresado y dispara a B, que gasta una evasión».

A sentence that no form takes whole is cut where Spanish joins clauses; each part has to be understood whole, by itself or with
others. Who is not named again is who was spoken of. What only asks what happens says nothing: the table tells it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kb.forms import Sentence, Speech
from kb.play.errors import PlayError
from kb.play.table import spoken
from kb.play.table.chart import DOES, laid_out
from kb.play.table.sentences import (
    JOINERS,
    Heard,
    Meant,
    OneSpeech,
    Tests,
    Word,
    examples,
    form_of,
    heard,
    lexicon_of,
    number_said,
)
from kb.play.table.slips import mended
from kb.play.table.telegraph import filled_in, swallows
from kb.text import fold

_CUT = re.compile(
    r"\s*[,;.:?¿]+\s*|\s+(?:y|e|pero|mientras|cuando|si)\s+"
    r"|\s+(?=(?:que|estando|teniendo|cu[aá]nt[oa]s?|qui[eé]n (?:tiene|gana|empieza|elige))\s)",
    re.I,
)
_ASKED = re.compile(
    r"^(?:(?:y )?que (?:pasa|ocurre|sucede|hace|hago|sale)\b.*|(?:se )?(?:puede|puedo|pueden)(?: hacerlo)?|es legal|vale|"
    r"impacta|cuantos dados|cuanto dano|que maniobra|(?:y )?cuant[oa]s? .*|(?:y )?(?:quien|cual|como|cuando|adonde|a donde) .*|"
    r"que (?:me|le|les|nos) .*|(?:es )?(?:posible|legal|correcto)|"
    r"(?:se )?(?:cuenta|sirve|vale) (?:como|de|para|por|en) .*|"
    r"(?:se )?(?:gana alguien|gana alguno|muere|cae|cuenta|funciona|sirve|llega|gana|falla|acierta|anula|pierde algo)|"
    r"(?:y )?(?:que|cual|cuant[oa]s?|quien|como) \w+.*\b(?:tiran?|hace|ejecuta|recibe|sufre|queda|pasa|saca|gana)\b.*)$"
)
_MODAL = re.compile(
    r"(?<!\w)(?:puede|pueden|puedo|podemos|quiere|quieren|quiero|intenta|intentan|intento|va a|van a|debe|deben) "
    r"(\w*[aei]r)(?:(se|me|le|lo|la)(?=\W|$))?(?!\w)(?! \w*[aei]r\b)",
    re.I,
)
_AND_THEN = re.compile(r"((?:,| y| o|(?<=me)|(?<=se)|(?<=[aei]r)) )(\w{2,}[aei]r(?:se|me)?)(?!\w)", re.I)
_PRESENT: Mapping[str, str] = {
    "mover": "mueve", "mostrar": "muestra", "repetir": "repite", "tener": "tiene", "elegir": "elige", "volver": "vuelve",
    "defender": "defiende", "recibir": "recibe", "sufrir": "sufre", "ser": "es", "ir": "va",
    "desplegar": "despliega", "jugar": "juega",
    "construir": "construye", "destruir": "destruye", "perder": "pierde", "seguir": "sigue",
    "soltar": "suelta",
    "empezar": "empieza", "contar": "cuenta", "huir": "huye", "atravesar": "atraviesa",
    "pedir": "pide", "estar": "esta", "dar": "da", "cerrar": "cierra",
}  # fmt: skip
"""Infinitives whose present is not the stem with its vowel."""
_HIM = re.compile(r"^(?:(.+?) )?(?:le|les|lo|la|los) (\w+)(?: (.*))?$", re.I)
"""«A le dispara a alcance 2»: at whom, was said before."""
_AT_ME = re.compile(r"^(.+?) (?:me|nos) (\w+)( .*)?$", re.I)
"""«el rival me interfiere»."""
_CUT_SHORT = re.compile(rf"{_CUT.pattern}|\s+(?:luego|despues|después|vs\.?)\s+", re.I)
_STATE_ASKED = re.compile(
    r"^(.*[^\s,;.¿?])\s*[,;.¿]+\s*"
    r"((?:y |entonces |pero )?(?:sigo|sigue|estoy|est[aá]n?|soy|es|son|tengo|tiene|queda|quedo)\b[^,;.?]*)\?$",
    re.I,
)
"""A last question about how somebody is."""
MOST_HEARD = 400
"""Sentences tried where verbs are missing."""
MOST_PARTS = 8
MOST_ASKED = 8
"""Words of a last question."""
SPOKEN_OF = "abcls"
"""Slots of what a sentence speaks of: pieces, and places by their name."""
_BEING: Mapping[str, str] = {"estando": "esta", "teniendo": "tiene"}


def sentences(
    said: str, speech: Speech, known: Mapping[str, str], tests: Tests | None = None, before: "Spoken | None" = None
) -> tuple[Heard, ...]:
    """Everything that was said, in order. Raises PlayError with what can be said."""
    before = Spoken() if before is None or _of_oneself(said) else before
    try:
        return _sentences(said, speech, known, tests, before)
    except PlayError:
        right, slips = mended(said, speech)
        if not slips:
            raise
        try:
            found = _sentences(right, speech, known, tests, before)
        except PlayError:
            pass
        else:
            return (*found, *(Heard(SLIP, {"q": typed, "p": word}, ()) for typed, word in slips))
        raise


def _sentences(said: str, speech: Speech, known: Mapping[str, str], tests: Tests | None, before: "Spoken") -> tuple[Heard, ...]:
    if asked := _STATE_ASKED.match(said.strip()):  # «…, estoy ionizado?» tells nothing
        return (*_sentences(asked[1], speech, known, tests, before), Heard(QUESTION, {"q": asked[2].strip()}, ()))
    told: PlayError | None = None
    ear = Ear(speech, known, tests, before=before)
    both = _in_its_words(said, speech), _in_its_words(spoken.third(said), speech)
    led = [_in_its_words(spoken.third(text), speech) for text in spoken.by_whom(said)]
    wordings = tuple(dict.fromkeys((*both, *(_has_none(each, speech) for each in both), *led)))
    for plain in wordings:
        try:
            return (ear.hears(plain),)
        except PlayError as error:
            told = told or PlayError(str(error).replace(plain.strip(), said.strip()))
        ways = list(_cuttings(plain, speech))
        for parts in ways:
            if 0 < len(parts) <= MOST_PARTS:
                for found in _joined(parts, ear.before, ear):
                    return tuple(found)
        if ways and len(ways[0]) > 1:
            told = PlayError(_what_not(said.strip(), ways[0], ear) or str(told))
    answered = next((each for plain in reversed(wordings) if (each := _but_the_question(plain, ear))), None)
    if answered is not None and any(each.form.paso for each in answered):
        return answered
    for plain in reversed(wordings):
        if (pieces := _in_pieces(plain, ear)) is not None:
            return pieces
    for plain in reversed(wordings):
        if (filled := _filled_in(plain, ear)) is not None:
            return filled
    if answered is not None:
        return answered
    if _NOTHING.match(fold(said).strip()):
        return ()
    if all(_asks(part) for part in _CUT.split(wordings[0]) if part and part.strip()):
        return (Heard(QUESTION, {"q": said.strip()}, ()),)
    if said.strip().endswith("?") and before.step and len(said.split()) < MOST_ASKED:  # of what has been told
        return (Heard(QUESTION, {"q": said.strip(" ¿?")}, ()),)
    assert told is not None
    raise told from None


def _in_pieces(plain: str, ear: "Ear") -> tuple[Heard, ...] | None:
    """What is said in pieces of clauses; how it was understood is told, and the question that says nothing here."""
    for told in laid_out(plain, ear.speech, dict(ear.known), ear.tests, ear.before.who, ear.before.step):
        asked = [text[1:] for text in told if text.startswith("¿")]
        new, found = tuple[str, ...](), list[Heard]()
        step = ""
        try:
            for text in told[: len(told) - len(asked)]:
                each = ear.hears(text, new)
                if step and not _fits(each, step, ear):
                    raise PlayError("no es de lo que ocurre")
                step = each.form.paso or step
                found.append(each)
                new += tuple(str(each.slots[name]) for name in SPOKEN_OF if name in each.slots and each.slots[name] not in new)
        except PlayError:
            continue
        strange = [Heard(QUESTION, {"q": text}, ()) for text in asked if not _asks(text)]
        return (*found, *strange, Heard(FILLED_IN, {"q": "», «".join(each.said for each in found)}, ()))
    return None


_NONE_OF = re.compile(r"(?<!\w)sin (?:fichas? de |ning[uú]na? )?(\w+)(?!\w)", re.I)


_HAS_NOT = re.compile(r"(?<!\w)no (tienen?|llevan?) (?:fichas? de |ning[uú]na? )?(\w+)(?!\w)", re.I)


def _has_none(said: str, speech: Speech) -> str:
    """«una unidad sin esquivas recibe …» has none. After a verb it may be how something is done: there it is not so read."""
    counted = {*speech.palabras.get("ficha", {}), *speech.palabras.get("contable", {})}

    def each(found: "re.Match[str]") -> str:
        clause = re.split(r"[,;.:]| y ", said[: found.start()])[-1]
        done = spoken.NOT_NAMES.intersection(fold(clause).split())
        return found[0] if done or not clause.strip() or fold(found[1]) not in counted else f"con 0 {found[1]}"

    def none(found: "re.Match[str]") -> str:
        return f"{found[1]} 0 {found[2]}" if fold(found[2]) in counted else found[0]

    return _HAS_NOT.sub(none, _NONE_OF.sub(each, said))


def _cuttings(plain: str, speech: Speech) -> Iterator[list[str]]:
    """The ways to take it apart: where clauses join; and what is said to be with somebody, by itself."""
    parts = [part.strip() for part in _CUT.split(plain) if part and not _asks(part)]
    parts = [each for part in parts for each in _described(part, speech) or [part]]
    yield parts
    for n, part in enumerate(parts):
        for apart in (*spoken.object_with(part), *spoken.with_what(part)):
            yield [*parts[:n], *apart, *parts[n + 1 :]]
    whole = " y ".join(parts)
    for apart in spoken.with_what(whole) if len(parts) > 1 else ():  # «con 2 de vida y hemorragia sigue …»
        yield apart
    if any(" con " in part for part in parts):  # «sufre 3 de tensión con 4 de resistencia»: what it has, by itself
        yield [each for part in parts for each in part.split(" con ") if each.strip()]


def _filled_in(plain: str, ear: "Ear") -> tuple[Heard, ...] | None:
    """What is said with its verbs left out; how it was understood is told."""
    apart = [part.strip() for part in _CUT_SHORT.split(plain) if part and part.strip() and not _asks(part)]
    if not 0 < len(apart) <= MOST_PARTS:
        return None
    ear.budget = MOST_HEARD
    for found in _joined(apart, ear.before, ear, short=True):
        said = "», «".join(each.said for each in found)
        return (*found, Heard(FILLED_IN, {"q": said}, ()))
    return None


def _but_the_question(plain: str, ear: "Ear") -> tuple[Heard, ...] | None:
    """What is told before a last question that says nothing here: it is played, and the question is named."""
    whole = plain.strip()
    marked, body = whole.endswith("?"), whole.rstrip("?")
    signs = [body.rfind(sign) for sign in ",;.?¿"] if marked else []
    cuts = {*signs, *(body.rfind(f" {word} ") for word in (*ASKING, *(ASKING_IF_MARKED if marked else ())))}
    for cut in sorted((each for each in cuts if each > 0), reverse=True):
        told, asked = body[:cut].strip(" ,;.?¿"), body[cut + 1 :].strip()
        if not told or not asked or len(asked.split()) > 9:
            continue
        for parts in _cuttings(told, ear.speech):
            if 0 < len(parts) <= MOST_PARTS:
                for heard_ in _joined(parts, ear.before, ear):
                    return (*heard_, Heard(QUESTION, {"q": asked}, ()))
    return None


ASKING = ("cuantos", "cuantas", "cuanto", "cuanta", "qué", "que pasa", "como", "quien", "cual", "puedo", "se puede", "es legal")
"""What begins a question, written without its signs, too."""
ASKING_IF_MARKED = ("puede", "pueden", "es", "hay", "que", "el rival", "tira")
SLIP = Sentence(forma="≈")
"""A word that was typed wrong: the table tells how it was understood."""
QUESTION = Sentence(forma="¿")
"""A question that was not understood: the table tells what happens, and that it was not."""
FILLED_IN = Sentence(forma="…")
"""Verbs were left out: the table tells how it was understood."""


def _asks(part: str) -> bool:
    plain = fold(part).strip()
    asked = bool(_ASKED.match(plain)) and not re.match(r"(?:y )?cuantas acciones", plain)
    return asked or bool(_NOTHING.match(plain))


_NOTHING = re.compile(
    r"^(?:y )?(?:no hay (?:mas |otr[oa]s? |ningun )?(?:obstaculos?|cartas?|efectos?|capacidades|nada)(?: mas)?"
    r"|(?:nadie|nada|ningun[oa]? \w+) (?:mas )?(?:tiene|usa|juega|lleva|gasta) "
    r"(?:mas |ninguna |otras )?(?:cartas?|nada|mejoras?)(?: (?:que|para) .*)?)$"
)
"""That there is nothing else is what is taken for granted."""


def _described(said: str, speech: Speech) -> list[str]:
    """«un soldado aturdido ataca …», «… a una nave bajo tensión»: what somebody is like, and then what is done."""
    words = said.split()
    plain = [fold(word) for word in words]
    states = speech.palabras.get("estado", {}).keys() | _conditions(speech)
    for n, end in ((n, n + wide) for n in range(1, len(words)) for wide in (2, 1)):
        if " ".join(plain[n:end]) not in states or end > len(words):
            continue
        like, rest = " ".join(words[n:end]), words[end:]
        if not set(plain[:n]) & (_NO_NAME | spoken.VERBS):
            who = " ".join(words[:n])
            rest = rest[1:] if rest and fold(rest[0]) == "que" else rest
            return [f"{who} está {like}", *([f"{who} {' '.join(rest)}"] if rest else [])]
        at = max((i for i in range(n) if plain[i] in ("a", "al", "contra", "con")), default=-1)
        if 0 <= at < n - 1 and not set(plain[at + 1 : n]) & (_NO_NAME | spoken.VERBS):
            return [f"{' '.join(words[at + 1 : n])} está {like}", " ".join((*words[:n], *rest))]
    return []


def _conditions(speech: Speech) -> frozenset[str]:
    """What its forms say that somebody is: «{a} está herido/herida»."""
    forms = (form_of(row.forma) for row in speech.frase)
    ends = (form[2] for form in forms if len(form) == 3 and isinstance(form[1], Word) and "esta" in form[1].ways)
    return frozenset(way for end in ends if isinstance(end, Word) for way in end.ways)


_NO_NAME = frozenset("esta estan es son con a contra tiene tienen y estando teniendo que".split())


def _what_not(said: str, parts: list[str], ear: "Ear") -> str:
    """Which part of it says nothing here, and what could be said that is like it."""
    for n, part in enumerate(parts):
        if next(_joined(parts[: n + 1], ear.before, ear), None) is None:
            plain = f"no se entiende «{part.strip()}»" + (f" de «{said}»" if part.strip() != said else "")
            return f"{plain}; se puede decir: {examples(ear.speech, like=part)}"
    return ""


def _in_its_words(said: str, speech: Speech) -> str:
    """With the words that the game's sentences have: «estresado» is «bajo tensión»; «puede disparar» is «dispara»."""
    if _MODAL.search(said):  # «puedo moverme, atacar y moverme»
        said = _AND_THEN.sub(lambda found: f"{found[1]}puede {found[2]}", said)
    said = _MODAL.sub(_as_done, said)
    for pattern, word in _ways_of_saying(tuple(speech.sinonimos.items())):
        said = pattern.sub(word, said)
    return _stats(OneSpeech(speech)).sub(r" con \1", _beside(said))


_BESIDE = re.compile(r"^([^,;.()]+?) \(([^()]+)\)")


def _beside(said: str) -> str:
    """«Wedge (ataque 3) dispara …»: what stands in brackets after a name is what he has."""
    found = _BESIDE.match(said)
    if not found or len(found[1].split()) > 4 or spoken.VERBS & set(fold(found[1]).split()):
        return said
    return f"{found[1]} tiene {found[2]}, {found[1]}{said[found.end() :]}"


@lru_cache(maxsize=16)
def _stats(same: OneSpeech) -> "re.Pattern[str]":
    """« de agilidad 2» is what somebody has, told beside his name."""
    forms = (form_of(row.forma) for row in same.speech.frase if not row.paso)
    after = (
        part for form in forms if len(form) > 3 and isinstance(form[1], Word) and "tiene" in form[1].ways for part in form[2:4]
    )
    words = sorted({way for part in after if isinstance(part, Word) for way in part.ways if len(way) > 4} - {"fichas", "ficha"})
    each = "|".join("".join(_LETTERS.get(letter, re.escape(letter)) for letter in word) for word in words) or "(?!)"
    return re.compile(rf" de ((?:{each})(?: de)? \d+)(?!\w)", re.I)


@lru_cache(maxsize=16)
def _ways_of_saying(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple["re.Pattern[str]", str], ...]:
    """Each way and its word; `{n}` is any number in both."""
    found = []
    for way, word in pairs:
        pattern = "".join(_LETTERS.get(letter, re.escape(letter)) for letter in way).replace(re.escape("{n}"), r"(\d+)")
        pattern = pattern.replace(r"\{[nñ]\}", r"(\d{1,2})")
        found.append((re.compile(rf"(?<![\w+-]){pattern}(?!\w)", re.I), word.replace("\\", "").replace("{n}", r"\1")))
    return tuple(found)


def _as_done(found: "re.Match[str]") -> str:
    """What somebody can or wants to do, as if it were done: the table says whether it may be."""
    verb, whom = fold(found[1]), fold(found[2] or "")
    present = _PRESENT.get(verb) or verb[:-1] if verb.endswith("ar") else _PRESENT.get(verb) or f"{verb[:-2]}e"
    pronoun = {"se": "se ", "me": "se ", "le": "le ", "lo": "le ", "la": "le "}.get(whom, "")
    return f"{pronoun}{present}"


_LETTERS = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uúü]", "n": "[nñ]"}


@dataclass(frozen=True)
class Spoken:
    """Of what was said last: who did it, who else was named, and whether it told what they have."""

    who: str = ""
    other: str = ""
    verb: str = ""
    """What told what they have or are: «tiene», «está», «es»."""
    done: str = ""
    """What happened to them that is counted: «sufre 3 impactos y 1 crítico»."""
    step: str = ""
    """The last thing that happened."""
    does: bool = False
    """It told what they do: «hace una roja y luego concentración» does both."""


@dataclass
class Ear:
    """What hears the sentences of one saying; each is heard once, however often it is cut in the same place."""

    speech: Speech
    known: Mapping[str, str]
    tests: Tests | None
    before: Spoken = field(default_factory=Spoken)
    """Of what was said before, and who goes on doing this."""
    budget: int = 0
    """Sentences that may still be tried where verbs are missing."""
    memo: dict[tuple[str, tuple[str, ...], bool], Heard | PlayError] = field(default_factory=dict)
    meant: dict[tuple[str, ...], Meant] = field(default_factory=dict)
    """By the names that the saying has brought."""

    def hears(self, text: str, new: tuple[str, ...] = (), scattered: bool = True) -> Heard:
        """Raises PlayError; `new` are names that this saying has brought."""
        key = text, new, scattered
        if key not in self.memo:
            try:
                meant = self.meant.setdefault(new, {})
                told = heard(text, self.speech, self.all_known(new), self.tests, meant, scattered)
                self.memo[key] = replace(told, said=text)
            except PlayError as error:
                self.memo[key] = error
        found = self.memo[key]
        if isinstance(found, PlayError):
            raise found
        return found

    @property
    def literal(self) -> frozenset[str]:
        """Words of the game's sentences: of these nobody is called."""
        return lexicon_of(OneSpeech(self.speech)).literal - self.speech.nombra.keys() - {fold(self.speech.una)}

    def all_known(self, new: tuple[str, ...]) -> Mapping[str, str]:
        return {**self.known, **{fold(name): name for name in new}} if new else self.known


def _joined(
    parts: list[str], before: Spoken, ear: Ear, new: tuple[str, ...] = (), short: bool = False, closed: bool = False
) -> Iterator[list[Heard]]:
    """Every way to understand the parts, the fewest sentences first; `short` where verbs may be missing, `closed` where the
    first part has been filled in already."""
    if not parts:
        yield []
        return
    for many in range(len(parts), 0, -1):
        for text in _ways(parts[:many], before, f"mi-{ear.speech.una}"):
            if short and not _may_try(ear):
                return
            try:
                first = ear.hears(text, new, not short)
            except PlayError:
                continue
            if before.step and not _fits(first, before.step, ear):
                continue
            if short and swallows(first, ear.all_known(new), ear.literal):
                continue
            named = [str(first.slots[name]) for name in SPOKEN_OF if name in first.slots]
            there = (*new, *(name for name in named if name not in new))
            who, other = named[0] if named else before.who, named[1] if len(named) > 1 else before.other
            does = not DOES.isdisjoint(fold(text).split())
            verb = next((word for word in _STATIVE if f" {word} " in f" {fold(text)} "), "" if does else before.verb)
            done = next((word for word in fold(text).split() if word in _DOING), "")
            step = first.form.paso or before.step
            for rest in _joined(parts[many:], Spoken(who, other, verb, done, step, does), ear, there, short):
                yield [first, *rest]
                return
    if short and not closed and len(parts) <= 2 * MOST_PARTS:
        for apart in (_described(parts[0], ear.speech), *filled_in(parts[0], ear.speech)):
            if apart and apart != parts[:1]:
                yield from _joined([*apart, *parts[1:]], before, ear, new, short, closed=len(apart) == 1)


def spoken_last(heard: Sequence[Heard], before: Spoken) -> Spoken:
    """Who was spoken of last, and what happened: the next saying may go on with it, «sufren 2 Heridas más»."""
    for each in heard:
        named = [str(each.slots[name]) for name in SPOKEN_OF if name in each.slots]
        who = named[0] if named else before.who
        other = named[1] if len(named) > 1 else before.who if who != before.who else before.other
        before = Spoken(who, other, step=each.form.paso or before.step)
    return before


def _of_oneself(said: str) -> bool:
    """«tengo 2 escudos»: whoever was spoken of, somebody speaks of himself."""
    words = [word for word in fold(said).split() if word not in JOINERS]
    first = bool(words) and words[0] in spoken.FIRST and not words[0].endswith(_ANYBODY)
    return first or bool(words and words[0] in ("me", "mi", "mis", "yo"))


_ANYBODY = ("ia", "ian", "aba", "io", "izo", "ge")
"""Ends of verbs that are anybody's, «tenía», «recibió»."""


ROLLED = ("ataque", "defensa")
"""Fields of a step that have what somebody rolls (`{a|dados}`)."""
FIELD = "campo"
"""Of the tests: whether a step has a field, `paso.campo`."""


def _fits(said: Heard, step: str, ear: Ear) -> bool:
    """What is told of a step is something that this step has."""
    has = (ear.tests or {}).get(FIELD)
    if said.form.paso or has is None:
        return True
    of_either = (*ROLLED, *(name for _, *both in ear.speech.de_bando.values() for name in both))
    fields = (path.split(".")[1].rstrip("+?") for path in said.form.pone if path.startswith("paso."))
    return all(any(has(f"{step}.{name}") for name in (of_either if "{" in each else (each,))) for each in fields)


def _may_try(ear: Ear) -> bool:
    ear.budget -= 1
    return ear.budget >= 0


def _ways(parts: list[str], before: Spoken, mine: str) -> Iterator[str]:
    """Some parts as one sentence: as they stand, said of whoever was spoken of, or of the one named last."""
    yield from _as_one(" y ".join(parts), before, mine)
    for n, part in enumerate(parts[:-1]):  # «con 6 dados negros y Perforante 2 y saca …»
        if " con " in part or part.startswith("con "):
            for end in range(len(parts), n + 1, -1):
                yield from _as_one(" y ".join((*parts[:n], " con ".join(parts[n:end]), *parts[end:])), before, mine)
            return


def _as_one(whole: str, before: Spoken, mine: str) -> Iterator[str]:
    head, _, rest = whole.partition(" ")
    if fold(head) in JOINERS and fold(head) != "que":
        whole, (head, _, rest) = rest, rest.partition(" ")
    who = before.who
    if who and fold(head) in _CLITICS:  # «le dispara B»: nobody else can be meant
        yield from spoken.turned(whole, who)
    if who and fold(head) in spoken.VERBS - _NO_SUBJECT:  # «está presa y emprende una misión»: she does, whoever else could
        yield f"{who} {whole}"
    yield whole
    if fold(head) in _BEING and who:
        yield f"{who} {_BEING[fold(head)]} {rest}"
    elif fold(head) == "que":
        yield from (f"{name} {rest}" for name in (before.other or who, who) if name)
    elif who:
        yield f"{who} {whole}"
        if before.verb:  # «tiene 2 de Acobardamiento y aplomo 1», «está estresado y desarmado»
            yield f"{who} {before.verb} {whole}"
        if before.done and number_said(fold(head)) is not None:
            yield f"{who} {before.done} {whole}"
    yield from spoken.turned(whole, who or mine)
    if found := _AT_ME.match(whole):
        yield f"{found[1]} {found[2]} a {mine}{found[3] or ''}"
    if (found := _HIM.match(whole)) and who:
        subject, verb, rest = found[1], found[2], found[3] or ""
        if subject is None and before.other and not verb.endswith("n"):
            yield f"{who} {verb} a {before.other} {rest}".rstrip()
        else:  # «le disparan»: nobody says who
            yield f"{subject or 'un rival'} {verb} a {who} {rest}".rstrip()
    if who and fold(head) not in spoken.VERBS:  # «…, resistencia 5»; «hace una cosa y luego otra»
        yield from (f"{who} {verb} {whole}" for verb in (("hace", "tiene") if before.does else ("tiene", "hace")))
    if not who and fold(head) in spoken.VERBS:  # «sufre 3 de daño»: whoever speaks means his own
        yield f"{mine} {whole}"
    if not (who and _FIRED.match(whole)):
        yield from spoken.verb_first(whole)
    if not who and fold(head).isdecimal():  # «2 escudos y 3 de casco»: what one's own has
        yield f"{mine} tiene {whole}"
    if fold(head) in _WANTS:  # «quiero foco»: what is done, said as a thing
        yield f"{who or mine} hace {rest}"


_CLITICS = frozenset({"le", "les", "lo", "me", "nos"})
_NO_SUBJECT = frozenset({"hay", "habia", "no", "se", "le", "ya"})
_FIRED = re.compile(r"^dispar[ao]n? (?:el|la|los|las|su|sus) ", re.I)
"""«está trabada y dispara el cañón a …»: of somebody who was spoken of, what he fires."""
_WANTS = frozenset({"quiero", "quiere", "puedo", "puede"})
_DOING = frozenset({"sufre", "sufren", "recibe", "reciben", "gasta", "gastan", "gana", "ganan", "saca", "sacan"})
_STATIVE = ("tiene", "tienen", "esta", "estan", "es", "son")
