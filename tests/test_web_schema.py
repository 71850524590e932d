"""The OpenAPI document against the API itself: Schemathesis looks for 5xx and for answers that the document does not tell."""

from pathlib import Path

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from openapi_spec_validator import validate
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from web.api import OPERATIONS
from web.app import create_app
from web.rulings.database import database_url, upgrade

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def app(shipped_kb: Path) -> Flask:
    upgrade(database_url())
    return create_app(shipped_kb)


@pytest.mark.parametrize("path", sorted({path for _, path in OPERATIONS}))
def test_the_api_keeps_its_word(app: Flask, path: str) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for operation in (found.ok() for found in schema.get_all_operations()):
        if operation.path != path:
            continue

        @given(case=operation.as_strategy())
        @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
        def tried(case: schemathesis.Case) -> None:
            case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

        tried()


def test_document_is_openapi(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    validate(document)
    assert document["openapi"] == "3.1.0"
