"""Using Actions: Cost, Cooperation, Effect, Discard or Forfeit, and the two winning cards."""

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.torrenar.actions import can_contribute
from tests.companion.games.torrenar.table import GAME

from .table import ADA, BEN, CLEO, DORA, Evening, all_cards, begun


def using(card: str = "action", players: int = 3) -> Evening:
    evening = came_up(begun(players))
    evening.play("use", card=card)
    return evening


def came_up(evening: Evening) -> Evening:
    """Court Victory lies under the Action stack no more."""
    return evening.set(court_victory_below=False)


def used(evening: Evening) -> list[str]:
    """The cards that are offered to be used."""
    offers = evening.prompt.offers
    actions = ["action"] if any(offer.move.name == "used" for offer in offers) else []
    return [*actions, *sorted(str(offer.move.args["card"]) for offer in offers if offer.move.name == "use")]


def beside(evening: Evening) -> set[str]:
    """The moves that are offered besides the turn itself."""
    return {offer.move.name for prompt in GAME.prompts(evening.state)[1:] for offer in prompt.offers}


def test_an_action_without_cost_is_used_and_discarded():
    """Cost, then Effect, then the card goes to the Discard pile: Hand 4, Discard pile 1; still the same turn."""
    evening = using()
    assert evening.play("paid").step == "effect"
    evening.play("discard_used")
    assert evening.of(ADA) == (5, 4, 1)
    assert (evening.state.step, evening.state.turn, evening.state.using) == ("actions", ADA, None)


def test_a_forfeited_action_brings_one_from_the_action_stack():
    """The card goes to the Forfeit pile, the Gained one to the Discard pile and not to the Hand."""
    evening = using()
    evening.play("paid")
    evening.play("forfeit_used")
    assert evening.of(ADA) == (5, 4, 1)
    assert (evening.state.forfeit, evening.state.action_stack) == (1, 29)


def test_any_number_of_actions_may_be_used():
    """Five Actions one after the other empty the Hand; a sixth is not there. Her Pollutants are in the Draw pile."""
    evening = begun(3)
    evening.piles(ADA, 5, 5, 0, 5, 0)
    for _ in range(5):
        evening.play("use", card="action")
        evening.play("paid")
        evening.play("discard_used")
    assert evening.of(ADA) == (5, 0, 5)
    with pytest.raises(IllegalMove, match="no card in the Hand"):
        evening.play("use", card="action")


def test_cost_comes_before_effect_and_effect_before_the_card_goes():
    """The three parts of using an Action can only be played in their order."""
    evening = using()
    for early in ("discard_used", "forfeit_used", "no_more_actions"):
        with pytest.raises(IllegalMove):
            evening.play(early)
    evening.play("paid")
    for late in ("paid", "call_off", "no_more_actions"):
        with pytest.raises(IllegalMove):
            evening.play(late)


def test_a_cost_of_one_s_own_is_paid_alone():
    """2 Cooperation are 2 cards of Ada's Hand on her Discard pile; nobody else gives."""
    evening = using()
    evening.play("pay_alone", cooperation=2)
    assert evening.of(ADA) == (5, 3, 2)
    assert evening.of(BEN) == evening.of(CLEO) == (5, 5, 0)
    assert evening.state.step == "effect"


def test_a_card_is_not_contributed_to_its_own_cost():
    """Of five Actions one is being used, so four can be Contributed."""
    evening = begun()
    evening.piles(ADA, 5, 5, 0, 5, 0)
    evening.play("use", card="action")
    with pytest.raises(IllegalMove, match="Ada has 4 cards left to Contribute"):
        evening.play("pay_alone", cooperation=5)
    evening.play("pay_alone", cooperation=4)
    assert evening.of(ADA) == (5, 1, 4)


@pytest.mark.parametrize(
    ("given", "discarded"),
    [
        ([(ADA, 1), (BEN, 1), (CLEO, 1)], [1, 1, 1]),
        ([(BEN, 3)], [0, 3, 0]),
        ([(ADA, 2), (CLEO, 1)], [2, 0, 1]),
        ([(CLEO, 1), (BEN, 1), (CLEO, 1)], [0, 1, 2]),
    ],
)
def test_the_glossary_s_collective_cost_of_three(given: list[tuple[int, int]], discarded: list[int]):
    """3 Cooperation Collectively: 1 + 1 + 1, 3 of one player, or 2 + 1; each gives cards of the own Hand."""
    evening = using()
    evening.play("pay_together", cooperation=3)
    for seat, cards in given:
        assert evening.state.step == "cost"
        evening.play("contribute", seat=str(seat + 1), cards=cards)
    assert evening.state.step == "effect"
    assert [evening.of(seat) for seat in range(3)] == [(5, 5 - cards, cards) for cards in discarded]
    assert evening.told("cooperation_contributed").args == {f"seat_{seat + 1}": discarded[seat] for seat in range(3)}


def test_nobody_discards_before_a_collective_cost_is_complete():
    """Two of three are promised and the Action is called off: every card is still in its Hand."""
    evening = begun(3)
    before = evening.state
    evening.play("use", card="action")
    evening.play("pay_together", cooperation=3)
    evening.play("contribute", seat="2", cards=2)
    assert evening.of(BEN) == (5, 5, 0)
    assert evening.play("call_off") == before


def test_no_more_than_is_missing_can_be_contributed():
    """Cooperation is not stored, so nothing beyond the Cost is taken."""
    evening = using()
    evening.play("pay_together", cooperation=2)
    evening.play("contribute", seat="1", cards=1)
    with pytest.raises(IllegalMove, match="Only 1 Cooperation is missing"):
        evening.play("contribute", seat="2", cards=2)


def test_nobody_can_promise_more_cards_than_the_hand_has():
    """Ben has 5 cards: 3 promised, then 3 more are refused, 2 are taken."""
    evening = using()
    evening.piles(BEN, 5, 5, 0, 5, 0)
    evening.play("pay_together", cooperation=8)
    evening.play("contribute", seat="2", cards=3)
    with pytest.raises(IllegalMove, match="Ben has 2 cards left"):
        evening.play("contribute", seat="2", cards=3)
    assert can_contribute(evening.play("contribute", seat="2", cards=2), BEN) == 0


def test_a_collective_cost_beyond_all_hands_is_refused():
    """Six of everybody's ten cards are Pollutants, so that a first Hand holds 4 Actions at most: 3 + 4 + 4 cards can be
    Contributed by three players while Ada uses one of hers: 11, not 12."""
    evening = using()
    with pytest.raises(IllegalMove, match="11 cards"):
        evening.play("pay_together", cooperation=12)
    assert evening.play("pay_together", cooperation=11).using.missing == 11  # type: ignore[union-attr]


def test_a_contributed_card_counts_as_an_action():
    """Only Actions have the icon: Ben's Pollutants stay the same, all in Draw pile and Hand."""
    evening = using()
    evening.play("pay_together", cooperation=2)
    state = evening.play("contribute", seat="2", cards=2)
    assert (state.players[BEN].hidden, state.players[BEN].shown) == (6, 0)


def test_contributors_are_named_until_the_action_is_done_and_then_forgotten():
    """The Effect may speak of Contributors; after it no Cooperation is kept anywhere."""
    evening = using(players=4)
    evening.play("pay_together", cooperation=3)
    evening.play("contribute", seat="4", cards=1)
    evening.play("contribute", seat="2", cards=2)
    assert str(GAME.prompts(evening.state)[0].more) == "Contributors: Ben 2, Dora 1."
    assert evening.of(DORA) == (5, 4, 1)
    assert evening.play("discard_used").using is None


def test_a_single_player_is_not_asked_for_collective_costs():
    """With nobody to ask, a Collective Cost is paid alone."""
    evening = using(players=1)
    assert "pay_together" not in {offer.move.name for offer in GAME.prompts(evening.state)[0].offers}
    evening.play("call_off")
    assert "use_together" not in {offer.move.name for offer in GAME.prompts(evening.state)[0].offers}


def test_a_revolution_is_paid_and_won_in_four_taps():
    """Its Cooperation with the card, who Contributes, and that it succeeded: answers of the first page, none of which
    is hidden on another one."""
    evening = begun(3)
    evening.play("use_together", card="revolution", cooperation=2)
    evening.play("contribute", seat="1", cards=1)
    evening.play("contribute", seat="2", cards=1)
    [won] = [offer for offer in evening.prompt.offers if offer.move.name == "succeed"]
    assert not won.ends
    assert won.tone == "plain"
    evening.play("succeed")
    assert evening.state.won == "revolution"


@pytest.mark.parametrize("card", ["court_victory", "revolution"])
def test_a_winning_card_wins(card: str):
    """Used successfully, Court Victory and Revolution each end the game with a win for all."""
    evening = using(card)
    evening.play("pay_together", cooperation=3)
    evening.play("contribute", seat="3", cards=3)
    state = evening.play("succeed")
    assert (state.won, bool(state.ended), state.lost) == (card, True, False)
    assert evening.told("won").urgency is Urgency.FINAL
    assert "You have won" in str(GAME.ending(state))
    assert GAME.prompts(state) == ()


def test_court_victory_cannot_be_used_while_it_lies_under_the_stack():
    """It is on the bottom of the Action stack (Setup: Action Stack; Game End), so that it is in nobody's Hand: with two
    cards left above it is not offered; once it has been Gained it is."""
    evening = begun(3, stack=3)
    assert used(evening) == ["action", "revolution"]
    with pytest.raises(IllegalMove, match="still lies under the Action stack"):
        evening.play("use", card="court_victory")
    evening.play("gain", seat="1", number=2, place="action_stack", what="actions")
    assert used(evening) == ["action", "revolution"]
    evening.play("gain", seat="1", number=1, place="action_stack", what="actions")
    assert evening.told("court_victory_came_up")
    assert used(evening) == ["action", "court_victory", "revolution"]


def test_of_a_stack_that_nobody_counted_nobody_knows():
    """Then the table knows whether it has come up: it is offered."""
    assert used(begun(3, stack=None)) == ["action", "court_victory", "revolution"]


def test_a_stack_that_is_counted_late_may_be_a_new_one():
    """Cards have left it: whoever counts it says whether Court Victory has come up, or is still at the bottom."""
    evening = begun(3, stack=None)
    evening.play("gain", seat="1", number=1, place="action_stack", what="actions")
    assert {"count_stack", "count_new_stack"} <= beside(evening)
    evening.play("count_new_stack", cards=5)
    assert (evening.state.action_stack, "court_victory" in used(evening)) == (5, True)
    evening = begun(3, stack=None)
    assert "count_new_stack" not in beside(evening)  # nothing has left it yet
    evening.play("count_stack", cards=20)
    assert "court_victory" not in used(evening)


def test_the_first_stack_of_a_game_has_it_at_the_bottom():
    """Setup: Action Stack."""
    evening = Evening(3)
    with pytest.raises(IllegalMove, match="at the bottom"):
        evening.play("count_new_stack", cards=5)


def test_a_hand_that_can_only_be_pollutants_cannot_contribute():
    """Only Actions have the Cooperation icon (Glossary: Contribute). Ben's Draw pile and Hand hold 9 Pollutants in 10
    cards: of the 5 in his Hand at least 4 are Pollutants; with 10 in 10 all of them are."""
    evening = using()
    evening.piles(BEN, 5, 5, 0, 9, 0)
    assert can_contribute(evening.state, BEN) == 1
    evening.piles(BEN, 5, 5, 0, 10, 0)
    assert can_contribute(evening.state, BEN) == 0
    evening.play("pay_together", cooperation=3)
    assert {str(offer.move.args.get("seat")) for offer in evening.prompt.offers} == {"1", "3", "None"}
    with pytest.raises(IllegalMove, match="only Pollutants in this Hand: Ben"):
        evening.play("contribute", seat="2", cards=1)


def test_all_hands_together_hold_no_more_than_their_actions():
    """Ben's Hand holds 1 Action at most, Cleo's 4, Ada's 4 with the one in use: 8 in all (Collective Costs)."""
    evening = using()
    evening.piles(BEN, 5, 5, 0, 9, 0)
    with pytest.raises(IllegalMove, match="8 cards"):
        evening.play("pay_together", cooperation=9)


def test_the_card_in_use_is_one_of_the_actions():
    """Ada's Hand has 2 Actions and 3 Pollutants; she uses one, so that one is left to Contribute."""
    evening = begun(3)
    evening.piles(ADA, 0, 5, 0, 3, 0)
    evening.play("use", card="action")
    assert can_contribute(evening.state, ADA) == 1


def test_a_hand_that_can_only_be_pollutants_has_nothing_to_use():
    """Your Turn: Actions are used, Pollutants are dealt. Revolution is no card of the Hand."""
    evening = came_up(begun(3))
    evening.piles(ADA, 0, 5, 5, 5, 1)
    assert used(evening) == ["revolution"]
    with pytest.raises(IllegalMove, match="only Pollutants in this Hand: Ada"):
        evening.play("use", card="action")


def test_revolution_is_always_available():
    """It is offered on every turn, even with an empty Hand, and is no card of the Hand: all four Actions that a first
    Hand of five can hold can be Contributed."""
    evening = begun(3)
    evening.piles(BEN, 5, 0, 5, 3, 3)
    evening.set(turn=BEN)
    assert used(evening) == ["revolution"]
    assert not {"use_free", "use_alone", "used"} & set(evening.first_offers)
    evening.set(turn=ADA)
    evening.play("use", card="revolution")
    assert can_contribute(evening.state, ADA) == 4


@pytest.mark.parametrize("card", ["court_victory", "revolution"])
def test_a_winning_card_that_did_not_succeed_stays_where_it_was(card: str):
    """The game goes on, and no card has moved."""
    evening = came_up(begun(3))
    before = evening.state
    evening.play("use", card=card)
    evening.play("paid")
    assert evening.play("give_up") == before


def test_an_ordinary_action_cannot_win():
    """Only the two winning cards are offered a success; Revolution is neither Discarded nor Forfeited."""
    evening = using()
    evening.play("paid")
    for move in ("succeed", "give_up"):
        with pytest.raises(IllegalMove):
            evening.play(move)
    evening = using("revolution")
    evening.play("paid")
    for move in ("discard_used", "forfeit_used"):
        with pytest.raises(IllegalMove, match="not a card of your Hand"):
            evening.play(move)


def emptied_while_using(card: str) -> Evening:
    evening = using(card)
    evening.set(smokestack=1)
    evening.play("gain", seat="1", number=1, place="smokestack", what="pollutants")
    return evening


def test_the_smokestack_emptied_by_an_ordinary_action_loses_at_once():
    """Ever empty means lost, in the middle of a turn too."""
    evening = emptied_while_using("action")
    assert evening.state.lost
    assert evening.told("lost").urgency is Urgency.FINAL


@pytest.mark.parametrize("how", ["won", "lost"])
def test_the_smokestack_emptied_by_a_winning_card_is_for_the_group_to_decide(how: str):
    """The rulebook does not say which counts, so the companion asks and decides nothing itself."""
    evening = emptied_while_using("court_victory")
    assert GAME.ending(evening.state) is None
    [prompt] = GAME.prompts(evening.state)
    assert prompt.name == "end.undecided"
    state = evening.play("decide", how=how)
    assert (bool(state.won), state.lost) == (how == "won", how == "lost")
    assert evening.told(how).urgency is Urgency.FINAL


def test_there_is_nothing_to_decide_otherwise():
    """The group's decision is only asked for in that one case."""
    with pytest.raises(IllegalMove, match="nothing to decide"):
        using("revolution").play("decide", how="won")


def test_no_card_is_lost_or_made_by_using_actions():
    """Before and after a Collective Cost and a Forfeit the same number of cards is on the table."""
    evening = using()
    before = all_cards(evening.state)
    evening.play("pay_together", cooperation=4)
    evening.play("contribute", seat="2", cards=4)
    evening.play("forfeit_used")
    assert all_cards(evening.state) == before


# --- one tap ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("then", "piles", "forfeit"), [("discard", (5, 4, 1), 0), ("forfeit", (5, 4, 1), 1)])
def test_an_action_is_used_to_its_end_with_one_tap(then: str, piles: tuple[int, int, int], forfeit: int):
    """What the three steps lead to: the card lies where it was put, and the turn goes on."""
    evening, steps = begun(), begun()
    evening.play("used", then=then)
    for move, args in (("use", {"card": "action"}), ("paid", {}), (f"{then}_used", {})):
        steps.play(move, **args)
    assert (evening.of(ADA), evening.state.forfeit, evening.state.step) == (piles, forfeit, "actions")
    assert evening.state == steps.state


def test_cooperation_from_its_user_is_one_tap():
    """Discarded at once; the Effect comes next. The Action itself is needed afterwards, so three of its four remain."""
    evening = begun()
    [offer] = [one for one in evening.prompt.offers if one.move.name == "use_alone"]
    assert offer.asks[0].at_most == 3
    evening.play("use_alone", cooperation=2)
    assert (evening.of(ADA), evening.state.step) == ((5, 3, 2), "effect")
    with pytest.raises(IllegalMove, match="left to Contribute"):
        begun().play("use_alone", cooperation=4)


def test_a_collective_cost_begins_with_one_tap():
    """Then everybody may Contribute; hands are told whose cards go, for they were promises until then."""
    evening = begun()
    evening.play("use_together", card="action", cooperation=3)
    assert evening.prompt.name == "use.contribute"
    evening.play("contribute", seat="2", cards=2)
    evening.play("contribute", seat="1", cards=1)
    assert (evening.state.step, evening.of(BEN)) == ("effect", (5, 3, 2))
    assert evening.told("cooperation_contributed").todo is not None


def test_what_effects_do_most_is_one_tap():
    """Each of these offers asks only how many; nothing is offered of a pile that has nothing."""
    evening = begun()
    evening.play("use_free")
    offers = {(str(one.move.name), str(one.move.args.get("place"))): one for one in evening.prompt.offers}
    assert {("gain", "action_stack"), ("draw", "own_draw"), ("mitigate", "hand_1")} <= set(offers)
    assert ("mitigate", "discard_1") not in offers
    assert all([ask.name for ask in one.asks] in ([], ["number"]) for one in offers.values())
    mitigate = offers["mitigate", "hand_1"]
    evening.play("mitigate", **mitigate.move.args, number=2)
    assert (evening.state.mitigated, evening.state.step) == (2, "effect")


def test_who_has_won_says_so_where_the_game_ends():
    """A winning card that succeeded ends the game with one answer; an Action cannot."""
    evening = begun()
    [won] = [one for one in evening.prompt.offers if one.ends]
    evening.play(won.move.name, **won.move.args)
    assert evening.state.won == "revolution"
    with pytest.raises(IllegalMove, match="Only Court Victory and Revolution"):
        begun().play("won_by", card="action")
