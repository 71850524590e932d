"""Imperial Assault: who goes first among simultaneous effects (Guía de referencia, «Conflictos», «Interrumpir»)."""

from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.order.game import Order, Rank
from kb.play.order.situation import Ability, Situation

IN_ATTACK = cite("imperial-assault/conflictos#r-en-un-ataque", "atacante")
OWN_ORDER = cite("imperial-assault/conflictos#r-289edb", "orden que él quiera")
DECLINED = cite("imperial-assault/conflictos#r-a0a665", "opcional")
IN_CAMPAIGN = cite("imperial-assault/conflictos-en-una-campana#r-campana", "Imperial")
MISSION_BY_IMPERIAL = cite("imperial-assault/conflictos-en-una-campana#r-932ffd", "Imperial")
REBELS_AGREE = cite("imperial-assault/conflictos-en-una-campana#r-d2d810", "acuerdan")
IN_SKIRMISH = cite("imperial-assault/conflictos-en-una-escaramuza#r-escaramuza", "iniciativa")
INTERRUPTS = cite("imperial-assault/interrumpir#r-206f6c", "activación")


def _rank(ability: Ability, s: Situation) -> Rank:
    if s.modo == "interrupcion":
        if s.actua is None:
            raise PlayError("hace falta decir en «actua» quién resuelve la activación")
        return Rank(0, f"dos interrupciones de una acción: ordena {s.actua}, que resuelve la activación", INTERRUPTS)
    if s.modo is None or s.modo == "consecuencias":
        raise PlayError("hace falta «modo»: campana, escaramuza, ataque o interrupcion")
    source = {"campana": IN_CAMPAIGN, "escaramuza": IN_SKIRMISH, "ataque": IN_ATTACK}[s.modo]
    if ability.clase == "mision":
        return Rank(0, "primero las reglas de misión", source)
    first, name = {
        "campana": (s.imperial, "el jugador Imperial"),
        "escaramuza": (s.iniciativa, "quien tiene la iniciativa"),
        "ataque": (s.atacante, "el atacante y sus figuras amigas"),
    }[s.modo]
    if first is None:
        raise PlayError(f"hace falta decir quién es {name}")
    mine = ability.jugador == first
    return Rank(1 if mine else 2, f"primero {name}, {first}", source)


def _orderer(ability: Ability, s: Situation) -> str:
    """Who decides its place among those of equal rank."""
    if s.modo == "interrupcion":
        return s.actua or ""
    if ability.clase == "mision":
        return (s.imperial if s.modo == "campana" else s.iniciativa) or ""
    rebels = [who for who in s.orden if s.modo == "campana" and ability.jugador != s.imperial != who]
    return rebels[0] if rebels else ability.jugador


ORDER = Order(
    rank=_rank, own=OWN_ORDER, passages={"pasa": DECLINED}, orderer=_orderer, classes=("mision",), nobodys=frozenset({"mision"})
)
