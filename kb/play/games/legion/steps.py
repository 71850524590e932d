"""Legión: what each step of an attack does by itself, from the roll to the suppression token; keywords act around it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kb.play.errors import PlayError
from kb.play.games.legion import cites as rules
from kb.play.games.legion.board import aim_dice, banned
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import rule_named, rule_of
from kb.play.games.legion.odds.rules import COLOURS, COVER
from kb.play.games.legion.orders import Again
from kb.play.games.legion.rolls import attack_dice, defense_dice
from kb.play.games.legion.state import ATTACK_FACES
from kb.play.games.legion.view import token_of, unit_of
from kb.play.games.legion.words import dice_words
from kb.play.meaning.events import Ente, Event
from kb.play.run import Illegal

REROLLS = {"suerte_increible": "suerte_increible_x", "dominio_de_soresu": "dominio_de_soresu"}


# --- step 4 -----------------------------------------------------------------------------------------------------------


def roll_attack(f: Fight) -> Fight:
    pool = tuple(sum(column) for column in zip(*(arm.dice for arm in f.arms), strict=True))
    colours = [colour for colour, n in zip(COLOURS, pool, strict=True) for _ in range(n)]
    shown = attack_dice(f.log, f.pool.ataque, colours, "los dados de ataque")
    f.say("4a", f"{f.who} tira {dice_words(pool)}: {', '.join(shown) or 'nada'}", rules.ROLL)
    return replace(f, rolled=tuple(zip(colours, shown, strict=True)))


def reroll_attack(f: Fight) -> Fight:
    for again in f.pool.repite:
        if again.con in ("ataque_apuntado", "observacion"):
            f = _again(f, again)
    have = 0 if f.token else f.attacker.has("ataque_apuntado")
    if have and not f.pool.repite and not f.pool.letal and not f.pool.punteria:
        f.log.offer(
            f.who, "4b", f"puedes gastar hasta {have} fichas de Ataque apuntado y repetir {aim_dice(f)[0]} con cada una"
        )
    counts = {face: sum(shown == face for _, shown in f.rolled) for face in ATTACK_FACES}
    return replace(f, hits=counts["impacto"], crits=counts["critico"], surges=counts["incremento"], blanks=counts["vacia"])


def _again(f: Fight, again: Again) -> Fight:
    aim = again.con == "ataque_apuntado"
    most, card = aim_dice(f) if aim else (1, "")
    if card:
        f.log.say("4b", f"cada Ataque apuntado repite hasta {most} dados", rule_named(card), card)
    if len(again.dados) > most:
        raise Illegal(f"con esa ficha se repiten como mucho {most} dados", rules.AIM if aim else rules.OBSERVED)
    f = f.spend("atacante" if aim else "defensor", again.con, 1)
    left, picked = list(f.rolled), []
    for face in again.dados:
        # Of equal faces, the die with the best sides: they lie in that order.
        die = next((die for die in left if die[1] == face), None)
        if die is None:
            raise PlayError(f"no hay ningún dado con «{face}» que repetir")
        left.remove(die)
        picked.append(die[0])
    now = attack_dice(f.log, again.sale, picked, "la repetición")
    f = replace(f, rolled=(*left, *zip(picked, now, strict=True)))
    dice = Ente("dado", "dado", frozenset({"ataque"}), f.who)
    f.log.past.append(Event("despues", "volver_a_tirar", {"quien": unit_of(f.who), "que": dice}))
    faces = ", ".join(face for _, face in f.rolled)
    rule = rules.AIM if aim else rules.OBSERVED
    f.say("4b", f"gasta una ficha de {again.con} y repite {len(again.dados)} dados: {faces}", rule)
    return f


def convert_attack(f: Fight) -> Fight:
    """The surge chart, then surge tokens; what is left goes blank."""
    chart = "critico" if ("incremento", "critico") in f.charts else f.attacker.incremento_de_ataque
    hits, crits, rest = 0, 0, f.surges
    if rest and chart:
        f.say("4c", f"{rest} incrementos pasan a {chart} por su tabla", rules.CONVERT)
        hits, crits, rest = (rest, 0, 0) if chart == "impacto" else (0, rest, 0)
    wanted = f.pool.incrementos_de_ataque
    hits_by_token = min(rest, f.attacker.has("incremento") if wanted is None else wanted)
    if hits_by_token:
        f = f.spend("atacante", "incremento", hits_by_token)
        f.say("4c", f"gasta {hits_by_token} fichas de Incremento: pasan a impactos", rules.CONVERT)
    blanks = f.blanks + rest - hits_by_token
    return replace(f, hits=f.hits + hits + hits_by_token, crits=f.crits + crits, surges=0, blanks=blanks)


# --- step 5 -----------------------------------------------------------------------------------------------------------


def determine_cover(f: Fight) -> Fight:
    """Raises first, then cuts; at most dense («Cobertura»)."""
    f = replace(f, struck=f.results > 0)
    if not f.ranged or (f.results and without_cover(f, "beneficiar", "de")):
        return f
    unit = f.defender
    # Smoke serves infantry: that which defends in it, and whoever is attacked by infantry that stands in it.
    smoke = (0 if unit.vehiculo else unit.has("humo")) + (0 if f.attacker.vehiculo or f.token else f.pool.humo_del_atacante)
    raised = COVER[_obscured(f)] + f.cover_up + smoke
    if unit.suppressed():
        raised += 1
        f.say("5b", f"{f.pool.defensor} está acobardada: su cobertura sube un grado", rules.SUPPRESSED_COVER)
    if smoke:
        f.say("5b", f"el Humo mejora la cobertura en {smoke}", rules.SMOKE)
    cover = max(0, min(2, raised) - f.cover_down)
    return replace(f, cover=cover, dice=f.hits if cover else 0)


def without_cover(f: Fight, verb: str, role: str) -> bool:
    """Whether something keeps the defender from its cover, which is told."""
    card = banned(f, f.log, verb, **{"quien": unit_of(f.pool.defensor), role: Ente("cobertura", "cobertura")})
    if card:
        text = f"{f.pool.defensor} no puede usar la cobertura, por {card}"
        f.log.say(f.here.step if f.here else "5", text, rule_named(card), card)
    return bool(card)


def _obscured(f: Fight) -> str:
    """The cover that terrain gives: vehicles that defend are never obscured."""
    if f.pool.cobertura == "ninguna" or not (f.defender.vehiculo or f.defender.repulsor):
        return f.pool.cobertura
    rule = rules.NO_COVER_REPULSOR if f.defender.repulsor else rules.NO_COVER_GROUND
    f.say("5b", f"{f.pool.defensor} es un vehículo: no tiene la cobertura que da la ocultación", rule)
    return "ninguna"


def roll_cover(f: Fight) -> Fight:
    return f  # The dice wait for step 5d: an effect there may forbid their use.


def apply_cover(f: Fight) -> Fight:
    if not f.dice or without_cover(f, "utilizar", "que"):
        return replace(f, dice=0, more=0, added=())
    shown = [*defense_dice(f.log, f.pool.tirada_de_cobertura, "blanco", f.dice + f.more, "la reserva de cobertura"), *f.added]
    off = min(f.hits, shown.count("bloqueo") + (shown.count("incremento") if f.cover == 2 else 0))
    f.say("5d", f"la cobertura {'densa' if f.cover == 2 else 'ligera'} anula {off} impactos", rules.COVER)
    return replace(f, hits=f.hits - off, dice=0, more=0, added=())


def dodge(f: Fight) -> Fight:
    o, have = f.pool, f.defender.has("esquiva")
    who = unit_of(o.defensor)
    if (have or o.esquivas) and (card := banned(f, f.log, "gastar", quien=who, que=token_of("esquiva", o.defensor))):
        if o.esquivas:
            raise Illegal(f"{o.defensor} no puede gastar Esquiva, por {card}", rule_named(card))
        f.log.say("5e", f"{o.defensor} no puede gastar Esquiva, por {card}", rule_named(card), card)
        return f
    if o.esquivas is None and have:
        f.log.offer(o.defensor, "5e", f"puedes gastar hasta {have} fichas de Esquiva")
    if not o.esquivas:
        return f
    if o.esquiva_criticos and not f.dodged:
        raise Illegal("una Esquiva no anula críticos", rules.DODGE)
    left = o.esquivas - f.dodged
    if left <= 0:
        return f
    f = f.spend("defensor", "esquiva", left)
    hits = min(left, f.hits)
    f.say("5e", f"{o.defensor} gasta {left} Esquivas: anula {hits} impactos", rules.DODGE)
    return replace(f, hits=f.hits - hits)


# --- steps 6 to 10 ----------------------------------------------------------------------------------------------------


def turn_shields(f: Fight) -> Fight:
    """A shield turned for each hit or crit; crits first, which nothing else stops."""
    o, unit = f.pool, f.defender
    if not o.escudos:
        if unit.has("escudo") and f.ranged and f.results:
            f.log.offer(o.defensor, "6", f"puedes voltear hasta {unit.has('escudo')} escudos")
        return f
    shield = Ente("ficha", "escudo", frozenset({"escudo", "activo"}), o.defensor)
    if card := banned(f, f.log, "dar_la_vuelta", quien=unit_of(o.defensor), a=shield):
        raise Illegal(f"{o.defensor} no puede voltear escudos, por {card}", rule_named(card))
    if not f.ranged or unit.has("escudo") < o.escudos:
        raise Illegal(f"{o.defensor} no puede voltear {o.escudos} escudos", rule_of("escudado_x"))
    crits = min(o.escudos, f.crits)
    hits = min(o.escudos - crits, f.hits)
    f.tell("6", f"voltea {o.escudos} escudos: anula {crits} críticos y {hits} impactos", "escudado_x", o.escudos)
    turned = unit.with_tokens(escudo=-o.escudos).model_copy(update={"escudos_inactivos": unit.escudos_inactivos + o.escudos})
    return replace(f.put(o.defensor, turned), hits=f.hits - hits, crits=f.crits - crits)


def _assisted(f: Fight) -> None:
    """Whom others may shelter: infantry that is a Commander or an Operative, from shots of further than range 2."""
    unit, name = f.defender, f.pool.defensor
    refusals = (
        (not f.ranged, "no es un ataque a distancia", rules.ASSISTED),
        (unit.vehiculo or unit.repulsor, f"{name} no es infantería", rules.ASSISTS),
        (unit.categoria not in (None, "comandante", "agente"), f"{name} no es Comandante ni Agente", rules.ASSISTS),
        (f.pool.alcance is not None and f.pool.alcance <= 2, f"{f.who} está a alcance {f.pool.alcance}", rules.ASSISTED),
        (bool(unit.keyword("guardian_x")), f"{name} tiene Guardián", rules.GUARDIAN_ALONE),
    )
    for refused, why, rule in refusals:
        if refused:
            raise Illegal(f"{name} no se beneficia de asistencia: {why}", rule)
    if card := banned(f, f.log, "recibir", quien=unit_of(name), que=Ente("asistencia", "asistencia")):
        raise Illegal(f"{name} no puede recibir asistencia, por {card}", rule_named(card))


def assist(f: Fight) -> Fight:
    if f.pool.asistencia:
        _assisted(f)
        off = min(2, f.pool.asistencia, f.hits)
        f.say("6", f"la Asistencia anula {off} impactos", rules.ASSISTED)
        f = replace(f, hits=f.hits - off)
    f = turn_shields(f)
    return replace(f, dice=f.results)


def gather_defense(f: Fight) -> Fight:
    return replace(f, dice=f.dice + f.more if f.dice else 0, more=0)


def roll_defense(f: Fight) -> Fight:
    shown = defense_dice(f.log, f.pool.defensa, f.defender.defensa, f.dice, "los dados de defensa")
    f.say("7b", f"{f.pool.defensor} tira {f.dice} dados: {', '.join(shown) or 'nada'}", rules.DEFENSE_POOL)
    return replace(f, defense=shown)


def reroll_defense(f: Fight) -> Fight:
    for again in f.pool.repite:
        if again.con in REROLLS:
            f = _again_defense(f, again, REROLLS[again.con])
    return f


def _again_defense(f: Fight, again: Again, keyword: str) -> Fight:
    most, whole = f.rerolls.get(keyword, (None, False))
    if most is None:
        raise Illegal(f"{f.pool.defensor} no puede repetir dados con {again.con}", rule_of(keyword))
    if whole and len(again.dados) != len(f.defense):
        raise Illegal("se repiten todos los dados de defensa o ninguno", rule_of(keyword))
    if len(again.dados) > most:
        raise Illegal(f"se repiten como mucho {most} dados", rule_of(keyword))
    left = list(f.defense)
    for face in again.dados:
        if face not in left:
            raise PlayError(f"no hay ningún dado con «{face}» que repetir")
        left.remove(face)
    now = (*left, *defense_dice(f.log, again.sale, f.defender.defensa, len(again.dados), "la repetición"))
    f.tell("7c", f"repite {len(again.dados)} dados: {', '.join(now)}", keyword, most)
    return replace(f, defense=now)


def convert_defense(f: Fight) -> Fight:
    surges, blocks = f.defense.count("incremento"), f.defense.count("bloqueo")
    if surges and (f.defender.incremento_de_defensa or ("incremento", "bloqueo") in f.charts):
        f.say("7d", f"{surges} incrementos pasan a bloqueos", rules.CONVERT_DEFENSE)
        return replace(f, blocks=blocks + surges)
    wanted = f.pool.incrementos_de_defensa
    tokens = min(surges, f.defender.has("incremento") if wanted is None else wanted)
    if tokens:
        f = f.spend("defensor", "incremento", tokens)
        f.say("7d", f"gasta {tokens} fichas de Incremento: pasan a bloqueos", rules.CONVERT_DEFENSE)
    return replace(f, blocks=blocks + tokens)


def compare(f: Fight) -> Fight:
    unit, wounds = f.defender, max(0, f.results - f.blocks)
    f.say("9", f"{f.results} resultados menos {f.blocks} bloqueos: {wounds} Heridas", rules.COMPARE)
    seen = f.pool.miniaturas_visibles
    suffered = wounds if seen is None or not f.ranged else min(wounds, seen * unit.umbral - unit.heridas)
    return replace(f.wound(f.pool.defensor, suffered), wounds=wounds)


def suppress(f: Fight) -> Fight:
    if not f.ranged or not f.struck or f.defender.derrotada or f.defender.vehiculo:
        return f
    token = token_of("acobardamiento", f.pool.defensor)
    if card := banned(f, f.log, "recibir", quien=unit_of(f.pool.defensor), que=token):
        f.log.say("10", f"{f.pool.defensor} no puede ganar fichas de Acobardamiento, por {card}", rule_named(card), card)
        return f
    if f.defender.aplomo is None:
        f.say("10", f"{f.pool.defensor} no tiene Aplomo: no gana Acobardamiento", rules.NO_COURAGE)
        return f
    f.say("10", f"{f.pool.defensor} gana 1 ficha de Acobardamiento", rules.SUPPRESSION)
    if f.defender.has("alerta"):
        f.say("10", f"{f.pool.defensor} pierde su ficha de Alerta", rules.LOSES_STANDBY)
    return f.tokens("defensor", "acobardamiento", 1)


Rule = Callable[[Fight], Fight]
# By id of the step in juego.toml.
RULES: Mapping[str, Rule] = {
    "cambiar_dados_de_ataque": roll_attack,
    "repetir_ataque": reroll_attack,
    "convertir_ataque": convert_attack,
    "determinar_cobertura": determine_cover,
    "tirar_cobertura": roll_cover,
    "aplicar_cobertura": apply_cover,
    "aplicar_esquivas": dodge,
    "modificar_ataque": assist,
    "reunir_defensa": gather_defense,
    "cambiar_dados_de_defensa": roll_defense,
    "repetir_defensa": reroll_defense,
    "convertir_defensa": convert_defense,
    "comparar_resultados": compare,
    "asignar_acobardamiento": suppress,
}
