"""X-Wing: a situation in which a card acts, for whoever wants to see it run: its moment made to come, its choices taken."""

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from grammar.effects import Frase, Momento, Operacion, Periodo, Seleccion
from kb.play.cards import Unusable
from kb.play.errors import PlayError
from kb.play.games.xwing import PLAY
from kb.play.games.xwing.abilities import Ability, abilities_of
from kb.play.games.xwing.moments import ACTION_ICONS, COLOURS, PHASES
from kb.play.run import Report, run

CARD, MINE, FRIEND, FOE = "carta", "nave", "aliada", "enemiga"
MOST = 24
"""Situations tried for one card: more would make a page wait."""
_SHIP: dict[str, Any] = {"ataque": 2, "agilidad": 1, "casco": 6, "escudos": 1, "escudos_max": 2}
_RICH: dict[str, Any] = {"cargas": 2, "cargas_max": 2, "fuerza": 1, "fuerza_max": 2, "blancos": [FOE]}
_GREEN = {"concentracion": 1, "evasion": 1, "calculos": 1}
_WORLDS: tuple[dict[str, Any], ...] = (
    {"fichas": _GREEN},
    {"fichas": {**_GREEN, "tension": 1, "merma": 1, "sobresfuerzo": 1, "refuerzo": 1}, "dano": 1, "criticos": 1},
    {"fichas": {}, "escudos": 0},
)
"""The ship of the card: at ease, battered, or with nothing left."""


def tryout(text: str) -> dict[str, Any] | None:
    """The scenario, as `kb run` reads it; None where no ability acts. Raises Unusable where the text is not understood."""
    attempts = (scenario for told in (_in_time, _at_will) for ability in abilities_of(text) for scenario in told(text, ability))
    found = next((scenario for scenario in islice(attempts, MOST) if _acts(scenario)), None)
    return _trimmed(found) if found else None


def _trimmed(scenario: dict[str, Any]) -> dict[str, Any]:
    """Without the decisions that change nothing."""
    step = scenario["cuando"][0]
    decision = step.get("decide", {}).get(CARD, {})
    for name in [name for name in decision if name != "usa"]:
        rest = {key: value for key, value in decision.items() if key != name}
        shorter = {**scenario, "cuando": [{**step, "decide": {CARD: rest}}]}
        if _acts(shorter):
            decision, scenario = rest, shorter
    return scenario


def _in_time(text: str, ability: Ability) -> Iterator[dict[str, Any]]:
    """Its moment comes."""
    for decision, world, step in product(_decisions(ability), _WORLDS, _steps(ability)):
        yield _scenario(text, world, {**step, "decide": {CARD: decision}} if decision else step)


def _at_will(text: str, ability: Ability) -> Iterator[dict[str, Any]]:
    """An action, or a moment that no step of ours brings: the scenario says that it has come."""
    for world, chosen in product(_WORLDS, (FRIEND, FOE)):
        told = {"nave": MINE, "carta": CARD, "oracion": ability.place, "se_cumple": True, "elige": chosen}
        yield _scenario(text, world, {"capacidad": told})


def why_not(text: str) -> str:
    """One sentence for a card that has no tryout."""
    try:
        abilities_of(text)
    except Unusable as error:
        return f"La carta no se puede poner en juego: {error.reason}."
    return "La carta se entiende, pero el motor no sabe todavía ponerla en juego."


def _scenario(text: str, world: Mapping[str, Any], step: Mapping[str, Any]) -> dict[str, Any]:
    ships = {
        MINE: {"jugador": "Ana", **_SHIP, **_RICH, **world, "cartas": {CARD: text}},
        FRIEND: {"jugador": "Ana", **_SHIP, "fichas": {"tension": 1, "concentracion": 1}},
        FOE: {"jugador": "Bea", **_SHIP, "fichas": {"evasion": 1, "tension": 1}},
    }
    ranges = {f"{MINE} {FRIEND}": 1, f"{MINE} {FOE}": 1, f"{FRIEND} {FOE}": 1}
    arcs = {MINE: {arc: [FOE] for arc in ("frontal", "diana", "torreta", "fuego", "ataque")}}
    given = {"orden": ["Ana", "Bea"], "naves": ships, "alcances": ranges, "arcos": arcs}
    return {
        "juego": "xwing",
        "titulo": "Una carta en juego",
        "semilla": 1,
        "dado": given,
        "cuando": [dict(step)],
        "entonces": {},
    }


def _acts(scenario: Mapping[str, Any]) -> bool:
    try:
        report: Report = run(PLAY, scenario["dado"], scenario["cuando"], scenario["semilla"])
    except PlayError:
        return False
    acted = any(event.efecto == CARD and "no se ejecuta" not in event.texto for event in report.eventos)
    return acted and not report.no_se_puede and not report.pendiente


def _steps(ability: Ability) -> Iterator[dict[str, Any]]:
    if "ataque" in ability.headers:
        yield {"ataque": {"atacante": MINE, "defensor": FOE, "alcance": 1, "arma": "especial", "carta": CARD, "valor": 3}}
    for frame in ability.frames:
        if isinstance(frame, Periodo):
            yield from _phase(frame.plazo.que, "durante")
        elif isinstance(frame, Momento) and frame.frases is not None:
            for clause in frame.frases.partes:
                yield from (step for op in clause.efecto.ops for step in _happens(frame.relacion, clause, op))
        elif isinstance(frame, Momento):
            yield from _phase(frame.que, {"al_comienzo": "comienzo", "al_final": "final"}.get(frame.relacion, "comienzo"))
            yield _fight(MINE, FOE)
            yield _fight(FOE, MINE)


def _phase(what: object, moment: str) -> Iterator[dict[str, Any]]:
    names = {noun: name for name, noun in PHASES.items()}
    if isinstance(what, Seleccion) and what.objeto in names:
        yield {"fase": {"nombre": names[what.objeto], "momento": moment}}


def _happens(relation: str, clause: Frase, op: Operacion) -> Iterator[dict[str, Any]]:
    """The step of a scenario in which this happens to the ship that the text names."""
    sides = {str(a.id) for g in clause.sujeto.rasgos for a in g.partes} if isinstance(clause.sujeto, Seleccion) else set()
    who = MINE if clause.sujeto is None else FOE if "enemigo" in sides else FRIEND
    atoms = [str(a.id) for g in getattr(getattr(op, "que", None), "rasgos", ()) for a in g.partes]
    colour = next((name for name, id in COLOURS.items() if id in atoms), None)
    coloured = {"color": colour} if colour else {}
    if op.kind in ("efectuar", "defenderse"):
        other = FOE if who != FOE else MINE
        yield _fight(*((who, other) if op.kind == "efectuar" else (other, who)), **_attack(op, atoms))
    elif op.kind == "ejecutar":
        yield {"maniobra": {"nave": who, **coloured, "parcial": "parcialmente" in op.adverbios}}
    elif op.kind == "realizar":
        names = {icon: name for name, icon in ACTION_ICONS.items()}
        action = next((names[atom] for atom in atoms if atom in names), "concentracion")
        yield {"accion": {"nave": who, "accion": action, **({"color": "roja"} if "rojo" in atoms else {})}}
    elif op.kind in ("activarse", "intervenir"):
        name = {"activarse": "activa", "intervenir": "interviene"}[op.kind]
        yield {name: {"nave": who, "momento": "despues" if relation == "despues" else "antes"}}
    elif op.kind == "revelar":
        yield {"revela": {"nave": who, **coloured}}
    elif op.kind == "recibir":
        yield {"recibe": {"nave": who, "fichas": dict.fromkeys(atoms[:1], 1) or {"tension": 1}}}
    elif op.kind in ("sufrir", "destruir", "perder"):
        yield {"sufre": {"nave": who, "impactos": 8 if op.kind == "destruir" else 1}}


def _attack(op: Operacion, atoms: list[str]) -> dict[str, Any]:
    """The kind of attack that the text asks for: its weapon, arc, range and result."""
    what = getattr(op, "que", None)
    places = (*op.lugares, *(what.lugares if isinstance(what, Seleccion) else ()))
    ranges = [place.valores[0] for place in places if place.tipo == "alcance" and place.valores]
    arcs = [atom.removeprefix("arco_") for atom in atoms if atom.removeprefix("arco_") in ARCS and atom.startswith("arco_")]
    kinds = [atom for atom in atoms if atom in KINDS]
    found: dict[str, Any] = {"alcance": ranges[0]} if ranges else {}
    if kinds or "especial" in atoms:
        found |= {"arma": kinds[0] if kinds else "especial", "valor": 2}
    verbs = [o.kind for o in what.relativa.frase.efecto.ops] if isinstance(what, Seleccion) and what.relativa else []
    if "fallar" in verbs:
        found |= {"valor": 0}
    return {**found, **({"arco": arcs[0]} if arcs else {})}


ARCS = frozenset({"frontal", "trasero", "torreta", "torreta_doble"})
KINDS = frozenset({"torpedo", "misil", "canon", "torreta"})


def _fight(attacker: str, defender: str, **more: Any) -> dict[str, Any]:
    return {"ataque": {"atacante": attacker, "defensor": defender, "alcance": 1, **more}}


def _decisions(ability: Ability) -> Iterator[dict[str, Any]]:
    """Nothing decided; then what a player might choose, from little to much."""
    yield {}
    action = next(iter(_granted(ability)), "evasion")
    for token, die, chosen in product((None, "evasion"), (None, "vacia", "concentracion"), (None, FRIEND, FOE)):
        told = {"elige": chosen, "ficha": token, "dados": [die] if die else None}
        always = {"usa": True, "accion": action, "opcion": "1", "hacia": "trasero", "se_cumple": True}
        yield {**always, **{name: value for name, value in told.items() if value is not None}}


def _granted(ability: Ability) -> Iterator[str]:
    """Actions that its effects give."""
    names = {icon: name for name, icon in ACTION_ICONS.items()}
    for phrase in ability.phrases:
        for op in phrase.efecto.ops if phrase.modo != "debe" else ():
            groups = getattr(getattr(op, "que", None), "rasgos", ()) if op.kind == "realizar" else ()
            yield from (names[str(atom.id)] for group in groups for atom in group.partes if str(atom.id) in names)
