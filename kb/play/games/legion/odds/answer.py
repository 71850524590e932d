"""Legión in `kb odds`: the question and its keywords -> one attack solved; a keyword tried."""

from kb.play.errors import PlayError
from kb.play.games.legion.odds import rules
from kb.play.games.legion.odds.solve import solve
from kb.play.games.legion.odds.spec import LegionSpec
from kb.play.games.legion.terms import read_keyword, read_keywords
from kb.play.odds.budget import Budget
from kb.play.odds.game import Answer, Odds

_FIELDS = (("a_keywords", rules.ATTACK_KEYWORDS), ("d_keywords", rules.DEFENSE_KEYWORDS))
_ATTACK = {"a_rojo": "2", "a_negro": "2", "d_die": "blanco"}


def _answer(spec: LegionSpec, budget: Budget) -> Answer:
    a, d = spec.attack, spec.defense
    if sum(a.dice.model_dump().values()) > rules.MOST_DICE:
        raise PlayError(f"son demasiados dados para calcularlos exactamente (como mucho {rules.MOST_DICE})", "attack.dice")
    keywords, aside = read_keywords(a.keywords, rules.ATTACK_KEYWORDS, rules.IGNORED, "attack.keywords")
    faces = {"vacia": rules.BLANK, "incremento": rules.SURGE, "impacto": rules.HIT}
    defense = None
    if d is not None:
        theirs, more = read_keywords(d.keywords, rules.DEFENSE_KEYWORDS, rules.IGNORED, "defense.keywords")
        aside += more
        theirs = {
            **theirs,
            **{k: theirs.get(k, 0) + n for k, n in (("humo", d.tokens.humo), ("escudado", d.tokens.escudo)) if n},
        }
        defense = rules.Defense(d.die, d.surge, rules.COVER[d.cover], d.tokens.esquiva, d.tokens.incremento,
                                 d.tokens.acobardamiento, d.courage, theirs)  # fmt: skip
    observation = a.tokens.observacion + (d.tokens.observacion if d else 0)
    attack = rules.Attack(
        dice=a.dice.model_dump(), surge=None if a.surge == "null" else a.surge, aim=a.tokens.ataque_apuntado,
        surge_tokens=a.tokens.incremento, observation=observation, dodge=a.tokens.esquiva, keywords=keywords,
        melee=a.type == "cuerpo_a_cuerpo", reroll=tuple(faces[f] for f in a.reroll), defense=defense,
    )  # fmt: skip
    found = solve(attack, budget)
    name = "wounds" if defense else "results"
    return {name: found.probabilities(), "expected": found.average(), "left_out": aside}


def _tried(keyword: str) -> dict[str, str] | None:
    name, _ = read_keyword(keyword)
    for field, known in _FIELDS:
        if name in known:
            return {"comparar": "1", **_ATTACK, field: keyword, **{f"b_{key}": value for key, value in _ATTACK.items()}}
    return None


ODDS = Odds(LegionSpec, _answer, _tried)
