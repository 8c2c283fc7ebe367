"""Backups: those that there are, one made now, one to take away, one looked into and taken over."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from werkzeug.wsgi import wrap_file

from companion.api.text import T
from companion.backup.desk import BackupDesk
from companion.backup.folder import Found
from companion.backup.restoring import Staged
from companion.backup.telling import evening_line, made_by, size_of, things
from companion.storage.losses import moment
from web.context import context
from web.errors import HttpRefusal, bad_request, not_here
from web.guard import FILE, check_again, phone, sent
from web.requests import Body, ShortText, answer, body, say, tap

backups = Blueprint("api_backups", __name__, url_prefix="/api/backups")


class Verb(Body):
    """What is to be done: `make` one (on a `stick`, from then on), `look` into the one of this `name`, `restore` it
    then, or `drop` it."""

    do: ShortText
    name: ShortText = ""
    stick: ShortText | None = None


@backups.get("")
def shelf() -> Response:
    """Where backups go, those that there are, and who may restore them."""
    found = _desk().shelf()
    return answer(
        {
            "folder": None if found.folder is None else str(found.folder),
            "wrong": None if found.wrong is None else say(found.wrong),
            "kept": [_kept(one) for one in found.kept],
            "sticks": [str(one) for one in found.sticks],
            "may_restore": _is_owner(),
        }
    )


@backups.get("/new.zip")
def whole() -> Response:
    """Everything that is kept, as one file."""
    file, name, size = _desk().whole()
    request.environ[FILE] = file
    response = Response(wrap_file(request.environ, file), mimetype="application/zip", direct_passthrough=True)
    response.headers["Content-Length"] = str(size)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@backups.post("")
@tap
def do() -> dict[str, Any]:
    """One verb."""
    asked, desk = body(Verb), _desk()
    if asked.do == "make":
        return {"made": _kept(desk.make(stick=asked.stick))}
    if asked.do not in ("look", "restore", "drop"):
        raise bad_request(T("Nothing here is called that; known are: {verbs}.", verbs="make, look, restore, drop"))
    _owner_only()
    if asked.do == "look":
        return {"told": _told(desk.look(asked.name))}
    desk.restore(asked.name) if asked.do == "restore" else desk.drop()
    return {}


@backups.post("/upload")
@tap
def upload() -> dict[str, Any]:
    """Look into one that this phone sends."""
    _owner_only()
    return {"told": _told(_desk().upload(sent(), "uploaded"))}


def _kept(one: Found) -> dict[str, Any]:
    told: dict[str, Any] = {"name": one.path.name, "size": say(size_of(one.size)), "during": one.during}
    if one.manifest is None:
        return {**told, "wrong": "" if one.wrong is None else say(one.wrong)}
    return {**told, "made": say(moment(one.manifest.made)), "things": say(things(one.manifest.holds))}


def _told(staged: Staged) -> dict[str, Any]:
    return {
        "name": staged.name,
        "size": say(size_of(staged.size)),
        "made": say(made_by(staged.manifest)),
        "things": say(things(staged.manifest.holds)),
        "evenings": [say(evening_line(one, context().games)) for one in staged.evenings],
    }


def _desk() -> BackupDesk:
    desk = context().backups
    if desk is None:
        raise not_here(T("There are no backups here."))
    return desk


def _is_owner() -> bool:
    sender = phone()
    return sender is not None and sender.id == context().pairing.owner


def _owner_only() -> None:
    """A restore takes the place of everything."""
    check_again()
    if not _is_owner():
        names = {one.id: one.name for one in context().pairing.phones()}
        name = names.get(context().pairing.owner or "", "")
        raise HttpRefusal(403, "owner", T("Only the owner’s phone may do this: {name}.", name=name))
