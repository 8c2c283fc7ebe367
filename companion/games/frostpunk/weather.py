"""The Weather Phase (rulebook p. 21 and 22): the four sections of a Weather card, and storms.

A card is known by its name once its sections have been told, as one of the owner's own cards.
"""

from __future__ import annotations

import re
from dataclasses import asdict

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T, Text
from companion.games.frostpunk import breakdown, setup_scenarios, storms
from companion.games.frostpunk.cards import by_hand, expeditions, owner_facts
from companion.games.frostpunk.cards.own_card import Weather
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.moves import number, word
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.stores import gain
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.transaction import require_task

KIND = "weather"
CARDS = 13  # p. 5: Weather cards in the game
MARKERS = ("cold", "red", "orange", "yellow")
SECTIONS = (*MARKERS, "scouts", "storm")


def known(state: State) -> dict[str, Weather]:
    """The Weather cards whose sections are known, by name."""
    found = {name: owner_facts.card(state, f"{KIND}.{name}") for name in owner_facts.names(state, KIND)}
    return {name: card.weather for name, card in found.items() if card is not None and card.weather is not None}


def next_name(state: State) -> str:
    """A name for a Weather card that nobody has named: the next number."""
    taken = {*known(state), *state.weather}
    return next(str(one) for one in range(1, CARDS + len(taken) + 2) if str(one) not in taken)


def symbols(state: State) -> int:
    """The Hunting symbols: those of the Hunter's Huts on the map, and those that were told besides (p. 21)."""
    return max(0, laying.hunting_symbols(state) + state.hunting_extra)


def count_symbols(tx: Transaction, count: int) -> None:
    """There are so many Hunting symbols in all, whatever the map shows."""
    tx.set(hunting_extra=count - laying.hunting_symbols(tx.state))


# --- moves ------------------------------------------------------------------------------------------------------------


def weather_card(tx: Transaction, args: Args) -> None:
    """A known Weather card was revealed: all its sections are carried out."""
    require_step(tx.state, "weather.card")
    name = word(args, "name")
    weather = known(tx.state).get(name)
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
        tx.learn(key, _words(owner_facts.words(tx.state, key), weather))
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
    drawn = () if len(tx.state.weather) >= CARDS else tx.state.weather
    tx.set(weather=(*drawn, name))
    _heat_range(tx, weather)
    _hunt(tx)
    if weather.scouts:
        expeditions.move_scouts(tx, weather.scouts)
    tx.set(storm_spaces=weather.storm)
    tx.go_on()


def _heat_range(tx: Transaction, weather: Weather) -> None:
    spaces = {marker: getattr(weather, marker) for marker in MARKERS}
    if any(spaces.values()):
        breakdown.move_up(tx, spaces, aloud=True)
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
    if not storms.known_storm(tx.state):
        raise IllegalMove(T("What this storm does stands on its Storm card."), rule="weather.storm_hits", page=21)
    tx.finish_task()
    storms.ruin(tx)


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
    scenario = setup_scenarios.of(state.board, state.scenario)
    return "" if scenario is None else scenario.storm_card


def _stands(space: int) -> Text:
    if not space:
        return T("The Storm marker has left the game.")
    return T("The Storm marker stands on {space} of {rounds}.", space=space, rounds=ROUNDS)
