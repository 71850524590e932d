"""Rows as files: JSON Lines, CSV, SKOS in Turtle, TBX-Basic (ISO 30042:2019). Each takes rows and the site's address."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from kb.dump.terms import LICENCE, SCHEMA, TermRow

LICENCE_URL = "https://opensource.org/license/mit"
NOWHERE = "urn:reglario:"
"""What an address begins with where no site is told."""
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_RUNS = ("=", "+", "-", "@", "\t", "\r")


def as_jsonl(rows: Sequence[TermRow], base: str) -> str:
    return "".join(f"{row.model_dump_json()}\n" for row in rows)


def as_csv(rows: Sequence[TermRow], base: str) -> str:
    """Lists of names are joined by «; ». A cell that a spreadsheet would run is made inert by a leading apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    fields = list(TermRow.model_fields)
    writer.writerow(fields)
    for row in rows:
        writer.writerow([_cell(getattr(row, name)) for name in fields])
    return out.getvalue()


def _cell(value: object) -> str:
    text = "; ".join(value) if isinstance(value, tuple) else str(value or "")
    return f"'{text}" if text.startswith(_RUNS) else text


def uri(base: str, id: str) -> str:
    return f"{base}{quote(id)}"


def as_skos(rows: Sequence[TermRow], base: str) -> str:
    """A concept scheme per game; a name that leads to another term is an alternative label of that term."""
    return "\n".join(_turtle(rows, base)) + "\n"


def _turtle(rows: Sequence[TermRow], base: str) -> Iterator[str]:
    yield "@prefix skos: <http://www.w3.org/2004/02/skos/core#> ."
    yield "@prefix dct: <http://purl.org/dc/terms/> ."
    yield "@prefix owl: <http://www.w3.org/2002/07/owl#> ."
    for first in {row.game: row for row in rows}.values():
        scheme = uri(base, f"glosario/{first.game}")
        yield f"\n<{scheme}> a skos:ConceptScheme ;"
        yield f"  dct:title {_literal(f'Glosario de {first.game_name}')}@es ;"
        yield f"  dct:source {_literal(f'{first.book} {first.edition}')}@es ;"
        yield f"  dct:license <{LICENCE_URL}> ;"
        yield f"  dct:identifier {_literal(f'{SCHEMA} {first.digest}')} ;"
        yield f"  owl:versionInfo {_literal(first.edition)} ."
    known = {row.id: row for row in rows if not row.redirect}
    for row in known.values():
        yield from _concept(row, base, known)


def _above(row: TermRow, known: Mapping[str, TermRow]) -> set[str]:
    """Whatever is broader than a term, however far: SKOS does not let it be merely related."""
    found: set[str] = set()
    above = row.broader
    while above is not None and above in known and above not in found:
        found.add(above)
        above = known[above].broader
    return found


def _concept(row: TermRow, base: str, known: Mapping[str, TermRow]) -> Iterator[str]:
    lines = ["a skos:Concept", f"skos:inScheme <{uri(base, f'glosario/{row.game}')}>"]
    lines += [f"skos:prefLabel {_literal(row.term)}@es", f"skos:notation {_literal(row.id)}"]
    lines += [f"skos:altLabel {_literal(name)}@es" for name in row.names_es]
    lines += [f"skos:{'altLabel' if n else 'prefLabel'} {_literal(name)}@en" for n, name in enumerate(row.names_en)]
    lines += [f"skos:definition {_literal(row.definition)}@es"] if row.definition else []
    lines += [f"skos:broader <{uri(base, row.broader)}>"] if row.broader is not None and row.broader in known else []
    beside = (known[id] for id in row.see_also if id in known)
    lines += [
        f"skos:related <{uri(base, o.id)}>" for o in beside if o.id not in _above(row, known) and row.id not in _above(o, known)
    ]
    yield f"\n<{uri(base, row.id)}> " + " ;\n  ".join(lines) + " ."


def _literal(text: str) -> str:
    plain = _NOT_XML.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + plain.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'


def as_tbx(rows: Sequence[TermRow], base: str) -> str:
    return "\n".join(_tbx(rows, base)) + "\n"


def _tbx(rows: Sequence[TermRow], base: str) -> Iterator[str]:
    names = ", ".join(dict.fromkeys(f"{row.game_name} ({row.book} {row.edition})" for row in rows))
    digest = rows[0].digest if rows else ""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<tbx style="dca" type="TBX-Basic" xml:lang="es" xmlns="urn:iso:std:iso:30042:ed-2">'
    yield f"<tbxHeader><fileDesc><titleStmt><title>Glosario de {_x(names)}</title></titleStmt>"
    yield f"<sourceDesc><p>Reglario, {SCHEMA}. Licencia {LICENCE}: {LICENCE_URL}. Huella {digest}.</p></sourceDesc></fileDesc>"
    yield "</tbxHeader>"
    yield "<text><body>"
    for row in rows:
        if not row.redirect:
            yield from _tbx_entry(row, base)
    yield "</body></text></tbx>"


def _tbx_entry(row: TermRow, base: str) -> Iterator[str]:
    yield f"<conceptEntry id={_attribute(f'c-{row.id}'.replace('/', '.'))}>"
    yield f'<descrip type="subjectField">{_x(row.game_name)}</descrip>'
    yield f'<xref type="externalCrossReference" target={_attribute(uri(base, row.id))}>{_x(row.id)}</xref>'
    yield '<langSec xml:lang="es">'
    if row.definition:
        told = f"{row.book} {row.edition}, en palabras de Reglario"
        yield f'<descripGrp><descrip type="definition">{_x(row.definition)}</descrip>'
        yield f'<admin type="source">{_x(told)}</admin></descripGrp>'
    yield from (_tbx_term(name, n == 0) for n, name in enumerate((row.term, *row.names_es)))
    yield "</langSec>"
    if row.names_en:
        yield '<langSec xml:lang="en">' + "".join(_tbx_term(name, n == 0) for n, name in enumerate(row.names_en)) + "</langSec>"
    yield "</conceptEntry>"


def _tbx_term(name: str, preferred: bool) -> str:
    status = "preferredTerm-admn-sts" if preferred else "admittedTerm-admn-sts"
    return f'<termSec><term>{_x(name)}</term><termNote type="administrativeStatus">{status}</termNote></termSec>'


def _x(text: str) -> str:
    return escape(_NOT_XML.sub(" ", text))


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub(" ", text))


class Format(NamedTuple):
    write: Callable[[Sequence[TermRow], str], str]
    mimetype: str
    told: str


FORMATS = {
    "jsonl": Format(as_jsonl, "application/x-ndjson; charset=utf-8", "JSON Lines, un término por línea"),
    "csv": Format(as_csv, "text/csv; charset=utf-8", "CSV, para hojas de cálculo"),
    "ttl": Format(as_skos, "text/turtle; charset=utf-8", "SKOS en Turtle, para datos enlazados"),
    "tbx": Format(as_tbx, "application/x-tbx+xml; charset=utf-8", "TBX-Basic (ISO 30042), para traductores"),
}
"""By the ending of its files."""
