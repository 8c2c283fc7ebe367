"""Beasts moved or flipped by players, and the Fruit (rulebook p. 10, 13, 16, 19, 24)."""

from collections.abc import Callable

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.beasts import steering
from companion.games.turris.transaction import Transaction
from tests.companion.games.turris.table import FULL, Evening


def begun(evening: Evening, begin: Callable[[Transaction], None]) -> Evening:
    """Something that a card or a place brought, in the Action Step of Bob's turn."""
    evening.at("turns", "actions", turn=1)
    tx = Transaction(evening.state)
    begin(tx)
    evening.state = tx.state
    return evening.settle()


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_who_plays_the_effect_chooses_the_way():
    """p. 24: Bob moves a Beast although Alice is First Player, a step in any direction (p. 10), to Crossroads, too."""
    evening = begun(board().beasts(pain="shrine"), lambda tx: steering.begin_steering(tx, 1, of=("pain",)))
    assert evening.prompt.seat == 1
    assert sorted(evening.places) == ["a", "guild", "left"]
    evening.play("steer_beast", beast="pain", place="left")
    assert evening.at_place("pain") == "left"


def test_the_effect_follows():
    """p. 17, 19: moved into Scouts, the Beast does to them what it always does."""
    evening = board(shrine="AB").beasts(pain="guild")
    evening = begun(evening, lambda tx: steering.begin_steering(tx, 1, of=("pain",)))
    evening.play("steer_beast", beast="pain", place="shrine")
    assert [player.graveyard for player in evening.state.players] == [1, 1, 0]


def test_a_beast_may_not_end_beside_another():
    """p. 17: a place with a Beast is no answer to one step, but can be passed with two."""
    evening = board().beasts(pain="guild", harrow="shrine")
    begun(evening, lambda tx: steering.begin_steering(tx, 1, of=("pain",)))
    assert "shrine" not in evening.places
    evening = board().beasts(pain="guild", harrow="shrine")
    begun(evening, lambda tx: steering.begin_steering(tx, 1, 2, of=("pain",)))
    assert "left" in evening.places
    assert "shrine" not in evening.places


def test_scouts_end_the_movement():
    """p. 17: with two steps, the first place with a Scout is the last."""
    evening = board(forge="A").beasts(pain="guild")
    begun(evening, lambda tx: steering.begin_steering(tx, 1, 2, of=("pain",)))
    assert "forge" in evening.places
    assert "spire" not in evening.places


def test_up_to_lets_a_player_move_less_or_nothing():
    """A card that says up to two steps."""
    evening = board().beasts(pain="guild")
    begun(evening, lambda tx: steering.begin_steering(tx, 1, 2, up_to=True, of=("pain",)))
    assert {"shrine", "left", "forge", "spire"} <= set(evening.places)
    evening.play("steer_none")
    assert not evening.state.tasks


def test_a_move_that_must_be_made_cannot_be_left():
    """Without “up to” somebody has to move."""
    evening = begun(board(), lambda tx: steering.begin_steering(tx, 1, of=("pain",)))
    with pytest.raises(IllegalMove):
        evening.play("steer_none")


def test_the_ridge_leaves_out_beasts_on_crossroads():
    """p. 24: for the Ridge a Beast in a Crossroads may not be chosen."""
    evening = board().beasts(pain="left", harrow="right")
    assert steering.off_crossroads(evening.state) == ("delusion", "despair")


def test_a_player_cannot_move_a_beast_into_a_spot_without_site():
    """p. 21: nobody enters it."""
    evening = begun(
        board(2).beasts(pain="grove", despair="shrine"), lambda tx: steering.begin_steering(tx, 1, of=("pain",))
    )
    assert "c" not in evening.places


def test_the_delusion_asks_the_first_player_where_scouts_go():
    """p. 18: also when another player moved it."""
    evening = board(spire="B").beasts(delusion="forge")
    begun(evening, lambda tx: steering.begin_steering(tx, 1, of=("delusion",)))
    evening.play("steer_beast", beast="delusion", place="spire")
    assert (evening.asked, evening.prompt.seat) == ("beasts.drive", 0)


def test_flipping_asks_which():
    """p. 16: a flipped Beast will not move; one that is flipped already cannot be chosen."""
    evening = board()
    evening.correct("pain_flipped", "yes")
    begun(evening, lambda tx: steering.begin_flipping(tx, 1))
    with pytest.raises(IllegalMove):
        evening.play("flip_beast", beast="pain")
    evening.play("flip_beast", beast="harrow")
    harrow = evening.state.beast("harrow")
    assert harrow is not None
    assert harrow.flipped


def test_the_fruit_is_placed_on_the_map():
    """p. 13, 21: in a Location or a Site that is there."""
    evening = begun(board(2), lambda tx: steering.begin_luring(tx, 1))
    with pytest.raises(IllegalMove):
        evening.play("place_fruit", place="d")
    evening.play("place_fruit", place="isle")
    assert evening.state.fruit == "isle"
