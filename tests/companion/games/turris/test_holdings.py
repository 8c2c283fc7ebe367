"""What is shown of every player, and set by hand (rulebook p. 10)."""

from companion.api.view import Grid, Note
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import GAME


def panel(evening, name: str):  # type: ignore[no-untyped-def]
    return next(panel for panel in GAME.view(evening.state).panels if panel.name == name)


def test_everything_open_is_shown():
    """Resources, cards, Missions and Scouts of everybody are open information."""
    evening = turn().player(1, relics=3, completed=2, reserved=1).scouts(forge="AB")
    stores, scouts, *_ = panel(evening, "players").widgets
    assert isinstance(stores, Grid)
    assert isinstance(scouts, Grid)
    rows = {str(row[0].label): [str(cell.label) for cell in row[1:]] for row in (*stores.rows, *scouts.rows)}
    assert rows["Relics"] == ["0", "3", "0"]
    assert rows["Missions completed"] == ["0", "2", "0"]
    assert rows["Reserve"] == ["3", "3", "4"]
    assert rows["Forge"] == ["1", "1", "0"]


def test_who_is_first_player_next():
    """The Future First Player card is open, too, and so are ongoing Missions and a short supply."""
    evening = turn().at("turns", "actions", future=2).player(0, ongoing=("watch", "")).player(1, relics=24)
    notes = [str(one.text) for one in panel(evening, "players").widgets if isinstance(one, Note)]
    assert "Future First Player: Carol" in notes
    assert "Ongoing Missions of Alice: Watch, ?" in notes
    assert "Left in the supply, Relics: 1" in notes


def test_scouts_are_four_whatever_is_set():
    """A Scout set onto the board or into the Graveyard comes out of the reserve."""
    evening = turn()
    evening.correct("scouts_1_forge", 2)
    evening.correct("graveyard_1", 1)
    alice = evening.state.players[0]
    assert (alice.reserve, alice.graveyard, evening.state.standing("forge")) == (1, 1, (2, 0, 0))
    evening.correct("scouts_1_forge", 0)
    assert evening.state.players[0].reserve == 3


def test_numbers_set_by_hand():
    """Everything that is counted can be put right."""
    evening = turn()
    for name, value in (("relics_2", 7), ("artifacts_1", 2), ("tactics_3", 4), ("completed_1", 3), ("tower_2", 1),
                        ("council_1", 3), ("trionfi", 4), ("reserved_1", 2)):  # fmt: skip
        evening.correct(name, value)
    state = evening.state
    assert (state.players[1].relics, state.players[0].artifacts, state.players[2].tactics) == (7, 2, 4)
    assert (state.players[0].completed, state.players[1].tower, state.players[0].council) == (3, 1, 3)
    assert (state.trionfi, state.players[0].reserved) == (4, 2)


def test_the_first_player_set_by_hand():
    """Token and card can be put where they lie."""
    evening = turn()
    evening.correct("first", "seat2")
    evening.correct("future", "seat3")
    assert (evening.state.first, evening.state.future) == (1, 2)
    evening.correct("future", "nobody")
    assert evening.state.future == -1


def test_the_tower_track_shows_what_the_next_room_needs():
    """2 for the first, 4 for the second (p. 11)."""
    [first, *_] = panel(turn().player(0, tower=1, completed=3), "tower").widgets
    assert str(first.note) == "Missions completed: 3; the next room needs 4"


def test_the_council_track_shows_what_comes_next():
    """What the next spot gives, once it is known."""
    [first, second, *_] = panel(turn().player(1, council=4), "council").widgets
    assert str(first.note) == "Next: Ichor +1"
    assert str(second.note) == "Next: back to the start"
