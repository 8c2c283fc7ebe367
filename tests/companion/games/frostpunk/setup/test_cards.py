"""Cards laid out in the setup, rulebook p. 11 and 14."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards import laws
from tests.companion.games.frostpunk.table import Evening


def test_eight_laws_and_four_of_the_others():
    """p. 14: L01 to L08 always, and four of L09 to L16."""
    evening = Evening().at("setup.laws")
    for code in ("L16", "L09", "L12", "L13"):
        evening.play("law_drawn", code=code)
    assert evening.state.laws.offered == (*laws.STARTING, "L09", "L12", "L13", "L16")
    evening.play("set_up", step="setup.laws")
    assert evening.asked == "setup.dusk"


def test_a_fifth_law_is_refused_and_a_slip_taken_back():
    """p. 14: four; a second tap on one takes it out again."""
    evening = Evening().at("setup.laws")
    for code in ("L09", "L10", "L11", "L12"):
        evening.play("law_drawn", code=code)
    with pytest.raises(IllegalMove, match="Four Laws"):
        evening.play("law_drawn", code="L13")
    evening.play("law_drawn", code="L10")
    with pytest.raises(IllegalMove, match="3 Laws are ticked"):
        evening.play("set_up", step="setup.laws")
    evening.play("law_drawn", code="L13")
    assert evening.state.laws.offered[-4:] == ("L09", "L11", "L12", "L13")


def test_laws_may_be_left_untold():
    """Without the four, any Law may lie in the display, as far as the companion knows."""
    evening = Evening().at("setup.laws")
    evening.play("set_up", step="setup.laws")
    assert evening.state.laws.offered == ()
    assert len(laws.may_offer(evening.state)) == 16


def test_four_technologies_by_name():
    """p. 11: four of them; a second tap takes a slip back, a fifth is refused."""
    evening = Evening().at("setup.technologies")
    for name in ("Scales", "Lamps", "Drills", "Boilers"):
        evening.play("technology_laid", name=name)
    with pytest.raises(IllegalMove, match="Four"):
        evening.play("technology_laid", name="Belts")
    evening.play("technology_laid", name="Drills")
    evening.play("technology_laid", name="Belts")
    assert [(one.name, one.token) for one in evening.state.technologies] == [
        (name, "inactive") for name in ("Scales", "Lamps", "Boilers", "Belts")
    ]
    ticked = [str(offer.label) for offer in evening.prompt.offers if offer.ticked]
    assert ticked[:4] == ["Scales", "Lamps", "Boilers", "Belts"]


def test_steam_hub_is_not_used_in_a_new_home():
    """p. 11."""
    with pytest.raises(IllegalMove, match="not used"):
        Evening().at("setup.technologies").play("technology_laid", name="Steam Hub")


def test_known_technologies_are_offered_by_a_tap():
    """A Technology of which the owner has told something before needs no typing."""
    evening = Evening(2, **{"card.technology.Lamps": "cost: 3"}).at("setup.technologies")
    offers = [offer for offer in evening.prompt.offers if offer.move.args.get("name") == "Lamps"]
    assert [offer.ticked for offer in offers] == [False]


def test_the_first_expedition_cards_may_be_named():
    """p. 11: three stacks; a name left empty stays unknown."""
    evening = Evening().at("setup.expeditions")
    evening.play("name_stacks", card_1="Old Mine", card_2="", card_3="Wreck")
    assert [stack.cards[0].name for stack in evening.state.stacks] == ["Old Mine", "", "Wreck"]


def test_the_dispute_that_was_read_is_known():
    """p. 14: the top Social Dispute is read before it goes into the deck."""
    evening = Evening().at("setup.dusk")
    [seen] = evening.prompt.expects
    evening.play(seen.move.name, code="D041")
    assert evening.state.dusk.deck == ("D000", "D041")
    evening.play("dispute_read", code="D042")
    assert evening.state.dusk.deck == ("D000", "D042")
    with pytest.raises(IllegalMove, match="Inevitable"):
        evening.play("dispute_read", code="D000")
