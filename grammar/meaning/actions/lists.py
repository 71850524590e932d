"""Actions for lists of noun phrases."""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.language.nouns import agree as inflected
from grammar.lexicon.load import slug
from grammar.lexicon.words import Word
from grammar.meaning.actions.modifiers import Modifiers
from grammar.meaning.actions.things import (
    EXCLUSIVE,
    At,
    Mod,
    Post,
    Pre,
    agree,
    headless,
    is_of_kind,
    is_undetermined,
    kind_fact,
    sort_of,
    states_of,
)
from grammar.meaning.actions.verbs import PLACED
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Pron,
    Value,
    Yo,
)  # fmt: skip

NOW = Hecho("ser", (("quien", It()), ("que", Cual("actual", "orden"))))
"""«la ronda actual»: the one that goes on."""


class Nouns(Modifiers):
    def npc_y(self, *parts: Any) -> Sequence[Value]:
        return self._listed("y", parts)

    def npc_same_many_each(self, *parts: Any) -> Sequence[Value]:
        """«la misma cantidad de fichas de A y B que él»: as many of each as he has of it."""
        word, first = parts[:2]
        kind = next(part for part in parts if isinstance(part, tuple) and part[1].cls == "KIND")
        rest = parts[parts.index(kind) + 1 :]
        if not isinstance(first, Cosa) or not first.filters or not is_of_kind(first.filters[-1], kind[1].sort):
            return ()
        other = replace(first, at=kind[0], filters=(*first.filters[:-1], kind_fact(Cual(kind[1].id, kind[1].sort))))
        each = [self.core_same_many_as(word, thing, *rest) for thing in (first, other)]
        return (Lista("y", (each[0][0], each[1][0])),) if first != other and all(each) else ()

    def npc_aside(self, first: Value, _comma: At, o: At, other: Value, _again: At) -> Sequence[Value]:
        """«tú, o una nave aliada a alcance 0-1, …»: only beside you, or the commas are the sentence's."""
        return self._listed("o", (first, o, other)) if isinstance(first, Yo) else ()

    def npc_either(self, first: Value, *parts: Any) -> Sequence[Value]:
        """«1 ficha verde, ya sea 1 ficha de Evasión o 1 ficha de Cálculos»: what it may be, and nothing more."""
        told = [part for part in parts if not isinstance(part, tuple)]
        if not isinstance(first, Cosa) or first.ref or first.qty.op not in ("n", "algun", "hasta"):
            return ()
        kinds = (first.noun, *str(self.lexicon.data.get("wider", {}).get(first.noun, "")).split())
        if not all(isinstance(item, Cosa) and item.noun in kinds and item.qty in (first.qty, THE, ONE) for item in told):
            return ()
        if not all(
            item.ref in ("", "el") and (item.noun != first.noun or set(item.filters) - set(first.filters)) for item in told
        ):
            return ()
        again = tuple(map(_told_once_more, first.filters))
        each = [
            replace(
                item,
                qty=first.qty,
                ref="",
                number=first.number,
                filters=tuple(dict.fromkeys((*(first.filters if item is told[0] else again), *item.filters))),
            )
            for item in told
        ]
        conj = next(part for part in parts if isinstance(part, tuple) and part[1].cls == "O")
        return self._listed("o", (each[0], conj, *each[1:]))

    def npc_either_of(self, first: Value, *parts: Any) -> Sequence[Value]:
        """«1 ficha, ya sea de Evasión o de Cálculos» is «1 ficha de Evasión o de Cálculos»."""
        return self.np(first, *self.mod_de_o(*parts)) if isinstance(first, Cosa) and not first.ref else ()

    def npc_shared(self, first: Value, conj: At, other: Value, adj: At, *mods: Mod) -> Sequence[Value]:
        """«una nave o un dispositivo enemigos»: a plural behind two single things is said of both, and so is what follows."""
        word = adj[1]
        if not isinstance(first, Cosa) or not isinstance(other, Cosa) or not first.noun or not other.noun:
            return ()
        told = (first, other)
        feminine = all(thing.gender == "f" for thing in told)
        if any(thing.number != "s" for thing in told) or word.number != "p" or not agree(word.gender, "f" if feminine else "m"):
            return ()
        if not all(self.said_of(word, thing.sort) for thing in told):
            return ()
        name = word.id.removeprefix("!")
        said = Hecho("ser", (("quien", It()), ("que", Cual(name, word.sort))), neg=name != word.id)
        found: list[tuple[Value, ...]] = [tuple(replace(thing, filters=(*thing.filters, said)) for thing in told)]
        for mod in mods:
            found = [pair for a, b in found for pair in zip(self._modified(a, mod), self._modified(b, mod), strict=False)]
        return [value for a, b in found for value in self._listed(conj[1].id, (a, conj, b))]

    def npc_each_kind(self, noun: At, first: At, conj: At, other: At, *mods: Mod) -> Sequence[Value]:
        """«unidades Imperiales y Rebeldes»: no unit is both, so that there are some of either side."""
        if first[1].sort != other[1].sort or first[1].sort not in EXCLUSIVE:
            return ()
        found = [
            (a, b)
            for a in self.core_noun(noun, Post("adj", (first[1],)))
            for b in self.core_noun(noun, Post("adj", (other[1],)))
        ]
        pairs: list[tuple[Value, Value]] = [
            (a, replace(b, at=other[0])) for a, b in found if isinstance(a, Cosa) and isinstance(b, Cosa) and a.qty == SOME
        ]
        for mod in mods:
            pairs = [pair for a, b in pairs for pair in zip(self._modified(a, mod), self._modified(b, mod), strict=False)]
        return [value for a, b in pairs for value in self._listed("y", (a, conj, b))]

    def npc_one_of_each(self, *parts: Any) -> Sequence[Value]:
        """«una prueba de [fuerza] y [tecnología]»: what is of one icon only is told of each."""
        at = next(i for i, part in enumerate(parts) if isinstance(part, tuple))
        noun, conj = parts[at], next(part for part in parts[at:] if isinstance(part, tuple) and part[1].cls == "Y")
        if noun[1].sort not in self.lexicon.data.get("of_one_icon", "").split():
            return ()
        again = [part for part in parts[at:] if isinstance(part, Pre)]
        if again and [part.value.id for part in again if isinstance(part.value, Word)] != ["otro"]:
            return ()
        icons = [part for part in parts[at:] if isinstance(part, tuple) and part[1].cls == "ICON"]
        each = [self.core_noun(*parts[:at], noun, Post("icons", ("", (word,), place))) for place, word in icons]
        return [
            value
            for a, b in itertools.product(*each)
            if isinstance(a, Cosa) and a.qty == ONE and isinstance(b, Cosa)
            for value in self._listed("y", (a, conj, replace(b, at=icons[1][0])))
        ]

    def npc_shared_part(self, first: Value, conj: At, other: Value, part: At, *comps: Any) -> Sequence[Value]:
        """«cada nave y remoto situados a alcance 0-1»: where both are."""
        word = part[1]
        if not isinstance(first, Cosa) or not isinstance(other, Cosa) or not first.noun or not other.noun:
            return ()
        feminine = all(thing.gender == "f" for thing in (first, other))
        if word.id not in PLACED or word.number != "p" or not agree(word.gender, "f" if feminine else "m"):
            return ()
        if any(thing.number != "s" for thing in (first, other)):
            return ()
        lying = (part[0], replace(word, number="-", gender="-"))
        last = self._modified(other, Mod("part", (lying, comps, False)))
        return [value for there in last for value in self._listed(conj[1].id, (first, conj, there))]

    def npc_both(self, tanto: At, first: Value, como: At, other: Value) -> Sequence[Value]:
        """«tanto tú como esa nave»: both of them, told one by one."""
        told = all(
            isinstance(v, (Yo, Papel, Pron)) or (isinstance(v, Cosa) and v.ref and v.qty.op == "el") for v in (first, other)
        )
        return self._listed("y", (first, como, other)) if told and tanto[1].id == "tanto" else ()

    def npc_plus(self, a: Value, word: At, b: Value) -> Sequence[Value]:
        """«2 dados blancos más 1 dado negro»: both, where both are what is rolled."""
        rolled = [sort_of(value, self.lexicon) in ("dado", "reserva") for value in (a, b)]
        counted = isinstance(b, Cosa) and b.qty.op == "n" and not b.ref
        if word[1].id == "mas" and all(rolled) and counted:
            return self.npc_y(a, word, b)
        sides = [self._as_number(a), self._as_number(b)]  # «tu Velocidad más el número de Rebeldes»
        if word[1].id != "mas" or sides[0] is None or sides[1] is None:
            return ()
        sides.sort(key=lambda side: side.noun if isinstance(side, Cosa) else "~")  # «A más B» is «B más A»
        total = Hecho("calculo", (("quien", It()), ("de", sides[0]), ("mas", sides[1])))
        return (Cosa("numero", "numero", THE, filters=(total,)),)

    def _as_number(self, value: Value) -> Value | None:
        """What counts: so many of something, a value, the round that goes on."""
        if isinstance(value, Cuenta):
            return value
        counter = str(self.lexicon.data.get("counter_of_rounds", ""))
        this = isinstance(value, Cosa) and value.noun == "ronda" and value.filters == (NOW,)
        if isinstance(value, Cosa) and value.ref == "el" and this and counter:
            return Cosa(counter, "valor", THE, ref="el", gender="m", number="s")
        return value if isinstance(value, Cosa) and value.sort == "valor" and value.qty.op == "el" else None

    def npc_o(self, *parts: Any) -> Sequence[Value]:
        return self._listed("o", parts)

    def mod_con_list(self, con: At, first: Value, conj: At, _con: At, second: Value) -> Sequence[Mod]:
        both = self.npc_y(first, conj, second) if conj[1].cls == "Y" else self.npc_o(first, conj, second)
        return [mod for value in both for mod in self.mod_con(con, value)]

    def npc_alike(self, first: Value, conj: At, adj: At) -> Sequence[Value]:
        """«cobertura ligera ni densa»: two things of one noun, each with a name of its own."""
        if not isinstance(first, Cosa) or first.noun not in self.lexicon.nouns or not agree(adj[1].gender, first.gender):
            return ()
        noun = self.lexicon.nouns[first.noun]
        kin = [name for name in self.lexicon.nouns if name.rpartition("_")[0] == first.noun.rpartition("_")[0] != ""]
        word = self.lexicon.adjectives.get(adj[1].id, ("",))[0]
        other = next(
            (name for name in kin if name.rpartition("_")[2] == slug(inflected(word, noun.gender == "f", False))), None
        )
        if other is None or other == first.noun or self.lexicon.nouns[other].sort != first.sort:
            return ()
        return self._listed("o", (first, replace(first, noun=other, at=adj[0])))

    def npc_tokens(self, first: Value, *parts: At) -> Sequence[Value]:
        """«fichas de Objetivo ni de Ventaja», where the first is a noun of its own."""
        kinds = [Cual(word.id, word.sort) for _, word in parts if word.cls == "KIND"]
        if not isinstance(first, Cosa) or first.sort != "ficha" or first.noun == "ficha":
            return ()
        conj = next(word.id for _, word in parts if word.cls in ("O", "Y", "NI"))
        return self._listed("y" if conj == "y" else "o", (first, *kinds))

    def _of_one_owner(self, items: list[Any]) -> list[Any]:
        """«los dados de esa figura, prioridad e instrucciones»: what has no article is hers, too."""
        first, rest = items[0], items[1:]
        if not isinstance(first, Cosa) or first.ref != "el" or first.qty.op not in ("el", "todos"):
            return items
        owned = [f for f in first.filters if isinstance(f, Hecho) and f.verb == "de" and not f.neg]
        owner = owned[0].role("que") if len(owned) == 1 else None
        if owner is None or not (isinstance(owner, Papel) or (isinstance(owner, Cosa) and owner.ref)):
            return items
        sort = sort_of(owner, self.lexicon)
        table = self.lexicon.data.get("of", {})
        for item in rest:
            bare = isinstance(item, Cosa) and not item.ref and not item.filters and item.qty.op in ("masa", "algun")
            if not bare or not self.lexicon.fits(sort, frozenset(str(table.get(item.sort, table.get("*", ""))).split())):
                return items
        return [first, *(replace(i, ref="el", qty=EVERY if i.number == "p" else THE, filters=(owned[0],)) for i in rest)]

    def _listed(self, conj: str, parts: Sequence[Any]) -> Sequence[Value]:
        items = [part for part in parts if not isinstance(part, tuple)]
        first = items[0]
        if sum(isinstance(item, Yo) for item in items) > 1:
            return ()  # «tú y tú»
        if isinstance(first, (Yo, Pron)) and len(items) < 2:
            return ()
        if any(headless(item) and isinstance(item, Cosa) and not item.filters for item in items):
            return ()  # a bare number in a list is a number
        if any(_goes_with(a, b) for a, b in itertools.pairwise(items)):
            return ()  # «una unidad que tenga una ficha de A o una ficha de B»: it has one of them
        if isinstance(first, Cosa) and first.noun == "numero" and any(sort_of(i, self.lexicon) != "numero" for i in items[1:]):
            return ()  # «2 o 3 cazas»: no list of a number and ships
        if isinstance(first, Cosa):
            head = first
            items = [
                self._same_kind(head, item) if isinstance(item, Cosa) and item.noun == "" and head.noun else item
                for item in items
            ]
        if conj == "o" and isinstance(first, Cosa) and first.qty == EVERY and all(map(is_undetermined, items[1:])):
            conj = "y"  # «cada nave o dispositivo»: all of them; «todas tus A o todas tus B» is a choice
        items = self._of_one_owner(items) if conj == "y" else items
        items = _tokens(_the_same(items))
        items = self.there_too(_shared(self._under_one(items)))
        if any(isinstance(item, Cosa) and item.noun in ("", "numero") and not item.filters for item in items[1:]):
            return ()  # a number alone is not a thing
        if items[0] == Yo() and len(items) == 3:  # «tú o un Droide o Vehículo»
            pair = self._one_of_traits(conj, _shared(items[1:]))
            items = [Yo(), pair] if pair is not None else items
        one = self._one_of_traits(conj, items)
        if one is not None:
            return (one,)
        shown = [
            isinstance(item, Cosa) and (item.number == "-" or _icon_kind(item) == "rumbo") for item in items
        ]  # «impacto crítico» is a noun of its own
        items = [self._told_icon(first, item) for item in items]
        items = [self._same_noun(first, item) for item in items]
        pairs = zip(shown[1:], items[1:], strict=True)
        bare = any(alone and _bare_icon(item) and self._may_follow(first, item) for alone, item in pairs)
        items = [_some_of(first, item) for item in items]
        if isinstance(first, Cosa) and not first.ref and first.qty.op in ("n", "todos", "ningun", "entre", "hasta", "al_menos"):
            mixed = first.number == "p" and first.qty.op in ("n", "entre", "hasta", "al_menos")
            if mixed and any(is_undetermined(i) and isinstance(i, Cosa) and i.number == "-" for i in items):
                return ()  # «2 o 3 cazas TIE/fo o TIE/sf»: of both together, or of one of them?
            items = [replace(i, qty=first.qty) if is_undetermined(i) else i for i in items]  # «cualquier nave o dispositivo»
        if bare and not _bare_icon(first):
            return ()  # «resultado [impacto] o [crítico]» is one noun with two icons; an icon alone is no thing of a list
        if bare and _icon_kind(first) == _icon_kind(items[-1]):
            return ()
        if any(is_undetermined(item) for item in items[1:]) and not is_undetermined(first):
            return ()  # «el tablero o nave»
        named = isinstance(first, Cosa) and any(isinstance(f, Hecho) and f.verb == "llamar" for f in first.filters)
        if named and any(isinstance(item, Nombre) for item in items[1:]):
            return ()  # «un aliado "Ala Roja" o "Ala Azul"»: the names are joined
        if isinstance(first, Cosa) and any(self._same_place(first, item) for item in items[1:]):
            return ()  # «una nave en tu arco frontal o tu arco trasero»: the places are
        if all(_bare_icon(item) for item in items) and len({_icon_kind(item) for item in items}) > 1:
            return ()
        sorts = {sort_of(item.items[0] if isinstance(item, Lista) else item, self.lexicon) for item in items}
        if sorts & {"tipo_ficha"} and len(sorts) > 1:
            return ()
        return (Lista(conj, tuple(items)),)

    def _may_follow(self, first: Value, icon: Value) -> bool:
        """«el nombre y [carga] de nave»: no name has an icon behind it."""
        after = self.lexicon.data.get("icons_after", {}).get(sort_of(first, self.lexicon), "").split()
        noun = isinstance(first, Cosa) and first.sort not in ("", "cosa") and not _bare_icon(first)
        alike = _icon_kind(first) == _icon_kind(icon)  # «un [comandante] o [agente]»: one thing, with either icon
        return not noun or alike or sort_of(icon, self.lexicon) in after

    def _under_one(self, items: list[Any]) -> list[Any]:
        """«una nave o remoto enemigo», «por cada bomba o mina aliada»: one determiner, so that what follows is said of both."""
        first, last = items[0], items[-1]
        types = (
            isinstance(first, Cosa) and first.number == "p" and first.qty.op in ("algun", "todos") and first.ref in ("", "el")
        )
        if types and not first.filters and all(map(is_undetermined, items[1:])) and all(i.number == "-" for i in items[1:]):
            return [  # «cazas TIE/fo o TIE/sf aliados»: names of types, which have no plural of their own
                replace(item, qty=first.qty, ref=first.ref, number="p", filters=last.filters) for item in items
            ]
        if not isinstance(first, Cosa) or first.filters or first.number != "s" or not all(map(is_undetermined, items[1:])):
            return items
        if any(item.filters for item in items[1:-1]) or not last.filters or first.ref in ("ese", "este"):
            return items
        if len({item.noun for item in items}) == 1 or not all(
            self._sayable(f, item.sort) for f in last.filters for item in items
        ):
            return items
        return [replace(item, filters=last.filters) for item in items]

    def _sayable(self, said: Any, sort: str) -> bool:
        """Whether a thing of that sort can be so."""
        if not isinstance(said, Hecho):
            return False
        what = said.role("que")
        if said.verb == "ser" and isinstance(what, Cual):
            table = states_of(self.lexicon, what.id, what.kind)
            return table is not None and self.lexicon.fits(sort, frozenset(table.split()))
        if said.verb in ("a_alcance", "en"):
            return sort in self.lexicon.data.get("placed", "").split()
        slots = {role.name: role.sorts for role in self.lexicon.verbs.get(said.verb, ())}
        mine = [name for name, value in said.roles if value == It()]
        return bool(mine) and all(name in slots and self.lexicon.fits(sort, slots[name]) for name in mine)

    def _same_noun(self, first: Value, item: Value) -> Value:
        """«un ataque principal o [arco-torreta]»: an icon that may follow the first noun is of that noun."""
        if (
            not isinstance(first, Cosa)
            or not isinstance(item, Cosa)
            or item is first
            or not _bare_icon(item)
            or _icon_kind(first)
        ):
            return item
        if (
            first.sort not in self.lexicon.nouns
            or item.sort not in self.lexicon.data.get("icons_after", {}).get(first.sort, "").split()
        ):
            return item
        if first.noun == first.sort:
            return item
        return replace(item, noun=first.sort, sort=first.sort, qty=first.qty, gender=first.gender, number=first.number)

    def _same_place(self, first: Cosa, item: Value) -> bool:
        sort = sort_of(item, self.lexicon)
        return first.sort != sort and any(
            isinstance(f, Hecho)
            and f.verb == "en"
            and (where := f.role("donde")) is not None
            and sort_of(where, self.lexicon) == sort
            for f in first.filters
        )

    def _one_of_traits(self, conj: str, items: list[Any]) -> Cosa | None:
        """«un Droide o Vehículo amigo»: one figure, with either trait."""
        traits = self.lexicon.data.get("traits", "").split()
        first: Any = items[0]
        if (
            conj != "o"
            or not isinstance(first, Cosa)
            or not all(
                isinstance(i, Cosa) and i.noun in traits and (i.qty, i.ref, i.filters) == (first.qty, first.ref, first.filters)
                for i in items
            )
        ):
            return None
        noun = str(self.lexicon.data["bearer"])
        either = Junto("o", tuple(kind_fact(Cual(i.noun, "rasgo_fijo")) for i in items))
        return replace(first, noun=noun, sort=noun, gender="-", filters=(*first.filters, either))

    def _told_icon(self, first: Value, item: Value) -> Value:
        """«una acción [impulso] roja o [tonel-volado] roja»: the second icon with its adjective is of the same noun."""
        if (
            not isinstance(first, Cosa)
            or not isinstance(item, Cosa)
            or item is first
            or (first.noun == first.sort and first.noun not in self.lexicon.nouns)
        ):
            return item
        own = len(first.filters) > 1  # «una acción [impulso] o [tonel-volado] roja»: the adjective is the action's
        if (
            own
            and item.noun == item.sort
            and item.qty.op == "masa"
            and len(item.filters) > 1
            and _icon_kind(first) == _icon_kind(item)
        ):
            return replace(item, noun=first.noun, sort=first.sort, qty=first.qty, gender=first.gender, number=first.number)
        return item


def _goes_with(before: Value, item: Value) -> bool:
    """Whether the last thing that the one before is told to have is such a thing as the next of the list."""
    if not isinstance(before, Cosa) or not isinstance(item, Cosa) or before.noun == item.noun or not before.filters:
        return False
    last = before.filters[-1]
    had = last.role("que") if isinstance(last, Hecho) and last.verb == "tener" else None
    return isinstance(had, Cosa) and had.noun == item.noun and had.qty == item.qty and had.ref == item.ref


def _the_same(items: list[Any]) -> list[Any]:
    """«la misma dirección y dificultad»: the same in both."""
    first: Any = items[0]
    same = Hecho("mismo", (("quien", It()),))
    if not isinstance(first, Cosa) or same not in first.filters or first.sort != "valor":
        return items
    bare = [isinstance(i, Cosa) and i.sort == "valor" and i.qty.op == "masa" and not i.ref for i in items[1:]]
    if not all(bare):
        return items
    return [first, *(replace(i, qty=first.qty, ref=first.ref, filters=(*first.filters, *i.filters)) for i in items[1:])]


def _tokens(items: list[Any]) -> list[Any]:
    """«fichas de Objetivo, Ventaja u otras fichas de Humo»: a kind alone, in a list of tokens, is a token of that kind."""
    first: Any = items[0]
    told = [item for item in items if isinstance(item, Cosa) and item.sort == "ficha"]
    if not isinstance(first, Cosa) or first not in told or not (len(told) > 1 or first.noun != "ficha"):
        return items
    return [
        replace(first, noun="ficha", filters=(kind_fact(item),), at=-1)
        if isinstance(item, Cual) and item.kind == "tipo_ficha"
        else item
        for item in items
    ]


def _icon_kind(value: Value) -> str:
    """The kind of the icons that a thing is told by."""
    if not isinstance(value, Cosa):
        return ""
    for cond in value.filters:
        fact = cond.items[0] if isinstance(cond, Junto) else cond
        quality = fact.role("que") if isinstance(fact, Hecho) and fact.verb == "ser" else None
        if isinstance(quality, Cual) and (quality.kind.startswith("icono_") or quality.kind == "rumbo"):
            return quality.kind
    return ""


def _bare_icon(value: Value) -> bool:
    return (
        isinstance(value, Cosa)
        and ((value.noun == value.sort and value.qty.op == "masa") or (_icon_kind(value) == "rumbo" and value.qty == ONE))
        and _icon_kind(value) != ""
    )


def _told_once_more(said: Any) -> Any:
    """«con la misma velocidad», said of another thing too: no mention of the first."""
    what = said.role("que") if isinstance(said, Hecho) else None
    return said.put("que", replace(what, at=-1)) if isinstance(what, Cosa) else said


def _some_of(first: Value, item: Value) -> Value:
    """«1 de tus resultados de cara vacía o resultados [impacto]»: one, of either kind, of yours."""
    if item is first or not isinstance(first, Cosa) or not isinstance(item, Cosa) or item.noun != first.noun:
        return item
    if first.qty.op not in ("n", "hasta") or item.qty != SOME or item.ref or item.number != "p":
        return item
    owner = tuple(f for f in first.filters if isinstance(f, Hecho) and f.verb == "de" and f not in item.filters)
    return replace(item, qty=first.qty, number=first.number, filters=(*item.filters, *owner)) if owner else item


def _shared(items: list[Any]) -> list[Any]:
    """«los Droides y Vehículos amigos», «un arma o tipo de ataque [cuerpo-a-cuerpo]»: a noun without a determiner of its own
    shares that of the first, and what is said after the last is said of all."""
    first, last = items[0], items[-1]
    if (
        not all(isinstance(i, Cosa) and (i.sort == first.sort or _only_where(last)) and i.noun for i in items)
        or first.filters
        or (first.qty.op in ("masa", "algun") and first.ref == "")
    ):
        return items
    every = all(i.qty == EVERY for i in items) and _only_where(last)  # «cada nave y cada remoto que estén a alcance 0-1»
    if any(
        i.ref or not (i.qty.op in ("masa", "algun") or every) or (i.number != first.number and not every) for i in items[1:]
    ) or any(i.filters for i in items[1:-1]):
        return items
    icons = all(
        isinstance(f, Hecho) and isinstance(what := f.role("que"), Cual) and what.kind.startswith("icono_")
        for f in last.filters
    )
    if first.number != "p" and not icons and first.gender != last.gender and not _only_where(last):
        return items
    if len({i.noun for i in items}) == 1:  # «una acción o acción gratuita»: the noun is told again to be told apart
        return [replace(i, qty=first.qty, ref=first.ref) for i in items]
    return [replace(i, qty=first.qty, ref=first.ref, filters=last.filters) for i in items]


def _only_where(thing: Value) -> bool:
    """«cada nave y remoto a alcance 0-1»: a place agrees with nothing."""
    return (
        isinstance(thing, Cosa)
        and bool(thing.filters)
        and all(isinstance(f, Hecho) and f.verb in ("a_alcance", "en") for f in thing.filters)
    )
