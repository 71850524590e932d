"""Operations of Imperial Assault's missions: what their rules and instructions do with doors, prisoners and what is carried."""

from typing import Literal

from grammar.effects.asalto import Verbo
from grammar.effects.operation import Operacion


class Atravesar(Verbo):
    kind: Literal["atravesar"] = "atravesar"


class Priorizar(Verbo):
    kind: Literal["priorizar"] = "priorizar"


class Perjudicar(Verbo):
    kind: Literal["perjudicar"] = "perjudicar"


class Ocupar(Verbo):
    kind: Literal["ocupar"] = "ocupar"


class Capturar(Verbo):
    kind: Literal["capturar"] = "capturar"


class Rescatar(Verbo):
    kind: Literal["rescatar"] = "rescatar"


class Escapar(Verbo):
    kind: Literal["escapar"] = "escapar"


class Proteger(Verbo):
    kind: Literal["proteger"] = "proteger"


class Escoltar(Verbo):
    kind: Literal["escoltar"] = "escoltar"


class Liberar(Verbo):
    kind: Literal["liberar"] = "liberar"


class Explorar(Verbo):
    kind: Literal["explorar"] = "explorar"


class Duplicar(Verbo):
    kind: Literal["duplicar"] = "duplicar"


class Recoger(Verbo):
    kind: Literal["recoger"] = "recoger"


class Cruzar(Verbo):
    kind: Literal["cruzar"] = "cruzar"


class Alcanzar(Verbo):
    kind: Literal["alcanzar"] = "alcanzar"


class Atraer(Verbo):
    kind: Literal["atraer"] = "atraer"


class Arrastrar(Verbo):
    kind: Literal["arrastrar"] = "arrastrar"


class Saltar(Verbo):
    kind: Literal["saltar"] = "saltar"


class Determinar(Verbo):
    kind: Literal["determinar"] = "determinar"


class Indicar(Verbo):
    kind: Literal["indicar"] = "indicar"


class Apartar(Verbo):
    kind: Literal["apartar"] = "apartar"


class Compartir(Verbo):
    kind: Literal["compartir"] = "compartir"


class Pertenecer(Verbo):
    kind: Literal["pertenecer"] = "pertenecer"


class Subir(Verbo):
    kind: Literal["subir"] = "subir"


class Bajar(Verbo):
    kind: Literal["bajar"] = "bajar"


class Durar(Verbo):
    kind: Literal["durar"] = "durar"


class Rodear(Verbo):
    kind: Literal["rodear"] = "rodear"


MISIONES: tuple[type[Operacion], ...] = (
    Atravesar, Priorizar, Perjudicar, Ocupar, Capturar, Rescatar, Escapar, Proteger, Escoltar, Liberar, Explorar,
    Duplicar, Recoger, Cruzar, Alcanzar, Atraer, Arrastrar, Saltar, Determinar, Indicar, Apartar, Compartir,
    Pertenecer, Subir, Bajar, Durar, Rodear,
)  # fmt: skip
OpMisiones = (
    Atravesar | Priorizar | Perjudicar | Ocupar | Capturar | Rescatar | Escapar | Proteger | Escoltar | Liberar |
    Explorar | Duplicar | Recoger | Cruzar | Alcanzar | Atraer | Arrastrar | Saltar | Determinar | Indicar | Apartar |
    Compartir | Pertenecer | Subir | Bajar | Durar | Rodear
)  # fmt: skip
