"""A judge with a browser, small: signs in, fills in the form and sends it, over a connection that may break at any moment."""

import http.client
import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

PASSWORD = "una contraseña muy larga"
BROKEN = (OSError, http.client.HTTPException)
"""No answer: whether the request arrived is not known."""


@dataclass
class Answer:
    status: int
    text: str
    location: str


@dataclass
class Judge:
    port: int
    name: str = "ana"
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, form: dict[str, str] | None = None, timeout: float = 30.0) -> Answer:
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}
        body = None
        if form is not None:
            body = urlencode(form).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            line.request("GET" if form is None else "POST", path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            line.close()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, text, answer.headers.get("Location", ""))

    def hidden(self, path: str) -> dict[str, str]:
        """What a form carries without showing it."""
        page = self.ask(path)
        found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.text))
        if page.status != 200 or "ficha" not in found:
            raise ConnectionError(f"no form at {path}: {page.status}")
        return {name: value for name, value in found.items() if name in ("ficha", "envio", "visto")}

    def enter(self) -> None:
        answer = self.ask("/entrar", {**self.hidden("/entrar"), "nombre": self.name, "clave": PASSWORD})
        if answer.status != 303:
            raise ConnectionError(f"could not sign in: {answer.status}")

    def send(self, ruling: dict[str, str]) -> Answer:
        return self.ask("/dictamenes/nuevo", ruling)
