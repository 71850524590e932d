"""Imperial Assault: the verbs that run, and the circumstances and roles that each understands."""

from collections.abc import Mapping

from kb.play.games.assault.state import MARKS
from kb.play.games.assault.verbs import deeds, dice, gain, harm, moving
from kb.play.games.assault.verbs.fighting import assail
from kb.play.meaning.scene import Verb

RUN: Mapping[str, Verb] = {
    "sufrir": harm.suffer,
    "recuperar": harm.recover,
    "derrotar": harm.defeat,
    "adquirir": harm.acquire,
    "descartar": harm.discard,
    "recibir": gain.gain,
    "aplicar": gain.apply,
    "incrementar": gain.threat(1),
    "reducir": gain.threat(-1),
    "anadir": dice.add,
    "retirar": dice.take,
    "reemplazar": dice.exchange,
    "consistir": dice.consist,
    "volver_a_tirar": dice.reroll,
    "convertir": dice.convert,
    "ignorar": dice.ignore,
    "tirar": dice.roll,
    "obligar": dice.force,
    "elegir": deeds.choose,
    "realizar": deeds.perform,
    "resolver": deeds.perform,
    "interactuar": deeds.interact,
    "interrumpir": deeds.interrupt,
    "terminar": deeds.finish,
    "usar": deeds.use,
    "preparar": deeds.ready,
    "lanzar_al_aire": deeds.toss,
    "valer": deeds.define,
    "compara": deeds.define,
    "repetir": deeds.repeat,
    "ver": deeds.mission_rules,
    **dict.fromkeys(MARKS, harm.mark),
    "atacar": assail,
    "mover": moving.move,
    "empujar": moving.shove,
    "colocar": moving.put,
    "desplegar": moving.deploy,
    "reforzar": moving.deploy,
}
CIRCUMSTANCES: Mapping[str, frozenset[str]] = {
    "realizar": frozenset({"sin", "modo"}),
    "resolver": frozenset({"modo"}),
    "elegir": frozenset({"modo"}),
    "adquirir": frozenset({"modo"}),
    "descartar": frozenset({"modo"}),
    "repetir": frozenset({"modo_de"}),
    "volver_a_tirar": frozenset(),
    "colocar": frozenset({"ademas_de"}),
}
"""«sin gastar una acción», «inmediatamente», «también»: granted attacks cost no action, and all is done at once."""
ROLES: Mapping[str, frozenset[str]] = {
    "aplicar": frozenset({"a"}),
    "anadir": frozenset({"a"}),
    "retirar": frozenset({"de"}),
    "reemplazar": frozenset({"por", "en"}),
    "convertir": frozenset({"en"}),
    "consistir": frozenset({"en"}),
    "obligar": frozenset({"a"}),
    "atacar": frozenset({"con"}),
    "realizar": frozenset({"con"}),
    "interactuar": frozenset({"con"}),
    "interrumpir": frozenset({"para"}),
    "mover": frozenset({"para", "hacia", "alejandose_de", "a_traves_de"}),
    "empujar": frozenset({"cuanto", "hacia", "alejandose_de"}),
    "colocar": frozenset({"en", "lo_mas_cerca_posible_de"}),
    "desplegar": frozenset({"en", "lo_mas_cerca_posible_de"}),
    "reforzar": frozenset({"en", "lo_mas_cerca_posible_de"}),
    "incrementar": frozenset({"en", "a", "por"}),
    "valer": frozenset({"igual"}),
    "compara": frozenset({"igual"}),
    "reducir": frozenset({"por", "en"}),
    "sufrir": frozenset(),
}
