"""What happens to a real drawer, trouble by trouble; `mixed` is several of them in each round, on a cell with flaws."""

from __future__ import annotations

from dataclasses import dataclass

REAL_TROUBLES = {
    "none": "nothing",
    "kick": "the table is kicked one to four times, 0.3 to 8 m/s² high",
    "drum": "fingers drum on the table, three to eight times a second for one to four seconds",
    "walk": "somebody walks by for three to six seconds",
    "phone": "a telephone vibrates on the table, at 150 to 200 Hz",
    "finger": "a finger rests on the drawer for 0.5 to 4 s, as heavy as 0.1 to 2 cubes, or lifts it; one in five is a "
    "thing that does not tremble",
    "wet": "a wet hand touches the drawer and leaves 0.05 to 0.3 g",
    "crumb": "a crumb of 0.02 to 0.25 g falls in",
    "spill": "one to three drops of 0.03 to 0.15 g fall in and dry",
    "foreign": "something else falls in with the cubes, as heavy as 0.3 to 1.7 of them",
    "chipped": "three cubes of the set have 0.6 to 0.9 of their weight and stay in it; once one was odd all are "
    "weighed singly",
    "sorted": "as chipped, but those are set aside that the scale names",
    "stuck": "one to three pairs of cubes stick together and fall as one",
    "lean": "a cube leans on the wall with 20 to 80 % of its weight, and slips 0.5 to 10 s later",
    "late": "one to three of the cubes fall 5 to 25 s after the others",
    "drawer": "the drawer is pulled at any moment, and put back as it was, half full or empty; what falls meanwhile "
    "lies on the plate",
    "part": "the drawer was emptied in part only, by hand or pulled, before the round",
    "sag": "the board's supply falls by 0.02 to 0.5 V, for 0.2 to 4 s or for good; one dip in twenty stops the board",
    "sag_unshared": "the bridge hangs on another 5 V than the chip's reference, a fault of wiring, and that falls "
    "by 0.2 to 1.5 %, for 0.2 to 4 s or for good",
    "gain": "the gain drifts by 1 to 2 % within 2 to 15 minutes",
    "temperature": "the zero runs away by 3 to 6 counts a second",
    "creep": "0.05 to 0.3 % of every change of load follow with a time constant of 30 s",
    "hysteresis": "what goes down reads up to 0.02 to 0.1 g too high",
    "hum": "pickup of 50 or 60 Hz and its harmonics, 150 to 1500 counts high",
    "spikes": "0.4 % of the samples are disturbed reads",
    "lost": "0.5 to 5 % of the samples are lost, and now and then up to 1.5 s together",
    "mixed": "one to three of the above in each round, on a cell with some of the flaws",
}
EVENTS = (
    "kick", "drum", "walk", "phone", "finger", "wet", "crumb", "spill", "foreign", "stuck", "lean", "late", "drawer",
    "part", "sag",
)  # fmt: skip
FLAWS = ("creep", "hysteresis", "temperature", "gain", "hum", "spikes", "lost")
BARS = ("any", "stiff", "soft")


@dataclass(frozen=True)
class RealCase:
    """`bar` is `stiff` (25 to 60 Hz), `soft` (6 to 14 Hz) or `any`; of a set of 40 up to `most` fall in a round."""

    trouble: str = "none"
    bar: str = "any"
    capacity_g: float = 500.0
    rate_hz: int = 80
    spread: float = 0.03
    most: int = 20
    singles: int = 20

    def __str__(self) -> str:
        return f"{self.trouble}, {self.bar} bar, {self.capacity_g:g} g {self.rate_hz}/s {100 * self.spread:g} %"
