"""Legión: which keywords act when they are played: situations that any keyword can meet, and what its events say in them."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from kb.play.errors import PlayError
from kb.play.games.legion.keywords import held
from kb.play.games.legion.terms import terms
from kb.play.run import Play, Report, run
from kb.text import identifier

TOKENS = {"ataque_apuntado": 2, "esquiva": 2, "incremento": 1, "acobardamiento": 1}
NUMBER = 1
SEEDS = (5, 11, 23)
IDLE = ("se lee pero no se ejecuta", "no puede resolverse", "no se cumple su requisito", "no hay a quién", "se da por cumplido")
"""What the report says of a keyword that does nothing."""


NAMED = {"nombre_de_unidad": "c", "nombre_o_tipo_de_unidad": "c", "accion": "Ataque apuntado", "capacidad": "capacidad 1"}
"""What follows the colon of a keyword, where something of these battles fits it."""


def line(keyword: str, n: int = NUMBER) -> str:
    """The keyword as a card writes it."""
    term = terms()[keyword]
    number = f" {n}" if "X" in term.parametros else ""
    about = next((f": {NAMED[name]}" for name in term.parametros if name in NAMED), "")
    return f"{term.nombre}{number}{about}"


Situation = tuple[dict[str, Any], list[dict[str, Any]]]


def situations(keyword: str, n: int = NUMBER) -> Iterator[Situation]:
    """Armies in which `a` has the keyword (on its card, or on its weapon), and what they do."""
    weapon = terms()[keyword].clase == "cualidad_arma"
    lines = [line(keyword, n)]
    if {"ficha", "accion"} <= {*terms()[keyword].parametros}:  # it names a token or an action
        lines.append(f"{terms()[keyword].nombre} {n}: movimiento")
    for mine in lines:
        of_weapon = {"cualidades": [mine] if weapon else ARMED}
        yield from battles(mine, {"cualidades": [] if weapon else [mine]}, of_weapon)


def battles(mine: str, on_unit: Mapping[str, Any], on_weapon: Mapping[str, Any]) -> Iterator[Situation]:
    """Two armies in several conditions; `a` has besides what is told, and does what it can with it by its name."""
    for foe in FOES:
        for own in OWN:
            a = {
                "jugador": "Ana",
                "categoria": "comandante",
                "umbral": 8,
                "aplomo": 2,
                "miniaturas": 2,
                "fichas": TOKENS,
                **own,
            }
            arms = {"arma": {"dados": DICE, **on_weapon}, "otra": {"dados": {"blanco": 1}}}
            a |= {"armas": {name: {"tipos": KINDS, **arm} for name, arm in arms.items()}, **on_unit}
            a["cualidades"] = [*on_unit.get("cualidades", ()), *own.get("cualidades", ())]
            b: dict[str, Any] = {**LEADER, "jugador": "Bea", "miniaturas": 3, "fichas": {"esquiva": 1}, **foe}
            b["armas"] = {"arma": {"dados": DICE, "tipos": KINDS, "cualidades": ARMED}}
            c = {"jugador": "Ana", "categoria": "tropa", "umbral": 3, "fichas": {"acobardamiento": 1}, "heridas": 1}
            c |= {"vehiculo": True} if foe.get("vehiculo") else {}
            c |= {"orden": own["orden"]} if "orden" in own else {}
            state = {"unidades": {"a": a, "b": b, "c": c}, "alcances": {"a b": 1, "a c": 1, "b c": 1}}
            words = identifier(f"{mine} {on_unit} {on_weapon}")
            for order in ORDERS:
                yield state, [{name: _decided(body, words)} for name, body in order(mine)]


USED = {
    "letal": ("letal",), "embestida": ("embestida",), "rociada_sobre": ("rociada",), "jar_kai": ("jar_kai",),
    "punteria": ("punteria", "jar_kai"), "seleccion_avanzada": ("seleccion_avanzada",),
    "esquiva_criticos": ("capacidad_de_maniobra",),
}  # fmt: skip
"""What is decided about a keyword is told only where somebody has it."""


def _decided(body: Mapping[str, Any], words: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in USED or any(name in words for name in USED[key])}


LEADER = {"categoria": "comandante", "umbral": 8}
KINDS = ["a_distancia", "cuerpo_a_cuerpo"]
ARMED = ["Perforante 1", "Deflagración"]
AGAIN = [{"con": "ataque_apuntado", "dados": ["vacia"], "sale": ["impacto"]}]
DICE = {"rojo": 1, "negro": 2, "blanco": 1}
FOES: tuple[dict[str, Any], ...] = (
    {},
    {"cualidades": ["Blindaje 1"], "vehiculo": True, "resistencia": 4, "fichas": {"escudo": 1}},
    {"cualidades": ["Recompensa", "Desvío"], "umbral": 1, "miniaturas": 1, "fichas": {"recompensa": 1}},
)
OWN: tuple[dict[str, Any], ...] = (
    {"heridas": 1},
    {"heridas": 2, "orden": "boca_arriba", "fichas": {**TOKENS, "acobardamiento": 3}},
    {"heridas": 2, "categoria": "tropa", "fichas": {**TOKENS, "recurso": 1}, "cualidades": ["Salto 1"]},
)
CHOICES = {"elegidas": {"a": ["c"]}}
RIVALS = {"elegidas": {"a": ["b"]}}


def _fight(kind: str, who: str, against: str, **more: Any) -> Any:
    def made(_: str) -> list[tuple[str, dict[str, Any]]]:
        told = {"atacante": who, "defensor": against, "tipo": kind, "armas": {"arma": 1}, "alcance": 1}
        tokens = {"letal": 1, "esquiva_criticos": 0, "embestida": ["vacia"], "seleccion_avanzada": True, "rociada_sobre": 2}
        dice = {"ataque": ["impacto", "critico", "incremento", "vacia"], "punteria": ["vacia"]} if who == "a" else {}
        dice = {} if more.pop("rolled", False) else dice
        return [("ataque", {**told, **(tokens if who == "a" else {}), **dice, **more})]

    return made


def _round(mine: str) -> list[tuple[str, dict[str, Any]]]:
    moves = [{"accion": "movimiento"}, {"accion": "alerta"}]
    return [
        ("crea_ejercito", CHOICES), ("prepara", RIVALS), ("despliega", {"unidad": "a", **CHOICES}),
        ("fase_de_mando", {"puntitos": {"Ana": 1, "Bea": 2}, "ordenes": {"Ana": ["a"]}, **CHOICES}),
        ("comienzo_de_la_fase_de_activacion", {"elige": {"a": "esquiva"}, **CHOICES}),
        ("turno", {"jugador": "Ana", "unidad": "c", "elegidas": {"a": ["b"]}}),
        ("turno", {"jugador": "Ana", "unidad": "a", "acciones": moves, "elegidas": {"a": ["b"]}}),
        ("fase_final", {"puntos": {}, **CHOICES}),
    ]  # fmt: skip


def _phase(name: str, **body: Any) -> Any:
    """One phase alone: what it leaves is not undone by those that follow."""
    return lambda mine: [(name, body)]


def _turn(*actions: dict[str, Any], chosen: str = "c", player: str = "Ana", who: str = "a") -> Any:
    def made(mine: str) -> list[tuple[str, dict[str, Any]]]:
        told = [{**action, **({"carta": mine} if action.get("carta") == "" else {})} for action in actions]
        return [("turno", {"jugador": player, "unidad": who, "acciones": told, "elegidas": {"a": [chosen]}})]

    return made


ORDERS = (
    _fight("a_distancia", "a", "b"),
    _fight("cuerpo_a_cuerpo", "a", "b"),
    _fight(
        "a_distancia",
        "a",
        "b",
        repite=[{"con": "ataque_apuntado", "dados": ["vacia"], "sale": ["impacto"]}],
        letal=0,
        punteria=[],
    ),
    _fight("cuerpo_a_cuerpo", "a", "b", repite=AGAIN, letal=0, punteria=[], defensa=["bloqueo"] * 3),
    _fight("a_distancia", "a", "b", punteria=["impacto"], letal=0),
    _fight("cuerpo_a_cuerpo", "a", "b", punteria=[], jar_kai=["impacto"], letal=0),
    _fight("a_distancia", "a", "b", armas={"arma": 2, "otra": 2}, rolled=True),
    _fight("a_distancia", "b", "a", esquivas=1, ataque=["impacto", "critico", "vacia", "impacto"], cobertura="ligera"),
    _fight("a_distancia", "b", "a", ataque=["impacto", "critico", "vacia", "impacto"], cobertura="ligera"),
    _fight("a_distancia", "b", "a", esquivas=1, esquiva_criticos=1, ataque=["impacto", "critico", "vacia", "impacto"]),
    _fight("cuerpo_a_cuerpo", "b", "a", esquivas=1, ataque=["impacto", "critico", "vacia", "impacto"]),
    _fight("a_distancia", "b", "c", ataque=["critico", "critico", "critico", "critico"]),
    _fight("a_distancia", "a", "b", cobertura="densa", rolled=True),
    _round,
    _turn({"accion": "recuperacion"}, {"accion": "movimiento", "movimiento": "escalada"}),
    _turn({"accion": "movimiento", "movimiento": "pivote"}),
    *(_turn({"carta": "", "elige": [who]}) for who in ("c", "b", "a")),
    _turn({"carta": ""}),
    _turn(player="Ana", who="c"),
    _turn({"accion": "ataque"}, {"accion": "ataque", "gratuita": True}),
    _turn({"accion": "movimiento"}, {"accion": "movimiento"}),
    _turn({"accion": "ataque_apuntado"}, {"accion": "esquiva"}),
    lambda mine: [*_turn({"accion": "movimiento"})(mine), *_turn({"carta": "Salto 1"})(mine)],
    _turn({"carta": "Salto 1"}),
    lambda mine: [("prepara", CHOICES), *_phase("fase_de_mando", puntitos={"Ana": 1, "Bea": 2}, ordenes={}, **CHOICES)(mine)],
    _turn({"accion": "movimiento"}, {"accion": "ataque_apuntado"}, player="Bea", who="b"),
    _turn({"accion": "ataque_apuntado"}, {"accion": "esquiva"}, who="c"),
    _phase("fase_de_mando", puntitos={"Ana": 1, "Bea": 2}, ordenes={"Ana": ["a"]}, **CHOICES),
    _phase("comienzo_de_la_fase_de_activacion", elige={"a": "esquiva"}, **CHOICES),
    _phase("fase_final", puntos={}, **CHOICES),
)
"""What is done: attacks of both kinds by and against it, a whole round, single turns with its card action."""


def acts(play: Play, keyword: str) -> Report | None:
    """A situation in which it does something, told by an event of its own; None where none is found."""
    for seed, (state, actions) in product(SEEDS, tuple(situations(keyword))):
        try:
            report = run(play, state, actions, seed)
        except PlayError:
            continue
        if report.regla and report.regla.partition("#")[0] == f"legion/{terms()[keyword].entrada}":
            return report
        if any(_its(event.efecto, keyword) and not any(idle in event.texto for idle in IDLE) for event in report.eventos):
            return report
    return None


def _its(effect: str, keyword: str) -> bool:
    if not effect:
        return False
    for bearer in ("unidad", "arma"):
        try:
            if keyword in held((effect,), bearer):
                return True
        except PlayError:
            continue
    return False


def census(play: Play) -> Mapping[str, bool]:
    """Of every keyword with a definition, whether it acts."""
    return {term.id: acts(play, term.id) is not None for term in terms().values() if term.definicion}
