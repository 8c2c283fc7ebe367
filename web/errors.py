"""What the dashboard refuses: a status, a kind that the page knows, and one sentence."""

from __future__ import annotations

from companion.api.text import T, Text


class HttpRefusal(Exception):
    """A request that is not done. Nothing has changed. `more` is added to the answer as it is."""

    def __init__(self, status: int, kind: str, text: Text, **more: object) -> None:
        super().__init__(str(text))
        self.status = status
        self.kind = kind
        self.text = text
        self.more = more


def not_paired() -> HttpRefusal:
    """The phone is not paired and so may only watch."""
    return HttpRefusal(401, "unpaired", T("This phone has not joined yet. Join with the pairing code, then tap again."))


def bad_request(why: Text) -> HttpRefusal:
    """The request itself is wrong, whoever sends it."""
    return HttpRefusal(400, "bad", why)


def not_found(what: Text) -> HttpRefusal:
    """What was asked for is not there."""
    return HttpRefusal(404, "not_found", what)


def not_here(what: Text) -> HttpRefusal:
    """The companion has no such device or part at present."""
    return HttpRefusal(409, "not_here", what)


STATUS_TEXTS = {
    400: T("This request cannot be understood."),
    404: T("There is nothing at this address."),
    405: T("This address does not take that kind of request."),
    411: T("The request must say how long it is."),
    413: T("This is too large."),
    415: T("This kind of data is not taken here."),
    500: T("Something went wrong in the companion. Nothing is lost; please try again."),
}
