"""What the venue sets: a few settings, tried, and left again where the companion does not start with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.pushed_settings import ALLOWED, FILE, PushedSettings, with_values
from companion.app.settings import BadSettings, Settings, VenueSettings
from companion.cli import run as run_command
from companion.cli.run import run

OWNED = Settings(venue=VenueSettings(owner="O" * 56))


def test_a_few_settings_may_be_set_from_elsewhere() -> None:
    """None of them names an address, a device, a secret or a folder; what does not fit is refused by its name."""
    others = [name for name in ALLOWED if not name.startswith("voice.")]
    assert others == ["language", "backup.keep", "backup.during_min", "venue.staff_call"]
    found = with_values(Settings(), {"language": "pl", "voice.rate": 180, "backup.keep": 3})
    assert (found.language, found.voice.rate, found.backup.keep, found.voice.volume) == ("pl", 180, 3, 1.0)
    for name, value in (("web.port", 80), ("venue.owner", "O"), ("voice.rate", 9999), ("voice.on", "yes"), ("rate", 1)):
        with pytest.raises(BadSettings, match=name):
            with_values(Settings(), {"voice.volume": 0.5, name: value})


def test_what_is_on_trial_is_left_after_two_starts(tmp_path: Path) -> None:
    """What was before holds again, also after another start; what ran well stays."""
    pushed = PushedSettings(tmp_path)
    assert pushed.over(OWNED) == OWNED
    assert not (tmp_path / FILE).exists()
    pushed.put(5, {"voice.rate": 150})
    assert PushedSettings(tmp_path).over(OWNED).voice.rate == 150
    pushed.well()
    pushed.put(6, {"voice.rate": 200})
    assert [PushedSettings(tmp_path).over(OWNED).voice.rate for _ in range(4)] == [200, 200, 150, 150]
    again = PushedSettings(tmp_path)
    assert (again.failed(6), again.failed(5), again.on_trial) == (True, False, False)
    assert again.over(Settings()).voice.rate == 165  # whose file names no owner


@pytest.mark.parametrize("text", ["", "[]", '{"values": {"web.port": 80}}', '{"values": 3}', "\0"])
def test_a_torn_file_sets_nothing(tmp_path: Path, text: str) -> None:
    """Nor does one that names what may not be set."""
    (tmp_path / FILE).write_text(text)
    assert PushedSettings(tmp_path).over(OWNED) == OWNED


def test_a_companion_that_does_not_start_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once: whoever starts it the next time finds the settings with which it ran."""
    rates: list[int] = []

    def service(settings: Settings, **_: object) -> None:
        rates.append(settings.voice.rate)
        raise RuntimeError("it does not start so")

    monkeypatch.setattr(run_command, "Service", service)
    monkeypatch.setattr(run_command, "begin_logging", lambda _: None)
    monkeypatch.setattr(run_command.faulthandler, "enable", lambda: None)
    monkeypatch.setattr(run_command.signal, "signal", lambda *_: None)
    monkeypatch.setattr(run_command.os, "umask", lambda _: 0)
    PushedSettings(tmp_path).put(5, {"voice.rate": 200})
    for _ in range(2):
        with pytest.raises(RuntimeError):
            run(OWNED, data=tmp_path, simulate=False)
    assert rates == [200, 165]
    assert PushedSettings(tmp_path).failed(5)
