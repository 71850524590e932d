"""Imperial Assault: what waits for something to happen, and what holds in each window of an attack.

Inside an attack the attacker's side goes first; outside it, in a campaign, the Imperial player («Conflictos»)."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace

from grammar.meaning.effect import Capacidad, Item, Momento, Paso
from grammar.meaning.values import Cosa, Cual, Hecho, It, Lista, Papel, Ref, Value, Yo, parts
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.facts import defines_x
from kb.play.games.imperial_assault.fight import GAME, Fight
from kb.play.games.imperial_assault.limits import limit_for
from kb.play.games.imperial_assault.measure import group
from kb.play.games.imperial_assault.missions import FOLLOWS
from kb.play.games.imperial_assault.runs import never_run
from kb.play.games.imperial_assault.standing import UNDECIDED, constants, in_play, spares, subject
from kb.play.games.imperial_assault.state import Table, rebel, side
from kb.play.games.imperial_assault.verbs.gain import keep
from kb.play.games.imperial_assault.verbs.table import CIRCUMSTANCES, ROLES, RUN
from kb.play.games.imperial_assault.view import Happened, Use, going
from kb.play.games.imperial_assault.world import ABILITY, Assault, once_each
from kb.play.meaning import queue
from kb.play.meaning.abilities import Ability
from kb.play.meaning.board import Held, scene_of
from kb.play.meaning.conditions import candidates, joined
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.limits import Uso, spent
from kb.play.meaning.notrun import NotRun
from kb.play.meaning.perform import Performer, Rules, quiet
from kb.play.meaning.queue import Waiting
from kb.play.meaning.scene import Deed, Scene
from kb.play.meaning.select import Nobody, whom
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Log

ONCE = cite("imperial-assault/capacidades#r-usar", "una sola vez")
COST = cite("imperial-assault/capacidades#r-campana", "sin pasar de su Resistencia")
OWN_ORDER = cite("imperial-assault/conflictos#r-289edb", "orden que él quiera")
IN_ATTACK = cite("imperial-assault/conflictos#r-en-un-ataque", "atacante")
IN_CAMPAIGN = cite("imperial-assault/conflictos-en-una-campana#r-campana", "Imperial")
WINDOWS = {
    "anadir": "antes_de_tirar", "retirar": "antes_de_tirar", "reemplazar": "antes_de_tirar", "consistir": "antes_de_tirar",
    "volver_a_tirar": "volver_a_tirar", "obligar": "volver_a_tirar", "convertir": "modificar_resultados",
    "aplicar": "modificar_resultados", "recibir": "modificar_resultados", "adquirir": "modificar_resultados",
    "ignorar": "modificar_resultados", "requerir": "antes_de_declarar", "bloquear": "antes_de_declarar",
    "usar": "modificar_resultados", "afectar": "modificar_resultados",
}  # fmt: skip
"""In which window of an attack each verb does what it does."""
SPARED = {
    "figuras": "las figuras no bloquean la línea de visión de este ataque",
    "linea_de_vision": "este ataque no necesita línea de visión",
    "precision": "este ataque no necesita precisión",
}
"""What a card may spare an attack, as it is told."""
WHILE = frozenset({("mientras", "atacar"), ("mientras", "defender"), ("mientras", "realizar"), ("durante", "ataque")})
ATTACKS = frozenset({"atacar", "realizar"})


class Fighter(Performer):
    """The interpreter, with attacks that an ability makes: what it says of them counts inside."""

    def items(self, scene: Scene, items: Sequence[Item], nested: bool = False, cost: bool = False) -> tuple[Scene, bool]:
        inside = [] if nested else list(_of_the_attack(items))
        if not inside:
            return super().items(scene, [_now(item) for item in items] if _fights(items) else items, nested, cost)
        before = scene.state.vigentes
        for item in inside:
            scene = keep(scene, item, "uso")
        scene, used = super().items(scene, [_now(item) for item in items if item not in inside], nested, cost)
        kept = tuple(row for row in scene.state.vigentes if row in before or row.hasta != "uso")
        return scene.on(scene.state.model_copy(update={"vigentes": kept})), used

    def item(self, scene: Scene, item: Item, nested: bool, cost: bool) -> tuple[Scene, bool]:
        if isinstance(item, Capacidad) and item.clase == "instruccion":
            return self.items(scene, (*item.coste, *item.pasos), nested)
        return super().item(scene, item, nested, cost)

    def step(self, scene: Scene, step: Paso, nested: bool) -> tuple[Scene, bool]:
        return super().step(scene, replace(step, si=joined(step.si)) if len(step.si) > 1 else step, nested)

    def act(self, scene: Scene, fact: Hecho, cost: bool) -> Scene:
        """«cada Héroe sufre 1 por cada una de sus fichas»: counted for each of them."""
        before, scene = len(scene.log.past), self._act(scene, fact, cost)
        if once_each(scene.words, scene.state.game):
            hurt = [e for e in scene.log.past[before:] if isinstance(e, Event) and e.verb == "sufrir"]
            rows = [Uso(nave=e.roles["quien"].name, carta=scene.card, lugar=0, hasta="ronda") for e in hurt]
            scene = scene.on(scene.state.model_copy(update={"usos": (*scene.state.usos, *rows)}))
        return scene

    def _act(self, scene: Scene, fact: Hecho, cost: bool) -> Scene:
        if defines_x(fact):
            return scene.world.verbs[fact.verb](scene, Deed(fact, scene.me))
        fact = _by_the_empire(fact)
        each, who = next((v for k, v in fact.circ if k == "por_cada"), None), fact.role("quien")
        if not isinstance(who, Cosa) or not who.id or all(p != Ref(who.id) for p in parts(each)):
            return super().act(scene, fact, cost)
        scene, found = whom(scene, who, ABILITY)
        roles = tuple((k, Ref(who.id) if k == "quien" else v) for k, v in fact.roles)
        for one in found:
            scene = super().act(scene.binding(who.id, one), replace(fact, roles=roles), cost)
        return scene.binding(who.id, *found)

    def times(self, scene: Scene, fact: Hecho) -> int:
        each = next((value for key, value in fact.circ if key == "por_cada"), None)
        if isinstance(each, Cosa) and each.sort in ("resultado", "dado", "ficha", "exito"):
            owner = next((f.role("que") for f in each.filters if isinstance(f, Hecho) and f.verb == "de"), None)
            bound = scene.bound.get(getattr(owner, "id", 0), (scene.me,))
            found = scene.world.amount(scene, bound[0] if bound else scene.me, each)
            if found is not None:
                return found
        return super().times(scene, fact)


def _by_the_empire(fact: Hecho) -> Hecho:
    """«Las dos figuras más cercanas ejecutan las siguientes instrucciones»: only the Empire acts by instructions."""
    who, what = fact.role("quien"), fact.role("que")
    listed = any(part == FOLLOWS for part in parts(what)) and isinstance(who, Cosa) and who.noun == "figura"
    if not listed or not isinstance(who, Cosa) or any(isinstance(p, Cual) and p.kind in ("bando", "lado") for p in parts(who)):
        return fact
    imperial = Hecho("ser", (("quien", It()), ("que", Cual("imperial", "bando"))))
    theirs = replace(who, filters=(imperial, *who.filters))
    return fact.put("quien", theirs)


def _fights(items: Sequence[Item]) -> bool:
    return any(isinstance(p, Hecho) and p.verb in ATTACKS for item in items for p in parts(item))


def _attack_orders(items: Sequence[Item]) -> list[int]:
    """Places of the steps that make an attack."""
    found = []
    for n, item in enumerate(items):
        orders = [p for p in parts(item) if isinstance(p, Hecho) and not p.past and not p.neg]
        if any(p.verb == "atacar" or (p.verb == "realizar" and getattr(p.role("que"), "sort", "") == "ataque") for p in orders):
            found.append(n)
    return found


def _of_the_attack(items: Sequence[Item]) -> Iterator[Item]:
    """Sentences about the attack that the ability itself makes: they act inside it, not once it is over."""
    made = _attack_orders(items)
    for n, item in enumerate(items):
        if not made or n <= made[0] or not isinstance(item, Paso):
            continue
        timed = [m for m in item.cuando if isinstance(m.tiempo, Papel) and m.tiempo.nombre == "este_ataque"]
        if timed:
            if all(m.rel in ("antes", "durante", "mientras") for m in timed):
                yield item
        elif not item.si and item.efecto and all(isinstance(f, Hecho) and _about_dice(f) for f in item.efecto):
            yield item


def _about_dice(fact: Hecho) -> bool:
    who = fact.role("quien")
    if fact.verb == "recibir":
        return (isinstance(who, Papel) and who.nombre == "este_ataque") or getattr(who, "sort", "") == "ataque"
    return fact.verb in ("aplicar", "volver_a_tirar", "convertir") or (
        fact.verb == "anadir" and getattr(fact.role("que"), "sort", "") == "dado"
    )


def _now(item: Item) -> Item:
    """«después de este ataque», after the sentence that makes it: now."""
    if isinstance(item, Paso) and any(_after_this(moment) for moment in item.cuando):
        return replace(item, cuando=tuple(m for m in item.cuando if not _after_this(m)))
    return item


def _after_this(moment: Momento) -> bool:
    return moment.rel == "despues" and isinstance(moment.tiempo, Papel) and moment.tiempo.nombre == "este_ataque"


WORLD = Assault(RUN, CIRCUMSTANCES, ROLES)
PERFORMER = Fighter(Rules(ABILITY, ABILITY, COST, ABILITY, ABILITY, keep))


def react(table: Table, happenings: tuple[Happened | Use, ...], log: Log) -> Table:
    """Everything that this sets off, resolved; and, in a window of an attack, what holds always and what was put off."""
    events = [h for h in happenings if not isinstance(h, Use)]
    if events:
        table = queue.react(QUEUES[table.game], table, events, log)
    for happening in happenings:
        if isinstance(happening, Use):
            table = use(table, happening, log)
    if table.fight is not None and events and any(e.rel == "mientras" and e.verb == "atacar" for e, _ in events):
        table = _window(table, events[0][0], log)
    return table


def use(table: Table, order: Use, log: Log) -> Table:
    """An ability used now: a surge, a special action, an instruction."""
    around = going(table, order.step)
    event = around[0] if around else Event("", "usar", {}, step=order.step)
    scene = scene_of(QUEUES[table.game], table, order.held, event, around, log, order.ability)
    log.asked.update((order.held.card, f"{order.held.bearer.name}/{order.held.card}"))
    scene = replace(scene, decision=order.decision or UNDECIDED, decided=True, bound={**scene.bound, **(order.bound or {})})
    scene = scene.on(scene.state.within(*table.using, order.held.card))
    counted = _counted(scene, order.ability)
    after, _ = PERFORMER.items(counted, _possible(counted, order.ability.steps) if table.listed else order.ability.steps)
    done: Table = after.state.within(*table.using)
    return done


def _scrap(scene: Scene) -> Scene:
    """For trying, with dice of its own."""
    tried = quiet(scene)
    tried.log.rng = deepcopy(scene.log.rng)
    return tried


def _possible(scene: Scene, steps: tuple[Item, ...]) -> tuple[Item, ...]:
    """Of an instruction of several sentences, those for which there is somebody: who is told to do what nobody can be found
    for leaves that out, and does the rest."""
    if len(steps) < 2:
        return steps
    try:
        PERFORMER.items(_scrap(scene), steps)
    except Nobody:
        pass
    except PlayError:
        return steps  # told where it is really done
    else:
        return steps
    kept: list[Item] = []
    nobody_is: set[int] = set()
    for step in steps:
        if any(isinstance(p, Ref) and p.id in nobody_is for p in parts(step)):
            continue  # it speaks of who is not there
        try:
            PERFORMER.items(_scrap(scene), (*kept, step))
        except Nobody as nobody:
            scene.say(f"{nobody.reason}: se omite", nobody.rule)
            nobody_is |= {p.id for p in parts(step) if isinstance(p, Cosa) and p.id}
            continue
        except PlayError:
            pass
        kept.append(step)
    return tuple(kept)


def _window(table: Table, event: Event, log: Log) -> Table:
    fight: Fight = table.fight  # type: ignore[assignment]
    ready = [row for row in fight.waiting if row[0] == fight.window]
    if ready:
        table = table.fighting(fight.but(waiting=tuple(row for row in fight.waiting if row[0] != fight.window)))
    for _, scene, deed in ready:
        table = scene.world.verbs[deed.fact.verb](replace(scene, state=table, log=log), deed).state
    for scene, fact in list(constants(table, log, event)):
        if WINDOWS.get(fact.verb) == fight.window:
            table = _constant(table, replace(scene, world=WORLD), fact, log)
    return table


def _constant(table: Table, scene: Scene, fact: Hecho, log: Log) -> Table:
    """An order that always holds, on the attack in progress."""
    fight: Fight = table.fight  # type: ignore[assignment]
    scene = replace(scene.on(table), log=log)
    if fact.neg:
        return table.fighting(_denied(scene, fact, fight))
    if fact.verb == "adquirir":
        if scene.me.name != fight.attacker:
            return table
        done: Table = RUN["adquirir"](scene, Deed(fact, Ente("ataque", "ataque", None, fight.attacker))).state
        return done
    if fact.verb == "afectar":
        return table.fighting(_wider(scene, fact, fight)) if scene.me.name == fight.attacker else table
    own = [scene.me] if fact.verb == "consistir" and scene.me.name == fight.attacker else []
    for ente in own or subject(scene, fact, fight):
        if fact.verb == "aplicar" and not _own_side(fact, ente, fight):
            continue
        try:
            found: Table = RUN[fact.verb](scene.on(table), Deed(fact, ente)).state
            table = found
        except NotRun as error:
            scene.say(error.reason, error.rule)
    return table


def _wider(scene: Scene, fact: Hecho, fight: Fight) -> Fight:
    """«La capacidad de Explosión … afecta a cada … a 2 casillas o menos de la casilla objetivo»."""
    who = fact.role("a")
    reached = tuple(ente.name for ente, known in candidates(scene, who).items() if known) if isinstance(who, Cosa) else ()
    scene.say(f"su Explosión alcanza a {', '.join(reached) or 'nadie'}", ABILITY)
    return fight.but(blast_on=reached)


def _own_side(fact: Hecho, ente: Ente, fight: Fight) -> bool:
    """Who always applies a result applies it to its own roll, or to the rival's where it takes away."""
    where, what = fact.role("a"), fact.role("que")
    of = stuff(where).of if isinstance(where, Cosa) else None
    noun, whose = getattr(where, "noun", ""), getattr(of, "noun", "")
    icons = {id for one in _each(what) for id in stuff(one).ids("icono_resultado")}
    if noun not in ("resultado_de_ataque", "ataque", "resultado_de_defensa", "resultado", ""):
        return True
    defending = noun == "resultado_de_defensa" or whose == "defensa"
    attacking = noun in ("resultado_de_ataque", "ataque") or whose == "ataque"
    if not attacking and icons & DEFENCE:
        defending = True
    rival = of != Yo() and all(one.qty.op == "menos" for one in _each(what)) and bool(icons)
    return ente.name == (fight.defender if defending != rival else fight.attacker)


DEFENCE = frozenset({"bloqueo", "evadir", "esquivar"})


def _each(what: Value | None) -> tuple[Cosa, ...]:
    return tuple(one for one in (what.items if isinstance(what, Lista) else (what,)) if isinstance(one, Cosa))


def _denied(scene: Scene, fact: Hecho, fight: Fight) -> Fight:
    """«no requieren línea de visión», «no bloquean la línea de visión», «no puede gastar incrementos»."""
    if fact.verb == "usar":
        return fight.but(no_surges=True) if scene.me.name == fight.attacker else fight
    kinds = spares(scene, fact, fight)
    for kind in kinds:
        scene.say(SPARED[kind], ABILITY)
    return fight.but(
        see_through=fight.see_through or "figuras" in kinds,
        no_accuracy=fight.no_accuracy or "precision" in kinds,
        no_sight=fight.no_sight or "linea_de_vision" in kinds,
    )


# --- who enters, who goes first -----------------------------------------------------------------------------------------------


def _admits(table: Table, held: Held, ability: Ability, event: Event, decided: object) -> bool:
    """«Al atacar» means in the window where it does what it does; what an activation brings is for whoever it belongs to."""
    if ability.clase in ("incremento", "instrucciones", "palabra_clave", "reglas_de_mision"):
        return False
    if _spent(table, held, ability):
        return False
    if "este_activacion" in event.parts and any(isinstance(m.tiempo, Papel) for m in ability.moments):
        active = event.parts["este_activacion"].of
        if group(table, active) != group(table, held.bearer.name):
            return False
    if (
        any(m.rel == "primera_vez" for m in ability.moments)
        and event.verb == "atacar"
        and table.figure(event.roles["quien"].name).ataques
    ):
        return False
    fight = table.fight
    if fight is None or fight.resolved or (event.rel, event.verb) not in WHILE:
        return True
    return window_of(ability) == fight.window


def window_of(ability: Ability) -> str:
    """Where in an attack it acts: with the first of its verbs that has a window of its own."""
    found = (WINDOWS.get(fact.verb) for fact in ability.facts() if not (fact.verb == "usar" or _immediate(fact)))
    return next((window for window in found if window), "tras_declarar_objetivo")


def _immediate(fact: Hecho) -> bool:
    """Conditions and tokens are gained at once."""
    things = {getattr(p, "sort", "") for p in parts(fact.role("que"))}
    if fact.verb == "adquirir":
        return True
    own = getattr(fact.role("quien"), "nombre", "") == "este_ataque" or bool(things & {"bono", "palabra_clave", "dado"})
    return fact.verb in ("recibir", "retirar", "descartar") and not own


def _key(table: Table, held: Held, shared: str) -> tuple[str, str]:
    """Under whose name a use counts: its bearer's, its group's, or that of all who have the ability."""
    if shared == "grupo":
        return group(table, held.bearer.name), held.card
    return ("", shared) if shared else (held.bearer.name, held.card)


def _spent(table: Table, held: Held, ability: Ability) -> bool:
    limit = limit_for(ability)
    if limit is None:
        return False
    name, card = _key(table, held, limit[2])
    return spent(table.usos, name, card, ability.place, limit[:2])


def _counted(scene: Scene, ability: Ability) -> Scene:
    """A use is counted where the text says how often."""
    scene = scene.on(scene.state.fresh()) if scene.state.fight is None else scene.on(scene.state.throwing(None))
    limit = limit_for(ability)
    if limit is None:
        return scene
    held = Held(scene.me, scene.card, scene.words)
    if _spent(scene.state, held, ability):
        raise Illegal(f"«{scene.card}» ya se ha usado", ONCE)
    name, card = _key(scene.state, held, limit[2])
    use_ = Uso(nave=name, carta=card, lugar=ability.place, hasta=limit[1])
    return scene.on(scene.state.model_copy(update={"usos": (*scene.state.usos, use_)}))


def _rank(table: Table, waiting: Waiting) -> tuple[int, ...]:
    figure = table.figure(waiting.held.bearer.name)
    event = waiting.scene.event
    if event is not None and "atacante" in event.parts:
        return int(side(figure) != side(table.figure(event.parts["atacante"].name))), waiting.place
    return int(rebel(figure) and table.modo == "campana"), waiting.place


def _ordered(table: Table, before: Waiting, after: Waiting) -> tuple[str, Cite]:
    same = side(table.figure(before.held.bearer.name)) == side(table.figure(after.held.bearer.name))
    if same:
        return "las ordena su jugador", OWN_ORDER
    return ("primero el bando del atacante", IN_ATTACK) if table.fight is not None else ("primero el Imperial", IN_CAMPAIGN)


QUEUES = {
    game: queue.Table(
        game=game, world=WORLD, cards=in_play, standing=lambda table: table.vigentes, decision=lambda: UNDECIDED,
        performer=PERFORMER, rank=_rank, admits=_admits, before=_counted, ordered=_ordered, unsupported=never_run,
        left=ABILITY, costs=COST, turn=ABILITY,
    )
    for game in (GAME, "leyendas")
}  # fmt: skip
