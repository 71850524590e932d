"""A core and its modifiers: which modifier belongs to which noun."""

from collections.abc import Sequence

from grammar.chart import HOPELESS
from grammar.meaning.actions.cores import Cores
from grammar.meaning.actions.things import (
    Mod,
    fits,
    headless,
    sort_of,
)
from grammar.meaning.node import replace
from grammar.meaning.values import (
    THE,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Lista,
    Nombre,
    Papel,
    Qty,
    Value,
)  # fmt: skip
from grammar.meaning.values import parts as parts_of


class Phrases(Cores):
    def np(self, core: Value, *mods: Mod) -> Sequence[Value]:
        """A noun with what is said of it; hopeless where a modifier has no place, so that none is looked for behind it."""
        found: list[Value] = [core]
        for place, mod in enumerate(mods):
            if place and _says_kind(mod):
                return HOPELESS  # «ficha de Cálculos»: a kind stands right after its noun
            if mod.kind in ("de", "de_o", "rel", "part") and isinstance(core, Cosa) and core.qty.op == "segun":
                return HOPELESS  # «… igual al Aplomo de esa unidad»: whose Aplomo
            if place and self._closer(mods[place - 1], mod):
                return HOPELESS
            if (
                place
                and mod.kind in ("de", "de_o")
                and mods[place - 1].kind in ("rel", "rels", "beyond", "rel_beyond", "compare")
            ):
                return HOPELESS  # «la unidad que está en la casilla 1 de la cola»: no «de» goes back past a clause
            if (
                place
                and mod.kind == "de"
                and not self._material(core, mods[place - 1])
                and not self._kind_of_it(core, mods[place - 1])
                and self._nearer(mods[place - 1], mod)
            ):
                return HOPELESS
            if place and mod.kind == "bound" and mods[place - 1].kind == "range":
                return ()  # «una figura a 3 casillas como máximo»: the distance
            if place and mod.kind == "part" and self._nearest(mods[place - 1], mod):
                return HOPELESS  # «la velocidad de tu maniobra revelada»
            if place and mod.kind == "en" and mods[place - 1].kind == "con" and self._lower(mods[place - 1].value, mod):
                return HOPELESS  # «Héroes con 1 ficha en su hoja»: the token is there
            if place and mod.kind in ("range", "en") and mods[place - 1].kind == "p" and self._nearest(mods[place - 1], mod):
                return HOPELESS  # «un ataque contra una nave a alcance 2»
            if place and mod.kind == "p" and isinstance(mod.value, tuple) and mods[place - 1].kind in ("rel", "con"):
                return HOPELESS  # «una unidad que tenga una peana parcialmente dentro de …»: the base is
            if place and mod.kind == "rel" and _bare_type(mods[place - 1]) and self._nearest(mods[place - 1], mod):
                return HOPELESS  # «1 ficha de un tipo que no tengas»
            if place and mod.kind in ("range", "en", "p") and mods[place - 1].kind in ("wheres", "where_rel"):
                return HOPELESS
            if place and mod.kind == "wheres" and mods[place - 1].kind in ("range", "en", "p", "wheres"):
                return HOPELESS  # the places of an option are said together
            if (
                place
                and mod.kind == "con"
                and not self._kind_of_it(core, mods[place - 1])
                and self._marked_nearer(mods[place - 1], mod.value)
            ):
                return HOPELESS
            if place and mod.kind == "sin" and mods[place - 1].kind in ("en", "con") and self._nearest(mods[place - 1], mod):
                return HOPELESS  # «el grupo con el mayor número de figuras sin Concentración»: they have none
            if mod.kind == "wheres" and place and mods[place - 1].kind in ("en", "range", "p", "places"):
                return HOPELESS  # «en A a alcance 0-1 o en B»: either both, or the other
            if mod.kind == "keyword" and not all(self._kind_mod(m) for m in mods[:place]):
                return HOPELESS
            late = mod.kind == "adj" and (
                mod.value[0].sort in ("extremo", "relacion", "serie") or mod.value[0].id == "adicional"
            )  # «el Rebelde con Concentración más cercano», «1 nave que no sea limitada adicional»
            if (
                mod.kind in ("adj", "adj_o", "adj_y", "more", "icons", "not")
                and not (place and late)
                and not (place and all(self._kind_mod(m) for m in mods[:place]))
            ):
                return HOPELESS  # «unidad de infantería aliada»: an adjective goes past a kind, not past a possessor
            if place and late and self._taken(mods[place - 1], mod):
                return HOPELESS  # «cada figura en una casilla adyacente»: the space is
            if (
                place
                and mod.kind == "range"
                and mods[place - 1].kind in ("sin", "con")
                and self._lower(mods[place - 1].value, mod)
            ):
                return HOPELESS  # «un terminal sin Rebeldes a 2 casillas»: they are
            found = [made for thing in found for made in self._modified(thing, mod)]
            if not found:
                return HOPELESS  # nothing that follows could mend it
        return [
            thing
            for thing in found
            if not (
                isinstance(thing, Cosa) and thing.noun == "" and thing.sort == "" and not thing.filters and not headless(thing)
            )
        ]

    def _material(self, core: Value, mod: Mod) -> bool:
        """«mano de cartas de Misión»: what it is made of belongs to its name."""
        made_of = self.lexicon.data.get("material", {}).get(sort_of(core, self.lexicon), "").split()
        return mod.kind == "de" and sort_of(mod.value, self.lexicon) in made_of

    def _kind_of_it(self, core: Value, mod: Mod) -> bool:
        """«todos los dados de defensa de esta unidad»: a kind has no owner."""
        return (
            isinstance(core, Cosa)
            and mod.kind == "de"
            and isinstance(mod.value, Cosa)
            and self._bare_kind(mod.value)
            and mod.value.noun in self._kinds(core.sort)
        )

    def _taken(self, before: Mod, mod: Mod) -> bool:
        """Whether the noun of a place takes the adjective after it."""
        last = before.value[-1][-1] if before.kind == "wheres" else before
        return "continues" in self.lexicon.data and last.kind == "en" and self._lower(last.value, mod)

    def _lower(self, thing: Value, mod: Mod) -> bool:
        return isinstance(thing, Cosa) and bool(self.conds(thing, mod))

    def _closer(self, before: Mod, mod: Mod) -> bool:
        """«una miniatura de una unidad que tenga BRÍO», «un ejército que utilice el grupo indicado»: of the nearest noun."""
        if before.kind == "part" and mod.kind in ("con", "de", "en", "p"):
            return self.takes(before.value[0][1].id, mod.prep or mod.kind, mod.value)  # «equipada con una carta»
        if before.kind == "de_o" and mod.kind == "adj":  # «de este sistema o de un sistema adyacente»: the last is
            last = before.value[1][-1]
            return isinstance(last, Cosa) and last.qty.op in ("n", "algun") and bool(self.conds(last, mod))
        if not (
            (before.kind == "de" and mod.kind == "rel") or (before.kind in ("rel", "part") and mod.kind in ("part", "rel"))
        ):
            return False
        inner = max((p for p in parts_of(before.value) if isinstance(p, Cosa) and p.at >= 0), key=lambda c: c.at, default=None)
        return (
            inner is not None
            and inner.qty.op in ("n", "algun", "el", "todos")
            and inner.ref in ("", "el")
            and bool(self.conds(inner, mod))
        )

    def takes(self, verb: str, role: str, value: Value) -> bool:
        """Whether the verb has such a complement."""
        senses = self.lexicon.senses.get(verb, (verb,))
        slots = [r for sense in senses for r in self.lexicon.verbs.get(sense, ()) if r.name == role]
        return any(fits(value, slot.sorts, self.lexicon) for slot in slots)

    def _nearer(self, before: Mod, mod: Mod) -> bool:
        """«la casilla 1 de la cola del jugador Imperial»: «de» belongs to the nearest noun that can have it."""
        thing = before.value
        if before.kind == "part" and before.value[1] and before.value[1][-1].kind == "prep":
            thing = before.value[1][-1].value  # «situadas en la carta de despliegue de Thrawn»
            thing = thing.items[-1] if isinstance(thing, Lista) else thing  # «causado por A o por la detonación de B»
        elif before.kind not in ("de", "en", "p"):
            return False
        elif isinstance(thing, tuple):  # «parcialmente dentro del sector frontal de X»
            thing = thing[1]
        if not isinstance(thing, Cosa):
            return False
        while thing.filters and isinstance(thing.filters[-1], Hecho):
            inner = thing.filters[-1].role("que" if thing.filters[-1].verb == "de" else "donde")
            if not isinstance(inner, Cosa) or thing.filters[-1].verb not in ("de", "en"):
                break
            thing = inner
        return bool(self.conds(thing, mod))

    def _nearest(self, before: Mod, mod: Mod) -> bool:
        """Whether the last noun of what stands before can take it."""
        inner = max(
            (part for part in parts_of(before.value) if isinstance(part, Cosa) and part.at >= 0 and part.sort),
            key=lambda thing: thing.at,
            default=None,
        )
        return inner is not None and bool(self.conds(inner, mod))

    def _marked_nearer(self, before: Mod, mark: Value) -> bool:
        """«a alcance 1 de una unidad con esta cualidad», «… un arma con Perforante 1»: that one has it."""
        marks = self.lexicon.data.get("bearer_marks", {})
        inner = max(
            (part for part in parts_of(before.value) if isinstance(part, Cosa) and part.at >= 0),
            key=lambda c: c.at,
            default=None,
        )
        if inner is None:
            return False
        if isinstance(mark, Cosa) and mark.sort == "palabra_clave":
            return self.has(inner.sort, mark)
        return mark == Papel("este_" + str(marks.get("mark", ""))) and inner.noun in marks.get("nouns", ())

    def _kind_mod(self, mod: Mod) -> bool:
        return (
            _says_kind(mod)
            or (mod.kind == "de" and isinstance(mod.value, Cosa) and self._bare_kind(mod.value))
            or (mod.kind == "de_o" and all(self._bare_kind(v) for v in mod.value[1]))
            or (  # «una unidad de vehículo o infantería aliada»
                mod.kind == "de"
                and isinstance(mod.value, Lista)
                and all(isinstance(v, Cosa) and self._bare_kind(v) for v in mod.value.items)
            )
            or mod.kind in ("adj", "adj_o", "adj_y", "more", "icons", "keyword", "not")
            or (mod.kind == "de" and sort_of(mod.value, self.lexicon) == "resultado")
            or (
                mod.kind == "de"
                and isinstance(mod.value, Nombre)
                and mod.value.sort == "nombre"
                and "named_faces" in self.lexicon.data
            )
        )

    def _modified(self, thing: Value, mod: Mod) -> Sequence[Value]:
        if mod.kind == "sum":
            op, number = mod.value
            counts = isinstance(thing, Cuenta) or (isinstance(thing, Cosa) and thing.sort == "valor" and thing.qty.op == "el")
            sum_ = Hecho("calculo", (("quien", It()), ("de", thing), (op, Cosa("numero", "numero", Qty("n", number)))))
            return [Cosa("numero", "numero", THE, filters=(sum_,))] if counts and number.isdigit() else []
        if thing == Papel("este_instruccion") and mod.kind == "follows":
            return [Papel("lo_que_sigue")]
        if (
            isinstance(thing, Papel)
            and thing.nombre.startswith("este_")
            and mod.kind == "de"
            and isinstance(mod.value, Cosa)
            and self._bare_kind(mod.value)
            and mod.value.noun in self._kinds(sort_of(thing, self.lexicon))
        ):
            return [thing]  # «esta acción de ataque»: there is one going on
        of_attack = mod.kind == "de" and sort_of(mod.value, self.lexicon) == "ataque" and not isinstance(mod.value, Lista)
        if thing in (Papel("atacante"), Papel("defensor")) and of_attack and "continues" not in self.lexicon.data:
            bare = mod.value == Papel("este_ataque") or (isinstance(mod.value, Cosa) and not mod.value.filters)
            return [thing] if bare else []  # «el defensor de un ataque»
        if (
            isinstance(thing, Papel)
            and thing.nombre != "yo"
            and not thing.nombre.startswith("este_")
            and mod.kind in ("rel", "compare", "con", "range")
        ):
            known = sort_of(thing, self.lexicon)
            thing = Cosa(
                "papel_" + thing.nombre, known if known != "cosa" else str(self.lexicon.data["bearer"]), THE, "el", number="s"
            )
        if not isinstance(thing, Cosa) or (thing.noun == "numero" and thing.gender == "-"):
            return []
        return [
            replace(thing, filters=(*thing.filters, *cond)) if isinstance(cond, tuple) else cond
            for cond in self.conds(thing, mod)
        ]


def _says_kind(mod: Mod) -> bool:
    values = mod.value[1] if mod.kind == "de_o" else (mod.value,) if mod.kind == "de" else ()
    return any(isinstance(v, Cual) or (isinstance(v, Lista) and isinstance(v.items[0], Cual)) for v in values)


def _bare_type(mod: Mod) -> bool:
    return mod.kind == "de" and isinstance(mod.value, Cosa) and mod.value.sort == "tipo" and not mod.value.filters
