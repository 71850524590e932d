"""Facts in words: a verb with its roles as a clause, in the mood and person that its place asks for."""

import re
from typing import Any

from grammar.language.nouns import agree as inflected
from grammar.language.verbs import Form, conjugate
from grammar.meaning.actions.verbs import got_by
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
    ONE,
    SOME,
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
    Qty,
    Rango,
    Ref,
    Roles,
    Self,
    Value,
    Yo,
)
from grammar.meaning.values import parts as parts_of
from grammar.wording.nouns import (
    MINE,
    Shape,
    Unprintable,
    Voice,
    comparison,
    contracted,
    icon_alone,
    of_kind,
    phrase,
    quality,
    quality_of,
    shape,
    shifted,
)

ROLE_ORDER = {"que": -1, "con": 1, "como": 2, "resultado": 3}
"""Roles in the order in which they read back the same: «efectuar un ataque contra ésa como un ataque adicional»."""
STATES = frozenset({"estado", "cara", "relacion", "salud", "uso", "estado_de_cosa", "estado_unidad"})
"""Kinds of qualities that one «está», and not «es»."""
STILL = (Cual("todavia", "modo"), Cual("ya", "modo"))
PREPOSITION = {
    "a": "a",
    "de": "de",
    "en": "en",
    "con": "con",
    "por": "por",
    "como": "como",
    "contra": "contra",
    "sobre": "sobre",
    "hacia": "hacia",
    "desde": "desde",
    "entre": "entre",
    "dentro_de": "dentro de",
    "despues": "después de",
    "a_traves_de": "a través de",
    "en_contacto_con": "en contacto con",
    "junto_a": "junto a",
    "lo_mas_cerca_posible_de": "lo más cerca posible de",
    "lo_mas_lejos_posible_de": "lo más lejos posible de",
    "segun": "según",
    "durante": "durante",
    "para": "para",
    "alejandose_de": "alejándose de",
    "alrededor_de": "alrededor de",
    "encima_de": "encima de",
    "fuera_de": "fuera de",
    "detras_de": "detrás de",
    "delante_de": "delante de",
    "por_encima_de": "por encima de",
    "cerca_de": "cerca de",
    "lejos_de": "lejos de",
    "adyacente": "adyacente a",
    "bajo": "bajo",
}


MANNER = {
    "sin_importar": "sin importar",
    "en_lo_que_respecta_a": "en lo que respecta a",
    "a_diferencia_de": "a diferencia de",
    "a_efectos_de": "a efectos de",
    "como_parte_de": "como parte de",
    "de_cara_a": "de cara a",
    "por_efecto_de": "por efecto de",
}
"""Circumstances that prepositions of several words bring."""


def form_of(lemma: str, mood: str, person: int, plural: bool, feminine: bool = False) -> str:
    head, *tail = lemma.split(" ")
    wanted = Form(mood, person, plural, feminine) if mood == "part" else Form(mood, person, plural)  # type: ignore[arg-type]
    for text, forms in conjugate(head).items():
        if wanted in forms and not (head == "haber" and text == "hay"):
            return " ".join((text, *tail))
    raise Unprintable(lemma)


def lemma_of(verb: str, voice: Voice, what: Value | None = None) -> str | None:
    """The infinitive that a card would use: a result «sale», a token is won («gana») where an order is received."""
    thing = voice.things.get(what.id) if isinstance(what, Ref) else what
    of_sort = voice.lexicon.data.get("said_of", {}).get(verb, {}) if voice.fluent and isinstance(thing, Cosa) else {}
    said: str | None = of_sort.get(getattr(thing, "sort", "")) or voice.lexicon.data.get("said_as", {}).get(verb)
    return said or voice.lexicon.infinitives.get(verb)


def verb_form(verb: str, mood: str, person: int, plural: bool, voice: Voice, what: Value | None = None) -> str:
    lemma = lemma_of(verb, voice, what)
    if lemma is None:
        raise Unprintable(verb)
    head, *tail = lemma.split(" ")
    pronominal = head.endswith("se")
    if mood == "inf":
        return lemma
    clitic = ("te " if person == 2 else "se ") if pronominal and mood != "part" else ""
    return clitic + form_of(" ".join((head.removesuffix("se"), *tail)), mood, person, plural)


def clause(fact: Cond, voice: Voice, mood: str = "ind", form: Shape | None = None, state: bool = False) -> str:
    """«el atacante está en tu arco de fuego». `form` is the shape of «ello» inside a relative clause."""
    if isinstance(fact, Junto):
        return f" {fact.op} ".join(clause(item, voice, mood, form) for item in fact.items)
    fact = _definite(_all_ones_own(_held(fact, voice), voice), voice)
    who = fact.role("quien")
    if (fact.neg or state) and isinstance(who, Cosa) and who.qty == SOME and not who.id:
        who = replace(who, qty=Qty("alguno"))  # «si alguna nave no está bajo tensión»: «si naves no están …» is no Spanish
    person, plural, subject = _subject(who, voice, form)
    still = next((c for c in fact.circ if c[0] == "modo" and c[1] in STILL), None)
    told_in_third = "continues" in voice.lexicon.data or "third_person_bearer" in voice.lexicon.data
    already = still is not None and still[1] == Cual("ya", "modo")
    if still is not None and (told_in_third or already):  # «que todavía no ha atacado»
        said = clause(replace(fact, circ=tuple(c for c in fact.circ if c != still)), voice, mood, form, state)
        if who is None and isinstance(fact.role("que"), (Cosa, Papel, Ref, Nombre, Yo)):
            subject = phrase(fact.role("que"), voice)  # type: ignore[arg-type]
        rest = said.removeprefix(subject).strip()
        return _joined(subject if said.startswith(subject) else "", phrase(still[1], voice), rest)
    voice = voice.acting(who, fact.verb)
    if fact.verb == "hay":
        return _no(fact) + f"hay {phrase(_any_of(fact.role('que'), fact.neg, voice), voice)}" + _circ(fact, voice)
    if fact.modal:
        body = infinitive(replace(fact, modal="", neg=False), voice, form)
        modal = {"puede": "poder", "no_puede": "poder", "debe": "deber"}.get(fact.modal)
        if modal is None:
            raise Unprintable(fact.modal)
        if who is None and fact.role("que") is not None:  # «si 1 carta debe ser asignada al defensor»
            person, plural, subject = _subject(fact.role("que"), voice, form)
        return _joined(subject, ("no " if fact.modal == "no_puede" else _no(fact)) + form_of(modal, mood, person, plural), body)
    being = _state(fact, voice, mood, person, plural, who, form)
    if being is not None:  # «no tienes ninguna [fuerza] activa»: «alguna» would be one of them
        return _joined(subject, re.sub(r"^(no (?:\w+ ){1,2})alg(ún|una|uno)\b", r"\1ning\2", being))
    if who is None and isinstance(fact.role("que"), Hecho):
        told = fact.role("que")
        assert isinstance(told, Hecho)
        return f"se {_no(fact)}{verb_form(fact.verb, mood, 3, False, voice)} que {clause(told, voice)}" + _circ(fact, voice)
    if who is None:
        return _passive(fact, voice, mood, form, state=False)  # `state` never came this far: texts are fixed without it
    if fact.would:
        return _joined(
            subject,
            _no(fact) + form_of("ir", mood, person, plural),
            "a",
            infinitive(replace(fact, would=False, neg=False), voice, form),
        )
    text = _main(fact, voice, mood, person, plural)
    return _joined(subject, _no(fact) + text, _rest(fact, voice, form))


def _held(fact: Hecho, voice: Voice) -> Hecho:
    """«tienes un Blanco fijado sobre el defensor»: how cards say that it was fixed and still is."""
    who, on = fact.role("quien"), fact.role("que")
    if not fact.past or fact.circ or fact.modal or who is None or on is None or on == It():
        return fact
    got = got_by(fact.verb, on, SOME if fact.neg else ONE, voice.lexicon)
    if got is None:
        return fact
    _, held = got
    return replace(fact, verb="tener", roles=(("quien", who), ("que", held)), past=False, still=False)


def _all_ones_own(fact: Hecho, voice: Voice) -> Hecho:
    """«retira todas tus fichas rojas»: whose they are goes without saying of one of them, not of all."""
    what = fact.role("que")
    own = str(voice.lexicon.data.get("ones_own", {}).get(fact.verb, "")).split()
    if not isinstance(what, Cosa) or what.sort not in own or what.qty != EVERY or what.id or fact.role("quien") != Yo():
        return fact
    if any(isinstance(f, Hecho) and f.verb in ("de", "entre") for f in what.filters):
        return fact
    mine = Hecho("de", (("quien", It()), ("que", Yo())))
    return fact.put("que", replace(what, filters=(*what.filters, mine)))


def _definite(fact: Hecho, voice: Voice) -> Hecho:
    """«tires tus dados» is all, «vuelvas a tirar tus dados» any: neither word is said where the verb tells."""
    what = fact.role("que")
    owned = isinstance(what, Cosa) and any(isinstance(f, Hecho) and f.verb == "de" for f in what.filters)
    told = {"todos": "whole", "algun": "in_part"}.get(what.qty.op if isinstance(what, Cosa) else "", "")
    if not isinstance(what, Cosa) or what.id or not told or (told == "in_part" and not owned):
        return fact
    return fact.put("que", replace(what, qty=Qty("los"))) if fact.verb in voice.lexicon.data[told].split() else fact


def _kept_in_sight(fact: Hecho, form: Shape, voice: Voice) -> str:
    """«una nave que tienes fijada como blanco»; '' of any other fact."""
    as_what = voice.lexicon.data.get("held_as", {}).get(fact.verb)
    who = fact.role("quien")
    if as_what is None or not fact.past or fact.circ or fact.modal or who in (None, It()) or fact.role("que") != It():
        return ""
    person, plural, subject = _subject(who, voice, form)
    done = form_of(voice.lexicon.infinitives[fact.verb], "part", 0, form.plural, form.feminine)
    return "que " + _joined(subject, _no(fact) + form_of("tener", "ind", person, plural), done, as_what)


def shared_clause(facts: tuple[Hecho, ...], voice: Voice, mood: str) -> str:
    """«sueltes, lances o coloques 1 bomba»: several verbs of one subject and one object; '' where they do not share them."""
    first = facts[0]
    if len(facts) < 2 or first.role("que") is None or first.would or first.neg or first.past:
        return ""
    if any(replace(fact, verb=first.verb) != first for fact in facts):
        return ""
    who = first.role("quien")
    if who is None or any(_reflexive(fact, voice) for fact in facts):
        return ""
    person, plural, subject = _subject(who, voice, None)
    verbs = [_main(fact, voice, mood, person, plural) for fact in facts]
    return _joined(subject, ", ".join(verbs[:-1]) + f" o {verbs[-1]}", _rest(first, voice, None))


def ordered(fact: Hecho, voice: Voice) -> str:
    """«tira 1 dado»: what the game's cards say as an order; '' where they tell it."""
    fact = _all_ones_own(fact, voice)
    orders = voice.lexicon.data.get("orders", "").split()
    reader = Papel("jugador") if voice.fluent and voice.third else Yo()  # on a unit's card, who reads it
    told = fact.verb in orders or (voice.fluent and (bool(voice.third) or "*" in orders))
    if (
        not told
        or not voice.commanding
        or fact.role("quien") != reader
        or fact.neg
        or fact.past
        or fact.would
        or fact.modal
        or _reflexive(fact, voice)
    ):
        return ""
    return _joined(
        _doubled(verb_form(fact.verb, "imp", 2, False, voice, fact.role("que")), fact, voice), _rest(fact, voice, None)
    )


def _doubled(text: str, fact: Hecho, voice: Voice) -> str:
    """«darle la vuelta a esta carta», «dale la vuelta»: whom it is done to is told twice."""
    to = fact.role("a")
    if not voice.fluent or to is None or fact.verb not in voice.lexicon.data.get("doubled", "").split():
        return text
    head, *tail = text.split(" ")
    return " ".join((head + ("les" if shape(to, voice).plural else "le"), *tail))


def _any_of(value: Value | None, neg: bool, voice: Voice) -> Value:
    """«si hay alguna nave», «no tiene ninguna ficha verde»: one is enough."""
    assert value is not None
    if not voice.fluent or not isinstance(value, Cosa) or value.qty != SOME:
        return value
    people = value.sort in (voice.lexicon.data.get("animate", "") + " " + voice.lexicon.data.get("ranged", "")).split()
    return replace(value, qty=Qty("ningun" if neg else "alguno")) if neg or people else value


def _main(fact: Hecho, voice: Voice, mood: str, person: int, plural: bool) -> str:
    what = fact.role("que")
    if fact.past:
        lemma = lemma_of(fact.verb, voice, what)
        if lemma is None:
            raise Unprintable(fact.verb)
        head, *tail = lemma.split(" ")
        itself = head.endswith("se") or _reflexive(fact, voice)  # «del que se han retirado»
        pronoun = ("te " if person == 2 else "se ") if itself else ""
        done = form_of(head.removesuffix("se"), "part", 0, False)
        return pronoun + " ".join((form_of("haber", mood, person, plural), done, *tail))
    reflexive = _reflexive(fact, voice)
    clitic = ("te " if person == 2 else "se ") if reflexive else ""
    return clitic + verb_form(fact.verb, mood, person, plural, voice, what)


def _reflexive(fact: Hecho, voice: Voice) -> bool:
    if fact.role("que") is not None:
        return fact.role("que") == Self() or (fact.role("que") == Yo() and fact.role("quien") == Yo())
    return fact.verb in voice.lexicon.data.get("reflexive", "").split()


def infinitive(fact: Hecho, voice: Voice, form: Shape | None = None) -> str:
    fact = _all_ones_own(fact, voice)
    if (
        fact.role("quien") is None
        and fact.role("que") is not None
        and fact.verb in voice.lexicon.verbs
        and not _agentless(fact, voice)
    ):
        what = fact.role("que")
        shaped = form if what == It() and form is not None else shape(what, voice)  # type: ignore[arg-type]
        part = form_of(voice.lexicon.infinitives[fact.verb], "part", 0, shaped.plural, shaped.feminine)
        return _joined("ser " + part, _rest(replace(fact, roles=tuple(r for r in fact.roles if r[0] != "que")), voice, form))
    if fact.verb in ("ser", "a_alcance", "en", "sobre", "tener", "valer", "compara"):
        state = _state(fact, voice, "inf", 0, False, fact.role("quien"), form)
        if state is not None:
            return _no(fact) + state
    text = verb_form(fact.verb, "inf", 0, False, voice, fact.role("que"))
    if _reflexive(fact, voice):
        head, *tail = text.split(" ")
        text = " ".join((head + ("te" if fact.role("quien") == Yo() and not voice.third else "se"), *tail))
    elif fact.role("quien") == Yo() and not voice.third:
        text = re.sub(r"^(\w+r)se\b", r"\1te", text)  # «puedes retirarte»
    return _joined(_no(fact) + _doubled(text, fact, voice), _rest(fact, voice, form))


def passive_infinitive(fact: Hecho, voice: Voice) -> str:
    """«ser atacada por unidades enemigas»."""
    doer, bare = fact.role("quien"), replace(fact, roles=tuple(r for r in fact.roles if r[0] != "quien"))
    what = fact.role("que")
    assert doer is not None and isinstance(what, Cosa)
    if isinstance(doer, Cosa) and doer.qty == EVERY and not doer.id:  # what is forbidden is done by none of them
        doer = replace(doer, qty=SOME)
    voice = replace(voice, origin=Ref(what.id))  # ranges are hers
    head = infinitive(replace(bare, roles=tuple(r for r in bare.roles if r[0] == "que"), circ=()), voice)
    rest = _rest(replace(bare, roles=tuple(r for r in bare.roles if r[0] != "que")), voice, None)
    return _joined(head, f"por {phrase(doer, voice)}", rest)


def infinitives(value: Cond, voice: Voice) -> str:
    """«entrar, salir o pasar a través de terreno difícil»."""
    if isinstance(value, Hecho):
        return infinitive(value, voice)
    said = [infinitives(item, voice) for item in value.items]
    return ", ".join(said[:-1]) + f" {value.op} {said[-1]}"


def _agentless(fact: Hecho, voice: Voice) -> bool:
    return False


def _subject(who: Value | None, voice: Voice, form: Shape | None) -> tuple[int, bool, str]:
    if who is None:
        return 3, False, ""
    if isinstance(who, It) and form is not None:
        return 3, form.plural, ""
    if isinstance(who, Yo):
        return (3, False, voice.third) if voice.third else (2, False, "")
    if isinstance(who, Self):
        return 3, False, ""
    if isinstance(who, Lista) and who.conj == "y" and Yo() in who.items and not voice.third:  # «tú y esa figura ganáis»
        return 5, True, f" {who.conj} ".join("tú" if item == Yo() else phrase(item, voice) for item in who.items)
    if voice.detail == 2 and isinstance(who, Cosa) and who.qty == EVERY and not who.id:
        who = replace(who, qty=Qty("cada"))  # «cada figura en el grupo con más figuras»: of «las figuras», they could have more
    shaped = shape(who, voice)
    if isinstance(who, Lista) and Yo() in who.items and not voice.third:  # «tú o una nave aliada»
        items = ["tú" if item == Yo() else phrase(item, voice) for item in who.items]
        return 3, shaped.plural, f" {who.conj} ".join(items)
    if isinstance(who, Ref) and voice.detail > 2:
        return 3, shaped.plural, ""
    return 3, shaped.plural, phrase(who, voice.behind())  # «una nave sufre», «las naves enemigas reciben»


def _state(
    fact: Hecho, voice: Voice, mood: str, person: int, plural: bool, who: Value | None, form: Shape | None
) -> str | None:
    """Facts that are no verb of the game: being, having, lying at a range."""
    be, at = "ser", "estar"

    def said(lemma: str) -> str:
        if mood == "inf":
            return lemma
        if fact.past:
            return form_of("haber", mood, person, plural) + " " + form_of(lemma, "part", 0, False)
        return form_of(lemma, mood, person, plural)

    shaped = form if isinstance(who, It) and form is not None else shape(who, voice) if who is not None else Shape(False, False)
    if fact.verb == "ser":
        what = fact.role("que")
        if isinstance(what, Cual):
            if of_kind(what.kind):
                return _no(fact) + f"{said(be)} de {quality(what, voice)}" + _circ(fact, voice)
            if what.kind.startswith("icono_") or what.kind in ("rumbo",):
                raise Unprintable(what.id)
            text = quality(what, voice)
            if not what.kind.endswith("_fijo"):
                text = inflected(text, shaped.feminine, shaped.plural)
            if isinstance(who, Yo) and not voice.third and text.endswith("dose"):
                text = text[:-2] + "te"
            company = fact.role("con")
            if company is not None:  # «está trabada con una unidad enemiga»
                return _no(fact) + f"{said(at)} {text} con {phrase(company, voice)}" + _circ(fact, voice)
            to = fact.role("a")
            tail = "" if to is None or (to == Yo() and not isinstance(who, Yo)) else " " + contracted("a", phrase(to, voice))
            return _no(fact) + f"{said(at if what.kind in STATES else be)} {text}{tail}" + _circ(fact, voice)
        if isinstance(what, (Hecho, Junto)):
            return _no(fact) + f"{said(be)} {infinitives(what, voice)}" + _circ(fact, voice)
        text = phrase(what, voice.behind())  # type: ignore[arg-type]
        if isinstance(what, Cosa) and what.noun == "resultado" and what.qty.op == "masa":
            text = text.removeprefix("resultado ")  # «si el resultado es [crítico] o [impacto]»
        how = [(key, value) for key, value in fact.circ if key == "modo" and (key, value) != ONLY]
        first = "".join(
            f"{phrase(value, voice)} " for _, value in how
        )  # «es siempre un ataque»: behind, it could be of the next verb
        rest = _circ(replace(fact, circ=tuple(item for item in fact.circ if item not in how)), voice)
        return _no(fact) + f"{said(be)} {first}{text}" + rest
    if fact.verb == "a_alcance":
        return _no(fact) + f"{said(at)} {at_range(fact, voice, form)}" + _circ(fact, voice)
    if fact.verb == "en":
        partly = [c for c in fact.circ if c in PARTLY]
        if partly:  # «está parcialmente dentro de su sector»
            inside = contracted("dentro de", phrase(fact.role("donde"), voice))  # type: ignore[arg-type]
            rest = _circ(replace(fact, circ=tuple(c for c in fact.circ if c not in partly)), voice)
            return _no(fact) + f"{said(at)} {phrase(partly[0][1], voice)} {inside}" + rest
        return _no(fact) + f"{said(at)} en {phrase(fact.role('donde'), voice)}" + _circ(fact, voice)  # type: ignore[arg-type]
    if fact.verb == "tener":
        what = fact.role("que")
        if isinstance(what, It):
            return _no(fact) + said("tener") + _circ(fact, voice)
        if isinstance(what, Cual) and what.kind == "estado" and what.id in voice.lexicon.adjectives:  # «está Oculto»
            worn = inflected(voice.lexicon.adjectives[what.id][0], shaped.feminine, shaped.plural)
            return _no(fact) + f"{said(at)} {worn}" + _circ(fact, voice)
        if isinstance(what, Cosa) and _measured(what) and not isinstance(who, Yo):
            return _no(fact) + f"{said(be)} de {phrase(what, voice)}" + _circ(fact, voice)
        only = " sólo" if ONLY in fact.circ else ""
        none = _any_of(what, True, voice) if fact.neg else what
        return _no(fact) + f"{said('tener')}{only} {phrase(none, voice)}" + _circ(fact, voice)  # type: ignore[arg-type]
    if fact.verb == "de" and fact.role("que") is not None:  # «como si fueran suyas»
        mine = "tuyo" if fact.role("que") == Yo() and not voice.third else "suyo"
        return _no(fact) + f"{said(be)} {inflected(mine, shaped.feminine, shaped.plural)}" + _circ(fact, voice)
    if fact.verb == "valer":
        return _no(fact) + f"{said(be)} {_value(fact.role('que'), voice)}" + _circ(fact, voice)
    if fact.verb == "distinto" and fact.role("de") is not None:
        word = inflected("distinto", shaped.feminine, shaped.plural)
        return _no(fact) + f"{said(be)} {word} {contracted('de', phrase(fact.role('de'), voice))}"  # type: ignore[arg-type]
    if fact.verb == "difiere":
        return _no(fact) + f"{said(be)} {shifted(fact, voice)}" + _circ(fact, voice)
    if fact.verb == "compara":
        return _no(fact) + f"{said(be)} {comparison(fact, voice)}"
    if fact.verb in PREPOSITION and fact.verb not in voice.lexicon.verbs and fact.role("que") is not None:
        return _no(fact) + f"{said(at)} {contracted(PREPOSITION[fact.verb], phrase(fact.role('que'), voice))}"  # type: ignore[arg-type]
    return None


def _measured(thing: Cosa) -> bool:
    """«velocidad 3-5»: what a manoeuvre is «de»."""
    valued = any(isinstance(f, Hecho) and f.verb == "valer" for f in thing.filters)
    return thing.sort == "valor" and thing.qty.op == "masa" and valued


def _value(value: Any, voice: Voice) -> str:
    if isinstance(value, Cosa) and value.sort == "punto":
        return "de " + phrase(value, voice)
    return phrase(value, voice)


def at_range(fact: Hecho, voice: Voice, form: Shape | None = None) -> str:
    span = fact.role("rango")
    of = fact.role("de")
    assert isinstance(span, Rango)
    near = of is None or (isinstance(of, Papel) and of == voice.origin)
    tail = "" if near or of is None else " " + contracted("de", phrase(of, voice.behind()))
    unit = voice.lexicon.data.get("distance_unit", "")
    icon = (
        next((name for name in (span.desde, f"alcance_{span.desde}") if name in voice.lexicon.icons), None)
        if span.desde == span.hasta
        else None
    )
    if icon is not None and span.modo in ("a", "dentro", "mas_alla"):
        text = voice.lexicon.icons[icon]
        return {"a": f"a {text}", "dentro": f"dentro de {text}", "mas_alla": f"más allá de {text}"}[span.modo] + tail
    if span.modo in ("hasta", "al_menos", "n"):
        noun = unit if span.desde != "1" or span.modo != "n" else unit[:-1]
        exact = "exactamente " if span.modo == "n" != voice.lexicon.data.get("bare_distance", "n") else ""
        return f"a {exact}{span.desde.upper()} {noun}{ {'hasta': ' o menos', 'al_menos': ' o más', 'n': ''}[span.modo] }{tail}"
    number = span.desde if span.desde == span.hasta else f"{span.desde}-{span.hasta}"
    own = voice.lexicon.nouns.get(span.modo)
    if own is not None:  # there is one such range in an attack: whose it is goes without saying
        return f"a {own.text} {number}{'' if isinstance(of, (Papel, Yo)) else tail}"
    return {"a": "a", "dentro": "dentro de", "mas_alla": "más allá de"}[span.modo] + f" alcance {number}{tail}"


def _passive(fact: Hecho, voice: Voice, mood: str, form: Shape | None, state: bool) -> str:
    """Nobody is said to do it: the object is the subject of a passive."""
    what = fact.role("que")
    if what is None:
        raise Unprintable(fact.verb)
    person, plural, subject = _subject(what, voice, form)
    shaped = form if isinstance(what, It) and form is not None else shape(what, voice)
    feminine = shaped.feminine if not isinstance(what, Yo) or voice.third else False
    lemma = lemma_of(fact.verb, voice)
    if lemma is None:
        raise Unprintable(fact.verb)
    part = form_of(lemma, "part", 0, plural, feminine)
    if (
        fact.neg
        and not fact.past
        and not fact.would
        and not state
        and not isinstance(what, (It, Yo, Nombre))
        and fact.verb not in voice.lexicon.data.get("reflexive", "").split()
    ):
        return _joined(
            "no se",
            form_of(lemma, mood, 3, plural),
            phrase(what, voice),
            _rest(replace(fact, roles=tuple(r for r in fact.roles if r[0] != "que")), voice, form),
        )
    be = (
        form_of("estar", mood, person, plural)
        if fact.still
        else form_of("ir", mood, person, plural) + " a ser"
        if fact.would
        else form_of("haber", mood, person, plural) + " sido"
        if fact.past
        else form_of("estar" if state else "ser", mood, person, plural)
    )
    face = fact.role("resultado")
    shown = ""
    if isinstance(face, Cual):  # «es asignada boca arriba a otra nave»: behind the ship it would be said of her
        shown = inflected(quality(face, voice), shaped.feminine, shaped.plural)
    rest = replace(fact, roles=tuple(r for r in fact.roles if r[0] != "que" and not (shown and r[0] == "resultado")))
    return _joined(subject, _no(fact) + be, part, shown, _rest(rest, voice, form))


ONLY = ("modo", Cual("solo", "modo"))
PARTLY = tuple(
    ("modo", Cual(name, "modo")) for name in ("parcialmente", "al_menos_parcialmente", "totalmente", "completamente")
)


def _rest(fact: Hecho, voice: Voice, form: Shape | None) -> str:
    parts = ["sólo"] if ONLY in fact.circ else []
    alone = {value.id for key, value in fact.circ if key == "solo" and isinstance(value, Cual)}
    fact, against = _target_apart(fact)
    voice, near = voice.behind(counted=True), voice.behind()
    target = fact.role("que") if fact.verb in voice.lexicon.data.get("whom", "").split() else None
    long = isinstance(target, Cosa) and any(isinstance(part, Cosa) for f in target.filters for part in parts_of(f))
    order = {**ROLE_ORDER, "con": -2} if long else ROLE_ORDER  # «ataca con X a las unidades situadas a [alcance-1] de Y»
    for name, value in sorted(fact.roles, key=lambda role: order.get(role[0], 0)):
        if name == "quien" or isinstance(value, It):
            continue
        if name == "que":
            if value == Self() or (value == Yo() and fact.role("quien") == Yo()):
                continue
            if isinstance(value, Hecho):
                same = value.role("quien") in (Self(), fact.role("quien"))
                asks = any(r.name == "que" and "pregunta" in r.sorts for r in voice.lexicon.verbs.get(fact.verb, ()))
                wished = fact.verb in voice.lexicon.data.get("brings_about", "").split()  # «impide que se aplique»
                said = ("si " if asks else "que ") + clause(value, voice, "subj" if wished else "ind", form)
                parts.append(infinitive(value, voice, form) if same and not asks else said)
                continue
            if isinstance(value, Lista) and Yo() in value.items and not voice.third:  # «a ti o a otra nave aliada»
                parts.append(f" {value.conj} ".join(contracted("a", phrase(item, voice)) for item in value.items))
                continue
            text = phrase(value, voice)
            if value == Papel("lo_que_sigue") and fact.verb != "recibir":
                text = "esta instrucción:"  # the lines below are read as instructions
            parts.append(contracted("a", text) if _personal(value, fact.verb, voice) else text)
        elif name == "resultado" and not isinstance(value, Cual):
            parts.append(phrase(value, voice))
        elif name == "resultado":
            assert isinstance(value, Cual)
            shaped = shape(fact.role("que") or fact.role("quien"), voice)  # type: ignore[arg-type]
            parts.append(inflected(quality(value, voice), shaped.feminine, shaped.plural))
        elif name == "cuanto":
            parts.append(phrase(value, voice))
        elif isinstance(value, Hecho):
            parts.append(f"{PREPOSITION.get(name, name)} {infinitive(value, voice, form)}")
        elif name == "en" and _beside(value, voice):
            parts.append(_beside(value, voice))
        elif name == "con" and _means(value, voice):
            parts.append(f"usando {'sólo ' if name in alone else ''}{phrase(value, voice)}")
        elif name == "con" and isinstance(value, Nombre) and not voice.third:
            parts.append("utilizando " + phrase(value, voice))
        elif name in alone and name in PREPOSITION:
            parts.append("sólo " + contracted(PREPOSITION[name], phrase(value, voice)))
        elif name in PREPOSITION:
            told = replace(near, turning=True) if name == "a" and _left_in_a_state(fact, voice) else near
            parts.append(contracted(PREPOSITION[name], phrase(value, voice if name == "con" else told)))
        else:
            raise Unprintable(name)
    if against is not None:
        parts.append("contra " + phrase(against, near))
    if parts and parts[-1].endswith(":"):  # «resuelven inmediatamente las siguientes instrucciones:»
        return _joined(_circ(fact, voice).strip(), *parts)
    circ = _circ(fact, voice)
    if circ and " que " in _joined(*parts) and all(key in ("durante", "hasta", "modo") for key, _ in fact.circ):
        return _joined(circ.strip(), *parts)  # «no puede gastar durante este ataque fichas del tipo que has dicho»
    manner = [value for key, value in fact.circ if key == "modo" and isinstance(value, Cual) and value.id.endswith("mente")]
    if parts and len(manner) == len(fact.circ) == 1:  # «ejecutes completamente una maniobra»
        return _joined(circ.strip(), *parts)
    said = _joined(*parts) + circ
    return said.removeprefix(" ")


def _left_in_a_state(fact: Hecho, voice: Voice) -> bool:
    """«da la vuelta a una carta»: the verb may tell how it is left, and does not."""
    return fact.role("resultado") is None and any(role.name == "resultado" for role in voice.lexicon.verbs.get(fact.verb, ()))


def _target_apart(fact: Hecho) -> tuple[Hecho, Value | None]:
    """«un ataque con esta mejora contra otra nave»: the target last, or the ship would be one with that upgrade."""
    what = fact.role("que")
    means = fact.role("con")
    plain = isinstance(means, Papel) or (
        isinstance(means, Cosa) and all(isinstance(f, Hecho) and f.verb in ("ser", "de") for f in means.filters)
    )
    if not isinstance(what, Cosa) or not plain:
        return fact, None
    told = [f for f in what.filters if isinstance(f, Hecho) and f.verb == "contra" and f.role("quien") == It()]
    if len(told) != 1 or told[0].neg or what.id:
        return fact, None
    bare = replace(what, filters=tuple(f for f in what.filters if f is not told[0]))
    return fact.put("que", bare), told[0].role("que")


def _beside(value: Value, voice: Voice) -> str:
    """«en o adyacente al núcleo», which is nobody else; '' for any other place."""
    first, second = value.items if isinstance(value, Lista) and value.conj == "o" and len(value.items) == 2 else (None, None)
    if not isinstance(first, Cosa) or not first.id or not isinstance(second, Cosa) or len(second.filters) != 1:
        return ""
    near = second.filters[0]
    if second.noun != voice.lexicon.data.get("unit") or not isinstance(near, Hecho) or near.role("a") != Ref(first.id):
        return ""
    return "en o " + contracted("adyacente a", phrase(first, voice))


def _means(value: Value, voice: Voice) -> bool:
    """«ataca usando 1 dado rojo»: with what it is done, where «con» would say it of the noun before."""
    items = value.items if isinstance(value, Lista) else (value,)
    return all(isinstance(i, Cosa) and i.sort in voice.lexicon.data.get("means", "").split() for i in items)


def _personal(value: Value, verb: str, voice: Voice) -> bool:
    """«elige al atacante», «ataca a un Rebelde»: people take «a»."""
    plainly = voice.fluent or voice.told or verb in voice.lexicon.data.get("nouns_too", "").split()
    if isinstance(value, Yo):  # «ataca a esta unidad»
        return not voice.third or (plainly and verb in voice.lexicon.data.get("whom", "").split())
    if plainly and verb in voice.lexicon.data.get("whom", "").split():
        thing = voice.things[value.id] if isinstance(value, Ref) else value
        people = isinstance(thing, Cosa) and thing.sort in voice.lexicon.data.get("animate", "").split()
        return people or isinstance(thing, (Papel, Nombre))
    return isinstance(value, (Papel,)) and voice.lexicon.nouns.get(value.nombre) is not None


CIRC_ORDER = {
    "modo": -3,
    "durante": -2,
    "hasta": -1,
    "donde": 0,
    "a_alcance": 2,
    "modo_de": 3,
    "como_si": 3,
    "como_dice": 3,
    "para": 3.5,
    "hasta_un_maximo": 4,
    "hasta_un_minimo": 4,
    "limite": 4,
}
"""How it is done and how long come first: behind a clause they would be said of the clause. A cap follows what it caps."""


def _ranges_joined(circ: Roles) -> Roles:
    """«a alcance 0 de A y más allá de alcance 3 de B»."""
    ranges = tuple(value for key, value in circ if key == "a_alcance")
    if len(ranges) < 2:
        return circ
    return (*(item for item in circ if item[0] != "a_alcance"), ("a_alcance", Lista("y", ranges)))


OFTEN = {"1": "una vez", "2": "dos veces", "3": "tres veces"}


def _too_often(fact: Hecho, voice: Voice) -> tuple[str, Roles]:
    """«más de una vez por ronda», and the circumstances that are left."""
    told = dict(fact.circ)
    times, per = told.get("veces"), told.get("por_cada")
    if not isinstance(times, Cosa) or times.qty.op != "mas_de" or times.qty.n not in OFTEN or not isinstance(per, Cosa):
        return "", fact.circ
    rest = tuple(item for item in fact.circ if item[0] not in ("veces", "por_cada"))
    return f"más de {OFTEN[times.qty.n]} por {phrase(per, voice)}", rest


def for_each(value: Value, voice: Voice) -> str:
    return "por cada " + _each(value, replace(voice, origin=Yo() if voice.origin == Yo() else None))


def _its_own(fact: Hecho, who: Value | None) -> Hecho:
    """«sin solaparte»: an infinitive that its own subject does is worded as of who that is."""
    if fact.role("quien") != Self() or who is None:
        return fact
    return fact.put("quien", who)


def _from_who_acts(reach: Hecho, fact: Hecho, voice: Voice) -> Hecho:
    """«obtienes un Blanco fijado más allá de alcance 2»: of a verb that measures from its subject, that goes without saying."""
    if voice.lexicon.data.get("ranged_from", {}).get(fact.verb) != "quien" or reach.role("de") != fact.role("quien"):
        return reach
    return replace(reach, roles=tuple(item for item in reach.roles if item[0] != "de"))


def _circ_order(item: tuple[str, Value]) -> float:
    """Another range stands behind the range that it is told instead of."""
    return 2.5 if item[0] == "en_vez_de" and isinstance(item[1], Rango) else CIRC_ORDER.get(item[0], 0)


def _circ(fact: Hecho, voice: Voice) -> str:
    often, told = _too_often(fact, voice)
    parts = [often] if often else []
    for key, value in sorted(_ranges_joined(told), key=_circ_order):
        if (key, value) == ONLY or key == "solo":
            continue
        if key == "modo":
            parts.append(phrase(value, voice))
        elif key in ("durante", "hasta"):
            parts.append(
                f"{key} {clause(value, voice, 'subj') if isinstance(value, Hecho) else phrase(value, voice)}"
                if not isinstance(value, Hecho)
                else f"hasta que {clause(value, voice, 'subj')}"
            )
        elif key == "por_cada":
            parts.append(for_each(value, voice))
        elif key == "incluso_aunque":
            parts.append("incluso aunque " + clause(value, voice, "subj"))  # type: ignore[arg-type]
        elif key == "como_si" and (taken := _taken_as(value, fact, voice)):
            parts.append(f"como {taken}")
        elif key == "como_si":
            parts.append("como si " + clause(value, voice, "isubj"))  # type: ignore[arg-type]
        elif key == "como_dice":
            parts.append("como dice " + phrase(value, voice))
        elif key == "ademas_de":
            parts.append("además de " + (infinitive(value, voice) if isinstance(value, Hecho) else phrase(value, voice)))
        elif key == "veces":
            parts.append(phrase(value, voice))
        elif key == "a_alcance" and isinstance(value, Lista):
            parts.append(" y ".join(at_range(item, voice) for item in value.items))  # type: ignore[arg-type]
        elif key == "a_alcance":
            also = "y " if any(other == "donde" for other, _ in fact.circ) else ""  # «en su línea de visión y a alcance 1»
            how = "".join(f"{phrase(said, voice)} " for _, said in value.circ) if isinstance(value, Hecho) else ""
            parts.append(also + how + at_range(_from_who_acts(value, fact, voice), voice))  # type: ignore[arg-type]
        elif key == "porque":
            parts.append("debido a que " + clause(value, voice))  # type: ignore[arg-type]
        elif key == "limite":
            assert isinstance(value, Rango)
            parts.append(f", hasta un límite de {value.desde}-{value.hasta}")
        elif key == "donde":
            assert isinstance(value, Hecho)
            first = next(fact for other, fact in fact.circ if other == "donde")
            also = "y " if value.circ and value != first else ""  # «en formación y totalmente dentro de …»
            parts.append(also + "".join(f"{phrase(how, voice)} " for _, how in value.circ) + _place(value, voice))
        elif key == "a_eleccion":
            if isinstance(value, Yo) and not voice.third:
                parts.append(", a tu elección")
            elif value == fact.role("quien"):
                parts.append(", a su elección")
            else:
                raise Unprintable(key)
        elif key in ("hasta_un_maximo", "hasta_un_minimo"):
            parts.append(f", hasta un {'máximo' if key == 'hasta_un_maximo' else 'mínimo'} de {value.id.upper()}")  # type: ignore[union-attr]
        elif key in MANNER and not isinstance(value, (Hecho, Junto)):
            parts.append(contracted(MANNER[key], phrase(value, voice)))
        elif key == "en_vez_de" and isinstance(value, Rango):
            parts.append("en vez de " + at_range(Hecho("a_alcance", (("rango", value),)), voice))
        elif key in ("despues", "antes") and isinstance(value, (Hecho, Junto)):
            parts.append(("después de " if key == "despues" else "antes de ") + infinitives(value, voice))
        elif key in MANNER and isinstance(value, (Hecho, Junto)):
            parts.append(f"{MANNER[key]} {infinitives(value, voice)}")
        elif key == "por" and not isinstance(value, (Hecho, Junto)):
            parts.append(contracted("por", phrase(value, voice)))
        elif key == "por" and isinstance(value, (Hecho, Junto)):
            parts.append("por " + infinitives(value, voice))
        elif key == "siendo" and isinstance(value, Hecho):
            letter = value.role("quien")
            parts.append(f", siendo {letter.id.upper()} {phrase(value.role('que'), voice)}")  # type: ignore[union-attr, arg-type]
        elif key == "en_vez_de":
            apart = isinstance(value, Cosa) and value.noun == "numero"
            parts.append(
                (", " if apart else "")
                + "en vez de "
                + (infinitive(value, voice) if isinstance(value, Hecho) else phrase(value, voice))
            )
        elif key == "modo_de":
            parts.append(_gerunds(value, voice))  # type: ignore[arg-type]
        elif key == "sin":
            parts.append("sin " + infinitive(_its_own(value, fact.role("quien")), voice))  # type: ignore[arg-type]
        elif key == "al":
            parts.append("al " + infinitive(value, voice))  # type: ignore[arg-type]
        elif (
            key == "para"
            and isinstance(value, Hecho)
            and value.verb not in voice.lexicon.verbs
            and value.role("quien") is not None
        ):
            parts.append("de modo que " + clause(value, voice, "subj"))  # what is so then, of somebody else
        elif key == "para":
            bought = isinstance(value, Hecho) and value.role("quien") is None and isinstance(value.role("que"), Cosa)
            done = replace(value, roles=(("quien", Self()), *value.roles)) if bought and isinstance(value, Hecho) else value
            parts.append("para " + infinitives(done, voice))  # type: ignore[arg-type]  # whoever does it
        elif key == "antes_que_a":
            parts.append(contracted("antes que a", phrase(value, voice)))
        elif key == "antes_que":
            parts.append("antes que " + phrase(value, voice))
        elif key == "de_modo_que":
            parts.append("de modo que " + clause(value, voice, "subj"))  # type: ignore[arg-type]
        else:
            raise Unprintable(key)
    return "".join(part if part.startswith(",") else " " + part for part in parts)


def _place(fact: Hecho, voice: Voice) -> str:
    """«en tu arco», «fuera de su línea de visión», «totalmente dentro de su territorio»."""
    if fact.verb == "en" and fact.circ and not fact.neg:
        return contracted("dentro de", phrase(fact.role("donde"), voice))  # type: ignore[arg-type]
    if fact.verb == "en":
        return ("fuera de " if fact.neg else "en ") + phrase(fact.role("donde"), voice)  # type: ignore[arg-type, operator]
    if fact.verb in PREPOSITION and not fact.neg:
        return contracted(PREPOSITION[fact.verb], phrase(fact.role("que"), voice))  # type: ignore[arg-type]
    raise Unprintable(fact.verb)


def _gerunds(value: Cond, voice: Voice) -> str:
    """How an act is done; of a moment or a condition it is no aside."""
    facts = value.items if isinstance(value, Junto) else (value,)
    told = [_gerund(fact, voice) for fact in facts if isinstance(fact, Hecho)]
    if len(told) < len(facts):
        raise Unprintable("modo_de")
    return ("" if voice.watching else ", ") + f" {value.op if isinstance(value, Junto) else ''} ".join(told)


def _gerund(fact: Hecho, voice: Voice) -> str:
    lemma = voice.lexicon.infinitives[fact.verb]
    head, *tail = lemma.split(" ")
    return _joined(" ".join((form_of(head, "ger", 0, False), *tail)), _rest(fact, voice, None))


def _each(value: Value, voice: Voice) -> str:
    if isinstance(value, Lista):
        return " y por cada ".join(_each(item, voice) for item in value.items)
    if isinstance(value, Ref) and value.id in dict(voice.done):  # «por cada ficha gastada»
        lemma = voice.lexicon.infinitives.get(dict(voice.done)[value.id], "")
        told = voice.things[value.id]
        noun = voice.lexicon.nouns.get(told.noun)
        if noun is not None and lemma and " " not in lemma and not lemma.endswith("se"):
            return f"{_called(told, noun.text, voice)} {form_of(lemma, 'part', 0, False, noun.gender == 'f')}"
        shown = icon_alone(told, voice) if noun is None and lemma else None  # «por cada [tensión] sufrida»
        if shown is not None:
            return f"{shown[0]} {form_of(lemma, 'part', 0, False, shown[1])}"
    many = shape(value, voice)
    if isinstance(value, Ref) and many.plural and not voice.fluent:
        return ("una" if many.feminine else "uno") + " " + contracted("de", phrase(value, voice))
    if (
        not voice.fluent
        or not isinstance(value, Cosa)
        or value.qty.op not in ("n", "masa", "cada")
        or value.qty.n not in ("", "1")
    ):
        return phrase(value, voice)
    if MINE in value.filters and not voice.third:  # «por cada una de tus naves»
        yours = phrase(replace(value, qty=Qty("n", "1")), voice)
        return re.sub(r"^(1|una?) ", "una " if shape(value, voice).feminine else "uno ", yours)
    return re.sub(r"^(1|una?) ", "", phrase(value, voice))


def _called(thing: Cosa, noun: str, voice: Voice) -> str:
    """«por cada [fuerza] gastada»: by its icon, where its noun alone is another one («1 carga» is «1 [carga]»)."""
    kinds = [q for f in thing.filters if (q := quality_of(f)) is not None and q.kind == "icono_" + thing.sort]
    usual = voice.lexicon.data.get("one_kind_of", {}).get(thing.noun)
    return voice.lexicon.icons[kinds[0].id] if len(kinds) == 1 and kinds[0].id not in (usual, None) and usual else noun


def _no(fact: Hecho) -> str:
    return "no " if fact.neg else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part).replace(" ,", ",")


def relative(fact: Cond, form: Shape, voice: Voice) -> str:
    """What a relative clause says of its noun: «que …», «cuya …», «a la que …»."""
    if (
        isinstance(fact, Hecho)
        and fact.verb in ("a_alcance", "en")
        and fact.role("quien") == It()
        and not (fact.neg or fact.past or fact.circ)
        and ("third_person_bearer" in voice.lexicon.data or (voice.fluent and fact.verb == "en"))
    ):
        word = str(voice.lexicon.data.get("placed_word", "situado")) if voice.fluent else "situado"
        placed = inflected(word, form.feminine, form.plural) + " " if word else ""
        near = replace(fact, roles=tuple(r for r in fact.roles if r != ("de", voice.origin)))
        return placed + (at_range(near, voice) if fact.verb == "a_alcance" else f"en {phrase(fact.role('donde'), voice)}")  # type: ignore[arg-type]
    partly = fact.circ if isinstance(fact, Hecho) and fact.verb == "en" and fact.role("quien") == It() else ()
    if isinstance(fact, Hecho) and len(partly) == 1 and partly[0] in PARTLY and not (fact.neg or fact.past):
        there = contracted("dentro de", phrase(fact.role("donde"), voice))  # type: ignore[arg-type]
        return f"{phrase(partly[0][1], voice)} {there}"  # «una peana parcialmente dentro de su sector»
    if isinstance(fact, Junto) and fact.op == "o" and "continues" in voice.lexicon.data:
        places = [_spot(item, form, voice) for item in fact.items]
        if all(places):  # «en la casilla elegida o adyacente a ella»
            return " o ".join(places)
    if isinstance(fact, Junto) and "continues" in voice.lexicon.data and all(isinstance(i, Hecho) for i in fact.items):
        return f" {fact.op} ".join("que " + _said_of_it(item, form, voice) for item in fact.items if isinstance(item, Hecho))
    if isinstance(fact, Junto):
        return f" {fact.op} ".join(relative(item, form, voice) for item in fact.items)
    if kept := _kept_in_sight(fact, form, voice):
        return kept
    if ("durante", It()) in fact.circ:  # «el paso en el que se imparten órdenes»
        then = replace(fact, circ=tuple(item for item in fact.circ if item != ("durante", It())))
        return f"en {'la que' if form.feminine else 'el que'} {clause(then, voice)}"
    if fact == Hecho("elegir", (("quien", Yo()), ("que", It()))) and "continues" in voice.lexicon.data:
        return "a tu elección"
    who = fact.role("quien")
    held = fact.role("donde") if fact.verb == "en" and who not in (None, It()) else None
    if isinstance(held, Cosa) and _of_it(held) and who is not None:  # «que tiene al defensor en su arco»
        owned_place = replace(held, filters=tuple(f for f in held.filters if not _is_of_it(f)), qty=Qty("masa"))
        whose = "sus" if shape(held, voice).plural else "su"
        have = form_of("tener", "ind", 3, form.plural)
        if who == Yo() and not voice.third:
            return f"que {_no(fact)}te {have} en {whose} {phrase(owned_place, voice)}"
        return f"que {_no(fact)}{have} {contracted('a', phrase(who, voice))} en {whose} {phrase(owned_place, voice)}"
    if fact.verb == "compara" and isinstance(who, Cuenta):
        return _contains_more(fact, form, voice) or _has_more(fact, who, form, voice)
    if isinstance(who, Cosa) and _of_it(who):
        owned, shaped = _owned(who, voice)
        whose = {(False, False): "cuyo", (True, False): "cuya", (False, True): "cuyos", (True, True): "cuyas"}[
            (shaped.feminine, shaped.plural)
        ]
        rest = clause(
            replace(fact, roles=(("quien", It()), *(r for r in fact.roles if r[0] != "quien"))),
            voice,
            "ind",
            shaped,
            state=True,
        )
        return _as_yours(f"{whose} {phrase(owned, voice)} {rest}", phrase(owned, voice), shaped, voice)
    done_to = fact.role("que") if who is None else None
    if isinstance(done_to, Cosa) and _of_it(done_to):  # «cuya Velocidad ha sido reducida a 0»
        owned, shaped = _owned(done_to, voice)
        whose = {(False, False): "cuyo", (True, False): "cuya", (False, True): "cuyos", (True, True): "cuyas"}[
            (shaped.feminine, shaped.plural)
        ]
        bare = replace(fact, roles=(("que", It()), *(r for r in fact.roles if r[0] != "que")))
        return f"{whose} {phrase(owned, voice)} {clause(bare, voice, 'ind', shaped, state=True)}"
    whose_place = next(
        ((name, value) for name, value in fact.roles if name in PREPOSITION and isinstance(value, Cosa) and _of_it(value)), None
    )
    if whose_place is not None and who is not None:  # «en cuya barra de acciones figura [cálculo]»
        name, value = whose_place
        owned = replace(value, filters=tuple(f for f in value.filters if not _is_of_it(f)), qty=Qty("masa"))
        shaped = shape(value, voice)
        word = (
            "cuy"
            + {(False, False): "o", (True, False): "a", (False, True): "os", (True, True): "as"}[
                (shaped.feminine, shaped.plural)
            ]
        )
        verb = verb_form(fact.verb, "ind", 3, shape(who, voice).plural, voice)
        return f"{PREPOSITION[name]} {word} {phrase(owned, voice)} {_no(fact)}{verb} {phrase(who, voice)}"
    done = _participle(fact, form, voice)
    if done:
        return done
    if fact.verb == "en" and held == It() and who is not None:  # «un arco en el que está el atacante»
        article = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}[
            (form.feminine, form.plural)
        ]
        be = form_of("estar", "ind", 3, shape(who, voice).plural)
        return f"en {article} que {_no(fact)}{be} {phrase(who, voice)}"
    if isinstance(who, Cosa) and any(isinstance(f, Hecho) and f.verb not in ("ser", "tener") for f in who.filters):
        by = _done_by(fact, who, form, voice)
        if by:
            return by
    spoken = ("quien", "que") if fact.verb in voice.lexicon.verbs else ("quien", "que", "de")  # «las armas de las que dispone»
    place = next((name for name, value in fact.roles if value == It() and name not in spoken), None)
    if place is not None and place in PREPOSITION:
        article = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}[
            (form.feminine, form.plural)
        ]
        bare = replace(fact, roles=tuple(r for r in fact.roles if r[0] != place))
        return f"{contracted(PREPOSITION[place], article + ' que')} {clause(bare, voice, 'ind', form)}"
    said = _said_of_it(fact, form, voice)
    return (_whom(form) if _done_to_people(fact, voice) else "que ") + said


def _as_yours(text: str, noun: str, form: Shape, voice: Voice) -> str:
    """«cuya Iniciativa es menor que la tuya»."""
    yours = {(False, False): "el tuyo", (True, False): "la tuya", (False, True): "los tuyos", (True, True): "las tuyas"}
    mine = f" que tu{'s' if form.plural else ''} {noun}"
    return (
        text.removesuffix(mine) + f" que {yours[(form.feminine, form.plural)]}"
        if voice.fluent and text.endswith(mine)
        else text
    )


INSIDE_IT = Hecho("en", (("quien", It()), ("donde", It())))


def _contains_more(fact: Hecho, form: Shape, voice: Voice) -> str:
    """«que contiene más naves que tropas»: two things counted in one place; '' where it is no such thing."""
    counts = [value.de for _, value in fact.roles if isinstance(value, Cuenta) and isinstance(value.de, Cosa)]
    word = {"mayor": "más", "menor": "menos"}.get(next((k for k, _ in fact.roles if k != "quien"), ""))
    if fact.verb != "compara" or len(counts) != 2 or word is None or fact.neg or fact.past or fact.circ:
        return ""
    if not all(INSIDE_IT in thing.filters and not thing.id for thing in counts):
        return ""
    bare = [replace(c, qty=Qty("algun"), filters=tuple(f for f in c.filters if f != INSIDE_IT)) for c in counts]
    have = form_of("tener", "ind", 3, form.plural)
    return f"que {have} {word} {phrase(bare[0], voice)} que {phrase(bare[1], voice)}"


def _has_more(fact: Hecho, mine: Cuenta, form: Shape, voice: Voice) -> str:
    """«que tiene más escudos que tú», «tantas fichas como el defensor»: the same things of two owners, counted."""
    op, theirs = next((key, value) for key, value in fact.roles if key != "quien")
    words = {"mayor": ("más", "que"), "menor": ("menos", "que"), "igual": ("", "como")}
    if op not in words or not isinstance(theirs, Cuenta) or not isinstance(theirs.de, Cosa) or not isinstance(mine.de, Cosa):
        raise Unprintable("compara")
    owners = [f.role("que") for f in theirs.de.filters if isinstance(f, Hecho) and f.verb == "de"]
    plain = [replace(c, filters=tuple(f for f in c.filters if not (isinstance(f, Hecho) and f.verb == "de")), id=0)
             for c in (mine.de, theirs.de)]  # fmt: skip
    if plain[0] != plain[1] or len(owners) != 1 or owners[0] is None or not _of_it(mine.de) or fact.past or fact.circ:
        raise Unprintable("compara")
    many, link = words[op]
    things = phrase(replace(plain[0], qty=Qty("algun")), voice)
    many = many or ("tantas" if shape(plain[0], voice).feminine else "tantos")
    other = "tú" if owners[0] == Yo() and not voice.third else phrase(owners[0], voice)
    return f"que {_no(fact)}{form_of('tener', 'ind', 3, form.plural)} {many} {things} {link} {other}"


def _whom(form: Shape) -> str:
    article = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}
    return contracted("a", article[(form.feminine, form.plural)] + " que") + " "


def _done_to_people(fact: Hecho, voice: Voice) -> bool:
    """«la unidad a la que ataca»: who is left out is not the unit."""
    people = frozenset(voice.lexicon.data.get("animate", "").split())
    role = next((r for r in voice.lexicon.verbs.get(fact.verb, ()) if r.name == "que"), None)
    told = fact.role("que") == It() and fact.role("quien") is not None and role is not None
    return told and role is not None and role.sorts <= people and voice.detail > 2 and bool(voice.third)


def _done_by(fact: Hecho, who: Cosa, form: Shape, voice: Voice) -> str:
    """«causadas por una reserva en la que …»: a long doer behind its verb; '' where the fact says more."""
    plain = all(key == "modo" for key, _ in fact.circ) and len(fact.roles) == 2 and fact.role("que") == It()
    bare = plain and replace(fact, roles=(), neg=False, circ=()) == Hecho(fact.verb)
    how = _circ(fact, voice)
    lemma = lemma_of(fact.verb, voice)
    if not bare or fact.neg or lemma is None or " " in lemma or "third_person_bearer" not in voice.lexicon.data:
        return ""
    return f"{form_of(lemma, 'part', 0, form.plural, form.feminine)}{how} por {phrase(who, voice)}"


def _taken_as(value: Value, fact: Hecho, voice: Voice) -> str:
    """«marca a esa figura como derrotada»: as what has been done to it; «considera el alcance como 1-2»."""
    what = fact.role("que")
    span = value.role("que") if isinstance(value, Hecho) and value.verb == "valer" else None
    if isinstance(span, Rango):
        return f"{span.desde}-{span.hasta}"
    if not isinstance(value, Hecho) or what is None or value != Hecho(value.verb, (("que", what),)):
        return ""
    thing = voice.things.get(what.id) if isinstance(what, Ref) else what
    lemma = lemma_of(value.verb, voice)
    if not isinstance(thing, Cosa) or lemma is None or " " in lemma:
        return ""
    form = shape(thing, voice)
    return form_of(lemma, "part", 0, form.plural, form.feminine)


def _participle(fact: Hecho, form: Shape, voice: Voice) -> str:
    """«revelada», «equipada»: what was done with it, nobody says by whom."""
    if (
        fact.role("que") != It()
        or fact.role("quien") is not None
        or fact.neg
        or fact.past
        or fact.would
        or fact.modal
        or fact.circ
    ):
        return ""
    table = voice.lexicon.data.get("participles", "").split()
    if fact.verb not in voice.lexicon.verbs or not (
        fact.verb in table or ("*" in table and (voice.fluent or voice.told) and len(fact.roles) == 1)
    ):
        return ""
    if " " in voice.lexicon.infinitives[fact.verb]:
        return ""
    return _joined(
        form_of(voice.lexicon.infinitives[fact.verb], "part", 0, form.plural, form.feminine), _rest(fact, voice, form)
    )


def _spot(fact: Cond, form: Shape, voice: Voice) -> str:
    """«en X», «a 2 casillas», «adyacente a Y»; '' where it is no place."""
    if not isinstance(fact, Hecho) or fact.neg or fact.past or fact.circ or fact.role("quien") != It():
        return ""
    if fact.verb == "en":
        return f"en {phrase(fact.role('donde'), voice)}"  # type: ignore[arg-type]
    if fact.verb == "a_alcance":
        return at_range(fact, voice)
    what, to = fact.role("que"), fact.role("a")
    if fact.verb != "ser" or not isinstance(what, Cual) or what.kind != "relacion" or to is None:
        return ""
    return f"{inflected(quality(what, voice), form.feminine, form.plural)} {contracted('a', phrase(to, voice))}"


def _is_of_it(cond: Any) -> bool:
    return isinstance(cond, Hecho) and cond.verb == "de" and cond.role("que") == It()


def _owned(thing: Cosa, voice: Voice) -> tuple[Cosa, Shape]:
    """What stands behind «cuyo»: all of them where they are several."""
    every = thing.qty == EVERY
    bare = replace(thing, filters=tuple(f for f in thing.filters if not _is_of_it(f)), qty=SOME if every else Qty("masa"))
    return bare, shape(thing if every else replace(thing, qty=Qty("el")), voice)


def _of_it(thing: Cosa) -> bool:
    return any(_is_of_it(f) for f in thing.filters)


BEFALLS = frozenset({"recibir", "recuperar", "sufrir", "perder", "adquirir"})
"""«una unidad que sufra 1 Herida»: one looked for; «que sufre» would be told of it."""


def _said_of_it(fact: Hecho, form: Shape, voice: Voice) -> str:
    if (
        fact.verb == "a_alcance"
        and fact.role("quien") == It()
        and fact.role("de") == Yo()
        and not voice.third
        and not fact.neg
        and not fact.past
    ):
        return ("tienes " if voice.present else "tengas ") + at_range(
            replace(fact, roles=tuple(r for r in fact.roles if r[0] != "de")), voice
        )
    who = fact.role("quien")
    if who is None or who == It() or fact.role("que") == It():
        if who is not None and who != It() and fact.role("que") == It():
            return clause(fact, voice, "ind", form)
        befalls = who == It() and fact.verb in BEFALLS and not (fact.neg or fact.past or form.plural)
        return clause(fact, voice, "subj" if befalls else "ind", form, state=True)
    raise Unprintable("relativo")
