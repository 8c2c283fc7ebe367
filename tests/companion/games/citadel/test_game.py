"""The frame: what has to be done is shown first, else one prompt with what can be begun."""

from .table import Evening, begun


def test_everybody_has_a_seat():
    """1 to 4 players, in clockwise order (p. 3)."""
    evening = Evening(3)
    assert [(hero.seat, hero.name) for hero in evening.state.heroes] == [
        ("seat1", "Ada"),
        ("seat2", "Ben"),
        ("seat3", "Cleo"),
    ]


def test_nothing_presses():
    """With nothing to be done there is one prompt with all that can be begun."""
    evening = begun()
    assert evening.prompt.offers
