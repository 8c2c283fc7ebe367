"""The evening's story: how the city fared round by round, what happened to it, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Event, N, Plot, Point, Series, Story, T, Text
from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.endings import ending
from companion.games.frostpunk.setup import scenarios, societies
from companion.games.frostpunk.state import LOSING_HUNGER, MOST_TOKENS, SMALL_SPACES, RoundEnd, State

# The facts that tell what the players decided, with the rounds between them.
DECISIONS = frozenset(
    {
        "round_began", "option_chosen", "law_passed", "advisor_used", "call_to_rise", "citizen_played",
        "development_began", "scout_deployed", "location_skipped", "location_explored", "expedition_continued",
        "scout_returned", "building_built", "building_dismantled", "building_upgraded", "heat_rose", "slept_outside",
        "game_won", "game_lost",
    }
)  # fmt: skip


def story(state: State) -> Story:
    """The evening so far; the present round counts as it stands."""
    past = state.rounds()
    return Story(
        title=T("{scenario}, {society}", scenario=scenarios.title(state), society=societies.name(state.society)),
        ending=_ending(state, past),
        plots=_plots(past),
        events=tuple(_events(past)),
        lists=_lists(state, past),
    )


# --- how it ended -----------------------------------------------------------------------------------------------------


def _ending(state: State, past: tuple[RoundEnd, ...]) -> Text:
    how = ending(state)
    if how is None:
        return T(
            "The game goes on, in Round {round}. People: {citizens}, sick: {sick}.",
            round=state.round,
            citizens=past[-1].citizens,
            sick=past[-1].sick,
        )
    return T("{how} It was Round {round}. {why}", how=how, round=state.round, why=_why(state, past))


def _why(state: State, past: tuple[RoundEnd, ...]) -> Text:
    """What led to it, in numbers."""
    last = past[-1]
    deaths = sum(one.deaths for one in past)
    if state.ended == "won":
        return T("People living in the city: {citizens}. {died}", citizens=last.citizens, died=_died(deaths))
    if state.ended == "hope":
        return T("{died} Discontent stood at {count}.", died=_died(deaths), count=last.discontent)
    if state.ended == "discontent":
        left = N("{n} Hope token was left.", "{n} Hope tokens were left.", last.hope)
        return T("{died} {left}", died=_died(deaths), left=left)
    if state.ended == "explosion":
        return N(
            "{n} cube lay on the Stress track, {room} are its most.",
            "{n} cubes lay on the Stress track, {room} are its most.",
            last.stress,
            room=SMALL_SPACES,
        )
    if state.ended == "sickness":
        return T("People: {citizens}, sick: {sick}.", sick=last.sick, citizens=last.citizens)
    if state.ended == "hunger":
        return T("{hunger} Hunger was left, and no Food.", hunger=last.hunger)
    return _died(deaths)


def _died(deaths: int) -> Text:
    if not deaths:
        return T("None of your people had died.")
    return N("{n} of your people had died.", "{n} of your people had died.", deaths)


# --- plots ------------------------------------------------------------------------------------------------------------


def _series(past: tuple[RoundEnd, ...], label: Text, value: Callable[[RoundEnd], int], tone: str = "plain") -> Series:
    return Series(label=label, points=tuple(Point(at=one.round, value=value(one)) for one in past), tone=tone)


def _plots(past: tuple[RoundEnd, ...]) -> tuple[Plot, ...]:
    return (
        Plot(
            label=T("Hope"),
            series=(
                _series(past, T("Hope tokens"), lambda one: one.hope),
                _series(past, T("of them active"), lambda one: one.hope_active, "good"),
            ),
            loss=0,
        ),
        Plot(
            label=T("Discontent"),
            series=(
                _series(past, T("Discontent tokens"), lambda one: one.discontent),
                _series(past, T("of them active"), lambda one: one.discontent_active, "danger"),
            ),
            loss=MOST_TOKENS,
        ),
        Plot(
            label=T("People"),
            series=(
                _series(past, T("Citizens"), lambda one: one.citizens, "good"),
                _series(past, T("of them sick"), lambda one: one.sick, "cold"),
            ),
        ),
        Plot(label=T("Food"), series=(_series(past, T("Food"), lambda one: one.food, "good"),)),
        Plot(
            label=T("Hunger"),
            series=(_series(past, T("Hunger"), lambda one: one.hunger, "danger"),),
            loss=LOSING_HUNGER,
        ),
        Plot(
            label=T("Generator"),
            series=(
                _series(past, T("Stress cubes"), lambda one: one.stress, "warm"),
                _series(past, T("Coal"), lambda one: one.coal),
            ),
        ),
    )


def _events(past: tuple[RoundEnd, ...]) -> Iterator[Event]:
    for one in past:
        if one.deaths:
            yield Event(at=one.round, label=N("{n} death", "{n} deaths", one.deaths), tone="danger")
        if one.storms:
            yield Event(at=one.round, label=T("Storm"), tone="cold")
        if one.breakdowns:
            yield Event(at=one.round, label=T("Breakdown"), tone="warm")


# --- lists ------------------------------------------------------------------------------------------------------------


def _lists(state: State, past: tuple[RoundEnd, ...]) -> tuple[tuple[Text, tuple[Text, ...]], ...]:
    developed = tuple(
        Text("{name}", {"name": one.name}) if one.name else T("one without a name")
        for one in state.technologies
        if one.token == "active"
    )
    found = (
        (T("Laws passed"), tuple(owner_facts.title(state, code) for code in state.laws.passed)),
        (T("Technologies developed"), developed),
        (T("Scenario cards"), tuple(owner_facts.title(state, code) for code in state.scenario_cards)),
        (T("What happened"), tuple(_happened(past))),
    )
    return tuple((title, items) for title, items in found if items)


def _happened(past: tuple[RoundEnd, ...]) -> Iterator[Text]:
    for one in past:
        if one.deaths:
            yield N("Round {round}: {n} person died.", "Round {round}: {n} people died.", one.deaths, round=one.round)
        if one.storms:
            yield T("Round {round}: a storm hit the city.", round=one.round)
        if one.breakdowns:
            yield T("Round {round}: the Generator broke down.", round=one.round)
