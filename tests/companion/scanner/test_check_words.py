"""What a check means in plain words, at every size and light."""

import pytest

from companion.scanner.check import COMFORT, height_words, light_words, results


def said(kind: str, height_px: float) -> str:
    return " ".join(str(one) for one in height_words(kind, height_px))


@pytest.mark.parametrize(
    ("kind", "height_px", "words"),
    [
        ("numbox", 6, ("Your numbers are 6 pixels high: too low. "
                      "Bring cards with numbers closer by half the distance, or more.")),
        ("numbox", 7.2, "Your numbers are 7 pixels high: too low. Bring cards with numbers closer by a third."),
        ("numbox", 9, "Your numbers are 9 pixels high: too low. Bring cards with numbers closer by a quarter."),
        ("numbox", 11, "Your numbers are 11 pixels high: too low. Bring cards with numbers a little closer."),
        ("numbox", 12, "Your numbers are 12 pixels high: fine."),
        ("numbox", 30, "Your numbers are 30 pixels high: fine. The camera may hang higher, if that is handier."),
        ("card_id", 1, "Your IDs are 1 pixel high: too low. Bring ID cards closer by half the distance, or more."),
        ("card_id", 10, "Your IDs are 10 pixels high: too low. Bring ID cards closer by a third."),
        ("card_id", 12, ("Your IDs are 12 pixels high: fine for numbers, low for IDs. "
                        "Bring ID cards closer by a quarter.")),
        ("card_id", 15, "Your IDs are 15 pixels high: fine for numbers, low for IDs. Bring ID cards a little closer."),
        ("card_id", 16, "Your IDs are 16 pixels high: fine."),
        ("card_id", 40, "Your IDs are 40 pixels high: fine. The camera may hang higher, if that is handier."),
    ],
)  # fmt: skip
def test_distance(kind: str, height_px: float, words: str):
    """By how much closer: going closer by that share makes digits as high as they should be."""
    assert said(kind, height_px) == words


@pytest.mark.parametrize("kind", ["numbox", "card_id"])
@pytest.mark.parametrize(("words", "share"), [("a quarter", 1 / 4), ("a third", 1 / 3), ("half", 1 / 2)])
def test_following_the_advice_helps(kind: str, words: str, share: float):
    """Whatever height is told that share, from that distance digits are comfortable, or nearly so."""
    heights = [height / 10 for height in range(40, 160) if words in said(kind, height / 10)]
    enough = [height / (1 - share) for height in heights if height > COMFORT[kind] / 2.1]
    assert enough
    assert min(enough) > 0.86 * COMFORT[kind]


@pytest.mark.parametrize(("paper", "words"), [(20, "too dark"), (80, "just enough"), (180, "good")])
def test_light(paper: float, words: str):
    """By how bright the cards' paper is."""
    assert words in str(light_words(paper)[0])


def test_everything_together():
    """Counts, both sizes, light, what went wrong most, and that wrong reads are kept."""
    figures = {
        "right": 7, "asked": 1, "unread": 1, "wrong": 1,
        "heights": {"card_id": 14.2, "numbox": 20.0}, "paper": 150, "doubts": ["glare", "something new"],
    }  # fmt: skip
    assert [str(one) for one in results(figures)] == [
        "Read right: 7. Asked: 1. Not read: 1. Wrong: 1.",
        "Your IDs are 14 pixels high: fine for numbers, low for IDs.",
        "Bring ID cards a little closer.",
        "Your numbers are 20 pixels high: fine.",
        "The light is good.",
        "A lamp was mirrored in a card: move the lamp aside, or use two from the sides.",
        "A card was read wrong. Its picture is kept among the wrong reads.",
    ]


def test_nothing_was_read_at_all():
    """Without a height there is only the count and the light."""
    assert [str(one) for one in results({"unread": 10, "paper": 30})] == [
        "Read right: 0. Asked: 0. Not read: 10. Wrong: 0.",
        "It is too dark: the companion will ask often. Bring a lamp nearer.",
    ]
