"""Things that are described and not pointed at («1 ficha de Tensión», «2 resultados [impacto]»): noun, kinds, owner.

Whatever of the description a verb does not use makes it decline: nothing is dropped in silence."""

from dataclasses import dataclass, field

from grammar.meaning.values import Cond, Cosa, Cual, Hecho, It, Junto, Qty, Value
from kb.play.meaning.scene import Deed, Scene


@dataclass(frozen=True)
class Stuff:
    noun: str
    sort: str
    qty: Qty
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By the kind of quality, the ids of which one is meant."""
    of: Value | None = None
    on: Value | None = None
    """«sobre el defensor»."""
    name: str = ""
    rest: tuple[Cond, ...] = ()
    """Filters that are none of these."""

    def ids(self, *kinds: str) -> tuple[str, ...]:
        return tuple(id for kind in kinds for id in self.kinds.get(kind, ()))

    def only(self, *kinds: str) -> bool:
        """Nothing is said of it but qualities of these kinds; «de», «sobre» and «llamar» stand for the other fields."""
        told = {"de": self.of is not None, "sobre": self.on is not None, "llamar": bool(self.name)}
        said = {*self.kinds, *(name for name, there in told.items() if there)}
        return not self.rest and said <= set(kinds)


def stuff(thing: Cosa) -> Stuff:
    kinds: dict[str, tuple[str, ...]] = {}
    of: Value | None = None
    on: Value | None = None
    name = ""
    rest: list[Cond] = []
    for cond in thing.filters:
        ids = alternatives(cond)
        if ids:
            for id in ids:
                kinds[id.kind] = (*kinds.get(id.kind, ()), id.id)
        elif isinstance(cond, Hecho) and not cond.neg and cond.verb == "de" and cond.role("quien") == It() and of is None:
            of = cond.role("que")
        elif isinstance(cond, Hecho) and not cond.neg and cond.verb == "sobre" and on is None:
            on = cond.role("que")
        elif isinstance(cond, Hecho) and not cond.neg and cond.verb == "llamar":
            name = getattr(cond.role("que"), "nombre", "")
        else:
            rest.append(cond)
    return Stuff(thing.noun, thing.sort, thing.qty, kinds, of, on, name, tuple(rest))


def alternatives(cond: Cond) -> tuple[Cual, ...]:
    """The qualities of which one is asked for: «rojo», or «rojo o azul»; empty where it is something else."""
    if isinstance(cond, Hecho):
        what = cond.role("que")
        plain = cond.verb == "ser" and cond.role("quien") == It() and not cond.neg and not cond.past
        return (what,) if plain and isinstance(what, Cual) else ()
    if cond.op != "o":
        return ()
    found = [alternatives(item) for item in cond.items]
    return tuple(q for each in found for q in each) if all(found) else ()


def is_it(cond: Cond) -> bool:
    return isinstance(cond, Junto) or cond.role("quien") == It()


def described(scene: Scene, deed: Deed, thing: Cosa, *kinds: str) -> Stuff:
    """Its description, where it says nothing but qualities of these kinds."""
    row = stuff(thing)
    if not row.only(*kinds):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    return row
