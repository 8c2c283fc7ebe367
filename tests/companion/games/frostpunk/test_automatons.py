"""Automatons, rulebook p. 39 and 44."""

from companion.games.frostpunk import automatons
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.frostpunk.table import begun


def tx(held: int) -> Transaction:
    return Transaction(begun().at("action.turn", automatons=held).state)


def test_six_is_the_most():
    """p. 39: with none in the bank, none is gained: 5 and 2 make 6."""
    books = tx(5)
    automatons.gain(books, 2)
    assert (books.state.automatons, automatons.bank(books.state)) == (6, 0)
    automatons.gain(books, 1)
    assert books.state.automatons == 6


def test_a_card_places_one_from_the_bank():
    """p. 39: an Event card places an Automaton from the bank while there is one."""
    books = tx(2)
    automatons.place(books, "D045")
    assert (books.state.automatons, automatons.in_supply(books.state)) == (3, 2)


def test_with_an_empty_bank_a_card_takes_one_from_the_supply():
    """p. 39: with none left in the bank, one is taken from the supply: six in play, five of them free."""
    books = tx(6)
    automatons.place(books, "D045")
    assert (books.state.automatons, automatons.in_supply(books.state)) == (6, 5)


def test_none_left_anywhere():
    """With none in the bank or the supply, nothing is placed."""
    books = tx(6)
    for _ in range(7):
        automatons.place(books, "D045")
    assert automatons.placed(books.state) == 6
    assert books.facts[-1].name == "no_automaton"
