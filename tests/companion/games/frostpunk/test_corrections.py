"""Corrections by hand."""

import pytest

from companion.api.checks import usual
from companion.api.game import Ask, IllegalMove, Pick, Value, Whole
from companion.api.view import Counter, Track
from tests.companion.games.frostpunk.table import GAME, Evening, begun
from tests.companion.games.meaning import prompted


def now(evening: Evening, name: str) -> object:
    [value] = [one.now for one in GAME.corrections(evening.state) if one.ask.name == name]
    return value


def answers(ask: Ask) -> list[Value]:
    """Both ends of a number's limits, every answer of a choice, and a text as it is now."""
    if isinstance(ask, Whole):
        return [ask.at_least, ask.at_most]
    return [choice.value for choice in ask.choices] if isinstance(ask, Pick) else [str(usual(ask) or "")]


@pytest.mark.parametrize("name", [one.ask.name for one in GAME.corrections(begun().state)])
def test_every_value_can_be_set(name: str):
    """Each value takes both ends of its limits, or each of its answers, and then shows it."""
    [one] = [one for one in GAME.corrections(begun().state) if one.ask.name == name]
    for value in answers(one.ask):
        evening = begun()
        evening.correct(name, value)
        assert now(evening, name) == value


def test_all_that_a_panel_can_set_is_there():
    """Every widget that names a value names one that can be set."""
    evening = begun().group("workers", spent=2)
    names = {one.ask.name for one in GAME.corrections(evening.state)}
    for panel in GAME.view(evening.state).panels:
        for widget in panel.widgets:
            if isinstance(widget, Track | Counter) and widget.value is not None:
                assert widget.value in names


@pytest.mark.parametrize(
    ("name", "value"), [("heat", 6), ("cold", 0), ("food", 51), ("children_sick", 9), ("round", 16)]
)
def test_impossible_values_are_refused(name: str, value: int):
    """Heat beyond the Cold marker on 5, Cold below Heat, 51 Food, 9 sick of 8 children, a 16th round."""
    evening = begun()
    with pytest.raises(IllegalMove):
        evening.correct(name, value)


def test_fewer_citizens_take_the_sickness_marker_along():
    """p. 30: with 5 workers left, at most 5 are sick."""
    evening = begun().group("workers", sick=9)
    evening.correct("workers", 5)
    assert evening.state.workers.sick == 5


def test_a_sixth_discontent_token_set_by_hand_loses():
    """p. 16: what the board says counts."""
    evening = begun()
    evening.correct("discontent_exhausted", 5)
    assert evening.state.ended == "discontent"


def test_the_phase_can_be_set_by_hand():
    """The tracker goes to the first step of the phase; a half-done stress check is dropped."""
    evening = begun().generator(fell=2, inside=3).at("generator.drawer", round=3)
    evening.correct("phase", "hunger")
    assert evening.asked == "hunger.feed"
    assert (evening.state.generator.fell, evening.state.generator.inside) == (0, 3)


def test_no_two_values_have_the_same_name():
    """A name sets one value only, whatever the step."""
    for step in ("action.turn", "preparation.sickness", "dusk.card"):
        names = [one.ask.name for one in GAME.corrections(begun().at(step).state)]
        assert len(names) == len(set(names))


def test_the_phase_set_by_hand_drops_what_the_weather_still_moves():
    """A storm that was still to come with the Weather card is left out."""
    evening = begun().at("weather.card", round=3, storm_spaces=2)
    evening.correct("phase", "action")
    assert evening.state.storm_spaces == 0


def test_weather_cards_drawn_can_be_told():
    """Those on the discard pile, by their names with commas between them."""
    evening = begun()
    evening.correct("weather", "Calm,  Blizzard , Calm")
    assert evening.state.weather == ("Calm", "Blizzard")


def test_hunting_symbols_can_be_told_without_a_map():
    """Three, although no hut stands on the map: the difference is kept."""
    evening = begun()
    evening.correct("hunting", 3)
    assert (evening.state.hunting_extra, now(evening, "hunting")) == (3, 3)


def test_fewer_spent_tokens_carry_fewer_meeples():
    """Of 3 Spent tokens with Meeples, one is left: it carries one."""
    evening = begun().group("workers", spent=3, carried=3)
    evening.correct("workers_spent", 1)
    assert (evening.state.workers.spent, evening.state.workers.carried) == (1, 1)


def test_resolved_sickness_can_be_set_while_it_is_being_resolved():
    """The workers' marker was resolved already: only the engineers' is left."""
    evening = begun().group("workers", sick=6).group("engineers", sick=9).at("preparation.sickness", round=2)
    evening.correct("workers_resolved", "yes")
    assert prompted(evening.prompt) == ("preparation.sickness", {"who": "Engineers", "sick": 9})


def test_what_was_used_can_be_taken_back():
    """p. 22, 27, 32: an Advisor, a Citizen card and a Special Action, each put right by hand."""
    evening = begun().at("action.turn", advisor_used=True, played=(1,), done=("M017",))
    evening.correct("advisor_used", "no")
    evening.correct("played2", "no")
    evening.correct("done", "")
    evening.correct("once", "D012, D012")
    state = evening.state
    assert (state.advisor_used, state.played, state.done, state.once) == (False, (), (), ("D012",))


def test_a_name_that_is_not_there_is_refused():
    """A correction of something unknown changes nothing."""
    with pytest.raises(IllegalMove):
        begun().correct("gold", 1)


def test_a_board_fact_told_during_the_game_counts_at_once():
    """Told that the Corpse track ends where the marker stands, the game is lost."""
    evening = begun().at("action.turn", corpses=12)
    outcome = GAME.learn(evening.state, "corpse_last", 12) if GAME.learn else None
    assert outcome is not None
    assert outcome.state.ended == "deaths"
