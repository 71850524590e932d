"""Legión: units with their tokens, wounds and keywords, and where each rule stands."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from grammar.game import load_game
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.legion_cards import expanded
from kb.play.games.legion_keywords import held
from kb.play.validation import Model

Natural = Annotated[int, Field(ge=0, le=100)]
Colour = Literal["rojo", "negro", "blanco"]
Surge = Literal["impacto", "critico"]
Rank = Literal["comandante", "agente", "tropa", "fuerzas_especiales", "apoyo", "pesada"]
ATTACK_FACES = ("impacto", "critico", "incremento", "vacia")
DEFENSE_FACES = ("bloqueo", "incremento", "vacia")
TOKENS = tuple(token.id for token in load_game("legion").fichas)

DECLARE = cite("legion/declarar-al-defensor#r1", "unidad enemiga")
ONE_WEAPON = cite("legion/reunir-una-reserva-de-ataque#r3", "como mucho un arma")
WEAPON_ONCE = cite("legion/reunir-una-reserva-de-ataque#r5", "una sola vez")
WEAPON_RANGE = cite("legion/reunir-una-reserva-de-ataque#r7", "alcance mínimo")
ENGAGED = cite("legion/reunir-una-reserva-de-ataque#r8", "trabada")
NOT_MIXED = cite("legion/reunir-una-reserva-de-ataque#r9", "cuerpo a cuerpo")
SAME_NAME = cite("legion/reunir-una-reserva-de-ataque#r10", "mismo nombre")
SOME_WEAPON = cite("legion/reunir-una-reserva-de-ataque#r11", "al menos un arma")
GATHERED = cite("legion/reunir-una-reserva-de-ataque#r1", "reserva de ataque")
ANOTHER_DEFENDER = cite("legion/declarar-a-un-defensor-adicional#r1", "otra unidad enemiga")
NAME_USED = cite("legion/declarar-a-un-defensor-adicional#r4", "nombre")
NEXT_POOL = cite("legion/reunir-una-reserva-de-ataque-adicional#r1", "pasos 4 a 11")
AREA_EACH = cite("legion/arma-con-area-de-efecto#r2", "cada unidad")
AREA_ALONE = cite("legion/arma-con-area-de-efecto#r4", "única arma")
DETONATED = cite("legion/detonar-x-tipo-de-carga#r1", "hasta X fichas")
CHARGE_ATTACKS = cite("legion/detonar-x-tipo-de-carga#r6", "cuenta como unidad atacante")
OVERRUN = cite("legion/arrollamiento-x#r4", "una sola")
OVERRUN_TIMES = cite("legion/arrollamiento-x#r5", "hasta X por activación")
BLOWS_UP = cite("legion/cualidades-de-armas/autodestruccion-x#r3", "todas las unidades")
BLOW_UP_NEEDS = cite("legion/cualidades-de-armas/autodestruccion-x#r2", "X o más")
BLOWN_UP = cite("legion/cualidades-de-armas/autodestruccion-x#r4", "derrotada")
ARSENAL_POOLS = cite("legion/arsenal-x#r2", "X reservas")
ARSENAL_WEAPONS = cite("legion/arsenal-x#r3", "máximo de X armas")
GUNSLINGER = cite("legion/pistolero#r1", "arma a distancia")
BEAM = cite("legion/rayo-continuo-x#r1", "hasta X ataques")
BEAM_OTHER = cite("legion/rayo-continuo-x#r2", "distinta")
NOT_BOTH = cite("legion/pistolero#r2", "mismo ataque")
CHANGED_DICE = cite("legion/mejorar-y-rebajar-dados#r1", "otro de distinto color")
UPGRADE = cite("legion/lanzar-los-dados-de-ataque#r2", "mejorar")
ROLL = cite("legion/lanzar-los-dados-de-ataque#r3", "Tirar")
AIM = cite("legion/lanzar-los-dados-de-ataque#r5", "hasta dos dados")
CONVERT = cite("legion/lanzar-los-dados-de-ataque#r8", "incremento-de-ataque")
SUPPRESSED_COVER = cite("legion/aplicar-esquivas-y-cobertura#r7", "acobardada")
COVER_POOL = cite("legion/aplicar-esquivas-y-cobertura#r8", "dado blanco")
COVER = cite("legion/aplicar-esquivas-y-cobertura#r9", "anula")
DODGE = cite("legion/aplicar-esquivas-y-cobertura#r10", "Esquiva")
MODIFY = cite("legion/modificar-los-dados-de-ataque#r1", "atacante")
DEFENSE_POOL = cite("legion/lanzar-los-dados-de-defensa#r2", "dado de defensa")
CONVERT_DEFENSE = cite("legion/lanzar-los-dados-de-defensa#r5", "incremento-de-defensa")
PIERCED = cite("legion/modificar-los-dados-de-defensa#r1", "defensor")
COMPARE = cite("legion/comparar-los-resultados#r1", "restan")
SUPPRESSION = cite("legion/asignar-una-ficha-de-acobardamiento-al-defensor#r1", "Acobardamiento")
LEADER_LAST = cite("legion/sufrir-heridas-y-derrotar-miniaturas#r6", "líder")
WOUNDED_FIRST = cite("legion/sufrir-heridas-y-derrotar-miniaturas#r7", "más herida")
FALLEN = cite("legion/sufrir-heridas-y-derrotar-miniaturas#r3", "umbral")
RALLY = cite("legion/reagrupamiento#r1", "Acobardamiento")
PANIC = cite("legion/reagrupamiento#r5", "no puede realizar acciones")
PRIORITY = cite("legion/determinar-la-prioridad#r1", "prioridad")
BLUE = cite("legion/designar-al-jugador-azul#r2", "crítico")
NO_CARD = cite("legion/seleccionar-y-jugar-cartas-de-mando#r2", "no puede jugar carta")
ORDERS = cite("legion/designar-comandantes-e-impartir-ordenes#r2", "prioridad")
ONE_ORDER = cite("legion/designar-comandantes-e-impartir-ordenes#r4", "ya otra")
ORDER_TOKEN = cite("legion/designar-comandantes-e-impartir-ordenes#r6", "boca arriba")
ORDER_POOL = cite("legion/crear-la-reserva-de-ordenes#r1", "no haya recibido")
PASS_POOL = cite("legion/crear-la-reserva-de-espera#r1", "menos 1")
FACE_UP = cite("legion/escoger-una-unidad-para-activarla-o-pasar#r2", "boca arriba")
DRAWN = cite("legion/escoger-una-unidad-para-activarla-o-pasar#r3", "roba al azar")
NO_UNIT = cite("legion/escoger-una-unidad-para-activarla-o-pasar#r5", "se retira")
PASSES = cite("legion/escoger-una-unidad-para-activarla-o-pasar#r6", "Ventaja")
MUST_PASS = cite("legion/escoger-una-unidad-para-activarla-o-pasar#r7", "debes pasar")
VEHICLE_DIE = cite("legion/resistencia#r3", "cara vacía")
ION_DIE = cite("legion/ionica-x#r2", "por ficha")
SUPPRESSED = cite("legion/reagrupamiento#r3", "acción menos")
RECOVERS = cite("legion/reagrupamiento#r7", "tantas fichas")
COMMANDER = cite("legion/comandantes-y-comprobacion-del-panico#r1", "Comandante")
NO_COURAGE = cite("legion/aplomo-nulo#r2", "nunca")
ACTIONS = cite("legion/realizar-acciones#r1", "hasta 2 acciones")
CARD_ACTION = cite("legion/realizar-acciones#r2", "carta")
STANDBY = cite("legion/realizar-acciones#r6", "Alerta")
ATTACKS = cite("legion/realizar-acciones#r7", "ataque")
AIMS = cite("legion/realizar-acciones#r8", "repetir dados")
DODGES = cite("legion/realizar-acciones#r9", "Esquiva")
MOVES = cite("legion/realizar-acciones#r10", "movimiento")
RECOVERY = cite("legion/realizar-acciones#r11", "pierde todas")
NOT_BOTH_ACTIONS = cite("legion/realizar-acciones#r12", "alerta")
LOSES_STANDBY = cite("legion/alerta#r7", "pierde su ficha")
REACTS = cite("legion/alerta#r3", "gastar la ficha")
NOT_OWN_TURN = cite("legion/alerta#r4", "propia unidad")
NO_STANDBY = cite("legion/vehiculos-repulsores#r3", "alerta")
POISONED = cite("legion/veneno-x#r1", "1 Herida por ficha")
FREED = cite("legion/inmovilizacion-x#r4", "pierde todas")
IONS_OFF = cite("legion/ionica-x#r2", "pierde todas")
FACE_DOWN = cite("legion/asignar-una-ficha-de-orden#r1", "boca abajo")
SCORE = cite("legion/anotarse-puntos-de-victoria#r1", "Objetivo")
DISCARD = cite("legion/descartar-cartas-de-mando#r1", "Permanente")
GREEN_OFF = cite("legion/quitar-fichas#r2", "Esquiva")
SUPPRESSION_OFF = cite("legion/quitar-fichas#r3", "pierde una ficha")
PASS_OFF = cite("legion/quitar-fichas#r4", "reservas de espera")
SMOKE_OFF = cite("legion/quitar-fichas#r5", "Observación")
PROMOTION = cite("legion/ascensos#r2", "infantería")
NO_PROMOTION = cite("legion/ascensos#r4", "ascender")
NEXT_ROUND = cite("legion/adelantar-el-indicador-de-ronda#r1", "siguiente")
WINS_EARLY = cite("legion/como-ganar-la-partida#r1", "12")
LAST_STANDING = cite("legion/como-ganar-la-partida#r2", "eliminación")
MOST_POINTS = cite("legion/como-ganar-la-partida#r3", "quinta")
FEWEST_LOST = cite("legion/como-ganar-la-partida#r4", "derrotadas")
DRAW = cite("legion/como-ganar-la-partida#r5", "tablas")
SMOKE = cite("legion/fichas-de-humo#r1", "cobertura")
DAMAGED = cite("legion/resistencia#r2", "Resistencia")
ASSISTED = cite("legion/asistencia#r4", "hasta dos")
GRAFFITI_FRIEND = cite("legion/ficha-de-pintada#r3", "un dado más")
GRAFFITI_FOE = cite("legion/ficha-de-pintada#r4", "un dado menos")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))


class Weapon(Model):
    dados: dict[Colour, Natural]
    cualidades: tuple[str, ...] = ()
    tipos: tuple[Literal["a_distancia", "cuerpo_a_cuerpo"], ...] = ("a_distancia",)
    """Both for a weapon with either icon: the pool says which."""
    alcance: tuple[Natural, Natural] | None = None
    """Minimum and maximum."""
    incremento: Surge | None = None
    """Its own surge chart, as cards with charges print it."""

    @model_validator(mode="after")
    def makes_sense(self) -> "Weapon":
        if not sum(self.dados.values()):
            raise ValueError("un arma sin dados no puede entrar en una reserva: di sus «dados»")
        if self.alcance and self.alcance[0] > self.alcance[1]:
            raise ValueError(f"el alcance {self.alcance[0]}-{self.alcance[1]} de un arma está al revés")
        return self

    def keyword(self, name: str) -> int:
        found = held(self.cualidades, "arma").get(name)
        return found.value if found else 0


class Charge(Model):
    """A charge token on the battlefield."""

    jugador: str = ""
    tipo: str = ""
    arma: Weapon


class Unit(Model):
    jugador: str = ""
    miniaturas: Annotated[int, Field(ge=1, le=30)] = 1
    umbral: Annotated[int, Field(ge=1, le=30)] = 1
    """Wound threshold of each miniature."""
    heridas: Natural = 0
    """Wounds on the miniature that is wounded."""
    defensa: Literal["rojo", "blanco"] = "blanco"
    incremento_de_ataque: Surge | None = None
    incremento_de_defensa: bool = False
    aplomo: Natural | None = 1
    """None: «-», immune to panic."""
    resistencia: Natural | None = None
    """Of vehicles: as many wounds damage them."""
    danado: bool = False
    """It has had its damage token: one a game."""
    fichas: dict[str, Natural] = Field(default_factory=dict)
    escudos_inactivos: Natural = 0
    cualidades: tuple[str, ...] = ()
    armas: dict[str, Weapon] = Field(default_factory=dict)
    categoria: Rank | None = None
    orden: Literal["sin", "boca_arriba", "boca_abajo"] = "sin"
    """Its order token; face down: it has been activated."""
    valor: Annotated[int, Field(ge=0, le=1000)] = 0
    """Its cost in points, for ties."""
    repulsor: bool = False
    cartas: dict[str, str] = Field(default_factory=dict)
    """Texts of its cards: keywords, weapons and surge charts take their places; sentences act at their moment."""
    vehiculo: bool = False
    droide: bool = False
    derrotada: bool = False
    arrollamientos: Natural = 0
    """Overrun attacks made in this activation."""

    @model_validator(mode="before")
    @classmethod
    def with_cards(cls, data: Any) -> Any:
        return expanded(data)

    def counts(self, token: str) -> int:
        """Tokens of a kind; wounds are counted too."""
        return self.heridas if token == "herida" else self.has(token)  # noqa: S105 - a game token

    def has(self, token: str) -> int:
        return self.fichas.get(token, 0)

    def keyword(self, name: str) -> int:
        """Its number, 1 where it has none, 0 where the unit lacks it."""
        found = held(self.cualidades).get(name)
        return found.value if found else 0

    def with_tokens(self, **changes: int) -> "Unit":
        tokens = {**self.fichas, **{k: max(0, self.has(k) + n) for k, n in changes.items()}}
        return self.model_copy(update={"fichas": {k: n for k, n in tokens.items() if n}})

    def gains(self, token: str, n: int) -> "Unit":
        """As the rules let it: no suppression on vehicles and «-» courage, no poison on droids, one standby token."""
        never = {"acobardamiento": self.vehiculo or self.aplomo is None, "veneno": self.droide or self.vehiculo}
        most = {"alerta": 1 - self.has("alerta")}
        n = min(n, most.get(token, n))
        if n > 0 and never.get(token, False):
            return self
        lost = {"acobardamiento": {"alerta": -1}}.get(token, {}) if n > 0 else {}
        return self.with_tokens(**{token: n}, **lost)

    def suppressed(self) -> bool:
        return (
            not self.vehiculo and not self.droide and self.aplomo is not None and 0 < self.aplomo <= self.has("acobardamiento")
        )


class Battle(Model):
    """The units in play and the charges on the table."""

    unidades: dict[str, Unit] = Field(default_factory=dict)
    cargas: dict[str, Charge] = Field(default_factory=dict)
    ronda: Annotated[int, Field(ge=1, le=6)] = 1
    prioridad: str = ""
    reserva_de_ordenes: dict[str, dict[Rank, Natural]] = Field(default_factory=dict)
    """Order tokens to draw, by player and rank."""
    reserva_de_espera: dict[str, Natural] = Field(default_factory=dict)
    """Advantage tokens to pass with."""
    paso: dict[str, bool] = Field(default_factory=dict)
    """Who passed in their turn before."""
    puntos: dict[str, Natural] = Field(default_factory=dict)
    cartas_de_mando: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Shown this round, with their keywords: «Permanente» stays."""

    def model_post_init(self, _: object) -> None:
        for name, unit in self.unidades.items():
            for token in unit.fichas:
                if token not in TOKENS:
                    raise PlayError(f"no existe la ficha «{token}» (unidad «{name}»)", "dado.unidades")
            try:
                held(unit.cualidades)
                for weapon in unit.armas.values():
                    held(weapon.cualidades, "arma")
            except PlayError as error:
                raise PlayError(f"{error.reason} (unidad «{name}»)", f"dado.unidades.{name}") from None

    def unit(self, name: str) -> Unit:
        if name not in self.unidades:
            raise PlayError(f"no hay ninguna unidad «{name}»")
        return self.unidades[name]

    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(unit.jugador for unit in self.unidades.values() if unit.jugador))

    def of(self, player: str) -> dict[str, Unit]:
        """Its units that are not defeated."""
        return {name: unit for name, unit in self.unidades.items() if unit.jugador == player and not unit.derrotada}

    def put(self, name: str, unit: Unit) -> "Battle":
        return self.model_copy(update={"unidades": {**self.unidades, name: unit}})
