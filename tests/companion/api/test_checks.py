"""Arguments of moves are checked against what was asked for, and every refusal names the field."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.api.checks import check_args, check_value
from companion.api.game import Ask, Choice, Code, Pick, Whole, Words
from companion.api.refusals import BadMove
from companion.api.text import T

COAL = Whole(name="coal", label=T("Coal"), at_least=1, at_most=5)
SIDE = Pick(name="side", label=T("Side"), choices=(Choice(value="left", label=T("Left")),))
NAME = Words(name="name", label=T("Name"), at_most_chars=8)
CARD = Code(name="card", label=T("Card"), kind="card_id", pattern=r"[DM]\d{3}", suits=T("a card such as D012"))
ASKS = (COAL, SIDE, NAME, CARD)
GOOD: dict[str, Any] = {"coal": 5, "side": "left", "name": "Anna", "card": "D012"}


def test_what_fits_is_taken() -> None:
    """Arguments that fit come back, trimmed, and codes in upper case."""
    assert check_args(ASKS, GOOD | {"card": " d012 ", "name": " Żółw "}) == GOOD | {"name": "Żółw"}


ANY = r"[DM]\d{3}"


@pytest.mark.parametrize(
    ("pattern", "typed", "meant"),
    [
        (ANY, "D12", "D012"),
        (ANY, "#d12", "D012"),
        (ANY, "D012.", "D012"),
        (ANY, "d 12", "D012"),
        (ANY, "DO12", "D012"),
        (ANY, "mo7", "M007"),
        (ANY, "D1", "D001"),
        (r"[IVX]+/[0-9]{2}", "iv / 3", "IV/03"),
        (r"[A-Z]+O\d{2}", "go1", "GO01"),
        (r"\d+", "12", "12"),
    ],
)
def test_a_code_is_taken_as_it_is_meant(pattern: str, typed: str, meant: str) -> None:
    """Case, spaces, an O for a nought and noughts left out do not matter where one code alone can be meant."""
    assert check_value(structs.replace(CARD, pattern=pattern), typed) == meant


@pytest.mark.parametrize(
    ("pattern", "typed"),
    [(ANY, "D1234"), (ANY, "X12"), (ANY, ""), (r"D\d{3}|D\d{4}", "D12"), (r"A\d{2}B\d|A\dB\d{2}", "A1B1")],
)
def test_a_code_that_is_none_or_could_be_several_is_refused(pattern: str, typed: str) -> None:
    """What fits no code, or two of them, is not guessed."""
    with pytest.raises(BadMove, match="does not fit “Card”"):
        check_value(structs.replace(CARD, pattern=pattern), typed)


CARD_TEXT = Words(name="text", label=T("Text"), at_most_chars=20, lines=True)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("gain food 3", "gain food 3"),
        ("one\r\ntwo\rthree\n", "one\ntwo\nthree"),
        ("\n\n  one \n\n two\t\n", "one\n\ntwo"),
        ("a\tb", "a b"),
        ("x" * 20, "x" * 20),
        ("\r\n" * 15, ""),
        ("", ""),
    ],
)
def test_a_text_of_several_lines(given: str, taken: str) -> None:
    """Lines are trimmed, whatever ends them, and empty ones at either end go away."""
    assert check_value(CARD_TEXT, given) == taken


@pytest.mark.parametrize("given", ["x" * 21, "x\n" * 11, "x" * 10_000_000, "a\x00b\nc", "a\nb\u202e", 7, None])
def test_a_text_of_several_lines_has_limits_too(given: object) -> None:
    """A text that is too long in all, or has what cannot be shown, is refused naming the field."""
    with pytest.raises(BadMove, match="“Text”") as caught:
        check_value(CARD_TEXT, given)
    assert len(str(caught.value)) < 120


def test_no_text_is_longer_than_an_export_holds() -> None:
    """Whatever a game allows, a text stays within what an evening's file may hold."""
    with pytest.raises(BadMove, match="at most 2000 characters"):
        check_value(Words(name="text", label=T("Text"), at_most_chars=9_999, lines=True), "x" * 2_001)


@pytest.mark.parametrize("name", GOOD)
def test_missing_argument_is_named(name: str) -> None:
    """An argument that is missing is named by its label."""
    args = {key: value for key, value in GOOD.items() if key != name}
    label = next(ask.label for ask in ASKS if ask.name == name)
    with pytest.raises(BadMove, match=f"“{label}” is missing"):
        check_args(ASKS, args)


def test_surplus_argument_is_named_shortly() -> None:
    """An argument that nobody asked for is named, however long its name."""
    with pytest.raises(BadMove, match="Nothing called “xxx") as caught:
        check_args(ASKS, GOOD | {"x" * 1_000_000: 1})
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("args", [None, [], "coal", 3, [("coal", 1)]])
def test_arguments_must_be_named(args: object) -> None:
    """Arguments that are no mapping are refused."""
    with pytest.raises(BadMove, match="names with values"):
        check_args(ASKS, args)


@pytest.mark.parametrize(
    ("ask", "value", "sentence"),
    [
        (COAL, 0, "“Coal” must be from 1 to 5, not 0."),
        (COAL, 6, "“Coal” must be from 1 to 5, not 6."),
        pytest.param(COAL, 10**5000, "“Coal” must be from 1 to 5, not ….$", id="huge"),
        (COAL, True, "“Coal” must be a whole number, not “True”"),
        (COAL, 2.0, "“Coal” must be a whole number, not “2.0”"),
        (COAL, "2", "“Coal” must be a whole number, not “2”"),
        (COAL, None, "“Coal” must be a whole number, not “None”"),
        (COAL, [2], "“Coal” must be a whole number, not “list”"),
        (SIDE, "right", "“right” is not one of the answers to “Side”"),
        (SIDE, ["left"], "“list” is not one of the answers to “Side”"),
        (NAME, "x" * 9, "“Name” may have at most 8 characters"),
        (NAME, "x" * 10_000_000, "“Name” may have at most 8 characters"),
        (NAME, "a\nb", "“Name” may only have letters, digits and signs"),
        (NAME, "a\x00b", "“Name” may only have letters, digits and signs"),
        (NAME, "a\u202eb", "“Name” may only have letters, digits and signs"),
        (NAME, 7, "“Name” must be words, not “7”"),
        (CARD, "X012", "“X012” does not fit “Card”: it should be a card such as D012"),
        (CARD, "D0123", "“D0123” does not fit “Card”"),
        (CARD, "D012\n" * 100_000, "does not fit “Card”"),
        (CARD, 12, "“12” does not fit “Card”"),
        (Whole(name="one", label=T("One"), at_least=3, at_most=3), 4, "“One” can only be 3, not 4"),
    ],
)
def test_what_does_not_fit_is_refused(ask: Ask, value: object, sentence: str) -> None:
    """A value of the wrong kind, out of range or huge is refused with a short sentence that names the field."""
    with pytest.raises(BadMove, match=sentence) as caught:
        check_value(ask, value)
    assert len(str(caught.value)) < 150


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
)


@pytest.mark.slow
@given(ANYTHING)
def test_anything_else_is_refused_or_taken(args: object) -> None:
    """Whatever is sent, the answer is a refusal in words or arguments within the limits; never another error."""
    try:
        taken = check_args((COAL,), args)
    except BadMove as refusal:
        taken, sentence = None, str(refusal)
    assert len(sentence) < 200 if taken is None else taken == args


def test_a_space_that_holds_words_together_is_a_space() -> None:
    """What was copied off a page, where no line may end between two words, is taken as if it had been typed."""
    assert check_value(NAME, "A\u00a0new") == "A new"
