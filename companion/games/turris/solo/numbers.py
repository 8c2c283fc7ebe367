"""The numbers 1 to 12 of the Locations, which only the board shows; needed for the Betrayers (rulebook p. 25, 26)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, IllegalMove, Prompt
from companion.api.text import T, Text
from companion.games.turris.names import PLACE_NAMES
from companion.games.turris.state import LOCATIONS, State
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick, tap, whole
from companion.toolkit.modules import Action, action, number, word

LAST = len(LOCATIONS)


def fact(count: int) -> str:
    """The board fact that says which Location has a number."""
    return f"location_{count}"


def numbered(state: State) -> Mapping[int, str]:
    """The Locations whose numbers are known, by number."""
    told = {count: state.word(fact(count)) for count in range(1, LAST + 1)}
    return {count: place for count, place in told.items() if place in LOCATIONS}


def number_of(state: State, place: str) -> int | None:
    """The number of a Location; None for an Excavation Site, which has none."""
    return next((count for count, at in numbered(state).items() if at == place), None)


def missing(state: State) -> int | None:
    """The lowest number whose Location is not known, where it is needed."""
    known = numbered(state)
    return next((count for count in range(1, LAST + 1) if count not in known), None) if state.solo else None


def tell(tx: Transaction, args: Args) -> None:
    """A Location's number was read off the board; the last one follows by itself."""
    count, place = number(args, "number"), word(args, "place")
    known = numbered(tx.state)
    if known.get(count, place) != place or any(at == place and other != count for other, at in known.items()):
        raise IllegalMove(T("That number or that Location has been told already."), rule="solo.setup", page=25)
    text = T("Location {number}: {place}.", number=count, place=PLACE_NAMES[place])
    tx.note("location_told", text, number=count, place=place)
    tx.learn(fact(count), place)
    left = [at for at in LOCATIONS if at not in numbered(tx.state).values()]
    last = missing(tx.state)
    if len(left) == 1 and last is not None:
        tx.learn(fact(last), left[0])


def prompt(state: State) -> Prompt:
    """Which Location has the next number, one tap; once for all evenings."""
    count = missing(state)
    assert count is not None
    left = [place for place in LOCATIONS if place not in numbered(state).values()]
    return Prompt(
        name="solo.numbers",
        do=T("Which Location has the number {number}?", number=count),
        more=T("The Betrayers go by the numbers of the Locations. The companion remembers them."),
        rule="solo.setup",
        offers=tuple(tap("location_is", PLACE_NAMES[place], number=count, place=place) for place in left),
    )


def _label(args: Args) -> Text:
    return T("Location {number}: {place}", number=number(args, "number"), place=PLACE_NAMES[word(args, "place")])


MOVES: Mapping[str, Action[Transaction]] = {
    "location_is": action(
        tell,
        lambda args: T(
            "Location {number}: {place}", number=number(args, "number"), place=PLACE_NAMES[word(args, "place")]
        ),
        whole("number", T("Number"), LAST, at_least=1),
        pick("place", T("Location"), {place: PLACE_NAMES[place] for place in LOCATIONS}),
    )
}
