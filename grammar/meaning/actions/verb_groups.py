"""Actions for verb groups: tense, clitics, passive, modals."""

from collections.abc import Sequence

from grammar.meaning.actions.lists import Nouns
from grammar.meaning.actions.things import At, agree
from grammar.meaning.actions.verbs import Copula, Infs, Modal, Verb, with_owner
from grammar.meaning.node import replace
from grammar.meaning.values import (
    Clause,
    Cosa,
    Pred,
    Pron,
)  # fmt: skip


class VerbGroups(Nouns):
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
        neg, clitics, rest = _split(parts)
        (at, be), (_, part) = rest[0], rest[-1]
        if not agree(be.number, part.number) or not set(clitics) <= {"te", "le", "les"}:
            return ()
        past = be.mood == "pret"
        return (Verb(part.id, at, be.person, be.number, be.mood, neg, past, passive=True, gender=part.gender, clitics=clitics),)

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

    def vgroup_again_passive(self, *parts: At) -> Sequence[Verb]:
        """«vuelva a ser desplegado»: once more."""
        neg, _, rest = _split(parts)
        (at, go), (_, part) = rest[0], rest[-1]
        if not agree(go.number, part.number):
            return ()
        return (Verb(part.id, at, go.person, go.number, go.mood, neg, passive=True, gender=part.gender, again=True),)

    def vgroup_still(self, *parts: At) -> Sequence[Verb]:
        """«sigue utilizando»: as before."""
        neg, clitics, ((at, go), (_, ger)) = _split(parts)
        if go.id != "seguir":
            return ()
        return (Verb(ger.id, at, go.person, go.number, go.mood, neg, clitics=clitics or ger.clitics, still=True),)

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

    def copula_goes(self, *parts: At) -> Sequence[Copula]:
        """«va montada sobre una peana»: it is."""
        return [replace(made, verb="estar") for made in self.copula(*parts)]

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
        at, verb = next(part for part in parts if part[1].cls in ("PODER", "DEBER"))
        clitics = [word.id for _, word in parts if word.cls == "CLI"]
        if verb.person != 3 or clitics[:1] != ["se"] or clitics[1:] not in ([], ["le"], ["les"]):
            return ()
        neg = any(word.cls == "NO" for _, word in parts)
        only = any(word.cls == "SOLO" for _, word in parts)
        must = verb.cls == "DEBER"
        if must and (only or (neg and self.lexicon.data.get("forbids") == "poder")):
            return ()
        return (
            Modal(
                "no_puede" if neg else "debe" if must else "solo_puede" if only else "puede",
                at,
                3,
                verb.number,
                True,
                verb.mood,
                tuple(clitics[1:]),
            ),
        )

    def vp_modal_se(self, modal: Modal, infs: "Infs") -> Sequence[Clause]:
        if modal.clitics:  # «se le pueden quitar 2 fichas»: some of his
            whose = Pron("clitico", "-", "s" if modal.clitics == ("le",) else "p", modal.at)
            infs = replace(infs, items=tuple(self._done_to(pred, whose) for pred in infs.items))
        if all(pred.gap == "" and pred.subject == "quien" for pred in infs.items):  # «se puede utilizar PERFORANTE para …»
            loose = tuple(replace(p, subject="nadie", person=3, mood=modal.mood, impersonal=True) for p in infs.items)
            told = [fact.role("que") for pred in infs.items for fact in pred.facts]
            agrees = modal.number != "p" or all(isinstance(t, Cosa) and t.number == "p" for t in told)
            return (Clause(None, loose, infs.conj, modal.kind),) if agrees else ()
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

    def _done_to(self, pred: Pred, whom: Pron) -> Pred:
        """«se le puede asignar 1 carta»: to him; «se le pueden quitar 2 fichas»: some of his."""
        fact = pred.facts[0]
        slot = next((role for role in self.lexicon.verbs.get(fact.verb, ()) if role.name == "a"), None)
        if slot is None or len(pred.facts) != 1 or fact.role("a") is not None:
            return with_owner(pred, whom)
        done = replace(pred, facts=(replace(fact, roles=(*fact.roles, ("a", replace(whom, sorts=slot.sorts)))),))
        return replace(done, gap="", gap_sorts=frozenset()) if pred.gap == "a" else done

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


def _split(parts: Sequence[At]) -> tuple[bool, tuple[str, ...], list[At]]:
    """Negation, clitics, the rest."""
    neg = any(word.cls in ("NO", "TAMPOCO") for _, word in parts)
    clitics = tuple(word.id for _, word in parts if word.cls == "CLI")
    return neg, clitics, [part for part in parts if part[1].cls not in ("NO", "CLI", "TAMPOCO")]
