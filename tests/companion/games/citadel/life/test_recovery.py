"""Performing a Recovery, freely and because the deck has run out (p. 18, 20)."""

import pytest

from companion.game import IllegalMove
from companion.games.citadel.life import draining, piles
from tests.companion.games.citadel.table import Evening, begun


def table(life: int = 10, **counts: int | None) -> Evening:
    """Ada and Ben conscious with so many life points; Ada's piles as given."""
    evening = begun()
    for seat in ("seat1", "seat2"):
        evening.hero(seat, life=life)
    return evening.writing(lambda books: piles.set_piles(books, "seat1", **counts))


def test_the_example_of_the_rulebook():
    """Eight random cards go back into the deck for 4 life points (p. 20, example)."""
    evening = table(life=10, deck=5, discard=12)
    evening.play("recovery", seat="seat1")
    assert evening.asked == "life.recover"
    evening.play("recover", cards=8)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, evening.state.hero("seat1").life) == (13, 4, 6)


@pytest.mark.parametrize(("mode", "left"), [("normal", 7), ("story", 8), ("survival", 6)])
def test_modes(mode: str, left: int):
    """Six cards cost 3, 2 or 4 of 10 life points (p. 20)."""
    evening = table(life=10, deck=5, discard=12)
    evening.correct("recovery", mode)
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=6)
    assert evening.state.hero("seat1").life == left


def test_each_number_shows_its_price():
    """The list tells what every number of cards would cost and leave."""
    evening = table(life=3, deck=5, discard=12)
    evening.play("recovery", seat="seat1")
    shown = [(str(offer.label), str(offer.note)) for offer in evening.prompt.offers if "cards" in offer.move.args]
    assert shown == [
        ("2 cards", "Life points: 1 paid, 2 left. Cards in the deck: 7"),
        ("4 cards", "Life points: 2 paid, 1 left. Cards in the deck: 9"),
        ("6 cards", "Life points: all 3 paid. You fall unconscious."),
    ]
    assert evening.prompt.offers[2].tone == "danger"


def test_not_more_life_points_than_there_are():
    """Nine cards for 3 life points are refused (p. 20)."""
    evening = table(life=3, discard=12)
    evening.play("recovery", seat="seat1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("recover", cards=9)
    assert str(refused.value.text) == "That costs 5 life points, and only 3 are left."
    assert refused.value.page == 20


def test_a_free_one_can_be_left():
    """A Recovery of one's own will can be left again."""
    evening = table(discard=4)
    evening.play("recovery", seat="seat1")
    evening.play("recovery_left")
    assert evening.asked == "table.idle"


def test_an_empty_discard_pile():
    """Nothing can be taken from an empty Discard Pile."""
    with pytest.raises(IllegalMove, match="empty"):
        table(discard=0).play("recovery", seat="seat1")


def test_discarding_more_than_the_deck_holds():
    """Five are due and two are left: they go, a Recovery follows, then the other three (p. 18, 20)."""
    evening = table(life=10, deck=2, discard=7)
    evening.writing(lambda books: draining.drain(books, "seat1", 5))
    assert str(evening.prompt.do) == "Ada: discard the top 2 cards of your Action Deck."
    evening.play("drained", cards=2)
    assert evening.asked == "life.recover"
    with pytest.raises(IllegalMove, match="must be performed"):
        evening.play("recovery_left")
    usual = next(offer for offer in evening.prompt.offers if offer.tone == "usual")
    assert usual.move.args == {"cards": 4}
    evening.play("recover", cards=4)  # 9 lay there, 5 are left
    assert str(evening.prompt.do) == "Ada: discard the top 3 cards of your Action Deck."
    evening.play("drained", cards=3)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, evening.state.hero("seat1").life) == (1, 8, 8)


def test_a_deck_that_nobody_has_counted():
    """The player says that it ran out; from then on its count is known."""
    evening = table(life=10, discard=6)
    evening.writing(lambda books: draining.drain(books, "seat1", 3))
    evening.play("drained", cards=1)
    assert evening.asked == "life.recover"
    evening.play("recover", cards=4)
    evening.play("drained", cards=2)
    assert piles.piles(evening.state, "seat1").deck == 2


def test_a_recovery_that_costs_everything():
    """Whoever pays the last life point falls unconscious, and owes nothing any more."""
    evening = table(life=1, deck=0, discard=6)
    evening.writing(lambda books: draining.drain(books, "seat1", 3))
    evening.play("drained", cards=0)
    evening.play("recover", cards=2)
    assert evening.asked == "life.faint"
    evening.play("faint_done")
    assert evening.asked == "table.idle"


def test_no_recovery_possible():
    """With nothing to take back, no more is discarded."""
    evening = table(life=10, deck=1, discard=0)
    evening.writing(lambda books: draining.drain(books, "seat1", 3))
    evening.play("drained", cards=1)  # that one card can be taken back
    evening.play("recover", cards=1)
    evening.play("drained", cards=1)
    assert evening.asked == "life.recover"


def test_a_whole_deck_must_be_discarded_before_it_runs_out():
    """What the deck holds is discarded before a Recovery."""
    evening = table(life=10, deck=2, discard=7)
    evening.writing(lambda books: draining.drain(books, "seat1", 5))
    with pytest.raises(IllegalMove):
        evening.play("drained", cards=1)
    with pytest.raises(IllegalMove):
        evening.play("drained", cards=3)


def test_cards_shuffled_back_for_nothing():
    """The effect that shuffles up to X cards back costs no life points (p. 28)."""
    evening = table(life=10, deck=2, discard=7)
    evening.play("deck_refill", seat="seat1", count=3)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, evening.state.hero("seat1").life) == (5, 4, 10)
    with pytest.raises(IllegalMove):
        evening.play("deck_refill", seat="seat1", count=5)


def test_a_recovery_before_cards_are_discarded():
    """At any time, so before the top cards are discarded, too (p. 20): deck 3 and 4 more, less 2, is 5."""
    evening = begun(2)
    for hero in evening.state.heroes:
        evening.hero(hero.seat, life=5)
    evening.writing(lambda books: piles.set_piles(books, "seat1", deck=3, discard=4))
    evening.play("deck_discard", seat="seat1", count=2)
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=4)
    assert evening.asked == "life.drain"
    evening.play("drained", cards=2)
    assert piles.piles(evening.state, "seat1").deck == 5
