"""Exploring the Collapsing Lands (p. 21)."""

import pytest

from companion.api.game import IllegalMove
from companion.api.view import PlaceMap
from companion.games.citadel.cards import looking
from tests.companion.games.citadel.table import GAME
from tests.companion.games.meaning import meant, offered, prompted

from ..laying import arrows, at, explored, number, sketch, take, terrain
from ..table import Evening, begun


def start(players: int = 2) -> Evening:
    """Everybody on Terrain 081 with one arrow to the north: card 094, area I (p. 5)."""
    return terrain(begun(players), "081", north="094 I")


def test_the_example_of_exploring():
    """Bruno flips the card, a Temporary event; it goes to the Past, 094 comes into the opened space with three
    Exploration cards of area I around it, and nobody has moved (p. 21)."""
    evening = start()
    assert at(evening, "0,-1").area == "I"
    evening.play("explore", space="0,-1", became="past", seat="", by="")
    assert evening.told("space_open").args["card"] == "094"
    assert [copy.number for copy in looking.of(evening.state, "past")] == ["I"]
    terrain(evening, "094", north="108 I", east="109 I", west="110 I")
    assert number(evening, "0,-1") == "094"
    assert [at(evening, space).area for space in ("0,-2", "1,-1", "-1,-1")] == ["I", "I", "I"]
    assert {hero.place for hero in evening.state.party} == {"081.1"}
    [way] = [offer for offer in evening.prompt.offers if offer.move.name == "to_space"]
    assert way.move.args == {"seat": "seat1", "space": "0,-1"}


def test_no_exploration_card_comes_onto_a_space_that_is_taken():
    """New Exploration cards come only into free adjacent spaces that an arrow points to (p. 21)."""
    evening = start()
    explored(evening, "0,-1", "094", south="081 I")
    assert number(evening, "0,0") == "081"
    assert evening.names.count("exploration_placed") == 0
    assert len(sketch(evening).spaces) == 2


def test_each_exploration_card_has_the_pictograph_of_its_arrow():
    """An arrow with II gets a card of area II (p. 21)."""
    evening = terrain(begun(), "081", north="094 I", east="108 II")
    assert [at(evening, space).area for space in ("0,-1", "1,0")] == ["I", "II"]
    assert meant(evening.told("exploration_placed").text) == {
        "number": "081",
        "sides": {"so_far": {"side": "north", "area": "I"}, "next": {"side": "east", "area": "II"}},
    }


def test_a_permanent_event_hides_the_terrain_until_it_is_resolved():
    """Note on p. 21: the card stays where it lies, and the Terrain below it cannot be discovered."""
    evening = start()
    evening.play("explore", space="0,-1", became="stays", seat="", by="")
    event = at(evening, "0,-1")
    assert (event.kind, event.hides) == ("event", True)
    assert [(one.key, one.to) for one in sketch(evening).attached] == [("I.1", "081.1")]
    with pytest.raises(IllegalMove, match="No Exploration card lies there"):
        evening.play("explore", space="0,-1", became="past", seat="", by="")
    evening.play("event_over", event="I.1", how="past")
    assert evening.told("space_open").args["card"] == "094"
    terrain(evening, "094")
    assert number(evening, "0,-1") == "094"


def test_an_exploration_card_can_be_kept_returned_or_banished():
    """An Exploration card may be an item that is found (p. 5), and may be returned or banished (p. 18)."""
    for became, where in (("kept", "purse"), ("deck", "deck"), ("banished", "banished")):
        evening = start()
        evening.play("explore", space="0,-1", became=became, seat="seat2", by="")
        assert evening.state.cards.copy("I.1").where == where
        assert evening.state.cards.copy("I.1").whose == ("seat2" if became == "kept" else "")
        assert evening.told("space_open").args["card"] == "094"


def test_without_a_card_left_in_an_area_the_past_is_returned_first():
    """If none is available, all cards of the Past are returned, then one is taken (p. 21)."""
    evening = terrain(begun(2, **{"area.I.cards": 1}), "081", north="094 I")
    evening.play("explore", space="0,-1", became="past", seat="", by="")
    terrain(evening, "094", north="108 I")
    assert "area_empty" in evening.names
    assert "past_returned" in evening.names
    assert looking.of(evening.state, "past") == ()
    assert at(evening, "0,-2").area == "I"


def test_players_who_find_no_card_of_an_area_return_the_past():
    """How many cards an area has nobody may have counted: then the players say that none is left (p. 21)."""
    evening = start()
    explored(evening, "0,-1", "094", north="108 I")
    assert looking.of(evening.state, "past")
    evening.play("area_ran_out", area="I")
    assert looking.of(evening.state, "past") == ()


def test_arrows_of_two_terrains_that_disagree_are_asked():
    """The number is that of the arrow on the Terrain card from where one explores (p. 21)."""
    evening = terrain(begun(1), "081", north="094 I", east="108 I")
    explored(evening, "0,-1", "094", east="200 I")
    explored(evening, "1,0", "108", north="300")
    evening.play("figures_to", who="seat1", to="108.1")
    evening.play("explore", space="1,-1", became="past", seat="", by="")
    assert evening.told("space_open").args["card"] == "300"


def test_arrows_that_disagree_far_from_all_figures():
    """When nobody stands beside the opened space, the players say which number it is."""
    evening = terrain(begun(1), "081", north="094 I", east="108 I")
    explored(evening, "0,-1", "094", east="200 I")
    explored(evening, "1,0", "108", north="300")
    evening.play("explore", space="1,-1", became="past", seat="", by="")
    assert evening.asked == "board.which"
    with pytest.raises(IllegalMove, match="No arrow to that space"):
        evening.play("space_number", number="400")
    evening.play("space_number", number="200")
    assert evening.asked == "card.take"


def test_what_comes_into_the_space_need_not_be_a_terrain():
    """It is generally, not always, a Terrain card (p. 21): with a Temporary event the space stays empty."""
    evening = start()
    evening.play("explore", space="0,-1", became="past", seat="", by="")
    take(evening, "094", "temporary")
    evening.play("event_done", to="past")
    assert sketch(evening).opening == ""
    assert sketch(evening).at(0, -1) is None


def test_arrows_told_once_are_one_tap_the_next_time():
    """What a Terrain card shows is a fact of the owner's card, kept for later."""
    evening = start()
    assert evening.board_facts == {"terrain.081.1.arrows": "north 094 I", "terrain.081.1.mandatory": "no"}
    again = begun(1, **{"terrain.081.1.arrows": "north 094 I; west 108", "terrain.081.1.mandatory": "yes"})
    take(again, "081")
    assert [offer.tone for offer in again.prompt.offers] == ["usual", "plain"]
    again.play("arrows_known")
    assert at(again, "0,-1").area == "I"
    assert again.asked == "board.mandatory"


def test_arrows_are_refused_where_they_make_no_sense():
    """A number has three digits, an area a numeral or a word."""
    evening = take(begun(), "081")
    with pytest.raises(IllegalMove, match="North: enter the number"):
        arrows(evening, north="94 I")
    evening.play("arrows_read", north="094  i", east="108", south="", west="", mandatory="no")
    assert [(one.number, one.area) for one in at(evening, "0,0").arrows or ()] == [("094", "I"), ("108", "")]


def test_the_sketch_shows_numbers_figures_and_north_up():
    """Text and icons are read from west to east, so that north is up (p. 22)."""
    evening = start()
    explored(evening, "0,-1", "094", east="108 I")
    [sketch] = [
        widget for panel in GAME.view(evening.state).panels for widget in panel.widgets if isinstance(widget, PlaceMap)
    ]
    places = {place.value: place for place in sketch.places}
    assert str(sketch.label) == "The Board, north up"
    assert str(places["0,-1"].label) == "094"
    assert places["0,-1"].y < places["0,0"].y
    assert [str(mark) for mark in places["0,0"].marks] == ["Ad", "Be"]
    assert str(places["1,-1"].label) == "I"
    assert not any(place.round for place in sketch.places)


def test_a_card_that_lies_there_already_is_not_put_again():
    """New Exploration cards come into free spaces only (p. 21): the arrow to a space with fog on it puts nothing."""
    evening = terrain(begun(), "081", north="094 I", east="108 I")
    explored(evening, "0,-1", "094", east="109 I")
    assert meant(evening.told("exploration_placed").text) == {"number": "094", "sides": {"side": "east", "area": "I"}}
    explored(evening, "1,-1", "109", south="108 I")
    assert "exploration_placed" not in evening.names
    assert at(evening, "1,0").area == "I"


def pathfind(evening: Evening, difficulty: int = 0) -> Evening:
    """The action on the back of the Exploration card to the north is taken, without drawing."""
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="pathfind", where="I.1")
    evening.play("sheet_told", cost=0, difficulty=difficulty, sort="simple", duty="free")
    evening.play("draw", cards=0)
    evening.play("action_done")
    return evening


def test_after_its_action_the_exploration_card_is_turned_over():
    """The pathfind example (p. 14, 21): Ludovic's action succeeds, he turns the card over; a Temporary event is done
    and discarded in one tap, then 094 is taken."""
    evening = pathfind(start())
    assert evening.asked == "board.turned"
    assert prompted(evening.prompt) == ("board.turned", {"area": "I"})
    [usual] = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    assert evening.offered("life_changed")  # what an event may bring about
    evening.play(usual.move.name, **usual.move.args)
    assert (evening.asked, evening.state.tasks[0].card) == ("card.take", "094")


def test_no_new_turn_before_the_card_is_resolved():
    """Turning it over is the consequence, and what it says is applied before a new turn begins (p. 15, 21)."""
    assert "action_over" not in pathfind(start()).names
    assert "action_over" in pathfind(start(), difficulty=1).names


def test_a_card_that_was_said_to_be_turned_is_not_turned_again():
    """Whoever says that it was turned over is asked what becomes of it."""
    evening = start()
    evening.play("explored", space="0,-1", by="seat1")
    assert str(evening.prompt.do) == "Exploration card I: what becomes of it?"


def test_after_a_failure_it_stays_as_it_is():
    """Only a success turns the card over; and players may say that it was not turned over."""
    failed = pathfind(start(), difficulty=1)
    assert failed.asked == "table.idle"
    evening = pathfind(start())
    evening.play("not_turned")
    assert evening.asked == "table.idle"
    assert at(evening, "0,-1").kind == "exploration"


def test_a_mandatory_fight_on_the_turned_card():
    """The card that Ludovic has revealed shows a mandatory action (p. 15): it is taken at once."""
    evening = pathfind(start())
    evening.play("act_now", seat="seat2", icon="fight")
    assert evening.state.action is not None
    assert evening.state.action.card == "I.1"
    evening.play("sheet_told", cost=0, difficulty=1, sort="simple", duty="mandatory")
    while evening.asked != "board.turned":
        prompt = evening.prompt
        [usual] = [one for one in prompt.offers if one.tone == "usual"][:1] or prompt.offers[:1]
        evening.play(usual.move.name, **{ask.name: getattr(ask, "usual", None) or 0 for ask in usual.asks},
                     **usual.move.args)  # fmt: skip
    assert evening.state.action is None
    assert str(evening.prompt.do) == "Exploration card I: what becomes of it?"  # it lies turned over already
    assert not evening.offered("not_turned")
    evening.play("explore", space="0,-1", became="banished", seat="", by="")
    assert evening.state.cards.copy("I.1").where == "banished"


def test_a_kept_exploration_card_is_found_without_a_number():
    """A found item bears no number on its back (p. 5): it is chosen from a list; without the lock sign it may be
    discarded at will, or given (p. 19)."""
    evening = start()
    assert not evening.offered("about_card")
    evening.play("explore", space="0,-1", became="kept", seat="seat1", by="")
    evening.play("take_not")
    evening.play("about_card", card="I.1")
    evening.play("name_card", card="I.1", title="Torch")
    assert prompted(evening.prompt) == ("card.about", {"card": {"area": "I", "title": "Torch"}})
    moves = [offer.move.name for offer in evening.prompt.offers]
    assert moves[:2] == ["card_to", "card_given"]
    assert "take_number" not in moves
    evening.play("card_to", card="I.1", to="past")
    assert evening.state.cards.copy("I.1").where == "past"


def test_an_exploration_card_can_be_common():
    """A note on p. 21: it may be of any kind; a Quest item goes behind its divider, and the space is opened."""
    evening = start()
    evening.play("explore", space="0,-1", became="quest", seat="", by="")
    copy = evening.state.cards.copy("I.1")
    assert (copy.where, copy.kind, evening.asked) == ("quest", "quest", "card.take")


def test_the_awaited_terrain_is_one_tap():
    """What comes into an opened space is generally a Terrain card (p. 21): that answer is the usual one."""
    evening = start()
    evening.play("explore", space="0,-1", became="past", seat="", by="")
    evening.play("take_unseen", colour="green")
    assert [offered(offer) for offer in evening.prompt.offers if offer.tone == "usual"] == [
        ("reveal", {"kind": "terrain"})
    ]


def test_the_awaited_terrain_is_taken_and_laid_with_one_tap():
    """Colour and kind are told together, and where it lies is known."""
    evening = start()
    evening.play("explore", space="0,-1", became="past", seat="", by="")
    [usual] = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    evening.play(usual.move.name, **usual.move.args)
    assert (evening.asked, number(evening, "0,-1")) == ("board.arrows", "094")
    assert evening.board_facts == {"card.094.1.colour": "green", "card.094.1.kind": "terrain"}


def test_a_hidden_number_on_an_exploration_card_that_stays():
    """It bears no number on its back (p. 5), so its unique number counts; an event that replaces it
    hides the Terrain as well; with a card of another kind the space is opened (p. 21, 22)."""
    evening = start()
    evening.play("explore", space="0,-1", became="stays", seat="", by="")
    evening.play("about_card", card="I.1")
    evening.play("spot_number", card="I.1", number="316")
    assert "unique number" in str(evening.prompt.more)
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="permanent")
    assert (at(evening, "0,-1").key, at(evening, "0,-1").hides) == ("316.1", True)
    assert evening.asked == "table.idle"
    evening.play("spot_number", card="316.1", number="400")
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="global")
    assert evening.state.cards.copy("400.1").where == "global"
    assert (evening.asked, evening.state.tasks[0].card) == ("card.take", "094")


def test_an_event_discarded_by_its_number_opens_its_space_too():
    """Whatever takes it away (p. 21): here it is shown to the camera and discarded."""
    evening = start()
    evening.play("explore", space="0,-1", became="stays", seat="", by="")
    evening.play("about_card", card="I.1")
    evening.play("card_to", card="I.1", to="past")
    assert (evening.asked, evening.state.tasks[0].card) == ("card.take", "094")
