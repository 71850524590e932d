"""`kb mcp --http`: one request, one answer. What would hold a connection without asking anything is ended."""

from typing import Any

import anyio
import uvicorn
from mcp.server.mcpserver import MCPServer
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grammar.figures import whole
from web.guard.budgets import MOST_BODY

_BODY_WITHIN = 10.0
"""Seconds in which a body comes, or never."""
_MOST_AT_ONCE = 400
"""Connections; beyond, 503. A shell begins with 1,024 files."""
_SIGNS = {405: "Las herramientas se piden con POST.", 408: "El cuerpo de la petición no ha llegado a tiempo."}


class Door:
    """Stands before the SDK's own application, which leaves a GET open for as long as its sender likes and waits for a body for
    ever: nothing of ours is ever told on its own, so that no stream is needed."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.inner(scope, receive, send)
        if scope["method"] != "POST":
            return await _refuse(send, 405)
        if (whole(dict(scope["headers"]).get(b"content-length", b"0").decode("latin-1")) or 0) > MOST_BODY:
            return await self.inner(scope, receive, send)  # refused unread
        parts: list[Message] = []
        size = 0
        with anyio.move_on_after(_BODY_WITHIN) as clock:
            while not parts or (parts[-1].get("more_body") and size <= MOST_BODY):
                parts.append(await receive())
                size += len(parts[-1].get("body", b""))
        if clock.cancelled_caught:
            return await _refuse(send, 408)
        if parts[-1]["type"] == "http.disconnect":
            return None
        parts.reverse()

        async def again() -> Message:
            return parts.pop() if parts else await receive()

        return await self.inner(scope, again, send)


async def _refuse(send: Send, status: int) -> None:
    told = _SIGNS[status].encode()
    head = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(told)).encode()),
        (b"connection", b"close"),
    ]
    head += [(b"allow", b"POST")] if status == 405 else []
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": told})


def serve(made: MCPServer[Any], host: str, port: int) -> None:
    inner = made.streamable_http_app(stateless_http=True, json_response=True, max_request_body_size=MOST_BODY, host=host)
    uvicorn.run(Door(inner), host=host, port=port, log_level="warning", limit_concurrency=_MOST_AT_ONCE)
