"""Signing in and out."""

import math
import re

from flask import Blueprint, Response, current_app, redirect, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Redirect

from web.accounts import sessions, throttle
from web.accounts.judges import signed_in
from web.errors import WebError, within
from web.guard.budgets import CODE, JUDGE_NAME, PASSWORD
from web.guard.rates import address, proxies_told
from web.observe.meters import SIGN_INS, work
from web.rulings.access import is_ours, open_desk, own_token, refuse_other_sites, sign_in, sign_out
from web.rulings.forms import carried, clean, typed, writing
from web.rulings.frames import form_page, page
from web.rulings.guard import Away
from web.rulings.pages import rulings_page
from web.rulings.times import now

bp = Blueprint("entering", __name__)
bp.before_request(refuse_other_sites)
_OURS = re.compile(
    r"/(?:dictamenes|torneo|mesa|cuenta)(?:/[a-z0-9/-]*)?(?:\?(?:cita=[\w/%.-]*|revoca=\d{1,9}|revisado=1))?", re.ASCII
)
"""Where signing in may lead."""


def sign_in_page(after: str, status: int = 200, wrong: str | None = None) -> Response:
    name = request.form.get("nombre", "")[:JUDGE_NAME]
    return page("signin.html", status, after=after, wrong=wrong, name=name, carried=carried())


@bp.route("/entrar", methods=["GET", "POST"])
def enter() -> Response | Redirect:
    after = request.values.get("luego", "")
    after = after if _OURS.fullmatch(after) else "/dictamenes"
    if request.method == "GET":
        return sign_in_page(after)
    if not is_ours():
        told = "No has entrado todavía: el formulario ha caducado. Escribe otra vez la contraseña y pulsa Entrar."
        return sign_in_page(after, 400, told)
    device = sessions.device_of(request.headers.get("User-Agent", ""))

    def check(connection: Session) -> str | None:
        judge = signed_in(connection, name, password, code, counted, device)
        return sessions.begin(connection, judge, device) if judge else None

    try:
        name = within("El nombre", clean(request.form.get("nombre", "")), JUDGE_NAME)
        password = within("La contraseña", request.form.get("clave", ""), PASSWORD)
        code = clean(request.form.get("codigo", ""))[:CODE]
        counted = throttle.keys(str(current_app.secret_key), name, address(request.environ, proxies_told()))
        with work("password"):
            token = open_desk().guard.ask(check)
    except throttle.Wait as error:
        SIGN_INS.labels("espera").inc()
        wait = int((error.until - now()).total_seconds()) + 1
        told = f"Demasiados intentos desde aquí. Prueba dentro de {math.ceil(wait / 60)} minutos, o desde otra conexión."
        answer = sign_in_page(after, 429, told)
        answer.headers["Retry-After"] = str(wait)
        return answer
    except Away as error:
        return sign_in_page(after, 503, f"Ahora mismo no se puede entrar: la base de datos {error.reason}.")
    except WebError as error:
        return sign_in_page(after, error.status, error.body.message)
    SIGN_INS.labels("falla" if token is None else "entra").inc()
    if token is None:
        return sign_in_page(after, 401, "El nombre, la contraseña o el código no son correctos.")
    sign_in(token)
    is_writing, id = writing(after.partition("?")[0])
    if is_writing and carried():
        return form_page(id, typed(), "Ya has entrado. Lo que escribiste está sin guardar: pulsa Guardar.")
    return redirect(after, 303)


@bp.post("/salir")
def leave() -> Response | Redirect:
    if own_token() and not is_ours():
        return rulings_page(400, "No has salido: el formulario ha caducado. Para salir, pulsa Salir otra vez.")
    try:
        sign_out()
    except Away as error:
        told = f"Has salido en este aparato, pero la base de datos {error.reason}: tu sesión acabará sola en menos de 12 horas."
        return sign_in_page("/dictamenes", 503, told)
    return redirect("/dictamenes", 303)
