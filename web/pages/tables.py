"""A judge's table (`/mesa/<juego>`): pieces put down, what happens said or tapped, one question at a time, then the tale with
its rules. The whole of it is in the address: every button is a link, and nothing is kept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import yaml
from flask import Blueprint, Response, redirect, render_template, request
from markupsafe import Markup
from pydantic import Field
from werkzeug.wrappers import Response as Redirect

from kb.anchors import passage_at
from kb.forms import OrderTable, Speech
from kb.lists.games import READERS, reader_for
from kb.lists.games.reader import split_text
from kb.play.errors import PlayError
from kb.play.plays import PLAYS
from kb.play.table.ask import answered, each_played_once
from kb.play.table.build import built
from kb.play.table.cards import shipped
from kb.play.table.sentences import Slot, Word, form_of
from kb.play.table.state import UNKNOWN, Answer, Piece, Said, Saying, Table, table_from
from kb.play.table.tell import scenario_of, tell
from kb.play.table.telling import Question, Telling
from kb.play.validation import checked
from kb.text import fold
from web import api
from web.errors import WebError, within
from web.guard.budgets import LIST_TEXT, TABLE_CODE
from web.kept.pages import page_from, respond
from web.library import Site, site
from web.models import TableOut
from web.observe.meters import work
from web.view.refs import passage_url, titled
from web.view.render import plain

bp = Blueprint("tables", __name__)
NO_TABLE = "De este juego no se puede poner la mesa: el motor no lo juega todavía, o su carpeta no dice cómo se habla en ella."
MOST_LISTED = 20
"""Pieces that one pasted list puts down."""
MOST_TAPS = 14
RULED, RULED_TEXT = 8, 500
"""Citations and characters that a ruling begins with."""


@dataclass(frozen=True)
class Seen:
    """A table and what it answers, or what is wrong with the last thing said."""

    table: Table
    telling: Telling | None
    wrong: str = ""


def look(data: OrderTable, table: Table) -> Seen:
    try:
        with work("table", table.juego):
            return Seen(table, tell(table, data))
    except PlayError as error:
        return Seen(table, None, _sentence(error))


def _sentence(error: PlayError) -> str:
    reason = error.reason.rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}."


def _data(here: Site, game: str) -> tuple[OrderTable, Speech] | None:
    data = here.kb.games[game].table
    return (data, data.habla) if data and data.habla and game in PLAYS else None


def games_with_table(here: Site) -> list[str]:
    return [game for game in here.games if _data(here, game)]


@bp.get("/mesa/<game:game>")
@each_played_once()
def table(game: str) -> Response | Redirect:
    here = site()
    found = _data(here, game)
    if found is None:
        return respond(page_from(render_template("missing.html", game=game, title="Mesa", why=NO_TABLE)))
    code = within("El enlace de la mesa", request.args.get("m", ""), TABLE_CODE)
    sent = {name: value for name, value in request.args.items() if name != "m" and value.strip()}
    if not sent:
        return respond(here.searches.get(request.full_path, lambda: page_from(_page(here, game, code))))
    within("La lista", sent.get("lista", ""), LIST_TEXT)
    try:
        before = table_from(game, code)
        after = _after(found[0], before, sent)
        address = _address(game, after)
    except PlayError as error:
        return respond(page_from(_page(here, game, code, _sentence(error), sent)))
    seen = look(found[0], after)
    if seen.wrong and not _stays(found[0], before):
        return respond(page_from(_page(here, game, code, seen.wrong, sent)))
    return redirect(address, 303)


def _stays(data: OrderTable, before: Table) -> bool:
    """A table that was wrong already may be left wrong: there it is mended."""
    return bool(look(data, before).wrong)


def _after(data: OrderTable, before: Table, sent: Mapping[str, str]) -> Table:
    """The table with what a form says."""
    if "clave" in sent:
        telling = tell(before, data)
        if telling.pregunta is None or telling.pregunta.clave != sent["clave"]:
            return before  # answered already, on another page of the same table
        return before.plus(checked(Answer, {"clave": sent["clave"], "valor": _answer(telling.pregunta, sent)}))
    if "lista" in sent:
        return before.plus(*_listed(before.juego, sent["lista"], _side(sent)))
    if "pon" in sent:
        told = {
            "nombre": sent["pon"].strip(),
            "lado": _side(sent),
            "en": sent.get("en", ""),
            "texto": sent.get("texto", "").strip(),
        }
        return before.plus(checked(Piece, told))
    if "frase" in sent:
        return before.plus(checked(Said, {"frase": sent["frase"].strip()}))
    return before


def _side(sent: Mapping[str, str]) -> int:
    return 2 if sent.get("lado") == "2" else 1


def _answer(question: Question, sent: Mapping[str, str]) -> str:
    counts = {count.campo: sent.get(f"c_{count.campo}", "0") for count in question.cuenta}
    if not question.cuenta or "r" in sent:
        return answered(question, sent.get("r", UNKNOWN))
    return " ".join(f"{name}={many}" for name, many in counts.items())


def _listed(game: str, text: str, side: int) -> list[Piece]:
    """A list as its builder writes it, or a name in each line with its text after a colon."""
    found: list[Piece] = []
    if game in READERS:
        for card in reader_for(game).read(text.replace("\r\n", "\n")).cards[:MOST_LISTED]:
            known = card.text or card.name in (row.nombre for row in shipped(game).values())
            if not card.under or known:
                told = {"nombre": card.name, "lado": side, "en": card.under, "texto": card.text}
                found.append(checked(Piece, told))
    else:
        for name, words in map(split_text, text.splitlines()[:MOST_LISTED]):
            if name.strip():
                found.append(checked(Piece, {"nombre": name.strip(), "lado": side, "texto": (words or "").strip()}))
    if not found:
        raise PlayError("en la lista no se reconoce ninguna pieza: pon una en cada línea")
    return found


def _address(game: str, at: Table | str, path: str = "") -> str:
    code = at if isinstance(at, str) else at.code() if at.dichos else ""
    return f"/mesa/{game}{path}" + (f"?{urlencode({'m': code})}" if code else "")


# --- the page ---------------------------------------------------------------------------------------------------------


def _page(here: Site, game: str, code: str, wrong: str = "", sent: Mapping[str, str] | None = None) -> str:
    found = _data(here, game)
    assert found is not None
    data, speech = found
    try:
        table = table_from(game, code)
    except PlayError as error:
        table, wrong = Table(juego=game), wrong or _sentence(error)
    seen = look(data, table)
    context = here.context(game)
    told = seen.telling
    return render_template(
        "mesa.html", game=game, table=table, telling=told, wrong=wrong or seen.wrong, sent=sent or {}, speech=speech,
        said=list(_said(table, speech.lados)), pieces=_pieces(table, speech), taps=list(_taps(table, speech)),
        back=_back(table), link=lambda at, path="": _address(game, at, path),
        answer=lambda value: _answered(table, told, value),
        passage=lambda ref: _passage(here, context, ref), ruling=_ruling(table, told), names=sorted(_names(game)),
        sprite=context.sprite, unknown=UNKNOWN,
    )  # fmt: skip


def _back(table: Table) -> str:
    return _address(table.juego, table.back()) if table.dichos else ""


def _said(table: Table, sides: tuple[str, str]) -> Iterator[tuple[str, str, str]]:
    """Everything said: its kind, its words, and the table without it."""
    for place, said in enumerate(table.dichos):
        address = _address(table.juego, table.without(place))
        match said:
            case Said(frase=sentence):
                yield "frase", sentence, address
            case Piece(nombre=name, en=bearer, lado=side):
                yield "pieza", f"{name} (lo lleva {bearer})" if bearer else f"{name}, de {sides[side - 1]}", address
            case Answer():
                continue


def _pieces(table: Table, speech: Speech) -> list[tuple[str, str]]:
    """What stands on the table and whose it is, also where a later sentence makes no sense."""
    for most in range(len(table.dichos), -1, -1):
        try:
            return list(built(table.back(most), speech).sides.items())
        except PlayError:
            continue
    return []


def _taps(table: Table, speech: Speech) -> Iterator[tuple[str, str]]:
    """Sentences about what is on the table, to be tapped: words and address."""
    there = _pieces(table, speech)
    others = [side for side in speech.lados if side not in dict(there).values()]
    pieces = there + list(zip("AB" if not there else "B", others, strict=False))  # somebody to begin with
    seen: set[str] = set()
    for row in speech.frase:
        form = form_of(row.forma)
        slots = [part.name for part in form if isinstance(part, Slot)]
        if not row.ejemplo or not row.paso or any(slot not in "ab" for slot in slots):
            continue
        spelled = {fold(word): word for word in row.ejemplo.split()}  # a form has no accents
        for names in _casts(pieces, slots):
            words = [_worded(part, spelled) if isinstance(part, Word) else names[part.name] for part in form]
            sentence = " ".join(filter(None, words)) if slots else row.ejemplo
            if sentence not in seen and len(seen) < MOST_TAPS:
                seen.add(sentence)
                if address := _with(table, checked(Said, {"frase": sentence})):
                    yield sentence, address


def _with(table: Table, saying: Saying) -> str:
    """The address of the table with one thing more; empty where nothing more goes into it."""
    try:
        return _address(table.juego, table.plus(saying))
    except PlayError:
        return ""


def _worded(part: Word, example: Mapping[str, str]) -> str:
    """A word of a form as the example has it, with its accents; one that may be left out and that it has not, is."""
    way = next((way for way in part.ways if way in example), "" if part.optional else min(part.ways))
    return example.get(way, way)


def _casts(pieces: list[tuple[str, str]], slots: list[str]) -> Iterator[dict[str, str]]:
    """Who could be who: each piece alone, or each with one of the other side."""
    for name, side in pieces[:3]:
        if len(slots) < 2:
            yield dict.fromkeys(slots, name)
        else:
            rivals = [other for other, its in pieces if its != side] or [other for other, _ in pieces if other != name]
            yield from ({slots[0]: name, slots[1]: rival} for rival in rivals[:1])


def _answered(table: Table, told: Telling | None, value: str) -> str:
    assert told is not None and told.pregunta is not None
    answer = checked(Answer, {"clave": told.pregunta.clave, "valor": value})
    asked = {"m": table.code(), "clave": answer.clave, "r": value}  # which says that nothing more goes into it
    return _with(table, answer) or f"/mesa/{table.juego}?{urlencode(asked)}"


def _names(game: str) -> Iterator[str]:
    yield from (card.nombre for card in shipped(game).values())


def _passage(here: Site, context: Any, ref: str) -> tuple[str, str, Markup] | None:
    """Title, address and words of a citation, where this knowledge base has it."""
    id, _, anchor = ref.partition("#")
    entry = here.kb.by_id.get(id)
    if entry is None:
        return None
    found = passage_at(entry, anchor)
    words = plain(found[0].text, context) if found else Markup("")
    return titled(entry), passage_url(entry, anchor), words


def _ruling(table: Table, told: Telling | None) -> str:
    """The form of a ruling with what the table knows."""
    if told is None or told.tono in ("vacia", "pregunta"):
        return ""
    asked = ". ".join(said.frase.rstrip(".") for said in table.dichos if isinstance(said, Said))
    rows = [("juego", table.juego), ("pregunta", asked[:RULED_TEXT]), ("respuesta", told.veredicto[:RULED_TEXT])]
    if told.tono == "no_se_puede":
        rows.append(("fallo", "no"))
    return "/dictamenes/nuevo?" + urlencode([*rows, *(("cita", ref) for ref in told.citas[:RULED])])


@bp.get("/mesa/<game:game>/escenario.yaml")
def scenario(game: str) -> Response:
    """The situation as `kb run` reads it."""
    here = site()
    found = _data(here, game)
    if found is None:
        raise WebError(404, "no_encontrado", NO_TABLE)
    code = within("El enlace de la mesa", request.args.get("m", ""), TABLE_CODE)
    try:
        told = scenario_of(table_from(game, code), found[0])
    except PlayError as error:
        raise WebError(404, "no_encontrado", _sentence(error)) from error
    text = yaml.safe_dump(told, allow_unicode=True, sort_keys=False)
    headers = {"Content-Disposition": 'attachment; filename="escenario.yaml"', "Cache-Control": "no-store"}
    return Response(text, content_type="application/yaml; charset=utf-8", headers=headers)


class TableQuery(api.Query):
    m: str = Field("", max_length=TABLE_CODE)


@api.get(bp, "/table/<game:game>", summary="Lo que contesta una mesa: la pregunta siguiente, o qué pasa y por qué",
         tag="partida", response=TableOut, query=TableQuery)  # fmt: skip
def table_json(game: str, query: TableQuery) -> TableOut:
    found = _data(site(), game)
    if found is None:
        return TableOut(game=game, telling=None, error=NO_TABLE)
    try:
        seen = look(found[0], table_from(game, query.m))
    except PlayError as error:
        return TableOut(game=game, telling=None, error=_sentence(error))
    return TableOut(game=game, telling=seen.telling, error=seen.wrong or None)
