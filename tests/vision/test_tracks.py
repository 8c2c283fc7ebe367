"""Rows that are followed: room is made for a new one, and what is no code may be a word."""

import numpy as np
import pytest

from vision.candidate import Candidate
from vision.code_net import Guess
from vision.glance import Glance
from vision.grammar import EVERY
from vision.nudged import Nudges
from vision.pyramid import Pyramid
from vision.reads import CARD_ID
from vision.recogniser import Word
from vision.tracks import Track, Tracks
from vision.votes import Votes

NOTHING = Guess(0.0, "", 0.0)
TABLE = Pyramid(np.full((720, 1280), 120, np.uint8))
MOST = 60


def row(number: int) -> Candidate:
    """A row of its own place."""
    quad = np.array([[0, 0], [80, 0], [80, 30], [0, 30]], np.float32)
    return Candidate(quad, pale=False).shifted(
        np.array([20 + 110 * (number % 10), 20 + 50 * (number // 10)], np.float32)
    )


def votes(likely: float, text: str = "D012") -> Votes:
    """A glance at a row that is so likely this code."""
    return Votes(False, Glance(Guess(likely, text, likely), NOTHING), (text, ""))


def followed(tracks: Tracks) -> list[Track]:
    """All rows that may still be looked at, the most urgent first."""
    found: list[Track] = []
    while (track := tracks.most_urgent()) is not None:
        found.append(track)
        track.tries, track.nudges = 100, Nudges(tried=100)
    return found


def full(likely: float, *, looked_at: bool) -> Tracks:
    """As many rows as are followed at the most, each so likely a code."""
    tracks = Tracks()
    tracks.add([(row(number), votes(likely)) for number in range(MOST)], TABLE)
    assert len(followed(tracks)) == MOST
    if not looked_at:
        tracks = Tracks()
        tracks.add([(row(number), votes(likely)) for number in range(MOST)], TABLE)
    return tracks


@pytest.mark.parametrize(
    ("before", "looked_at", "new"), [(0.04, True, 0.9), (0.04, False, 0.9), (0.5, True, 0.3), (0.5, False, 0.3)]
)
def test_room_for_a_new_row(before: float, looked_at: bool, new: float):
    """Rows that were looked at and are none make room for it, or one that is less likely a code than it is."""
    tracks = full(before, looked_at=looked_at)
    tracks.add([(row(MOST), votes(new, "M017"))], TABLE)
    places = [track.candidate.quad[0].tolist() for track in followed(tracks)]
    assert (row(MOST).quad[0].tolist() in places) is (looked_at or new > before)
    assert len(places) == (1 if looked_at else MOST)


def test_what_is_hardly_a_code_may_be_a_word():
    """It is looked at once more then, both ways up; what is likely a code stays one."""
    hardly, likely = (Track(row(0), TABLE.levels[0], votes(each)) for each in (0.01, 0.9))
    for track in (hardly, likely):
        track.tries = 5
        track.take_for_a_word()
    assert (hardly.candidate.word, hardly.tries) == (True, 0)
    assert (likely.candidate.word, likely.tries) == (False, 5)
    looks = []
    while (look := hardly.votes.wanted) is not None:
        looks.append(look.turned)
        hardly.votes.take(look, Word("here", 0.9) if look.turned else Word("", 0.0), None)
    assert looks == [False, True]
    assert hardly.votes.lean == -1


def test_looks_that_are_begun():
    """From the first one that sees a code on; not before, and not where it was read again and again."""
    track = Track(row(0), TABLE.levels[0], votes(0.9))
    assert not track.is_begun
    look = track.votes.wanted
    assert look is not None
    track.votes.take(look, Word("D012", 0.9, (0.9,) * 4), EVERY.fit("D012", CARD_ID))
    track.frames.add(1)
    assert track.is_begun
    track.tries = 2
    assert not track.is_begun


def asked_about(candidate: Candidate) -> tuple[Tracks, Track]:
    """A row that was read once, and is not sure: the recogniser is half sure of what the small network reads."""
    tracks = Tracks()
    tracks.add([(candidate, votes(0.9))], TABLE)
    track = tracks.most_urgent()
    assert track is not None
    while (look := track.votes.wanted) is not None:
        track.votes.take(look, Word("D012", 0.7, (0.7,) * 4), EVERY.fit("D012", CARD_ID))
    track.done, track.tries = track.votes, 1
    assert [read.doubt != "" for read in track.reads] == [True]
    return tracks, track


def test_what_is_only_asked_about_waits_for_what_may_be_found():
    """It is looked at again once nothing is left to search for, before which a row is wanted to be so likely a code."""
    tracks, track = asked_about(row(0))
    assert tracks.most_urgent(0.3) is None
    assert tracks.most_urgent() is track


@pytest.mark.parametrize(("longer", "likely", "kept"), [(12, 0.9, 2), (12, 0.1, 1), (1, 0.9, 1)])
def test_the_same_code_cut_out_otherwise(longer: float, likely: float, kept: int):
    """A row in the place of one that is only asked about is followed beside it, where it is likely a code and not cut
    out just the same; what was asked about is kept meanwhile."""
    tracks, track = asked_about(row(0))
    quad = row(0).quad + np.array([[0, 0], [longer, 0], [longer, 0], [0, 0]], np.float32)
    tracks.add([(Candidate(quad, pale=False), votes(likely))], TABLE)
    assert len(followed(tracks)) == kept
    assert track.reads


def test_few_stand_beside_each_other():
    """Three rows in one place are enough."""
    tracks, _ = asked_about(row(0))
    for longer in (10, 20, 30, 40):
        quad = row(0).quad + np.array([[0, 0], [longer, 0], [longer, 0], [0, 0]], np.float32)
        tracks.add([(Candidate(quad, pale=False), votes(0.9))], TABLE)
        newest = tracks.most_urgent(0.3)
        if newest is not None:  # it is only asked about as well
            while (look := newest.votes.wanted) is not None:
                newest.votes.take(look, Word("D012", 0.7, (0.7,) * 4), EVERY.fit("D012", CARD_ID))
            newest.done, newest.tries = newest.votes, 1
    assert len(followed(tracks)) == 3
