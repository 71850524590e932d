"""What the audit says: findings fail, silence is told as silence and never passes for clean."""

import pytest

from tests.audit import told

CLEAN, SKIPPED = {"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "no se conoce"}
BAD = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1"}]}


@pytest.mark.parametrize(
    ("rows", "status", "words"),
    [
        ([CLEAN], 0, "1 dependencias sin vulnerabilidades conocidas."),
        ([CLEAN, SKIPPED], 3, "NO AUDITADO: de 1 de 2 dependencias"),
        ([SKIPPED, SKIPPED], 3, "NO AUDITADO: de 2 de 2"),
        ([], 3, "NO AUDITADO"),
        ([CLEAN, BAD, SKIPPED], 1, "c 2: PYSEC-1"),
    ],
)
def test_what_the_audit_says(rows: list, status: int, words: str) -> None:
    assert told({"dependencies": rows})[0] == status and words in told({"dependencies": rows})[1]
