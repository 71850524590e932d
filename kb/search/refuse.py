"""Says when no book answers: honest silence instead of noise, with the nearest entries as suggestions."""

import json
import math
import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kb.search.features import Fit
from kb.search.model import chances
from kb.search.negatives import CLASSES
from kb.search.rank import Ranked
from kb.search.tables import Tables
from kb.search.understand import Query, Slot
from kb.text import fold, stem

BETTER = 1.5
"""By how much the base game has to fit better than the mode that stands on it."""
SURE = 0.8
"""So likely, a question is of that kind."""
PRINTED = ("carta", "datos")
"""Kinds of what is printed on cards and the like."""
SPREAD, LOUDEST = 3.0, 20.0
"""What the sum of the words is told in, and its bound."""
_NUMBER = re.compile(r"\b(cuant[oa]s?|cuestan?|valen?|coste|puntos|precio|how (many|much))\b")
DATA = """
agilidad aguanta ataque atributos cargas carta casco coraje costo coste cuesta dados daño defensa dial energía escudos
estadísticas fuerza habilidad hace heridas hp iconos impreso iniciativa keywords lleva mejoras números perfil pone points
puntos ranuras resistencia salud slots stats texto tiene trae valor vale velocidad vida vidas
"""
"""What a card has printed, and how people ask for it."""
UNHEARD = 0.12
"""A book about which nothing is known but its text does not answer what it says less of than this."""
MENTIONED = 5
"""A term whose rarest word stands in more entries of the mode than this is at home in it."""
EXPLAINED = 0.46
"""A passage that says so much of the query explains it; below, it only mentions it."""
ENOUGH = 4
"""So many words may be a question by themselves."""
TOLD = 10
"""In a text of more words than this most tell what happened, and nobody expects a book to say them."""
TOLD_OF = 0.6
"""Who says more of a query than this tells what it asks of a name."""
STORY = 160
"""A text of so many characters tells a situation before it asks."""
_LAST = re.compile(r"(?:(?<=[.!?;:…] )¿?|¿)[^.!?;:…¿]{8,}[?.!]*\s*$")
ASKING = frozenset("que cual cuales cuanto cuanta cuantos cuantas quien quienes".split())
BEFORE_ASKING = frozenset({"a", "con", "de", "en", "para", "por"})
"""What a question begins with, and what may stand before that."""
MISSED = 0.7
"""A word of which a text leaves out more than this share is missing."""
FITS = {
    "cubre": "all_cov", "pasaje": "passage_named", "fragmento": "passage", "titulo": "title_q", "parecido": "title_sim",
    "nombres": "names_q", "seguidas": "pairs", "querido": "meant_log", "querida": "meant",
}  # fmt: skip
"""Features of the first hit that tell whether it answers."""
NOTES = {
    "regla": "No lo dicen los libros. Esto es lo más parecido.",
    "carta": "No lo dicen los libros: eso está en la carta o en la hoja de la unidad.",
    "compra": "No lo dicen los libros: de precios, cajas y novedades no hablan. Esto es lo más parecido.",
    "tactica": "No lo dicen los libros: dicen qué se puede hacer, no qué conviene. Esto es lo más parecido.",
    "aficion": "No lo dicen los libros: de pintura y maquetas no hablan. Esto es lo más parecido.",
    "otros_juegos": "No lo dicen los libros: parece de otro juego. Esto es lo más parecido.",
    "torneo": "No lo dicen los libros: de torneos, tiendas y ligas no hablan. Esto es lo más parecido.",
    "programas": "No lo dicen los libros: de páginas y programas no hablan. Esto es lo más parecido.",
    "piezas": "No lo dicen los libros: de piezas rotas o perdidas sabe la tienda o la editorial. Esto es lo más parecido.",
    "autores": "No lo dicen los libros: de quién hizo el juego y cómo se vende no hablan. Esto es lo más parecido.",
    "videojuegos": "No lo dicen los libros: de videojuegos no hablan. Esto es lo más parecido.",
    "mundo": "No lo dicen los libros: de películas, series y personajes no hablan. Esto es lo más parecido.",
    "datos": "No lo dicen los libros: eso está en la carta, en la hoja o en la pieza. Esto es lo más parecido.",
    "relato": "No lo dicen los libros: de películas, series y personajes no hablan. Esto es lo más parecido.",
    "juicio": "No lo dicen los libros: dicen qué se puede hacer, no qué conviene. Esto es lo más parecido.",
}
OTHER_GAMES = (
    "ajedrez", "arkham horror", "carcassonne", "catan", "crisis protocol", "dungeons and dragons", "gloomhaven", "heroquest",
    "marvel champions", "monopoly", "munchkin", "necromunda", "outer rim", "parchis", "poker", "runewars", "shatterpoint",
    "star wars armada", "star wars destiny", "star wars unlimited", "warhammer", "zombicide", "40k",
)  # fmt: skip
OTHER_AT_THE_END = ("armada", "damas", "descent", "destiny", "domino", "magic", "mus", "pokemon", "risk", "unlimited")
"""Names that are words too: a game only where the question ends «… en armada», «… al mus»."""
_OTHER = re.compile(
    rf"(?<!como en )(?<!como el )(?<!que en )(?<!que el )(?<!vengo de )\b(?P<name>{'|'.join(OTHER_GAMES)})\b"
    rf"|(?<!como )(?<!que )(?<!vengo )\b(?:en|de|del|a|al)(?: el)? (?P<last>{'|'.join(OTHER_AT_THE_END)})$"
)
_FILE = Path(__file__).with_name("rechazo.json")


@cache
def judgement() -> dict[str, float]:
    """Learned by `python -m kb.search.learn_refusals` from questions with and without an answer."""
    found: dict[str, float] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


NOBODY = Ranked(-1, -1, 0.0)
"""In place of a first hit."""


class Verdict(NamedTuple):
    unanswered: bool
    note: str | None = None
    instead: tuple[Ranked, ...] = ()
    judged: bool = False
    """By the learned judgement alone: no word or name of it says so for sure."""


class Sound(NamedTuple):
    chances: Mapping[int, float]
    """How likely the question is of each of CLASSES; nothing where nobody has learned it."""
    against: float
    """How much more it sounds like the likeliest kind that no book answers than like the rules: its words together, so that
    a long question that says a lot of something else is no less of it."""
    names: frozenset[str]
    """Words of it that are names."""


SILENT = Sound({}, 0.0, frozenset())


def sound(scores: Mapping[int, float], words: int, names: frozenset[str]) -> Sound:
    """What a question of so many words sounds like, from the logits of the kinds."""
    most = max((score for kind, score in scores.items() if kind), default=0.0)
    against = (most - scores.get(0, 0.0)) * math.sqrt(words) / SPREAD
    return Sound(chances(scores), max(-LOUDEST, min(LOUDEST, against)), names)


class Case(NamedTuple):
    query: Query
    fit: Fit
    first: Ranked
    base: Sequence[Ranked]
    heard: Sound

    @property
    def names(self) -> frozenset[str]:
        return self.heard.names

    @property
    def tables(self) -> Tables:
        return self.fit.tables


def judge(query: Query, fit: Fit, ranked: Sequence[Ranked], base: Sequence[Ranked], heard: Sound) -> Verdict:
    """The first reason to think that nobody answers, or none."""
    if not ranked and not base:
        return Verdict(True, "No lo dicen los libros.")
    case = Case(query, fit, ranked[0] if ranked else NOBODY, base, heard)
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
        base = case.tables.facts[record.game].nombre
        return Verdict(True, f"Este libro no lo define: vale la regla de {base}, «{record.title}».", (other,))
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
    """A copy without the text of the first hit: who says its name gets nothing; who asks otherwise, what comes next."""
    record = case.tables.records[case.first.shown] if case.first.shown >= 0 else None
    if record is None or not record.lost:
        return None
    said = case.tables.shape(case.first.shown).names[0].stems <= set(case.query.stems)
    if said or case.first.named or case.first.features.get("title_full"):
        return Verdict(True, f"No lo dicen los libros: a nuestra copia le falta el texto de «{record.title}».")
    return _not_here(case) or Verdict(
        False, f"A nuestra copia le falta el texto de «{record.title}»: mira también lo que sigue."
    )


def rests(text: str) -> tuple[str, ...]:
    """What comes after the first colon and after the first comma, if that is a question by itself: before it people say hello,
    who they are and how they came to ask. Where the question stands before it, the rest only goes on («qué compro, A o B»).
    Of a long situation also what it asks at its end."""
    parts = (text.partition(mark) for mark in (":", ","))
    found = [rest for before, _, rest in parts if len(rest.split()) >= ENOUGH and not _asks(fold(before).split())]
    if len(text) > STORY and (last := _LAST.search(text)) and len(last[0].split()) >= ENOUGH:
        found.append(last[0])
    return tuple(found)


def _asks(words: Sequence[str]) -> bool:
    return len(words) >= ENOUGH and any(word in ASKING for word in words[: 1 + (words[0] in BEFORE_ASKING)])


def by_name(first: Ranked) -> bool:
    """The query is the name of the first hit, well or badly spelled: that is no question that could have no answer."""
    return bool(first.named or first.features.get("title_full") or first.features.get("fuzzy"))


def _not_here(case: Case) -> Verdict | None:
    return declined(case, judgement())


def declined(case: Case, weights: Mapping[str, float]) -> Verdict | None:
    """What is printed on cards, and the learned judgement: what it sounds like, and how well the books fit it."""
    record = case.tables.records[case.first.record] if case.first.shown >= 0 else None
    if by_name(case.first):
        return None
    sounds = case.heard.chances
    of_a_card = sum(sounds.get(CLASSES.index(kind), 0.0) for kind in PRINTED) > SURE
    if case.names and (_only_data(case) or (of_a_card and _NUMBER.search(case.query.folded))):
        return Verdict(True, NOTES["carta"])
    if record is not None and case.names & set(fold(record.title).split()) and _told_there(case):
        return None  # a question of the FAQ, an erratum or a card that the query names
    game = case.query.game or (record.game if record else "")
    if game not in case.tables.taught:  # nobody knows how people ask about this book: only what it does not mention at all
        return Verdict(True, NOTES["regla"]) if case.first.features.get("all_cov", 0.0) < UNHEARD else None
    if not refuses(case, weights) or _looked_up(case):
        return None
    kind = max(sounds, key=lambda k: sounds[k] if k else 0.0) if sounds else 0
    note = NOTES.get(CLASSES[kind], NOTES["regla"]) if sounds.get(kind, 0.0) > 0.4 else NOTES["regla"]
    return Verdict(True, note, judged=True)


def _told_there(case: Case) -> bool:
    """What is asked of a name that the first hit has too sounds like a rule, or most of it stands there."""
    return case.heard.against < 0 or case.first.features.get("all_cov", 0.0) > TOLD_OF


def _only_data(case: Case) -> bool:
    """Besides a name, it says nothing but what cards have printed: «qué escudos tiene el Halcón»."""
    data = card_data()
    said = {stem(w) for w in case.query.folded.split() if w not in case.names} & data
    return bool(said) and all(s.weak or s.word in case.names or stem(s.word) in data for s in case.query.slots)


@cache
def card_data() -> frozenset[str]:
    return frozenset(map(stem, fold(DATA).split()))


def _looked_up(case: Case) -> bool:
    """One word for something that the first hit tells is looked up, not asked («cabecilla», a leader)."""
    strong = [slot for slot in case.query.slots if not slot.weak]
    words = _words(case)
    return (
        len(strong) == len(case.query.slots) == 1
        and bool(strong[0].stems)
        and not _missing(strong[0], words) > MISSED * strong[0].importance
    )


def refuses(case: Case, weights: Mapping[str, float]) -> bool:
    """Whether so weighed the evidence says that nobody answers."""
    return sum(weights[name] * value for name, value in evidence(case).items()) + weights["sesgo"] >= 0.0


def evidence(case: Case) -> dict[str, float]:
    """What tells whether a book answers, in numbers of the order of 1: what the question sounds like, how well the first hit
    fits it, and which of its words that hit does not say."""
    strong = [slot for slot in case.query.slots if not slot.weak]
    total = sum(s.importance for s in strong) or 1.0
    words = _words(case)
    share = min(1.0, TOLD / (len(strong) or 1))
    return {
        "suena": case.heard.against,
        **{key: case.first.features.get(name, 0.0) for key, name in FITS.items()},
        "raras": sum(s.importance for s in strong if not s.stems) / total,
        "ajenas": share * sum(not case.tables.knows(stem(s.word), None) for s in strong) / 4,
        "faltan": share * sum(_missing(s, words) > MISSED * s.importance for s in strong) / 5,
        "palabras": min(len(strong), 8) / 8,
        "nombre": float(bool(case.names)),
        "vacia": float(not strong),
    }


def _words(case: Case) -> Container[str]:
    """Stems of the first hit, or of what it sends to."""
    if case.first.record < 0:
        return ()
    record = case.tables.records[case.first.record]
    own = case.tables.shape(case.first.record).rows
    return own if record.redirect is None else own.keys() | case.tables.shape(record.redirect).rows.keys()


def _missing(slot: Slot, words: Container[str]) -> float:
    """What a word of the question matters beyond what these say of it."""
    return slot.importance - max((points for s, points in slot.stems.items() if s in words), default=0.0)


REASONS: tuple[Callable[[Case], Verdict | None], ...] = (_another_game, _elsewhere, _lost, _not_here)
