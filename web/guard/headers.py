"""The headers that every answer carries, whichever part of the site gives it."""

from web.guard.secret import production

_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ALWAYS = (
    ("Content-Security-Policy", _CSP),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)


_YEAR = ("Strict-Transport-Security", "max-age=31536000")


def safe_headers(path: str) -> list[tuple[str, str]]:
    """The API may be read from other sites; the pages may not be taken into them. In production, only by TLS from now on."""
    always = (*_ALWAYS, _YEAR) if production() else _ALWAYS
    if path.startswith("/api/"):
        return [*always, ("Access-Control-Allow-Origin", "*")]
    return [*always, ("Cross-Origin-Resource-Policy", "same-origin")]
