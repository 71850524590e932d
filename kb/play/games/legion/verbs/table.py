"""Legión: the verbs that run, and the circumstances and roles that each understands."""

from collections.abc import Mapping

from kb.play.games.legion.verbs import deeds, dice, on_table, tokens
from kb.play.meaning.scene import Verb

RUN: Mapping[str, Verb] = {
    **dict.fromkeys(on_table.TOLD, on_table.tell),
    "realizar": on_table.act,
    "conservar": on_table.keep,
    "ser": on_table.first_action,
    "considerar": on_table.consider,
    "impartir": on_table.order,
    "asignar": on_table.assign,
    "anotarse": on_table.score,
    "derrotar": on_table.defeat,
    "recibir": tokens.gain,
    "perder": tokens.lose,
    "retirar": tokens.lose,
    "gastar": tokens.spend,
    "sufrir": tokens.suffer,
    "dar_la_vuelta": tokens.turn_over,
    "anular": dice.cancel,
    "cambiar": dice.change,
    "convertir": dice.change,
    "anadir": dice.add,
    "tirar": dice.roll,
    "volver_a_tirar": dice.reroll,
    "mejorar": dice.better,
    "rebajar": dice.better,
    "aumentar": dice.cover,
    "reducir": dice.cover,
    "aportar": dice.bring,
    "elegir": deeds.choose,
}
CIRCUMSTANCES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(on_table.TOLD, on_table.CIRCUMSTANCES),
    "tirar": frozenset({"hasta_un_maximo"}),
    "elegir": frozenset({"siendo"}),
    "dar_la_vuelta": frozenset({"hasta_un_maximo"}),
    "contar": on_table.CIRCUMSTANCES | {"de_cara_a"},
}
ROLES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(on_table.TOLD, on_table.ROLES),
    "impartir": frozenset({"a"}),
    "asignar": frozenset({"a"}),
    "cambiar": frozenset({"por", "a"}),
    "convertir": frozenset({"en"}),
    "anadir": frozenset({"a"}),
    "dar_la_vuelta": frozenset({"a"}),
    "aumentar": frozenset({"en", "a"}),
    "reducir": frozenset({"en", "a"}),
    "aportar": frozenset({"a"}),
    "mejorar": frozenset({"en"}),
}
