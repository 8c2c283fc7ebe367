"""What the venue's page knows of the fleet, from the records that the server tells one after the other."""

from __future__ import annotations

import logging
import threading
from typing import TypeVar

import msgspec

from companion.api.refusals import BadFile
from companion.api.text import Text
from companion.session.archive import check_text
from companion.venue import fleet, notes, signing
from companion.venue.fleet import Has, Plan, Standing, Wanted
from companion.venue.picture import in_order
from companion.venue.signing import Signed

SUBJECTS = (notes.PLAN, notes.wanted("*"), notes.has("*"))
LARGEST_HAS = 16 * 1024  # bytes: ten settings and a sentence; what a stolen table writes is read here
S = TypeVar("S", bound=msgspec.Struct)
_log = logging.getLogger(__name__)


class FleetPicture:
    """Written by the thread that follows the server, read by any other. `public` is the owner's key, by which the
    records are checked that only the owner writes; without it they are believed. What is shown here changes no table:
    each checks for itself."""

    def __init__(self, public: str = "") -> None:
        self.checks = bool(public)
        self.news = 0  # grows with each record
        self.trouble: Text | None = None  # why the plan is not what is shown
        self._public = public
        self._lock = threading.Lock()
        self._plan = Plan(format=notes.FORMAT)
        self._wanted: dict[str, Wanted] = {}
        self._has: dict[str, Has] = {}

    def anew(self) -> None:
        """The server is asked again from the beginning."""
        with self._lock:
            self._plan, self.trouble = Plan(format=notes.FORMAT), None
            self._wanted, self._has = {}, {}
            self.news += 1

    def take(self, subject: str, data: bytes) -> None:
        """A record. One that cannot be read leaves the plan as it was, and takes away what was known of a table."""
        with self._lock:
            self.news += 1
            if subject == notes.PLAN:
                self._take_plan(data)
            else:
                _, kind, table = subject.split(".")
                self._take_of(kind, table, data)

    def _take_plan(self, data: bytes) -> None:
        try:
            self._plan, self.trouble = self._signed(data, Plan), None
        except BadFile as error:
            self.trouble = error.text

    def _take_of(self, kind: str, table: str, data: bytes) -> None:
        try:
            if kind == "wanted":
                self._wanted[table] = self._signed(data, Wanted)
            else:
                self._has[table] = _read_has(data)
        except BadFile as error:
            _log.warning("%s of %s cannot be read: %s", kind, table, error)
            (self._wanted if kind == "wanted" else self._has).pop(table, None)

    def _signed(self, data: bytes, shape: type[S]) -> S:
        record = notes.decode(data, Signed)
        if self.checks:
            return signing.opened(record, self._public, shape)
        return notes.decode(record.document.encode("utf-8", "surrogatepass"), shape)

    def plan(self) -> Plan:
        """The groups and what is wanted of them."""
        return self._plan

    def standing(self) -> list[Standing]:
        """Every table of a group, by name: table-3 before table-12."""
        with self._lock:
            tables = sorted(self._plan.tables(), key=in_order)
            return [fleet.standing(self._plan, one, self._wanted.get(one), self._has.get(one)) for one in tables]


def _read_has(data: bytes) -> Has:
    """What a table told; `BadFile` where its words are none that can be shown."""
    has = notes.decode(data, Has, LARGEST_HAS)
    if has.why is not None:
        check_text(has.why)
    return has
