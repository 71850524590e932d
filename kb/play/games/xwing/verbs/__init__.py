"""X-Wing: what each verb of a compiled ability does to the table. A verb that is not here is read but not run."""

from collections.abc import Callable, Mapping

from grammar.effects import Operacion
from kb.play.games.xwing.dice import on_dice
from kb.play.games.xwing.scene import Scene
from kb.play.games.xwing.verbs import deeds, harm, supplies, this_card

Verb = Callable[[Scene, Operacion, str], Scene]
"""The scene, the operation, and the ship that does it; the scene afterwards."""

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
    "realizar": deeds.perform,
    "ejecutar": deeds.execute,
    "colocarse": deeds.place,
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
    "cambiar": on_dice,
    "volver_a_tirar": on_dice,
    "anadir": on_dice,
    "anular": on_dice,
    "tirar": on_dice,
    "equipar": this_card.equip,
    "reducir": deeds.difficulty,
    "incrementar": deeds.difficulty,
}
