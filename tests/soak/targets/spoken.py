"""What language models and people in chats ask: each tool with spoilt arguments, each command and button with spoilt words."""

import json
import warnings
from collections.abc import Callable, Hashable
from functools import cache
from random import Random
from typing import Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from grammar.game import GAMES
from tests.hostile import corpus
from tests.soak import material
from tests.soak.invariants import hold
from tests.soak.mutate import NASTY, spoil_text, spoil_value
from tests.soak.targets import Target, web
from web.app import spoken_app
from web.bots.core import Core, Reply
from web.guard.budgets import MOST_MS
from web.mcp import server
from web.mcp.asking import Asking, Refused
from web.observe import tally

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # discord.py imports audioop
    import discord

    from web.bots import telegram
    from web.bots.discord import _buttons
    from web.bots.telegram import _keys

FIGURES = tuple(row["head"] + row["unit"] * row["times"] for row in corpus("cifras"))
TELEGRAM, DISCORD, LABEL = 4096, 2000, 80
"""Characters of a message, and of a button of Discord's."""


@cache
def asking() -> Asking:
    return Asking(spoken_app(material.shipped_kb()))


@cache
def tools() -> MCPServer[Any]:
    """Asked without a transport, which is what says who asks; and in this thread, whose time is measured."""
    server._who = lambda ctx: server.HERE
    server.run_sync = _here
    return server.server_over(asking())


async def _here(work: Callable[..., Any], *given: Any) -> Any:
    return work(*given)


@cache
def core() -> Core:
    return Core(asking(), "https://reglario.example")


def calls() -> list[Any]:
    """`[tool, arguments]`."""
    found: list[Any] = [["show", {"id": id}] for id in web.site().ids[::60]]
    found += [["search", {"q": q, "game": "xwing", "limit": 5}] for q, _ in material.queries()[::25]]
    for game, text in material.cards()[::60]:
        found += [["compile", {"text": text, "game": game}], ["lint", {"text": text, "game": game}]]
    found += [["run", {"scenario": value}] for value in material.yaml_values(False)[::25]]
    found += [["order", {"situation": value}] for value in material.yaml_values(True)[::12]]
    found += [["odds", {"question": value}] for value in material.QUESTIONS]
    found += [["who_first", {"game": game, "mine": ["Una"], "theirs": ["Otra"]}] for game in GAMES]
    return found + [
        ["verify_quotation", {"text": p[:200], "entry": "xwing/ataque", "loose": True}] for p in material.paragraphs()[::90]
    ]


def spoil_call(rng: Random, case: Any, pool: list[Any]) -> Any:
    name, arguments = case
    other = rng.choice(pool)
    if rng.random() < 0.05:
        return [other[0], arguments]
    if rng.random() < 0.2:
        return [name, _figured(rng, arguments)]
    mine = [args for tool, args in rng.sample(pool, min(20, len(pool))) if tool == name]
    return [name, spoil_value(rng, arguments, (*GAMES, "id", "q", "text", "juego", "limit"), mine or [other[1]])]


def _figured(rng: Random, value: Any) -> Any:
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        return {**value, name: _figured(rng, value[name])}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return [*value[:at], _figured(rng, value[at]), *value[at + 1 :]]
    return rng.choice((*FIGURES, f"{value} {rng.choice(FIGURES)}"))


def check_call(case: Any) -> Hashable:
    """A tool answers, or declines in one sentence: nothing else comes out."""
    name, arguments = case
    tally.start()
    if not isinstance(arguments, dict):
        return name, "-"
    told = _called(name, arguments)
    hold("Traceback" not in told and "Error executing" not in told.replace(f"Error executing tool {name}: ", ""), "traza", told)
    return name, told[:24], len(told).bit_length()


def _called(name: str, arguments: dict[str, Any]) -> str:
    try:
        found = anyio.run(lambda: tools().call_tool(name, arguments))
    except ToolError as error:
        cause = error.__cause__
        ours = isinstance(cause, Refused) or (cause is not None and type(cause).__name__ in ("ValidationError", "ToolError"))
        hold(
            ours or (isinstance(cause, Exception) and cause.__class__.__module__.startswith("kb.")),
            "fallo sin sentencia",
            repr(cause),
        )
        return str(error)
    return json.dumps(found, default=str)[:200]


def words() -> list[Any]:
    """`[what, words, game]`: a question, or the entry of a button."""
    found: list[Any] = [["reglas", q, ""] for q, _ in material.queries()[::10]]
    found += [["reglas", f"{game}: ataque", game] for game in GAMES]
    return found + [["boton", id, ""] for id in web.site().ids[::30]]


def spoil_words(rng: Random, case: Any, pool: list[Any]) -> Any:
    what, said, game = case
    some = (*material.card_words()[::9], *NASTY, *GAMES, ":", "#", "/", "..", "?", "%2f", *FIGURES)
    if rng.random() < 0.05:
        game = rng.choice((*GAMES, *NASTY))
    return [rng.choice((what, what, what, "boton")), spoil_text(rng, said, some, [rng.choice(pool)[1]]), game]


def check_words(case: Any) -> Hashable:
    what, said, game = case
    tally.start()
    try:
        reply = core().rules(said, "telegram-1", game) if what == "reglas" else core().entry(said, "discord-1")
    except Refused as error:
        hold(str(error) and "\n" not in str(error), "negativa", str(error))
        reply = Reply(str(error))
    _fits(reply)
    return what, reply.title[:20], len(reply.words).bit_length(), len(reply.buttons)


def _fits(reply: Reply) -> None:
    """What each place takes: they refuse a message that does not, and the reader would be told nothing."""
    html = telegram.worded(reply)
    hold(0 < len(html) <= TELEGRAM, "mensaje de Telegram", len(html))
    hold(reply.words.strip() != "", "mensaje vacío", reply)
    _keys(reply)
    head = discord.utils.escape_markdown(reply.title)
    hold(len(head) < DISCORD // 2, "título de Discord", len(head))
    for button in reply.buttons:
        hold(0 < len(button.label) <= LABEL, "botón", button)
    anyio.run(_viewed, reply)


async def _viewed(reply: Reply) -> None:
    _buttons(reply)


TOOLS = Target("herramientas", calls, spoil_call, check_call, slow=MOST_MS / 1000, kind=lambda case: str(case[0]))
BOTS = Target("bots", words, spoil_words, check_words, slow=MOST_MS / 1000, kind=lambda case: str(case[0]))
