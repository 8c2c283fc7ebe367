"""The owner arranges the sketch."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.game import GAME
from companion.games.turris.map.view import FREE, arranged, board, layout, order_of, where
from companion.games.turris.state import PLACES
from tests.companion.games.turris.table import FULL, Evening


def test_two_taps_exchange_two_places():
    """All others stay; it is kept for all evenings."""
    evening = Evening(3)
    before = where(evening.state)
    evening.play("swap_places", first="isle", second="forge")
    after = where(evening.state)
    assert (after["isle"], after["forge"]) == (before["forge"], before["isle"])
    assert all(after[place] == before[place] for place in PLACES if place not in ("isle", "forge"))
    assert evening.board_facts["sketch"] == evening.state.board["sketch"]
    assert where(Evening(3, sketch=evening.board_facts["sketch"]).state) == after


def test_a_place_can_go_to_the_free_point():
    """One point is free, to be tapped while the links are drawn."""
    evening = Evening(3)
    free = next(place for place in board(evening.state).places if place.value == FREE)
    evening.play("swap_places", first="nest", second=FREE)
    assert where(evening.state)["nest"] == (free.x, free.y)
    assert FREE not in [place.value for place in board(Evening(3, **FULL).at("turns").state).places]


def test_links_do_not_move_what_its_owner_has_arranged():
    """With all links told the sketch would be arranged anew; not one of its owner's."""
    own = " ".join(order_of(layout(())))
    assert where(Evening(3, **{**FULL, "sketch": own}).state) == arranged(own)
    assert where(Evening(3, **FULL).state) != arranged(own)


def test_it_is_offered_while_the_game_is_set_up():
    """Drawing or not; later nobody is asked."""
    assert Evening(3).offered("swap_places")
    evening = Evening(3, **FULL)
    assert evening.offered("swap_places")
    assert not evening.at("turns", "actions").offered("swap_places")


def test_nonsense_is_refused():
    """A place twice, a place left out, the same place twice."""
    with pytest.raises(IllegalMove, match="different"):
        Evening(3).play("swap_places", first="isle", second="isle")
    assert GAME.check is not None
    for words in ("", "isle isle", " ".join(PLACES)):
        with pytest.raises(IllegalMove, match="every place"):
            GAME.check("sketch", words)
    GAME.check("sketch", " ".join((*PLACES, FREE)))
