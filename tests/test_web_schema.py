"""The OpenAPI document against the API itself: Schemathesis looks for 5xx and for answers that the document does not tell."""

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from openapi_spec_validator import validate
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from web.app import create_app
from web.rulings.database import database_url, upgrade

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture
def api_schema(shipped_kb: Path) -> schemathesis.BaseSchema:
    upgrade(database_url())
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", create_app(shipped_kb))


schema = schemathesis.pytest.from_fixture("api_schema")


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_the_api_keeps_its_word(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


def test_document_is_openapi(shipped_kb: Path) -> None:
    document = create_app(shipped_kb).test_client().get("/api/v1/openapi.json").get_json()
    validate(document)
    assert document["openapi"] == "3.1.0"
