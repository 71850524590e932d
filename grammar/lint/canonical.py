"""Rules about an understood text beside its canonical wording: a word that differs only by a slip is told where it stands.

The wording is not the rule: «tira» and «lanza», «una» and «1» may both be said. What is told is the same word in a form that
its place does not take, or another name that our own texts of the game never have.
"""

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from grammar.diagnostics import Diagnostic
from grammar.lexicon.load import fold
from grammar.lexicon.tokens import raw_tokens, tokens_of
from grammar.lexicon.words import Token, Word
from grammar.lint.context import Context, finding
from grammar.lint.terms import terms_for
from grammar.lint.words import STATES, in_quotes, is_keyword
from grammar.own import inner_words, own_texts, practice, practised

OPENED = re.compile(r"(?:después de|antes de|mientras|cuando|durante|si|al|tras)\b[^.:]*$", re.IGNORECASE)
MAIN = frozenset({"puede", "puedes", "pueden", "debe", "debes", "deben"})
EITHER = frozenset({"solo", "este", "ese", "aquel", "estos", "esos", "esta", "esa"})
"""Words that are right with an accent and without; but «esta» and «estas» may be of «estar»."""
MODAL = frozenset({"PODER", "DEBER"})
"""«está» and «ha» are told of a figure where its card speaks to you."""
LOUD = 4
"""Letters: a shorter word in capitals may be an abbreviation."""
COMMON = 20
"""Times from which a word is so common that its capital is a slip."""
BEGINNING = 4
"""Letters in which two forms of a word begin alike."""
USUAL = 8
"""Times that our own texts have a word: a spelling that is met less often proves nothing."""
Rule = Callable[[Context, Token, Token], Iterator[Diagnostic]]


def slips(context: Context) -> Iterator[Diagnostic]:
    """Words of the text, one by one, where the canonical wording has another one in the same place."""
    own, canonical = _words(context.text), _words(context.card.canonical)
    changes = difflib.SequenceMatcher(None, [w.group() for w in own], [w.group() for w in canonical], autojunk=False)
    said = None
    codes = changes.get_opcodes()
    for at, (op, i, j, k, m) in enumerate(codes):
        if op == "insert" and m == k + 1 and 0 < at < len(codes) - 1:  # between words that both have
            yield from _left_out(context, own[i - 1], own[i], canonical[k].group())
        if op != "replace":
            continue
        if m == k + 2 and j == i + 1 < len(own):  # «ataque esta unidad» beside «ataca a esta unidad»
            yield from _left_out(context, own[i], own[j], canonical[k + 1].group())
        for mine, other in _beside(own[i:j], canonical[k:m]):
            if said is None:
                said = tokens_of(raw_tokens(context.card.canonical), context.lexicon)
            yield from _comma(context, mine, other.group())
            here = next((t for t in context.tokens if t.start <= mine.start() < t.end), None)
            there = next((t for t in said if t.start <= other.start() < t.end), None)
            if here is not None and there is not None and here.text != there.text:
                for rule in RULES:
                    yield from rule(context, here, there)


def _left_out(context: Context, before: re.Match[str], after: re.Match[str], word: str) -> Iterator[Diagnostic]:
    """«después de que ataques una figura»: «a» before who is attacked."""
    verb, thing = (next((t for t in context.tokens if t.start == m.start()), None) for m in (before, after))
    if word != "a" or verb is None or thing is None or not context.text[verb.end : thing.start].isspace():
        return
    if verb.classes & VERBS and thing.classes & {"DET", "NUM"}:
        yield finding("KB220", "Falta «a».", verb.end, thing.start, " a ")


VERBS = frozenset({"V", "V_INF"})


def articles(context: Context) -> Iterator[Diagnostic]:
    """«efectúas ataque», «en sistema leal»: one thing without its article, which our own texts of the game always give it."""
    for left, thing in context.pairs():
        found = _between(context.game).get((_before(left), thing.text))
        counted = found is not None and all(w.cls in ("N", "V") and w.number == "s" and not is_keyword(w) for w in thing.words)
        if not found or not counted or found[""] or sum(found.values()) < USUAL:
            continue
        one = "una" if any(w.cls == "N" and w.gender == "f" for w in thing.words) else "un"
        article = max((one, "1", *ARTICLES), key=lambda each: found[each])
        if article:
            yield finding("KB220", f"Falta «{article}».", left.end, thing.start, f" {article} ", safe=False)


ARTICLES = ("el", "la", "al", "a la")
PLACING = frozenset({"a", "con", "contra", "en", "hacia", "hay", "sobre"})
"""Little words behind which a thing has its article as behind a verb."""


def _before(token: Token) -> str:
    """What stands before a thing, by what its article depends on; «» for what tells nothing."""
    if token.classes and not token.classes - VERBS:
        return "V"
    return fold(token.text) if fold(token.text) in PLACING else ""


@lru_cache(maxsize=16)
def _between(game: str) -> Mapping[tuple[str, str], Mapping[str, int]]:
    """A verb or a little word, and a noun behind it -> what our own texts have between them, «» for nothing."""
    lexicon = terms_for(game).lexicon
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for text in (*own_texts(game), *practice(game)):
        tokens = tokens_of(raw_tokens(text), lexicon)
        for at, noun in enumerate(tokens):
            if "N" not in noun.classes or not noun.text.islower():
                continue
            start = at - 1 if at and tokens[at - 1].classes & {"DET", "NUM"} else at
            for first in (start, start - 1):  # «fija al defensor»: behind «a», and behind the verb
                before = _before(tokens[first - 1]) if first > 0 else ""
                if before and (first == start or (before == "V" and "A" in tokens[first].classes)):
                    found[before, noun.text][text[tokens[first].start : noun.start].strip()] += 1
    return found


def purposes(context: Context) -> Iterator[Diagnostic]:
    """«gastar 1 [carga] por tirar 1 dado»: what for. No text of ours has an infinitive there; «opta por recibir» is another."""
    for here, after in context.pairs():
        if "POR" not in here.classes or "V_INF" not in after.classes:
            continue
        start = max(context.text.rfind(sign, 0, here.start) for sign in ".:\n")
        verbs = [word.id for token in context.tokens if start < token.start < here.start for word in token.words if word.mood]
        if verbs[-1:] == ["gastar"]:
            yield finding("KB204", "Se dice «para».", here.start, here.end, "para", safe=False)


def _beside(own: list[re.Match[str]], canonical: list[re.Match[str]]) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """One by one where they are as many; otherwise those that begin alike, in their order."""
    if len(own) == len(canonical):
        yield from zip(own, canonical, strict=True)
        return
    at = 0
    for mine in own:
        begun = fold(mine.group())[:BEGINNING]
        found = next((i for i in range(at, len(canonical)) if fold(canonical[i].group())[:BEGINNING] == begun), None)
        if found is not None and len(begun) == BEGINNING:
            yield mine, canonical[found]
            at = found + 1


def _words(text: str) -> list[re.Match[str]]:
    return list(re.finditer(r"\S+", text))


def _comma(context: Context, mine: re.Match[str], other: str) -> Iterator[Diagnostic]:
    """«Después de que efectúes un ataque puedes …»: between when and what there is a comma, as the canonical wording has it."""
    after = re.compile(r"\s+(\S+)").match(context.text, mine.end())
    sentence = re.split(r"[.:\n]\s*", context.text[: mine.start()])[-1]
    if other == f"{mine.group()}:" and other[:1] == "[":  # «[incremento] +1 [daño]»
        yield finding("KB215", "Faltan los dos puntos.", mine.start(), mine.end(), other)
    if other == f"{mine.group()}," and after and after.group(1) in MAIN and OPENED.match(sentence) and "," not in sentence:
        yield finding("KB215", "Falta una coma.", mine.start(), mine.end(), other)


def _accent(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«si estas bajo tensión»: another word without its accent."""
    if " " in here.text or here.text.lower() == there.text.lower():
        return
    if fold(here.text) == fold(there.text) and (fold(here.text) not in EITHER or "ESTAR" in there.classes):
        text = _cased(there.text if here.text.isupper() else _quiet(there.text), here.text)
        yield finding("KB120", f"Con su acento: «{text}».", here.start, here.end, text)


def _capital(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«1 Nave aliada», «un héroe»: a capital that our own texts of the game never have there, or never lack."""
    if context.opens(here) or in_quotes(context, here):
        return
    if here.text.lower() != there.text.lower():  # «cada héroe», where the wording says «los Héroes»
        same = {(w.cls, w.id) for w in here.words} == {(w.cls, w.id) for w in there.words} and "N" in here.classes
        shown = there.text[:1] + here.text[1:]
        used = inner_words(context.game)
        if (
            same
            and " " not in here.text
            and fold(shown) == fold(here.text)
            and here.text not in used
            and used.get(shown, 0) >= USUAL
        ):
            yield finding("KB203", f"Se escribe «{shown}».", here.start, here.end, shown)
        return
    if here.text.isupper() and (len(here.text) < LOUD or context.text.isupper()):
        return
    if " " in here.text and here.text[:1].isupper():  # «la Fase de Enfrentamiento», «la Fase final»
        usual = inner_words(context.game).get(there.text.split()[0], 0) >= USUAL  # «Alijo de especia» may be its name
        if usual and not any(f" {here.text}" in text for text in own_texts(context.game)):
            yield finding("KB203", f"Se escribe «{there.text}».", here.start, here.end, there.text)
        return
    if " " in here.text or (there.text[:1].islower() == here.text[:1].islower() and not here.text.isupper()):
        return
    used = inner_words(context.game)
    if here.text not in used and used.get(there.text, 0) >= USUAL:
        yield finding("KB203", f"Se escribe «{there.text}».", here.start, here.end, there.text)


def shouted(context: Context) -> Iterator[Diagnostic]:
    """«Esta Figura ataca»: a common noun with a capital that our own texts of the game never give it inside a sentence."""
    used = inner_words(context.game)
    for token in context.tokens:
        small = token.text[:1].lower() + token.text[1:]
        if (
            token.text == small
            or not small.islower()
            or " " in small
            or any(w.cls != "N" and w.sort != "atributo" for w in token.words)
        ):
            continue
        sign = context.text[: token.start].rstrip(" ")[-1:]
        if sign.isalpha() and not in_quotes(context, token) and used.get(small, 0) >= COMMON * (1 + used.get(token.text, 0)):
            yield finding("KB203", f"Se escribe «{small}».", token.start, token.end, small)


def _person(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«Al final de tu activación, puede mover»: whom the sentence speaks to, or of."""
    mine, others = _finite(here), _finite(there)
    if not mine or not others or here.classes - MODAL or {w.id for w in mine} != {w.id for w in others}:
        return
    if any(w.mood not in ("ind", "subj") for w in (*mine, *others)) or {w.person for w in mine} & {w.person for w in others}:
        return  # «recibe» and «recibes» may both be told to you
    if context.addressed(here) == (others[0].person == 2):
        text = _cased(there.text, here.text)
        yield finding("KB218", f"La persona del verbo no es la de esta frase: «{text}».", here.start, here.end, text)


def _mood(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«Mientras una nave aliada efectúe», «recuperan» said to you: the same verb in a form that its place does not take."""
    others = next((w for w in there.words if w.cls == "V"), None)
    mine = next((w for w in here.words if w.cls == "V" and (others is None or w.person == others.person)), None)
    mine = mine or next((w for w in here.words if w.cls == "V"), None)
    if mine is None or others is None or mine.id != others.id or here.classes != {"V"} or there.classes != {"V"}:
        return
    if any((w.mood, w.person, w.number) == (v.mood, v.person, v.number) for w in here.words for v in there.words):
        return
    text = _cased(there.text, here.text)
    clause = re.split(r"[.:,\n]", context.text[: here.start])[-1]
    while_it_lasts = re.match(r"\s*mientras\b", clause, re.IGNORECASE) and mine.id not in STATES
    if while_it_lasts and (mine.mood, others.mood, mine.person) == ("subj", "ind", others.person):
        yield finding("KB218", f"«Mientras» va con indicativo: «{text}».", here.start, here.end, text)
    elif all((w.person, w.number) == (3, "p") for w in here.words) and all(w.number == "s" for w in there.words):
        yours = context.terms.sister(mine, person=2, number="s") if context.addressed(here) else None
        yield finding("KB206", f"El verbo no concuerda: «{yours or text}».", here.start, here.end, yours or text)


def _agreeing(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«el defensor está dañada»: the same quality in another gender or number than that of what it is said of."""
    same = {(w.cls, w.id) for w in here.words} & {(w.cls, w.id) for w in there.words}
    if not same or (here.classes | there.classes) - QUALITIES or " " in here.text or here.text.lower() == there.text.lower():
        return
    *_, noun, being = (None, None, *(token for token in context.tokens if token.end <= here.start))
    if noun is None or being is None or noun.classes != {"N"} or not being.classes <= {"ESTAR", "SER"}:
        return
    if not any(n.gender in (w.gender, "-") and n.number in (w.number, "-") for n in noun.words for w in here.words):
        text = _cased(there.text, here.text)
        yield finding("KB206", f"No concuerda: «{text}».", here.start, here.end, text)


QUALITIES = frozenset({"ADJ", "V_PART", "PART"})


def _figure(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«Blindaje dos»: the number of a keyword is a figure."""
    before = [token for token in context.tokens if token.end <= here.start][-1:]
    if here.text.isalpha() and there.text.isdigit() and before and any(is_keyword(w) for w in before[0].words):
        yield finding("KB221", f"Aquí va la cifra: «{there.text}».", here.start, here.end, there.text)


def plural_keywords(context: Context) -> Iterator[Diagnostic]:
    """«Perforantes 1»: a keyword is a name."""
    for token, after in pairwise(context.tokens):
        noun = context.lexicon.nouns.get(token.words[0].id) if len(token.words) == 1 else None
        if noun is None or token.words[0].number != "p" or not is_keyword(token.words[0]) or "NUM" not in after.classes:
            continue
        if fold(token.text) != fold(noun.text):
            right = _cased(noun.text, token.text)
            yield finding("KB221", f"La cualidad se llama «{right}».", token.start, token.end, right)


def _finite(token: Token) -> list[Word]:
    return [word for word in token.words if word.cls in MODAL]


def _name(context: Context, here: Token, there: Token) -> Iterator[Diagnostic]:
    """«1 marcador de Evasión»: another name, which our own texts of the game never have."""
    if not here.words or not there.words or fold(here.text) in practised(context.game):
        return
    if {w.cls for w in here.words} != {w.cls for w in there.words} or here.classes != {"N"}:
        return
    same = {(w.number, w.mood, w.person) for w in here.words} & {(w.number, w.mood, w.person) for w in there.words}
    if same and " " not in here.text and fold(there.text) in practised(context.game):
        text = _cased(there.text, here.text)
        yield finding("KB204", f"Las cartas de este juego dicen «{text}».", here.start, here.end, text, safe=False)


def _quiet(form: str) -> str:
    """A keyword that the cards print in capitals, as one writes it."""
    return form.capitalize() if form.isupper() else form


def _cased(form: str, like: str) -> str:
    return form[:1].upper() + form[1:] if like[:1].isupper() else form


RULES: tuple[Rule, ...] = (_accent, _capital, _person, _mood, _figure, _name, _agreeing)
