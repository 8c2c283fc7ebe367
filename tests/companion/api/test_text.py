"""Words for people, put into a language when they are shown."""

import gettext
from datetime import date
from io import BytesIO

import msgspec
import pytest
from babel import localedata
from babel.core import get_global
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.api.text import (
    Catalogue,
    English,
    N,
    T,
    Text,
    all_of,
    catalogue,
    day,
    decimal,
    environment_language,
    languages,
    one_of,
    verbatim,
)


def polish(**messages: str | tuple[str, ...]) -> Catalogue:
    """A small Polish catalogue; the keys' underscores are spaces."""
    made = Catalog(locale="pl")
    for msgid, says in messages.items():
        plain = msgid.replace("_", " ")
        if isinstance(says, tuple):
            made.add((plain, plain + "s"), says)
        else:
            made.add(plain, says)
    out = BytesIO()
    write_mo(out, made)
    out.seek(0)
    return Catalogue("pl", gettext.GNUTranslations(out))


def test_named_places_are_filled():
    """A text says its arguments in their places."""
    assert English.say(T("Hunger rose to {level}.", level=8)) == "Hunger rose to 8."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (T("{what}. {where}.", what=T("spend 1 Wood"), where=T("out of the game")), "Spend 1 Wood. Out of the game."),
        (T("Do it! {then}", then=T("nothing more")), "Do it! Nothing more"),
        (T("“{one}.” {two}", one=T("go"), two=T("and stay")), "“go.” And stay"),
        (T("{who} stays.", who=all_of([T("a child"), T("a cat")])), "A child and a cat stays."),
        (T("{building}: {what}", building=T("a house"), what=T("two sleep")), "a house: two sleep"),
        (T("{first}, or {other}", first=T("gain 1 Coal"), other=T("nothing")), "gain 1 Coal, or nothing"),
        (T("See p. {page}", page=T("ten")), "See p. ten"),
    ],
)
def test_a_sentence_begins_with_a_capital(text: Text, said: str):
    """What is put in where a sentence begins gets a capital; in the middle of one, and in a label, it does not."""
    assert English.say(text) == said


def test_what_was_typed_keeps_its_small_letter():
    """A player called ada is not renamed where a sentence begins with the name, nor is a code."""
    assert English.say(T("{name} won.", name=verbatim("ada"))) == "ada won."
    assert English.say(T("{name} won.", name="ada")) == "ada won."
    assert English.say(T("Over. {who}", who=T("{name} won", name=verbatim("ada")))) == "Over. ada won"


def test_numbers_choose_their_form():
    """One cube, several cubes: English has two forms, Polish three."""
    assert [English.say(N("{n} cube", "{n} cubes", n)) for n in (0, 1, 2)] == ["0 cubes", "1 cube", "2 cubes"]
    words = polish(cube=("{n} kostka", "{n} kostki", "{n} kostek"))
    assert [words.say(N("cube", "cubes", n)) for n in (1, 3, 5)] == ["1 kostka", "3 kostki", "5 kostek"]


def test_a_text_in_a_text_is_translated_too():
    """What stands inside a sentence comes in the same language."""
    words = polish(coal="węgiel", **{"Take_{what}": "Weź {what}"})
    assert words.say(T("Take {what}", what=T("coal"))) == "Weź węgiel"


@pytest.mark.parametrize("word", ["{oops}", "{0}", "{x.__class__}", "{x!r:>999999999}", "{", "100 %"])
def test_braces_in_names_do_no_harm(word: str):
    """Neither a player's odd name nor an odd message id of an imported evening does more than be shown."""
    assert English.say(T("{player} won", player=word)) == f"{word} won"
    assert English.say(Text(word)) == word


def test_a_text_survives_json():
    """Texts are kept in the log as JSON, nested ones included."""
    text = N("{who} took {n} {what}", "{who} took {n} {what}", 2, who="Anna", what=T("coal"))
    assert msgspec.json.decode(msgspec.json.encode(text), type=Text) == text


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "pl"])
def test_whatever_a_text_is_made_of_it_is_said(language: str):
    """A text from elsewhere that nests, grows or lacks its number takes no more room than any other."""
    words = catalogue(language)
    grown = deep = T("word")
    for _ in range(30):
        grown = Text("{a}" * 600, {"a": grown})
    for _ in range(5000):
        deep = T("{a}", a=deep)
    assert words.say(deep) == "…"
    assert len(words.say(grown)) <= 20_000
    assert len(words.say(all_of([Text("{a}" * 9999, {"a": "word"})] * 5000))) <= 20_000
    shown = words.say(all_of([str(digit) * 9999 for digit in range(4)]))
    assert (shown[:9999], shown[9999:10002], shown[-2:]) == ("0" * 9999, ", 1", "1…")
    assert words.say(Text("one", {}, "many")) == words.say(Text("one", {"n": "no number"}, "many")) == "many"


def test_little_is_remembered_of_what_was_said():
    """However many texts an imported evening brings, and however long they are."""
    words = polish(coal="węgiel")
    for number in range(5000):
        assert words.say(Text(f"text {number}")) == f"text {number}"
        assert words.say(Text(f"{number} {{what}}", {"what": T("coal")})) == f"{number} węgiel"
    long = "long " * 101
    assert words.say(Text(long)) == long
    assert words.say(Text(long + "{what}", {"what": T("coal")})) == long + "węgiel"
    for kept in (words._bare, words._parsed):
        assert kept.cache_info().currsize <= 4096
    before = words._bare.cache_info().misses
    assert [words.say(T("coal")) for _ in range(3)] == ["węgiel"] * 3
    assert words._bare.cache_info().misses == before


def test_an_unknown_language_is_english():
    """A phone in a language without a catalogue sees English."""
    assert catalogue("xx").say(T("Next")) == "Next"
    assert languages()[0] == "en"


def test_a_name_is_not_translated():
    """A player called Hope, or a sign such as C, stays so in every language, braces and all."""
    assert catalogue("pl").say(T("Hope")) != "Hope"
    for name in ("Hope", "C", "Anger", "{name}"):
        assert catalogue("pl").say(verbatim(name)) == name
        assert catalogue("pl").say(T("{name}, take your turn.", name=verbatim(name))).startswith(f"{name}, ")


def test_lists_are_joined_as_the_language_does():
    """English and Polish have a word of their own before the last of what is listed; one alone stands alone."""
    words = polish(coal="węgiel")
    goods = [T("coal"), "Ada", 3]
    assert English.say(T("{what} left", what=all_of(goods))) == "coal, Ada and 3 left"
    assert words.say(all_of(goods)) == "węgiel, Ada i 3"
    assert [words.say(one_of(goods[:count])) for count in (0, 1, 2)] == ["", "węgiel", "węgiel lub Ada"]


def test_fractions_are_written_as_the_language_does():
    """A point in English, a comma in Polish; thousands apart."""
    assert English.say(decimal(1234.5, 2)) == "1,234.50"
    assert polish().say(T("{grams} g", grams=decimal(0.125, 2))) == "0,12 g"


def test_what_no_text_has_is_let_go():
    """Names of coins, units and zones of time took megabytes in each language; a catalogue can be made all the same."""
    assert English.say(decimal(1.5, 1)) == "1.5"
    assert polish().say(decimal(1.5, 1)) == "1,5"
    for locale in ("root", "en", "en_GB", "pl"):
        assert not {"unit_patterns", "currency_names", "meta_zones"} & localedata.load(locale).keys()
    assert not get_global("territory_languages")
    assert Catalog(locale="pl").header_comment.startswith("# Polish translations")


def test_days_are_written_as_the_language_does():
    """The name of the month stands in the form that the language wants in a date."""
    assert English.say(T("since {date}", date=day(date(2026, 11, 21)))) == "since 21 November 2026"
    assert polish().say(day(date(2026, 11, 21))) == "21 listopada 2026"
    assert English.say(Text("{0000-00-00}", {"value": "oops"})) == "oops"


def test_lists_and_fractions_survive_json():
    """They are texts, and so are kept in the log like every other."""
    text = T("{a} {b}", a=all_of(["x", "y"]), b=decimal(1.5, 1))
    assert English.say(msgspec.json.decode(msgspec.json.encode(text), type=Text)) == "x and y 1.5"
    assert English.say(Text("{0.0}", {"value": "oops"})) == "oops"


def test_the_page_gets_every_form():
    """The page chooses the form itself: it is given one for each kind of number, with the place for the number."""
    assert English.forms(N("{n} cube", "{n} cubes", 0)) == {"one": "{n} cube", "other": "{n} cubes"}
    assert polish(cube=("{n} kostka", "{n} kostki", "{n} kostek")).forms(N("cube", "cubes", 0)) == {
        "one": "{n} kostka",
        "few": "{n} kostki",
        "many": "{n} kostek",
    }


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LC_MESSAGES": "pl", "LANG": "en_US"}, "pl"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({}, "en"),
    ],
)
def test_commands_speak_the_language_of_the_environment(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
):
    """The first of LC_ALL, LC_MESSAGES and LANG decides, where there is a catalogue of its language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment_language() == language
