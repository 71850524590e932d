"""X-Wing: who goes first among simultaneous effects (Guía de referencia, «Cola de capacidades»)."""

from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.order.game import Order, Rank
from kb.play.order.situation import Ability, Situation

QUEUE = "xwing/cola-de-capacidades"
ATTACK = "xwing/ataque"
COST = "xwing/cuando-se-paga-el-coste-de-una-capacidad"
FIRST_GAME = cite(f"{QUEUE}#r-31cdee", "efecto de juego")
BY_PLAYER = cite(f"{QUEUE}#r-6c8744", "orden de los jugadores")
OWN_ORDER = cite(f"{QUEUE}#r-071309", "decide su orden")
TO_FRONT = cite(f"{QUEUE}#r-459c83", "al principio")
ENTRY_CHECK = cite(f"{QUEUE}#r-6f891a", "requisitos")
WAITS = cite(f"{QUEUE}#r-5d7d2a", "retirarse")
REQUIREMENT_LATE = cite("xwing/que-es-un-requisito-de-una-capacidad#r-67eddd", "ya no se cumple")
COST_ENTRY = cite(f"{COST}#r-c9c022", "poder pagarlo")
COST_LATE = cite(f"{COST}#r-2538fa", "sin pagar nada")
COST_PAID = cite(f"{COST}#r-5f0ba6", "Al resolverla")
OPTIONAL = cite("xwing/es-obligatoria-una-capacidad-opcional-que-ya#r-d11691", "decide si la usa")
ENTERS_ALONE = cite("xwing/entran-solas-en-la-cola-las-capacidades#r-96da27", "automáticamente")
CONSTANT = cite("xwing/que-es-una-capacidad#r-constante", "no usa la cola")
REPLACES = cite("xwing/capacidades#r-efectos", "al instante")
CONSEQUENCES = (
    cite(f"{ATTACK}#r-31d54e", "del jugador defensor que no dan"),
    cite(f"{ATTACK}#r-96b922", "del jugador atacante que no dan"),
    cite(f"{ATTACK}#r-c1ee88", "del jugador defensor que dan"),
    cite(f"{ATTACK}#r-ed4cd6", "del jugador atacante que dan"),
)
RESOLVES = cite(f"{QUEUE}#r-2d37bd", "primera a la última")
IN_VAIN = cite("xwing/ejemplo-de-cola-de-capacidades-n-1#r-f0a8c9", "salen sin efecto")


def _rank(ability: Ability, s: Situation) -> Rank:
    if ability.tipo == "efecto_de_juego":
        return Rank(0, "los efectos del juego van antes que las capacidades", FIRST_GAME)
    if s.modo == "consecuencias":
        return _consequence(ability, s)
    place = 1 + s.jugadores.index(ability.jugador)
    return Rank(place, f"orden de jugadores: {ability.jugador} es el {place}.º", BY_PLAYER)


def _consequence(ability: Ability, s: Situation) -> Rank:
    """After an attack: the defender's player before the attacker's, and bonus attacks after everything else."""
    if s.defensor is None and s.atacante is None:
        raise PlayError("hace falta decir quién es el «defensor» o el «atacante»")
    mine = ability.jugador == s.defensor if s.defensor is not None else ability.jugador != s.atacante
    row = 2 * (ability.clase == "ataque_adicional") + (not mine)
    who = "defensor" if mine else "atacante"
    what = "da un ataque adicional" if ability.clase else "no da un ataque adicional"
    return Rank(1 + row, f"6{'abcd'[row]}: es del jugador {who} y {what}", CONSEQUENCES[row])


ORDER = Order(
    rank=_rank,
    own=OWN_ORDER,
    passages={
        "al_principio": TO_FRONT,
        "constante": CONSTANT,
        "sustituye": REPLACES,
        "no_entra": ENTRY_CHECK,
        "no_entra_por_coste": COST_ENTRY,
        "sale": REQUIREMENT_LATE,
        "sale_por_coste": COST_LATE,
        "pasa": OPTIONAL,
        "sin_efecto": IN_VAIN,
        "resuelve": RESOLVES,
        "paga": COST_PAID,
        "espera_retirada": WAITS,
    },
    classes=("ataque_adicional",),
    chains=True,
)
