"""Cards: their code to what they are, with the owner's notes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api.text import Text
from companion.library.card_file import BadCards, tidy
from companion.library.cards import NOTE_CHARS, Library
from companion.library.look_up import Found, LookUp
from companion.library.rulebook import RuleBook

CARDS = """
[[kind]]
name = "morning"
reader = "card_id"
pattern = "M[0-9]{3}"
title = "Morning card"
what = "What happens at dawn."
now = "Read it aloud."
rule = "morning.draw"

[[kind]]
name = "scene"
reader = "numbox"
pattern = "[0-9]{3}"
title = "Scene"
what = "A scene of the book."

[[card]]
code = "M017"
title = "A long queue"

[[card]]
code = "Court Victory"
title = "Court Victory"
what = "It wins the game."
rule = "end.win"
"""


class Kept:
    """A store in memory."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], object] = {}

    def get(self, kind: str, key: str) -> object | None:
        return self.values.get((kind, key))

    def put(self, kind: str, key: str, value: object) -> None:
        self.values[kind, key] = value

    def all(self, kind: str) -> dict[str, object]:
        return {key: value for (one, key), value in self.values.items() if one == kind}


def found(library: Library, typed: str, say: Callable[[Text], str] = str) -> tuple[Found, ...]:
    """What Look up finds of the cards alone."""
    return LookUp(RuleBook(()), say).search(typed, library)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cards.toml").write_text(CARDS, encoding="utf-8")
    return tmp_path


def test_a_code_of_a_kind_gives_the_kind(folder: Path):
    """A card that is not known by itself is described by its kind, in words that can be translated."""
    entry = Library.load(folder).look_up("m020")
    assert entry is not None
    assert (entry.code, entry.kind, entry.rule) == ("M020", "morning", "morning.draw")
    assert (entry.title, entry.what) == (Text("Morning card"), Text("What happens at dawn."))
    assert entry.now == Text("Read it aloud.")


def test_a_known_card_takes_from_its_kind_what_it_lacks(folder: Path):
    """The card's own title stands; what, now and rule come from the kind."""
    entry = Library.load(folder).look_up("M017")
    assert entry is not None
    assert (str(entry.title), str(entry.what), entry.rule) == ("A long queue", "What happens at dawn.", "morning.draw")


@pytest.mark.parametrize("typed", ["court victory", "  Court   VICTORY ", "COURT VICTORY"])
def test_a_card_of_no_kind_is_found_by_its_name(folder: Path, typed: str):
    """Case and spaces do not matter."""
    entry = Library.load(folder).look_up(typed)
    assert entry is not None
    assert (entry.kind, entry.rule, entry.now) == (None, "end.win", None)


@pytest.mark.parametrize("typed", ["#123", "123", " # 123 "])
def test_a_numbox_may_be_typed_with_or_without_its_sign(folder: Path, typed: str):
    """The sign before the number is no part of the code."""
    entry = Library.load(folder).look_up(typed)
    assert entry is not None
    assert (entry.code, entry.kind) == ("123", "scene")


@pytest.mark.parametrize("typed", ["M1714", "M0171", "XM017", "M017 X", "17M", ""])
def test_a_code_must_fit_its_pattern_as_a_whole(folder: Path, typed: str):
    """A part of a pattern is no card."""
    assert Library.load(folder).look_up(typed) is None


@pytest.mark.parametrize("typed", ["M17", "m17", " m 17", "MO17"])
def test_a_code_is_typed_as_forgivingly_as_in_a_game(folder: Path, typed: str):
    """Without its nought, in small letters, with a space, or with a letter O."""
    library = Library.load(folder)
    entry = library.look_up(typed)
    assert entry is not None
    assert entry.code == "M017"
    assert found(library, typed)[0].id == "M017"


def test_a_list_of_known_codes_ends_a_pattern(tmp_path: Path):
    """Where a kind lists its codes, no other code of its pattern is a card; a listed one must fit the pattern."""
    kind = '[[kind]]\nname = "k"\nreader = "card_id"\npattern = "AB-[0-9]{2}"\ntitle = "T"\nwhat = "W"\nknown = '
    (tmp_path / "cards.toml").write_text(kind + '["AB-01", "AB-12"]')
    library = Library.load(tmp_path)
    assert [library.look_up(code) is not None for code in ("AB-01", "ab-12", "AB-02")] == [True, True, False]
    (tmp_path / "cards.toml").write_text(kind + '["AB-1"]')
    with pytest.raises(BadCards, match="AB-1 is known of k"):
        Library.load(tmp_path)


def test_an_unknown_code_gets_a_sentence(folder: Path, tmp_path_factory: pytest.TempPathFactory):
    """The sentence names the code and says what to do."""
    library = Library.load(folder)
    assert str(library.unknown("m0171")) == (
        "No card of this game has the code M0171. Look at the code on the card once more."
    )
    assert str(library.unknown("  ")) == "Type the code that is printed on the card."
    bare = Library.load(tmp_path_factory.mktemp("bare"))
    assert "carry no codes" in str(bare.unknown("D012"))


def test_notes_are_kept_for_each_game_and_card(folder: Path):
    """A note is found again under any way of typing the code, and not under another game."""
    store = Kept()
    library = Library.load(folder, store)
    library.write_note("m020", " Costs us a day. ")
    assert library.note("#M020") == "Costs us a day."
    assert library.look_up("M020").note == "Costs us a day."  # type: ignore[union-attr]
    assert Library("other", library.kinds, [], store).note("M020") == ""
    library.write_note("M020", "")
    assert library.note("M020") == ""


def test_a_note_is_cut_and_a_damaged_one_is_none(folder: Path):
    """A huge note cannot fill the card, and what is no text in the store is passed over."""
    store = Kept()
    library = Library.load(folder, store)
    library.write_note("M020", "x" * 10_000)
    assert len(library.note("M020")) == NOTE_CHARS
    store.values = dict.fromkeys(store.values, 7)
    assert library.note("M020") == ""


def test_without_a_store_there_are_no_notes(folder: Path):
    """Writing one is no error, and it is not kept."""
    library = Library.load(folder)
    library.write_note("M020", "hm")
    assert library.note("M020") == ""


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("[[kind", "is not valid TOML"),
        ('[[kind]]\nname = "a"\n', "does not fit"),
        ('[[card]]\ncode = "A"\ntitle = "a"\ntilte = "b"\n', "unknown field `tilte`"),
        ('[[kind]]\nname="a"\nreader="nose"\npattern="A"\ntitle="a"\nwhat="a"\n', "Invalid enum value 'nose'"),
        ('[[kind]]\nname="a"\nreader="card_id"\npattern="A("\ntitle="a"\nwhat="a"\n', "pattern of a in cards.toml"),
        ('[[card]]\ncode="A1"\ntitle="a"\n[[card]]\ncode="#a1"\ntitle="b"\n', "two entries for A1"),
        ('[[card]]\ncode=" # "\ntitle="a"\n', "a card without a code"),
        ('[[kind]]\nname="a"\nreader="card_id"\ntitle="a"\nwhat="a"\n', "needs either a pattern or the reader"),
        ('[[card]]\ncode="Ada"\ntitle="a"\nkind="b"\n', "of a kind that is not there"),
    ],
)
def test_a_broken_cards_file_says_what_is_wrong(tmp_path: Path, toml: str, words: str):
    """One sentence names the file and what to mend."""
    (tmp_path / "cards.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(BadCards) as caught:
        Library.load(tmp_path)
    assert "cards.toml" in str(caught.value.text)
    assert words in str(caught.value.text)


def test_a_cards_file_in_another_encoding_says_so(tmp_path: Path):
    """Bytes that are no UTF-8 are refused with a sentence."""
    (tmp_path / "cards.toml").write_bytes(b'[[card]]\ncode = "\xff"\n')
    with pytest.raises(BadCards, match="UTF-8"):
        Library.load(tmp_path)


NAMED = """
[[kind]]
name = "citizen"
reader = "name"
title = "Citizen card"
what = "Somebody with an ability."

[[card]]
code = "Ada Bell"
title = "Ada Bell"
kind = "citizen"
what = "She cures."
"""


@pytest.fixture
def people(tmp_path: Path) -> Library:
    """Cards without codes, cards with codes, and what the owner has entered of some of them."""
    (tmp_path / "cards.toml").write_text(CARDS + NAMED, encoding="utf-8")
    store = Kept()
    owner = f"board.{tmp_path.name}"
    store.put(owner, "card.citizen.Józef Kowal", "type: worker")
    store.put(owner, "card.M020", "name: The long winter\nnow: hope -1")
    store.put(owner, "card.M021", 7)
    store.put(owner, "heat_spaces", 9)
    return Library.load(tmp_path, store)


@pytest.mark.parametrize("typed", ["Ada Bell", "ada  bell", "citizen.Ada Bell"])
def test_a_card_without_a_code_is_found_by_its_name(people: Library, typed: str):
    """Its own text is kept under its kind and name."""
    entry = people.look_up(typed)
    assert entry is not None
    assert (entry.kind, str(entry.title), entry.own.lower()) == ("citizen", "Ada Bell", "citizen.ada bell")
    assert str(entry.what) == "She cures."


@pytest.mark.parametrize("typed", ["Józef Kowal", "citizen.józef kowal"])
def test_a_card_that_only_the_owner_has_entered_is_found_too(people: Library, typed: str):
    """By its name, with or without its kind; what it is comes from its kind."""
    entry = people.look_up(typed)
    assert entry is not None
    assert (str(entry.title), entry.own, entry.text) == ("Józef Kowal", "citizen.Józef Kowal", "type: worker")
    assert str(entry.what) == "Somebody with an ability."


def test_the_owners_text_gives_a_card_its_name(people: Library):
    """A first line `name:` stands over the title of its kind; what is no text is passed over."""
    entry = people.look_up("M020")
    assert entry is not None
    assert (str(entry.title), entry.own, entry.text) == (
        "The long winter",
        "M020",
        "name: The long winter\nnow: hope -1",
    )
    other = people.look_up("M021")
    assert other is not None
    assert (str(other.title), other.text) == ("Morning card", "")


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("lng winter", "The long winter"),
        ("jozef", "Józef Kowal"),
        ("beel", "Ada Bell"),
        ("citizen", "Citizen card"),
        ("a long queue", "A long queue"),
        ("m017", "A long queue"),
    ],
)
def test_cards_are_found_by_names_that_are_nearly_right(people: Library, typed: str, title: str):
    """Typing errors, missing accents and half a name are forgiven; kinds of cards are found as well."""
    assert found(people, typed)[0].title == title


@pytest.mark.parametrize(
    ("typed", "title"), [("dluga kolejka", "Długa kolejka"), ("queue", "Długa kolejka"), ("karta ranka", "Karta ranka")]
)
def test_cards_are_found_in_the_language_of_who_looks(folder: Path, typed: str, title: str):
    """A card is found by its translated name, and still by the one that is printed on it."""
    polish = {"A long queue": "Długa kolejka", "Morning card": "Karta ranka"}
    hits = found(Library.load(folder), typed, say=lambda text: polish.get(text.msgid, text.msgid))
    assert hits[0].title == title


def test_every_card_that_is_found_can_be_opened(people: Library):
    """What a search gives leads to an entry, each once."""
    hits = found(people, "card")
    assert hits
    assert len({one.id for one in hits}) == len(hits)
    assert all(people.look_up(one.id) is not None for one in hits)


@pytest.mark.slow
@given(st.text(max_size=200))
def test_no_code_crashes_the_look_up(code: str):
    """Whatever is read or typed, it is a card or it is none; tidying twice changes nothing more."""
    library = Library("game", (), ())
    assert library.look_up(code) is None
    assert found(library, code) == ()
    assert str(library.unknown(code))
    assert tidy(tidy(code)) == tidy(code)
