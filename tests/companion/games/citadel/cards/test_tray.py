"""Cards put away in one go, and looks into the box (rulebook p. 7, 18)."""

import pytest

from companion.api.game import CardExpected, IllegalMove
from tests.companion.games.meaning import meant, prompted

from .hand import answer, card, counted, lies, offers, table


def show(evening, *numbers: str) -> None:
    """Numbers seen by the camera, one after the other."""
    for number in numbers:
        evening.play("card_shown", number=number)


def test_a_hand_of_cards_is_put_away_in_one_go():
    """049 and 112 stand in the box, 316 lies in the Past: behind 000 and 100, and to the Past; one tap for all."""
    evening = table()
    for number in ("049", "112"):
        card(evening, number)
        counted(evening, number, 1)
    past = card(evening, "316", where="past")
    evening.play("put_away")
    show(evening, "049", "112", "316")
    assert str(evening.prompt.do) == "Put away: 049 behind 000, 112 behind 100, 316 to the Past."
    [usual] = [one for one in evening.prompt.offers if one.tone == "usual"]
    evening.play(usual.move.name, **usual.move.args)
    assert evening.state.tasks == ()
    assert lies(evening, past.key) == ("past", "")


def test_each_number_is_answered_with_where_it_goes():
    """What is seen is said at once: that is how a hand of cards is put away by ear."""
    evening = table()
    card(evening, "316", where="quest")
    evening.play("put_away")
    show(evening, "316")
    assert str(evening.told("card_laid_away").text) == "316: to the Past."


def test_a_card_in_play_that_is_put_away_is_discarded():
    """Adventure cards that leave play go into the Past (p. 18)."""
    evening = table()
    copy = card(evening, "316", where="purse", whose="seat1")
    evening.play("put_away")
    show(evening, "316")
    evening.play("away_done")
    assert lies(evening, copy.key) == ("past", "")
    assert "card_discarded" in evening.names


def test_green_or_gold_is_asked():
    """Two copies that may be meant, or one never seen: it is asked which (p. 7)."""
    evening = table()
    green = card(evening, "316", where="past")
    gold = card(evening, "316", where="quest", colour="gold")
    evening.play("put_away")
    show(evening, "316")
    assert evening.asked == "card.which"
    answer(evening, "away_which", card="316.2", number="316", colour="gold")
    assert [away.key for away in evening.state.cards.tray] == [gold.key]
    show(evening, "316")
    assert [away.key for away in evening.state.cards.tray] == [gold.key, green.key]


def test_a_card_never_seen_before_goes_to_its_deck():
    """Nothing has been said of it: it stands in its deck from now on."""
    evening = table()
    evening.play("put_away")
    show(evening, "222")
    answer(evening, "away_new", colour="gold")
    assert prompted(evening.prompt) == ("card.away", {"places": {"divider": "200", "cards": {"number": "222"}}})
    evening.play("away_done")
    assert lies(evening, "222.1") == ("deck", "")
    assert evening.state.cards.copy("222.1").colour == "gold"


def test_a_card_can_be_sent_elsewhere():
    """An effect said otherwise: it is banished, returned, or not put away at all (p. 18)."""
    evening = table()
    copies = [card(evening, number, where="quest") for number in ("111", "222", "333")]
    evening.play("put_away")
    show(evening, "111", "222", "333")
    evening.play("away_to", card=copies[0].key, to="banished")
    evening.play("away_to", card=copies[1].key, to="deck")
    evening.play("away_to", card=copies[2].key, to="stay")
    assert str(evening.prompt.do) == "Put away: 222 behind 200, 111 to the banished cards."
    evening.play("away_done")
    assert [lies(evening, copy.key)[0] for copy in copies] == ["banished", "deck", "quest"]


def test_numbers_seen_while_one_is_asked_about():
    """Several cards lie side by side: those seen during a question are collected, and asked about in their turn."""
    evening = table()
    known = card(evening, "049", where="quest")
    evening.play("put_away")
    show(evening, "316", "049", "112", "316")
    assert [task.card for task in evening.state.tasks if task.kind == "card.which"] == ["316", "112"]
    assert [away.key for away in evening.state.cards.tray] == [known.key]
    answer(evening, "away_new", colour="green")
    answer(evening, "away_new", colour="gold")
    assert [away.key for away in evening.state.cards.tray] == [known.key, "316.1", "112.1"]


def test_the_same_card_twice_is_noticed():
    """A card that lies on the pile already is not put away twice."""
    evening = table()
    card(evening, "316", where="past")
    counted(evening, "316", 1)
    evening.play("put_away")
    show(evening, "316")
    with pytest.raises(IllegalMove, match="on the pile already"):
        show(evening, "316")


def test_nothing_to_put_away():
    """Begun by mistake: one tap ends it, nothing has changed."""
    evening = table()
    evening.play("put_away")
    answer(evening, "away_done")
    assert evening.state.tasks == ()


def test_the_camera_is_expected():
    """Numbers of three digits are what the camera looks for (p. 7)."""
    evening = table()
    assert CardExpected in {type(one) for one in evening.prompt.expects}
    evening.play("put_away")
    [expected] = evening.prompt.expects
    assert isinstance(expected, CardExpected)
    assert (expected.kind, expected.pattern) == ("numbox", "[0-9]{3}")


# --- looks into the box -----------------------------------------------------------------------------------------------


def twelve(evening) -> list[str]:
    """Twelve cards in the Past."""
    return [card(evening, f"{number:03d}", where="past").key for number in range(101, 113)]


def test_these_twelve_cards_should_be_in_the_past():
    """The list has their backs only, for the Past may not be looked at (p. 18)."""
    evening = table()
    keys = twelve(evening)
    evening.play("check_box", where="past", seat="seat1")
    assert prompted(evening.prompt) == ("card.check", {"place": "In the Past", "n": 12})
    assert next(str(one.label) for one in evening.prompt.offers if one.ticked is not None) == "101, green"
    show(evening, *(key[:3] for key in keys[:5]))
    assert sum(one.ticked is True for one in evening.prompt.offers) == 5
    answer(evening, "check_over", all="yes")
    assert evening.told("cards_all_there").args == {"cards": 12}
    assert evening.state.tasks == ()


def test_what_is_missing_is_looked_for():
    """Each missing card is asked after: found elsewhere, or left as it was."""
    evening = table()
    keys = twelve(evening)
    evening.play("check_box", where="past", seat="seat1")
    show(evening, *(key[:3] for key in keys[:10]))
    answer(evening, "check_over", all="no")
    assert meant(evening.told("cards_missing").text) == {
        "cards": {"so_far": {"number": "111", "colour": "green"}, "next": {"number": "112", "colour": "green"}}
    }
    assert evening.asked == "card.lost"
    evening.play("lost_is", where="purse", seat="seat2")
    assert lies(evening, "111.1") == ("purse", "seat2")
    evening.play("lost_is", where="stays", seat="seat1")
    assert lies(evening, "112.1") == ("past", "")
    assert evening.state.tasks == ()


def test_what_should_not_lie_there_is_noticed():
    """A card that should be elsewhere, one ticked off already, and one never seen are each told apart."""
    evening = table()
    twelve(evening)
    card(evening, "316", where="quest")
    evening.play("check_box", where="past", seat="seat1")
    show(evening, "101")
    for number, words in (("316", "Among the Quest items"), ("101", "ticked off already"), ("777", "never been seen")):
        with pytest.raises(IllegalMove, match=words):
            show(evening, number)


def test_only_places_that_hold_cards_are_offered():
    """An empty place needs no look."""
    evening = table()
    assert "check_box" not in offers(evening).values()
    card(evening, "316", where="quest")
    assert "check_box" in offers(evening).values()
