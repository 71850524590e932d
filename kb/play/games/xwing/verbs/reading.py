"""X-Wing: what a verb acts on, read from its order: which thing, how many, which token, whose."""

from collections.abc import Iterator

from grammar.meaning.values import WHOLE, Cosa, Hecho, Lista, Value, Yo
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.state import Ship, Table
from kb.play.games.xwing.world import tokens_named
from kb.play.meaning.conditions import fixed
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import whom
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.run import Illegal, Pending


def things(scene: Scene, deed: Deed) -> Iterator[Cosa]:
    """Each thing of «1 ficha de A y 1 ficha de B»; of «A o B», the one that the player says."""
    yield from _each(scene, deed.fact, deed.fact.role("que"))


def _each(scene: Scene, fact: Hecho, value: Value | None) -> Iterator[Cosa]:
    if isinstance(value, Lista) and value.conj == "o":
        kinds = {_name(item): item for item in value.items if isinstance(item, Cosa)}
        told = scene.decision.ficha or scene.decision.opcion
        if told not in kinds:
            raise Pending(f"di en «ficha» cuál: {', '.join(kinds)}")
        yield kinds[told]
    elif isinstance(value, Lista):
        for item in value.items:
            yield from _each(scene, fact, item)
    elif isinstance(value, Cosa):
        yield fixed(scene, value)
    else:
        raise scene.fail("actúa sobre algo que no se lleva aquí", fact)


def _name(thing: Cosa) -> str:
    row = stuff(thing)
    if isinstance(row.of, Cosa) and row.of.sort == "mejora":  # «1 [carga] … de la mejora [astromecánico]»
        return next(iter((*stuff(row.of).ids("icono_tipo_mejora"), row.of.noun)))
    return next(iter((*row.ids("tipo_ficha", "icono_carga", "icono_tipo_accion"), thing.noun)))


def one(scene: Scene, deed: Deed) -> Cosa:
    found = list(things(scene, deed))
    if len(found) != 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return found[0]


def many(scene: Scene, deed: Deed, row: Stuff, have: int | None = None) -> int:
    """How many, of those that there are."""
    told: int | None = scene.decision.cuantos
    op, n = row.qty.op, int(row.qty.n) if row.qty.n.isdigit() else None
    if op == "n" and n is not None:
        return n * deed.times
    if op in WHOLE and have is not None:
        return have
    if op in ("el", "masa", "algun") and (n is None):
        return have if have is not None and op == "masa" else deed.times
    if op == "cualquiera" and told is None:
        raise Pending(f"di en «cuantos» cuántas (hasta {have})")
    if op in ("hasta", "cualquiera", "al_menos") and (n is not None or have is not None):
        limit = n if n is not None else have
        assert limit is not None
        if told is None:
            return limit if have is None else min(limit, have) if op != "al_menos" else limit
        if (op == "hasta" and told > limit) or (op == "al_menos" and told < limit) or told < 0:
            raise Illegal(f"«{scene.card}» no permite esa cantidad ({told})", rules.ABILITY)
        return told
    raise scene.fail("la cantidad depende de algo que no se lleva aquí", deed.fact)


def owner(scene: Scene, deed: Deed, row: Stuff) -> tuple[Scene, str]:
    """Whose it is: «de esa nave», or of whoever does it."""
    if row.of is None or (isinstance(row.of, Yo) and deed.who == scene.me):
        return scene, deed.who.name
    scene, found = whom(scene, row.of, rules.CHOOSE)
    if len(found) != 1 or found[0].sort != "nave":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene, found[0].name


def given(scene: Scene, deed: Deed, row: Stuff) -> str:
    """A token that comes from the supply: the ship need not have one."""
    named = row.ids("tipo_ficha")
    if not named and isinstance(row.of, Cosa) and row.of.sort == "tipo":
        return _of_chosen_kind(scene, deed, row.of)
    if not named or set(named) - set(rules.TOKENS) or row.ids("color"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if len(named) == 1:
        return named[0]
    if scene.decision.ficha not in named:
        raise Pending(f"di en «ficha» cuál: {', '.join(named)}")
    return str(scene.decision.ficha)


def _of_chosen_kind(scene: Scene, deed: Deed, kind: Cosa) -> str:
    """«1 ficha del tipo que ha elegido»."""
    chosen = any(isinstance(cond, Hecho) and cond.verb == "elegir" and cond.past for cond in kind.filters)
    if not chosen or scene.decision.ficha not in rules.TOKENS:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return str(scene.decision.ficha)


def token(scene: Scene, deed: Deed, row: Stuff, name: str) -> str:
    """The token named, or the one chosen among those that fit and that the ship has."""
    kinds = tokens_named(row)
    if kinds is None:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    if scene.decision.ficha in kinds:
        return str(scene.decision.ficha)
    held = kinds if len(kinds) == 1 else tuple(kind for kind in kinds if ship(scene, name).has(kind))
    if not held and not any(name in other.blancos for other in scene.state.naves.values()):
        raise Illegal(f"{name} no tiene ninguna ficha de esas", rules.COST_CHECK)
    if len(held) != 1:
        raise Pending(f"di en «ficha» cuál: {', '.join(held) or 'blanco_fijado'}")
    return held[0]


def ship(scene: Scene, name: str) -> Ship:
    table: Table = scene.state
    return table.ship(name)


def put(scene: Scene, name: str, **changes: object) -> Scene:
    return scene.on(scene.state.put(name, ship(scene, name).model_copy(update=changes)))


def aimed(scene: Scene, deed: Deed, value: Value | None) -> tuple[Scene, str]:
    """One ship: chosen where the text says «una nave», the one it speaks of where it points."""
    scene, found = whom(scene, value, rules.CHOOSE, "objetivo" if isinstance(value, Cosa) else "")
    if len(found) != 1:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene, found[0].name


def damage_cards(name: str) -> Ente:
    """The Damage cards of a ship, as something to choose from."""
    return Ente("carta_dano", "carta", None, name)
