"""Rows of glyphs to readings: what a row lacks, and what it turns out to hold."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.codes import EVERY
from tests.vision.disagreeing import Disagreeing
from tests.vision.drawn_rows import row_of
from vision.drawn_deck import write
from vision.find.candidate import Candidate
from vision.find.picture import Grey, Pyramid
from vision.read.agreement import NetworkAgreement
from vision.read.networks import SIGNS, CodeNet, Prediction
from vision.read.recogniser import Recognition
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, COVERED, NUMBOX, Frame

PAPER, INK = np.array((222, 232, 236)), 38
BOX = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=True, boxed=True)


def with_a_faint_stroke(code: str, level: int) -> Frame:
    """A code whose first sign is printed in this grey."""
    card = np.empty((400, 1000, 3), np.uint8)
    card[:] = PAPER
    write(card, code, 40, 20, 4.0)
    inked = np.flatnonzero((card.min(axis=2) < 128).any(axis=0))
    end = inked[np.flatnonzero(np.diff(inked) > 1)[0]] + 2
    share = (PAPER[0] - card[:, :end, :1].astype(np.float32)) / (PAPER[0] - INK)
    card[:, :end] = np.clip(PAPER * (1 - share) + level * share, 0, 255).astype(np.uint8)
    return card


@pytest.mark.parametrize("code", ["IX/13", "IV/08", "III/05", "VI/02"])
@pytest.mark.parametrize("level", [165, 180])
def test_a_faint_first_stroke(code: str, level: int):
    """Where it was not found as a glyph, the rest of a numeral code is no code: IX/13 is never read as X/13."""
    card = with_a_faint_stroke(code, level)
    fusion = TextReader(EVERY).read(Pyramid(card), row := row_of(card))
    assert {(read.text, read.uncertainty_reason) for read in fusion.reads(row)} <= {(code[1:], COVERED)}


def test_a_whole_numeral_code():
    """One that nothing stands before is read surely."""
    card = with_a_faint_stroke("X/13", INK)
    fusion = TextReader(EVERY).read(Pyramid(card), row := row_of(card))
    assert [(read.text, read.uncertainty_reason) for read in fusion.reads(row)] == [("X/13", "")]


class Telling(CodeNet):
    """A network that says the same of every crop that is not turned, and of every one that is."""

    def __init__(self, prediction: Prediction, turned: Prediction | None = None) -> None:
        self._prediction, self._turned = prediction, turned or Prediction(0.0, "", 0.0)

    def read(self, crops: Sequence[Grey]) -> list[Prediction]:
        return [self._turned if number % 2 else self._prediction for number in range(len(crops))]


@pytest.mark.parametrize(
    ("prediction", "kind"),
    [
        (Prediction(0.9, "IX/13", 0.9), CARD_ID),
        (Prediction(0.9, "352", 0.9), NUMBOX),
        (Prediction(0.3, "IX/13", 0.9), NUMBOX),
        (Prediction(0.9, "3522", 0.9), NUMBOX),
    ],
)
def test_an_id_on_a_green_plate(prediction: Prediction, kind: str):
    """What looks like the box of a number holds an ID where that is clearly seen in it."""
    [fusion] = TextReader(EVERY, net=Telling(prediction)).begin(Pyramid(np.full((300, 400, 3), 90, np.uint8)), [BOX])
    assert fusion.kind == kind


class SeesAZ:
    """A recogniser that takes the 2 of L02 for a Z; with less likelihood it is a 2, and never a 7."""

    def __init__(self, likely: float) -> None:
        steps = np.zeros((3, len(SIGNS) + 1), np.float32)
        for step, (sign, share) in enumerate((("L", 0.95), ("0", 0.95), ("2", likely))):
            steps[step, SIGNS.index(sign) + 1] = share
        self._word = Recognition("L0Z", 0.7, (0.95, 0.95, 0.7), steps)

    def read(self, crops: Sequence[Frame]) -> list[Recognition]:
        return [self._word for _ in crops]


@pytest.mark.parametrize(("likely", "code"), [(0.25, "L02"), (0.05, None)])
def test_a_sign_that_no_code_has(likely: float, code: str | None):
    """It is what the small network sees there, in many crops, where the recogniser may have seen that too; otherwise
    only asked about."""
    card = np.empty((400, 1000, 3), np.uint8)
    card[:] = PAPER
    write(card, "L02", 40, 20, 4.0)
    reader = TextReader(EVERY, using=SeesAZ(likely), agreement=Disagreeing())  # type: ignore[arg-type]
    reads = reader.read(Pyramid(card), row := row_of(card)).reads(row)
    assert [read.text for read in reads if not read.uncertainty_reason] == ([code] if code else [])


class Sees:
    """A recogniser that reads this in everything, and may have seen this rather than that."""

    def __init__(self, text: str, confidence: float, rather: str = "") -> None:
        steps = np.zeros((len(rather), len(SIGNS) + 1), np.float32)
        for step, sign in enumerate(rather):
            steps[step, SIGNS.index(sign) + 1] = 0.9
        self._word = Recognition(text, confidence, (confidence,) * len(text), steps if rather else None)

    def read(self, crops: Sequence[Frame]) -> list[Recognition]:
        return [self._word for _ in crops]


@pytest.mark.parametrize(
    ("seen", "surely"),
    [
        (Sees("La2", 0.6), True),
        (Sees("La2", 0.95), False),  # it is sure that it is something else
        (Sees("La2", 0.6, "L07"), False),  # or may have seen another code
        (Sees("La2", 0.6, "L02"), True),
        (Sees("L07", 0.5), False),
    ],
)
@pytest.mark.parametrize("upside_down", [False, True])
def test_what_two_small_networks_hold_to(seen: Sees, surely: bool, upside_down: bool):
    """A plain L02, of which the recogniser makes nothing, is what both networks that were taught codes see in many
    crops: L02, unless the recogniser has seen another one."""
    card = np.empty((400, 1000, 3), np.uint8)
    card[:] = PAPER
    write(card, "L02", 40, 20, 4.0)
    row = row_of(card).turned() if upside_down else row_of(card)
    reads = TextReader(EVERY, using=seen).read(Pyramid(card), row).reads(row)  # type: ignore[arg-type]
    assert [read.text for read in reads if not read.uncertainty_reason] == (["L02"] if surely else [])


class Agreeing(NetworkAgreement):
    """One that holds to whatever it is asked about."""

    def agrees(self, net: CodeNet, code: str, pyramid: Pyramid, upright: Candidate) -> bool:
        return True


class Certain(CodeNet):
    """A network that reads one code in every crop of an upright row, and nothing upside down."""

    def __init__(self, code: str) -> None:
        self._code = code

    def read(self, crops: Sequence[Grey]) -> list[Prediction]:
        turned = len(crops) % 2 == 0  # a prescreen looks both ways up, many crops go one way
        upright = Prediction(0.99, self._code, 0.99)
        return [Prediction(0.0, "", 0.0) if turned and at % 2 else upright for at in range(len(crops))]


def surely(code: str, beside: str, seen: str) -> list[str]:
    """What is surely read of a code, where the recogniser makes nothing of it and both networks hold to it."""
    card = np.empty((400, 1000, 3), np.uint8)
    card[:] = PAPER
    write(card, f"{beside}{code}", 40, 20, 4.0)
    columns = np.flatnonzero((card.min(axis=2) < 128).any(axis=0))
    row = row_of(card, left=int(columns[np.flatnonzero(np.diff(columns) > 1)[0] + 1]) if beside else 0)
    reader = TextReader(EVERY, using=Sees(seen, 0.6), net=Certain(code), agreement=Agreeing())  # type: ignore[arg-type]
    return [read.text for read in reader.read(Pyramid(card), row).reads(row) if not read.uncertainty_reason]


@pytest.mark.parametrize(("beside", "read"), [("", ["D012"]), ("M", []), ("7", [])])
def test_what_stands_close_beside_it_counts_all_the_same(beside: str, read: list[str]):
    """Both may hold to the last signs of a longer text: it is none."""
    assert surely("D012", beside, "Da12") == read


@pytest.mark.parametrize(("seen", "read"), [("ui", []), ("u1", []), ("Lu1", ["L11"])])
def test_what_may_be_a_small_word(seen: str, read: list[str]):
    """To both networks `in` upside down is an L11: the recogniser must at least have seen the L."""
    assert surely("L11", "", seen) == read


class SeesInTurn:
    """A recogniser that reads one thing after the other, and the last one for good."""

    def __init__(self, *words: Recognition) -> None:
        self._words = list(words)

    def read(self, crops: Sequence[Frame]) -> list[Recognition]:
        return [self._words.pop(0) if len(self._words) > 1 else self._words[0] for _ in crops]


@pytest.mark.parametrize(
    ("first", "later", "read"),
    [
        ("a14", "4", []),  # neither the L nor both digits were ever seen
        ("114", "4", ["L14"]),  # a wide look sees less of faint print
        ("114", "14", ["L14"]),
        ("114", "144", []),
        ("114", "A14", []),
    ],
)
def test_a_wide_look_that_sees_less(first: str, later: str, read: list[str]):
    """Where both networks hold to an L14, of whose L the recogniser saw a stroke, it may see a part of it later, but
    nothing else."""
    card = np.empty((400, 1000, 3), np.uint8)
    card[:] = PAPER
    write(card, "L14", 40, 20, 4.0)
    seen = SeesInTurn(Recognition(first, 0.6), Recognition(later, 0.95))
    reader = TextReader(EVERY, using=seen, net=Certain("L14"), agreement=Agreeing())  # type: ignore[arg-type]
    row = row_of(card)
    assert [each.text for each in reader.read(Pyramid(card), row).reads(row) if not each.uncertainty_reason] == read


def test_a_number_upside_down_on_a_plate():
    """What looks like a box holds an ID, though the network reads a number the other way up, which is none to it."""
    net = Telling(Prediction(0.9, "L08", 0.9), turned=Prediction(0.0, "807", 0.8))
    [fusion] = TextReader(EVERY, net=net).begin(Pyramid(np.full((300, 400, 3), 90, np.uint8)), [BOX])
    assert fusion.kind == CARD_ID
