"""X-Wing: orders of abilities on the dice of the attack that is being made, and loose rolls."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from grammar.meaning.values import Cond, Cosa, Hecho, It, Papel, Ref, Value
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.dice_cards import DICE_VERBS, DiceOp, Pool, Unusable, dice_op
from kb.play.games.xwing.faces import FACES, applied, changed, shown, without_choice
from kb.play.games.xwing.prohibitions import Deed as Ban
from kb.play.games.xwing.prohibitions import check, fight_of
from kb.play.games.xwing.state import Dice
from kb.play.games.xwing.verbs import reading
from kb.play.meaning.conditions import fixed, known_as, part
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal

VERBS = {"repetir": "volver_a_tirar", "cambiar": "cambiar", "anadir": "anadir"}
"""Forms of modifying dice, as a prohibition names them. Cancelling is none («Modificación de dados»)."""
STEPS: dict[tuple[bool, str], str] = {
    (True, "ataque"): "2a", (False, "ataque"): "2b", (True, "defensa"): "3a", (False, "defensa"): "3b",
}  # fmt: skip
"""Where an ability «mientras» acts: what gives dice when they are rolled, what modifies them in its own step."""
BEFORE = {"considerar": "3a", "neutralizar": "4", "aplicar": "2a", "impedir": "2a"}
"""Orders that change an attack without touching its dice, and where they have to come."""
EQUIVALENT = "equivalente"
DICE_AT_MOST = 6


def step_of(fact: Hecho, pool: Pool) -> str | None:
    """The step in which an order on dice happens; None where it is no such order."""
    what = fact.role("que")
    if fact.verb == "tirar" and isinstance(what, Cosa) and what.qty.op == "hasta" and not what.filters:
        return STEPS[True, pool]  # a cap: before they are rolled
    if fact.verb in BEFORE:
        return BEFORE[fact.verb]
    if fact.verb not in DICE_VERBS:
        return None
    try:
        found = dice_op(_plain(fact), pool)
    except Unusable:
        return None
    return STEPS[found.kind == "dados", found.pool]


def _plain(fact: Hecho) -> Hecho:
    """Without what only says how many, or that somebody told elsewhere does it."""
    roles = tuple((k, v) for k, v in fact.roles if k != "quien" or not isinstance(v, Ref))
    return Hecho(
        fact.verb,
        roles,
        fact.neg,
        circ=tuple((k, v) for k, v in fact.circ if k not in ("por_cada", "hasta_un_maximo", "hasta")),
    )


def side_of(scene: Scene) -> Pool:
    """The pool of the side for which the card speaks: its own ship's, or that of the friend whom it helps."""
    attacker, defender = part(scene, "atacante"), part(scene, "defensor")
    if scene.me == attacker:
        return "ataque"
    if scene.me == defender:
        return "defensa"
    for event in (scene.event, *scene.going):
        if event is not None and event.rel == "mientras" and event.verb in ("efectuar", "defender"):
            return "ataque" if event.verb == "efectuar" else "defensa"
    return "defensa"


def on_dice(scene: Scene, deed: Deed) -> Scene:
    dice: Dice | None = scene.state.dados
    what = deed.fact.role("que")
    if deed.fact.verb == "anadir" and isinstance(what, Cosa) and what.sort == "espacio":
        raise scene.fail("es de la preparación de la partida o del escuadrón", deed.fact)
    if deed.fact.verb == "tirar" and isinstance(what, Cosa) and not what.filters:
        return _cap(scene, deed, what, dice) if what.qty.op == "hasta" and dice is not None else loose_roll(scene, deed, what)
    if dice is None:
        raise Illegal(f"«{scene.card}» cambia dados y no se está efectuando ningún ataque", rules.MODIFY)
    found = _of_chosen(scene, deed) or _read(scene, deed)
    if deed.times != 1 and found.most is not None:
        found = found.model_copy(update={"most": found.most * deed.times})
    name = deed.who.name
    if found.kind == "dados" and found.pool == "defensa" and (found.most or 0) < 0 and _enemy_in_contact(scene):
        scene.say(f"«{scene.card}» no actúa: a alcance 0 las naves enemigas no quitan dados de defensa", rules.MODIFY_DEFENSE)
        return scene
    if found.kind == "dados":
        more = {**dice.mas, found.pool: dice.mas.get(found.pool, 0) + (found.most or 0)}
        scene.say(f"«{scene.card}»: {found.most or 0:+d} dados de {found.pool}", rules.TIMING)
        return scene.on(scene.state.model_copy(update={"dados": dice.model_copy(update={"mas": more})}))
    owner = part(scene, "atacante" if found.pool == "ataque" else "defensor")
    _in_contact(scene, deed, found)
    chosen = _chosen(scene, found, dice)
    if found.kind in VERBS:
        ban = Ban(name, VERBS[found.kind], "dado", dice_of=owner.name if owner else "", n=len(chosen))
        check(scene.state, ban, fight_of(scene), scene.log)
    changed = applied(dice, found, chosen, scene.decision.sale, scene.log)
    scene.say(f"«{scene.card}»: {shown(changed.of(found.pool))}", rules.MODIFY)
    if found.kind in VERBS:
        scene.log.past.append(Event("despues", "modificar", {"quien": deed.who}))
    return scene.on(scene.state.model_copy(update={"dados": changed}))


def _of_chosen(scene: Scene, deed: Deed) -> DiceOp | None:
    """«vuelve a tirar ese dado»: the one that was chosen."""
    what = deed.fact.role("que")
    found = scene.bound.get(what.id, ()) if isinstance(what, Ref) else ()
    if deed.fact.verb != "volver_a_tirar" or not found or any(die.sort != "dado" for die in found) or deed.fact.circ:
        return None
    pool: Pool = "ataque" if "dado_de_ataque" in (found[0].marks or ()) else "defensa"
    return DiceOp(kind="repetir", pool=pool, faces=tuple(dict.fromkeys(die.name for die in found)), most=len(found))


def _cap(scene: Scene, deed: Deed, what: Cosa, dice: Dice) -> Scene:
    """«tiras un máximo de 3 dados de ataque»."""
    pool = what.noun.removeprefix("dado_de_")
    if pool not in ("ataque", "defensa") or not what.qty.n.isdigit():
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    scene.say(f"«{scene.card}»: {deed.who.name} tira {what.qty.n} dados de {pool} como mucho", rules.TIMING)
    return scene.on(
        scene.state.model_copy(update={"dados": dice.model_copy(update={"tope": {**dice.tope, pool: int(what.qty.n)}})})
    )


def _in_contact(scene: Scene, deed: Deed, op: DiceOp) -> None:
    """At attack range 0 the attacker modifies no dice."""
    attack = part(scene, "este_ataque")
    if attack is None or attack.number != 0 or deed.who != part(scene, "atacante") or op.kind not in VERBS:
        return
    if op.pool == "defensa" or "principal" in (attack.marks or ()):
        rule = rules.MODIFY_DEFENSE if op.pool == "defensa" else rules.CONTACT
        raise Illegal("a alcance de ataque 0 el atacante no puede modificar los dados", rule)


def _enemy_in_contact(scene: Scene) -> bool:
    attack, defender = part(scene, "este_ataque"), part(scene, "defensor")
    if attack is None or attack.number != 0 or defender is None:
        return False
    return scene.me == part(scene, "atacante") or scene.state.friends(scene.me.name, defender.name) is False


COUNTING = frozenset({"por_cada", "hasta_un_maximo", "modo"})
"""What has been counted before the dice are looked at."""


def _read(scene: Scene, deed: Deed) -> DiceOp:
    fact = deed.fact
    what = fact.role("que")
    if isinstance(what, Cosa) and EQUIVALENT in stuff(what).ids("rasgo"):
        return _equivalent(scene, deed, what)
    ids = [id for kind in stuff(what).kinds.values() for id in kind] if isinstance(what, Cosa) else []
    if fact.verb == "anadir" and isinstance(what, Cosa) and "igual" in ids:
        return _one_more(scene, deed, what, ids)
    speaker = _pool_of(scene, deed)
    roles = tuple((k, _resolved(scene, v)) for k, v in fact.roles if k not in ("quien", "a"))
    _as_far_as_possible(scene, deed)
    circ = tuple((k, v) for k, v in fact.circ if k not in COUNTING and (k, fact.verb) != ("en_vez_de", "anadir"))
    try:
        return dice_op(Hecho(fact.verb, roles, fact.neg, circ=circ), speaker)
    except Unusable:
        raise scene.fail("no se puede calcular sobre los dados", deed.fact) from None


def _resolved(scene: Scene, value: Value) -> Value:
    """The thing with its number, and whose it is as a part of the attack: «los resultados de la nave enemiga»."""
    if not isinstance(value, Cosa):
        return value
    thing = fixed(scene, value)

    def owned(cond: Cond) -> Cond:
        owner = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
        found = known_as(scene, owner) if isinstance(owner, Ref) else None
        role = next((name for name in ("atacante", "defensor") if found and part(scene, name) == found[0]), None)
        return Hecho("de", (("quien", It()), ("que", Papel(role)))) if role else cond

    return replace(thing, filters=tuple(owned(cond) for cond in thing.filters))


def spelled(fact: Hecho, things: Mapping[int, Cosa]) -> Hecho:
    """The order with «esa nave» said in full, for who has no scene to look it up in."""

    def full(cond: Cond) -> Cond:
        owner = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "de" else None
        return (
            Hecho("de", (("quien", It()), ("que", things[owner.id]))) if isinstance(owner, Ref) and owner.id in things else cond
        )

    told = ((k, things.get(v.id, v) if isinstance(v, Ref) and k == "que" else v) for k, v in fact.roles)
    return replace(fact, roles=tuple(
        (k, replace(v, filters=tuple(full(c) for c in v.filters)) if isinstance(v, Cosa) else v) for k, v in told
    ))  # fmt: skip


def _as_far_as_possible(scene: Scene, deed: Deed) -> None:
    """The only manner that is understood: «si es posible», which is how dice are taken anyway."""
    manner = deed.circ("modo")
    if manner is not None and getattr(manner, "id", "") != "si_es_posible":
        raise scene.fail("tiene una circunstancia que no se ejecuta", deed.fact)


def as_if_force(scene: Scene, deed: Deed) -> Scene:
    """«modificar 1 de sus dados como si esa nave hubiera gastado 1 [fuerza]»: an eye becomes a hit or an evade."""
    dice: Dice | None = scene.state.dados
    what, as_if = deed.fact.role("que"), deed.circ("como_si")
    paid = as_if.role("que") if isinstance(as_if, Hecho) and as_if.verb == "gastar" else None
    if (
        dice is None
        or not isinstance(what, Cosa)
        or not isinstance(paid, Cosa)
        or stuff(paid).ids("icono_carga") != ("fuerza",)
    ):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    pool, to = ("ataque", "impacto") if side_of(scene) == "ataque" else ("defensa", "evasion")
    n = reading.many(scene, deed, stuff(what))
    if dice.of(pool).count("concentracion") < n:
        raise Illegal(f"«{scene.card}»: no hay {n} resultados de concentración que cambiar", rules.CALCULATE_NEEDS)
    turned = changed(dice, "ataque" if pool == "ataque" else "defensa", ["concentracion"] * n, to)
    scene.say(f"«{scene.card}»: {shown(turned.of(pool))}", rules.CALCULATE)
    scene.log.past.append(Event("despues", "modificar", {"quien": deed.who}))
    return scene.on(scene.state.model_copy(update={"dados": turned}))


def _pool_of(scene: Scene, deed: Deed) -> Pool:
    """The dice of whoever does it."""
    if deed.who == part(scene, "atacante"):
        return "ataque"
    return "defensa" if deed.who == part(scene, "defensor") else side_of(scene)


def _equivalent(scene: Scene, deed: Deed, what: Cosa) -> DiceOp:
    """«anular 1 resultado equivalente»: of the kind of damage that was just chosen."""
    kind = scene.decision.opcion
    if kind not in ("impacto", "critico"):
        raise Illegal(f"di en «opcion» qué resultado es el equivalente de «{scene.card}»", rules.ABILITY)
    n = reading.many(scene, deed, stuff(what))
    return DiceOp(kind="anular", pool="ataque", faces=(kind,), most=n)


def _one_more(scene: Scene, deed: Deed, what: Cosa, ids: list[str]) -> DiceOp:
    """«añadir 1 resultado igual»: like all of those on its dice."""
    pool = _pool_of(scene, deed)
    faces = set(scene.state.dados.of(pool))
    if ids != ["igual"] or len(faces) != 1:
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    return DiceOp(kind="anadir", pool=pool, to=tuple(faces), most=reading.many(scene, deed, stuff(what)))


def _chosen(scene: Scene, op: DiceOp, dice: Dice) -> list[str]:
    """The dice that it takes: those told, or all where there is nothing to choose."""
    told = scene.decision.dados
    if told is None or op.kind == "anadir":
        return without_choice(dice, op, scene.card, "dados")
    able = Counter(face for face in dice.of(op.pool) if face in op.faces)
    if (op.most is not None and len(told) > op.most) or Counter(told) - able:
        raise Illegal(f"«{scene.card}» no permite hacer eso con esos dados", rules.MODIFY_ATTACK)
    return list(told)


def loose_roll(scene: Scene, deed: Deed, what: Cosa) -> Scene:
    """Dice that are rolled to see what comes out: no part of an attack's pool."""
    if what.noun not in ("dado_de_ataque", "dado_de_defensa"):
        raise scene.fail("no se puede calcular sobre los dados", deed.fact)
    pool: Pool = "ataque" if what.noun == "dado_de_ataque" else "defensa"
    n = reading.many(scene, deed, stuff(what))
    rolled = scene.log.roll(scene.decision.sale, min(n, DICE_AT_MOST), FACES[pool], f"los dados de «{scene.card}»")
    scene.say(f"{deed.who.name} tira {n} por «{scene.card}»: {shown(rolled)}", rules.ABILITY)
    faces = {f"dado {i}": Ente("cara", face, None, scene.card) for i, face in enumerate(rolled, 1)}
    scene.log.past.append(Event("despues", "tirada_suelta", faces))
    return scene
