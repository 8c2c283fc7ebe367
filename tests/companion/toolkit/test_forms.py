"""Short ways to say what is asked."""

import pytest

from companion.api.text import T
from companion.toolkit import pick, seat_name, seat_of, tap, usual, whole


@pytest.mark.parametrize(("wanted", "kept"), [(None, None), (3, 3), (0, 1), (12, 9)])
def test_the_usual_number_lies_within_its_limits(wanted: int | None, kept: int | None):
    """A first value that no longer fits becomes the nearest that does."""
    ask = whole("count", T("How many"), 9, wanted, at_least=1)
    assert (ask.at_least, ask.at_most, ask.usual) == (1, 9, kept)


def test_a_change_is_likely_both_ways():
    """Nothing can be added to 25 of 25, and mostly up to 3 are taken away."""
    ask = whole("by", T("By"), 0, at_least=-25, likely=3, signed=True)
    assert (ask.likely, ask.signed) == (3, True)
    assert whole("count", T("Count"), 2, likely=8).likely == 2


def test_one_of_a_few():
    """Answers with their labels in their order; the map that can be tapped."""
    ask = pick("place", T("Where"), {"a": T("Site A"), "b": T("Site B")}, usual="b", on="board")
    assert [(choice.value, str(choice.label)) for choice in ask.choices] == [("a", "Site A"), ("b", "Site B")]
    assert (ask.usual, ask.on) == ("b", "board")


def test_taps():
    """A move with all its arguments; the usual one is toned so."""
    offer = tap("take", T("Take"), "danger", "rules.take", note=T("All"), count=3)
    assert (offer.move.name, offer.move.args, offer.tone, offer.rule) == ("take", {"count": 3}, "danger", "rules.take")
    assert str(offer.note) == "All"
    assert usual("take", T("Take"), count=1).tone == "usual"


def test_seats_as_answers():
    """`seat1` is the first one."""
    assert [seat_name(seat) for seat in range(2)] == ["seat1", "seat2"]
    assert [seat_of(seat_name(seat)) for seat in range(4)] == [0, 1, 2, 3]
