"""Legión: an attack. Each pool goes through steps 4 to 10 with the dice given, then comes the next one."""

from dataclasses import replace
from typing import Any

from kb.play.errors import PlayError
from kb.play.games import legion_state as rules
from kb.play.games.legion_fight import Arm, Fight
from kb.play.games.legion_keywords import rule_of
from kb.play.games.legion_orders import Again, Attack, Guard
from kb.play.games.legion_pools import armed, formed
from kb.play.games.legion_state import Battle
from kb.play.odds import legion_rules as tables
from kb.play.run import Illegal, Log


def attack(battle: Battle, order: Attack, log: Log) -> tuple[Battle, dict[str, Any]]:
    pools = formed(battle, order, log)
    found: dict[str, Any] = {}
    for i, pool in enumerate(pools):
        if i:
            log.say("11", f"queda otra reserva, contra {pool.defensor}", rules.NEXT_POOL)
        arms = armed(battle.unit(order.atacante), pool, pool.rociada_sobre or 1)
        battle, found[pool.defensor] = resolved(Fight(battle, order.atacante, pool, arms, log))
    return battle, {"reservas": found} if len(found) > 1 else found[pools[0].defensor]


def resolved(fight: Fight) -> tuple[Battle, dict[str, Any]]:
    """Steps 4 to 10 of one pool."""
    fight = _rolled(fight)
    for step in (_converted, _covered, _dodges, _attacker_modifies, _defender_modifies):
        fight = step(fight)
    return _defended(fight)


# --- step 4 -----------------------------------------------------------------------------------------------------------


def _rolled(f: Fight) -> Fight:
    f, o = _gathered(f), f.pool
    if f.weapon("rociada") and o.rociada_sobre > 1:
        f.say("2b", f"el arma aporta sus dados {o.rociada_sobre} veces", "rociada")
    pool = tuple(sum(column) for column in zip(*(_changed(f, arm) for arm in f.arms), strict=True))
    shown = list(f.log.roll(o.ataque, sum(pool), rules.ATTACK_FACES, "los dados de ataque"))
    f.say("4", f"{f.who} tira {dict(zip(tables.COLOURS, pool, strict=True))}: {', '.join(shown) or 'nada'}", rule=rules.ROLL)
    for again in o.repite:
        if again.con in ("ataque_apuntado", "observacion"):
            f, shown = _again(f, again, shown)
    counts = {face: shown.count(face) for face in rules.ATTACK_FACES}
    return replace(f, hits=counts["impacto"], crits=counts["critico"], surges=counts["incremento"], blanks=counts["vacia"])


def _changed(f: Fight, arm: Arm) -> tuple[int, ...]:
    """Step 4a: dice of a weapon once lowered, then raised."""
    keywords = {}
    for name, short in (("aparatosa", "aparatosa"), ("antimaterial_x", "antimaterial"), ("antipersonal_x", "antipersonal")):
        if arm.keyword(name):
            f.say("4a", "cambian los dados del arma", name)
            keywords[short] = arm.count * arm.keyword(name)
    now = tables.pool_of(tables.Attack(dice=dict(zip(tables.COLOURS, arm.dice, strict=True)), keywords=keywords))
    if now != arm.dice:
        f.say("4a", f"los dados pasan a {dict(zip(tables.COLOURS, now, strict=True))}", rule=rules.CHANGED_DICE)
    return now


def _gathered(f: Fight) -> Fight:
    """Steps 1 and 2: what aim tokens buy or cost before the roll."""
    o = f.pool
    if o.disparo_lejano:
        if not f.weapon("disparo_lejano"):
            raise Illegal("no tiene Disparo lejano", rule_of("disparo_lejano"))
        f = f.spend(f.who, ataque_apuntado=1)
        f.say("1", "gasta un Ataque apuntado: el alcance máximo sube en 1", "disparo_lejano")
    if o.seleccion_avanzada:
        n = f.weapon("seleccion_avanzada_de_blanco")
        f = f.put(f.who, f.attacker.with_tokens(ataque_apuntado=n))
        f.say("2", f"gana {n} fichas de Ataque apuntado y forma una sola reserva", "seleccion_avanzada_de_blanco")
    return f


def _again(f: Fight, again: Again, shown: list[str]) -> tuple[Fight, list[str]]:
    aim = again.con == "ataque_apuntado"
    most = 2 + f.weapon("precision_x") if aim else 1
    if len(again.dados) > most:
        raise Illegal(f"con esa ficha se repiten como mucho {most} dados", rules.AIM)
    f = f.spend(f.who if aim else f.pool.defensor, **{again.con: 1})
    now = _replaced(shown, again.dados, f.log.roll(again.sale, len(again.dados), rules.ATTACK_FACES, "la repetición"))
    f.say("4b", f"gasta una ficha de {again.con} y repite {len(again.dados)} dados: {', '.join(now)}", rule=rules.AIM)
    if aim and f.weapon("duelista") and f.melee:
        f.say("4b", "la reserva gana Perforante 1", "duelista")
        f = replace(f, pierce=f.pierce + 1)
    return f, now


def _replaced(shown: list[str], out: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    left = list(shown)
    for face in out:
        if face not in left:
            raise PlayError(f"no hay ningún dado con «{face}» que repetir")
        left.remove(face)
    return [*left, *new]


def _converted(f: Fight) -> Fight:
    o, unit = f.pool, f.attacker
    critical = f.weapon("critico_x") + 2 * bool(f.weapon("completar_la_mision"))
    hunter = bool(f.weapon("cazador_de_jedi"))
    to_crit = f.surges if hunter else min(f.surges, critical)
    if to_crit:
        f.say("4c", f"{to_crit} incrementos pasan a críticos", "cazador_de_jedi" if hunter else "critico_x")
    rest = f.surges - to_crit
    if rest and unit.incremento_de_ataque:
        f.say("4c", f"{rest} incrementos pasan a {unit.incremento_de_ataque} por su carta", rule=rules.CONVERT)
        hits, crits = (rest, to_crit) if unit.incremento_de_ataque == "impacto" else (0, to_crit + rest)
        rest = 0
    else:
        tokens = min(rest, unit.has("incremento") if o.incrementos_de_ataque is None else o.incrementos_de_ataque)
        if tokens:
            f = f.spend(f.who, incremento=tokens)
            f.say("4c", f"gasta {tokens} fichas de Incremento: pasan a impactos", rule=rules.CONVERT)
        hits, crits, rest = tokens, to_crit, rest - tokens
    f = replace(f, hits=f.hits + hits, crits=f.crits + crits, surges=0, blanks=f.blanks + rest)
    f = _sharpened(f)
    return replace(f, struck=f.hits + f.crits > 0)


def _sharpened(f: Fight) -> Fight:
    if not f.pool.punteria:
        return f
    keyword = "punteria" if f.weapon("punteria") else "dominio_de_jar_kai"
    if not f.weapon(keyword) or (keyword == "dominio_de_jar_kai" and not f.melee):
        raise Illegal("no tiene Puntería ni, en cuerpo a cuerpo, Dominio de Jar'Kai", rule_of("punteria"))
    f = f.spend(f.who, **{"ataque_apuntado" if keyword == "punteria" else "esquiva": len(f.pool.punteria)})
    for face in f.pool.punteria:
        if face == "vacia" and f.blanks:
            f = replace(f, blanks=f.blanks - 1, hits=f.hits + 1)
        elif face == "impacto" and f.hits:
            f = replace(f, hits=f.hits - 1, crits=f.crits + 1)
        else:
            raise Illegal(f"no hay ningún resultado «{face}» que mejorar", rule_of(keyword))
        f.say("4c", f"gasta una ficha y mejora un resultado «{face}»", keyword)
    return f


# --- step 5 -----------------------------------------------------------------------------------------------------------


def _covered(f: Fight) -> Fight:
    unit, o = f.defender, f.pool
    if not f.ranged:
        return f
    for keyword, stops in (
        ("indiferente", unit.keyword("indiferente")),
        ("muerte_desde_arriba", f.weapon("muerte_desde_arriba")),
    ):
        if stops:
            f.say("5d", "no hay cobertura", keyword)
            return f
    if f.weapon("deflagracion") and not unit.keyword("inmune_a_deflagracion"):
        f.say("5d", "Deflagración: el defensor no puede usar la cobertura", "deflagracion")
        return f
    cover = tables.COVER[o.cobertura]
    if unit.suppressed():
        cover += 1
        f.say("5b", f"{o.defensor} está acobardada: su cobertura sube un grado", rule=rules.SUPPRESSED_COVER)
    cover += unit.keyword("cobertura_x") + unit.has("humo")
    cover = max(0, min(2, cover) - f.weapon("tirador_de_primera_x"))
    if f.weapon("tirador_de_primera_x"):
        f.say("5b", f"la cobertura queda en {cover}", "tirador_de_primera_x")
    if not cover or not f.hits:
        return f
    sure = 1 if unit.keyword("furtivo") else 0
    shown = f.log.roll(o.tirada_de_cobertura, f.hits - sure, rules.DEFENSE_FACES, "la reserva de cobertura")
    if sure:
        f.say("5c", "un dado de cobertura menos y un bloqueo añadido", "furtivo")
    off = sure + shown.count("bloqueo") + (shown.count("incremento") if cover == 2 else 0)
    f.say("5d", f"la cobertura {'densa' if cover == 2 else 'ligera'} anula {off} impactos", rule=rules.COVER)
    return replace(f, hits=f.hits - min(off, f.hits))


def _dodges(f: Fight) -> Fight:
    o, unit = f.pool, f.defender
    have = unit.has("esquiva")
    if f.every("alta_velocidad"):
        if o.esquivas:
            raise Illegal("contra Alta velocidad no se puede gastar Esquiva", rule_of("alta_velocidad"))
        return f
    if o.esquivas is None:
        if have:
            f.log.offer(o.defensor, "5e", f"puedes gastar hasta {have} fichas de Esquiva")
        return f
    if not o.esquivas:
        return f
    f = f.spend(o.defensor, esquiva=o.esquivas)
    crits = min(o.esquiva_criticos, f.crits) if unit.keyword("capacidad_de_maniobra") else 0
    if o.esquiva_criticos and not unit.keyword("capacidad_de_maniobra"):
        raise Illegal("una Esquiva no anula críticos", rules.DODGE)
    hits = min(o.esquivas - crits, f.hits)
    f.say("5e", f"{o.defensor} gasta {o.esquivas} Esquivas: anula {hits} impactos y {crits} críticos", rule=rules.DODGE)
    return replace(f, hits=f.hits - hits, crits=f.crits - crits, dodged=True)


# --- step 6 -----------------------------------------------------------------------------------------------------------


def _attacker_modifies(f: Fight) -> Fight:
    o, unit = f.pool, f.defender
    armoured = unit.keyword("blindaje") or unit.keyword("blindaje_x")
    if f.weapon("ionica_x") and unit.has("escudo"):
        off = min(f.weapon("ionica_x"), f.hits + f.crits, unit.has("escudo"))
        f = f.put(o.defensor, unit.with_tokens(escudo=-off))
        f.say("6", f"{off} escudos se vuelven inactivos", "ionica_x")
    impact = min(f.hits, f.weapon("antiblindaje_x") + unit.keyword("punto_debil_x")) if armoured else 0
    if impact:
        f.say("6", f"{impact} impactos pasan a críticos", "antiblindaje_x" if f.weapon("antiblindaje_x") else "punto_debil_x")
        f = replace(f, hits=f.hits - impact, crits=f.crits + impact)
    if f.weapon("primitiva") and armoured and f.crits:
        f.say("6", f"{f.crits} críticos pasan a impactos", "primitiva")
        f = replace(f, hits=f.hits + f.crits, crits=0)
    if o.embestida:
        f = _rammed(f)
    if o.letal:
        if o.letal > f.weapon("letal_x"):
            raise Illegal(f"Letal permite gastar {f.weapon('letal')} fichas", rule_of("letal_x"))
        f = f.spend(f.who, ataque_apuntado=o.letal)
        f.say("6", f"gasta {o.letal} fichas: la reserva gana Perforante {o.letal}", "letal_x")
        f = replace(f, pierce=f.pierce + o.letal)
    return f


def _rammed(f: Fight) -> Fight:
    if len(f.pool.embestida) > f.weapon("embestida_x"):
        raise Illegal(f"Embestida cambia {f.weapon('embestida')} resultados", rule_of("embestida_x"))
    for face in f.pool.embestida:
        field = {"vacia": "blanks", "impacto": "hits"}.get(face, "")
        if not field or not getattr(f, field):
            raise Illegal(f"no hay ningún resultado «{face}» que cambiar", rule_of("embestida_x"))
        f = replace(f, **{field: getattr(f, field) - 1}, crits=f.crits + 1)
    f.say("6", f"{len(f.pool.embestida)} resultados pasan a críticos", "embestida_x")
    return f


def _defender_modifies(f: Fight) -> Fight:
    o = f.pool
    if o.asistencia and f.ranged:
        off = min(2, o.asistencia, f.hits)
        f.say("6", f"la Asistencia anula {off} impactos", rule=rules.ASSISTED)
        f = replace(f, hits=f.hits - off)
    if o.guardian is not None:
        f = _guarded(f, o.guardian)
    unit = f.defender
    if unit.keyword("blindaje") and f.hits:
        f.say("6", f"anula {f.hits} impactos", "blindaje")
        f = replace(f, hits=0)
    elif unit.keyword("blindaje_x") and f.hits:
        off = min(f.hits, unit.keyword("blindaje_x"))
        f.say("6", f"anula {off} impactos", "blindaje_x")
        f = replace(f, hits=f.hits - off)
    if o.escudos:
        if not f.ranged or unit.has("escudo") < o.escudos:
            raise Illegal(f"{o.defensor} no puede voltear {o.escudos} escudos", rule_of("escudado_x"))
        crits = min(o.escudos, f.crits)
        hits = min(o.escudos - crits, f.hits)
        f.say("6", f"voltea {o.escudos} escudos: anula {crits} críticos y {hits} impactos", "escudado_x")
        spent = unit.with_tokens(escudo=-o.escudos).model_copy(update={"escudos_inactivos": unit.escudos_inactivos + o.escudos})
        f = replace(f, battle=f.battle.put(o.defensor, spent), hits=f.hits - hits, crits=f.crits - crits)
    return f


def _guarded(f: Fight, guard: Guard) -> Fight:
    unit = f.battle.unit(guard.unidad)
    most = unit.keyword("guardian_x")
    if not f.ranged or f.defender.keyword("guardian_x") or unit.suppressed() or guard.anula > most:
        raise Illegal(f"{guard.unidad} no puede usar Guardián para anular {guard.anula} impactos", rule_of("guardian_x"))
    on_hits = min(guard.anula, f.hits)
    on_crits = min(guard.anula - on_hits, f.crits) if unit.keyword("divina_influencia") else 0
    if on_crits:
        f.say("6", f"anula {on_crits} críticos como si fuesen impactos", "divina_influencia")
    off = on_hits + on_crits
    shown = f.log.roll(guard.tirada, off, rules.DEFENSE_FACES, "la tirada de Guardián")
    blocks = shown.count("bloqueo") + (shown.count("incremento") if unit.incremento_de_defensa else 0)
    pierced = 0 if unit.keyword("inmune_a_perforante") else min(blocks, f.weapon("perforante_x") + f.pierce)
    hurt = off - (blocks - pierced)
    f.say("6", f"{guard.unidad} anula {off} impactos y sufre {hurt} Heridas", "guardian_x")
    f = f.wound(guard.unidad, hurt)
    return replace(f, hits=f.hits - on_hits, crits=f.crits - on_crits, pierce=f.pierce - pierced)


# --- steps 7 to 10 ----------------------------------------------------------------------------------------------------


def _defended(f: Fight) -> tuple[Battle, dict[str, Any]]:
    o, unit, results = f.pool, f.defender, f.hits + f.crits
    makashi = bool(f.weapon("dominio_de_makashi")) and f.melee
    pierce = f.weapon("perforante_x") + f.pierce - makashi
    immune = _immune(f) and not makashi
    dice = results
    if results and unit.keyword("duro_de_pelar") and not _immune(f) and not makashi:
        dice += pierce
        f.say("7a", f"{pierce} dados de defensa más", "duro_de_pelar")
    if results and unit.keyword("sentido_del_peligro_x"):
        more = min(unit.has("acobardamiento"), unit.keyword("sentido_del_peligro_x"))
        dice += more
        f.say("7a", f"{more} dados de defensa más", "sentido_del_peligro_x")
    shown = list(f.log.roll(o.defensa, dice, rules.DEFENSE_FACES, "los dados de defensa"))
    f.say("7", f"{o.defensor} tira {dice} dados: {', '.join(shown) or 'nada'}", rule=rules.DEFENSE_POOL)
    for again in o.repite:
        if again.con in ("suerte_increible", "dominio_de_soresu"):
            shown = _again_defense(f, again, shown)
    f, blocks = _blocks(f, shown)
    through = min(blocks, max(0, pierce)) if not immune else 0
    if through:
        f.say("8", f"anula {through} bloqueos", "perforante_x")
    wounds = max(0, results - (blocks - through))
    f.say("9", f"{results} resultados menos {blocks - through} bloqueos: {wounds} Heridas", rule=rules.COMPARE)
    if unit.keyword("dominio_de_djem_so") and f.melee and f.blanks:
        f.say("9", f"{f.who} sufre 1 Herida", "dominio_de_djem_so")
        f = f.wound(f.who, 1)
    visible = o.miniaturas_visibles
    capped = wounds if visible is None or not f.ranged else min(wounds, visible * unit.umbral - unit.heridas)
    battle = _suppress(f.wound(o.defensor, capped))
    shown_now: dict[str, Any] = {"impactos": f.hits, "criticos": f.crits, "bloqueos": blocks - through, "heridas": wounds}
    return battle, {**shown_now, "dados_de_defensa": dice, "perforante": max(0, pierce)}


def _immune(f: Fight) -> bool:
    unit = f.defender
    melee = f.melee and (unit.keyword("inmune_a_perforante_en_cuerpo_a_cuerpo") or (unit.keyword("duelista") and f.dodged))
    return bool(unit.keyword("inmune_a_perforante") or melee)


_ID = {"suerte_increible": "suerte_increible_x", "dominio_de_soresu": "dominio_de_soresu"}


def _again_defense(f: Fight, again: Again, shown: list[str]) -> list[str]:
    unit = f.defender
    if not unit.keyword(_ID[again.con]) or (again.con == "dominio_de_soresu" and not f.ranged):
        raise Illegal(f"{f.pool.defensor} no puede repetir dados con {again.con}", rule_of(_ID[again.con]))
    if again.con == "suerte_increible" and len(again.dados) > unit.keyword("suerte_increible_x"):
        raise Illegal(f"se repiten como mucho {unit.keyword('suerte_increible')} dados", rule_of(_ID[again.con]))
    if again.con == "dominio_de_soresu" and len(again.dados) != len(shown):
        raise Illegal("se repiten todos los dados de defensa o ninguno", rule_of(_ID[again.con]))
    now = _replaced(shown, again.dados, f.log.roll(again.sale, len(again.dados), rules.DEFENSE_FACES, "la repetición"))
    f.say("7c", f"repite {len(again.dados)} dados: {', '.join(now)}", _ID[again.con])
    return now


def _blocks(f: Fight, shown: list[str]) -> tuple[Fight, int]:
    o, unit = f.pool, f.defender
    surges, blocks = shown.count("incremento"), shown.count("bloqueo")
    deflects = bool(unit.keyword("desvio")) and f.ranged and not f.every("alta_velocidad")
    if deflects and surges and not f.weapon("inmune_a_desvio"):
        f.say("7d", f"{f.who} sufre 1 Herida", "desvio")
        f = f.wound(f.who, 1)
    blocking = bool(unit.keyword("bloqueo")) and f.dodged
    if surges and (unit.incremento_de_defensa or deflects or blocking or unit.keyword("completar_la_mision")):
        f.say("7d", f"{surges} incrementos pasan a bloqueos", rule=rules.CONVERT_DEFENSE)
        return f, blocks + surges
    tokens = min(surges, unit.has("incremento") if o.incrementos_de_defensa is None else o.incrementos_de_defensa)
    if tokens:
        f = f.spend(o.defensor, incremento=tokens)
        f.say("7d", f"gasta {tokens} fichas de Incremento: pasan a bloqueos", rule=rules.CONVERT_DEFENSE)
    return f, blocks + tokens


def _suppress(f: Fight) -> Battle:
    o, unit = f.pool, f.defender
    if not f.ranged or not f.struck or unit.derrotada or unit.vehiculo:
        return f.battle
    n = 1 + bool(f.weapon("fuego_de_contencion"))
    f.say("10", f"{o.defensor} gana {n} fichas de Acobardamiento", rule=rules.SUPPRESSION)
    if n > 1:
        f.say("10", "una más por Fuego de contención", "fuego_de_contencion")
    return f.battle.put(o.defensor, unit.with_tokens(acobardamiento=n, alerta=-1))
