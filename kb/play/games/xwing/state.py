"""X-Wing: ships with their tokens, shields and damage; rules that are tables."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.logic import Known
from kb.play.meaning.limits import Uso
from kb.play.meaning.standing import Vigente
from kb.play.validation import Model, nearest, plain_names
from kb.text import identifier

Natural = Annotated[int, Field(ge=0, le=100)]


def _symbols(value: object) -> object:
    """`sí` is one recurring symbol."""
    return int(value) if isinstance(value, bool) else {"sí": 1, "si": 1, "no": 0}.get(str(value), value)


Recurring = Annotated[int, BeforeValidator(_symbols), Field(ge=-5, le=5)]
"""Recurring symbols: `sí` is one, a negative one is lost in the End phase."""
Colour = Literal["azul", "blanca", "roja", "violeta"]


def _bearing(name: object) -> object:
    """«retroceso recto», «deslizamiento de giro»: by the first word that tells them apart."""
    plain = identifier(name) if isinstance(name, str) else name
    return OTHER_BEARINGS.get(plain, plain) if isinstance(plain, str) else plain


OTHER_BEARINGS: Mapping[str, str] = {
    "retroceso_recto": "retroceso", "retroceso_en_linea_recta": "retroceso", "retroceso_hacia_un_lado": "retroceso_lateral",
    "retroceso_inclinado": "retroceso_lateral", "koiograno": "koiogran", "giro_koiogran": "koiogran",
    "giro_koiograno": "koiogran", "giro_de_segnor": "segnor", "bucle_de_segnor": "segnor", "giro_tallon": "tallon",
    "recto": "recta", "movimiento_recto": "recta", "estacionaria": "inmovil",
}  # fmt: skip
Bearing = Annotated[
    Literal[
        "recta", "inclinacion", "giro", "inmovil", "koiogran", "segnor", "tallon", "retroceso", "retroceso_lateral",
        "deslizamiento",
    ],
    BeforeValidator(_bearing),
]  # fmt: skip
Side = Literal["izquierda", "derecha"]


class Dial(Model):
    """A manoeuvre as a dial shows it."""

    color: Colour
    velocidad: Natural
    tipo: Bearing
    sentido: Side | None = None


Shown = Annotated[Dial | None, BeforeValidator(lambda told: told or None)]
Arc = Literal[
    "frontal",
    "trasero",
    "izquierdo",
    "derecho",
    "diana",
    "torreta",
    "torreta_doble",
    "frontal_completo",
    "trasero_completo",
    "fuego",
    "ataque",
]
ALSO_CALLED: Mapping[str, str] = {
    "asteroides": "asteroide", "cargamento_a_la_deriva": "asteroide", "desechos_espaciales": "desechos",
    "cargamento_expulsado": "cargamento", "piezas_de_recambio": "cargamento", "incendio_espacial": "incendio",
    "nube_de_electro_particulas": "nube_de_electroparticulas",
}  # fmt: skip
"""Other names of an obstacle, and those that do the same («Obstáculos»)."""


def _obstacle(name: object) -> object:
    plain = identifier(name) if isinstance(name, str) else name
    return ALSO_CALLED.get(plain, plain) if isinstance(plain, str) else plain


ObstacleKind = Annotated[
    Literal["asteroide", "desechos", "nube_de_gas", "nube_de_electroparticulas", "cargamento", "incendio"],
    BeforeValidator(_obstacle),
]
DEVICE_KINDS: Mapping[str, frozenset[str]] = {
    "bomba": frozenset({
        "bomba_de_electroprotones", "bomba_de_impacto", "bomba_de_iones", "bomba_de_protones", "bomba_incendiaria",
        "carga_sismica", "detonador_termico", "minibomba",
    }),
    "mina": frozenset({"mina_de_proximidad", "mina_de_racimo", "red_conner"}),
}  # fmt: skip
"""«Objetos: bombas y minas»."""
SETS: Mapping[str, int] = {"mina_de_racimo": 3}
"""Devices that come several at once; the first is the one in the middle."""
GREEN = ("concentracion", "calculos", "evasion", "refuerzo")
ORANGE = ("desarme", "campo_de_traccion", "interferencia")
RED = ("tension", "sobresfuerzo", "merma", "iones")
COLOURS: Mapping[str, tuple[str, ...]] = {"verde": GREEN, "naranja": ORANGE, "rojo": RED, "redondo": (*GREEN, *ORANGE)}
TOKENS = (*GREEN, *ORANGE, *RED, "camuflaje")
ATTACK_FACES = ("impacto", "impacto", "impacto", "critico", "concentracion", "concentracion", "vacia", "vacia")
DEFENSE_FACES = ("evasion", "evasion", "evasion", "concentracion", "concentracion", "vacia", "vacia", "vacia")
# «Iones», «Campo de tracción»: tokens needed by size.
THRESHOLD: Mapping[str, int] = {"pequena": 1, "mediana": 2, "grande": 3, "enorme": 6}

ROLL_ATTACK = cite("xwing/ataque#r-tirar-dados", "valor de Ataque")
CONTACT = cite("xwing/ataque#r-4ff36e", "solo el defensor")
MODIFY_ATTACK = cite("xwing/ataque#r-modificar", "primero el jugador defensor")
ROLL_DEFENSE = cite("xwing/ataque#r-tirar-dados-2", "Agilidad")
MODIFY_DEFENSE = cite("xwing/ataque#r-modificar-2", "primero el jugador atacante")
NEUTRALISE = cite("xwing/ataque#r-neutralizar", "se anulan")
HITS = cite("xwing/impactar#r-b909c1", "impacta")
MISSES = cite("xwing/fallar#r-522998", "falla")
RANGE_2 = cite("xwing/modificadores-por-alcance#r-2", "nadie")
FOCUS_ATTACK = cite("xwing/concentracion#r-al-atacar", "cambiar todos")
FOCUS_DEFENSE = cite("xwing/concentracion#r-al-defenderse", "cambiar todos")
FOCUS_NEEDS = cite("xwing/concentracion#r-4886de", "No puede gastarla")
CALCULATE = cite("xwing/calculos#r-al-atacar", "gastar una o más")
CALCULATE_DEFENSE = cite("xwing/calculos#r-al-defenderse", "Al defenderse")
FORCE_ATTACK = cite("xwing/cargas-de-la-fuerza#r-al-atacar", "cambiar otros tantos")
FORCE_DEFENSE = cite("xwing/cargas-de-la-fuerza#r-al-defenderte", "lo mismo")
CALCULATE_NEEDS = cite("xwing/calculos#r-7f9caa", "No puede gastarlas")
EVADE = cite("xwing/evasion#r-019c4a", "gastar una o más")
LOCK = cite("xwing/fijar-blanco#r-uso", "gastar")
LOCK_ONE = cite("xwing/fijar-blanco#r-9ef94b", "solo mantiene uno")
LOCKS_APART = cite("xwing/y-si-los-dos-blancos-fijados-de-un-r3-coinciden#r-229962", "se interrumpe")
LOCK_RANGE = cite("xwing/fijar-blanco#r-59ff85", "alcance 0-3")
REINFORCE = cite("xwing/refuerzo#r-que-hace", "dos o más")
DAMAGE = cite("xwing/dano#r-1bc29c", "de uno en uno")
SHIELD_TAKEN = cite("xwing/escudos#r-c3197a", "no es sufrir daño")
SHIELD = cite("xwing/dano#r-62ee62", "escudo")
CARD = cite("xwing/dano#r-706534", "carta de Daño")
DESTROYED = cite("xwing/destruccion-de-naves#r-a5a57f", "igualan o superan su Casco")
REPAIR = cite("xwing/cartas-de-dano#r-reparar", "si está boca arriba")
EXPOSE = cite("xwing/cartas-de-dano#r-exponer", "boca arriba una carta boca abajo")
DEALT = cite("xwing/dano#r-f3e0ee", "no es sufrir daño")
STRAIN = cite("xwing/sobresfuerzo#r-0f436d", "1 dado de defens")
STRAIN_OFF = cite("xwing/sobresfuerzo#r-126846", "aunque ya fuera a tirar 0")
DEPLETE = cite("xwing/merma#r-53eb6d", "1 dado de ataque menos")
TRACTOR = cite("xwing/campo-de-traccion#r-5d1a49", "1 dado de defensa menos")
IONISED = cite("xwing/iones#r-20cbe1", "concentración")
ION_LOCKS = cite("xwing/iones#r-d3340c", "Blancos fijados")
CLOAK = cite("xwing/camuflaje#r-558ac2", "aumenta en 2")
CLOAKED_UNARMED = cite("xwing/camuflaje#r-27cf3a", "no puede atacar")
DISARMED = cite("xwing/desarmado-a#r-4ef919", "no puede efectuar ataques")
STRESSED = cite("xwing/acciones#r-fe0aef", "no puede realizar acciones")
ONCE = cite("xwing/acciones#r-b8681a", "una vez por ronda")
NOT_AN_ACTION = cite("xwing/acciones#r-848cca", "no es una acción")
WHITE = cite("xwing/acciones#r-blanca", "sin coste")
RED_ACTION = cite("xwing/acciones#r-roja", "Tensión")
VIOLET_ACTION = cite("xwing/acciones#r-violeta", "fracase")
STRICTEST = cite("xwing/acciones#r-950bf8", "más restrictivo")
FAILED = cite("xwing/fracasar#r-e06a15", "no permite acción enlazada")
FAILED_RED = cite("xwing/fracasar#r-f870a6", "Tensión")
FAILED_SILENT = cite("xwing/fracasar#r-83fd69", "no activa nada")
RED_MANOEUVRE = cite("xwing/maniobra#r-comprobar-la", "si es roja")
BLUE_MANOEUVRE = cite("xwing/maniobra#r-comprobar-la", "si es azul")
VIOLET_MANOEUVRE = cite("xwing/dificultad#r-violeta", "fuerza")
DIFFICULTY = cite("xwing/dificultad#r-fecd4b", "azul a blanca")
BALANCE = cite("xwing/dificultad#r-43b4f9", "se acumulan")
VIOLET_FIXED = cite("xwing/dificultad#r-bd361f", "nunca sube ni baja")
NO_FORCE_STRAIGHT = cite("xwing/fase-de-activacion#r-maniobra-por", "a la violeta de una nave sin")
STRESS_STRAIGHT = cite("xwing/tension#r-4abbfa", "en su lugar")
ROUND_TOKENS = cite("xwing/fase-final#r-eaa99d", "redondas")
RECHARGE = cite("xwing/fase-final#r-c6cc7a", "recurrentes")
ONE_RECEPTION = cite("xwing/recibir-dos-fichas-de-un-efecto-cuenta-una-o-dos#r-6e089d", "llegan juntas")
COORDINATES = cite("xwing/coordinacion#r-842e40", "puede realizar una acción")
RELOADS = cite("xwing/recarga#r-e30f33", "por debajo de su límite")
RELOADED = cite("xwing/recarga#r-5b3cf0", "recupera una")
RELOAD_DISARMS = cite("xwing/recarga#r-efcea3", "Desarme")
ROTATES = cite("xwing/reorientacion#r-002b0c", "cualquier otro arco normal")
JAMMED = cite("xwing/interferencia#r-e92956", "interferida")
JAMMED_LATER = cite("xwing/interferencia#r-3637c6", "sigue interferida")
STAYS_DESTROYED = cite("xwing/sigue-destruida-una-nave-a-la-que-reparan-cartas#r-8771f3", "Destruida se queda")
RECEIVES = cite("xwing/fichas#r-recibir", "se toma del suministro")
RANGE_DEFENSE = cite("xwing/modificadores-por-alcance#r-3", "dado de defensa más")
RANGE_FAR = cite("xwing/defendiendose-a-alcance-4-5#r-32d9de", "a alcance 4-5")
IGNORES = cite("xwing/que-significa-ignorar-los-obstaculos#r-a342d3", "No sufre nada por solaparse")
IGNORES_SHOT = cite("xwing/que-significa-ignorar-los-obstaculos#r-a0a26d", "no gana el dado de defensa")
OBSTRUCTED = cite("xwing/obstruido#r-fb65ea", "un dado de defensa más")
HUGE_RANGE = cite("xwing/ataques/arcos-de-fuego#r-44ef11", "alcance 1-3")
HUGE_OBSTRUCTS = cite("xwing/obstrucciones-por-naves-enormes#r-760d04", "es enorme")
BOOST = cite("xwing/impulso#r-a43c53", "Elige plantilla")
ROLL = cite("xwing/tonel-volado#r-39dd4c", "Toma la plantilla")
NO_TEMPLATE = cite("xwing/velocidad#r-e65174", "hasta donde existan plantillas")
DIAL = cite("xwing/fase-de-activacion#r-ejecutar", "la del selector")
RESOLVES = cite("xwing/cola-de-capacidades#r-2d37bd", "de la primera a la última")
OWN_ORDER = cite("xwing/cola-de-capacidades#r-071309", "él decide su orden")
RANGE_BONUS = cite("xwing/modificadores-por-alcance#r-1", "dado de ataque más")
EFFECT_FAILS = cite("xwing/gasta-anakin-la-fuerza-si-su-tonel-volado#r-f6e8f2", "fracasa")
AFTERMATH = cite("xwing/siguen-activos-en-consecuencias-los-efectos#r-a6e428", "no forma parte")
ABILITY = cite("xwing/que-es-una-capacidad#r-53c6af", "texto de una carta")
REQUIREMENT = cite("xwing/que-es-un-requisito-de-una-capacidad#r-67eddd", "ya no se cumple")
OPTIONAL = cite("xwing/es-obligatoria-una-capacidad-opcional-que-ya#r-d11691", "decide si la usa")
COST = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r-5f0ba6", "Al resolverla")
COST_ENTRY = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r-c9c022", "Para entrar en la cola")
ONE_EFFECT = cite("xwing/necesita-dalan-oberos-poder-recuperar-el-escudo#r-be70ce", "un solo efecto")
COST_CHECK = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r-2538fa", "sin pagar nada")
CHOOSE = cite("xwing/como-se-resuelve-una-capacidad-que-dice-elige#r-afd58b", "Elige una")
REMOVE = cite("xwing/fichas#r-gastar", "retirar")
SHIELDS = cite("xwing/escudos#r-fea07c", "escudo")
CHARGES = cite("xwing/cargas#r-4cbc5c", "Gastar o perder una carga")
CANNOT = cite("xwing/la-regla-de-oro#r-0734e1", "absoluto")
MANDATORY = cite("xwing/uso-de-puede-es-capaz-y-debe#r-debe", "obligatorio")
CAPABLE = cite("xwing/uso-de-puede-es-capaz-y-debe#r-es-capaz", "permiso permanente")
BY_PLAYER = cite("xwing/cola-de-capacidades#r-6c8744", "orden de los jugadores")
TO_FRONT = cite("xwing/cola-de-capacidades#r-459c83", "al principio")
ENTRY = cite("xwing/cola-de-capacidades#r-6f891a", "requisitos en ese instante")
AFTER_ATTACK = cite("xwing/ataque#r-fb4c30", "Consecuencias")
ONCE_PER_CHANCE = cite("xwing/una-vez-por-oportunidad#r-8f3213", "una única vez")
TRANSFER = cite("xwing/fichas#r-transferir", "se quita de una nave")
TURN = cite("xwing/reorientacion#r-33fbc9", "no es la acción")
CONDITION = cite("xwing/cartas-de-estado#r-b09713", "se asigna a una nave")
DEVICE = cite("xwing/dispositivo#r-d25b6b", "se coloca como diga su carta")
COORDINATE = cite("xwing/coordinacion#r-842e40", "puede realizar una acción")
BONUS = cite("xwing/ataque-adicional#r-137219", "por ronda")
BONUS_NEW = cite("xwing/ataque-adicional#r-0efb33", "ataque nuevo")
MOVES = cite("xwing/movimiento#r-ac8b89", "se mueve")
MODIFY = cite("xwing/modificacion-de-dados#r-a44594", "capacidades")
NO_FACE = cite("xwing/modificacion-de-dados#r-cambiar", "no existe en el dado")
ONCE_PER_DIE = cite("xwing/ataque#r-a30b66", "Ningún dado se repite más de una vez")
TIMING = cite("xwing/momentos-de-aplicacion#r-mientras", "Mientras")
PHASES = {
    "planificacion": cite("xwing/fase-de-planificacion#r-a6086d", "Primera fase"),
    "sistemas": cite("xwing/fase-de-sistemas#r-e34be5", "Segunda fase"),
    "activacion": cite("xwing/fase-de-activacion#r-36fe9e", "Tercera fase"),
    "enfrentamiento": cite("xwing/fase-de-enfrentamiento#r-dbc450", "Cuarta fase"),
    "final": cite("xwing/fase-final#r-d39fdc", "Quinta fase"),
}
PHASE_END = cite("xwing/momentos-de-aplicacion#r-al-final-de", "Al final")
ACTIVATES = cite("xwing/fase-de-activacion#r-36fe9e", "de una en una")
ACTIVATE_TIES = cite("xwing/fase-de-activacion#r-efe47d", "Empates")
ENGAGE_TIES = cite("xwing/fase-de-enfrentamiento#r-17dc8e", "Empates")
ENGAGE = cite("xwing/fase-de-enfrentamiento#r-dbc450", "intervienen de una en una")
REVEAL = cite("xwing/fase-de-activacion#r-revelar-el", "se pone boca arriba")
ION_DIAL = cite("xwing/iones#r-4c04d2", "que una nave ionizada revele su selector")
LATE = cite("xwing/destruccion-de-naves#r-63a31f", "paso 6")
PREVENT = cite("xwing/impide-iden-versio-fichas-de-iones-o-traccion#r-dd7513", "Impedir daño")
INFLICT = cite("xwing/infligir#r-424b9f", "fichas en vez de daño")
SELF_LOCK = cite("xwing/que-pasa-si-una-nave-se-transfiere-su-propio#r-9d1e27", "sobre sí misma")
WEAPON = cite("xwing/armamento-especial#r-otros", "han de cumplirse todos")
WEAPON_COST = cite("xwing/ataque#r-pagar-costes", "Pagar costes")
WEARER = cite("xwing/de-quien-es-la-ficha-de-blanco-fijado#r-tus-fichas", "la nave que la lleva puesta")
ROTATE = cite("xwing/reorientacion#r-002b0c", "cualquier otro arco normal")
BREAK = cite("xwing/fijar-blanco#r-interrumpir", "se retira la ficha")
SIMULTANEOUS = cite("xwing/regla-de-ataques-simultaneos#r-6dae44", "Iniciativa")
MEASURE = cite("xwing/ataque#r-medir-el", "alcance")
DECLARE = cite("xwing/ataque#r-declarar-el-2", "elige una nave enemiga")
ALLY = cite("xwing/aliado-a#r-633914", "No se puede atacar a una nave aliada")
ATTACK_ARC = cite("xwing/arco-de-ataque#r-663fd3", "El defensor debe estar en él")
PRIMARY_RANGE = cite("xwing/armamento-principal#r-1efb17", "Alcance de ataque 0-3")
OWN_ARC = cite("xwing/arco#r-ae0b5c", "propio arco")
ONE_ATTACK = cite("xwing/ataque#r-8d90c7", "un ataque normal")
ON_ROCK = cite("xwing/obstaculos#r-asteroide-y", "no puede atacar")
IN_GAS = cite("xwing/obstaculos#r-nube-de-gas-2", "no puede atacar, ni obtener")
IN_CLOUD = cite("xwing/obstaculos#r-nube-de-2", "ni puede obtener")
NEW_SIGHT = cite("xwing/fijar-blanco#r-59ff85", "Elige otro objeto")
CLOAK_ONE = cite("xwing/camuflaje#r-663947", "ni tener una segunda ficha")
DECLOAK = cite("xwing/camuflaje#r-desactivar-el", "en la fase de Sistemas")
DECLOAK_MOVES = cite("xwing/camuflaje#r-2033c4", "se puede hacer bajo tensión")
DECLOAK_FAILS = cite("xwing/pierdo-el-camuflaje-si-fracaso-al-desactivarlo#r-b3204c", "conserva su ficha")
CLOUD_CHOOSES = cite("xwing/quien-elige-lo-que-quita-una-nube-de#r-763bd0", "se ha solapado con la nube")
HUGE_NEVER_THROUGH = cite("xwing/pasa-una-nave-enorme-a-traves-de-lo-que-toca-el#r-f368d8", "nunca «pasan a través»")
DECLOAK_OR_DEVICE = cite("xwing/dispositivo#r-86b614", "no las dos cosas")
GONE = cite("xwing/destruccion-de-naves#r-506abc", "se retira de la partida")
GONE_LATER = cite("xwing/destruccion-de-naves#r-8dec4b", "la Iniciativa que está en curso")
IN_RESERVE = cite("xwing/reserva#r-d2c129", "no puede realizar acciones ni atacar")
REMOTE_BARE = cite("xwing/uso-de-remotos#r-348bf2", "No pueden realizar acciones ni recibir fichas")
REMOTE_UNDER = cite("xwing/remotos#r-a1c2fd", "Las naves pueden solaparse con ellos")
REMOTE_HURT = cite("xwing/dano-a-remotos#r-2aedb3", "boca abajo")
COORDINATE_WHOM = cite("xwing/coordinacion#r-34e373", "otra nave aliada")
JAM_WHOM = cite("xwing/interferencia#r-980de5", "Elige una")
JAM_ENEMIES = cite("xwing/interferencia#r-d3c751", "naves enemigas")
ION_FLIGHT = cite("xwing/iones#r-0510bc", "maniobra por ionización")
ION_ACTION = cite("xwing/iones#r-f6079c", "solo puede realizar")
ION_OFF = cite("xwing/iones#r-6c06d9", "retira todas sus fichas de Iones")
SLAM_DISARMS = cite("xwing/masa#r-4ad022", "Desarme")
SLAM_WHEN = cite("xwing/masa#r-ceb84c", "durante la propia activación")
SLAM_SPEED = cite("xwing/masa#r-937046", "misma velocidad")
BUMP = cite("xwing/solapamiento#r-9c1cad", "la ejecuta parcialmente")
BUMP_ALLY = cite("xwing/solapamiento#r-aliada-o", "tira un dado de ataque")
BUMP_NO_MORE = cite("xwing/solapamiento#r-2c29d8", "No puede hacer más acciones")
BUMP_ENEMY = cite("xwing/solapamiento#r-enemiga", "tratándola como roja")
BUMP_BOTH = cite("xwing/solapamiento#r-de-ambas-a-la", "aliada o amistosa")
SKIPS_ACTION = cite("xwing/obstaculos#r-4745ee", "omite su paso")
NO_CHAIN = cite("xwing/acciones-enlazadas#r-26a20c", "No se encadenan")
NO_LINK = cite("xwing/fracasar#r-e06a15", "no permite acción enlazada")
HUGE_RED = cite("xwing/maniobras-rojas#r-f1bcac", "pierde 1 [energía]")
HUGE_STRAIGHT = cite("xwing/maniobras-rojas#r-b3c863", "ejecuta (2 [recto]) blanca")
HUGE_STRESS = cite("xwing/apendice-naves-enormes/tension#r-c18f38", "gastar 1 [energía]")
HUGE_RECOVERS = cite("xwing/apendice-naves-enormes/tension#r-f85ac2", "Después de recuperar")
HUGE_STILL = cite("xwing/efectos-mover-y-girar#r-f1a452", "no lo hace")
HUGE_FLIGHT = cite("xwing/apendice-naves-enormes/movimiento#r-fbd9f7", "solo maniobras rectas")
HUGE_BONUS = cite("xwing/ataques-adicionales#r-5d4267", "No hay tope")
HUGE_HEADER = cite("xwing/ataques-adicionales#r-c05337", "se usa una vez por ronda")
HUGE_SAME = cite("xwing/ataques-adicionales#r-ec8e67", "solo puede hacer un ataque adicional por ronda")
HUGE_ROCK = cite("xwing/solapamiento-con-obstaculos#r-asteroide-o", "1 ficha de Tensión")
HUGE_GAS = cite("xwing/solapamiento-con-obstaculos#r-nube-de-gas", "Interferencia")
HUGE_OTHER = cite("xwing/solapamiento-con-obstaculos#r-nota-para", "no se dice")
HUGE_CLEARS = cite("xwing/solapamiento-con-obstaculos#r-f1e725", "se retira de la zona de juego")
HUGE_GOES_ON = cite("xwing/solapamiento-con-obstaculos#r-0590c6", "no se salta el paso")
HUGE_BUMP = cite("xwing/solapamiento-con-naves-normales#r-245bf0", "La nave normal sufre")
HUGE_ROLLS = cite("xwing/solapamiento-con-naves-normales#r-6f9d31", "tira dados de ataque")
HUGE_CRASH = cite("xwing/solapamiento-con-naves-enormes#r-e658bf", "sufren tanto daño")
FIRE = cite("xwing/incendio-espacial#r-fase-final", "Espoleta")
FUSED = cite("xwing/indicador-de-espoleta#r-5d9115", "en su lugar se le quita")
BOMB = cite("xwing/bomba#r-f83426", "al final de la fase de Activación")
ONE_DEVICE = cite("xwing/dispositivo#r-2547b5", "solo puede colocar uno")
DEVICE_ORDER = cite("xwing/en-que-orden-detonan-varios-dispositivos-a-la#r-092170", "los del primer jugador")
DETONATES = cite("xwing/dispositivo#r-detonar", "después se retira")
PASSED = cite("xwing/cuando-interviene-subidon-si-lo-danan-y-su#r-3e01a5", "que se esté jugando")
LINK_DONE = cite("xwing/acciones-enlazadas#r-422d85", "Tras realizar la primera")
LINK_ONE = cite("xwing/acciones-enlazadas#r-043e34", "solo se añade una")
ONE_STEP = cite("xwing/acciones#r-d6a9b4", "Se hace una acción")
DEPLOYED = cite("xwing/acoplamientos#r-b0a666", "no se activa")
FLEES = cite("xwing/huir#r-06e7db", "se retira de la partida")
NO_FLIGHT = cite("xwing/huir#r-1ee817", "el efecto fracasa")
FORGOTTEN = cite("xwing/fase-de-planificacion#r-selector", "Selector olvidado")
IN_CONTACT = cite("xwing/alcance#r-d255ec", "última nave solapada")
SLAM_FLEES = cite("xwing/masa#r-537299", "Fracasa si fuera a huir")
DRAINED = cite("xwing/cargas-recurrentes-negativas#r-eb1822", "pierde una carga")
PULLED = cite("xwing/campo-de-traccion#r-5e77b3", "puede moverla")
TURNED = cite("xwing/campo-de-traccion#r-5e2e52", "girarla")
ON_SYSTEMS = cite("xwing/dispositivo#r-2547b5", "fase de Sistemas")
CLOUD_GONE = cite("xwing/nube-de-electroparticulas#r-528b2e", "Se retiran")
CLOUD_FUSE = cite("xwing/nube-de-electroparticulas#r-621002", "1 indicador de Espoleta")
STILL_ON = cite("xwing/maniobras-avanzadas#r-inmovil", "obstáculo")
REINFORCE_SIDE = cite("xwing/refuerzo#r-cuando-sirve", "fuera del otro")
REMOTE_DEVICE = cite("xwing/uso-de-remotos#r-61495e", "mencionan a los remotos")
REMOTE_SIDES = cite("xwing/ataques-contra-remotos#r-5b12bc", "naves aliadas")
MUST_LOCK = cite("xwing/fijar-blanco#r-62ea73", "debe elegirse uno")
CENTRED = cite("xwing/interferencia#r-980de5", "arco-diana")
HUGE_SHIELDS = cite("xwing/escudos#r-f0ebca", "recuperan tantos")
HUGE_ENGAGES = cite("xwing/valor-de-intervencion#r-bdbafc", "valor de Intervención")
GIVEN: Mapping[str, Cite] = {
    "concentracion": cite("xwing/concentracion#r-bcafd6", "recibe una ficha"),
    "calculos": cite("xwing/calculos#r-c82cba", "recibe una ficha"),
    "evasion": cite("xwing/evasion#r-64111e", "recibe una ficha"),
    "refuerzo": cite("xwing/refuerzo#r-736cfe", "recibe una ficha"),
    "camuflaje": cite("xwing/camuflaje#r-b012ee", "recibe una ficha"),
}
"""The action that gives each token."""
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))

CAUSE = "por "
"""Marks, in what is told of damage, where it comes from."""
FACE = re.compile(r"^Cara\b[^:\n]*:\s*", re.MULTILINE)
"""The head of one side of a card whose text has both."""


class Card(Model):
    """A card that a ship carries. Written as plain text where it has no charges of its own."""

    texto: str
    cargas: Natural | None = None
    """Charges on this card; None: it spends those of the pilot."""
    cargas_max: Natural = 0
    recurrente: Recurring = 0
    boca_abajo: bool = False
    """Turned over: this side does nothing."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Both sides of a card, where its text has them one after another: «Cara A: … Cara B: …»."""
        heads = list(FACE.finditer(self.texto))
        ends = (*(head.start() for head in heads[1:]), len(self.texto))
        return tuple(self.texto[h.end() : end].strip() for h, end in zip(heads, ends, strict=True)) if len(heads) == 2 else ()


def _fallen(data: Mapping[str, object]) -> dict[str, bool]:
    cards, hull = (data.get("dano", 0), data.get("criticos", 0)), data["casco"]
    if not isinstance(hull, int) or not all(isinstance(n, int) for n in cards):
        return {}
    return {"destruida": True} if sum(n for n in cards if isinstance(n, int)) >= hull else {}


class Ship(Model):
    jugador: str = ""
    tipo: str = ""
    """The kind of ship, as an identifier: `caza_tie_ln`."""
    limitada: bool = False
    remoto: bool = False
    """A remote: it has no arcs, so nobody is in them or out of them."""
    ataque: Natural = 0
    agilidad: Natural = 0
    casco: Annotated[int, Field(ge=1, le=100)] = 1
    escudos: Natural = 0
    escudos_max: Natural | None = None
    escudos_recurrentes: Natural = 0
    """Of huge ships."""
    iniciativa: Natural = 1
    intervencion: Natural | None = None
    """Of huge ships: the Initiative at which they engage."""
    tamano: Literal["pequena", "mediana", "grande", "enorme"] = "pequena"
    fichas: Annotated[dict[str, Natural], BeforeValidator(plain_names)] = Field(default_factory=dict)
    blancos: tuple[str, ...] = ()
    """Ships on which it has a lock."""
    fuerza: Natural = 0
    fuerza_max: Natural = 0
    fuerza_recurrente: Natural = 1
    """The most recurring symbols of one of the cards that give it."""
    cargas: Natural = 0
    cargas_max: Natural = 0
    recurrente: Recurring = 0
    energia: Natural = 0
    energia_max: Natural = 0
    """Of huge ships."""
    energia_recurrente: Natural = 0
    """Recurring symbols of the ship card: energy recovered in the End phase."""
    dano: Natural = 0
    """Damage cards face down."""
    criticos: Natural = 0
    """Damage cards face up."""
    destruida: bool = False
    destruida_en: Natural | None = None
    """The Initiative that was engaging when it was destroyed, in the Engagement phase."""
    retirada: bool = False
    reserva: bool = False
    """Docked, or waiting outside the play area for any other reason."""
    sobre: tuple[ObstacleKind, ...] = ()
    """Obstacles at range 0 of it."""
    ignora_obstaculos: bool = False
    """Something lets it ignore what obstacles do; they are still there."""
    impide: bool = False
    """An ability prevents the damage that it is about to suffer."""
    evita: Natural = 0
    """Of the damage that it is about to suffer, how many points an ability prevents."""
    evita_de: Literal["", "impacto", "critico"] = ""
    """Of which kind, where the ability says so."""
    torreta: Literal["", "frontal", "trasero", "izquierdo", "derecho"] = ""
    """Where the turret arc indicator points."""
    doble_torreta: bool = False
    """Its indicator is a double one: it points to two opposite arcs."""
    refuerzo: Literal["", "proa", "popa"] = ""
    """The side of its reinforce tokens, where it is told."""
    estados: tuple[str, ...] = ()
    """Condition cards assigned to it."""
    acciones: tuple[str, ...] = ()
    """Actions already tried this round."""
    fracasadas: tuple[str, ...] = ()
    """Those that failed."""
    enlazadas: dict[str, str] = Field(default_factory=dict)
    """Linked actions of this round, by the action to which each was linked."""
    paso_hecho: bool = False
    """It has had the action of its own action step in the activation that is going on."""
    activada: bool = False
    """It has been activated in this Activation phase."""
    intervino: bool = False
    """It has engaged in this Engagement phase."""
    invitada: bool = False
    """Somebody has coordinated it: it may perform an action that is not that of its step."""
    arrastrada: bool = False
    """It has been trapped in a tractor beam this round: whoever did it could move it once."""
    movida: bool = False
    """Whoever trapped it has moved it this round."""
    sin_accion: Literal["", "paso", "choque", "todas"] = ""
    """In its activation it skips its action step, may do only what an overlap allows, or may not act any more."""
    por_ionizacion: bool = False
    """It has executed an ion manoeuvre in the activation that is going on: its tokens leave at the end, its limits stay."""
    velocidad: Natural | None = None
    """Of the manoeuvre that it has executed this round."""
    ataques: Natural = 0
    """Normal attacks made in this Engagement phase."""
    adicionales: tuple[str, ...] = ()
    """Of huge ships: the weapons with which a bonus attack was made this round."""
    coloco: bool = False
    """It has placed a device in this Systems phase."""
    descamuflo: bool = False
    """It has decloaked in this Systems phase."""
    dificultad: int = 0
    """Steps by which an ability changes the manoeuvre that is being executed."""
    ataque_adicional: Literal["", "concedido", "hecho"] = ""
    """A bonus attack that a card has granted, or the one of this round already made."""
    concedido: Vigente | None = None
    """Where the text of the card says which attack it grants."""
    atacadas: tuple[str, ...] = ()
    """The ships that it has attacked this round."""
    desde: tuple[str, ...] = ()
    """The arcs from which it has attacked this round."""
    ultimo_ataque: str = ""
    """The weapon of its last attack this round."""
    espacios: dict[str, Natural] = Field(default_factory=dict)
    """Upgrade slots of its ship card, by kind: `canon`, `torpedo`."""
    equipadas: dict[str, str] = Field(default_factory=dict)
    """Upgrades that have been equipped, and the slot that each takes."""
    acoplada_a: str = ""
    """The ship in which it is docked."""
    acoplo: bool = False
    """It has docked or deployed in this Systems phase: not both."""
    valores: dict[str, Natural] = Field(default_factory=dict)
    """Values that abilities make it consider: `iniciativa`, and `intervencion`, the Initiative at which it engages."""
    plantillas: tuple[str, ...] = ()
    """Templates that an ability lets it use in what it is doing."""
    revelada: Shown = None
    """The manoeuvre that its dial shows, face up until the next Planning phase."""
    accion_como: Literal["", "roja", "violeta"] = ""
    """The colour that an ability gives to the action that is being done."""
    selector: Shown = None
    """The manoeuvre that an ability has set on its dial once revealed."""
    cartas: dict[str, Card] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _limits(cls, data: object) -> object:
        """A limit that is not told is what the ship has; with as many Damage cards as its Hull it has been destroyed."""
        if not isinstance(data, Mapping):
            return data
        if "casco" in data and "destruida" not in data:
            data = {**data, **_fallen(data)}
        return {**{f"{what}_max": data[what] for what in ("fuerza", "cargas", "energia") if what in data}, **data}

    @field_validator("cartas", mode="before")
    @classmethod
    def _plain_texts(cls, value: object) -> object:
        """`nombre: texto` is a card without charges of its own."""
        if not isinstance(value, Mapping):
            return value
        return {name: {"texto": card} if isinstance(card, str) else card for name, card in value.items()}

    def has(self, token: str) -> int:
        return self.fichas.get(token, 0)

    def stressed(self) -> bool:
        return self.has("tension") > 0

    def over(self, token: str) -> bool:
        """Ionised or tractored, by size; the limits of an ion manoeuvre last as long as its activation."""
        return self.has(token) >= THRESHOLD[self.tamano] or (token in ("iones",) and self.por_ionizacion)

    @property
    def engages(self) -> int:
        """The Initiative at which it engages."""
        told = self.valores.get("intervencion")
        return told if told is not None else self.initiative if self.intervencion is None else self.intervencion

    @property
    def initiative(self) -> int:
        """As abilities make it count."""
        return self.valores.get("iniciativa", self.iniciativa)

    def with_tokens(self, **changes: int) -> "Ship":
        tokens = {**self.fichas, **{k: max(0, self.has(k) + n) for k, n in changes.items()}}
        return self.model_copy(update={"fichas": {k: n for k, n in tokens.items() if n}})

    def with_card(self, name: str, **changes: object) -> "Ship":
        return self.model_copy(update={"cartas": {**self.cartas, name: self.cartas[name].model_copy(update=changes)}})

    def text_of(self, card: str) -> str:
        """What it says now: of a card whose text has both of its sides, the one that is face up."""
        held = self.cartas[card]
        sides = held.sides
        return sides[held.boca_abajo % len(sides)] if sides else held.texto

    def active_cards(self) -> tuple[str, ...]:
        return tuple(name for name, card in self.cartas.items() if not card.boca_abajo or card.sides)

    def active_texts(self) -> dict[str, str]:
        return {name: self.text_of(name) for name in self.active_cards()}


class Dice(Model):
    """The dice of the attack that is being made."""

    quienes: tuple[str, ...] = ()
    """Attacker and defender."""
    marcas: frozenset[str] = frozenset()
    """What kind of attack it is."""
    alcance: Natural | None = None
    ataque: tuple[str, ...] = ()
    defensa: tuple[str, ...] = ()
    repetidos: dict[str, dict[str, Natural]] = Field(default_factory=dict)
    """Of each pool and face, how many dice have been rolled again: each die, once."""
    mas: dict[str, int] = Field(default_factory=dict)
    """Dice that abilities add to a pool before it is rolled, or take from it."""
    previstos: dict[str, Natural] = Field(default_factory=dict)
    """How many dice a pool is about to have, before abilities add to it."""
    ignora: tuple[str, ...] = ()
    """Requirements of the weapon that an ability waives."""
    inflige: str = ""
    """The token that the attack gives instead of damage, where an ability says so."""
    infligen: tuple[str, ...] = ("impacto", "critico")
    """The results that give it; the others are damage."""
    agilidad: Natural | None = None
    """What the defender's Agility is considered to be."""
    tope: dict[str, Natural] = Field(default_factory=dict)
    """Of a pool, the most dice that may be rolled."""
    sin_alcance: bool = False
    """Range modifiers are not applied."""
    criticos_antes: bool = False
    """Critical results are neutralised before hits."""
    criticos_firmes: bool = False
    """Evade results do not cancel critical ones."""

    def of(self, pool: str) -> tuple[str, ...]:
        return self.ataque if pool == "ataque" else self.defensa

    def put(self, pool: str, dice: Iterable[str], again: Mapping[str, int] | None = None) -> "Dice":
        """The pool shows `dice`; without `again`, as many of each face as before have been rolled again."""
        marks = self.repetidos if again is None else {**self.repetidos, pool: {face: n for face, n in again.items() if n}}
        return self.model_copy(update={pool: tuple(dice), "repetidos": marks})


class Device(Model):
    tipo: str
    nave: str
    """The ship that dropped, launched or placed it."""
    espoletas: Natural = 0


class Rock(Model):
    """An obstacle of the play area."""

    tipo: ObstacleKind
    espoletas: Natural = 0
    """Of a fire."""


WITHIN: Mapping[str, tuple[str, ...]] = {
    "frontal": ("diana",), "frontal_completo": ("frontal", "diana"), "trasero_completo": ("trasero",),
}  # fmt: skip
"""Arcs that lie in others («Arco de disparo centrado», «Arcos completos»)."""


def both_of(pair: str, known: Collection[str]) -> tuple[str, ...]:
    """The two things that a range is between; their names may have several words. None where they are not there."""
    words = pair.split()
    cuts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    return next((ends for ends in cuts if ends[0] in known and ends[1] in known), ())


class Table(Model):
    naves: dict[str, Ship] = Field(default_factory=dict)
    orden: tuple[str, ...] = ()
    """Players in player order; without it, the order in which their ships are written."""
    alcances: dict[str, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict)
    """Range between two objects, as told: `a b: 2`; ships, devices and obstacles."""
    arcos: dict[str, dict[Arc, tuple[str, ...]]] = Field(default_factory=dict)
    """What each ship has in each of its arcs, as told. An arc that is not told is not known."""
    sin_medir: tuple[str, ...] = ()
    """Ships that have moved since their ranges and arcs were told."""
    sin_ver: tuple[str, ...] = ()
    """`a b`: whether b is in an arc of a is not known since b has moved, though its ranges have been told again."""
    fase: Literal["", "planificacion", "sistemas", "activacion", "enfrentamiento", "final"] = ""
    activa: str = ""
    """The ship whose activation is going on."""
    iniciativa: Natural | None = None
    """The Initiative that is engaging."""
    ronda: Natural = 0
    """Which round it is, where it is told: the game ends with the last."""
    rondas: Natural = 12
    puntos: dict[str, Natural] = Field(default_factory=dict)
    """Mission points of each player."""
    dispositivos: dict[str, Device] = Field(default_factory=dict)
    obstaculos: dict[str, Rock] = Field(default_factory=dict)
    vigentes: tuple[Vigente, ...] = ()
    """Effects that last: prohibitions, permissions, what an ability leaves for later."""
    usos: tuple[Uso, ...] = ()
    """Uses of abilities that say how often."""
    dados: Dice | None = None
    """Only while an attack is being made."""

    def model_post_init(self, _: object) -> None:
        for name, ship in self.naves.items():
            for token in ship.fichas:
                if token not in TOKENS:
                    why = f"no existe la ficha «{token}» (nave «{name}»); {nearest(token, TOKENS)}"
                    raise PlayError(why, f"dado.naves.{name}.fichas")
            for target in ship.blancos:
                if target not in self.objects():
                    raise PlayError(f"«{name}» tiene un Blanco fijado sobre «{target}», que no está", "dado.naves")
        for pair in self.alcances:
            ends = both_of(pair, self.objects())
            if not ends:
                why = f"«{pair}» no son dos naves, dispositivos u obstáculos que estén: se escribe «ala-x tie: 2»"
                raise PlayError(why, "dado.alcances")
            back = " ".join(reversed(ends))
            if self.alcances.get(back, self.alcances[pair]) != self.alcances[pair]:
                raise PlayError(f"el alcance entre {pair.replace(' ', ' y ')} se contradice", "dado.alcances")
        for name, arcs in self.arcos.items():
            for other in (name, *(s for ships in arcs.values() for s in ships)):
                if other not in self.naves:
                    raise PlayError(f"no hay ninguna nave «{other}»", "dado.arcos")
            if any(name in ships for ships in arcs.values()):
                raise PlayError(f"«{name}» no puede estar en su propio arco", "dado.arcos")

    def ship(self, name: str) -> Ship:
        if name not in self.naves:
            raise PlayError(f"no hay ninguna nave «{name}»; {nearest(name, self.naves)}")
        return self.naves[name]

    def objects(self) -> tuple[str, ...]:
        """Everything that can be measured to and locked («Objetos»)."""
        return (*self.naves, *self.dispositivos, *self.obstaculos)

    def object(self, name: str) -> str:
        if name not in self.objects():
            raise PlayError(f"no hay ninguna nave, dispositivo ni obstáculo «{name}»; {nearest(name, self.objects())}")
        return name

    def rocks(self) -> dict[str, ObstacleKind]:
        """Every obstacle that is told of: those of the table, and those on which a ship is said to be."""
        under = {f"{kind} de {name}": kind for name, ship in self.naves.items() for kind in ship.sobre}
        return {**{name: rock.tipo for name, rock in self.obstaculos.items()}, **under}

    def touching(self, name: str) -> frozenset[str]:
        """The kinds of obstacle at range 0 of a ship."""
        near = (rock.tipo for other, rock in self.obstaculos.items() if self.range(name, other) == 0)
        return frozenset((*self.ship(name).sobre, *near))

    def put(self, name: str, ship: Ship) -> "Table":
        return self.model_copy(update={"naves": {**self.naves, name: ship}})

    def range(self, a: str, b: str) -> int | None:
        """As told; None where nobody has said it, or since then one of them has moved."""
        if a == b or any(f"{kind} de {one}" == other for one, other in ((a, b), (b, a)) for kind in self._under(one)):
            return 0
        if {a, b} & set(self.sin_medir):
            return None
        return self.alcances.get(f"{a} {b}", self.alcances.get(f"{b} {a}"))

    def _under(self, name: str) -> tuple[str, ...]:
        return self.naves[name].sobre if name in self.naves else ()

    def in_arc(self, of: str, arc: str, target: str) -> Known:
        if of == target:  # «¿Está una nave en su propio arco de fuego?»: arcs are measured outwards from the base
            return False
        told = {str(name): ships for name, ships in self.arcos.get(of, {}).items()}
        if {of, target} & set(self.sin_medir) or f"{of} {target}" in self.sin_ver:
            return None
        if any(target in told.get(inner, ()) for inner in (arc, *WITHIN.get(arc, ()))):
            return True
        if any(target not in told[outer] for outer, inner in WITHIN.items() if arc in inner and outer in told):
            return False
        return None if arc not in told else False

    def friends(self, a: str, b: str) -> Known:
        mine, other = self.ship(a).jugador, self.ship(b).jugador
        return a == b or (mine == other if mine and other else None)

    def players(self) -> tuple[str, ...]:
        """In player order."""
        return tuple(dict.fromkeys((*self.orden, *(ship.jugador for ship in self.naves.values()))))

    def measured(self, ranges: Mapping[str, int], arcs: Mapping[str, Any] | None = None) -> "Table":
        """What is told now holds; of a ship that had moved nothing else does, but who is told anew is not lost for good."""
        arcs, objects = arcs or {}, self.objects()
        named = {name for pair in ranges for name in both_of(pair, objects)} | set(arcs)
        stale = named & set(self.sin_medir)
        kept = {pair: n for pair, n in self.alcances.items() if not stale & set(both_of(pair, objects))}
        for pair in ranges:
            kept.pop(" ".join(reversed(both_of(pair, objects))), None)
        seen = {of: told for of, told in self.arcos.items() if of not in stale}
        unseen = {*self.sin_ver, *(f"{of} {name}" for of in seen for name in stale)}
        changed = {
            "alcances": {**kept, **ranges}, "arcos": {**seen, **arcs},
            "sin_medir": tuple(name for name in self.sin_medir if name not in named),
            "sin_ver": tuple(sorted(pair for pair in unseen if both_of(pair, objects)[:1] not in {(of,) for of in arcs})),
        }  # fmt: skip
        return self.model_copy(update=changed)

    def moved(self, name: str) -> "Table":
        """A ship that moves has to be measured again; it leaves the obstacles that it touched."""
        left = self.put(name, self.ship(name).model_copy(update={"sobre": ()}))
        return left.model_copy(update={"sin_medir": tuple(dict.fromkeys((*self.sin_medir, name)))})


def named_cards(table: Table) -> tuple[str, ...]:
    """Every card by its name, and by its ship and name where two ships have it."""
    cards = [(name, card) for name, ship in table.naves.items() for card in ship.cartas]
    return tuple(dict.fromkeys((*(card for _, card in cards), *(f"{name}/{card}" for name, card in cards))))
