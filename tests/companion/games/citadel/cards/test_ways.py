"""Where cards go: discard, return, banish, block, unblock, give (rulebook p. 18 to 19)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board import placing
from companion.games.citadel.cards import looking, moving
from tests.companion.games.citadel.table import GAME
from tests.companion.games.meaning import meant, prompted

from .hand import answer, card, fact, lies, offers, table


def test_a_number_in_play_says_where_it_is():
    """One known card of that number is in play: it is shown with what can be done with it."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat2", kind="purse")
    fact(evening, copy.key, "title", "Hoe")
    evening.play("card_shown", number="049")
    assert str(evening.prompt.more) == "049, green: “Hoe”. Before Ben."
    assert prompted(evening.prompt) == ("card.about", {"card": {"number": "049", "title": "Hoe"}})
    assert evening.prompt.seat == 1


def test_several_in_play_are_told_apart():
    """Two cards of one number: which one is it?"""
    evening = table()
    card(evening, "049", where="purse", whose="seat1", kind="purse")
    gold = card(evening, "049", where="quest", kind="quest", colour="gold")
    evening.play("card_shown", number="049")
    assert evening.asked == "card.seen"
    answer(evening, "about_card", card="049.2", back={"number": "049", "colour": "gold"}, kind="Quest item")
    evening.play("card_to", card=gold.key, to="past")
    assert lies(evening, gold.key) == ("past", "")
    assert evening.state.tasks == ()


@pytest.mark.parametrize(("to", "where"), [("past", "past"), ("deck", "deck"), ("banished", "banished")])
def test_discarded_returned_banished(to: str, where: str):
    """Into the Past; back to its own deck; behind the banished cards (p. 18)."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat1", kind="purse")
    evening.play("card_shown", number="049")
    evening.play("card_to", card=copy.key, to=to)
    assert lies(evening, copy.key) == (where, "")
    assert evening.asked == "table.idle"


def test_a_returned_card_says_its_divider():
    """Back to its place in its original deck: which one is said (p. 18)."""
    evening = table()
    copy = card(evening, "112", where="quest")
    evening.play("card_to", card=copy.key, to="deck")
    assert meant(evening.told("card_returned").text) == {"card": {"number": "112"}, "divider": "100"}


def test_blocked_and_unblocked():
    """Under the Character card, and back before its player (p. 18)."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat2", kind="purse")
    evening.play("card_to", card=copy.key, to="blocked")
    assert lies(evening, copy.key) == ("blocked", "seat2")
    evening.play("card_unblock", card=copy.key)
    assert lies(evening, copy.key) == ("purse", "seat2")
    with pytest.raises(IllegalMove):
        evening.play("card_unblock", card=copy.key)


def test_a_card_of_nobody_is_blocked_by_a_player():
    """A Hope reborn card is slipped under one player's Character card (p. 6)."""
    evening = table()
    copy = card(evening, "049", where="quest")
    with pytest.raises(IllegalMove):
        evening.play("card_to", card=copy.key, to="blocked")
    evening.play("card_block", card=copy.key, seat="seat1")
    assert lies(evening, copy.key) == ("blocked", "seat1")


def test_the_weight_of_blocked_cards_counts():
    """The carried weight is that of all Purse cards, blocked ones included (p. 19)."""
    evening = table()
    purse = card(evening, "049", where="purse", whose="seat1", kind="purse")
    blocked = card(evening, "050", where="blocked", whose="seat1", kind="purse")
    fact(evening, purse.key, "weight", 2)
    assert looking.weight(evening.state, "seat1") is None
    mine = looking.possessions(evening.state, "seat1")
    assert [one for one in mine if looking.weight_of(evening.state, one.key) is None] == [blocked]
    fact(evening, blocked.key, "weight", 1)
    assert looking.weight(evening.state, "seat1") == 3
    assert looking.weight(evening.state, "seat2") == 0


def test_a_given_blocked_card_stays_blocked():
    """It may be given without the lock sign, but remains blocked (p. 19)."""
    evening = table()
    copy = card(evening, "050", where="blocked", whose="seat1", kind="purse")
    evening.writing(lambda tx: moving.hand_over(tx, copy.key, "seat2"))
    assert lies(evening, copy.key) == ("blocked", "seat2")


def test_temporary_cards_are_found_by_their_keyword():
    """Blocked ones, too; cards whose keywords nobody has said are named apart (p. 20)."""
    evening = table()
    first = card(evening, "049", where="purse", whose="seat1", kind="purse")
    second = card(evening, "050", where="blocked", whose="seat1", kind="purse")
    third = card(evening, "051", where="purse", whose="seat1", kind="purse")
    fact(evening, first.key, "keywords", "state, temporary")
    fact(evening, second.key, "keywords", "TEMPORARY")
    assert looking.temporary(evening.state, "seat1") == (first, second)
    assert looking.unread(evening.state, "seat1") == (third,)


def test_a_locked_card_leaves_only_by_an_effect():
    """With the lock sign, discarding stands under what an effect says (p. 19)."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat1", kind="purse")
    evening.play("card_shown", number="049")
    [free] = [one for one in evening.prompt.offers if one.move.args.get("to") == "past"]
    assert free.under is None
    evening.play("tell_card", card=copy.key, weight=1, keywords="weapon", lock="yes", sign="")
    [locked] = [one for one in evening.prompt.offers if one.move.args.get("to") == "past"]
    assert str(locked.under) == "An effect says so"


def test_what_stands_on_a_card_is_kept():
    """Weight, keywords, lock sign and pictograph are learnt for later campaigns."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat1", kind="purse")
    evening.play("tell_card", card=copy.key, weight=2, keywords="weapon tool", lock="no", sign="moon")
    assert evening.board_facts["card.049.1.weight"] == 2
    assert looking.keywords(evening.state, copy.key) == ("WEAPON", "TOOL")
    assert looking.locked(evening.state, copy.key) is False


def test_a_card_that_lies_here_already_is_entered():
    """A game that is under way: what lies on the table is told, card by card."""
    evening = table()
    evening.play("enter_card", number="081", colour="green", kind="global", where="global", seat="seat1")
    assert lies(evening, "081.1") == ("global", "")
    assert looking.fact(evening.state, "081.1", "kind") == "global"
    evening.play("enter_card", number="049", colour="gold", kind="unknown", where="purse", seat="seat2")
    assert lies(evening, "049.1") == ("purse", "seat2")


def test_a_known_card_that_lies_here_already_is_that_one():
    """What should stand in its deck and has the same back is the card meant; only another one is new."""
    evening = table()
    known = card(evening, "049", kind="purse")
    evening.play("enter_card", number="049", colour="green", kind="purse", where="purse", seat="seat1")
    assert [copy.key for copy in evening.state.cards] == [known.key]
    evening.play("enter_card", number="049", colour="green", kind="purse", where="purse", seat="seat2")
    assert [copy.key for copy in evening.state.cards] == ["049.1", "049.2"]
    assert lies(evening, "049.2") == ("purse", "seat2")


def test_a_card_is_moved_among_the_corrections():
    """Each card that is out of its deck has a correction: where it lies; the sketch of the Board follows at once."""
    evening = table()
    terrain = card(evening, "081", kind="terrain")
    evening.writing(lambda tx: placing.lay_terrain(tx, terrain.key, 0, 0)).at(tasks=())
    past = card(evening, "049", where="past", kind="purse")
    fact(evening, past.key, "title", "Hoe")
    names = {one.ask.name: (str(one.ask.label), one.now) for one in GAME.corrections(evening.state)}
    assert names["lies_049.1"] == ("049, green: where it lies", "past")  # the Past may not be looked at (p. 18)
    evening.correct("lies_049.1", "purse:seat2")
    assert lies(evening, past.key) == ("purse", "seat2")
    evening.correct("lies_081.1", "deck")
    assert evening.state.sketch.terrains == ()
    with pytest.raises(IllegalMove, match="nothing of that name"):
        evening.correct("lies_050.1", "past")


def test_a_card_can_be_blocked_under_another_character_card():
    """“Block this, slipping it underneath one player's Character card” (p. 6): whichever the players choose."""
    evening = table()
    copy = card(evening, "190", where="purse", whose="seat1", kind="purse")
    evening.play("card_shown", number="190")
    [offer] = [one for one in evening.prompt.offers if one.move.name == "card_block"]
    evening.play(offer.move.name, **offer.move.args, seat="seat2")
    assert lies(evening, copy.key) == ("blocked", "seat2")


def test_a_card_shown_can_be_given():
    """On the same Terrain card a Purse card without the lock sign goes to another player, for its weight (p. 19)."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat1", kind="purse")
    fact(evening, copy.key, "weight", 0)
    fact(evening, copy.key, "lock", "no")
    evening.play("card_shown", number="049")
    answer(evening, "card_given", card="049.1", to="seat2", name="Ben")
    assert lies(evening, copy.key) == ("purse", "seat2")
    assert evening.state.tasks == ()
    fact(evening, copy.key, "lock", "yes")
    evening.play("card_shown", number="049")
    assert "card_given" not in offers(evening).values()


def test_a_card_that_lies_elsewhere_is_set_right():
    """The table is right, not the companion."""
    evening = table()
    copy = card(evening, "049", where="past")
    evening.play("card_lies", card=copy.key, where="blocked", seat="seat2")
    assert lies(evening, copy.key) == ("blocked", "seat2")


def test_the_end_of_an_adventure_brings_everything_back():
    """Banished cards, too, go back to their decks when the Threat is vanquished or the players lose (p. 18)."""
    evening = table()
    for number, where in (("049", "banished"), ("050", "past"), ("051", "quest")):
        card(evening, number, where=where)
    evening.writing(moving.end)
    assert {copy.where for copy in evening.state.cards} == {"deck"}


def test_the_save_divider():
    """Saved cards keep their place for the day when the game is resumed (p. 25)."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat2")
    evening.writing(lambda tx: moving.save(tx, copy.key))
    assert evening.state.cards.copy(copy.key).saved
    evening.writing(moving.resume)
    assert lies(evening, copy.key) == ("purse", "seat2")
    assert not evening.state.cards.copy(copy.key).saved


def test_the_past_is_not_shown():
    """The cards in the Past may not be looked at: only how many they are is shown (p. 18)."""
    evening = table()
    copy = card(evening, "049", where="past")
    fact(evening, copy.key, "title", "Secret door")
    assert "Secret door" not in str(GAME.view(evening.state))


def test_offers_name_their_effect():
    """Return and banish are for effects; a Quest item is discarded only when told (p. 6, 18)."""
    evening = table()
    card(evening, "049", where="quest", kind="quest")
    evening.play("card_shown", number="049")
    [discard] = [one for one in evening.prompt.offers if one.move.args.get("to") == "past"]
    assert str(discard.under) == "An effect says so"
    assert "card_unblock" not in offers(evening).values()


def test_a_card_that_is_found_on_the_table():
    """Its number, then where it lies; the place says whose it is."""
    evening = table()
    evening.play("card_found", number="049")
    evening.play("card_there", colour="green", place="purse:seat2")
    assert lies(evening, "049.1") == ("purse", "seat2")
    evening.play("card_found", number="316")
    for wrong in ("purse:", "purse:nobody", "past:seat1", "nowhere"):
        with pytest.raises(IllegalMove):
            evening.play("card_there", colour="green", place=wrong)
    evening.play("card_there", colour="gold", place="past")
    assert lies(evening, "316.1") == ("past", "")
    assert evening.state.tasks == ()


def test_a_card_that_lies_elsewhere():
    """One tap moves it, with the player whose it is."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat2", kind="purse")
    evening.play("card_moved", card=copy.key, place="blocked:seat1")
    assert lies(evening, copy.key) == ("blocked", "seat1")
    evening.play("card_moved", card=copy.key, place="past")
    assert lies(evening, copy.key) == ("past", "")
    with pytest.raises(IllegalMove):
        evening.play("card_moved", card=copy.key, place="shown")


def test_what_stands_on_a_card_is_told_a_line_at_a_time():
    """Weight, lock sign, keywords and pictograph are each asked alone; the others stay as they are."""
    evening = table()
    copy = card(evening, "049", where="purse", whose="seat2", kind="purse")
    evening.play("card_weight", card=copy.key, value=3)
    evening.play("card_keywords", card=copy.key, value="TOOL, WOOD")
    evening.play("card_lock", card=copy.key, value="yes")
    evening.play("card_sign", card=copy.key, value="moon")
    assert looking.weight_of(evening.state, copy.key) == 3
    assert looking.locked(evening.state, copy.key)
    assert looking.fact(evening.state, copy.key, "keywords") == "TOOL, WOOD"
    assert looking.fact(evening.state, copy.key, "sign") == "moon"


def test_what_the_table_says_otherwise_stands_under_headings():
    """No long list of corrections: each belongs to a part of the table."""
    evening = table()
    card(evening, "049", where="purse", whose="seat2", kind="purse")
    found = list(GAME.corrections(evening.state))
    assert found
    assert all(one.group is not None for one in found)
