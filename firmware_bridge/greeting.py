"""Whether a drawer is at the other end of an open serial port, found out without writing to anything else."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_bridge.messages import BLANK_ID, AskHello, Command, ForeignHello, Hello, SetId
from firmware_bridge.protocol import Decoder, Frame, encode
from firmware_bridge.serial_port import Wire

_log = logging.getLogger(__name__)
_ASK_EVERY_S = 0.5
_NAMING_S = 2.0


@dataclass
class Line:
    """An open port with its decoder and our own sequence number."""

    path: str
    wire: Wire
    decoder: Decoder = field(default_factory=Decoder)
    _sequence: int = 0

    def read(self) -> list[Frame]:
        """The frames that came; waits a tenth of a second at most. `OSError` when the port is gone."""
        return self.decoder.feed(self.wire.read())

    def send(self, command: Command) -> int:
        """Send one command; its sequence number. `OSError` when the port is gone."""
        self._sequence = (self._sequence + 1) & 0xFFFF
        self.wire.write(encode(command, self._sequence))
        return self._sequence

    def close(self) -> None:
        self.wire.close()


@dataclass
class Greeter:
    """Asks who is there. `limit_s` is longer than a Nano takes to start, which it does whenever its port is opened:
    its bootloader is silent, or babbles, for two seconds.

    Nothing is written before something of ours is heard. A board of ours never keeps silent for long, and whatever else
    hangs on a serial port (a printer, a receiver) would take our question for a command.
    """

    limit_s: float
    stopping: Callable[[], bool]

    def greet(self, line: Line) -> Hello | ForeignHello | None:
        """The board's hello; None when no drawer speaks up in time. `OSError` when the port is gone."""
        ends = time.monotonic() + self.limit_s
        ask_at = 0.0
        while time.monotonic() < ends and not self.stopping():
            frames = line.read()
            for frame in frames:
                if isinstance(frame.message, Hello | ForeignHello):
                    return self._named(line, frame.message)
            if (frames or line.decoder.unknown) and time.monotonic() >= ask_at:
                ask_at = time.monotonic() + _ASK_EVERY_S
                line.send(AskHello())
        return None

    def _named(self, line: Line, hello: Hello | ForeignHello) -> Hello | ForeignHello:
        """The hello, once the board has an id: a new one is given its own, for good."""
        if isinstance(hello, ForeignHello) or hello.id != BLANK_ID:
            return hello
        line.send(SetId(secrets.token_bytes(len(BLANK_ID))))
        ends = time.monotonic() + _NAMING_S
        while time.monotonic() < ends and not self.stopping():
            for frame in line.read():
                if isinstance(frame.message, Hello) and frame.message.id != BLANK_ID:
                    _log.info("the board on %s was new and got its id", line.path)
                    return frame.message
        return hello
