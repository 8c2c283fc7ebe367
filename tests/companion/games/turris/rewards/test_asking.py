"""Effects that leave a choice (rulebook p. 21, 24)."""

import pytest

from companion.api.game import IllegalMove, Value
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening


def test_several_of_one_resource_are_paid_with_one_tap():
    """2 of any resource, with 3 Relics and 1 Ichor: both Relics at once, or one by one."""
    evening = turn(**{"tactics.trade": "spend any 2; prestige 3"}).player(0, tactics=1, relics=3, ichor=1)
    evening.play("play_tactics", name="trade")
    assert [(args["what"], args["count"]) for _, args in evening.answers] == [
        ("relics", 2), ("ichor", 1), ("relics", 1),
    ]  # fmt: skip
    evening.play("pay", what="relics", count=2)
    alice = evening.state.players[0]
    assert (alice.relics, alice.ichor, alice.prestige) == (1, 1, 3)


# --- the Ridge (p. 24) ------------------------------------------------------------------------------------------------


def on_the_ridge(words: str) -> Evening:
    """Alice Places on the Ridge, whose reward is kept as `words`; Pain alone is off the Crossroads, in the Guild. All
    Beasts have a free place beside them."""
    board: dict[str, Value] = {"reward.ridge": words, "immediate.ridge": "yes", "limited.ridge": "no"}
    evening = turn(**board).beasts(pain="guild", delusion="left", despair="right", harrow="c")
    evening.correct("harrow_at", "out")
    evening.play("place", place="ridge")
    return evening


def moved_beasts(evening: Evening) -> set[str]:
    """The Beasts that the prompt offers to move."""
    return {str(offer.move.args["beast"]) for offer in evening.prompt.offers}


@pytest.mark.parametrize("words", ["say", "say Move a Beast one step", "read", "either beast 1 | say Move a Beast"])
def test_no_beast_of_a_crossroads_however_the_ridge_is_read(words: str):
    """By the Ridge no Beast in a Crossroads may be chosen (p. 24): read off the board every time, too."""
    evening = on_the_ridge(words)
    if evening.asked == "reward.either":
        evening.play("way", way=2)
    assert evening.asked == "card.do"
    evening.play("card_board", effect="beast 1")
    assert evening.asked == "beasts.steer"
    assert moved_beasts(evening) == {"pain"}


def test_words_entered_for_the_ridge_keep_its_rule():
    """Entered once, at the table (p. 24)."""
    evening = on_the_ridge("say")
    evening.play("card_words", words="beast 1; gain ichor 1", name="")
    assert moved_beasts(evening) == {"pain"}


def test_with_all_beasts_in_crossroads_the_ridge_offers_none():
    """Nothing to move, nothing to flip (p. 24); another card may choose them."""
    board: dict[str, Value] = {"reward.ridge": "say", "immediate.ridge": "yes", "limited.ridge": "no"}
    evening = turn(**board).beasts(pain="left", delusion="right", despair="c", harrow="d")
    evening.correct("despair_at", "out")
    evening.correct("harrow_at", "out")
    evening.play("place", place="ridge")
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "card_board"]
    offered = {choice.value for choice in offer.asks[0].choices}  # type: ignore[union-attr]
    assert not offered & {"beast 1", "beast 2", "flip"}
    with pytest.raises(IllegalMove, match="no Beast"):
        evening.play("card_board", effect="beast 1")
    evening.play("card_done")
    evening.play("open_card", who="seat1")
    evening.play("card_board", effect="beast 1")
    assert moved_beasts(evening) == {"pain", "delusion"}
