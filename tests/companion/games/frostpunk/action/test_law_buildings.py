"""Medicine, and the Buildings that Laws unlock (rulebook p. 41 to 43)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.state import Token, Tokens
from tests.companion.games.frostpunk.table import Evening
from tests.companion.games.meaning import offered, prompted

from .table import acting, offers, take, tap, use, with_building


@pytest.mark.parametrize(
    ("kind", "upgraded", "cured"),
    [("medical_post", False, 3), ("medical_post", True, 4), ("infirmary", False, 4), ("infirmary", True, 5)],
)
def test_cures(kind: str, upgraded: bool, cured: int):
    """p. 41, 42: with only workers sick, there is nothing to choose."""
    evening = with_building(kind, upgraded=upgraded).group("workers", sick=6)
    tap(evening, f"{BUILDINGS[kind].name}: Cure {cured}")
    assert evening.state.workers.sick == 6 - cured


@pytest.mark.parametrize(
    ("kind", "upgraded", "treated"), [("medical_post", True, 1), ("infirmary", False, 2), ("infirmary", True, 3)]
)
def test_treats(kind: str, upgraded: bool, treated: int):
    """p. 41, 42: a Skull side is turned without a death; what is left over is lost."""
    evening = with_building(kind, upgraded=upgraded).group("workers", sick=6, grave=True)
    tap(evening, f"{BUILDINGS[kind].name}: Treat {treated}")
    assert (evening.state.workers.grave, evening.state.workers.citizens) == (False, 22)


def test_a_basic_medical_post_does_not_treat():
    """p. 41: Treat comes with the upgrade."""
    evening = with_building("medical_post").group("workers", sick=6, grave=True)
    medical = [offered(one)[1] for one in offers(evening, "act_use")][-1]
    assert (medical["building"], medical["way"], medical["what"]) == ("Medical Post", 1, {"n": 3})


def test_who_is_cured_is_chosen():
    """p. 30: with two types sick, the players choose."""
    evening = with_building("medical_post").group("workers", sick=6).group("children", sick=2)
    take(evening, "act_use", building="Medical Post", way=1, what={"n": 3})
    assert evening.state.tasks[0].kind == "cure_any"


def test_only_engineers_where_the_gear_is():
    """p. 26: a Worker cannot be sent to a Medical Post."""
    evening = with_building("medical_post").group("workers", sick=6)
    with pytest.raises(IllegalMove, match="Engineer") as refused:
        use(evening, "N1.1", "workers")
    assert refused.value.page == 26


def test_the_child_engineer_is_an_engineer():
    """p. 39: it acts as if it were one."""
    evening = with_building("medical_post").group("workers", sick=6).at("action.turn", child_engineer=True)
    use(evening, "N1.1", "child_engineer")
    assert evening.state.workers.sick == 3


def test_the_care_house_with_care():
    """p. 42: Cure 2, or Cure 5 for exhausting an active Care token."""
    evening = with_building("care_house").group("workers", sick=6)
    take(evening, "act_use", building="Care House", way=2, what={"n": 5})
    assert evening.state.workers.sick == 1
    assert Token(kind="care", active=False) in evening.state.hope.row


def test_the_care_house_without_care():
    """p. 42: without an active Care token only Cure 2 is left."""
    evening = with_building("care_house").group("workers", sick=6)
    evening.at("action.turn", hope=Tokens(row=(Token(kind="justice", active=True), Token(kind="care"))))
    take(evening, "act_use", building="Care House", way=1, what={"n": 2})
    assert evening.state.workers.sick == 4


def test_the_fighting_arena():
    """p. 42: Discontent decreases."""
    evening = with_building("fighting_arena")
    take(evening, "act_use", building="Fighting Arena", way=1)
    assert evening.asked == "discontent.decrease"


def test_the_public_house():
    """p. 42: Hope increases."""
    evening = with_building("public_house")
    take(evening, "act_use", building="Public House", way=1)
    assert evening.asked == "hope.increase"


@pytest.mark.parametrize(("spaces", "words"), [(1, "one space"), (2, "two spaces")])
def test_the_cemetery(spaces: int, words: str):
    """p. 43: the Corpse marker moves one or two spaces back, and Hope increases."""
    evening = with_building("cemetery").at("action.turn", corpses=4)
    tap(evening, f"Cemetery: Corpse marker {words} back, and increase Hope")
    assert evening.state.corpses == 4 - spaces
    assert evening.asked == "hope.increase"


def test_the_temple_activates_all_of_one_type():
    """p. 43: of three exhausted tokens, both Care tokens become active and Justice does not."""
    evening = with_building("temple")
    row = (Token(kind="care"), Token(kind="justice"), Token(kind="care"))
    evening.at("action.turn", hope=Tokens(row=row))
    take(evening, "act_use", building="Temple", way=1, what={"kind": "Care"})
    assert [token.active for token in evening.state.hope.row] == [True, False, True]


def test_the_agitator_exhausts_all_of_one_type():
    """p. 43: all active Anger is exhausted."""
    evening = with_building("agitator")
    row = (Token(kind="anger", active=True), Token(kind="greed", active=True), Token(kind="anger", active=True))
    evening.at("action.turn", discontent=Tokens(row=row))
    take(evening, "act_use", building="Agitator", way=1, what={"kind": "Anger"})
    assert [token.active for token in evening.state.discontent.row] == [False, True, False]


def test_the_prison_lowers_hunger_and_keeps_its_meeple():
    """p. 43: Hunger falls by 4, to zero at least; the Meeple stays for the night."""
    evening = with_building("prison").at("action.turn", hunger=6)
    take(evening, "act_use", building="Prison", way=1, what={"n": 4})
    assert evening.state.hunger == 2
    assert [meeple.stays for meeple in evening.state.city.placed] == [True]


def test_the_platform_introduces_a_law():
    """p. 37, 40: an Engineer there brings in one Law of the display."""
    evening = acting()
    take(evening, "act_use", building="Platform", way=1)
    assert evening.asked == "action.platform"
    code = "L05"
    evening.play("platform_law", law=code)
    assert evening.state.laws.passed == (code,)


def test_faith_keepers_may_discard_a_card():
    """p. 43: three Dusk cards are revealed, one goes onto the discard pile without its effect."""
    evening = with_building("faith_keepers")
    deck = replace_dusk(evening, deck=("D000", "D012", "D031", "?dispute"))
    take(evening, "act_use", building="Faith Keepers", way=1)
    evening.play("keep_faith", code="D012")
    assert evening.state.dusk.deck == ("D000", "D031", "?dispute")
    assert evening.state.dusk.discard == (*deck.discard, "D012")


def test_faith_keepers_never_discard_the_red_icon():
    """p. 43: a Social Dispute cannot be chosen."""
    evening = with_building("faith_keepers")
    evening.at("action.turn", board={**evening.state.board, "card.D040": "social dispute"})
    take(evening, "act_use", building="Faith Keepers", way=1)
    with pytest.raises(IllegalMove, match="red icon"):
        evening.play("keep_faith", code="D040")
    evening.play("keep_none")
    assert evening.state.turn == 1


def replace_dusk(evening: Evening, **changes: Any) -> Any:
    dusk = replace(evening.state.dusk, **changes)
    evening.at("action.turn", dusk=dusk)
    return dusk


def test_the_prison_without_hunger_is_a_place_for_the_night():
    """p. 26, 43: a Meeple may be placed there all the same; it stays overnight, and no Hunger falls."""
    evening = with_building("prison")
    take(evening, "act_use", building="Prison", way=1)
    assert (evening.state.hunger, evening.state.city.placed[0].stays) == (0, True)


def test_the_prison_says_how_much_hunger_is_left_to_take():
    """p. 43: of 3 Hunger, 3 are taken off."""
    evening = with_building("prison").at("action.turn", hunger=3)
    take(evening, "act_use", building="Prison", way=1, what={"n": 3})
    assert evening.state.hunger == 0


def test_faith_keepers_may_discard_a_consequence_by_its_laws_code():
    """p. 37, 43: a Consequence bears its Law's code; which of the two it is stays unsaid."""
    evening = with_building("faith_keepers")
    replace_dusk(evening, deck=("D000", "?L05", "?dispute"))
    take(evening, "act_use", building="Faith Keepers", way=1)
    evening.play("keep_faith", code="L05")
    assert (evening.state.dusk.deck, evening.state.dusk.discard) == (("D000", "?dispute"), ("?L05",))


def test_faith_keepers_may_discard_a_card_without_its_code():
    """p. 43: nobody has to enter a code: the deck is one card shorter, which one is not known."""
    evening = with_building("faith_keepers")
    replace_dusk(evening, deck=("D000", "D012", "?dispute"))
    take(evening, "act_use", building="Faith Keepers", way=1)
    take(evening, "keep_unnamed")
    assert (evening.state.dusk.count, evening.state.dusk.thrown, evening.state.turn) == (2, 1, 1)


def test_faith_keepers_reveal_what_there_is():
    """p. 43: with two cards in the deck, these two are revealed."""
    evening = with_building("faith_keepers")
    replace_dusk(evening, deck=("D000", "?dispute"))
    use(evening, "N1.1")
    assert prompted(evening.prompt) == ("action.faith_keepers", {"n": 2})


def test_faith_keepers_find_the_social_dispute_alone():
    """p. 28, 43: it shows the red icon, so nothing can be discarded, with or without a code."""
    evening = with_building("faith_keepers")
    replace_dusk(evening, deck=("?dispute",))
    take(evening, "act_use", building="Faith Keepers", way=1)
    assert [offered(offer) for offer in evening.prompt.offers] == [("keep_none", {})]
    with pytest.raises(IllegalMove, match="Social Dispute"):
        evening.play("keep_unnamed")
