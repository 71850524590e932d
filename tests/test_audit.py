"""What the audit says: findings fail, silence is told as silence."""

import pytest

from tests.audit import told

CLEAN, SKIPPED = {"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "no se conoce"}
BAD = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1"}]}


@pytest.mark.parametrize(
    ("rows", "status", "words"),
    [
        ([CLEAN], 0, "1 dependencias sin vulnerabilidades conocidas."),
        ([CLEAN, SKIPPED], 0, "de 1 no se ha podido preguntar"),
        ([SKIPPED, SKIPPED], 0, "AVISO: no se ha podido preguntar por ninguna de las 2"),
        ([], 0, "AVISO"),
        ([CLEAN, BAD, SKIPPED], 1, "c 2: PYSEC-1"),
    ],
)
def test_what_the_audit_says(rows: list, status: int, words: str) -> None:
    assert told({"dependencies": rows})[0] == status and words in told({"dependencies": rows})[1]
