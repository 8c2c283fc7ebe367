"""Excavation Sites (rulebook p. 6, 21)."""

import pytest

from companion.api.game import IllegalMove, Words
from companion.games.turris import places
from companion.games.turris.excavation import spots
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import GAME, Evening

NAMED = {"site_a": "Deep Well", "site_b": "", "site_c": "", "site_d": ""}


@pytest.mark.parametrize(("players", "expected"), [(1, "a"), (2, "ab"), (3, "abc"), (4, "abcd")])
def test_as_many_sites_as_players(players: int, expected: str):
    """From A on, in the order of the alphabet (p. 6)."""
    assert "".join(spots(Evening(players).state)) == expected
    assert "".join(Evening(players).state.sites) == expected


def test_a_site_is_a_place_for_scouts():
    """Sites follow the placement rules and count as Locations (p. 21)."""
    evening = turn(players=2).beasts(pain="forge")
    evening.play("place", place="a")
    evening.play("place_told", limited="yes", immediate="no", words="gain relics 1")
    assert evening.state.standing("a") == (1, 0)
    with pytest.raises(IllegalMove, match="limited"):
        evening.play("place", place="a")


def test_what_a_named_site_gives_is_known_for_ever():
    """Under its name, wherever it lies the next time."""
    evening = turn(players=2).beasts(pain="forge")
    evening.play("name_sites", **NAMED)
    evening.play("place", place="a")
    evening.play("place_told", limited="no", immediate="no", words="gain relics 1")
    assert evening.board_facts == {
        "limited.site_deep_well": "no",
        "immediate.site_deep_well": "no",
        "reward.site_deep_well": "gain relics 1",
    }
    assert "Deep Well" in places.site_names(evening.state)
    evening.at("turns", "actions", sites={"a": "", "b": "deep well"}).beasts(delusion="guild")
    evening.play("place", place="b")
    assert evening.asked == "turn.close"


def test_what_an_unnamed_site_gives_is_known_while_it_lies_there():
    """After the change another one lies there: it is read anew."""
    evening = turn(players=2).beasts(pain="forge")
    evening.play("place", place="a")
    evening.play("place_told", limited="no", immediate="no", words="gain relics 1")
    assert evening.board_facts == {}
    assert places.known(evening.state, "a")
    evening.correct("prestige_1", 10)
    evening.play("lay_sites", **{**NAMED, "site_a": ""})
    assert not places.known(evening.state, "a")


def test_a_scout_collected_from_the_new_site_gets_its_reward():
    """Scouts stay on the spot; what lies under them when they are Collected counts (p. 21)."""
    evening = turn(players=2, **{"limited.site_deep_well": "no", "immediate.site_deep_well": "no"})
    evening.at("turns", "actions", board={**evening.state.board, "reward.site_deep_well": "gain relics 2"})
    evening.beasts(pain="forge").scouts(a="A")
    evening.correct("prestige_1", 10)
    evening.play("lay_sites", **NAMED)
    evening.play("collect", scouts="a", artifacts=0, rewards="all")
    assert evening.state.players[0].relics == 2


def test_the_known_sites_are_offered_by_name():
    """A tap puts a known name in."""
    evening = turn(players=2)
    evening.correct("prestige_1", 10)
    [_, named] = evening.prompt.offers
    assert [ask.name for ask in named.asks] == ["site_a", "site_b"]
    assert [choice.value for choice in named.asks[0].blocks] == ["Stroboscope"]  # type: ignore[union-attr]


def test_sites_are_named_between_moves_only():
    """What waits to be done comes first."""
    evening = turn(players=2)
    evening.correct("prestige_1", 10)
    with pytest.raises(IllegalMove):
        evening.play("name_sites", **NAMED)


def test_the_sites_are_shown():
    """With what is known of them, and when they change next."""
    [panel] = [panel for panel in GAME.view(turn(players=2).state).panels if panel.name == "sites"]
    [cards] = panel.widgets
    assert str(cards.label) == "They change at 10 Prestige"  # type: ignore[union-attr]
    assert len(cards.cards) == 2  # type: ignore[union-attr]


def test_a_site_gets_its_name_when_it_is_first_read():
    """With its name it is known for all evenings; what was known of it need not be read again (p. 21)."""
    evening = turn(2).beasts(pain="ridge", delusion="brink")
    evening.play("place", place="a")
    assert str(evening.prompt.more) == "Without its name it is known only as long as it lies there."
    evening.play("site_is", name="Old  Mill")
    assert evening.asked == "place.read"
    assert str(evening.prompt.more) == "Look for the icon beside it. Once told, it is known for all evenings."
    evening.play("place_told", limited="no", immediate="no", words="gain relics 1")
    assert evening.board_facts["reward.site_old_mill"] == "gain relics 1"
    assert evening.state.standing("a") == (1, 0)
    evening.play("place", place="b")
    with pytest.raises(IllegalMove, match="another spot"):
        evening.play("site_is", name="old mill")
    known, typed = [one for one in evening.prompt.offers if one.move.name == "site_is"]
    assert [choice.value for choice in known.asks[0].choices] == ["Stroboscope"]  # type: ignore[union-attr]
    assert isinstance(typed.asks[0], Words)


def test_a_known_site_is_not_read_again():
    """Named in the midst of placing, its facts are there at once: limited, and the Scout is placed."""
    known = {"limited.site_mill": "yes", "immediate.site_mill": "yes", "reward.site_mill": "gain relics 2"}
    evening = turn(2, **known).beasts(pain="ridge", delusion="brink")
    evening.play("place", place="a")
    evening.play("site_is", name="Mill")
    assert evening.state.standing("a") == (1, 0)
    assert evening.state.players[0].relics == 2
    with pytest.raises(IllegalMove):
        evening.play("place", place="a")
