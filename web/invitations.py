"""What lets a phone in: invitations that run out, and wrong codes, which slow down who sends them.

An invitation holds two secrets. The *key* goes into the QR code: 128 random bits, which nobody guesses, so it is taken
from any address at any time. The *code* is for typing: six digits, and so it could be guessed.

How hopeless guessing is. Wrong codes slow the address down that they come from: five are free, then it waits 30
seconds, and twice as long after each further one, up to ten minutes; an hour without any and it begins anew. That is
14 tries in the first hour, and never more than 8 an hour in the long run. Whoever has many addresses gets
`MOST_WRONG` = 50 tries at six digits in seven days, from all of them together: then every code has twelve digits
until fewer came in seven days. At most two codes hold at once (the one that is shown, and the one before it), and
only for some minutes after somebody asked for one. So in a week six digits fall with a chance of at most 50 x 2 /
10^6, 1 in 10,000, and that only if every one of those tries comes while a code is open. Twelve digits: 4,000
addresses at 200 tries a day each make 5.6 million tries in a week, a chance of 1 in 90,000, were a code open all the
time. With more addresses than are remembered the server's speed is the limit: 500 tries a second while codes are open
for 20 minutes a day make 4.2 million tries in a week, 1 in 119,000.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

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
        self._made = 0
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
