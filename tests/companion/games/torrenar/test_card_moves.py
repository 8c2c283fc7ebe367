"""The six words of the glossary, their usual places, and piles that run out."""

import pytest

from companion.api.game import IllegalMove, Pick, Urgency
from companion.games.torrenar.card_moves import WORDS
from tests.companion.games.torrenar.table import GAME

from .table import ADA, BEN, Evening, all_cards, begun


def usual(evening: Evening, word: str) -> dict[str, object]:
    """The first values of a word's questions at this moment."""
    [offer] = [one for one in GAME.prompts(evening.state)[1].offers if one.move.name == word and not one.move.args]
    return {ask.name: getattr(ask, "usual", None) for ask in offer.asks}


def test_gain_means_from_the_action_stack_to_the_discard_pile():
    """A Gain without a place takes from the Action stack; the card does not come to the Hand."""
    evening = begun()
    assert usual(evening, "gain") == {"seat": "1", "number": 1, "place": "action_stack", "what": "actions"}
    evening.play("gain", seat="2", number=2, place="action_stack", what="actions")
    assert evening.of(BEN) == (5, 5, 2)
    assert evening.state.action_stack == 28


def test_draw_means_from_the_own_draw_pile_to_the_hand():
    """A Draw without a place takes from the own Draw pile."""
    evening = begun()
    assert usual(evening, "draw")["place"] == "own_draw"
    evening.play("draw", seat="2", number=2, place="own_draw", what="actions")
    assert evening.of(BEN) == (3, 7, 0)


def test_draw_may_name_another_place():
    """Drawn from the Action stack, a card comes to the Hand."""
    evening = begun()
    evening.play("draw", seat="1", number=1, place="action_stack", what="actions")
    assert evening.of(ADA) == (5, 6, 0)
    assert evening.state.action_stack == 29


def test_discard_means_from_the_hand_to_the_own_discard_pile():
    """A Discard goes to the pile of whoever owns the card."""
    evening = begun()
    assert usual(evening, "discard")["place"] == "hand_1"
    evening.play("discard", number=2, place="hand_2", what="actions")
    assert evening.of(BEN) == (5, 3, 2)


def test_forfeit_means_from_the_hand_to_the_forfeit_pile():
    """A Forfeit without a place takes from the Hand; it can name another one."""
    evening = begun()
    assert usual(evening, "forfeit")["place"] == "hand_1"
    evening.play("forfeit", number=1, place="hand_1", what="actions")
    evening.play("forfeit", number=3, place="action_stack", what="actions")
    assert (evening.of(ADA), evening.state.forfeit, evening.state.action_stack) == ((5, 4, 0), 4, 27)


def test_mitigate_takes_cards_out_of_the_game():
    """Two Pollutants of Ada's Hand are gone for good: 4 of her Pollutants remain."""
    evening = begun()
    evening.play("mitigate", number=2, place="hand_1", what="pollutants")
    assert (evening.of(ADA), evening.state.mitigated) == ((5, 3, 0), 2)
    assert evening.state.players[ADA].pollutants == 4


def test_return_puts_cards_back_where_they_came_from():
    """Drawn and Returned, everything lies as before."""
    evening = begun()
    before = evening.state
    evening.play("draw", seat="1", number=2, place="own_draw", what="actions")
    assert evening.play("return", number=2, place="hand_1", what="actions", back_to="draw_1") == before


def test_what_is_gained_from_the_smokestack_is_always_a_pollutant():
    """The Smokestack holds nothing else, whatever was said."""
    evening = begun()
    evening.play("gain", seat="2", number=1, place="smokestack", what="actions")
    assert (evening.state.players[BEN].shown, evening.state.smokestack) == (1, 20)
    assert evening.told("smokestack_fell").args == {"to": 20}


def test_a_mitigated_smokestack_card_brings_the_end_nearer():
    """Whatever takes the last card off the Smokestack loses the game, and no more than there are is taken."""
    evening = begun()
    evening.set(smokestack=2)
    evening.play("mitigate", number=3, place="smokestack", what="pollutants")
    assert (evening.state.smokestack, evening.state.mitigated) == (0, 2)
    assert evening.told("lost").urgency is Urgency.FINAL


def test_after_the_end_no_card_is_moved():
    """A lost game stays as it is, until the step is undone."""
    evening = begun()
    evening.set(smokestack=0)
    for word in WORDS:
        args: dict[str, str | int] = {"number": 1, "place": "hand_1", "what": "actions"}
        args |= {"seat": "1"} if word in ("gain", "draw") else {}
        args |= {"back_to": "draw_1"} if word == "return" else {}
        with pytest.raises(IllegalMove, match="game is over"):
            evening.play(word, **args)


def test_an_empty_action_stack_is_refilled_only_when_a_card_is_needed():
    """Stack 1, Forfeit pile 4: the first Gain leaves it empty, the second shuffles the 4 in and takes 1."""
    evening = begun(stack=1)
    evening.set(forfeit=4)
    evening.play("gain", seat="1", number=1, place="action_stack", what="actions")
    assert (evening.state.action_stack, evening.state.forfeit) == (0, 4)
    evening.play("gain", seat="1", number=1, place="action_stack", what="actions")
    assert (evening.state.action_stack, evening.state.forfeit) == (3, 0)
    assert evening.told("action_stack_refilled").args == {"cards": 4}


def test_a_gain_is_resumed_after_the_refill():
    """Gain 3 with 1 in the stack and 4 Forfeited: 1, then the refill, then 2 more; 2 are left."""
    evening = begun(stack=1)
    evening.set(forfeit=4)
    evening.play("gain", seat="1", number=3, place="action_stack", what="actions")
    assert (evening.of(ADA), evening.state.action_stack, evening.state.forfeit) == ((5, 5, 3), 2, 0)
    assert evening.told("gained").args == {"cards": 3, "place": "action_stack"}


def test_a_refill_comes_before_the_forfeited_card_is_gained_for():
    """Using the last card: the Action is Forfeited first, so it is itself shuffled into the new stack and Gained."""
    evening = begun(stack=0)
    evening.play("use", card="action")
    evening.play("paid")
    evening.play("forfeit_used")
    assert (evening.of(ADA), evening.state.action_stack, evening.state.forfeit) == ((5, 4, 1), 0, 0)


def test_the_bottom_of_the_first_stack_is_court_victory():
    """Whoever takes the last card is told that it should be Court Victory; a refilled stack tells it no more."""
    evening = begun(stack=2)
    evening.set(forfeit=1)
    evening.play("gain", seat="2", number=2, place="action_stack", what="actions")
    assert "the Discard pile of Ben" in str(evening.told("court_victory_came_up").text)
    evening.play("gain", seat="1", number=1, place="action_stack", what="actions")
    assert "court_victory_came_up" not in evening.names


def test_an_uncounted_action_stack_never_runs_out_by_itself():
    """Where nobody counted, cards are taken and the number stays unknown."""
    evening = begun(stack=None)
    evening.play("gain", seat="1", number=5, place="action_stack", what="actions")
    assert evening.state.action_stack is None
    assert evening.of(ADA) == (5, 5, 5)


def test_drawing_beyond_all_cards_takes_what_there_is():
    """5 in the Draw pile and 2 Discarded: of 9 only 7 come, with one reshuffle."""
    evening = begun()
    evening.piles(ADA, 5, 1, 2, 3, 1)
    evening.play("draw", seat="1", number=9, place="own_draw", what="actions")
    assert evening.of(ADA) == (0, 8, 0)
    assert evening.told("drew").args == {"cards": 7, "place": "draw_1"}


def test_a_card_of_a_draw_pile_that_ran_out_is_shuffled_in_first():
    """Gain from Ben's empty Draw pile: his 4 Discarded cards are shuffled, one goes to Ada, 3 stay."""
    evening = begun()
    evening.piles(BEN, 0, 2, 4, 1, 2)
    evening.play("gain", seat="1", number=1, place="draw_2", what="pollutants")
    assert (evening.of(BEN), evening.of(ADA)) == ((3, 2, 0), (5, 5, 1))
    assert (evening.state.players[BEN].hidden, evening.state.players[ADA].shown) == (2, 1)


def test_more_than_lies_there_is_not_moved():
    """Forfeit 3 with 2 in Hand: 2 are Forfeited and the fact says 2."""
    evening = begun()
    evening.piles(ADA, 5, 2, 3, 3, 2)
    evening.play("forfeit", number=3, place="hand_1", what="actions")
    assert (evening.of(ADA), evening.state.forfeit) == ((5, 0, 3), 2)
    assert evening.told("forfeited").args["cards"] == 2


def test_the_action_in_use_stays_in_the_hand():
    """A Cost of Discarding 5 with 5 in Hand, one of them in use, takes 4."""
    evening = begun()
    evening.play("use", card="action")
    evening.play("discard", number=5, place="hand_1", what="actions")
    assert evening.of(ADA) == (5, 1, 4)
    evening.play("paid")
    evening.play("discard_used")
    assert evening.of(ADA) == (5, 0, 5)


def test_only_a_player_s_own_cards_are_discarded():
    """From a shared pile cards are Gained, not Discarded."""
    with pytest.raises(IllegalMove, match="they are Gained"):
        begun().play("discard", number=1, place="smokestack", what="pollutants")


@pytest.mark.parametrize("place", ["hand_4", "draw_8"])
def test_a_pile_of_nobody_is_refused(place: str):
    """There is no fourth player in a game of three."""
    with pytest.raises(IllegalMove, match="no player"):
        begun().play("mitigate", number=1, place=place, what="pollutants")


def test_only_piles_with_cards_are_offered():
    """At the first turn nothing is Discarded, Forfeited or Mitigated, so nothing can be taken from there."""
    evening = begun()
    offers = GAME.prompts(evening.state)[1].offers
    for offer in (one for one in offers if one.move.name in WORDS and not one.move.args):
        [place] = [ask for ask in offer.asks if ask.name == "place"]
        assert isinstance(place, Pick)
        values = {choice.value for choice in place.choices}
        assert not values & {"discard_1", "discard_2", "forfeit", "mitigated"}
        assert "hand_4" not in values


@pytest.mark.parametrize("word", WORDS)
def test_no_word_makes_or_loses_a_card(word: str):
    """The number of cards on the table is the same before and after."""
    evening = begun()
    before = all_cards(evening.state)
    evening.play(word, **usual(evening, word))  # type: ignore[arg-type]
    assert all_cards(evening.state) == before


def test_words_are_open_at_every_step_of_a_turn():
    """A card can move others at any time: while Actions are used, paid for, done, and before Pollutants are dealt."""
    evening = begun()
    steps = []
    for move, args in [("use", {"card": "action"}), ("paid", {}), ("discard_used", {}), ("no_more_actions", {})]:
        evening.play(move, **args)
        steps.append(evening.state.step)
        offered = [offer.move.name for offer in GAME.prompts(evening.state)[1].offers]
        assert set(WORDS) <= set(offered)
    assert steps == ["cost", "effect", "actions", "pollutants"]
