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


_ANYBODY = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "Retry-After, X-Request-Id"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
_OPEN = ("/api/", "/imagen/", "/oembed", "/v1/", "/descargas/")
"""What is made for other sites' pages: it reads no cookie, so anybody may."""
_YEAR = ("Strict-Transport-Security", "max-age=31536000")


PREFLIGHT = {"Access-Control-Allow-Methods": "GET, HEAD, POST", "Access-Control-Allow-Headers": "Content-Type",
             "Access-Control-Max-Age": "86400"}  # fmt: skip
"""What a browser asks before another site's page may send JSON to the API; it reads no cookie, so anybody may."""


def safe_headers(path: str) -> list[tuple[str, str]]:
    """What is made for other sites may be read from them; the pages may not be taken into them. In production, only by TLS."""
    always = (*_ALWAYS, _YEAR) if production() else _ALWAYS
    if path.startswith(_OPEN):
        return [*always, *_ANYBODY]
    return [*always, ("Cross-Origin-Resource-Policy", "same-origin")]
