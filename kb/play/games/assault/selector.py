"""Who a card speaks of: a compiled selection -> a function that finds the figures. What cannot be found is refused as such."""

from collections.abc import Callable, Iterable
from typing import Any

from grammar.effects import Seleccion
from grammar.effects.selection import Atomo, Comparacion, Lista, Lugar
from grammar.lexing.lexicon import lexicon_for
from kb.play import grid
from kb.play.games.assault.measure import (
    COMPARE,
    EVERYBODY,
    HIGHEST,
    MEASURES,
    STATES,
    Names,
    Pick,
    Test,
    both,
    either,
    extreme,
    has_state,
    has_trait,
    is_measure,
    nearest,
    opposite,
    small,
)  # fmt: skip
from kb.play.games.assault.scene import GAME, NotRun, Scene, adjacent, friends, on_board, rebel, sees, spaces
from kb.text import slugify


def _all(test: Test) -> Names:
    return lambda scene: [name for name in scene.alive() if test(scene, name)]


def _owner(scene: Scene) -> list[str]:
    return [scene.owner]


def _last(scene: Scene) -> list[str]:
    return list(scene.last) if scene.last else [scene.owner]


def _defender(scene: Scene) -> list[str]:
    if scene.fight is not None:
        return [scene.fight.defender]
    return [scene.target] if scene.target else []


def _attacker(scene: Scene) -> list[str]:
    return [scene.fight.attacker] if scene.fight is not None else []


def _target(scene: Scene) -> list[str]:
    """The Rebel that the app points at: as told, else the nearest one."""
    if scene.target:
        return [scene.target]
    found = nearest(scene, [n for n in scene.alive() if rebel(scene.table.figure(n))], scene.owner)
    return scene.choose(found, 1)


BASES: dict[str, Names] = {
    "tu": _owner,
    "implicito": _last,
    "lo": _last,
    "la": _last,
    "ella": _last,
    "el": _last,
    "defensor": _defender,
    "objetivo": _defender,
    "atacante": _attacker,
    "rebelde_objetivo": _target,
    "figura": _all(lambda s, n: True),
    "uno": _all(lambda s, n: True),
    "figura_amiga": _all(lambda s, n: friends(s, s.owner, n)),
    "figura_enemiga": _all(lambda s, n: not friends(s, s.owner, n)),
    "figura_adyacente": _all(lambda s, n: adjacent(s, s.owner, n)),
    "figura_pequena": _all(lambda s, n: small(s, n)),
    "rebelde": _all(lambda s, n: rebel(s.table.figure(n))),
    "figura_rebelde": _all(lambda s, n: rebel(s.table.figure(n))),
    "figura_del_bando_rebelde": _all(lambda s, n: rebel(s.table.figure(n))),
    "heroe": _all(lambda s, n: s.table.figure(n).heroe),
    "aliado": _all(lambda s, n: rebel(s.table.figure(n)) and not s.table.figure(n).heroe),
    "figura_imperial": _all(lambda s, n: not rebel(s.table.figure(n))),
    "figura_del_bando_imperial": _all(lambda s, n: not rebel(s.table.figure(n))),
}
DEFINITE = frozenset({"lo", "la", "ella", "el", "implicito", "tu", "defensor", "objetivo", "atacante"})
"""Words that leave nothing to choose."""


def who(what: object, relative: "Callable[[Any], Test] | None" = None) -> Names:
    """The figures that take part: all where the text says so, else as many as it says, chosen if there are more."""
    if isinstance(what, Lista):
        parts = [who(part, relative) for part in what.partes]
        if what.conj not in ("y", "coma"):
            raise NotRun("deja elegir entre varias clases de figura")
        return lambda scene: list(dict.fromkeys(n for part in parts for n in part(scene)))
    if not isinstance(what, Seleccion):
        raise NotRun("no dice de quién habla")
    found = candidates(what, relative)
    most = _most(what)
    exact = what.cuenta is None or what.cuenta.tipo != "hasta"

    def chosen(scene: Scene) -> list[str]:
        names = found(scene)
        return names if most is None else scene.choose(names, most, exact or len(names) == 0)

    return chosen


def _most(what: Seleccion) -> int | None:
    """None: all of them."""
    if what.articulo in ("cada", "todo", "ambos", "este", "ese", "dicho") or what.objeto in DEFINITE:
        return None
    if what.cuenta is not None and what.cuenta.tipo in ("exacta", "hasta") and len(what.cuenta.valores) == 1:
        return what.cuenta.valores[0]
    if what.cuenta is not None and what.cuenta.tipo == "cualquiera":
        return EVERYBODY
    if what.articulo == "el" and not what.plural:
        return 1
    if what.cuenta is not None:
        raise NotRun("la cantidad de figuras depende de otra cosa")
    return None


def candidates(what: Seleccion, relative: "Callable[[Any], Test] | None" = None) -> Names:
    """All the figures that fit, however many the text asks for."""
    base = _base(what)
    tests = [*_qualities(what), *(place(where) for where in what.lugares), *_complement(what)]
    for clause in (what.relativa, what.y_relativa):
        if clause is not None:
            if relative is None or clause.tipo != "que":
                raise NotRun("describe a quién se refiere con una frase que no se comprueba")
            tests.append(relative(clause.frase))
    if what.otro:
        tests.append(lambda s, n: n != s.owner)
    best = _superlatives(what)

    def found(scene: Scene) -> list[str]:
        names = [n for n in base(scene) if all(test(scene, n) for test in tests)]
        for pick in best:
            names = pick(scene, names)
        return names

    return found


def _base(what: Seleccion) -> Names:
    kinds = [what.objeto, *what.y_objetos]
    if what.objeto == "nombrado":
        return _named(str(what.nombre))
    if "objeto_del_tablero" in kinds:
        kinds.remove("objeto_del_tablero")
    if what.objeto == "figura" and not what.otro and what.de_los is None:
        if what.articulo in ("este", "tu"):
            return _owner
        if what.articulo in ("ese", "dicho"):
            return _last
        if what.articulo == "el" and not (what.plural or what.rasgos or what.complemento or what.lugares or what.relativa):
            return _last
    if what.articulo in ("ese", "dicho") and what.objeto in BASES:
        return _last
    bases = [_kind(kind) for kind in kinds]
    own = what.de_los in ("su", "tu") or what.articulo in ("su",)
    if what.de_los == "ese":
        return _last

    def found(scene: Scene) -> list[str]:
        names = list(dict.fromkeys(n for base in bases for n in base(scene)))
        return [n for n in names if _group(scene, n)] if own else names

    return found


def _kind(kind: str) -> Names:
    if kind in BASES:
        return BASES[kind]
    term = lexicon_for(GAME).terms.get(kind)
    if term is not None and term.clase == "rasgo_de_figura":
        return _all(lambda scene, name: has_trait(scene, name, kind))
    raise NotRun(f"habla de «{kind.replace('_', ' ')}», que no es una figura")


def _named(name: str) -> Names:
    """A figure of that name, if there is one; else the card names the figure it belongs to."""
    wanted = slugify(name)

    def found(scene: Scene) -> list[str]:
        same = [n for n in scene.alive() if slugify(n) == wanted or slugify(scene.table.figure(n).grupo) == wanted]
        return [scene.owner] if scene.owner in same or not same else same

    return found


def _group(scene: Scene, name: str) -> bool:
    mine = scene.me.grupo
    return name == scene.owner or (bool(mine) and scene.table.figure(name).grupo == mine)


SITUATIONS: dict[str, Test] = {
    "sano": lambda s, n: not s.table.figure(n).herido,
    "herido": lambda s, n: s.table.figure(n).herido,
    "agotado": lambda s, n: s.table.figure(n).activada,
    "preparado": lambda s, n: not s.table.figure(n).activada,
    "distinto_del_defensor": lambda s, n: n not in _defender(s),
    "distinto_de_esta_figura": lambda s, n: n != s.owner,
    "distinto": lambda s, n: True,
    "amigo": lambda s, n: friends(s, s.owner, n),
    "enemigo": lambda s, n: not friends(s, s.owner, n),
    "imperial": lambda s, n: not rebel(s.table.figure(n)),
    "rebelde": lambda s, n: rebel(s.table.figure(n)),
    "pequeno": lambda s, n: small(s, n),
    "grande": lambda s, n: not small(s, n),
    "normal": lambda s, n: not s.table.figure(n).elite and not s.table.figure(n).heroe,
    "elite": lambda s, n: s.table.figure(n).elite,
}
AT_THE_END = frozenset({"mas_cercano", "mas_lejano", "primero", "mas_alto"})


def _qualities(what: Seleccion) -> Iterable[Test]:
    for group in what.rasgos:
        atoms = [a for a in group.partes if str(a.id) not in AT_THE_END]
        if not atoms:
            continue
        tests = [quality(atom, what) for atom in atoms]
        yield either(tests) if group.conj == "o" else both(tests)


def quality(atom: Atomo, what: Seleccion | None = None) -> Test:
    test = _quality(atom, what)
    return opposite(test) if atom.negado else test


def _quality(atom: Atomo, what: Seleccion | None) -> Test:
    name = str(atom.id)
    if name == "adyacente":
        other = what.complemento.que if what is not None and what.complemento and what.complemento.prep == "a" else None
        return near(other)
    if name in SITUATIONS:
        return SITUATIONS[name]
    if name in STATES:
        return lambda s, n: name in s.table.figure(n).estados
    if atom.clase == "rasgo_de_figura":
        return lambda s, n: has_trait(s, n, name)
    raise NotRun(f"describe a la figura como «{(atom.nombre or name).replace('_', ' ')}», que no se comprueba")


def near(other: object) -> Test:
    """Adjacent to the owner, to a figure, or to the target's space."""
    if other is None:
        return lambda s, n: adjacent(s, s.owner, n)
    if isinstance(other, Seleccion) and other.objeto == "casilla_objetivo":
        return _near_target
    if not isinstance(other, Seleccion):
        raise NotRun("adyacente a varias cosas a la vez")
    found = candidates(other)
    return lambda s, n: any(adjacent(s, n, m) for m in found(s))


def _near_target(scene: Scene, name: str) -> bool:
    fight = scene.fight
    if fight is None:
        return False
    if not scene.table.tablero:
        return adjacent(scene, name, fight.defender)
    board = scene.table.board
    return any(grid.adjacent(board, a, b) for a in on_board(scene.table, name).squares for b in fight.target)


RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "casillas": lambda far, n: far <= n,
    "casillas_o_menos": lambda far, n: far <= n,
    "casillas_o_mas": lambda far, n: far >= n,
    "mas_de_casillas": lambda far, n: far > n,
    "menos_de_casillas": lambda far, n: far < n,
}


def place(where: Lugar) -> Test:
    """«a 3 o menos casillas de X», «en línea de visión»."""
    if where.tipo == "linea_de_vision":
        return lambda s, n: sees(s, s.owner, n)
    if where.tipo != "casillas" or where.relacion not in RELATIONS or len(where.valores) != 1:
        raise NotRun("dice dónde de un modo que no se mide")
    holds, n = RELATIONS[where.relacion], where.valores[0]
    if where.de is None:
        return lambda s, name: holds(spaces(s, s.owner, name), n)
    if not isinstance(where.de, Seleccion):
        raise NotRun("mide casillas desde varios sitios")
    if where.de.objeto == "casilla_objetivo":
        return lambda s, name: holds(min((spaces(s, d, name) for d in _defender(s)), default=EVERYBODY), n)
    origin = candidates(where.de)
    return lambda s, name: any(holds(spaces(s, m, name), n) for m in origin(s))


def _complement(what: Seleccion) -> Iterable[Test]:
    extra = what.complemento
    if extra is None:
        return
    if not isinstance(extra.que, Seleccion):
        raise NotRun("lo que acompaña a la figura son varias cosas")
    thing = extra.que
    if extra.prep == "a" and any(str(a.id) in ("adyacente", "mas_cercano") for g in what.rasgos for a in g.partes):
        return  # said of that quality
    if extra.prep in ("de", "en") and thing.objeto == "grupo":
        yield _group
    elif extra.prep in ("con", "sin"):
        yield from _with(thing, extra.prep == "con")
    elif extra.prep == "de" and is_measure(thing):
        yield from _with(thing, True)
    else:
        raise NotRun(f"«{extra.prep} {thing.objeto.replace('_', ' ')}» no se comprueba de una figura")


def _with(thing: Seleccion, has: bool) -> Iterable[Test]:
    if is_measure(thing):
        if thing.cuenta is not None and thing.cuenta.tipo in COMPARE and thing.objeto in MEASURES:
            if not thing.cuenta.valores:
                raise NotRun("la cantidad depende de otra cosa")
            value, holds, n = MEASURES[thing.objeto], COMPARE[thing.cuenta.tipo], thing.cuenta.valores[0]
            yield lambda s, name: holds(value(s, name), n)
        rest = thing.complemento
        if rest is not None and isinstance(rest.que, Seleccion):
            yield from _with(rest.que, rest.prep == "con")
        return
    yield lambda s, n: has_state(s, n, thing) == has
    if thing.objeto not in STATES | {"estado"}:
        raise NotRun(f"«con {thing.objeto.replace('_', ' ')}» no se comprueba de una figura")


def _superlatives(what: Seleccion) -> list[Pick]:
    """«más cercano», «con mayor coste», «que ha sufrido más [daño]», applied to those who fit the rest."""
    found: list[Pick] = []
    extra = what.complemento
    atoms = {str(a.id) for g in what.rasgos for a in g.partes}
    if extra is not None and isinstance(extra.que, Seleccion) and is_measure(extra.que):
        thing = extra.que
        words = {str(a.id) for g in thing.rasgos for a in g.partes}
        sign = HIGHEST.get(thing.cuenta.tipo, 0) if thing.cuenta else (1 if "mas_alto" in words else 0)
        if not sign and not (thing.cuenta and thing.cuenta.tipo in COMPARE):
            raise NotRun("compara figuras de un modo que no se calcula")
        if sign:
            found.append(extreme(MEASURES[thing.objeto], sign))
    if "mas_cercano" in atoms:
        other = extra.que if extra is not None and extra.prep == "a" else None
        found.append(_closest(other))
    if atoms & {"primero", "mas_alto", "mas_lejano"} and not found:
        raise NotRun("elige figura por un orden que no se calcula")
    if isinstance(what.comparacion, Comparacion):
        raise NotRun("compara figuras de un modo que no se calcula")
    return found


def _closest(other: object) -> Pick:
    if other is None:
        return lambda scene, names: nearest(scene, names, scene.owner)
    if not isinstance(other, Seleccion):
        raise NotRun("el más cercano a varias cosas")
    origin = candidates(other)

    def pick(scene: Scene, names: list[str]) -> list[str]:
        ends = origin(scene)
        far = {n: min((spaces(scene, n, e) for e in ends), default=EVERYBODY) for n in names}
        return [n for n in names if far[n] == min(far.values())]

    return pick
