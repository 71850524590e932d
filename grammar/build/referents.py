"""Noun phrases that say the same in other words, settled into the official ones."""

from grammar.effects import BY_KIND, Atomo, Frase, Grupo, Relativa, Secuencia, Seleccion

LOCKING: frozenset[str] = frozenset({"fijar", "fijar_un_blanco", "fijar_como_blanco", "bloquear", "apuntar"})


def charges_of_a_card(value: Seleccion) -> Seleccion:
    """«la [carga] de esta carta» is «las [carga] de esta carta»: an icon has no plural of its own."""
    owner = value.complemento.que if value.complemento is not None and value.complemento.prep == "de" else None
    if value.objeto != "carga" or value.articulo != "el" or not isinstance(owner, Seleccion) or owner.objeto != "carta":
        return value
    return value.but(plural=True)


def locked_by_you(value: Seleccion) -> Seleccion:
    """«una nave que hayas fijado», «a la que has fijado blanco» is «una nave que tengas fijada como blanco»."""
    relative = value.relativa
    if (
        relative is None
        or relative.tipo not in ("que", "prep")
        or relative.prep not in (None, "a")
        or relative.frase.sujeto is not None
    ):
        return value
    (op, *more) = relative.frase.efecto.ops
    plain = op.kind in LOCKING and op.tiempo == "pasado" and not op.negada and type(op).of(tiempo="pasado") == op
    if more or not plain or relative.frase.modo is not None:
        return value
    locked = Grupo.of(partes=(Atomo.of(clase="rasgo", id="fijado_por_ti"),))
    return value.but(relativa=None, rasgos=(*value.rasgos, locked))


def same_as_yours(value: Seleccion) -> Seleccion:
    """«el mismo tipo que la tuya» is «tu mismo tipo»."""
    compared = value.comparacion
    if compared is None or compared.relacion != "que" or not value.mismo or value.articulo != "el":
        return value
    if not isinstance(compared.que, Seleccion) or compared.que.objeto not in ("la_tuya", "el_tuyo"):
        return value
    return value.but(articulo="tu", comparacion=None)


def lock_of_another(value: Seleccion) -> Seleccion:
    """«el Blanco fijado de otra nave sobre el defensor» is «el Blanco fijado que otra nave tiene sobre el defensor»."""
    owned = value.complemento
    if value.objeto != "blanco_fijado" or owned is None or owned.prep != "de" or not isinstance(owned.que, Seleccion):
        return value
    target = owned.que.complemento
    if target is None or target.prep not in ("en", "sobre") or value.relativa is not None:
        return value
    has = BY_KIND["tener"].of(sobre=target.que)
    clause = Frase.of(sujeto=owned.que.but(complemento=None), efecto=Secuencia.of(ops=(has,)))
    return value.but(complemento=None, relativa=Relativa.of(tipo="que", frase=clause))
