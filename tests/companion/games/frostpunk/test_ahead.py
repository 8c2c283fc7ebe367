"""An answer and the choice that it brings at once are one tap."""

from __future__ import annotations

import pytest

from companion.api.game import CardExpected, IllegalMove, Offer, Pick, Value
from companion.games.frostpunk.cards.piles import Dusk, Technology
from companion.games.frostpunk.city.land import Space
from tests.companion.games.frostpunk.table import GAME

from .action.table import acting, lay, stand, warm
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


# --- several answers in a row -----------------------------------------------------------------------------------------


def chips(evening: Evening, name: str, **settled: Value) -> list[str]:
    """What stands below the offers of that move with these arguments."""
    found = [one for one in GAME.prompts(evening.state)[0].offers if one.move.name == name]
    fits = [one for one in found if settled.items() <= one.move.args.items()]
    return [choice.value for one in fits for ask in one.asks if isinstance(ask, Pick) for choice in ask.choices]


def test_both_near_tiles_are_laid_with_the_action():
    """p. 25: three places are left; which two of them is one tap, in whichever order."""
    evening = acting(2, "N1", "N3", "N5")
    evening.set(swift=True)
    pairs = chips(evening, "act_snow_then", ring="near")
    assert pairs == [
        "tile_at place=N2; tile_at place=N4",
        "tile_at place=N2; tile_at place=N6",
        "tile_at place=N4; tile_at place=N6",
        "",
    ]
    [offer] = [one for one in GAME.prompts(evening.state)[0].offers if one.move.args.get("ring") == "near"]
    [ask] = offer.asks
    assert isinstance(ask, Pick)
    assert [choice.at for choice in ask.choices] == ["N2 N4", "N2 N6", "N4 N6", None]  # seen on a small map
    evening.play("act_snow_then", ring="near", meeple="workers", then=pairs[1])
    assert {"N2", "N6"} <= set(evening.state.city.tiles)
    assert (evening.asked, evening.state.tasks[0].about) == ("city.half", "N2.1")


def test_the_places_can_be_tapped_on_the_map_as_well():
    """With an empty `then` each of them is asked."""
    evening = acting(2, "N1", "N3", "N5")
    evening.set(swift=True)
    evening.play("act_snow_then", ring="near", meeple="workers", then="")
    assert evening.asked == "city.lay"


def test_the_only_place_is_taken_by_itself():
    """p. 25: one Near tile, and one place for it; hands are told."""
    evening = acting(2, "N1", "N2", "N3", "N4", "N6")
    evening.set(swift=True)
    evening.play("act_snow", ring="near", meeple="workers")
    assert (evening.asked, evening.state.tasks[0].about) == ("city.half", "N5.1")
    assert "Lay the tile face down: Near tile 5" in {str(fact.todo) for fact in evening.facts}


def test_two_effects_of_the_workshop_are_one_tap():
    """p. 41: a token twice, or a token and an upgrade, whichever comes first."""
    evening = acting(2, "N1")
    stand(evening, "workshop", "N1.1")
    stand(evening, "gathering_post", "N1.2")
    warm(evening)
    saw = Technology(name="Saw", cost=5, token="track", due=6)
    others = (Technology(name="Boots"), Technology(name="Lamps"), Technology(name="Heaters"))
    evening.set(swift=True, technologies=(saw, *others))
    ways = chips(evening, "act_use_then", building="workshop")
    assert "workshop_token; workshop_token" in ways
    both = [way for way in ways if "workshop_upgrade" in way and "workshop_token" in way]
    assert len(both) <= 1
    evening.play("act_use_then", building="workshop", at="N1.1", meeple="engineers", way=1, heat="known", then=ways[0])
    assert evening.state.turn == 1


def test_a_law_that_brings_a_choice_has_a_row_of_its_own():
    """p. 37, 17: Platform, Law and token are one tap; Laws that nobody has entered stand together."""
    evening = acting(2, **{"card.L01": "name: Shelter\nnow: discontent -1\nlasts: nothing"})
    warm(evening)
    evening.set(swift=True, laws=type(evening.state.laws)(offered=("L01", "L02", "L03", "L09")))
    ways = chips(evening, "act_use_then", building="platform")
    assert ways == [
        "platform_law law=L02",
        "platform_law law=L03",
        "platform_law law=L09",
        "platform_done",
        "platform_law law=L01; choose_token how=exhaust of=anger",
        "platform_law law=L01; choose_token how=remove of=greed",
    ]
    platform = next(one for one in evening.state.city.buildings if one.kind == "platform").at[0]
    evening.play(
        "act_use_then", building="platform", at=platform, meeple="engineers", way=1, heat="known", then=ways[-1]
    )
    assert evening.state.laws.passed == ("L01",)
    assert [token.kind for token in evening.state.discontent.row] == ["anger"]


def test_what_does_not_follow_later_is_refused_as_well():
    """The first answer is not played alone."""
    evening = acting(2, "N1", "N3", "N5")
    evening.set(swift=True)
    before = evening.state
    with pytest.raises(IllegalMove):
        evening.play("act_snow_then", ring="near", meeple="workers", then="tile_at place=N2; tile_at place=N3")
    assert evening.state == before


# --- who takes an action ----------------------------------------------------------------------------------------------


def test_an_automaton_is_chosen_on_the_action():
    """p. 39: the Sawmill by a Worker, an Engineer or, for one Coal, an Automaton."""
    evening = acting(2, "N1")
    lay(evening, "N1", Space(), Space(trees=2))
    stand(evening, "sawmill", "N1.1")
    warm(evening)
    evening.set(swift=True, automatons=1)
    assert chips(evening, "act_use", building="sawmill") == ["workers", "automatons", "engineers"]
    coal = evening.state.coal
    evening.play("act_use", building="sawmill", at="N1.1", meeple="automatons", way=1, heat="known")
    assert evening.state.coal == coal - 1
    assert "automatons" not in chips(evening, "act_gather")


def test_another_citizen_stands_beside_the_usual_one():
    """p. 23: the Sawmill is the Worker's, as its small print says; an Engineer takes it by a tap as well."""
    evening = acting(2, "N1")
    lay(evening, "N1", Space(), Space(trees=2))
    stand(evening, "sawmill", "N1.1")
    warm(evening)
    evening.set(swift=True)
    mills = (one for one in GAME.prompts(evening.state)[0].offers if one.move.args.get("building") == "sawmill")
    [sawmill] = [one for one in mills if one.move.name == "act_use"]
    [who] = sawmill.asks
    assert isinstance(who, Pick)
    assert (who.usual, [one.value for one in who.choices], str(sawmill.note)) == (
        "workers", ["workers", "engineers"], "Worker, heated",
    )  # fmt: skip


def test_without_an_automaton_one_tap_takes_the_usual_meeple():
    """Spaces to gather from are one row."""
    evening = acting(2, "N1")
    lay(evening, "N1", Space(), Space(what="coal", count=2))
    warm(evening)
    evening.set(swift=True)
    where = chips(evening, "act_gather")
    assert "N1.2" in where
    assert "workers" not in where
