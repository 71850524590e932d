"""X-Wing: a situation in which a card acts, for whoever wants to see it run: its moment is made to come, and whatever the
engine asks is answered."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple

from kb.play.errors import PlayError
from kb.play.games.xwing import PLAY
from kb.play.games.xwing.staging import CARD, FOE, MINE, SEEN, WORLDS, Step, arcs_of, scenario, steps
from kb.play.games.xwing.world import GAME
from kb.play.meaning.abilities import Ability, NotUnderstood, abilities_of
from kb.play.run import Report, run

MOST = 40
"""Situations tried for one ability: more would make a page wait."""
ANSWERS = 8
"""Questions answered in one situation."""
WAYS = 3
"""Of each question, how many of its answers are tried."""
ASKED = re.compile(r"di (?:en|con) «(\w+)»(?:, con «(\w+)»)?(?P<rest>.*)", re.DOTALL)
PLAIN: Mapping[str, Any] = {"hacia": "trasero", "accion": "evasion", "se_cumple": True, "cuantos": 1, "objetivo": FOE}
DIALS = (
    {"color": "roja", "velocidad": 3, "tipo": "recta"}, {"color": "blanca", "velocidad": 2, "tipo": "inclinacion"},
    {"color": "azul", "velocidad": 3, "tipo": "recta"},
)  # fmt: skip


class Tried(NamedTuple):
    """A scenario with every question of the engine answered, and how it ended."""

    told: Step
    report: Report | None


def tryout(text: str) -> Step | None:
    """The scenario, as `kb run` reads it; None where no ability acts. Raises NotUnderstood where the text is not understood."""
    for told in (in_time, at_will):
        for ability in abilities_of(text, GAME):
            found = next((tried for tried in islice(told(text, ability), MOST) if acts(tried)), None)
            if found is not None:
                return _expected(found)
    return None


def _expected(found: Tried) -> Step:
    """A card that forbids is seen at work where something is refused."""
    forbids = found.report is not None and bool(found.report.no_se_puede)
    return {**found.told, "entonces": {"no_se_puede": f"«{CARD}» lo prohíbe"}} if forbids else found.told


def why_not(text: str) -> str:
    """One sentence for a card that has no tryout."""
    try:
        abilities_of(text, GAME)
    except NotUnderstood as error:
        return f"La carta no se puede poner en juego: {error.reason}."
    return "La carta se entiende, pero el motor no sabe todavía ponerla en juego."


def in_time(text: str, ability: Ability) -> Iterator[Tried]:
    """Its moment comes; then the same in another world, in other arcs, with other answers."""
    moments = list({repr(step): step for step in steps(ability)}.values())
    optional = ability.optional or ability.weapon
    for way, seen, step in product(range(WAYS), SEEN if arcs_of(ability) else SEEN[:1], moments):
        for world in range(len(WORLDS)):
            told = {**step, "decide": {CARD: {"usa": True}}} if optional else step
            yield answered(scenario(text, ability, world, told, seen), way)


def at_will(text: str, ability: Ability) -> Iterator[Tried]:
    """An action, a preparation, or a moment that no step of ours brings: the scenario says that it has come."""
    if ability.weapon:
        return
    for way, world in product(range(WAYS), range(len(WORLDS))):
        use = {"nave": MINE, "carta": CARD, "oracion": ability.place, "papeles": {"atacante": FOE, "defensor": MINE}}
        yield answered(scenario(text, ability, world, {"capacidad": use}), way)


def answered(told: Step, way: int) -> Tried:
    """The scenario with an answer to every question of the engine; `way` is which of the answers that it offers."""
    for _ in range(ANSWERS):
        report = played(told)
        found = ASKED.search(_question(report)) if report is not None else None
        if found is None:
            return Tried(told, report)
        name = found[2] or found[1]
        told = _told(told, name, _answer(name, found["rest"], way))
    return Tried(told, played(told))


def _question(report: Report) -> str:
    """What stops the run, or what an ability offers for want of an answer."""
    texts = [choice.texto for choice in report.opciones if choice.texto.startswith(f"por «{CARD}»")]
    offered = next((text for text in texts if "(di en" in text), "")
    return report.pendiente or ("" if report.no_se_puede else offered.rstrip(")"))


def _answer(name: str, rest: str, way: int) -> Any:
    listed = re.search(r"\(([^()]*)\)?\s*$", rest) if name in ("elige", "objetivo") else re.search(r": (.*)$", rest, re.DOTALL)
    options = [re.sub(r" \(.*", "", option).strip() for option in re.split(r", | o ", listed[1])] if listed else []
    options = [option for option in options if option and not option.startswith(("ninguna", "no hay", "cualquiera"))]
    if name == "dados":
        many = re.match(r"(\d+) de (.*)", listed[1], re.DOTALL) if listed else None
        faces = re.split(r", ", many[2]) if many else options
        n = int(many[1]) if many else 1
        return (faces[way % len(faces) :] + faces[: way % len(faces)])[:n]
    if name == "maniobra":
        return DIALS[way % len(DIALS)]
    if name in ("se_cumple", "hacia", "cuantos"):
        return PLAIN[name]
    if name == "opcion" and rest.startswith(" si se evita"):
        return "no"
    return options[way % len(options)] if options else PLAIN.get(name, "1")


def _told(told: Step, name: str, value: Any) -> Step:
    *before, step = told["cuando"]
    if "capacidad" in step:
        changed = {**step, "capacidad": {**step["capacidad"], name: value}}
    else:
        decided = step.get("decide", {}).get(CARD, {})
        changed = {**step, "decide": {CARD: {**decided, name: value}}}
    return {**told, "cuando": [*before, changed]}


def played(told: Mapping[str, Any]) -> Report | None:
    try:
        return run(PLAY, told["dado"], told["cuando"], told["semilla"])
    except PlayError:
        return None


def acts(tried: Tried) -> bool:
    """It does something: the table, or the attack, ends otherwise than without the card."""
    told, report = tried
    if report is None or report.pendiente:
        return False
    if report.no_se_puede:
        return f"«{CARD}» lo prohíbe" in report.no_se_puede
    named = [event.texto for event in report.eventos if event.efecto == CARD or f"«{CARD}»" in event.texto]
    said = any("no se ejecuta" not in text for text in named)
    return said and _changed(told, report)


def _changed(told: Step, report: Report) -> bool:
    if "capacidad" in told["cuando"][-1]:
        return bool(_state(report.estado) != _state(PLAY.state.model_validate(told["dado"]).model_dump()))
    bare = {**told, "cuando": [_without(step) for step in told["cuando"]]}
    mine = {key: value for key, value in told["dado"]["naves"][MINE].items() if key != "cartas"}
    bare["dado"] = {**told["dado"], "naves": {**told["dado"]["naves"], MINE: mine}}
    other = played(bare)
    if other is None or other.no_se_puede:
        return True
    return bool(_state(report.estado) != _state(other.estado) or report.resultado != other.resultado)


def _without(step: Step) -> Step:
    """The same step where the card is not there to be decided about."""
    kept = {name: dict(body) for name, body in step.items() if name != "decide"}
    for body in kept.values():
        if body.get("carta") == CARD:
            del body["carta"]
    return kept


def _state(state: Mapping[str, Any]) -> Any:
    ships = {name: {k: v for k, v in ship.items() if k != "cartas"} for name, ship in state["naves"].items()}
    cards = {
        (name, card): (row.get("cargas"), row.get("boca_abajo"))
        for name, ship in state["naves"].items()
        for card, row in ship.get("cartas", {}).items()
        if row.get("cargas") is not None or row.get("boca_abajo")
    }
    return ships, cards, state.get("dispositivos"), state.get("vigentes"), state.get("sin_medir")
