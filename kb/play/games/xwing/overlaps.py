"""X-Wing: a ship that ends its manoeuvre on others: what it suffers, and what it may still do in its activation."""

from collections.abc import Sequence
from typing import Protocol

from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.damage import suffer
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import Happening
from kb.play.run import Illegal, Log, Pending
from kb.play.saying import many

DICE = {"pequena": 1, "mediana": 2, "grande": 3}
"""Of a huge ship, for each that it pushes aside."""
HITS = ("impacto", "critico")


class Rolls(Protocol):
    """What a manoeuvre tells of dice: read where they are rolled, and nowhere else."""

    @property
    def dado(self) -> str | None: ...
    @property
    def dados(self) -> Sequence[str] | None: ...


def overlapped(table: Table, name: str, others: Sequence[str], speed: int, rolls: Rolls, log: Log) -> Table:
    """Judged by the ships that it overlapped at first, after its difficulty was checked."""
    for other in others:
        if other == name:
            raise Illegal(f"{name} no puede solaparse consigo misma", rules.BUMP)
        legality.check(legality.absent(table, other))
    if table.ship(name).tamano == "enorme":
        return _by_huge(table, name, others, speed, rolls, log)
    log.say("", f"{name} se solapa con {', '.join(others)}: ejecuta la maniobra parcialmente", rules.BUMP)
    if len(others) == 1:  # of several, the last one that it passes over
        table = table.measured({f"{name} {others[0]}": 0})
        log.say("", f"{name} queda a alcance 0 de {others[0]}", rules.IN_CONTACT)
    table = log.happen(table, *(Happening("despues", "solapar", name, roles={"con": other}) for other in others))
    sides = {other: table.friends(name, other) for other in others}
    if None in sides.values():
        raise Pending(f"di de quién es cada nave («jugador»): {name} se solapa con {', '.join(others)}")
    if not any(sides.values()):
        return _enemy(table, name, log)
    if len(set(sides.values())) > 1:
        log.say("", "entre aliada y enemiga, cuenta la aliada", rules.BUMP_BOTH)
    shown = log.roll((rolls.dado,) if rolls.dado else None, 1, rules.ATTACK_FACES, "el dado del solapamiento")
    log.say("", f"{name} tira un dado por solaparse con una aliada: {shown[0]}", rules.BUMP_ALLY)
    if shown[0] in HITS:
        table = suffer(table, name, 1, 0, log)
    return _skips(table, name, "paso", log)


def _enemy(table: Table, name: str, log: Log) -> Table:
    if not table.ship(name).stressed():
        offered = "puede realizar ya una acción de concentración o cálculos de su barra, como roja (otro paso, color: roja)"
        log.offer(name, "", offered)
    return _skips(table, name, "choque", log)


def _skips(table: Table, name: str, how: str, log: Log) -> Table:
    rule = rules.BUMP_ENEMY if how == "choque" else rules.BUMP_ALLY
    log.say("", f"{name} omite su paso «Realizar una acción»", rule)
    return table.put(name, table.ship(name).model_copy(update={"sin_accion": how}))


def _by_huge(table: Table, name: str, others: Sequence[str], speed: int, rolls: Rolls, log: Log) -> Table:
    """A huge ship stops before another one, and pushes normal ones aside."""
    huge = [other for other in others if table.ship(other).tamano == "enorme"]
    if huge and speed:
        log.say("", f"{name} y {', '.join(huge)} sufren {speed} de daño crítico", rules.HUGE_CRASH)
        for each in (name, *huge):
            table = suffer(table, each, 0, speed, log)
    pushed = [other for other in others if other not in huge]
    for other in pushed:
        log.say("", f"{other} sufre {speed} de daño crítico y se coloca detrás de {name}", rules.HUGE_BUMP)
        table = suffer(table, other, 0, speed, log).moved(other)
    if not pushed:
        return table
    dice_due = sum(DICE[table.ship(other).tamano] for other in pushed)
    shown = log.roll(rolls.dados, dice_due, rules.ATTACK_FACES, "los dados de la nave enorme")
    log.say("", f"{name} tira {many(dice_due, 'dado')} por las naves que ha solapado: {', '.join(shown)}", rules.HUGE_ROLLS)
    ship = table.ship(name)
    table = log.keep_rules(table.put(name, ship.with_tokens(tension=shown.count("impacto"))))
    return suffer(table, name, 0, shown.count("critico"), log)
