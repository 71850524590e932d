"""`kb bot`: opens the knowledge base and runs one bot until it is stopped."""

import argparse
import os
import sys
from pathlib import Path

from kb.errors import KbError, StoreError
from kb.store import default_kb
from web.app import spoken_app
from web.bots.core import Core
from web.guard.public import public_url
from web.mcp.asking import Asking

try:
    from web.bots import discord
except ImportError:  # not installed: only the other one is run
    discord = None  # type: ignore[assignment]
try:
    from web.bots import telegram
except ImportError:
    telegram = None  # type: ignore[assignment]

TOKENS = {"telegram": "KB_TELEGRAM_TOKEN", "discord": "KB_DISCORD_TOKEN"}


def _token(where: str) -> str:
    told = os.environ.get("KB_TELEGRAM_TOKEN" if where == "telegram" else "KB_DISCORD_TOKEN", "")
    if not told:
        raise StoreError(TOKENS[where], "falta la llave del bot", "Ponla en el entorno.")
    return told


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("where", choices=list(TOKENS))
    parser.add_argument("--kb", type=Path)
    args = parser.parse_args()
    try:
        token, home = _token(args.where), public_url()
        if not home:
            raise StoreError("KB_URL", "falta la dirección del sitio, a la que llevan las respuestas", "Ponla en el entorno.")
        core = Core(Asking(spoken_app(args.kb or default_kb())), home)
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        return 2
    if args.where == "telegram":
        telegram.bot(core, token).run_polling()
    else:
        discord.Bot(core).run(token, log_handler=None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
