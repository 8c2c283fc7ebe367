"""What a supervisor hears: that the service is up, and that it lives as long as its parts answer."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.service import Service
from companion.app.settings import read_settings
from companion.app.watchdog import Notifier, Part, Watchdog

SIMULATED = '[drawer]\nport = "none"\n[camera]\nsource = "none"\n[panel]\nkind = "none"\n[voice]\non = false\n'


class Supervisor:
    """Listens as systemd does."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "notify")
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(self.path)

    def hear(self, within_s: float) -> list[str]:
        """The next message's lines; none when nothing is said for so long."""
        self._line.settimeout(within_s)
        try:
            return self._line.recv(4096).decode().splitlines()
        except TimeoutError:
            return []

    def hear_until(self, wanted: str, within_s: float) -> bool:
        """Whether a line that begins so comes in time."""
        until = time.monotonic() + within_s
        while time.monotonic() < until:
            if any(line.startswith(wanted) for line in self.hear(within_s)):
                return True
        return False

    def silent_within(self, within_s: float) -> float | None:
        """After how many seconds nothing is said any more for two seconds, if that comes to pass in time."""
        began = time.monotonic()
        while time.monotonic() - began < within_s:
            if not self.hear(2.0):
                return time.monotonic() - began
        return None

    def close(self) -> None:
        self._line.close()


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    found = Supervisor(tmp_path)
    yield found
    found.close()


def notifier(supervisor: Supervisor, every_s: float = 0.6) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": str(int(every_s * 1e6))})


def test_it_is_up_when_every_part_has_answered_and_fed_from_then_on(supervisor: Supervisor):
    """READY comes after the first answers, then the food, in a sixth of the time."""
    asked = threading.Event()
    watchdog = Watchdog({"page": asked.set}, [], notifier(supervisor))
    watchdog.start()
    try:
        first = supervisor.hear(30)
        assert first[0] == "READY=1"
        assert asked.is_set()
        assert [supervisor.hear(30) for _ in range(3)] == [["WATCHDOG=1"]] * 3
    finally:
        watchdog.stop()
    assert supervisor.hear_until("STOPPING=1", 30)


def test_a_part_that_hangs_is_named_and_the_watchdog_is_not_fed(
    supervisor: Supervisor, caplog: pytest.LogCaptureFixture
):
    """It is fed again once the part answers."""
    hang, asked = threading.Event(), threading.Event()

    def ask() -> None:
        asked.set()
        while hang.is_set():
            time.sleep(0.01)

    watchdog = Watchdog({"session": ask}, [], notifier(supervisor), patience_s=0.3)
    watchdog.start()
    try:
        assert supervisor.hear_until("WATCHDOG=1", 30)
        hang.set()
        assert supervisor.hear_until("STATUS=No answer from: session", 30)
        assert supervisor.hear(0.5) == []
        hang.clear()
        assert supervisor.hear_until("WATCHDOG=1", 30)
    finally:
        hang.clear()
        watchdog.stop()
    assert "no answer from: session" in caplog.text


def test_a_part_that_never_answers_is_never_up(supervisor: Supervisor, caplog: pytest.LogCaptureFixture):
    """A page that refuses is no page."""

    def refuse() -> None:
        raise OSError("nobody listens")

    watchdog = Watchdog({"page": refuse}, [], notifier(supervisor), patience_s=0.2)
    watchdog.start()
    try:
        assert supervisor.hear(30) == ["STATUS=No answer from: page"]
    finally:
        watchdog.stop()
    assert "page gave no answer: nobody listens" in caplog.text


def test_a_device_is_worth_a_restart_only_when_it_worked_for_a_while(supervisor: Supervisor):
    """One that hangs from the start must not keep the evening from being played."""
    silent_s = {"camera": 0.0, "drawer": 500.0}
    parts = [Part(name, lambda name=name: silent_s[name], 120.0, device=True) for name in silent_s]
    watchdog = Watchdog({}, parts, notifier(supervisor), worth_a_restart_s=0.0)
    assert watchdog.look() == ("drawer",)
    slow = Watchdog({}, parts, notifier(supervisor), worth_a_restart_s=600.0)
    assert slow.look() == ()
    silent_s["camera"] = float("inf")
    assert slow.look() == ()
    assert watchdog.look() == ("camera", "drawer")


def test_nobody_listens_where_it_was_started_by_hand():
    """Then no thread is begun."""
    watchdog = Watchdog({"page": lambda: None}, [], Notifier({}))
    before = threading.active_count()
    watchdog.start()
    assert threading.active_count() == before
    watchdog.stop()


def test_food_for_another_process_is_not_ours():
    """`WATCHDOG_PID` names whom it is for; an abstract socket begins with a null byte."""
    assert Notifier({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "5", "WATCHDOG_PID": "1"}).watchdog_s is None
    assert Notifier({"WATCHDOG_USEC": "60000000"}).watchdog_s == 60.0
    Notifier({"NOTIFY_SOCKET": "@companion-nobody-listens"}).tell("READY=1")


def test_a_session_whose_writer_hangs_starves_the_watchdog(
    tmp_path: Path, supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
):
    """The whole service: the page answers still, but whoever plays a move would wait for ever."""
    monkeypatch.setenv("NOTIFY_SOCKET", supervisor.path)
    monkeypatch.setenv("WATCHDOG_USEC", "600000")
    monkeypatch.setattr("companion.app.watchdog.PATIENCE_S", 0.5)
    service = Service(read_settings(SIMULATED), data=tmp_path / "data", port=0)
    service.start()
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with service.session._lock:
            held.set()
            done.wait(120)

    holder = threading.Thread(target=hold)
    try:
        assert supervisor.hear_until("READY=1", 60)
        holder.start()
        assert held.wait(30)
        assert supervisor.hear_until("STATUS=No answer from: session", 60)
        assert "WATCHDOG=1" not in [line for _ in range(5) for line in supervisor.hear(0.3)]
    finally:
        done.set()
        holder.join()
        service.stop()


@pytest.mark.slow
def test_the_command_feeds_until_its_page_hangs(tmp_path: Path, supervisor: Supervisor):
    """A real `companion run`: up, fed, and starving once the process stands still; an abort tells where it stood."""
    settings = tmp_path / "settings.toml"
    settings.write_text(SIMULATED)
    command = [sys.executable, "-m", "companion", "--settings", str(settings), "run", "--data", str(tmp_path / "data")]
    environ = os.environ | {"NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "1000000"}
    running = subprocess.Popen([*command, "--port", "0"], env=environ, stderr=subprocess.PIPE, text=True)
    try:
        assert supervisor.hear_until("READY=1", 60)
        assert supervisor.hear_until("WATCHDOG=1", 30)
        running.send_signal(signal.SIGSTOP)
        assert supervisor.silent_within(60) is not None
        running.send_signal(signal.SIGCONT)
        assert supervisor.hear_until("WATCHDOG=1", 30)
        running.send_signal(signal.SIGABRT)
        _, said = running.communicate(timeout=20)
        assert "Fatal Python error: Aborted" in said
        assert "(most recent call first)" in said  # one that ends meanwhile cuts the list short
    finally:
        running.kill()
        running.wait()
