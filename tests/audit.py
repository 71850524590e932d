"""`python -m tests.audit`: known vulnerabilities of what the lock files install, by pip-audit.

Ends with 0 if all were asked about and none is known, 1 on a finding, and 3 if any could not be asked about: «no auditado» is
never taken for clean.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 120
LOCK = Path(__file__).resolve().parent.parent / "requirements-dev.txt"
CLEAN, FOUND, NOT_AUDITED = 0, 1, 3


def told(report: dict[str, Any]) -> tuple[int, str]:
    """Exit status and sentence for a report of pip-audit."""
    rows = report.get("dependencies", [])
    asked = [row for row in rows if "vulns" in row]
    found = [f"{row['name']} {row['version']}: {bug['id']}" for row in asked for bug in row["vulns"]]
    if found:
        return FOUND, "auditoría: vulnerabilidades conocidas:\n  " + "\n  ".join(found)
    if not asked or len(asked) < len(rows):
        return NOT_AUDITED, f"auditoría: NO AUDITADO: de {len(rows) - len(asked)} de {len(rows)} dependencias no se sabe nada."
    return CLEAN, f"auditoría: {len(asked)} dependencias sin vulnerabilidades conocidas."


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--disable-pip", "--no-deps"]
    command += ["--requirement", str(LOCK), "--require-hashes"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        status, sentence = told(json.loads(done.stdout))
    except (json.JSONDecodeError, subprocess.TimeoutExpired):
        status, sentence = (
            NOT_AUDITED,
            "auditoría: NO AUDITADO: el servicio de vulnerabilidades no responde; aquí no se sabe nada.",
        )
    print(sentence, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
