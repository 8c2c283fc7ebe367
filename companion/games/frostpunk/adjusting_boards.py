"""Corrections by hand of the Supply board, the Food track and the Generator board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api.game import Value
from companion.api.text import T, Text
from companion.games.frostpunk.settable import YES_NO, Settable, number_settable
from companion.games.frostpunk.state import MOST_CUBES_INSIDE, MOST_FOOD, MOST_HUNGER, MOST_RESOURCES, State
from companion.games.frostpunk.stores import MOST_AUTOMATONS, MOST_STEEL
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole


def settables(state: State) -> Iterator[Settable]:
    """Everything in the supply, and on the Generator board."""
    yield number_settable(state, "coal", T("Coal"), MOST_RESOURCES)
    yield number_settable(state, "wood", T("Wood"), MOST_RESOURCES)
    yield number_settable(state, "steam_cores", T("Steam Cores"), MOST_RESOURCES)
    yield number_settable(state, "steel", T("Steel"), MOST_STEEL)
    yield number_settable(state, "automatons", T("Automatons"), MOST_AUTOMATONS)
    yield number_settable(state, "food", T("Food"), MOST_FOOD)
    yield number_settable(state, "hunger", T("Hunger"), MOST_HUNGER)
    yield number_settable(state, "corpses", T("Corpses"), state.fact("corpse_last") or MOST_RESOURCES)
    yield from _generator(state)


def _limits(state: State) -> Mapping[str, tuple[Text, int, int]]:
    """The markers and cubes of the Generator board, the lowest and the highest they can be set to."""
    board, last = state.generator, state.last_generator_space
    return {
        "heat": (T("Heat marker"), 1, board.cold),
        "cold": (T("Cold marker"), board.heat, state.last_heat),
        "red": (T("Red indicator"), 1, last),
        "orange": (T("Orange indicator"), 1, last),
        "yellow": (T("Yellow indicator"), 1, last),
        "stress": (T("Stress cubes"), 0, MOST_CUBES_INSIDE),
        "inside": (T("Cubes inside the Generator"), max(board.waiting, board.fell), MOST_CUBES_INSIDE),
        "waiting": (T("Cubes left in the drawer"), 0, board.inside),
    }


def _generator(state: State) -> Iterator[Settable]:
    board = state.generator
    for name, (label, least, most) in _limits(state).items():
        yield Settable(whole(name, label, most, at_least=least), getattr(board, name), _put(name))
    for name, label in (("overheated", T("Heat marker overheated")), ("upgraded", T("Generator Upgrade in"))):
        yield Settable(pick(name, label, YES_NO), "yes" if getattr(board, name) else "no", _put(name))


def _put(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set_generator(**{name: value == "yes" if isinstance(value, str) else value})
