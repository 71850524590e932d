"""Rebellion: units, leaders, systems and the table they are on."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.kinds import kind_of, named_kind
from kb.play.meaning.standing import Vigente
from kb.play.run import Illegal, Log
from kb.play.validation import Model, nearest
from kb.text import fold, identifier

Natural = Annotated[int, Field(ge=0, le=100)]
Side = Literal["rebelde", "imperio"]
Theatre = Literal["espacial", "terrestre"]
Colour = Literal["rojo", "negro"]
Face = Literal["impacto", "impacto_directo", "especial", "vacia"]
FACES: tuple[Face, ...] = ("impacto", "impacto", "impacto_directo", "especial", "vacia", "vacia")
RIVAL: dict[Side, Side] = {"rebelde": "imperio", "imperio": "rebelde"}
BASE = "espacio_base_rebelde"
HALF_BUILT = "estrella_de_la_muerte_parcial"
STATIONS = frozenset({"estrella_de_la_muerte", HALF_BUILT})
STRUCTURES = frozenset({"generador_de_escudo", "canon_de_iones"})
IMMOBILE = STRUCTURES | {HALF_BUILT}
GROUND = frozenset({"soldado_de_asalto", "at_st", "at_at", "soldado_rebelde", "aerodeslizador", *STRUCTURES})
DESTROYED = cite("rebellion/destruccion-de-unidades#r-2c4696", "suministro")
SECOND_STAR = cite("rebellion/construir-una-estrella-de-la-muerte#r-0b7510", "espera en la cola")
NO_HEALTH = cite("rebellion/estrella-de-la-muerte#r-175a95", "No tiene Resistencia")


SKILLS = ("diplomacia", "espionaje", "logistica", "operaciones_especiales")


def skill(told: Any) -> Any:
    """One of the four skills, in any spelling («Habilidades»)."""
    plain = identifier(told) if isinstance(told, str) else told
    plain = next((name for name in SKILLS if plain and isinstance(plain, str) and name.startswith(plain)), plain)
    if plain and plain not in SKILLS:
        raise ValueError(f"no existe la habilidad «{told}»; {nearest(str(told), SKILLS)}")
    return plain


def _skills(told: Any) -> Any:
    return {skill(name): n for name, n in told.items()} if isinstance(told, dict) else told


class Unit(Model):
    bando: Side
    tipo: Annotated[str, BeforeValidator(kind_of)] = ""
    """caza_tie, soldado_rebelde…: what a card may name, in any spelling («Estrella de la Muerte»)."""
    sistema: str = ""
    resistencia: Annotated[int, Field(ge=1, le=20)] = 1
    color: Colour = "negro"
    escenario: Theatre = "terrestre"
    ataque: dict[Colour, Natural] = Field(default_factory=dict)
    dano: Natural = 0
    destruida: bool = False
    transporte: Natural | None = None
    """How many ground units and TIE fighters it carries, as its faction sheet says."""
    casilla: Annotated[int, Field(ge=1, le=3)] | None = None
    """Of the build queue of its side: it is not on the board yet."""


class Leader(Model):
    bando: Side
    sistema: str | None = None
    """None: in the pool."""
    espacial: Natural = 0
    terrestre: Natural = 0
    """Tactic values: cards drawn when a combat starts."""
    iconos: Annotated[dict[str, Natural], BeforeValidator(_skills)] = Field(default_factory=dict)
    capturado: bool = False
    eliminado: bool = False


class System(Model):
    lealtad: Annotated[Side | None, BeforeValidator(lambda told: None if told == "neutral" else told)] = None
    """None, or `neutral` as it is written: a neutral system."""
    subyugacion: bool = False
    terrestres_imperiales: Natural = 0
    sabotaje: bool = False
    coruscant: bool = False
    populoso: bool = True
    destruido: bool = False
    region: str = ""
    adyacentes: tuple[str, ...] = ()


def _capital(told: Any) -> Any:
    """The system that is called Coruscant is Coruscant, and loyal to the Empire («Lealtad»), whoever writes it."""
    if not isinstance(told, dict):
        return told
    known = {name for name, row in told.items() if fold(str(name)) == "coruscant" and isinstance(row, dict)}
    return {name: {**row, "coruscant": True, "lealtad": "imperio"} if name in known else row for name, row in told.items()}


class Tactic(Model):
    texto: str
    escenario: Theatre
    especial: bool = False
    """Costs a die with that icon."""


class Objective(Model):
    texto: str
    valor: Natural = 1
    """Reputation printed on it."""


class Hand(Model):
    tacticas: dict[str, Tactic] = Field(default_factory=dict)
    acciones: dict[str, str] = Field(default_factory=dict)
    objetivos: dict[str, Objective] = Field(default_factory=dict)
    cartas: dict[str, Natural] = Field(default_factory=dict)
    """How many of each other deck are in the hand («mision»: 3), where the situation tells."""


class Die(Model):
    color: Colour
    cara: str


class Lance(Model):
    """What is going on: a mission or a combat. The engine keeps it while it lasts."""

    clase: Literal["mision", "combate"]
    sistema: str
    bando: Side
    """Whose mission it is; in a combat, who is attacking."""
    actual: Side
    """The current player."""
    nombre: str = ""
    habilidad: str = ""
    contra: str | None = None
    dados: dict[Side, int] = Field(default_factory=dict)
    """Dice more or fewer in the mission."""
    fracasa: bool = False
    exito: bool | None = None
    ronda: Natural = 0
    escenario: Theatre | None = None
    tirada: tuple[Die, ...] = ()
    """The attacker's dice."""
    dano: dict[str, Natural] = Field(default_factory=dict)
    """Damage of this attack that is not on the units yet."""


class EnVigor(Model):
    """A card that was played and acts while a moment of its own lasts."""

    bando: Side
    carta: str
    texto: str
    hasta: str


class Table(Model):
    sistemas: Annotated[dict[str, System], BeforeValidator(_capital)] = Field(default_factory=dict)
    unidades: Annotated[dict[str, Unit], BeforeValidator(named_kind)] = Field(default_factory=dict)
    tipos: dict[str, Unit] = Field(default_factory=dict)
    """What a unit that a card brings is like."""
    lideres: dict[str, Leader] = Field(default_factory=dict)
    manos: dict[Side, Hand] = Field(default_factory=dict)
    robadas: dict[str, Natural] = Field(default_factory=dict)
    """Cards drawn from each deck: «sonda», «objetivo», «tactica_espacial»…"""
    descartadas: dict[str, Natural] = Field(default_factory=dict)
    vistas: tuple[str, ...] = ()
    """Hands that the rival has seen: «mision imperio»."""
    reputacion: Natural = 14
    tiempo: Natural = 1
    gana: Side | None = None
    base_descubierta: bool = False
    base: str = ""
    """The system where the Rebel Base is hidden, where the situation says it."""
    capturado: str | None = None
    lance: Lance | None = None
    en_vigor: tuple[EnVigor, ...] = ()
    vigentes: tuple[Vigente, ...] = ()
    llegadas: dict[str, dict[Side, tuple[str, ...]]] = Field(default_factory=dict)
    """Of each system that has been activated, where its units came from: nobody retreats there in the combat that follows."""

    def unit(self, name: str) -> Unit:
        if name not in self.unidades:
            raise PlayError(f"no hay ninguna unidad «{name}»; {nearest(name, self.unidades)}")
        return self.unidades[name]

    def system(self, name: str) -> System:
        if name not in self.sistemas:
            raise PlayError(f"no hay ningún sistema «{name}»; {nearest(name, self.sistemas)}")
        return self.sistemas[name]

    def leader(self, name: str) -> Leader:
        if name not in self.lideres:
            raise PlayError(f"no hay ningún Líder «{name}»")
        return self.lideres[name]

    def going(self, **fields: object) -> "Table":
        """The same with what is going on changed."""
        assert self.lance is not None
        return self.model_copy(update={"lance": self.lance.model_copy(update=fields)})

    def counted(self, name: str, deck: str, n: int) -> "Table":
        """More cards drawn from a deck, or discarded."""
        told = getattr(self, name)
        return self.model_copy(update={name: {**told, deck: told.get(deck, 0) + n}})

    def hand(self, side: Side) -> Hand:
        return self.manos.get(side, Hand())

    def put_unit(self, name: str, **fields: object) -> "Table":
        return self.model_copy(update={"unidades": {**self.unidades, name: self.unit(name).model_copy(update=fields)}})

    def put_system(self, name: str, **fields: object) -> "Table":
        return self.model_copy(update={"sistemas": {**self.sistemas, name: self.system(name).model_copy(update=fields)}})

    def put_leader(self, name: str, **fields: object) -> "Table":
        return self.model_copy(update={"lideres": {**self.lideres, name: self.leader(name).model_copy(update=fields)}})

    def put_hand(self, side: Side, hand: Hand) -> "Table":
        return self.model_copy(update={"manos": {**self.manos, side: hand}})

    def there(self, system: str, side: Side | None = None, theatre: Theatre | None = None) -> list[str]:
        """Units of a system that are still there."""
        return [
            name
            for name, unit in self.unidades.items()
            if unit.sistema == system
            and not unit.destruida
            and side in (None, unit.bando)
            and theatre in (None, unit.escenario)
        ]


def is_kind(unit: Unit, kind: str) -> bool:
    """«nave», «caza», «estructura», «Destructor estelar»…"""
    tests = {
        "unidad": True,
        "nave": unit.escenario == "espacial",
        "unidad_terrestre": unit.escenario == "terrestre",
        "estructura": unit.tipo in STRUCTURES,
        "estacion_espacial": unit.tipo in STATIONS,
        "caza": unit.escenario == "espacial" and unit.color == "negro" and unit.tipo not in STATIONS,
        "nave_de_linea": unit.escenario == "espacial" and unit.color == "rojo" and unit.tipo not in STATIONS,
    }
    return tests.get(kind, unit.tipo == kind)


def destroy(table: Table, name: str, log: Log, step: str = "") -> Table:
    log.say(step, f"{name} es destruida", DESTROYED)
    table = table.put_unit(name, destruida=True)
    if table.unit(name).tipo == HALF_BUILT:
        for other, unit in table.unidades.items():
            if unit.tipo == "estrella_de_la_muerte" and unit.casilla is not None and not unit.destruida:
                log.say(step, f"{other}, que esperaba en la cola, cae con ella", SECOND_STAR)
                table = table.put_unit(other, destruida=True)
    return table


def hurt(table: Table, name: str, n: int, log: Log, step: str) -> Table:
    """Damage tokens; it falls at the end of the battle step, if at all."""
    unit = table.unit(name)
    if unit.tipo in STATIONS:
        raise Illegal(f"{name} no tiene Resistencia: no se le puede infligir daño", NO_HEALTH)
    return table.put_unit(name, dano=unit.dano + n)
