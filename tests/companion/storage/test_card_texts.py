"""What is printed on the owner's cards: kept within limits, never over somebody else's change."""

from __future__ import annotations

import pytest

from companion.api.refusals import BadMove
from companion.storage.card_texts import (
    BLOCK_CHARS,
    CARD_CHARS,
    NOWHERE,
    CardText,
    CardTexts,
    TextBlock,
    of_cards,
    placed,
    reads_the_same,
)
from companion.storage.pictures import Changed
from tests.web.household import Store


def body(text: str, *doubtful: int) -> TextBlock:
    """A paragraph."""
    return TextBlock(kind="body", text=text, doubtful=doubtful)


@pytest.fixture
def texts() -> CardTexts:
    return CardTexts(Store(), clock=lambda: 5.0)


def test_a_text_is_found_again(texts: CardTexts) -> None:
    """Under its card's name, however that is written, and in its game alone; the newer one holds."""
    texts.put("game", CardText(card="weather.Blizzard", blocks=(body("Snow."),)))
    assert texts.find("game", "Weather.blizzard").plain == "Snow."  # type: ignore[union-attr]
    assert texts.find("other", "weather.Blizzard") is None
    texts.put("game", CardText(card="weather.Blizzard", blocks=(body("Ice."),)))
    assert [one.plain for one in texts.all("game").values()] == ["Ice."]
    texts.drop("game", "weather.Blizzard")
    assert texts.all("game") == {}


def test_whoever_has_not_seen_a_change_changes_nothing(texts: CardTexts) -> None:
    """A text is replaced and deleted only by who saw the one that is there."""
    first = texts.put("game", CardText(card="M017", blocks=(body("One"),)), seen="")
    second = texts.put("game", CardText(card="M017", blocks=(body("Two"),)), seen=first.version)
    with pytest.raises(Changed):
        texts.put("game", CardText(card="M017", blocks=(body("Three"),)), seen=first.version)
    with pytest.raises(Changed):
        texts.drop("game", "M017", seen="")
    assert texts.find("game", "M017") == second


def test_a_card_that_nobody_has_named_gets_the_next_free_name(texts: CardTexts) -> None:
    """`?1`, `?2`; one that was named frees its own."""
    names = [texts.put_nameless("game", CardText(card="", blocks=(body(word),))).card for word in ("a", "b")]
    assert names == ["?1", "?2"]
    texts.drop("game", "?1")
    assert texts.put_nameless("game", CardText(card="", blocks=(body("c"),))).card == "?1"


def test_a_text_is_plain_words_within_limits(texts: CardTexts) -> None:
    """Markup stays the signs that it is; signs that steer a terminal go; what is too long is refused."""
    odd = CardText(card="M017", blocks=(body("<b>Gain</b>\x1b[2J \u202e 2", 0, 9), body(" ")))
    kept = texts.put("game", odd)
    assert kept.blocks == (body("<b>Gain</b> [2J 2", 0),)
    with pytest.raises(BadMove, match="paragraph"):
        texts.put("game", CardText(card="M017", blocks=(body("x" * (BLOCK_CHARS + 1)),)))
    with pytest.raises(BadMove, match="more text than a card holds"):
        texts.put("game", CardText(card="M017", blocks=(body("x" * 1000),) * (CARD_CHARS // 1000 + 1)))
    assert texts.find("game", "M017") == kept


def test_what_is_no_text_is_passed_over() -> None:
    """A damaged entry costs only itself; one in a file is refused."""
    store = Store()
    store.put("card_text", "game/m017", {"card": 7})
    texts = CardTexts(store)
    assert texts.find("game", "M017") is None
    with pytest.raises(BadMove):
        of_cards([{"card": "M1", "blocks": [{"kind": "spell", "text": "x"}]}])


def test_words_stay_where_they_stand() -> None:
    """Whatever somebody changes, each word keeps its place in the picture; one that is new has none."""
    one, two, three = (1, 1, 2, 2), (3, 1, 4, 2), (5, 1, 6, 2)
    before = CardText(card="M017", blocks=(TextBlock(kind="body", text="Loose two oil", places=(one, two, three)),))
    right, more = placed((body("Lose two oil"), body("Then stop")), before)
    assert (right.places, more.places) == ((one, two, three), (NOWHERE, NOWHERE))
    assert placed((body("Loose oil"),), before)[0].places == (one, three)
    assert placed((body("Lose"),), CardText(card="M017", blocks=(body("Loose"),)))[0].places == (NOWHERE,)


def test_places_that_do_not_fit_are_left_out(texts: CardTexts) -> None:
    """One for each word, or none."""
    block = TextBlock(kind="body", text="Lose two", places=((1, 1, 2, 2),))
    assert texts.put("game", CardText(card="M017", blocks=(block,))).blocks[0].places == ()


def test_two_readings_are_of_one_card_where_only_unsure_words_differ() -> None:
    """Another number, another word and a missing one are another card, and hardly a word tells nothing."""

    def card(*parts: TextBlock, picture: str = "") -> CardText:
        return CardText(card="049", blocks=parts, picture=picture)

    words = body("You find a hidden path and take 123")
    assert reads_the_same(card(words), card(body("You find a hidden puth and take 123", 4)))
    assert not reads_the_same(card(words), card(body("You find a hidden puth and take 123")))
    assert not reads_the_same(card(words), card(body("You find a hidden path and take 124", 7)))
    assert not reads_the_same(card(words), card(body("You find a hidden path and")))
    assert not reads_the_same(card(body("081 I 094")), card(body("081 I 094")))
    assert reads_the_same(card(picture="a"), card(picture="a"))


def test_texts_of_one_number_are_kept_beside_each_other(texts: CardTexts) -> None:
    """Each under the next free name of it."""
    kept = [texts.put_beside("game", CardText(card="049", blocks=(body(word),))).card for word in ("a", "b", "c")]
    assert kept == ["049", "049 (2)", "049 (3)"]
    texts.drop("game", "049 (2)")
    assert texts.put_beside("game", CardText(card="049 (3)", blocks=())).card == "049 (2)"
    assert [one.card for one in texts.of_number("game", "049")] == kept
