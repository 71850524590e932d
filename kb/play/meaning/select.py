"""Whom an order is for: all that the text describes, or the ones that its player chooses among them."""

from dataclasses import replace

from grammar.meaning.values import SOME, WHOLE, Cosa, Hecho, Lista, Papel, Ref, Value, Yo
from kb.play.cite import Cite
from kb.play.logic import Known
from kb.play.meaning.conditions import OF_A_LIST, candidates, fixed, holds, known_as, most_of
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Pending

CHOSEN = frozenset({"n", "hasta", "el", "algun", "masa", "al_menos"})
"""Amounts of which a player chooses."""
MANY = frozenset({*WHOLE, "cualquiera", "varios"})


class Nobody(Illegal):
    """The text lets choose, and nobody fits."""


def whom(scene: Scene, value: Value | None, rule: Cite, role: str = "") -> tuple[Scene, tuple[Ente, ...]]:
    """Those that do it or to whom it is done; what the text lets choose comes out of the decision."""
    if value is None:
        return scene, (scene.me,)
    found = known_as(scene, value)
    if found is not None and isinstance(value, Ref) and len(found) > 1 and value.id not in scene.several:
        return _pick(scene, dict.fromkeys(found, True), rule, role, value.id, sort=found[0].sort)
    if found is not None:
        return scene, found
    if isinstance(value, Papel):
        raise Pending(f"di en «papeles» quién es el {value.nombre}")
    if isinstance(value, Ref):
        told = scene.world.entity(scene, scene.decision.elige) if scene.decision.elige else None
        if told is None:
            raise Pending(f"di en «elige» de quién habla «{scene.card}»")
        return scene.binding(value.id, told), (told,)
    if isinstance(value, Lista):
        return _list(scene, value, rule, role)
    if not isinstance(value, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí")
    return _things(scene, value, rule, role)


def _list(scene: Scene, value: Lista, rule: Cite, role: str) -> tuple[Scene, tuple[Ente, ...]]:
    if value.conj == "o":
        options = {ente: True for item in value.items for ente in (known_as(scene, item) or ())}
        for item in value.items:
            if isinstance(item, Cosa):
                options |= {ente: bool(known) for ente, known in candidates(scene, item).items()}
        return _pick(scene, dict(options), rule, role, OF_A_LIST, sort=next((e.sort for e in options), ""))
    found: list[Ente] = []
    missing: Nobody | None = None
    for item in value.items:
        try:
            scene, some = whom(scene, item, rule, role)
            found += some
        except Nobody as nobody:  # «tú y otra figura …»: where there is no other, you
            missing = nobody
    if missing is not None and not found:
        raise missing
    return scene, tuple(dict.fromkeys(found))


def _things(scene: Scene, thing: Cosa, rule: Cite, role: str) -> tuple[Scene, tuple[Ente, ...]]:
    thing = fixed(scene, thing)
    possible = candidates(scene, thing)
    if thing.qty.op in MANY:
        if unsure := [ente.name for ente, known in possible.items() if known is None]:
            named = scene.decision.chosen(role, scene.chose, thing.sort, True)  # those that it reaches, of whom nobody told it
            if scene.decision.se_cumple is None and (named is None or not set(named) <= {ente.name for ente in possible}):
                told = f"si «{scene.card}» afecta a {', '.join(unsure)}"
                raise Pending(f"di en «alcances» o «arcos» {told}, o en «elige» a quiénes")
            among = {ente.name for ente in possible} if scene.decision.se_cumple else set(named or ())
            possible = {ente: known for ente, known in possible.items() if known or ente.name in among}
        scene = scene.binding(thing.id, *possible)
        return replace(scene, several=scene.several | {thing.id}), tuple(possible)
    if thing.qty.op == "el" and len(possible) == 1:
        only = tuple(possible)
        return _of_most(scene.binding(thing.id, *only), thing, only[0]), only
    as_many = thing.qty.op == "n" and thing.qty.n == str(len(possible)) and all(possible.values())
    if as_many and scene.decision.chosen(role, scene.chose, thing.sort, True) is None:  # nothing is left to choose
        only = tuple(possible)
        several = scene.several | {thing.id} if len(only) > 1 else scene.several
        return replace(scene.binding(thing.id, *only), several=several), only
    if thing.qty.op not in CHOSEN:
        raise scene.fail("la cantidad depende de algo que no se lleva aquí")
    most = int(thing.qty.n) if thing.qty.n.isdigit() else 1
    if most > 1 and thing.qty.op in ("n", "hasta"):
        return _several(scene, thing, possible, rule, role, most)
    return _pick(scene, possible, rule, role, thing.id, thing)


def _of_most(scene: Scene, thing: Cosa | None, ente: Ente) -> Scene:
    """«el Héroe a 2 casillas del mayor número de figuras …, esas figuras»: those by which it is the one."""
    for cond in thing.filters if thing is not None else ():
        found = most_of(cond) if isinstance(cond, Hecho) else None
        if found is None or not found[1].id:
            continue
        role, others = found
        among = [one for one in candidates(scene, replace(others, qty=SOME)) if one != ente]
        asked = cond.put(role, Ref(others.id)) if isinstance(cond, Hecho) else cond
        scene = scene.binding(others.id, *(one for one in among if holds(scene.binding(others.id, one), asked, ente)))
    return scene


def _several(
    scene: Scene, thing: Cosa, possible: dict[Ente, Known], rule: Cite, role: str, most: int
) -> tuple[Scene, tuple[Ente, ...]]:
    """«hasta 2 naves»: told in one word after another."""
    names = scene.decision.chosen(role, scene.chose, thing.sort, True)
    if names is None:
        listed = ", ".join(ente.name for ente in possible) or "ninguna vale"
        raise Pending(f"di en «{scene.decision.asks('', thing.sort)}» cuáles ({listed})")
    if len(names) > most or (thing.qty.op == "n" and len(names) < min(most, len(possible))):
        raise Illegal(f"«{scene.card}» no permite elegir a {len(names)}", rule)
    found = tuple(_allowed(scene, name, possible, rule, thing) for name in names)
    scene = scene.binding(thing.id, *found)
    return replace(scene, several=scene.several | {thing.id}), found


def _pick(
    scene: Scene, possible: dict[Ente, Known], rule: Cite, role: str, id: int, thing: Cosa | None = None, sort: str = ""
) -> tuple[Scene, tuple[Ente, ...]]:
    sort = thing.sort if thing is not None else sort
    if not possible:
        raise Nobody(f"no hay a quién elegir para «{scene.card}»" + _asked(scene, thing), rule)
    told = scene.decision.chosen(role, scene.chose, sort, False)
    if told is None:
        listed = ", ".join(ente.name for ente in possible) or "ninguna vale"
        raise Pending(f"di en «{scene.decision.asks(role, sort)}» a quién se elige ({listed})")
    if len(told) != 1:
        raise Illegal(f"«{scene.card}» no permite elegir a {len(told)}", rule)
    ente = _allowed(scene, told[0], possible, rule, thing)
    return replace(_of_most(scene.binding(id, ente), thing, ente), chose=True), (ente,)


def _allowed(scene: Scene, name: str, possible: dict[Ente, Known], rule: Cite, thing: Cosa | None) -> Ente:
    found = next((ente for ente in possible if ente.name == name), None)
    if found is None:
        scene.world.entity(scene, name)  # somebody who is not there is told as such
        raise Illegal(f"«{scene.card}» no permite elegir a {name}" + _asked(scene, thing), rule)
    if possible[found] is None:
        scene.say(f"se da por dicho que {name} cumple lo que pide «{scene.card}»", rule)
    return found


def _asked(scene: Scene, thing: Cosa | None) -> str:
    """What the text lets choose, in its words."""
    words = scene.world.words(Hecho("elegir", (("quien", Yo()), ("que", thing)))) if thing is not None else ""
    return f": dice «{words}»" if words else ""
