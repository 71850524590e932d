"""Imperial Assault: figures, the table they stand on, damage, strain, conditions and defeat."""

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field, PrivateAttr

from kb.play.board import Board, Edge, Square, drawn, read_board
from kb.play.board import Figure as BoardFigure
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.fight import Fight
from kb.play.meaning.limits import Uso
from kb.play.meaning.standing import Vigente
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model, nearest
from kb.text import identifier

Natural = Annotated[int, Field(ge=0, le=100)]
Spot = tuple[int, int]
"""(row, column) from 1, as a judge counts them."""
AttackDie = Literal["rojo", "azul", "verde", "amarillo"]
DefenseDie = Literal["negro", "blanco"]
State = Literal["concentracion", "aturdimiento", "hemorragia", "debilidad", "oculto"]
Power = Literal["dano", "incremento", "bloqueo", "evadir"]
HARMFUL: frozenset[str] = frozenset({"aturdimiento", "hemorragia", "debilidad"})
FOCUS = cite("imperial-assault/concentracion#r-99ef2e", "dado verde")
DEFEATED = cite("imperial-assault/derrotado#r-bcc446", "derrotada")
GONE = cite("imperial-assault/derrotado#r-e8e122", "se retira del tablero")
WITHDRAWS = cite("imperial-assault/retirada#r-campana", "debe retirarse")
ENDS = cite("imperial-assault/derrotado#r-c60f95", "acaba al instante")
WOUNDED = cite("imperial-assault/herido#r-campana", "descarta todas sus fichas de Daño")
NOT_ATTACK = cite("imperial-assault/dano#r-a2185a", "no puede evitarse")
STATE = cite("imperial-assault/estados#r-como-palabra", "1")
ONCE = cite("imperial-assault/estados#r-f4b9b9", "dos veces")
RECOVER = cite("imperial-assault/recuperacion#r-24981f", "retirar")
SURPLUS = cite("imperial-assault/recuperacion#r-campana", "sobrante")
EXCESS = cite("imperial-assault/tension-en-una-campana#r-obligada", "lo que pase de la Resistencia")
STRAIN = cite("imperial-assault/tension-en-una-campana#r-campana", "una ficha de Tensión en su hoja")
SKIRMISH = cite("imperial-assault/tension-en-una-escaramuza#r-escaramuza", "cartas de lo alto")
POWER = cite("leyendas/fichas-de-poder#r-8b2475", "dos fichas")

MARKS = {"arrestar": "arrestado", "atar": "atado", "cargar": "cargado", "reventar": "reventado", "destruir": "destruido"}
"""Deeds of a mission that leave a mark on somebody or something, and change nothing else until the mission asks for it."""


class Figure(Model):
    vida: Annotated[int, Field(ge=1, le=200)] = 1
    dano: Natural = 0
    tension: Natural = 0
    resistencia: Natural = 0
    velocidad: Natural = 0
    heroe: bool = False
    herido: bool = False
    derrotada: bool = False
    interrumpida: bool = False
    """A hero that was wounded in its own activation: it is over."""
    estados: tuple[State, ...] = ()
    bando: str = ""
    grupo: str = ""
    rasgos: tuple[str, ...] = ()
    coste: Natural = 0
    descomunal: bool = False
    movil: bool = False
    gran_alcance: bool = False
    sin_recargo: tuple[Literal["terreno", "figuras"], ...] = ()
    """Movement surcharges that it does not pay."""
    ataque: tuple[AttackDie, ...] = ()
    tipo: Literal["cuerpo_a_cuerpo", "a_distancia"] | None = None
    defensa: tuple[DefenseDie, ...] = ()
    capacidades: tuple[str, ...] = ()
    """Surge abilities and keywords, as printed; in Leyendas, the priority list."""
    cartas: dict[str, str] = Field(default_factory=dict)
    """Name and text: compiled, and run at their moment."""
    fichas: dict[Power, Natural] = Field(default_factory=dict)
    elite: bool = False
    unica: bool = False
    nombre: str = ""
    """What its Deployment card calls it («Guardia Real»); without it, its group or its own name."""
    sobre: str | None = None
    fuera: bool = False
    """Not on the board (yet, or any more)."""
    base: Literal["1x1", "1x2", "2x2", "2x3"] = "1x1"
    puntos: Natural = 0
    """Movement points still to spend."""
    acciones: Natural = 0
    activada: bool = False
    ataques: Natural = 0
    """Attacks made in this activation."""
    atacada_por: tuple[str, ...] = ()
    """Figures that have attacked it in this round."""
    movida: bool = False
    """It has left its space in this activation."""
    quieta: bool = False
    """It may move no more in this activation."""
    hechas: tuple[str, ...] = ()
    """Instructions with a name that it has resolved in this activation."""
    anterior: bool = False
    """Whether it resolved the instruction before this one."""
    marcas: tuple[str, ...] = ()
    """What the mission has done to it: «arrestado», «atado»."""
    usadas: tuple[str, ...] = ()
    """Cards with a limit, or exhausted, already used."""


class Object(Model):
    """A token, a crate, a terminal, a door, a place of the mission."""

    tipo: str
    casilla: Spot | None = None
    color: str = ""
    fuera: bool = False
    """Discarded, or not yet on the board."""
    cerrada: bool = True
    """Of a door."""
    lleva: str = ""
    """Who carries it."""
    marcas: tuple[str, ...] = ()
    """What the mission has done to it: «reventado», «cargado»."""


def rebel(figure: Figure) -> bool:
    return figure.heroe or figure.bando in ("rebelde", "rebeldes")


EMPIRE = frozenset({"imperio", "imperial", "imperiales", "mercenario", "mercenarios"})
"""In a campaign Imperial and Mercenary figures are on one side («Afiliación»); in a skirmish each army is by itself."""


def side(figure: Figure, campaign: bool = True) -> str:
    if rebel(figure):
        return "rebelde"
    told = identifier(figure.bando) or "imperio"
    return "imperio" if campaign and told in EMPIRE else told


class Table(Model):
    game: ClassVar[str] = "imperial-assault"
    massive_stay_outside: ClassVar[bool] = True
    strain_heals: ClassVar[bool] = True
    """A hero's strain recovered in excess heals damage."""
    blast_spares_friends: ClassVar[bool] = False
    nobody_decides_for_the_empire: ClassVar[bool] = False
    reinforcements_cost: ClassVar[bool] = True
    """Threat is paid for a figure that comes back."""
    modo: Literal["campana", "escaramuza"] = "campana"
    tablero: str = ""
    interiores: tuple[Spot, ...] = ()
    figuras: dict[str, Figure] = Field(default_factory=dict)
    cartas_de_estado: dict[State, str] = Field(default_factory=dict)
    """What each Condition card says: the rules guide does not print them."""
    activa: str | None = None
    ronda: Natural = 1
    amenaza: Natural = 0
    nivel_de_amenaza: Natural = 0
    objetos: dict[str, Object] = Field(default_factory=dict)
    fichas_de_mesa: dict[str, Natural] = Field(default_factory=dict)
    """Tokens on a card or an area, by what and where: `tension carta_de_despliegue`."""
    opcion: Natural = 0
    """Which option of the mission's event has been chosen."""
    mision: tuple[str, ...] = ()
    """Rules of the mission in their order; a list that a rule announces is the next one."""
    resueltos: tuple[str, ...] = ()
    """Events of the mission that are already resolved, by name."""
    vigentes: tuple[Vigente, ...] = ()
    """Effects that last."""
    usos: tuple[Uso, ...] = ()
    _fight: Fight | None = PrivateAttr(default=None)
    _fought: Fight | None = PrivateAttr(default=None)
    _thrown: dict[str, int] | None = PrivateAttr(default=None)
    _tests: dict[str, int] | None = PrivateAttr(default=None)
    _rolls: tuple[dict[str, object], ...] = PrivateAttr(default=())
    _listed: bool = PrivateAttr(default=False)
    _kept: int = PrivateAttr(default=0)
    _using: tuple[str, ...] = PrivateAttr(default=())
    _board: Board | None = PrivateAttr(default=None)

    def model_post_init(self, _: object) -> None:
        if self.tablero:
            facts = {
                k: f.model_dump(include={"bando", "descomunal", "movil", "sin_recargo", "sobre", "fuera"})
                for k, f in self.figuras.items()
            }
            inside = [square(s) for s in self.interiores]
            board = read_board(self.tablero, facts, inside)
            sides = {k: side(self.figuras.get(k, Figure()), self.modo == "campana") for k in board.figures}
            board = replace(board, figures={k: replace(f, side=sides[k]) for k, f in board.figures.items()})
            # Only in a campaign do massive figures stay outside («Descomunal»).
            self._board = (
                board if self.modo == "campana" and self.massive_stay_outside else replace(board, interior=frozenset())
            )

    @property
    def board(self) -> Board:
        if self._board is None:
            raise PlayError("hace falta dibujar el «tablero»")
        return self._board

    def figure(self, name: str) -> Figure:
        if name in self.figuras:
            return self.figuras[name]
        if self._board is not None and name in self._board.figures:
            return Figure()
        raise PlayError(f"no hay ninguna figura «{name}»; {nearest(name, self.figuras)}")

    def present(self, name: str) -> Figure:
        """A figure that can still do something: neither defeated nor one whose activation has ended with a wound."""
        figure = self.figure(name)
        if figure.derrotada:
            if figure.heroe:
                raise Illegal(f"{name} se ha retirado: no puede activarse ni se usan sus capacidades en la misión", WITHDRAWS)
            raise Illegal(f"{name} ha sido derrotada: se retira del tablero y no hace nada más", GONE)
        if figure.interrumpida:
            raise Illegal(f"{name} cayó en su activación, que terminó de inmediato", ENDS)
        return figure

    @property
    def fight(self) -> Fight | None:
        """The attack in progress."""
        return self._fight

    @property
    def fought(self) -> Fight | None:
        """The attack in progress, or the last one of what is being resolved."""
        return self._fight or self._fought

    @property
    def thrown(self) -> dict[str, int] | None:
        """Results of the dice that an effect itself has rolled."""
        return self._thrown

    @property
    def tests(self) -> dict[str, int]:
        """Successes of each figure in the attribute test that an effect asks for."""
        return self._tests or {}

    @property
    def rolls(self) -> tuple[dict[str, object], ...]:
        """What comes up in the attacks that a list of instructions makes, in order."""
        return self._rolls

    @property
    def listed(self) -> bool:
        """Whether a figure is acting by a list: nobody chooses for it."""
        return self._listed

    def by_list(self, listed: bool, rolls: tuple[dict[str, object], ...] = ()) -> "Table":
        return self._with(listed=listed, rolls=rolls)

    def rolled_one(self) -> "Table":
        return self._with(rolls=self._rolls[1:])

    @property
    def using(self) -> tuple[str, ...]:
        """The abilities being resolved, the last one inside the others."""
        return self._using

    def within(self, *names: str) -> "Table":
        return self._with(using=names)

    def counted(self) -> "Table":
        """The instruction counts as resolved, whether it changed anything or not."""
        return self._with(kept=self._kept + 1)

    def _with(self, **private: object) -> "Table":
        table = self.model_copy()
        for name, value in private.items():
            setattr(table, f"_{name}", value)
        return table

    def fighting(self, fight: Fight | None) -> "Table":
        return self._with(fight=fight)

    def peace(self) -> "Table":
        """The attack is over; what it did is still remembered."""
        return self._with(fight=None, fought=self._fight)

    def throwing(self, results: dict[str, int] | None) -> "Table":
        return self._with(thrown=results)

    def testing(self, name: str, successes: int) -> "Table":
        return self._with(tests={**self.tests, name: successes})

    def fresh(self) -> "Table":
        """Before a new ability: nothing has been rolled, tested or attacked for it."""
        if self._thrown is None and self._tests is None and (self._fought is None or self._fight is not None):
            return self
        return self._with(thrown=None, tests=None, fought=None)

    def put(self, name: str, figure: Figure) -> "Table":
        # Not validated again: private attributes follow, and the board is the same.
        return self.model_copy(update={"figuras": {**self.figuras, name: figure}})

    def change(self, name: str, **fields: object) -> "Table":
        return self.put(name, self.figure(name).model_copy(update=fields))

    def moved(self, name: str, figure: BoardFigure) -> "Table":
        """The figure somewhere else, or on the board for the first time."""
        board = self.board.with_figure(name, figure.squares, figure)
        table = self.change(name, fuera=False, sobre=board.ground(name))
        return table._drawn(board)

    def removed(self, name: str) -> "Table":
        table = self.change(name, fuera=True, sobre=None)
        return table if self._board is None else table._drawn(self._board.without_figure(name))

    def opened(self, edge: Edge) -> "Table":
        return self._drawn(self.board.without_edge(edge))

    def _drawn(self, board: Board) -> "Table":
        table = self.model_copy(update={"tablero": drawn(board)})
        table._board = board
        return table


def square(spot: Spot) -> Square:
    return spot[0] - 1, spot[1] - 1


def spot(where: Square) -> str:
    return f"{where[0] + 1},{where[1] + 1}"


def focused(table: Table, name: str, log: Log, step: str) -> tuple[Table, bool]:
    """Whoever rolls with Concentración adds a green die and loses it: it cannot be saved for later."""
    figure = table.figure(name)
    if "concentracion" not in figure.estados:
        return table, False
    log.say(step, f"{name} añade un dado verde y descarta Concentración", FOCUS, "Concentración")
    return table.change(name, estados=without(figure.estados, "concentracion")), True


def harm(table: Table, name: str, dealt: int, log: Log, step: str = "7b") -> Table:
    figure = table.figure(name)
    if not dealt or figure.derrotada:
        return table
    total = min(figure.vida, figure.dano + dealt)
    figure = figure.model_copy(update={"dano": total})
    if total == figure.vida and figure.heroe and not figure.herido:
        log.say(step, f"{name} queda herido: descarta todo su daño", WOUNDED)
        if figure.tension:
            log.say(
                step,
                f"si la Resistencia del lado herido de {name} no llega a {figure.tension}, descarta la tensión que sobra",
                WOUNDED,
            )
        return _ended(table.put(name, figure.model_copy(update={"dano": 0, "herido": True})), name, log, step)
    if total < figure.vida:
        return table.put(name, figure)
    if figure.heroe:  # healthy heroes have been seen to
        log.say(step, f"{name} ya estaba herido y es derrotado: debe retirarse, y no se activa más en la misión", WITHDRAWS)
    else:
        log.say(step, f"{name} es derrotada", DEFEATED)
    gone = table.put(name, figure.model_copy(update={"derrotada": True, "estados": (), "fichas": {}})).removed(name)
    return _ended(gone, name, log, step)


def _ended(table: Table, name: str, log: Log, step: str) -> Table:
    """Who falls in its own activation has no more of it."""
    if table.activa != name:
        return table
    log.say(step, f"la activación de {name} termina de inmediato", ENDS)
    over = table.figure(name).model_copy(update={"acciones": 0, "puntos": 0, "activada": True, "interrumpida": True})
    return table.put(name, over).model_copy(update={"activa": None})


def strain(table: Table, name: str, points: int, log: Log, step: str = "", discarded: int = 0) -> tuple[Table, int]:
    """Strain beyond the limit of a hero, and all strain of anyone else, is damage; in a skirmish, Command cards spare it."""
    figure = table.figure(name)
    if discarded:
        if table.modo != "escaramuza" or discarded > points:
            raise Illegal("solo en escaramuza, y una carta de Mando por cada punto", SKIRMISH)
        log.say(step, f"se evitan {discarded} descartando cartas de Mando", SKIRMISH)
        points -= discarded
    if points and figure.heroe and table.modo == "campana" and not figure.resistencia:
        raise Pending(f"di la «resistencia» de {name}: de ella depende qué parte de la tensión se sufre como daño")
    room = max(0, figure.resistencia - figure.tension) if figure.heroe and table.modo == "campana" else 0
    kept = min(room, points)
    table = table.put(name, figure.model_copy(update={"tension": figure.tension + kept}))
    log.say(
        step,
        f"{name} sufre {kept} de tensión y {points - kept} de daño por la que no cabe",
        SKIRMISH if table.modo != "campana" else EXCESS if points > kept and figure.heroe else STRAIN,
    )
    return harm(table, name, points - kept, log, step), points - kept


def heal(table: Table, name: str, damage: int, tension: int, log: Log, step: str = "", surplus: bool = True) -> Table:
    """In a campaign, a hero's strain recovered in excess heals damage (not in Leyendas)."""
    figure = table.figure(name)
    extra = max(0, tension - figure.tension) if surplus and figure.heroe and table.modo == "campana" else 0
    now = {"tension": max(0, figure.tension - tension), "dano": max(0, figure.dano - damage - extra)}
    if extra:
        log.say(step, f"{name} se recupera; la tensión sobrante cura {extra} de daño", SURPLUS)
    else:
        what = " y ".join(f"{n} de {w}" for n, w in ((damage, "daño"), (tension, "tensión")) if n) or "nada"
        log.say(step, f"{name} se recupera de {what}", RECOVER)
    return table.put(name, figure.model_copy(update=now))


def condition(table: Table, name: str, state: str, log: Log, step: str = "", effect: str = "", words: str = "") -> Table:
    """A figure has each condition once."""
    figure = table.figure(name)
    if state in figure.estados:
        log.say(step, f"{name} ya tiene {state}: no cambia nada", ONCE, effect, words)
        return table
    log.say(step, f"{name} adquiere {state}", STATE, effect, words)
    return table.put(name, figure.model_copy(update={"estados": (*figure.estados, state)}))


def without(states: tuple[State, ...], state: str) -> tuple[State, ...]:
    return tuple(s for s in states if s != state)
