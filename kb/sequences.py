"""How the ordered procedures of the games are called where a player reads them."""

_TITLES = {
    "ronda": "La ronda", "ataque": "El ataque", "mision": "Misión", "activacion": "Activación", "preparacion": "Preparación",
    "preparacion_de_campana": "Preparación de campaña", "preparacion_de_mision": "Preparación de misión",
    "preparacion_de_escaramuza": "Preparación de escaramuza", "etapa_de_mision": "Etapa de misión",
    "activacion_de_heroe": "Activación de un héroe", "activacion_imperial": "Activación imperial",
    "nueva_base": "Nueva base rebelde", "fase_de_activacion": "Fase de Activación", "fase_de_mando": "Fase de Mando",
    "fase_final": "Fase Final", "activacion_de_unidad": "Activación de una unidad", "guardian": "Guardián",
    "despues_del_ataque": "Después del ataque", "efectos_de_cartas_de_mando": "Efectos de cartas de Mando",
    "combate": "Combate", "movimiento": "Movimiento", "retirada": "Retirada", "reclutamiento": "Reclutamiento",
    "maniobra": "Maniobra", "escaramuza": "Escaramuza", "desempate": "Desempate", "mejora_imperial": "Mejora imperial",
    "mejora_rebelde": "Mejora rebelde", "prueba_de_atributo": "Prueba de atributo", "entre_misiones": "Entre misiones",
    "movimiento_normal": "Movimiento normal", "movimiento_con_muescas": "Movimiento con muescas",
    "iniciar_cuerpo_a_cuerpo": "Iniciar cuerpo a cuerpo", "asignar_heridas": "Asignar heridas",
    "prioridad_de_objetivos": "Prioridad de objetivos", "mueve_hacia": "Mueve hacia", "ataque_imperial": "Ataque imperial",
    "mueve_para_confrontar": "Mueve para confrontar", "mueve_para_reposicionar": "Mueve para reposicionarse",
    "mueve_para_atacar": "Mueve para atacar",
}  # fmt: skip


def sequence_title(name: str) -> str:
    return _TITLES.get(name) or name.replace("_", " ").capitalize()
