"""Cards in play: every figure's abilities, opened window by window. Mandatory ones happen; the others are offered or taken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from grammar.leyendas_ignora import is_ignored
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.assault.cards import Ability, Card, Clause, read_card
from kb.play.games.assault.scene import ABILITY, Decisions, Fight, Scene, Told, rebel, side
from kb.play.games.assault.state import Table, strain
from kb.play.run import Illegal, Log, Pending

ONCE = cite("imperial-assault/capacidades#r-usar", "una sola vez")
COST = cite("imperial-assault/capacidades#r-campana", "sin pasar de su Resistencia")
UNPRINTED = cite("imperial-assault/estados#r-621113", "carta de Estado")
IGNORED = cite("leyendas/capacidades#r-cambia", "se ignoran")
MUST = cite("imperial-assault/estados#r-8e1d9d", "debe cumplir")
KNOWN_STATES = frozenset({"concentracion"})
"""Conditions that the rules guide explains; the others say what they do on their card."""


@dataclass
class Held:
    """An ability of a card that a figure has in play, and what it remembers while this lasts."""

    owner: str
    card: str
    text: str
    ability: Ability
    scene: Scene
    offered: bool = False
    used: bool = False


@dataclass
class Cards:
    """What is in play during one action, and what came of it."""

    table: Table
    log: Log
    told: Decisions
    fight: Fight | None = None
    held: list[Held] = field(default_factory=list)
    idle: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Cards, or parts of them, that are read but not run, with the reason."""
    limits: set[str] = field(default_factory=set)
    used: list[str] = field(default_factory=list)
    verbs: str = "cartas"
    known: set[str] = field(default_factory=set)
    """Names that may be decided about besides the cards in play."""

    def __post_init__(self) -> None:
        names = set(self.known)
        for owner, card, text, read in in_play(self.table, self.log, self.verbs):
            names.add(card)
            if why := ((f"no se entiende: {read.unread}",) if read.unread else read.refused):
                self.idle[card] = why
            for ability in read.abilities:
                told = self.told.get(card, Told())
                scene = Scene(self.table, self.log, owner, card, text, fight=self.fight, told=told)
                self.held.append(Held(owner, card, text, ability, scene))
        if self.fight is None and self.table.modo == "campana":  # outside attacks, the Imperial player first («Conflictos»)
            self.held.sort(key=lambda h: rebel(self.table.figure(h.owner)))
        if unknown := sorted(set(self.told) - names):
            raise PlayError(f"no hay ninguna carta «{unknown[0]}» en juego")

    def first(self, name: str) -> None:
        """The order of an attack: the attacker and its friends, then the defender and its own («Conflictos»)."""
        mine = side(self.table.figure(name))
        self.held.sort(key=lambda h: side(self.table.figure(h.owner)) != mine)

    def open(self, window: str, step: str, acting: str | None = None) -> None:
        for held in list(self.held):
            if any(clause.window == window for clause in held.ability.clauses):
                self._run(held, window, step, acting)

    def _run(self, held: Held, window: str, step: str, acting: str | None) -> None:
        scene, ability = held.scene, held.ability
        scene.table, scene.step, scene.acting = self.table, step, acting
        if ability.event in ("incremento", "uso") or self.table.figure(held.owner).derrotada:
            return
        for clause in ability.clauses:
            if clause.window == window and self._ready(held):
                run_clause(held, clause, self)
        self.table = scene.table

    def _ready(self, held: Held) -> bool:
        scene, ability = held.scene, held.ability
        if ability.shared and ability.shared in self.limits and not held.used:
            return False
        if ability.limit in ("activacion", "ronda", "grupo") and not held.used and held.card in scene.me.usadas:
            return False
        before = scene.last
        ready = ability.trigger(scene)
        if not ready:
            scene.last = before
        return ready

    def unused(self) -> None:
        """What the scenario wanted to use and had no occasion."""
        for card in self.told:
            if card not in self.used and not any(
                h.card == card and h.ability.event in ("incremento", "uso") for h in self.held
            ):
                raise Illegal(f"«{card}» no se puede usar aquí: no llega su momento o no se cumple lo que pide", ABILITY)

    def report_idle(self, step: str) -> None:
        for card, why in self.idle.items():
            self.log.say(step, f"«{card}»: se entiende, pero no se ejecuta: {'; '.join(why)}", ABILITY, card)


def run_clause(held: Held, clause: Clause, cards: Cards) -> None:
    scene, ability = held.scene, held.ability
    if clause.link in ("si_lo_haces", "si_lo_hace", "si_lo_hacen") and not scene.did:
        return
    if clause.link == "de_lo_contrario":
        if scene.held:
            return
    elif clause.when:
        scene.held = scene.told.se_cumple if scene.told.se_cumple is not None else all(test(scene) for test in clause.when)
        if not scene.held:
            scene.did = False
            return
    optional = clause.optional or (ability.use and not held.used)
    if optional and held.card not in cards.told:
        if not held.offered:
            scene.log.offer(held.owner, scene.step, f"puedes usar «{held.card}»: {held.text}")
            held.offered = True
        scene.did = False
        return
    names = clause.subject(scene) if clause.subject is not None else [scene.owner]
    if optional and not held.used:
        _mark(held, cards)
    for cost in clause.costs:
        _affordable(scene)
        cost(scene, [scene.owner])
    scene.standing = clause.standing
    for one in clause.acts:
        one(scene, names)
    if clause.subject is not None and names:
        scene.last = tuple(names)
    scene.did = True
    if held.card not in cards.used:
        cards.used.append(held.card)
    if ability.limit and not held.used:
        _mark(held, cards)


def _mark(held: Held, cards: Cards) -> None:
    held.used = True
    scene = held.scene
    if held.ability.shared:
        cards.limits.add(held.ability.shared)
    if held.ability.limit in ("activacion", "ronda", "grupo") and held.card not in scene.me.usadas:
        scene.table = scene.table.change(held.owner, usadas=(*scene.me.usadas, held.card))
    if held.card not in cards.used:
        cards.used.append(held.card)


def _affordable(scene: Scene) -> None:
    """Nobody may choose to suffer strain beyond the limit."""
    figure = scene.me
    if figure.heroe and scene.table.modo == "campana" and figure.tension >= figure.resistencia:
        raise Illegal(f"{scene.owner} no puede elegir sufrir más tensión que su Resistencia", COST)


def use(cards: Cards, owner: str, card: str, step: str) -> None:
    """A special action, or a card that is used on purpose: all its clauses, now."""
    mine = [h for h in cards.held if h.owner == owner and h.card == card]
    if not mine:
        why = "; ".join(cards.idle.get(card, ())) or "no la tiene"
        raise PlayError(f"{owner} no puede usar «{card}»: {why}")
    for held in mine:
        scene, ability = held.scene, held.ability
        scene.table, scene.step, scene.acting = cards.table, step, owner
        if ability.event not in ("uso", "durante_la_activacion"):
            raise Illegal(f"«{card}» no se usa cuando se quiere: actúa en su momento", ABILITY)
        if ability.limit and card in scene.me.usadas:
            raise Illegal(f"«{card}» ya se ha usado", ONCE)
        pay(cards, held, step)
        for clause in ability.clauses:
            run_clause(held, clause, cards)
        cards.table = scene.table


def pay(cards: Cards, held: Held, step: str) -> None:
    scene, ability = held.scene, held.ability
    if ability.actions:
        if scene.table.activa == held.owner and scene.me.acciones < ability.actions:
            raise Illegal(f"hacen falta {ability.actions} acciones y quedan {scene.me.acciones}", ABILITY)
        left = max(0, scene.me.acciones - ability.actions)
        scene.table = scene.table.change(held.owner, acciones=left)
        scene.say(f"{held.owner} gasta {ability.actions} acciones")
    if ability.strain:
        _affordable(scene)
        scene.table, _ = strain(scene.table, held.owner, ability.strain, scene.log, step)


def in_play(table: Table, log: Log, verbs: str = "cartas") -> Iterator[tuple[str, str, str, Card]]:
    """(owner, card, text, what it says) of everybody who is on the board."""
    for owner, figure in table.figuras.items():
        if figure.derrotada or figure.fuera:
            continue
        texts: Mapping[str, str] = {**figure.cartas, **{s: t for s, t in table.cartas_de_estado.items() if s in figure.estados}}
        for card, text in texts.items():
            if table.nobody_decides_for_the_empire and not rebel(figure):
                verdict = is_ignored(text)
                if verdict.ignorada and card in figure.cartas:
                    log.say(
                        "", f"«{card}» de {owner}: {verdict.mensaje[0].lower()}{verdict.mensaje[1:-1]}", IGNORED, card, text
                    )
                    continue
            yield owner, card, text, read_card(text, table.game, verbs)


def keywords(table: Table, name: str) -> frozenset[str]:
    """Gran alcance, Móvil, Descomunal, surcharges that it is spared: from the figure or from its cards."""
    figure = table.figure(name)
    own = {flag for flag in ("gran_alcance", "movil", "descomunal") if getattr(figure, flag)} | set(figure.sin_recargo)
    texts = (*figure.cartas.values(), *(t for t in figure.capacidades if not t.startswith("[")))
    return frozenset(own.union(*(read_card(text, table.game).flags for text in texts)))


def equipped(table: Table) -> Table:
    """Figures with what their cards make of them, before they move or are seen."""
    for name in table.figuras:
        figure, flags = table.figure(name), keywords(table, name)
        light = tuple(sorted(flags & {"terreno", "figuras"}))
        new: dict[str, object] = {f: True for f in flags - {"terreno", "figuras"} if not getattr(figure, f)}
        if set(light) != set(figure.sin_recargo):
            new["sin_recargo"] = light
        if new:
            data = table.model_dump()
            data["figuras"][name].update(new)
            table = table.model_validate(data)
    return table


def barred(table: Table, log: Log, verb: str, acting: str, target: str | None = None) -> None:
    """«no puede» beats everything: raises where a card forbids it."""
    for owner, card, text, read in in_play(table, Log()):
        for ability in read.abilities:
            for kind, test in ability.forbids:
                scene = Scene(table, log, owner, card, text, acting=acting, target=target)
                try:
                    forbidden = kind == verb and test(scene)
                except Pending:
                    continue
                if forbidden:
                    raise Illegal(f"«{card}» no lo permite: {text}", MUST if card in table.cartas_de_estado else ABILITY)


def unexplained(table: Table, name: str, log: Log, step: str) -> list[str]:
    """Conditions whose card nobody has given: the guide does not print what they do."""
    figure = table.figure(name)
    states: list[str] = [s for s in figure.estados if s not in KNOWN_STATES and s not in table.cartas_de_estado]
    for state in states:
        log.say(step, f"lo que hace {state} lo dice su carta de Estado: escríbela en «cartas_de_estado»", UNPRINTED, state)
    return states
