import os
from html import escape
from typing import Annotated

from descope import AuthException, DeliveryMethod
from fastapi import Cookie, FastAPI, Form, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from latchkey import latchkey
from session import NotSignedIn, Session, end_session, start_session

PORT = int(os.environ.get("PORT", "3000"))
APP_URL = os.environ.get("APP_URL", f"http://localhost:{PORT}")

app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, default_response_class=HTMLResponse)


def page(title: str, body: str, error: str = "") -> str:
    alert = f'<p role="alert">{escape(error)}</p>' if error else ""
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>
<h1>{escape(title)}</h1>{alert}{body}</html>"""


@app.middleware("http")
async def refuse_foreign_forms(request: Request, call_next):
    # Otherwise, another site could sign its visitors in to someone else's account.
    if request.method == "POST" and request.headers.get("sec-fetch-site") != "same-origin":
        return PlainTextResponse("This form was sent from another site.", 403)
    return await call_next(request)


@app.exception_handler(NotSignedIn)
def ask_to_sign_in(_request: Request, _error: NotSignedIn):
    return RedirectResponse("/login", 303)


@app.get("/")
def home():
    return RedirectResponse("/account")


LOGIN_FORM = """<form method="post">
<label>Email <input name="email" type="email" autocomplete="email" required></label>
<button>Send a link</button></form>"""


@app.get("/login")
def show_login():
    return page("Sign in", LOGIN_FORM)


@app.post("/login")
def send_link(email: Annotated[str, Form()]):
    try:
        latchkey.magiclink.sign_up_or_in(DeliveryMethod.EMAIL, email, f"{APP_URL}/verify")
    except AuthException as error:
        return HTMLResponse(page("Sign in", LOGIN_FORM, str(error.error_message)), error.status_code or 502)
    return page("Check your email", f"<p>We have sent a link to {escape(email)}.</p>")


@app.get("/verify")
def show_verify(t: str):
    # Mail scanners open links, so only the button uses the link up. Opening the page does not.
    return page("Sign in", f"""<form method="post" action="/verify">
<input type="hidden" name="token" value="{escape(t)}"><button>Continue</button></form>""")


@app.post("/verify")
def verify(token: Annotated[str, Form()]):
    try:
        tokens = latchkey.magiclink.verify(token)
    except AuthException as error:
        return HTMLResponse(page("Sign in", LOGIN_FORM, str(error.error_message)), error.status_code or 502)
    response = RedirectResponse("/account", 303)
    start_session(response, tokens)
    return response


@app.get("/account")
def account(response: Response, session: Session):
    return page("Account", f"""<p>Signed in as {escape(session["sub"])}</p>
<form method="post" action="/logout"><button>Sign out</button></form>""")


@app.post("/logout")
def logout(refresh_jwt: Annotated[str | None, Cookie(alias="DSR")] = None):
    response = RedirectResponse("/login", 303)
    end_session(response, refresh_jwt)
    return response


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host="localhost", port=PORT)
