"""Actions for verbs: a verb group, its complements and its subject become facts whose roles fit the verb's signature."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from grammar.chart import HOPELESS
from grammar.lexicon.load import Lexicon, Role
from grammar.lexicon.words import Word
from grammar.meaning.node import Node, node
from grammar.meaning.nouns import ANY, HERE, At, Mod, Nouns, Post, agree, fits, headless, lasts, sort_of
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
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
    Pred,
    Pron,
    Qty,
    Rango,
    Roles,
    Self,
    Value,
    Yo,
    parts,
)  # fmt: skip

CLITIC_NUMBER = {"lo": ("m", "s"), "la": ("f", "s"), "los": ("m", "p"), "las": ("f", "p"), "le": ("-", "s"), "les": ("-", "p")}
REFLEXIVE = ("te", "se", "os")
MANNER = frozenset({"sin_importar", "en_lo_que_respecta_a", "a_efectos_de", "como_parte_de", "de_cara_a", "por_efecto_de"})
"""Prepositions of several words that say how, whatever the verb."""
PLACED = frozenset({"situar", "colocar", "ubicar"})
"""«situada en», «colocada a»: only says where."""


@node
class Verb(Node):
    """A verb group."""

    id: str
    at: int
    person: int
    number: str
    mood: str
    neg: bool = False
    past: bool = False
    would: bool = False
    passive: bool = False
    gender: str = "-"
    clitics: tuple[str, ...] = ()
    again: bool = False


@node
class Comp(Node):
    kind: str
    value: Any = None
    prep: str = ""


ALSO = Comp("circ", Cual("tambien", "modo"), "modo")
IF_POSSIBLE = Cual("si_es_posible", "modo")
ONLY = Comp("circ", Cual("solo", "modo"), "modo")


@node
class Copula(Node):
    verb: str
    at: int
    person: int
    number: str
    neg: bool
    past: bool
    clitics: tuple[str, ...] = ()
    mood: str = ""


@node
class Modal(Node):
    kind: str
    at: int
    person: int
    number: str
    only: bool = False
    mood: str = ""


@node
class Infs(Node):
    conj: str
    items: tuple[Pred, ...]
    purpose: "Infs | None" = None


def _split(parts: Sequence[At]) -> tuple[bool, tuple[str, ...], list[At]]:
    """Negation, clitics, the rest."""
    neg = any(word.cls in ("NO", "TAMPOCO") for _, word in parts)
    clitics = tuple(word.id for _, word in parts if word.cls == "CLI")
    return neg, clitics, [part for part in parts if part[1].cls not in ("NO", "CLI", "TAMPOCO")]


State = tuple[tuple[Hecho, ...], frozenset[str], str, str, str]
"""Facts without their subject, sorts of the subject, its gender and number, the role that it fills."""


class Clauses(Nouns):
    """Actions of the rules vgroup, copula, modal, inf, comp, pred, vp, clause, rel."""

    # ---- verb groups
    def cli(self, word: At) -> Sequence[At]:
        return (word,)

    def vgroup(self, *parts: At) -> Sequence[Verb]:
        neg, clitics, ((at, word),) = _split(parts)
        if (clitics and word.mood == "imp") or len(clitics) > 2:
            return ()
        return (
            Verb(
                word.id, at, word.person, word.number, word.mood, neg, past=word.mood == "pret", clitics=clitics or word.clitics
            ),
        )

    def vgroup_perfect(self, *parts: At) -> Sequence[Verb]:
        neg, clitics, ((at, have), (_, part)) = _split(parts)
        if part.gender != "m" or part.number != "s" or have.mood not in ("ind", "subj", "isubj"):
            return ()
        return (Verb(part.id, at, have.person, have.number, have.mood, neg, past=True, clitics=clitics),)

    def vgroup_perfect_passive(self, *parts: At) -> Sequence[Verb]:
        neg, _, ((at, have), (_, been), (_, part)) = _split(parts)
        if been.gender != "m" or been.number != "s" or not agree(have.number, part.number):
            return ()
        return (Verb(part.id, at, have.person, have.number, have.mood, neg, past=True, passive=True, gender=part.gender),)

    def vgroup_passive(self, *parts: At) -> Sequence[Verb]:
        neg, _, ((at, be), (_, part)) = _split(parts)
        if not agree(be.number, part.number):
            return ()
        past = be.mood == "pret"
        return (Verb(part.id, at, be.person, be.number, be.mood, neg, past=past, passive=True, gender=part.gender),)

    def vgroup_plain_ger(self, *parts: At) -> Sequence[Verb]:
        neg, clitics, ((at, be), (_, ger)) = _split(parts)
        return (Verb(ger.id, at, be.person, be.number, be.mood, neg, clitics=clitics or ger.clitics),)

    def vgroup_would(self, *parts: At) -> Sequence[Verb]:
        neg, clitics, rest = _split(parts)
        (at, go), (_, inf) = rest[0], rest[-1]
        return (Verb(inf.id, at, go.person, go.number, go.mood, neg, would=True, clitics=clitics or inf.clitics),)

    def vgroup_just(self, *parts: At) -> Sequence[Verb]:
        """«que acabas de fijar»: has just done."""
        neg, _, ((at, just), (_, inf)) = _split(parts)
        person, number = {"tu": (2, "s"), "el": (3, "s"), "ellos": (3, "p")}[just.id]
        return (Verb(inf.id, at, person, number, "ind", neg, past=True, clitics=inf.clitics),)

    def vgroup_again(self, *parts: At) -> Sequence[Verb]:
        """«vuelve a barajar»: once more."""
        neg, clitics, rest = _split(parts)
        (at, go), (_, inf) = rest[0], rest[-1]
        return (Verb(inf.id, at, go.person, go.number, go.mood, neg, clitics=clitics or inf.clitics, again=True),)

    def inf_again(self, *parts: At) -> Sequence[Verb]:
        neg, _, rest = _split(parts)
        (at, _), (_, inf) = rest[0], rest[-1]
        return (Verb(inf.id, at, 0, "-", "inf", neg, clitics=inf.clitics, again=True),)

    def vgroup_supposed(self, *parts: At) -> Sequence[Verb]:
        """«si se supone que debes soltar», «cuando deberías ser destruido»: what would happen."""
        neg, _, ((at, word), (_, inf)) = _split(parts)
        person, number = {"tu": (2, "s"), "el": (3, "s"), "ellos": (3, "p")}[word.id]
        return (Verb(inf.id, at, person, number, "ind", neg, would=True, clitics=inf.clitics),)

    def vgroup_supposed_passive(self, *parts: At) -> Sequence[Verb]:
        neg, _, rest = _split(parts)
        (at, word), (_, part) = rest[0], rest[-1]
        person, number = {"tu": (2, "s"), "el": (3, "s"), "ellos": (3, "p")}[word.id]
        if not agree(number, part.number):
            return ()
        return (Verb(part.id, at, person, number, "ind", neg, would=True, passive=True, gender=part.gender),)

    def vgroup_would_passive(self, *parts: At) -> Sequence[Verb]:
        neg, _, rest = _split(parts)
        (at, go), (_, part) = rest[0], rest[-1]
        if not agree(go.number, part.number):
            return ()
        return (Verb(part.id, at, go.person, go.number, go.mood, neg, would=True, passive=True, gender=part.gender),)

    def inf(self, *parts: At) -> Sequence[Verb]:
        neg, _, ((at, word),) = _split(parts)
        return (Verb(word.id, at, 0, "-", "inf", neg, clitics=word.clitics),)

    def inf_passive(self, be: At, part: At) -> Sequence[Verb]:
        return (Verb(part[1].id, be[0], 0, part[1].number, "inf", passive=True, gender=part[1].gender),)

    def inf_perfect(self, have: At, part: At) -> Sequence[Verb]:
        return (Verb(part[1].id, have[0], 0, "-", "inf", past=True, clitics=have[1].clitics),) if part[1].gender == "m" else ()

    def copula(self, *parts: At) -> Sequence[Copula]:
        neg, clitics, ((at, be),) = _split(parts)
        return (Copula(be.id, at, be.person, be.number, neg, be.mood == "pret", clitics, be.mood),)

    def copula_perfect(self, *parts: At) -> Sequence[Copula]:
        neg, _, ((at, have), (_, been)) = _split(parts)
        return (Copula(been.id, at, have.person, have.number, neg, True),)

    def modal(self, *parts: At) -> Sequence[Modal]:
        at, verb = next(part for part in parts if part[1].cls == "PODER")
        only = any(word.cls == "SOLO" for _, word in parts)
        kind = "no_puede" if any(word.cls == "NO" for _, word in parts) else "solo_puede" if only else "puede"
        return (Modal(kind, at, verb.person, verb.number, only, verb.mood),)

    def modal_se(self, *parts: At) -> Sequence[Modal]:
        """«no se puede recuperar»: nobody is told."""
        at, verb = next(part for part in parts if part[1].cls == "PODER")
        if verb.person != 3 or not any(word.id == "se" for _, word in parts if word.cls == "CLI"):
            return ()
        neg = any(word.cls == "NO" for _, word in parts)
        only = any(word.cls == "SOLO" for _, word in parts)
        return (Modal("no_puede" if neg else "solo_puede" if only else "puede", at, 3, verb.number, True, verb.mood),)

    def vp_modal_se(self, modal: Modal, infs: "Infs") -> Sequence[Clause]:
        if all(pred.gap == "" and pred.subject == "quien" for pred in infs.items):  # «se puede utilizar PERFORANTE para …»
            loose = tuple(replace(p, subject="nadie", person=3, mood=modal.mood, impersonal=True) for p in infs.items)
            return (Clause(None, loose, infs.conj, modal.kind),) if modal.number != "p" else ()
        if any(pred.gap != "que" for pred in infs.items):
            return ()
        preds = tuple(
            replace(
                p,
                subject="que",
                sorts=p.gap_sorts,
                gap="",
                gap_sorts=frozenset(),
                person=3,
                number=modal.number,
                mood=modal.mood,
            )
            for p in infs.items
        )
        return (Clause(None, preds, infs.conj, modal.kind),)

    def modal_must(self, *parts: At) -> Sequence[Modal]:
        at, verb = next(part for part in parts if part[1].cls == "DEBER")
        neg = any(word.cls == "NO" for _, word in parts)
        if neg and self.lexicon.data.get("forbids") == "poder":
            return ()  # a game that forbids with «no puedes»: «no debes» could be advice
        return (Modal("no_puede" if neg else "debe", at, verb.person, verb.number, mood=verb.mood),)

    def modal_bound(self, *parts: At) -> Sequence[Modal]:
        at, word = parts[-1]
        person, number = {"tu": (2, "s"), "el": (3, "s"), "ellos": (3, "p")}[word.id]
        return (Modal("debe", at, person, number, mood="ind"),) if len(parts) == 1 else ()

    def modal_able(self, *parts: At) -> Sequence[Modal]:
        at, word = parts[-1]
        person, number = {"tu": (2, "s"), "el": (3, "s"), "ellos": (3, "p")}[word.id]
        kind = {"NO": "no_puede", "SOLO": "solo_puede"}.get(parts[0][1].cls, "es_capaz")
        return (Modal(kind, at, person, number),) if len(parts) < 3 else ()

    def modal_nor(self, _no: At, verb: At) -> Sequence[Modal]:
        return (Modal("no_puede", verb[0], verb[1].person, verb[1].number),)

    # ---- complements
    def comp_obj(self, value: Value) -> Sequence[Comp]:
        return (Comp("obj", value),)

    def prep(self, word: At) -> Sequence[str]:
        return (word[1].id,)

    def comp_prep(self, prep: str, value: Value) -> Sequence[Comp]:
        return (Comp("prep", value, prep),)

    def comp_prep_list(self, prep: str, a: Value, conj: At, again: str, b: Value) -> Sequence[Comp]:
        return (Comp("prep", Lista(conj[1].id, (a, b)), prep),) if prep == again else ()

    def comp_more(self, more: At, thing: Value, _que: At, other: Value) -> Sequence[Comp]:
        if not isinstance(thing, Cosa) or thing.number != "p" or isinstance(other, Yo):
            return ()
        return (Comp("more", (thing, other), "mayor" if more[1].id == "mas" else "menor"),)

    def comp_para(self, _word: At, infs: "Infs") -> Sequence[Comp]:
        if any(p.gap for p in infs.items):
            return ()
        return (Comp("purpose", Clause(Self(), infs.items, infs.conj)),)

    def comp_prep_follows(self, prep: str, _colon: At) -> Sequence[Comp]:
        return (Comp("prep", Papel("lo_que_sigue"), prep),)

    def comp_follows(self, _colon: At) -> Sequence[Comp]:
        return (Comp("obj", Papel("lo_que_sigue")),)

    def comp_with_you(self, _word: At) -> Sequence[Comp]:
        return (Comp("prep", Yo(), "con"),)

    def comp_range(self, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def comp_places(self, *parts: Any) -> Sequence[Comp]:
        places = tuple(_as_comp(p) for p in parts if isinstance(p, Mod))
        if any(p.kind == "adj_to" for p in places):
            return ()
        return (Comp("places", places),)

    def comp_dist(self, _a: At, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def comp_one_by_one(self, *_parts: At) -> Sequence[Comp]:
        return (Comp("each_one"),)

    def comp_adv(self, *parts: At) -> Sequence[Comp]:
        if len(parts) > 1 and parts[-1][1].id != "si_es_posible":
            return ()
        return (Comp("circ", Cual(parts[-1][1].id, "modo"), "modo"),)

    def comp_adj(self, words: tuple[Word, ...]) -> Sequence[Comp]:
        return (Comp("adj", words),)

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

    def comp_until(self, _hasta: At, _que: At, clause: Clause) -> Sequence[Comp]:
        ready = all(not p.gap and p.mood == "subj" for p in clause.preds)
        return (Comp("circ", clause, "hasta"),) if ready and "continues" in self.lexicon.data else ()

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
        pred = Pred((Hecho("compara", (value,)),), "quien", frozenset({"valor", "numero"}), person=3, mood="isubj")
        return (Comp("compared", Clause(None, (pred,)), "como_si"),)

    def comp_instead(self, *parts: Any) -> Sequence[Comp]:
        value = parts[-1]
        comma = parts[0][1].cls == "COMMA"
        if comma and "continues" not in self.lexicon.data:
            return ()
        if isinstance(value, Cosa) and value.sort == "numero":
            return (Comp("circ", value, "en_vez_de"),) if comma and value.qty.op != "n" else ()
        return (
            Comp("circ", value, "en_vez_de")
            if not isinstance(value, Infs)
            else Comp("circ", _clause(Yo(), value), "en_vez_de"),
        )

    def comp_instead_adj(self, _word: At, words: tuple[Word, ...]) -> Sequence[Comp]:
        return (Comp("instead_adj", words[0]),) if len(words) == 1 else ()

    def comp_instead_range(self, _word: At, value: Any) -> Sequence[Comp]:
        low, high, of, mode = value
        return (Comp("circ", Rango(low, high, mode), "en_vez_de"),) if of is None else ()

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
        if word[1].id == "entre":  # «elige entre sufrir 1 [daño] o perder 1 ficha»
            return self.comp_inf(infs) if infs.conj in ("o", "y") and len(infs.items) > 1 else ()
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

    def comp_instead_that(self, *_parts: At) -> Sequence[Comp]:
        return (Comp("instead"),)

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
        return (Comp("circ", parts[-1], "incluso_aunque"),)

    def comp_as_if(self, _word: At, value: Clause) -> Sequence[Comp]:
        return (Comp("circ", value, "como_si"),)

    def comp_as_inf(self, _como: At, infs: "Infs") -> Sequence[Comp]:
        if len(infs.items) != 1 or infs.items[0].gap or any(k in MANNER for f in infs.items[0].facts for k, _ in f.circ):
            return ()
        return (Comp("as_inf", Clause(Self(), infs.items)),)

    def comp_as(self, _como: At, words: tuple[Word, ...]) -> Sequence[Comp]:
        """«considérala como roja» is «como si fuera roja»."""
        word = words[0]
        if len(words) > 1:
            return ()
        fact = Hecho("ser", (("que", Cual(word.id, word.sort)),))
        pred = Pred((fact,), "quien", ANY, person=3, number=word.number, gender=word.gender, mood="isubj", at=_como[0])
        return (Comp("circ", Clause(None, (pred,)), "como_si"),)

    def comp_before(self, word: At, value: Value) -> Sequence[Comp]:
        return (Comp("circ", value, word[1].id),) if not isinstance(value, (Yo, Pron)) else ()

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
        if ger.id in ("utilizar", "usar") and len(comps) == 1 and comps[0].kind == "obj":
            return (Comp("prep", comps[0].value, "con"),)
        means = frozenset(self.lexicon.data.get("means", "").split())
        if ger.id in ("utilizar", "usar") and any(c.kind == "obj" and fits(c.value, means, self.lexicon) for c in comps):
            return ()  # «usando 2 dados sin gastar una acción»: the rest is said of the attack
        made = self.predicates(Verb(ger.id, at, 0, "-", "ger", clitics=ger.clitics), comps)
        return [Comp("circ", Clause(Self(), (pred,)), "modo_de") for pred in made if not pred.gap]

    def comp_choice(self, *parts: At) -> Sequence[Comp]:
        return (Comp("circ", Yo() if parts[-1][1].id == "yo" else Pron("su", "-", "-", parts[-1][0]), "a_eleccion"),)

    def comp_without(self, _word: At, inf: At, *comps: Comp) -> Sequence[Comp]:
        made = self.predicates(Verb(inf[1].id, inf[0], 0, "-", "inf", clitics=inf[1].clitics), comps)
        return [Comp("circ", Clause(Self(), (pred,)), "sin") for pred in made if not pred.gap]

    def comp_except(self, *parts: Any) -> Sequence[Comp]:
        return (Comp("except", parts[-1]),)

    def comp_then(self, _word: At) -> Sequence[Comp]:
        return (Comp("nothing"),)

    def comp_also(self, _word: At) -> Sequence[Comp]:
        return (Comp("circ", Cual("tambien", "modo"), "modo"),)

    def comp_that(self, _que: At, clause: Clause) -> Sequence[Comp]:
        return (Comp("that", clause),)

    # ---- predicates
    def adjs(self, word: At) -> Sequence[tuple[Word, ...]]:
        return ((word[1],),) if self._own_kind(word[1]) else ()

    def adjs_many(self, *parts: At) -> Sequence[tuple[Word, ...]]:
        words = tuple(word for _, word in parts if word.cls == "ADJ")
        conj = next(word.id for _, word in parts if word.cls in ("Y", "O", "NI"))
        return ((*words, Word("CONJ", conj)),)

    def pred_adj(self, words: tuple[Word, ...]) -> Sequence[Comp]:
        return (Comp("adj", words),)

    def pred_adj_to(self, words: tuple[Word, ...], _a: At, value: Value) -> Sequence[Comp]:
        if isinstance(value, Cosa) and value.noun == "numero":
            return ()  # «adyacente a uno»: to such a thing
        return (Comp("adj_to", (words, value)),) if len(words) == 1 and words[0].sort in ("relacion", "extremo") else ()

    def pred_adj_with(self, words: tuple[Word, ...], _con: At, value: Value) -> Sequence[Comp]:
        takes = self.lexicon.data.get("adj_with", {}).get(words[0].id)
        if len(words) != 1 or takes is None or not fits(value, frozenset(takes.split()), self.lexicon):
            return ()
        return (Comp("adj_with", (words, value)),)

    def pred_adj_from(self, words: tuple[Word, ...], _de: At, value: Value) -> Sequence[Comp]:
        return (Comp("adj_to", (words, value)),) if len(words) == 1 and words[0].id == "mas_alejado" else ()

    def pred_places(self, *parts: Any) -> Sequence[Comp]:
        return (
            Comp(
                "places",
                tuple(_as_comp(p) for p in parts if isinstance(p, Mod)),
            ),
        )

    def pred_part(self, part: At, *comps: Comp) -> Sequence[Comp]:
        return self._part(part, comps)

    def pred_range(self, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def pred_dist_least(self, _least: At, _a: At, value: Any) -> Sequence[Comp]:
        low, high, of, _ = value
        return (Comp("range", (low, high, of, "al_menos")),)

    def pred_dist(self, _a: At, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def pred_place(self, prep: At, value: Value) -> Sequence[Comp]:
        return (Comp("place", value, prep[1].id),)

    def pred_compare(self, value: Any) -> Sequence[Comp]:
        return (Comp("compare", value),)

    def pred_other(self, _word: At, value: Value) -> Sequence[Comp]:
        return (Comp("other", value),) if not isinstance(value, Pron) else ()

    def pred_shift(self, *parts: Any) -> Sequence[Comp]:
        return [Comp("shift", mod.value) for mod in self.mod_shift(*parts)]

    def pred_des(self, _de: At, a: Value, conj: At, _de2: At, b: Value) -> Sequence[Comp]:
        return (Comp("de", Lista("o", (a, b))),) if conj[1].id in ("o", "y") else ()

    def pred_noun(self, value: Value) -> Sequence[Comp]:
        return (Comp("noun", value),)

    def pred_yours(self, word: At) -> Sequence[Comp]:
        return (Comp("yours", Yo() if word[1].cls == "TUYO" else Pron("suyo", "-", "-", word[0])),)

    def pred_inf(self, infs: "Infs") -> Sequence[Comp]:
        return (Comp("inf", Clause(Self(), infs.items, infs.conj)),) if not any(p.gap for p in infs.items) else ()

    def pred_de(self, _de: At, value: Value) -> Sequence[Comp]:
        return (Comp("de", value),)

    def vp_plain(self, verb: Verb, *comps: Comp) -> Sequence[Pred]:
        return self.predicates(verb, comps) or self._none(verb, comps)

    def _none(self, verb: Verb, comps: Sequence[Comp]) -> Sequence[Any]:
        """No predicate; hopeless where a complement has no place, so that none after it can mend that."""
        if verb.clitics or not comps or self._is_have(verb):
            return ()
        for sense in self.lexicon.senses.get(verb.id, (verb.id,)):
            signature = self.lexicon.verbs.get(sense.removeprefix("!"))
            if signature is not None and any(True for _ in self._assigned(signature, verb, comps)):
                return ()
        return HOPELESS

    def _is_have(self, verb: Verb) -> bool:
        return self.lexicon.senses.get(verb.id, (verb.id,)) == ("tener",) and not verb.passive

    def _for_purpose(self, verb: str) -> bool:
        senses = self.lexicon.senses.get(verb, (verb,))
        return any(role.name == "para" for s in senses for role in self.lexicon.verbs.get(s.removeprefix("!"), ()))

    def _undergoes(self, word: Word) -> bool:
        """Whether something can be done to somebody by this verb: «resultado» of «resultar» is no such participle."""
        if word.id in PLACED or self.lexicon.senses.get(word.id, ()) == ("tener",):
            return True
        senses = self.lexicon.senses.get(word.id, (word.id,))
        return any(role.name == "que" for s in senses for role in self.lexicon.verbs.get(s.removeprefix("!"), ()))

    def _part(self, part: At, comps: Sequence[Comp]) -> Sequence[Comp]:
        """A participle with its complements, where they have a place."""
        word = part[1]
        purposes = any(c.kind == "purpose" for c in comps) and not self._for_purpose(word.id)
        if not self._undergoes(word) or purposes:  # «una mejora equipada para …»: what the act is for
            return HOPELESS
        verb = Verb(word.id, part[0], 3, word.number, "ind", passive=True, gender=word.gender)
        if comps and word.id not in PLACED and not self.predicates(verb, comps) and self._none(verb, comps) is HOPELESS:
            return HOPELESS
        return (Comp("part", (part, tuple(comps))),)

    def _swaps(self, verb: Verb, parts: Sequence[Any]) -> tuple[Pred, ...]:
        """«cambiar A por B o C por D»: one of the two changes."""
        values = [part for part in parts if not isinstance(part, tuple)]
        made = [
            [p for p in self.predicates(verb, (Comp("obj", a), Comp("prep", b, "por"))) if not p.gap]
            for a, b in (values[:2], values[2:])
        ]
        return tuple(options[0] for options in made) if all(len(options) == 1 for options in made) else ()

    def vp_swaps(self, verb: Verb, *parts: Any) -> Sequence[Clause]:
        preds = self._swaps(verb, parts)
        return (Clause(None, preds, "o"),) if preds else ()

    def infs_swaps(self, verb: Verb, *parts: Any) -> Sequence["Infs"]:
        preds = self._swaps(verb, parts)
        return (Infs("o", preds),) if preds else ()

    def infs_passives(self, *parts: Any) -> Sequence["Infs"]:
        """«ser vuelto a tirar o modificado»."""
        done = [part for part in parts if isinstance(part, tuple) and part[1].cls == "V_PART"]
        comps = [part for part in parts if isinstance(part, Comp)]
        conj = next(part[1].id for part in parts if isinstance(part, tuple) and part[1].cls in ("O", "Y", "NI"))
        if not agree(done[0][1].gender, done[1][1].gender) or not agree(done[0][1].number, done[1][1].number):
            return ()
        verbs = [Verb(w.id, at, 0, w.number, "inf", passive=True, gender=w.gender) for at, w in done]
        made = [[p for p in self.predicates(v, comps) if not p.gap] for v in verbs]
        return (Infs("o" if conj == "ni" else conj, tuple(o[0] for o in made)),) if all(len(o) == 1 for o in made) else ()

    def vp_shared(self, *parts: Any) -> Sequence[Clause]:
        verbs = [part for part in parts if isinstance(part, Verb)]
        comps = [part for part in parts if isinstance(part, Comp)]
        conj = next(part[1].id for part in parts if isinstance(part, tuple) and part[1].cls in ("O", "Y", "NI"))
        if not comps or any((v.person, v.number, v.mood) != (verbs[0].person, verbs[0].number, verbs[0].mood) for v in verbs):
            return ()
        if conj == "ni":
            if not verbs[0].neg:
                return ()
            verbs = [replace(v, neg=True) for v in verbs]
        made = [[pred for pred in self.predicates(verb, comps) if not pred.gap] for verb in verbs]
        if any(len(options) != 1 for options in made):
            return ()
        return (Clause(None, tuple(options[0] for options in made), "y" if conj == "ni" else conj),)

    def vp_perfects(self, *parts: Any) -> Sequence[Clause]:
        """«hayas defendido o efectuado un ataque»: two things done, one auxiliary."""
        at = next(i for i, p in enumerate(parts) if isinstance(p, tuple) and p[1].cls == "HABER")
        neg = any(p[1].cls == "NO" for p in parts[:at])
        clitics = tuple(p[1].id for p in parts[:at] if p[1].cls == "CLI")
        have = parts[at][1]
        if have.mood not in ("ind", "subj", "isubj"):
            return ()
        conj = next(p[1].id for p in parts[at:] if isinstance(p, tuple) and p[1].cls in ("O", "Y"))
        options: list[list[Pred]] = []
        last = _participles(parts[at + 1 :])[-1][1]
        for part, comps in _participles(parts[at + 1 :]):
            comps = comps or last  # «soltado o lanzado una bomba»
            if part[1].gender != "m" or part[1].number != "s":
                return ()
            verb = Verb(part[1].id, parts[at][0], have.person, have.number, have.mood, neg, past=True, clitics=clitics)
            options.append([pred for pred in self.predicates(verb, comps) if not pred.gap])
        if neg and conj == "o":
            conj = "y"  # «no hayas defendido o atacado»: neither
        return [Clause(None, pair, conj) for pair in itertools.product(*options)]

    def vp_perfects_nor(self, *parts: Any) -> Sequence[Clause]:
        """«no has soltado ni lanzado ningún dispositivo»: neither, of one thing."""
        at = next(i for i, p in enumerate(parts) if isinstance(p, tuple) and p[1].cls == "HABER")
        clitics = tuple(p[1].id for p in parts[:at] if p[1].cls == "CLI")
        have = parts[at][1]
        done = [p for p in parts[at:] if isinstance(p, tuple) and p[1].cls == "V_PART"]
        comps = [p for p in parts if isinstance(p, Comp)]
        if have.mood not in ("ind", "subj", "isubj") or any(p[1].gender != "m" or p[1].number != "s" for p in done):
            return ()
        verbs = [
            Verb(p[1].id, parts[at][0], have.person, have.number, have.mood, True, past=True, clitics=clitics) for p in done
        ]
        options = [[pred for pred in self.predicates(verb, comps) if not pred.gap] for verb in verbs]
        return [Clause(None, pair, "y") for pair in itertools.product(*options)]

    def vp_would_shared(self, *parts: Any) -> Sequence[Clause]:
        """«vas a soltar o lanzar un dispositivo»."""
        neg = any(isinstance(p, tuple) and p[1].cls == "NO" for p in parts)
        clitics = tuple(p[1].id for p in parts if isinstance(p, tuple) and p[1].cls == "CLI")
        at, go = next(p for p in parts if isinstance(p, tuple) and p[1].cls == "IR")
        conj = next(p[1].id for p in parts if isinstance(p, tuple) and p[1].cls in ("O", "Y"))
        comps = [p for p in parts if isinstance(p, Comp)]
        infs = [p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "V_INF"]
        if neg or not comps:
            return ()
        verbs = [Verb(w.id, at, go.person, go.number, go.mood, would=True, clitics=clitics) for w in infs]
        options = [[pred for pred in self.predicates(verb, comps) if not pred.gap] for verb in verbs]
        return [Clause(None, pair, conj) for pair in itertools.product(*options)]

    def infs_perfects(self, have: At, *parts: Any) -> Sequence["Infs"]:
        options: list[list[Pred]] = []
        for part, comps in _participles(parts):
            if part[1].gender != "m":
                return ()
            verb = Verb(part[1].id, have[0], 0, "-", "inf", past=True, clitics=have[1].clitics)
            options.append([pred for pred in self.predicates(verb, comps) if not pred.gap])
        return [Infs("o", pair) for pair in itertools.product(*options)]

    def infs_shared(self, *parts: Any) -> Sequence["Infs"]:
        verbs = [part for part in parts if isinstance(part, Verb)]
        comps = [part for part in parts if isinstance(part, Comp)]
        if not comps:
            return ()
        made = [[pred for pred in self.predicates(verb, comps) if not pred.gap] for verb in verbs]
        return (Infs("o", tuple(options[0] for options in made)),) if all(len(options) == 1 for options in made) else ()

    def infp_choose(self, _word: At, pred: Pred) -> Sequence[Pred]:
        return (pred,)

    def clause_also(self, subject: Value, word: At, vp: Any) -> Sequence[Clause]:
        if "continues" not in self.lexicon.data:
            return ()
        also = (word[0], Word("ADV", "tambien"))
        return [clause for said in self.vp_adv(also, vp) for clause in self.clause_subject(subject, said)]

    def vp_adv(self, adv: At, vp: Any) -> Sequence[Any]:
        if adv[1].id == "asi":
            return ()  # «la unidad elegida de este modo gana …»: how it was chosen
        may = isinstance(vp, Clause) and vp.modal in ("puede", "no_puede", "es_capaz")  # «todavía puede moverse»
        if adv[1].id == "todavia" and not may and not _still(vp):
            return ()  # «que no tenga fichas todavía gana 1»: nobody still gains
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        extra = ("modo", Cual(adv[1].id, "modo"))
        preds = tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, extra)) for f in p.facts)) for p in clause.preds)
        return (replace(clause, preds=preds) if isinstance(vp, Clause) else preds[0],)

    def vp_also(self, _word: At, vp: Any) -> Sequence[Any]:
        """«si el defensor también tiene esta cualidad»: told of a condition; of an act it is a link."""
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if clause.subject is not None or any(p.mood == "imp" for p in clause.preds):
            return ()
        extra = ("modo", Cual("tambien", "modo"))
        preds = tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, extra)) for f in p.facts)) for p in clause.preds)
        return (replace(clause, preds=preds) if isinstance(vp, Clause) else preds[0],)

    def vp_only(self, _word: At, vp: Any) -> Sequence[Any]:
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if clause.modal:
            return ()  # «sólo puede» is a mode
        extra = ("modo", Cual("solo", "modo"))
        preds = tuple(replace(p, facts=tuple(replace(f, circ=(*f.circ, extra)) for f in p.facts)) for p in clause.preds)
        return (replace(clause, preds=preds) if isinstance(vp, Clause) else preds[0],)

    def vp_copula(self, copula: Copula, *comps: Comp) -> Sequence[Pred]:
        own = ("te",) if copula.person == 2 else ("se",)
        if (copula.clitics and not (copula.clitics == own and copula.verb in ("hallar", "encontrar"))) or (
            copula.verb == "ser" and comps[0].kind == "part"
        ):  # «ser» + participle is the passive
            return ()
        if copula.verb in ("estar", "quedar") and comps[0].kind in ("noun", "inf"):
            return ()
        found = []
        for facts, sorts, gender, number, role in self._states(comps[0]):
            if not agree(number, copula.number):
                continue
            facts, rest = self._related(comps[0], facts, comps[1:])
            circ = tuple((c.prep, c.value) for c in rest if c.kind == "circ")
            wheres = ("range", "place") if comps[0].kind in ("range", "place", "part") else ()
            if any(c.kind not in ("circ", "nothing", *wheres) for c in rest):
                continue
            if comps[0].kind == "place" and any(
                c.kind == "range" and self._nearest(Mod("p", comps[0].value), Mod("range", c.value)) for c in rest
            ):
                continue  # «está en el arco de una nave aliada a alcance 0-3»: that ship is
            more = [fact for c in rest if c.kind in ("range", "place") for made in self._states(c)[:1] for fact in made[0]]
            made_facts = tuple(
                replace(fact, neg=fact.neg ^ copula.neg, past=copula.past, circ=circ) for fact in (*facts, *more)
            )
            joined = comps[0].kind == "adj" and len(comps[0].value) > 1
            if copula.verb == "estar" and comps[0].kind == "part" and comps[0].value[0][1].id not in PLACED:
                made_facts = tuple(replace(fact, past=True) for fact in made_facts)  # «está cerrada»: somebody has closed it
            if len(made_facts) > 1 and copula.neg and not (joined and comps[0].value[-1].id == "ni"):
                continue
            if joined and comps[0].value[-1].id == "ni" and not copula.neg:
                continue
            found.append(Pred(made_facts, role, sorts, person=copula.person, number=copula.number, gender=gender,
                              mood=copula.mood, at=copula.at))  # fmt: skip
        return found

    def vp_copula_o(self, copula: Copula, a: Comp, _o: At, b: Comp) -> Sequence[Clause]:
        """«está sobre un terminal o adyacente a él»."""
        if copula.neg or a.kind == b.kind or "noun" in (a.kind, b.kind):
            return ()  # «es un vehículo o infantería» is one list
        made = [self.vp_copula(copula, comp) for comp in (a, b)]
        return (Clause(None, (made[0][0], made[1][0]), "o"),) if all(len(m) == 1 for m in made) else ()

    def _related(self, comp: Comp, facts: tuple[Hecho, ...], rest: Sequence[Comp]) -> tuple[tuple[Hecho, ...], Sequence[Comp]]:
        """«es adyacente a este sistema»: what the adjective asks for."""
        if comp.kind != "adj" or not rest or rest[0].kind != "prep" or rest[0].prep != "a":
            return facts, rest
        takes = self.lexicon.data.get("adj_takes", {}).get(comp.value[0].id)
        if takes is None or not fits(rest[0].value, frozenset(takes.split()), self.lexicon):
            return facts, rest
        return (replace(facts[0], roles=(*facts[0].roles, ("a", rest[0].value))),), rest[1:]

    def _states(self, comp: Comp) -> list[State]:
        """What a predicate says: facts without subject, sorts of the subject, gender and number of it."""
        lexicon = self.lexicon
        placed = frozenset(lexicon.data.get("placed", "").split())
        if comp.kind == "adj":
            word = comp.value[0]
            allowed = lexicon.data.get("states", {}).get(word.sort)
            sorts = ANY if allowed is None else frozenset(allowed.split())
            if len(comp.value) > 1:  # «dañado ni bajo tensión», «negros o blancos»
                if comp.value[-1].id == "o":
                    one: Value = Lista("o", tuple(Cual(w.id, w.sort) for w in comp.value[:-1]))
                    same = len({w.sort for w in comp.value[:-1]}) == 1 and all(
                        agree(w.number, word.number) and agree(w.gender, word.gender) for w in comp.value[:-1]
                    )
                    return [((Hecho("ser", (("que", one),)),), sorts, word.gender, word.number, "quien")] if same else []
                facts = tuple(Hecho("ser", (("que", Cual(w.id, w.sort)),)) for w in comp.value[:-1])
                return [(facts, sorts, word.gender, word.number, "quien")]
            name = word.id.removeprefix("!")
            said = Hecho("ser", (("que", Cual(name, word.sort)),), neg=name != word.id)
            return [((said,), sorts, word.gender, word.number, "quien")]
        if comp.kind == "places":
            states = [self._states(part) for part in comp.value]
            if not all(states):
                return []
            return [(tuple(fact for state in states for fact in state[0][0]), placed, "-", "-", "quien")]
        if comp.kind == "adj_with":
            (word,), other = comp.value
            sorts = frozenset(lexicon.data.get("states", {}).get(word.sort, "cosa").split())
            return [
                ((Hecho("ser", (("que", Cual(word.id, word.sort)), ("con", other))),), sorts, word.gender, word.number, "quien")
            ]
        if comp.kind == "adj_to":
            (word,), other = comp.value
            sorts = frozenset(lexicon.data.get("states", {}).get(word.sort, "cosa").split())
            return [
                ((Hecho("ser", (("que", Cual(word.id, word.sort)), ("a", other))),), sorts, word.gender, word.number, "quien")
            ]
        if comp.kind == "range":
            low, high, of, mode = comp.value
            ranged = frozenset(lexicon.data.get("ranged", lexicon.data.get("placed", "")).split())
            return [((Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode)))),), ranged, "-", "-", "quien")]
        if comp.kind == "places":
            each = [self._states(part) for part in comp.value]
            if not all(each):
                return []
            sorts = frozenset.intersection(*(state[0][1] for state in each))
            return [(tuple(fact for state in each for fact in state[0][0]), sorts, "-", "-", "quien")]
        if comp.kind == "place":
            return self._placed(comp.prep, comp.value, placed)
        if comp.kind == "compare":
            op, other = comp.value
            return [((Hecho("compara", ((op, other),)),), frozenset({"valor", "numero"}), "-", "-", "quien")]
        if comp.kind == "noun":
            value = comp.value
            if self._trait(value):
                return [((Hecho("ser", (("que", Cual(value.noun, "rasgo_fijo")),)),), ANY, "-", "-", "quien")]
            if isinstance(value, Cosa) and value.sort == "numero":
                return [((Hecho("valer", (("que", value),)),), frozenset({"valor", "numero"}), "-", "-", "quien")]
            made: list[State] = [((Hecho("ser", (("que", value),)),), ANY, "-", "-", "quien")]
            if isinstance(value, Cosa) and value.sort in ("resultado", "valor") and value.qty.op == "el":  # «X es el resultado»
                made.append(((Hecho("valer", (("que", value),)),), frozenset({"numero"}), "-", "-", "quien"))
            return made
        if comp.kind == "other":
            other_sort = sort_of(comp.value, lexicon)
            return [((Hecho("distinto", (("de", comp.value),)),), frozenset({other_sort}), "-", "-", "quien")]
        if comp.kind == "shift":
            return [((Hecho("difiere", comp.value),), frozenset({"valor"}), "-", "-", "quien")]
        if comp.kind == "yours":
            return [((Hecho("de", (("que", comp.value),)),), ANY, "-", "-", "quien")]
        if comp.kind == "inf":  # «que no sea pivotar»
            return [((Hecho("ser", (("que", comp.value),)),), frozenset({"movimiento", "accion"}), "-", "-", "quien")]
        if comp.kind == "de":
            value = comp.value
            heading = self._heading(Cosa("maniobra", "maniobra", EVERY), value)
            if heading is not None:
                told = tuple(
                    f.role("que") for f in (heading.items if isinstance(heading, Junto) else (heading,)) if isinstance(f, Hecho)
                )
                what: Value = told[0] if len(told) == 1 else Lista("o", told)  # type: ignore[assignment, arg-type]
                return [((Hecho("ser", (("que", what),)),), frozenset({"maniobra", "plantilla"}), "-", "-", "quien")]
            if isinstance(value, Lista) and not all(isinstance(item, Cual) for item in value.items):
                return []
            if isinstance(value, Lista):
                return [((Hecho("ser", (("que", value),)),), frozenset({"ficha"}), "-", "-", "quien")]
            of_kind = [
                sort
                for sort in lexicon.data.get("kinds", {})
                if (
                    value.id
                    if isinstance(value, Cual)
                    else value.noun
                    if isinstance(value, Cosa) and self._bare_kind(value)
                    else ""
                )
                in self._kinds(sort)
            ]
            if of_kind:
                name = value.id if isinstance(value, Cual) else value.noun
                return [
                    ((Hecho("ser", (("que", Cual(name, "clase_de_" + sort)),)),), frozenset({sort}), "-", "-", "quien")
                    for sort in of_kind
                ]
            if isinstance(value, Cual):
                return [((Hecho("ser", (("que", value),)),), frozenset({"ficha"}), "-", "-", "quien")]
            if isinstance(value, Cosa) and value.sort == "valor":
                return [((Hecho("tener", (("que", value),)),), frozenset({"maniobra", "nave"}), "-", "-", "quien")]
            if isinstance(value, Cosa) and value.sort in lexicon.data.get("classes", {}):  # «es del tipo indicado»
                return [
                    (
                        (Hecho("ser", (("que", value),)),),
                        frozenset(str(lexicon.data["classes"][value.sort]).split()),
                        "-",
                        "-",
                        "quien",
                    )
                ]
            if isinstance(value, Cosa) and value.sort == "punto":
                return [((Hecho("valer", (("que", value),)),), frozenset({"valor"}), "-", "-", "quien")]
            return []
        if comp.kind == "part":
            (_, part), comps = comp.value
            if part.id in PLACED or part.id == "situar":
                return [state for c in comps[:1] for state in self._where(c, comps[1:], part)]
            found = []
            for pred in self.predicates(
                Verb(part.id, comp.value[0][0], 3, part.number, "ind", passive=True, gender=part.gender), comps
            ):
                if not pred.gap:
                    found.append((pred.facts, pred.sorts, part.gender, part.number, pred.subject))
            return found
        return []

    def _trait(self, value: Value) -> bool:
        """«es un Guardián»: it has that trait."""
        return (
            isinstance(value, Cosa)
            and value.noun in self.lexicon.data.get("traits", "").split()
            and value.qty.op in ("n", "masa", "algun")
            and not value.filters
        )

    def _where(self, first: Comp, rest: Sequence[Comp], part: Word) -> list[State]:
        """«situada en tu arco a alcance 0-1»."""
        turned: dict[str, Callable[[Comp], Comp]] = {
            "prep": lambda c: Comp("place", c.value, c.prep),
            "range": lambda c: c,
            "places": lambda c: c,
        }
        if first.kind not in turned or any(c.kind not in turned for c in rest):
            return []
        states = [self._states(turned[c.kind](c)) for c in (first, *rest)]
        if not all(states):
            return []
        facts = tuple(fact for state in states for fact in state[0][0])
        return [(facts, states[0][0][1], part.gender, part.number, "quien")]

    def _placed(self, prep: str, value: Value, placed: frozenset[str]) -> list[State]:
        if prep in ("en", "fuera_de", "dentro_de"):
            if not fits(value, frozenset(self.lexicon.data.get("places", "").split()), self.lexicon):
                return []
            return [((Hecho("en", (("donde", value),), neg=prep == "fuera_de"),), placed, "-", "-", "quien")]
        if prep in self.lexicon.data.get("preps", {}):
            table = self.lexicon.data["preps"][prep]
            owners = frozenset(owner for owner, sorts in table.items() if fits(value, frozenset(sorts.split()), self.lexicon))
            return [((Hecho(prep, (("que", value),)),), owners, "-", "-", "quien")] if owners else []
        return []

    def vp_hay(self, *parts: Any) -> Sequence[Pred]:
        """«hay 2 o más Rebeldes en la sala»: there is such a thing."""
        neg = any(p[1].cls == "NO" for p in parts[0])
        thing, comps = parts[1], parts[2:]
        if isinstance(thing, Comp):
            if comps or neg or thing.kind != "more":
                return ()
            a, b = thing.value
            if not isinstance(b, Cosa):
                return ()
            return (Pred((_more(a, b, thing.prep),), "", ANY, person=3, number="-", at=parts[0][-1][0], impersonal=True),)
        found = []
        for made in self._located(thing, comps):
            found.append(
                Pred(
                    (Hecho("hay", (("que", made),), neg=neg),),
                    "",
                    ANY,
                    person=3,
                    number="-",
                    at=parts[0][-1][0],
                    impersonal=True,
                )
            )
        return found

    def vp_remain(self, *parts: Any) -> Sequence[Pred]:
        """«si no quedan fichas»: if there are none any more."""
        words = tuple(part for part in parts if isinstance(part, tuple))
        thing = parts[len(words)]
        if words[-1][1].person != 3 or not isinstance(thing, Cosa) or not agree(thing.number, words[-1][1].number):
            return ()
        return self.vp_hay(words, *parts[len(words) :])

    def vp_hay_where(self, hay: tuple[At, ...], *comps: Comp) -> Sequence[Pred]:
        """«que haya en este sistema»: what is there."""
        if len(hay) > 1 and hay[0][1].cls == "CLI":
            return ()
        neg = any(word.cls == "NO" for _, word in hay)
        facts: list[Hecho] = []
        for comp in comps:
            if comp.kind not in ("range", "prep"):
                return ()
            states = self._states(comp if comp.kind == "range" else Comp("place", comp.value, comp.prep))
            if not states:
                return ()
            facts.extend(states[0][0])
        if neg and len(facts) > 1:
            return ()
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        made = tuple(replace(f, neg=f.neg ^ neg) for f in facts)
        return (Pred(made, "", ANY, "quien", placed, person=3, number="-", at=hay[-1][0], impersonal=True),)

    def hay(self, *parts: At) -> Sequence[tuple[At, ...]]:
        return (parts,) if parts[-1][1].person == 3 else ()

    def _located(self, thing: Value, comps: Sequence[Comp]) -> list[Value]:
        """A thing with where it is: «nave enemiga» + «a alcance 0-1»."""
        if isinstance(thing, Lista):
            return [thing] if not comps else []
        if not isinstance(thing, Cosa):
            return []
        if thing.qty.op in ("ningun", "masa"):
            thing = replace(thing, qty=SOME)
        for index, comp in enumerate(comps):
            if comp.kind not in ("range", "prep", "adj") or (
                comp.kind == "adj"
                and (index or any(isinstance(f, Hecho) and f.verb in ("en", "a_alcance") for f in thing.filters))
            ):
                return []  # an adjective is said of the noun before it
            states = self._states(comp if comp.kind != "prep" else Comp("place", comp.value, comp.prep))
            on = bool(states) and all(self.lies_upon(thing.sort, f.role("donde")) for f in states[0][0])
            if not states or not (on or self.lexicon.fits(thing.sort, states[0][1])):
                return []
            facts = tuple(self.upon(thing.sort, _with_subject(f, It())) for f in states[0][0])
            thing = replace(thing, filters=(*thing.filters, *facts))
        return [thing]

    def predicates(self, verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        """Every way in which the verb takes these complements."""
        lexicon = self.lexicon
        if comps and comps[-1] == ONLY:
            return []  # «… una ficha solamente podrá …»: it stands before what it limits
        if any(_parted(a, b) for a, b in itertools.pairwise(comps)):
            return []
        if self._is_have(verb):
            return self._have(verb, comps)
        found: list[Pred] = []
        for sense in lexicon.senses.get(verb.id, (verb.id,)):
            name, _, thing = sense.removeprefix("!").partition("+")  # «fallar una prueba» is not to pass it
            if thing:  # «acelerar» is to make one: a verb that says its object too
                noun = lexicon.nouns[thing]
                made = Cosa(thing, noun.sort, ONE, gender=noun.gender, number="s")
                found.extend(self._sense(name, lexicon.verbs[name], verb, [Comp("obj", made), *comps]))
            elif name in lexicon.verbs:
                found.extend(
                    self._sense(name, lexicon.verbs[name], verb if name == sense else replace(verb, neg=not verb.neg), comps)
                )
        return found

    def _sense(self, name: str, signature: tuple[Role, ...], verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        found = []
        if name.endswith("rse"):  # «quédate», «se retira»: the pronoun belongs to the verb
            if not verb.clitics or verb.clitics[0] not in REFLEXIVE or verb.passive:
                return []
            if (verb.clitics[0] == "te") != (verb.person == 2) and verb.person:
                return []
            verb = replace(verb, clitics=verb.clitics[1:])
        for roles, circ, impersonal in self._assigned(signature, verb, comps):
            subject, sorts, agent = _subject_role(signature, verb, roles, impersonal)
            missing = [
                role
                for role in signature
                if not role.optional and role.name not in roles and role.name != subject and role.name != "quien"
            ]
            if len(missing) > 1 or subject == "":
                continue
            if roles.get("que") == Self() and "cosa" not in slot_sorts(
                signature, "que"
            ):  # «moverse»: who moves is what is moved
                sorts = slot_sorts(signature, "que") if "cosa" in sorts else sorts & slot_sorts(signature, "que")
                if not sorts:
                    continue
            gap = missing[0] if missing else None
            if gap is not None and verb.id != name and name in self._one_acts():
                continue  # «una nave que has fijado»: the ship, not its token
            held = roles.get("que")
            if held is not None:
                name = str(self.lexicon.data.get("by_object", {}).get(f"{name} {sort_of(held, self.lexicon)}", name))
            fact = Hecho(
                lexicon_verb(self.lexicon, name), _ordered(roles, signature), verb.neg, verb.past, verb.would, circ=circ
            )
            fact = self._object_as(self._same_act(self._single(fact), verb))
            found.append(Pred(
                (fact,), subject, sorts, gap.name if gap else "", gap.sorts if gap else frozenset(), verb.person, verb.number,
                verb.gender if verb.passive else "-", verb.mood, verb.at, agent=agent,
            ))  # fmt: skip
            slot = next((role for role in signature if role.name == "que"), None)
            if (
                slot is not None
                and subject == "quien"
                and "que" not in roles
                and name in self.lexicon.data.get("growing", "").split()
            ):
                found[-1] = replace(
                    found[-1], subject="que", sorts=slot.sorts, gap="", gap_sorts=frozenset()
                )  # «la cobertura aumenta»
            wanted = "que" if slot is not None else "a"  # «la nave que has coordinado», «una nave que no hayas atacado»
            open_slot = next(
                (role for role in signature if role.name == wanted and role.optional and wanted not in roles), None
            )
            if gap is None and open_slot is not None and subject == "quien":
                found.append(replace(found[-1], gap=wanted, gap_sorts=open_slot.sorts))
        return found

    def _object_as(self, fact: Hecho) -> Hecho:
        """«voltear esta carta» is «dar la vuelta a esta carta»."""
        told = str(self.lexicon.data.get("object_as", {}).get(fact.verb, "")).split()
        if not told:
            return fact
        return replace(fact, verb=told[0], roles=tuple((told[1] if key == "que" else key, value) for key, value in fact.roles))

    def _one_acts(self) -> set[str]:
        return {told.split()[0] for told in self.lexicon.data.get("same_act", {}).values()}

    def _single(self, fact: Hecho) -> Hecho:
        """«fijar blanco a una nave» fixes one."""
        thing = fact.role("que")
        nouns = {told.split()[1] for told in self.lexicon.data.get("same_act", {}).values()}
        if not isinstance(thing, Cosa) or thing.qty.op != "masa" or thing.noun not in nouns:
            return fact
        return replace(fact, roles=tuple((k, replace(thing, qty=ONE) if k == "que" else v) for k, v in fact.roles))

    def _same_act(self, fact: Hecho, verb: Verb) -> Hecho:
        """«fijar una nave» is to get a lock on it: one act, one shape; «que hayas fijado» is a state of the ship."""
        told = str(self.lexicon.data.get("same_act", {}).get(fact.verb, "")).split()
        thing = fact.role("que")
        if not told or thing is None or verb.past or verb.passive:
            return fact
        name, noun, link = told
        plain = self.lexicon.nouns[noun]
        got = Cosa(
            noun,
            plain.sort,
            ONE,
            gender=plain.gender,
            number="s",
            filters=(Hecho(link, (("quien", It()), ("que", thing))),),
        )
        return replace(fact, verb=name, roles=tuple((key, got if key == "que" else value) for key, value in fact.roles))

    def _assigned(
        self, signature: tuple[Role, ...], verb: Verb, comps: Sequence[Comp]
    ) -> Iterator[tuple[dict[str, Value], Roles, bool]]:
        slots = {role.name: role for role in signature}
        roles: dict[str, Value] = {}
        circ: list[tuple[str, Value]] = [("modo", Cual("otra_vez", "modo"))] if verb.again else []
        impersonal = False
        for clitic in verb.clitics:
            if clitic in ("lo", "la", "los", "las"):
                gender, number = CLITIC_NUMBER[clitic]
                if "que" not in slots or "que" in roles:
                    if "a" in slots and "a" not in roles and "que" not in slots:
                        roles["a"] = Pron("clitico", gender, number, verb.at, slots["a"].sorts)
                        continue
                    return
                roles["que"] = Pron("clitico", gender, number, verb.at, slots["que"].sorts)
            elif clitic in ("le", "les"):
                gender, number = CLITIC_NUMBER[clitic]
                if any(c.kind == "prep" and c.prep == "a" for c in comps):
                    continue  # «darle la vuelta a esta carta»: said twice
                slot = "a" if "a" in slots else "que" if "que" in slots and "que" not in roles else ""
                if not slot or ("a" not in slots and any(c.kind == "obj" for c in comps)):
                    circ.append(("le", Pron("clitico", gender, number, verb.at)))
                    continue
                roles[slot] = Pron("clitico", gender, number, verb.at, slots[slot].sorts)
            elif clitic == "te":
                if any(c.kind == "prep" and c.prep == "a" and _with_you(c.value) for c in comps):
                    continue
                if verb.person == 2 or verb.mood in ("inf", "imp"):
                    if (
                        "que" in slots
                        and not slots["que"].optional
                        and self.lexicon.fits(str(self.lexicon.data["bearer"]), slots["que"].sorts)
                        and not any(c.kind == "obj" for c in comps)
                    ):
                        roles["que"] = Yo()
                    elif "a" in slots and any(c.kind in ("obj", "number", "whether", "that") for c in comps):
                        roles["a"] = Yo()
                elif "a" in slots:
                    roles["a"] = Yo()
                    others = self.lexicon.data.get("by_others", "").split()
                    impersonal = impersonal or (
                        verb.number == "p" and verb.id in others
                    )  # «te asignan 1 carta»: whoever does it
                elif "que" in slots:
                    roles["que"] = Yo()
                else:
                    return
            elif clitic == "se":
                if verb.person == 2:
                    return
                told = next((c for c in comps if c.kind == "obj"), None)
                if told is not None and verb.mood not in ("inf", "ger", "imp") and "que" in slots and slots["que"].optional:
                    if not fits(told.value, slots["quien"].sorts, self.lexicon) or not _agrees(
                        told.value, Pred((), "quien", ANY, number=verb.number)
                    ):
                        return
                    roles["quien"] = told.value  # «cuando se active otra unidad»: the subject after the verb
                    comps = [c for c in comps if c is not told]
                    continue
                if (
                    told is not None
                    and "que" in slots
                    and slots["que"].optional
                    and isinstance(told.value, Cosa)
                    and told.value.sort in self.lexicon.data.get("animate", "").split()
                ):
                    return  # «desplegarse en territorio aliado»: who deploys itself deploys nobody else
                if "que" in slots and not slots["que"].optional:
                    if any(c.kind == "obj" for c in comps) and self._of_oneself(verb, slots):
                        circ.append(("le", Pron("reflejo", "-", "-", verb.at)))
                        continue
                    own = "colocar desplegar mover mantener".split()
                    impersonal = (
                        verb.mood != "inf" or any(c.kind == "obj" for c in comps) or verb.id not in own
                    )  # «no pueden recuperarse»
                    if verb.mood == "inf" and not impersonal:
                        roles["que"] = Self()
        if any(a == ONLY and b.kind == "prep" for a, b in itertools.pairwise(comps)):
            return  # «solo hacia tu arco»: said of the place
        for comp in comps:
            if not self._placed_comp(comp, slots, roles, circ, verb, impersonal, comps):
                return
        self._narrowed(roles, circ)
        whose = next((value for key, value in circ if key == "le"), None)
        if whose is not None:  # «quitarle una ficha», «quitarse una ficha»: one of his
            thing = roles.get("que")
            if not isinstance(thing, Cosa):
                return
            roles["que"] = replace(thing, filters=(*thing.filters, _of(whose)))
            circ = [item for item in circ if item[0] != "le"]
        yield roles, tuple(circ), impersonal

    def _narrowed(self, roles: dict[str, Value], circ: list[tuple[str, Value]]) -> None:
        """«considerándola como roja»: something that has a colour."""
        thing = roles.get("que")
        said = [f.role("que") for key, value in circ if key == "como_si" for f in _facts_in(value)]
        quality = next((q for q in (*said, roles.get("resultado")) if isinstance(q, Cual)), None)
        allowed = self.lexicon.data.get("states", {}).get(quality.kind) if quality is not None else None
        if isinstance(thing, Pron) and allowed is not None:
            roles["que"] = replace(thing, sorts=frozenset(allowed.split()))

    def _of_oneself(self, verb: Verb, slots: dict[str, Role]) -> bool:
        """«quitarse una ficha», «se quita una ficha»: from oneself, where the verb takes things off somebody."""
        return verb.id in self.lexicon.data.get("taking", "").split()

    def _of_the_nearest(self, comp: Comp, comps: Sequence[Comp], roles: dict[str, Value]) -> bool:
        """Whether what was told right before it is a thing that somebody has done something to, nobody having been told."""
        at = next((i for i, c in enumerate(comps) if c is comp), 0)
        before = comps[at - 1].value if at else None
        last = max((p for p in parts(before) if isinstance(p, Cosa) and p.at >= 0), key=lambda c: c.at, default=None)
        done = last.filters[-1] if last is not None and last.filters else None
        return (
            isinstance(done, Hecho)
            and done.role("que") == It()
            and done.role("quien") is None
            and any(
                role.name == "quien" and fits(comp.value, role.sorts, self.lexicon)
                for role in self.lexicon.verbs.get(done.verb, ())
            )
        )

    def _of_noun_before(self, comp: Comp, comps: Sequence[Comp]) -> bool:
        """«se consideran como naves aliadas»: an adjective right behind a noun without an article is the noun's."""
        at = next((i for i, c in enumerate(comps) if c is comp), 0)
        before = comps[at - 1].value if at and comps[at - 1].kind != "obj" else None
        bare = isinstance(before, Cosa) and not before.ref and before.qty.op in ("algun", "masa")
        return bare and isinstance(before, Cosa) and self._posted(before, Post("adj", comp.value[:1])) is not None

    def _personal(self, comp: Comp, comps: Sequence[Comp], slots: dict[str, Role], roles: dict[str, Value]) -> bool:
        """Of two complements with «a», the first is the object where it can be."""
        others = [c for c in comps if c.kind == "prep" and c.prep == "a"]
        if len(others) != 2 or others[0] is not comp or "que" not in slots or "que" in roles:
            return False
        return (
            fits(comp.value, slots["que"].sorts, self.lexicon)
            and sort_of(comp.value, self.lexicon) in self.lexicon.data.get("animate", "").split()
        )

    def _placed_comp(
        self,
        comp: Comp,
        slots: dict[str, Role],
        roles: dict[str, Value],
        circ: list[tuple[str, Value]],
        verb: Verb,
        impersonal: bool,
        comps: Sequence[Comp] = (),
    ) -> bool:
        lexicon = self.lexicon
        if (
            comp.kind == "obj"
            and isinstance(comp.value, Cosa)
            and comp.value.sort == "palabra_clave"
            and comp.value.qty.op == "cualquiera"
            and verb.id in lexicon.data.get("granting", "").split()
        ):
            return False  # «gana Perforante»: how much?
        if (
            comp.kind == "obj"
            and isinstance(comp.value, Cosa)
            and comp.value.qty.op == "masa"
            and comp.value.number == "s"
            and comp.value.sort in lexicon.data.get("counted", "").split()
        ):
            return False  # «en un territorio aliado»: one would place «un aliado»
        if comp.kind == "obj":
            if (
                isinstance(comp.value, Papel)
                and comp.value.nombre.startswith("este_")
                and sort_of(comp.value, lexicon) == "tiempo"
                and ("que" in roles or "tiempo" not in slots.get("que", Role("", frozenset(), True)).sorts)
            ):
                if any(key == "durante" for key, _ in circ):
                    return False
                circ.append(("durante", comp.value))  # «no ha atacado esta ronda»
                return True
            if "por" in slots and "que" in roles and "por" not in roles and _blank(comp.value):
                roles["por"] = replace(comp.value, qty=ONE)  # «cambiar 1 resultado en blanco»: for a blank one
                return True
            if "resultado" in slots and (impersonal or verb.passive) and "resultado" not in roles and _bare(comp.value):
                roles["resultado"] = comp.value  # «se considera infantería»
                return True
            after = next((b for a, b in itertools.pairwise(comps) if a is comp), None)
            if headless(comp.value) and after is not None and after.kind == "obj":
                return False  # «asigna 1 carta»: a number before a noun is its own
            for name in ("que", "cuanto"):  # «empuja una figura 2 casillas»
                if name not in slots or name in roles or (verb.passive and name == "que"):
                    continue
                value = self.counted(comp.value, slots[name].sorts)
                if name == "cuanto" and isinstance(value, Cosa) and value.qty.op in ("algun", "masa"):
                    continue  # how far is a number
                if fits(value, slots[name].sorts, lexicon):
                    if "en" in slots and _said_where(value, slots["en"].sorts, lexicon):
                        return False  # «gana 1 unidad en este sistema»: where it is gained, not which one
                    roles[name] = value
                    return True
            if isinstance(comp.value, Cosa) and comp.value.noun == "vez":
                circ.append(("veces", comp.value))  # «activa dos veces»
                return True
            if self._after_verb(comp.value, slots, roles, verb):
                roles["quien"] = comp.value  # «si sale un [incremento]»
                return True
            return False
        if comp.kind == "to_inf":
            slot, done = slots.get("a"), roles.get("que")
            if slot is None or "hecho" not in slot.sorts or "a" in roles or done is None:
                return False
            roles["a"] = replace(comp.value, subject=done)
            return True
        if comp.kind == "adj_role":
            if comp.prep not in slots or comp.prep in roles:
                return False
            roles[comp.prep] = comp.value
            return True
        if comp.kind == "prep":
            slot = slots.get(comp.prep)
            held = roles.get("que")
            if slot is not None and isinstance(held, Cosa) and held.sort in lexicon.data.get("preps", {}).get(comp.prep, {}):
                return False  # «un ataque contra una nave»: it belongs to the noun
            sort = sort_of(comp.value, lexicon)
            if comp.prep == "por" and self._of_the_nearest(comp, comps, roles):
                return False  # «Heridas provocadas por DESVÍO»
            following = comps[[c is comp for c in comps].index(True) + 1 :] if any(c is comp for c in comps) else ()
            if headless(comp.value) and following and following[0].kind == "obj":
                return False  # «con X Mejoras»: a number before a noun is its own
            if verb.passive and comp.prep == "por" and "quien" in slots and fits(comp.value, slots["quien"].sorts, lexicon):
                roles["quien"] = comp.value
                return True
            if comp.prep in MANNER:
                circ.append((comp.prep, comp.value))
                return True
            if comp.prep == "entre" and "entre" in slots and "que" not in roles and isinstance(comp.value, Lista):
                one = replace(comp.value, conj="o")  # «elige entre A o B», «entre A y B»: one of them
                if not fits(one, slots["que"].sorts | {"tipo_ficha"}, lexicon) or any(c.kind == "obj" for c in comps):
                    return False
                roles["que"] = one
                return True
            if slot is None:
                slot = next((role for role in slots.values() if comp.prep in role.preps), None)
            if slot is not None and comp.prep == "a" and self._personal(comp, comps, slots, roles):
                slot = None  # «asigna a este Líder a esa Misión»: the first is the object
            if slot is not None and slot.name not in roles:
                value = self.counted(comp.value, slot.sorts)
                if (
                    isinstance(value, Cosa)
                    and value.noun == ""
                    and value.ref == "el"
                    and isinstance(held, Cosa)
                    and value.filters
                ):
                    value = self._same_kind(held, value)  # «tu posición con la de otra nave»
                if fits(value, slot.sorts, lexicon):
                    if (
                        slot.name != comp.prep
                        and isinstance(held, Cosa)
                        and held.sort in lexicon.data["preps"].get(slot.name, {})
                    ):
                        against = Hecho(slot.name, (("quien", It()), ("que", value)))  # «un ataque a X» is one against X
                        roles["que"] = replace(held, filters=(*held.filters, against))
                        return True
                    roles[slot.name] = value
                    return True
            if (
                comp.prep == "a"
                and "que" in slots
                and "que" not in roles
                and not verb.passive
                and fits(comp.value, slots["que"].sorts, lexicon)
            ) and (
                sort in (*lexicon.data.get("animate", "").split(), *lexicon.data.get("personal", "").split(), "cosa", "nombre")
            ):
                roles["que"] = comp.value
                return True
            if (
                comp.prep == "por"
                and isinstance(comp.value, Cosa)
                and comp.value.qty.op == "masa"
                and not comp.value.filters
                and comp.value.number == "s"
                and sort in lexicon.data.get("per", "").split()
            ):
                circ.append(("por_cada", comp.value))  # «1 punto adicional por casilla»
                return True
            if comp.prep == "por" and sort in ("palabra_clave", "cualidad", "efecto") and "por" not in slots:
                circ.append(("por", comp.value))  # «no tira dados por DURO DE PELAR»: the reason
                return True
            if comp.prep == "en" and sort != "cosa" and lasts(comp.value, lexicon):
                circ.append(("durante", comp.value))
                return True
            if "rango" not in slots:
                return False
        if comp.kind == "range":
            low, high, of, mode = comp.value
            if verb.id == "considerar" and not any(c.prep in ("como", "como_si") for c in comps):  # «considéralo a alcance 0»
                at_range = Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode))))
                ranged = frozenset(lexicon.data.get("ranged", lexicon.data.get("placed", "")).split())
                circ.append(
                    ("como_si", Clause(None, (Pred((at_range,), "quien", ranged, person=3, mood="isubj", at=verb.at),)))
                )
                return isinstance(roles.get("que"), (Pron, Papel)) or verb.passive
            held_range = slots.get("que") is not None and "ataque" in slots["que"].sorts
            if "rango" in slots or ((verb.passive or impersonal) and held_range):
                circ.append(("a_alcance", Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode))))))
                return True
            return False
        if comp.kind == "places":
            return "rango" in slots and all(
                self._placed_comp(part, slots, roles, circ, verb, impersonal) for part in comp.value
            )
        if comp.kind == "place" or (comp.kind == "prep" and "rango" in slots):
            if comp.prep == "a" and sort_of(comp.value, lexicon) == lexicon.data.get("unit"):
                return False  # «a 2 casillas de ti» is a distance
            states = self._placed(comp.prep, comp.value, ANY)
            circ.extend(("donde", fact) for state in states[:1] for fact in state[0])
            return bool(states)
        if comp.kind == "purpose":
            if "para" in slots and "para" not in roles:
                roles["para"] = comp.value
                return True
            if any(key == "para" for key, _ in circ) or "para" in slots:
                return False
            circ.append(("para", comp.value))  # of an event or a condition; what an act is for is its price: act_para
            return True
        if comp.kind == "adj":
            held = roles.get("que")
            if any(c.prep in ("como", "como_si") for c in comps):
                return False  # «considera a las naves aliadas como enemigas»: what they are taken for is told with «como»
            if "resultado" in slots and not (isinstance(held, Cosa) and held.ref == ""):  # «una carta boca arriba»: the noun's
                word = comp.value[0]
                if not slots["resultado"].sorts & {"cosa", word.sort} or self._of_noun_before(comp, comps):
                    return False
                roles["resultado"] = Cual(word.id, word.sort)
                return True
            return False
        if comp.kind == "circ":
            if comp.prep != "modo" and any(key == comp.prep for key, _ in circ):
                return False
            done = roles.get("que")
            if comp.prep == "en_vez_de" and isinstance(comp.value, Cosa) and comp.value.noun == "" and isinstance(done, Cosa):
                circ.append(
                    (comp.prep, replace(done, qty=comp.value.qty, ref="", at=-1))
                )  # «dos acciones de ataque en lugar de una»
                return not comp.value.filters
            circ.append((comp.prep, comp.value))
            return True
        if comp.kind == "as_inf":
            if "como" not in slots or "como" in roles:
                return False
            roles["como"] = comp.value
            return True
        if comp.kind == "compared":
            measured = roles.get("que")
            if verb.id != "considerar" or any(key == comp.prep for key, _ in circ):
                return False
            circ.append((comp.prep, _compared(comp.value, measured)))
            return True
        if comp.kind == "only":
            circ.append(("solo", Cual(comp.prep, "papel")))  # which of its roles is restricted
            return self._placed_comp(Comp("prep", comp.value, comp.prep), slots, roles, circ, verb, impersonal, comps)
        if comp.kind == "more":
            thing, other = comp.value
            if (
                "que" not in slots
                or "que" in roles
                or not isinstance(other, Cuenta)
                or not fits(thing, slots["que"].sorts, lexicon)
            ):
                return False
            many = Hecho("cantidad", (("quien", It()), (comp.prep, other)))
            roles["que"] = replace(thing, qty=Qty("segun"), filters=(*thing.filters, many))
            return True
        if comp.kind in ("number", "whether"):
            if "que" in slots and "que" not in roles and "pregunta" in slots["que"].sorts:
                roles["que"] = comp.value
                return True
            return False
        if comp.kind == "most":
            obj = roles.get("que")
            number, noun = comp.value
            if noun is not None and (not isinstance(obj, Cosa) or obj.sort != noun.sort):
                return False
            grows = verb.id in lexicon.data.get("growing", "").split()  # «aumenta su Velocidad en 1, hasta un máximo de 3»
            less = isinstance(obj, Cosa) and any(
                f == _kind_of("menos") for f in obj.filters
            )  # «1 dado menos, hasta un mínimo de 1»
            more = (
                grows or less or (isinstance(obj, Cosa) and any(f == _extra() for f in obj.filters))
            )  # «1 dado adicional, hasta un máximo de 4»
            more = more or verb.id in lexicon.data.get("bounded", "").split()
            if not more and not any(key == "por_cada" for key, _ in circ):
                return False  # only what grows has a cap; else it is how many
            circ.append((comp.prep or "hasta_un_maximo", Cual(number, "numero")))
            return True
        if comp.kind == "instead_adj":  # «dados rojos en vez de blancos»: the same things, of another colour
            obj = roles.get("que")
            said: Word = comp.value
            if not isinstance(obj, Cosa) or not agree(said.number, obj.number) or not agree(said.gender, obj.gender):
                return False
            alike = [
                f for f in obj.filters if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual) and q.kind == said.sort
            ]
            if len(alike) != 1:
                return False
            other = Hecho("ser", (("quien", It()), ("que", Cual(said.id, said.sort))))
            filters = tuple(other if f is alike[0] else f for f in obj.filters)
            circ.append(("en_vez_de", replace(obj, filters=filters, ref="", at=-1)))
            return True
        if comp.kind == "each_one":  # «reciben 1 ficha cada una»: what several do, each of them does
            return verb.number == "p" or verb.mood == "inf"
        if comp.kind == "instead":
            circ.append(("en_vez_de_eso", Cual("si", "modo")))
            return True
        if comp.kind == "except":
            obj = roles.get("que")
            if isinstance(obj, Cosa):
                roles["que"] = replace(
                    obj, filters=(*obj.filters, Hecho("salvo", (("quien", It()), ("que", self._same_kind(obj, comp.value)))))
                )
                return True
            return False
        if comp.kind == "that":
            if "que" in slots and "hecho" in slots["que"].sorts and "que" not in roles:
                clause: Clause = comp.value
                same = clause.subject is None and all(p.mood == "inf" for p in clause.preds)
                roles["que"] = replace(clause, subject=Self()) if same else clause
                return True
            return False
        return comp.kind == "nothing"

    def _after_verb(self, value: Value, slots: dict[str, Role], roles: dict[str, Value], verb: Verb) -> bool:
        """A subject after a verb that has no object."""
        return (
            ("continues" in self.lexicon.data or verb.mood == "subj")
            and "que" not in slots
            and "quien" in slots
            and "quien" not in roles
            and verb.person == 3
            and verb.mood in ("ind", "subj")
            and not verb.passive
            and fits(value, slots["quien"].sorts, self.lexicon)
            and _agrees(value, Pred((), "quien", ANY, number=verb.number))
        )

    def counted(self, value: Value, sorts: frozenset[str]) -> Value:
        """«mueve 3»: that many of the game's unit of distance."""
        if isinstance(value, Cosa) and value.sort == "numero" and "distancia" in sorts and "unit" in self.lexicon.data:
            return replace(value, noun=str(self.lexicon.data["unit"]), sort="distancia")
        return value

    def _have(self, verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        """tener: to own something, or to have it somewhere («que tengas a alcance 0-1»)."""
        comps = [
            inner
            for c in comps
            for inner in (c.value[1] if c.kind == "part" and c.value[0][1].id in PLACED | {"situar"} else (c,))
        ]
        done = next((c for c in comps if c.kind == "part"), None)
        if done is not None:
            return self._have_done(verb, done, comps)
        more = next((c for c in comps if c.kind == "more"), None)
        if more is not None:
            return self._have_more(verb, more, comps)
        objs = [c.value for c in comps if c.kind == "obj" or (c.kind == "prep" and c.prep == "a")]
        where = [
            c
            for c in comps
            if c.kind in ("range", "places")
            or (c.kind == "prep" and c.prep != "a")
            or (c.kind == "adj" and c.value[0].sort == "cara")
        ]
        if objs and any(c.kind == "adj" for c in where):
            return []  # «tiene una ficha boca arriba»: the noun's
        circ = tuple((c.prep, c.value) for c in comps if c.kind == "circ")
        capped = [c for c in comps if c.kind == "most" and c.value[1] is None]
        if capped and len(objs) == 1 and isinstance(objs[0], Cosa) and objs[0].qty.op in ("mas", "menos"):
            circ = (*circ, *((c.prep or "hasta_un_maximo", Cual(c.value[0], "numero")) for c in capped[:1]))
        if len(objs) + len(where) + len(circ) < len(comps) or len(objs) > 1:
            return []
        clitic = next((c for c in verb.clitics if c in CLITIC_NUMBER), None)
        if clitic is not None:
            if objs:
                return []
            gender, number = CLITIC_NUMBER[clitic]
            objs = [Pron("clitico", gender, number, verb.at)]
        common: dict[str, Any] = {"person": verb.person, "number": verb.number, "mood": verb.mood, "at": verb.at}
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        owners = frozenset(self.lexicon.data.get("owners", "").split())
        if where:
            facts: list[Hecho] = []
            for comp in where:
                states = self._states(comp if comp.kind != "prep" else Comp("place", comp.value, comp.prep))
                if not states:
                    return []
                facts.extend(states[0][0])
            # the range is measured from the subject
            made = tuple(_from_subject(fact) for fact in facts)
            owning = self.lexicon.data.get("having_is_owning") and all(f.verb == "en" for f in made)
            if not objs:
                made = (*made, Hecho("de")) if owning else made
                if owning and verb.neg:
                    return []
                return [
                    Pred(
                        tuple(replace(f, neg=f.neg ^ verb.neg, past=verb.past, circ=circ) for f in made),
                        "de",
                        owners,
                        "quien",
                        placed - {"arco", "tipo_accion", "escudo"} if any(c.kind == "range" for c in where) else placed,
                        **common,
                    )
                ]
            thing = objs[0]
            if isinstance(thing, Cosa) and thing.ref in ("", "el") and (thing.qty.op not in ("el",)):
                if not fits(thing, placed | frozenset(self.lexicon.data.get("has", {}).get("*", "").split()), self.lexicon):
                    return []
                if thing.qty.op in ("ningun", "masa"):
                    thing = replace(thing, qty=SOME)
                on = tuple(self.upon(thing.sort, _with_subject(f, It())) for f in made)
                located = replace(thing, filters=(*thing.filters, *on))
                if (
                    all(f.verb == "sobre" for f in on) and thing.sort in self.lexicon.data.get("upon", "").split()
                ):  # «tienes un bloqueo en el defensor»: yours
                    return [
                        Pred(
                            (Hecho("tener", (("que", located),), neg=verb.neg, past=verb.past, circ=circ),),
                            "quien",
                            owners,
                            **common,
                        )
                    ]
                if owning:
                    return [
                        Pred(
                            (Hecho("tener", (("que", located),), neg=verb.neg, past=verb.past, circ=circ),),
                            "quien",
                            owners,
                            **common,
                        )
                    ]
                return [Pred((Hecho("hay", (("que", located),), neg=verb.neg, circ=circ),), "de", owners, **common)]
            if not fits(thing, placed, self.lexicon):
                return []
            own = tuple(_kept_by(f) for f in made) if verb.person == 3 else made
            return [
                Pred(
                    tuple(replace(_with_subject(f, thing), neg=f.neg ^ verb.neg, past=verb.past, circ=circ) for f in own),
                    "de",
                    owners,
                    **common,
                )
            ]
        if not objs:
            return [
                Pred(
                    (Hecho("tener", (), verb.neg, verb.past, circ=circ),),
                    "quien",
                    owners,
                    "que",
                    frozenset(self.lexicon.data.get("has", {}).get("*", "").split()),
                    **common,
                )
            ]
        thing = objs[0]
        found = []
        for owner in sorted(owners):
            if self.has(owner, thing):
                found.append(owner)
        if not found and verb.person == 2 and isinstance(thing, Cosa) and thing.sort in placed and _located_thing(thing):
            if thing.qty.op in ("ningun", "masa"):
                thing = replace(thing, qty=SOME)  # «si tienes alguna nave enemiga en A o en B»: there is one
            return [Pred((Hecho("hay", (("que", thing),), neg=verb.neg, circ=circ),), "de", owners, **common)]
        if not found:
            return []
        if isinstance(thing, Cosa) and thing.qty.op in ("ningun", "masa"):
            thing = replace(thing, qty=SOME)
        return [Pred((Hecho("tener", (("que", thing),), verb.neg, verb.past, circ=circ),), "quien", frozenset(found), **common)]

    def _have_done(self, verb: Verb, done: Comp, comps: Sequence[Comp]) -> list[Pred]:
        """«que tengas fijada como blanco», «que tengas equipadas»: what the subject has done with it."""
        (at, part), inner = done.value
        objs = [c.value for c in comps if c.kind == "obj" or (c.kind == "prep" and c.prep == "a")]
        clitic = next((c for c in verb.clitics if c in CLITIC_NUMBER), None)
        if not objs and verb.clitics == ("te",) and verb.person == 3:  # «te tiene fijado»
            objs, comps = [Yo()], [*comps, Comp("obj", Yo())]
        if len(comps) - 1 != len(objs) or len(objs) > 1 or clitic is not None or any(c.kind == "purpose" for c in inner):
            return []  # «una mejora que tengas equipada para recuperar …»: what the act is for
        made = self.predicates(
            Verb(part.id, at, verb.person, verb.number, verb.mood, verb.neg, past=True),
            [*(Comp("obj", o) for o in objs), *inner],
        )
        return [replace(pred, at=verb.at) for pred in made if not objs or not pred.gap]

    def _have_more(self, verb: Verb, more: Comp, comps: Sequence[Comp]) -> list[Pred]:
        """«si tienes menos escudos que el defensor»."""
        thing, other = more.value
        where = [c for c in comps if c.kind in ("prep", "range")]
        if len(comps) != 1 + len(where) or verb.neg or verb.clitics or not self.has(str(self.lexicon.data["bearer"]), thing):
            return []
        located = self._located(thing, where)  # «más unidades que tu adversario en este sistema»: both are counted there
        if not located or not isinstance(located[0], Cosa):
            return []
        thing = located[0]
        if isinstance(other, Cosa) and other.sort in ("valor", "numero"):
            level = (
                replace(other, filters=(*other.filters, _of(Pron("duenno", "-", "-", -1))))
                if other.sort == "valor" and not other.filters
                else other
            )
            if level is not other:
                return []  # «más fichas que Aplomo»: whose, it does not say
            fact = Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, level)))
            owners = frozenset(self.lexicon.data.get("owners", "").split())
            return [Pred((fact,), "dueno", owners, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)]
        theirs = (
            other
            if isinstance(other, Cosa) and other.sort == thing.sort
            else replace(thing, filters=(*thing.filters, _of(other)), at=-1)
        )
        fact = Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, Cuenta(replace(theirs, qty=EVERY)))))
        owners = frozenset(self.lexicon.data.get("owners", "").split())
        return [Pred((fact,), "dueno", owners, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)]

    # ---- infinitives
    def infp_plain(self, verb: Verb, *comps: Comp) -> Sequence[Pred]:
        return self.predicates(verb, comps) or self._none(verb, comps)

    def infp_copula(self, be: At, *comps: Comp) -> Sequence[Pred]:
        return self.vp_copula(Copula(be[1].id, be[0], 0, "-", False, False), *comps)

    def infp_can(self, _can: At, infs: Infs) -> Sequence[Pred]:
        return ()

    def infs(self, pred: Pred) -> Sequence[Infs]:
        return (Infs("", (pred,)),)

    def infs_y(self, *parts: Any) -> Sequence[Infs]:
        return (Infs("y", _even_all(tuple(p for p in parts if isinstance(p, Pred)))),)

    def infs_o(self, *parts: Any) -> Sequence[Infs]:
        return (Infs("o", _even_all(tuple(p for p in parts if isinstance(p, Pred)))),)

    def infs_para(self, *parts: Any) -> Sequence[Infs]:
        return ()

    def vp_modal(self, modal: Modal, infs: Infs) -> Sequence[Clause]:
        if any(pred.gap and pred.gap not in ("que", "a", "con", "de", "contra", "quien") for pred in infs.items):
            return ()
        preds = tuple(replace(pred, person=modal.person, number=modal.number, mood=modal.mood) for pred in infs.items)
        only = ("modo", Cual("exclusivamente", "modo"))
        if modal.kind == "puede" and len(preds) == 1 and all(only in fact.circ for fact in preds[0].facts):
            # «puedes girarlo solo hacia …» is «solo puedes girarlo hacia …»
            bare = tuple(replace(fact, circ=tuple(c for c in fact.circ if c != only)) for fact in preds[0].facts)
            return (Clause(None, (replace(preds[0], facts=bare),), infs.conj, "solo_puede"),)
        return (Clause(None, preds, infs.conj, modal.kind),)

    def vp_modal_each(self, modal: Modal, *parts: Any) -> Sequence[Clause]:
        """«pueden cada una recibir 1 ficha»: what several do, each of them does."""
        return self.vp_modal(modal, parts[-1]) if modal.number == "p" else ()

    # ---- clauses
    def clause_bare(self, vp: Pred | Clause) -> Sequence[Clause]:
        if (vp.preds[0] if isinstance(vp, Clause) else vp).person == 5:
            return ()
        if not all(self._can_be_you(pred) for pred in (vp.preds if isinstance(vp, Clause) else (vp,))):
            return ()  # «estás boca arriba»
        return (vp if isinstance(vp, Clause) else Clause(None, (vp,)),)

    def _can_be_you(self, pred: Pred) -> bool:
        """Whether who bears the card, or who plays it, can be what the verb asks for."""
        told = pred.person == 2 or pred.mood == "imp"
        if not told or pred.impersonal or pred.subject not in ("quien", "que"):
            return True
        return any(self.lexicon.fits(sort, pred.sorts) for sort in (str(self.lexicon.data["bearer"]), "jugador"))

    def clause_subject(self, subject: Value, vp: Pred | Clause) -> Sequence[Clause]:
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if any(pred.impersonal for pred in clause.preds):
            return ()
        first = clause.preds[0]
        if first.person == 5 and isinstance(subject, Lista) and Yo() in subject.items:  # «tú y esa figura ganáis»
            clause = replace(clause, preds=tuple(replace(p, person=3) for p in clause.preds))
            return (
                (replace(clause, subject=subject),) if all(fits(subject, p.sorts, self.lexicon) for p in clause.preds) else ()
            )
        with_you = isinstance(subject, Lista) and Yo() in subject.items  # «tú o una nave aliada os defendéis», «te defiendes»
        if (
            first.person == 2
            and not isinstance(subject, Yo)
            and not with_you
            and len(clause.preds) == 1
            and clause.subject is None
        ):
            moved = self._dislocated(first, "que", subject)
            return (replace(clause, preds=(moved,)),) if moved is not None else ()
        if ((first.person == 2) != isinstance(subject, Yo) and not with_you) or first.mood == "imp" or first.person == 5:
            return ()
        if not all(fits(subject, pred.sorts, self.lexicon) for pred in clause.preds):
            return ()
        if not self.lenient and not _agrees(subject, first):
            return ()
        return (replace(clause, subject=subject),)

    def clause_dative(self, _a: At, whom: Value, vp: Pred | Clause) -> Sequence[Clause]:
        """«a una nave aliada se le inflija 1 carta de Daño»: told first, and again by its pronoun."""
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if len(clause.preds) != 1 or clause.subject is not None:
            return ()
        pred = clause.preds[0]
        made = self._dislocated(pred, "a", whom)
        return (replace(clause, preds=(made,)),) if made is not None else ()

    def _dislocated(self, pred: Pred, role: str, value: Value) -> Pred | None:
        """The predicate whose pronoun in that role is the thing told before it: «tus maniobras puedes considerarlas …»."""
        if len(pred.facts) != 1 or not isinstance(value, (Cosa, Papel, Lista, Nombre)):
            return None
        fact = pred.facts[0]
        told = fact.role(role)
        if not isinstance(told, Pron) or told.kind != "clitico" or not fits(value, told.sorts, self.lexicon):
            return None
        if isinstance(value, Cosa) and not (agree(told.gender, value.gender) and agree(told.number, value.number)):
            return None
        return replace(pred, facts=(replace(fact, roles=tuple((k, value if k == role else v) for k, v in fact.roles)),))

    # ---- relative clauses
    def rel_que(self, _que: At, clause: Clause) -> Sequence[Any]:
        if any(key == "modo_de" or _if_possible(key, value) for p in clause.preds for f in p.facts for key, value in f.circ):
            return ()  # «…, ignorando …» is said of the act
        if any(key == "para" or value == IF_POSSIBLE for p in clause.preds for f in p.facts for key, value in f.circ):
            return ()  # «descartar una carta que tenga equipada para …»: what the act is for
        also = ("modo", Cual("tambien", "modo"))
        if "continues" in self.lexicon.data and any(also in f.circ for p in clause.preds for f in p.facts):
            return ()  # «cada Rebelde que sufra [daño] también adquiere Debilidad»
        if any(p.mood == "imp" for p in clause.preds):
            return ()  # «un movimiento que termina …»: no order stands in a relative clause
        return (("", clause),) if clause.subject is None or any(p.gap for p in clause.preds) else ()

    def rel_inverted(self, que: At, vp: Pred | Clause, subject: Value) -> Sequence[Any]:
        return [
            made
            for clause in self.clause_subject(subject, vp)
            for made in self.rel_que(que, clause)
            if any(p.gap for p in clause.preds)
        ]

    def rel_prep(self, prep: At, clause: Clause) -> Sequence[Any]:
        return ((prep[1].id, clause),)

    def rel_prep_inverted(self, prep: At, vp: Pred | Clause, subject: Value) -> Sequence[Any]:
        return [(prep[1].id, clause) for clause in self.clause_subject(subject, vp)]

    def rel_prep_lies(self, prep: At, copula: Copula, who: Value) -> Sequence[Any]:
        """«un arco en el que se encuentre el atacante»."""
        own = copula.clitics == (("se",) if copula.verb in ("hallar", "encontrar") else ())
        if prep[1].id != "en" or not own or copula.verb == "ser" or copula.person != 3 or isinstance(who, (Yo, Pron)):
            return ()
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        fact = Hecho("en", (("donde", It()),), copula.neg, copula.past)
        pred = Pred((fact,), "quien", placed, person=3, number=copula.number, mood=copula.mood, at=copula.at)
        return [("cuyo", clause) for clause in self.clause_subject(who, pred)]

    def rel_whose(self, _word: At, thing: Value, vp: Pred | Clause) -> Sequence[Any]:
        if not isinstance(thing, Cosa):
            return ()
        owned = replace(
            thing,
            qty=Qty("el"),
            ref="el",
            filters=(*thing.filters, Hecho("de", (("quien", It()), ("que", Pron("duenno", "-", "-", -1))))),
        )
        preds = vp.preds if isinstance(vp, Clause) else (vp,)
        if any(_if_possible(key, value) for p in preds for f in p.facts for key, value in f.circ):
            return ()
        return [("cuyo", clause) for clause in self.clause_subject(owned, vp)]

    def rel_in_whose_is(self, word: At, thing: Value, vp: Pred | Clause) -> Sequence[Any]:
        """«en cuya reserva haya un arma»: the reserve has it."""
        if isinstance(vp, Clause) or len(vp.facts) != 1 or vp.facts[0].verb != "hay" or not isinstance(thing, Cosa):
            return ()
        what = vp.facts[0].role("que")
        if what is None or not self.has(thing.sort, what):
            return ()
        has = replace(vp, facts=(replace(vp.facts[0], verb="tener"),), subject="quien", sorts=ANY, impersonal=False)
        return list(self.rel_whose(word, replace(thing, number="-"), has))

    def rel_in_whose(self, _word: At, thing: Value, vp: Pred | Clause, subject: Value) -> Sequence[Any]:
        """«en cuya barra de acciones figure [cálculo]»."""
        if (
            not isinstance(thing, Cosa)
            or isinstance(vp, Clause)
            or vp.impersonal
            or len(vp.facts) != 1
            or vp.gap not in ("", "en")
            or not fits(subject, vp.sorts, self.lexicon)
        ):
            return ()
        owned = replace(
            thing,
            qty=Qty("el"),
            ref="el",
            filters=(*thing.filters, Hecho("de", (("quien", It()), ("que", Pron("duenno", "-", "-", -1))))),
        )
        fact = replace(vp.facts[0], roles=(*vp.facts[0].roles, ("en", owned)))
        return [("cuyo", Clause(subject, (replace(vp, facts=(fact,), gap=""),)))]

    def relative(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...] | Cosa]:
        prep, clause = value
        if thing.sort == "" and thing.qty.op == "n" and thing.filters == (Hecho("otro", (("quien", It()),)),):
            return [
                c for c in self.relative(replace(thing, sort="cosa"), value) if isinstance(c, tuple)
            ]  # «ejecuta otra que …»
        if thing.sort == "":
            if thing.ref != "el" or thing.filters or prep:
                return ()
            thing = replace(thing, noun="los_que", sort="cosa", qty=EVERY, ref="ese")  # «los que no la superen»: those of them
            return [replace(thing, filters=c) if isinstance(c, tuple) else c for c in self.relative(thing, value)]
        if prep == "cuyo":
            return [tuple(facts_of(clause, clause.subject))]
        if prep:
            found = []
            for pred in clause.preds:
                locked = self._locked(pred, thing)
                if locked is not None:  # «un defensor al que hayas fijado blanco»: that you have locked
                    found.append(locked)
                    continue
                if pred.gap and pred.gap != prep:
                    return ()
                slot = self._slot(pred, prep)
                if not slot or not self.lexicon.fits(thing.sort, slot.sorts) or len(pred.facts) != 1:
                    return ()
                fact = pred.facts[0]
                if fact.verb == "hay" and thing.sort in self.containers:  # «un sistema en el que haya un Líder» contains it
                    found.append(replace(fact, verb="tener", roles=(("quien", It()), *fact.roles)))
                else:
                    found.append(replace(fact, roles=(*fact.roles, (prep, It()))))
            return [
                tuple(
                    _with_roles(fact, pred, clause.subject if clause.subject is not None else implied(pred), clause.modal)
                    for fact, pred in zip(found, clause.preds, strict=True)
                )
            ]
        results: list[tuple[Cond, ...]] = []
        pred = clause.preds[0]
        open_ = clause.subject is None and pred.person in (3, 0) and not any(p.gap for p in clause.preds)
        if (
            open_
            and not pred.impersonal
            and (self.lenient or agree(pred.number, thing.number))
            and all(self.lexicon.fits(thing.sort, p.sorts) for p in clause.preds)
            and agree(pred.gender, thing.gender)
        ):
            said = tuple(self.upon(thing.sort, fact) for fact in facts_of(clause, It()))
            results.append((Junto("o", said),) if clause.conj == "o" and len(said) > 1 else said)
        upon = all(self.lies_upon(thing.sort, fact.role("donde")) for fact in pred.facts)
        if len(clause.preds) == 1 and pred.gap and (upon or self.lexicon.fits(thing.sort, pred.gap_sorts)):
            filled = replace(pred, facts=tuple(replace(f, roles=((pred.gap, It()), *f.roles)) for f in pred.facts), gap="")
            subject = clause.subject if clause.subject is not None else implied(pred)
            third = not any(self.lexicon.fits(thing.sort, p.sorts) for p in clause.preds)  # «un tipo que no posea»: who is told
            third = third or (pred.subject == "de" and pred.facts[0].verb == "a_alcance")  # «que tenga a alcance 1»: from him
            if isinstance(subject, Pron) and clause.subject is None and not pred.impersonal and not third:
                return results
            made = tuple(facts_of(replace(clause, preds=(filled,)), subject))
            on = tuple(self.upon(thing.sort, fact) for fact in made)
            if on != made and pred.subject == "de":  # «un bloqueo que tengas en el defensor»: yours, on him
                on = (*on, _of(subject))
            results.append(on)
        return results

    def _locked(self, pred: Pred, thing: Cosa) -> Hecho | None:
        for name, told in self.lexicon.data.get("same_act", {}).items():
            act, noun, _ = told.split()
            fact = pred.facts[0]
            got = fact.role("que")
            role = next((r for r in self.lexicon.verbs.get(name, ()) if r.name == "que"), None)
            if fact.verb != act or not fact.past or not isinstance(got, Cosa) or got.noun != noun or got.filters:
                continue
            if role is not None and self.lexicon.fits(thing.sort, role.sorts):
                return replace(fact, verb=name, roles=tuple((k, It() if k == "que" else v) for k, v in fact.roles))
        return None

    def _slot(self, pred: Pred, prep: str) -> Role | None:
        signature = self.lexicon.verbs.get(pred.facts[0].verb, ())
        if pred.facts[0].verb == "hay" and prep == "en":
            return Role("en", frozenset(self.lexicon.data.get("places", "").split()), True)
        if pred.facts[0].verb in ("hay", "tener") and prep in self.lexicon.data.get("preps", {}):  # «sobre el que haya 1 ficha»
            held = pred.facts[0].role("que")
            sorts = self.lexicon.data["preps"][prep].get(sort_of(held, self.lexicon) if held is not None else "", "")
            return Role(prep, frozenset(sorts.split()), True)
        return next((role for role in signature if role.name == prep and pred.facts[0].role(prep) is None), None)

    def only_has(self, vp: Any, owner: Value) -> bool:
        """Whether the verb says nothing but that the owner has it."""
        if not isinstance(vp, Pred) or len(vp.facts) != 1 or vp.gap != "que" or not fits(owner, vp.sorts, self.lexicon):
            return False
        return vp.facts[0] == Hecho("tener") and vp.person == 3 and _agrees(owner, vp)

    def asked(self, thing: Cosa, infs: Any) -> Sequence[tuple[Cond, ...]]:
        """«el requisito de pertenecer a la categoría [tropa]»: what it asks for."""
        if thing.sort != "requisito" or any(p.gap for p in infs.items):
            return ()
        return [(Hecho("exigir", (("quien", It()), ("que", Clause(Pron("nadie", "-", "-", -1), infs.items, infs.conj)))),)]

    def gerund(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        """«un Oficial transportando los planos»: who carries them."""
        (at, ger), comps = value
        if not comps or ger.clitics:
            return ()
        preds = self.predicates(Verb(ger.id, at, 3, "-", "ger"), comps)
        return [
            tuple(_with_roles(f, pred, It(), "") for f in pred.facts)
            for pred in preds
            if not pred.gap and self.lexicon.fits(thing.sort, pred.sorts) and ger.id not in ("usar", "utilizar")
        ]

    def participle(self, thing: Cosa, value: Any) -> Sequence[tuple[Cond, ...]]:
        (_, part), comps, neg = value
        if comps and comps[-1] == ALSO:
            return ()  # «el nombre indicado también forma parte …»: said of what follows
        shown = thing.noun == thing.sort and thing.noun != "ficha" and any(_is_icon(f) for f in thing.filters)
        gender = "-" if shown else thing.gender  # an icon shows no gender
        if thing.sort == "" or not (self.lenient or (agree(part.gender, gender) and agree(part.number, thing.number))):
            return ()
        if part.id in PLACED and not self.lies(thing):
            return ()
        if any(c.kind == "circ" and c.prep == "hasta" for c in comps):
            return ()  # «la nave elegida hasta el final de la fase»: how long is said of the act
        found = []
        done = neg or any(
            c.kind == "circ" and c.prep == "durante" for c in comps
        )  # «activado durante esta ronda»: that it happened
        for facts, sorts, _, _, _ in self._states(Comp("part", value[:2])):
            if neg or done:
                facts = tuple(replace(f, neg=f.neg ^ neg, past=done) for f in facts)
            if self.lexicon.fits(thing.sort, sorts):
                found.append(
                    tuple(_with_roles(f, None, It(), "") for f in facts)
                    if part.id not in PLACED | {"situar"}
                    else tuple(_with_subject(f, It()) for f in facts)
                )
        return found


def _parted(a: Comp, b: Comp) -> bool:
    """«hacia ese fragmento», «de 1 obstáculo» are one phrase, never «hacia ése», «de 1» and a noun without its article."""
    thing = b.value
    if b.kind != "obj" or not isinstance(thing, Cosa) or thing.qty.op != "masa":
        return False
    return any(
        headless(part) and not part.filters
        if isinstance(part, Cosa)
        else isinstance(part, Pron)
        and part.kind == "este"
        and part.at + 1 == thing.at
        and agree(part.gender, thing.gender)
        and agree(part.number, thing.number)
        for part in parts(a.value)
    )


def _extra() -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", Cual("adicional", "rasgo"))))


def _blank(value: Value) -> bool:
    """«en blanco» alone: a face with nothing on it."""
    shows = Hecho("ser", (("quien", It()), ("que", Cual("cara_vacia", "icono_resultado"))))
    return isinstance(value, Cosa) and value.qty.op == "masa" and value.filters == (shows,)


def _facts_in(value: Value) -> tuple[Hecho, ...]:
    return tuple(fact for pred in value.preds for fact in pred.facts) if isinstance(value, Clause) else ()


def _is_icon(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" else None
    return isinstance(what, Cual) and what.kind.startswith("icono_")


def _with_you(value: Value) -> bool:
    return isinstance(value, Yo) or (isinstance(value, Lista) and Yo() in value.items)


def _participles(parts: Sequence[Any]) -> list[tuple[At, list[Comp]]]:
    """Participles with the complements after each."""
    found: list[tuple[At, list[Comp]]] = []
    for part in parts:
        if isinstance(part, tuple) and part[1].cls == "V_PART":
            found.append((part, []))
        elif isinstance(part, Comp):
            found[-1][1].append(part)
    return found


def _still(vp: Any) -> bool:
    """What can be so still: that something has not happened, or a state."""
    facts = [fact for pred in (vp.preds if isinstance(vp, Clause) else (vp,)) for fact in pred.facts]
    return all(fact.neg or fact.past or fact.verb in ("ser", "en", "tener", "hay", "a_alcance") for fact in facts)


def _bare(value: Value) -> bool:
    """«infantería», «vehículo terrestre», «el líder»: what something is taken for."""
    return (
        isinstance(value, Cosa) and value.number != "p" and (value.qty.op == "masa" or (value.qty.op == "el" and not value.id))
    )


def _kind_of(name: str) -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", Cual(name, "rasgo"))))


def slot_sorts(signature: tuple[Role, ...], name: str) -> frozenset[str]:
    return next((role.sorts for role in signature if role.name == name), frozenset())


def _said_where(value: Value, sorts: frozenset[str], lexicon: Lexicon) -> bool:
    """A new thing told with the place where the verb would put it."""
    if isinstance(value, Lista):
        return any(_said_where(item, sorts, lexicon) for item in value.items)
    if not isinstance(value, Cosa) or value.ref:
        return False
    places = [f.role("donde") for f in value.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
    return any(place is not None and fits(place, sorts, lexicon) for place in places)


def _kept_by(value: Any) -> Any:
    """«una nave que tenga al defensor en su arco»: in her own, who has him there."""
    if isinstance(value, Pron):
        return replace(value, kind="duenno") if value.kind == "su" else value
    if isinstance(value, tuple):
        return tuple(_kept_by(item) for item in value)
    if isinstance(value, (Hecho, Cosa, Lista, Junto)):
        names = [f.name for f in fields(value)]
        return replace(value, **{name: _kept_by(getattr(value, name)) for name in names})
    return value


def _if_possible(key: str, value: Any) -> bool:
    """«…, si es posible» is said of the act, not of what it is done with."""
    return key == "modo" and value == Cual("si_es_posible", "modo")


def _located_thing(thing: Cosa) -> bool:
    facts = [f for c in thing.filters for f in (c.items if isinstance(c, Junto) else (c,))]
    return any(isinstance(f, Hecho) and f.verb in LOCATION for f in facts) or any(
        isinstance(f, Junto) and any(isinstance(g, Hecho) and g.verb in LOCATION for g in f.items) for f in facts
    )


def _compared(clause: Clause, measured: Value | None) -> Clause:
    """«su Iniciativa … como idéntica a la tuya»: to your Iniciativa."""
    pred = clause.preds[0]
    ((op, other),) = pred.facts[0].roles
    if isinstance(other, Cosa) and other.noun == "" and isinstance(measured, Cosa):
        other = replace(other, noun=measured.noun, sort=measured.sort, gender=measured.gender)
    return replace(clause, preds=(replace(pred, facts=(replace(pred.facts[0], roles=((op, other),)),)),))


def _as_comp(mod: Mod) -> Comp:
    if mod.kind == "near":
        return Comp("adj_to", ((mod.value[0],), mod.value[1]))
    return Comp("range", mod.value) if mod.kind == "range" else Comp("place", mod.value, mod.prep)


def lexicon_verb(lexicon: Lexicon, name: str) -> str:
    """One act has one name: «recuperarse de 2 [daño]» is to recover them."""
    return str(lexicon.data.get("same_verb", {}).get(name, name))


def _even_all(preds: tuple[Pred, ...]) -> tuple[Pred, ...]:
    """«realizar acciones y ejecutar maniobras, incluso aunque …»: the exception is said of all of them."""
    even = tuple(c for f in preds[-1].facts for c in f.circ if c[0] == "incluso_aunque")
    if not even:
        return preds
    return tuple(
        replace(
            p,
            facts=tuple(
                f if any(k == "incluso_aunque" for k, _ in f.circ) else replace(f, circ=(*f.circ, *even)) for f in p.facts
            ),
        )
        for p in preds
    )


def _subject_role(
    signature: tuple[Role, ...], verb: Verb, roles: dict[str, Value], impersonal: bool
) -> tuple[str, frozenset[str], Value | None]:
    slots = {role.name: role for role in signature}
    if "quien" in roles and not verb.passive and not impersonal:
        return "nadie", ANY, None
    if verb.passive or impersonal:
        if "que" in roles:
            return "nadie", ANY, roles.get("quien")
        if "que" not in slots:
            return "", ANY, None
        return "que", slots["que"].sorts, roles.get("quien")
    return "quien", slots["quien"].sorts if "quien" in slots else ANY, None


def _ordered(roles: dict[str, Value], signature: tuple[Role, ...]) -> Roles:
    order = [role.name for role in signature]
    return tuple(sorted(roles.items(), key=lambda item: order.index(item[0]) if item[0] in order else 99))


def _agrees(subject: Value, pred: Pred) -> bool:
    if isinstance(subject, Lista):
        each = all(isinstance(item, Cosa) and item.qty == EVERY and item.number == "s" for item in subject.items)
        return pred.number in ("p", "-") or each if subject.conj == "y" else True
    if isinstance(subject, Cosa):
        number = subject.number if subject.number != "-" else "-"
        return agree(number, pred.number) and agree(subject.gender, pred.gender)
    if isinstance(subject, Papel):
        return pred.number != "p" or subject.nombre.startswith("este_")  # «estas reglas se aplican»
    if isinstance(subject, Pron):
        return agree(subject.number, pred.number)
    return True


def _with_subject(fact: Hecho, subject: Value) -> Hecho:
    """A state said of somebody."""
    return replace(fact, roles=(("quien", subject), *(item for item in fact.roles if item[0] != "quien")))


def _from_subject(fact: Hecho) -> Hecho:
    if fact.verb != "a_alcance" or fact.role("de") != HERE:
        return fact
    return replace(fact, roles=tuple(item for item in fact.roles if item[0] != "de"))


def implied(pred: Pred) -> Value:
    """Who does what no word says: you, or somebody told before."""
    if pred.person in (2, 0) or pred.mood == "imp":
        return Yo()
    return Pron("nadie" if pred.impersonal else "elidido", pred.gender, pred.number, pred.at, pred.sorts)


def _with_roles(fact: Hecho, pred: Pred | None, subject: Value | None, modal: str) -> Hecho:
    """The fact with its subject in the role that the verb gives it."""
    role = pred.subject if pred is not None else "que"
    roles = list(fact.roles)
    if role == "de" and fact.verb == "de" and subject is not None:  # «que tengas en este sistema»: yours
        return replace(fact, roles=(*roles, ("que", subject)), modal=modal)
    if (
        role
        and role != "nadie"
        and subject is not None
        and not (role == "de" and fact.role("de") is not None)
        and not any(key == role for key, _ in roles)
    ) and not (role == "de" and fact.verb not in ("a_alcance",)):
        roles.insert(0, (role, subject))
    if role == "dueno" and subject is not None:  # «tienes más fichas que …»: the subject's tokens are counted
        return replace(fact, roles=tuple((k, _owned_by(v, subject) if k == "quien" else v) for k, v in fact.roles), modal=modal)
    if fact.verb == "hay" and role == "de" and subject is not None:
        roles = [(key, _measured(value, subject)) for key, value in roles]
    told = "que" if pred is not None and role == "que" and not pred.impersonal else ""
    return replace(fact, roles=tuple(roles), modal=modal, sujeto=told)


def _owned_by(value: Value, subject: Value) -> Value:
    assert isinstance(value, Cuenta) and isinstance(value.de, Cosa)
    return Cuenta(replace(value.de, filters=(*value.de.filters, _of(subject))))


def _of(owner: Value) -> Hecho:
    return Hecho("de", (("quien", It()), ("que", owner)))


LOCATION = frozenset({"a_alcance", "en"})


def _more(thing: Cosa, other: Cosa, op: str) -> Hecho:
    """«más naves enemigas que aliadas a alcance 0-1»: a place that only the last one says is said of both."""
    if other.noun == "":
        other = replace(other, noun=thing.noun, sort=thing.sort)
    if not any(isinstance(f, Hecho) and f.verb in LOCATION for f in thing.filters):
        thing = replace(
            thing, filters=(*thing.filters, *(f for f in other.filters if isinstance(f, Hecho) and f.verb in LOCATION))
        )
    return Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (op, Cuenta(replace(other, qty=EVERY)))))


def _measured(value: Value, subject: Value) -> Value:
    """«tienes un obstáculo a alcance 1»: measured from the subject."""
    if not isinstance(value, Cosa):
        return value
    filters = tuple(
        replace(f, roles=(*f.roles[:1], ("de", subject), *f.roles[1:]))
        if isinstance(f, Hecho) and f.verb == "a_alcance" and f.role("de") is None
        else f
        for f in value.filters
    )
    return replace(value, filters=filters)


def facts_of(clause: Clause, subject: Value | None) -> Iterator[Hecho]:
    """The facts of a clause with their subject."""
    for pred in clause.preds:
        for fact in pred.facts:
            yield _with_roles(fact, pred, subject if not pred.impersonal else None, clause.modal)


def _clause(subject: Value, infs: Infs) -> Clause:
    return Clause(subject, infs.items, infs.conj)
