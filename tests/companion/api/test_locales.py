"""What is known of languages, and what of that is not kept."""

import datetime

from babel import localedata
from babel.dates import format_date
from babel.lists import format_list

from companion.api.locales import locale


def test_what_is_asked_for_stays():
    """By Poland's rules: a list of three, a day, the kinds of number, and what a language is called."""
    here = locale("pl")
    assert format_list(["a", "b", "c"], "or", locale=here) == "a, b lub c"
    assert format_date(datetime.date(2026, 11, 27), "long", locale=here) == "27 listopada 2026"
    assert [here.plural_form(n) for n in (1, 2, 5)] == ["one", "few", "many"]
    assert here.english_name == "Polish"


def test_what_nobody_asks_for_is_let_go():
    """Of a language and of those that it goes back to: units and currencies are a third of the memory."""
    locale("en")
    for name in ("en_GB", "en_001", "en", "root"):
        assert not {"unit_patterns", "currency_names"} & localedata.load(name).keys()


def test_a_language_that_is_not_known_is_written_as_english():
    """Somebody may begin a catalogue of one."""
    assert str(locale("xx")) == "en_GB"
