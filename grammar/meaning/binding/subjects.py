"""Subjects that are left out, and who goes on."""

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import agree, sort_of
from grammar.meaning.binding.entities import ATTACKING, Unbound, Unmeasured, all_of, best_of
from grammar.meaning.binding.pointing import Pointing
from grammar.meaning.node import replace
from grammar.meaning.values import (
    ONE,
    SOME,
    Cosa,
    Hecho,
    It,
    Lista,
    Nombre,
    Papel,
    Pron,
    Qty,
    Ref,
    Self,
    Value,
    Yo,
    is_nobody,
    parts,
)

STATES = frozenset({"a_alcance", "en", "ser", "tener"})
"""Who is told only to say where another one is."""


def _sides(fact: Hecho) -> list[Value]:
    """Who does it, and to whom: «una unidad ataca a otra»."""
    return [value for name, value in fact.roles if name in ("quien", "que", "contra", "a") and isinstance(value, (Cosa, Ref))]


class Subjects(Pointing):
    def _topic_fits(self, value: Value, sorts: frozenset[str]) -> bool:
        """Whether somebody told before can be what the verb asks for."""
        key = -2 - value.id if isinstance(value, Ref) else None
        known = (
            next((e.sort for e in self.scope.entities if e.key == key), None)
            if key is not None
            else sort_of(value, self.lexicon)
        )
        return known is None or not sorts or self.lexicon.fits(known, sorts)

    def _may_be(self, value: Value, pron: Pron, sorts: frozenset[str]) -> bool:
        if isinstance(value, Yo) and pron.number == "p":
            return False  # «Elige 2 figuras. Sufren 1 [daño]»: the bearer is one
        if isinstance(value, Ref):
            entity = next((e for e in self.scope.entities if -2 - e.key == value.id), None)
            if entity is None:
                return False
            one_by_one, value = value == self.scope.singly, entity.value
            if one_by_one and isinstance(value, Cosa) and pron.number == "s":
                value = replace(value, number="s")
        if isinstance(value, Cosa) and (not agree(value.number, pron.number) or not agree(value.gender, pron.gender)):
            return False
        return not isinstance(value, (Pron, Lista)) and self.lexicon.fits(sort_of(value, self.lexicon), sorts)

    def _origin(self) -> Value:
        """A range that does not say from whom: from the bearer; from who acts, where no bearer is told."""
        if self.holder is not None:
            self.scope.used[self.holder.at] = 1
            return Ref(-2 - self.holder.at)
        if "continues" in self.lexicon.data:  # «abre una puerta adyacente»: to who does it
            if self.own_subject is None or (self.watching and not acts_itself(self.own_subject, self.verb, self.lexicon)):
                return Yo()
            nowhere = self._sort(self.own_subject) not in self._placed()
            if nowhere:  # «la capacidad afecta a X adyacente al objetivo, en vez de a X adyacente»: no capacity is anywhere
                return self._mark_of_the_other()
            if self.tallying and self.own_subject != Yo():  # «sufre 1 por cada figura adyacente»: to him, or to you?
                raise Unmeasured(self.measured, (self._noun(self.own_subject),))
            return self._again(self.own_subject)
        device = self.scope.moment
        if isinstance(device, Papel) and sort_of(device, self.lexicon) in self.lexicon.data.get("origins", "").split():
            return device  # «Cuando esta bomba detona, toda nave a alcance 0-1 …»: of the bomb
        if not self.third or self.bearer_told:
            return Yo()
        itself = self.verb == "a_alcance"  # «si una unidad aliada está a [alcance-2]»: no range is measured from who is there
        for who in (None if itself else self.own_subject, self.scope.told):
            if (
                isinstance(who, (Cosa, Ref))
                and not is_nobody(who)
                and self._sort(who) in self.lexicon.data.get("animate", "").split()
            ):
                return self._again(who)
        return Yo()

    def _placed(self) -> frozenset[str]:
        """Sorts of what is somewhere."""
        data = self.lexicon.data
        return frozenset((data["animate"] + " " + data.get("placed", "")).split())

    def _mark_of_the_other(self) -> Value:
        """The landmark of what is told to happen instead; the bearer, where that has none."""
        marks = [
            mark
            for _, value in (self.fact.roles if self.instead_of and self.fact is not None else ())
            for part in parts(value)
            if isinstance(part, Hecho) and part.verb in ("ser", "a_alcance")
            for name, mark in part.roles
            if name in ("a", "de") and isinstance(mark, Papel)
        ]
        return marks[0] if len(marks) == 1 else Yo()

    def _protagonist(self, pron: Pron, allowed: frozenset[str]) -> Value | None:
        """«Mientras una nave efectúa un ataque, si el defensor está dañado, puede …»: she, if her dice tell; else nobody."""
        told, topic = self.scope.told, self.scope.topic
        if not self.scope.conditional or self.watching or not isinstance(told, (Cosa, Ref)) or topic is None:
            return None
        who = self._again(told)
        if not self._topic_fits(told, allowed) or who == self._again(topic) or not agree(self._number(told), pron.number):
            return None
        what = self.fact.role("que") if self.fact is not None else None
        dice = {"dado_de_ataque": Papel("defensor"), "dado_de_defensa": Papel("atacante")}
        if isinstance(what, Cosa) and dice.get(what.noun) == topic:
            return who
        if self._gone(topic):
            return who  # «si el defensor ha sido destruido, puede realizar una acción»: he can do no more
        raise Unbound(pron.at, (self._noun(told), self._noun(topic)))

    def _permitted(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«Elige 1 figura. Puede mover 2»: who reads would be told «puedes»; of somebody told otherwise nobody can tell."""
        living = self.lexicon.data.get("animate", "").split()
        told = [e for e in self._candidates() if e.tier >= 3 and e.sort in living and not isinstance(e.value, Yo)]
        others = list({e.key: e for e in told if agree(e.number, "s") and self._may_be(e.value, pron, sorts)}.values())
        if not others:
            return Yo()
        if len(others) == 1 and others[0].tier == 4 and not self.bearer_told:
            return self._use(others[0])
        raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), *(e.noun for e in others)), final=True)

    def _going_on(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """Who goes on in the third person: the subject before; else that of the moment; else the bearer."""
        scope = self.scope
        if self.verb == "sacar" and scope.roller is not None and self._may_be(scope.roller, pron, sorts):
            return self._again(scope.roller)
        if self.own_subject is not None and self._may_be(self.own_subject, pron, sorts):
            return self._again(self.own_subject)  # «por cada ficha que tenga»: who acts in the same clause
        chosen = [e for e in self._candidates() if self.watching and e.tier == 4 and self._may_be(e.value, pron, sorts)]
        if chosen and scope.topic in (None, Yo()):
            if len(chosen) == 1 and not self.bearer_told:
                return self._use(chosen[0])  # «Elige una unidad aliada. Si tiene 1 ficha de Orden, …»
            raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), *(e.noun for e in chosen)))
        options = [
            self._again(value)
            for value in (scope.topic, scope.told)
            if value is not None and self._may_be(value, pron, sorts) and not is_nobody(value)
        ]
        if len(options) == 2 and options[0] != options[1] and scope.conditional:
            raise Unbound(pron.at, ("quien cumple la condición", "quien protagoniza el momento"))
        if options:
            return options[0]
        if self.lexicon.fits(str(self.lexicon.data["bearer"]), sorts):
            others = [
                e
                for e in self._candidates()
                if e.tier == 1 and not isinstance(e.value, Yo) and self._may_be(e.value, pron, sorts)
            ]
            if not others and not self.bearer_told:
                others = [
                    e
                    for e in self._candidates()
                    if e.tier == 0 and isinstance(e.value, Cosa) and e.number == "s" and self._may_be(e.value, pron, sorts)
                ]  # «la Velocidad de una unidad se reduce por cada ficha que tenga»: whose it is
            if not others:
                return Yo()
            if len(others) == 1 and not any(isinstance(e.value, Yo) for e in self._candidates()):
                return self._use(others[0])
            raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), *(e.noun for e in others)))
        fits = best_of([e for e in self._candidates() if e.tier > 0 and self._may_be(e.value, pron, sorts)])
        if len(fits) == 1:
            return self._use(fits[0])
        player = self.lexicon.data.get("roles", {}).get("jugador")
        if (
            player is not None
            and self.lexicon.fits("jugador", sorts)
            and not any(e.sort == "jugador" for e in self._candidates())
        ):
            return Papel(player)  # «Muestra una carta de tu mano»: what only who plays can do
        raise Unbound(pron.at, tuple(e.noun for e in fits))

    def _continued(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """Who was told in the sentence, or acts in its moment; nobody: the bearer."""
        scope = self.scope
        if self.verb == "sacar" and scope.roller is not None and self._may_be(scope.roller, pron, sorts):
            return self._again(scope.roller)
        if self.own_subject is not None and self._may_be(self.own_subject, pron, sorts):
            return self._again(self.own_subject)  # «por cada ficha que tenga»: who acts in the same clause
        if self.averted:
            return self._spared(pron, sorts)
        if "ataque" in sorts and not self.lexicon.fits(str(self.lexicon.data["bearer"]), sorts):
            if not self.scope.attack:
                raise Unbound(-1)
            return Papel("este_ataque")
        if self.watching and scope.topic is None and scope.attack and self.verb in self.lexicon.data.get("hit", "").split():
            attacked = any(f.verb in ATTACKING and f.role("quien") is not None for f in scope.happened)
            if scope.target is None and not attacked:
                pass  # «Después de que esta figura sea atacada, si no ha sido derrotada, …»: who was attacked is spoken of
            elif scope.target is None or not self._may_be(scope.target, pron, sorts):
                raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), "defensor"))
            else:
                return self._again(scope.target)  # «Ataca a un Héroe. Si sufre [daño], …»: he does
        if self.verb in self.lexicon.data.get("yours", "").split() and self.role == "que" and scope.topic in (None, Yo()):
            return self._spared(pron, sorts, bearer=False)  # «Empuja a X. Si no puede ser empujado, …»: nobody pushes himself
        if self.modo and not self.watching and scope.topic in (None, Yo()) and scope.moment in (None, Yo()):
            return self._permitted(pron, sorts)
        for told in (scope.topic, scope.moment):
            if is_nobody(told):
                continue  # «si ningún Rebelde …, adquiere Concentración»: nobody is none of them
            if told is not None and not isinstance(told, (Pron, Self, It)) and self._may_be(told, pron, sorts):
                return self._again(told)
        if not self.lexicon.fits(str(self.lexicon.data["bearer"]), sorts):
            return self._the_one_chosen(pron, sorts)
        if pron.number == "p":  # «Si fallan la prueba, sufren 2 [daño]»: several, told before
            animate = self.lexicon.data.get("animate", "").split()
            several = [e for e in self._candidates() if e.tier >= 1 and (all_of(e) or e.number == "p") and e.sort in animate]
            living = list({e.key: e for e in several if self.lexicon.fits(e.sort, sorts)}.values())
            if len(living) == 1:
                return self._use(living[0])
            raise Unbound(pron.at, tuple(e.noun for e in living))
        spoken = scope.before
        if self.watching and scope.topic is None and self._another(spoken) and self._may_be(spoken, pron, sorts):
            return self._again(spoken)  # «Cada Héroe sufre 1 [daño]. Si está herido, …»: he is
        chosen = [e for e in self._candidates() if self.watching and e.tier == 4 and self._may_be(e.value, pron, sorts)]
        if len(chosen) == 1 and isinstance(scope.before, (Ref, Cosa)) and self._again(scope.before) == self._use(chosen[0]):
            return self._use(chosen[0])  # «Elige 1 figura. Esa figura sufre 1 [daño]. Si es pequeña, …»
        said = (value for name, value in self.fact.roles if name != "quien") if self.fact is not None else ()
        if len(chosen) == 1 and any(part == Yo() for value in said for part in parts(value)):
            return self._use(chosen[0])  # «Si tiene línea de visión hasta ti, …»: nobody sees himself
        if chosen:
            raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), *(e.noun for e in chosen)))
        return Yo()

    def _the_one_chosen(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«Elige un objeto. Si está cerrado, …»: what no bearer can be, is the one that was chosen."""
        chosen = {e.key: e for e in self._candidates() if e.tier == 4 and self._may_be(e.value, pron, sorts)}
        if len(chosen) != 1:
            raise Unbound(-1)
        return self._use(next(iter(chosen.values())))

    def _spared(self, pron: Pron, sorts: frozenset[str], bearer: bool = True) -> Value:
        """«para evitar que vuelva a ser desplegado»: the one who was told, if it is one; the bearer where nobody was."""
        living = self.lexicon.data.get("animate", "").split()
        told = {
            e.key: e
            for e in self._candidates()
            if e.tier >= 1 and e.sort in living and not is_nobody(e.value) and self._may_be(e.value, pron, sorts)
            if bearer or not isinstance(e.value, Yo)
        }
        if bearer and not told and self._may_be(Yo(), pron, sorts):
            return Yo()
        if len(told) != 1:
            raise Unbound(pron.at, tuple(e.noun for e in told.values()))
        return self._use(next(iter(told.values())))

    def _refuse_either_side(self, pron: Pron, sorts: frozenset[str]) -> None:
        """«Cuando una unidad con BRÍO ataca a una unidad enemiga, si está acobardada, …»: which of the two, nobody can tell."""
        fact, scope = self.fact, self.scope
        if not self.watching or not scope.happened or scope.topic not in (None, Yo()) or fact is None or self.role != "quien":
            return
        if "continues" not in self.lexicon.data and not self.third:
            return  # where cards speak to their bearer, both of them are told of alike, and asked below
        said = [part for name, value in fact.roles if name != "quien" for part in parts(value)]
        near = any(isinstance(part, (Pron, Papel, Yo, Ref)) or getattr(part, "ref", "") == "ese" for part in said)
        if near or fact.verb not in STATES:
            return  # «si está adyacente a ella»: the other one
        sides = {e.key: e for value in _sides(scope.happened[-1]) for e in self._candidates() if self._is(e, value)}
        either = [e for e in sides.values() if e.tier == 1 and e.number == "s" and self._may_be(e.value, pron, sorts)]
        if len(either) > 1:
            raise Unbound(pron.at, tuple(e.noun for e in either), final=True)

    def _of_its_kind(self, sorts: frozenset[str]) -> frozenset[str]:
        """«si es Luke Skywalker»: a leader is, and no system; «si es una bomba»: a device, where one has been told."""
        kind = self.fact.role("que") if self.fact is not None and self.fact.verb == "ser" and self.role == "quien" else None
        if isinstance(kind, Lista) and len({sort_of(item, self.lexicon) for item in kind.items}) == 1:
            kind = kind.items[0]
        if isinstance(kind, Nombre):
            return frozenset({kind.sort}) if kind.sort in self.lexicon.data["animate"].split() else sorts
        if not isinstance(kind, Cosa) or not kind.noun or kind.ref or kind.qty not in (ONE, SOME, Qty("masa")):
            return sorts
        told = (not sorts or self.lexicon.fits(kind.sort, sorts)) and any(e.sort == kind.sort for e in self._candidates())
        return frozenset({kind.sort}) if told else sorts

    def _elided(self, pron: Pron, sorts: frozenset[str]) -> Value:
        scope = self.scope
        allowed = self._of_its_kind(pron.sorts or sorts)
        self._refuse_either_side(pron, allowed)
        if "continues" in self.lexicon.data:
            return self._continued(pron, allowed)
        if self.third and pron.number != "p":
            return self._going_on(pron, allowed)
        if scope.conditional and scope.topic == scope.roller == Yo() and self._topic_fits(Yo(), allowed):
            return Yo()  # «Tira 1 dado. Con un resultado [crítico], sufre 1 daño»: who rolled
        rolled = scope.conditional and isinstance(scope.topic, Cosa) and scope.topic.sort == "resultado"
        if rolled and scope.roller is not None and self._topic_fits(scope.roller, allowed):
            return self._again(scope.roller)  # «Esa nave tira 1 dado. Si el resultado es [impacto], sufre 1 daño»: who rolled
        nobody = is_nobody(scope.topic)  # «si ninguna nave te ha atacado, recupera …»
        they = pron.number == "s" and scope.topic is not None and self._number(scope.topic) == "p"  # «…, recupera 1»: not they
        if not (nobody or they or isinstance(scope.topic, (type(None), Yo, Pron))) and self._topic_fits(scope.topic, allowed):
            return self._protagonist(pron, allowed) or self._again(scope.topic)
        fits = [
            e
            for e in self._candidates()
            if agree(e.number, pron.number)
            and agree(e.gender, pron.gender)
            and self._sort_fits(e, allowed)
            and e.tier > 0
            and e.key not in scope.spent  # «gasta 1 escudo para que no te afecte»: what is paid does nothing
        ]
        if self.verb in self.lexicon.data.get("undergone", "").split() and not self.modo:
            fits = [e for e in fits if e.tier == 4]  # «Elige 1 nave. Recibe …»: nobody else would go on without a word
            if len(best_of(fits)) > 1:
                raise Unbound(pron.at, tuple(e.noun for e in fits), final=True)
        if not fits and self._of_its_kind(frozenset()):  # «… en un sistema con un Líder. … Si es Luke Skywalker»: he alone
            fits = [e for e in self._candidates() if agree(e.number, pron.number) and self._sort_fits(e, allowed)]
        best = best_of(fits)
        if len(best) == 1:
            return self._use(best[0])
        raise Unbound(pron.at, tuple(e.noun for e in best))

    def _elided_before(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """A subject left out, where a condition that is told later already has one."""
        topic, entities, conditional = self.scope.topic, self.scope.entities, self.scope.conditional
        self.scope.topic, self.scope.conditional, told = self.ahead
        self.scope.entities = entities[:told]
        found = self._elided(replace(pron, kind="elidido"), sorts)
        self.scope.topic, self.scope.entities, self.scope.conditional = topic, entities, conditional
        return found

    def _somebody_else(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«puedes quitar una de sus fichas»: of the one other that was told."""
        living = self.lexicon.data.get("animate", "").split()
        fits = [
            e
            for e in self._candidates()
            if not isinstance(e.value, Yo) and e.sort in living and self._sort_fits(e, sorts) and e.number != "p"
        ]
        best = best_of(fits)
        if len(best) == 1:
            return self._use(best[0])
        raise Unbound(pron.at, tuple(e.noun for e in best))

    def _somebody_but(self, payer: Value | None, pron: Pron, sorts: frozenset[str]) -> Value:
        """«puedes sufrir 1 [tensión] para que recupere 2», «no puede atacarte»: the one told who is not that one."""
        spoken_to = "continues" in self.lexicon.data  # «para que recuperes», where cards speak to their bearer
        fits = [
            e
            for e in self._candidates()
            if e.tier >= 1
            and e.key not in self.scope.spent
            and not (self._is(e, payer) or e.value == payer or (spoken_to and isinstance(e.value, Yo)))
            and not is_nobody(e.value)
            and self._may_be(e.value, pron, pron.sorts or sorts)
        ]
        best = best_of(fits)
        if len(best) == 1:
            return self._use(best[0])
        raise Unbound(pron.at, tuple(e.noun for e in best), final=True)

    def _each(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«Cada una gana …», «Por cada una, …»: each of what was told last, and can do or undergo it."""
        fits = [e for e in self._candidates() if agree(e.gender, pron.gender) and e.tier >= 3 and not isinstance(e.value, Yo)]
        if not fits and "continues" in self.lexicon.data:  # «Si todas las figuras están aquí, cada una gana …»
            fits = [e for e in self._candidates() if agree(e.gender, pron.gender) and e.tier == 2 and e.number != "s"]
        best = best_of(fits)
        able = [e for e in best if self._sort_fits(e, sorts)]
        if len({e.key for e in able if all_of(e) or e.number == "p"}) == 1 and len({e.key for e in able}) == 1:
            return self._use(able[0])  # «Todas las figuras ganan 1 ficha. Cada una puede moverse»: no token does
        many = [e for e in best if e.number != "s"]
        if len(many) == 1 and len(best) == 1:
            return self._use(many[0])
        if best and not many and len({e.sort for e in best}) == 1 and len(best) > 1:
            return Lista("y", tuple(self._use(e) for e in best))
        raise Unbound(pron.at, tuple(e.noun for e in best))

    def _theirs(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«su reserva» in an order: of who acts in the moment, of the group told; somebody of a condition leaves it open."""
        fits = [e for e in self._candidates() if self._sort_fits(e, sorts) and agree(e.number, pron.number)]
        if self.verb in self.lexicon.data.get("not_one_s_own", "").split():  # «Si entra en su casilla»: nobody enters his own
            whose = best_of([e for e in fits if not self._is_subject(e) and e.tier > 0])
            if len(whose) != 1:
                raise Unbound(pron.at, tuple(e.noun for e in whose))
            return self._use(whose[0])
        living = self.lexicon.data.get("animate", "").split()
        # «su casilla» is no container's, unless that was chosen
        fits = [e for e in fits if e.sort in living or e.tier == 4 or isinstance(e.value, Papel)]
        acting = [e for e in fits if e.tier == 1 and e.subject]
        parts = [e for e in fits if isinstance(e.value, Papel)]
        chosen = [e for e in fits if e.tier == 4]
        if len(chosen) == 1 and not any(e.tier > 1 for e in fits if e not in chosen and e not in parts):
            return self._use(chosen[0])  # «Elige a 1 Héroe. Por cada dado en su reserva, …»
        if any(e.tier > 1 and e not in parts for e in fits):
            raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), *(e.noun for e in fits)))
        best = acting or parts
        if len(best) > 1:
            raise Unbound(pron.at, tuple(e.noun for e in best))
        return self._use(best[0]) if best else Yo()


def acts_itself(who: Value, verb: str, lexicon: Lexicon) -> bool:
    """Whether a moment measures from its subject: «cuando IG-88 ataca a una figura a 3 casillas» is told on its own card.

    «cuando un Rebelde entre en una casilla adyacente» and «si el objetivo está a 3 casillas» are seen by the bearer.
    """
    if verb in STATES:
        return False
    return isinstance(who, Nombre) or (isinstance(who, Cosa) and who.noun not in lexicon.data.get("anybody", "").split())
