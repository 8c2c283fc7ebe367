"""The city on the phones: fires, brigades, Renown and Loyalty, and the last event step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.api.text import T, Text, verbatim
from companion.api.view import MapLink, MapPlace, MapStep, Panel, PlaceMap
from companion.games.fire_brigade.city.streets import ALL, CORNERS, at
from companion.games.fire_brigade.forms import MAP
from companion.games.fire_brigade.names import KIND_NAMES, SPECIALS, field_name
from companion.games.fire_brigade.state import DESTROYED, Block, State, Step


def panel(state: State) -> Panel:
    """The map, first on every phone."""
    return Panel(name="city", title=T("City"), widgets=(city(state),))


def city(state: State) -> PlaceMap:
    """The city as it is now, with the steps of the last event."""
    stand = {place for player in state.players for place in (player.brigade, player.wagon)}
    places = tuple(_place(state, field) for field in ALL if field in state.fields or field in stand)
    return PlaceMap(name=MAP, label=T("City"), places=places, steps=tuple(_steps(state, places)))


def initials(state: State) -> tuple[str, ...]:
    """A short sign for each player: the first letters of the name, as many as it takes to tell them apart."""
    names = [player.name for player in state.players]
    for length in (1, 2, 3):
        signs = [name[:length] for name in names]
        if len(set(signs)) == len(signs):
            return tuple(signs)
    return tuple(str(seat + 1) for seat in range(len(names)))


def _place(state: State, field: str) -> MapPlace:
    x, y = at(field)
    block = state.city.get(field)
    return MapPlace(
        value=field,
        label=verbatim(field),
        x=x,
        y=y,
        tone="plain" if block is None else _tone(block),
        marks=tuple(_marks(state, field)),
        note=None if block is None else _note(state, block),
    )


_SHORT = {
    "commons": T("Com"),
    "council": T("Cou"),
    "merchants": T("Mer"),
    "nobles": T("Nob"),
    "university": T("Uni"),
}


def _tone(block: Block) -> str:
    if block.destroyed:
        return "cold"
    if block.fire >= DESTROYED - 1:
        return "danger"
    return "warm" if block.fire else ("good" if block.loyal >= 0 else "plain")


def _marks(state: State, field: str) -> Iterator[Text]:
    """Kind and value, the first letters of the kind; the fire; then who is there and what lies there."""
    block = state.city.get(field)
    signs = initials(state)
    if block is not None and block.kind:
        yield T("{kind} {value}", kind=_SHORT[block.kind], value=block.value)
    if block is not None and block.destroyed:
        yield verbatim("✕")
    elif block is not None and block.fire:
        yield T("▲{fire}", fire=block.fire)
    for seat, player in enumerate(state.players):
        if field in CORNERS and player.house == field:
            yield T("⌂ {sign}", sign=signs[seat])
        if player.brigade == field:
            yield T("{sign} ♟", sign=signs[seat])
        if player.wagon == field:
            yield T("{sign} W", sign=signs[seat])
    if block is not None:
        if block.loyal >= 0:
            yield T("{sign} ★", sign=signs[block.loyal])
        yield from (T("{sign} +{n}", sign=signs[seat], n=n) for seat, n in enumerate(block.renown) if n)


def _note(state: State, block: Block) -> Text | None:
    if not block.kind:
        return None
    kind = T("{kind}, value {value}", kind=KIND_NAMES[block.kind], value=block.value)
    named = block.name or SPECIALS.get(block.special, "")
    return T("{name}: {kind}", name=named, kind=kind) if named else kind


# --- what the last event did ------------------------------------------------------------------------------------------


def _steps(state: State, now: tuple[MapPlace, ...]) -> Iterator[MapStep]:
    """Each step on the city as it was at that moment."""
    fires = dict(state.before)
    razed = {step.target for step in state.steps if step.name == "raze"}
    changing = {*fires, *(step.target for step in state.steps)} & set(state.city)
    for step in state.steps:
        if step.name == "raze":
            razed.discard(step.target)
            fires[step.target] = 0
        else:
            fires[step.target] = step.fire
        blocks = {field: _then(state, field, fires.get(field, 0), field not in razed) for field in changing}
        places = tuple(_as_it_was(state, place, blocks[place.value]) for place in now if place.value in blocks)
        yield MapStep(text=_words(state, step), links=_arrows(step), lit=(step.target,), places=places)


def _then(state: State, field: str, fire: int, destroyed: bool) -> Block:
    block = state.city[field]
    return replace(block, fire=fire, destroyed=block.destroyed and destroyed)


def _as_it_was(state: State, place: MapPlace, block: Block) -> MapPlace:
    then = replace(state, city={**state.city, place.value: block})
    return replace(place, tone=_tone(block), marks=tuple(_marks(then, place.value)))


def _arrows(step: Step) -> tuple[MapLink, ...]:
    if not step.source or step.source == step.target:
        return ()
    return (MapLink(first=step.source, second=step.target, tone="danger", arrow=True),)


def _words(state: State, step: Step) -> Text:
    where = field_name(state, step.target)
    if step.name == "shrink" and not step.fire:
        return T("{where}: the fire goes out.", where=where)
    plain = {
        "held": T("{where}: the fire is held back.", where=where),
        "edge": T("{where}: there is no block to spread to.", where=where),
        "raze": T("{where} is destroyed and turned over.", where=where),
        "ash": T("{where} is destroyed already: nothing burns there.", where=where),
        "shrink": T("{where}: the fire falls to {fire}.", where=where, fire=step.fire),
        "ball": T("A fireball on {where}: intensity {fire}.", where=where, fire=step.fire),
    }
    if step.name in plain:
        return plain[step.name]
    if step.source:
        return T("From {source} to {where}: intensity {fire}.", source=step.source, where=where, fire=step.fire)
    return T("{where}: intensity {fire}.", where=where, fire=step.fire)
