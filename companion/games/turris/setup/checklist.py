"""What there is to do before the first round, in the order of the rulebook (p. 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.text import T, Text
from companion.games.turris.state import SPOTS, START_ICHOR, State

TRIONFI, MISSIONS = 6, 5  # face up (p. 6)


def items(state: State) -> dict[str, Text]:
    """What there is to do, by short names; alone a few things differ (p. 25)."""
    found = {name: item(state) for name, item in _ITEMS.items()}
    return {**_alone(), **found} if state.solo else found


def _alone() -> dict[str, Text]:
    return {
        "out": T("Leave out the Excavation Site Stall and the Mission Preferential Treatment."),
        "movement": T("Shuffle the Beast Movement cards: a deck beside the board."),
        "betrayers": T("A marker of another color onto space 0 of the Prestige track, for the Betrayers, and two of "
                       "its Scouts: onto Location 1 and Location 10."),
    }  # fmt: skip


def _sites(state: State) -> Text:
    count = len(state.players)
    if count == 1:
        return T("Shuffle the Excavation Sites and lay one onto spot A; the others face down beside the board.")
    return T(
        "Shuffle the Excavation Sites and lay {count} onto the spots from A to {last}; the others face down beside the "
        "board.",
        count=count,
        last=SPOTS[count - 1].upper(),
    )


def _beasts(state: State) -> Text:
    if state.choices.get("beasts") == "random":
        return T("The four Beasts onto A, B, C and D at random: draw for it, or let it be drawn with “All set up”.")
    return T("The Beasts: Pain onto A, Delusion onto B, Despair onto C, Harrow onto D.")


def _markers(state: State) -> Text:
    if state.solo:
        return T("Your markers: space 0 of the Prestige track, the leftmost spot of the Council track, space 0 of the "
                 "Tower track.")  # fmt: skip
    return T("A marker of each player onto space 0 of the Prestige track, the leftmost spot of the Council track and "
             "space 0 of the Tower track.")  # fmt: skip


_ITEMS: dict[str, Callable[[State], Text]] = {
    "board": lambda _: T("Lay out the Main Board."),
    "sites": _sites,
    "beasts": _beasts,
    "trionfi": lambda _: T("Shuffle the Trionfi cards, {count} face up onto their slots; the rest face down.",
                           count=TRIONFI),
    "altar": lambda _: T("The Altar token onto the space without effect; the Beast Speed token under the Harrow, its "
                         "side without effect up."),
    "missions": lambda _: T("Shuffle the Mission cards; {count} face up beside the deck.", count=MISSIONS),
    "tactics": lambda _: T("Shuffle the Tactics cards: a deck beside the board."),
    "supply": lambda _: T("Resources, Artifacts, the Fruit token and the Future First Player card beside the board."),
    "markers": _markers,
    "scouts": lambda _: T("Each player takes four Scouts and {count} Ichor.", count=START_ICHOR),
    "hands": lambda _: T("Each player draws a Tactics card, the first player first."),
}  # fmt: skip
