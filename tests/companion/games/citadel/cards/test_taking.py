"""Taking a numbered card from the order to its place (rulebook p. 16 to 17)."""

import pytest

from companion.api.game import Chance, IllegalMove
from companion.games.citadel.cards import looking, moving, owner_facts, taking
from tests.companion.games.citadel.table import GAME
from tests.companion.games.meaning import prompted

from .hand import answer, card, counted, fact, lies, offers, scenario, table


def test_a_number_nobody_has_seen():
    """The number alone says behind which divider to look, and in which order to choose (p. 7, 16)."""
    evening = table()
    evening.play("card_shown", number="049")
    assert str(evening.prompt.do) == "Ada: take card 049, behind divider 000."
    told = [(one.move.name, one.move.args.get("colour")) for one in evening.prompt.offers]
    assert told[:2] == [("take_as", "green"), ("take_as", "gold")]
    assert ("take_framed", "green") in told
    assert all(one.tone != "usual" for one in evening.prompt.offers)


def test_known_cards_that_are_out_are_named():
    """The answer says at once why a known card cannot be taken: it is not available (p. 16). The Past may not be looked
    at, so only its back is named (p. 18)."""
    evening = table()
    past = card(evening, "049", where="past", kind="purse")
    fact(evening, past.key, "title", "Hoe")
    evening.play("card_shown", number="049")
    assert "Not in the deck: 049, green: In the Past." in str(evening.prompt.more)
    counted(evening, "049", 1)
    assert "none that you may take is in its deck" in str(evening.prompt.more)


def test_alone_nobody_is_called_by_name():
    """With one player there is nobody else to take it."""
    evening = table(1)
    evening.play("card_shown", number="049")
    assert prompted(evening.prompt) == ("card.take", {"number": "049", "divider": "000"})


def test_a_green_one_is_taken_and_revealed():
    """The flavor text is read, the card revealed; a Quest item goes behind its divider at once (p. 16 to 17)."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="green")
    assert evening.asked == "card.reveal"
    answer(evening, "reveal", kind="quest")
    assert lies(evening, "049.1") == ("quest", "")
    assert evening.asked == "table.idle"
    assert looking.fact(evening.state, "049.1", "kind") == "quest"


def test_what_only_an_earlier_campaign_has_seen_stays_secret():
    """What it told of a card is known, its front not before this campaign reveals it; then also in its deck again."""
    evening = table()
    fact(evening, "049.1", "kind", "quest")
    evening.at(cards=owner_facts.seed(evening.state))
    assert looking.copy_of(evening.state, "049.1").kind == "quest"
    assert owner_facts.revealed(evening.state) == frozenset()
    evening.play("card_moved", card="049.1", place="quest")
    evening.play("card_moved", card="049.1", place="deck")
    assert owner_facts.revealed(evening.state) == {"049"}


def test_what_was_seen_is_kept_for_later_campaigns():
    """Colour and kind of a card are learnt as it is revealed."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="gold")
    assert evening.board_facts == {"card.049.1.colour": "gold"}
    answer(evening, "reveal", kind="global")
    assert evening.board_facts == {"card.049.1.kind": "global"}
    later = table()
    assert later.state.cards.copies == ()
    from tests.companion.games.citadel.table import begun

    again = begun(2, **{"card.049.1.colour": "gold", "card.049.1.kind": "global"})
    [copy] = again.state.cards
    assert (copy.colour, copy.kind, copy.where) == ("gold", "global", "deck")


def test_a_known_card_goes_to_its_place_with_one_tap():
    """Nothing is asked of a card that is known: it is taken, and lies beside the Board (p. 17)."""
    evening = table()
    copy = card(evening, "049", kind="global")
    counted(evening, "049", 1)
    evening.play("card_shown", number="049")
    [usual] = [one for one in evening.prompt.offers if one.tone == "usual"]
    evening.play(usual.move.name, **usual.move.args)
    assert lies(evening, copy.key) == ("global", "")
    assert evening.asked == "table.idle"


def test_a_purse_card_is_kept_by_an_involved_character():
    """One involved character keeps it (p. 17)."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal_kept", seat="seat2")
    assert lies(evening, "049.1") == ("purse", "seat2")
    assert evening.state.tasks == ()


def test_a_purse_card_without_the_lock_sign_may_be_discarded_at_once():
    """It goes into the Past, if it has no lock sign (p. 17)."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal_dropped")
    assert lies(evening, "049.1") == ("past", "")
    assert looking.locked(evening.state, "049.1") is False


def test_a_locked_purse_card_must_be_kept():
    """With the lock sign nobody may choose to discard it (p. 17, 19)."""
    evening = table()
    copy = card(evening, "049", kind="purse")
    fact(evening, copy.key, "lock", "yes")
    evening.play("card_shown", number="049")
    evening.play("take_known", card=copy.key)
    assert "keep_not" not in offers(evening).values()
    with pytest.raises(IllegalMove):
        evening.play("keep_not")


def test_somebody_far_away_may_not_keep_it():
    """Only an involved character keeps a Purse card: one who stands elsewhere is not involved (p. 10, 17)."""
    evening = table()
    evening.hero("seat1", place="081.1").hero("seat2", place="094.1")
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="green")
    assert "seat2" not in [one.move.args.get("seat") for one in evening.prompt.offers]
    with pytest.raises(IllegalMove):
        evening.play("reveal_kept", seat="seat2")


@pytest.mark.parametrize(("to", "place"), [("past", "past"), ("banished", "banished"), ("deck", "deck")])
def test_a_temporary_event_is_resolved_at_once(to: str, place: str):
    """Then it goes to the Past, unless it says otherwise: banish it, return it (p. 17)."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal", kind="temporary")
    assert evening.asked == "card.event"
    assert lies(evening, "049.1") == ("shown", "seat1")
    evening.play("event_done", to=to)
    assert lies(evening, "049.1") == (place, "")


def test_an_event_that_calls_for_another_card():
    """The card that an event calls for is taken and resolved first, then the event is over."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal", kind="temporary")
    evening.play("card_called", number="013")
    assert str(evening.prompt.do) == "Ada: take card 013, behind divider 000."
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal", kind="quest")
    assert evening.asked == "card.event"
    answer(evening, "event_done", to="past")
    assert lies(evening, "013.1") == ("quest", "")
    assert lies(evening, "049.1") == ("past", "")


def test_none_available_with_the_sign():
    """The sign for "if available" beside the number: nothing happens (p. 17)."""
    evening = table()
    copy = card(evening, "013", where="past")
    evening.play("card_shown", number="049")
    evening.play("take_none", sign="yes")
    assert evening.state.tasks == ()
    assert lies(evening, copy.key) == ("past", "")


def test_none_available_without_the_sign():
    """All cards in the Past are returned, then the newly available card is taken (p. 17)."""
    evening = table()
    copy = card(evening, "049", where="past", kind="quest")
    other = card(evening, "316", where="past")
    evening.play("take_number", number="049")
    evening.play("take_none", sign="no")
    assert evening.asked == "card.past"
    assert str(evening.prompt.more) == "049 behind 000, 316 behind 300"
    evening.play("past_returned")
    assert lies(evening, other.key) == ("deck", "")
    assert evening.told("past_returned").args == {"cards": 2}
    evening.play("take_known", card=copy.key)
    assert lies(evening, copy.key) == ("quest", "")


def test_none_after_the_past_was_returned_either():
    """Then there is none to be taken, and the game goes on."""
    evening = table()
    evening.play("card_shown", number="049")
    evening.play("take_none", sign="no")
    evening.play("past_returned")
    assert "take_everybody" not in offers(evening).values()
    answer(evening, "take_none", sign="yes")
    assert evening.state.tasks == ()


def test_what_the_order_says_of_the_sign_leaves_one_answer():
    """Where it is known whether the sign stands there, nobody is asked again."""
    evening = table()
    evening.writing(lambda tx: taking.take(tx, "049", "seat1", taking.IF_AVAILABLE))
    assert [one.move.args["sign"] for one in evening.prompt.offers if one.move.name == "take_none"] == ["yes"]
    evening.at(tasks=())
    evening.writing(lambda tx: taking.take(tx, "049", "seat1", taking.NO_SIGN))
    assert [one.move.args["sign"] for one in evening.prompt.offers if one.move.name == "take_none"] == ["no"]


def test_none_is_not_offered_while_one_is_known_to_be_there():
    """A known card in its deck is available."""
    evening = table()
    card(evening, "049")
    evening.play("card_shown", number="049")
    assert "take_none" not in offers(evening).values()


def test_several_players_take_in_order():
    """The active player takes and resolves a card first, then the next one clockwise (p. 17)."""
    evening = table(3)
    evening.writing(lambda tx: taking.take_each(tx, "013", "seat2"))
    order = []
    for _ in range(3):
        order.append(evening.state.tasks[0].seat)
        evening.play("take_unseen", colour="green")
        answer(evening, "reveal", kind="quest")
    assert order == ["seat2", "seat3", "seat1"]
    assert evening.state.tasks == ()


def test_everybody_takes_one_by_a_tap():
    """What was begun for one player can be for each involved character."""
    evening = table(3)
    evening.play("card_shown", number="013")
    answer(evening, "take_everybody")
    assert [task.seat for task in evening.state.tasks] == ["seat1", "seat2", "seat3"]
    assert "take_everybody" not in offers(evening).values()


def test_a_framed_card_asks_where_its_pictograph_is():
    """It may be taken only with its scenario or card: where the pictograph stands is asked once (p. 16)."""
    evening = table()
    evening.play("card_shown", number="123")
    evening.play("take_framed", pictograph="Moon", colour="green")
    assert evening.asked == "card.sign"
    evening.play("sign_at", where="scenario")
    assert evening.state.cards.pictograph == "moon"
    answer(evening, "reveal", kind="quest")
    evening.play("card_shown", number="456")
    evening.play("take_framed", pictograph="moon", colour="green")
    assert evening.asked == "card.reveal"


def test_the_pictograph_may_be_on_a_card():
    """A card that the group owns shows it: that is kept (p. 16)."""
    evening = table()
    quest = card(evening, "200", where="quest", kind="quest")
    evening.play("card_shown", number="123")
    evening.play("take_framed", pictograph="moon", colour="green")
    evening.play("sign_at", where=quest.key)
    assert looking.fact(evening.state, quest.key, "sign") == "moon"


def test_a_gold_card_is_refused_while_a_green_one_is_known():
    """A player may not take a gold card while a green one of its number is available (p. 17)."""
    evening = table()
    card(evening, "049")
    gold = card(evening, "049", colour="gold")
    evening.play("card_shown", number="049")
    with pytest.raises(IllegalMove) as refused:
        evening.play("take_known", card=gold.key)
    assert refused.value.rule == "cards.take"
    with pytest.raises(IllegalMove):
        evening.play("take_unseen", colour="gold")


def test_a_forbidden_framed_card_is_not_offered():
    """With another scenario's pictograph it may not be taken (p. 16)."""
    evening = table()
    framed = card(evening, "123", frame="skull")
    scenario(evening, "moon")
    evening.play("card_shown", number="123")
    assert framed.key not in [one.move.args.get("card") for one in evening.prompt.offers]


def test_all_known_copies_are_out():
    """When all cards of a number have been counted and seen, the companion knows that none is there."""
    evening = table()
    card(evening, "049", where="past")
    counted(evening, "049", 1)
    evening.play("take_number", number="049")
    assert "All cards of this number have been seen" in str(evening.prompt.more)
    assert "take_unseen" not in offers(evening).values()
    with pytest.raises(IllegalMove):
        evening.play("take_unseen", colour="green")


def test_the_camera_sees_the_card_that_was_taken():
    """The number of the taken card answers where only one card can be meant; else it is asked which (p. 16)."""
    evening = table()
    card(evening, "049", kind="global")
    evening.play("card_shown", number="049")
    with pytest.raises(IllegalMove, match="Several cards"):
        evening.play("card_shown", number="049")
    counted(evening, "049", 1)
    evening.play("card_shown", number="049")
    assert lies(evening, "049.1") == ("global", "")


def test_the_wrong_card_is_noticed():
    """Another number than the one to be taken is refused with both numbers."""
    evening = table()
    evening.play("card_shown", number="049")
    with pytest.raises(IllegalMove, match=r"That is 050\. 049 is to be taken\."):
        evening.play("card_shown", number="050")


def test_not_to_be_taken_after_all():
    """A number typed by mistake changes nothing."""
    evening = table()
    evening.play("card_shown", number="049")
    answer(evening, "take_not")
    assert evening.state.tasks == ()
    assert evening.state.cards.copies == ()


def test_exploration_cards_are_drawn_from_their_area():
    """Cards that went back are not told apart: the same number of cards is never counted twice (p. 21)."""
    evening = table()
    evening.writing(lambda tx: moving.explore(tx, "I", "1,0"))
    evening.writing(lambda tx: moving.explore(tx, "I", "0,1"))
    assert len(looking.explored(evening.state, "I")) == 2
    evening.writing(lambda tx: moving.return_(tx, "I.1"))
    evening.writing(lambda tx: moving.explore(tx, "I", "2,0"))
    assert len(evening.state.cards.copies) == 2


def test_a_counted_area_knows_what_is_left():
    """How many Exploration cards are in their deck is known once somebody has counted them."""
    evening = table()
    evening.writing(lambda tx: moving.explore(tx, "I", "1,0"))
    assert looking.left_in_area(evening.state, "I") is None
    evening.tell("area.I.cards", 20)
    assert looking.left_in_area(evening.state, "I") == 19


def test_somebody_else_takes_it():
    """Who takes the card is not always the active player: another one, or one drawn at random (p. 13)."""
    evening = table(3)
    evening.play("card_shown", number="001")
    evening.play("take_by", seat="seat3")
    assert prompted(evening.prompt) == ("card.take", {"name": "Cleo", "number": "001", "divider": "000"})
    evening.play("take_random", seat="seat2")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "001", "divider": "000"})
    evening.hero("seat1", conscious=False)
    with pytest.raises(IllegalMove):
        evening.play("take_by", seat="seat1")


def test_a_random_character_is_drawn():
    """One random involved character takes a card: chance decides among those involved (p. 13)."""
    evening = table(2)
    evening.play("card_shown", number="001")
    [offer] = [one for one in evening.prompt.offers if one.move.name == "take_random"]
    [ask] = offer.asks
    assert isinstance(ask, Chance)
    assert [one.value for one in ask.choices] == ["seat1", "seat2"]


def test_the_cards_of_a_number_are_counted():
    """Counted, the companion knows when none is left; fewer than were seen cannot be."""
    evening = table()
    card(evening, "049", where="quest")
    card(evening, "049", where="past")
    with pytest.raises(IllegalMove):
        evening.play("count_copies", number="049", copies=1)
    evening.play("count_copies", number="049", copies=2)
    assert evening.board_facts == {"number.049.copies": 2}
    evening.play("take_number", number="049")
    assert "take_unseen" not in offers(evening).values()


def test_a_permanent_event_before_any_terrain_is_known():
    """The sketch has no Terrain card yet: the event lies on the Board, and is attached when there is one (p. 17)."""
    evening = table()
    evening.play("card_shown", number="015")
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal", kind="permanent")
    assert lies(evening, "015.1") == ("board", "")
    assert evening.asked == "table.idle"


def test_an_event_that_costs_life_points():
    """In the midst of an event effects are carried out; whoever faints does so before the event goes on (p. 5, 20)."""
    evening = table()
    evening.play("card_shown", number="112")
    evening.play("take_unseen", colour="green")
    answer(evening, "reveal", kind="temporary")
    shown = {offer.move.name for prompt in GAME.prompts(evening.state) for offer in prompt.offers}
    assert {"life_changed", "action_cards", "score_changed"} <= shown
    assert not {"turn", "save", "put_away"} & shown
    evening.play("life_lose", seat="seat1", sort="plain", count=1, cancelled=0)
    assert evening.state.hero("seat1").life == 9
    assert evening.asked == "card.event"
    evening.play("life_lose", seat="seat1", sort="plain", count=9, cancelled=0)
