"""Who may come to the venue's server: a key for each table, which may write under its own name and nowhere else.

The server's settings name one file with `include`; this module writes that file, and a file with the secret half of a
new key, which goes to the table and is kept nowhere else.

The tables have an account apart from the one that keeps the streams. The server sends an answer wherever a question
says, whether its key may write there or not; so the answers to tables stay in an account where nothing is kept, and
none of them can be stored under another table's name.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nkeys

from companion.api.refusals import BadFile, BadMove
from companion.api.text import T
from companion.venue import campaigns, notes, present, records, stores
from companion.venue.records import STREAM, TABLE, inbox

STAFF = "staff"  # may read and prepare everything
_USER = re.compile(r"\{ nkey: (?P<key>U[A-Z2-7]{55})[, ].*\} # (?P<name>[a-z0-9-]{1,40})$", re.MULTILINE)
# What the account with the streams does for tables, and what it tells them; each key has its own part of it alone.
_DONE = (
    "$JS.API.>", "tables.>", records.CAMPAIGN_SUBJECTS, "venue.>", "$O.>", present.now_subject("*"), campaigns.HEARD,
)  # fmt: skip
_TOLD = (present.tell_subject("*"), campaigns.HEARD)
_FIRST_LINE = "# Written by `companion venue`: whoever may come to the server. Include it in the server's settings.\n"


def rights(table: str) -> dict[str, Any]:
    """What a table's key may do: write under its own name, read its own records back, hear the server's answers and
    what the staff tells it."""
    return {
        "publish": [
            f"tables.{table}.>",
            f"$JS.API.STREAM.INFO.{STREAM}",
            f"$JS.API.DIRECT.GET.{STREAM}.tables.{table}.>",
            present.now_subject(table),
            f"$JS.API.DIRECT.GET.{present.STREAM}.{present.tell_subject(table)}",
            *notes.rights(table),
            *campaigns.rights(table),
            *stores.rights(table),
        ],
        "subscribe": [f"{inbox(table)}.>", present.tell_subject(table), campaigns.HEARD],
    }


def admitted(file: Path) -> dict[str, str]:
    """The public half of each key by the name that it was given out for; `BadFile` where the file is not ours."""
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else _FIRST_LINE
    except (OSError, UnicodeDecodeError):
        text = ""
    if not text.startswith(_FIRST_LINE):
        raise BadFile(T("{file} is not a file that `companion venue admit` wrote.", file=str(file)))
    return {found["name"]: found["key"] for found in _USER.finditer(text)}


def admit(file: Path, name: str) -> str:
    """Give out a key for a table, or for the staff; the secret half. One that was given out before holds no more."""
    if name != STAFF and re.fullmatch(TABLE, name) is None:
        raise BadMove(
            T("A table's name has small letters, digits and hyphens, such as table-3; not {name}.", name=name)
        )
    seed = nkeys.encode_seed(secrets.token_bytes(32), nkeys.PREFIX_BYTE_USER)
    users = admitted(file) | {name: nkeys.from_seed(seed).public_key.decode()}
    _write(file, users)
    return bytes(seed).decode()


def renew(file: Path) -> None:
    """Give every key that was given out the rights that this version of the companion knows."""
    _write(file, admitted(file))


def shut_out(file: Path, name: str) -> None:
    """A key that was given out holds no more; `BadMove` where none was."""
    users = admitted(file)
    if users.pop(name, None) is None:
        raise BadMove(T("No key was given out for {name}.", name=name))
    _write(file, users)


def _write(file: Path, users: dict[str, str]) -> None:
    staff = [f"    {{ nkey: {key} }} # {name}\n" for name, key in users.items() if name == STAFF]
    tables = [
        f"    {{ nkey: {key}, permissions: {json.dumps(rights(name))} }} # {name}\n"
        for name, key in sorted(users.items())
        if name != STAFF
    ]
    kinds = [*(("service", one) for one in _DONE), *(("stream", one) for one in _TOLD)]
    given = [f'    {{ {kind}: "{subject}" }}\n' for kind, subject in kinds]
    taken = [f'    {{ {kind}: {{ account: VENUE, subject: "{subject}" }} }}\n' for kind, subject in kinds]
    accounts = [
        "accounts {\n  VENUE {\n    jetstream: enabled\n",
        *_listed("users", staff),
        *_listed("exports", given),
        "  }\n  TABLES {\n",
        *_listed("users", tables),
        *_listed("imports", taken),
        "  }\n}\n",
    ]
    new = file.with_name(file.name + ".new")
    new.write_text(_FIRST_LINE + "".join(accounts), encoding="utf-8")
    os.replace(new, file)


def _listed(name: str, lines: Iterable[str]) -> list[str]:
    return [f"    {name} = [\n", *lines, "    ]\n"]
