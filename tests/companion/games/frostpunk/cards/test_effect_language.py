"""The companion's own words for what a card does, read and written back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.frostpunk.cards import blocks
from companion.games.frostpunk.cards.effect_language import (
    FORMS,
    Effect,
    choices_of,
    condition_of,
    parse,
)
from companion.games.frostpunk.cards.effects import DO, NEEDS, SILENT, describe, lasting, placement
from companion.toolkit.card_language import BadWords, join

PATTERNS = FORMS.verbs
SLOTS = {name: slot for name, slot in FORMS.slots.items() if not slot.number}


def written(words: str) -> str:
    return join(parse(words))


@pytest.mark.parametrize(
    ("words", "as_written"),
    [
        ("hope +1", "hope +1"),
        ("-2 Hope", "hope -2"),
        ("Discontent −1", "discontent -1"),
        ("care+2", "care +2"),
        ("increase anger", "anger +1"),
        ("decrease hope 2", "hope -2"),
        ("activate hope 2; exhaust greed", "activate hope 2; exhaust greed"),
        ("activate all care; exhaust all discontent", "activate all care; exhaust all discontent"),
        ("discard discontent; spend motivation", "discard discontent; spend motivation"),
        ("Gain 3 food; lose 2 Wood; pay coal 1", "gain food 3; lose wood 2; spend coal 1"),
        ("gain 2 Steam Cores; lose all food", "gain steam_cores 2; lose all food"),
        ("stress +3; stress -5; corpses -1", "gain stress 3; lose stress 5; lose corpses 1"),
        ("sick 2; 3 sick; sick workers 1; 2 sick children", "sick 2; sick 3; sick workers; sick children 2"),
        ("cure 3; cure workers 2; treat; treat engineer", "cure 3; cure workers 2; treat; treat engineers"),
        ("die; die child; 2 workers die; die current", "die; die children; die workers 2; die current"),
        ("people +3; -1 engineer; gain 2 children", "people +3; engineers -1; children +2"),
        ("automaton +1; lose automaton; place automaton", "automaton +1; automaton -1; place automaton"),
        ("cold +1; red -1; indicators +1; heat -2", "cold +1; red -1; indicators +1; heat -2"),
        ("storm -2; storm to 12; storm gone; trigger 7", "storm -2; storm to 12; storm gone; trigger 7"),
        ("add d045; remove m012", "add D045; remove M012"),
        ("near; far 2; build Sawmill; unlock Fighting Arena", "near; far 2; build sawmill free; unlock fighting_arena"),
        (
            "unlock faith; destroy; destroy Hunter's Hut; ruin tents",
            "unlock faith; destroy; destroy hunters_hut; ruin tent",
        ),
        ("scouts 2; to display; to discard; out", "scouts 2; to display; to discard; out"),
        ("lasts children act; say Read I/03!", "lasts children act; say Read I/03!"),
        ("needs active care; needs exhausted anger 2; needs hope 3", None),
        ("needs law l05; needs no law L06; needs workshop; needs no beacon", None),
        ("needs coal 2; needs at most hunger 3; needs no sick; needs 2 automatons", None),
        ('needs "a gravely ill child; or two"', 'needs "a gravely ill child; or two"'),
        ("if active care: cure 2 & hope +1", "if active care: cure 2 & hope +1"),
        ('if "it snows: much": sick 1', 'if "it snows: much": sick 1'),
        ("either 2 food lost | discontent +1", None),
        ("either lose 2 food & sick 1 | discontent +1", "either lose food 2 & sick 1 | discontent +1"),
        ("hope +1;; \n gain coal 1 ;", "hope +1; gain coal 1"),
        ("", ""),
    ],
)
def test_what_is_read(words: str, as_written: str | None):
    """Every form, in the ways in which people write it; what is written back is read as the same."""
    try:
        found = parse(words)
    except BadWords:
        assert as_written is None
        return
    assert as_written is None or join(found) == as_written
    assert parse(join(found)) == found


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("hoep +1", "“hoep +1” is not understood; did you mean “hope”?"),
        ("xyzzy", "“xyzzy” is not understood; for what cannot be said in numbers, begin with “say”."),
        ("hope", "In “hope” after “hope” there should be a number with a plus, such as +1."),
        ("hope +0", "In “hope +0” after “hope” there should be a number with a plus, such as +1."),
        ("gain food", "In “gain food” after “food” there should be a number from 1 to 99."),
        ("gain gold 2", "In “gain gold 2” after “gain” there should be something that is counted, such as food."),
        ("hope +1 now", "In “hope +1 now” nothing should stand after “+1”."),
        ("add M012", "In “add M012” after “add” there should be a Dusk card’s code, such as D045."),
        ("build castle", "In “build castle” after “build” there should be a Building, such as sawmill."),
        ("needs law 5", "In “needs law 5” after “law” there should be a Law’s code, such as L05."),
        ("if active care", "In “if active care” a colon and an effect are missing after the condition."),
        ("if hope +1: cure 2", "In “needs hope +1” after “hope” there should be a number from 1 to 99."),
        ("either hope +1", "In “either hope +1” the sign | and another way are missing."),
        ("either hope +1 | if hope 2: cure 1", "Inside “if” and “either” only plain effects may stand."),
        ("hope +1; say", "In “say” after “say” there should be your own words."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(words: str, why: str):
    """The sentence names the piece that is wrong and what should stand there."""
    with pytest.raises(BadWords) as bad:
        parse(words)
    assert str(bad.value) == why


def test_too_many_words_are_refused():
    """No card says that much."""
    with pytest.raises(BadWords, match="at most 1500"):
        parse("say " + "x" * 1500)
    with pytest.raises(BadWords, match="at most 40"):
        parse("out;" * 41)


def test_every_form_does_something_says_something_or_is_a_condition():
    """No verb is only half there."""
    assert set(PATTERNS) == (set(DO) - {"if", "either"}) | set(SILENT) | set(NEEDS)
    for verb in PATTERNS:
        assert str(describe(str(example(verb))))


def example(verb: str, pick: int = 0, count: int = 3) -> Effect:
    """An effect of a verb: its slot filled with one of the words that fit."""
    slot = next((part[1:-1] for part in PATTERNS[verb][0].split() if part[1:-1] in SLOTS and part != "<words>"), "")
    names = {"dusk": ("D045",), "event": ("M012", "D045"), "law": ("L05",), "quoted": ('"it snows"',)}
    words = names.get(slot, SLOTS[slot].names if slot else ("",))
    counts = any(part in ("<n>", "<+n>", "<-n>", "[n]") for part in PATTERNS[verb][0].split())
    text = "anything at all" if "<words>" in PATTERNS[verb][0] else ""
    return Effect(verb=verb, what=words[pick % len(words)], count=count if counts else 1, words=text)


effects = st.builds(
    example,
    st.sampled_from(sorted(PATTERNS)),
    st.integers(min_value=0, max_value=60),
    st.integers(min_value=1, max_value=99),
)


@given(st.lists(effects, max_size=8))
@settings(max_examples=150, deadline=None)
def test_written_effects_are_read_again(found: list[Effect]):
    """Whatever can be said is written back and read as the same."""
    assert parse(join(tuple(found))) == tuple(found)


@given(st.lists(effects, min_size=1, max_size=3), st.lists(effects, min_size=1, max_size=3))
@settings(max_examples=100, deadline=None)
def test_ways_and_conditions_hold_what_was_put_in(some: list[Effect], others: list[Effect]):
    """`either` and `if` give back the effects inside."""
    first, second = (" & ".join(map(str, one)) for one in (some, others))
    [either] = parse(f"either {first} | {second}")
    assert [parse(way) for way in choices_of(either)] == [tuple(some), tuple(others)]
    [condition] = parse(f"if active care: {first}")
    assert condition_of(condition)[0] == "needs active care"
    assert parse(condition_of(condition)[1]) == tuple(some)
    assert parse(f"{either}; {condition}") == (either, condition)


words = st.text(max_size=60) | st.lists(
    st.sampled_from(
        [
            "hope",
            "+1",
            "-2",
            "care",
            "gain",
            "food",
            "3",
            ";",
            "if",
            ":",
            "either",
            "|",
            "&",
            '"',
            "needs",
            "say",
            "\n",
            "no",
        ]
    ),
    max_size=12,
).map(" ".join)


@pytest.mark.slow
@given(words)
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_or_refused(text: str):
    """No text makes it stumble: it is read, and then written and read as the same, or refused with a sentence."""
    try:
        found = parse(text)
    except BadWords:
        return
    assert parse(join(found)) == found
    assert str(describe(text))


def test_every_block_of_the_editor_can_be_read():
    """What a tap puts in is understood, and no two blocks are called alike."""
    for block in blocks.EFFECTS:
        parse(block.value)
    assert len({str(block.label) for block in blocks.EFFECTS}) == len(blocks.EFFECTS)


def test_where_a_card_goes_and_what_lasts():
    """Both are found among other effects."""
    assert placement("hope +1; to display; lasts children act") == "display"
    assert placement("hope +1") is None
    assert lasting("lasts children act; hope +1; lasts shelters hold 3") == ("children act", "shelters hold 3")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hope +1; gain food 3", "Hope +1; gain 3 Food"),
        ("discontent -2", "Discontent −2"),
        ("cure 3", "Cure 3"),
        ("spend wood 1; gain coal 4", "spend 1 Wood; gain 4 Coal"),
        ("if active care: cure 2", "with an active Care token: Cure 2"),
        ("either lose food 2 | discontent +1", "lose 2 Food, or Discontent +1"),
        ("needs coal 2; needs law L05", "at least 2 Coal; Law L05 in force"),
        ("die current", "the current round’s type: 1 dies"),
        ("gain steam cores 1; lose steam cores 2", "gain 1 Steam Core; lose 2 Steam Cores"),
        ("needs corpses 1", "at least 1 Corpse"),
        ("needs round 3", "Round: 3 or more"),
        ("people -1; people -2", "a Citizen leaves; 2 Citizens leave"),
        ("children +1; children +2", "Children: 1 joins; Children: 2 join"),
        ("either lose food 2 & sick 1 | discontent +1", "(lose 2 Food and 1 falls sick), or Discontent +1"),
        ("either hope +1 | discontent -1; cure 1", "(Hope +1, or Discontent −1); Cure 1"),
        ("cure 1; if active care: cure 2 & hope +1", "Cure 1; (with an active Care token: Cure 2; Hope +1)"),
        ("build sawmill free", "build for free: Sawmill"),
        ("automaton +1", "gain 1 Automaton"),
        ("say Take a breath", "Take a breath"),
        ("", "nothing"),
    ],
)
def test_effects_in_readable_words(words: str, said: str):
    """Short enough for a button."""
    assert str(describe(words)) == said
