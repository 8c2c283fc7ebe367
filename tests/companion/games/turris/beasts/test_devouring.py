"""Pain and Harrow devour (rulebook p. 17, 19), and the Council tokens of the devoured (p. 17, 21)."""

from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_pain_devours_all_and_the_council_moves_in_turn_order():
    """p. 17, example: Pain enters the Abyss with Scouts of Bob and Carol; Bob's token moves first, then Carol's."""
    evening = board(abyss="BC").beasts(pain="grove").hunt("pain")
    assert evening.at_place("pain") == "abyss"
    assert [player.graveyard for player in evening.state.players] == [0, 1, 1]
    assert [player.council for player in evening.state.players] == [0, 1, 1]
    moved = [fact.args["seat"] for fact in evening.facts if fact.name == "council_moved"]
    assert moved == [2, 3]


def test_turn_order_begins_with_the_first_player():
    """p. 17: with Carol as First Player, hers moves before Bob's."""
    evening = board(abyss="BC").beasts(pain="grove").at("turns", first=2).hunt("pain")
    assert [fact.args["seat"] for fact in evening.facts if fact.name == "council_moved"] == [3, 2]


def test_several_scouts_of_one_player_are_several_steps_one_after_the_other():
    """p. 17: two devoured Scouts of Bob are two steps, each with its spot, before Carol's."""
    evening = board(abyss="BBC").beasts(pain="grove").hunt("pain")
    assert [player.council for player in evening.state.players] == [0, 2, 1]
    steps = [(fact.args["seat"], fact.args["to"]) for fact in evening.facts if fact.name == "council_moved"]
    assert steps == [(2, 1), (2, 2), (3, 1)]


def test_a_council_reward_that_asks_is_done_before_the_next_players_step():
    """p. 17: Bob finishes with what his spot brings before Carol's token moves."""
    evening = board(abyss="BC")
    evening.state = Evening(3, **{**FULL, "council.1": "gain any 1"}).scouts(abyss="BC").beasts(pain="grove").state
    evening.hunt("pain")
    assert evening.prompt.seat == 1
    assert [player.council for player in evening.state.players] == [0, 1, 0]


def test_the_graveyard_is_filled_before_the_tokens_move():
    """p. 17: the Scouts go to the Graveyard, then the tokens move."""
    evening = board(abyss="BBBB").beasts(pain="grove").hunt("pain")
    names = [name for name in evening.names if name in ("devoured", "council_moved")]
    assert names == ["devoured"] + 4 * ["council_moved"]
    assert evening.state.players[1].graveyard == 4


def test_the_step_on_the_map_shows_the_scouts_gone():
    """Each step keeps how the board stood just after it."""
    evening = board(abyss="BC").beasts(pain="grove").hunt("pain")
    target, moved, bob, carol = evening.state.told
    assert moved.ways == ("grove>abyss",)
    assert moved.scouts["abyss"] == (0, 1, 1)
    assert bob.scouts["abyss"] == (0, 0, 1)
    assert "abyss" not in carol.scouts
    assert target.beasts[0].at == "grove"
