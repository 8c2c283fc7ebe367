"""Codes that are nearly numbers upside down, told from those by how surely either is read."""

import pytest

from vision.drawn_deck import Pose, show
from vision.reads import Frame
from vision.recogniser import Word, recogniser
from vision.scanner import Scanner
from vision.text_reader import TextReader
from vision.turned_number import is_told, may_be_number, turned_number


@pytest.mark.parametrize(
    ("code", "number"),
    [("L09", "607"), ("L10", "017"), ("L11", "117"), ("L02", None), ("L12", None), ("D018", None), ("I/08", None)],
)
def test_what_a_code_is_upside_down(code: str, number: str | None):
    """Only where each digit is one upside down as well."""
    assert turned_number(code) == number


@pytest.mark.parametrize(
    ("code", "sure", "turned", "likely", "steady", "may_be"),
    [
        ("L09", 0.97, "607", 1.0, 0.95, True),  # a page number that lies upside down
        ("L09", 0.99, "607", 0.95, 0.95, True),
        ("L10", 0.99, "017", 0.80, 0.61, False),
        ("L10", 0.99, "017", 0.80, 0.59, True),
        ("L10", 0.89, "017", 0.80, 0.95, True),
        ("L09", 0.97, "60T", 0.9, 0.0, False),
        ("L09", 0.80, "607#", 1.0, 0.0, False),  # no number has a mark behind it
        ("L02", 0.80, "207", 1.0, 0.0, False),
    ],
)
def test_which_of_the_two(code: str, sure: float, turned: str, likely: float, steady: float, may_be: bool):
    """A code is sure where the number is read clearly less so, and the small network holds to it."""
    looks = [Word("", 0.0), Word(turned, likely)]
    assert may_be_number(code, Word(code, sure), steady, looks) is may_be
    assert not may_be_number(code, Word(code, sure), steady, [])


class Turning:
    """The recogniser, which sees a number where it sees nothing like a code."""

    def read(self, crops: list[Frame]) -> list[Word]:
        """As it does, but for those."""
        return [word if word.text.startswith("L") else Word("607", 1.1) for word in recogniser().read(crops)]


@pytest.mark.parametrize(
    ("steady", "shaped", "sure"), [(0.5, True, set()), (0.95, False, set()), (0.95, True, {"L09"})]
)
def test_what_may_be_a_number_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, steady: float, shaped: bool, sure: set[str]
):
    """The same card is read where no number is seen in it upside down; where one is, it is asked about, unless the
    small network holds to the code in many views and the L is an L by its shape."""
    frame = show("L09", pose=Pose(6, 3))
    assert [read.text for read in Scanner(TextReader()).read(frame).reads] == ["L09"]
    monkeypatch.setattr("vision.text_reader.steadiness", lambda *_: steady)
    monkeypatch.setattr("vision.text_reader.has_upright_l", lambda *_: shaped)
    found = Scanner(TextReader(Turning())).read(frame)  # type: ignore[arg-type]
    assert {read.text for read in found.reads} == sure
    assert "L09" in {read.text for read in (*found.reads, *found.unsure)}


@pytest.mark.parametrize(
    ("sure", "steady", "shaped", "told"),
    [(0.81, 0.61, True, True), (0.81, 0.61, False, False), (0.79, 0.99, True, False), (0.99, 0.59, True, False)],
)
def test_a_code_that_is_no_number(sure: float, steady: float, shaped: bool, told: bool):
    """The recogniser and the small network must see the code in it, and it must have an L by its shape."""
    assert is_told(Word("L09", sure), steady, shaped=shaped) is told
