"""The core of the languages of card effects: clauses, forms, refusals, named values, and how it is said back."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.toolkit.card_language import (
    SHOWN,
    BadWords,
    Clause,
    Forms,
    Found,
    Language,
    Miss,
    Slot,
    alternatives,
    either,
    in_brackets,
    join,
    not_understood,
    one_after_the_other,
    parted,
    pieces,
    shown,
    tidy,
    ways,
)

FORMS = Forms(
    {
        "gain": ("gain <store> <n>", "gain <n> <store>", "<store> <+n>"),
        "lose": ("lose <store> [n]", "spend|pay <store> [n]"),
        "walk": ("walk [on] [n]",),
        "add": ("add <card>",),
        "say": ("say <words>",),
        "rest": ("rest",),
    },
    {
        "store": Slot(expected=T("wood or coal"), names=("wood", "coal")),
        "card": Slot(expected=T("a card’s code, such as D045"), pattern="d[0-9]{3}", capitals=True),
        "words": Slot(expected=T("your own words"), pattern=".+"),
    },
)
ALIASES = {"the": "", "woods": "wood"}


@dataclass(frozen=True)
class Effect:
    verb: str
    what: str
    count: int

    def __str__(self) -> str:
        return FORMS.written(self.verb, self.what, self.count)


def read_one(clause: str) -> Effect:
    found = FORMS.read(tidy(clause, ALIASES))
    if isinstance(found, Found):
        return Effect(found.verb, found.what, found.count)
    raise BadWords(found.why(clause) if found.at > 0 else not_understood(clause, clause.split()[0], FORMS.first))


LANGUAGE = Language(read_one, longest=60, most=5)


@pytest.mark.parametrize(
    ("words", "quotes", "found"),
    [
        (" a  b ; c;;\n d", False, ["a b", "c", "d"]),
        ('a "b; c"; d', True, ['a "b; c"', "d"]),
        ('a "b; c"; d', False, ['a "b', 'c"', "d"]),
        ('a "b; c', True, ['a "b', "c"]),
        ("", True, []),
    ],
)
def test_clauses_stand_between_signs(words: str, quotes: bool, found: list[str]):
    """Single blanks, nothing empty; a sign inside quotation marks parts or not, as the language has it."""
    assert pieces(words, ";\n", quotes=quotes) == found


def test_a_colon_parts_and_one_in_quotation_marks_does_not():
    """Condition and effects of an `if`."""
    assert parted('"it snows: much": sick 1') == ('"it snows: much"', "sick 1")
    assert parted("no colon") == ("no colon", "")


def test_the_ways_of_an_either():
    """Ways are parted by strokes, the effects of one way by "&"; one alone is refused."""
    assert ways("a & b | c") == [["a", "b"], ["c"]]
    assert either("either a & b | c") == [["a", "b"], ["c"]]
    with pytest.raises(BadWords, match=r"In “either a” the sign \| and another way are missing"):
        either("either a")


def test_one_spelling():
    """Small letters, minus signs, signs at their numbers, aliases."""
    assert tidy("Gain  the Woods − 2", ALIASES) == "gain wood -2"
    assert tidy("wood+1", ALIASES) == "wood +1"


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ("gain wood 3", Found("gain", "wood", 3)),
        ("gain 3 wood", Found("gain", "wood", 3)),
        ("coal +2", Found("gain", "coal", 2)),
        ("pay coal", Found("lose", "coal", 1)),
        ("walk on 2", Found("walk", "", 2)),
        ("walk 2", Found("walk", "", 2)),
        ("walk on", Found("walk")),
        ("add d045", Found("add", "D045")),
        ("rest", Found("rest")),
    ],
)
def test_forms_are_read(clause: str, found: Found):
    """Either word, what may be left out, numbers, codes in capitals."""
    assert FORMS.read(clause) == found


@pytest.mark.parametrize(
    ("clause", "at", "why"),
    [
        ("gain", 1, "In “gain” after “gain” there should be wood or coal."),
        ("gain wood", 2, "In “gain wood” after “wood” there should be a number from 1 to 99."),
        ("gain wood 100", 2, "In “gain wood 100” after “wood” there should be a number from 1 to 99."),
        ("rest now", 1, "In “rest now” nothing should stand after “rest”."),
        ("add x", 1, "In “add x” after “add” there should be a card’s code, such as D045."),
    ],
)
def test_a_miss_says_what_should_have_stood_there(clause: str, at: int, why: str):
    """How far a clause was understood, by the form that fits best, and the sentence for it."""
    miss = FORMS.read(clause)
    assert isinstance(miss, Miss)
    assert miss.at == at
    assert str(miss.why(clause)) == why


def test_nothing_of_it_understood():
    """Then the nearest first word is proposed, or `say`."""
    miss = FORMS.read("gian wood 2")
    assert isinstance(miss, Miss)
    assert miss.at == 0
    assert FORMS.first == {"gain", "wood", "coal", "lose", "spend", "pay", "walk", "add", "say", "rest"}
    assert str(not_understood("gian wood 2", "gian", FORMS.first)).endswith("did you mean “gain”?")
    assert str(not_understood("xyzzy", "xyzzy", FORMS.first)).endswith("begin with “say”.")


@given(st.sampled_from(sorted(FORMS.verbs)), st.sampled_from(["wood", "coal"]), st.integers(1, 99))
def test_what_is_written_is_read_again(verb: str, what: str, count: int):
    """Every verb by its first pattern."""
    part = FORMS.verbs[verb][0]
    what = "D001" if "<card>" in part else what if "<store>" in part else ""
    count = count if "n>" in part or "[n]" in part else 1
    if verb == "say":
        assert FORMS.written("say", words="look at it") == "say look at it"
        return
    written = FORMS.written(verb, what, count)
    assert FORMS.read(tidy(written, {})) == Found(verb, what, count)


def test_a_plain_word_may_be_called_like_a_slot():
    """It is written as it is."""
    forms = Forms({"needs": ("needs store <store>",)}, {"store": Slot(names=("wood",))})
    assert forms.written("needs", "wood") == "needs store wood"


def test_a_language_reads_a_line():
    """Effects in their order; what is wrong, too long or too much is refused in one sentence."""
    assert join(LANGUAGE.parse("coal +1; Pay the Woods 2;; rest")) == "gain coal 1; lose wood 2; rest"
    assert LANGUAGE.parse("") == ()
    for words, why in (("rset", "did you mean “rest”"), ("x" * 61, "at most 60 letters"), ("rest;" * 6, "at most 5")):
        with pytest.raises(BadWords, match=why):
            LANGUAGE.parse(words)


def test_a_move_is_refused_with_its_rule():
    """The same sentence, as the game's refusal."""
    assert LANGUAGE.understood("rest") == LANGUAGE.parse("rest")
    with pytest.raises(IllegalMove, match="did you mean “rest”") as refused:
        LANGUAGE.understood("rset", rule="words")
    assert refused.value.rule == "words"


def test_what_was_typed_is_quoted_short():
    """A refusal does not repeat a whole page."""
    assert shown("x" * SHOWN) == "x" * SHOWN
    assert shown("x" * 99) == "x" * (SHOWN - 1) + "…"


def test_named_values_in_any_order():
    """A clause of names with values behind them, and of marks."""
    clause = Clause("Chain cost -2 rows 4,3 kind tough")
    assert clause.has("chain")
    assert not clause.has("must")
    assert (clause.word(0), clause.after("rows"), clause.after("traits")) == ("chain", "4,3", "")
    assert clause.number(clause.after("cost"), -5, 5) == -2
    assert clause.one_of(clause.after("kind"), ("tough", "epic")) == "tough"
    assert len(clause) == 7


@pytest.mark.parametrize(
    "wrong",
    [
        lambda clause: clause.word(2),
        lambda clause: clause.after("two"),
        lambda clause: clause.number("two", 0, 5),
        lambda clause: clause.number("9", 0, 5),
        lambda clause: clause.one_of("two", ("three",)),
    ],
)
def test_named_values_that_do_not_fit(wrong):
    """A word that is missing, no number, too large, none of those allowed."""
    with pytest.raises(BadWords, match="“one two” is not understood"):
        wrong(Clause("one two"))


def test_said_back():
    """One after the other, one of several, in brackets."""
    a, b, c = T("a"), T("b"), T("c")
    assert str(one_after_the_other([a, in_brackets(b), c])) == "a; (b); c"
    assert str(alternatives([a, b, c])) == "a, or b, or c"
    assert str(one_after_the_other([a])) == str(alternatives([a])) == "a"
