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
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from companion.api.refusals import NotSaved
from companion.api.text import T, catalogue, languages
from companion.session.answers import DEVICES
from companion.storage.keyed_store import KeyedStore
from web.errors import HttpRefusal
from web.texts import PAGE

KIND = "phone"
OWNER_KIND, OWNER_KEY = "pairing", "owner"
NAME_CHARS = 24
MOST_PHONES = 100
MOST_NAMES = 8  # that a phone had before
OTHERS_IN_THE_LOG = ("companion", "Home Assistant")  # what was lost and mended, and a home's buttons
AT_THE_PI = None  # who asks for something: a phone, or somebody at the Pi itself

NOT_THE_CODE = T(
    "This is not the pairing code, or it has run out. A phone that has joined shows the present one (Table, Phones)."
)

Listener: TypeAlias = Callable[["str | None"], None]


@dataclass(frozen=True)
class Phone:
    """A paired phone: its name is what the history says; `since` in seconds since 1970.

    `was`: names that it had before, under which its earlier steps stand, as far as no other phone has had them since.
    """

    id: str
    name: str
    since: float
    was: tuple[str, ...] = ()


class Pairing:
    """The invitations and the phones that have joined. Safe from any thread."""

    def __init__(
        self,
        store: KeyedStore,
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
        """A new phone and its token, for the right code or key; else `HttpRefusal`: what was wrong or how long to
        wait."""
        shown = self.invitation
        try:
            with self._lock:
                self._check(code, address)
                phone, token = self._let_in(clean_name(name))
        except HttpRefusal:
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

    def joined(self, id: str) -> Phone | None:
        """The phone with this id, if it has joined and was not removed."""
        found = self._phones.get(id)
        return None if found is None else found[0]

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
            old, token_hash = self._known(id)
            phone = replace(old, name=clean_name(name))
            if phone.name != old.name:
                self._take_name(phone.name)
                others = {one.name for one, _ in self._phones.values() if one.id != id}
                was = (*self._phones[id][0].was, *({old.name} - others))
                phone = replace(phone, was=was[-MOST_NAMES:])
                self._keep(phone, token_hash)
        self._tell()
        return phone

    def renew(self, id: str) -> str:
        """A new token for this phone; the one before holds no more."""
        with self._lock:
            token = secrets.token_urlsafe(32)
            self._keep(self._known(id)[0], _hash(token))
        return f"{id}.{token}"

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
            raise HttpRefusal(403, "wrong_code", T("This invitation has run out. Scan the present QR code."))
        wait_s = self._guesses.wait_s(address)
        if wait_s > 0:
            seconds = int(wait_s) + 1
            text = T("Too many wrong codes. Wait {seconds} seconds, or scan the QR code.", seconds=seconds)
            raise HttpRefusal(429, "wait", text, wait_s=seconds)
        if not self._invitations.has_code(word):
            self._guesses.wrong(address)
            if self._guesses.watchful:
                self._invitations.lengthen(CODE_DIGITS_WATCHFUL)
            raise HttpRefusal(403, "wrong_code", NOT_THE_CODE)

    def _let_in(self, name: str) -> tuple[Phone, str]:
        if len(self._phones) >= MOST_PHONES:
            raise HttpRefusal(409, "too_many_phones", T("Too many phones have joined. Remove one that is not used."))
        token = secrets.token_urlsafe(32)
        phone = Phone(secrets.token_hex(6), name, self._wall_clock())
        self._take_name(name)
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
            raise HttpRefusal(409, "owner", text)

    def _owner_only(self) -> HttpRefusal:
        name = self._phones[self._owner][0].name if self._owner in self._phones else ""
        return HttpRefusal(403, "owner", T("Only the owner’s phone may do this: {name}.", name=name))

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
            raise HttpRefusal(404, "not_found", T("This phone is not known any more."))
        return self._phones[id]

    def _take_name(self, name: str) -> None:
        """Steps of this name are no phone's of before any more: who reads the log cannot tell whose they were."""
        for phone, token_hash in list(self._phones.values()):
            if name in phone.was:
                self._keep(replace(phone, was=tuple(one for one in phone.was if one != name)), token_hash)

    def _keep(self, phone: Phone, token_hash: str) -> None:
        kept = {"name": phone.name, "since": phone.since, "was": list(phone.was), "token_hash": token_hash}
        self._store.put(KIND, phone.id, kept)
        self._phones[phone.id] = (phone, token_hash)

    def _recall(self, id: str, kept: Any) -> None:
        if isinstance(kept, dict) and isinstance(kept.get("token_hash"), str):
            was = tuple(str(name) for name in kept.get("was", ()))
            phone = Phone(id, str(kept.get("name", "")), float(kept.get("since", 0)), was)
            self._phones[id] = (phone, kept["token_hash"])

    def _tell(self, removed: str | None = None) -> None:
        for listener in self._listeners:
            listener(removed)


def clean_name(name: str) -> str:
    """A name that can stand in a history: trimmed, printable, not empty, not too long, no device's; else
    `HttpRefusal`."""
    cleaned = " ".join("".join(char for char in name if char.isprintable()).split())
    if not cleaned:
        raise HttpRefusal(400, "name", T("Please give a name."))
    if len(cleaned) > NAME_CHARS:
        raise HttpRefusal(400, "name", T("This name is too long; at most {most} letters fit.", most=NAME_CHARS))
    if cleaned.casefold() in _names_of_devices():
        text = T("The history calls a device “{name}”. Please give another name.", name=cleaned)
        raise HttpRefusal(400, "name", text)
    return cleaned


def _names_of_devices() -> set[str]:
    """What does steps without being a phone, as the log and the history name it, in every language; in small letters.
    A joined phone keeps the name that it has."""
    shown = [*DEVICES.values(), *(text for key, text in PAGE.items() if key.startswith("by."))]
    names = [catalogue(language).say(text) for language in languages() for text in shown]
    return {name.casefold() for name in (*names, *DEVICES, *OTHERS_IN_THE_LOG)}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


# --- invitations ------------------------------------------------------------------------------------------------------

CODE_DIGITS, CODE_DIGITS_WATCHFUL = 6, 12
KEY_CHARS = 22  # 128 bits as they stand in an address
LIFE_S = 600.0  # of an invitation that somebody asked for
FIRST_LIFE_S = 3600.0  # of the one that is printed at the start
MOST_OPEN = 2

FREE_WRONG = 5
FIRST_WAIT_S, LONGEST_WAIT_S, FORGIVEN_S = 30.0, 600.0, 3600.0
ADDRESSES_KEPT = 4096
MOST_WRONG, WATCHFUL_S = 50, 7 * 86400.0

Clock = Callable[[], float]


@dataclass(frozen=True)
class Invitation:
    """Lets phones in until it runs out (`until`, on the clock of whoever made it). No log shows its secrets."""

    number: int
    code: str = field(repr=False)
    key: str = field(repr=False)
    until: float


class Guesses:
    """Wrong codes of late, of each address and altogether; takes up so much memory and no more."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_address: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how many, and when the last one came
        self._all: deque[float] = deque(maxlen=MOST_WRONG)

    def wait_s(self, address: str) -> float:
        """Seconds until this address may try again; 0 when it may now."""
        count, last = self._of(address)
        if count < FREE_WRONG:
            return 0.0
        doubled = min(count - FREE_WRONG, 16)  # past ten minutes it grows no more
        return max(0.0, last + min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0**doubled) - self._clock())

    def wrong(self, address: str) -> None:
        """A wrong code came from this address."""
        count, _ = self._of(address)
        self._by_address[address] = (count + 1, self._clock())
        self._by_address.move_to_end(address)
        while len(self._by_address) > ADDRESSES_KEPT:
            self._by_address.popitem(last=False)
        self._all.append(self._clock())

    @property
    def watchful(self) -> bool:
        """Whether so many wrong codes have come of late that somebody may be guessing."""
        return len(self._all) == MOST_WRONG and self._all[0] > self._clock() - WATCHFUL_S

    def _of(self, address: str) -> tuple[int, float]:
        count, last = self._by_address.get(address, (0, 0.0))
        return (count, last) if self._clock() < last + FORGIVEN_S else (0, 0.0)


class Invitations:
    """The invitations that hold now. Not safe from several threads at once: `Pairing` sees to that."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: deque[Invitation] = deque(maxlen=MOST_OPEN)
        # No two starts count alike: a page that shows an invitation of before one sees by its number that it is gone.
        self._made = secrets.randbelow(2**31)
        self.digits = CODE_DIGITS

    def make(self, life_s: float = LIFE_S, code: str | None = None) -> Invitation:
        """A new invitation; the one before it holds until it runs out by itself."""
        self._made += 1
        made = Invitation(self._made, code or new_code(self.digits), secrets.token_urlsafe(16), self._clock() + life_s)
        self._open.append(made)
        return made

    @property
    def present(self) -> Invitation | None:
        """The newest that holds."""
        found = self._holding()
        return found[-1] if found else None

    def left_s(self, one: Invitation) -> float:
        """How long it still holds."""
        return max(0.0, one.until - self._clock())

    def fresh(self) -> Invitation:
        """The present one while whoever reads it has time to type it, else a new one."""
        found = self.present
        return found if found is not None and self.left_s(found) >= LIFE_S / 2 else self.make()

    def end(self) -> None:
        """None of them holds any more."""
        self._open.clear()

    def lengthen(self, digits: int) -> None:
        """From now on codes have so many digits, those that hold now too; their keys stay."""
        if digits == self.digits:
            return
        self.digits = digits
        if digits > CODE_DIGITS:
            for one in [self._open.popleft() for _ in range(len(self._open))]:
                self._made += 1
                self._open.append(replace(one, number=self._made, code=new_code(digits)))

    def has_key(self, word: str) -> bool:
        """Whether this is the key of one of them."""
        return _one_of(word, [one.key for one in self._holding()])

    def has_code(self, word: str) -> bool:
        """Whether this is the code of one of them, however it was grouped."""
        digits = "".join(char for char in word if char.isascii() and char.isdigit())
        return _one_of(digits, [one.code for one in self._holding()])

    def _holding(self) -> list[Invitation]:
        return [one for one in self._open if self.left_s(one) > 0]


def is_key(word: str) -> bool:
    """Whether this is as long as a key: it came from a QR code, then, and nobody typed it."""
    return len(word) == KEY_CHARS


def new_code(digits: int = CODE_DIGITS) -> str:
    """A fresh pairing code of digits, easy to type on a phone."""
    return "".join(secrets.choice("0123456789") for _ in range(digits))


def in_groups(code: str) -> str:
    """The code as it is read out and typed: in threes, `123 456`."""
    return " ".join(code[at : at + 3] for at in range(0, len(code), 3))


def _one_of(word: str, known: list[str]) -> bool:
    """Compared by digests and to the end, so that how long it takes tells nothing."""
    digest = hashlib.sha256(word.encode()).digest()
    matches = [hmac.compare_digest(digest, hashlib.sha256(one.encode()).digest()) for one in known]
    return any(matches)
