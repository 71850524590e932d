"""X-Wing: does a clause hold now? Requirements («si…») and states («mientras tengas…»), as far as the situation tells."""

from collections.abc import Callable, Mapping

from grammar.effects import Cuenta, Frase, Frases, Operacion, Requisito, Seleccion
from kb.play.games.xwing.selector import candidates, fits, qualities, single, tokens_of, within
from kb.play.games.xwing.state import Ship
from kb.play.games.xwing.view import View
from kb.play.logic import Known, every, negated, some

COUNTED: Mapping[str, Callable[[Ship], int]] = {
    "carga": lambda s: s.cargas,
    "fuerza": lambda s: s.fuerza,
    "escudo": lambda s: s.escudos,
    "carta_de_dano": lambda s: s.dano + s.criticos,
}


def holds(view: View, clauses: Frases) -> Known:
    found = [_clause(view, clause) for clause in clauses.partes]
    return some(found) if clauses.conj == "o" else every(found)


def required(view: View, frame: Requisito) -> Known:
    return holds(view, frame.frases)


def _clause(view: View, clause: Frase) -> Known:
    if clause.modo is not None or clause.costes is not None:
        return None
    who = _subject(view, clause)
    if any(op.negada and _beside_no_arc(view, op) for op in clause.efecto.ops):
        return False
    found = [negated(_operation(view, op, who, clause), op.negada) for op in clause.efecto.ops]
    return some(found) if clause.efecto.conj == "o" else every(found)


def _beside_no_arc(view: View, op: Operacion) -> bool:
    """A remote without arcs has nobody inside them or outside («¿Se puede estar fuera del arco de un remoto…?»)."""
    owners = [single(view, place.de) for place in op.lugares if place.tipo == "arco" and place.de is not None]
    return any(owner is not None and view.table.ship(owner).remoto for owner in owners)


def _subject(view: View, clause: Frase) -> str | None:
    if clause.sujeto is None:
        return view.me
    ships = [name for name, known in candidates(view, clause.sujeto).items() if known]
    return ships[0] if len(ships) == 1 else None


def _operation(view: View, op: Operacion, who: str | None, clause: Frase) -> Known:
    if op.tiempo == "inminente" or op.durante:
        return None
    if op.kind in RESULTS and isinstance(clause.sujeto, Seleccion) and clause.sujeto.objeto == "ataque":
        return _result(view, op.kind)
    if op.kind == "ser" and isinstance(clause.sujeto, Seleccion) and clause.sujeto.objeto == "alcance_de_ataque":
        return _attack_range(view, op)
    check = CHECKS.get(op.kind)
    return check(view, op, who) if check and who is not None else None


RESULTS = frozenset({"impactar", "fallar"})


def _result(view: View, verb: str) -> Known:
    """«Si este ataque impacta»: known once the results have been neutralised."""
    shown = view.happening.qualities if view.happening else frozenset()
    if not shown & {"impacta", "falla"}:
        return None
    return {"impactar": "impacta", "fallar": "falla"}[verb] in shown


def _attack_range(view: View, op: Operacion) -> Known:
    what = getattr(op, "que", None)
    if view.happening is None or view.happening.number is None or not isinstance(what, Seleccion) or what.cuenta is None:
        return None
    return counted(view.happening.number, what.cuenta)


def _is(view: View, op: Operacion, who: str) -> Known:
    groups = getattr(op, "predicado", ())
    parts = [*(qualities(view, group, who) for group in groups), *(within(view, place, who) for place in op.lugares)]
    return every(parts) if parts and op.predicado_con is None else None


def _has(view: View, op: Operacion, who: str) -> Known:
    target = getattr(op, "a", None)
    if target is not None:  # «tienes a la nave enemiga fijada como blanco»
        locked = [fits(view, target, name) for name in view.table.ship(who).blancos]
        return some(locked) if isinstance(target, Seleccion) and _says(target, "fijado_como_blanco") else None
    what = getattr(op, "que", None)
    if not isinstance(what, Seleccion) or what.relativa is not None:
        return None
    ship = view.table.ship(who)
    if what.objeto == "ficha":
        kinds = tokens_of(what)
        if kinds is None or what.complemento is not None:
            return None
        return _number(what, sum(ship.has(kind) for kind in kinds))
    if what.objeto == "blanco_fijado" and what.complemento is not None:
        return some(fits(view, what.complemento.que, name) for name in ship.blancos)
    if what.objeto in COUNTED and what.complemento is None:
        return _number(what, COUNTED[what.objeto](ship))
    if what.objeto == "nave":
        return _ships(view, what)
    return None


def _exist(view: View, op: Operacion, who: str) -> Known:
    what = getattr(op, "que", None)
    return _ships(view, what) if isinstance(what, Seleccion) and what.objeto == "nave" else None


def _ships(view: View, what: Seleccion) -> Known:
    """Is there such a ship, or as many as it says?"""
    found = candidates(view, what)
    sure = sum(known is True for known in found.values())
    if what.cuenta is None or what.cuenta.tipo in ("exacta", "al_menos", "o_mas"):
        need = what.cuenta.valores[0] if what.cuenta and what.cuenta.valores else 1
        return True if sure >= need else None if len(found) >= need else False
    return None


def _number(what: Seleccion, have: int) -> Known:
    if what.articulo in ("ningun", "algun"):
        return have > 0
    return have > 0 if what.cuenta is None else counted(have, what.cuenta)


def counted(have: int, wanted: Cuenta) -> Known:
    if len(wanted.valores) != 1:
        return None
    n = wanted.valores[0]
    tests = {
        "exacta": have >= n if n else have == 0,
        "exactamente": have == n,
        "al_menos": have >= n,
        "o_mas": have >= n,
        "o_menos": have <= n,
        "mas_de": have > n,
        "menos_de": have < n,
    }
    return tests.get(wanted.tipo)


def _destroyed(view: View, op: Operacion, who: str) -> Known:
    return view.table.ship(who).destruida if op.voz == "pasiva" and op.tiempo == "pasado" else None


def _says(what: Seleccion, id: str) -> bool:
    return any(atom.id == id for group in what.rasgos for atom in group.partes)


CHECKS: Mapping[str, Callable[[View, Operacion, str], Known]] = {
    "estar": _is,
    "hallarse": _is,
    "tener": _has,
    "haber": _exist,
    "destruir": _destroyed,
}
