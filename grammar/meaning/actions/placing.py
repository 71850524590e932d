"""Where each complement of a verb goes: a role of its signature, a circumstance, or nowhere, and then the reading dies."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grammar.lexicon.load import Lexicon, Role
from grammar.lexicon.words import Word
from grammar.meaning.actions.states import States
from grammar.meaning.actions.things import (
    ANY,
    HERE,
    Post,
    agree,
    fits,
    headless,
    lasts,
    sort_of,
)
from grammar.meaning.actions.verbs import (
    MANNER,
    Comp,
    Verb,
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
    Qty,
    Rango,
    Self,
    Value,
    parts,
)  # fmt: skip


@dataclass(slots=True)
class Put:
    """A verb whose complements are being placed: `roles` and `circ` are filled one by one."""

    slots: dict[str, Role]
    roles: dict[str, Value]
    circ: list[tuple[str, Value]]
    verb: Verb
    impersonal: bool
    comps: Sequence[Comp] = ()


def _does_both(manner: Clause, doers: frozenset[str]) -> bool:
    """«un dado que muestre [impacto] sin gastar cargas»: a die spends none, so that it is said of another verb."""
    others = frozenset(sort for pred in manner.preds if pred.subject == "quien" for sort in pred.sorts)
    return not others or bool(others & doers) or "cosa" in others | doers


def _extra() -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", Cual("adicional", "rasgo"))))


def _blank(value: Value) -> bool:
    """«en blanco» alone: a face with nothing on it."""
    shows = Hecho("ser", (("quien", It()), ("que", Cual("cara_vacia", "icono_resultado"))))
    return isinstance(value, Cosa) and value.qty.op == "masa" and value.filters == (shows,)


def _bare(value: Value, one: bool = False) -> bool:
    """«infantería», «un vehículo terrestre», «el líder»: what something is taken for."""
    return (
        isinstance(value, Cosa)
        and (value.number != "p" or (one and value.qty == SOME and not value.ref))
        and (
            value.qty.op in ("masa", "algun")
            or (value.qty.op == "el" and not value.id)
            or (one and value.qty == ONE and not value.ref)
        )
    )


def _each_time(value: Value) -> bool:
    """«cada ronda», with no preposition: when, and how often."""
    return (
        isinstance(value, Cosa)
        and (value.sort, value.qty, value.number) == ("tiempo", EVERY, "s")
        and value.noun != "vez"
        and not value.filters
    )


def _parted_from_object(comp: Comp, comps: Sequence[Comp]) -> bool:
    """Whether another complement stands between the object and this one."""
    at = next((i for i, c in enumerate(comps) if c is comp), 0)
    obj = next((i for i, c in enumerate(comps) if c.kind == "obj"), at)
    return obj + 1 < at


def _bare_have(value: Value | None) -> bool:
    """«una carta que tengas», with nothing behind: what follows is how he has it."""
    told = [f for f in value.filters if isinstance(f, Hecho)] if isinstance(value, Cosa) else []
    return any(f.verb == "tener" and f.role("que") == It() and not f.circ for f in told)


def _kind_of(name: str) -> Hecho:
    return Hecho("ser", (("quien", It()), ("que", Cual(name, "rasgo"))))


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
    qualities = [f.role("que") for f in value.filters if isinstance(f, Hecho) and f.verb == "ser"]
    near = any(isinstance(q, Cual) and q.kind in ("relacion", "extremo") for q in qualities)  # «en un sistema leal a X»: it is
    place = where[0].role("donde") if len(where) == 1 and not near else None
    return (replace(value, filters=tuple(f for f in value.filters if f is not where[0])), place) if place is not None else None


def _compared(clause: Clause, measured: Value | None) -> Clause:
    """«su Iniciativa … como idéntica a la tuya»: to your Iniciativa."""
    pred = clause.preds[0]
    ((op, other),) = pred.facts[0].roles
    if isinstance(other, Cosa) and other.noun == "" and isinstance(measured, Cosa):
        other = replace(other, noun=measured.noun, sort=measured.sort, gender=measured.gender)
    return replace(clause, preds=(replace(pred, facts=(replace(pred.facts[0], roles=((op, other),)),)),))


class Placing(States):
    def put(self, comp: Comp, put: Put) -> bool:
        """Whether the complement has a place; it is put there."""
        place = PLACES.get(comp.kind)
        return comp.kind == "nothing" if place is None else bool(place(self, comp, put))

    def _put_object(self, comp: Comp, put: Put) -> bool:
        """What is done something with; how far, or how often; a subject that follows its verb."""
        lexicon = self.lexicon
        slots, roles, circ, verb, impersonal, comps = put.slots, put.roles, put.circ, put.verb, put.impersonal, put.comps
        if (
            isinstance(comp.value, Cosa)
            and comp.value.sort == "palabra_clave"
            and comp.value.qty.op == "cualquiera"
            and not any(isinstance(f, Hecho) and f.verb in ("tener", "compara", "igual", "valer") for f in comp.value.filters)
            and verb.id in lexicon.data.get("granting", "").split()
        ):
            return False  # «gana Perforante»: how much?
        if (
            isinstance(comp.value, Cosa)
            and comp.value.qty.op == "masa"
            and comp.value.number == "s"
            and comp.value.sort in lexicon.data.get("counted", "").split()
            and not (verb.id == "considerar" and (impersonal or verb.passive))  # «se considera vehículo terrestre»
        ):
            return False  # «en un territorio aliado»: one would place «un aliado»
        if _number_of_the_next(comp, comps):
            return False  # «mueve 3 Soldados»: three of them, not any three squares
        if (
            isinstance(comp.value, Papel)
            and comp.value.this
            and sort_of(comp.value, lexicon) == "tiempo"
            and ("que" in roles or "tiempo" not in slots.get("que", Role("", frozenset(), True)).sorts)
        ):
            if any(key == "durante" for key, _ in circ):
                return False
            circ.append(("durante", comp.value))  # «no ha atacado esta ronda»
            return True
        if _each_time(comp.value) and "tiempo" not in slots.get("que", Role("", frozenset(), True)).sorts:
            if any(key == "durante" for key, _ in circ):
                return False
            circ.append(("durante", comp.value))  # «el primer ataque que efectúes cada ronda»
            return True
        if "por" in slots and "que" in roles and "por" not in roles and _blank(comp.value):
            roles["por"] = replace(comp.value, qty=ONE)  # «cambiar 1 resultado en blanco»: for a blank one
            return True
        if self._taken_as_number(comp, put):
            return True
        named = isinstance(comp.value, Cosa) and comp.value.noun in lexicon.nouns and comp.value.noun != "resultado"
        taken = verb.id == "considerar"
        if (
            "resultado" in slots
            and (impersonal or verb.passive)
            and "resultado" not in roles
            and named
            and _bare(comp.value, taken)
        ):
            roles["resultado"] = comp.value  # «se considera infantería», «se considera un vehículo»
            return True
        shown = isinstance(comp.value, Cosa) and comp.value.noun == "resultado" and bool(comp.value.filters)
        if taken and (impersonal or verb.passive) and shown and "como" in slots and "como" not in roles:
            roles["como"] = comp.value  # «tus resultados [crítico] se consideran resultados [impacto]»
            return True
        if comp.value == Papel("lo_que_sigue") and "que" in slots and slots["que"].sorts <= {"tiempo"}:
            return False  # «ganan: …»: the lines below tell no time
        if self._icon_of_the_noun(comp, comps):
            return False  # «un ataque [misil]»: the noun's
        after = next((b for a, b in itertools.pairwise(comps) if a is comp), None) if headless(comp.value) else None
        if after is not None and after.kind == "obj":
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
                    apart = value.items if isinstance(value, Lista) and value.conj == "y" else ()
                    lain = [lies[1] for item in apart if (lies := _lying(item)) is not None]
                    differ = bool(apart) and len(lain) == len(apart) and any(place != lain[0] for place in lain)
                    if differ and verb.id in lexicon.data.get("done_there", "").split():
                        roles[name] = value  # «destruye 1 nave de este sistema y 1 nave de otro»: each where it lies
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
        if self._after_passive(comp.value, slots, roles, verb):
            roles["que"] = comp.value  # «después de que sea destruida una nave aliada»
            return True
        return False

    def _taken_as_number(self, comp: Comp, put: Put) -> bool:
        """«tu Agilidad se considera 3», «considera tu Agilidad como 3»: as if it were."""
        value, held, passive = comp.value, put.roles.get("que"), put.verb.passive or put.impersonal
        if not isinstance(value, Cosa) or value.noun != "numero" or value.qty.op != "n" or value.filters:
            return False
        if put.verb.id not in str(self.lexicon.data.get("taken_for", "")).split() or "resultado" in put.roles:
            return False
        if any(key == "como_si" for key, _ in put.circ) or not (passive or (isinstance(held, Cosa) and held.sort == "valor")):
            return False
        fact = Hecho("valer", (("que", value),))
        pred = Pred((fact,), "quien", frozenset({"valor"}), person=3, number="s", mood="isubj", at=put.verb.at)
        put.circ.append(("como_si", Clause(None, (pred,))))
        return True

    def _put_as_span(self, comp: Comp, put: Put) -> bool:
        held = put.roles.get("que")
        spans = str(self.lexicon.data.get("spans", "")).split()
        if not isinstance(held, Cosa) or held.noun not in spans or any(key == "como_si" for key, _ in put.circ):
            return False
        if put.verb.id not in str(self.lexicon.data.get("taken_for", "")).split():
            return False
        fact = Hecho("valer", (("que", comp.value),))
        pred = Pred((fact,), "quien", frozenset({held.sort}), person=3, number="s", mood="isubj", at=put.verb.at)
        put.circ.append(("como_si", Clause(None, (pred,))))
        return True

    def _icon_of_the_noun(self, comp: Comp, comps: Sequence[Comp]) -> bool:
        """An icon without an article, right behind a noun that it may follow."""
        icon = comp.value
        if not isinstance(icon, Cosa) or icon.noun != icon.sort or icon.qty.op != "masa":
            return False
        before = next((a.value for a, b in itertools.pairwise(comps) if b is comp), None)
        if not isinstance(before, Cosa):
            return False
        return icon.sort in self.lexicon.data.get("icons_after", {}).get(before.sort, "").split()

    def _put_forced(self, comp: Comp, put: Put) -> bool:
        """«obliga al defensor a tirar 1 dado»."""
        slots, roles = put.slots, put.roles
        slot, done = slots.get("a"), roles.get("que")
        if slot is None or "hecho" not in slot.sorts or "a" in roles or done is None:
            return False
        roles["a"] = replace(comp.value, subject=done)
        return True

    def _put_beside(self, comp: Comp, put: Put) -> bool:
        """«termina adyacente a un Rebelde»."""
        slots, roles = put.slots, put.roles
        if comp.prep not in slots or comp.prep in roles:
            return False
        roles[comp.prep] = comp.value
        return True

    def _put_prep(self, comp: Comp, put: Put) -> bool:
        """A role by its preposition, or what it says of the act."""
        lexicon = self.lexicon
        slots, roles, circ, verb, comps = put.slots, put.roles, put.circ, put.verb, put.comps
        slot = slots.get(comp.prep)
        held = roles.get("que")
        if comp.prep == "de" and held is not None and headless(held):
            return False  # «descarta 1 de ellas»: which, not where from
        if comp.prep == "como" and self._taken_as_number(comp, put):
            return True
        whither = verb.id in str(lexicon.data.get("put_upon", "")).split()  # «coloca esa figura sobre tu carta»: there it goes
        owning = not whither and lexicon.data.get("preps", {}).get(comp.prep, {})
        if slot is not None and isinstance(held, Cosa) and owning and held.sort in owning:
            if not _parted_from_object(comp, comps) or not fits(comp.value, slot.sorts, lexicon):
                return False  # «un ataque contra una nave»: it belongs to the noun
            against = Hecho(comp.prep, (("quien", It()), ("que", comp.value)))  # «un ataque con X contra Y» is one against Y
            roles["que"] = replace(held, filters=(*held.filters, against))
            return True
        if comp.prep == "por" and self._of_the_nearest(comp, comps, roles):
            return False  # «Heridas provocadas por DESVÍO»
        if _number_of_the_next(comp, comps):
            return False  # «con X Mejoras»: a number before a noun is its own
        swapped = "por" in slots and "por" not in roles and fits(comp.value, slots["por"].sorts, lexicon)
        if verb.passive and comp.prep == "por" and swapped and not slots["quien"].optional:
            swapped = False  # «cambiada por el defensor»: who does it must be told
        if (
            verb.passive
            and comp.prep == "por"
            and not swapped
            and "quien" in slots
            and fits(comp.value, slots["quien"].sorts, lexicon)
        ):
            roles["quien"] = _any_of_them(comp.value)
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
            if isinstance(value, Cosa) and value.noun == "" and value.ref == "el" and isinstance(held, Cosa) and value.filters:
                value = self._same_kind(held, value)  # «tu posición con la de otra nave»
            if fits(value, slot.sorts, lexicon):
                if slot.name != comp.prep and isinstance(held, Cosa) and held.sort in lexicon.data["preps"].get(slot.name, {}):
                    against = Hecho(slot.name, (("quien", It()), ("que", value)))  # «un ataque a X» is one against X
                    roles["que"] = replace(held, filters=(*held.filters, against))
                    return True
                roles[slot.name] = value
                return True
        return self._put_apart(comp, put)

    def _put_apart(self, comp: Comp, put: Put) -> bool:
        """A preposition that names no role: the object told with «a», the reason, the time, the place."""
        lexicon = self.lexicon
        slots, roles, circ, verb = put.slots, put.roles, put.circ, put.verb
        sort = sort_of(comp.value, lexicon)
        if (
            comp.prep == "a"
            and "que" in slots
            and "que" not in roles
            and not verb.passive
            and fits(comp.value, slots["que"].sorts, lexicon)
        ) and (sort in (*lexicon.data.get("animate", "").split(), *lexicon.data.get("personal", "").split(), "cosa", "nombre")):
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
        if comp.prep == "por" and sort in ("palabra_clave", "cualidad", "efecto", "ataque") and "por" not in slots:
            circ.append(("por", comp.value))  # «no tira dados por DURO DE PELAR»: the reason
            return True
        if comp.prep == "en" and sort != "cosa" and lasts(comp.value, lexicon):
            circ.append(("durante", comp.value))
            return True
        return "rango" in slots and self._put_place(comp, put)

    def _put_range(self, comp: Comp, put: Put) -> bool:
        lexicon = self.lexicon
        slots, roles, circ, verb, impersonal, comps = put.slots, put.roles, put.circ, put.verb, put.impersonal, put.comps
        low, high, of, mode = comp.value
        if verb.id == "considerar" and not any(c.prep in ("como", "como_si") for c in comps):  # «considéralo a alcance 0»
            at_range = Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode))))
            ranged = frozenset(lexicon.data.get("ranged", lexicon.data.get("placed", "")).split())
            circ.append(("como_si", Clause(None, (Pred((at_range,), "quien", ranged, person=3, mood="isubj", at=verb.at),))))
            return isinstance(roles.get("que"), (Pron, Papel)) or verb.passive
        held_range = slots.get("que") is not None and "ataque" in slots["que"].sorts
        if "rango" in slots or ((verb.passive or impersonal) and held_range):
            circ.append(("a_alcance", Hecho("a_alcance", (("de", of or HERE), ("rango", Rango(low, high, mode))))))
            return True
        got = roles.get("que")
        bare = isinstance(got, Cosa) and not got.filters and got.sort in slots["que"].sorts if "que" in slots else False
        if bare and of is None and lexicon.data.get("ranged_from", {}).get(verb.id) == "quien":
            circ.append(("a_alcance", Hecho("a_alcance", (("de", HERE), ("rango", Rango(low, high, mode))))))
            return True  # «obtener Blancos fijados más allá de alcance 3»: what has no place is got from there
        return False

    def _put_places(self, comp: Comp, put: Put) -> bool:
        slots = put.slots
        return "rango" in slots and all(self.put(part, replace(put, comps=())) for part in comp.value)

    def _put_place(self, comp: Comp, put: Put) -> bool:
        lexicon = self.lexicon
        circ = put.circ
        if comp.prep == "a" and sort_of(comp.value, lexicon) == lexicon.data.get("unit"):
            return False  # «a 2 casillas de ti» is a distance
        states = self._placed(comp.prep, comp.value, ANY)
        circ.extend(("donde", fact) for state in states[:1] for fact in state[0])
        return bool(states)

    def _put_place_how(self, comp: Comp, put: Put) -> bool:
        """«totalmente dentro de su territorio»"""
        circ = put.circ
        place, how = comp.value
        before = len(circ)
        if not self.put(place, put):
            return False
        circ[before:] = [
            (key, replace(fact, circ=(("modo", how),)) if isinstance(fact, Hecho) else fact) for key, fact in circ[before:]
        ]
        return True

    def _put_several(self, comp: Comp, put: Put) -> bool:
        return all(self.put(part, put) for part in comp.value)

    def _put_purpose(self, comp: Comp, put: Put) -> bool:
        slots, roles, circ = put.slots, put.roles, put.circ
        if "para" in slots and "para" not in roles:
            roles["para"] = comp.value
            return True
        if any(key == "para" for key, _ in circ) or "para" in slots:
            return False
        circ.append(("para", comp.value))  # of an event or a condition; what an act is for is its price: act_para
        return True

    def _put_adjective(self, comp: Comp, put: Put) -> bool:
        lexicon = self.lexicon
        slots, roles, circ, verb, comps = put.slots, put.roles, put.circ, put.verb, put.comps
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
            if any(map(_bare_have, (held, roles.get("a")))):
                return False  # «dale la vuelta a una carta que tengas boca abajo»: so he has it
            roles["resultado"] = Cual(word.id, word.sort)
            return True
        return False

    def _put_circumstance(self, comp: Comp, put: Put) -> bool:
        slots, roles, circ = put.slots, put.roles, put.circ
        if comp.prep != "modo" and any(key == comp.prep for key, _ in circ):
            return False
        done = roles.get("que")
        if comp.prep == "en_vez_de" and isinstance(comp.value, Cosa) and comp.value.noun == "" and isinstance(done, Cosa):
            circ.append(
                (comp.prep, replace(done, qty=comp.value.qty, ref="", at=-1))
            )  # «dos acciones de ataque en lugar de una»
            return not comp.value.filters
        if comp.prep == "en_vez_de" and isinstance(comp.value, Cosa) and comp.value.sort == "maniobra":
            template = next((v for v in roles.values() if isinstance(v, Cosa) and v.sort == "plantilla"), None)
            if template is not None:  # «la plantilla (2 [recto]) en vez de (1 [recto])»: another template
                circ.append((comp.prep, replace(comp.value, noun=template.noun, sort=template.sort)))
                return True
        if comp.prep == "ademas_de" and isinstance(comp.value, Cosa) and comp.value.sort != "efecto":
            besides = self._besides(done, comp.value)
            circ.extend([(comp.prep, besides)] if besides is not None else [])
            return besides is not None
        if comp.prep in ("modo_de", "sin") and "quien" in slots and not _does_both(comp.value, slots["quien"].sorts):
            return False
        circ.append((comp.prep, comp.value))
        return True

    def _besides(self, done: Value | None, value: Value) -> Value | None:
        """«tu capacidad además de la suya»: two of one kind; the effects of something stand beside anything."""
        if not isinstance(value, Cosa) or value.sort == "efecto":
            return value
        if not isinstance(done, Cosa) or value.noun not in ("", done.noun) or not agree(value.gender, done.gender):
            return None
        return self._same_kind(done, value) if value.noun == "" else value

    def _put_as_inf(self, comp: Comp, put: Put) -> bool:
        slots, roles = put.slots, put.roles
        if "como" not in slots or "como" in roles:
            return False
        roles["como"] = comp.value
        return True

    def _put_compared(self, comp: Comp, put: Put) -> bool:
        roles, circ, verb = put.roles, put.circ, put.verb
        measured = roles.get("que")
        if verb.id != "considerar" or any(key == comp.prep for key, _ in circ):
            return False
        circ.append((comp.prep, _compared(comp.value, measured)))
        return True

    def _put_only(self, comp: Comp, put: Put) -> bool:
        put.circ.append(("solo", Cual(comp.prep, "papel")))  # which of its roles is restricted
        return self.put(Comp("prep", comp.value, comp.prep), put)

    def _put_more(self, comp: Comp, put: Put) -> bool:
        lexicon = self.lexicon
        slots, roles = put.slots, put.roles
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

    def _put_question(self, comp: Comp, put: Put) -> bool:
        """«decir cuántas cartas tiene», «decir si …»."""
        slots, roles = put.slots, put.roles
        if "que" in slots and "que" not in roles and "pregunta" in slots["que"].sorts:
            roles["que"] = comp.value
            return True
        return False

    def _put_all(self, comp: Comp, put: Put) -> bool:
        """«quítalas todas»: they are all meant anyway."""
        told = put.roles.get("que")
        plural = isinstance(told, Pron) and told.kind == "clitico" and told.number == "p"
        return plural and isinstance(told, Pron) and agree(told.gender, comp.value.gender)

    def _put_most(self, comp: Comp, put: Put) -> bool:
        lexicon = self.lexicon
        roles, circ, verb = put.roles, put.circ, put.verb
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
        each = any(isinstance(value, Cosa) and value.qty.op == "todos" for value in roles.values())
        more = more or each  # «coloca 1 ficha en cada terminal, hasta un máximo de 2»
        more = more or (isinstance(obj, Cosa) and obj.qty.op == "segun")  # «tantas cartas como naves, hasta un máximo de 3»
        if not more and not any(key == "por_cada" for key, _ in circ):
            return False  # only what grows has a cap; else it is how many
        circ.append((comp.prep or "hasta_un_maximo", Cual(number, "numero")))
        return True

    def _put_instead_adjective(self, comp: Comp, put: Put) -> bool:
        """«dados rojos en vez de blancos»: the same things, of another colour"""
        roles, circ = put.roles, put.circ
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

    def _put_each_one(self, comp: Comp, put: Put) -> bool:
        """«reciben 1 ficha cada una»: what several do, each of them does"""
        verb = put.verb
        after = next((b for a, b in itertools.pairwise(put.comps) if a is comp), None)
        if after is not None and after.kind in ("prep", "range", "place"):
            return False  # «2 Blancos fijados, cada uno sobre un objeto distinto»: each of the things, not of those who act
        return verb.number == "p" or verb.mood == "inf"

    def _put_instead(self, comp: Comp, put: Put) -> bool:
        if comp.prep == "lugar" and put.verb.id in str(self.lexicon.data.get("placing", "")).split():
            return False  # «retira 1 obstáculo y coloca en su lugar 1 nube de gas»: there, or instead of what was told?
        put.circ.append(("en_vez_de_eso", Cual("si", "modo")))
        return True

    def _put_except(self, comp: Comp, put: Put) -> bool:
        roles = put.roles
        obj = roles.get("que")
        number = isinstance(comp.value, Cosa) and comp.value.sort == "numero"  # «todas tus fichas excepto 1»: one of them
        if isinstance(obj, Cosa) and not number:
            roles["que"] = replace(
                obj, filters=(*obj.filters, Hecho("salvo", (("quien", It()), ("que", self._same_kind(obj, comp.value)))))
            )
            return True
        return False

    def _put_that(self, comp: Comp, put: Put) -> bool:
        slots, roles = put.slots, put.roles
        if "que" in slots and "hecho" in slots["que"].sorts and "que" not in roles:
            clause: Clause = comp.value
            same = clause.subject is None and all(p.mood == "inf" for p in clause.preds)
            roles["que"] = replace(clause, subject=Self()) if same else clause
            return True
        return False

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

    def _after_verb(self, value: Value, slots: dict[str, Role], roles: dict[str, Value], verb: Verb) -> bool:
        """A subject after a verb that has no object."""
        return (
            ("continues" in self.lexicon.data or verb.mood == "subj" or self._only_subject(slots, verb))
            and ("que" not in slots or self._only_subject(slots, verb))
            and "quien" in slots
            and "quien" not in roles
            and verb.person == 3
            and verb.mood in ("ind", "subj")
            and not verb.passive
            and fits(value, slots["quien"].sorts, self.lexicon)
            and subject_agrees(value, Pred((), "quien", ANY, number=verb.number))
        )

    def _only_subject(self, slots: dict[str, Role], verb: Verb) -> bool:
        """«si impacta el ataque», «si falla este ataque»: what ends the attack is told of it."""
        return verb.id in str(self.lexicon.data.get("told_after", "")).split() and slots["quien"].name == "quien"

    def _after_passive(self, value: Value, slots: dict[str, Role], roles: dict[str, Value], verb: Verb) -> bool:
        """A subject after its passive verb."""
        told = isinstance(value, Papel) or (isinstance(value, Cosa) and value.qty.op not in ("masa", "algun") and value.noun)
        return (
            bool(told)
            and verb.passive
            and verb.person == 3
            and verb.mood == "subj"
            and not set(verb.clitics) - {"te", "le", "les"}  # «cuando te sea asignado este Estado»
            and "que" in slots
            and "que" not in roles
            and fits(value, slots["que"].sorts, self.lexicon)
            and subject_agrees(value, Pred((), "que", ANY, number=verb.number, gender=verb.gender))
        )

    def counted(self, value: Value, sorts: frozenset[str]) -> Value:
        """«mueve 3»: that many of the game's unit of distance."""
        if isinstance(value, Cosa) and value.sort == "numero" and "distancia" in sorts and "unit" in self.lexicon.data:
            return replace(value, noun=str(self.lexicon.data["unit"]), sort="distancia")
        return value


def _number_of_the_next(comp: Comp, comps: Sequence[Comp]) -> bool:
    """Whether a number without its noun stands right before a noun without its number."""
    following = comps[[c is comp for c in comps].index(True) + 1 :] if any(c is comp for c in comps) else ()
    if not following or following[0].kind != "obj":
        return False
    if comp.kind == "prep":
        return headless(comp.value)
    number, noun = comp.value, following[0].value
    bare = isinstance(noun, Cosa) and noun.qty.op in ("masa", "algun") and not noun.ref and noun.noun != ""
    return bare and isinstance(number, Cosa) and number.noun in ("", "numero") and number.qty.op == "n"


def _any_of_them(doer: Value) -> Value:
    """«abierta por los Rebeldes»: by any of them, not by all."""
    if isinstance(doer, Cosa) and doer.qty == EVERY and doer.number == "p" and doer.ref == "el" and not doer.filters:
        return replace(doer, qty=SOME, ref="")
    return doer


PLACES: dict[str, Callable[[Placing, Comp, Put], bool]] = {
    "obj": Placing._put_object,
    "to_inf": Placing._put_forced,
    "adj_role": Placing._put_beside,
    "prep": Placing._put_prep,
    "range": Placing._put_range,
    "places": Placing._put_places,
    "place": Placing._put_place,
    "place_how": Placing._put_place_how,
    "several": Placing._put_several,
    "purpose": Placing._put_purpose,
    "adj": Placing._put_adjective,
    "circ": Placing._put_circumstance,
    "as_inf": Placing._put_as_inf,
    "as_span": Placing._put_as_span,
    "compared": Placing._put_compared,
    "only": Placing._put_only,
    "more": Placing._put_more,
    "number": Placing._put_question,
    "whether": Placing._put_question,
    "most": Placing._put_most,
    "instead_adj": Placing._put_instead_adjective,
    "each_one": Placing._put_each_one,
    "instead": Placing._put_instead,
    "except": Placing._put_except,
    "that": Placing._put_that,
    "all": Placing._put_all,
}
