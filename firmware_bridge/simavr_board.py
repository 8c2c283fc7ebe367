"""The compiled firmware in an emulated ATmega328P, a program of its own: for tests, and to try the whole chain."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

_HERE = Path(__file__).parent
_ELF = _HERE / "firmware" / "build" / "drawer.elf"
_BOARD = _HERE / "simavr" / "build" / "board"
_NEEDED = ("avr-gcc", "make", "cc")
_INSTALL = "install gcc-avr avr-libc binutils-avr make gcc libc6-dev libsimavr-dev libelf-dev (./setup.sh test does)"
_END_S = 5.0
_FEED_EVERY_S = 0.005


class CannotEmulate(Exception):
    """The firmware or its emulator cannot be built here, or the emulator failed."""


def can_build() -> bool:
    """Whether the tools to build the firmware and its emulator are installed."""
    return all(map(shutil.which, _NEEDED)) and Path("/usr/include/simavr/sim_avr.h").exists()


def build() -> None:
    """Build what is out of date; several programs may ask at once. `CannotEmulate` with make's words where it fails."""
    for folder in (_HERE / "firmware", _HERE / "simavr"):
        (folder / "build").mkdir(exist_ok=True)
        with open(folder / "build" / ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                made = subprocess.run(["make", "-s", "-C", str(folder)], capture_output=True, text=True, check=False)
            except FileNotFoundError as error:
                raise CannotEmulate(f"make is missing; {_INSTALL}") from error
        if made.returncode:
            raise CannotEmulate(made.stderr.strip() if can_build() else f"{made.stderr.strip()}\n{_INSTALL}")


class SimavrBoard:
    """The emulated board. `port` is the path to open; the verbs are those of `Emulator`, and a few that only this has.

    Feed the cell by `set_raw`, as often as it changes, or by `follow`. All methods are safe from any thread.
    """

    def __init__(
        self,
        eeprom: Path | None = None,
        *,
        noise: float = 0.0,
        firmware: Path | None = None,
        journal: Path | None = None,
    ) -> None:
        """`eeprom` is a file that keeps the board's memory from one run to the next; `noise` as in `set_noise`;
        `firmware` is another program than the one built here; `journal` is a file to write every conversion to (a line
        each: milliseconds, value, and `true`, `unsettled`, or `jump` for the first true one after a start)."""
        build()
        self._firmware = firmware or _ELF
        self._journal = journal
        self._folder = tempfile.mkdtemp(prefix="drawer-")
        self.port = os.path.join(self._folder, "port")
        self._eeprom = eeprom
        self._noise = noise
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._feeder: threading.Thread | None = None
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Plug in and run."""
        words = [str(_BOARD), str(self._firmware), "--link", self.port]
        for option, path in (("--eeprom", self._eeprom), ("--journal", self._journal)):
            words += [option, str(path)] if path is not None else []
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        answer = self._answer()
        if answer != f"port {self.port}":
            self.stop()
            raise CannotEmulate(f"the emulated board said {answer!r}; make it anew: rm -r firmware_bridge/*/build")
        self.set_noise(self._noise)

    def stop(self) -> None:
        """Unplug for good; returns when the program has ended."""
        self._stopping.set()
        if self._feeder is not None:
            self._feeder.join(_END_S)
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin
            assert process.stdout
            with contextlib.suppress(OSError):
                process.stdin.close()
            try:
                process.wait(_END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    # --- what happens to the board ------------------------------------------------------------------------------------

    def set_raw(self, raw: int) -> None:
        """The cell gives these counts (at gain 128) from now on."""
        self._do(f"raw {raw}")

    def follow(self, source: Callable[[float], int]) -> None:
        """Feed the cell from a thread by `source`, as `Emulator` does: raw counts for a time (`time.monotonic()`)."""
        self._feeder = threading.Thread(target=self._feed, args=(source,), name="emulated-cell", daemon=True)
        self._feeder.start()

    def _feed(self, source: Callable[[float], int]) -> None:
        with contextlib.suppress(CannotEmulate):
            while not self._stopping.wait(_FEED_EVERY_S):
                self.set_raw(source(time.monotonic()))

    def set_noise(self, counts: float) -> None:
        """Standard deviation of one conversion, in raw counts."""
        self._do(f"noise {counts}")

    def number_conversions(self) -> None:
        """From now on the lower ten bits of each conversion are its number: no two near each other are alike."""
        self._do("number")

    def unplug(self) -> None:
        """Pull the USB cable out: the port vanishes and the board has no power."""
        self._do("unplug")

    def plug(self) -> None:
        """Put the USB cable in."""
        self._do("plug")

    def reset(self) -> None:
        """Press the reset button, wherever a frame happens to be."""
        self._do("reset")

    def dip_power(self) -> None:
        """The supply falls too low for a moment: the board starts anew, the port stays."""
        self._do("dip")

    def go_astray(self, *, deaf: bool = False) -> None:
        """The firmware hangs until its watchdog bites; `deaf`: with interrupts switched off."""
        self._do("stray_deaf" if deaf else "stray")

    def freeze(self) -> None:
        """The board stops in its tracks, and no watchdog helps, until `thaw`."""
        self._do("freeze")

    def thaw(self) -> None:
        """Go on after `freeze`, from the beginning as after a loss of power."""
        self._do("thaw")

    def hang_converter(self) -> None:
        """The weighing chip stops until it is switched off and on, which the firmware does."""
        self._do("hang")

    def kill_converter(self) -> None:
        """The weighing chip stops for good: a loose wire."""
        self._do("dead")

    def revive_converter(self) -> None:
        """The wire is mended."""
        self._do("alive")

    def stick_data_line(self, level: str) -> None:
        """DOUT is held `high` or `low` by a short circuit, or is `free` again."""
        self._do(f"stuck {level}")

    def brown_out_converter(self) -> None:
        """The weighing chip alone loses its power for a moment, and starts anew by itself."""
        self._do("brown_out")

    def let_zero_jump(self, counts: float) -> None:
        """At each start of the weighing chip its zero moves by at most so many counts, and takes a moment to settle."""
        self._do(f"jump {counts}")

    def interrupt_reads(self, microseconds: int) -> None:
        """In the middle of each read an interrupt of this length waits, and comes if interrupts are on; 0: none."""
        self._do(f"interrupt {microseconds}")

    def disturb_clock(self) -> None:
        """The weighing chip counts a pulse too many in the next read."""
        self._do("extra_pulse")

    def tear_data_line(self) -> None:
        """DOUT goes high in the middle of the next read, until its end."""
        self._do("short_circuit")

    def spark(self, microseconds: int) -> None:
        """DOUT is low for so long from now on, as if a sample were ready."""
        self._do(f"spark {microseconds}")

    def spark_within_read(self, pulses: int) -> None:
        """The same until so many clock pulses of the read that comes of it; nothing where a sample is ready."""
        self._do(f"spark_within {pulses}")

    def spark_meets_sample(self, pulses: int) -> None:
        """The same, and then a sample is ready within that read; nothing where none was due within a period."""
        self._do(f"spark_meets {pulses}")

    def strap(self, rate: int | None) -> None:
        """The breakout board fixes the rate to 10 or 80 samples a second; None: the firmware's pin decides."""
        self._do(f"speed {rate or 0}")

    def garble(self, one_in: int) -> None:
        """Flip a bit in one of so many bytes sent; 0: in none."""
        self._do(f"garble {one_in}")

    def lose(self, one_in: int) -> None:
        """Lose one of so many bytes sent; 0: none."""
        self._do(f"lose {one_in}")

    def set_pace(self, times_real: float) -> None:
        """Run so many times as fast as real time; 0: time stands still but for `run`."""
        self._do(f"pace {times_real}")

    def run(self, milliseconds: int) -> None:
        """Let so much time pass, as fast as this machine can; returns when it has. To be used at pace 0."""
        self._do(f"run {milliseconds}")

    def report(self) -> dict[str, int]:
        """What was seen on the pins: `longest_high_ns` of the clock within a read, `conversions`, `reads`, `resets`,
        `power_cycles` of the converter and its `restarts` from all causes, `open_edges` of the clock within reads at
        which an interrupt could have come, `interrupted` reads, `rate_shorts`: cycles for which RATE was driven against
        its strap, `led`, `led_flashes`, `cycles`, of them `asleep`."""
        words = self._ask("report").split()[1:]
        return {name: int(value) for name, _, value in (word.partition("=") for word in words)}

    def _do(self, verb: str) -> None:
        answer = self._ask(verb)
        if answer != "ok":
            raise CannotEmulate(f"the emulated board answered {verb!r} by {answer!r}")

    def _ask(self, verb: str) -> str:
        with self._lock:
            if self._process is None or self._process.stdin is None:
                raise CannotEmulate("the emulated board does not run")
            try:
                self._process.stdin.write(verb + "\n")
                self._process.stdin.flush()
            except OSError as error:
                raise CannotEmulate("the emulated board has ended") from error
            return self._answer()

    def _answer(self) -> str:
        assert self._process
        assert self._process.stdout
        return self._process.stdout.readline().strip()
