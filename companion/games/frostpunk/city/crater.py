"""How many tiles and Deposits the setup of 'A New Home' lays (rulebook p. 7, 9, 10): three each.
Other scenarios lay theirs as the Scenario Book says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import IllegalMove, N, T, Text
from companion.games.frostpunk.city.geometry import CORNERS, PLACE_NAMES
from companion.games.frostpunk.city.land import FAR, NEAR
from companion.games.frostpunk.setup.scenarios import A_NEW_HOME
from companion.games.frostpunk.state import State

SETUP = "setup.map"
EACH = 3  # Deposits, Far tiles and Near tiles
WALL_TILES: Mapping[str, int] = {"coal": 2, "wood": 2}  # Starting Wall tiles with a Deposit; the other three are blank
BEFORE = dict(zip(CORNERS, NEAR, strict=True))  # the Near tile between each corner and the Generator tile


def being_laid(state: State) -> bool:
    """Whether the map of 'A New Home' is being laid out."""
    return state.step == SETUP and state.scenario == A_NEW_HOME


def deposits(state: State) -> dict[str, str]:
    """What lies on the Rim's corners, as far as told."""
    return {corner: state.city.rim[corner] for corner in CORNERS if corner in state.city.rim}


def has_its_deposits(state: State, place: str) -> bool:
    """Whether the three Deposits are told, and none of them lies in this corner."""
    lying = deposits(state)
    return being_laid(state) and place in CORNERS and place not in lying and len(lying) == EACH


def open_places(state: State) -> tuple[str, ...]:
    """Where one more tile may be laid: a corner without a Deposit, and before one."""
    lying = deposits(state)
    far, near = _laid(state, FAR), _laid(state, NEAR)
    corners = [corner for corner in CORNERS if corner not in lying]
    return (
        *(BEFORE[corner] for corner in corners if BEFORE[corner] not in near and len(near) < EACH),
        *(corner for corner in corners if corner not in far and len(far) < EACH),
    )


def require_possible(state: State) -> None:
    """Refuse what the setup cannot come to, however it goes on. `IllegalMove` says what lies where it cannot."""
    if being_laid(state):
        for text in _too_much(state):
            raise IllegalMove(text, rule="map", page=10)


def lacks(state: State) -> Text | None:
    """What is still to be entered, or taken off; None where Deposits and tiles are entered whole or not at all."""
    if not being_laid(state):
        return None
    if (told := len(deposits(state))) not in (0, EACH):
        return N("{n} Deposit is entered; enter all three.", "{n} Deposits are entered; enter all three.", told)
    if (laid := len(_laid(state, FAR))) not in (0, EACH):
        return N("{n} Far tile is entered; enter all three.", "{n} Far tiles are entered; enter all three.", laid)
    expected = {BEFORE[corner] for corner in _laid(state, FAR)}
    near = next(iter(sorted(expected.symmetric_difference(_laid(state, NEAR)))), None)
    if near is None:
        return None
    if near in expected:
        return T("{place} lies between a Far tile and the Generator tile: enter it too.", place=PLACE_NAMES[near])
    return T("{place} has no Far tile behind it: take it off, or enter that tile.", place=PLACE_NAMES[near])


def require_whole(state: State) -> None:
    """Refuse to go on with a part of the map; `IllegalMove` says what lacks."""
    if (text := lacks(state)) is not None:
        raise IllegalMove(text, rule="map", page=10)


def _laid(state: State, places: tuple[str, ...]) -> set[str]:
    return {place for place in places if place in state.city.tiles}


def _too_much(state: State) -> Iterator[Text]:
    yield from _too_many_deposits(list(deposits(state).values()))
    yield from _out_of_corners(state)
    if len(_laid(state, FAR)) > EACH:
        yield T("Three corners have a Far tile, no more. If one of them is wrong, take it off first.")
    if len(_laid(state, NEAR)) > EACH:
        yield T("Three Near tiles are laid, no more. If one of them is wrong, take it off first.")


def _too_many_deposits(lying: list[str]) -> Iterator[Text]:
    if "coal wood" in lying:
        yield T("A Starting Wall tile shows Coal or Wood, never both.")
    if len(lying) > EACH:
        yield T("Three corners have a Deposit, no more. If one of them is wrong, correct it first.")
    if lying.count("coal") > WALL_TILES["coal"]:
        yield T("Only two Starting Wall tiles show Coal.")
    if lying.count("wood") > WALL_TILES["wood"]:
        yield T("Only two Starting Wall tiles show Wood.")


def _out_of_corners(state: State) -> Iterator[Text]:
    for far in _laid(state, FAR):
        if far not in CORNERS:
            yield T("{place} is no corner: the first Far tiles lie in corners only.", place=PLACE_NAMES[far])
        elif far in state.city.rim:
            yield T("{place} has a Deposit, and so no Far tile.", place=PLACE_NAMES[far])
