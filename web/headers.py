"""The headers that every answer carries, whichever part of the site gives it."""

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


def safe_headers(path: str) -> list[tuple[str, str]]:
    """The API may be read from other sites; the pages may not be taken into them."""
    if path.startswith("/api/"):
        return [*_ALWAYS, ("Access-Control-Allow-Origin", "*")]
    return [*_ALWAYS, ("Cross-Origin-Resource-Policy", "same-origin")]
