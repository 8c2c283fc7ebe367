"""What the command at the Pi asks: which phones have joined, a new code, whose is the owner's, one removed."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.refusals import NotSaved
from companion.api.text import Catalogue, T, Text, all_of
from companion.app.control import Request
from web.errors import HttpRefusal
from web.pages import invitation
from web.pairing import AT_THE_PI, Pairing, Phone


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
        except (HttpRefusal, NotSaved) as error:
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


def _told(one: Phone, owner: str | None) -> Request:
    return {"id": one.id, "name": one.name, "since": one.since, "owner": one.id == owner}


def _no(text: Text) -> HttpRefusal:
    return HttpRefusal(404, "not_found", text)
