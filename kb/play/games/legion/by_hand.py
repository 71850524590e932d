"""Legión: keywords that a handler plays and not their compiled definition: where, and why."""

from collections.abc import Mapping

BY_HAND: Mapping[str, str] = {
    "guardian_x": "hand: un tercero tira sus dados, los convierte y los sufre dentro del ataque de otros",
    "divina_influencia": "hand: cambia lo que anula Guardián",
    "disparo_lejano": "hand, pools",
    "arsenal_x": "pools",
    "pistolero": "pools",
    "rayo_continuo_x": "pools",
    "versatil": "pools",
    "inmune_a_armas_con_alcance_1": "pools",
    "arma_con_area_de_efecto": "explosions",
    "arrollamiento_x": "explosions",
    "autodestruccion_x_arma": "explosions",
    "detonar_x": "explosions",
    "escudado_x": "steps",
    "astucia": "prioridad",
    "interrogar": "prioridad",
    "avance_imparable": "fase_de_mando, turno",
    "indomito": "reagrupamiento",
    "inspirador_x": "turno",
    "regeneracion_x": "turno",
    "centinela": "gasta_alerta",
    "permanente": "fase_final",
    "comandante_operativo": "fase_final",
    "autodestruccion_x": "autodestruccion",
    "poder_latente": "poder_latente",
}
