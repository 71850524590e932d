"""Everything to say about a card text, by place: what is not understood and what was meant, then what is badly written.

One finding per cause. A fix is safe only if the text was understood and means the same afterwards, or if a word that nobody
knows has a single neighbour and with it the text is understood.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from grammar.diagnostics import Diagnostic, Fix, Reading, apply_edits, apply_fixes
from grammar.game import DEFAULT_GAME
from grammar.lexicon.load import fold
from grammar.lexicon.words import Token
from grammar.lint import canonical, effects, repair, unknown, words
from grammar.lint.catalogue import CATALOGUE
from grammar.lint.context import Context, finding
from grammar.lint.habitual import habit_of
from grammar.lint.terms import aliases, terms_for
from grammar.meaning.card import Card, cleaned, compile_card
from grammar.meaning.compiler import read_text
from grammar.meaning.effect import Capacidad
from grammar.meaning.why import why
from grammar.own import every_word
from grammar.steps import Room, TooMuchWork, spend
from grammar.wording.plain import distinct

Check = Callable[[Context], Iterator[Diagnostic]]
WORDS: tuple[Check, ...] = (
    words.signs, words.accents, words.capitals, words.quoted_icons, words.spaced_icons, words.other_brackets,
    words.openings, words.ranges, words.agreement, words.borrowed, words.moods, words.other_editions,
    words.lost_icons, words.reminders,
    effects.verbs, effects.whenever, effects.ignored,
)  # fmt: skip
EFFECTS: tuple[Check, ...] = (
    canonical.slips,
    canonical.shouted,
    canonical.articles,
    canonical.purposes,
    effects.empty_options,
    effects.duplicates,
    effects.impossible_costs,
)
CHANGING: frozenset[str] = frozenset({"KB204", "KB208", "KB212", "KB219"})
"""Codes whose fix may say something else, and is then only proposed."""
UNPROVED: frozenset[str] = frozenset({"KB206", "KB218", "KB204"})
"""Codes that need the text's own reading to be believed."""
EXPLAINS: frozenset[str] = frozenset({"KB205", "KB208", "KB214"})
"""Findings without a fix that are why a stretch is not understood."""
SAYS_MORE: frozenset[str] = frozenset({"KB204"})
SAYS_LESS: frozenset[str] = frozenset({"KB120", "KB203"})
MOST_UNKNOWN = 12
MOST_CURES = 6
MOST_REPAIRING = 8_000
"""Steps that looking for what was meant may take in one text (`grammar/steps.py`): past them it is told where it stops."""
MOST_BEHIND = 4_000
"""Steps that looking for what else is wrong behind an unknown word may take: somebody types, and waits."""
LONGEST_REPAIRED = 700
"""Characters: a longer text is told where it stops being understood, and no more."""


def lint_text(
    text: str, game: str = DEFAULT_GAME, known: Card | None = None, names: tuple[str, ...] = ()
) -> tuple[Diagnostic, ...]:
    """`known` is what it compiles to, where that was asked already."""
    text = cleaned(text)
    spend(len(text) // 2)
    card = compile_card(text, game, names) if known is None else known
    context = Context(text, game, card, names)
    if (wrong := list(effects.wrong_game(context))) and sum(not t.words and t.text not in ".…" for t in context.tokens) != 1:
        return tuple(replace(d, severity="error") for d in wrong)  # one cause: its words need not be told one by one
    found = [d for check in WORDS for d in check(context)] if len(text) <= LONGEST else []
    if context.understood:
        found = _proved(context, [*found, *(d for check in EFFECTS for d in check(context))])
        notes = [_at_its_verb(context, d) for d in card.diagnostics if d.code != "KB120"]
        return _by_place([*found, *notes])
    return _by_place(_explained(context, found))


LONGEST = 4000


def load(game: str) -> None:
    """What the linter reads of a game and keeps: a tenth of a second, which nobody's text need wait for."""
    every_word()
    aliases()
    terms_for(game)
    habit_of(game)


def _by_place(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once; of two about the same words, the one that says more."""
    more = {d.span for d in found if d.code in SAYS_MORE}
    kept = [d for d in found if d.code not in SAYS_LESS or d.span not in more]
    return tuple(sorted({(d.code, d.span): d for d in kept}.values(), key=lambda d: (d.span, d.code)))


def _proved(context: Context, found: list[Diagnostic]) -> list[Diagnostic]:
    """Of an understood text: a fix that keeps the effect is safe; one that does not is no finding, or only proposed."""
    if not any(d.fix is not None for d in found):
        return found
    safe = [d for d in found if d.fix is not None and d.fix.safe]
    if _same(context, apply_fixes(context.text, tuple(safe))):
        return found
    kept: list[Diagnostic] = []
    for d in found:
        if d.fix is None or not d.fix.safe or _same(context, apply_fixes(context.text, (d,))):
            kept.append(d)
        elif d.code in CHANGING:
            kept.append(unsafe(d))
    if not _same(context, apply_fixes(context.text, tuple(kept))):
        kept = [unsafe(d) for d in kept]
    return kept


def _at_its_verb(context: Context, found: Diagnostic) -> Diagnostic:
    """«Esa figura sufren»: the compiler tells it of the whole text; here the verb is found that agrees and means the same."""
    if found.code != "KB206":
        return found
    for token in context.tokens:
        verb = next((w for w in token.words if w.mood in ("ind", "subj") and w.person == 3), None)
        form = context.terms.sister(verb, number="p" if verb.number == "s" else "s") if verb is not None else None
        if form is not None and _same(context, context.text[: token.start] + form + context.text[token.end :]):
            fix = Fix(token.start, token.end, form, safe=False)
            return replace(found, message=f"El verbo no concuerda: «{form}».", span=(token.start, token.end), fix=fix)
    for token in context.tokens:  # «la figura queda aturdido»
        for form in dict.fromkeys(repair.other_forms(context, token)):
            text = context.text[: token.start] + form + context.text[token.end :]
            if _same(context, text):
                fix = Fix(token.start, token.end, form, safe=False)
                return replace(found, message=f"No concuerda: «{form}».", span=(token.start, token.end), fix=fix)
    return found


def _same(context: Context, text: str) -> bool:
    return text == context.text or read_text(text, context.game, context.names) == (context.card.effects, [])


def unsafe(diagnostic: Diagnostic) -> Diagnostic:
    return diagnostic if diagnostic.fix is None else replace(diagnostic, fix=replace(diagnostic.fix, safe=False))


def _explained(context: Context, found: list[Diagnostic]) -> list[Diagnostic]:
    """Of a declined text: each problem as what was probably meant, and what else is badly written, which is not its cause."""
    causes: list[Diagnostic] = []
    told: list[Diagnostic] = []
    left = MOST_REPAIRING
    for problem in context.card.diagnostics:
        where = _paragraph(context.text, problem.span)
        near = [d for d in found if where[0] <= d.span[0] < where[1] and d.fix is not None][:MOST_CURES]
        if len(context.text) > LONGEST_REPAIRED:
            causes.append(problem)
            continue
        room = Room(left)
        try:
            with room:
                cured = [d for d in found if d.code in EXPLAINS and _meet(d.span, problem.span)][:1]
                cured = cured or _cured(context, near, where)
                told += cured
                causes += [] if cured else [*_causes(context, problem, where)]
        except TooMuchWork:
            if not room.own:
                raise
            causes.append(problem)
        left = max(0, room.left)
    spans = [d.span for d in causes]
    kept = [d for d in found if d not in told and d.code not in UNPROVED]
    rest = [unsafe(d) for d in kept if not any(_meet(d.span, span) for span in spans)]
    return [*causes, *(replace(unsafe(d), severity="error") for d in told), *rest]


def _meet(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _paragraph(text: str, span: tuple[int, int]) -> tuple[int, int]:
    start = text.rfind("\n", 0, span[0]) + 1
    end = text.find("\n", span[1])
    return start, len(text) if end < 0 else end


def _cured(context: Context, near: list[Diagnostic], where: tuple[int, int]) -> list[Diagnostic]:
    """The findings about words that explain why a paragraph is not understood: with their fixes it is."""
    for d in near:
        if _understands(context, (d,), where):
            return [d]
    return near if len(near) > 1 and _understands(context, tuple(near), where) else []


def _understands(context: Context, fixes: tuple[Diagnostic, ...], where: tuple[int, int]) -> bool:
    forced = tuple(replace(d, fix=replace(d.fix, safe=True)) for d in fixes if d.fix is not None)
    text = apply_fixes(context.text, forced)
    _, problems = read_text(text, context.game, context.names)
    grown = len(text) - len(context.text)
    return not any(p.span[0] < where[1] + grown and where[0] <= p.span[1] for p in problems)


def _causes(context: Context, problem: Diagnostic, where: tuple[int, int]) -> Iterator[Diagnostic]:
    strange = [t for t in context.tokens if not t.words and where[0] <= t.start < where[1] and t.text not in ".…"]
    if problem.code == "KB106":
        strange = [t for t in strange if t.text.startswith("[")]  # another unknown word before a colon is a header
    if strange and problem.code in ("KB101", "KB103", "KB106", "KB111"):
        phrases = list(unknown.phrases(context, strange))
        strange = [t for t in strange if not any(_meet((t.start, t.end), d.span) for d in phrases)]
        told = [*phrases, *(_unknown(context, token.start, token.end) for token in strange[:MOST_UNKNOWN])]
        if len(told) == 1:
            told = [_fitting(context, _with_ours(context, told[0], where), where)]
        sure = not phrases and len(told) == len(strange) and _understands(context, tuple(told), where)
        yield from told if sure else map(unsafe, told)
        if not sure and all(d.fix is not None for d in told):
            room = Room(MOST_BEHIND)
            try:
                with room:
                    behind = list(_behind(context, told, where))
            except TooMuchWork:
                if not room.own:
                    raise
                behind = []
            yield from behind
        return
    if problem.code == "KB111":
        yield _line(context, problem)
        return
    if problem.code == "KB109" and (asked := _which(context, problem)).readings:
        yield asked
        return
    at = next((i for i, t in enumerate(context.tokens) if t.end > problem.span[0]), len(context.tokens) - 1)
    if problem.code in ("KB101", "KB106", "KB108", "KB109") and context.tokens:
        guess = repair.repaired(context, at, problem.code, where)
        if guess is not None:
            if problem.code == "KB109":  # which of two is meant is the compiler's to ask: a change is one answer, or none
                yield replace(problem, fix=_offer(guess) if _answers(context, guess, problem) else None)
                return
            yield Diagnostic(guess.code, "error", guess.message, (guess.start, guess.end), fix=_offer(guess))
            return
    if problem.code == "KB101" and context.tokens:
        reason = why(context.tokens, at, context.lexicon)
        token = context.tokens[min(at, len(context.tokens) - 1)]
        if reason is not None:
            yield Diagnostic("KB107", "error", reason, _at_its_word(context, reason, token))
            return
        guess = repair.usual(context, min(at, len(context.tokens) - 1), where)
        if guess is not None:
            yield Diagnostic(guess.code, "error", guess.message, (guess.start, guess.end), fix=_offer(guess))
            return
        foreign = repair.foreign(context, [at, *([there] if (there := repair.dead_end(context, where)) is not None else [])])
        yield foreign or replace(problem, span=(token.start, max(token.end, token.start)))
        return
    if problem.code == "KB107":
        yield _dangling(context, problem, where)
        return
    yield problem


def _which(context: Context, problem: Diagnostic) -> Diagnostic:
    """«… una figura hostil y una figura amiga. Esa figura …»: each that may be meant, with the wording that says it."""
    here = next((t for t in context.tokens if (t.start, t.end) == problem.span), None)
    nouns = {word.id for word in here.words if word.cls == "N"} if here is not None else set()
    if problem.readings or here is None or not nouns:
        return problem
    meant: dict[str, Capacidad] = {}
    for at, token in enumerate(context.tokens):
        if token.end > here.start or not nouns & {word.id for word in token.words if word.cls == "N"}:
            continue
        end = at + 1
        while "ADJ" in context.tokens[end].classes:
            end += 1
        text = context.text[: here.end] + context.text[token.end : context.tokens[end - 1].end] + context.text[here.end :]
        effects, problems = read_text(text, context.game, context.names)
        if text != context.text and not problems and len(effects) == 1:
            meant[text] = effects[0]
    if len(set(meant.values())) < 2:
        return problem
    says = (" ".join(told.split()) for told in distinct(tuple(meant.values()), context.lexicon))
    return replace(problem, readings=tuple(map(Reading, says, meant)))


def _answers(context: Context, guess: repair.Guess, problem: Diagnostic) -> bool:
    """«Después, descarta» may be told to you: «descartas» says so, «descartan» says nothing of who."""
    said = [word.person for word in context.lexicon.forms.get(fold(guess.text), ()) if word.cls == "V"]
    return guess.start <= problem.span[0] < guess.end and bool(said) and set(said) == {2}


def _at_its_word(context: Context, reason: str, token: Token) -> tuple[int, int]:
    """«… 1 ficha de Puntería»: reading stops at «de»; what does not fit is the word that the reason tells first."""
    told = reason[reason.index("«") + 1 : reason.index("»")]
    at = context.text.find(told, token.start, token.end + len(told) + 4)
    return (at, at + len(told)) if at >= 0 else (token.start, token.end)


def _offer(guess: repair.Guess) -> Fix:
    return Fix(guess.start, guess.end, guess.text, safe=False)


def _unknown(context: Context, start: int, end: int) -> Diagnostic:
    token = next(t for t in context.tokens if t.start == start and t.end == end)
    told = unknown.unknown(context, token)
    fix = Fix(start, end, told.options[0], told.sure) if told.options else None
    return Diagnostic(told.code, "error", told.message, (start, end), told.options if len(told.options) > 1 else (), fix)


def _behind(context: Context, told: list[Diagnostic], where: tuple[int, int]) -> Iterator[Diagnostic]:
    """What else is wrong with a paragraph, once its unknown words are what they may be: told at once, and not one by one."""
    edits = tuple(d.fix for d in told if d.fix is not None)
    text = apply_edits(context.text, edits)
    card = compile_card(text, context.game, context.names)
    mended = Context(text, context.game, card, context.names)
    badly = [d for check in WORDS for d in check(mended)] if card.status == "rechazado" else []
    for problem in card.diagnostics if card.status == "rechazado" else ():
        paragraph = _paragraph(text, problem.span)
        near = [d for d in badly if paragraph[0] <= d.span[0] < paragraph[1] and d.fix is not None][:MOST_CURES]
        for d in _cured(mended, near, paragraph) or _likely(mended, problem, paragraph):
            span = _back(d.span, edits)
            place = _back((d.fix.start, d.fix.end), edits) if d.fix is not None else None
            if d.fix is not None and span is not None and place is not None and where[0] <= span[0] < where[1]:
                yield unsafe(replace(d, severity="error", span=span, fix=replace(d.fix, start=place[0], end=place[1])))


def _likely(context: Context, problem: Diagnostic, where: tuple[int, int]) -> list[Diagnostic]:
    """The least far-fetched change after which it is understood."""
    if problem.code not in ("KB101", "KB106", "KB108") or not context.tokens:
        return []
    at = next((i for i, t in enumerate(context.tokens) if t.end > problem.span[0]), len(context.tokens) - 1)
    guess = repair.repaired(context, at, problem.code, where)
    return (
        [] if guess is None else [Diagnostic(guess.code, "error", guess.message, (guess.start, guess.end), fix=_offer(guess))]
    )


def _back(span: tuple[int, int], edits: tuple[Fix, ...]) -> tuple[int, int] | None:
    """Where a stretch of a changed text stands in the text; None for what the change itself wrote."""
    shift = 0
    for fix in sorted(edits, key=lambda fix: fix.start):
        start, end = span[0] + shift, span[1] + shift
        if end <= fix.start:
            break
        grown = len(fix.text) - (fix.end - fix.start)
        if start < fix.end + grown:
            return None
        shift -= grown
    return span[0] + shift, span[1] + shift


def _with_ours(context: Context, told: Diagnostic, where: tuple[int, int]) -> Diagnostic:
    """«… en este territorio» where there are systems: what is said there in this game."""
    token = next(t for t in context.tokens if t.start == told.span[0])
    if told.fix is not None or told.code != "KB202" or (ours := repair.instead(context, token, where)) is None:
        return told
    message = f"{told.message.removesuffix('.')}; aquí quizá va «{ours}»."
    return replace(told, message=message, fix=Fix(*told.span, ours, safe=False))


def _fitting(context: Context, told: Diagnostic, where: tuple[int, int]) -> Diagnostic:
    """Of several words that may be meant, first the one with which the text is understood."""
    for option in told.expected[:MOST_CURES]:
        first = replace(told, fix=Fix(*told.span, option, safe=False))
        if _understands(context, (first,), where):
            return replace(first, expected=(option, *(other for other in told.expected if other != option)))
    return told


def _line(context: Context, problem: Diagnostic) -> Diagnostic:
    """A line of keywords: a name that is nearly one, a number that is missing."""
    shown = context.text[problem.span[0] : problem.span[1]]
    if "No se conoce" in problem.message:
        near = context.terms.near(shown)
        if near:
            known = replace(problem, message=f"No se conoce la cualidad «{shown}»: ¿es «{near[0].text}»?",
                            fix=Fix(*problem.span, near[0].text, len(near) == 1))  # fmt: skip
            return known if _understands(context, (known,), _paragraph(context.text, problem.span)) else unsafe(known)
    if "no lleva número" in problem.message:
        number = re.compile(r"\s*\d+").match(context.text, problem.span[1])
        end = number.end() if number else problem.span[1]
        return replace(problem, fix=Fix(problem.span[1], end, "", safe=False)) if number else problem
    if "le falta su número" in problem.message:
        return replace(problem, fix=Fix(*problem.span, f"{shown} 1", safe=False))
    return problem


LINKS = frozenset({"SI_LO_HACES", "SI_LO_HACE", "EN_ESE_CASO", "SI_NO_LO_HACES", "SI_NO_LO_HACE"})


def _dangling(context: Context, problem: Diagnostic, where: tuple[int, int]) -> Diagnostic:
    token = next((t for t in context.tokens if where[0] <= t.start < where[1] and t.classes & LINKS), None)
    if token is None or "antes" not in problem.message:
        return problem
    message = f"«{token.text}» necesita que antes se pueda hacer algo: no hay nada de lo que dependa."
    rest = re.compile(r"\W*(\w)").match(context.text, token.end)
    opens = context.opens(token)
    fix = Fix(token.start, rest.end(), rest.group(1).upper() if opens else rest.group(1), safe=False) if rest else None
    return replace(finding("KB211", message, token.start, token.end), fix=fix)


__all__ = ["CATALOGUE", "lint_text", "load"]
