"""Imperial Assault: what each verb that runs does, for `kb run --list`."""

from collections.abc import Mapping

from kb.play.games.imperial_assault.state import MARKS

VERBS: Mapping[str, str] = {
    "ignorar": "ignora obstáculos y requisitos de un arma; Imperial Assault: resultados de bloqueo y recargos del movimiento",
    "aplicar": "Imperial Assault: aplica resultados y precisión a un ataque",
    "recibir": "recibe fichas; Imperial Assault: resultados, palabras clave, fichas de Poder, puntos de movimiento",
    "adquirir": "Imperial Assault: estados",
    "descartar": "Imperial Assault: estados y fichas de la misión",
    "reemplazar": "Imperial Assault: un dado por otro",
    "convertir": "Imperial Assault: unos resultados en otros",
    "consistir": "Imperial Assault: los dados de una reserva",
    "obligar": "Imperial Assault: que otro vuelva a tirar",
    "derrotar": "Imperial Assault: figuras",
    "atacar": "Imperial Assault: un ataque, por la prioridad de objetivos",
    "mover": "Imperial Assault: por sí misma si el texto dice adónde o para qué; si no, por el camino que se diga",
    "empujar": "Imperial Assault: figuras, hacia donde dice el texto o por su camino",
    "desplegar": "Imperial Assault: figuras que vuelven al tablero",
    "reforzar": "Imperial Assault: figuras que vuelven al tablero",
    "resolver": "Imperial Assault: las instrucciones que siguen",
    "interactuar": "Imperial Assault: una interacción",
    "interrumpir": "Imperial Assault: hace algo ahora",
    "terminar": "Imperial Assault: la activación",
    "usar": "Imperial Assault: esta carta, u otra capacidad por su nombre",
    "preparar": "Imperial Assault: una figura agotada",
    "lanzar_al_aire": "Imperial Assault: una ficha de misión",
    "valer": "Imperial Assault: cuánto es X",
    "compara": "Imperial Assault: cuánto es X",
    "repetir": "Imperial Assault: esta instrucción, para otro",
    "ver": "Imperial Assault: las instrucciones de la misión",
    **dict.fromkeys(MARKS, "Imperial Assault: deja a alguien o algo marcado para la misión"),
    "requerir": "Imperial Assault: ataques sin línea de visión o sin precisión",
    "bloquear": "Imperial Assault: figuras que no tapan la visión",
}
