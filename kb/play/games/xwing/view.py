"""X-Wing: what happens, in the words of the game's own steps, and the same as an event with its roles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kb.play.games.xwing.state import Table
from kb.play.meaning.events import Ente, Event

Relation = Literal["antes", "mientras", "despues", "al_comienzo", "al_final", "durante", "iba_a"]
RELATIONS: Mapping[str, str] = {"al_comienzo": "comienzo", "al_final": "final"}
VERBS: Mapping[str, str] = {"defenderse": "defender", "activarse": "activar"}
MODES = frozenset({"completamente", "parcialmente"})
CHECK = "comprobar_la_dificultad"
"""The step of a manoeuvre in which its colour counts."""
PASSIVE = frozenset({"destruir", "colocar", "desplegar"})
"""Verbs of which the ship is what it is done to."""
SORTS: Mapping[str, str] = {
    "ataque": "ataque", "maniobra": "maniobra", "accion": "accion", "ficha": "ficha", "dano": "dano", "escudo": "escudo",
    "carga": "carga", "selector": "selector", "blanco_fijado": "blanco_fijado", "dado": "dado", "dado_de_ataque": "dado",
    "dado_de_defensa": "dado", "carta_de_dano": "carta_dano", "camuflaje": "efecto", "bomba": "dispositivo",
    "mina": "dispositivo", "dispositivo": "dispositivo", "remoto": "remoto", "nave": "nave", "resultado": "resultado",
    "impulso": "movimiento", "tonel_volado": "movimiento", "estado": "estado_carta", "fuerzas": "escuadron",
}  # fmt: skip


@dataclass(frozen=True)
class Happening:
    """One thing that happens to which abilities may react."""

    relation: Relation
    verb: str
    """`efectuar`, `ejecutar`, `realizar`, `destruir`…, or `fase` and `paso`."""
    who: str = ""
    noun: str = ""
    """`ataque`, `maniobra`, `accion`, `ficha`, or the name of the phase."""
    qualities: frozenset[str] = frozenset()
    number: int | None = None
    """Speed of a manoeuvre, range of an attack."""
    roles: dict[str, str] = field(default_factory=dict)
    """`atacante` and `defensor`; other roles of the verb by their preposition (`con`, `que`, `sobre`)."""
    step: str = ""
    """Step of the attack in which it happens."""


def ship_of(name: str) -> Ente:
    return Ente("nave", name)


def attack_of(happening: Happening) -> Ente:
    return Ente("ataque", "ataque", happening.qualities, happening.roles.get("atacante", ""), happening.number)


def event_of(table: Table, happening: Happening) -> tuple[Event, tuple[Event, ...]]:
    """The event, and what is going on around it."""
    rel = RELATIONS.get(happening.relation, happening.relation)
    parts = {name: ship_of(ship) for name, ship in happening.roles.items() if name in ("atacante", "defensor")}
    if "atacante" in parts and "defensor" in parts:
        parts["este_ataque"] = attack_of(happening)
    elif table.dados is not None and table.dados.quienes:  # whatever happens while an attack is being made
        attacker, defender = table.dados.quienes
        attack = Ente("ataque", "ataque", table.dados.marcas, attacker, table.dados.alcance)
        parts = {"atacante": ship_of(attacker), "defensor": ship_of(defender), "este_ataque": attack}
    fighting = "este_ataque" in parts
    going = _going(table, happening, parts) if fighting else ()
    if phase := table.fase or ("enfrentamiento" if fighting else ""):  # attacks are made in it unless something else is told
        going = (*going, Event("durante", "fase", tiempo=PHASES[phase]))
    if happening.verb == "realizar" and rel == "mientras":
        going = (*going, Event("durante", "accion", parts={"este_accion": _thing(happening, "accion")}))
    if happening.verb == "paso" and happening.noun == CHECK:
        flying = {"quien": ship_of(happening.who), "que": _thing(happening, "maniobra")}
        modes = happening.qualities & MODES
        going = (Event("mientras", "ejecutar", flying, modes, {}, happening.number), *going)
    if happening.verb in ("fase", "paso"):
        return Event(rel, happening.verb, {}, frozenset(), parts, None, happening.step, happening.noun), going
    verb = VERBS.get(happening.verb, happening.verb)
    roles = _roles(happening, verb, parts)
    return Event(rel, verb, roles, happening.qualities & MODES, parts, happening.number, happening.step), going


def _thing(happening: Happening, noun: str) -> Ente:
    marks = frozenset({*(happening.qualities - MODES), noun})
    name = happening.roles.get("que", noun)
    return Ente(SORTS.get(noun, noun), name, marks, happening.who, happening.number)


def _roles(happening: Happening, verb: str, parts: Mapping[str, Ente]) -> dict[str, Ente]:
    roles: dict[str, Ente] = {}
    if happening.who:
        passive = verb in PASSIVE and not happening.noun
        roles["que" if passive else "quien"] = Ente(happening.roles.get("sort", "nave"), happening.who)
    if happening.noun and happening.noun not in ("nave",):
        roles["que"] = _thing(happening, happening.noun)
    for name, other in happening.roles.items():
        if name in ("con", "sobre", "a_traves_de", "en", "a", "desde") or (name == "que" and "que" not in roles):
            roles[name] = _other(name, other, parts)
    if verb == "fracasar":  # what fails is the action
        roles = {"quien": roles["que"]}
    if roles.get("quien", Ente("")).sort == "ataque":
        roles["quien"] = parts["este_ataque"]
    if verb == "declarar" and happening.noun == "":  # «sea declarada como defensor»
        roles["como"] = parts["defensor"]
    if verb == "efectuar" and "defensor" in parts:
        roles["que"], roles["contra"] = parts["este_ataque"], parts["defensor"]
    if verb == "defender" and "atacante" in parts:
        roles["contra"] = parts["atacante"]
    return roles


def _other(name: str, other: str, parts: Mapping[str, Ente]) -> Ente:
    if name == "en":
        return parts[other]
    kind, _, which = other.partition(" ")
    if kind == "capacidad" and which:
        return Ente("capacidad", which)
    return Ente("plantilla", which, frozenset({which})) if kind == "plantilla" and which else ship_of(other)


def _going(table: Table, happening: Happening, parts: Mapping[str, Ente]) -> tuple[Event, ...]:
    """The attack, as its two ships see it."""
    attack = parts["este_ataque"]
    made = {"quien": parts["atacante"], "que": attack, "contra": parts["defensor"]}
    met = {"quien": parts["defensor"], "contra": parts["atacante"]}
    return (
        Event("mientras", "efectuar", made, frozenset(), parts, happening.number, happening.step),
        Event("mientras", "defender", met, frozenset(), parts, happening.number, happening.step),
    )


PHASES: Mapping[str, str] = {
    "planificacion": "fase_de_planificacion",
    "sistemas": "fase_de_sistemas",
    "activacion": "fase_de_activacion",
    "enfrentamiento": "fase_de_enfrentamiento",
    "final": "fase_final",
}
# What the scenario calls a thing, and the names that a text may give it.
COLOURS: Mapping[str, str] = {"roja": "rojo", "azul": "azul", "blanca": "blanco", "violeta": "violeta"}
BEARINGS: Mapping[str, tuple[str, ...]] = {
    "recta": ("recto", "basico"),
    "inclinacion": ("inclinacion_izquierda", "inclinacion_derecha", "de_inclinacion", "basico"),
    "giro": ("giro_izquierda", "giro_derecha", "de_giro", "basico"),
    "inmovil": ("estacionaria", "inmovil", "avanzado"),
    "koiogran": ("giro_koiogran", "giro_koiograno", "avanzado"),
    "segnor": ("bucle_segnor_izquierda", "bucle_segnor_derecha", "giro_de_segnor", "avanzado"),
    "tallon": ("giro_tallon_izquierda", "giro_tallon_derecha", "avanzado"),
    "retroceso": ("recto_marcha_atras", "retroceso", "avanzado"),
    "retroceso_lateral": ("inclinacion_izquierda_marcha_atras", "inclinacion_derecha_marcha_atras", "retroceso", "avanzado"),
    "deslizamiento": ("deslizamiento", "avanzado"),
}
SIDES: Mapping[str, str] = {"izquierda": "derecha", "derecha": "izquierda"}


def bearings(kind: str, side: str = "") -> tuple[str, ...]:
    """The names of a bearing; those of the other side are not its own, where the side is told."""
    return tuple(name for name in BEARINGS[kind] if SIDES.get(side) not in name.split("_"))


ACTION_ICONS: Mapping[str, str] = {
    "concentracion": "concentracion", "calculos": "calculo", "evasion": "evasion", "refuerzo": "reforzar",
    "camuflaje": "camuflaje", "fijar_blanco": "blanco_fijado", "impulso": "impulso", "tonel": "tonel_volado",
    "coordinacion": "coordinar", "interferencia": "interferir", "reorientacion": "rotar_arco", "recarga": "recargar",
    "masa": "slam",
}  # fmt: skip
