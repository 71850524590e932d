"""One card text: its status, effects, canonical text and diagnostics. The canonical text, read again, must mean the same."""

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from grammar.diagnostics import Diagnostic, Fix, Reading
from grammar.lexicon.load import Lexicon, fold, lexicon_for
from grammar.lexicon.tokens import Raw, raw_tokens, tokens_of
from grammar.meaning.compiler import Problem, Read, read_text
from grammar.meaning.effect import Capacidad, dump
from grammar.steps import spend
from grammar.wording.abilities import text_of
from grammar.wording.nouns import Unprintable
from grammar.wording.plain import distinct

Reader = Callable[[str], tuple[tuple[Capacidad, ...], list[Problem]]]
"""Reads a wording again."""
Status = Literal["exacto", "variante", "rechazado"]
MANNERS = ((False, 0, True), *((joined, detail, False) for joined in (False, True) for detail in (0, 1, 2, 3)))
"""In one sentence; how fully «esa nave» is told, until it is read back as the same ship; as the game's cards speak."""
PER_WORD_SAID = 6
"""Steps that it takes to say a word of a canonical text."""
MOST_READINGS = 4
"""Of a text that has several: more are no help."""
REORDER = "Se dirían igual: parte la frase en dos, o acerca cada parte a aquello de lo que se dice."
SHOWN = 3
"""Differences between a text and its canonical wording that are told one by one."""
QUOTES = str.maketrans(dict.fromkeys("“”«»", '"'))


@dataclass(frozen=True)
class Card:
    status: Status
    effects: tuple[Capacidad, ...] = ()
    canonical: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "effects": dump(self.effects),
            "canonical": self.canonical,
            "diagnostics": [diagnostic.as_dict() for diagnostic in self.diagnostics],
        }


def compile_card(text: str, game: str, names: tuple[str, ...] = ()) -> Card:
    """What the text rules, or why it is not understood. A pure function: nothing is remembered between texts."""
    text = cleaned(text)
    read: Read = {}
    effects, problems = read_text(text, game, names, read=read)
    disagrees = False
    if problems and all(p.code in ("KB101", "KB108") for p in problems) and "forgiving" in lexicon_for(game).data:
        again, still = read_text(text, game, names, lenient=True, read=read)
        if not still:  # «Todos los Oficiales gana 1 ficha»: understood in one way, and told
            effects, problems, disagrees = again, [], True
    if problems:
        return Card("rechazado", diagnostics=tuple(_told(p, text, game, names) for p in problems))
    lexicon = lexicon_for(game, names)
    canonical = _said_back(text, effects, lexicon, lambda said: read_text(said, game, names, all_problems=False, read=read))
    if canonical is None:
        reason = "Se entiende, pero todavía no se sabe decir de vuelta sin que cambie: no se da por bueno."
        return Card("rechazado", diagnostics=(Diagnostic("KB111", "error", reason, (0, len(text))),))
    notes = tuple(_accents(text, lexicon))
    if disagrees:
        told = "Se entiende, pero un verbo o un participio no concuerda con su sujeto."
        notes = (*notes, Diagnostic("KB206", "aviso", told, (0, len(text))))
    if _plain(text) == _plain(canonical):
        return Card("exacto", effects, canonical, notes)
    fix = Fix(0, len(text), canonical, safe=False)
    note = Diagnostic(
        "KB001", "nota", f"Se entiende; la redacción canónica dice {_difference(text, canonical)}", (0, len(text)), fix=fix
    )
    return Card("variante", effects, canonical, (note, *notes))


def _told(problem: Problem, text: str, game: str, names: tuple[str, ...]) -> Diagnostic:
    """What is wrong; of several meanings each in plain words and, where it can be had, the text that has only that one."""
    effects = problem.readings[:MOST_READINGS]
    told = distinct(effects, lexicon_for(game, names))
    if len(set(told)) < len(told):  # what tells them apart cannot be said: two that sound alike are no choice
        return Diagnostic(problem.code, "error", f"{problem.message} {REORDER}", problem.span, problem.expected)
    readings = tuple(
        Reading(says, _only(effect, problem.span, text, game, names)) for effect, says in zip(effects, told, strict=True)
    )
    return Diagnostic(problem.code, "error", problem.message, problem.span, problem.expected, readings=readings)


def _only(effect: Capacidad, span: tuple[int, int], text: str, game: str, names: tuple[str, ...]) -> str:
    said = _said_back("", (effect,), lexicon_for(game, names), lambda said: read_text(said, game, names, all_problems=False))
    whole = text[: span[0]] + said.rstrip(".") + text[span[1] :] if said else ""
    return whole if whole and not read_text(whole, game, names, all_problems=False)[1] else ""


def cleaned(text: str) -> str:
    """NFC, and half characters (lone surrogates) as «?»: they have no UTF-8, so that no answer could quote them."""
    return unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")


def _said_back(text: str, effects: tuple[Capacidad, ...], lexicon: Lexicon, read: Reader) -> str | None:
    """The wording that is read back the same: as cards speak; each ability in the manner that fits it; told more fully."""
    for canonical in _wordings(text, effects, lexicon, read):
        if canonical == text or read(canonical) == (effects, []):  # what is its own text was just read
            return canonical
    return None


def _wordings(text: str, effects: tuple[Capacidad, ...], lexicon: Lexicon, read: Reader) -> Iterator[str]:
    tried: set[str] = set()
    for at, (joined, detail, fluent) in enumerate(MANNERS):
        if at == 1 and len(effects) > 1:  # once, before the whole is told more fully
            alone = [_said_back(text, (effect,), lexicon, read) for effect in effects]
            if None in alone:
                return  # what cannot be said alone is said no better beside others
            yield "\n".join(part for part in alone if part)
        try:
            canonical = text_of(effects, lexicon, detail, joined, fluent)
        except Unprintable:
            continue
        spend(PER_WORD_SAID * len(canonical.split()))
        if canonical not in tried:  # told no more fully than before, it would be read the same
            tried.add(canonical)
            yield canonical


def _accents(text: str, lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Words that are known with another accent: understood, and told."""
    raws = raw_tokens(text)
    lacking = [(raw, _with_accents(lexicon).get(raw.text.lower())) for raw in raws if _unspelled(raw, lexicon)]
    if all(known is None for _, known in lacking):
        return
    phrases = [(token.start, token.end) for token in tokens_of(raws, lexicon) if " " in token.text]
    for raw, known in lacking:
        whole = next((text[start:end].lower() for start, end in phrases if start <= raw.start < end), "")
        if known is None or whole in lexicon.spelled:  # «arco de tiro»: known as it stands, whatever «tiró» is
            continue
        shown = known[:1].upper() + known[1:] if raw.text[:1].isupper() else known
        yield Diagnostic(
            "KB120", "nota", f"Con su acento: «{shown}».", (raw.start, raw.end), fix=Fix(raw.start, raw.end, shown)
        )


def _unspelled(raw: Raw, lexicon: Lexicon) -> bool:
    low = raw.text.lower()
    return raw.kind == "word" and low not in lexicon.spelled and low not in ("de", "el", "a")


@cache
def _accented(game: str) -> Mapping[str, str]:
    """Form without its accents -> with them, where only that is written."""
    spelled = lexicon_for(game).spelled
    return {fold(form): form for form in sorted(spelled) if fold(form) != form and fold(form) not in spelled}


def _with_accents(lexicon: Lexicon) -> Mapping[str, str]:
    return _accented(lexicon.game)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(QUOTES)).strip()


def _difference(text: str, canonical: str) -> str:
    """The words that differ, not the whole sentence: the first of them, and how many more there are."""
    a, b = _plain(text).split(" "), _plain(canonical).split(" ")
    told: list[str] = []
    for op, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        ours, theirs = f"«{' '.join(b[k:m])}»", f"«{' '.join(a[i:j])}»"
        if op == "replace":
            told.append(f"{ours} donde aquí pone {theirs}")
        elif op == "insert":
            told.append(f"además {ours}")
        elif op == "delete":
            told.append(f"lo mismo sin {theirs}")
    more = len(told) - SHOWN
    return ", ".join(told[:SHOWN]) + (f", y {more} diferencia{'s' if more > 1 else ''} más" if more > 0 else "") + "."
