"""Every number set by hand."""

import pytest

from companion.api.game import IllegalMove, Pick, Urgency, Whole
from tests.companion.games.torrenar.table import GAME

from .table import ADA, BEN, Evening, begun


@pytest.mark.parametrize(
    "name", ["smokestack", "action_stack", "forfeit", "mitigated", "draw_2", "hand_1", "discard_3"]
)
def test_a_number_set_by_hand_is_the_number(name: str):
    """After "the table says 9" it is 9, and nothing else has changed."""
    evening = begun()
    others = {one.ask.name: one.now for one in GAME.corrections(evening.state)}
    evening.correct(name, 9)
    assert {one.ask.name: one.now for one in GAME.corrections(evening.state)} == others | {name: 9}


def test_everything_can_be_set():
    """Whose turn it is, the shared piles, Court Victory, both two-sided cards, and five numbers of each player."""
    names = [one.ask.name for one in GAME.corrections(begun(2).state)]
    own = [f"{pile}_{seat}" for seat in (1, 2) for pile in ("draw", "hand", "discard", "hidden", "shown")]
    shared = ["turn", "smokestack", "forfeit", "mitigated", "action_stack", "court_victory", "reprieve", "hourglass"]
    assert names == [*shared, *own]


def test_everything_stands_under_a_heading():
    """The turn, the stacks, and each player's piles."""
    groups = [str(one.group) for one in GAME.corrections(begun(2).state)]
    assert list(dict.fromkeys(groups)) == ["Round the table", "Stacks", "Ada", "Ben"]


def test_an_uncounted_stack_is_not_shown_as_a_number():
    """What is unknown cannot be corrected; it can be counted."""
    evening = begun(stack=None)
    assert "action_stack" not in [one.ask.name for one in GAME.corrections(evening.state)]
    assert "count_stack" in [offer.move.name for offer in GAME.prompts(evening.state)[1].offers]


def test_now_always_lies_within_its_limits():
    """Before and during play every present value fits what is asked for."""
    for evening in (Evening(3), begun(8)):
        for one in GAME.corrections(evening.state):
            if isinstance(one.ask, Whole):
                assert one.ask.at_least <= one.now <= one.ask.at_most  # type: ignore[operator]
            if isinstance(one.ask, Pick):
                assert one.now in [choice.value for choice in one.ask.choices]


def test_a_smokestack_set_to_nothing_is_lost_and_set_back_goes_on():
    """The rule holds for corrections too; a mistake is mended by another one."""
    evening = begun()
    evening.correct("smokestack", 0)
    assert evening.state.lost
    assert evening.told("lost").urgency is Urgency.FINAL
    evening.correct("smokestack", 12)
    assert not evening.state.ended
    assert GAME.prompts(evening.state)[0].name == "turn.actions"


def test_fewer_cards_hold_fewer_pollutants():
    """Ada's 10 hidden cards had 6 Pollutants; with only 4 left there cannot be more than 4."""
    evening = begun()
    evening.correct("draw_1", 0)
    evening.correct("hand_1", 4)
    assert evening.state.players[ADA].hidden == 4


def test_the_turn_can_be_given_to_another_player():
    """That player begins with Actions; an Action in use is dropped."""
    evening = begun()
    evening.play("use", card="action")
    evening.correct("turn", "2")
    assert (evening.state.turn, evening.state.step, evening.state.using) == (BEN, "actions", None)


def test_a_stack_set_to_nothing_has_no_court_victory_below():
    """An empty Action stack has no bottom card any more; a new one is made of the Forfeit pile (Drawing)."""
    evening = begun()
    evening.set(forfeit=3)
    evening.correct("action_stack", 0)
    assert not evening.state.court_victory_lies_below
    evening.play("gain", seat="1", number=1, place="action_stack", what="actions")
    assert (evening.state.action_stack, evening.state.court_victory_lies_below) == (2, False)


def test_a_slip_in_the_stack_leaves_court_victory_where_it_lies():
    """0 typed for 10: set right, Court Victory lies below as before (Setup: Action Stack)."""
    evening = begun()
    evening.correct("action_stack", 0)
    evening.correct("action_stack", 10)
    assert evening.state.court_victory_lies_below


def test_where_court_victory_is_can_be_set():
    """The table knows better."""
    evening = begun()
    evening.correct("court_victory", "up")
    assert "court_victory" in used(evening)
    evening.correct("court_victory", "below")
    assert "court_victory" not in used(evening)


def used(evening: Evening) -> set[str]:
    """The cards that can be used now."""
    return {str(offer.move.args["card"]) for offer in evening.prompt.offers if offer.move.name == "use"}


@pytest.mark.parametrize("name", ["coal", "draw_4", "", "won", "players", "step", "__class__"])
def test_what_is_no_value_of_the_game_is_refused(name: str):
    """One sentence, and nothing is changed."""
    with pytest.raises(IllegalMove, match="nothing of that name"):
        begun().correct(name, 1)
