"""The owner makes the sketch look like the board: two taps exchange two places."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, BoardFamily, IllegalMove, Move, Offer, Prompt, Value, Words
from companion.api.text import T, Text
from companion.games.turris.forms import MAP
from companion.games.turris.map.land import told
from companion.games.turris.map.layout import FREE, arranged, order_of
from companion.games.turris.map.view import SKETCH, where
from companion.games.turris.names import PLACE_NAMES
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Action, action, word

NAMES: Mapping[str, Text] = {**PLACE_NAMES, FREE: T("Free")}
LONGEST = 200
FAMILY = BoardFamily(
    pattern=SKETCH,
    ask=Words(name="sketch", label=T("What stands where on the sketch"), at_most_chars=LONGEST),
    label=T("The sketch of the board, as you arranged it"),
)


def check_fact(name: str, value: Value) -> None:
    """Refuse an order that does not name every place once."""
    if name == SKETCH and arranged(str(value)) is None:
        raise IllegalMove(T("The sketch must name every place of the board once."), rule="map")


def swap(tx: Transaction, args: Args) -> None:
    """Two places stand where the other one stood, for all evenings."""
    first, second = word(args, "first"), word(args, "second")
    if first == second:
        raise IllegalMove(T("Tap two different places."), rule="map")
    other = {first: second, second: first}
    order = order_of(where(tx.state))
    tx.learn(SKETCH, " ".join(other.get(place, place) for place in order))
    text = T(
        "On the sketch, these have changed places: {first} and {second}.", first=NAMES[first], second=NAMES[second]
    )
    tx.note("arranged", text, first=first, second=second)


_ENDS = (pick("first", T("Which place"), NAMES, on=MAP), pick("second", T("With which"), NAMES, on=MAP))


def offer() -> Offer:
    """Two taps on the map."""
    return Offer(move=Move("swap_places"), label=T("Exchange two places of the sketch"), asks=_ENDS, rule="map")


def prompts(state: State) -> tuple[Prompt, ...]:
    """While the game is set up, the sketch can be made to look like the board."""
    if state.phase != "setup" or not told(state):
        return ()
    return (
        Prompt(
            name="map.sketch",
            do=T("Does the sketch look like your board?"),
            more=T("Two taps exchange two places. Only the paths matter for the rules."),
            offers=(offer(),),
            rule="map",
        ),
    )


MOVES: Mapping[str, Action[Transaction]] = {
    "swap_places": action(
        swap,
        lambda args: T(
            "Exchanged on the sketch: {first} and {second}",
            first=NAMES[word(args, "first")],
            second=NAMES[word(args, "second")],
        ),
        *_ENDS,
    ),
}
