"""X-Wing: abilities that hold always: permissions («eres capaz de…») and changes of difficulty. They do not use the queue."""

from collections.abc import Iterator

from grammar.effects import Frase, Oracion, Requisito, Seleccion
from kb.play.games.xwing.abilities import readable
from kb.play.games.xwing.conditions import required
from kb.play.games.xwing.moments import named, state_of, stative
from kb.play.games.xwing.selector import fits
from kb.play.games.xwing.view import Happening, View
from kb.play.logic import every

ABLE = ("capaz", "sigue_capaz")
STEPS = {"reducir": -1, "incrementar": 1}


def _standing(view: View) -> Iterator[tuple[str, Oracion]]:
    """The sentences of the ship's own cards that hold now, whatever happens."""
    for card, ability in readable(view.ship.active_texts()):
        sentence = ability.sentences[0]
        frames = [f for f in sentence.marco if isinstance(f, Requisito) or stative(f)]
        held = every(required(view, f) if isinstance(f, Requisito) else state_of(view, f) for f in frames)
        if not ability.headers and len(frames) == len(sentence.marco) and held:
            yield card, sentence


def permits(view: View, verb: str, deed: Happening) -> str | None:
    """The card that lets the ship do it although something forbids it in general."""
    for card, sentence in _standing(view):
        if any(tail.tipo == "incluso_aunque" for tail in sentence.colas):
            for phrase in sentence.frases.partes:
                if phrase.modo in ABLE and not phrase.modo_negado and _allows(view, phrase, verb, deed):
                    return card
    return None


def _allows(view: View, phrase: Frase, verb: str, deed: Happening) -> bool:
    mine = fits(view, phrase.sujeto, view.me)
    return bool(mine) and any(op.kind == verb and named(view, deed, getattr(op, "que", None)) for op in phrase.efecto.ops)


def difficulty(view: View) -> Iterator[tuple[str, int]]:
    """Cards that change the difficulty of this manoeuvre, and by how much."""
    assert view.happening is not None
    for card, sentence in _standing(view):
        for phrase in sentence.frases.partes:
            for op in phrase.efecto.ops if phrase.modo is None else ():
                what = getattr(op, "que", None)
                if op.kind not in STEPS or not isinstance(what, Seleccion) or what.complemento is None:
                    continue
                if what.objeto == "dificultad" and named(view, view.happening, what.complemento.que):
                    yield card, STEPS[op.kind]
