"""Every operation, as one union told apart by `kind`, and the table from kind to class."""

from typing import Annotated

from pydantic import Field

from grammar.effects.acciones import (
    Activarse,
    Coordinar,
    Desactivar,
    Fijar,
    FijarComoBlanco,
    FijarUnBlanco,
    Fracasar,
    Interferir,
    Intervenir,
    Omitir,
    Realizar,
    Recargar,
    Reorientar,
)  # fmt: skip
from grammar.effects.asalto import ASALTO, OpAsalto
from grammar.effects.ataque import (
    Aplicar,
    Atacar,
    Convertirse,
    Declarar,
    Defenderse,
    Designar,
    Efectuar,
    Fallar,
    Impactar,
    Resolver,
    Utilizar,
    VolverAAtacar,
)  # fmt: skip
from grammar.effects.cartas import (
    Adquirir,
    Barajar,
    Buscar,
    Contar,
    Decir,
    DecirEnVozAlta,
    Elegir,
    Empezar,
    Incluir,
    Mirar,
    Poseer,
    Reemplazar,
    Robar,
    VolverABarajar,
)  # fmt: skip
from grammar.effects.dados import (
    Anadir,
    Anular,
    Cambiar,
    Modificar,
    Neutralizar,
    Sacar,
    Tirar,
    VolverATirar,
)  # fmt: skip
from grammar.effects.dano import (
    Destruir,
    Evitar,
    Exponer,
    Impedir,
    Infligir,
    Provocar,
    Reparar,
    Sufrir,
)  # fmt: skip
from grammar.effects.estado import (
    Acelerar,
    Bloquear,
    Coincidir,
    Considerar,
    Consistir,
    Controlar,
    Costar,
    Desacoplar,
    Estar,
    Figurar,
    Haber,
    Hacer,
    Hallarse,
    Ignorar,
    Obstruir,
    Pagar,
    Quedar,
    Salir,
    Ser,
    Tener,
)  # fmt: skip
from grammar.effects.fichas import (
    Asignar,
    Descartar,
    Devolver,
    Eliminar,
    Gastar,
    Intercambiar,
    Interrumpir,
    Obtener,
    Perder,
    Poner,
    Recibir,
    Recuperar,
    Retirar,
    Transferir,
    Trasladar,
)  # fmt: skip
from grammar.effects.maniobras import (
    Ejecutar,
    Establecer,
    Girar,
    Huir,
    Incrementar,
    Mover,
    Moverse,
    Pasar,
    Pivotar,
    Reducir,
    Revelar,
    Solapar,
    Solaparse,
    Superponer,
    Superponerse,
)  # fmt: skip
from grammar.effects.misiones import MISIONES, OpMisiones
from grammar.effects.operation import Operacion
from grammar.effects.posicion import (
    Acoplar,
    Acoplarse,
    Colocar,
    Colocarse,
    DarLaVuelta,
    Desplegar,
    Desplegarse,
    Detonar,
    Detonarse,
    Equipar,
    Equiparse,
    Lanzar,
    Mantener,
    Separarse,
    Soltar,
    Unirse,
)  # fmt: skip

OPERATIONS: tuple[type[Operacion], ...] = (
    Tirar, VolverATirar, Cambiar, Anadir, Anular, Modificar, Neutralizar, Sacar,
    Gastar, Recibir, Retirar, Eliminar, Transferir, Obtener, Recuperar, Perder, Asignar, Interrumpir, Trasladar, Descartar,
    Intercambiar, Devolver, Poner,
    Sufrir, Infligir, Exponer, Reparar, Destruir, Impedir, Provocar, Evitar,
    Realizar, Coordinar, Interferir, Recargar, Fracasar, Reorientar, Fijar, FijarUnBlanco, FijarComoBlanco,
    Desactivar, Activarse, Intervenir, Omitir,
    Ejecutar, Revelar, Establecer, Reducir, Incrementar, Girar, Pivotar, Mover, Moverse, Pasar, Solapar, Solaparse,
    Superponer, Superponerse, Huir,
    Efectuar, Atacar, VolverAAtacar, Defenderse, Declarar, Impactar, Fallar, Convertirse, Aplicar, Resolver,
    Utilizar, Designar,
    Colocar, Colocarse, Desplegar, Desplegarse, Acoplar, Acoplarse, Soltar, Lanzar, Detonar, Detonarse, DarLaVuelta,
    Separarse, Unirse, Mantener, Equipar, Equiparse,
    Elegir, Mirar, Buscar, Barajar, VolverABarajar, Robar, Decir, DecirEnVozAlta, Contar, Empezar, Incluir,
    Reemplazar, Adquirir, Poseer,
    Ser, Estar, Hallarse, Tener, Haber, Figurar, Considerar, Ignorar, Coincidir, Salir, Hacer, Quedar, Obstruir,
    Costar, Controlar, Pagar, Bloquear, Acelerar, Desacoplar, Consistir,
    *ASALTO, *MISIONES,
)  # fmt: skip
BY_KIND: dict[str, type[Operacion]] = {op.model_fields["kind"].default: op for op in OPERATIONS}

Op = Annotated[
    Tirar | VolverATirar | Cambiar | Anadir | Anular | Modificar | Neutralizar | Sacar | Gastar | Recibir | Retirar
    | Eliminar | Transferir | Obtener | Recuperar | Perder | Asignar | Interrumpir | Trasladar | Descartar | Intercambiar
    | Devolver | Poner | Sufrir | Infligir | Exponer | Reparar | Destruir | Impedir | Provocar | Evitar | Realizar
    | Coordinar | Interferir | Recargar | Fracasar | Reorientar | Fijar | FijarUnBlanco | FijarComoBlanco
    | Desactivar | Activarse | Intervenir | Omitir | Ejecutar | Revelar | Establecer | Reducir | Incrementar | Girar
    | Pivotar | Mover | Moverse | Pasar | Solapar | Solaparse | Superponer | Superponerse | Huir | Efectuar | Atacar
    | VolverAAtacar | Defenderse | Declarar | Impactar | Fallar | Convertirse | Aplicar | Resolver | Utilizar
    | Designar | Colocar | Colocarse | Desplegar | Desplegarse | Acoplar | Acoplarse | Soltar | Lanzar | Detonar
    | Detonarse | DarLaVuelta | Separarse | Unirse | Mantener | Equipar | Equiparse | Elegir | Mirar | Buscar
    | Barajar | VolverABarajar | Robar | Decir | DecirEnVozAlta | Contar | Empezar | Incluir | Reemplazar | Adquirir
    | Poseer | Ser | Estar | Hallarse | Tener | Haber | Figurar | Considerar | Ignorar | Coincidir | Salir | Hacer
    | Quedar | Obstruir | Costar | Controlar | Pagar | Bloquear | Acelerar | Desacoplar | Consistir
    | OpAsalto | OpMisiones,
    Field(discriminator="kind"),
]  # fmt: skip
