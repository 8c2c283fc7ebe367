"""What the search for faults of wording finds, and what it leaves alone."""

import pytest

from companion.translation.text_faults import ALLOWED, Message, nouns_of, said_faults, template_faults

CARDS = Message("{n} card", "{n} cards", ("{n} card", "{n} cards"))
POLISH_CARDS = Message("{n} card", "{n} cards", ("{n} karta", "{n} karty", "{n} kart"))
CORES = Message("{n} Steam Core", "{n} Steam Cores", ("{n} Steam Core", "{n} Steam Cores"))


def found(said: str, language: str) -> list[str]:
    """The faults of one template, which is its own message id, beside texts that know the nouns."""
    counted = POLISH_CARDS if language == "pl" else CARDS
    faults = template_faults([counted, CORES, Message("x", "", (said,))], language)
    return faults.get("x", [])


@pytest.mark.parametrize(
    "said",
    ["Draw {count} cards.", "{count} Steam Cores", "{who}: {count} cards left"],
)
def test_a_number_before_a_plural_without_forms(said: str):
    """ "Draw {count} cards" says "Draw 1 cards" one day."""
    assert found(said, "en")


@pytest.mark.parametrize("said", ["Cards: {count}", "{count} of the cards", "Card {number}", "{name} draws."])
def test_a_number_that_stands_alone_is_fine(said: str):
    """A number behind a colon, of something, or behind a noun fits every value."""
    assert found(said, "en") == []


@pytest.mark.parametrize(
    "said",
    [
        "Przed {name}",
        "Brygada rusza na {where}.",
        "Zwiadowca idzie z {start} do {place}.",
        "{name} wygrał.",
        "Zarezerwował {player}",
        "Ruszono {beast}, dokąd: {place}",
        "Z Planszy zwróćcie {cards}.",
        "{name}: znów przytomny.",
        "Dobierz {count} kart.",
    ],
)
def test_polish_that_fits_one_value_only(said: str):
    """A preposition before a name, a verb that knows the person's sex, a noun in one form."""
    assert found(said, "pl")


@pytest.mark.parametrize(
    "said",
    [
        "Przed graczem {name}",
        "Brygada rusza na pole {where}.",
        "Idzie Zwiadowca. Skąd: {start}. Dokąd: {place}.",
        "{name} wygrywa.",
        "Rezerwacja: {player}",
        "{name} odzyskuje przytomność.",
        "Znacznik Zimna na {cold}.",
        "{who}: została jedna karta",
        "Działa {name}",
    ],
)
def test_polish_that_fits_every_value(said: str):
    """A noun of its own before the name, the present tense, a number after a preposition."""
    assert found(said, "pl") == []


def test_a_text_with_and_without_forms_is_told():
    """ "{n} Coal" marked both ways is never translated where it has no forms."""
    assert template_faults([CARDS, Message("{n} card", "", ("{n} card",))], "en")


NOUNS = nouns_of([CARDS, CORES], "en")


@pytest.mark.parametrize(
    "said",
    [
        "Lose 1 Steam Cores.",
        "Ada: 1 cards drawn.",
        "Discard 0 Tactics cards.",
        "0 successes needed",
        "Done. out of the game",
        "Robots; heated or cold?. Far tile",
        "gain Food 2 | Hope +1 & Coal 1",
        "Trigger tokens lie on rounds .",
        "Carry out C: “”",
    ],
)
def test_what_went_wrong_in_a_sentence(said: str):
    """One with a plural, an order to do nothing, a small letter, signs that are spoken or do not belong together."""
    assert said_faults(said, "en", NOUNS)


@pytest.mark.parametrize(
    "said",
    [
        "Lose 1 Steam Core.",
        "Ada: 1 card drawn. See p. 12, or ask.",
        "Expedition 1: its cards from the bottom",
        "0 cubes in the drawer",
        "gain 2 Food, or (Hope +1 and 1 Coal)",
        "Ada 12.5 g … and then?",
        "1 of the cards has left it.",
    ],
)
def test_what_is_right_in_a_sentence(said: str):
    """One of one, a count of nothing that is a fact, page numbers, brackets."""
    assert said_faults(said, "en", NOUNS) == []


@pytest.mark.parametrize("said", ["Ada: Kop. potrzebne 2 sukcesy.", "Odrzuć 0 kart.", "potrzebnych 0 sukcesów"])
def test_what_went_wrong_in_polish(said: str):
    """The same in Polish."""
    assert said_faults(said, "pl", frozenset())


def test_ordinals_and_short_forms_are_no_ends_of_sentences():
    """ "1. karta" is the first card, "np. dwa" an example."""
    assert said_faults("1. karta od góry, np. ta, s. 12", "pl", frozenset()) == []


def test_each_exception_has_its_reason():
    """What is allowed says why."""
    assert all(ALLOWED.values())
