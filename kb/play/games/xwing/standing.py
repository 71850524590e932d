"""X-Wing: abilities that hold always: permissions («eres capaz de…») and changes of difficulty. They do not use the queue."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Cual, Hecho, Papel, Ref, Value, Yo, parts
from kb.play.games.xwing.board import BOARD
from kb.play.games.xwing.state import COLOURS, Table
from kb.play.games.xwing.view import PHASES, Happening, event_of, ship_of
from kb.play.logic import Known, every
from kb.play.meaning.abilities import abilities_of
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.conditions import fits, fixed, holds, over, part
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.limits import still
from kb.play.meaning.look import allowed, kept, standing
from kb.play.meaning.moments import unify
from kb.play.meaning.scene import Decision, Scene
from kb.play.meaning.standing import bound_of, item_of, lapsed, lasting
from kb.play.meaning.stuff import stuff
from kb.play.run import Log, Pending

STEPS = {"reducir": -1, "incrementar": 1}


def permits(table: Table, verb: str, deed: Happening) -> str | None:
    """The card that lets the ship do it although it is stressed."""
    event, _ = event_of(table, deed)
    return allowed(BOARD, table, replace(event, rel=""), _although_stressed, Log())


def _although_stressed(scene: Scene, fact: Hecho) -> bool:
    despite = next((value for key, value in fact.circ if key == "incluso_aunque"), None)
    what = despite.role("que") if isinstance(despite, Hecho) else None
    return isinstance(what, Cual) and what.id == "bajo_tension"


def lifted(table: Table, shot: Happening) -> dict[str, str]:
    """What does not stop this attack, by the card that says so: tokens («mientras tienes 1 ficha de Desarme, eres capaz …») and
    obstacles («incluso aunque estés a alcance 0 de asteroides»)."""
    event, going = event_of(table, shot)
    deed = replace(event, rel="")
    found: dict[str, str] = {}
    for scene, step in standing(BOARD, table, None, going, Log()):
        if step.modo != "es_capaz" or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            if isinstance(fact, Hecho) and fact.verb == "efectuar" and unify(scene, replace(fact, circ=()), deed)[0]:
                found |= dict.fromkeys(_stoppers(scene, fact), scene.card)
    return found


def _stoppers(scene: Scene, fact: Hecho) -> Iterator[str]:
    moments = abilities_of(scene.words, BOARD.game)[scene.place[0] - 1].moments if scene.place else ()
    although = [value for key, value in fact.circ if key == "incluso_aunque"]
    for said in (p for item in (*moments, *although) for p in parts(item)):
        if isinstance(said, Cosa) and said.sort == "ficha":
            yield from stuff(said).ids("tipo_ficha")
        elif isinstance(said, Cosa) and said.sort == "obstaculo":
            yield said.noun


def allowed_already(table: Table, shot: Happening) -> tuple[str, ...]:
    """Cards that permit what the rules permit anyway, an attack at range 0: who put one on the table is told so."""
    event, going = event_of(table, shot)
    deed = replace(event, rel="")
    capable = (pair for pair in standing(BOARD, table, None, going, Log()) if pair[1].modo == "es_capaz" and event.number == 0)
    return tuple(
        scene.card for scene, step in capable
        for f in step.efecto if isinstance(f, Hecho) and f.verb == "efectuar" and unify(scene, replace(f, circ=()), deed)[0]
    )  # fmt: skip


def most_locks(table: Table, name: str) -> tuple[int, str]:
    """How many locks a ship may keep: one, unless a card says more; and that card."""
    found = (1, "")
    for scene, step in standing(BOARD, table, None, (), Log()) if table.ship(name).cartas else ():
        if scene.me.name != name or step.modo not in ("es_capaz", "puede") or not every(holds(scene, c) for c in step.si):
            continue
        for fact in step.efecto:
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "mantener" else None
            if isinstance(what, Cosa) and what.sort == "blanco_fijado" and what.qty.n.isdigit():
                found = max(found, (int(what.qty.n), scene.card))
    return found


def other_arcs(table: Table, shot: Happening) -> Iterator[tuple[str, str]]:
    """Arcs from which a card lets this attack be made besides its own: (arc, card)."""
    event, going = event_of(table, shot)
    deed = replace(event, rel="")
    for scene, step in standing(BOARD, table, None, going, Log()):
        if step.modo not in ("puede", "es_capaz") or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            where = fact.role("desde") if isinstance(fact, Hecho) and fact.verb == "efectuar" else None
            if not isinstance(fact, Hecho) or not isinstance(where, Cosa):
                continue
            plain = replace(fact, roles=tuple((k, v) for k, v in fact.roles if k != "desde"), circ=())
            if unify(scene, plain, deed)[0]:
                yield from ((id.removeprefix("arco_"), scene.card) for id in stuff(where).ids("icono_arco"))


def not_granted(table: Table, name: str, shot: Happening) -> tuple[str, Known]:
    """Whether the bonus attack that a card has granted is this one: the card, and what is known of it."""
    row = table.ship(name).concedido
    if row is None:
        return "", True
    event, going = event_of(table, shot)
    bearer = ship_of(row.nave)
    scene = scene_of(BOARD, table, Held(bearer, row.carta, row.texto), event, going, Log())
    then = Decision(papeles=row.papeles)  # «contra ese mismo objetivo»: of the attack after which it was granted
    scene = replace(scene, bound=bound_of(row, scene), several=frozenset(row.varios), decision=then)
    fact = item_of(row, BOARD.game)
    if not isinstance(fact, Hecho):
        return row.carta, None
    told = tuple((k, v) for k, v in fact.roles if k != "como" and v != Papel("este_ataque"))
    using = fact.role("con")
    roles = {**event.roles, "con": _weapon(table, name, shot, using.sort)} if isinstance(using, Cosa) else event.roles
    return row.carta, unify(scene, replace(fact, roles=told, circ=()), replace(event, rel="", roles=roles))[0]


def _weapon(table: Table, name: str, shot: Happening, sort: str) -> Ente:
    """What this attack is made with: its arc, or its weapon, and whether that is another than before."""
    if sort == "arco":
        arc = next((mark for mark in shot.qualities if mark.startswith("arco_")), "")
        return Ente("arco", arc, frozenset({arc}), name)
    last = table.ship(name).ultimo_ataque
    weapon = next((m.removeprefix("con ") for m in shot.qualities if m.startswith("con ")), "")
    kind = next((k for k in ("torpedo", "misil", "canon", "torreta") if k in shot.qualities), "")
    now = weapon or kind or ("principal" if "principal" in shot.qualities else "especial")
    return Ente(sort, now, frozenset({*shot.qualities, *(("diferente",) if last and now != last else ())}), name)


def turret_banned(table: Table, name: str, where: str) -> str | None:
    """The card because of which a turret does not turn there: «no puedes … hacia», «eres capaz …, pero sólo hacia»."""
    for scene, step in standing(BOARD, table, None, (), Log()):
        if scene.me.name != name or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            to = fact.role("hacia") if isinstance(fact, Hecho) and fact.verb == "reorientar" else None
            if not isinstance(fact, Hecho) or not isinstance(to, Cosa):
                continue
            arcs = [id.removeprefix("arco_") for id in stuff(to).ids("icono_arco")]
            only = step.modo == "solo_puede" or (step.modo == "es_capaz" and any(key == "solo" for key, _ in fact.circ))
            if (step.modo == "no_puede" and where in arcs) or (only and where not in arcs):
                return scene.card
    return None


def given_weapon(what: Cosa) -> tuple[str, int] | None:
    """«un armamento principal [arco-frontal] cuyo valor de Ataque es 3»: (arc, value)."""
    row = stuff(what)
    values = [cond.role("que") for cond in row.rest if isinstance(cond, Hecho) and cond.verb == "valer"]
    arcs = row.ids("icono_arco")
    if len(values) != 1 or len(row.rest) != 1 or len(arcs) != 1 or set(row.kinds) != {"icono_arco"}:
        return None
    told = values[0].qty.n if isinstance(values[0], Cosa) and values[0].sort == "numero" else ""
    return (arcs[0].removeprefix("arco_"), int(told)) if told.isdigit() else None


def weapons_given(table: Table, name: str) -> Iterator[tuple[str, int, str]]:
    """Primary weapons that its cards give a ship: (arc, value, card)."""
    for scene, step in standing(BOARD, table, None, (), Log()) if table.ship(name).cartas else ():
        if scene.me.name != name or step.modo not in ("", "debe") or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "recibir" else None
            if isinstance(what, Cosa) and what.noun == "armamento_principal" and (found := given_weapon(what)):
                yield (*found, scene.card)


def despite(fact: Hecho) -> frozenset[str]:
    """The states in spite of which an order may be carried out."""
    value = next((value for key, value in fact.circ if key == "incluso_aunque"), None)
    what = value.role("que") if isinstance(value, Hecho) else None
    return frozenset({what.id}) if isinstance(what, Cual) else frozenset()


def difficulty(table: Table, flight: Happening) -> Iterator[tuple[str, int]]:
    """Cards that change the difficulty of this manoeuvre, and by how much."""
    event, going = event_of(table, flight)
    manoeuvre = event.roles["que"]
    flying = event.roles["quien"]
    for scene, step in standing(BOARD, table, None, going, Log()):
        if step.modo not in ("", "debe") or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            if isinstance(fact, Hecho) and fact.verb in STEPS and _of(scene, fact, manoeuvre, flying):
                yield scene.card, STEPS[fact.verb]


def _of(scene: Scene, fact: Hecho, manoeuvre: Ente, flying: Ente) -> bool:
    """«la dificultad de tus maniobras rojas»: is this one of them?"""
    what = fact.role("que")
    which = stuff(what).of if isinstance(what, Cosa) and what.noun == "dificultad" else None
    if not isinstance(which, Cosa) or which.sort != "maniobra":
        return False
    who = fact.role("quien")
    each = getattr(who, "id", 0)
    inner = scene.binding(each, flying) if each else scene
    mine = over(inner, who, None, lambda ente: ente == flying) if not isinstance(who, Cosa) else _one_of(inner, who, flying)
    thing = replace(manoeuvre, of=flying.name)
    fits = every([scene.world.is_a(inner, thing, which), *(holds(inner, cond, thing) for cond in which.filters)])
    return bool(mine and fits)


def _one_of(scene: Scene, who: Cosa, flying: Ente) -> bool:
    return bool(every([scene.world.is_a(scene, flying, who), *(holds(scene, cond, flying) for cond in who.filters)]))


def ignores(table: Table, name: str, kind: str, rock: str = "", shot: Happening | None = None) -> str | None:
    """The card because of which a ship that moves, or attacks, takes no notice of an obstacle of this kind."""
    going: tuple[Event, ...] = ()
    doing = Event("mientras", "mover", {"quien": ship_of(name)})
    if shot is not None:
        doing, going = event_of(table, shot)
    for scene, step in standing(BOARD, table, doing, going, Log()):
        if step.modo != "" or not every(holds(scene, cond) for cond in step.si) or scene.me.name != name:
            continue
        for fact in step.efecto:
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "ignorar" else None
            if isinstance(what, Cosa) and what.sort == "obstaculo" and _ignored(scene, what, kind, rock):
                return scene.card
    return None


def _ignored(scene: Scene, what: Cosa, kind: str, rock: str) -> bool:
    """One that the situation does not name is what its kind and the attack that it obstructs say; of the rest nobody knows."""
    if rock:
        return bool(fits(scene, Ente("obstaculo", rock), what))
    if what.noun not in ("obstaculo", kind):
        return False
    known = every(holds(scene, cond, Ente("obstaculo")) for cond in what.filters)
    if known is None and part(scene, "este_ataque") is not None:
        raise Pending(f"di en «obstruye» qué obstáculo es: «{scene.card}» ignora algunos")
    return bool(known)


def capped(table: Table, shot: Happening, pool: str, roller: str) -> Iterator[tuple[str, int]]:
    """Cards that say how many dice of a pool may be rolled at most: «no puede tirar más dados que …»."""
    event, going = event_of(table, shot)
    for scene, step in standing(BOARD, table, event, going, Log()):
        if step.modo != "no_puede" or not every(holds(scene, cond) for cond in step.si):
            continue
        for fact in step.efecto:
            what = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "tirar" else None
            if not isinstance(fact, Hecho) or not isinstance(what, Cosa) or what.noun not in ("dado", f"dado_de_{pool}"):
                continue
            most = fixed(scene, what).qty
            if over(scene, fact.role("quien"), None, lambda who: who.name == roller) and most.op == "mas_de":
                yield scene.card, int(most.n)


def keeps(table: Table, name: str, token: str, log: Log) -> tuple[str, int | None] | None:
    """The card because of which a ship does not remove its tokens of a kind in the End phase, and how many (None: all)."""
    if not table.vigentes and not table.ship(name).cartas:
        return None
    marks = frozenset({token, "ficha", *(colour for colour, kinds in COLOURS.items() if token in kinds)})
    deed = Event("", "retirar", {"quien": ship_of(name), "que": Ente("ficha", token, marks, name)})
    going = (Event("durante", "fase", tiempo="fase_final"),)
    for scene, step in standing(BOARD, table, going[0], going, log):
        for fact in step.efecto:
            if not isinstance(fact, Hecho) or not fact.neg or fact.verb != "retirar" or step.modo not in ("", "debe"):
                continue
            if every(holds(scene, cond) for cond in step.si) and unify(scene, replace(fact, neg=False, circ=()), deed)[0]:
                what = fact.role("que")
                n = what.qty.n if isinstance(what, Cosa) and what.qty.op in ("n", "hasta") else ""
                return scene.card, int(n) if n.isdigit() else None
    return None


def stays(table: Table, name: str) -> str | None:
    """The card because of which a destroyed ship is not removed yet."""
    deed = Event("", "retirar", {"que": ship_of(name)})
    return kept(BOARD, table, deed, (), Log()) if table.vigentes else None


def withheld(fact: Hecho) -> bool:
    """What is not done because a card says so: tokens that are not removed, a ship that stays, a charge that does not come
    back, a range modifier that does not count."""
    what = fact.role("que")
    if fact.verb == "retirar":
        tokens = isinstance(what, Cosa) and what.sort == "ficha" and what.qty.op in ("todos", "algun", "masa", "n", "hasta")
        return tokens or isinstance(what, Yo | Ref) or what == Papel("protagonista")
    if fact.verb == "anular":
        return _firm(fact)
    if fact.verb == "contar":
        again = fact.role("como")
        return isinstance(again, Hecho) and again.verb == "volver_a_tirar"
    return (fact.verb == "recuperar" and isinstance(what, Ref)) or (fact.verb == "aplicar" and _range_modifier(what))


def _range_modifier(what: Value | None) -> bool:
    return isinstance(what, Cosa) and what.noun == "modificador_por_alcance"


def _firm(fact: Hecho) -> bool:
    """«los resultados [evasión] no anulan los resultados [crítico]»."""
    who, what = fact.role("quien"), fact.role("que")
    if not isinstance(who, Cosa) or not isinstance(what, Cosa):
        return False
    return stuff(who).ids("icono_resultado") == ("evasion",) and stuff(what).ids("icono_resultado") == ("critico",)


AT_ONCE: Mapping[str, dict[str, Any]] = {
    "aplicar": {"sin_alcance": True}, "anular": {"criticos_firmes": True}, "contar": {"repetidos": {}},
}  # fmt: skip
"""What is not done, or does not count, in the attack that is being made."""


def keep(scene: Scene, item: Item, until: str) -> Scene:
    """An effect that lasts goes on the table; what is not done now, is not."""
    table: Table = scene.state
    if isinstance(item, Hecho) and item.neg:
        if not withheld(item):
            raise scene.fail("el verbo no se ejecuta en este juego", item)
        if item.verb == "recuperar":
            scene.log.put_instead()
            return scene
        if item.verb in AT_ONCE:
            if table.dados is None:
                raise scene.fail("depende de algo que no se lleva aquí", item)
            flag = AT_ONCE[item.verb]
            return scene.on(table.model_copy(update={"dados": table.dados.model_copy(update=flag)}))
    row = lasting(scene, item, BOARD.game, until)
    return scene.on(table.model_copy(update={"vigentes": (*table.vigentes, row)}))


def end(table: Table, over_: str, next_: str = "") -> Table:
    """An attack, a phase or a round is over: what lasted until then lapses. `next_`: the phase that begins."""
    if not table.vigentes and not table.usos:
        return table
    names = list(PHASES)
    first = names.index(table.fase) if table.fase else 0
    last = names.index(next_) if next_ else len(names)
    gone = {PHASES[name] for name in names[first : last if last > first else len(names)]}
    return table.model_copy(update={"vigentes": lapsed(table.vigentes, over_, gone), "usos": still(table.usos, over_)})
