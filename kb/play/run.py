"""Running a situation: actions in order on a state that is never changed in place, and a log of what happened and why."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from grammar.steps import spend
from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.validation import Model, checked, nearest
from kb.play.watch import Seen, watched
from kb.text import identifier

S = TypeVar("S")
MOST_EVENTS = 2000
PER_RUN, PER_HAPPENING = 60, 3
"""Steps of a situation, and of seeing what waits for a thing that happens in it (`grammar/steps.py`)."""
DEEPEST = 20
DECIDE = "decide"
"""Beside the name of a step: what the players decide about the cards that act in it."""


class Event(Model):
    paso: str
    """Step of the game's sequence, as juego.toml numbers it; empty outside one."""
    texto: str
    cita: str
    """entry#anchor of the rule."""
    efecto: str = ""
    """Name of the card, keyword or token."""
    palabras: str = ""
    """The words of the card that caused it."""


class Choice(Model):
    quien: str
    paso: str
    texto: str
    """«puedes gastar…»"""


class Illegal(PlayError):
    """The rules forbid what was asked; `rule` says where."""

    def __init__(self, reason: str, rule: Cite) -> None:
        super().__init__(reason)
        self.rule = rule


class Pending(PlayError):
    """Something has to be told first: what the dice show, or what a player chooses."""


class Endless(PlayError):
    """Effects that set each other off for ever."""


class Report(Model):
    estado: dict[str, Any]
    resultado: dict[str, Any]
    eventos: tuple[Event, ...] = ()
    opciones: tuple[Choice, ...] = ()
    no_se_puede: str = ""
    regla: str = ""
    """Where the prohibition stands."""
    pendiente: str = ""
    sin_usar: tuple[str, ...] = ()
    """What was told of a step, and nothing in it has looked at."""


@dataclass
class Log:
    """What a handler writes on: events and offers, in order."""

    rng: Random | None = None
    react: "Callable[[Any, Any, Log], Any] | None" = None
    """What waits for things to happen, in games whose cards act by themselves."""
    settle: "Callable[[Any, Any, Log], Any] | None" = None
    """What the rules make of a change whoever made it: state before, state after, log."""
    settled: Any = None
    """The state as it was when the rules last looked at it."""
    decisions: Mapping[str, Any] = field(default_factory=dict)
    """What the players decide in this step, by the name of the card."""
    depth: int = 0
    events: list[Event] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    past: list[Any] = field(default_factory=list)
    """What has happened, for conditions that ask whether something did."""
    since: int = 0
    """Where in it the attack that is being made began."""
    gone: dict[int, tuple[int | None, frozenset[str]]] = field(default_factory=dict)
    """Where an ability has put something else in the place of what was about to happen: how deep in what sets off what that
    was, of how many of the things that were coming (None: of all), and of which kinds (none named: of any). What it does
    instead may be replaced in its turn."""
    refused: list[Illegal] = field(default_factory=list)
    """Decisions of this step that the rules do not allow: each left the queue, and the step went on."""
    taken: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """How often each ability (ship, card, place) has resolved in this step."""
    asked: set[str] = field(default_factory=set)
    """Decisions that somebody has asked for in this step."""
    unmet: dict[str, str] = field(default_factory=dict)
    """Decisions whose moment came, and why the card could not act then."""
    resolving: tuple[tuple[str, str, int], ...] = ()
    """Abilities (ship, card, place) that are being resolved now, outermost first."""

    def trial(self) -> "Log":
        """The same table, written on scrap paper."""
        return replace(
            self, events=list(self.events), choices=list(self.choices), past=list(self.past), refused=list(self.refused),
            taken=Counter(self.taken), asked=set(self.asked), gone=dict(self.gone),
            unmet=dict(self.unmet),
        )  # fmt: skip

    def step(self, decisions: Mapping[str, Any]) -> None:
        """A new step of the scenario begins."""
        self.decisions, self.taken, self.asked, self.refused, self.gone = decisions, Counter(), set(), [], {}
        self.unmet = {}

    def put_instead(self, n: int | None = None, kinds: frozenset[str] = frozenset()) -> None:
        """Something else comes in the place of what is about to happen, or of `n` of them, or of those of some kinds."""
        self.gone[self.depth] = n, kinds

    def instead(self, coming: int = 1) -> int:
        """How many of what was about to happen have been replaced; asked once, where it was told."""
        return self.instead_of({"": coming})[""]

    def instead_of(self, coming: Mapping[str, int]) -> dict[str, int]:
        """The same of things of several kinds, the first kinds first."""
        left, kinds = self.gone.pop(self.depth + 1, (0, frozenset()))
        named = kinds & coming.keys() or coming.keys()
        replaced: dict[str, int] = {}
        for kind, many in coming.items():
            replaced[kind] = (many if left is None else min(left, many)) if kind in named else 0
            left = left if left is None else left - replaced[kind]
        return replaced

    def say(self, step: str, text: str, rule: Cite, effect: str = "", words: str = "") -> None:
        if len(self.events) >= MOST_EVENTS:
            raise Endless("la situación no termina nunca: se detiene aquí")
        self.events.append(Event(paso=step, texto=text, cita=rule.ref, efecto=effect, palabras=words))

    def offer(self, who: str, step: str, text: str) -> None:
        self.choices.append(Choice(quien=who, paso=step, texto=text))

    def happen(self, state: S, *happenings: Any) -> S:
        """Something happens, or several things at once: what waits for it acts now, before anything else goes on."""
        spend(PER_HAPPENING)
        state = self.keep_rules(state)
        if self.react is None:
            return state
        if self.depth >= DEEPEST:
            raise Endless("las capacidades se activan unas a otras sin fin: se detiene aquí")
        self.depth += 1
        self.gone.pop(self.depth, None)
        try:
            after: S = self.react(state, happenings, self)
            return after
        finally:
            self.depth -= 1

    def keep_rules(self, state: S) -> S:
        """What a state of the game forces (a jammed ship loses what it gains), whichever step or card brought it about."""
        if self.settle is None or state is self.settled:
            return state
        before, self.settled = self.settled, state
        kept: S = self.settle(before, state, self)
        self.settled = kept
        return kept

    def _not_run(self) -> str:
        """Whoever counted on a card that does not run is told so, not that he cannot count."""
        marks = ("se lee pero no se ejecuta", "no actúa:")
        told = next((event.texto for event in self.events if any(mark in event.texto for mark in marks)), "")
        return f" (cuenta con que {told[:1].lower()}{told[1:]})" if told else ""

    def roll(self, given: Sequence[str] | None, dice: int, faces: Sequence[str], what: str) -> tuple[str, ...]:
        """What the dice show: as told, else rolled with the scenario's seed, else still to be told."""
        if given is not None:
            if len(given) != dice:
                raise PlayError(f"{what}: se tiran {dice} dados y se dan {len(given)} resultados{self._not_run()}")
            shown = tuple(identifier(face) for face in given)
            for face, plain in zip(given, shown, strict=True):
                if plain not in faces:
                    raise PlayError(f"{what}: el dado no tiene la cara «{face}»; {nearest(face, tuple(dict.fromkeys(faces)))}")
            return shown
        if self.rng is None:
            if not dice:
                return ()
            raise Pending(f"falta saber qué sale en {what}: {dice} dados (o da una «semilla»)")
        return tuple(self.rng.choice(faces) for _ in range(dice))


Handler = Callable[[Any, Any, Log], tuple[Any, dict[str, Any]]]


@dataclass(frozen=True)
class Play:
    """How a game runs: its state, its actions, and sentences that a scenario may ask about a state."""

    state: type[Model]
    actions: Mapping[str, tuple[type[Model], Handler]]
    answer: Callable[[Any, str], Any] | None = None
    react: Callable[[Any, Any, Log], Any] | None = None
    settle: Callable[[Any, Any, Log], Any] | None = None
    """What the rules force on a state that has changed: state before, state after, log."""
    tokens: tuple[str, ...] = ()
    """The tokens that exist: a scenario that expects none of another one is wrong."""
    cards: Callable[[Any], Collection[str]] | None = None
    """The cards that a player may decide about, as a scenario names them."""
    cites: Callable[[], Iterable[Cite]] | None = None
    """Citations that are only made when they are needed, one for each keyword."""
    decision: type[Model] | None = None
    """What a player may decide about a card; `sí` and `no` are always understood."""
    staging: str = ""
    """The module whose `STAGING` has situations for its cards; empty: they cannot be put in play by themselves."""
    choices: frozenset[str] = frozenset()
    """Fields of its steps by which somebody says that something is used: one that changes nothing is told."""
    unasked: Cite | None = None
    """In games whose decisions wait for their moment: the rule about those for which it does not come."""


def run(play: Play, given: Mapping[str, Any], actions: Sequence[Mapping[str, Any]], seed: int | None = None) -> Report:
    """Runs every action; stops at the first that is forbidden or lacks something, and says so."""
    spend(PER_RUN)
    state = checked(play.state, given, "dado")
    dice = Random(seed) if seed is not None else None  # noqa: S311 - dice, not secrets
    log = Log(dice, play.react, play.settle, settled=state)
    result: dict[str, Any] = {}
    stop: dict[str, str] = {}
    unused: list[str] = []
    for i, action in enumerate(actions):
        where = f"cuando.{i}"
        name, body = _named(play, action, where)
        model, handler = play.actions[name]
        seen = Seen()
        order = watched(checked(model, body, f"{where}.{name}"), seen, f"{name}.")
        log.step(_decisions(play, action.get(DECIDE, {}), f"{where}.{DECIDE}", seen))
        known = play.cards(state) if play.cards else log.decisions
        for card in log.decisions:
            if card not in known:
                raise PlayError(f"no hay ninguna carta «{card}» en juego; {nearest(card, known)}", f"{where}.{DECIDE}")
        chosen = sorted(play.choices & order.model_fields_set) if play.unasked is not None else []
        before = (state, log.trial(), dice.getstate() if dice else None) if chosen else ()
        try:
            state, found = handler(state, order, log)
            state = log.keep_rules(state)
        except Illegal as error:
            stop = {"no_se_puede": error.reason, "regla": error.rule.ref}
            break
        except Pending as error:  # what was refused before is the answer; what is missing comes after it
            stop = _refusal(log) or {"pendiente": error.reason}
            break
        except Endless as error:
            stop = {"no_se_puede": error.reason}
            break
        except PlayError as error:
            if stop := _refusal(log):  # what was not allowed left the rest without what it counted on
                break
            raise PlayError(error.reason, f"{where}.{name}") from None
        result.update(found)
        after = state, found, list(log.events), list(log.choices)
        _unasked(play, log)
        unread = _unused(log, seen)
        unused += [f"«{path}» (paso {i + 1})" for path in unread]
        _idle(play, handler, order, chosen, before, after, log)
        if stop := _refusal(log):
            break
    if stop and i + 1 < len(actions):  # whoever wrote more steps is told that they were not played
        unused.append(f"los pasos desde el {i + 2}" if i + 2 < len(actions) else f"el paso {i + 2}")
    return Report(estado=state.model_dump(), resultado=result, eventos=tuple(log.events), opciones=tuple(log.choices),
                  sin_usar=tuple(unused), **stop)  # fmt: skip


def _refusal(log: Log) -> dict[str, str]:
    return {"no_se_puede": log.refused[0].reason, "regla": log.refused[0].rule.ref} if log.refused else {}


def _unasked(play: Play, log: Log) -> None:
    """A decision about something that did not come up is told."""
    for card in log.decisions if play.unasked else ():
        if card not in log.asked and play.unasked is not None:
            why = log.unmet.get(card, "y en este paso no ha llegado su momento")
            log.say("", f"se decide sobre «{card}», {why}", play.unasked, card)


def _unused(log: Log, seen: Seen) -> list[str]:
    """What nothing has read; a card that was not asked for has its own line."""
    whole = {f"{DECIDE}.{card}" for card in log.decisions if card not in log.asked}
    return [path for path in seen.unread() if not any(path.startswith(card) for card in whole)]


def _idle(
    play: Play, handler: Handler, order: Model, chosen: list[str], before: tuple[Any, ...], after: tuple[Any, ...], log: Log
) -> None:
    """A choice without which the step goes just the same was made for nothing: it is told, not passed in silence."""
    fields = type(order).model_fields
    for name in chosen:
        default = fields[name].get_default(call_default_factory=True) if not fields[name].is_required() else None
        if fields[name].is_required() or getattr(order, name) == default or play.unasked is None:
            continue
        state, scrap, dice = before
        scrap = scrap.trial()
        if dice is not None:
            scrap.rng = Random()  # noqa: S311 - dice, not secrets
            scrap.rng.setstate(dice)
        try:
            there, found = handler(state, order.model_copy(update={name: default}), scrap)
            there = scrap.keep_rules(there)
        except PlayError:
            continue
        if (there, found, scrap.events, scrap.choices) == after:
            log.say("", f"«{name}» no ha cambiado nada en este paso", play.unasked)


def _named(play: Play, action: Mapping[str, Any], where: str) -> tuple[str, Any]:
    names = [name for name in action if name != DECIDE]
    if len(names) != 1:
        raise PlayError("cada paso tiene un solo nombre, p. ej. «ataque»", where)
    plain = identifier(names[0])  # «misión» is `mision`
    if plain not in play.actions:
        raise PlayError(f"no se conoce «{names[0]}»; {nearest(names[0], play.actions)}", where)
    return plain, action[names[0]]


def _decisions(play: Play, told: Any, where: str, seen: Seen) -> dict[str, Any]:
    if not told:
        return {}
    if play.decision is None:
        raise PlayError("en este juego las cartas no se deciden aquí", where)
    if not isinstance(told, Mapping):
        raise PlayError("se escribe el nombre de la carta y sí, no o lo que se elige", where)
    return {str(card): _decision(play.decision, value, f"{where}.{card}", seen, card) for card, value in told.items()}


def _decision(model: type[Model], value: Any, where: str, seen: Seen, card: str) -> Any:
    """One decision, or one for each time that the card can be used."""
    if isinstance(value, list):
        return tuple(_decision(model, each, f"{where}.{n}", seen, f"{card}.{n}") for n, each in enumerate(value))
    made = checked(model, {"usa": value} if isinstance(value, bool) else value, where)
    return made if isinstance(value, bool) else watched(made, seen, f"{DECIDE}.{card}.")
