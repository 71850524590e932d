"""The verbs of card text. Each has one class in grammar/effects; aliases are other ways of saying the same."""

# Verbs that mean something of their own with a reflexive pronoun: te defiendes, se mueve.
REFLEXIVE: frozenset[str] = frozenset({
    "defender", "mover", "activar", "desplegar", "solapar", "convertir", "acoplar", "colocar", "equipar", "detonar",
    "desplazar", "separar", "superponer", "comprometer", "unir",
})  # fmt: skip

VERBS: tuple[str, ...] = (
    "tirar", "gastar", "recibir", "realizar", "efectuar", "ejecutar", "elegir", "cambiar", "retirar", "recuperar",
    "obtener", "transferir", "defender", "perder", "sufrir", "anular", "añadir", "soltar", "lanzar", "reparar", "exponer",
    "destruir", "modificar", "reorientar", "asignar", "revelar", "reducir", "incrementar", "intervenir", "activar",
    "colocar", "descartar", "desplegar", "acoplar", "considerar", "ignorar", "omitir", "coordinar", "interferir", "mover",
    "pasar", "solapar", "fijar", "mantener", "poseer", "tener", "estar", "ser", "haber", "hallar", "figurar", "impactar",
    "fallar", "fracasar", "utilizar", "usar", "devolver", "equipar", "establecer", "girar", "resolver", "impedir",
    "evitar", "provocar", "detonar", "huir", "convertir", "infligir", "mirar", "decir", "sacar", "atacar", "declarar",
    "neutralizar", "aplicar", "desactivar", "trasladar", "contar", "empezar", "acabar", "incluir", "reemplazar", "adquirir",
    "intercambiar", "coincidir", "recargar", "barajar", "buscar", "salir", "dejar", "eliminar", "volver", "dar", "ir",
    "poder", "deber", "optar", "seguir", "llevar", "causar", "restar", "ganar", "quitar", "voltear", "cancelar", "agregar",
    "aumentar", "prevenir", "seleccionar", "explotar", "bloquear", "desplazar", "comprometer", "relanzar", "encontrar",
    "hacer", "entrar", "completar", "apuntar", "comenzar", "robar", "separar", "quedar", "acelerar", "superponer",
    "conservar", "tratar", "entregar", "unir", "ver", "evadir", "calcular", "medir", "enfrentar", "situar", "controlar",
    "preparar", "desacoplar", "obstruir", "pagar", "poner", "asociar", "designar", "consistir", "interrumpir", "costar",
    "pivotar",
)  # fmt: skip

# Other wording of players and fans -> the official verb. Where it depends on the object, see build/canon.py.
ALIASES: dict[str, str] = {
    "ganar": "recibir", "quitar": "retirar", "eliminar": "eliminar", "voltear": "dar_la_vuelta", "cancelar": "anular",
    "agregar": "añadir", "aumentar": "incrementar", "prevenir": "impedir", "seleccionar": "elegir", "explotar": "detonar",
    "usar": "utilizar", "desplazar": "mover", "comprometer": "intervenir", "relanzar": "volver_a_tirar",
    "encontrar": "hallar", "entregar": "transferir", "completar": "ejecutar", "comenzar": "empezar",
    "ver": "mirar", "conservar": "mantener", "tratar": "considerar",
}  # fmt: skip

# Verb and what follows it, read as one.
COMPOUND: dict[tuple[str, str], str] = {
    ("volver", "a tirar"): "volver_a_tirar",
    ("volver", "a lanzar"): "volver_a_tirar",
    ("volver", "a barajar"): "volver_a_barajar",
    ("volver", "a atacar"): "volver_a_atacar",
    ("dar", "la vuelta"): "dar_la_vuelta",
    ("llevar", "a cabo"): "realizar",
    ("entrar", "en combate"): "intervenir",
    ("entrar", "en juego"): "intervenir",
    ("decir", "en voz alta"): "decir_en_voz_alta",
    ("fijar", "un blanco"): "fijar_un_blanco",
    ("fijar", "blanco"): "fijar_un_blanco",
    ("fijar", "como blanco"): "fijar_como_blanco",
    ("fijar", "como objetivo"): "fijar_como_blanco",
}
VARIANT_COMPOUNDS: frozenset[tuple[str, str]] = frozenset(
    {("volver", "a lanzar"), ("llevar", "a cabo"), ("entrar", "en combate"), ("entrar", "en juego")}
)
LEMMAS: dict[str, str] = {}
"""Identifier in effects -> lemma: «anadir» -> «añadir»."""
# How a compound lemma is conjugated: head and tail.
HEADS: dict[str, tuple[str, str]] = {
    "volver_a_tirar": ("volver", "a tirar"),
    "volver_a_barajar": ("volver", "a barajar"),
    "volver_a_atacar": ("volver", "a atacar"),
    "dar_la_vuelta": ("dar", "la vuelta"),
    "decir_en_voz_alta": ("decir", "en voz alta"),
    "fijar_un_blanco": ("fijar", "un blanco"),
    "fijar_como_blanco": ("fijar", "como blanco"),
}
LEMMAS.update({lemma.replace("ñ", "n"): lemma for lemma in (*VERBS, *HEADS)})
