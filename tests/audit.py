"""`python -m tests.audit`: known vulnerabilities of what is installed, by pip-audit. Ends with 1 on a finding.

Where the service of vulnerabilities cannot be asked it says so, and ends with 0: pip-audit alone would say that all is well.
"""

import json
import subprocess
import sys
from typing import Any

SECONDS = 120


def told(report: dict[str, Any]) -> tuple[int, str]:
    """Exit status and sentence for a report of pip-audit."""
    rows = report.get("dependencies", [])
    asked = [row for row in rows if "vulns" in row]
    found = [f"{row['name']} {row['version']}: {bug['id']}" for row in asked for bug in row["vulns"]]
    if found:
        return 1, "auditoría: vulnerabilidades conocidas:\n  " + "\n  ".join(found)
    if not asked:
        return (
            0,
            f"auditoría: AVISO: no se ha podido preguntar por ninguna de las {len(rows)} dependencias; aquí no se sabe nada.",
        )
    left = f"; de {len(rows) - len(asked)} no se ha podido preguntar" if len(asked) < len(rows) else ""
    return 0, f"auditoría: {len(asked)} dependencias sin vulnerabilidades conocidas{left}."


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--skip-editable"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        status, sentence = told(json.loads(done.stdout))
    except (json.JSONDecodeError, subprocess.TimeoutExpired):
        status, sentence = 0, "auditoría: AVISO: el servicio de vulnerabilidades no responde; aquí no se sabe nada."
    print(sentence, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
