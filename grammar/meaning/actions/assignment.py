"""A verb and its complements: which complement fills which role of the verb's signature."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from grammar.lexicon.load import Lexicon, Role
from grammar.lexicon.words import Word
from grammar.meaning.actions.states import States
from grammar.meaning.actions.things import (
    ANY,
    HERE,
    SO_MANY,
    Post,
    agree,
    fits,
    headless,
    lasts,
    sort_of,
)
from grammar.meaning.actions.verbs import (
    LOCATION,
    MANNER,
    ONLY,
    PLACED,
    Comp,
    Verb,
    of_owner,
    subject_agrees,
    with_subject,
)
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
    Junto,
    Lista,
    Papel,
    Pred,
    Pron,
    Qty,
    Rango,
    Roles,
    Self,
    Value,
    Yo,
    parts,
)  # fmt: skip

CLITIC_NUMBER = {"lo": ("m", "s"), "la": ("f", "s"), "los": ("m", "p"), "las": ("f", "p"), "le": ("-", "s"), "les": ("-", "p")}

REFLEXIVE = ("te", "se", "os")
PLACING = frozenset("colocar desplegar mover mantener".split())
"""«colocarse»: who does it does it with itself."""


def _so_many(value: Any) -> bool:
    """Whether it waits for its «como …»."""
    last = value.filters[-1] if isinstance(value, Cosa) and value.filters else None
    told = last.role("igual") if isinstance(last, Hecho) and last.verb == "cantidad" else None
    return isinstance(told, Pron) and told.kind == SO_MANY


def _does_both(manner: Clause, doers: frozenset[str]) -> bool:
    """«un dado que muestre [impacto] sin gastar cargas»: a die spends none, so that it is said of another verb."""
    others = frozenset(sort for pred in manner.preds if pred.subject == "quien" for sort in pred.sorts)
    return not others or bool(others & doers) or "cosa" in others | doers


class Assignment(States):
    def predicates(self, verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        """Every way in which the verb takes these complements."""
        lexicon = self.lexicon
        comps = self._as_many(comps)
        if comps and comps[-1] == ONLY:
            return []  # «… una ficha solamente podrá …»: it stands before what it limits
        if any(_parted(a, b) for a, b in itertools.pairwise(comps)):
            return []
        if self._is_have(verb):
            return self._have(verb, comps)
        found: list[Pred] = []
        for sense in lexicon.senses.get(verb.id, (verb.id,)):
            name, _, thing = sense.removeprefix("!").partition("+")  # «fallar una prueba» is not to pass it
            if thing:  # «acelerar» is to make one: a verb that says its object too
                noun = lexicon.nouns[thing]
                made = Cosa(thing, noun.sort, ONE, gender=noun.gender, number="s")
                found.extend(self._sense(name, lexicon.verbs[name], verb, [Comp("obj", made), *comps]))
            elif name in lexicon.verbs:
                found.extend(
                    self._sense(name, lexicon.verbs[name], verb if name == sense else replace(verb, neg=not verb.neg), comps)
                )
        return found

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

    def _sense(self, name: str, signature: tuple[Role, ...], verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        found = []
        if name.endswith("rse"):  # «quédate», «se retira»: the pronoun belongs to the verb
            if not verb.clitics or verb.clitics[0] not in REFLEXIVE or verb.passive:
                return []
            if (verb.clitics[0] == "te") != (verb.person == 2) and verb.person:
                return []
            verb = replace(verb, clitics=verb.clitics[1:])
        readings = list(self._assigned(signature, verb, comps))
        itself = len(readings)
        if verb.mood == "inf" and verb.id in self._placing() and "se" in verb.clitics:
            readings.extend(self._put_by_somebody(signature, verb, comps))
        for at, (roles, circ, impersonal) in enumerate(readings):
            subject, sorts, agent = _subject_role(signature, verb, roles, impersonal)
            if at >= itself:  # only of what could not put itself there
                sorts = sorts - slot_sorts(signature, "quien") - set(self.lexicon.data.get("animate", "").split())
                if not sorts or "cosa" in sorts:
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
            gap = missing[0] if missing else None
            if gap is not None and verb.id != name and name in self._one_acts():
                continue  # «una nave que has fijado»: the ship, not its token
            if roles.get("que") == Papel("tu_nave") and any(role.name == "que" and role.optional for role in signature):
                roles = {**roles, "que": Papel("tu_propia_nave")}  # «gira tu nave» is «te giras»
            held = roles.get("que")
            if held is not None:
                name = str(self.lexicon.data.get("by_object", {}).get(f"{name} {sort_of(held, self.lexicon)}", name))
            fact = Hecho(
                lexicon_verb(self.lexicon, name), _ordered(roles, signature), verb.neg, verb.past, verb.would, circ=circ
            )
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
        told = str(self.lexicon.data.get("object_as", {}).get(fact.verb, "")).split()
        if not told:
            return fact
        return replace(fact, verb=told[0], roles=tuple((told[1] if key == "que" else key, value) for key, value in fact.roles))

    def _one_acts(self) -> set[str]:
        return {told.split()[0] for told in self.lexicon.data.get("same_act", {}).values()}

    def _single(self, fact: Hecho) -> Hecho:
        """«fijar blanco a una nave» fixes one."""
        thing = fact.role("que")
        nouns = {told.split()[1] for told in self.lexicon.data.get("same_act", {}).values()}
        if not isinstance(thing, Cosa) or thing.qty.op != "masa" or thing.noun not in nouns:
            return fact
        return replace(fact, roles=tuple((k, replace(thing, qty=ONE) if k == "que" else v) for k, v in fact.roles))

    def _same_act(self, fact: Hecho, verb: Verb) -> Hecho:
        """«fijar una nave» is to get a lock on it: one act, one shape; «que hayas fijado» is a state of the ship."""
        told = str(self.lexicon.data.get("same_act", {}).get(fact.verb, "")).split()
        thing = fact.role("que")
        if not told or thing is None or verb.past or verb.passive:
            return fact
        name, noun, link = told
        plain = self.lexicon.nouns[noun]
        got = Cosa(
            noun,
            plain.sort,
            ONE,
            gender=plain.gender,
            number="s",
            filters=(Hecho(link, (("quien", It()), ("que", thing))),),
        )
        return replace(fact, verb=name, roles=tuple((key, got if key == "que" else value) for key, value in fact.roles))

    def _assigned(
        self, signature: tuple[Role, ...], verb: Verb, comps: Sequence[Comp]
    ) -> Iterator[tuple[dict[str, Value], Roles, bool]]:
        slots = {role.name: role for role in signature}
        roles: dict[str, Value] = {}
        circ: list[tuple[str, Value]] = [("modo", Cual("otra_vez", "modo"))] if verb.again else []
        if verb.still:
            circ.append(("modo", Cual("todavia", "modo")))
        impersonal = False
        for clitic in verb.clitics:
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
                if verb.person == 2 or verb.mood in ("inf", "imp"):
                    if (
                        "que" in slots
                        and not slots["que"].optional
                        and self.lexicon.fits(str(self.lexicon.data["bearer"]), slots["que"].sorts)
                        and not any(c.kind == "obj" for c in comps)
                    ):
                        roles["que"] = Yo()
                    elif "a" in slots and any(c.kind in ("obj", "number", "whether", "that") for c in comps):
                        roles["a"] = Yo()
                elif "a" in slots:
                    roles["a"] = Yo()
                    others = self.lexicon.data.get("by_others", "").split()
                    impersonal = impersonal or (
                        verb.number == "p" and verb.id in others
                    )  # «te asignan 1 carta»: whoever does it
                elif "que" in slots:
                    roles["que"] = Yo()
                else:
                    return
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
                if (
                    told is not None
                    and "que" in slots
                    and slots["que"].optional
                    and isinstance(told.value, Cosa)
                    and told.value.sort in self.lexicon.data.get("animate", "").split()
                ):
                    return  # «desplegarse en territorio aliado»: who deploys itself deploys nobody else
                if "que" in slots and not slots["que"].optional:
                    if any(c.kind == "obj" for c in comps) and self._of_oneself(verb, slots):
                        circ.append(("le", Pron("reflejo", "-", "-", verb.at)))
                        continue
                    impersonal = (
                        verb.mood != "inf" or any(c.kind == "obj" for c in comps) or verb.id not in self._placing()
                    )  # «no pueden recuperarse»
                    if verb.mood == "inf" and not impersonal:
                        roles["que"] = Self()
        if any(a == ONLY and b.kind == "prep" for a, b in itertools.pairwise(comps)):
            return  # «solo hacia tu arco»: said of the place
        for comp in comps:
            if not self._placed_comp(comp, slots, roles, circ, verb, impersonal, comps):
                return
        self._narrowed(roles, circ)
        whose = next((value for key, value in circ if key == "le"), None)
        if whose is not None:  # «quitarle una ficha», «quitarse una ficha»: one of his
            thing = roles.get("que")
            told = thing.items if isinstance(thing, Lista) else (thing,)
            owned = tuple(replace(t, filters=(*t.filters, of_owner(whose))) for t in told if isinstance(t, Cosa))
            if len(owned) < len(told):
                return
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

    def _of_the_nearest(self, comp: Comp, comps: Sequence[Comp], roles: dict[str, Value]) -> bool:
        """Whether what was told right before it is a thing that somebody has done something to, nobody having been told."""
        at = next((i for i, c in enumerate(comps) if c is comp), 0)
        before = comps[at - 1].value if at else None
        last = max((p for p in parts(before) if isinstance(p, Cosa) and p.at >= 0), key=lambda c: c.at, default=None)
        done = last.filters[-1] if last is not None and last.filters else None
        return (
            isinstance(done, Hecho)
            and done.role("que") == It()
            and done.role("quien") is None
            and any(
                role.name == "quien" and fits(comp.value, role.sorts, self.lexicon)
                for role in self.lexicon.verbs.get(done.verb, ())
            )
        )

    def _of_noun_before(self, comp: Comp, comps: Sequence[Comp]) -> bool:
        """«se consideran como naves aliadas»: an adjective right behind a noun without an article is the noun's."""
        at = next((i for i, c in enumerate(comps) if c is comp), 0)
        before = comps[at - 1].value if at and comps[at - 1].kind != "obj" else None
        bare = isinstance(before, Cosa) and not before.ref and before.qty.op in ("algun", "masa")
        return bare and isinstance(before, Cosa) and self._posted(before, Post("adj", comp.value[:1])) is not None

    def _personal(self, comp: Comp, comps: Sequence[Comp], slots: dict[str, Role], roles: dict[str, Value]) -> bool:
        """Of two complements with «a», the first is the object where it can be."""
        others = [c for c in comps if c.kind == "prep" and c.prep == "a"]
        if len(others) != 2 or others[0] is not comp or "que" not in slots or "que" in roles:
            return False
        return (
            fits(comp.value, slots["que"].sorts, self.lexicon)
            and sort_of(comp.value, self.lexicon) in self.lexicon.data.get("animate", "").split()
        )

    def _placed_comp(
        self,
        comp: Comp,
        slots: dict[str, Role],
        roles: dict[str, Value],
        circ: list[tuple[str, Value]],
        verb: Verb,
        impersonal: bool,
        comps: Sequence[Comp] = (),
    ) -> bool:
        lexicon = self.lexicon
        if (
            comp.kind == "obj"
            and isinstance(comp.value, Cosa)
            and comp.value.sort == "palabra_clave"
            and comp.value.qty.op == "cualquiera"
            and not any(isinstance(f, Hecho) and f.verb == "tener" for f in comp.value.filters)
            and verb.id in lexicon.data.get("granting", "").split()
        ):
            return False  # «gana Perforante»: how much?
        if (
            comp.kind == "obj"
            and isinstance(comp.value, Cosa)
            and comp.value.qty.op == "masa"
            and comp.value.number == "s"
            and comp.value.sort in lexicon.data.get("counted", "").split()
        ):
            return False  # «en un territorio aliado»: one would place «un aliado»
        if comp.kind == "obj":
            if (
                isinstance(comp.value, Papel)
                and comp.value.nombre.startswith("este_")
                and sort_of(comp.value, lexicon) == "tiempo"
                and ("que" in roles or "tiempo" not in slots.get("que", Role("", frozenset(), True)).sorts)
            ):
                if any(key == "durante" for key, _ in circ):
                    return False
                circ.append(("durante", comp.value))  # «no ha atacado esta ronda»
                return True
            if "por" in slots and "que" in roles and "por" not in roles and _blank(comp.value):
                roles["por"] = replace(comp.value, qty=ONE)  # «cambiar 1 resultado en blanco»: for a blank one
                return True
            if "resultado" in slots and (impersonal or verb.passive) and "resultado" not in roles and _bare(comp.value):
                roles["resultado"] = comp.value  # «se considera infantería»
                return True
            after = next((b for a, b in itertools.pairwise(comps) if a is comp), None)
            if headless(comp.value) and after is not None and after.kind == "obj":
                return False  # «asigna 1 carta»: a number before a noun is its own
            for name in ("que", "cuanto"):  # «empuja una figura 2 casillas»
                if name not in slots or name in roles or (verb.passive and name == "que"):
                    continue
                value = self.counted(comp.value, slots[name].sorts)
                if name == "cuanto" and isinstance(value, Cosa) and value.qty.op in ("algun", "masa"):
                    continue  # how far is a number
                if fits(value, slots[name].sorts, lexicon):
                    if "en" in slots and _said_where(value, slots["en"].sorts, lexicon):
                        there = _lying(value) if verb.id in lexicon.data.get("done_there", "").split() else None
                        if there is not None and "en" not in roles:  # «destruye 1 unidad de ese sistema»: in it
                            roles[name], roles["en"] = there
                            return True
                        return False  # «gana 1 unidad en este sistema»: where it is gained, not which one
                    roles[name] = value
                    return True
            if isinstance(comp.value, Cosa) and comp.value.noun == "vez":
                circ.append(("veces", comp.value))  # «activa dos veces»
                return True
            if self._after_verb(comp.value, slots, roles, verb):
                roles["quien"] = comp.value  # «si sale un [incremento]»
                return True
            return False
        if comp.kind == "to_inf":
            slot, done = slots.get("a"), roles.get("que")
            if slot is None or "hecho" not in slot.sorts or "a" in roles or done is None:
                return False
            roles["a"] = replace(comp.value, subject=done)
            return True
        if comp.kind == "adj_role":
            if comp.prep not in slots or comp.prep in roles:
                return False
            roles[comp.prep] = comp.value
            return True
        if comp.kind == "prep":
            slot = slots.get(comp.prep)
            held = roles.get("que")
            if slot is not None and isinstance(held, Cosa) and held.sort in lexicon.data.get("preps", {}).get(comp.prep, {}):
                return False  # «un ataque contra una nave»: it belongs to the noun
            sort = sort_of(comp.value, lexicon)
            if comp.prep == "por" and self._of_the_nearest(comp, comps, roles):
                return False  # «Heridas provocadas por DESVÍO»
            following = comps[[c is comp for c in comps].index(True) + 1 :] if any(c is comp for c in comps) else ()
            if headless(comp.value) and following and following[0].kind == "obj":
                return False  # «con X Mejoras»: a number before a noun is its own
            if verb.passive and comp.prep == "por" and "quien" in slots and fits(comp.value, slots["quien"].sorts, lexicon):
                roles["quien"] = comp.value
                return True
            if comp.prep in MANNER:
                circ.append((comp.prep, comp.value))
                return True
            if comp.prep == "entre" and "entre" in slots and "que" not in roles and isinstance(comp.value, Lista):
                one = replace(comp.value, conj="o")  # «elige entre A o B», «entre A y B»: one of them
                if not fits(one, slots["que"].sorts | {"tipo_ficha"}, lexicon) or any(c.kind == "obj" for c in comps):
                    return False
                roles["que"] = one
                return True
            if slot is None:
                slot = next((role for role in slots.values() if comp.prep in role.preps), None)
            if slot is not None and comp.prep == "a" and self._personal(comp, comps, slots, roles):
                slot = None  # «asigna a este Líder a esa Misión»: the first is the object
            if slot is not None and slot.name not in roles:
                value = self.counted(comp.value, slot.sorts)
                if (
                    isinstance(value, Cosa)
                    and value.noun == ""
                    and value.ref == "el"
                    and isinstance(held, Cosa)
                    and value.filters
                ):
                    value = self._same_kind(held, value)  # «tu posición con la de otra nave»
                if fits(value, slot.sorts, lexicon):
                    if (
                        slot.name != comp.prep
                        and isinstance(held, Cosa)
                        and held.sort in lexicon.data["preps"].get(slot.name, {})
                    ):
                        against = Hecho(slot.name, (("quien", It()), ("que", value)))  # «un ataque a X» is one against X
                        roles["que"] = replace(held, filters=(*held.filters, against))
                        return True
                    roles[slot.name] = value
                    return True
            if (
                comp.prep == "a"
                and "que" in slots
                and "que" not in roles
                and not verb.passive
                and fits(comp.value, slots["que"].sorts, lexicon)
            ) and (
                sort in (*lexicon.data.get("animate", "").split(), *lexicon.data.get("personal", "").split(), "cosa", "nombre")
            ):
                roles["que"] = comp.value
                return True
            if (
                comp.prep == "por"
                and isinstance(comp.value, Cosa)
                and comp.value.qty.op == "masa"
                and not comp.value.filters
                and comp.value.number == "s"
                and sort in lexicon.data.get("per", "").split()
            ):
                circ.append(("por_cada", comp.value))  # «1 punto adicional por casilla»
                return True
            if comp.prep == "por" and sort in ("palabra_clave", "cualidad", "efecto") and "por" not in slots:
                circ.append(("por", comp.value))  # «no tira dados por DURO DE PELAR»: the reason
                return True
            if comp.prep == "en" and sort != "cosa" and lasts(comp.value, lexicon):
                circ.append(("durante", comp.value))
                return True
            if "rango" not in slots:
                return False
        if comp.kind == "range":
            low, high, of, mode = comp.value
            if verb.id == "considerar" and not any(c.prep in ("como", "como_si") for c in comps):  # «considéralo a alcance 0»
                at_range = Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode))))
                ranged = frozenset(lexicon.data.get("ranged", lexicon.data.get("placed", "")).split())
                circ.append(
                    ("como_si", Clause(None, (Pred((at_range,), "quien", ranged, person=3, mood="isubj", at=verb.at),)))
                )
                return isinstance(roles.get("que"), (Pron, Papel)) or verb.passive
            held_range = slots.get("que") is not None and "ataque" in slots["que"].sorts
            if "rango" in slots or ((verb.passive or impersonal) and held_range):
                circ.append(("a_alcance", Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode))))))
                return True
            return False
        if comp.kind == "places":
            return "rango" in slots and all(
                self._placed_comp(part, slots, roles, circ, verb, impersonal) for part in comp.value
            )
        if comp.kind == "place" or (comp.kind == "prep" and "rango" in slots):
            if comp.prep == "a" and sort_of(comp.value, lexicon) == lexicon.data.get("unit"):
                return False  # «a 2 casillas de ti» is a distance
            states = self._placed(comp.prep, comp.value, ANY)
            circ.extend(("donde", fact) for state in states[:1] for fact in state[0])
            return bool(states)
        if comp.kind == "place_how":  # «totalmente dentro de su territorio»
            place, how = comp.value
            before = len(circ)
            if not self._placed_comp(place, slots, roles, circ, verb, impersonal, comps):
                return False
            circ[before:] = [
                (key, replace(fact, circ=(("modo", how),)) if isinstance(fact, Hecho) else fact) for key, fact in circ[before:]
            ]
            return True
        if comp.kind == "several":
            return all(self._placed_comp(part, slots, roles, circ, verb, impersonal, comps) for part in comp.value)
        if comp.kind == "purpose":
            if "para" in slots and "para" not in roles:
                roles["para"] = comp.value
                return True
            if any(key == "para" for key, _ in circ) or "para" in slots:
                return False
            circ.append(("para", comp.value))  # of an event or a condition; what an act is for is its price: act_para
            return True
        if comp.kind == "adj":
            held = roles.get("que")
            if any(c.prep in ("como", "como_si") for c in comps):
                return False  # «considera a las naves aliadas como enemigas»: what they are taken for is told with «como»
            if "resultado" in roles:
                return False  # «se considera infantería a efectos de las cualidades enemigas»: the adjective is another's
            if "resultado" in slots and not (isinstance(held, Cosa) and held.ref == ""):  # «una carta boca arriba»: the noun's
                word = comp.value[0]
                if verb.id in lexicon.data.get("taken_for", "").split():  # «puedes considerarla blanca»: as if it were
                    if len(comp.value) > 1 or self._of_noun_before(comp, comps):
                        return False
                    taken = Hecho("ser", (("que", Cual(word.id.removeprefix("!"), word.sort)),), neg=word.id.startswith("!"))
                    as_if = Pred((taken,), "quien", ANY, person=3, number=word.number, gender=word.gender, mood="isubj",
                                 at=verb.at)  # fmt: skip
                    circ.append(("como_si", Clause(None, (as_if,))))
                    return True
                if not slots["resultado"].sorts & {"cosa", word.sort} or self._of_noun_before(comp, comps):
                    return False
                roles["resultado"] = Cual(word.id, word.sort)
                return True
            return False
        if comp.kind == "circ":
            if comp.prep != "modo" and any(key == comp.prep for key, _ in circ):
                return False
            done = roles.get("que")
            if comp.prep == "en_vez_de" and isinstance(comp.value, Cosa) and comp.value.noun == "" and isinstance(done, Cosa):
                circ.append(
                    (comp.prep, replace(done, qty=comp.value.qty, ref="", at=-1))
                )  # «dos acciones de ataque en lugar de una»
                return not comp.value.filters
            if comp.prep in ("modo_de", "sin") and "quien" in slots and not _does_both(comp.value, slots["quien"].sorts):
                return False
            circ.append((comp.prep, comp.value))
            return True
        if comp.kind == "as_inf":
            if "como" not in slots or "como" in roles:
                return False
            roles["como"] = comp.value
            return True
        if comp.kind == "compared":
            measured = roles.get("que")
            if verb.id != "considerar" or any(key == comp.prep for key, _ in circ):
                return False
            circ.append((comp.prep, _compared(comp.value, measured)))
            return True
        if comp.kind == "only":
            circ.append(("solo", Cual(comp.prep, "papel")))  # which of its roles is restricted
            return self._placed_comp(Comp("prep", comp.value, comp.prep), slots, roles, circ, verb, impersonal, comps)
        if comp.kind == "more":
            thing, other = comp.value
            if (
                "que" not in slots
                or "que" in roles
                or not isinstance(other, Cuenta)
                or not fits(thing, slots["que"].sorts, lexicon)
            ):
                return False
            many = Hecho("cantidad", (("quien", It()), (comp.prep, other)))
            roles["que"] = replace(thing, qty=Qty("segun"), filters=(*thing.filters, many))
            return True
        if comp.kind in ("number", "whether"):
            if "que" in slots and "que" not in roles and "pregunta" in slots["que"].sorts:
                roles["que"] = comp.value
                return True
            return False
        if comp.kind == "most":
            obj = roles.get("que")
            number, noun = comp.value
            if noun is not None and (not isinstance(obj, Cosa) or obj.sort != noun.sort):
                return False
            grows = verb.id in lexicon.data.get("growing", "").split()  # «aumenta su Velocidad en 1, hasta un máximo de 3»
            less = isinstance(obj, Cosa) and any(
                f == _kind_of("menos") for f in obj.filters
            )  # «1 dado menos, hasta un mínimo de 1»
            more = (
                grows or less or (isinstance(obj, Cosa) and any(f == _extra() for f in obj.filters))
            )  # «1 dado adicional, hasta un máximo de 4»
            more = more or verb.id in lexicon.data.get("bounded", "").split()
            if not more and not any(key == "por_cada" for key, _ in circ):
                return False  # only what grows has a cap; else it is how many
            circ.append((comp.prep or "hasta_un_maximo", Cual(number, "numero")))
            return True
        if comp.kind == "instead_adj":  # «dados rojos en vez de blancos»: the same things, of another colour
            obj = roles.get("que")
            said: Word = comp.value
            if not isinstance(obj, Cosa) or not agree(said.number, obj.number) or not agree(said.gender, obj.gender):
                return False
            alike = [
                f for f in obj.filters if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual) and q.kind == said.sort
            ]
            if len(alike) != 1:
                return False
            other = Hecho("ser", (("quien", It()), ("que", Cual(said.id, said.sort))))
            filters = tuple(other if f is alike[0] else f for f in obj.filters)
            circ.append(("en_vez_de", replace(obj, filters=filters, ref="", at=-1)))
            return True
        if comp.kind == "each_one":  # «reciben 1 ficha cada una»: what several do, each of them does
            return verb.number == "p" or verb.mood == "inf"
        if comp.kind == "instead":
            circ.append(("en_vez_de_eso", Cual("si", "modo")))
            return True
        if comp.kind == "except":
            obj = roles.get("que")
            if isinstance(obj, Cosa):
                roles["que"] = replace(
                    obj, filters=(*obj.filters, Hecho("salvo", (("quien", It()), ("que", self._same_kind(obj, comp.value)))))
                )
                return True
            return False
        if comp.kind == "that":
            if "que" in slots and "hecho" in slots["que"].sorts and "que" not in roles:
                clause: Clause = comp.value
                same = clause.subject is None and all(p.mood == "inf" for p in clause.preds)
                roles["que"] = replace(clause, subject=Self()) if same else clause
                return True
            return False
        return comp.kind == "nothing"

    def _after_verb(self, value: Value, slots: dict[str, Role], roles: dict[str, Value], verb: Verb) -> bool:
        """A subject after a verb that has no object."""
        return (
            ("continues" in self.lexicon.data or verb.mood == "subj")
            and "que" not in slots
            and "quien" in slots
            and "quien" not in roles
            and verb.person == 3
            and verb.mood in ("ind", "subj")
            and not verb.passive
            and fits(value, slots["quien"].sorts, self.lexicon)
            and subject_agrees(value, Pred((), "quien", ANY, number=verb.number))
        )

    def counted(self, value: Value, sorts: frozenset[str]) -> Value:
        """«mueve 3»: that many of the game's unit of distance."""
        if isinstance(value, Cosa) and value.sort == "numero" and "distancia" in sorts and "unit" in self.lexicon.data:
            return replace(value, noun=str(self.lexicon.data["unit"]), sort="distancia")
        return value

    def _have(self, verb: Verb, comps: Sequence[Comp]) -> list[Pred]:
        """tener: to own something, or to have it somewhere («que tengas a alcance 0-1»)."""
        comps = [
            inner
            for c in comps
            for inner in (c.value[1] if c.kind == "part" and c.value[0][1].id in PLACED | {"situar"} else (c,))
        ]
        done = next((c for c in comps if c.kind == "part"), None)
        if done is not None:
            return self._have_done(verb, done, comps)
        more = next((c for c in comps if c.kind == "more"), None)
        if more is not None:
            return self._have_more(verb, more, comps)
        objs = [c.value for c in comps if c.kind == "obj" or (c.kind == "prep" and c.prep == "a")]
        where = [
            c
            for c in comps
            if c.kind in ("range", "places")
            or (c.kind == "prep" and c.prep != "a")
            or (c.kind == "adj" and c.value[0].sort == "cara")
        ]
        if objs and any(c.kind == "adj" for c in where):
            return []  # «tiene una ficha boca arriba»: the noun's
        circ = tuple((c.prep, c.value) for c in comps if c.kind == "circ")
        capped = [c for c in comps if c.kind == "most" and c.value[1] is None]
        if capped and len(objs) == 1 and isinstance(objs[0], Cosa) and objs[0].qty.op in ("mas", "menos"):
            circ = (*circ, *((c.prep or "hasta_un_maximo", Cual(c.value[0], "numero")) for c in capped[:1]))
        if len(objs) + len(where) + len(circ) < len(comps) or len(objs) > 1:
            return []
        clitic = next((c for c in verb.clitics if c in CLITIC_NUMBER), None)
        if verb.clitics == ("te",) and verb.person == 3 and not objs:  # «que te tenga a alcance 1»
            objs = [Yo()]
        elif any(c in REFLEXIVE for c in verb.clitics):
            return []
        if clitic is not None:
            if objs:
                return []
            gender, number = CLITIC_NUMBER[clitic]
            objs = [Pron("clitico", gender, number, verb.at)]
        common: dict[str, Any] = {"person": verb.person, "number": verb.number, "mood": verb.mood, "at": verb.at}
        placed = frozenset(self.lexicon.data.get("placed", "").split())
        owners = frozenset(self.lexicon.data.get("owners", "").split())
        if where:
            facts: list[Hecho] = []
            for comp in where:
                states = self._states(comp if comp.kind != "prep" else Comp("place", comp.value, comp.prep))
                if not states:
                    return []
                facts.extend(states[0][0])
            # the range is measured from the subject
            made = tuple(_from_subject(fact) for fact in facts)
            owning = self.lexicon.data.get("having_is_owning") and all(f.verb == "en" for f in made)
            if not objs:
                made = (*made, Hecho("de")) if owning else made
                if owning and verb.neg:
                    return []
                return [
                    Pred(
                        tuple(replace(f, neg=f.neg ^ verb.neg, past=verb.past, circ=circ) for f in made),
                        "de",
                        owners,
                        "quien",
                        placed - {"arco", "tipo_accion", "escudo"} if any(c.kind == "range" for c in where) else placed,
                        **common,
                    )
                ]
            thing = objs[0]
            if isinstance(thing, Cosa) and thing.ref in ("", "el") and (thing.qty.op not in ("el",)):
                if not fits(thing, placed | frozenset(self.lexicon.data.get("has", {}).get("*", "").split()), self.lexicon):
                    return []
                if thing.qty.op in ("ningun", "masa"):
                    thing = replace(thing, qty=SOME)
                on = tuple(self.upon(thing.sort, with_subject(f, It())) for f in made)
                located = replace(thing, filters=(*thing.filters, *on))
                if (
                    all(f.verb == "sobre" for f in on) and thing.sort in self.lexicon.data.get("upon", "").split()
                ):  # «tienes un bloqueo en el defensor»: yours
                    return [
                        Pred(
                            (Hecho("tener", (("que", located),), neg=verb.neg, past=verb.past, circ=circ),),
                            "quien",
                            owners,
                            **common,
                        )
                    ]
                told_of = self.lexicon.data.get("third_person_bearer") and all(f.verb == "en" for f in on)
                if told_of and not any(self.has(owner, thing) for owner in owners):
                    return []
                if owning or told_of:  # «el defensor tiene una peana en su sector»: one of his
                    return [
                        Pred(
                            (Hecho("tener", (("que", located),), neg=verb.neg, past=verb.past, circ=circ),),
                            "quien",
                            owners,
                            **common,
                        )
                    ]
                return [Pred((Hecho("hay", (("que", located),), neg=verb.neg, circ=circ),), "de", owners, **common)]
            if not fits(thing, placed, self.lexicon):
                return []
            own = tuple(_kept_by(f) for f in made) if verb.person == 3 else made
            return [
                Pred(
                    tuple(replace(with_subject(f, thing), neg=f.neg ^ verb.neg, past=verb.past, circ=circ) for f in own),
                    "de",
                    owners,
                    **common,
                )
            ]
        if not objs:
            return [
                Pred(
                    (Hecho("tener", (), verb.neg, verb.past, circ=circ),),
                    "quien",
                    owners,
                    "que",
                    frozenset(self.lexicon.data.get("has", {}).get("*", "").split()),
                    **common,
                )
            ]
        thing = objs[0]
        found = []
        for owner in sorted(owners):
            if self.has(owner, thing):
                found.append(owner)
        if not found and verb.person == 2 and isinstance(thing, Cosa) and thing.sort in placed and _located_thing(thing):
            if thing.qty.op in ("ningun", "masa"):
                thing = replace(thing, qty=SOME)  # «si tienes alguna nave enemiga en A o en B»: there is one
            return [Pred((Hecho("hay", (("que", thing),), neg=verb.neg, circ=circ),), "de", owners, **common)]
        if not found:
            return []
        if isinstance(thing, Cosa) and thing.qty.op in ("ningun", "masa"):
            thing = replace(thing, qty=SOME)
        return [Pred((Hecho("tener", (("que", thing),), verb.neg, verb.past, circ=circ),), "quien", frozenset(found), **common)]

    def _have_done(self, verb: Verb, done: Comp, comps: Sequence[Comp]) -> list[Pred]:
        """«que tengas fijada como blanco», «que tengas equipadas»: what the subject has done with it."""
        (at, part), inner = done.value
        objs = [c.value for c in comps if c.kind == "obj" or (c.kind == "prep" and c.prep == "a")]
        clitic = next((c for c in verb.clitics if c in CLITIC_NUMBER), None)
        if not objs and verb.clitics == ("te",) and verb.person == 3:  # «te tiene fijado»
            objs, comps = [Yo()], [*comps, Comp("obj", Yo())]
        elif any(c in REFLEXIVE for c in verb.clitics):
            return []
        if len(comps) - 1 != len(objs) or len(objs) > 1 or clitic is not None or any(c.kind == "purpose" for c in inner):
            return []  # «una mejora que tengas equipada para recuperar …»: what the act is for
        made = self.predicates(
            Verb(part.id, at, verb.person, verb.number, verb.mood, verb.neg, past=True),
            [*(Comp("obj", o) for o in objs), *inner],
        )
        return [replace(pred, at=verb.at) for pred in made if not objs or not pred.gap]

    def _have_more(self, verb: Verb, more: Comp, comps: Sequence[Comp]) -> list[Pred]:
        """«si tienes menos escudos que el defensor»."""
        thing, other = more.value
        where = [c for c in comps if c.kind in ("prep", "range")]
        if len(comps) != 1 + len(where) or verb.neg or verb.clitics or not self.has(str(self.lexicon.data["bearer"]), thing):
            return []
        located = self._located(thing, where)  # «más unidades que tu adversario en este sistema»: both are counted there
        if not located or not isinstance(located[0], Cosa):
            return []
        thing = located[0]
        if isinstance(other, Cosa) and other.sort in ("valor", "numero"):
            level = (
                replace(other, filters=(*other.filters, of_owner(Pron("duenno", "-", "-", -1))))
                if other.sort == "valor" and not other.filters
                else other
            )
            if level is not other:
                return []  # «más fichas que Aplomo»: whose, it does not say
            fact = Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, level)))
            owners = frozenset(self.lexicon.data.get("owners", "").split())
            return [Pred((fact,), "dueno", owners, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)]
        theirs = (
            other
            if isinstance(other, Cosa) and other.sort == thing.sort
            else replace(thing, filters=(*thing.filters, of_owner(other)), at=-1)
        )
        fact = Hecho("compara", (("quien", Cuenta(replace(thing, qty=EVERY))), (more.prep, Cuenta(replace(theirs, qty=EVERY)))))
        owners = frozenset(self.lexicon.data.get("owners", "").split())
        return [Pred((fact,), "dueno", owners, person=verb.person, number=verb.number, mood=verb.mood, at=verb.at)]


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


def _extra() -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", Cual("adicional", "rasgo"))))


def _blank(value: Value) -> bool:
    """«en blanco» alone: a face with nothing on it."""
    shows = Hecho("ser", (("quien", It()), ("que", Cual("cara_vacia", "icono_resultado"))))
    return isinstance(value, Cosa) and value.qty.op == "masa" and value.filters == (shows,)


def _facts_in(value: Value) -> tuple[Hecho, ...]:
    return tuple(fact for pred in value.preds for fact in pred.facts) if isinstance(value, Clause) else ()


def _with_you(value: Value) -> bool:
    return isinstance(value, Yo) or (isinstance(value, Lista) and Yo() in value.items)


def _bare(value: Value) -> bool:
    """«infantería», «vehículo terrestre», «el líder»: what something is taken for."""
    return (
        isinstance(value, Cosa) and value.number != "p" and (value.qty.op == "masa" or (value.qty.op == "el" and not value.id))
    )


def _kind_of(name: str) -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", Cual(name, "rasgo"))))


def slot_sorts(signature: tuple[Role, ...], name: str) -> frozenset[str]:
    return next((role.sorts for role in signature if role.name == name), frozenset())


def _said_where(value: Value, sorts: frozenset[str], lexicon: Lexicon) -> bool:
    """A new thing told with the place where the verb would put it."""
    if isinstance(value, Lista):
        return any(_said_where(item, sorts, lexicon) for item in value.items)
    if not isinstance(value, Cosa) or value.ref:
        return False
    kinds = [f.role("que") for f in value.filters if isinstance(f, Hecho) and f.verb == "de"]
    if any(isinstance(kind, Cosa) and kind.qty.op in ("algun", "masa") and _said_where(kind, sorts, lexicon) for kind in kinds):
        return True  # «1 grupo de Soldados en la entrada»
    places = [f.role("donde") for f in value.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
    return any(place is not None and fits(place, sorts, lexicon) for place in places)


def _lying(value: Value) -> tuple[Cosa, Value] | None:
    """A thing without the one place where it lies, and the place."""
    if not isinstance(value, Cosa):
        return None
    where = [f for f in value.filters if isinstance(f, Hecho) and f.verb == "en" and not f.neg]
    place = where[0].role("donde") if len(where) == 1 else None
    return (replace(value, filters=tuple(f for f in value.filters if f is not where[0])), place) if place is not None else None


def _kept_by(value: Any) -> Any:
    """«una nave que tenga al defensor en su arco»: in her own, who has him there."""
    if isinstance(value, Pron):
        return replace(value, kind="duenno") if value.kind == "su" else value
    if isinstance(value, tuple):
        return tuple(_kept_by(item) for item in value)
    if isinstance(value, (Hecho, Cosa, Lista, Junto)):
        names = [f.name for f in fields(value)]
        return replace(value, **{name: _kept_by(getattr(value, name)) for name in names})
    return value


def _located_thing(thing: Cosa) -> bool:
    facts = [f for c in thing.filters for f in (c.items if isinstance(c, Junto) else (c,))]
    return any(isinstance(f, Hecho) and f.verb in LOCATION for f in facts) or any(
        isinstance(f, Junto) and any(isinstance(g, Hecho) and g.verb in LOCATION for g in f.items) for f in facts
    )


def _compared(clause: Clause, measured: Value | None) -> Clause:
    """«su Iniciativa … como idéntica a la tuya»: to your Iniciativa."""
    pred = clause.preds[0]
    ((op, other),) = pred.facts[0].roles
    if isinstance(other, Cosa) and other.noun == "" and isinstance(measured, Cosa):
        other = replace(other, noun=measured.noun, sort=measured.sort, gender=measured.gender)
    return replace(clause, preds=(replace(pred, facts=(replace(pred.facts[0], roles=((op, other),)),)),))


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


def _ordered(roles: dict[str, Value], signature: tuple[Role, ...]) -> Roles:
    order = [role.name for role in signature]
    return tuple(sorted(roles.items(), key=lambda item: order.index(item[0]) if item[0] in order else 99))


def _from_subject(fact: Hecho) -> Hecho:
    if fact.verb != "a_alcance" or fact.role("de") != HERE:
        return fact
    return replace(fact, roles=tuple(item for item in fact.roles if item[0] != "de"))
