"""Morning and Dusk cards (rulebook p. 19, 27, 28, 33, 34): revealed, resolved, placed; the Event display."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove, Offer
from companion.games.frostpunk.cards import dusk as dusk_deck
from companion.games.frostpunk.cards import effects
from companion.games.frostpunk.city.land import Meeple
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.state import Token, Tokens
from companion.games.frostpunk.transaction import Transaction

from ..table import Evening, begun

QUEUE = """name: A long queue
now: sick workers 2
1 Ban it: needs active justice; lose food 1; out
2 Let it be: gain food 2; to display
3 Pay: spend coal 9; out"""


def morning(**board: str) -> Evening:
    """A Morning card is about to be revealed."""
    return begun(2, **board).at("morning.card")


def dusk(**board: str) -> Evening:
    """A Dusk card is about to be revealed."""
    return begun(2, **board).at("dusk.card")


def hope(evening: Evening, *active: str) -> Evening:
    """Exactly these Hope tokens lie there, active."""
    evening.state = replace(evening.state, hope=Tokens(row=tuple(Token(kind=kind, active=True) for kind in active)))
    return evening


def options(evening: Evening) -> dict[int, Offer]:
    """The card's options that are offered, by number."""
    offers = [offer for offer in evening.prompt.offers if offer.move.name == "choose_option"]
    return {int(offer.move.args["number"]): offer for offer in offers}


# --- unknown cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["out", "display"])
def test_a_card_that_is_not_entered_takes_one_tap(where: str):
    """Do what it says, then one tap on its icon: cross or exclamation mark (p. 19)."""
    evening = morning()
    evening.play("place_card", where=where)
    assert evening.state.step.startswith("generator.")
    assert len(evening.state.display) == (where == "display")


def test_a_morning_card_has_no_discard_pile():
    """Only Dusk cards may have no icon (p. 28, 34)."""
    evening = morning()
    assert {offer.move.args.get("where") for offer in evening.prompt.offers} == {None, "out", "display"}
    with pytest.raises(IllegalMove, match="no discard pile"):
        evening.play("place_card", where="discard")


def test_a_code_without_words_asks_where_the_card_goes_and_for_its_words():
    """One prompt, in the order in which a card is carried out: room to enter what it says, what cards change most
    often, then the places."""
    evening = morning()
    evening.play("reveal_morning", code="M001")
    assert evening.asked == "morning.resolve"
    moves = [offer.move.name for offer in evening.prompt.offers]
    assert moves == ["card_text", *["tokens"] * 4, "place_card", "place_card"]
    evening.play("place_card", where="display")
    assert evening.state.display == ("M001",)


def test_words_entered_on_the_spot_are_carried_out_and_kept():
    """Typed once, the card does what it says now and in every later evening."""
    evening = morning()
    evening.play("reveal_morning", code="M001")
    evening.play("card_text", card="M001", text=QUEUE)
    assert evening.board_facts == {"card.M001": QUEUE}
    assert evening.state.workers.sick == 2
    assert evening.asked == "morning.resolve"
    evening.play("choose_option", number=2, where="display")
    assert evening.state.food == begun().state.food + 2


def test_words_told_on_the_board_page_are_carried_out_too():
    """The card editor tells the board fact while the card lies there: the same comes of it."""
    evening = morning()
    evening.play("reveal_morning", code="M001")
    outcome = GAME.learn(evening.state, "card.M001", QUEUE) if GAME.learn else None
    assert outcome is not None
    assert outcome.state.workers.sick == 2


def test_changed_words_do_not_happen_twice():
    """What happened at once is done; correcting the text afterwards only changes the options."""
    evening = morning(**{"card.M001": QUEUE})
    evening.play("reveal_morning", code="M001")
    evening.play("card_text", card="M001", text=QUEUE.replace("food 2", "food 3"))
    assert evening.state.workers.sick == 2
    evening.play("choose_option", number=2, where="display")
    assert evening.state.food == begun().state.food + 3


def test_words_that_are_not_understood_are_refused_with_their_line():
    """Nothing is kept of them."""
    evening = morning()
    evening.play("reveal_morning", code="M001")
    with pytest.raises(IllegalMove, match="Line 2"):
        evening.play("card_text", card="M001", text="name: A\nnow: hop +1")
    with pytest.raises(IllegalMove, match="No card"):
        evening.play("card_text", card="{", text="name: A")


def test_words_kept_from_before_that_are_not_understood_say_so():
    """The prompt names the line; the card is done by hand."""
    evening = morning(**{"card.M001": "what a day"})
    evening.play("reveal_morning", code="M001")
    assert "Line 1" in str(evening.prompt.more)
    evening.play("place_card", where="out")


# --- known cards ------------------------------------------------------------------------------------------------------


def test_a_known_card_does_at_once_what_it_says_and_offers_its_options():
    """One reading by the camera and one tap: the books are done."""
    evening = hope(morning(**{"card.M001": QUEUE}), "justice", "care")
    evening.play("reveal_morning", code="M001")
    assert evening.state.workers.sick == 2
    assert list(options(evening)) == [1, 2]
    evening.play("choose_option", number=1, where="out")
    assert evening.state.food == begun().state.food - 1
    assert evening.state.display == ()
    assert evening.state.step.startswith("generator.")


def test_the_birth_of_gambling_needs_an_active_justice_token():
    """Its first option can be chosen only with one (p. 19); an exhausted one does not count."""
    words = "name: The Birth of Gambling\n1 Forbid it: needs active justice; out\n2 Let it grow: out"
    evening = morning(**{"card.M001": words})
    rows = {
        True: (Token(kind="justice", active=True),),
        False: (Token(kind="justice"), Token(kind="care", active=True)),
    }
    for possible, row in rows.items():
        evening.at("morning.card", hope=Tokens(row=row), card="")
        evening.play("reveal_morning", code="M001")
        assert (1 in options(evening)) == possible
    assert "Option 1 is not open to you" in str(evening.prompt.more)
    with pytest.raises(IllegalMove, match="cannot be done"):
        evening.play("choose_option", number=1, where="out")


def test_an_option_that_cannot_be_paid_in_full_cannot_be_chosen():
    """Spending means paying all of it (p. 16): nine Coal are not there, then they are."""
    evening = hope(morning(**{"card.M001": QUEUE}), "care")
    evening.play("reveal_morning", code="M001")
    assert list(options(evening)) == [2]
    with pytest.raises(IllegalMove, match="Coal"):
        evening.play("choose_option", number=3, where="out")
    evening.at("morning.resolve", coal=9)
    evening.play("choose_option", number=3, where="out")
    assert evening.state.coal == 0


def test_a_condition_in_the_owners_words_is_for_the_players_to_judge():
    """It is offered, and says what has to hold."""
    evening = morning(**{"card.M001": '1 Go: needs "a child has died"; out\n2 Stay: out'})
    evening.play("reveal_morning", code="M001")
    assert "a child has died" in str(options(evening)[1].note)
    evening.play("choose_option", number=1, where="out")


def test_without_an_open_option_the_players_decide():
    """The rulebook is silent; the card is placed as they decide."""
    evening = hope(morning(**{"card.M001": "1 A: needs active justice; out\n2 B: spend coal 90; out"}), "care")
    evening.play("reveal_morning", code="M001")
    assert not options(evening)
    assert "No option" in str(evening.prompt.do)
    assert evening.prompt.rule == "events.none"
    evening.play("place_card", where="out")
    assert evening.state.step.startswith("generator.")


def test_a_card_without_options_needs_no_tap():
    """What happens at once is all, and it says where it goes."""
    evening = morning(**{"card.M001": "now: gain wood 3; out"})
    evening.play("reveal_morning", code="M001")
    assert evening.state.wood == begun().state.wood + 3
    assert evening.state.step.startswith("generator.")
    assert "card_removed" in evening.names


def test_a_morning_card_without_a_told_place_asks_for_it():
    """A Morning card always has an icon (p. 19): where it was not entered, it is asked with the option or alone."""
    evening = morning(**{"card.M001": "1 A: gain wood 1", "card.M002": "now: gain wood 1"})
    evening.play("reveal_morning", code="M001")
    [ask] = options(evening)[1].asks
    assert ask.name == "where"
    evening.play("choose_option", number=1, where="display")
    assert evening.state.display == ("M001",)
    evening.at("morning.card").play("reveal_morning", code="M002")
    assert evening.asked == "morning.resolve"
    evening.play("place_card", where="out")
    assert evening.state.wood == begun().state.wood + 2


def test_the_card_goes_only_after_everything_it_does_is_done():
    """The choice of a token comes first; then the card lies in the display (p. 19: after fully resolving it)."""
    evening = hope(morning(**{"card.M001": "1 A: hope -1; to display"}), "care", "justice")
    evening.play("reveal_morning", code="M001")
    evening.play("choose_option", number=1, where="display")
    assert (evening.asked, evening.state.display) == ("hope.decrease", ())
    evening.play("choose_token", how="exhaust", of="care")
    assert evening.state.display == ("M001",)


def test_with_an_active_care_token_three_are_cured():
    """A Dusk card cures three since a Care token is active (p. 30): two workers and one child; without one, nobody."""
    words = "now: needs active care; cure workers 2; cure children 1"
    evening = hope(dusk(**{"card.D012": words}), "care").group("workers", sick=4).group("children", sick=3)
    evening.play("reveal_dusk", code="D012")
    assert (evening.state.workers.sick, evening.state.children.sick) == (2, 2)
    evening = hope(dusk(**{"card.D012": words}), "justice").group("workers", sick=4)
    evening.play("reveal_dusk", code="D012")
    assert evening.state.workers.sick == 4
    assert "condition_failed" in evening.names


def test_a_condition_at_once_that_only_players_can_judge_is_asked():
    """Yes carries it out, no leaves it."""
    for holds, wood in (("yes", 3), ("no", 0)):
        evening = morning(**{"card.M001": 'now: needs "it snows"; gain wood 3\nnow: out'})
        evening.play("reveal_morning", code="M001")
        assert evening.asked == "card.condition"
        evening.play("condition", holds=holds)
        assert evening.state.wood == begun().state.wood + wood
        assert evening.state.step.startswith("generator.")


def test_only_options_of_the_card_can_be_chosen():
    """Neither a number that it does not have, nor a place where it cannot go."""
    evening = morning(**{"card.M001": QUEUE})
    evening.play("reveal_morning", code="M001")
    evening.state = replace(evening.state, board={**evening.state.board, "card.M001": "2 Let it be: out"})
    with pytest.raises(IllegalMove, match="no such option"):
        evening.play("choose_option", number=1, where="out")
    with pytest.raises(IllegalMove, match="no discard pile"):
        evening.play("choose_option", number=2, where="discard")


# --- the Event display ------------------------------------------------------------------------------------------------


def test_what_lies_on_a_card_goes_back_when_it_leaves():
    """Meeples on a removed card go to the supply, Resources on it to the bank (p. 19, 28, 34)."""
    evening = begun().at("action.turn", display=("D012", "M017"))
    placed = (Meeple(kind="workers", at="card D012"), Meeple(kind="workers", at="card M017"))
    evening.state = replace(evening.state, city=replace(evening.state.city, placed=placed))
    evening.play("take_from_display", code="D012")
    assert evening.state.display == ("M017",)
    assert evening.state.city.placed == placed[1:]
    assert evening.told("meeples_back").args["count"] == 1


def test_an_effect_removes_a_card_from_the_display():
    """By its code (p. 34); one that does not lie there is passed over."""
    evening = begun().at("action.turn", display=("M012",))
    tx = Transaction(evening.state)
    effects.carry_out(tx, "remove M012; remove M013")
    assert tx.state.display == ()
    assert [fact.name for fact in tx.facts if fact.name.startswith("card_")] == ["card_removed", "card_not_there"]


def test_cards_nobody_named_are_counted_in_the_display():
    """Each has a place of its own there, also after one has left."""
    evening = morning()
    evening.play("place_card", where="display")
    evening.at("morning.card").play("place_card", where="display")
    assert evening.state.display == ("?1", "?2")
    tx = Transaction(evening.state)
    dusk_deck.remove_from_display(tx, "?1")
    assert tx.state.display == ("?2",)


def test_a_phase_named_on_a_displayed_card_is_kept():
    """ "Other phases" on a card (p. 34): its effect happens when that phase begins."""
    evening = morning(**{"card.M001": "1 A: to display\nphase generator: gain wood 1"})
    evening.play("reveal_morning", code="M001")
    evening.play("choose_option", number=1, where="display")
    assert evening.state.wood == begun().state.wood + 1


def test_cards_can_be_added_and_removed_by_hand_with_the_books():
    """Where a card that the companion does not know says so (p. 34)."""
    evening = begun().at("morning.card", display=("M012", "?1"))
    assert evening.offered("add_dusk_card")
    evening.play("take_from_display", code="?1")
    evening.play("take_from_display", code="M012")
    assert evening.state.display == ()
    assert not evening.offered("take_from_display")
    evening.play("add_dusk_card", code="D045")
    assert evening.state.dusk.deck[-1] == "D045"
