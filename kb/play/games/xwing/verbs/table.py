"""X-Wing: the verbs that run, and the circumstances that each understands."""

from collections.abc import Mapping

from kb.play.games.xwing.dice import on_dice
from kb.play.games.xwing.verbs import deeds, harm, supplies, this_card
from kb.play.meaning.scene import Verb

RUN: Mapping[str, Verb] = {
    "recibir": supplies.receive,
    "retirar": supplies.remove,
    "gastar": supplies.spend,
    "recuperar": supplies.recover,
    "perder": supplies.lose,
    "sufrir": harm.suffer_damage,
    "infligir": harm.deal,
    "impedir": harm.prevent,
    "reparar": harm.repair,
    "exponer": harm.expose,
    "mirar": harm.look,
    "provocar": harm.cause,
    "ignorar": harm.waive,
    "destruir": harm.ruin,
    "descartar": harm.discard,
    "neutralizar": harm.first_crits,
    "realizar": deeds.perform,
    "ejecutar": deeds.execute,
    "colocar": deeds.place,
    "utilizar": deeds.use_template,
    "obtener": deeds.lock,
    "elegir": deeds.choose,
    "transferir": supplies.transfer,
    "efectuar": deeds.bonus,
    "dar_la_vuelta": this_card.turn_card,
    "reorientar": deeds.rotate,
    "soltar": deeds.drop,
    "lanzar": deeds.drop,
    "asignar": supplies.assign,
    "coordinar": deeds.coordinate,
    "interferir": deeds.jam,
    "cambiar": on_dice,
    "volver_a_tirar": on_dice,
    "anadir": on_dice,
    "anular": on_dice,
    "tirar": on_dice,
    "equipar": this_card.equip,
    "considerar": deeds.consider,
    "establecer": deeds.set_dial,
    "reducir": deeds.difficulty,
    "incrementar": deeds.difficulty,
}
CIRCUMSTANCES: Mapping[str, frozenset[str]] = {
    "realizar": frozenset({"modo_de", "como_si"}),
    "obtener": frozenset({"modo_de"}),
    "interferir": frozenset({"modo_de"}),
    "asignar": frozenset({"modo"}),
    "ejecutar": frozenset({"en_vez_de"}),
    "infligir": frozenset({"en_vez_de"}),
    "utilizar": frozenset({"en_vez_de", "modo", "durante"}),
    "efectuar": frozenset({"modo_de", "como_si"}),
    "considerar": frozenset({"como_si"}),
    "descartar": frozenset({"en_vez_de"}),
    "neutralizar": frozenset({"antes_que"}),
    "colocar": frozenset({"a_alcance", "modo_de"}),
}
WHERE = frozenset({
    "en", "sobre", "a", "rango", "dentro_de", "encima_de", "lo_mas_cerca_posible_de", "en_contacto_con", "desde", "junto_a",
})  # fmt: skip
ROLES: Mapping[str, frozenset[str]] = {
    "transferir": frozenset({"a"}),
    "asignar": frozenset({"a"}),
    "cambiar": frozenset({"por"}),
    "anadir": frozenset({"a"}),
    "dar_la_vuelta": frozenset({"a"}),
    "infligir": frozenset({"a"}),
    "recuperar": frozenset({"sobre", "en"}),
    "equipar": frozenset({"con", "resultado"}),
    "soltar": frozenset({"con"}),
    "lanzar": frozenset({"con"}),
    "efectuar": frozenset({"con", "desde", "contra", "como"}),
    "colocar": WHERE,
    "establecer": frozenset({"en"}),
}
"""Roles besides who and what. Where something ends, and with which weapon a bonus attack is made, the report repeats."""
