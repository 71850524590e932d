"""Legión: tokens of another unit that an attack spends: between clones, or where a text of whoever has them lets it."""

from collections.abc import Mapping

from grammar.meaning.values import Hecho
from kb.play.cite import Cite
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import LOOK, sure_ban
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import rule_named
from kb.play.games.legion.view import going, unit_of
from kb.play.meaning import look
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal


def lent(f: Fight) -> Mapping[tuple[str, str], Cite]:
    """Who spends whose tokens in this attack, and why it may; what nothing allows is refused before anything is rolled."""
    found: dict[tuple[str, str], Cite] = {}
    for token, lender in f.pool.prestadas.items():
        owner = f.battle.unit(lender)
        sides = [name for name in (f.who, f.pool.defensor) if name in f.battle.unidades]
        who = next((name for name in sides if f.battle.unit(name).jugador == owner.jugador), "")
        if not who or lender in sides:
            raise Illegal(f"nadie de este ataque puede gastar las fichas de {lender}", rules.CLONES)
        found[who, lender] = _allowed(f, who, lender, str(token))
    return found


def _allowed(f: Fight, who: str, lender: str, token: str) -> Cite:
    what = Ente("ficha", token, frozenset({token, "verde"}), lender)
    if card := sure_ban(f.battle, f.log, "gastar", quien=unit_of(who), que=what):
        raise Illegal(f"{who} no puede gastar fichas de {lender}, por {card}", rule_named(card))
    if f.battle.unit(who).clon and f.battle.unit(lender).clon:
        return rules.CLONES
    deed = Event("mientras", "gastar", {"quien": unit_of(who), "que": what})
    for scene, step in look.standing(LOOK, f, deed, going(f), f.log, doubtful=True):
        spends = any(isinstance(fact, Hecho) and fact.verb == "gastar" for fact in step.efecto)
        if scene.me.name == lender and step.modo == "puede" and spends:
            return rule_named(scene.card)
    raise Illegal(f"{who} y {lender} no comparten fichas: sólo las unidades de infantería clon", rules.CLONES)
