"""Mentions of terms become links: which words, to what, and which are left alone."""

import pytest

from grammar.game import Names
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
    entry("barca", "Barca", kind="redireccion", redirect="remo/bote"), entry("ancla-doble", "Ancla doble"),
    entry("encallado", "Encallado"), entry("virar", "Virada"), entry("viaje", "Viaje"),
    entry("cartas-de-viaje", "Cartas de Viaje"), entry("cartas-de-niebla", "Cartas de Niebla"),
    entry("fase-de-calma", "Fase de Calma"), entry("fase-de-brisa", "Fase de Brisa"),
    entry("indicador-de-brea", "Indicador de Brea"), entry("indicador-de-sal", "Indicador de Sal"),
    entry("soltar", "Soltar una amarra"), entry("amarra-corta", "Amarra corta"),
    entry("preguntas", "Marea", kind="apartado"), entry("remo-de-cola", "Remo de cola", kind="carta"), entry("cola", "Cola"),
    entry("p1", "¿Y la marea?", "Sí.", kind="pregunta").model_copy(update={"parent": "remo/preguntas"}),
]  # fmt: skip
TAILORING = Tailoring(
    nunca=("pasar", "en cola del", "bote que"), mayuscula=("orden",),
    tambien={"bote": ("embarcación",)}, verbos={"virar": ("virarse",), "encallado": ("encallar",)},
    cartas=("Bote de asalto",),
)  # fmt: skip
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
    # What heads the row of a table is a name.
    ("Guardián | Vigila el bote", "[Guardián](#guardian-x) | Vigila el [bote](#bote)"),
    ("**Orden** | De salida", "**[Orden](#orden)** | De salida"),
    ("Orden del bote | Guardián | 2", "Orden del [bote](#bote) | Guardián | 2"),
    # The number of a name's words is one: an adjective of something else is no part of it.
    ("Anclas dobles.", "[Anclas dobles](#ancla-doble)."),
    ("Tipos de ancla dobles.", "Tipos de ancla dobles."),
    ("Está encallada.", "Está [encallada](#encallado)."),
    ("Si se vira o queda virado.", "Si [se vira](#virar) o queda virado."),
    ("Puede encallarlas.", "Puede [encallarlas](#encallado)."),
    # Names of cards are not read into; where the card has an entry, they are its name.
    ("Usa Bote de asalto y el bote.", "Usa Bote de asalto y el [bote](#bote)."),
    ("Su Remo de cola gira.", "Su [Remo de cola](#remo-de-cola) gira."),
    ("Su Cañón de cola gira.", "Su Cañón de cola gira."),
    # What is told of tokens is told of those that follow in their list.
    ("Ni fichas de Orden ni de Viaje.", "Ni [fichas](#ficha) de [Orden](#orden) ni de [Viaje](#viaje)."),
    ("Ni fichas de Niebla.", "Ni [fichas](#ficha) de Niebla."),
    ("Ni fichas de Orden u Ola u de Niebla.", "Ni [fichas](#ficha) de [Orden](#orden) u Ola u de Niebla."),
    ("Cartas de Remo, Viaje y Ancla.", "Cartas de Remo, [Viaje](#cartas-de-viaje) y Ancla."),
    ("Cartas de remo o de Viaje.", "Cartas de remo o de [Viaje](#cartas-de-viaje)."),
    ("Los indicadores de Brea y de Sal.", "Los [indicadores de Brea](#indicador-de-brea) y de [Sal](#indicador-de-sal)."),
    ("Las fases de Calma y Brisa.", "Las [fases de Calma](#fase-de-calma) y [Brisa](#fase-de-brisa)."),
    # In capitals a keyword is a name wherever it stands, and a plural is one.
    ("Usa: GUARDIÁN 2.", "Usa: [GUARDIÁN](#guardian-x) 2."),
    ("TIPOS DE ANCLA DOBLES", "TIPOS DE ANCLA DOBLES"),
    # What a title says to do is told of somebody; of what is done already, and of a longer name, it is not.
    ("Suelta la amarra.", "[Suelta la amarra](#soltar)."),
    ("Pueden soltar amarras.", "Pueden [soltar amarras](#soltar)."),
    ("Tiene soltada una amarra.", "Tiene soltada una amarra."),
    ("Suelta una amarra corta.", "Suelta una [amarra corta](#amarra-corta)."),
    # A phrase is left alone across what is bold.
    ("**El bote** que rema.", "**El bote** que rema."),
    # A phrase is left alone in the number in which it is told.
    ("Bote que te crio, botes que reman.", "Bote que te crio, [botes](#bote) que reman."),
    ("Va en cola del todo, y a la cola.", "Va en cola del todo, y a la [cola](#cola)."),
    # What is linked already leaves the rest of a longer mention free.
    (
        "Una ficha de viento, otra ficha de viento y fichas.",
        "Una [ficha de viento](#ficha-de-viento), otra ficha de viento y [fichas](#ficha).",
    ),
    ("Las de Viaje se roban en un viaje.", "Las de [Viaje](#cartas-de-viaje) se roban en un [viaje](#viaje)."),
    ("Una ficha de Viaje.", "Una [ficha](#ficha) de [Viaje](#viaje)."),
    ("La marea sube.", "La marea sube."),
]


def links(text: str, slug: str = "prueba") -> Entry:
    return woven([*GLOSSARY, entry(slug, "Prueba", text)], {}, {"remo": TAILORING})[-1]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_mentions(text: str, expected: str) -> None:
    assert links(text).blocks[0].md == expected
    assert links(text).blocks[0].text == text


@pytest.mark.parametrize("text", [text for text, _ in CASES])
def test_a_text_woven_twice_says_the_same(text: str) -> None:
    """Our words are woven without the books and then with them: what is a link already still tells what follows it."""
    once = links(text)
    assert woven([*GLOSSARY, once], {}, {"remo": TAILORING})[-1].blocks == once.blocks


def test_an_entry_does_not_link_to_itself_and_knows_what_it_names() -> None:
    rows = woven([entry("bote", "Bote", "El bote lleva una ficha."), entry("ficha", "Ficha")], {}, {})
    assert rows[0].blocks[0].md == "El bote lleva una [ficha](#ficha)."
    assert rows[0].mentions == ("remo/ficha",)


def test_a_row_is_named_by_its_column() -> None:
    """«Viento» under «Ficha» is the «ficha de viento»; under another head it is not, nor is a cell with more than words."""

    def rows(*texts: str) -> list[str]:
        table = tuple(Block(anchor=f"r{n}", kind="tabla", text=text, md=text) for n, text in enumerate(texts))
        told = entry("tabla", "Tabla").model_copy(update={"blocks": table})
        found = woven([*GLOSSARY, told], {}, {"remo": TAILORING})[-1]
        assert ("remo/ficha-de-viento" in found.mentions) == ("#ficha-de-viento" in "".join(b.md for b in found.blocks))
        return [b.md for b in found.blocks]

    assert rows("Ficha | Uso", "Viento | De popa", "Viaje | Lejos") == [
        "[Ficha](#ficha) | Uso", "[Viento](#ficha-de-viento) | De popa", "[Viaje](#viaje) | Lejos",
    ]  # fmt: skip
    assert rows("Ficha | Uso", "Viento (verde) | De popa")[1] == "Viento (verde) | De popa"
    assert rows("Ruta | Uso", "Viento | De popa")[1] == "Viento | De popa"


def test_a_printed_link_goes_where_the_book_refers_to() -> None:
    text = "Ver [los botes](#) y [la ficha](#)."
    told = entry("prueba", "Prueba", text).model_copy(update={"refs": ("remo/bote",)})
    bote = GLOSSARY[0].model_copy(update={"aliases": ("los botes",)})
    rows = woven([bote, *GLOSSARY[1:], told], {}, {"remo": TAILORING})
    assert rows[-1].blocks[0].md == "Ver [los botes](#bote) y la [ficha](#ficha)."


def test_a_game_over_another_prefers_its_own_entry() -> None:
    lent = [e.model_copy(update={"id": e.id.replace("remo/", "mar/"), "game": "mar"}) for e in GLOSSARY]
    names = {"mar": {"bote": Names(entrada="bote", indice=("bajel",))}}
    rows = woven(
        [*lent, GLOSSARY[0], entry("prueba", "Prueba", "Un bajel con fichas.")], names, {"remo": Tailoring(sobre="mar")}
    )
    assert rows[-1].blocks[0].md == "Un [bajel](#bote) con [fichas](mar/ficha)."
    more = Tailoring(sobre="mar", tambien={"mar/ficha": ("chapa",)})
    assert woven([*lent, entry("prueba", "Prueba", "Una chapa.")], names, {"remo": more})[-1].mentions == ("mar/ficha",)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Rebelde", "rebeldes"), ("luz", "luces"), ("alcance", "alcances"), ("acción", "acciones"), ("líder", "líderes")],
)
def test_numbers_share_their_base(one: str, other: str) -> None:
    assert base(one) == base(other)
