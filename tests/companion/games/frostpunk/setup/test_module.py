"""Setup, rulebook p. 8 to 15: the list of fourteen steps from the first to the last."""

from dataclasses import replace

import pytest

from companion.api.checks import check_args, usual
from companion.api.game import IllegalMove, Table
from companion.games.frostpunk.phases.names import SETUP_STEPS
from companion.games.frostpunk.state import UNTOLD
from tests.companion.games.frostpunk.table import GAME, KNOWN, NAMES, Evening, begun


def item(evening: Evening, name: str) -> str:
    """What an item of the present list says."""
    [label] = [str(offer.label) for offer in evening.prompt.offers if offer.move.args.get("item") == name]
    return label


def test_society_one_normal_in_a_new_home():
    """p. 12 to 15: the starting numbers, by hand from the pages."""
    state = Evening().state
    assert (state.scenario, state.society) == ("a_new_home", "I normal")
    assert [group.citizens for group in (state.workers, state.engineers, state.children)] == [22, 12, 8]
    assert [group.sick for group in (state.workers, state.engineers, state.children)] == [0, 0, 0]
    assert (state.food, state.hunger, state.corpses) == (8, 0, 1)
    assert (state.wood, state.coal, state.steam_cores, state.automatons, state.steel) == (4, 5, 0, 0, 0)
    assert [token.active for token in state.discontent.row] == [True, False]
    assert [token.active for token in state.hope.row] == [True, True]
    assert (state.round, state.storm, state.triggers, state.scenario_cards) == (1, 9, (4, 11), ("I/01",))
    board = state.generator
    assert (board.heat, board.overheated, board.cold) == (1, False, 5)
    assert (board.red, board.orange, board.yellow, board.stress, board.inside) == (1, 2, 3, 0, 0)


def test_the_generator_tile_is_filled():
    """p. 9: Cookhouse, Platform and Generator Building stand, five Wood and five Coal lie on the tile."""
    city = Evening().state.city
    assert {building.kind for building in city.buildings} == {"cookhouse", "platform", "generator_building"}
    assert sorted((space.what, space.count) for space in city.tiles["G"] if space.count) == [("coal", 5), ("wood", 5)]


def test_the_decks_and_stacks_at_the_start():
    """p. 11 and 14: three Expedition stacks with an A card each; Inevitable and one Social Dispute of ten."""
    state = Evening().state
    assert [[card.deck for card in stack.cards] for stack in state.stacks] == [["A"], ["A"], ["A"]]
    assert (state.dusk.deck, state.dusk.discard, state.dusk.disputes) == (("D000", "?dispute"), (), 9)


def test_one_to_four_players():
    """p. 3."""
    assert list(GAME.seats) == [1, 2, 3, 4]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_first_tap_begins_a_new_home(players: int):
    """What is asked before the first move has usual answers: the scenario and card for a first game."""
    asks = GAME.setup(players)
    choices = check_args(asks, {ask.name: usual(ask) for ask in asks})
    state = GAME.start(Table(players=NAMES[:players], choices=choices, board=KNOWN)).state
    assert (state.scenario, state.society, state.workers.citizens) == ("a_new_home", "I normal", 22)


def test_the_whole_list_leads_to_the_first_action_phase():
    """p. 8 to 15: fourteen steps; 2 Food on the tiles make 10; the leader drawn takes the first turn."""
    evening = Evening(3)
    seen = [evening.asked]
    evening.play("map_laid", food=2)
    while evening.asked != "setup.other":
        seen.append(evening.asked)
        evening.play("set_up", step=evening.asked)
    assert (*seen, evening.asked) == SETUP_STEPS
    assert len(SETUP_STEPS) == 14
    evening.play("leader_drawn", leader="seat3")
    assert (evening.state.food, evening.state.leader, evening.asked[:7]) == (10, 2, "action.")
    assert evening.state.ticked == ()


def test_the_list_can_be_left_out():
    """Who has set up already says so in one step, at any point of the list."""
    evening = Evening()
    evening.play("map_laid", food=3)
    evening.play("all_set_up", food=0, leader="seat2")
    assert (evening.state.food, evening.state.leader, evening.asked[:7]) == (11, 1, "action.")


def test_no_stray_tap_leaves_the_list_out():
    """Ending the whole setup asks at least who has the Leadership marker, so that it is never one tap by mistake."""
    [offer] = [one for one in Evening(2).prompt.offers if one.move.name == "all_set_up"]
    assert (offer.tone, [usual(ask) for ask in offer.asks]) == ("plain", [None, None])


def test_what_is_laid_out_is_one_list():
    """p. 8 to 15: one answer for all of it; then the Food on the tiles (8 and 2 are 10), then the first tokens."""
    evening = Evening()
    unders = dict.fromkeys(str(offer.under) for offer in evening.prompt.offers if "item" in offer.move.args)
    assert (len(unders), list(unders)[:2]) == (14, ["The map", "Expedition cards"])
    evening.play("laid_out")
    assert evening.asked == "setup.food"
    evening.play("food_told", food=2)
    assert (evening.state.food, evening.asked) == (10, "setup.tokens")
    for kind in ("anger", "greed", "care", "justice"):
        evening.play("token_told", kind=kind)
    assert evening.asked == "setup.advisors"
    evening.play("set_up", step="setup.advisors")
    assert {offer.move.args["item"] for offer in evening.prompt.offers if "item" in offer.move.args} == {
        "box",
        "sheets",
    }
    assert "Scenario" not in str(evening.prompt.do)
    evening.play("leader_drawn", leader="seat1")
    assert (evening.asked[:7], evening.state.ticked) == ("action.", ())


def test_the_list_is_ticked_board_by_board():
    """Two boards have an item of the same name; each is ticked by itself, and the last tick ends nothing."""
    evening = Evening()
    evening.play("tick", item="supply.board")
    assert [str(one.under) for one in evening.prompt.offers if one.ticked] == ["Supply board"]
    evening.play("tick", item="supply.board")
    assert evening.state.ticked == ()


def test_cards_are_named_while_they_are_laid_out():
    """p. 11, 14: what may be entered of the cards stands with the list; three of four Laws are refused at its end."""
    evening = Evening()
    evening.play("name_stacks", card_1="Camp", card_2="", card_3="")
    evening.play("dispute_read", code="D045")
    for code in ("L09", "L10", "L11"):
        evening.play("law_drawn", code=code)
    with pytest.raises(IllegalMove, match="tick all four"):
        evening.play("laid_out")
    evening.play("law_drawn", code="L12")
    evening.play("laid_out")
    assert (evening.state.stacks[0].cards[0].name, evening.state.dusk.deck) == ("Camp", ("D000", "D045"))


def test_the_food_bonus_stops_at_fifty():
    """p. 44: of 8 and 45 Food, 50 are kept."""
    evening = Evening()
    evening.play("map_laid", food=45)
    assert evening.state.food == 50
    assert "limit_reached" in evening.names


@pytest.mark.parametrize(("players", "held"), [(1, 6), (2, 5), (3, 4), (4, 3)])
def test_hands_after_the_setup(players: int, held: int):
    """p. 15: 7, 6, 5 and 4 cards, one of them discarded; in the example three players keep 4 each."""
    state = begun(players).state
    assert state.hands == (held,) * players
    assert state.citizen_discard == players


@pytest.mark.parametrize("seat", ["seat3", "seat4"])
def test_the_leader_is_somebody_at_the_table(seat: str):
    """With two players the third and fourth seats are refused."""
    with pytest.raises(IllegalMove):
        Evening(2).play("all_set_up", food=0, leader=seat)
    with pytest.raises(IllegalMove):
        Evening(2).at("setup.other").play("leader_drawn", leader=seat)


def test_chance_or_the_players_draw_the_leader():
    """p. 15: the leader is drawn at random among those at the table; who drew by hand taps the name."""
    offers = Evening(3).at("setup.other").prompt.offers
    [chance] = offers[0].asks
    assert (offers[0].tone, [choice.value for choice in chance.choices]) == ("usual", ["seat1", "seat2", "seat3"])
    assert [str(offer.label) for offer in offers if offer.move.name == "leader_drawn"][1:] == ["Ada", "Ben", "Cleo"]


def test_alone_there_is_nothing_to_draw():
    """p. 15: one player has the Leadership marker and takes all Responsibility sheets."""
    evening = Evening(1).at("setup.other")
    assert (evening.prompt.offers[0].move.args["leader"], evening.prompt.offers[0].asks) == ("seat1", ())
    assert "all four" in item(evening, "sheets")


# --- the list ---------------------------------------------------------------------------------------------------------


def test_items_are_ticked_by_anybody_and_unticked_again():
    """Phones share the list: a tick is a move like any other, and a second tap takes it away."""
    evening = Evening().at("setup.supply")
    evening.play("tick", item="stores")
    assert [offer.ticked for offer in evening.prompt.offers if offer.move.args.get("item") == "stores"] == [True]
    evening.play("tick", item="stores")
    assert evening.state.ticked == ()


def test_the_last_tick_ends_a_step():
    """Where everything is ticked nobody needs to say that the step is done."""
    evening = Evening().at("setup.buildings")
    evening.play("tick", item="board")
    assert evening.asked == "setup.buildings"
    evening.play("tick", item="sort")
    assert evening.asked == "setup.tokens"
    assert evening.state.ticked == ()


def test_food_is_asked_before_the_map_is_done():
    """p. 10 and 12: the map is over only once its Food bonus is told."""
    evening = Evening()
    for offer in evening.prompt.offers:
        if "item" in offer.move.args:
            evening.play("tick", item=offer.move.args["item"])
    assert evening.asked == "setup.map"


def test_an_item_of_another_step_is_refused():
    """A tick that comes late, from a phone that has not seen the next step yet, does no harm."""
    with pytest.raises(IllegalMove, match="another step"):
        Evening().at("setup.supply").play("tick", item="rim")


def test_every_step_has_one_usual_answer_at_most_and_items():
    """A step is a list with at most one tap for all of it."""
    for step in SETUP_STEPS:
        for players in (1, 2, 3, 4):
            prompt = GAME.prompts(Evening(players).at(step).state)[0]
            assert sum(offer.tone == "usual" for offer in prompt.offers) <= 1
            assert str(prompt.do)


def test_the_counts_of_society_one_normal():
    """p. 12: what the items say for that card, the examples' Meeples among them where the bars are known."""
    evening = Evening(2, meeples_at_22=5, meeples_at_12=3, meeples_at_8=2)
    evening.at("setup.population")
    assert item(evening, "citizens") == "Citizen markers: workers on 22, engineers on 12, children on 8."
    assert item(evening, "food").startswith("Food marker on 8")
    evening.at("setup.supply")
    assert item(evening, "corpses") == "Corpse marker on 1."
    assert item(evening, "stores") == "Onto it: 4 Wood and 5 Coal."
    assert item(evening, "meeples") == "5 Worker Meeples, 3 Engineer Meeples and 2 Child Meeples."
    assert not any(offer.move.args.get("item") == "automatons" for offer in evening.prompt.offers)
    evening.state = replace(evening.state, automatons=1)
    assert item(evening, "automatons") == "1 Automaton onto it."


def test_the_map_tiles_are_sorted_before_they_are_laid():
    """p. 10, step 7: two stacks by their backs, shuffled, before a Far tile is drawn."""
    names = [offer.move.args.get("item") for offer in Evening().prompt.offers]
    assert names.index("walls") < names.index("stacks") < names.index("far") < names.index("near")
    assert "shuffle both stacks" in item(Evening(), "stacks")


def test_what_a_new_home_leaves_out_and_sets_up():
    """p. 10 to 15: no Steel, no Steam Hub, storm on 9, triggers on 4 and 11, I/01 face up, I/08 the Storm card."""
    evening = Evening()
    assert "Steel stays in the box" in item(evening, "bank")
    assert item(evening.at("setup.technologies"), "without") == "Leave out Steam Hub."
    assert item(evening.at("setup.round"), "storm") == "Storm marker on 9."
    evening.at("setup.generator")
    assert item(evening, "cold") == "Cold marker on space 5."
    assert item(evening, "heat") == "Heat marker, normal side up, on space 1."
    evening.at("setup.map")
    assert "I/01 face up" in item(evening, "other.scenario")
    assert item(evening, "other.triggers") == "Scenario Trigger tokens on rounds 4, 11."
    assert "I/08" in item(evening, "other.storm")


@pytest.mark.parametrize(("players", "says"), [(2, "share out the others"), (3, "share out"), (4, "Each takes")])
def test_responsibility_sheets(players: int, says: str):
    """p. 15: each takes the own one, those left over are shared out evenly."""
    assert says in item(Evening(players).at("setup.other"), "sheets")


def test_nothing_ends_before_the_first_tokens_are_drawn():
    """p. 16: the last Hope token has to leave the track; before the Society card is read there is none to leave it."""
    evening = Evening()
    table = Table(players=NAMES[:2], choices={"society": "III", "level": "hard"}, board=KNOWN)
    evening.state = evening.took(GAME.start(table))
    evening.play("map_laid", food=3)
    assert evening.state.ended == ""
    assert evening.state.food == 3


def test_the_last_hope_token_may_be_lost_in_the_setup():
    """p. 16: a starting cost in the owner's words, such as two Hope tokens less, can take the last one."""
    evening = Evening()
    for kind in ("anger", "greed", "care", "justice"):
        evening.at("setup.tokens").play("token_told", kind=kind)
    evening.at("setup.advisors").play("citizens_dealt")
    none = {"food": 0, "wood": 0, "coal": 0, "steam_cores": 0, "stress": 0}
    evening.play("starting_cost", seat="seat1", other="discard hope; discard hope", name="", **none)
    while evening.state.tasks:
        evening.play("choose_token", **evening.prompt.offers[0].move.args)
    assert evening.state.ended == "hope"


def test_types_of_tokens_may_wait():
    """p. 13: the list goes on without the types; they are asked for when they matter."""
    evening = Evening().at("setup.tokens")
    evening.play("set_up", step="setup.tokens")
    assert {token.kind for token in (*evening.state.hope.row, *evening.state.discontent.row)} == {UNTOLD}
