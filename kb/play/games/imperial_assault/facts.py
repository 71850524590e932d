"""Imperial Assault: predicates of its own: adjacency, sight, states, what an attack did, what has been done in it."""

from collections.abc import Callable, Mapping

from grammar.meaning.values import Cosa, Cual, Cuenta, Hecho, It, Nombre, Papel, Qty, Rango, Ref, Value, Yo, parts
from kb.play.games.imperial_assault.fight import Fight
from kb.play.games.imperial_assault.measure import adjacent, alive, friends, group, sees, squares_of
from kb.play.games.imperial_assault.state import MARKS, Figure, Table
from kb.play.logic import Known, every, negated, some
from kb.play.meaning.abilities import effects_of
from kb.play.meaning.conditions import candidates, compared, count, known_as, number, over, part, within
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Fact, Scene
from kb.play.meaning.stuff import stuff
from kb.text import identifier

Pair = Callable[[Ente, Ente], Known]


def _both(scene: Scene, one: Value | None, other: Value | None, it: Ente | None, test: Pair) -> Known:
    return over(scene, one, it, lambda ente: over(scene, other, it, lambda of: test(ente, of)))


def _is(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what, other = fact.role("que"), fact.role("a")
    if isinstance(what, Cual) and what.id == "adyacente":
        goal: Value = other if other is not None else Yo()
        near: Pair = lambda ente, of: False if ente == of else adjacent(scene.state, ente, of)  # noqa: E731
        return _both(scene, fact.role("quien"), goal, it, near)
    if isinstance(what, Cosa) and what.noun == "parte":
        return None
    return None


def _at_range(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«a 3 casillas de otra figura»: nobody is near itself."""
    origin, rango = fact.role("de"), fact.role("rango")
    if isinstance(rango, Rango) and not rango.desde.isdigit():
        known = x_of(scene)
        if known is None and scene.decision is not None:
            known = scene.decision.cuantos
        rango = None if known is None else Rango(str(known), str(known), rango.modo)
    alone = isinstance(origin, Cosa)

    def near(ente: Ente, of: Ente) -> Known:
        if ente == of and alone:
            return False
        return within(rango, scene.world.distance(scene, ente, of))

    return _both(scene, fact.role("quien"), origin or Yo(), it, near)


def x_of(scene: Scene) -> int | None:
    """«X es el resultado de Precisión»: as the same text says what X is."""
    for fact in parts(effects_of(scene.words, scene.state.game)) if scene.words else ():
        if isinstance(fact, Hecho) and defines_x(fact):
            value = fact.role("que") or fact.role("igual")
            if isinstance(value, Cuenta):
                value = value.de
            found = scene.world.amount(scene, scene.me, value) if isinstance(value, Cosa) else None
            return found if found is not None else number(scene, fact.role("que") or fact.role("igual"))
    return None


def defines_x(fact: Hecho) -> bool:
    who = fact.role("quien")
    return fact.verb in ("valer", "compara") and isinstance(who, Cosa) and who.noun == "numero" and who.qty.n == "x"


def _has(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    table: Table = scene.state
    if isinstance(what, Cual) and what.kind == "estado":
        state = what.id
        return over(scene, fact.role("quien"), it, lambda who: who.sort == "figura" and state in table.figure(who.name).estados)
    if isinstance(what, Nombre):
        name = identifier(what.nombre)
        return over(scene, fact.role("quien"), it, lambda who: name in {identifier(c) for c in table.figure(who.name).cartas})
    if not isinstance(what, Cosa):
        return None
    if what.sort == "linea":
        goal = next((f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "a"), None)
        return None if goal is None else _both(scene, fact.role("quien"), goal, it, lambda a, b: sees(table, a, b))
    if what.sort == "figura" and _is_group(scene, fact.role("quien"), it):  # «el grupo con figuras derrotadas»
        return over(scene, fact.role("quien"), it, lambda ente: _group_has(scene, ente, what))
    if what.sort == "figura":  # «la casilla con el Héroe …», «sin Rebeldes a 2 casillas»
        return over(scene, fact.role("quien"), it, lambda ente: _holds_figure(scene, ente, what))
    ranged = next((f.role("que") for f in what.filters if isinstance(f, Hecho) and f.verb == "valer"), None)
    if isinstance(ranged, Rango):
        plain = Cosa(what.noun, what.sort, Qty("el"))
        return over(scene, fact.role("quien"), it, lambda who: within(ranged, scene.world.amount(scene, who, plain)))
    return None


def _is_group(scene: Scene, who: Value | None, it: Ente | None) -> bool:
    return any(ente.sort == "grupo" for ente in known_as(scene, who, it) or ())


def _group_has(scene: Scene, ente: Ente, thing: Cosa) -> Known:
    mine = [k for who, k in candidates(scene, thing).items() if group(scene.state, who.name) == ente.name]
    return compared(sum(k is True for k in mine), thing.qty) if None not in mine else None


def _holds_figure(scene: Scene, ente: Ente, thing: Cosa) -> Known:
    table: Table = scene.state
    near = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "a_alcance"]
    rest = Cosa(thing.noun, thing.sort, thing.qty, filters=tuple(f for f in thing.filters if f not in near), id=thing.id)
    found = candidates(scene, rest)
    if near:
        fit = [every((k, within(near[0].role("rango"), scene.world.distance(scene, who, ente)))) for who, k in found.items()]
    else:
        here = squares_of(table, ente) or frozenset()
        fit = [every((k, bool((squares_of(table, who) or frozenset()) & here))) for who, k in found.items()]
    sure = sum(k is True for k in fit)
    return compared(sure, thing.qty) if None not in fit else None


def _suffered(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """Tokens that are there now; after an attack, what it did to the defender."""
    table: Table = scene.state
    what = fact.role("que")
    if not isinstance(what, Cosa) or what.sort not in ("dano", "tension"):
        return None
    if fact.role("por") is not None:
        return _from_this(scene, fact, it, what.sort)
    fight, sort, qty = table.fought, what.sort, what.qty

    def test(who: Ente) -> Known:
        if who.sort != "figura":
            return None
        if sort == "dano" and fight is not None and fight.resolved and who.name == fight.defender:
            return compared(fight.dealt, qty)
        if any(key == "durante" for key, _ in fact.circ):
            return some(e.roles.get("quien") == who and e.verb == "sufrir" for e in scene.log.past if isinstance(e, Event))
        figure = table.figure(who.name)
        return compared(figure.dano if sort == "dano" else figure.tension, qty)

    return over(scene, fact.role("quien"), it, test)


def _from_this(scene: Scene, fact: Hecho, it: Ente | None, sort: str) -> Known:
    """«si ningún Rebelde ha sufrido tensión por este efecto»: since the ability began."""
    done = [
        e
        for e in scene.log.past
        if isinstance(e, Event) and e.verb == "sufrir" and e.roles.get("por") == Ente("capacidad", scene.card)
    ]
    hurt = {e.roles["quien"] for e in done if e.roles.get("que", Ente("")).sort == sort}
    return over(scene, fact.role("quien"), it, lambda who: who in hurt)


def _attacked(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    who, whom = fact.role("quien"), fact.role("que")
    fight = table.fight
    during = next((value for key, value in fact.circ if key == "durante"), None)
    if isinstance(during, Nombre):
        if fight is None or identifier(during.nombre) not in {identifier(name) for name in table.using}:
            return False
        return True if whom is None else over(scene, whom, it, lambda ente: ente.name == fight.defender)
    if not fact.past:
        if fact.modal:
            return over(scene, who, it, lambda ente: _may_attack(scene, ente))
        if fight is None:
            return None
        mine = True if who is None else over(scene, who, it, lambda ente: ente.name == fight.attacker)
        theirs = True if whom is None else over(scene, whom, it, lambda ente: ente.name == fight.defender)
        return every((mine, theirs))
    if who is None:
        return over(scene, whom, it, lambda ente: _was_attacked(scene, ente))
    times = next((value for key, value in fact.circ if key == "veces"), None)
    if isinstance(times, Cosa):
        return over(scene, who, it, lambda ente: compared(table.figure(ente.name).ataques, times.qty))
    if whom is not None:
        return _both(scene, who, whom, it, lambda a, b: b.sort == "figura" and a.name in table.figure(b.name).atacada_por)
    return over(scene, who, it, lambda ente: ente.sort == "figura" and table.figure(ente.name).ataques > 0)


def _was_attacked(scene: Scene, ente: Ente) -> Known:
    """By the bearer or somebody of its group, in this round."""
    table: Table = scene.state
    if ente.sort != "figura" or scene.me.name not in table.figuras:
        return None
    mine = group(table, scene.me.name)
    return any(other == scene.me.name or group(table, other) == mine for other in table.figure(ente.name).atacada_por)


def _may_attack(scene: Scene, ente: Ente) -> Known:
    """«que pueda atacar»: it has an attack, and somebody of the other side is in reach."""
    table: Table = scene.state
    figure: Figure = table.figure(ente.name)
    if not figure.ataque or figure.tipo is None:
        return False
    rivals = [Ente("figura", n) for n in alive(table) if not friends(table, n, ente.name)]
    if not table.tablero:
        return bool(rivals) or False
    if figure.tipo == "cuerpo_a_cuerpo":
        return some(adjacent(table, ente, other) for other in rivals)
    return some(sees(table, ente, other) for other in rivals)


def _failed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    fight: Fight | None = scene.state.fought
    return fight.missed if fight is not None else None


def _defeated(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    who = fact.role("que")
    if any(isinstance(value, Nombre) for _, value in fact.circ):
        return None  # «si es derrotada durante» another ability: nobody keeps what was going on
    if isinstance(who, Cosa):
        return some(f.derrotada for f in table.figuras.values()) or None
    return over(scene, who, it, lambda ente: ente.sort == "figura" and table.figure(ente.name).derrotada)


def _passed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """Who did not take the test has neither passed nor failed it."""
    tests = scene.state.tests
    absent: Known = fact.neg if tests else None
    return over(scene, fact.role("quien"), it, lambda ente: tests[ente.name] >= 1 if ente.name in tests else absent)


def _got(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si no ha obtenido ningún resultado [bloqueo]»; of a test, how many successes."""
    what = fact.role("que")
    if not isinstance(what, Cosa):
        return True if isinstance(what, It) else None  # «por cada [daño] logrado»: those of the roll
    table: Table = scene.state
    if what.sort == "exito":
        less = next((f for f in what.filters if isinstance(f, Hecho) and f.verb == "cantidad"), None)
        than = count(scene, getattr(less.role("menor"), "de", None)) if less is not None else None
        won = sum(table.tests.values()) if table.tests else None
        return None if won is None or than is None else won < than
    have = scene.world.amount(scene, scene.me, what)
    return None if have is None else compared(have, what.qty)


def _shows(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    what = fact.role("que")
    if it is None or it.sort != "dado" or not isinstance(what, Cosa):
        return None
    icons = stuff(what).ids("icono_resultado")
    return compared(
        sum((it.marks is not None and f"{icon}:{n}" in it.marks) * n for icon in icons for n in range(1, 5)), what.qty
    )


def _left(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    return over(scene, fact.role("quien"), it, lambda ente: table.figure(ente.name).movida) if fact.past else None


def _did(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """Has something been done in this activation: an instruction by its name, the previous one, this attack?"""
    table: Table = scene.state
    what = fact.role("que")
    if not fact.past:
        return None
    if isinstance(what, Nombre):
        return identifier(what.nombre) in {identifier(done) for done in table.figure(scene.me.name).hechas}
    if isinstance(what, Cosa) and what.sort == "instruccion":
        return bool(table.figure(scene.me.name).anterior)
    if isinstance(what, Papel) and what.nombre == "este_ataque":
        return over(scene, fact.role("quien"), it, lambda ente: table.fought is not None and ente.name == table.fought.attacker)
    if isinstance(what, Ref):  # «la figura que hizo el ataque»
        return it is not None and table.fought is not None and it.name == table.fought.attacker
    return None


def _among(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    group_ = known_as(scene, fact.role("que"))
    return it in group_ if group_ is not None and it is not None else None


def _distinct(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    others = known_as(scene, fact.role("de") or fact.role("que"))
    return it not in others if others is not None and it is not None else None


def _other(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«cada una de las otras figuras»: those that were not told before."""
    return None if it is None else it != scene.me


def _against(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    target = part(scene, "defensor")
    if target is None:
        return None
    return over(scene, fact.role("que"), None, lambda ente: ente == target)


def _during(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    when = fact.role("que")
    if table.activa is None:
        return False
    mine = scene.me.name in table.figuras and group(table, table.activa) == group(table, scene.me.name)
    return mine if isinstance(when, Cosa | Papel) else None


def _in(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    where = fact.role("donde")
    if isinstance(where, Papel) and where.nombre == "este_grupo":
        mine = group(table, scene.me.name)
        return over(scene, fact.role("quien"), it, lambda ente: ente.sort == "figura" and group(table, ente.name) == mine)
    if isinstance(where, Cosa) and where.noun == "tablero":
        return over(scene, fact.role("quien"), it, lambda ente: _on_board(table, ente))
    if isinstance(where, Cosa) and where.sort == "linea":
        owner = next((f.role("que") for f in where.filters if isinstance(f, Hecho) and f.verb == "de"), None)
        return _both(scene, fact.role("quien"), owner or Yo(), it, lambda ente, of: sees(table, of, ente))
    if isinstance(where, Cosa) and where.sort in ("carta", "area"):
        return _lies_on(table, fact.role("quien"), where)
    if (isinstance(where, Cosa) and where.sort == "casilla") or isinstance(where, Ref | Nombre):
        return _both(scene, fact.role("quien"), where, it, lambda ente, of: _stands_on(table, ente, of))
    return None


def _lies_on(table: Table, what: Value | None, where: Cosa) -> Known:
    """«6 o más fichas de tensión están en la carta de despliegue»: those that the table tells."""
    if not isinstance(what, Cosa) or what.sort != "ficha":
        return None
    kind = (stuff(what).ids("tipo_ficha") or (what.noun,))[0]
    rows = [(name.split()[-1], n) for name, n in table.fichas_de_mesa.items() if name.split()[0] == kind]
    have = [n for place, n in rows if place.startswith(where.noun) or where.noun.startswith(place)]
    return compared(sum(have), what.qty) if have else None


def _on_board(table: Table, ente: Ente) -> Known:
    if ente.sort == "objeto":
        return ente.name in table.objetos and not table.objetos[ente.name].fuera
    return ente.sort == "figura" and ente.name in alive(table)


def _stands_on(table: Table, ente: Ente, place: Ente) -> Known:
    mine, theirs = squares_of(table, ente), squares_of(table, place)
    return None if mine is None or theirs is None else bool(mine & theirs)


def _contains(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    return _both(scene, fact.role("que"), fact.role("quien"), it, lambda ente, of: _stands_on(table, ente, of))


def _deployed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    return over(scene, fact.role("que"), it, lambda ente: _on_board(table, ente))


def _discarded(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """Of states, by this ability; of objects, that they are gone."""
    table: Table = scene.state
    if it is not None and it.sort == "objeto":
        return table.objetos[it.name].fuera
    if not fact.past or it is None:
        return None
    return some(e.verb == "descartar" and e.roles.get("quien") == it for e in scene.log.past if isinstance(e, Event))


def _carries(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    return _both(
        scene,
        fact.role("quien"),
        fact.role("que"),
        it,
        lambda who, what: what.sort == "objeto" and table.objetos[what.name].lleva == who.name,
    )


def _marked(word: str) -> Fact:
    """What the mission has done to somebody or something."""

    def known(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
        table: Table = scene.state

        def has(ente: Ente) -> Known:
            if ente.sort not in ("figura", "objeto"):
                return None
            return word in (table.figure(ente.name).marcas if ente.sort == "figura" else table.objetos[ente.name].marcas)

        return over(scene, fact.role("que"), it, has) if fact.past else None

    return known


def _closed(shut: bool) -> Fact:
    def known(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
        table: Table = scene.state
        return over(
            scene, fact.role("que"), it, lambda ente: ente.sort == "objeto" and table.objetos[ente.name].cerrada is shut
        )

    return known


def _engaged(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si confronta»: it has ended next to it."""
    return _both(scene, fact.role("quien"), fact.role("que"), it, lambda a, b: adjacent(scene.state, a, b))


def _readied(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    table: Table = scene.state
    return over(scene, fact.role("que"), it, lambda ente: ente.sort == "figura" and not table.figure(ente.name).activada)


def _there_is(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """Tokens on a card or an area are told by the table."""
    what = fact.role("que")
    table: Table = scene.state
    if not isinstance(what, Cosa) or what.sort not in ("ficha", "recurso"):
        return None
    kind = stuff(what).ids("tipo_ficha") or (what.noun,)
    have = [n for name, n in table.fichas_de_mesa.items() if name.split()[0] == kind[0]]
    return compared(sum(have), what.qty)


def _happened(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«en caso contrario», at the head of a text: whether what stands before it did not happen."""
    return bool(scene.state.opcion) or None


def _except(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    return negated(_among(scene, fact, it))


FACTS: Mapping[str, Fact] = {
    "ser": _is,
    "a_alcance": _at_range,
    "tener": _has,
    "sufrir": _suffered,
    "atacar": _attacked,
    "fallar": _failed,
    "derrotar": _defeated,
    "superar": _passed,
    "obtener": _got,
    "mostrar": _shows,
    "salir": _left,
    "realizar": _did,
    "usar": _did,
    "entre": _among,
    "distinto": _distinct,
    "otro": _other,
    "salvo": _except,
    "contra": _against,
    "durante": _during,
    "en": _in,
    "contener": _contains,
    "desplegar": _deployed,
    "descartar": _discarded,
    "transportar": _carries,
    "cerrar": _closed(True),
    "abrir": _closed(False),
    "confrontar": _engaged,
    "preparar": _readied,
    "hay": _there_is,
    "ocurrir": _happened,
    **{verb: _marked(word) for verb, word in MARKS.items()},
}
