"""A quotation held against the rules: for whoever is about to repeat it, be it a person or a language model."""

from flask import Blueprint
from pydantic import BaseModel, Field

from kb.quote.check import QuoteError
from web import api
from web.errors import WebError
from web.guard.budgets import QUERY_TEXT, QUOTE_TEXT
from web.guard.public import shared_url
from web.library import site
from web.models import GameSlug, Out, QuotationOut, QuotedAt
from web.view.cite import cite

bp = Blueprint("quotes", __name__)


class QuoteIn(Out):
    """The words, and where they are said to be: an entry, or a game, or nowhere."""

    text: str = Field(min_length=1, max_length=QUOTE_TEXT)
    entry: str = Field("", max_length=QUERY_TEXT)
    game: GameSlug | None = None
    edition: str = Field("", max_length=40)
    loose: bool = Field(False, description="Sin contar acentos ni mayúsculas.")


@api.post(bp, "/quote", summary="Dice si una frase está de verdad en una regla, y si no, en qué difiere", tag="reglas",
          response=QuotationOut, body=QuoteIn)  # fmt: skip
def quote_json(body: BaseModel) -> QuotationOut:
    assert isinstance(body, QuoteIn)
    here = site()
    try:
        found = here.quotes.check(body.text, body.entry, body.game or "", body.edition, body.loose)
    except QuoteError as error:
        raise WebError(400, "peticion_incorrecta", str(error)) from error
    at = (*found.places, *((found.nearest,) if found.nearest else ()))
    told = tuple(
        QuotedAt(
            entry=place.entry,
            url=shared_url(f"/{place.entry}") + f"#{place.anchors[0]}",
            cite=cite(here, here.kb.get(place.entry)),
        )
        for place in at
    )
    return QuotationOut(**dict(found), at=told)
