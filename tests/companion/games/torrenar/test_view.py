"""What the phones show."""

import pytest

from companion.api.view import Counter, Grid, Note
from tests.companion.games.torrenar.table import GAME

from .table import Evening, begun


def widget(evening: Evening, panel: str, at: int = 0) -> Counter | Grid | Note:
    [found] = [one for one in GAME.view(evening.state).panels if one.name == panel]
    shown = found.widgets[at]
    assert isinstance(shown, Counter | Grid | Note)
    return shown


@pytest.mark.parametrize(
    ("smokestack", "tone", "note"),
    [
        (21, "plain", "21 turns are left before it is empty, this one included."),
        (7, "plain", "7 turns are left before it is empty, this one included."),
        (6, "warm", "6 turns are left before it is empty, this one included."),
        (3, "danger", "3 turns are left before it is empty, this one included."),
        (1, "danger", "1 turn is left before it is empty, this one included."),
    ],
)
def test_the_smokestack_tells_how_many_turns_are_left(smokestack: int, tone: str, note: str):
    """Each turn takes one card; with three players the last two rounds are marked."""
    evening = begun(3)
    evening.set(smokestack=smokestack)
    counter = widget(evening, "smokestack")
    assert isinstance(counter, Counter)
    assert (counter.count, counter.tone, str(counter.note)) == (smokestack, tone, note)


def test_the_last_turn_is_warned_of():
    """One card left means that this turn's end loses the game."""
    evening = begun(3)
    evening.set(smokestack=1)
    warning = widget(evening, "smokestack", 1)
    assert isinstance(warning, Note)
    assert "last turn" in str(warning.text)


def test_the_grid_shows_everybody_s_piles():
    """A row for each player: Draw pile, Hand, Discard pile, and the Pollutants in them; whose turn it is stands out."""
    evening = begun(3, starter=1)
    grid = widget(evening, "piles")
    assert isinstance(grid, Grid)
    rows = [[str(cell.label) for cell in row] for row in grid.rows]
    assert rows == [[name, "5", "5", "0", "6"] for name in ("Ada", "Ben", "Cleo")]
    assert [row[0].tone for row in grid.rows] == ["plain", "good", "plain"]


def test_an_uncounted_stack_is_said_to_be_unknown():
    """No number is shown where there is none."""
    note = widget(begun(stack=None), "stacks")
    assert isinstance(note, Note)
    assert str(note.text) == "The Action stack is not counted."


def test_cooperation_is_added_up_while_it_is_contributed():
    """2 of 3 are there, and from whom; the panel goes with the Action."""
    evening = begun()
    evening.play("use", card="action")
    evening.play("pay_together", cooperation=3)
    evening.play("contribute", seat="3", cards=2)
    counter, who = widget(evening, "cooperation"), widget(evening, "cooperation", 1)
    assert isinstance(counter, Counter)
    assert isinstance(who, Note)
    assert (counter.count, counter.of, str(who.text)) == (2, 3, "Cleo 2")
    evening.play("contribute", seat="1", cards=1)
    evening.play("discard_used")
    assert "cooperation" not in [panel.name for panel in GAME.view(evening.state).panels]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (1, "Ada plays alone"),
        (2, "Ben is the Ally of Ada"),
        (3, "Ben on the left, Cleo on the right"),
        (5, "Ben on the left, Emil on the right"),
    ],
)
def test_neighbors_sit_directly_beside(players: int, words: str):
    """The next seat to the left and to the right; others are only Allies. For one and two the text defines none."""
    note = widget(begun(players), "table")
    assert isinstance(note, Note)
    assert words in str(note.text)


def test_where_we_are():
    """The turns are counted, the player is named, and a finished game says so."""
    evening = begun(3, starter=2)
    assert (str(GAME.view(evening.state).where.line), GAME.view(evening.state).where.turn) == ("Turn 1: Cleo", 2)
    evening.set(smokestack=0)
    assert str(GAME.view(evening.state).where.line) == "The game is over"
    assert str(GAME.view(Evening(3).state).where.line) == "Setup"
