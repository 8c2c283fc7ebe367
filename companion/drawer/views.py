"""What the phones are shown of the drawer, as plain values: scale, calibration wizard, recording, pile."""

from __future__ import annotations

from dataclasses import dataclass

from companion.api.text import Text


@dataclass(frozen=True)
class Single:
    """One cube weighed by itself, in mean cubes; `odd` when it is not like the others."""

    weight: float
    odd: bool


@dataclass(frozen=True)
class WizardState:
    """How far the guided calibration is.

    `step` is `idle`, `plate`, `drawer`, `known`, `single` or `out`; `words` what to do now; `results` what came of the
    last one, the most important first, `good` whether it is in use. `cubes` is the size of the set, `wanted` how many
    are to be weighed singly. `can` holds the taps that make sense now: `seen` (done, though nothing was noticed),
    `enough`, `all` and `cancel`.
    """

    step: str = "idle"
    words: Text | None = None
    cubes: int = 40
    wanted: int = 8
    singles: tuple[Single, ...] = ()
    can: tuple[str, ...] = ()
    results: tuple[Text, ...] = ()
    good: bool = True


@dataclass(frozen=True)
class RecordingState:
    """What is recorded: `seconds` of at most `most_s`, with what happened as `marks`; `countable` when it begins with a
    calibration, so that it can be counted anew."""

    running: bool
    seconds: int
    most_s: int
    marks: tuple[str, ...]
    countable: bool


@dataclass(frozen=True)
class ScaleState:
    """The scale as it is now.

    `status` is `sure`, `unsure`, `drawer out`, `not calibrated`, `no signal`, or `watching` while nothing is counted.
    `count` and `other` are the likeliest counts; `why` and `what_to_do` say what is the matter when it is not sure.
    `counting` is `game`, `trial` or "". `near` is the weight in cubes since the drawer was empty, for showing only;
    `grams` an equivalent. `noise` is in cubes; `calibrated_at` is in seconds since 1970. `ask_empty` says to ask
    whether the drawer is empty: a crumb may be all that lies there.
    """

    status: str = "watching"
    counting: str = ""
    count: int | None = None
    other: int | None = None
    sure: bool = False
    why: Text | None = None
    what_to_do: Text | None = None
    resting: bool = False
    drawer: str = "unknown"
    near: int | None = None
    grams: float | None = None
    noise: float | None = None
    rate: int | None = None
    calibrated_at: float | None = None
    talk: WizardState = WizardState()
    recording: RecordingState | None = None
    ask_empty: bool = False


@dataclass(frozen=True)
class LiveCount:
    """What a phone shows beside a question that the scale answers: the count so far, whether it is sure, and whether to
    ask if the drawer is empty; where it can name no number, `why` and `what_to_do`."""

    status: str
    count: int | None = None
    other: int | None = None
    ask_empty: bool = False
    why: Text | None = None
    what_to_do: Text | None = None


@dataclass(frozen=True)
class KeptPile:
    """A pile of an earlier evening: its name, and of how many pieces its weight is known."""

    name: str
    pieces: int


@dataclass(frozen=True)
class PileState:
    """The pile on the scale.

    `step` is `none`, `zero`, `known`, `count` or `paused`; `status` is `sure`, `unsure`, `moving`, `no signal` or "".
    `words` says what to do, `why` what is the matter. `at_once` is how many pieces it counts surely in one go. `bound`
    is the counter (a correction's name) that it is for in the open game, `what` that counter's label, `now` its value;
    `by_itself` sets it without a tap. `kept` are the piles that are known.
    """

    step: str = "none"
    name: str = ""
    status: str = ""
    count: int | None = None
    other: int | None = None
    words: Text | None = None
    why: Text | None = None
    at_once: int | None = None
    bound: str | None = None
    what: Text | None = None
    now: int | None = None
    by_itself: bool = False
    kept: tuple[KeptPile, ...] = ()
