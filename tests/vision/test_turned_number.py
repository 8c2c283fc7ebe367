"""Codes that are nearly numbers upside down, told from those by how surely either is read."""

import pytest

from vision.drawn_deck import Pose, show
from vision.reads import Frame
from vision.recogniser import Word, recogniser
from vision.scanner import Scanner
from vision.text_reader import TextReader
from vision.turned_number import may_be_number, turned_number


@pytest.mark.parametrize(
    ("code", "number"),
    [("L09", "607"), ("L10", "017"), ("L11", "117"), ("L02", None), ("L12", None), ("D018", None), ("I/08", None)],
)
def test_what_a_code_is_upside_down(code: str, number: str | None):
    """Only where each digit is one upside down as well."""
    assert turned_number(code) == number


@pytest.mark.parametrize(
    ("seen", "sure", "turned", "likely", "may_be"),
    [
        ("L09", 0.97, "607", 1.0, True),  # a page number that lies upside down
        ("L09", 0.99, "607", 0.99, False),
        ("L10", 0.91, "017", 0.49, True),  # too blurred to tell
        ("L10", 0.99, "017", 0.49, False),
        ("L09", 0.97, "60T", 0.9, False),
        ("L09", 0.80, "607#", 1.0, False),  # no number has a mark behind it
        ("L02", 0.80, "207", 1.0, False),
    ],
)
def test_which_of_the_two(seen: str, sure: float, turned: str, likely: float, may_be: bool):
    """A code is sure where it is read clearly, and the number not more so."""
    looks = [Word("", 0.0), Word(turned, likely)]
    assert may_be_number(seen, Word(seen, sure), looks) is may_be
    assert not may_be_number(seen, Word(seen, sure), [])


class Turning:
    """The recogniser, which sees a number where it sees nothing like a code."""

    def read(self, crops: list[Frame]) -> list[Word]:
        """As it does, but for those."""
        return [word if word.text.startswith("L") else Word("607", 1.1) for word in recogniser().read(crops)]


def test_what_may_be_a_number_is_asked_about():
    """The same card is read where no number is seen in it upside down, and asked about where one is."""
    frame = show("L09", pose=Pose(6, 3))
    assert [read.text for read in Scanner(TextReader()).read(frame).reads] == ["L09"]
    found = Scanner(TextReader(Turning())).read(frame)  # type: ignore[arg-type]
    assert found.reads == ()
    assert "L09" in {read.text for read in found.unsure}
