"""The Cleanup Phase (rulebook p. 20)."""

from companion.games.turris.state import BEASTS
from tests.companion.games.turris.table import FULL, Evening


def cleaned(evening: Evening, **changes: object) -> Evening:
    return evening.at("cleanup", **changes).settle()


def test_alice_becomes_first_player_through_the_card():
    """p. 20, example: Alice took the Future First Player card; Bob stays First Player until the Cleanup Phase, in which
    he passes the token to Alice; the card goes back."""
    evening = Evening(2, **FULL).at("turns", "actions", first=1, future=0)
    assert evening.state.first == 1
    cleaned(evening)
    assert (evening.state.first, evening.state.future, evening.state.turn) == (0, -1, 0)
    assert evening.state.round == 2


def test_without_the_card_nobody_changes():
    """p. 20: the token stays where it is."""
    evening = cleaned(Evening(3, **FULL), first=2)
    assert (evening.state.first, evening.state.turn) == (2, 2)


def test_the_holder_may_be_first_player_already():
    """p. 24: the First Player may take the card, too."""
    evening = cleaned(Evening(3, **FULL), first=2, future=2)
    assert (evening.state.first, evening.state.future) == (2, -1)


def test_the_altar_goes_round_and_the_speed_token_follows():
    """p. 20: one space clockwise in each round; the Beast Speed token lies under that Beast."""
    evening = Evening(3, **FULL)
    seen = []
    for _ in range(6):
        cleaned(evening)
        seen.append((evening.state.altar, evening.state.fast))
    assert seen[:4] == [(beast, beast) for beast in BEASTS]
    assert seen[4:] == [("pain", "pain"), ("delusion", "delusion")]


def test_an_unknown_spot_is_asked_once():
    """The clockwise order of the Altar track stands only on the board: one tap, then known for all evenings."""
    known = {name: value for name, value in FULL.items() if not name.startswith("altar")}
    evening = cleaned(Evening(3, **known))
    assert evening.asked == "cleanup.altar"
    evening.play("altar_is", spot="despair")
    assert evening.board_facts == {"altar_after_none": "despair"}
    assert (evening.state.altar, evening.state.fast, evening.state.round) == ("despair", "despair", 2)
    evening.at("cleanup", altar="none").settle()
    assert (evening.state.altar, evening.state.round) == ("despair", 3)


def test_the_speed_token_is_set_aside_on_a_removed_beasts_spot():
    """p. 20: until the Altar token is on a spot with a Beast that is still in the game."""
    evening = Evening(3, **FULL)
    evening.correct("harrow_at", "out")
    cleaned(evening, altar="despair", fast="despair")
    assert (evening.state.altar, evening.state.fast) == ("harrow", "")
    cleaned(evening)
    assert (evening.state.altar, evening.state.fast) == ("pain", "pain")


def test_a_track_with_one_spot_without_effect_works_as_well():
    """p. 6 and 20 may mean one spot or two (“No Effect”, the Harrow's): either way the order is told spot by spot."""
    board = {**FULL, "altar_after_despair": "none"}
    evening = Evening(3, **board)
    seen = []
    for _ in range(4):
        cleaned(evening)
        seen.append((evening.state.altar, evening.state.fast))
    assert seen == [("pain", "pain"), ("delusion", "delusion"), ("despair", "despair"), ("none", "harrow")]


def test_a_round_ends_with_the_first_players_turn():
    """p. 8: the next round begins with the First Player."""
    evening = cleaned(Evening(3, **FULL), first=0, future=1)
    assert (evening.state.phase, evening.state.turn) == ("turns", 1)
    assert "round_began" in evening.names


def test_round_and_endgame_can_be_set_by_hand():
    """The table is right; an endgame that is taken back begins again only for a reason."""
    evening = Evening(3, **FULL).at("turns", "actions")
    evening.correct("round", 7)
    evening.correct("endgame", "yes")
    assert (evening.state.round, evening.state.endgame) == (7, True)
    evening.correct("endgame", "no")
    assert not evening.state.endgame
