"""argparse in Spanish: help, usage and errors. A wrong call is one sentence on stderr and status 2 (shared/interface.md)."""

import argparse
import re
from difflib import get_close_matches
from typing import Any, NoReturn

_SENTENCES = (
    (r"the following arguments are required: (.*)", r"falta \1"),
    (r"one of the arguments (.*) is required", r"falta una de estas opciones: \1"),
    (r"unrecognized arguments: (.*)", r"no se entiende \1"),
    (r"ambiguous option: (.*) could match (.*)", r"la opción \1 puede ser \2"),
    (r"argument (.*?): invalid int value: '(.*)'", r"\1 espera un número entero y no «\2»"),
    (r"argument (.*?): expected one argument", r"\1 espera un valor"),
    (r"argument (.*?): expected at least one argument", r"\1 espera al menos un valor"),
    (r"argument (.*?): not allowed with argument (.*)", r"\1 no se puede usar con \2"),
    (r"argument (.*?): ignored explicit argument '(.*)'", r"\1 no lleva valor, y se le ha dado «\2»"),
)
"""What argparse says, and how we say it. A sentence that is not here reaches the reader in English: tests/test_kb_cli.py."""
_CHOICE = re.compile(r"argument (.*?): invalid choice: '(.*?)'.*\(choose from (.*)\)\Z", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose every word that a user can meet is Spanish."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"add_help": False})
        self._positionals.title, self._optionals.title = "argumentos", "opciones"
        self.add_argument("-h", "--help", action="help", help="muestra esta ayuda y termina")

    def format_usage(self) -> str:
        return super().format_usage().replace("usage: ", "uso: ", 1)

    def format_help(self) -> str:
        return super().format_help().replace("usage: ", "uso: ", 1)

    def error(self, message: str) -> NoReturn:
        said = in_spanish(message)
        self.exit(2, f"kb: {said}{'' if said.endswith('?') else '.'} Mira «{self.prog} --help».\n")


def in_spanish(message: str) -> str:
    if choice := _CHOICE.match(message):
        return _not_among(*choice.groups())
    for english, spanish in _SENTENCES:
        said, found = re.subn(rf"\A{english}\Z", spanish, message, flags=re.DOTALL)
        if found:
            return said
    return message


def _not_among(argument: str, given: str, known: str) -> str:
    """The name that a slip of the finger was after; all of them where none is near."""
    names = re.findall(r"[\w-]+", known)
    near = get_close_matches(given, names, n=1)
    return f"{argument} no puede ser «{given}»" + (f": ¿querías decir «{near[0]}»?" if near else f"; vale {', '.join(names)}")
