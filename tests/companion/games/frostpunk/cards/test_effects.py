"""Effects of cards carried out: in their order, with the players' choices between them (rulebook p. 16, 17, 33, 34)."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.frostpunk.cards import effects
from companion.games.frostpunk.cards.piles import Laws
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.state import State, Token, Tokens
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.meaning import offered, prompted

from ..table import Evening, begun


def table(**changes: object) -> Evening:
    """The first Action Phase: 22 workers, 12 engineers, 8 children; 8 Food, 5 Coal, 4 Wood; active Care and Justice,
    active Anger and exhausted Greed."""
    return begun().at("action.turn", **changes)


def carry(evening: Evening, words: str) -> Evening:
    evening.play("card_words", words=words)
    return evening


def tasks(evening: Evening) -> list[str]:
    return [task.kind for task in evening.state.tasks]


# --- order ------------------------------------------------------------------------------------------------------------


def test_plain_effects_are_done_at_once():
    """Three effects without a choice: 3 Food come, 2 Wood go, 1 worker falls sick, and nothing is asked."""
    evening = carry(table(), "gain food 3; lose wood 2; sick workers")
    assert (evening.state.food, evening.state.wood, evening.state.workers.sick) == (11, 2, 1)
    assert evening.asked == "action.turn"


def test_what_follows_a_choice_waits_for_it():
    """ "-1 Discontent, then a child dies": first the token is chosen, then the child dies."""
    evening = carry(table(), "discontent -1; die children; gain coal 2")
    assert (tasks(evening), evening.state.children.citizens) == (["decrease", "effects"], 8)
    evening.play("choose_token", how="exhaust", of="anger")
    assert (tasks(evening), evening.state.children.citizens, evening.state.coal) == (["death", "effects"], 7, 5)


def test_pauline_grogan():
    """p. 30, example: a child dies, and the card says: exhaust Motivation if able, then -2 Hope. No Motivation is
    active, so only Hope falls, twice: Care is exhausted and then removed."""
    evening = carry(table(), "exhaust motivation; hope -2")
    evening.play("choose_token", how="exhaust", of="care")
    evening.play("choose_token", how="remove", of="care")
    assert evening.state.hope == Tokens(row=(Token(kind="justice", active=True),))
    assert not evening.state.tasks


def test_two_cards_in_one_move_come_one_after_the_other():
    """What a card does at once comes before the option that was chosen, even where it needs an answer."""
    tx = Transaction(table().state)
    effects.carry_out(tx, "discontent -1")
    effects.carry_out(tx, "gain coal 2")
    assert [task.kind for task in tx.state.tasks] == ["decrease", "effects"]
    assert tx.state.coal == 5


def test_what_comes_of_a_death_comes_before_the_next_death():
    """p. 30: two die; the first one's card is carried out whole before the second one's is drawn."""
    evening = carry(table(), "die workers; die children")
    tx = Transaction(evening.state)
    tx.drop_task()
    effects.carry_out(tx, "discontent -1; sick 1")
    assert [task.kind for task in tx.state.tasks] == ["decrease", "effects", "effects"]


def test_a_lost_game_ends_the_card():
    """p. 16: the sixth Discontent token loses; the Food that the card brings afterwards never comes."""
    tokens = Tokens(row=tuple(Token(kind="anger", active=True) for _ in range(5)))
    evening = carry(table(discontent=tokens), "discontent +1; gain food 5")
    assert (evening.state.ended, evening.state.food) == ("discontent", 8)


# --- paying and needing -----------------------------------------------------------------------------------------------


def test_what_is_to_be_spent_is_spent_first():
    """p. 16: gain 2 Food and spend 1 Coal: the Coal is gone even while a choice is open."""
    evening = carry(table(), "discontent -1; spend coal 1; gain food 2")
    assert (evening.state.coal, evening.state.food) == (4, 8)


def test_two_prices_of_the_same_thing_add_up():
    """p. 16: 3 and 3 Coal are 6, and there are 5."""
    with pytest.raises(IllegalMove, match="so 6 cannot be spent"):
        carry(table(), "spend coal 3; spend coal 3; hope +1")


def test_food_gained_by_the_same_card_does_not_pay_for_it():
    """p. 16: the full price has to be there before."""
    with pytest.raises(IllegalMove):
        carry(table(food=0), "gain food 5; spend food 3")


def test_an_unmet_condition_refuses_the_option():
    """p. 19: an option whose red text needs an active Motivation cannot be chosen without one."""
    with pytest.raises(IllegalMove, match="an active Motivation token") as refused:
        carry(table(), "needs active motivation; cure 3")
    assert refused.value.page == 19


def test_the_care_house_by_an_active_care():
    """p. 42: Cure 5 by exhausting Care: 6 sick workers become 1, and Care is exhausted."""
    evening = carry(table().group("workers", sick=6), "spend care; cure 5")
    assert evening.state.workers.sick == 1
    assert evening.state.hope.row[0] == Token(kind="care", active=False)


def test_two_tokens_as_a_price():
    """p. 17: two active Hope tokens are there, three are not."""
    state = table().state
    assert effects.requirement(state, "spend hope 2") is True
    assert effects.requirement(state, "spend hope 3") is False
    assert effects.requirement(state, "spend care; spend hope 2") is False


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("needs active care", True),
        ("needs active care 2", False),
        ("needs exhausted greed", True),
        ("needs exhausted anger", False),
        ("needs hope 2; needs coal 5", True),
        ("needs hope 3", False),
        ("needs anger", True),
        ("needs workers 22; needs people 42", True),
        ("needs people 43", False),
        ("needs no sick; needs no hunger", True),
        ("needs at most food 8", True),
        ("needs at most 7 food", False),
        ("needs law L05", False),
        ("needs no law L05", True),
        ("needs cookhouse; needs no beacon", True),
        ("needs beacon", False),
        ("needs automaton 1", False),
        ("needs round 1", True),
        ('needs "a clear sky"', None),
        ('needs "a clear sky"; needs coal 6', False),
        ("spend wood 4", True),
        ("spend wood 5", False),
        ("gain food 2", True),
    ],
)
def test_conditions(words: str, holds: bool | None):
    """What can be known is known; own words are for the players to judge, unless something else fails already."""
    assert effects.requirement(table().state, words) is holds


def test_a_law_and_a_building_as_conditions():
    """A passed Law and a Building on the map count; a Ruin does not."""
    state = table(laws=Laws(passed=("L05",))).state
    assert effects.requirement(state, "needs law L05; needs no law L06") is True
    tent = Building(kind="tent", at=("N1.1",))
    standing = replace(state, city=replace(state.city, buildings=(tent,)))
    assert effects.requirement(standing, "needs tent") is True
    ruined = replace(state, city=replace(state.city, buildings=(replace(tent, ruin=True),)))
    assert effects.requirement(ruined, "needs tent") is False


def test_untold_tokens_leave_a_condition_to_the_players():
    """An active token of untold type may be the Care that is needed."""
    hope = Tokens(row=(Token(kind="untold", active=True), Token(kind="care")))
    state = table(hope=hope).state
    assert effects.requirement(state, "needs active care") is None
    assert effects.requirement(state, "needs active care 2") is False
    assert effects.requirement(state, "needs active hope") is True


# --- choices ----------------------------------------------------------------------------------------------------------


def test_either_of_two_ways():
    """Two ways are offered in readable words; the one chosen is carried out."""
    evening = carry(table(), "either lose food 2 & sick workers | discontent +1")
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("choose_way", {"way": 1, "first": {"what": {"n": 2}}, "then": {"what": "Workers", "n": 1, "words": ""}}),
        ("choose_way", {"way": 2, "what": "Discontent", "n": 1, "words": ""}),
    ]
    evening.play("choose_way", way=1)
    assert (evening.state.food, evening.state.workers.sick, evening.state.tasks) == (6, 1, ())


def test_a_way_that_cannot_be_paid_is_not_offered():
    """p. 16: with 4 Wood, a way that costs 5 cannot be chosen: the other one is taken without asking."""
    evening = carry(table(), "either spend wood 5 & hope +1 | lose food 2")
    assert (evening.state.food, evening.state.tasks) == (6, ())


def test_with_no_way_open_nothing_happens():
    """p. 16: neither way can be paid."""
    evening = carry(table(), "either spend wood 5 | spend coal 6")
    assert "no_way_open" in evening.names
    assert not evening.state.tasks


def test_a_way_that_is_not_there_is_refused():
    """Of two ways there is no third."""
    evening = carry(table(), "either hope +1 | discontent -1")
    with pytest.raises(IllegalMove):
        evening.play("choose_way", way=3)
    with pytest.raises(IllegalMove):
        evening.play("no_way_left")


def test_only_if():
    """p. 30, example: since Care is active, Cure 3 is resolved; without active Motivation no Coal comes."""
    evening = carry(table().group("workers", sick=4), "if active care: cure 3; if active motivation: gain coal 9")
    assert (evening.state.workers.sick, evening.state.coal) == (1, 5)


def test_the_players_judge_their_own_condition():
    """What only they can see is asked: yes carries it out, no does not; what follows waits."""
    evening = carry(table(), 'if "it is dark": gain coal 1; gain food 1')
    assert prompted(evening.prompt) == ("card.condition", {"condition": {"words": "it is dark"}})
    evening.play("judge", holds="yes")
    assert (evening.state.coal, evening.state.food) == (6, 9)
    carry(evening, 'if "it is dark": gain coal 1; gain food 1')
    evening.play("judge", holds="no")
    assert (evening.state.coal, evening.state.food) == (6, 10)


def test_own_words_are_shown_and_ticked_off():
    """What cannot be said in numbers is an instruction; the books stay open beside it."""
    evening = carry(table(), "say Turn the scenario card over; gain food 1")
    assert str(evening.prompt.do) == "Turn the scenario card over"
    assert evening.offered("card_words")
    evening.play("instruction_done")
    assert evening.state.food == 9


# --- the round's type -------------------------------------------------------------------------------------------------


def test_a_citizen_of_the_rounds_type():
    """p. 34: in round 6 the workers' column is meant (p. 28), so a worker dies."""
    evening = carry(table(round=6), "die current")
    assert evening.state.workers.citizens == 21


def test_the_rounds_type_is_asked_where_it_is_not_known():
    """p. 34: while nobody has said whose column round 3 is, it is read off the board once and kept."""
    evening = table(round=3)
    evening.state = replace(
        evening.state, board={k: v for k, v in evening.state.board.items() if k != "fed_in_round_3"}
    )
    carry(evening, "sick current 2; gain food 1")
    assert prompted(evening.prompt) == ("card.who", {"round": 3})
    evening.play("who_is_fed", kind="engineers")
    assert evening.board_facts == {"fed_in_round_3": "engineers"}
    assert (evening.state.engineers.sick, evening.state.food) == (2, 9)


# --- markers, cards, the city -----------------------------------------------------------------------------------------


def test_markers_move_on_their_tracks():
    """p. 14, 20: Cold from 5 to 6, Red from 1 to 3, all indicators one more, Heat no further than Cold."""
    evening = carry(table(), "cold +1; red +2; indicators +1; heat +9")
    board = evening.state.generator
    assert (board.cold, board.red, board.orange, board.yellow, board.heat) == (6, 4, 3, 4, 6)


def test_the_cold_marker_does_not_pass_the_heat_marker():
    """p. 20: Heat on 4 and Cold on 5: Cold goes back one space at most."""
    evening = carry(table().generator(heat=4), "cold -3")
    assert evening.state.generator.cold == 4


def test_no_marker_leaves_its_track():
    """p. 21: the Cold marker and the indicators stop on the last spaces, 12 and 10."""
    evening = begun(heat_spaces=12, generator_track_spaces=10).at("action.turn")
    carry(evening, "cold +20; indicators +20")
    board = evening.state.generator
    assert (board.cold, board.red, board.orange, board.yellow) == (12, 10, 10, 10)


def test_the_storm_marker():
    """p. 21: from 9 two back to 7; sent to 12; out of the game, and then nothing moves it."""
    evening = carry(table(), "storm -2")
    assert evening.state.storm == 7
    assert carry(evening, "storm to 12").state.storm == 12
    assert carry(evening, "storm gone; storm +3").state.storm == 0


def test_a_scenario_trigger_is_placed():
    """p. 33: a card puts a Scenario Trigger token on round 7."""
    evening = carry(table(triggers=(4, 11)), "trigger 7")
    assert evening.state.triggers == (4, 7, 11)


def test_a_card_goes_into_the_dusk_deck():
    """p. 34: D045 is shuffled in unread."""
    evening = carry(table(), "add D045")
    assert "D045" in evening.state.dusk.deck


def test_a_card_leaves_the_display():
    """p. 34: M012 is taken out of the Event display."""
    evening = carry(table(display=("M012", "D003")), "remove M012")
    assert evening.state.display == ("D003",)


def test_buildings_may_be_built_from_now_on():
    """p. 37: Faith unlocks its four Buildings; another card the Fighting Arena."""
    evening = carry(table(), "unlock faith; unlock fighting arena")
    assert set(evening.state.city.unlocked) == {
        "field_kitchen",
        "cemetery",
        "temple",
        "faith_keepers",
        "fighting_arena",
    }


def test_shelters_become_ruins():
    """p. 22: all Tents become Ruins, also those not built."""
    evening = table()
    tent = Building(kind="tent", at=("N1.1",))
    evening.state = replace(evening.state, city=replace(evening.state.city, buildings=(tent,)))
    carry(evening, "ruin tents")
    assert evening.state.city.buildings[0].ruin
    assert "tent" in evening.state.city.ruins


def test_tiles_buildings_and_destruction_are_asked_for():
    """p. 34: where a tile lies, where a free Building stands and which one is destroyed is the players' choice."""
    evening = carry(table(), "near 1")
    assert tasks(evening) == ["lay"]
    assert tasks(carry(table(), "build sawmill free")) == ["build"]


def test_words_that_are_no_effects_are_refused_with_a_sentence():
    """Nothing is changed, and the sentence says what is wrong."""
    evening = table()
    with pytest.raises(IllegalMove, match="did you mean “hope”"):
        carry(evening, "hoep +1")
    with pytest.raises(IllegalMove):
        carry(evening, "")


def test_effects_that_became_impossible_are_left_to_the_players():
    """What waited for a choice and cannot be paid any more is shown, and nothing is spent."""
    state: State = table(coal=0).state
    tx = Transaction(state)
    tx.queue("effects", words="either spend coal 1 | say Nothing")
    tx.queue("effects", words="spend coal 1; hope +1")
    assert effects.settle(tx)
    tx.set(tasks=tx.state.tasks[-1:])
    assert effects.settle(tx)
    assert [task.kind for task in tx.state.tasks] == ["instruction"]


def test_a_card_tells_aloud_what_it_changes():
    """What the companion does by itself has to be done at the table: Food that came is told, not only written down."""
    tx = Transaction(table().state)
    effects.carry_out(tx, "gain food 3")
    assert [fact.urgency for fact in tx.facts] == [Urgency.PLAIN]
    assert {fact.urgency for fact in carry(table(), "gain food 3").facts} == {Urgency.QUIET}


def test_what_needs_no_choice_is_told_aloud():
    """p. 30: Cure 3 with two sick children: nobody chooses, so it is said whom it cured."""
    evening = carry(table().group("children", sick=2), "cure 3")
    assert evening.told("cured").urgency == Urgency.PLAIN
