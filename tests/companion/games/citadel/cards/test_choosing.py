"""Which copy of a number is to be taken (rulebook p. 16 to 17)."""

from companion.api.game import Words
from companion.games.citadel.cards.choosing import plan

from .hand import card, counted, fact, scenario, table


def test_the_first_example_no_pictograph_fits():
    """Three cards 123, one plain, two framed; the scenario's pictograph is on neither, so the plain one (p. 16)."""
    evening = table()
    plain = card(evening, "123")
    card(evening, "123", frame="skull")
    card(evening, "123", frame="eye")
    counted(evening, "123", 3)
    scenario(evening, "moon")
    found = plan(evening.state, "123", "seat1")
    assert [copy.key for copy in found.lawful] == [plain.key]
    assert len(found.forbidden) == 2
    assert found.unseen == ()


def test_the_second_example_the_pictograph_fits():
    """Two cards 456, one plain and one framed with the scenario's pictograph: the framed one, no other (p. 16)."""
    evening = table()
    card(evening, "456")
    framed = card(evening, "456", frame="moon")
    counted(evening, "456", 2)
    scenario(evening, "moon")
    found = plan(evening.state, "456", "seat1")
    assert [copy.key for copy in found.lawful] == [framed.key]
    assert found.unseen == ()


def test_a_pictograph_on_a_card_of_the_group_counts():
    """A framed card may be taken when a card in your possession shows its pictograph (p. 16)."""
    evening = table()
    framed = card(evening, "456", frame="moon")
    quest = card(evening, "200", where="quest")
    assert plan(evening.state, "456", "seat1").forbidden == (framed,)
    fact(evening, quest.key, "sign", "Moon")
    assert plan(evening.state, "456", "seat1").lawful == (framed,)


def test_whose_cards_count_is_a_house_rule():
    """Read strictly, only the taker's own cards and common ones are possessed; else those of the whole group."""
    for whose, lawful in (("group", 1), ("taker", 0)):
        evening = table(possession=whose)
        card(evening, "456", frame="moon")
        theirs = card(evening, "300", where="purse", whose="seat2")
        fact(evening, theirs.key, "sign", "moon")
        assert len(plan(evening.state, "456", "seat1").lawful) == lawful
        assert len(plan(evening.state, "456", "seat2").lawful) == 1


def test_a_blocked_card_is_not_possessed_for_its_pictograph():
    """A blocked card has no effect and may not be used (p. 18)."""
    evening = table()
    card(evening, "456", frame="moon")
    blocked = card(evening, "300", where="blocked", whose="seat1")
    fact(evening, blocked.key, "sign", "moon")
    assert plan(evening.state, "456", "seat1").lawful == ()


def test_green_before_gold():
    """A gold card may be taken only when no green one of its number is available (p. 17)."""
    evening = table()
    green = card(evening, "049")
    gold = card(evening, "049", colour="gold")
    assert plan(evening.state, "049", "seat1").lawful == (green,)
    evening.at(cards=evening.state.cards.changed(green.key, where="purse", whose="seat1"))
    assert plan(evening.state, "049", "seat1").lawful == (gold,)


def test_several_alike():
    """Among several green ones any may be drawn: one is taken at random (p. 16)."""
    evening = table()
    both = (card(evening, "049"), card(evening, "049"))
    assert plan(evening.state, "049", "seat1").lawful == both


def test_what_was_never_seen_may_be_there_and_comes_first():
    """A known green card leaves open a framed one and other green ones, but no gold one (p. 16 to 17)."""
    evening = table()
    assert plan(evening.state, "049", "seat1").unseen == ("framed", "green", "gold")
    card(evening, "049")
    assert plan(evening.state, "049", "seat1").unseen == ("framed", "green")
    counted(evening, "049", 1)
    assert plan(evening.state, "049", "seat1").unseen == ()


def test_none_for_sure():
    """All copies that were counted are out: none is available."""
    evening = table()
    card(evening, "049", where="past")
    counted(evening, "049", 1)
    assert plan(evening.state, "049", "seat1").none_for_sure


def test_a_green_card_that_may_not_be_taken_beside_a_gold_one():
    """The rulebook is open here: the gold one may be taken, or, as a house rule, none may."""
    for bars, lawful in (("free", 1), ("barred", 0)):
        evening = table(gold_bars=bars)
        card(evening, "049", frame="skull")
        card(evening, "049", colour="gold")
        assert len(plan(evening.state, "049", "seat1").lawful) == lawful


def test_a_saved_card_is_not_available():
    """What lies behind the “Save” divider is not in its deck (p. 25)."""
    evening = table()
    copy = card(evening, "049")
    evening.at(cards=evening.state.cards.changed(copy.key, where="board", saved=True))
    assert plan(evening.state, "049", "seat1").lawful == ()


def test_a_pictograph_is_always_called_the_same():
    """Those named before are offered to be put in by a tap, so that "moon" does not become "crescent" (p. 16)."""
    evening = table()
    card(evening, "456", frame="moon")
    fact(evening, "049.1", "sign", "Sun")
    evening.play("card_shown", number="123")
    framed = [offer for offer in evening.prompt.offers if offer.move.name == "take_framed"]
    assert [offer.move.args["colour"] for offer in framed] == ["green", "gold"]
    words = framed[0].asks[0]
    assert isinstance(words, Words)
    assert [one.value for one in words.blocks] == ["moon", "sun"]
