"""What a card's print proposes for the books: only what leaves no doubt becomes an effect."""

from __future__ import annotations

import pytest

from companion.games.frostpunk.cards.card_text import parse
from companion.games.frostpunk.game import GAME
from companion.games.turris import game as turris
from companion.games.turris.rewards import effects
from companion.library.proposals import proposals
from companion.storage.card_texts import UNREAD, CardText, TextBlock


def card(*blocks: tuple[str, str], language: str = "en", doubtful: tuple[int, ...] = ()) -> CardText:
    """A card with these blocks; an option's number is its place among them."""
    numbers = iter(range(1, 9))
    made = (
        TextBlock(
            kind=kind,  # type: ignore[arg-type]
            text=text,
            number=next(numbers) if kind == "option" else None,
            doubtful=doubtful if kind == "body" else (),
        )
        for kind, text in blocks
    )
    return CardText(card="M017", blocks=tuple(made), language=language)


def test_what_leaves_no_doubt_becomes_an_effect() -> None:
    """Every other sentence stays as it is printed; flavour does nothing; each option has its own."""
    found = proposals(
        GAME,
        card(
            ("title", "The long queue"),
            ("body", "Gain 2 Hope."),
            ("flavour", "Gain 9 Hope."),
            ("option", "Forbid it: Gain 1 Discontent."),
            ("option", 'Shuffle "it"; wait.'),
        ),
    )
    assert found.text.splitlines() == [
        "name: The long queue",
        "now: hope +2",
        "1 Forbid it: discontent +1",
        "2: say \"Shuffle 'it', wait.\"",
    ]
    assert [one.doubt for one in found.effects] == [None, None]
    assert len(parse(found.text).options) == 2


@pytest.mark.parametrize(
    "blocks",
    [
        (("condition", "If Care is active"), ("body", "Gain 2 Hope.")),
        (("body", "In each Dusk Phase"), ("body", "Gain 2 Hope.")),
        (("body", "You may gain 2 Hope."),),
        (("body", "Gain 2 Hope."), ("body", "The Temple takes back 1.")),
    ],
)
def test_what_may_be_meant_otherwise_stays_a_sentence(blocks: tuple[tuple[str, str], ...]) -> None:
    """A condition or a heading holds for what stands below it, and what is not understood may bear on all of it."""
    found = proposals(GAME, card(*blocks))
    assert all(one.doubt is not None for one in found.effects)
    assert "hope +2" not in found.text


def test_somebody_who_has_read_the_rest_says_that_it_holds() -> None:
    """An effect whose own sentence is understood counts then; one that stands under a condition never does."""
    queue = card(("body", "The queue grows. Gain 2 Hope. Lose 1 Food."))
    asked = proposals(GAME, queue)
    assert [(one.doubt is None, one.by_itself) for one in asked.effects] == [(False, True)] * 2
    assert "hope +2" not in asked.text
    told = proposals(GAME, queue, {0})
    assert "hope +2" in told.text
    assert 'say "Lose 1 Food."' in told.text
    halfway = card(("body", "The queue grows. Gain 2 Hope unless it snows."))
    assert not any(one.by_itself for one in proposals(GAME, halfway).effects)
    under = card(("condition", "If Care is active"), ("body", "Gain 2 Hope."))
    assert proposals(GAME, under, {0}) == proposals(GAME, under)


def test_a_word_that_may_be_misread_is_a_doubt() -> None:
    """A number that the reading was not sure of is never booked."""
    found = proposals(GAME, card(("body", "Gain 2 Hope."), doubtful=(1,)))
    assert [str(one.doubt) for one in found.effects] == ["a word of it may be misread"]
    assert found.text == 'now: say "Gain 2 Hope."'


def test_print_that_could_not_be_read_puts_all_of_a_card_in_doubt() -> None:
    """Wherever it stands; whoever has looked at it says that a clear sentence holds."""
    unread = TextBlock(kind="body", text=UNREAD, doubtful=(0,))
    printed = card(("option", "Gain 2 Hope."))
    printed = CardText(card="M017", blocks=(*printed.blocks, unread), language="en")
    assert [one.doubt is None for one in proposals(GAME, printed).effects] == [False]
    assert "hope +2" in proposals(GAME, printed, holds={0}).text


def test_nothing_is_proposed_of_a_card_in_no_known_language() -> None:
    """Nor of one that says nothing that the game knows."""
    assert proposals(GAME, card(("body", "Gain 2 Hope."), language="")).text == ""
    assert proposals(GAME, card(("body", "The wind turns."))).text == ""


def test_polish_cards_propose_too() -> None:
    """Each in its own language."""
    assert proposals(GAME, card(("body", "Zyskaj 2 Nadziei."), language="pl")).text == "now: hope +2"


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        (
            (("title", "Swift Feet"), ("body", "Gain 2 relics. Then look at the top card; keep it.")),
            "say Gain 2 relics.; say Then look at the top card, keep it.",
        ),
        ((("title", "Swift Feet"), ("body", "Gain 2 relics. Draw 1 Tactics card.")), "gain relics 2; gain tactics 1"),
        ((("option", "Gain 2 relics."), ("option", "Draw 1 Tactics card.")), "either gain relics 2 | gain tactics 1"),
        ((("body", "Gain 2 relics. " + "Look at the next card of the deck with care. " * 8),), "read"),
        ((("body", "Look at the top card."),), ""),
    ],
)
def test_a_card_of_turris(blocks: tuple[tuple[str, str], ...], text: str) -> None:
    """Its words are those of its name's board fact; what is too long for them is left on the card."""
    assert proposals(turris.GAME, card(*blocks)).text == text
    effects.parse(text)
