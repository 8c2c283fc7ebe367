"""`companion phones`: at the Pi, beside the running service and without it."""

import io
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.api.text import catalogue
from companion.app.control import SOCKET, Control, ask
from companion.app.phone_desk import PhoneDesk
from companion.app.settings import Settings
from companion.cli.main import main
from companion.cli.run import PrintedCode
from companion.storage.log import Log
from web.pairing import Pairing

CODE = "123456"
ADDRESS = "http://192.168.1.5:8080"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder whose path is longer than a socket's may be."""
    found = tmp_path / ("a" * 120)
    found.mkdir()
    return found


@pytest.fixture
def pairing(folder: Path) -> Iterator[Pairing]:
    """Ada's and Ben's phones have joined, on a log that is in use."""
    log = Log(folder, durable=False)
    found = Pairing(log, CODE)
    for name in ("Ada", "Ben"):
        found.join(CODE, name, "10.0.0.1")
    yield found
    log.close()


@pytest.fixture
def served(pairing: Pairing, folder: Path) -> Iterator[Pairing]:
    """The same with a service that answers commands."""
    control = Control(folder, PhoneDesk(pairing, catalogue("en"), lambda: ADDRESS).answer)
    control.start()
    yield pairing
    control.stop()


@pytest.fixture
def phones(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """`companion phones` with these words; its exit code and what it printed."""

    def run(*words: str) -> tuple[int, str]:
        code = main(["phones", *words, "--data", str(folder)])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_who_has_joined(served: Pairing, phones: Callable[..., tuple[int, str]]) -> None:
    """Each phone with when it joined and its id, and which one is the owner's."""
    code, said = phones()
    first, second = said.splitlines()
    ada, ben = served.phones()
    assert code == 0
    assert first.startswith("Ada  joined 20")
    assert first.endswith(f"{ada.id}  the owner’s phone")
    assert second.endswith(f"  {ben.id}")


def test_a_new_code_beside_the_running_service(served: Pairing, phones: Callable[..., tuple[int, str]]) -> None:
    """The code and the QR code that are printed let a phone in at the running service."""
    code, said = phones("invite")
    assert code == 0
    assert "▄" in said
    assert f"open that address and type the pairing code {CODE}." in said
    assert "Both hold for 60 minutes." in said


def test_another_owners_phone(served: Pairing, phones: Callable[..., tuple[int, str]]) -> None:
    """By its name, in any case, or by its id, at once and without a restart."""
    ada, ben = served.phones()
    assert phones("owner", "ben") == (0, "This is the owner’s phone now: Ben\n")
    assert served.owner == ben.id
    assert phones("owner", ada.id)[0] == 0
    assert served.owner == ada.id


def test_a_lost_phone_is_removed(served: Pairing, phones: Callable[..., tuple[int, str]]) -> None:
    """The owner's phone too: it is a stranger at once, its code ends, and the first of the others is the owner's."""
    removed: list[str | None] = []
    served.subscribe(removed.append)
    ada, ben = served.phones()
    code, said = phones("remove", "Ada")
    assert (code, said.splitlines()[0]) == (0, "Removed: Ada")
    assert (removed, served.owner, served.code) == ([ada.id], ben.id, "")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("owner", "Cleo"), "No phone is called Cleo. Phones that have joined: Ada and Ben."),
        (("remove", "Cleo"), "No phone is called Cleo. Phones that have joined: Ada and Ben."),
        (("remove",), "Say which phone: its name or its id, as companion phones lists them."),
        (("remove", " "), "Say which phone: its name or its id, as companion phones lists them."),
    ],
)
def test_what_cannot_be_done(
    served: Pairing, phones: Callable[..., tuple[int, str]], words: tuple[str, ...], why: str
) -> None:
    """One sentence and exit code 2; nobody is removed."""
    assert phones(*words) == (2, f"companion: {why}\n")
    assert len(served.phones()) == 2


def test_two_phones_of_one_name(served: Pairing, phones: Callable[..., tuple[int, str]]) -> None:
    """A name that several phones have decides nothing: their ids are said."""
    other = served.join(CODE, "ada", "10.0.0.2")[0]
    code, said = phones("remove", "Ada")
    assert code == 2
    assert other.id in said
    assert served.phones()[0].id in said
    assert phones("remove", other.id)[0] == 0


def test_without_the_service(folder: Path, phones: Callable[..., tuple[int, str]]) -> None:
    """While nothing runs the folder itself is opened; only a code is not to be had, as nobody would take it."""
    log = Log(folder, durable=False)
    pairing = Pairing(log, CODE)
    for name in ("Ada", "Ben"):
        pairing.join(CODE, name, "10.0.0.1")
    log.close()
    assert phones("owner", "Ben")[0] == 0
    assert phones("remove", "Ada")[0] == 0
    assert "Ben" in phones()[1]
    assert phones("invite") == (
        2,
        "companion: The companion is not running. When it starts it prints a pairing code.\n",
    )


def test_nobody_has_joined(tmp_path: Path, folder: Path, phones: Callable[..., tuple[int, str]]) -> None:
    """An empty folder, and one that is not there, hold no phone; neither is filled by looking for one."""
    assert phones() == (0, "No phone has joined.\n")
    missing = tmp_path / "nowhere"
    assert main(["phones", "--data", str(missing)]) == 0
    assert not missing.exists()


def test_a_service_that_cannot_be_asked(pairing: Pairing, phones: Callable[..., tuple[int, str]]) -> None:
    """Where another user's service holds the folder, one sentence says so."""
    code, said = phones()
    assert code == 2
    assert "Another companion already runs" in said


# --- the way in -------------------------------------------------------------------------------------------------------


def test_only_its_own_user_may_ask(served: Pairing, folder: Path) -> None:
    """The socket is for the user alone that the service runs as."""
    assert stat.S_IMODE((folder / SOCKET).stat().st_mode) == 0o600


def test_a_socket_that_was_left_behind(folder: Path) -> None:
    """After a power cut the old socket is in nobody's way; after a stop there is none."""
    first = Control(folder, lambda asked: {"n": 1})
    first.start()
    os.link(folder / SOCKET, folder / "kept")
    first.stop()
    (folder / "kept").rename(folder / SOCKET)
    assert ask(folder, {}) is None
    second = Control(folder, lambda asked: {"n": 2})
    second.start()
    assert ask(folder, {}) == {"n": 2}
    second.stop()
    assert ask(folder, {}) is None
    assert not (folder / SOCKET).exists()


def test_rubbish_ends_nothing(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What is no command gets no answer, a fault while answering is logged, and the next command is answered."""

    def answer(asked: Any) -> dict[str, Any]:
        return {"n": 1 // asked["by"]}

    control = Control(folder, answer)

    control.start()
    assert ask(folder, ["not", "a", "command"]) is None  # type: ignore[arg-type]
    assert ask(folder, {"by": "x" * 10_000}) is None
    assert ask(folder, {"by": 0}) is None
    assert ask(folder, {"by": 1}) == {"n": 1}
    control.stop()
    assert "could not be answered" in caplog.text


def test_a_folder_without_room_for_a_socket(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where no socket can be made the service runs all the same, and says so once."""
    (tmp_path / SOCKET).mkdir()
    control = Control(tmp_path, lambda asked: {})
    control.start()
    assert "commands cannot reach this service" in caplog.text
    control.stop()


# --- the code where the companion was started -------------------------------------------------------------------------


class Terminal(io.StringIO):
    """What was printed, on a screen that somebody may be looking at."""

    def __init__(self, tty: bool) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


@pytest.fixture
def clock() -> Clock:
    return Clock()


def printed(folder: Path, clock: Clock, out: Terminal) -> tuple[Pairing, PrintedCode]:
    log = Log(folder, durable=False)
    pairing = Pairing(log, CODE, clock)
    log.close()
    service: Any = SimpleNamespace(pairing=pairing, address=ADDRESS, settings=Settings())
    return pairing, PrintedCode(service, out)


def since(out: Terminal, text: str) -> str:
    """What was printed after that."""
    return out.getvalue()[len(text) :]


def test_before_anybody_joined_a_terminal_shows_the_next_code(folder: Path, clock: Clock) -> None:
    """At a new companion there is no other place to look: after an hour the terminal shows a code that holds."""
    out = Terminal(tty=True)
    pairing, code = printed(folder, clock, out)
    code.print()
    before = out.getvalue()
    assert f"type the pairing code {CODE}." in before
    clock.now += 3599
    code.look()
    assert since(out, before) == ""
    clock.now += 1
    code.look()
    assert f"type the pairing code {pairing.code}." in since(out, before)
    assert pairing.code not in ("", CODE)


@pytest.mark.parametrize("tty", [True, False])
def test_later_it_is_said_once_where_there_is_a_new_one(tmp_path: Path, clock: Clock, tty: bool) -> None:
    """Once a phone has joined, or where it goes into a log, no further code is printed: one line says where to look."""
    out = Terminal(tty=tty)
    log = Log(tmp_path / "data", durable=False)
    pairing = Pairing(log, CODE, clock)
    service: Any = SimpleNamespace(pairing=pairing, address=ADDRESS, settings=Settings())
    code = PrintedCode(service, out)
    code.print()
    if tty:
        pairing.join(CODE, "Ada", "10.0.0.1")
    before = out.getvalue()
    clock.now += 3600
    for _ in range(3):
        code.look()
    assert since(out, before).count("\n") == 1
    assert "The pairing code above holds no more." in since(out, before)
    assert pairing.code == ""
    log.close()


def test_a_settings_file_may_have_a_commands_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is not taken for the command."""
    settings = tmp_path / "run"
    settings.write_text("")
    assert main(["--settings", str(settings), "phones", "--data", str(tmp_path / "none")]) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert main(["--settings", "run", "phones", "--data", str(tmp_path / "none")]) == 0
    assert "No phone has joined." in capsys.readouterr().out
