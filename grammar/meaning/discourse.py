"""Binding: every pronoun, «esa nave», «su» and elided subject points to one referent, or the reading dies with the reason."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from grammar.lexicon.load import Lexicon
from grammar.meaning.actions.things import HERE, SO_MANY, agree, by_its_side, headless, sort_of
from grammar.meaning.assemble import Senseless
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.shapes import INDEFINITE
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    THE,
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
    Pron,
    Qty,
    Rango,
    Ref,
    Roles,
    Self,
    Value,
    Yo,
    parts,
)

PLACE = re.compile(r"at=-?\d+|(gender|number)='.'")
WHERE = frozenset({"a_alcance", "en"})
STATES = frozenset({"a_alcance", "en", "ser", "tener"})
"""Who is told only to say where another one is."""


COUNTABLE = frozenset({"cualquiera", "al_menos", "hasta"})
"""Quantities that leave open how many: «esa misma cantidad» is that many."""
NUMBERED = frozenset({"n", "hasta", "cualquiera", "al_menos"})
"""So many: «elige y retira 2 fichas» are the same two, «ganar y gastar fichas» are any."""
OVERT = frozenset({"el", "ella", "ellos", "ellas"})
"""Pronouns that Spanish says only of somebody who is not the subject already."""
DEMONSTRATED = frozenset({"ser", "contar", "considerar"})
"""Verbs of which «esto» may be the subject: what was just done."""


ATTACKING = frozenset({"atacar", "declarar", "realizar", "resolver"})
"""Verbs of a moment that tell of an attack and of who makes it."""
LOOKS = frozenset({"estado", "color", "cara", "lado", "tamano"})
"""Kinds of qualities that many have at once: «la nave dañada» tells nobody which one."""
EDGES = frozenset({"final", "comienzo"})
"""«hasta el final de la ronda», told twice or once for two acts: the same moment, which nobody has to be told."""


SIDES = (Papel("atacante"), Papel("defensor"))
"""Who may be one of those named: «el atacante o una nave enemiga»."""


class Unbound(Exception):
    """Nothing for it to point to, or several things: the place and the candidates."""

    def __init__(self, at: int, candidates: tuple[str, ...] = (), final: bool = False) -> None:
        super().__init__(at, candidates)
        self.at = at
        self.candidates = candidates
        self.final = final
        """No other reading will do: a reader would be in doubt too."""


@dataclass
class Entity:
    key: int
    """Place of its noun."""
    noun: str
    sort: str
    gender: str
    number: str
    filters: tuple[Any, ...]
    tier: int
    """0 embedded in another phrase, 1 told by the moment, 2 by a condition, 3 by a step, 4 chosen."""
    value: Value
    subject: bool = False
    or_you: bool = False
    """Told as «tú o una nave aliada»: «esa nave» would be either."""


@dataclass
class Scope:
    """What has been told so far in an ability."""

    entities: list[Entity] = field(default_factory=list)
    topic: Value | None = None
    """Subject of the clause before, in the same sentence."""
    each: int = 0
    """The group of which «cada una de ellas» was told: «ella» is one of it."""
    before: Value | None = None
    """The topic that a condition puts aside."""
    doer: Value | None = None
    """Who did the last step."""
    told: Value | None = None
    """Grammatical subject of the moment."""
    conditional: bool = False
    """The topic was told by a condition."""
    acts: list[tuple[str, str, Value]] = field(default_factory=list)
    """What was done to whom: «la unidad activada», «por cada ficha gastada»."""
    denied: frozenset[int] = frozenset()
    """What a condition says that there is none of: «esa ficha» is rather another one."""
    one: frozenset[int] = frozenset()
    """«alguna ficha» of which the text goes on in the singular."""
    ended: tuple[Value, ...] = ()
    """Who can act no more: «si el defensor ha sido destruido»."""
    moment: Value | None = None
    """Whose doing the moment is."""
    happened: list[Hecho] = field(default_factory=list)
    """What the moment tells: «la nave que ejecutó la maniobra»."""
    testers: dict[int, Value] = field(default_factory=dict)
    """Who makes a test, by the place of its noun; the last one told is the last key."""
    singly: Value | None = None
    """Who was told one by one («Cada unidad elegida gana …»): goes on in the singular, however many they are."""
    keywords: list[Cosa] = field(default_factory=list)
    """Keywords that were named: «dicha cualidad»."""
    roller: Value | None = None
    """Who rolled last: «si saca un resultado …»."""
    attack: bool = False
    """An attack has been told."""
    target: "Value | None" = None
    """Whom a step has attacked: the defender from then on."""
    again: bool = False
    """A step attacks, beside the attack that the moment tells: «ese ataque» would be either."""
    tallied: frozenset[int] = frozenset()
    """Whose number an act asks for («cuenta la cantidad de naves …»), by the place of its noun: «esa cantidad» is that."""
    spent: frozenset[int] = frozenset()
    """Told by the cost of this step: what is paid is not what is got."""
    used: dict[int, int] = field(default_factory=dict)
    same: dict[int, int] = field(default_factory=dict)
    """Place of an alternative -> place of the first of them: «una bomba o mina»."""
    tier: int = 1
    place: "Entity | Nombre | None" = None
    """What «este sistema» is, where a mission or a leader has been put somewhere."""


class Binder:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.scope = Scope()
        self.subject: Value | None = None
        self.mission = False
        self.bearer_told = True
        self.eventful = False
        """A mission or a fight is told by the moment: «Durante el combate, … de ese sistema»."""
        self.outer: Value | None = None
        """Who does what a circumstance is said of: «como si fueran suyas»."""
        self.instead: Value | None = None
        """What is done something with, where another act is told beside it: «tíralo en vez de retirarlo»."""
        self.own_subject: Value | None = None
        """Subject of the clause that is being bound, once it is bound."""
        self.verb = ""
        self.role = ""
        """Of the verb, that is being bound."""
        self.fact: Hecho | None = None
        self.holder: Cosa | None = None
        """A thing of whose surroundings is spoken: «un terminal sin Rebeldes a 2 casillas»."""
        self.heads: list[Cosa | None] = []
        """Whose phrase is being bound: «los Héroes con 1 ficha en su hoja»."""
        self.lying = ""
        """What is told to lie somewhere."""
        self.ahead: tuple[Value | None, bool, int] = (None, False, 0)
        """The topic before the conditions of a step, and how many things had been told."""
        self.modo = ""
        """Of the step that is being bound: «puede recibir 1 ficha» is no order."""
        self.watching = False
        """A moment or a condition is being bound: nobody acts in it."""
        self.listed: frozenset[int] = frozenset()
        """Who was told by the items of a list before this one."""
        self.apart: frozenset[int] = frozenset()
        self.gone: frozenset[int] = frozenset()
        """Told in another branch: nobody speaks of it here."""
        self.branch = 0
        """What other options of a choice have told: «elige o retira 1 ficha» is of two."""
        self.beside = False
        """A phrase stands beside its verb, as the object or where it goes: «esa unidad» or «ella» there is not its subject."""
        self.told_conds: dict[Any, tuple[Any, Value | None, bool]] = {}
        """Conditions that have been bound, with what was spoken of after them."""
        self.said_acts: tuple[Item, ...] = ()
        self.said_si: tuple[Any, ...] = ()
        """The conditions of the step before: a condition that several acts share stands in each of their steps."""
        self.third = bool(lexicon.data.get("third_person_bearer"))

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
        self.scope.used = dict.fromkeys((-2 - ref.id for ref in _refs(bound) if ref.id < 0), 1)
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
            if not isinstance(item, Hecho) or item.role("quien") is not None:
                return False
            what = item.role("que")  # «un Líder capturado es rescatado»: you choose him
            return item.verb in verbs or (item.verb in chosen and isinstance(what, Cosa) and what.qty.op in ("n", "hasta"))

        if step.modo or not any(map(by_you, step.efecto)):
            return step
        done = (replace(i, roles=(("quien", Yo()), *i.roles)) if isinstance(i, Hecho) and by_you(i) else i for i in step.efecto)
        return replace(step, efecto=tuple(done))

    def _agentless(self, item: Item) -> Item:
        """Nobody chooses where the thing is known: «captura a ese Líder» is «ese Líder es capturado»."""
        if not isinstance(item, Hecho) or item.verb not in self.lexicon.data.get("agentless", "").split():
            return item
        what = item.role("que")
        if item.role("quien") != Yo() or not (isinstance(what, (Ref, Papel, Nombre)) or _known(what)):
            return item
        return replace(item, roles=tuple(role for role in item.roles if role[0] != "quien"))

    # ---- in order
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
            doer = self.scope.doer
            known, apart = len(self.scope.entities), self.apart
            for option in item.opciones:
                options.append(tuple(self._item(part) for part in option))
                self.apart = apart | {e.key for e in self.scope.entities[known:]}
            self.apart = apart
            self.scope.doer = doer or self.scope.doer
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
        told = self._once if item.modo == "no_puede" else self._cond
        early = {cond: told(cond) for cond in item.si if not _told_after(cond, item)}
        self.watching = False
        acted_on = again == Yo() and self.scope.topic in parts(
            self.said_acts
        )  # «si falla, empújala y adquiere Debilidad»: she does
        if again is not None and not acted_on:  # «A sufre 1 [daño] y adquiere Debilidad si …»: one condition, one subject
            self.scope.topic, self.scope.conditional = again, False
        if item.en_vez and "continues" in self.lexicon.data and self.scope.doer is not None:
            self.scope.topic = self.scope.doer  # «… gana 1. Si …, gana 2 en su lugar»: the same one
        self.scope.tier = tier
        before, spoken = len(self.scope.entities), self.scope.topic
        cost = tuple(self._item(part) for part in item.coste)
        self.scope.spent = frozenset(e.key for e in self.scope.entities[before:])
        effect = self.said_acts = tuple(self._item(part) for part in item.efecto)
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
        otherwise = tuple(self._item(part) for part in item.si_no)
        self.gone = gone
        return replace(item, cuando=moments, si=conds, coste=cost, efecto=effect, si_no=otherwise)

    def _once(self, cond: Any) -> Any:
        """«si A, no puedes B ni C»: a condition that both share is told once, and is of the same things."""
        if cond in self.told_conds:
            bound, self.scope.topic, self.scope.conditional = self.told_conds[cond]
            return bound
        bound = self._cond(cond)
        if any(isinstance(part, Cosa) and part.at >= 0 for part in parts(cond)):
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

    def _cond(self, cond: Any) -> Any:
        if isinstance(cond, Hecho):
            return self._fact(cond, cond=True)
        return replace(cond, items=tuple(self._cond(item) for item in cond.items))

    def _fact(self, fact: Hecho, moment: bool = False, cond: bool = False) -> Hecho:
        fact = self._to_here(self._told_as(self._near_this(_of_itself(self._by_anybody(fact)) if moment else fact)))
        roles: list[tuple[str, Value]] = []
        told = len(self.scope.entities)
        doing = self.own_subject
        if fact.verb == "superar":
            fact = self._tested(fact)
        self._refuse_near(fact)
        self.fact = fact
        order = sorted(fact.roles, key=lambda item: item[0] != "quien")
        before = self.subject
        self.verb, self.own_subject = fact.verb, None
        circ_first = {
            key: self._circ(value) for key, value in fact.circ if isinstance(value, Pron) and value.kind == "cada_uno"
        }
        for name, value in order:
            sorts = self._sorts(fact.verb, name)
            tier = (
                4
                if fact.verb == "elegir" and name == "que" and not moment
                else 5
                if fact.verb == "hay" and cond and "continues" in self.lexicon.data
                else 0
                if (fact.verb in WHERE and name != "quien") or (fact.verb, name) == ("distinto", "de")
                else self.scope.tier
            )
            self.beside = name != "quien" and fact.verb in self.lexicon.verbs
            self.role = name
            if (
                (name == "quien" or (name == "que" and not moment and not cond))
                and isinstance(value, Cosa)
                and any(e.key == value.at >= 0 and isinstance(e.value, Cosa) for e in self.scope.entities)
                and not _nobody(value)  # «si ningún Rebelde está cerca, A y B»: none, both times
                and (name == "quien" or (value.qty.op in NUMBERED and value.at not in self.apart))
            ):
                value = self._again(value)  # one subject of several acts, one object: «elige y retira 2 fichas»
            entities = self.scope.entities
            done_to = fact.role("que")
            aside = name not in ("quien", "que") and isinstance(value, Cosa) and value.ref == "ese"
            if aside and isinstance(done_to, Cosa):  # «rota tu [arco-torreta] hacia ese arco»: another one
                self.scope.entities = [e for e in entities if e.key != done_to.at]
            made = self._same(
                fact.verb, name, self._value(self._untold(fact.verb, value), tier, sorts, subject=name == self._speaks(fact))
            )
            self._told_again(entities)
            if fact.verb == "ser" and name == "que" and isinstance(made, Cosa) and made.qty == ONE:
                self.scope.entities = [e for e in self.scope.entities if e.value is not made]  # «es una unidad»: no other one
            if fact.verb == "elegir" and name == "que" and isinstance(made, Ref) and not moment and not cond:
                for entity in self.scope.entities:  # «puedes elegir esa nave para que reciba 1 ficha»
                    entity.tier = 4 if entity.key == -2 - made.id else entity.tier
            if _one_by_one(value):
                self.scope.singly = made
            if name == "quien":
                self.subject = self.own_subject = made if made != Self() or doing is None else doing
            roles.append((name, made))
        if fact.role("quien") is None:
            spoken = dict(roles).get(fact.sujeto)
            self.subject = self._again(spoken) if "continues" in self.lexicon.data and spoken is not None else None
        if fact.verb in ("atacar", "defender") or any(sort_of(v, self.lexicon) == "ataque" for _, v in roles):
            self.scope.attack = True
        if (
            not moment
            and not cond_only(fact)
            and (fact.verb == "atacar" or any(isinstance(v, Cosa) and v.sort == "ataque" for _, v in roles))
        ):
            self.scope.target = next(
                (v for n, v in roles if n in ("contra", "a") or (n == "que" and fact.verb == "atacar")), None
            )
            self.scope.again = fact.verb == "atacar" and any(told.verb in ATTACKING for told in self.scope.happened)
        if fact.verb == "tirar" and not moment and not cond:
            self.scope.roller = next((value for name, value in roles if name == "quien"), None)
        for _, made in roles:
            if isinstance(made, Cosa) and made.sort == "prueba" and self.subject is not None:
                self.scope.testers[made.at] = self.subject
        topic = self.scope.topic
        what = next((value for name, value in roles if name == "que"), None)
        circ_made = []
        outer, self.outer = self.outer, next((value for name, value in roles if name == "quien"), None)
        for key, value in fact.circ:
            conditional = self.scope.conditional
            moved = key == "hasta" and isinstance(value, Hecho) and isinstance(what, (Cosa, Ref))
            pushed = moved and what is not None and self._sort(what) in self.lexicon.data["animate"].split()
            if (key == "como_si" and what is not None) or pushed:
                self.scope.topic, self.scope.conditional = what, False  # «ejecútala como si fuera …»: the thing done
            self.instead = what if key in ("en_vez_de", "sin") else None
            if (
                key == "a_alcance"
                and self.third
                and not self.bearer_told
                and isinstance(value, Hecho)
                and value.role("de") == HERE
            ):
                raise Unbound(-1)  # «realice una acción a alcance 3»: of whom, nobody has told
            other_end = self.lexicon.data.get("ranged_from", {}).get(fact.verb)
            if key == "a_alcance" and other_end and isinstance(value, Hecho) and value.role("de") == HERE:
                end = next((v for n, v in roles if n == "quien"), None) if other_end == "quien" else Papel(other_end)
                if not isinstance(end, (Yo, Ref, Papel)):
                    raise Unbound(-1)
                value = value.put("de", end)
            entities = self.scope.entities
            other = key == "en_vez_de" and isinstance(what, Cosa) and isinstance(value, Cosa) and value.ref == "ese"
            if other and isinstance(what, Cosa):  # «en vez de esa maniobra, ejecuta otra»: not of the other one
                self.scope.entities = [e for e in entities if e.key != what.at]
            watching, self.watching = self.watching, self.watching or moved  # «hasta que esté adyacente»: to the bearer
            circ_made.append(
                (
                    key,
                    circ_first[key]
                    if key in circ_first
                    else self._circ(_two_places(value, fact) if key == "como_si" else value),
                )
            )
            self.watching = watching
            self._told_again(entities)
            self.scope.topic, self.scope.conditional = topic, conditional
        circ = tuple(circ_made)
        self.instead = None
        self.outer = outer
        who = next((value for name, value in roles if name == "quien"), None)
        who = _counted(who) if isinstance(who, Cuenta) else who
        spoken_of = next((value for name, value in roles if name == fact.sujeto), who)
        self.scope.acts.extend(
            (fact.verb, name, value) for name, value in roles if name in ("quien", "que") and isinstance(value, Cosa)
        )
        if fact.neg and cond:
            absent = (v for n, v in roles if n != "quien" and isinstance(v, Cosa) and v.qty.op in ("algun", "ningun"))
            self.scope.denied |= {thing.at for thing in absent}
        if fact.verb in self.lexicon.data.get("ends", "").split() and not fact.neg:
            self.scope.ended = (*self.scope.ended, *(value for name, value in roles if name == "que"))
        self.scope.tallied |= {
            v.de.at for n, v in fact.roles if n == "que" and isinstance(v, Cuenta) and isinstance(v.de, Cosa)
        }
        self._also_done(fact.verb, roles)
        if moment and spoken_of is not None and not isinstance(spoken_of, Pron):
            self.scope.told = spoken_of
        if spoken_of is not None and not moment:
            self.scope.topic = spoken_of
            self.scope.conditional = cond
        if who is not None and not moment and not cond:
            self.scope.doer = who
        self.subject = before if moment is False and cond is False and before is not None and who is None else who
        self.own_subject = doing
        ordered = tuple((name, next(v for n, v in roles if n == name)) for name, _ in fact.roles)
        bound = self._there(self._contained(replace(fact, roles=ordered, circ=circ, sujeto="")), not moment and not cond)
        if moment:
            self._refuse_far(bound)
            bound = self._itself(self._spelled_out(bound))
        self._set_place(bound, self.scope.entities[told:])
        return bound

    def _by_anybody(self, fact: Hecho) -> Hecho:
        """«Después de que te ataquen», where no others have been told: after you are attacked, by whomever."""
        done_to = any(isinstance(value, Yo) for key, value in fact.roles if key != "quien")
        if not _doer_left_out(fact, "p") or not done_to or any(e.number == "p" for e in self._candidates()):
            return fact
        return replace(fact, roles=tuple(role for role in fact.roles if role[0] != "quien"))

    def _to_here(self, fact: Hecho) -> Hecho:
        """«Mueve 1 nave desde un sistema adyacente»: to this one, where nothing else is told."""
        place = self.lexicon.data.get("this_place", {})
        if fact.verb not in place.get("comes", ()):
            return fact
        thing = fact.role("que")
        lying = (
            [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
            if isinstance(thing, Cosa)
            else []
        )
        if (
            isinstance(thing, Cosa)
            and len(lying) == 1
            and fact.role("desde") is None
            and fact.role("cuanto") is None
            and not (
                self.modo and thing.qty == EVERY  # «cada unidad de este sistema puede trasladarse»: which of them may
            )
        ):
            there = lying[0].role("donde")
            bare = replace(thing, filters=tuple(f for f in thing.filters if f is not lying[0]))
            assert there is not None  # «mueve 1 nave de este sistema»: from it
            fact = replace(fact, roles=(*((k, bare if k == "que" else v) for k, v in fact.roles), ("desde", there)))
        start = fact.role("desde")
        if (
            not isinstance(start, Cosa)
            or start.ref in ("este", "ese")
            or any(name in ("a", "en", "cuanto") for name, _ in fact.roles)
        ):
            return fact
        return replace(fact, roles=(*fact.roles, ("a", Papel(f"este_{place['noun']}"))))

    def _refuse_near(self, fact: Hecho) -> None:
        """«desde un sistema Imperial hasta un sistema adyacente»: to that one, which nothing can say yet, or to this one?"""
        noun = self.lexicon.data.get("this_place", {}).get("noun")
        start, end = fact.role("desde"), fact.role("a")
        if noun is None or not isinstance(end, Cosa) or not isinstance(start, Cosa) or start.ref == "este":
            return
        near = [f for f in end.filters if isinstance(f, Hecho) and f.verb == "ser" and f.role("a") == HERE]
        if near:
            raise Unbound(end.at, (f"este {noun}", start.noun), final=True)

    def _refuse_far(self, fact: Hecho) -> None:
        """«Cuando un Héroe ataque a una figura a más de 3 casillas»: of himself, or of the bearer?"""
        who, whom = fact.role("quien"), fact.role("que")
        if (
            "continues" not in self.lexicon.data
            or fact.verb != "atacar"
            or not isinstance(who, Cosa)
            or not isinstance(whom, Cosa)
        ):
            return
        far = [f for f in whom.filters if isinstance(f, Hecho) and f.verb == "a_alcance" and f.role("de") == Yo()]
        if any(isinstance(span := f.role("rango"), Rango) and span.modo == "al_menos" for f in far):
            raise Unbound(whom.at, (str(self.lexicon.data["bearer"]), who.noun), final=True)

    def _told_again(self, entities: list[Entity]) -> None:
        """What was put aside while a part was bound is among the things told again, in its order."""
        if self.scope.entities is not entities:
            known = {id(e) for e in entities}
            self.scope.entities = [*entities, *(e for e in self.scope.entities if id(e) not in known)]

    def _told_as(self, fact: Hecho) -> Hecho:
        """«prueba [fuerza]» is «realiza una prueba de [fuerza]»: what is done, with what it is done by."""
        told = str(self.lexicon.data.get("told_as", {}).get(fact.verb, "")).split()
        what = fact.role("que")
        if not told or not isinstance(what, Cosa):
            return fact
        verb, noun = told
        known = self.lexicon.nouns[noun]
        done = Cosa(noun, known.sort, ONE, gender=known.gender, number="s", filters=what.filters, at=what.at)
        return replace(fact, verb=verb, roles=tuple((k, done if k == "que" else v) for k, v in fact.roles))

    def _itself(self, fact: Hecho) -> Hecho:
        """«Después de desplegar esta unidad»: she deploys, and nobody else was told."""
        if fact.role("que") != Yo() or fact.role("quien") != Yo():
            return fact
        own = any(role.name == "que" and role.optional for role in self.lexicon.verbs.get(fact.verb, ()))
        return replace(fact, roles=tuple(role for role in fact.roles if role[0] != "que")) if own else fact

    def _spelled_out(self, fact: Hecho) -> Hecho:
        """«mientras atacas» is «mientras efectúas un ataque»: one moment, one shape."""
        told = str(self.lexicon.data.get("spelled_out", {}).get(fact.verb, "")).split()
        if not told or fact.role("que") is not None:
            return fact
        verb, noun = told
        known = self.lexicon.nouns[noun]
        against = tuple(Hecho("contra", (("quien", It()), ("que", value))) for name, value in fact.roles if name == "a")
        done = Cosa(noun, known.sort, ONE, gender=known.gender, number="s", filters=against)
        who = tuple((name, value) for name, value in fact.roles if name == "quien")
        roles = tuple((name, value) for name, value in fact.roles if name not in ("quien", "a"))
        return replace(fact, verb=verb, roles=(*who, ("que", done), *roles))

    def _also_done(self, verb: str, roles: list[tuple[str, Value]]) -> None:
        """Who gets a lock on a ship has locked it: «la nave fijada» is that one."""
        for name, told in self.lexicon.data.get("same_act", {}).items():
            act, noun, link = told.split()
            thing = dict(roles).get("que")
            if act != verb or not isinstance(thing, Cosa) or thing.noun != noun:
                continue
            on = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == link]
            self.scope.acts.extend((name, "que", value) for value in on if isinstance(value, Cosa))

    def _speaks(self, fact: Hecho) -> str:
        """The role of the grammatical subject: «cuando un Rebelde es derrotado, … su casilla»."""
        return fact.sujeto or "quien" if "continues" in self.lexicon.data else "quien"

    def _untold(self, verb: str, value: Value) -> Value:
        """«Si tiene éxito»: of what, the game says."""
        who = self.lexicon.data.get("elided_subject", {}).get(verb)
        return Papel(who) if who is not None and isinstance(value, Pron) and value.kind == "elidido" else value

    def _same(self, verb: str, role: str, value: Value) -> Value:
        """A mission's success is yours, a system that is loyal to a player is loyal to his side: one shape for both."""
        noun = value.nombre if isinstance(value, Papel) else _the_only(value)
        table = self.lexicon.data.get("same", {})
        other = table.get(f"{verb} {role} {noun}", table.get(f"{verb} {role} este_{noun}") if noun else None)
        if other is None:
            return value
        if other != "yo":
            return Papel(other)
        noun = noun.removeprefix("este_")
        return (
            value
            if any(e.noun == noun and e.value is not value and not isinstance(e.value, Papel) for e in self.scope.entities)
            else Yo()
        )  # somebody else's

    def _contained(self, fact: Hecho) -> Hecho:
        """«hay naves en este sistema» is «este sistema contiene naves»."""
        thing = fact.role("que")
        who = fact.role("quien")
        if fact.verb == "en" and isinstance(who, Cosa) and who.qty.op in INDEFINITE and not who.ref and not fact.neg:
            there = fact.put("quien", It())  # «ninguna está en él»
            none = who.qty.op == "ningun"
            thing = replace(who, filters=(*who.filters, there), qty=SOME if none else who.qty)
            made = self._contained(Hecho("hay", (("que", thing),), none))
            return made if made.verb == "tener" else fact
        if fact.verb != "hay" or not isinstance(thing, Cosa):
            return fact
        where = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
        place = where[0].role("donde") if len(where) == 1 else None
        if place is None or self._sort(place) not in self.lexicon.data.get("containers", "").split():
            return fact
        if fact.neg and isinstance(place, Cosa) and not place.ref and place.qty.op != "el":
            return fact  # «no hay ninguna nave en un sistema adyacente»: in none of them
        if isinstance(place, Cosa) and place.qty == SOME and place.number == "p" and thing.qty.op not in ("algun", "ningun"):
            return fact  # «al menos 4 Líderes están en sistemas neutrales»: all of them together, not in one
        rest = replace(thing, filters=tuple(f for f in thing.filters if f is not where[0]))
        return replace(fact, verb="tener", roles=(("quien", place), ("que", rest)))

    def _there(self, fact: Hecho, ruled: bool) -> Hecho:
        """«1 unidad de este sistema es destruida» is destroyed in it; by whom the card is played, where nobody else is told."""
        thing = fact.role("que")
        if fact.verb not in self.lexicon.data.get("done_there", "").split() or not isinstance(thing, Cosa):
            return fact
        if thing.ref not in ("", "el"):
            return fact
        where = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
        place = where[0].role("donde") if len(where) == 1 else None
        if place is None or fact.role("en") is not None or fact.past:
            return fact
        rest = replace(thing, filters=tuple(f for f in thing.filters if f is not where[0]))
        who: Roles = (("quien", Yo()),) if ruled and fact.role("quien") is None and not _known(thing) else ()
        return replace(fact, roles=(*who, *((k, rest if k == "que" else v) for k, v in fact.roles), ("en", place)))

    def _sort(self, value: Value) -> str:
        if isinstance(value, Ref):
            return next((e.sort for e in self.scope.entities if e.key == -2 - value.id), "")
        return sort_of(value, self.lexicon)

    def _set_place(self, fact: Hecho, told: list[Entity]) -> None:
        """Where this mission is, or this leader was placed, is «este sistema» from then on."""
        table = self.lexicon.data.get("this_place", {})
        what = fact.role("que")
        if (
            self.scope.place is not None
            or fact.verb not in table.get("verbs", ())
            or not isinstance(what, Papel)
            or what.nombre not in table["things"]
        ):
            return
        where = fact.role("en")
        if isinstance(where, Nombre):
            self.scope.place = where
            return
        found = [e for e in told if e.noun == table["noun"] and (where is None or e.value == where)]
        if len(found) == 1:
            self.scope.place = found[0]

    def _of_testers(self, thing: Cosa) -> Cosa:
        """«Cada Rebelde que no la supere»: of those who make the test."""
        tests = [f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "superar"]
        for test in tests:
            who = self.scope.testers.get(-2 - test.id) if isinstance(test, Ref) else None
            if (
                isinstance(who, Cosa)
                and who.noun == thing.noun
                and not any(isinstance(f, Hecho) and f.verb == "entre" for f in thing.filters)
            ):
                whole = Hecho("entre", (("quien", It()), ("que", self._again(who))))
                return replace(thing, filters=(whole, *thing.filters))
        return thing

    def _tested(self, fact: Hecho) -> Hecho:
        """«Si la falla»: who made the test; «si falla»: the test just made."""
        scope = self.scope
        test = fact.role("que")
        if isinstance(test, Cosa) and test.qty == ONE and test.ref == "":
            return fact  # «a menos que supere una prueba»: one that is made for it
        if not scope.testers:
            raise Unbound(-1)
        place, who = list(scope.testers.items())[-1]
        roles = dict(fact.roles)
        if isinstance(roles.get("que", Pron("", "-", "-", -1)), Pron):
            roles["que"] = self._told_at(place)
        if isinstance(roles.get("quien"), Pron):
            roles["quien"] = self._again(who)
        return replace(fact, roles=tuple(roles.items()))

    def _circ(self, value: Any) -> Any:
        if isinstance(value, Hecho):
            return self._fact(value, cond=True)
        if isinstance(value, Junto):
            return replace(value, items=tuple(self._circ(item) for item in value.items))
        if isinstance(value, tuple):
            return tuple(self._circ(item) for item in value)
        return self._value(value, 0)

    def _sorts(self, verb: str, role: str) -> frozenset[str]:
        for slot in self.lexicon.verbs.get(verb, ()):
            if slot.name == role:
                return slot.sorts
        if role == "quien" and verb in ("a_alcance", "en"):
            return frozenset(self.lexicon.data.get("placed", "").split())
        if (verb, role) in (("a_alcance", "de"), ("ser", "a")) and "continues" in self.lexicon.data:
            return frozenset(self.lexicon.data.get("placed", "").split()) | {"lugar"}
        if (verb, role) == ("a_alcance", "de") and "ranged" in self.lexicon.data:
            return frozenset(str(self.lexicon.data["ranged"]).split()) - {"ataque"} | {"lugar"}  # no range is from an attack
        if role == "donde":
            return frozenset(self.lexicon.data.get("places", "").split())
        if role == "quien" and verb == "tener":
            return frozenset(self.lexicon.data.get("owners", "").split())
        return frozenset({"cosa"})

    # ---- values
    def _value(self, value: Value, tier: int, sorts: frozenset[str] = frozenset({"cosa"}), subject: bool = False) -> Value:
        if isinstance(value, Lista):
            told, listed = len(self.scope.entities), self.listed
            items = tuple(self._value(item, tier, sorts) for item in self._one_by_one(value.items))
            self.listed = listed
            if value.conj == "o" and any(isinstance(item, Yo) or item in SIDES for item in value.items):
                for entity in self.scope.entities[told:]:
                    entity.or_you = True
            if value.conj == "o":
                heads = {item.at for item in items if isinstance(item, Cosa)}
                self._alternatives([e for e in self.scope.entities[told:] if e.key in heads])
            return replace(value, items=items)
        if isinstance(value, Cosa):
            return self._thing(value, tier, subject, sorts)
        if isinstance(value, Pron):
            narrow = value.sorts & sorts if value.sorts and "cosa" not in value.sorts else sorts
            return self._pronoun(value, value.sorts or sorts if "cosa" in sorts else narrow or sorts)
        if type(value).__name__ == "Cuenta":
            return replace(value, de=self._value(value.de, 0))  # type: ignore[union-attr, arg-type]
        if isinstance(value, Hecho):
            topic = self.scope.topic
            made = self._fact(value, cond=True)
            self.scope.topic = topic  # «para atacar …» does not change who is spoken of
            return made
        if isinstance(value, Papel):
            return self._part(value, tier)
        named = isinstance(value, Nombre) and value.sort in self.lexicon.data.get("animate", "").split()
        if named and isinstance(value, Nombre) and not any(e.value == value for e in self.scope.entities):
            entity = Entity(-1, "nombre", value.sort, "-", "s", (), min(tier, 2), value, subject)
            self.scope.entities.append(entity)  # «Si Luke está herido, mueve 5 hacia él»
        state = isinstance(value, Cual) and value.kind == "estado" and "estado" in self.lexicon.nouns
        if state and not any(e.value == value for e in self.scope.entities):
            self.scope.entities.append(
                Entity(-1, "estado", "estado", "-", "s", (), 1, value)
            )  # «si tienes A, descarta ese estado»
        return value

    def _one_by_one(self, items: tuple[Value, ...]) -> Iterator[Value]:
        """What is said of all items of a list tells somebody once: «1 ficha de Tensión y 1 ficha de Iones de una nave»."""
        told = len(self.scope.entities)
        for item in items:
            yield item
            self.listed |= {e.key for e in self.scope.entities[told:] if e.key >= 0}

    def _alternatives(self, entities: list[Entity]) -> None:
        """«una bomba o mina … ese dispositivo»: whichever of them it is. One number for all."""
        if len(entities) < 2 or len({e.sort for e in entities}) > 1 or all(e.number == "p" for e in entities):
            return
        first = entities[0]
        nouns = {e.noun for e in entities}
        for entity in entities[1:]:
            self.scope.same[entity.key] = first.key
            self.scope.entities.remove(entity)
        common = [f for f in first.filters if all(_key(f) in {_key(g) for g in e.filters} for e in entities)]
        first.filters = tuple(common)
        if len(nouns) > 1:
            first.noun = next(
                (n for n in self.lexicon.data.get("wide", "").split() if self._noun_sort(n) == first.sort), first.noun
            )
        if len({e.gender for e in entities}) > 1:
            first.gender = "-"
        if len({e.number for e in entities}) > 1:
            first.number = "-"

    def _noun_sort(self, noun: str) -> str:
        known = self.lexicon.nouns.get(noun)
        return known.sort if known is not None else ""

    def _part(self, part: Papel, tier: int) -> Value:
        """«este sistema» and «el defensor» can be pointed to («en él»); a place may have been told before."""
        if part == Papel("defensor") and isinstance(self.scope.target, (Cosa, Ref, Nombre)):
            return self._again(self.scope.target)
        if part == Papel("defensor") and "continues" in self.lexicon.data and not self.scope.attack:
            aimed = {
                e.key: e
                for e in self._candidates()
                if e.tier >= 3 and e.sort == "figura" and not isinstance(e.value, Yo) and e.number == "s"
                if e.value is not self.own_subject  # «Un Soldado gana +1 [daño] contra el objetivo»: another one
            }
            if len(aimed) == 1:  # «Un Rebelde a 4 casillas sufre 2 [daño]. … otro Rebelde a 2 casillas del objetivo»
                return self._use(next(iter(aimed.values())))
        noun = part.nombre.removeprefix("este_")
        known = self.lexicon.nouns.get(noun)
        if known is None:
            return part
        if known.sort == "jugador" and noun == part.nombre:  # «Elige 1 adversario. Ese adversario …»: the one that was chosen
            chosen = {e.key: e for e in self._candidates() if e.noun == noun and e.tier == 4 and e.number == "s"}
            if len(chosen) == 1:
                return self._use(next(iter(chosen.values())))
        told = [e for e in self._candidates() if e.noun == noun and not isinstance(e.value, Papel)]
        here = noun in self.lexicon.data.get("going_on", "").split()  # «esta activación» is the one that is going on
        told = [e for e in told if e.tier > 0 and e.number != "p"]
        if "continues" in self.lexicon.data and part.nombre != noun and not here and told:
            return self._use(max(told, key=lambda e: e.key))  # «este Rebelde», after one has been told
        place = self.scope.place
        if place is not None and noun == self.lexicon.data["this_place"]["noun"]:
            return place if isinstance(place, Nombre) else self._use(place)
        pointed = (
            *self.lexicon.data.get("pointed", "").split(),
            *self.lexicon.data.get("containers", "").split(),
            *self.lexicon.data.get("animate", "").split(),
        )
        if (known.sort in pointed or "continues" in self.lexicon.data) and not any(
            e.value == part for e in self.scope.entities
        ):
            self.scope.entities.append(Entity(-1, noun, known.sort, known.gender, "s", (), tier, part))
        return part

    def _headless(self, thing: Cosa, sorts: frozenset[str], tier: int) -> Value:
        """«Quédate con 1 y coloca la otra»: out of what was told."""
        one = thing.qty == ONE and any(isinstance(f, Hecho) and f.verb == "otro" for f in thing.filters)
        single = {
            e.noun: e
            for e in self._candidates()
            if e.number == "s" and agree(e.gender, thing.gender) and self._sort_fits(e, sorts)
        }
        if by_its_side(thing):
            told = [e for e in self._candidates() if e.number == "s" and _described_by(e, thing) and self._sort_fits(e, sorts)]
            if len(told) != 1 or not agree(told[0].gender, thing.gender) or isinstance(told[0].value, Yo):
                raise Unbound(thing.at, tuple(e.noun for e in told))
            return self._use(told[0])
        if one and len(single) == 1 and "cosa" not in sorts:  # «en vez de esa maniobra, ejecuta otra»
            whole = next(iter(single.values()))
            kind = _token_kind(whole) if thing.qty == ONE else ()  # «gane 1 ficha de Alerta, puede ganar otra»
            another = replace(thing, noun=whole.noun, sort=whole.sort, filters=(*thing.filters, *kind))
            self.scope.entities.append(
                Entity(another.at, another.noun, another.sort, whole.gender, "s", another.filters, tier, another)
            )
            return another
        groups = [
            e
            for e in self._candidates()
            if (e.number == "p" or (thing.qty == ONE and "cosa" not in sorts and _all_of(e)))
            and agree(e.gender, thing.gender)
            and e.tier > 0
            and self._sort_fits(e, sorts)
        ]
        best = _best(groups)
        kinds = {e.noun: e for e in single.values() if isinstance(e.value, Cosa) and e.value.qty == ONE}
        if not best and thing.qty == ONE and not thing.filters and len(kinds) == 1 and "cosa" not in sorts:
            like = next(iter(kinds.values()))  # «pases a través de un obstáculo o te solapes con uno»: with such a thing
            another = replace(thing, noun=like.noun, sort=like.sort, gender=like.gender, number="s", filters=_token_kind(like))
            self.scope.entities.append(Entity(another.at, like.noun, like.sort, like.gender, "s", (), tier, another))
            return another
        if len(best) != 1:
            raise Unbound(thing.at, tuple(e.noun for e in best))
        group = best[0]
        part = Hecho("entre", (("quien", It()), ("que", self._use(group))))
        rest = EVERY if thing.qty == THE and thing.number == "p" else thing.qty  # «las otras»
        made = replace(thing, noun=group.noun, sort=group.sort, filters=(*thing.filters, part), ref="", qty=rest)
        self.scope.entities.append(
            Entity(
                made.at,
                made.noun,
                made.sort,
                group.gender,
                "s" if made.qty.n in ("1", "") else "p",
                made.filters,
                tier,
                made,
            )
        )
        return made

    def _thing(self, thing: Cosa, tier: int, subject: bool, sorts: frozenset[str] = frozenset({"cosa"})) -> Value:
        if thing.at in self.listed:
            return self._again(thing)
        outer = self.subject
        beside, self.beside = self.beside, False
        bound = {
            cond: self._headed(thing, cond, tier) for cond in sorted(thing.filters, key=_points)
        }  # «distinto del objetivo a 2 casillas de él»
        filters = tuple(bound[cond] for cond in thing.filters)
        self.subject = outer
        made = replace(thing, filters=filters)
        if made.qty == EVERY and made.ref == "":
            made = self._of_testers(made)
        if made.noun == "uno":  # «1 de ellas»: of what they are
            key = next((-2 - told.id for f in filters if isinstance(f, Hecho) and isinstance(told := f.role("que"), Ref)), None)
            whole = next((e for e in self.scope.entities if e.key == key), None)
            if whole is None:
                raise Unbound(thing.at)
            made = replace(made, noun=whole.noun, sort=whole.sort, gender=whole.gender)
        made = self._out_of(made)
        if made.ref == "este" and made.qty == THE and not filters and self.lexicon.data.get("this", {}).get(made.noun) == "yo":
            self.scope.entities.append(Entity(made.at, made.noun, made.sort, made.gender, "s", (), tier, Yo(), subject))
            return Yo()
        if made.ref == "este" and filters and self.lexicon.data.get("this", {}).get(made.noun) == "yo":
            raise Unbound(thing.at)  # «esta unidad con 1 Herida»: the bearer is known, and nothing tells it apart
        if headless(made):
            return self._headless(made, sorts, tier)
        if made.sort == "palabra_clave":
            self.scope.keywords.append(made)
        if made.sort in ("palabra_clave", "distancia"):
            return made  # nobody speaks of them again, but by «dicha cualidad»
        bearer = self._bearer(made, tier, subject)
        if bearer is not None:
            return bearer
        if made.ref == "ese":
            return self._pointed(made, beside)
        if made.sort == "valor" and Hecho("de", (("quien", It()), ("que", It()))) in filters:
            return made  # «una nave con una Iniciativa menor que la tuya»: her own, and of nobody told before
        done = self._done(made)
        if done is not None:
            return done
        did = self._that_did(made)
        if did is not None:
            return did
        each = self._each_of_them(made)
        if each is not None:
            return each
        mine = (
            "continues" not in self.lexicon.data
            and made.sort == "valor"
            and Hecho("de", (("quien", It()), ("que", Yo()))) in filters
        )
        known = mine or made.noun in (
            *EDGES,
            *self.lexicon.data.get("one_of_a_kind", "").split(),
        )  # «tu Iniciativa»: there is no other
        if made.ref == "el" and made.qty.op in ("el", "todos", "n") and not known:
            found = self._described(made if made.qty.op != "n" else replace(made, qty=THE))  # «los 2 dados», told or not
            if found is not None:
                return found
        if (
            made.qty == EVERY
            and not made.ref
            and "chosen_told" in self.lexicon.data
            and _chosen(made)
            and not self._choosing(made)
        ):
            raise Unbound(thing.at)  # «cada nave elegida», and nobody has chosen any
        alike = made.sort in ("tipo", "color") and Hecho("mismo", (("quien", It()),)) in filters
        if alike and not self.scope.entities and not self.scope.happened:
            raise Unbound(thing.at)  # «del mismo tipo», and nothing has been told
        if made.noun in self.lexicon.data.get("one_of_a_kind", "").split() and made.qty in (THE, Qty("masa")):
            return made  # «del juego», «en juego»: there is no other
        if made.noun == "numero":
            return made  # nobody speaks of a number as of somebody
        number = made.number if made.qty.op != "todos" else "-"
        self.scope.entities.append(Entity(made.at, made.noun, made.sort, made.gender, number, filters, tier, made, subject))
        return made

    def _out_of(self, thing: Cosa) -> Cosa:
        """«1 de esas cartas»: it is what they are, however wide the noun."""
        group = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "entre"), None)
        whole = next((e for e in self.scope.entities if isinstance(group, Ref) and e.key == -2 - group.id), None)
        if whole is None or whole.sort != thing.sort or thing.noun not in self.lexicon.data.get("wide", "").split():
            return thing
        return replace(thing, noun=whole.noun)

    def _headed(self, thing: Cosa, cond: Any, tier: int) -> Any:
        """«los Héroes con 1 ficha en su hoja»: «su», in what somebody has, is his."""
        owns = isinstance(cond, Hecho) and cond.verb == "tener" and thing.at >= 0 and thing.ref not in ("ese", "este")
        animate = thing.sort in self.lexicon.data.get("animate", "").split()
        acts = isinstance(cond, Hecho) and cond.role("quien") == It() and cond.verb in self.lexicon.verbs
        does = acts and thing.at >= 0  # «un Héroe que salga de su casilla»: his own
        owns = owns and ("continues" in self.lexicon.data or not self.third)
        self.heads.append(thing if (owns or does) and animate else None)
        holder, self.holder = self.holder, thing if owns and not animate and "continues" in self.lexicon.data else None
        narrow = f"the {thing.noun}"  # «su dificultad» is no ship's
        lying, self.lying = self.lying, thing.noun if isinstance(cond, Hecho) and cond.verb in ("en", "sobre") else ""
        made = self._filter(cond, tier, narrow if narrow in self.lexicon.data.get("of", {}) else thing.sort)
        self.holder, self.lying = holder, lying
        self.heads.pop()
        return made

    def _bearer(self, thing: Cosa, tier: int, subject: bool) -> Value | None:
        """«una unidad con esta cualidad»: the keyword's bearer."""
        marks = self.lexicon.data.get("bearer_marks", {})
        owns = Hecho("tener", (("quien", It()), ("que", Papel("este_" + marks.get("mark", "")))))
        if thing.noun not in marks.get("nouns", ()) or thing.filters != (owns,) or thing.qty not in (ONE, THE, EVERY):
            return None
        self.scope.entities.append(
            Entity(thing.at, thing.noun, thing.sort, thing.gender, "s", thing.filters, tier, Yo(), subject)
        )
        return Yo()

    def _owners(self, verb: str, head: str) -> frozenset[str]:
        """What may follow «de», «sobre», «contra» after a noun of this sort."""
        data = self.lexicon.data
        if verb == "de":
            table = data.get("of", {})
            return frozenset(str(table.get(head, table.get("*", "cosa"))).split())
        if verb in data.get("preps", {}):
            kind = self._noun_sort(head.removeprefix("the ")) if head.startswith("the ") else head
            return frozenset(str(data["preps"][verb].get(kind, "cosa")).split())
        return self._sorts(verb, "que")

    def _near_this(self, fact: Hecho) -> Hecho:
        """«un sistema adyacente», where you are a player: adjacent to this system."""
        noun = self.lexicon.data.get("this_place", {}).get("noun")
        what = fact.role("que")
        if noun is None or fact.verb != "ser" or fact.role("a") not in (Yo(), HERE) or not isinstance(what, Cual):
            return fact
        if what.kind != "extremo" and noun not in self.lexicon.data.get("adj_takes", {}).get(what.id, "").split():
            return fact
        return fact.put("a", Papel("este_" + noun))

    def _filter(self, cond: Any, tier: int = 0, head: str = "") -> Any:
        if isinstance(cond, Hecho):
            cond = self._near_this(cond)
            if cond.verb == "superar":
                cond = self._tested(cond)
            inner = (
                tier if cond.verb in ("contra", "sobre") else 0
            )  # whom an attack is made against counts as much as the attack
            verb = self.verb
            if any(isinstance(value, Pron) and value.kind == "elidido" for _, value in cond.roles):
                self.verb = cond.verb  # «recibes 1 ficha del tipo que ha elegido»: who has chosen
            roles = []
            for name, value in cond.roles:
                self.beside = cond.verb == "contra" and name == "que"  # «un ataque contra esa unidad»: not who attacks
                owners = self._owners(cond.verb, head) if name == "que" else self._sorts(cond.verb, name)
                own = str(self.lexicon.data.get("belongs", {}).get(cond.verb, ""))
                if own and isinstance(value, Pron) and head == self.lexicon.data["bearer"] and cond.role("a") == It():
                    value = replace(value, sorts=frozenset(own.split()))  # «la unidad a la que pertenecía»: no other unit did
                roles.append((name, self._same(cond.verb, name, self._value(value, inner, owners))))
            self.beside, self.verb = False, verb
            return replace(cond, roles=tuple(roles), circ=tuple((k, self._circ(v)) for k, v in cond.circ), sujeto="")
        return replace(cond, items=tuple(self._filter(item, tier, head) for item in cond.items))

    def _now(self, told: Entity) -> bool:
        """Whether it is what is going on: the attack, manoeuvre or action of the moment."""
        return told.tier == 1 and told.noun in self.lexicon.data.get("going_on", "").split()

    def _pointed(self, thing: Cosa, beside: bool = False) -> Value:
        """«esa nave»: the one told before that is such a thing; who acts on itself would be told so."""
        number = thing.number
        both = Hecho("ambos", (("quien", It()),))
        if both in thing.filters:
            return self._both(replace(thing, filters=tuple(f for f in thing.filters if f != both)))
        alike = [
            e
            for e in self._candidates()
            if (e.noun == thing.noun or self._kind_of(e, thing))
            and (agree(e.number, number) or (number == "p" and _or_more(e)))
        ]
        alike = [
            e for e in alike if e.key not in self.scope.denied
        ] or alike  # «si no tienes ninguna ficha verde, … esa ficha»: another one
        if thing.qty == EVERY:  # «cada una de esas unidades» is more than the bearer
            alike = [e for e in alike if not isinstance(e.value, Yo)]
        if beside and thing.number == "s" and not thing.filters:
            alike = [e for e in alike if not self._is_subject(e)]
        same = Hecho("mismo", (("quien", It()),))
        if same in thing.filters:  # «ese mismo objetivo»: not the other one
            alike = [e for e in alike if not any(_other(f) for f in e.filters)]
            thing = replace(thing, filters=tuple(f for f in thing.filters if f != same))
        described = [e for e in alike if _described_by(e, thing)]
        named_so = [e for e in described if e.noun == thing.noun] or described
        best = self._nearer(named_so, _best(named_so))
        others = [e for e in best if not isinstance(e.value, Yo)]
        best = others if len(others) == 1 else best  # the bearer would be called by its name, or left out
        among = _best(alike) if thing.qty == EVERY and (thing.filters or thing.noun == "los_que") else []
        if len(among) == 1 and not best:  # «cada uno de esos Rebeldes que …», «los que …»: some of those told before
            whole = Hecho("entre", (("quien", It()), ("que", self._use(among[0]))))
            return replace(thing, noun=among[0].noun, sort=among[0].sort, ref="", filters=(whole, *thing.filters))
        if len(best) == 1 and best[0].or_you:
            either = self._either_of_them(best[0])
            if either is None:
                raise Unbound(thing.at, (str(self.lexicon.data["bearer"]), best[0].noun))
            return either
        if thing.noun == "ataque" and self.scope.again and "continues" in self.lexicon.data:
            raise Unbound(thing.at, (thing.noun, thing.noun), final=True)  # the one of the moment, or the one just made
        if len(best) == 1 and self._now(best[0]):
            return Papel("este_" + best[0].noun)
        if len(best) == 1 and best[0].tier == 1 and not thing.filters and self._beside_it(best[0], described):
            raise Unbound(thing.at, (best[0].noun, best[0].noun))  # «A se mueve a alcance 1 de B, esa unidad …»
        if len(best) == 1:
            self._one_of(best[0], number)
            return self._use(best[0])
        told_elsewhere = self.lexicon.data.get("told_by_mission", {}).get(thing.noun)
        if not best and told_elsewhere is not None and self.mission:
            self.scope.entities.append(
                Entity(-1, thing.noun, thing.sort, thing.gender, "s", (), self.scope.tier, Papel(told_elsewhere))
            )
            return Papel(told_elsewhere)
        if not best and thing.noun in (
            *self.lexicon.data.get("going_on", "").split(),
            *self.lexicon.data.get("implied", "").split(),
        ):
            if thing.sort in self.lexicon.data.get("containers", "").split() and not self._something_there():
                raise Unbound(thing.at)  # «Si la Base está en esa región, …»: which one?
            return Papel("este_" + thing.noun)
        weapon = self._of_the_attack(thing)
        if not best and weapon is not None:
            return weapon
        aimed = self.lexicon.data.get("pointed_roles", {}).get(thing.noun)
        if not best and aimed is not None and self.scope.attack:
            return Papel(aimed)
        part = self.lexicon.data.get("roles", {}).get(thing.noun)
        if not best and part == thing.sort and thing.qty == THE and not thing.filters:
            return Papel(part)  # «ese jugador», and no other was told: whose the card is
        shown = self.lexicon.data.get("shown_by", {}).get(thing.noun)
        if not best and shown is not None:  # «anula esos resultados, retirando esos dados»: the dice that show them
            told = _best([e for e in self._candidates() if e.sort == shown and agree(e.number, number)])
            if len(told) == 1:
                showing = Hecho("mostrar", (("quien", It()), ("que", self._use(told[0]))))
                return replace(thing, qty=EVERY, ref="", filters=(showing,))
        named = {replace(word, at=-1): word for word in self.scope.keywords}
        if not best and thing.noun == self.lexicon.data.get("keyword_noun") and not thing.filters and number == "s" and named:
            if len(named) > 1:
                raise Unbound(thing.at, tuple(word.noun for word in named))
            return next(iter(named))  # «dicha cualidad»: the one that was named
        part = self.lexicon.data.get("bridges", {}).get(thing.noun)
        if not best and part is not None and number == "s":  # «una miniatura enemiga … esa unidad»: the one it belongs to
            told = _best([e for e in self._candidates() if e.noun == part and e.number == "s" and isinstance(e.value, Cosa)])
            if len(told) == 1:
                whose = Hecho("de", (("quien", It()), ("que", self._use(told[0]))))
                return replace(thing, qty=THE, ref="el", filters=(whose, *thing.filters))
        if not best:
            role = self._role(thing.sort)
            if role is not None:
                return role
        raise Unbound(thing.at, tuple(e.noun for e in best))

    def _something_there(self) -> bool:
        """A mission or a fight has been told, or where it is: «ese sistema» is its own."""
        events = self.lexicon.data.get("events", "").split()
        return (
            self.scope.place is not None or self.mission or self.eventful or any(e.sort in events for e in self.scope.entities)
        )

    def _of_the_attack(self, thing: Cosa) -> Value | None:
        """«Mientras efectúas un ataque [torpedo], … de esa mejora», «un ataque [arco-torreta] … ese arco»: told by its icon."""
        part = self.lexicon.data.get("of_the_attack", {}).get(thing.noun)
        if part is None or thing.number == "p":
            return None
        attacks = [e for e in self._candidates() if e.sort == "ataque" and isinstance(e.value, Cosa)]
        icon = self.lexicon.data["of_the_attack"].get("icono_" + thing.noun)
        told = [_key(f) for e in attacks for f in e.filters if self._icon_kind(f) == icon]
        same = {_key(f) for f in thing.filters} <= set(told)  # «ese [arco-torreta]»
        return Papel(part) if len(attacks) == len(told) == 1 and same else None

    def _icon_kind(self, cond: Any) -> str:
        facts = cond.items if isinstance(cond, Junto) else (cond,)
        kinds = {q.kind for f in facts if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual)}
        return kinds.pop() if len(kinds) == 1 else ""

    def _choosing(self, thing: Cosa) -> bool:
        """Whether what goes on lets choose: «Mientras coordinas, …», «Después de que realices una acción [coordinar], …»."""
        if thing.noun in self.lexicon.data.get("chosen_before", "").split():
            return True
        verbs = str(self.lexicon.data["chosen_told"]).split()
        told = (*self.scope.happened, *(Hecho(verb) for verb, _, _ in self.scope.acts))
        return any(
            (isinstance(part, Hecho) and part.verb in verbs) or (isinstance(part, Cual) and part.id in verbs)
            for fact in told
            for part in parts(fact)
        )

    def _either_of_them(self, told: Entity) -> Value | None:
        """«Después de que tú o una nave aliada …, esa nave …»: whichever of them the moment is about."""
        part = "protagonista" if told.tier == 1 else "elegida"
        if told.tier not in (1, 4) or part not in self.lexicon.data.get("part_words", {}):
            return None
        if told.tier == 4:  # «elige tu nave o una nave aliada. Esa nave …»
            return Papel(part) if sum(e.tier == 4 and e.noun == told.noun for e in self._candidates()) == 1 else None
        about = [value for fact in self.scope.happened for key, value in fact.roles if isinstance(value, Lista)]
        return Papel(part) if len(about) == len(self.scope.happened) and len(set(about)) == 1 else None

    def _that_did(self, thing: Cosa) -> Value | None:
        """«la nave que ejecutó la maniobra»: who did what the moment tells."""
        said = thing.filters[0] if len(thing.filters) == 1 else None
        if not isinstance(said, Hecho) or said.neg or thing.ref != "el" or thing.qty != THE or said.role("quien") != It():
            return None
        doers = [fact.role("quien") for fact in self.scope.happened if fact.verb == said.verb]
        others = [value for key, value in said.roles if key != "quien"]
        if len(doers) != 1 or any(not isinstance(value, (Papel, Ref)) for value in others):
            return None
        who = doers[0]
        if isinstance(who, Lista):
            told = [e for e in self._candidates() if e.or_you and (e.noun == thing.noun or self._kind_of(e, thing))]
            return self._either_of_them(told[0]) if len(told) == 1 else None
        # «una lanzadera …, la nave que …»
        return self._again(who) if isinstance(who, Cosa) and thing.noun in (who.noun, who.sort) else None

    def _both(self, thing: Cosa) -> Value:
        """«ambas naves»: two that were told, together or one by one."""
        alike = [e for e in self._candidates() if (e.noun == thing.noun or self._kind_of(e, thing)) and e.tier > 0]
        pairs = [e for e in alike if e.number == "p" and isinstance(e.value, Cosa) and e.value.qty.n == "2"]
        bare = [
            e for e in alike if isinstance(e.value, Cosa) and e.value.qty.op == "masa"
        ]  # «son de cara vacía» tells no thing
        single = {e.key: e for e in alike if e.number == "s" and not isinstance(e.value, Yo) and e not in bare}
        if len(pairs) == 1 and not thing.filters:
            return self._use(pairs[0])
        shown = {v: k for k, v in self.lexicon.data.get("shown_by", {}).items()}.get(thing.sort)
        rolled = [e for e in self._candidates() if e.sort == shown and isinstance(e.value, Cosa) and e.value.qty.n == "2"]
        if (
            not pairs and not single and len(rolled) == 1 and not thing.filters
        ):  # «Tira 2 dados. Si ambos resultados …»: what they show
            owned = Hecho("de", (("quien", It()), ("que", self._use(rolled[0]))))
            return replace(thing, qty=EVERY, ref="", filters=(owned,))
        if not pairs and len(single) == 2 and not thing.filters:
            return Lista("y", tuple(self._use(e) for e in single.values()))
        raise Unbound(thing.at)

    def _kind_of(self, entity: Entity, thing: Cosa) -> bool:
        """«esa figura» for a Rebelde, «ese líder» for a named one: a wider noun of the same sort."""
        if thing.noun == "los_que":
            return (
                agree(entity.gender, thing.gender)
                and entity.sort in self.lexicon.data.get("animate", "").split()
                and entity.number != "s"
            )
        if entity.noun.startswith((thing.noun + "_de_", thing.noun + "_final")) or entity.sort in self._wider(thing):
            return True  # «esa fase» for the fase de Sistemas, «esa carta» for a carta de Daño
        if self.lexicon.data.get("one_kind", {}).get(thing.noun) == entity.noun:
            return True
        drawn = {part.id for cond in entity.filters for part in parts(cond) if isinstance(part, Cual)}
        if any(self.lexicon.data.get("drawn", {}).get(icon) == thing.noun for icon in drawn):
            return True  # «Ataca a [rebelde-objetivo]. Ese Rebelde …»
        if entity.noun == "nombre" and entity.sort == thing.sort == thing.noun:
            return True  # «Si Darth Vader está aquí, ese Líder …»
        return entity.sort == thing.sort and (thing.noun in self.lexicon.data.get("wide", "").split() or entity.noun == "uno")

    def _wider(self, thing: Cosa) -> list[str]:
        return str(self.lexicon.data.get("wider", {}).get(thing.noun, "")).split()

    def _described(self, thing: Cosa) -> Value | None:
        """«la nave enemiga», «la unidad elegida»: told before, if there is one such thing."""
        chosen = [f for f in thing.filters if isinstance(f, Hecho) and f.verb == "elegir" and f.role("quien") in (None, Yo())]
        bare = replace(thing, filters=tuple(f for f in thing.filters if f not in chosen))
        fits = [
            e
            for e in self._candidates()
            if (e.noun == thing.noun or self._shorter(e, thing))
            and _described_by(e, bare)
            and (thing.qty.op == "todos" or agree(e.number, thing.number))
            and (not chosen or e.tier == 4)
            and e.key <= thing.at  # «La unidad puede … después de que una unidad enemiga …»: that one comes later
        ]
        if thing.qty.op == "todos" and not chosen:
            return None
        if thing.noun == self.lexicon.data.get("bearer_noun") and not thing.filters:
            fits = [e for e in fits if e.tier > 0]  # «la unidad» is no one told only to say where another is
        best = _best(fits)
        if thing.noun in self.lexicon.data.get("generic", "").split() and thing.filters and not chosen:
            return None  # «no puedes realizar la acción [slam]»: any such action
        if best and best[0].tier == 1 and thing.noun in self.lexicon.data.get("going_on", "").split() and not thing.filters:
            return Papel("este_" + thing.noun)
        if len(best) == 1 and best[0].or_you and chosen and (whole := self._either_of_them(best[0])) is not None:
            return whole  # «elige al atacante o a una nave enemiga. La nave elegida …»
        if len(best) == 1:
            return self._use(best[0])
        if best:
            raise Unbound(thing.at, tuple(e.noun for e in best))
        either = [e for e in self._candidates() if e.or_you and e.noun == thing.noun] if chosen else []
        if len(either) == 1 and (whole := self._either_of_them(either[0])) is not None:
            return whole
        if chosen and "chosen_told" in self.lexicon.data and thing.qty.op == "el" and not self._choosing(thing):
            raise Unbound(thing.at)  # «la nave elegida», and nobody has chosen one
        if thing.noun in self.lexicon.data.get("going_on", "").split() and not thing.filters and thing.qty.op == "el":
            return Papel("este_" + thing.noun)
        if thing.noun == self.lexicon.data.get("bearer_noun") and not bare.filters and not chosen:
            return Yo()
        spoken_to = not self.third and "continues" not in self.lexicon.data  # elsewhere «la figura» is the bearer
        plain = thing.noun in self.lexicon.data.get("wide", "").split() and not thing.filters
        looks = thing.filters and thing.sort in self.lexicon.data.get("told_apart_sorts", "").split()
        if spoken_to and thing.qty.op == "el" and (plain or (looks and not self._told_apart(thing))):
            raise Unbound(thing.at)  # «la nave», «la nave dañada»: which one?
        if thing.qty.op == "el" and not thing.filters and thing.noun in self.lexicon.data.get("which_one", "").split():
            raise Unbound(thing.at)  # «en la casilla», and none has been told
        if "continues" in self.lexicon.data and thing.noun == self.lexicon.data["bearer"] and not thing.filters:
            told = [e for e in self._candidates() if e.tier == 1 and e.sort == thing.sort and not isinstance(e.value, Yo)]
            if len(told) == 1 and told[0].number == "s":
                return self._use(told[0])  # «Cuando un Soldado sea derrotado, aparta la figura»
            return Yo()  # «La figura puede …», where no other has been told
        return None

    def _told_apart(self, thing: Cosa) -> bool:
        """Whether something tells which one it is: more than how it looks or what was done to it, unless that was told."""
        told = (*self.scope.happened, *(Hecho(verb) for verb, _, _ in self.scope.acts))
        verbs = {p.verb if isinstance(p, Hecho) else p.id for fact in told for p in parts(fact) if isinstance(p, (Hecho, Cual))}

        def apart(said: Any) -> bool:
            what = said.role("que") if isinstance(said, Hecho) else None
            if isinstance(what, Cual):
                return what.kind not in LOOKS or (what.kind == "lado" and self.scope.attack)
            undergone = isinstance(said, Hecho) and what == It() and said.role("quien") is None
            if undergone and said.verb == "elegir" and "chosen_told" in self.lexicon.data:
                return self._choosing(thing)
            if undergone and said.verb == "sacar" and self.scope.roller is not None:
                return True  # «Tira 1 dado. … el resultado obtenido»
            return not undergone or said.verb in verbs or said.verb not in self.lexicon.verbs

        return any(apart(said) for said in thing.filters)

    def _somebody_else(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«puedes quitar una de sus fichas»: of the one other that was told."""
        living = self.lexicon.data.get("animate", "").split()
        fits = [
            e
            for e in self._candidates()
            if not isinstance(e.value, Yo) and e.sort in living and self._sort_fits(e, sorts) and e.number != "p"
        ]
        best = _best(fits)
        if len(best) == 1:
            return self._use(best[0])
        raise Unbound(pron.at, tuple(e.noun for e in best))

    def _each_of_them(self, thing: Cosa) -> Value | None:
        """«Toda nave a alcance 0-1 tira 1 dado. Cada nave sufre …»: each of those, not of all there are."""
        if thing.qty != EVERY or thing.number != "s" or thing.filters or thing.ref or "continues" in self.lexicon.data:
            return None
        told = [e for e in self._candidates() if e.noun == thing.noun and _all_of(e) and e.filters and e.tier >= 3]
        if not told and thing.noun in self.lexicon.data.get("wide", "").split():  # «suelta 2 minas. Cada dispositivo …»
            told = [e for e in self._candidates() if self._kind_of(e, thing) and e.number == "p" and e.tier >= 3]
        return self._use(told[-1]) if len({e.key for e in told}) == 1 else None

    def _shorter(self, entity: Entity, thing: Cosa) -> bool:
        """«el núcleo», where the «núcleo de memoria» has been told."""
        short = "continues" in self.lexicon.data and not thing.filters and thing.sort == entity.sort
        return short and entity.noun.startswith(thing.noun + "_de_")

    def _done(self, thing: Cosa) -> Value | None:
        """«la unidad activada», «por cada ficha gastada de este modo»: the one to which that was done before."""
        done = [
            f
            for f in thing.filters
            if isinstance(f, Hecho)
            and (f.verb != "elegir" or not thing.ref)
            and not f.neg
            and f.role("que") == It()
            and f.role("quien") is None
            and all(v == Cual("asi", "modo") for _, v in f.circ)
        ]
        if len(done) != 1 or thing.qty.op not in ("el", "masa", "todos"):
            return None
        rest = replace(thing, filters=tuple(f for f in thing.filters if f not in done))
        acts = [(name, value.at) for verb, name, value in self.scope.acts if verb == done[0].verb and isinstance(value, Cosa)]
        keys = {at for name, at in acts if name == "que"} or {at for _, at in acts}
        fits = [e for e in self._candidates() if e.key in keys and e.noun == thing.noun and _described_by(e, rest)]
        fits = [e for e in fits if e.key <= thing.at or thing.at < 0]
        if len(fits) > 1:
            raise Unbound(thing.at, tuple(e.noun for e in fits))
        return self._use(fits[0]) if fits else None

    def _told_at(self, place: int) -> Value:
        """Who was told at that place; what this reading never told refers to nothing."""
        found = next((e for e in self.scope.entities if e.key == place), None)
        if found is None:
            raise Unbound(place)
        return self._use(found)

    def _candidates(self) -> list[Entity]:
        found = self.scope.entities
        return [e for e in found if e.key not in self.gone] if self.gone else found

    def _role(self, sort: str) -> Value | None:
        return None

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
            and (agree(e.number, pron.number) or (pron.number == "p" and _or_more(e)) or (e.key == scope.each))
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
            wholes = {-2 - ref.id for f in drawn for ref in _refs(f)}
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
        best = self._nearer(fits, _best(fits))
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

    def _nearer(self, fits: list[Entity], best: list[Entity]) -> list[Entity]:
        """«Mueve hacia una puerta. Si hay una puerta adyacente, ábrela»: the one that the condition of this act tells."""
        if len(best) != 1 or best[0].tier != 3:
            return best
        later = [e for e in fits if e.tier in (2, 5) and e.key > best[0].key and e.noun == best[0].noun]
        return later if len(later) == 1 else best

    def _beside_it(self, told: Entity, alike: list[Entity]) -> bool:
        """Whether the moment tells another one by which the first is placed, in games whose bearer is spoken of as anybody."""
        if not self.third or "continues" in self.lexicon.data or self.scope.tier < 3:
            return False
        return any(
            e.tier == 0 and e.noun == told.noun and isinstance(e.value, Cosa) and e.value.qty == ONE and e.number == "s"
            for e in alike
        )

    def _met_there(self, told: Entity, fits: list[Entity]) -> Entity | None:
        """Another one of its kind, told beside it to say where it is put."""
        return next((e for e in fits if e.tier == 0 and e.noun == told.noun and any(map(_other, e.filters))), None)

    def _is_kept(self, entity: Entity) -> bool:
        """Told as what somebody gets, pays or loses."""
        verbs = self.lexicon.data.get("kept", "").split()
        return any(
            verb in verbs and role == "que" and isinstance(value, Cosa) and value.at == entity.key
            for verb, role, value in self.scope.acts
        )

    def _owns_it(self, who: Value, sorts: frozenset[str]) -> bool:
        """«cada una de sus otras figuras» are a group's, not another figure's."""
        return "continues" not in self.lexicon.data or not sorts or self.lexicon.fits(self._sort(who), sorts)

    def _origin(self) -> Value:
        """A range that does not say from whom: from the bearer; from who acts, where no bearer is told."""
        if self.holder is not None:
            self.scope.used[self.holder.at] = 1
            return Ref(-2 - self.holder.at)
        if "continues" in self.lexicon.data:  # «abre una puerta adyacente»: to who does it
            if self.own_subject is None or (self.watching and not acts_itself(self.own_subject, self.verb, self.lexicon)):
                return Yo()
            return self._again(self.own_subject)
        device = self.scope.moment
        if isinstance(device, Papel) and sort_of(device, self.lexicon) in self.lexicon.data.get("origins", "").split():
            return device  # «Cuando esta bomba detona, toda nave a alcance 0-1 …»: of the bomb
        if not self.third or self.bearer_told:
            return Yo()
        for who in (self.own_subject, self.scope.told):
            if (
                isinstance(who, (Cosa, Ref))
                and not _nobody(who)
                and self._sort(who) in self.lexicon.data.get("animate", "").split()
            ):
                return self._again(who)
        return Yo()

    def _elided(self, pron: Pron, sorts: frozenset[str]) -> Value:
        scope = self.scope
        if "continues" in self.lexicon.data:
            return self._continued(pron, pron.sorts or sorts)
        allowed = pron.sorts or sorts
        if self.third and pron.number != "p":
            return self._going_on(pron, allowed)
        if scope.conditional and scope.topic == scope.roller == Yo() and self._topic_fits(Yo(), allowed):
            return Yo()  # «Tira 1 dado. Con un resultado [crítico], sufre 1 daño»: who rolled
        rolled = scope.conditional and isinstance(scope.topic, Cosa) and scope.topic.sort == "resultado"
        if rolled and scope.roller not in (None, Yo()) and self._topic_fits(scope.roller, allowed):
            return self._again(scope.roller)  # «Esa nave tira 1 dado. Si el resultado es [impacto], sufre 1 daño»: who rolled
        nobody = isinstance(scope.topic, Cosa) and scope.topic.qty.op == "ningun"  # «si ninguna nave te ha atacado, recupera …»
        if not nobody and not isinstance(scope.topic, (type(None), Yo, Pron)) and self._topic_fits(scope.topic, allowed):
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
            if len(_best(fits)) > 1:
                raise Unbound(pron.at, tuple(e.noun for e in fits), final=True)
        best = _best(fits)
        if len(best) == 1:
            return self._use(best[0])
        raise Unbound(pron.at, tuple(e.noun for e in best))

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

    def _gone(self, who: Value) -> bool:
        """Whether what was told of somebody leaves nobody to act."""
        return any(self._again(value) == self._again(who) for value in self.scope.ended)

    def _number(self, value: Value) -> str:
        if isinstance(value, Ref):
            return next((e.number for e in self.scope.entities if e.key == -2 - value.id), "-")
        return value.number if isinstance(value, Cosa) else "-"

    def _noun(self, value: Value) -> str:
        if isinstance(value, Ref):
            return next((e.noun for e in self.scope.entities if e.key == -2 - value.id), "")
        return value.noun if isinstance(value, Cosa) else value.nombre if isinstance(value, Papel) else ""

    def _elided_before(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """A subject left out, where a condition that is told later already has one."""
        topic, entities, conditional = self.scope.topic, self.scope.entities, self.scope.conditional
        self.scope.topic, self.scope.conditional, told = self.ahead
        self.scope.entities = entities[:told]
        found = self._elided(replace(pron, kind="elidido"), sorts)
        self.scope.topic, self.scope.entities, self.scope.conditional = topic, entities, conditional
        return found

    def _topic_fits(self, value: Value, sorts: frozenset[str]) -> bool:
        """Whether somebody told before can be what the verb asks for."""
        key = -2 - value.id if isinstance(value, Ref) else None
        known = (
            next((e.sort for e in self.scope.entities if e.key == key), None)
            if key is not None
            else sort_of(value, self.lexicon)
        )
        return known is None or not sorts or self.lexicon.fits(known, sorts)

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
            if value is not None and self._may_be(value, pron, sorts) and not _nobody(value)
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
        fits = _best([e for e in self._candidates() if e.tier > 0 and self._may_be(e.value, pron, sorts)])
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

    def _each(self, pron: Pron) -> Value:
        """«Cada una gana …», «Por cada una, …»: each of what was told last."""
        fits = [e for e in self._candidates() if agree(e.gender, pron.gender) and e.tier >= 3 and not isinstance(e.value, Yo)]
        if not fits and "continues" in self.lexicon.data:  # «Si todas las figuras están aquí, cada una gana …»
            fits = [e for e in self._candidates() if agree(e.gender, pron.gender) and e.tier == 2 and e.number != "s"]
        best = _best(fits)
        many = [e for e in best if e.number != "s"]
        if len(many) == 1 and len(best) == 1:
            return self._use(many[0])
        if best and not many and len({e.sort for e in best}) == 1 and len(best) > 1:
            return Lista("y", tuple(self._use(e) for e in best))
        raise Unbound(pron.at, tuple(e.noun for e in best))

    def _is_subject(self, entity: Entity) -> bool:
        return self._is(entity, self.own_subject)

    def _is(self, entity: Entity, subject: Value | None) -> bool:
        if isinstance(entity.value, Yo):
            return isinstance(subject, Yo)
        if isinstance(entity.value, Nombre):
            return subject == entity.value
        return (isinstance(subject, Cosa) and subject.at == entity.key) or (
            isinstance(subject, Ref) and subject.id == -2 - entity.key
        )

    def _theirs(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """«su reserva» in an order: of who acts in the moment, of the group told; somebody of a condition leaves it open."""
        fits = [e for e in self._candidates() if self._sort_fits(e, sorts) and agree(e.number, pron.number)]
        if self.verb in self.lexicon.data.get("not_one_s_own", "").split():  # «Si entra en su casilla»: nobody enters his own
            whose = _best([e for e in fits if not self._is_subject(e) and e.tier > 0])
            if len(whose) != 1:
                raise Unbound(pron.at, tuple(e.noun for e in whose))
            return self._use(whose[0])
        living = self.lexicon.data.get("animate", "").split()
        fits = [e for e in fits if e.sort in living or isinstance(e.value, Papel)]  # «su casilla» is no container's
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

    def _continued(self, pron: Pron, sorts: frozenset[str]) -> Value:
        """Who was told in the sentence, or acts in its moment; nobody: the bearer."""
        scope = self.scope
        if self.verb == "sacar" and scope.roller is not None and self._may_be(scope.roller, pron, sorts):
            return self._again(scope.roller)
        if self.own_subject is not None and self._may_be(self.own_subject, pron, sorts):
            return self._again(self.own_subject)  # «por cada ficha que tenga»: who acts in the same clause
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
        if self.modo and not self.watching and scope.topic in (None, Yo()) and scope.moment in (None, Yo()):
            return self._permitted(pron, sorts)
        for told in (scope.topic, scope.moment):
            if isinstance(told, Cosa) and told.qty.op == "ningun":
                continue  # «si ningún Rebelde …, adquiere Concentración»: nobody is none of them
            if told is not None and not isinstance(told, (Pron, Self, It)) and self._may_be(told, pron, sorts):
                return self._again(told)
        if not self.lexicon.fits(str(self.lexicon.data["bearer"]), sorts):
            raise Unbound(-1)
        if pron.number == "p":  # «Si fallan la prueba, sufren 2 [daño]»: several, told before
            animate = self.lexicon.data.get("animate", "").split()
            several = [e for e in self._candidates() if e.tier >= 1 and (_all_of(e) or e.number == "p") and e.sort in animate]
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
        if chosen:
            raise Unbound(pron.at, (str(self.lexicon.data["bearer"]), *(e.noun for e in chosen)))
        return Yo()

    def _another(self, who: Value | None) -> TypeGuard[Value]:
        """Somebody told who is not the bearer."""
        return isinstance(who, (Cosa, Ref, Papel, Nombre)) and self._sort(who) == self.lexicon.data["bearer"]

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

    def _sort_fits(self, entity: Entity, sorts: frozenset[str]) -> bool:
        return not sorts or self.lexicon.fits(entity.sort, sorts)

    def _one_of(self, told: Entity, number: str) -> None:
        """«si tiene alguna ficha de Iones, retírala»: one of them, not all."""
        if number == "s" and isinstance(told.value, Cosa) and told.value.qty == SOME and told.number == "s" and not self.third:
            self.scope.one = self.scope.one | {told.key}

    def _again(self, value: Value) -> Value:
        if isinstance(value, Cosa):
            place = self.scope.same.get(value.at, value.at)
            entity = next((e for e in self.scope.entities if e.key == place), None)
            if entity is not None:
                return self._use(entity)
        return value

    def _use(self, entity: Entity) -> Value:
        if isinstance(entity.value, (Papel, Yo, Nombre, Cual)):
            return entity.value
        if self._going(entity):
            return Papel("este_" + entity.noun)
        if entity.noun in ("papel_atacante", "papel_defensor"):  # «el atacante con BRÍO … . Ese atacante …»
            return Papel(entity.noun.removeprefix("papel_"))
        self.scope.used[entity.key] = 1
        return Ref(-2 - entity.key)

    def _going(self, entity: Entity) -> bool:
        """The one manoeuvre, action or attack of the moment: «esta maniobra», however it is pointed to."""
        if entity.tier != 1 or entity.noun not in self.lexicon.data.get("going_on", "").split():
            return False
        return len({e.key for e in self.scope.entities if e.noun == entity.noun and e.tier == 1}) == 1

    # ---- numbers
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


def _held_by(owner: Entity, others: list[Entity]) -> Entity | None:
    """What somebody was told by, as having it: «1 nave con una ficha»."""
    facts = (f for f in owner.filters if isinstance(f, Hecho) and f.verb == "tener" and not f.neg)
    had = {what.at for f in facts if isinstance(what := f.role("que"), Cosa)}
    return next((e for e in others if e is not owner and e.key in had), None)


def _the_only(value: Value) -> str:
    """«la Misión», of which nothing else is said: its noun."""
    plain = isinstance(value, Cosa) and value.ref == "el" and value.qty == THE and not value.filters
    return value.noun if plain and isinstance(value, Cosa) else ""


def _doer_left_out(fact: Hecho, number: str) -> bool:
    who = fact.role("quien")
    return isinstance(who, Pron) and who.kind in ("elidido", "previo") and who.number == number


def _of_itself(fact: Hecho) -> Hecho:
    """«Después de que termine un ataque», with nobody told: the attack does, whoever's it is."""
    what = fact.role("que")
    if fact.verb not in ("terminar", "empezar") or not _doer_left_out(fact, "s") or not isinstance(what, Cosa):
        return fact
    if what.noun == "activacion" or what.sort not in ("ataque", "tiempo", "combate"):
        return fact
    return replace(fact, roles=(("quien", what), *(role for role in fact.roles if role[0] not in ("quien", "que"))))


def _known(value: Value | None) -> bool:
    """«la estructura», «todas las naves»: nobody chooses which."""
    return isinstance(value, Cosa) and value.qty.op in ("el", "todos") and not value.id


def acts_itself(who: Value, verb: str, lexicon: Lexicon) -> bool:
    """Whether a moment measures from its subject: «cuando IG-88 ataca a una figura a 3 casillas» is told on its own card.

    «cuando un Rebelde entre en una casilla adyacente» and «si el objetivo está a 3 casillas» are seen by the bearer.
    """
    if verb in STATES:
        return False
    return isinstance(who, Nombre) or (isinstance(who, Cosa) and who.noun not in lexicon.data.get("anybody", "").split())


def subject_of(binder: Binder, _pron: Pron) -> bool:
    """Whether it is the subject that is being bound: «esto no es una acción»."""
    return binder.own_subject is None


def _token_kind(like: "Entity") -> tuple[Cond, ...]:
    """«retira 1 ficha de Tensión y tú recibes 1»: one of that kind; whether what else was said goes on, nobody knows."""
    told = like.filters if like.sort == "ficha" else ()
    kinds = tuple(f for f in told if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual) and q.kind == "tipo_ficha")
    if any(f not in kinds and not (isinstance(f, Hecho) and f.verb == "de") for f in told):
        raise Unbound(like.key)
    return kinds


def _counted(value: Cuenta) -> Value:
    """«Si el jugador Imperial tiene más unidades …»: he is spoken of, not their number."""
    filters = value.de.filters if isinstance(value.de, Cosa) else ()
    owner = next((f.role("que") for f in filters if isinstance(f, Hecho) and f.verb == "de"), None)
    return owner if isinstance(owner, (Papel, Ref, Yo)) else value


def _two_places(value: Value, fact: Hecho) -> Value:
    """«mueve unidades desde A a B como si estuvieran adyacentes»: A and B."""
    if not isinstance(value, Hecho):
        return value
    who = value.role("quien")
    ends = [fact.role(name) for name in ("desde", "a")]
    if not isinstance(who, Pron) or who.kind != "elidido" or who.number != "p" or None in ends:
        return value
    both = Lista("y", tuple(end for end in ends if end is not None))
    return replace(
        value,
        roles=tuple(
            (name, both if name == "quien" else item)
            for name, item in value.roles
            if (name, item) not in (("a", Yo()), ("a", HERE))
        ),
    )


def _one_by_one(value: Value) -> bool:
    """«Cada unidad elegida», «cada una de esas figuras»."""
    if isinstance(value, Pron):
        return value.kind.startswith("cada_")
    return isinstance(value, Cosa) and value.qty == EVERY and (value.number == "s" or value.ref == "ese")


def _all_of(entity: Entity) -> bool:
    return isinstance(entity.value, Cosa) and entity.value.qty == EVERY


def _other(cond: Any) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(cond, Hecho) and (cond.verb == "otro" or what == Cual("diferente", "rasgo"))


def _nobody(value: Value) -> bool:
    """«si ninguna unidad enemiga la ve, gana …»: nobody goes on."""
    return isinstance(value, Cosa) and value.qty.op == "ningun"


def _none(entity: Entity) -> bool:
    """«ninguna unidad» is nobody that one could speak of."""
    return isinstance(entity.value, Cosa) and entity.value.qty.op == "ningun"


def _chosen(thing: Cosa) -> bool:
    return any(isinstance(f, Hecho) and f.verb == "elegir" and f.role("que") == It() for f in thing.filters)


def _described_by(entity: Entity, thing: Cosa) -> bool:
    """Everything said is known of it; «el Rebelde más cercano» is not «el Rebelde herido más cercano»."""
    known, said = {_key(f) for f in entity.filters}, {_key(f) for f in thing.filters}
    return said == known if any(map(_outdoes, thing.filters)) else said <= known


def _outdoes(cond: Any) -> bool:
    """«más cercano», «con mayor Iniciativa»: who that is hangs on who else there is."""
    return any(isinstance(part, Cual) and part.kind in ("extremo", "medida") for part in parts(cond))


def _key(value: Any) -> str:
    """What is said, wherever it was said."""
    return PLACE.sub("", repr(value))


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


def _or_more(told: Entity) -> bool:
    """«al menos una ficha … todas esas fichas»: however many they are."""
    return isinstance(told.value, Cosa) and told.value.qty.op in ("al_menos", "mas_de")


def _best(found: list[Entity]) -> list[Entity]:
    if not found:
        return []
    top = max(entity.tier for entity in found)
    kept: list[Entity] = []
    for entity in found:  # a subject that two acts share is told once
        if entity.tier == top and not any(entity.key >= 0 and entity.key == other.key for other in kept):
            kept.append(entity)
    return kept


def _refs(value: Any) -> Iterator[Ref]:
    return (part for part in parts(value) if isinstance(part, Ref))


def _facts_in(value: Any) -> Iterator[Hecho]:
    return (part for part in parts(value) if isinstance(part, Hecho))


def cond_only(fact: Hecho) -> bool:
    """«que haya atacado»: no attack of a step."""
    return fact.past or fact.neg


def _points(cond: Any) -> bool:
    """Whether a pronoun is in it."""
    return any(isinstance(part, Pron) and part.kind != "aqui" for part in parts(cond))


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
        return replace(value, filters=filters, id=known, at=-1, gender="-", number="-", ref="")
    return rebuilt(value, lambda part: _renumbered(part, numbers)) if isinstance(value, (Node, tuple)) else value
