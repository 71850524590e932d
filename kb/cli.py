"""The command `kb` with every command of this layer."""

import argparse
import sys
from collections.abc import Sequence

from kb.agreement import commands as facts_commands
from kb.cards import commands as cards_commands
from kb.console import commands
from kb.console import main as console
from kb.console.main import Register, commands_of
from kb.dump import commands as dump_commands
from kb.play import commands as play_commands
from kb.quote import commands as quote_commands
from kb.search import commands as search_commands

REGISTERS = (
    commands.register,
    search_commands.register,
    facts_commands.register,
    play_commands.register,
    cards_commands.register,
    dump_commands.register,
    quote_commands.register,
)


def parser(registers: Sequence[Register] | None = None) -> argparse.ArgumentParser:
    return console.parser(registers or REGISTERS)


def main(argv: Sequence[str] | None = None, registers: Sequence[Register] | None = None) -> int:
    """Runs one command. `registers` lets a layer above add its own: web.cli adds the site's."""
    return console.main(argv, registers or REGISTERS)


__all__ = ["REGISTERS", "Register", "commands_of", "main", "parser"]

if __name__ == "__main__":
    sys.exit(main())
