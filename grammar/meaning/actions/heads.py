"""A noun with its determiners and what follows it becomes a thing, a role or nothing."""

from collections.abc import Sequence

from grammar.lexicon.words import Word
from grammar.meaning.actions.ranges import Ranges
from grammar.meaning.actions.things import (
    EXCLUSIVE,
    Post,
    Pre,
    agree,
    has_value,
    is_any_icon,
    moves_of,
    owned_fact,
    owned_only,
    states_of,
)
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
    Cosa,
    Cual,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Pron,
    Qty,
    Value,
    Yo,
)  # fmt: skip

STRESSED = frozenset({"el", "un", "ningun", "algun"})
"""Determiners that are masculine in form before a feminine noun with a stressed «a»."""

MOST_AFTER = 12
"""Adjectives and icons after one noun: a hundred of them took the square of their number, and mean nothing."""


class Heads(Ranges):
    def _built(self, thing: Cosa, pre: Sequence[Pre], post: Sequence[Post]) -> Sequence[Value]:
        ready = self._determined(thing, pre) if len(post) <= MOST_AFTER else None
        each = self._one_of_each(ready, post)
        if each is not None:
            return each
        for step in post:
            ready = None if ready is None else self._posted(ready, step)
        return () if ready is None else (self._role(self._iconed(ready)),)

    def _one_of_each(self, thing: Cosa | None, post: Sequence[Post]) -> Sequence[Value] | None:
        """«los espacios [misil] y [torpedo]»: one of each; with «o», both or one? None of other sorts."""
        told = next((step for step in post if step.kind == "icons" and len(step.value[1]) > 1), None)
        if thing is None or told is None or thing.sort not in self.lexicon.data.get("one_of_each", "").split():
            return None
        if (thing.ref, thing.qty) != ("el", EVERY) or owned_only(thing.filters):
            return None  # «tus espacios [misil] y [torpedo]» are all of both
        conj, icons, at = told.value
        alone: list[Value] = []
        for which, icon in enumerate(icons):
            one: Cosa | None = replace(thing, qty=THE, number="s", at=at + 2 * which)  # each has its place
            for step in post:
                one = one and self._posted(one, Post("icons", ("", (icon,), at)) if step is told else step)
            if one is None or conj != "y":
                return ()
            alone.append(self._role(one))
        return (Lista("y", tuple(alone)),)

    def _iconed(self, thing: Cosa) -> Cosa:
        """«1 carga» is «1 [carga]», where nothing says that it is of another kind."""
        icon = self.lexicon.data.get("one_kind_of", {}).get(thing.noun)
        if icon is None or thing.ref == "ese" or any(isinstance(f, Junto) for f in thing.filters):
            return thing
        kind = Cual(str(icon), "icono_" + thing.sort)
        told = [f.role("que") for f in thing.filters if isinstance(f, Hecho)]
        if any(isinstance(what, Cual) and what.kind == kind.kind for what in told):
            return thing
        return replace(thing, filters=(*thing.filters, Hecho("ser", (("quien", It()), ("que", kind)))))

    def _role(self, thing: Cosa) -> Value:
        """«el atacante» and «esta carta» are parts of what is going on, not things to look for."""
        roles = self.lexicon.data.get("roles", {})
        if thing.noun == "adversario" and thing.filters == (owned_fact(Yo()),):  # «tu adversario»: there is no other
            thing = replace(thing, filters=())
        if (
            thing.qty == THE
            and thing.noun in roles
            and not thing.filters
            and thing.ref in ("el", "ese", "este")
            and thing.number != "p"
            and not (thing.ref == "ese" and roles[thing.noun] == thing.sort)  # «ese jugador»: one who was told
        ):
            return Papel(roles[thing.noun]) if roles[thing.noun] != "yo" else Yo()
        if thing.noun in roles and thing.qty == ONE and thing.ref == "" and self.lexicon.data.get("third_person_bearer"):
            part = roles[thing.noun]  # «una unidad atacante»: in an attack there is one
            if part in ("atacante", "defensor"):
                return Papel(part) if not thing.filters else replace(thing, noun="papel_" + part, qty=THE, ref="el")
        if (
            thing.ref == "el"
            and thing.qty == THE
            and len(thing.filters) == 1
            and isinstance(thing.filters[0], Hecho)
            and thing.filters[0].verb == "llamar"
        ):
            name = thing.filters[0].role("que")
            if isinstance(name, Nombre) and name.sort == thing.sort:  # «el sistema Hoth» is Hoth
                return name
        if (
            self.lexicon.data.get("this", {}).get(thing.noun) == "yo"
            and "continues" not in self.lexicon.data
            and not self.lexicon.data.get("third_person_bearer")
            and (thing.ref, thing.qty, thing.filters) == ("el", THE, (owned_fact(Yo()),))
            and thing.number == "s"
        ):
            return Papel("tu_nave")  # you, in the third person
        if thing.ref == "ese" and thing.sort == "valor" and Hecho("mismo", (("quien", It()),)) in thing.filters:
            thing = replace(thing, ref="el")  # «con esa misma dificultad»: the same
        if thing.ref == "este" and thing.qty == EVERY and thing.number == "p" and self.lexicon.data.get("third_person_bearer"):
            return replace(thing, ref="ese")  # «todos estos dados»: those just told
        if (
            thing.ref == "este"
            and thing.qty == THE
            and thing.number == "p"
            and self.lexicon.data.get("third_person_bearer")
            and thing.noun in self.lexicon.data.get("wide", "").split()
        ):
            return replace(thing, ref="ese")  # «estas fichas de Humo»
        if thing.ref == "este" and thing.number == "p" and thing.sort in ("ficha", "dado", "carta_dano", "nave"):
            return replace(thing, ref="ese")  # «…; estas fichas no se retiran»: those just told
        if thing.ref == "este" and thing.qty == THE and not thing.filters:
            bearer = self.lexicon.data.get("this", {}).get(thing.noun)
            if bearer == "yo":
                if "continues" in self.lexicon.data:
                    return Papel("yo")
                return thing if self.lexicon.data.get("third_person_bearer") else Papel("yo")  # «esta nave es …»
            return Papel(("estos_" if thing.number == "p" else "este_") + thing.noun)
        return thing

    def _yours(self, thing: Cosa) -> Value:
        """«tu mano»: of who plays, where no unit could have one."""
        owners = str(self.lexicon.data.get("of", {}).get(thing.sort, "")).split()
        player = self.lexicon.data.get("roles", {}).get("jugador")
        only = (
            self.lexicon.data.get("third_person_bearer") and "jugador" in owners and self.lexicon.data["bearer"] not in owners
        )
        return Papel(player) if player is not None and only else Yo()

    def _stressed(self, thing: Cosa) -> bool:
        return thing.gender == "f" and thing.noun.split("_")[0] in self.lexicon.data.get("stressed_a", "").split()

    def _fronted(self, word: Word) -> bool:
        return word.sort in self.lexicon.data["fronted"].split() or word.id in self.lexicon.data["fronted_words"].split()

    def _determined(self, thing: Cosa, pre: Sequence[Pre]) -> Cosa | None:
        """Determiners and numbers before the noun, in an order that Spanish allows."""
        ref, qty, filters = "", None, list(thing.filters)
        seen: list[str] = []
        numbered: Qty | None = None
        for part in pre:
            if part.kind == "least":  # «al menos otra figura»
                if part is not pre[0] or [p.value.id for p in pre[1:] if p.kind == "det"] != ["otro"]:
                    return None
                qty = part.value
                continue
            if part.kind == "most_other":  # «hasta otras 2 naves»
                if len(pre) > 1 or thing.number == "s":
                    return None
                qty = part.value
                filters.append(Hecho("otro", (("quien", It()),)))
                continue
            if part.kind == "qty" and qty == Qty("al_menos", "1") and part.value.op == "n" and thing.number != "s":
                numbered = qty = Qty("al_menos", part.value.n)  # «al menos otras 2 naves»
                continue
            if part.kind == "qty":
                if (qty is not None and qty not in (THE, SOME, EVERY)) or "adj" in seen:
                    return None
                if (
                    part.value.op in ("n", "al_menos", "hasta", "exacto", "entre")
                    and part.value.n not in ("x", "1")
                    and thing.number == "s"
                ):
                    return None
                if part.value == ONE and (thing.number == "p" or ref == "el"):
                    return None  # «la 1 casilla»
                if qty == EVERY:
                    return None
                numbered = part.value
                if ref != "ese" or qty != THE:  # «esas 2 naves» were told
                    qty = numbered
                seen.append("qty")
                continue
            word: Word = part.value
            if word.id in STRESSED and word.gender == "m" and word.number == "s" and self._stressed(thing):
                word = replace(word, gender="f")  # «el área», «ningún arma»
            if not agree(word.gender, thing.gender) or not agree(word.number, thing.number):
                return None
            if thing.number == "-" and part.kind == "det" and word.number in ("s", "p"):
                thing = replace(thing, number=word.number)  # «los AT-AT»
            if part.kind == "adj":
                if not self._fronted(word) and thing.noun:
                    return None  # «enemiga nave»: adjectives of cards follow their noun
                filters.append(_is(word))
                seen.append("adj")
                continue
            if word.id in seen or "adj" in seen:
                return None
            seen.append(word.id)
            if word.id == "el":
                if "otro" in seen or "mismo" in seen or qty not in (None, EVERY):
                    return None
                whole = qty == EVERY and seen[:-1] == ["todo"] and thing.number == "s"  # «toda la partida»: the whole of it
                ref, qty = "" if qty == EVERY and not whole else "el", THE if whole else qty or THE  # «todos los dados» is each
            elif word.id in ("un", "unos"):
                if qty is not None or ref:
                    return None
                qty = ONE if word.id == "un" else SOME
            elif word.id in ("ese", "este"):
                if qty not in (None, EVERY):
                    return None
                ref, qty = word.id, qty or THE
            elif word.id in ("tu", "su"):
                if ref == "el" or qty not in (None, EVERY):
                    return None
                filters.append(owned_fact(self._yours(thing) if word.id == "tu" else Pron("su", "-", "-", part.at)))
                ref, qty = "el" if qty is None else ref, qty or THE
            elif word.id in ("cada", "todo", "ambos"):
                if qty is not None or any(isinstance(f, Hecho) and f.verb == "otro" for f in filters):
                    return None  # «otra toda nave»
                qty = EVERY
                if word.id == "ambos" and thing.sort not in ("jugador", "bando", "equipo"):
                    ref = "ese"  # «ambas naves»: the two that were told, not all there are
                    filters.append(Hecho("ambos", (("quien", It()),)))
            elif word.id == "cualquier":
                if qty is not None:
                    return None
                qty = ONE
            elif word.id in ("algun", "ningun", "varios"):
                if qty is not None:
                    return None
                qty = {"algun": SOME, "ningun": Qty("ningun"), "varios": SOME}[word.id]
            elif word.id == "otro":
                filters.append(Hecho("otro", (("quien", It()),)))
                if qty is None and ref == "":
                    qty = None
            elif word.id == "mismo":
                filters.append(Hecho("mismo", (("quien", It()),)))
            elif word.id in ("mas_det", "menos_det"):
                if thing.sort not in self.lexicon.data.get("measures", "").split() or qty is not None or ref:
                    return None
                filters.append(_is(Word("ADJ", "mayor" if word.id == "mas_det" else "menor", "medida")))
        if qty is None:
            if any(isinstance(f, Hecho) and f.verb == "otro" for f in filters) and thing.number == "s":
                qty = ONE
            elif thing.number == "p":
                qty = SOME
            else:
                qty = Qty("masa")
        if ref == "el" and qty == THE and thing.number == "p" and thing.sort:
            qty = EVERY
        return replace(thing, qty=qty, ref=ref, filters=tuple(filters))

    def _posted(self, thing: Cosa, step: Post) -> Cosa | None:
        if step.kind == "nothing":
            return thing  # «gratuita o no»
        if step.kind in ("adj", "adj_o", "adj_y"):
            words: tuple[Word, ...] = step.value
            if thing.ref == "este" and words[0].sort == "cara" and thing.sort in ("cara", "carta", "mejora"):
                return None  # «equipa esta carta con este lado boca arriba»: how it is left
            if not all(
                agree(w.gender, thing.gender) and agree(w.number, thing.number) and self.said_of(w, thing.sort) for w in words
            ):
                return None
            if step.kind == "adj":
                return replace(thing, filters=(*thing.filters, _is(words[0])))
            if step.kind == "adj_y" and (thing.number == "s" or all(w.sort == "estado" for w in words)):
                if any(w.sort in EXCLUSIVE for w in words):
                    return None  # «una ficha roja y azul»
                return replace(thing, filters=(*thing.filters, *map(_is, words)))  # «acobardada y trabada»: it is both
            if step.kind == "adj_y" and len(words) == 2 and thing.qty == SOME and not thing.ref and words[0].sort in EXCLUSIVE:
                return None  # «con unidades Imperiales y Rebeldes»: some of each (npc_each_kind)
            either = Junto("o", tuple(_is(w) for w in words))  # «dados negros y blancos» are dice of either colour
            return replace(thing, filters=(*thing.filters, either))
        if step.kind == "icons":
            conj, icons, _ = step.value
            allowed = self.lexicon.data.get("icons_after", {}).get(thing.sort, "").split()
            if icons[0].sort not in allowed or (conj == "y" and thing.qty == ONE):
                return None  # «1 prueba de [fuerza] y [tecnología]»: one of which, or two?
            if thing.noun == "ficha":  # «1 ficha [carga]» is «1 [carga]»
                thing = replace(thing, noun=icons[0].sort, sort=icons[0].sort)
            return replace(thing, filters=(*thing.filters, is_any_icon(icons, conj)))
        if step.kind == "names":
            each = [self._posted(replace(thing, filters=()), Post("name", word)) for word in step.value]
            if not all(each):
                return None
            return replace(thing, filters=(*thing.filters, Junto("o", tuple(m.filters[0] for m in each if m is not None))))
        if step.kind == "name" and thing.noun == self.lexicon.data.get("step_noun"):
            return None  # a step that the game does not have
        if step.kind == "yours":
            return replace(thing, filters=(*thing.filters, owned_fact(Yo()))) if not owned_only(thing.filters) else None
        if step.kind == "name":
            word = step.value
            if word.sort not in ("nombre", thing.sort):
                return None  # «el Líder Hoth»
            return replace(
                thing,
                filters=(
                    *thing.filters,
                    Hecho("llamar", (("quien", It()), ("que", Nombre(self.lexicon.names.get(word.id, word.id), word.sort)))),
                ),
            )
        if step.kind == "moves":  # «tus maniobras (1 [recto]) y (2 [recto])»: several, and each is one of these
            return self._posted(thing, Post("move", step.value)) if thing.number == "p" else None
        if step.kind == "move":
            if thing.sort == "plantilla" and (thing.ref, thing.qty) == ("el", EVERY) and "," in step.value:
                thing = replace(thing, qty=THE, number="s")  # «con las plantillas (1 [recto]) o (2 [recto])»: one of them
            return moves_of(thing, step.value) if thing.sort in ("maniobra", "plantilla") else None
        if step.kind == "num":
            if thing.sort not in (
                "valor",
                "alcance",
                "tiempo",
                "palabra_clave",
                "palabra_abierta",
                *self.lexicon.data.get("numbered", "").split(),
            ):
                return None
            if thing.sort == "palabra_abierta":  # a keyword is whole with its number
                if step.value.modo != "a" or has_value(thing):
                    return None
                thing = replace(thing, sort="palabra_clave")
            return replace(thing, filters=(*thing.filters, Hecho("valer", (("quien", It()), ("que", step.value)))))
        if step.kind == "more":
            if thing.qty.op != "n":
                return None
            return replace(
                thing, filters=(*thing.filters, _is(Word("ADJ", {"mas": "adicional", "menos": "menos"}[step.value], "rasgo")))
            )
        if step.kind == "not":
            said = self._posted(thing, Post("adj", (step.value,)))
            if said is None or not isinstance(said.filters[-1], Hecho):
                return None
            return replace(said, filters=(*said.filters[:-1], replace(said.filters[-1], neg=True)))
        if step.kind == "qty":
            return replace(thing, qty=Qty(step.value, thing.qty.n)) if thing.qty.op == "n" and not has_value(thing) else None
        if step.kind == "kind":
            return None
        return None

    def said_of(self, word: Word, sort: str) -> bool:
        """Whether the adjective can be said of a thing of this sort."""
        allowed = states_of(self.lexicon, word.id, word.sort)
        return allowed is None or sort in ("cosa", "") or sort in allowed.split()


def _is(word: Word) -> Hecho:
    name = word.id.removeprefix("!")  # «sin restricciones» is not «limitado»
    return Hecho("ser", (("quien", It()), ("que", Cual(name, word.sort))), neg=name != word.id)
