"""Legión as the interpreter sees it: units, weapons, the attack and its pool; what each is like and how much there is of it."""

from collections.abc import Iterable, Mapping

from grammar.lexicon.load import fold
from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Cual, Hecho
from kb.play.games.legion.facts import FACTS
from kb.play.games.legion.fight import Fight
from kb.play.games.legion.keywords import CARD_EFFECT
from kb.play.games.legion.kinds import KINDS
from kb.play.games.legion.state import Battle
from kb.play.games.legion.terms import terms
from kb.play.games.legion.view import attack_of, battle_of, named, side_of, unit_of
from kb.play.logic import Known, negated
from kb.play.meaning.abilities import said
from kb.play.meaning.conditions import known_as
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene, Spoken
from kb.play.meaning.stuff import Stuff, stuff

GAME = "legion"
IMMUNE = "inmune_a_efectos_de_enemigos"
SIDES = {"aliado": True, "enemigo": False}
RESULTS: Mapping[str, tuple[str, ...]] = {
    "impacto": ("impacto",), "critico": ("critico",), "cara_vacia": ("vacia",), "incremento": ("incremento",),
    "incremento_de_ataque": ("incremento",), "incremento_de_defensa": ("incremento",), "bloqueo": ("bloqueo",),
}  # fmt: skip
ATTACK_COUNT = {"impacto": "hits", "critico": "crits", "vacia": "blanks", "incremento": "surges"}


class Legion(Spoken):
    """The World of Legión. It holds no state: that is the scene's."""

    rule = CARD_EFFECT
    facts = FACTS

    def things(self, scene: Scene, thing: Cosa) -> Iterable[Ente] | None:
        battle = battle_of(scene.state)
        fight = scene.state if isinstance(scene.state, Fight) else None
        if thing.sort in ("unidad", "miniatura", "tipo") and thing.noun in (*KINDS, "atacante", "defensor"):
            here = [unit_of(n) for n, u in battle.unidades.items() if not u.derrotada or n == scene.me.name]
            return here if fight else [ente for ente in here if not self._out_of_reach(battle, scene.me.name, ente.name)]
        if fight is None:
            return None
        found = {
            "reserva": [Ente("reserva", "la reserva de ataque", None, fight.who)],
            "arma": [Ente("arma", arm.name, frozenset(arm.keywords), fight.who) for arm in fight.arms],
            "ataque": [attack_of(fight)],
        }
        return found.get(thing.sort)

    @staticmethod
    def _out_of_reach(battle: Battle, mine: str, name: str) -> bool:
        """«Inmune a efectos de enemigos»: no effect of an enemy card chooses it nor does anything to it."""
        one, other = battle.unit(mine), battle.unit(name)
        return other.keyword(IMMUNE) > 0 and bool(one.jugador and other.jugador) and one.jugador != other.jugador

    def is_a(self, scene: Scene, ente: Ente, thing: Cosa) -> Known:
        if ente.sort == "desconocido":
            return None
        if thing.noun in ("atacante", "defensor") and ente.sort == "unidad":
            fight = scene.state if isinstance(scene.state, Fight) else None
            return side_of(fight, ente) == thing.noun if fight else None
        if ente.sort == "unidad" and thing.sort in ("unidad", "tipo", "miniatura", "categoria"):
            if thing.noun not in KINDS:
                return None
            unit = battle_of(scene.state).unidades.get(ente.name)
            return KINDS[thing.noun](unit) if unit is not None else False  # a charge that goes off is no unit
        if ente.sort == "ataque" and thing.sort == "ataque":
            kind = thing.noun.removeprefix("ataque").removeprefix("_")
            return not kind or kind in (ente.marks or ())
        if ente.sort != thing.sort:
            return False
        if ente.sort in ("palabra_clave", "movimiento"):
            return ente.name == thing.noun or thing.noun == ente.sort or thing.noun in (ente.marks or ())
        return True

    def quality(self, scene: Scene, ente: Ente, quality: Cual) -> Known:
        if ente.sort == "unidad":
            if quality.kind == "lado":
                return self._side(scene, ente.name, quality.id)
            unit = battle_of(scene.state).unit(ente.name)
            return KINDS[quality.id](unit) if quality.id in KINDS else None
        if ente.marks is None:
            return None
        return quality.id in ente.marks

    @staticmethod
    def _side(scene: Scene, name: str, side: str) -> Known:
        battle = battle_of(scene.state)
        mine, theirs = battle.unit(scene.me.name).jugador, battle.unit(name).jugador
        if side in SIDES and isinstance(scene.state, Fight) and scene.me.name != name and not (mine and theirs):
            apart = {side_of(scene.state, scene.me), side_of(scene.state, unit_of(name))}
            if apart == {"atacante", "defensor"}:  # only an enemy is declared defender
                return not SIDES[side]
        if side not in SIDES or not mine or not theirs:
            return True if side == "aliado" and name == scene.me.name else None
        return negated(mine == theirs, not SIDES[side])

    def part(self, scene: Scene, name: str) -> Ente | None:
        if name == "este_carta":
            return Ente("carta", scene.card, None, scene.me.name)
        if name == "este_arma":
            return Ente("arma", scene.card, None, scene.me.name)
        side = name.removeprefix("jugador_")  # a player acts through its unit
        if side != name and isinstance(scene.state, Fight):
            return unit_of(scene.state.who if side == "atacante" else scene.state.pool.defensor)
        return scene.me if name in ("este_unidad", "jugador") else None

    def called(self, tiempo: str, name: str) -> bool:
        return fold(named(tiempo).lower()) == fold(name.lower())

    def owned(self, scene: Scene, ente: Ente, owner: Ente) -> Known:
        if ente.sort == "tiempo":  # the step of an attack, the activation of a unit
            return owner.sort == "ataque" or (ente.of == owner.name if ente.of else None)
        if ente.sort == "arma" and owner.sort == "reserva":
            return True
        if ente.sort == "unidad":
            return ente.name == owner.name
        return ente.of == owner.name if ente.of else None

    def distance(self, scene: Scene, a: Ente, b: Ente) -> int | None:
        return battle_of(scene.state).range(a.name, b.name)

    def measure(self, scene: Scene, cond: Hecho, ente: Ente) -> int | None:
        return None  # how far, how strong: measured on the table

    def amount(self, scene: Scene, owner: Ente, thing: Cosa) -> int | None:
        row = stuff(thing)
        if thing.sort == "palabra_clave":
            return self._keyword(scene, owner, thing.noun)
        if thing.sort == "resultado" and isinstance(scene.state, Fight):
            faces = [face for id in row.ids("icono_resultado") for face in RESULTS.get(id, ())]
            return sum(shown(scene.state, face) for face in faces) if faces and row.only("icono_resultado", "de") else None
        if thing.sort == "resultado":
            return self._rolled(scene, row)
        if row.of is not None:
            pointed = known_as(scene, row.of)
            if not pointed or len(pointed) != 1:
                return None
            owner = pointed[0]
        if owner.sort != "unidad":
            return None
        unit = battle_of(scene.state).unit(owner.name)
        if thing.sort == "herida":
            return unit.heridas
        if thing.sort == "ficha" and row.ids("tipo_ficha") == ("orden",) and row.only("tipo_ficha", "cara", "de"):
            return int(unit.orden in (row.ids("cara") or ("boca_arriba", "boca_abajo")))
        if thing.sort == "ficha" and row.only("tipo_ficha", "estado", "de"):
            kinds = row.ids("tipo_ficha")
            if row.ids("estado") == ("inactivo",) and kinds == ("escudo",):
                return unit.escudos_inactivos
            return sum(unit.counts(kind) for kind in kinds) if kinds and row.ids("estado") in ((), ("activo",)) else None
        return None

    @staticmethod
    def _rolled(scene: Scene, row: Stuff) -> int | None:
        """Results of the dice that a text has just rolled outside an attack."""
        last = next((e for e in reversed(scene.log.past) if e.verb == "tirada_suelta"), None)
        faces = [face for id in row.ids("icono_resultado") for face in RESULTS.get(id, ())]
        other = [c for c in row.rest if not (isinstance(c, Hecho) and c.verb == "obtener")]
        return None if last is None or not faces or other else sum(e.name in faces for e in last.roles.values())

    @staticmethod
    def _keyword(scene: Scene, owner: Ente, noun: str) -> int | None:
        if noun not in terms():
            return None
        if owner.sort == "arma":
            return int(noun in (owner.marks or ()))
        if isinstance(scene.state, Fight) and (side := side_of(scene.state, owner)):
            return scene.state.number(side, noun)
        return battle_of(scene.state).unit(owner.name).keyword(noun) if owner.sort == "unidad" else None

    def value(self, scene: Scene, thing: Cosa) -> int | None:
        row = stuff(thing)
        owner = scene.me if row.of is None else next(iter(known_as(scene, row.of) or ()), None)
        if owner is None or owner.sort != "unidad" or not row.only("de"):
            return None
        unit = battle_of(scene.state).unit(owner.name)
        return {"aplomo": unit.aplomo, "resistencia": unit.resistencia, "velocidad": unit.velocidad}.get(thing.noun)

    def entity(self, scene: Scene, name: str) -> Ente | None:
        battle_of(scene.state).unit(name)
        return unit_of(name)

    def named(self, scene: Scene, name: str) -> tuple[Ente, ...] | None:
        battle = battle_of(scene.state)
        return (unit_of(name),) if name in battle.unidades else None

    def words(self, item: Item) -> str:
        return said(item, GAME)


def shown(f: Fight, face: str) -> int:
    """Results of a face on the table: of the defence once it is rolled, else of the attack."""
    if face == "bloqueo":
        return f.blocks
    if face == "incremento" and f.defense:
        return f.defense.count("incremento")
    return int(getattr(f, ATTACK_COUNT[face]))
