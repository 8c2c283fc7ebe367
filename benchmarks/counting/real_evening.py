"""An evening at a real drawer: its calibration, then rounds in each of which something happens, as traces.

After every such round comes a quiet one with an emptied drawer: what happened must not last into it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting.bar_cell import BarCell, Flaws, drawn_bar, drawn_flaws
from benchmarks.counting.cell import Floats
from benchmarks.counting.evening import CUBE_G, DRAWER_G, SET_SIZE
from benchmarks.counting.forces import handling
from benchmarks.counting.happenings import HAPPENINGS
from benchmarks.counting.plan import Moment, Plan, RealRound
from benchmarks.counting.real_cases import EVENTS, FLAWS, RealCase
from companion.drawer.desk import LEAST_CUBE
from hardware.calibration import Calibration
from hardware.cube_scale import SURE, UNSURE, Count, CubeScale

Ints = NDArray[np.int64]
SEAT_G = 0.02  # so much differently a drawer sits each time
WAITS_AT_MOST_S = 14.0  # for a bar's swing to die
PATIENCE_S = 25.0  # a person who calibrates waits so long for the cell to rest
GAP_S, TELLS_EVERY_S = 0.3, 0.25


@dataclass
class RealEvening:
    """Raises `CannotCalibrate` where the scale refuses the cell. `noise` is a recording at rest, or None."""

    case: RealCase
    seed: int
    noise: Floats | None = None
    heard: list[Count] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random = np.random.default_rng(self.seed)
        self.cubes = CUBE_G * random.normal(1.0, self.case.spread, SET_SIZE)
        if self.case.trouble in ("chipped", "sorted") or (self.case.trouble == "mixed" and random.random() < 0.2):
            self.cubes[:3] *= random.uniform(0.6, 0.9, 3)
        self.cell = BarCell(
            random, drawn_bar(random, self.case.bar, DRAWER_G), self.case.rate_hz, self.case.capacity_g,
            self._flaws(), noise=self.noise,
        )  # fmt: skip
        self.scale = CubeScale(None, self._hear)
        self.inside: list[float] = []
        self.dirt_g = 0.0
        self._seat_g = 0.0
        self._expected = 0
        self._fed_s = 0.0
        self._fell = (-1.0, 0.0, 0.0)
        self.wait_s = min(2.5 + 4.0 * self.cell.bar.dies_s, WAITS_AT_MOST_S)
        self.cell.put(0.0, DRAWER_G)
        self.calibration = self._calibrate()
        self.cell.begin_drifting()

    def _flaws(self) -> Flaws:
        if self.case.trouble != "mixed":
            return drawn_flaws(self.random, self.case.trouble)
        flaws = Flaws()
        for name in FLAWS:
            drawn = drawn_flaws(self.random, name)
            if self.random.random() < 0.3:
                flaws = replace(
                    flaws, **{key: value for key, value in vars(drawn).items() if value != vars(Flaws())[key]}
                )
        return flaws

    # --- the calibration ---

    def _calibrate(self) -> Calibration:
        self._weigh(self.wait_s + 2.0)
        self.cell.put(self.cell.now_s, -DRAWER_G)
        self._weigh(self.wait_s + 2.0)
        plate = self.scale.health.raw  # as the wizard has it: the bare plate first
        self.cell.put(self.cell.now_s, DRAWER_G)
        self._weigh(self.wait_s + 2.0)
        self.scale.tare(plate)
        self._until_seen()
        self._weigh_set()
        singles = self.random.permutation(self.cubes)
        for weighed, cube in enumerate(singles.tolist()):
            if weighed == self.case.singles and not self._asks_for_all():
                break
            self.cell.put(self.cell.now_s, cube)
            self._weigh(0.5)
            self.scale.single()
            self._until_seen()
            self._take_out(cube)
        if self.case.trouble == "sorted" and (aside := self.scale.calibration_so_far().set_aside()):
            self.cubes = np.delete(singles, list(aside))
            self._weigh_set()
        return self.scale.finish_calibration()

    def _asks_for_all(self) -> bool:
        """Whether the wizard asks for all of the set to be weighed singly: one was odd, or the rest seems to be."""
        so_far = self.scale.calibration_so_far()
        return bool(so_far.set_aside() or so_far.unlike())

    def _weigh_set(self) -> None:
        self.cell.put(self.cell.now_s, float(self.cubes.sum()))
        self._weigh(1.0)
        self.scale.known(len(self.cubes))
        self._until_seen()
        self._take_out(float(self.cubes.sum()))

    def _take_out(self, grams: float) -> None:
        self.cell.put(self.cell.now_s, -grams)
        self._weigh(0.5)
        self.scale.empty()
        self._until_seen()

    def _until_seen(self) -> None:
        """As a person does: wait until the scale says that it has come to rest, and a little longer."""
        self._weigh(1.0)
        waited_s = 1.0
        while not self.scale.health.step_seen and waited_s < PATIENCE_S:
            self._weigh(0.5)
            waited_s += 0.5
        self._weigh(1.0)

    def _weigh(self, seconds: float) -> None:
        self.feed(*self.cell.samples(seconds))

    def feed(self, times: Floats, raws: Ints) -> None:
        """Show the scale a stretch of samples; where some are missing it is told the time, as by the service."""
        if not len(times):
            return
        gaps = np.flatnonzero(np.diff(times) > GAP_S) + 1
        for first, last in zip([0, *gaps], [*gaps, len(times)], strict=True):
            if first:
                for time_s in np.arange(times[first - 1] + TELLS_EVERY_S, times[first], TELLS_EVERY_S).tolist():
                    self.scale.silent(time_s)
            if self.cell.supply.started_between(self._fed_s, times[first]):
                self.scale.zero_may_have_moved()  # the board says so with its first sample
            self.scale.feed_all(times[first:last].tolist(), raws[first:last].tolist())
            self._fed_s = float(times[last - 1])

    # --- a round ---

    def play(self, quiet: bool = False) -> RealRound:
        """Make the next round's trace: a `quiet` one begins with an emptied drawer, and nothing happens in it."""
        random, cell = self.random, self.cell
        happens = () if quiet else self._happens()
        begun_s = cell.now_s
        cleared_s, reseated = self._clear(partly="part" in happens)
        left_g = sum(self.inside) + self.dirt_g
        plan = self._plan(cleared_s + self.wait_s + random.uniform(0.0, 1.0))
        for name in happens:
            if name in HAPPENINGS:
                HAPPENINGS[name](self, plan)
        moments, last_s, new_g = self._take_place(plan)
        before = cell.samples(plan.expect_s - begun_s)
        after = cell.samples(plan.end_s + self.wait_s + 1.5 - cell.now_s)
        return RealRound(
            np.concatenate([before[0], after[0]]),
            np.concatenate([before[1], after[1]]),
            len(before[0]),
            [at_s for at_s, _ in plan.falls],
            len(plan.falls),
            plan.expect_s,
            last_s,
            [(out_s, in_s) for out_s, in_s, _ in plan.pulls],
            happens,
            moments,
            plan.foreign,
            plan.busy,
            new_g,
            left_g,
            reseated,
            float(cell.drifted_gain(cell.now_s)),
            cell.flaws.hysteresis_g,
        )

    def listen(self, one: RealRound) -> list[Count]:
        """What the scale says to a round."""
        self.feed(one.times[: one.expected], one.raws[: one.expected])
        self.heard.clear()
        self._expected += 1
        self.scale.expect(f"round {self._expected}", self.case.most)
        self.feed(one.times[one.expected :], one.raws[one.expected :])
        heard = list(self.heard)
        last = self.scale.health.last
        if last is not None and last.status == UNSURE and one.many in one.allowed(float(one.times[-1])):
            self.scale.confirm_count(one.many)  # the game goes on only when somebody has tapped the right number
        if self.random.random() < 0.5:
            # As the game goes on without the drawer; else the next count follows at once.
            self.scale.stop_expecting()
        return heard

    def _hear(self, count: Count) -> None:
        """As the game hears it, which asks about cubes that lay there before they were expected, and came since those
        before were counted."""
        lay, fell = self.scale.health.before, count.count
        if count.status == SURE and fell is not None and lay is not None:
            early = round(lay[1]) if lay[1] >= LEAST_CUBE else 0
            if early:
                count = replace(count, count=fell + early, status=UNSURE, other=fell, reason="came_before")
        self.heard.append(count)

    def _happens(self) -> tuple[str, ...]:
        if self.case.trouble != "mixed":
            return (self.case.trouble,)
        return tuple(self.random.choice(EVENTS, self.random.integers(1, 4), replace=False).tolist())

    def _plan(self, expect_s: float) -> Plan:
        random = self.random
        first_s = expect_s + random.uniform(0.3, 2.0)
        last_s = first_s + random.uniform(0.1, 0.6)
        n = int(random.integers(0, min(self.case.most, len(self.cubes) - len(self.inside)) + 1))
        left = [grams for grams in self.cubes.tolist() if grams not in self.inside]
        cubes = [left[i] for i in random.permutation(len(left))[:n]]
        falls = sorted(random.uniform(first_s, last_s, n).tolist())
        return Plan(expect_s, first_s, last_s, last_s, list(zip(falls, cubes, strict=True)))

    def _clear(self, partly: bool) -> tuple[float, bool]:
        """Empty the drawer, by hand or pulled, or in part; when that is done, and whether it was pulled."""
        random, now_s = self.random, self.cell.now_s
        stays = [] if not partly else self.inside[: int(random.integers(0, len(self.inside) + 1))]
        dirt_g = self.dirt_g if random.random() < 0.4 else 0.0
        self.cell.supply.recover(now_s)
        out_g = sum(self.inside) - sum(stays) + self.dirt_g - dirt_g
        self.inside, self.dirt_g = list(stays), dirt_g
        if random.random() < 0.5:
            done_s = now_s + random.uniform(0.5, 2.0)
            self.cell.feel(handling(random, now_s + 0.1, done_s))
            for part in random.dirichlet(np.ones(3)).tolist():
                self.cell.put(random.uniform(now_s + 0.2, done_s), -out_g * part)
            return float(done_s), False
        back_s = now_s + random.uniform(1.0, 5.0)
        self.pull(now_s + 0.4, sum(stays) + dirt_g + out_g)
        self.put_in(back_s, sum(stays) + dirt_g)
        return float(back_s + 0.4), True

    def pull(self, at_s: float, content_g: float) -> None:
        """The drawer goes out with what is in it."""
        self.cell.feel(handling(self.random, at_s - 0.3, at_s))
        self.cell.put(at_s, -(DRAWER_G + self._seat_g + content_g), self.random.uniform(-3.0, 3.0))

    def put_in(self, at_s: float, content_g: float) -> None:
        """The drawer comes in, and sits a little differently."""
        self._seat_g = self.random.uniform(-SEAT_G, SEAT_G)
        self.cell.put(at_s, DRAWER_G + self._seat_g + content_g, self.random.uniform(0.0, 5.0))
        self.cell.feel(handling(self.random, at_s, at_s + 0.4))

    # --- what takes place, in order of time ---

    def _take_place(self, plan: Plan) -> tuple[list[Moment], float, float]:
        """Let the cubes fall, into the drawer or onto the plate, and the drawer go and come; what was true when,
        when the last cube had come down, and what those weigh that are new at the end."""
        drawer, plate = list(self.inside), list[float]()
        fell = slipped = 0
        steps = sorted(
            [(at_s, "fall", i) for i, (at_s, _) in enumerate(plan.falls)]
            + [(at_s, "slip", i) for i, (at_s, _) in plan.slips.items()]
            + [(out_s, "out", i) for i, (out_s, _, _) in enumerate(plan.pulls)]
            + [(in_s, "in", i) for i, (_, in_s, _) in enumerate(plan.pulls)]
        )
        moments, leans = [Moment(-math.inf, 0, 0, 0)], dict(plan.slips)
        is_in, last_s, old, before_g, dirt_g = True, plan.first_s, set(drawer), sum(drawer), 0.0
        for at_s, what, i in steps:
            if what == "fall":
                (drawer if is_in else plate).append(plan.falls[i][1])
                fell += 1
                slipped += i not in plan.slips
                self._fall(at_s, plan.falls[i][1], plan.slips.get(i))
                last_s = at_s
            elif what == "slip":
                if i not in leans:
                    continue
                self._slip(at_s, leans.pop(i)[1])
                slipped += 1
                last_s = at_s
            elif what == "out":
                for one in [one for one in leans if plan.falls[one][0] <= at_s]:
                    self._slip(at_s, leans.pop(one)[1])  # it leant on what the drawer leaves
                    slipped += 1
                dirt_g = self.dirt_g + plan.dirt_g(at_s)  # what comes later lands on the plate
                self.pull(at_s, sum(drawer) + dirt_g)
                is_in = False
            else:
                drawer = self._kept(drawer, plan.pulls[i][2])
                self.put_in(at_s, sum(drawer) + dirt_g)
                is_in = True
            if at_s < plan.expect_s:
                before_g = sum(drawer)
            new = [*plate, *(grams for grams in drawer if is_in and grams not in old)]
            leant_g = sum(part for one, (_, part) in leans.items() if plan.falls[one][0] <= at_s)
            gone_g = before_g - sum(grams for grams in drawer if grams in old) if is_in else 0.0
            moments.append(Moment(at_s, slipped, fell, len(new), sum(new) - leant_g, gone_g))
            plan.lasts(at_s)
        self.inside = drawer + plate
        self.dirt_g += plan.dirt_g()
        return moments, last_s, sum(self.inside) - before_g

    def _slip(self, at_s: float, grams: float) -> None:
        """A cube leans no longer: so much of it comes onto the cell."""
        self.cell.put(at_s, grams, 0.2 * grams)

    def _fall(self, at_s: float, grams: float, slips: tuple[float, float] | None) -> None:
        if at_s != self._fell[0]:
            self._fell = (at_s, self.random.uniform(0.02, 0.12), self.random.uniform(0.1, 0.5))
        # What sticks together falls and bounces as one.
        _, height_m, bounces = self._fell
        self.cell.fall(at_s, grams - slips[1] if slips else grams, height_m, bounces)

    def _kept(self, drawer: list[float], how: str) -> list[float]:
        return {"as it was": drawer, "half": drawer[: len(drawer) // 2], "empty": []}[how]
