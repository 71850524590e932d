"""Imperial Assault: how often an ability may be used; some limits count for all who have it, or for a whole group."""

from grammar.meaning.values import Cosa, Cual, Hecho, Nombre
from kb.play.meaning.abilities import Ability
from kb.play.meaning.limits import limit_of

SCOPES = {"ataque": "ataque", "ronda": "ronda", "activacion": "activacion", "grupo": "ronda", "partida": "partida"}
Limit = tuple[int, str, str]
"""How many times, until when, and under which name all of them count together («» for each bearer by itself)."""


def limit_for(ability: Ability) -> Limit | None:
    """None where there is no limit, or nobody keeps that count."""
    if any(moment.rel == "primera_vez" for moment in ability.moments):
        return 1, "activacion", ""
    if (found := limit_of(ability.whole)) is not None:
        return *found, ""
    told = dict(ability.whole.limite)
    times, each = told.get("veces"), told.get("por")
    if isinstance(each, Cosa) and each.sort == "figura":
        return None  # counted for each of those that it names: see `each_limited`
    if not isinstance(times, Cual) or not times.id.isdigit() or not isinstance(each, Cosa) or each.noun not in SCOPES:
        return None
    return int(times.id), SCOPES[each.noun], _shared(each)


def each_limited(ability: Ability) -> bool:
    """«Límite una vez por Rebelde»: once in a round for each of them, since every figure of a group acts once in it."""
    told = dict(ability.whole.limite)
    times, each = told.get("veces"), told.get("por")
    return isinstance(each, Cosa) and each.sort == "figura" and isinstance(times, Cual) and times.id == "1"


def _shared(each: Cosa) -> str:
    """«Límite de 1 capacidad "Protector" por ataque»."""
    for used in each.filters:
        what = used.role("que") if isinstance(used, Hecho) and used.verb == "usar" else None
        for told in what.filters if isinstance(what, Cosa) else ():
            name = told.role("que") if isinstance(told, Hecho) and told.verb == "llamar" else None
            if isinstance(name, Nombre):
                return name.nombre
    return "grupo" if each.noun == "grupo" else ""
