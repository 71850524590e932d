"""Actions for modifiers: with a preposition, an adjective, a relative clause, a comparison."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.words import Word
from grammar.meaning.actions.phrases import Phrases
from grammar.meaning.actions.things import (
    WHERE_ONLY,
    At,
    Mod,
    agree,
    befalls,
    lasts,
    number_said,
    owned_fact,
    reach_of,
    sort_of,
)
from grammar.meaning.actions.verbs import of_both
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    SOME,
    THE,
    Clause,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Lista,
    Papel,
    Pron,
    Qty,
    Rango,
    Value,
    Yo,
)  # fmt: skip

DISTANT = frozenset({"n", "hasta", "al_menos"})
"""So many spaces behind «a» say how far, and are no spaces that somebody stands on."""


def _anothers(cond: Any) -> bool:
    owner = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
    return isinstance(owner, (Cosa, Papel)) and getattr(owner, "sort", "") not in ("valor", "numero")


def _is_word(part: Any) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], Word)


SHIFTS = ("DESVIO", "MEDIDA", "MAYOR_QUE", "MENOR_QUE", "O_MAS", "O_MENOS")
SIDES = {"mayor": "superior", "menor": "inferior", "al_menos": "superior", "hasta": "inferior"}
"""«1 punto mayor» is one above."""


class Modifiers(Phrases):
    def core_as_many_had(self, *parts: Any) -> Sequence[Value]:
        """«tantas fichas como escudos tenga el atacante»."""
        *before, vp, owner = parts
        made = self.clause_subject(owner, vp)
        return [value for clause in made for value in self.core_as_many_there(*before, clause)]

    def clause_subject(self, subject: Value, vp: Any) -> Sequence[Clause]:
        """A verb phrase with its subject: see `clauses`."""
        raise NotImplementedError

    def core_as_many_there(self, *parts: Any) -> Sequence[Value]:
        """«tantos dados como naves enemigas haya a alcance 0-1»: as many as there are, or as somebody has."""
        most = parts[0][1].cls == "HASTA"
        thing, other, vp = (part for part in parts if not isinstance(part, tuple))
        if not isinstance(thing, Cosa) or not isinstance(other, Cosa) or thing.number != "p" or other.number == "s":
            return ()
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if (
            thing.qty.op != "algun"
            or other.qty.op != ("algun" if other.number == "p" else "masa")
            or any(p.mood == "imp" for p in clause.preds)
        ):
            return ()
        found: list[Value] = []
        for made in self._modified(other, Mod("rel", ("", clause))):
            if not isinstance(made, Cosa):
                continue
            count = Cuenta(replace(made, qty=EVERY))
            equal = Hecho("cantidad", (("quien", It()), ("menor_igual" if most else "igual", count)))
            found.append(replace(thing, qty=Qty("segun"), filters=(*thing.filters, equal)))
        return found

    def mod_de(self, _de: At, value: Value) -> Sequence[Mod]:
        return (Mod("de", value),)

    def mod_yours(self, _word: At) -> Sequence[Mod]:
        return (Mod("de", Yo()),)

    def mod_de_inf(self, _de: At, infs: Any) -> Sequence[Mod]:
        return (Mod("asks", infs),)

    def mod_de_o(self, *parts: Any) -> Sequence[Mod]:
        values = tuple(part for part in parts if not isinstance(part, tuple))
        conj = next(part[1].id for part in parts if isinstance(part, tuple) and part[1].cls in ("O", "Y", "NI"))
        return (Mod("de_o", (conj, values)),)

    def mod_adj(self, word: At) -> Sequence[Mod]:
        return (Mod("adj", (word[1],)),)

    def mod_adj_o(self, a: At, conj: At, b: At) -> Sequence[Mod]:
        joint = "adj_y" if conj[1].cls == "Y" else "adj_o"
        return (Mod(joint, (a[1], b[1])),) if agree(a[1].number, b[1].number) else ()

    def mod_keyword(self, *parts: Any) -> Sequence[Mod]:
        return (Mod("keyword", parts[-1], "de" if len(parts) > 1 else ""),)

    def mod_icons(self, *parts: Any) -> Sequence[Mod]:
        return tuple(Mod("icons", part) for part in parts if isinstance(part[0], str))

    def mod_not(self, _no: At, word: At) -> Sequence[Mod]:
        return (Mod("not", word[1]),)

    def mod_not_part(self, _no: At, part: At, *comps: Any) -> Sequence[Mod]:
        return (Mod("not_part", (part, comps)),)

    def mod_not_de(self, _no: At, _de: At, value: Value) -> Sequence[Mod]:
        return (Mod("not_de", value),)

    def mod_not_move(self, _no: At, word: At) -> Sequence[Mod]:
        return (Mod("not_move", word[1].id),)

    def wheres(self, *parts: Mod) -> Sequence[tuple[Mod, ...]]:
        return (parts,)

    def mod_wheres(self, *parts: Any) -> Sequence[Mod]:
        """Places of which one will do; one of several words, or it is a list of nouns."""
        options = tuple(part for part in parts if isinstance(part[0], Mod))
        if all(len(option) == 1 and option[0].kind == "p" and option[0].prep == options[0][0].prep for option in options):
            return ()  # «contra ti o contra una figura amiga» is one list
        return (Mod("wheres", options),)

    def mod_where_rel(self, where: tuple[Mod, ...], conj: At, rel: Any) -> Sequence[Mod]:
        return (Mod("where_rel" if conj[1].id == "o" else "where_and_rel", (where, rel)),)

    def mod_more(self, word: At) -> Sequence[Mod]:
        return (Mod("more", word[1].id),)

    def mod_beyond(self, more: At, word: At, _que: At, value: Value) -> Sequence[Mod]:
        return (Mod("beyond", (more[1].id, word[1], value)),)

    def mod_rel_beyond(self, rel: Any, _y: At, more: At, word: At, _que: At, value: Value) -> Sequence[Mod]:
        return (Mod("rel_beyond", (rel, (more[1].id, word[1], value))),)

    def mod_shift(self, *parts: Any) -> Sequence[Mod]:
        """«superior o inferior en 1 punto a la original», «1 punto superior o inferior»."""
        sides = [SIDES.get(p[1].id, p[1].id) for p in parts if isinstance(p, tuple) and p[1].cls in SHIFTS]
        which = "_o_".join(sides)
        if which == "inferior_o_superior":
            which = "superior_o_inferior"
        if len(set(sides)) < len(sides):
            return ()  # «superior o superior»
        number = number_said([p for p in parts if isinstance(p, tuple)])
        noun = next((p[1] for p in parts if isinstance(p, tuple) and p[1].cls == "N"), None)
        if noun is not None and noun.id not in ("punto", "nivel"):
            return ()
        other = next((p for p in parts if not isinstance(p, tuple)), None)
        roles: tuple[tuple[str, Value], ...] = (("que", Cual(which, "desvio")), ("cuanto", Cual(number, "numero")))
        return (Mod("shift", roles if other is None else (*roles, ("de", other))),)

    def mod_between(self, prep: At, low: At, _y: At, high: At) -> Sequence[Mod]:
        if prep[1].id != "entre" or not (low[1].id.isdigit() and high[1].id.isdigit()) or int(low[1].id) >= int(high[1].id):
            return ()
        return (Mod("between", Rango(low[1].id, high[1].id)),)

    def where(self, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def where_dist(self, _a: At, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def where_p(self, prep: At, value: Value) -> Sequence[Mod]:
        return (Mod("en", value, "en") if prep[1].cls == "EN" else Mod("p", value, prep[1].id),)

    def mod_places(self, *parts: Any) -> Sequence[Mod]:
        both = any(isinstance(p, tuple) and p[1].cls == "TANTO" for p in parts)  # «naves tanto en A como en B»: the same ones?
        return (Mod("both_places" if both else "places", of_both([p for p in parts if isinstance(p, Mod)])),)

    def mod_hasta(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, "hasta_linea"),)

    def mod_follows(self, _colon: At) -> Sequence[Mod]:
        return (Mod("follows", None),)

    def mod_listed(self, _colon: At, *parts: At) -> Sequence[Mod]:
        """«1 de tus Estados secretos: A, B»: which they are."""
        names = tuple(word for _, word in parts if word.cls == "NAME")
        return (Mod("listed", names),) if len(set(names)) == len(names) > 1 else ()

    def mod_reach(self, _de: At, icon: At) -> Sequence[Mod]:
        return (Mod("between", Rango(reach_of(icon[1].id), reach_of(icon[1].id))),) if "measured" in self.lexicon.data else ()

    def mod_during(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("during", value),) if lasts(value, self.lexicon) else ()

    def mod_por(self, _word: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, "por_causa"),)

    def mod_part_adv(self, adv: At, part: At, *comps: Any) -> Sequence[Mod]:
        return (Mod("part", (part, comps, False)),) if adv[1].id in ("ya", "todavia", "recien") else ()

    def mod_en_inf(self, _en: At, infs: Any) -> Sequence[Mod]:
        """«la primera figura en atacar», «el último grupo en activarse»: the one that does it so."""
        return [Mod("first_to", pred) for pred in infs.items] if len(infs.items) == 1 and not infs.items[0].gap else ()

    def mod_ger(self, ger: At, *comps: Any) -> Sequence[Mod]:
        return (Mod("ger", (ger, comps)),)

    def mod_without(self, _sin: At, verb: At) -> Sequence[Mod]:
        return (Mod("without", verb[1]),) if not verb[1].clitics else ()

    def mod_con(self, _con: At, value: Value) -> Sequence[Mod]:
        if isinstance(value, Cosa) and value.sort == "valor" and any(_anothers(f) for f in value.filters):
            return ()  # «la figura con menos Vida de este grupo»: whoever has a value has his own
        return (Mod("con", value),)

    def mod_sin(self, _sin: At, value: Value) -> Sequence[Mod]:
        if isinstance(value, Cosa) and value.qty.op in ("masa", "algun", "ningun"):
            value = replace(value, qty=SOME)
        return (Mod("sin", value),)

    def mod_en(self, _en: At, value: Value) -> Sequence[Mod]:
        return (Mod("en", value),)

    def mod_a(self, _a: At, value: Value) -> Sequence[Mod]:
        if isinstance(value, Cosa) and value.sort == "distancia":
            return ()  # «a 4 casillas» is how far: mod_dist
        counted = isinstance(value, Cosa) and value.noun == self.lexicon.data.get("unit") and not value.ref
        if counted and isinstance(value, Cosa) and value.qty.op in DISTANT and not value.filters:
            return ()
        return (Mod("p", value, "a"),)

    def mod_p(self, prep: At, value: Value) -> Sequence[Mod]:
        return (Mod("p", value, prep[1].id),)

    def there_too(self, items: list[Any]) -> list[Any]:
        """«un obstáculo o una nave enemiga a alcance 0-2»: where the last one is, the others are, if nothing says where."""
        last = items[-1]
        where = tuple(f for f in last.filters if _is_where(f)) if isinstance(last, Cosa) and not last.ref else ()
        placed = self.lexicon.data.get("placed", "").split()
        others = [item for item in items[:-1] if isinstance(item, Cosa)]
        if not where or last.sort not in placed or len(others) < len(items) - 1:
            return items
        if any(item.ref or item.sort not in placed or any(map(_is_where, item.filters)) for item in others):
            return items
        return [*(replace(item, filters=(*item.filters, *where)) for item in others), last]

    def mod_p_list(self, prep: At, a: Value, conj: At, again: At, b: Value) -> Sequence[Mod]:
        return (Mod("p", Lista(conj[1].id, tuple(self.there_too([a, b]))), prep[1].id),) if prep[1].id == again[1].id else ()

    def mod_range(self, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def mod_dist(self, _a: At, value: Any) -> Sequence[Mod]:
        return (Mod("range", value),)

    def mod_rel(self, *parts: Any) -> Sequence[Mod]:
        if len(parts) > 1 and parts[-1][0] == "" and any(map(befalls, parts[-1][1].preds)):
            return ()  # «Una nave, que recibe 1 ficha, …»: what becomes of it, not which one it is
        return (Mod("rel", parts[-1]),)

    def mod_qty(self, word: At) -> Sequence[Mod]:
        return (Mod("qty", word[1].id),)

    def mod_rel_y(self, a: Any, _y: At, clause: Any) -> Sequence[Mod]:
        moods = {p.mood == "subj" for p in (*a[1].preds, *clause.preds)}  # «que tengas a alcance 1 y recibe …»: another act
        return (Mod("rels", ("y", (a, ("", clause)))),) if len(moods) == 1 else ()

    def mod_rel_or_both(self, a: Any, _o: At, b: Any, _y: At, clause: Any) -> Sequence[Mod]:
        """«que A o que B y C»: what has no «que» of its own goes on with the last."""
        return [Mod("rels", ("o", (a, both))) for both in self.mod_rel_y(b, _y, clause)]

    def mod_halves(self, a: Mod, _o: At, b: Mod) -> Sequence[Mod]:
        """«una nave dañada o con 2 fichas rojas»: one of them; two of one kind are a list of their own."""
        return (Mod("either", (a, b)),) if a.kind != b.kind else ()

    def half_name(self, name: At) -> Sequence[Mod]:
        return (Mod("called", name),)

    def mod_rel_half(self, rel: Any, _y: At, half: Mod) -> Sequence[Mod]:
        return (Mod("both", (Mod("rel", rel), half)),)

    def mod_half_rel(self, half: Mod, _y: At, rel: Any) -> Sequence[Mod]:
        if half.kind == "adj" and half.value[0].sort != "estado":
            return ()  # «ninguna ficha verde y que tengas a alcance 1»: what follows is said of the ship
        return (Mod("both", (half, Mod("rel", rel))),)

    def mod_bound(self, word: At) -> Sequence[Mod]:
        return (Mod("bound", word[1].id),)

    def mod_sum(self, word: At, number: At) -> Sequence[Mod]:
        """«su Velocidad menos 2», «el número de Rebeldes más 1»."""
        return (Mod("sum", (word[1].id, number[1].id)),)

    def mod_rel_nor(self, a: Any, _ni: At, clause: Any) -> Sequence[Mod]:
        """«que no sean el líder ni tengan fichas»: neither."""
        denied = all(fact.neg for pred in a[1].preds for fact in pred.facts)
        if not denied or clause.subject is not None or any(fact.neg for pred in clause.preds for fact in pred.facts):
            return ()
        nor = tuple(replace(p, facts=tuple(replace(fact, neg=True) for fact in p.facts)) for p in clause.preds)
        return self.mod_rel_y(a, _ni, replace(clause, preds=nor))

    def mod_rel_o(self, a: Any, _o: At, clause: Any) -> Sequence[Mod]:
        return (Mod("rels", ("o", (a, ("", clause)))),) if "continues" in self.lexicon.data else ()

    def where_adj(self, word: At, _a: At, value: Value) -> Sequence[Mod]:
        return (Mod("near", (word[1], value)),) if word[1].sort == "relacion" else ()

    def mod_choice(self, word: At) -> Sequence[Mod]:
        if word[1].id == "el" and self.lexicon.data.get("third_person_bearer"):
            return (Mod("choice", Pron("su", "-", "-", word[0])),)  # «otra unidad de su elección»
        return (Mod("choice", Yo()),) if word[1].id == "yo" and "continues" in self.lexicon.data else ()

    def mod_p_adv(self, adv: At, prep: At, value: Value) -> Sequence[Mod]:
        """«parcialmente dentro de su sector»: how much of it is there."""
        return (Mod("p", (adv[1].id, value), prep[1].id),) if adv[1].id in WHERE_ONLY and prep[1].id == "dentro_de" else ()

    def mod_en_adv(self, adv: At, _en: At, value: Value) -> Sequence[Mod]:
        return (Mod("en", value),) if adv[1].id in ("todavia", "ya") else ()

    def mod_rels(self, a: Any, conj: At, b: Any) -> Sequence[Mod]:
        return (Mod("rels", (conj[1].id, (a, b))),)

    def mod_part(self, *parts: Any) -> Sequence[Mod]:
        no = parts[0][1].cls == "NO"
        part, comps = parts[int(no)], parts[int(no) + 1 :]
        if not comps and (self.told_in("stative", part) or self.told_in("just_had", part)):
            return ()  # «que tengas asignadas»: of the verb before it
        found = self._part(part, comps)
        return [Mod("part", (part, comps, no)) for _ in found] or found

    def mod_parts(self, *parts: Any) -> Sequence[Mod]:
        """«situada a alcance 2 o situada a alcance 3»."""
        conj = next(i for i, p in enumerate(parts) if isinstance(p, tuple) and p[1].cls in ("O", "Y"))
        return (
            Mod("parts", (parts[conj][1].id, ((parts[0], parts[1:conj], False), (parts[conj + 1], parts[conj + 2 :], False)))),
        )

    def mod_compare(self, value: Any) -> Sequence[Mod]:
        return (Mod("compare", value),)

    def mod_other(self, _word: At, _prep: At, value: Value) -> Sequence[Mod]:
        return (Mod("other", value),)

    def mod_as(self, _que: At, value: Value) -> Sequence[Mod]:
        return (Mod("as", value),)

    def mod_rels_all(self, *parts: Any) -> Sequence[Mod]:
        rels = tuple(p for p in parts if not _is_word(p))
        return (Mod("rels", ("y", rels)),) if len(rels) > 2 else ()

    def mod_measure(self, _prep: At, more: At, noun: At, _que: At, other: Value) -> Sequence[Mod]:
        """«de mayor Iniciativa que tú» is «con una Iniciativa mayor que la tuya»."""
        word = noun[1]
        if word.sort != "valor" or isinstance(other, Lista):
            return ()
        if isinstance(other, Cosa) and other.noun == "":  # «que la tuya»
            other = replace(other, noun=word.id, sort=word.sort, gender=word.gender)
        elif sort_of(other, self.lexicon) != "valor":
            other = Cosa(word.id, word.sort, THE, "el", word.gender, "s", (owned_fact(other),), noun[0])
        op = {"mas": "mayor", "menos": "menor"}.get(more[1].id, more[1].id)
        more_than = Hecho("compara", (("quien", It()), (op, other)))
        value = Cosa(word.id, word.sort, Qty("masa"), gender=word.gender, number=word.number, at=noun[0], filters=(more_than,))
        return (Mod("con", value),)

    def mod_except(self, *parts: Any) -> Sequence[Mod]:
        (value,) = (part for part in parts if not _is_word(part))
        number = isinstance(value, Cosa) and value.sort == "numero"  # «todas las fichas excepto una»: one of them
        return () if number else (Mod("except", value),)

    def mod_reach_icon(self, word: At) -> Sequence[Mod]:
        return (Mod("reach_icon", word[1]),)

    def mod_including(self, word: At, value: Value) -> Sequence[Mod]:
        return (Mod("including", (word[1], value)),)

    def mod_including_aside(self, _comma: At, word: At, value: Value, _end: At) -> Sequence[Mod]:
        return self.mod_including(word, value)

    def mod_each(self, _word: At, value: Value) -> Sequence[Mod]:
        return ()

    def comparison(self, op: At, value: Value) -> Sequence[tuple[str, Value]]:
        bare = isinstance(value, Cosa) and value.noun == "" and value.qty.op == "n" and not value.filters
        return ((op[1].id, value),) if not bare else ()

    def comparison_by(self, word: At, que: At, value: Value) -> Sequence[tuple[str, Value]]:
        return self.comparison(word, value) if word[1].sort == "medida" else ()


def _is_where(said: Any) -> bool:
    return isinstance(said, Hecho) and said.verb in ("a_alcance", "en") and not said.neg
