"""A scale's desk over the real cube scale on a simulated drawer, in simulated time, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.api.readings import Reading
from companion.api.text import Text
from companion.drawer.desk import ScaleDesk
from companion.session.screen import Screen, Update
from firmware_bridge.link_status import TimedSample
from firmware_bridge.messages import Flag
from hardware.calibration import Calibration
from hardware.cube_scale import CubeScale
from hardware.pile_scale import PileScale
from hardware.recorder import Recorder
from hardware.simulated_drawer import Cell, SimulatedDrawer


class Kept:
    """A keyed store in memory."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], Any] = {}

    def get(self, kind: str, key: str) -> Any:
        return self.values.get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        self.values[kind, key] = value

    def all(self, kind: str) -> Mapping[str, Any]:
        return {key: value for (one, key), value in self.values.items() if one == kind}

    def drop(self, kind: str, key: str) -> None:
        self.values.pop((kind, key), None)


class Evening:
    """A session without a game that only keeps what is reported to it."""

    def __init__(self) -> None:
        self.reported: list[Reading] = []

    def screen(self) -> Screen:
        return Screen()

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        return lambda: None

    def report(self, reading: Reading, by: str, prompt: str | None = None) -> None:
        assert by == "drawer"
        self.reported.append(reading)

    def correct(self, name: str, value: Any, by: str, seen: int | None = None, weighed: bool = False) -> None:
        raise AssertionError(name)


def sample(time_s: float, raw: int = 0, *, good: bool = True) -> TimedSample:
    """A sample as the link hands it on."""
    return TimedSample(time_s, raw, Flag(0) if good else Flag.SATURATED)


class DeskTable:
    """`said` is everything spoken, `unsaid` what of it was taken back, `reported` every reading; the drawer is in and
    empty at first."""

    def __init__(
        self,
        seed: int = 1,
        *,
        cubes: int = 40,
        spread: float = 0.03,
        cell: Cell | None = None,
        rate_hz: int = 80,
        store: Kept | None = None,
        sign: int = 1,
        drift_a_s: float = 0.0,
        **drawer: Any,
    ) -> None:
        self.rate_hz, self.sign, self.drift_a_s = rate_hz, sign, drift_a_s
        self.drawer = SimulatedDrawer(seed, cell=cell or Cell.at(rate_hz), set_size=cubes, spread=spread, **drawer)
        self.said: list[Text] = []
        self.unsaid: list[Text] = []
        self.evening = Evening()
        self.reported = self.evening.reported
        self.store = store or Kept()
        self.now = 1000.0
        self.time_s = 0.0
        self.recorder = Recorder()
        self.desk = ScaleDesk(
            self.evening,
            self._make_scale,
            lambda plain: PileScale(),
            self.store,
            "id-1",
            say=self.said.append,
            unsay=self.unsaid.append,
            recorder=self.recorder,
            revive=Calibration.from_plain,
            clock=lambda: self.now,
            sample_clock=lambda: self.time_s,
        )

    def _make_scale(self, on_count: Callable[[Any], None]) -> CubeScale:
        self.scale = CubeScale(None, on_count, self.recorder)
        return self.scale

    def wait(self, seconds: float, raw: int | None = None) -> None:
        """Let time pass; `raw` is what a broken cell says all the while."""
        for _ in range(round(seconds * self.rate_hz)):
            self.time_s += 1.0 / self.rate_hz
            value = self.drawer.raw_at(self.time_s) if raw is None else raw
            self.desk.feed(sample(self.time_s, self.sign * value + round(self.drift_a_s * self.time_s)))

    def off_scale(self, seconds: float) -> None:
        """A wire of the cell is off all the while."""
        for _ in range(round(seconds * self.rate_hz)):
            self.time_s += 1.0 / self.rate_hz
            self.desk.feed(sample(self.time_s, (1 << 23) - 1, good=False))

    @property
    def step(self) -> str:
        return self.desk.wizard.state.step

    @property
    def words(self) -> str:
        return str(self.desk.wizard.state.words)

    @property
    def results(self) -> list[str]:
        return [str(text) for text in self.desk.wizard.state.results]

    def begin(self, cubes: int = 40) -> None:
        self.wait(2)
        self.desk.calibrate(cubes, "Ada")
        self.wait(2)

    def drawer_out_and_in(self) -> None:
        self.drawer.pull_drawer()
        self.wait(3)
        self.drawer.push_drawer()
        self.until(lambda: self.step == "known", 4.0)

    def whole_set(self, cubes: int = 40) -> None:
        """Put all cubes in and take them out again."""
        self.drawer.drop_cubes(cubes, over_s=1.0)
        self.until(lambda: self.words.startswith("Noted"))
        self.drawer.empty()
        self.wait(3)

    def until(self, holds: Callable[[], bool], limit_s: float = 12.0) -> None:
        """Wait as a hand does that listens, and a moment longer."""
        for _ in range(round(limit_s / 0.2)):
            if holds():
                break
            self.wait(0.2)
        self.wait(0.8)

    def single(self, on_top: bool = False) -> None:
        """One cube alone, left in until it was noticed."""
        before = len(self.desk.wizard.state.singles)
        self.drawer.drop_cubes(1)
        self.until(lambda: len(self.desk.wizard.state.singles) > before)
        if not on_top:
            self.drawer.empty()
            self.wait(2.5)

    def calibrate(self, singles: int = 8) -> None:
        """The whole wizard, hands free."""
        self.begin()
        self.drawer_out_and_in()
        self.whole_set()
        for _ in range(singles):
            self.single()
        self.wait(14)
        if self.step == "known":
            self.desk.wizard.enough()  # it would rather go without some; keep them all
