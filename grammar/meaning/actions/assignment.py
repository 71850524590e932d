"""A verb and its complements: which complement fills which role of the verb's signature."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.lexicon.load import Lexicon, Role
from grammar.meaning.actions.having import CLITIC_NUMBER, REFLEXIVE, Having
from grammar.meaning.actions.placing import Put
from grammar.meaning.actions.things import ANY, ENTIRELY, SO_MANY, agree, by_nobody, fits, headless, sort_of
from grammar.meaning.actions.verbs import (
    ONLY,
    Comp,
    Verb,
    got_by,
    of_owner,
    subject_agrees,
)
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
    Clause,
    Cosa,
    Cual,
    Cuenta,
    Hecho,
    It,
    Lista,
    Papel,
    Pred,
    Pron,
    Roles,
    Self,
    Value,
    Yo,
    is_nobody,
    parts,
)

PLACING = frozenset("colocar desplegar mover mantener".split())
"""«colocarse»: who does it does it with itself."""


def _taken_away(verb: Verb, comps: Sequence[Comp]) -> bool:
    """«se retiran de la partida esas fichas»: whoever does it; «se retira una ficha» is one of one's own."""
    thing = next((c.value for c in comps if c.kind == "obj"), None)
    if verb.mood == "inf" or not isinstance(thing, Cosa) or not agree(thing.number, verb.number):
        return False
    return thing.ref == "ese" or any(c.kind == "prep" and c.prep == "de" for c in comps)


def _so_many(value: Any) -> bool:
    """Whether it waits for its «como …»."""
    last = value.filters[-1] if isinstance(value, Cosa) and value.filters else None
    told = last.role("igual") if isinstance(last, Hecho) and last.verb == "cantidad" else None
    return isinstance(told, Pron) and told.kind == SO_MANY


def _how_far_in(comps: Sequence[Comp]) -> Sequence[Comp]:
    """«completamente dentro de [alcance-1] y en su línea de visión»: how much of it is in the place that it stands before."""
    for at, (how, place) in enumerate(itertools.pairwise(comps)):
        said = how.value if how.kind == "circ" and how.prep == "modo" else None
        if not isinstance(said, Cual) or said.id not in ENTIRELY or place.kind not in ("range", "places"):
            continue
        first, *rest = place.value if place.kind == "places" else (place,)
        if first.kind not in ("range", "place"):
            continue
        inside = Comp("place_how", (first, said))
        told = Comp("places", (inside, *rest)) if rest else inside
        return (*comps[:at], told, *_how_far_in(comps[at + 2 :]))
    return comps


class Assignment(Having):
    def predicates(self, verb: Verb, comps: Sequence[Comp], placed: dict[str, bool] | None = None) -> list[Pred]:
        """Every way in which the verb takes these complements; in `placed`, by sense, whether all of them had a place."""
        lexicon = self.lexicon
        verb, comps = self._said_apart(verb, comps)
        given, comps = comps, self._as_many(comps)
        if comps and comps[-1] == ONLY:
            return []  # «… una ficha solamente podrá …»: it stands before what it limits
        if any(_parted(a, b) for a, b in itertools.pairwise(comps)):
            return []
        if self._is_have(verb):
            return self._have(verb, comps)
        more = next((comp for comp in comps if comp.kind == "more"), None)
        if more is not None and (done := self._more_done(verb, more, [comp for comp in comps if comp is not more])):
            return done
        found: list[Pred] = []
        for sense in lexicon.senses.get(verb.id, (verb.id,)):
            name, _, thing = sense.removeprefix("!").partition("+")  # «fallar una prueba» is not to pass it
            if thing:  # «acelerar» is to make one: a verb that says its object too
                noun = lexicon.nouns[thing]
                made = Cosa(thing, noun.sort, ONE, gender=noun.gender, number="s")
                found.extend(self._sense(name, lexicon.verbs[name], verb, [Comp("obj", made), *comps]))
            elif name in lexicon.verbs:
                told = verb if name == sense else replace(verb, neg=not verb.neg)
                found.extend(self._sense(name, lexicon.verbs[name], told, comps, placed if comps is given else None))
        return found

    def _more_done(self, verb: Verb, more: Comp, others: Sequence[Comp]) -> list[Pred]:
        """«controlas más terminales que tu adversario»: there are more that you control than that he controls."""
        thing, other = more.value
        somebody = isinstance(other, (Yo, Papel, Cosa)) and (other == Yo() or sort_of(other, self.lexicon) in self._actors())
        if not isinstance(thing, Cosa) or not somebody or (verb.person == 2 and other == Yo()) or verb.clitics or verb.passive:
            return []
        op = more.prep if not verb.neg else {"mayor": "menor_igual", "menor": "mayor_igual"}.get(more.prep, "")
        what = Comp("obj", replace(thing, qty=SOME))
        found = []
        for pred in self.predicates(replace(verb, neg=False), [what, *others]) if op else ():
            fact = pred.facts[0]
            if len(pred.facts) > 1 or pred.gap or pred.subject != "quien" or not fits(other, pred.sorts, self.lexicon):
                continue
            if [key for key, _ in fact.roles] != ["que"] or any(key != "durante" for key, _ in fact.circ):
                continue
            if not (fact.past or fact.verb in self._standing()):
                continue  # «gana más fichas que tú»: an act, which is done or not
            each = [replace(fact, roles=(*who, ("que", It()))) for who in ((), (("quien", other),))]
            mine, theirs = (Cuenta(replace(thing, qty=EVERY, filters=(*thing.filters, done))) for done in each)
            found.append(replace(pred, facts=(Hecho("compara", (("quien", mine), (op, theirs))),), subject="hacen"))
        return found

    def _actors(self) -> tuple[str, ...]:
        return ("jugador", *str(self.lexicon.data.get("animate", "")).split())

    def _standing(self) -> tuple[str, ...]:
        """Verbs that tell how things stand."""
        return tuple(str(self.lexicon.data.get("held", "")).split())

    def _without(self, roles: Mapping[str, Value]) -> frozenset[str]:
        """Sorts of which none has such a thing: «el ataque gana Perforante 1», and never a token."""
        what = roles.get("que")
        got = sort_of(what, self.lexicon) if what is not None else ""
        return frozenset(self.lexicon.data.get("never_has", {}).get(got, "").split())

    def _said_apart(self, verb: Verb, comps: Sequence[Comp]) -> tuple[Verb, Sequence[Comp]]:
        """«fija a una nave como blanco» is «fija como blanco a una nave»: a verb of several words, with its object inside."""
        for at, comp in enumerate(comps):
            if comp.kind == "circ" and comp.prep == "como_si" and isinstance(comp.value, Clause) and comp.value.subject is None:
                whats = [fact.role("que") for pred in comp.value.preds for fact in pred.facts]
                whole = f"{verb.id}_como_{whats[0].id}" if len(whats) == 1 and isinstance(whats[0], Cual) else ""
                if whole in self.lexicon.senses:
                    return replace(verb, id=whole), [*comps[:at], *comps[at + 1 :]]
        return verb, comps

    def _as_many(self, comps: Sequence[Comp]) -> Sequence[Comp]:
        """«coloca tantas fichas en tu nave como escudos tengas»: how many, told behind another complement."""
        at = next((i for i, comp in enumerate(comps) if comp.kind == "obj" and _so_many(comp.value)), None)
        how = next((i for i, comp in enumerate(comps) if comp.kind == "prep" and comp.prep == "como"), None)
        if at is None or how is None or how < at:
            return comps
        measure = comps[how].value
        if not isinstance(measure, Cuenta) and sort_of(measure, self.lexicon) not in ("valor", "numero"):
            return comps
        thing = comps[at].value
        told = Hecho("cantidad", (("quien", It()), ("igual", measure)))
        whole = replace(comps[at], value=replace(thing, filters=(*thing.filters[:-1], told)))
        return [whole if i == at else comp for i, comp in enumerate(comps) if i != how]

    def _sense(
        self,
        name: str,
        signature: tuple[Role, ...],
        verb: Verb,
        comps: Sequence[Comp],
        placed: dict[str, bool] | None = None,
    ) -> list[Pred]:
        found: list[Pred] = []
        of_others = verb.mood == "inf" and verb.clitics[:1] == ("se",) and not verb.person
        own = name.startswith(verb.id.removesuffix("se"))  # «gana 1 punto» is «se anota 1 punto»
        if name.endswith("rse") and own:  # «quédate», «se retira»: the pronoun belongs to the verb
            if not verb.clitics or verb.clitics[0] not in REFLEXIVE or verb.passive:
                return []
            if (verb.clitics[0] == "te") != (verb.person == 2) and verb.person:
                return []
            verb = replace(verb, clitics=verb.clitics[1:])
        readings = list(self._assigned(signature, verb, comps))
        if placed is not None:
            placed[name] = bool(readings)
        itself = len(readings)
        if verb.mood == "inf" and verb.id in self._placing() and "se" in verb.clitics:
            readings.extend(self._put_by_somebody(signature, verb, comps))
        for at, (roles, circ, impersonal) in enumerate(readings):
            subject, sorts, agent = _subject_role(signature, verb, roles, impersonal)
            if subject == "quien" and name in ("recibir", "perder"):
                sorts = sorts - self._without(roles)
            if at >= itself:  # only of what could not put itself there
                sorts = sorts - slot_sorts(signature, "quien") - set(self.lexicon.data.get("animate", "").split())
                if not sorts or "cosa" in sorts:
                    continue
            if impersonal and subject == "que" and verb.clitics[:1] == ("se",) and verb.id + "se" in self.lexicon.verbs:
                itself_does = slot_sorts(self.lexicon.verbs[verb.id + "se"], "quien") - {"cosa"}  # «la unidad se retira»
                sorts = sorts - set(self.lexicon.data.get("animate", "").split()) - itself_does  # «se mueven 2 casillas»
                if not sorts:
                    continue
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
            if verb.mood == "inf" and "te" in verb.clitics and Yo() not in roles.values():
                verb = replace(verb, person=2)  # «moverte»: you do it yourself, or another one does it to you
            elif of_others and not impersonal:
                verb = replace(verb, person=3)  # «defenderse»: never you
            gap = missing[0] if missing else None
            if gap is not None and verb.id != name and name in self._one_acts():
                continue  # «una nave que has fijado»: the ship, not its token
            if _how_far(roles.get("que"), roles, signature):
                continue  # «mueve 1 hacia X»: one square, not one of them
            if roles.get("que") == Papel("tu_nave") and any(role.name == "que" and role.optional for role in signature):
                roles = {**roles, "que": Papel("tu_propia_nave")}  # «gira tu nave» is «te giras»
            held = roles.get("que")
            if held is not None:
                name = str(self.lexicon.data.get("by_object", {}).get(f"{name} {sort_of(held, self.lexicon)}", name))
            fact = Hecho(
                lexicon_verb(self.lexicon, name), _ordered(roles, signature), verb.neg, verb.past, verb.would, circ=circ
            )
            nobody = is_nobody(roles.get("quien"))
            if nobody and not verb.neg:
                continue  # «que se solape ninguna nave»: behind its verb «ninguna» asks for a «no»
            fact = by_nobody(fact) if verb.passive or nobody else fact
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
                and (verb.mood not in ("inf", "imp") or self.lexicon.data.get("third_person_bearer"))
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

    def _placing(self) -> frozenset[str]:
        """Where a unit is told about, it is the player who places it."""
        return PLACING - {"colocar"} if self.lexicon.data.get("third_person_bearer") else PLACING

    def _put_by_somebody(
        self, signature: tuple[Role, ...], verb: Verb, comps: Sequence[Comp]
    ) -> Iterator[tuple[dict[str, Value], Roles, bool]]:
        """«las fichas deben colocarse boca abajo»: what cannot act does not put itself there."""
        for roles, circ, _ in self._assigned(signature, verb, comps):
            if roles.get("que") == Self():
                yield {key: value for key, value in roles.items() if key != "que"}, circ, True

    def _object_as(self, fact: Hecho) -> Hecho:
        """«voltear esta carta» is «dar la vuelta a esta carta»."""
        as_told = self.lexicon.data.get("object_as", {}).get(fact.verb)
        if not as_told:
            return fact
        told = str(as_told).split()
        return replace(fact, verb=told[0], roles=tuple((told[1] if key == "que" else key, value) for key, value in fact.roles))

    def _one_acts(self) -> set[str]:
        return {told.split()[0] for told in self.lexicon.data.get("same_act", {}).values()}

    def _single(self, fact: Hecho) -> Hecho:
        """«fijar blanco a una nave» fixes one."""
        thing = fact.role("que")
        if not isinstance(thing, Cosa) or thing.qty.op != "masa":
            return fact
        if thing.noun not in {told.split()[1] for told in self.lexicon.data.get("same_act", {}).values()}:
            return fact
        return fact.put("que", replace(thing, qty=ONE))

    def _same_act(self, fact: Hecho, verb: Verb) -> Hecho:
        """«fijar una nave» is to get a lock on it: one act, one shape; «que hayas fijado» is a state of the ship."""
        thing = fact.role("que")
        told = got_by(fact.verb, thing, ONE, self.lexicon) if thing is not None and not (verb.past or verb.passive) else None
        if told is None:
            return fact
        name, got = told
        return replace(fact, verb=name, roles=tuple((key, got if key == "que" else value) for key, value in fact.roles))

    def _assigned(
        self, signature: tuple[Role, ...], verb: Verb, comps: Sequence[Comp]
    ) -> Iterator[tuple[dict[str, Value], Roles, bool]]:
        comps = _how_far_in(comps)
        slots = {role.name: role for role in signature}
        roles: dict[str, Value] = {}
        circ: list[tuple[str, Value]] = [("modo", Cual("otra_vez", "modo"))] if verb.again else []
        if verb.still:
            circ.append(("modo", Cual("todavia", "modo")))
        impersonal = False
        shown = "se" in verb.clitics and any(c in ("lo", "la", "los", "las") for c in verb.clitics)
        for clitic in (c if c != "se" else "le" for c in verb.clitics) if shown else verb.clitics:  # «muéstrasela a X»
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
                to_you = "a" in slots and any(
                    self.lexicon.fits(s, slots["a"].sorts) for s in (str(self.lexicon.data["bearer"]), "jugador")
                )  # «muévete a esa casilla»: nobody moves to you
                if verb.person == 2 or verb.mood in ("inf", "imp"):
                    if (
                        "que" in slots
                        and not slots["que"].optional
                        and self.lexicon.fits(str(self.lexicon.data["bearer"]), slots["que"].sorts)
                        and not any(c.kind == "obj" for c in comps)
                    ):
                        roles["que"] = Yo()
                    elif to_you and any(c.kind in ("obj", "number", "whether", "that") for c in comps):
                        roles["a"] = Yo()
                elif to_you:
                    roles["a"] = Yo()
                    others = self.lexicon.data.get("by_others", "").split()
                    impersonal = impersonal or (
                        verb.number == "p" and verb.id in others
                    )  # «te asignan 1 carta»: whoever does it
                elif "que" in slots and any(
                    self.lexicon.fits(s, slots["que"].sorts) for s in (self.lexicon.data["bearer"], "jugador")
                ):
                    roles["que"] = Yo()
                else:
                    return  # «te fije» is not «te obtenga»: nobody gets you
            elif clitic == "se":
                if verb.person == 2:
                    return
                told = next((c for c in comps if c.kind == "obj"), None)
                if told is not None and verb.mood not in ("inf", "ger", "imp") and "que" in slots and slots["que"].optional:
                    if not fits(told.value, slots["quien"].sorts, self.lexicon) or not subject_agrees(
                        told.value, Pred((), "quien", ANY, number=verb.number)
                    ):
                        return
                    roles["quien"] = told.value  # «cuando se active otra unidad»: the subject after the verb
                    comps = [c for c in comps if c is not told]
                    continue
                if told is not None and "que" in slots and slots["que"].optional and isinstance(told.value, Cosa):
                    others = str(self.lexicon.data.get("animate", "")).split()
                    if verb.id in str(self.lexicon.data.get("reflexive", "")).split():
                        others += slots["que"].sorts  # «moverse hasta dos fichas»: who moves itself moves no token
                    if told.value.sort in others:
                        return  # «desplegarse en territorio aliado»: who deploys itself deploys nobody else
                if "que" in slots and not slots["que"].optional:
                    if any(c.kind == "obj" for c in comps) and self._of_oneself(verb, slots) and not _taken_away(verb, comps):
                        circ.append(("le", Pron("reflejo", "-", "-", verb.at)))
                        continue
                    impersonal = (
                        verb.mood != "inf" or any(c.kind == "obj" for c in comps) or verb.id not in self._placing()
                    )  # «no pueden recuperarse»
                    if verb.mood == "inf" and not impersonal:
                        roles["que"] = Self()
        if any(a == ONLY and b.kind == "prep" for a, b in itertools.pairwise(comps)):
            return  # «solo hacia tu arco»: said of the place
        put = Put(slots, roles, circ, verb, impersonal, comps)
        for comp in comps:
            if not self.put(comp, put):
                return
        self._narrowed(roles, circ)
        whose = next((value for key, value in circ if key == "le"), None)
        if whose is not None:  # «quitarle una ficha», «quitarse una ficha»: one of his
            thing = roles.get("que")
            taken = thing.items if isinstance(thing, Lista) else (thing,)
            owned = tuple(replace(t, filters=(*t.filters, of_owner(whose))) for t in taken if isinstance(t, Cosa))
            if len(owned) < len(taken) or any(one.sort == "resultado" for one in owned):
                return  # «quitarse 2 resultados»: dice show them, nobody has them
            roles["que"] = replace(thing, items=owned) if isinstance(thing, Lista) else owned[0]
            circ = [item for item in circ if item[0] != "le"]
        yield roles, tuple(circ), impersonal

    def done_to_you(self, pred: Pred) -> Pred | None:
        """«no pueden fijarte»: who is said to do it is another one, so that it is done to you."""
        if not (pred.mood == "inf" and pred.person == 2):
            return pred
        if len(pred.facts) != 1:
            return None
        fact = pred.facts[0]
        bearer = str(self.lexicon.data["bearer"])
        slots = {role.name: role for role in self.lexicon.verbs.get(fact.verb, ())}
        name = next((n for n in ("que", "a") if n in slots and fact.role(n) is None and bearer in slots[n].sorts), None)
        if name is None or pred.gap not in ("", name):
            return None
        done = self._same_act(replace(fact, roles=(*fact.roles, (name, Yo()))), Verb(fact.verb, pred.at, 3, "-", "inf"))
        return replace(pred, facts=(done,), gap="", gap_sorts=frozenset(), person=0)

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


def _facts_in(value: Value) -> tuple[Hecho, ...]:
    return tuple(fact for pred in value.preds for fact in pred.facts) if isinstance(value, Clause) else ()


def _with_you(value: Value) -> bool:
    return isinstance(value, Yo) or (isinstance(value, Lista) and Yo() in value.items)


def slot_sorts(signature: tuple[Role, ...], name: str) -> frozenset[str]:
    return next((role.sorts for role in signature if role.name == name), frozenset())


def lexicon_verb(lexicon: Lexicon, name: str) -> str:
    """One act has one name: «recuperarse de 2 [daño]» is to recover them."""
    return str(lexicon.data.get("same_verb", {}).get(name, name))


def _subject_role(
    signature: tuple[Role, ...], verb: Verb, roles: dict[str, Value], impersonal: bool
) -> tuple[str, frozenset[str], Value | None]:
    slots = {role.name: role for role in signature}
    if "quien" in roles and not verb.passive and not impersonal:
        return "nadie", ANY, None
    if verb.passive or impersonal:
        if "que" in roles:
            return "nadie", ANY, roles.get("quien")
        if "que" not in slots and verb.passive and "a" in slots and "a" not in roles:
            return "a", slots["a"].sorts, roles.get("quien")  # «la primera vez que seas atacado»
        if "que" not in slots:
            return "", ANY, None
        return "que", slots["que"].sorts, roles.get("quien")
    return "quien", slots["quien"].sorts if "quien" in slots else ANY, None


def _how_far(what: Value | None, roles: dict[str, Value], signature: tuple[Role, ...]) -> bool:
    """Whether a number without its noun, which tells how far, would be what is moved."""
    number = isinstance(what, Cosa) and what.noun in ("", "numero") and what.qty.op in ("n", "hasta") and not what.filters
    return number and "cuanto" not in roles and any("distancia" in role.sorts for role in signature if role.name == "cuanto")


def _ordered(roles: dict[str, Value], signature: tuple[Role, ...]) -> Roles:
    if len(roles) < 2:
        return tuple(roles.items())
    order = [role.name for role in signature]
    return tuple(sorted(roles.items(), key=lambda item: order.index(item[0]) if item[0] in order else 99))
