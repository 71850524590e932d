"""Rebellion: each verb of a card, with the circumstances and the roles that it understands."""

from collections.abc import Mapping

from kb.play.games.rebellion.verbs import fray, hands, people, realm
from kb.play.meaning.scene import Verb

RUN: Mapping[str, Verb] = {
    "ganar": realm.gain,
    "perder": realm.lose,
    "destruir": realm.wreck,
    "colocar": realm.put,
    "retirar": realm.remove,
    "mover": realm.move,
    "elegir": realm.choose,
    "tener": realm.tougher,
    "capturar": people.seize,
    "rescatar": people.rescue,
    "eliminar": people.eliminate,
    "fracasar": people.fail,
    "resolver": people.fight,
    "robar": hands.draw,
    "descartar": hands.discard,
    "mirar": hands.see,
    "mostrar": hands.see,
    "utilizar": hands.use,
    "jugar": hands.score,
    "infligir": fray.inflict,
    "bloquear": fray.block,
    "volver_a_tirar": fray.again,
    "tirar": fray.roll,
}
_MOST = frozenset({"hasta_un_maximo"})
CIRCUMSTANCES: Mapping[str, frozenset[str]] = {
    "robar": _MOST, "bloquear": _MOST, "infligir": _MOST, "ganar": _MOST, "tirar": _MOST,
    "tener": frozenset({"hasta_un_minimo"}), "mover": frozenset({"modo_de"}),
}  # fmt: skip
ROLES: Mapping[str, frozenset[str]] = {
    "ganar": frozenset({"en"}), "perder": frozenset({"en"}), "destruir": frozenset({"en", "por"}),
    "colocar": frozenset({"en"}), "mover": frozenset({"a", "desde"}), "resolver": frozenset({"en"}),
    "infligir": frozenset({"a"}), "bloquear": frozenset({"a"}),
}  # fmt: skip
BANNED = frozenset({"retirarse", "bloquear", "jugar", "atacar", "mover"})
"""What a card may forbid: asked where it would be done."""
