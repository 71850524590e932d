"""What a bot answers, whichever place it answers in: the passage, its citation, its address, and what else may be meant."""

from dataclasses import dataclass
from typing import Any

from kb.text import fold
from web.mcp.asking import Asking
from web.view.render import excerpt, named

HELP = (
    "Escribe /reglas y lo que quieras saber, como lo dirías: «/reglas dos naves chocan». Con el juego delante y dos puntos,"
    " solo de ese juego: «/reglas el juego: perforante»."
)
_WORDS, _LABEL, _OTHERS = 900, 40, 3
NOBODY = "Ningún libro de los que tenemos lo cuenta."


@dataclass(frozen=True)
class Button:
    """Leads to an address, or shows another entry."""

    label: str
    url: str = ""
    entry: str = ""


@dataclass(frozen=True)
class Reply:
    words: str
    title: str = ""
    cite: str = ""
    url: str = ""
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class Core:
    asking: Asking
    home: str
    """The site's address, which every reply leads to."""

    def rules(self, words: str, who: str, game: str = "") -> Reply:
        """`/reglas palabras`: the passage that answers, or that nobody does. `who` asks is by whom requests are counted."""
        named, asked = (game, words) if game else self._split(words)
        if not asked.strip():
            return Reply(HELP)
        within = {"game": named} if named else {}
        found = self.asking.get("/search", {"q": " ".join(asked.split()), "limit": 1 + _OTHERS, **within}, who)
        hits: list[dict[str, Any]] = found["hits"]
        if found["unanswered"] or not hits:
            others = tuple(self._other(hit) for hit in hits[:_OTHERS])
            return Reply(
                " ".join(filter(None, (NOBODY, found["note"] or "", "Lo más cercano:" if others else ""))), buttons=others
            )
        first = hits[0]
        passage = first["passages"][0] if first["passages"] else {"anchor": first["anchor"], "text": first["passage"]}
        id = first["within"] if passage["anchor"] == first["anchor"] else first["id"]
        return self._reply(id, passage["anchor"], passage["text"], tuple(self._other(hit) for hit in hits[1:]))

    def games(self) -> dict[str, str]:
        """The games that can be asked for, with the name that readers know them by."""
        return {slug: facts.corto or facts.nombre for slug, facts in self.asking.site().games.items()}

    def _split(self, words: str) -> tuple[str, str]:
        """«el juego: perforante» as its game and its question; a colon after anything else is part of the question."""
        before, colon, after = words.partition(":")
        for slug, facts in self.asking.site().games.items() if colon else ():
            if fold(before) in map(fold, (slug, facts.nombre, facts.corto)) and fold(before):
                return slug, after
        return "", words

    def entry(self, id: str, who: str) -> Reply:
        """Another entry, chosen by its button."""
        told = self.asking.get(f"/entries/{id}", {}, who)
        blocks = told["blocks"] or (told["summary"] or {"blocks": []})["blocks"]
        return self._reply(id, None, " ".join(block["text"] for block in blocks[:3]), ())

    def _reply(self, id: str, anchor: str | None, text: str, others: tuple[Button, ...]) -> Reply:
        here = self.asking.site()
        entry = here.kb.get(id)
        url = f"{self.home}/{entry.id}" + (f"#{anchor}" if anchor else "")
        name = here.game(entry.game).facts
        cite = f"{name.corto or name.nombre}, {entry.citation.book} {entry.citation.edition}"
        words = _lines(named(text, here.drawings.get(entry.game, {})))
        return Reply(words, entry.title, cite, url, (Button("Abrir la regla", url), *others))

    def _other(self, hit: dict[str, Any]) -> Button:
        return Button(excerpt(hit["title"], _LABEL), f"{self.home}/{hit['id']}", hit["id"])


def _lines(text: str) -> str:
    """Its lines, as far as a message has room."""
    if len(text) <= _WORDS:
        return text
    return text[:_WORDS].rsplit(" ", 1)[0].rstrip(",;:.") + "…"
