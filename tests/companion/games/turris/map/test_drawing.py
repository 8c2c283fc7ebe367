"""The links are told once, and held against the rulebook's examples."""

from itertools import pairwise

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.map.land import NEEDED, contradicted, graph, link_name, links
from companion.games.turris.map.view import board
from tests.companion.games.turris.table import FULL, GAME, KNOWN, MADE_UP, Evening

BARE = {name: value for name, value in FULL.items() if not name.startswith("link") or name in KNOWN}


def drawing(players: int = 3, **board: str) -> Evening:
    return Evening(players, **{**BARE, **board})


def test_the_links_of_the_examples_are_known():
    """Eleven links stand in the text: nobody draws them."""
    assert {link_name(*pair) for pair in links(drawing().state)} == set(NEEDED)
    assert len(NEEDED) == 11
    assert all(fact.source for fact in GAME.board if fact.ask.name in NEEDED)


def test_all_others_are_drawn_by_tapping_two_places():
    """Each link is one move; then one tap, and it is known for all evenings."""
    evening = drawing()
    for pair in MADE_UP.split():
        first, second = pair.split("-")
        evening.play("link", first=second, second=first)
        assert evening.board_facts == {link_name(first, second): "yes"}
    evening.play("links_done")
    assert evening.board_facts == {"links_told": "yes"}
    assert "map.links" not in [prompt.name for prompt in GAME.prompts(evening.state)]


def test_the_last_tap_is_offered_when_every_place_can_be_reached():
    """A place without a path would leave the Beasts without a way."""
    evening = drawing()
    assert not evening.offered("links_done")
    with pytest.raises(IllegalMove, match="No path leads"):
        evening.play("links_done")
    for pair in MADE_UP.split():
        evening.play("link", first=pair.split("-")[0], second=pair.split("-")[1])
    assert evening.offered("links_done")


@pytest.mark.parametrize(
    ("first", "second", "page"),
    [
        ("guild", "nest", 13),  # example 3: the Ridge is nearer to the Nest than the Guild
        ("brink", "right", 16),  # the example has two ways of two steps
        ("grove", "nest", 17),  # the shortest way leads over the Abyss
        ("spire", "guild", 18),  # just two Locations are adjacent to the Spire
        ("spire", "a", 18),
        ("spire", "b", 18),
    ],
)
def test_a_wrong_link_names_the_example_that_it_contradicts(first: str, second: str, page: int):
    """Refused with the page."""
    with pytest.raises(IllegalMove, match="example") as refused:
        drawing().play("link", first=first, second=second)
    assert (refused.value.page, refused.value.rule) == (page, "map.links")


def test_a_third_way_of_two_steps_is_refused_at_its_second_link():
    """p. 16, example: from the right Crossroads to the Brink there are two ways: a third place between them is wrong,
    whichever link comes first."""
    for first, second in (("right", "brink"), ("brink", "right")):
        evening = drawing()
        evening.play("link", first="abyss", second=first)
        with pytest.raises(IllegalMove) as refused:
            evening.play("link", first="abyss", second=second)
        assert refused.value.page == 16


@pytest.mark.parametrize(("name", "example"), NEEDED.items())
def test_a_missing_link_names_the_example_that_needs_it(name: str, example: object):
    """Every one of the eleven: wiping it is refused with its page."""
    first, second = name.split(".")[1:]
    with pytest.raises(IllegalMove) as refused:
        drawing().play("unlink", first=first, second=second)
    assert refused.value.page == example.page  # type: ignore[attr-defined]


def test_the_ridge_must_be_nearer_to_the_nest_than_the_guild():
    """p. 13, example 3, on the whole board: without a short way from the Nest to the Ridge it does not hold."""
    pairs = [pair for pair in links(Evening(3, **FULL).state) if pair != ("nest", "ridge")]
    assert [example.page for example in contradicted(tuple(pairs), graph(tuple(pairs)))] == []
    short = (*pairs, ("abyss", "guild"))
    assert [example.page for example in contradicted(tuple(sorted(short)), graph(short))] == [13]


def test_the_board_is_right_where_it_differs_from_an_example():
    """The owner's board counts in the end: after one more question the link is changed all the same."""
    evening = drawing()
    evening.play("link_anyway", first="guild", second="nest")
    assert ("guild", "nest") in links(evening.state)
    for pair in MADE_UP.split():
        evening.play("link", first=pair.split("-")[0], second=pair.split("-")[1])
    with pytest.raises(IllegalMove):
        evening.play("links_done")
    assert evening.offered("links_done_anyway")
    assert not evening.offered("links_done")
    evening.play("links_done_anyway")
    assert evening.state.board["links_told"] == "yes"


def test_a_link_drawn_by_mistake_is_wiped():
    """No example needs it."""
    evening = drawing()
    evening.play("link", first="abyss", second="left")
    with pytest.raises(IllegalMove):
        evening.play("link", first="left", second="abyss")
    evening.play("unlink", first="left", second="abyss")
    assert ("abyss", "left") not in links(evening.state)
    with pytest.raises(IllegalMove):
        evening.play("unlink", first="left", second="abyss")
    with pytest.raises(IllegalMove):
        evening.play("link", first="left", second="left")


def test_the_drawing_can_be_opened_again():
    """A correction by hand."""
    evening = Evening(3, **FULL).at("turns", "actions")
    evening.correct("links_told", "no")
    assert "map.links" in [prompt.name for prompt in GAME.prompts(evening.state)]
    evening.correct("links_told", "yes")
    with pytest.raises(IllegalMove):
        evening.play("link", first="abyss", second="forge")


def test_links_typed_in_the_form_are_checked_too():
    """A fact that is no link, or that an example rules out, is refused wherever it is told."""
    assert GAME.check is not None
    for name, value in (("link.guild.nest", "yes"), ("link.brink.circle", "no"), ("link.nest.guild", "yes")):
        with pytest.raises(IllegalMove):
            GAME.check(name, value)
    GAME.check("link.abyss.left", "yes")
    GAME.check("link.grove.nest", "no")


def test_a_made_up_board_contradicts_nothing():
    """The board of these tests fits every example."""
    pairs = links(Evening(3, **FULL).state)
    assert list(contradicted(pairs, graph(pairs))) == []
    assert all(one < other for one, other in pairwise(pairs))


# --- place after place ------------------------------------------------------------------------------------------------


def begun() -> Evening:
    evening = drawing().at("turns", "actions")
    evening.play("draw_paths")
    return evening


def tap(evening: Evening, *places: str) -> None:
    for place in places:
        evening.play("draw", place=place)


def test_a_path_is_drawn_place_after_place():
    """One tap a place on the map; over a link that is there already it only goes on."""
    evening = begun()
    assert evening.asked == "map.draw"
    tap(evening, "abyss", "left", "shrine", "guild", "forge", "a")
    drawn = set(links(evening.state)) - set(links(drawing().state))
    assert drawn == {("abyss", "left"), ("left", "shrine"), ("a", "forge")}
    assert evening.state.pen == "a"


def test_the_pen_is_lifted_by_the_same_place():
    """Or by a button: the next path begins elsewhere."""
    evening = begun()
    tap(evening, "abyss", "abyss", "isle", "left")
    assert ("abyss", "isle") not in links(evening.state)
    assert ("isle", "left") in links(evening.state)
    evening.play("lift_pen")
    assert evening.state.pen == ""


def test_what_an_example_rules_out_cannot_be_tapped():
    """From the Spire only the Forge and the Garden, and the Sites that the example does not name (p. 18)."""
    evening = begun()
    tap(evening, "spire")
    assert set(evening.places) == {"forge", "garden", "c", "d", "left", "right", "spire"}
    with pytest.raises(IllegalMove):
        tap(evening, "guild")


def test_a_wrong_path_is_wiped():
    """Both its ends are tapped; those of the examples cannot be."""
    evening = begun()
    tap(evening, "abyss", "left")
    evening.play("draw_mode", mode="wipe")
    assert set(evening.places) == {"abyss", "left"}
    tap(evening, "abyss", "left")
    assert ("abyss", "left") not in links(evening.state)


def test_a_board_that_differs_from_an_example_is_drawn_as_it_is():
    """Two taps of their own kind."""
    evening = begun()
    evening.play("draw_mode", mode="anyway")
    tap(evening, "guild", "nest")
    assert ("guild", "nest") in links(evening.state)


def test_the_rest_is_drawn_later():
    """What is drawn stays; the evening goes on where it was."""
    evening = begun()
    tap(evening, "abyss", "left")
    evening.play("draw_later")
    assert evening.asked == "turn.actions"
    assert ("abyss", "left") in links(evening.state)


def test_the_made_up_board_in_one_go():
    """So many taps draw all 15 paths that no example tells; then the companion moves the Beasts."""
    evening = drawing().at("turns", "actions")
    before = len(links(evening.state))
    evening.play("draw_paths")
    tap(
        evening, "guild", "shrine", "left", "abyss", "right", "ridge", "nest", "garden", "spire", "forge", "a", "shrine"
    )
    evening.play("lift_pen")
    tap(evening, "left", "isle", "grove", "c", "isle")
    evening.play("lift_pen")
    tap(evening, "garden", "b", "nest", "ridge", "d", "brink")
    assert len(links(evening.state)) == before + 15
    evening.play("links_done")
    assert evening.asked == "turn.actions"
    assert evening.state.pen == ""


def test_places_without_a_path_stand_out_on_the_map():
    """While paths are drawn, and only then; the pen shows where it is."""
    evening = begun()
    tap(evening, "abyss")
    tones = {place.value: place.tone for place in board(evening.state).places}
    assert (tones["abyss"], tones["c"], tones["nest"]) == ("good", "warm", "plain")
    evening.play("draw_later")
    assert "warm" not in {place.tone for place in board(evening.state).places}
