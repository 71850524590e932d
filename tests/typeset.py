"""Entries typeset as a printed rulebook, in two columns with running heads and page numbers, by a browser's print."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from markdown_it import MarkdownIt

from kb.models import Block, Entry

BROWSER = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --no-pdf-header-footer"
).split()
_MD = MarkdownIt("commonmark", {"html": False})
STYLE = """
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-center { content: counter(page); font-size: 8pt }
        @top-left { content: "TITULO"; font-size: 8pt } }
body { font: 9.5pt/1.35 "DejaVu Serif", serif; margin: 0 }
main { columns: 2; column-gap: 9mm }
h1 { font-size: 19pt; margin: 6mm 0 3mm; line-height: 1.15 } h2 { font-size: 15pt; margin: 5mm 0 2mm; line-height: 1.2 }
h3 { font-size: 13pt; margin: 4mm 0 1.5mm } h4 { font-size: 11.5pt; margin: 3mm 0 1mm }
h5 { font-size: 10.5pt; margin: 3mm 0 1mm } h1, h2, h3, h4, h5 { break-after: avoid }
p { margin: 0 0 2mm } ul { margin: 0 0 2mm; padding-left: 5mm; list-style: none } li { margin: 0 0 1mm; text-indent: -4mm }
table { width: 100%; table-layout: fixed; margin: 0 0 2mm }
td { padding: 0 3mm 0 0; vertical-align: top; overflow-wrap: anywhere }
"""


def html_of(title: str, entries: Sequence[Entry], upper: bool = False, asked: bool = False) -> str:
    """A book: each entry a heading of its depth and its blocks, in order; `asked`: questions as «P:» and «R:»."""
    by_id = {e.id: e for e in entries}

    def depth(e: Entry) -> int:
        return 1 + depth(by_id[e.parent]) if e.parent in by_id else 1

    parts = []
    for e in entries:
        if asked and e.kind == "pregunta":
            parts.append(f"<p>P: {escape(e.title)}</p><p>R: {_blocks(e.blocks).removeprefix('<p>')}")
            continue
        level = min(depth(e), 5)
        parts.append(f"<h{level}>{escape(e.title.upper() if upper else e.title)}</h{level}>")
        parts.append(_blocks(e.blocks))
    style = STYLE.replace("TITULO", title)
    head = f'<!doctype html><html lang="es"><title>{escape(title)}</title><style>{style}</style>'
    return f"{head}<main>{''.join(parts)}</main></html>"


def _blocks(blocks: Sequence[Block]) -> str:
    out = []
    for kind, run in groupby(blocks, key=lambda b: (b.kind in ("vineta", "paso") and "lista") or b.kind):
        rows = list(run)
        if kind == "lista":
            out.append(_list(rows))
        elif kind == "tabla":
            cells = "".join("<tr>" + "".join(f"<td>{_inline(c)}</td>" for c in b.md.split(" | ")) + "</tr>" for b in rows)
            out.append(f"<table>{cells}</table>")
        else:
            out += [f"<p>{_inline(b.md)}</p>" for b in rows]
    return "".join(out)


def _list(rows: Sequence[Block]) -> str:
    out, open_at = "", -1
    for b in rows:
        while open_at < b.depth:
            out, open_at = out + "<ul>", open_at + 1
        while open_at > b.depth:
            out, open_at = out + "</ul>", open_at - 1
        mark = f"{b.label[-2:] if len(b.label) > 2 else b.label}." if b.kind == "paso" and b.label else "•"
        out += f"<li>{mark} {_inline(b.md)}</li>"
    return out + "</ul>" * (open_at + 1)


def _inline(md: str) -> str:
    return str(_MD.renderInline(md))


def print_pdf(html: str, out: Path) -> Path:
    """The page as PDF, by the browser that is installed."""
    assert BROWSER is not None
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "libro.html"
        page.write_text(html, "utf-8")
        command = [BROWSER, *FLAGS, f"--user-data-dir={folder}/perfil", f"--print-to-pdf={out}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
    return out
