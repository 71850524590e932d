"""Legión: units with their weapons, tokens, wounds and keywords; charges, pools and the round."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from grammar.game import load_game
from kb.play.errors import PlayError
from kb.play.games.legion.cards import expanded
from kb.play.games.legion.keywords import held
from kb.play.meaning.limits import Uso, still
from kb.play.meaning.standing import Vigente, lapsed
from kb.play.validation import Model, nearest, plain_names

Natural = Annotated[int, Field(ge=0, le=100)]
Colour = Literal["rojo", "negro", "blanco"]
Surge = Literal["impacto", "critico"]
Rank = Literal["comandante", "agente", "tropa", "fuerzas_especiales", "apoyo", "pesada"]
ATTACK_FACES = ("impacto", "critico", "incremento", "vacia")
DEFENSE_FACES = ("bloqueo", "incremento", "vacia")
TOKENS = tuple(token.id for token in load_game("legion").fichas)


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


def _implied(unit: Any) -> Any:
    """A repulsor is a vehicle («Tipos de unidad»)."""
    fits = isinstance(unit, dict) and unit.get("repulsor") is True and "vehiculo" not in unit
    return {**unit, "vehiculo": True} if fits else unit


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
    aplomo: Annotated[Natural | None, BeforeValidator(lambda told: None if told in ("-", "–", "—", "nada") else told)] = 1
    """Written «-» where it has none: it never gets suppression nor panics."""
    resistencia: Natural | None = None
    """Of vehicles: as many wounds damage them."""
    danado: bool = False
    """It has had its damage token: one a game."""
    fichas: Annotated[dict[str, Natural], BeforeValidator(plain_names)] = Field(default_factory=dict)
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
    clon: bool = False
    """Clone infantry: they share their green tokens."""
    derrotada: bool = False
    arrollamientos: Natural = 0
    """Overrun attacks made in this activation."""
    velocidad: Natural | None = None
    trabada: bool = False
    """Locked in melee: it neither moves, but to withdraw, nor shoots, nor is shot at."""
    panico: bool | None = None
    """Whether it is prey to panic, where its check has been made: a commander nearby may keep it from that."""

    @model_validator(mode="before")
    @classmethod
    def with_cards(cls, data: Any) -> Any:
        return expanded(_implied(data))

    @model_validator(mode="after")
    def may_be_locked(self) -> "Unit":
        if self.trabada and self.vehiculo:
            raise ValueError("un vehículo libra combates cuerpo a cuerpo, pero no se traba («Trabarse en combate»)")
        return self

    def counts(self, token: str) -> int:
        """Tokens of a kind; wounds are counted too."""
        return self.heridas if token == "herida" else self.has(token)  # noqa: S105 - a game token

    def has(self, token: str) -> int:
        return self.fichas.get(token, 0)

    def shielded(self) -> "Unit":
        shields = self.keyword("escudado_x")
        if not shields or "escudo" in self.fichas or self.escudos_inactivos:
            return self
        return self.model_copy(update={"fichas": {**self.fichas, "escudo": shields}})

    def keyword(self, name: str) -> int:
        """Its number, 1 where it has none, 0 where the unit lacks it."""
        found = held(self.cualidades).get(name)
        return found.value if found else 0

    def with_tokens(self, **changes: int) -> "Unit":
        tokens = {**self.fichas, **{k: max(0, self.has(k) + n) for k, n in changes.items()}}
        return self.model_copy(update={"fichas": {k: n for k, n in tokens.items() if n}})

    def gains(self, token: str, n: int, stands_by: bool = False) -> "Unit":
        """As the rules let it: no suppression on vehicles and «-» courage, no poison on droids, one standby token; none of
        those on a repulsor, unless a text lets it (`stands_by`)."""
        never = {
            "acobardamiento": self.vehiculo or self.aplomo is None,
            "veneno": self.droide or self.vehiculo,
            "alerta": self.repulsor and not stands_by,
        }
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

    def panics(self) -> bool | None:
        """Not while it has less than twice its courage; with as much, a commander nearby may keep it from that."""
        if self.panico is not None:
            return self.panico
        few = self.aplomo is None or self.has("acobardamiento") < max(1, 2 * self.aplomo)
        return False if self.vehiculo or few else None


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
    alcances: dict[str, Annotated[int, Field(ge=0, le=6)]] = Field(default_factory=dict)
    """Ranges that are told, by two units: `{a b: 2}`; what is not told is taken as each keyword asks, and said."""
    concedido: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """What texts have granted each unit to do on the table, in their words."""
    usos: tuple[Uso, ...] = ()
    """How often what has a limit has been used."""
    vigentes: tuple[Vigente, ...] = ()
    """Effects that last, each with its text and its end."""

    def model_post_init(self, _: object) -> None:
        for name, unit in self.unidades.items():
            for token in unit.fichas:
                if token not in TOKENS:
                    why = f"no existe la ficha «{token}» (unidad «{name}»); {nearest(token, TOKENS)}"
                    raise PlayError(why, f"dado.unidades.{name}.fichas")
            try:
                held(unit.cualidades)
                for weapon in unit.armas.values():
                    held(weapon.cualidades, "arma")
            except PlayError as error:
                raise PlayError(f"{error.reason} (unidad «{name}»)", f"dado.unidades.{name}") from None

        # «Escudado X»: a unit has its shields, active, unless the situation tells what is left of them.
        object.__setattr__(self, "unidades", {name: unit.shielded() for name, unit in self.unidades.items()})

    def unit(self, name: str) -> Unit:
        if name not in self.unidades:
            raise PlayError(f"no hay ninguna unidad «{name}»; {nearest(name, self.unidades)}")
        return self.unidades[name]

    def over(self, time: str) -> "Battle":
        """What lasted until then is over."""
        if not self.vigentes and not self.usos:
            return self
        return self.model_copy(update={"vigentes": lapsed(self.vigentes, time), "usos": still(self.usos, time)})

    def range(self, a: str, b: str) -> int | None:
        """How far two units are, where it is told."""
        return 0 if a == b else self.alcances.get(f"{a} {b}", self.alcances.get(f"{b} {a}"))

    def at(self, a: str, b: str, far: int) -> "Battle":
        """With that range between two units."""
        return self.model_copy(update={"alcances": {**self.alcances, f"{a} {b}": far}})

    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(unit.jugador for unit in self.unidades.values() if unit.jugador))

    def of(self, player: str) -> dict[str, Unit]:
        """Its units that are not defeated."""
        return {name: unit for name, unit in self.unidades.items() if unit.jugador == player and not unit.derrotada}

    def put(self, name: str, unit: Unit) -> "Battle":
        return self.model_copy(update={"unidades": {**self.unidades, name: unit}})
