"""A finding about a text: stable code, severity, place, message in Spanish, and a fix where it is safe."""

from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["error", "aviso", "nota"]
JSON_SEVERITY: dict[Severity, str] = {"error": "error", "aviso": "warning", "nota": "info"}


@dataclass(frozen=True)
class Fix:
    """Replaces text[start:end]. Only what cannot change the meaning is `safe`."""

    start: int
    end: int
    text: str
    safe: bool = True


@dataclass(frozen=True)
class Reading:
    """One of several meanings of a text: what only this one says, and the text that says it alone, where there is one."""

    says: str
    text: str = ""


@dataclass(frozen=True)
class Diagnostic:
    code: str
    severity: Severity
    message: str
    span: tuple[int, int]
    expected: tuple[str, ...] = ()
    fix: Fix | None = None
    readings: tuple[Reading, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"code": self.code, "severity": JSON_SEVERITY[self.severity], "message": self.message}
        found["span"] = list(self.span)
        if self.expected:
            found["expected"] = list(self.expected)
        if self.fix is not None:
            found["fix"] = {"span": [self.fix.start, self.fix.end], "text": self.fix.text, "safe": self.fix.safe}
        if self.readings:
            found["readings"] = [{"says": reading.says, "text": reading.text} for reading in self.readings]
        return found


def apply_fixes(text: str, diagnostics: tuple[Diagnostic, ...]) -> str:
    """The text with every safe fix applied; of two that overlap, the later one in the text."""
    return apply_edits(text, safe_fixes(diagnostics))


def safe_fixes(diagnostics: tuple[Diagnostic, ...]) -> tuple[Fix, ...]:
    """Those that may be made without asking, from the end of the text on, none over another."""
    kept: list[Fix] = []
    for fix in sorted((d.fix for d in diagnostics if d.fix is not None and d.fix.safe), key=lambda fix: (-fix.start, fix.end)):
        if not kept or fix.end <= kept[-1].start:
            kept.append(fix)
    return tuple(kept)


def apply_edits(text: str, fixes: tuple[Fix, ...]) -> str:
    """From the end, so that places stay right; one that overlaps another is left."""
    limit = len(text) + 1
    for fix in sorted(fixes, key=lambda fix: -fix.start):
        if fix.end <= limit:
            text = text[: fix.start] + fix.text + text[fix.end :]
            limit = fix.start
    return text
