"""A scale and a pile that remember what they were asked, and show what a test gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.api.refusals import BadFile, BadMove
from companion.api.text import T
from companion.drawer.calibrations import Kept
from companion.drawer.views import (
    KeptPile,
    LiveCount,
    PileState,
    RecordingState,
    ScaleState,
    Single,
    WizardState,
)
from companion.session.signal import Signal

FIGURES = {"set_size": 40, "spread": 0.031, "singles": 8}


class Wizard:
    """The guided calibration's taps."""

    def __init__(self, asked: list[object]) -> None:
        self._asked = asked

    def seen(self) -> None:
        self._asked.append("seen")

    def enough(self) -> None:
        self._asked.append("enough")

    def all_of_them(self) -> None:
        self._asked.append("all")

    def cancel(self) -> None:
        self._asked.append("cancel")


class Calibrations:
    """Two calibrations, the newer in use."""

    def __init__(self, asked: list[object]) -> None:
        self._asked = asked
        self.used = 200.0

    def all(self) -> tuple[Kept, ...]:
        return tuple(Kept(at, "Ada", FIGURES, 26, at == self.used) for at in (200.0, 100.0))

    def export(self) -> bytes:
        return b'{"format": "table-companion scale"}'

    def import_(self, data: bytes) -> int:
        if not data.startswith(b"{"):
            raise BadFile(T("This is not a file of calibrations that the companion exported."))
        self._asked.append("import")
        return 1


class Scale:
    """`now` is what it shows; `asked` what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        recording = RecordingState(True, 90, 10_800, ("tare", "known 40", "drop 3"), True)
        self.now = ScaleState(
            status="sure", counting="trial", count=2, sure=True, resting=True, near=2, grams=0.7, noise=0.03, rate=80,
            calibrated_at=200.0, recording=recording,
        )  # fmt: skip
        self.expecting: LiveCount | None = None
        self.wizard = Wizard(self.asked)
        self.calibrations = Calibrations(self.asked)
        self.states, self.traces, self.counts = Signal("state"), Signal("trace"), Signal("count")
        self.subscribe, self.subscribe_trace, self.subscribe_count = (
            self.states.subscribe,
            self.traces.subscribe,
            self.counts.subscribe,
        )

    def show(self, **changes: Any) -> None:
        """Show something else."""
        self.now = replace(self.now, **changes)
        self.states.emit()

    def expect(self, count: LiveCount | None) -> None:
        """The game expects a count, and this is it so far."""
        self.expecting = count
        self.counts.emit()

    def state(self) -> ScaleState:
        return self.now

    def live_count(self) -> LiveCount | None:
        return self.expecting

    def trace(self) -> Mapping[str, Any]:
        return {"unit": "cubes", "step_s": 0.2, "values": [0] * 60 + [100] * 20 + [203] * 40}

    def calibrate(self, cubes: int, by: str) -> None:
        self.asked.append(("calibrate", cubes, by))
        words = T("Now put all {n} cubes in.", n=cubes)
        singles = (Single(1.02, False), Single(1.21, True))
        self.show(talk=WizardState("single", words, cubes, 8, singles, ("enough", "all", "cancel")))

    def choose(self, at: float) -> None:
        self.asked.append(("choose", at))
        self.calibrations.used = at

    def try_out(self) -> None:
        self.asked.append("try")

    def confirm_count(self, count: int) -> None:
        self.asked.append(("told", count))

    def drawer_is_empty(self) -> None:
        self.asked.append("empty")

    def record(self, on: bool) -> None:
        self.asked.append(("record", on))

    def recorded(self) -> Iterator[str]:
        if self.now.recording is None:
            raise BadMove(T("Nothing was recorded yet."))
        return iter(("time_s,raw,mark\n", "0.000000,5,drop 3\n"))


class Pile:
    """A pile that is wherever a test wants it."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.now = PileState(kept=(KeptPile("Water tokens", 40),))
        self._listeners: Signal = Signal("pile")
        self.subscribe: Callable[[Callable[[], None]], Callable[[], None]] = self._listeners.subscribe

    def show(self, **changes: Any) -> None:
        self.now = replace(self.now, **changes)
        self._listeners.emit()

    def state(self) -> PileState:
        return self.now

    def begin(self, name: str) -> None:
        self.asked.append(("begin", name))
        self.show(step="zero", name=name, words=T("Take everything off."))

    def zero(self) -> None:
        self.asked.append("zero")
        self.show(step="known", words=T("Lay a few pieces on it."))

    def known(self, count: int) -> None:
        if count < 1:
            raise BadMove(T("Say a whole number of pieces that can be."))
        self.asked.append(("known", count))
        self.show(step="count", status="sure", count=count, at_once=8, words=T("Lay the pile on it."))

    def confirm_count(self, count: int) -> None:
        self.asked.append(("told", count))
        self.show(status="sure", count=count, other=None, why=None)

    def bind(self, correction: str | None, by_itself: bool) -> None:
        self.asked.append(("bind", correction, by_itself))
        self.show(bound=correction, what=T("Oil"), now=4, by_itself=by_itself)

    def put(self, by: str) -> None:
        self.asked.append(("put", by))

    def end(self) -> None:
        self.asked.append("end")

    def forget(self, name: str) -> None:
        self.asked.append(("forget", name))
