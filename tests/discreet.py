"""What no public error may tell: where our files are, where our databases are, what our code is called."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_FOLDERS = r"/(?:etc|home|mnt|opt|proc|root|run|srv|tmp|usr|var|work)/"
_FILES = r"[\w-]+\.(?:jsonl?|kb|lark|py|seg|sqlite|toml)\b"
_DATABASES = r"sqlite|postgres|psycopg|sqlalchemy|redis|alembic|127\.0\.0\.1|localhost|::1|port \d+"
_CODE = r"Traceback|\b[A-Z]\w+(?:Error|Exception)\b|\bKB_[A-Z]+"
FEEDS = re.compile(r"/dictamenes/canal\.json|http://localhost(?=/)")
"""Addresses of the site: no file of ours, and the host that the test's own client asks."""
TELLING = re.compile("|".join((_FOLDERS, _FILES, _DATABASES, _CODE)), re.IGNORECASE)


def is_public_error(path: str, status: int) -> bool:
    return status >= 400 or path.startswith("/readyz")


def assert_discreet(path: str, status: int, text: str) -> None:
    if is_public_error(path, status):
        found = TELLING.search(FEEDS.sub("", text))
        assert found is None, f"{status} at {path} tells {found[0]!r}: {text[max(0, found.start() - 200) : found.end() + 80]}"


@pytest.fixture
def discreet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks at every error that a test's clients get, and at what /readyz says, whatever the test itself is about."""
    opened = FlaskClient.open

    def checked(client: FlaskClient, *args: object, **kwargs: object) -> TestResponse:
        answer = opened(client, *args, **kwargs)
        assert_discreet(answer.request.path, answer.status_code, answer.text)
        return answer

    monkeypatch.setattr(FlaskClient, "open", checked)
