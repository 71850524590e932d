"""Cards of Imperial Assault: compiled text -> abilities hooked to windows. What is read but not run keeps its reason."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from grammar.compile import compile_text
from grammar.effects import Capacidad, Enlace, Frase, Momento, Operacion, Oracion, Periodo, Requisito, Seleccion
from grammar.effects.clause import Cola
from grammar.game import load_game
from kb.play.games.assault.amount import Act, things
from kb.play.games.assault.conditions import Condition, all_of, relative
from kb.play.games.assault.dice import spared
from kb.play.games.assault.measure import STATES, Names
from kb.play.games.assault.moments import WINDOWS, Hook, always, hook, period
from kb.play.games.assault.operations import FLAGS, VERBS, act
from kb.play.games.assault.scene import ATTACK_ICONS, DEFENSE_ICONS, NotRun, Scene
from kb.play.games.assault.selector import candidates, who

RESULTS = frozenset({*ATTACK_ICONS, *DEFENSE_ICONS, "perforante", "explosion", "tajo", "recuperacion"})
# Where a verb acts inside an attack, whatever the rest says («Ataques»: dice, rerolls and modifiers have their steps).
VERB_WINDOWS: Mapping[str, str] = {
    "volver_a_tirar": "volver_a_tirar",
    "convertir": "convertir_resultados",
    "aplicar": "modificar_resultados",
    "ignorar": "modificar_resultados",
    "requerir": "antes_de_declarar",
    "bloquear": "antes_de_declarar",
}
MOMENTS = ("al", "cuando", "despues", "antes", "al_comienzo", "al_final", "mientras")
FORBIDDEN = frozenset({"atacar", "salir", "interactuar", "empujar"})
Builders = Mapping[str, Callable[[Operacion], Act]]


@dataclass(frozen=True)
class Clause:
    window: str
    subject: Names | None
    acts: tuple[Act, ...]
    optional: bool = False
    costs: tuple[Act, ...] = ()
    when: tuple[Condition, ...] = ()
    link: str | None = None
    standing: bool = False


@dataclass(frozen=True)
class Ability:
    event: str
    trigger: Condition
    clauses: tuple[Clause, ...] = ()
    use: bool = False
    """Somebody has to use it: a Command card, a special action."""
    surges: int = 0
    actions: int = 0
    strain: int = 0
    limit: str = ""
    """activacion, ronda, ataque."""
    shared: str = ""
    """«Límite de 1 capacidad “X” por ataque»: the name that counts together."""
    flags: frozenset[str] = frozenset()
    forbids: tuple[tuple[str, Condition], ...] = ()


@dataclass(frozen=True)
class Card:
    abilities: tuple[Ability, ...] = ()
    refused: tuple[str, ...] = ()
    """Why parts of the text do not run."""
    unread: str = ""
    """Why the text is not understood at all."""
    flags: frozenset[str] = field(default=frozenset())


@lru_cache(maxsize=1000)
def read_card(text: str, game: str = "imperial-assault", builders: str = "cartas") -> Card:
    result = compile_text(text, game)
    if result.status == "rechazado":
        return Card(unread=result.diagnostics[0].message if result.diagnostics else "no se entiende")
    found: list[Ability] = []
    refused: list[str] = []
    for group in _joined(result.abilities):
        try:
            found.append(_ability(group, BUILDERS[builders], refused))
        except NotRun as error:
            refused.append(error.reason)
    flags = frozenset(f for a in found for f in a.flags)
    return Card(tuple(found), tuple(dict.fromkeys(refused)), "", flags)


BUILDERS: dict[str, Builders] = {"cartas": VERBS}
"""Sets of verbs: an instruction of Leyendas moves and attacks by itself, a card does not."""


def _joined(abilities: tuple[Capacidad, ...]) -> list[list[Capacidad]]:
    """Sentences without a moment of their own go with the one before: «Elige… Esa figura gana…», «Límite de…»."""
    groups: list[list[Capacidad]] = []
    for ability in abilities:
        new = bool(ability.cabeceras) or _has_moment(ability)
        if groups and not new and (_has_moment(groups[-1][0]) or groups[-1][0].cabeceras or _hangs(ability)):
            groups[-1].append(ability)
        else:
            groups.append([ability])
    return groups


def _has_moment(ability: Capacidad) -> bool:
    first = ability.oraciones[0] if ability.oraciones else None
    if first is None:
        return False
    return any(isinstance(m, Momento | Periodo) for m in first.marco) or any(c.tipo in MOMENTS for c in first.colas)


def _hangs(ability: Capacidad) -> bool:
    """It speaks of «esa figura», is a limit, or asks how a test went."""
    first = ability.oraciones[0]
    ops = [op.kind for part in first.frases.partes for op in part.efecto.ops]
    subjects = [part.sujeto for part in first.frases.partes]
    back = any(isinstance(s, Seleccion) and s.articulo in ("ese", "dicho") for s in subjects)
    asks = any(
        op.kind in ("fallar", "superar", "pasar")
        for frame in first.marco
        if isinstance(frame, Requisito)
        for part in frame.frases.partes
        for op in part.efecto.ops
    )
    dice = any(getattr(op, "como", None) is not None or _equals(op) for part in first.frases.partes for op in part.efecto.ops)
    failing = any(isinstance(s, Seleccion) and s.relativa is not None for s in subjects)
    return back or asks or dice or failing or "limitar" in ops


def _equals(op: Operacion) -> bool:
    what = getattr(op, "que", None)
    return isinstance(what, Seleccion) and what.comparacion is not None


def _ability(group: list[Capacidad], builders: Builders, refused: list[str]) -> Ability:
    ability = _header(group[0])
    sentences = [sentence for part in group for sentence in part.oraciones]
    clauses: list[Clause] = []
    for index, sentence in enumerate(sentences):
        try:
            if (limit := _limit(sentence)) is not None:
                ability = replace(ability, limit=limit[0], shared=limit[1])
            elif _uses_the_card(sentence):
                ability = replace(_timed(sentence, ability), use=True)
            else:
                if index == 0:
                    ability = _timed(sentence, ability)
                clauses += _clauses(sentence, ability, builders, ability.event == "")
        except NotRun as error:
            if not clauses and index == 0:
                raise
            refused.append(error.reason)  # what comes after it may depend on it
            break
    forbids = tuple(_forbidden(sentences))
    flags = frozenset(f for s in sentences for f in _flags(s))
    if not clauses and not forbids and not flags:
        raise NotRun("no dice nada que el motor ejecute")
    if not ability.event:
        fights = any(c.window in _FIGHT for c in clauses)
        ability = replace(ability, event="ataque" if fights else "uso", trigger=_in_the_fight if fights else always)
    return replace(ability, clauses=tuple(_never_back(clauses)), forbids=forbids, flags=flags)


def _never_back(clauses: list[Clause]) -> Iterator[Clause]:
    """What a card says next does not happen before what it said first: «puedes… Si lo haces, sufres…»."""
    order = _windows_in_order()
    latest = 0
    for clause in clauses:
        latest = max(latest, order.get(clause.window, latest))
        yield replace(clause, window=_at(latest)) if order.get(clause.window, latest) < latest else clause


@cache
def _windows_in_order() -> dict[str, int]:
    names: list[str] = []
    for step in load_game("imperial-assault").ataque:
        for row in step.pasos or (step,):
            names += [w for w in row.ventanas if w not in names]
    return {name: i for i, name in enumerate(names)}


def _at(place: int) -> str:
    return next(name for name, i in _windows_in_order().items() if i == place)


_FIGHT = frozenset({"antes_de_declarar", "antes_de_tirar", "volver_a_tirar", "modificar_resultados", "convertir_resultados"})


def _in_the_fight(scene: Scene) -> bool:
    return scene.fight is not None


def _header(first: Capacidad) -> Ability:
    icons = [str(a.id) for head in first.cabeceras if head.tipo == "coste" for g in head.requisitos for a in g.partes]
    surges, strain = icons.count("incremento"), icons.count("tension")
    actions = icons.count("accion") + icons.count("accion_ataque")
    if known := set(icons) - {"incremento", "tension", "accion", "accion_ataque"}:
        raise NotRun(f"cuesta «{sorted(known)[0].replace('_', ' ')}»")
    event = "incremento" if surges else "uso" if actions or strain else ""
    return Ability(event, always, use=bool(actions or strain), surges=surges, actions=actions, strain=strain)


def _timed(sentence: Oracion, ability: Ability) -> Ability:
    hooks: list[Hook] = []
    for frame in sentence.marco:
        if isinstance(frame, Momento):
            hooks.append(hook(frame))
        elif isinstance(frame, Periodo):
            hooks.append(period(frame))
    hooks += [hook(tail) for tail in sentence.colas if tail.tipo in MOMENTS]
    if not hooks:
        return ability
    once = any(isinstance(f, Periodo) and f.plazo.relacion == "una_vez_durante" for f in sentence.marco)
    events = {h.event for h in hooks}
    if len(events) != 1:
        raise NotRun("tiene varios momentos a la vez")
    limit = "activacion" if once else ability.limit
    return replace(ability, event=hooks[0].event, trigger=lambda scene: all(h.trigger(scene) for h in hooks), limit=limit)


def _uses_the_card(sentence: Oracion) -> bool:
    ops = [op for part in sentence.frases.partes for op in part.efecto.ops]
    what = getattr(ops[0], "que", None) if len(ops) == 1 else None
    return len(ops) == 1 and ops[0].kind == "usar" and isinstance(what, Seleccion) and what.objeto in ("carta", "capacidad")


def _limit(sentence: Oracion) -> tuple[str, str] | None:
    ops = [op for part in sentence.frases.partes for op in part.efecto.ops]
    if len(ops) != 1 or ops[0].kind != "limitar":
        return None
    scope, what = ops[0].por, getattr(ops[0], "que", None)
    if not isinstance(scope, Seleccion) or scope.objeto not in ("activacion", "ronda", "ataque", "grupo"):
        raise NotRun("tiene un límite que el motor no lleva")
    names = [str(a.nombre).strip('"') for g in what.rasgos for a in g.partes] if isinstance(what, Seleccion) else []
    return scope.objeto, names[0] if names else ""


def _clauses(sentence: Oracion, ability: Ability, builders: Builders, standing: bool) -> Iterator[Clause]:
    when: list[Condition] = []
    link: str | None = None
    for frame in sentence.marco:
        if isinstance(frame, Requisito):
            when.append(all_of(frame.frases))
        elif isinstance(frame, Enlace):
            link = frame.tipo
            if frame.y_si is not None:
                when.append(all_of(frame.y_si))
        elif not isinstance(frame, Momento | Periodo):
            raise NotRun("depende de algo que el motor no cuenta")
    for tail in sentence.colas:
        when += _tail(tail)
    if link == "en_vez_de_eso":
        raise NotRun("sustituye a otro efecto")
    for part in sentence.frases.partes:
        if part.modo_negado or (part.modo == "puede" and part.efecto.ops and part.efecto.ops[0].negada):
            continue  # a prohibition: see `_forbidden`
        yield _clause(part, ability, builders, tuple(when), link, standing)
    for more in sentence.tramos:
        extra = [all_of(more.marco.frases)] if isinstance(more.marco, Requisito) else []
        for part in more.frases.partes:
            yield _clause(part, ability, builders, (*when, *extra), link, standing)


def _tail(tail: Cola) -> list[Condition]:
    if tail.tipo in MOMENTS:
        return []
    if tail.tipo == "si" and tail.frases is not None:
        return [all_of(tail.frases)]
    if tail.tipo == "a_menos_que" and tail.frases is not None:
        test = all_of(tail.frases)
        return [lambda scene: not test(scene)]
    if tail.tipo == "si_es_posible":
        return []
    raise NotRun("tiene una salvedad que no se comprueba")


def _clause(
    part: Frase, ability: Ability, builders: Builders, when: tuple[Condition, ...], link: str | None, standing: bool
) -> Clause:
    if part.para_que is not None or part.modo not in (None, "puede", "debe"):
        raise NotRun("condiciona el efecto de un modo que no se ejecuta")
    if part.efecto.conj == "o":
        raise NotRun("da a elegir entre varios efectos")
    acts = tuple(act(op, builders) for op in part.efecto.ops)
    costs = tuple(act(op, builders) for op in part.costes.ops) if part.costes is not None else ()
    window = _window(part.efecto.ops[0], ability.event)
    subject, extra = _subject(part.sujeto)
    if window == "modificar_resultados" and isinstance(part.sujeto, Seleccion) and part.sujeto.objeto == "implicito":
        subject = None  # «si el objetivo está herido, gana Perforante 2»: the attack does, not the target
    return Clause(window, subject, acts, part.modo == "puede", costs, (*when, *extra), link, standing)


def _subject(what: object) -> tuple[Names | None, tuple[Condition, ...]]:
    if what is None:
        return None, ()
    if isinstance(what, Seleccion) and what.objeto in ("ataque", "ataque_a_distancia"):
        return _the_attacker, tuple(_of_attack(what))
    if isinstance(what, Seleccion) and what.objeto == "implicito":
        return candidates(what), ()
    return who(what, relative), ()


def _the_attacker(scene: Scene) -> list[str]:
    return [scene.fight.attacker] if scene.fight is not None else []


def _of_attack(what: Seleccion) -> Iterator[Condition]:
    """«El primer ataque Imperial», «Los ataques de esta figura», «los ataques a distancia»."""
    owner = what.complemento.que if what.complemento is not None and what.complemento.prep == "de" else None
    atoms = {str(a.id) for g in what.rasgos for a in g.partes}
    if atoms - {"primero", "imperial", "rebelde", "a_distancia", "cuerpo_a_cuerpo"}:
        raise NotRun("habla de un ataque de una clase que no se comprueba")
    if isinstance(owner, Seleccion):
        found = candidates(owner, relative)
        yield lambda s: s.fight is not None and s.fight.attacker in found(s)
    else:
        yield lambda s: s.fight is not None and s.fight.attacker == s.owner
    if "primero" in atoms:
        yield lambda s: s.fight is not None and s.table.figure(s.fight.attacker).ataques == 0
    kind = "a_distancia" if what.objeto == "ataque_a_distancia" else next((k for k in atoms if k.endswith(("cia", "po"))), "")
    if kind:
        yield lambda s: s.fight is not None and s.fight.kind == kind


def _window(op: Operacion, event: str) -> str:
    """In an attack, dice, rerolls and modifiers go to their step; the rest, where the moment says."""
    default = WINDOWS.get(event, "")
    if event in ("incremento", "tras_ataque", "prueba"):
        return default
    if op.kind in VERB_WINDOWS:
        return VERB_WINDOWS[op.kind]
    what = getattr(op, "que", None)
    kinds = {t.objeto for t in things(what)} if what is not None else set()
    dice = any(kind.startswith("dado") for kind in kinds)
    if op.kind in ("anadir", "retirar", "reemplazar", "descartar") and dice:
        return "antes_de_tirar"
    if kinds & RESULTS and op.kind in ("ganar", "conceder", "adquirir", "anadir"):
        return "modificar_resultados"
    if op.kind == "conceder":
        return "modificar_resultados"
    return default or "durante_la_activacion"


def _flags(sentence: Oracion) -> Iterator[str]:
    for part in sentence.frases.partes:
        for op in part.efecto.ops:
            if op.kind in ("conceder", "ganar") and not sentence.marco:
                yield from (t.objeto for t in things(getattr(op, "que", None)) if t.objeto in FLAGS)
            elif op.kind == "ignorar" and not sentence.marco:
                yield from spared(op)


def _forbidden(sentences: list[Oracion]) -> Iterator[tuple[str, Condition]]:
    """«No puedes atacar figuras adyacentes.»"""
    for sentence in sentences:
        for part in sentence.frases.partes:
            if not part.modo_negado or part.modo != "puede" or sentence.marco:
                continue
            for op in part.efecto.ops:
                if op.kind not in FORBIDDEN or op.durante:
                    raise NotRun("prohíbe algo que el motor no vigila")
                goal = op.a or (getattr(op, "que", None) if op.kind == "atacar" else None)
                found = candidates(goal, relative) if isinstance(goal, Seleccion) else None
                subject = part.sujeto
                names = who(subject, relative) if subject is not None else None
                yield op.kind, _bars(names, found)


def _bars(names: Names | None, found: Names | None) -> Condition:
    def test(scene: Scene) -> bool:
        mine = names(scene) if names is not None else [scene.owner]
        return scene.acting in mine and (found is None or scene.target in found(scene))

    return test


__all__ = ["BUILDERS", "STATES", "Ability", "Card", "Clause", "read_card"]
