"""Legión: who goes first among simultaneous effects (Reglamento básico, «Efectos simultáneos» and command cards)."""

from collections.abc import Mapping

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.order.game import Order, Rank
from kb.play.order.situation import Ability, Situation
from kb.text import identifier

SIMULTANEOUS = "legion/efectos-simultaneos"
PRIORITY = cite(f"{SIMULTANEOUS}#r-3cc732", "prioridad")
OWN_ORDER = cite(f"{SIMULTANEOUS}#r-4253c6", "elige en qué orden")
STANDBY = cite("legion/alerta#r-momento", "antes de los demás")
DETONATE = cite("legion/detonar-x-tipo-de-carga#r-fb727d", "no controla")
AFTER = cite("legion/detonar-x-tipo-de-carga#r-be7961", "demás efectos")
COMMAND = "legion/resolucion-de-efectos-de-las-cartas-de-mando"
# The class of a command card effect: its place in the box, who starts, and the row.
COMMAND_ROWS: Mapping[str, tuple[int, str, Cite]] = {
    "al_mostrarse": (1, "azul", cite(f"{COMMAND}#r-6f98ec", "azul")),
    "sin_momento": (2, "azul", cite(f"{COMMAND}#r-c3e64e", "azul")),
    "al_impartir_ordenes": (3, "prioridad", cite(f"{COMMAND}#r-74f18b", "prioridad")),
    "comienzo_de_activacion": (4, "prioridad", cite(f"{COMMAND}#r-9221e6", "prioridad")),
    "durante_activacion": (5, "prioridad", cite(f"{COMMAND}#r-267ada", "prioridad")),
}


# The windows of an attack: their place, which side has the first, and the passage.
WINDOWS: Mapping[str, tuple[int, str, Cite]] = {
    "rebajar_dados": (1, "atacante", cite("legion/lanzar-los-dados-de-ataque#r-rebajar-y", "rebajas")),
    "mejorar_dados": (2, "atacante", cite("legion/lanzar-los-dados-de-ataque#r-rebajar-y", "mejoras")),
    "modificar_ataque": (3, "atacante", cite("legion/modificar-los-dados-de-ataque#r-0f4788", "Primero el atacante")),
    "modificar_defensa": (4, "defensor", cite("legion/modificar-los-dados-de-defensa#r-d13131", "empieza el defensor")),
}


def _window(ability: Ability, s: Situation) -> Rank:
    """In an attack the side whose window is first, not who has priority."""
    step = identifier(s.suceso)
    told = (word for word in WINDOWS if all(part in step for part in word.removesuffix("_dados").split("_")))
    named = ability.clase or next(told, "")
    if named not in WINDOWS:
        raise PlayError(f"di en «clase» en qué paso del ataque actúa «{ability.nombre}»: {', '.join(WINDOWS)}")
    if s.atacante is None:
        raise PlayError("hace falta decir en «atacante» quién ataca")
    place, side, row = WINDOWS[named]
    first = (ability.jugador == s.atacante) == (side == "atacante")
    return Rank(10 * place + (not first), f"en ese paso empieza el {side}", row)


def _rank(ability: Ability, s: Situation) -> Rank:
    if ability.clase in WINDOWS or (s.modo == "ataque" and not ability.clase):
        return _window(ability, s)
    if s.modo not in (None, "ataque"):
        raise PlayError(f"«modo: {s.modo}» no es de este juego: quién va primero lo dicen «prioridad», «azul» o «modo: ataque»")
    if ability.clase in COMMAND_ROWS:
        place, who, row = COMMAND_ROWS[ability.clase]
        first = s.azul if who == "azul" else (s.prioridad or s.azul)
        if first is None:
            raise PlayError(f"hace falta decir quién {'es el jugador «azul»' if who == 'azul' else 'tiene la «prioridad»'}")
        return Rank(10 * place + (ability.jugador != first), f"carta de Mando, turno {place}; empieza {first}", row)
    if ability.clase == "alerta":
        return Rank(0, "las fichas de Alerta se gastan antes que lo demás", STANDBY)
    if ability.clase == "detonar":
        if s.actua is None:
            raise PlayError("hace falta decir en «actua» quién controla la unidad que acaba de actuar")
        mine = ability.jugador == s.actua
        return Rank(2 if mine else 1, "se detona tras las Alertas y primero quien no controla la unidad que actuó", DETONATE)
    first = s.prioridad or s.azul
    if first is None:
        raise PlayError("hace falta decir quién tiene la «prioridad» o quién es el jugador «azul»")
    why = "tiene la prioridad" if s.prioridad else "es el jugador azul y nadie tiene la prioridad"
    mine = ability.jugador == first
    return Rank(3 if mine else 4, f"va primero {first}, que {why}", AFTER if ability.clase == "despues" else PRIORITY)


ORDER = Order(rank=_rank, own=OWN_ORDER, classes=("alerta", "detonar", "despues", *COMMAND_ROWS, *WINDOWS))
