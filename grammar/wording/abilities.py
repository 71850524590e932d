"""The canonical text of an effect, from the effect alone: abilities in order, one paragraph each."""

import re
from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.lexicon.tokens import raw_tokens
from grammar.meaning.effect import Capacidad, Eleccion, Item, Momento, Paso
from grammar.meaning.keywords import is_line
from grammar.meaning.landmarks import chosen_nowhere
from grammar.meaning.node import Node, rebuilt, replace
from grammar.meaning.normal.steps import chooses_option
from grammar.meaning.values import (
    EVERY,
    SOME,
    Cond,
    Cosa,
    Cual,
    Hecho,
    It,
    Junto,
    Lista,
    Nombre,
    Papel,
    Qty,
    Ref,
    Self,
    Value,
    Yo,
    parts,
)
from grammar.meaning.values import parts as parts_of
from grammar.wording.apart import all_told, compared_together, singly
from grammar.wording.facts import (
    clause,
    for_each,
    form_of,
    infinitive,
    infinitives,
    ordered,
    passive_infinitive,
    relative,
    shared_clause,
)
from grammar.wording.lines import keyword, line
from grammar.wording.nouns import Unprintable, Voice, phrase, shape

WHEN = {
    "mientras": ("mientras", "ind"),
    "cuando": ("cuando", "ind"),
    "despues": ("después de que", "subj"),
    "antes": ("antes de que", "subj"),
    "cada_vez": ("cada vez que", "subj"),
    "primera_vez": ("la primera vez que", "subj"),
    "siguiente_vez": ("la próxima vez que", "subj"),
    "antes_o_despues": ("antes o después de que", "subj"),
}
TIME = {
    "comienzo": "al comienzo de",
    "final": "al final de",
    "durante": "durante",
    "despues": "después de",
    "antes": "antes de",
    "antes_o_despues": "antes o después de",
    "comienzo_o_final": "al comienzo o al final de",
    "cuando": "durante",
    "hasta": "hasta",
}


PHASES = ("hasta", "durante", "comienzo", "final")
"""Times that last or open one: told before what happens in them."""


def text_of(
    abilities: Sequence[Capacidad], lexicon: Lexicon, detail: int = 0, joined: bool = False, fluent: bool = True
) -> str:
    """`joined`: steps of an ability in one sentence, where alone they would be another ability. `fluent`: as cards speak."""
    apart = bool(chosen_nowhere(abilities, lexicon))
    return STRESSED.sub(
        lambda found: EUPHONIC[found[0].lower()] if found[0].islower() else EUPHONIC[found[0].lower()].capitalize(),
        "\n".join(ability_text(ability, lexicon, detail, joined, fluent, apart) for ability in abilities),
    )


EUPHONIC = {"la": "el", "una": "un", "de la": "del", "a la": "al", "alguna": "algún", "ninguna": "ningún"}
STRESSED = re.compile(r"\b(?:(?:de |a )?la|una|alguna|ninguna)(?= (?:arma|área|ala)\b)", re.IGNORECASE)
"""«el arma», «un área»: before a stressed «a»."""


def ability_text(
    ability: Capacidad, lexicon: Lexicon, detail: int = 0, joined: bool = False, fluent: bool = True, apart: bool = False
) -> str:
    """`apart`: somebody else was told from whom a distance could be measured, so that «de ti» is said."""
    ability = one_each(ability, called(ability, lexicon))
    if detail < 2:  # all at once only where each in its turn is not read back
        ability = all_told(one_by_one(ability))
    voice = Voice(lexicon, called(ability, lexicon), detail, relative, infinitives, done=done_to(ability), keyword=keyword)
    voice = replace(voice, origin=None if apart else _origin(ability, lexicon), joined=joined, fluent=fluent)
    voice = replace(voice, here=this_place(ability, lexicon))
    ability = all_told(ability, spoken=True) if detail < 2 else ability
    given = _given(ability, voice)
    if given:
        return given
    if ability.clase in ("palabras_clave", "arma"):
        return line(ability, voice)
    if ability.clase == "instrucciones":
        return "\n".join(
            ability_text(part, lexicon, detail, joined, fluent, apart) for part in ability.pasos if isinstance(part, Capacidad)
        )
    head = _header(ability, voice)
    leads = []
    counted = _counted(ability, voice)
    if ability.limite and not counted:
        leads.append(_limit(ability, voice))
    if ability.clase == "accion" and any(key == "como" for key, _ in ability.cabecera):
        leads.append("como " + phrase(dict(ability.cabecera)["como"], voice))
    moments = sorted(ability.cuando, key=lambda moment: moment.rel not in PHASES) if fluent else ability.cuando
    leads.extend(_moment(moment, voice) for moment in moments)  # «Durante la fase Final, después de que …»
    sentences: list[str] = []
    carried: Cond | None = None
    steps = [_only_those(step, voice) for step in (_under_one(_all_instead(ability.pasos)) if detail < 2 else ability.pasos)]
    instead, steps = _instead_of_one(steps) if detail < 2 else (None, steps)
    if instead is not None:
        leads.append("en vez de " + infinitives(instead, voice))
    before: Item | None = None
    for item in (*ability.coste, *_forbidden(_options_apart(steps))):
        behind = _behind(item, voice) if not sentences and not leads and len(steps) > 1 else ""
        item = replace(item, cuando=()) if isinstance(item, Paso) and behind else item
        under = _still_under(item, before)
        then = under is not item and not _in_one(voice)
        told = _sentences(under, voice, leads if not sentences else ["luego"] if then else [])
        told[0] += behind
        if under is not item and not then:  # «Si A, X; Y.»
            told[0] = f"{sentences.pop()}; {told[0]}"
        before = item
        own = [cond for cond in item.si if _carried(cond, voice)] if isinstance(item, Paso) else []
        if carried is not None and not own:  # «…, tengas éxito o no»
            told[-1] += f", {clause(carried, voice, 'subj')} o no"
        carried = own[0] if own else None
        sentences.extend(told)
    if joined:
        alone = 1 if len(sentences) > 2 else 0  # the first has the moment, which would rule them all
        sentences = [*sentences[:alone], "; ".join(sentences[alone:])]
    whole = head + " ".join(_sentence(once(text, voice)) for text in (*sentences, *counted))
    if not head and is_line(raw_tokens(whole), lexicon):  # «La cualidad BRÍO no surte efecto» is no line of keywords
        whole = f"La {lexicon.data['keyword_noun']} {whole}"
    return f"({whole[:1].lower()}{whole[1:-1]})" if ability.clase == "recordatorio" else whole


def _behind(item: Item, voice: Voice) -> str:
    """« al final de tu activación»: before the first of several sentences it would be the moment of them all."""
    moments = item.cuando if isinstance(item, Paso) and not (item.coste or item.si_no) else ()
    return "".join(f" {_moment(moment, voice)}" for moment in moments)


def one_by_one(ability: Capacidad) -> Capacidad:
    """«Al final de la activación de cada figura, esa figura …»: each of them in its turn, never all of them at once."""
    away = compared_together(ability)
    return replace(
        ability, cuando=_each_apart(ability.cuando, away), pasos=tuple(_each_decides(step, ability) for step in ability.pasos)
    )


DIFFERENT = Hecho("ser", (("quien", It()), ("que", Cual("diferente", "rasgo"))))


def one_each(value: Any, things: dict[int, Cosa]) -> Any:
    """«Cada una de esas naves … sobre una nave diferente»: another one for each, which «esas naves» would not say."""
    made = rebuilt(value, lambda part: one_each(part, things)) if isinstance(value, (Node, tuple)) else value
    if not isinstance(made, Hecho):
        return made
    name = "que" if made.role("quien") is None else "quien"
    who, others = made.role(name), [value for role, value in made.roles if role != name]
    apart = any(isinstance(p, Cosa) and p.qty == Qty("n", "1") and DIFFERENT in p.filters for p in parts(tuple(others)))
    if not apart:
        return made
    if isinstance(who, Cosa) and who.qty == EVERY:
        return made.put(name, replace(who, qty=Qty("cada")))
    told = things.get(who.id) if isinstance(who, Ref) else None
    if told is None or (told.qty.op in ("n", "el", "masa") and told.qty.n in ("", "1")):
        return made
    among = Hecho("entre", (("quien", It()), ("que", who)))  # type: ignore[arg-type]
    return made.put(name, Cosa(told.noun, told.sort, EVERY, gender=told.gender, number="s", filters=(among,)))


def _each_decides(step: Item, ability: Capacidad) -> Item:
    """«Cada nave aliada puede gastar 1 [carga] para …»: each for itself, where nothing else speaks of them."""
    either = step.efecto[0] if isinstance(step, Paso) and len(step.efecto) == 1 else None
    acts = [act for option in either.opciones for act in option] if isinstance(either, Eleccion) else ()
    if not isinstance(step, Paso) or (not acts and step.modo != "puede" and not _own_part(step)):
        return step
    who = [fact.role("quien") for fact in (*step.coste, *acts, *step.efecto) if isinstance(fact, Hecho)]
    payers = {one.id for one in who if isinstance(one, Cosa) and one.id}
    others = (other for other in (*ability.pasos, *ability.cuando) if other is not step)
    elsewhere = {part.id for other in others for part in parts(other) if isinstance(part, Ref)}
    apart: Item = _each_apart(step)
    return apart if payers and not payers & elsewhere else step


def _own_part(step: Paso) -> bool:
    """«Cada jugador retira 1 ficha de 1 de sus naves»: what each does is said of what is his."""
    fact = step.efecto[0] if len(step.efecto) == 1 and not step.coste and not step.si_no else None
    who = fact.role("quien") if isinstance(fact, Hecho) else None
    return isinstance(who, Cosa) and who.qty == EVERY and bool(who.id) and any(part == Ref(who.id) for part in parts(fact))


def _each_apart(value: Any, away: frozenset[int] = frozenset()) -> Any:
    made = rebuilt(value, lambda part: _each_apart(part, away)) if isinstance(value, (Node, tuple)) else value
    return singly(made, away) if isinstance(made, Cosa) and made.id else made


def _origin(ability: Capacidad, lexicon: Lexicon) -> Value:
    """From whom a range is measured that does not say it: from you; from the device whose moment it is."""
    doers = {fact.role("quien") for moment in ability.cuando[-1:] for fact in moment.hechos}
    device = next(iter(doers)) if len(doers) == 1 else None
    noun = lexicon.nouns.get(device.nombre.removeprefix("este_")) if isinstance(device, Papel) else None
    known = noun is not None and noun.sort in lexicon.data.get("origins", "").split()
    return device if isinstance(device, Papel) and known else Yo()


def _carried(cond: Cond, voice: Voice) -> bool:
    """A condition that rules the sentences after it too."""
    return isinstance(cond, Hecho) and cond.verb in voice.lexicon.data.get("carried", "").split()


def _still_under(item: Item, before: Item | None) -> Item:
    """«Si A, X. Luego, si B, Y.»: what rules the step before rules this one too, and is not asked again."""
    if not (isinstance(item, Paso) and isinstance(before, Paso) and before.si) or item.otra_vez or item.cuando:
        return item
    return replace(item, si=item.si[len(before.si) :]) if item.si[: len(before.si)] == before.si else item


def _in_one(voice: Voice) -> bool:
    """In one sentence: where «luego» tells only the order, or has not been read back."""
    return voice.detail > 1 or bool({"third_person_bearer", "continues"} & voice.lexicon.data.keys())


def _under_one(steps: Sequence[Item]) -> list[Item]:
    """«Si A, B. Si A, C.» is «si A, B y C»: what B does to A does not keep C from being done."""
    found: list[Item] = []
    for step in steps:
        last = found[-1] if found else None
        plain = isinstance(step, Paso) and step == Paso(si=step.si, efecto=step.efecto) and bool(step.si)
        if (
            plain
            and isinstance(step, Paso)
            and isinstance(last, Paso)
            and last == Paso(cuando=last.cuando, si=last.si, efecto=last.efecto, otra_vez=last.otra_vez)
            and not step.otra_vez
            and step.si in (last.si, _pointing(last.si))
            and all(isinstance(i, Hecho) for i in (*step.efecto, *last.efecto))
            and not _late(step)
            and not _late(last)
        ):
            found[-1] = replace(last, efecto=(*last.efecto, *step.efecto))
        else:
            found.append(step)
    return found


def _instead_of_one(steps: list[Item]) -> tuple[Cond | None, list[Item]]:
    """«En vez de robar 1 carta, A y B»: said once, where all that is done takes the place of one thing."""
    facts = [step.efecto for step in steps if isinstance(step, Paso) and step == Paso(efecto=step.efecto)]
    acts = [fact for told in facts for fact in told if isinstance(fact, Hecho)]
    others = {value for fact in acts for key, value in fact.circ if key == "en_vez_de" and isinstance(value, Hecho)}
    same = [fact for fact in acts if [key for key, _ in fact.circ] == ["en_vez_de"]]
    if len(acts) < 2 or len(facts) < len(steps) or len(same) < len(acts) or len(others) != 1:
        return None, steps
    if sum(map(len, facts)) > len(acts):
        return None, steps
    return others.pop(), [Paso(efecto=tuple(replace(fact, circ=()) for fact in acts))]


def _all_instead(steps: Sequence[Item]) -> list[Item]:
    """«en vez de eso, A y B»: what takes the place of one thing is told together, or B would take the place of A."""
    found: list[Item] = []
    for step in steps:
        last = found[-1] if found else None
        if (
            isinstance(step, Paso)
            and isinstance(last, Paso)
            and step.en_vez
            and step == Paso(si=step.si, efecto=step.efecto, en_vez=True)
            and step.si in (last.si, _pointing(last.si))
            and last == Paso(last.modo, last.si, last.cuando, efecto=last.efecto, en_vez=True)
            and not last.modo
            and all(isinstance(item, Hecho) for item in (*step.efecto, *last.efecto))
        ):
            found[-1] = replace(last, efecto=(*last.efecto, *step.efecto))
        else:
            found.append(step)
    return found


def _pointing(value: Any) -> Any:
    """The same told again: «si el resultado es …» the second time asks for that result."""
    if isinstance(value, Cosa) and value.id:
        return Ref(value.id)
    return rebuilt(value, _pointing) if isinstance(value, (Node, tuple)) else value


def _forbidden(steps: Sequence[Item]) -> list[Item]:
    """«No puede A. No puede B.» is «no puede A ni B»: a prohibition alone would be another ability."""
    found: list[Item] = []
    for step in steps:
        last = found[-1] if found else None
        if (
            isinstance(step, Paso)
            and isinstance(last, Paso)
            and step.modo == last.modo == "no_puede"
            and replace(step, efecto=()) == replace(last, efecto=())
            and all(isinstance(i, Hecho) for i in (*step.efecto, *last.efecto))
            and _about(step.efecto) == _about(last.efecto) is not None
        ):
            found[-1] = replace(last, efecto=(*last.efecto, *step.efecto))
        else:
            found.append(step)
    return found


def _only_those(step: Item, voice: Voice) -> Item:
    """«no puedes gastar fichas que no sean verdes» as cards say it: «sólo puedes gastar fichas verdes»."""
    if "none_but" not in voice.lexicon.data or not isinstance(step, Paso):
        return step
    step = replace(step, efecto=tuple(_only_those(item, voice) for item in step.efecto))
    fact = step.efecto[0] if step.modo == "no_puede" and len(step.efecto) == 1 else None
    alone = isinstance(fact, Hecho) and {key for key, _ in fact.circ} <= {"hasta", "durante"}
    what = fact.role("que") if isinstance(fact, Hecho) and alone else None
    told = what.filters[0] if isinstance(what, Cosa) and len(what.filters) == 1 and what.qty == SOME else None
    if (
        not isinstance(fact, Hecho)
        or not isinstance(what, Cosa)
        or not isinstance(told, Hecho)
        or not told.neg
        or told.verb != "ser"
    ):
        return step
    return replace(step, modo="solo_puede", efecto=(fact.put("que", replace(what, filters=(replace(told, neg=False),))),))


def _options_apart(steps: Sequence[Item]) -> list[Item]:
    """«…, elige 1 opción. A o B»: the options in a sentence of their own."""
    found: list[Item] = []
    for step in steps:
        apart = isinstance(step, Paso) and len(step.efecto) > 1 and chooses_option(step.efecto[-2])
        if isinstance(step, Paso) and apart:
            found.extend((replace(step, efecto=step.efecto[:-1]), Paso(efecto=step.efecto[-1:])))
        else:
            found.append(step)
    return found


def _given(ability: Capacidad, voice: Voice) -> str:
    """«[incremento]: +1 [daño], Perforante 1»: a line that only gives; '' where there is more to say."""
    if "bonus" not in voice.lexicon.data or ability.cuando or ability.limite or ability.coste or not ability.pasos:
        return ""
    things = []
    for step in ability.pasos:
        fact = step.efecto[0] if isinstance(step, Paso) and step == Paso(efecto=step.efecto[:1]) else None
        what = fact.role("que") if isinstance(fact, Hecho) and not fact.neg and not fact.circ and len(fact.roles) == 2 else None
        if what is None or not isinstance(fact, Hecho):
            return ""
        bad = isinstance(what, Cual) and what.id in voice.lexicon.data.get("harmful", "").split()
        bad = bad or (ability.clase == "incremento" and isinstance(what, Cosa) and _defended(what, voice.lexicon))
        if fact.role("quien") != (Papel("defensor") if bad else Yo()) or not _bonus(fact.verb, what):
            return ""
        things.append(phrase(what, voice))
    head = _header(ability, voice)
    return head + ", ".join(things)


def _defended(what: Cosa, lexicon: Lexicon) -> bool:
    """«-1 [esquivar]», which only who defends has."""
    shown = {part.id for part in parts(what) if isinstance(part, Cual)}
    return what.qty.op == "menos" and bool(shown) and shown <= set(lexicon.data.get("defensive", "").split())


def _bonus(verb: str, what: Value) -> bool:
    if isinstance(what, Cual):
        return verb == "adquirir" and what.kind == "estado"
    return verb == "recibir" and isinstance(what, Cosa) and what.sort in ("bono", "palabra_clave") and not what.id


def called(ability: Capacidad, lexicon: Lexicon) -> dict[int, Cosa]:
    """What each number is called again; alternatives by the noun of them all."""
    found: dict[int, Cosa] = {}
    for number, told in things_of(ability):
        before = found.get(number)
        if before is not None and before.noun != told.noun:
            wide = lexicon.data.get("wide", "").split()
            noun = next((n for n in wide if n in lexicon.nouns and lexicon.nouns[n].sort == told.sort), told.noun)
            told = replace(told, noun=noun, filters=tuple(f for f in told.filters if f in before.filters))
        found[number] = told
    return found


def this_place(ability: Capacidad, lexicon: Lexicon) -> Value | None:
    """Where this mission is, or this leader was put: «este sistema» from then on."""
    table = lexicon.data.get("this_place", {})
    verbs, things = table.get("verbs", ()), [Papel(name) for name in table.get("things", ())]
    for fact in parts(ability) if table else ():
        place = fact.role("en") if isinstance(fact, Hecho) and fact.verb in verbs and fact.role("que") in things else None
        if isinstance(place, Cosa) and place.id:
            return Ref(place.id)
    return None


def once(text: str, voice: Voice) -> str:
    """«Cuando esta unidad se defiende, puede …»: who bears the card is told once in a sentence."""
    if not voice.fluent or not voice.third:
        return text
    head, told, rest = text.partition(voice.third)
    return head + told + re.sub(rf"(, (?:si )?){voice.third} (?!y |o |u )", r"\1", rest)


def _sentence(text: str) -> str:
    text = text.replace(" :", ":")
    return text[:1].upper() + text[1:] + ("" if text.endswith(":") else ".")


def _header(ability: Capacidad, voice: Voice) -> str:
    names: dict[str, str] = voice.lexicon.data.get("header_names", {})
    kind = dict(ability.cabecera).get("tipo")
    if isinstance(kind, Lista):
        return "Tipo: " + ", ".join(_kind_name(item, voice) for item in kind.items)
    tag = "" if not isinstance(kind, Cual) else kind.id.capitalize() + (" " if ability.clase != "tipo" else "")
    if isinstance(kind, Cual) and kind.id not in voice.lexicon.data.get("tags", {}).values() and kind.id in voice.lexicon.nouns:
        tag = f"(Ficha de {voice.lexicon.nouns[kind.id].text}) - "
    if ability.clase in ("disparada", "constante", "tipo", "recordatorio") or any(key == "como" for key, _ in ability.cabecera):
        return tag + _titled(ability)
    if ability.clase == "cara":  # a face of the card, or the name of what follows
        return _titled(ability).rstrip()
    price = [value for key, value in ability.cabecera if key == "coste"]
    opened = voice.lexicon.data.get("header_icons", {}).values()
    if price and (ability.clase == "instruccion" or ability.clase in opened):
        times = next((int(v.id) for key, v in ability.cabecera if key == "cuantos" and isinstance(v, Cual)), len(price))
        marks = "".join(voice.lexicon.icons[v.id] for v in price if isinstance(v, Cual)) * (times if len(price) == 1 else 1)
        return tag + marks + (": " if ability.clase != "instruccion" else " ") + _titled(ability)
    if ability.clase == "palabra_clave":  # «Hábitat: Nieve»
        kinds = [voice.lexicon.tokens[value.id] for _, value in ability.cabecera if isinstance(value, Cual)]
        return _titled(ability) + ", ".join(kinds)
    if ability.clase == "instruccion":
        return "■ " + _titled(ability)
    name = names.get(ability.clase)
    if name is None:
        raise Unprintable(ability.clase)
    note = dict(ability.cabecera).get("nota")
    said = f" ({_note(note, voice)})" if isinstance(note, Cual) else ""
    return f"{tag}{name}{_marks(dict(ability.cabecera).get('requiere'), voice)}{said}: "


def _kind_name(kind: Value, voice: Voice) -> str:
    assert isinstance(kind, Cual)
    noun = voice.lexicon.nouns.get(kind.id)
    name = noun.text if noun is not None else voice.lexicon.adjectives.get(kind.id, ("", ""))[0]
    if not name:
        raise Unprintable(kind.id)
    return name[:1].upper() + name[1:]


def _note(note: Cual, voice: Voice) -> str:
    """What stands in brackets after a header, as the game writes it."""
    words: str | None = voice.lexicon.data.get("note_names", {}).get(note.id)
    if words is None:
        raise Unprintable(note.id)
    return words


def _titled(ability: Capacidad) -> str:
    """«ORDEN: »: the name of an ability, where it has one."""
    named = dict(ability.cabecera).get("nombre")
    return f"{named.nombre}: " if isinstance(named, Nombre) else ""


def _marks(value: Value | None, voice: Voice) -> str:
    """What an attack asks for: «([concentración], [cálculo] o [blanco-fijado])»."""
    if value is None:
        return ""
    items = value.items if isinstance(value, Lista) else (value,)
    shown = [voice.lexicon.icons[item.id] if item.kind == "icono" else item.id for item in items if isinstance(item, Cual)]
    return " (" + (_either(shown, value.conj) if isinstance(value, Lista) else shown[0]) + ")"


def _limit(ability: Capacidad, voice: Voice) -> str:
    values = dict(ability.limite)
    times = values["veces"]
    assert isinstance(times, Cual)
    number = {"1": "una vez", "2": "dos veces", "3": "tres veces"}.get(times.id)
    if number is None:
        raise Unprintable("límite")
    per = values["por"]
    return f"{number} por {' por '.join(phrase(p, voice) for p in (per.items if isinstance(per, Lista) else (per,)))}"


def _counted(ability: Capacidad, voice: Voice) -> list[str]:
    """«Límite de 1 capacidad "Protector" por ataque»: counted by the name of the ability, whoever uses it."""
    per = dict(ability.limite).get("por")
    used = next((f for f in per.filters if isinstance(f, Hecho) and f.verb == "usar"), None) if isinstance(per, Cosa) else None
    thing = used.role("que") if used is not None else None
    if thing is None or not isinstance(per, Cosa):
        return []
    return [f"límite de {phrase(thing, voice)} por {phrase(replace(per, filters=()), voice)}"]


def _moment(moment: Momento, voice: Voice) -> str:
    if moment.tiempo is not None:
        if moment.rel not in TIME:
            raise Unprintable(moment.rel)
        from_ = TIME[moment.rel]
        text = phrase(moment.tiempo, voice)
        return f"{from_[:-2]}del {text[3:]}" if from_.endswith(" de") and text.startswith("el ") else f"{from_} {text}"
    if moment.rel not in WHEN:
        raise Unprintable(moment.rel)
    voice = replace(voice, watching=True, present=voice.fluent and moment.rel == "mientras")
    word, mood = WHEN[moment.rel]
    shared = shared_clause(moment.hechos, voice, mood)
    return f"{word} " + (
        shared or _either([clause(fact, _again(fact, moment.hechos[0], voice), mood) for fact in moment.hechos], "o")
    )


def _late(item: Paso) -> tuple[Cond, ...]:
    """Conditions about somebody whom only the act tells: said after it."""
    given = {number for number, _ in things_of((item.coste, item.efecto))}
    return tuple(cond for cond in item.si if any(isinstance(part, Ref) and part.id in given for part in parts(cond)))


def _tail(item: Paso, voice: Voice) -> str:
    late = _late(item)
    return " si " + " y ".join(_going_on(cond, voice, _who(item.coste or item.efecto)) for cond in late) if late else ""


THIS = {(False, False): "éste", (True, False): "ésta", (False, True): "éstos", (True, True): "éstas"}


def _going_on(cond: Cond, voice: Voice, acting: Value | None = None) -> str:
    """«… si no tienen fichas verdes»: who acts is not told again; «… si ésta contiene [crítico]»: another one is."""
    who = cond.role("quien") if isinstance(cond, Hecho) else None
    if isinstance(cond, Hecho) and isinstance(who, Cosa):  # «… si el líder de esa unidad está acobardado»
        return clause(cond, replace(voice, watching=True), "ind", state=True)
    if not isinstance(cond, Hecho) or not isinstance(who, Ref):
        raise Unprintable("condición de quien actúa")
    bare = cond.put("quien", It())
    form = shape(voice.things[who.id], voice)
    told = clause(bare, replace(voice, watching=True), "ind", form, state=True)
    if isinstance(acting, (Yo, Papel)) or (isinstance(acting, (Cosa, Ref)) and acting.id != who.id):
        return f"{THIS[form.feminine, form.plural]} {told}"
    return told


def _again(fact: Hecho, first: Hecho, voice: Voice) -> Voice:
    """«una unidad enemiga ataca, se mueve o …»: one subject is told once."""
    who, same = first.role("quien"), fact.role("quien")
    again = isinstance(who, Cosa) and isinstance(same, Ref) and who.id == same.id
    again = again and (voice.fluent or "third_person_bearer" in voice.lexicon.data)
    return replace(voice, detail=3) if again else voice


OTHERWISE = Hecho("ocurrir", (("quien", Papel("lo_anterior")),), neg=True)


def _leads(item: Paso, voice: Voice, leads: Sequence[str]) -> str:
    found = [*leads, *(_moment(moment, voice) for moment in item.cuando)]
    late = _late(item)
    if OTHERWISE in item.si:
        found.append("de lo contrario")
    conds = [cond for cond in item.si if cond not in late and cond != OTHERWISE]
    if len(conds) > 1 and any(isinstance(cond, Junto) for cond in conds):
        found.extend("si " + _conds((cond,), voice) for cond in conds)  # «si A o B, si C»: each by itself
    elif conds:
        found.append("si " + _conds(conds, voice))
    if item.en_vez:
        found.append("en vez de eso")
    return "".join(f"{text}, " for text in found)


def _told_first(conds: Sequence[Cond]) -> list[Cond]:
    """What is pointed to before what points to it."""
    own = {cond: {number for number, _ in things_of(cond)} for cond in conds}
    given = {number for numbers in own.values() for number in numbers}
    return sorted(conds, key=lambda cond: bool(_pointed(cond) & (given - own[cond])))


def _pointed(value: Any) -> set[int]:
    return {part.id for part in parts_of(value) if isinstance(part, Ref)}


def _conds(conds: Sequence[Cond], voice: Voice) -> str:
    conds = _told_first(sorted(conds, key=lambda cond: isinstance(cond, Hecho) and cond.verb == "a_alcance"))  # «de ti y …»
    if len(conds) == 1 and isinstance(conds[0], Junto):
        return f" {conds[0].op} ".join(_cond(c, voice) for c in _told_first(conds[0].items))
    return " y ".join(_cond(c, voice) for c in conds)


def _cond(cond: Cond, voice: Voice) -> str:
    if isinstance(cond, Junto):
        raise Unprintable("condición")
    return clause(cond, replace(voice, watching=True), state=True)


def _asked_for(item: Paso) -> tuple[Hecho | None, Paso]:
    """«Para poder añadir un arma, el defensor debe …»: what nobody is told to do is asked for, not bought."""
    act = item.efecto[0] if len(item.efecto) == 1 and item.modo == "debe" and not item.coste else None
    if not isinstance(act, Hecho):
        return None, item
    aims = [v for key, v in act.circ if key == "para" and isinstance(v, Hecho) and v.role("quien") is None]
    if len(aims) != 1:
        return None, item
    done = replace(aims[0], roles=(("quien", Self()), *aims[0].roles))
    return done, replace(item, efecto=(replace(act, circ=tuple(part for part in act.circ if part[1] != aims[0])),))


def _timed_last(item: Paso) -> Paso:
    """«Si no A, C. De lo contrario, durante esta activación, B»: behind «si A» the time would be of both."""
    timed = item.efecto[0] if len(item.efecto) == 1 else None
    known = item.si[0] if len(item.si) == 1 else None
    if not item.si_no or item.modo or item.coste or not isinstance(timed, Paso) or not timed.cuando:
        return item
    if not isinstance(known, Hecho):
        return item
    return replace(item, si=(replace(known, neg=not known.neg),), efecto=item.si_no, si_no=item.efecto)


def _sentences(item: Item, voice: Voice, leads: Sequence[str]) -> list[str]:
    """A step as sentences: the step, «si lo haces», «de lo contrario»."""
    if not isinstance(item, Paso):
        item = Paso(efecto=(item,))
    aim, asked = _asked_for(item)
    if aim is not None:
        return _sentences(asked, voice, [*leads, "para poder " + infinitives(aim, voice)])
    if ruling(item):
        told = [text for part in item.efecto for text in _sentences(part, voice, [])]
        start = _leads(replace(item, efecto=()), voice, leads).removesuffix(", ")
        return [f"{start}: {told[0][:1].upper()}{told[0][1:]}", *told[1:]]
    item = _timed_last(item)
    must = item.efecto[0] if len(item.efecto) == 1 else None
    plain = Paso(must.modo, efecto=must.efecto, si_no=must.si_no) if isinstance(must, Paso) else None
    if item.si and isinstance(must, Paso) and must == plain and must.si_no and must.modo in ("debe", ""):
        who = _who(must.efecto)  # «Si A, debes B. Si no puedes, C»: C too is done only if A
        cannot = "si no puedes, " if isinstance(who, Yo) and not voice.third else "si no puede, "
        told = _sentences(replace(item, modo=must.modo, efecto=must.efecto), voice, leads)
        return [*told, cannot + _acts(must.si_no, "", voice)]
    later = [part for part in item.efecto if isinstance(part, Paso) and (part.cuando or (part.modo and not item.coste))]
    if item.modo == "puede" and later and not item.si_no and item.efecto[-len(later) :] == tuple(later) != item.efecto:
        before = _sentences(replace(item, efecto=item.efecto[: -len(later)]), voice, leads)
        return [
            *before,
            *(
                (
                    _if_done(_who(item.coste or item.efecto), voice)
                    if (part.modo == "no_puede" and part.cuando) or voice.detail
                    else ""
                )
                + text
                for part in later
                for text in _sentences(part, voice, [])
            ),
        ]  # «Mientras ejecutas esa maniobra, …»
    timed = next((i for i, part in enumerate(item.efecto) if i and isinstance(part, Paso) and part.cuando), 0)
    if item.modo == "puede" and timed and not item.si_no and item.efecto[timed + 1 :]:
        did = _if_done(_who(item.coste or item.efecto), voice)  # «… . Cuando esa unidad ataca, … . Si lo hace, …»
        after = [text for part in item.efecto[timed:] for text in _sentences(part, voice, [])]
        return [*_sentences(replace(item, efecto=item.efecto[:timed]), voice, leads), *(did + text for text in after)]
    if item.modo == "es_capaz" and len(item.efecto) > 1 and all(isinstance(part, Paso) for part in item.efecto[1:]):
        before = _sentences(replace(item, efecto=item.efecto[:1]), voice, leads)
        did = _if_done(_who(item.efecto), voice)  # «eres capaz de A. Si lo haces, no puedes B»
        return [*before, *(did + text for part in item.efecto[1:] for text in _sentences(part, voice, []))]
    item, each = _each_first(item, voice)
    item, instead_of = _instead_first(item, voice)
    each = [*each, *instead_of]
    start = _leads(item, voice, [*leads, *each])
    if item.coste and _short(item) and _aims(item) and (voice.joined or "third_person_bearer" not in voice.lexicon.data):
        instead = " en vez de eso" if item.en_vez and voice.detail < 2 else ""  # of what is bought, not of the price
        start = _leads(replace(item, en_vez=False), voice, [*leads, *each]) if instead else start
        found = [start + _acts(item.coste, item.modo, voice) + _purpose(item, voice) + instead + _tail(item, voice)]
    elif item.coste and _late(item):
        raise Unprintable("condición de quien actúa")
    elif item.coste:
        first = _acts(item.coste, item.modo, voice)
        who = _who(item.coste)
        if item.modo != "puede" and _aims(item):
            found = [start + first + _purpose(item, voice)]
        else:
            ruled = next((i for i, part in enumerate(item.efecto) if i and isinstance(part, Paso) and part.modo), None)
            apart = item.efecto[ruled:] if ruled is not None and isinstance(item.efecto[0], Paso) else ()
            rest = _after_what_replaces(item.efecto) if not apart else ()
            acts, anew = chosen_anew(item.efecto[: len(item.efecto) - len(apart) - len(rest)], voice)
            then = "".join(f"{told}, " for told in anew) + _acts(acts, "", _after(who, voice))
            found = [start + first, _if_done(who, voice) + then]
            found.extend(["luego, " + _acts(rest, "", _after(who, voice))] if rest else [])
            found.extend(text for part in apart for text in _sentences(part, voice, []))  # «… . Esos dados sólo pueden …»
    else:
        try:
            found = _split_choice(item, start, voice)
        except Unprintable:
            found = _one_by_one(item, start, voice)
    if item.si_no:  # «Mueve 3 para atacar. Si no puedes, …»: an order that may turn out impossible
        may = isinstance(_who(item.efecto), Yo) and not voice.third
        tried = ("si no puedes, " if may else "si no puede, ") if not item.si and not item.modo else "de lo contrario, "
        found.append(tried + _acts(item.si_no, "", voice))
    return found


def ruling(item: Paso) -> bool:
    """«Si A: B. C.»: a condition of several steps."""
    several = len(item.efecto) > 1 and all(isinstance(part, Paso) for part in item.efecto)
    return several and bool(item.si) and item == Paso(si=item.si, efecto=item.efecto)


def _one_by_one(item: Paso, start: str, voice: Voice) -> list[str]:
    """«puede desplegarse. Las demás miniaturas son colocadas …»: what others do then is a sentence of its own."""
    who = _who(item.efecto)
    own = next((i for i, part in enumerate(item.efecto) if not (isinstance(part, Hecho) and _doer(part, who))), 0)
    if item.modo != "puede" or not own:
        raise Unprintable("opción")
    rest = [text for part in item.efecto[own:] for text in _sentences(part, voice, [])]
    return [start + _acts(item.efecto[:own], item.modo, voice) + _tail(item, voice), *rest]


def _after_what_replaces(acts: Sequence[Item]) -> Sequence[Item]:
    """«… en vez de eso, A. Luego, B»: in one sentence with A, B would replace something too."""
    instead = [isinstance(act, Paso) and act.en_vez for act in acts]
    return acts[next((i + 1 for i in range(len(acts) - 1) if instead[i] and not any(instead[i + 1 :])), len(acts)) :]


def _doer(fact: Hecho, who: Value | None) -> bool:
    return who is not None and _same(fact.role("quien"), who)


def _if_done(who: Value | None, voice: Voice) -> str:
    if isinstance(who, Yo) and not voice.third:
        return "si lo haces, "
    return "si lo hacen, " if who is not None and shape(who, voice).plural else "si lo hace, "


def _after(who: Value | None, voice: Voice) -> Voice:
    """«Si lo hace, tiras 1 dado»: «tira» would be who did it."""
    return voice if isinstance(who, Yo) or voice.third else replace(voice, commanding=False)


def _each_first(item: Paso, voice: Voice) -> tuple[Paso, list[str]]:
    """«Por cada unidad aliada, …» before the act, where behind it something else would take it."""
    acts, anew = chosen_anew(item.efecto, voice)
    if anew and not item.coste:
        return replace(item, efecto=acts), anew
    fact = item.efecto[0] if len(item.efecto) == 1 and not item.coste else None
    told = [value for key, value in fact.circ if key == "por_cada"] if isinstance(fact, Hecho) else []
    capped = isinstance(fact, Hecho) and any(key.startswith("hasta_un_") for key, _ in fact.circ)
    if voice.detail != 1 or len(told) != 1 or capped or not isinstance(fact, Hecho) or not isinstance(told[0], Cosa):
        return item, []
    bare = replace(fact, circ=tuple(c for c in fact.circ if c[0] != "por_cada"))
    return replace(item, efecto=(bare,)), ["por cada " + phrase(told[0], voice)]


def chosen_anew(items: tuple[Item, ...], voice: Voice) -> tuple[tuple[Item, ...], list[str]]:
    """«Por cada ficha gastada, A o B»: one of them for each token, and not one for them all."""
    choice = items[0] if len(items) == 1 else None
    facts = [f for option in choice.opciones for f in option] if isinstance(choice, Eleccion) else []
    told = {value for f in facts if isinstance(f, Hecho) for key, value in f.circ if key == "por_cada"}
    each = [f for f in facts if isinstance(f, Hecho) and any(key == "por_cada" for key, _ in f.circ)]
    if not isinstance(choice, Eleccion) or len(told) != 1 or len(each) < len(facts):
        return items, []
    (value,) = told
    options = tuple(
        tuple(replace(f, circ=tuple(c for c in f.circ if c[0] != "por_cada")) for f in option if isinstance(f, Hecho))
        for option in choice.opciones
    )
    return (Eleccion(options),), [for_each(value, voice)]


def _instead_first(item: Paso, voice: Voice) -> tuple[Paso, list[str]]:
    """«En vez de gastar 1 ficha, puedes gastar 1 [carga] para …»: behind the price it would be of what is bought."""
    price = item.coste[0] if len(item.coste) == 1 else None
    others = [value for key, value in price.circ if key == "en_vez_de"] if isinstance(price, Hecho) else []
    if not isinstance(price, Hecho) or len(others) != 1 or not isinstance(others[0], Hecho):
        return item, []
    bare = replace(price, circ=tuple(c for c in price.circ if c[0] != "en_vez_de"))
    return replace(item, coste=(bare,)), ["en vez de " + infinitive(others[0], voice)]


def _split_choice(item: Paso, start: str, voice: Voice) -> list[str]:
    """«puedes elegir 1 nave. Esa nave recibe …»: what follows the choice is another sentence."""
    if item.modo == "puede" and len(item.efecto) > 1 and isinstance(item.efecto[0], Hecho) and item.efecto[0].verb == "elegir":
        rest = item.efecto[1:]
        did = "si lo hace, " if voice.third or not isinstance(_who(item.efecto), Yo) else "si lo haces, "
        return [start + _acts(item.efecto[:1], item.modo, voice), did + _acts(rest, "", _after(_who(item.efecto), voice))]
    return [start + _acts(item.efecto, item.modo, voice) + _tail(item, voice)]


def _short(item: Paso) -> bool:
    """Whether «para» says it: one act of who pays."""
    act = item.efecto[0] if len(item.efecto) == 1 else None
    return (
        isinstance(act, Hecho)
        and act.role("quien") is not None
        and act.role("quien") == _who(item.coste)
        and not act.neg
        and not act.past
    )


HARM = frozenset({"sufrir", "perder"})


def _aims(item: Paso) -> bool:
    """Whether an order is told with its aim: nobody acts «para sufrir 1 [daño]», nor so that somebody else does a thing."""
    acts = [act for act in item.efecto if isinstance(act, Hecho)]
    mine = all(act.role("quien") == _who(item.coste) and act.verb not in HARM for act in acts)
    return item.modo != "" or bool(acts and mine)


def _purpose(item: Paso, voice: Voice) -> str:
    cost, effect = item.coste, item.efecto
    if len(effect) == 1 and isinstance(effect[0], Hecho) and effect[0].role("quien") == _who(cost):
        return " para " + infinitive(effect[0], voice)
    if len(effect) == 1 and isinstance(effect[0], Hecho):
        return " para que " + clause(effect[0], voice, "subj")
    acts = [
        act for act in effect if isinstance(act, Hecho) and act.role("quien") == _who(cost) and not act.neg and not act.past
    ]
    if effect and len(acts) == len(effect):
        return " para " + _either([infinitive(act, voice) for act in acts], "y")
    raise Unprintable("coste")


def _who(items: Sequence[Item]) -> Value | None:
    first = items[0]
    if isinstance(first, Hecho):
        return first.role("quien")
    if isinstance(first, Eleccion):
        return _who(first.opciones[0])
    return _who(first.coste or (first.efecto if isinstance(first, Paso) else first.pasos))


def _about(items: Sequence[Item]) -> Value | None:
    """Of whom something is forbidden: «no pueden coordinar ni ser coordinadas»."""
    first = items[0]
    return first.role("quien") or first.role("que") if isinstance(first, Hecho) else _who(items)


def _acts(items: Sequence[Item], modo: str, voice: Voice) -> str:
    """Acts joined by «y»; under one «puede» they share it."""
    if modo in ("puede", "debe", "es_capaz", "solo_puede", "puede_no", "no_puede"):
        return _modal(items, modo, voice)
    told = _with_more(items, voice)
    parts = [_act(item, voice) for item in told]
    # «puedes A y B» is both or none
    joints = [";" if isinstance(item, Paso) and item.modo == "puede" else " y" for item in told]
    tails = (joint + (part if part.startswith(",") else " " + part) for joint, part in zip(joints, parts[1:], strict=False))
    return parts[0].removeprefix(", ") + "".join(tails)


def _with_more(items: Sequence[Item], voice: Voice) -> list[Item | str]:
    """«recibe 1 ficha, o 2 fichas si estás dañado»: two steps of which one condition tells."""
    found: list[Item | str] = []
    for item in items:
        last = found[-1] if found else None
        text = _more_if(last, item, voice) if isinstance(last, Paso) and isinstance(item, Paso) else ""
        if text:
            found[-1] = text
        else:
            found.append(item)
    return found


def _more_if(one: Paso, other: Paso, voice: Voice) -> str:
    if any(p != Paso(si=p.si, efecto=p.efecto) or len(p.si) != 1 or len(p.efecto) != 1 for p in (one, other)):
        return ""
    a, b, cond = one.efecto[0], other.efecto[0], other.si[0]
    if not isinstance(a, Hecho) or not isinstance(b, Hecho) or not isinstance(cond, Hecho) or cond.neg:
        return ""
    more = b.role("que")
    same = replace(a, roles=tuple(r for r in a.roles if r[0] != "que")) == replace(
        b, roles=tuple(r for r in b.roles if r[0] != "que")
    )
    if one.si != (replace(cond, neg=True),) or not same or more is None:
        return ""
    return f"{_act(a, voice)}, o {phrase(more, voice)} si {clause(cond, voice, state=True)}"


def _either_way(item: Paso, voice: Voice) -> str:
    """«Si A, recibe 1 ficha, o 2 si B»: what «de lo contrario» would say of A."""
    other = item.si_no[0]
    less = other if isinstance(other, Paso) else Paso(efecto=(other,))
    cond = item.si[0] if len(item.si) == 1 else None
    plain = item == Paso(si=item.si, efecto=item.efecto, si_no=(other,)) and less == Paso(efecto=less.efecto)
    if not plain or not isinstance(cond, Hecho):
        raise Unprintable("de lo contrario")
    told = _more_if(replace(less, si=(replace(cond, neg=True),)), replace(item, si_no=()), voice)
    if not told:
        raise Unprintable("de lo contrario")
    return told


def _modal(items: Sequence[Item], modo: str, voice: Voice) -> str:
    who = _who(items)
    person, plural, subject = _person(who, voice)
    if isinstance(who, Lista) and Yo() in who.items and not voice.third:  # «tú y el defensor», never «ti»
        subject = f" {who.conj} ".join("tú" if item == Yo() else phrase(item, voice) for item in who.items)
    verb = {"puede": "poder", "debe": "deber", "solo_puede": "poder", "puede_no": "poder", "no_puede": "poder"}.get(modo)
    if modo == "es_capaz":
        text = {2: "eres capaz de", 3: "son capaces de" if plural else "es capaz de"}[person]
    else:
        assert verb is not None
        text = {"no_puede": "no ", "solo_puede": "sólo "}.get(modo, "") + form_of(verb, "ind", person, plural)
    if who is None:
        return _agentless(items, text, voice)
    suffered = _suffered(items)
    if suffered is not None:  # «1 unidad con BRÍO no puede ser atacada por unidades a [alcance-1] de ella»
        person, plural, subject = _person(suffered.role("que"), voice)
        return f"{subject} {text.replace('pueden', 'puede') if not plural else text} {passive_infinitive(suffered, voice)}"
    if modo == "no_puede":
        shared = _neither(items, voice, who)
        if shared:
            return " ".join(part for part in (subject, text, shared) if part)
        banned = [_none_of(infinitive(item, voice.acting(who, item.verb))) for item in items if isinstance(item, Hecho)]
        if len(banned) == len(items):
            return " ".join(part for part in (subject, text, " ni ".join(banned)) if part)
    if len(items) == 1 and isinstance(items[0], Eleccion):
        options = [option[0] for option in items[0].opciones if len(option) == 1 and isinstance(option[0], Hecho)]
        if len(options) != len(items[0].opciones):
            return _long_choice(items[0], modo, voice)
        body = _either([infinitive(option, voice.acting(who, option.verb)) for option in options], "o")
    elif all(isinstance(item, Hecho) and _same(item.role("quien"), who) for item in items):
        no = "no " if modo == "puede_no" else ""
        body = _either([no + infinitive(item, voice.acting(who, item.verb)) for item in items if isinstance(item, Hecho)], "y")
    elif len(items) == 2 and isinstance(items[0], Hecho) and isinstance(items[1], Eleccion):
        body = infinitive(items[0], voice.acting(who, items[0].verb)) + " y " + _one_object(items[1], who, voice)
    else:
        raise Unprintable("opción")
    return " ".join(part for part in (subject, text, body) if part)


def _one_object(choice: Eleccion, who: Value, voice: Voice) -> str:
    """«soltar o lanzar 1 mina»: verbs that share all that follows them."""
    facts = [option[0] for option in choice.opciones if len(option) == 1 and isinstance(option[0], Hecho)]
    said = [infinitive(fact, voice.acting(who, fact.verb)).split(" ", 1) for fact in facts]
    alike = {replace(fact, verb="") for fact in facts}
    if len(facts) < len(choice.opciones) or len(alike) > 1 or any(len(words) < 2 or words[1] != said[0][1] for words in said):
        raise Unprintable("opción")
    return _either([words[0] for words in said], "o") + " " + said[0][1]


def _neither(items: Sequence[Item], voice: Voice, who: Value) -> str:
    """«no puede usar A ni B para C»: what is forbidden with several things alike, and how, is told once."""
    facts = [item for item in items if isinstance(item, Hecho)]
    alike = {replace(fact, roles=tuple(role for role in fact.roles if role[0] != "que")) for fact in facts}
    things = [fact.role("que") for fact in facts]
    told_once = facts and isinstance(facts[0].role("quien"), Cosa)  # «las naves enemigas no pueden gastar A ni B»
    if len(facts) < max(2, len(items)) or len(alike) > 1 or not (told_once or facts[0].circ or len(facts[0].roles) > 2):
        return ""
    if not all(isinstance(thing, Cosa) and not thing.id for thing in things):
        return ""
    told = [phrase(thing, voice) for thing in things if thing is not None]
    body = infinitive(facts[0], voice.acting(who, facts[0].verb))
    return _none_of(body.replace(told[0], " ni ".join(told), 1)) if told[0] in body else ""


def _suffered(items: Sequence[Item]) -> Hecho | None:
    """An act that tells its doer by whom it is done to: who suffers it comes first."""
    fact = items[0] if len(items) == 1 else None
    what = fact.role("que") if isinstance(fact, Hecho) else None
    if not isinstance(fact, Hecho) or not isinstance(what, Cosa) or not what.id:
        return None
    return fact if what.id in _pointed(fact.role("quien")) else None


def _same(value: Value | None, who: Value) -> bool:
    """Whether it is who was just told."""
    return value == who or (isinstance(value, Ref) and isinstance(who, Cosa) and value.id == who.id)


def _none_of(words: str) -> str:
    """«no puedes recuperar las cargas» bans each of them; «no puedes recuperar todas las cargas» would leave some."""
    return re.sub(r"\btod[oa]s (los|las|tus|sus)\b", r"\1", words)


def _long_choice(choice: Eleccion, modo: str, voice: Voice) -> str:
    return " o ".join(_option(option, modo, voice) for option in choice.opciones)


def _option(option: Sequence[Item], modo: str, voice: Voice) -> str:
    """One way of several: «puedes A, o puedes gastar B para C»."""
    first = option[0]
    paid = Paso(coste=first.coste, efecto=first.efecto) if isinstance(first, Paso) else None
    if len(option) == 1 and isinstance(first, Paso) and first.coste and replace(first, en_vez=False) == paid:
        return _acts(first.coste, modo, voice) + _purpose(first, voice) + (" en su lugar" if first.en_vez else "")
    return _acts(option, modo, voice)


BESIDES = ("modo", Cual("de_cualquier_otra_manera", "modo"))


def _agentless(items: Sequence[Item], text: str, voice: Voice) -> str:
    """«tus dados no pueden ser modificados»; «no puedes ser empujado ni adquirir Debilidad»."""
    first = items[0]
    done = first.role("que") if isinstance(first, Hecho) else None
    own = [item for item in items if isinstance(item, Hecho) and done is not None and item.role("quien") == done]
    if own and text.startswith("no ") and list(items[-len(own) :]) == own:
        acts = [_none_of(infinitive(item, voice.acting(done, item.verb))) for item in own]
        return " ni ".join([_agentless(items[: -len(own)], text, voice), *acts])
    banned = len(items) > 1 and text.startswith("no ")  # «no pueden ser reparadas ni restauradas»
    options = (
        [option[0] for option in first.opciones if len(option) == 1]
        if isinstance(first, Eleccion)
        else list(items if banned else items[:1])
    )
    facts = [fact for fact in options if isinstance(fact, Hecho) and fact.role("quien") is None]
    facts.sort(
        key=lambda fact: BESIDES in fact.circ
    )  # «… o modificado de cualquier otra manera»: other than what stands before
    besides = len(facts) > 1 and [fact.circ for fact in facts] == [*[()] * (len(facts) - 1), (BESIDES,)]
    facts = [replace(fact, circ=(BESIDES,)) for fact in facts] if besides else facts
    first = facts[0] if facts else first
    if len(items) != (len(facts) if banned else 1) or not isinstance(first, Hecho) or first.role("que") is None:
        raise Unprintable("pasiva")
    if len(facts) > 1 and any(replace(fact, verb=first.verb) != first for fact in facts):
        raise Unprintable("pasiva")
    what = first.role("que")
    assert what is not None
    if text.startswith("no ") and isinstance(what, Cosa) and what.qty == SOME and not what.id:
        what = replace(what, qty=EVERY)  # «los resultados [crítico] no pueden ser anulados»: none of them
    person, plural, subject = _person(what, voice)
    text = text.replace("es capaz de", "son capaces de") if plural else text
    verb = text.replace("puede", form_of("poder", "ind", person, plural)).replace(
        "debe", form_of("deber", "ind", person, plural)
    )
    first = replace(first, roles=tuple((key, _each_one(thing) if key == "a" else thing) for key, thing in first.roles))
    if text.startswith("sólo ") and isinstance(what, Cosa) and what.qty == SOME and not what.id and len(facts) == 1:
        done_by = replace(first, roles=(("quien", Self()), *(role for role in first.roles if role[0] != "quien")))
        return f"sólo se {verb.removeprefix('sólo ')} {infinitive(done_by, voice)}"  # none but those, whatever is done to them
    body = _none_of(infinitive(first, voice)) if banned else infinitive(first, voice)
    if len(facts) > 1:  # «ser vuelto a tirar o modificado»
        heads = [infinitive(replace(fact, circ=()), voice) for fact in facts]
        body = body.replace(
            heads[0], _either([heads[0], *(head.removeprefix("ser ") for head in heads[1:])], "ni" if banned else "o"), 1
        )
    return f"{subject} {verb} {body}".strip()


def _each_one(thing: Value) -> Value:
    """«no puede ser asignado a cada nave»: behind «más de 1», «a todas las naves» would be all of them together."""
    return replace(thing, qty=Qty("cada")) if isinstance(thing, Cosa) and thing.qty == EVERY and not thing.id else thing


def _person(who: Value | None, voice: Voice) -> tuple[int, bool, str]:
    if who is None:
        return 3, False, ""
    if isinstance(who, Yo):
        return (3, False, voice.third) if voice.third else (2, False, "")
    if isinstance(who, Ref) and voice.detail > 2:
        return 3, shape(who, voice).plural, ""
    many = isinstance(who, Cosa) and who.qty == EVERY
    return 3, shape(who, voice).plural, phrase(who, voice.behind(counted=not many))


def _either(parts: list[str], conj: str) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + f" {conj} " + parts[-1]


def _act(item: Item | str, voice: Voice) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, Hecho):
        told = ordered(item, voice) or clause(item, voice)
        return _none_of(told) if item.neg else told
    if isinstance(item, Eleccion):
        return " o ".join(_acts(option, "", voice) for option in item.opciones)
    if isinstance(item, Capacidad):
        raise Unprintable("capacidad")
    start = _leads(item, voice, [])
    start = ", " + start if start else ""
    if item.si_no:
        return _either_way(item, voice)
    if item.coste:
        return start + _acts(item.coste, item.modo, voice) + _purpose(item, voice)
    return start + _acts(item.efecto, item.modo, voice)


def done_to(value: Any) -> tuple[tuple[int, str], ...]:
    """Referents with the verb whose object they are."""
    return tuple(
        (thing.id, part.verb)
        for part in parts(value)
        if isinstance(part, Hecho)
        for name, thing in part.roles
        if name == "que" and isinstance(thing, Cosa) and thing.id
    )


def things_of(value: Any) -> list[tuple[int, Cosa]]:
    return [(part.id, part) for part in parts(value) if isinstance(part, Cosa) and part.id]


__all__ = ["Lista", "Papel", "Ref", "replace", "text_of"]
