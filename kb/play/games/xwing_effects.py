"""X-Wing: compiled abilities that act on tokens, charges, shields, damage and actions, run sentence by sentence.

The scenario says that the moment has come; the engine checks what it can of the requirements, pays the costs and does the rest.
What it cannot do is refused with the reason, so that nothing happens by half.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field

from grammar.effects import Enlace, Frase, Lista, Momento, Operacion, Oracion, Periodo, Requisito, Secuencia, Seleccion
from kb.play.cards import compiled
from kb.play.games import xwing_state as rules
from kb.play.games.xwing_actions import Action, act, receive_tokens
from kb.play.games.xwing_damage import lose_shields, suffer
from kb.play.games.xwing_state import Natural, Ship, Table
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model

COLOURS: Mapping[str, tuple[str, ...]] = {"verde": rules.GREEN, "naranja": rules.ORANGE, "rojo": rules.RED}
ACTIONS = {
    "concentracion": "concentracion", "calculo": "calculos", "evasion": "evasion", "reforzar": "refuerzo",
    "camuflaje": "camuflaje",
    "blanco_fijado": "fijar_blanco", "impulso": "impulso", "tonel_volado": "tonel", "coordinacion": "coordinacion",
}  # fmt: skip
STATES: Mapping[str, Callable[[Ship], bool]] = {
    "bajo_tension": Ship.stressed,
    "mermado": lambda s: s.has("merma") > 0,
    "bajo_sobresfuerzo": lambda s: s.has("sobresfuerzo") > 0,
    "ionizado": lambda s: s.over("iones"),
    "atrapado_en_campo_de_traccion": lambda s: s.over("campo_de_traccion"),
    "desarmado": lambda s: s.has("desarme") > 0,
    "camuflado": lambda s: s.has("camuflaje") > 0,
    "concentrado": lambda s: s.has("concentracion") > 0,
    "calculando": lambda s: s.has("calculos") > 0,
    "evadiendose": lambda s: s.has("evasion") > 0,
    "reforzado": lambda s: s.has("refuerzo") > 0,
    "protegido_por_escudos": lambda s: s.escudos > 0,
    "danado": lambda s: s.dano + s.criticos > 0,
    "danado_criticamente": lambda s: s.criticos > 0,
}


class UseAbility(Model):
    nave: str
    carta: str
    oracion: Natural = 1
    """Which ability of the card, where it has several."""
    usa: bool = True
    se_cumple: bool | None = None
    elige: str | None = None
    """The ship that the text lets choose."""
    ficha: str | None = None
    """The token, where the text gives a choice."""
    accion: str | None = None
    fracasa: bool = False
    """The boost or barrel roll that the text gives fails."""
    papeles: dict[str, str] = Field(default_factory=dict)
    """Who is `atacante` and `defensor`, where the text names them."""


@dataclass(frozen=True)
class Scene:
    table: Table
    order: UseAbility
    log: Log
    words: str

    def fail(self, reason: str) -> Illegal:
        return Illegal(f"«{self.order.carta}» se lee pero no se ejecuta: {reason}", rules.ABILITY)

    def say(self, text: str, rule: Any) -> None:
        self.log.say("", text, rule, self.order.carta, self.words)


def use(table: Table, order: UseAbility, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    if order.carta not in ship.cartas:
        raise Illegal(f"la nave no lleva la carta «{order.carta}»", rules.ABILITY)
    text = ship.cartas[order.carta]
    scene = Scene(table, order, log, text)
    groups = _groups(scene, text)
    if not 1 <= order.oracion <= len(groups):
        raise Illegal(f"«{order.carta}» tiene {len(groups)} capacidades", rules.ABILITY)
    action, group = groups[order.oracion - 1]
    if action:
        table, _ = act(table, Action(nave=order.nave, accion=f"carta:{order.carta}", color="blanca"), log)
        scene = replace(scene, table=table)
    used = False
    for sentence in group:
        linked = next((m for m in sentence.marco if isinstance(m, Enlace)), None)
        if linked is not None and linked.y_si is not None:
            raise scene.fail("encadena otra condición")
        if linked is not None and (linked.tipo == "de_lo_contrario") == used and linked.tipo != "luego":
            continue
        scene, used = _sentence(scene, sentence, used)
    return scene.table, {"usada": used}


def _groups(scene: Scene, text: str) -> list[tuple[bool, list[Oracion]]]:
    """Abilities of the card, each with the sentences that hang from it, and whether it is an action."""
    result = compiled(text)
    if result.status == "rechazado":
        raise Illegal(f"«{scene.order.carta}» no se entiende", rules.ABILITY)
    groups: list[tuple[bool, list[Oracion]]] = []
    for effect in result.abilities:
        kinds = {h.tipo for h in effect.cabeceras}
        if kinds - {"accion", "nombre"}:
            raise scene.fail("es un armamento o un dispositivo")
        fresh = True
        for sentence in effect.oraciones:
            if fresh or not any(isinstance(m, Enlace) for m in sentence.marco):
                groups.append(("accion" in kinds and fresh, []))
            groups[-1][1].append(sentence)
            fresh = False
    return groups


def _sentence(scene: Scene, sentence: Oracion, used: bool) -> tuple[Scene, bool]:
    if sentence.colas or sentence.tramos or sentence.frases.conj == "o":
        raise scene.fail("tiene excepciones o alternativas")
    for frame in sentence.marco:
        if isinstance(frame, Requisito):
            _require(scene, frame)
        elif not isinstance(frame, Momento | Periodo | Enlace):
            raise scene.fail("depende de una tirada o de una cuenta")
    for phrase in sentence.frases.partes:
        scene, used = _phrase(scene, phrase)
    return scene, used


def _require(scene: Scene, frame: Requisito) -> None:
    """Requirements about the ship's own state are checked; the others have to be told."""
    known = [_known(scene, phrase) for phrase in frame.frases.partes]
    holds = scene.order.se_cumple if None in known else (any if frame.frases.conj == "o" else all)(bool(k) for k in known)
    if holds is None:
        raise Pending(f"di con «se_cumple» si se cumple el requisito de «{scene.order.carta}»")
    if not holds:
        raise Illegal(f"no se cumple el requisito de «{scene.order.carta}»", rules.REQUIREMENT)


def _known(scene: Scene, phrase: Frase) -> bool | None:
    if phrase.sujeto is not None or len(phrase.efecto.ops) != 1:
        return None
    op = phrase.efecto.ops[0]
    groups = getattr(op, "predicado", ())
    atoms = [a for g in groups for a in g.partes]
    if op.kind != "estar" or not atoms or op.lugares or any(a.id not in STATES for a in atoms):
        return None
    ship = scene.table.ship(scene.order.nave)
    found = [STATES[str(a.id)](ship) != a.negado for a in atoms]
    together = any(found) if any(g.conj in ("o", "ni") for g in groups) else all(found)
    return together != op.negada


def _phrase(scene: Scene, phrase: Frase) -> tuple[Scene, bool]:
    if phrase.modo_negado or phrase.modo not in (None, "puede", "debe") or phrase.para_que is not None:
        raise scene.fail("prohíbe o permite en vez de hacer")
    name = _who(scene, phrase.sujeto)
    if phrase.modo == "puede" and not scene.order.usa:
        scene.say(f"{name} renuncia: pierde esta ocasión", rules.OPTIONAL)
        return scene, False
    for costs, part in ((True, phrase.costes), (False, phrase.efecto)):
        if part is not None:
            scene = _sequence(scene, part, name, costs)
    return scene, True


def _sequence(scene: Scene, part: Secuencia, name: str, costs: bool) -> Scene:
    if part.conj == "o":
        raise scene.fail("da a elegir entre varias cosas")
    for op in part.ops:
        if op.negada or op.por_cada is not None or op.en_vez_de is not None or op.kind not in RUN:
            raise scene.fail(f"«{op.kind}» no se ejecuta así")
        scene = replace(scene, table=RUN[op.kind](scene, op, name))
    if costs:
        scene.say(f"{name} paga el coste de «{scene.order.carta}»", rules.COST)
    return scene


def _who(scene: Scene, subject: Any) -> str:
    if subject is None:
        return scene.order.nave
    if isinstance(subject, Seleccion):
        if subject.objeto in ("atacante", "defensor"):
            if subject.objeto not in scene.order.papeles:
                raise Pending(f"di en «papeles» quién es el {subject.objeto}")
            return scene.order.papeles[subject.objeto]
        if subject.objeto == "nave" and subject.articulo in ("ese", "este", "dicho", "el") and scene.order.elige:
            return scene.order.elige
    raise scene.fail("actúa sobre naves que no se han nombrado")


def _what(scene: Scene, op: Operacion) -> Seleccion:
    que = getattr(op, "que", None)
    if isinstance(que, Lista) and que.conj == "o":
        tokens = {_token(part): part for part in que.partes if _token(part)}
        if scene.order.ficha is None:
            raise Pending(f"di en «ficha» cuál: {', '.join(str(t) for t in tokens)}")
        if scene.order.ficha in tokens:
            return tokens[scene.order.ficha]
    if not isinstance(que, Seleccion) or que.relativa is not None:
        raise scene.fail(f"no se sabe qué {op.kind}")
    return que


def _token(que: Seleccion) -> str | None:
    return next((a.id for g in que.rasgos for a in g.partes if a.clase == "ficha"), None)


def _count(scene: Scene, que: Seleccion) -> int:
    if que.cuenta is None:
        return 1
    if que.cuenta.tipo not in ("exacta", "hasta") or len(que.cuenta.valores) != 1:
        raise scene.fail("la cantidad depende de otra cosa")
    return que.cuenta.valores[0]


def _named_token(scene: Scene, que: Seleccion, name: str) -> str:
    """The token named, or the one chosen among those of its colour."""
    if token := _token(que):
        if token not in rules.TOKENS:
            raise scene.fail(f"no se lleva la cuenta de «{token}»")
        return token
    colour = next((a.id for g in que.rasgos for a in g.partes if a.clase == "color"), None)
    options = [t for t in COLOURS.get(str(colour), ()) if scene.table.ship(name).has(t)]
    if colour is None or (scene.order.ficha is not None and scene.order.ficha not in options):
        raise scene.fail("no se sabe qué ficha")
    if scene.order.ficha is None and len(options) != 1:
        raise Pending(f"di en «ficha» cuál: {', '.join(options) or 'no hay ninguna'}")
    return scene.order.ficha or options[0]


# --- operations -------------------------------------------------------------------------------------------------------


def _receive(scene: Scene, op: Operacion, name: str) -> Table:
    que = _what(scene, op)
    if que.objeto != "ficha":
        raise scene.fail("sólo se reciben fichas")
    return receive_tokens(scene.table, name, {_named_token(scene, que, name): _count(scene, que)}, scene.log)[0]


def _remove(scene: Scene, op: Operacion, name: str) -> Table:
    que = _what(scene, op)
    if que.objeto != "ficha":
        raise scene.fail("sólo se retiran fichas")
    token, ship = _named_token(scene, que, name), scene.table.ship(name)
    n = min(_count(scene, que), ship.has(token))
    scene.say(f"{name} retira {n} de {token}", rules.REMOVE)
    return scene.table.put(name, ship.with_tokens(**{token: -n}))


def _spend(scene: Scene, op: Operacion, name: str) -> Table:
    que, ship = _what(scene, op), scene.table.ship(name)
    n = _count(scene, que)
    if que.objeto in ("carga", "fuerza", "escudo"):
        field = {"carga": "cargas", "fuerza": "fuerza", "escudo": "escudos"}[que.objeto]
        if getattr(ship, field) < n:
            raise Illegal(f"{name} no puede gastar {n} de {que.objeto}", rules.COST_CHECK)
        return scene.table.put(name, ship.model_copy(update={field: getattr(ship, field) - n}))
    if que.objeto != "ficha":
        raise scene.fail(f"no se gasta «{que.objeto}»")
    token = _named_token(scene, que, name)
    if ship.has(token) < n:
        raise Illegal(f"{name} no tiene {n} fichas de {token} que gastar", rules.COST_CHECK)
    return scene.table.put(name, ship.with_tokens(**{token: -n}))


def _recover(scene: Scene, op: Operacion, name: str) -> Table:
    que, ship = _what(scene, op), scene.table.ship(name)
    fields = {
        "carga": ("cargas", ship.cargas_max),
        "fuerza": ("fuerza", ship.fuerza_max),
        "escudo": ("escudos", ship.escudos_max),
    }
    if que.objeto not in fields:
        raise scene.fail(f"no se recupera «{que.objeto}»")
    field, most = fields[que.objeto]
    now = getattr(ship, field) + _count(scene, que)
    value = now if most is None else min(most, now)
    scene.say(f"{name} recupera {value - getattr(ship, field)} de {que.objeto}", rules.CHARGES)
    return scene.table.put(name, ship.model_copy(update={field: value}))


def _lose(scene: Scene, op: Operacion, name: str) -> Table:
    que, ship = _what(scene, op), scene.table.ship(name)
    n = _count(scene, que)
    if que.objeto == "escudo":
        return lose_shields(scene.table, name, n, scene.log)
    field = {"carga": "cargas", "fuerza": "fuerza"}.get(que.objeto)
    if field is None:
        raise scene.fail(f"no se pierde «{que.objeto}»")
    scene.say(f"{name} pierde {min(n, getattr(ship, field))} de {que.objeto}", rules.CHARGES)
    return scene.table.put(name, ship.model_copy(update={field: max(0, getattr(ship, field) - n)}))


def _suffer(scene: Scene, op: Operacion, name: str) -> Table:
    que = _what(scene, op)
    icons = {a.id for g in que.rasgos for a in g.partes}
    if que.objeto != "dano" or icons - {"impacto", "critico"} or len(icons) != 1:
        raise scene.fail("no se sabe qué daño")
    n = _count(scene, que)
    return suffer(scene.table, name, n if "impacto" in icons else 0, n if "critico" in icons else 0, scene.log)


def _repair(scene: Scene, op: Operacion, name: str) -> Table:
    que, ship = _what(scene, op), scene.table.ship(name)
    faces = {a.id for g in que.rasgos for a in g.partes}
    n = _count(scene, que)
    if que.objeto != "carta_de_dano" or faces not in ({"boca_arriba"}, {"boca_abajo"}):
        raise scene.fail("no se sabe qué carta")
    up, down = (min(n, ship.criticos), 0) if "boca_arriba" in faces else (0, min(n, ship.dano))
    scene.say(f"{name} repara {up + down} cartas de Daño", rules.DESTROYED)
    return scene.table.put(name, ship.model_copy(update={"criticos": ship.criticos - up, "dano": ship.dano - down + up}))


def _expose(scene: Scene, op: Operacion, name: str) -> Table:
    que, ship = _what(scene, op), scene.table.ship(name)
    if que.objeto != "carta_de_dano" or ship.dano < _count(scene, que):
        raise Illegal(f"{name} no tiene cartas de Daño boca abajo que exponer", rules.COST_CHECK)
    n = _count(scene, que)
    scene.say(f"{name} expone {n} cartas de Daño", rules.CARD)
    return scene.table.put(name, ship.model_copy(update={"criticos": ship.criticos + n, "dano": ship.dano - n}))


def _perform(scene: Scene, op: Operacion, name: str) -> Table:
    que = _what(scene, op)
    if que.objeto in ("tonel_volado", "impulso"):
        if scene.order.fracasa:
            raise Illegal(
                f"el {que.objeto.replace('_', ' ')} fracasa: el efecto no se realiza y no se paga nada", rules.EFFECT_FAILS
            )
        scene.say(f"{name} efectúa un {que.objeto.replace('_', ' ')}, que no es una acción", rules.NOT_AN_ACTION)
        return scene.table
    atoms = [a for g in que.rasgos for a in g.partes]
    icons = [ACTIONS[str(a.id)] for a in atoms if a.clase == "icono" and a.id in ACTIONS]
    colours = [a.id for a in atoms if a.clase == "color"]
    if que.objeto != "accion" or len(icons) + len(colours) != len(atoms):
        raise scene.fail("concede una acción que no se lleva aquí")
    chosen = scene.order.accion or (icons[0] if len(icons) == 1 else None)
    if chosen is None:
        raise Pending(f"di en «accion» cuál: {', '.join(icons) or 'cualquiera de su barra'}")
    if icons and chosen not in icons:
        raise Illegal(f"«{scene.order.carta}» no concede la acción «{chosen}»", rules.ABILITY)
    colour: Any = {"rojo": "roja", "violeta": "violeta"}.get(str(colours[0]) if colours else "", "blanca")
    order = Action(nave=name, accion=chosen, color=colour, objetivo=scene.order.elige)
    return act(scene.table, order, scene.log)[0]


def _lock(scene: Scene, op: Operacion, name: str) -> Table:
    que = _what(scene, op)
    if que.objeto != "blanco_fijado" or que.complemento is None:
        raise scene.fail("no se sabe sobre qué objeto")
    target = _who(scene, que.complemento.que)
    scene.table.ship(target)
    scene.say(f"{name} obtiene un Blanco fijado sobre {target}", rules.LOCK_ONE)
    return scene.table.put(name, scene.table.ship(name).model_copy(update={"blancos": (target,)}))


def _choose(scene: Scene, op: Operacion, name: str) -> Table:
    if _what(scene, op).objeto != "nave":
        raise scene.fail("elige algo que no es una nave")
    if scene.order.elige is None:
        raise Pending("di en «elige» qué nave se elige")
    scene.table.ship(scene.order.elige)
    scene.say(f"{name} elige a {scene.order.elige}", rules.CHOOSE)
    return scene.table


RUN: Mapping[str, Callable[[Scene, Operacion, str], Table]] = {
    "recibir": _receive,
    "retirar": _remove,
    "gastar": _spend,
    "recuperar": _recover,
    "perder": _lose,
    "sufrir": _suffer,
    "reparar": _repair,
    "exponer": _expose,
    "realizar": _perform,
    "obtener": _lock,
    "elegir": _choose,
}
