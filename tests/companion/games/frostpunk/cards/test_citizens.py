"""Citizen cards, rulebook p. 15, 30, 32 and 33."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards import citizens
from companion.games.frostpunk.state import Token, Tokens
from companion.games.frostpunk.transaction import Transaction

from ..table import Evening, begun


def evening(players: int = 2, hands: tuple[int, ...] = (3, 3), discard: int = 2, **board: str) -> Evening:
    return begun(players, **board).at("action.turn", hands=hands, citizen_discard=discard)


def died(kind: str, **changes: object) -> Evening:
    """Somebody of a type has died; the Citizen card is still to come."""
    table = evening(**changes)  # type: ignore[arg-type]
    table.play("die", kind=kind)
    assert table.asked == "death.card"
    return table


def test_pauline_grogan():
    """p. 30, example: a child dies, Pauline Grogan is drawn: Motivation is exhausted, Hope decreases twice."""
    table = died("children")
    row = (Token(kind="motivation", active=True), Token(kind="care"), Token(kind="justice"))
    table.at("action.turn", hope=Tokens(row=row))
    table.play("death_card", source="deck", name="Pauline Grogan")
    assert table.state.hope.row[0] == Token(kind="motivation", active=False)
    assert table.asked == "hope.decrease"
    table.play("choose_token", how="remove", of="care")
    table.play("choose_token", how="remove", of="justice")
    assert table.state.hope.row == (Token(kind="motivation", active=False),)
    assert table.state.citizen_discard == 3


def test_as_much_of_the_effect_as_possible():
    """p. 30: without an active Motivation token that part is left out, and Hope decreases all the same."""
    table = died("children")
    table.play("death_card", source="deck", name="Pauline Grogan")
    assert table.asked == "hope.decrease"


def test_a_card_is_drawn_and_carried_out_by_hand():
    """p. 30: one tap when the card was done with the books open; the card lies on the discard pile."""
    table = died("workers")
    assert table.offered("change")
    table.play("death_done")
    assert (table.state.citizen_discard, table.state.hands, table.state.tasks) == (3, (3, 3), ())


def test_any_player_may_discard_a_card_instead():
    """p. 30, 33: the hand gets smaller, the deck stays."""
    table = died("workers")
    before = citizens.deck_left(table.state)
    table.play("death_discard", seat="seat2")
    assert (table.state.hands, citizens.deck_left(table.state)) == ((3, 2), before)


def test_a_discarded_card_must_match_the_type():
    """p. 30: Margaret Ozone is a child; for a worker she cannot be discarded, but she can be drawn."""
    text = "type: children\ndies workers: gain coal 1"
    table = died("workers", **{"card.citizen.Margaret Ozone": text})
    with pytest.raises(IllegalMove, match="type that died"):
        table.play("death_card", source="seat1", name="Margaret Ozone")
    table.play("death_card", source="deck", name="Margaret Ozone")
    assert table.state.hands == (3, 3)


def test_an_empty_hand_discards_nothing():
    """p. 30: who holds no card cannot discard one."""
    table = died("workers", hands=(0, 1))
    with pytest.raises(IllegalMove, match="holds no"):
        table.play("death_discard", seat="seat1")


def test_a_death_effect_is_told_once():
    """A card that was read becomes known by its name, and its effect is carried out."""
    table = died("workers")
    coal = table.state.coal
    table.play("death_told", source="deck", name="Rafael Currae", effects="lose coal 2")
    assert table.state.coal == coal - 2
    assert "dies workers: lose coal 2" in str(table.board_facts["card.citizen.Rafael Currae"])
    assert "Rafael Currae" in citizens.known_for(table.state, "workers")
    assert "Rafael Currae" not in citizens.known_for(table.state, "children")


def test_an_effect_needs_a_name():
    """Without a name nothing can be kept."""
    with pytest.raises(IllegalMove, match="name"):
        died("workers").play("death_told", source="deck", name="", effects="lose coal 2")


def test_a_card_without_an_effect():
    """A card may have no effect for a type, and that is known as well."""
    table = died("workers", **{"card.citizen.Ann Field": "dies workers: nothing"})
    before = table.state.hope, table.state.coal
    table.play("death_card", source="deck", name="Ann Field")
    assert ((table.state.hope, table.state.coal), table.state.tasks) == (before, ())


def test_an_effect_that_cannot_be_paid():
    """p. 30: as much as possible: what the books cannot pay in full is left to the players."""
    table = died("workers", **{"card.citizen.Ann Field": "dies workers: spend steel 5"})
    table.play("death_card", source="deck", name="Ann Field")
    assert table.asked == "card.by_hand"


def test_a_card_unknown_for_that_type():
    """Pauline Grogan is known for children's deaths only."""
    with pytest.raises(IllegalMove, match="not known"):
        died("workers").play("death_card", source="deck", name="Pauline Grogan")


def test_the_full_corpse_track_loses():
    """p. 16: the board says that the Corpse marker is on its last space."""
    table = died("workers")
    table.play("corpse_track_full")
    assert (table.state.ended, table.board_facts) == ("deaths", {"corpse_last": 2})


# --- hands and the deck -----------------------------------------------------------------------------------------------


def test_thirty_cards():
    """p. 5: 30 cards; two players hold 3 each, 2 lie on the discard pile: 22 are in the deck."""
    assert citizens.deck_left(evening().state) == 22


def test_an_empty_deck_is_made_anew():
    """p. 33: the discard pile is shuffled into a new deck: 27 discarded, none left, one drawn of those 27."""
    table = died("workers", hands=(2, 1), discard=27)
    assert "empty" in str(table.prompt.more)
    table.play("death_done")
    assert (citizens.deck_left(table.state), table.state.citizen_discard) == (26, 1)
    assert "citizen_deck_renewed" in table.names


def test_one_ability_a_round_for_each_player():
    """p. 33: one card each and round, which lies in front of its player until the round is over."""
    tx = Transaction(evening().state)
    citizens.play(tx, 0)
    assert (tx.state.hands, tx.state.played, citizens.deck_left(tx.state)) == ((2, 3), (0,), 22)
    assert (citizens.can_play(tx.state, 0), citizens.can_play(tx.state, 1)) == (False, True)
    with pytest.raises(IllegalMove, match="one each"):
        citizens.play(tx, 0)
    citizens.play(tx, 1)
    citizens.round_over(tx)
    assert (tx.state.played, tx.state.citizen_discard) == ((), 4)
    assert citizens.can_play(tx.state, 0)


def test_a_card_that_lies_face_up_is_in_no_hand():
    """p. 30, 33: played, it lies in front of its player and is discarded with the round; discarded, it is there at
    once. The deck that is made of the pile may give each of them to a hand."""
    tx = Transaction(evening(hands=(3, 3)).state)
    citizens.play(tx, 0, "Rafael Currae")
    citizens.discard(tx, 1, "Pauline Grogan")
    left = citizens.in_hands(tx.state)
    assert "Phillipa Bullscky" in left
    assert not {"Rafael Currae", "Pauline Grogan"} & {*left}
    assert "Pauline Grogan" not in citizens.may_come(tx.state, "children")
    citizens.round_over(tx)
    assert tx.state.discarded == ("Pauline Grogan", "Rafael Currae")
    assert citizens.in_hands(tx.state) == left
    citizens.draw(tx, 0, citizens.deck_left(tx.state) or 0)
    assert citizens.in_hands(tx.state) == left  # the last of the deck
    assert "Pauline Grogan" in citizens.may_come(tx.state, "children")  # a death draws from the new deck
    citizens.draw(tx, 0, 1)
    assert {"Rafael Currae", "Pauline Grogan"} <= {*citizens.in_hands(tx.state)}


def test_a_new_deck_leaves_what_was_played_this_round():
    """p. 33: it lies in front of its player until the round is over."""
    tx = Transaction(evening(hands=(20, 2), discard=0).state)
    citizens.play(tx, 0, "Rafael Currae")
    citizens.discard(tx, 1, "Pauline Grogan")
    citizens.draw(tx, 1, 9)
    assert tx.state.citizen_discard == 0
    assert "Pauline Grogan" in citizens.in_hands(tx.state)
    assert "Rafael Currae" not in citizens.in_hands(tx.state)


def test_a_pile_set_by_hand_forgets_what_lay_there():
    """Of a smaller pile nobody knows which cards are left, so each is offered again; the same where none was played."""
    table = evening()
    table.at("action.turn", discarded=("Rafael Currae",), played=(0,), played_cards=("Pauline Grogan",))
    table.correct("citizen_discard", 3)
    assert "Rafael Currae" not in citizens.in_hands(table.state)
    table.correct("citizen_discard", 0)
    assert "Rafael Currae" in citizens.in_hands(table.state)
    table.correct("played1", "no")
    assert "Pauline Grogan" in citizens.in_hands(table.state)


def test_nothing_to_clear():
    """At the end of a round without a played card nothing is said."""
    tx = Transaction(evening().state)
    citizens.round_over(tx)
    assert tx.facts == []


def test_who_holds_no_card_plays_none():
    """p. 32: a card from the hand."""
    tx = Transaction(evening(hands=(0, 3)).state)
    with pytest.raises(IllegalMove, match="holds no"):
        citizens.play(tx, 0)


def test_hands_that_nobody_told():
    """An evening whose hands are not known refuses nothing and counts nothing."""
    table = evening(hands=(), discard=0)
    tx = Transaction(table.state)
    assert citizens.deck_left(table.state) is None
    citizens.play(tx, 0)
    assert (tx.state.hands, tx.state.played) == ((), (0,))


def test_hands_by_hand():
    """A hand can be set to what a player holds."""
    table = evening()
    table.correct("hand2", 5)
    assert table.state.hands == (3, 5)
