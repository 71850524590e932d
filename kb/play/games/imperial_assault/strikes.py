"""Imperial Assault: the step «ataque» of a scenario: an attack, what was decided for it, and what of the cards did not run."""

from typing import Any

from kb.play.games.imperial_assault.attack import Attack, fought
from kb.play.games.imperial_assault.runs import check_known, idle, report_idle, unused
from kb.play.games.imperial_assault.standing import tell_ignored
from kb.play.games.imperial_assault.state import Table
from kb.play.games.imperial_assault.view import acted
from kb.play.run import Log


def attack(table: Table, order: Attack, log: Log) -> tuple[Table, dict[str, Any]]:
    check_known(table, order.usa)
    log.decisions = {**log.decisions, **order.usa}
    tell_ignored(table, log)
    had = table.figure(order.atacante).acciones
    battle = fought(table.fresh(), order, log)
    spent = battle.table.figure(order.atacante).acciones < had
    unused(battle.table, order.usa, log)
    report_idle(battle.table, log, "7c")
    fight = battle.fight
    surges = battle.left + battle.paid
    done = log.happen(battle.table, acted(battle.table, order.atacante, "ataque", "7c")) if spent else battle.table
    return done.fresh(), {
        "falla": fight.missed,
        "dano": fight.dealt,
        "incrementos": surges,
        "incrementos_perdidos": battle.left,
        "gastado": battle.spent,
        "usadas": battle.used(),
        "no_ejecutado": idle(battle.table),
    }
