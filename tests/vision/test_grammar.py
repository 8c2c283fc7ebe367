"""What a code looks like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.grammar import card_id, code, numbox, turned


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("D012", "D012"),
        ("#D012", "D012"),
        ("M999", "M999"),
        ("#M000", "M000"),
        ("L01", "L01"),
        ("#L16", "L16"),
        ("I/01", "I/01"),
        ("VIII/08", "VIII/08"),
        ("XIX/20", "XIX/20"),
    ],
)
def test_codes_are_known(text: str, plain: str):
    """Card IDs are known with and without #, and their plain form has none."""
    assert card_id(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "",
        "D12",
        "D0123",
        "012",
        "#012",
        "L00",
        "L17",
        "L1",
        "L001",
        "A012",
        "1/08",
        "I/8",
        "I/081",
        "IIII/01",
        "VX/01",
        "#I/01",
        "D 012",
        "d012",
        "DO12",
        "D012.",
        "##D012",
        "I/O1",
        "/01",
        "D٠١٢",
        "D012\n",
    ],
)
def test_anything_else_is_no_card_id(text: str):
    """Near misses, dates, other digits and longer texts are no card IDs."""
    assert card_id(text) is None


@pytest.mark.parametrize("text", ["", "12", "1234", "1.23", "-12", "٠١٢", "12O", "D012", "123\n"])
def test_a_numbox_is_exactly_three_digits(text: str):
    """Two or four digits, signs and letters are no numbox."""
    assert numbox(text) is None


def test_the_kind_decides():
    """The same text is a code of one kind only."""
    assert (code("123", "numbox"), code("123", "card_id")) == ("123", None)
    assert (code("D123", "numbox"), code("D123", "card_id")) == (None, "D123")


@pytest.mark.parametrize(
    ("number", "other"),
    [("168", "891"), ("689", "689"), ("006", "900"), ("111", "111"), ("123", None), ("500", None), ("747", None)],
)
def test_numbers_turned_upside_down(number: str, other: str | None):
    """Only 0, 1, 6, 8 and 9 can be turned; the order turns too."""
    assert turned(number) == other


@given(st.text("01689", min_size=3, max_size=3))
def test_turning_twice_changes_nothing(number: str):
    """Upside down twice is upright again."""
    once = turned(number)
    assert once is not None
    assert turned(once) == number
