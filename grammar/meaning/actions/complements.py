"""Actions for complements."""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.lexicon.words import Word
from grammar.meaning.actions.predicates import Predicates
from grammar.meaning.actions.said import is_state
from grammar.meaning.actions.things import ANY, At, Mod, Post, agree, fits, lasts, sort_of
from grammar.meaning.actions.verbs import MANNER, ONLY, Comp, Infs, Verb, as_comp, clause_of, facts_of, of_both, subject_agrees
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    THE,
    Clause,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Lista,
    Papel,
    Pred,
    Pron,
    Qty,
    Rango,
    Self,
    Value,
    Yo,
)  # fmt: skip

USING = frozenset({"utilizar", "usar", "emplear"})


def _of_kind(fact: Hecho, kind: str) -> bool:
    value = fact.role("que")
    return isinstance(value, Cual) and value.kind == kind


def _alike(comp: Comp, thing: Cosa) -> Comp:
    """«más Vida restante que tú»: what is left of it, with the one and with the other."""
    value = comp.value
    if not isinstance(value, Cosa) or not thing.filters:
        return comp
    than = tuple(
        replace(f, roles=tuple(
            (k, replace(v, filters=(*v.filters, *thing.filters)) if isinstance(v, Cosa) and v.noun == thing.noun else v)
            for k, v in f.roles
        )) if isinstance(f, Hecho) else f
        for f in value.filters
    )  # fmt: skip
    return replace(comp, value=replace(value, filters=(*than, *thing.filters)))


class Complements(Predicates):
    def comp_obj(self, value: Value) -> Sequence[Comp]:
        return (Comp("obj", value),)

    def prep(self, word: At) -> Sequence[str]:
        return (word[1].id,)

    def rel_que(self, que: At, clause: Clause) -> Sequence[Any]:
        raise NotImplementedError

    def clause_subject(self, subject: Value, vp: Pred | Clause) -> Sequence[Clause]:
        raise NotImplementedError

    def comp_prep(self, prep: str, value: Value) -> Sequence[Comp]:
        return (Comp("prep", value, prep),)

    def comp_prep_the(self, word: At, clause: Clause) -> Sequence[Comp]:
        """«coincide con la que has dicho»: the one that one has, whatever it is."""
        at, prep = word
        one = Cosa("", "", THE, "el", prep.gender, prep.number, at=at)
        rels = self.rel_que(word, clause) if prep.number != "-" else ()
        return [Comp("prep", the, prep.id) for rel in rels for the in self.np(one, Mod("rel", rel))]

    def comp_prep_list(self, prep: str, a: Value, conj: At, again: str, b: Value) -> Sequence[Comp]:
        return (Comp("prep", Lista(conj[1].id, tuple(self.there_too([a, b]))), prep),) if prep == again else ()

    def comp_prep_nor(self, prep: str, a: Value, *parts: Any) -> Sequence[Comp]:
        again, b = parts[-2:]
        return (Comp("prep", Lista("o", (a, b)), prep),) if prep == again else ()

    def comp_more(self, more: At, thing: Value, _que: At, other: Value) -> Sequence[Comp]:
        if isinstance(thing, Cosa) and thing.sort == "valor" and thing.number == "s":  # «menos Agilidad que tú»
            word = Word("N", thing.noun, thing.sort, thing.gender, thing.number)
            if thing.ref or not all(isinstance(f, Hecho) and f.verb == "ser" for f in thing.filters):
                return ()
            return [_alike(comp, thing) for comp in self.comp_measure(more, (thing.at, word), _que, other)]
        counted = isinstance(thing, Cosa) and (thing.number == "p" or self._uncounted(thing))
        if not isinstance(thing, Cosa) or not counted:
            return ()
        return (Comp("more", (thing, other), "mayor" if more[1].id == "mas" else "menor"),)

    def _uncounted(self, thing: Cosa) -> bool:
        """«más [daño]»: an amount, which has no plural."""
        return (
            thing.sort in self.lexicon.data.get("amounts", "").split() and thing.qty.op in ("masa", "algun") and not thing.ref
        )

    def comp_more_kind(self, more: At, thing: Value, que: At, word: At, *mods: Mod) -> Sequence[Comp]:
        """«más naves enemigas que aliadas»: the same things, of the other kind."""
        if not isinstance(thing, Cosa) or thing.number != "p" or not agree(word[1].gender, thing.gender):
            return ()
        kind = Hecho("ser", (("quien", It()), ("que", Cual(word[1].id, word[1].sort))))
        own = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "ser" and _of_kind(f, word[1].sort)]
        if len(own) != 1 or own[0] == kind or word[1].number == "s":
            return ()
        other = replace(thing, filters=tuple(kind if f is own[0] else f for f in thing.filters))
        return [
            comp
            for made in (self.np(other, *mods) if mods else (other,))
            if isinstance(made, Cosa)
            for comp in self.comp_more(more, thing, que, made)
        ]

    def mod_more_than(self, con: At, more: At, thing: Value, que: At, other: Value) -> Sequence[Mod]:
        """«con más escudos que tú» is «que tenga más escudos que tú»."""
        if not isinstance(thing, Cosa) or thing.sort == "valor":
            return ()
        verb = Verb("tener", con[0], 3, "-", "subj")
        return [
            Mod("rel", ("", Clause(None, (pred,))))
            for comp in self.comp_more(more, thing, que, other)
            for pred in self.predicates(verb, [comp])
        ]

    def comp_measure(self, more: At, noun: At, que: At, other: Value) -> Sequence[Comp]:
        return tuple(Comp("obj", mod.value) for mod in self.mod_measure(que, more, noun, que, other))

    def comp_as_much(self, _tanto: At, thing: Value, _como: At, other: Value) -> Sequence[Comp]:
        """«tantos escudos como el defensor»: the same number."""
        if not isinstance(thing, Cosa) or thing.number != "p" or isinstance(other, Lista):
            return ()
        return (Comp("more", (thing, other), "igual"),)

    def comp_as_much_least(self, _least: At, *parts: Any) -> Sequence[Comp]:
        """«al menos tantos escudos como el defensor»: as many, or more."""
        return [replace(comp, prep="mayor_igual") for comp in self.comp_as_much(*parts)]

    def comp_para(self, *parts: Any) -> Sequence[Comp]:
        infs: Infs = parts[-1]
        if any(p.gap for p in infs.items):
            return ()
        return (Comp("purpose", Clause(Self(), infs.items, infs.conj)),)

    def comp_prep_follows(self, prep: str, _colon: At) -> Sequence[Comp]:
        return (Comp("prep", Papel("lo_que_sigue"), prep),)

    def comp_follows(self, _colon: At) -> Sequence[Comp]:
        return (Comp("obj", Papel("lo_que_sigue")),)

    def comp_with_you(self, _word: At) -> Sequence[Comp]:
        return (Comp("prep", Yo(), "con"),)

    def comp_there(self, word: At) -> Sequence[Comp]:
        """«colócalo ahí», «muévelo ahí»: in it, or to it; the verb's signature says which."""
        return tuple(Comp("prep", Pron("ahi", "-", "s", word[0]), prep) for prep in ("en", "a"))

    def comp_from_there(self, prep: At, word: At) -> Sequence[Comp]:
        return (Comp("prep", Pron("ahi", "-", "s", word[0]), prep[1].id),) if prep[1].id in ("hacia", "desde", "hasta") else ()

    def comp_range(self, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def comp_places(self, *parts: Any) -> Sequence[Comp]:
        places: list[Comp] = []
        how: Cual | None = None
        for part in parts:
            if isinstance(part, Mod):
                place = as_comp(part)
                if place.kind == "adj_to" or (how is not None and place.kind not in ("place", "range")):
                    return ()
                places.append(place if how is None else Comp("place_how", (place, how)))
                how = None
            elif part[1].cls == "ADV":
                how = Cual(part[1].id, "modo")
        return (Comp("places", of_both(places)),)

    def comp_dist(self, _a: At, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def comp_one_by_one(self, *_parts: At) -> Sequence[Comp]:
        return (Comp("each_one"),)

    def comp_adv(self, *parts: At) -> Sequence[Comp]:
        if len(parts) > 1 and parts[-1][1].id not in self.lexicon.data["apart"].split():
            return ()
        return (Comp("circ", Cual(parts[-1][1].id, "modo"), "modo"),)

    def comp_adv_aside(self, _comma: At, word: At, _comma2: At) -> Sequence[Comp]:
        return self.comp_adv(_comma, word)

    def comp_adj(self, words: tuple[Word, ...]) -> Sequence[Comp]:
        return (Comp("adj", words),)

    def comp_adj_aside(self, _comma: At, words: tuple[Word, ...], _end: At, value: Value) -> Sequence[Comp]:
        """«asígnate, boca abajo, 1 Estado» is «1 Estado boca abajo»."""
        if not isinstance(value, Cosa) or any(word.sort != "cara" for word in words):
            return ()
        agreeing = tuple(replace(word, gender=value.gender, number=value.number) for word in words)
        side = self._posted(value, Post("adj", agreeing))
        return (Comp("obj", side),) if side is not None else ()

    def comp_part(self, part: At, *comps: Comp) -> Sequence[Comp]:
        return self._part(part, comps)

    def comp_for(self, _word: At, value: Value) -> Sequence[Comp]:
        going = isinstance(value, Papel) and sort_of(value, self.lexicon) in (
            "ataque",
            "accion",
            "maniobra",
        )  # «para esta acción»
        return (
            (Comp("circ", value, "durante"),)
            if going or sort_of(value, self.lexicon) in ("tiempo", "ataque", "movimiento")
            else (Comp("prep", value, "para"),)
        )

    def comp_edge(self, word: At, value: Value) -> Sequence[Comp]:
        return (Comp("circ", value, word[1].id),) if sort_of(value, self.lexicon) == "tiempo" else ()

    def comp_each_one(self, word: At, number: At) -> Sequence[Comp]:
        return (Comp("circ", Pron("cada_uno", "-", "s", word[0]), "por_cada"),) if number[1].id == "1" else ()

    def comp_each(self, _word: At, value: Value) -> Sequence[Comp]:
        if isinstance(value, Cual) and value.id in self.lexicon.nouns:
            return ()  # «por cada activación» counts no token
        if isinstance(value, Cosa) and (value.sort == "numero" or value.noun == ""):
            return ()
        if isinstance(value, Lista) and len({sort_of(item, self.lexicon) for item in value.items}) > 1:
            return ()
        if isinstance(value, Lista) and len(value.items) == 2:  # «por cada A o B obtenidos»
            a, b = value.items
            return self.comp_each_y(_word, a, _word, _word, b)
        return (Comp("circ", value, "por_cada"),)

    def comp_each_y(self, _word: At, a: Value, _y: At, _word2: At, b: Value) -> Sequence[Comp]:
        if not isinstance(a, Cosa) or not isinstance(b, Cosa):
            return ()
        if a.noun == b.noun:  # «… y por cada resultado [crítico] que saques»: the clause is said of both
            shared = tuple(f for f in b.filters if isinstance(f, Hecho) and f.verb not in ("ser", "de"))
            a = replace(a, filters=(*a.filters, *(f for f in shared if f not in a.filters)))
        return (Comp("circ", Lista("o", (a, b)), "por_cada"),)

    def comp_inf_colon(self, _colon: At, infs: "Infs") -> Sequence[Comp]:
        """«debe elegir: sufrir 1 [daño] o perder 1 ficha»."""
        return self.comp_inf(infs) if infs.conj == "o" else ()

    def comp_inf(self, infs: "Infs") -> Sequence[Comp]:
        return (Comp("that", Clause(None, infs.items, infs.conj)),) if not any(p.gap for p in infs.items) else ()

    def comp_span(self, word: At, value: Value) -> Sequence[Comp]:
        if not lasts(value, self.lexicon, "ataque", "maniobra", "accion", "capacidad") or (
            word[1].id == "hasta" and not isinstance(value, (Cosa, Papel))
        ):
            return ()
        return (Comp("circ", value, word[1].id),)

    def comp_besides(self, _word: At, infs: "Infs") -> Sequence[Comp]:
        if any(p.gap for p in infs.items) or len(infs.items) != 1:
            return ()
        return (Comp("circ", Clause(Yo(), infs.items), "ademas_de"),)

    def comp_besides_np(self, _word: At, value: Value) -> Sequence[Comp]:
        told = isinstance(value, Cosa) and value.qty == THE and bool(value.filters)  # «además de la suya», «de su capacidad»
        return (Comp("circ", value, "ademas_de"),) if told or sort_of(value, self.lexicon) == "efecto" else ()

    def comp_once_by(self, word: At, value: Value) -> Sequence[Comp]:
        """«una vez por efecto de esta cualidad»: how often, and by what."""
        return (Comp("several", (self.comp_once(word)[0], Comp("circ", value, word[1].id))),)

    def comp_after_np(self, word: At, value: Value) -> Sequence[Comp]:
        """«las cartas que se enumeran tras la cualidad»: where they stand, for verbs that say so."""
        return (Comp("prep", value, word[1].id),) if word[1].id in ("despues", "antes") else ()

    def comp_no_matter(self, *parts: Any) -> Sequence[Comp]:
        """«sin importar cuántas miniaturas hayan sido derrotadas»: however many there are."""
        thing, vp = parts[-2:]
        word = next(p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "P")
        how = next(p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "CUANTO")
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        pred = clause.preds[0]
        if word.id != "sin_importar" or not isinstance(thing, Cosa) or thing.number != "p" or not agree(how.id, thing.gender):
            return ()
        if len(clause.preds) > 1 or pred.gap or pred.mood != "subj" or not self.lexicon.fits(thing.sort, pred.sorts):
            return ()
        if not subject_agrees(thing, pred):
            return ()
        facts = tuple(facts_of(clause, It()))
        return (Comp("circ", Cuenta(replace(thing, qty=EVERY, filters=(*thing.filters, *facts))), word.id),)

    def comp_until(self, _hasta: At, _que: At, clause: Clause) -> Sequence[Comp]:
        ready = all(not p.gap and p.mood == "subj" for p in clause.preds)
        return (Comp("circ", clause, "hasta"),) if ready else ()

    def comp_most(self, *parts: At) -> Sequence[Comp]:
        number = next(word.id for _, word in parts if word.cls == "NUM")
        noun = next((word for _, word in parts if word.cls == "N"), None)
        return (Comp("most", (number, noun)),)

    def comp_least(self, *parts: At) -> Sequence[Comp]:
        return [Comp("most", comp.value, "hasta_un_minimo") for comp in self.comp_most(*parts)]

    def comp_because(self, *parts: Any) -> Sequence[Comp]:
        """«debido a que te solapas con otra nave»."""
        clause: Clause = parts[-1]
        if any(p.gap or p.mood not in ("ind", "") for p in clause.preds):
            return ()
        if any(key == "en_vez_de_eso" for p in clause.preds for fact in p.facts for key, _ in fact.circ):
            return ()  # «… debido a que te solapas, en vez de eso …»: said of the act
        return (Comp("circ", clause, "porque"),)

    def comp_limit(self, *parts: At) -> Sequence[Comp]:
        word = parts[-1][1]
        low, _, high = word.id.partition("-")
        return (Comp("circ", Rango(low if high else "0", high or low), "limite"),)

    def comp_only(self, *parts: Any) -> Sequence[Comp]:
        """«pero sólo hacia tu [arco-frontal]»."""
        return (Comp("only", parts[-1], parts[-2]),)

    def comp_as_compared(self, _como: At, value: Any) -> Sequence[Comp]:
        return self.comp_compared(value)

    def comp_compared(self, value: Any) -> Sequence[Comp]:
        """«se considera igual a la tuya»: as if it were."""
        if self.is_somebody(value[1]):
            return ()
        pred = Pred((Hecho("compara", (value,)),), "quien", frozenset({"valor", "numero"}), person=3, mood="isubj")
        return (Comp("compared", Clause(None, (pred,)), "como_si"),)

    def comp_instead_with(self, word: At, _con: At, value: Value) -> Sequence[Comp]:
        measured = isinstance(value, Cosa) and value.sort == "valor" and value.ref == "el"
        template = isinstance(value, Cosa) and value.sort == "plantilla"  # «con la plantilla A en vez de con la plantilla B»
        return self.comp_instead(word, value) if measured or template else ()

    def comp_instead(self, *parts: Any) -> Sequence[Comp]:
        value = parts[-1]
        if isinstance(value, Infs) and any(p.gap for p in value.items):
            return ()
        comma = parts[0][1].cls == "COMMA"
        if comma and "continues" not in self.lexicon.data:
            return ()
        if isinstance(value, Cosa) and value.sort == "numero":
            return (Comp("circ", value, "en_vez_de"),) if comma and value.qty.op != "n" else ()
        return (
            Comp("circ", value, "en_vez_de")
            if not isinstance(value, Infs)
            else Comp("circ", clause_of(Pron("reflejo", "-", "-", -1), value), "en_vez_de"),  # by who acts
        )

    def comp_instead_adj(self, _word: At, words: tuple[Word, ...]) -> Sequence[Comp]:
        return (Comp("instead_adj", words[0]),) if len(words) == 1 else ()

    def comp_instead_range(self, _word: At, value: Any) -> Sequence[Comp]:
        low, high, of, mode = value
        return (Comp("circ", Rango(low, high, mode), "en_vez_de"),) if of is None else ()

    def comp_instead_span(self, *parts: Any) -> Sequence[Comp]:
        """«a alcance 1-3 en vez de 1-2»."""
        reach: Rango = parts[-1]
        return (Comp("circ", reach, "en_vez_de"),) if len(parts) > 2 or reach.desde != reach.hasta else ()

    def comp_as_span(self, *parts: Any) -> Sequence[Comp]:
        """«considera el alcance como 1-2»: as if it were."""
        return [Comp("as_span", reach) for reach in self.span_value(parts[-1])]

    def comp_instead_icon(self, _word: At, icon: At) -> Sequence[Comp]:
        reach = icon[1].id.removeprefix("alcance_")
        return (Comp("circ", Rango(reach, reach), "en_vez_de"),)

    def comp_por_inf(self, _word: At, infs: "Infs") -> Sequence[Comp]:
        """«no se reduce por entrar en terreno difícil»: the reason; «opte por retirar 1 ficha»: what is chosen."""
        if any(p.gap for p in infs.items):
            return ()
        return (Comp("circ", Clause(Self(), infs.items, infs.conj), "por"), *self.comp_inf(infs))

    def comp_prep_least(self, _word: At, prep: str, value: Value) -> Sequence[Comp]:
        if not isinstance(value, Cosa) or value.qty.op != "n":
            return ()
        return (Comp("prep", replace(value, qty=Qty("al_menos", value.qty.n)), prep),)

    def comp_solely(self, _word: At) -> Sequence[Comp]:
        return (ONLY,)

    def comp_al(self, _a: At, el: At, infs: "Infs") -> Sequence[Comp]:
        if any(p.gap for p in infs.items) or (el[1].id, el[1].gender, el[1].number) != ("el", "m", "s"):
            return ()
        return (Comp("circ", Clause(Self(), infs.items, infs.conj), "al"),)

    def comp_when_inf(self, word: At, infs: "Infs") -> Sequence[Comp]:
        """«que sufra Heridas tras defenderse»: when, of what is told of somebody; an act has its moment."""
        if any(p.gap for p in infs.items) or word[1].id not in ("despues", "antes"):
            return ()
        return (Comp("circ", Clause(Self(), infs.items, infs.conj), word[1].id),)

    def comp_manner_inf(self, word: At, infs: "Infs") -> Sequence[Comp]:
        if word[1].id == "entre":  # «elige entre sufrir 1 [daño] o perder 1 ficha», «entre A y B»: one of them
            return self.comp_inf(replace(infs, conj="o")) if infs.conj in ("o", "y") and len(infs.items) > 1 else ()
        if word[1].id not in MANNER or any(p.gap for p in infs.items):
            return ()
        return (Comp("circ", Clause(Self(), infs.items, infs.conj), word[1].id),)

    def comp_being_like(self, _comma: At, _be: At, number: At, value: Any) -> Sequence[Comp]:
        op, other = value
        if number[1].id.isdigit() or sort_of(other, self.lexicon) not in ("valor", "numero"):
            return ()
        if op == "igual":
            return self.comp_being(_comma, _be, number, other)
        return (Comp("circ", Hecho("compara", (("quien", Cual(number[1].id, "numero")), (op, other))), "siendo"),)

    def comp_being(self, _comma: At, _be: At, number: At, value: Value) -> Sequence[Comp]:
        """«siendo X el número de la ronda»: what the letter stands for."""
        if number[1].id.isdigit() or sort_of(value, self.lexicon) not in ("valor", "numero"):
            return ()
        return (Comp("circ", Hecho("valer", (("quien", Cual(number[1].id, "numero")), ("que", value))), "siendo"),)

    def comp_where_is(self, comma: At, word: At, number: At, _be: At, value: Value) -> Sequence[Comp]:
        """«…, donde X es el número de fichas»."""
        return self.comp_being(comma, word, number, value) if word[1].id == "en" else ()

    def comp_instead_that(self, *parts: At) -> Sequence[Comp]:
        return (Comp("instead", None, "lugar" if parts[-1][1].cls == "EN_SU_LUGAR" else ""),)

    def comp_to_inf(self, _a: At, infs: "Infs") -> Sequence[Comp]:
        """«obligar al defensor a tirar»: who is told before does it."""
        if any(p.gap for p in infs.items) or len(infs.items) != 1:
            return ()
        return (Comp("to_inf", Clause(None, infs.items)),)

    def comp_adj_to(self, words: tuple[Word, ...], _a: At, value: Value) -> Sequence[Comp]:
        return (Comp("adj_role", value, words[0].id),) if len(words) == 1 and words[0].sort == "relacion" else ()

    def comp_once(self, *parts: At) -> Sequence[Comp]:
        """«una vez», «más de una vez»: how often."""
        qty = Qty("mas_de", "1") if len(parts) > 1 else Qty("n", "1")
        return (Comp("circ", Cosa("vez", "tiempo", qty), "veces"),)

    def comp_for_each(self, _para: At, word: At) -> Sequence[Comp]:
        return (Comp("circ", Pron("cada_uno", word[1].id, "s", word[0]), "por_cada"),)

    def comp_in_or_near(self, *parts: Any) -> Sequence[Comp]:
        """«en el núcleo o adyacente a él», «en o adyacente a la puerta»: there, or in a space beside it."""
        word = next(p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "ADJ")
        values = [p for p in parts if not isinstance(p, tuple)]
        unit = self.lexicon.data.get("unit")
        if word.sort != "relacion" or unit is None or not isinstance(values[0], Cosa):
            return ()
        near: Value = values[1] if len(values) > 1 else Pron("este", values[0].gender, values[0].number, values[0].at)
        said = Hecho("ser", (("quien", It()), ("que", Cual(word.id, word.sort)), ("a", near)))
        beside = Cosa(str(unit), str(unit), ONE, gender="f", number="s", filters=(said,))
        return (Comp("prep", Lista("o", (values[0], beside)), "en"),)

    def comp_in_order(self, *parts: Any) -> Sequence[Comp]:
        """«…, en el orden siguiente: …»."""
        value = parts[-2]
        if not isinstance(value, Cosa) or value.sort != "orden_de_cosas":
            return ()
        follows = Hecho("ser", (("quien", It()), ("que", Papel("lo_que_sigue"))))
        return (Comp("prep", replace(value, filters=(*value.filters, follows)), "en"),)

    def comp_even(self, *parts: Any) -> Sequence[Comp]:
        if any(key == "modo_de" for pred in parts[-1].preds for fact in pred.facts for key, _ in fact.circ):
            return ()  # «incluso si estás bajo tensión, considerándola roja»: how the act is done
        word = next(p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "INCLUSO")
        told = not all(pred.mood in ("subj", "isubj") for pred in parts[-1].preds)
        if word.id == "aunque" and told and (parts[-1].modal or not is_state(parts[-1])):
            return ()  # «puede moverse, aunque no puede atacar»: but it cannot; «aunque no pueda atacar» is even so
        return (Comp("circ", parts[-1], "incluso_aunque"),)

    def comp_as_if(self, *parts: Any) -> Sequence[Comp]:
        return (Comp("circ", parts[-1], "como_si"),)

    def comp_as_inf(self, _como: At, infs: "Infs") -> Sequence[Comp]:
        if len(infs.items) != 1 or infs.items[0].gap or any(k in MANNER for f in infs.items[0].facts for k, _ in f.circ):
            return ()
        return (Comp("as_inf", Clause(Self(), infs.items)),)

    def comp_as(self, _como: At, words: tuple[Word, ...]) -> Sequence[Comp]:
        """«considérala como roja» is «como si fuera roja»."""
        word = words[0]
        if len(words) > 1 or word.id in self.lexicon.nouns:
            return ()  # «como blanco» is as a target, where there is such a noun
        fact = Hecho("ser", (("que", Cual(word.id, word.sort)),))
        pred = Pred((fact,), "quien", ANY, person=3, number=word.number, gender=word.gender, mood="isubj", at=_como[0])
        return (Comp("circ", Clause(None, (pred,)), "como_si"),)

    def comp_as_done(self, _como: At, part: At) -> Sequence[Comp]:
        """«márcala como derrotada»: as what has been done to it."""
        verb = Verb(part[1].id, part[0], 3, part[1].number, "isubj", passive=True, gender=part[1].gender)
        made = [pred for pred in self.predicates(verb, ()) if not pred.gap]
        return [Comp("circ", Clause(None, (pred,)), "como_si") for pred in made]

    def comp_as_told(self, _como: At, verb: At, value: Value) -> Sequence[Comp]:
        """«como dice la guía», «como determine la aplicación»: how, by what tells it."""
        word = verb[1]
        tells = word.id in self.lexicon.data.get("tells", "").split() and word.person == 3
        thing = (
            isinstance(value, Cosa)
            and value.ref == "el"
            and sort_of(value, self.lexicon) in ("regla", "objeto", "carta", "evento")
        )
        return (Comp("circ", value, "como_dice"),) if tells and thing else ()

    def comp_before(self, word: At, *parts: Any) -> Sequence[Comp]:
        value, whom = parts[-1], "_a" if len(parts) > 1 else ""
        return (Comp("circ", value, word[1].id + whom),) if not isinstance(value, (Yo, Pron)) else ()

    def comp_no_need(self, _word: At, value: Value) -> Sequence[Comp]:
        """«sin necesidad de capacidad de transporte»: ignoring it."""
        made = self.predicates(Verb("ignorar", _word[0], 0, "-", "ger"), [Comp("obj", value)])
        return [Comp("circ", Clause(Self(), (pred,)), "modo_de") for pred in made if not pred.gap]

    def comp_how_many(self, word: At, thing: Value, vp: Pred | Clause) -> Sequence[Comp]:
        """«cuántas cartas tiene en la mano»: their number is told."""
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if not isinstance(thing, Cosa) or thing.number != "p" or not agree(word[1].gender, thing.gender):
            return ()
        found = []
        for pred in clause.preds[:1]:
            if len(clause.preds) > 1 or not pred.gap or not self.lexicon.fits(thing.sort, pred.gap_sorts):
                return ()
            filled = replace(pred, facts=tuple(replace(f, roles=((pred.gap, It()), *f.roles)) for f in pred.facts), gap="")
            facts = tuple(facts_of(replace(clause, preds=(filled,)), Yo() if pred.person == 2 else Self()))
            found.append(Comp("number", Cuenta(replace(thing, qty=EVERY, filters=(*thing.filters, *facts)))))
        return found

    def comp_whether(self, _si: At, clause: Clause) -> Sequence[Comp]:
        """«decir si la Base Rebelde está en este sistema»."""
        return (Comp("whether", clause),) if not any(p.gap or p.mood in ("imp", "inf", "subj") for p in clause.preds) else ()

    def comp_ger(self, *parts: Any) -> Sequence[Comp]:
        at, ger = next(p for p in parts if isinstance(p, tuple) and p[1].cls == "V_GER")
        comps = [p for p in parts if isinstance(p, Comp)]
        if ger.id in USING and len(comps) == 2 and comps[0] == ONLY and comps[1].kind == "obj":
            return (Comp("only", comps[1].value, "con"),)  # «usando sólo 2 dados»
        if ger.id in USING and len(comps) == 1 and comps[0].kind == "obj":
            if sort_of(comps[0].value, self.lexicon) in ("palabra_clave", "cualidad"):  # «colocadas usando esta cualidad»
                return (Comp("circ", comps[0].value, "por_efecto_de"),)
            return (Comp("prep", comps[0].value, "con"),)
        instead = [c for c in comps[1:] if c.kind == "circ" and c.prep == "en_vez_de"]
        if ger.id in USING and comps and comps[0].kind == "obj" and len(instead) == len(comps) - 1:
            return (Comp("several", (Comp("prep", comps[0].value, "con"), *instead)),)  # «usando la plantilla A en vez de la B»
        if ger.id in USING and any(c.kind == "prep" and c.prep == "contra" for c in comps):
            return ()  # «ataca usando un arma contra una unidad»: against whom it attacks
        means = frozenset(self.lexicon.data.get("means", "").split())
        if ger.id in USING and any(c.kind == "obj" and fits(c.value, means, self.lexicon) for c in comps):
            return ()  # «usando 2 dados sin gastar una acción»: the rest is said of the attack
        made = self.predicates(Verb(ger.id, at, 0, "-", "ger", clitics=ger.clitics), comps)
        return [Comp("circ", Clause(Self(), (pred,)), "modo_de") for pred in made if not pred.gap]

    def comp_gers(self, *parts: Any) -> Sequence[Comp]:
        """«usando su tabla o gastando fichas»: in either way."""
        at = next(i for i, p in enumerate(parts) if isinstance(p, tuple) and p[1].cls == "O")
        made = []
        for each in (parts[:at], parts[at + 1 :]):
            place, ger = next(p for p in each if isinstance(p, tuple) and p[1].cls == "V_GER")
            comps = [p for p in each if isinstance(p, Comp)]
            verb = Verb(ger.id, place, 0, "-", "ger", clitics=ger.clitics)
            made.append([pred for pred in self.predicates(verb, comps) if not pred.gap])
        return [Comp("circ", Clause(Self(), pair, "o"), "modo_de") for pair in itertools.product(*made)]

    def comp_choice(self, *parts: At) -> Sequence[Comp]:
        at, word = next(part for part in parts if part[1].cls == "A_ELECCION")
        return (Comp("circ", Yo() if word.id == "yo" else Pron("su", "-", "-", at), "a_eleccion"),)

    def comp_without(self, *parts: Any) -> Sequence[Comp]:
        inf = next(p for p in parts if isinstance(p, tuple) and p[1].cls == "V_INF")
        comps = [p for p in parts if isinstance(p, Comp)]
        made = self.predicates(Verb(inf[1].id, inf[0], 0, "-", "inf", clitics=inf[1].clitics), comps)
        return [Comp("circ", Clause(Self(), (pred,)), "sin") for pred in made if not pred.gap]

    def comp_except(self, *parts: Any) -> Sequence[Comp]:
        return (Comp("except", parts[-1]),)

    def comp_except_span(self, *parts: Any) -> Sequence[Comp]:
        return (Comp("circ", parts[-1], "salvo_durante"),)

    def comp_then(self, _word: At) -> Sequence[Comp]:
        return (Comp("nothing"),)

    def comp_all(self, word: At) -> Sequence[Comp]:
        """«descártalas todas»."""
        return (Comp("all", word[1]),) if word[1].id in ("todo", "ambos") and word[1].number == "p" else ()

    def comp_also(self, word: At) -> Sequence[Comp]:
        if word[1].id == "por_ello":
            return ()  # «no tira dados adicionales por ello»: only those; it opens a sentence
        return (Comp("circ", Cual("tambien", "modo"), "modo"),)

    def comp_nominal(self, det: At, word: At, _de: At, value: Value) -> Sequence[Comp]:
        """«evita la aplicación de las bonificaciones»: that they are applied."""
        if (det[1].id, det[1].gender, det[1].number) != ("el", "f", "s") or not isinstance(value, Cosa):
            return ()
        number = "p" if value.number == "p" else "s"
        done = Verb(word[1].id, word[0], 3, number, "subj", passive=True, gender=value.gender)
        clauses = [c for pred in self.predicates(done, ()) for c in self.clause_subject(value, pred)]
        return [Comp("that", clause) for clause in clauses if not any(pred.gap for pred in clause.preds)]

    def comp_that(self, _que: At, clause: Clause) -> Sequence[Comp]:
        return (Comp("that", clause),)
