"""From what was said at a table to a scenario: what there is and what happens."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from grammar.figures import whole
from grammar.game import load_game
from kb.forms import Activation, Speech
from kb.games import shipped_game
from kb.play.errors import PlayError
from kb.play.meaning.abilities import refusal
from kb.play.plays import PLAYS
from kb.play.run import DECIDE
from kb.play.table.cards import shipped
from kb.play.table.clauses import FIELD, FILLED_IN, QUESTION, ROLLED, SLIP, Spoken, sentences, spoken_last
from kb.play.table.sentences import ARTICLES, LINKS, NAME_OF, SHORT, THERE, Force, Heard, Named, Tests, examples
from kb.play.table.state import NAME, Piece, Said, Table
from kb.play.table.telegraph import faces_of
from kb.play.validation import checked
from kb.text import fold, identifier

ORDER = "orden"
"""The step that is not one of the engine's: who goes first among all the cards that lie on the table."""
_STEP = "paso"
MOST_HAPPENINGS, MOST_PIECES = 6, 12
"""Of one table: each fact is tried over all that happens, and each card looks at everybody."""


@dataclass
class Built:
    """A scenario that is being made."""

    game: str
    lados: tuple[str, ...] = ()
    of_sides: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    place: str = ""
    who: str = ""
    """The last that were spoken of."""
    given: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)
    """As `cuando` has them."""
    pieces: dict[str, Piece] = field(default_factory=dict)
    cards: dict[str, Piece] = field(default_factory=dict)
    """Cards by name; `en` is who carries each."""
    sides: dict[str, str] = field(default_factory=dict)
    """Whose each piece is."""
    notes: list[str] = field(default_factory=list)
    waiting: list[Heard] = field(default_factory=list)
    """What was said about a happening that has not been told yet: «gasta 2 esquivas y recibe 3 impactos»."""
    loose: set[str] = field(default_factory=set)
    """Pieces that were only spoken of: their side is that of the first happening in which they take part."""

    def copy(self) -> "Built":
        return replace(self, given=_copied(self.given), steps=_copied(self.steps))

    def name_of(self, place: int) -> str:
        return next(name for name in self.steps[place] if name != DECIDE)

    def body(self, place: int) -> dict[str, Any]:
        found: dict[str, Any] = self.steps[place][self.name_of(place)]
        return found

    def put(self, path: str, value: Any, slots: Mapping[str, Any], place: int = -1) -> None:
        """Writes a value where a path says; parts of it may be slots."""
        force = next((each for name, each in slots.items() if isinstance(each, Force) and f".{{{name}}}" in path), None)
        if force is not None:
            name = next(name for name, each in slots.items() if each is force)
            for unit in force:
                self._brought(path.partition(".")[0], unit, force)
                self.put(path, value, {**slots, name: unit}, place)
            return
        parts = [filled(part, slots, self, place) for part in path.split(".")]
        if parts[0] in (_STEP, DECIDE):
            if not self.steps:
                raise PlayError("di antes qué ocurre")
            holder = self.body(place) if parts[0] == _STEP else self.steps[place].setdefault(DECIDE, {})
            parts = parts[1:]
        else:
            holder = self.given
        _write(holder, [str(part) for part in parts], filled(value, slots, self, place))

    def _brought(self, field: str, unit: Named, force: Force) -> None:
        """What its name says of a unit that comes with others; whose it is, one of them says for all."""
        row = self.given.setdefault(field, {}).setdefault(str(unit), {})
        whose = {key: value for key, value in force.facts.items() if value in self.lados}
        for key, value in {**whose, **unit.facts}.items():
            if key != NAME_OF:
                row.setdefault(key, value)

    def read(self, path: str, place: int = -1) -> Any:
        """What stands there, or None."""
        parts = [str(filled(part, {}, self, place)) for part in path.split(".")]
        here: Any = self.given
        if parts[0] in (_STEP, DECIDE):
            here, parts = (self.body(place) if parts[0] == _STEP else self.steps[place].get(DECIDE, {})), parts[1:]
        for part in parts:
            here = here.get(part) if isinstance(here, dict) else None
        return here


def _copied(value: Any) -> Any:
    """Plain data, all the way down; `deepcopy` takes five times as long."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _write(holder: Any, parts: list[str], value: Any) -> None:
    for part in parts[:-1]:
        if isinstance(holder, list):
            holder = holder[int(part)]
        else:  # `*` is whatever stands there
            holder = holder[next(iter(holder))] if part == "*" and holder else holder.setdefault(part, {})
    last = parts[-1]
    if last.endswith("?"):  # unless somebody has told it
        holder.setdefault(last[:-1], value)
        return
    if not last.endswith("+"):
        holder[last] = holder.get(last, value) if value == {} and isinstance(holder, dict) else value
        return
    row = holder.setdefault(last[:-1], [])
    row.extend(value if isinstance(value, list) else [value])


def filled(value: Any, slots: Mapping[str, Any], built: Built, place: int = -1) -> Any:
    """A value with its slots filled: «{a}» is what stands there, `{a|papel}` the part that it plays in the step, `{a|dados}`
    what it rolls in it, and a field of the step has its own name."""
    if isinstance(value, dict):
        return {filled(key, slots, built, place): filled(each, slots, built, place) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, slots, built, place) for each in value]
    if isinstance(value, str) and THERE in value:
        value = value.replace(THERE, built.place or HERE)
    if isinstance(value, str) and WHO in value:
        value = value.replace(WHO, built.who or _nobody())
    if not isinstance(value, str) or "{" not in value:
        return value
    for name, each in slots.items():
        if value == f"{{{name}|cuantas}}" and isinstance(each, list | tuple):
            return len(each)
        if value == f"{{{name}}}" and isinstance(each, Force):
            return [str(unit) for unit in each]
        if isinstance(each, Force):
            value = value.replace(f"{{{name}|una}}", each[0])
    step = built.body(place) if built.steps else {}
    words = {**{name: each for name, each in step.items() if isinstance(each, str | int)}, **slots}
    for name, each in words.items():
        if value == f"{{{name}}}":
            return str(each) if isinstance(each, Named) else each
        if side := _side(built, each):
            value = value.replace(f"{{{name}|lado}}", side)
            value = value.replace(f"{{{name}|rival}}", next((other for other in built.lados if other != side), ""))
        for what, (whose, own, other) in built.of_sides.items():
            if f"{{{name}|{what}}}" in value:
                value = value.replace(f"{{{name}|{what}}}", own if _whose(step, whose) == _side(built, each) else other)
        if f"{{{name}|dados}}" in value:
            value = value.replace(f"{{{name}|dados}}", ROLLS.get(_part(step, each), ""))
        if f"{{{name}|papel}}" in value:
            value = value.replace(f"{{{name}|papel}}", _part(step, each))
        value = value.replace(f"{{{name}}}", str(each))
    return value


def _side(built: Built, who: Any) -> str:
    """Whose somebody is, where it is known: on the table, by the name, or because it is one of the sides."""
    if isinstance(who, Named | Force):  # of units that are anybody's, the first side
        return next((value for value in who.facts.values() if value in built.lados), built.lados[0])
    if not isinstance(who, str):
        return ""
    return built.sides.get(who, who if who in built.lados else "")


def _whose(step: Mapping[str, Any], field_: str) -> Any:
    if field_ not in step:
        raise PlayError("di antes qué ocurre")
    return step[field_]


ROLLS: Mapping[str, str] = dict(zip(("atacante", "defensor"), ROLLED, strict=True))
"""The field of a step that has what each part of it rolls."""


def _part(step: Mapping[str, Any], piece: Any) -> str:
    role = next((role for role, who in step.items() if who == piece), None)
    if role is None:
        raise PlayError(f"{piece} no toma parte en lo que ocurre")
    return role


def built(table: Table, speech: Speech) -> Built:
    """Everything that was said, in order. Raises PlayError with the one that cannot be."""
    found = _built(table, Same(speech))
    if isinstance(found, PlayError):
        raise found.with_traceback(None)
    return found.copy()


@dataclass(frozen=True, eq=False)
class Same:
    """How a game is spoken of, known by which one it is: telling a table asks for it several times."""

    speech: Speech

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.speech is self.speech

    def __hash__(self) -> int:
        return id(self.speech)


@dataclass(frozen=True)
class Saying:
    """All that how it is heard depends on: what might have been done is told with the same sayings before it."""

    said: str
    game: str
    same: Same
    cards: tuple[str, ...]
    pieces: tuple[str, ...]
    before: Spoken
    speech: Speech = field(compare=False)


@lru_cache(maxsize=256)
def _heard(saying: Saying) -> tuple[Heard, ...]:
    known = _names(saying.cards, saying.pieces, saying.game)
    return sentences(saying.said, saying.speech, known, tests_of(saying.game), saying.before)


@lru_cache(maxsize=64)
def _built(table: Table, same: Same) -> Built | PlayError:
    """What cannot be is remembered too: it takes longest, and a page asks for it three times."""
    try:
        return _put_together(table, same.speech)
    except PlayError as error:
        error.__context__ = error.__cause__ = None  # and nothing of how it was found out
        return error.with_traceback(None)


def _put_together(table: Table, speech: Speech) -> Built:
    made, same = Built(table.juego, speech.lados, speech.de_bando), Same(speech)
    english = in_english(table.juego)
    inside = {word for way in speech.sinonimos for word in way.split()[:-1]} | {way.split()[-1] for way in speech.sinonimos}
    early = {name: word for name, word in english.items() if name not in inside}  # «cover», but not of «heavy cover»
    speech = speech.model_copy(update={"sinonimos": {**early, **speech.sinonimos, **english}})
    spoken = Spoken()
    for said in table.dichos:
        match said:
            case Piece():
                _put_down(made, table.juego, speech, said)
            case Said(frase=sentence):
                heard = _heard(Saying(sentence, table.juego, same, (*made.cards,), (*made.pieces,), spoken, speech))
                spoken = spoken_last(heard, spoken)
                made.place = made.place or next(_places(heard), "")
                for each in heard:
                    _happens(made, table.juego, speech, each)
    if made.waiting and speech.implicita and made.pieces:
        _implied(made, table.juego, speech)
    if made.waiting:
        raise PlayError(f"di antes qué ocurre, p. ej. {examples(speech, 1)}")
    last = next((said.frase for said in reversed(table.dichos) if isinstance(said, Said)), "")
    if not made.steps and _a_question(last) and speech.defecto and made.pieces:  # only what there is, and a question
        who = next(iter(made.pieces))
        for each in sentences(speech.defecto.replace("{a}", who), speech, names(made, table.juego), tests_of(table.juego)):
            _happens(made, table.juego, speech, each)
    for row in made.given.get(speech.piezas, {}).values():  # nobody said whose it is, and nothing depends on it
        row.setdefault(speech.lado, speech.lados[0])
    if speech.activacion:
        made.steps = activated(made, speech.activacion, speech.piezas)
    return made


def activated(made: Built, row: Activation, pieces: str) -> list[dict[str, Any]]:
    """The steps with the actions of a piece one after another in one activation, and with what is told by itself (an attack
    on somebody) counted among them; who may not be able to act has its activation played first."""
    steps = list[dict[str, Any]]()
    for place, step in enumerate(_copied(made.steps)):
        before = steps[-1] if steps else {}
        name = made.name_of(place)
        body = step[name]
        if name == row.paso:
            apart = _apart_of(before, row, body.get(row.quien))
            alike = before.get(name, {}).get(row.quien) == body.get(row.quien) or (apart and _of(steps, -2, row, body))
            if alike and body.get(row.acciones):
                there = before if name in before else steps[-2]
                there[name][row.acciones] = [*there[name].get(row.acciones, ()), *body[row.acciones]]
                continue
            if apart:
                body[row.acciones] = [apart, *body.get(row.acciones, ())]
        elif name in row.aparte:
            who = body.get(row.aparte[name])
            turn = before.get(row.paso)
            if turn and turn.get(row.quien) == who:
                if row.accion[name] not in turn.get(row.acciones, ()):
                    turn[row.acciones] = [*turn.get(row.acciones, ()), row.accion[name]]
            elif not any(each.get(row.paso, {}).get(row.quien) == who for each in steps) and _burdened(made, row, pieces, who):
                told = {key: filled(value, {"a": who}, made) for key, value in row.pone.items()}
                steps.append({row.paso: {**told, row.quien: who, row.acciones: [row.accion[name]]}})
        steps.append(step)
    return steps


def _apart_of(step: Mapping[str, Any], row: Activation, who: Any) -> dict[str, Any]:
    """The action that a step is which was told by itself, where it is of that piece."""
    return next((row.accion[name] for name, field in row.aparte.items() if step.get(name, {}).get(field) == who), {})


def _of(steps: list[dict[str, Any]], place: int, row: Activation, body: Mapping[str, Any]) -> bool:
    """Whether the step there is the activation of the same piece."""
    return len(steps) >= -place and steps[place].get(row.paso, {}).get(row.quien) == body.get(row.quien)


def _burdened(made: Built, row: Activation, pieces: str, who: Any) -> bool:
    """Whether it may bear too much to act; where nobody says how much it bears, the least that a piece can."""
    piece = made.given.get(pieces, {}).get(who, {})
    value: Any = piece
    for part in row.si.split("."):
        value = value.get(part, 0) if isinstance(value, dict) else 0
    return isinstance(value, int) and value >= row.veces * int(piece.get(row.por) or 1)


def _implied(made: Built, game: str, speech: Speech) -> None:
    """Only what is told of a happening was said: «A a alcance 3 de B y hay una roca en medio». It is what those do that are
    there, in the order in which they were named; the table says how it was understood."""
    there = [*made.pieces, *("rival" for _ in range(2 - len(made.pieces)))][:2]
    faces = faces_of(speech)
    for each in made.waiting:  # who shows faces of defence defends
        shown = set(each.slots.get("k", ())) if any(ROLLED_BY in path for path in each.form.pone) else set()
        attacks, defends = shown - faces.defence, shown - faces.attack
        if (attacks and each.slots["a"] == there[1]) or (defends and each.slots["a"] == there[0]):
            there = there[::-1]
            break
    sentence = speech.implicita.format_map(dict(zip("ab", there, strict=True)))
    for each in sentences(sentence, speech, names(made, game), tests_of(game)):
        _happens(made, game, speech, each)
    made.notes.append(f"Lo leo así: «{sentence}».")


ROLLED_BY = "|dados}"


def _roll_of(made: Built, speech: Speech, path: str, said: Heard) -> str:
    """The roll that somebody's dice are of: faces that only the other side's dice have are the other side's. A roll that has
    been told is not told again."""
    there, shown, faces = str(filled(path, said.slots, made)), set(said.slots.get("k", ())), faces_of(speech)
    attack, defence = (f"{_STEP}.{name}" for name in ROLLED)
    if there == attack and shown <= faces.defence and not shown <= faces.attack:
        there = defence
    elif there == defence and shown <= faces.attack and not shown <= faces.defence:
        there = attack
    if there == attack and shown <= faces.attack | faces.defence and not shown <= faces.attack:
        raise PlayError(f"«{said.said}» junta caras de ataque y de defensa: di aparte lo que saca cada uno")
    before, turned = made.read(there), there != str(filled(path, said.slots, made))
    if before is not None and (turned or before != filled("{k}", said.slots, made)):
        whose = "el ataque" if there == attack else "la defensa"
        raise PlayError(f"ya se ha dicho qué sale en {whose}: «{said.said}» dice otra cosa")
    return there


def _a_question(said: str) -> bool:
    return "?" in said or bool(re.search(r"(?<!\w)qu[eé] (?:hace|hago|pasa|ocurre)\W*$", said, re.I))


KEYWORDS = ("cualidad", "palabra_clave")
"""Classes of term that a piece may have by their name."""


@cache
def in_english(game: str) -> Mapping[str, str]:
    """The English names of its keywords, as many players say them, and their own; the longest first."""
    terms = [term for term in load_game(game).vocabulario if term.clase.startswith(KEYWORDS)]
    found = {_bare(fold(name)): _bare(term.nombre) for term in terms for name in term.en}
    own = {fold(_bare(name)) for term in terms for name in (term.nombre, *term.sinonimos)}
    table = shipped_game(game).table
    own |= table.habla.nombra.keys() if table and table.habla else set()
    return {name: found[name] for name in sorted(found, key=len, reverse=True) if len(name) > 3 and name not in own}


def _bare(name: str) -> str:
    """Without its number: «Armor X» is «armor»; said without the colon, too."""
    return re.sub(r":? (?:x|X|N)(?= |$)|:", "", name).strip()


@cache
def tests_of(game: str) -> Tests:
    """Whether free words are a keyword of the game, or a text that it understands: what is neither is no sentence."""

    def keywords(*classes: str) -> Callable[[str], bool]:
        terms = [term for term in load_game(game).vocabulario if term.clase.startswith(classes)]
        words = {identifier(name) for term in terms for name in (term.nombre, *term.sinonimos)}
        plain = {re.sub(r"_(?:x|y|\d+)(?=_|$)", "", word) for word in words}
        return lambda text: re.sub(r"_\d+(?=_|$)", "", identifier(text.partition(":")[0])) in plain

    keyword = keywords(*KEYWORDS)
    steps = PLAYS[game].actions

    def has_field(path: str) -> bool:
        step, _, name = path.partition(".")
        return step not in steps or name in steps[step][0].model_fields

    return {
        FIELD: has_field,
        "cualidad": keyword,
        "cualidad_arma": keywords("cualidad_arma"),
        "capacidad": lambda text: keyword(text) or (not text[:1].islower() and not refusal(text, game)),
    }


def names(made: Built, game: str) -> dict[str, str]:
    """What a sentence may name: what lies on the table, and the cards that could."""
    return _names(tuple(made.cards), tuple(made.pieces), game)


def _names(cards: tuple[str, ...], pieces: tuple[str, ...], game: str) -> dict[str, str]:
    there = {fold(name): name for name in (*cards, *pieces)}
    return {**{name: card.nombre for name, card in shipped(game).items()}, **_short(pieces), **there}


def _short(pieces: Iterable[str]) -> dict[str, str]:
    """«el TIE» is «caza TIE», where no other piece has that word: by its sign, because «un TIE» may be another."""
    words = [(word, name) for name in pieces for word in fold(name).split() if len(fold(name).split()) > 1 and len(word) > 2]
    many = Counter(word for word, _ in words)
    return {f"{SHORT}{word}": name for word, name in words if many[word] == 1 and word not in LINKS | ARTICLES}


def _put_down(made: Built, game: str, speech: Speech, piece: Piece) -> None:
    if len(made.pieces) + len(made.cards) >= 2 * MOST_PIECES:
        raise PlayError(f"en una mesa caben {MOST_PIECES} piezas con sus cartas; pon solo las que cuentan")
    card = shipped(game).get(fold(piece.nombre))
    text = piece.texto or (card.texto if card else "")
    if piece.en:
        bearer = made.pieces.get(piece.en)
        if bearer is None:
            raise PlayError(f"no hay en la mesa ninguna pieza «{piece.en}» que lleve «{piece.nombre}»")
        whose = made.given[speech.piezas][piece.en]
        if not text and speech.cualidades:
            whose.setdefault(speech.cualidades, []).append(piece.nombre)
        elif not text:
            raise PlayError(f"de «{piece.nombre}» no tenemos el texto: pégalo para ponerla")
        else:
            whose.setdefault(speech.cartas, {})[piece.nombre] = text
        made.cards[piece.nombre] = piece.model_copy(update={"texto": text, "lado": bearer.lado})
        return
    row = made.given.setdefault(speech.piezas, {}).setdefault(piece.nombre, {})
    row[speech.lado] = speech.lados[piece.lado - 1]
    for word in fold(piece.nombre).split():
        row.update(speech.nombra.get(word, {}))
    for label, value in (card.datos if card else {}).items():
        if label in speech.datos:
            _write(row, speech.datos[label].split("."), _plain(value))
    if text:
        row.setdefault(speech.cartas, {})[piece.nombre] = text
        made.cards[piece.nombre] = piece.model_copy(update={"texto": text, "en": piece.nombre})
    made.pieces[piece.nombre], made.sides[piece.nombre] = piece, str(row[speech.lado])


def _plain(value: str) -> Any:
    """A printed value: a number, or a word as a scenario writes it."""
    head = value.split()[0] if value.split() else ""
    return identifier(value) if (n := whole(head)) is None else n


def _placed(made: Built, said: Heard) -> Heard:
    """With the place that was spoken of where it says «allí»."""

    def there(slots: Mapping[str, Any]) -> dict[str, Any]:
        return {name: (made.place or HERE) if each == THERE else each for name, each in slots.items()}

    found = replace(said, slots=there(said.slots), tails=tuple((tail, there(slots)) for tail, slots in said.tails))
    made.place = next(reversed(tuple(_places((found,)))), made.place)
    return found


PLACES, HERE = ("s", "t"), "ese sistema"
WHO = "<quien>"
"""The piece that was spoken of: «su selector marca …»."""


def _nobody() -> str:
    raise PlayError("di de quién se habla")


def _places(heard: Iterable[Heard]) -> Iterator[str]:
    """The places that were named, in their order."""
    every = (slots for each in heard for slots in (each.slots, *(slots for _, slots in each.tails)))
    yield from (str(slots[name]) for slots in every for name in PLACES if name in slots and slots[name] != THERE)


def _happens(made: Built, game: str, speech: Speech, said: Heard) -> None:
    if said.form.no:
        raise PlayError(said.form.no)
    if said.form is SLIP:
        made.notes.append(f"He entendido «{said.slots['p']}» por «{said.slots['q']}».")
        return
    if said.form is FILLED_IN:
        made.notes.append(f"Lo leo así: «{said.slots['q']}».")
        return
    if said.form is QUESTION:
        made.notes.append(f"No entiendo la pregunta «{said.slots['q']}»: cuento lo que ocurre.")
        return
    said = _placed(made, said)
    every = {**said.slots, **{name: each for _, slots in said.tails for name, each in slots.items()}}
    made.who = next((str(every[name])[:NAME] for name in "ab" if name in every), made.who)
    apart = len(set(said.form.lados.values())) > 1
    first = ""
    whom = str(every.get("b", ""))[:NAME]
    if whom in made.loose:
        whom = ""
    for side, name in enumerate(name for name in "abc" if name in every):
        piece, where = str(every[name])[:NAME], said.form.lados.get(name, 1 if side == 0 else 2)
        if (
            apart
            and first
            and made.sides.get(first) == speech.lados[where - 1]
            and (piece not in made.pieces or piece in made.loose)
        ):
            where = 1 if where == 2 else 2  # the first one's name says which side it is on
        if apart and not first and made.sides.get(whom) == speech.lados[where - 1]:
            where = 1 if where == 2 else 2  # «…, B ataca a mis clones»: the other one was there before
        first = first or piece
        if piece in made.loose and said.form.paso:
            _put_down(made, game, speech, checked(Piece, {"nombre": piece, "lado": where}))
            made.loose.discard(piece)
        elif piece not in made.pieces and piece not in made.cards:
            _put_down(made, game, speech, checked(Piece, {"nombre": piece, "lado": where}))
            if not said.form.paso:
                made.loose.add(piece)
    if said.form.paso:
        if len(made.steps) == MOST_HAPPENINGS:
            raise PlayError(f"en una mesa ocurren {MOST_HAPPENINGS} cosas como mucho; empieza otra con lo que ha quedado")
        made.steps.append({said.form.paso: {}})
    elif not made.steps and any(path.split(".")[0] in (_STEP, DECIDE) for path in said.form.pone):
        made.waiting.append(said)
        return
    for path, value in said.form.pone.items():
        made.put(_roll_of(made, speech, path, said) if ROLLED_BY in path else path, value, said.slots)
    body = made.body(-1) if made.steps else {}
    target = body.get("defensor") or body.get("objetivo")  # somebody whom the sentence did not name
    who = body.get("atacante")
    told = {str(filled(path, said.slots, made)) for path in said.form.pone if path.startswith(f"{_STEP}.")}
    for tail, slots in said.tails:
        for path, value in tail.pone.items():
            words = {**({"a": who} if who else {}), **({"b": target} if target else {}), **said.slots, **slots}
            there = ".".join(str(filled(part, words, made)) for part in path.split("."))
            if there in told and not path.endswith(("+", "?")) and made.read(there) != filled(value, words, made):
                both = f"{made.read(there)} y {filled(value, words, made)}".replace("_", " ")
                raise PlayError(f"la frase dice dos cosas de lo mismo ({both}): di solo una")
            told.add(there)
            made.put(path, value, words)
    if said.form.paso and made.waiting:
        waited, made.waiting = made.waiting, []
        for each in waited:
            _happens(made, game, speech, each)
