"""Setting the game up (rulebook p. 6, 7; alone p. 25)."""

import pytest

from companion.api.game import Chance, IllegalMove, Pick
from companion.games.turris import setup
from tests.companion.games.turris.table import FULL, GAME, Evening

USUAL = {"beasts": "pain delusion despair harrow", "first": "seat1"}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_everybody_starts_with(players: int):
    """Four Scouts, 3 Ichor, a Tactics card, every marker at the start (p. 6, 7)."""
    evening = Evening(players, **FULL)
    evening.play("set_up", **USUAL)
    for player in evening.state.players:
        assert (player.reserve, player.graveyard, player.ichor, player.tactics) == (4, 0, 3, 1)
        assert (player.prestige, player.council, player.tower, player.artifacts) == (0, 0, 0, 0)
    assert evening.state.trionfi == 6
    assert (evening.state.phase, evening.state.turn, evening.state.round) == ("turns", 0, 1)


def test_the_beasts_start_on_a_to_d():
    """Pain, Delusion, Despair, Harrow (p. 6); the Speed token lies under the Harrow, the Altar has no effect."""
    state = Evening(2).state
    assert [(beast.name, beast.at) for beast in state.beasts] == [
        ("pain", "a"), ("delusion", "b"), ("despair", "c"), ("harrow", "d"),
    ]  # fmt: skip
    assert (state.fast, state.altar, state.fruit) == ("harrow", "none", "")


def test_the_variant_with_random_places():
    """Chance puts the Beasts onto A to D, or the players say how they lie (p. 6)."""
    evening = Evening(2, choices={"beasts": "random"})
    [done, *_] = evening.prompt.offers
    assert {ask.name for ask in done.asks if isinstance(ask, Chance)} == {"beasts", "first"}
    evening.play("set_up", beasts="harrow pain despair delusion", first="seat2")
    assert str(evening.told("beasts_placed").text) == "The Beasts: A: Harrow, B: Pain, C: Despair, D: Delusion."
    assert [(beast.name, beast.at) for beast in evening.state.beasts] == [
        ("pain", "b"), ("delusion", "d"), ("despair", "c"), ("harrow", "a"),
    ]  # fmt: skip


def test_who_begins_is_left_to_chance():
    """One tap, and the First Player is drawn among those who play (p. 7)."""
    evening = Evening(3)
    [done, *_] = evening.prompt.offers
    [first] = done.asks
    assert isinstance(first, Chance)
    assert [str(choice.label) for choice in first.choices] == ["Alice", "Bob", "Carol"]
    evening.play("set_up", beasts=USUAL["beasts"], first="seat3")
    assert (evening.state.first, evening.state.turn) == (2, 2)
    with pytest.raises(IllegalMove):
        Evening(3).play("set_up", beasts=USUAL["beasts"], first="seat4")


def test_who_has_drawn_says_so():
    """The same with what was drawn at the table."""
    offers = Evening(3).prompt.offers
    [drawn] = [offer for offer in offers if str(offer.label) == "All set up, and you have drawn who begins"]
    assert drawn.asks[0].name == "first"
    assert [choice.value for choice in drawn.asks[0].choices] == ["seat1", "seat2", "seat3"]  # type: ignore[union-attr]


def test_alone_you_are_first_player():
    """Nothing is drawn alone (p. 25)."""
    [setup] = [prompt for prompt in GAME.prompts(Evening(1).state) if prompt.name == "setup"]
    [done, *_] = setup.offers
    assert done.asks == ()
    assert done.move.args["first"] == "seat1"


def test_the_list_is_ticked_off():
    """Every item can be ticked and unticked; the tap for all needs none of them."""
    evening = Evening(2)
    evening.play("tick", item="sites")
    assert evening.state.ticked == ("sites",)
    evening.play("tick", item="sites")
    assert evening.state.ticked == ()
    with pytest.raises(IllegalMove):
        evening.play("tick", item="dragon")


@pytest.mark.parametrize(("players", "last"), [(2, "A to B"), (3, "A to C"), (4, "A to D")])
def test_the_list_names_the_numbers(players: int, last: str):
    """Sites for this number of players (p. 6)."""
    items = setup.items(Evening(players).state)
    assert last in str(items["sites"])
    assert "movement" not in items


def test_the_list_alone():
    """The Stall and Preferential Treatment go out, the Betrayers come in (p. 25)."""
    items = setup.items(Evening(1).state)
    assert {"out", "movement", "betrayers"} <= set(items)
    assert "spot A" in str(items["sites"])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nothing_is_asked_before(players: int):
    """Play first: what the text leaves open is asked when it first matters, the variant stands beside the setup."""
    assert GAME.setup(players) == ()


def test_the_variant_is_one_tap():
    """The companion draws where the Beasts start, and who begins; or the table says how it drew (p. 6)."""
    evening = Evening(2)
    drawn, said = [offer for offer in evening.prompt.offers if offer.under and offer.move.name == "set_up"]
    assert all(isinstance(ask, Chance) for ask in drawn.asks)
    assert [type(ask) for ask in said.asks] == [Pick, Chance]
    evening.play("set_up", beasts="harrow pain despair delusion", first="seat2")
    assert str(evening.told("beasts_placed").text) == "The Beasts: A: Harrow, B: Pain, C: Despair, D: Delusion."


def test_nothing_is_played_before_the_setup():
    """The first turn begins with the tap for all."""
    evening = Evening(2)
    with pytest.raises(IllegalMove):
        evening.play("gather")
    evening.play("set_up", **USUAL)
    with pytest.raises(IllegalMove):
        evening.play("set_up", **USUAL)
