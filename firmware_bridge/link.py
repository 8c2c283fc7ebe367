"""The host's side of the serial line: finds the drawer's board, greets it, hands on its samples, and never gives up."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from firmware_bridge.conversation import Conversation
from firmware_bridge.greeting import Greeter, Line
from firmware_bridge.link_status import (
    CHIP_SILENT,
    CONNECTED,
    LOST,
    NO_PORT,
    NOT_A_DRAWER,
    LinkStatus,
    TimedSample,
)
from firmware_bridge.messages import Command, Configure, ResetCause
from firmware_bridge.port_search import Found, PortSearch, Refusal
from firmware_bridge.serial_port import SerialPort, Wire, usb_ports

_log = logging.getLogger(__name__)
_COMMANDS_KEPT = 16
_FIGURES_EVERY_S = 2.0
_LOOK_EVERY_S = 0.25


@dataclass(frozen=True, kw_only=True)
class Timing:
    """How patient the link is, in seconds.

    `greet_s` for a port to prove a drawer's; `silent_s` until a connected board counts as lost (it says something every
    second); `retry_s` and `most_retry_s` between two looks at a port that refuses; `join_s` for the thread to end.
    """

    greet_s: float = 5.0
    silent_s: float = 3.0
    retry_s: float = 0.5
    most_retry_s: float = 30.0
    join_s: float = 5.0


class Link:
    """A named thread that keeps the drawer's board connected. All methods are safe from any thread.

    `ports`: the paths to look at; or a function that gives them, None for every USB serial port: then one at which
    something else is found is opened once, and again only when it was plugged in anew.
    `prefer`: the id of the board to choose where there are several (`LinkStatus.device_id` of an earlier evening).
    `on_sample` and `on_status` are called from the link's thread; one that fails is logged and called again next time.
    `on_status` hears of every change of state, port, id or firmware at once, and of the counters every two seconds;
    `status` has them up to the moment; rate and noise are a quarter of a second old at most.
    """

    def __init__(
        self,
        on_sample: Callable[[TimedSample], object],
        on_status: Callable[[LinkStatus], object],
        *,
        ports: Sequence[str] | Callable[[], Sequence[str]] | None = None,
        prefer: str | None = None,
        timing: Timing | None = None,
        open_port: Callable[[str], Wire] = SerialPort,
    ) -> None:
        self._on_sample = on_sample
        self._on_status = on_status
        self._prefer = prefer
        self._timing = timing or Timing()
        self._search = self._make_search(ports, open_port)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="drawer-link", daemon=True)
        self._lock = threading.Lock()
        self._status = LinkStatus()
        self._commands: queue.Queue[Command] = queue.Queue(_COMMANDS_KEPT)
        self._configuration: Configure | None = None
        self._sample_trouble = False
        self._told_at = self._shown_at = float("-inf")
        self._counted: tuple[object, ...] = ()
        self._round_at = time.monotonic()

    def _make_search(
        self, ports: Sequence[str] | Callable[[], Sequence[str]] | None, open_port: Callable[[str], Wire]
    ) -> PortSearch:
        timing = self._timing
        given = None if ports is None or callable(ports) else tuple(ports)
        listed = ports if callable(ports) else usb_ports
        return PortSearch(
            ports=listed if given is None else lambda: given,
            open_port=open_port,
            greeter=Greeter(timing.greet_s, lambda: self._stopping.is_set()),
            clock=time.monotonic,
            retry_s=timing.retry_s,
            most_retry_s=timing.most_retry_s,
            named=given is not None,
        )

    # --- for everybody ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look for the board."""
        self._round_at = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """Let go of the board; returns when the thread has ended, or after `join_s`."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(self._timing.join_s)
            if self._thread.is_alive():
                _log.error("the link to the drawer does not end")

    @property
    def status(self) -> LinkStatus:
        """How the link is now."""
        with self._lock:
            return self._status

    def silent_s(self) -> float:
        """For how many seconds the link's thread has not gone on: a moment as a rule; endless when it has ended though
        nobody stopped it."""
        if self._stopping.is_set() or self._thread.ident is None:
            return 0.0
        return time.monotonic() - self._round_at if self._thread.is_alive() else float("inf")

    def prefer(self, device_id: str) -> None:
        """Remember this board from now on: where there are several it is chosen, and any other is `swapped`."""
        self._prefer = device_id

    def send(self, command: Command) -> bool:
        """Hand a command to the connected board; False, and nothing sent, when there is none or too many wait.

        A `Configure` is kept, and said again to a board that was restarted.
        """
        if isinstance(command, Configure):
            self._configuration = command
        if self.status.state not in (CONNECTED, CHIP_SILENT):
            return False
        try:
            self._commands.put_nowait(command)
        except queue.Full:
            return False
        return True

    # --- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._look_and_serve()
            except Exception:  # whatever it is, the drawer must come back
                _log.exception("the link to the drawer failed and starts again")
                self._stopping.wait(self._timing.most_retry_s)

    def _look_and_serve(self) -> None:
        self._round_at = time.monotonic()
        found = self._search.look(self._prefer)
        if isinstance(found, Refusal):
            self._refused(found)
            self._stopping.wait(min(self._timing.retry_s, 0.5))
            return
        try:
            self._serve(found)
        finally:
            found.line.close()

    def _refused(self, refusal: Refusal) -> None:
        if self._stopping.is_set():
            return
        state = refusal.code
        if self.status.device_id is not None:
            # Somebody whose drawer worked a moment ago is helped by "lost", not by what else there is, or is not.
            state = LOST if state in (NO_PORT, NOT_A_DRAWER) else state
        port = refusal.port if state not in (LOST, NO_PORT) else self.status.port
        firmware = _version(refusal.firmware) if refusal.firmware else self.status.firmware
        self._set(state=state, port=port, firmware=firmware)

    def _serve(self, found: Found) -> None:
        """Hand on what the board says until it is lost or the link is stopped."""
        before = self.status
        conversation = Conversation(found.hello, self._hand_on, resumed=before.device_id is not None)
        self._prefer = self._prefer or found.hello.id.hex()
        self._drop_old_commands()
        if before.device_id is not None:
            self._set_quietly(reconnects=before.reconnects + 1)
        self._counted = ()
        self._show(found.line, conversation, self.status)
        base = self.status
        self._configure(found.line)
        try:
            self._listen(found.line, conversation, base)
        except OSError as error:
            _log.debug("the port %s is gone: %s", found.line.path, error)
        if not self._stopping.is_set():
            self._set(state=LOST, rate_hz=0.0, noise=None, saturated=False)

    def _listen(self, line: Line, conversation: Conversation, base: LinkStatus) -> None:
        last = time.monotonic()
        while not self._stopping.is_set():
            frames = line.read()
            now = self._round_at = time.monotonic()
            for frame in frames:
                last = now
                if conversation.hear(frame, now):
                    self._configure(line)
            self._show(line, conversation, base)
            if now - last > self._timing.silent_s:
                return
            self._send_waiting(line)

    def _send_waiting(self, line: Line) -> None:
        while True:
            try:
                line.send(self._commands.get_nowait())
            except queue.Empty:
                return

    def _drop_old_commands(self) -> None:
        while not self._commands.empty():
            self._commands.get_nowait()

    def _configure(self, line: Line) -> None:
        if self._configuration is not None:
            line.send(self._configuration)

    def _hand_on(self, sample: TimedSample) -> None:
        try:
            self._on_sample(sample)
            self._sample_trouble = False
        except Exception:
            if not self._sample_trouble:  # once, not eighty times a second
                _log.exception("a listener of the drawer's samples failed")
            self._sample_trouble = True

    # --- the status ---------------------------------------------------------------------------------------------------

    def _show(self, line: Line, conversation: Conversation, base: LinkStatus) -> None:
        hello, now = conversation.hello, time.monotonic()
        counted = (conversation.chip_silent, hello, conversation.flagged, conversation.lost, line.decoder.damaged,
                   line.decoder.unknown, conversation.restarts, conversation.power_cycles, self._prefer)  # fmt: skip
        if counted == self._counted and now - self._shown_at < _LOOK_EVERY_S:
            return
        self._counted, self._shown_at = counted, now
        self._set(
            state=CHIP_SILENT if conversation.chip_silent else CONNECTED,
            port=line.path,
            device_id=hello.id.hex(),
            firmware=_version(hello.firmware),
            swapped=hello.id.hex() != self._prefer,
            rate_hz=conversation.recent.rate_hz(now),
            noise=conversation.recent.noise(now),
            saturated=conversation.recent.saturated(now),
            flagged=base.flagged + conversation.flagged,
            lost=base.lost + conversation.lost,
            damaged=base.damaged + line.decoder.damaged + line.decoder.unknown,
            restarts=base.restarts + conversation.restarts,
            power_cycles=conversation.power_cycles,
            brown_out=_browned_out(hello.reset_cause),
        )

    def _set_quietly(self, **changes: object) -> tuple[LinkStatus, LinkStatus]:
        with self._lock:
            before = self._status
            self._status = replace(before, **changes)  # type: ignore[arg-type]
            return before, self._status

    def _set(self, **changes: object) -> None:
        before, now = self._set_quietly(**changes)
        if _face(before) == _face(now) and (before == now or time.monotonic() - self._told_at < _FIGURES_EVERY_S):
            return
        self._told_at = time.monotonic()
        if before.state != now.state:
            _tell_log(now)
        try:
            self._on_status(now)
        except Exception:
            _log.exception("a listener of the drawer's link failed")


def _face(status: LinkStatus) -> tuple[object, ...]:
    """What a change of is worth telling."""
    return status.state, status.port, status.device_id, status.firmware, status.saturated, status.frozen


def _browned_out(cause: ResetCause) -> bool:
    """Whether the supply had dipped; while it rises, as the board is plugged in, the chip notes both."""
    return bool(cause & ResetCause.BROWN_OUT) and not cause & ResetCause.POWER_ON


def _version(firmware: tuple[int, int, int]) -> str:
    return ".".join(map(str, firmware))


def _tell_log(status: LinkStatus) -> None:
    _log.info("the drawer's link: %s (port %s, firmware %s)", status.state, status.port, status.firmware)
