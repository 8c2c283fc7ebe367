"""The compiled firmware through hours of everything that can go wrong, faster than real time; every value that the
host side accepts is compared with what the emulated converter had converted.

`benchmarks/soak.py` runs it for hours and prints the figures. Every conversion has its number in its lower ten bits, so
that a value is never taken for another one that happens to be alike, from before the zero moved.

One thing no firmware can find, since the HX711 sends no check sum: a short circuit of the data line that ends within
the 60 us of a read of a good conversion. What the line showed instead is known to the emulator; such a value counts as
`masked`, and must be alone among its neighbours, so that the scale's median of three takes it out.
"""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from firmware_bridge.conversation import Conversation
from firmware_bridge.link_status import TimedSample
from firmware_bridge.messages import AskHello, Configure, Hello, Identify
from firmware_bridge.protocol import Decoder, Frame, encode
from firmware_bridge.simavr_board import SimavrBoard

JUMP = 1700.0  # counts by which a start of the converter moves the zero: 0.4 g on a 500 g cell
NOISE = 30.0
MOST = (1 << 23) - 1
STEP_MS = 500
RECOVERY_STEPS = 16  # so long may it take until a good sample comes again: a watchdog's two seconds, and a silent chip
TOLD = 24  # conversions that the word on an untrue value names
WINDOW = 3  # of so many samples the scale takes the median
_SATURATING = 1 << 24


class Untrue(AssertionError):
    """The host side accepted what the converter did not convert, or did not tell that the zero had moved."""


@dataclass
class Tally:
    """What happened. Times are seconds of the board's life; `faults` says how often each was inflicted.

    `conversions` by the converter, samples `accepted` and `flagged`, frames `lost` and `damaged`, and those that the
    CRC has `let_through` though they were damaged; `moved` says how often the zero was told to have moved, `masked` how
    many accepted values were seen otherwise than converted (see above), `starts` how often the board has started.
    """

    emulated_s: float = 0.0
    conversions: int = 0
    accepted: int = 0
    flagged: int = 0
    lost: int = 0
    damaged: int = 0
    moved: int = 0
    masked: int = 0
    let_through: int = 0
    starts: int = 0
    faults: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Converted:
    time_ms: int  # of the board's life
    raw: int
    kind: str  # "true", "jump" (true, and the first after a start), "unsettled", or "masked": what was seen instead


class Soak:
    """One board's evening. `rate` is 10 or 80; all chance comes from `seed`. Use it as a context."""

    def __init__(self, rate: int, seed: int, firmware: Path | None = None) -> None:
        self.tally = Tally()
        self._rate = rate
        self._chance = random.Random(seed)
        self._folder = tempfile.TemporaryDirectory(prefix="soak-")
        journal = Path(self._folder.name) / "journal"
        self._board = SimavrBoard(noise=NOISE, firmware=firmware, journal=journal)
        self._board.start()
        self._board.set_pace(0)
        self._board.strap(rate)
        self._board.let_zero_jump(JUMP)
        self._board.number_conversions()
        self._journal = journal.open(encoding="ascii")
        self._converted: list[_Converted] = []
        self._recent: deque[_Converted] = deque(maxlen=TOLD)  # for the word on what was untrue
        self._fault = ""
        self._since_masked = WINDOW  # accepted samples since the last that was masked
        self._sent: set[bytes] = set()  # frames of this step, as they were before a bad line had them
        self._line_is_bad = False
        self._port = -1
        self._decoder = Decoder()
        self._conversation: Conversation | None = None
        self._faults: tuple[Callable[[], Iterator[None]], ...] = (
            self._noisy_line, self._lossy_line, self._garbage_to_board, self._commands, self._reset, self._cable,
            self._stray, self._freeze, self._hang, self._loose_wire, self._stuck_high, self._stuck_low,
            self._brown_out, self._spark_in_start, self._sparks_in_start, self._sparks, self._close_sparks,
            self._spark_pairs, self._sparks_before_samples, self._clock_sparks, self._clock_and_data_sparks,
            self._interrupts, self._saturation,
        )  # fmt: skip
        self._plug_in()

    @property
    def board(self) -> SimavrBoard:
        """For faults of one's own."""
        return self._board

    def __enter__(self) -> Soak:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def count(self) -> Tally:
        """The tally up to now, with what the emulated board has counted."""
        seen = self._board.report()
        self.tally.conversions, self.tally.starts = seen["conversions"], seen["resets"]
        lost = 0 if self._conversation is None else self._conversation.lost
        return replace(self.tally, lost=self.tally.lost + lost, damaged=self.tally.damaged + self._decoder.damaged)

    def close(self) -> None:
        """End it."""
        self.count()
        self._unplug()
        self._board.stop()
        self._journal.close()
        self._folder.cleanup()

    def live(self, seconds: float) -> Tally:
        """Let one fault follow the other for so long. `Untrue` where something untrue was accepted, or where good
        samples did not come again."""
        ends = self.tally.emulated_s + seconds
        while self.tally.emulated_s < ends:
            self.inflict(self._chance.choice(self._faults).__name__)
        return self.tally

    @property
    def faults(self) -> tuple[str, ...]:
        """What can be inflicted."""
        return tuple(fault.__name__ for fault in self._faults)

    def inflict(self, name: str, times: int = 1) -> None:
        """One fault, its end, and the recovery, so many times. `Untrue` as `live`."""
        fault = next(fault for fault in self._faults if fault.__name__ == name)
        for _ in range(times):
            self._fault = name
            self.tally.faults[name] = self.tally.faults.get(name, 0) + 1
            for _ in fault():
                self._pass_step()
            self._recover(name)

    def _recover(self, after: str) -> None:
        accepted = self.tally.accepted
        for _ in range(RECOVERY_STEPS):
            self._pass_step()
            if self.tally.accepted > accepted:
                return
        raise Untrue(f"no good sample came after {after}")

    # --- time ---------------------------------------------------------------------------------------------------------

    def _pass_step(self) -> None:
        """Half a second with one weight."""
        self._board.set_raw(self._chance.randrange(-MOST + 100_000, MOST - 100_000))
        self._run_step()

    def _run(self, milliseconds: int) -> None:
        self._board.run(milliseconds)
        self.tally.emulated_s += milliseconds / 1000

    def _run_step(self) -> None:
        self._run(STEP_MS)
        self._sent.clear()
        for line in self._journal:
            time_ms, what, kind = line.split()
            if kind == "sent":
                self._sent.add(bytes.fromhex(what))
            else:
                self._converted.append(_Converted(int(time_ms), int(what), kind))
                self._recent.append(self._converted[-1])
        self._listen()

    def _listen(self) -> None:
        if self._port < 0:
            return
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._port, 4096):
                for frame in filter(self._was_sent, self._decoder.feed(data)):
                    if self._conversation is None and isinstance(frame.message, Hello):
                        self._conversation = Conversation(frame.message, self._hear, resumed=self.tally.accepted > 0)
                    if self._conversation is not None:
                        self._conversation.hear(frame, self.tally.emulated_s)

    def _was_sent(self, frame: Frame) -> bool:
        """Of the frames with more than three bits damaged one in 65536 passes the CRC: not the firmware's doing."""
        if not self._line_is_bad or encode(frame.message, frame.sequence)[:-1] in self._sent:
            return True
        self.tally.let_through += 1
        return False

    def _hear(self, sample: TimedSample) -> None:
        if not sample.good:
            self.tally.flagged += 1
            return
        found = self._find(sample)
        passed, self._converted = self._converted[: found + 1], self._converted[found + 1 :]
        self._since_masked += 1
        if passed[-1].kind == "masked":
            self._note_masked(sample)
        if any(one.kind == "jump" for one in passed) and self.tally.accepted and not sample.restarted:
            raise Untrue(f"{sample} does not tell that the zero has moved")
        self.tally.accepted += 1
        self.tally.moved += sample.restarted

    def _find(self, sample: TimedSample) -> int:
        for at, one in enumerate(self._converted):
            if one.raw == sample.raw and one.kind != "unsettled":
                return at
        latest = ", ".join(f"{one.time_ms} ms {one.raw & 0xFFFFFF:06x} {one.kind}" for one in self._recent)
        seen = f"{sample.raw & 0xFFFFFF:06x}"
        raise Untrue(f"{sample} ({seen}) was never converted, or long ago, with {self._fault}; the latest: {latest}")

    def _note_masked(self, sample: TimedSample) -> None:
        if self._since_masked < WINDOW:
            raise Untrue(f"{sample} was masked, and so was one just before: a median of {WINDOW} may choose it")
        self._since_masked = 0
        self.tally.masked += 1

    def _say(self, data: bytes) -> None:
        if self._port >= 0:
            os.write(self._port, data)

    # --- the cable ----------------------------------------------------------------------------------------------------

    def _plug_in(self) -> None:
        self._port = os.open(self._board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._decoder = Decoder()
        self._conversation = None
        self._say(encode(AskHello(), 1))

    def _unplug(self) -> None:
        if self._port >= 0:
            os.close(self._port)
            self._port = -1
        if self._conversation is not None:
            self.tally.lost += self._conversation.lost
        self.tally.damaged += self._decoder.damaged

    # --- what can go wrong: what it does, a step for each `yield`, and its end ----------------------------------------

    def _times(self) -> range:
        return range(self._chance.randint(1, 4))

    def _noisy_line(self) -> Iterator[None]:
        self._board.garble(self._chance.choice((20, 50, 200)))
        yield from self._on_a_bad_line()
        self._board.garble(0)

    def _lossy_line(self) -> Iterator[None]:
        self._board.lose(self._chance.choice((10, 30, 200)))
        yield from self._on_a_bad_line()
        self._board.lose(0)

    def _on_a_bad_line(self) -> Iterator[None]:
        self._line_is_bad = True
        for _ in self._times():
            yield
        self._line_is_bad = False

    def _garbage_to_board(self) -> Iterator[None]:
        for _ in self._times():
            self._say(self._chance.randbytes(self._chance.randint(1, 100)))
            yield
        self._say(b"\0")

    def _commands(self) -> Iterator[None]:
        for _ in self._times():
            self._say(b"".join(encode(self._chance.choice((AskHello(), Identify())), 9) for _ in range(6)))
            yield
        self._say(encode(Configure(80, 128), 7))

    def _reset(self) -> Iterator[None]:
        for _ in self._times():
            self._run(self._chance.randint(1, 60))  # so that it comes at any place within a frame
            self._board.reset()
            yield

    def _cable(self) -> Iterator[None]:
        self._run(self._chance.randint(1, 60))
        self._unplug()
        self._board.unplug()
        yield
        self._board.plug()
        self._plug_in()

    def _stray(self) -> Iterator[None]:
        self._board.go_astray(deaf=self._chance.random() < 0.5)
        for _ in range(9):
            yield

    def _freeze(self) -> Iterator[None]:
        self._board.freeze()
        yield
        self._board.thaw()

    def _hang(self) -> Iterator[None]:
        self._board.hang_converter()
        yield

    def _loose_wire(self) -> Iterator[None]:
        self._board.kill_converter()
        for _ in self._times():
            yield
        self._board.revive_converter()

    def _stuck_high(self) -> Iterator[None]:
        yield from self._stuck("high")

    def _stuck_low(self) -> Iterator[None]:
        yield from self._stuck("low")

    def _stuck(self, level: str) -> Iterator[None]:
        for _ in self._times():
            self._board.stick_data_line(level)
            self._run(self._chance.choice((1, 3, 10, 100, 1000)))
            self._board.stick_data_line("free")
            yield

    def _brown_out(self) -> Iterator[None]:
        for _ in self._times():
            self._run(self._chance.randint(1, 200))
            self._board.brown_out_converter()
            yield

    def _spark_in_start(self) -> Iterator[None]:
        for _ in self._times():
            self._run(self._chance.randint(1, 200))
            self._board.brown_out_converter()
            self._run(self._chance.randint(1, 4000 // self._rate))
            self._spark()
            yield

    def _sparks_in_start(self) -> Iterator[None]:
        """So many that none is a period late after the one before: the start looks like samples that came in time."""
        period_ms = 1000 // self._rate
        for _ in self._times():
            self._await_conversion()
            self._run(self._chance.randint(1, period_ms))
            self._board.brown_out_converter()
            for _ in range(self._chance.randint(2, 5)):
                self._run(self._chance.randint(period_ms * 7 // 10, period_ms * 14 // 10))
                self._spark()
            yield

    def _sparks(self) -> Iterator[None]:
        for _ in range(20):
            self._run(self._chance.randint(60, 150))
            self._spark()
        yield

    def _close_sparks(self) -> Iterator[None]:
        for _ in range(20):
            self._run(self._chance.randint(1, 1040 // self._rate))  # less than a period apart
            self._spark()
        yield

    def _spark_pairs(self) -> Iterator[None]:
        period_ms = 1000 // self._rate
        for _ in range(8):
            self._await_conversion()
            self._run(period_ms // 3)
            self._board.spark(1000)  # from here to the next sample is less than a period, and would do for one
            self._run(12 * period_ms)
            self._await_conversion()
            self._run(self._chance.randint(period_ms * 4 // 10, period_ms // 2))
            self._spark()  # by which this would come in time, and the next one too
            yield

    def _sparks_before_samples(self) -> Iterator[None]:
        """A read that begins with a spark and ends with the first bits of a sample, whose other bits come next."""
        for _ in self._times():
            self._await_conversion()
            self._run(800 // self._rate)
            self._board.spark_meets_sample(self._chance.randint(1, 25))
            yield

    def _spark(self) -> None:
        if self._chance.random() < 0.5:
            self._board.spark(self._chance.randint(1, 1100))
        else:
            self._board.spark_within_read(self._chance.randint(1, 25))

    def _await_conversion(self) -> None:
        before = self._board.report()["conversions"]
        ends = self.tally.emulated_s + 1
        while self._board.report()["conversions"] == before and self.tally.emulated_s < ends:
            self._run(1)

    def _clock_sparks(self) -> Iterator[None]:
        for _ in self._times():
            self._board.disturb_clock()
            yield

    def _clock_and_data_sparks(self) -> Iterator[None]:
        """What a read with a pulse too many gave must not pass for good because a spark followed it in time."""
        period_ms = 1000 // self._rate
        for _ in self._times():
            self._board.disturb_clock()
            self._await_conversion()
            for _ in range(self._chance.randint(1, 4)):
                self._run(self._chance.randint(period_ms * 7 // 10, period_ms * 14 // 10))
                self._spark()
            yield

    def _interrupts(self) -> Iterator[None]:
        self._board.interrupt_reads(self._chance.choice((10, 100)))
        for _ in self._times():
            yield
        self._board.interrupt_reads(0)

    def _saturation(self) -> Iterator[None]:
        for _ in self._times():
            self._board.set_raw(self._chance.choice((-_SATURATING, _SATURATING)))
            self._run_step()
            yield
