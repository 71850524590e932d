"""The commands `kb search` and `kb eval`."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from grammar.game import GAMES
from kb.disk.unpack import folder_of
from kb.disk.whole import checked, settled
from kb.errors import ReadError
from kb.formats.json_text import JsonError, read_json
from kb.search.evaluate import NEVER, Result, questions_in, refused, run, table
from kb.search.models import Answer, Hit
from kb.search.searcher import Searcher
from kb.store import default_kb


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    search = commands.add_parser("search", help="busca una regla preguntando como se habla")
    search.add_argument("query", nargs="?", metavar="CONSULTA", help='p. ej. "puedo disparar si estoy estresado"')
    search.add_argument("--game", metavar="JUEGO", help=f"solo en un juego: {', '.join(GAMES)}")
    search.add_argument("--kind", metavar="CLASE", help="solo entradas de una clase (termino, cualidad, carta…)")
    search.add_argument("--book", metavar="LIBRO", help="solo en un libro")
    search.add_argument("--mode", metavar="MODO", help="solo lo que vale en un modo (campaña, escaramuza, equipos)")
    search.add_argument("--limit", type=int, default=10, metavar="N", help="cuántas entradas (10)")
    search.add_argument("--json", action="store_true", help="salida en JSON")
    search.add_argument("--batch", metavar="FICHERO", help='responde a cada línea {"q", "game"} de un fichero o de -')
    search.add_argument("--explain", action="store_true", help="dice por qué gana cada entrada")
    search.set_defaults(run=_search)
    evaluate = commands.add_parser("eval", help="mide la búsqueda con preguntas de respuesta conocida")
    evaluate.add_argument(
        "questions", nargs="+", type=Path, metavar="PREGUNTAS.jsonl", help="preguntas con su respuesta, una por línea"
    )
    evaluate.add_argument("--no-game", action="store_true", help="sin decir el juego")
    evaluate.add_argument("--by-title", action="store_true", help="compara títulos en vez de líneas o ids")
    evaluate.add_argument("--show", type=int, default=0, metavar="N", help="enseña N fallos")
    evaluate.set_defaults(run=_evaluate)
    for parser in (search, evaluate):
        parser.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")


def _search(args: argparse.Namespace) -> int:
    if (args.query is None) == (args.batch is None):
        print("kb: falta la consulta: da una CONSULTA o --batch FICHERO.", file=sys.stderr)
        return 2
    with Searcher.open(_whole(args.kb or default_kb())) as searcher:
        if args.game and args.game not in searcher.games:
            print(f"kb: no hay ningún juego «{args.game}»; los hay de {', '.join(searcher.games)}.", file=sys.stderr)
            return 2
        if args.batch is not None:
            for row in _rows(args.batch):
                answer = _ask(searcher, args, str(row["q"]), row.get("game") or args.game)
                print(_as_json(answer))
            return 0
        answer = _ask(searcher, args, args.query, args.game)
    print(_as_json(answer) if args.json else _as_text(answer))
    return 0


def _whole(path: Path) -> Path:
    folder = folder_of(settled(path))
    checked(folder, path)
    return folder


def _ask(searcher: Searcher, args: argparse.Namespace, q: str, game: object) -> Answer:
    named, limit = str(game) if game else None, max(0, args.limit)
    return searcher.search(q, named, args.kind, args.book, args.mode, limit, args.explain)


def _rows(source: str) -> Iterator[dict[str, object]]:
    try:
        if source == "-":
            yield from _parsed(sys.stdin, "la entrada")
            return
        with Path(source).open(encoding="utf-8") as file:
            yield from _parsed(file, source)
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(source, "no se puede leer", "Debe ser un texto UTF-8.") from error


def _parsed(file: TextIO, name: str) -> Iterator[dict[str, object]]:
    for n, line in enumerate(file, 1):
        if line.strip():
            try:
                row = read_json(line)
            except JsonError as error:
                raise ReadError(f"{name}:{n}", error.reason) from error
            if not isinstance(row, dict) or "q" not in row:
                raise ReadError(f"{name}:{n}", "falta «q»", 'Cada línea es {"q": "…", "game": "…"}.')
            yield row


def _as_json(answer: Answer) -> str:
    return json.dumps(answer.model_dump(mode="json"), ensure_ascii=False)


def _as_text(answer: Answer) -> str:
    parts = [f"Buscando «{answer.corrected}» en vez de «{answer.q}»."] if answer.corrected else []
    parts += [f"  {line}" for line in answer.understood]
    if answer.note:
        parts.append(answer.note)
    if not answer.hits:
        parts.append("No hay nada parecido.")
    parts += [_hit_text(n, hit) for n, hit in enumerate(answer.hits, 1)]
    if answer.homonyms:
        parts.append("También en: " + ", ".join(f"{h.title} ({h.id})" for h in answer.homonyms))
    return "\n".join(parts)


def _hit_text(n: int, hit: Hit) -> str:
    where = " › ".join((hit.game, *hit.breadcrumb))
    lines = [f"{n}. {hit.title}  [{hit.within}#{hit.anchor}]" if hit.anchor else f"{n}. {hit.title}  [{hit.within}]"]
    lines += [f"   {where}", f"   {hit.passage}"]
    lines += [f"     {r.points:+.2f}  {r.detail or r.feature} ({r.value:.2f})" for r in hit.why]
    return "\n".join(lines)


def _evaluate(args: argparse.Namespace) -> int:
    questions = questions_in(args.questions)
    with Searcher.open(_whole(args.kb or default_kb())) as searcher:
        results = run(searcher, questions, not args.no_game, args.by_title)
    shown = [r for r in results if r.rank > 1 and r.question.answerable][: args.show]
    for result in shown:
        print(_miss(result))
    for row in table(results):
        print(f"{row.name:28} n={row.n:3}  hit@1={row.hit1:.3f}  hit@3={row.hit3:.3f}  MRR={row.mrr:.3f}")
    known, no, wrong, yes = refused(results)
    if no:
        print(f"sin respuesta: reconocidas {known} de {no}")
    if yes:
        print(f"con respuesta: rechazadas {wrong} de {yes}")
    times = sorted(r.answer.ms for r in results)
    print(f"p50 {times[len(times) // 2]:.1f} ms  p95 {times[int(len(times) * 0.95)]:.1f} ms")
    return 0


def _miss(result: Result) -> str:
    rank = "—" if result.rank == NEVER else str(result.rank)
    wanted = (result.question.expect_ids or result.question.expect)[0]
    return f"  {rank:>2} «{result.question.q[:80]}» espera {wanted} y da {[h.id for h in result.answer.hits[:3]]}"
