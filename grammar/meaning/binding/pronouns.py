"""«él», «lo», «su», «ésta»: one referent, or none."""

from grammar.meaning.actions.things import SO_MANY, agree
from grammar.meaning.binding.entities import Entity, Unbound, best_of, or_more, refs
from grammar.meaning.binding.subjects import Subjects
from grammar.meaning.binding.told import Told
from grammar.meaning.node import replace
from grammar.meaning.values import Cosa, Cuenta, Hecho, It, Lista, Papel, Pron, Ref, Self, Value, Yo

COUNTABLE = frozenset({"cualquiera", "al_menos", "hasta"})
"""Quantities that leave open how many: «esa misma cantidad» is that many."""
OVERT = frozenset({"el", "ella", "ellos", "ellas"})
"""Pronouns that Spanish says only of somebody who is not the subject already."""
DEMONSTRATED = frozenset({"ser", "contar", "considerar"})
"""Verbs of which «esto» may be the subject: what was just done."""


class Pronouns(Subjects):
    def _pronoun(self, pron: Pron, sorts: frozenset[str]) -> Value:
        scope = self.scope
        if pron.kind == "duenno":
            return It()
        if pron.kind == "suyo":
            if self.third and isinstance(self.outer, Yo):
                return self.outer
            if self.outer is None or isinstance(self.outer, (Yo, Pron)):
                raise Unbound(pron.at)
            return self._again(self.outer)
        if pron.kind == SO_MANY:
            raise Unbound(pron.at)  # «tantas minas como …», and no «como» came: «tantas» is as many as were told
        if pron.kind == "tras":
            return self._told_at(pron.at)
        if pron.kind in ("cada_ellos", "cada_ellas"):  # «cada una de ellas»
            whole = self._pronoun(replace(pron, kind=pron.kind.removeprefix("cada_"), number="p"), sorts)
            scope.each = -2 - whole.id if isinstance(whole, Ref) else 0
            return whole
        if pron.kind == "aqui":
            return self._origin()
        if pron.kind == "nadie":
            return pron
        if pron.kind == "quien_tira":  # «Con un resultado [crítico], …»: of the roll just told
            return self._again(scope.roller) if scope.roller is not None else Yo()
        if (
            pron.kind in ("su", "si")
            and self.subject is not None
            and not isinstance(self.subject, (Yo, Pron))
            and pron.kind == "si"
        ):
            return Self()
        whose = next((head for head in reversed(self.heads) if head is not None), None)
        if pron.kind == "su" and whose is not None and "continues" in self.lexicon.data:
            scope.used[whose.at] = 1
            return Ref(-2 - whose.at)
        if pron.kind == "su" and whose is not None and self.lexicon.fits(whose.sort, sorts):
            return It()  # «una nave con [cálculo] en su barra de acciones»: her own
        anothers = (
            self.verb in self.lexicon.data.get("not_one_s_own", "").split()
        )  # «las naves no sufren sus efectos»: the bomb's
        mine = isinstance(self.subject, (Ref, Papel, Cosa)) and not (anothers and not self.third) and self.role != "quien"
        if pron.kind == "su" and mine and self.subject is not None and self._topic_fits(self.subject, sorts):
            return self._again(self.subject)
        both = self.subject.items if isinstance(self.subject, Lista) and self.subject.conj == "y" else ()
        if pron.kind == "su" and both and all(self._topic_fits(item, sorts) for item in both):
            return Lista("y", tuple(self._again(item) for item in both))  # «tú y X intercambiáis sus fichas»
        if pron.kind == "ajeno":
            return self._somebody_else(pron, sorts)
        if pron.kind == "reflejo":
            return self._again(self.subject) if self.subject is not None else Yo()
        if pron.kind == "su" and "continues" in self.lexicon.data and isinstance(self.subject, (Yo, type(None))):
            return self._theirs(pron, sorts)
        if pron.kind == "su" and self.third and isinstance(self.subject, Yo):
            others = [
                e
                for e in self._candidates()
                if e.tier >= 3
                and not isinstance(e.value, Yo)
                and self._sort_fits(e, sorts)
                and e.sort in self.lexicon.data.get("animate", "").split()
            ]
            if len(others) == 1 and others[0].tier == 4 and not self.bearer_told:
                return self._use(others[0])  # «Elige una unidad enemiga. Su líder …»
            if others and self.verb not in self.lexicon.data.get("own", "").split():
                raise Unbound(pron.at, (self.lexicon.data["bearer"], *(e.noun for e in others)))
            return Yo()
        if pron.kind == "cada_uno":
            return self._each(pron)
        if pron.kind == "previo":
            return self._elided_before(pron, sorts)
        if pron.kind == "otro":
            return self._somebody_but(self.payer, pron, sorts)
        if pron.kind == "elidido":
            return self._elided(pron, sorts)
        if pron.kind == "esa_cantidad":
            counted = [e for e in self._candidates() if isinstance(e.value, Cosa) and e.value.qty.op in COUNTABLE]
            said = [e for e in self._candidates() if e.sort == "numero"]
            tallied = [e for e in self._candidates() if e.key in self.scope.tallied]
            best = tallied[-1:] or counted[-1:] or said[-1:]
            if not best:
                raise Unbound(pron.at)
            return Cuenta(self._use(best[0]))
        if pron.kind == "eso":
            if self.verb in DEMONSTRATED and subject_of(self, pron):
                return Papel("eso")
            raise Unbound(pron.at)
        fits = [
            e
            for e in self._candidates()
            if agree(e.gender, pron.gender)
            and (agree(e.number, pron.number) or (pron.number == "p" and or_more(e)) or (e.key == scope.each))
            and self._sort_fits(e, sorts)
            and not _none(e)
            and e.key <= pron.at
        ]
        fits = fits if self.third else [e for e in fits if e.key not in scope.denied] or fits
        if pron.kind in OVERT and self.role in self.lexicon.data.get("goals", "").split():
            fits = [e for e in fits if not self._is_kept(e)]  # «gana 1 ficha y mueve hacia ella»: what one has is nowhere
        got = (
            self.fact.role("que") if self.fact is not None and self.verb in self.lexicon.data.get("kept", "").split() else None
        )
        if pron.kind in OVERT and isinstance(got, Cosa):  # «gana 1 ficha por cada Rebelde adyacente a ella»: to who gets it
            fits = [e for e in fits if e.key != got.at]
        moved = self.fact.role("que") if self.fact is not None and self.role not in ("quien", "que") else None
        if pron.kind in OVERT and isinstance(moved, Cosa):  # «despliega 1 Nexu en la casilla más cercana a él»: to another one
            fits = [e for e in fits if e.key != moved.at] or fits
        if pron.kind in OVERT and self.lying:  # «3 fichas en ella»: no token lies in another one
            fits = [e for e in fits if e.noun != self.lying] or fits
        if (
            pron.kind == "clitico"
            or (pron.kind in OVERT and self.beside)
            or (pron.kind == "su" and anothers and not self.third)
        ):
            fits = [e for e in fits if not self._is_subject(e)]
            kept = [e for e in fits if e.key not in scope.spent]
            fits = kept or fits
        elif pron.kind in OVERT:  # «por cada ficha que ella tenga»: who acts would not be told again
            own = [e for e in fits if self._is(e, self.outer)]
            drawn = [f for f in getattr(self.outer, "filters", ()) if isinstance(f, Hecho) and f.verb == "entre"]
            wholes = {-2 - ref.id for f in drawn for ref in refs(f)}
            others = [e for e in fits if e not in own and e.key not in wholes]
            if wholes and fits and not others and isinstance(self.outer, Cosa):  # «los que fallen … a ellos»: not all of them
                scope.used[self.outer.at] = 1
                return Ref(-2 - self.outer.at)
            fits = own if any(e.key == scope.each for e in own) else others or own or fits
        if pron.kind == "clitico" and isinstance(self.instead, Papel) and self._topic_fits(self.instead, sorts):
            return self.instead  # «tira este dado en vez de retirarlo»: the one that is rolled
        if pron.kind in OVERT and self.role == "quien" and self.third and "continues" not in self.lexicon.data:
            living = {e.key: e for e in fits if not isinstance(e.value, Papel)}
            if len(living) > 1:
                raise Unbound(pron.at, tuple(e.noun for e in living.values()))  # «A se mueve a alcance 1 de B, ella …»
        here = self.lexicon.data.get("this_place", {}).get("noun")
        if pron.kind == "este" and any(e.noun == here for e in fits):
            raise Unbound(pron.at, (str(here), "este_" + str(here)))  # «en un sistema adyacente … en este»: that one, or this?
        if pron.kind == "este" and fits:
            return self._use(max(fits, key=lambda e: e.key))  # «ésta» is the last one told
        best = self._nearer(fits, best_of(fits))
        if pron.kind == "su" and len(best) > 1:  # who acts has things rather than what goes on
            best = [e for e in best if e.sort in self.lexicon.data.get("animate", "").split()] or best
        if len(best) == 1 and pron.kind == "su" and self._now(best[0]):
            return Papel("este_" + best[0].noun)  # «su dificultad» is that of this manoeuvre
        if len(best) == 1 and pron.kind == "clitico" and best[0].tier == 3 and (rival := self._met_there(best[0], fits)):
            raise Unbound(pron.at, (best[0].noun, rival.noun))  # «Mueve 1 Líder a un sistema con otro Líder. Captúralo.»
        shown = self.lexicon.data.get("shown_by", {}).get(best[0].sort) if len(best) == 1 and pron.number == "p" else None
        if shown is not None and self.lexicon.fits(shown, sorts) and any(e.sort == shown for e in self._candidates()):
            raise Unbound(pron.at, (best[0].noun, str(shown)))  # «tira 2 dados. Si obtienes [impacto], por cada uno de ellos»
        if len(best) == 1 and best[0].or_you and best[0].tier == 4 and not self.third and pron.kind in ("clitico", *OVERT):
            either = self._either_of_them(best[0])
            if either is not None:
                return either
        if len(best) == 1:
            self._one_of(best[0], pron.number)
        if len(best) == 1 and pron.kind == "clitico" and (held := _held_by(best[0], fits)):
            raise Unbound(pron.at, (best[0].noun, held.noun))  # «Elige 1 nave con una ficha. Retírala»
        if len(best) == 1:
            return self._use(best[0])
        if (
            not best
            and pron.kind in ("clitico", "el", "ella", "este", "su")
            and isinstance(scope.topic, Papel)
            and (pron.kind != "clitico" or self._topic_fits(scope.topic, sorts))
        ):
            return scope.topic
        if (
            not best
            and pron.kind == "clitico"
            and self.lexicon.data.get("card_is_it")
            and pron.gender == "f"
            and pron.number == "s"
            and "carta" in sorts
        ):
            put = self.verb in self.lexicon.data.get("always_orders", "").split() and self.lexicon.data["bearer"] in sorts
            if scope.told == Yo() and put and self.fact is not None and self.fact.role("como") is not None:
                return Yo()  # «no puede elegirla como objetivo»
            if scope.told == Yo() and put:
                raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), "carta"))  # «Cuando esta figura …, colócala aquí»
            return Papel("este_carta")
        if not best:
            third = self.lexicon.data.get("third_person_bearer")
            doer = self.own_subject if isinstance(self.own_subject, Ref) else None
            told = next((e for e in self._candidates() if doer is not None and e.key == -2 - doer.id), None)
            if pron.kind == "clitico" and pron.gender == "m" and told is not None and told.gender == "m":
                raise Unbound(pron.at)  # «un Rebelde …, esa figura puede atacarlo»: not himself, and hardly the bearer
            if (
                third
                and not (pron.kind == "clitico" and pron.number == "p")
                and (
                    pron.kind in ("su", "clitico")
                    or (
                        pron.kind == "ella"
                        and "continues" in self.lexicon.data
                        and (
                            (not self.watching and self.own_subject in (None, Yo()))
                            or isinstance(self.own_subject, (Cosa, Ref))  # «si un Rebelde está adyacente a ella»: to the bearer
                        )
                    )
                )
                and self.lexicon.fits(str(self.lexicon.data["bearer"]), sorts or frozenset({"cosa"}))
            ):
                return Yo()
        raise Unbound(pron.at, tuple(e.noun for e in best))


def _held_by(owner: Entity, others: list[Entity]) -> Entity | None:
    """What somebody was told by, as having it: «1 nave con una ficha»."""
    facts = (f for f in owner.filters if isinstance(f, Hecho) and f.verb == "tener" and not f.neg)
    had = {what.at for f in facts if isinstance(what := f.role("que"), Cosa)}
    return next((e for e in others if e is not owner and e.key in had), None)


def subject_of(binder: Told, _pron: Pron) -> bool:
    """Whether it is the subject that is being bound: «esto no es una acción»."""
    return binder.own_subject is None


def _none(entity: Entity) -> bool:
    """«ninguna unidad» is nobody that one could speak of."""
    return isinstance(entity.value, Cosa) and entity.value.qty.op == "ningun"
