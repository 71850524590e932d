"""When a card acts: compiled moments -> an event of the game, who has to be doing it, and the window of juego.toml."""

from collections.abc import Callable
from dataclasses import dataclass

from grammar.effects import Frase, Momento, Operacion, Periodo, Seleccion
from grammar.effects.clause import Cola
from kb.play.games.assault.conditions import Condition, clause, relative
from kb.play.games.assault.scene import NotRun, Scene, friends
from kb.play.games.assault.selector import candidates

# Event -> the window in which it acts unless its verb has one of its own (rerolls, dice, modifiers).
WINDOWS: dict[str, str] = {
    "antes_de_declarar": "antes_de_declarar",
    "declara": "al_declarar_objetivo",
    "ataque": "tras_declarar_objetivo",
    "tras_ataque": "tras_resolver_el_ataque",
    "derrota": "al_ser_derrotada",
    "comienzo_de_activacion": "al_comienzo_de_la_activacion",
    "durante_la_activacion": "durante_la_activacion",
    "tras_accion": "despues_de_una_accion",
    "final_de_activacion": "al_final_de_la_activacion",
    "comienzo_de_ronda": "al_comienzo_de_la_ronda",
    "final_de_ronda": "al_final_de_la_ronda",
    "entra": "al_entrar_en_la_casilla",
    "sale": "al_salir_de_la_casilla",
    "prueba": "modificar_resultados",
    "interactua": "despues_de_una_accion",
    "uso": "durante_la_activacion",
    "incremento": "gastar_incremento",
}


@dataclass(frozen=True)
class Hook:
    event: str
    trigger: Condition


def always(scene: Scene) -> bool:
    return True


def _attacking(scene: Scene) -> str | None:
    return scene.fight.attacker if scene.fight is not None else None


def _defending(scene: Scene) -> str | None:
    return scene.fight.defender if scene.fight is not None else None


def _acting(scene: Scene) -> str | None:
    return scene.acting


Actor = Callable[[Scene], str | None]
Row = tuple[str, Actor]
# (verb, noun, how the moment relates) -> event and who the subject has to be. None matches anything.
VERBS: tuple[tuple[str, str | None, tuple[str, ...], Row], ...] = (
    ("atacar", None, ("antes",), ("antes_de_declarar", _attacking)),
    ("atacar", None, ("despues",), ("tras_ataque", _attacking)),
    ("atacar", None, (), ("ataque", _attacking)),
    ("defenderse", None, ("despues",), ("tras_ataque", _defending)),
    ("defenderse", None, (), ("ataque", _defending)),
    ("declarar", "ataque", ("antes",), ("antes_de_declarar", _attacking)),
    ("declarar", "ataque", (), ("declara", _attacking)),
    ("resolver", "ataque", ("antes",), ("declara", _attacking)),
    ("resolver", "ataque", (), ("tras_ataque", _attacking)),
    ("realizar", "ataque", ("despues",), ("tras_ataque", _attacking)),
    ("realizar", "ataque", (), ("ataque", _attacking)),
    ("efectuar", "ataque", (), ("ataque", _attacking)),
    ("realizar", "accion_de_figura", ("despues",), ("tras_accion", _acting)),
    ("realizar", "prueba_de_atributo", (), ("prueba", _acting)),
    ("derrotar", None, (), ("derrota", _acting)),
    ("entrar", None, (), ("entra", _acting)),
    ("salir", None, (), ("sale", _acting)),
    ("interactuar", None, ("despues",), ("interactua", _acting)),
)
ACTIVATION = {"al_comienzo": "comienzo_de_activacion", "al_final": "final_de_activacion", "despues": "final_de_activacion"}
ROUND = {"al_comienzo": "comienzo_de_ronda", "al_final": "final_de_ronda"}


def hook(moment: Momento | Cola) -> Hook:
    relation = moment.relacion if isinstance(moment, Momento) else moment.tipo
    if moment.infinitivo is not None:
        hooks = [_verb(relation, op, None) for op in moment.infinitivo.ops]
        if len({h.event for h in hooks}) != 1:
            raise NotRun("tiene varios momentos a la vez")
        return Hook(hooks[0].event, lambda scene: any(h.trigger(scene) for h in hooks))
    if moment.frases is not None:
        return _clauses(relation, list(moment.frases.partes), moment.frases.conj)
    if isinstance(moment.que, Seleccion):
        return _noun(relation, moment.que)
    raise NotRun("su momento no es un suceso que el motor lleve")


def _noun(relation: str, what: Seleccion) -> Hook:
    if what.objeto == "activacion" and relation in ACTIVATION:
        return Hook(ACTIVATION[relation], _active)
    if what.objeto == "ronda" and relation in ROUND:
        return Hook(ROUND[relation], always)
    if what.objeto == "ataque" and relation in ("despues", "antes", "al"):
        event = {"despues": "tras_ataque", "antes": "declara"}.get(relation, "ataque")
        return Hook(event, lambda scene: _attacking(scene) == scene.owner)
    raise NotRun("su momento no es un suceso que el motor lleve")


def _active(scene: Scene) -> bool:
    """The activation of the owner, or of somebody of its group."""
    if scene.acting is None:
        return False
    mine, theirs = scene.me.grupo, scene.table.figure(scene.acting).grupo
    return scene.acting == scene.owner or (bool(mine) and mine == theirs)


def period(frame: Periodo) -> Hook:
    what, relation = frame.plazo.que, frame.plazo.relacion
    if isinstance(what, Seleccion) and what.objeto == "activacion" and relation in ("una_vez_durante", "durante", "en"):
        return Hook("durante_la_activacion", _active)
    if isinstance(what, Seleccion) and what.objeto == "ataque" and relation in ("durante", "en"):
        return Hook("ataque", lambda scene: _attacking(scene) == scene.owner)
    raise NotRun("dura más de lo que el motor lleva")


def _clauses(relation: str, parts: list[Frase], conj: str | None) -> Hook:
    if relation == "mientras" and not any(op.kind in _TRIGGERS for part in parts for op in part.efecto.ops):
        tests = [clause(part) for part in parts]
        return Hook("ataque", lambda scene: all(test(scene) for test in tests))
    main = [part for part in parts if any(op.kind in _TRIGGERS for op in part.efecto.ops)]
    if not main or (conj == "o" and len(parts) > 1) or len(main) > 1:
        raise NotRun("su momento no es un suceso que el motor lleve")
    rest = [clause(part) for part in parts if part is not main[0]]
    if len(main[0].efecto.ops) != 1:
        raise NotRun("su momento son varios sucesos")
    first = _verb(relation, main[0].efecto.ops[0], main[0].sujeto)
    return Hook(first.event, lambda scene: first.trigger(scene) and all(test(scene) for test in rest))


_TRIGGERS = frozenset(row[0] for row in VERBS)


def _verb(relation: str, op: Operacion, subject: object) -> Hook:
    noun = getattr(op, "que", None)
    word = noun.objeto if isinstance(noun, Seleccion) else None
    for verb, thing, relations, (event, actor) in VERBS:
        if op.kind == verb and (thing is None or thing == word) and (not relations or relation in relations):
            return _hook(event, actor, relation, op, subject)
    raise NotRun("su momento no es un suceso que el motor lleve")


def _hook(event: str, actor: Actor, relation: str, op: Operacion, subject: object) -> Hook:
    tests: list[Condition] = list(_details(op, relation))
    spoken = isinstance(op.a, Seleccion) and op.kind == "atacar" and _new_figure(op.a)
    noun = getattr(op, "que", None)
    against = noun.complemento if isinstance(noun, Seleccion) and noun.objeto == "ataque" else None
    if op.kind == "derrotar" and op.voz != "pasiva":  # «después de que derrotes a una figura enemiga»: you attacked it
        tests.append(lambda s: s.acting is not None and not friends(s, s.owner, s.acting))
        return Hook(event, _when(_attacking, subject, tests))
    if against is not None and against.prep == "contra" and isinstance(against.que, Seleccion):
        target = candidates(against.que, relative)
        if subject is None:  # «tras resolver un ataque contra ti»
            return Hook(event, lambda s: _remembered(s, _defending(s)) in target(s) and all(t(s) for t in tests))
        tests.append(lambda s: _defending(s) in target(s))
        spoken = _new_figure(against.que)
    elif against is not None and against.prep not in ("de",):
        raise NotRun("su momento es un ataque de una clase que no se comprueba")
    return Hook(event, _when(actor, subject, tests, _defending if spoken else None))


def _new_figure(what: Seleccion) -> bool:
    """«una figura…»: the one that «esa figura» then means, whoever attacks it."""
    return what.objeto == "figura" and what.articulo not in ("ese", "este", "dicho", "el", "tu")


def _remembered(scene: Scene, name: str | None) -> str | None:
    if name is not None:
        scene.last = (name,)
    return name


def _when(actor: Actor, subject: object, tests: list[Condition], spoken: Actor | None = None) -> Condition:
    """`spoken`: of whom the text speaks last, if not of who acts."""
    first = False
    if isinstance(subject, Seleccion):
        plain, first = _without_first(subject)
        found = candidates(plain, relative)
    elif subject is None:
        found = lambda scene: [scene.owner]  # noqa: E731 - a table of one row
    else:
        raise NotRun("su momento habla de varios a la vez")

    def trigger(scene: Scene) -> bool:
        name = actor(scene)
        if name is None or name not in found(scene) or not all(test(scene) for test in tests):
            return False
        meant = spoken(scene) if spoken else None
        scene.last = (meant or name,)
        return not first or not _group_attacked(scene, name)

    return trigger


def _without_first(what: Seleccion) -> tuple[Seleccion, bool]:
    """«la primera figura de este grupo» is any of them while none has attacked."""
    kept = tuple(g for g in what.rasgos if not any(str(a.id) == "primero" for a in g.partes))
    return what.but(rasgos=kept), len(kept) != len(what.rasgos)


def _group_attacked(scene: Scene, name: str) -> bool:
    group = scene.table.figure(name).grupo
    return any(f.ataques for n, f in scene.table.figuras.items() if n == name or (group and f.grupo == group))


def _details(op: Operacion, relation: str) -> list[Condition]:
    """What else the moment asks: a kind of attack, a target, the first one."""
    tests: list[Condition] = []
    noun = getattr(op, "que", None)
    things = [noun] if isinstance(noun, Seleccion) and noun.objeto == "ataque" else []
    things += [p.que for p in op.durante if isinstance(p.que, Seleccion) and p.que.objeto == "ataque"]
    for thing in things:
        for atom in (a for g in thing.rasgos for a in g.partes):
            if str(atom.id) in ("a_distancia", "cuerpo_a_cuerpo"):
                tests.append(_kind(str(atom.id)))
            elif str(atom.id) == "primero":
                tests.append(_first_attack)
            else:
                raise NotRun("su momento es un ataque de una clase que no se comprueba")
    if relation == "la_primera_vez_que":
        tests.append(_first_attack)
    goal = op.a if op.kind == "atacar" else None
    if isinstance(goal, Seleccion):
        found = candidates(goal, relative)
        tests.append(lambda s: _defending(s) in found(s))
    where = getattr(op, "en", None) or getattr(op, "de", None)
    if op.kind in ("entrar", "salir") and isinstance(where, Seleccion):
        tests.append(_square(where))
    return tests


def _kind(kind: str) -> Condition:
    return lambda scene: scene.fight is not None and scene.fight.kind == kind


def _first_attack(scene: Scene) -> bool:
    name = _attacking(scene)
    return name is not None and scene.table.figure(name).ataques == 0


def _square(where: Seleccion) -> Condition:
    """«una casilla adyacente a ti», checked where the figure now is."""
    if where.objeto != "casilla" or not any(str(a.id) == "adyacente" for g in where.rasgos for a in g.partes):
        raise NotRun("su momento es una casilla que no se comprueba")
    near = candidates(Seleccion.of(objeto="figura", rasgos=where.rasgos, complemento=where.complemento), relative)
    return lambda scene: scene.acting is not None and scene.acting in near(scene)
