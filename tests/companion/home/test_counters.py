"""Which numbers of a game a home is told, by the same names each evening."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.api.text import English, T, catalogue, verbatim
from companion.api.view import Counter, Panel, Token, TokenRow, Track, View, Where
from companion.home.counters import KnownNumbers, Number, numbers, slug
from companion.library.registry import find_games
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import parse

GAMES = find_games()
EVENINGS = Path(__file__).parents[2] / "playthroughs"
# Those that an automation is likeliest to be made of; names come from the games' views.
WORTH = {
    "frostpunk/first_breakdown": {"heat", "stress", "hunger", "mood_hope", "mood_discontent"},
    "citadel/introduction": {"life_seat1", "life_seat2", "groundshiver"},
    "fire_brigade/pozar": {"danger_blocks_that_burn", "danger_destroyed_blocks", "danger_water_left"},
    "torrenar/choked": {"smokestack", "forfeit"},
    "turris/two_rounds": {"tower_1", "prestige_1", "beasts_in_the_order_in_which_they_act"},
}


def view(*panels: Panel) -> View:
    return View(where=Where(line=T("Here")), panels=panels)


def views(evening: str, log: Log) -> Iterator[View]:
    """What is shown in the course of a golden evening."""
    player = Player(parse((EVENINGS / f"{evening}.evening").read_text(encoding="utf-8")), GAMES, log)
    for _ in player.play():
        if (shown := player.session.screen().view) is not None:
            yield shown


def test_what_the_wall_shows_is_told():
    """Marked tracks and counters by their correction, or where they stand; of tokens, how many are lit."""
    shown = Panel(name="mood", title=T("Mood"), widgets=(
        Track(label=T("Heat"), at=7, first=1, last=10, value="heat", main=True),
        TokenRow(label=T("Hope"), tokens=(Token(label=T("a")), Token(label=T("b"), lit=False)), main=True),
        Counter(label=T("Coal"), count=3, value="coal"),
        Counter(label=T("Blocks that burn"), count=2, main=True),
    ))  # fmt: skip
    assert numbers(view(shown), English.say) == (
        Number("heat", "Heat", 7),
        Number("mood_hope", "Hope", 1),
        Number("mood_blocks_that_burn", "Blocks that burn", 2),
    )


def test_where_nothing_is_marked_the_tracks_are_told():
    """As a screen on the wall does; two of one name are told apart."""
    panels = [
        Panel(name=f"seat{seat}", title=verbatim(name), widgets=(
            Track(label=T("Life"), at=seat, first=0, last=9), Counter(label=T("Coal"), count=3),
        ))
        for seat, name in ((1, "Ada"), (2, "Ben"))
    ]  # fmt: skip
    assert numbers(view(*panels), English.say) == (
        Number("seat1_life", "Ada: Life", 1),
        Number("seat2_life", "Ben: Life", 2),
    )
    twice = Panel(name="p", title=T("P"), widgets=(Track(label=T("Life"), at=1, first=0, last=9),) * 2)
    assert [one.id for one in numbers(view(twice), English.say)] == ["p_life", "p_life_2"]


@pytest.mark.parametrize("evening", sorted(WORTH))
def test_every_game_says_what_matters(evening: str, log: Log):
    """The numbers are there as soon as the table is set up, and their ids are the same in Polish."""
    for shown in views(evening, log):
        found = {one.id for one in numbers(shown, English.say)}
        assert found == {one.id for one in numbers(shown, catalogue("pl").say)}
        assert all(id == slug(id) for id in found)
        if found >= WORTH[evening]:
            return
    raise AssertionError(f"never all of {WORTH[evening]}")


def test_what_is_not_shown_now_has_no_value_until_another_evening():
    """A number that the view leaves out for a while is still one of the game; its shortest label is its name."""
    known = KnownNumbers()
    assert known.take("g", "1", (Number("heat", "Heat, overheated", 9), Number("need", "Need", 2))) == {
        "heat": 9,
        "need": 2,
    }
    assert known.take("g", "1", (Number("heat", "Heat", 3),)) == {"heat": 3, "need": None}
    assert known.names == {"heat": "Heat", "need": "Need"}
    assert known.take("g", "2", (Number("heat", "Heat", 0),)) == {"heat": 0}
