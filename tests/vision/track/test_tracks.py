"""Whether a row of glyphs still looks as it did. Where a row of glyphs went from one frame to the next. Rows that are
followed: room is made for a new one."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, empty_table, show
from tests.vision.codes import EVERY
from tests.vision.drawn_rows import code_on
from vision.find.picture import Candidate, Grey, Pyramid
from vision.read.fusion import ReadFusion
from vision.read.networks import Prediction, Prescreen
from vision.read.text_reader import TextReader
from vision.reads import Frame
from vision.track.tracks import ALIKE, SAME, Track, Tracks, appearance_of, follow, similarity


def grey(frame: Frame) -> Pyramid:
    """A frame without its colours."""
    return Pyramid(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8))


@pytest.fixture(scope="module")
def lying() -> tuple[Candidate, Grey]:
    """Where the code of a lying card is, and how it looks."""
    frame = show("D586", pose=Pose(4, 12))
    where = code_on(Pose(4, 12))
    return where, appearance_of(grey(frame), where)


@pytest.mark.parametrize(("light", "noise"), [(1.0, 8.0), (0.5, 4.0), (1.15, 1.0)])
def test_the_same_card_in_other_light(lying: tuple[Candidate, Grey], light: float, noise: float):
    """Light and noise do not make another card of it."""
    where, look = lying
    frame = show("D586", pose=Pose(4, 12)) * light + np.random.default_rng(2).normal(0, noise, (720, 1280, 3))
    assert similarity(look, appearance_of(grey(np.clip(frame, 0, 255).astype(np.uint8)), where)) > SAME


@pytest.mark.parametrize("code", ["D580", "D588", "D566", "D506", "M586", "D536"])
def test_one_other_sign(lying: tuple[Candidate, Grey], code: str):
    """A card in the same place of which one sign is another does not look the same."""
    where, look = lying
    assert similarity(look, appearance_of(grey(show(code, pose=Pose(4, 12))), where)) < SAME


def test_nothing_there(lying: tuple[Candidate, Grey]):
    """A card that was taken away does not even look alike."""
    where, look = lying
    assert similarity(look, appearance_of(grey(show(pose=Pose(4))), where)) < ALIKE


def grey_followed(frame: Frame) -> Grey:
    """A frame without its colours."""
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)


@pytest.mark.parametrize(("turned", "shift"), [(0, (0, 0)), (0, (9, -6)), (3, (4, 4)), (-4, (-8, 2))])
def test_a_card_that_moves_a_little(turned: float, shift: tuple[float, float]):
    """The corners go with the card, to about a pixel."""
    before = show("D586", pose=Pose(4, 12))
    then = Pose(4, 12 + turned, 0, shift)
    found = follow(grey_followed(before), grey_followed(show("D586", pose=then)), code_on(Pose(4, 12)).quad)
    assert found is not None
    there = code_on(then).quad
    assert min(np.abs(found - np.roll(there, step, axis=0)).max() for step in (0, 2)) < 1.6


def test_a_card_that_is_gone():
    """On an empty table nothing is found again where a card was, or something that does not look like it."""
    before = show("D586", pose=Pose(4, 12))
    found = follow(grey_followed(before), grey_followed(empty_table()), code_on(Pose(4, 12)).quad)
    assert found is None or np.isfinite(found).all()


def test_at_the_very_edge():
    """A row at the frame's edge is no error."""
    frame = grey_followed(show("D586", pose=Pose(4, 12)))
    corner = np.array([[0, 0], [20, 0], [20, 8], [0, 8]], np.float32)
    outside = corner - 50
    assert follow(frame, frame, outside.astype(np.float32)) is None
    follow(frame, frame, corner)


NOTHING = Prediction(0.0, "", 0.0)

TABLE = Pyramid(np.full((720, 1280), 120, np.uint8))

MOST = 60


def row(number: int) -> Candidate:
    """A row of its own place."""
    quad = np.array([[0, 0], [80, 0], [80, 30], [0, 30]], np.float32)
    return Candidate(quad, pale=False).shifted(
        np.array([20 + 110 * (number % 10), 20 + 50 * (number // 10)], np.float32)
    )


def fusion(likely: float, text: str = "D012") -> ReadFusion:
    """A prescreen at a row that is so likely this code."""
    return ReadFusion(False, Prescreen(Prediction(likely, text, likely), NOTHING), (text, ""))


def followed(tracks: Tracks) -> list[Track]:
    """All rows that may still be looked at, the most urgent first."""
    found: list[Track] = []
    while (track := tracks.most_urgent()) is not None:
        found.append(track)
        track.tries = 100
    return found


def full(likely: float, *, looked_at: bool) -> Tracks:
    """As many rows as are followed at the most, each so likely a code."""
    tracks = Tracks()
    tracks.add([(row(number), fusion(likely)) for number in range(MOST)], TABLE)
    assert len(followed(tracks)) == MOST
    if not looked_at:
        tracks = Tracks()
        tracks.add([(row(number), fusion(likely)) for number in range(MOST)], TABLE)
    return tracks


@pytest.mark.parametrize(
    ("before", "looked_at", "new"), [(0.04, True, 0.9), (0.04, False, 0.9), (0.5, True, 0.3), (0.5, False, 0.3)]
)
def test_room_for_a_new_row(before: float, looked_at: bool, new: float):
    """Rows that were looked at and are none make room for it, or one that is less likely a code than it is."""
    tracks = full(before, looked_at=looked_at)
    tracks.add([(row(MOST), fusion(new, "M017"))], TABLE)
    places = [track.candidate.quad[0].tolist() for track in followed(tracks)]
    assert (row(MOST).quad[0].tolist() in places) is (looked_at or new > before)
    assert len(places) == (1 if looked_at else MOST)


def test_however_often_it_was_read_in_one_frame_another_one_is_wanted():
    """With much time for a frame, all that a row may be tried is spent in one, which tells nothing yet."""
    pyramid, where = Pyramid(show("D586", pose=Pose(4, 12))), code_on(Pose(4, 12))
    reader = TextReader(EVERY)
    [begun] = reader.begin(pyramid, [where])
    track = Track(where, appearance_of(grey(show("D586", pose=Pose(4, 12))), where), begun)
    while track.tries < 8:
        assert not track.settled
        assert track.shown == ()
        track.read_next_crop(reader, pyramid, number=1)
    while track.tries < 9:
        track.read_next_crop(reader, pyramid, number=2)
    assert track.settled
    assert [read.text for read in track.shown] == ["D586"]


@pytest.mark.parametrize(("first", "second"), [(0.3, 0.9), (0.9, 0.3), (0.5, 0.5)])
def test_the_likelier_of_two_rows_in_one_place(first: float, second: float):
    """It is followed, and the other one is not; the one that came first where they are as likely."""
    tracks = Tracks()
    quad = row(0).quad + np.array([[0, 0], [12, 0], [12, 0], [0, 0]], np.float32)
    tracks.add([(row(0), fusion(first)), (Candidate(quad, pale=False), fusion(second))], TABLE)
    [track] = followed(tracks)
    assert track.fusion.likelihood == max(first, second)
    assert (track.candidate.quad is quad) is (second > first)
