"""«él», «lo», «su», «ésta»: one referent, or none."""

from collections.abc import Callable

from grammar.meaning.actions.things import SO_MANY, agree
from grammar.meaning.binding.entities import Entity, Unbound, best_of, or_more, refs
from grammar.meaning.binding.subjects import Subjects
from grammar.meaning.node import replace
from grammar.meaning.values import Cosa, Cuenta, Hecho, It, Lista, Papel, Pron, Ref, Self, Value, Yo, is_nobody

COUNTABLE = frozenset({"cualquiera", "al_menos", "hasta"})
"""Quantities that leave open how many: «esa misma cantidad» is that many."""
OVERT = frozenset({"el", "ella", "ellos", "ellas"})
"""Pronouns that Spanish says only of somebody who is not the subject already."""
DEMONSTRATED = frozenset({"ser", "contar", "considerar"})
"""Verbs of which «esto» may be the subject: what was just done."""


class Pronouns(Subjects):
    def _pronoun(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """Whom it points to: those of one meaning at once; «su» by who acts; the rest among what was told."""
        special = SPECIAL.get(pron.kind)
        found = special(self, pron, sorts) if special is not None else None
        if found is not None:
            return found
        fits = self._fitting(pron, sorts)
        if (whole := self._all_of_them(pron, fits, sorts)) is not None:
            return whole
        if (drawn := self._those_drawn(pron, fits)) is not None:
            return drawn
        fits = self._narrowed(pron, fits)
        if pron.kind == "clitico" and isinstance(self.instead, Papel) and self._topic_fits(self.instead, sorts):
            return self.instead  # «tira este dado en vez de retirarlo»: the one that is rolled
        self._not_two_actors(pron, fits)
        if pron.kind == "este" and fits:
            return self._last_told(pron, fits)
        best = self._nearer(fits, best_of(fits))
        if pron.kind == "su" and len(best) > 1:  # who acts has things rather than what goes on
            best = [e for e in best if e.sort in self.lexicon.data.get("animate", "").split()] or best
        if len(best) == 1:
            return self._the_one(best[0], pron, sorts, fits)
        unsaid = self._unsaid(pron, sorts) if not best else None
        if unsaid is None:
            raise Unbound(pron.at, tuple(e.noun for e in best))
        return unsaid

    # ---- those of one meaning

    def _possessor(self, pron: Pron, _sorts: frozenset[str]) -> Value:
        """«el suyo»: of who acts in the outer clause."""
        if self.third and isinstance(self.outer, Yo):
            return self.outer
        if self.outer is None or isinstance(self.outer, (Yo, Pron)):
            raise Unbound(pron.at)
        return self._again(self.outer)

    def _so_many(self, pron: Pron, _sorts: frozenset[str]) -> Value:
        """«tantas minas como …», and no «como» came: «tantas» is as many as were told."""
        raise Unbound(pron.at)

    def _each_of(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«cada una de ellas»"""
        whole = self._pronoun(replace(pron, kind=pron.kind.removeprefix("cada_"), number="p"), sorts)
        self.scope.each = -2 - whole.id if isinstance(whole, Ref) else 0
        return whole

    def _the_card(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«el arma a la que está asignada»: this card, unless another thing was told that could be."""
        card = Papel("este_carta")
        told = [e for e in self._candidates() if e.value != card and agree(e.gender, pron.gender)]
        others = [e for e in told if self._sort_fits(e, sorts)]
        if others:
            raise Unbound(pron.at, ("este_carta", *(e.noun for e in others)), final=True)
        return card

    def _thrower(self, _pron: Pron, _sorts: frozenset[str]) -> Value:
        """«Con un resultado [crítico], …»: of the roll just told"""
        return self._again(self.scope.roller) if self.scope.roller is not None else Yo()

    def _oneself(self, _pron: Pron, _sorts: frozenset[str]) -> Value | None:
        return None if self.subject is None or isinstance(self.subject, (Yo, Pron)) else Self()

    def _subject_again(self, _pron: Pron, _sorts: frozenset[str]) -> Value:
        return self._again(self.subject) if self.subject is not None else Yo()

    def _that_many(self, pron: Pron, _sorts: frozenset[str]) -> Value:
        """«esa misma cantidad»: what was tallied; else what left open how many; else a number."""
        told = self._candidates()
        counted = [e for e in told if isinstance(e.value, Cosa) and e.value.qty.op in COUNTABLE]
        said = [e for e in told if e.sort == "numero"]
        tallied = [e for e in told if e.key in self.scope.tallied]
        best = tallied[-1:] or counted[-1:] or said[-1:]
        if not best:
            raise Unbound(pron.at)
        return Cuenta(self._use(best[0]))

    def _that(self, pron: Pron, _sorts: frozenset[str]) -> Value:
        if self.verb in DEMONSTRATED and self.own_subject is None:
            return Papel("eso")
        raise Unbound(pron.at)

    def _whose(self, pron: Pron, sorts: frozenset[str]) -> Value | None:
        """«su», where who acts or whom the phrase is about says whose; else it is looked for among what was told."""
        head = next((head for head in reversed(self.heads) if head is not None), None)
        goes_on = "continues" in self.lexicon.data
        if self.contrasted is not None and self.lexicon.fits(self.contrasted.sort, sorts):
            self.scope.used[self.contrasted.at] = 1
            return Ref(-2 - self.contrasted.at)
        if head is not None and goes_on:
            self.scope.used[head.at] = 1
            return Ref(-2 - head.at)
        if head is not None and self.lexicon.fits(head.sort, sorts):
            return It()  # «una nave con [cálculo] en su barra de acciones»: her own
        doer = self.subject if self.role != "quien" and not (self._anothers() and not self.third) else None
        if isinstance(doer, (Ref, Papel, Cosa)) and self._topic_fits(doer, sorts):
            return self._again(doer)
        both = self.subject.items if isinstance(self.subject, Lista) and self.subject.conj == "y" else ()
        if both and all(self._topic_fits(item, sorts) for item in both):
            return Lista("y", tuple(self._again(item) for item in both))  # «tú y X intercambiáis sus fichas»
        if goes_on and isinstance(self.subject, (Yo, type(None))):
            return self._theirs(pron, sorts)
        return self._bearer_s(pron, sorts) if self.third and isinstance(self.subject, Yo) else None

    def _bearer_s(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«su» where the bearer is told in the third person: his, unless somebody else has been chosen."""
        living = self.lexicon.data.get("animate", "").split()
        others = [
            e
            for e in self._candidates()
            if e.tier >= 3 and not isinstance(e.value, Yo) and self._sort_fits(e, sorts) and e.sort in living
            if e.key < pron.at or pron.at < 0  # «En lugar de realizar sus acciones, puede elegir una unidad»: not yet told
        ]
        if len(others) == 1 and others[0].tier == 4 and not self.bearer_told:
            return self._use(others[0])  # «Elige una unidad enemiga. Su líder …»
        if others and self.verb not in self.lexicon.data.get("own", "").split():
            raise Unbound(pron.at, (self.lexicon.data["bearer"], *(e.noun for e in others)))
        return Yo()

    def _anothers(self) -> bool:
        """«las naves no sufren sus efectos»: the bomb's, by the verb"""
        return self.verb in self.lexicon.data.get("not_one_s_own", "").split()

    # ---- the rest: who fits, who of them is meant

    def _fitting(self, pron: Pron, sorts: frozenset[str]) -> list[Entity]:
        """What was told before it, of its gender, number and sort."""
        fits = [
            e
            for e in self._candidates()
            if agree(e.gender, pron.gender)
            and (agree(e.number, pron.number) or (pron.number == "p" and or_more(e)) or (e.key == self.scope.each))
            and self._sort_fits(e, sorts)
            and not _none(e)
            and e.key <= pron.at
        ]
        fits = fits if self.third else [e for e in fits if e.key not in self.scope.denied] or fits
        return self._elsewhere(fits) if pron.kind in OVERT else fits

    def _all_of_them(self, pron: Pron, fits: list[Entity], sorts: frozenset[str]) -> Value | None:
        """«Cuando los Soldados y el Oficial son derrotados, retíralos»: all of them, not the Soldados alone."""
        if pron.number != "p" or pron.kind not in ("clitico", "este", *OVERT):
            return None
        for told in (self.scope.topic, self.scope.told, self.scope.together):
            items = told.items if isinstance(told, Lista) and told.conj == "y" else ()
            if not items or any(not isinstance(item, Cosa) or is_nobody(item) for item in items):
                continue
            keys = {item.at for item in items if isinstance(item, Cosa)}
            alike = pron.gender != "f" or all(isinstance(item, Cosa) and item.gender == "f" for item in items)
            later = any(e.key > max(keys) and e.number == "p" for e in fits)
            if alike and not later and all(self._topic_fits(item, sorts) for item in items):
                return Lista("y", tuple(self._again(item) for item in items))
        return None

    def _drawn_from(self) -> set[int]:
        """Of whom those are some that do the outer act: «los que fallen»."""
        drawn = [f for f in getattr(self.outer, "filters", ()) if isinstance(f, Hecho) and f.verb == "entre"]
        return {-2 - ref.id for f in drawn for ref in refs(f)}

    def _those_drawn(self, pron: Pron, fits: list[Entity]) -> Value | None:
        """«los que fallen … a ellos»: not all of them"""
        if pron.kind not in OVERT or self.beside or not isinstance(self.outer, Cosa):
            return None
        wholes = self._drawn_from()
        if not wholes or not fits or any(not self._is(e, self.outer) and e.key not in wholes for e in fits):
            return None
        self.scope.used[self.outer.at] = 1
        return Ref(-2 - self.outer.at)

    def _narrowed(self, pron: Pron, fits: list[Entity]) -> list[Entity]:
        """Without what the pronoun cannot be where it stands."""
        another = pron.kind == "su" and self._anothers() and not self.third
        if pron.kind == "clitico" or (pron.kind in OVERT and self.beside) or another:
            fits = [e for e in fits if not self._is_subject(e)]
            return [e for e in fits if e.key not in self.scope.spent] or fits
        if pron.kind not in OVERT:
            return fits
        own = [e for e in fits if self._is(e, self.outer)]
        wholes = self._drawn_from()
        others = [e for e in fits if e not in own and e.key not in wholes]
        # «por cada ficha que ella tenga»: who acts would not be told again
        return own if any(e.key == self.scope.each for e in own) else others or own or fits

    def _elsewhere(self, fits: list[Entity]) -> list[Entity]:
        """Nothing goes to what one keeps, to what is got or moved by the same act, or lies in a thing of its kind."""
        if self.role in self.lexicon.data.get("goals", "").split():
            fits = [e for e in fits if not self._is_kept(e)]  # «gana 1 ficha y mueve hacia ella»: what one has is nowhere
        what = self.fact.role("que") if self.fact is not None else None
        if isinstance(what, Cosa) and self.verb in self.lexicon.data.get("kept", "").split():
            fits = [e for e in fits if e.key != what.at]  # «gana 1 ficha por cada Rebelde adyacente a ella»: to who gets it
        if isinstance(what, Cosa) and self.role not in ("quien", "que"):
            fits = [
                e for e in fits if e.key != what.at
            ] or fits  # «despliega 1 Nexu en la casilla más cercana a él»: another one
        if self.lying:
            fits = [e for e in fits if e.noun != self.lying] or fits  # «3 fichas en ella»: no token lies in another one
        return fits

    def _not_two_actors(self, pron: Pron, fits: list[Entity]) -> None:
        """«A se mueve a alcance 1 de B, ella …»"""
        if pron.kind in OVERT and self.role == "quien" and self.third and "continues" not in self.lexicon.data:
            living = {e.key: e for e in fits if not isinstance(e.value, Papel)}
            if len(living) > 1:
                raise Unbound(pron.at, tuple(e.noun for e in living.values()))

    def _last_told(self, pron: Pron, fits: list[Entity]) -> Value:
        """«ésta» is the last one told."""
        here = self.lexicon.data.get("this_place", {}).get("noun")
        if any(e.noun == here for e in fits):
            raise Unbound(pron.at, (str(here), "este_" + str(here)))  # «en un sistema adyacente … en este»: that one, or this?
        return self._use(max(fits, key=lambda e: e.key))

    def _the_one(self, best: Entity, pron: Pron, sorts: frozenset[str], fits: list[Entity]) -> Value:
        """The one that is left, unless another one is as likely."""
        if pron.kind == "su" and self._now(best):
            return Papel("este_" + best.noun)  # «su dificultad» is that of this manoeuvre
        if pron.kind == "clitico" and best.tier == 3 and (rival := self._met_there(best, fits)):
            raise Unbound(pron.at, (best.noun, rival.noun))  # «Mueve 1 Líder a un sistema con otro Líder. Captúralo.»
        shown = self.lexicon.data.get("shown_by", {}).get(best.sort) if pron.number == "p" else None
        if shown is not None and self.lexicon.fits(shown, sorts) and any(e.sort == shown for e in self._candidates()):
            raise Unbound(pron.at, (best.noun, str(shown)))  # «tira 2 dados. Si obtienes [impacto], por cada uno de ellos»
        if best.or_you and best.tier == 4 and not self.third and pron.kind in ("clitico", *OVERT):
            either = self._either_of_them(best)
            if either is not None:
                return either
        self._one_of(best, pron.number)
        if pron.kind == "clitico" and (held := _held_by(best, fits)):
            raise Unbound(pron.at, (best.noun, held.noun))  # «Elige 1 nave con una ficha. Retírala»
        return self._use(best)

    # ---- nobody was told

    def _unsaid(self, pron: Pron, sorts: frozenset[str]) -> Value | None:
        """What goes on, this card, or the bearer of a game that tells him in the third person."""
        topic, clitic = self.scope.topic, pron.kind == "clitico"
        pointing = clitic or pron.kind in ("el", "ella", "este", "su")
        if pointing and isinstance(topic, Papel) and (not clitic or self._topic_fits(topic, sorts)):
            return topic
        sides = [Papel(name) for name in self.scope.sides]
        if pron.kind == "el" and topic in (None, Yo()) and len(sides) == 1 and self._topic_fits(sides[0], sorts):
            return sides[0]  # «si el defensor está dañado y tú tienes más escudos que él»
        if clitic and self.lexicon.data.get("card_is_it") and (pron.gender, pron.number) == ("f", "s") and "carta" in sorts:
            return self._this_card(pron, sorts)
        doer = self.own_subject if isinstance(self.own_subject, Ref) else None
        told = next((e for e in self._candidates() if doer is not None and e.key == -2 - doer.id), None)
        if clitic and pron.gender == "m" and told is not None and told.gender == "m":
            raise Unbound(pron.at)  # «un Rebelde …, esa figura puede atacarlo»: not himself, and hardly the bearer
        bearer = self.lexicon.fits(str(self.lexicon.data["bearer"]), sorts or frozenset({"cosa"}))
        return Yo() if bearer and self.lexicon.data.get("third_person_bearer") and self._can_be_bearer(pron) else None

    def _this_card(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«agótala», and nothing was told: this card; where the bearer could be put there as well, who is asked."""
        put = self.verb in self.lexicon.data.get("always_orders", "").split() and self.lexicon.data["bearer"] in sorts
        if self.scope.told != Yo() or not put:
            return Papel("este_carta")
        if self.fact is not None and self.fact.role("como") is not None:
            return Yo()  # «no puede elegirla como objetivo»
        raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), "carta"))  # «Cuando esta figura …, colócala aquí»

    def _can_be_bearer(self, pron: Pron) -> bool:
        """Whether a pronoun of nobody told can be the bearer's, where cards tell him in the third person."""
        if pron.kind == "clitico":
            return pron.number != "p"
        if pron.kind != "ella" or "continues" not in self.lexicon.data:
            return pron.kind == "su"
        unwatched = not self.watching and self.own_subject in (None, Yo())
        return unwatched or isinstance(self.own_subject, (Cosa, Ref))  # «si un Rebelde está adyacente a ella»: to the bearer


SPECIAL: dict[str, Callable[[Pronouns, Pron, frozenset[str]], Value | None]] = {
    "duenno": lambda _self, _pron, _sorts: It(),
    "suyo": Pronouns._possessor,
    SO_MANY: Pronouns._so_many,
    "tras": lambda self, pron, _sorts: self._told_at(pron.at),
    "cada_ellos": Pronouns._each_of,
    "cada_ellas": Pronouns._each_of,
    "aqui": lambda self, _pron, _sorts: self._origin(),
    "nadie": lambda _self, pron, _sorts: pron,
    "quien_tira": Pronouns._thrower,
    "si": Pronouns._oneself,
    "su": Pronouns._whose,
    "ajeno": lambda self, pron, sorts: self._somebody_else(pron, sorts),
    "reflejo": Pronouns._subject_again,
    "cada_uno": lambda self, pron, sorts: self._each(pron, sorts),
    "previo": lambda self, pron, sorts: self._elided_before(pron, sorts),
    "otro": lambda self, pron, sorts: self._somebody_but(self.payer, pron, sorts),
    "elidido": lambda self, pron, sorts: self._elided(pron, sorts),
    "esta_carta": Pronouns._the_card,
    "esa_cantidad": Pronouns._that_many,
    "eso": Pronouns._that,
}
"""Pronouns of which the kind alone says who answers; `None`: it is looked for among what was told."""


def _held_by(owner: Entity, others: list[Entity]) -> Entity | None:
    """What somebody was told by, as having it: «1 nave con una ficha»."""
    facts = (f for f in owner.filters if isinstance(f, Hecho) and f.verb == "tener" and not f.neg)
    had = {what.at for f in facts if isinstance(what := f.role("que"), Cosa)}
    return next((e for e in others if e is not owner and e.key in had), None)


def _none(entity: Entity) -> bool:
    """«ninguna unidad» is nobody that one could speak of."""
    return is_nobody(entity.value)
