"""Requirements of a card: compiled clauses -> tests of the situation. What cannot be checked is refused as such."""

from collections.abc import Callable

from grammar.effects import Frase, Operacion, Seleccion
from grammar.effects.clause import Frases
from kb.play.games.assault.measure import STATES, Names, Test, both, compare, either, has_state, opposite
from kb.play.games.assault.scene import NotRun, Scene, sees
from kb.play.games.assault.selector import candidates, near, place, quality

Condition = Callable[[Scene], bool]
GROUND = frozenset({"casilla_exterior", "casilla_interior"})


def all_of(frases: Frases) -> Condition:
    tests = [clause(part) for part in frases.partes]
    if frases.conj == "o":
        return lambda scene: any(test(scene) for test in tests)
    return lambda scene: all(test(scene) for test in tests)


def clause(frase: Frase) -> Condition:
    """The subject does, or is, what the clause says. «ningún»: nobody does; «cada»: everybody; else somebody is enough."""
    if frase.modo is not None or frase.costes is not None or frase.para_que is not None:
        raise NotRun("su requisito es poder o deber algo")
    tests = [_verb(op) for op in frase.efecto.ops]
    word = frase.sujeto.articulo if isinstance(frase.sujeto, Seleccion) else None
    if isinstance(frase.sujeto, Seleccion) and frase.sujeto.objeto == "ataque":
        return lambda scene: all(test(scene, scene.owner) for test in tests)
    if any(op.kind == "haber" for op in frase.efecto.ops):
        return lambda scene: all(test(scene, scene.owner) for test in tests)
    names = subject(frase.sujeto)
    count = frase.sujeto.cuenta if isinstance(frase.sujeto, Seleccion) else None

    def holds(scene: Scene) -> bool:
        found = names(scene)
        fit = [n for n in found if all(test(scene, n) for test in tests)]
        _remember(scene, frase.sujeto, found)
        if word == "ningun":
            return not fit
        if word in ("cada", "todo"):
            return len(fit) == len(found)
        return compare(count, len(fit)) if count is not None and count.tipo != "exacta" else bool(fit)

    return holds


def _remember(scene: Scene, what: object, found: list[str]) -> None:
    """A definite subject is whom «esa figura», or a verb without subject, speaks of next."""
    if isinstance(what, Seleccion) and what.objeto not in ("implicito", "tu") and what.articulo not in ("ningun",):
        definite = what.articulo in ("el", "ese", "este", "dicho", "tu") or what.objeto == "nombrado"
        if definite and len(found) == 1:
            scene.last = tuple(found)


def subject(what: object) -> Names:
    if what is None:
        return lambda scene: [scene.owner]
    if not isinstance(what, Seleccion):
        raise NotRun("su requisito habla de varios a la vez")
    return candidates(what, relative)


def relative(frase: Frase) -> Test:
    """«que no esté adyacente a un Rebelde», of each figure in turn."""
    if frase.modo is not None:
        raise NotRun("describe a la figura por lo que puede hacer")
    tests = [_verb(op) for op in frase.efecto.ops]
    return lambda scene, name: all(test(scene, name) for test in tests)


def _verb(op: Operacion) -> Test:
    if op.kind not in VERBS or op.considerando or op.como_si or op.debido_a:
        raise NotRun(f"no se comprueba «{op.kind.replace('_', ' ')}»")
    test = VERBS[op.kind](op)
    return opposite(test) if op.negada else test


def _be(op: Operacion) -> Test:
    tests: list[Test] = [place(where) for where in op.lugares]
    other = op.predicado_con.que if op.predicado_con is not None else None
    for group in getattr(op, "predicado", ()):
        atoms: list[Test] = []
        for atom in group.partes:
            if str(atom.id) == "adyacente":
                test = _adjacent_to(other)
                atoms.append(opposite(test) if atom.negado else test)
            else:
                atoms.append(quality(atom))
        tests.append(either(atoms) if group.conj == "o" else both(atoms))
    where = getattr(op, "en", None)
    if where is not None:
        tests.append(_ground(where))
    what = getattr(op, "que", None)
    if what is not None:
        tests.append(_is_a(what))
    if not tests:
        raise NotRun("no se comprueba dónde o cómo está")
    return lambda s, n: all(test(s, n) for test in tests)


def _adjacent_to(other: object) -> Test:
    if isinstance(other, Seleccion) and other.cuenta is not None and other.cuenta.tipo != "exacta":
        found, count = candidates(other), other.cuenta

        def enough(scene: Scene, name: str) -> bool:
            close = near(Seleccion.of(objeto="implicito"))
            scene_last, total = scene.last, 0
            for who in found(scene):
                scene.last = (who,)
                total += close(scene, name)
            scene.last = scene_last
            return compare(count, total)

        return enough
    return near(other)


def _ground(where: object) -> Test:
    if not isinstance(where, Seleccion) or where.objeto not in GROUND:
        raise NotRun("no se comprueba en qué sitio está")
    inside = where.objeto == "casilla_interior"

    def test(scene: Scene, name: str) -> bool:
        squares = scene.table.board.figure(name).squares
        return any(((r + 1, c + 1) in scene.table.interiores) == inside for r, c in squares)

    return test


def _is_a(what: object) -> Test:
    if not isinstance(what, Seleccion):
        raise NotRun("no se comprueba qué es")
    if what.objeto == "figura" and any(str(a.id) == "unica" for g in what.rasgos for a in g.partes):
        return lambda s, n: [m for m in s.alive() if s.table.figure(m).grupo == s.table.figure(n).grupo] == [n]
    kind = candidates(what.but(cuenta=None, articulo=None))
    return lambda s, n: n in kind(s)


def _have(op: Operacion) -> Test:
    what = getattr(op, "que", None)
    if not isinstance(what, Seleccion):
        raise NotRun("no se comprueba lo que tiene")
    if what.objeto in STATES | {"estado"}:
        return lambda s, n: has_state(s, n, what)
    if what.objeto == "linea_de_vision":
        goal = what.complemento.que if what.complemento is not None else getattr(op, "a", None)
        if not isinstance(goal, Seleccion):
            raise NotRun("no se sabe hasta dónde tiene línea de visión")
        found = candidates(goal)
        return lambda s, n: any(sees(s, n, m) for m in found(s))
    if what.objeto.startswith("ficha_"):
        token = what.objeto.removeprefix("ficha_")
        return lambda s, n: s.table.figure(n).fichas.get(token, 0) > 0  # type: ignore[call-overload]
    raise NotRun(f"no se comprueba si tiene «{what.objeto.replace('_', ' ')}»")


def _suffered(op: Operacion) -> Test:
    """Tokens that are there now; after an attack, of those who took part, what it did to the defender."""
    what = getattr(op, "que", None)
    if not isinstance(what, Seleccion) or what.objeto not in ("dano", "tension") or op.durante:
        raise NotRun("no se comprueba qué ha sufrido")
    field, count = what.objeto, what.cuenta
    if count is not None and count.tipo in ("mas", "menos"):
        raise NotRun("compara lo que han sufrido varias figuras")

    def test(scene: Scene, name: str) -> bool:
        fight = scene.fight
        if field == "dano" and fight is not None and fight.resolved and name == fight.defender:
            return compare(count, fight.dealt)
        return compare(count, getattr(scene.table.figure(name), field))

    return test


def _attacked(op: Operacion) -> Test:
    if op.voz == "pasiva":
        return _was_attacked
    goal = getattr(op, "a", None) or getattr(op, "que", None)
    if goal is not None and op.tiempo is None:
        if not isinstance(goal, Seleccion):
            raise NotRun("no se comprueba a quién ataca")
        found = candidates(goal)
        return lambda s, n: s.fight is not None and s.fight.attacker == n and s.fight.defender in found(s)
    if op.tiempo is None:
        return lambda s, n: s.fight is not None and s.fight.attacker == n
    if "mas_de_una_vez" in op.adverbios:
        return lambda s, n: s.table.figure(n).ataques > 1
    return lambda s, n: s.table.figure(n).ataques > 0


def _was_attacked(scene: Scene, name: str) -> bool:
    """By the owner or somebody of its group, in this round."""
    group = scene.me.grupo
    by = scene.table.figure(name).atacada_por
    return any(other == scene.owner or (group and scene.table.figure(other).grupo == group) for other in by)


def _failed(op: Operacion) -> Test:
    def test(scene: Scene, name: str) -> bool:
        if scene.tests:
            return all(scene.tests.get(n, 1) < 1 for n in ([name] if name in scene.tests else scene.tests))
        return scene.fight is not None and scene.fight.missed

    return test


def _passed(op: Operacion) -> Test:
    failed = _failed(op)
    return lambda s, n: not failed(s, n)


def _defeated(op: Operacion) -> Test:
    if op.voz != "pasiva":
        raise NotRun("no se recuerda a quién derrotó")
    return lambda s, n: s.table.figure(n).derrotada


def _there_is(op: Operacion) -> Test:
    what = getattr(op, "que", None)
    if not isinstance(what, Seleccion):
        raise NotRun("no se comprueba si hay eso")
    found, count = candidates(what, relative), what.cuenta
    return lambda s, n: compare(count, len(found(s)))


def _rolled(op: Operacion) -> Test:
    what = getattr(op, "que", None)
    icons = [str(a.id) for g in what.rasgos for a in g.partes] if isinstance(what, Seleccion) else []
    if not isinstance(what, Seleccion) or what.objeto != "resultado" or len(icons) != 1:
        raise NotRun("no se comprueba qué ha salido en los dados")
    none = what.articulo == "ningun"

    def test(scene: Scene, name: str) -> bool:
        shown = scene.fight.rolled(icons[0]) if scene.fight is not None and not scene.dice else scene.dice[icons[0]]
        return shown >= 1 or (none and shown == 0)

    if none:  # «no ha obtenido ningún resultado»: the negation is the verb's
        return lambda s, n: (s.fight.rolled(icons[0]) if s.fight is not None else s.dice[icons[0]]) >= 1
    return test


def _shown(op: Operacion) -> Test:
    what = getattr(op, "que", None)
    icon = what.objeto if isinstance(what, Seleccion) else ""
    if icon not in ("dano", "incremento", "bloqueo", "evadir"):
        raise NotRun("no se comprueba qué muestra el dado")
    return lambda s, n: s.dice[icon] >= 1


def _left(op: Operacion) -> Test:
    if op.tiempo != "pasado":
        raise NotRun("no se comprueba adónde sale")
    return lambda s, n: s.table.figure(n).movida


VERBS: dict[str, Callable[[Operacion], Test]] = {
    "estar": _be,
    "hallarse": _be,
    "encontrarse": _be,
    "ser": _be,
    "tener": _have,
    "sufrir": _suffered,
    "atacar": _attacked,
    "fallar": _failed,
    "superar": _passed,
    "pasar": _passed,
    "derrotar": _defeated,
    "haber": _there_is,
    "obtener": _rolled,
    "mostrar": _shown,
    "salir": _left,
}
