"""Running a situation: actions in order on a state that is never changed in place, and a log of what happened and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.validation import Model, checked

MOST_EVENTS = 2000


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


class Report(Model):
    estado: dict[str, Any]
    resultado: dict[str, Any]
    eventos: tuple[Event, ...] = ()
    opciones: tuple[Choice, ...] = ()
    no_se_puede: str = ""
    regla: str = ""
    """Where the prohibition stands."""
    pendiente: str = ""


@dataclass
class Log:
    """What a handler writes on: events and offers, in order."""

    rng: Random | None = None
    events: list[Event] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

    def say(self, step: str, text: str, rule: Cite, effect: str = "", words: str = "") -> None:
        if len(self.events) >= MOST_EVENTS:
            raise PlayError("la situación no termina nunca: se detiene aquí")
        self.events.append(Event(paso=step, texto=text, cita=rule.ref, efecto=effect, palabras=words))

    def offer(self, who: str, step: str, text: str) -> None:
        self.choices.append(Choice(quien=who, paso=step, texto=text))

    def roll(self, given: Sequence[str] | None, dice: int, faces: Sequence[str], what: str) -> tuple[str, ...]:
        """What the dice show: as told, else rolled with the scenario's seed, else still to be told."""
        if given is not None:
            if len(given) != dice:
                raise PlayError(f"{what}: se tiran {dice} dados y se dan {len(given)} resultados")
            for face in given:
                if face not in faces:
                    raise PlayError(f"{what}: el dado no tiene la cara «{face}»")
            return tuple(given)
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


def run(play: Play, given: Mapping[str, Any], actions: Sequence[Mapping[str, Any]], seed: int | None = None) -> Report:
    """Runs every action; stops at the first that is forbidden or lacks something, and says so."""
    state = checked(play.state, given, "dado")
    log = Log(Random(seed) if seed is not None else None)  # noqa: S311 - dice, not secrets
    result: dict[str, Any] = {}
    stop: dict[str, str] = {}
    for i, action in enumerate(actions):
        where = f"cuando.{i}"
        if len(action) != 1:
            raise PlayError("cada paso tiene un solo nombre, p. ej. «ataque»", where)
        name, body = next(iter(action.items()))
        if name not in play.actions:
            raise PlayError(f"no se conoce «{name}»; se espera {', '.join(play.actions)}", where)
        model, handler = play.actions[name]
        order = checked(model, body, f"{where}.{name}")
        try:
            state, found = handler(state, order, log)
        except Illegal as error:
            stop = {"no_se_puede": error.reason, "regla": error.rule.ref}
            break
        except Pending as error:
            stop = {"pendiente": error.reason}
            break
        except PlayError as error:
            raise PlayError(error.reason, f"{where}.{name}") from None
        result.update(found)
    return Report(estado=state.model_dump(), resultado=result, eventos=tuple(log.events), opciones=tuple(log.choices), **stop)
