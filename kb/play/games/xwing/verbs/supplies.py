"""X-Wing: tokens, charges, shields and results that change hands: received, spent, recovered, lost, transferred, assigned."""

from dataclasses import replace

from grammar.meaning.values import WHOLE, Cosa, Hecho, Papel, Ref
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.damage import deal_cards, lose_shields
from kb.play.games.xwing.dice_cards import Pool
from kb.play.games.xwing.faces import changed
from kb.play.games.xwing.prohibitions import Deed as Ban
from kb.play.games.xwing.prohibitions import forbid
from kb.play.games.xwing.state import Ship
from kb.play.games.xwing.tokens import break_locks, gone, lock_spent, receive_tokens, spent, token_qualities, used_up
from kb.play.games.xwing.verbs import reading
from kb.play.games.xwing.verbs.this_card import this_card, turned
from kb.play.games.xwing.view import Happening
from kb.play.games.xwing.world import FACES_OF, charges_of, pool_of, tokens_named
from kb.play.meaning.conditions import known_as, part
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.stuff import Stuff, described, stuff
from kb.play.run import Illegal, Pending
from kb.play.saying import many

FIELDS = {"carga": "cargas", "fuerza": "fuerza", "energia": "energia"}


def receive(scene: Scene, deed: Deed) -> Scene:
    """All the tokens of one order are one reception."""
    tokens: dict[str, int] = {}
    for thing in reading.things(scene, deed):
        if thing.sort == "carta_dano":
            row = described(scene, deed, thing, "cara")
            up, n = "boca_arriba" in row.ids("cara"), reading.many(scene, deed, row)
            scene = scene.on(deal_cards(scene.state, deed.who.name, n * (not up), n * up, scene.log))
            continue
        if thing.sort == "escudo":
            return recover(scene, deed)
        if thing.sort != "ficha":
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
        of = stuff(thing).of
        chosen = ("de",) if isinstance(of, Cosa) and of.sort == "tipo" else ()  # «del tipo que ha elegido»
        row = described(scene, deed, thing, "tipo_ficha", *chosen)
        kind = reading.given(scene, deed, row)
        tokens[kind] = tokens.get(kind, 0) + reading.many(scene, deed, row)
    if not tokens:
        return scene
    forbid(scene, Ban(deed.who.name, "recibir", "ficha", frozenset(tokens)))
    told = scene.decision.ficha if "interferencia" in tokens else None  # whoever jams chooses what is lost
    lost = told if told in (*rules.GREEN, "blanco_fijado") else None
    return scene.on(receive_tokens(scene.state, deed.who.name, tokens, scene.log, lost)[0])


def remove(scene: Scene, deed: Deed) -> Scene:
    what = deed.fact.role("que")
    if isinstance(what, Papel) and this_card(what):
        scene.say(f"«{scene.card}» se retira", rules.ABILITY)
        return turned(scene)
    for thing in reading.things(scene, deed):
        if thing.sort == "dispositivo":
            scene = _remove_device(scene, deed, thing)
        elif thing.sort == "blanco_fijado":
            scene = _break_lock(scene, deed, thing)
        elif thing.sort == "ficha":
            scene = _remove_tokens(scene, deed, thing)
        else:
            raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return scene


def _remove_tokens(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    row = described(scene, deed, thing, "tipo_ficha", "color", "rasgo", "de")
    scene, name = reading.owner(scene, deed, row)
    held = [kind for kind in tokens_named(row) or () if reading.ship(scene, name).has(kind)]
    if row.qty.op in WHOLE and len(held) > 1:  # «todas tus fichas verdes», of whatever kinds
        for kind in held:
            scene = _remove_kind(scene, deed, thing, name, kind)
        return scene
    return _remove_kind(scene, deed, thing, name, reading.token(scene, deed, row, name))


def _remove_kind(scene: Scene, deed: Deed, thing: Cosa, name: str, kind: str) -> Scene:
    row = stuff(thing)
    if kind == "blanco_fijado":
        return _break_lock(scene, deed, thing)
    have = reading.ship(scene, name).has(kind)
    asked = reading.many(scene, deed, row, have)
    n = min(asked, have)
    if deed.cost and (not n or n < asked):
        raise Illegal(f"{name} no tiene {many(asked or 1, 'ficha')} de {kind} que retirar", rules.COST_CHECK)
    if n:
        forbid(scene, Ban(name, "retirar", "ficha", frozenset({kind})))
    scene.say(f"{name} retira {n} de {kind}" if n else f"{name} no tiene ninguna ficha de {kind} que retirar", rules.REMOVE)
    table = scene.state.put(name, reading.ship(scene, name).with_tokens(**{kind: -n}))
    return scene.on(scene.log.happen(table, gone(name, kind)) if n else table)


def _remove_device(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    from_table = scene.state.dispositivos
    scene, name = _device(scene, deed, thing)
    scene.say(f"se retira {name}", rules.DEVICE)
    return scene.on(
        scene.state.model_copy(update={"dispositivos": {key: row for key, row in from_table.items() if key != name}})
    )


def _device(scene: Scene, deed: Deed, thing: Cosa) -> tuple[Scene, str]:
    return reading.aimed(scene, deed, thing)


def _break_lock(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    row = described(scene, deed, thing, "tipo_ficha", "de", "sobre")
    scene, name = reading.owner(scene, deed, row)
    if row.on is not None:
        scene, target = reading.aimed(scene, deed, row.on)
        scene.say(f"se interrumpe el Blanco fijado de {name} sobre {target}", rules.BREAK)
        return scene.on(break_locks(scene.state, {name}, {target}))
    if row.of is not None:  # «sus Blancos fijados» are those that it has on others, never the tokens that lie on it
        return _break_own(scene, deed, row, name)
    scene.say(f"{name} retira los Blancos fijados que lleva", rules.BREAK)
    return scene.on(break_locks(scene.state, set(scene.state.naves), {name}))


def _break_own(scene: Scene, deed: Deed, row: Stuff, name: str) -> Scene:
    held = reading.ship(scene, name).blancos
    if not held:
        if deed.cost:
            raise Illegal(f"{name} no tiene ningún Blanco fijado que interrumpir", rules.COST_CHECK)
        scene.say(f"{name} no tiene ningún Blanco fijado que interrumpir", rules.BREAK)
        return scene
    broken, asked = held, reading.many(scene, deed, row, len(held))
    if asked < len(held):
        told = scene.decision.objetivo
        if told not in held or asked != 1:
            raise Pending(f"di en «objetivo» qué Blanco fijado interrumpe {name} ({', '.join(held)})")
        broken = (told,)
    scene.say(f"{name} interrumpe el Blanco fijado que tiene sobre {', '.join(broken)}", rules.BREAK)
    return scene.on(break_locks(scene.state, {name}, set(broken)))


def spend(scene: Scene, deed: Deed) -> Scene:
    for thing in reading.things(scene, deed):
        scene = _counted(_spend(scene, deed, thing), deed, thing)
    return scene


def _counted(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """«gasta 1 o más … esa misma cantidad»: how many it was."""
    if not thing.id or thing.qty.op not in ("al_menos", "cualquiera", "hasta"):
        return scene
    n = reading.many(scene, deed, stuff(thing), scene.decision.cuantos)
    return scene.binding(thing.id, Ente("cantidad", number=n))


def _spend(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    if thing.sort == "blanco_fijado":
        return _spend_lock(scene, deed, thing)
    if thing.sort in ("resultado", "dado"):
        return _spend_result(scene, deed, thing)
    if thing.sort == "ficha":
        row = described(scene, deed, thing, "tipo_ficha", "color", "de")
        scene, name = reading.owner(scene, deed, row)
        kind = reading.token(scene, deed, row, name)
        n = reading.many(scene, deed, row, reading.ship(scene, name).has(kind))
        if reading.ship(scene, name).has(kind) < n:
            raise Illegal(f"{name} no tiene {many(n, 'ficha')} de {kind} que gastar", rules.COST_CHECK)
        forbid(scene, Ban(name, "gastar", "ficha", frozenset({kind})))
        scene.say(f"{name} gasta {n} de {kind}", rules.REMOVE)
        return scene.on(spent(scene.state, name, kind, n, scene.log))
    if thing.sort == "escudo":
        row = described(scene, deed, thing, "de", "icono_escudo")
        return _spend_field(scene, deed, row, "escudos", "escudo")
    if (other := _of_a_card(thing)) is not None:
        return _spend_of_card(scene, deed, thing, other)
    row = described(scene, deed, thing, "icono_carga", "estado", "de")
    kind = _charge(scene, deed, row)
    if row.of is not None and (card := part(scene, "este_carta")) and row.of == Papel("este_carta"):
        row = Stuff(row.noun, row.sort, row.qty, row.kinds, None)
        assert card.name
    return _spend_charge(scene, deed, row, kind)


def _of_a_card(thing: Cosa) -> Cosa | Papel | None:
    """«1 [carga] de otra carta de Mejora», «de esa mejora»: the card whose charges they are."""
    of = stuff(thing).of
    if of == Papel("mejora_del_ataque") and isinstance(of, Papel):
        return of
    return of if thing.sort == "carga" and isinstance(of, Cosa) and of.sort in ("mejora", "carta") else None


def _spend_of_card(scene: Scene, deed: Deed, thing: Cosa, card: Cosa | Papel) -> Scene:
    row = stuff(thing)
    lasting = [cond for cond in row.rest if _says(cond, "recurrente")]
    if len(lasting) != len(row.rest) or not set(row.kinds) <= {"icono_carga"} or _charge(scene, deed, row) != "carga":
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    scene, chosen = reading.aimed(scene, deed, card)
    name = next(name for name, s in scene.state.naves.items() if chosen in s.cartas)
    held = reading.ship(scene, name).cartas[chosen]
    n = reading.many(scene, deed, row, held.cargas or 0)
    if held.cargas is None or held.cargas < n or (lasting and held.recurrente):
        raise Illegal(f"«{chosen}» no tiene {n} cargas de esas que gastar", rules.COST_CHECK)
    scene.say(f"«{chosen}» gasta {n} de carga", rules.CHARGES)
    table = scene.state.put(name, reading.ship(scene, name).with_card(chosen, cargas=held.cargas - n))
    return scene.on(used_up(table, name, "carga", scene.log))


def _says(cond: object, id: str) -> bool:
    """«no recurrente»: a denied trait of the charges."""
    what = cond.role("que") if isinstance(cond, Hecho) and cond.verb == "ser" and cond.neg else None
    return getattr(what, "id", "") == id


def _charge(scene: Scene, deed: Deed, row: Stuff) -> str:
    kinds = row.ids("icono_carga")
    if len(kinds) > 1:
        if scene.decision.opcion not in kinds:
            raise Pending(f"di en «opcion» cuál: {', '.join(kinds)}")
        return str(scene.decision.opcion)
    if not kinds or kinds[0] not in FIELDS:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    return kinds[0]


def _spend_charge(scene: Scene, deed: Deed, row: Stuff, kind: str) -> Scene:
    scene, name = reading.owner(scene, deed, row)
    forbid(scene, Ban(name, "gastar", kind))
    ship = reading.ship(scene, name)
    n = reading.many(scene, deed, row, charges_of(scene, ship, name, kind))
    card = ship.cartas.get(scene.card) if kind == "carga" and name == scene.me.name else None
    if card is not None and card.cargas is not None:
        if card.cargas < n:
            raise Illegal(f"«{scene.card}» no tiene {n} cargas que gastar", rules.COST_CHECK)
        scene.say(f"«{scene.card}» gasta {n} de carga", rules.CHARGES)
        table = scene.state.put(name, ship.with_card(scene.card, cargas=card.cargas - n))
        return scene.on(used_up(table, name, kind, scene.log))
    return _spend_field(scene, deed, row, FIELDS[kind], kind)


def _spend_field(scene: Scene, deed: Deed, row: Stuff, field: str, noun: str) -> Scene:
    scene, name = reading.owner(scene, deed, row)
    have = int(getattr(reading.ship(scene, name), field))
    n = reading.many(scene, deed, row, have)
    if have < n:
        raise Illegal(f"{name} no puede gastar {n} de {noun}", rules.COST_CHECK)
    scene.say(f"{name} gasta {n} de {noun}", rules.COST)
    return scene.on(used_up(reading.put(scene, name, **{field: have - n}).state, name, noun, scene.log))


def _spend_lock(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    row = described(scene, deed, thing, "de", "sobre")
    target = scene.decision.objetivo
    if row.on is not None:
        scene, target = reading.aimed(scene, deed, row.on)
    elif target is None and (defender := part(scene, "defensor")) is not None:
        target = defender.name
    if target is None:
        raise Pending("di en «objetivo» sobre qué nave está el Blanco fijado que se gasta")
    scene, name = reading.owner(scene, deed, row)
    if target not in reading.ship(scene, name).blancos:
        raise Illegal(f"{name} no tiene un Blanco fijado sobre {target}", rules.LOCK)
    forbid(scene, Ban(name, "gastar", "blanco_fijado"))
    scene.say(f"{name} gasta su Blanco fijado sobre {target}", rules.LOCK)
    return scene.on(lock_spent(scene.state, name, target, scene.log))


def _spend_result(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """A result that is spent is a die that is taken away («Modificación de dados»)."""
    dice = scene.state.dados
    row = described(scene, deed, thing, "icono_resultado", "de")
    if dice is None:
        raise Illegal("gasta un resultado y no se está efectuando ningún ataque", rules.MODIFY)
    scene, name = reading.owner(scene, deed, row)
    faces = tuple(FACES_OF[id] for id in row.ids("icono_resultado"))
    pool: Pool | None = pool_of(row.noun, faces, scene, name)  # type: ignore[assignment]
    if pool is None:
        raise Illegal(f"{name} no tiene dados en este ataque", rules.MODIFY)
    able = [face for face in dice.of(pool) if not faces or face in faces]
    n = reading.many(scene, deed, row, len(able))
    if scene.decision.dados is None and len(set(able)) > 1 and n < len(able):
        raise Pending(f"di en «dados» qué resultado se gasta: {', '.join(able)}")
    taken = list(scene.decision.dados or able[:n])[:n]
    if len(taken) != n or any(face not in able for face in taken):
        raise Illegal(f"{name} no tiene ese resultado que gastar", rules.MODIFY)
    scene.say(f"{name} gasta un resultado: {', '.join(taken)}", rules.MODIFY)
    return scene.on(scene.state.model_copy(update={"dados": changed(dice, pool, taken, None)}))


def recover(scene: Scene, deed: Deed) -> Scene:
    for thing in reading.things(scene, deed):
        scene = _recover(scene, deed, thing)
    return scene


def _recover(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    name = deed.who.name
    ship = reading.ship(scene, name)
    if thing.sort == "escudo":
        row = described(scene, deed, thing, "de", "icono_escudo")
        _own(scene, deed, row)
        most = ship.escudos_max
        forbid(scene, Ban(name, "recuperar", "escudo", frozenset({"escudo"})))
        return _raised(scene, deed, row, "escudos", "escudo", most)
    if _paid_for_this(thing):
        return _repaid(scene, deed, thing)
    row = stuff(thing)
    onto = row.on or deed.fact.role("sobre") or deed.fact.role("en")
    odd = [cond for cond in row.rest if onto is None or not _says(cond, "recurrente")]  # only cards tell whether theirs is
    if odd or not replace(row, rest=()).only("icono_carga", "sobre", "de"):
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    kind = _charge(scene, deed, row)
    _own(scene, deed, row)
    if onto is not None:
        return _recharged(scene, deed, row, onto)
    card = ship.cartas.get(scene.card)
    own = kind == "carga" and card is not None and card.cargas is not None and name == scene.me.name
    forbid(scene, Ban(name, "recuperar", kind, frozenset({kind}), to=scene.card if own else ""))
    if own and card is not None and card.cargas is not None:
        value = min(card.cargas_max, card.cargas + reading.many(scene, deed, row))
        scene.say(f"«{scene.card}» recupera {value - card.cargas} cargas", rules.CHARGES)
        scene = scene.on(scene.state.put(name, ship.with_card(scene.card, cargas=value)))
        return _back(scene, name, kind, value > card.cargas)
    return _raised(scene, deed, row, FIELDS[kind], kind, getattr(ship, f"{FIELDS[kind]}_max"))


def reload(scene: Scene, deed: Deed) -> Scene:
    """«recarga esta carta»: as the action does it, and it is not that action."""
    if deed.fact.role("que") != Papel("este_carta"):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    name, card = deed.who.name, scene.card
    held = reading.ship(scene, name).cartas.get(card)
    if held is None or held.cargas is None or held.cargas >= held.cargas_max:
        raise Illegal(f"«{card}» no tiene cargas que recuperar", rules.RELOADS)
    forbid(scene, Ban(name, "recuperar", "carga", frozenset({"carga"}), to=card))
    scene.say(f"«{card}» recupera 1 carga", rules.RELOADS)
    scene = scene.on(scene.state.put(name, reading.ship(scene, name).with_card(card, cargas=held.cargas + 1)))
    scene = _back(scene, name, "carga")
    scene.say(f"{name} recibe una ficha de Desarme", rules.RELOAD_DISARMS)
    return scene.on(receive_tokens(scene.state, name, {"desarme": 1}, scene.log)[0])


def _paid_for_this(thing: Cosa) -> bool:
    """«1 [carga] que hayas gastado como coste para el ataque»."""
    told = [cond for cond in thing.filters if isinstance(cond, Hecho) and cond.verb == "gastar" and cond.past and not cond.neg]
    return thing.sort == "carga" and len(told) == 1 and told[0].role("como") is not None


def _repaid(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    """What the weapon of this attack has cost comes back to its card."""
    weapon = scene.world.part(scene, "mejora_del_ataque")
    if weapon is None or weapon.of != deed.who.name:
        raise Illegal(f"«{scene.card}»: este ataque no ha gastado ninguna carga como coste", rules.WEAPON_COST)
    plain = replace(
        thing, filters=tuple(cond for cond in thing.filters if not (isinstance(cond, Hecho) and cond.verb == "gastar"))
    )
    row = described(scene, deed, plain, "icono_carga")
    if _charge(scene, deed, row) != "carga":
        raise scene.fail("depende de algo que no se lleva aquí", deed.fact)
    return _recharged_card(scene, deed, row, weapon.name)


def _own(scene: Scene, deed: Deed, row: Stuff) -> None:
    """Whose it is has to be who does it, or the card that says so."""
    if row.of is None or row.of == Papel("este_carta"):
        return
    if reading.owner(scene, deed, row)[1] != deed.who.name:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)


def _raised(scene: Scene, deed: Deed, row: Stuff, field: str, noun: str, most: int | None) -> Scene:
    name = deed.who.name
    now = int(getattr(reading.ship(scene, name), field))
    value = now + reading.many(scene, deed, row)
    value = value if most is None else max(now, min(most, value))
    rule = rules.SHIELDS if field == "escudos" else rules.CHARGES
    told = f"{name} recupera {value - now} de {noun}" if value > now else f"{name} ya está en su límite de {noun} ({most})"
    scene.say(told if most is not None else f"{told}: su límite no se dice, y se da por dicho que cabe", rule)
    return _back(reading.put(scene, name, **{field: value}), name, noun, value > now)


def _back(scene: Scene, name: str, kind: str, any_back: bool = True) -> Scene:
    """Something was recovered."""
    noun = kind if kind == "escudo" else "carga"
    happening = Happening("despues", "recuperar", name, noun, frozenset({kind}))
    return scene.on(scene.log.happen(scene.state, happening)) if any_back else scene


def _recharged(scene: Scene, deed: Deed, row: Stuff, onto: object) -> Scene:
    """«recupera 1 carga en 1 de tus mejoras equipadas»."""
    if not isinstance(onto, Cosa):
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene, chosen = reading.aimed(scene, deed, onto)
    return _recharged_card(scene, deed, row, chosen)


def _recharged_card(scene: Scene, deed: Deed, row: Stuff, chosen: str) -> Scene:
    name = next(name for name, s in scene.state.naves.items() if chosen in s.cartas)
    card = reading.ship(scene, name).cartas[chosen]
    if card.cargas is None or card.cargas >= card.cargas_max or (row.rest and card.recurrente):
        raise Illegal(f"«{chosen}» no tiene cargas de esas que recuperar", rules.RELOADS)
    forbid(scene, Ban(name, "recuperar", "carga", frozenset({"carga"}), to=chosen))
    value = min(card.cargas_max, card.cargas + reading.many(scene, deed, row))
    scene.say(f"«{chosen}» recupera {value - card.cargas} cargas", rules.CHARGES)
    return _back(scene.on(scene.state.put(name, reading.ship(scene, name).with_card(chosen, cargas=value))), name, "carga")


def lose(scene: Scene, deed: Deed) -> Scene:
    for thing in reading.things(scene, deed):
        scene = _lose(scene, deed, thing)
    return scene


def _lose(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    name = deed.who.name
    ship = reading.ship(scene, name)
    if thing.sort == "escudo":
        row = described(scene, deed, thing, "de", "icono_escudo")
        _own(scene, deed, row)
        asked = reading.many(scene, deed, row, ship.escudos)
        _payable(deed, name, asked, ship.escudos, "escudo")
        return scene.on(lose_shields(scene.state, name, asked, scene.log))
    if thing.sort == "ficha":
        return _remove_tokens(scene, deed, thing)
    row = described(scene, deed, thing, "icono_carga", "de")
    _own(scene, deed, row)
    kind = _charge(scene, deed, row)
    have = charges_of(scene, ship, name, kind)
    asked = reading.many(scene, deed, row, have)
    _payable(deed, name, asked, have, kind)
    lost = min(asked, have)
    card = ship.cartas.get(scene.card)
    if kind == "carga" and card is not None and card.cargas is not None and name == scene.me.name:
        scene.say(f"«{scene.card}» pierde {lost} cargas", rules.CHARGES)
        return scene.on(scene.state.put(name, ship.with_card(scene.card, cargas=have - lost)))
    scene.say(f"{name} pierde {lost} de {kind}", rules.CHARGES)
    return reading.put(scene, name, **{FIELDS[kind]: have - lost})


def _payable(deed: Deed, name: str, asked: int, have: int, noun: str) -> None:
    """A cost is paid whole or not at all; an effect takes what there is."""
    if deed.cost and (not have or have < asked):
        raise Illegal(f"{name} no tiene {asked or 1} de {noun} que perder", rules.COST_CHECK)


def transfer(scene: Scene, deed: Deed) -> Scene:
    """From one's own ship unless it says whose; to one's own unless it says to whom."""
    if pointed := _pointed(scene, deed):  # «esa ficha»: whoever has it gives it
        kind, giver = pointed
        scene, taker = reading.aimed(scene, deed, deed.fact.role("a"))
        return _hand_over(scene, giver, taker, kind, 1)
    for thing in reading.things(scene, deed):
        scene = _transfer(scene, deed, thing)
    return scene


def _transfer(scene: Scene, deed: Deed, thing: Cosa) -> Scene:
    if thing.sort != "ficha":
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    lacking = _lacking(scene, thing)
    row = described(scene, deed, thing, "tipo_ficha", "color", "rasgo", "de")
    if lacking is not None:
        row = Stuff(row.noun, row.sort, row.qty, row.kinds, None)
    scene, giver = reading.owner(scene, deed, row)
    if lacking is not None:
        held = [kind for kind in rules.TOKENS if reading.ship(scene, giver).has(kind) and not lacking.has(kind)]
        if scene.decision.ficha not in held:
            raise Pending(f"di en «ficha» cuál: {', '.join(held) or 'ninguna vale'}")
    scene, taker = reading.aimed(scene, deed, deed.fact.role("a"))
    if scene.decision.ficha == "blanco_fijado":
        return _transfer_lock(scene, giver, taker)
    kind = reading.token(scene, deed, row, giver)
    n = reading.many(scene, deed, row, reading.ship(scene, giver).has(kind))
    return _hand_over(scene, giver, taker, kind, n)


def _pointed(scene: Scene, deed: Deed) -> tuple[str, str] | None:
    """The token that was told before: of which kind, and whose."""
    what = deed.fact.role("que")
    known = known_as(scene, what) if isinstance(what, Ref) else None
    if not known or len(known) != 1 or known[0].sort != "ficha" or known[0].of not in scene.state.naves:
        return None
    kinds = set(rules.TOKENS) & {known[0].name, *(known[0].marks or ())}
    return (kinds.pop(), known[0].of) if len(kinds) == 1 else None


def _hand_over(scene: Scene, giver: str, taker: str, kind: str, n: int) -> Scene:
    if reading.ship(scene, giver).has(kind) < n:
        raise Illegal(f"{giver} no tiene esa ficha que transferir", rules.TRANSFER)
    forbid(scene, Ban(giver, "retirar", "ficha", frozenset({kind})))
    forbid(scene, Ban(taker, "recibir", "ficha", frozenset({kind})))
    if reading.ship(scene, taker).remoto or (kind == "camuflaje" and reading.ship(scene, taker).has(kind)):
        raise Illegal(f"{taker} no puede recibir esa ficha: no se transfiere", rules.TRANSFER)
    scene.say(f"{giver} transfiere {n} de {kind} a {taker}", rules.TRANSFER)
    table = scene.state.put(giver, reading.ship(scene, giver).with_tokens(**{kind: -n}))
    table = table.put(taker, table.ship(taker).with_tokens(**{kind: n}))
    got = Happening("despues", "recibir", taker, "ficha", token_qualities((kind,)))
    return scene.on(scene.log.happen(table, gone(giver, kind), got))


def _lacking(scene: Scene, thing: Cosa) -> Ship | None:
    """«1 ficha de un tipo que esa nave no posea»: the ship that has none of it."""
    of = stuff(thing).of
    lacks = [f for f in of.filters if isinstance(f, Hecho) and f.verb == "tener" and f.neg] if isinstance(of, Cosa) else []
    if not isinstance(of, Cosa) or of.noun != "tipo" or len(lacks) != len(of.filters) or len(lacks) != 1:
        return None
    who = known_as(scene, lacks[0].role("quien"))
    return reading.ship(scene, who[0].name) if who and len(who) == 1 else None


def _transfer_lock(scene: Scene, giver: str, taker: str) -> Scene:
    """The red lock token is the ship's that wears it («¿De quién es la ficha de Blanco fijado?»), not its owner's."""
    owners = [name for name, ship in scene.state.naves.items() if giver in ship.blancos]
    if not owners:
        raise Illegal(f"{giver} no lleva ninguna ficha de Blanco fijado: la que obtuvo es de la otra nave", rules.WEARER)
    owner, table = owners[0], break_locks(scene.state, {owners[0]}, {giver})
    if taker in table.ship(owner).blancos:
        scene.say(f"{owner} ya tiene fijada a {taker}: uno de los dos Blancos fijados se interrumpe", rules.LOCKS_APART)
        return scene.on(table)
    if owner == taker:
        scene.say(f"el Blanco fijado de {owner} pasaría a sí misma: se interrumpe", rules.SELF_LOCK)
        return scene.on(table)
    scene.say(f"{giver} transfiere a {taker} la ficha de Blanco fijado de {owner}", rules.TRANSFER)
    kept = (*table.ship(owner).blancos, taker)
    return scene.on(table.put(owner, table.ship(owner).model_copy(update={"blancos": kept})))


def assign(scene: Scene, deed: Deed) -> Scene:
    to = deed.fact.role("a")
    scene, target = reading.aimed(scene, deed, to) if to is not None else (scene, deed.who.name)
    if deed.fact.role("que") == Papel("este_estado"):
        scene.say(f"se asigna a {target} el Estado «{scene.card}»", rules.CONDITION)
        return reading.put(scene, target, estados=(*reading.ship(scene, target).estados, scene.card))
    thing = reading.one(scene, deed)
    if thing.sort == "ficha":
        row = described(scene, deed, thing, "tipo_ficha")
        tokens = {reading.given(scene, deed, row): reading.many(scene, deed, row)}
        return scene.on(receive_tokens(scene.state, target, tokens, scene.log)[0])
    row = described(scene, deed, thing, "llamar")
    if thing.sort != "estado_carta" or not row.name:
        raise scene.fail("actúa sobre algo que no se lleva aquí", deed.fact)
    scene.say(f"se asigna a {target} el Estado «{row.name}»", rules.CONDITION)
    return reading.put(scene, target, estados=(*reading.ship(scene, target).estados, row.name))
