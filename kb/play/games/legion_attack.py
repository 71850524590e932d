"""Legión: one attack pool against one defender, steps 4 to 10, with the dice given."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from kb.play.errors import PlayError
from kb.play.games import legion_state as rules
from kb.play.games.legion_state import Battle, Natural, Unit, rule_of
from kb.play.keywords import read_keyword
from kb.play.odds import legion_rules as tables
from kb.play.run import Illegal, Log
from kb.play.validation import Model

Face = Literal["impacto", "critico", "incremento", "vacia"]
DefenseFace = Literal["bloqueo", "incremento", "vacia"]


class Again(Model):
    """A reroll: by which token or keyword, which faces, and what they show now."""

    con: Literal["ataque_apuntado", "observacion", "suerte_increible", "dominio_de_soresu"]
    dados: tuple[str, ...]
    sale: tuple[str, ...]


class Guard(Model):
    """«Guardián X» of another unit: how many hits it takes upon itself and what its dice show."""

    unidad: str
    anula: Natural
    tirada: tuple[DefenseFace, ...]


class Attack(Model):
    atacante: str
    defensor: str
    tipo: Literal["a_distancia", "cuerpo_a_cuerpo"] = "a_distancia"
    dados: dict[Literal["rojo", "negro", "blanco"], Natural]
    cualidades: tuple[str, ...] = ()
    """Of the weapons in the pool; the units' own are on their cards."""
    ataque: tuple[Face, ...] | None = None
    repite: tuple[Again, ...] = ()
    cobertura: Literal["ninguna", "ligera", "densa"] = "ninguna"
    tirada_de_cobertura: tuple[DefenseFace, ...] | None = None
    esquivas: Natural | None = None
    """Dodge tokens that the defender spends."""
    esquiva_criticos: Natural = 0
    letal: Natural = 0
    rociada_sobre: Natural = 0
    """Miniatures in sight of a weapon with «Rociada»."""
    seleccion_avanzada: bool = False
    disparo_lejano: bool = False
    punteria: tuple[Literal["vacia", "impacto"], ...] = ()
    """Results lifted one step by «Puntería» or «Dominio de Jar'Kai», a token each."""
    embestida: tuple[Face, ...] = ()
    escudos: Natural = 0
    guardian: Guard | None = None
    asistencia: Natural = 0
    defensa: tuple[DefenseFace, ...] | None = None
    incrementos_de_ataque: Natural | None = None
    """Surge tokens spent; without it, as many as help."""
    incrementos_de_defensa: Natural | None = None
    miniaturas_visibles: Natural | None = None


@dataclass(frozen=True)
class Fight:
    """Where an attack stands."""

    battle: Battle
    order: Attack
    log: Log
    hits: int = 0
    crits: int = 0
    blanks: int = 0
    surges: int = 0
    pierce: int = 0
    dodged: bool = False
    struck: bool = False
    """There was a hit or a crit at step 4: for the suppression token."""

    @property
    def attacker(self) -> Unit:
        return self.battle.unit(self.order.atacante)

    @property
    def defender(self) -> Unit:
        return self.battle.unit(self.order.defensor)

    @property
    def ranged(self) -> bool:
        return self.order.tipo == "a_distancia"

    def weapon(self, keyword: str) -> int:
        """Of the pool: printed on a weapon or on the attacking unit."""
        found = self.attacker.keyword(keyword)
        for text in self.order.cualidades:
            key, number = read_keyword(text)
            found += (number or 1) if key == keyword else 0
        return found

    def say(self, step: str, text: str, keyword: str = "", rule: Any = None) -> None:
        self.log.say(step, text, rule or rule_of(keyword), keyword)

    def spend(self, who: str, **tokens: int) -> "Fight":
        unit = self.battle.unit(who)
        for token, n in tokens.items():
            if unit.has(token) < n:
                raise Illegal(f"{who} no tiene {n} fichas de {token}", rules.DODGE)
        spent = unit.with_tokens(**{k: -n for k, n in tokens.items()})
        return replace(self, battle=self.battle.put(who, spent))


def attack(battle: Battle, order: Attack, log: Log) -> tuple[Battle, dict[str, Any]]:
    if battle.unit(order.atacante) is battle.unit(order.defensor):
        raise Illegal("una unidad no puede atacarse a sí misma", rules.ROLL)
    fight = _rolled(Fight(battle, order, log))
    for step in (_converted, _covered, _dodges, _attacker_modifies, _defender_modifies):
        fight = step(fight)
    return _defended(fight)


# --- step 4 -----------------------------------------------------------------------------------------------------------


def _rolled(f: Fight) -> Fight:
    f, o = _gathered(f), f.order
    keywords = {k: f.weapon(k) for k in ("aparatosa", "antimaterial", "antipersonal") if f.weapon(k)}
    for keyword in keywords:
        f.say("4a", "cambian los dados de la reserva", keyword)
    times = o.rociada_sobre if f.weapon("rociada") and o.rociada_sobre else 1
    if times > 1:
        f.say("2b", f"el arma aporta sus dados {times} veces", "rociada")
    pool = tables.pool_of(tables.Attack(dice={str(k): n * times for k, n in o.dados.items()}, keywords=keywords))
    shown = list(f.log.roll(o.ataque, sum(pool), rules.ATTACK_FACES, "los dados de ataque"))
    f.say(
        "4", f"{o.atacante} tira {dict(zip(tables.COLOURS, pool, strict=True))}: {', '.join(shown) or 'nada'}", rule=rules.ROLL
    )
    for again in o.repite:
        if again.con in ("ataque_apuntado", "observacion"):
            f, shown = _again(f, again, shown)
    counts = {face: shown.count(face) for face in rules.ATTACK_FACES}
    return replace(f, hits=counts["impacto"], crits=counts["critico"], surges=counts["incremento"], blanks=counts["vacia"])


def _gathered(f: Fight) -> Fight:
    """Steps 1 and 2: what aim tokens buy or cost before the roll."""
    o = f.order
    if o.disparo_lejano:
        if not f.weapon("disparo_lejano"):
            raise Illegal("no tiene Disparo lejano", rule_of("disparo_lejano"))
        f = f.spend(o.atacante, ataque_apuntado=1)
        f.say("1", "gasta un Ataque apuntado: el alcance máximo sube en 1", "disparo_lejano")
    if o.seleccion_avanzada:
        n = f.weapon("seleccion_avanzada_de_blanco")
        f = replace(f, battle=f.battle.put(o.atacante, f.attacker.with_tokens(ataque_apuntado=n)))
        f.say("2", f"gana {n} fichas de Ataque apuntado y forma una sola reserva", "seleccion_avanzada_de_blanco")
    return f


def _again(f: Fight, again: Again, shown: list[str]) -> tuple[Fight, list[str]]:
    aim = again.con == "ataque_apuntado"
    most = 2 + f.weapon("precision") if aim else 1
    if len(again.dados) > most:
        raise Illegal(f"con esa ficha se repiten como mucho {most} dados", rules.AIM)
    f = f.spend(f.order.atacante if aim else f.order.defensor, **{again.con: 1})
    now = _replaced(shown, again.dados, f.log.roll(again.sale, len(again.dados), rules.ATTACK_FACES, "la repetición"))
    f.say("4b", f"gasta una ficha de {again.con} y repite {len(again.dados)} dados: {', '.join(now)}", rule=rules.AIM)
    if aim and f.weapon("duelista") and not f.ranged:
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
    o, unit = f.order, f.attacker
    critical = f.weapon("critico") + 2 * bool(f.weapon("completar_la_mision"))
    hunter = bool(f.weapon("cazador_de_jedi"))
    to_crit = f.surges if hunter else min(f.surges, critical)
    if to_crit:
        f.say("4c", f"{to_crit} incrementos pasan a críticos", "cazador_de_jedi" if hunter else "critico")
    rest = f.surges - to_crit
    if rest and unit.incremento_de_ataque:
        f.say("4c", f"{rest} incrementos pasan a {unit.incremento_de_ataque} por su carta", rule=rules.CONVERT)
        hits, crits = (rest, to_crit) if unit.incremento_de_ataque == "impacto" else (0, to_crit + rest)
        rest = 0
    else:
        tokens = min(rest, unit.has("incremento") if o.incrementos_de_ataque is None else o.incrementos_de_ataque)
        if tokens:
            f = f.spend(o.atacante, incremento=tokens)
            f.say("4c", f"gasta {tokens} fichas de Incremento: pasan a impactos", rule=rules.CONVERT)
        hits, crits, rest = tokens, to_crit, rest - tokens
    f = replace(f, hits=f.hits + hits, crits=f.crits + crits, surges=0, blanks=f.blanks + rest)
    f = _sharpened(f)
    return replace(f, struck=f.hits + f.crits > 0)


def _sharpened(f: Fight) -> Fight:
    if not f.order.punteria:
        return f
    keyword = "punteria" if f.weapon("punteria") else "dominio_de_jar_kai"
    if not f.weapon(keyword) or (keyword == "dominio_de_jar_kai" and f.ranged):
        raise Illegal("no tiene Puntería ni, en cuerpo a cuerpo, Dominio de Jar'Kai", rule_of("punteria"))
    f = f.spend(f.order.atacante, **{"ataque_apuntado" if keyword == "punteria" else "esquiva": len(f.order.punteria)})
    for face in f.order.punteria:
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
    unit, o = f.defender, f.order
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
    cover += unit.keyword("cobertura") + unit.has("humo")
    cover = max(0, min(2, cover) - f.weapon("tirador_de_primera"))
    if f.weapon("tirador_de_primera"):
        f.say("5b", f"la cobertura queda en {cover}", "tirador_de_primera")
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
    o, unit = f.order, f.defender
    have = unit.has("esquiva")
    if f.weapon("alta_velocidad"):
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
    o, unit = f.order, f.defender
    armoured = unit.keyword("blindaje") or unit.keyword("blindaje_x")
    if f.weapon("ionica") and unit.has("escudo"):
        off = min(f.weapon("ionica"), f.hits + f.crits, unit.has("escudo"))
        f = replace(f, battle=f.battle.put(o.defensor, unit.with_tokens(escudo=-off)))
        f.say("6", f"{off} escudos se vuelven inactivos", "ionica")
    impact = min(f.hits, f.weapon("antiblindaje") + unit.keyword("punto_debil")) if armoured else 0
    if impact:
        f.say("6", f"{impact} impactos pasan a críticos", "antiblindaje" if f.weapon("antiblindaje") else "punto_debil")
        f = replace(f, hits=f.hits - impact, crits=f.crits + impact)
    if f.weapon("primitiva") and armoured and f.crits:
        f.say("6", f"{f.crits} críticos pasan a impactos", "primitiva")
        f = replace(f, hits=f.hits + f.crits, crits=0)
    if o.embestida:
        f = _rammed(f)
    if o.letal:
        if o.letal > f.weapon("letal"):
            raise Illegal(f"Letal permite gastar {f.weapon('letal')} fichas", rule_of("letal"))
        f = f.spend(o.atacante, ataque_apuntado=o.letal)
        f.say("6", f"gasta {o.letal} fichas: la reserva gana Perforante {o.letal}", "letal")
        f = replace(f, pierce=f.pierce + o.letal)
    return f


def _rammed(f: Fight) -> Fight:
    if len(f.order.embestida) > f.weapon("embestida"):
        raise Illegal(f"Embestida cambia {f.weapon('embestida')} resultados", rule_of("embestida"))
    for face in f.order.embestida:
        field = {"vacia": "blanks", "impacto": "hits"}.get(face, "")
        if not field or not getattr(f, field):
            raise Illegal(f"no hay ningún resultado «{face}» que cambiar", rule_of("embestida"))
        f = replace(f, **{field: getattr(f, field) - 1}, crits=f.crits + 1)
    f.say("6", f"{len(f.order.embestida)} resultados pasan a críticos", "embestida")
    return f


def _defender_modifies(f: Fight) -> Fight:
    o = f.order
    if o.asistencia and f.ranged:
        off = min(2, o.asistencia, f.hits)
        f.say("6", f"la Asistencia anula {off} impactos", "asistencia")
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
            raise Illegal(f"{o.defensor} no puede voltear {o.escudos} escudos", rule_of("escudado"))
        crits = min(o.escudos, f.crits)
        hits = min(o.escudos - crits, f.hits)
        f.say("6", f"voltea {o.escudos} escudos: anula {crits} críticos y {hits} impactos", "escudado")
        spent = unit.with_tokens(escudo=-o.escudos).model_copy(update={"escudos_inactivos": unit.escudos_inactivos + o.escudos})
        f = replace(f, battle=f.battle.put(o.defensor, spent), hits=f.hits - hits, crits=f.crits - crits)
    return f


def _guarded(f: Fight, guard: Guard) -> Fight:
    unit = f.battle.unit(guard.unidad)
    most = unit.keyword("guardian")
    if not f.ranged or f.defender.keyword("guardian") or unit.suppressed() or guard.anula > most:
        raise Illegal(f"{guard.unidad} no puede usar Guardián para anular {guard.anula} impactos", rule_of("guardian"))
    on_hits = min(guard.anula, f.hits)
    on_crits = min(guard.anula - on_hits, f.crits) if unit.keyword("divina_influencia") else 0
    if on_crits:
        f.say("6", f"anula {on_crits} críticos como si fuesen impactos", "divina_influencia")
    off = on_hits + on_crits
    shown = f.log.roll(guard.tirada, off, rules.DEFENSE_FACES, "la tirada de Guardián")
    blocks = shown.count("bloqueo") + (shown.count("incremento") if unit.incremento_de_defensa else 0)
    pierced = 0 if unit.keyword("inmune_a_perforante") else min(blocks, f.weapon("perforante") + f.pierce)
    hurt = off - (blocks - pierced)
    f.say("6", f"{guard.unidad} anula {off} impactos y sufre {hurt} Heridas", "guardian")
    battle = wound(f.battle, guard.unidad, hurt, f.log)
    return replace(f, battle=battle, hits=f.hits - on_hits, crits=f.crits - on_crits, pierce=f.pierce - pierced)


# --- steps 7 to 10 ----------------------------------------------------------------------------------------------------


def _defended(f: Fight) -> tuple[Battle, dict[str, Any]]:
    o, unit, results = f.order, f.defender, f.hits + f.crits
    makashi = bool(f.weapon("dominio_de_makashi")) and not f.ranged
    pierce = f.weapon("perforante") + f.pierce - makashi
    immune = _immune(f) and not makashi
    dice = results
    if results and unit.keyword("duro_de_pelar") and not _immune(f) and not makashi:
        dice += pierce
        f.say("7a", f"{pierce} dados de defensa más", "duro_de_pelar")
    if results and unit.keyword("sentido_del_peligro"):
        more = min(unit.has("acobardamiento"), unit.keyword("sentido_del_peligro"))
        dice += more
        f.say("7a", f"{more} dados de defensa más", "sentido_del_peligro")
    shown = list(f.log.roll(o.defensa, dice, rules.DEFENSE_FACES, "los dados de defensa"))
    f.say("7", f"{o.defensor} tira {dice} dados: {', '.join(shown) or 'nada'}", rule=rules.DEFENSE_POOL)
    for again in o.repite:
        if again.con in ("suerte_increible", "dominio_de_soresu"):
            shown = _again_defense(f, again, shown)
    f, blocks = _blocks(f, shown)
    through = min(blocks, max(0, pierce)) if not immune else 0
    if through:
        f.say("8", f"anula {through} bloqueos", "perforante")
    wounds = max(0, results - (blocks - through))
    f.say("9", f"{results} resultados menos {blocks - through} bloqueos: {wounds} Heridas", rule=rules.COMPARE)
    battle = f.battle
    if unit.keyword("dominio_de_djem_so") and not f.ranged and f.blanks:
        f.say("9", f"{o.atacante} sufre 1 Herida", "dominio_de_djem_so")
        battle = wound(battle, o.atacante, 1, f.log)
    visible = o.miniaturas_visibles
    capped = wounds if visible is None or not f.ranged else min(wounds, visible * unit.umbral - unit.heridas)
    battle = wound(battle, o.defensor, capped, f.log)
    battle = _suppress(replace(f, battle=battle))
    shown_now: dict[str, Any] = {"impactos": f.hits, "criticos": f.crits, "bloqueos": blocks - through, "heridas": wounds}
    return battle, {**shown_now, "dados_de_defensa": dice, "perforante": max(0, pierce)}


def _immune(f: Fight) -> bool:
    unit = f.defender
    melee = not f.ranged and (unit.keyword("inmune_a_perforante_en_cuerpo_a_cuerpo") or (unit.keyword("duelista") and f.dodged))
    return bool(unit.keyword("inmune_a_perforante") or melee)


def _again_defense(f: Fight, again: Again, shown: list[str]) -> list[str]:
    unit = f.defender
    if not unit.keyword(again.con) or (again.con == "dominio_de_soresu" and not f.ranged):
        raise Illegal(f"{f.order.defensor} no puede repetir dados con {again.con}", rule_of(again.con))
    if again.con == "suerte_increible" and len(again.dados) > unit.keyword("suerte_increible"):
        raise Illegal(f"se repiten como mucho {unit.keyword('suerte_increible')} dados", rule_of(again.con))
    if again.con == "dominio_de_soresu" and len(again.dados) != len(shown):
        raise Illegal("se repiten todos los dados de defensa o ninguno", rule_of(again.con))
    now = _replaced(shown, again.dados, again.sale)
    f.say("7c", f"repite {len(again.dados)} dados: {', '.join(now)}", again.con)
    return now


def _blocks(f: Fight, shown: list[str]) -> tuple[Fight, int]:
    o, unit = f.order, f.defender
    surges, blocks = shown.count("incremento"), shown.count("bloqueo")
    deflects = bool(unit.keyword("desvio")) and f.ranged and not f.weapon("alta_velocidad")
    if deflects and surges and not f.weapon("inmune_a_desvio"):
        f.say("7d", f"{o.atacante} sufre 1 Herida", "desvio")
        f = replace(f, battle=wound(f.battle, o.atacante, 1, f.log))
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
    o, unit = f.order, f.defender
    if not f.ranged or not f.struck or unit.derrotada or unit.vehiculo:
        return f.battle
    n = 1 + bool(f.weapon("fuego_de_contencion"))
    f.say("10", f"{o.defensor} gana {n} fichas de Acobardamiento", rule=rules.SUPPRESSION)
    if n > 1:
        f.say("10", "una más por Fuego de contención", "fuego_de_contencion")
    return f.battle.put(o.defensor, unit.with_tokens(acobardamiento=n, alerta=-1))


def wound(battle: Battle, name: str, n: int, log: Log) -> Battle:
    """On the most wounded first; miniatures fall at their threshold; the leader is the last."""
    unit = battle.unit(name)
    if not n or unit.derrotada:
        return battle
    total = unit.heridas + n
    fallen = min(unit.miniaturas, total // unit.umbral)
    left = unit.miniaturas - fallen
    log.say("9", f"{name} sufre {n} Heridas: caen {fallen} miniaturas y quedan {left}", rules.WOUNDED_FIRST)
    now = {"miniaturas": max(1, left), "heridas": total % unit.umbral if left else 0, "derrotada": not left}
    return battle.put(name, unit.model_copy(update=now))
