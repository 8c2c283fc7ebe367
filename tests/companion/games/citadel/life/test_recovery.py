"""Performing a Recovery, freely and because the deck has run out (p. 18, 20)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import OPEN
from tests.companion.games.citadel.table import Evening, begun
from tests.companion.games.meaning import prompted


def table(life: int = 10, **counts: int | None) -> Evening:
    """Ada and Ben conscious with so many life points; Ada's piles as given."""
    evening = begun()
    for seat in ("seat1", "seat2"):
        evening.hero(seat, life=life)
    return evening.writing(lambda tx: piles.set_piles(tx, "seat1", **counts))


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
    assert str(refused.value.text) == "Life points: that costs 5, and only 3 left."
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
    evening.writing(lambda tx: recovery.drain(tx, "seat1", 5))
    assert prompted(evening.prompt) == ("life.drain", {"name": "Ada", "n": 2})
    evening.play("drained", cards=2)
    assert evening.asked == "life.recover"
    with pytest.raises(IllegalMove, match="must be performed"):
        evening.play("recovery_left")
    usual = next(offer for offer in evening.prompt.offers if offer.tone == "usual")
    assert usual.move.args == {"cards": 4}
    evening.play("recover", cards=4)  # 9 lay there, 5 are left
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, evening.state.hero("seat1").life) == (1, 8, 8)


def test_a_deck_that_nobody_has_counted():
    """The player says that it ran out; from then on its count is known."""
    evening = table(life=10, discard=6)
    evening.writing(lambda tx: recovery.drain(tx, "seat1", 3))
    evening.play("drained", cards=1)
    assert evening.asked == "life.recover"
    evening.play("recover", cards=4)
    assert piles.piles(evening.state, "seat1").deck == 2


def test_a_recovery_that_costs_everything():
    """Whoever pays the last life point falls unconscious, and owes nothing any more."""
    evening = table(life=1, deck=0, discard=6)
    evening.writing(lambda tx: recovery.drain(tx, "seat1", 3))
    evening.play("drained", cards=0)
    evening.play("recover", cards=2)
    assert evening.asked == "table.idle"


def test_no_recovery_possible():
    """With nothing to take back, no more is discarded."""
    evening = table(life=10, deck=0, discard=0)
    evening.writing(lambda tx: recovery.drain(tx, "seat1", 3))
    evening.play("drained", cards=0)
    assert evening.names[-1] == "no_recovery"
    assert evening.asked == "table.idle"


def test_a_recovery_without_a_choice():
    """One card in the deck, none discarded, three are due: it goes and comes back for a life point, twice (p. 20);
    nobody is asked, each thing is ordered."""
    evening = table(life=10, deck=1, discard=0)
    evening.play("deck_discard", seat="seat1", count=3)
    now = piles.piles(evening.state, "seat1")
    assert (evening.asked, now.deck, now.discard, evening.state.hero("seat1").life) == ("table.idle", 0, 1, 8)
    assert [str(one.todo) for one in evening.facts if one.todo] == [
        "Ada: discard the top card of your Action Deck",
        "Ada: shuffle a random card of your Discard Pile into your Action Deck",
        "Ada: set your counter to 9",
        "Ada: discard the top card of your Action Deck",
        "Ada: shuffle a random card of your Discard Pile into your Action Deck",
        "Ada: set your counter to 8",
        "Ada: discard the top card of your Action Deck",
    ]


def test_what_every_open_reading_allows_is_no_choice():
    """Two lie on the Discard Pile, one is still due. Whether a single one could be taken is a house rule that makes no
    other difference here: while it is open, the two come back for a life point; chosen, one alone may be taken, too."""
    for undecided, asked, left in (("rest", "table.idle", 9), ("", "life.recover", 10)):
        evening = table(life=10, deck=1, discard=1)
        evening.at(board={**evening.state.board, OPEN: undecided})
        evening.play("deck_discard", seat="seat1", count=2)
        evening.play("drained", cards=1)
        assert (evening.asked, evening.state.hero("seat1").life) == (asked, left)


def test_the_last_life_point_is_asked_for():
    """A Recovery that leaves no choice but would cost the last life point is not performed by itself (p. 20)."""
    evening = table(life=1, deck=1, discard=0)
    evening.play("deck_discard", seat="seat1", count=2)
    assert evening.asked == "life.recover"
    assert [one.tone for one in evening.prompt.offers] == ["danger"]


def test_discarding_and_the_recovery_in_one():
    """Five are due, two lie there and seven are discarded: with the nine, four come back for two life points and three
    of them go again; what costs all life points stands apart (p. 18, 20)."""
    evening = table(life=3, deck=2, discard=7)
    evening.play("deck_discard", seat="seat1", count=5)
    first = evening.prompt.offers[0]
    [ask] = first.asks
    assert (first.move.name, ask.usual) == ("drained_back", "4")
    assert [(choice.value, str(choice.label)) for choice in ask.choices] == [
        ("2", "2 (life −1)"),
        ("4", "4 (life −2)"),
    ]
    evening.play("drained_back", back="4")
    now = piles.piles(evening.state, "seat1")
    assert (evening.asked, now.deck, now.discard, evening.state.hero("seat1").life) == ("table.idle", 1, 8, 1)


def test_a_recovery_that_has_become_impossible():
    """With one life point left nothing can be paid in survival mode (p. 20: 2 life points for 3 cards): what had to be
    performed is dropped and told, so that the evening goes on."""
    evening = table(life=1, deck=0, discard=6)
    evening.writing(lambda tx: recovery.drain(tx, "seat1", 3))
    evening.play("drained", cards=0)
    assert evening.asked == "life.recover"
    evening.correct("recovery", "survival")
    assert evening.names[-1] == "no_recovery"
    assert evening.asked == "table.idle"


def test_a_whole_deck_must_be_discarded_before_it_runs_out():
    """What the deck holds is discarded before a Recovery."""
    evening = table(life=10, deck=2, discard=7)
    evening.writing(lambda tx: recovery.drain(tx, "seat1", 5))
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


def test_no_pile_is_larger_than_all_action_cards():
    """The box has 184 Action cards (p. 2). Whoever set 180 and 100 by hand still has a deck that can be asked about."""
    evening = table(life=10, deck=180, discard=100)
    evening.play("deck_refill", seat="seat1", count=50)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard) == (184, 50)


def test_more_cards_than_anybody_has_life_points_are_shuffled_back():
    """The box has 184 Action cards (p. 2): a Discard Pile of 127 may be taken back whole."""
    evening = table(life=10, deck=2, discard=127)
    evening.play("deck_refill", seat="seat1", count=127)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard) == (129, 0)


def test_a_recovery_before_cards_are_discarded():
    """At any time, so before the top cards are discarded, too (p. 20): deck 1 and 4 more, less 2, is 3."""
    evening = begun(2)
    for hero in evening.state.heroes:
        evening.hero(hero.seat, life=5)
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", deck=1, discard=4))
    evening.play("deck_discard", seat="seat1", count=2)
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=4)
    assert evening.asked == "life.drain"
    evening.play("drained", cards=2)
    assert piles.piles(evening.state, "seat1").deck == 3


def test_a_counted_deck_that_has_enough_needs_nobody_s_word():
    """Three in the deck, two are due: discarded, told and ordered, without a question (p. 18)."""
    evening = begun(2)
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", deck=3, discard=4))
    evening.play("deck_discard", seat="seat1", count=2)
    now = piles.piles(evening.state, "seat1")
    assert (evening.asked, now.deck, now.discard) == ("table.idle", 1, 6)
    assert [str(one.todo) for one in evening.facts if one.todo] == ["Ada: discard the top 2 cards of your Action Deck"]


# --- at any time ------------------------------------------------------------------------------------------------------


def at_any_time(evening: Evening) -> list[str]:
    """Who is offered a Recovery anywhere on the screen, by seat; once each."""
    offers = [one for shown in evening.prompts for one in shown.offers if one.move.name == "recovery"]
    seats = [str(one.move.args["seat"]) for one in offers if "seat" in one.move.args]
    return sorted([*seats, *(choice.value for one in offers for ask in one.asks for choice in ask.choices)])


def three(**counts: int | None) -> Evening:
    """Ada, Ben and Cleo with five life points and four cards in each Discard Pile, but for Cleo's, which is empty."""
    evening = begun(3)
    for hero in evening.state.heroes:
        evening.hero(hero.seat, life=5)
    for seat in ("seat1", "seat2"):
        evening.writing(lambda tx, seat=seat: piles.set_piles(tx, seat, deck=9, discard=4))
    return evening


def test_while_a_card_is_taken_and_turned_over():
    """At any time (p. 20): while Ada takes a card and turns it over, Ada and Ben may perform a Recovery; Cleo has
    nothing to take back. What was being done goes on afterwards."""
    evening = three()
    evening.play("card_shown", number="049")
    assert (evening.asked, at_any_time(evening)) == ("card.take", ["seat1", "seat2"])
    evening.play("recovery", seat="seat2")
    evening.play("recover", cards=4)
    assert (evening.asked, at_any_time(evening)) == ("card.take", ["seat1"])
    evening.play("take_unseen", colour="green")
    assert (evening.asked, at_any_time(evening)) == ("card.reveal", ["seat1"])
    assert (piles.piles(evening.state, "seat2").deck, evening.state.hero("seat2").life) == (13, 3)


def test_in_every_step_of_an_action_for_everybody():
    """Ada chooses, reads, gears up, draws, reveals and applies consequences; in each of these steps Ada and Ben may
    perform a Recovery (p. 20), each offered once."""
    evening = three()
    seen = []
    for move, args in (
        ("turn", {"seat": "seat1"}),
        ("act_new", {"seat": "seat1", "icon": "climb", "where": "terrain"}),
        ("sheet_told", {"cost": 2, "difficulty": 2, "sort": "simple", "duty": "free"}),
        ("draw", {"cards": 2}),
        ("stars_told", {"count": 2}),
    ):
        evening.play(move, **args)
        seen.append(evening.asked)
        assert at_any_time(evening) == ["seat1", "seat2"], evening.asked
    assert seen == ["action.choose", "action.sheet", "action.gear", "action.stars", "action.consequence"]
    evening.play("recovery", seat="seat2")
    evening.play("recover", cards=2)
    evening.play("action_done")
    assert piles.piles(evening.state, "seat2").deck == 11


def test_one_line_for_all_of_them():
    """One quiet prompt at the very end, with one offer; none where everybody is offered it already."""
    evening = three()
    assert [shown.name for shown in evening.prompts] == ["table.idle", "campaign.who_plays"]
    evening.play("card_shown", number="049")
    last = evening.prompts[-1]
    assert (str(last.do), [str(one.label) for one in last.offers]) == (
        "A Recovery is possible at any time.",
        ["Recovery"],
    )
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", discard=0))
    [only] = evening.prompts[-1].offers
    assert (str(only.label), str(only.note), only.asks) == ("Ben: Recovery", "4 cards in the Discard Pile", ())


def test_while_somebody_else_discards():
    """Ada discards from the top of her deck; Ben may perform a Recovery all the same (p. 18, 20)."""
    evening = three()
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", deck=None))
    evening.play("deck_discard", seat="seat1", count=2)
    assert (evening.asked, at_any_time(evening)) == ("life.drain", ["seat1", "seat2"])
    evening.play("recovery", seat="seat2")
    evening.play("recover", cards=2)
    assert evening.asked == "life.drain"


def test_one_recovery_after_the_other():
    """While one is performed the next one waits."""
    evening = three()
    evening.play("recovery", seat="seat1")
    assert at_any_time(evening) == []
    with pytest.raises(IllegalMove):
        evening.play("recovery", seat="seat2")


def test_not_while_the_table_is_put_away():
    """Nobody plays while the list of what goes into the box is worked off (p. 25)."""
    evening = three()
    evening.play("leave", seat="seat3")
    assert evening.asked == "campaign.skills"
    assert at_any_time(evening) == []
    with pytest.raises(IllegalMove):
        evening.play("recovery", seat="seat1")


def test_the_last_life_point_before_drawing_ends_the_action():
    """Ada pays her last life point before she has drawn: she is unconscious and takes no action (p. 12, 20)."""
    evening = three()
    evening.hero("seat1", life=1)
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="climb", where="terrain")
    evening.play("sheet_told", cost=2, difficulty=2, sort="simple", duty="free")
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=2)
    assert (evening.asked, evening.state.action, evening.state.turn.last) == ("table.idle", None, "")


def test_another_one_takes_over_a_mandatory_action():
    """In a mandatory action all on the Terrain card are involved (p. 11): when Ada falls unconscious before drawing,
    Ben or Cleo is active: Ben stands in front, Cleo has an answer of her own."""
    evening = three()
    evening.hero("seat1", life=1)
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="run", where="temporary")
    evening.play("sheet_told", cost=2, difficulty=2, sort="simple", duty="mandatory")
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=2)
    assert evening.asked == "action.gear"
    assert {one.move.args["seat"] for one in evening.prompt.offers if one.move.name == "came_out_by"} == {"seat3"}
    evening.play("active_again", seat="seat3")
    assert evening.state.action is not None
    assert (evening.state.action.active, evening.state.action.involved) == ("seat3", ("seat3", "seat2"))
