"""How an endpoint of /api/v1 is declared: one decorator makes the route, checks the query and feeds OpenAPI."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from flask import Blueprint, Response, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from web.body import json_body
from web.errors import WebError
from web.kept.pages import JSON, Page, Rulings, page_from, respond
from web.library import site

PREFIX = "/api/v1"
M = TypeVar("M", bound=BaseModel)
View = Callable[..., BaseModel]


class Query(BaseModel):
    """The parameters of a call; one that is not known is an error, not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class FormQuery(Query):
    """The query of a page that is a form. A game that the project does not ship may have fields of its own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    def sent(self, fields: Iterable[str]) -> dict[str, str]:
        """What was sent, all of it fields of these forms."""
        texts: dict[str, str] = self.model_dump(exclude_none=True)
        if strange := [name for name in texts if name not in set(fields)]:
            wrong = dict.fromkeys(strange, _REASONS["extra_forbidden"])
            raise _refused(wrong)
        return texts


def form_query(name: str, fields: Iterable[str], longest: int) -> type[FormQuery]:
    """A form's query: texts, each of which may be left out."""
    texts: dict[str, Any] = {field: (str | None, Field(None, max_length=longest)) for field in fields}
    return create_model(name, __base__=FormQuery, **texts)


@dataclass(frozen=True)
class Operation:
    path: str
    """In OpenAPI's form: `/entries/{id}`."""
    method: str
    summary: str
    tag: str
    response: type[BaseModel]
    query: type[Query] | None
    body: type[BaseModel] | None
    params: tuple[tuple[str, str], ...]
    """Name and converter of each parameter in the path."""


OPERATIONS: dict[tuple[str, str], Operation] = {}
_PARAM = re.compile(r"<(?:(\w+):)?(\w+)>")


def get(bp: Blueprint, rule: str, *, summary: str, tag: str, response: type[BaseModel],
        query: type[Query] | None = None, cached: bool = True,
        rulings: Callable[[], Rulings | None] = lambda: None) -> Callable[[View], Callable[..., Response]]:  # fmt: skip
    """Declares a reading endpoint. Its view takes the path's parameters, and `query` where it has one; `rulings` notes which
    it is about to show."""

    def declare(view: View) -> Callable[..., Response]:
        params = tuple((name, kind or "string") for kind, name in _PARAM.findall(rule))
        path = _PARAM.sub(r"{\2}", rule)
        OPERATIONS["get", path] = Operation(path, "get", summary, tag, response, query, None, params)

        @wraps(view)
        def answer(**values: Any) -> Response:
            if query is not None:
                values["query"] = checked(query, request.args.to_dict())
            elif request.args:
                checked(Query, request.args.to_dict())

            def make() -> Page:
                note = rulings()  # before they are read: if one changes in between, the answer is made again
                return page_from(view(**values).model_dump_json(), JSON, note)

            return respond(site().searches.get(request.full_path, make) if cached else make())

        bp.add_url_rule(PREFIX + rule, f"api_{view.__name__}", answer, methods=["GET"])
        return answer

    return declare


def post(bp: Blueprint, rule: str, *, summary: str, tag: str, response: type[BaseModel],
         body: type[BaseModel]) -> Callable[[View], Callable[..., Response]]:  # fmt: skip
    """Declares an endpoint that works on a JSON body and keeps nothing. Its view takes the body as its model."""

    def declare(view: View) -> Callable[..., Response]:
        OPERATIONS["post", rule] = Operation(rule, "post", summary, tag, response, None, body, ())

        @wraps(view)
        def answer() -> Response:
            if request.args:
                checked(Query, request.args.to_dict())
            made = view(checked(body, json_body()))
            return Response(made.model_dump_json(), content_type=JSON, headers={"Cache-Control": "no-store"})

        bp.add_url_rule(PREFIX + rule, f"api_{view.__name__}", answer, methods=["POST"])
        return answer

    return declare


def checked(model: type[M], values: object) -> M:
    """The values as the model, or an error that names each field that is wrong."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        wrong = {".".join(map(str, e["loc"])) or "cuerpo": _spanish(e["type"], e.get("ctx", {})) for e in error.errors()}
        raise _refused(wrong) from error


def _refused(wrong: dict[str, str]) -> WebError:
    named = "; ".join(f"«{field}» {why}" for field, why in wrong.items())
    return WebError(400, "peticion_incorrecta", f"Petición incorrecta: {named}.", {"fields": wrong})


_REASONS = {
    "missing": "falta",
    "extra_forbidden": "no se conoce",
    "string_too_long": "pasa de {max_length} caracteres",
    "string_too_short": "está vacío",
    "less_than_equal": "pasa de {le}",
    "greater_than_equal": "es menor que {ge}",
    "literal_error": "no vale: se espera {expected}",
    "int_parsing": "no es un número entero",
    "too_long": "tiene más de {max_length} elementos",
}


def _spanish(kind: str, context: dict[str, Any]) -> str:
    expected = str(context.get("expected", "")).replace(" or ", " o ")
    return _REASONS.get(kind, "no vale").format_map({**context, "expected": expected})
