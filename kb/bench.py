"""`make bench`: every speed we promise, as ratios of one run. The figures are kept as JSON so that runs can be compared."""

import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from kb.books_bench import bench_books
from kb.build import build_from, lexicons
from kb.cards.bench import bench_grammar
from kb.play.bench import bench_play
from kb.progress import Line
from kb.search.bench import bench_search
from kb.search.searcher import build_index
from kb.store import write

ROOT = Path(__file__).resolve().parent.parent
RESULT = Path("build/bench.json")


def noise() -> float:
    """Spread of a fixed piece of work, as a share of its median: how far to trust the rest."""
    times = []
    for _ in range(9):
        start = time.perf_counter()
        sum(i * i for i in range(200_000))
        times.append(time.perf_counter() - start)
    times.sort()
    return (times[-2] - times[1]) / times[4]


Bench = Callable[[], Mapping[str, object]]


def main(more: Mapping[str, Bench] | None = None) -> int:
    """Runs every bench and prints one table. `more` lets a layer above add its own: web.bench adds the site's."""
    line = Line()
    books = Path(os.environ.get("KB_BOOKS") or ROOT.parent / "shared" / "books")
    results: dict[str, Mapping[str, object]] = {
        "maquina": {"python": platform.python_version(), "nucleos": os.cpu_count() or 1, "ruido": noise()}
    }
    for name, work in {**benches(books if books.is_dir() else None), **(more or {})}.items():
        line(f"Midiendo {name}")
        results[name] = work()
    line.clear()
    for name, figures in results.items():
        for key, value in figures.items():
            print(f"{name:12} {key:34} {value:.4g}" if isinstance(value, float) else f"{name:12} {key:34} {value}")
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps(results, ensure_ascii=False, indent=1), "utf-8")
    print(f"guardado en {RESULT}")
    return 0


def benches(books: Path | None) -> dict[str, Bench]:
    """What to measure: reading needs the official books; the rest runs on the shipped corpus where they are absent."""
    table: dict[str, Bench] = {}
    if books is not None:
        table["lectura"] = lambda: bench_books(books)
    else:
        print("aviso: sin los reglamentos oficiales (KB_BOOKS) no se mide la lectura", file=sys.stderr)
    table["busqueda"] = lambda: bench_search(built_kb(books))
    table["cartas"] = bench_grammar
    table["motor"] = bench_play
    return table


def built_kb(books: Path | None) -> Path:
    """A knowledge base to search in, built for the occasion."""
    out = Path(tempfile.mkdtemp(prefix="reglario-bench-")) / "kb"
    built = build_from(books)
    write(out, built.entries, built.report, built.repairs, lambda folder: build_index(built.entries, lexicons(), folder))
    return out


if __name__ == "__main__":
    sys.exit(main())
