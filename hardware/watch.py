"""The drop that is expected now: what was last said of it, and what is still to be said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.calibration import Calibration
from hardware.count import DRAWER_OUT, SURE, UNSURE, Count
from hardware.drop import Drop, Verdict
from hardware.levels import STABLE_BLOCKS, Level

REFINING_BLOCKS = 12  # an unsure count gets so many blocks to become sure before it is told
SETTLED_BLOCKS = 25
WAVERS = 0.999
NOTHING_LEFT = 0.5  # cubes


@dataclass
class Watch:
    """Says each thing once: `untold` holds what nobody has heard yet. `drop` is None while nothing is expected."""

    drop: Drop | None = None
    last: Count | None = None
    untold: deque[Count] = field(default_factory=deque)
    _told_at: Level | None = None

    def begin(self, drop: Drop | None) -> None:
        """Watch another drop, or none."""
        self.drop = drop
        self.last = self._told_at = None

    def tell(self, count: Count) -> None:
        """Say it, if it is news."""
        last = self.last
        if last is None or (last.count, last.status) != (count.count, count.status):
            self.last = count
            self.untold.append(count)

    def tell_all(self, on_count: Callable[[Count], None]) -> None:
        """Let somebody hear what is untold; call it outside of every lock."""
        while self.untold:
            on_count(self.untold.popleft())

    def drawer_went_out(self, time_s: float) -> None:
        """What falls from now on belongs to the next count, unless nothing has been counted yet."""
        if self.drop is not None:
            self.drop.closed = self.drop.closed or bool(self.last and self.last.count)
            self.tell(Count(time_s, None, DRAWER_OUT, 1.0))

    def drawer_came_in(self) -> None:
        """A drop of which nothing was counted yet begins with what lies in the drawer now."""
        if self.drop is not None and not self.drop.closed:
            self.drop.zero = None

    def samples_were_missing(self) -> None:
        """Anything may have fallen meanwhile."""
        if self.drop is not None and self.drop.zero is not None:
            self.drop.doubt = "samples_missing"

    def judge(self, time_s: float, resting: Level | None, noise: float) -> None:
        """Say what lies there, if it is news: a sure count at once, an unsure one only when it does not get better."""
        if self.drop is None or self.drop.zero is None or resting is None:
            return
        if resting.blocks > SETTLED_BLOCKS and resting.blocks % 10:
            return
        verdict = self.drop.verdict(noise)
        if verdict.sure and resting.quiet:
            verdict = replace(verdict, reason="too_noisy")
        if self._still_said(verdict, resting) or self._taken_away(verdict):
            return
        if verdict.sure or resting.blocks >= STABLE_BLOCKS + REFINING_BLOCKS:
            self._told_at = resting
            status = SURE if verdict.sure else UNSURE
            self.tell(Count(time_s, verdict.count, status, verdict.confidence, verdict.other, verdict.reason))

    def told(self, count: int) -> Calibration | None:
        """What the players' own count of the last unsure answer teaches; None: nothing."""
        drop, last = self.drop, self.last
        if drop is None or last is None or last.status != UNSURE or last.reason != "between_counts":
            return None
        if drop.taught or count not in (last.count, last.other):
            return None
        learnt = drop.calibration.taught(*drop.weighed(), count)
        if learnt is not None:
            drop.calibration, drop.weights, drop.taught = learnt, learnt.weights(), True
        return learnt

    def _taken_away(self, verdict: Verdict) -> bool:
        """Whether all that was counted has been taken out of the drawer since: that undoes no count."""
        if self.drop is None or self.last is None or self.last.status != SURE or verdict.reason != "taken_out":
            return False
        return bool(self.last.count) and self.drop.lies < NOTHING_LEFT

    def _still_said(self, verdict: Verdict, resting: Level) -> bool:
        """Whether a sure count stands: nothing speaks for another, only its chance has wavered about the limit in the
        same rest, or the table trembles too much to weigh it again."""
        if self.last is None or self.last.status != SURE or self.last.count != verdict.count:
            return False
        wavers = self._told_at is resting and verdict.reason == "between_counts" and verdict.confidence > WAVERS
        return wavers or verdict.reason == "too_noisy"
