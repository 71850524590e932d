"""X-Wing: predicates of its own: arcs, locks, how an attack came out, what has been done in it."""

from collections.abc import Mapping
from dataclasses import replace

from grammar.meaning.values import WHOLE, Cosa, Cual, Hecho, It, Lista, Papel, Value, Yo
from kb.play.games.xwing.state import CAUSE, Table
from kb.play.logic import Known, every, negated, some
from kb.play.meaning.conditions import candidates, compared, fits, known_as, of_asked, over, part, within
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import UNROLLED, unify
from kb.play.meaning.scene import Fact, Scene
from kb.play.meaning.stuff import stuff
from kb.text import identifier

ARCS: Mapping[str, str] = {"arco_de_fuego": "fuego", "arco_de_ataque": "ataque"}


def _in_arc(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    place = fact.role("donde")
    if not isinstance(place, Cosa) or place.sort != "arco":
        return None
    row = stuff(place)
    if not row.only("icono_arco", "de"):
        return None
    arcs = row.ids("icono_arco") or ((f"arco_{ARCS[place.noun]}",) if place.noun in ARCS else ())
    if not arcs:
        return None
    pointer = fact.role("quien")
    if isinstance(pointer, Cosa) and pointer.sort in ("indicador", "arco"):
        return _turned(scene, pointer, [arc.removeprefix("arco_") for arc in arcs])
    owner: Value = row.of or (Papel("atacante") if place.noun == "arco_de_ataque" else Yo())
    table: Table = scene.state

    def inside(ente: Ente, of: Ente) -> Known:
        if of.sort != "nave" or ente.sort != "nave":
            return None
        if table.ship(of.name).remoto:  # it has no arcs: nobody is in them or out of them
            return fact.neg
        return some(table.in_arc(of.name, arc, ente.name) for arc in _looked_at(scene, table, of, arcs))

    return over(scene, fact.role("quien"), it, lambda ente: over(scene, owner, it, lambda of: inside(ente, of)))


def _looked_at(scene: Scene, table: Table, of: Ente, arcs: tuple[str, ...]) -> tuple[str, ...]:
    """The attack arc is the one from which the attack is made, unless the situation says who is in it."""
    names = tuple(arc.removeprefix("arco_") for arc in arcs)
    attack = part(scene, "este_ataque")
    if names != ("ataque",) or attack is None or "ataque" in table.arcos.get(of.name, {}):
        return names
    made = tuple(mark.removeprefix("arco_") for mark in attack.marks or () if mark.startswith("arco_"))
    return made if len(made) == 1 else names


def _turned(scene: Scene, pointer: Cosa, arcs: list[str]) -> Known:
    """«tu indicador [arco-torreta]», «tu [arco-torreta]» «está en tu [arco-izquierdo]»; a double one points at two."""
    row = stuff(pointer)
    who = known_as(scene, row.of) if row.of is not None else (scene.me,)
    if not who or not row.only("icono_arco", "de"):
        return None
    ship = scene.state.ship(who[0].name)
    if pointer.sort == "arco" and row.ids("icono_arco") != ("arco_torreta",):
        return None  # only a turret's arc is here or there
    shown = {ship.torreta, OPPOSITE[ship.torreta]} if ship.torreta and ship.doble_torreta else {ship.torreta}
    return bool(shown & set(arcs)) if ship.torreta else None


OPPOSITE: Mapping[str, str] = {"frontal": "trasero", "trasero": "frontal", "izquierdo": "derecho", "derecho": "izquierdo"}


def _locked(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«tienes fijada como blanco»; without an owner, by anybody."""
    table: Table = scene.state
    if fact.circ:
        return None

    def by(owner: Ente) -> Known:
        blancos = table.ship(owner.name).blancos if owner.sort == "nave" else ()
        return over(scene, fact.role("que"), it, lambda target: target.name in blancos)

    who = fact.role("quien")
    return some(by(Ente("nave", name)) for name in table.naves) if who is None else over(scene, who, it, by)


def _lock_upon(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«sobre el que haya un Blanco fijado aliado»: somebody of that side has it locked."""
    what, upon = fact.role("que"), fact.role("sobre")
    if not isinstance(what, Cosa) or what.sort != "blanco_fijado" or upon is None or not stuff(what).only("lado"):
        return None
    sides = stuff(what).ids("lado")
    table: Table = scene.state

    def by_them(target: Ente) -> Known:
        owners = [name for name, ship in table.naves.items() if target.name in ship.blancos]
        return some(every(scene.world.quality(scene, Ente("nave", n), Cual(id, "lado")) for id in sides) for n in owners)

    return over(scene, upon, it, by_them)


def _result(mark: str, other: str) -> Fact:
    def known(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
        attack = part(scene, "este_ataque")
        if attack is None or attack.marks is None or not attack.marks & {"impacta", "falla"}:
            return None
        return mark in attack.marks

    return known


def _destroyed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    def gone(ente: Ente) -> Known:
        return scene.state.ship(ente.name).destruida if ente.sort == "nave" else None

    return over(scene, fact.role("que"), it, gone) if fact.role("quien") is None else None


def _against(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    events = (event for event in (scene.event, *scene.going) if event is not None)
    target = next((event.parts["defensor"] for event in events if "defensor" in event.parts), None)  # of this attack, now
    what = fact.role("que")
    if target is None or fact.role("quien") != It():
        return None
    return _same(scene, what, target)


def _caused(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«daño causado por un obstáculo o por la detonación de una bomba aliada»: where it is told, it is in the marks."""
    return _by(scene, fact.role("quien"), it)


def _of_a_cause(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«daño de un dispositivo» is not whose it is, but where it comes from."""
    return _by(scene, fact.role("que"), it) if it is not None and it.sort == "dano" else None


def _by(scene: Scene, by: Value | None, it: Ente | None) -> Known:
    cause = next((m.removeprefix(CAUSE) for m in (it.marks or ()) if m.startswith(CAUSE)), "") if it is not None else ""
    return some(_cause(scene, one, cause) for one in (by.items if isinstance(by, Lista) else (by,))) if cause else None


def _cause(scene: Scene, by: Value | None, cause: str) -> Known:
    kind, _, owner = cause.partition(" ")
    if not isinstance(by, Cosa):
        return None
    if by.sort in ("obstaculo", "ataque"):
        return kind == by.sort if not by.filters else (None if kind == by.sort else False)
    bomb = stuff(by).of if by.noun == "detonacion" else by
    if not isinstance(bomb, Cosa) or bomb.sort != "dispositivo":
        return None
    if kind not in DEVICES.get(bomb.noun, ()):
        return False
    sides = stuff(bomb)
    if not sides.only("lado"):
        return None
    friend = scene.state.friends(owner, scene.me.name)
    return every(friend if id == "aliado" else negated(friend) for id in sides.ids("lado"))


DEVICES = {"bomba": ("bomba",), "mina": ("mina",), "dispositivo": ("bomba", "mina")}


def _upon(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«un Blanco fijado sobre …»: of one that was just obtained or spent."""
    return _same(scene, fact.role("que"), Ente("nave", it.name)) if it is not None and it.sort == "blanco_fijado" else None


def _same(scene: Scene, what: Value | None, ente: Ente) -> Known:
    found = known_as(scene, what)
    if found is not None:
        return ente in found
    return fits(scene, ente, what) if isinstance(what, Cosa) else None


def _obstructed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """By whatever the text names: an obstacle, a bomb, a ship; «obstruido» alone is by an obstacle."""
    attack = part(scene, "este_ataque")
    if attack is None or attack.marks is None:
        return None
    by = fact.role("quien")
    if by is None:
        return "obstruido" in attack.marks
    if isinstance(by, It) and it is not None:  # «los obstáculos que obstruyan este ataque»
        return f"{THROUGH}{it.name}" in attack.marks if it.name else "obstruido" in attack.marks
    return some(_in_the_way(scene, attack.marks, thing) for thing in (by.items if isinstance(by, Lista) else (by,)))


def _in_the_way(scene: Scene, marks: frozenset[str], by: Value) -> Known:
    if not isinstance(by, Cosa):
        return None
    named = [scene.world.entity(scene, mark.removeprefix(THROUGH)) for mark in marks if mark.startswith(THROUGH)]
    if by.sort == "obstaculo" and not named:
        return "obstruido" in marks
    return some(fits(scene, ente, by) for ente in named if ente is not None)


THROUGH = "a través de "
"""The mark of an attack that crosses something, by its name."""


def _shown(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«Si sacas un resultado [impacto]»: of the dice that the ability has just rolled."""
    what = fact.role("que")
    rolled = next((e for e in reversed(scene.log.past) if e.verb == "tirada_suelta"), None)
    mine = rolled is not None and any(face.of == scene.card for face in rolled.roles.values())
    if isinstance(what, Cosa) and fact.role("quien") is not None and scene.state.dados is not None and not mine:
        return over(scene, fact.role("quien"), it, lambda who: _showing(scene, who, what))
    if not isinstance(what, Cosa) or not scene.log.past:
        return None
    row = stuff(what)
    if rolled is None or not row.only("icono_resultado"):
        return None
    wanted = {FACES.get(id, id) for id in row.ids("icono_resultado")}
    shown = [e.name for e in rolled.roles.values()]
    return compared(sum(face in wanted for face in shown), what.qty)


def _alike(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si tienes el mismo resultado en cada uno de tus dados»."""
    who, what = fact.role("quien"), fact.role("que")
    if not isinstance(who, Cosa) or who.sort != "dado" or who.qty.op not in WHOLE or not isinstance(what, Cosa):
        return None
    if len(what.filters) != 1 or not isinstance(what.filters[0], Hecho) or what.filters[0].verb != "mismo":
        return None
    row, dice = stuff(who), scene.state.dados
    owner = known_as(scene, row.of) if row.of is not None else (scene.me,)
    pool = next((dice for role, dice in POOLS.items() if owner and part(scene, role) == owner[0]), None)
    if dice is None or pool is None or not row.only("de"):
        return None
    return len(set(dice.of(pool))) == 1


def _all_show(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si ambos resultados son de cara vacía»: of the dice that the ability has just rolled; else as any other «ser»."""
    who, what = fact.role("quien"), fact.role("que")
    if not isinstance(who, Cosa) or not isinstance(what, Cosa) or {who.sort, what.sort} != {"resultado"}:
        return None
    rolled = next((e for e in reversed(scene.log.past) if e.verb == "tirada_suelta"), None)
    mine = rolled is not None and any(face.of == scene.card for face in rolled.roles.values())
    whole = rolled is not None and (who.qty.op in WHOLE or (who.qty.op == "el" and len(rolled.roles) == 1))
    if rolled is None or not mine or not whole or not stuff(what).only("icono_resultado"):
        return None
    wanted = {FACES.get(id, id) for id in stuff(what).ids("icono_resultado")}
    return all(face.name in wanted for face in rolled.roles.values())


def _showing(scene: Scene, who: Ente, what: Cosa) -> Known:
    """The dice of the attack, of one of its two ships."""
    row = stuff(what)
    pool = next((dice for role, dice in POOLS.items() if part(scene, role) == who), None)
    if pool is None or not row.only("icono_resultado"):
        return None
    wanted = {FACES.get(id, id) for id in row.ids("icono_resultado")}
    return compared(sum(face in wanted for face in scene.state.dados.of(pool)), what.qty)


POOLS = {"atacante": "ataque", "defensor": "defensa"}
FACES = {"cara_vacia": "vacia"}


def _rolled(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si el atacante ha tirado 2 o menos dados de ataque»."""
    what, dice = fact.role("que"), scene.state.dados
    if not fact.past or not isinstance(what, Cosa) or what.filters or dice is None:
        return None
    pool = what.noun.removeprefix("dado_de_")
    if pool not in ("ataque", "defensa"):
        return None
    if not dice.of(pool):  # what adds a die comes before they are rolled: those that are about to be
        return compared(dice.previstos[pool] + dice.mas.get(pool, 0), what.qty) if pool in dice.previstos else None
    return compared(len(dice.of(pool)), what.qty)


def _happened(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """Whether something has been done, from what this run has seen. Inside an attack, all of it has been seen."""
    if not fact.past:
        return None
    pattern = replace(fact, past=False, neg=False, circ=tuple((k, v) for k, v in fact.circ if k != "durante"))
    told = any(k == "durante" and v != Papel("este_ataque") for k, v in fact.circ)  # «… durante esta ronda»: more than this one
    closed = _fighting(scene) and fact.verb in IN_ATTACK and not told
    seen = scene.log.past[scene.log.since :] if closed else scene.log.past
    found: list[Known] = []
    for event in seen:
        if it is not None and not _takes_part(event, it):
            continue
        found.append(unify(scene, _pointing(pattern, it), event)[0])
    if True in found:
        return True
    return False if closed and None not in found else None


IN_ATTACK = frozenset({"gastar", "modificar", "cambiar", "volver_a_tirar", "sufrir", "perder", "recibir"})


def _fighting(scene: Scene) -> bool:
    return part(scene, "este_ataque") is not None


def _takes_part(event: Event, it: Ente) -> bool:
    return any(ente.name == it.name for ente in event.roles.values())


def _pointing(fact: Hecho, it: Ente | None) -> Hecho:
    """The pattern without the role of the thing asked about: that it takes part is already known."""
    return replace(fact, roles=tuple((k, v) for k, v in fact.roles if not isinstance(v, It)))


def _equipped(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    return True if it is not None and it.sort == "mejora" else None


def _called(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«la capacidad Alerones adaptativos»: of the card by which something is being done."""
    name = getattr(fact.role("que"), "nombre", "")
    return identifier(it.name) == identifier(name) if it is not None and it.sort == "capacidad" and name else None


def _last(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«la nave que acabas de coordinar»: the last one."""
    if it is None:
        return _happened(scene, fact, it)
    event = next((e for e in reversed(scene.log.past) if e.verb == fact.verb and e.roles.get("quien") == scene.me), None)
    return None if event is None else event.roles.get("que") == it


def _dice_modified(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    if not fact.past:
        return None
    who = known_as(scene, fact.role("quien"))
    if not who or not _fighting(scene):
        return None
    return any(e.verb == "modificar" and e.roles.get("quien") in who for e in scene.log.past[scene.log.since :])


def _having(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """What a ship or a manoeuvre has that is not counted: a speed, a card by its name."""
    what = fact.role("que")
    if not isinstance(what, Cosa):
        return None
    if what.sort in ("mejora", "capacidad") and stuff(what).only("llamar", "de") and stuff(what).name:
        wanted = identifier(stuff(what).name)
        return over(scene, fact.role("quien"), it, lambda who: _bears(scene, who, wanted))
    return _of_speed(scene, fact, what, it)


def _bears(scene: Scene, who: Ente, wanted: str) -> Known:
    """The situation writes the cards that count; one that it does not write is not there."""
    if who.sort != "nave":
        return None
    return any(identifier(card) == wanted for card in scene.state.ship(who.name).active_cards())


def _of_speed(scene: Scene, fact: Hecho, what: Cosa, it: Ente | None) -> Known:
    """«una maniobra de velocidad 3-4»."""
    who = fact.role("quien")
    if what.noun != "velocidad":
        return None
    if isinstance(who, Cosa) and who.sort == "maniobra":
        if it is not None and it.sort == "nave":
            scene, who = of_asked(scene, who, it)
        found = [ente for ente, known in candidates(scene, who).items() if known]
        it = found[0] if len(found) == 1 else None
    elif who != It():
        return None
    if it is None or it.sort != "maniobra":
        return None
    spans = [cond.role("que") for cond in what.filters if isinstance(cond, Hecho) and cond.verb == "valer" and not cond.neg]
    return within(spans[0], it.number) if len(spans) == len(what.filters) == 1 else None


def _placed(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si no has soltado ningún dispositivo en esta ronda»; of which kind it was, nobody tells."""
    what = fact.role("que")
    times = [value for key, value in fact.circ if key == "durante"]
    if not fact.past or times not in ([], [Papel("este_ronda")]) or not isinstance(what, Cosa):
        return None

    def done(who: Ente) -> Known:
        placed = scene.state.ship(who.name).coloco if who.sort == "nave" else None
        return placed if not placed else (True if what.noun == "dispositivo" and not what.filters else None)

    return over(scene, fact.role("quien"), it, done)


def _docked(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«si no estás acoplado»; «tus naves acopladas»."""
    table: Table = scene.state
    if fact.role("quien") is not None:
        return None
    return over(
        scene, fact.role("que"), it, lambda ente: bool(table.ship(ente.name).acoplada_a) if ente.sort == "nave" else None
    )


def _attacking(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«mientras estás atacando»: of now, not of before."""
    whom, where = fact.role("a"), fact.role("desde")
    if fact.past and where == It() and it is not None and it.sort == "arco":
        return over(scene, fact.role("quien"), it, lambda who: it.name in scene.state.ship(who.name).desde)
    if fact.past and whom is not None:
        table: Table = scene.state
        return over(
            scene, fact.role("quien"), it,
            lambda who: over(scene, whom, it, lambda hit: who.sort == "nave" and hit.name in table.ship(who.name).atacadas),
        )  # fmt: skip
    if fact.past or whom is not None:
        return None
    attacker = part(scene, "atacante")
    return over(scene, fact.role("quien"), it, lambda ente: attacker is not None and ente == attacker)


def _shown_dial(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    """«tu maniobra revelada»: the only manoeuvres that are kept are those."""
    return True if it is not None and it.sort == "maniobra" else _happened(scene, fact, it)


def _unrolled(scene: Scene, fact: Hecho, it: Ente | None) -> Known:
    dice = scene.state.dados
    return not dice.ataque and not dice.defensa if dice is not None else None


FACTS: Mapping[str, Fact] = {
    "tener": _having,
    "mostrar": _alike,
    "ser": _all_show,
    "soltar": _placed,
    "lanzar": _placed,
    "acoplar": _docked,
    "atacar": _attacking,
    "revelar": _shown_dial,
    "en": _in_arc,
    "fijar": _locked,
    "hay": _lock_upon,
    "impactar": _result("impacta", "falla"),
    "fallar": _result("falla", "impacta"),
    "destruir": _destroyed,
    "contra": _against,
    "sobre": _upon,
    "provocar": _caused,
    "de": _of_a_cause,
    "obstruir": _obstructed,
    "sacar": _shown,
    "tirar": _rolled,
    "modificar": _dice_modified,
    "gastar": _happened,
    "recibir": _happened,
    "sufrir": _happened,
    "perder": _happened,
    "intervenir": _happened,
    "realizar": _happened,
    "ejecutar": _happened,
    "coordinar": _last,
    "interferir": _last,
    "equipar": _equipped,
    "llamar": _called,
    UNROLLED: _unrolled,
}
