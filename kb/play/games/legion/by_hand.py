"""Legión: keywords that a handler plays and not their compiled definition: where, and why."""

from collections.abc import Mapping

BY_HAND: Mapping[str, str] = {
    "guardian_x": "hand: un tercero tira sus dados, los convierte y los sufre dentro del ataque de otros",
    "divina_influencia": "hand: cambia lo que anula Guardián",
    "disparo_lejano": "hand, pools",
    "inmune_a_armas_con_alcance_1": "pools: mira el alcance máximo de cada arma de la reserva",
    "escudado_x": "state, steps: los escudos están en la carta desde el principio y se voltean en el paso 6",
    "astucia": "prioridad",
    "interrogar": "prioridad",
    "avance_imparable": "fase_de_mando, turno",
    "centinela": "gasta_alerta",
    "permanente": "fase_final",
    "autodestruccion_x": "autodestruccion",
    "poder_latente": "poder_latente",
}
