"""Rules about what a text does: choices without use, abilities told twice, prices that nobody pays, habits of verbs."""

from collections.abc import Iterator

from grammar.diagnostics import Diagnostic
from grammar.game import load_game
from grammar.habits import habits
from grammar.lexicon.words import Token, Word
from grammar.likeness import other_game
from grammar.lint.context import Context, finding
from grammar.meaning.effect import Capacidad, Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Ref, parts
from grammar.undecided import is_ignored

VERB_OF: dict[tuple[str, str], str] = {
    ("hacer", "ataque"): "efectuar", ("hacer", "accion"): "realizar", ("hacer", "maniobra"): "ejecutar",
    ("hacer", "movimiento"): "realizar", ("relanzar", "dado"): "volver_a_tirar",
}  # fmt: skip
"""What is done, and the sort of thing that it is done with -> the verb of the cards."""
STOPS = frozenset({"COMMA", "PARA", "QUE", "SI", "Y", "O", "V", "V_INF"})


def empty_options(context: Context) -> Iterator[Diagnostic]:
    """«puedes elegir 1 nave» and nothing afterwards."""
    for ability in context.card.effects:
        last = ability.pasos[-1] if ability.pasos else None
        if not isinstance(last, Paso) or last.modo != "puede" or last.coste or len(last.efecto) != 1:
            continue
        act = last.efecto[0]
        thing = act.role("que") if isinstance(act, Hecho) and act.verb == "elegir" and not act.circ else None
        told = sum(isinstance(part, Ref) for part in parts(context.card.effects))
        if isinstance(thing, Cosa) and thing.sort in ("nave", "figura", "unidad", "objeto", "sistema", "lider") and not told:
            token = next((t for t in context.tokens if any(w.id == "elegir" for w in t.words)), context.tokens[0])
            yield finding("KB209", "Se elige algo y no se hace nada con ello.", token.start, context.tokens[-1].end)


def duplicates(context: Context) -> Iterator[Diagnostic]:
    seen: set[Capacidad] = set()
    for ability in context.card.effects:
        if ability in seen and ability.pasos and ability.clase not in ("ataque", "ataque_adicional", "palabras_clave", "arma"):
            yield finding("KB213", "Esta capacidad ya está en el texto.", 0, len(context.text))
        seen.add(ability)


def impossible_costs(context: Context) -> Iterator[Diagnostic]:
    """Tokens of some colours are suffered, not spent."""
    colours = habits(context.game).unspendable
    bad = {token.id for token in context.lexicon.facts.fichas if token.color in colours}
    for part in parts(context.card.effects):
        thing = part.role("que") if isinstance(part, Hecho) and part.verb == "gastar" and not part.neg else None
        if not isinstance(thing, Cosa) or thing.noun != "ficha":
            continue
        kinds = {f.role("que") for f in thing.filters if isinstance(f, Hecho) and f.verb == "ser"}
        if any(isinstance(kind, Cual) and kind.id in bad for kind in kinds):
            token = next((t for t in context.tokens if any(w.id == "gastar" for w in t.words)), context.tokens[0])
            yield finding("KB210", "Esa ficha no se puede gastar.", token.start, token.end)


def verbs(context: Context) -> Iterator[Diagnostic]:
    """«haces un ataque»: each thing has its verb."""
    for at, token in enumerate(context.tokens):
        verb = next((word for word in token.words if word.cls.startswith("V")), None)
        noun = _object(context.tokens[at + 1 : at + 5]) if verb is not None else None
        done = (verb.id, noun.sort) if verb is not None and noun is not None else ("", "")
        right = habits(context.game).verbs.get(" ".join(done)) or VERB_OF.get(done)
        if right is None or verb is None or right not in context.lexicon.verbs:
            continue
        form = context.terms.sister(verb, id=right)
        if form is not None:
            shown = context.text[token.start : token.end]
            text = form[:1].upper() + form[1:] if shown[:1].isupper() else form
            yield finding("KB204", f"La redacción oficial dice «{text}».", token.start, token.end, text, safe=False)


def _object(tokens: list[Token]) -> Word | None:
    for token in tokens:
        for word in token.words:
            if word.cls == "N":
                return word
        if token.classes & STOPS and "DET" not in token.classes:  # «una» may be of «unir»
            return None
    return None


def whenever(context: Context) -> Iterator[Diagnostic]:
    """Errata: «mientras te defiendes», not «cuando te defiendes»."""
    if not habits(context.game).whenever:
        return
    for at, token in enumerate(context.tokens[:-2]):
        after = context.tokens[at + 1 : at + 4]
        verb = next((w for t in after for w in t.words if w.cls == "V" and w.mood == "ind" and w.person == 2), None)
        noun = _object(after[1:])
        attacks = verb is not None and verb.id in ("efectuar", "realizar") and noun is not None and noun.sort == "ataque"
        if token.classes == {"CUANDO"} and verb is not None and (verb.id == "defender" or attacks):
            right = "Mientras" if token.text[0].isupper() else "mientras"
            yield finding("KB212", "Las erratas piden «mientras».", token.start, token.end, right, safe=False)


def wrong_game(context: Context) -> Iterator[Diagnostic]:
    """A text that is not understood here and is plainly written for another game."""
    found = other_game(context.text, context.game) if not context.understood else None
    if found is not None:
        terms = ", ".join(f"«{term}»" for term in found.terms[:3])
        yield finding("KB216", f"Parece de {load_game(found.game).nombre}: usa {terms}.", 0, len(context.text))


def ignored(context: Context) -> Iterator[Diagnostic]:
    """On an Imperial Deployment card of the co-operative mode, an ability that asks for a decision does not count."""
    if not habits(context.game).undecided:
        return
    verdict = is_ignored(context.text)
    reasons = [reason for reason in verdict.motivos if not reason.prohibicion]
    if verdict.ignorada:
        message = f"En una carta de Despliegue Imperial: {verdict.mensaje[0].lower()}{verdict.mensaje[1:]}"
        yield finding("KB217", message, *reasons[0].span)
