"""An ability bound in the order in which it is told: moments, costs, steps."""

from collections.abc import Iterator
from typing import Any

from grammar.meaning.actions.things import agree, sort_of
from grammar.meaning.assembly.draft import Senseless
from grammar.meaning.binding.entities import Entity, Unbound, bare_number, is_known, refs
from grammar.meaning.binding.phrases import Phrases
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.values import EACH, EVERY, ONE, SIDES, SOME, Cosa, Hecho, Nombre, Papel, Pron, Ref, Yo, parts


class Binder(Phrases):
    def ability(self, ability: Capacidad) -> Capacidad:
        scope = self.scope
        self.bearer_told = any(self._tells_bearer(part) for part in parts(ability))
        self.mission = any(fact.verb in self.lexicon.data.get("carried", "").split() for fact in _facts_in(ability))
        events = self.lexicon.data.get("events", "").split()
        self.eventful = any(
            sort_of(part, self.lexicon) in events for part in parts(ability.cuando) if isinstance(part, (Cosa, Papel))
        )
        self._refuse_whose_time(ability)
        scope.attack = ability.clase in self.lexicon.data.get("attack_headers", "").split()
        scope.tier = 1
        moments = tuple(self._moment(moment) for moment in ability.cuando)
        scope.tier = 3
        costs = tuple(self._item(item) for item in ability.coste)
        steps = tuple(self._item(item) for item in ability.pasos)
        bound = replace(ability, cuando=moments, coste=costs, pasos=self._kept(steps))
        self.scope.used = dict.fromkeys((-2 - ref.id for ref in refs(bound) if ref.id < 0), 1)
        return self._numbered(bound)

    def _refuse_whose_time(self, ability: Capacidad) -> None:
        """«Las unidades enemigas reciben 1 ficha al final de su activación»: of each of theirs, which no moment can say yet."""
        step = ability.pasos[0] if ability.pasos else None
        fact = next(iter(step.efecto), None) if isinstance(step, Paso) else None
        who = fact.role("quien") if isinstance(fact, Hecho) else None
        whose = [
            part for moment in ability.cuando for part in parts(moment.tiempo) if isinstance(part, Pron) and part.kind == "su"
        ]
        if whose and self.third and isinstance(who, Cosa) and who.number == "p":
            raise Unbound(whose[0].at, (str(self.lexicon.data["bearer"]), who.noun), final=True)

    def _tells_bearer(self, part: Any) -> bool:
        data = self.lexicon.data
        if isinstance(part, Papel):
            return part.nombre == "este_" + str(data.get("bearer_marks", {}).get("mark"))
        return (
            isinstance(part, Cosa)
            and part.ref in ("este", "el")
            and not part.filters
            and ((part.ref == "este" and data.get("this", {}).get(part.noun) == "yo") or part.noun == data.get("bearer_noun"))
        )

    def _kept(self, steps: tuple[Item, ...]) -> tuple[Item, ...]:
        """«Elige 1 para quedártela» is «quédate con 1»; what is captured, whoever does it, is captured."""
        return tuple(
            self._yours(replace(step, efecto=self._plain(step.efecto))) if isinstance(step, Paso) else step for step in steps
        )

    def _plain(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        choosing = self.lexicon.data.get("choose_to", "").split()
        made: list[Item] = []
        for item in items:
            last = made[-1] if made else None
            if isinstance(item, Hecho) and isinstance(last, Hecho) and last.verb == "elegir" and item.verb in choosing:
                chosen, what = last.role("que"), item.role("que")
                if isinstance(chosen, Cosa) and what == Ref(-2 - chosen.at) and last.role("quien") == item.role("quien"):
                    item = item.put("que", chosen)
                    made.pop()
            made.append(self._agentless(item))
        return tuple(made)

    def _yours(self, step: Paso) -> Paso:
        """«el defensor es empujado 1 casilla»: you push him."""
        verbs = self.lexicon.data.get("yours", "").split()
        chosen = self.lexicon.data.get("agentless", "").split()

        def by_you(item: Item) -> bool:
            if not isinstance(item, Hecho) or item.role("quien") is not None or item.neg:
                return False
            what = item.role("que")  # «un Líder capturado es rescatado»: you choose him
            return item.verb in verbs or (item.verb in chosen and isinstance(what, Cosa) and what.qty.op in ("n", "hasta"))

        if step.modo or not any(map(by_you, step.efecto)):
            return step
        done = (replace(i, roles=(("quien", Yo()), *i.roles)) if isinstance(i, Hecho) and by_you(i) else i for i in step.efecto)
        return replace(step, efecto=tuple(done))

    def _agentless(self, item: Item) -> Item:
        """Nobody chooses where the thing is known: «captura a ese Líder» is «ese Líder es capturado»."""
        what = item.role("que") if isinstance(item, Hecho) else None
        table = self.lexicon.data.get("agentless", "").split()
        part = f"{item.verb}:{what.nombre}" if isinstance(item, Hecho) and isinstance(what, Papel) else ""
        if not isinstance(item, Hecho) or (item.verb not in table and part not in table):
            return item
        if item.role("quien") != Yo() or not (isinstance(what, (Ref, Papel, Nombre)) or is_known(what)):
            return item
        return replace(item, roles=tuple(role for role in item.roles if role[0] != "quien"))

    def _moment(self, moment: Momento) -> Momento:
        self.watching = True
        facts = self._events(moment)
        self.watching = False
        self.scope.happened.extend(facts)
        if moment.hechos:
            self.scope.topic = None
        who = [fact.role("quien") for fact in facts]
        self.scope.moment = who[0] if who and all(w == who[0] for w in who) else None
        time = None if moment.tiempo is None else self._value(moment.tiempo, 1)
        whose = (
            next((f.role("que") for f in time.filters if isinstance(f, Hecho) and f.verb == "de"), None)
            if isinstance(time, Cosa)
            else None
        )
        if isinstance(whose, Cosa) and whose.sort in self.lexicon.data.get("animate", "").split():
            self.scope.told = whose  # «Al final de la activación de una unidad, …»: it is spoken of
            if "continues" in self.lexicon.data:
                self.scope.moment = whose
        return replace(moment, hechos=facts, tiempo=time)

    def _events(self, moment: Momento) -> tuple[Hecho, ...]:
        """One of them happens: things of one noun that each tells are alternatives."""
        facts: list[Hecho] = []
        groups: list[list[Entity]] = []
        for fact in moment.hechos:
            told = len(self.scope.entities)
            facts.append(self._fact(fact, moment=True))
            groups.append([e for e in self.scope.entities[told:] if e.tier > 0 and isinstance(e.value, Cosa)])
        if len(groups) == 2 and all(len(group) >= 1 for group in groups):
            for noun in {e.noun for e in groups[0]} & {e.noun for e in groups[1]}:
                pair = [[e for e in group if e.noun == noun] for group in groups]
                if all(len(found) == 1 for found in pair) and noun not in self.lexicon.data.get("going_on", "").split():
                    self._alternatives([found[0] for found in pair])
        return tuple(facts)

    def _item(self, item: Item) -> Item:
        if isinstance(item, Hecho):
            return self._fact(item)
        if isinstance(item, Eleccion):
            options = []
            doer, done = self.scope.doer, {verb: len(told) for verb, told in self.scope.done.items()}
            known, apart = len(self.scope.entities), self.apart
            for option in item.opciones:
                options.append(tuple(self._item(part) for part in option))
                self.apart = apart | {e.key for e in self.scope.entities[known:]}
            self.apart = apart
            self.scope.doer = doer or self.scope.doer
            for verb, told in self.scope.done.items():  # «A o B. Si …, B en su lugar»: which of them it takes the place of
                told.extend(told[done.get(verb, 0) :])
            return Eleccion(tuple(options))
        if not isinstance(item, Paso):
            raise Senseless("se manda que algo sea así, y nadie puede hacerlo")
        tier = self.scope.tier
        late = any(
            isinstance(part, Pron) and (part.kind == "su" or (part.kind == "elidido" and part.number == "p"))
            for moment in item.cuando
            for part in parts(moment)
        )
        moments = () if late else tuple(self._moment(moment) for moment in item.cuando)
        self.scope.tier = 2
        again = (
            self.scope.topic
            if item.si and item.si == self.said_si and (not self.third or "continues" in self.lexicon.data)
            else None
        )
        if not item.si or item.si != self.said_si:
            self.branch = len(self.scope.entities)
        self.said_si = item.si
        if item.si and "continues" in self.lexicon.data:
            self.scope.before = self.scope.topic
            self.scope.topic = None  # a condition begins anew
        before_it = (self.ahead, self.modo)
        if item.si:
            self.ahead = (self.scope.topic, self.scope.conditional, len(self.scope.entities))
        self.modo = item.modo or self.modo
        self.watching = True
        self.scope.sides |= {part.nombre for part in parts(item.si) if part in SIDES and isinstance(part, Papel)}
        early = {cond: self._once(cond) for cond in item.si if not _told_after(cond, item)}
        self.watching = False
        acted_on = again == Yo() and self.scope.topic in parts(
            self.said_acts
        )  # «si falla, empújala y adquiere Debilidad»: she does
        if again is not None and not acted_on:  # «A sufre 1 [daño] y adquiere Debilidad si …»: one condition, one subject
            self.scope.topic, self.scope.conditional = again, False
        so_many = any(isinstance(part, Hecho) and bare_number(part.role("que")) for part in item.efecto)
        if item.en_vez and self.scope.doer is not None and (so_many or "continues" in self.lexicon.data):
            self.scope.topic = self.scope.doer  # «… gana 1. Si …, gana 2 en su lugar»: the same one
        self.scope.tier = tier
        before, spoken = len(self.scope.entities), self.scope.topic
        cost = tuple(self._item(part) for part in item.coste)
        self.scope.spent = frozenset(e.key for e in self.scope.entities[before:])
        effect = self.said_acts = tuple(self._item(part) for part in item.efecto)
        if item.en_vez:
            self._either_event(before)
        self.replaced = before
        conds = tuple(early[cond] if cond in early else self._cond(cond) for cond in item.si)
        if item.si_no:
            self._forget(conds)
        if late:  # «durante su activación»: of who acts
            self.subject = self.scope.topic
            moments = tuple(self._moment(moment) for moment in item.cuando)
        self.ahead, self.modo = before_it
        gone = self.gone
        if item.si:  # what the other branch tells is not there in this one
            self.gone = gone | {e.key for e in self.scope.entities[self.branch :] if e.tier > 2}
        if item.si and item.si_no and "continues" in self.lexicon.data and self._another(spoken):
            self.scope.topic = spoken  # «Si la supera, … . Si no, sufre 1 [daño]»: who was asked about
        denied = self.scope.denied
        if item.si_no:  # «Si no tienes ninguna ficha roja, …. De lo contrario, retira esa ficha»: then there is one
            self.scope.denied = denied - {part.at for cond in item.si for part in parts(cond) if isinstance(part, Cosa)}
        otherwise = tuple(self._item(part) for part in item.si_no)
        self.scope.denied = denied
        self.gone = gone
        return replace(item, cuando=moments, si=conds, coste=cost, efecto=effect, si_no=otherwise)

    def _either_event(self, since: int) -> None:
        """«Realiza una prueba de A. Si …, realiza una de B en su lugar. Si falla la prueba, …»: whichever was made."""
        lasting = self.lexicon.data.get("events", "").split()
        new = [e for e in self.scope.entities[since:] if e.sort in lasting and isinstance(e.value, Cosa)]
        old = [e for e in self.scope.entities[self.replaced : since] if e.sort in lasting and isinstance(e.value, Cosa)]
        if len(new) == 1 and len(old) == 1 and new[0].noun == old[0].noun:
            self._alternatives([old[0], new[0]])

    def _once(self, cond: Any) -> Any:
        """«si es derrotada, recuperas 1 y ganas 1»: a condition that several acts share is told once, of the same somebody."""
        if cond in self.told_conds:
            bound, self.scope.topic, self.scope.conditional = self.told_conds[cond]
            return bound
        bound = self._cond(cond)
        if any(isinstance(part, (Cosa, Pron)) and part.at >= 0 for part in parts(cond)):
            self.told_conds[cond] = (bound, self.scope.topic, self.scope.conditional)
        return bound

    def _forget(self, conds: tuple[Any, ...]) -> None:
        """«Si hay un Rebelde adyacente, …. De lo contrario, …»: then there is none to speak of."""
        gone = {
            part.at
            for cond in conds
            if not (isinstance(cond, Hecho) and cond.neg)
            for part in parts(cond)
            if isinstance(part, Cosa) and part.qty.op in ("n", "algun", "al_menos")
        }
        self.scope.entities = [e for e in self.scope.entities if e.key not in gone]

    def _numbered(self, ability: Capacidad) -> Capacidad:
        """Referents that are used get a number, in the order of the effect."""
        numbers: dict[int, int] = {}
        for thing in _things(ability):
            place = self.scope.same.get(thing.at, thing.at)
            if place in self.scope.used and place not in numbers:
                numbers[place] = len(set(numbers.values())) + 1
            if place in numbers:
                numbers[thing.at] = numbers[place]
        made: Capacidad = _renumbered(ability, numbers)
        counted: Capacidad = _counted_one(made, frozenset(numbers[at] for at in self.scope.one if at in numbers))
        return counted


def _counted_one(value: Any, ones: frozenset[int]) -> Any:
    if not ones or not isinstance(value, (Node, tuple)):
        return value
    made = rebuilt(value, lambda part: _counted_one(part, ones))
    return replace(made, qty=ONE) if isinstance(made, Cosa) and made.id in ones and made.qty == SOME else made


def _told_after(cond: Any, step: Paso) -> bool:
    """A condition about somebody whom only the act tells: «anula resultados de una reserva si ésta contiene …»."""
    prons = [part for part in parts(cond) if isinstance(part, Pron)]
    if any(pron.kind == "tras" for pron in prons):
        return True
    told = [thing for thing in parts((step.coste, step.efecto)) if isinstance(thing, Cosa)]
    last = max((thing.at for thing in told), default=-1)
    news = {thing.sort for thing in told if not thing.ref and thing.qty == ONE}
    again = [c for c in parts(cond) if isinstance(c, Cosa) and c.ref in ("el", "ese") and not c.filters and c.noun == c.sort]
    acts = [part for part in parts((step.coste, step.efecto)) if isinstance(part, Hecho)]
    who = [act.role(act.sujeto or "quien") for act in acts]
    acting = any(isinstance(thing, Cosa) and not thing.ref for thing in who)
    if acting and any(pron.kind == "su" and pron.at > last >= 0 for pron in prons):
        return True  # «una unidad no puede moverse si su líder está herido»: the leader of the one that is told
    fresh = [thing for thing in told if not thing.ref and thing.qty == ONE]
    if any(p.kind == "clitico" and p.at > last >= 0 and any(_same_form(p, thing) for thing in fresh) for p in prons):
        return True  # «retira 1 ficha verde si la tienes»: that one
    return any(pron.kind == "este" and pron.at > last >= 0 for pron in prons) or any(
        thing.at > last >= 0 and thing.sort in news for thing in again
    )  # «disputa una ficha de Objetivo si está a [alcance-1] de la ficha»: that one


def _same_form(pron: Pron, thing: Cosa) -> bool:
    return agree(pron.gender, thing.gender) and agree(pron.number, thing.number)


def _facts_in(value: Any) -> Iterator[Hecho]:
    return (part for part in parts(value) if isinstance(part, Hecho))


def _things(value: Any) -> Iterator[Cosa]:
    return (part for part in parts(value) if isinstance(part, Cosa))


def _renumbered(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, Ref):
        if value.id < 0 and -2 - value.id not in numbers:
            raise Unbound(-2 - value.id)  # «esos dados cuyo resultado …»: what it points to is told nowhere in the effect
        return Ref(numbers[-2 - value.id]) if value.id < 0 else value
    if isinstance(value, Cosa):
        filters = _renumbered(value.filters, numbers)
        known = numbers.get(value.at, 0) if value.at >= 0 or value.noun != "numero" else 0  # «en 1» is nobody
        qty = EACH if value.qty == EVERY and value.number == "s" else value.qty
        return replace(value, filters=filters, qty=qty, id=known, at=-1, gender="-", number="-", ref="")
    return rebuilt(value, lambda part: _renumbered(part, numbers)) if isinstance(value, (Node, tuple)) else value
