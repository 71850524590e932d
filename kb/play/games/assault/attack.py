"""Imperial Assault: an attack, step by step as juego.toml orders it, with each card acting in its window."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from grammar.game import Step, load_game
from kb.play import grid
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.assault.after import follow
from kb.play.games.assault.cards import Ability, read_card
from kb.play.games.assault.play import Cards, Held, barred, equipped, keywords, run_clause, unexplained
from kb.play.games.assault.scene import (
    ATTACK_ICONS,
    DEFENSE_ICONS,
    FACES,
    GAME,
    Die,
    Fight,
    Scene,
    Told,
)
from kb.play.games.assault.state import AttackDie, Natural, Power, Table, harm, without
from kb.play.odds import imperial_assault as odds
from kb.play.run import Illegal, Log
from kb.play.validation import Model, told_by

DECLARE = cite("imperial-assault/pasos-de-un-ataque#r-declarar", "Declarar objetivo")
FRIEND = cite("imperial-assault/situaciones-especiales-relacionadas-con-ataques#r-33d0c3", "figura amiga")
ROLL = cite("imperial-assault/pasos-de-un-ataque#r-tirar-los", "a la vez")
MODIFY = cite("imperial-assault/pasos-de-un-ataque#r-aplicar", "evadir")
SPEND = cite("imperial-assault/pasos-de-un-ataque#r-gastar", "puede gastar sus [incremento]")
ONCE_EACH = cite("imperial-assault/incrementos#r-ea666c", "una vez por ataque")
REST = cite("imperial-assault/incrementos#r-campana", "recuperarse de 1")
ACCURACY = cite("imperial-assault/pasos-de-un-ataque#r-determinar", "precisión")
HURT = cite("imperial-assault/pasos-de-un-ataque#r-calcular-dano", "bloqueo")
DODGE = cite("imperial-assault/fallar#r-cc0fff", "esquivar")
FOCUS = cite("imperial-assault/concentracion#r-99ef2e", "dado verde")
ONE_ACTION = cite("imperial-assault/acciones#r-81c6da", "una acción por activación")
POWER = cite("leyendas/fichas-de-poder#r-00aac8", "gasta todas")
LIST = cite("leyendas/gastar-incrementos#r-067e5e", "desde arriba")
VAIN = cite("leyendas/gastar-incrementos#r-87a005", "no tendría efecto")
HERO_SURGE = "[incremento]: Recuperación 1 [tensión]"
EARLY = "antes_"
LATE = frozenset({"aplicar_modificadores", "tras_resolver_el_ataque"})
"""Steps whose own rule comes once the cards have acted: evades cancel last, keywords wait for the end."""
Face = Annotated[int, Field(ge=1, le=6)]
Results = dict[Literal["dano", "incremento", "precision"], Natural]
DefenseResults = dict[Literal["bloqueo", "evadir", "esquivar"], Natural]


class Attack(Model):
    atacante: str
    defensor: str
    tipo: Literal["cuerpo_a_cuerpo", "a_distancia"] | None = None
    distancia: Natural | None = None
    """Squares, where there is no board."""
    dados: tuple[AttackDie, ...] | None = None
    """Without them, those of the figure."""
    ataque: tuple[Face, ...] | None = None
    """Face of each die, 1 to 6 in the order of juego.toml; or `resultados`."""
    resultados: Results | None = None
    defensa: tuple[Face, ...] | None = None
    resultados_de_defensa: DefenseResults | None = None
    capacidades: tuple[str, ...] = ()
    gasta: tuple[str, ...] | None = None
    """Surge abilities it spends on, as written or by the name of the card."""
    palabras_clave: tuple[str, ...] = ()
    usa: dict[str, Told] = Field(default_factory=dict)
    fichas: dict[str, tuple[Power, ...]] = Field(default_factory=dict)
    """Power tokens that each side spends."""
    tajo_a: str | None = None
    prioridad: bool = False
    """Leyendas: the list is a priority and nobody chooses."""
    accion: bool = True
    """Whether it is an action of the activation in progress."""

    @field_validator("usa", mode="before")
    @classmethod
    def _names(cls, value: Any) -> Any:
        return told_by(value)


class Battle:
    """The attack in progress: what each step of the sequence does with it."""

    def __init__(self, table: Table, order: Attack, log: Log) -> None:
        self.table, self.order, self.log = table, order, log
        attacker = table.figure(order.atacante)
        kind = order.tipo or attacker.tipo
        if kind is None:
            raise PlayError(f"falta el «tipo» del ataque de {order.atacante}")
        target = table.figure(order.defensor)
        dice = order.dados if order.dados is not None else attacker.ataque
        self.fight = Fight(order.atacante, order.defensor, kind, None)
        self.fight.attack_colours, self.fight.defense_colours = list(dice), list(target.defensa)
        self.cards = Cards(table, log, order.usa, self.fight)
        self.cards.held += [held for text in self._printed() for held in self._lines(text)]
        self.cards.first(order.atacante)
        self.spent: list[str] = []
        self.left = 0

    def _printed(self) -> tuple[str, ...]:
        figure = self.table.figure(self.order.atacante)
        return (*self.order.palabras_clave, *self.order.capacidades, *figure.capacidades)

    def _lines(self, text: str) -> list[Held]:
        """A printed line of the attacker: a keyword that always counts, or a surge ability."""
        card = read_card(text, self.table.game)
        if card.unread:
            raise PlayError(f"no se entiende «{text}»; se espera p. ej. «[incremento]: +1 [daño]» o «Perforante 2»")
        if card.refused:
            self.cards.idle[text] = card.refused
        owner = self.order.atacante
        return [
            Held(owner, text, text, a, Scene(self.table, self.log, owner, text, text, fight=self.fight)) for a in card.abilities
        ]

    # --- the sequence ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        for step in load_game(GAME).ataque:
            self._step(step)

    def _step(self, step: Step) -> None:
        core = CORE.get(step.id)
        windows = () if step.pasos else step.ventanas
        for window in windows:
            if window.startswith(EARLY):
                self._open(window, step.numero)
        if core is not None and step.id not in LATE:
            core(self, step.numero)
        for window in windows:
            if not window.startswith(EARLY) and window != "al_ser_derrotada":
                self._open(window, step.numero)
        if core is not None and step.id in LATE:
            core(self, step.numero)
        for inner in step.pasos:
            self._step(inner)

    def _open(self, window: str, step: str, acting: str | None = None) -> None:
        self.cards.table = self.table
        self.cards.open(window, step, acting or self.order.atacante)
        self.table = self.cards.table

    # --- 1: the target ------------------------------------------------------------------------------------------------------

    def declare(self, step: str) -> None:
        order, fight, name = self.order, self.fight, self.order.atacante
        self._enemy()
        barred(self.table, self.log, "atacar", name, order.defensor)
        fight.distance = self._distance()
        if self.table.tablero:
            fight.target = self.table.board.figure(order.defensor).squares
        self.log.say(step, f"{name} declara como objetivo a {order.defensor}", DECLARE)
        for who in (name, order.defensor):
            unexplained(self.table, who, self.log, step)
        figure = self.table.figure(name)
        if "concentracion" in figure.estados:
            fight.attack_colours.append("verde")
            self.table = self.table.change(name, estados=without(figure.estados, "concentracion"))
            self.log.say(step, f"{name} añade un dado verde y descarta Concentración", FOCUS, "Concentración")
        self._tokens(step)

    def _enemy(self) -> None:
        """Where both sides are told, the target is of the other one; nobody attacks itself or who is out."""
        mine, theirs = self.table.present(self.order.atacante), self.table.figure(self.order.defensor)
        if self.order.atacante == self.order.defensor or (mine.bando and mine.bando == theirs.bando):
            raise Illegal(f"{self.order.defensor} no es una figura enemiga de {self.order.atacante}", FRIEND)
        for name, figure in ((self.order.atacante, mine), (self.order.defensor, theirs)):
            if figure.derrotada or figure.fuera:
                raise Illegal(f"{name} no está en el tablero", DECLARE)

    def _distance(self) -> int | None:
        """Checks the target and gives the squares to it; None in melee without a board."""
        order, fight, table = self.order, self.fight, self.table
        melee = fight.kind == "cuerpo_a_cuerpo"
        if not table.tablero:
            return order.distancia if melee else (order.distancia or 1)
        board = table.board
        a, b = board.figure(order.atacante), board.figure(order.defensor)
        squares = grid.distance(board, a.squares, b.squares)
        seen = fight.no_sight or grid.sees(board, a, b, fight.see_through)
        if melee:
            far = squares is not None and squares <= 2 and seen
            if not grid.figures_adjacent(board, a, b) and not (far and "gran_alcance" in keywords(table, order.atacante)):
                raise Illegal(f"{order.defensor} no está adyacente a {order.atacante}", DECLARE)
        elif not seen:
            raise Illegal(f"{order.atacante} no tiene línea de visión hasta {order.defensor}", grid.SIGHT)
        return squares if squares is not None else 100

    def _tokens(self, step: str) -> None:
        """Power tokens: an Imperial figure of Leyendas spends all that serve; the others, those they want."""
        for name, kinds in ((self.order.atacante, ("dano", "incremento")), (self.order.defensor, ("bloqueo", "evadir"))):
            figure = self.table.figure(name)
            have: dict[str, int] = {k: n for k, n in figure.fichas.items() if k in kinds and n}
            if not have:
                continue
            forced = self.table.nobody_decides_for_the_empire and not figure.heroe and figure.bando != "rebelde"
            spent = dict(have) if forced else {k: self.order.fichas.get(name, ()).count(k) for k in have}
            if any(n > have[k] for k, n in spent.items()):
                raise Illegal(f"{name} no tiene tantas fichas de Poder", POWER)
            if not any(spent.values()):
                self.log.offer(name, step, f"puedes gastar fichas de Poder: {', '.join(have)}")
                continue
            for kind, n in spent.items():
                self.fight.mods[kind] += n
                self.log.say(step, f"{name} gasta {n} fichas de Poder de {kind}", POWER)
            left: dict[str, int] = {k: n - spent.get(k, 0) for k, n in figure.fichas.items()}
            self.table = self.table.change(name, fichas=left)

    # --- 2 to 4: dice and results -------------------------------------------------------------------------------------------

    def roll(self, step: str) -> None:
        fight, order = self.fight, self.order
        for told, faces, colours, pool, what in (
            (order.resultados, order.ataque, fight.attack_colours, fight.attack, "ataque"),
            (order.resultados_de_defensa, order.defensa, fight.defense_colours, fight.defense, "defensa"),
        ):
            if told is not None:
                fight.totals.update({str(icon): n for icon, n in told.items()})
                continue
            given = [str(f) for f in faces] if faces is not None else None
            shown = self.log.roll(given, len(colours), FACES, f"los dados de {what}")
            pool += [Die(colour, int(face)) for colour, face in zip(colours, shown, strict=True)]
        sides = (f"ataque {self._named(ATTACK_ICONS)}", f"defensa {self._named(DEFENSE_ICONS)}")
        self.log.say(step, "; ".join(sides), ROLL)

    def _named(self, icons: tuple[str, ...]) -> str:
        return ", ".join(f"{n} {icon}" for icon in icons if (n := self.fight.rolled(icon))) or "nada"

    def cancel(self, step: str) -> None:
        self.left = max(0, self.fight.count("incremento") - self.fight.count("evadir"))
        self.log.say(step, f"quedan {self.left} incrementos tras cancelar con evadir", MODIFY)

    # --- 5: surges ----------------------------------------------------------------------------------------------------------

    def spend(self, step: str) -> None:
        abilities = self._surges()
        if self.order.prioridad:
            self._by_list(abilities, step)
            return
        if self.order.gasta is None:
            for name, held in abilities.items():
                if held.ability.surges <= self.left:
                    self.log.offer(self.order.atacante, step, f"puedes gastar {held.ability.surges} incrementos en «{name}»")
            return
        for name in self.order.gasta:
            if name not in abilities:
                raise PlayError(f"«{name}» no está entre las capacidades")
            if self.order.gasta.count(name) > 1:
                raise Illegal(f"«{name}» sólo se puede usar una vez por ataque", ONCE_EACH)
        if sum(abilities[name].ability.surges for name in self.order.gasta) > self.left:
            raise Illegal(f"sólo hay {self.left} incrementos que gastar", SPEND)
        for name in self.order.gasta:
            self._buy(name, abilities[name], step)

    def _surges(self) -> dict[str, Held]:
        """Surge abilities of the attacker, by name of card or as printed; a hero of a campaign may always rest."""
        mine = {h.card: h for h in self.cards.held if h.owner == self.order.atacante and h.ability.surges}
        if self.table.figure(self.order.atacante).heroe and self.table.modo == "campana":
            mine.setdefault(HERO_SURGE, self._lines(HERO_SURGE)[0])
        return mine

    def _buy(self, name: str, held: Held, step: str) -> None:
        self.spent.append(name)
        self.left -= held.ability.surges
        self.log.say(step, f"{held.owner} gasta {held.ability.surges} incrementos", SPEND, name, held.text)
        held.scene.table, held.scene.step, held.used = self.table, step, True
        for clause in held.ability.clauses:
            run_clause(held, clause, self.cards)
        self.table = held.scene.table

    def _by_list(self, abilities: dict[str, Held], step: str) -> None:
        """Leyendas: the first ability of the list that is unused, payable and of some effect; then from the top again."""
        listed = {name: held for name, held in abilities.items() if name != HERO_SURGE}
        passed: set[str] = set()
        while True:
            for name, held in listed.items():
                if name in self.spent or held.ability.surges > self.left:
                    continue
                if not self._does_something(name, held.ability):
                    if name not in passed:
                        self.log.say("3", f"se omite «{name}»: no tendría efecto", VAIN, name, held.text)
                        passed.add(name)
                    continue
                self.log.say("3", f"gasta {held.ability.surges} incrementos en «{name}»", LIST, name, held.text)
                self._buy(name, held, "3")
                break
            else:
                return

    def _does_something(self, name: str, ability: Ability) -> bool:
        gain = odds.read_ability(self._text(name))
        before = self._damage()
        if gain.accuracy and self._short():
            return True
        after = self._damage(gain.damage, gain.pierce, gain.accuracy)
        return after > before or (bool(gain.after) and before > 0)

    def _text(self, name: str) -> str:
        return next(h.text for h in self.cards.held if h.card == name)

    # --- 6 and 7: accuracy, damage, what follows ------------------------------------------------------------------------------

    def _short(self, extra: int = 0) -> bool:
        fight = self.fight
        if fight.kind != "a_distancia" or fight.no_accuracy:
            return False
        return fight.count("precision") + extra < max(1, fight.distance or 1)

    def _damage(self, damage: int = 0, pierce: int = 0, accuracy: int = 0) -> int:
        fight = self.fight
        if fight.count("esquivar") or self._short(accuracy):
            return 0
        stopped = max(0, fight.count("bloqueo") - fight.mods["perforante"] - pierce)
        return max(0, fight.count("dano") + damage - stopped)

    def aim(self, step: str) -> None:
        dodged = self.fight.count("esquivar") > 0
        self.fight.missed = dodged or self._short()
        if self.fight.missed:
            self.log.say(step, "el ataque falla", DODGE if dodged else ACCURACY)

    def add_up(self, step: str) -> None:
        self.fight.dealt = self._damage()

    def hurt(self, step: str) -> None:
        name, dealt = self.order.defensor, self.fight.dealt
        if not self.fight.missed:
            self.log.say("7", f"{name} sufre {dealt} de daño tras restar el bloqueo", HURT)
        figure = self.table.figure(name)
        self.fight.resolved = True
        if dealt and figure.dano + dealt >= figure.vida:
            self._open("al_ser_derrotada", step, name)
        self.table = harm(self.table, name, dealt, self.log, step)

    def after(self, step: str) -> None:
        for keyword in self.fight.after:
            self.table = follow(self.table, self.fight, keyword, self.order.tajo_a, self.log, step)
        self.fight.after.clear()


CORE: dict[str, Callable[[Battle, str], None]] = {
    "declarar_objetivo": Battle.declare,
    "tirar_los_dados": Battle.roll,
    "aplicar_modificadores": Battle.cancel,
    "gastar_incrementos": Battle.spend,
    "determinar_precision": Battle.aim,
    "restar_bloqueo": Battle.add_up,
    "sufrir_dano": Battle.hurt,
    "tras_resolver_el_ataque": Battle.after,
}


def fought(table: Table, order: Attack, log: Log, extra: Iterable[Held] = ()) -> Battle:
    """A whole attack; `extra` are sentences that only count in this one."""
    battle = Battle(_action(equipped(table), order, log), order, log)
    for held in extra:
        held.scene.fight = battle.fight
        battle.cards.held.append(held)
    battle.run()
    battle.cards.unused()
    battle.cards.report_idle("7c")
    attacker = battle.table.figure(order.atacante)
    battle.table = battle.table.change(order.atacante, ataques=attacker.ataques + 1)
    target = battle.table.figure(order.defensor)
    battle.table = battle.table.change(order.defensor, atacada_por=(*target.atacada_por, order.atacante))
    return battle


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    battle = fought(table, order, log)
    surges = battle.left + sum(h.ability.surges for name, h in battle._surges().items() if name in battle.spent)
    return battle.table, {
        "falla": battle.fight.missed,
        "dano": battle.fight.dealt,
        "incrementos": surges,
        "incrementos_perdidos": battle.left,
        "gastado": battle.spent,
        "usadas": battle.cards.used,
        "no_ejecutado": sorted(battle.cards.idle),
    }


def _action(table: Table, order: Attack, log: Log) -> Table:
    """During its activation it costs an action, and only a hero may attack twice."""
    figure = table.figure(order.atacante)
    if table.activa != order.atacante or not order.accion:
        return table
    if not figure.acciones:
        raise Illegal(f"a {order.atacante} no le quedan acciones", ONE_ACTION)
    if figure.ataques and not figure.heroe:
        raise Illegal(f"{order.atacante} ya ha atacado en esta activación", ONE_ACTION)
    return table.change(order.atacante, acciones=figure.acciones - 1)
