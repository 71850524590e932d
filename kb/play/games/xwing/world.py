"""X-Wing as the interpreter sees it: what there is, what it is like, where it is, how much of it there is."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from grammar.lexicon.load import fold
from grammar.meaning.effect import Item
from grammar.meaning.values import Cosa, Cual, Hecho, Papel
from kb.play.errors import PlayError
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.facts import FACTS
from kb.play.games.xwing.fight import with_card
from kb.play.games.xwing.state import ALSO_CALLED, COLOURS, DEVICE_KINDS, Ship, Table
from kb.play.games.xwing.view import BEARINGS, bearings, ship_of
from kb.play.games.xwing.view import COLOURS as COLOUR_IDS
from kb.play.logic import Known, every, negated
from kb.play.meaning.abilities import said
from kb.play.meaning.conditions import candidates, known_as, part
from kb.play.meaning.events import Ente
from kb.play.meaning.scene import Scene, Spoken
from kb.play.meaning.stuff import Stuff, stuff
from kb.play.validation import nearest
from kb.text import identifier

GAME = "xwing"


def _sized(ship: Ship, size: str) -> Known:
    """None where the situation does not say how big it is: a text that asks for it is not guessed."""
    return ship.tamano == size if "tamano" in ship.model_fields_set else None


STATES: Mapping[str, Callable[[Ship], Known]] = {
    "bajo_tension": Ship.stressed,
    "mermado": lambda s: s.has("merma") > 0,
    "bajo_sobresfuerzo": lambda s: s.has("sobresfuerzo") > 0,
    "ionizado": lambda s: s.over("iones"),
    "atrapado_en_un_campo_de_traccion": lambda s: s.over("campo_de_traccion"),
    "desarmado": lambda s: s.has("desarme") > 0,
    "interferido": lambda s: s.has("interferencia") > 0,
    "camuflado": lambda s: s.has("camuflaje") > 0,
    "concentrado": lambda s: s.has("concentracion") > 0,
    "calculando": lambda s: s.has("calculos") > 0,
    "evadiendose": lambda s: s.has("evasion") > 0,
    "reforzado": lambda s: s.has("refuerzo") > 0,
    "protegido_por_escudos": lambda s: s.escudos > 0,
    "danado": lambda s: s.dano + s.criticos > 0,
    "danado_criticamente": lambda s: s.criticos > 0,
    "destruido": lambda s: s.destruida,
    "limitado": lambda s: s.limitada if "limitada" in s.model_fields_set else None,
    "no_limitado": lambda s: not s.limitada if "limitada" in s.model_fields_set else None,
    "pequeno": lambda s: _sized(s, "pequena"),
    "mediano": lambda s: _sized(s, "mediana"),
    "grande": lambda s: _sized(s, "grande"),
    "enorme": lambda s: _sized(s, "enorme"),
}
SIDES = {"aliado": True, "enemigo": False}
DEVICES: Mapping[str, tuple[str, ...]] = {"bomba": ("bomba",), "mina": ("mina", "red_conner"), "dispositivo": ("",)}
POOLS: Mapping[str, tuple[str, ...]] = {
    "ataque": ("impacto", "critico", "concentracion", "vacia"),
    "defensa": ("evasion", "concentracion", "vacia"),
}
VALUES: Mapping[str, Callable[[Ship], int]] = {
    "iniciativa": lambda s: s.initiative,
    "agilidad": lambda s: s.agilidad + 2 * bool(s.has("camuflaje")),
    "valor_de_ataque": lambda s: s.ataque,
    "ataque": lambda s: s.ataque,
    "casco": lambda s: s.casco,
    "tamano": lambda s: tuple(rules.THRESHOLD).index(s.tamano),
}
CHARGES: Mapping[str, str] = {"carga": "cargas", "fuerza": "fuerza", "energia": "energia"}
STOPS = frozenset({"los", "las", "el", "la", "de", "tus", "del"})


UNTOLD_THINGS = frozenset({"maniobra", "obstaculo"})
"""Of these a situation that names none does not say that there is none."""


def _ship_kind(kind: str, noun: str) -> Known:
    """Whether a ship is of the kind that a text names; of a name that is the beginning of the other, nobody knows («caza TIE»,
    «caza TIE/ln»)."""
    if not kind or kind == noun:
        return True if kind else None
    return None if f"{kind}_".startswith(f"{noun}_") or f"{noun}_".startswith(f"{kind}_") else False


def _weapon(scene: Scene) -> Ente | None:
    """«esa mejora»: the card with which this attack is made."""
    events = (event for event in (scene.event, *scene.going) if event is not None)
    attack = next((event.parts["este_ataque"] for event in events if "este_ataque" in event.parts), None)
    if attack is None or attack.marks is None or not attack.of:
        return None
    used = [card for card in scene.state.ship(attack.of).cartas if with_card(card) in attack.marks]
    return Ente("mejora", used[0], None, attack.of) if used else None


class XWing(Spoken):
    """The World of X-Wing. It holds no state: that is the scene's."""

    rule = rules.ABILITY
    facts = FACTS

    def things(self, scene: Scene, thing: Cosa) -> Iterable[Ente] | None:
        table: Table = scene.state
        there = [n for n, s in table.naves.items() if _there(s, scene.me.name) or n == scene.me.name or _part(scene, n)]
        remotes = [ship_of(n) for n in there if table.ship(n).remoto]
        ships = [ship_of(n) for n in there if not table.ship(n).remoto or n == scene.me.name or _part(scene, n)]
        devices = [Ente("dispositivo", name) for name in table.dispositivos]
        rocks = [Ente("obstaculo", name) for name in table.rocks()]
        found: dict[str, list[Ente]] = {
            "nave": ships,
            "remoto": remotes,
            "dispositivo": devices,
            "obstaculo": rocks,
            "objeto": [*ships, *(e for e in remotes if e not in ships), *devices, *rocks],
            "maniobra": _flown(scene),
            "carga": [Ente("carga", kind, None, name) for name in table.naves for kind in CHARGES],
            "mejora": [Ente("mejora", card, None, name) for name, s in table.naves.items() for card in s.cartas],
        }
        return found.get(thing.sort) or (None if thing.sort in UNTOLD_THINGS else found.get(thing.sort))

    def is_a(self, scene: Scene, ente: Ente, thing: Cosa) -> Known:
        table: Table = scene.state
        if ente.sort == "desconocido":
            return None
        if thing.noun in ("atacante", "defensor"):
            part = _role(scene, thing.noun)
            return None if part is None else ente.name == part
        if thing.sort == "objeto":
            return ente.sort in ("nave", "dispositivo", "remoto", "objeto", "obstaculo")
        if thing.sort == "remoto":
            return ente.sort == "nave" and table.ship(ente.name).remoto
        if ente.sort == "ataque" and thing.sort == "arco":  # «un ataque que no sea [arco-frontal]»: its qualities tell
            return True
        if thing.sort != ente.sort:
            return False
        if ente.sort == "obstaculo":
            return thing.noun == "obstaculo" or table.rocks()[ente.name] in (thing.noun, ALSO_CALLED.get(thing.noun))
        if ente.sort == "nave" and thing.noun not in ("nave", "objetivo"):
            return _ship_kind(identifier(table.ship(ente.name).tipo), thing.noun)
        if ente.sort == "dispositivo":
            return self._device(table, ente, thing.noun)
        if ente.marks is not None and ente.sort == "ataque":
            return thing.noun == "ataque" or thing.noun.removeprefix("ataque_") in ente.marks
        if ente.marks is not None and ente.sort == "dado":
            return thing.noun == "dado" or thing.noun in ente.marks
        return True

    @staticmethod
    def _device(table: Table, ente: Ente, noun: str) -> Known:
        device = table.dispositivos.get(ente.name)
        kind = device.tipo if device else ente.name
        if noun in DEVICE_KINDS:  # «Bomba», «Mina»: what the device is, whatever it is called
            return kind == noun or kind in DEVICE_KINDS[noun]
        return noun == "dispositivo" or kind == noun

    def quality(self, scene: Scene, ente: Ente, quality: Cual) -> Known:
        table: Table = scene.state
        if ente.sort == "nave":
            if quality.kind == "lado":
                return self._side(scene, ente.name, quality.id)
            if quality.id in STATES:
                return STATES[quality.id](table.ship(ente.name))
            if quality.id == "diferente" and (before := table.ship(scene.me.name).atacadas):
                return ente.name != before[-1]  # «contra un objetivo diferente»: than the last
            return None
        if ente.sort == "dispositivo" and quality.kind == "lado":
            device = table.dispositivos.get(ente.name)
            return self._side(scene, device.nave, quality.id) if device else None
        if ente.sort == "mejora":
            return self._upgrade(table, ente, quality)
        if ente.sort == "carga":
            return self._charge(scene, ente, quality)
        if ente.marks is None:
            return None
        return quality.id in ente.marks or (None if quality.kind in UNTOLD and quality.id not in KNOWN else False)

    @staticmethod
    def _upgrade(table: Table, ente: Ente, quality: Cual) -> Known:
        """Of which kind it is, where the situation tells in which slot it is equipped; whether it lies face down."""
        ship = table.ship(ente.of)
        if quality.id == "inoperativo":
            return ship.cartas[ente.name].boca_abajo
        slot = ship.equipadas.get(ente.name, "").rpartition(":")[2]
        if quality.kind != "icono_tipo_mejora":
            return None
        return slot == quality.id if slot else (False if ship.equipadas else None)

    def _side(self, scene: Scene, name: str, side: str) -> Known:
        if side not in SIDES:
            return None
        if scene.state.ship(name).remoto and name == _role(scene, "defensor") and name != scene.me.name:
            if side == "aliado":  # «Ataques contra remotos»
                return False
            return scene.me.name == _role(scene, "atacante")
        return negated(scene.state.friends(scene.me.name, name), not SIDES[side])

    def part(self, scene: Scene, name: str) -> Ente | None:
        if name == "este_carta":
            return Ente("mejora", scene.card, None, scene.me.name)
        if name == "mejora_del_ataque":
            return _weapon(scene)
        sort = name.removeprefix("este_")
        for event in (scene.event, *scene.going) if sort in ("maniobra", "accion") else ():
            for ente in event.roles.values() if event is not None else ():
                if ente.sort == sort:
                    return ente
        return None

    def called(self, tiempo: str, name: str) -> bool:
        return _key(tiempo.replace("_", " ")) == _key(name)

    def owned(self, scene: Scene, ente: Ente, owner: Ente) -> Known:
        table: Table = scene.state
        if ente.sort == "nave":
            return ente.name == owner.name or table.ship(ente.name).acoplada_a == owner.name
        if ente.sort == "dispositivo":
            device = table.dispositivos.get(ente.name)
            return device.nave == owner.name if device else None
        if ente.sort == "mejora":
            return ente.of == owner.name
        if ente.sort == "capacidad":
            return owner == scene.me or None
        if ente.sort == "carga" and owner.sort == "mejora":
            return ente.name == owner.name
        return ente.of == owner.name if ente.of else None

    def distance(self, scene: Scene, a: Ente, b: Ente) -> int | None:
        found: int | None = scene.state.range(a.name, b.name)
        return found

    def distances(self, scene: Scene, a: Ente, b: Ente) -> Iterable[int]:
        """Without a measure, what the range of their attack says: it is measured to what is in the arc, and a nearer point may
        be outside; but at range 0 the range of an attack is 0 («Alcance de ataque»)."""
        attack = part(scene, "este_ataque")
        fighting = attack is not None and {a, b} == {part(scene, "atacante"), part(scene, "defensor")}
        if (told := self.distance(scene, a, b)) is not None or not fighting or attack is None or attack.number is None:
            return () if told is None else (told,)
        return range(min(1, attack.number), attack.number + 1)

    def measure(self, scene: Scene, cond: Hecho, ente: Ente) -> int | None:
        return None  # nothing is compared in the texts that run

    def amount(self, scene: Scene, owner: Ente, thing: Cosa) -> int | None:
        row = stuff(thing)
        counter = AMOUNTS.get(thing.sort)
        if counter is None or owner.sort != "nave":
            return None
        if row.of == Papel("este_tipo"):
            told = _of_this_kind(scene)
            if told is None:
                return None
            row = replace(row, of=None, kinds={**row.kinds, "tipo_ficha": (told,)})
        if row.of is not None:
            pointed = known_as(scene, row.of)
            if not pointed or len(pointed) != 1 or pointed[0].sort != "nave":
                return None
            owner = pointed[0]
        return counter(scene, scene.state.ship(owner.name), owner, row)

    @staticmethod
    def _charge(scene: Scene, ente: Ente, quality: Cual) -> Known:
        """Charges of a kind, told as one thing: «tu [carga] está activa» where any is left."""
        if quality.kind == "icono_carga":
            return (ente.marks is None and quality.id == ente.name) or quality.id in (ente.marks or ())
        if quality.id in ("activo", "inactivo") and ente.marks is None:
            left = charges_of(scene, scene.state.ship(ente.of), ente.of, ente.name)
            return (left > 0) == (quality.id == "activo")
        return quality.id in ente.marks if ente.marks is not None else None

    def value(self, scene: Scene, thing: Cosa) -> int | None:
        if thing.noun == "alcance_de_ataque":
            for event in (scene.event, *scene.going):
                if event is not None and "este_ataque" in event.parts:
                    return event.parts["este_ataque"].number
            return None
        row = stuff(thing)
        if thing.noun == "velocidad":
            return self._speed(scene, row)
        if thing.noun == "direccion":
            return self._direction(scene, row)
        if thing.noun not in VALUES or not row.only("de"):
            return None
        from_whom = (scene.me,) if row.of is None else self._owner(scene, row)
        if not from_whom or len(from_whom) != 1:
            return None
        ship = scene.state.ship(from_whom[0].name)
        told = thing.noun != "iniciativa" or bool({"iniciativa", "intervencion"} & ship.model_fields_set)
        return VALUES[thing.noun](ship) if told else None  # an Initiative that nobody has told is not compared

    @staticmethod
    def _speed(scene: Scene, row: Stuff) -> int | None:
        """«la velocidad de la maniobra que has ejecutado», «de tu maniobra revelada»."""
        if not row.only("de") or not isinstance(row.of, Cosa) or row.of.sort != "maniobra":
            return None
        found = [ente for ente, known in candidates(scene, row.of).items() if known and ente.sort == "maniobra"]
        if len(found) == 1:
            return found[0].number
        # the situation may tell how fast it has flown, and nothing else of that manoeuvre
        flown = [cond for cond in row.of.filters if isinstance(cond, Hecho) and cond.verb == "ejecutar" and cond.past]
        who = known_as(scene, flown[0].role("quien")) if len(flown) == len(row.of.filters) == 1 else None
        return scene.state.ship(who[0].name).velocidad if who else None

    @staticmethod
    def _direction(scene: Scene, row: Stuff) -> int | None:
        """Which way a manoeuvre goes, where left and right are one: of banks and turns nobody has told the side."""
        if not row.only("de") or not isinstance(row.of, Cosa) or row.of.sort != "maniobra":
            return None
        found = [ente for ente, known in candidates(scene, row.of).items() if known and ente.sort == "maniobra"]
        marks = found[0].marks if len(found) == 1 and found[0].marks else frozenset()
        return next((n for n, kind in enumerate(UNSIDED) if set(BEARINGS[kind]) <= marks), None)

    @staticmethod
    def _owner(scene: Scene, row: Stuff) -> tuple[Ente, ...] | None:
        pointed = known_as(scene, row.of)
        if pointed is None and isinstance(row.of, Cosa):
            found = {e: k for e, k in candidates(scene, row.of).items() if k}
            return tuple(found) if len(found) == 1 else None
        return pointed

    def entity(self, scene: Scene, name: str) -> Ente | None:
        table: Table = scene.state
        if name in table.dispositivos:
            return Ente("dispositivo", name)
        if name in table.naves:
            return ship_of(name)
        if name in table.obstaculos:
            return Ente("obstaculo", name)
        for ship, row in table.naves.items():
            if name in row.cartas:
                return Ente("mejora", name, None, ship)
        raise PlayError(f"no hay ninguna nave «{name}»; {nearest(name, table.naves)}")

    def named(self, scene: Scene, name: str) -> tuple[Ente, ...] | None:
        using = scene.event.roles.get("con") if scene.event is not None else None
        if using is not None and using.sort == "capacidad":  # «utilizando tus Alerones adaptativos»
            return (using,) if identifier(using.name) == identifier(name) else ()
        return None  # names of ships are not told: what depends on one is asked

    def words(self, item: Item) -> str:
        return said(item, GAME)


UNSIDED = ("recta", "inmovil", "koiogran")
UNTOLD = frozenset({"rasgo", "orden", "atributo"})
"""Kinds of quality of which the marks of an event do not tell all: the trait of a Damage card is on the card."""
KNOWN = frozenset({"principal", "especial", "adicional", "basico", "avanzado", "recurrente", "diferente"})
"""Traits that the marks of an event tell; of others nothing is known."""


def _there(ship: Ship, me: str) -> bool:
    """In the play area; a docked ship is there for its carrier."""
    return not ship.destruida and not ship.retirada and (not ship.reserva or ship.acoplada_a == me)


def _flown(scene: Scene) -> list[Ente]:
    """The manoeuvre that each dial shows, face up: the last that was revealed, set or executed this round."""
    table: Table = scene.state
    return [
        Ente(
            "maniobra",
            "maniobra",
            frozenset({COLOUR_IDS[d.color], *bearings(d.tipo, d.sentido or ""), "maniobra"}),
            name,
            d.velocidad,
        )
        for name, d in ((name, ship.revelada) for name, ship in table.naves.items())
        if d
    ]


def _key(name: str) -> tuple[str, ...]:
    return tuple(word for word in fold(name.lower()).split() if word not in STOPS)


def _part(scene: Scene, name: str) -> bool:
    return any(e.name == name for event in (scene.event, *scene.going) if event is not None for e in event.parts.values())


def _role(scene: Scene, role: str) -> str | None:
    for event in (scene.event, *scene.going):
        if event is not None and role in event.parts:
            return event.parts[role].name
    return scene.decision.papeles.get(role) if scene.decision is not None else None


def charges_of(scene: Scene, ship: Ship, owner: str, kind: str) -> int:
    """Those of the card that speaks, where it has its own; else the pilot's."""
    card = ship.cartas.get(scene.card) if kind == "carga" and owner == scene.me.name else None
    if card is not None and card.cargas is not None:
        return card.cargas
    return int(getattr(ship, CHARGES[kind]))


def _of_this_kind(scene: Scene) -> str | None:
    """«de ese tipo»: that of the token that this is about, where it is one."""
    token = scene.event.roles.get("que") if scene.event is not None else None
    kinds = set(rules.TOKENS) & {token.name, *(token.marks or ())} if token is not None and token.sort == "ficha" else set()
    return kinds.pop() if len(kinds) == 1 else None


def tokens_named(row: Stuff) -> tuple[str, ...] | None:
    """The kinds of token that a description allows; None where it says something else of them."""
    named = row.ids("tipo_ficha")
    colours = row.ids("color")
    traits = row.ids("rasgo")
    if (
        set(traits) - {"redondo"}
        or set(colours) - set(COLOURS) - {"azul"}
        or set(named) - set(rules.TOKENS) - {"blanco_fijado"}
    ):
        return None
    if named:
        return named
    kinds = [t for colour in (*colours, *traits) for t in COLOURS.get(colour, ("camuflaje",) if colour == "azul" else ())]
    return tuple(dict.fromkeys(kinds)) if colours or traits else rules.TOKENS


def _tokens(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    kinds = tokens_named(row)
    if kinds is None or not row.only("tipo_ficha", "color", "rasgo", "de"):
        return None
    return sum(ship.has(kind) for kind in kinds)


def _charges(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    kinds = row.ids("icono_carga")
    if len(kinds) != 1 or kinds[0] not in CHARGES or not row.only("icono_carga", "estado", "de"):
        return None
    left = charges_of(scene, ship, owner.name, kinds[0])
    match row.ids("estado"):
        case () | ("activo",):
            return left
        case ("inactivo",):
            card = ship.cartas.get(scene.card)
            own = kinds[0] == "carga" and card is not None and card.cargas is not None and owner.name == scene.me.name
            return (card.cargas_max if own and card else getattr(ship, f"{CHARGES[kinds[0]]}_max")) - left
    return None


def _damage(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    faces = row.ids("cara")
    if not row.only("cara", "de"):
        return None
    return ship.dano * ("boca_arriba" not in faces) + ship.criticos * ("boca_abajo" not in faces)


def _locks(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    if not row.only("sobre", "de"):
        return None
    if row.on is None:
        return len(ship.blancos)
    pointed = known_as(scene, row.on)
    if pointed is not None:
        return sum(e.name in ship.blancos for e in pointed)
    if isinstance(row.on, Cosa):
        possible = candidates(scene, row.on)
        held = {e: k for e, k in possible.items() if e.name in ship.blancos}
        return len(held) if every(held.values()) is not None or not held else None
    return None


def _results(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    """Dice on the table that show it: those of the attack, else those that the ability has just rolled."""
    dice = scene.state.dados
    faces = tuple(FACES_OF.get(id, "") for id in row.ids("icono_resultado"))
    loose = next((e for e in reversed(scene.log.past) if e.verb == LOOSE), None) if dice is None else None
    if loose is not None and row.only("icono_resultado") and "" not in faces:
        return sum(not faces or ente.name in faces for ente in loose.roles.values())
    if dice is None or not row.only("icono_resultado", "de") or "" in faces:
        return None
    pool = pool_of(row.noun, faces, scene, owner.name if row.of is not None else None)
    if pool is None:
        return None
    return sum(not faces or face in faces for face in dice.of(pool))


LOOSE = "tirada_suelta"
"""Dice rolled to see what comes out, as something that has happened."""
FACES_OF: Mapping[str, str] = {
    "cara_vacia": "vacia", "concentracion": "concentracion", "impacto": "impacto", "critico": "critico", "evasion": "evasion",
}  # fmt: skip


def pool_of(noun: str, faces: tuple[str, ...], scene: Scene, owner: str | None) -> str | None:
    """Which dice a text means: by their noun, by a face that only they have, by whose they are."""
    if noun in ("dado_de_ataque", "dado_de_defensa"):
        return noun.removeprefix("dado_de_")
    if "evasion" in faces:
        return "defensa"
    if {"impacto", "critico"} & set(faces):
        return "ataque"
    who = owner or scene.me.name
    return "ataque" if who == _role(scene, "atacante") else "defensa" if who == _role(scene, "defensor") else None


def _shields(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    if not row.only("de", "icono_escudo", "estado") or set(row.ids("estado")) - {"activo", "inactivo"}:
        return None
    spent = None if ship.escudos_max is None else ship.escudos_max - ship.escudos
    return spent if "inactivo" in row.ids("estado") else ship.escudos


def _conditions(scene: Scene, ship: Ship, owner: Ente, row: Stuff) -> int | None:
    return ship.estados.count(row.name) if row.name and row.only("llamar", "de") else None


AMOUNTS: Mapping[str, Callable[[Scene, Ship, Ente, Stuff], int | None]] = {
    "ficha": _tokens,
    "carga": _charges,
    "escudo": _shields,
    "carta_dano": _damage,
    "blanco_fijado": _locks,
    "resultado": _results,
    "dado": _results,
    "estado_carta": _conditions,
}
