"""Entries by name and address: the small values that pages and JSON share."""

import re
from collections.abc import Iterable

from grammar.game import GAMES
from kb.anchors import passage_at
from kb.games import shipped_game
from kb.models import Entry
from kb.sequences import sequence_title
from web.library import Place, Site
from web.models import Ref, StepRef

VERDICTS = {"si": "Sí", "no": "No", "depende": "Depende"}
KINDS = {
    "seccion": "Sección", "termino": "Término", "cualidad": "Cualidad", "apartado": "Apartado", "recuadro": "Recuadro",
    "ejemplo": "Ejemplo", "apendice": "Apéndice", "historial": "Historial", "carta": "Carta", "redireccion": "Véase",
    "pregunta": "Pregunta", "errata": "Errata", "tabla": "Tabla", "paso": "Paso", "definicion": "Definición",
    "indice": "Índice", "portada": "Portada",
}  # fmt: skip
MODES = {
    "campana": "Campaña", "escaramuza": "Escaramuza", "equipos": "Juego por equipos", "naves-enormes": "Naves enormes",
    "cartas-de-entorno": "Cartas de entorno",
}  # fmt: skip
ORIGINS = {"impreso": "variante", "contexto": "deducido", "otra edición": "otra edición", "público": "público"}
"""What the small mark beside a fact says: see `Provenance`."""


_GLYPH = r"[\u2460-\u24ff\u25a0-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff\ufe0f]"
_NOTHING = re.compile(
    rf"\s?[(\[][^\w()\[\]]*{_GLYPH}[^\w()\[\]]*[)\]]|,[\s{_GLYPH[1:-1]}]+(?=[)\]])|(?<=[(\[]){_GLYPH}+,\s*|\s*[(\[][^\w()\[\]•]*[)\]]\s*$"
)
_GLYPHS = re.compile(rf"{_GLYPH}+|(?<=\s)\*{{1,3}}(?=[\s,.;:?])")
"""Stars that stand alone are such a glyph too: «si sacas * o **»."""


def entry_url(id: str, anchor: str | None = None) -> str:
    return f"/{id}#{anchor}" if anchor else f"/{id}"


def passage_url(entry: Entry, place: str) -> str:
    """The address of the passage that a citation means, in the official text where it says it, else in ours."""
    found = passage_at(entry, place)
    return entry_url(entry.id, found[1] if found else place or None)


def shown_title(title: str) -> str:
    """The title without the glyphs that a scan put for its icons, which few fonts can draw; where one was a word of the
    sentence, it is said that there was an icon."""
    return _GLYPHS.sub("[icono]", _NOTHING.sub("", title)).strip() or title


def titled(entry: Entry) -> str:
    """How an entry is called on a page."""
    return shown_title(entry.shown or entry.title)


def ref(entry: Entry) -> Ref:
    return Ref(id=entry.id, game=entry.game, title=titled(entry), kind=entry.kind, url=entry_url(entry.id))


def refs(site: Site, ids: Iterable[str]) -> tuple[Ref, ...]:
    """The entries of those ids that exist, in order, without repeats."""
    return tuple(ref(site.kb.by_id[id]) for id in dict.fromkeys(ids) if id in site.kb.by_id)


def mode_name(mode: str) -> str:
    if mode in GAMES:  # a game that is a mode of another
        return shipped_game(mode).facts.nombre
    return MODES.get(mode) or mode.replace("-", " ").capitalize()


def sequence_url(game: str, name: str) -> str:
    return f"/secuencias/{game}/{name.replace('_', '-')}"


def step_ref(place: Place) -> StepRef:
    url = f"{sequence_url(place.game, place.sequence)}#{place.step.id}"
    return StepRef(game=place.game, sequence=place.sequence, sequence_title=sequence_title(place.sequence),
                   id=place.step.id, number=place.step.numero, name=place.step.nombre, url=url)  # fmt: skip
