"""Rebellion as the interpreter sees it: what there is, what it is like, where it is, how much of it there is."""

from collections.abc import Callable, Iterable, Mapping

from grammar.lexicon.load import fold
from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Cual, Hecho, parts
from kb.play.errors import PlayError
from kb.play.games.rebellion import rules
from kb.play.games.rebellion.facts import FACTS, PLACES, SPACE, located, where
from kb.play.games.rebellion.state import BASE, RIVAL, System, Table, is_kind
from kb.play.games.rebellion.view import SIDES, leader_of, mission_of, place_of, player, unit_of
from kb.play.logic import Known
from kb.play.meaning.abilities import said
from kb.play.meaning.conditions import candidates
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene, Spoken
from kb.play.validation import nearest
from kb.text import slugify

GAME = "rebellion"
BANDS = {"imperial": "imperio", "rebelde": "rebelde"}
PLAYERS = {"jugador_rebelde": "rebelde", "rebelion": "rebelde", "jugador_imperial": "imperio", "imperio": "imperio"}
SQUARES = (1, 2, 3)


def imperial(system: System) -> bool:
    return system.subyugacion or system.lealtad == "imperio"


TRAITS: Mapping[str, Callable[[System], bool]] = {
    "populoso": lambda s: s.populoso,
    "lejano": lambda s: not s.populoso,
    "imperial": imperial,
    "rebelde": lambda s: s.lealtad == "rebelde" and not s.subyugacion,
    "neutral": lambda s: s.lealtad is None and not s.subyugacion,
    "subyugado": lambda s: s.subyugacion,
    "destruido": lambda s: s.destruido,
}


class Rebellion(Spoken):
    """The World of Rebellion. It holds no state: that is the scene's."""

    rule = rules.CARD
    facts = FACTS

    def things(self, scene: Scene, thing: Cosa) -> Iterable[Ente] | None:
        table: Table = scene.state
        queued = any(isinstance(p, Cosa) and p.sort in ("casilla", "cola") for f in thing.filters for p in parts(f))
        found: dict[str, list[Ente]] = {
            "unidad": [unit_of(n) for n, u in table.unidades.items() if not u.destruida and (queued or u.casilla is None)],
            "lider": [leader_of(n) for n, x in table.lideres.items() if not x.eliminado],
            "sistema": [place_of(n) for n, s in table.sistemas.items() if not s.destruido],
            "lugar": [SPACE],
            "region": [Ente("region", n) for n in dict.fromkeys(s.region for s in table.sistemas.values()) if n],
            "jugador": [player(side) for side in SIDES],
            "cola": [Ente("cola", side, of=side) for side in SIDES],
            "mano": [Ente("mano", side, of=side) for side in SIDES],
            "casilla": [Ente("casilla", f"{side} {n}", of=side, number=n) for side in SIDES for n in SQUARES],
            "tiempo": [Ente("tiempo", "ronda_de_combate")] if table.lance is not None and table.lance.ronda else [],
            "carta": [
                Ente("carta", name, frozenset({"carta_de_tactica", card.escenario}), side)
                for side in SIDES
                for name, card in table.hand(side).tacticas.items()
            ],
        }
        return found.get(thing.sort)

    def is_a(self, scene: Scene, ente: Ente, thing: Cosa) -> Known:
        if ente.sort == "desconocido":
            return None
        if thing.sort == "objeto":
            return True
        if thing.sort != ente.sort:
            return False
        if ente.sort == "unidad":
            return is_kind(scene.state.unit(ente.name), thing.noun)
        if ente.sort == "carta" and ente.marks is not None:
            return thing.noun == "carta" or thing.noun in ente.marks
        if ente.sort == "tiempo":
            return thing.noun == ente.name
        if ente.sort == "lugar":
            return thing.noun in ("lugar", "espacio_de_la_base_rebelde")
        return True

    def quality(self, scene: Scene, ente: Ente, quality: Cual) -> Known:
        table: Table = scene.state
        if quality.kind == "rasgo" and quality.id in ("diferente", "distinto"):
            return True
        if ente.sort == "unidad":
            unit = table.unit(ente.name)
            told: dict[str, str] = {"escenario": unit.escenario, "escenario_fijo": unit.escenario, "color": unit.color}
            told["bando"] = next(word for word, side in BANDS.items() if side == unit.bando)
            return told[quality.kind] == quality.id if quality.kind in told else None
        if ente.sort == "lider":
            if quality.kind == "bando":
                return table.leader(ente.name).bando == BANDS.get(quality.id)
            return table.leader(ente.name).capturado if quality.id == "capturado" else None
        if ente.sort == "sistema":
            return TRAITS[quality.id](table.system(ente.name)) if quality.id in TRAITS else None
        if ente.sort == "jugador":
            return ente.name == BANDS.get(quality.id) if quality.kind == "bando" else None
        return quality.id in ente.marks if ente.marks is not None else None

    def part(self, scene: Scene, name: str) -> Ente | None:
        table: Table = scene.state
        if name in PLAYERS:
            return player(PLAYERS[name])
        if name == "adversario":
            return player(RIVAL[scene.me.name]) if scene.me.name in SIDES else None
        if name == "este_carta":
            return Ente("carta", scene.card, None, scene.me.name)
        if name == "este_mision":
            return mission_of(table.lance) if table.lance is not None and table.lance.clase == "mision" else None
        if name == "este_lider":
            return self._leader(scene)
        if name in ("este_sistema", "este_region"):
            here = system_of(scene)
            if name == "este_sistema" or here is None or here.sort != "sistema":
                return here
            region = table.system(here.name).region
            return Ente("region", region) if region else None
        return None

    @staticmethod
    def _leader(scene: Scene) -> Ente | None:
        told = getattr(scene.decision, "lider", None)
        if told:
            scene.state.leader(told)
            return leader_of(told)
        for event in (scene.event, *scene.going):
            for ente in event.roles.values() if event is not None else ():
                if ente.sort == "lider":
                    return ente
        return None

    def called(self, tiempo: str, name: str) -> bool:
        return fold(tiempo.replace("_", " ").lower()) == fold(name.lower())

    def owned(self, scene: Scene, ente: Ente, owner: Ente) -> Known:
        table: Table = scene.state
        if owner.sort == "jugador" and ente.sort == "unidad":
            return table.unit(ente.name).bando == owner.name
        if owner.sort == "jugador" and ente.sort == "lider":
            return table.leader(ente.name).bando == owner.name
        if owner.sort in ("region", "sistema", "lugar", "casilla"):
            return located(table, ente, owner)
        if ente.sort == "batalla" and owner.sort == "tiempo":
            return True
        return ente.of == (owner.of or owner.name) if ente.of else None

    def distance(self, scene: Scene, a: Ente, b: Ente) -> int | None:
        return None

    def measure(self, scene: Scene, cond: Hecho, ente: Ente) -> int | None:
        return None

    def amount(self, scene: Scene, owner: Ente, thing: Cosa) -> int | None:
        table: Table = scene.state
        if owner.sort == "unidad" and thing.noun == "dano" and not thing.filters:
            return table.unit(owner.name).dano
        if owner.sort not in PLACES:
            return None
        if thing.noun == "indicador_de_sabotaje" and owner.sort == "sistema" and not thing.filters:
            return int(table.system(owner.name).sabotaje)
        if thing.sort not in ("unidad", "lider", "sistema"):
            return None
        inside = candidates(scene, thing) if owner.sort != "casilla" else self._queued(scene, owner, thing)
        there = {ente: known for ente, known in inside.items() if located(table, ente, owner)}
        return None if None in there.values() else len(there)

    def _queued(self, scene: Scene, owner: Ente, thing: Cosa) -> dict[Ente, Known]:
        units = [unit_of(n) for n, u in scene.state.unidades.items() if u.casilla is not None]
        return {ente: self.is_a(scene, ente, thing) for ente in units if self.is_a(scene, ente, thing)}

    def value(self, scene: Scene, thing: Cosa) -> int | None:
        return None

    def entity(self, scene: Scene, name: str) -> Ente | None:
        table: Table = scene.state
        if name in SIDES:
            return player(name)
        if name in table.unidades:
            return unit_of(name)
        if name in table.lideres:
            return leader_of(name)
        if name in table.sistemas or name == BASE:
            return place_of(name)
        for side in SIDES:
            for n in SQUARES:
                if name == f"{side} {n}":
                    return Ente("casilla", name, of=side, number=n)
        raise PlayError(f"no hay nada llamado «{name}»; {nearest(name, (*table.unidades, *table.lideres, *table.sistemas))}")

    def named(self, scene: Scene, name: str) -> tuple[Ente, ...] | None:
        """A system by its name, in the spelling of the situation."""
        wanted = slugify(name)
        found = tuple(place_of(n) for n in scene.state.sistemas if slugify(n.replace("_", " ")) == wanted)
        return found or None

    def words(self, item: Item) -> str:
        return said(item, GAME)


def system_of(scene: Scene) -> Ente | None:
    """«este sistema»: of the mission or combat that is going on, of what has just happened, or where its leader is."""
    table: Table = scene.state
    if table.lance is not None and table.lance.sistema:
        return place_of(table.lance.sistema)
    if scene.event is not None and "en" in scene.event.roles:
        return scene.event.roles["en"]
    told = getattr(scene.decision, "sistema", None)
    if told:
        return place_of(told)
    leader = getattr(scene.decision, "lider", None)
    there = where(table, leader_of(leader)) if leader else ""
    return place_of(there) if there else None
