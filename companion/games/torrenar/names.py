"""Names of places, players and lists, for texts and for what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.api import IllegalMove, Pick, T, Text, row_of, template
from companion.games.torrenar.state import MOST_PLAYERS, State
from companion.toolkit import pick

SHARED_PILES = ("smokestack", "action_stack", "forfeit", "mitigated")
OWN_PILES = ("draw", "hand", "discard")
KINDS = ("actions", "pollutants")
CARDS = ("action", "court_victory", "revolution")


def shared_pile(pile: str) -> Text:
    """A pile that belongs to all, in the middle of a sentence."""
    return {
        "smokestack": T("the Smokestack"),
        "action_stack": T("the Action stack"),
        "forfeit": T("the Forfeit pile"),
        "mitigated": T("outside the game"),
    }[pile]


_PILES_OF: Mapping[str, Text] = {
    "draw": template("the Draw pile of {player}"),
    "hand": template("the Hand of {player}"),
    "discard": template("the Discard pile of {player}"),
}


def pile_of(pile: str, player: Text | str) -> Text:
    """A player's pile, in the middle of a sentence."""
    return Text(_PILES_OF[pile].msgid, {"player": player})


def card_name(card: str) -> Text:
    """A card that is being used, in the middle of a sentence."""
    return {"action": T("the Action"), "court_victory": T("Court Victory"), "revolution": T("Revolution")}[card]


def kind_name(kind: str) -> Text:
    return T("Pollutants") if kind == "pollutants" else T("Actions")


def shares(state: State, numbers: Sequence[int], first: int = 0) -> Text:
    """Who has how many, such as `Ada 2, Ben 1`, from a seat on to the left; those with none are left out."""
    return row_of(
        [
            T("{player} {number}", player=state.players[seat].name, number=numbers[seat])
            for seat in state.from_seat(first)
            if numbers[seat]
        ]
    )


def seat_value(seat: int) -> str:
    """A seat as it stands in a move: players count from 1."""
    return str(seat + 1)


ANY_SEAT = pick("seat", T("Who"), {seat_value(seat): T("Player {number}", number=seat + 1)
                                   for seat in range(MOST_PLAYERS)})  # fmt: skip


def seat_pick(state: State, name: str = "seat", label: Text = ANY_SEAT.label) -> Pick:
    """A player of this game, the active one first."""
    names = {seat_value(seat): T("{player}", player=state.players[seat].name) for seat in state.from_seat(state.turn)}
    return pick(name, label, names, seat_value(state.turn))


def seat_named(state: State, value: str) -> int:
    """The seat of a move's argument, in this game."""
    seat = int(value) - 1
    if seat not in state.seats:
        raise no_such_player(seat)
    return seat


def no_such_player(seat: int) -> IllegalMove:
    return IllegalMove(T("There is no player {number} in this game.", number=seat + 1), rule="setup.players")
