"""`companion backup` and `companion restore`, typed at the Pi."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backup.folder import save
from companion.cli.main import main
from companion.library.registry import find_games
from companion.session.session import Session
from companion.storage.log import Log

Command = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small backup: an evening just begun, a note, settings."""
    folder = tmp_path_factory.mktemp("made")
    log = Log(folder / "data", durable=False)
    session = Session(log, find_games(), clock=lambda: 1_790_000_000.0)
    session.again(session.start("torrenar", "Friday", ["Anna", "Bert"], {}, "Anna").evening.id, "Anna")  # type: ignore[union-attr]
    log.put("card_note", "torrenar/A", "Bent corner")
    path = folder / "backup.zip"
    save(path, log, folder / "data", b'language = "pl"\n', 1_790_000_000.0)
    log.close()
    return str(path)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder on an empty card, and an empty folder to be in."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path / "data"


@pytest.fixture
def companion(data: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """A command with these words; its exit code and what it printed."""

    def run(*words: str) -> tuple[int, str]:
        code = main([*words, "--data", str(data)])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def open_evening(data: Path) -> str | None:
    log = Log(data, durable=False)
    evening = Session(log, find_games()).screen().evening
    log.close()
    return None if evening is None else evening.name


def test_what_it_holds_is_told_before_anything_changes(companion: Command, backup: str, data: Path) -> None:
    """Its evenings by game and day, what else, its version; then nothing, since nobody is there to say yes."""
    code, said = companion("restore", backup)
    assert code == 2
    assert "backup.zip: Made 21 September 2026" in said
    assert "It holds 2 evenings, 1 card note and the settings." in said
    assert "2026-09-21  The Skies of Torrenar, “Friday”: " in said
    assert "Here now: nothing." in said
    assert "kept aside" not in said
    assert said.endswith("Nothing has changed. To take it over, add --yes.\n")
    assert list(data.iterdir()) == []


def test_a_restore_and_the_way_back(companion: Command, backup: str, data: Path) -> None:
    """The evening is open again; the settings are where they are looked for; back is one command."""
    code, said = companion("restore", backup, "--yes")
    assert code == 0
    assert "The settings of the backup are in use now: settings.toml" in said
    assert Path("settings.toml").read_text(encoding="utf-8") == 'language = "pl"\n'
    assert open_evening(data) == "Friday"
    assert companion("restore", "--back", "--yes")[0] == 0
    assert open_evening(data) is None


def test_settings_here_stay(companion: Command, backup: str, data: Path) -> None:
    """Those of the backup are beside the evenings then."""
    Path("settings.toml").write_text('language = "en"\n', encoding="utf-8")
    said = companion("restore", backup, "--yes")[1]
    assert f"The settings here stay. Those of the backup are in {data}/settings-from-backup.toml." in said
    assert Path("settings.toml").read_text(encoding="utf-8") == 'language = "en"\n'


def test_somebody_says_yes_or_no(companion: Command, backup: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal it is asked."""
    for typed, code in (("no\n", 2), ("yes\n", 0)):
        terminal = io.StringIO(typed)
        terminal.isatty = lambda: True  # type: ignore[method-assign]
        monkeypatch.setattr("sys.stdin", terminal)
        assert companion("restore", backup)[0] == code
        assert open_evening(data) == (None if code else "Friday")


def test_the_newest_of_a_stick(companion: Command, backup: str, data: Path, tmp_path: Path) -> None:
    """What was backed up to a stick is found there, by its folder alone; one of before goes first when all fit."""
    companion("restore", backup, "--yes")
    stick = tmp_path / "stick" / "table-companion"
    stick.mkdir(parents=True)
    code, said = companion("backup", str(stick))
    assert code == 0
    assert said.startswith(f"{stick}/table-companion-")
    log = Log(data, durable=False)
    session = Session(log, find_games())
    session.rename(session.evenings()[0].id, "Played on")
    assert companion("backup", str(stick))[0] == 0  # beside somebody who has the folder open
    log.close()
    assert companion("restore", "--back", "--yes")[0] == 0
    code, said = companion("restore", str(stick.parent), "--yes")
    assert code == 0
    assert "„Played on”" in said  # in the language of the settings that came with it


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("restore",), "Say which backup: its file, or the folder of the stick."),
        (("restore", "nowhere.zip"), "There is no file nowhere.zip."),
        (("restore", "."), "There is no backup in ."),
        (("restore", "--back"), "There is nothing to go back to: nothing has been restored here."),
        (("backup",), "There is nothing to back up: no evenings are kept in "),
        (("backup", "/nowhere/backup.zip"), "There is nothing to back up"),
    ],
)
def test_what_cannot_be_done_is_said(
    companion: Command, backup: str, data: Path, words: tuple[str, ...], why: str
) -> None:
    """One sentence, exit code 2, no trace."""
    code, said = companion(*words)
    assert (code, said.startswith(f"companion: {why}"), said.count("\n")) == (2, True, 1)
    assert not data.exists()


def test_a_folder_that_is_not_there(companion: Command, backup: str, data: Path) -> None:
    """A backup goes nowhere else."""
    Log(data, durable=False).close()
    assert companion("backup", "/nowhere/backup.zip") == (
        2, "companion: /nowhere is not there, so nothing was backed up. Put the stick in.\n",
    )  # fmt: skip
