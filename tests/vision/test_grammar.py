"""What a code looks like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.codes import EVERY
from vision.grammar import CodeKind, Fit, Grammar, turned
from vision.reads import CARD_ID, NUMBOX


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
    assert EVERY.code(text, CARD_ID) == plain


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
    assert EVERY.code(text, CARD_ID) is None


@pytest.mark.parametrize("text", ["", "12", "1234", "1.23", "-12", "٠١٢", "12O", "D012", "123\n"])
def test_a_numbox_is_exactly_three_digits(text: str):
    """Two or four digits, signs and letters are no numbox."""
    assert EVERY.code(text, NUMBOX) is None


def test_the_kind_decides():
    """The same text is a code of one kind only."""
    assert (EVERY.code("123", NUMBOX), EVERY.code("123", CARD_ID)) == ("123", None)
    assert (EVERY.code("D123", NUMBOX), EVERY.code("D123", CARD_ID)) == (None, "D123")


@pytest.mark.parametrize(
    ("number", "other"),
    [("168", "891"), ("689", "689"), ("006", "900"), ("111", "111"), ("123", None), ("500", None), ("747", None)],
)
def test_numbers_turned_upside_down(number: str, other: str | None):
    """Of digits only 0, 1, 6, 8 and 9 can be turned; the order turns too."""
    assert turned(number) == other


@given(st.text("01689", min_size=3, max_size=3))
def test_turning_twice_changes_nothing(number: str):
    """Upside down twice is upright again."""
    once = turned(number)
    assert once is not None
    assert turned(once) == number


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("D012", Fit("D012")),
        ("1V/08", Fit("IV/08", (0,))),
        ("11/11", Fit("II/11", (0, 1))),
        ("V1/01", Fit("VI/01", (1,))),
        ("#L10", Fit("L10")),
        ("1/08", Fit("I/08", (0,))),
        ("2/08", None),
    ],
)
def test_letters_that_were_told_as_digits(text: str, fit: Fit | None):
    """The recogniser tells I and O as 1 and 0; the form of a code tells where they must be letters."""
    assert EVERY.fit(text, CARD_ID) == fit


@pytest.mark.parametrize(
    ("text", "other"), [("168", "891"), ("606", "909"), ("689", ""), ("123", ""), ("D018", ""), ("X/08", "")]
)
def test_codes_that_are_others_upside_down(text: str, other: str):
    """Numbers only, of our games; of another game whatever its pattern allows the other way up as well."""
    fit = EVERY.fit(text, NUMBOX if text.isdigit() else CARD_ID)
    assert fit is not None
    assert fit.turned == other
    slashed = Grammar([CodeKind(CARD_ID, "[0-9]{2}/[0-9]{2}")]).fit("06/00", CARD_ID)
    assert slashed is not None
    assert slashed.turned == "00/90"


def test_codes_of_a_made_up_game():
    """Another game's codes are known by a pattern alone, and by a list where it gives one."""
    grammar = Grammar(
        [CodeKind(CARD_ID, "[A-Z]{2}-[0-9]{2}"), CodeKind(CARD_ID, "Q[0-9]{2}", frozenset({"Q01", "Q07"}))]
    )
    assert [grammar.code(text, CARD_ID) for text in ("AB-12", "#Q07", "Q02", "D012", "ab-12")] == [
        "AB-12",
        "Q07",
        None,
        None,
        None,
    ]
    assert grammar.fit("1O-10".replace("O", "0"), CARD_ID) == Fit("IO-10", (0,))


def test_what_may_be_two_codes_is_told():
    """Where the same print is a code with a letter and one with a digit, neither is the only one."""
    grammar = Grammar([CodeKind(CARD_ID, "[A-Z0-9]{4}")])
    assert grammar.fit("A102", CARD_ID) == Fit("A102", only=False)
    assert grammar.fit("A234", CARD_ID) == Fit("A234")
    listed = Grammar([CodeKind(CARD_ID, "[A-Z0-9]{4}", frozenset({"AI02"}))])
    assert listed.fit("A102", CARD_ID) == Fit("AI02", (1,))
