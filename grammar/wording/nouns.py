"""Things in words: a noun phrase from what it means. Pure functions over a `Voice`."""

import re
from dataclasses import dataclass, field
from typing import Any

from grammar.language.nouns import agree as inflected
from grammar.lexicon.load import Lexicon
from grammar.meaning.binding.subjects import acts_itself
from grammar.meaning.node import replace
from grammar.meaning.values import (
    EVERY,
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
    Self,
    Value,
    Yo,
)


class Unprintable(Exception):
    """The style has no words for this part of an effect."""


@dataclass(frozen=True)
class Voice:
    """How a text speaks: the game's words, what every referent is called, how much of it is said."""

    lexicon: Lexicon
    things: dict[int, Cosa]
    detail: int = 0
    """0 «esa nave», 1 «esa nave enemiga», 2 everything that is known of it, 3 nothing where who goes on is left out."""
    clause: Any = None
    """Prints a fact as a clause: given by wording.facts, which stands on this module."""
    infinitive: Any = None
    """Prints a fact as an infinitive: given by wording.facts too."""
    done: tuple[tuple[int, str], ...] = ()
    """What was done to each referent: «por cada ficha gastada»."""
    keyword: Any = None
    """Prints a keyword with its parameters: given by wording.lines."""
    origin: Value | None = field(default_factory=Yo)
    """From whom «adyacente» and «a 2 casillas» are measured where nothing is said: who acts, in games that say so; none:
    it is always said («por cada figura adyacente a él»)."""
    subject: Value | None = None
    """Who «su» is."""
    holder: Value | None = None
    """A thing whose phrase is being said: «un terminal sin Rebeldes a 2 casillas» measures from it."""
    head: Value | None = None
    """Somebody whose phrase is being said: «los Héroes con 1 ficha en su hoja»."""
    telling: frozenset[int] = frozenset()
    """Referents that are being told: none of them is told by itself."""
    watching: bool = False
    """A moment or a condition is being told: nobody acts, and distances are the bearer's."""
    joined: bool = False
    """Steps in one sentence, and what is paid before «para»."""
    fluent: bool = False
    """As the game's cards speak («una nave», «situada en», «1 de daño»); otherwise in the manner that is always read back."""
    article: bool = False
    """Behind a preposition: «por un resultado», where an object is counted («cambia 1 resultado»)."""
    commanding: bool = True
    """Whether an order is read as one: behind «si lo hace» it would go on about who did it."""
    told: bool = False
    """The reading said back, which nobody reads as a card again."""
    here: Value | None = None
    """What «este sistema» is, where a mission or a leader has been put in one that was told."""
    turning: bool = False
    """What is turned over is told by how it lies: «una carta que esté boca abajo»; behind the noun that is how it ends."""
    present: bool = False
    """Inside «mientras»: «que tienes a alcance 1», elsewhere «que tengas»."""

    def behind(self, counted: bool = False) -> "Voice":
        """The voice behind a preposition, or before what is counted."""
        wanted = self.fluent and not counted
        return self if self.article == wanted else replace(self, article=wanted)

    def acting(self, who: Value | None, verb: str) -> "Voice":
        """The voice inside a clause whose subject has been told."""
        if who is None or isinstance(who, (It, Self)):
            return self
        told: Value = Ref(who.id) if isinstance(who, Cosa) and who.id else who
        if "continues" not in self.lexicon.data:
            return replace(self, subject=told) if self.fluent or (self.third and self.detail > 1) else self
        far = self.watching and not acts_itself(who, verb, self.lexicon)
        return replace(self, origin=Yo() if far else told, subject=told)

    @property
    def third(self) -> str:
        return str(self.lexicon.data.get("bearer_print", ""))


@dataclass(frozen=True)
class Shape:
    feminine: bool
    plural: bool


def shape(value: Value, voice: Voice) -> Shape:
    if isinstance(value, Ref):
        told = shape(voice.things[value.id], voice)
        many = voice.things[value.id].qty.op == "mas_de"  # «más de 1 nave …, esas naves»
        return replace(told, plural=told.plural or many)
    if isinstance(value, Cosa):
        noun = voice.lexicon.nouns.get(value.noun)
        if noun is None and _by_icon(value, voice):  # «[amenaza] no puede ser gastada»
            icons = next((icons for f in value.filters if (icons := _icon(f))), [])
            return Shape(any(_icon_feminine(icon, voice) for icon in icons[:1]), _plural(value))
        feminine = noun is not None and noun.gender == "f"
        return Shape(feminine, _plural(value))
    if isinstance(value, Papel):
        noun = voice.lexicon.nouns.get(value.this or value.nombre)
        return Shape(noun is not None and noun.gender == "f", value.nombre.startswith("estos_"))
    if isinstance(value, Lista) and _each_of(value, voice):
        return Shape(shape(value.items[0], voice).feminine, _both(value, voice))
    if isinstance(value, Lista):
        return Shape(False, value.conj == "y")
    if isinstance(value, Yo) and voice.third:
        noun = voice.lexicon.nouns.get(str(voice.lexicon.data.get("bearer_noun", "")))
        return Shape(noun is not None and noun.gender == "f", False)
    return Shape(False, False)


def _is_keyword(value: Value) -> bool:
    return isinstance(value, Cosa) and value.sort == "palabra_clave"


def _each_of(value: Lista, voice: Voice) -> bool:
    """«Cada una»: several things told before that have one name."""
    nouns = [voice.things[item.id].noun for item in value.items if isinstance(item, Ref) and item.id in voice.things]
    return value.conj == "y" and len(nouns) == len(value.items) and len(set(nouns)) == 1


def _both(value: Lista, voice: Voice) -> bool:
    """«Ambas puertas»: told more fully than «cada una», which may be one of others."""
    fully = voice.detail >= 2 and len(value.items) == 2 and _each_of(value, voice)
    return fully and voice.things[value.items[0].id].noun in voice.lexicon.nouns  # type: ignore[union-attr, index]


def _each_time(thing: Cosa) -> bool:
    """«cada ronda», «cada activación de un Rebelde»: there are never two of them at once."""
    own = any(isinstance(f, Hecho) and f.verb == "de" and f.role("que") == Yo() for f in thing.filters)
    return thing.qty == EVERY and thing.sort == "tiempo" and not own


def _of_them(cond: Cond) -> Cond:
    """«cada ataque de las figuras», where «de todas las figuras» would be one that all of them make."""
    whose = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
    if not isinstance(cond, Hecho) or not isinstance(whose, Cosa) or whose.qty != EVERY or whose.id:
        return cond
    return cond.put("que", replace(whose, qty=Qty("los")))


def _plural(thing: Cosa) -> bool:
    if thing.noun == "numero":
        return False  # «X es igual a …»
    if (
        thing.sort == "valor"
        and thing.qty.op != "todos"
        and any(isinstance(f, Hecho) and f.verb == "valer" for f in thing.filters)
    ):
        return False  # «Agilidad 0»
    if thing.qty.op in ("mas", "menos") and thing.sort in ("valor", "bono"):
        return False  # «+3 Precisión»
    if _each_time(thing):
        return False
    if thing.qty.op == "todos" and any(isinstance(f, Hecho) and f.verb == "entre" for f in thing.filters):
        return Hecho("otro", (("quien", It()),)) in thing.filters  # «cada una de esas figuras que …», «las otras»
    if thing.qty.op in ("alguno", "al_menos_otro"):
        return False  # «alguna nave», «al menos otra figura»: printed only
    if thing.qty.op in ("n", "al_menos", "hasta", "exacto", "mas", "menos", "mas_de", "menos_de"):
        return thing.qty.n != "1" or thing.qty.op == "al_menos"
    return thing.qty.op in ("todos", "los", "algun", "cualquiera", "entre", "maximo", "segun")


def phrase(value: Value, voice: Voice) -> str:
    """The value as a noun phrase."""
    if isinstance(value, Yo):
        return voice.third or "ti"
    if isinstance(value, Papel):
        return _part(value, voice)
    if isinstance(value, Ref) and voice.things[value.id].sort == "tiempo" and voice.things[value.id].filters:
        return thing(voice.things[value.id], voice)  # «el final de esta ronda» is one time, however often it is told
    if isinstance(value, Ref) and value == voice.here:
        return _part(_here(voice), voice)
    if isinstance(value, Ref):
        return _again(voice.things[value.id], voice)
    if isinstance(value, Cosa):
        return thing(value, voice)
    if isinstance(value, Lista) and _both(value, voice):
        first = voice.things[value.items[0].id]  # type: ignore[union-attr, index]
        return f"{'ambas' if shape(first, voice).feminine else 'ambos'} {voice.lexicon.nouns[first.noun].plural}"
    if isinstance(value, Lista) and _each_of(value, voice):
        return "cada una" if shape(value.items[0], voice).feminine else "cada uno"
    if isinstance(value, Lista) and "shouted" in voice.lexicon.data and all(_is_keyword(item) for item in value.items):
        return "las cualidades " + _list([phrase(item, voice) for item in value.items], value.conj)
    if isinstance(value, Lista) and (said := _whichever(value, voice) or _and_one_more(value, voice)):
        return said
    if isinstance(value, Lista):
        return _list([phrase(item, voice) for item in value.items], value.conj)
    if isinstance(value, Nombre):
        return value.nombre if value.nombre in voice.lexicon.names.values() else f'"{value.nombre}"'
    if isinstance(value, Cuenta):
        return "la cantidad de " + _without_article(value.de, voice)
    if isinstance(value, Cual):
        return quality(value, voice)
    if isinstance(value, Self):
        return "sí mismo"
    raise Unprintable(type(value).__name__)


def _whichever(value: Lista, voice: Voice) -> str:
    """«otra plantilla con la misma velocidad, ya sea 1 plantilla [A] o 1 plantilla [B] con la misma dirección»: what all
    have, where it is told by «el mismo», is told once."""
    first = value.items[0]
    things = [item for item in value.items if isinstance(item, Cosa) and not item.ref and not item.id]
    if value.conj != "o" or not isinstance(first, Cosa) or len(things) < len(value.items):
        return ""
    if any((item.noun, item.qty) != (first.noun, first.qty) for item in things) or first.qty.op != "n":
        return ""
    shared = tuple(f for f in first.filters if all(f in item.filters for item in things))
    own = [replace(item, filters=tuple(f for f in item.filters if f not in shared)) for item in things]
    if not any(_by_the_same(f) for f in shared) or not all(item.filters for item in own):
        return ""
    return f"{thing(replace(first, filters=shared), voice)}, ya sea {_list([thing(item, voice) for item in own], 'o')}"


def _and_one_more(value: Lista, voice: Voice) -> str:
    """«ambas naves»: the one to which something was done anyway, and one more."""
    first, other = value.items if value.conj == "y" and len(value.items) == 2 else (None, None)
    if not isinstance(first, Cosa) or not isinstance(other, Ref) or first.noun != voice.things[other.id].noun:
        return ""
    done = first.filters[0] if len(first.filters) == 1 else None
    if not isinstance(done, Hecho) or first.qty.op != "el" or done.roles != (("que", It()),):
        return ""
    form = replace(shape(first, voice), plural=True)
    return f"{'ambas' if form.feminine else 'ambos'} {_noun(first, form, voice)}"


def _by_the_same(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "tener" else None
    return isinstance(what, Cosa) and any(isinstance(f, Hecho) and f.verb == "mismo" for f in what.filters)


def quality(value: Cual, voice: Voice) -> str:
    lexicon = voice.lexicon
    if value.kind.startswith("icono_"):
        return lexicon.icons[value.id]
    if value.kind == "tipo_ficha":
        return lexicon.tokens[value.id]
    if value.kind == "rumbo":
        speed, _, name = value.id.partition("_")
        return f"({speed} {lexicon.icons[name]})"
    if value.kind == "modo" and value.id == "solo":
        return "sólo"
    if value.kind == "modo":
        return lexicon.closed.get(value.id, "también" if value.id == "tambien" else value.id.replace("_", " "))
    if value.kind.startswith("clase_de_") and value.id in lexicon.nouns:
        return lexicon.nouns[value.id].text
    if value.id in lexicon.adjectives:
        return lexicon.adjectives[value.id][0]
    for cls in ("KIND", "N", "NAME", "ICON"):
        if (cls, value.id) in lexicon.texts:
            return lexicon.texts[(cls, value.id)]
    raise Unprintable(value.id)


def _part(value: Papel, voice: Voice) -> str:
    name = value.nombre
    if name == "lo_que_sigue" and "named_faces" in voice.lexicon.data:
        return "la siguiente:"  # the line below, with its name
    if name == "lo_que_sigue":
        return ":"
    if name in voice.lexicon.data.get("part_words", {}):
        return str(voice.lexicon.data["part_words"][name])
    noun = voice.lexicon.nouns.get(value.this or name)
    if noun is None:
        named = next((key for key, part in voice.lexicon.data.get("roles", {}).items() if part == name), None)
        noun = voice.lexicon.nouns.get(named or "")
    if noun is None:
        raise Unprintable(name)
    if name.startswith("estos_"):
        return ("estas " if noun.gender == "f" else "estos ") + noun.plural
    if value.this:
        return ("esta " if noun.gender == "f" else "este ") + noun.text
    return ("la " if noun.gender == "f" else "el ") + noun.text


def _again(value: Cosa, voice: Voice) -> str:
    if value.qty.op == "el" and value.sort == "arco" and any(f == MINE for f in value.filters):
        return thing(value, voice)  # «tu [arco-diana]»: there is no other
    form = shape(value, voice)
    form = replace(form, plural=form.plural or value.qty.op == "mas_de")
    noun = _noun(value, form, voice)
    said = {(False, False): "ese", (True, False): "esa", (False, True): "esos", (True, True): "esas"}[
        (form.feminine, form.plural)
    ]
    extra = ""
    if value.id in voice.telling:
        raise Unprintable("lo que se dice por sí mismo")
    voice = replace(voice, telling=voice.telling | {value.id}) if value.id else voice
    if voice.detail:
        extra = "".join(
            " " + _adjective(f, form, voice)
            for f in value.filters
            if _is_adjective(f, voice) and (voice.detail > 1 or _kind(f) == "lado")
        )
    several = sum(thing.noun == value.noun for thing in voice.things.values()) > 1
    if value.sort in voice.lexicon.data.get("of_one_icon", "").split() and (voice.detail or several):
        told = [quality.id for f in value.filters if (quality := quality_of(f)) and quality.kind.startswith("icono_")]
        extra += "".join(f" de {voice.lexicon.icons[icon]}" for icon in told)  # «esa prueba de [fuerza]»: of two
    if voice.detail > 1:
        extra += "".join(" " + _with(f, voice) for f in value.filters if _owning(f) and _keyworded(f))  # type: ignore[arg-type]
    if "continues" in voice.lexicon.data and any(isinstance(f, Hecho) and f.verb == "otro" for f in value.filters):
        others = {(False, False): "otro", (True, False): "otra", (False, True): "otros", (True, True): "otras"}
        noun = f"{others[(form.feminine, form.plural)]} {noun}"
    return f"{said} {noun}{extra}"


MINE = Hecho("de", (("quien", It()), ("que", Yo())))


def _keyworded(cond: Cond) -> bool:
    what = cond.role("que") if isinstance(cond, Hecho) else None
    return isinstance(what, Cosa) and what.sort == "palabra_clave"


def _noun(value: Cosa, form: Shape, voice: Voice) -> str:
    noun = voice.lexicon.nouns.get(value.noun.removeprefix("papel_"))
    if noun is None and value.noun in voice.lexicon.icons:
        return voice.lexicon.icons[value.noun]  # «esa [tensión]»: a thing that only its icon names
    if noun is None:
        raise Unprintable(value.noun or "nombre")
    return noun.plural if form.plural else noun.text


def quality_of(cond: Cond) -> Cual | None:
    value = cond.role("que") if isinstance(cond, Hecho) else None
    return value if isinstance(value, Cual) else None


def _id(cond: Cond) -> str:
    value = quality_of(cond)
    return value.id if value is not None else ""


def _kind(cond: Cond) -> str:
    value = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" else None
    return value.kind if isinstance(value, Cual) else ""


def _is_adjective(cond: Cond, voice: Voice) -> bool:
    if isinstance(cond, Junto):
        return cond.op == "o" and all(_is_adjective(item, voice) for item in cond.items)
    return (
        isinstance(cond, Hecho)
        and cond.verb == "ser"
        and not cond.neg
        and not cond.past
        and not cond.circ
        and _adjectival(cond, voice)
        and cond.role("quien") == It()
    )


def _is_not(cond: Cond, voice: Voice) -> bool:
    """«no recurrente», «no limitada»."""
    if (
        not isinstance(cond, Hecho)
        or not cond.neg
        or _kind(cond) not in ("rasgo", "tamano", "faccion")
        or cond.role("a") is not None
    ):
        return False
    return _is_adjective(replace(cond, neg=False), voice)


def _adjectival(cond: Hecho, voice: Voice) -> bool:
    """Whether the quality is an adjective: any but icons, kinds of tokens and the like."""
    value = cond.role("que")
    return isinstance(value, Cual) and not of_kind(value.kind) and (value.id in voice.lexicon.adjectives or value.id == "menos")


def _adjective(cond: Cond, form: Shape, voice: Voice) -> str:
    if isinstance(cond, Junto):
        return _list([_adjective(item, form, voice) for item in cond.items], "o")
    assert isinstance(cond, Hecho)
    value = cond.role("que")
    assert isinstance(value, Cual)
    if value.id == "menos":
        return "menos"
    fixed = value.kind.endswith("_fijo") or value.kind == "atributo"  # «cartas de Táctica espacial»
    text = quality(value, voice) if fixed else inflected(quality(value, voice), form.feminine, form.plural)
    company = cond.role("con")
    if company is not None:  # «aliada con el defensor»
        return f"{text} {contracted('con', phrase(company, voice))}"
    to = cond.role("a")
    prep = "de" if value.id == "mas_alejado" else "a"  # «la puerta más alejada de ti»
    return (
        text
        if to is None or to in (voice.origin, voice.here, _here(voice))
        else f"{text} {contracted(prep, phrase(to, voice))}"
    )


def _here(voice: Voice) -> Papel:
    return Papel("este_" + str(voice.lexicon.data.get("this_place", {}).get("noun")))


def contracted(prep: str, text: str) -> str:
    """«a el» is «al», «de el» is «del»."""
    if prep.endswith((" a", " de")) or prep in ("a", "de"):
        head, _, last = f" {prep}".rpartition(" ")
        if text.startswith("el "):
            return (f"{head} al " if last == "a" else f"{head} del ").strip() + " " + text[3:]
    if text == "ti" and prep == "con":
        return "contigo"
    return f"{prep} {text}"


def _list(items: list[str], conj: str) -> str:
    if len(items) == 1:
        return items[0]
    conj = "u" if conj == "o" and items[-1].startswith(("o", "ho")) else conj
    return ", ".join(items[:-1]) + f" {conj} " + items[-1]


def _without_article(value: Value, voice: Voice) -> str:
    if isinstance(value, Ref):
        return phrase(value, voice)
    assert isinstance(value, Cosa)
    return thing(replace(value, qty=replace(value.qty, op="masa" if _by_icon(value, voice) else "algun"), ref=""), voice)


def _by_icon(value: Cosa, voice: Voice) -> bool:
    """«[carga]»: a thing that its icon says alone."""
    told = (icon for f in value.filters if (icon := _icon(f)) is not None)
    return (
        value.noun == value.sort
        and any(icon[0].kind == "icono_" + value.sort for icon in told)
        and value.sort not in voice.lexicon.data.get("said_with_icon", "").split()
    )


def _named_keyword(value: Cosa, voice: Voice) -> bool:
    """A keyword of the game's list; one that is a common noun too («el líder») is told by its sort."""
    listed = any(term.id == value.noun for terms in voice.lexicon.keywords.values() for term in terms)
    return listed or value.noun not in voice.lexicon.nouns


def thing(value: Cosa, voice: Voice) -> str:
    """Determiner, noun, and what is said of it."""
    others = voice.fluent and any(isinstance(f, Hecho) and f.verb == "otro" for f in value.filters)
    if others and (value.qty.op, value.qty.n) == ("al_menos", "1"):  # «al menos otra figura», never «1 o más otras figuras»
        value = replace(value, qty=replace(value.qty, op="al_menos_otro"))
    if value.qty.op in ("n", "hasta"):
        value = _of_each(value)
    form = shape(value, voice)
    few = voice.fluent and voice.watching and value.qty.op == "hasta"
    form = Shape(form.feminine, True) if few else form  # «1 o menos naves»
    lying = "continues" in voice.lexicon.data and value.id and value.sort not in voice.lexicon.data["animate"].split()
    living = "continues" in voice.lexicon.data and value.id and not lying
    voice = replace(voice, holder=Ref(value.id) if lying else None, head=Ref(value.id) if living else None)
    signed = value.qty.op in ("mas", "menos") and any(_icon(f) is not None for f in value.filters)
    if value.qty.op == "segun":
        return _as_told(value, voice)
    if signed or _by_icon(value, voice):
        return _icon_thing(value, form, voice)
    if value.noun == "numero":
        return _number_only(value, voice)
    if value.sort == "palabra_clave" and _named_keyword(value, voice):
        said: str = voice.keyword(value, voice)
        said = said.upper() if "shouted" in voice.lexicon.data else said
        more = [f for f in value.filters if not (isinstance(f, Hecho) and f.verb in ("valer", "indicar", "llamar"))]
        return said + _said(more, Shape(False, False), voice)
    filters = [_of_them(f) for f in value.filters] if value.qty.op == "cada" else list(value.filters)
    turned = (
        next((f for f in filters if isinstance(f, Hecho) and f.verb == "convertir"), None)
        if value.noun == "conversion"
        else None
    )
    if turned is not None and len(filters) == 1:
        return f"{phrase(turned.role('que'), voice)}: {phrase(turned.role('en'), voice)}"  # type: ignore[arg-type]
    picked = next((f for f in filters if isinstance(f, Hecho) and f.verb == "entre" and isinstance(f.role("que"), Ref)), None)
    if picked is not None and value.qty.op == "todos" and len(filters) == 2 and Hecho("otro", (("quien", It()),)) in filters:
        return "las otras" if form.feminine else "los otros"
    if picked is not None and value.qty.op in ("todos", "cada"):
        group = picked.role("que")
        assert group is not None
        one = "una" if form.feminine else "uno"
        rest = [f for f in filters if f is not picked]
        states = _take(rest, lambda f: _is_adjective(f, voice))  # «cada uno de esos Héroes que está herido»
        one_of_them = Shape(form.feminine, False)
        clauses = "".join(" " + voice.clause(f, one_of_them, voice) for f in states) + (" y" if states and rest else "")
        return f"cada {one} de {phrase(group, voice)}" + clauses + _said(rest, one_of_them, voice, value.sort)
    among = next((f for f in filters if isinstance(f, Hecho) and f.verb == "entre" and isinstance(f.role("que"), Ref)), None)
    if among is not None:
        if (
            value.qty.op in ("el", "todos")
            and len(filters) == 2
            and any(isinstance(f, Hecho) and f.verb == "otro" for f in filters)
        ):
            return _determined(value, form, True, False, "").strip()  # «la otra»
        whoever = "alguna" if form.feminine else "alguno"
        count = {
            "n": "{}",
            "hasta": "hasta {}",
            "alguno": whoever,
            "al_menos": "al menos {}",
            "exacto": "exactamente {}",
            "mas_de": "más de {}",
            "menos_de": "menos de {}",
        }.get(value.qty.op)
        if count is None or len(filters) > 1:
            raise Unprintable("entre")
        return count.format(value.qty.n.upper()) + " de " + phrase(among.role("que"), voice)  # type: ignore[arg-type]
    same = _take(filters, lambda f: isinstance(f, Hecho) and f.verb == "mismo")
    other = _take(filters, lambda f: isinstance(f, Hecho) and f.verb == "otro")
    spoken_to = Yo() if not voice.third else Papel("jugador") if voice.fluent else None  # «tu comandante», on a unit's card
    mine = _take(
        filters,
        lambda f: isinstance(f, Hecho) and f.verb == "de" and f.role("que") == spoken_to and value.qty.op != "masa",
    )
    degree = next((quality_of(f) for f in filters if _kind(f) == "medida"), None)
    counted = value.sort in voice.lexicon.data.get("measures", "").split() and voice.third
    spoken = counted or "continues" in voice.lexicon.data
    if degree is not None and spoken and value.sort != "valor" and value.qty.op == "el":
        rest = [f for f in filters if _kind(f) != "medida"]  # «con más fichas de Poder»
        plural = Shape(form.feminine, True)
        return (
            {"mayor": "más ", "menor": "menos "}[degree.id]
            + _noun(value, plural, voice)
            + _said(rest, plural, voice, value.sort)
        )
    theirs = _take(
        filters,
        lambda f: (
            isinstance(f, Hecho)
            and f.verb == "de"
            and (f.role("que") == It() or (isinstance(f.role("que"), (Ref, Nombre, Papel)) and f.role("que") == voice.subject))
            and value.qty.op in ("el", "todos", "los")
        ),
    )
    data = voice.lexicon.data  # «la única nave» is the only one: behind its noun it would be another quality
    ahead = data.get("fronted_words" if "continues" in data else "two_kinds", "").split()
    first = _take(
        filters,
        lambda f: _kind(f) in ("orden", "medida") or (_is_adjective(f, voice) and _kind(f) == "rasgo" and _id(f) in ahead),
    )
    noun = _noun(value, form, voice)
    if voice.fluent and value.qty.op in COUNTED and value.sort in voice.lexicon.data.get("counted_of", "").split():
        noun = "de " + _noun(value, Shape(form.feminine, False), voice)  # «2 de daño»
    lead = " ".join(
        [
            {(False, False): "mismo", (True, False): "misma", (False, True): "mismos", (True, True): "mismas"}[
                (form.feminine, form.plural)
            ]
        ]
        * bool(same)
        + [_before(_adjective(f, form, voice)) for f in first]
    )
    many = f"{lead} {_noun(value, Shape(form.feminine, True), voice)}".strip()
    people = voice.watching and value.sort in voice.lexicon.data.get("animate", "").split()
    listed = value.qty.op == "todos" and any(_id(f) == "siguiente" for f in first)  # «las siguientes instrucciones»
    told = voice.fluent and (voice.article or people or listed)  # «mientras una nave aliada …»
    worded = told or _with_article(value.sort, voice)
    if value.qty.op == "maximo":
        return _as_many(value, f"{'otras ' if form.feminine else 'otros '}" * bool(other) + noun, filters, form, voice)
    like = next((f.role("que") for f in same if isinstance(f, Hecho)), None)
    owned = bool(mine) or bool(theirs)
    head = _determined(value, form, bool(other), owned, f"{lead} {noun}".strip(), worded, many)
    if few and not owned:  # «si ha tirado 2 o menos dados»: nobody lets it
        head = FEW.sub(r"\1 o menos", head)
    if theirs:
        head = head.replace("tu", "su", 1)
    some = Shape(form.feminine, True) if mine and value.qty.op in (*PARTITIVE, "cada") else form
    conj = "y" if value.qty.op == "todos" else "o"
    return head + ("" if like is None else f" que {_compared(like, voice)}") + _said(filters, some, voice, value.sort, conj)


FEW = re.compile(r"^hasta (\S+)")
COUNTED = frozenset({"n", "hasta", "al_menos", "exacto", "mas_de", "menos_de"})
PARTITIVE = frozenset({"n", "hasta", "al_menos", "exacto", "entre", "mas_de", "menos_de", "cualquiera", "algun", "ningun"})


def _with_article(sort: str, voice: Voice) -> bool:
    """«un ataque», never «1 ataque»: sorts that the game does not count, or all but some."""
    sorts = voice.lexicon.data.get("article_sorts", "").split()
    return sort in sorts or (voice.fluent and "*" in sorts and f"-{sort}" not in sorts)


def _as_many(value: Cosa, noun: str, filters: list[Cond], form: Shape, voice: Voice) -> str:
    """«tantos Rebeldes como sea posible (mínimo 1)», «el mayor número de Rebeldes»."""
    text = noun + _said(filters, form, voice, value.sort)
    if not value.qty.n:
        return f"el mayor número de {text}"
    return f"{'tantas' if form.feminine else 'tantos'} {text} como sea posible (mínimo {value.qty.n.upper()})"


def _before(adjective: str) -> str:
    """«el primer ataque»: an ordinal before a masculine noun."""
    return {"primero": "primer", "tercero": "tercer"}.get(adjective, adjective)


def _any_name(cond: Any) -> bool:
    """«una nave "Ala Roja" o "Ala Azul"»."""
    return isinstance(cond, Junto) and all(isinstance(i, Hecho) and i.verb == "llamar" for i in cond.items)


def _as_told(value: Cosa, voice: Voice) -> str:
    """«esa misma cantidad de naves», «hasta tantos dados como la cantidad de naves», «más dados que la cantidad de …»."""
    filters = list(value.filters)
    told = _take(filters, lambda f: isinstance(f, Hecho) and f.verb == "cantidad")
    if len(told) != 1 or not isinstance(told[0], Hecho):
        raise Unprintable("segun")
    op, other = next((key, item) for key, item in told[0].roles if key != "quien")
    shown = _by_icon(replace(value, filters=tuple(filters)), voice)  # «esa misma cantidad de [energía]»
    some = thing(replace(value, qty=replace(value.qty, op="masa" if shown else "algun"), filters=tuple(filters), id=0), voice)
    if op in ("igual", "menor_igual") and isinstance(other, Cuenta) and isinstance(other.de, Ref):
        return ("hasta " if op == "menor_igual" else "") + "esa misma cantidad de " + some
    text = phrase(other, voice)
    if not isinstance(other, Cuenta):
        single = thing(replace(value, qty=replace(value.qty, op="masa"), filters=tuple(filters), id=0), voice)
        mass = value.sort in voice.lexicon.data.get("amounts", "").split()
        return f"una cantidad de {single if mass else some} {comparison(told[0], voice)}"
    as_many = "tantas" if shape(replace(value, qty=replace(value.qty, op="algun")), voice).feminine else "tantos"
    texts = {
        "igual": f"{as_many} {some} como",
        "menor_igual": f"hasta {as_many} {some} como",
        "mayor": f"más {some} que",
        "menor": f"menos {some} que",
    }
    if op not in texts:
        raise Unprintable("segun")
    return f"{texts[op]} {text}"


def _number_only(value: Cosa, voice: Voice) -> str:
    reckoned = next((f for f in value.filters if isinstance(f, Hecho) and f.verb == "calculo"), None)
    if reckoned is not None:  # «tu Velocidad menos 2»
        word = "más" if reckoned.role("mas") is not None else "menos"
        return f"{phrase(reckoned.role('de'), voice)} {word} {phrase(reckoned.role('mas') or reckoned.role('menos'), voice)}"  # type: ignore[arg-type]
    less = next((f.role("que") for f in value.filters if isinstance(f, Hecho) and f.verb == "menos"), None)
    if less is not None and len(value.filters) == 1:  # «2 menos la cantidad de éxitos»
        return f"{_number_only(replace(value, filters=()), voice)} menos {phrase(less, voice)}"
    texts = {"n": "{}", "al_menos": "{} o más", "hasta": "{} o menos", "exacto": "exactamente {}", "entre": "{}"}
    if value.qty.op not in texts or value.filters:
        raise Unprintable("numero")
    return texts[value.qty.op].format(value.qty.n.upper())


SOME_ICON = {True: "alguna ", False: "algún "}


def _icon_thing(value: Cosa, form: Shape, voice: Voice) -> str:
    """«1 [carga]», «tu [arco-frontal]», «+1 [bloqueo]»."""
    filters = list(value.filters)
    icons = _take(filters, lambda f: _icon(f) is not None)
    mine = _take(filters, lambda f: isinstance(f, Hecho) and f.verb == "de" and f.role("que") == Yo() and not voice.third)
    if not icons:
        raise Unprintable(value.noun)
    text = _icon(icons[0])
    assert text is not None
    other = _take(filters, lambda f: isinstance(f, Hecho) and f.verb == "otro")
    shown = _list([quality(cual, voice) for cual in text], "o")
    most = next((quality_of(f) for f in _take(filters, lambda f: _kind(f) == "medida")), None)
    if most is not None and value.qty.op == "el":  # «más [daño]»
        return {"mayor": "más ", "menor": "menos "}[most.id] + shown + _said(filters, form, voice)
    if value.qty.op == "algun" and not mine:
        return (
            SOME_ICON[_icon_feminine(text[0], voice)]
            + shown
            + _said(filters, Shape(_icon_feminine(text[0], voice), False), voice)
        )
    head = _determined(value, Shape(_icon_feminine(text[0], voice), form.plural), bool(other), bool(mine), shown)
    if voice.fluent and voice.watching and value.qty.op == "hasta" and not mine:
        head = FEW.sub(r"\1 o menos", head)  # «si ha sufrido 2 o menos [daño]»
    return head + _said(filters, Shape(_icon_feminine(text[0], voice), form.plural), voice)


def _icon_feminine(value: Cual, voice: Voice) -> bool:
    words = voice.lexicon.forms.get(voice.lexicon.icons[value.id].lower(), ())
    return any(word.gender == "f" for word in words)


def icon_alone(thing: Cosa, voice: Voice) -> tuple[str, bool] | None:
    """The one icon that a thing is told by, and whether its word is feminine."""
    icons = [shown for f in thing.filters if (shown := _icon(f)) is not None]
    one = icons[0][0] if len(icons) == 1 and len(icons[0]) == 1 else None
    if one is None:
        return None
    named = quality(one, voice)
    return named, _icon_feminine(one, voice) or named.endswith("ión]")  # an icon that no word of the game is called by


def _icon(cond: Cond) -> list[Cual] | None:
    items = cond.items if isinstance(cond, Junto) and cond.op == "o" else (cond,)
    found = []
    for item in items:
        value = item.role("que") if isinstance(item, Hecho) and item.verb == "ser" and not item.neg else None
        if not isinstance(value, Cual) or not value.kind.startswith("icono_"):
            return None
        found.append(value)
    return found


def _take(filters: list[Cond], test: Any) -> list[Cond]:
    found = [f for f in filters if test(f)]
    for f in found:
        filters.remove(f)
    return found


STRESSED = re.compile(r"á|arma\b")
"""Feminine nouns that take «el» and «un»."""


def _determined(
    value: Cosa, form: Shape, other: bool, mine: bool, noun: str, article_said: bool = False, many: str = ""
) -> str:
    qty = value.qty
    article = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}[
        (form.feminine, form.plural)
    ]
    stressed = STRESSED.match(noun) is not None and not form.plural and not other
    if article == "la" and stressed:
        article = "el"  # «el área», «el arma»
    another = (
        {(False, False): "otro ", (True, False): "otra ", (False, True): "otros ", (True, True): "otras "}[
            (form.feminine, form.plural)
        ]
        if other
        else ""
    )
    number = qty.n.upper()
    if mine and qty.op in PARTITIVE:
        plural_noun = many or noun
        another = another and ("otras " if form.feminine else "otros ")
        count = {
            "n": number,
            "hasta": f"hasta {number}",
            "al_menos": f"{number} o más",
            "exacto": f"exactamente {number}",
            "entre": number,
            "mas_de": f"más de {number}",
            "menos_de": f"menos de {number}",
            "cualquiera": "cualquier cantidad",
            "algun": "",
            "ningun": "ninguna" if form.feminine else "ninguno",
        }[qty.op]
        return f"{count} de tus {another}{plural_noun}" if count else f"tus {plural_noun}"
    if qty.op == "el":
        return f"{'tus' if form.plural else 'tu'} {another}{noun}" if mine else f"{article} {another}{noun}"
    if qty.op == "cada":
        one, others = ("una", "otras ") if form.feminine else ("uno", "otros ")
        return f"cada {one} de tus {others * other}{many or noun}" if mine else f"cada {another}{noun}"
    if _each_time(value):
        return f"cada {another}{noun}"
    if qty.op in ("todos", "los"):
        every = "" if article_said or qty.op == "los" else "todas " if form.feminine else "todos "
        return f"{every}{'tus' if mine else article} {another}{noun}"
    texts = {
        "n": "{a}{n} ",
        "hasta": "hasta {n} {a}",
        "al_menos": "{n} o más {a}",
        "exacto": "exactamente {n} {a}",
        "algun": "{a}",
        "masa": "{a}",
        "cualquiera": "cualquier cantidad de {a}",
        "entre": "{n} {a}",
        "mas": "+{n} ",
        "menos": "-{n} ",
        "mas_de": "más de {n} {a}",
        "menos_de": "menos de {n} {a}",
        "ningun": "ninguna {a}" if form.feminine else "ningún {a}",
        "alguno": "alguna {a}" if form.feminine else "algún {a}",
        "al_menos_otro": "al menos {a}",
    }
    if qty.op not in texts:
        raise Unprintable(qty.op)
    if mine and qty.op == "masa":
        return f"tus {another}{noun}"  # «la cantidad de tus [tensión]»
    if mine:
        raise Unprintable("tu")
    if qty.op == "n" and other and number == "1":
        return f"{another}{noun}"
    if qty.op == "n" and number == "1" and article_said:
        return f"{'una' if form.feminine and not stressed else 'un'} {noun}"
    if qty.total:
        texts |= {"hasta": "un total máximo de {n} {a}", "exacto": "un total de {n} {a}"}
    return texts[qty.op].format(n=number, a=another) + noun


def _owning(cond: Cond) -> bool:
    return (
        isinstance(cond, Hecho)
        and cond.verb == "tener"
        and cond.role("quien") == It()
        and not cond.past
        and not cond.circ
        and isinstance(cond.role("que"), (Cosa, Lista))
    )


def _with(fact: Hecho, voice: Voice) -> str:
    """«con 2 o más fichas», «sin fichas verdes», «de velocidad 3»."""
    what = fact.role("que")
    voice = voice.behind(counted=True)
    if isinstance(what, Lista):
        return ("sin " if fact.neg else "con ") + phrase(what, voice)
    assert isinstance(what, Cosa)
    most = next((f for f in what.filters if _kind(f) == "superlativo"), None)
    if most is not None:
        degree = most.role("que") if isinstance(most, Hecho) else None
        more = {"menor": "menos", "mayor": "más"}.get(degree.id) if isinstance(degree, Cual) else None
        if more is None or len(what.filters) > 1 or fact.neg:
            raise Unprintable("superlativo")
        return f"con {more} {_noun(what, shape(what, voice), voice)}"
    if (
        what.sort == "valor"
        and what.qty.op == "masa"
        and not fact.neg
        and any(isinstance(f, Hecho) and f.verb == "valer" for f in what.filters)
    ):
        return "de " + phrase(what, voice)
    return ("sin " if fact.neg else "con ") + phrase(what, voice)


def _having_a_state(cond: Cond) -> bool:
    """«sin Aturdimiento»."""
    fact = cond if isinstance(cond, Hecho) and cond.verb == "tener" and cond.role("quien") == It() else None
    return fact is not None and isinstance(fact.role("que"), Cual) and len(fact.roles) == 2 and not fact.circ and not fact.past


def _yours(form: Shape, voice: Voice) -> str:
    """«por cada ficha roja tuya», «la capacidad de Explosión de esta figura»: nobody says «de ti»."""
    bearer = voice.lexicon.nouns.get(str(voice.lexicon.data["bearer"]))
    if voice.third or bearer is None:
        return contracted("de", phrase(Yo(), voice))
    if "continues" in voice.lexicon.data:
        return f"de est{'a' if bearer.gender == 'f' else 'e'} {bearer.text}"
    return inflected("tuyo", form.feminine, form.plural)


def _inside(voice: Voice) -> Voice:
    """The voice that tells what somebody or something has."""
    if voice.holder is not None:
        return replace(voice, origin=voice.holder)
    return replace(voice, subject=voice.head) if voice.head is not None else voice


def _of_each(value: Cosa) -> Cosa:
    """«1 ficha de cada nave aliada»: «de las naves aliadas» would be 1 of each, or 1 in all."""

    def told(cond: Cond) -> Cond:
        owners = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
        if not isinstance(owners, Cosa) or owners.qty != EVERY or owners.id or owners.sort == "tiempo":
            return cond
        if any(isinstance(f, Hecho) and (f.verb in ("entre", "otro") or f.role("que") == Yo()) for f in owners.filters):
            return cond
        return cond.put("que", replace(owners, qty=Qty("cada")))  # type: ignore[union-attr]

    changed = tuple(map(told, value.filters))
    return value if changed == value.filters else replace(value, filters=changed)


def _said(filters: list[Cond], form: Shape, voice: Voice, sort: str = "", conj: str = "o") -> str:
    """What follows the noun, in the order that reads back the same. `conj`: «todas tus fichas de Tensión y de Iones»."""
    parts: list[str] = []
    rest = list(filters)
    voice, near = voice.behind(counted=True), voice.behind()
    shown = (
        "de " if (voice.fluent or voice.told) and sort in voice.lexicon.data.get("icon_of", "").split() else ""
    )  # «una prueba de [fuerza]»
    icons = [
        shown + _list([quality(cual, voice) for cual in _icon(told) or ()], "o")
        for told in _take(rest, lambda f: _icon(f) is not None)
    ]
    parts.extend(icons if sort != "palabra_clave" else ())
    measure = next((f for f in rest if _kind(f).startswith("clase_de_")), None) if sort != "valor" else None
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "valer" and f.role("quien") == It()):
        said = _span(f.role("que"), sort)  # type: ignore[union-attr]
        if measure is not None:
            rest.remove(measure)
            said = f"de {quality(measure.role('que'), voice)} {said}"  # type: ignore[union-attr, arg-type]
        parts.append(said)
    parts.extend(icons if sort == "palabra_clave" else ())  # «Tajo 2 [daño]»
    joint = "de " if voice.fluent and sort in voice.lexicon.data.get("named_of", "").split() else ""  # «el paso de "X"»
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "llamar"):
        parts.append(joint + phrase(f.role("que"), voice))  # type: ignore[union-attr, arg-type]
    for f in _take(rest, _any_name):
        assert isinstance(f, Junto)
        parts.append(_list([phrase(i.role("que"), voice) for i in f.items if isinstance(i, Hecho)], f.op))  # type: ignore[arg-type]
    for f in _take(rest, lambda f: _kind(f) == "rumbo" or (isinstance(f, Junto) and all(_kind(i) == "rumbo" for i in f.items))):
        parts.append(("no " if isinstance(f, Hecho) and f.neg else "") + _moves(f, voice))
    adjectives = _take(rest, lambda f: _is_adjective(f, voice) and not (voice.turning and _kind(f) == "cara"))
    if voice.fluent:  # «una nave pequeña aliada»
        adjectives.sort(key=lambda f: _kind(f) != "tamano")
    kinds = _take(rest, lambda f: _kinds(f) is not None)
    ends = [f for f in adjectives if isinstance(f, Hecho) and (f.role("a") or f.role("con")) is not None]
    # a kind of token stands right after its noun; the adjective follows it
    for f in kinds:
        parts.append(_list(["de " + quality(cual, voice) for cual in _kinds(f) or ()], conj))
    # «una figura enemiga diferente»
    told = sorted((f for f in adjectives if f not in ends), key=lambda f: _id(f) == "diferente")
    parts.extend(_adjective(f, form, voice) for f in told)
    for f in _take(rest, lambda f: _is_not(f, voice)):
        parts.append("no " + _adjective(f, form, voice))
    lies = [f for f in rest if isinstance(f, Hecho) and f.verb in ("a_alcance", "en") and not f.neg]
    beside = [f for f in ends if _kind(f) == "relacion"] if lies and "continues" in voice.lexicon.data else []
    if (
        any(isinstance(f, Hecho) and f.verb == "tener" and f.role("quien") == It() for f in rest)
        and "continues" in voice.lexicon.data
    ):
        beside = [f for f in ends if _kind(f) == "relacion" and f.role("a") != Yo()]  # «con Concentración adyacente a un Héroe»
        for f in _take(rest, _having_a_state) if beside else ():
            parts.append(f"{'sin' if f.neg else 'con'} {quality(f.role('que'), voice)}")  # type: ignore[union-attr, arg-type]
    own = replace(voice, subject=voice.head) if voice.head is not None else voice  # «adyacente a otra figura de su grupo»
    parts.extend(_adjective(f, form, own) for f in ends if f not in beside)
    made_of = str(voice.lexicon.data.get("material", {}).get(sort, "")).split()
    for f in _take(rest, lambda f: _owning(f) and not f.neg and getattr(f.role("que"), "sort", "") in made_of):
        parts.append(contracted("de", phrase(f.role("que"), voice)))  # type: ignore[union-attr, arg-type]
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "de"):
        owner = f.role("que")  # type: ignore[union-attr]
        parts.append(_yours(form, voice) if owner == Yo() else contracted("de", phrase(owner, near)))  # type: ignore[arg-type]
    for f in _take(
        rest,
        lambda f: (
            isinstance(f, Hecho)
            and f.verb in PREPOSITIONS
            and f.role("quien") == It()
            and not f.neg
            and len(f.roles) == 2
            and not _apart(f)
        ),
    ):
        word = "entre" if f.verb == "entre" and isinstance(f.role("que"), Lista) else PREPOSITIONS[f.verb]  # type: ignore[union-attr]
        parts.append(contracted(word, _between(f.role("que"), voice) if word == "entre" else phrase(f.role("que"), near)))  # type: ignore[union-attr, arg-type]
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "exigir"):
        parts.append("de " + voice.infinitive(f.role("que"), voice))  # type: ignore[union-attr]
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "distinto"):
        word = {(False, False): "distinto", (True, False): "distinta", (False, True): "distintos", (True, True): "distintas"}[
            (form.feminine, form.plural)
        ]
        parts.append(f"{word} {contracted('de', phrase(f.role('de'), voice))}")  # type: ignore[union-attr, arg-type]
    beyond = _take(
        rest, lambda f: isinstance(f, Hecho) and f.verb in ("mas", "menos") and not f.neg and isinstance(f.role("que"), Cual)
    )
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "difiere" and f.role("quien") == It()):
        parts.append(shifted(f, voice))  # type: ignore[arg-type]
    for f in _take(rest, lambda f: isinstance(f, Hecho) and f.verb == "compara" and f.role("quien") == It()):
        parts.append(comparison(f, voice))  # type: ignore[arg-type]
    rated = ("maniobra", *str(voice.lexicon.data.get("rated", "")).split())
    for f in _take(rest, lambda f: _owning(f) and (voice.detail < 2 or sort in rated)):
        parts.append(_with(f, _inside(voice)))  # type: ignore[arg-type]
    for f in _take(
        rest, lambda f: sort == "ataque" and isinstance(f, Hecho) and f.verb == "a_alcance" and f.role("de") == Yo()
    ):
        parts.append("a alcance de ataque " + _span(f.role("rango")))  # type: ignore[union-attr]
    for f in _take(rest, lambda f: _name_or_other(f, voice)):
        parts.append(_halves(f, form, voice))
    follows = _take(rest, lambda f: isinstance(f, Hecho) and f.role("que") == Papel("lo_que_sigue"))
    for f in _take(rest, _either_place):
        parts.append(_places(f, voice))
    left_out = _take(rest, lambda f: isinstance(f, Hecho) and _apart(f))
    seen = _seen_from(rest) if voice.third and voice.origin is not None else None
    for f in seen or ():
        rest.remove(f)
    if seen is not None and voice.origin is not None:  # «situada a [alcance-2] y en la línea de visión de X»: both are X's
        reach = voice.clause(seen[0].put("de", voice.origin), form, voice)
        parts.append(f"{reach} y en {phrase(seen[1].role('donde'), near)}")  # type: ignore[arg-type]
    clauses = sorted(
        (voice.clause(f, form, voice) for f in rest),
        key=lambda text: (text.startswith(("que ", "cuy")), text.startswith("cuy")),
    )
    for text in clauses:
        last = parts[-1] if parts else ""
        parts.append("y " + text if text.startswith(("que ", "cuy")) and last.startswith(("que ", "y que ")) else text)
    parts.extend("excepto " + phrase(f.role("que"), voice) for f in left_out)  # type: ignore[union-attr, arg-type]
    for f in beyond:  # «que no es de área y más alto que el del líder»
        word = inflected(quality(f.role("que"), voice), form.feminine, form.plural)  # type: ignore[union-attr, arg-type]
        also = "y " if parts and parts[-1].startswith(("que ", "y que ")) else ""
        parts.append(f"{also}{'más' if f.verb == 'mas' else 'menos'} {word} que {_compared(f.role('de'), voice)}")  # type: ignore[union-attr]
    parts.extend(_adjective(f, form, voice) for f in beside)  # «situada a 6 casillas o menos adyacente a X»
    return "".join(" " + part for part in parts) + (":" if follows else "")


def _seen_from(filters: list[Cond]) -> tuple[Hecho, Hecho] | None:
    """A range from whom a line of sight tells for the first time: it cannot be told before it."""
    facts = [f for f in filters if isinstance(f, Hecho) and f.role("quien") == It() and not (f.neg or f.past or f.circ)]
    for line in facts:
        where = line.role("donde")
        owners = where.filters if line.verb == "en" and isinstance(where, Cosa) and where.sort == "linea" else ()
        told = {owner.id for o in owners if isinstance(o, Hecho) and isinstance(owner := o.role("que"), Cosa) and owner.id}
        for reach in facts:
            end = reach.role("de")
            if reach.verb == "a_alcance" and isinstance(end, Ref) and end.id in told:
                return reach, line
    return None


def _compared(value: Value | None, voice: Voice) -> str:
    """«más pequeña que tú», never «que ti»."""
    return "tú" if value == Yo() and not voice.third else phrase(value, voice)  # type: ignore[arg-type]


def _name_or_other(cond: Cond, voice: Voice) -> bool:
    """«Plo Koon o con la capacidad X»: a name has no clause of its own."""
    if (
        not isinstance(cond, Junto)
        or cond.op != "o"
        or not any(isinstance(i, Hecho) and i.verb == "llamar" for i in cond.items)
    ):
        return False
    return all(isinstance(i, Hecho) and (i.verb == "llamar" or _is_adjective(i, voice) or _owning(i)) for i in cond.items)


def _halves(cond: Cond, form: Shape, voice: Voice) -> str:
    assert isinstance(cond, Junto)
    said = [
        phrase(f.role("que"), voice) if f.verb == "llamar" else _with(f, voice) if _owning(f) else _adjective(f, form, voice)  # type: ignore[arg-type]
        for f in sorted((i for i in cond.items if isinstance(i, Hecho)), key=_owning)
    ]
    return _list(said, "o")


def _between(value: Value | None, voice: Voice) -> str:
    """«entre tú y el atacante»: the one preposition that takes «tú»."""
    assert isinstance(value, Lista)
    return f" {value.conj} ".join("tú" if item == Yo() and not voice.third else phrase(item, voice) for item in value.items)


PREPOSITIONS = {
    "sobre": "sobre",
    "contra": "contra",
    "entre": "de",
    "en_contacto_con": "en contacto con",
    "hacia": "hacia",
    "desde": "desde",
    "por_causa": "por",
    "durante": "durante",
    "a": "hasta",
    "salvo": "excepto",
    "incluye": "incluidas",
    "con": "con",
}
COMPARISONS = {
    "mayor": "mayor que",
    "menor": "menor que",
    "igual": "igual a",
    "mayor_igual": "mayor o igual que",
    "menor_igual": "menor o igual que",
}


def comparison(fact: Hecho, voice: Voice) -> str:
    op, other = next((key, value) for key, value in fact.roles if key in COMPARISONS)
    text = phrase(other, voice)
    words = COMPARISONS[op]
    return words[:-1] + contracted("a", text) if words.endswith(" a") else f"{words} {text}"


def _apart(fact: Hecho) -> bool:
    """«todas las naves que tengas a alcance 1 excepto el defensor»: who is left out is told last."""
    return fact.verb == "salvo" and isinstance(fact.role("que"), (Papel, Yo))


def _place_fact(cond: Cond) -> bool:
    if not isinstance(cond, Hecho) or cond.verb not in ("en", "a_alcance") or cond.role("quien") != It():
        return False
    return not (cond.neg or cond.past or cond.circ) and (cond.verb == "en" or cond.role("de") == Yo())


def _either_place(cond: Cond) -> bool:
    """«en A a alcance 0-1 o en B»."""
    if not isinstance(cond, Junto) or cond.op != "o":
        return False
    groups = [item.items if isinstance(item, Junto) and item.op == "y" else (item,) for item in cond.items]
    return any(len(group) > 1 for group in groups) and all(_place_fact(fact) for group in groups for fact in group)


def _places(cond: Cond, voice: Voice) -> str:
    assert isinstance(cond, Junto)
    texts = []
    for item in sorted(cond.items, key=lambda i: not isinstance(i, Junto)):  # «en A o en B a alcance 1»: both, or B?
        facts = item.items if isinstance(item, Junto) else (item,)
        ordered = sorted((f for f in facts if isinstance(f, Hecho)), key=lambda f: f.verb != "en")
        texts.append(
            " ".join(
                "en " + phrase(f.role("donde"), voice) if f.verb == "en" else "a alcance " + _span(f.role("rango"))  # type: ignore[arg-type]
                for f in ordered
            )
        )
    return _list(texts, "o")


def shifted(fact: Hecho, voice: Voice) -> str:
    """«superior o inferior en 1 punto a la velocidad original»."""
    how, much, other = fact.role("que"), fact.role("cuanto"), fact.role("de")
    assert isinstance(how, Cual) and isinstance(much, Cual)
    tail = "" if other is None else " " + contracted("a", phrase(other, voice))
    return f"{how.id.replace('_', ' ')} en {much.id} punto{'' if much.id == '1' else 's'}{tail}"


def of_kind(kind: str) -> bool:
    """Qualities that follow «de»: ficha de Tensión, dado de defensa, acción de movimiento."""
    return kind in ("tipo_ficha", "tipo_carta") or kind.startswith("clase_de_")


def _kinds(cond: Cond) -> list[Cual] | None:
    items = cond.items if isinstance(cond, Junto) and cond.op == "o" else (cond,)
    found = []
    for item in items:
        value = item.role("que") if isinstance(item, Hecho) and item.verb == "ser" and not item.neg else None
        if not isinstance(value, Cual) or not of_kind(value.kind):
            return None
        found.append(value)
    return found


def _span(value: Any, sort: str = "") -> str:
    if isinstance(value, Rango) and sort == "numero" and value.desde != value.hasta:
        return f"entre {value.desde} y {value.hasta}"
    if isinstance(value, Rango):
        number = value.desde.upper() if value.desde == value.hasta else f"{value.desde}-{value.hasta}"
        return number + {"hasta": " o menos", "al_menos": " o más"}.get(value.modo, "")
    raise Unprintable("valer")


def _moves(cond: Cond, voice: Voice) -> str:
    items = cond.items if isinstance(cond, Junto) else (cond,)
    found = []
    for item in items:
        value = item.role("que")  # type: ignore[union-attr]
        assert isinstance(value, Cual)
        speed, _, name = value.id.partition("_")
        found.append(f"{speed} {voice.lexicon.icons[name]}")
    return "(" + _list(found, "o") + ")"


__all__ = ["Pron", "Unprintable", "Voice", "phrase", "shape"]
