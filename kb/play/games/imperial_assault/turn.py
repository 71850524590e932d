"""Imperial Assault: activations and rounds, with the cards and conditions that act at their start, during and at their end."""

from typing import Annotated, Any

from pydantic import Field, field_validator

from grammar.game import Step, load_game
from grammar.meaning.effect import Capacidad
from grammar.meaning.values import Cual, Yo
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.imperial_assault import paths
from kb.play.games.imperial_assault.attack import ATTACK_ACTION, attack_action
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.fight import GAME
from kb.play.games.imperial_assault.measure import alive, neutral
from kb.play.games.imperial_assault.moves import STUCK, Move, Rotate, move, rotate
from kb.play.games.imperial_assault.runs import check_known, idle, never_run, report_idle, unused
from kb.play.games.imperial_assault.standing import barred, bonus, end, equipped, in_play, stands, tell_given, unexplained
from kb.play.games.imperial_assault.state import Natural, Table, heal, rebel, square, strain
from kb.play.games.imperial_assault.view import Use, acted, activation, deed, figure_of, going, phase, round_
from kb.play.games.imperial_assault.world import ABILITY
from kb.play.meaning.abilities import Ability as CardAbility
from kb.play.meaning.abilities import abilities_of, refusal
from kb.play.meaning.board import Held
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.queue import stands_only
from kb.play.run import Illegal, Log
from kb.play.validation import Model, nearest, told_by

ONCE = cite("imperial-assault/acciones#r-1d0310", "una vez por activación")
NEUTRAL = cite("imperial-assault/figuras-neutrales#r-9f347e", "No pueden activarse")
EXHAUSTED = cite("imperial-assault/agotar#r-c36404", "agotada")
SECOND = cite("imperial-assault/activacion#r-campana-4", "dos fichas de Activación")
TWO = cite("imperial-assault/acciones#r-954aa2", "dos acciones")
SPEED = cite("imperial-assault/movimiento#r-28c438", "Velocidad")
INTERACTS = cite("imperial-assault/interactuar#r-02b032", "abrir puertas")
REST = cite("imperial-assault/descansar#r-campana", "Resistencia")
LOSE = cite("imperial-assault/puntos-de-movimiento#r-fd17f7", "se pierden")
TRADE = cite("imperial-assault/puntos-de-movimiento#r-campana", "hasta dos veces")
DONE = cite("imperial-assault/activacion#r-0546cf", "se agota")
READY = cite("imperial-assault/preparado#r-cuando", "fase de Estatus")
THREAT = cite("imperial-assault/amenaza#r-4f0a74", "nivel de amenaza")


class Decided(Model):
    usa: dict[str, Told] = Field(default_factory=dict)

    @field_validator("usa", mode="before")
    @classmethod
    def _names(cls, value: Any) -> Any:
        return told_by(value)


class Activate(Decided):
    figura: str


class Finish(Decided):
    figura: str


class Action(Decided):
    """One action of the activation, other than attacking."""

    figura: str
    tipo: str = "otra"
    """mover, descansar, interactuar, otra."""


class Ability(Told):
    figura: str
    carta: str
    usa: bool = True


class Rule(Told):
    """A rule or event of the mission, resolved now."""

    regla: Annotated[int, Field(ge=1)]
    """Its place in «mision»."""
    usa: bool = True


class Walk(Move):
    """Spending movement points that the figure has."""


class Trade(Model):
    figura: str
    veces: Natural = 1


class Round(Decided):
    """The end of a round and the start of the next."""


def _happen(table: Table, told: dict[str, Told], log: Log, *events: Event) -> Table:
    """Something that the sequence brings, with what was decided for cards."""
    check_known(table, told)
    log.decisions = {**log.decisions, **told}
    for event in events:
        table = log.happen(table.fresh(), (event, going(table, event.step)))
    return table


def _step(sequence: str, step_id: str) -> Step:
    game = load_game(GAME)
    rows = game.ronda if sequence == "ronda" else game.secuencias[sequence]
    found = [s for row in rows for s in (row, *row.pasos) if s.id == step_id]
    return found[0]


def _activates(name: str) -> str:
    return f"{name} se activa"


def _again(table: Table, name: str, log: Log) -> None:
    """A second time in a round: only a hero with another Activation token, once all the heroes have had their first. A
    situation that activates a figure itself and then again vouches for whatever lets it, and that is said."""
    here = any(event.texto.startswith(_activates(name)) for event in log.events)
    if not table.figure(name).heroe and here:
        log.say("1", f"{name} ya se había activado en esta ronda: solo puede si algo se lo permite", EXHAUSTED)
        return
    if not table.figure(name).heroe:
        raise Illegal(f"{name} ya se ha activado en esta ronda", EXHAUSTED)
    waiting = [n for n in alive(table) if table.figure(n).heroe and not table.figure(n).activada]
    if waiting:
        raise Illegal(f"{name} no se activa otra vez hasta que se hayan activado todos los Héroes: falta {waiting[0]}", SECOND)
    log.say("1", f"{name} se activa otra vez: se da por hecho que tiene otra ficha de Activación", SECOND)


def activate(table: Table, order: Activate, log: Log) -> tuple[Table, dict[str, Any]]:
    table = equipped(table)
    figure = table.figure(order.figura)
    if figure.derrotada:
        table.present(order.figura)
    if figure.fuera:
        raise Illegal(f"{order.figura} no está en el tablero", TWO)
    if neutral(figure):
        raise Illegal(f"{order.figura} es una figura neutral: no se activa", NEUTRAL)
    if figure.activada:
        _again(table, order.figura, log)
    step = _step("activacion", "comienzo")
    fresh = {
        "acciones": 2,
        "puntos": 0,
        "ataques": 0,
        "quieta": False,
        "movida": False,
        "usadas": (),
        "interrumpida": False,
        "hechas": (),
        "anterior": False,
    }
    table = table.change(order.figura, **fresh).model_copy(update={"activa": order.figura})
    log.say(step.numero, f"{_activates(order.figura)}: dos acciones", TWO)
    unexplained(table, order.figura, log, step.numero)
    table = _happen(table, order.usa, log, activation(table, "comienzo", order.figura, step.numero))
    unused(table, order.usa, log)
    return table, {"acciones": table.figure(order.figura).acciones}


KINDS = ("mover", "descansar", "interactuar", "otra")


def action(table: Table, order: Action, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.present(order.figura)
    step = _step("activacion", "acciones")
    if table.activa == order.figura:
        if not figure.acciones:
            raise Illegal(f"a {order.figura} no le quedan acciones", TWO)
        table = table.change(order.figura, acciones=figure.acciones - 1)
    if order.tipo not in KINDS:
        hint = "el ataque y la acción especial son pasos propios: «ataque» y «capacidad»"
        raise PlayError(f"no se conoce la acción «{order.tipo}»; {nearest(order.tipo, KINDS)} ({hint})")
    if order.tipo == "mover":
        speed = max(0, figure.velocidad + bonus(table, order.figura, "velocidad", log, step.numero))
        points = (
            f"{speed} puntos de movimiento" if speed else "tantos puntos de movimiento como su Velocidad, que no se ha dicho"
        )
        log.say(step.numero, f"{order.figura} gana {points}", SPEED)
        table = table.change(order.figura, puntos=table.figure(order.figura).puntos + speed)
        try:
            barred(table, log, "salir", order.figura)
        except Illegal as error:  # the points are hers all the same
            log.say(step.numero, f"{order.figura} no puede salir de su casilla: {error.reason.splitlines()[0]}", error.rule)
    elif order.tipo == "descansar":
        if not figure.heroe:
            raise Illegal(f"{order.figura} no es un Héroe: no descansa", REST)
        table = heal(table, order.figura, 0, figure.resistencia, log, step.numero, table.strain_heals)
    elif order.tipo == "interactuar":
        barred(table, log, "interactuar", order.figura)
        log.say(step.numero, f"{order.figura} interactúa", TWO)
    else:
        log.say(step.numero, f"{order.figura} hace una acción", TWO)
    table = _after_action(table, order, log, step.numero)
    return table, {"puntos": table.figure(order.figura).puntos, "acciones": table.figure(order.figura).acciones}


def _after_action(table: Table, order: Action, log: Log, step: str) -> Table:
    events = [acted(table, order.figura, order.tipo, step)[0]]
    if order.tipo == "interactuar":
        events.append(deed(table, "despues", "interactuar", {"quien": figure_of(order.figura)}, step)[0])
    table = _happen(table, order.usa, log, *events)
    unused(table, order.usa, log)
    return table


def ability(table: Table, order: Ability, log: Log) -> tuple[Table, dict[str, Any]]:
    """A special action, or a card that is used when one wants: all its costs, then all it does."""
    table.present(order.figura)
    table = equipped(table)
    held = next((h for h in in_play(table) if h.bearer.name == order.figura and h.card == order.carta), None)
    if held is None:
        check_known(table, {order.carta: Told()})
        raise PlayError(f"{order.figura} no puede usar «{order.carta}»: no la tiene")
    if why := refusal(held.text, table.game):
        raise PlayError(f"{order.figura} no puede usar «{order.carta}»: {why}")
    step = _step("activacion", "acciones").numero
    report_idle(table, log, step)
    told = Told.model_validate(order.model_dump(exclude={"figura", "carta"}))
    for one in _at_will(held, table.game):
        before = table.figure(order.figura).acciones
        table = _paid(table, order.figura, one, log, step)
        spent = table.figure(order.figura).acciones < before
        if spent and table.activa == order.figura:
            table = attack_action(table, order.figura, log) if _attacks(one) else table
            table = _once(table, order.figura, f"{SPECIAL} {held.card} {one.place}")
        table = log.happen(table, Use(held, one, step, told))
        if spent:
            table = log.happen(table, acted(table, order.figura, "otra", step))
    return table.fresh(), {"no_ejecutado": idle(table)}


SPECIAL = "acción especial"
LISTED = "acción de la lista"
"""Of an Imperial figure of Leyendas: each action icon of its instructions that it has spent."""


def _once(table: Table, name: str, mark: str) -> Table:
    """Each special action once in an activation."""
    used = table.figure(name).usadas
    if mark in used:
        raise Illegal(f"{name} ya ha usado esa acción especial en su activación", ONCE)
    return table.change(name, usadas=(*used, mark))


def _attacks(one: CardAbility) -> bool:
    """Whether it makes its figure attack."""
    mine = (fact for fact in one.facts() if fact.role("quien") in (None, Yo()))
    return any(f.verb == "atacar" or (f.verb == "realizar" and getattr(f.role("que"), "sort", "") == "ataque") for f in mine)


def _at_will(held: Held, game: str) -> list[CardAbility]:
    """The abilities of a card that are used when one wants: actions, those of an activation, those without a moment."""
    found: list[CardAbility] = []
    for one in abilities_of(held.text, game):
        timed = [m for m in one.moments if not (m.rel == "durante" and m.tiempo is not None)]
        if one.clase == "instrucciones":
            found += [CardAbility(one.place, i, (), (*i.coste, *i.pasos)) for i in one.steps if isinstance(i, Capacidad)]
        elif one.clase != "incremento" and not timed and not stands(one) and not stands_only(one):
            found.append(one)
    if not found:
        raise Illegal(f"«{held.card}» no se usa cuando se quiere: actúa en su momento", ABILITY)
    return found[:1] if found[0].clase != "instruccion" and len(found) > 1 and found[1].clase == "instruccion" else found


def _paid(table: Table, name: str, one: CardAbility, log: Log, step: str) -> Table:
    """Its icons: actions, strain."""
    costs = [value.id for key, value in one.whole.cabecera if key == "coste" and isinstance(value, Cual)]
    times = next((int(v.id) for k, v in one.whole.cabecera if k == "cuantos" and isinstance(v, Cual) and v.id.isdigit()), 1)
    actions = max(sum(c in ACTIONS for c in costs), times if costs and costs[0] in ACTIONS else 0)
    figure = table.figure(name)
    if actions:
        if table.activa == name and figure.acciones < actions:
            raise Illegal(f"hacen falta {actions} acciones y quedan {figure.acciones}", ABILITY)
        log.say(step, f"{name} gasta {actions} acciones", ABILITY)
        table = table.change(name, acciones=max(0, figure.acciones - actions))
    if "tension" in costs:
        if figure.heroe and figure.tension >= figure.resistencia:
            raise Illegal(f"{name} no puede elegir sufrir más tensión que su Resistencia", TRADE)
        table, _ = strain(table, name, times, log, step)
    return table


def resolve_rule(table: Table, order: Rule, log: Log) -> tuple[Table, dict[str, Any]]:
    if order.regla > len(table.mision):
        raise PlayError(f"la misión tiene {len(table.mision)} reglas y no hay una {order.regla}")
    text = table.mision[order.regla - 1]
    if why := refusal(text, table.game):
        raise PlayError(f"no se entiende la regla {order.regla}: {why}")
    empire = next((n for n, f in table.figuras.items() if not rebel(f) and not f.derrotada and not f.fuera), None)
    if empire is None:
        raise Illegal("no queda ninguna figura del bando Imperial que resuelva la regla", ABILITY)
    told = Told.model_validate(order.model_dump(exclude={"regla"}))
    held = Held(figure_of(empire), text, text)
    for line in never_run(text):
        log.say("", f"«{text}» se lee pero no se ejecuta: {line}", ABILITY, text, text)
    for one in abilities_of(text, table.game):
        if not one.moments and one.clase != "instrucciones":
            table = log.happen(table, Use(held, one, "", told))
    return table.fresh(), {}


ACTIONS = frozenset({"accion", "accion_ataque"})


def walk(table: Table, order: Walk, log: Log) -> tuple[Table, dict[str, Any]]:
    """A move that pays with the figure's points where it is activated."""
    table.present(order.figura)
    plain, table = table, equipped(table)
    barred(table, log, "salir", order.figura)
    figure = table.figure(order.figura)
    paying = (table.activa == order.figura or figure.puntos > 0) and order.puntos is None and order.casillas is None
    told = order.model_copy(update={"puntos": figure.puntos}) if paying else order
    top = min(table.board.figure(order.figura).squares)
    start = (top[0] + 1, top[1] + 1)
    table, result = move(table, Move(**told.model_dump()), log)
    if order.casillas is None and _dearer(plain, told, result["puntos"]):
        tell_given(plain, order.figura, frozenset({"terreno", "figuras", "movil"}), log, "")
    table = table.change(order.figura, movida=True)
    if paying:
        table = table.change(order.figura, puntos=table.figure(order.figura).puntos - result["puntos"])
    table = entered(table, order.figura, start, order.camino, log)
    return table, result


def interacts(table: Table, name: str, log: Log) -> Table:
    """Opening a door is interacting, which costs an action of the activation."""
    figure = table.present(name)
    barred(table, log, "interactuar", name)
    if table.activa != name:
        return table
    if not figure.acciones:
        raise Illegal(f"a {name} no le quedan acciones", TWO)
    log.say("2", f"{name} gasta una acción: abrir una puerta es interactuar", INTERACTS)
    return table.change(name, acciones=figure.acciones - 1)


def turn_base(table: Table, order: Rotate, log: Log) -> tuple[Table, dict[str, Any]]:
    """A quarter turn is paid for like a step, and is none where the figure may not move any more."""
    figure = table.present(order.figura)
    if figure.quieta:
        raise Illegal(f"{order.figura} no puede moverse más en esta activación", STUCK)
    table, result = rotate(table, order, log)
    if table.activa != order.figura and not figure.puntos:
        return table, result
    if result["puntos"] > figure.puntos:
        raise Illegal(f"rotar cuesta {result['puntos']} puntos y {order.figura} tiene {figure.puntos}", paths.ROTATE)
    return table.change(order.figura, puntos=figure.puntos - result["puntos"]), result


def _dearer(table: Table, order: Walk, paid: int) -> bool:
    """Whether the same way would cost more, or could not be gone, without what cards make of the figure."""
    try:
        return paths.walk(table.board, order.figura, [square(s) for s in order.camino], order.puntos)[1] > paid
    except paths.Forbidden:
        return True


def entered(table: Table, name: str, start: tuple[int, int], way: tuple[tuple[int, int], ...], log: Log) -> Table:
    """Leaving a space and entering the next, once for each of its way."""
    mine = figure_of(name)
    for before, place in zip((start, *way), way, strict=False):
        roles = {"quien": mine, "de": Ente("casilla", f"{before[0]},{before[1]}", None, name)}
        table = log.happen(table, deed(table, "mientras", "salir", roles, "4"))
        roles = {"quien": mine, "en": Ente("casilla", f"{place[0]},{place[1]}")}
        table = log.happen(table, deed(table, "mientras", "entrar", roles, "4"))
    return table


TRADED = "tension_por_puntos"


def trade(table: Table, order: Trade, log: Log) -> tuple[Table, dict[str, Any]]:
    """A hero suffers strain for movement points, twice an activation at most."""
    figure = table.present(order.figura)
    if not figure.heroe or table.modo != "campana":
        raise Illegal("solo un Héroe, en campaña, cambia tensión por puntos de movimiento", TRADE)
    done = figure.usadas.count(TRADED)
    if done + order.veces > 2:
        raise Illegal(f"{order.figura} solo puede hacerlo dos veces por activación", TRADE)
    if figure.tension + order.veces > figure.resistencia:
        raise Illegal(f"{order.figura} no puede elegir sufrir más tensión que su Resistencia", TRADE)
    table, _ = strain(table, order.figura, order.veces, log, "2")
    table = table.change(order.figura, puntos=figure.puntos + order.veces, usadas=(*figure.usadas, *[TRADED] * order.veces))
    return table, {"puntos": figure.puntos + order.veces}


OF_ACTIVATION = frozenset({TRADED, ATTACK_ACTION, LISTED})
"""Marks of what is counted within one activation."""


def finish(table: Table, order: Finish, log: Log) -> tuple[Table, dict[str, Any]]:
    step = _step("activacion", "final")
    final = activation(table, "final", order.figura, step.numero)
    table = _happen(table, order.usa, log, final, activation(table, "despues", order.figura, step.numero))
    unused(table, order.usa, log)
    log.say(step.numero, f"{order.figura} pierde las acciones y los puntos que le queden", LOSE)
    log.say(_step("activacion", "agotar").numero, f"{order.figura} se agota", DONE)
    kept = tuple(c for c in table.figure(order.figura).usadas if c not in OF_ACTIVATION and not c.startswith(SPECIAL))
    table = table.change(order.figura, acciones=0, puntos=0, activada=True, quieta=False, usadas=kept)
    return end(table.model_copy(update={"activa": None}), "activacion"), {}


def next_round(table: Table, order: Round, log: Log) -> tuple[Table, dict[str, Any]]:
    """The status phase: threat, readying, effects of the end of the round; then those of the next one's start."""
    last = _step("ronda", "efectos_de_final_de_ronda")
    if table.modo == "campana":
        threat = min(20, table.amenaza + table.nivel_de_amenaza)
        log.say("1", f"la amenaza sube a {threat}", THREAT)
        table = table.model_copy(update={"amenaza": threat})
    log.say("2", "se preparan las cartas y las fichas de Activación", READY)
    for name in table.figuras:
        table = table.change(name, activada=False, interrumpida=False)
    table = _happen(table, order.usa, log, phase("durante", "fase_de_estatus", last.numero), round_("final", last.numero))
    for name in table.figuras:
        table = table.change(name, usadas=(), atacada_por=())
    table = end(table.model_copy(update={"ronda": table.ronda + 1}), "ronda")
    table = _happen(table, order.usa, log, round_("comienzo", "1"))
    unused(table, order.usa, log)
    return table, {"ronda": table.ronda, "amenaza": table.amenaza}


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
