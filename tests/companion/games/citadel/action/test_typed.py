"""What owners type of their cards is understood in Polish too, with or without accents, and kept in the same words."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.action import effects, recalling, sheet
from companion.games.citadel.action.sheet import ACTIONS
from companion.games.citadel.tables import read, typed

from .acting import table


@pytest.mark.parametrize(
    ("polish", "english"),
    [
        ("koszt -2 dla ciągnij,walcz", "cost -2 for pull,fight"),
        ("zamień 3 dowolne 1 najwyżej 2 dla walka", "convert 3 any 1 max 2 for fight"),
        ("anuluj 0 dowolna 2 dla walcz musi", "cancel 0 any 2 for fight must"),
        ("sukces 1 dla szukaj_drogi albo 1 użyj odrzuć", "success 1 for pathfind or 1 use discard"),
        ("KARTY 1 DLA WALCZ", "cards 1 for fight"),
    ],
)
def test_effects_in_polish(polish: str, english: str):
    """Each word stands for the one that the program keeps."""
    assert effects.spelled(effects.understood(polish)) == english


def test_the_owners_own_words_stay_as_they_are():
    """What is read out later is not translated."""
    [told] = effects.understood("pamiętaj skutki dla walcz : Rzuć kością, koszt 2.")
    assert (told.step, told.words, told.actions) == ("consequence", "Rzuć kością, koszt 2.", ("fight",))


def test_what_an_action_shows_in_polish():
    """Cost, rows, signs and traits (p. 11, 23)."""
    told = sheet.understood("koszt 2 rzędy 4,3 łańcuch złożona obowiązkowa cechy twardy:1,epicki:1")
    assert sheet.spelled(told) == "cost 2 rows 4,3 chain compound mandatory traits tough:1,epic:1"


def test_what_a_section_does_in_polish():
    """Damage, cards, the way of the card, the die (p. 18)."""
    assert recalling.understood("obrażenia 2 / weź 104 / kość 1 3") == ("damage 2", "take 104", "die 1 3")
    assert recalling.understood("nic") == ()


def test_every_polish_word_is_one_of_the_programs():
    """No word means two things, and every action has one."""
    table_ = read("card_words")["pl"]
    known = {"cost", "success", "cards", "icons", "convert", "cancel", "words", *ACTIONS}
    assert known <= set(table_.values())
    assert all(word == word.lower() and word.isascii() for word in table_)
    assert typed("unknown words stay") == "unknown words stay"


def test_it_is_written_while_the_card_is_read():
    """One line for all of it; what names no action is for this one."""
    evening = table(2)
    card = evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(3, 2)
    evening.play("gear", card=card)
    evening.play("effects_written", line="koszt -1; zamień 2 miecz 1")
    assert evening.board_facts == {"effects.200.1": "cost -1 for climb / convert 2 miecz 1 for climb"}
    evening.play("effects_done")
    assert evening.due == 2
    evening.play("effects_again", card=card)
    for line in ("", "what", "convert"):
        with pytest.raises(IllegalMove) as refused:
            evening.play("effects_written", line=line)
        assert refused.value.field == "line"
