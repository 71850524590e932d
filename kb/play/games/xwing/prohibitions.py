"""X-Wing: «no puede» is absolute (La regla de oro): what a card forbids is looked up before it is done."""

from collections.abc import Iterator
from dataclasses import dataclass

from grammar.effects import Frase, Momento, Operacion, Periodo, Requisito, Seleccion
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.abilities import readable
from kb.play.games.xwing.conditions import required
from kb.play.games.xwing.moments import ACTION_ICONS, PHASES, moment
from kb.play.games.xwing.selector import fits, tokens_of
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import Happening, View
from kb.play.logic import Known, every
from kb.play.run import Illegal

MODIFYING = frozenset({"volver_a_tirar", "cambiar", "anadir"})
"""Forms of modifying dice («Modificación de dados»): a ban on modifying reaches them all."""


@dataclass(frozen=True)
class Deed:
    """What somebody is about to do."""

    who: str
    verb: str
    noun: str = ""
    kinds: frozenset[str] = frozenset()
    """Tokens, or the icon of the action."""
    dice_of: str = ""


def check(table: Table, deed: Deed, happening: Happening | None = None) -> None:
    """Raises Illegal where a card in play forbids the deed."""
    for ban in table.prohibido:
        if ban.nave == deed.who and ban.verbo == deed.verb and (not ban.cosas or set(ban.cosas) & deed.kinds):
            raise Illegal(f"«{ban.carta}» lo prohíbe: un «no puede» no lo levanta nada", rules.CANNOT)
    for card, view, sentence_frames, phrase in _prohibitions(table, happening):
        together = every((*(_frame(view, frame) for frame in sentence_frames), _covers(view, phrase, deed)))
        if together:
            raise Illegal(f"«{card}» lo prohíbe: un «no puede» no lo levanta nada", rules.CANNOT)


def _prohibitions(table: Table, happening: Happening | None) -> Iterator[tuple[str, View, tuple[object, ...], Frase]]:
    for name, ship in table.naves.items():
        for card, ability in readable(ship.active_texts()):
            sentence = ability.sentences[0]
            for phrase in sentence.frases.partes:
                if phrase.modo == "puede" and phrase.modo_negado and not sentence.colas:
                    yield card, _view(table, name, happening), sentence.marco, phrase


def _view(table: Table, name: str, happening: Happening | None) -> View:
    """«Esa nave» is the other one in the attack."""
    others = tuple(ship for ship in (happening.roles.values() if happening else ()) if ship != name)
    return View(table, name, happening, that=others)


def _frame(view: View, frame: object) -> Known:
    if isinstance(frame, Requisito):
        return required(view, frame)
    if isinstance(frame, Periodo) and isinstance(frame.plazo.que, Seleccion):
        return frame.plazo.relacion == "durante" and frame.plazo.que.objeto == PHASES.get(view.table.fase)
    return moment(view, frame) if isinstance(frame, Momento) else False


def _covers(view: View, phrase: Frase, deed: Deed) -> Known:
    subject = phrase.sujeto
    if isinstance(subject, Seleccion) and subject.objeto.startswith("dado"):
        return _dice(view, phrase, subject, deed)
    ops = [op for op in phrase.efecto.ops if _same(op, deed)]
    return every((fits(view, subject, deed.who), any(_names(op, deed) for op in ops))) if ops else False


def _dice(view: View, phrase: Frase, subject: Seleccion, deed: Deed) -> Known:
    """«Los dados de esa nave no pueden modificarse»."""
    if not any(_same(op, deed) for op in phrase.efecto.ops) or not deed.dice_of:
        return False
    owner = subject.complemento.que if subject.complemento else None
    if owner is None and subject.objeto != "dado":
        role = {"dado_de_ataque": "atacante", "dado_de_defensa": "defensor"}.get(subject.objeto, "")
        return view.role(role) == deed.dice_of
    return fits(view, owner, deed.dice_of)


def _same(op: Operacion, deed: Deed) -> bool:
    return op.kind == deed.verb or (op.kind == "modificar" and deed.verb in MODIFYING)


def _names(op: Operacion, deed: Deed) -> bool:
    what = getattr(op, "que", None)
    if what is None:
        return True
    if not isinstance(what, Seleccion) or what.relativa is not None:
        return False
    if what.cuenta is not None and what.cuenta.tipo in ("mas_de", "mas"):
        return False  # a limit, not a ban: the dice are counted where they are rolled
    if what.objeto == "ficha":
        return deed.noun == "ficha" and bool(set(tokens_of(what) or ()) & deed.kinds)
    if what.objeto == "accion":
        icons = {str(a.id) for g in what.rasgos for a in g.partes if a.clase == "icono"}
        return deed.noun == "accion" and (not icons or bool(icons & {ACTION_ICONS.get(k, k) for k in deed.kinds}))
    return what.objeto == deed.noun
