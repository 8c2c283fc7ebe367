"""What is shown: panels, warnings, board facts, cards and rules."""

from pathlib import Path
from typing import Any

import pytest

from companion.api.view import Counter, Note, TokenRow, Track
from companion.games.frostpunk import game
from companion.games.frostpunk.cards.piles import Technology
from companion.games.frostpunk.phases.names import PHASES
from companion.games.frostpunk.state import Token, Tokens
from companion.library.cards import Library
from companion.library.rulebook import RuleBook
from tests.companion.games.frostpunk.table import GAME, Evening, begun

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
    assert str(where.line) == "Round 1: Action"
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


def test_corpses_are_shown_against_the_end_of_their_track():
    """Known, the last space is the whole that the count is part of."""
    [corpses] = [w for w in panel(begun(corpse_last=20), "people").widgets
                 if isinstance(w, Counter) and w.value == "corpses"]  # fmt: skip
    assert (corpses.count, corpses.of) == (1, 20)


def three_hopes() -> Evening:
    """A third Hope token, so that nothing is near a loss."""
    return begun().at("action.turn", hope=Tokens(row=(Token(kind="care", active=True),) * 3))


def test_a_quiet_city_has_no_warnings():
    """With three Hope and two Discontent tokens, nobody sick and no Hunger, no loss is near."""
    assert warnings(three_hopes()) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hope": Tokens(row=(Token(kind="care"),) * 2)}, "Only 2 Hope tokens are left."),
        ({"discontent": Tokens(row=(Token(kind="anger"),) * 4)}, "2 more Discontent tokens lose the game."),
        ({"hunger": 23}, "Hunger is 23; 25 left after paying lose the game."),
        ({"hunger": 27}, "Hunger is 27; without 3 Food for it in the next Hunger Phase you lose."),
        ({"corpses": 18, "board": {"corpse_last": 20}}, "2 more deaths lose the game."),
    ],
)
def test_each_loss_is_warned_of_two_steps_before(changes: dict[str, Any], words: str):
    """p. 16: Hope, Discontent, Hunger and the Corpse track."""
    assert warnings(three_hopes().at("action.turn", **changes)) == [words]


@pytest.mark.parametrize(("sick", "warned"), [(23, False), (24, True)])
def test_sickness_is_warned_of_from_twenty_four(sick: int, warned: bool):
    """p. 16, 22: 26 in the Preparation Phase lose."""
    assert bool(warnings(three_hopes().group("workers", citizens=40, sick=sick))) is warned


@pytest.mark.parametrize(("stress", "overheated", "warned"), [(8, True, True), (7, True, False), (9, False, False)])
def test_an_overheated_generator_is_warned_of_from_eight(stress: int, overheated: bool, warned: bool):
    """p. 20: the second breakdown loses; ten cubes fill the small spaces."""
    evening = three_hopes().generator(stress=stress, overheated=overheated)
    assert bool(warnings(evening)) is warned


def test_tonight_s_hunger_is_known_beforehand():
    """p. 28: in round 6 the 22 workers and 8 Food leave Hunger 14; yesterday's Hunger of 3 takes 3 Food more."""
    evening = three_hopes().at("action.turn", round=6)
    assert warnings(evening) == ["With the Food there is, feeding the workers tonight will leave Hunger 14."]
    evening.at("action.turn", hunger=3)
    assert warnings(evening) == ["With the Food there is, feeding the workers tonight will leave Hunger 17."]
    assert warnings(evening.at("night.fuel", hunger=14, food=0)) == []


def test_the_cold_that_no_coal_prevents_is_known_beforehand():
    """p. 20: one Coal brings the Heat marker to 2; the icons between 2 and 5 are told, and nothing can change them."""
    evening = three_hopes().at(
        "morning.card",
        coal=1,
        board={"icons_2_5_workers": 2, "icons_2_5_engineers": 0, "icons_2_5_children": 1},
    )
    assert warnings(evening) == ["Even with all your Coal, some fall sick from the cold: 2 workers and 1 child."]


def test_without_coal_that_is_said():
    """p. 20: nothing can be spent."""
    assert warnings(three_hopes().at("action.turn", coal=0)) == ["No Coal is left: the Generator cannot be fuelled."]


def test_nobody_is_warned_after_the_end():
    """The game is over: no warning helps any more."""
    evening = three_hopes().at("action.turn", hunger=40)
    evening.play("declare_lost", how="scenario")
    assert warnings(evening) == []


def test_what_the_text_tells_of_the_board_is_known():
    """p. 28: round 6 feeds workers, round 7 children; p. 22: 15 sick; p. 28: Hunger 8; p. 12: Meeples.
    Nothing else is known."""
    known = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}
    assert known == {
        "fed_in_round_6": "workers",
        "fed_in_round_7": "children",
        "hunger_discontent_at_8": 1,
        "hunger_deaths_at_8": 1,
        "meeples_at_8": 2,
        "meeples_at_12": 3,
        "meeples_at_22": 5,
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


def test_steel_and_automatons_are_shown_only_if_used():
    """p. 10: A New Home has no Steel; where there is some, it is in the supply, and can be set."""
    values = [w.value for w in panel(begun(), "stores").widgets if isinstance(w, Counter)]
    assert values == ["coal", "wood", "steam_cores"]
    some = begun().at("action.turn", steel=2, automatons=1)
    values = [w.value for w in panel(some, "stores").widgets if isinstance(w, Counter)]
    assert values == ["coal", "wood", "steam_cores", "steel", "automatons"]


def test_the_round_track_shows_what_lies_on_it():
    """p. 14, 15, 19: Scenario Triggers on 4 and 11, the Storm marker on 9, a Development token on 6; past ones not."""
    technology = Technology(name="Hunting Tactics", token="track", due=6)
    evening = begun().at("action.turn", round=4, technologies=(technology,))
    [track] = [w for w in panel(evening, "round").widgets if isinstance(w, Track)]
    assert [(mark.at, str(mark.label)) for mark in track.marks] == [
        (6, "Development: Hunting Tactics"),
        (9, "Storm marker"),
        (11, "Scenario Trigger"),
    ]


def test_tokens_are_shown_by_their_type():
    """p. 17: active Care and Justice; Discontent with active Anger and exhausted Greed."""
    hope, discontent = (w for w in panel(begun(), "mood").widgets if isinstance(w, TokenRow))
    assert [(str(token.label), token.lit) for token in hope.tokens] == [("Care", True), ("Justice", True)]
    assert [(str(token.label), token.lit) for token in discontent.tokens] == [("Anger", True), ("Greed", False)]


def test_what_the_next_check_brings_is_shown_at_the_heat_track():
    """p. 20: as the markers stand, a child and an engineer would fall sick."""
    evening = begun(icons_1_5_workers=0, icons_1_5_engineers=1, icons_1_5_children=1)
    [heat] = [w for w in panel(evening, "generator").widgets if isinstance(w, Track) and w.value == "heat"]
    assert str(heat.note) == "Between the markers, as they stand, these fall sick: 1 engineer and 1 child."


def test_the_sections_under_the_markers_are_shown():
    """p. 22, 28: 15 sick workers: two tokens, two flips; Hunger 8 in round 8: Discontent and a child."""
    evening = begun().at("action.turn", round=8, hunger=8).group("workers", sick=15)
    [sick] = [w for w in panel(evening, "people").widgets if isinstance(w, Counter) and w.value == "workers_sick"]
    assert str(sick.note) == "Their section: Spent tokens 2, flips 2."
    [hunger] = [w for w in panel(evening, "stores").widgets if isinstance(w, Track) and w.value == "hunger"]
    assert str(hunger.note) == "If nothing is paid: Discontent increases and 1 child dies."
