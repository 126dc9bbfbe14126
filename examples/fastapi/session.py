import os
from typing import Annotated

from descope import AuthException
from fastapi import Cookie, Depends, Response

from latchkey import latchkey

# Scripts on the page cannot read the cookies, and other sites cannot post with them.
COOKIE = {
    "httponly": True,
    "samesite": "lax",
    "secure": os.environ.get("ENVIRONMENT") == "production",
}


class NotSignedIn(Exception):
    """Redirects to the sign-in page."""


def start_session(response: Response, tokens: dict) -> None:
    response.set_cookie("DS", tokens["sessionToken"]["jwt"], **COOKIE)
    response.set_cookie("DSR", tokens["refreshSessionToken"]["jwt"], **COOKIE)


def end_session(response: Response, refresh_jwt: str | None) -> None:
    if refresh_jwt:
        try:
            latchkey.logout(refresh_jwt)
        except AuthException:
            pass  # The session had already ended.
    response.delete_cookie("DS", **COOKIE)
    response.delete_cookie("DSR", **COOKIE)


def require_session(
    response: Response,
    session_jwt: Annotated[str | None, Cookie(alias="DS")] = None,
    refresh_jwt: Annotated[str | None, Cookie(alias="DSR")] = None,
) -> dict:
    """Returns the claims of the signed-in user, and renews the session when its session JWT has expired."""
    if not refresh_jwt:
        raise NotSignedIn
    try:
        if session_jwt:
            try:
                return latchkey.validate_session(session_jwt)
            except AuthException:
                pass
        tokens = latchkey.refresh_session(refresh_jwt)
    except AuthException as error:
        raise NotSignedIn from error
    start_session(response, tokens)
    return tokens["sessionToken"]


Session = Annotated[dict, Depends(require_session)]
