"""The language server over its protocol: a real process, JSON-RPC on its pipes. The cards are ours."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.cards.lsp import Desk, Lines, offers

URI = "file:///tmp/cartas.jsonl"
LINE = '{"id": "a", "text": "Recibes 1 ficha de evasión."}'


class Client:
    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process, self.number = process, 0

    def send(self, method: str, params: Any, asks: bool = True) -> Any:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if asks:
            self.number += 1
            message["id"] = self.number
        raw = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
        self.process.stdin.flush()
        return self.wait(lambda got: got.get("id") == message["id"])["result"] if asks else None

    def wait(self, wanted: Any) -> dict[str, Any]:
        assert self.process.stdout is not None
        while True:
            size = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            got: dict[str, Any] = json.loads(self.process.stdout.read(size))
            if wanted(got):
                return got

    def findings(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.wait(lambda got: got.get("method", "").endswith("publishDiagnostics"))["params"][
            "diagnostics"
        ]
        return found


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    process = subprocess.Popen(
        [sys.executable, "-m", "kb.cards.commands", "lsp"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    found = Client(process)
    found.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    found.send("initialized", {}, asks=False)
    opened = {"uri": URI, "languageId": "json", "version": 1, "text": LINE}
    found.send("textDocument/didOpen", {"textDocument": opened}, asks=False)
    yield found
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def test_what_may_be_meant_is_offered_to_choose_from() -> None:
    text = "Elige 1 nave enemiga y 1 nave aliada. Esa nave recibe 1 ficha de Iones."
    (row,) = Desk().findings(URI, json.dumps({"game": "xwing", "text": text}, ensure_ascii=False))
    made = {fix.text: title for title, fix in offers(row.found, row.card.text)}
    assert list(made) == [text.replace("Esa nave", f"Esa nave {side}") for side in ("enemiga", "aliada")]
    assert all(title.startswith("Quiero decir: ") for title in made.values())


def test_findings_quick_fixes_hover_completion_and_formatting(client: Client) -> None:
    rows = [row for row in client.findings() if row["code"] == "KB203"]
    where = rows[0]["range"]
    assert LINE[where["start"]["character"] : where["end"]["character"]] == "evasión"
    assert rows[0]["codeDescription"]["href"].endswith("/taller/codigos#kb203")
    document = {"textDocument": {"uri": URI}}
    actions = client.send("textDocument/codeAction", {**document, "range": where, "context": {"diagnostics": []}})
    assert "Evasión" in [edit["newText"] for action in actions for edit in action["edit"]["changes"][URI]]
    shown = client.send("textDocument/hover", {**document, "position": where["start"]})
    assert "KB203" in shown["contents"]["value"]
    at = {"line": 0, "character": LINE.index("evasión")}
    offered = client.send("textDocument/completion", {**document, "position": at})["items"]
    assert "Evasión" in [item["label"] for item in offered]
    token = {"line": 0, "character": LINE.index("evasión") + 2}
    place = client.send("textDocument/definition", {**document, "position": token})
    assert place["uri"].endswith("/corpus/xwing/libro.md")
    book = (Path(__file__).parent.parent / "corpus" / "xwing" / "libro.md").read_text(encoding="utf-8").splitlines()
    assert "Evasi" in book[place["range"]["start"]["line"]] and book[place["range"]["start"]["line"]].startswith("#")
    assert client.send("textDocument/definition", {**document, "position": {"line": 0, "character": 0}}) is None
    edits = client.send("textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}})
    assert [edit["newText"] for edit in edits] == ["Evasión."]
    better = LINE.replace("evasión", "Evasión")
    version = {"uri": URI, "version": 2}
    client.send("textDocument/didChange", {"textDocument": version, "contentChanges": [{"text": better}]}, asks=False)
    assert [row for row in client.findings() if row["severity"] < 3] == []


def test_a_file_that_cannot_be_read_is_one_finding() -> None:
    (found,) = Desk().findings("file:///x.jsonl", '{"text": "Tira 1 dado."}\n{no')
    assert found.found.code == "KB100" and found.start == 25


def test_places_are_counted_as_editors_do() -> None:
    lines = Lines("a𝄞b\nñ")
    assert lines.place(2) == (0, 3) and lines.offset(0, 3) == 2 and lines.place(4) == (1, 0)
