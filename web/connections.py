"""How many connections may be open, altogether and for one address, and which is closed when there are too many.

An address from which strangers hold many is given no more. Altogether, nobody is turned away, because a phone that has
joined cannot be told from a stranger before it asks: the newest always comes in, and another goes. First those go on
which nothing was asked yet, then those of strangers who are being answered, and only then those of phones that have
joined; each time the oldest of whoever holds the most. Used by the server's event loop alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias

from tornado.iostream import IOStream

ALTOGETHER = 256
EACH_ADDRESS = 48  # of those who have not joined; a browser opens six at most, and several may share an address
EACH_PHONE = 16
QUIET_S = 30.0

_log = logging.getLogger(__name__)


class Rank(IntEnum):
    """Whose connections go first."""

    WAITING = 0
    ANSWERED = 1
    JOINED = 2


Owner: TypeAlias = tuple[Rank, str]  # the phone's id, or the address of those who have not joined


@dataclass(eq=False)
class Connection:
    """One connection: where it comes from; which phone it is, once a request has shown that; and whether it is being
    answered. `peer` is who has opened it: a proxy does so for others, so that `remote_ip` is each request's own."""

    remote_ip: str
    stream: IOStream
    phone: str | None = None
    answered: bool = False
    protocol: str = "http"
    peer: tuple[str, str] = field(init=False)
    _late: asyncio.TimerHandle | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        self.peer = self.remote_ip, self.protocol

    @property
    def owner(self) -> Owner:
        """Who holds it, and how much it matters."""
        if self.phone is not None:
            return Rank.JOINED, self.phone
        return Rank.ANSWERED if self.answered else Rank.WAITING, self.remote_ip

    def expect(self, within_s: float) -> None:
        """What is sent must be there within so many seconds, or the connection is closed. Tornado can see to that as
        well, but takes two more turns of the event loop for each request."""
        self.came()
        self._late = asyncio.get_running_loop().call_later(within_s, self.close)

    def came(self) -> None:
        """It is there, or nothing is waited for."""
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def close(self) -> None:
        """Close it at once, whatever is going on there."""
        self.stream.close()


class Connections:
    """The open connections by owner, each owner's from the one that was quiet for longest to the newest."""

    def __init__(self, altogether: int = ALTOGETHER, clock: Callable[[], float] = time.monotonic) -> None:
        self.altogether = altogether
        self.crowded = Trouble("too many connections are opened, and so some are closed", clock)
        self._of: dict[Owner, dict[Connection, None]] = {}
        self._owner: dict[Connection, Owner] = {}

    def __len__(self) -> int:
        return len(self._owner)

    def all(self) -> list[Connection]:
        """Every connection that is open."""
        return list(self._owner)

    def refused(self, remote_ip: str) -> bool:
        """Whether this address may open no more; told before anything is done for the connection, as it costs."""
        held = sum(len(self._of.get((rank, remote_ip), ())) for rank in (Rank.WAITING, Rank.ANSWERED))
        if held >= EACH_ADDRESS:
            self.crowded.again()
            return True
        return False

    def enter(self, one: Connection) -> None:
        """A new connection, or one that is used: there is room for it, whoever must go."""
        self.leave(one)
        owner = one.owner
        self._of[owner] = self._of.pop(owner, {}) | {one: None}
        self._owner[one] = owner
        if owner[0] is Rank.JOINED and len(self._of[owner]) > EACH_PHONE:
            self._close_one(owner)
        elif len(self) > self.altogether:
            self.make_room()

    def leave(self, one: Connection) -> None:
        """This connection is closed."""
        owner = self._owner.pop(one, None)
        if owner is not None:
            del self._of[owner][one]
            if not self._of[owner]:
                del self._of[owner]

    def make_room(self) -> bool:
        """Close one connection; false where none is open."""
        owner = min(self._of, key=lambda one: (one[0], -len(self._of[one])), default=None)
        if owner is None:
            return False
        self._close_one(owner)
        return True

    def _close_one(self, owner: Owner) -> None:
        quietest = next(iter(self._of[owner]))
        self.leave(quietest)
        quietest.close()
        self.crowded.again()


class Trouble:
    """Something that may happen thousands of times a second, and is logged when it begins and when it is over."""

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.times = 0
        self._what = what
        self._clock = clock
        self._last = 0.0

    def again(self) -> None:
        """It happened."""
        if self.times == 0:
            _log.warning("%s", self._what)
        self.times += 1
        self._last = self._clock()

    def settle(self) -> None:
        """To be called now and then: it is over when it has not happened for a while."""
        if self.times and self._clock() - self._last >= QUIET_S:
            _log.warning("over (%s times): %s", self.times, self._what)
            self.times = 0
