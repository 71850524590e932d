"""Commands on card texts: compile, lint, fmt, schema, explain, explain-text, coverage."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from grammar.compile import compile_text


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compile_ = subparsers.add_parser("compile", help="compila textos de carta a efectos")
    compile_.add_argument("fichero", help="fichero JSON Lines, o - para la entrada estándar")
    compile_.add_argument("--json", action="store_true", help="una respuesta JSON por línea")
    compile_.set_defaults(run=run_compile)


def run_compile(args: argparse.Namespace) -> int:
    lines: Iterable[str] = sys.stdin if args.fichero == "-" else Path(args.fichero).read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.strip():
            card = json.loads(line)
            result = compile_text(card["text"], card.get("game", "xwing"))
            sys.stdout.write(json.dumps({"id": card.get("id"), **result.as_dict()}, ensure_ascii=False) + "\n")
    return 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="kb")
    register(parser.add_subparsers(required=True))
    args = parser.parse_args(argv)
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
