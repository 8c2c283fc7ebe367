"""The drop that is expected now, and what is said of it: each answer once, a sure one as soon as it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.calibration import Calibration
from hardware.drop import Drop, Verdict
from hardware.drop_steps import LONGEST_FINGER_S, SWAYS
from hardware.levels import STABLE_BLOCKS, STEADY_BLOCKS, Level, Levels

SURE = "sure"
UNSURE = "unsure"
DRAWER_OUT = "drawer out"
NOT_CALIBRATED = "not calibrated"
NO_SIGNAL = "no signal"

REFINING_BLOCKS = 12  # an unsure count gets so many blocks to become sure before it is said
SETTLED_BLOCKS = 25
HARDLY_BLOCKS = 10  # what is hardly whole is said once it was steady for so long: a finger's sway is slower
WAVERS = 3.3  # times as likely to be wrong as a sure count may be: so far its chance may waver once it was said
NOTHING_LEFT = 0.5  # cubes


@dataclass(frozen=True)
class Count:
    """How many cubes are new since the zero was taken. `count` is the best estimate, or None where there is none.

    `status` is `sure`, `unsure`, `drawer out`, `not calibrated` or `no signal`; `confidence` is the chance that
    `count` is right; `other` is the next likeliest count; `reason` says in a code why it is not sure (see `Verdict`,
    `CannotCalibrate`). A count of 0 that is sure says: the zero is taken, and nothing has fallen so far.
    """

    time_s: float
    count: int | None
    status: str
    confidence: float
    other: int | None = None
    reason: str = ""


@dataclass
class DropWatch:
    """The drop that is expected now (None: nothing is), and what was said of it, each thing once: `pending` holds what
    nobody has heard yet, `last_stands` is whether the last count has not been overtaken by what lies there now."""

    drop: Drop | None = None
    last: Count | None = None
    last_stands: bool = True
    pending: deque[Count] = field(default_factory=deque)
    _said_at: Level | None = None
    _at: Level | None = None
    _rested_before: int = 0
    _objected: tuple[Level, int] | None = None
    _surely: int | None = None  # the last count that was sure, also where the signal was lost since
    _stood_at: tuple[Level, int] | None = None  # the last rest at which a count was sure

    def begin(self, drop: Drop | None) -> None:
        """Watch another drop, or none."""
        self.drop = drop
        self.last = self._said_at = self._at = self._surely = self._stood_at = None

    def announce(self, count: Count) -> None:
        """Say it, if it is news."""
        last, self.last_stands = self.last, True
        if count.status != NO_SIGNAL:
            self._surely = count.count if count.status == SURE else None
        if last is None or (last.count, last.status) != (count.count, count.status):
            self.last = count
            self.pending.append(count)

    def announce_all(self, on_count: Callable[[Count], None]) -> None:
        """Let somebody hear what is pending; call it outside of every lock."""
        while self.pending:
            on_count(self.pending.popleft())

    def drawer_went_out(self, time_s: float) -> None:
        """What falls from now on belongs to the next count, unless nothing has been counted yet."""
        self._stood_at = None
        if self.drop is not None:
            counted = self.last is not None and self.last.count
            self.drop.closed = self.drop.closed or bool(counted and not self.drop.only_a_crumb)
            self.announce(Count(time_s, None, DRAWER_OUT, 1.0))

    def drawer_came_in(self) -> None:
        """A drop of which nothing was counted yet begins with what lies in the drawer now."""
        if self.drop is not None and not self.drop.closed:
            self.drop.zero = None

    def drawer_is_empty(self, level: Level) -> None:
        """People say so at this rest: a drop in which nothing has stirred yet begins from it. Any other has ended: what
        fell was taken out, and its count is what people say."""
        if self.drop is None:
            return
        if self.drop.zero is not None and self.drop.stirred:
            self.drop.closed = True
        elif not self.drop.closed:
            self.begin(self.drop)
            self.drop.take_zero(level)

    @property
    def still_there(self) -> bool:
        """Whether what has fallen for this drop lies in the drawer yet."""
        return self.drop is not None and not self.drop.closed and self.drop.still_there

    def samples_were_missing(self) -> None:
        """Anything may have fallen meanwhile."""
        if self.drop is not None and self.drop.zero is not None:
            self.drop.uncertainty_reason = "samples_missing"

    def judge(self, time_s: float, levels: Levels) -> None:
        """Say what lies there, if it is news: a sure count at once, one that changes another as soon as nothing but it
        was seen for a second, an unsure one only when it does not get better."""
        resting, noise = levels.resting, levels.noise
        if self.drop is None or self.drop.zero is None or resting is None:
            return
        if self.last is not None and resting.blocks > SETTLED_BLOCKS and resting.blocks % 10:
            return
        verdict = self._back_again(self.drop.verdict(noise), resting)
        if verdict.sure and (resting.quiet or self.drop.still_early(resting)):
            verdict = replace(verdict, reason="too_noisy" if resting.quiet else "settling")
        if verdict.reason == "between_counts":
            self._objected = resting, resting.blocks
        elif verdict.sure and self._wavered(resting):
            verdict = replace(verdict, reason="between_counts")
        waits = self._waits(verdict, levels.sees_swings)
        if verdict.sure and waits and not levels.steady(waits):
            verdict = replace(verdict, reason="too_noisy" if resting.blocks >= waits else "settling")
        if verdict.sure and verdict.count is not None:
            self._stood_at = resting, verdict.count
        said = self._still_said(verdict, resting) or self._taken_away(verdict)
        # Where something leans on the cell what lies beneath it is not known, whatever was said of another rest.
        self.last_stands = said and (self._said_at is resting or not resting.quiet)
        if said:
            return
        if verdict.sure or self._rested_for(resting) >= STABLE_BLOCKS + REFINING_BLOCKS:
            self._said_at = resting
            status = SURE if verdict.sure else UNSURE
            self.announce(Count(time_s, verdict.count, status, verdict.confidence, verdict.other, verdict.reason))

    def _back_again(self, verdict: Verdict, resting: Level) -> Verdict:
        """What has gone and weighs again, soon after, as it did when it was surely counted, is as many: a hand has
        lifted the drawer, or the supply had sagged."""
        if verdict.reason != "taken_out" or self._stood_at is None or self.drop is None:
            return verdict
        stood, count = self._stood_at
        soon = resting.start_s - stood.end_s <= LONGEST_FINGER_S
        same = abs(resting.first - stood.now) <= SWAYS * self.drop.calibration.cube
        return replace(verdict, count=count, other=count + 1, confidence=1.0, reason="") if soon and same else verdict

    def _waits(self, verdict: Verdict, sees_swings: bool) -> int:
        """For how many blocks nothing but it must have been seen: where it says that more, or fewer, cubes have fallen
        than were surely counted, or is hardly a whole number, or a bar may swing as slowly as it is sampled; what
        stands, and an empty drawer, waits for nothing."""
        if self._surely == verdict.count:
            return 0
        if self._surely:
            return STEADY_BLOCKS
        return HARDLY_BLOCKS if verdict.hardly or (verdict.count and not sees_swings) else 0

    def _wavered(self, resting: Level) -> bool:
        """Whether the same rest was no whole number of cubes a moment ago: its first second tells it no better."""
        if self._objected is None or self._objected[0] is not resting:
            return False
        return resting.blocks - self._objected[1] < HARDLY_BLOCKS

    def _rested_for(self, resting: Level) -> int:
        """For how many blocks it has rested at about this level: what shakes it now and then moves nothing."""
        if resting is not self._at:
            before, self._at = self._at, resting
            near = NOTHING_LEFT * self.drop.calibration.cube if self.drop is not None else 0.0
            same = before is not None and abs(resting.first - before.now) < near
            self._rested_before = self._rested_before + before.blocks if before is not None and same else 0
        return self._rested_before + resting.blocks

    def confirm_count(self, count: int) -> Calibration | None:
        """What the players' own count of the last unsure answer teaches; None: nothing."""
        drop, last = self.drop, self.last
        if drop is None or last is None or last.status != UNSURE or last.reason != "between_counts":
            return None
        return drop.refine(count) if count in (last.count, last.other) else None

    def _taken_away(self, verdict: Verdict) -> bool:
        """Whether all that was counted has been taken out of the drawer since: that undoes no count."""
        if self.drop is None or self.last is None or self.last.status != SURE or verdict.reason != "taken_out":
            return False
        return bool(self.last.count) and self.drop.content < NOTHING_LEFT

    def _still_said(self, verdict: Verdict, resting: Level) -> bool:
        """Whether a sure count stands: nothing speaks for another, only its chance, or how hardly it is whole, has
        wavered about the limit while nothing moved but what rings, or the table trembles too much to weigh it again."""
        if self.last is None or self.last.status != SURE or self.last.count != verdict.count:
            return False
        doubt = WAVERS * (1.0 - self.drop.weights.sure) if self.drop is not None else 0.0
        wavers = verdict.reason in ("between_counts", "zero_doubtful") and verdict.confidence > 1.0 - doubt
        return (wavers and self._lies_as_said(resting)) or verdict.reason == "too_noisy"

    def _lies_as_said(self, resting: Level) -> bool:
        """Whether it rests where it did when the last count was said: by no more than a finger sways beside it."""
        said_at = self._said_at
        if said_at is None or self.drop is None:
            return False
        return said_at is resting or abs(resting.first - said_at.now) <= SWAYS * self.drop.calibration.cube
