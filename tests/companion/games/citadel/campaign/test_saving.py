"""Saving and resuming the game (p. 25)."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from companion.api.game import IllegalMove, Move
from companion.api.view import Note
from companion.games.citadel.campaign.saving import saving_allowed
from companion.games.citadel.cards import looking
from companion.games.citadel.leaflet.leaflet import Leaflet
from companion.games.citadel.life import piles
from companion.games.citadel.state import State
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.games.citadel.table import GAME

from ..laying import at, explored, playing, sketch, terrain
from ..table import Evening, begun


def enter(evening: Evening, number: str, kind: str, where: str, seat: str = "seat1") -> None:
    """A card that lies there already."""
    evening.play("enter_card", number=number, colour="green", kind=kind, where=where, seat=seat)


def adventure(players: int = 2) -> Evening:
    """A scenario in full swing: 081 with everybody, 094 to the north, fog, and cards everywhere."""
    evening = terrain(playing(begun(players)), "081", north="094 I", east="108 II")
    explored(evening, "0,-1", "094", north="111 I")
    enter(evening, "049", "purse", "purse")
    enter(evening, "050", "purse", "blocked", f"seat{players}")
    enter(evening, "060", "quest", "quest")
    enter(evening, "070", "global", "global")
    enter(evening, "071", "temporary", "past")
    enter(evening, "072", "temporary", "banished")
    evening.writing(lambda tx: piles.into_hand(tx, "seat1", 2))
    return evening


def labels(evening: Evening) -> list[str]:
    return [str(offer.label) for offer in evening.prompt.offers if offer.ticked is not None]


# --- when it is allowed -----------------------------------------------------------------------------------------------


def refusal(evening: Evening) -> str:
    """Why the game may not be saved, as told and as refused."""
    why = saving_allowed(evening.state)
    assert why is not None
    with pytest.raises(IllegalMove) as refused:
        evening.play("save")
    assert str(refused.value) == str(why)
    assert not evening.offered("save")
    notes = [
        str(note.text) for panel in GAME.view(evening.state).panels for note in panel.widgets if isinstance(note, Note)
    ]
    assert f"Saving: not now. {why}" in notes
    return str(why)


def test_once_in_each_scenario():
    """After a save in this scenario there is none until the next (p. 25)."""
    evening = adventure()
    evening.play("save")
    evening.play("list_done")
    evening.play("list_done")
    assert "only once" in refusal(evening)
    evening.play("scenario_ended", citadel="yes")
    playing(evening)
    assert saving_allowed(evening.state) is None


def test_only_with_the_bookmark_in_the_threat_booklet():
    """Not in the introductory scenario, not between two scenarios (p. 25)."""
    evening = terrain(begun(), "081")
    assert "Threat Booklet" in refusal(evening)
    evening = adventure()
    evening.play("scenario_ended", citadel="yes")
    assert "Threat Booklet" in refusal(evening)


def test_only_together_on_one_terrain():
    """All conscious characters; an unconscious one is no hindrance (p. 25)."""
    evening = adventure()
    evening.play("figures_to", who="seat1", to="094.1")
    assert "same Terrain card" in refusal(evening)
    evening.hero("seat1", conscious=False, life=0, place="")
    assert saving_allowed(evening.state) is None


def test_not_while_a_dialogue_is_read():
    """Nobody may be reading (p. 25)."""
    evening = adventure()
    evening.play("read_dialogue", dialogue="12")
    assert "dialogue" in refusal(evening)


def test_not_while_a_mandatory_action_waits():
    """Nobody may be compelled to take a mandatory action (p. 25)."""
    evening = terrain(playing(begun()), "081", mandatory="yes")
    assert "mandatory action" in refusal(evening)


def test_not_while_something_has_to_be_done():
    """Such as a card that is being taken."""
    evening = adventure()
    evening.play("card_called", number="200")
    assert "shown at the top" in refusal(evening)


# --- the list ---------------------------------------------------------------------------------------------------------


def test_exactly_which_cards_go_where():
    """Hands, the Board into the Past, then the stack from the top down: Terrain and Global events; for each player
    Character with blocked cards, Action Deck, Discard Pile, Purse; then the counters (p. 25)."""
    evening = adventure()
    evening.play("save")
    assert labels(evening) == [
        "Ada: discard 2 Skill cards from your hand.",
        "Ben: no Skill cards stay in hand; discard any.",
        "From the Board into the Past: 094, Exploration cards 1 × I, 1 × II.",
        "Behind “Save”, on top: 081, 070.",
        "Ada: Character card, nothing under it.",
        "Ada: card “Save – Action Deck”, the Action Deck under it.",
        "Ada: card “Save – Discard Pile”, the Discard Pile under it.",
        "Ada: Purse cards 049.",
        "Ben: Character card; under it 050.",
        "Ben: card “Save – Action Deck”, the Action Deck under it.",
        "Ben: card “Save – Discard Pile”, the Discard Pile under it.",
        "Life point counters into the box as they are: Ada 9, Ben 9.",
    ]


def test_after_saving_everything_is_where_the_list_says():
    """Quest items and the Past stay behind their dividers (note on p. 25)."""
    evening = adventure()
    evening.play("save")
    evening.play("list_done")
    saved = {copy.key for copy in evening.state.cards if copy.saved}
    assert saved == {"081.1", "070.1", "049.1", "050.1"}
    assert {copy.key for copy in looking.of(evening.state, "past")} == {"071.1", "I.1", "094.1", "II.1", "I.2"}
    assert [copy.key for copy in looking.of(evening.state, "quest")] == ["060.1"]
    assert evening.state.leaflet.lives == {"seat1": 9, "seat2": 9}
    assert (piles.piles(evening.state, "seat1").hand, piles.piles(evening.state, "seat1").discard) == (0, 2)
    assert evening.asked == "campaign.resume"


def test_resuming_is_the_same_list_backwards():
    """The Past is returned; Terrain, Global events, figures, Exploration cards at its arrows; then each player (p.
    25)."""
    evening = adventure()
    evening.play("save")
    evening.play("list_done")
    told = labels(evening)
    assert told[0] == ("Return the Past: 071, 094 behind 050, 2 cards behind I, 1 card behind II.")
    assert told[1:4] == [
        "Back onto the table: 081, 070.",
        "Figures onto 081: Ada, Ben.",
        "Exploration cards around 081: north I, east II.",
    ]
    assert told[7:10] == [
        "Ada: Purse cards 049.",
        "Ben: Character card; under it 050.",
        "Ben: Action Deck; its Save card back behind “Save”.",
    ]
    assert told[-1] == "Life point counters: Ada 9, Ben 9."
    evening.play("list_done")
    assert looking.of(evening.state, "past") == ()
    assert [at(evening, space).area for space in ("0,-1", "1,0")] == ["I", "II"]
    assert [space.key for space in sketch(evening).terrains] == ["081.1"]
    assert {hero.place for hero in evening.state.party} == {"081.1"}
    assert evening.asked == "table.idle"


def test_an_unconscious_character_is_saved_without_a_figure():
    """Only figures of conscious characters are placed (p. 25)."""
    evening = adventure().hero("seat2", life=0, conscious=False, place="")
    evening.play("save")
    evening.play("list_done")
    assert "Figures onto 081: Ada." in labels(evening)
    evening.play("list_done")
    assert evening.state.hero("seat2").place == ""


def test_a_terrain_far_from_the_start_is_the_one_that_is_kept():
    """Wherever the characters met (p. 25)."""
    evening = adventure()
    evening.play("figures_to", who="all", to="094.1")
    evening.play("save")
    evening.play("list_done")
    evening.play("list_done")
    assert [space.key for space in sketch(evening).terrains] == ["094.1"]
    assert at(evening, "0,-2").area == "I"


@pytest.mark.parametrize("seed", range(12))
def test_save_and_resume_restore_the_same_ledger(seed: int):
    """Whatever was played: all but the Board and the Past is where it was, the Past is empty, and the same evening
    leads to the same state when it is played again."""
    dice = random.Random(seed)
    evening = adventure(dice.randint(1, 4))
    for number in range(200, 200 + dice.randint(0, 6)):
        seat = f"seat{dice.randint(1, len(evening.state.party))}"
        kind, where = dice.choice([("purse", "purse"), ("purse", "blocked"), ("quest", "quest"), ("global", "global"),
                                   ("map", "map"), ("temporary", "past"), ("temporary", "banished")])  # fmt: skip
        enter(evening, str(number), kind, where, seat)
    before = evening.state
    evening.play("save")
    evening.play("list_done")
    evening.play("list_done")
    assert kept(evening.state) == kept(before)
    assert len({space.name for space in sketch(evening).spaces}) == len(sketch(evening).spaces)
    assert looking.of(evening.state, "past") == ()
    assert all(copy.where == "deck" for copy in evening.state.cards if copy.key in past(before))


def kept(state: State) -> list[tuple[str, str, str, bool]]:
    """Where each card is that saving does not discard."""
    places = ("purse", "blocked", "quest", "global", "map", "banished")
    return [(copy.key, copy.where, copy.whose, copy.saved) for copy in state.cards if copy.where in places]


def past(state: State) -> set[str]:
    return {copy.key for copy in looking.of(state, "past") if copy.deck == "adventure"}


# --- from one evening to the next -------------------------------------------------------------------------------------


def test_a_campaign_goes_on_weeks_later(tmp_path: Path):
    """The same stored evening is opened again by a new start of the companion: the resume list waits, and a second
    group's campaign is another evening that shares nothing but what is known of the owner's cards."""
    path, weeks = tmp_path / "companion.db", 3 * 7 * 24 * 3600.0
    log = Log(path)
    first = Session(log, {"citadel": GAME}, clock=lambda: 1000.0)
    first.start("citadel", "Mondays", ["Ada", "Ben"], choices(), "Ada")
    _play_to_the_save(first)
    first.close()
    first.start("citadel", "Fridays", ["Cleo"], choices(1), "Cleo")
    assert first.state().sketch.spaces == ()
    assert first.state().leaflet == Leaflet()
    mondays = next(one.id for one in first.evenings() if one.name == "Mondays")
    log.close()
    with closing(Log(path)) as log:
        later = Session(log, {"citadel": GAME}, clock=lambda: 1000.0 + weeks)
        later.open(mondays)
        assert later.screen().prompts[0].name == "campaign.resume"
        later.play(Move("list_done"), "Ben")
        assert [hero.place for hero in later.state().party] == ["081.1", "081.1"]
        assert later.screen().prompts[0].name == "table.idle"
        later.undo("Ben", 2)
        assert later.screen().prompts[0].name == "campaign.save"


def choices(players: int = 2) -> dict[str, str]:
    """The usual answers at setup."""
    return {}


def _play_to_the_save(session: Session) -> None:
    moves = [
        Move("list_done"),
        Move("scenario", {"threat": "other", "title": "A new beginning", "page": 3, "pictograph": "",
                          "groundshiver": 0, "life": 9}),
        Move("scenario_ended", {"citadel": "yes"}),
        Move("scenario", {"threat": "drums", "title": "One", "page": 5, "pictograph": "", "groundshiver": 1,
                          "life": 9}),
        Move("card_called", {"number": "081"}),
        Move("take_unseen", {"colour": "green"}),
        Move("reveal", {"kind": "terrain"}),
        Move("arrows_read", {"north": "094 I", "east": "", "south": "", "west": "", "mandatory": "no"}),
        Move("save"),
        Move("list_done"),
    ]  # fmt: skip
    for move in moves:
        session.play(move, "Ada")
