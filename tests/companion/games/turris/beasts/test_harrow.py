"""The Harrow's chain attack (rulebook p. 19)."""

from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_the_chain_goes_from_the_circle_to_the_brink():
    """p. 19, example: from the Isle it devours in the Circle; a Scout in the Brink is adjacent, so it acts again and
    devours there; then nobody is adjacent and its turn ends."""
    evening = board(circle="A", brink="B").beasts(harrow="isle").hunt("harrow")
    assert evening.at_place("harrow") == "brink"
    assert [player.graveyard for player in evening.state.players] == [1, 1, 0]
    assert evening.names.count("chain") == 1


def test_the_fruit_on_the_board_breaks_the_chain():
    """p. 19, example: with the Fruit anywhere on the board its turn ends after devouring in the Circle."""
    evening = board(circle="A", brink="B").beasts(harrow="isle").at("turns", fruit="circle").hunt("harrow")
    assert evening.at_place("harrow") == "circle"
    assert evening.state.manned("brink") == 1


def test_nobody_adjacent_ends_it():
    """p. 19: Scouts further away do not keep it going."""
    evening = board(circle="A", ridge="B").beasts(harrow="isle").hunt("harrow")
    assert evening.at_place("harrow") == "circle"


def test_scouts_behind_crossroads_are_not_adjacent():
    """p. 16: Crossroads are steps, but not Locations with Scouts: the Ridge lies two steps from the Circle."""
    evening = board(circle="A", abyss="B").beasts(harrow="isle").hunt("harrow")
    assert evening.at_place("harrow") == "circle"


def test_the_chain_goes_on_as_long_as_it_can():
    """p. 19: repeated until the conditions are not met: Circle, Brink, Ridge, Nest."""
    evening = board(circle="A", brink="A", ridge="A", nest="A").beasts(harrow="isle").hunt("harrow")
    assert evening.at_place("harrow") == "nest"
    assert evening.state.players[0].graveyard == 4
    assert evening.state.players[0].council == 4


def test_the_whole_sequence_is_repeated_with_its_choices():
    """p. 19: two adjacent Scouts are equal targets: the First Player chooses again."""
    evening = board(circle="A", brink="B", isle="C").beasts(harrow="right").hunt("harrow")
    assert evening.asked == "beasts.choose"
    evening.play("beast_goes", place="isle")
    assert evening.at_place("harrow") == "isle"
    assert evening.state.manned("brink") == 1


def test_a_scout_beside_another_beast_does_not_count():
    """p. 19 with p. 13: such a Scout is as if it was not there; chosen otherwise at setup, it keeps the chain going."""
    evening = board(circle="A", brink="B").beasts(harrow="isle", pain="brink").hunt("harrow")
    assert "chain" not in evening.names
    evening = Evening(3, {"chain": "counts"}, **FULL).scouts(circle="A", brink="B").beasts(harrow="isle", pain="brink")
    evening.hunt("harrow")
    assert "chain" in evening.names


def test_no_chain_outside_of_the_beast_phase():
    """p. 19: moved in the Action Phase it only devours."""
    from companion.games.turris.beasts import steering
    from companion.games.turris.transaction import Transaction

    evening = board(circle="A", brink="B").beasts(harrow="isle").at("turns", "actions")
    tx = Transaction(evening.state)
    steering.begin_steering(tx, 0, of=("harrow",))
    evening.state = tx.state
    evening.play("steer_beast", beast="harrow", place="circle")
    assert evening.at_place("harrow") == "circle"
    assert evening.state.players[0].graveyard == 1
    assert evening.state.manned("brink") == 1
