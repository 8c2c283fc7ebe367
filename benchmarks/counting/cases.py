"""What is simulated: the cell, the set of cubes, and what goes on at the table."""

from __future__ import annotations

from dataclasses import dataclass

TROUBLES = {
    "none": "nothing",
    "bumps": "one to five knocks of 0.3 to 60 g while the cubes fall and after",
    "late": "some of the cubes fall up to three seconds after the others",
    "trickle": "the cubes fall over two to six seconds",
    "spikes": "disturbed reads, 2^n - 1, that nobody flagged: 0.4 % of the samples, a tenth of them in pairs",
    "creep": "a cheap cell: 0.1 % of every change of load follows with a time constant of 30 s",
    "temperature": "the zero runs away by 0.18 g a minute of a 1 kg cell (6.4 counts a second)",
    "wander": "the zero swings by 0.18 g of a 1 kg cell within each minute",
    "drawer": "the drawer is pulled, emptied and pushed in after each round; sometimes a cube falls as it is pushed in",
    "reseat": "as `drawer`, and the drawer comes back up to 100 mg off",
    "mains": "pickup of 50 or 60 Hz, 300 counts high",
    "no foam": "falls ring on with a time constant of 0.5 s",
    "phone": "a telephone rings on the table: bursts at 150 Hz, as high as three cubes",
    "hands": "a hand leans on the drawer as heavily as up to six cubes, for one to three seconds, with its tremor",
}


@dataclass(frozen=True)
class Case:
    """`most` cubes may fall in a round, out of a set of 40, of which `singles` were weighed singly; with `sorted_out`
    so many of the worst were set aside after that."""

    capacity_g: float = 500.0
    rate_hz: int = 80
    spread: float = 0.03
    most: int = 20
    trouble: str = "none"
    singles: int = 20
    sorted_out: int = 0

    def __str__(self) -> str:
        words = f"{self.capacity_g:g} g {self.rate_hz}/s {100 * self.spread:g} % to {self.most} {self.trouble}"
        if self.sorted_out:
            words += ", worst quarter out"
        return words if self.singles == 20 or self.sorted_out else f"{words}, {self.singles} singles"


def cases() -> list[Case]:
    """Every case, those with a target first."""
    targets = [
        *(Case(spread=spread, most=most) for spread in (0.03, 0.05) for most in (20, 40)),
        Case(spread=0.05, most=20, singles=40, sorted_out=10),
    ]
    troubles = [Case(spread=spread, trouble=name) for name in TROUBLES for spread in (0.03, 0.05)]
    cells = [
        Case(capacity, rate, spread, most)
        for capacity in (100.0, 500.0, 1000.0)
        for rate in (10, 80)
        for spread in (0.02, 0.03, 0.05, 0.08)
        for most in (12, 20, 40)
    ]
    slow = [Case(rate_hz=10, trouble=name) for name in TROUBLES]
    heavy = [Case(capacity_g=1000.0, trouble=name) for name in ("wander", "temperature", "drawer", "reseat", "creep")]
    few = [Case(spread=spread, singles=singles) for spread in (0.03, 0.05) for singles in (0, 5, 10, 40)]
    return list(dict.fromkeys([*targets, *troubles, *cells, *slow, *heavy, *few]))
