"""Commands speak the language of the settings, else of whoever types them."""

from pathlib import Path

import pytest

from companion.api.text import T
from companion.cli.banner import banner, invited
from companion.cli.main import main


@pytest.fixture
def polish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A terminal in Polish, in an empty folder."""
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_wrong_settings_are_told_in_polish(polish: Path, capsys: pytest.CaptureFixture[str]):
    """What is wrong in the settings file is said before any setting of it holds, so in the terminal's language."""
    (polish / "settings.toml").write_text("[vioce]\nrate = 100\n", encoding="utf-8")
    assert main(["doctor"]) == 2
    assert "Czy chodziło o voice?" in capsys.readouterr().err


def test_scanning_tells_its_troubles_in_polish(polish: Path, capsys: pytest.CaptureFixture[str]):
    """A picture that is not there is told in the terminal's language, or in that of the settings."""
    assert main(["scan", "karta.png"]) == 2
    assert "karta.png nie istnieje" in capsys.readouterr().err
    (polish / "settings.toml").write_text('language = "en"\n', encoding="utf-8")
    assert main(["scan", "karta.png"]) == 2
    assert "karta.png does not exist" in capsys.readouterr().err


def test_weighing_tells_its_troubles_in_polish(polish: Path, capsys: pytest.CaptureFixture[str]):
    """A trace without samples likewise."""
    (polish / "waga.csv").write_text("", encoding="utf-8")
    assert main(["weigh", "waga.csv"]) == 2
    assert "waga.csv jest pusty" in capsys.readouterr().err


def test_the_help_is_polish(polish: Path, capsys: pytest.CaptureFixture[str]):
    """So is what `--help` says of each command."""
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "czytaj kody kart" in capsys.readouterr().out


def test_the_banner_is_polish():
    """The first thing that is seen says in Polish where to go."""
    lines = invited("http://stol.local:8080", "http://stol.local:8080/join", "123456", 3600.0)
    words = banner(lines, [T("No cards")], "pl")
    assert "Pomocnik działa: http://stol.local:8080" in words
    assert "kod parowania 123456." in words
    assert "Oba są ważne przez 60 minut." in words
    assert "Brak kart" in words
