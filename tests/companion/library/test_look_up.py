"""Look up: rules and the owner's cards in one list."""

from __future__ import annotations

from companion.games.turris import game as turris
from companion.games.turris import known_cards
from companion.library.card_file import CardKind
from companion.library.cards import Library
from companion.library.look_up import LookUp
from companion.library.rulebook import RuleBook, parse
from companion.storage.card_texts import CardText, CardTexts, TextBlock
from tests.web.household import Store

RULES = """## Feeding the lamp {#lamp.feed p=4}

Burn one to six cans of oil each night.

## Storm {#storm p=5}

The lamp goes out.
"""
MORNING = CardKind(
    name="morning", reader="card_id", pattern="M[0-9]{3}", title="Morning card", what="What dawn brings."
)
SECRET = CardKind(name="secret", reader="numbox", pattern="[0-9]{3}", title="Secret", what="Unseen.", hidden=True)


def printed(card: str, title: str, body: str) -> CardText:
    """A card's text as it was read."""
    return CardText(card=card, blocks=(TextBlock(kind="title", text=title), TextBlock(kind="body", text=body)))


def library(revealed: frozenset[str] = frozenset()) -> Library:
    """A morning card, a hidden one, and one of which nobody has said which it is."""
    texts = CardTexts(Store())
    texts.put("game", printed("M017", "Leaking cans", "Every barrel of oil leaks at midnight."))
    texts.put("game", printed("049", "The drowned bell", "A diver brings up the bell."))
    texts.put_nameless("game", printed("", "Nobody's", "A barrel."))
    return Library("game", (MORNING, SECRET), (), texts=texts, revealed=lambda: revealed)


def found(query: str, revealed: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    """What is found, each with whether it is a rule or a card."""
    return [(one.kind, one.id) for one in LookUp(RuleBook(parse(RULES)), str).search(query, library(revealed))]


def test_rules_and_cards_stand_in_one_list() -> None:
    """A word that stands in both finds both; a word of a card's title stands before one of a rule's text."""
    assert set(found("oil")) == {("rule", "lamp.feed"), ("card", "M017")}
    assert found("cans")[0] == ("card", "M017")
    assert found("lamp")[0] == ("rule", "lamp.feed")


def test_what_is_printed_is_found_though_mistyped() -> None:
    """A slip, another form, a code; of what was found, the words that matched stand in the excerpt."""
    assert found("barels")[0] == found("leaking")[0] == found("m17")[0] == ("card", "M017")
    [hit] = LookUp(RuleBook(()), str).search("barrels", library())
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["barrel"]


def test_a_text_that_says_it_in_one_piece_is_found_first() -> None:
    """In whichever forms: somebody remembers a card's words, and not what it is called."""
    texts = CardTexts(Store())
    texts.put("game", printed("M010", "Rest", "A worker rests; nobody falls."))
    texts.put("game", printed("M020", "Night", "One worker falls sick."))
    cards = Library("game", (MORNING,), (), texts=texts)
    for typed in ("worker falls", "workers fall"):
        assert [one.id for one in LookUp(RuleBook(()), str).search(typed, cards)] == ["M020", "M010"]


def test_a_hidden_card_is_not_found_before_it_is_revealed() -> None:
    """Neither by its title nor by its text; its number tells that there is one, and no more."""
    assert found("drowned") == found("diver") == []
    [one] = LookUp(RuleBook(()), str).search("049", library())
    assert (one.title, one.excerpt) == ("Secret", "")
    entry = library().look_up("049")
    assert entry is not None
    assert (entry.unseen, entry.printed, entry.picture, str(entry.title)) == (True, None, None, "Secret")
    assert found("drowned", frozenset({"049"})) == [("card", "049")]


def test_a_text_that_was_added_is_found_at_once() -> None:
    """What is searched follows what is kept."""
    texts = CardTexts(Store())
    cards = Library("game", (MORNING,), (), texts=texts)
    look_up = LookUp(RuleBook(()), str)
    assert look_up.search("barrel", cards) == ()
    texts.put("game", printed("M020", "Cellar", "A barrel."))
    assert [one.id for one in look_up.search("barrel", cards)] == ["M020"]
    texts.drop("game", "M020")
    assert look_up.search("barrel", cards) == ()


def test_a_card_without_a_code_has_its_games_own_board_fact() -> None:
    """Turris keeps what a card does under its name in small letters; by that name its text is found, too."""
    store = Store()
    texts = CardTexts(store)
    texts.put("turris", printed("tactics.Swift Feet", "Swift Feet", "Gain 2 relics."))
    name = known_cards.fact_name("tactics", "Swift Feet")
    store.put("board.turris", name, "gain relics 2")
    entry = Library.load(turris.FOLDER, store, texts=texts).look_up("swift_feet")
    assert entry is not None
    assert (entry.fact, entry.text, entry.pictured) == (name, "gain relics 2", "tactics.Swift Feet")
    assert entry.printed is not None
