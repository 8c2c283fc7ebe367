"""The selftest opens every evening on a copy, asks the page, and changes nothing."""

import socket
import tarfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from companion.app.selftest import COPIES, selftest
from companion.app.settings import MqttSettings, Settings, VenueSettings, read_settings
from companion.app.versions import being_played, newest_release
from companion.session.screen import Evening, HistoryStep, Screen
from companion.storage.log import Log
from companion.system.program import About

STORED = Path(__file__).parents[2] / "stored" / "0.1.0"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """What version 0.1.0 kept of five evenings of Turris."""
    with tarfile.open(STORED / "turris.tar.xz") as stored:
        for one in stored:
            if (file := stored.extractfile(one)) is not None:
                (tmp_path / one.name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / one.name).write_bytes(file.read())
    return tmp_path / "data"


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings("")


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


def test_evenings_of_an_earlier_version_open_on_a_copy(data: Path, settings: Settings):
    """The folder is as it was, and no copy is left."""
    before = contents(data)
    report = selftest(settings, data)
    assert report.troubles == ()
    assert report.healthy
    assert len(report.evenings) == 5
    assert report.steps == 480
    assert contents(data) == before
    assert not list(data.glob(f"{COPIES}*"))


def test_it_runs_beside_the_service(data: Path, settings: Settings):
    """The service holds the folder, and the newest moves may stand in its write-ahead log alone; the home's broker
    and the venue, where the service has its place, are left alone."""
    log = Log(data)
    with socket.create_server(("127.0.0.1", 0)) as broker:
        try:
            rows = log.evenings()
            log.put("table", "told", "now")
            port = broker.getsockname()[1]
            mqtt = MqttSettings(broker="127.0.0.1", port=port)
            venue = VenueSettings(servers=(f"nats://127.0.0.1:{port}",), table="table-3")
            report = selftest(replace(settings, mqtt=mqtt, venue=venue), data)
        finally:
            log.close()
        broker.setblocking(False)
        with pytest.raises(BlockingIOError):
            broker.accept()
    assert report.healthy
    assert sorted(report.evenings) == sorted(row.id for row in rows)


def test_what_does_not_open_is_named(data: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    """An evening of a game that this version does not have."""
    monkeypatch.setattr("companion.app.service.find", dict)
    report = selftest(settings, data)
    assert not report.healthy
    assert report.unopened == report.evenings
    assert "does not open" in str(report.troubles[0])


def test_a_page_that_does_not_answer_is_said(data: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    """In words."""

    def refuse(host: str, port: int) -> None:
        raise OSError("it is asleep")

    monkeypatch.setattr("companion.app.selftest.page_answers", refuse)
    report = selftest(settings, data)
    assert [str(one) for one in report.troubles] == ["The page does not answer: it is asleep."]


def test_an_empty_folder_works_and_none_is_told(tmp_path: Path, settings: Settings):
    """A new installation keeps nothing yet."""
    assert selftest(settings, tmp_path).healthy
    assert not selftest(settings, tmp_path / "none").healthy


def screen(ended: float | None, last_at: float) -> Screen:
    step = HistoryStep(number=1, kind="start", label=Screen.__name__, facts=(), by="Anna", at=last_at)  # type: ignore[arg-type]
    evening = Evening(id="1", name="Friday", game="turris", players=("Anna",), started=0.0, ended=ended)
    return Screen(version=1, evening=evening, history=(step,))


def test_an_evening_is_played_until_it_ends_or_everybody_has_gone():
    """Two hours without a step."""
    assert being_played(screen(None, 1000.0), lambda: 1000.0 + 7100) == "Friday"
    assert being_played(screen(None, 1000.0), lambda: 1000.0 + 7300) == ""
    assert being_played(screen(2000.0, 1000.0), lambda: 1001.0) == ""
    assert being_played(Screen()) == ""


def test_the_newest_release_that_fits_is_offered(tmp_path: Path):
    """Newer than what runs, for this machine and Python; what says nothing of itself is passed over."""
    now = About("0.9.0", "0.9.0-x", "3.11", "arm64")
    offered = {"a": ("0.10.0", "arm64"), "b": ("0.9.5", "arm64"), "c": ("2.0", "amd64"), "d": ("0.8", "arm64")}
    for name, (version, machine) in offered.items():
        said = f'{{"version": "{version}", "name": "{version}-x", "python": "3.11", "machine": "{machine}"}}'
        (tmp_path / "program.json").write_text(said)
        with tarfile.open(tmp_path / f"{name}.release", "w") as file:
            file.add(tmp_path / "program.json", "program.json")
    (tmp_path / "e.release").write_text("nothing")
    assert newest_release(now, [tmp_path, tmp_path / "none"]) == tmp_path / "a.release"
    assert newest_release(About("0.10.0", "", "3.11", "arm64"), [tmp_path]) is None
