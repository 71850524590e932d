"""Discord: the slash command /reglas and the buttons of its replies. Built on discord.py."""

from typing import Any

import discord
from anyio.to_thread import run_sync
from discord import app_commands

from kb.text import fold
from web.bots.core import Core, Reply
from web.mcp.asking import Refused

_DATA = 100
"""Characters that a button may carry back."""
_LONGEST = 1900


class Bot(discord.Client):
    """It reads no messages: only what is asked of it by its command and its buttons."""

    def __init__(self, core: Core) -> None:
        super().__init__(intents=discord.Intents.none(), allowed_mentions=discord.AllowedMentions.none())
        self._core = core
        self._tree = app_commands.CommandTree(self)
        command: app_commands.Command[Any, Any, None] = app_commands.Command(
            name="reglas", description="Busca una regla", callback=self._rules
        )
        self._tree.add_command(command)
        command.autocomplete("juego")(self._named)

    async def setup_hook(self) -> None:
        await self._tree.sync()

    @app_commands.describe(pregunta="Lo que quieres saber, como lo dirías", juego="Solo de este juego")
    async def _rules(
        self, interaction: discord.Interaction[Any], pregunta: app_commands.Range[str, 1, 300], juego: str = ""
    ) -> None:
        await self._say(interaction, self._core.rules, pregunta, juego)

    async def _named(self, _: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        games = self._core.games()
        return [app_commands.Choice(name=name, value=slug) for slug, name in games.items() if fold(typed) in fold(name)][:25]

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.component and str(data.get("custom_id", "")).startswith("e:"):
            await self._say(interaction, self._core.entry, str(data["custom_id"]).removeprefix("e:"))

    async def _say(self, interaction: discord.Interaction[Any], ask: Any, words: str, *more: str) -> None:
        try:
            reply: Reply = await run_sync(ask, words, f"discord-{interaction.user.id}", *more)
        except Refused as error:
            reply = Reply(str(error))
        head = f"**{discord.utils.escape_markdown(reply.title)}**\n" if reply.title else ""
        foot = f"\n-# {discord.utils.escape_markdown(reply.cite)}: <{reply.url}>" if reply.url else ""
        words = discord.utils.escape_markdown(reply.words)[: _LONGEST - len(head) - len(foot)]
        await interaction.response.send_message(head + words + foot, view=_buttons(reply))


def _buttons(reply: Reply) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for button in reply.buttons[:5]:
        data = f"e:{button.entry}"
        if button.entry and len(data) <= _DATA:
            view.add_item(discord.ui.Button(label=button.label, custom_id=data))
        else:
            view.add_item(discord.ui.Button(label=button.label, url=button.url))
    view.stop()  # its buttons are answered by `on_interaction`, also after the bot was started again
    return view
