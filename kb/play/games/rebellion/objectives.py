"""Rebellion: Objective cards: what they ask for, when they may be played, and the plans of the Death Star."""

from collections.abc import Callable
from typing import Any

from grammar.compile import compile_text
from grammar.effects import Seleccion
from grammar.effects.reglas import Clausula, Regla
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.effects import TRAITS, move_reputation
from kb.play.games.rebellion.orders import NotRun, number_of, side_in
from kb.play.games.rebellion.state import STATIONS, Face, Natural, System, Table, Theatre, destroy, is_kind
from kb.play.run import Illegal, Log
from kb.play.validation import Model
from kb.text import slugify

SCORE = cite("rebellion/cartas-de-objetivo#r-d923cc", "requisito")
BOX = cite("rebellion/cartas-de-objetivo#r-43b529", "vuelve a la caja")
PLANS = cite("rebellion/destruccion-de-una-estrella-de-la-muerte#r-d7dde4", "Tira 3 dados")
KEEPS = cite("rebellion/destruccion-de-una-estrella-de-la-muerte#r-2f6f5b", "conserva la carta")
NO_STATION = cite("rebellion/destruccion-de-una-estrella-de-la-muerte#r-2af5c5", "no se puede jugar")
CITES: tuple[Cite, ...] = (SCORE, BOX, PLANS, KEEPS, NO_STATION)
Test = Callable[[Table, "Objective"], bool]


class Won(Model):
    batalla: Theatre
    sistema: str


class Objective(Model):
    carta: str
    """Its text."""
    valor: Natural = 1
    """Reputation printed on it."""
    ha_ganado: tuple[Won, ...] = ()
    """Battles just won by the Rebels."""


class Plans(Model):
    sistema: str
    tirada: tuple[Face, ...] | None = None
    valor: Natural = 2
    carta: str = "Planos"


def objective(table: Table, order: Objective, log: Log) -> tuple[Table, dict[str, Any]]:
    if not _read(order.carta)(table, order):
        raise Illegal("no se cumple lo que pide la carta de Objetivo", SCORE)
    log.say("", f"se cumple: gana {order.valor} de Reputación", SCORE, words=order.carta)
    table = move_reputation(table, order.valor, log)
    log.say("", "la carta vuelve a la caja", BOX)
    return table, {"reputacion": order.valor}


def plans(table: Table, order: Plans, log: Log) -> tuple[Table, dict[str, Any]]:
    """Three dice: one direct hit destroys the station; else the card is kept."""
    there = {n: table.unit(n) for n in table.there(order.sistema)}
    stations = [n for n, u in there.items() if u.tipo in STATIONS]
    if not stations:
        raise Illegal(f"no hay ninguna Estrella de la Muerte en {order.sistema}", NO_STATION)
    if not any(u.bando == "rebelde" and is_kind(u, "caza") for u in there.values()):
        raise Illegal("hace falta al menos 1 caza Rebelde en el sistema", PLANS)
    faces: tuple[Face, ...] = ("impacto", "impacto", "impacto_directo", "especial", "vacia", "vacia")
    shown = log.roll(order.tirada, 3, faces, "los 3 dados de los Planos")
    if "impacto_directo" not in shown:
        log.say("", "no sale ningún impacto directo: conserva la carta", KEEPS)
        return table, {"destruida": False, "conserva_carta": True, "reputacion": 0}
    log.say("", f"un impacto directo destruye {stations[0]}", PLANS)
    table = move_reputation(destroy(table, stations[0], log), order.valor, log)
    return table, {"destruida": True, "conserva_carta": False, "reputacion": order.valor}


# --- what an objective asks for ---


def _read(text: str) -> Test:
    result = compile_text(text, "rebellion")
    rules = [e for e in result.effects if isinstance(e, Regla)]
    if result.status == "rechazado" or not rules:
        raise PlayError("el texto del Objetivo no se entiende")
    try:
        return _asked(rules)
    except NotRun as error:
        raise PlayError(f"el Objetivo se entiende, pero no se ejecuta: {error.reason}") from None


def _asked(rules: list[Regla]) -> Test:
    first, *rest = rules[0].clausulas
    if first.verbo is None or first.verbo.lema != "jugar" or len(rules) > 1 or not rest:
        raise NotRun("no es «Juega esta carta si…» ni «después de…»")
    clause = rest[0]
    if len(rest) > 1 or clause.verbo is None:
        raise NotRun("pide varias cosas")
    if "despues_de" in clause.nexos and clause.verbo.lema == "ganar":
        return _battle(clause)
    if "si" in clause.nexos and clause.verbo.lema in CONDITIONS:
        return CONDITIONS[clause.verbo.lema](clause)
    raise NotRun(f"pide «{clause.verbo.lema.replace('_', ' ')}», que no se comprueba")


def _battle(clause: Clausula) -> Test:
    """«después de ganar una batalla espacial en un sistema Imperial»."""
    kind = next((p.que.objeto for p in clause.partes if p.papel == "objeto" and p.que is not None), "")
    place = next((p for p in clause.partes if p.prep == "en" and p.que is not None), None)
    if kind not in ("espacial", "terrestre") or (place is not None and (place.relativas or not place.que)):
        raise NotRun("pide una batalla que no se comprueba")
    traits = _traits(place.que) if place is not None and place.que is not None else ()

    def test(table: Table, order: Objective) -> bool:
        fit = [w for w in order.ha_ganado if w.batalla == kind]
        return any(all(TRAITS[t](table.system(w.sistema)) for t in traits) for w in fit)

    return test


def _traits(what: Seleccion) -> tuple[str, ...]:
    if what.objeto != "sistema" or what.complemento is not None or what.relativa is not None:
        raise NotRun("habla de un sitio que no se comprueba")
    found = tuple(str(a.id).removeprefix("adj_") for g in what.rasgos for a in g.partes if not a.nombre)
    if set(found) - set(TRAITS):
        raise NotRun("habla de un sitio que no se comprueba")
    return found


def _systems(clause: Clausula) -> tuple[Seleccion, int]:
    subject = next((p.que for p in clause.antes if p.papel == "sujeto" and p.que is not None), None)
    if subject is None or subject.objeto != "sistema":
        raise NotRun("no habla de sistemas")
    return subject, number_of(subject)


def _loyal(clause: Clausula) -> Test:
    """«al menos 5 sistemas son leales a la Rebelión»."""
    subject, n = _systems(clause)
    words = {str(a.id) for p in clause.partes for g in p.predicado for a in g.partes}
    sides = {slugify(str(p.que.nombre)) for p in clause.partes if p.prep == "a" and p.que is not None}
    if words != {"adj_leal"} or not sides <= {"rebelion", "imperio"} or subject.articulo is not None:
        raise NotRun("pide algo de los sistemas que no se comprueba")
    side = "rebelde" if sides == {"rebelion"} else "imperio"
    return _counted(subject, n, lambda table, name: table.sistemas[name].lealtad == side)


def _contain(clause: Clausula) -> Test:
    """«al menos 4 sistemas contienen una unidad Rebelde»."""
    subject, n = _systems(clause)
    things = [p.que for p in clause.partes if p.que is not None]
    if len(things) != 1 or subject.articulo is not None:
        raise NotRun("pide algo de los sistemas que no se comprueba")
    thing = things[0]
    token = [str(a.id) for g in thing.rasgos for a in g.partes if a.clase == "ficha"]
    side = side_in(thing)

    def holds(table: Table, name: str) -> bool:
        if thing.objeto == "indicador" and token == ["sabotaje"]:
            return table.sistemas[name].sabotaje
        units = [table.unit(u) for u in table.there(name)]
        return any(is_kind(u, thing.objeto) and side in ("", u.bando) for u in units)

    return _counted(subject, n, holds)


def _counted(subject: Seleccion, n: int, holds: Callable[[Table, str], bool]) -> Test:
    tests: list[Callable[[System], bool]] = [TRAITS[t] for t in _traits(subject)]

    def test(table: Table, order: Objective) -> bool:
        fit = [name for name, s in table.sistemas.items() if all(t(s) for t in tests) and holds(table, name)]
        return len(fit) >= n

    return test


def _there_is(clause: Clausula) -> Test:
    thing = next((p.que for p in clause.partes if p.que is not None), None)
    if clause.verbo is None or thing is None or thing.objeto != "lider_capturado" or not clause.verbo.negado:
        raise NotRun("pide que haya algo que no se comprueba")
    return lambda table, order: table.capturado is None and not any(x.capturado for x in table.lideres.values())


CONDITIONS: dict[str, Callable[[Clausula], Test]] = {"ser": _loyal, "contener": _contain, "haber": _there_is}


KIND_WORDS = {
    "caza": "caza",
    "nave": "nave",
    "nave de línea": "nave_de_linea",
    "estación espacial": "estacion_espacial",
    "estructura": "estructura",
    "unidad terrestre": "unidad_terrestre",
}


def answer(table: Table, question: str) -> Any:
    """«destructor es nave de línea»."""
    name, _, word = question.partition(" es ")
    if word in KIND_WORDS and name in table.unidades:
        return is_kind(table.unidades[name], KIND_WORDS[word])
    return None
