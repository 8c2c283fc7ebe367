"""Effects proposed from printed sentences: what is certain, what is marked, and what is left alone."""

from __future__ import annotations

import pytest

from companion.api import DOUBTS, T, Text
from companion.toolkit.card_language import BadWords
from companion.toolkit.phrases import LONGEST, MOST, Phrases

TABLE = """
[en.slots.store]
food = ["food"]
coal = ["coal", "lump of coal"]
[[en.phrase]]
means = "{store} +{n}"
said = ["[you] gain|take <n> <store> [token|tokens]", "<store> <+n>"]
[[en.phrase]]
means = "{store} -{n}"
said = ["[you] lose <n> <store>", "<store> <-n>"]
[[en.phrase]]
means = "add {code}"
said = ["add card <code>"]
[[en.phrase]]
means = "unknown"
said = ["dance"]
[pl.slots.store]
food = ["żywność", "żywności"]
[[pl.phrase]]
means = "{store} +{n}"
said = ["zyskaj|zyskajcie [n] <store>"]
"""


@pytest.fixture(scope="module")
def phrases(tmp_path_factory: pytest.TempPathFactory) -> Phrases:
    """A small game's phrases; it knows nothing of dancing."""

    def read(words: str) -> tuple[str, Text]:
        if words == "unknown":
            raise BadWords(T("no"))
        return words, Text("{words}", {"words": words})

    file = tmp_path_factory.mktemp("phrases") / "phrases.toml"
    file.write_text(TABLE, encoding="utf-8")
    return Phrases(file, read)


def told(phrases: Phrases, text: str, language: str = "en") -> list[tuple[str, str | None]]:
    """What is proposed, with its doubt."""
    return [(one.words, one.doubt) for one in phrases.propose(text, language)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Gain 2 food.", ["food +2"]),
        ("You take a lump  of coal!", ["coal +1"]),
        ("Gain three food and 1 coal, then lose 2 food.", ["food +3", "coal +1", "food -2"]),
        ("Food +2; coal −1", ["food +2", "coal -1"]),
        ("GAIN 12 FOOD TOKENS", ["food +12"]),
        ("Gain 1 food.\nLose 1 coal", ["food +1", "coal -1"]),
        ("Add card #D045 but lose 1 coal", ["add D045", "coal -1"]),
        ("M017\nGain 2 food.\n◇ L05/1", ["food +2"]),
    ],
)
def test_a_sentence_that_says_nothing_else_is_certain(phrases: Phrases, text: str, meant: list[str]) -> None:
    """Also in a list that says its verb once."""
    assert told(phrases, text) == [(words, None) for words in meant]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("If the gate stands, gain 2 food.", "condition"),
        ("Gain 2 food or rest.", "choice"),
        ("Gain up to 2 food.", "up_to"),
        ("Gain 2 food for each fire.", "each"),
        ("Lose your way to gain 2 food.", "cost"),
        ("Gain 2 food next week.", "later"),
        ("Gain 2 food less.", "negation"),
        ("Sing, then gain 2 food.", "partly"),
        ("“Gain 2 food,” he said.", "partly"),
        ("Choose one of these: gain 2 food.", "choice"),
        ("Each of you sings. Gain 2 food.", "each"),
        ("Only if the gate stands\nGain 2 food.", "condition"),
        ("If you cannot, gain 2 food.", "condition"),
        ("Gain 2 food: the doors open.", "partly"),
        ("Gain 2 food/coal.", "partly"),
        ("Gain 2 food?", "condition"),
        ("Gain 2 food. Then return half of it.", "changed"),
        ("Gain 2 food.\nLucky ones are spared.", "changed"),
        ("For the brave\nGain 2 food.", "cost"),
        ("Alone\nGain 2 food.", "partly"),
        ("Easy game.\nGain 2 food.", "partly"),
        ("Gain 2 food\nas long as the gate stands.", "changed"),
        ("Do one of the following.\nSing.\nGain 2 food.", "partly"),
    ],
)
def test_whatever_else_a_sentence_says_is_a_doubt(phrases: Phrases, text: str, doubt: str) -> None:
    """None is taken for certain, and the doubt is one that has words."""
    assert told(phrases, text) == [("food +2", doubt)]
    assert doubt in DOUBTS


def test_what_more_happens_under_a_condition_leaves_the_rest_alone(phrases: Phrases) -> None:
    """But for what stands behind it in its paragraph."""
    text = "Gain 2 food. If the gate stands, lose 1 food. Gain 1 coal.\nLose 1 coal."
    doubts = [None, "condition", "condition", None]
    assert told(phrases, text) == [*zip(["food +2", "food -1", "coal +1", "coal -1"], doubts, strict=True)]


@pytest.mark.parametrize("condition", ["If you cannot", "If you do", "If you do not have it"])
def test_a_condition_that_refers_back_puts_what_it_is_about_in_doubt(phrases: Phrases, condition: str) -> None:
    """What stands before may not have been done."""
    assert told(phrases, f"Lose 2 coal. {condition}, gain 1 food.")[0] == ("coal -2", "changed")


@pytest.mark.parametrize(
    "text",
    ["", "Do not gain 2 food.", "Nobody may gain 2 food.", "Gain 200 food.", "Gain food.", "Again 2 food.", "Dance."],
)
def test_what_says_nothing_proposes_nothing(phrases: Phrases, text: str) -> None:
    """Denials, numbers that no card has, and what the game cannot do."""
    assert told(phrases, text) == []


def test_it_says_where_the_words_stand(phrases: Phrases) -> None:
    """In the text as it was given."""
    text = "İ sing. Sing and gain 2 food now. Take 1 coal."
    assert [text[one.start : one.end] for one in phrases.propose(text, "en")] == ["gain 2 food", "Take 1 coal"]


def test_languages_and_limits(phrases: Phrases) -> None:
    """Polish has its own phrases, other languages none; a long text is looked at in part."""
    assert told(phrases, "Zyskajcie dwie żywności i nie śpijcie.", "pl") == []
    assert told(phrases, "Zyskaj żywność.", "pl") == [("food +1", None)]
    assert told(phrases, "Gain 2 food.", "de") == []
    assert len(told(phrases, "Gain 2 food. " * 500)) == MOST
    assert told(phrases, " " * LONGEST + "Gain 2 food.") == []
