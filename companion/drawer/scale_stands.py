"""When a weight stands still for long enough to be taken, and whether it wanders while it does."""

from __future__ import annotations

STANDS_S = 1.2
SETTLED_S = 1.8  # half a second more: then a hand may come, and the rest was long enough
DRIFTS = 40.0  # raw counts a second within one rest
DRIFT_LOOK_S = 4.0


class Stands:
    """Follows the value at which a scale rests (None: something moves), each with its time."""

    def __init__(self) -> None:
        self.raw: float | None = None
        self.lasted_s = 0.0
        self._since = 0.0
        self._first = 0.0
        self._told = ""

    def see(self, time_s: float, raw: float | None) -> str:
        """`moves` when a rest has just ended, `stands` and then `settled` once when one has lasted, `drifts` when it
        wanders, else ""."""
        before, self.raw = self.raw, raw
        if raw is None:
            self._told, self.lasted_s = "", 0.0
            return "" if before is None else "moves"
        if before is None:
            self._since, self._first = time_s, raw
        self.lasted_s = time_s - self._since
        due = "settled" if self.lasted_s >= SETTLED_S and self._told else "stands"
        if self.lasted_s >= STANDS_S and self._told not in (due, "settled"):
            self._told = due
            return due
        wanders = abs(raw - self._first) > DRIFTS * self.lasted_s
        return "drifts" if wanders and self.lasted_s >= DRIFT_LOOK_S else ""

    def again(self) -> None:
        """What stands now is to be told once more."""
        self._told = ""
