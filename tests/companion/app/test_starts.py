"""Starts that came to nothing, and safe mode after three of them."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from companion.app import starts as starts_module
from companion.app.service import Service
from companion.app.settings import DrawerSettings, Settings
from companion.app.starts import FILE, Starts, WellAfterAMinute, safe_settings
from companion.cli import run as run_command
from companion.cli.run import run
from companion.library.registry import find_games
from companion.session.session import Session
from companion.storage.log import Log


def test_starts_that_fail_are_counted(tmp_path: Path) -> None:
    """Each that was not said to be well; one that was ends the count."""
    assert [Starts(tmp_path).begin() for _ in range(4)] == [0, 1, 2, 3]
    starts = Starts(tmp_path)
    assert starts.begin() == 4
    starts.well()
    assert Starts(tmp_path).begin() == 0


def test_one_that_was_refused_is_none(tmp_path: Path) -> None:
    """Where another companion has the folder, or the port is taken."""
    Starts(tmp_path).begin()
    starts = Starts(tmp_path)
    starts.begin()
    starts.take_back()
    assert Starts(tmp_path).begin() == 1


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_there_is_not_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], port: int
) -> None:
    """Before anything is opened; and it is no start that failed."""
    assert run(Settings(), port=port, data=tmp_path / "data", simulate=True) == 2
    told = f"companion: There is no port {port}. Choose one from 1 to 65535 with --port.\n"
    assert capsys.readouterr().err == told
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("text", ["", "many", "-3", "9" * 100])
def test_a_torn_count_is_no_reason_not_to_start(tmp_path: Path, text: str) -> None:
    """It begins anew, or is as large as it may be."""
    (tmp_path / FILE).write_text(text, encoding="ascii")
    assert Starts(tmp_path).begin() in (0, 1000)
    assert Starts(tmp_path / "file" / "none").begin() == 0


def test_well_is_what_still_answers(tmp_path: Path) -> None:
    """After its minute; what hangs or fails is not, nor what has ended before."""
    starts = Starts(tmp_path)

    def fails() -> None:
        raise OSError

    for ask, failed in ((fails, 2), (lambda: None, 0)):
        starts.begin()
        one = WellAfterAMinute(starts, ask, after_s=0)
        one.start()
        one._timer.join()
        assert Starts(tmp_path)._read() == (failed and starts._read())
    starts.begin()
    late = WellAfterAMinute(starts, lambda: None, after_s=60)
    late.start()
    late.stop()
    assert starts._read() == 1


def test_safe_settings_have_no_device() -> None:
    """Everything else stays."""
    settings = safe_settings(Settings(language="pl", drawer=DrawerSettings(port="/dev/ttyUSB0")))
    assert (settings.language, settings.voice.on) == ("pl", False)
    assert {settings.drawer.port, settings.camera.source, settings.panel.kind} == {"none"}


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder in which an evening is open."""
    data = tmp_path / "data"
    log = Log(data, durable=False)
    Session(log, find_games()).start("torrenar", "Friday", ["Anna", "Bert"], {}, "Anna")
    log.close()
    return data


def test_no_device_and_no_evening(played: Path) -> None:
    """The evening is there to be opened, and is open again at the next usual start."""
    service = Service(Settings(), data=played, port=0, simulate=True, safe=True)
    try:
        assert service.session.screen().evening is None
        assert [one.name for one in service.session.evenings()] == ["Friday"]
        [safe] = [one for one in service.health.health() if one.name == "safe"]
        assert safe.state == "trouble"
        assert service.drawer.simulated is None
    finally:
        service.stop()
    log = Log(played, durable=False)
    evening = Session(log, find_games()).screen().evening
    log.close()
    assert evening is not None


class _Fails:
    """A service that ends at its start as long as a device is plugged in."""

    made: ClassVar[list[bool]] = []

    def __init__(self, settings: Settings, *, safe: bool, **_: object) -> None:
        self.made.append(safe)
        self.settings, self.games, self.safe = settings, {}, safe

    def start(self) -> None:
        if not self.safe:
            raise RuntimeError("the camera's driver")

    def stop(self) -> None: ...


def test_after_three_failed_starts_it_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth is, by itself; once that was ended by somebody, the next one is as usual; `--safe` is at once."""
    monkeypatch.setattr(run_command, "Service", _Fails)
    monkeypatch.setattr(run_command, "begin_logging", lambda _: None)
    monkeypatch.setattr(run_command.faulthandler, "enable", lambda: None)
    monkeypatch.setattr(run_command.Quiet, "wait", lambda *_: None)
    monkeypatch.setattr(run_command, "PrintedCode", lambda *_: type("Printed", (), {"print": lambda *_: None}))
    monkeypatch.setattr(run_command, "_more", lambda _: [])
    monkeypatch.setattr(run_command.Ends, "again", lambda _: False)
    monkeypatch.setattr(run_command.signal, "signal", lambda *_: None)
    monkeypatch.setattr(run_command.os, "umask", lambda _: 0)
    _Fails.made = []
    stopped = run_command.threading.Event()
    stopped.set()
    monkeypatch.setattr(run_command.threading, "Event", lambda: stopped)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            run(Settings(), data=tmp_path, simulate=False)
    assert run(Settings(), data=tmp_path, simulate=False) == 0
    assert run(Settings(), data=tmp_path, simulate=False, safe=True) == 0
    with pytest.raises(RuntimeError):
        run(Settings(), data=tmp_path, simulate=False)
    assert _Fails.made == [False, False, False, True, True, False]
    assert starts_module.MOST_FAILED == 3
