"""Legión: the two sides of an attack, the keywords that touch its dice, and the rules that need no chance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from kb.play.dice import die_faces
from kb.play.games.legion.terms import by_name
from kb.play.odds.pool import Counts

COLOURS = ("rojo", "negro", "blanco")  # best first: rerolls prefer them in this order
ATTACK_DIE = {"rojo": "ataque_rojo", "negro": "ataque_negro", "blanco": "ataque_blanco"}
DEFENSE_DIE = {"rojo": "defensa_roja", "blanco": "defensa_blanca"}
BLANK, SURGE, HIT, CRIT = range(4)
BLOCK = 2
COVER = {"ninguna": 0, "ligera": 1, "densa": 2}
MOST_DICE = 24
AIM_DICE = 2  # «Lanzar los dados de ataque», paso 3

ATTACK_KEYWORDS = frozenset(
    "perforante critico precision antiblindaje letal deflagracion alta_velocidad tirador_de_primera "
    "primitiva embestida cazador_de_jedi punteria dominio_de_jar_kai duelista antimaterial antipersonal "
    "aparatosa muerte_desde_arriba ionica completar_la_mision dominio_de_makashi".split()
)
DEFENSE_KEYWORDS = frozenset(
    "blindaje blindaje_x cobertura inmune_a_perforante inmune_a_perforante_en_cuerpo_a_cuerpo "
    "duro_de_pelar sentido_del_peligro suerte_increible escudado capacidad_de_maniobra bloqueo desvio "
    "dominio_de_soresu furtivo indiferente inmune_a_deflagracion punto_debil duelista completar_la_mision "
    "asistencia guardian divina_influencia humo".split()
)
IGNORED = frozenset(by_name())
"""Any other keyword of the book leaves these dice alone on that side (movement, tokens afterwards, wounds to the attacker)."""


@dataclass(frozen=True)
class Defense:
    die: str
    surge: bool = False
    cover: int = 0
    dodge: int = 0
    surge_tokens: int = 0
    suppression: int = 0
    courage: int = 1
    keywords: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Attack:
    dice: Mapping[str, int]
    surge: str | None = None
    aim: int = 0
    surge_tokens: int = 0
    observation: int = 0
    dodge: int = 0
    keywords: Mapping[str, int] = field(default_factory=dict)
    melee: bool = False
    reroll: tuple[int, ...] = (BLANK, SURGE, HIT)
    """Faces the attacker is willing to roll again; all but crits unless the question narrows it."""
    defense: Defense | None = None

    def has(self, keyword: str) -> int:
        return self.keywords.get(keyword, 0)

    def faces(self, keyword: str) -> int:
        """The defender's keyword."""
        return self.defense.keywords.get(keyword, 0) if self.defense else 0


def sides(die: str, icons: tuple[str, ...]) -> Counts:
    faces = die_faces("legion", die, icons)
    return (sum(not any(f) for f in faces), *(sum(f[i] for f in faces) for i in range(len(icons))))


def attack_sides(colour: str) -> Counts:
    return sides(ATTACK_DIE[colour], ("incremento", "impacto", "critico"))


Take = tuple[int, ...]
"""Dice of each colour."""


def pools_of(attack: Attack) -> Iterator[Take]:
    """Step 4a: dice of each colour once lowered, then raised. The controller chooses which rise, each of them once
    («Mejorar y rebajar dados»)."""
    red, black, white = (attack.dice.get(c, 0) for c in COLOURS)
    if attack.has("aparatosa"):
        red, black, white = 0, red, black + white
    raised = min(attack.has("antimaterial") + attack.has("antipersonal"), black + white)
    for to_black in range(max(0, raised - black), min(raised, white) + 1):
        to_red = raised - to_black
        yield red + to_red, black - to_red + to_black, white - to_black


def makashi_plays(attack: Attack) -> Iterator[Attack]:
    """«Dominio de Makashi» may be used where some weapon has Perforante to lower."""
    others = {k: n for k, n in attack.keywords.items() if k != "dominio_de_makashi"}
    yield replace(attack, keywords=others)
    if attack.melee and attack.has("dominio_de_makashi") and attack.has("perforante"):
        yield attack


def converted(attack: Attack, hits: int, crits: int, surges: int) -> tuple[int, int]:
    """Surges become crits up to «Crítico X», then what the unit card says, then hits by tokens; the rest go blank."""
    critical = attack.has("critico") + 2 * bool(attack.has("completar_la_mision"))
    to_crit = surges if attack.surge == "critico" or attack.has("cazador_de_jedi") else min(surges, critical)
    rest = surges - to_crit
    to_hit = rest if attack.surge == "impacto" else min(rest, attack.surge_tokens)
    return hits + to_hit, crits + to_crit


def sharpened(tokens: int, blanks: int, hits: int) -> Iterator[tuple[int, int, int]]:
    """«Puntería», «Dominio de Jar'Kai»: each token lifts a result one step (blank, hit, crit).

    Yields (tokens used, hits gained, crits gained)."""
    for up, top in product(range(tokens + 1), repeat=2):
        # `up` blanks become hits; `top` hits (old or new) become crits.
        if up + top <= tokens and up <= blanks and top <= hits + up:
            yield up + top, up - top, top


def cover_of(attack: Attack) -> int:
    """Raises first, then cuts; at most dense («Cobertura»)."""
    d = attack.defense
    if d is None or attack.melee or attack.faces("indiferente") or attack.has("muerte_desde_arriba"):
        return 0
    if attack.has("deflagracion") and not attack.faces("inmune_a_deflagracion"):
        return 0
    suppressed = bool(d.suppression and d.suppression >= d.courage)
    raised = min(2, d.cover + suppressed + attack.faces("cobertura") + attack.faces("humo"))
    return max(0, raised - attack.has("tirador_de_primera"))
