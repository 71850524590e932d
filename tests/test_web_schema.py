"""The OpenAPI document against the API itself: Schemathesis looks for 5xx and for answers that the document does not tell."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from web.api import OPERATIONS
from web.app import create_app
from web.rulings.database import database_url, upgrade


@pytest.fixture(scope="module")
def app(shipped_kb: Path) -> Flask:
    upgrade(database_url())
    return create_app(shipped_kb)


@pytest.fixture(scope="module")
def operations(app: Flask) -> list[Any]:
    """Of the document, read once. Schemathesis takes a second to load: only the process that asks for it does."""
    import schemathesis

    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    return [found.ok() for found in schema.get_all_operations()]


@pytest.mark.parametrize("path", sorted({path for _, path in OPERATIONS}))
def test_the_api_keeps_its_word(operations: list[Any], path: str) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    kept = (checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance)
    ours = [operation for operation in operations if operation.path == path]
    assert ours
    for operation in ours:

        @given(case=operation.as_strategy())
        @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
        def tried(case: Any) -> None:
            case.call_and_validate(checks=[not_a_server_error, *kept], headers={"Accept-Encoding": "identity"})

        tried()


def test_document_is_openapi(app: Flask) -> None:
    from openapi_spec_validator import validate

    document = app.test_client().get("/api/v1/openapi.json").get_json()
    validate(document)
    assert document["openapi"] == "3.1.0"
