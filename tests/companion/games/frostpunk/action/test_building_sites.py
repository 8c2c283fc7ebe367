"""What is built and where is one tap, where few spaces are likely."""

from __future__ import annotations

from companion.api.game import Offer, Pick
from companion.games.frostpunk.city.land import Space

from ..table import Evening
from .table import acting, lay, offers, warm


def building(*tiles: tuple[Space, Space]) -> Evening:
    """Near tiles with these things on them, round a Generator tile whose two other spaces have Deposits."""
    evening = acting(2)
    for number, lies in enumerate(tiles, 1):
        lay(evening, f"N{number}", *lies)
    warm(evening)
    return evening.set(swift=True)


def row(evening: Evening, kind: str, name: str = "act_build_then") -> Offer:
    return next(one for one in offers(evening, name) if one.move.args["building"] == kind)


def spaces(offer: Offer) -> list[str]:
    """The spaces that stand in a row, the map last, as an empty answer."""
    [ask] = offer.asks
    assert isinstance(ask, Pick)
    return [choice.value.rpartition("=")[2] for choice in ask.choices]


FREE, COAL = Space(), Space(what="coal", count=2)


def test_free_spaces_stand_in_the_row_of_a_building():
    """p. 26: on N1 and N2 one half each is free, on N3 none; what lies on the others would go back to the bank."""
    evening = building((FREE, COAL), (COAL, FREE), (COAL, COAL))
    assert spaces(row(evening, "tent")) == ["N1.1", "N2.2", ""]
    [ask] = row(evening, "tent").asks
    assert isinstance(ask, Pick)
    assert [choice.at for choice in ask.choices] == ["N1.1", "N2.2", None]  # each shows where it is, the map is the map


def test_kind_and_space_are_one_tap():
    """A Tent, and as the second Building a Workshop; all that was built is told, and once more may be built."""
    evening = building((FREE, COAL), (COAL, FREE))
    tent = row(evening, "tent")
    [ask] = tent.asks
    assert isinstance(ask, Pick)
    evening.play(tent.move.name, **tent.move.args, then=ask.choices[0].value)
    workshop = row(evening, "workshop", "construct_plan_then")
    [ask] = workshop.asks
    assert isinstance(ask, Pick)
    evening.play(workshop.move.name, **workshop.move.args, then=ask.choices[0].value)
    built = [(one.kind, one.at) for one in evening.state.city.buildings[-2:]]
    assert built == [("tent", ("N1.1",)), ("workshop", ("N2.2",))]


def test_any_other_space_is_tapped_on_the_map():
    """The empty answer asks where it stands, among all spaces."""
    evening = building((FREE, COAL), (COAL, FREE))
    evening.play("act_build_then", **row(evening, "tent").move.args, then="")
    assert evening.asked == "action.site"
    [where] = offers(evening, "construct_build")[0].asks
    assert isinstance(where, Pick)
    assert {"N1.1", "N1.2", "N2.1", "N2.2"} <= {choice.value for choice in where.choices}


def test_where_many_spaces_are_free_the_map_is_asked():
    """Six free spaces are no row; the Buildings stand together under their heading."""
    evening = building((FREE, FREE), (FREE, FREE), (FREE, FREE))
    assert not [one for one in offers(evening, "act_build_then") if one.move.args["building"] == "tent"]
    assert any("tent" in {choice.value for choice in one.asks[0].choices} for one in offers(evening, "act_build"))  # type: ignore[union-attr]


def test_where_no_space_is_free_all_of_a_few_stand_there():
    """Four spaces with Coal, and the two Deposits of the Generator tile."""
    evening = building((COAL, COAL), (COAL, COAL))
    assert spaces(row(evening, "tent")) == ["G.4", "G.5", "N1.1", "N1.2", "N2.1", "N2.2", ""]
