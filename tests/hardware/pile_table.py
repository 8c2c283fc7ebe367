"""A simulated cell with like pieces, and a pile scale on it, for tests."""

from __future__ import annotations

from hardware.pile_scale import PileReading, PileScale, PileWeights
from hardware.simulated_drawer import Cell, SimulatedDrawer


class PileTable:
    """Feeds a `PileScale` from a `SimulatedDrawer` whose cubes are the pieces."""

    def __init__(
        self,
        seed: int = 0,
        *,
        piece_g: float = 0.325,
        spread: float = 0.03,
        capacity_g: float = 500.0,
        rate_hz: int = 80,
        pieces: int = 150,
        weights: PileWeights | None = None,
    ) -> None:
        self.rate_hz = rate_hz
        self.drawer = SimulatedDrawer(
            seed, cell=Cell.at(rate_hz, capacity_g), set_size=pieces, cube_g=piece_g, spread=spread
        )
        self.scale = PileScale(weights)
        self.time_s = 0.0

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * self.rate_hz)):
            self.time_s += 1.0 / self.rate_hz
            self.scale.feed(self.time_s, self.drawer.raw_at(self.time_s))

    def settle(self, limit_s: float = 6.0) -> None:
        """Wait as hands do until the scale has weighed what lies there."""
        until = self.time_s + limit_s
        while not self.scale.reading.resting and self.time_s < until:
            self.wait(0.2)

    def lay(self, count: int, seconds: float = 3.0) -> PileReading:
        self.drawer.drop_cubes(count)
        self.wait(seconds)
        if seconds >= 2.0:
            self.settle()
        return self.scale.reading

    def take(self, count: int | None = None) -> PileReading:
        self.drawer.empty() if count is None else self.drawer.take_cubes(count)
        self.wait(3.0)
        self.settle()
        return self.scale.reading

    def learn(self, known: int = 10, singly: bool = True) -> PileWeights:
        """Empty plate, then the known few, one by one or all at once."""
        self.wait(2.0)
        self.scale.zero()
        self.wait(1.0)
        self.settle()
        for count in [1] * known if singly else [known]:
            self.lay(count, 2.2)
        return self.scale.known(known)
