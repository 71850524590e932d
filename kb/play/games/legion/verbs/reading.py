"""Legión: what every verb reads of its order: things with nothing left over, how many, whose keyword speaks."""

from grammar.meaning.values import WHOLE, Cosa, Cual, Lista
from kb.play.cite import Cite
from kb.play.games.legion.board import keyword_in, silenced
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import rule_of
from kb.play.games.legion.state import Unit
from kb.play.games.legion.terms import terms
from kb.play.games.legion.view import battle_of
from kb.play.games.legion.words import agree
from kb.play.meaning.conditions import known_as
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.run import Illegal, Pending

ALL = 999


def cited(scene: Scene) -> Cite:
    return rule_of(keyword_in(scene.words) or scene.card)


def say(scene: Scene, text: str) -> None:
    scene.say(agree(text), cited(scene))


def unit(scene: Scene, name: str) -> Unit:
    return battle_of(scene.state).unit(name)


def put(scene: Scene, name: str, now: Unit) -> Scene:
    return scene.on(scene.state.put(name, now))


def fight(scene: Scene, deed: Deed) -> Fight:
    if not isinstance(scene.state, Fight):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    return scene.state


def things(scene: Scene, deed: Deed, role: str = "que") -> tuple[Cosa, ...]:
    what = deed.fact.role(role)
    items = what.items if isinstance(what, Lista) and what.conj == "y" else (what,)
    if not all(isinstance(item, Cosa) for item in items):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return tuple(item for item in items if isinstance(item, Cosa))


def one(scene: Scene, deed: Deed, role: str = "que") -> Cosa:
    found = things(scene, deed, role)
    if len(found) != 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return found[0]


def many(scene: Scene, deed: Deed, row: Stuff, have: int = ALL) -> int:
    """How many, «por cada» included; of «hasta» and «algunos», as many as the player says, or as there are."""
    told: int | None = scene.decision.cuantos
    if row.qty.op in WHOLE:
        return have
    if row.qty.op in ("algun", "masa", "varios", "cualquiera"):
        if told is None:
            raise Pending(f"di en «cuantos» cuántas con «{scene.card}»")
        return _there_are(scene, told, have)
    if not row.qty.n.isdigit() or row.qty.op not in ("n", "hasta", "exacto", "el"):
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    most = int(row.qty.n) * deed.times
    cap = deed.circ("hasta_un_maximo")
    if isinstance(cap, Cual) and cap.id.isdigit():
        most = min(most, int(cap.id))
    if row.qty.op != "hasta":
        return most
    if told is not None and told > most:
        raise Illegal(f"«{scene.card}» permite {most} como mucho", cited(scene))
    return min(have, most) if told is None else _there_are(scene, told, have)


def _there_are(scene: Scene, told: int, have: int) -> int:
    if told > have:
        raise Illegal(f"con «{scene.card}» se quieren {told} y solo hay {have}", cited(scene))
    return told


def worth(scene: Scene, deed: Deed, value: object) -> int:
    """«el valor de PERFORANTE X de las armas del atacante»: of a keyword that may be used."""
    f = fight(scene, deed)
    thing = stuff(value).of if isinstance(value, Cosa) and value.sort == "valor" else None
    if not isinstance(thing, Cosa) or thing.sort != "palabra_clave" or thing.noun not in terms():
        raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)
    return 0 if (f.who, thing.noun) in silenced(f) else f.number("atacante", thing.noun)


def owners(scene: Scene, deed: Deed, row: Stuff) -> tuple[str, ...]:
    """Whose it is: who does it, unless it says whose."""
    if row.of is None:
        return (deed.who.name,)
    pointed = known_as(scene, row.of)
    if pointed is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return tuple(ente.name for ente in pointed)
