"""Official and own text side by side: ours becomes the summary of the official entry that says the same."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from grammar.game import Names
from kb.models import Entry, Summary
from kb.text import fold, lemma


def merged(official: Sequence[Entry], ours: Sequence[Entry]) -> list[Entry]:
    """Official entries with our summaries; what only we have follows, under the same parents."""
    match = _matches(official, ours)
    by_official = {target: own for own, target in match.items()}
    mine = {entry.id: entry for entry in ours}
    out = [_with_summary(e, mine[by_official[e.id]]) if e.id in by_official else e for e in official]
    taken = {e.id for e in out}
    rename = {own: target for own, target in match.items() if own != target}
    out += [_moved(e, rename) for e in ours if e.id not in match and e.id not in taken]
    return out


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


def _with_summary(official: Entry, own: Entry) -> Entry:
    if not own.blocks:
        return official
    update: dict[str, object] = {"summary": Summary(text=own.text, blocks=own.blocks)}
    if own.kind == "pregunta":  # our shorter question is another name of the official one
        update["aliases"] = (*official.aliases, own.title)
    return official.model_copy(update=update)


def _moved(entry: Entry, rename: Mapping[str, str]) -> Entry:
    def move(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rename.get(i, i) for i in ids))

    return entry.model_copy(update={
        "parent": rename.get(entry.parent or "", entry.parent), "see_also": move(entry.see_also), "refs": move(entry.refs),
    })  # fmt: skip


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
    for e in entries:
        for target in dict.fromkeys([*e.see_also, *e.refs]):
            if target in known and target != e.id:
                back[target].append(e.id)
    out = []
    for e in entries:
        lost = [t for t in dict.fromkeys([*e.see_also, *e.refs]) if t not in known]
        update: dict[str, object] = {"mentioned_by": tuple(dict.fromkeys(back.get(e.id, ())))}
        if lost:
            update |= {
                "see_also": tuple(t for t in e.see_also if t in known), "refs": tuple(t for t in e.refs if t in known),
                "dangling": (*e.dangling, *lost),
            }  # fmt: skip
        out.append(e.model_copy(update=update))
    return out
