"""The console script `kb`: the knowledge base's commands and the site's.

A command of `QUICK` is loaded alone: all of them together are seconds of imports, and an editor compiles a text per keystroke.
"""

import sys
from importlib import import_module

from kb.console.main import main as run

QUICK = {
    "compile": "kb.cards.compiling",
    **dict.fromkeys(("lint", "fmt", "compare", "lsp"), "kb.cards.linting"),
    "odds": "kb.play.odds.commands",
    "order": "kb.play.order.commands",
    "run": "kb.play.running",
    "mesa": "kb.play.table.commands",
}
"""Command -> the module that registers it and nothing else."""
ALL = "web.every"


def main() -> int:
    quick = QUICK.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if quick is not None:
        return run(registers=(import_module(quick).register,))
    return run(registers=import_module(ALL).REGISTERS)


if __name__ == "__main__":
    sys.exit(main())
