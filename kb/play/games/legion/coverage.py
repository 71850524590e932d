"""Which keywords of Legión run, and how: from their compiled definition, by hand, while pools are formed, or not at all."""

from collections.abc import Mapping
from functools import cache

from kb.play.games.legion.hand import FORMING, HAND
from kb.play.keywords import terms

# Keywords that the round and the single rolls look at by name: where each runs.
ELSEWHERE: Mapping[str, str] = {
    "astucia": "prioridad", "interrogar": "prioridad", "avance_imparable": "fase_de_mando, turno",
    "indomito": "reagrupamiento",
    "inspirador_x": "turno", "regeneracion_x": "turno", "centinela": "gasta_alerta", "permanente": "fase_final",
    "comandante_operativo": "fase_final", "autodestruccion_x": "autodestruccion", "poder_latente": "poder_latente",
}  # fmt: skip


@cache
def how_they_run() -> Mapping[str, frozenset[str]]:
    """Ids of the keywords, by how they run; «Iónica» is on two lists, for it has two rules."""
    how = {
        "por_su_definicion": frozenset(term.id for term in terms().values() if term.definicion and not term.sin_motor),
        "a_mano_en_el_ataque": frozenset(keyword for keyword, _ in HAND),
        "al_formar_reservas": frozenset(FORMING),
        "en_la_ronda": frozenset(ELSEWHERE),
    }
    return {**how, "solo_se_leen": frozenset(terms()).difference(*how.values())}


def keywords_that_run() -> Mapping[str, list[str]]:
    """The same by name, to be shown."""
    return {how: sorted(terms()[keyword].nombre for keyword in keywords) for how, keywords in how_they_run().items()}
