"""Pages of one's own account: password, second factor, open sessions, what happened, invitations."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, Response, redirect, request, session
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Redirect

from web.accounts import invites, second, sessions
from web.accounts.judges import JudgeError, happened, set_password
from web.accounts.passwords import SHORTEST, matches, why_not
from web.errors import WebError
from web.guard.budgets import CODE, JUDGE_NAME, PASSWORD
from web.rulings.access import (
    forget_judge,
    is_ours,
    open_desk,
    own_token,
    refuse_other_sites,
    sign_in,
    sign_in_first,
    signed_judge,
)
from web.rulings.forms import clean
from web.rulings.frames import page
from web.rulings.roles import ROLES
from web.rulings.tables import Happened, Judge
from web.view.qr import qr

bp = Blueprint("accounts", __name__)
bp.before_request(refuse_other_sites)
_SHOWN = 20
T = TypeVar("T")
WHAT = {
    "creada": "Cuenta creada", "contraseña": "Contraseña cambiada", "suspendida": "Cuenta suspendida",
    "reactivada": "Cuenta reactivada", "retirada": "Nombre retirado", "rechazada": "Intento de entrar rechazado",
    "entrada": "Entrada", "codigo": "Código activado", "sin codigo": "Código desactivado", "invita": "Invitación hecha",
    "sesiones": "Sesiones cerradas",
}  # fmt: skip


@bp.get("/cuenta")
def account() -> Response | Redirect:
    judge = signed_judge()
    return sign_in_first() if judge is None else _account(judge)


def _account(judge: Judge, status: int = 200, wrong: str = "", told: str = "", **more: Any) -> Response:
    mine, token = judge.id, own_token()

    def read(connection: Session) -> tuple[list[Any], list[Happened]]:
        rows = select(Happened).where(Happened.judge_id == mine).order_by(Happened.id.desc()).limit(_SHOWN)
        return sessions.open_ones(connection, mine, token), list(connection.scalars(rows))

    sittings, events = open_desk().guard.ask(read)
    return page("account.html", status, sittings=sittings, events=events, what=WHAT, roles=ROLES, wrong=wrong, told=told,
                shortest=SHORTEST, **more)  # fmt: skip


def _changed(work: Callable[[Session, Judge], T], guarded: bool = False) -> tuple[Judge, T | None, Response | Redirect | None]:
    """A change of one's own account, by its owner and from our form; else the answer that says what is missing.
    `guarded`: whoever changes what protects the account shows once more, by its password, that it is theirs."""
    judge = signed_judge()
    if judge is None:
        return Judge(), None, sign_in_first("/cuenta")
    if not is_ours():
        return judge, None, _account(judge, 400, "No se ha cambiado nada: el formulario ha caducado. Prueba otra vez.")
    number, shown = judge.id, request.form.get("clave", "")[:PASSWORD]

    def do(connection: Session) -> T:
        judge = connection.get_one(Judge, number)
        if guarded and not matches(judge.password, shown):
            raise JudgeError("la contraseña de ahora no es ésa")
        return work(connection, judge)

    try:
        done = open_desk().guard.ask(do)
        forget_judge()
        return judge, done, None
    except JudgeError as error:
        text = str(error)
        return judge, None, _account(judge, 400, f"No se ha cambiado nada: {text}")


@bp.post("/cuenta/clave")
def change_password() -> Response | Redirect:
    new, token = request.form.get("nueva", ""), own_token()

    def work(connection: Session, judge: Judge) -> None:
        if wrong := why_not(new, judge.name):
            raise JudgeError(f"la contraseña nueva {wrong}")
        set_password(connection, judge, new, but=token)

    judge, _, answer = _changed(work, guarded=True)
    return answer or _account(judge, told="Contraseña cambiada. Las demás sesiones se han cerrado.")


@bp.post("/cuenta/sesiones")
def end_sessions() -> Response | Redirect:
    only, token = request.form.get("sesion", "")[:64], own_token()

    def work(connection: Session, judge: Judge) -> None:
        happened(connection, judge.id, "sesiones")
        sessions.end(connection, judge.id, only=only) if only else sessions.end(connection, judge.id, but=token)

    judge, _, answer = _changed(work)
    return answer or _account(judge, told="Hecho: esas sesiones ya no valen en ningún sitio.")


@bp.get("/cuenta/codigo")
def second_factor() -> Response | Redirect:
    judge = signed_judge()
    if judge is None:
        return sign_in_first()
    secret = session["secreto"] = second.new_secret()
    return _second_page(judge, secret)


def _second_page(judge: Judge, secret: str, status: int = 200, wrong: str = "") -> Response:
    return page("account_second.html", status, secret=secret, drawn=qr(second.address(secret, judge.name)), wrong=wrong)


@bp.post("/cuenta/codigo")
def set_second_factor() -> Response | Redirect:
    secret = str(session.get("secreto") or "")
    codes = second.new_codes()
    step = second.taken_at(secret, request.form.get("codigo", "")[:CODE]) if secret else None

    def work(connection: Session, judge: Judge) -> None:
        if step is None:
            raise JudgeError("el código no es el que toca ahora")
        judge.totp, judge.totp_step, judge.recovery = secret, step, "\n".join(map(second.code_print, codes))
        happened(connection, judge.id, "codigo")
        connection.commit()

    judge, _, answer = _changed(work, guarded=True)
    if answer is not None:
        return answer
    session.pop("secreto", None)
    return _account(judge, told="Código activado. Guarda estas claves de recuperación: no se vuelven a mostrar.", codes=codes)


@bp.post("/cuenta/codigo/quitar")
def drop_second_factor() -> Response | Redirect:
    def work(connection: Session, judge: Judge) -> None:
        judge.totp, judge.totp_step, judge.recovery = None, 0, ""
        happened(connection, judge.id, "sin codigo")
        connection.commit()

    judge, _, answer = _changed(work, guarded=True)
    return answer or _account(judge, told="Código desactivado.")


@bp.post("/cuenta/invitar")
def invite() -> Response | Redirect:
    role = request.form.get("cargo", "juez")
    judge, token, answer = _changed(lambda connection, judge: invites.invite(connection, judge, role))
    link = f"/invitacion/{token}"
    return answer or _account(judge, told="Invitación hecha: vale una semana y para una persona.", link=link)


@bp.route("/invitacion/<token>", methods=["GET", "POST"])
def invitation(token: str) -> Response | Redirect:
    role = open_desk().guard.ask(lambda connection: invites.role_of(connection, token[:64]))
    if role is None:
        raise WebError(404, "no_encontrado", "La invitación ya se ha usado o ha caducado. Pide otra.")
    if request.method == "GET":
        return page("invitation.html", role=ROLES[role], name="", shortest=SHORTEST)  # type: ignore[index]
    name, password = clean(request.form.get("nombre", "")), request.form.get("clave", "")
    device = sessions.device_of(request.headers.get("User-Agent", ""))

    def work(connection: Session) -> str:
        judge = invites.accept(connection, token[:64], name, password)
        return sessions.begin(connection, judge, device)

    wrong = "No se ha hecho nada: el formulario ha caducado. Pulsa Crear la cuenta otra vez."
    if is_ours():
        try:
            sign_in(open_desk().guard.ask(work))
            return redirect("/cuenta", 303)
        except JudgeError as error:
            text = str(error)
            wrong = f"{text[0].upper()}{text[1:]}"
    values = {"role": ROLES[role], "name": name[:JUDGE_NAME], "shortest": SHORTEST, "wrong": wrong}  # type: ignore[index]
    return page("invitation.html", 400, **values)
