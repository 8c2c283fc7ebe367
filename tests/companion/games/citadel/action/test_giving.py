"""Giving Purse cards (p. 19)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import Acting, table


def having(where: str = "purse", players: int = 2, **facts: int | str) -> Acting:
    """Ada has card 200; both have ten Action cards."""
    evening = table(players, **{f"card.200.1.{name}": value for name, value in facts.items()})
    evening.card("200", "purse", where, "seat1")
    for hero in evening.state.heroes:
        evening.count(hero.seat, deck=10)
    return evening


@pytest.mark.parametrize(("payer", "decks"), [("seat1", (8, 10)), ("seat2", (10, 8))])
def test_its_weight_costs_cards(payer: str, decks: tuple[int, int]):
    """Weight 2: the giver or the receiver discards two (p. 19)."""
    evening = having(weight=2, lock="no")
    evening.play("give", card="200.1", to="seat2")
    assert evening.asked == "give.pay"
    evening.play("give_pay", who=payer)
    assert evening.state.cards.copy("200.1").whose == "seat2"
    assert tuple(piles.piles(evening.state, seat).deck for seat in ("seat1", "seat2")) == decks


def test_a_weight_that_nobody_knows_is_asked():
    """Weight and lock sign are read once and kept."""
    evening = having()
    evening.play("give", card="200.1", to="seat2")
    assert evening.asked == "give.card"
    evening.play("give_told", weight=1, lock="no")
    assert evening.board_facts == {"card.200.1.weight": 1, "card.200.1.lock": "no"}
    assert evening.asked == "give.pay"


def test_the_lock_sign():
    """A locked card is not given (p. 19)."""
    evening = having(weight=1, lock="yes")
    with pytest.raises(IllegalMove):
        evening.play("give", card="200.1", to="seat2")
    evening = having()
    evening.play("give", card="200.1", to="seat2")
    evening.play("give_told", weight=1, lock="yes")
    assert evening.names == ["giving_refused"]
    assert evening.state.cards.copy("200.1").whose == "seat1"


def test_a_blocked_card_stays_blocked():
    """It may be given, and is blocked at the other player's, too (p. 19)."""
    evening = having("blocked", weight=1, lock="no")
    evening.play("give", card="200.1", to="seat2")
    evening.play("give_pay", who="seat1")
    copy = evening.state.cards.copy("200.1")
    assert (copy.where, copy.whose) == ("blocked", "seat2")


def test_nothing_is_paid_for_no_weight():
    """Weight 0: it simply changes hands."""
    evening = having(weight=0, lock="no")
    evening.play("give", card="200.1", to="seat2")
    assert evening.asked == "table.idle"
    assert evening.state.cards.copy("200.1").whose == "seat2"


def test_a_card_that_has_gone_elsewhere_is_not_given():
    """Put back into the box by hand while its giving waits, it costs nobody anything."""
    evening = having(weight=2, lock="no")
    evening.play("give", card="200.1", to="seat2")
    evening.play("card_to", card="200.1", to="deck")
    assert "giving_refused" in evening.names
    assert evening.asked == "table.idle"
    assert evening.state.cards.copy("200.1").where == "deck"
    assert piles.piles(evening.state, "seat1").deck == 10


@pytest.mark.parametrize("players", [2, 3])
def test_it_is_not_given_to_somebody_who_has_gone(players: int):
    """Ben was told to get it, or could alone, and is elsewhere by now (p. 19)."""
    evening = having(players=players, weight=2, lock="no")
    evening.count("seat1", deck=10, discard=2)
    evening.play("give", card="200.1", to="seat2")
    evening.hero("seat2", place="094.1")
    evening.play("recovery", seat="seat1")
    evening.play("recovery_left")
    assert evening.asked == "table.idle"
    assert evening.state.cards.copy("200.1").whose == "seat1"


def test_the_same_terrain_card():
    """Not to somebody elsewhere (p. 19)."""
    evening = having(players=3, weight=1, lock="no")
    evening.hero("seat2", place="094.1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("give", card="200.1", to="seat2")
    assert refused.value.page == 19


def test_not_during_an_action():
    """While an action is performed nothing is given (p. 19)."""
    evening = having(weight=1, lock="no")
    evening.act("climb", "081.1")
    with pytest.raises(IllegalMove):
        evening.play("give", card="200.1", to="seat2")


def test_the_deck_may_run_out():
    """Too few cards: a Recovery in between (p. 18 to 19)."""
    evening = having(weight=3, lock="no")
    evening.count("seat1", deck=1, discard=4)
    evening.play("give", card="200.1", to="seat2")
    evening.play("give_pay", who="seat1")
    evening.play("drained", cards=1)
    evening.play("recover", cards=2)
    assert piles.piles(evening.state, "seat1").deck == 0


def gives(evening: Acting) -> dict[str, tuple[list[str], list[str]]]:
    """Each offer to give: which cards, and to whom the first of them can go."""
    found = {}
    before = evening.state
    for offer in (one for one in evening.prompt.offers if one.move.name == "give_card"):
        [ask] = offer.asks
        cards = [choice.value for choice in ask.choices]
        evening.play("give_card", card=cards[0])
        task = evening.state.tasks[0]
        others = [one.move.args["to"] for one in evening.prompt.offers if one.move.name == "give_to"]
        found[str(offer.label)] = (cards, others or [task.about])
        evening.state = before
    return found


def test_nobody_gives_to_themselves():
    """Ada gives card 200, and Ben 201, to another character (p. 19): nobody is offered to themselves."""
    evening = having(players=3)
    evening.card("201", "purse", "purse", "seat2")
    assert gives(evening) == {
        "Ada: give a Purse card": (["200.1"], ["seat2", "seat3"]),
        "Ben: give a Purse card": (["201.1"], ["seat1", "seat3"]),
    }


def test_only_those_on_the_same_terrain_card_are_offered():
    """Ben stands elsewhere, so Ada can give to Cleo alone: nobody is asked to whom (p. 19)."""
    evening = having(players=3)
    evening.hero("seat2", place="094.1")
    assert gives(evening) == {"Ada: give a Purse card": (["200.1"], ["seat3"])}
    evening.play("give_card", card="200.1")
    assert evening.asked == "give.card"


def test_a_card_that_the_giver_alone_could_get_is_not_offered():
    """Nobody else is there (p. 19)."""
    evening = having(players=2)
    evening.hero("seat2", place="094.1")
    assert gives(evening) == {}
