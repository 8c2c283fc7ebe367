"""`companion phones`: who has joined, a new pairing code, whose the owner's phone is. For whoever is at the Pi.

While the service runs it is asked; else the data folder is opened, which nobody has then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from companion.banner import invited
from companion.log import Log
from companion.refusals import CannotOpen, NotSaved
from companion.settings import Settings
from companion.text import Catalogue, N, T, Text, all_of, catalogue, verbatim
from companion.wiring.control import Request, ask
from web.errors import Refused
from web.pages import invitation
from web.pairing import AT_THE_PI, Pairing, Phone

Invite = Callable[[], Mapping[str, Any]]


class PhoneDesk:
    """Does what a command asks: `list`, `invite`, `owner` or `remove` with a `phone`, by name or id. `address` is where
    the service answers; None where none runs. What is refused comes as `error`, in words."""

    def __init__(self, pairing: Pairing, words: Catalogue, address: Callable[[], str] | None) -> None:
        self._pairing = pairing
        self._words = words
        self._address = address

    def answer(self, asked: Request) -> Request:
        """What came of it."""
        verbs = {"list": self._list, "invite": self._invite, "owner": self._owner, "remove": self._remove}
        try:
            return verbs.get(str(asked.get("do")), self._list)(str(asked.get("phone") or ""))
        except (Refused, NotSaved) as error:
            return {"error": self._words.say(error.text)}

    def _list(self, _: str) -> Request:
        owner = self._pairing.owner
        return {"phones": [_told(one, owner) for one in self._pairing.phones()]}

    def _invite(self, _: str) -> Request:
        if self._address is None:
            raise _no(T("The companion is not running. When it starts it prints a pairing code."))
        address = self._address()
        found, left_s = self._pairing.invite()
        return {
            "address": address,
            "code": found.code,
            "invitation": invitation(address, found.key),
            "left_s": int(left_s),
        }

    def _owner(self, which: str) -> Request:
        return {"owner": self._pairing.hand_over(self._find(which).id, AT_THE_PI).name}

    def _remove(self, which: str) -> Request:
        gone = self._pairing.forget(self._find(which).id, AT_THE_PI)
        return {"removed": gone.name, **self._list("")}

    def _find(self, which: str) -> Phone:
        phones = self._pairing.phones()
        if not which.strip():
            raise _no(T("Say which phone: its name or its id, as companion phones lists them."))
        found = [one for one in phones if which == one.id] or [
            one for one in phones if which.strip().casefold() == one.name.casefold()
        ]
        if not found:
            if not phones:
                raise _no(T("No phone has joined."))
            names = all_of([one.name for one in phones])
            raise _no(T("No phone is called {name}. Phones that have joined: {names}.", name=which, names=names))
        if len(found) > 1:
            ids = all_of([one.id for one in found])
            raise _no(T("Several phones are called {name}; give the id of one: {ids}.", name=which, ids=ids))
        return found[0]


def phones(settings: Settings, data: Path | None, asked: Request, out: TextIO, err: TextIO) -> int:
    """Do it and print what came of it; exit code 2 where it was refused."""
    words = catalogue(settings.language)
    folder = data or settings.data.path
    try:
        found = ask(folder, asked) or _without_service(folder, words, asked)
    except CannotOpen as error:
        found = {"error": words.say(error.text)}
    if "error" in found:
        err.write(f"companion: {found['error']}\n")
        return 2
    out.writelines(f"{words.say(line)}\n" for line in _lines(found))
    return 0


def _without_service(folder: Path, words: Catalogue, asked: Request) -> Request:
    if not folder.is_dir():
        return {"phones": []}
    log = Log(folder)
    try:
        return PhoneDesk(Pairing(log), words, None).answer(asked)
    finally:
        log.close()


def _lines(found: Request) -> Sequence[Text]:
    if "code" in found:
        return invited(found["address"], found["invitation"], found["code"], found["left_s"])
    if "owner" in found:
        return [T("This is the owner’s phone now: {name}", name=found["owner"])]
    removed = [T("Removed: {name}", name=found["removed"])] if "removed" in found else []
    return [*removed, *_list(found["phones"])]


def _list(phones: Sequence[Mapping[str, Any]]) -> list[Text]:
    if not phones:
        return [T("No phone has joined.")]
    wide = max(len(one["name"]) for one in phones)
    return [_line(one, wide) for one in phones]


def _line(one: Mapping[str, Any], wide: int) -> Text:
    since = datetime.fromtimestamp(one["since"]).strftime("%Y-%m-%d %H:%M")
    line = {"name": verbatim(one["name"].ljust(wide)), "since": since, "id": one["id"]}
    if one["owner"]:
        return T("{name}  joined {since}  {id}  the owner’s phone", **line)
    return T("{name}  joined {since}  {id}", **line)


def phones_in_words(settings: Settings, folder: Path) -> Text | None:
    """One line for the doctor: how many have joined and which one is the owner's; None where nobody can tell."""
    try:
        found = ask(folder, {"do": "list"}) or _without_service(folder, catalogue(settings.language), {"do": "list"})
    except CannotOpen:
        return None
    joined = found.get("phones", [])
    name = next((one["name"] for one in joined if one["owner"]), None)
    if name is None:
        return T("No phone has joined.")
    return N("{n} has joined; the owner’s: {name}", "{n} have joined; the owner’s: {name}", len(joined), name=name)


def _told(one: Phone, owner: str | None) -> Request:
    return {"id": one.id, "name": one.name, "since": one.since, "owner": one.id == owner}


def _no(text: Text) -> Refused:
    return Refused(404, "not_found", text)
