"""The console script `kb`: the knowledge base's commands and the site's."""

import sys

from kb.cli import REGISTERS
from kb.cli import main as kb_main
from web import commands


def main() -> int:
    return kb_main(registers=(*REGISTERS, commands.register))


if __name__ == "__main__":
    sys.exit(main())
