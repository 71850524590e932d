"""What is said in pieces, in any order: «vader 1 fuerza, 1 impacto y 1 ojo contra kylo que no saca nada, r2».

A saying that no clause takes whole is laid out as what its words are: somebody, what he has, what he does, what dice show, how
far. Every word is in one of these or says nothing by itself (`VOID`, a closed list without a «no»), so that nothing typed is
lost; each is then told as a sentence of its own, and the table says how it was read. Words that nobody knows end it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest

from kb.forms import Sentence, Speech, Tail
from kb.play.errors import PlayError
from kb.play.table.sentences import ARTICLES, JOINERS, Form, Hearing, OneSpeech, Slot, Tests, Word, form_of, number_said
from kb.play.table.slips import vocabulary
from kb.play.table.spoken import VERBS
from kb.play.table.telegraph import OWN, THEIRS, Faces, faces_of
from kb.text import fold

VOID = frozenset(
    "con y e pero mientras cuando si que de del el la los las un una unos unas en por al a contra mi mis su sus tu tus me "
    "le lo les nos este esta ese esa mismo turno ronda luego despues entonces ahora ya pues todo encima ahi alli habia hay "
    "vs frente estando teniendo siendo saca sale salen sacan hace hacen tiene tienen es son esta estan".split()
)
"""Words that say nothing when what they belong to has been understood; none of them denies or counts."""
TOWARDS = frozenset({"a", "al", "contra", "vs", "de", "del", "frente", "por"})
HAS = frozenset({"tiene", "esta", "es", "lleva"})
DOES = frozenset({"hace", "ejecuta", "realiza"})
MOST_WORDS = 40
BEST = 24
"""Ways to lay out what is left that are kept at each word."""
MOST_TOLD = 10
LONGEST_NAME = 3
_TOKEN = re.compile(r"[^\s,;:.¿?¡!«»\"{}]+|[,;:.¿?]")
_STARTS = re.compile(
    r"(?:y )?(?:cuant[oa]s?|gana alguien|que (?:pasa|ocurre|hago|hace|tiene que)|quien|cual|como|cuando|es legal|se puede|vale"
    r"|puede)$"
)
WHOLE, MINE, BARE, TAIL, FACES, PIECE, ASKED, NOTHING = "whole", "mine", "bare", "tail", "faces", "piece", "asked", "nothing"
TWICE = "twice"
COST = {WHOLE: 2.0, MINE: 2.4, BARE: 3.0, TAIL: 2.0, FACES: 3.3, PIECE: 1.5, ASKED: 1.0, NOTHING: 0.3}
NEVER = 99.0
WHOSE = 1.6
STRANGE = 1.2
"""What a name costs that nobody has put down: a known word is better."""


@dataclass(frozen=True)
class Chunk:
    kind: str
    at: int
    end: int
    cost: float
    verb: str = ""
    """What was left out before it."""
    step: str = ""
    of: tuple[str, ...] = ()
    """Steps that a tail may follow."""
    about: bool = False
    """It tells something of a step that has to be there."""
    who: str = ""
    whom: str = ""


@dataclass(frozen=True)
class Shape:
    """A form, or what is left of it without whoever does it, or without its verb."""

    kind: str
    form: Form
    row: Sentence | Tail
    verb: str = ""


@lru_cache(maxsize=16)
def shapes(same: OneSpeech) -> tuple[Shape, ...]:
    found = []
    for row in same.speech.frase:
        form = form_of(row.forma)
        if row.no or any("|dados}" in path for path in row.pone):  # whose dice they are, is seen when all is told
            continue
        if any(isinstance(part, Slot) and part.kind == "texto" for part in form):
            continue  # any words would do
        found.append(Shape(WHOLE, form, row))
        if not (len(form) > 1 and form[0] == Slot("a", "pieza") and isinstance(form[1], Word) and not form[1].optional):
            continue
        found.append(Shape(MINE, Form(form[1:]), row))
        left_out = HAS if not row.paso else DOES
        verb = next((way for way in sorted(form[1].ways) if way in left_out), "")
        if verb and any(isinstance(part, Slot) or not part.optional for part in form[2:]):
            found.append(Shape(BARE, Form(form[2:]), row, verb))
    for tail in same.speech.anadido:
        found.append(Shape(TAIL, form_of(tail.forma), tail))
    return tuple(found)


@dataclass
class Chart:
    """One saying, being laid out."""

    hearing: Hearing
    edges: frozenset[int]
    """Places before which somebody wrote a stop."""
    commas: frozenset[int]
    vocabulary: frozenset[str]
    chunks: dict[int, list[Chunk]] = field(default_factory=dict)

    def inside(self, at: int, end: int, also: bool = True) -> bool:
        stops = self.edges | self.commas if also else self.edges
        return not any(at < place < end for place in stops)

    def text(self, chunk: Chunk) -> str:
        return " ".join(self.hearing.words[chunk.at : chunk.end])

    def before(self, at: int) -> str:
        """The word that leads to here, over an article; none where somebody made a stop."""
        while at and at not in self.edges | self.commas:
            at -= 1
            if self.hearing.plain[at] not in ARTICLES:
                return self.hearing.plain[at]
        return ""

    def strange(self, name: str) -> float:
        """What it costs to take some words for a name."""
        plain = fold(name)
        if plain in self.hearing.known:
            return 0.0
        words = plain.split()
        if len(words) > LONGEST_NAME or any(word in VOID or number_said(word) is not None for word in words):
            return NEVER
        return STRANGE + 3 * sum(word in self.vocabulary for word in words)


def laid_out(
    said: str, speech: Speech, known: dict[str, str], tests: Tests | None, who: str = "", step: str = ""
) -> Iterator[list[str]]:
    """The sentences that it says, the likeliest layout first; what asks something begins with «¿». `who` was spoken of before,
    and something happened (`step`): what is told now is of that, and implies nothing else."""
    speech = speech.model_copy(update={"implicita": ""}) if step and speech.implicita else speech
    chart = _chart(said, speech, known, tests)
    if chart is None:
        return
    for dealt in (False, True):  # «sufre 4 impactos» is damage; where that cannot be, dice that were rolled
        try:
            _fill(chart, speech, dealt)
            ways = _ways(chart)
        except PlayError:  # too many
            return
        yield from (told for _, way in ways if (told := _told(chart, way, speech, who)))
        if not TAKES.intersection(chart.hearing.plain):
            return


def _chart(said: str, speech: Speech, known: dict[str, str], tests: Tests | None) -> Chart | None:
    words, edges, commas = list[str](), set[int](), set[int]()
    for word in _TOKEN.findall(said):
        if word == ",":
            commas.add(len(words))
        elif word in ";:.¿?":
            edges.add(len(words))
        else:
            words.append(word)
    if not 1 < len(words) <= MOST_WORDS:
        return None
    plain = [{"al": "a", "del": "de"}.get(fold(word), fold(word)) for word in words]
    tests = tests or {}
    keyword = {"capacidad": tests["cualidad"]} if "cualidad" in tests else {}  # a text of a card is not said in pieces
    hearing = Hearing(speech, known, words, plain, {**tests, **keyword})
    return Chart(hearing, frozenset(edges), frozenset(commas), vocabulary(speech) - frozenset(speech.nombra))


def _fill(chart: Chart, speech: Speech, dealt: bool = False) -> None:
    chart.chunks = {}
    plain, count = chart.hearing.plain, len(chart.hearing.plain)
    here = set(plain)
    able = [shape for shape in shapes(OneSpeech(speech)) if shape.form.may_be(here)]
    if dealt:
        able = [shape for shape in able if not any(isinstance(part, Word) and part.ways & TAKES for part in shape.form[:2])]
    faces = faces_of(speech)
    for at in range(count):
        row = chart.chunks.setdefault(at, [])
        if plain[at] in VOID and not (plain[at] == "a" and at + 1 < count and plain[at + 1] in VERBS | ROLLS):  # «A saca …»
            row.append(Chunk(NOTHING, at, at + 1, COST[NOTHING]))
        row += _asked(chart, at)
        if plain[at : at + 2] in (["dos", "veces"], ["2", "veces"]):
            row.append(Chunk(TWICE, at, at + 2, COST[NOTHING]))
        if said := _pronoun(plain, at):
            row.append(Chunk(PIECE, at, at + 1, COST[PIECE], who=said))
        for end in range(at + 1, min(count, at + LONGEST_NAME + 1) + 1 if plain[at] not in ARTICLES else at + 1):
            name = chart.hearing.piece(at, end) if chart.inside(at, end) else None
            if name is not None and chart.strange(name) < 9:
                row.append(Chunk(PIECE, at, end, COST[PIECE] + chart.strange(name), who=name))
        row += _rolls(chart, at, faces)
        for shape in able:
            if shape.form.may_begin(plain[at]):
                row += _as(shape, chart, at)


ME, HIM = "<yo>", "<otro>"


def _pronoun(plain: Sequence[str], at: int) -> str:
    """«ellos 3 bloqueos», «él saca 1»: an article that something else follows."""
    after = plain[at + 1] if at + 1 < len(plain) else ""
    if plain[at] in OWN:
        return ME
    rolls = number_said(after) is not None or after in VERBS or after == "nada"
    if plain[at] in ("el", "rival", "otro", "contrario", "enemigo") and not rolls:
        return ""
    return HIM if plain[at] in THEIRS else ""


ROLLS = frozenset({"saca", "sacan", "sacando", "salen", "sale", "muestra"})
TAKES = frozenset({"recibe", "reciben", "sufre", "sufren"})


def _rolls(chart: Chart, at: int, faces: Faces) -> Iterator[Chunk]:
    """«1 impacto y 1 crítico», «saca 2 evasiones», «recibe 3 impactos»: whose dice they are is seen later."""
    plain = chart.hearing.plain
    if (noun := _last_face(plain, at, faces)) and (said := _pronoun(plain, at)) and number_said(plain[at + 1]) is not None:
        yield Chunk(FACES, at, at + 2, COST[BARE], verb=noun, who=said)  # «saca 3 éxitos y él 1»
    start = at + 1 if plain[at] in ROLLS | TAKES else at
    for end in range(start + 1, min(len(plain), at + 9) + 1):
        if chart.inside(at, end, also=False) and _shows(plain[start:end], faces):
            head = plain[at]
            cost = COST[TAIL] - 0.1 if head in ROLLS else COST[BARE] if head in TAKES else COST[FACES]
            yield Chunk(FACES, at, end, cost, who=HIM if head in TAKES else "")
            if end < len(plain) and plain[end] in OWN | THEIRS - {"el"} and end not in chart.edges | chart.commas:
                yield Chunk(FACES, at, end + 1, cost, who=ME if plain[end] in OWN else HIM)  # «1 evasión ellos»


def _last_face(plain: Sequence[str], at: int, faces: Faces) -> str:
    """The face that was said last, where nothing but a number follows here."""
    alone = at + 2 == len(plain) or (at + 2 < len(plain) and plain[at + 2] in JOINERS)
    return next((word for word in reversed(plain[:at]) if word in faces.attack | faces.defence), "") if alone else ""


def _shows(plain: Sequence[str], faces: Faces) -> bool:
    """«1 impacto y 2 críticos», «nada»: each with its number, so that a token is not taken for a face."""
    if list(plain) == ["nada"]:
        return True
    pairs = [word for word in plain if word not in JOINERS and word != "de"]
    counted = len(pairs) % 2 == 0 and all((number_said(word) is not None) == (n % 2 == 0) for n, word in enumerate(pairs))
    shown = faces.all_of(plain) if counted and plain[-1] not in JOINERS and plain[0] not in JOINERS else None
    return shown is not None and (shown <= faces.attack or shown <= faces.defence)


def _asked(chart: Chart, at: int) -> list[Chunk]:
    """From where a question begins to its end."""
    plain = chart.hearing.plain
    stops = [place for place in chart.edges | chart.commas if place > at]
    end = min(stops, default=len(plain))
    heads = (" ".join(plain[at : at + many]) for many in (1, 2, 3))
    if not any(_STARTS.match(head) for head in heads) or (plain[at] in ("puede", "como", "cuando") and at not in chart.edges):
        return []
    return [Chunk(ASKED, at, end, COST[ASKED])] if end - at <= 9 else []


def _as(shape: Shape, chart: Chart, at: int) -> Iterator[Chunk]:
    ends = dict[int, Chunk]()
    for end, slots in chart.hearing.matches(shape.form, at):
        first, last = chart.hearing.plain[at], chart.hearing.plain[end - 1]
        if end == at or first in ROLLS or last in JOINERS or not chart.inside(at, end):
            continue
        if shape.verb == "es" and chart.before(at) in TOWARDS:
            continue  # «ataca a un héroe» does not say that somebody is one
        names = [str(slots[name]) for name in "abc" if name in slots]
        cost = COST[shape.kind] + sum(chart.strange(name) for name in names)
        if shape.kind == TAIL and any("{a}" in path or "{b}" in path for path in shape.row.pone):
            cost += WHOSE  # what somebody has: of whom, is better seen from who was spoken of
        if cost > 9 or (end in ends and ends[end].cost <= cost):
            continue
        row = shape.row
        step = row.paso if isinstance(row, Sentence) else ""
        about = any(path.startswith(("paso.", "decide.")) for path in row.pone) and not step
        ends[end] = Chunk(
            shape.kind, at, end, cost, shape.verb, step, row.de if isinstance(row, Tail) else (), about,
            str(slots.get("a", "")), str(slots.get("b", "")),
        )  # fmt: skip
    yield from ends.values()


Way = tuple[float, tuple[Chunk, ...]]


def _ways(chart: Chart) -> list[Way]:
    """The cheapest ways to cover every word."""
    count = len(chart.hearing.plain)
    best: dict[int, list[Way]] = {count: [(0.0, ())]}
    for at in range(count - 1, -1, -1):
        here = (
            (chunk.cost + cost, (chunk, *rest))
            for chunk in chart.chunks[at]
            for cost, rest in best.get(chunk.end, ())
        )  # fmt: skip
        best[at] = nsmallest(BEST, here, key=lambda way: way[0])
    return best[0]


@dataclass
class _Telling:
    """What has been told so far, as sentences."""

    mine: str
    facts: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    """What is told of what happens, once it happens."""
    asked: list[str] = field(default_factory=list)
    who: str = ""
    named: list[str] = field(default_factory=list)
    tails: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """What may follow a happening, and which."""
    shown: list[tuple[str, str]] = field(default_factory=list)
    """Who, and what his dice show."""
    roles: dict[str, str] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)
    again: bool = False
    """What was done last is done once more."""

    def other(self) -> str:
        """Whoever is not the one that is spoken of."""
        return next((each for each in reversed(self.named) if each != (self.who or self.mine)), "rival")

    def meets(self, name: str, subject: bool) -> None:
        if name == ME:
            name = self.mine
        elif name == HIM:
            name = self.other()
        if name not in self.named:
            self.named.append(name)
        if subject or not self.who:
            self.who = name


def _told(chart: Chart, way: Sequence[Chunk], speech: Speech, who: str = "") -> list[str]:
    told = _Telling(f"mi-{speech.una}")
    told.who = _bearer(chart, way) or who
    for chunk in way:
        _tell(told, chart, chunk, chart.before(chunk.at))
    sentences = _as_sentences(told, speech)
    whole = " ".join(fold(text) for text in sentences)
    spoken_of = (name for name in told.named if name not in (told.mine, "rival"))
    return sentences if all(fold(name) in whole for name in spoken_of) else []  # nobody who was named is forgotten


def _bearer(chart: Chart, way: Sequence[Chunk]) -> str:
    """«MASA con el k-wing y dispara»: who comes after what he does."""
    for chunk in way:
        if chunk.kind == PIECE:
            return chunk.who if chart.before(chunk.at) == "con" and chunk.who not in (ME, HIM) else ""
        if chunk.kind == WHOLE and chunk.who:
            return ""
    return ""


def _tell(told: _Telling, chart: Chart, chunk: Chunk, before: str) -> None:
    text = chart.text(chunk)
    who = told.who or told.mine
    match chunk.kind:
        case "piece":
            after = chart.hearing.plain[chunk.end] if chunk.end < len(chart.hearing.plain) else ""
            told.meets(chunk.who, before not in TOWARDS or after in ("que", "con"))
        case "asked":
            told.asked.append(text)
        case "twice":
            told.again = True
        case "faces":
            words = text.split()
            words = words[1:] if fold(words[0]) in ROLLS | TAKES else words
            bare = " ".join(words[:-1] if fold(words[-1]) in OWN | THEIRS else words)
            bare = f"{words[-1]} {chunk.verb}" if chunk.verb else bare
            if chunk.who == ME:
                who = told.mine
            elif chunk.who == HIM or before == "contra":
                if who not in told.named:
                    told.named.append(who)
                who = told.other()
                if who not in told.named:
                    told.named.append(who)
            told.shown.append((who, bare))
        case "tail":
            told.tails.append((text, chunk.of))
        case "whole" | "mine" | "bare":
            if chunk.kind == WHOLE and chunk.who:
                told.meets(chunk.who, subject=True)
            said = text if chunk.kind == WHOLE else f"{who} {chunk.verb} {text}" if chunk.verb else f"{who} {text}"
            if chunk.kind != WHOLE and who not in told.named:
                told.named.append(who)
            if chunk.whom and chunk.whom not in told.named:
                told.named.append(chunk.whom)
            if chunk.step:
                _flush(told)
                told.done.append(said)
                told.steps.append(chunk.step)
                told.roles |= {chunk.who or who: "atacante"} | ({chunk.whom: "defensor"} if chunk.whom else {})
            elif chunk.about:
                told.after.append(said)
            else:
                told.facts.append(said)


def _flush(told: _Telling) -> None:
    """What was said of the last happening is its own."""
    if told.again and told.done:
        told.done.append(told.done[-1])
        told.steps.append(told.steps[-1])
        told.again = False
    if told.done and all(told.steps[-1] in of for _, of in told.tails):
        told.done[-1] = " ".join((told.done[-1], *(text for text, _ in told.tails)))
        told.tails = []


def _as_sentences(told: _Telling, speech: Speech) -> list[str]:
    implied = speech.implicita
    loose = told.shown or told.after or (told.tails and len(told.named) > 1)
    if told.shown and told.steps and implied and _step_of(implied, speech) not in told.steps:
        told.tails += [(f"saca {what}", (told.steps[-1],)) for _, what in told.shown]  # those dice are of something else
        told.shown = []
    if told.shown and told.steps and not implied:
        told.tails += [(f"{'el rival ' if who == 'rival' else ''}saca {what}", (told.steps[-1],)) for who, what in told.shown]
        told.shown = []
    if loose and not told.steps and implied:
        sides = _sides(told, faces_of(speech))
        told.done.append(implied.format_map(dict(zip("ab", sides, strict=True))))
        told.steps.append(_step_of(implied, speech))
        told.roles = {sides[0]: "atacante", sides[1]: "defensor"}
    _flush(told)
    if told.tails or told.again:
        return []
    rolled = _rolls_told(told, faces_of(speech))
    if len({text.partition(" saca ")[0] for text in rolled}) < len(rolled):
        return []  # one roll told twice: the later would take the place of the other
    sentences = [*told.facts, *told.done, *rolled, *told.after]
    asked = [f"¿{text}" for text in told.asked]
    return [*sentences, *asked] if sentences and len(sentences) <= MOST_TOLD else []


@lru_cache(maxsize=16)
def _step(same: OneSpeech, said: str) -> str:
    words = said.replace("{a}", "").replace("{b}", "").split()
    rows = (row for row in same.speech.frase if row.paso and "{b}" in row.forma)
    return next((row.paso for row in rows if any(isinstance(p, Word) and words[0] in p.ways for p in form_of(row.forma))), "")


def _step_of(said: str, speech: Speech) -> str:
    """The step that the implied sentence begins."""
    return _step(OneSpeech(speech), said)


def _sides(told: _Telling, faces: Faces) -> tuple[str, str]:
    """Who attacks and who defends where nobody said it: by the dice that each rolls, else in the order of their names."""
    names = told.named or [told.mine]
    defends = {who for who, what in told.shown if _only(what, faces.defence, faces.attack)}
    attacks = {who for who, what in told.shown if _only(what, faces.attack, faces.defence)}
    first = next((name for name in names if name in attacks), next((name for name in names if name not in defends), "rival"))
    second = next((name for name in names if name != first), "rival")
    return first, second


def _only(what: str, these: frozenset[str], those: frozenset[str]) -> bool:
    words = {word for word in fold(what).split() if number_said(word) is None and word not in JOINERS}
    return words <= these and not words <= those


def _rolls_told(told: _Telling, faces: Faces) -> list[str]:
    """Who rolled what; «nada» is of the side of which nothing else is told."""
    sides = [(_side(told, who, what, faces), what) for who, what in told.shown]
    certain = {side for side, what in sides if fold(what) != "nada"}
    if len(sides) == 2 and len(certain) == 1:
        other = next(iter({"atacante", "defensor"} - certain))
        sides = [(other if fold(what) == "nada" else side, what) for side, what in sides]
    return [f"el {side} saca {what}" for side, what in sides]


def _side(told: _Telling, who: str, what: str, faces: Faces) -> str:
    if _only(what, faces.defence, faces.attack):
        return "defensor"
    if _only(what, faces.attack, faces.defence):
        return "atacante"
    return told.roles.get(who) or ("defensor" if fold(who) in THEIRS | OWN else "atacante")
