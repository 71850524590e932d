"""Rules about what the text does: bounds, costs, options, references, reminders."""

import re
from collections.abc import Iterator
from typing import cast

from grammar.diagnostics import Diagnostic
from grammar.effects import Capacidad, Cola, Enlace, Frase, Lugar, Oracion, Secuencia, Seleccion
from grammar.lint.context import Context, finding

BOUNDS: dict[str, tuple[int, str]] = {
    "RANGO": (5, "El alcance va de 0 a 5"),
    "VEL": (5, "La velocidad va de 0 a 5"),
    "MAN": (5, "La velocidad va de 0 a 5"),
}
LOST_ICON = re.compile(r"\bespacios?(?=[ ]*(?:[.,]| y\b))|\bgastar \d+ (?=para\b)|\by \d+ (?=para\b)|\[\?\]")
UNSPENDABLE: frozenset[str] = frozenset(
    {"tension", "sobresfuerzo", "merma", "iones", "desarme", "campo_de_traccion", "interferencia"}
)
NOT_AN_ACTION = re.compile(r"\(esto no (?:es|cuenta como) una acción\)", re.IGNORECASE)
WORD_FOR_SHIP = frozenset({"nave", "defensor", "atacante", "objeto", "objetivo", "dispositivo", "uno", "nombrado"})


def lost_icons(context: Context) -> Iterator[Diagnostic]:
    for match in LOST_ICON.finditer(context.text):
        yield finding("KB205", "Aquí falta un icono.", match.start(), match.end())


def bounds(context: Context) -> Iterator[Diagnostic]:
    for word in context.words():
        top, message = BOUNDS.get(word.type, (0, ""))
        if message and "casillas" not in word.id and word.values and max(word.values) > top:
            yield finding("KB208", f"{message}.", word.start, word.end)
        if word.type in BOUNDS and len(word.values) == 2 and word.values[0] > word.values[1]:
            yield finding("KB208", "El intervalo está al revés.", word.start, word.end)
    for left, right in context.pairs():
        if (
            left.id in ("iniciativa", "momento_de_iniciativa")
            and right.type == "NUM"
            and right.values
            and max(right.values) > 8
        ):
            yield finding("KB208", "La Iniciativa va de 0 a 8.", right.start, right.end)


def empty_options(context: Context) -> Iterator[Diagnostic]:
    """«puedes elegir 1 nave» and nothing afterwards."""
    abilities = context.result.abilities
    for number, ability in enumerate(abilities):
        if number + 1 < len(abilities) or not ability.oraciones or not ability.oraciones[-1].frases.partes:
            continue
        frase = ability.oraciones[-1].frases.partes[-1]
        only = frase.modo == "puede" and frase.costes is None and [op.kind for op in frase.efecto.ops] == ["elegir"]
        if only and frase.para_que is None:
            yield finding("KB209", "Se elige algo y no se hace nada con ello.", 0, len(context.text))


def impossible_costs(context: Context) -> Iterator[Diagnostic]:
    for node in context.nodes(Secuencia):
        for op in cast("Secuencia", node).ops:
            what = op.__dict__.get("que")
            if op.kind != "gastar" or not isinstance(what, Seleccion):
                continue
            tokens = {part.id for group in what.rasgos for part in group.partes if part.clase == "ficha"}
            if what.objeto == "ficha" and tokens and tokens <= UNSPENDABLE:
                yield finding("KB210", "Esa ficha no se puede gastar.", *_place(context, "gast"))
            elif what.cuenta is not None and what.cuenta.valores == (0,):
                yield finding("KB210", "Un coste de cero no es un coste.", *_place(context, "gast"))


def _place(context: Context, start: str) -> tuple[int, int]:
    for word in context.words():
        if word.text.lower().startswith(start):
            return word.start, word.end
    return 0, len(context.text)


def dangling(context: Context) -> Iterator[Diagnostic]:
    """«Si lo haces» that opens the text; «esa nave» before any ship."""
    if not context.result.abilities:
        return
    first = context.result.abilities[0]
    if first.oraciones and first.oraciones[0].marco and isinstance(first.oraciones[0].marco[0], Enlace) and not first.cabeceras:
        start = context.sentences[0].start
        yield finding("KB211", "No hay nada antes a lo que se refiera.", start, start + len(context.text.split(",")[0]))
    spoken = False
    for left, right in context.pairs():
        if right.type == "NOUN" and right.id == "nave" and left.det is not None and left.det.article == "ese" and not spoken:
            yield finding("KB211", "«Esa nave»: antes no se ha hablado de ninguna.", left.start, right.end)
            return
        if left.id in WORD_FOR_SHIP or right.id in WORD_FOR_SHIP or left.type in ("NAME", "NAME_N", "DETP"):
            spoken = True


def duplicates(context: Context) -> Iterator[Diagnostic]:
    seen: list[Capacidad] = []
    for ability in context.result.abilities:
        attack = any(head.tipo in ("ataque", "ataque_adicional") for head in ability.cabeceras)
        if (
            ability in seen
            and ability.oraciones
            and not attack
            and not any(head.tipo == "nombre" for head in ability.cabeceras)
        ):
            yield finding("KB213", "Esta capacidad ya está en el texto.", 0, len(context.text))
        seen.append(ability)


def reminders(context: Context) -> Iterator[Diagnostic]:
    """«(esto no es una acción)» after performing an action."""
    for match in NOT_AN_ACTION.finditer(context.text):
        for node in context.nodes(Oracion):
            sentence = cast("Oracion", node)
            if any(tail.tipo == "inciso" for tail in sentence.colas) and _performs_action(sentence.frases.partes):
                yield finding("KB214", "La frase dice que es una acción y el recordatorio que no.", match.start(), match.end())
                break


def _performs_action(clauses: tuple[Frase, ...]) -> bool:
    for clause in clauses:
        for op in clause.efecto.ops:
            what = op.__dict__.get("que")
            if op.kind == "realizar" and isinstance(what, Seleccion) and what.objeto == "accion":
                return True
    return False


__all__ = ["Cola", "Lugar", "bounds", "dangling", "duplicates", "empty_options", "impossible_costs", "lost_icons", "reminders"]
