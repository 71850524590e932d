"""What a modifier says of a thing: conditions on it."""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import slug
from grammar.meaning.actions.heads import Heads
from grammar.meaning.actions.things import (
    HERE,
    At,
    Mod,
    Post,
    agree,
    extreme,
    fits,
    has_value,
    is_named,
    is_of_kind,
    is_undetermined,
    kind_fact,
    moves_of,
    owned_fact,
    owned_only,
    sort_of,
)
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Clause,
    Cond,
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
    Qty,
    Rango,
    Value,
    Yo,
)  # fmt: skip
from grammar.meaning.values import parts as parts_of


class Filters(Heads):
    def _equal(self, op: str, other: Value) -> Hecho:
        if isinstance(other, Cosa) and other.sort == "resultado":
            other = Cuenta(replace(other, qty=EVERY, ref=""))
        return Hecho("compara", (("quien", It()), (op, other)))

    def lies(self, thing: Cosa) -> bool:
        """Whether a token of this kind lies on the table: those that units have are nowhere."""
        kinds = self.lexicon.data.get("lying", {}).get(thing.noun)
        if kinds is None:
            return True
        told = [f.role("que") for f in thing.filters if isinstance(f, Hecho)]
        return any(isinstance(q, Cual) and q.id in kinds.split() for q in told)

    def _bare_kind(self, value: Value) -> bool:
        """«de ataque», «de infantería», «de Velocidad 1»: a noun alone, which says what kind it is."""
        return (
            isinstance(value, Cosa)
            and value.qty.op == "masa"
            and all(isinstance(f, Hecho) and f.verb == "valer" for f in value.filters)
        )

    def _kinds(self, sort: str) -> list[str]:
        return str(self.lexicon.data.get("kinds", {}).get(sort, "")).split()

    def conds(self, thing: Cosa, mod: Mod) -> Sequence[tuple[Cond, ...] | Cosa]:
        """What the modifier says of the thing; nothing where it cannot be said of it."""
        lexicon = self.lexicon
        value = mod.value
        sided = self._sided(thing, mod)
        if sided is not None:
            return [sided]
        if mod.kind == "de":
            return self._of(thing, value)
        if mod.kind == "de_o":
            conj, values = mod.value
            heading = self._heading(thing, Lista("o", tuple(values))) if conj in ("o", "y") else None
            if heading is not None:
                return [(heading,)]
            lies = thing.sort in lexicon.data.get("placed", "").split() and not any(
                isinstance(f, Hecho) and f.verb == "en" for f in thing.filters
            )
            if conj == "o" and lies and all(sort_of(v, lexicon) in self.containers for v in values):
                return [(Hecho("en", (("quien", It()), ("donde", Lista("o", tuple(values))))),)]  # in the one or the other
            owners = lexicon.data.get("of", {}).get(thing.sort, "").split()
            if (
                conj == "o"
                and all((isinstance(v, (Nombre, Papel, Cosa)) and sort_of(v, lexicon) in owners) or _oneself(v) for v in values)
                and not owned_only(thing.filters)
            ):
                return [(owned_fact(Lista("o", tuple(values))),)]
            kinds = [v for v in values if isinstance(v, Cual)]
            if conj == "ni" and thing.qty.op not in ("algun", "ningun", "todos"):
                return []
            named = [v.noun for v in values if isinstance(v, Cosa) and self._bare_kind(v) and v.noun in self._kinds(thing.sort)]
            if len(named) == len(values):  # «acción de ataque o de movimiento»
                ones = tuple(Hecho("ser", (("quien", It()), ("que", Cual(name, "clase_de_" + thing.sort)))) for name in named)
                return [(Junto("o", ones),)]
            if len(kinds) == len(values) and thing.sort in ("ficha", "", "estado"):
                base = thing if thing.sort else replace(thing, noun="ficha", sort="ficha")
                return [replace(base, filters=(*base.filters, Junto("o", tuple(kind_fact(k) for k in kinds))))]
            return []
        if mod.kind in ("con", "sin"):
            owners = lexicon.data.get("owners", "").split()
            owns = thing.sort in owners or thing.sort in lexicon.data.get("has", {}) or sort_of(value, lexicon) == "valor"
            if not self.has(thing.sort, value) or not owns:
                return []
            if thing.noun in lexicon.data.get("together_with", "").split():  # «en formación con su líder»: together with him
                return [(Hecho("con", (("quien", It()), ("que", value))),)] if mod.kind == "con" else []
            return [self._having(value, mod.kind == "sin")]
        if mod.kind == "en" and self.lies_upon(thing.sort, value):
            return [(self.upon(thing.sort, Hecho("en", (("quien", It()), ("donde", value)))),)]
        if mod.kind == "en" and thing.sort == "valor" and sort_of(value, lexicon) in ("palabra_clave", "cualidad"):
            return [] if owned_only(thing.filters) else [(owned_fact(value),)]  # «un valor superior a 3 en BLINDAJE X»
        if mod.kind == "en":
            places = lexicon.data.get("places", "").split()
            if (
                any(sort_of(item, lexicon) not in places for item in (value.items if isinstance(value, Lista) else (value,)))
                or thing.sort not in lexicon.data.get("placed", "").split()
                or (thing.sort == sort_of(value, lexicon) and thing.sort not in self.containers)
            ):
                return []
            return [(Hecho("en", (("quien", It()), ("donde", value))),)]
        if mod.kind == "range":
            low, high, of, mode = value
            mode = "a" if thing.sort in mode.split("_") else mode  # «un ataque a alcance de ataque 1»: there is no other of it
            if thing.sort not in lexicon.data.get("ranged", lexicon.data.get("placed", "")).split() or not self.lies(thing):
                return []
            return [(Hecho("a_alcance", (("quien", It()), ("de", of or HERE), ("rango", Rango(low, high, mode)))),)]
        if mod.kind == "near":
            word, other = value
            posted = self._posted(thing, Post("adj", (word,)))
            return [] if posted is None else self._prep(posted, "a", other)
        if mod.kind == "choice":  # «una figura a tu elección»
            one = thing.qty.op == "n" or Hecho("otro", (("quien", It()),)) in thing.filters
            return [(Hecho("elegir", (("quien", value), ("que", It()))),)] if one else []
        if mod.kind == "p" and isinstance(value, tuple):
            how = ("modo", Cual(value[0], "modo"))
            return [
                tuple(replace(c, circ=(how,)) for c in conds if isinstance(c, Hecho))
                for conds in self._prep(thing, mod.prep, value[1])
                if isinstance(conds, tuple)
            ]
        if mod.kind == "p":
            return self._prep(thing, mod.prep, value)
        if mod.kind == "rel":
            return self.relative(thing, value)
        if mod.kind == "rels":
            conj, parts = value
            clauses = [[c for c in self._joined(thing, part) if isinstance(c, tuple) and _said_of_it(c)] for part in parts]
            return [
                tuple(itertools.chain(*each)) if conj == "y" else (Junto("o", tuple(_one(part) for part in each)),)
                for each in itertools.product(*clauses)
            ]
        if mod.kind == "compare" and thing.sort in lexicon.data.get("amounts", "").split():
            return [(self._equal(*value),)] if thing.qty.op == "masa" else []
        if mod.kind == "compare":
            op, other = value
            if thing.sort == "ficha" and op == "igual":
                return self._of_its_kind(thing, other)
            return (
                [(Hecho("compara", (("quien", It()), (op, self._same_kind(thing, other)))),)]
                if thing.sort in ("valor", "numero")
                else []
            )
        if mod.kind == "qty":  # «2 fichas de Tensión o menos»
            return (
                [replace(thing, qty=Qty(value, thing.qty.n))]
                if thing.qty.op == "n" and thing.filters and thing.number != "s" and not has_value(thing)
                else []
            )
        if mod.kind == "bound":  # «2 fichas verdes como mínimo»
            one = value == "hasta" and thing.number == "s" and bool(thing.filters)  # «una figura a 3 casillas como máximo»
            return (
                [replace(thing, qty=Qty(value, thing.qty.n, cap=value == "hasta"))]
                if thing.qty.op == "n" and not has_value(thing) and not one
                else []
            )
        if mod.kind == "both":
            halves = [
                replace(thing, filters=(*thing.filters, *made)) if isinstance(made, tuple) else made
                for made in self.conds(thing, value[0])
            ]
            return [
                replace(half, filters=(*half.filters, *made)) if isinstance(made, tuple) else made
                for half in halves
                for made in self.conds(half, value[1])
            ]
        if mod.kind == "shift":
            roles = tuple((k, self._same_kind(thing, v) if k == "de" else v) for k, v in value)
            return [(Hecho("difiere", (("quien", It()), *roles)),)] if thing.sort == "valor" else []
        if mod.kind == "between":
            reach = value.desde != value.hasta or thing.noun in lexicon.data.get("measured", "").split()
            return [(Hecho("valer", (("quien", It()), ("que", value))),)] if reach and thing.sort in ("numero", "valor") else []
        if mod.kind == "other":
            return [(Hecho("distinto", (("quien", It()), ("de", value))),)]
        if mod.kind == "except":
            other = self._same_kind(thing, value)
            alike = sort_of(other, lexicon) in ("cosa", "", thing.sort) or thing.sort in ("cosa", "objeto")
            return [(Hecho("salvo", (("quien", It()), ("que", other))),)] if alike and thing.qty in (EVERY, SOME, THE) else []
        if mod.kind == "reach_icon":
            if is_named(thing, {value.id}):
                return [thing]  # «un icono de autodestrucción [autodestrucción]»: said twice
            return [(kind_fact(Cual(value.id, "icono_alcance")),)] if thing.sort == "icono" else []
        if mod.kind == "including":  # «dos acciones de movimiento, incluidas las acciones de movimiento gratuitas»
            _, part = value
            alike = isinstance(part, Cosa) and part.sort == thing.sort
            return [(Hecho("incluye", (("quien", It()), ("que", part))),)] if alike and thing.number != "s" else []
        if mod.kind == "as":  # «el mismo sistema que una Misión»
            plain = Hecho("mismo", (("quien", It()),))
            bare = isinstance(value, Cosa) and value.noun == "" and value.sort == "" and thing.sort == "tipo"
            if plain not in thing.filters or isinstance(value, Lista) or bare:  # «del mismo tipo que la tuya»: as you
                return []
            rest = tuple(f for f in thing.filters if f != plain)
            return [replace(thing, filters=(*rest, Hecho("mismo", (("quien", It()), ("que", self._same_kind(thing, value))))))]
        if mod.kind == "during":
            ordered = any(is_of_kind(f, "orden") for f in thing.filters)
            return [(Hecho("durante", (("quien", It()), ("que", value))),)] if ordered and thing.sort == "ataque" else []
        if mod.kind == "follows":
            return (
                [(Hecho("ser", (("quien", It()), ("que", Papel("lo_que_sigue")))),)]
                if thing.sort in ("instruccion", "lista", "orden_de_cosas")
                else []
            )
        if mod.kind == "first_to":  # «la primera figura en atacar»: the first one that does
            if not any(is_of_kind(f, "orden") for f in thing.filters):
                return []
            done = replace(value, person=3, number=thing.number, mood="subj")
            return self.relative(thing, ("", Clause(None, (done,))))
        if mod.kind == "ger":
            return self.gerund(thing, value)
        if mod.kind == "asks":
            return self.asked(thing, value)
        if mod.kind == "without":  # «sin gastar»: that has not been spent
            verb = next(iter(lexicon.senses.get(value.id, (value.id,))))
            role = next((r for r in lexicon.verbs.get(verb, ()) if r.name == "que"), None)
            if role is None or not lexicon.fits(thing.sort, role.sorts):
                return []
            return [(Hecho(verb, (("que", It()),), neg=True, past=True),)]
        if mod.kind == "part":
            return self.participle(thing, value)
        if mod.kind == "either":
            either = [_new(thing, self.conds(thing, half)) for half in value]
            return [(Junto("o", tuple(map(_one, either))),)] if all(either) else []
        if mod.kind == "called":
            bearing = self._posted(replace(thing, filters=()), Post("name", value[1]))
            return [bearing.filters] if bearing is not None and bearing.filters else []
        if mod.kind == "listed":  # «1 de tus Estados secretos: A, B»
            who = (*lexicon.data.get("pointed", "").split(), *lexicon.data.get("animate", "").split())  # that has a name
            called = any(isinstance(f, Hecho) and f.verb == "llamar" for f in thing.filters)
            if called or thing.number != "p" or thing.sort not in who:
                return []
            listed = self._posted(thing, Post("names", mod.value))
            return [listed] if listed is not None else []
        if mod.kind == "parts":
            conj, both = value
            first, second = (self.participle(thing, part) for part in both)
            return [(*a, *b) if conj == "y" else (Junto("o", (_one(a), _one(b))),) for a in first for b in second]
        if mod.kind in ("adj", "adj_o", "adj_y"):
            made = self._posted(thing, Post(mod.kind, value))
            return [made] if made is not None else []
        if mod.kind == "keyword":
            link = str(lexicon.data.get("with_keyword", {}).get(f"{mod.prep} {thing.sort}".strip(), ""))
            return [(Hecho(link, (("quien", It()), ("que", value))),)] if link else []
        if mod.kind == "icons":
            posted = self._posted(thing, Post("icons", value))
            if posted is not None and is_named(thing, {icon.id for icon in value[1]}):
                return [thing]
            return [posted] if posted is not None else []
        if mod.kind == "not":
            posted = self._posted(thing, Post("adj", (value,)))
            return (
                [replace(posted, filters=(*posted.filters[:-1], replace(posted.filters[-1], neg=True)))]
                if posted is not None and isinstance(posted.filters[-1], Hecho)
                else []
            )
        if mod.kind == "not_de":  # «1 ficha roja no de Tensión»
            return [
                tuple(_denied(cond) for cond in conds)
                for conds in self._of(thing, value)
                if isinstance(conds, tuple) and len(conds) == 1
            ]
        if mod.kind == "not_move":
            moves = moves_of(replace(thing, filters=()), value) if thing.sort == "maniobra" else None
            return [tuple(_denied(cond) for cond in moves.filters)] if moves is not None else []
        if mod.kind in ("where_rel", "where_and_rel"):  # «a alcance 0 o que esté en tu arco»
            places = [self.conds(thing, part) for part in value[0]]
            said = [cond for cond in self.relative(thing, value[1]) if isinstance(cond, tuple)]
            spots = [made[0] for made in places if made and isinstance(made[0], tuple)]
            if len(spots) < len(places):
                return []
            spot = _one(tuple(cond for made in spots for cond in made))
            return [(Junto("o", (spot, _one(cond))),) if mod.kind == "where_rel" else (spot, *cond) for cond in said]
        if mod.kind == "wheres":
            each = [[self.conds(thing, part) for part in option] for option in value]
            if not all(made for option in each for made in option):
                return []
            joined = tuple(_one(tuple(c for made in option for c in _new(thing, made))) for option in each)
            return [(Junto("o", joined),)]
        if mod.kind == "not_part":
            return [
                tuple(replace(f, neg=not f.neg) for f in conds if isinstance(f, Hecho))
                for conds in self.participle(thing, value)
                if len(conds) == 1
            ]
        if mod.kind == "rel_beyond":
            relatives, beyond = self.conds(thing, Mod("rel", value[0])), self.conds(thing, Mod("beyond", value[1]))
            return [(*a, *b) for a in relatives for b in beyond if isinstance(a, tuple) and isinstance(b, tuple)]
        if mod.kind == "beyond":  # «un terreno más alto que el del líder»
            more, word, other = value
            if (
                not agree(word.gender, thing.gender)
                or not agree(word.number, thing.number)
                or not self.said_of(word, thing.sort)
            ):
                return []
            return [(Hecho(more, (("quien", It()), ("que", Cual(word.id, word.sort)), ("de", self._same_kind(thing, other)))),)]
        if mod.kind == "more":
            made = self._posted(thing, Post("more", value))
            return [made] if made is not None else []
        if mod.kind == "both_places":
            return self.conds(thing, Mod("places", value)) if thing.number == "s" else []
        if mod.kind == "places" and any(part.kind == "near" for part in value):
            both = [_new(thing, self.conds(thing, part)) for part in value]
            return [tuple(c for cond in both for c in cond)] if all(both) else []
        if mod.kind == "places":
            told = [self.conds(thing, part) for part in value]
            return [tuple(c for cond in told for c in cond[0])] if all(told) else []  # type: ignore[union-attr]
        return []

    def _joined(self, thing: Cosa, part: Any) -> Sequence[tuple[Cond, ...] | Cosa]:
        """A clause of a list of them, which may be a list itself, or say again by a pronoun what it is about."""
        if isinstance(part, Mod):
            return self.conds(thing, part)
        return self.relative(thing, part) or self.resumed(thing, part)

    def upon(self, sort: str, fact: Hecho) -> Hecho:
        """«un bloqueo en el defensor» is on him: what has no place of its own is not in another."""
        if fact.verb != "en" or not self.lies_upon(sort, fact.role("donde")):
            return fact
        return replace(fact, verb="sobre", roles=tuple(("que" if key == "donde" else key, value) for key, value in fact.roles))

    def lies_upon(self, sort: str, where: Value | None) -> bool:
        """Whether a thing of this sort is on that one."""
        on = self.lexicon.data.get("preps", {}).get("sobre", {}).get(sort, "")
        known = sort in self.lexicon.data.get("upon", "").split()
        return known and where is not None and fits(where, frozenset(on.split()), self.lexicon)

    def _of_its_kind(self, thing: Cosa, other: Value) -> list[tuple[Cond, ...] | Cosa]:
        """«una ficha igual a la que has retirado»: of the same kind."""
        if not isinstance(other, Cosa) or other.noun not in ("", "los_que", thing.noun) or other.number == "p":
            return []
        told = any(isinstance(f, Hecho) and f.past for f in other.filters)  # «igual a la tuya»: to which?
        if not told or not agree(other.gender, thing.gender) or thing.filters:
            return []
        model = replace(other, noun=thing.noun, sort=thing.sort, qty=THE, ref="el", gender=thing.gender, number="s")
        kind = Cosa("tipo", "tipo", THE, "el", "m", "s", (Hecho("mismo", (("quien", It()), ("que", model))),))
        return [(Hecho("de", (("quien", It()), ("que", kind))),)]

    def _distance(self, value: Value) -> bool:
        """«2 casillas» is how far, not what it is near to."""
        return isinstance(value, Cosa) and (
            value.sort in ("distancia", "numero")
            or (value.noun == self.lexicon.data.get("unit") and value.qty.op != "el" and not value.filters)
        )

    def _same_kind(self, thing: Cosa, other: Value) -> Value:
        """«la tuya», «las de Cálculos»: of the same noun; «una Iniciativa más alta que el defensor»: than his."""
        if isinstance(other, Cosa) and other.noun == "":
            owned = other.filters and all(isinstance(f, Hecho) and f.verb == "de" for f in other.filters)
            if owned_fact(Yo()) in other.filters and thing.sort == self.lexicon.data["bearer"]:
                return Yo()  # «más pequeña que la tuya»
            qualities = (
                tuple(f for f in thing.filters if isinstance(f, Hecho) and f.verb == "ser" and not f.neg) if owned else ()
            )
            qty = EVERY if other.number == "p" and other.qty == THE else other.qty  # «tus fichas verdes y las de esa nave»
            return replace(
                other, noun=thing.noun, sort=thing.sort, gender=thing.gender, qty=qty, filters=(*qualities, *other.filters)
            )
        if thing.sort != "valor" or not self.is_somebody(other):
            return other
        if isinstance(other, Pron):
            other = replace(other, sorts=frozenset(self.lexicon.data.get("animate", "").split()))
        return replace(thing, qty=THE, filters=(owned_fact(other),), at=-1)

    def is_somebody(self, value: Value) -> bool:
        """«mayor que tú», «que ella»: somebody, of whom only a value can be greater."""
        living = self.lexicon.data.get("animate", "").split()
        return (isinstance(value, Pron) and value.kind in ("el", "ella")) or sort_of(value, self.lexicon) in living

    def _of(self, thing: Cosa, value: Value) -> Sequence[tuple[Cond, ...] | Cosa]:
        lexicon = self.lexicon
        if thing.noun == "resto" and isinstance(value, Cosa) and value.sort not in ("tiempo", ""):
            whole = value.number == "p" and value.qty in (THE, EVERY) and value.ref in ("el", "ese", "")
            if not whole or thing.filters:
                return []
            return [replace(value, qty=EVERY, filters=(*value.filters, Hecho("otro", (("quien", It()),))), number="-")]
        steps = ("tiempo", *lexicon.data.get("named_with_de", "").split())
        if isinstance(value, Nombre) and thing.sort in steps and value.sort not in lexicon.data.get("animate", "").split():
            return [(Hecho("llamar", (("quien", It()), ("que", value))),)]  # «paso de "Neutralizar los resultados"»
        if isinstance(value, Nombre) and value.sort == "nombre" and thing.sort == "ficha" and not thing.filters:
            return []  # «una ficha de Puntería»: a kind that there is not, or one that somebody has?
        if thing.sort == "resultado" and isinstance(value, Cosa) and value.sort == "resultado" and value.qty.op == "masa":
            return [tuple(value.filters)]  # «resultados de impacto»
        told = isinstance(value, Cosa) and (value.ref, value.number, value.qty) == ("el", "p", EVERY)
        placed = any(isinstance(f, Hecho) and f.verb == "sobre" for f in thing.filters)  # «1 [carga] sobre 1 de tus mejoras»
        if isinstance(value, Cosa) and told and not placed and thing.qty == ONE and owned_only(value.filters):
            value = replace(value, qty=ONE, number="s")  # «1 [carga] de tus mejoras»: of one of them
        heading = self._heading(thing, value)
        if heading is not None:
            return [(heading,)]
        if isinstance(value, Cual) and value.id in self._kinds(thing.sort):
            return [(Hecho("ser", (("quien", It()), ("que", Cual(value.id, "clase_de_" + thing.sort)))),)]
        owns = (
            isinstance(value, Cosa) and value.qty.op != "masa" and value.sort in lexicon.data.get("of", {}).get(thing.sort, "")
        )
        if isinstance(value, Cosa) and value.noun in self._kinds(thing.sort) and not owns:  # «1 [carga] de una nave» is hers
            if not self._bare_kind(value) or value.number == "p":
                return []
            return [(Hecho("ser", (("quien", It()), ("que", Cual(value.noun, "clase_de_" + thing.sort)))), *value.filters)]
        if isinstance(value, Cual) and thing.sort == "resultado" and value.id in self.lexicon.icons:  # «de Concentración»
            faces = {face for side in self.lexicon.dice.values() for face in side}
            return [(kind_fact(Cual(value.id, "icono_resultado")),)] if value.id in faces else []
        if isinstance(value, Lista) and value.conj == "o":  # «una unidad de vehículo o infantería droide»
            kinds = [
                v.noun for v in value.items if isinstance(v, Cosa) and self._bare_kind(v) and v.noun in self._kinds(thing.sort)
            ]
            if len(kinds) == len(value.items):
                return [(Junto("o", tuple(kind_fact(Cual(name, "clase_de_" + thing.sort)) for name in kinds)),)]
        if isinstance(value, Cual) and value.kind == "tipo_ficha":
            if thing.sort == "" and self._is_amount(value):
                return []  # «1 de daño» is damage, and no token of it
            if thing.sort == "":
                return [replace(thing, noun="ficha", sort="ficha", filters=(*thing.filters, kind_fact(value)))]
            return (
                [(kind_fact(value),)] if thing.sort in ("ficha", "tipo", "estado", "indicador") and not _has_kind(thing) else []
            )
        if isinstance(value, Lista) and all(isinstance(item, Cual) and item.kind == "tipo_ficha" for item in value.items):
            if thing.sort in ("ficha", ""):
                base = thing if thing.sort else replace(thing, noun="ficha", sort="ficha")
                return [
                    replace(
                        base,
                        filters=(
                            *base.filters,
                            Junto("o", tuple(kind_fact(item) for item in value.items if isinstance(item, Cual))),
                        ),
                    )
                ]
            return []
        somewhere = lexicon.data.get("placed", "").split() + lexicon.data.get("places", "").split()
        stands = (isinstance(value, Pron) and value.kind != "su") or sort_of(value, lexicon) in somewhere
        if _furthest(thing) and stands:
            last = thing.filters[-1]
            assert isinstance(last, Hecho)
            return [replace(thing, filters=(*thing.filters[:-1], replace(last, roles=(*last.roles, ("a", value)))))]
        sort = sort_of(value, lexicon)
        if sort in lexicon.data.get("takes", {}).get(thing.sort, "").split():
            if isinstance(value, Cual):
                return [(kind_fact(value),)]
            if isinstance(value, Cosa) and value.qty.op == "masa" and not any(isinstance(f, Junto) for f in value.filters):
                return [value.filters]
        if isinstance(value, Cual):
            return []
        if is_undetermined(value) and any(isinstance(f, Hecho) and f.verb in ("a_alcance", "en") for f in value.filters):  # type: ignore[union-attr]
            return []  # «2 remotos de Boya más allá de alcance 2»: a kind is nowhere
        sort = sort_of(value, lexicon)
        if sort in lexicon.data.get("material", {}).get(thing.sort, "").split():  # «mano de cartas de Misión»
            if isinstance(value, Cosa) and not owned_only(value.filters):
                return [(Hecho("tener", (("quien", It()), ("que", value))),)]
            return []
        several = {sort_of(item, lexicon) for item in value.items} if isinstance(value, Lista) else {sort}
        if len(several) > 1 and several & set(self.containers):
            return []  # «1 nave de este sistema y 1 nave de otro»: no ship is in a system and a ship
        if (
            sort in self.containers and thing.sort in lexicon.data.get("placed", "").split()
        ):  # «las naves de este sistema» are in it
            if any(isinstance(f, Hecho) and f.verb == "en" for f in thing.filters):
                return []
            return [(Hecho("en", (("quien", It()), ("donde", value))),)]
        if thing.sort == "valor" and isinstance(value, Cosa) and sort == "numero":
            return [
                (
                    Hecho(
                        "valer",
                        (
                            ("quien", It()),
                            ("que", Rango(value.qty.n, value.qty.n, "a" if value.qty.op == "n" else value.qty.op)),
                        ),
                    ),
                )
            ]
        if isinstance(value, Cosa) and value.qty.op == "masa" and extreme(value) and self.has(thing.sort, value):
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «de mayor coste»
        rules = lexicon.data.get("of", {}).get(f"the {thing.noun}", lexicon.data.get("of", {}).get(thing.sort))
        if rules is None:
            rules = lexicon.data.get("of", {}).get("*", "")
        if thing.sort == "":
            return [(owned_fact(value),)] if thing.ref == "el" and not thing.filters else []  # «la del atacante»
        if sort == "valor" and sort in rules.split() and thing.sort in ("maniobra", "nave", "tiempo", "plantilla"):
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «maniobra de velocidad 3»
        if sort == "valor" and thing.sort in lexicon.data.get("rated", "").split():
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «un movimiento de Velocidad 2»: with it
        if (
            thing.sort == "ficha"
            and isinstance(value, Cosa)
            and value.qty.op == "masa"
            and not value.filters
            and sort == "mejora"
        ):
            return []  # «2 fichas de Mejora»: no such token
        if isinstance(value, Nombre) and value.sort == "nombre" and str(lexicon.data["bearer"]) in rules.split():
            return [(owned_fact(value),)] if not owned_only(thing.filters) else []  # «2 [carga] de Zam Wesell»
        if isinstance(value, Lista) and any(sort_of(i, lexicon) not in ("cosa", "nombre", *rules.split()) for i in value.items):
            return []  # «una maniobra de inclinación o una maniobra …»: no manoeuvre is a manoeuvre's
        if sort == "cosa" or sort in rules.split():
            if any(isinstance(f, Hecho) and f.verb == "de" and not self._of_keyword(f) for f in thing.filters):
                return []
            kind = value if isinstance(value, Cosa) and value.noun in lexicon.data.get("headings", {}) else None
            if kind is not None and any(isinstance(f, Hecho) and f.verb == "tener" for f in kind.filters):
                return []  # «una plantilla de giro con la misma dirección»: the template has it
            return [(owned_fact(value),)]
        return []

    def _heading(self, thing: Cosa, value: Value) -> Cond | None:
        """«una maniobra de giro ([giro-izquierda] o [giro-derecha])» is one with those icons."""
        items = value.items if isinstance(value, Lista) and value.conj in ("o", "y") else (value,)
        table = self.lexicon.data.get("headings", {})
        facts: list[Hecho] = []
        for item in items:
            if not isinstance(item, Cosa) or item.sort != "maniobra_tipo" or item.noun not in table or item.ref:
                return None
            told = [f for c in item.filters for f in (c.items if isinstance(c, Junto) else (c,)) if isinstance(f, Hecho)]
            known = [kind_fact(Cual(slug(name), "icono_rumbo")) for name in table[item.noun].split()]
            if any(f not in known for f in told):
                return None  # «de giro ([recto])»
            facts.extend(told or known)
        if thing.sort not in ("maniobra", "plantilla"):
            return None
        return facts[0] if len(facts) == 1 else Junto("o", tuple(facts))

    def _of_keyword(self, fact: Hecho) -> bool:
        """«el valor de PERFORANTE X de un arma»: which value, not whose."""
        value = fact.role("que")
        return value is not None and sort_of(value, self.lexicon) == "palabra_clave"

    def _having(self, value: Value, neg: bool) -> tuple[Cond, ...]:
        """«con 2 fichas» has them; «con [cálculo] en su barra de acciones» is «en cuya barra de acciones figura [cálculo]»."""
        items = value.items if isinstance(value, Lista) and value.conj == "y" and not neg else (value,)
        facts = [self._figures(item, neg) for item in items]
        if not any(facts):
            return (Hecho("tener", (("quien", It()), ("que", value)), neg=neg),)
        return tuple(f or Hecho("tener", (("quien", It()), ("que", i))) for f, i in zip(facts, items, strict=True))

    def _figures(self, value: Value, neg: bool) -> Hecho | None:
        where = value.filters[-1] if isinstance(value, Cosa) and value.filters else None
        place = where.role("donde") if isinstance(where, Hecho) and where.verb == "en" and not where.neg else None
        if not isinstance(value, Cosa) or not isinstance(place, Cosa) or place.sort != "barra":
            return None
        whose = tuple(
            owned_fact(Pron("duenno", "-", "-", -1)) if isinstance(f, Hecho) and _is_su(f.role("que")) else f
            for f in place.filters
        )
        if whose == place.filters:
            return None
        bar = replace(place, filters=whose)
        return Hecho("figurar", (("quien", replace(value, filters=value.filters[:-1])), ("en", bar)), neg=neg)

    def _sided(self, thing: Cosa, mod: Mod) -> Cosa | None:
        """«una nave aliada con el defensor», «aliada del defensor»: on whose side, where it is not yours."""
        last = thing.filters[-1] if thing.filters and mod.kind in ("con", "de") else None
        what = last.role("que") if isinstance(last, Hecho) and last.verb == "ser" and len(last.roles) == 2 else None
        takes = self.lexicon.data.get("adj_with", {}).get(what.id) if isinstance(what, Cual) else None
        if takes is None or not isinstance(last, Hecho) or not isinstance(mod.value, (Papel, Cosa, Pron)):
            return None
        told = isinstance(mod.value, Pron) or sort_of(mod.value, self.lexicon) != ""  # «trabada con ella»
        if not fits(mod.value, frozenset(takes.split()), self.lexicon) or not told:
            return None
        return replace(thing, filters=(*thing.filters[:-1], replace(last, roles=(*last.roles, ("con", mod.value)))))

    def has(self, owner: str, value: Value) -> bool:
        """Whether a thing of the first sort can have the second."""
        table = self.lexicon.data.get("has", {})
        allowed = str(table.get(owner, table.get("*", "")))
        sort = sort_of(value, self.lexicon)
        if isinstance(value, Cosa) and (sort == "numero" or not self.its(value.noun, owner)):
            return False
        told = {sort_of(item, self.lexicon) for item in value.items} if isinstance(value, Lista) else {sort}
        return "*" in allowed.split() or told <= {*allowed.split(), "nombre", "cosa"}  # of several, each

    def its(self, noun: str, owner: str) -> bool:
        """«un ataque contra una figura con menos Vida que tú»: no attack has a Vida."""
        owners = self.lexicon.data.get("of", {}).get(f"the {noun}")
        return owners is None or owner in ("cosa", *owners.split())

    def _prep(self, thing: Cosa, prep: str, value: Value) -> Sequence[tuple[Cond, ...] | Cosa]:
        if prep == "a" and thing.sort == "maniobra" and isinstance(value, Cosa) and value.sort == "valor":
            return [(Hecho("tener", (("quien", It()), ("que", value))),)]  # «maniobra a velocidad 3-5»
        last = thing.filters[-1] if thing.filters else None
        if (
            prep == "a"
            and isinstance(value, Cosa)
            and value.noun == "numero"
            and last is not None
            and not self._distance(value)
        ):
            return []  # «adyacente a uno»: to such a thing, not to a number
        if prep == "a" and isinstance(last, Hecho) and last.verb == "ser" and len(last.roles) == 2:
            quality = last.role("que")
            takes = self.lexicon.data.get("adj_takes", {})
            if (
                isinstance(quality, Cual)
                and quality.id in takes
                and not fits(value, frozenset(takes[quality.id].split()), self.lexicon)
            ):
                return []
            if (
                isinstance(quality, Cual) and quality.kind in ("extremo", "relacion") and not self._distance(value)
            ):  # «la más cercana a ese remoto», «adyacente a ti»
                return [replace(thing, filters=(*thing.filters[:-1], replace(last, roles=(*last.roles, ("a", value)))))]
        locks = {told.split()[1] for told in self.lexicon.data.get("same_act", {}).values()}
        if prep in ("a", "contra", "hacia") and thing.noun in locks:
            prep = "sobre"  # «un bloqueo a esa nave»
        if prep == "sobre" and any(isinstance(f, Hecho) and f.verb == "sobre" for f in thing.filters):
            return []  # on one thing
        table = self.lexicon.data.get("preps", {}).get(prep, {})
        sorts = table.get(thing.sort)
        if sorts is None or not fits(value, frozenset(sorts.split()), self.lexicon):
            return []
        if prep == "entre" and not isinstance(value, Lista) and not (isinstance(value, Cosa) and value.number == "p"):
            return []  # between one thing and what?
        if prep in ("fuera_de", "dentro_de"):
            return [(Hecho("en", (("quien", It()), ("donde", value)), neg=prep == "fuera_de"),)]
        return [(Hecho("a" if prep == "hasta_linea" else prep, (("quien", It()), ("que", value))),)]

    # implemented by Clauses
    def only_has(self, vp: Any, owner: Value) -> bool:
        raise NotImplementedError

    def told_in(self, key: str, verb: At) -> bool:
        """Whether the game's list of this name has the verb."""
        return verb[1].id in str(self.lexicon.data.get(key, "")).split()

    def _part(self, part: At, comps: Sequence[Any]) -> Sequence[Any]:
        raise NotImplementedError

    def resumed(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def relative(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...] | Cosa]:
        raise NotImplementedError

    def gerund(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def participle(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def asked(self, thing: Cosa, infs: Any) -> Sequence[tuple[Cond, ...]]:
        raise NotImplementedError

    def _is_amount(self, kind: Cual) -> bool:
        noun = self.lexicon.nouns.get(kind.id)
        return noun is not None and noun.sort in self.lexicon.data.get("amounts", "").split()


def _said_of_it(conds: tuple[Cond, ...]) -> bool:
    """«que tenga BRÍO y se produzca un empate»: a relative clause says something of its noun."""
    return all(any(isinstance(part, It) for part in parts_of(cond)) for cond in conds)


def _new(thing: Cosa, made: Sequence[Any]) -> tuple[Cond, ...]:
    """What a modifier adds to the noun."""
    first = made[0] if made else ()
    return first.filters[len(thing.filters) :] if isinstance(first, Cosa) else tuple(first)


def _furthest(thing: Cosa) -> bool:
    """«la puerta más alejada» of what comes after it."""
    last = thing.filters[-1] if thing.filters else None
    return isinstance(last, Hecho) and last.role("que") == Cual("mas_alejado", "extremo") and last.role("a") is None


def _is_su(value: Value | None) -> bool:
    return isinstance(value, Pron) and value.kind == "su"


def _has_kind(thing: Cosa) -> bool:
    return any(is_of_kind(f, "tipo_ficha") for f in thing.filters)


def _denied(cond: Cond) -> Cond:
    if isinstance(cond, Hecho):
        return replace(cond, neg=not cond.neg)
    return Junto("y" if cond.op == "o" else "o", tuple(_denied(item) for item in cond.items))


def _one(conds: tuple[Cond, ...]) -> Cond:
    return conds[0] if len(conds) == 1 else Junto("y", conds)


def _oneself(value: Value) -> bool:
    """«1 ficha de sí misma o de otra unidad»."""
    return isinstance(value, Yo) or (isinstance(value, Pron) and value.kind == "si")
