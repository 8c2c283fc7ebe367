"""The Weather Phase (rulebook p. 21 and 22): the four sections of a Weather card, and storms.

A card is known by its name once its sections have been told, as one of the owner's own cards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Urgency, Whole, Words
from companion.games.frostpunk.cards import by_hand, expeditions, owner_facts
from companion.games.frostpunk.cards.card_text import Weather
from companion.games.frostpunk.city import construction
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.generator import markers, stress_check
from companion.games.frostpunk.setup import scenarios
from companion.games.frostpunk.setup.scenarios import A_NEW_HOME
from companion.games.frostpunk.state import HIGHEST_SPACE, MOST_FOOD, ROUNDS, State
from companion.games.frostpunk.supply import gain
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, require_task, usual, whole, word

KIND = "weather"
CARDS = 13  # p. 5: Weather cards in the game
MARKERS = ("cold", "red", "orange", "yellow")
SECTIONS = (*MARKERS, "scouts", "storm")


def known_cards(state: State) -> dict[str, Weather]:
    """The Weather cards whose sections are known, by name."""
    found = {name: owner_facts.card(state, f"{KIND}.{name}") for name in owner_facts.names(state, KIND)}
    return {name: card.weather for name, card in found.items() if card is not None and card.weather is not None}


def next_name(state: State) -> str:
    """A name for a Weather card that nobody has named: the next number."""
    taken = {*known_cards(state), *state.weather}
    return next(str(one) for one in range(1, CARDS + len(taken) + 2) if str(one) not in taken)


def symbols(state: State) -> int:
    """The Hunting symbols: those of the Hunter's Huts on the map, and those that were told besides (p. 21)."""
    return max(0, construction.hunting_symbols(state) + state.hunting_extra)


def count_symbols(tx: Transaction, count: int) -> None:
    """There are so many Hunting symbols in all, whatever the map shows."""
    tx.set(hunting_extra=count - construction.hunting_symbols(tx.state))


# --- moves ------------------------------------------------------------------------------------------------------------


def weather_card(tx: Transaction, args: Args) -> None:
    """A known Weather card was revealed: all its sections are carried out."""
    require_step(tx.state, "weather.card")
    name = word(args, "name")
    weather = known_cards(tx.state).get(name)
    if weather is None:
        raise IllegalMove(T("Nobody has told yet what this Weather card shows."), rule="weather.card", page=21)
    _carry_out(tx, name, weather)


def weather_new(tx: Transaction, args: Args) -> None:
    """A Weather card was told, section by section: it is kept by its name, and carried out."""
    require_step(tx.state, "weather.card")
    name = word(args, "name")
    weather = Weather(**{section: number(args, section) for section in SECTIONS})
    if name:
        key = owner_facts.named(KIND, name)
        if not re.fullmatch(owner_facts.PATTERN, key):
            raise IllegalMove(T("A card’s name may only have letters, digits and a few signs."))
        tx.learn(key, _words(owner_facts.text_of(tx.state, key), weather))
    _carry_out(tx, name, weather)


def _words(before: str, weather: Weather) -> str:
    """A card's text with these sections, in place of those it had."""
    others = [line for line in before.splitlines() if line.partition(":")[0].strip().casefold() != KIND]
    told = "; ".join(f"{section} {spaces}" for section, spaces in asdict(weather).items())
    return "\n".join((*others, f"{KIND}: {told}"))


def hunting_told(tx: Transaction, args: Args) -> None:
    """The players count another number of Hunting symbols than the map shows; the difference is kept."""
    require_step(tx.state, "weather.card")
    count_symbols(tx, number(args, "symbols"))
    text = N("{n} Hunting symbol.", "{n} Hunting symbols.", symbols(tx.state))
    tx.note("hunting_told", text, symbols=symbols(tx.state))


def _carry_out(tx: Transaction, name: str, weather: Weather) -> None:
    """Sections A to C of p. 21 in their order; D follows once the Scouts' choices are made."""
    tx.set_generator(placed=0, waited=0, none_fell=False)
    drawn = () if len(tx.state.weather) >= CARDS else tx.state.weather
    tx.set(weather=(*drawn, name))
    _heat_range(tx, weather)
    _hunt(tx)
    if weather.scouts:
        expeditions.move_scouts(tx, weather.scouts)
    tx.set(storm_spaces=weather.storm)
    tx.go_on()


def discard(tx: Transaction) -> None:
    """All its sections are resolved (p. 21)."""
    tx.note("weather_discarded", T("The Weather card lies on its discard pile."), card=tx.state.weather[-1])
    tx.todo(T("Weather card face up onto its discard pile"), "cold")


def _heat_range(tx: Transaction, weather: Weather) -> None:
    spaces = {marker: getattr(weather, marker) for marker in MARKERS}
    if any(spaces.values()):
        markers.move_up(tx, spaces, aloud=True)
    else:
        tx.note("markers_stay", T("The Cold marker and the indicators stay where they are."))


def _hunt(tx: Transaction) -> None:
    caught = symbols(tx.state)
    if not caught:
        return
    tx.tell("hunted", T("Your Hunter’s Huts bring {caught} Food.", caught=caught), caught=caught)
    gain(tx, "food", caught)


# --- storms -----------------------------------------------------------------------------------------------------------


def storm_done(tx: Transaction, args: Args) -> None:
    """A storm of A New Home was carried out."""
    require_task(tx.state, "storm")
    if not known_storm(tx.state):
        raise IllegalMove(T("What this storm does stands on its Storm card."), rule="weather.storm_hits", page=21)
    tx.finish_task()
    ruin_shelters(tx)


def storm_told(tx: Transaction, args: Args) -> None:
    """Another storm: the Storm marker stands where its Storm card sends it, and the rest of the card follows, by the
    owner's words of it or by the players' hands."""
    require_task(tx.state, "storm")
    tx.finish_task()
    space = number(args, "space")
    tx.set(storm=space)
    tx.note("storm_marker_set", _stands(space), to=space)
    card = storm_card(tx.state)
    found = owner_facts.card(tx.state, card) if card else None
    by_hand.carry(tx, found.now if found is not None else "", card)


def storm_card(state: State) -> str:
    """The code of the scenario's Storm card; empty where nobody has told it."""
    scenario = scenarios.of(state.board, state.scenario)
    return "" if scenario is None else scenario.storm_card


def _stands(space: int) -> Text:
    if not space:
        return T("The Storm marker has left the game.")
    return T("The Storm marker stands on {space} of {rounds}.", space=space, rounds=ROUNDS)


SECOND_STORM_AT = 12  # p. 22
RUINED = {1: "tent", 2: "bunkhouse"}  # p. 22, by how many storms have hit


def storm_step(tx: Transaction) -> None:
    """Section D of the Weather card: the Storm marker moves back; on or before the Round marker, a storm hits."""
    spaces = tx.state.storm_spaces
    tx.set(storm_spaces=0)
    tx.go_on()
    if not spaces:
        tx.note("storm_stays", T("The Storm marker stays where it is."))
    storm = max(1, tx.state.storm - spaces)
    tx.set(storm=storm)
    if spaces:
        text = N(
            "The Storm marker moved back {n} space, to {space}.",
            "The Storm marker moved back {n} spaces, to {space}.",
            spaces,
            space=storm,
        )
        tx.tell("storm_moved", text, by=spaces, to=storm)
        tx.order("storm", T("Move the Storm marker back to {space}", space=storm), "storm", _at(tx.first.storm))
    discard(tx)
    if storm <= tx.state.round:
        _hit(tx)


def _hit(tx: Transaction) -> None:
    storms = tx.state.storms + 1
    tx.set(storms=storms)
    tx.count("storms")
    tx.tell("storm_hit", T("A storm hits the city."), Urgency.URGENT, storms=storms)
    tx.todo(T("Reveal the Storm card"), "storm")
    tx.queue("storm", count=1)


def known_storm(state: State) -> bool:
    """Whether the rulebook tells what this storm does: the first two of A New Home."""
    return state.scenario == A_NEW_HOME and state.storms in RUINED


def ruin_shelters(tx: Transaction) -> None:
    """A New Home (p. 22): the first storm ruins all Tents and its marker goes to 12; the second one ruins all
    Bunkhouses and its marker leaves the game."""
    kind = RUINED[tx.state.storms]
    construction.ruin_all(tx, kind)
    first = tx.state.storms == 1
    tx.set(storm=SECOND_STORM_AT if first else 0)
    ruins = T("All Tents are Ruins; the Storm marker stands on {space}.", space=SECOND_STORM_AT)
    gone = T("All Bunkhouses are Ruins; the Storm marker has left the game.")
    tx.note("shelters_ruined", ruins if first else gone, storms=tx.state.storms, storm=tx.state.storm)
    tx.order(
        "storm", _at(SECOND_STORM_AT) if first else T("Put the Storm marker into the box"), "storm", _at(tx.first.storm)
    )


def _at(space: int) -> Text | None:
    """Where hands put the Storm marker, where it is in the game."""
    return T("Put the Storm marker on {space}", space=space) if space else None


MOST_SPACES = 10
LIKELY_SPACES = 4  # so many stand there for one tap: six markers are asked at once
LABELS: Mapping[str, Text] = {
    "cold": T("Cold marker: spaces up"),
    "red": T("Red indicator: spaces up"),
    "orange": T("Orange indicator: spaces up"),
    "yellow": T("Yellow indicator: spaces up"),
    "scouts": T("Each Scout: spaces forward"),
    "storm": T("Storm marker: spaces back"),
}


def _card(state: State) -> Prompt:
    known = known_cards(state)
    fresh = [name for name in known if name not in state.weather]
    drawn = [name for name in known if name in state.weather]
    offers = [_known(name, known[name], T("Weather deck")) for name in fresh]
    offers.append(_new(state, alone=not known))
    offers += [_known(name, known[name], T("On the discard pile already")) for name in drawn]
    ask = whole("symbols", T("Hunting symbols"), MOST_FOOD, symbols(state))
    offers.append(Offer(move=Move("hunting_told"), label=T("Another number of Hunting symbols"), asks=(ask,)))
    offers += markers.offers(state)
    offers += stress_check.late_offers(state)
    hunt = N(
        "Then put it face up onto its discard pile. You have {n} Hunting symbol on your Hunter's Huts.",
        "Then put it face up onto its discard pile. You have {n} Hunting symbols on your Hunter's Huts.",
        symbols(state),
    )
    return Prompt(
        name="weather.card",
        do=T("Reveal the top Weather card. Which one is it?") if known else T("Reveal the top Weather card."),
        more=hunt,
        rule="weather.card",
        offers=tuple(offers),
        expects=stress_check.late_cubes_expected(state),
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
        **{section: getattr(card, section) for section in SECTIONS},
    )


def _new(state: State, alone: bool) -> Offer:
    name = Words(name="name", label=T("Its name, or a number"), usual=next_name(state))
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
        whole(section, LABELS[section], min(MOST_SPACES, most.get(section, MOST_SPACES)), 0, likely=LIKELY_SPACES)
        for section in SECTIONS
    )


# --- storms -----------------------------------------------------------------------------------------------------------


def _storm(state: State) -> Prompt:
    return _storm_of_a_new_home(state) if known_storm(state) else _other_storm(state)


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
    code = storm_card(state)
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


def _called(args: Args) -> Text:
    return T("Weather card {name}", name=word(args, "name"))


_NAME = Words(name="name", label=T("Its name, or a number"))

MODULE: GameModule[State, Transaction] = GameModule(
    name="weather",
    moves={
        "weather_card": action(weather_card, _called, _NAME),
        "weather_new": action(
            weather_new,
            _called,
            _NAME,
            *(whole(section, LABELS[section], min(MOST_SPACES, HIGHEST_SPACE)) for section in SECTIONS),
        ),
        "hunting_told": action(
            hunting_told,
            lambda args: N("{n} Hunting symbol", "{n} Hunting symbols", number(args, "symbols")),
            whole("symbols", T("Hunting symbols"), MOST_FOOD),
        ),
        "storm_done": action(storm_done, T("Storm carried out")),
        "storm_told": action(
            storm_told,
            T("Storm carried out"),
            whole("space", T("Storm marker, 0 when it leaves the game"), ROUNDS),
        ),
    },
    tasks={
        "storm": _storm,
    },
    prompts=asked_in(
        {
            "weather.card": _card,
        }
    ),
)
