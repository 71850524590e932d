"""The JSON Schema of an effect, as `effect.dump` writes it."""

from typing import Any

ID = {"type": "string", "pattern": "^[a-z0-9_.:/+-]*$"}
VALUE = {"$ref": "#/$defs/valor"}
ITEM = {"$ref": "#/$defs/acto"}
COND = {"$ref": "#/$defs/condicion"}


def _object(required: tuple[str, ...] = (), extra: Any = False, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": extra}


def _list(of: Any) -> dict[str, Any]:
    return {"type": "array", "items": of}


def effect_schema() -> dict[str, Any]:
    """One ability; a text has a list of them."""
    moment = _object(("rel",), rel=ID, hechos=_list({"$ref": "#/$defs/hecho"}), tiempo=VALUE)
    fact = _object(
        ("verbo",),
        VALUE,
        verbo=ID,
        no={"const": True},
        ha_ocurrido={"const": True},
        estado={"const": True},
        iba_a={"const": True},
        modo=ID,
        circunstancias=_list(_object(("clase", "valor"), clase=ID, valor=VALUE)),
    )
    step = _object(
        modo=ID,
        si=_list(COND),
        cuando=_list({"$ref": "#/$defs/momento"}),
        coste=_list(ITEM),
        efecto=_list(ITEM),
        si_no=_list(ITEM),
        en_vez={"const": True},
    )
    values = [
        _object(
            ("cosa", "cuanto"),
            cosa=ID,
            cuanto=_object(("op",), op=ID, n=ID, total={"const": True}),
            filtros=_list(COND),
            id={"type": "integer", "minimum": 1},
        ),
        _object(("ref",), ref={"anyOf": [{"enum": ["yo", "ello", "si_mismo"]}, {"type": "integer", "minimum": 1}]}),
        _object(("papel",), papel=ID),
        _object(("cual", "clase"), cual=ID, clase=ID),
        _object(("nombre",), nombre={"type": "string"}),
        _object(("desde", "hasta", "modo"), desde=ID, hasta=ID, modo=ID),
        _object(("cuenta",), cuenta=VALUE),
        _object(("y",), y=_list(VALUE)),
        _object(("o",), o=_list(VALUE)),
        {"$ref": "#/$defs/hecho"},
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Capacidad",
        **_object(
            ("clase",),
            clase=ID,
            cabecera={"type": "object", "additionalProperties": VALUE},
            limite={"type": "object", "additionalProperties": VALUE},
            cuando=_list({"$ref": "#/$defs/momento"}),
            coste=_list(ITEM),
            pasos=_list(ITEM),
        ),
        "$defs": {
            "momento": moment,
            "hecho": fact,
            "paso": step,
            "condicion": {"anyOf": [{"$ref": "#/$defs/hecho"}, _object(("y",), y=_list(COND)), _object(("o",), o=_list(COND))]},
            "acto": {
                "anyOf": [
                    {"$ref": "#/$defs/hecho"},
                    {"$ref": "#/$defs/paso"},
                    _object(("eleccion",), eleccion=_list(_list(ITEM))),
                ]
            },
            "valor": {"anyOf": values},
        },
    }
