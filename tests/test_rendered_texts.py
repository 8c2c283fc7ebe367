"""What people are shown and told, as it comes out with real values, in every language."""

import pytest

from companion.api.text import N, T, Text, catalogue, languages, verbatim
from companion.games.frostpunk.cards.effect_language import parse
from companion.games.frostpunk.cards.effect_texts import describe
from companion.library.registry import find_games
from companion.translation.rendering import (
    Heard,
    at_random,
    faults,
    heard_faults,
    messages,
    renderings,
    things_of,
)

pytestmark = pytest.mark.slow

GAMES = find_games()


@pytest.mark.parametrize("language", languages())
def test_no_template_goes_wrong_with_some_value(language: str):
    """Names stay uninflected, numbers have their forms, nobody's sex is guessed; exceptions have their reasons."""
    assert faults(language) == {}


@pytest.mark.parametrize("name", GAMES)
def test_random_evenings_are_well_said(name: str):
    """Every text of every screen and fact where offers are taken at random; those of the golden evenings are
    looked at where they are played."""
    heard = Heard()
    for seed in range(8):
        at_random(heard, GAMES[name], seed)
    assert [fault for language in languages() for fault in heard_faults(heard, language)] == []


def test_every_template_can_be_listed():
    """Each text with places is rendered with five sets of values, and leaves no place unfilled."""
    for every in messages("pl").values():
        things = things_of(every)
        for message in every:
            for text in renderings(message, things):
                assert not [value for value in text.args.values() if value is None]
                assert catalogue("pl").say(text)


def polish(text: Text) -> str:
    return catalogue("pl").say(text)


NAMES = ("Ada", "Ben", "Cleo", "Marek", "Kinga")


@pytest.mark.parametrize("name", NAMES)
def test_names_are_never_inflected_nor_guessed(name: str):
    """The faults that were found by reading the lists, each said rightly for names of both genders."""
    who = verbatim(name)
    assert polish(T("{name}: conscious again.", name=who)) == f"{name} odzyskuje przytomność."
    assert polish(T("Before {name}", name=who)) == f"Przed graczem {name}"
    assert polish(T("{card}: given to {name}.", card="200", name=who)) == f"200: dostaje ją {name}."
    assert polish(T("Reserved by {player}", player=who)) == f"Rezerwacja: {name}"
    drawn = N("{name}: draw the other card.", "{name}: draw the other {n} cards.", 1, name=who)
    assert polish(drawn) == f"{name}: dobierz jeszcze jedną kartę."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (T("Firehouse {field}", field="A1"), "Ada: Brygada rusza na pole Remiza A1."),
        (T("{field}, {name}", field="E5", name="Anna"), "Ada: Brygada rusza na pole E5, Anna."),
        (verbatim("C2"), "Ada: Brygada rusza na pole C2."),
    ],
)
def test_places_stand_behind_a_noun_of_their_own(text: Text, said: str):
    """ "na pole Remiza A1", not "na Remiza A1"."""
    assert polish(T("{who}: the Brigade moved to {where}.", who="Ada", where=text)) == said


@pytest.mark.parametrize(
    ("n", "said"), [(1, "Potrzebny 1 sukces."), (2, "Potrzebne 2 sukcesy."), (5, "Potrzebnych 5 sukcesów.")]
)
def test_what_follows_a_full_stop_has_a_capital(n: int, said: str):
    """ "Najpierw zaznacz karty, których używasz. Potrzebne 2 sukcesy."""
    needs = N("{n} success needed", "{n} successes needed", n)
    whole = polish(T("Tick the cards you use first. {needs}.", needs=needs))
    assert whole == f"Najpierw zaznacz karty, których używasz. {said}"


def test_water_is_counted_in_tokens():
    """Five tokens of water, not "5 wód"."""
    only = [N("There is only {n} water for that.", "There is only {n} water for that.", n) for n in (1, 2, 5)]
    assert [polish(one) for one in only] == [
        "Na to jest tylko 1 żeton wody.",
        "Na to są tylko 2 żetony wody.",
        "Na to jest tylko 5 żetonów wody.",
    ]


@pytest.mark.parametrize(
    ("msgid", "said"),
    [
        ("Your Brigade moves up to five blocks.", "Twoja Brygada rusza się najwyżej o pięć kwartałów."),
        (
            "More than {most} piles are not kept; forget one first.",
            "Stosów przechowuje się najwyżej {most}; najpierw usuńcie jeden z pamięci.",
        ),
    ],
)
def test_single_sentences_that_were_wrong(msgid: str, said: str):
    """Sentences that were wrong whatever stood in them."""
    assert polish(Text(msgid)) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("corpses -1; needs corpses 1", "Zwłoki −1; co najmniej Zwłoki: 1"),
        ("gain steam cores 1; gain coal 2; gain food 5", "zyskaj 1 Rdzeń parowy; zyskaj 2 Węgla; zyskaj 5 Żywności"),
        ("either lose food 2 & sick 1 | discontent +1", "(strać 2 Żywności i choruje 1 osoba) albo Niezadowolenie +1"),
        ("scouts 2; die 3", "każdy Zwiadowca idzie o 2 pola; umiera 3 Obywateli"),
    ],
)
def test_effects_have_their_forms_in_polish(words: str, said: str):
    """Each number has its form, and what belongs to one way is in brackets."""
    assert polish(describe(parse(words))) == said
