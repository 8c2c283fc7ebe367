"""What stands beside the map about the Beasts."""

from companion.api.view import Note, TokenRow
from companion.games.turris.beasts.module import panels
from tests.companion.games.turris.table import FULL, Evening


def shown(evening: Evening) -> tuple[list[str], list[str]]:
    """The tokens and the notes of the panel."""
    [panel] = panels(evening.state)
    tokens = [str(token.label) for row in panel.widgets if isinstance(row, TokenRow) for token in row.tokens]
    return tokens, [str(note.text) for note in panel.widgets if isinstance(note, Note)]


def test_order_speed_and_flipped_beasts():
    """The Beast with two steps and a flipped one say so."""
    evening = Evening(3, **FULL).at("turns", altar="delusion", fast="delusion")
    evening.correct("harrow_flipped", "yes")
    tokens, notes = shown(evening)
    assert tokens == ["Pain", "Delusion, two steps", "Despair", "Harrow, flipped"]
    assert notes == ["Altar token: Delusion.", "Beast Speed token: under Delusion."]


def test_how_long_the_game_still_goes():
    """p. 20: one Beast leaves in each Beast Phase, so that their number is that of the phases left."""
    evening = Evening(3, **FULL).at("turns", "actions", endgame=True, fruit="isle", fast="")
    tokens, notes = shown(evening)
    assert len(tokens) == 4
    assert notes[1:3] == ["Beast Speed token: set aside.", "All go for the Fruit: Isle."]
    assert notes[-1] == "The game ends after 4 more Beast Phases."
    assert shown(evening.at("beasts", "pain"))[1][-1] == "The game ends after 5 more Beast Phases."
