"""QR codes, drawn here as SVG: nothing is asked of anybody else."""

import io

import segno
from markupsafe import Markup


def qr(text: str) -> Markup:
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", border=4, xmldecl=False, svgclass="qr", lineclass=None, light="#fff", dark="#000", omitsize=True,
        title=f"Código QR: {text}",
    )  # fmt: skip
    return Markup(out.getvalue().decode())  # noqa: S704 - paths and numbers that segno draws; it escapes the title
