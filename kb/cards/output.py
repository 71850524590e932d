"""Findings in four dresses: text with a caret, JSON, SARIF 2.1.0 and GitHub annotations."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from grammar.diagnostics import JSON_SEVERITY, Diagnostic
from grammar.lint import CATALOGUE
from kb.cards.files import Card

Findings = Sequence[tuple[Card, Diagnostic]]
SARIF_LEVEL: dict[str, str] = {"error": "error", "aviso": "warning", "nota": "note"}
GITHUB_LEVEL: dict[str, str] = {"error": "error", "aviso": "warning", "nota": "notice"}
WIDTH = 100


def place(card: Card, diagnostic: Diagnostic) -> tuple[int, int]:
    """Line and column in the file; inside one JSON line the column counts from the start of the text."""
    before = card.text[: diagnostic.span[0]]
    if card.path.endswith((".md", ".markdown", ".yaml", ".yml")):
        return card.line + before.count("\n"), len(before) - (before.rfind("\n") + 1) + 1
    return card.line, diagnostic.span[0] + 1


def as_text(findings: Findings) -> str:
    return "\n".join(one_text(card, diagnostic) for card, diagnostic in findings)


def one_text(card: Card, diagnostic: Diagnostic) -> str:
    line, column = place(card, diagnostic)
    head = f"{card.path}:{line}:{column}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message} [{card.id}]"
    parts = [head, *caret(card.text, *diagnostic.span)]
    if diagnostic.expected:
        parts.append(f"    se esperaba: {', '.join(diagnostic.expected[:6])}")
    if diagnostic.fix is not None and diagnostic.fix.safe:
        parts.append(f"    arreglo: «{diagnostic.fix.text}»")
    return "\n".join(parts)


def caret(text: str, start: int, end: int) -> list[str]:
    """The piece of the text around the place, with a mark below."""
    if end - start > WIDTH:
        return [f"    {text[start : start + WIDTH]}…".replace("\n", " ")]
    left = max(0, start - (WIDTH - (end - start)) // 2)
    piece = text[left : left + WIDTH].replace("\n", " ")
    return [f"    {piece}", "    " + " " * (start - left) + "^" * max(1, end - start)]


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
         "helpUri": f"docs/diagnosticos.md#{code.lower()}",
         "defaultConfiguration": {"level": SARIF_LEVEL[CATALOGUE[code].severity]}}
        for code in used
    ]  # fmt: skip
    run = {
        "tool": {"driver": {"name": "kb lint", "informationUri": "docs/diagnosticos.md", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(card, diagnostic, used) for card, diagnostic in findings],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _sarif_result(card: Card, diagnostic: Diagnostic, rules: list[str]) -> dict[str, Any]:
    line, column = place(card, diagnostic)
    width = max(1, diagnostic.span[1] - diagnostic.span[0])
    region = {"startLine": line, "startColumn": column, "endColumn": column + width}
    location = {
        "physicalLocation": {"artifactLocation": {"uri": card.path}, "region": region},
        "logicalLocations": [{"name": card.id}],
    }
    result: dict[str, Any] = {
        "ruleId": diagnostic.code, "ruleIndex": rules.index(diagnostic.code), "level": SARIF_LEVEL[diagnostic.severity],
        "message": {"text": diagnostic.message}, "locations": [location],
    }  # fmt: skip
    return result


FORMATS: dict[str, Callable[[Findings], str]] = {"text": as_text, "json": as_json, "sarif": as_sarif, "github": as_github}
__all__ = ["FORMATS", "JSON_SEVERITY", "as_github", "as_json", "as_sarif", "as_text", "caret"]
