"""Imperial Assault: damage and strain that an attack or an ability deals, with what waits for it."""

from kb.play.games.imperial_assault.state import Table, harm, strain
from kb.play.games.imperial_assault.view import deed, figure_of
from kb.play.meaning.events import Ente
from kb.play.run import Log


def hurt(table: Table, name: str, dealt: int, log: Log, step: str = "7b", by: str = "", cause: str = "") -> Table:
    """Damage, and defeat: «cuando … es derrotada» while it still stands where it was."""
    figure = table.figure(name)
    if not dealt or figure.derrotada:
        return table
    falls = figure.dano + dealt >= figure.vida and (not figure.heroe or figure.herido)
    roles = {"que": figure_of(name)} | ({"quien": figure_of(by)} if by else {})
    if falls:
        table = log.happen(table, deed(table, "antes", "derrotar", roles, step))
        if log.instead():
            return table
        table = log.happen(table, deed(table, "mientras", "derrotar", roles, step))
    table = harm(table, name, dealt, log, step)
    table = suffered(table, name, "dano", dealt, log, step, cause)
    return log.happen(table, deed(table, "despues", "derrotar", roles, step)) if falls else table


def strained(table: Table, name: str, points: int, log: Log, step: str = "", cause: str = "") -> tuple[Table, int]:
    table, more = strain(table, name, points, log, step)
    return suffered(table, name, "tension", points, log, step, cause), more


def suffered(table: Table, name: str, what: str, n: int, log: Log, step: str, cause: str) -> Table:
    source = Ente("capacidad", cause) if cause else Ente("carta", "")
    thing = Ente(what, what, frozenset({what}), name, n)
    roles = {"quien": figure_of(name), "que": thing, "por": source, "de": source}
    log.past.append(deed(table, "despues", "sufrir", roles, step)[0])
    return log.happen(table, deed(table, "mientras", "sufrir", roles, step))
