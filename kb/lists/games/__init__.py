"""How each game's lists are read, and the attack that a card says: a game without a row has its cards by name."""

from kb.lists.games import legion, plain, xwing
from kb.lists.games.links import only_links
from kb.lists.games.reader import Reader

READERS: dict[str, Reader] = {"xwing": xwing.READER, "legion": legion.READER}


def reader_for(game: str) -> Reader:
    return READERS.get(game, plain.READER)


def recognised(text: str) -> str:
    """The game that a list is of: JSON is XWS, a link X-Wing's where it does not say; of a text, who tells most lines."""
    if only_links(text):
        return "legion" if "legion" in text.casefold() else "xwing"
    squad = xwing.read(text)
    return "xwing" if text.lstrip().startswith("{") or len(squad.cards) > len(squad.unknown) else "legion"
