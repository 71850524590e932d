"""Legión: keywords that a handler plays and not their compiled definition: where, and why."""

from collections.abc import Mapping

BY_HAND: Mapping[str, str] = {
    "guardian_x": "hand: un tercero tira sus dados, los convierte, se los perforan y los sufre dentro del ataque de otros",
    "divina_influencia": "hand: cambia lo que anula Guardián",
    "disparo_lejano": "hand, pools: se paga antes de elegir al defensor, cuando aún no hay ataque",
    "inmune_a_armas_con_alcance_1": "pools: mira el alcance máximo de cada arma de la reserva",
    "escudado_x": "state, steps: los escudos están en la carta desde el principio y se voltean en el paso 6",
    "arma_con_area_de_efecto": "explosions: un ataque aparte contra cada unidad que se diga; «ataque_de_area» lo hace",
    "versatil": "pools: permiso que se comprueba al formar la reserva",
    "astucia": "prioridad: compara los puntitos de dos cartas de Mando",
    "interrogar": "prioridad: compara los puntitos de dos cartas de Mando",
    "avance_imparable": "fase_de_mando, turno: una ficha de más en la reserva y dos activaciones",
    "centinela": "gasta_alerta: cambia el alcance de la Alerta",
    "permanente": "fase_final: es de una carta de Mando, que no es de ninguna unidad",
    "autodestruccion_x": "autodestruccion: su definición no dice qué hacen los resultados",
    "poder_latente": "poder_latente: lo que ocurre depende de la cara que sale",
}
