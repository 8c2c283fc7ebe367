"""The Weather Phase (rulebook p. 21 and 22): the four sections of a Weather card, and storms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, Move, MoveKind, Offer, Prompt, Urgency
from companion.games.frostpunk import breakdown
from companion.games.frostpunk.asking import usual, whole
from companion.games.frostpunk.ledger import Ledger, finish_task, require_step, require_task
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.state import MOST_FOOD, ROUNDS, State
from companion.games.frostpunk.stores import gain
from companion.text import N, T

MARKERS = {
    "cold": T("Cold marker"),
    "red": T("Red indicator"),
    "orange": T("Orange indicator"),
    "yellow": T("Yellow indicator"),
}
MOST_SPACES = 10
SECOND_STORM_AT = 12  # p. 22


def weather_heat(ledger: Ledger, args: Args) -> None:
    """Section A: the Cold marker and the Heat Range indicators move up, not beyond the last space."""
    require_step(ledger.state, "weather.heat")
    breakdown.move_up(ledger, {marker: number(args, marker) for marker in MARKERS})
    ledger.go_on()


def hunt(ledger: Ledger, args: Args) -> None:
    """Section B: one Food for each Hunting symbol; their number is kept for the next round."""
    require_step(ledger.state, "weather.hunt")
    symbols = number(args, "symbols")
    gain(ledger, "food", symbols)
    ledger.go_on()


def move_storm(ledger: Ledger, args: Args) -> None:
    """Section D: the Storm marker moves back; on or before the Round marker's space, a storm hits."""
    require_step(ledger.state, "weather.storm")
    if ledger.state.storm:
        storm = max(1, ledger.state.storm - number(args, "spaces"))
        ledger.set(storm=storm)
        ledger.tell("storm_moved", T("The Storm marker moved to {space}.", space=storm), to=storm)
        if storm <= ledger.state.round:
            _hit(ledger)
    ledger.go_on()


def _hit(ledger: Ledger) -> None:
    storms = ledger.state.storms + 1
    ledger.set(storms=storms)
    ledger.tell("storm_hit", T("A storm hits the city."), Urgency.URGENT, storms=storms)
    ledger.add_task("storm")


def storm_done(ledger: Ledger, args: Args) -> None:
    """The storm's effect in A New Home: the first goes to space 12, the second leaves the game (p. 22)."""
    require_task(ledger.state, "storm")
    first = ledger.state.storms == 1
    ledger.set(storm=SECOND_STORM_AT if first else 0)
    ruins = T("All Tents are Ruins; the Storm marker stands on {space}.", space=SECOND_STORM_AT)
    gone = T("All Bunkhouses are Ruins; the Storm marker has left the game.")
    ledger.note("shelters_ruined", ruins if first else gone, storms=ledger.state.storms, storm=ledger.state.storm)
    finish_task(ledger)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _heat(state: State) -> Prompt:
    room = {"cold": state.last_heat - state.generator.cold}
    now = {"red": state.generator.red, "orange": state.generator.orange, "yellow": state.generator.yellow}
    room |= {marker: state.last_generator_space - space for marker, space in now.items()}
    asks = tuple(
        whole(marker, label, min(MOST_SPACES, room[marker]), None if marker == "cold" and room["cold"] else 0)
        for marker, label in MARKERS.items()
    )
    return Prompt(
        name="weather.heat",
        do=T("Reveal the top Weather card. Move what its first section shows."),
        more=T(
            "Enter by how many spaces the Cold marker and each Heat Range indicator move up. None moves beyond the "
            "last space of its track."
        ),
        rule="weather.heat",
        offers=(Offer(move=Move("weather_heat"), label=T("Moved up"), asks=asks),),
    )


def _hunt(state: State) -> Prompt:
    ask = whole("symbols", T("Hunting symbols"), MOST_FOOD, 0)
    return Prompt(
        name="weather.hunt",
        do=T("Gain one Food for each Hunting symbol on your Hunter's Huts."),
        more=T("A Hunter's Hut has one symbol, an upgraded one has two. Food beyond fifty is lost."),
        rule="weather.hunt",
        offers=(Offer(move=Move("hunt"), label=T("Food gained"), asks=(ask,), tone="usual"),),
    )


def _storm(state: State) -> Prompt:
    if not state.storm:
        return Prompt(
            name="weather.storm",
            do=T("Put the Weather card onto its discard pile."),
            more=T("The Storm marker has left the game, so nothing moves."),
            rule="weather.storm",
            offers=(usual("move_storm", T("Done"), spaces=0),),
        )
    ask = whole("spaces", T("Spaces back"), min(MOST_SPACES, state.storm - 1))
    return Prompt(
        name="weather.storm",
        do=T("How many spaces back does the Storm marker move?"),
        more=T(
            "It stands on {storm} now, the Round marker on {round}. Then put the Weather card, face up, onto its "
            "discard pile.",
            storm=state.storm,
            round=state.round,
        ),
        rule="weather.storm",
        offers=(Offer(move=Move("move_storm"), label=T("Moved back"), asks=(ask,)),),
    )


def _storm_hits(state: State) -> Prompt:
    first = state.storms == 1
    do_first = T("Storm! Turn all Tents to Ruins, and put the Storm marker on twelve.")
    do_second = T("Storm! Turn all Bunkhouses to Ruins, and take the Storm marker out of the game.")
    more = T(
        "On the map and on the Buildings board. Reveal the Storm card first; unless it shows the crossed-out icon, it "
        "goes back face down beside the Weather deck."
    )
    return Prompt(
        name="weather.storm_hits",
        do=do_first if first else do_second,
        more=more,
        rule="weather.storm_hits",
        offers=(usual("storm_done", T("Done")),),
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "weather.heat": _heat,
    "weather.hunt": _hunt,
    "weather.storm": _storm,
}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"storm": _storm_hits}
MOVES: Mapping[str, MoveKind[State]] = {
    "weather_heat": move(
        weather_heat,
        lambda args: T("Moved up: Cold {cold}, red {red}, orange {orange}, yellow {yellow}", **dict(args)),
        *(whole(marker, label, MOST_SPACES) for marker, label in MARKERS.items()),
    ),
    "hunt": move(
        hunt,
        lambda args: N("{n} Food from Hunter's Huts", "{n} Food from Hunter's Huts", number(args, "symbols")),
        whole("symbols", T("Hunting symbols"), MOST_FOOD),
    ),
    "move_storm": move(
        move_storm,
        lambda args: N("Storm marker {n} space back", "Storm marker {n} spaces back", number(args, "spaces")),
        whole("spaces", T("Spaces back"), ROUNDS),
    ),
    "storm_done": move(storm_done, says(T("Storm resolved"))),
}
