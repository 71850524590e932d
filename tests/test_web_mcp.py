"""The tools for language models, asked by the SDK's own client over both transports."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

mcp = pytest.importorskip("mcp", reason="falta el SDK de MCP (pip install reglario[mcp])")

from tests.servers import free_port, listens, running  # noqa: E402
from web.app import spoken_app  # noqa: E402
from web.guard.budgets import MOST_BODY  # noqa: E402
from web.mcp import http  # noqa: E402
from web.mcp.asking import Asking, Refused  # noqa: E402
from web.mcp.server import server_over  # noqa: E402

TOOLS = ["search", "show", "compile", "lint", "run", "order", "odds", "who_first", "verify_quotation"]
SCENE = {"juego": "xwing", "titulo": "Un ataque", "dado": {"naves": {"a": {"ataque": 3, "agilidad": 2, "casco": 4},
         "b": {"ataque": 2, "agilidad": 3, "casco": 3}}}, "cuando": [{"ataque": {"atacante": "a", "defensor": "b", "alcance": 2,
         "ataque": ["impacto", "vacia", "vacia"], "defensa": ["vacia", "vacia", "vacia"]}}],
         "entonces": {"resultado": {"impactos": 1}}}  # fmt: skip
TABLE = {"juego": "xwing", "jugadores": ["A", "B"],
         "capacidades": [{"nombre": "Una", "jugador": "B"}, {"nombre": "Otra", "jugador": "A"}]}  # fmt: skip
CALLS: dict[str, dict[str, Any]] = {
    "search": {"q": "cola de capacidades", "game": "xwing"},
    "show": {"id": "xwing/cola-de-capacidades#r4"},
    "compile": {"text": "Tira 1 dado de ataque.", "game": "xwing"},
    "lint": {"text": "Tira 1 dado de ataque.", "game": "xwing"},
    "run": {"scenario": SCENE},
    "order": {"situation": TABLE},
    "odds": {"question": {"game": "xwing", "attack": {"dice": 3}, "defense": {"dice": 2}}},
    "who_first": {"game": "xwing", "mine": ["Una"], "theirs": ["Otra"]},
    "verify_quotation": {"text": "esto no lo dice nadie", "entry": "xwing/ataque"},
}
WITH_PLACES = {"search", "show", "run", "order", "who_first"}
"""What names rules in its answer; the others name them where they have any."""


@pytest.fixture(scope="module")
def asking(xwing_kb: Path) -> Asking:
    return Asking(spoken_app(xwing_kb))


@pytest.fixture(scope="module")
def address(xwing_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "web.cli", "mcp", "--http", "--port", str(port), "--kb", str(xwing_kb)]
    with running(command, lambda: listens("127.0.0.1", port), tmp_path_factory.mktemp("mcp") / "log"):
        yield f"http://127.0.0.1:{port}/mcp"


@asynccontextmanager
async def connected(transport: str, address: str, kb: Path) -> AsyncIterator[Any]:
    command = mcp.StdioServerParameters(command=sys.executable, args=["-m", "web.cli", "mcp", "--kb", str(kb)])
    async with mcp.Client(command if transport == "stdio" else address) as client:
        yield client


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_every_tool_answers_with_what_it_rests_on(transport: str, address: str, xwing_kb: Path, asking: Asking) -> None:
    async def talk() -> dict[str, Any]:
        async with connected(transport, address, xwing_kb) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
            answers = {name: await client.call_tool(name, arguments) for name, arguments in CALLS.items()}
            missing = await client.call_tool("show", {"id": "xwing/nada-de-nada"})
            assert missing.is_error and "No hay ninguna entrada" in missing.content[0].text
            long = await client.call_tool("compile", {"text": "a" * 5000, "game": "xwing"})
            assert long.is_error and "caracteres" in long.content[0].text
            none = await client.call_tool("search", {"q": "ataque", "limit": 99})
            assert none.is_error and none.content[0].text == "El argumento «limit» debe ser 20 o menos."
            none = await client.call_tool("nada", {})
            assert none.is_error and none.content[0].text == "No hay ninguna herramienta «nada»."
            none = await client.call_tool("show", {"id": "//xwing"})
            assert none.is_error and none.content[0].text.startswith("No hay ninguna entrada")
            return answers

    answers = anyio.run(talk)
    for name, answer in answers.items():
        assert not answer.is_error, (name, answer.content)
        told = answer.structured_content
        assert told["digest"] == asking.site().kb.digest and told["editions"], name
        assert bool(told["places"]) or name not in WITH_PLACES, name
        for place in told["places"]:
            assert place["edition"] and place["address"].startswith(f"/{place['id']}")
    assert answers["search"].structured_content["places"][0]["id"] == "xwing/cola-de-capacidades"
    assert "#r-" in answers["show"].structured_content["places"][0]["address"]
    assert answers["verify_quotation"].structured_content["result"]["verdict"] == "no_textual"
    assert sum(answers["odds"].structured_content["result"]["damage"]) == pytest.approx(1)


LENGTH = [(b"content-length", b"90000000")]


@pytest.mark.parametrize(("method", "headers", "bodies", "status"), [
    ("GET", [], [], 405),
    ("POST", [], [b"{"], 408),
    ("POST", LENGTH, [], 413),
    ("POST", [], [b"{", b"}"], 200),
    ("POST", [], [b"x" * MOST_BODY, b"x"], 413),
])  # fmt: skip
def test_no_connection_is_held_for_nothing(
    monkeypatch: pytest.MonkeyPatch, method: str, headers: list[tuple[bytes, bytes]], bodies: list[bytes], status: int
) -> None:
    """The SDK leaves a GET open for good, and waits for a body that never ends."""
    monkeypatch.setattr(http, "_BODY_WITHIN", 0.05)
    sent: list[Any] = []
    waiting = [{"type": "http.request", "body": body, "more_body": body != b"}"} for body in bodies]

    async def receive() -> Any:
        return waiting.pop(0) if waiting else await anyio.sleep_forever()

    async def send(message: Any) -> None:
        sent.append(message)

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        """As the SDK's: it refuses by the length, then as it reads."""
        size = 90_000_000 if scope["headers"] else 0
        while size <= MOST_BODY:
            part = await receive()
            size += len(part["body"])
            if not part["more_body"]:
                break
        await send({"type": "http.response.start", "status": 413 if size > MOST_BODY else 200})

    anyio.run(http.Door(inner), {"type": "http", "method": method, "headers": headers}, receive, send)
    assert sent[0]["status"] == status


def test_a_tool_has_the_limits_of_the_site(monkeypatch: pytest.MonkeyPatch, xwing_kb: Path) -> None:
    monkeypatch.setenv("KB_RATE", "trabajar=2")
    asking = Asking(spoken_app(xwing_kb))
    card = {"text": "Tira 1 dado de ataque.", "game": "xwing"}
    for _ in range(2):
        asking.post("/compile", card, "203.0.113.1")
    with pytest.raises(Refused, match="2 por minuto"):
        asking.post("/compile", card, "203.0.113.1")
    asking.post("/compile", card, "203.0.113.2")


def test_every_tool_says_what_it_is_for(asking: Asking) -> None:
    tools = anyio.run(server_over(asking).list_tools)
    assert all(tool.description and tool.title and tool.output_schema for tool in tools)
    assert all(tool.annotations is not None and tool.annotations.read_only_hint for tool in tools)


def test_a_knowledge_base_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "web.cli", "mcp", "--kb", str(tmp_path / "nada")]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 2 and done.stderr.startswith("kb: ") and "Traceback" not in done.stderr
