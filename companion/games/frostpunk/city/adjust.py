"""What of the city is set by hand without a tap on the map: house rules, Ruins on the Buildings board, lost tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value
from companion.api.text import T
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.city.houses import HOUSES, house
from companion.games.frostpunk.settable import YES_NO, Settable
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole


def settables(state: State) -> Iterator[Settable]:
    """House rules of the city, then the Shelters' tiles beside the map."""
    for name, known in HOUSES.items():
        yield Settable(pick(f"house_{name}", known.question, dict(known.answers)), house(state, name), _choose(name))
    for kind in SHELTER_KINDS:
        shelter = BUILDINGS[kind]
        ask = pick(
            f"ruins_{kind}", T("{building}: all on the Buildings board are Ruins", building=shelter.name), YES_NO
        )
        yield Settable(ask, "yes" if kind in state.city.ruins else "no", _ruin(kind))
        on_map = sum(building.kind == kind for building in state.city.buildings)
        gone = whole(
            f"gone_{kind}",
            T("{building}: Ruins out of the game", building=shelter.name),
            (shelter.number or 0) - on_map,
        )
        yield Settable(gone, state.city.gone.get(kind, 0), _lose(kind))


def _choose(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set(houses={**tx.state.houses, name: value})


def _ruin(kind: str) -> Callable[[Transaction, Value], None]:
    def write(tx: Transaction, value: Value) -> None:
        others = tuple(other for other in tx.state.city.ruins if other != kind)
        tx.set_city(ruins=(*others, kind) if value == "yes" else others)

    return write


def _lose(kind: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set_city(gone={**tx.state.city.gone, kind: int(value)})
