"""From a list to its sheet: what each card names, the questions about it, when it acts, how its attack usually ends."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from grammar.game import Game, Step
from kb.lists.games import reader_for
from kb.lists.models import Attack, Chance, Dossier, Linked, Listed, Roster, Sheet, Term
from kb.lists.names import Terms, terms_in
from kb.models import Entry
from kb.play.errors import PlayError
from kb.play.odds.answer import odds
from kb.sequences import sequence_title
from kb.store import KnowledgeBase
from kb.text import alphabetical, fold

_DEFINITION, _ANSWER = 420, 300
_SHORTEST = 4
_VERDICTS = {"si": "Sí", "no": "No", "depende": "Depende"}
_ICON = re.compile(r"\[([^\[\]\n]{1,40})\]")


def excerpt(text: str, size: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= size else flat[:size].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


@dataclass(frozen=True)
class Dossiers:
    """What sheets are made from: once for a knowledge base and a game."""

    kb: KnowledgeBase
    game: str

    def make(self, roster: Roster, texts: Mapping[str, str] | None = None) -> Dossier:
        """The sheet of a list. `texts` are card texts of its owner, by name."""
        reader, pasted = reader_for(self.game), {fold(name): text for name, text in (texts or {}).items()}
        cards = [
            card.model_copy(update={"text": " ".join(filter(None, (card.text, _pasted(card, pasted))))})
            for card in roster.cards
        ]
        sheets = tuple(self._sheet(card, reader.attack) for card in _merged(cards))
        ids = dict.fromkeys(id for sheet in sheets for id in sheet.terms)
        terms = sorted((self._term(self.kb.by_id[id]) for id in ids), key=lambda term: alphabetical(term.title))
        facts = self.kb.games[self.game].facts
        usual = () if any(sheet.odds for sheet in sheets) else tuple(filter(None, map(_chance, reader.usual)))
        return Dossier(game=self.game, name=roster.name, book=f"{facts.libro} {facts.edicion}", sheets=sheets,
                       terms=tuple(terms), unknown=roster.unknown, odds=usual, digest=self.kb.digest)  # fmt: skip

    def _sheet(self, card: Listed, attack: Callable[[str], Attack | None]) -> Sheet:
        told = attack(card.text) if card.text else None
        chance = _chance(told) if told else None
        entry = next((e for name in _names(card) for e in self._titles.get(fold(name), ()) if _fits(card, e)), None)
        said = self._terms.said(f"{card.name}. {card.text}") if card.text else []
        return Sheet(card=card, entry=self._linked(entry) if entry else None, terms=tuple(said),
                     questions=tuple(self._about(card)), odds=(chance,) if chance else ())  # fmt: skip

    @cached_property
    def _terms(self) -> Terms:
        return terms_in(self.kb, self.game)

    @cached_property
    def _titles(self) -> Mapping[str, list[Entry]]:
        """Entries by title and other names: a card that has its own is found."""
        found: dict[str, list[Entry]] = {}
        for entry in self.kb.entries:
            if entry.game == self.game and entry.kind in ("carta", "cualidad", "termino"):
                for name in (entry.title, *entry.aliases):
                    found.setdefault(fold(name), []).append(entry)
        return found

    @cached_property
    def _questions(self) -> list[tuple[str, Entry]]:
        rows = (e for e in self.kb.entries if e.game == self.game and e.kind in ("pregunta", "errata"))
        return [
            (f" {fold(' '.join((e.title, e.text, *e.aliases, *(e.verdict.cards if e.verdict else ()))))} ", e) for e in rows
        ]

    def _about(self, card: Listed) -> Iterable[Linked]:
        names = [fold(name) for name in _names(card) if len(fold(name)) >= _SHORTEST]
        return [self._linked(e) for words, e in self._questions if any(f" {name} " in words for name in names)]

    def _linked(self, entry: Entry) -> Linked:
        verdict = _VERDICTS.get(entry.verdict.verdict, "") if entry.verdict else ""
        return Linked(id=entry.id, title=entry.title, verdict=verdict, told=excerpt(self._drawn(_own(entry)), _ANSWER))

    def _term(self, entry: Entry) -> Term:
        steps = tuple(_steps(self._facts, entry.id.split("/", 1)[1]))
        return Term(id=entry.id, title=entry.title, definition=excerpt(self._drawn(_own(entry)), _DEFINITION), steps=steps)

    @property
    def _facts(self) -> Game:
        return self.kb.games[self.game].facts

    def _drawn(self, text: str) -> str:
        return _ICON.sub(lambda m: self._icons.get(m[1], m[0]), text)

    @cached_property
    def _icons(self) -> Mapping[str, str]:
        return {icon.token.strip("[]"): f"[{icon.nombre}]" for icon in self._facts.iconos}


def _own(entry: Entry) -> str:
    """Our words where we have them; else what the knowledge base has."""
    blocks = entry.summary.blocks if entry.summary else entry.blocks
    return " ".join(block.text for block in blocks)


_OTHERWISE = {"piloto": ("mejora",), "mejora": ("piloto", "nave")}
"""How our entry of a card of the same name opens where it is another kind of card."""


def _fits(card: Listed, entry: Entry) -> bool:
    """Whether the entry is of this card: Luke Skywalker is a pilot, and a gunner too."""
    return not fold(_own(entry)).startswith(_OTHERWISE.get(card.kind.split(" ")[0], ("\0",)))


def _names(card: Listed) -> tuple[str, ...]:
    return tuple(filter(None, (card.name, card.other)))


def _pasted(card: Listed, texts: Mapping[str, str]) -> str:
    return next((texts[fold(name)] for name in _names(card) if fold(name) in texts), "")


def _merged(cards: list[Listed]) -> list[Listed]:
    """A card that is there several times is told once, with how many."""
    found: dict[tuple[str, str, str, str], Listed] = {}
    for card in cards:
        key = (card.id, card.kind, fold(card.name), card.text)  # a pilot and an upgrade may have one name and one id
        before = found.get(key)
        found[key] = before.model_copy(update={"count": before.count + card.count}) if before else card
    return list(found.values())


def _steps(facts: Game, slug: str) -> Iterable[str]:
    """Where in the round or the attack a keyword or token acts."""
    tokens = {token.id for token in facts.fichas if token.entrada == slug}
    named = {"ronda": facts.ronda, "ataque": facts.ataque, **facts.secuencias}
    for name, steps in named.items():
        for step in _walked(steps):
            if slug in step.cualidades or tokens & set(step.fichas):
                yield f"{sequence_title(name)}, paso {step.numero}: {step.nombre}"


def _walked(steps: tuple[Step, ...]) -> Iterable[Step]:
    for step in steps:
        yield step
        yield from _walked(step.pasos)


def _chance(attack: Attack) -> Chance | None:
    return _computed(attack.told, attack.model_dump_json())


@lru_cache(maxsize=256)
def _computed(told: str, question: str) -> Chance | None:
    try:
        answer = odds(Attack.model_validate_json(question).question)
    except PlayError:
        return None
    chances = answer.get("damage") or answer.get("wounds") or ()
    return Chance(told=told, expected=answer["expected"], chances=tuple(chances)) if chances else None
