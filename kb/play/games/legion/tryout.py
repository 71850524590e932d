"""Legión: a card put in play, on a unit of the battles in which keywords are counted (`census.py`)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from kb.play.games.legion import PLAY
from kb.play.games.legion.board import defined
from kb.play.games.legion.cards import card
from kb.play.games.legion.census import ARMED, SEEDS, battles
from kb.play.games.legion.keywords import keyword
from kb.play.games.legion.runs import never_run
from kb.play.games.legion.world import GAME
from kb.play.meaning.abilities import Ability
from kb.play.meaning.tryout import Staging, Step

CARD, MINE = "carta", "a"
OF_THE_CARD = ("cartas", "cualidades", "armas", "incremento_de_ataque", "incremento_de_defensa")


def situations(text: str, ability: Ability) -> Iterator[Step]:
    """Attacks of both kinds by and against its unit, a round, single turns; what is used by its name, first."""
    by_name = ability.clase == "accion"
    told = [_scenario(given, deeds, seed) for seed, (given, deeds) in product(SEEDS, tuple(_battles(text, by_name)))]
    yield from sorted(told, key=lambda each: CARD not in str(each["cuando"])) if by_name else told


def elsewhere(text: str, ability: Ability) -> Iterator[Step]:
    """Somebody else attacks, or its own unit does something else."""
    for given, deeds in battles(CARD, {"cartas": {CARD: text}}, {"cualidades": ARMED}):
        if CARD not in str(deeds) and not _attacks(deeds[0]):
            yield _scenario(given, deeds, SEEDS[0])


def _battles(text: str, by_name: bool) -> Iterator[tuple[Step, list[Step]]]:
    weapons = card(CARD, text).weapons
    for given, deeds in battles(CARD, {"cartas": {CARD: text}}, {"cualidades": ARMED}):
        if weapons and _attacks(deeds[0]):
            yield given, [_armed(deeds[0], weapons[0])]
        elif not weapons and (by_name or CARD not in str(deeds)):
            yield given, deeds


def _attacks(deed: Step) -> bool:
    return bool(deed.get("ataque", {}).get("atacante") == MINE)


def _armed(deed: Step, weapon: Mapping[str, Any]) -> Step:
    """The same attack with the weapon that the card is, where it reaches; what its dice show is rolled."""
    kept = {key: value for key, value in deed["ataque"].items() if key not in ("ataque", "repite", "punteria", "embestida")}
    near = {"tipo": weapon["tipos"][0], "alcance": weapon["alcance"][0] if weapon["alcance"] else 0}
    return {"ataque": {**kept, **near, "armas": {CARD: 1}}}


def _scenario(given: Step, deeds: list[Step], seed: int) -> Step:
    return {"juego": GAME, "titulo": "Una carta en juego", "semilla": seed, "dado": given, "cuando": deeds, "entonces": {}}


def _bare(told: Step) -> Step:
    units = told["dado"]["unidades"]
    mine = {key: value for key, value in units[MINE].items() if key != "cartas"}
    deeds = [_without(deed) for deed in told["cuando"]]
    return {**told, "dado": {**told["dado"], "unidades": {**units, MINE: mine}}, "cuando": deeds}


def _without(deed: Step) -> Step:
    ((name, body),) = deed.items()
    if "acciones" in body:
        body = {**body, "acciones": [action for action in body["acciones"] if action.get("carta") != CARD]}
    if CARD in body.get("armas", {}):
        body = {**body, "armas": {"arma": 1}}
    return {name: body}


def _state(state: Mapping[str, Any]) -> Any:
    units = {
        name: {key: value for key, value in unit.items() if name != MINE or key not in OF_THE_CARD}
        for name, unit in state["unidades"].items()
    }
    return {**state, "unidades": units}


def _named(told: Step) -> Sequence[str]:
    """The card, and the keywords that it lists, as reports name them."""
    found = card(CARD, told["dado"]["unidades"][MINE]["cartas"][CARD])
    lines = (*found.keywords, *(line for weapon in found.weapons for line in weapon["cualidades"]))
    return (CARD, *lines, *(line.partition(":")[0] for line in lines))


def _left_out(text: str) -> Sequence[str]:
    """Of its sentences, and of the definitions of the keywords that it lists."""
    found = card(CARD, text)
    held = [keyword(line) for line in found.keywords]
    held += [keyword(line, "arma") for weapon in found.weapons for line in weapon["cualidades"]]
    texts = (text, *(defined(each.term.id, each.value) for each in held))
    return tuple(line for each in texts if each for line in never_run(each))


STAGING = Staging(
    game=GAME, play=PLAY, card=CARD, situations=situations, told=lambda told, name, value: told, bare=_bare, state=_state,
    left_out=_left_out, value=lambda name, options, way, question: options[0] if options else "", named=_named,
    elsewhere=elsewhere,
)  # fmt: skip
