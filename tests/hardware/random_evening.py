"""An evening on which anything happens to the drawer, in any order."""

from __future__ import annotations

from random import Random

from tests.hardware.scale_table import ScaleTable

CUBE_G = 0.325


class RandomEvening:
    """Plays on a calibrated `ScaleTable`; `happened` is what was done."""

    def __init__(self, table: ScaleTable, seed: int) -> None:
        self.table = table
        self.happened: list[str] = []
        self._random = Random(seed)
        self._leans = 0.0
        self._turn = 0

    def play(self, events: int) -> None:
        """So many events, one to three seconds apart."""
        verbs = [self._fall, self._fall, self._fall, self._round, self._round, self._pull, self._push, self._empty,
                 self._take, self._bump, self._hand, self._fall_while_pulled, self._silence, self._say]  # fmt: skip
        for _ in range(events):
            verb = self._random.choice(verbs)
            self.happened.append(verb.__name__)
            verb()
            self.table.wait(self._random.uniform(0.2, 3.0))

    def empty_and_push_in(self) -> None:
        """Hands off, the drawer out, everything out of it and off the plate, and in again."""
        self._lean(0.0)
        table = self.table
        table.drawer.pull_drawer()
        table.wait(0.5)
        table.drawer.empty()
        table.wait(3.0)
        table.drawer.push_drawer()
        table.wait(3.0)

    def _fall(self) -> None:
        drawer = self.table.drawer
        drawer.drop_cubes(min(self._random.randint(1, 12), drawer.cubes_beside), over_s=self._random.uniform(0.1, 1.5))

    def _round(self) -> None:
        self._turn += 1
        self.table.scale.expect(f"turn {self._turn}", 12)

    def _pull(self) -> None:
        self._lean(max(self._leans, 0.0))
        self.table.drawer.pull_drawer()

    def _push(self) -> None:
        self.table.drawer.push_drawer()

    def _empty(self) -> None:
        self.table.drawer.empty()

    def _take(self) -> None:
        drawer = self.table.drawer
        if not drawer.drawer_out:
            drawer.take_cubes(min(self._random.randint(1, 4), drawer.cubes_in_drawer))

    def _bump(self) -> None:
        self.table.drawer.bump(grams=self._random.uniform(1.0, 40.0))

    def _hand(self) -> None:
        """A hand comes, presses more or lifts the drawer a little, or goes."""
        lightest = 0.0 if self.table.drawer.drawer_out else -1.0
        self._lean(self._random.choice([0.0, 0.0, self._random.uniform(lightest, 8.0)]))

    def _fall_while_pulled(self) -> None:
        self._fall()
        self.table.wait(self._random.uniform(0.0, 0.6))
        self._pull()

    def _silence(self) -> None:
        self.table.wait(self._random.uniform(0.5, 3.0), silent=True)

    def _say(self) -> None:
        """Somebody taps that the drawer is empty, whether it is or not."""
        self.table.scale.drawer_is_empty()

    def _lean(self, grams: float) -> None:
        self.table.drawer.lean(grams - self._leans)
        self._leans = grams
