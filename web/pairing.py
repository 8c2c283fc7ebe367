"""Who may change something: a phone joins once by an invitation and is then known by a cookie.

One of the phones is the owner's: the first that joined, until it hands that over or somebody at the Pi names another.
Only the owner's phone removes others; any phone may leave. A phone's token is long and random; only its hash is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.api.refusals import NotSaved
from companion.api.text import T
from web.errors import Refused
from web.invitations import CODE_DIGITS, CODE_DIGITS_WATCHFUL, FIRST_LIFE_S, Guesses, Invitation, Invitations, is_key
from web.ports import StorePort

KIND = "phone"
OWNER_KIND, OWNER_KEY = "pairing", "owner"
NAME_CHARS = 24
MOST_PHONES = 100
AT_THE_PI = None  # who asks for something: a phone, or somebody at the Pi itself

NOT_THE_CODE = T(
    "This is not the pairing code, or it has run out. A phone that has joined shows the present one (Table, Phones)."
)

Listener: TypeAlias = Callable[["str | None"], None]


@dataclass(frozen=True)
class Phone:
    """A paired phone: its name is what the history says; `since` in seconds since 1970."""

    id: str
    name: str
    since: float


class Pairing:
    """The invitations and the phones that have joined. Safe from any thread."""

    def __init__(
        self,
        store: StorePort,
        code: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._wall_clock = wall_clock
        self._lock = threading.Lock()
        self._guesses = Guesses(clock)
        self._invitations = Invitations(clock)
        self._invitations.make(FIRST_LIFE_S, code)
        self._listeners: list[Listener] = []
        self._phones: dict[str, tuple[Phone, str]] = {}
        for id, kept in store.all(KIND).items():
            self._recall(id, kept)
        kept = store.get(OWNER_KIND, OWNER_KEY)
        self._owner: str | None = kept.get("phone") if isinstance(kept, dict) else None
        self._owner_kept = self._owner
        self._settle_owner()

    def subscribe(self, listener: Listener) -> None:
        """Have `listener` told of every change; with the id of a phone when that was removed."""
        self._listeners.append(listener)

    # --- invitations --------------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code for typing that holds now; empty while none does."""
        found = self.invitation
        return "" if found is None else found.code

    @property
    def invitation(self) -> Invitation | None:
        """The invitation that holds now, if any does."""
        with self._lock:
            return self._invitations.present

    def invite(self) -> tuple[Invitation, float]:
        """An invitation that holds for five minutes at least, and for how many seconds it does."""
        with self._lock:
            before = self._invitations.present
            self._invitations.lengthen(self._digits())
            found = self._invitations.fresh()
            left_s = self._invitations.left_s(found)
        if found != before:
            self._tell()
        return found, left_s

    def join(self, code: str, name: str, address: str) -> tuple[Phone, str]:
        """A new phone and its token, for the right code or key; else `Refused`: what was wrong or how long to wait."""
        shown = self.invitation
        try:
            with self._lock:
                self._check(code, address)
                phone, token = self._let_in(clean_name(name))
        except Refused:
            if self.invitation != shown:
                self._tell()
            raise
        self._tell()
        return phone, f"{phone.id}.{token}"

    # --- phones -------------------------------------------------------------------------------------------------------

    def phone(self, cookie: str | None) -> Phone | None:
        """The phone that this cookie belongs to."""
        id, _, token = (cookie or "").partition(".")
        found = self._phones.get(id)
        if found is None or not hmac.compare_digest(found[1], _hash(token)):
            return None
        return found[0]

    def knows(self, id: str) -> bool:
        """Whether this phone has joined and was not removed."""
        return id in self._phones

    def phones(self) -> list[Phone]:
        """All paired phones, the first that joined first."""
        with self._lock:
            return self._in_order()

    @property
    def owner(self) -> str | None:
        """Which phone is the owner's; None while no phone has joined."""
        return self._owner

    def rename(self, id: str, name: str) -> Phone:
        """Give a phone another name."""
        with self._lock:
            _, token_hash = self._known(id)
            phone = Phone(id, clean_name(name), self._phones[id][0].since)
            self._keep(phone, token_hash)
        self._tell()
        return phone

    def hand_over(self, id: str, by: str | None) -> Phone:
        """Make this phone the owner's; `by` is the phone that asks, which must be the owner's, or `AT_THE_PI`."""
        with self._lock:
            found = self._known(id)[0]
            if by is not AT_THE_PI and by != self._owner:
                raise self._owner_only()
            self._store.put(OWNER_KIND, OWNER_KEY, {"phone": id})
            self._owner = self._owner_kept = id
        self._tell()
        return found

    def forget(self, id: str, by: str | None) -> Phone:
        """This phone may only watch from now on. `by` is the phone that asks, or `AT_THE_PI`; every phone may leave,
        only the owner's may remove others. Who was removed knows the code: no invitation holds any more."""
        with self._lock:
            found = self._known(id)[0]
            self._check_removal(id, by)
            self._store.drop(KIND, id)
            del self._phones[id]
            self._settle_owner()
            self._keep_owner()
            if by != id:
                self._invitations.end()
        self._tell(id)
        return found

    # --- inside -------------------------------------------------------------------------------------------------------

    def _digits(self) -> int:
        return CODE_DIGITS_WATCHFUL if self._guesses.watchful else CODE_DIGITS

    def _check(self, word: str, address: str) -> None:
        word = word.strip()
        if self._invitations.has_key(word):
            return
        if is_key(word):
            raise Refused(403, "wrong_code", T("This invitation has run out. Scan the present QR code."))
        wait_s = self._guesses.wait_s(address)
        if wait_s > 0:
            seconds = int(wait_s) + 1
            text = T("Too many wrong codes. Wait {seconds} seconds, or scan the QR code.", seconds=seconds)
            raise Refused(429, "wait", text, wait_s=seconds)
        if not self._invitations.has_code(word):
            self._guesses.wrong(address)
            if self._guesses.watchful:
                self._invitations.lengthen(CODE_DIGITS_WATCHFUL)
            raise Refused(403, "wrong_code", NOT_THE_CODE)

    def _let_in(self, name: str) -> tuple[Phone, str]:
        if len(self._phones) >= MOST_PHONES:
            raise Refused(409, "too_many_phones", T("Too many phones have joined. Remove one that is not used."))
        token = secrets.token_urlsafe(32)
        phone = Phone(secrets.token_hex(6), name, self._wall_clock())
        self._keep(phone, _hash(token))
        self._settle_owner()
        self._keep_owner()
        return phone, token

    def _check_removal(self, id: str, by: str | None) -> None:
        if by is AT_THE_PI:
            return
        if by != id and by != self._owner:
            raise self._owner_only()
        if id == self._owner and len(self._phones) > 1:
            text = T("This is the owner’s phone. Make another phone the owner’s first, then leave.")
            raise Refused(409, "owner", text)

    def _owner_only(self) -> Refused:
        name = self._phones[self._owner][0].name if self._owner in self._phones else ""
        return Refused(403, "owner", T("Only the owner’s phone may do this: {name}.", name=name))

    def _settle_owner(self) -> None:
        """Where the owner's phone is none of those that have joined, it is the one that joined first: at the very
        first, in data from before there was an owner's phone, and after that phone was removed at the Pi."""
        if self._owner not in self._phones:
            first = next(iter(self._in_order()), None)
            self._owner = None if first is None else first.id

    def _keep_owner(self) -> None:
        """Whose the owner's phone came to be by itself; not saved, the next start finds the same one again."""
        if self._owner == self._owner_kept:
            return
        with suppress(NotSaved):
            self._store.put(OWNER_KIND, OWNER_KEY, {"phone": self._owner})
            self._owner_kept = self._owner

    def _in_order(self) -> list[Phone]:
        return sorted((phone for phone, _ in self._phones.values()), key=lambda phone: (phone.since, phone.id))

    def _known(self, id: str) -> tuple[Phone, str]:
        if id not in self._phones:
            raise Refused(404, "not_found", T("This phone is not known any more."))
        return self._phones[id]

    def _keep(self, phone: Phone, token_hash: str) -> None:
        self._store.put(KIND, phone.id, {"name": phone.name, "since": phone.since, "token_hash": token_hash})
        self._phones[phone.id] = (phone, token_hash)

    def _recall(self, id: str, kept: Any) -> None:
        if isinstance(kept, dict) and isinstance(kept.get("token_hash"), str):
            phone = Phone(id, str(kept.get("name", "")), float(kept.get("since", 0)))
            self._phones[id] = (phone, kept["token_hash"])

    def _tell(self, removed: str | None = None) -> None:
        for listener in self._listeners:
            listener(removed)


def clean_name(name: str) -> str:
    """A name that can stand in a history: trimmed, printable, not empty, not too long; else `Refused`."""
    cleaned = " ".join("".join(char for char in name if char.isprintable()).split())
    if not cleaned:
        raise Refused(400, "name", T("Please give a name."))
    if len(cleaned) > NAME_CHARS:
        raise Refused(400, "name", T("This name is too long; at most {most} letters fit.", most=NAME_CHARS))
    return cleaned


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
