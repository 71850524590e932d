"""Telegram: /reglas, the buttons of its replies, and nothing else. Built on python-telegram-bot, by polling."""

from html import escape
from typing import Any

from anyio.to_thread import run_sync
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Update
from telegram.constants import ParseMode
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from web.bots.core import HELP, Core, Reply
from web.mcp.asking import Refused

_DATA = 64
"""Bytes that a button may carry back."""
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
Bot = Application[Any, Any, Any, Any, Any, Any]


def bot(core: Core, token: str, base: str = "") -> Bot:
    """The bot, ready to be run. `base` is another server that speaks as Telegram's does."""
    builder = ApplicationBuilder().token(token)
    if base:
        builder = builder.base_url(f"{base}/bot").base_file_url(f"{base}/file/bot")
    made: Bot = builder.build()

    async def rules(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        words = " ".join(context.args or ())
        await _say(update, await _asked(core.rules, words, update))

    async def chosen(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer()
        await _say(update, await _asked(core.entry, (query.data or "").removeprefix("e:"), update))

    async def greet(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        await _say(update, Reply(HELP))

    made.add_handler(CommandHandler("reglas", rules))
    made.add_handler(CommandHandler(["start", "ayuda", "help"], greet))
    made.add_handler(CallbackQueryHandler(chosen, pattern="^e:"))
    return made


async def _asked(ask: Any, words: str, update: Update) -> Reply:
    """By account, so that one who asks too much is told so, and nobody else."""
    who = f"telegram-{update.effective_user.id if update.effective_user else 0}"
    try:
        made: Reply = await run_sync(ask, words, who)
    except Refused as error:
        return Reply(str(error))
    return made


async def _say(update: Update, reply: Reply) -> None:
    if update.effective_message is None:
        return
    await update.effective_message.reply_text(
        worded(reply), parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW, reply_markup=_keys(reply)
    )


def worded(reply: Reply) -> str:
    head = f"<b>{escape(reply.title)}</b>\n" if reply.title else ""
    foot = f'\n\n<a href="{escape(reply.url)}">{escape(reply.cite)}</a>' if reply.url else ""
    return head + escape(reply.words) + foot


def _keys(reply: Reply) -> InlineKeyboardMarkup | None:
    rows = [
        [InlineKeyboardButton(b.label, callback_data=f"e:{b.entry}")]
        if b.entry and len(f"e:{b.entry}".encode()) <= _DATA
        else [InlineKeyboardButton(b.label, url=b.url)]
        for b in reply.buttons
    ]
    return InlineKeyboardMarkup(rows) if rows else None
