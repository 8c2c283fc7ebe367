"""What of the city is set by hand without a tap on the map: house rules, Ruins on the Buildings board, lost tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value
from companion.api.text import T
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.city.houses import HOUSES, house
from companion.games.frostpunk.knobs import YES_NO, Knob
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import State
from companion.toolkit.forms import pick, whole


def knobs(state: State) -> Iterator[Knob]:
    """House rules of the city, then the Shelters' tiles beside the map."""
    for name, known in HOUSES.items():
        yield Knob(pick(f"house_{name}", known.question, dict(known.answers)), house(state, name), _choose(name))
    for kind in SHELTER_KINDS:
        shelter = BUILDINGS[kind]
        ask = pick(
            f"ruins_{kind}", T("{building}: all on the Buildings board are Ruins", building=shelter.name), YES_NO
        )
        yield Knob(ask, "yes" if kind in state.city.ruins else "no", _ruin(kind))
        on_map = sum(building.kind == kind for building in state.city.buildings)
        gone = whole(
            f"gone_{kind}",
            T("{building}: Ruins out of the game", building=shelter.name),
            (shelter.number or 0) - on_map,
        )
        yield Knob(gone, state.city.gone.get(kind, 0), _lose(kind))


def _choose(name: str) -> Callable[[Ledger, Value], None]:
    return lambda ledger, value: ledger.set(houses={**ledger.state.houses, name: value})


def _ruin(kind: str) -> Callable[[Ledger, Value], None]:
    def write(ledger: Ledger, value: Value) -> None:
        others = tuple(other for other in ledger.state.city.ruins if other != kind)
        ledger.set_city(ruins=(*others, kind) if value == "yes" else others)

    return write


def _lose(kind: str) -> Callable[[Ledger, Value], None]:
    return lambda ledger, value: ledger.set_city(gone={**ledger.state.city.gone, kind: int(value)})
