"""Legión: the verbs that run, and the circumstances and roles that each understands."""

from collections.abc import Mapping

from kb.play.games.legion.verbs import deeds, dice, tokens
from kb.play.meaning.scene import Verb

RUN: Mapping[str, Verb] = {
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
    "tirar": frozenset({"hasta_un_maximo"}),
    "dar_la_vuelta": frozenset({"hasta_un_maximo"}),
}
ROLES: Mapping[str, frozenset[str]] = {
    "cambiar": frozenset({"por"}),
    "convertir": frozenset({"en"}),
    "anadir": frozenset({"a"}),
    "dar_la_vuelta": frozenset({"a"}),
    "aumentar": frozenset({"en"}),
    "reducir": frozenset({"en"}),
    "mejorar": frozenset({"en"}),
}
