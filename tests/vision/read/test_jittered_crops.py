"""A row that was nearly read is cropped with a little jitter; several cuts must say the same."""

import numpy as np
import pytest

from tests.vision.codes import EVERY
from vision.find.candidate import Candidate
from vision.find.picture import Pyramid
from vision.read.fusion import ReadFusion
from vision.read.jittered_crops import _JITTERS, JitteredCrops, jittered, worth_jittering
from vision.read.networks import Prediction
from vision.read.orientation import NearbyWords
from vision.read.prescreen import Prescreen
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, COVERED, DOUBTFUL, Read
from vision.scanner import Scanner, _combined, rows_worth_jittering
from vision.track.tracks import Track, Tracks

ROW = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=False)
NOTHING = Prediction(0.0, "", 0.0)
TABLE = Pyramid(np.full((720, 1280, 3), 120, np.uint8))


def said(text: str, uncertainty_reason: str = "", confidence: float = 0.9) -> list[Read]:
    """What one cut says."""
    return [Read(text, CARD_ID, confidence, tuple((float(x), float(y)) for x, y in ROW.quad), uncertainty_reason)]


def taken(*reads: list[Read]) -> JitteredCrops:
    """What cuts in turn said."""
    jitter = JitteredCrops()
    for each in reads:
        jitter.take(each)
    return jitter


def fusion(likely: float = 0.9, text: str = "D012", boxed: bool = False) -> ReadFusion:
    """A prescreen at a row that is so likely this code."""
    return ReadFusion(boxed, Prescreen(Prediction(likely, text, likely), NOTHING), (text, ""))


@pytest.mark.parametrize("number", range(len(_JITTERS)))
def test_each_cut_is_a_little_different(number: int):
    """It holds the middle of the row, and its corners lie less than half a height from the row's."""
    cut = jittered(ROW, number)
    assert cut.quad.mean(axis=0) == pytest.approx(ROW.quad.mean(axis=0), abs=0.01)
    assert 0.5 < float(np.abs(cut.quad - ROW.quad).max()) < 0.5 * ROW.height
    assert (cut.pale, cut.boxed) == (ROW.pale, ROW.boxed)


def test_a_cut_that_is_turned():
    """Six degrees the other way: its first side falls by 80 sin 6° = 8.4 pixels from right to left."""
    cut = jittered(ROW, 1)
    fall = cut.quad[0] - cut.quad[1]
    assert fall.tolist() == pytest.approx([-79.56, 8.36], abs=0.01)


def test_three_must_agree():
    """Two are not enough; with the third nothing more is wanted, and the least sure of them counts."""
    jitter = taken(said("D012"), said("D012", confidence=0.7))
    assert (jitter.read, jitter.wanted) == (None, True)
    jitter.take(said("D012"))
    assert jitter.read is not None
    assert (jitter.read.text, jitter.read.confidence, jitter.wanted) == ("D012", 0.7, False)


def test_none_may_deny_it():
    """One that surely says otherwise ends it."""
    jitter = taken(said("D012"), said("D012"), said("D812"), said("D012"))
    assert (jitter.read, jitter.wanted) == (None, False)


def test_what_may_be_covered():
    """One cut that sees something lie over the row is enough: the others may have missed it."""
    jitter = taken(said("D012"), said("D012"), said("D012", COVERED))
    assert (jitter.read, jitter.wanted) == (None, False)


def test_what_is_only_asked_about_does_not_count():
    """Cuts that are not sure themselves are no reason to be sure."""
    jitter = taken(*([said("D012", DOUBTFUL)] * len(_JITTERS)))
    assert (jitter.read, jitter.wanted) == (None, False)


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
    assert worth_jittering(ROW, fusion())
    assert not worth_jittering(ROW, fusion(0.3))
    assert not worth_jittering(ROW, fusion(boxed=True))
    assert not worth_jittering(ROW, ReadFusion(False))
    covered = fusion()
    covered.covered = True
    assert not worth_jittering(ROW, covered)


def test_the_likeliest_rows_and_two_in_one_place():
    """Of five in one place the two likeliest; of many places four rows."""
    beside = [(ROW.shifted(np.array([step, 0], np.float32)), fusion(0.6 + step / 50)) for step in range(5)]
    kept = rows_worth_jittering([*beside, (ROW.shifted(np.array([0, 300], np.float32)), fusion(0.55))])
    assert [round(fusion.likelihood, 2) for _, fusion in kept] == [0.68, 0.66, 0.55]
    apart = [(ROW.shifted(np.array([0, 60 * step], np.float32)), fusion()) for step in range(6)]
    assert len(rows_worth_jittering(apart)) == 4


def unread(word: Candidate) -> ReadFusion:
    """No words are read here."""
    raise AssertionError(word)


class Saying(TextReader):
    """A reader in which each cut of a row says the next of these."""

    def __init__(self, *says: list[Read]) -> None:
        super().__init__(EVERY)
        self.says, self.cuts = list(says), 0

    def begin(self, pyramid: Pyramid, rows: list[Candidate]) -> list[ReadFusion]:  # type: ignore[override]
        """Readings that are settled at one crop."""
        return [self._next() for _ in rows]

    def read_next_crop(self, pyramid: Pyramid, candidate: Candidate, fusion: ReadFusion) -> bool:
        """Nothing is left to see."""
        return False

    def _next(self) -> ReadFusion:
        self.cuts += 1
        return Settled(self.says.pop(0) if self.says else [])


class Settled(ReadFusion):
    """A reading that says this."""

    def __init__(self, says: list[Read]) -> None:
        prediction = Prediction(0.9, "D012", 0.9)
        super().__init__(False, Prescreen(prediction, NOTHING), ("D012", ""))
        self._says = says

    @property
    def next_crop(self) -> None:
        """No more crops."""
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
    found = scanner._jittered(TABLE, [row])
    assert [(read.text, read.uncertainty_reason) for read in found] == [("D012", "")]
    reads = _combined([row], NearbyWords(TABLE.levels[0], unread), found)
    assert ([read.text for read in reads.reads], reads.unsure) == (["D012"], ())


def test_a_frame_in_which_the_row_itself_says_otherwise():
    """What was read in its place as it was found counts as well."""
    row = (ROW, Settled(said("D812", DOUBTFUL, 0.7)))
    scanner = Scanner(Saying(*([said("D012")] * 3)))
    reads = _combined([row], NearbyWords(TABLE.levels[0], unread), scanner._jittered(TABLE, [row]))
    assert reads.reads == ()
    assert {read.text for read in reads.unsure} == {"D012", "D812"}


def track_of(*says: list[Read]) -> tuple[Track, Saying]:
    """A row that was looked at in as many frames as it takes, or as long as crops are wanted."""
    reader = Saying(*says)
    track = Track(ROW, TABLE.levels[0][:, :, 0], Settled(said("D012", DOUBTFUL, 0.7)))
    for number in range(40):
        if track.is_open:
            track.read_next_crop(reader, TABLE, number)
    return track, reader


def test_a_row_that_is_followed():
    """Five tries as it is, then cuts of it; three of them settle it, and it is told where it lies now."""
    unsure = said("D012", DOUBTFUL, 0.7)
    track, reader = track_of(*([unsure] * 5), said("D012"), [], said("D012"), unsure, said("D012"))
    assert [(read.text, read.uncertainty_reason) for read in track.shown] == [("D012", "")]
    assert reader.cuts == 10
    track.candidate = ROW.shifted(np.array([30, 10], np.float32))
    assert track.shown[0].quad is not None
    assert track.shown[0].quad[0] == (130.0, 110.0)
    track.begin_again()
    assert track.jitter.tried == 0


def test_a_row_that_stays_unsure():
    """It is asked about, as before; what a single cut was sure of does not count."""
    unsure = said("D012", DOUBTFUL, 0.7)
    track, reader = track_of(*([unsure] * 5), said("D012"), *([unsure] * 20))
    assert {(read.text, read.uncertainty_reason) for read in track.shown} == {("D012", DOUBTFUL)}
    assert reader.cuts == 5 + len(_JITTERS)
    assert not track.is_open


def test_searches_come_before_cuts():
    """What is found finer may be cut out better by itself: until then such a row waits."""
    tracks = Tracks()
    tracks.add([(ROW, fusion())], Pyramid(np.full((720, 1280), 120, np.uint8)))
    track = tracks.most_urgent()
    assert track is not None
    track.done, track.tries = Settled([]), 1
    assert track.settled
    assert track.is_open
    assert tracks.most_urgent(0.3) is None
    assert tracks.most_urgent() is track
