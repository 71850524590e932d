"""What lies over the text of a book: misprints, verdicts of questions, errata, change history, overrides, obsolete text."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.books.modes import with_modes
from kb.books.outline import BookOutline
from kb.books.profiles import OverrideRow, Profile
from kb.books.repair import Line
from kb.models import Change, Entry, Erratum, Override, Repair, Verdict
from kb.text import fold, lemma, stems

IN_ENGLISH = "resto en inglés"
"""A line that the source has in another language, told in our words."""
_VERDICT = re.compile(r"^(sí|no|depende)\b", re.I)
_VERDICTS = {"si": "si", "no": "no", "depende": "depende"}
_CITED_CARD = re.compile(
    r"((?:[A-ZÁÉÍÓÚÑ“\"][\w’'“”\"-]*)(?:\s+(?:de|del|la|las|los|y|[A-ZÁÉÍÓÚÑ“\"][\w’'“”\"-]*)){0,5})\s+[\[(][^\])]{1,40}[\])]"
)
_OPENER = re.compile(r"^(?:Puede|Si|Cuando|Por|En|El|La|Los|Las|Un|Una|Qué|Con|Después|Mientras|Para)\s+")
_CITED_STEP = re.compile(r"\bpasos?\s+(\d[a-d])\b", re.I)
_SHOULD = re.compile(r"\bdebería (?:decir|incluir|poner|mostrar)\b[^:\"“]*:?\s*(.*)$", re.I | re.S)
_WAS = re.compile(r"^\((?:El texto original|Anteriormente) decía:\s*(.*)\)$", re.I | re.S)
_REASON = re.compile(r"^\((Se ha.*)\)\.?$", re.S)
_CLOSED = re.compile(r"[\"”]\.?$")
_CHANGE = re.compile(r"^Se (?:ha|han) (?P<op>actualizado|añadid[oa]s?|eliminado|añadido)\b(?P<rest>.*)$")
_NAMED = re.compile(r"[\"“]([^\"”]+)[\"”]")
_QUOTES = ' "“”'


def title_repairs(book: BookOutline, profile: Profile) -> Iterator[Repair]:
    for part in book.parts:
        printed = part.node.heading.printed
        if printed in profile.correcciones:
            yield Repair(
                line=part.node.heading.line,
                before=printed,
                after=part.title,
                why="errata del título",
                confidence="alta",
            )


def corrected(line: Line, profile: Profile, repairs: list[Repair]) -> Line:
    """Misprints that the profile lists, and lines left in English that it says in Spanish."""
    text = line.text
    for english, spanish in profile.traducciones.items():
        if (at := text.find(english)) >= 0:
            repairs.append(Repair(line=line.no, before=text[at:], after=spanish, why=IN_ENGLISH, confidence="media"))
            text = text[:at] + spanish
    for wrong, right in profile.reparaciones.items():
        if wrong in text:  # cheap first; then whole words only
            mended = re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", right, text)
            if mended != text:
                text = mended
                repairs.append(Repair(line=line.no, before=wrong, after=right, why="errata", confidence="alta"))
    return line if text == line.text else Line(line.no, text, line.caption)


def spelled(title: str, profile: Profile) -> str:
    """A question's words without the misprints that the profile lists, and with the icons that it knows."""
    for wrong, right in profile.reparaciones.items():
        if wrong in title:
            title = re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", right, title)
    return drawn(title, profile)


def drawn(title: str, profile: Profile) -> str:
    """A title with the icons that the profile knows, and without the letters that it takes for one."""
    for printed, icons in profile.iconos_de_titulos.items():
        title = title.replace(printed, icons)
    return title


def with_layers(entries: list[Entry], profile: Profile) -> list[Entry]:
    """Every layer of one book, in order."""
    sections = {fold(title): mode for title, mode in profile.ambitos.items()}
    entries = with_modes(entries, sections)
    entries = [_with_verdict(e) if e.kind == "pregunta" else e for e in entries]
    entries = [_with_erratum(e) if e.kind == "carta" else e for e in entries]
    entries = _with_history(entries)
    entries = _with_obsolete(entries, {fold(t) for t in profile.obsoletos})
    return _with_overrides(entries, profile)


def with_layers_of_ours(entries: list[Entry], profile: Profile) -> list[Entry]:
    """Modes and what stands over what, of our own text of a book: its profile says them of both."""
    sections = {fold(title): mode for title, mode in profile.ambitos.items()}
    return _with_overrides(with_modes(entries, sections), profile)


def _with_verdict(entry: Entry) -> Entry:
    found = _VERDICT.match(entry.text)
    word = fold(found[1]) if found else ""
    both = f"{entry.title} {entry.text}"
    cards = tuple(dict.fromkeys(_OPENER.sub("", m).strip(_QUOTES) for m in _CITED_CARD.findall(both)))
    steps = tuple(dict.fromkeys(s.lower() for s in _CITED_STEP.findall(both)))
    verdict = Verdict(verdict=_VERDICTS.get(word, "explica"), cards=cards, steps=steps)
    return entry.model_copy(update={"verdict": verdict})


def _with_erratum(entry: Entry) -> Entry:
    current = [m[1] for b in entry.blocks if (m := _SHOULD.search(b.text))]
    if not current and not any(_REASON.match(b.text) for b in entry.blocks):
        return entry
    printed = next((m[1].strip(_QUOTES) for b in entry.blocks if (m := _WAS.match(b.text))), None)
    reason = next((m[1] for b in entry.blocks if (m := _REASON.match(b.text))), None)
    text = "\n".join(_CLOSED.sub("", c).strip(_QUOTES) for c in current) or entry.blocks[0].text
    return entry.model_copy(update={"erratum": Erratum(current=text, printed=printed, reason=reason)})


def _with_history(entries: Sequence[Entry]) -> list[Entry]:
    """Each line of the change history goes to the entries that it names."""
    titles: dict[str, list[str]] = defaultdict(list)
    by_stems: dict[frozenset[str], list[str]] = defaultdict(list)
    for e in entries:
        if e.kind not in ("historial", "ejemplo", "pregunta"):
            titles[fold(lemma(e.title))].append(e.id)
            by_stems[frozenset(stems(e.title))].append(e.id)
    changes: dict[str, list[Change]] = defaultdict(list)
    for e in entries:
        if e.kind not in ("historial", "apartado") or not (e.parent or "").endswith("historial-de-cambios"):
            continue
        for block in e.blocks:
            if found := _CHANGE.match(block.text):
                for name in _NAMED.findall(found["rest"]):
                    ids = titles.get(fold(name)) or by_stems.get(frozenset(stems(name)), [])
                    for id in ids:
                        changes[id].append(Change(version=e.title, op=found["op"], text=block.text))
    return [e.model_copy(update={"changes": tuple(changes[e.id])}) if e.id in changes else e for e in entries]


def _with_obsolete(entries: Sequence[Entry], titles: set[str]) -> list[Entry]:
    """What stands under a section of obsolete text is kept for reference and marked as not current."""
    old: set[str] = set()
    out = []
    for e in entries:
        if fold(e.title) in titles or e.parent in old:
            old.add(e.id)
        out.append(e.model_copy(update={"current": False}) if e.id in old else e)
    return out


def _with_overrides(entries: Sequence[Entry], profile: Profile) -> list[Entry]:
    """Rules that stand over others in some mode: told by the profile, or by saying the same title again."""
    ids = {e.id for e in entries}
    general = {
        frozenset(stems(lemma(e.title))): e.id for e in reversed(entries) if not e.modes and e.kind in ("termino", "apartado")
    }
    over: dict[str, list[Override]] = defaultdict(list)
    told = {fold(row.entrada) for row in profile.sustituciones}
    titles = {e.id: fold(e.title) for e in entries}
    asked = {e.parent for e in entries if e.kind == "pregunta"}
    for e in entries:
        mode = next((m for m in e.modes if m in _LAYER_MODES), None)
        if e.id in asked:  # a heading of questions rules nothing
            continue
        target = general.get(frozenset(stems(lemma(e.title))) - _LAYER_WORDS) if mode else None
        if mode and target and target != e.id and fold(e.title) not in told:
            over[e.id].append(Override(target=target, relation="sustituye", mode=mode))
    for row in profile.sustituciones:
        owner = next((e for e in entries if fold(lemma(e.title)) == fold(row.entrada) and _stands_in(e, row, titles)), None)
        game = row.juego or profile.juego
        if owner is not None and (row.juego or f"{game}/{row.sobre}" in ids):
            mode = row.modo or next(iter(owner.modes), profile.libro)
            over[owner.id].append(Override(target=f"{game}/{row.sobre}", relation=row.relacion, mode=mode, note=row.nota))
    return with_overridden([e.model_copy(update={"overrides": tuple(over[e.id])}) if e.id in over else e for e in entries])


def _stands_in(entry: Entry, row: OverrideRow, titles: Mapping[str, str]) -> bool:
    """Whether this homonym is the one meant: of the row's mode, under the parent that it names."""
    if row.modo in _LAYER_MODES and row.modo not in entry.modes:
        return False
    return titles.get(entry.parent or "", "").startswith(fold(row.en))


_LAYER_MODES = ("naves-enormes", "cartas-de-entorno")
_LAYER_WORDS = frozenset(stems("con por naves enormes"))


def with_overridden(entries: Iterable[Entry]) -> list[Entry]:
    """The other end of each override: the general entry knows who stands over it, and in which mode."""
    rows = list(entries)
    under: Mapping[str, list[Override]] = defaultdict(list)
    for e in rows:
        for o in e.overrides:
            under[o.target].append(Override(target=e.id, relation=o.relation, mode=o.mode, note=o.note))
    return [e.model_copy(update={"overridden_by": tuple(under[e.id])}) if e.id in under else e for e in rows]
