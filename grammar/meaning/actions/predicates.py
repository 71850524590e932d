"""Actions for predicates: several verbs, copulas, what there is."""

import itertools
from collections.abc import Sequence
from typing import Any

from grammar.chart import HOPELESS
from grammar.lexicon.words import Word
from grammar.meaning.actions.assignment import Assignment
from grammar.meaning.actions.things import (
    ANY,
    At,
    Mod,
    agree,
    by_nobody,
    fits,
    owned_fact,
)
from grammar.meaning.actions.verbs import (
    LOCATION,
    PLACED,
    Comp,
    Copula,
    Infs,
    Verb,
    as_comp,
    of_both,
)
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    Clause,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    Lista,
    Pred,
    Pron,
    Self,
    Value,
    Yo,
)  # fmt: skip


def _bare(comp: Comp) -> bool:
    """A thing without its article."""
    return comp.kind == "obj" and isinstance(comp.value, Cosa) and comp.value.qty.op == "masa"


ALREADY = Comp("circ", Cual("ya", "modo"), "modo")


class Predicates(Assignment):
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
        return (Comp("adj_to", (words, value)),) if len(words) == 1 and words[0].id in ("mas_alejado", "mas_cercano") else ()

    def pred_places(self, *parts: Any) -> Sequence[Comp]:
        return (
            Comp(
                "places",
                of_both([as_comp(p) for p in parts if isinstance(p, Mod)]),
            ),
        )

    def pred_part(self, part: At, *comps: Comp) -> Sequence[Comp]:
        if not comps and (self.told_in("stative", part) or self.told_in("so_being", part)):
            return ()  # «estás acoplado» is how you are, not what has been done to you
        return self._part(part, comps)

    def pred_range(self, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def pred_dist_least(self, _least: At, _a: At, value: Any) -> Sequence[Comp]:
        low, high, of, _ = value
        return (Comp("range", (low, high, of, "al_menos")),)

    def pred_dist_exact(self, _word: At, _a: At, value: Any) -> Sequence[Comp]:
        low, high, of, mode = value
        return (Comp("range", (low, high, of, "n")),) if mode == self.lexicon.data.get("bare_distance", "n") else ()

    def pred_dist(self, _a: At, value: Any) -> Sequence[Comp]:
        return (Comp("range", value),)

    def pred_place(self, prep: At, value: Value) -> Sequence[Comp]:
        return (Comp("place", value, prep[1].id),)

    def pred_place_adv(self, adv: At, prep: At, value: Value) -> Sequence[Comp]:
        return (Comp("place_how", (Comp("place", value, prep[1].id), Cual(adv[1].id, "modo"))),)

    def pred_compare(self, value: Any) -> Sequence[Comp]:
        return (Comp("compare", value),) if not self.is_somebody(value[1]) else ()

    def pred_other(self, _word: At, _prep: At, value: Value) -> Sequence[Comp]:
        return (Comp("other", value),) if not isinstance(value, Pron) else ()

    def pred_shift(self, *parts: Any) -> Sequence[Comp]:
        return [Comp("shift", mod.value) for mod in self.mod_shift(*parts)]

    def pred_des(self, _de: At, a: Value, conj: At, _de2: At, b: Value) -> Sequence[Comp]:
        return (Comp("de", Lista("o", (a, b))),) if conj[1].id in ("o", "y") else ()

    def pred_noun(self, value: Value) -> Sequence[Comp]:
        yours = isinstance(value, Cosa) and not value.noun and value.filters == (owned_fact(Yo()),)
        return (Comp("noun", value),) if not yours and value != Yo() else ()  # «es tuya» says whose it is

    def pred_yours(self, word: At) -> Sequence[Comp]:
        return (Comp("yours", Yo() if word[1].cls == "TUYO" else Pron("suyo", "-", "-", word[0])),)

    def pred_inf(self, infs: "Infs") -> Sequence[Comp]:
        return (Comp("inf", Clause(Self(), infs.items, infs.conj)),) if not any(p.gap for p in infs.items) else ()

    def pred_de(self, _de: At, value: Value) -> Sequence[Comp]:
        return (Comp("de", value),)

    def vp_plain(self, verb: Verb, *comps: Comp) -> Sequence[Pred]:
        if any(comp == ALREADY for comp in comps[1:]):
            return HOPELESS  # «una unidad que tiene A ya tiene B»: it goes with the verb behind it
        return self.predicates_or_none(verb, comps)

    def vp_you_say(self, verb: Verb, who: At, *comps: Comp) -> Sequence[Pred]:
        """«ganas tú 1 ficha»: you, said behind the verb that says so already."""
        return self.vp_plain(verb, *comps) if who[1].id == "tu" and verb.person == 2 else HOPELESS

    def predicates_or_none(self, verb: Verb, comps: Sequence[Comp]) -> Sequence[Any]:
        """Hopeless where a complement has no place, so that none after it can mend that."""
        placed: dict[str, bool] = {}
        found = self.predicates(verb, comps, placed)
        if found:
            return found
        things = sum(comp.kind == "obj" for comp in comps)
        if things > (1 if self._is_have(verb) else 3) or any(_bare(a) and _bare(b) for a, b in itertools.pairwise(comps)):
            return HOPELESS  # «que tengas A B …», «añade [impacto] [impacto] …»: they are not joined
        if verb.clitics or not comps or self._is_have(verb):
            return ()
        for sense in self.lexicon.senses.get(verb.id, (verb.id,)):
            name = sense.removeprefix("!")
            signature = self.lexicon.verbs.get(name)
            if signature is None:
                continue
            if placed[name] if name in placed else any(True for _ in self._assigned(signature, verb, comps)):
                return ()
        return HOPELESS

    def _for_purpose(self, verb: str) -> bool:
        senses = self.lexicon.senses.get(verb, (verb,))
        return any(role.name == "para" for s in senses for role in self.lexicon.verbs.get(s.removeprefix("!"), ()))

    def _part(self, part: At, comps: Sequence[Comp]) -> Sequence[Comp]:
        """A participle with its complements, where they have a place."""
        word = part[1]
        if any(c.kind == "circ" and c.prep == "limite" for c in comps):
            return HOPELESS  # «por cada carga gastada así, hasta un máximo de alcance 4»: of what grows
        purposes = any(c.kind == "purpose" for c in comps) and not self._for_purpose(word.id)
        if not self._undergoes(word) or purposes:  # «una mejora equipada para …»: what the act is for
            return HOPELESS
        verb = Verb(word.id, part[0], 3, word.number, "ind", passive=True, gender=word.gender)
        if comps and word.id not in PLACED and self.predicates_or_none(verb, comps) is HOPELESS:
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
        done = _participles(parts)
        conj = next(part[1].id for part in parts if isinstance(part, tuple) and part[1].cls in ("O", "Y", "NI"))
        (_, first), (_, last) = done[0][0], done[1][0]
        if not agree(first.gender, last.gender) or not agree(first.number, last.number):
            return ()
        made = [
            [p for p in self.predicates(Verb(w.id, at, 0, w.number, "inf", passive=True, gender=w.gender), own) if not p.gap]
            for (at, w), own in (
                (part, comps or (done[1][1] if part is done[1][0] else _spread(done[1][1], conj))) for part, comps in done
            )
        ]
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

    def vp_doing(self, *parts: Any) -> Sequence[Clause]:
        """«se esté defendiendo o usando una cualidad»: two things that go on, one auxiliary."""
        at = next(i for i, p in enumerate(parts) if isinstance(p, tuple) and p[1].cls == "ESTAR")
        neg = any(p[1].cls == "NO" for p in parts[:at])
        clitics = tuple(p[1].id for p in parts[:at] if p[1].cls == "CLI")
        be = parts[at][1]
        conj = next(p[1].id for p in parts[at:] if isinstance(p, tuple) and p[1].cls in ("O", "Y"))
        first, last = _participles(parts[at + 1 :], "V_GER")
        if neg:
            return ()
        options: list[list[Pred]] = []
        for (place, ger), comps in (first, last):
            mine = clitics if place == first[0][0] else ()  # «se esté defendiendo o atacando»: the pronoun is the first one's
            verb = Verb(ger.id, parts[at][0], be.person, be.number, be.mood, clitics=mine or ger.clitics)
            options.append([pred for pred in self.predicates(verb, comps) if not pred.gap])
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
        both = any(isinstance(part, tuple) and part[1].cls == "Y" for part in parts)
        first = _spread(comps, "y" if both else "o")
        told = [comps if verb is verbs[-1] else first for verb in verbs]
        made = [[pred for pred in self.predicates(verb, own) if not pred.gap] for verb, own in zip(verbs, told, strict=True)]
        if both and any(self.predicates(verb, ()) and not self.predicates(verb, ())[0].gap for verb in verbs[:-1]):
            return ()  # «moverse y realizar un ataque»: the first needs no object
        return (
            (Infs("y" if both else "o", tuple(options[0] for options in made)),)
            if all(len(options) == 1 for options in made)
            else ()
        )

    def infp_choose(self, _word: At, pred: Pred) -> Sequence[Pred]:
        return (pred,)

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

    def vp_also(self, word: At, vp: Any) -> Sequence[Any]:
        """«si el defensor también tiene esta cualidad»: told of a condition; of an act it is a link."""
        clause = vp if isinstance(vp, Clause) else Clause(None, (vp,))
        if word[1].id in ("enlace", "por_ello") or clause.subject is not None or any(p.mood == "imp" for p in clause.preds):
            return ()  # «sin embargo, …» only joins; «sufre daño por ello» says of what
        if clause.modal and all(p.subject in ("que", "nadie") for p in clause.preds):
            return ()  # «también se pueden quitar 2 fichas»: an act
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

    def vp_still(self, *parts: Any) -> Sequence[Pred]:
        """«sigue cerrada», «siguen estando trabadas»: is so, as before."""
        neg = parts[0][1].cls == "NO"
        (at, go), *rest = parts[1:] if neg else parts
        if go.id != "seguir" or go.clitics:
            return HOPELESS
        said = [part for part in rest if isinstance(part, Comp)]  # without «estando»
        still = Comp("circ", Cual("todavia", "modo"), "modo")
        return self.vp_copula(Copula("estar", at, go.person, go.number, neg, False, mood=go.mood), *said, still)

    def vp_copula_adv(self, copula: Copula, adv: At, *comps: Comp) -> Sequence[Pred]:
        return self.vp_copula(copula, *comps, Comp("circ", Cual(adv[1].id, "modo"), "modo"))

    def brought_about(self, fact: Hecho, mood: str) -> Hecho:
        """«está cerrada»: closed it is, whoever has closed it."""
        return by_nobody(fact if self._holds(fact) else _is_so_now(fact, mood))

    def vp_copula(self, copula: Copula, *comps: Comp) -> Sequence[Pred]:
        own = ("te",) if copula.person == 2 else ("se",)
        if (copula.clitics and not (copula.clitics == own and copula.verb in ("hallar", "encontrar"))) or (
            copula.verb == "ser" and comps[0].kind == "part"
        ):  # «ser» + participle is the passive
            return ()
        if copula.verb in ("estar", "quedar") and comps[0].kind in ("noun", "inf"):
            return ()
        if copula.verb == "resultar" and copula.past and comps[0].kind != "part":
            return ()  # «que ha resultado herido»: it was wounded
        found = []
        for facts, sorts, gender, number, role in self._states(comps[0]):
            if not agree(number, copula.number):
                continue
            if copula.verb == "estar" and comps[0].kind == "part" and self._is_so(comps[0]):
                continue  # «está herida»: how she is has its own word
            if copula.verb == "ser" and any(map(_in_a_state, facts)):
                continue  # «después de que sea dañada» happens, each time; one *is* damaged with «estar»
            if copula.verb == "quedar":
                facts = tuple(map(_becomes, facts))
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
                replace(fact, neg=fact.neg ^ copula.neg, past=copula.past, circ=(*fact.circ, *circ)) for fact in (*facts, *more)
            )
            joined = comps[0].kind == "adj" and len(comps[0].value) > 1
            if copula.verb == "estar" and comps[0].kind == "part" and comps[0].value[0][1].id not in PLACED:
                made_facts = tuple(self.brought_about(fact, copula.mood) for fact in made_facts)
            if len(made_facts) > 1 and copula.neg and not (joined and comps[0].value[-1].id == "ni"):
                continue
            if joined and comps[0].value[-1].id == "ni" and not copula.neg:
                continue
            found.append(Pred(made_facts, role, sorts, person=copula.person, number=copula.number, gender=gender,
                              mood=copula.mood, at=copula.at))  # fmt: skip
        return found

    def _is_so(self, comp: Comp) -> bool:
        part, comps = comp.value[0], comp.value[1]
        return not comps and part[1].id in self.lexicon.data.get("being_so", "").split()

    def _holds(self, fact: Hecho) -> bool:
        """«está controlado por un Rebelde»: he controls it now."""
        return fact.role("quien") is not None and fact.verb in self.lexicon.data.get("held", "").split()

    def vp_copula_o(self, copula: Copula, a: Comp, _o: At, b: Comp) -> Sequence[Clause]:
        """«está sobre un terminal o adyacente a él»."""
        if a.kind == b.kind or "noun" in (a.kind, b.kind):
            return ()  # «es un vehículo o infantería» is one list
        made = [self.vp_copula(copula, comp) for comp in (a, b)]
        both = "y" if copula.neg else "o"  # «no es de Tensión o naranja»: neither
        return (Clause(None, (made[0][0], made[1][0]), both),) if all(len(m) == 1 for m in made) else ()

    def vp_copula_y(self, copula: Copula, a: Comp, _y: At, b: Comp) -> Sequence[Clause]:
        """«estás a alcance 0-1 del defensor y situado en su [arco-frontal]»."""
        return [replace(clause, conj="y") for clause in self.vp_copula_o(copula, a, _y, b)] if not copula.neg else ()

    def vp_copula_nor(self, copula: Copula, _ni: At, a: Comp, _nor: At, b: Comp) -> Sequence[Clause]:
        """«no está ni ionizado ni bajo tensión»: neither."""
        made = [self.vp_copula(copula, comp) for comp in (a, b)]
        return (Clause(None, (made[0][0], made[1][0]), "y"),) if copula.neg and all(len(m) == 1 for m in made) else ()

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
        return found or HOPELESS  # whatever has no place there finds none behind something else

    def vp_there(self, *parts: Any) -> Sequence[Pred]:
        """«en este sistema hay 2 naves»: where it is, told first."""
        at = 1 if isinstance(parts[0], tuple) and isinstance(parts[0][-1], Word) else 0  # the word «en», or a range
        where = Comp("prep", parts[1], "en") if at else Comp("range", parts[0])
        hay, thing, *comps = parts[at + 1 :]
        return () if isinstance(thing, Comp) else self.vp_hay(hay, thing, where, *comps)

    def vp_remain(self, *parts: Any) -> Sequence[Pred]:
        """«si no quedan fichas»: if there are none any more."""
        words = tuple(part for part in parts if isinstance(part, tuple))
        thing = parts[len(words)]
        if words[-1][1].person != 3 or not isinstance(thing, Cosa) or not agree(thing.number, words[-1][1].number):
            return ()
        return self.vp_hay(words, *parts[len(words) :])

    def vp_left(self, *parts: Any) -> Sequence[Pred]:
        """«te quedan 2 escudos»: you have them."""
        (_, cli), (at, left) = parts[-3], parts[-2]
        thing = parts[-1]
        who = {"te": (2, "s"), "le": (3, "s"), "les": (3, "p")}.get(cli.id)
        if who is None or left.person != 3 or not isinstance(thing, Cosa) or not agree(thing.number, left.number):
            return ()
        neg = parts[0][1].cls == "NO"
        return self.predicates(Verb("tener", at, who[0], who[1], left.mood, neg), (Comp("obj", thing),))

    def vp_hay_where(self, hay: tuple[At, ...], *comps: Comp) -> Sequence[Pred]:
        """«que haya en este sistema»: what is there."""
        if len(hay) > 1 and hay[0][1].cls == "CLI":
            return ()
        neg = any(word.cls == "NO" for _, word in hay)
        facts: list[Hecho] = []
        for comp in comps:
            if comp.kind not in ("range", "prep"):
                return HOPELESS
            states = self._states(comp if comp.kind == "range" else Comp("place", comp.value, comp.prep))
            if not states:
                return HOPELESS
            facts.extend(states[0][0])
        if neg and len(facts) > 1:
            return ()
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        made = tuple(replace(f, neg=f.neg ^ neg) for f in facts)
        return (Pred(made, "", ANY, "quien", placed, person=3, number="-", at=hay[-1][0], impersonal=True),)

    def hay(self, *parts: At) -> Sequence[tuple[At, ...]]:
        return (parts,) if parts[-1][1].person == 3 else ()


def _becomes(fact: Hecho) -> Hecho:
    """«queda Aturdido»: it gets that state, which «está Aturdido» has."""
    state = fact.role("que")
    if not isinstance(state, Cual) or state.kind != "figurado":
        return fact
    roles = tuple((k, Cual(state.id, "estado") if k == "que" else v) for k, v in fact.roles)
    return replace(fact, verb="adquirir", roles=roles)


OTHERWISE = Comp("circ", Cual("de_cualquier_otra_manera", "modo"), "modo")


def _spread(comps: Sequence[Comp], conj: str) -> list[Comp]:
    """What stands behind the last of several verbs and is said of the first ones too: «vuelto a tirar o modificado de cualquier
    otra manera» is in another manner than by rolling again."""
    return [comp for comp in comps if comp != OTHERWISE or conj != "o"]


def _participles(parts: Sequence[Any], cls: str = "V_PART") -> list[tuple[At, list[Comp]]]:
    """Participles, or gerunds, with the complements after each."""
    found: list[tuple[At, list[Comp]]] = []
    for part in parts:
        if isinstance(part, tuple) and part[1].cls == cls:
            found.append((part, []))
        elif isinstance(part, Comp):
            found[-1][1].append(part)
    return found


STILL = frozenset({"ser", "en", "tener", "hay", "a_alcance", "considerar"})


def _still(vp: Any) -> bool:
    """What can be so still: that something has not happened, or a state."""
    facts = [fact for pred in (vp.preds if isinstance(vp, Clause) else (vp,)) for fact in pred.facts]
    return all(fact.neg or fact.past or fact.verb in STILL for fact in facts)


def _more(thing: Cosa, other: Cosa, op: str) -> Hecho:
    """«más naves enemigas que aliadas a alcance 0-1»: a place that only the last one says is said of both."""
    if other.noun == "":
        other = replace(other, noun=thing.noun, sort=thing.sort)
    if not any(isinstance(f, Hecho) and f.verb in LOCATION for f in thing.filters):
        thing = replace(
            thing, filters=(*thing.filters, *(f for f in other.filters if isinstance(f, Hecho) and f.verb in LOCATION))
        )
    return Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (op, Cuenta(replace(other, qty=EVERY)))))


def _is_so_now(fact: Hecho, mood: str) -> Hecho:
    """«estaba desplegado» has been; «está obstruido por un obstáculo»: by whom is told of what was done."""
    return replace(fact, past=True, still=not fact.past and mood not in ("impf", "pret") and fact.role("quien") is None)


def _in_a_state(fact: Hecho) -> bool:
    what = fact.role("que")
    return isinstance(what, Cual) and what.kind == "estado" and what.id.split("_")[0].endswith(("ado", "ido"))
