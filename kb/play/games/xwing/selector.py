"""X-Wing: which ships a text speaks of. What the situation does not tell is not known, and never guessed."""

from collections.abc import Callable, Iterator, Mapping

from grammar.effects import Atomo, Grupo, Lista, Lugar, Objeto, Seleccion
from kb.play.games.xwing.state import COLOURS, Ship
from kb.play.games.xwing.view import View
from kb.play.logic import Known, every, negated, some

STATES: Mapping[str, Callable[[Ship], bool]] = {
    "bajo_tension": Ship.stressed,
    "mermado": lambda s: s.has("merma") > 0,
    "bajo_sobresfuerzo": lambda s: s.has("sobresfuerzo") > 0,
    "ionizado": lambda s: s.over("iones"),
    "atrapado_en_campo_de_traccion": lambda s: s.over("campo_de_traccion"),
    "desarmado": lambda s: s.has("desarme") > 0,
    "camuflado": lambda s: s.has("camuflaje") > 0,
    "concentrado": lambda s: s.has("concentracion") > 0,
    "calculando": lambda s: s.has("calculos") > 0,
    "evadiendose": lambda s: s.has("evasion") > 0,
    "reforzado": lambda s: s.has("refuerzo") > 0,
    "protegido_por_escudos": lambda s: s.escudos > 0,
    "danado": lambda s: s.dano + s.criticos > 0,
    "danado_criticamente": lambda s: s.criticos > 0,
    "destruido": lambda s: s.destruida,
    "limitado": lambda s: s.limitada,
    "pequeno": lambda s: s.tamano == "pequena",
    "mediano": lambda s: s.tamano == "mediana",
    "grande": lambda s: s.tamano == "grande",
    "enorme": lambda s: s.tamano == "enorme",
}
SIDES = {"aliado": True, "amistoso": True, "enemigo": False}
RANGES = frozenset({"a", "a_ataque", "dentro", "mas_alla", "a_o_mas", "a_o_menos"})
ROLES = frozenset({"atacante", "defensor"})


def fits(view: View, what: Objeto | None, name: str) -> Known:
    """Is this ship one of those that the text names? Without a name it is one's own."""
    if what is None:
        return name == view.me
    if isinstance(what, Lista):
        return some(fits(view, part, name) for part in what.partes)
    return every(_tests(view, what, name))


def _tests(view: View, what: Seleccion, name: str) -> Iterator[Known]:
    ship = view.table.ship(name)
    if what.objeto in ROLES:
        yield name == view.role(what.objeto) if view.role(what.objeto) else None
    elif what.objeto in ("implicito", "este", "tu", "te"):
        yield name == view.me if what.objeto != "implicito" else None
    elif what.articulo in ("ese", "este", "dicho") and view.that:
        yield name in view.that
    elif what.objeto != "nave":
        yield what.objeto == ship.tipo if ship.tipo else None
    if what.articulo == "tu" or what.tuyo:
        yield name == view.me
    if what.otro:
        yield name != view.me
    for group in what.rasgos:
        yield qualities(view, group, name)
    for place in what.lugares:
        yield within(view, place, name)
    if what.complemento or what.relativa or what.comparacion or what.nombre:
        yield None


def qualities(view: View, group: Grupo, name: str) -> Known:
    found = [negated(_quality(view, atom, name), atom.negado) for atom in group.partes]
    # «ni» comes under a verb that already denies: no estar A ni B is not (A or B).
    return some(found) if group.conj in ("o", "barra", "ni") else every(found)


def _quality(view: View, atom: Atomo, name: str) -> Known:
    id = str(atom.id)
    if id in SIDES:
        return negated(view.table.friends(view.me, name), not SIDES[id])
    if id in STATES:
        return STATES[id](view.table.ship(name))
    if id == "fijado_por_ti":
        return name in view.ship.blancos
    if id == "fijado_como_blanco":
        return any(name in ship.blancos for ship in view.table.naves.values())
    return None


def within(view: View, place: Lugar, name: str) -> Known:
    """A range or an arc, measured from one's own ship unless it says otherwise."""
    origin = view.me if place.de is None else single(view, place.de)
    if origin is None:
        return None
    if place.tipo == "alcance":
        attack = view.happening.number if view.happening and place.relacion == "a_ataque" else None
        told = view.table.range(origin, name) if attack is None else attack
        if told is None or not place.valores or place.relacion not in RANGES:
            return None
        if place.relacion in ("a_o_mas", "a_o_menos"):
            return told >= place.valores[0] if place.relacion == "a_o_mas" else told <= place.valores[0]
        if place.relacion == "mas_alla":
            return told > place.valores[-1]
        return (0 if place.relacion == "dentro" else place.valores[0]) <= told <= place.valores[-1]
    if place.tipo in ("arco", "fuera") and place.arcos:
        inside = [view.table.in_arc(origin, arc.removeprefix("arco_").removeprefix("de_"), name) for arc in place.arcos]
        return negated(every(inside) if place.conj == "y" else some(inside), place.tipo == "fuera")
    return None


def single(view: View, what: Objeto) -> str | None:
    """The one ship that the text can mean, or None."""
    if isinstance(what, Seleccion) and what.objeto in ROLES:
        return view.role(what.objeto)
    found = [name for name in view.table.naves if fits(view, what, name)]
    return found[0] if len(found) == 1 else None


def candidates(view: View, what: Objeto) -> dict[str, Known]:
    """Every ship that it may be, with whether that is known."""
    found = {name: fits(view, what, name) for name in view.table.naves}
    return {name: known for name, known in found.items() if known is not False}


def tokens_of(what: Seleccion, ship: Ship | None = None) -> tuple[str, ...] | None:
    """The kinds of token that a text names; None where it names none or one that is not kept."""
    atoms = [a for g in what.rasgos for a in g.partes if a.clase in ("ficha", "color", "icono", "rasgo")]
    named = [str(a.id) for a in atoms if a.clase == "ficha"]
    if named:
        return tuple(named)
    coloured = [t for a in atoms for t in COLOURS.get(str(a.id), ())]
    if not atoms or coloured:
        kinds = tuple(coloured) or tuple(t for row in COLOURS.values() for t in row)
        return tuple(t for t in kinds if ship is None or ship.has(t))
    return None
