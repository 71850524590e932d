"""The part that is held back: sealed in the repository, opened with a key that its keepers have.

`python -m bench.sealed CARPETA` opens it into a folder outside the repository, with the key in KB_BENCH_KEY.
"""

import json
import os
import sys
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from bench.score import DATA

SEALED = DATA / "reservado.bin"


def opened(key: str) -> dict[str, list[dict[str, object]]]:
    try:
        found: dict[str, list[dict[str, object]]] = json.loads(Fernet(key.encode()).decrypt(SEALED.read_bytes()))
    except (InvalidToken, ValueError) as error:
        raise SystemExit("Esa llave no abre la parte reservada.") from error
    return found


def main() -> int:
    key = os.environ.get("KB_BENCH_KEY", "")
    if len(sys.argv) != 2 or not key:
        raise SystemExit("Uso: KB_BENCH_KEY=… python -m bench.sealed CARPETA")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in opened(key).items():
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
