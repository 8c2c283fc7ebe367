"""The camera reads what the game on the table has, told by its `cards.toml` alone."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from companion.api.game import CardExpected, Move, Prompt
from companion.api.readings import CardSeen, CardUnread, Reading
from companion.api.text import T
from companion.app.camera import CameraService, deck_of, grammar_expected, grammar_of, known_codes
from companion.app.codes import codes_of_all_games
from companion.app.settings import CameraSettings
from companion.library.cards import Library
from companion.library.registry import FOLDER
from companion.session.seeing import CANNOT_READ, PHOTO_FIRST
from companion.status.health import HealthBoard
from hardware.drawn_deck import Pose, show
from vision.evidence import Evidence
from vision.network import NetworkProcess, let_go
from vision.photos.process import Answer, PhotoProcess, Picture, Request
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, NUMBOX, Frame

pytestmark = pytest.mark.slow

MADE_UP = """
[[kind]]
name = "spell"
reader = "card_id"
pattern = "[A-Z]{2}-[0-9]{2}"
title = "Spell"
what = "Magic."

[[kind]]
name = "relic"
reader = "card_id"
pattern = "Q[0-9]{3}"
known = ["Q105", "Q220"]
title = "Relic"
what = "Old."
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """The cards of a game that nobody wrote any code for."""
    (tmp_path / "cards.toml").write_text(MADE_UP)
    return Library.load(tmp_path)


@pytest.fixture(scope="module")
def reader_of_photos() -> Iterator[CameraService]:
    """One for all cases: it is two seconds' work to start its process."""
    made = CameraService(CameraSettings(source="none"), HealthBoard())
    yield made
    made.stop()


@pytest.fixture
def eye(reader_of_photos: CameraService) -> CameraService:
    """The reading of photos, without a camera, as it is before any game is on the table."""
    reader_of_photos.read_codes(codes_of_all_games())
    return reader_of_photos


def photo(frame: Frame) -> bytes:
    """A frame as a phone sends it."""
    return cv2.imencode(".jpg", frame)[1].tobytes()


def codes(eye: CameraService, *shown: str) -> list[list[str]]:
    """The sure readings of each photo, of a card or of several side by side, whose codes spaces part."""
    photos = [eye.read_photo(photo(show(*code.split(), pose=Pose(5, 4)))) for code in shown]
    return [sorted(read.text for read in found.reads if read.sure) for found in photos]


def test_codes_of_a_made_up_game(eye: CameraService, library: Library):
    """Its patterns are read, of a listed kind only what is listed, and nothing of other games."""
    eye.read_codes(grammar_of(library))
    assert codes(eye, "AB-12 KW-47 Q220", "Q221 D247") == [["AB-12", "KW-47", "Q220"], []]


def test_without_coded_cards_every_known_code_is_read(eye: CameraService, tmp_path: Path):
    """A game whose cards carry no codes leaves the reader as it is."""
    assert grammar_of(Library.load(tmp_path)) is codes_of_all_games()
    assert grammar_of(None) is codes_of_all_games()
    eye.read_codes(grammar_of(None))
    assert codes(eye, "D247") == [["D247"]]


def test_listed_codes_can_be_shown_on_the_simulated_table(library: Library):
    """The drawn deck has the codes that a game lists."""
    assert deck_of(library) == ("Q105", "Q220")


def test_only_codes_that_are_known_are_asked_for():
    """Samples are drawn for the simulated table; nobody is asked for a card that may not exist."""
    frostpunk, citadel = (Library.load(FOLDER / game) for game in ("frostpunk", "citadel"))
    assert {"M017", "D012"} <= set(deck_of(frostpunk))
    assert not {"M017", "D012"} & set(known_codes(frostpunk))
    assert {"D000", "L01", "I/01"} <= set(known_codes(frostpunk))
    assert deck_of(citadel)
    assert known_codes(citadel) == ()


def test_why_a_photo_was_not_read(eye: CameraService):
    """A photo in which no code can be read says why."""
    words = eye.read_photo(photo(cv2.GaussianBlur(show("D247", pose=Pose(5)), (0, 0), 9))).words
    assert words is not None
    assert "blurred" in str(words)


def test_readings_of_the_camera_tell_why_they_are_unsure():
    """A number that can be turned is reported once, with what it is the other way up; what cannot be read, with why."""
    heard: list[Reading] = []
    watching = CameraService(CameraSettings(source="simulated"), HealthBoard())
    assert watching.show is not None
    watching.start(Hearing(heard))
    try:
        watching.show("890")
        _wait_for(heard)
    finally:
        watching.stop()
    [seen] = heard
    assert isinstance(seen, CardSeen)
    assert {seen.text, seen.other} == {"890", "068"}
    assert (seen.doubt, seen.sure) == ("upside_down", False)


def test_a_camera_that_the_settings_name_and_that_is_not_there():
    """That is told from none at all: the name may be wrong."""
    board = HealthBoard()
    watching = CameraService(CameraSettings(source="/dev/v4l/by-id/none"), board)
    watching.start(Hearing([]))
    until = time.monotonic() + 20
    while "settings.toml names" not in str(board.health()[0].words):
        assert time.monotonic() < until, board.health()
        time.sleep(0.01)
    watching.stop()


def test_the_cable_of_the_simulated_camera():
    """Pulled out, the camera is lost; plugged in again, it is found by itself."""
    board = HealthBoard()
    watching = CameraService(CameraSettings(source="simulated"), board)
    assert watching.cable is not None
    assert watching.camera is not None
    watching.start(Hearing([]))
    try:
        while watching.camera.status != "ok":
            time.sleep(0.02)
        watching.cable.unplug()
        _wait_for_state(board, "lost")
        watching.cable.plug()
        _wait_for_state(board, "simulated")
    finally:
        watching.stop()


def test_networks_are_in_memory_while_something_moves(monkeypatch: pytest.MonkeyPatch):
    """Where nothing does they are let go; as a card is laid down they are read again, and with them the card."""
    monkeypatch.setattr("companion.app.camera.NETWORKS_IDLE_S", 0.0)
    gone: list[bool] = []
    monkeypatch.setattr("companion.app.camera.let_go", lambda idle_s: gone.append(let_go(idle_s)) or gone[-1])
    heard: list[Reading] = []
    watching = CameraService(CameraSettings(source="simulated"), HealthBoard())
    assert watching.show is not None
    watching.start(Hearing(heard))
    try:
        until_s = time.monotonic() + 60
        while not any(gone):
            assert time.monotonic() < until_s
            time.sleep(0.05)
        watching.show("D247")
        _wait_for(heard)
        assert isinstance(heard[0], CardSeen)
        assert heard[0].text == "D247"
    finally:
        watching.stop()


@pytest.fixture
def pi_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A program that gives ten pictures a second, as `rpicam-vid` does: what is laid before it."""
    program, now = tmp_path / "rpicam-vid", tmp_path / "now.jpg"
    program.write_text(f"#!/bin/sh\nwhile true; do cat {now}; sleep 0.1; done\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def lay(*codes: str) -> None:
        (tmp_path / "next.jpg").write_bytes(photo(show(*codes, pose=Pose(5, 4), width=1920, height=1080)))
        (tmp_path / "next.jpg").replace(now)

    lay()
    return lay


def frames_of(watching: CameraService, monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """Every frame that it is handed, before it begins."""
    frames: list[Frame] = []
    monkeypatch.setattr(watching, "_frame", lambda frame, then=watching._frame: (frames.append(frame), then(frame)))
    return frames


def test_a_card_is_laid_before_a_pi_camera_at_rest(pi_camera: Callable[..., None], monkeypatch: pytest.MonkeyPatch):
    """It takes thumbnails alone by then, sees the card come all the same, and is at rest again once it is read."""
    monkeypatch.setattr("hardware.camera._LIVELY_S", 1.0)
    desk = Hearing([])
    watching = CameraService(CameraSettings(source="pi"), HealthBoard())
    frames = frames_of(watching, monkeypatch)
    watching.start(desk)
    try:
        for codes in (["D247"], ["M017"]):
            _wait_until(lambda: bool(frames))
            _wait_until(lambda: _is_at_rest(frames))
            pi_camera(*codes)
            _wait_for(desk.heard)
            assert [one.text for one in desk.heard if isinstance(one, CardSeen)] == codes
            desk.heard.clear()
    finally:
        watching.stop()


def test_a_pi_camera_gives_no_frames_for_nothing_while_a_photo_is_read(
    pi_camera: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    """The photo has the processor; afterwards all goes on."""
    monkeypatch.setattr("hardware.camera._LIVELY_S", 3600.0)
    desk, begun, over = Hearing([]), threading.Event(), threading.Event()

    def takes_long(process: PhotoProcess, request: Request, picture: Picture) -> Answer:
        begun.set()
        assert over.wait(60)
        return Answer()

    monkeypatch.setattr(PhotoProcess, "ask", takes_long)
    watching = CameraService(CameraSettings(source="pi"), HealthBoard())
    frames = frames_of(watching, monkeypatch)
    watching.start(desk)
    phone = threading.Thread(target=watching.read_photo, args=(b"a photo",))
    try:
        _wait_until(lambda: len(frames) > 20)
        assert not _is_at_rest(frames)
        phone.start()
        assert begun.wait(60)
        _wait_until(lambda: _is_at_rest(frames))
        before = len(frames)
        pi_camera("D247")
        _wait_until(lambda: desk.doubt == PHOTO_FIRST)
        assert len(frames) == before
        assert watching.whole() == b""  # none is kept either: beside the reader of photos there is no memory for it
        over.set()
        _wait_for(desk.heard)
        assert not _is_at_rest(frames)
    finally:
        over.set()
        phone.join(60)
        watching.stop()


def _is_at_rest(frames: list[Frame]) -> bool:
    """Whether no frame has come for so long as two thumbnails take."""
    before = len(frames)
    time.sleep(1.2)
    return len(frames) == before


def test_a_card_that_lay_there_before_the_camera_looked():
    """At the start, and after its cable was out, it is an early one; what is laid down later is not."""
    desk = Hearing([])
    watching = CameraService(CameraSettings(source="simulated"), HealthBoard())
    assert watching.show is not None
    assert watching.cable is not None
    watching.start(desk)
    try:
        for codes, is_early in ((["D247"], True), (["D352", "M017"], False)):
            for code in codes:
                watching.show(code)
                _wait_until(lambda: bool(desk.heard) and not watching.looks_first)
                assert [(one.text, one.early) for one in desk.heard if isinstance(one, CardSeen)] == [(code, is_early)]
                desk.heard.clear()
        watching.cable.unplug()
        _wait_until(lambda: watching.looks_first)
        watching.show("D111")
        watching.cable.plug()
        _wait_for(desk.heard)
        assert [(one.text, one.early) for one in desk.heard if isinstance(one, CardSeen)] == [("D111", True)]
    finally:
        watching.stop()


def test_a_card_waits_while_a_photo_is_read(monkeypatch: pytest.MonkeyPatch):
    """So that only one process has networks in its memory; the scan spot says so, and the card is read then."""
    begun, over = threading.Event(), threading.Event()

    def takes_long(process: PhotoProcess, request: Request, picture: Picture) -> Answer:
        begun.set()
        assert over.wait(60)
        return Answer()

    monkeypatch.setattr(PhotoProcess, "ask", takes_long)
    desk = Hearing([])
    watching = CameraService(CameraSettings(source="simulated"), HealthBoard())
    assert watching.show is not None
    watching.start(desk)
    phone = threading.Thread(target=watching.read_photo, args=(b"a photo",))
    try:
        phone.start()
        assert begun.wait(60)
        assert not let_go(0.0)
        watching.show("D247")
        _wait_until(lambda: desk.doubt == PHOTO_FIRST)
        assert desk.heard == []
        assert not let_go(0.0)
        over.set()
        _wait_for(desk.heard)
        assert desk.doubt != PHOTO_FIRST
    finally:
        over.set()
        phone.join(60)
        watching.stop()


def test_the_idle_reader_of_photos_makes_room_for_the_cameras_networks():
    """A card is laid before the camera after a photo was read: there are never networks in two processes."""
    desk = Hearing([])
    watching = CameraService(CameraSettings(source="simulated"), HealthBoard())
    assert watching.show is not None
    watching.start(desk)
    try:
        watching.read_photo(photo(show("D247", pose=Pose(5, 4))))
        assert watching.photos.expected
        networks = watching._networks
        watching.show("D352")
        _wait_until(lambda: networks.pid is not None)
        assert not watching.photos.expected
        _wait_for(desk.heard)
    finally:
        watching.stop()


def test_a_card_comes_between_two_photos(monkeypatch: pytest.MonkeyPatch):
    """What was laid down while a photo was read is read before the next one, however many wait."""
    begun, over = threading.Event(), threading.Event()
    desk = Hearing([])
    before_each: list[int] = []

    def takes_long(process: PhotoProcess, request: Request, picture: Picture) -> Answer:
        before_each.append(len(desk.heard))
        begun.set()
        assert over.wait(60)
        return Answer()

    monkeypatch.setattr(PhotoProcess, "ask", takes_long)
    monkeypatch.setattr("companion.app.camera.CARD_FIRST_S", 60.0)
    watching = CameraService(CameraSettings(source="simulated"), HealthBoard())
    assert watching.show is not None
    watching.start(desk)
    phones = [threading.Thread(target=watching.read_photo, args=(b"a photo",)) for _ in range(3)]
    try:
        _wait_until(lambda: desk.frames > 1)  # the bare table was seen
        for phone in phones:
            phone.start()
        assert begun.wait(60)
        watching.show("D247")
        _wait_until(lambda: desk.doubt == PHOTO_FIRST)
        over.set()
        for phone in phones:
            phone.join(60)
    finally:
        over.set()
        watching.stop()
    assert before_each == [0, 1, 1]


def test_where_the_networks_process_keeps_dying(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The devices' page and the scan spot say so, nothing is read into this process, and the card that lies there is
    read once such a process lives."""
    lives = tmp_path / "lives"
    worker = (
        f"import os, pathlib; pathlib.Path({str(lives)!r}).exists() or os.kill(os.getpid(), {int(signal.SIGILL)});"
        "from vision.inference import main; main()"
    )
    dies = (sys.executable, "-c", worker)
    monkeypatch.setattr("companion.app.camera.NetworkProcess", lambda **how: NetworkProcess(dies, **how))
    monkeypatch.setattr("vision.network._FIRST_PAUSE_S", 0.05)
    monkeypatch.setattr("vision.network.open_network", lambda *_: pytest.fail("it was read here"))
    board, desk = HealthBoard(), Hearing([])
    watching = CameraService(CameraSettings(source="simulated"), board)
    assert watching.show is not None
    watching.start(desk)
    try:
        watching.show("D247")
        _wait_for_state(board, "trouble")
        [camera] = board.health()
        assert str(camera.words) == "The camera cannot read cards: what reads them keeps ending."
        _wait_until(lambda: desk.doubt == CANNOT_READ)
        assert desk.heard == []
        assert watching.silent_s() < 30
        lives.touch()
        _wait_for(desk.heard)
        _wait_for_state(board, "simulated")
        assert desk.doubt != CANNOT_READ
    finally:
        watching.stop()
    [seen] = desk.heard
    assert isinstance(seen, CardSeen)
    assert seen.text == "D247"


def _wait_for_state(board: HealthBoard, state: str) -> None:
    until_s = time.monotonic() + 30
    while [one.state for one in board.health()] != [state]:
        assert time.monotonic() < until_s, [one.state for one in board.health()]
        time.sleep(0.05)


class Hearing:
    """A desk that only hands on."""

    def __init__(self, heard: list[Reading]) -> None:
        self.heard = heard
        self.doubt = ""
        self.frames = 0

    def saw(self, reading: CardSeen | CardUnread, _: Callable[[], Evidence], whole: Callable[[], bytes]) -> None:
        self.heard.append(reading)

    def photographed(self, reading: CardSeen | CardUnread, evidence: Evidence, live: bool) -> None: ...

    def cleared(self) -> None:
        self.heard.append(CardUnread(""))

    def on_doubt(self, reason: str) -> None:
        self.doubt = reason
        self.frames += 1


def _wait_for(heard: list[Reading]) -> None:
    _wait_until(lambda: bool(heard))


def _wait_until(is_so: Callable[[], bool]) -> None:
    until_s = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.05)


def test_what_the_prompts_wait_for():
    """The codes that prompts expect are those looked at first; without any, none."""
    law = CardExpected(kind="card_id", pattern="L[0-9]{2}", move=Move("law_read"), arg="code")
    waits = Prompt(name="law", do=T("Show the Law."), offers=(), expects=(law,))
    assert grammar_expected((waits,)).code("L09", "card_id") == "L09"
    assert grammar_expected((waits,)).code("D012", "card_id") is None
    assert grammar_expected(()).kinds == ()


@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        ("D012", CARD_ID, "D012"), ("#M017", CARD_ID, "M017"), ("L16", CARD_ID, "L16"), ("L17", CARD_ID, None),
        ("VIII/08", CARD_ID, "VIII/08"), ("XIX/20", CARD_ID, "XIX/20"), ("#I/01", CARD_ID, None),
        ("L05/1", CARD_ID, None), ("123", NUMBOX, "123"), ("#123", NUMBOX, None), ("123", CARD_ID, None),
    ],
)  # fmt: skip
def test_without_a_game_the_reader_is_stricter(text: str, kind: str, code: str | None):
    """The codes of all games are read, but no `#` before numerals and numbers, nor a code with something added."""
    assert codes_of_all_games().code(text, kind) == code
    assert TextReader(codes_of_all_games()).knows_codes
