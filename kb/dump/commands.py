"""The command `kb dump`."""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from kb.dump.formats import FORMATS, NOWHERE
from kb.dump.terms import LICENCE, SCHEMA, terms_of
from kb.errors import NotFound, StoreError
from kb.store import KnowledgeBase, default_kb, open_kb
from kb.text import slugify


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    dump = commands.add_parser(
        "dump", help="escribe los glosarios para llevárselos: JSON Lines, CSV, SKOS y TBX",
        description="Sin --out, un formato por la salida. Con --out, un fichero por juego, edición y formato, y manifiesto.json"
        " con la licencia y la huella de cada uno. Solo da nuestras palabras: el texto oficial no sale.")  # fmt: skip
    dump.add_argument("--game", metavar="JUEGO", help="solo un juego")
    dump.add_argument(
        "--format", choices=list(FORMATS), metavar="|".join(FORMATS), help="solo un formato (jsonl por la salida)"
    )
    dump.add_argument("--out", type=Path, metavar="DIR", help="directorio en el que se escriben")
    dump.add_argument("--base", default=NOWHERE, metavar="URL", help=f"con qué empiezan las direcciones ({NOWHERE})")
    dump.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    dump.set_defaults(run=_dump)


def _dump(args: argparse.Namespace) -> int:
    kb = open_kb(args.kb or default_kb())
    if args.game and args.game not in kb.games:
        raise NotFound(args.game, tuple(kb.games))
    games = [args.game] if args.game else list(kb.games)
    if args.out is None:
        rows = [row for game in games for row in terms_of(kb, game)]
        sys.stdout.write(FORMATS[args.format or "jsonl"].write(rows, args.base))
        return 0
    files = write_files(kb, games, [args.format] if args.format else list(FORMATS), args.base, args.out)
    print(f"{args.out}: {len(files)} ficheros, huella {kb.digest[:12]}, licencia {LICENCE}")
    return 0


def file_name(kb: KnowledgeBase, game: str, form: str) -> str:
    return f"glosario-{game}-{slugify(kb.games[game].facts.edicion) or 'sin-edicion'}.{form}"


def write_files(kb: KnowledgeBase, games: list[str], formats: list[str], base: str, out: Path) -> list[str]:
    told = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for game in games:
            rows = list(terms_of(kb, game))
            for form in formats:
                name, body = file_name(kb, game, form), FORMATS[form].write(rows, base).encode()
                (out / name).write_bytes(body)
                facts = kb.games[game].facts
                told.append({"file": name, "game": game, "book": facts.libro, "edition": facts.edicion, "terms": len(rows),
                             "sha256": hashlib.sha256(body).hexdigest()})  # fmt: skip
        meta = {"schema": SCHEMA, "licence": LICENCE, "digest": kb.digest, "files": told}
        (out / "manifiesto.json").write_text(json.dumps(meta, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise StoreError(out, f"no se puede escribir ({error.strerror})", "Elige otro directorio con --out.") from error
    return [str(row["file"]) for row in told]
