"""How a command line is read and run: one subcommand per capability, errors as one Spanish sentence, exit 2 for a wrong call.

It knows no command: `kb.cli` gives all of them, `web.cli` may give only the one that was asked for.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from kb.console.arguments import Parser
from kb.errors import KbError

EPILOG = """para empezar:
  kb build                          construye el texto que trae el proyecto
  kb build --books DIR              añade los reglamentos oficiales de DIR
  kb search "dos naves chocan"      busca una regla
  kb show JUEGO/ENTRADA             muestra una entrada
"""


Register = Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None]


def parser(registers: Sequence[Register]) -> argparse.ArgumentParser:
    top = Parser(prog="kb", description="Reglario: reglas de cinco juegos, buscables, citables y ejecutables.",
                 epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    _registered(top, registers)
    return top


def commands_of(registers: Sequence[Register]) -> list[str]:
    return list(_registered(Parser(), registers).choices)


def _registered(top: Parser, registers: Sequence[Register]) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser] = top.add_subparsers(
        metavar="ORDEN", required=True, parser_class=Parser
    )
    for register in registers:
        register(subparsers)
    for listed in subparsers._choices_actions:  # its line of `kb --help` opens its own page, where it has no more to say
        command = subparsers.choices[listed.dest]
        command.description = command.description or _sentence(listed.help or "")
    return subparsers


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def main(argv: Sequence[str] | None = None, registers: Sequence[Register] = ()) -> int:
    """Runs one of the commands that are registered."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    args = parser(registers).parse_args(argv)
    try:
        return int(args.run(args))
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("kb: interrumpido.", file=sys.stderr)
        return 130
