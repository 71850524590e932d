"""Card text to effects: paragraphs, headers, sentences, readings; one effect, or why not."""

import itertools
import re
import unicodedata
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

from grammar.chart import MOST_ITEMS, Actions, Chart, TooAmbiguous, grammar
from grammar.lexicon.coined import with_coined
from grammar.lexicon.load import Lexicon, fold, lexicon_for
from grammar.lexicon.tokens import Raw, raw_tokens, tokens_of
from grammar.lexicon.words import Token, Word
from grammar.meaning.actions.sentences import Sentences
from grammar.meaning.alike import outlived
from grammar.meaning.always import always_apart
from grammar.meaning.assembly.ability import assemble
from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.assembly.items import comes_next
from grammar.meaning.assembly.openings import (
    for_good,
    goes_on_for,
    in_a_phase,
    introduced,
    lasting,
    opens,
    permanent,
    sentences_in,
    standing,
    still_then,
)
from grammar.meaning.bearer import conditioned, owns_keyword, told_bearer, with_bearer
from grammar.meaning.binding.binder import Binder
from grammar.meaning.binding.entities import Unbound, Unmeasured
from grammar.meaning.cataphora import told_first
from grammar.meaning.check import senseless
from grammar.meaning.effect import Capacidad, Paso
from grammar.meaning.instead import same_doer
from grammar.meaning.keywords import BadLine, read_line
from grammar.meaning.landmarks import chosen_nowhere, tells_bearer, unmeasured
from grammar.meaning.layout import COMMENT, Unit, units
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.bans import capped
from grammar.meaning.normal.passes import normal, settled
from grammar.meaning.persons import Unaddressed, addressed, gone_on
from grammar.meaning.preferences import places, strained
from grammar.meaning.values import EVERY, ONE, Cosa, Hecho, Lista, Papel, Roles, Sentence, Value, Yo, parts
from grammar.meaning.why import why
from grammar.steps import most, spend

MOST_READINGS = 160
"""Of an ability; a text with more is declined, never read in part."""
LONGEST = 4000
PER_TEXT = 15
"""Steps that reading any text costs, beside its words: each time, also where its sentences are remembered."""
PER_READING, PER_WORD = 75, 3
"""Steps that it takes to make a meaning of one reading of an ability, and of each of its words; a word that is read costs as
much."""
MOST_WORDS = 150
"""Of a sentence: none of a card comes near, and the time of a chart grows faster than its words."""
MOST_SENTENCES = 24
"""Of a text: the published card that says most has eight."""


@dataclass(frozen=True)
class Problem:
    code: str
    message: str
    span: tuple[int, int]
    expected: tuple[str, ...] = ()
    readings: tuple[Capacidad, ...] = ()
    """What the stretch may rule, where that is more than one thing."""
    dead_end: int = -1
    """Where the word stands that nothing goes on with, which may be far behind the one from which nothing is understood."""


class Declined(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _two_bearers(abilities: Sequence[Capacidad], lexicon: Lexicon, text: str) -> bool:
    """«Una unidad con la cualidad BRÍO … . Cuando ataca, …»: who attacks is the unit told before, or the card's bearer."""
    mark = lexicon.data.get("bearer_marks", {}).get("mark")
    noun = lexicon.data["bearer_noun"] if mark is not None else ""
    if mark is None or re.search(rf"\b{noun} [^.,]*\best[ea] {mark}\b", text, re.IGNORECASE):
        return False  # «una unidad con esta cualidad» is who bears it
    this = re.search(rf"\best[ea] {lexicon.data['bearer_noun']}\b", text, re.IGNORECASE)
    by_keyword = re.search(rf"\b{lexicon.data['bearer_noun']} [^.,]*\b{mark}\b", text, re.IGNORECASE)
    if this is not None and (by_keyword is None or this.start() < by_keyword.start()):
        return False
    named = any(
        isinstance(p, Cosa) and p.qty == ONE and any(owns_keyword(f) for f in p.filters) for a in abilities for p in parts(a)
    )
    return named and any(isinstance(p, Yo) for a in abilities for p in parts(a))


@lru_cache(maxsize=32)
def actions_for(game: str, lenient: bool = False) -> Actions:
    reader = Sentences()
    reader.lenient = lenient
    reader.lexicon = lexicon_for(game)
    names = {state.name for states in grammar().values() for state in states}
    return {name: getattr(reader, name) for name in names if hasattr(reader, name)}


Read = dict[Any, tuple[int, "list[Capacidad] | Problem"]]
"""Paragraphs that have been read while one card is compiled, each with where it stood: its wordings repeat most of them."""


def read_text(
    text: str,
    game: str,
    names: tuple[str, ...] = (),
    lenient: bool = False,
    all_problems: bool = True,
    read: Read | None = None,
) -> tuple[tuple[Capacidad, ...], list[Problem]]:
    """Abilities of the text, or what was not understood. `lenient`: a verb need not agree with its subject.

    `all_problems`: of every paragraph; without it the first is enough, where only a text without any counts.
    """
    read = {} if read is None else read
    text = unicodedata.normalize("NFC", text)
    lexicon = lexicon_for(game, names)
    if lenient:
        lexicon = replace(lexicon, data={**lexicon.data, "lenient": True})
    if not text.strip():
        return (), [Problem("KB100", "No hay texto que compilar.", (0, len(text)))]
    if len(text) > LONGEST:
        return (), [Problem("KB100", "El texto es demasiado largo para ser el de una carta.", (0, len(text)))]
    text = COMMENT.sub(lambda told: " " * len(told.group()), text)  # its places stay those of the text
    raws = raw_tokens(text)
    spend(PER_TEXT + PER_WORD * len(raws))
    lexicon = with_coined(lexicon, raws, text)
    both = _two_names(raws, lexicon)
    if both is not None:
        return (), [both]
    abilities: list[Capacidad] = []
    problems: list[Problem] = []
    paragraphs = list(units(text, lexicon))
    if sum(len(unit.sentences) + len(unit.reminders) for unit in paragraphs) > MOST_SENTENCES:
        return (), [Problem("KB100", "El texto tiene demasiadas frases para ser el de una carta.", (0, len(text)))]
    for unit in paragraphs:
        try:
            abilities.extend(_once(unit, _after(lexicon, abilities), read))
        except Declined as declined:
            problems.append(declined.problem)
            if not all_problems:
                break
    if not problems and _two_bearers(abilities, lexicon, text):
        told = told_bearer(abilities, lexicon)
        made = [with_bearer(ability, told) for ability in abilities] if told is not None else [None]
        if all(ability is not None for ability in made):
            abilities = [ability for ability in made if ability is not None]
    if not problems and _two_bearers(abilities, lexicon, text):
        problems.append(
            Problem("KB109", "No se sabe si quien sigue es la unidad nombrada o quien lleva la carta.", (0, len(text)))
        )
        abilities = []
    chosen = "" if problems or tells_bearer(raws) else chosen_nowhere(abilities, lexicon)
    if chosen:
        return (), [Problem("KB109", unmeasured(chosen, lexicon), (0, len(text)))]
    return lists(abilities), problems


def _after(lexicon: Lexicon, abilities: Sequence[Capacidad]) -> Lexicon:
    """The game's words, with what earlier abilities of the text let choose: «Preparación: Elige 1 nave. … la nave elegida»."""
    if "chosen_told" not in lexicon.data or not abilities:
        return lexicon
    chosen = [part.role("que") for part in parts(tuple(abilities)) if isinstance(part, Hecho) and part.verb == "elegir"]
    nouns = " ".join(sorted({thing.noun for thing in chosen if isinstance(thing, Cosa)}))
    return replace(lexicon, data={**lexicon.data, "chosen_before": nouns}) if nouns else lexicon


def _two_names(raws: Sequence[Raw], lexicon: Lexicon) -> Problem | None:
    """«1 ficha de tensión o 1 ficha de estrés»: two names of one token, so that one of them means another."""
    words = {fold(raw.text): raw for raw in raws if raw.kind == "word"}
    for line in lexicon.data.get("told_apart", ()):
        names = line.split()
        if all(name in words for name in names):
            last = words[names[-1]]
            shown = " y ".join(f"«{words[name].text}»" for name in names)
            return Problem("KB105", f"{shown} son la misma ficha: no se sabe si aquí son dos.", (last.start, last.end))
    return None


def lists(abilities: Sequence[Capacidad]) -> tuple[Capacidad, ...]:
    """Instructions that follow one another are one list."""
    found: list[Capacidad] = []
    for ability in abilities:
        if ability.clase == "instruccion":
            before = found.pop() if found and found[-1].clase == "instrucciones" else Capacidad("instrucciones")
            found.append(replace(before, pasos=(*before.pasos, ability)))
        else:
            found.append(ability)
    return tuple(found)


def _once(unit: Unit, lexicon: Lexicon, read: Read) -> list[Capacidad]:
    """What a paragraph says; where it stands makes no difference but to the place of a problem."""
    sentences = tuple(tuple(_at_zero(raw, unit.start) for raw in part) for part in (*unit.sentences, (), *unit.reminders))
    told = (unit.clase, unit.cabecera, unit.fault, unit.ruled, unit.end - unit.start)
    key = (told, sentences, lexicon.data.get("chosen_before"), "lenient" in lexicon.data)
    if key not in read:
        try:
            read[key] = (unit.start, _unit(unit, lexicon))
        except Declined as declined:
            read[key] = (unit.start, declined.problem)
    start, found = read[key]
    if isinstance(found, Problem):
        shift = unit.start - start
        raise Declined(replace(found, span=(found.span[0] + shift, found.span[1] + shift), dead_end=found.dead_end + shift))
    return found


def _at_zero(raw: Raw, start: int) -> tuple[str, str, int, int]:
    return raw.kind, raw.text, raw.start - start, raw.end - start


def _unit(unit: Unit, lexicon: Lexicon) -> list[Capacidad]:
    if unit.fault:
        raise Declined(Problem("KB106", f"{unit.fault}.", (unit.start, unit.end)))
    if unit.clase == "linea":
        try:
            return [read_line(unit.sentences[0], lexicon)]
        except BadLine as bad:
            raise Declined(Problem("KB111", f"{bad.message}.", (bad.raw.start, bad.raw.end))) from None
    reminders = [
        _ability([(tokens, _readings(tokens, lexicon))], "recordatorio", (), lexicon)
        for tokens in (tokens_of(list(r), lexicon) for r in unit.reminders)
    ]
    if not unit.sentences:
        return [Capacidad(unit.clase, unit.cabecera)] if not reminders or unit.cabecera else reminders
    read: list[tuple[list[Token], tuple[Sentence, ...]]] = []
    for raws in unit.sentences:
        tokens = tokens_of(list(raws), lexicon)
        read.append((tokens, _readings(tokens, lexicon)))
    found: list[Capacidad] = []
    group: list[tuple[list[Token], tuple[Sentence, ...]]] = []
    clase, cabecera = unit.clase, unit.cabecera
    for tokens, options in read:
        if unit.ruled:
            group.append((tokens, options))
            continue
        within = bool(group) and all(map(still_then, options)) and all(map(goes_on_for, group[0][1]))
        if group and not within and _another(tokens, options, [token for part, _ in group for token in part], clase, lexicon):
            found.append(_ability(group, clase, cabecera, lexicon))
            group, clase, cabecera = [], "texto", ()
        group.append((tokens, options))
    found.append(_ability(group, clase, cabecera, lexicon, unit.ruled))
    found = [part for ability in found for part in always_apart(ability, lexicon)]
    return [*(part for ability in found for part in _apart_for_good(ability, lexicon)), *reminders]


def _another(tokens: list[Token], options: tuple[Sentence, ...], before: Sequence[Token], clase: str, lexicon: Lexicon) -> bool:
    """Whether a sentence begins an ability of its own, after those of a paragraph that have been read."""
    if clase == "texto" or (_apart(clase, tokens) and not _of_this_attack(clase, tokens, options)):
        again = _names_again(tokens, before, str(lexicon.data.get("keyword_noun")))
        if not again and all(map(opens, options)) and _stands_alone(tokens, options, lexicon):
            return True
        if all(map(in_a_phase, options)) and not _points_back(tokens, ()) and _compiles(tokens, options, lexicon):
            return True
    if clase.startswith("ataque") and all(map(lasting, options)):
        return False  # «Ataque: …. Tus resultados [crítico] no pueden ser anulados»: in that attack
    holds = all(permanent(option, lexicon) or (clase == "preparacion" and standing(option)) for option in options)
    return clase in ("texto", *HEADED) and holds and not _points_back(tokens) and not _of_the_rest(tokens, before)


def _of_this_attack(clase: str, tokens: Sequence[Token], options: tuple[Sentence, ...]) -> bool:
    """«Ataque: …. Después del paso de "…", el defensor …»: in the attack of the header, where no other is told."""
    if not clase.startswith("ataque"):
        return False
    frames = [frame for option in options for frame in (*option.leads, *option.tails) if frame.kind == "cuando"]
    acts = {fact.verb for frame in frames for clause in frame.events for pred in clause.preds for fact in pred.facts}
    steps = any(isinstance(frame.value, Cosa) and frame.value.noun == "paso" for frame in frames)
    sides = any(word.cls == "N" and word.id in ("atacante", "defensor") for token in tokens for word in token.words)
    return (steps or sides) and not acts & {"defender", "efectuar", "atacar"}


def _apart_for_good(ability: Capacidad, lexicon: Lexicon) -> Sequence[Capacidad]:
    """«Añade 1 espacio [cañón] y elimina 1 espacio [torpedo]»: two things that hold always, in one sentence or in two."""
    steps = ability.pasos
    gains = [item.efecto[0] for item in steps if isinstance(item, Paso) and item == Paso(efecto=item.efecto[:1])]
    if len(steps) < 2 or ability != Capacidad(ability.clase, pasos=steps) or len(gains) < len(steps):
        return [ability]
    if not all(isinstance(fact, Hecho) and for_good(fact, lexicon) for fact in gains):
        return [ability]
    return [replace(ability, pasos=(step,)) for step in steps]


def _names_again(tokens: Sequence[Token], before: Sequence[Token], keyword: str) -> bool:
    """«Mientras ejecutas esa maniobra, …» after a sentence that chose one; «dicha cualidad» is the keyword, wherever told."""
    told = {word.id for token in before for word in token.words if word.cls == "N" and word.id != keyword}
    own: set[str] = set()
    for token, after in itertools.pairwise(tokens):
        nouns = {w.id for w in after.words if w.cls == "N"}
        if any(word.cls == "DET" and word.id == "ese" for word in token.words):
            if nouns & told and not nouns & own:
                return True
        else:
            own |= nouns
    return False


def _of_the_rest(tokens: Sequence[Token], before: Sequence[Token]) -> bool:
    """«Elige 1 nave enemiga. … Las otras naves no pueden …»: others than the one that was told."""
    told = {word.id for token in before for word in token.words if word.cls == "N"}
    return any(
        any(word.cls == "DET" and word.id == "otro" for word in token.words)
        and any(w.cls == "N" and w.id in told for w in after.words)
        for token, after in itertools.pairwise(tokens)
    )


def _points_back(tokens: Sequence[Token], told: tuple[str, ...] = ("PRON", "CLI")) -> bool:
    """Whether a sentence speaks of something that was told, or of what is going on."""
    for token, after in zip(tokens, (*tokens[1:], tokens[-1]), strict=True):
        if "á" in token.text and any(word.cls == "ESTAR" for word in token.words):
            continue  # «estás» is no «éstas»
        for word in token.words:
            this = word.id == "este" and any(w.sort in ("ataque", "accion", "maniobra", "tiempo") for w in after.words)
            article = any(w.cls == "DET" for w in token.words)  # «los espacios …», «esta carta», «las otras naves»
            if (
                (
                    word.cls in told
                    and word.id not in BEARER
                    and not (article and any(w.cls in ("N", "ICON", "ADJ", "DET", "NUM") for w in after.words))
                )
                or (word.cls == "DET" and (word.id in ("ese", "ambos") or this))
                or (word.cls == "N" and word.id in ("atacante", "defensor"))
                or (word.cls == "ADV" and "otra" in word.id)
            ):
                return True
    return False


BEARER = frozenset({"yo", "te", "me"})
"""Pronouns of who bears the card: nobody has to be told before."""
OBJECTS = frozenset({"lo", "la", "los", "las", "le", "les"})
HEADED = frozenset({"preparacion", "accion", "ataque", "ataque_adicional"})


def _apart(clase: str, tokens: Sequence[Token]) -> bool:
    """«Acción: …. Después de que te defiendas, …»: a header rules what follows until another moment comes.

    Unless that speaks of «este ataque».
    """
    this = any(
        word.cls == "DET" and word.id == "este" and any(w.sort in ("ataque", "accion") for w in after.words)
        for token, after in itertools.pairwise(tokens)
        for word in token.words
    )
    return clase in HEADED and not this


def _stands_alone(tokens: list[Token], options: tuple[Sentence, ...], lexicon: Lexicon) -> bool:
    """Whether a sentence with a moment of its own needs nothing of those before it."""
    frames = [frame for option in options for frame in (*option.leads, *option.tails)]
    if any(frame.kind == "cuando" and frame.value == Papel("este_ataque") for frame in frames):
        return False  # «Después de este ataque, …»: the attack that was just told
    if any(frame.kind == "cuando" and comes_next(frame.value) for frame in frames):
        return False  # «Al comienzo de la siguiente fase, …»: the one after what was just told
    if not any(
        (word.cls == "DET" and word.id in ("ese", "ambos"))
        or word.cls in ("PRON", "CLI")
        or any(clitic in OBJECTS for clitic in word.clitics)  # «Revélalo después de defenderte»
        for token in tokens
        for word in token.words
    ):
        return True
    return _compiles(tokens, options, lexicon)


def _compiles(tokens: list[Token], options: tuple[Sentence, ...], lexicon: Lexicon) -> bool:
    """Whether a sentence says something by itself."""
    try:
        _ability([(tokens, options)], "texto", (), lexicon)
    except Declined:
        return False
    return True


def _readings(tokens: list[Token], lexicon: Lexicon) -> tuple[Sentence, ...]:
    unknown = next((token for token in tokens if not token.words), None)
    if unknown is not None:
        raise Declined(Problem("KB103", f"No se conoce «{unknown.text}».", (unknown.start, unknown.end)))
    if len(tokens) > MOST_WORDS:
        raise Declined(Problem("KB104", "La frase es demasiado larga para una carta.", (tokens[0].start, tokens[-1].end)))
    nor = next((i for i, token in enumerate(tokens) if all(word.cls == "NI" for word in token.words)), None)
    if nor is not None and not any(_denies(word) for token in tokens[:nor] for word in token.words):
        raise Declined(Problem("KB101", "«ni» pide una negación antes: «no … ni …».", (tokens[nor].start, tokens[nor].end)))
    try:
        found, stops, more = _understood(tuple(token.words for token in tokens), lexicon.game)
        spend(more)
    except TooAmbiguous as error:
        spend(error.items + 1)
        raise Declined(Problem("KB104", "La frase tiene demasiadas lecturas.", (tokens[0].start, tokens[-1].end))) from None
    except Unaddressed as error:
        raise Declined(_unaddressed(error, tokens)) from None
    if not found and "lenient" in lexicon.data:
        try:
            found, _, more = _understood(tuple(token.words for token in tokens), lexicon.game, True)
            spend(more)
        except TooAmbiguous as error:
            spend(error.items + 1)
            found = ()
    if not found:
        at, dead = (min(stop, len(tokens) - 1) for stop in stops)
        reason = why(tokens, at, lexicon) or f"No se entiende a partir de «{tokens[at].text}»."
        raise Declined(Problem("KB101", reason, (tokens[at].start, tokens[-1].end), dead_end=tokens[dead].start))
    return found


def _denies(word: Word) -> bool:
    return word.cls in ("NO", "TAMPOCO", "SIN") or (word.cls == "DET" and word.id == "ningun") or "sin_" in word.id


LAST_READ: deque[Chart] = deque(maxlen=6)
"""Charts of the last sentences: a canonical wording often begins as its text does, and a repair differs in one word."""
MOST_KEPT = 4_000
"""Items of a chart that is worth its memory."""


@lru_cache(maxsize=512)
def _understood(
    words: tuple[tuple[Word, ...], ...], game: str, lenient: bool = False
) -> tuple[tuple[Sentence, ...], tuple[int, int], int]:
    """Readings of a sentence, how far it is understood and how far something goes on, and the steps that this took. A canonical
    text repeats sentences of the text just read."""
    tokens = [Token("", 0, 0, each) for each in words]
    chart = Chart(tokens, actions_for(game, lenient), tuple(LAST_READ), most(MOST_ITEMS))
    if chart.items <= MOST_KEPT:
        LAST_READ.append(chart)
    found = addressed(chart.values("start", 0, len(words)), lexicon_for(game))
    stops = (0, 0) if found else (chart.furthest(), chart.last_hope())
    return found, stops, chart.made


def _ability(
    group: Sequence[tuple[list[Token], tuple[Sentence, ...]]],
    clase: str,
    cabecera: Roles,
    lexicon: Lexicon,
    ruled: bool = False,
) -> Capacidad:
    made: dict[Capacidad, list[Capacidad]] = {}
    failure: Declined | None = None
    tokens = [token for part, _ in group for token in part]
    span = (tokens[0].start, tokens[-1].end)
    offset = 0
    shifted = []
    for part, options in group:
        shifted.append([_shifted(option, offset) for option in options])
        offset += len(part)
    if prod(len(options) for options in shifted) > MOST_READINGS:
        raise Declined(Problem("KB104", "El texto tiene demasiadas lecturas.", span))
    words = [token.text for token in tokens]
    for reading in sentences_in(shifted, MOST_READINGS):
        spend(PER_READING + PER_WORD * len(tokens))
        try:
            reading = introduced(reading)
            gone_on(reading, lexicon, words)
            raw = assemble(reading, clase, cabecera, lexicon, ruled)
            if _this_or_told(raw, lexicon):
                raise Senseless("«esta» puede ser quien lleva la carta o quien se acaba de nombrar")
            if prep := _each_or_all(raw, lexicon):
                other = "de una de …" if prep == "de" else "un total de … a …"
                raise Senseless(f"no se sabe si {prep} cada una o entre todas: escribe «{prep} cada …» o «{other}»")
            lost = places(reading) - places(raw)
            if lost:
                token = tokens[min(lost)]
                failure = failure or Declined(Problem("KB110", f"«{token.text}» no llega al efecto.", (token.start, token.end)))
                continue
            plain = outlived(conditioned(normal(capped(raw, lexicon)), lexicon), lexicon)
            draft = told_first(same_doer(plain, reading) if "continues" in lexicon.data else plain, lexicon)
            effect = settled(Binder(lexicon).ability(draft), lexicon)
            reason = senseless(effect, lexicon) if effect not in made else None
            if reason is not None:
                raise Senseless(reason)
            made.setdefault(effect, []).append(plain)
        except Unaddressed as error:
            raise Declined(_unaddressed(error, tokens)) from None
        except Unbound as error:
            if error.final:
                raise Declined(_unbound(error, tokens, lexicon)) from None
            failure = failure or Declined(_unbound(error, tokens, lexicon))
        except Senseless as error:
            failure = failure or Declined(Problem("KB107", f"No encaja: {error.reason}.", span))
    if len(made) > 1:  # only where there is a choice is it asked how strained each is
        weights = {effect: min(strained(plain, lexicon) for plain in plains) for effect, plains in made.items()}
        least = min(weights.values())
        made = {effect: plains for effect, plains in made.items() if weights[effect] == least}
    if len(made) == 1:
        return next(iter(made))
    if not made:
        assert failure is not None
        raise failure
    told = f"Se puede leer de {len(made)} maneras que mandan cosas distintas."
    raise Declined(Problem("KB105", told, span, readings=tuple(made)))


def _this_or_told(ability: Capacidad, lexicon: Lexicon) -> bool:
    """«Después de que una nave aliada sea destruida, esta nave …»: the bearer, or the one just told?"""
    if "this_or_told" not in lexicon.data or not any(part == Papel("yo") for part in parts(ability.pasos)):
        return False
    told = [value for moment in ability.cuando for fact in moment.hechos for _, value in fact.roles]
    ships = [v for value in told for v in (value.items if isinstance(value, Lista) else (value,)) if isinstance(v, Cosa)]
    return any(ship.sort == lexicon.data["bearer"] and ship.ref == "" for ship in ships)


def _each_or_all(ability: Capacidad, lexicon: Lexicon) -> str:
    """«Retira 1 ficha de las naves aliadas»: 1 of each, or 1 in all? The preposition, where nobody knows."""
    animate = str(lexicon.data.get("animate", "")).split()

    def told(owners: Value | None) -> bool:
        plain = isinstance(owners, Cosa) and (owners.ref, owners.number, owners.qty) == ("el", "p", EVERY)
        return plain and isinstance(owners, Cosa) and owners.sort in animate and bool(owners.noun)

    def counted(thing: Value | None) -> bool:
        few = isinstance(thing, Cosa) and thing.qty.op in ("n", "hasta") and not thing.qty.total and thing.ref == ""
        return few and isinstance(thing, Cosa) and thing.sort in ("ficha", "carga", "escudo", "carta_dano", "carta", "mejora")

    for fact in parts(ability.pasos):
        if not isinstance(fact, Hecho):
            continue
        what = fact.role("que")
        if counted(what) and isinstance(what, Cosa) and told(fact.role("de")):
            return "de"
        several = isinstance(what, Cosa) and (what.qty.op == "hasta" or what.qty != ONE)
        if counted(what) and several and told(fact.role("a")):  # «asigna 3 fichas a las unidades»; one of them is one each
            return "a"
        owners = (
            [f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "de"] if isinstance(what, Cosa) else []
        )
        if counted(what) and any(map(told, owners)):
            return "de"
    return ""


def _unaddressed(error: Unaddressed, tokens: Sequence[Token]) -> Problem:
    token = tokens[error.at]
    told = f"«{token.text}» puede decírtelo a ti, o decirlo de quien se acaba de nombrar: escribe quién."
    return Problem("KB109", told, (token.start, token.end))


def _unbound(error: Unbound, tokens: Sequence[Token], lexicon: Lexicon) -> Problem:
    token = tokens[error.at] if 0 <= error.at < len(tokens) else tokens[0]
    if isinstance(error, Unmeasured):
        return Problem("KB109", unmeasured(error.candidates[0], lexicon), (token.start, token.end))
    if error.candidates:
        told = " o ".join(_candidates(error, tokens, lexicon))
        message = f"«{token.text}» puede señalar a {told}: di cuál, con su nombre entero."
        return Problem("KB109", message, (token.start, token.end))
    return Problem("KB108", f"No se sabe a qué se refiere «{token.text}».", (token.start, token.end))


def _candidates(error: Unbound, tokens: Sequence[Token], lexicon: Lexicon) -> tuple[str, ...]:
    """What was told before and may be meant, as the text says it; and who bears the card, where that is one of two."""
    names, told = set(error.candidates), []
    for at, token in enumerate(tokens[: max(0, error.at)]):
        if any(word.cls == "N" and {word.id, word.sort} & names for word in token.words):
            end = at + 1
            while end < error.at and "ADJ" in tokens[end].classes:
                end += 1
            start = at - 1 if at and tokens[at - 1].classes & {"DET", "NUM"} else at
            shown = " ".join(t.text for t in tokens[start:end]).replace(" de el ", " del ")
            told.append(f"«{shown[:1].lower()}{shown[1:]}»")
    phrases = tuple(dict.fromkeys(told))[-2:]
    bearer = lexicon.nouns.get(str(lexicon.data.get("bearer", "")))
    if len(phrases) < 2 and bearer is not None and {bearer.sort, lexicon.data["bearer"]} & names:
        this = f"«est{'a' if bearer.gender == 'f' else 'e'} {bearer.text}»"
        phrases = (*phrases, this) if this not in phrases else phrases
    if len(phrases) == 1:
        return f"lo primero que se llama {phrases[0]}", "a lo último"
    return phrases or ("dos cosas",)


def _shifted(value: object, offset: int) -> Sentence:
    """Places of the words in the whole ability."""
    return _shift(value, offset) if offset else value  # type: ignore[return-value]


def _shift(value: Any, offset: int) -> Any:
    moved = replace(value, at=value.at + offset) if getattr(value, "at", -1) >= 0 else value
    return rebuilt(moved, lambda part: _shift(part, offset)) if isinstance(moved, (Node, tuple)) else moved


__all__ = ["Cosa", "Problem", "read_text"]
