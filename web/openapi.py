"""The OpenAPI 3.1 document, made from the declared operations and their pydantic models."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from web.api import OPERATIONS, PREFIX, Operation
from web.errors import ErrorOut
from web.models import CARD_GAME_FORMAT, GAME_FORMAT

_PATH_SCHEMAS: dict[str, dict[str, Any]] = {
    "game": {"type": "string", "format": GAME_FORMAT},
    "path": {"type": "string", "minLength": 1, "maxLength": 200},
    "int": {"type": "integer", "minimum": 1, "maximum": 2147483647},
    "string": {"type": "string", "minLength": 1, "maxLength": 60},
}
_ERRORS = {
    "400": "Petición incorrecta", "404": "No encontrado", "413": "Demasiado grande", "414": "Dirección demasiado larga",
    "415": "No es JSON", "429": "Demasiadas peticiones", "431": "Cabeceras demasiado largas",
    "503": "Sin base de conocimiento",
}  # fmt: skip


Refs = Mapping[Any, dict[str, Any]]
"""By model and mode, as pydantic names them."""


def document(version: str, games: Iterable[str], card_games: Iterable[str]) -> dict[str, Any]:
    """The document of a site with these games, and these whose cards are read."""
    operations = list(OPERATIONS.values())
    models: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {(ErrorOut, "serialization"): None}
    models.update({(o.response, "serialization"): None for o in operations})
    models.update({(o.body, "validation"): None for o in operations if o.body})
    refs, schemas = models_json_schema(list(models), ref_template="#/components/schemas/{model}")
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation, refs)
    told = {
        "openapi": "3.1.0",
        "info": {
            "title": "Reglario",
            "version": version,
            "description": "Las reglas de juegos de mesa: buscables, citables y ejecutables.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": PREFIX}],
        "paths": paths,
        "components": {"schemas": schemas.get("$defs", {})},
    }
    return {**told, **_listed(told, {GAME_FORMAT: list(games), CARD_GAME_FORMAT: list(card_games)})}


def _listed(part: Any, games: Mapping[str, list[str]]) -> Any:
    """The same with the games named wherever one of them is meant."""
    if isinstance(part, list):
        return [_listed(item, games) for item in part]
    if not isinstance(part, dict):
        return part
    if isinstance(mark := part.get("format"), str) and mark in games:
        return {"type": "string", "enum": games[mark]}
    return {name: _listed(item, games) for name, item in part.items()}


def _operation(operation: Operation, refs: Refs) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _PATH_SCHEMAS[kind]} for name, kind in operation.params
    ]
    if operation.query is not None:
        schema = operation.query.model_json_schema()
        parameters += [
            {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": _inlined(field, schema)}
            for name, field in schema["properties"].items()
        ]
    answers: dict[str, Any] = {"200": _json("Respuesta", refs[operation.response, "serialization"])}
    answers.update({status: _json(text, refs[ErrorOut, "serialization"]) for status, text in _ERRORS.items()})
    told: dict[str, Any] = {
        "summary": operation.summary,
        "tags": [operation.tag],
        "operationId": f"{operation.method}_{operation.path.strip('/').replace('/', '_').replace('{', '').replace('}', '')}",
        "parameters": parameters,
        "responses": answers,
    }
    if operation.body is not None:
        told["requestBody"] = {"required": True, **_json("Cuerpo", refs[operation.body, "validation"])}
    return told


def _inlined(field: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A query parameter that may be left out is simply optional: OpenAPI has no null in an address."""
    options = [o for o in field.get("anyOf", ()) if o.get("type") != "null" and o.get("const") != ""]
    kept = {k: v for k, v in field.items() if k not in ("anyOf", "title", "default") or (k == "default" and v)}
    return {**kept, **options[0]} if options else kept


def _json(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
