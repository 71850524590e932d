"""What a copula or a participle says of its subject."""

from collections.abc import Callable, Sequence

from grammar.lexicon.words import Word
from grammar.meaning.actions.things import ANY, HERE, agree, fits, sort_of, states_of
from grammar.meaning.actions.verb_groups import VerbGroups
from grammar.meaning.actions.verbs import PLACED, Comp, Verb, with_subject
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    SOME,
    Cosa,
    Cual,
    Hecho,
    It,
    Junto,
    Lista,
    Pred,
    Rango,
    Value,
)  # fmt: skip

State = tuple[tuple[Hecho, ...], frozenset[str], str, str, str]
"""Facts without their subject, sorts of the subject, its gender and number, the role that it fills."""


class States(VerbGroups):
    def predicates(self, verb: Verb, comps: Sequence[Comp], placed: dict[str, bool] | None = None) -> list[Pred]:
        """What a verb with its complements may say: by the roles of its signature, see `assignment`."""
        raise NotImplementedError

    def _is_have(self, verb: Verb) -> bool:
        return self.lexicon.senses.get(verb.id, (verb.id,)) == ("tener",) and not verb.passive

    def _undergoes(self, word: Word) -> bool:
        """Whether something can be done to somebody by this verb: «resultado» of «resultar» is no such participle."""
        if word.id in PLACED or self.lexicon.senses.get(word.id, ()) == ("tener",):
            return True
        senses = self.lexicon.senses.get(word.id, (word.id,))
        return any(role.name == "que" for s in senses for role in self.lexicon.verbs.get(s.removeprefix("!"), ()))

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
            allowed = states_of(lexicon, word.id, word.sort)
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
            sorts = frozenset((states_of(lexicon, word.id, word.sort) or "cosa").split())
            return [
                ((Hecho("ser", (("que", Cual(word.id, word.sort)), ("con", other))),), sorts, word.gender, word.number, "quien")
            ]
        if comp.kind == "adj_to":
            (word,), other = comp.value
            sorts = frozenset((states_of(lexicon, word.id, word.sort) or "cosa").split())
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
        if comp.kind == "place_how":  # «está parcialmente dentro de su sector»
            place, how = comp.value
            return [
                (tuple(replace(fact, circ=(*fact.circ, ("modo", how))) for fact in state[0]), *state[1:])
                for state in self._states(place)
            ]
        if comp.kind == "compare":
            op, other = comp.value
            return [
                (
                    (Hecho("compara", ((op, other),)),),
                    frozenset({"valor", "numero", *lexicon.data.get("compared", "").split()}),
                    "-",
                    "-",
                    "quien",
                )
            ]
        if comp.kind == "noun":
            value = comp.value
            if self._trait(value):
                return [((Hecho("ser", (("que", Cual(value.noun, "rasgo_fijo")),)),), ANY, "-", "-", "quien")]
            if isinstance(value, Cosa) and value.qty.op == "masa" and value.noun in lexicon.adjectives and not value.filters:
                return []  # «que no sea droide»: the adjective; «un droide» is the noun
            if isinstance(value, Cosa) and value.sort == "numero":
                return [((Hecho("valer", (("que", value),)),), frozenset({"valor", "numero"}), "-", "-", "quien")]
            if isinstance(value, Cosa) and value.noun == "" and value.qty.op == "n" and not value.filters:
                return []  # «es 5»: a number
            acts = frozenset({"accion", "tipo_accion"})  # «el resultado es [evasión]»: an icon of two sorts is of its subject's
            subjects = acts if isinstance(value, Cosa) and value.sort == "tipo_accion" else ANY
            if isinstance(value, Cosa) and value.sort == "blanco_fijado":
                subjects = frozenset({"blanco_fijado", "ficha"})  # «eres el único objetivo»: nobody is a token
            if isinstance(value, Cosa) and value.sort == "tiempo":
                subjects = frozenset({"tiempo"})  # «Si es la primera ronda»: nobody is a round
            made: list[State] = [((Hecho("ser", (("que", value),)),), subjects, "-", "-", "quien")]
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
            found: list[State] = []
            if fits(value, frozenset(self.lexicon.data.get("places", "").split()), self.lexicon):
                found.append(((Hecho("en", (("donde", value),), neg=prep == "fuera_de"),), placed, "-", "-", "quien"))
            on = frozenset(sort for sort in self.lexicon.data.get("upon", "").split() if self.lies_upon(sort, value))
            if prep == "en" and on - placed:  # «cada bloqueo debe estar en una nave diferente»: on it
                found.append(((Hecho("sobre", (("que", value),)),), on - placed, "-", "-", "quien"))
            return found
        if prep == "entre" and not isinstance(value, Lista):
            return []  # between one thing and what?
        if prep in self.lexicon.data.get("preps", {}):
            table = self.lexicon.data["preps"][prep]
            owners = frozenset(owner for owner, sorts in table.items() if fits(value, frozenset(sorts.split()), self.lexicon))
            return [((Hecho(prep, (("que", value),)),), owners, "-", "-", "quien")] if owners else []
        return []

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
            facts = tuple(self.upon(thing.sort, with_subject(f, It())) for f in states[0][0])
            thing = replace(thing, filters=(*thing.filters, *facts))
        return [thing]
