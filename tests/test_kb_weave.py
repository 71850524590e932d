"""Mentions of terms become links: which words, to what, and which are left alone."""

import pytest

from kb.books.weave import Tailoring, base, woven
from kb.models import Block, Citation, Entry, Kind

CITATION = Citation(book="Libro", edition="1", section="s")


def entry(slug: str, title: str, text: str = "", kind: Kind = "termino", redirect: str | None = None) -> Entry:
    blocks = (Block(anchor="r1", kind="parrafo", text=text, md=text),) if text else ()
    return Entry(id=f"remo/{slug}", game="remo", book="remo", title=title, kind=kind, text=text, blocks=blocks,
                 redirect=redirect, citation=CITATION)  # fmt: skip


GLOSSARY = [
    entry("bote", "Bote"), entry("ficha-de-viento", "Ficha de viento"), entry("ficha", "Ficha"), entry("pasar", "Pasar"),
    entry("guardian-x", "Guardián X", kind="cualidad"), entry("varado-a", "Varado/a"), entry("orden", "Orden"),
    entry("barca", "Barca", kind="redireccion", redirect="remo/bote"),
]  # fmt: skip
TAILORING = Tailoring(nunca=("pasar",), mayuscula=("orden",), tambien={"bote": ("embarcación",)})
CASES = [
    ("Mueve el bote.", "Mueve el [bote](#bote)."),
    ("Dos botes y otro bote.", "Dos [botes](#bote) y otro bote."),
    ("Gana 1 ficha de Viento.", "Gana 1 [ficha de Viento](#ficha-de-viento)."),
    ("Una ficha de remo.", "Una [ficha](#ficha) de remo."),
    ("Puede pasar.", "Puede pasar."),
    ("En este orden.", "En este orden."),
    ("La ficha de Orden.", "La [ficha](#ficha) de [Orden](#orden)."),
    ("El guardián avisa.", "El guardián avisa."),
    ("Usa Guardián 2.", "Usa [Guardián](#guardian-x) 2."),
    ("Está varada.", "Está [varada](#varado-a)."),
    ("La barca zarpa.", "La [barca](#bote) zarpa."),
    ("Una embarcación, [un bote](#bote).", "Una embarcación, [un bote](#bote)."),
    ("**Botes:** [bote] y fichas", "**[Botes](#bote):** [bote] y [fichas](#ficha)"),
    ("**Nota para jueces:** el bote", "**Nota para jueces:** el [bote](#bote)"),
]


def links(text: str, slug: str = "prueba") -> Entry:
    return woven([*GLOSSARY, entry(slug, "Prueba", text)], {}, {"remo": TAILORING})[-1]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_mentions(text: str, expected: str) -> None:
    assert links(text).blocks[0].md == expected
    assert links(text).blocks[0].text == text


def test_an_entry_does_not_link_to_itself_and_knows_what_it_names() -> None:
    rows = woven([entry("bote", "Bote", "El bote lleva una ficha."), entry("ficha", "Ficha")], {}, {})
    assert rows[0].blocks[0].md == "El bote lleva una [ficha](#ficha)."
    assert rows[0].mentions == ("remo/ficha",)


@pytest.mark.parametrize(
    ("one", "other"), [("Rebelde", "rebeldes"), ("luz", "luces"), ("acción", "acciones"), ("líder", "líderes")]
)
def test_numbers_share_their_base(one: str, other: str) -> None:
    assert base(one) == base(other)
