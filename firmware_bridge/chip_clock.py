"""The board's milliseconds -> the host's monotonic seconds."""

from __future__ import annotations

_ROUND_MS = 1 << 32
_DRIFT = 0.01  # a Nano's resonator may be off by half a percent


class ChipClock:
    """Places samples on the host's clock by the board's own, since USB hands several over in one go.

    No byte comes early, so the shortest delay seen so far is the best guess; it is forgotten slowly, as clocks drift.
    """

    def __init__(self) -> None:
        self._last_ms: int | None = None
        self._chip_s = 0.0
        self._offset_s = 0.0
        self._told_s = float("-inf")

    def is_back(self, time_ms: int) -> bool:
        """Whether the board's time went back: it has been restarted."""
        return self._last_ms is not None and self._since_last(time_ms) > _ROUND_MS // 2

    def restart(self) -> None:
        """The board's time begins anew."""
        self._last_ms = None

    def place(self, time_ms: int, host_s: float) -> float:
        """The host's time of something that happened at `time_ms` and was heard at `host_s`; later every time."""
        if self._last_ms is None:
            self._chip_s, self._offset_s = 0.0, host_s
        else:
            passed = self._since_last(time_ms) / 1000
            self._chip_s += passed
            self._offset_s = min(self._offset_s + _DRIFT * passed, host_s - self._chip_s)
        self._last_ms = time_ms
        self._told_s = max(self._chip_s + self._offset_s, self._told_s + 1e-4)
        return self._told_s

    def _since_last(self, time_ms: int) -> int:
        return (time_ms - (self._last_ms or 0)) % _ROUND_MS
