"""What the engine can run of what the compiler can read: a list that is kept and shown, never guessed."""

from collections.abc import Mapping

from grammar.effects import BY_KIND

# Operations of compiled effects and where they run.
XWING: Mapping[str, str] = {
    "volver_a_tirar": "repite dados de un ataque",
    "cambiar": "cambia resultados de un ataque",
    "anadir": "añade resultados a un ataque",
    "anular": "anula resultados de un ataque",
    "tirar": "tira dados de más o de menos en un ataque",
    "gastar": "gasta cargas, Fuerza, escudos o fichas",
    "recibir": "recibe fichas",
    "retirar": "retira fichas",
    "recuperar": "recupera cargas, Fuerza o escudos",
    "perder": "pierde cargas, Fuerza o escudos",
    "sufrir": "sufre daño",
    "reparar": "repara cartas de Daño",
    "exponer": "expone cartas de Daño",
    "realizar": "realiza acciones de fichas, fijar blanco, impulso o tonel",
    "obtener": "obtiene un Blanco fijado",
    "elegir": "elige una nave",
    "estar": "como requisito: el estado de la propia nave",
    "efectuar": "como momento: mientras efectúas un ataque",
    "defenderse": "como momento: mientras te defiendes",
}
ASSAULT: Mapping[str, str] = {
    "aplicar": "Imperial Assault: aplica resultados y precisión a un ataque",
    "conceder": "Imperial Assault: palabras clave y capacidades de incremento",
    "ganar": "Imperial Assault: resultados, palabras clave, estados, fichas de Poder, puntos de movimiento",
    "adquirir": "Imperial Assault: estados",
    "descartar": "Imperial Assault: estados",
    "reemplazar": "Imperial Assault: un dado por otro",
    "convertir": "Imperial Assault: unos resultados en otros",
    "ignorar": "Imperial Assault: resultados de bloqueo",
    "recuperarse": "Imperial Assault: daño y tensión",
    "hacer": "Imperial Assault: pruebas de atributo",
    "derrotar": "Imperial Assault: figuras",
    "empujar": "Imperial Assault: figuras, con su camino",
    "mover": "Imperial Assault: casillas, con su camino; en Leyendas, por la instrucción",
    "terminar": "Imperial Assault: la activación",
    "requerir": "Imperial Assault: ataques sin línea de visión o sin precisión",
    "bloquear": "Imperial Assault: figuras que no tapan la visión",
}
RUNNABLE: Mapping[str, str] = {**XWING, **ASSAULT}
NOT_RUNNABLE: tuple[str, ...] = tuple(sorted(set(BY_KIND) - set(RUNNABLE)))
"""Operations that are read and printed back, but not yet run."""
