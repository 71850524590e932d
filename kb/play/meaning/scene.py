"""An ability being resolved: the state, whose it is, what has happened, who is who, what its player decides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Protocol

from pydantic import BeforeValidator, Field

from grammar.lexicon.load import fold
from grammar.meaning.effect import Item, Momento
from grammar.meaning.values import Cosa, Cual, Hecho
from kb.play.cite import Cite
from kb.play.logic import Known
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.notrun import NotRun, Reason
from kb.play.meaning.numbers import readable
from kb.play.run import Log
from kb.play.validation import Model


def _plain(told: object) -> object:
    """Accents are no part of a name: «crítico» is `critico`."""
    return fold(told) if isinstance(told, str) else told


def _each(told: object) -> object:
    """`sí` and `no` of each are words like any other."""
    if not isinstance(told, Mapping):
        return told
    return {name: ("si" if value else "no") if isinstance(value, bool) else _plain(value) for name, value in told.items()}


class Decision(Model):
    """What a player decides about an ability; a game adds what is its own."""

    usa: bool = True
    se_cumple: bool | None = None
    """Whether what the situation does not tell holds: the requirement, or the moment."""
    elige: str | None = None
    """What the text lets choose."""
    objetivo: str | None = None
    """The second thing that it lets choose: whom an action or a lock is on."""
    opcion: Annotated[str | None, BeforeValidator(_plain)] = None
    """Which of several effects: its verb, or its place from 1."""
    cada: Annotated[dict[str, str], BeforeValidator(_each)] = Field(default_factory=dict)
    """What each of several chooses for itself, by its name: whether it does it, its option, or whom it chooses."""
    cuantos: int | None = None
    papeles: dict[str, str] = Field(default_factory=dict)
    """Who is `atacante` and `defensor`, where the text names them."""

    def chosen(self, role: str, second: bool, sort: str, several: bool) -> tuple[str, ...] | None:
        """What it chooses: its first choice, then its `objetivo`. A game may keep a field for each sort of thing."""
        first, other = (self.objetivo, self.elige) if second else (self.elige, self.objetivo)
        told = first or (other if role == "objetivo" else None)
        if told is None:
            return None
        if not several:
            return (told,)
        return tuple(name.strip() for name in told.split(",")) if "," in told else tuple(told.split())

    @staticmethod
    def asks(role: str, sort: str) -> str:
        """The field in which that choice is told."""
        return role or "elige"


class World(Protocol):
    """What a game tells the interpreter."""

    rule: Cite
    """What an ability is: cited where nothing nearer is."""
    facts: "Mapping[str, Fact]"
    """Predicates of its own: verb -> whether it holds."""
    verbs: "Mapping[str, Verb]"
    """What each verb does."""
    circumstances: Mapping[str, frozenset[str]]
    """Circumstances that a verb understands."""
    roles: Mapping[str, frozenset[str]]
    """Roles that a verb understands besides who and what."""

    def things(self, scene: "Scene", thing: Cosa) -> Iterable[Ente] | None:
        """Everything of this noun on the table; None where the table does not keep such things."""

    def called(self, tiempo: str, name: str) -> bool:
        """Is this step or phase the one that a text calls by this name?"""

    def is_a(self, scene: "Scene", ente: Ente, thing: Cosa) -> Known:
        """Is it what the noun says, whatever its qualities?"""

    def quality(self, scene: "Scene", ente: Ente, quality: Cual) -> Known: ...

    def part(self, scene: "Scene", name: str) -> Ente | None:
        """Who has this part in what is going on, where the event does not tell."""

    def owned(self, scene: "Scene", ente: Ente, owner: Ente) -> Known: ...

    def distance(self, scene: "Scene", a: Ente, b: Ente) -> int | None: ...

    def distances(self, scene: "Scene", a: Ente, b: Ente) -> Iterable[int]:
        """Every distance that it may be; none where nobody has told anything of it."""

    def measure(self, scene: "Scene", cond: Hecho, ente: Ente) -> int | None:
        """How much of what a superlative compares («el más cercano», «con el mayor coste») something has; more is better."""

    def amount(self, scene: "Scene", owner: Ente, thing: Cosa) -> int | None:
        """How many of something that is counted, not pointed at, an owner has; None: not known."""

    def value(self, scene: "Scene", thing: Cosa) -> int | None:
        """The number that a value such as «tu Iniciativa» is."""

    def entity(self, scene: "Scene", name: str) -> Ente | None:
        """What a player names."""

    def named(self, scene: "Scene", name: str) -> tuple[Ente, ...] | None:
        """Who bears a proper name that a text says; None where the table does not tell."""

    def words(self, item: Item) -> str:
        """An item said in Spanish, for whoever has to know that it did not run."""


class Spoken:
    """What every World is made with: what its verbs do, and what each of them understands."""

    def __init__(
        self, verbs: "Mapping[str, Verb]", circumstances: Mapping[str, frozenset[str]], roles: Mapping[str, frozenset[str]]
    ) -> None:
        self.verbs, self.circumstances, self.roles = verbs, circumstances, roles

    def distance(self, scene: "Scene", a: Ente, b: Ente) -> int | None:
        raise NotImplementedError

    def distances(self, scene: "Scene", a: Ente, b: Ente) -> Iterable[int]:
        told = self.distance(scene, a, b)
        return () if told is None else (told,)


Bound = Mapping[int, tuple[Ente, ...]]
Fact = Callable[["Scene", Hecho, "Ente | None"], Known]


@dataclass(frozen=True)
class Scene:
    world: World
    state: Any
    me: Ente
    card: str
    decision: Any
    log: Log
    event: Event | None = None
    going: tuple[Event, ...] = ()
    """What is going on around the event: the attack in which a step comes."""
    bound: Bound = field(default_factory=dict)
    words: str = ""
    step: str = ""
    place: tuple[int, ...] = ()
    """Which ability of the card."""
    decided: bool = True
    """Whether its player has said anything: what is optional in an obligatory ability waits for that."""
    chose: bool = False
    """What the decision chooses first has been taken: the next choice is its `objetivo`."""
    several: frozenset[int] = frozenset()
    """Referents that were introduced as several: «hasta 2 naves», «toda nave»."""
    moments: tuple[Momento, ...] = ()
    """What the ability waits for."""

    def on(self, state: Any) -> "Scene":
        return replace(self, state=state)

    def binding(self, id: int, *entes: Ente) -> "Scene":
        return replace(self, bound={**self.bound, id: entes}) if id else self

    def say(self, text: str, rule: Cite) -> None:
        self.log.say(self.step, text, rule, self.card, readable(self.words))

    def fail(self, reason: Reason, item: Item | None = None) -> NotRun:
        return NotRun(self.card, reason, self.world.words(item) if item is not None else "", self.world.rule)


@dataclass(frozen=True)
class Deed:
    """One verb about to be done by one of its subjects."""

    fact: Hecho
    who: Ente
    times: int = 1
    """«por cada …»: how often the amount counts."""
    cost: bool = False

    def circ(self, name: str) -> Any:
        return next((value for key, value in self.fact.circ if key == name), None)


Verb = Callable[[Scene, Deed], Scene]
