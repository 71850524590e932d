"""Round, attack and the other ordered procedures as timelines, with the keywords and tokens of each step."""

from flask import Blueprint, render_template

from grammar.game import Step
from kb.models import Entry
from kb.sequences import sequence_title
from kb.text import fold
from web import api
from web.errors import WebError
from web.library import Site, sequences_of, site
from web.models import Sequence, SequenceList, StepOut
from web.pages.family import kept
from web.view.refs import entry_url, ref, refs, sequence_url

bp = Blueprint("sequences", __name__)


def _told_at(entry: Entry, step: Step) -> str:
    """Where the rule tells the step: the passage that bears its name, or the whole entry."""
    name = fold(step.nombre)
    mark = next((b.mark for b in entry.blocks if fold(b.term or b.text).rstrip(".:") == name), None)
    return entry_url(entry.id, mark)


def step_out(here: Site, game: str, step: Step) -> StepOut:
    tokens = {token.id: token for token in here.games[game].fichas}
    entry = here.entry_of(game, step.entrada)
    return StepOut(step=step, entry=ref(entry) if entry else None, url=_told_at(entry, step) if entry else "",
                   keywords=refs(here, (f"{game}/{slug}" for slug in step.cualidades)),
                   tokens=tuple(tokens[f] for f in step.fichas if f in tokens),
                   steps=tuple(step_out(here, game, below) for below in step.pasos))  # fmt: skip


def sequence_view(here: Site, game: str, name: str) -> Sequence:
    steps = sequences_of(here.games[game]).get(name)
    if steps is None:
        raise WebError(404, "no_encontrado", f"Este juego no tiene la secuencia «{name}».")
    return Sequence(game=game, name=name, title=sequence_title(name), url=sequence_url(game, name),
                    steps=tuple(step_out(here, game, step) for step in steps))  # fmt: skip


def sequence_list(here: Site, game: str) -> SequenceList:
    facts = here.games[game]
    return SequenceList(game=game, sequences=tuple(sequence_view(here, game, name) for name in sequences_of(facts)),
                        priorities=tuple(sorted(facts.prioridades, key=lambda p: p.orden)))  # fmt: skip


@bp.get("/secuencias/<game:game>")
@kept
def sequences(game: str) -> str:
    return render_template("sequences.html", view=sequence_list(site(), game), by_id=site().kb.by_id)


@bp.get("/secuencias/<game:game>/<name>")
@kept
def sequence(game: str, name: str) -> str:
    here = site()
    view = sequence_view(here, game, name.replace("-", "_"))
    return render_template("sequence.html", view=view, others=sequences_of(here.games[game]), by_id=here.kb.by_id)


@api.get(bp, "/games/<game:game>/sequences", summary="Todas las secuencias de un juego", tag="juegos", response=SequenceList)
def sequences_json(game: str) -> SequenceList:
    return sequence_list(site(), game)


@api.get(bp, "/games/<game:game>/sequences/<name>", summary="Una secuencia, paso a paso", tag="juegos", response=Sequence)
def sequence_json(game: str, name: str) -> Sequence:
    return sequence_view(site(), game, name)
