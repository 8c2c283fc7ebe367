"""Looks for the drawer's board at every port that may have it, each in its own time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf

from firmware_bridge.greeting import Greeter, Line
from firmware_bridge.link_status import BUSY, NO_PORT, NOT_A_DRAWER, PERMISSION, WRONG_VERSION
from firmware_bridge.messages import ForeignHello, Hello
from firmware_bridge.serial_port import CannotOpen, Node, Wire, node_of

# What is told when several ports fail in different ways: that which somebody can mend comes first.
_WORST_FIRST = (WRONG_VERSION, PERMISSION, BUSY, NOT_A_DRAWER, NO_PORT)


@dataclass(frozen=True, slots=True)
class Found:
    """A drawer's board at an open port."""

    line: Line
    hello: Hello


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a port is not the drawer's: a state of the link; with the firmware where it is a drawer's. `foreign`: it was
    open for long enough for a drawer to speak up, and none did."""

    code: str
    port: str | None = None
    firmware: tuple[int, int, int] | None = None
    foreign: bool = False


@dataclass
class _Attempt:
    """What came of the last look at a port, and when the next one is due."""

    refusal: Refusal
    next_s: float
    pause_s: float
    node: Node | None


@dataclass
class PortSearch:
    """One look after the other. A port that refuses is asked again after `retry_s`, then after twice that, and so on up
    to `most_retry_s`; one that was pulled out meanwhile, at once.

    To open a port may reset what hangs on it, a printer in the middle of its work. So where nobody has named the ports
    (`named` False), one with something foreign is opened once, and again only when it was plugged in anew; it is not
    foreign where a drawer has been before."""

    ports: Callable[[], Sequence[str]]
    open_port: Callable[[str], Wire]
    greeter: Greeter
    clock: Callable[[], float]
    retry_s: float
    most_retry_s: float
    named: bool = True
    _attempts: dict[str, _Attempt] = field(default_factory=dict)
    _ours: dict[str, Node | None] = field(default_factory=dict)

    def look(self, prefer: str | None) -> Found | Refusal:
        """Look once at every port that is due. The board whose id is `prefer` wins over any other."""
        present = list(self.ports())
        self._attempts = {
            port: attempt
            for port, attempt in self._attempts.items()
            if port in present and node_of(port) == attempt.node
        }
        spare: Found | None = None
        for port in present:
            if not self._is_due(port):
                continue
            result = self._try(port)
            if isinstance(result, Refusal):
                self._refused(port, result)
                continue
            self._attempts.pop(port, None)
            self._ours[port] = node_of(port)
            if prefer in (None, result.hello.id.hex()):
                self._close(spare)
                return result
            if spare is None:
                spare = result
            else:
                self._close(result)
        return spare or self._summary()

    def _is_due(self, port: str) -> bool:
        attempt = self._attempts.get(port)
        return attempt is None or self.clock() >= attempt.next_s

    def _try(self, port: str) -> Found | Refusal:
        try:
            line = Line(port, self.open_port(port))
        except CannotOpen as error:
            return Refusal(error.code, port)
        hello, stayed = None, False
        with contextlib.suppress(OSError):
            hello = self.greeter.greet(line)
            stayed = True
        if isinstance(hello, Hello):
            return Found(line, hello)
        line.close()
        if isinstance(hello, ForeignHello):
            return Refusal(WRONG_VERSION, port, hello.firmware)
        return Refusal(NOT_A_DRAWER, port, foreign=stayed)

    def _refused(self, port: str, refusal: Refusal) -> None:
        before = self._attempts.get(port)
        # A port that is not there costs nothing to try, and should be noticed soon when it comes.
        doubled = before and refusal.code != NO_PORT and before.refusal.code != NO_PORT
        pause = min(before.pause_s * 2, self.most_retry_s) if before and doubled else self.retry_s
        node = node_of(port)
        never_again = refusal.foreign and not self.named and (port not in self._ours or self._ours[port] != node)
        self._attempts[port] = _Attempt(refusal, inf if never_again else self.clock() + pause, pause, node)

    def _summary(self) -> Refusal:
        refusals = [attempt.refusal for attempt in self._attempts.values()]
        return min(refusals, key=lambda refusal: _WORST_FIRST.index(refusal.code), default=Refusal(NO_PORT))

    @staticmethod
    def _close(found: Found | None) -> None:
        if found is not None:
            found.line.close()
