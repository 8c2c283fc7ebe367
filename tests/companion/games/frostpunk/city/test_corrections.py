"""House rules of the city, and Shelters' tiles beside the map, set by hand."""

from companion.games.frostpunk.city import construction
from companion.games.frostpunk.city.heat import heated_place

from ..table import Evening
from .test_heat import BOARD
from .town import generator, stand, town


def evening() -> Evening:
    game = Evening(2)
    tx = town("F1", board=BOARD)
    stand(tx, "field_kitchen", "F1.1")
    game.state = generator(tx, heat=1)
    return game


def test_house_rules_are_chosen_by_hand():
    """p. 24 against p. 43: the house may read it the other way."""
    game = evening()
    assert heated_place(game.state, "F1") is True
    game.correct("house_kitchen_before_start", "no")
    assert heated_place(game.state, "F1") is False


def test_ruins_on_the_buildings_board():
    """p. 22: set and taken back."""
    game = evening()
    game.correct("ruins_tent", "yes")
    assert construction.can_build(game.state, "tent", "F1.2") is not None
    game.correct("ruins_tent", "no")
    assert construction.can_build(game.state, "tent", "F1.2") is None


def test_ruins_out_of_the_game():
    """p. 26: two of eight Bunkhouses."""
    game = evening()
    game.correct("gone_bunkhouse", 2)
    assert construction.left(game.state, "bunkhouse") == 6
