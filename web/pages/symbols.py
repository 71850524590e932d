"""Icons, tokens and dice of each game."""

from itertools import groupby

from flask import Blueprint, render_template

from web import api
from web.library import Site, site
from web.models import Symbols
from web.pages.family import kept
from web.view.render import icon

bp = Blueprint("symbols", __name__)
CLASSES = {
    "resultado": "Resultados de los dados", "accion": "Acciones", "arco": "Arcos", "maniobra": "Maniobras",
    "mejora": "Mejoras", "puntuacion": "Puntuaciones", "carga": "Cargas", "ficha": "Fichas", "faccion": "Facciones",
    "alcance": "Alcances", "categoria": "Categorías", "dado": "Dados", "atributo": "Atributos", "ataque": "Ataques",
    "recurso": "Recursos", "habilidad": "Habilidades", "coste": "Costes", "otro": "Otros",
}  # fmt: skip


def symbols_view(here: Site, game: str) -> Symbols:
    facts = here.games[game]
    return Symbols(game=game, icons=facts.iconos, tokens=facts.fichas, dice=facts.dados)


@bp.get("/iconos/<game:game>")
@kept
def symbols(game: str) -> str:
    here = site()
    view = symbols_view(here, game)
    order = list(CLASSES)
    by_class = groupby(sorted(view.icons, key=lambda i: order.index(i.clase)), key=lambda i: i.clase)
    context = here.context(game, used=here.drawings[game])
    by_id = {d.icon.id: d for d in context.used.values()}
    return render_template(
        "symbols.html", view=view, classes=[(CLASSES[c], list(rows)) for c, rows in by_class], known=by_id,
        draw=lambda id: icon(by_id[id]), sprite=context.sprite(), by_id=here.kb.by_id,
    )  # fmt: skip


@api.get(bp, "/games/<game:game>/symbols", summary="Iconos, fichas y dados de un juego", tag="juegos", response=Symbols)
def symbols_json(game: str) -> Symbols:
    return symbols_view(site(), game)
