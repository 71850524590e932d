"""A situation in which a card acts, and one in which it does not, for whoever wants to see it run: its moment is made to come,
and whatever the engine asks is answered. The situations are the game's (`Staging`); the search is one."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from grammar.lexicon.load import lexicon_for
from grammar.wording.abilities import text_of
from grammar.wording.nouns import Unprintable
from kb.play.errors import PlayError
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.run import Play, Report, run

Step = dict[str, Any]
MOST = 40
"""Situations tried for one ability: more would make a page wait."""
TRIED = 150
"""Situations tried before it is said that none was found."""
ANSWERS = 8
"""Questions answered in one situation."""
ASKED = re.compile(r"di (?:en|con) «(\w+)»(?:, con «(\w+)»)?(?P<rest>.*)", re.DOTALL)
NOT_FOUND = "no se ha hallado ninguna situación en la que actúe"


def listed(name: str, rest: str) -> list[str]:
    """What a question offers: after its colon, or in its last parentheses."""
    named = None if name in ("elige", "objetivo") else re.search(r": (.*)$", rest, re.DOTALL)
    found = named or re.search(r"\(([^()]*)\)?\s*$", rest)
    options = [re.sub(r" \(.*", "", option).strip() for option in re.split(r", | o ", found[1])] if found else []
    return [option for option in options if option and not option.startswith(("ninguna", "no hay", "cualquiera"))]


@dataclass(frozen=True, eq=False)
class Staging:
    """What a game gives: its situations, and how they are read and changed."""

    game: str
    play: Play
    card: str
    """The name that the card has in them."""
    situations: Callable[[str, Ability], Iterator[Step]]
    """Those in which its moment comes, the likeliest first."""
    told: Callable[[Step, str, Any], Step]
    """The same with one more answer of its player."""
    bare: Callable[[Step], Step]
    """The same without the card."""
    state: Callable[[Mapping[str, Any]], Any]
    """What of a table counts: not which cards are there."""
    left_out: Callable[[str], Sequence[str]]
    """What of a text the game never runs."""
    value: Callable[[str, list[str], int, str], Any]
    """An answer: the field, what is offered, which of the ways to answer is tried, and the words of the question."""
    elsewhere: Callable[[str, Ability], Iterator[Step]] = field(default=lambda text, ability: iter(()))
    """Situations in which something else happens while the card is there."""
    answer: Callable[[Step, str, int], Step | None] = field(default=lambda told, question, way: None)
    """An answer to a question of the game that is not about the card."""

    named: Callable[[Step], Sequence[str]] | None = None
    """Under which names a report tells that the card acts, where they are others than `card`."""
    outcome: Callable[[Mapping[str, Any]], Any] = field(default=lambda result: result)
    """What of a result counts: not which cards were used."""
    cast: tuple[str, tuple[str, ...]] = ("", ())
    """The kind of our cards whose names the pieces may bear, and which pieces: first the one with the card."""
    tried: int = TRIED
    last: list[tuple[Step, Report]] = field(default_factory=list)
    """How the situation that was answered last ended: asked again at once, it is not played again."""

    def played(self, told: Mapping[str, Any]) -> Report | None:
        try:
            return run(self.play, told["dado"], told["cuando"], told["semilla"])
        except PlayError:
            return None

    def answered(self, told: Step, way: int) -> Step:
        """The situation with an answer to every question of the engine."""
        for _ in range(ANSWERS):
            report = self.played(told)
            question = self._question(told, report) if report is not None else ""
            found = ASKED.search(question)
            after = self.answer(told, question, way) if question else None
            if after is None and found is not None:
                name = found[2] or found[1]
                rest = found["rest"]
                if name == "alcances":  # where somebody is, of whom a text says more than the situation does
                    name = "se_cumple"
                avoids = name == "opcion" and rest.startswith(" si se evita")
                answer = "no" if avoids else self.value(name, listed(name, rest), way, rest)
                after = self.told(told, name, answer)
            if after is None:
                self.last[:] = [(told, report)] if report is not None else []
                return told
            told = after
        return told

    def names(self, told: Step) -> tuple[str, ...]:
        return (self.card,) if self.named is None else tuple(self.named(told))

    def _question(self, told: Step, report: Report) -> str:
        """What stops the run, or what an ability offers for want of an answer."""
        mine = tuple(f"por «{name}»" for name in self.names(told))
        texts = [choice.texto for choice in report.opciones if choice.texto.startswith(mine)]
        offered = next((text for text in texts if "(di en" in text), "")
        return report.pendiente or ("" if report.no_se_puede else offered.rstrip(")"))

    def acts(self, told: Step) -> bool:
        """It does something: it forbids, or the table ends otherwise than without the card."""
        report = next((ended for answered, ended in tuple(self.last) if answered is told), None) or self.played(told)
        if report is None or report.pendiente:
            return False
        names = self.names(told)
        if report.no_se_puede:
            return any(f"«{name}» lo prohíbe" in report.no_se_puede for name in names)
        marks = [f"«{name}»" for name in names]
        named = [e.texto for e in report.eventos if e.efecto in names or any(mark in e.texto for mark in marks)]
        if all("no se ejecuta" in text for text in named):
            return False
        other = self.played(self.bare(told))
        if other is None or other.no_se_puede or other.pendiente:
            return True
        if self.state(report.estado) != self.state(other.estado):
            return True
        return bool(self.outcome(report.resultado) != self.outcome(other.resultado))

    def idle(self, told: Step) -> bool:
        """It runs to the end, and the card does nothing."""
        report = self.played(told)
        return report is not None and not report.pendiente and not self.acts(told)


@dataclass(frozen=True)
class Shown:
    acts: Step
    idle: Step | None
    """None where none was found."""


def acting(staging: Staging, text: str, most: int = MOST) -> tuple[Ability, Step] | None:
    """A situation in which an ability of the card acts; None where none is found. Raises NotUnderstood."""
    for ability in abilities_of(text, staging.game):
        for told in islice(staging.situations(text, ability), most):
            if staging.acts(told):
                return ability, told
    return None


def show(staging: Staging, text: str) -> Shown | None:
    """A situation in which it acts and one in which it does not; None where no ability acts. Raises NotUnderstood."""
    found = acting(staging, text)
    if found is None:
        return None
    ability, told = found
    others = chain(islice(staging.situations(text, ability), MOST), islice(staging.elsewhere(text, ability), MOST))
    return Shown(told, next((each for each in others if staging.idle(each)), None))


def census(staging: Staging, text: str) -> tuple[str, ...]:
    """For each ability of the card, why it does not run whole; empty where it does. Raises NotUnderstood.

    One runs where nothing of it is left out, whatever happens, and a situation is found in which it acts in its own moment
    and the table ends otherwise than without it."""
    found = []
    for ability in abilities_of(text, staging.game):
        alone = _alone(staging.game, text, ability)
        why = verdict(staging, alone, ability)
        # one ability of a card may need another one of it: «eres capaz de ejecutar maniobras rojas …»
        found.append(verdict(staging, text, ability) if why == NOT_FOUND and alone != text else why)
    return tuple(found)


@lru_cache(maxsize=500)
def verdict(staging: Staging, text: str, ability: Ability) -> str:
    left = staging.left_out(text)
    if left:
        return left[0]
    mine = next((each for each in abilities_of(text, staging.game) if each.steps == ability.steps), None)
    if mine is None:
        return "no se halla sola"
    if any(staging.acts(told) for told in islice(staging.situations(text, mine), staging.tried)):
        return ""
    return NOT_FOUND


def _alone(game: str, text: str, ability: Ability) -> str:
    """The ability as a card of its own, so that no other one of its card acts for it."""
    try:
        alone = text_of((ability.whole,), lexicon_for(game))
    except Unprintable:
        return text
    found = () if refusal(alone, game) else abilities_of(alone, game)
    return alone if any(each.steps == ability.steps for each in found) else text
