"""X-Wing: ships with their tokens, shields and damage; rules that are tables."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.validation import Model

Natural = Annotated[int, Field(ge=0, le=100)]
Colour = Literal["azul", "blanca", "roja", "violeta"]
GREEN = ("concentracion", "calculos", "evasion", "refuerzo")
ORANGE = ("desarme", "campo_de_traccion", "interferencia")
RED = ("tension", "sobresfuerzo", "merma", "iones")
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
SIMULTANEOUS = cite("xwing/regla-de-ataques-simultaneos#r1", "Iniciativa")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))


class Ship(Model):
    jugador: str = ""
    ataque: Natural = 0
    agilidad: Natural = 0
    casco: Annotated[int, Field(ge=1, le=100)] = 1
    escudos: Natural = 0
    escudos_max: Natural | None = None
    iniciativa: Natural = 1
    tamano: Literal["pequena", "mediana", "grande", "enorme"] = "pequena"
    fichas: dict[str, Natural] = Field(default_factory=dict)
    blancos: tuple[str, ...] = ()
    """Ships on which it has a lock."""
    fuerza: Natural = 0
    fuerza_max: Natural = 0
    cargas: Natural = 0
    cargas_max: Natural = 0
    recurrente: bool = False
    dano: Natural = 0
    """Damage cards face down."""
    criticos: Natural = 0
    """Damage cards face up."""
    destruida: bool = False
    acciones: tuple[str, ...] = ()
    """Actions already tried this round."""
    cartas: dict[str, str] = Field(default_factory=dict)
    """Name and text of the cards that act on dice."""

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


class Table(Model):
    naves: dict[str, Ship] = Field(default_factory=dict)

    def model_post_init(self, _: object) -> None:
        for name, ship in self.naves.items():
            for token in ship.fichas:
                if token not in TOKENS:
                    raise PlayError(f"no existe la ficha «{token}» (nave «{name}»)", "dado.naves")
            for target in ship.blancos:
                if target not in self.naves:
                    raise PlayError(f"«{name}» tiene un Blanco fijado sobre «{target}», que no está", "dado.naves")

    def ship(self, name: str) -> Ship:
        if name not in self.naves:
            raise PlayError(f"no hay ninguna nave «{name}»")
        return self.naves[name]

    def put(self, name: str, ship: Ship) -> "Table":
        return self.model_copy(update={"naves": {**self.naves, name: ship}})
