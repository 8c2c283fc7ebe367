"""Hope and Discontent, rulebook p. 16 and 17. Test games start with active Care and Justice, active Anger and exhausted
Greed."""

import pytest

from companion.api.game import Chance, IllegalMove, Urgency
from companion.games.frostpunk.state import Token, Tokens
from tests.companion.games.frostpunk.table import Evening, begun
from tests.companion.games.meaning import offered


def row(words: str) -> Tokens:
    """Tokens from the left: capitals are active, "Care greed"."""
    return Tokens(row=tuple(Token(kind=one.lower(), active=one[0].isupper()) for one in words.split()))


def shown(tokens: Tokens) -> str:
    return " ".join(token.kind.capitalize() if token.active else token.kind for token in tokens.row)


def taps(evening: Evening) -> list[str]:
    """What can be tapped, as "how of"."""
    offers = [offer for offer in evening.prompt.offers if offer.move.name == "choose_token"]
    return [f"{offer.move.args['how']} {offer.move.args['of']}" for offer in offers]


def table(hope: str = "Care Justice", discontent: str = "Anger greed", **board: int) -> Evening:
    return begun(**board).at("action.turn", hope=row(hope), discontent=row(discontent))


def change(evening: Evening, what: str, times: int = 1) -> Evening:
    evening.play("tokens", what=what, times=times)
    return evening


def carry(evening: Evening, words: str) -> Evening:
    evening.play("card_words", words=words)
    return evening


# --- increasing -------------------------------------------------------------------------------------------------------


def test_an_increase_is_a_draw_or_an_activation():
    """p. 17: Discontent rises: a token of one of three types is drawn, or the exhausted Greed is activated."""
    evening = change(table(), "increase_discontent")
    assert taps(evening) == ["draw anger", "draw greed", "draw third", "activate greed"]


def test_a_drawn_token_lies_exhausted_on_the_leftmost_empty_place():
    """p. 17: Care is drawn with two Hope tokens on the track: it lies third, exhausted."""
    evening = change(table(), "increase_hope")
    evening.play("choose_token", how="draw", of="care")
    assert shown(evening.state.hope) == "Care Justice care"
    assert evening.told("token_drawn").args == {"track": "hope", "kind": "care", "active": 2, "exhausted": 1}


def test_any_exhausted_token_may_be_activated():
    """p. 17: with Care and Motivation exhausted, the Motivation on the right may be chosen."""
    evening = change(table("Justice care motivation"), "increase_hope")
    evening.play("choose_token", how="activate", of="motivation")
    assert shown(evening.state.hope) == "Justice care Motivation"


def test_increasing_care_draws_a_justice_and_activates_nothing():
    """p. 17, example: increase Care, a Justice is drawn; no exhausted Care lies there, so none is turned."""
    evening = carry(table("Justice motivation"), "care +1")
    assert taps(evening) == ["draw care", "draw justice", "draw motivation"]
    evening.play("choose_token", how="draw", of="justice")
    assert shown(evening.state.hope) == "Justice motivation justice"
    assert evening.asked == "action.turn"


def test_increasing_anger_draws_a_greed_and_turns_the_anger():
    """p. 17, example: increase Anger, a Greed is drawn; the exhausted Anger that lay there is activated by itself."""
    evening = carry(table(discontent="anger"), "anger +1")
    evening.play("choose_token", how="draw", of="greed")
    assert shown(evening.state.discontent) == "Anger greed"
    assert evening.told("token_activated").urgency == Urgency.PLAIN


def test_the_token_that_was_drawn_counts_too():
    """p. 17: increase Care, a Care is drawn: it is the one that is activated."""
    evening = carry(table("Justice"), "care +1")
    evening.play("choose_token", how="draw", of="care")
    assert shown(evening.state.hope) == "Justice Care"


def test_six_active_hope_tokens_rise_no_further():
    """p. 17, note: the increase is ignored, and nothing is asked."""
    evening = change(table("Care Care Justice Justice Motivation Motivation"), "increase_hope")
    assert "change_ignored" in evening.names
    assert evening.asked == "action.turn"


def test_with_six_hope_tokens_none_is_drawn():
    """p. 17: five active, a Care exhausted: the only way to increase is to activate it, and that happens by itself."""
    evening = change(table("Care Care Justice Justice Motivation care"), "increase_hope")
    assert shown(evening.state.hope) == "Care Care Justice Justice Motivation Care"
    assert evening.told("token_activated").args["kind"] == "care"


def test_a_full_track_still_activates_the_named_type():
    """p. 17 is silent about a specific increase with six Hope tokens: the draw is left out, the activation is done."""
    evening = carry(table("Care Care Justice Justice motivation care"), "motivation +1")
    assert shown(evening.state.hope) == "Care Care Justice Justice Motivation care"


def test_a_full_track_by_the_other_house_rule():
    """The other reading of p. 17: without a draw nothing is activated either."""
    evening = table("Care Care Justice Justice motivation care")
    evening.at("action.turn", houses={"named_type_on_a_full_track": "no"})
    carry(evening, "motivation +1")
    assert shown(evening.state.hope) == "Care Care Justice Justice motivation care"


def test_a_full_track_without_the_named_type_stays_as_it_is():
    """The same with no exhausted Justice: nothing happens, and that is told."""
    evening = carry(table("Care Care Justice Justice motivation care"), "justice +1")
    assert shown(evening.state.hope) == "Care Care Justice Justice motivation care"
    assert "change_ignored" in evening.names


# --- decreasing, discarding -------------------------------------------------------------------------------------------


def test_a_decrease_exhausts_any_active_or_removes_any_exhausted_token():
    """p. 17: with Care active and Care and Justice exhausted there are three ways."""
    evening = change(table("Care care justice"), "decrease_hope")
    assert taps(evening) == ["exhaust care", "remove care", "remove justice"]


def test_tokens_slide_left():
    """p. 17: the exhausted token in the middle goes back; the one to its right slides into the gap."""
    evening = change(table("Care justice Motivation"), "decrease_hope")
    evening.play("choose_token", how="remove", of="justice")
    assert shown(evening.state.hope) == "Care Motivation"


def test_players_are_told_to_slide_the_tokens():
    """p. 17: the gap on the track is filled from the right; with a single token there is none."""
    evening = change(table("Care justice Motivation"), "decrease_hope", 2)
    assert str(evening.prompt.more) == (
        "2 times, one after the other. Where one goes back into the bag, those to its right slide left."
    )
    assert str(change(table("Care justice"), "decrease_hope").prompt.more).startswith("Where one goes")
    assert change(table("Care Justice"), "decrease_hope").prompt.more is None


def test_without_active_tokens_one_has_to_go():
    """p. 17, example: no active Discontent: one of the two exhausted tokens goes back."""
    evening = change(table(discontent="anger greed"), "decrease_discontent")
    assert taps(evening) == ["remove anger", "remove greed"]
    with pytest.raises(IllegalMove) as refused:
        evening.play("choose_token", how="exhaust", of="anger")
    assert refused.value.page == 17


def test_a_decrease_without_a_choice_happens_by_itself():
    """Two exhausted Greed tokens and nothing else: one goes back without a tap, and it is said."""
    evening = change(table(discontent="greed greed"), "decrease_discontent")
    assert shown(evening.state.discontent) == "greed"
    assert evening.told("token_returned").urgency == Urgency.PLAIN


def test_minus_two_hope_decreases_twice():
    """p. 17, example: -2 Hope: exhaust Care, then remove it, for instance."""
    evening = carry(table("Care Justice"), "hope -2")
    evening.play("choose_token", how="exhaust", of="care")
    evening.play("choose_token", how="remove", of="care")
    assert shown(evening.state.hope) == "Justice"
    assert evening.asked == "action.turn"


def test_nothing_to_decrease():
    """p. 17: with no Discontent on the track a decrease is ignored, however often it was to happen."""
    evening = change(table(discontent=""), "decrease_discontent", 3)
    assert evening.names.count("change_ignored") == 1
    assert evening.asked == "action.turn"


def test_a_decrease_of_a_named_type_touches_only_that_type():
    """p. 17: "-1 Care" with Care and Justice active exhausts the Care, by itself."""
    evening = carry(table("Care Justice"), "care -1")
    assert shown(evening.state.hope) == "care Justice"


def test_an_active_token_may_be_discarded():
    """p. 17: a discarded token may be active or exhausted."""
    evening = change(table(), "discard_discontent")
    assert taps(evening) == ["remove greed", "remove_active anger"]
    evening.play("choose_token", how="remove_active", of="anger")
    assert shown(evening.state.discontent) == "greed"


# --- activating, exhausting -------------------------------------------------------------------------------------------


def test_activating_is_a_choice_between_types():
    """p. 17: one exhausted token is flipped, of whichever type the players like."""
    evening = change(table("care justice Care"), "activate_hope")
    assert taps(evening) == ["activate care", "activate justice"]


def test_one_exhausted_type_is_activated_by_itself():
    """Two Greed exhausted, one of them is activated without a tap."""
    evening = change(table(discontent="greed greed"), "activate_discontent")
    assert shown(evening.state.discontent) == "Greed greed"


def test_exhausting_what_is_not_there_is_ignored():
    """p. 17: with no active token, exhausting does nothing."""
    evening = change(table(discontent="anger"), "exhaust_discontent")
    assert shown(evening.state.discontent) == "anger"
    assert "change_ignored" in evening.names


def test_exhausting_a_named_type():
    """p. 17: "exhaust Justice" turns the Justice, not the Care."""
    evening = carry(table(), "exhaust justice")
    assert shown(evening.state.hope) == "Care justice"


def test_a_token_that_has_to_be_exhausted_must_be_there():
    """p. 17: an effect that requires an active Care cannot be resolved while Care is exhausted."""
    evening = table("care Justice")
    with pytest.raises(IllegalMove) as refused:
        carry(evening, "spend care; cure 2")
    assert refused.value.page == 17
    assert shown(evening.state.hope) == "care Justice"


def test_all_tokens_of_one_type():
    """p. 43, Temple: all Hope tokens of the chosen type become active."""
    evening = carry(table("care Justice care justice"), "activate all hope")
    assert taps(evening) == ["activate_all care", "activate_all justice"]
    evening.play("choose_token", how="activate_all", of="care")
    assert shown(evening.state.hope) == "Care Justice Care justice"


def test_exhausting_all_active_tokens_of_the_only_type():
    """p. 43, Agitator: only Anger is active, so both Anger tokens are exhausted without a tap."""
    evening = carry(table(discontent="Anger greed Anger"), "exhaust all discontent")
    assert shown(evening.state.discontent) == "anger greed anger"


# --- losing -----------------------------------------------------------------------------------------------------------


def test_the_sixth_discontent_token_loses():
    """p. 16: it loses as it is placed, whichever it is; the offer warns."""
    evening = change(table(discontent="anger anger greed greed third"), "increase_discontent")
    assert {offer.tone for offer in evening.prompt.offers if offer.move.args.get("how") == "draw"} == {"danger"}
    evening.play("choose_token", how="draw", of="untold")
    assert evening.state.ended == "discontent"
    assert evening.told("game_lost").urgency == Urgency.FINAL


def test_five_active_discontent_tokens_leave_no_choice():
    """p. 16, 17: nothing can be activated, so the sixth has to be drawn, and the game is lost at once."""
    evening = change(table(discontent="Anger Anger Greed Greed Third"), "increase_discontent")
    assert evening.state.ended == "discontent"


def test_the_last_hope_token_loses():
    """p. 16: an active token is exhausted first; the next decrease removes it and loses."""
    evening = change(table("Care"), "decrease_hope")
    assert shown(evening.state.hope) == "care"
    change(evening, "decrease_hope")
    assert evening.state.ended == "hope"


def test_nothing_more_is_asked_once_the_game_is_lost():
    """p. 16: -3 Hope with one exhausted token loses with the first; the rest is dropped."""
    evening = change(table("care"), "decrease_hope", 3)
    assert (evening.state.ended, evening.state.tasks) == ("hope", ())


# --- the bags ---------------------------------------------------------------------------------------------------------


def test_a_type_of_which_all_tokens_are_out_is_not_drawn():
    """p. 5: told that the bag began with 2 Care, 4 Justice and 3 Motivation, no third Care can be drawn."""
    evening = change(table("Care Care", bag_care=2, bag_justice=4, bag_motivation=3), "increase_hope")
    assert taps(evening) == ["draw justice", "draw motivation"]
    with pytest.raises(IllegalMove):
        evening.play("choose_token", how="draw", of="care")


def test_the_companion_draws_by_what_is_left_in_the_bag():
    """3 of each: with Care twice and Justice once on the track, 1 Care, 2 Justice and 3 Motivation are left."""
    evening = change(table("Care Care justice", bag_care=3, bag_justice=3, bag_motivation=3), "increase_hope")
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "draw_token"]
    [bag] = offer.asks
    assert isinstance(bag, Chance)
    assert [(choice.value, weight) for choice, weight in zip(bag.choices, bag.weights, strict=True)] == [
        ("care", 1),
        ("justice", 2),
        ("motivation", 3),
    ]
    evening.play("draw_token", of="motivation")
    assert shown(evening.state.hope) == "Care Care justice motivation"
    assert evening.told("companion_drew").urgency == Urgency.PLAIN


def test_the_companion_draws_for_a_named_type_too():
    """p. 17: increase Care, and chance gives a Care: it is drawn and then activated."""
    evening = carry(table("Justice", bag_care=3, bag_justice=3, bag_motivation=3), "care +1")
    evening.play("draw_token", of="care")
    assert shown(evening.state.hope) == "Justice Care"


def test_an_unknown_bag_is_drawn_from_by_hand():
    """While nobody has told what lies in the bag, the companion neither offers to draw nor does."""
    evening = change(table(), "increase_hope")
    assert not evening.offered("draw_token")
    with pytest.raises(IllegalMove):
        evening.play("draw_token", of="care")


# --- types that nobody has told ---------------------------------------------------------------------------------------


def test_an_untold_token_gets_its_name_as_it_is_turned():
    """A token whose type nobody has said may be any; who taps "activate Justice" says that it is Justice."""
    evening = change(table("Care untold"), "activate_hope")
    assert taps(evening) == ["activate care", "activate justice", "activate motivation"]
    evening.play("choose_token", how="activate", of="justice")
    assert shown(evening.state.hope) == "Care Justice"


def test_a_named_type_among_untold_tokens_is_asked():
    """p. 17: increase Care, Justice is drawn, and a token lies there that may be Care: it is, or it is not."""
    evening = carry(table("untold"), "care +1")
    evening.play("choose_token", how="draw", of="justice")
    assert taps(evening) == ["activate care", "none untold"]
    evening.play("choose_token", how="none", of="untold")
    assert shown(evening.state.hope) == "untold justice"
    assert evening.asked == "action.turn"


def test_a_known_token_of_the_type_comes_before_untold_ones():
    """With an exhausted Care known, an untold token is left alone."""
    evening = carry(table("untold care"), "activate care")
    assert shown(evening.state.hope) == "untold Care"


def test_types_are_asked_before_all_of_one_are_turned():
    """p. 43: before all exhausted tokens of a type are activated, an untold one has to be named."""
    evening = carry(table("care untold Justice"), "activate all hope")
    assert evening.asked == "hope.name"
    evening.play("name_token", kind="care")
    assert shown(evening.state.hope) == "Care Care Justice"


def test_naming_a_token_beyond_the_bag_is_refused():
    """p. 5: both Care tokens of the bag lie on the track, so the third token is none."""
    evening = table("Care care untold", bag_care=2, bag_justice=4, bag_motivation=3)
    carry(evening, "activate all hope")
    with pytest.raises(IllegalMove):
        evening.play("name_token", kind="care")


def test_the_third_type_of_discontent_is_named_by_the_owner():
    """It is only pictured: once named, prompts and boards say its name."""
    evening = change(table(), "increase_discontent")
    evening.play("name_third", name="Despair")
    assert evening.board_facts == {"third_discontent_name": "Despair"}
    assert ("choose_token", {"how": "draw", "of": "third", "kind": "Despair"}) in [
        offered(offer) for offer in evening.prompt.offers
    ]
    assert not evening.offered("name_third")


def test_an_empty_name_is_refused():
    """A name has at least one letter."""
    evening = change(table(), "increase_discontent")
    with pytest.raises(IllegalMove):
        evening.play("name_third", name="")


# --- what is said -----------------------------------------------------------------------------------------------------


def test_the_ways_stand_under_headings():
    """One tap for each choice: draws under one heading, activations under another."""
    evening = change(table(discontent="Anger greed"), "increase_discontent")
    headings = [str(offer.under) for offer in evening.prompt.offers if offer.under is not None]
    assert headings == ["Draw a token, exhausted: which type is it?"] * 3 + ["Activate a token"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hope +1", "Draw a Hope token and lay it down exhausted. Which type is it?"),
        ("discontent +1", "Increase Discontent: draw a token, or activate one."),
        ("hope -1", "Exhaust a Hope token."),
        ("discontent -1", "Decrease Discontent: exhaust a token, or put an exhausted one back into its bag."),
        ("exhaust hope", "Exhaust a Hope token."),
        ("discard discontent", "Put one Discontent token back into its bag."),
    ],
)
def test_what_is_said(words: str, said: str):
    """Short, and in the second person; with no exhausted Hope, an increase is only a draw."""
    assert str(carry(table(), words).prompt.do) == said


def test_a_specific_increase_says_what_follows():
    """p. 17: after the draw a token of the type is activated; three times, one after the other."""
    evening = carry(table("care justice"), "care +3")
    assert str(evening.prompt.more) == (
        "Then a token of this type is activated, if one lies exhausted: Care. 3 times, one after the other."
    )
