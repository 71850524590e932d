"""The bots, each against a server of ours that speaks as theirs does, on loopback; and the hook that tells new rulings."""

import asyncio
import hashlib
import hmac
import json
import threading
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from kb.errors import StoreError
from web.accounts.judges import add_judge
from web.app import create_app, spoken_app
from web.bots.core import HELP, NOBODY, Core
from web.mcp.asking import Asking
from web.rulings.database import database_url, open_engine, upgrade
from web.rulings.desk import Desk, Draft
from web.rulings.roles import Actor
from web.rulings.webhook import Webhook, signature, webhook_told

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # discord.py still imports audioop, which Python 3.11 says will go
    pytest.importorskip("telegram", reason="falta python-telegram-bot (pip install reglario[bots])")
    discord_py = pytest.importorskip("discord", reason="falta discord.py (pip install reglario[bots])")
    from aiohttp import web
    from yarl import URL

    from web.bots import discord, telegram

HOME = "https://reglario.example"
TOKEN = "1:prueba"


@pytest.fixture(scope="module")
def core(shipped_kb: Path) -> Core:
    return Core(Asking(spoken_app(shipped_kb)), HOME)


def test_the_passage_comes_with_its_citation_and_address(core: Core) -> None:
    reply = core.rules("perforante en legion", "1")
    assert reply.title == "Perforante X" and reply.words and "Reglamento básico" in reply.cite
    assert reply.url.startswith(f"{HOME}/legion/perforante-x#r-") and reply.buttons[0].url == reply.url
    assert all(button.entry in core.asking.site().kb.by_id for button in reply.buttons[1:])
    assert core.entry("xwing/ataque", "1").url == f"{HOME}/xwing/ataque"


@pytest.mark.parametrize(
    ("asked", "game"),
    [("Legión: ataque", "legion"), ("xwing: ataque", "xwing"), ("x-wing:  ataque", "xwing"),
     ("imperial assault: ataque", "imperial-assault")],
)  # fmt: skip
def test_the_game_may_be_said_before_a_colon(core: Core, asked: str, game: str) -> None:
    reply = core.rules(asked, "1")
    assert reply.url.startswith(f"{HOME}/{game}/")
    assert all(button.entry.startswith(f"{game}/") for button in reply.buttons[1:])
    assert core.rules("ataque", "1", game).url == reply.url


def test_a_colon_after_anything_else_is_part_of_the_question(core: Core) -> None:
    assert core.rules("duda: perforante en legion", "1").title == "Perforante X"
    assert core.rules("legion:  ", "1").words == HELP


def test_what_no_book_says_is_said_so(core: Core) -> None:
    assert core.rules("zorritrones calvos", "1").words.startswith(NOBODY)
    assert core.rules("  ", "1").words == HELP


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.02)


USER = {"id": 7, "is_bot": False, "first_name": "Ana"}
CHAT = {"id": 7, "type": "private", "first_name": "Ana"}


def said(number: int, text: str) -> dict[str, Any]:
    size = len(text.split()[0])
    message = {"message_id": number, "date": 1, "chat": CHAT, "from": USER, "text": text,
               "entities": [{"type": "bot_command", "offset": 0, "length": size}]}  # fmt: skip
    return {"update_id": number, "message": message}


def test_telegram(core: Core) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    waiting: list[dict[str, Any]] = []

    async def answer(request: web.Request) -> web.Response:
        method, form = request.match_info["method"], dict(await request.post())
        sent.append((method, form))
        if method == "getMe":
            return web.json_response(
                {"ok": True, "result": {"id": 1, "is_bot": True, "first_name": "R", "username": "reglario_bot"}}
            )
        if method == "getUpdates":
            ready, waiting[:] = list(waiting), []
            await asyncio.sleep(0 if ready else 0.05)
            return web.json_response({"ok": True, "result": ready})
        if method == "sendMessage":
            return web.json_response(
                {"ok": True, "result": {"message_id": 99, "date": 1, "chat": CHAT, "text": str(form["text"])}}
            )
        return web.json_response({"ok": True, "result": True})

    async def talk() -> None:
        app = web.Application()
        app.router.add_post(f"/bot{TOKEN}/{{method}}", answer)
        async with serving(app) as base:
            bot = telegram.bot(core, TOKEN, base)
            async with bot:
                await bot.start()
                assert bot.updater is not None
                await bot.updater.start_polling(poll_interval=0)
                waiting.append(said(1, "/reglas perforante en legion"))
                await until(lambda: len(replies()) == 1)
                keys = json.loads(str(replies()[0]["reply_markup"]))["inline_keyboard"]
                chosen = next(key["callback_data"] for row in keys for key in row if "callback_data" in key)
                message = said(1, "/x")["message"]
                query = {"id": "5", "from": USER, "chat_instance": "1", "data": chosen, "message": message}
                waiting.append({"update_id": 2, "callback_query": query})
                waiting.append(said(3, "/start"))
                waiting.append(said(4, "/reglas <b>zorritrones</b> & calvos"))
                await until(lambda: len(replies()) == 4)
                await bot.updater.stop()
                await bot.stop()

    def replies() -> list[dict[str, Any]]:
        return [form for method, form in sent if method == "sendMessage"]

    asyncio.run(talk())
    first, second, third, fourth = sorted(replies(), key=lambda form: [form is replies()[0], str(form["text"])], reverse=True)
    assert f'<a href="{HOME}/legion/perforante-x#r-' in str(first["text"]) and "<b>Perforante X</b>" in str(first["text"])
    texts = [str(form["text"]) for form in (second, third, fourth)]
    assert HELP in texts and any(text.startswith(NOBODY) for text in texts) and any(f'href="{HOME}/' in text for text in texts)
    assert any(method == "answerCallbackQuery" for method, _ in sent)


ME = {"id": "1", "username": "reglario", "discriminator": "0", "avatar": None, "bot": True}
ASKED = {"version": 1, "application_id": "1", "token": "ficha", "channel_id": "3", "locale": "es-ES", "entitlements": [],
         "authorizing_integration_owners": {}, "attachment_size_limit": 1000, "app_permissions": "0", "context": 1,
         "channel": {"id": "3", "type": 1}, "user": {**ME, "id": "7", "username": "ana", "bot": False}}  # fmt: skip


APPLICATION = {"id": "1", "name": "reglario", "icon": None, "description": "", "bot_public": True, "flags": 0,
               "bot_require_code_grant": False, "verify_key": "", "rpc_origins": [],
               "owner": {"id": "9", "username": "ana", "discriminator": "0", "avatar": None}}  # fmt: skip


def as_json(value: object) -> web.Response:
    """As Discord says it is: discord.py takes nothing else for JSON."""
    return web.Response(body=json.dumps(value).encode(), content_type="application/json")


def test_discord(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[dict[str, Any]] = []
    commands: list[Any] = []

    async def rest(request: web.Request) -> web.Response:
        path = request.path
        if path.endswith("/callback"):
            answers.append(await request.json())
            told = {"interaction": {"id": "10", "type": 2}, "resource": {"type": 4, "message": None}}
            return as_json(told)
        if path.endswith("/commands"):
            commands.append(await request.json())
            return as_json([])
        if path.endswith("/applications/@me"):
            return as_json(APPLICATION)
        if path.endswith(("/gateway/bot", "/gateway")):
            limit = {"total": 9, "remaining": 9, "reset_after": 0, "max_concurrency": 1}
            return as_json({"url": str(request.url.origin()).replace("http", "ws") + "/ws", "shards": 1,
                                      "session_start_limit": limit})  # fmt: skip
        return as_json(ME)

    async def gateway(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 60_000}, "s": None, "t": None})
        async for message in socket:
            told = json.loads(message.data)
            if told["op"] == 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            if told["op"] == 2:
                ready = {"v": 10, "user": ME, "guilds": [], "session_id": "s", "application": {"id": "1", "flags": 0},
                         "resume_gateway_url": str(request.url).replace("http", "ws")}  # fmt: skip
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                option = {"name": "pregunta", "type": 3, "value": "perforante en legion"}
                data = {"id": "2", "name": "reglas", "type": 1, "options": [option]}
                await socket.send_json(
                    {"op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": {**ASKED, "id": "10", "type": 2, "data": data}}
                )
                data = {"custom_id": "e:xwing/ataque", "component_type": 2}
                pressed = {**ASKED, "id": "11", "type": 3, "data": data}
                await socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 3, "d": pressed})
        return socket

    async def talk() -> None:
        app = web.Application()
        app.router.add_get("/ws", gateway)
        app.router.add_get("/ws/", gateway)
        app.router.add_route("*", "/api/{rest:.*}", rest)
        async with serving(app) as base:
            monkeypatch.setattr(discord_py.http.Route, "BASE", f"{base}/api")
            place = URL(f"{base.replace('http', 'ws')}/ws")
            monkeypatch.setattr(discord_py.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", place)
            async with discord.Bot(core) as bot:
                running = asyncio.create_task(bot.start("ficha"))
                await until(lambda: len(answers) == 2 or running.done())
                await bot.close()
                await running
                await asyncio.sleep(0.2)  # its connections close behind it

    asyncio.run(talk())
    assert [(command["name"], [o["name"] for o in command["options"]]) for command in commands[0]] == [
        ("reglas", ["pregunta", "juego"])
    ]
    first, second = sorted(answers, key=lambda told: "Perforante" not in told["data"]["content"])
    assert f"<{HOME}/legion/perforante-x#r-" in first["data"]["content"]
    buttons = [part for row in first["data"]["components"] for part in row["components"]]
    assert buttons[0]["url"].startswith(HOME) and any(str(b.get("custom_id", "")).startswith("e:") for b in buttons[1:])
    assert f"<{HOME}/xwing/ataque>" in second["data"]["content"]


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Takes what is told at the second try."""
    taken: list[tuple[str, bytes]] = []
    tries: list[int] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            tries.append(1)
            if len(tries) > 1:
                taken.append((self.headers["X-Reglario-Signature"], body))
            self.send_response(500 if len(tries) == 1 else 204)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/gancho", taken
    server.shutdown()
    server.server_close()


def test_a_new_ruling_is_told_signed_and_tried_again(receiver: tuple[str, list[tuple[str, bytes]]], xwing_kb: Path) -> None:
    url, taken = receiver
    upgrade(database_url())
    here = create_app(xwing_kb).extensions["library"].site()
    desk = Desk(open_engine(database_url()))
    with Session(desk.engine) as session:
        actor = Actor(add_judge(session, "gancho", "una contraseña muy larga").id)
    desk.told = Webhook(url, "un secreto de prueba", (0.0, 0.05)).tell
    draft = Draft(game="xwing", question="¿Y si chocan?", answer="No atacan.", citations="xwing/ataque")
    number = desk.write(here, draft, actor)
    asyncio.run(until(lambda: bool(taken)))
    ((signed, body),) = taken
    assert signed == "sha256=" + hmac.new(b"un secreto de prueba", body, hashlib.sha256).hexdigest()
    assert signed == signature(b"un secreto de prueba", body)
    told = json.loads(body)
    assert (told["event"], told["ruling"]["id"], told["ruling"]["question"]) == ("dictamen.escribe", number, draft.question)
    assert told["url"].endswith(f"/dictamenes/{number}")


@pytest.mark.parametrize(("url", "secret"), [("ftp://x", "s" * 20), ("https://x", "corto")])
def test_a_hook_that_cannot_be_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch, url: str, secret: str) -> None:
    monkeypatch.setenv("KB_WEBHOOK_URL", url)
    monkeypatch.setenv("KB_WEBHOOK_SECRET", secret)
    with pytest.raises(StoreError, match=r"^KB_WEBHOOK_\w+: "):
        webhook_told()
