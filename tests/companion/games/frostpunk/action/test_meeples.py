"""Meeples at the start of the Action Phase, Spent tokens, and who is free (rulebook p. 22, 39)."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.cards.piles import Location, Stack
from tests.companion.games.frostpunk.table import Evening, begun

from .table import acting, put


def before(**board: int) -> Evening:
    """The step in which the Meeples are counted, as in a later round."""
    evening = begun(**board)
    for kind, count in (("workers", 5), ("engineers", 3), ("children", 2)):
        evening.group(kind, meeples=count)
    return evening.at("preparation.advisor", advisors=())


def test_society_one_begins_with_five_three_and_two():
    """p. 12: 22 workers give 5 Worker Meeples, 12 engineers 3, 8 children 2."""
    assert meeples.by_bars(begun().state) == {"workers": 5, "engineers": 3, "children": 2}


@pytest.mark.parametrize(("citizens", "bar"), [(8, 2), (9, None), (10, None), (11, 3), (12, 3), (7, None)])
def test_between_two_spaces_of_the_same_bar_all_have_it(citizens: int, bar: int | None):
    """p. 22: more Citizens never give fewer Meeples, so 11 lies between 10 and 12, which both show 3."""
    evening = begun(meeples_at_10=3) if citizens == 11 else begun()
    assert meeples.by_bar(evening.state, citizens) == bar


def test_what_is_not_known_is_asked_once_and_kept():
    """p. 22: 13 engineers stand on a space that nobody has read yet."""
    evening = before().group("engineers", citizens=13)
    evening.play("no_advisor")
    assert evening.asked == "action.meeples"
    assert [ask.name for ask in evening.prompt.offers[0].asks] == ["engineers"]
    evening.play("set_meeples", workers=5, engineers=4, children=2)
    assert evening.board_facts == {"meeples_at_13": 4}
    assert evening.state.engineers.meeples == 4
    assert evening.asked == "action.turn"


def test_types_on_one_space_are_proposed_the_same():
    """p. 22: 13 workers and 13 engineers stand under one bar, so what is filled in can be taken as it is."""
    evening = before().group("workers", citizens=13).group("engineers", citizens=13)
    evening.play("no_advisor")
    filled = {ask.name: ask.usual for ask in evening.prompt.offers[0].asks}
    assert filled == {"workers": 5, "engineers": 5}
    evening.play("set_meeples", **evening.prompt.offers[0].move.args, **filled)
    assert (evening.state.workers.meeples, evening.state.engineers.meeples) == (5, 5)


def test_when_nothing_changes_no_tap_is_asked():
    """p. 22: all bars are known, and no Spent tokens lie there."""
    evening = before()
    evening.play("no_advisor")
    assert evening.asked == "action.turn"


def test_the_first_round_takes_what_the_setup_put_there():
    """p. 12, 18: the setup gives the Meeples by the same bars, so the first Action Phase begins without a tap."""
    assert begun().asked == "action.turn"


def test_a_change_is_said_and_done_by_one_tap():
    """p. 22: 22 workers have become 20, whose bar shows 4: one Worker Meeple goes back."""
    evening = before(meeples_at_20=4).group("workers", citizens=20)
    evening.play("no_advisor")
    assert "give 1 Worker Meeple back" in str(evening.prompt.do)
    evening.play("set_meeples", **evening.prompt.offers[0].move.args)
    assert evening.state.workers.meeples == 4


def test_three_children_four_engineers_and_five_workers():
    """p. 22, example: the bars over the three Citizen markers say so; a Child and an Engineer Meeple come in."""
    evening = before(meeples_at_14=3, meeples_at_18=4).group("children", citizens=14).group("engineers", citizens=18)
    evening.play("no_advisor")
    moved = "take 1 Engineer Meeple from the bank and take 1 Child Meeple from the bank"
    assert str(evening.prompt.do) == f"Meeples: {moved}."
    evening.play("set_meeples", **evening.prompt.offers[0].move.args)
    assert [meeples.available(evening.state, kind) for kind in ("children", "engineers", "workers")] == [3, 4, 5]


def test_two_types_on_one_space_have_one_bar():
    """p. 22: the three types share the track, so a space cannot show two numbers."""
    evening = before().group("engineers", citizens=13).group("children", citizens=13)
    evening.play("no_advisor")
    with pytest.raises(IllegalMove, match="same"):
        evening.play("set_meeples", workers=5, engineers=4, children=3)


def test_meeples_go_onto_spent_tokens():
    """p. 22: two Spent worker tokens take two of five Worker Meeples, which cannot act."""
    evening = before().group("workers", spent=2)
    evening.play("no_advisor")
    assert "put 2 Worker Meeples onto their Spent tokens" in str(evening.prompt.do)
    evening.play("set_meeples", workers=5, engineers=3, children=2)
    assert evening.state.workers.carried == 2
    assert meeples.available(evening.state, "workers") == 3


def test_spent_tokens_without_a_meeple_stay_empty():
    """p. 22: of three Spent child tokens, two find a Meeple; the third stays empty."""
    evening = before().group("children", spent=3)
    evening.play("no_advisor")
    evening.play("set_meeples", workers=5, engineers=3, children=2)
    assert (evening.state.children.spent, evening.state.children.carried) == (3, 2)
    meeples_left = meeples.available(evening.state, "children")
    assert meeples_left == 0


def test_empty_spent_tokens_ask_for_no_tap():
    """p. 22: the only Child is away as a Scout, so the Spent token stays empty and nothing is to be moved by hand."""
    evening = before(meeples_at_3=1).group("children", citizens=3, meeples=1, spent=1)
    evening.state = replace(evening.state, stacks=(Stack(cards=(Location(deck="A"),), scout="children"),))
    evening.play("no_advisor")
    assert (evening.asked, evening.state.children.spent, evening.state.children.carried) == ("action.turn", 1, 0)


def test_scouts_count_towards_the_bar_but_cannot_act():
    """p. 22: one of five Workers is a Scout: four are free, and only four can stand on Spent tokens."""
    evening = before().group("workers", spent=5)
    scout = Stack(cards=(Location(deck="A"),), scout="workers", at=1)
    evening.at("preparation.advisor", stacks=(scout,))
    evening.play("no_advisor")
    evening.play("set_meeples", workers=5, engineers=3, children=2)
    assert evening.state.workers.carried == 4
    assert meeples.available(evening.state, "workers") == 0


def test_the_child_worker_comes_on_top_of_the_bar():
    """p. 39: with two Child Meeples by the bar, the Child Worker is a third one."""
    evening = acting().at("action.turn", child_worker=True)
    assert meeples.available(evening.state, "child_worker") == 1
    assert meeples.available(evening.state, "children") == 2
    assert meeples.at_home(evening.state, "children") == 3


def test_by_house_rule_the_child_worker_is_one_of_the_bar():
    """p. 22, 39, the other reading: of two Child Meeples by the bar, one is the Child Worker."""
    evening = acting().at("action.turn", child_worker=True, houses={"child_worker_on_top": "no"})
    assert meeples.available(evening.state, "child_worker") == 1
    assert meeples.available(evening.state, "children") == 1
    assert meeples.at_home(evening.state, "children") == 2


def test_what_a_bar_can_show_lies_between_its_neighbours():
    """p. 22: more people never give fewer Meeples: 20 lies between 12, with 3, and 22, with 5."""
    evening = before().group("workers", citizens=20)
    evening.play("no_advisor")
    [ask] = evening.prompt.offers[0].asks
    assert (ask.at_least, ask.at_most, ask.usual) == (3, 5, 5)  # type: ignore[union-attr]


def test_the_child_worker_stands_on_a_spent_token_only_after_the_children():
    """p. 22, 39: three Spent child tokens take both Children and then the Child Worker."""
    evening = before().group("children", spent=3)
    evening.at("preparation.advisor", child_worker=True)
    evening.play("no_advisor")
    evening.play("set_meeples", workers=5, engineers=3, children=2)
    assert evening.state.children.carried == 3
    assert meeples.available(evening.state, "children") == 0
    assert meeples.available(evening.state, "child_worker") == 0


def test_placed_meeples_are_not_free():
    """p. 22: a Meeple acts once a round."""
    evening = acting()
    put(evening, "workers", "G.5")
    put(evening, "automatons", "snow")
    evening.state = replace(evening.state, automatons=2)
    assert meeples.available(evening.state, "workers") == 4
    assert meeples.available(evening.state, "automatons") == 1


def test_at_night_tokens_without_a_meeple_stay():
    """p. 29: three Spent child tokens, two with a Meeple: one stays and costs a Meeple next round."""
    evening = acting().group("children", spent=3, carried=2).at("night.return")
    evening.play("night_return")
    assert (evening.state.children.spent, evening.state.children.carried) == (1, 0)


def test_at_night_meeples_come_back_but_for_the_prison():
    """p. 29, 43: Meeples on spaces, boards and cards come back; the one in Prison sleeps there."""
    evening = acting(2, "N1")
    for kind, at in (("workers", "N1.1"), ("engineers", "card M002"), ("workers", "snow")):
        put(evening, kind, at)
    put(evening, "workers", "N1.2", stays=True)
    evening.at("night.return", coal=0)
    evening.play("night_return")
    assert meeples.available(evening.state, "engineers") == 3
