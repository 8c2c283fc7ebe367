"""The board on the phones."""

from companion.api.game import Value
from companion.api.view import MapPlace, PlaceMap
from companion.games.turris.map.land import links
from companion.games.turris.map.view import board, layout, signs
from tests.companion.games.turris.table import FULL, GAME, Evening


def places(found: PlaceMap) -> dict[str, MapPlace]:
    return {place.value: place for place in found.places}


def test_pieces_stand_on_the_map():
    """Beasts by name, Scouts by their players, the Fruit."""
    evening = Evening(3, **FULL).scouts(grove="AAB").at("turns", fruit="grove")
    found = places(board(evening.state))
    assert [str(mark) for mark in found["grove"].marks] == ["Al ×2", "Bo", "Fruit"]
    assert [str(mark) for mark in found["a"].marks] == ["Pain"]
    assert (found["a"].tone, found["grove"].tone, found["left"].round) == ("danger", "good", True)
    evening.correct("pain_flipped", "yes")
    assert [str(mark) for mark in places(board(evening.state))["a"].marks] == ["Pain, flipped"]


def test_players_with_the_same_initial_get_longer_signs():
    """As many letters as tell them apart, else the number of the seat."""
    evening = Evening(2)
    assert signs(evening.state) == ("Al", "Bo")  # a single A would be taken for Site A
    assert signs(evening.player(1, name="Ann").state) == ("Al", "An")
    assert signs(evening.player(1, name="Alicja").state) == ("1", "2")


def test_spots_without_site_vanish_once_their_beast_has_left():
    """p. 21: they then do not exist; while links are drawn, all places can be tapped."""
    evening = Evening(2, **FULL)
    assert "c" in places(board(evening.state))
    assert "c" not in places(board(evening.beasts(despair="isle").state))
    drawing = Evening(2, **{**FULL, "links_told": "no"}).beasts(despair="isle")
    assert "c" in places(board(drawing.state))


def test_a_spot_that_a_beast_has_just_left_is_there_to_look_back_at():
    """Despair leaves the siteless spot C for the Grove; the steps of that phase still show the link that it took."""
    evening = Evening(2, **FULL).scouts(grove="A").hunt("despair")
    assert evening.at_place("despair") == "grove"
    shown = board(evening.state)
    assert "c" in places(shown)
    assert ("c", "grove") in [tuple(sorted((link.first, link.second))) for link in shown.links]
    assert "c" not in places(board(evening.at("turns", told=()).state))


def test_every_link_joins_places_that_are_shown():
    """Nothing is drawn into the void."""
    found = board(Evening(1, **FULL).beasts(despair="isle", harrow="nest", delusion="grove").state)
    assert all({link.first, link.second} <= set(places(found)) for link in found.links)


def test_the_map_does_not_move_while_links_are_drawn():
    """Tapped places stay where they are until all is told."""
    before = Evening(3)
    after = Evening(3)
    after.play("link", first="abyss", second="left")
    assert {value: (place.x, place.y) for value, place in places(board(before.state)).items()} == {
        value: (place.x, place.y) for value, place in places(board(after.state)).items()
    }


def test_the_sketch_is_the_same_for_the_same_links_and_nothing_overlaps():
    """Deterministic, with room for every place, the Abyss between its Crossroads (p. 16)."""
    pairs = links(Evening(4, **FULL).state)
    points = layout(pairs)
    assert layout.__wrapped__(pairs) == points
    spots = list(points.values())
    assert all(
        abs(one[0] - other[0]) + abs(one[1] - other[1]) > 0.9
        for at, one in enumerate(spots)
        for other in spots[at + 1 :]
    )
    assert points["left"][0] < points["abyss"][0] < points["right"][0]


def test_steps_show_the_board_as_it_was():
    """Each step of a Beast Phase: its sentence, arrows, and the places that looked otherwise then."""
    evening = Evening(3, **FULL).scouts(circle="A", brink="B").beasts(harrow="isle").hunt("harrow")
    steps = board(evening.state).steps
    assert [str(step.text) for step in steps][:3] == [
        "Harrow. Target: Circle. The nearest Scouts, 1 step away. Harrow moves to: Circle.",
        "Alice: 1 Scout devoured, Circle.",
        "Chain attack: there are Scouts next to the Harrow. It acts once more.",
    ]
    moved = {place.value: [str(mark) for mark in place.marks] for place in steps[0].places}
    assert moved["circle"] == ["Harrow", "Al"]
    assert moved["brink"] == ["Bo"]
    assert [(link.first, link.second, link.arrow) for link in steps[0].links] == [("isle", "circle", True)]


def test_the_board_is_the_first_panel():
    """On every phone without scrolling."""
    board_facts: dict[str, Value] = dict(FULL)
    assert GAME.view(Evening(2, **board_facts).state).panels[0].name == "board"


def test_a_place_says_what_it_gives_and_when():
    """Owner facts and what the examples tell: limits (p. 8), Immediate (p. 8), rewards; unknown ones say nothing."""
    board_facts = {"reward.forge": "gain weaponry 2", "immediate.forge": "no", "limited.forge": "yes"}
    found = places(board(Evening(2, **{**FULL, **board_facts}).state))
    assert str(found["forge"].note).startswith("For one Scout, when Collected: ")
    assert str(found["circle"].note).startswith("At once when Placed: ")  # p. 12, example
    assert found["shrine"].note is None
    assert str(found["left"].note) == "Beasts may stop here, Scouts never stand here."
    assert str(found["d"].note) == "No Excavation Site. Nobody can go there."


def test_a_beast_phase_is_looked_back_at_until_the_first_action():
    """What a player does with a Beast in a turn, longer."""
    evening = Evening(2, **FULL).scouts(isle="AA").hunt()
    assert board(evening.state).steps
    evening.play("gather")
    assert board(evening.state).steps == ()
    assert evening.state.told
