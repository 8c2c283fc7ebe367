"""What a venue's page is told live: its tables, each a part of its own; whoever only looks in hears of no player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.api.text import Catalogue, T, Text
from companion.venue.export import Export
from companion.venue.follower import Follower
from companion.venue.picture import KnownTable
from companion.venue.present import Stand
from web.encode import Rendered, plain
from web.live import Source
from web.pairing import Pairing

# What a guest hears of a table: whether it is free, and which game is played there.
GUEST = frozenset({"table", "status", "game", "title"})
NO_NEWS = T("There is no news of the tables at the moment.")
SHOWN_TO_GUESTS = {"ended": "playing", "resting": "playing", "unknown": "off", "unseen": "off"}


def sources(follower: Follower, export: Export, pairing: Pairing, title: Callable[[str], Text]) -> dict[str, Source]:
    """All sources by name."""
    rendered: dict[str, Rendered] = {}  # by language; a source is rendered by one thread at a time

    def tables(words: Catalogue) -> dict[str, Any]:
        found = {one.table: _as_shown(one) for one in follower.tables()}
        kept = rendered.setdefault(words.language, Rendered())
        made = kept.parts("table:", (*found.values(),), lambda: found, lambda one, _: _table(one, words.say, title))
        return {"tables": list(found), **made.parts}

    def server(words: Catalogue) -> dict[str, Any]:
        trouble = follower.trouble
        if trouble is None:
            return {"server": {}}
        told = {"text": words.say(trouble.text), "heard": follower.heard, "for_guests": words.say(NO_NEWS)}
        if trouble.what_to_do is not None:
            told["what_to_do"] = words.say(trouble.what_to_do)
        return {"server": told}

    return {
        "me": Source(lambda words: {"joined": True, "version": 1}, guests=lambda parts: {**parts, "joined": False}),
        "server": Source(server, guests=_server_for_guests),
        "tables": Source(tables, rest_s=0.2, guests=_for_guests),
        "fleet": Source(lambda words: {"fleet": follower.fleet.news}),  # the rest is read by whoever may
        "phones": Source(lambda words: {"phones": _phones(pairing)}),
        "export": Source(lambda words: {"export": _export(export, words)}, rest_s=0.5),
    }


def _as_shown(one: KnownTable) -> KnownTable:
    """Without when it was last heard of, while it is: nobody is shown that, and it changes all the time."""
    return replace(one, seen=0.0) if one.status in ("playing", "ended", "free") else one


def _server_for_guests(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Names of files and addresses are no guest's business."""
    told = parts["server"]
    return {"server": {"text": told["for_guests"], "heard": told["heard"]} if told else {}}


def _table(one: KnownTable, say: Callable[[Text], str], title: Callable[[str], Text]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "table": one.table,
        "status": one.status,
        "program": one.program,
        "altered": one.altered,
        "lost": plain(one.lost, say),
    }
    if one.status in ("off", "unseen", "unknown"):
        found["seen"] = one.seen
    if one.call is not None:
        found["call"] = plain(one.call, say)
    if one.stand is not None:
        found |= _stand(one.stand, one.copy, say)
        found["title"] = say(title(one.stand.game))
    return found


def _stand(stand: Stand, copy: int, say: Callable[[Text], str]) -> dict[str, Any]:
    told = plain({name: getattr(stand, name) for name in stand.__struct_fields__}, say)
    return {name: value for name, value in told.items() if value not in (None, "")} | {"copy": copy}


def _for_guests(parts: Mapping[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for name, value in parts.items():
        shown[name] = value if name == "tables" else _for_guest(value)
    return shown


def _for_guest(table: Mapping[str, Any]) -> dict[str, Any]:
    status = SHOWN_TO_GUESTS.get(table["status"], table["status"])
    found = {name: value for name, value in table.items() if name in GUEST} | {"status": status}
    if status != "playing":
        found = {name: value for name, value in found.items() if name not in ("game", "title")}
    return found


def _phones(pairing: Pairing) -> dict[str, Any]:
    """Who has joined, who the owner is, and the number of the invitation that holds."""
    invitation = pairing.invitation
    joined = [{"id": one.id, "name": one.name, "since": one.since} for one in pairing.phones()]
    return {"joined": joined, "owner": pairing.owner, "invitation": None if invitation is None else invitation.number}


def _export(export: Export, words: Catalogue) -> dict[str, Any]:
    found: dict[str, Any] = {"running": export.running, "done": export.done, "of": export.of}
    if export.trouble is not None:
        found["trouble"] = words.say(export.trouble)
    if export.file is not None:
        found["made"] = export.file.stat().st_mtime
    return found
