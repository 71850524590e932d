"""Rebellion cards: each verb of compiled prose as the orders it gives; the rest is refused with its reason."""

from collections.abc import Iterator

from grammar.effects import Seleccion
from grammar.effects.reglas import Clausula
from kb.play.games.rebellion.orders import NotRun, Order, Where, number_of, place_of, side_in

DECKS = frozenset({"sonda", "objetivo", "mision", "proyecto", "accion", "tactica_espacial", "tactica_terrestre", "tactica"})


def _damage(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    if len(found) != 1 or found[0].objeto != "uno":
        raise NotRun("inflige un daño que depende de otra cosa")
    goal = next((p.que for p in clause.partes if p.prep == "a" and p.que is not None), None)
    kind = goal.objeto if goal is not None else ""
    many = goal.cuenta.valores[0] if goal is not None and goal.cuenta is not None and goal.cuenta.valores else 1
    most = goal is not None and goal.cuenta is not None and goal.cuenta.tipo == "hasta"
    yield Order("infligir", kind, side, number_of(found[0]), most, many)


def _block(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    if not found:
        raise NotRun("no dice cuánto daño bloquea")
    goal = next((p.que for p in clause.partes if p.prep == "a" and p.que is not None), None)
    yield Order("bloquear", goal.objeto if goal is not None else "", side, number_of(found[0]), most=True)


def _again(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    if not found or found[0].objeto != "dado":
        raise NotRun("repite algo que no son dados")
    yield Order("volver_a_tirar", side=side, n=number_of(found[0]), most=True)


def _destroy(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    worth = next((p.que for p in clause.partes if p.prep == "por_un_valor_maximo_de" and p.que is not None), None)
    place = [p.que.objeto for p in clause.partes if p.prep in ("en", "de") and p.que is not None]
    here = [p.que for p in clause.partes if p.prep == "en" and p.que is not None and p.que.articulo != "este"]
    if any(where != "sistema" for where in place) or any(t.complemento for t in found) or here:
        raise NotRun("destruye unidades que no están en el sistema")
    for thing in found:
        if thing.objeto == "sistema":
            yield Order("destruir_sistema")
            continue
        yield Order("destruir", thing.objeto, side_in(thing), number_of(worth or thing), worth is not None)


def _gain(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    sign = -1 if clause.verbo is not None and clause.verbo.lema == "perder" else 1
    here = [p.que for p in clause.partes if p.prep == "en" and p.que is not None]
    if any(h.objeto != "sistema" or h.articulo != "este" for h in here):
        raise NotRun("ocurre en un sitio que no es este sistema")
    for thing in found:
        what = _measure(thing)
        if what in ("lealtad", "reputacion"):
            yield Order(what, side=side, n=sign * number_of(thing))
        elif sign == 1 and here and thing.objeto not in ("uno", "unidad") and not thing.complemento:
            yield Order("ganar_unidad", thing.objeto, side_in(thing), number_of(thing))
        else:
            raise NotRun("gana o pierde algo que el motor no lleva")


def _measure(thing: Seleccion) -> str:
    inner = thing.complemento.que.objeto if thing.complemento and isinstance(thing.complemento.que, Seleccion) else ""
    tokens = [str(a.id) for g in thing.rasgos for a in g.partes if a.clase == "ficha"]
    return inner or (tokens[0] if tokens else "")


def _place(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    assert clause.verbo is not None
    leader = next((p.que for p in clause.partes if p.prep == "a" and p.que is not None and p.que.objeto == "lider"), None)
    if leader is not None and leader.articulo == "este" and not found:
        where = next((place_of(p) for p in clause.partes if p.prep == "en" and p.que is not None), Where())
        yield Order("colocar_lider", where=where)
        return
    if not found or any(p.prep == "a" for p in clause.partes):
        raise NotRun("coloca o retira algo que el motor no lleva")
    for thing in found:
        token = [str(a.id) for g in thing.rasgos for a in g.partes if a.clase == "ficha"]
        if thing.objeto != "indicador" or token != ["sabotaje"]:
            raise NotRun("coloca o retira algo que el motor no lleva")
        yield Order("sabotaje", n=1 if clause.verbo.lema == "colocar" else 0)


def _draw(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    for thing in found:
        if thing.objeto not in DECKS or thing.complemento is not None or thing.rasgos:
            raise NotRun("roba cartas de un mazo que el motor no lleva")
        yield Order("robar", thing.objeto, side, number_of(thing))


def _leader(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    assert clause.verbo is not None
    if any(p.prep == "en" for p in clause.partes) or len(found) > 1:
        raise NotRun("elige un Líder de un modo que el motor no lleva")
    yield Order(clause.verbo.lema, side=side)


def _weaker(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    if len(found) != 1 or _measure(found[0]) != "resistencia" or found[0].cuenta is None or found[0].cuenta.tipo != "menos":
        raise NotRun("da algo que el motor no lleva")
    yield Order("resistencia", n=-number_of(found[0]))


def _fail(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    yield Order("fracasar")


def _consider(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    goal = next((p.que for p in clause.partes if p.prep == "como" and p.que is not None), None)
    colours = [str(a.id).removeprefix("adj_") for t in (*found, *([goal] if goal else [])) for g in t.rasgos for a in g.partes]
    colours = [c for c in colours if c in ("rojo", "negro")]
    if not found or found[0].objeto != "resultado" or len(colours) != 2:
        raise NotRun("considera algo que no son resultados de un color")
    yield Order("cambiar_color", n=number_of(found[0]), most=True, colours=tuple(colours))


def _move(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    """«mueve hasta 4 unidades desde… hasta este sistema»."""
    start = next((p.que for p in clause.partes if p.prep == "desde" and p.que is not None), None)
    end = next((p.que for p in clause.partes if p.prep == "hasta" and p.que is not None), None)
    if start is None or end is None or end.objeto != "sistema" or end.articulo != "este" or len(found) != 1:
        raise NotRun("mueve unidades a un sitio que no es este sistema")
    words = {str(a.id) for g in start.rasgos for a in g.partes}
    base = start.objeto in ("espacio", "espacio_base_rebelde")
    if not base and (start.objeto != "sistema" or words - {"adj_adyacente"}):
        raise NotRun("mueve unidades desde un sitio que el motor no lleva")
    origin = "base" if base else "adyacente" if words else "sistema"
    thing = found[0]
    n = number_of(thing) if thing.cuenta is not None else 100
    yield Order("mover", thing.objeto, side_in(thing), n, most=True, origin=origin)


def _fight(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    if not found or found[0].objeto != "combate":
        raise NotRun("resuelve algo que no es un combate")
    yield Order("combate")


VERBS = {
    "mover": _move,
    "resolver": _fight,
    "infligir": _damage,
    "bloquear": _block,
    "volver_a_tirar": _again,
    "destruir": _destroy,
    "ganar": _gain,
    "perder": _gain,
    "colocar": _place,
    "retirar": _place,
    "robar": _draw,
    "capturar": _leader,
    "rescatar": _leader,
    "eliminar": _leader,
    "tener": _weaker,
    "fracasar": _fail,
    "considerar": _consider,
}
