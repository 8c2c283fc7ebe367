"""A row that was nearly read is cut out a little otherwise; several cuts must say the same."""

import numpy as np
import pytest

from vision.candidate import Candidate
from vision.code_net import Guess
from vision.glance import Glance
from vision.nudged import _NUDGES, Nudges, may_be_nudged, nudged
from vision.orientation import Words
from vision.pyramid import Pyramid
from vision.reads import CARD_ID, COVERED, DOUBTFUL, Read
from vision.scanner import Scanner, _told, worth_nudging
from vision.text_reader import TextReader
from vision.tracks import Track, Tracks
from vision.votes import Votes

ROW = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=False)
NOTHING = Guess(0.0, "", 0.0)
TABLE = Pyramid(np.full((720, 1280, 3), 120, np.uint8))


def said(text: str, doubt: str = "", confidence: float = 0.9) -> list[Read]:
    """What one cut says."""
    return [Read(text, CARD_ID, confidence, tuple((float(x), float(y)) for x, y in ROW.quad), doubt)]


def taken(*reads: list[Read]) -> Nudges:
    """What cuts in turn said."""
    nudges = Nudges()
    for each in reads:
        nudges.take(each)
    return nudges


def votes(likely: float = 0.9, text: str = "D012", boxed: bool = False) -> Votes:
    """A glance at a row that is so likely this code."""
    return Votes(boxed, Glance(Guess(likely, text, likely), NOTHING), (text, ""))


@pytest.mark.parametrize("number", range(len(_NUDGES)))
def test_each_cut_is_a_little_different(number: int):
    """It holds the middle of the row, and its corners lie less than half a height from the row's."""
    cut = nudged(ROW, number)
    assert cut.quad.mean(axis=0) == pytest.approx(ROW.quad.mean(axis=0), abs=0.01)
    assert 0.5 < float(np.abs(cut.quad - ROW.quad).max()) < 0.5 * ROW.height
    assert (cut.pale, cut.boxed) == (ROW.pale, ROW.boxed)


def test_a_cut_that_is_turned():
    """Six degrees the other way: its first side falls by 80 sin 6° = 8.4 pixels from right to left."""
    cut = nudged(ROW, 1)
    fall = cut.quad[0] - cut.quad[1]
    assert fall.tolist() == pytest.approx([-79.56, 8.36], abs=0.01)


def test_three_must_agree():
    """Two are not enough; with the third nothing more is wanted, and the least sure of them counts."""
    nudges = taken(said("D012"), said("D012", confidence=0.7))
    assert (nudges.read, nudges.wanted) == (None, True)
    nudges.take(said("D012"))
    assert nudges.read is not None
    assert (nudges.read.text, nudges.read.confidence, nudges.wanted) == ("D012", 0.7, False)


def test_none_may_deny_it():
    """One that surely says otherwise ends it."""
    nudges = taken(said("D012"), said("D012"), said("D812"), said("D012"))
    assert (nudges.read, nudges.wanted) == (None, False)


def test_what_may_be_covered():
    """One cut that sees something lie over the row is enough: the others may have missed it."""
    nudges = taken(said("D012"), said("D012"), said("D012", COVERED))
    assert (nudges.read, nudges.wanted) == (None, False)


def test_what_is_only_asked_about_does_not_count():
    """Cuts that are not sure themselves are no reason to be sure."""
    nudges = taken(*([said("D012", DOUBTFUL)] * len(_NUDGES)))
    assert (nudges.read, nudges.wanted) == (None, False)


@pytest.mark.parametrize("code", ["L09", "L10", "L01"])
def test_what_is_nearly_a_number_upside_down(code: str):
    """`L09` is 607 the other way up: it has reasons of its own to be asked about."""
    assert taken(*([said(code)] * 5)).read is None


def test_where_no_code_shows_it_ends_soon():
    """Five cuts that show none are enough."""
    assert taken(*([[]] * 4)).wanted
    assert not taken(*([[]] * 5)).wanted
    assert taken(*([[]] * 4), said("D012", DOUBTFUL), []).wanted


def test_what_may_be_cut_out_otherwise():
    """A likely ID. No digits in a box, nothing that is hardly a code, nothing over which something lies."""
    assert may_be_nudged(ROW, votes())
    assert not may_be_nudged(ROW, votes(0.3))
    assert not may_be_nudged(ROW, votes(boxed=True))
    assert not may_be_nudged(ROW, Votes(False))
    covered = votes()
    covered.covered = True
    assert not may_be_nudged(ROW, covered)


def test_the_likeliest_rows_and_two_in_one_place():
    """Of five in one place the two likeliest; of many places four rows."""
    beside = [(ROW.shifted(np.array([step, 0], np.float32)), votes(0.6 + step / 50)) for step in range(5)]
    kept = worth_nudging([*beside, (ROW.shifted(np.array([0, 300], np.float32)), votes(0.55))])
    assert [round(votes.likely, 2) for _, votes in kept] == [0.68, 0.66, 0.55]
    apart = [(ROW.shifted(np.array([0, 60 * step], np.float32)), votes()) for step in range(6)]
    assert len(worth_nudging(apart)) == 4


def unread(word: Candidate) -> Votes:
    """No words are read here."""
    raise AssertionError(word)


class Saying(TextReader):
    """A reader in which each cut of a row says the next of these."""

    def __init__(self, *says: list[Read]) -> None:
        super().__init__()
        self.says, self.cuts = list(says), 0

    def begin(self, pyramid: Pyramid, rows: list[Candidate]) -> list[Votes]:  # type: ignore[override]
        """Votes that are settled at one look."""
        return [self._next() for _ in rows]

    def look(self, pyramid: Pyramid, candidate: Candidate, votes: Votes) -> bool:
        """Nothing is left to see."""
        return False

    def _next(self) -> Votes:
        self.cuts += 1
        return Settled(self.says.pop(0) if self.says else [])


class Settled(Votes):
    """Votes that say this."""

    def __init__(self, says: list[Read]) -> None:
        guess = Guess(0.9, "D012", 0.9)
        super().__init__(False, Glance(guess, NOTHING), ("D012", ""))
        self._says = says

    @property
    def wanted(self) -> None:
        """No more looks."""
        return

    @property
    def promising(self) -> bool:
        """Whether it says anything."""
        return bool(self._says)

    def reads(self, candidate: Candidate, up: int = 0) -> list[Read]:
        """What it says."""
        return self._says


def test_a_frame_in_which_cuts_agree():
    """The scanner tells of what three cuts say, beside what the row itself was asked about for."""
    row = (ROW, Settled(said("D012", DOUBTFUL, 0.7)))
    scanner = Scanner(Saying(*([said("D012")] * 3)))
    found = scanner._nudged(TABLE, [row])
    assert [(read.text, read.doubt) for read in found] == [("D012", "")]
    reads = _told([row], Words(TABLE.levels[0], unread), found)
    assert ([read.text for read in reads.reads], reads.unsure) == (["D012"], ())


def test_a_frame_in_which_the_row_itself_says_otherwise():
    """What was read in its place as it was found counts as well."""
    row = (ROW, Settled(said("D812", DOUBTFUL, 0.7)))
    scanner = Scanner(Saying(*([said("D012")] * 3)))
    reads = _told([row], Words(TABLE.levels[0], unread), scanner._nudged(TABLE, [row]))
    assert reads.reads == ()
    assert {read.text for read in reads.unsure} == {"D012", "D812"}


def track_of(*says: list[Read]) -> tuple[Track, Saying]:
    """A row that was looked at in as many frames as it takes, or as long as looks are wanted."""
    reader = Saying(*says)
    track = Track(ROW, TABLE.levels[0][:, :, 0], Settled(said("D012", DOUBTFUL, 0.7)))
    for number in range(40):
        if track.is_open:
            track.take_look(reader, TABLE, number)
    return track, reader


def test_a_row_that_is_followed():
    """Five tries as it is, then cuts of it; three of them settle it, and it is told where it lies now."""
    unsure = said("D012", DOUBTFUL, 0.7)
    track, reader = track_of(*([unsure] * 5), said("D012"), [], said("D012"), unsure, said("D012"))
    assert [(read.text, read.doubt) for read in track.shown] == [("D012", "")]
    assert reader.cuts == 10
    track.candidate = ROW.shifted(np.array([30, 10], np.float32))
    assert track.shown[0].quad is not None
    assert track.shown[0].quad[0] == (130.0, 110.0)
    track.begin_again()
    assert track.nudges.tried == 0


def test_a_row_that_stays_unsure():
    """It is asked about, as before; what a single cut was sure of does not count."""
    unsure = said("D012", DOUBTFUL, 0.7)
    track, reader = track_of(*([unsure] * 5), said("D012"), *([unsure] * 20))
    assert {(read.text, read.doubt) for read in track.shown} == {("D012", DOUBTFUL)}
    assert reader.cuts == 5 + len(_NUDGES)
    assert not track.is_open


def test_searches_come_before_cuts():
    """What is found finer may be cut out better by itself: until then such a row waits."""
    tracks = Tracks()
    tracks.add([(ROW, votes())], Pyramid(np.full((720, 1280), 120, np.uint8)))
    track = tracks.most_urgent()
    assert track is not None
    track.done, track.tries = Settled([]), 1
    assert track.settled
    assert track.is_open
    assert tracks.most_urgent(0.3) is None
    assert tracks.most_urgent() is track
