"""One drop: what has come onto the cell since the game began to expect cubes, and how many cubes that surely is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from hardware.calibration import DRIFT_COUNTS, TOO_NOISY, Calibration
from hardware.cube_weights import (
    FARTHEST,
    FARTHEST_FROM_NONE,
    FEWEST,
    SELDOM_WRONG,
    SURELY,
    Chances,
    CubeWeights,
    likeliest,
)
from hardware.drop_steps import (
    EXCUSED,
    HARDLY,
    LONGEST_FINGER_S,
    SWAYS,
    Step,
    StepWeight,
    as_one,
    cancel,
    hands,
    next_that_moved,
    square_error,
)
from hardware.levels import Level

LEAST_ERROR = 0.01
SHORT_REST_S = 1.5
ODD = 0.12  # cubes; a step nearer to a whole number is no leaning cube
CLOSELY = 1.0  # standard deviations; so nearly both parts of a cube that leant are whole, where the first alone may be
HEAVIEST_FINGER = 2.5  # cubes; what presses more trembles
SOONEST_S = 0.3  # after cubes began to be expected the first may fall
EARLY_S = 1.5  # what comes early is at rest by then; what rests later may be a cube that fell while the cell was shaken
STIRS = 0.6  # cubes; a step beyond is no crumb, no drift and no other seat of the drawer
WETTER = 1.5  # standard deviations; what weighs so much more than cubes is they and water, not fewer and more water
AS_LIKELY = 0.1  # times as likely; what is less so is no other count
CRUMB = 0.65  # cubes; a cube in a drawer that sits otherwise weighs more
ODD_FROM = 0.4  # cubes; an empty drawer may sit so differently


@dataclass(frozen=True)
class Verdict:
    """The likeliest count, the second likeliest, the chance of the first, and why it is not sure ("" when it is).

    `reason`: `settling` (sure soon, perhaps), `too_noisy`, `between_counts`, `steps_disagree`, `too_many` (more than
    expected), `no_fall` (something came without the swing of a fall: a finger, or a cube laid in), `taken_out`,
    `zero_doubtful` (something may have fallen before the zero was taken), `samples_missing`.

    `hardly` says that a step is hardly a whole number of cubes, or hardly one cube, or weighed badly yet, or that
    several were put together to be one: a finger's sway, or a swing as slow as the samples, may make it so for a
    moment.
    """

    count: int | None
    other: int | None
    confidence: float
    reason: str
    hardly: bool = False

    @property
    def sure(self) -> bool:
        return not self.reason


@dataclass
class Drop:
    """Counts what is new since the zero was taken, step by step.

    Two witnesses must agree: each step by itself is a whole number of cubes, and so is the sum. What a rest drifts
    while nothing moves belongs to neither. It began at `begun_s`. Where the drawer was out since, `lay` is what lay in
    it when the drop began, and `came` what had come until then, in cubes (`lay` None: not known). `odd` is what lay
    there at the zero and is no cube, in cubes: it may stay, or be a finger that goes.
    """

    name: str
    at_most: int
    calibration: Calibration
    weights: CubeWeights
    zero: Level | None = None
    uncertainty_reason: str = ""
    closed: bool = False
    begun_s: float = 0.0
    odd: float = 0.0
    lay: float | None = None
    came: float = 0.0
    _steps: list[Step] = field(default_factory=list)
    _at: Level | None = None
    _refined: bool = False
    _content: float = 0.0
    _odd_gone: bool = False
    _odd_since_s: float = 0.0
    _early: float = 0.0
    _first: Level | None = None
    _light_hand: bool = False
    _or_else: int | None = None
    _under_a_hand: bool = False
    _held: float | None = None
    _apart: float = 0.0

    def take_zero(self, level: Level, uncertainty_reason: str = "", at: float | None = None) -> None:
        """Start from this rest; `at` gives the zero's value where it is not the rest's own."""
        self.zero = self._at = level
        self.uncertainty_reason = uncertainty_reason
        self.odd, self._early, self._light_hand, self._held, self._apart = 0.0, 0.0, False, None, 0.0
        self._steps = []
        if at is not None:
            self._steps = [Step(at, level, level.blocks)]

    def lay_there(
        self, holds: float, may_be_cubes: bool, since_s: float, before: float | None = None, seat: float = LEAST_ERROR
    ) -> None:
        """So many cubes' weight lies in the drawer at the zero, and has since then; `before` lay there a moment earlier
        (None: not known). What is no whole number of them may be a hand, and what lay there before it is none. By
        `seat` (a standard deviation, in cubes) it may sit otherwise than it did when it was empty."""
        self._odd_since_s, self._held = since_s, holds
        if self.zero is not None and self.zero.pressed:
            return  # the hand has gone: what it has left stays
        self._light_hand = not may_be_cubes and holds > -ODD_FROM
        came, error = holds, seat
        if before is not None and 0.0 < before < holds:
            came, error = holds - before, LEAST_ERROR
        lifts = came < -ODD_FROM  # of a drawer that weighs less than empty no cubes are missing
        odd = lifts or self._light_hand or StepWeight(came, error, self.weights).strange
        self.odd = came if odd and ODD_FROM < abs(came) <= HEAVIEST_FINGER else 0.0

    @property
    def early(self) -> bool:
        """Whether something moved already when cubes began to be expected, sooner than anybody drops one."""
        return self.zero is not None and self.zero.end_s < self.begun_s + SOONEST_S

    def still_early(self, level: Level) -> bool:
        """Whether this is what moved early, and may be a hand yet."""
        if not (self.early and self._steps) or level.end_s - self._steps[0].of.start_s >= SHORT_REST_S:
            return False
        return self._cubes(sum(step.rise for step in self._steps)) < HEAVIEST_FINGER

    def begins(self, level: Level) -> bool:
        """Whether this is the first rest after the zero's."""
        return self.zero is not None and level is not self.zero and (not self._steps or self._steps[0].of is level)

    def went_out(self, held: float | None) -> None:
        """The drawer goes out, with so many cubes' weight in it (None: not known). Of a drop that has no zero yet it is
        known what lay there only where that was nothing, and not where it may have been a finger."""
        if self.closed or self.uncertainty_reason or held is None or self._may_go:
            self.lay = None
        elif self.zero is not None:
            self.came = self.weighed()[0]
            self.lay = held - self.came
        elif self.lay is None and abs(held) < FARTHEST:
            self.lay, self.came = held, 0.0

    def drawer_was_lighter(self, cubes: float) -> None:
        """The empty drawer has weighed so many cubes less than believed when it went out: so much more lay there."""
        if self.lay is not None:
            self.lay += cubes

    def knows_what_came(self, holds: float, on_plate: float = 0.0) -> bool:
        """Whether so many cubes' weight in the drawer, which was out, tells what has come since the drop began: not
        where some of it was taken out meanwhile, so that less came than had, or than lay `on_plate` meanwhile."""
        return self.lay is not None and holds - self.lay > max(self.came, on_plate) - ODD_FROM

    def go_on(self, level: Level, at: float, error: float, fell: bool = True, apart: float = 0.0) -> None:
        """The zero, seen before the drawer was out or before hands were in it, is at this raw value by now, known with
        such a standard error, or so far `apart` from it by either of two witnesses: what lies at `level` beyond it has
        come since, and `fell` where it may have swung."""
        self.take_zero(level)
        self.zero = replace(level, first=at, now=at, quiet=False)
        self._apart = self._cubes(apart)
        self._steps = [Step(at, level, level.blocks, error, fell)]

    def rest(self, level: Level) -> None:
        """Something moved and came to rest at `level`."""
        if self._at is None or level is self._at:
            return
        if self._steps:
            self._steps[-1].ended = True
        at, fell = self._at, level.swung is not False
        self._steps.append(Step(at.now, level, at.blocks, at.error, fell))
        self._at = level

    def verdict(self, noise: float) -> Verdict:
        """What lies there now; `noise` is the standard deviation of a block in raw counts."""
        steps = self._believable(noise)
        self._content = sum(step.cubes for step in steps)
        count, other, chance = likeliest(self._together([step.chances for step in steps]))
        # A finger may rest there yet; what a hand has left that came and went is one cube's weight at most, and what is
        # lighter than any cube may be none.
        may_be_none = [one for one in steps if not one.fell or self._too_light(one)]
        laid = sum(min(one.count, 1) if one.pressed else one.count for one in may_be_none)
        if count < 0 or any(step.count == FEWEST for step in steps):
            return self._taken_out()
        if laid > 0:
            other = max(count - laid, 0)
        elif self._or_else is not None:
            other = self._or_else
        elif self.uncertainty_reason == "zero_doubtful" and (before := self._lay_before(steps)) > 0:
            other = max(count - before, 0)  # what lay there may have been left over from an earlier drop
        elif (gone := self._with_odd_gone(count, steps)) is not None:
            other = gone
        if other == count or count == 0:
            other = count + 1  # the same number twice is no choice, and nobody counts fewer than none
        reason = self.uncertainty_reason or self._objection(count, chance, steps, noise)
        hardly = len(steps) < len(self._steps) or any(step.may_be_momentary for step in steps)
        return Verdict(count, other, chance, reason, hardly)

    def _taken_out(self) -> Verdict:
        """More has gone than has come: what lies there now may all be new, or none of it, where that is known."""
        reason = self.uncertainty_reason or "taken_out"
        lies = 0 if self._held is None else StepWeight(self._held + self._content, LEAST_ERROR, self.weights).count
        return Verdict(lies, 0, 0.0, reason) if lies > 0 else Verdict(None, None, 0.0, reason)

    def _lay_before(self, steps: list[StepWeight]) -> int:
        """How many cubes the first step was, where it is what lay there when the zero was taken."""
        return steps[0].count if steps and self._steps and self._steps[0].of is self.zero else 0

    @property
    def content(self) -> float:
        """What lay there when the last verdict was given, in cubes."""
        return self._content

    @property
    def stirred(self) -> bool:
        """Whether cubes may have come or gone since the zero was taken."""
        return any(abs(self._cubes(step.rise)) > STIRS for step in self._since_zero())

    @property
    def still_there(self) -> bool:
        """Whether what has fallen since the zero was taken lies there yet."""
        return sum(self._cubes(step.rise) for step in self._since_zero()) > STIRS

    @property
    def only_went(self) -> bool:
        """Whether something has gone since the zero was taken, and nothing has come."""
        rises = [self._cubes(step.rise) for step in self._since_zero()]
        return min(rises, default=0.0) < -STIRS and max(rises) <= FARTHEST_FROM_NONE

    @property
    def only_a_crumb(self) -> bool:
        """Whether nothing has stirred since the zero was taken, and what lay there then was too light for a cube."""
        return not self.stirred and abs(self._content) < CRUMB

    def _since_zero(self) -> list[Step]:
        """What has moved since, but for hands that came and went."""
        weighed = [step.weighed or self._weigh(step, 0.0) for step in self._steps]
        gone = hands(weighed, [step.of.start_s for step in self._steps])
        return [step for i, step in enumerate(self._steps) if step.of is not self.zero and i not in gone]

    def weighed(self) -> tuple[float, float]:
        """What has come in all, in cubes, and its standard error: to compare with a count that somebody gave."""
        steps = self._believable(0.0)
        return sum(step.cubes for step in steps), sum(step.error**2 for step in steps) ** 0.5

    def refine(self, count: int) -> Calibration | None:
        """People have counted so many: what the calibration learns from it, once for a drop; None: nothing."""
        if self._refined or (learnt := self.calibration.refined(*self.weighed(), count)) is None:
            return None
        self.calibration, self.weights, self._refined = learnt, learnt.weights(), True
        return learnt

    def _believable(self, noise: float) -> list[StepWeight]:
        """The steps, those left out that only seemed to lead to a rest: a short one, from which neither the step before
        nor the one after is a whole number of cubes, was in the midst of a fall, a knock or a hand's touch."""
        steps, weighed = list(self._steps), [self._weigh(step, noise) for step in self._steps]
        # What lay there at the zero and goes leaves the cubes that fell meanwhile.
        of_hands = hands(weighed, [step.of.start_s for step in steps], leaves=not self.odd)
        # While a hand lies there it sways: what has fallen meanwhile is known when it has gone, by what is left.
        self._under_a_hand = bool(of_hands) and of_hands[0] - of_hands[-1] >= len(of_hands)
        for i in of_hands:
            del steps[i], weighed[i]
        self._first = steps[0].of if steps else None
        i = 0
        while i + 1 < len(steps):
            after = next_that_moved(weighed, i)
            slips = self._slipped(weighed, i) if steps[i].fell else 0
            gone = not slips and self._has_gone(weighed[:i], weighed[i], weighed[after])
            gone = gone or self._is_none(steps, weighed, i, after)
            if gone:
                last = after
            elif slips:
                last = slips
            elif self._only_seemed(steps[i:after], [weighed[i], self._all(weighed[i + 1 : after + 1])]):
                last = after
            else:
                i += 1
                continue
            one = as_one(steps[i : last + 1])
            if gone:
                one.fell = any(steps[j].fell and weighed[j].cubes > STIRS for j in range(i, last + 1))
            elif not slips:
                one.fell = steps[last].fell  # more that came without a fall may lie there yet
            one.parts = not gone
            steps[i : last + 1] = [one]
            weighed[i : last + 1] = [self._weigh(steps[i], noise)]
            i = max(i - 1, 0)
        return self._without_hands(weighed)

    def _slipped(self, weighed: list[StepWeight], i: int) -> int:
        """The step with which a cube that leant after this one has slipped, though whole cubes came meanwhile, or
        something came and went; 0: none."""
        later = range(i + 1, len(weighed))
        stays = i == 0 and self._came_early(weighed)  # perhaps, so that what falls is counted without it
        moved = [j for j in later if weighed[j].count or weighed[j].strange or weighed[j].cubes >= ODD]
        for j in moved:
            for since in (i + 1, j) if j == moved[0] and weighed[j].cubes < 1.0 - ODD else (j,):
                between, slip = self._all(weighed[i + 1 : since]), self._all(weighed[since : j + 1])
                off = SURELY if between.count == 0 else HARDLY
                if not between.strange and self._one_after_all(weighed[i], slip, stays, off):
                    return j
        return 0

    def _only_seemed(self, rests: list[Step], two: list[StepWeight]) -> bool:
        short = rests[-1].of.end_s - rests[0].of.start_s < SHORT_REST_S
        return short and all(one.count < 0 or one.strange for one in two) and not self._all(two).strange

    def _has_gone(self, before: list[StepWeight], one: StepWeight, after: StepWeight) -> bool:
        """Whether something that is no cube came with the one step and was gone after the other: what lay there between
        was no whole number of cubes, or hardly one, is one again, and it came, or went, without a fall."""
        lighter = after.cubes < 0.0
        if (after.fell and not lighter) or any(cancel(other, after) for other in before):
            return False  # or it is something that moved before, and has come back
        was, now, both = (self._all(some) for some in ([*before, one], [*before, one, after], [one, after]))
        if -CRUMB < after.cubes < 0.0 and after.strange and was.count == now.count > 0 and not now.strange:
            return True  # lighter than any cube: whether it has gone, or lifts the drawer, the count is the same
        return (was.strange if lighter else was.odd) and not (now.odd or both.odd)

    def _is_none(self, steps: list[Step], weighed: list[StepWeight], i: int, after: int) -> bool:
        """Whether the one of these steps is lighter than any cube and changes no count beside the other."""
        first, then = weighed[i], weighed[after]
        if self._no_fewer(first, then):
            return i > 0 or not self._came_early(weighed)  # what came so early belongs to the zero
        return self._no_more(first, then, any(one is steps[i] for one in self._steps))

    def _no_more(self, one: StepWeight, after: StepWeight, at_once: bool) -> bool:
        """Whether what came after is lighter than any cube and leaves what had fallen the whole number that it was: a
        crumb, or a cube that leant on the wall and slipped. What fell came `at_once`."""
        if not at_once or one.count <= 0 or one.strange or not (after.strange and self._too_light(after)):
            return False
        both = self._all([one, after])
        return both.count == one.count and not both.strange

    def _no_fewer(self, one: StepWeight, after: StepWeight) -> bool:
        """Whether what came first is lighter than any cube, and what fell then is the same whole number with it and
        without it: a crumb, or a cube that leant and slipped as the others fell."""
        if not (one.strange and self._too_light(one) and after.fell) or after.strange:
            return False
        both = self._all([one, after])
        return both.count == after.count > 0 and not both.strange

    def _all(self, steps: list[StepWeight]) -> StepWeight:
        """What they weigh together. What goes, or wavers, has not fallen, and what a hand has left stays its own."""
        cubes, error = sum(step.cubes for step in steps), math.hypot(*(step.error for step in steps))
        fell = any(step.fell and step.cubes > STIRS for step in steps)
        return StepWeight(cubes, error, self.weights, fell, any(step.pressed for step in steps))

    def _without_hands(self, weighed: list[StepWeight]) -> list[StepWeight]:
        """The steps without what was no whole number of cubes and has gone: as cubes fell, or since the zero was taken;
        and without what a hand left that is lighter than any cube."""
        steps, self._odd_gone = list(weighed), False
        self._early = self._take_early(steps)
        odd = self._early or self._may_go
        for last in [one for one in steps if one.strange or one.count < 0]:
            if odd and not self._odd_gone and abs(last.cubes + odd) <= SWAYS and self._was_soon(last):
                steps.remove(last)
                self._odd_gone = True
            elif last.strange and last in steps:
                before = reversed(steps[: steps.index(last)])
                if hidden := next((one for one in before if self._whole_without(one, last)), None):
                    steps[steps.index(hidden)] = self._all([hidden, last])
                    steps.remove(last)
        steps = [one for one in steps if one.struck or not (one.pressed and one.strange and self._too_light(one))]
        moved = next((i for i, one in enumerate(steps) if one.count or one.strange), 0)
        first = steps[moved] if steps else None
        lay_there = first is not None and first.strange and -1.0 < first.cubes < 0.0
        if first and self._held is not None and self._held + first.cubes < -ODD_FROM:
            lay_there = False  # nothing lay there that could have gone: what lifts the drawer comes back
        if first and lay_there and (self._may_go + first.cubes > STIRS or (first.struck and not self._may_go)):
            lay_there = False  # more lay there than went, or something fell as it went: a cube may have come meanwhile
        self._or_else = self._came_back(steps[moved:]) if lay_there else None
        return steps[:moved] + steps[moved + 1 :] if lay_there else steps

    def _take_early(self, steps: list[StepWeight]) -> float:
        """Take out of these steps what came early, with what it crept by until something moved; its weight."""
        if not self._came_early(steps):
            return 0.0
        early = steps.pop(0).cubes
        while steps and not (steps[0].fell or steps[0].count or steps[0].strange):
            early += steps.pop(0).cubes
        return early

    def _was_soon(self, last: StepWeight) -> bool:
        """Whether this step came so soon that a finger which lay there at the zero may have rested until then."""
        since_s = self._first.start_s if self._early and self._first else self._odd_since_s
        moved = [step for step in self._steps if step.weighed is last]
        return not moved or moved[0].of.start_s - since_s <= LONGEST_FINGER_S + SHORT_REST_S

    def _too_light(self, one: StepWeight) -> bool:
        """Whether what came is lighter than any cube."""
        return one.cubes > 0.0 and not self.weights.may_hold_cubes(one.cubes, one.error)

    def _came_back(self, steps: list[StepWeight]) -> int | None:
        """Another count that all steps together are: the first may be no hand's going, but one that lifts the drawer,
        or a supply that sags, and came back as cubes fell. None: they are no other count."""
        both, without = self._all(steps), self._all(steps[1:])
        return None if both.strange or both.count == without.count else both.count

    def _came_early(self, weighed: list[StepWeight]) -> bool:
        """Whether what moved already when cubes began to be expected was lighter than any cube: a drop, a finger, a
        supply that sags. On a table that trembles it may be a cube that fell later, and is no whole one for another
        reason."""
        soon = self._first is not None and self._first.start_s <= self.begun_s + EARLY_S
        if not (self.early and soon and weighed and weighed[0].strange):
            return False
        went = -1.0 < weighed[0].cubes < 0.0 and not weighed[0].struck  # else cubes may have come with it
        return went or self._too_light(weighed[0])

    def _whole_without(self, one: StepWeight, other: StepWeight) -> bool:
        """Whether a finger's going hides in the one and its coming in the other: a part of what moved never fell."""
        finger = one.strange and (other.cubes < 0.0 or one.may_go)
        return finger and max(one.cubes, other.cubes) > STIRS and not self._all([one, other]).strange

    def _one_after_all(self, first: StepWeight, second: StepWeight, stays: bool, off: float) -> bool:
        """Whether two odd steps are a whole one, by no more deviations `off`: a cube leant on the wall at first, and
        slipped later, or the drawer was lifted meanwhile, or the supply had sagged. Of what comes later more must be
        odd where the first `stays`, perhaps."""
        if not (first.odd or first.count == 0) or first.cubes <= 0.0 or second.cubes <= 0.0:
            return False
        part = first.strange or (first.count == 0 and first.cubes > SWAYS)
        odd = second.strange if stays else second.odd
        if second.cubes >= 1.0 - ODD and not (part and odd and second.fell):
            return False
        # What is weighed badly makes nothing whole: only how unequal the cubes are counts.
        whole = StepWeight(first.cubes + second.cubes, LEAST_ERROR, self.weights)
        # Where the first may be whole, or more fell after it, both together must be so all the more.
        sure = (first.strange or first.count == 0) and second.cubes < 1.0 - ODD
        return not whole.is_off(off if sure else CLOSELY)

    def _weigh(self, step: Step, noise: float) -> StepWeight:
        cubes, error = self._cubes(step.rise), self._error(step, noise)
        # While cubes fall the noise is overrated: what was weighed then is known better afterwards, never worse.
        if step.weighed is None or not step.ended or error < 0.95 * step.weighed.error:
            step.weighed = StepWeight(
                cubes, error, self.weights, step.fell, step.of.pressed, step.of.struck, step.parts
            )
        return step.weighed

    def _objection(self, count: int, chance: float, steps: list[StepWeight], noise: float) -> str:
        if min((step.count for step in steps), default=0) < 0:
            return "taken_out"
        if noise / self.calibration.cube > TOO_NOISY:
            return "too_noisy"
        if any(step.count > 0 and not (step.fell or self._no_water(step)) for step in steps):
            return "no_fall"
        off = any(step.strange or step.hardly_sure for step in steps) or self._off_by_either(count, steps)
        if off or self._or_else is not None:
            return "between_counts"
        if count == 0 and any(step.struck and SWAYS < abs(step.cubes) <= FARTHEST_FROM_NONE for step in steps):
            return "between_counts"
        hardly = any(step.odd for step in steps)
        # What lifted the drawer, or weighs more than a cube, may have gone and a crumb be left in its place.
        replaced = hardly and not 0.0 <= self._odd_may_go < 1.0
        before = bool(steps) and steps[0].odd and self._came_before
        if self._with_odd_gone(count, steps) is not None or self._leant_at_zero or replaced or before:
            return "zero_doubtful"
        if not self._sum_agrees(count, steps):
            return "steps_disagree"
        if self._less_whole_together(steps):
            return "between_counts"
        if count > self.at_most:
            return "too_many"
        return (
            "" if chance >= self.weights.sure and sum(step.risk for step in steps) <= SELDOM_WRONG else "between_counts"
        )

    def _less_whole_together(self, steps: list[StepWeight]) -> bool:
        """Whether what is hardly whole, fell beneath a hand, or was left as something went that is no cube, is no whole
        number with all that moved beside it."""
        together = self._all(steps)
        if (any(step.odd for step in steps) or self._under_a_hand) and together.is_off(SURELY):
            return True
        went = any(step.count == 0 and step.cubes < -SWAYS for step in steps)
        # By how well the first and the last were weighed: however often it moved between, that adds nothing.
        return went and together.is_off(SURELY, math.hypot(steps[0].error, steps[-1].error))

    def _off_by_either(self, count: int, steps: list[StepWeight]) -> bool:
        """Whether they are hardly that many cubes by one of the two witnesses of what the empty drawer weighs."""
        cubes, ends = sum(step.cubes for step in steps), (-self._apart, self._apart) if self._apart else ()
        either = [StepWeight(cubes + apart, EXCUSED, self.weights) for apart in ends]
        return any(one.count != count or one.is_off(SURELY) for one in either)

    def _no_water(self, step: StepWeight) -> bool:
        """Whether a hand pressed meanwhile, and what came is no water that it left: one cube struck as it fell, or they
        weigh so much that one cube fewer and the most water that a hand leaves would weigh less."""
        wet = step.count + WETTER * self.weights.deviation(step.count, step.error)
        one = step.count == 1 and step.struck and not step.odd
        return step.pressed and (one or step.cubes >= wet)

    def _with_odd_gone(self, count: int, steps: list[StepWeight]) -> int | None:
        """The other count that what fell makes where what lay there at the zero and is no cube is there no longer."""
        if not (odd := self._odd_may_go):
            return None
        cubes, error = sum(step.cubes for step in steps) + odd, sum(step.error**2 for step in steps) ** 0.5
        error = math.hypot(error, LEAST_ERROR)
        gone = StepWeight(cubes, error, self.weights)
        if gone.count == count or gone.count < 0:
            return None
        there = self.weights.density(count, cubes - odd - count, error)
        likely = self.weights.density(gone.count, cubes - gone.count, error) > AS_LIKELY * there
        return gone.count if likely else None

    @property
    def _odd_may_go(self) -> float:
        """What may have gone as cubes fell, where nothing shows that it has, in cubes."""
        return 0.0 if self._odd_gone else self._may_go

    @property
    def _may_go(self) -> float:
        """What lay there before anything fell, is no cube, and may be a finger by how long it lay there, in cubes."""
        if self._early and self._first:
            return self._early if self._first.lasted_s <= LONGEST_FINGER_S else 0.0
        if self.zero is None or self.zero.end_s - self._odd_since_s > LONGEST_FINGER_S:
            return 0.0
        return self.odd

    @property
    def _came_before(self) -> bool:
        """Whether what is counted first may have come before cubes were expected, and did not strike as one does."""
        first = self._steps[0] if self.early and self._steps and not self._early else None
        if first is None or first.of.struck or first.of.start_s > self.begun_s + EARLY_S:
            return False
        return self._cubes(first.rise) > SWAYS

    @property
    def _leant_at_zero(self) -> bool:
        """Whether a hand that may weigh as much as a cube leant on the drawer as long as the zero lasted, and has gone
        since."""
        quiet = self.zero is not None and self.zero.quiet and not self._light_hand
        return quiet and bool(self._since_zero())

    def _sum_agrees(self, count: int, steps: list[StepWeight]) -> bool:
        """Whether what all steps weigh together can be that many cubes of this set."""
        off = sum(step.cubes for step in steps) - count
        error = max(sum(step.error**2 for step in steps) ** 0.5, LEAST_ERROR)
        return self.weights.may_weigh(count, off, error)

    def _together(self, chances: list[Chances]) -> Chances:
        """The chance of each whole count of all steps together."""
        if not chances:
            return self.weights.none
        together = chances[0]
        for one in chances[1:]:
            together = np.convolve(together, one)[-FEWEST : -FEWEST + len(one)]
            together = together / max(float(together.sum()), 1e-300)
        return together

    def _cubes(self, raw: float) -> float:
        return raw / self.calibration.cube

    def _error(self, step: Step, noise: float) -> float:
        """The standard error of a step, in cubes: noise on both sides, and the zero's wandering in between."""
        noise = max(noise, self.calibration.noise)
        white = square_error(step.before_error, step.before_blocks, noise)
        white += square_error(step.of.error, step.of.blocks, noise)
        return self._cubes((white + DRIFT_COUNTS**2) ** 0.5)
