"""What a page says of itself to machines, as schema.org (JSON-LD): a term, a question with its answer, where it stands."""

import json
from typing import Any

from markupsafe import Markup

from kb.models import Entry
from web.guard.public import shared_url
from web.library import Site
from web.view.refs import titled
from web.view.render import excerpt, named, opening

LICENCE = "https://opensource.org/license/mit"
_TEXT, _ANSWER = 155, 600
"""Characters of a definition and of an answer: the page has the rest."""


def entry_data(here: Site, entry: Entry) -> Markup:
    """A question with its answer, or a term of its game's set; and the way to it."""
    about = _question if entry.kind == "pregunta" else _term
    return _script([about(here, entry), _crumbs(here, entry)])


def _term(here: Site, entry: Entry) -> dict[str, Any]:
    told = excerpt(named(opening(entry), here.drawings[entry.game]), _TEXT)
    return {
        "@type": "DefinedTerm", "@id": shared_url(f"/{entry.id}"), "name": titled(entry), "termCode": entry.id,
        **({"description": told} if told else {}), "inDefinedTermSet": shared_url(f"/glosario/{entry.game}"),
    }  # fmt: skip


def _question(here: Site, entry: Entry) -> dict[str, Any]:
    told = excerpt(named(opening(entry), here.drawings[entry.game]), _ANSWER)
    answer = {"@type": "Answer", "text": told or titled(entry)}
    question = {"@type": "Question", "name": titled(entry), "acceptedAnswer": answer}
    return {"@type": "FAQPage", "@id": shared_url(f"/{entry.id}"), "mainEntity": [question]}


def _crumbs(here: Site, entry: Entry) -> dict[str, Any]:
    facts = here.game(entry.game).facts
    steps = [(facts.corto or facts.nombre, f"/{entry.game}")]
    steps += [(titled(up), f"/{up.id}") for up in (*here.ancestors(entry), entry)]
    rows = [
        {"@type": "ListItem", "position": n, "name": name, "item": shared_url(path)} for n, (name, path) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": rows}


def set_data(here: Site, game: str) -> Markup:
    """The glossary of a game: a set of terms; each says on its own page that it is of it."""
    facts = here.game(game).facts
    return _script([{
        "@type": "DefinedTermSet", "@id": shared_url(f"/glosario/{game}"), "name": f"Glosario de {facts.nombre}",
        "inLanguage": "es", "license": LICENCE, "version": f"{facts.libro} {facts.edicion}".strip(),
    }])  # fmt: skip


def site_data() -> Markup:
    """The site and how it is searched."""
    target = {"@type": "EntryPoint", "urlTemplate": f"{shared_url('/')}?q={{q}}"}
    action = {"@type": "SearchAction", "target": target, "query-input": "required name=q"}
    return _script(
        [{"@type": "WebSite", "@id": shared_url("/"), "name": "Reglario", "inLanguage": "es", "potentialAction": action}]
    )


def _script(graph: list[dict[str, Any]]) -> Markup:
    """Data, not code: no browser runs it. A text in it cannot close its element."""
    told = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False, separators=(",", ":"))
    safe = told.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(f'<script type="application/ld+json">{safe}</script>')  # noqa: S704 - JSON with every mark escaped
