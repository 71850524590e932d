"""From a list to its sheet: what each card names, the questions about it, when it acts, how its attack usually ends."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

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
_BEFORE, _AFTER = 2, 3
"""Words around a name that may say which of its cards is meant."""
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
        named = (e for name in _names(card) for e in self._titles.get(fold(name), ()))
        entry = next((e for e in named if self._role(card, fold(_own(e)).split()[:1]) is not False), None)
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
        for words, entry in self._questions:
            told = [self._role(card, near) for name in dict.fromkeys(names) for near in _beside(words, name)]
            if told and (True in told or False not in told):
                yield self._linked(entry, card.namesakes and True not in told)

    def _role(self, card: Listed, words: Iterable[str]) -> bool | None:
        """Whether the words say what the card is, or that it is another; None where they do not say."""
        kinds = [self._roles[word] for word in words if word in self._roles]
        return any(kind.startswith(card.kind) or card.kind.startswith(kind) for kind in kinds) if kinds else None

    @property
    def _roles(self) -> Mapping[str, str]:
        return reader_for(self.game).roles

    def _linked(self, entry: Entry, doubtful: bool = False) -> Linked:
        verdict = _VERDICTS.get(entry.verdict.verdict, "") if entry.verdict else ""
        told = excerpt(self._drawn(_own(entry)), _ANSWER)
        return Linked(id=entry.id, title=entry.title, verdict=verdict, told=told, doubtful=doubtful)

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


def _beside(words: str, name: str) -> Iterable[list[str]]:
    """The words around each place that says a name: «la mejora Boba Fett», «Han Solo (Rebelde, artillero)»."""
    parts = words.split(f" {name} ")
    for before, after in pairwise(parts):
        yield [*before.split()[-_BEFORE:], *after.split()[:_AFTER]]


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
