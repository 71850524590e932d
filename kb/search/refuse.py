"""Says when no book answers: honest silence instead of noise, with the nearest entries as suggestions."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kb.search.features import Fit
from kb.search.rank import Ranked
from kb.search.tables import Tables
from kb.search.understand import Query
from kb.text import fold, stem

FAINT_SCORE, FAINT_SHARE = 3.3, 0.34
"""A first hit below both says next to nothing of the query."""
STRANGE, STRANGE_SCORE = 0.5, 8.0
"""With this share of words that no book nor list knows, a hit has to be better than this."""
BETTER = 1.5
"""By how much the base game has to fit better than the mode that stands on it."""
MENTIONED = 5
"""A term whose rarest word stands in more entries of the mode than this is at home in it."""
EXPLAINED = 0.46
"""A passage that says so much of the query explains it; below, it only mentions it."""
RARE = 8
"""A name in so few entries is a card or a unit, not a term of the rules."""
_STAT = "agilidad|aplomo|ataque|casco|coraje|defensa|escudos?|heridas?|iniciativa|puntos?|resistencia|velocidad|vida"
_DOES = re.compile(r"\b(que (hace|hacen|pone|dice|efecto)|what does)\b")
_WORTH = re.compile(rf"\b(cuant[oa]s?|que (cuesta|vale|coste|({_STAT})( de \w+)? tienen?)|how (many|much))\b")
_PRICE = re.compile(r"\b(cuestan?|valen?|coste|precio|euros)\b")
_NAME = re.compile(r"(?<=[\w,;] )[A-ZÁÉÍÓÚÑ][\w'’-]+")
_OTHER_GAMES = (
    "ajedrez", "arkham horror", "carcassonne", "catan", "crisis protocol", "dungeons and dragons", "gloomhaven", "heroquest",
    "marvel champions", "monopoly", "munchkin", "necromunda", "outer rim", "parchis", "poker", "runewars", "shatterpoint",
    "star wars armada", "star wars destiny", "star wars unlimited", "warhammer", "zombicide", "40k",
)  # fmt: skip
_OTHER_AT_THE_END = ("armada", "damas", "descent", "destiny", "domino", "magic", "mus", "pokemon", "risk", "unlimited")
"""Names that are words too: a game only where the question ends «… en armada», «… al mus»."""
_OTHER = re.compile(
    rf"(?<!como en )(?<!como el )(?<!que en )(?<!que el )(?<!vengo de )\b(?P<name>{'|'.join(_OTHER_GAMES)})\b"
    rf"|(?<!como )(?<!que )(?<!vengo )\b(?:en|de|del|a|al)(?: el)? (?P<last>{'|'.join(_OTHER_AT_THE_END)})$"
)
_CARDS = frozenset({"carta", "pregunta", "errata"})
_PRICED = frozenset({"carta", "errata"})


class Verdict(NamedTuple):
    unanswered: bool
    note: str | None = None
    instead: tuple[Ranked, ...] = ()


class Case(NamedTuple):
    query: Query
    fit: Fit
    first: Ranked
    base: Sequence[Ranked]

    @property
    def tables(self) -> Tables:
        return self.fit.tables


def judge(query: Query, fit: Fit, ranked: Sequence[Ranked], base: Sequence[Ranked]) -> Verdict:
    """The first reason to think that nobody answers, or none."""
    if not ranked and not base:
        return Verdict(True, "No lo dicen los libros.")
    case = Case(query, fit, ranked[0] if ranked else Ranked(-1, -1, 0.0, {}), base)
    return next((verdict for reason in REASONS if (verdict := reason(case))), Verdict(False))


def _elsewhere(case: Case) -> Verdict | None:
    """A term that the base game defines and this mode only mentions."""
    if not case.base:
        return None
    other = case.base[0]
    record = case.tables.records[other.shown]
    title = case.tables.shape(other.shown).names[0]
    said = title.stems <= set(case.query.stems) | {s for slot in case.query.slots for s in slot.stems}
    if not said or other.features["title_q"] < 0.25 or other.score < case.first.score + BETTER:
        return None
    if min(case.tables.frequencies[case.query.game or ""].get(s, 0) for s in title.stems) > MENTIONED:
        return None
    in_a_title = any(
        title.stems <= set(case.tables.records[n].names[0].stems) for n in case.tables.of_game(case.query.game or "")
    )
    if not in_a_title and case.first.features.get("passage", 0.0) < EXPLAINED and not _defined(case, record.title):
        return Verdict(True, f"Este libro no lo define: vale la regla de Imperial Assault, «{record.title}».", (other,))
    return None


def _defined(case: Case, title: str) -> bool:
    """The first hit has a paragraph under that very name: «Explosión: …»."""
    return any(fold(p.text.partition(":")[0]) == fold(title) for p in case.tables.records[case.first.record].passages)


def _another_game(case: Case) -> Verdict | None:
    """Asks about a game that is not here («¿cómo se enroca en ajedrez?»)."""
    if case.first.named or not (found := _OTHER.search(case.query.folded)):
        return None
    return Verdict(True, f"No lo dicen los libros: «{(found['name'] or found['last']).title()}» no es uno de estos juegos.")


def _lost(case: Case) -> Verdict | None:
    record = case.tables.records[case.first.shown] if case.first.shown >= 0 else None
    if record is not None and record.lost:
        return Verdict(True, f"No lo dicen los libros: a nuestra copia le falta el texto de «{record.title}».")
    return None


def _on_a_card(case: Case) -> Verdict | None:
    """Asks what a card or unit does or is worth: the books name it, the component says it."""
    if case.first.shown < 0 or case.first.named:
        return None
    # The errata and the questions speak of cards, though never of what they cost.
    if case.tables.records[case.first.record].kind in _CARDS and not _PRICE.search(case.query.folded):
        return None
    typed = {w for name in _NAME.findall(case.query.text) for w in fold(name).split()}
    asked = case.query.folded.split() if _DOES.search(case.query.folded) else typed if _WORTH.search(case.query.folded) else ()
    game = case.query.game or case.tables.records[case.first.shown].game
    priced = bool(_PRICE.search(case.query.folded))
    if any(_is_a_card(word, game, case.tables, priced) for word in asked):
        return Verdict(True, "No lo dicen los libros: eso está en la carta o en la hoja de la unidad.")
    return None


def _is_a_card(word: str, game: str, tables: Tables, priced: bool) -> bool:
    """A name that the book writes with a capital and hardly uses; asked for its price, also one that it uses a lot or never."""
    if word in tables.proper.get(game, ()):
        return priced or tables.frequencies[game].get(stem(word), 0) <= RARE
    if priced and not tables.frequencies[game].get(stem(word), 0):
        return True
    kinds = {r.kind for r in tables.records if priced and r.game == game and word in fold(r.title).split()}
    return bool(kinds) and kinds <= _PRICED


def _faint(case: Case) -> Verdict | None:
    share, score = case.first.features.get("all_cov", 0.0), case.first.score
    names = {w for name in _NAME.findall(case.query.text) for w in fold(name).split()}
    strong = [slot for slot in case.query.slots if not slot.weak and slot.word not in names]
    strange = sum(s.importance for s in strong if not s.stems) / (sum(s.importance for s in strong) or 1.0)
    if case.first.features.get("fuzzy") or case.first.features.get("title_full"):
        return None
    if case.first.shown >= 0 and names & set(fold(case.tables.records[case.first.record].title).split()):
        return None  # the query names it
    if (score < FAINT_SCORE and share < FAINT_SHARE) or (score < STRANGE_SCORE and strange >= STRANGE):
        return Verdict(True, "No lo dicen los libros. Esto es lo más parecido.")
    return None


REASONS: tuple[Callable[[Case], Verdict | None], ...] = (_another_game, _elsewhere, _lost, _on_a_card, _faint)
