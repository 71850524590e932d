"""`make bench`: every speed we promise in one table, with the machine's noise, kept as JSON so that runs can be compared.

`python -m kb.bench` runs what needs no server (`web.bench` adds the site); `--compare OTHER.json` only compares.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grammar.game import DEFAULT_GAME
from kb.bench.books import bench_books
from kb.bench.promises import kept, missing, table
from kb.build import build_from, lexicons
from kb.cards.bench import bench_cards
from kb.console.progress import Line
from kb.lists.games.bench import bench_lists
from kb.play.bench import bench_play
from kb.search.bench import bench_search
from kb.search.searcher import build_index
from kb.store import write

ROOT = Path(__file__).resolve().parent.parent.parent
RESULT = Path("build/bench.json")
PREVIOUS = Path("build/bench-anterior.json")
LEAST = 0.10
"""A change smaller than this is no news, however quiet the machine."""
BY_THE_CLOCK = "sitio"
Bench = Callable[[], Mapping[str, object]]
Results = dict[str, Mapping[str, Any]]


def fixed_work(rounds: int = 5) -> list[tuple[float, float]]:
    """Milliseconds that the same piece of work takes, again and again, by the clock and of processor: what changes is the
    machine. Most benches count processor time; the site's, the clock."""
    times = []
    for _ in range(rounds):
        start, used = time.perf_counter(), time.process_time()
        sum(i * i for i in range(200_000))
        times.append(((time.perf_counter() - start) * 1000, (time.process_time() - used) * 1000))
    return times


def noise(times: Sequence[float]) -> float:
    """How far apart the slowest and the fastest tenth are, as a share of the median: how far to trust the rest."""
    ordered, tenth = sorted(times), len(times) // 10
    return (ordered[-1 - tenth] - ordered[tenth]) / statistics.median(ordered)


def main(argv: Sequence[str] = (), more: Mapping[str, Bench] | None = None) -> int:
    """Runs every bench and prints one table. `more` lets a layer above add its own: web.bench adds the site's."""
    parser = argparse.ArgumentParser(prog="python -m kb.bench", description="Mide lo que prometemos.")
    parser.add_argument("--compare", type=Path, metavar="OTRO.json", help=f"no mide: dice qué cambia de OTRO a {RESULT}")
    parser.add_argument("--only", metavar="NOMBRES", help="solo estas medidas, separadas por comas")
    args = parser.parse_args(argv)
    if args.compare:
        return _compare_files(args.compare, RESULT)
    books = Path(os.environ.get("KB_BOOKS") or ROOT.parent / "shared" / "books")
    chosen = {**benches(books if books.is_dir() else None), **(more or {})}
    if args.only:
        chosen = {name: chosen[name] for name in args.only.split(",") if name in chosen}
    results = measure(chosen)
    broken = report(results, bool(args.only))
    if not args.only:  # a part is no run to compare with
        _keep(results)
    return 1 if broken else 0


def measure(chosen: Mapping[str, Bench]) -> Results:
    line, fixed = Line(), fixed_work()
    results: Results = {}
    for name, work in chosen.items():
        line(f"Midiendo {name}")
        results[name] = work()
        fixed += fixed_work()
    line.clear()
    clock, used = zip(*fixed, strict=True)
    machine = {
        "python": platform.python_version(), "nucleos": os.cpu_count() or 1, "carga": os.getloadavg()[0],
        "trabajo_fijo_ms": statistics.median(clock), "ruido": noise(clock), "trabajo_fijo_cpu_ms": statistics.median(used),
        "ruido_cpu": noise(used), "dia": time.strftime("%Y-%m-%d"),
    }  # fmt: skip
    return {"maquina": machine, **results}


def report(results: Results, part: bool = False) -> int:
    """Prints the table and returns how many promises are broken."""
    rows, machine = list(kept(results)), results["maquina"]
    print("\n".join(table(rows)))
    print(
        f"\nRuido de la máquina: un trabajo fijo, repetido antes, entre y después, tarda"
        f" {machine['trabajo_fijo_cpu_ms']:.1f} ms de procesador ({machine['ruido_cpu']:.0%} de dispersión)"
        f" y {machine['trabajo_fijo_ms']:.1f} ms de reloj ({machine['ruido']:.0%})."
        f" Carga {machine['carga']:.1f} con {machine['nucleos']} núcleos; Python {machine['python']}."
    )
    for promise in missing(results):
        if promise.bench in results or not part:
            print(f"Sin medir: {promise.told}.")
    broken = sum(not row.holds for row in rows)
    print(f"Se cumplen {len(rows) - broken} de {len(rows)}.")
    return broken


def _keep(results: Results) -> None:
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    if RESULT.exists():
        RESULT.replace(PREVIOUS)
    RESULT.write_text(json.dumps(results, ensure_ascii=False, indent=1), "utf-8")
    print(f"Guardado en {RESULT}; lo anterior, en {PREVIOUS}.")
    if PREVIOUS.exists():
        _compare_files(PREVIOUS, RESULT)


def _compare_files(old: Path, new: Path) -> int:
    try:
        before, after = (json.loads(path.read_text("utf-8")) for path in (old, new))
    except (OSError, ValueError) as error:
        print(f"kb: no se puede leer {getattr(error, 'filename', None) or old}.", file=sys.stderr)
        return 2
    lines = moved(before, after)
    print("\n".join([f"De {old} a {new}:", *lines]) if lines else f"Nada cambia más que el ruido desde {old}.")
    return 0


def moved(before: Results, after: Results) -> list[str]:
    """The figures that changed more than the noise of both runs together explains."""
    lines = []
    for bench, figures in after.items():
        kind = "ruido" if bench == BY_THE_CLOCK else "ruido_cpu"
        least = max(LEAST, before["maquina"].get(kind, 0.0) + after["maquina"].get(kind, 0.0))
        for name, value in figures.items() if bench != "maquina" else ():
            old = before.get(bench, {}).get(name)
            if isinstance(old, int | float) and isinstance(value, int | float) and old > 0:
                change = value / old - 1
                if abs(change) > least:
                    lines.append(f"  {bench} {name}: {old:.4g} -> {value:.4g} ({change:+.0%})")
    return lines


def benches(books: Path | None) -> dict[str, Bench]:
    """What to measure: reading needs the official books; the rest runs on the shipped corpus where they are absent."""
    table: dict[str, Bench] = {}
    if books is not None:
        table["lectura"] = lambda: bench_books(books)
    else:
        print("aviso: sin los reglamentos oficiales (KB_BOOKS) no se mide la lectura", file=sys.stderr)
    cards = Path(os.environ.get("KB_CARDS") or ROOT.parent / "shared" / "cards") / f"{DEFAULT_GAME}-oficial.jsonl"
    table["busqueda"] = lambda: _searching(books)
    table["cartas"] = lambda: bench_cards(cards if cards.is_file() else None)
    table["motor"] = bench_play
    table["listas"] = bench_lists
    return table


def _searching(books: Path | None) -> Mapping[str, object]:
    with tempfile.TemporaryDirectory(prefix="reglario-bench-") as folder:
        return bench_search(built_kb(books, Path(folder)))


def built_kb(books: Path | None, folder: Path) -> Path:
    """A knowledge base built for the occasion."""
    built = build_from(books)
    write(folder / "kb", built.entries, built.report, built.repairs, lambda to: build_index(built.entries, lexicons(), to))
    return folder / "kb"
