"""Cards moved by the rulebook's defined words: Gain, Draw, Discard, Forfeit, Mitigate, Return (Glossary)."""

from __future__ import annotations

from dataclasses import replace

from companion.game import Args, Ask, Choice, Fact, IllegalMove, Outcome, Pick, Whole
from companion.games.torrenar.piles import (
    ACTION_STACK,
    FORFEIT,
    MITIGATED,
    PLACES,
    SMOKESTACK,
    Moved,
    Place,
    free,
    move_cards,
    place_name,
    place_named,
    seat_named,
)
from companion.games.torrenar.state import SETUP_STEPS, State, outcome
from companion.games.torrenar.turn import smokestack_news
from companion.games.torrenar.words import KINDS, any_seat, kind_name, pile_of, seat_pick, shared_pile
from companion.text import N, T, Text

MOST_CARDS = 30
WORDS = ("gain", "draw", "discard", "forfeit", "mitigate", "return")
OWN_DRAW_PILE = "own_draw"


# --- the moves --------------------------------------------------------------------------------------------------------


def gain(state: State, args: Args) -> Outcome[State]:
    """Cards go to the Discard pile of whoever Gains them, from the Action stack where nothing else is said."""
    seat = _playing(state, args)
    source = place_named(state, str(args["place"]))
    moved = _moved(state, source, Place("discard", seat), args)
    text = N("{player} Gained {n} card from {place}.", "{player} Gained {n} cards from {place}.", moved.number)
    return _told(state, moved, "gained", text, seat, source)


def draw(state: State, args: Args) -> Outcome[State]:
    """Cards go to the Hand of whoever Draws them, from the own Draw pile where nothing else is said."""
    seat = _playing(state, args)
    named = str(args["place"])
    source = Place("draw", seat) if named == OWN_DRAW_PILE else place_named(state, named)
    moved = _moved(state, source, Place("hand", seat), args)
    text = N("{player} Drew {n} card from {place}.", "{player} Drew {n} cards from {place}.", moved.number)
    return _told(state, moved, "drew", text, seat, source)


def discard(state: State, args: Args) -> Outcome[State]:
    """Cards go face-up to the own Discard pile, from the Hand or the Draw pile."""
    _in_play(state)
    source = place_named(state, str(args["place"]))
    if source.seat is None:
        raise IllegalMove(
            T("Only a player's own cards are Discarded; from elsewhere they are Gained."), rule="word.discard"
        )
    moved = _moved(state, source, Place("discard", source.seat), args)
    text = N("{player} Discarded {n} card from {place}.", "{player} Discarded {n} cards from {place}.", moved.number)
    return _told(state, moved, "discarded", text, source.seat, source)


def forfeit(state: State, args: Args) -> Outcome[State]:
    """Cards go face-up to the Forfeit pile, from the Hand where nothing else is said."""
    _in_play(state)
    source = place_named(state, str(args["place"]))
    moved = _moved(state, source, FORFEIT, args)
    text = N("{n} card from {place} was Forfeited.", "{n} cards from {place} were Forfeited.", moved.number)
    return _told(state, moved, "forfeited", text, None, source)


def mitigate(state: State, args: Args) -> Outcome[State]:
    """Cards go out of the game."""
    _in_play(state)
    source = place_named(state, str(args["place"]))
    moved = _moved(state, source, MITIGATED, args)
    text = N("{n} card from {place} was Mitigated.", "{n} cards from {place} were Mitigated.", moved.number)
    return _told(state, moved, "mitigated", text, None, source)


def return_(state: State, args: Args) -> Outcome[State]:
    """Cards go back exactly to where they came from."""
    _in_play(state)
    source, target = (place_named(state, str(args[name])) for name in ("place", "back_to"))
    moved = _moved(state, source, target, args)
    text = N(
        "{n} card was Returned from {place} to {back_to}.",
        "{n} cards were Returned from {place} to {back_to}.",
        moved.number,
        back_to=place_name(state, target),
    )
    return _told(state, moved, "returned", text, None, source)


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


def _told(state: State, moved: Moved, name: str, text: Text, seat: int | None, source: Place) -> Outcome[State]:
    """The fact of a word, then what else came of it."""
    names: dict[str, int | str | Text] = {"place": place_name(state, source)}
    if seat is not None:
        names["player"] = state.players[seat].name
    fact = Fact(name, replace(text, args={**text.args, **names}), {"cards": moved.number, "place": source.value})
    return outcome(moved.state, fact, *moved.facts, *smokestack_news(state, moved.state))


# --- what is asked for them -------------------------------------------------------------------------------------------


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
