"""Every operation, as one union told apart by `kind`, and the table from kind to class."""

from typing import Annotated

from pydantic import Field

from grammar.effects.acciones import (
    Activar,
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
)
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
)
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
)
from grammar.effects.dados import (
    Anadir,
    Anular,
    Cambiar,
    Convertir,
    Modificar,
    Neutralizar,
    Sacar,
    Tirar,
    VolverATirar,
)
from grammar.effects.dano import (
    Causar,
    Destruir,
    Evitar,
    Exponer,
    Impedir,
    Infligir,
    Provocar,
    Reparar,
    Sufrir,
)
from grammar.effects.estado import (
    Acabar,
    Acelerar,
    Apuntar,
    Asociar,
    Bloquear,
    Calcular,
    Coincidir,
    Comprometer,
    Considerar,
    Considerarse,
    Consistir,
    Controlar,
    Costar,
    Dejar,
    Desacoplar,
    Enfrentar,
    Entrar,
    Estar,
    Evadir,
    Figurar,
    Haber,
    Hacer,
    Hallar,
    Hallarse,
    Ignorar,
    Ir,
    Llevar,
    Medir,
    Obstruir,
    Optar,
    Pagar,
    Preparar,
    Quedar,
    Restar,
    Salir,
    Seguir,
    Separar,
    Ser,
    Situar,
    Tener,
    Unir,
)
from grammar.effects.fichas import (
    Asignar,
    Asignarse,
    Conservar,
    Descartar,
    Devolver,
    Eliminar,
    Gastar,
    Intercambiar,
    Obtener,
    Perder,
    Poner,
    Recibir,
    Recuperar,
    Retirar,
    Transferir,
    Trasladar,
)
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
)
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
)

OPERATIONS: tuple[type[Operacion], ...] = (
    Tirar, VolverATirar, Cambiar, Anadir, Anular, Modificar, Neutralizar, Sacar, Convertir,
    Gastar, Recibir, Retirar, Eliminar, Transferir, Obtener, Recuperar, Perder, Asignar, Asignarse, Trasladar, Conservar,
    Descartar, Intercambiar, Devolver, Poner,
    Sufrir, Infligir, Exponer, Reparar, Destruir, Impedir, Provocar, Evitar, Causar,
    Realizar, Coordinar, Interferir, Recargar, Fracasar, Reorientar, Fijar, FijarUnBlanco, FijarComoBlanco, Desactivar,
    Activar, Activarse, Intervenir, Omitir,
    Ejecutar, Revelar, Establecer, Reducir, Incrementar, Girar, Pivotar, Mover, Moverse, Pasar, Solapar, Solaparse,
    Superponer, Superponerse, Huir,
    Efectuar, Atacar, VolverAAtacar, Defenderse, Declarar, Impactar, Fallar, Convertirse, Aplicar, Resolver, Utilizar, Designar,
    Colocar, Colocarse, Desplegar, Desplegarse, Acoplar, Acoplarse, Soltar, Lanzar, Detonar, Detonarse, DarLaVuelta,
    Separarse, Unirse, Mantener, Equipar, Equiparse,
    Elegir, Mirar, Buscar, Barajar, VolverABarajar, Robar, Decir, DecirEnVozAlta, Contar, Empezar, Incluir, Reemplazar,
    Adquirir, Poseer,
    Ser, Estar, Hallar, Hallarse, Tener, Haber, Figurar, Considerar, Considerarse, Ignorar, Coincidir, Salir, Hacer,
    Llevar, Quedar, Seguir, Dejar, Obstruir, Costar, Controlar, Evadir, Calcular, Situar, Ir, Entrar, Restar, Pagar,
    Medir, Apuntar, Bloquear, Acelerar, Preparar, Desacoplar, Asociar, Enfrentar, Separar, Unir, Comprometer, Optar,
    Acabar, Consistir,
)  # fmt: skip
BY_KIND: dict[str, type[Operacion]] = {op.model_fields["kind"].default: op for op in OPERATIONS}

Op = Annotated[
    Tirar | VolverATirar | Cambiar | Anadir | Anular | Modificar | Neutralizar | Sacar | Convertir | Gastar | Recibir
    | Retirar | Eliminar | Transferir | Obtener | Recuperar | Perder | Asignar | Asignarse | Trasladar | Conservar
    | Descartar | Intercambiar | Devolver | Poner | Sufrir | Infligir | Exponer | Reparar | Destruir | Impedir
    | Provocar | Evitar | Causar | Realizar | Coordinar | Interferir | Recargar | Fracasar | Reorientar | Fijar
    | FijarUnBlanco | FijarComoBlanco | Desactivar | Activar | Activarse | Intervenir | Omitir | Ejecutar | Revelar
    | Establecer | Reducir | Incrementar | Girar | Pivotar | Mover | Moverse | Pasar | Solapar | Solaparse | Superponer
    | Superponerse | Huir | Efectuar | Atacar | VolverAAtacar | Defenderse | Declarar | Impactar | Fallar | Convertirse
    | Aplicar | Resolver | Utilizar | Designar | Colocar | Colocarse | Desplegar | Desplegarse | Acoplar | Acoplarse
    | Soltar | Lanzar | Detonar | Detonarse | DarLaVuelta | Separarse | Unirse | Mantener | Equipar | Equiparse
    | Elegir | Mirar | Buscar | Barajar | VolverABarajar | Robar | Decir | DecirEnVozAlta | Contar | Empezar | Incluir
    | Reemplazar | Adquirir | Poseer | Ser | Estar | Hallar | Hallarse | Tener | Haber | Figurar | Considerar
    | Considerarse | Ignorar | Coincidir | Salir | Hacer | Llevar | Quedar | Seguir | Dejar | Obstruir | Costar
    | Controlar | Evadir | Calcular | Situar | Ir | Entrar | Restar | Pagar | Medir | Apuntar | Bloquear | Acelerar
    | Preparar | Desacoplar | Asociar | Enfrentar | Separar | Unir | Comprometer | Optar | Acabar | Consistir,
    Field(discriminator="kind"),
]  # fmt: skip
