"""What the host side tells of the drawer's board: plain values, no words for people."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import UNTRUE, Flag

SEARCHING = "searching"  # has not looked everywhere yet
NO_PORT = "no_port"  # no serial port to look at
PERMISSION = "permission"  # this user may not open the port
BUSY = "busy"  # another program has the port open
NOT_A_DRAWER = "not_a_drawer"  # silent, or something else talks there
WRONG_VERSION = "wrong_version"  # a drawer that speaks another version of the protocol
CONNECTED = "connected"
CHIP_SILENT = "chip_silent"  # the board answers, its weighing chip does not
LOST = "lost"  # was connected, and is not found again

_UNTRUE = int(UNTRUE)  # as a number: eighty times a second an enumeration's own `&` is what is felt most

STATES = (SEARCHING, NO_PORT, PERMISSION, BUSY, NOT_A_DRAWER, WRONG_VERSION, CONNECTED, CHIP_SILENT, LOST)


@dataclass(frozen=True, slots=True)
class TimedSample:
    """One sample. `time_s` is the host's monotonic clock and always grows; `raw` is the signed 24-bit value.

    `good` is false for a sample that says nothing about the weight (saturated, disturbed or warming up). `restarted`
    marks the first good one after the weighing chip was, or may have been, switched off and on: its zero has moved.
    """

    time_s: float
    raw: int
    flags: Flag
    restarted: bool = False

    @property
    def good(self) -> bool:
        return not int(self.flags) & _UNTRUE


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """How the link is. `state` is one of `STATES`; `port`, `device_id` and `firmware` are the last known, or None.

    Counters since the program's start: `lost` frames that never came, `damaged` frames or pieces of them (what the CRC
    found among them), `flagged` samples that said nothing about the weight, `reconnects`, `restarts` of the board while
    connected. `power_cycles` of its weighing chip count from the board's start. `rate_hz` is samples a second over the
    last two seconds, `noise` the standard deviation of one sample over the same time in raw counts, or None.
    `brown_out`: the board's last start came of a supply that had dipped too low, not of plugging it in.
    `swapped`: it is another board than the remembered one. `saturated`: most samples of late stand at an end of the
    range, `frozen`: they no longer differ; either is a wire of the cell.
    """

    state: str = SEARCHING
    port: str | None = None
    device_id: str | None = None
    firmware: str | None = None
    rate_hz: float = 0.0
    lost: int = 0
    damaged: int = 0
    flagged: int = 0
    reconnects: int = 0
    restarts: int = 0
    power_cycles: int = 0
    noise: float | None = None
    swapped: bool = False
    brown_out: bool = False
    saturated: bool = False

    @property
    def frozen(self) -> bool:
        return self.noise == 0.0
