"""The file for whoever helps: what is in it, and what must never be."""

from __future__ import annotations

import io
import logging
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from companion.api.text import T
from companion.app.settings import MqttSettings, Settings, WebSettings
from companion.app.support import RecentLines, support_file
from companion.cli.main import main
from companion.session.session import Session
from companion.status.health import DeviceHealth, HealthBoard, device
from companion.storage.log import Log
from tests.companion.toy_game import GAME
from web.pairing import Pairing

CODE = "482913"
SETTINGS = Settings(
    web=WebSettings(allowed_hosts=("kowalski.example",)), mqtt=MqttSettings(broker="nowak.example", user="zofia")
)


@pytest.fixture
def secrets(log: Log) -> list[str]:
    """What was put in by people, and what lets somebody in."""
    session = Session(log, {"boiler": GAME}, clock=lambda: 1_790_000_000.0)
    session.start("boiler", "Zenobia’s birthday", ["Wojciech", "D'Arcy"], {"level": "easy"}, by="Wojciech")
    log.put("card_note", "boiler/D001", "Bent corner")
    phone, cookie = Pairing(log, CODE).join(CODE, "Hortense", "10.0.0.7")
    [kept] = log.all("phone").values()
    token = cookie.partition(".")[2]
    return ["Zenobia", "Wojciech", "D'Arcy", "Hortense", "Bent corner", token, kept["token_hash"], CODE, phone.id,
            "10.0.0.7", "kowalski", "nowak", "zofia", "fe80::1ff:fe23:4567:890a"]  # fmt: skip


def texts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as zip:
        return {name: zip.read(name).decode() for name in zip.namelist()}


def test_no_name_and_no_secret_is_in_it(log: Log, folder: Path, secrets: list[str]) -> None:
    """Searched for each of them, though the log, a device and a traceback quote them, in whatever case."""
    recent = RecentLines()
    logger = logging.Logger("companion.test")
    logger.addHandler(recent)
    logger.info("evening “Zenobia’s birthday” opened by WOJCIECH from 10.0.0.7 and fe80::1ff:fe23:4567:890a")
    logger.info("pairing code %s", CODE)
    logger.warning("No broker answers at nowak.example:1883.")
    try:
        raise ValueError("d'arcy, who has Hortense’s phone")
    except ValueError:
        logger.exception("a tap failed")
    trouble = DeviceHealth("data", T("Saved evenings"), "trouble", T("Lost from “{name}”.", name="Zenobia’s birthday"))
    made = support_file(log, folder, SETTINGS, [trouble, device("drawer", "lost")], "companion_info 1\n", recent.text())
    found = texts(made)
    for secret in secrets:
        for name, text in found.items():
            assert secret.casefold() not in text.casefold(), (secret, name)
    assert found["log.txt"].count("[name]") == 7
    assert found["log.txt"].count("from [address] and [address]") == 1
    assert "pairing code [digits]" in found["log.txt"]
    assert "Traceback" in found["log.txt"]


def test_what_helps_is_in_it(log: Log, folder: Path, secrets: list[str]) -> None:
    """Versions, devices with what to do, evenings by game and length, files by size, settings, figures."""
    found = texts(support_file(log, folder, SETTINGS, [device("drawer", "lost")], "companion_info 1\n", ""))
    assert f"Python {sys.version.split()[0]}" in found["about.txt"]
    assert found["devices.txt"].startswith(
        "drawer: lost: The drawer does not answer any more.\n    Check its USB cable."
    )
    assert found["evenings.txt"].startswith("1: boiler, 2 players, 1 entries (start), by [")
    assert "companion.db: " in found["files.txt"]
    assert "web.port = '8080'" in found["settings.txt"]
    assert "web.allowed_hosts = (1 names)" in found["settings.txt"]
    assert found["figures.txt"] == "companion_info 1\n"
    assert set(found) == {"about.txt", "devices.txt", "evenings.txt", "files.txt", "settings.txt", "figures.txt",
                          "log.txt", "journal.txt"}  # fmt: skip


def test_by_command_without_the_service(
    folder: Path, tmp_path: Path, secrets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of what lies there; refused in a sentence where nothing does, or it cannot be written."""
    shutil.copytree(folder, tmp_path / "copy")
    folder = tmp_path / "copy"
    assert main(["support", str(tmp_path / "help.zip"), "--data", str(folder)]) == 0
    assert "look through it before you send it" in capsys.readouterr().out
    assert "boiler" in texts((tmp_path / "help.zip").read_bytes())["evenings.txt"]
    assert main(["support", "/nowhere/help.zip", "--data", str(folder)]) == 2
    assert "could not be written: No such file or directory." in capsys.readouterr().err
    assert main(["support", str(tmp_path), "--data", str(tmp_path / "none")]) == 2
    assert "There is nothing to tell of" in capsys.readouterr().err


def test_only_so_many_lines_are_kept() -> None:
    """The last ones."""
    recent = RecentLines(most=2)
    logger = logging.Logger("x")
    logger.addHandler(recent)
    for number in range(3):
        logger.info("line %d", number)
    assert [line[-6:] for line in recent.text().splitlines()] == ["line 1", "line 2"]


def test_the_board_forgets_what_is_well_again() -> None:
    """A line that is taken away is news for whoever listens, once."""
    board, news = HealthBoard(), []
    board.put(device("drawer", "lost"))
    board.subscribe(lambda: news.append(1))
    board.drop("drawer")
    board.drop("drawer")
    assert (board.health(), len(news)) == ((), 1)
