"""Findings in four dresses: text with a caret, JSON, SARIF 2.1.0 and GitHub annotations."""

import json
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from grammar.diagnostics import JSON_SEVERITY, Diagnostic, Fix
from grammar.lint import CATALOGUE
from kb.cards.files import Card
from kb.cards.marks import caret

Findings = Sequence[tuple[Card, Diagnostic]]
SARIF_LEVEL: dict[str, str] = {"error": "error", "aviso": "warning", "nota": "note"}
GITHUB_LEVEL: dict[str, str] = {"error": "error", "aviso": "warning", "nota": "notice"}
HOME = "https://reglario.example"


_given: dict[str, str] = {}


def given(path: str, content: str) -> None:
    """What came by the standard input under this name: the file of that name, if there is one, may say something else."""
    _given[path] = content


@lru_cache(maxsize=8)
def _content(path: str) -> str:
    try:
        return sheet_text(path)
    except OSError:
        return ""


def place(card: Card, diagnostic: Diagnostic, at: int | None = None) -> tuple[int, int]:
    """Line and column in the file; where the file is not at hand, in the card's text."""
    content = _given.get(card.path) or _content(card.path) if card.spot is not None else ""
    return place_in(card, diagnostic.span[0] if at is None else at, content)


def place_in(card: Card, at: int, content: str) -> tuple[int, int]:
    """Line and column of a place of the card's text in the file with this content."""
    if content and card.spot is not None and card.spot.place(at) <= len(content):
        offset = card.spot.place(at)
        return content.count("\n", 0, offset) + 1, offset - content.rfind("\n", 0, offset)
    before = card.text[:at]
    if card.path.endswith((".md", ".markdown", ".yaml", ".yml", ".txt")):
        return card.line + before.count("\n"), len(before) - (before.rfind("\n") + 1) + 1
    return card.line, at + 1


def sheet_text(path: str) -> str:
    raw = Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def help_address(code: str) -> str:
    """Where a code is explained: at the site that `KB_URL` names, or at the address that our documents use."""
    return f"{os.environ.get('KB_URL', HOME).rstrip('/')}/taller/codigos#{code.lower()}"


def as_text(findings: Findings) -> str:
    return "\n".join(one_text(card, diagnostic) for card, diagnostic in findings)


def one_text(card: Card, diagnostic: Diagnostic) -> str:
    line, column = place(card, diagnostic)
    head = f"{card.path}:{line}:{column}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message} [{card.id}]"
    parts = [head, *caret(card.text, *diagnostic.span)]
    if diagnostic.expected:
        parts.append(f"    se esperaba: {', '.join(diagnostic.expected[:6])}")
    parts.extend(read_as(diagnostic))
    if diagnostic.fix is not None and diagnostic.fix.safe:
        parts.append(f"    arreglo: «{diagnostic.fix.text}»")
    return "\n".join(parts)


def read_as(diagnostic: Diagnostic) -> list[str]:
    """The readings to choose from, each with the wording that says only that."""
    return [f"    se lee: {r.says}" + (f"\n      dilo así: «{r.text}»" if r.text else "") for r in diagnostic.readings]


def as_json(findings: Findings) -> str:
    rows = [
        {"file": c.path, "line": place(c, d)[0], "column": place(c, d)[1], "card": c.id, **d.as_dict()} for c, d in findings
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)


def as_github(findings: Findings) -> str:
    lines = []
    for card, diagnostic in findings:
        line, column = place(card, diagnostic)
        message = diagnostic.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        level = GITHUB_LEVEL[diagnostic.severity]
        lines.append(f"::{level} file={card.path},line={line},col={column},title={diagnostic.code}::{message}")
    return "\n".join(lines)


def as_sarif(findings: Findings) -> str:
    used = sorted({diagnostic.code for _, diagnostic in findings})
    rules = [
        {"id": code, "shortDescription": {"text": CATALOGUE[code].title}, "fullDescription": {"text": CATALOGUE[code].about},
         "helpUri": help_address(code),
         "defaultConfiguration": {"level": SARIF_LEVEL[CATALOGUE[code].severity]}}
        for code in used
    ]  # fmt: skip
    run = {
        "tool": {"driver": {"name": "kb lint", "informationUri": help_address("").rstrip("#"), "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(card, diagnostic, used) for card, diagnostic in findings],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _sarif_result(card: Card, diagnostic: Diagnostic, rules: list[str]) -> dict[str, Any]:
    line, column = place(card, diagnostic)
    last = place(card, diagnostic, max(diagnostic.span[0], diagnostic.span[1]))
    region = {
        "startLine": line,
        "startColumn": column,
        "endLine": last[0],
        "endColumn": max(last[1], column + (last[0] == line)),
    }
    location = {
        "physicalLocation": {"artifactLocation": {"uri": card.path}, "region": region},
        "logicalLocations": [{"name": card.id}],
    }
    result: dict[str, Any] = {
        "ruleId": diagnostic.code, "ruleIndex": rules.index(diagnostic.code), "level": SARIF_LEVEL[diagnostic.severity],
        "message": {"text": diagnostic.message}, "locations": [location],
    }  # fmt: skip
    if diagnostic.fix is not None and card.spot is not None:
        result["fixes"] = [_sarif_fix(card, diagnostic, diagnostic.fix)]
    return result


def _sarif_fix(card: Card, diagnostic: Diagnostic, fix: Fix) -> dict[str, Any]:
    start, end = place(card, diagnostic, fix.start), place(card, diagnostic, fix.end)
    words = card.spot.written(fix.text) if card.spot is not None else fix.text
    region = {"startLine": start[0], "startColumn": start[1], "endLine": end[0], "endColumn": end[1]}
    change = {"deletedRegion": region, "insertedContent": {"text": words}}
    described = "arreglo seguro" if fix.safe else "propuesta: mira si es lo que quieres decir"
    return {
        "description": {"text": described},
        "artifactChanges": [{"artifactLocation": {"uri": card.path}, "replacements": [change]}],
    }


FORMATS: dict[str, Callable[[Findings], str]] = {"text": as_text, "json": as_json, "sarif": as_sarif, "github": as_github}
__all__ = ["FORMATS", "JSON_SEVERITY", "as_github", "as_json", "as_sarif", "as_text", "caret"]
