"""X-Wing: has the moment of an ability come? Its words are compared with what happens."""

from collections.abc import Iterable, Mapping

from grammar.effects import Frase, Lista, Momento, Operacion, Periodo, Seleccion
from kb.play.games.xwing.conditions import holds
from kb.play.games.xwing.selector import fits, within
from kb.play.games.xwing.view import Happening, View
from kb.play.logic import Known, every, negated, some

# What the scenario calls a thing, and the names that a text may give it.
COLOURS: Mapping[str, str] = {"roja": "rojo", "azul": "azul", "blanca": "blanco", "violeta": "violeta"}
BEARINGS: Mapping[str, tuple[str, ...]] = {
    "recta": ("recto", "basico"),
    "inclinacion": ("inclinacion_izquierda", "inclinacion_derecha", "de_inclinacion", "basico"),
    "giro": ("giro_izquierda", "giro_derecha", "de_giro", "basico"),
    "inmovil": ("estacionaria", "inmovil", "avanzado"),
}
ACTION_ICONS: Mapping[str, str] = {
    "concentracion": "concentracion", "calculos": "calculo", "evasion": "evasion", "refuerzo": "reforzar",
    "camuflaje": "camuflaje", "fijar_blanco": "blanco_fijado", "impulso": "impulso", "tonel": "tonel_volado",
    "coordinacion": "coordinar", "interferencia": "interferir", "reorientacion": "rotar_arco", "recarga": "recargar",
    "masa": "slam",
}  # fmt: skip
PHASES: Mapping[str, str] = {
    "planificacion": "fase_de_planificacion",
    "sistemas": "fase_de_sistemas",
    "activacion": "fase_de_activacion",
    "enfrentamiento": "fase_de_enfrentamiento",
    "final": "fase_final",
}
SAME: Mapping[str, str] = {"hallarse": "estar", "detonarse": "detonar", "mover": "moverse"}
STATIVE = frozenset({"estar", "tener", "hallarse"})


def comes(view: View, frames: Iterable[object]) -> Known:
    """Do all the moments of an ability fit what happens? One without any moment is no reaction."""
    found = [moment(view, frame) for frame in frames if isinstance(frame, Momento | Periodo)]
    return every(found) if found else False


def moment(view: View, frame: Momento | Periodo) -> Known:
    happening = view.happening
    if stative(frame):
        return state_of(view, frame)
    if happening is None:
        return False
    if isinstance(frame, Periodo):
        named = frame.plazo.que.objeto if isinstance(frame.plazo.que, Seleccion) else ""
        return happening.relation == "durante" and frame.plazo.relacion == "durante" and named == happening.noun
    if frame.relacion != happening.relation:
        return False
    if frame.frases is not None:
        parts = _inherited(frame.frases.partes)
        return some(_clause(view, happening, clause) for clause in parts)
    if isinstance(frame.que, Seleccion):
        return _stage(happening, frame.que)
    return False


def stative(frame: object) -> bool:
    """«mientras estés …»: not something that happens, but something that is."""
    if not isinstance(frame, Momento) or frame.relacion != "mientras" or frame.frases is None:
        return False
    return all(op.kind in STATIVE for clause in frame.frases.partes for op in clause.efecto.ops)


def state_of(view: View, frame: object) -> Known:
    return holds(view, frame.frases) if isinstance(frame, Momento) and frame.frases else None


def _inherited(clauses: tuple[Frase, ...]) -> list[Frase]:
    """«mientras una nave aliada se defiende o efectúa…»: the second clause has the subject of the first."""
    found: list[Frase] = []
    for clause in clauses:
        implied = isinstance(clause.sujeto, Seleccion) and clause.sujeto.objeto == "implicito"
        found.append(clause.model_copy(update={"sujeto": found[-1].sujeto}) if implied and found else clause)
    return found


def _stage(happening: Happening, what: Seleccion) -> Known:
    """The beginning or end of a phase, or a step of the attack."""
    if happening.verb not in ("fase", "paso") or any(a.id == "siguiente" for g in what.rasgos for a in g.partes):
        return False
    if what.objeto == "paso":
        return happening.noun in {str(a.id) for g in what.rasgos for a in g.partes}
    return what.objeto == happening.noun


def _clause(view: View, happening: Happening, clause: Frase) -> Known:
    if clause.modo is not None:
        return False
    named = some(_verb(view, happening, op) for op in clause.efecto.ops)
    return False if named is False else every((named, fits(view, clause.sujeto, happening.who)))


def _verb(view: View, happening: Happening, op: Operacion) -> Known:
    if SAME.get(op.kind, op.kind) != happening.verb or op.negada:
        return False
    adverbs = set(op.adverbios) & {"completamente", "parcialmente"}
    parts: list[Known] = [adverbs <= happening.qualities]
    what = getattr(op, "que", None)
    if what is not None:
        parts.append(named(view, happening, what))
    against = getattr(op, "contra", None)
    other = happening.roles.get("atacante" if happening.verb == "defenderse" else "defensor")
    if against is not None:
        parts.append(fits(view, against, other) if other else None)
    parts += [within(view, place, other or happening.who) for place in op.lugares]
    if op.usando or op.durante or getattr(op, "desde", None) is not None:
        parts.append(None)
    return every(parts)


def named(view: View, happening: Happening, what: object) -> Known:
    """Is the thing of this happening the one that the text names? Nobody knows where it names none."""
    if isinstance(what, Lista):
        return some(named(view, happening, part) for part in what.partes)
    if not isinstance(what, Seleccion):
        return None
    if what.objeto != happening.noun:
        return False
    parts: list[Known] = []
    for group in what.rasgos:
        each = [negated(_quality(happening, atom.id, atom.valores), atom.negado) for atom in group.partes]
        parts.append(some(each) if group.conj in ("o", "barra") else every(each))
    for place in what.lugares:
        parts.append(within(view, place, happening.roles.get("defensor", happening.who)))
    if what.complemento is not None:
        other = happening.roles.get("defensor")
        aimed = what.complemento.prep in ("contra", "sobre") and other is not None
        parts.append(fits(view, what.complemento.que, other) if aimed and other else None)
    if what.relativa is not None:
        parts.append(_relative(happening, what))
    return every(parts)


def _quality(happening: Happening, id: str | None, values: tuple[int, ...]) -> Known:
    if values:
        return None if happening.number is None else values[0] <= happening.number <= values[-1]
    return str(id) in happening.qualities


def _relative(happening: Happening, what: Seleccion) -> Known:
    """«un ataque que impacte»."""
    assert what.relativa is not None
    verbs = [op.kind for op in what.relativa.frase.efecto.ops]
    results = {"impactar": "impacta", "fallar": "falla"}
    if len(verbs) != 1 or verbs[0] not in results:
        return None
    return results[verbs[0]] in happening.qualities
