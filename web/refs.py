"""Entries by name and address: the small values that pages and JSON share."""

from collections.abc import Iterable

from kb.models import Entry
from web.library import Place, Site
from web.models import Ref, StepRef

KINDS = {
    "seccion": "Sección", "termino": "Término", "cualidad": "Cualidad", "apartado": "Apartado", "recuadro": "Recuadro",
    "ejemplo": "Ejemplo", "apendice": "Apéndice", "historial": "Historial", "carta": "Carta", "redireccion": "Véase",
    "pregunta": "Pregunta", "errata": "Errata", "tabla": "Tabla", "paso": "Paso", "definicion": "Definición",
    "indice": "Índice", "portada": "Portada",
}  # fmt: skip
_TITLES = {
    "ronda": "La ronda", "ataque": "El ataque", "mision": "Misión", "activacion": "Activación", "preparacion": "Preparación",
    "preparacion_de_campana": "Preparación de campaña", "preparacion_de_mision": "Preparación de misión",
    "preparacion_de_escaramuza": "Preparación de escaramuza", "etapa_de_mision": "Etapa de misión",
    "activacion_de_heroe": "Activación de un héroe", "activacion_imperial": "Activación imperial",
    "nueva_base": "Nueva base rebelde",
}  # fmt: skip


def entry_url(id: str, anchor: str | None = None) -> str:
    return f"/{id}#{anchor}" if anchor else f"/{id}"


def ref(entry: Entry) -> Ref:
    return Ref(id=entry.id, game=entry.game, title=entry.title, kind=entry.kind, url=entry_url(entry.id))


def refs(site: Site, ids: Iterable[str]) -> tuple[Ref, ...]:
    """The entries of those ids that exist, in order, without repeats."""
    return tuple(ref(site.kb.by_id[id]) for id in dict.fromkeys(ids) if id in site.kb.by_id)


def sequence_title(name: str) -> str:
    return _TITLES.get(name) or name.replace("_", " ").capitalize()


def sequence_url(game: str, name: str) -> str:
    return f"/secuencias/{game}/{name.replace('_', '-')}"


def step_ref(place: Place) -> StepRef:
    url = f"{sequence_url(place.game, place.sequence)}#{place.step.id}"
    return StepRef(game=place.game, sequence=place.sequence, sequence_title=sequence_title(place.sequence),
                   id=place.step.id, number=place.step.numero, name=place.step.nombre, url=url)  # fmt: skip
