"""Legión in `kb odds`: the question and its keywords -> one attack solved; a keyword tried."""

from kb.play.errors import PlayError
from kb.play.games.legion.keywords import keyword
from kb.play.games.legion.odds import rules
from kb.play.games.legion.odds.levers import Side, Told, of_keyword
from kb.play.games.legion.odds.sides import read
from kb.play.games.legion.odds.solve import solve
from kb.play.games.legion.odds.spec import LegionSpec
from kb.play.odds.budget import Budget
from kb.play.odds.game import Answer, Odds

_FIELDS: tuple[tuple[str, Side], ...] = (("a_keywords", "atacante"), ("d_keywords", "defensor"))
_ARMOUR = frozenset({"blindaje"})
_ATTACK = {"a_rojo": "2", "a_negro": "2", "d_die": "blanco"}


def _answer(spec: LegionSpec, budget: Budget) -> Answer:
    a, d = spec.attack, spec.defense
    if sum(a.dice.model_dump().values()) > rules.MOST_DICE:
        raise PlayError(f"son demasiados dados para calcularlos exactamente (como mucho {rules.MOST_DICE})", "attack.dice")
    melee = a.type == "cuerpo_a_cuerpo"
    both = read(a.keywords, a.cards, d.keywords if d else (), d.cards if d else (), melee)
    faces = {"vacia": rules.BLANK, "incremento": rules.SURGE, "impacto": rules.HIT}
    defense = None
    if d is not None:
        defense = rules.Defense(d.die, d.surge, rules.COVER[d.cover], d.tokens.esquiva, d.tokens.incremento,
                                d.tokens.acobardamiento, d.courage, d.tokens.humo + both.smoke, d.tokens.escudo)  # fmt: skip
    observation = a.tokens.observacion + (d.tokens.observacion if d else 0)
    attack = rules.Attack(
        dice=a.dice.model_dump(), surge=None if a.surge == "null" else a.surge, aim=a.tokens.ataque_apuntado,
        surge_tokens=a.tokens.incremento, observation=observation, dodge=a.tokens.esquiva, levers=tuple(both.levers),
        melee=melee, reroll=tuple(faces[f] for f in a.reroll), defense=defense,
    )  # fmt: skip
    found = solve(attack, budget)
    name = "wounds" if defense else "results"
    told = {"left_out": both.left_out, "left_out_why": both.why, "assumed": both.assumed}
    return {name: found.probabilities(), "expected": found.average(), **told}


def _tried(text: str) -> dict[str, str] | None:
    """An attack with it beside the same without it, on the side on which it moves the dice."""
    held = keyword(text, "arma")
    for field, side in _FIELDS:
        if of_keyword(held.term.id, held.value, Told(side, False, theirs=_ARMOUR)).levers:
            return {"comparar": "1", **_ATTACK, field: text, **{f"b_{key}": value for key, value in _ATTACK.items()}}
    return None


ODDS = Odds(LegionSpec, _answer, _tried)
