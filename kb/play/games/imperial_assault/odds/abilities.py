"""Imperial Assault: a line of a card, a surge ability or a keyword, as what it adds to an attack: its compiled effect, the one
that `kb run` plays."""

import re
from functools import lru_cache

from grammar.meaning.effect import Paso
from grammar.meaning.values import Cosa, Cual, Hecho, Papel, Rango, Yo
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.fight import GAME
from kb.play.games.imperial_assault.odds.solve import Gain
from kb.play.meaning.abilities import Ability, abilities_of, refusal, said
from kb.play.meaning.stuff import stuff

FIELDS = {
    "dano": "damage", "incremento": "surge_result", "precision": "accuracy", "bloqueo": "block", "evadir": "evade",
    "perforante": "pierce",
}  # fmt: skip
"""Each result that is added, and the keyword that takes blocks away."""
TYPED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), to)
    for pattern, to in (
        (r"\+?(-?)([0-9]{1,9}) (?:de )?\[?da[ñn]o\]?", "[daño]"),
        (r"\+?(-?)([0-9]{1,9}) (?:de )?\[?precisi[óo]n\]?", "Precisión"),
        (r"\+?(-?)([0-9]{1,9}) (?:de )?\[?bloqueos?\]?", "[bloqueo]"),
        (r"\+?(-?)([0-9]{1,9}) (?:de )?\[?(?:evadir|evasi[óo]n)\]?", "[evadir]"),
        (r"\+?(-?)([0-9]{1,9}) (?:de )?\[?incrementos?\]?", "[incremento]"),
    )
)
"""Results as they are typed, without accents or brackets, and as cards write them."""
WORDS = re.compile(r"\+?(Perforante|Explosi[óo]n|Tajo|Recuperaci[óo]n) ([0-9]{1,9})(.*)", re.I)
BARE = {"explosion": "Explosión", "tajo": "Tajo", "recuperacion": "Recuperación", "perforante": "Perforante"}
STATES = {"aturdir": "Aturdimiento", "movil": "Móvil"}
SURGE = re.compile(r"(?:([1-9])\s*)?((?:\[incremento\]\s*)+):\s*(.*)", re.I)
COMMA = re.compile(r",\s*|\s+y\s+")


@lru_cache(maxsize=500)
def read_ability(text: str) -> Gain:
    """`[incremento]: +1 [daño], Perforante 1` or, without surges, what a keyword line adds."""
    head, parts = _spelled(text)
    whole = f"{head}{', '.join(parts)}"
    if refusal(whole, GAME):
        bad = next((part for part in parts if refusal(f"{head}{part}", GAME)), text)
        raise PlayError(f"no se entiende «{bad}» en «{text}»; se espera p. ej. «+1 [daño]» o «Perforante 2»")
    found = [_gain(ability, parts) for ability in abilities_of(whole, GAME)]
    values = {name: sum(getattr(gain, name) for gain in found) for name in FIELDS.values()}
    after = tuple(part for gain in found for part in gain.after)
    return Gain(surges=max((gain.surges for gain in found), default=0), after=after, **values)


def _spelled(text: str) -> tuple[str, list[str]]:
    """Its cost and its parts, as cards write them."""
    found = SURGE.fullmatch(text.strip())
    cost, body = (int(found[1] or 1) * found[2].lower().count("[incremento]"), found[3]) if found else (0, text.strip())
    return f"{'[incremento]' * cost}: " if cost else "", [_written(part) for part in COMMA.split(body.strip(" ."))]


def _written(part: str) -> str:
    for pattern, icon in TYPED:
        if number := pattern.fullmatch(part):
            return f"{number[1] or '+'}{number[2]} {icon}"
    if word := WORDS.fullmatch(part):
        plain = re.sub("[óÓ]", "o", word[1].lower())
        return f"{BARE[plain]} {word[2]}{word[3] or (' [daño]' if plain != 'perforante' else '')}"
    return STATES.get(part.lower(), f"{part[:1].upper()}{part[1:]}")


def _gain(ability: Ability, parts: list[str]) -> Gain:
    header = dict(ability.whole.cabecera)
    many = header.get("cuantos")
    cost = (int(many.id) if isinstance(many, Cual) else 1) if ability.clase == "incremento" else 0
    facts = [fact for step in ability.steps if isinstance(step, Paso) for fact in step.efecto if isinstance(fact, Hecho)]
    values: dict[str, int] = {}
    after: list[str] = []
    for n, fact in enumerate(facts):
        name, number = _added(fact)
        if name:
            values[name] = values.get(name, 0) + number
        else:
            after.append(parts[n] if len(parts) == len(facts) else said(fact, GAME))
    return Gain(surges=cost, after=tuple(after), **values)


def _added(fact: Hecho) -> tuple[str, int]:
    """Which number of the attack it changes, and by how much; no name where it does something else."""
    what = fact.role("que")
    who = fact.role("quien")
    taken = who == Papel("defensor") and isinstance(what, Cosa) and what.qty.op == "menos"  # «-1 [bloqueo]»
    if fact.verb != "recibir" or not (who == Yo() or taken) or not isinstance(what, Cosa) or fact.circ or fact.neg:
        return "", 0
    row = stuff(what)
    if what.noun == "perforante":
        spans = [c.role("que") for c in row.rest if isinstance(c, Hecho) and c.verb == "valer"]
        return (FIELDS["perforante"], int(spans[0].desde)) if spans and isinstance(spans[0], Rango) else ("", 0)
    icons = [id for kind in row.kinds.values() for id in kind] or [what.noun]
    if what.sort != "bono" or len(icons) != 1 or icons[0] not in FIELDS or not what.qty.n.isdigit():
        return "", 0
    if taken and icons[0] != "bloqueo":  # an evade that is taken away when surges are spent gives none back: left out
        return "", 0
    return FIELDS[icons[0]], int(what.qty.n) * (-1 if what.qty.op == "menos" else 1)
