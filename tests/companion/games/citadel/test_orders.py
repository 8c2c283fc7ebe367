"""What hands must do on the table because of a move stands in its facts as orders, but for what they have just done."""

from companion.api.view import PlaceMap
from companion.games.citadel.life import piles
from tests.companion.games.citadel.table import GAME

from .action.acting import Acting, table
from .table import Evening, begun


def orders(evening: Evening) -> list[str]:
    """The orders of the last move, in their order."""
    return [str(fact.todo) for fact in evening.facts if fact.todo is not None]


def test_counters_and_revealed_cards():
    """Damage is set on the counter, the revealed cards are put away (p. 13, 18)."""
    evening = table(2)
    evening.play("acts", seat="seat1", icon="climb")
    evening.play("came_out", outcome="failure", cards=3)
    evening.play("action_damage", count=2)
    assert orders(evening) == ["Ada: set your counter to 8"]
    evening.play("action_done")
    assert orders(evening) == ["Ada: put the 3 revealed cards onto your Discard Pile"]
    assert [fact.icon for fact in evening.facts if fact.todo] == ["discard"]


def test_a_recovery_moves_cards_and_a_counter():
    """Two cards for one life point (p. 20)."""
    evening = table(2)
    evening.count("seat1", deck=2, discard=4)
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=2)
    assert orders(evening) == [
        "Ada: shuffle 2 random cards of your Discard Pile into your Action Deck",
        "Ada: set your counter to 9",
    ]


def fighting() -> Acting:
    """A compound fight with one die."""
    evening = table(2)
    event = evening.card("310", "permanent", "board")
    evening.act("fight", event)
    evening.fight(1, 4, regenerate=1)
    return evening


def test_the_die_of_a_compound_action():
    """It is laid, turned down and up, moved, and put away (p. 11, 13, 18, 23)."""
    evening = fighting()
    assert orders(evening) == ["Lay a die on the first row, showing 4"]
    evening.play("revealed", cards=1, count=2)
    assert orders(evening) == ["Set the die on row 1 to 2"]
    evening.play("action_done")
    assert "Set the die on row 1 to 3" in orders(evening)
    evening.play("turn", seat="seat1")
    evening.play("act", seat="seat1", icon="fight", source="", card="310.1")
    evening.play("revealed", cards=1, count=3)
    evening.play("row_moved", rows=1, difficulty=5, close=1)
    assert "Move the die to row 2, showing 5" in orders(evening)
    evening.play("turn", seat="seat1")
    evening.play("act", seat="seat1", icon="fight", source="", card="310.1")
    evening.play("revealed", cards=1, count=5)
    evening.play("action_last", close=1)
    assert any(order.startswith("Put the die back into the box") for order in orders(evening))


def test_a_later_order_for_the_die_makes_the_earlier_one_needless():
    """Whoever has not laid it yet lays it as it lies now: each order says where, and is for the same piece."""
    evening = fighting()
    laid = evening.told("die_placed")
    evening.play("revealed", cards=1, count=2)
    turned = evening.told("die_turned")
    assert laid.pieces == turned.pieces == ("die 310.1 fight",)
    assert str(turned.back) == "Set the die on row 1 to 4"


def test_what_was_put_away_is_not_ordered_again():
    """The prompt has told where every card goes, and the players say that it is done (p. 7, 18)."""
    evening = begun(2)
    evening.play("card_shown", number="049")
    evening.play("take_as", colour="green", what="quest")
    assert orders(evening) == ["Put behind the “Quest items” divider: 049"]
    evening.play("put_away")
    evening.play("card_shown", number="049")
    evening.play("away_done")
    assert evening.state.cards.copy("049.1").where == "past"
    assert orders(evening) == []


def test_what_is_laid_by_itself_opens_on_the_map():
    """Arrows that are known are not asked: the phones show where Exploration cards go, until the next move (p. 21)."""
    known = {"card.081.1.colour": "green", "card.081.1.kind": "terrain", "number.081.copies": 1}
    evening = begun(1, **known, **{"terrain.081.1.arrows": "north I; east I", "terrain.081.1.mandatory": "no"})
    evening.play("card_shown", number="081")
    evening.play("take_seen", card="081.1")
    assert orders(evening) == ["Put Exploration cards around 081: north I, east I"]
    [step] = board(evening).steps
    assert set(step.lit) == {"0,-1", "1,0"}
    evening.play("deck_counted", seat="seat1", cards=9)
    assert board(evening).steps == ()


def board(evening: Evening) -> PlaceMap:
    [found] = [one for panel in GAME.view(evening.state).panels for one in panel.widgets if isinstance(one, PlaceMap)]
    return found


def test_figures_and_scores():
    """A tap on the map moves a figure, and the leaflet is written (p. 22 to 23)."""
    evening = table(2)
    evening.card("094", "terrain", "board")
    evening.play("to_space", seat="seat1", space="1,0")
    assert orders(evening) == ["Move figures to 094: Ada"]
    evening.play("score_changed", what="defense", by=2)
    assert orders(evening) == ["Write onto the leaflet: Defense 2"]


def test_action_cards_of_one_player():
    """What an effect does with them is asked once, with a row for each (p. 18 to 19)."""
    evening = table(2)
    evening.count("seat2", deck=5, discard=4, hand=0, blocked=2)
    evening.play("action_cards", seat="seat2")
    assert (evening.asked, evening.prompt.seat) == ("life.cards", 1)
    evening.play("cards_done", what="back", count=3)
    assert orders(evening) == ["Ben: shuffle 3 random cards of your Discard Pile into your Action Deck"]
    for what, count in (("discard", 1), ("deck", 2), ("blocked", 1), ("down", 1), ("unblock", 2)):
        evening.play("action_cards", seat="seat2")
        evening.play("cards_done", what=what, count=count)
    now = piles.piles(evening.state, "seat2")
    assert (now.deck, now.discard, now.hand, now.blocked) == (8, 1, 1, 1)
    evening.play("action_cards", seat="seat2")
    evening.play("cards_counted", cards=7)
    evening.play("action_cards", seat="seat2")
    evening.play("cards_left")
    assert piles.piles(evening.state, "seat2").deck == 7
    assert evening.asked == "table.idle"
