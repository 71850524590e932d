"""Who and what: one selector for ships, tokens, dice, cards and everything else that a text can name."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from grammar.effects.base import Ident, Model, Nombre

if TYPE_CHECKING:
    from grammar.effects.clause import Frase

Conj = Literal["o", "y", "ni", "barra", "y_luego", "coma"]
Articulo = Literal[
    "el", "este", "ese", "tu", "su", "cada", "todo", "cualquier", "algun", "ningun", "ambos", "dicho", "primer", "tanto",
    "varios", "cierto", "aquel", "cuanto",
]  # fmt: skip
TipoCuenta = Literal[
    "exacta", "hasta", "al_menos", "exactamente", "mas_de", "o_mas", "o_menos", "entre", "lista", "cualquiera", "misma",
    "hasta_tantos",
    "misma_exacta", "total", "cuantos", "mas",
    "suma", "resta", "variable", "menos_de", "menos", "mayor", "menor", "tantos",
    "mayor_numero", "menor_numero", "uno_solo", "numero_de",
]  # fmt: skip
ClaseAtomo = Literal[
    "icono", "lado", "color", "tamano", "estado_de_nave", "rasgo", "atributo", "ficha", "maniobra", "velocidad", "nombre",
    "paso", "alcance", "numero", "participio", "rasgo_de_figura", "situacion", "calidad", "bando", "cualidad",
]  # fmt: skip


class Cuenta(Model):
    """How many: «hasta 2», «1 o más», «cualquier cantidad de»."""

    tipo: TipoCuenta
    valores: tuple[int, ...] = ()
    variable: Ident | None = None
    """x, a, b: the number is given elsewhere."""


class Atomo(Model):
    """One quality: an adjective, an icon, a token's name, a manoeuvre, a proper name."""

    clase: ClaseAtomo
    id: Ident | None = None
    valores: tuple[int, ...] = ()
    nombre: Nombre | None = None
    negado: bool = False
    ser: bool = False
    """Said with a clause: «que no sea limitada»."""
    con: tuple["Atomo | Grupo", ...] = ()
    """Qualities that go with this one inside a list: «[impulso] roja o [tonel-volado] roja»."""


class Grupo(Model):
    """Qualities joined by a conjunction, or a single one."""

    partes: tuple[Atomo, ...]
    conj: Conj | None = None
    parentesis: bool = False


class Lugar(Model):
    """Where: a range, an arc. Measured from your ship unless `de` or `desde` says otherwise."""

    tipo: Literal["alcance", "arco", "fuera", "casillas", "linea_de_vision", "lo_mas_cerca_posible"]
    relacion: (
        Literal[
            "a",
            "a_ataque",
            "dentro",
            "mas_alla",
            "a_o_mas",
            "a_o_menos",
            "casillas",
            "casillas_o_menos",
            "casillas_o_mas",
            "mas_de_casillas",
            "menos_de_casillas",
        ]
        | None
    ) = None
    variable: Ident | None = None
    valores: tuple[int, ...] = ()
    arcos: tuple[Ident, ...] = ()
    conj: Conj | None = None
    de_quien: Articulo | None = None
    desde: Literal["su"] | None = None
    """«que tenga a alcance 0-1»: measured from the ship just spoken of."""
    de: "Objeto | None" = None
    union: Literal["o", "y"] | None = None
    """How it joins the place before it."""


class Complemento(Model):
    """A noun that belongs to another: «de esa nave», «sobre el defensor»."""

    prep: Ident
    que: "Objeto"


class Relativa(Model):
    """«que hayas gastado», «cuya velocidad sea…», «sobre la que tengas…»."""

    tipo: Literal["que", "prep", "cuyo", "en_cuyo"]
    prep: Ident | None = None
    nombre_de: "Seleccion | None" = None
    frase: "Frase"


class Comparacion(Model):
    relacion: Ident
    que: "Objeto | None" = None
    en: "Objeto | None" = None
    resta_de: "Objeto | None" = None
    """«2 menos el número de éxitos»: this minus `que`."""


class Seleccion(Model):
    kind: Literal["seleccion"] = "seleccion"
    objeto: Ident
    y_objetos: tuple[Ident, ...] = ()
    """Further nouns under the same determiner: «una bomba o mina»."""
    conj_objetos: Conj | None = None
    nombre: Nombre | None = None
    articulo: Articulo | None = None
    cuenta: Cuenta | None = None
    de_los: Articulo | None = None
    """«1 de tus», «cada una de esas»."""
    otro: bool = False
    mismo: bool = False
    plural: bool = False
    femenino: bool = False
    """Only where no noun tells it: pronouns and bare determiners."""
    rasgos: tuple[Grupo, ...] = ()
    tuyo: bool = False
    lugares: tuple[Lugar, ...] = ()
    complemento: Complemento | None = None
    comparacion: Comparacion | None = None
    relativa: Relativa | None = None
    y_relativa: Relativa | None = None
    clitico: bool = False
    """Written as a pronoun joined to the verb: «exponerla»."""
    prioridad: bool = False
    """Between « »: who the priority of targets looks for first (Leyendas)."""
    doblado: bool = False
    """Said twice, as pronoun and in full: «asignarte a ti mismo»."""


class Lista(Model):
    kind: Literal["lista"] = "lista"
    conj: Conj
    partes: tuple[Seleccion, ...]


Objeto = Annotated[Seleccion | Lista, Field(discriminator="kind")]
