"""Imperial Assault as the interpreter sees it: what there is, what it is like, where it is, how much of it there is."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache

from grammar.lexicon.load import lexicon_for
from grammar.meaning.effect import Capacidad, Item
from grammar.meaning.values import Cosa, Cual, Hecho, Value
from kb.play.board import Square
from kb.play.cite import cite
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.facts import FACTS
from kb.play.games.imperial_assault.fight import ATTACK_ICONS, DEFENSE_ICONS, GAME, Fight
from kb.play.games.imperial_assault.measure import FAR, alive, called, friends, group, may_be_called, small, spaces
from kb.play.games.imperial_assault.state import HARMFUL, Figure, Table, rebel
from kb.play.games.imperial_assault.view import attack_of, figure_of
from kb.play.logic import Known
from kb.play.meaning.abilities import effects_of, refusal, said
from kb.play.meaning.conditions import known_as, number
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene, Spoken
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.validation import nearest
from kb.text import identifier

ABILITY = cite("imperial-assault/capacidades#r-b6470b", "capacidad")
SIDES: Mapping[str, bool] = {"amigo": True, "aliado": True, "enemigo": False, "hostil": False}
VALUES: Mapping[str, Callable[[Figure], int]] = {
    "coste": lambda f: f.coste,
    "coste_de_figura": lambda f: f.coste,
    "coste_de_despliegue": lambda f: f.coste,
    "vida": lambda f: f.vida - f.dano,
    "punto_de_salud": lambda f: f.vida - f.dano,
    "velocidad": lambda f: f.velocidad,
    "resistencia": lambda f: f.resistencia,
    "dano": lambda f: f.dano,
    "tension": lambda f: f.tension,
}
PEOPLE: Mapping[str, Callable[[Figure], bool]] = {
    "figura": lambda f: True,
    "objetivo": lambda f: True,
    "rebelde": rebel,
    "heroe": lambda f: f.heroe,
    "aliado": lambda f: rebel(f) and not f.heroe,
    "villano": lambda f: not rebel(f) and f.unica,
}
KINDS: Mapping[str, Callable[[Figure], Known]] = {
    "sano": lambda f: not f.herido,
    "herido": lambda f: f.herido,
    "elite": lambda f: f.elite,
    "normal": lambda f: not f.elite,
    "unico": lambda f: f.unica,
    "en_juego": lambda f: not f.derrotada and not f.fuera,
    "imperial": lambda f: not rebel(f),
    "rebelde": rebel,
}


@cache
def anybody() -> frozenset[str]:
    """Nouns of which any figure may be one; the others name a unit, and on a card of its own, its bearer.

    Asked when a card is first played: the lexicon takes a while.
    """
    return frozenset(str(lexicon_for(GAME).data["anybody"]).split()) | {"objetivo", "atacante", "defensor", "mercenario"}


class Assault(Spoken):
    """The World of Imperial Assault. It holds no state: that is the scene's."""

    rule = ABILITY
    facts = FACTS

    def things(self, scene: Scene, thing: Cosa) -> Iterable[Ente] | None:
        table: Table = scene.state
        if thing.sort == "figura":
            spared = once_each(scene.words, table.game)
            fallen = any(isinstance(f, Hecho) and f.verb == "derrotar" and not f.neg for f in thing.filters)
            names = [n for n, f in table.figuras.items() if f.derrotada] if fallen else alive(table)
            return [figure_of(name) for name in names if not (spared == thing.noun and had_it(table, scene.card, name))]
        if thing.sort in ("objeto", "lugar"):
            return [Ente("objeto", name) for name, o in table.objetos.items() if not o.fuera]
        if thing.sort == "casilla":
            return [Ente("casilla", f"{r + 1},{c + 1}") for r, c in self._squares(table)] if table.tablero else None
        if thing.sort == "grupo":
            return [Ente("grupo", name) for name in dict.fromkeys(group(table, n) for n in table.figuras)]
        if thing.sort == "ataque" and table.fought is not None:
            return [attack_of(table.fought)]
        return None

    @staticmethod
    def _squares(table: Table) -> list[Square]:
        return [square for square in table.board.terrain if not table.board.solid(square)]

    def is_a(self, scene: Scene, ente: Ente, thing: Cosa) -> Known:
        table: Table = scene.state
        if ente.sort == "desconocido":
            return None
        if ente.sort == "figura" and thing.sort in ("figura", "objetivo"):
            return self._figure(scene, ente, thing.noun)
        if ente.sort == "objeto":
            return ente.name in table.objetos and thing.noun in ("objeto", identifier(table.objetos[ente.name].tipo))
        if ente.sort == "casilla":
            return thing.sort == "casilla" and self._ground(table, ente, thing.noun.removeprefix("casilla_"))
        if ente.sort == "tiempo":
            return thing.noun == ente.name
        if ente.sort == "grupo" and thing.qty.op == "el" and not thing.filters and scene.me.name in table.figuras:
            return ente.name == group(table, scene.me.name)  # «el grupo», without more: its bearer's
        return thing.sort == ente.sort

    def _figure(self, scene: Scene, ente: Ente, noun: str) -> Known:
        table: Table = scene.state
        figure = table.figure(ente.name)
        if noun in ("atacante", "defensor"):
            fight = table.fought
            return None if fight is None else ente.name == (fight.attacker if noun == "atacante" else fight.defender)
        if noun in PEOPLE:
            return PEOPLE[noun](figure)
        if noun == "heroe_objetivo":
            return ente.name in self._target(scene)
        if noun in called(table, ente.name) or noun in {identifier(t) for t in figure.rasgos}:
            return True
        own = ente == scene.me and may_be_called(figure, noun)
        return noun not in anybody() and own and not self._bearers(table, noun)

    @staticmethod
    def _bearers(table: Table, noun: str) -> list[str]:
        return [name for name in table.figuras if noun in called(table, name)]

    @staticmethod
    def _ground(table: Table, ente: Ente, kind: str) -> Known:
        if kind == "casilla":
            return True
        row, _, column = ente.name.partition(",")
        place = (int(row), int(column))
        tests: dict[str, Known] = {
            "interior": place in table.interiores,
            "exterior": place not in table.interiores,
            "vacio": not table.board.others({(place[0] - 1, place[1] - 1)}, ""),
            "dificil": table.board.at((place[0] - 1, place[1] - 1)) == "~",
        }
        return tests.get(kind)

    def quality(self, scene: Scene, ente: Ente, quality: Cual) -> Known:
        table: Table = scene.state
        if ente.sort == "casilla":
            return self._ground(table, ente, quality.id)
        if ente.sort == "ataque":
            return self._attack(table, ente, quality)
        if ente.sort == "objeto":
            return quality.id == table.objetos[ente.name].color if quality.kind == "color" else None
        if ente.sort != "figura":
            return ente.marks is not None and quality.id in ente.marks if ente.marks is not None else None
        figure = table.figure(ente.name)
        if quality.kind == "lado":
            return None if quality.id not in SIDES else friends(table, scene.me.name, ente.name) is SIDES[quality.id]
        if quality.kind == "icono_figura":
            return (
                ente.name in self._target(scene) if quality.id == "rebelde_objetivo" else self._pointed(scene, ente, quality.id)
            )
        if quality.kind == "rasgo_fijo":
            return self._figure(scene, ente, quality.id)
        if quality.kind == "tamano":
            return small(table, ente.name) is (quality.id == "pequeno") if quality.id in ("pequeno", "grande") else None
        if quality.id == "unico" and quality.kind == "rasgo":  # «la única figura de tu grupo»
            return [n for n in alive(table) if group(table, n) == group(table, ente.name)] == [ente.name]
        if quality.id == "primero":
            return not any(table.figure(n).ataques for n in table.figuras if group(table, n) == group(table, ente.name))
        if quality.id == "diferente":
            return True  # each is another one: whoever chooses sees to it
        test = KINDS.get(quality.id)
        return test(figure) if test is not None else None

    @staticmethod
    def _attack(table: Table, ente: Ente, quality: Cual) -> Known:
        if quality.id == "primero":
            return table.figure(ente.of).ataques == 0
        if quality.kind == "bando":
            return rebel(table.figure(ente.of)) is (quality.id == "rebelde")
        return ente.marks is not None and quality.id in ente.marks

    @staticmethod
    def _pointed(scene: Scene, ente: Ente, icon: str) -> Known:
        """Whom the app points at with another icon: as told, else nobody knows."""
        told = scene.decision.papeles.get(icon) if scene.decision is not None else None
        return ente.name == told if told else None

    def _target(self, scene: Scene) -> tuple[str, ...]:
        """The Rebel that the app points at: as told, else the nearest one."""
        table: Table = scene.state
        told = scene.decision.papeles.get("rebelde_objetivo") if scene.decision is not None else None
        if told:
            return (told,)
        rebels = [n for n in alive(table) if rebel(table.figure(n)) and n != scene.me.name]
        far = {n: spaces(table, scene.me, figure_of(n)) for n in rebels}
        least = min((FAR if d is None else d for d in far.values()), default=0)
        return tuple(n for n, d in far.items() if (FAR if d is None else d) == least)

    def part(self, scene: Scene, name: str) -> Ente | None:
        table: Table = scene.state
        fight: Fight | None = table.fought
        if name == "este_carta":
            return Ente("carta", scene.card, None, scene.me.name)
        if name == "este_grupo":
            return Ente("grupo", group(table, scene.me.name)) if scene.me.name in table.figuras else None
        if name == "este_activacion":
            return Ente("tiempo", "activacion", None, table.activa or scene.me.name)
        if name in ("jugador_rebelde", "jugador_imperial"):
            return Ente("jugador", name.removeprefix("jugador_"))
        if fight is None:
            return None
        parts = {"atacante": figure_of(fight.attacker), "defensor": figure_of(fight.defender), "este_ataque": attack_of(fight)}
        return parts.get(name) or (target_of(fight) if name == "casilla_objetivo" else None)

    def called(self, tiempo: str, name: str) -> bool:
        return identifier(tiempo) == identifier(name)

    def named(self, scene: Scene, name: str) -> tuple[Ente, ...] | None:
        """Whoever is called so; a name that nobody on the table has is that of the card's bearer."""
        table: Table = scene.state
        cause = scene.event.roles.get("por") if scene.event is not None else None
        if cause is not None and identifier(cause.name) == identifier(name):
            return (cause,)  # the ability that deals the damage
        found = [n for n in table.figuras if identifier(name) in called(table, n)]
        objects = [n for n in table.objetos if identifier(n) == identifier(name)]
        if found or objects:  # who is set aside or defeated is still who it is
            here = [n for n in found if n in alive(table)] or found
            return tuple([figure_of(n) for n in here] + [Ente("objeto", n) for n in objects])
        bearer = table.figuras.get(scene.me.name)
        return (scene.me,) if bearer is None or may_be_called(bearer, identifier(name)) else ()

    def owned(self, scene: Scene, ente: Ente, owner: Ente) -> Known:
        table: Table = scene.state
        mine = ente.of or ente.name
        if ente.sort == "casilla" and not ente.of:
            squares = table.board.figures
            here = [n for n, f in squares.items() if ente.name in {f"{r + 1},{c + 1}" for r, c in f.squares}]
            return owner.name in here
        if owner.sort == "grupo":
            return mine in table.figuras and group(table, mine) == owner.name
        if owner.sort == "figura" and ente.sort == "grupo":
            return group(table, owner.name) == ente.name
        if ente.sort == "tiempo" and owner.sort == "figura":
            return mine == owner.name or group(table, mine) == group(table, owner.name)
        if ente.sort == "objeto":
            return table.objetos[ente.name].lleva == owner.name
        if ente.sort == "figura" and owner.sort == "figura":  # «tu figura»
            return friends(table, ente.name, owner.name)
        return mine == owner.name

    def distance(self, scene: Scene, a: Ente, b: Ente) -> int | None:
        return spaces(scene.state, a, b)

    def measure(self, scene: Scene, cond: Hecho, ente: Ente) -> int | None:
        table: Table = scene.state
        what = cond.role("que")
        if isinstance(what, Cual):
            return self._extreme(scene, cond, what, ente)
        if not isinstance(what, Cosa) or ente.sort != "figura":
            return None
        noun = {"dano": "dano", "tension": "tension"}.get(what.sort, what.noun) if cond.verb == "sufrir" else what.noun
        if noun not in VALUES:
            return None
        ids = {q.id for f in what.filters if isinstance(f, Hecho) and isinstance(q := f.role("que"), Cual)}
        sign = -1 if "menor" in ids else 1
        return sign * VALUES[noun](table.figure(ente.name))

    def _extreme(self, scene: Scene, cond: Hecho, what: Cual, ente: Ente) -> int | None:
        near = {"mas_cercano": -1, "mas_alejado": 1}.get(what.id)
        from_ = known_as(scene, cond.role("a"), ente)
        if from_ is None:
            from_ = self._origins(scene, cond.role("a"), ente)
        if near is None or not from_:
            return None
        if from_ == (ente,):  # nobody is near itself
            return -FAR
        far = [spaces(scene.state, ente, other) for other in from_ if other != ente]
        told = [n for n in far if n is not None]
        return None if len(told) < len(far) or not told else near * min(told)

    def _origins(self, scene: Scene, value: Value | None, ente: Ente) -> tuple[Ente, ...] | None:
        if value is None:
            return (scene.me,)
        things = self.things(scene, value) if isinstance(value, Cosa) else None
        return (
            tuple(e for e in things if self.is_a(scene, e, value)) if things is not None and isinstance(value, Cosa) else None
        )

    def amount(self, scene: Scene, owner: Ente, thing: Cosa) -> int | None:
        table: Table = scene.state
        row = stuff(thing)
        if thing.sort == "resultado":
            return results(table, row)
        if thing.sort == "exito":
            return sum(table.tests.values()) if table.tests else None
        if thing.sort == "figura":
            return None
        if thing.sort in ("dado",):
            again = any(isinstance(f, Hecho) and f.verb == "volver_a_tirar" for f in row.rest)
            return table.fought.rerolled() if again and table.fought is not None else None
        if owner.sort != "figura":
            return None
        figure = table.figure(owner.name)
        if thing.sort == "estado":
            return len(states_of(figure, row.ids("clase_estado")))
        if thing.sort == "ficha":
            return self._tokens(table, figure, row)
        if thing.sort in ("dano", "tension"):
            return VALUES[thing.sort](figure)
        if thing.noun in VALUES:
            return VALUES[thing.noun](figure)
        if thing.sort == "arma":
            return int(figure.tipo in row.ids("icono_tipo_ataque"))
        return None

    @staticmethod
    def _tokens(table: Table, figure: Figure, row: Stuff) -> int | None:
        power: dict[str, int] = {str(kind): n for kind, n in figure.fichas.items()}
        if ids := row.ids("icono_ficha"):
            return sum(power.get(id.removeprefix("ficha_"), 0) for id in ids)
        if "activacion" in row.ids("tipo_ficha"):  # each figure, or group, has one; it is turned over once activated
            spent = any(isinstance(f, Hecho) and f.verb == "agotar" for f in row.rest)
            ready = any(isinstance(f, Hecho) and f.verb == "activar" for f in row.rest)
            heroes = [f for f in table.figuras.values() if f.heroe]
            if row.of is not None and not ready:
                return int(figure.activada) if spent else 1
            return sum(f.activada for f in heroes) if spent or ready else len(heroes)
        return None

    def value(self, scene: Scene, thing: Cosa) -> int | None:
        row = stuff(thing)
        if thing.sort == "numero" and thing.qty.n.isdigit():
            less = next((f.role("que") for f in row.rest if isinstance(f, Hecho) and f.verb == "menos"), None)
            taken = number(scene, less) if less is not None else 0
            return None if taken is None else max(0, int(thing.qty.n) - taken)
        owner = known_as(scene, row.of) if row.of is not None else (scene.me,)
        if thing.noun in VALUES and owner and owner[0].sort == "figura":
            return VALUES[thing.noun](scene.state.figure(owner[0].name))
        return None

    def entity(self, scene: Scene, name: str) -> Ente | None:
        table: Table = scene.state
        if name in table.objetos:
            return Ente("objeto", name)
        if name.replace(",", "").isdigit():
            return Ente("casilla", name)
        if name in table.figuras or (table.tablero and name in table.board.figures):
            return figure_of(name)
        raise PlayError(f"no hay ninguna figura «{name}»; {nearest(name, table.figuras)}")

    def words(self, item: Item) -> str:
        return said(item, GAME)


@lru_cache(maxsize=500)
def once_each(text: str, game: str) -> str:
    """«Límite una vez por Rebelde»: of whom each may be meant once; empty where it says nothing of the kind."""
    if not text or refusal(text, game):
        return ""
    wholes = [p for whole in effects_of(text, game) for p in (whole, *whole.pasos) if isinstance(p, Capacidad)]
    found = (dict(whole.limite).get("por") for whole in wholes)
    return next((each.noun for each in found if isinstance(each, Cosa) and each.sort == "figura"), "")


def had_it(table: Table, card: str, name: str) -> bool:
    return any((use.nave, use.carta) == (name, card) for use in table.usos)


def target_of(fight: Fight) -> Ente | None:
    """The target's space, or what stands on it where there is no board."""
    if not fight.target:
        return figure_of(fight.defender)
    row, column = min(fight.target)
    return Ente("casilla", f"{row + 1},{column + 1}")


def states_of(figure: Figure, kinds: tuple[str, ...]) -> list[str]:
    states: list[str] = list(figure.estados)
    if "perjudicial" in kinds:
        return [s for s in states if s in HARMFUL]
    return [s for s in states if s not in HARMFUL] if "beneficioso" in kinds else states


def results(table: Table, row: Stuff) -> int | None:
    """Of the dice that the effect rolled, else of the attack's."""
    icons = row.ids("icono_resultado", "icono_dano")
    if not icons and row.of is not None and getattr(row.of, "noun", "") == "precision":
        icons = ("precision",)
    if not icons or set(icons) - {*ATTACK_ICONS, *DEFENSE_ICONS}:
        return None
    if table.thrown is not None:
        return sum(table.thrown.get(icon, 0) for icon in icons)
    return sum(table.fought.rolled(icon) for icon in icons) if table.fought is not None else None
