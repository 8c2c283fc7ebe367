"""What a supervisor is told: that the service is up, and, again and again, that the parts that must live do answer.

systemd starts the service with `Type=notify` and `WatchdogSec=`. Where it hears nothing for that long it ends the
process and starts it anew. It hears from here as long as every part answers: a part that hangs is named in the log, and
nothing more is said. Started by hand, all of this does nothing.
"""

from __future__ import annotations

import http.client
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_log = logging.getLogger(__name__)
PATIENCE_S = 30.0  # for the session and the page: a slow disk may keep a move for some seconds
DEVICE_PATIENCE_S = 120.0  # the slowest frame on the slowest Pi takes ten seconds, the longest utterance a minute
WORTH_A_RESTART_S = 600.0
ANSWER_S = 10.0
STOP_S = 2.0
SLOWEST_ROUND_S, QUICKEST_ROUND_S = 10.0, 0.05


class Notifier:
    """The socket that systemd listens on (`sd_notify`); nobody listens where `NOTIFY_SOCKET` is not set."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        self._path = environ.get("NOTIFY_SOCKET", "")
        self.watchdog_s = _watchdog_s(environ)

    @property
    def listened(self) -> bool:
        """Whether anybody listens."""
        return bool(self._path)

    def tell(self, *lines: str) -> None:
        """Say this, such as `READY=1`. A supervisor that has gone is no trouble of ours."""
        if not self._path:
            return
        address = "\0" + self._path[1:] if self._path.startswith("@") else self._path
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(ANSWER_S)
                line.connect(address)
                line.send("\n".join(lines).encode())
        except OSError as error:
            _log.debug("the supervisor does not hear: %s", error)


def _watchdog_s(environ: Mapping[str, str]) -> float | None:
    """How often the supervisor wants to hear, in seconds; None where it does not wait for this process."""
    try:
        if int(environ.get("WATCHDOG_PID", os.getpid())) != os.getpid():
            return None
        return int(environ["WATCHDOG_USEC"]) / 1e6
    except (KeyError, ValueError):
        return None


@dataclass(frozen=True)
class Part:
    """A part that must live. `silent_s` says for how many seconds it has not answered.

    A `device` that hangs is worth a restart only when it worked for a while before: one that hangs at every start would
    keep the evening from being played by tap.
    """

    name: str
    silent_s: Callable[[], float]
    patience_s: float = PATIENCE_S
    device: bool = False


class Asked:
    """Asks a part that may hang, in a thread of its own; `silent_s` is the time since it answered last.

    `ask` returns when the part has answered, and raises when the answer is none.
    """

    def __init__(self, name: str, ask: Callable[[], object], every_s: float) -> None:
        self.name = name
        self._ask = ask
        self._every_s = every_s
        self._stopping = threading.Event()
        self._answered: float | None = None
        self._began = time.monotonic()
        self._failing = False
        self._thread = threading.Thread(target=self._run, name=f"ask-{name}", daemon=True)

    def start(self) -> None:
        """Ask from now on."""
        self._began = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """Ask no more. A part that hangs is not waited for."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    @property
    def ever(self) -> bool:
        """Whether it has answered since the start."""
        return self._answered is not None

    def silent_s(self) -> float:
        """Seconds since the last answer, or since it was asked first."""
        return time.monotonic() - (self._began if self._answered is None else self._answered)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._ask()
                self._answered, self._failing = time.monotonic(), False
            except Exception as error:
                if not self._failing:
                    _log.warning("%s gave no answer: %s", self.name, error)
                self._failing = True
            self._stopping.wait(self._every_s)


class Watchdog:
    """Tells the supervisor that the service is up, and then, as often as it wants to hear, that it lives.

    `asked` are asked; `parts` tell by themselves how long they have been silent. To be started last.
    """

    def __init__(
        self,
        asked: Mapping[str, Callable[[], object]],
        parts: Sequence[Part],
        notifier: Notifier | None = None,
        *,
        patience_s: float | None = None,
        worth_a_restart_s: float = WORTH_A_RESTART_S,
        again: Callable[[], bool] = lambda: False,
    ) -> None:
        self._notifier = notifier or Notifier()
        self._again = again
        wanted_s = self._notifier.watchdog_s
        self._round_s = min(max((wanted_s or 60.0) / 6, QUICKEST_ROUND_S), SLOWEST_ROUND_S)
        self._asked = [Asked(name, ask, self._round_s) for name, ask in asked.items()]
        patience_s = PATIENCE_S if patience_s is None else patience_s
        self._parts = [*(Part(one.name, one.silent_s, patience_s) for one in self._asked), *parts]
        self._worth_a_restart_s = worth_a_restart_s
        self._worked_s: dict[str, float] = {}
        self._silent: tuple[str, ...] = ()
        self._ready = False
        self._began = time.monotonic()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Ask the parts from now on. Where nobody listens, nothing is done."""
        if not self._notifier.listened:
            return
        self._began = time.monotonic()
        for one in self._asked:
            one.start()
        self._thread.start()

    def stop(self) -> None:
        """Say that the service ends (unless it begins `again` at once); to be called before the parts are ended."""
        self._stopping.set()
        if self._thread.is_alive():
            self._notifier.tell(*(("STATUS=Beginning again", "WATCHDOG=1") if self._again() else ("STOPPING=1",)))
            self._thread.join(STOP_S)
        for one in self._asked:
            one.stop()

    def look(self) -> tuple[str, ...]:
        """One round: feed, unless a part is silent; the names of those that keep it from being fed."""
        silent = tuple(one.name for one in self._parts if self._keeps_from(one))
        if silent != self._silent:
            self._silent = silent
            if silent:
                _log.error("no answer from: %s. The watchdog is not fed until there is one", ", ".join(silent))
                self._notifier.tell(f"STATUS=No answer from: {', '.join(silent)}")
            else:
                _log.warning("every part answers again")
                self._notifier.tell("STATUS=Every part answers")
        if not silent:
            self._feed()
        return silent

    def _feed(self) -> None:
        if not self._ready and all(one.ever for one in self._asked):
            self._ready = True
            self._notifier.tell("READY=1", "STATUS=Every part answers")
        if self._ready:
            self._notifier.tell("WATCHDOG=1")

    def _keeps_from(self, part: Part) -> bool:
        if part.silent_s() <= part.patience_s:
            self._worked_s[part.name] = time.monotonic() - self._began
            return False
        worked_s = self._worked_s.get(part.name, 0.0)
        if not part.device or worked_s >= self._worth_a_restart_s:
            return True
        if worked_s >= 0:
            self._worked_s[part.name] = -1.0
            _log.error("%s hangs, soon after the start: it is left alone, and everything can be tapped", part.name)
        return False

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.look()
            self._stopping.wait(self._round_s if self._ready else QUICKEST_ROUND_S)


def page_answers(host: str, port: int) -> None:
    """Ask the dashboard for its page as a phone does that has not joined. Raises where there is no answer in time, or
    one that says the program failed."""
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
    line = http.client.HTTPConnection(host, port, timeout=ANSWER_S)
    try:
        line.request("HEAD", "/", headers={"Host": "localhost", "Connection": "close"})
        status = line.getresponse().status
    finally:
        line.close()
    if status >= 500:
        raise OSError(f"the page answered {status}")
