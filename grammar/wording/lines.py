"""Card lines in words: keywords with their parameters, weapons, conversions of a face."""

from collections.abc import Sequence

from grammar.game import Term
from grammar.lexicon.load import slug
from grammar.meaning.effect import Capacidad, Item
from grammar.meaning.keywords import COINED
from grammar.meaning.values import Cosa, Cual, Hecho, Lista, Nombre, Rango, Value
from grammar.wording.nouns import Unprintable, Voice, phrase, quality


def term_of(thing: Cosa, voice: Voice) -> Term | None:
    """The keyword that a thing is."""
    return next((term for terms in voice.lexicon.keywords.values() for term in terms if term.id == thing.noun), None)


def keyword(thing: Cosa, voice: Voice) -> str:
    """«Perforante 2», «Punto débil 2: Frontal», «Inmune a deflagración»."""
    term = term_of(thing, voice)
    called = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "llamar"), None)
    coined = called.nombre if thing.noun == COINED and isinstance(called, Nombre) else ""
    if term is None and not coined:
        raise Unprintable(thing.noun)
    number = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "valer"), None)
    told = next((f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "indicar"), None)
    text = term.nombre if term is not None else coined
    if isinstance(number, Rango):
        text += f" {number.desde.upper()}"
    return text if told is None else f"{text}: {_argument(told, voice)}"


def _argument(value: Value, voice: Voice) -> str:
    if isinstance(value, Lista):
        return " o ".join(_argument(item, voice) for item in value.items)
    if isinstance(value, Hecho):  # «Esquiva 1»
        number = value.role("que")
        if value.verb != "valer" or not isinstance(number, Rango):
            raise Unprintable(value.verb)
        return f"{_argument(value.role('quien'), voice)} {number.desde.upper()}"  # type: ignore[arg-type]
    if isinstance(value, Nombre):  # on a line a name needs no quotes
        return value.nombre
    if isinstance(value, Cual):
        text = _named(value, voice) or quality(value, voice)
        return text[:1].upper() + text[1:]
    return phrase(value, voice)


def _named(value: Cual, voice: Voice) -> str | None:
    """A parameter of a closed list: «Aéreo», «Cuerpo a cuerpo»."""
    words = voice.lexicon.data.get("params", {}).get(value.kind, {}).get("words", ())
    return next((word for word in words if slug(word) == value.id), None)


def line(ability: Capacidad, voice: Voice) -> str:
    parts = [
        _reach(value) if isinstance(value, Rango) else quality(value, voice)
        for key, value in ability.cabecera
        if key == "alcance" and isinstance(value, (Rango, Cual))
    ]
    return ", ".join([*parts, *_parts(ability.pasos, voice)])


def _reach(value: Rango) -> str:
    return f"Alcance {value.desde}" + (f"-{value.hasta}" if value.hasta != value.desde else "")


def _parts(items: Sequence[Item], voice: Voice) -> list[str]:
    found = []
    for item in items:
        what = item.role("que") if isinstance(item, Hecho) else None
        if not isinstance(what, Cosa):
            raise Unprintable("línea")
        conversion = next((f for f in what.filters if isinstance(f, Hecho) and f.verb == "convertir"), None)
        if conversion is not None:
            found.append(f"{phrase(conversion.role('que'), voice)}: {phrase(conversion.role('en'), voice)}")  # type: ignore[arg-type]
        else:
            found.append(phrase(what, voice) if item.verb == "tirar" else keyword(what, voice))  # type: ignore[union-attr]
    return found
