"""A word without a reading: what it may be, and whether that is sure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from grammar.diagnostics import Diagnostic, Fix
from grammar.game import load_game
from grammar.lexicon.load import fold, lexicon_for
from grammar.lexicon.words import Token, Word
from grammar.lint.context import Context
from grammar.lint.terms import Near, bears, icon_owners, named, owners
from grammar.own import own_words
from grammar.steps import spend

ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}
PER_UNKNOWN = 50
"""Steps that it takes to look for what is written nearly so: all words of the game are compared."""
SURE_NAME = 6
"""Letters: a shorter unknown word with a capital may be somebody's name."""


@dataclass(frozen=True)
class Unknown:
    """A word without a reading, and what it may be."""

    message: str
    code: str
    options: tuple[str, ...]
    sure: bool


def unknown(context: Context, token: Token) -> Unknown:
    shown = context.text[token.start : token.end]
    spend(PER_UNKNOWN)
    if shown.startswith("["):
        return _unknown_icon(context, shown)
    low = fold(shown)
    if (icon := context.terms.icons.get(low)) is not None and not shown[:1].isupper():
        return Unknown(f"Aquí va el icono: «{icon}».", "KB205", (icon,), False)
    other = context.terms.others.get(low)
    if other is not None:
        options = (other, *_described(context, other, token))
        return Unknown(f"«{shown}» no es de esta edición: se dice «{other}».", "KB204", options, False)
    if (figure := ROMAN.get(shown)) is not None:
        return Unknown(f"Aquí va la cifra: «{figure}».", "KB221", (figure,), False)
    if forms := tuple(_of_others(context, low)):
        told = " o ".join(f"«{form}»" for form in forms[:3])
        return Unknown(f"Las cartas no hablan en primera persona: ¿quisiste decir {told}?", "KB218", forms, False)
    near = _alike(context, shown)
    homes = owners(low, context.game) if low not in own_words(context.game) else ()
    if homes and not (near and near[0].distance == 1 and len(low) > 7):
        games = named(homes)
        bearer = context.lexicon.nouns.get(str(context.lexicon.data.get("bearer", "")))
        if bearer is not None and any(bears(home, shown) for home in homes):
            right = bearer.plural if low.endswith("s") else bearer.text
            right = right[:1].upper() + right[1:] if shown[:1].isupper() else right
            return Unknown(f"«{shown}» es de {games}; aquí se dice «{right}».", "KB202", (right,), False)
        if (same := _same_token(context, low, homes)) is not None:
            return Unknown(f"«{shown}» es de {games}; aquí se dice «{same}».", "KB202", (same,), False)
        return Unknown(f"«{shown}» es un término de {games}.", "KB202", (), False)
    if not near and (ends := context.terms.ending(low)):
        told = " o ".join(f"«{form}»" for form in ends[:3])
        return Unknown(f"«{shown}» no se dice solo: ¿quisiste decir {told}?", "KB220", ends, False)
    if not near and (stems := context.terms.stems(shown)):
        told = " o ".join(f"«{form}»" for form in stems[:3])
        return Unknown(f"No se conoce «{shown}»: ¿quisiste decir {told}?", "KB201", stems[:6], False)
    if not near and not shown[:1].isalnum():
        return Unknown(f"Aquí sobra «{shown}».", "KB215", ("",), False)
    if not near:
        return Unknown(f"No se conoce «{shown}».", "KB103", (), False)
    options = tuple(dict.fromkeys(row.text.upper() if shown.isupper() else row.text for row in near))[:6]
    told = _told(context, near)
    sure = len(options) == 1 and bool(near[0].ids) and (shown[:1].islower() or context.opens(token) or len(low) > SURE_NAME)
    return Unknown(f"No se conoce «{shown}»: ¿quisiste decir {told}?", "KB201", options, sure)


def _of_others(context: Context, low: str) -> Iterator[str]:
    """«puedo»: what is done is told to you, or of somebody."""
    stem, last = low[:-1], low[-1:]
    if last != "o" or len(low) < FIRST_PERSON:
        return
    for ending in ("es", "as", "e", "a"):
        if any(w.mood == "ind" and w.person in (2, 3) for w in context.lexicon.forms.get(stem + ending, ())):
            yield context.terms.written(stem + ending)


FIRST_PERSON = 4
"""Letters of the shortest verb in the first person that is told from another word."""


def _described(context: Context, name: str, token: Token) -> Iterator[str]:
    """«debilitada» beside «Debilidad»: the adjectives that say the same, for where the name does not fit; first the one that
    agrees with the noun before it."""
    ids = {word.id for word in context.lexicon.forms.get(fold(name), ())}
    before = [w for t in context.tokens if t.end <= token.start for w in t.words if w.cls == "N" and w.gender != "-"][-1:]
    agreeing = [(noun.gender, noun.number) for noun in before]
    for gender, number in dict.fromkeys((*agreeing, ("f", "s"), ("m", "s"), ("f", "p"), ("m", "p"))):
        for own in ids:
            form = context.terms.sister(Word("ADJ", own, "", gender, number))
            if form is not None:
                yield form.lower()


def phrases(context: Context, strange: list[Token]) -> Iterator[Diagnostic]:
    """Unknown words that together are another edition's or the English name of something: «Star Destroyer»."""
    for first, last in pairwise(strange):
        shown = context.text[first.start : last.end]
        other = context.terms.others.get(fold(shown))
        if other is not None:
            message = f"«{shown}» no es de esta edición: se dice «{other}»."
            yield Diagnostic(
                "KB204", "error", message, (first.start, last.end), fix=Fix(first.start, last.end, other, safe=False)
            )


def _same_token(context: Context, low: str, homes: tuple[str, ...]) -> str | None:
    """The token of this game that the other one takes for its own: «Esquiva», where that one would say «Evasión»."""
    found = set()
    for home in homes:
        forms = lexicon_for(home).forms
        kinds = {word.id for word in forms.get(low, ()) if word.cls == "KIND"}
        for token in context.lexicon.tokens.values():
            if kinds & {word.id for word in forms.get(fold(token), ()) if word.cls == "KIND"}:
                found.add(token)
    return next(iter(found)) if len(found) == 1 else None


def _alike(context: Context, shown: str) -> list[Near]:
    """The nearest ones; further ones only where none is near."""
    rows = list(context.terms.near(shown))
    if re.search(rf"(?:^|, ){re.escape(shown)} \d+(?:,|$)", context.text, re.MULTILINE):  # in a line of keywords
        keys = [row for row in rows if any(w.cls == "CLAVE" for w in context.lexicon.forms.get(fold(row.text), ()))]
        rows = keys or rows
    return [row for row in rows if row.distance == rows[0].distance] if rows else []


def _told(context: Context, near: list[Near]) -> str:
    """Each with what it is."""
    parts = []
    for row in near[:3]:
        noun = next((context.lexicon.nouns[i] for i in row.ids if i in context.lexicon.nouns), None)
        what = ""
        if any(i in context.lexicon.tokens for i in row.ids):
            what = " (una ficha)"
        elif noun is None and any(i in context.lexicon.infinitives for i in row.ids):
            verb = next(context.lexicon.infinitives[i] for i in sorted(row.ids) if i in context.lexicon.infinitives)
            what = f" (de «{verb}»)" if verb != row.text.lower() else ""
        parts.append(f"«{row.text}»{what}")
    return " o ".join(parts)


def _unknown_icon(context: Context, shown: str) -> Unknown:
    options = context.terms.near_icon(shown)
    if options:
        told = " o ".join(f"«{icon}»" for icon in options[:3])
        return Unknown(f"No hay ningún icono «{shown}»: es {told}.", "KB201", options[:6], len(options) == 1)
    token = _same_token(context, (low := fold(shown.strip("[] "))), owners(low, context.game))
    if token is not None and fold(token) in context.terms.icons:  # «[esquiva]»: the token that another game calls so
        icon = context.terms.icons[fold(token)]
        return Unknown(f"No hay ningún icono «{shown}»: es «{icon}».", "KB202", (icon,), False)
    homes = icon_owners(low, context.game)
    if homes:
        games = named(homes)
        own = _same_icon(context, fold(shown.strip("[] ")), homes)
        if own is not None:
            return Unknown(f"El icono «{shown}» es de {games}; aquí es «{own}».", "KB202", (own,), False)
        return Unknown(f"El icono «{shown}» es de {games}.", "KB202", (), False)
    return Unknown(f"No hay ningún icono «{shown}».", "KB103", (), False)


def _same_icon(context: Context, name: str, homes: tuple[str, ...]) -> str | None:
    """The icon of this game that has the English name of another game's: «[evadir]» is «[evasión]» elsewhere."""
    english = {
        fold(other).replace(" ", "-")
        for home in homes
        for icon in load_game(home).iconos
        if fold(icon.token.strip("[]")) == name
        for other in icon.en
    }
    found = {context.terms.icons[other] for other in english if other in context.terms.icons}
    return next(iter(found)) if len(found) == 1 else None
