"""Sessions only where somebody signs in: the other pages read no cookie and set none."""

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

_PLACES = ("/dictamenes", "/entrar", "/salir", "/cuenta", "/invitacion", "/torneo", "/mesa")


class DeskSessions(SecureCookieSessionInterface):
    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return super().open_session(app, request) if request.path.startswith(_PLACES) else None
