"""Card text to effect and back: the one function that everything else calls."""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from grammar.audit import missing
from grammar.build.sentences import SentenceBuilder
from grammar.effects import Cabecera, Capacidad, Enlace, Oracion, dump
from grammar.errors import BuildError
from grammar.explain.sentences import Printer
from grammar.lexing.lexer import lex
from grammar.lexing.lexicon import lexicon_for
from grammar.lexing.sentences import Header, Sentence
from grammar.parse import Unparsed, parse

Status = Literal["exacto", "variante", "rechazado"]
MAX_TEXT = 6000
"""Longer texts are declined at once: no card comes near."""


@dataclass(frozen=True)
class Diagnostic:
    code: str
    severity: Literal["error", "aviso", "nota"]
    message: str
    span: tuple[int, int]
    expected: tuple[str, ...] = ()
    fix: str | None = None

    def as_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"code": self.code, "severity": {"error": "error", "aviso": "warning", "nota": "info"}[self.severity],
                                 "message": self.message, "span": list(self.span)}  # fmt: skip
        if self.expected:
            found["expected"] = list(self.expected)
        if self.fix is not None:
            found["fix"] = self.fix
        return found


@dataclass(frozen=True)
class Result:
    status: Status
    effects: tuple[Capacidad, ...] = ()
    canonical: str = ""
    diagnostics: tuple[Diagnostic, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        return {"status": self.status, "effects": [dump(effect) for effect in self.effects], "canonical": self.canonical,
                "diagnostics": [diagnostic.as_dict() for diagnostic in self.diagnostics]}  # fmt: skip


@cache
def printer_for(game: str) -> Printer:
    return Printer(lexicon_for(game))


def compile_text(text: str, game: str = "xwing", check: bool = True) -> Result:
    """Compiles one card text. `check` rereads the canonical text and declines when the effects differ."""
    text = unicodedata.normalize("NFC", text)
    if len(text) > MAX_TEXT:
        return _declined([Diagnostic("KB100", "error", "El texto es demasiado largo para ser el de una carta.", (0, len(text)))])
    found = lex(text, game)
    if not found:
        return _declined([Diagnostic("KB100", "error", "No hay texto que compilar.", (0, len(text)))])
    abilities: list[Capacidad] = []
    problems: list[Diagnostic] = []
    for sentence in found:
        try:
            _add(abilities, sentence, game)
        except Unparsed as error:
            problems.append(_unparsed(sentence, error, text))
        except BuildError as error:
            problems.append(Diagnostic(error.code, "error", f"No encaja: {error.detail}.", (error.start, error.end), error.expected))
    if problems:
        return _declined(problems)
    effects = tuple(abilities)
    lost = missing(found, effects)
    if lost is not None:
        return _declined([Diagnostic("KB110", "error", f"«{lost.text}» no llega al efecto.", (lost.start, lost.end))])
    canonical = printer_for(game).text(effects)
    if _same(text, canonical):
        return Result("exacto", effects, canonical)
    if check and compile_text(canonical, game, check=False).effects != effects:
        return _declined([Diagnostic("KB111", "error", "La redacción canónica no se relee igual.", (0, len(text)))])
    note = Diagnostic("KB001", "nota", "Se entiende, pero la redacción canónica es otra.", (0, len(text)), fix=canonical)
    return Result("variante", effects, canonical, (note,))


def _declined(problems: list[Diagnostic]) -> Result:
    return Result("rechazado", (), "", tuple(problems))


def _add(abilities: list[Capacidad], sentence: Sentence, game: str) -> None:
    """Appends the sentence to the ability that it continues, or opens a new one."""
    heads = tuple(_heading(header) for header in sentence.headers)
    if not sentence.words:
        abilities.append(Capacidad.model_construct(cabeceras=heads))
        return
    builder = SentenceBuilder(sentence.words)
    builder.header = bool(heads)
    built: Oracion = builder.build(parse(sentence.words, game))
    linked = built.marco[:1] and isinstance(built.marco[0], Enlace)
    if abilities and not heads and linked and not abilities[-1].anuncia and abilities[-1].oraciones:
        last = abilities[-1]
        abilities[-1] = last.model_copy(update={"oraciones": (*last.oraciones, built), "anuncia": sentence.colon})
        return
    abilities.append(Capacidad.model_construct(cabeceras=heads, oraciones=(built,), anuncia=sentence.colon))


def _heading(header: Header) -> Cabecera:
    if header.kind == "nombre":
        return Cabecera.model_construct(tipo="nombre", nombre=header.name)
    fields: dict[str, Any] = {"tipo": header.kind}
    if header.words:
        builder = SentenceBuilder(header.words)
        marks: list[tuple[str, Any]] = []
        conj = ""
        for word in header.words:
            if word.type.startswith("CJ"):
                conj = word.id
            elif word.type in ("ICON", "ICON_N", "ARC", "ARC_N"):
                word.type = word.type.split("_")[0]
                marks.append((conj, builder.atom(word)))
                conj = ""
            else:
                raise BuildError("KB106", word.start, word.end, "requisito de ataque", ("un icono",))
        fields["requisitos"] = tuple(builder.groups(marks))
    return Cabecera.model_construct(**fields)


def _unparsed(sentence: Sentence, error: Unparsed, text: str) -> Diagnostic:
    if error.index < len(sentence.words):
        word = sentence.words[error.index]
        span, shown = (word.start, word.end), word.text
    else:
        span, shown = (sentence.end, sentence.end), "el final de la frase"
    expected = tuple(sorted(error.expected))
    return Diagnostic("KB101", "error", f"No se entiende a partir de «{shown}».", span, expected)


def _same(text: str, canonical: str) -> bool:
    return _plain(text) == _plain(canonical)


def _plain(text: str) -> str:
    for quote in "“”«»":
        text = text.replace(quote, '"')
    return re.sub(r"\s+", " ", text).strip()
