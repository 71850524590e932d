"""`kb mcp`: the tools, one per capability, over stdio or HTTP. Built on the official SDK."""

import argparse
import logging
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from anyio.to_thread import run_sync
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field, ValidationError

from kb.errors import KbError
from kb.play.validation import sentence
from kb.store import default_kb
from web.app import spoken_app
from web.mcp.asking import Asking, Refused, Told
from web.mcp.http import serve

INSTRUCTIONS = """Reglas de juegos de mesa en español, con su cita. Busca con search y lee la regla con show antes de contestar.
Cita siempre la dirección (places[].address) y la edición. Si search dice unanswered, ningún libro lo cuenta: dilo, y no
inventes nada. Antes de dar una frase por textual, compruébala con verify_quotation. run, order, who_first y odds calculan con
las reglas: no lo hagas de cabeza. compile y lint leen textos de carta que te den; lo que no entienden lo dicen."""
HERE = "127.0.0.1"
Text = Annotated[str, Field(min_length=1)]
Game = Annotated[str | None, Field(description="Juego: su nombre en las direcciones. Sin él, todos.")]


class Spoken(MCPServer[Any]):
    """What it refuses is one Spanish sentence: the SDK's own begin in English, and of arguments are lists of many lines."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as error:
            raise ToolError("La herramienta ha fallado: es un error nuestro.") from error
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ToolError):
                raise cause from cause.__cause__
            if isinstance(cause, ValidationError):
                place, why = sentence(cause, BaseModel)
                raise ToolError(f"El argumento «{'.'.join(map(str, place))}» {why}.") from cause
            raise ToolError(f"No hay ninguna herramienta «{name}».") from error


def server_over(asking: Asking) -> MCPServer[Any]:
    made: MCPServer[Any] = Spoken(
        "reglario", title="Reglario", instructions=INSTRUCTIONS, version=version("reglario"), log_level="WARNING"
    )
    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    def tool(title: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return made.tool(title=title, annotations=reads)

    async def asked(ctx: Context[Any, Any], make: Callable[[str], dict[str, Any]], game: str = "") -> Told:
        try:
            return asking.told(await run_sync(make, _who(ctx)), game)
        except (Refused, KbError) as error:
            raise ToolError(str(error)) from error

    @tool("Buscar una regla")
    async def search(
        ctx: Context[Any, Any], q: Annotated[str, Field(min_length=1, description="Como se diría hablando.")],
        game: Game = None,
        limit: Annotated[int, Field(ge=1, le=20)] = 5,
    ) -> Told:  # fmt: skip
        """Busca la regla que contesta una pregunta. `unanswered` dice que ningún libro lo cuenta."""
        query = {"q": q, "game": game, "limit": limit}
        return await asked(ctx, lambda who: asking.get("/search", query, who), game or "")

    @tool("Leer una entrada")
    async def show(
        ctx: Context[Any, Any], id: Annotated[str, Field(description="juego/entrada, o juego/entrada#ancla.")]
    ) -> Told:
        """Una entrada entera, punto por punto, con el ancla de cada uno, su cita, a qué remite y las preguntas sobre ella."""
        return await asked(ctx, lambda who: _shown(asking.get(f"/entries/{id.partition('#')[0].strip('/')}", {}, who)))

    @tool("Compilar un texto de carta")
    async def compile(ctx: Context[Any, Any], text: Text, game: str) -> Told:
        """Lee un texto de carta y devuelve sus efectos tipados y su redacción canónica, o qué no se entiende y dónde."""
        return await asked(ctx, lambda who: asking.post("/compile", {"text": text, "game": game}, who), game)

    @tool("Revisar la redacción de un texto de carta")
    async def lint(ctx: Context[Any, Any], text: Text, game: str) -> Told:
        """Qué está mal en la redacción de un texto de carta, con su arreglo si lo tiene."""
        return await asked(ctx, lambda who: asking.post("/lint", {"cards": [{"text": text, "game": game}]}, who), game)

    @tool("Jugar una situación")
    async def run(ctx: Context[Any, Any], scenario: dict[str, Any]) -> Told:
        """Juega una situación («juego», «titulo», «dado», «cuando», «entonces») y dice qué pasa, regla por regla."""
        return await asked(ctx, lambda who: asking.post("/run", scenario, who), str(scenario.get("juego", "")))

    @tool("Ordenar efectos simultáneos")
    async def order(ctx: Context[Any, Any], situation: dict[str, Any]) -> Told:
        """En qué orden se resuelven efectos simultáneos («juego», «jugadores», «capacidades»…), y por qué."""
        return await asked(ctx, lambda who: asking.post("/order", situation, who), str(situation.get("juego", "")))

    @tool("Probabilidades exactas")
    async def odds(ctx: Context[Any, Any], question: dict[str, Any]) -> Told:
        """Probabilidades exactas de un ataque o una misión: {"game": …, "attack": {"dice": 3}, "defense": {"dice": 2}}."""
        return await asked(ctx, lambda who: asking.post("/odds", question, who), str(question.get("game", "")))

    @tool("Quién va antes")
    async def who_first(
        ctx: Context[Any, Any], game: str,
        mine: Annotated[list[str], Field(max_length=6, description="Capacidades del primer jugador.")],
        theirs: Annotated[list[str], Field(max_length=6, description="Capacidades del segundo.")],
    ) -> Told:  # fmt: skip
        """De unas capacidades que ocurren a la vez, cuál se resuelve antes, y por qué regla."""
        rows = [(name, "1") for name in mine] + [(name, "2") for name in theirs]
        query = {f"{field}{n}": value for n, row in enumerate(rows[:6], 1) for field, value in zip("nd", row, strict=True)}
        return await asked(ctx, lambda who: _ordered(asking.get(f"/situations/{game}", query, who)), game)

    @tool("Comprobar una cita textual")
    async def verify_quotation(
        ctx: Context[Any, Any], text: Text,
        entry: Annotated[str, Field(description="juego/entrada de la que se dice que es.")] = "",
        game: Game = None, edition: Annotated[str, Field(description="Edición de la que se dice que es.")] = "",
        loose: Annotated[bool, Field(description="Sin contar acentos ni mayúsculas.")] = False,
    ) -> Told:  # fmt: skip
        """Dice si una frase está de verdad en esa regla de esa edición; si no, el pasaje más parecido y en qué difiere."""
        body = {"text": text, "entry": entry, "game": game, "edition": edition, "loose": loose}
        return await asked(ctx, lambda who: asking.post("/quote", body, who), game or entry.split("/")[0])

    return made


def _who(ctx: Context[Any, Any]) -> str:
    """The address that asks, by which requests are counted; over stdio, this host."""
    request = getattr(ctx.request_context, "request", None)
    client = getattr(request, "client", None)
    return str(client.host) if client else HERE


_KEPT = ("id", "game", "title", "kind", "source", "citation", "note", "lost", "current", "verdict", "erratum", "see_also",
         "cite", "questions", "changes", "url")  # fmt: skip


def _shown(entry: dict[str, Any]) -> dict[str, Any]:
    """Of an entry, what is read; its text by points, each with its anchor."""
    sides = ((entry["source"], "", entry["blocks"]), ("propio", "p-", (entry["summary"] or {"blocks": []})["blocks"]))
    points = [
        {"entry": entry["id"], "anchor": f"{prefix}{block['mark']}", "text": block["text"], "source": source}
        for source, prefix, blocks in sides
        for block in blocks
    ]
    return {"points": points, **{name: entry[name] for name in _KEPT}}


def _ordered(answer: dict[str, Any]) -> dict[str, Any]:
    if answer["error"]:
        raise Refused(str(answer["error"]))
    return answer


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kb", type=Path)
    parser.add_argument("--http", action="store_true")
    parser.add_argument("--host", default=HERE)
    parser.add_argument("--port", type=int, default=8001)
    args = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        made = server_over(Asking(spoken_app(args.kb or default_kb())))
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        return 2
    if args.http:
        print(f"Reglario: http://{args.host}:{args.port}/mcp", file=sys.stderr, flush=True)
        serve(made, args.host, args.port)
    else:
        made.run("stdio")
    return 0


if __name__ == "__main__":
    sys.exit(main())
