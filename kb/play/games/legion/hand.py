"""Legión: the keywords whose definition the reader does not interpret, and how each acts; one table, at the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kb.play.games.legion import cites as rules
from kb.play.games.legion.fight import Fight, wounded
from kb.play.games.legion.keywords import rule_of
from kb.play.games.legion.orders import Guard
from kb.play.games.legion.rolls import defense_dice
from kb.play.run import Illegal


def long_shot(f: Fight, n: int) -> Fight:
    """An aim token before the defender is chosen, for one more of range."""
    if not f.pool.disparo_lejano:
        return f
    f = f.spend("atacante", "ataque_apuntado", 1)
    f.tell("1", "gasta un Ataque apuntado: el alcance máximo sube en 1", "disparo_lejano", n)
    return f


GUARD_RANGE = 1
"""«a alcance 1 y en línea de visión»; what nobody measured is taken so."""


def guardian(f: Fight, n: int) -> Fight:
    for guard in f.pool.guards:
        f = _guarded(f, guard)
    return f


def _guarded(f: Fight, guard: Guard) -> Fight:
    unit = f.battle.unit(guard.unidad)
    most = unit.keyword("guardian_x")
    if unit.derrotada:
        raise Illegal(f"{guard.unidad} está derrotada y no protege a nadie", rules.FALLEN)
    if f.defender.vehiculo or f.defender.repulsor:
        raise Illegal(f"Guardián protege a infantería, y {f.pool.defensor} es un vehículo", rules.GUARDED)
    if guard.unidad == f.pool.defensor or (unit.jugador and f.defender.jugador and unit.jugador != f.defender.jugador):
        raise Illegal(f"Guardián protege a otra unidad aliada, y {f.pool.defensor} no lo es de {guard.unidad}", rules.GUARDED)
    far = f.battle.range(guard.unidad, f.pool.defensor)
    if far is not None and far > GUARD_RANGE:
        why = f"{guard.unidad} está a alcance {far} de {f.pool.defensor}, y Guardián llega a {GUARD_RANGE}"
        raise Illegal(why, rules.GUARDED)
    if unit.aplomo is not None and 0 < unit.aplomo <= unit.has("acobardamiento"):  # of droids too, who are never suppressed
        why = f"{guard.unidad} tiene tantas fichas de Acobardamiento como su Aplomo: no usa Guardián"
        raise Illegal(why, rules.SUPPRESSED_GUARD)
    if not f.ranged or f.defender.keyword("guardian_x") or guard.anula > most:
        raise Illegal(f"{guard.unidad} no puede usar Guardián para anular {guard.anula} impactos", rule_of("guardian_x"))
    on_hits = min(guard.anula, f.hits)
    on_crits = min(guard.anula - on_hits, f.crits) if unit.keyword("divina_influencia") else 0
    if on_crits:
        f.tell("6", f"anula {on_crits} críticos como si fuesen impactos", "divina_influencia", 1)
    off = on_hits + on_crits
    if off < guard.anula:
        raise Illegal(f"{guard.unidad} quiere anular {guard.anula} impactos y hay {off}", rule_of("guardian_x"))
    f, blocks = _guard_blocks(f, guard, defense_dice(f.log, guard.tirada, unit.defensa, off, "la tirada de Guardián"))
    pierce = f.number("atacante", "perforante_x")
    pierced = 0 if unit.keyword("inmune_a_perforante") else min(blocks, pierce)
    hurt = off - (blocks - pierced)
    f.tell("6", f"{guard.unidad} anula {off} impactos y sufre {hurt} Heridas", "guardian_x", most)
    if pierced:
        f.tell("6", f"Perforante anula {pierced} bloqueos del guardián", "perforante_x", pierce)
    f = replace(f, battle=wounded(f.battle, guard.unidad, hurt, f.log))
    return replace(f, hits=f.hits - on_hits, crits=f.crits - on_crits).gain("atacante", "perforante_x", -pierced)


def _guard_blocks(f: Fight, guard: Guard, shown: tuple[str, ...]) -> tuple[Fight, int]:
    """Rolls again with «Dominio de Soresu»; «Desvío», the chart and surge tokens turn surges into blocks."""
    unit = f.battle.unit(guard.unidad)
    if guard.repite is not None:
        if not unit.keyword("dominio_de_soresu") or not unit.has("esquiva"):
            raise Illegal(f"{guard.unidad} no puede repetir los dados de Guardián", rule_of("dominio_de_soresu", "r-al-usar"))
        f = f.put(guard.unidad, unit.with_tokens(esquiva=-1))
        shown = defense_dice(f.log, guard.repite, unit.defensa, len(shown), "la repetición de Guardián")
        f.tell("6", f"{guard.unidad} gasta una Esquiva y repite: {', '.join(shown)}", "dominio_de_soresu", 1)
        unit = f.battle.unit(guard.unidad)
    surges = shown.count("incremento")
    deflects = bool(unit.keyword("desvio")) and not f.every("alta_velocidad")
    if deflects and surges and not f.number("atacante", "inmune_a_desvio"):
        f.tell("6", f"{f.who} sufre 1 Herida", "desvio", 1)
        f = f.wound(f.who, 1)
    if unit.incremento_de_defensa or deflects:
        return f, shown.count("bloqueo") + surges
    spent = min(guard.incrementos, surges)
    if spent > unit.has("incremento"):
        raise Illegal(f"{guard.unidad} no tiene {spent} fichas de Incremento", rule_of("guardian_x", "r-defc7e"))
    return f.put(guard.unidad, unit.with_tokens(incremento=-spent)), shown.count("bloqueo") + spent


Handler = Callable[[Fight, int], Fight]
# Keyword and step -> side that has it, when in the step, and what it does. «Guardián» is of a third unit, that the pool names.
HAND: Mapping[tuple[str, str], tuple[str, str, Handler]] = {
    ("disparo_lejano", "declarar_al_defensor"): ("atacante", "durante", long_shot),
    ("guardian_x", "modificar_ataque"): ("defensor", "durante", guardian),
}
