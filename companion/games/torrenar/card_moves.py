"""Cards moved by the rulebook's defined words: Gain, Draw, Discard, Forfeit, Mitigate, Return (Glossary)."""

from __future__ import annotations

from companion.api.game import Args, Fact, IllegalMove, Outcome
from companion.api.text import N, T, Text
from companion.games.torrenar.card_asks import OWN_DRAW_PILE
from companion.games.torrenar.piles import (
    FORFEIT,
    MITIGATED,
    Moved,
    Place,
    move_cards,
    place_name,
    place_named,
    seat_named,
)
from companion.games.torrenar.state import SETUP_STEPS, State, outcome
from companion.games.torrenar.turn import smokestack_news

SHUFFLED = ("discard_pile_reshuffled", "action_stack_refilled")


def gain(state: State, args: Args) -> Outcome[State]:
    """Cards go to the Discard pile of whoever Gains them, from the Action stack where nothing else is said."""
    seat = _playing(state, args)
    source = place_named(state, str(args["place"]))
    moved = _moved(state, source, Place("discard", seat), args)
    text = N(
        "{player} Gained {n} card from {place}.",
        "{player} Gained {n} cards from {place}.",
        moved.number,
        player=state.players[seat].name,
        place=place_name(state, source),
    )
    return _told(state, moved, "gained", text, source)


def draw(state: State, args: Args) -> Outcome[State]:
    """Cards go to the Hand of whoever Draws them, from the own Draw pile where nothing else is said."""
    seat = _playing(state, args)
    named = str(args["place"])
    source = Place("draw", seat) if named == OWN_DRAW_PILE else place_named(state, named)
    moved = _moved(state, source, Place("hand", seat), args)
    text = N(
        "{player} Drew {n} card from {place}.",
        "{player} Drew {n} cards from {place}.",
        moved.number,
        player=state.players[seat].name,
        place=place_name(state, source),
    )
    return _told(state, moved, "drew", text, source)


def discard(state: State, args: Args) -> Outcome[State]:
    """Cards go face-up to the own Discard pile, from the Hand or the Draw pile."""
    _in_play(state)
    source = place_named(state, str(args["place"]))
    if source.seat is None:
        raise IllegalMove(
            T("Only a player's own cards are Discarded; from elsewhere they are Gained."), rule="word.discard"
        )
    moved = _moved(state, source, Place("discard", source.seat), args)
    text = N(
        "{n} card from {place} was Discarded.",
        "{n} cards from {place} were Discarded.",
        moved.number,
        place=place_name(state, source),
    )
    return _told(state, moved, "discarded", text, source)


def forfeit(state: State, args: Args) -> Outcome[State]:
    """Cards go face-up to the Forfeit pile, from the Hand where nothing else is said."""
    _in_play(state)
    source = place_named(state, str(args["place"]))
    moved = _moved(state, source, FORFEIT, args)
    text = N(
        "{n} card from {place} was Forfeited.",
        "{n} cards from {place} were Forfeited.",
        moved.number,
        place=place_name(state, source),
    )
    return _told(state, moved, "forfeited", text, source)


def mitigate(state: State, args: Args) -> Outcome[State]:
    """Cards go out of the game."""
    _in_play(state)
    source = place_named(state, str(args["place"]))
    moved = _moved(state, source, MITIGATED, args)
    text = N(
        "{n} card from {place} was Mitigated.",
        "{n} cards from {place} were Mitigated.",
        moved.number,
        place=place_name(state, source),
    )
    return _told(state, moved, "mitigated", text, source)


def return_(state: State, args: Args) -> Outcome[State]:
    """Cards go back exactly to where they came from."""
    _in_play(state)
    source, target = (place_named(state, str(args[name])) for name in ("place", "back_to"))
    moved = _moved(state, source, target, args)
    text = N(
        "{n} card was Returned from {place} to {back_to}.",
        "{n} cards were Returned from {place} to {back_to}.",
        moved.number,
        place=place_name(state, source),
        back_to=place_name(state, target),
    )
    return _told(state, moved, "returned", text, source)


def _in_play(state: State) -> None:
    if state.over:
        raise IllegalMove(T("The game is over. Undo the last step if that was a mistake."), rule="end")
    if state.step in SETUP_STEPS:
        raise IllegalMove(T("Lay out the game first."), rule="setup.size")


def _playing(state: State, args: Args) -> int:
    _in_play(state)
    return seat_named(state, str(args["seat"]))


def _moved(state: State, source: Place, target: Place, args: Args) -> Moved:
    return move_cards(state, source, target, int(args["number"]), args["what"] == "pollutants")


def _told(state: State, moved: Moved, name: str, text: Text, source: Place) -> Outcome[State]:
    """The fact of a word, after the shuffling that it needed and before what else came of it."""
    none = T("There was no card to move. Place: {place}.", place=place_name(state, source))
    fact = Fact(name, text if moved.number else none, {"cards": moved.number, "place": source.value})
    shuffled = [one for one in moved.facts if one.name in SHUFFLED]
    others = [one for one in moved.facts if one.name not in SHUFFLED]
    return outcome(moved.state, *shuffled, fact, *others, *smokestack_news(state, moved.state))
