"""Legión: what of a keyword its definition leaves out (`falta`, `sin_definicion` in juego.toml): the engine plays it, or says
it where it could matter. Nothing of a keyword is left out without a word."""

from collections.abc import Iterable, Mapping

from kb.play.games.legion.keywords import held, rule_of
from kb.play.games.legion.state import Battle
from kb.play.games.legion.terms import terms
from kb.play.run import Log

PLAYED = frozenset({
    "arsenal_x", "asociacion", "asignacion_especial", "astucia", "autodestruccion_x", "centinela", "desvio",
    "dominio_de_soresu", "duro_de_pelar", "enfurecerse_x", "escudado_x", "espolear", "guardian_x", "ia", "inmovil",
    "inmune_a_armas_con_alcance_1", "inmune_a_perforante", "inmune_a_perforante_en_cuerpo_a_cuerpo",
    "interrogar", "no_somos_norms", "observar_x",
    "recompensa", "seleccion_avanzada_de_blanco", "sentido_del_peligro_x", "trabajo_en_equipo", "arma_con_area_de_efecto",
    "arrollamiento_x", "autodestruccion_x_arma", "cable_de_remolque", "detonar_x", "disparo_lejano", "inmovilizacion_x",
    "ionica_x", "perforante_x", "rociada", "versatil", "conversion", "permanente", "veneno_x",
})  # fmt: skip
"""What is left out of these is done by the steps, or only explains the definition."""
ATTACK, AREA, TURN, SETUP, COMMAND, FINAL = "ataque", "area", "turno", "preparacion", "mando", "final"
TOLD: Mapping[str, tuple[str, ...]] = {
    "aliados_por_conveniencia": (SETUP,),
    "ayuda": (TURN, COMMAND, ATTACK),
    "comandante_operativo": (SETUP, TURN),
    "comitiva": (ATTACK,),
    "completar_la_mision": (SETUP,),
    "contrapartida": (SETUP, ATTACK),
    "deslizador_x": (TURN,),
    "destacamento": (SETUP,),
    "dinamico": (TURN,),
    "explorador_x": (TURN,),
    "flotante": (TURN,),
    "infiltracion": (TURN,),
    "mercenario": (SETUP, COMMAND),
    "mi_humor_lo_dicta_el_botin": (ATTACK, TURN),
    "partida_de_reconocimiento_x": (SETUP,),
    "posicion_preparada": (SETUP,),
    "punto_debil_x": (AREA,),
    "sequito": (SETUP, ATTACK),
    "transporte": (SETUP, TURN),
    "armar_x": (TURN,),
    "dispersion": (ATTACK,),
    "embestida_x": (ATTACK,),
    "arma_secundaria": (ATTACK,),
    "divulgar": (COMMAND,),
    "lider": (ATTACK,),
    "no_combatiente": (ATTACK,),
    "pequeno": (ATTACK,),
    "reparacion_x": (TURN,),
    "tratamiento_x": (TURN,),
    "dominio_de_shien": (ATTACK,),
    "acometida": (TURN,),
    "coordinacion": (COMMAND, TURN),
    "distraccion": (ATTACK,),
    "divina_influencia": (ATTACK,),
    "ejemplar": (ATTACK,),
    "humo_x": (TURN,),
    "inmune_a_efectos_de_enemigos": (TURN, ATTACK),
    "primitiva": (ATTACK,),
    "rayo_continuo_x": (ATTACK,),
    "salto_x": (TURN,),
    "un_paso_por_delante": (COMMAND,),
}
"""In which steps each of the others is told."""
KINDS: Mapping[str, str] = {
    "ataque": ATTACK, "ataque_de_area": AREA, "detona": AREA, "arrollamiento": ATTACK, "autodestruccion_de_arma": ATTACK,
    "crea_ejercito": SETUP, "prepara": SETUP, "despliega": SETUP, "fase_de_mando": COMMAND, "turno": TURN, "fase_final": FINAL,
}  # fmt: skip


def tell(battle: Battle, step: str, names: Iterable[str], log: Log) -> None:
    """Once in a report, of the units that take part in the step."""
    kind = KINDS.get(step, "")
    for name in names:
        unit = battle.unidades.get(name)
        if unit is None or unit.derrotada:
            continue
        arms = (mine for weapon in unit.armas.values() for mine in held(weapon.cualidades, "arma").items())
        for id, mine in (*held(unit.cualidades).items(), *arms):
            if kind in TOLD.get(id, ()):
                once(log, id, mine.words)


def once(log: Log, id: str, words: str) -> None:
    term = terms()[id]
    why = f"no se ejecuta: {term.sin_definicion}" if term.sin_definicion else f"lo que sigue no se comprueba aquí: {term.falta}"
    text = f"«{words}»: {why}"
    if not any(event.texto == text for event in log.events):
        log.say("", text, rule_of(id))  # not its effect: it has not acted
