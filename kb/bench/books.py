"""How long reading the five books takes, as a multiple of what markdown-it-py alone needs for the same texts."""

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from markdown_it import MarkdownIt

from kb.books.official import read_book
from kb.books.source import Source, read_source
from kb.store import write

ROUNDS = 5


def bench_books(folder: Path) -> dict[str, float]:
    """Medians of processor time over several rounds, taken in turns so that noise falls on both alike."""
    sources = [read_source(path) for path in sorted(folder.glob("*.txt"))]
    texts = ["\n".join(source.lines) for source in sources]
    plain: list[float] = []
    whole: list[float] = []
    for _ in range(ROUNDS):
        plain.append(_seconds(lambda: [MarkdownIt().parse(text) for text in texts]))
        whole.append(_seconds(lambda: _build(sources)))
    parse, read = statistics.median(plain), statistics.median(whole)
    return {"markdown_s": parse, "lectura_s": read, "lectura_entre_markdown": read / parse, "limite": 6.0}


def _build(sources: Sequence[Source]) -> None:
    """The five books read and written, without our own text and the search index."""
    books = [read_book(source) for source in sources]
    with tempfile.TemporaryDirectory() as folder:
        report = {book.profile.libro: book.report for book in books}
        repairs = {book.profile.libro: book.repairs for book in books}
        write(Path(folder) / "kb", [entry for book in books for entry in book.entries], report, repairs)


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
