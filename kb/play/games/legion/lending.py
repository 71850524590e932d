"""Legión: tokens of another unit that an attack spends: between clones, or where a text of whoever has them lets it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grammar.meaning.values import Cosa, Hecho, Ref, parts
from kb.play.cite import Cite
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import LOOK, sure_ban
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import rule_named
from kb.play.games.legion.view import going, unit_of
from kb.play.games.legion.world import GAME
from kb.play.meaning import look
from kb.play.meaning.abilities import abilities_of
from kb.play.meaning.conditions import fits
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.moments import unify
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal

CLONE_RANGE = 2


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
    if not f.pool.prestadas:
        _offered(f)
    return found


def _offered(f: Fight) -> None:
    """Whose tokens a text lets a side of this attack spend."""
    for who in (name for name in (f.who, f.pool.defensor) if name in f.battle.unidades):
        for scene in _lenders(f, who, "esquiva"):
            f.log.offer(who, "", f"puedes gastar las fichas verdes de {scene.me.name}, por {scene.card} («prestadas»)")


def _lenders(f: Fight, who: str, token: str) -> Iterator[Scene]:
    """Texts of others that let it spend a token of theirs, as far as anybody has told."""
    for lender in f.battle.unidades:
        what = Ente("ficha", token, frozenset({token, "verde"}), lender)
        deed = Event("mientras", "gastar", {"quien": unit_of(who), "que": what})
        for scene, step in look.standing(LOOK, f, deed, going(f), f.log, doubtful=True):
            lends = [fact for fact in step.efecto if isinstance(fact, Hecho) and fact.verb == "gastar"]
            what_only = [replace(fact, circ=(), roles=tuple(r for r in fact.roles if r[0] == "que")) for fact in lends]
            covered = any(unify(scene, fact, deed)[0] is not False for fact in what_only)
            if lender != who and scene.me.name == lender and step.modo == "puede" and covered and _meant(scene, lends, who):
                yield scene


def _meant(scene: Scene, lends: Sequence[Hecho], who: str) -> bool:
    """Whether it may be the unit that the moment describes: «una unidad aliada situada a … ataca o se defiende»."""
    refs = {ref.id for fact in lends if isinstance(ref := fact.role("quien"), Ref)}
    facts = (fact for ability in abilities_of(scene.words, GAME) for moment in ability.moments for fact in moment.hechos)
    described = [part for fact in facts for part in parts(fact) if isinstance(part, Cosa) and part.id in refs]
    return all(fits(scene, unit_of(who), thing) is not False for thing in described)


def _allowed(f: Fight, who: str, lender: str, token: str) -> Cite:
    what = Ente("ficha", token, frozenset({token, "verde"}), lender)
    if card := sure_ban(f.battle, f.log, "gastar", quien=unit_of(who), que=what):
        raise Illegal(f"{who} no puede gastar fichas de {lender}, por {card}", rule_named(card))
    if f.battle.unit(who).clon and f.battle.unit(lender).clon:
        far = f.battle.range(who, lender)
        if far is not None and far > CLONE_RANGE:
            raise Illegal(f"{lender} está a alcance {far} de {who}: los clones comparten a alcance {CLONE_RANGE}", rules.CLONES)
        if far is None:
            f.log.say("", f"se da por dicho que {lender} está a alcance {CLONE_RANGE} y a la vista de {who}", rules.CLONES)
        return rules.CLONES
    for scene in _lenders(f, who, token):
        if scene.me.name == lender:
            return rule_named(scene.card)
    raise Illegal(f"{who} y {lender} no comparten fichas: solo las unidades de infantería clon", rules.CLONES)
