"""X-Wing: ships with their tokens, shields and damage; rules that are tables."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.logic import Known
from kb.play.validation import Model, nearest, plain_names

Natural = Annotated[int, Field(ge=0, le=100)]
Colour = Literal["azul", "blanca", "roja", "violeta"]
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
GREEN = ("concentracion", "calculos", "evasion", "refuerzo")
ORANGE = ("desarme", "campo_de_traccion", "interferencia")
RED = ("tension", "sobresfuerzo", "merma", "iones")
COLOURS: Mapping[str, tuple[str, ...]] = {"verde": GREEN, "naranja": ORANGE, "rojo": RED, "redondo": (*GREEN, *ORANGE)}
TOKENS = (*GREEN, *ORANGE, *RED, "camuflaje")
ATTACK_FACES = ("impacto", "impacto", "impacto", "critico", "concentracion", "concentracion", "vacia", "vacia")
DEFENSE_FACES = ("evasion", "evasion", "evasion", "concentracion", "concentracion", "vacia", "vacia", "vacia")
# «Iones», «Campo de tracción»: tokens needed by size.
THRESHOLD: Mapping[str, int] = {"pequena": 1, "mediana": 2, "grande": 3, "enorme": 6}

ROLL_ATTACK = cite("xwing/ataque#r8", "valor de Ataque")
MODIFY_ATTACK = cite("xwing/ataque#r9", "primero el jugador defensor")
ROLL_DEFENSE = cite("xwing/ataque#r11", "Agilidad")
MODIFY_DEFENSE = cite("xwing/ataque#r12", "primero el jugador atacante")
NEUTRALISE = cite("xwing/ataque#r13", "impacta")
FOCUS_ATTACK = cite("xwing/concentracion#r2", "cambiar todos")
FOCUS_DEFENSE = cite("xwing/concentracion#r3", "cambiar todos")
FOCUS_NEEDS = cite("xwing/concentracion#r4", "No puede gastarla")
CALCULATE = cite("xwing/calculos#r2", "gastar una o más")
CALCULATE_NEEDS = cite("xwing/calculos#r4", "No puede gastarlas")
EVADE = cite("xwing/evasion#r2", "gastar una o más")
LOCK = cite("xwing/fijar-blanco#r6", "gastar")
LOCK_ONE = cite("xwing/fijar-blanco#r7", "solo mantiene uno")
LOCK_RANGE = cite("xwing/fijar-blanco#r3", "alcance 0-3")
REINFORCE = cite("xwing/refuerzo#r3", "dos o más")
DAMAGE = cite("xwing/dano#r1", "de uno en uno")
SHIELD = cite("xwing/dano#r2", "escudo")
CARD = cite("xwing/dano#r3", "carta de Daño")
DESTROYED = cite("xwing/dano#r4", "destruida")
DEALT = cite("xwing/dano#r5", "no es sufrir daño")
STRAIN = cite("xwing/sobresfuerzo#r1", "1 dado de defens")
STRAIN_OFF = cite("xwing/sobresfuerzo#r2", "aunque ya fuera a tirar 0")
DEPLETE = cite("xwing/merma#r1", "1 dado de ataque menos")
TRACTOR = cite("xwing/campo-de-traccion#r6", "1 dado de defensa menos")
IONISED = cite("xwing/iones#r3", "concentración")
ION_LOCKS = cite("xwing/iones#r2", "Blancos fijados")
CLOAK = cite("xwing/camuflaje#r2", "aumenta en 2")
CLOAKED_UNARMED = cite("xwing/camuflaje#r3", "no puede atacar")
DISARMED = cite("xwing/desarmado-a#r1", "no puede efectuar ataques")
STRESSED = cite("xwing/acciones#r3", "no puede realizar acciones")
ONCE = cite("xwing/acciones#r4", "una vez por ronda")
NOT_AN_ACTION = cite("xwing/acciones#r6", "no es una acción")
WHITE = cite("xwing/acciones#r8", "sin coste")
RED_ACTION = cite("xwing/acciones#r9", "Tensión")
VIOLET_ACTION = cite("xwing/acciones#r10", "fracase")
STRICTEST = cite("xwing/acciones#r11", "más restrictivo")
FAILED = cite("xwing/fracasar#r3", "no permite acción enlazada")
FAILED_RED = cite("xwing/fracasar#r4", "Tensión")
FAILED_SILENT = cite("xwing/fracasar#r2", "no activa nada")
RED_MANOEUVRE = cite("xwing/dificultad#r2", "Tensión")
BLUE_MANOEUVRE = cite("xwing/dificultad#r3", "Sobresfuerzo")
VIOLET_MANOEUVRE = cite("xwing/dificultad#r4", "fuerza")
DIFFICULTY = cite("xwing/dificultad#r6", "azul a blanca")
BALANCE = cite("xwing/dificultad#r7", "se acumulan")
VIOLET_FIXED = cite("xwing/dificultad#r8", "nunca sube ni baja")
STRESS_STRAIGHT = cite("xwing/tension#r3", "en su lugar")
ROUND_TOKENS = cite("xwing/fase-final#r4", "redondas")
RECHARGE = cite("xwing/fase-final#r5", "recurrentes")
ONE_RECEPTION = cite("xwing/fichas#r4", "única recepción")
COORDINATES = cite("xwing/coordinacion#r4", "puede realizar una acción")
RELOADS = cite("xwing/recarga#r2", "por debajo de su límite")
RELOADED = cite("xwing/recarga#r3", "recupera una")
RELOAD_DISARMS = cite("xwing/recarga#r4", "Desarme")
ROTATES = cite("xwing/reorientacion#r1", "cualquier otro arco normal")
JAMMED = cite("xwing/interferencia#r5", "interferida")
JAMMED_LATER = cite("xwing/interferencia#r6", "sigue interferida")
RANGE_BONUS = cite("xwing/modificadores-por-alcance#r1", "alcance")
EFFECT_FAILS = cite("xwing/gasta-anakin-la-fuerza-si-su-tonel-volado#r1", "fracasa")
AFTERMATH = cite("xwing/siguen-activos-en-consecuencias-los-efectos#r1", "no forma parte")
ABILITY = cite("xwing/que-es-una-capacidad#r1", "texto de una carta")
REQUIREMENT = cite("xwing/que-es-un-requisito-de-una-capacidad#r3", "ya no se cumple")
OPTIONAL = cite("xwing/es-obligatoria-una-capacidad-opcional-que-ya#r1", "decide si la usa")
COST = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r1", "Al resolverla")
COST_CHECK = cite("xwing/cuando-se-paga-el-coste-de-una-capacidad#r3", "sin pagar nada")
CHOOSE = cite("xwing/como-se-resuelve-una-capacidad-que-dice-elige#r3", "Elige una")
REMOVE = cite("xwing/fichas#r2", "retirar")
CHARGES = cite("xwing/cargas#r1", "recuperan")
CANNOT = cite("xwing/la-regla-de-oro#r5", "absoluto")
MANDATORY = cite("xwing/uso-de-puede-es-capaz-y-debe#r3", "obligatorio")
CAPABLE = cite("xwing/uso-de-puede-es-capaz-y-debe#r2", "permiso permanente")
BY_PLAYER = cite("xwing/cola-de-capacidades#r2", "orden de los jugadores")
TO_FRONT = cite("xwing/cola-de-capacidades#r4", "al principio")
ENTRY = cite("xwing/cola-de-capacidades#r6", "requisitos en ese instante")
AFTER_ATTACK = cite("xwing/ataque#r19", "Consecuencias")
ONCE_PER_CHANCE = cite("xwing/una-vez-por-oportunidad#r1", "una única vez")
TRANSFER = cite("xwing/fichas#r3", "se quita de una nave")
TURN = cite("xwing/reorientacion#r2", "no es la acción")
CONDITION = cite("xwing/cartas-de-estado#r1", "se asigna a una nave")
DEVICE = cite("xwing/dispositivo#r9", "se coloca como diga su carta")
COORDINATE = cite("xwing/coordinacion#r4", "puede realizar una acción")
BONUS = cite("xwing/ataque-adicional#r2", "por ronda")
BONUS_NEW = cite("xwing/ataque-adicional#r5", "ataque nuevo")
MOVES = cite("xwing/movimiento#r1", "se mueve")
MODIFY = cite("xwing/modificacion-de-dados#r1", "capacidades")
ONCE_PER_DIE = cite("xwing/modificacion-de-dados#r5", "no puede repetirse más de una vez")
TIMING = cite("xwing/momentos-de-aplicacion#r3", "Mientras")
PHASE_START = cite("xwing/momentos-de-aplicacion#r2", "Al comienzo")
PHASE_END = cite("xwing/momentos-de-aplicacion#r4", "Al final")
ENGAGE = cite("xwing/fase-de-enfrentamiento#r1", "intervienen de una en una")
REVEAL = cite("xwing/momentos-de-aplicacion#r5", "Después")
LATE = cite("xwing/destruccion-de-naves#r4", "paso 6")
PREVENT = cite("xwing/impide-iden-versio-fichas-de-iones-o-traccion#r1", "Impedir daño")
INFLICT = cite("xwing/infligir#r1", "fichas en vez de daño")
SELF_LOCK = cite("xwing/fijar-blanco#r7", "No puede tener uno sobre sí misma")
WEAPON = cite("xwing/armamento-especial#r5", "han de cumplirse todos")
WEAPON_COST = cite("xwing/ataque#r6", "Pagar costes")
WEARER = cite("xwing/de-quien-es-la-ficha-de-blanco-fijado#r2", "la nave que la lleva puesta")
ROTATE = cite("xwing/reorientacion#r1", "cualquier otro arco normal")
BREAK = cite("xwing/fijar-blanco#r8", "se retira la ficha")
SIMULTANEOUS = cite("xwing/regla-de-ataques-simultaneos#r1", "Iniciativa")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))


class Card(Model):
    """A card that a ship carries. Written as plain text where it has no charges of its own."""

    texto: str
    cargas: Natural | None = None
    """Charges on this card; None: it spends those of the pilot."""
    cargas_max: Natural = 0
    recurrente: bool = False
    boca_abajo: bool = False
    """Turned over: this side does nothing."""


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
    iniciativa: Natural = 1
    tamano: Literal["pequena", "mediana", "grande", "enorme"] = "pequena"
    fichas: Annotated[dict[str, Natural], BeforeValidator(plain_names)] = Field(default_factory=dict)
    blancos: tuple[str, ...] = ()
    """Ships on which it has a lock."""
    fuerza: Natural = 0
    fuerza_max: Natural = 0
    cargas: Natural = 0
    cargas_max: Natural = 0
    recurrente: bool = False
    energia: Natural = 0
    energia_max: Natural = 0
    """Of huge ships."""
    dano: Natural = 0
    """Damage cards face down."""
    criticos: Natural = 0
    """Damage cards face up."""
    destruida: bool = False
    impide: bool = False
    """An ability prevents the damage that it is about to suffer."""
    torreta: Literal["", "frontal", "trasero", "izquierdo", "derecho"] = ""
    """Where the turret arc indicator points."""
    estados: tuple[str, ...] = ()
    """Condition cards assigned to it."""
    acciones: tuple[str, ...] = ()
    """Actions already tried this round."""
    dificultad: int = 0
    """Steps by which an ability changes the manoeuvre that is being executed."""
    ataque_adicional: Literal["", "concedido", "hecho"] = ""
    """A bonus attack that a card has granted, or the one of this round already made."""
    cartas: dict[str, Card] = Field(default_factory=dict)

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
        """Ionised or tractored, by size."""
        return self.has(token) >= THRESHOLD[self.tamano]

    def with_tokens(self, **changes: int) -> "Ship":
        tokens = {**self.fichas, **{k: max(0, self.has(k) + n) for k, n in changes.items()}}
        return self.model_copy(update={"fichas": {k: n for k, n in tokens.items() if n}})

    def with_card(self, name: str, **changes: object) -> "Ship":
        return self.model_copy(update={"cartas": {**self.cartas, name: self.cartas[name].model_copy(update=changes)}})

    def text_of(self, card: str) -> str:
        return self.cartas[card].texto

    def active_cards(self) -> tuple[str, ...]:
        return tuple(name for name, card in self.cartas.items() if not card.boca_abajo)

    def active_texts(self) -> dict[str, str]:
        return {name: self.text_of(name) for name in self.active_cards()}


class Ban(Model):
    """What an ability that was resolved forbids a ship to do for a while."""

    nave: str
    verbo: str
    cosas: tuple[str, ...] = ()
    """Tokens or actions; none: all of them."""
    carta: str


class Dice(Model):
    """The dice of the attack that is being made."""

    ataque: tuple[str, ...] = ()
    defensa: tuple[str, ...] = ()
    repetidos: dict[str, dict[str, Natural]] = Field(default_factory=dict)
    """Of each pool and face, how many dice have been rolled again: each die, once."""
    mas: dict[str, int] = Field(default_factory=dict)
    """Dice that abilities add to a pool before it is rolled, or take from it."""

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


class Table(Model):
    naves: dict[str, Ship] = Field(default_factory=dict)
    orden: tuple[str, ...] = ()
    """Players in player order; without it, the order in which their ships are written."""
    alcances: dict[str, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict)
    """Range between two ships, as told: `a b: 2`."""
    arcos: dict[str, dict[Arc, tuple[str, ...]]] = Field(default_factory=dict)
    """What each ship has in each of its arcs, as told. An arc that is not told is not known."""
    sin_medir: tuple[str, ...] = ()
    """Ships that have moved since their ranges and arcs were told."""
    fase: str = ""
    dispositivos: dict[str, Device] = Field(default_factory=dict)
    prohibido: tuple[Ban, ...] = ()
    dados: Dice | None = None
    """Only while an attack is being made."""

    def model_post_init(self, _: object) -> None:
        for name, ship in self.naves.items():
            for token in ship.fichas:
                if token not in TOKENS:
                    why = f"no existe la ficha «{token}» (nave «{name}»); {nearest(token, TOKENS)}"
                    raise PlayError(why, f"dado.naves.{name}.fichas")
            for target in ship.blancos:
                if target not in self.naves:
                    raise PlayError(f"«{name}» tiene un Blanco fijado sobre «{target}», que no está", "dado.naves")
        for pair in self.alcances:
            if len(pair.split()) != 2 or set(pair.split()) - set(self.naves):
                raise PlayError(f"«{pair}» no son dos naves: se escribe «ala-x tie: 2»", "dado.alcances")
            back = " ".join(reversed(pair.split()))
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

    def put(self, name: str, ship: Ship) -> "Table":
        return self.model_copy(update={"naves": {**self.naves, name: ship}})

    def range(self, a: str, b: str) -> int | None:
        """As told; None where nobody has said it, or since then one of them has moved."""
        if a == b:
            return 0
        if {a, b} & set(self.sin_medir):
            return None
        return self.alcances.get(f"{a} {b}", self.alcances.get(f"{b} {a}"))

    def in_arc(self, of: str, arc: str, target: str) -> Known:
        if of == target:  # «¿Está una nave en su propio arco de fuego?»: arcs are measured outwards from the base
            return False
        told = {str(name): ships for name, ships in self.arcos.get(of, {}).items()}
        if {of, target} & set(self.sin_medir) or arc not in told:
            return None
        return target in told[arc]

    def friends(self, a: str, b: str) -> Known:
        mine, other = self.ship(a).jugador, self.ship(b).jugador
        return a == b or (mine == other if mine and other else None)

    def players(self) -> tuple[str, ...]:
        """In player order."""
        return tuple(dict.fromkeys((*self.orden, *(ship.jugador for ship in self.naves.values()))))

    def moved(self, name: str) -> "Table":
        """A ship that moves has to be measured again."""
        return self.model_copy(update={"sin_medir": tuple(dict.fromkeys((*self.sin_medir, name)))})


def named_cards(table: Table) -> tuple[str, ...]:
    """Every card by its name, and by its ship and name where two ships have it."""
    cards = [(name, card) for name, ship in table.naves.items() for card in ship.cartas]
    return tuple(dict.fromkeys((*(card for _, card in cards), *(f"{name}/{card}" for name, card in cards))))
