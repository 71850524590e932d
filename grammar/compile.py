"""Card text to effect and back: the one function that everything else calls."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from grammar.audit import dropped, missing, unfit
from grammar.build.asalto import AsaltoBuilder
from grammar.build.sentences import SentenceBuilder
from grammar.diagnostics import Diagnostic, Fix
from grammar.effects import Cabecera, Capacidad, Enlace, Oracion, dump
from grammar.effects.base import LONGEST_NAME, Model
from grammar.errors import BuildError, Unprintable
from grammar.expected import in_words
from grammar.explain.asalto import AsaltoPrinter
from grammar.explain.sentences import Printer
from grammar.lexing.headers import Header
from grammar.lexing.lexer import lex
from grammar.lexing.lexicon import lexicon_for
from grammar.lexing.sentences import Sentence
from grammar.parse import Unparsed, parse
from grammar.rules import GAMES as PROSE_GAMES
from grammar.rules import printer_for as rule_printer
from grammar.rules import read_rules

Status = Literal["exacto", "variante", "rechazado"]
BUILDERS: dict[str, type[SentenceBuilder]] = {"imperial-assault": AsaltoBuilder, "leyendas": AsaltoBuilder}
Known = Sequence[tuple[Sentence, Oracion]]
"""Sentences that were read, and as what."""
PRINTERS: dict[str, type[Printer]] = {"imperial-assault": AsaltoPrinter, "leyendas": AsaltoPrinter}


@dataclass(frozen=True)
class Result:
    status: Status
    effects: tuple[Model, ...] = ()
    canonical: str = ""
    diagnostics: tuple[Diagnostic, ...] = field(default=())

    @property
    def abilities(self) -> tuple[Capacidad, ...]:
        """The effects of card text; rules in prose and card lines have shapes of their own (effects/reglas.py)."""
        return tuple(effect for effect in self.effects if isinstance(effect, Capacidad))

    def as_dict(self) -> dict[str, Any]:
        return {"status": self.status, "effects": [dump(effect) for effect in self.effects], "canonical": self.canonical,
                "diagnostics": [diagnostic.as_dict() for diagnostic in self.diagnostics]}  # fmt: skip


@cache
def printer_for(game: str) -> Printer:
    return PRINTERS.get(game, Printer)(lexicon_for(game))


def compile_text(text: str, game: str = "xwing") -> Result:
    """Compiles one card text. The canonical text is read again, and the text declined if that gives another effect."""
    text = unicodedata.normalize("NFC", text)
    if (half := _HALF.search(text)) is not None:
        return _declined([Diagnostic("KB101", "error", "Aquí hay medio carácter, que no es texto: bórralo.", half.span())])
    if game in PROSE_GAMES:
        return _compile_rules(text, game)
    found = lex(text, game)
    if not found:
        return _declined([Diagnostic("KB100", "error", "No hay texto que compilar.", (0, len(text)))])
    long = [sentence for sentence in found if sentence.too_long]
    if long:
        message = "El texto es demasiado largo para ser el de una carta."
        return _declined([Diagnostic("KB100", "error", message, (sentence.start, sentence.end)) for sentence in long])
    effects, problems = _read(found, game)
    if problems:
        return _declined(problems)
    word = unfit(effects)
    if word is not None:
        return _unfit(word, text)
    lost = missing(found, effects)
    if lost is not None:
        return _declined([Diagnostic("KB110", "error", f"«{lost.text}» no llega al efecto.", (lost.start, lost.end))])
    try:
        canonical = printer_for(game).text(effects)
    except (Unprintable, KeyError) as error:  # KeyError: a heading or a lemma of another game
        return _unprintable(error, text)
    if _quoted(text) != _quoted(canonical) and _read_again(canonical, game, found, effects) != effects:
        return _declined([Diagnostic("KB111", "error", "La redacción canónica no se relee igual.", (0, len(text)))])
    if _same(text, canonical):
        return Result("exacto", effects, canonical)
    if (word := dropped(text, canonical)) is not None:
        return _dropped(word, text)
    fix = Fix(0, len(text), canonical, safe=False)
    note = Diagnostic("KB001", "nota", f"Se entiende; la redacción canónica es: {canonical}", (0, len(text)), fix=fix)
    return Result("variante", effects, canonical, (note,))


_HALF = re.compile(r"[\ud800-\udfff]+")


def _dropped(word: str, text: str) -> Result:
    at = max(0, text.find(word))
    return _declined([Diagnostic("KB110", "error", f"«{word}» no llega al efecto.", (at, at + len(word)))])


def _unfit(word: str, text: str) -> Result:
    message = f"No encaja: «{word}» no puede estar donde está."
    if len(word) > LONGEST_NAME:
        message = f"«{word[:40]}…» es demasiado largo para ser un nombre: como mucho {LONGEST_NAME} caracteres."
    return _declined([Diagnostic("KB102", "error", message, (0, len(text)))])


def _unprintable(error: Unprintable | KeyError, text: str) -> Result:
    message = f"Este juego no tiene palabra para «{str(error.args[0]).replace('_', ' ')}»."
    return _declined([Diagnostic("KB111", "error", message, (0, len(text)))])


def _compile_rules(text: str, game: str) -> Result:
    """Games that speak in prose and keyword lists (grammar/rules.py), under the same gates."""
    effects, problems = read_rules(text, game)
    if problems:
        return _declined(problems)
    if not effects:
        return _declined([Diagnostic("KB100", "error", "No hay texto que compilar.", (0, len(text)))])
    word = unfit(effects)
    if word is not None:
        return _unfit(word, text)
    try:
        canonical = rule_printer(game).text(effects)
    except (Unprintable, KeyError) as error:  # KeyError: a heading or a lemma of another game
        return _unprintable(error, text)
    if _quoted(text) != _quoted(canonical) and read_rules(canonical, game) != (effects, []):
        return _declined([Diagnostic("KB111", "error", "La redacción canónica no se relee igual.", (0, len(text)))])
    if _same(text, canonical):
        return Result("exacto", effects, canonical)
    if (word := dropped(text, canonical)) is not None:
        return _dropped(word, text)
    fix = Fix(0, len(text), canonical, safe=False)
    note = Diagnostic("KB001", "nota", f"Se entiende; la redacción canónica es: {canonical}", (0, len(text)), fix=fix)
    return Result("variante", effects, canonical, (note,))


def _read_again(canonical: str, game: str, found: list[Sentence], effects: tuple[Capacidad, ...]) -> tuple[Capacidad, ...]:
    """Effects of the canonical text. A sentence with the very words of one that was read is not parsed again."""
    spoken = (sentence for sentence in found if sentence.words)
    known = list(zip(spoken, (built for effect in effects for built in effect.oraciones), strict=True))
    return _read(lex(canonical, game), game, known)[0]


def _read(found: list[Sentence], game: str, known: Known = ()) -> tuple[tuple[Capacidad, ...], list[Diagnostic]]:
    """Effects of the sentences, and what could not be read."""
    abilities: list[Capacidad] = []
    problems: list[Diagnostic] = []
    for sentence in found:
        try:
            _add(abilities, sentence, game, known)
        except Unparsed as error:
            problems.append(_unparsed(sentence, error))
        except BuildError as error:
            problems.append(
                Diagnostic(error.code, "error", f"No encaja: {error.detail}.", (error.start, error.end), error.expected)
            )
    return tuple(abilities), problems


def _declined(problems: list[Diagnostic]) -> Result:
    return Result("rechazado", (), "", tuple(problems))


def _add(abilities: list[Capacidad], sentence: Sentence, game: str, known: Known) -> None:
    """Appends the sentence to the ability that it continues, or opens a new one."""
    heads = tuple(_heading(header) for header in sentence.headers)
    if not sentence.words:
        abilities.append(Capacidad.of(cabeceras=heads))
        return
    built = next((built for other, built in known if sentence.reads_like(other)), None) or _built(sentence, game)
    linked = built.marco[:1] and isinstance(built.marco[0], Enlace)
    if abilities and not heads and linked and not abilities[-1].anuncia and abilities[-1].oraciones:
        last = abilities[-1]
        abilities[-1] = last.but(oraciones=(*last.oraciones, built), anuncia=sentence.colon)
        return
    abilities.append(Capacidad.of(cabeceras=heads, oraciones=(built,), anuncia=sentence.colon))


def _built(sentence: Sentence, game: str) -> Oracion:
    builder = BUILDERS.get(game, SentenceBuilder)(sentence.words)
    builder.header = bool(sentence.headers) and builder.headed
    built: Oracion = builder.build(parse(sentence.words, game))
    return built


def _heading(header: Header) -> Cabecera:
    if header.kind == "nombre":
        return Cabecera.of(tipo="nombre", nombre=header.name)
    if header.kind == "tipo":
        return Cabecera.of(tipo="tipo", clases=tuple(word.id for word in header.words))
    if header.kind == "reglas_de_mision":
        return Cabecera.of(tipo="reglas_de_mision", modo=header.name or None)
    fields: dict[str, Any] = {"tipo": header.kind}
    if header.words:
        builder = SentenceBuilder(header.words)
        marks: list[tuple[str, Any]] = []
        conj = ""
        for word in header.words:
            if word.type.startswith("CJ"):
                conj = word.id
            elif word.type in ("ICON", "ICON_N", "ARC", "ARC_N") or word.cls.startswith("icono"):
                word.type = "ARC" if word.type.startswith("ARC") else "ICON"
                marks.append((conj, builder.atom(word)))
                conj = ""
            else:
                raise BuildError("KB106", word.start, word.end, "requisito de ataque", ("un icono",))
        fields["requisitos"] = tuple(builder.groups(marks))
    return Cabecera.of(**fields)


def _unparsed(sentence: Sentence, error: Unparsed) -> Diagnostic:
    if error.index < len(sentence.words):
        word = sentence.words[error.index]
        span, shown = (word.start, word.end), word.text
    else:
        span, shown = (sentence.end, sentence.end), "el final de la frase"
    return Diagnostic("KB101", "error", f"No se entiende a partir de «{shown}».", span, in_words(error.expected))


def _same(text: str, canonical: str) -> bool:
    return _plain(text) == _plain(canonical)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", _quoted(text)).strip()


def _quoted(text: str) -> str:
    """With one style of quotes, which no reading depends on; a line break may change one."""
    for quote in "“”«»":
        text = text.replace(quote, '"')
    return text.strip()
