"""What is shown: panels, warnings, board facts, cards and rules."""

from pathlib import Path

from companion.games.frostpunk import game
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.state import Tokens
from companion.games.frostpunk.steps import PHASES
from companion.library import Library
from companion.rulebook import RuleBook
from companion.view import CardList, Counter, Note, Track
from tests.companion.games.frostpunk.table import Evening, begun

FOLDER = Path(game.__file__).parent


def panel(evening: Evening, name: str):
    [found] = [panel for panel in GAME.view(evening.state).panels if panel.name == name]
    return found


def warnings(evening: Evening) -> list[str]:
    panels = [panel for panel in GAME.view(evening.state).panels if panel.name == "dangers"]
    return [str(note.text) for panel in panels for note in panel.widgets if isinstance(note, Note)]


def test_where_we_are():
    """Round 1 of 15, the sixth of nine phases."""
    where = GAME.view(begun().state).where
    assert (where.round, where.rounds, where.phase, len(where.phases)) == (1, 15, 5, 9)
    assert str(where.line) == "Round 1, Action Phase"
    assert list(PHASES)[5] == "action"


def test_the_stress_track_has_ten_spaces_and_says_what_overflows():
    """p. 20: ten small spaces; what lies beyond them is named."""
    [stress] = [w for w in panel(begun().generator(stress=12), "generator").widgets
                if isinstance(w, Track) and w.value == "stress"]  # fmt: skip
    assert (stress.at, stress.first, stress.last) == (10, 0, 10)
    assert str(stress.note) == "2 cubes on the overflow space."


def test_the_heat_track_ends_where_it_is_known_to():
    """Unknown, it is drawn up to the Cold marker and says so; known, to its end."""
    [unknown] = [w for w in panel(begun(), "generator").widgets if isinstance(w, Track) and w.value == "heat"]
    assert unknown.last == 5
    assert unknown.note is not None
    [known] = [
        w for w in panel(begun(heat_spaces=11), "generator").widgets if isinstance(w, Track) and w.value == "heat"
    ]
    assert (known.last, known.note) == (11, None)


def test_the_event_display_lists_its_cards():
    """Cards known by their code can be looked up with a tap."""
    evening = begun().at("action.turn", display=("M017",))
    [cards] = [widget for widget in panel(evening, "round").widgets if isinstance(widget, CardList)]
    assert [card.code for card in cards.cards] == ["M017"]


def test_corpses_are_shown_against_the_end_of_their_track():
    """Known, the last space is the whole that the count is part of."""
    [corpses] = [w for w in panel(begun(corpse_last=20), "people").widgets
                 if isinstance(w, Counter) and w.value == "corpses"]  # fmt: skip
    assert (corpses.count, corpses.of) == (1, 20)


def test_a_quiet_city_has_no_warnings():
    """At the start nothing is near a loss, although only two Hope tokens lie there: one may still go."""
    assert warnings(begun()) == []


def test_warnings_come_before_it_is_too_late():
    """p. 16: 4 Discontent, 1 Hope token, 24 sick, Hunger 23, 2 deaths to go, 9 cubes when overheated."""
    evening = begun(corpse_last=20).generator(stress=9, overheated=True).group("workers", citizens=30, sick=24)
    evening.at("action.turn", discontent=Tokens(active=2, exhausted=2), hope=Tokens(active=1, exhausted=0), hunger=23,
               corpses=18)  # fmt: skip
    assert len(warnings(evening)) == 6


def test_what_the_text_tells_of_the_board_is_known():
    """p. 28: round 6 feeds workers, round 7 children; p. 22: 15 sick; p. 28: Hunger 8. Nothing else is known."""
    known = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}
    assert known == {
        "fed_in_round_6": "workers",
        "fed_in_round_7": "children",
        "hunger_discontent_at_8": 1,
        "hunger_deaths_at_8": 1,
        "sickness_tokens_at_15": 2,
        "sickness_flips_at_15": 2,
        "sickness_flips_at_6": 1,
    }
    assert all(fact.source for fact in GAME.board if fact.known is not None)


def test_enough_rules_can_be_looked_up():
    """The rules load, and what players type leads to the right entry."""
    book = RuleBook.load(FOLDER)
    assert len(book.entries) >= 45
    for words, entry in [("explosion", "generator.breakdown"), ("overflow", "generator.stress"), ("cure", "cure"),
                         ("call to rise", "advisors"), ("tents ruins storm", "weather.storm_hits")]:  # fmt: skip
        assert entry in {hit.id for hit in book.search(words, 3)}


def test_cards_lead_to_rules_that_exist():
    """Every card kind and card names a rule that is there; each starting Law names its pair (p. 37)."""
    book, library = RuleBook.load(FOLDER), Library.load(FOLDER)
    assert not book.missing([one.rule for one in (*library.kinds, *library.cards)])
    for code, pair in [("L01", "L02"), ("L04", "L03"), ("L05", "L06"), ("L08", "L07")]:
        entry = library.look_up(code)
        assert entry is not None
        assert pair in str(entry.what)
    assert library.look_up("L17") is None
    assert str(library.look_up("#D000").title) == "Inevitable"  # type: ignore[union-attr]


def test_the_sick_are_shown_against_their_people():
    """7 of 22 workers are sick, one of them gravely ill: the number can be set, and the Skull side is said."""
    evening = begun().group("workers", sick=7, grave=True)
    [sick] = [w for w in panel(evening, "people").widgets if isinstance(w, Counter) and w.value == "workers_sick"]
    assert (sick.count, sick.of, sick.tone) == (7, 22, "danger")
    assert "Skull" in str(sick.note)
