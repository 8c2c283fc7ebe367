"""Who may change something: a phone joins once with a short code and is then known by a cookie.

The code is short, so guessing it is slowed down, for each address and altogether. A phone's token is long and random;
only its hash is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.text import T
from web.errors import Refused
from web.ports import StorePort

KIND = "phone"
CODE_DIGITS = 6
NAME_CHARS = 24
MOST_PHONES = 100
WRONG_PER_ADDRESS, ADDRESS_WINDOW_S = 5, 60.0
WRONG_ALTOGETHER, WINDOW_S = 30, 600.0
ADDRESSES_KEPT = 500


@dataclass(frozen=True)
class Phone:
    """A paired phone: its name is what the history says; `since` in seconds since 1970."""

    id: str
    name: str
    since: float


class Guesses:
    """Wrong codes of late; says how long to wait before the next try."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_address: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()

    def wait_s(self, address: str) -> float:
        """Seconds until this address may try again; 0 when it may now."""
        own = self._by_address.get(address, deque())
        return max(
            self._left(own, WRONG_PER_ADDRESS, ADDRESS_WINDOW_S), self._left(self._all, WRONG_ALTOGETHER, WINDOW_S)
        )

    def wrong(self, address: str) -> None:
        """A wrong code came from this address."""
        own = self._by_address.pop(address, None) or deque(maxlen=WRONG_PER_ADDRESS)
        self._by_address[address] = own
        while len(self._by_address) > ADDRESSES_KEPT:
            self._by_address.pop(next(iter(self._by_address)))
        for tries in (own, self._all):
            tries.append(self._clock())

    def _left(self, tries: deque[float], most: int, window_s: float) -> float:
        now = self._clock()
        while tries and tries[0] <= now - window_s:
            tries.popleft()
        return tries[0] + window_s - now if len(tries) >= most else 0.0


class Pairing:
    """The pairing code and the phones that have joined. Safe from any thread."""

    def __init__(
        self,
        store: StorePort,
        code: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self.code = code or new_code()
        self._store = store
        self._wall_clock = wall_clock
        self._lock = threading.Lock()
        self._guesses = Guesses(clock)
        self._phones: dict[str, tuple[Phone, str]] = {}
        for id, kept in store.all(KIND).items():
            self._recall(id, kept)

    def join(self, code: str, name: str, address: str) -> tuple[Phone, str]:
        """A new phone and its token, for the right code; else `Refused` with how long to wait or what was wrong."""
        with self._lock:
            self._check(code, address)
            if len(self._phones) >= MOST_PHONES:
                raise Refused(409, "too_many_phones", T("Too many phones have joined. Remove one that is not used."))
            token = secrets.token_urlsafe(32)
            phone = Phone(secrets.token_hex(6), clean_name(name), self._wall_clock())
            self._keep(phone, _hash(token))
            return phone, f"{phone.id}.{token}"

    def phone(self, cookie: str | None) -> Phone | None:
        """The phone that this cookie belongs to."""
        id, _, token = (cookie or "").partition(".")
        found = self._phones.get(id)
        if found is None or not hmac.compare_digest(found[1], _hash(token)):
            return None
        return found[0]

    def phones(self) -> list[Phone]:
        """All paired phones, the first that joined first."""
        return sorted((phone for phone, _ in self._phones.values()), key=lambda phone: phone.since)

    def rename(self, id: str, name: str) -> Phone:
        """Give a phone another name."""
        with self._lock:
            _, token_hash = self._known(id)
            phone = Phone(id, clean_name(name), self._phones[id][0].since)
            self._keep(phone, token_hash)
            return phone

    def forget(self, id: str) -> None:
        """This phone may only watch from now on."""
        with self._lock:
            self._known(id)
            self._store.drop(KIND, id)
            del self._phones[id]

    # --- inside -------------------------------------------------------------------------------------------------------

    def _check(self, code: str, address: str) -> None:
        wait_s = self._guesses.wait_s(address)
        if wait_s > 0:
            seconds = int(wait_s) + 1
            text = T("Too many wrong codes. Wait {seconds} seconds, then try again.", seconds=seconds)
            raise Refused(429, "wait", text, wait_s=seconds)
        if not hmac.compare_digest(_digits(code).encode(), self.code.encode()):
            self._guesses.wrong(address)
            raise Refused(403, "wrong_code", T("This is not the pairing code. Look where the companion was started."))

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


def new_code() -> str:
    """A fresh pairing code of digits, easy to type on a phone."""
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def clean_name(name: str) -> str:
    """A name that can stand in a history: trimmed, printable, not empty, not too long; else `Refused`."""
    cleaned = " ".join("".join(char for char in name if char.isprintable()).split())
    if not cleaned:
        raise Refused(400, "name", T("Please give a name."))
    if len(cleaned) > NAME_CHARS:
        raise Refused(400, "name", T("This name is too long; at most {most} letters fit.", most=NAME_CHARS))
    return cleaned


def _digits(code: str) -> str:
    return "".join(char for char in code if char.isascii() and char.isdigit())


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
