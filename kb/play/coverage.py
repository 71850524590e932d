"""What the engine can run of what the compiler can read: a list that is kept and shown, never guessed."""

from collections.abc import Mapping

from grammar.game import GAMES
from grammar.lexicon.load import lexicon_for
from kb.play.games.imperial_assault.coverage import VERBS
from kb.play.games.rebellion.verbs.table import RUN as REBELLION_VERBS

# Operations of compiled effects and where they run.
XWING: Mapping[str, str] = {
    "volver_a_tirar": "repite dados de un ataque",
    "cambiar": "cambia resultados de un ataque",
    "anadir": "añade resultados a un ataque",
    "anular": "anula resultados de un ataque",
    "tirar": "tira dados de más o de menos en un ataque",
    "gastar": "gasta cargas, Fuerza, energía, escudos, fichas, resultados o un Blanco fijado",
    "recibir": "recibe fichas",
    "retirar": "retira fichas",
    "transferir": "pasa fichas de una nave a otra",
    "asignar": "asigna fichas y Estados",
    "recuperar": "recupera cargas, Fuerza, energía o escudos",
    "perder": "pierde cargas, Fuerza o escudos",
    "sufrir": "sufre daño",
    "reparar": "repara cartas de Daño",
    "exponer": "expone cartas de Daño",
    "infligir": "inflige cartas de Daño",
    "impedir": "impide el daño que se va a sufrir",
    "realizar": "realiza acciones, o un impulso o tonel que no lo son",
    "coordinar": "coordina a otra nave",
    "ejecutar": "ejecuta una maniobra; como momento: antes, mientras y después de ella",
    "reducir": "baja la dificultad de una maniobra",
    "incrementar": "sube la dificultad de una maniobra",
    "colocar": "cambia de posición: lo medido se olvida",
    "utilizar": "usa otra plantilla («plantilla» en el paso): dónde acaba la nave se afirma",
    "considerar": "una Iniciativa, una Agilidad, el color de una acción o el arco que pide un arma cuentan como otros",
    "establecer": "pone otra maniobra en el selector revelado, y es la que se ejecuta",
    "omitir": "se salta el paso «Realizar una acción»",
    "girar": "gira sobre sí misma: lo medido se olvida",
    "reorientar_en": "cambia de orientación: lo medido se olvida",
    "neutralizar": "los críticos se neutralizan antes que los impactos",
    "acoplar": "se acopla («acopla») y se despliega («despliega») quien la carta dice",
    "mantener": "mantiene más de un Blanco fijado",
    "interferir": "interfiere a otra nave",
    "mirar": "mira cartas de Daño",
    "provocar": "hace que otra nave haga o sufra algo",
    "ignorar": "ignora obstáculos al moverse y requisitos de un arma",
    "reorientar": "orienta la torreta",
    "soltar": "suelta un dispositivo",
    "lanzar": "lanza un dispositivo",
    "equipar": "queda con este lado boca arriba",
    "dar_la_vuelta": "la carta se da la vuelta y este lado deja de actuar",
    "obtener": "obtiene un Blanco fijado",
    "elegir": "elige una nave",
    "estar": "como requisito: estado, alcance y arco de una nave",
    "hallarse": "como requisito: alcance y arco de una nave",
    "tener": "como requisito: fichas, cargas, escudos, Blancos fijados o naves",
    "haber": "como requisito: si hay naves así",
    "impactar": "como requisito: si el ataque impacta",
    "fallar": "como requisito: si el ataque falla",
    "efectuar": "concede un ataque adicional; como momento: mientras atacas y después de atacar",
    "defender": "como momento: mientras te defiendes y después",
    "destruir": "destruye una nave; como momento: después de que lo sea",
    "activar": "como momento: antes y después de activarse",
    "intervenir": "como momento: antes y después de intervenir",
    "revelar": "como momento: antes y después de revelar el selector",
    "modificar": "como prohibición: los dados no pueden modificarse; como efecto: como si se gastara Fuerza",
}
RUNNABLE: Mapping[str, str] = {**XWING, **VERBS}
REBELLION: tuple[str, ...] = tuple(sorted(REBELLION_VERBS))
"""Verbs of Rebellion's cards, which speak in prose: what each does is in kb/play/games/rebellion/verbs/."""


def only_read() -> list[str]:
    """Verbs of the cards of any game that are read and printed back, and run nowhere by a name of the lists above."""
    return sorted({verb for game in GAMES for verb in lexicon_for(game).verbs} - set(RUNNABLE) - set(REBELLION))
