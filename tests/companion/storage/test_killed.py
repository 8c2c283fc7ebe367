"""A process killed at any instant has lost nothing that it acknowledged, and kept nothing by halves."""

import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME

CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.companion.toy_game import GAME
from companion.api.game import Move
from companion.storage.log import Log
from companion.api.refusals import NotSaved
from companion.session.session import Session

session = Session(Log(Path(sys.argv[1]), longest_journal=4000), {"boiler": GAME})
if session.screen().evening is None:
    session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
for number in range(int(sys.argv[3])):
    try:
        session.correct("coal", (session.state().coal + 1) % 100, "Anna")
        if number % 5 == 4:
            session.undo("Anna", 2)
    except NotSaved as refusal:
        print("refused", refusal, flush=True)
        break
    print(session.screen().history[0].number, session.state().coal, flush=True)
"""


def child(folder: Path, steps: int, limit: int | None = None) -> "subprocess.Popen[str]":
    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-c", CHILD, str(folder), str(Path(__file__).parents[3]), str(steps)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=limited)


def kept(folder: Path) -> tuple[int, int]:
    """The last entry's number and the coal, as another process finds them."""
    log = Log(folder)
    try:
        session = Session(log, {"boiler": GAME})
        return session.screen().history[0].number, session.state().coal
    finally:
        log.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_again_and_again(folder: Path) -> None:
    """Over many kills in the middle of writing, every acknowledged entry is there with its value."""
    chance = random.Random(7)
    for _ in range(25):
        with child(folder, steps=100_000) as process:
            assert process.stdout is not None
            acknowledged = [process.stdout.readline() for _ in range(chance.randrange(1, 30))]
            process.send_signal(signal.SIGKILL)
            acknowledged += process.stdout.readlines()
        whole = [line for line in acknowledged if line.endswith("\n")]
        number, coal = map(int, whole[-1].split())
        found, found_coal = kept(folder)
        assert found >= number  # an entry that was on disk but not yet acknowledged may be there as well
        assert found <= number + 2
        assert found > number or found_coal == coal


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_files_that_cannot_grow(folder: Path) -> None:
    """A process whose files cannot grow refuses in words; everything acknowledged is there, and play goes on."""
    limit = 60_000
    with child(folder, steps=100_000, limit=limit) as process:
        output, _ = process.communicate(timeout=120)
    *acknowledged, refusal = output.splitlines()
    assert refusal.startswith("refused")
    assert "disk is full" in refusal or "was not saved" in refusal
    number, coal = map(int, acknowledged[-1].split())
    found, found_coal = kept(folder)
    assert number <= found <= number + 1
    assert found > number or found_coal == coal
    with child(folder, steps=20) as process:
        output, _ = process.communicate(timeout=120)
    assert int(output.splitlines()[-1].split()[0]) > found
