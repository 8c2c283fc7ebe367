"""A simulated drawer with a cube scale on it, for tests: what is done at the table, and what the scale says to it."""

from __future__ import annotations

from hardware.calibration import Calibration
from hardware.cube_scale import Count, CubeScale
from hardware.simulated_drawer import Cell, SimulatedDrawer


class ScaleTable:
    """Feeds a `CubeScale` from a `SimulatedDrawer`; `counts` is all that it has said."""

    def __init__(
        self,
        seed: int = 0,
        *,
        rate_hz: int = 80,
        capacity_g: float = 500.0,
        spread: float = 0.03,
        set_size: int = 40,
        calibration: Calibration | None = None,
        cell: Cell | None = None,
    ) -> None:
        self.rate_hz = rate_hz
        self.set_size = set_size
        self.drawer = SimulatedDrawer(seed, cell=cell or Cell.at(rate_hz, capacity_g), spread=spread, set_size=set_size)
        self.counts: list[Count] = []
        self.scale = CubeScale(calibration, self.counts.append)
        self.time_s = 0.0

    def wait(self, seconds: float, *, good: bool = True, silent: bool = False) -> None:
        """Let time pass; `silent` lets no sample come, `good` False flags every one."""
        for _ in range(round(seconds * self.rate_hz)):
            self.time_s += 1.0 / self.rate_hz
            raw = self.drawer.raw_at(self.time_s)
            if not silent:
                self.scale.feed(self.time_s, raw, good)

    def calibrate(self, singles: int = 8, *, plate: bool = False) -> Calibration:
        """The whole guided calibration, from the bare `plate` on or from the drawer."""
        self.calibrate_steps(singles, plate=plate)
        return self.scale.finish_calibration()

    def calibrate_steps(self, singles: int = 8, *, plate: bool = False) -> None:
        """The steps of a calibration, up to its last `empty`."""
        bare = self._bare_plate() if plate else None
        self.wait(2.0)
        self.scale.tare(bare)
        self.wait(2.0)
        self.drawer.drop_cubes(self.set_size)
        self.wait(1.0)
        self.scale.known(self.set_size)
        self.wait(3.0)
        self._take_all_out()
        for _ in range(singles):
            self.drawer.drop_cubes(1)
            self.wait(0.5)
            self.scale.single()
            self.wait(2.5)
            self._take_all_out()

    def _bare_plate(self) -> float | None:
        self.scale.bare_plate()
        self.drawer.pull_drawer()
        self.wait(3.0)
        bare = self.scale.health.raw
        self.drawer.push_drawer()
        return bare

    def _take_all_out(self) -> None:
        self.drawer.empty()
        self.wait(0.5)
        self.scale.empty()
        self.wait(3.0)

    def expect(self, drop: str, at_most: int = 12) -> None:
        self.scale.expect(drop, at_most)
        self.wait(1.5)

    def fall(self, n: int, seconds: float = 4.0) -> None:
        self.drawer.drop_cubes(n)
        self.wait(seconds)

    def empty_and_push_in(self) -> None:
        """The drawer is pulled out, emptied and put back."""
        self.drawer.pull_drawer()
        self.wait(2.0)
        self.drawer.empty()
        self.drawer.push_drawer()
        self.wait(3.0)

    @property
    def said(self) -> list[tuple[int | None, str]]:
        """Count and status of everything said."""
        return [(count.count, count.status) for count in self.counts]

    @property
    def last(self) -> Count:
        return self.counts[-1]
