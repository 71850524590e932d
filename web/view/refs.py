"""Entries by name and address: the small values that pages and JSON share."""

import re
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
MODES = {
    "campana": "Campaña", "escaramuza": "Escaramuza", "equipos": "Juego por equipos", "naves-enormes": "Naves enormes",
    "cartas-de-entorno": "Cartas de entorno", "leyendas": "Leyendas de la Alianza",
}  # fmt: skip
_TITLES = {
    "ronda": "La ronda", "ataque": "El ataque", "mision": "Misión", "activacion": "Activación", "preparacion": "Preparación",
    "preparacion_de_campana": "Preparación de campaña", "preparacion_de_mision": "Preparación de misión",
    "preparacion_de_escaramuza": "Preparación de escaramuza", "etapa_de_mision": "Etapa de misión",
    "activacion_de_heroe": "Activación de un héroe", "activacion_imperial": "Activación imperial",
    "nueva_base": "Nueva base rebelde", "fase_de_activacion": "Fase de Activación", "fase_de_mando": "Fase de Mando",
    "fase_final": "Fase Final", "activacion_de_unidad": "Activación de una unidad", "guardian": "Guardián",
    "despues_del_ataque": "Después del ataque", "efectos_de_cartas_de_mando": "Efectos de cartas de Mando",
    "combate": "Combate", "movimiento": "Movimiento", "retirada": "Retirada", "reclutamiento": "Reclutamiento",
    "maniobra": "Maniobra", "escaramuza": "Escaramuza", "desempate": "Desempate", "mejora_imperial": "Mejora imperial",
    "mejora_rebelde": "Mejora rebelde", "prueba_de_atributo": "Prueba de atributo", "entre_misiones": "Entre misiones",
    "movimiento_normal": "Movimiento normal", "movimiento_con_muescas": "Movimiento con muescas",
    "iniciar_cuerpo_a_cuerpo": "Iniciar cuerpo a cuerpo", "asignar_heridas": "Asignar heridas",
    "prioridad_de_objetivos": "Prioridad de objetivos", "mueve_hacia": "Mueve hacia", "ataque_imperial": "Ataque imperial",
    "mueve_para_confrontar": "Mueve para confrontar", "mueve_para_reposicionar": "Mueve para reposicionarse",
    "mueve_para_atacar": "Mueve para atacar",
}  # fmt: skip


_GLYPHS = re.compile(r"\s*[(\[][^\w()\[\]]*[)\]]\s*$")


def entry_url(id: str, anchor: str | None = None) -> str:
    return f"/{id}#{anchor}" if anchor else f"/{id}"


def shown_title(title: str) -> str:
    """The title without a closing parenthesis that holds only an icon's glyph, which few fonts can draw."""
    return _GLYPHS.sub("", title) or title


def ref(entry: Entry) -> Ref:
    return Ref(id=entry.id, game=entry.game, title=shown_title(entry.title), kind=entry.kind, url=entry_url(entry.id))


def refs(site: Site, ids: Iterable[str]) -> tuple[Ref, ...]:
    """The entries of those ids that exist, in order, without repeats."""
    return tuple(ref(site.kb.by_id[id]) for id in dict.fromkeys(ids) if id in site.kb.by_id)


def mode_name(mode: str) -> str:
    return MODES.get(mode) or mode.replace("-", " ").capitalize()


def sequence_title(name: str) -> str:
    return _TITLES.get(name) or name.replace("_", " ").capitalize()


def sequence_url(game: str, name: str) -> str:
    return f"/secuencias/{game}/{name.replace('_', '-')}"


def step_ref(place: Place) -> StepRef:
    url = f"{sequence_url(place.game, place.sequence)}#{place.step.id}"
    return StepRef(game=place.game, sequence=place.sequence, sequence_title=sequence_title(place.sequence),
                   id=place.step.id, number=place.step.numero, name=place.step.nombre, url=url)  # fmt: skip
