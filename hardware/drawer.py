"""Whether the drawer stands on the cell, and what it weighs empty, as far as weight alone can tell."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from hardware.levels import FEW_SAMPLES, Level
from hardware.samples import SampleBlock

CLEARLY_EMPTY = 0.4  # cubes; a drawer put back sits up to 100 mg differently
LIGHTER_THAN_EMPTY = 3.0  # cubes below the empty drawer: it is out, where its own weight is not known
SUDDENLY_LIGHTER = 25.0  # cubes below the last rest, where neither weight is known
MISSING, CAME = 0.5, 0.6  # of the drawer's weight: so much missing, it is out; so much more, it has come in
SITS = 3.0  # cubes; a drawer that weighs so much less than empty is not in yet
PATIENT_BLOCKS = 30  # unless it stays so
NEARLY = 0.25  # of the drawer's weight; what lacks more is no drawer, however long it lies there
FOLLOWED = 0.25  # cubes; so nearly it weighs what it was seen to drift to
WEIGHT_LEARNS = 0.3  # of what it has come to weigh at once: a crumb, or where it sits
LEARNED_AT_LEAST = 0.7  # of a weight that no calibration tells: what lay in the drawer then belongs not to it
# The plate can seem heavier than it is, with cubes on it, and never lighter: what is empty sinks freely, and rises at
# once only as far as no cube lifts it.
RISES, RISES_ALIKE = 0.7, 0.4  # cubes
MOST_DRIFT = 0.005  # cubes a block; what goes faster is a finger
# A crumb or a sticker may stay in the drawer. What it is off by must be far from whole cubes, so that no cube that fell
# in unseen, seated up to a third of a cube differently, is ever taken for it; and it must be seen twice.
CRUMB_FROM, CRUMBS_ALIKE = 0.35, 0.25  # cubes
TOLD_AT_MOST = 1.5  # cubes; no single tap moves what empty is by more
SEEN_AT_MOST = 2.0  # cubes; nor is it heavier by more for having been seen twice
HEAVIER = 0.6  # cubes; so much more than the last time may be a cube in a drawer that sits otherwise
# How differently a drawer sits each time is learned from its empty comings in; at first as if seen a few times before.
USUAL_SEAT, SEAT_SEEN = 0.1, 4.0  # cubes; times
OUT_BLOCKS = 4  # longer than the half swing of any cell
RESTED_BLOCKS = 15  # where samples are too few to see a swing, one that is slower than they are seems to rest for less
STEADY_BLOCKS = 3  # where samples are too few to follow a swing, it may look low for long, but not steadily


@dataclass
class Drawer:
    """Notices the drawer going out and coming in.

    `cube` is a cube's weight, `weight` the empty drawer's own (None: not known) and `empty` the value with the empty
    drawer in, in raw counts (None: not known). `unseen` means that something may have come into the drawer while nobody
    could weigh it. What the bare plate shows while the drawer is out, with the drawer's own weight, tells anew what
    empty is: no zero has to hold for longer than that. `held` is how many cubes' weight lay in it when it last went out
    (None: not known), and `seat` how differently it sits each time, in cubes (standard deviation). `shifted` is by how
    many cubes the plate has moved what empty is, upwards or (negative) downwards, since the drawer was seen empty.
    `grown` is how much heavier it has come to seem little by little.
    """

    cube: float | None = None
    empty: float | None = None
    weight: float | None = None
    out: bool = False
    unseen: bool = False
    held: float | None = None
    seat: float = USUAL_SEAT
    shifted: float = 0.0
    grown: float = 0.0
    learned: int = 0  # how often it has learned by itself that the empty drawer weighs otherwise than it did
    _seats_seen: float = SEAT_SEEN
    _calibrated: float | None = None
    _least_weight: float = 0.0
    _believed: bool = True
    _wandered: float = 0.0  # how much empty has followed what it drifted while it stood there
    _before: float | None = None
    _plate: float | None = None
    _plate_rest: Level | None = None
    _at_rest: float = 0.0
    _rose_to: float | None = None
    _off: float | None = None
    _told: float | None = None
    _added: float = 0.0
    _low_blocks: int = 0
    _last: deque[int] = field(default_factory=lambda: deque(maxlen=STEADY_BLOCKS))
    _seen_low: bool = False
    _said_in: bool = False

    def use(self, cube: float | None, weight: float | None) -> None:
        """Another calibration: what was known of this drawer no longer holds."""
        self.cube, self.weight, self._calibrated, self._least_weight = cube, weight, weight, weight or 0.0
        self.empty = self._before = self._plate = self._plate_rest = self._rose_to = self.held = None
        self._off = self._told = None
        self.seat, self._seats_seen = USUAL_SEAT, SEAT_SEEN
        self.shifted = self._added = self.grown = self._wandered = 0.0
        self.out = self.unseen = self._seen_low = self._said_in = False
        self._believed = True
        self._low_blocks = 0

    def moved(self, out: bool) -> None:
        """Somebody says that the drawer goes out, or in, now."""
        if out:
            self._go_out(seen_low=False)
        self._said_in = not out

    def feed(self, block: SampleBlock, resting: Level | None) -> str:
        """Take one block: `out` or `in` when the drawer has just moved, else ""."""
        low = self.is_low(block.mean)
        self._low_blocks = self._low_blocks + 1 if low else 0
        self._last.append(block.last)
        if self.out:
            may_swing = block.samples <= FEW_SAMPLES and resting is not None and resting.blocks < RESTED_BLOCKS
            return self._maybe_in(None if may_swing else resting)
        if self._low_blocks >= OUT_BLOCKS and (block.samples > FEW_SAMPLES or self._steady()):
            self._go_out(seen_low=True)
            return "out"
        if resting is not None:
            came = self._came_onto_the_plate(resting)
            self._before = resting.now
            if self.clearly_empty(resting.now):
                self._rose_to = None  # whatever had come onto the plate lies below it no longer
            return came
        return ""

    def drift(self, change: float) -> None:
        """The zero has wandered while nothing moved."""
        if self.cube is not None:
            most = MOST_DRIFT * self.cube
            change = min(max(change, -most), most)
        if self.empty is not None:
            self.empty += change
            self._wandered += change
        if self._plate is not None and not self.out:
            self._plate += change
        if self._rose_to is not None:
            self._rose_to += change

    def doubt(self) -> None:
        """Samples were missing: anything may have come in, and the same load may read otherwise now."""
        self.unseen = True
        self._believed = False

    def came_in(self, raw: float) -> float:
        """The drawer is in and at rest: is it empty? By how many cubes it is found to have been lighter than believed
        since it came in before."""
        followed = self.empty
        self._lighter_again(raw)
        self._compare_with_plate()
        if self.empty is None or self.cube is None:
            return 0.0
        lighter = self._learn_lighter((raw - self.empty) / self.cube)
        self._learn_stood_lighter(raw)
        drift, off = 0.0 if lighter else self._drifted_by(raw, followed), raw - self.empty
        if self.clearly_empty(raw) or drift:
            self._learn_seat(min(abs(off), abs(off - drift)) / self.cube)
            more = drift + WEIGHT_LEARNS * (off - drift)
            if not self.clearly_empty(raw):
                more = max(more, min(self._wandered, 0.0))  # the plate may only have seemed too heavy
            self._weighs(more)
            if self._plate is not None:  # else it may be the zero that has wandered
                self._learn_gain(more)
            self.empty, self._off = raw, None
            self.unseen, self.shifted = False, 0.0
            if self._plate is not None and self.weight is not None:
                self._believed = True  # plate and drawer agree: no hand has lifted one of them
        elif self.forget_added(raw):
            self.unseen = False
        else:
            self.seen_off((raw - self.empty) / self.cube)
        self._wandered = 0.0
        return lighter

    def is_empty(self, raw: float) -> None:
        """People say that the drawer stands in its place, empty, at this value."""
        self._believed = self._weighs_more(raw)
        self.empty, self.shifted, self._wandered = raw, 0.0, 0.0
        self.out = self.unseen = self._said_in = False
        self._low_blocks = 0
        self._off = self._rose_to = None
        self._added = 0.0

    def seen_off(self, cubes: float) -> None:
        """The empty drawer seems to weigh so many cubes more than it did. What is seen twice, and is no whole cube, is
        a crumb that stays: from then on it belongs to the drawer. What lay there no longer when it went out is no such
        crumb, whatever has come in since."""
        before, self._off = self._off, cubes
        if before is None or self.empty is None or self.cube is None or abs(before - cubes) > CRUMBS_ALIKE:
            return
        if self.held is not None and self.held < before - CLEARLY_EMPTY:
            return
        both = (before + cubes) / 2.0
        # Less than empty no cubes weigh: then it is the gain that has drifted, or something has gone for good.
        if both < 0.0 or (both <= SEEN_AT_MOST and abs(both - round(both)) >= CRUMB_FROM):
            self._learn_off(cubes, both)
            self.learned += 1

    def told_off(self, cubes: float) -> None:
        """People have counted what lies there: so many cubes' weight beside is the drawer's own, a whole cube's too.
        What weighs more are cubes that were left in it, and what lacks may be cubes that were taken out of those that
        fell, unless it is told again once the drawer was out since."""
        self.unseen = False
        before, self._told = self._told, cubes
        again = before is not None and abs(cubes - before) < RISES_ALIKE
        if abs(cubes) >= CLEARLY_EMPTY and (again or -RISES <= cubes <= TOLD_AT_MOST):
            self._learn_off(cubes, cubes)
            self._told = None

    def forget_added(self, raw: float) -> bool:
        """Where the drawer, at rest at this value, is lighter than empty by no more than what was added to its weight,
        that lies there no longer, or a part of it: empty is what is left. Whether it was so."""
        off, added = self.holds(raw), self._added
        if off is None or not -added - CLEARLY_EMPTY <= off <= -CLEARLY_EMPTY:
            return False
        self._learn_off(off, -added if abs(off + added) <= CRUMBS_ALIKE else off)
        return True

    def _drifted_by(self, raw: float, followed: float | None) -> float:
        """How much heavier it had come to seem little by little while it stood there, and is yet, though the bare plate
        is not: it is the cell's gain that has drifted, and nothing has come into it."""
        if followed is None or self.empty is None or self.cube is None or self._plate is None or self.weight is None:
            return 0.0
        drifted = self._believed and abs(raw - followed) < FOLLOWED * self.cube
        return followed - self.empty if drifted else 0.0

    def _learn_lighter(self, cubes: float) -> float:
        """It came in lighter than empty the last time, and is heavier now by what may be a cube: empty is what it was
        then, as no cubes weigh less than nothing. By how many cubes it was lighter."""
        if self._off is None or self._off >= 0.0 or cubes - self._off <= HEAVIER:
            return 0.0
        lighter = -self._off
        self._learn_off(self._off, self._off, gain=False)  # seen but once, it may have been a hand that lifted
        return lighter

    def _learn_stood_lighter(self, raw: float) -> None:
        """It stood there a little lighter than empty before it was pulled, as it may sit otherwise, and is heavier now
        by what may be a cube: empty is no more than it was then. What lightens it by more may be a hand that lifts."""
        if self.held is None or self._before is None or self.empty is None or self.cube is None:
            return
        if -CLEARLY_EMPTY < self.held < 0.0 and raw - self._before > HEAVIER * self.cube:
            self.empty = min(self.empty, self._before)

    def _learn_off(self, now: float, usually: float, gain: bool = True) -> None:
        if self.empty is None or self.cube is None:
            return
        self.empty += now * self.cube
        self._weighs(usually * self.cube)
        left = self._added + usually
        if gain and -SEEN_AT_MOST <= left < 0.0:
            self._learn_gain(left * self.cube)  # no crumb that was added has gone, it is lighter than without
        self._off, self._added = None, max(left, 0.0)

    def _weighs(self, more: float) -> None:
        """The drawer itself weighs so much more (negative: less) than it did, by its crumbs or by the cell's gain."""
        if self.weight is not None:
            self.weight += more
            self._least_weight = min(self._least_weight, self.weight)

    @property
    def gain(self) -> float:
        """How many times as much as by its calibration the cell shows: the empty drawer is a weight that stays the
        same. What comes into it does so at once, and goes again; a gain drifts little by little, or lightens it."""
        return 1.0 + self.grown / self._calibrated if self._calibrated else 1.0

    def _learn_gain(self, more: float) -> None:
        """By its gain the cell shows so much more of the drawer, which in all is no more than it has come to weigh."""
        if self.weight is not None and self._calibrated is not None:
            self.grown = min(self.grown + more, max(self.weight - self._calibrated, 0.0))

    def clearly_empty(self, raw: float) -> bool:
        """Whether the drawer weighs what it weighs empty, and the plate below it has not risen as by a cube, be it one
        that leans there."""
        if self.empty is None or self.cube is None:
            return False
        off = (raw - self.empty) / self.cube
        return abs(off) < CLEARLY_EMPTY and off + self.shifted < CLEARLY_EMPTY

    def holds(self, raw: float) -> float | None:
        """How many cubes' weight lies in the drawer at this value; None where its empty weight is not known, or may
        have become another while samples were missing."""
        if self.empty is None or self.cube is None or not self._believed:
            return None
        return (raw - self.empty) / self.cube

    @property
    def empty_by_both(self) -> tuple[float, float, float] | None:
        """What empty is by the plate and by what was known before it was pulled, the standard error, and how far from
        it each of the two is: for a moment the one is as good as the other, and how much they differ tells how good."""
        if self.empty is None or self.cube is None:
            return None
        half = 0.5 * self.shifted * self.cube
        return self.empty - half, math.hypot(self.seat * self.cube, half), abs(half)

    @property
    def on_plate(self) -> float:
        """How many cubes' weight the bare plate has shown that was not believed to be its own."""
        if self._rose_to is None or self.empty is None or self.cube is None:
            return 0.0
        return (self._rose_to - self.empty) / self.cube

    @property
    def plate_rose(self) -> bool:
        """Whether the bare plate has seemed so much heavier, while the drawer was out last, that a cube may lie on it,
        and the drawer was not seen empty since."""
        return self._rose_to is not None

    def lacks(self, raw: float, part: float) -> bool:
        """Whether more than this part of the drawer's own weight is missing, compared with the bare plate."""
        return self._plate is not None and raw < self._plate + (1.0 - part) * self._least_weight

    def is_low(self, raw: float) -> bool:
        """Whether the drawer's own weight is missing."""
        if self.cube is None:
            return False
        own = MISSING * self._least_weight if self._least_weight else None
        if self.empty is not None:
            return raw < self.empty - max(LIGHTER_THAN_EMPTY * self.cube, own or 0.0)
        return self._before is not None and raw < self._before - (own or SUDDENLY_LIGHTER * self.cube)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _weighs_more(self, raw: float) -> bool:
        """People say that the drawer, empty, stands at `raw`: what it weighs then. Whether that agrees with what was
        known: something may have come into it for good, but a hand may also lift it or lean on it just now."""
        before = self.empty if self._plate is None or self.weight is None else self._plate + self.weight
        if self.weight is None:
            if self._plate is not None:
                self._learn_weight(raw - self._plate)
        elif before is not None and self.cube is not None and raw - before > -RISES * self.cube:
            self.weight += raw - before
        return before is None or (self.cube is not None and abs(raw - before) < RISES * self.cube)

    def _compare_with_plate(self) -> None:
        """What the plate showed without the drawer, and its own weight, tell what empty is now."""
        if self._plate is None:
            return
        if self.weight is None:
            if self.empty is not None and self.cube is not None:
                self._learn_weight(self.empty - self._plate)
            return
        now = self._plate + self.weight
        if self.empty is None or self.cube is None:
            # Cubes may lie on the plate now, or have lain there before: it never seems lighter than it is.
            self.empty, self._believed = now if self._rose_to is None else min(now, self._rose_to), True
        elif not self._believed and now - self.empty > RISES * self.cube and not self._rose_before(now):
            # Samples were missing: either it reads otherwise now, or cubes lie on the plate. The next pulling tells.
            self.empty, self._rose_to = None, now
        elif not self._believed:
            self.empty, self._believed = now, True
        elif now - self.empty <= RISES * self.cube or self._rose_before(now):
            # A plate that seems much lighter than before may be a hand that lifts it: the next one is believed.
            self._believed = now - self.empty > -RISES * self.cube
            self.shifted = (now - self.empty) / self.cube
            self.empty, self._rose_to = now, None
        else:
            self._rose_to = now

    def _learn_weight(self, weight: float) -> None:
        """What the drawer weighs, where no calibration tells: cubes may have lain there, or on the plate."""
        if self.cube is not None and weight > LIGHTER_THAN_EMPTY * self.cube:
            self.weight, self._least_weight = weight, LEARNED_AT_LEAST * weight

    def _rose_before(self, now: float) -> bool:
        """Whether the plate seemed as heavy the last time too: what came onto it has stayed there, and lies below the
        drawer, or its own value has wandered while nobody saw it."""
        return (
            self._rose_to is not None and self.cube is not None and abs(now - self._rose_to) < RISES_ALIKE * self.cube
        )

    def _lighter_again(self, raw: float) -> None:
        """No drawer weighs less than empty: what had been added to its weight by mistake is taken off again."""
        if self._plate is not None and self.weight is not None and self.weight > self._least_weight:
            self.weight = max(min(self.weight, raw - self._plate), self._least_weight)

    def _steady(self) -> bool:
        return self.cube is not None and max(self._last) - min(self._last) < LIGHTER_THAN_EMPTY * self.cube

    def _learn_seat(self, off: float) -> None:
        self._seats_seen += 1.0
        self.seat = ((self.seat**2 * (self._seats_seen - 1.0) + off**2) / self._seats_seen) ** 0.5

    def _go_out(self, seen_low: bool) -> None:
        if not self.out:
            self.held = None if self._before is None else self.holds(self._before)
        self.out = self.unseen = True
        self._seen_low = seen_low
        self._said_in = False
        self._plate = self._plate_rest = None

    def _came_onto_the_plate(self, resting: Level) -> str:
        """A drawer that was out from the beginning shows when it comes in."""
        if self.empty is not None or self.weight is None or self._before is None:
            return ""
        if resting.now - self._before < CAME * self.weight:
            return ""
        self._plate, self.unseen = self._before, True
        return "in"

    def _maybe_in(self, resting: Level | None) -> str:
        self._seen_low = self._seen_low or self._low_blocks >= OUT_BLOCKS
        if self._seen_low and resting is not None and self.is_low(resting.now):
            self._see_plate(resting)  # a bar's swing may be low for a block while the drawer is in
        if resting is None or self._low_blocks or not (self._seen_low or self._said_in) or not self._sits(resting):
            return ""
        self.out = self._said_in = False
        return "in"

    def _see_plate(self, resting: Level) -> None:
        """The lowest rest is the bare plate: cubes may land on it, and a drawer may lean on it for a while. What it
        wanders meanwhile is followed."""
        if self._plate is None or (resting is not self._plate_rest and resting.now < self._plate):
            self._plate = resting.now
        elif resting is self._plate_rest:
            self._plate += resting.now - self._at_rest
        self._plate_rest, self._at_rest = resting, resting.now

    def _sits(self, resting: Level) -> bool:
        """Whether the whole drawer rests there, or what does has rested for long."""
        if not self._least_weight or self.cube is None:
            return True
        patient = resting.blocks >= PATIENT_BLOCKS
        return not self.lacks(resting.now, NEARLY if patient else SITS * self.cube / self._least_weight)
