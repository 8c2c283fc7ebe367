"""The camera's picture for phones: nothing is kept while nobody looks, and nothing old passes for live."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from companion.api.readings import CardSeen, CardUnread, Reading
from companion.app.camera import Eye
from companion.app.health import HealthBoard
from companion.app.live_view import AT_MOST_EVERY_S, WANTED_S, LiveView
from companion.app.settings import CameraSettings
from vision.evidence import Evidence
from vision.reads import FrameReads, Read

FRAME = np.full((720, 1280, 3), 90, np.uint8)
QUAD = ((128.0, 72.0), (256.0, 72.0), (256.0, 144.0), (128.0, 144.0))


@pytest.fixture
def now() -> list[float]:
    return [100.0]


@pytest.fixture
def view(now: list[float]) -> LiveView:
    return LiveView(lambda: now[0])


def test_nothing_is_kept_while_nobody_looks(view: LiveView, now: list[float]) -> None:
    """Frames are kept once somebody asks, and let go of soon after the last one did."""
    view.show(FRAME, FrameReads(), ())
    assert view.whole() is None
    assert view.picture() is None
    assert view.wanted
    view.show(FRAME, FrameReads(), ())
    assert view.picture() is not None
    now[0] += WANTED_S + 1
    assert not view.wanted
    view.show(FRAME, FrameReads(), ())
    assert view.whole() is None


def test_outlines_in_shares(view: LiveView) -> None:
    """Sure, unsure with a word why, and what is only found."""
    reads = FrameReads(
        (Read("D012", "card_id", 0.99, QUAD), Read("D013", "card_id", 0.99, None)),
        (Read("890", "numbox", 0.6, QUAD, "upside_down", "068"),),
    )
    view.picture()
    view.show(FRAME, reads, (QUAD,))
    picture = view.picture()
    assert picture is not None
    assert picture.jpeg.startswith(b"\xff\xd8")
    assert [(one.code, one.sure, str(one.hint)) for one in picture.outlines] == [
        ("D012", True, "None"),
        ("890", False, "Turn it"),
        ("", False, "None"),
    ]
    assert picture.outlines[0].corners == ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))


def test_made_a_few_times_a_second_for_however_many_phones(view: LiveView, now: list[float]) -> None:
    """Several phones share one picture; a newer frame is shown only after a while."""
    view.picture()
    view.show(FRAME, FrameReads(), ())
    first = view.picture()
    assert first is not None
    assert view.picture() is first
    view.show(FRAME, FrameReads(), ())
    assert view.picture(first.number) is None
    now[0] += AT_MOST_EVERY_S
    second = view.picture(first.number)
    assert second is not None
    assert second.number > first.number


def test_a_camera_that_is_lost_shows_nothing(view: LiveView) -> None:
    """An old picture must not pass for a live one."""
    view.picture()
    view.show(FRAME, FrameReads(), ())
    view.clear()
    assert view.picture() is None
    assert view.whole() is None


class Desk:
    """A desk that fails at everything, or keeps everything for itself."""

    def __init__(self, fails: bool) -> None:
        self.fails = fails

    def saw(self, reading: CardSeen | CardUnread, evidence: Evidence, source: str = "camera") -> bool:
        if self.fails:
            raise ZeroDivisionError
        return True

    def lies(self, doubt: str) -> None:
        if self.fails:
            raise ZeroDivisionError


@pytest.fixture
def heard() -> list[Reading]:
    return []


@pytest.fixture
def eye(heard: list[Reading]) -> Iterator[Eye]:
    """A simulated camera that runs."""
    made = Eye(CameraSettings(source="simulated"), HealthBoard(), heard.append, simulate=True)
    yield made
    made.stop()


def test_a_failing_desk_keeps_no_card_from_the_game(eye: Eye, heard: list[Reading]) -> None:
    """What the phones are shown is never worth a lost card."""
    eye.desk = Desk(fails=True)
    eye.start()
    assert eye.show is not None
    eye.show("D247")
    until_s = time.monotonic() + 60
    while not heard:
        assert time.monotonic() < until_s, "nothing was heard"
        time.sleep(0.05)
    [seen] = heard
    assert isinstance(seen, CardSeen)
    assert seen.text == "D247"
