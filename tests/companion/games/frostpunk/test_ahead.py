"""An answer and the choice that it brings at once are one tap."""

from __future__ import annotations

import pytest

from companion.api.game import CardExpected, IllegalMove, Offer, Pick
from companion.games.frostpunk.cards.piles import Dusk
from companion.games.frostpunk.game import GAME

from .table import Evening, begun

CARD = "name: A speech\n1 Cheer: discontent -1; out\n2 Be silent: gain wood 1; out"


def resolving(text: str = CARD) -> Evening:
    evening = begun(swift=True, **{"card.M017": text}).at("morning.card")
    evening.play("reveal_morning", code="M017")
    return evening


def offer(evening: Evening, name: str) -> Offer:
    return next(one for one in GAME.prompts(evening.state)[0].offers if one.move.name == name)


def then(evening: Evening, name: str) -> list[str]:
    [ask] = offer(evening, name).asks
    assert isinstance(ask, Pick)
    return [choice.value for choice in ask.choices]


def test_a_token_is_chosen_with_the_option():
    """p. 17: Discontent falls by an active Anger or an exhausted Greed; both stand below the option."""
    evening = resolving()
    assert then(evening, "choose_option_then") == [
        "choose_token how=exhaust of=anger",
        "choose_token how=remove of=greed",
    ]
    evening.play("choose_option_then", number=1, where="out", then="choose_token how=remove of=greed")
    assert [token.kind for token in evening.state.discontent.row] == ["anger"]
    assert {"option_chosen", "token_returned", "card_removed"} <= {fact.name for fact in evening.facts}


def test_without_the_second_answer_it_is_asked():
    """An empty `then` plays the first move alone, which may be played alone as well."""
    evening = resolving()
    evening.play("choose_option_then", number=1, where="out", then="")
    assert evening.asked == "discontent.decrease"
    again = resolving()
    again.play("choose_option", number=1, where="out")
    assert again.state == evening.state


def test_an_option_that_leaves_no_choice_is_as_ever():
    """Gained Wood asks nothing."""
    assert offer(resolving(), "choose_option").move.args["number"] == 2


def test_an_answer_that_does_not_follow_is_refused():
    """Nothing has changed."""
    evening = resolving()
    before = evening.state
    with pytest.raises(IllegalMove):
        evening.play("choose_option_then", number=1, where="out", then="choose_token how=exhaust of=greed")
    assert evening.state == before


def test_the_losing_token_is_not_a_chip():
    """p. 16: what would lose the game asks once more."""
    evening = begun(swift=True, **{"card.M017": "name: Bad news\n1 Read: discontent +1; out\n2 Burn: lose wood 1; out"})
    row = (*evening.state.discontent.row, *evening.state.discontent.row, evening.state.discontent.row[0])
    evening.set(discontent=type(evening.state.discontent)(row=row)).at("morning.card")
    evening.play("reveal_morning", code="M017")
    assert offer(evening, "choose_option").move.args["number"] == 1


def test_who_sleeps_outside_is_said_with_the_fuel():
    """p. 29: without fuel or with a Coal, each with its own choice."""
    evening = begun(swift=True, generator_space_1="platform").at("night.fuel", coal=3)
    for kind, meeples in (("workers", 2), ("engineers", 1), ("children", 1)):
        evening.group(kind, meeples=meeples)
    names = {one.move.name for one in GAME.prompts(evening.state)[0].offers}
    assert "no_fuel" in names or "no_fuel_then" in names


def test_a_dusk_card_ends_a_phase_with_only_children_left():
    """p. 22: the camera reads it, and nobody has to say that nobody acts."""
    evening = begun(swift=True, **{"card.D000": "name: Inevitable\n1 Hold out: hope -1\n2 Sing: hope +1"})
    evening.at("action.turn", dusk=Dusk(deck=("D000", "?dispute")), scenario_cards=())
    evening.group("workers", meeples=0)
    evening.group("engineers", meeples=0)
    evening.group("children", meeples=2)
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CardExpected)]
    evening.play(expected.move.name, code="D000")
    assert (evening.asked, evening.state.card) == ("dusk.resolve", "D000")


def test_while_others_can_act_a_dusk_card_is_only_shown():
    """A card that lies there still does not end the phase."""
    evening = begun(swift=True).at("action.turn", dusk=Dusk(deck=("D000", "?dispute")))
    evening.group("workers", meeples=3)
    assert not evening.prompt.expects


def test_old_evenings_ask_one_after_the_other():
    """Their screens are as they were."""
    evening = resolving()
    evening.set(swift=False)
    assert {one.move.name for one in GAME.prompts(evening.state)[0].offers} >= {"choose_option"}
    assert not [one for one in GAME.prompts(evening.state)[0].offers if one.move.name.endswith("_then")]
