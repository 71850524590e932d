"""Official and own text side by side: ours becomes the summary of the official entry that says the same."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from grammar.game import Names
from kb.models import Entry, Summary
from kb.text import fold, lemma


def merged(official: Sequence[Entry], ours: Sequence[Entry]) -> list[Entry]:
    """Official entries under our ids with our summaries; what only we have follows, under the same parents.

    An id is an address that people have: loading the books must not change it, nor lose a link that our words know.
    """
    match = _matches(official, ours)
    rename = {target: own for own, target in match.items() if own != target}
    by_official = {target: own for own, target in match.items()}
    mine = {entry.id: entry for entry in ours}
    theirs = [_renamed(e, rename) for e in official]
    out = [
        _with_ours(e, mine[by_official[old.id]]) if old.id in by_official else e
        for old, e in zip(official, theirs, strict=True)
    ]
    taken = {e.id for e in out}
    return out + [e for e in ours if e.id not in match and e.id not in taken]


def _renamed(entry: Entry, rename: Mapping[str, str]) -> Entry:
    """The entry with every id in it as we know it; its own official one still leads to it."""

    def new(id: str | None) -> str | None:
        return rename.get(id, id) if id else id

    def moved(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(rename.get(i.partition("#")[0], i.partition("#")[0]) + "".join(i.partition("#")[1:]) for i in ids)
        )

    update: dict[str, object] = {
        "id": rename.get(entry.id, entry.id), "parent": new(entry.parent), "redirect": new(entry.redirect),
        "redirect_best": new(entry.redirect_best), "see_also": moved(entry.see_also), "refs": moved(entry.refs),
        "step_refs": moved(entry.step_refs),
        "overrides": tuple(o.model_copy(update={"target": rename.get(o.target, o.target)}) for o in entry.overrides),
        "formerly": (entry.id,) if entry.id in rename else (),
    }  # fmt: skip
    return entry.model_copy(update=update)


def _matches(official: Sequence[Entry], ours: Sequence[Entry]) -> dict[str, str]:
    """Our id to the official id: by id, by title under the same parent title, by place among a topic's questions."""
    ids = {e.id for e in official}
    parent = {e.id: e.parent for e in [*official, *ours]}
    titles: dict[tuple[str, str], list[str]] = defaultdict(list)
    asked: dict[str, list[str]] = defaultdict(list)
    title_of = {e.id: fold(lemma(e.title)) for e in [*official, *ours]}
    for e in official:
        titles[title_of[e.id], title_of.get(e.parent or "", "")].append(e.id)
        if e.kind == "pregunta":
            asked[title_of.get(e.parent or "", "")].append(e.id)
    out: dict[str, str] = {}
    count: dict[str, int] = defaultdict(int)
    own_asked: dict[str, int] = defaultdict(int)
    for e in ours:
        if e.kind == "pregunta":
            own_asked[title_of.get(e.parent or "", "")] += 1
    for e in ours:
        above = title_of.get(parent.get(e.id) or "", "")
        if e.kind == "pregunta":
            topic, n = asked.get(above, []), count[above]
            count[above] += 1
            if len(topic) == own_asked[above]:
                out[e.id] = topic[n]
        elif e.id in ids:
            out[e.id] = e.id
        elif found := titles.get((title_of[e.id], above)):
            out[e.id] = found[0]
    return out


def _with_ours(official: Entry, own: Entry) -> Entry:
    """Our words beside the official ones, and every link that either knows."""
    update: dict[str, object] = {
        "mentions": tuple(m for m in own.mentions if m != official.id),
        "see_also": tuple(dict.fromkeys((*official.see_also, *own.see_also))),
        "refs": tuple(dict.fromkeys((*official.refs, *(r for r in own.refs if r != official.id)))),
    }
    if own.blocks:
        update["summary"] = Summary(text=own.text, blocks=own.blocks)
    if own.kind == "pregunta":  # our shorter question is another name of the official one
        update["aliases"] = (*official.aliases, own.title)
    if own.modes and not official.modes:  # our words open with the mode that the book leaves to its chapter
        update |= {
            "modes": own.modes,
            "blocks": tuple(b if b.modes else b.model_copy(update={"modes": own.modes}) for b in official.blocks),
        }
    if not official.overrides:
        update["overrides"] = own.overrides
    return official.model_copy(update=update)


def with_names(entries: Iterable[Entry], lexicons: Mapping[str, Mapping[str, Names]]) -> list[Entry]:
    """Adds the lexicon's names to every entry that has some."""
    out = []
    for e in entries:
        names = lexicons.get(e.game, {}).get(e.id.split("/", 1)[1])
        both = dict.fromkeys([*e.aliases, *(names.all() if names else ())])
        out.append(e if len(both) == len(e.aliases) else e.model_copy(update={"aliases": tuple(both)}))
    return out


def with_backlinks(entries: Sequence[Entry]) -> list[Entry]:
    """Backlinks over the whole knowledge base; references to entries that are not in it become dangling."""
    known = {e.id for e in entries}
    back: dict[str, list[str]] = defaultdict(list)
    woven: dict[str, list[str]] = defaultdict(list)
    for e in entries:
        for target in dict.fromkeys([*e.see_also, *e.refs]):
            if target in known and target != e.id:
                back[target].append(e.id)
        for target in e.mentions:
            woven[target].append(e.id)
    out = []
    for e in entries:
        lost = [t for t in dict.fromkeys([*e.see_also, *e.refs]) if t not in known]
        referred = dict.fromkeys(back.get(e.id, ()))
        named = dict.fromkeys(id for id in woven.get(e.id, ()) if id not in referred)
        update: dict[str, object] = {"mentioned_by": tuple(referred), "named_by": tuple(named)}
        if lost:
            update |= {
                "see_also": tuple(t for t in e.see_also if t in known), "refs": tuple(t for t in e.refs if t in known),
                "dangling": (*e.dangling, *lost),
            }  # fmt: skip
        out.append(e.model_copy(update=update))
    return out
