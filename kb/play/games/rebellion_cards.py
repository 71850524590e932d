"""Rebellion cards: compiled prose -> orders that the engine carries out in their window. What it cannot, keeps its reason."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from grammar.compile import compile_text
from grammar.effects import Seleccion
from grammar.effects.reglas import Clausula, Parte, Regla
from kb.play.errors import PlayError
from kb.play.games.rebellion_state import Side

NUMBERS = frozenset({"exacta", "hasta", "menos", "al_menos"})
DECKS = frozenset({"sonda", "objetivo", "mision", "proyecto", "accion", "tactica_espacial", "tactica_terrestre", "tactica"})
KINDS = frozenset({"unidad", "nave", "unidad_terrestre", "estructura", "caza", "nave_de_linea", "estacion_espacial"})


class NotRun(PlayError):
    """Read, but the engine does not carry it out."""


@dataclass(frozen=True)
class Where:
    """The system a mission may be attempted in: its kind, what it must and must not contain."""

    system: str = ""
    traits: tuple[str, ...] = ()
    contains: tuple[tuple[str, str, bool], ...] = ()
    """(kind, side or empty, whether it must be there)."""
    leader: str = ""
    """Against a leader: rebelde, capturado."""


@dataclass(frozen=True)
class Order:
    verb: str
    kind: str = ""
    side: str = ""
    """rebelde, imperio, yo, rival."""
    n: int = 0
    most: bool = False
    """«hasta N»."""
    targets: int = 0
    colours: tuple[str, ...] = ()
    when: tuple[tuple[str, str], ...] = ()
    """Units that must be in this system: (kind, side)."""
    span: str = ""
    """paso, ronda, primera_ronda, combate."""
    theatre: str = ""
    discard: str = ""
    """Tactic card that pays for it."""
    where: "Where" = field(default_factory=lambda: Where())
    origin: str = ""
    """Of a move: base, sistema, adyacente."""
    ignores: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    window: str
    """inicio_del_combate, accion_de_combate, bloqueo_de_dano, antes_de_tirar, mision, asignacion, inmediata…"""
    orders: tuple[Order, ...] = ()
    verb: str = ""
    """Of a mission: emprender or resolver."""
    where: Where = field(default_factory=Where)
    before: tuple[Order, ...] = ()
    """What a mission does before the dice are rolled."""
    all_icons: bool = False
    mission: str = ""
    """Skill that the rival's mission must have, for a card used against it."""
    refused: tuple[str, ...] = ()
    unread: str = ""


@lru_cache(maxsize=500)
def read_card(text: str) -> Card:
    result = compile_text(text, "rebellion")
    if result.status == "rechazado":
        return Card("", unread=result.diagnostics[0].message if result.diagnostics else "no se entiende")
    rules = [effect for effect in result.effects if isinstance(effect, Regla)]
    card = Card(rules[0].cabecera or "")
    refused: list[str] = []
    for rule in rules:
        try:
            card = _with_rule(card, rule)
        except NotRun as error:
            refused.append(error.reason)
            break  # what follows may depend on it
    if not card.window and not card.verb:
        blocks = any(order.verb == "bloquear" for order in card.orders)
        card = replace(card, window="bloqueo_de_dano" if blocks else "accion_de_combate")
    if not card.orders and not card.before and not refused:
        refused.append("no dice nada que el motor haga")
    return replace(card, refused=tuple(refused))


def _with_rule(card: Card, rule: Regla) -> Card:
    clauses = list(rule.clausulas)
    first = clauses[0]
    starts = first.verbo is not None and first.verbo.lema in ("emprender", "resolver") and not first.nexos
    if first.verbo is not None and starts and _names(first, "mision"):
        if len(clauses) > 1 or card.verb:
            raise NotRun("pide algo que el motor no comprueba")
        return replace(card, window="mision", verb=first.verbo.lema, where=_where(first))
    if first.verbo is not None and first.verbo.lema == "utilizar":
        return _used(card, clauses[1:])
    if first.verbo is not None and first.verbo.lema == "contar":
        return replace(card, all_icons=True)
    success = _adverb(first, "si_tiene_exito")
    if success:
        clauses = clauses[1:]
    orders = tuple(_orders(clauses))
    if card.verb == "emprender" and not success and not card.orders:
        return replace(card, before=(*card.before, *orders))
    return replace(card, orders=(*card.orders, *orders))


def _used(card: Card, clauses: list[Clausula]) -> Card:
    """«Úsala antes de que tu adversario tire los dados en una Misión.»"""
    verbs = {c.verbo.lema for c in clauses if c.verbo is not None}
    missions = [p.que for c in clauses for p in c.partes if isinstance(p.que, Seleccion) and p.que.objeto == "mision"]
    if "capturar" in verbs:
        return replace(card, window="al_capturar")
    if verbs & {"tirar", "emprender"} and missions:
        icon = next(
            (m.complemento.que.objeto for m in missions if m.complemento and isinstance(m.complemento.que, Seleccion)), ""
        )
        return replace(card, window="antes_de_tirar", mission=icon.removeprefix("icono_"))
    raise NotRun("se usa en un momento que el motor no lleva")


def _where(clause: Clausula) -> Where:
    places = [p for p in clause.partes if p.que is not None and p.que.objeto != "mision"]
    if len(places) > 1 or any(p.union for p in places):
        raise NotRun("pide un sistema que el motor no comprueba")
    for part in places:
        assert part.que is not None
        if part.prep == "contra":
            captive = part.que.objeto == "lider_capturado"
            if part.relativas and captive:
                raise NotRun("va contra un Líder que el motor no comprueba")
            return Where(leader="capturado" if captive else "rebelde", contains=tuple(_around(part)))
        if part.prep == "en":
            return _place_of(part)
    return Where()


def _place_of(part: Parte) -> Where:
    """«en cualquier sistema Rebelde que contenga…», «en el sistema Kashyyyk», «en el espacio de la Base Rebelde»."""
    assert part.que is not None
    what = part.que
    if what.objeto != "sistema":
        return Where(what.objeto)
    if what.complemento is not None or what.relativa is not None:
        raise NotRun("pide un sistema que el motor no comprueba")
    atoms = [a for g in what.rasgos for a in g.partes]
    name = next((str(a.nombre) for a in atoms if a.nombre), str(what.nombre or ""))
    traits = tuple(str(a.id).removeprefix("adj_") for a in atoms if not a.nombre)
    if set(traits) - TRAITS:
        raise NotRun("pide un sistema que el motor no comprueba")
    return Where(name, traits, tuple(_contents(part)))


TRAITS = frozenset({"populoso", "imperial", "rebelde", "neutral", "subyugado", "lejano"})


def _around(part: Parte) -> Iterator[tuple[str, str, bool]]:
    """Of a leader: what its system has to contain."""
    for relative in part.relativas:
        for inner in relative.partes:
            yield from _contents(inner)


def _contents(part: Parte) -> Iterator[tuple[str, str, bool]]:
    for relative in part.relativas:
        if relative.verbo is None or relative.verbo.lema != "contener":
            raise NotRun("pide un sistema que el motor no comprueba")
        for thing in relative.partes:
            if thing.union == "o" or thing.relativas:
                raise NotRun("pide un sistema que el motor no comprueba")
            if thing.que is not None:
                none = relative.verbo.negado or thing.que.articulo == "ningun"
                yield thing.que.objeto, side_in(thing.que), not none


def _orders(clauses: list[Clausula]) -> Iterator[Order]:
    when: list[tuple[str, str]] = []
    span, theatre = "", ""
    discard = ""
    for index, clause in enumerate(clauses):
        verb = clause.verbo
        if verb is not None and verb.lema == "ignorar" and verb.forma == "gerundio":
            continue  # read with the move before it
        ignored = _ignored(clauses[index + 1]) if index + 1 < len(clauses) else ()
        span_, theatre_ = _span(clause)
        span, theatre = span_ or span, theatre_ or theatre
        if verb is None:
            continue
        if "si" in clause.nexos:
            if verb.lema != "haber":
                raise NotRun("pide algo que el motor no comprueba")
            when += [(p.que.objeto, side_in(p.que)) for p in clause.partes if p.papel == "objeto" and p.que is not None]
            continue
        if verb.lema == "descartar" and (card := _thing(clause)) is not None and card.objeto.startswith("tactica"):
            discard = card.objeto
            continue
        for order in _order(clause):
            if ignored and order.verb != "mover":
                raise NotRun("ignora algo que el motor no lleva")
            order = replace(order, when=tuple(when), discard=discard, ignores=ignored)
            yield replace(order, span=order.span or span, theatre=order.theatre or theatre)


def _ignored(clause: Clausula) -> tuple[str, ...]:
    """«ignorando la adyacencia y las restricciones al transporte»."""
    if clause.verbo is None or clause.verbo.lema != "ignorar" or clause.verbo.forma != "gerundio":
        return ()
    words = {p.que.objeto for p in clause.partes if p.que is not None}
    if words - {"adyacencia", "restriccion", "transporte", "capacidad_de_transporte"}:
        raise NotRun("ignora algo que el motor no lleva")
    return tuple(sorted(words & {"adyacencia", "transporte", "capacidad_de_transporte"}))


def _span(clause: Clausula) -> tuple[str, str]:
    for part in clause.antes:
        if part.prep != "durante" or part.que is None:
            continue
        inner = part.que.complemento.que if part.que.complemento is not None else None
        theatre = inner.objeto if isinstance(inner, Seleccion) and inner.objeto in ("espacial", "terrestre") else ""
        if part.que.objeto == "paso":
            return "paso", theatre
        if part.que.objeto in ("espacial", "terrestre"):
            return "combate", part.que.objeto
        if part.que.objeto == "ronda":
            first = any(str(a.id) == "adj_primero" for g in part.que.rasgos for a in g.partes)
            return ("primera_ronda" if first else "ronda"), ""
        raise NotRun("dura más de lo que el motor lleva")
    return "", ""


def _order(clause: Clausula) -> Iterator[Order]:
    assert clause.verbo is not None
    verb, thing = clause.verbo, _thing(clause)
    side = _subject(clause)
    if verb.modo == "puede" and verb.modo_negado:
        yield _forbidden(clause, side)
        return
    if verb.modo is not None or verb.negado:
        raise NotRun("lo deja a decidir o lo niega")
    if any(p.union == "o" for p in clause.partes):
        raise NotRun("da a elegir entre varios efectos")
    if verb.lema == "tirar":
        yield _dice(clause, side)
        return
    if verb.lema not in VERBS:
        raise NotRun(f"«{verb.lema.replace('_', ' ')}» se lee, pero no se ejecuta")
    _nothing_else(clause)
    found = [p.que for p in clause.partes if p.que is not None and (p.papel == "objeto" or p.union == "y")]
    yield from VERBS[verb.lema](clause, side, found or ([thing] if thing is not None else []))


PREPS = frozenset({None, "en", "a", "por_un_valor_maximo_de", "como", "desde", "hasta"})
ADVERBS = frozenset({None, "de_tu_eleccion", "menos"})


def _nothing_else(clause: Clausula) -> None:
    """No part of the sentence may be passed over: an amount per something, a deck's owner, a further condition."""
    for part in clause.partes:
        checked = clause.verbo is not None and clause.verbo.lema == "colocar" and part.prep == "en"  # see `_place_of`
        if part.prep not in PREPS or part.adverbio not in ADVERBS or (part.relativas and not checked) or part.predicado:
            raise NotRun("dice algo más que el motor no hace")
        if part.que is not None and (part.que.relativa is not None or part.que.comparacion is not None):
            raise NotRun("dice algo más que el motor no hace")


def _forbidden(clause: Clausula, side: str) -> Order:
    assert clause.verbo is not None
    thing = _thing(clause)
    if clause.verbo.lema == "retirar":
        return Order("no_retirarse", side=side)
    if clause.verbo.lema == "bloquear":
        return Order("no_bloquear", side=side)
    if clause.verbo.lema == "jugar" and thing is not None and thing.objeto.startswith("tactica"):
        return Order("no_jugar", side=side, theatre=thing.objeto.removeprefix("tactica_"))
    raise NotRun("prohíbe algo que el motor no vigila")


def _dice(clause: Clausula, side: str) -> Order:
    fewer = any(p.adverbio == "menos" for p in clause.partes)
    dice = [p.que for p in clause.partes if p.que is not None and p.que.objeto == "dado"]
    more = any(str(a.id) == "adj_adicional" for d in dice for g in d.rasgos for a in g.partes)
    colours: list[str] = []
    total = 0
    for die in dice:
        n = number_of(die)
        total += n
        colours += [
            str(a.id).removeprefix("adj_") for g in die.rasgos for a in g.partes if str(a.id) in ("adj_rojo", "adj_negro")
        ] * n
    if not dice or fewer == more:
        raise NotRun("tira dados por otro motivo")
    return Order("dados", side=side, n=-total if fewer else total, colours=tuple(colours))


# --- verbs -----------------------------------------------------------------------------------------------------------------


def _damage(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
    if len(found) != 1 or found[0].objeto != "uno":
        raise NotRun("inflige un daño que depende de otra cosa")
    goal = next((p.que for p in clause.partes if p.prep == "a" and p.que is not None), None)
    kind = goal.objeto if goal is not None else ""
    many = goal.cuenta.valores[0] if goal is not None and goal.cuenta is not None and goal.cuenta.valores else 1
    most = goal is not None and goal.cuenta is not None and goal.cuenta.tipo == "hasta"
    yield Order("infligir", kind, side, number_of(found[0]), most, many)


def _block(clause: Clausula, side: str, found: list[Seleccion]) -> Iterator[Order]:
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
        where = next((_place_of(p) for p in clause.partes if p.prep == "en" and p.que is not None), Where())
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


# --- words ------------------------------------------------------------------------------------------------------------------


def _thing(clause: Clausula) -> Seleccion | None:
    return next((p.que for p in clause.partes if p.papel == "objeto" and p.que is not None), None)


def _names(clause: Clausula, noun: str) -> bool:
    return any(p.que is not None and p.que.objeto == noun for p in clause.partes)


def _adverb(clause: Clausula, word: str) -> bool:
    return any(p.adverbio == word for p in clause.antes)


def number_of(thing: Seleccion) -> int:
    if thing.cuenta is None:
        return 1
    if thing.cuenta.tipo not in NUMBERS or len(thing.cuenta.valores) != 1:
        raise NotRun("la cantidad depende de otra cosa")
    return thing.cuenta.valores[0]


def _subject(clause: Clausula) -> str:
    """Who does it: the player of the card unless the sentence says another."""
    for part in clause.antes:
        if part.papel == "sujeto" and part.que is not None:
            what = part.que.objeto
            if what in ("jugador_rebelde", "jugador_imperial"):
                return {"jugador_rebelde": "rebelde", "jugador_imperial": "imperio"}[what]
            if what == "adversario":
                return "rival"
            return side_in(part.que) or "yo"
    return "yo"


def side_in(thing: Seleccion) -> str:
    words = {str(a.id) for g in thing.rasgos for a in g.partes}
    return "imperio" if "imperial" in words else "rebelde" if "rebelde" in words else ""


def side_of(word: str, mine: Side) -> Side:
    """yo, rival, rebelde, imperio -> a side."""
    if word == "rebelde":
        return "rebelde"
    if word == "imperio":
        return "imperio"
    return ("imperio" if mine == "rebelde" else "rebelde") if word == "rival" else mine
