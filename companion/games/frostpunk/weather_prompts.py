"""What is asked in the Weather Phase: which Weather card it is, and what a storm did."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Move, MoveKind, Offer, Prompt, Whole, Words
from companion.api.text import N, T, Text
from companion.games.frostpunk import storms, tracks, weather
from companion.games.frostpunk.cards.own_card import Weather
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import HIGHEST_SPACE, MOST_FOOD, ROUNDS, State
from companion.toolkit.forms import usual, whole

MOST_SPACES = 10
LABELS: Mapping[str, Text] = {
    "cold": T("Cold marker"),
    "red": T("Red indicator"),
    "orange": T("Orange indicator"),
    "yellow": T("Yellow indicator"),
    "scouts": T("Scouts"),
    "storm": T("Storm marker back"),
}


def _card(state: State) -> Prompt:
    known = weather.known(state)
    fresh = [name for name in known if name not in state.weather]
    drawn = [name for name in known if name in state.weather]
    offers = [_known(name, known[name], T("Weather deck")) for name in fresh]
    offers.append(_new(state, alone=not known))
    offers += [_known(name, known[name], T("On the discard pile already")) for name in drawn]
    ask = whole("symbols", T("Hunting symbols"), MOST_FOOD, weather.symbols(state))
    offers.append(Offer(move=Move("hunting_told"), label=T("Another number of Hunting symbols"), asks=(ask,)))
    offers += tracks.offers(state)
    hunt = N(
        "Then put it face up onto its discard pile. You have {n} Hunting symbol on your Hunter's Huts.",
        "Then put it face up onto its discard pile. You have {n} Hunting symbols on your Hunter's Huts.",
        weather.symbols(state),
    )
    return Prompt(
        name="weather.card",
        do=T("Reveal the top Weather card. Which one is it?") if known else T("Reveal the top Weather card."),
        more=hunt,
        rule="weather.card",
        offers=tuple(offers),
    )


def _known(name: str, card: Weather, under: Text) -> Offer:
    return Offer(
        move=Move("weather_card", {"name": name}),
        label=Text("{name}", {"name": name}),
        note=_sections(card),
        under=under,
    )


def _sections(card: Weather) -> Text:
    """The sections of a card that move something, in one line."""
    return T(
        "Cold {cold}, red {red}, orange {orange}, yellow {yellow}; Scouts {scouts}; storm {storm} back",
        **{section: getattr(card, section) for section in weather.SECTIONS},
    )


def _new(state: State, alone: bool) -> Offer:
    name = Words(name="name", label=T("Its name, or a number"), usual=weather.next_name(state))
    return Offer(
        move=Move("weather_new"),
        label=T("Enter what it shows") if alone else T("Another card"),
        asks=(name, *_spaces(state)),
        under=None if alone else T("Not told yet"),
    )


def _spaces(state: State) -> tuple[Whole, ...]:
    most = {
        "cold": state.last_heat - 1,
        **dict.fromkeys(("red", "orange", "yellow"), state.last_generator_space - 1),
        "storm": ROUNDS - 1,
    }
    return tuple(
        whole(section, LABELS[section], min(MOST_SPACES, most.get(section, MOST_SPACES)), 0)
        for section in weather.SECTIONS
    )


# --- storms -----------------------------------------------------------------------------------------------------------


def _storm(state: State) -> Prompt:
    return _storm_of_a_new_home(state) if storms.known_storm(state) else _other_storm(state)


def _storm_of_a_new_home(state: State) -> Prompt:
    do_first = T("Storm! Turn all Tents to Ruins, and put the Storm marker on twelve.")
    do_second = T("Storm! Turn all Bunkhouses to Ruins, and take the Storm marker out of the game.")
    more = T(
        "On the map and on the Buildings board. Reveal the Storm card first; unless it shows the crossed-out icon, it "
        "goes back face down beside the Weather deck."
    )
    return Prompt(
        name="weather.storm",
        do=do_first if state.storms == 1 else do_second,
        more=more,
        rule="weather.storm_hits",
        offers=(usual("storm_done", T("Done")),),
    )


def _other_storm(state: State) -> Prompt:
    code = weather.storm_card(state)
    space = whole("space", T("Storm marker, 0 when it leaves the game"), ROUNDS, state.storm)
    return Prompt(
        name="weather.storm",
        do=T("Storm! Reveal the Storm card. Where does the Storm marker stand then?"),
        more=T(
            "What else it does comes next. Unless it shows the crossed-out icon, it goes back face down beside the "
            "Weather deck."
        )
        if not code
        else T(
            "It is card {code}. What else it does comes next. Unless it shows the crossed-out icon, it goes back face "
            "down beside the Weather deck.",
            code=code,
        ),
        rule="weather.storm_hits",
        offers=(Offer(move=Move("storm_told"), label=T("The marker stands there"), asks=(space,), tone="usual"),),
    )


def _told(args: Args) -> Text:
    return T("Weather card {name} told", name=word(args, "name"))


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"weather.card": _card}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"storm": _storm}
_NAME = Words(name="name", label=T("Its name, or a number"))
MOVES: Mapping[str, MoveKind[State]] = {
    "weather_card": move(weather.weather_card, lambda args: T("Weather card {name}", name=word(args, "name")), _NAME),
    "weather_new": move(
        weather.weather_new,
        _told,
        _NAME,
        *(whole(section, LABELS[section], min(MOST_SPACES, HIGHEST_SPACE)) for section in weather.SECTIONS),
    ),
    "hunting_told": move(
        weather.hunting_told,
        lambda args: N("{n} Hunting symbol", "{n} Hunting symbols", number(args, "symbols")),
        whole("symbols", T("Hunting symbols"), MOST_FOOD),
    ),
    "storm_done": move(weather.storm_done, says(T("Storm carried out"))),
    "storm_told": move(
        weather.storm_told,
        says(T("Storm carried out")),
        whole("space", T("Storm marker, 0 when it leaves the game"), ROUNDS),
    ),
}
