"""What is asked for when cards are moved by a word: how many, from where, and what they are."""

from __future__ import annotations

from companion.api.game import Ask, Choice, Pick, Whole
from companion.api.text import T, Text
from companion.games.torrenar.piles import (
    ACTION_STACK,
    FORFEIT,
    MITIGATED,
    PLACES,
    SMOKESTACK,
    Place,
    free,
    place_name,
)
from companion.games.torrenar.state import State
from companion.games.torrenar.words import KINDS, any_seat, kind_name, pile_of, seat_pick, shared_pile

MOST_CARDS = 30
WORDS = ("gain", "draw", "discard", "forfeit", "mitigate", "return")
OWN_DRAW_PILE = "own_draw"


def widest_asks(word: str) -> tuple[Ask, ...]:
    """What a word asks, with the widest limits that could ever be right."""
    places = tuple(Choice(value=place.value, label=any_place_name(place)) for place in PLACES.values())
    sources = (_own_draw_pile(), *places) if word == "draw" else places
    asks: list[Ask] = [_number(), _place(sources), _what(word)]
    if word in ("gain", "draw"):
        asks.insert(0, any_seat())
    if word == "return":
        asks.append(_back_to(places))
    return tuple(asks)


def asks_now(state: State, word: str) -> tuple[Ask, ...]:
    """What a word asks at this moment: players of this game, piles with cards; nothing at all where no pile has any."""
    sources = tuple(_choice(state, place) for place in _sources(state, word))
    if word == "draw":
        sources = (_own_draw_pile(), *sources)
    if not sources:
        return ()
    asks: list[Ask] = [_number(), _place(sources, _usual_source(state, word)), _what(word)]
    if word in ("gain", "draw"):
        asks.insert(0, seat_pick(state))
    if word == "return":
        targets = tuple(_choice(state, place) for place in _places(state))
        asks.append(_back_to(targets, Place("draw", state.turn).value))
    return tuple(asks)


def _sources(state: State, word: str) -> list[Place]:
    """The piles that have a card to give, those of the active player first."""
    places = [place for place in _places(state) if _has_cards(state, place)]
    if word == "discard":
        return [place for place in places if place.seat is not None and place.pile != "discard"]
    if word == "draw":
        return [place for place in places if place.pile != "hand"]
    if word in ("forfeit", "mitigate"):
        return [place for place in places if place not in (FORFEIT if word == "forfeit" else MITIGATED,)]
    return places


def _places(state: State) -> list[Place]:
    seats = state.from_seat(state.turn)
    own, *others = ([Place(pile, seat) for pile in ("hand", "draw", "discard")] for seat in seats)
    shared = [ACTION_STACK, SMOKESTACK, FORFEIT, MITIGATED]
    return [*own, *shared, *(place for places in others for place in places)]


def _has_cards(state: State, place: Place) -> bool:
    if place == ACTION_STACK and state.forfeit:
        return True
    if place.pile == "draw" and place.seat is not None and state.players[place.seat].discard:
        return True
    return free(state, place) != 0


def _usual_source(state: State, word: str) -> str | None:
    """The place that the glossary means where a card names none."""
    if word == "draw":
        return OWN_DRAW_PILE
    place = ACTION_STACK if word == "gain" else Place("hand", state.turn)
    return place.value if place in _sources(state, word) else None


def any_place_name(place: Place) -> Text:
    """A place of any game, where the players have no names yet."""
    if place.seat is None:
        return shared_pile(place.pile)
    return pile_of(place.pile, T("player {number}", number=place.seat + 1))


def _choice(state: State, place: Place) -> Choice:
    return Choice(value=place.value, label=place_name(state, place))


def _own_draw_pile() -> Choice:
    return Choice(value=OWN_DRAW_PILE, label=T("the own Draw pile"))


def _number() -> Whole:
    return Whole(name="number", label=T("How many"), at_least=1, at_most=MOST_CARDS, usual=1)


def _place(choices: tuple[Choice, ...], usual: str | None = None) -> Pick:
    return Pick(name="place", label=T("From where"), choices=choices, usual=usual)


def _back_to(choices: tuple[Choice, ...], usual: str | None = None) -> Pick:
    return Pick(name="back_to", label=T("Back to"), choices=choices, usual=usual)


def _what(word: str) -> Pick:
    choices = tuple(Choice(value=kind, label=kind_name(kind)) for kind in KINDS)
    usual = "pollutants" if word == "mitigate" else "actions"
    return Pick(name="what", label=T("What they are, if you see it"), choices=choices, usual=usual)
