"""Life points, damage, falling unconscious and coming round (p. 18, 20)."""

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.citadel.cards import moving
from companion.games.citadel.life import piles, points
from tests.companion.games.citadel.table import Evening, begun
from tests.companion.games.meaning import offered


def table(players: int = 2, life: int = 10, **counts: int | None) -> Evening:
    """All conscious with so many life points, on one Terrain card; Ada's piles as given."""
    evening = begun(players)
    for hero in evening.state.heroes:
        evening.hero(hero.seat, life=life, place="081.1")
    return evening.writing(lambda tx: piles.set_piles(tx, "seat1", **counts))


def test_life_points_may_exceed_the_start_up_to_99():
    """98 and 5 more are 99 (p. 20)."""
    evening = table(life=98)
    evening.play("life_gain", seat="seat1", count=5)
    assert evening.state.hero("seat1").life == 99
    assert evening.told("life_gained").args["count"] == 1


def test_damage_can_be_cancelled_plain_loss_cannot():
    """Of 3 damage 2 are cancelled; "lose 3 life points" takes all three (p. 18)."""
    evening = table(life=10)
    evening.play("life_lose", seat="seat1", count=3, sort="damage", cancelled=2)
    assert evening.state.hero("seat1").life == 9
    evening.play("life_lose", seat="seat1", count=3, sort="plain", cancelled=0)
    assert evening.state.hero("seat1").life == 6
    with pytest.raises(IllegalMove) as refused:
        evening.play("life_lose", seat="seat1", count=3, sort="plain", cancelled=1)
    assert refused.value.page == 18


def test_more_cancelled_than_damage():
    """What is cancelled beyond the damage is lost; no life point is gained."""
    evening = table(life=10)
    evening.play("life_lose", seat="seat1", count=2, sort="damage", cancelled=5)
    assert evening.state.hero("seat1").life == 10


def test_below_zero_is_zero_and_unconscious():
    """4 life points less 7: the counter shows 0, the figure is off the Board (p. 20)."""
    evening = table(life=4)
    evening.play("life_lose", seat="seat1", count=7, sort="plain", cancelled=0)
    hero = evening.state.hero("seat1")
    assert (hero.life, hero.conscious, hero.place) == (0, False, "")
    assert evening.told("fell_unconscious").urgency == Urgency.URGENT
    assert evening.asked == "table.idle"


def test_the_steps_of_unconsciousness():
    """Deck 5, Discard Pile 6, hand 2: 13 in the deck, 3 drawn, 1 of them banished: hand 2, deck 10 (p. 20); hands are
    told so, and nobody is asked."""
    evening = table(life=1, deck=5, discard=6, hand=2, blocked=1)
    evening.play("life_lose", seat="seat1", count=1, sort="plain", cancelled=0)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand, now.blocked) == (10, 0, 2, 1)
    assert [str(fact.todo) for fact in evening.facts if fact.todo] == [
        "Ada: take your figure off the Board, and set your counter to 0",
        "Ada: shuffle your hand and your Discard Pile, 8 cards, into your Action Deck",
        "Ada: draw 3 cards for your hand, and banish one of them",
    ]
    assert evening.asked == "table.idle"


def test_with_two_cards_left_two_are_drawn():
    """Nothing in the deck and the hand, 2 on the Discard Pile: both are drawn, one is banished (p. 20)."""
    evening = table(life=1, deck=0, discard=2, hand=0)
    evening.play("life_lose", seat="seat1", count=1, sort="plain", cancelled=0)
    assert [str(fact.todo) for fact in evening.facts if fact.todo][1:] == [
        "Ada: shuffle your Discard Pile, 2 cards, into your Action Deck",
        "Ada: draw 2 cards for your hand, and banish one of them",
    ]


def test_steps_after_a_counter_set_by_hand():
    """Nobody knows how much of it was done before: each step is ticked off, and the piles follow."""
    evening = table(life=1, deck=5, discard=6, hand=2, blocked=1)
    evening.correct("life_seat1", 0)
    assert (evening.asked, evening.prompt.seat) == ("life.faint", 0)
    for step in ("figure", "temporary", "hand", "shuffle", "draw"):
        evening.play("faint_tick", step=step)
    assert sum(bool(offer.ticked) for offer in evening.prompt.offers) == 5
    evening.play("faint_tick", step="banish")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand, now.blocked) == (10, 0, 2, 1)
    assert evening.asked == "table.idle"


def test_all_steps_with_one_tap_and_a_tick_taken_back():
    """A tick can be taken away; one tap does the rest."""
    evening = table(life=1, deck=0, discard=2, hand=0)
    evening.correct("life_seat1", 0)
    evening.play("faint_tick", step="hand")
    evening.play("faint_tick", step="hand")
    assert not any(offer.ticked for offer in evening.prompt.offers)
    evening.play("faint_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (0, 0, 1)  # only two cards are there to draw


def test_temporary_cards_are_returned():
    """The keyword TEMPORARY sends a Purse card back, a blocked one too; others stay (p. 20)."""
    evening = begun(
        2,
        **{
            "card.100.1.keywords": "TEMPORARY",
            "card.101.1.keywords": "WEAPON",
            "card.102.1.keywords": "STATE TEMPORARY",
        },
    )
    for seat in ("seat1", "seat2"):
        evening.hero(seat, life=3)
    for number, where in (("100", "purse"), ("101", "purse"), ("102", "blocked")):
        evening.writing(lambda tx, n=number, w=where: moving.put(tx, f"{n}.1", w, "seat1"))
    evening.play("life_lose", seat="seat1", count=3, sort="plain", cancelled=0)
    assert [copy.where for copy in evening.state.cards.copies] == ["deck", "purse", "deck"]


def test_cards_whose_keywords_nobody_has_told_are_named():
    """They may be TEMPORARY, and then are returned (p. 20): each one tap, while the steps are done."""
    evening = begun(2, **{"card.101.1.keywords": "WEAPON"})
    for seat in ("seat1", "seat2"):
        evening.hero(seat, life=3)
    for number in ("101", "102"):
        evening.play("enter_card", number=number, colour="green", kind="purse", where="purse", seat="seat1")
    evening.play("life_lose", seat="seat1", count=3, sort="plain", cancelled=0)
    [asked] = [offer for offer in evening.prompt.offers if offer.move.name == "card_to"]
    assert offered(asked) == ("card_to", {"card": {"number": "102"}, "to": "deck"})
    evening.play(asked.move.name, **asked.move.args)
    assert {copy.number: copy.where for copy in evening.state.cards.copies} == {"101": "purse", "102": "deck"}
    assert evening.asked == "life.faint"


def test_all_unconscious_lose():
    """The adventure ends at once when the last one falls (p. 20)."""
    evening = table(life=2)
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    evening.play("life_lose", seat="seat2", count=2, sort="plain", cancelled=0)
    assert evening.state.ended == "lost"
    assert evening.told("all_unconscious").urgency == Urgency.FINAL


def test_alone_unconscious_is_lost():
    """With one player there is nobody to help (p. 20)."""
    evening = table(players=1, life=2)
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    assert evening.state.ended == "lost"


def test_one_who_left_does_not_count():
    """Only those who take part keep the adventure going."""
    evening = table(players=2, life=2)
    evening.hero("seat2", joined=False)
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    assert evening.state.ended == "lost"


def test_coming_round_beside_the_others():
    """One life point wakes; with everybody on one Terrain card, the figure goes there (p. 20)."""
    evening = table(players=3, life=2)
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    evening.play("life_share", seat1=1, seat2=0, seat3=0, seat4=0)
    hero = evening.state.hero("seat1")
    assert (hero.life, hero.conscious, hero.place) == (1, True, "081.1")
    assert evening.names == ["life_shared", "life_gained", "woke", "figure_back"]


def test_coming_round_beside_a_chosen_one():
    """Nobody is active and the others stand apart: the group chooses (p. 20)."""
    evening = table(players=3, life=2)
    evening.hero("seat3", place="094.1")
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    evening.play("life_gain", seat="seat1", count=2)
    assert evening.asked == "life.wake"
    with pytest.raises(IllegalMove):
        evening.play("wake_with", seat="seat1")
    evening.play("wake_with", seat="seat3")
    assert evening.state.hero("seat1").place == "094.1"


def test_the_unconscious_neither_lose_nor_recover():
    """There is nothing left to lose at 0."""
    evening = table(life=2, discard=6)
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    evening.play("life_lose", seat="seat1", count=2, sort="plain", cancelled=0)
    assert evening.state.hero("seat1").life == 0
    with pytest.raises(IllegalMove):
        evening.play("recovery", seat="seat1")


def test_shared_life_points():
    """Ten life points are shared as the characters like."""
    evening = table(players=2, life=5)
    evening.play("life_share", seat1=7, seat2=3, seat3=0, seat4=0)
    assert [hero.life for hero in evening.state.heroes] == [12, 8]
    with pytest.raises(IllegalMove):
        evening.play("life_share", seat1=0, seat2=0, seat3=0, seat4=0)


def test_set_by_hand():
    """A counter set to 0 makes unconscious, one set above wakes."""
    evening = table(players=2, life=5)
    evening.correct("life_seat1", 0)
    assert evening.asked == "life.faint"
    evening.correct("life_seat1", 3)
    assert evening.state.hero("seat1").conscious
    evening.correct("deck_seat1", 12)
    assert piles.piles(evening.state, "seat1").deck == 12


def test_damage_returns_what_was_really_lost():
    """Somebody with 2 life points cannot lose 5."""
    evening = table(players=2, life=2)
    lost: list[int] = []
    evening.writing(lambda tx: lost.append(points.lose(tx, "seat1", 5)))
    assert lost == [2]
