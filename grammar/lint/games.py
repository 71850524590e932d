"""A text pasted under the wrong game, and what the co-operative mode makes of an Imperial ability."""

from collections.abc import Iterator

from grammar.diagnostics import Diagnostic
from grammar.game import load_game
from grammar.leyendas_ignora import is_ignored
from grammar.likeness import other_game
from grammar.lint.context import Context, finding


def wrong_game(context: Context) -> Iterator[Diagnostic]:
    if context.result.status != "rechazado":
        return
    found = other_game(context.text, context.game)
    if found is not None:
        terms = ", ".join(f"«{term}»" for term in found.terms[:4])
        message = f"Parece de {load_game(found.game).nombre}: usa {terms}."
        yield finding("KB216", message, 0, len(context.text))


def ignored(context: Context) -> Iterator[Diagnostic]:
    """Leyendas: on an Imperial Deployment card, an ability that asks for a decision does not count."""
    if context.game != "leyendas":
        return
    verdict = is_ignored(context.text)
    reasons = [reason for reason in verdict.motivos if not reason.prohibicion]
    if verdict.ignorada:
        message = f"En una carta de Despliegue Imperial: {verdict.mensaje[0].lower()}{verdict.mensaje[1:]}"
        yield finding("KB217", message, *reasons[0].span)
