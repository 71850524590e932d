"""Imperial Assault: an attack, step by step as juego.toml orders it, with each card acting in its window."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from grammar.game import Step, load_game
from grammar.meaning.values import Cosa, Hecho
from kb.play import grid
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.after import follow
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.fight import ATTACK_ICONS, DEFENSE_ICONS, FACES, GAME, Die, Fight
from kb.play.games.imperial_assault.measure import SIGHT, friends, neutral
from kb.play.games.imperial_assault.standing import barred, end, equipped, in_play, keywords, permitted, tell_given, unexplained
from kb.play.games.imperial_assault.state import AttackDie, Natural, Power, Table, focused
from kb.play.games.imperial_assault.view import Use, fighting, figure_of, over_with, window
from kb.play.games.imperial_assault.wounds import hurt
from kb.play.meaning.abilities import Ability, abilities_of, refusal
from kb.play.meaning.board import Held
from kb.play.meaning.conditions import known_as
from kb.play.meaning.scene import Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Log
from kb.play.validation import Model, told_by

VALID = cite("imperial-assault/pasos-de-un-ataque#r-7b35f2", "una figura enemiga adyacente")
DECLARE = cite("imperial-assault/pasos-de-un-ataque#r-declarar", "Declarar objetivo")
NEUTRAL = cite("imperial-assault/figuras-neutrales#r-f15842", "ser objetivo de ataques")
FRIEND = cite("imperial-assault/situaciones-especiales-relacionadas-con-ataques#r-33d0c3", "figura amiga")
ROLL = cite("imperial-assault/pasos-de-un-ataque#r-tirar-los", "a la vez")
MODIFY = cite("imperial-assault/pasos-de-un-ataque#r-aplicar", "evadir")
SPEND = cite("imperial-assault/pasos-de-un-ataque#r-gastar", "puede gastar sus [incremento]")
ONCE_EACH = cite("imperial-assault/incrementos#r-ea666c", "una vez por ataque")
REST = cite("imperial-assault/incrementos#r-campana", "recuperarse de 1")
ACCURACY = cite("imperial-assault/pasos-de-un-ataque#r-determinar", "precisión")
HURT = cite("imperial-assault/pasos-de-un-ataque#r-calcular-dano", "bloqueo")
DODGE = cite("imperial-assault/fallar#r-cc0fff", "esquivar")
TWO = cite("imperial-assault/acciones#r-954aa2", "dos acciones")
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


def summed(words: Sequence[str]) -> Iterator[str]:
    """The same keyword told twice counts twice («Perforante»): its number is as much greater."""
    for text, n in Counter(words).items():
        number = re.search(r"\d+", text)
        yield text.replace(number[0], str(int(number[0]) * n), 1) if number and n > 1 else text


class Battle:
    """The attack in progress: what each step of the sequence does with it."""

    def __init__(self, table: Table, order: Attack, log: Log) -> None:
        attacker = table.figure(order.atacante)
        kind = order.tipo or attacker.tipo
        if kind is None:
            raise PlayError(f"falta el «tipo» del ataque de {order.atacante}")
        for text in (*order.palabras_clave, *order.capacidades):
            if refusal(text, table.game):
                raise PlayError(f"no se entiende «{text}»; se espera p. ej. «[incremento]: +1 [daño]» o «Perforante 2»")
        dice = order.dados if order.dados is not None else attacker.ataque
        fight = Fight(order.atacante, order.defensor, kind, attack_colours=tuple(dice),
                      defense_colours=tuple(table.figure(order.defensor).defensa))  # fmt: skip
        self.printed = attacker.capacidades
        lines = tuple(dict.fromkeys((*summed(order.palabras_clave), *order.capacidades, *attacker.capacidades)))
        self.table = table.change(order.atacante, capacidades=lines).fighting(fight)
        self.order, self.log = order, log
        self.spent: list[str] = []
        self.left = self.paid = 0
        self.granted = False
        self.taken = dict(log.taken)

    @property
    def fight(self) -> Fight:
        fight = self.table.fought
        assert fight is not None
        return fight

    @fight.setter
    def fight(self, fight: Fight) -> None:
        self.table = self.table.fighting(fight)

    def used(self) -> list[str]:
        """Cards that have acted in it, in order."""
        return list(dict.fromkeys(key[1] for key, n in self.log.taken.items() if n > self.taken.get(key, 0)))

    # --- the sequence ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        for step in load_game(GAME).ataque:
            self._step(step)

    def _step(self, step: Step) -> None:
        core = CORE.get(step.id)
        windows = () if step.pasos else step.ventanas
        for name in windows:
            if name.startswith(EARLY):
                self._open(name, step.numero)
        if core is not None and step.id not in LATE:
            core(self, step.numero)
        for name in windows:
            if not name.startswith(EARLY):
                self._open(name, step.numero)
        if core is not None and step.id in LATE:
            core(self, step.numero)
        for inner in step.pasos:
            self._step(inner)

    def _open(self, name: str, step: str) -> None:
        """What waits for this window acts: abilities, what was put off until now, what holds always."""
        self.fight = self.fight.but(window=name)
        for rel, verb in MOMENTS.get(name, ()):
            self.table = self.log.happen(self.table, fighting(self.table, rel, verb, step))
        if name == "tras_resolver_el_ataque":
            self.table = self.log.happen(self.table, over_with(self.table, step))
        elif name in WHILE:
            self.table = self.log.happen(self.table, *window(self.table, step))

    # --- 1: the target ------------------------------------------------------------------------------------------------------

    def declare(self, step: str) -> None:
        order, name = self.order, self.order.atacante
        self._enemy()
        barred(self.table, self.log, "atacar", name, order.defensor)
        self.fight = self.fight.but(distance=self._distance())
        if self.table.tablero:
            self.fight = self.fight.but(target=self.table.board.figure(order.defensor).squares)
        self.log.say(step, f"{name} declara como objetivo a {order.defensor}", DECLARE)
        for who in (name, order.defensor):
            unexplained(self.table, who, self.log, step)
        self.table, more = focused(self.table, name, self.log, step)
        if more:
            self.fight = self.fight.but(attack_colours=(*self.fight.attack_colours, "verde"))
        self._tokens(step)

    def _enemy(self) -> None:
        """Where both sides are told, the target is of the other one; nobody attacks itself or who is out."""
        mine, theirs = self.table.present(self.order.atacante), self.table.figure(self.order.defensor)
        known = all(figure.bando or figure.heroe for figure in (mine, theirs))
        allied = known and friends(self.table, self.order.atacante, self.order.defensor) and not self.granted
        if neutral(theirs) and not self.granted:
            raise Illegal(f"{self.order.defensor} es una figura neutral: no puede ser objetivo", NEUTRAL)
        if self.order.atacante == self.order.defensor or allied:
            raise Illegal(f"{self.order.defensor} no es una figura enemiga de {self.order.atacante}", FRIEND)
        for name, figure in ((self.order.atacante, mine), (self.order.defensor, theirs)):
            if figure.derrotada or figure.fuera:
                raise Illegal(f"{name} no está en el tablero", DECLARE)

    def _distance(self) -> int | None:
        """Checks the target and gives the squares to it; None in melee without a board."""
        order, fight, table = self.order, self.fight, self.table
        melee = fight.kind == "cuerpo_a_cuerpo"
        if not table.tablero:
            if melee and (order.distancia or 1) > (2 if "gran_alcance" in keywords(table, order.atacante) else 1):
                raise Illegal(f"{order.defensor} está a {order.distancia} casillas: no se le ataca cuerpo a cuerpo", VALID)
            return order.distancia if melee else (order.distancia or 1)
        board = table.board
        a, b = board.figure(order.atacante), board.figure(order.defensor)
        squares = grid.distance(board, a.squares, b.squares)
        seen = fight.no_sight or grid.sees(board, a, b, fight.see_through)
        if melee:
            far = squares is not None and squares <= 2 and seen
            if not grid.figures_adjacent(board, a, b):
                if not far or "gran_alcance" not in keywords(table, order.atacante):
                    raise Illegal(f"{order.defensor} no está adyacente a {order.atacante}", VALID)
                tell_given(table, order.atacante, frozenset({"gran_alcance"}), self.log, "1")
        elif not seen:
            raise Illegal(f"{order.atacante} no tiene línea de visión hasta {order.defensor}", SIGHT)
        return squares if squares is not None else 100

    def _tokens(self, step: str) -> None:
        """Power tokens: an Imperial figure of Leyendas spends all that serve; the others, those they want."""
        for name, told in self.order.fichas.items():
            if any(told.count(kind) > self.table.figure(name).fichas.get(kind, 0) for kind in told):
                raise Illegal(f"{name} no tiene tantas fichas de Poder", POWER)
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
                self.fight = self.fight.modified(kind, n)
                self.log.say(step, f"{name} gasta {n} fichas de Poder de {kind}", POWER)
            left: dict[str, int] = {k: n - spent.get(k, 0) for k, n in figure.fichas.items()}
            self.table = self.table.change(name, fichas=left)

    # --- 2 to 4: dice and results -------------------------------------------------------------------------------------------

    def roll(self, step: str) -> None:
        order = self.order
        for told, faces, what in (
            (order.resultados, order.ataque, "ataque"),
            (order.resultados_de_defensa, order.defensa, "defensa"),
        ):
            fight = self.fight
            if told is not None:
                self.fight = fight.but(totals={**fight.totals, **{str(icon): n for icon, n in told.items()}})
                continue
            colours = fight.colours(what)
            given = [str(f) for f in faces] if faces is not None else None
            shown = self.log.roll(given, len(colours), FACES, f"los dados de {what}")
            dice = tuple(Die(colour, int(face)) for colour, face in zip(colours, shown, strict=True))
            self.fight = fight.with_pool(what, dice)
        sides = (f"ataque {self._named(ATTACK_ICONS)}", f"defensa {self._named(DEFENSE_ICONS)}")
        self.log.say(step, "; ".join(sides), ROLL)

    def _named(self, icons: tuple[str, ...]) -> str:
        return ", ".join(f"{n} {icon}" for icon in icons if (n := self.fight.rolled(icon))) or "nada"

    def cancel(self, step: str) -> None:
        self.left = max(0, self.fight.count("incremento") - self.fight.count("evadir"))
        self.log.say(step, f"quedan {self.left} incrementos tras cancelar con evadir", MODIFY)

    # --- 5: surges ----------------------------------------------------------------------------------------------------------

    def spend(self, step: str) -> None:
        self.fight = self.fight.but(window="gastar_incremento")
        abilities = self.surges()
        if self.fight.no_surges:
            self.log.say(step, "este ataque no puede gastar incrementos", SPEND)
            return
        if self.order.prioridad:
            self._by_list(abilities, step)
            return
        used = tuple(name for name in self.order.usa if name in abilities)  # to use a surge ability is to spend on it
        self.log.asked.update(used)
        told = used or None if self.order.gasta is None else self.order.gasta
        if told is None:
            for name, (_, ability) in abilities.items():
                if cost_of(ability) <= self.left:
                    self.log.offer(self.order.atacante, step, f"puedes gastar {cost_of(ability)} incrementos en «{name}»")
            return
        for name in told:
            if name not in abilities:
                raise PlayError(f"«{name}» no está entre las capacidades")
            if told.count(name) > 1 and not self._twice(name, step):
                raise Illegal(f"«{name}» solo se puede usar una vez por ataque", ONCE_EACH)
        if sum(cost_of(abilities[name][1]) for name in told) > self.left:
            raise Illegal(f"solo hay {self.left} incrementos que gastar", SPEND)
        for name in told:
            self._buy(name, abilities[name], step)

    def _twice(self, name: str, step: str) -> bool:
        for scene, _ in permitted(self.table, self.order.atacante, "activar"):
            self.log.say(step, f"«{name}» se usa dos veces por «{scene.card}»", ONCE_EACH, scene.card, scene.words)
            return self.order.gasta is not None and self.order.gasta.count(name) <= 2
        return False

    def surges(self) -> dict[str, tuple[Held, Ability]]:
        """Surge abilities of the attacker, by name of card or as printed; a hero of a campaign may always rest."""
        mine = self.order.atacante
        found = {
            held.card: (held, ability)
            for held in in_play(self.table)
            if held.bearer.name == mine and not refusal(held.text, self.table.game)
            for ability in abilities_of(held.text, self.table.game)
            if ability.clase == "incremento"
        }
        for scene, fact in permitted(self.table, mine, "usar"):
            found |= self._lent(scene, fact)
        if self.table.figure(mine).heroe and self.table.modo == "campana":
            rest = Held(figure_of(mine), HERO_SURGE, HERO_SURGE)
            found.setdefault(HERO_SURGE, (rest, abilities_of(HERO_SURGE, self.table.game)[0]))
        return found

    def _lent(self, scene: Scene, fact: Hecho) -> dict[str, tuple[Held, Ability]]:
        """Surge abilities of somebody else that a card lets it use."""
        what = fact.role("que")
        owner = stuff(what).of if isinstance(what, Cosa) else None
        names = {ente.name for ente in known_as(scene, owner) or ()}
        lent = {
            held.card: (Held(figure_of(self.order.atacante), held.card, held.text), ability)
            for held in in_play(self.table)
            if held.bearer.name in names and not refusal(held.text, self.table.game)
            for ability in abilities_of(held.text, self.table.game)
            if ability.clase == "incremento"
        }
        if lent:
            self.log.say(
                "5", f"puede usar los incrementos de {', '.join(names)} por «{scene.card}»", SPEND, scene.card, scene.words
            )
        return lent

    def _buy(self, name: str, surge: tuple[Held, Ability], step: str) -> None:
        held, ability = surge
        self.spent.append(name)
        self.left -= cost_of(ability)
        self.paid += cost_of(ability)
        self.log.say(step, f"{held.bearer.name} gasta {cost_of(ability)} incrementos", SPEND, name, held.text)
        self.table = self.log.happen(self.table, Use(held, ability, step, self.order.usa.get(name)))

    def _by_list(self, abilities: dict[str, tuple[Held, Ability]], step: str) -> None:
        """Leyendas: the first ability of the list that is unused, payable and of some effect; then from the top again."""
        listed = {name: surge for name, surge in abilities.items() if name != HERO_SURGE}
        passed: set[str] = set()
        while True:
            for name, surge in listed.items():
                if name in self.spent or cost_of(surge[1]) > self.left:
                    continue
                if not self._does_something(surge, step):
                    if name not in passed:
                        self.log.say("3", f"se omite «{name}»: no tendría efecto", VAIN, name, surge[0].text)
                        passed.add(name)
                    continue
                self.log.say("3", f"gasta {cost_of(surge[1])} incrementos en «{name}»", LIST, name, surge[0].text)
                self._buy(name, surge, "3")
                break
            else:
                return

    def _does_something(self, surge: tuple[Held, Ability], step: str) -> bool:
        """Tried on scrap paper: more damage, accuracy that was short, something that follows a hit."""
        tried = self.log.trial().happen(self.table, Use(*surge, step))
        fight = tried.fight
        assert fight is not None
        if fight.count("precision") > self.fight.count("precision") and self._short(self.fight):
            return True
        before = self._damage(self.fight)
        follows = len(fight.after) > len(self.fight.after) or tried.figuras != self.table.figuras
        return self._damage(fight) > before or (follows and before > 0)

    # --- 6 and 7: accuracy, damage, what follows ------------------------------------------------------------------------------

    @staticmethod
    def _short(fight: Fight) -> bool:
        if fight.kind != "a_distancia" or fight.no_accuracy:
            return False
        return fight.count("precision") < max(1, fight.distance or 1)

    def _damage(self, fight: Fight) -> int:
        if fight.count("esquivar") or self._short(fight):
            return 0
        return max(0, fight.count("dano") - max(0, fight.count("bloqueo") - fight.mod("perforante")))

    def aim(self, step: str) -> None:
        dodged = self.fight.count("esquivar") > 0
        self.fight = self.fight.but(missed=dodged or self._short(self.fight))
        if self.fight.missed:
            self.log.say(step, "el ataque falla", DODGE if dodged else ACCURACY)

    def add_up(self, step: str) -> None:
        self.fight = self.fight.but(dealt=self._damage(self.fight))

    def hurt(self, step: str) -> None:
        name, dealt = self.order.defensor, self.fight.dealt
        if not self.fight.missed:
            self.log.say("7", f"{name} sufre {dealt} de daño tras restar el bloqueo", HURT)
        self.fight = self.fight.but(resolved=True)
        self.table = hurt(self.table, name, dealt, self.log, step, self.order.atacante)

    def after(self, step: str) -> None:
        for keyword in self.fight.after:
            self.table = follow(self.table, self.fight, keyword, self.order.tajo_a, self.log, step)


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


MOMENTS: dict[str, tuple[tuple[str, str], ...]] = {
    "antes_de_declarar": (("antes", "declarar"), ("antes", "atacar")),
    "al_declarar_objetivo": (("mientras", "declarar"), ("antes", "resolver")),
    "tras_resolver_el_ataque": (
        ("despues", "resolver"),
        ("despues", "atacar"),
        ("despues", "defender"),
        ("despues", "realizar"),
    ),
}
"""What is said to happen when each window opens."""
WHILE = frozenset({
    "antes_de_declarar", "tras_declarar_objetivo", "antes_de_tirar", "volver_a_tirar", "modificar_resultados",
})  # fmt: skip
"""Windows in which «al atacar» and «al defenderse» act: each verb in its own."""


def cost_of(ability: Ability) -> int:
    """How many surges it takes."""
    told = dict(ability.whole.cabecera).get("cuantos")
    return int(getattr(told, "id", "1"))


def fought(table: Table, order: Attack, log: Log, granted: bool = False) -> Battle:
    """A whole attack; one that a card grants may be against a friend, where the card says so."""
    before = table.fight
    battle = Battle(_action(equipped(table), order, log), order, log)
    battle.granted = granted
    battle.run()
    done = battle.table.change(order.atacante, capacidades=battle.printed)
    done = done.change(order.atacante, ataques=done.figure(order.atacante).ataques + 1)
    target = done.figure(order.defensor)
    done = end(done.change(order.defensor, atacada_por=(*target.atacada_por, order.atacante)), "ataque").peace()
    battle.table = done if before is None else done.fighting(before)
    return battle


def _action(table: Table, order: Attack, log: Log) -> Table:
    """During its activation it costs an action, and only a hero may attack twice."""
    figure = table.figure(order.atacante)
    if table.activa != order.atacante or not order.accion:
        return table
    if not figure.acciones:
        raise Illegal(f"a {order.atacante} no le quedan acciones", TWO)
    return attack_action(table, order.atacante, log).change(order.atacante, acciones=figure.acciones - 1)


ATTACK_ACTION = "acción de ataque"
"""Of a figure that has spent an action on attacking; attacks that cost none do not count («Situaciones especiales»)."""


def attack_action(table: Table, name: str, log: Log) -> Table:
    """Whoever is no hero uses one action on attacks in an activation, special actions among them."""
    figure = table.figure(name)
    told = figure.ataques and not figure.usadas  # a situation that begins in the middle of an activation
    if (told or ATTACK_ACTION in figure.usadas) and not figure.heroe and not _again(table, name, log):
        raise Illegal(f"{name} ya ha atacado en esta activación", ONE_ACTION)
    return table.change(name, usadas=(*figure.usadas, ATTACK_ACTION))


def _again(table: Table, name: str, log: Log) -> bool:
    """A card that lets it attack more than once."""
    for scene, _ in permitted(table, name, "realizar"):
        log.say("1", f"{name} vuelve a atacar por «{scene.card}»", ONE_ACTION, scene.card, scene.words)
        return True
    return False
