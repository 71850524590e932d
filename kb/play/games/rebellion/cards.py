"""Rebellion cards: compiled prose -> orders that the engine carries out in their window. What it cannot, keeps its reason."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from grammar.compile import compile_text
from grammar.effects import Seleccion
from grammar.effects.reglas import Clausula, Parte, Regla
from kb.play.games.rebellion.orders import (
    NotRun,
    Order,
    Where,
    adverb,
    contents,
    names,
    number_of,
    place_of,
    side_in,
    subject_of,
    thing_of,
)
from kb.play.games.rebellion.verbs import VERBS


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
    if first.verbo is not None and starts and names(first, "mision"):
        if len(clauses) > 1 or card.verb:
            raise NotRun("pide algo que el motor no comprueba")
        return replace(card, window="mision", verb=first.verbo.lema, where=_where(first))
    if first.verbo is not None and first.verbo.lema == "utilizar":
        return _used(card, clauses[1:])
    if first.verbo is not None and first.verbo.lema == "contar":
        return replace(card, all_icons=True)
    success = adverb(first, "si_tiene_exito")
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
            return place_of(part)
    return Where()


def _around(part: Parte) -> Iterator[tuple[str, str, bool]]:
    """Of a leader: what its system has to contain."""
    for relative in part.relativas:
        for inner in relative.partes:
            yield from contents(inner)


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
        if verb.lema == "descartar" and (card := thing_of(clause)) is not None and card.objeto.startswith("tactica"):
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
    verb, thing = clause.verbo, thing_of(clause)
    side = subject_of(clause)
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
    thing = thing_of(clause)
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
