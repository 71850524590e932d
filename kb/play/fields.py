"""What a scenario may write, game by game, as a page: `kb run --campos`, kept in docs/escenarios-campos.md."""

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from grammar.game import load_game
from kb.play.order.situation import Situation
from kb.play.plays import PLAYS, base_of
from kb.play.validation import unwrapped

HEAD = """# Campos de los escenarios

Generado con `kb run --campos`; cómo se usan, en [escenarios.md](escenarios.md). Lo que lleva asterisco es obligatorio; lo demás
vale, si no se escribe, lo que dice el reglamento o nada. Los nombres se pueden escribir con tildes.
"""
PLAIN: dict[Any, str] = {int: "número", bool: "sí/no", str: "", float: "número"}
NOT_WRITTEN = frozenset({"dados", "sin_medir", "sin_ver", "vigentes", "usos", "lance", "en_vigor", "llegadas"})
"""Of a table: what the engine notes down while it plays."""


def reference() -> str:
    """One section per game: what there is (`dado`) and each step of `cuando`."""
    parts = [HEAD]
    for game, play in PLAYS.items():
        if base := base_of(game):
            known = PLAYS[base].actions
            steps = {name: step for name, step in play.actions.items() if known.get(name) != step}
            parts.append(f"\n## {game}\nLo mismo que en {load_game(base).nombre}, y además (o con otros campos):\n")
        else:
            steps = dict(play.actions)
            parts.append(f"\n## {game}\n### `dado`\n")
            parts += [
                f"- `{name}`: {_shape(kind) or 'nombre'}\n" for name, kind in _fields(play.state) if name not in NOT_WRITTEN
            ]
            parts.append("### `cuando`\n")
        parts += [f"- `{name}`: {_inside(model) or 'nada'}\n" for name, (model, _) in steps.items()]
        if play.decision is not None:
            parts.append(f"### `decide`\nDe cada carta, `sí`, `no` o: {_inside(play.decision)}\n")
    return "".join([*parts, f"\n## `kb order`\n{_inside(Situation)}\n"])


def _fields(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    for name, field in model.model_fields.items():
        yield f"{name}*" if field.is_required() else name, field.annotation


def _inside(model: type[BaseModel], seen: tuple[type[BaseModel], ...] = ()) -> str:
    words = []
    for name, kind in _fields(model):
        shape = _shape(kind, (*seen, model))
        words.append(f"`{name}`" + (f" ({shape})" if shape else ""))
    return ", ".join(words)


def _shape(kind: Any, seen: tuple[type[BaseModel], ...] = ()) -> str:
    """What is written there; empty for a plain name."""
    told = [text for each in unwrapped(kind) if each is not type(None) and (text := _one(each, seen)) is not None]
    return " o ".join(dict.fromkeys(text for text in told if text))


def _one(kind: Any, seen: tuple[type[BaseModel], ...]) -> str | None:
    if kind in PLAIN:
        return PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in args if value != "")
    if origin in (tuple, list):
        rest = _shape(args[0], seen) if args else ""
        return f"lista de {rest}" if rest else "lista"
    if origin is dict:
        key, rest = _shape(args[0], seen) or "nombre", _shape(args[1], seen)
        return f"{{{key}: {rest or '…'}}}"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return "…" if kind in seen else _inside(kind, seen)
    return None
