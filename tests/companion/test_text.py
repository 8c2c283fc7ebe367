"""Words for people, put into a language when they are shown."""

import gettext
from io import BytesIO

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.text import Catalogue, English, N, T, Text, catalogue, languages


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


def test_an_unknown_language_is_english():
    """A phone in a language without a catalogue sees English."""
    assert catalogue("xx").say(T("Next")) == "Next"
    assert languages()[0] == "en"
