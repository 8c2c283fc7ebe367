"""The photo worker: it reads, dies, comes back, has limits of memory and of time, and leaves nothing behind."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, show
from tests.vision import bombs
from tests.vision.codes import EVERY
from vision.photos.decode import DECODER_LIMITS
from vision.photos.process import Answer, PhotoProcess, Request
from vision.photos.worker import PhotoWorker
from vision.worker_process import DIED, NO_WORKER, STOPPED, TOO_SLOW, WorkerLost

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
CARD = bombs.jpeg(show("D247", pose=Pose(5, 4), width=480, height=480))
HELLO = (
    "import socket, time, sys, os; from vision.photos.process import *; s = socket.socket(fileno=os.dup(0));"
    "send(s, Hello()); r = receive(s, Request); receive_bytes(s, r.size);"
)


def ask(process: PhotoProcess, data: bytes) -> Answer:
    """Have a picture read."""
    return process.ask(Request("read", len(data), EVERY.kinds), data)


def lost(process: PhotoProcess, data: bytes = CARD) -> str:
    """The word for an answer that does not come."""
    with pytest.raises(WorkerLost) as why:
        ask(process, data)
    return why.value.code


def codes(process: PhotoProcess) -> list[str]:
    """What it reads on the card."""
    return [read.text for read in ask(process, CARD).reads]


def saying(code: str) -> tuple[str, ...]:
    """A worker that greets, takes one picture in, and then does this."""
    return (sys.executable, "-c", HELLO + code)


def is_there(pid: int) -> bool:
    """Whether a process runs (one that has ended and is not yet waited for does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pid: int, limit_s: float = 30) -> bool:
    """Whether it ends in time."""
    until_s = time.monotonic() + limit_s
    while is_there(pid) and time.monotonic() < until_s:
        time.sleep(0.02)
    return not is_there(pid)


@pytest.fixture(scope="module")
def real() -> Iterator[PhotoProcess]:
    """The real worker."""
    process = PhotoProcess()
    yield process
    process.stop()


# --- it reads, and comes back -----------------------------------------------------------------------------------------


def test_a_photo_is_read_in_another_process(real: PhotoProcess):
    """With the part of the picture that it was read in; the next photo goes to the same worker."""
    found = ask(real, CARD)
    assert [read.text for read in found.reads] == ["D247"]
    assert found.evidence[0].jpeg.startswith(b"\xff\xd8")
    first = real.pid
    assert first is not None
    assert first != os.getpid()
    assert codes(real) == ["D247"]
    assert real.pid == first


def test_a_card_is_made_fit_to_be_kept(real: PhotoProcess):
    """The other thing that is done with photos."""
    made = real.ask(Request("card", len(CARD), EVERY.kinds, as_it_is=True, turned=1), CARD).card
    assert made is not None
    assert (made.width, made.height) == (480, 480)


def test_only_the_codes_that_are_asked_for(real: PhotoProcess):
    """Each request says which kinds of codes there are."""
    numbers = tuple(kind for kind in EVERY.kinds if kind.kind == "numbox")
    assert real.ask(Request("read", len(CARD), numbers), CARD).reads == ()
    assert codes(real) == ["D247"]


def test_one_that_was_killed_is_replaced(real: PhotoProcess, caplog: pytest.LogCaptureFixture):
    """Whoever photographs next notices nothing."""
    codes(real)
    before = real.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    assert gone(before)
    assert codes(real) == ["D247"]
    assert real.pid not in (None, before)


def test_it_ends_when_nothing_is_to_be_read(caplog: pytest.LogCaptureFixture):
    """Its memory is free then; the next photo starts another, and nothing of it is a fault."""
    process = PhotoProcess(keep_s=0.2)
    with caplog.at_level(logging.WARNING):
        assert codes(process) == ["D247"]
        pid = process.pid
        assert pid is None or gone(pid)
        assert codes(process) == ["D247"]
    process.stop()
    assert caplog.messages == []


def test_one_that_ends_just_as_a_photo_comes_is_replaced(tmp_path: Path):
    """It has taken the photo in, but had decided to end: the photo goes to another one."""
    flag = tmp_path / "ended"
    first = f"import pathlib; p = pathlib.Path({str(flag)!r}); there = p.exists(); p.touch();"
    process = PhotoProcess(
        saying(first + "send(s, Answer(trouble='second')) if there else sys.exit(0); time.sleep(60)")
    )
    assert ask(process, CARD).trouble == "second"
    process.stop()


# --- it dies, hangs, does not start -----------------------------------------------------------------------------------


def test_one_that_dies_of_a_picture(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """It is tried twice, and said once that the worker was lost and once that it is back."""
    well = tmp_path / "well"
    flaky = PhotoProcess(saying(f"send(s, Answer()) if os.path.exists({str(well)!r}) else os.abort(); time.sleep(60)"))
    with caplog.at_level(logging.INFO):
        assert [lost(flaky), lost(flaky)] == [DIED, DIED]
        well.touch()
        ask(flaky, CARD)
    flaky.stop()
    told = [message.split(" (")[0] for message in caplog.messages]
    assert told == ["the photo worker was lost", "the photo worker is back"]


def test_one_that_hangs_is_ended():
    """After its limit; and nothing of it stays."""
    process = PhotoProcess(saying("time.sleep(600)"), read_limit_s=0.5)
    process.warm()
    pid = process.pid
    assert pid is not None
    assert lost(process) == TOO_SLOW
    assert gone(pid)
    process.stop()


def test_one_that_talks_nonsense_is_ended():
    """A worker that a picture has taken over says something else, or too much."""
    for nonsense in ("s.sendall(b'\\xff' * 4)", "s.sendall(b'\\x00\\x00\\x00\\x02no')"):
        process = PhotoProcess(saying(nonsense + "; time.sleep(600)"))
        assert lost(process) == DIED
        process.stop()


def test_none_can_be_started():
    """The program is not there, or ends at once."""
    for command in (("/nowhere/at/all",), (sys.executable, "-c", "raise SystemExit(3)")):
        process = PhotoProcess(command)
        assert lost(process) == NO_WORKER
        process.stop()


def test_the_service_stops_in_the_middle_of_a_picture():
    """Whoever waits hears so, and no other worker is started."""
    process = PhotoProcess(saying("time.sleep(600)"))
    heard: list[str] = []
    waiting = threading.Thread(target=lambda: heard.append(lost(process)))
    waiting.start()
    while process.pid is None:
        time.sleep(0.01)
    process.stop()
    waiting.join(20)
    assert heard == [STOPPED]
    assert process.pid is None
    assert lost(process) == STOPPED


@pytest.mark.parametrize("at_work", [False, True], ids=["idle", "at work"])
def test_it_ends_with_its_service(at_work: bool):
    """However the service ended."""
    busy = (
        "import vision.photos.worker as w; w.PhotoWorker = lambda: None; s = w.send;"
        "w.send = lambda *a: (s(*a), w.time.sleep(600)); w.main(60)"
    )
    command = (sys.executable, "-c", busy) if at_work else (sys.executable, "-m", "vision.photos.worker")
    service = (
        f"import time; from vision.photos.process import PhotoProcess; p = PhotoProcess({command!r});"
        "p._asked(p._greet); print(p.pid, flush=True); time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", service], stdout=subprocess.PIPE, cwd=ROOT)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    assert is_there(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(pid)


# --- its limits -------------------------------------------------------------------------------------------------------


def test_a_size_that_a_header_hides(real: PhotoProcess):
    """A marker without a length before the true size: 400 megapixels are refused, and so is the picture that is of the
    size which it shows to nobody but a careless reader."""
    for side in (20_000, 65_000):
        assert ask(real, bombs.hidden_size(side)).problem == "too_large"
    assert codes(real) == ["D247"]


@pytest.mark.parametrize("marker", [0x02, 0xBF, 0xC8, 0xD8, 0xDE, 0xF0, 0xFD])
def test_markers_that_no_decoder_takes(real: PhotoProcess, marker: int):
    """Whatever a reader makes of them, the picture is refused."""
    data = bombs.hidden_size(20_000, bytes([0xFF, marker]))
    assert ask(real, data).problem in ("not_a_picture", "too_large")


def test_the_decoder_itself_refuses_what_is_too_large():
    """Should a header be misread all the same: it goes by the size that it would allocate."""
    fooled = (
        "import vision.photos.decode as p; from vision.photos.decode import Header; from tests.vision import bombs;"
        "p.read_header = lambda data: Header(480, 480, True, True);"
        "\ntry: p.decode(bombs.hidden_size(20_000))\nexcept p.BadPicture as bad: print(bad.code)"
    )
    environment = {**os.environ, **DECODER_LIMITS, "PYTHONPATH": str(ROOT)}
    told = subprocess.run([sys.executable, "-c", fooled], env=environment, capture_output=True, text=True, timeout=60)
    assert told.stdout.strip() == "too_large", told.stderr


def test_a_picture_that_needs_too_much_memory():
    """The worker has so much and no more; the next picture is read as ever."""
    small = "import sys; from vision.photos.worker import main; main(float(sys.argv[1]), room=110 * 2**20)"
    process = PhotoProcess((sys.executable, "-c", small))
    # All that a progressive picture is made of is kept until its last pass: 144 MB.
    large = bombs.jpeg(np.zeros((6000, 8000, 3), np.uint8), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert ask(process, large).problem == "too_large"
    assert codes(process) == ["D247"]
    process.stop()


@pytest.mark.slow
def test_a_picture_that_takes_too_long():
    """Passes without end: the kernel ends the worker after so many seconds of the processor's time."""
    quick = "import sys; import vision.photos.worker as w; w._STARTS, w._LEAST_S = 0, 1; w.main(float(sys.argv[1]))"
    process = PhotoProcess((sys.executable, "-c", quick))
    assert lost(process, bombs.many_scans(3900, 400)) == TOO_SLOW
    assert codes(process) == ["D247"]
    process.stop()


def test_long_notes_are_passed_over(real: PhotoProcess):
    """Megabytes of EXIF before a photo."""
    assert [read.text for read in ask(real, bombs.long_notes(CARD, 8)).reads] == ["D247"]


def test_a_mistake_of_the_program_is_no_end(monkeypatch: pytest.MonkeyPatch):
    """It is told and the worker goes on."""

    def fails(*_: object) -> None:
        raise KeyError("oh")

    worker = PhotoWorker()
    monkeypatch.setattr("vision.photos.worker.read_photo", fails)
    assert worker.answer(Request("read", len(CARD), EVERY.kinds), CARD).fault == "KeyError: 'oh'"


def test_sixteen_bits_and_four_colours(real: PhotoProcess):
    """Deep pictures take twice the memory, and are read."""
    deep = cv2.imencode(".png", show("D247", pose=Pose(5, 4), width=480, height=480).astype(np.uint16) * 257)[
        1
    ].tobytes()
    assert [read.text for read in ask(real, deep).reads] == ["D247"]


def test_a_worker_that_is_idle_makes_room() -> None:
    """It ends at once where it has nothing to do, also one that has just begun; the next photo starts another."""
    process = PhotoProcess(saying("send(s, Answer()); time.sleep(60)"))
    process.warm()
    process.rest()
    assert process.pid is None
    assert ask(process, CARD) == Answer()
    process.rest()
    assert process.pid is None
