"""What the rulebook leaves open is asked when it first matters, with what is recommended in front (p. 16, 20)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove, Table
from companion.games.citadel.campaign import house
from companion.games.citadel.game import GAME
from companion.games.citadel.life import piles
from companion.testing.played import Played

from ..cards.hand import card, fact
from ..table import NAMES, Evening


def fresh(players: int = 2) -> Evening:
    """An evening in which nothing was chosen before the first move, with the table laid out."""
    evening = Evening.__new__(Evening)
    Played.__init__(evening, GAME, Table(players=NAMES[:players]))
    for hero in evening.state.heroes:
        evening.hero(hero.seat, life=9)
    return evening.at(tasks=())


def usual(evening: Evening) -> dict[str, object]:
    """The answer that is recommended."""
    [offer] = [one for one in evening.prompt.offers if one.tone == "usual"]
    return dict(offer.move.args)


def test_nothing_is_asked_before_the_first_move():
    """The game begins at once."""
    assert GAME.setup(4) == ()
    assert set(house.undecided(fresh().state)) == set(house.RULES)


def test_the_mode_of_recovery_is_asked_with_the_first_one():
    """Then the Recovery goes on (p. 20); the second one asks nothing."""
    evening = fresh()
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", deck=4, discard=4))
    evening.play("recovery", seat="seat1")
    assert (evening.asked, usual(evening)) == (house.HOUSE, {"answer": "normal"})
    with pytest.raises(IllegalMove):
        evening.play("house_rule", answer="often")
    evening.play("house_rule", answer="story")
    assert evening.asked == house.HOUSE  # 4 cards in groups of 3: what the rest costs matters now
    evening.play("house_rule", answer="started")
    assert evening.asked == "life.recover"
    evening.play("recover", cards=3)
    assert evening.state.hero("seat1").life == 8
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", discard=5))
    evening.play("recovery", seat="seat1")
    assert evening.asked == "life.recover"


def test_whose_cards_count_is_asked_where_another_owns_the_pictograph():
    """Ada takes a number of which a card framed with a moon is known, and Ben's card shows a moon (p. 16)."""
    evening = fresh()
    card(evening, "123", frame="moon")
    moon = card(evening, "200", where="purse", whose="seat2", kind="purse")
    evening.play("take_number", number="123")
    assert evening.asked == "card.take"
    evening.play("take_not")
    fact(evening, moon.key, "sign", "moon")
    evening.play("take_number", number="123")
    assert (evening.asked, usual(evening)) == (house.HOUSE, {"answer": "group"})
    evening.play("house_rule", answer="group")
    assert evening.offered("take_seen")


def test_a_green_card_that_may_not_be_taken_asks_of_the_gold_one():
    """Beside a framed green one that may not be taken stands a gold one (p. 16 to 17)."""
    evening = fresh()
    card(evening, "049", frame="skull")
    gold = card(evening, "049", colour="gold")
    evening.play("take_number", number="049")
    assert (evening.asked, usual(evening)) == (house.HOUSE, {"answer": "free"})
    evening.play("house_rule", answer="free")
    evening.play("take_seen", card=gold.key)


def test_it_can_be_changed_by_hand():
    """What was chosen is a value like others."""
    evening = fresh()
    evening.correct("house_gold", "barred")
    assert evening.state.board["house.gold"] == "barred"
    assert "gold" not in house.undecided(evening.state)
