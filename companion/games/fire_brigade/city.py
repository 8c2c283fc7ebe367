"""The city on the phones, and how it is entered before the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from msgspec import structs

from companion.api import (
    Args,
    IllegalMove,
    MapLink,
    MapPlace,
    MapStep,
    Move,
    Offer,
    Panel,
    Pick,
    PlaceMap,
    T,
    Text,
    Whole,
    Words,
    all_of,
    row_of,
    verbatim,
)
from companion.games.fire_brigade.names import KIND_NAMES, MAP, SPECIALS, field_name, pick_field
from companion.games.fire_brigade.state import DESTROYED, MOST_VALUE, TOWN_KINDS, Block, FireStep, State
from companion.games.fire_brigade.streets import ALL, CORNERS, TOWN, at
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import Action, action, number, pick, word


def panel(state: State) -> Panel:
    """The map, first on every phone."""
    return Panel(name="city", title=T("City"), widgets=(city(state),), icon="city")


def city(state: State) -> PlaceMap:
    """The city as it is now, with the steps of the last event."""
    stand = {place for player in state.players for place in (player.brigade, player.wagon)}
    there, signs = stand.union(state.fields), initials(state)
    places = tuple(_place(state, field, signs) for field in ALL if field in there)
    return PlaceMap(name=MAP, label=T("City"), places=places, steps=tuple(_steps(state, places)), main=True)


def initials(state: State) -> tuple[str, ...]:
    """A short sign for each player: the first letters of the name, as many as it takes to tell them apart."""
    names = [player.name for player in state.players]
    for length in (1, 2, 3):
        signs = [name[:length] for name in names]
        if len(set(signs)) == len(signs):
            return tuple(signs)
    return tuple(str(seat + 1) for seat in range(len(names)))


def lit(state: State) -> tuple[str, ...]:
    """The blocks that the present question is about, and those that were tapped as its answer."""
    task = state.tasks[0] if state.tasks else None
    if task is not None and task.kind in ("tile", "special"):
        return (task.field,)
    if state.telling:
        return unknown(state)[:1]
    return (*state.marked, *state.surveyed)


def _place(state: State, field: str, signs: tuple[str, ...]) -> MapPlace:
    x, y = at(field)
    block = state.city.get(field)
    return MapPlace(
        value=field,
        label=verbatim(field),
        x=x,
        y=y,
        tone="warm" if field in lit(state) else "plain" if block is None else _tone(block),
        icon="firehouse" if block is None else _sign(block),
        marks=tuple(_marks(state, field, signs)),
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
        return "gone"
    if block.fire >= DESTROYED - 1:
        return "danger"
    return "event" if block.fire else ("good" if block.loyal >= 0 else "plain")


def _sign(block: Block) -> str | None:
    """What burns or lies in ruins looks like it; else the kind of block."""
    if block.destroyed:
        return "ruins"
    return f"fire_{min(block.fire, DESTROYED - 1)}" if block.fire else block.kind or None


def _marks(state: State, field: str, signs: tuple[str, ...]) -> Iterator[Text]:
    """Kind and value, the first letters of the kind; then who is there and what lies there."""
    block = state.city.get(field)
    if field in state.marked or field in state.surveyed:
        yield T("✓")
    if block is not None and block.told:
        yield T("{kind} {value}", kind=_SHORT[block.kind], value=block.value)
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
    parts = [*_burns(block), *_called(block)]
    return row_of(parts) if parts else None


def _burns(block: Block) -> Iterator[Text]:
    if block.destroyed:
        yield T("destroyed")
    elif block.fire:
        yield T("fire of intensity {fire}", fire=block.fire)


def _called(block: Block) -> Iterator[Text]:
    if block.told:
        kind = T("{kind}, value {value}", kind=KIND_NAMES[block.kind], value=block.value)
        named = block.name or SPECIALS.get(block.special, "")
        yield T("{name}: {kind}", name=named, kind=kind) if named else kind


# --- what the last event did ------------------------------------------------------------------------------------------


def _steps(state: State, now: tuple[MapPlace, ...]) -> Iterator[MapStep]:
    """What happened together is one step, on the city as it was after it: what an event did, then what it cost, then
    what came of that."""
    fires, signs = dict(state.before), initials(state)
    razed = {step.target for step in state.steps if step.name == "raze"}
    changing = {*fires, *(step.target for step in state.steps)} & set(state.city)
    for (_, done), group in groupby(state.steps, key=lambda step: (step.name == "raze", _put_out(step))):
        wave = tuple(group)
        for step in wave:
            fires[step.target] = 0 if step.name in ("raze", "ash") else step.fire
        razed -= {step.target for step in wave if step.name == "raze"}
        if done:
            continue
        blocks = {field: _then(state, field, fires.get(field, 0), field not in razed) for field in changing}
        places = tuple(_as_it_was(state, place, blocks[place.value], signs) for place in now if place.value in blocks)
        lit = tuple(dict.fromkeys(step.target for step in wave))
        yield MapStep(text=_words(wave), links=tuple(_arrows(wave)), lit=lit, places=places)


def _put_out(step: FireStep) -> bool:
    """Whether somebody has just put it out, and knows."""
    return step.name == "shrink" and not step.source


def _then(state: State, field: str, fire: int, destroyed: bool) -> Block:
    block = state.city[field]
    return replace(block, fire=fire, destroyed=block.destroyed and destroyed)


def _as_it_was(state: State, place: MapPlace, block: Block, signs: tuple[str, ...]) -> MapPlace:
    then = replace(state, city={**state.city, place.value: block})
    return structs.replace(
        place,
        tone=_tone(block),
        icon=_sign(block),
        marks=tuple(_marks(then, place.value, signs)),
        note=_note(then, block),
    )


def _arrows(wave: tuple[FireStep, ...]) -> Iterator[MapLink]:
    """Where fire came from; it was held back where the arrow is cold."""
    for step in wave:
        if step.source and step.source != step.target:
            tone = "cold" if step.name == "held" else "plain" if step.name == "ash" else "danger"
            yield MapLink(first=step.source, second=step.target, tone=tone, arrow=True)


def _words(wave: tuple[FireStep, ...]) -> Text:
    """In a few words: which fire burns where now, what was lost, and where none came."""
    fires: dict[int, list[Text]] = {}
    others: dict[str, list[Text]] = {}
    for step in wave:
        if step.name in ("spread", "grow", "ball", "shrink"):
            fires.setdefault(step.fire, []).append(verbatim(step.target))
        else:
            others.setdefault(step.name, []).append(verbatim(step.target))
    said = [_fire(fire, all_of(places)) for fire, places in sorted(fires.items())]
    said += [_other(name, all_of(places)) for name, places in others.items()]
    words = said[0]
    for more in said[1:]:
        words = T("{first} {second}", first=words, second=more)
    return words


def _fire(fire: int, places: Text) -> Text:
    if not fire:
        return T("The fire is out: {places}.", places=places)
    if fire >= DESTROYED:
        return T("The block is lost: {places}.", places=places)
    return T("Fire {fire}: {places}.", fire=fire, places=places)


def _other(name: str, places: Text) -> Text:
    return {
        "held": T("Held back: {places}.", places=places),
        "edge": T("No block to spread to: {places}.", places=places),
        "raze": T("Destroyed, tile turned over, flame and markers off: {places}.", places=places),
        "ash": T("In ruins already: {places}.", places=places),
    }[name]


# --- entering the city ------------------------------------------------------------------------------------------------


NONE = "none"
VALUE = Whole(name="value", label=T("Value"), at_least=1, at_most=MOST_VALUE)
NAME = Words(name="name", label=T("Name on the tile, if you like"), at_most_chars=40)


def unknown(state: State) -> tuple[str, ...]:
    """The fields of the town whose tile was not told yet, row by row."""
    return tuple(place for place in TOWN if not state.city[place].told)


def enter(tx: Transaction, args: Args) -> None:
    """The tile that lies on a field: its kind and value. It is told before the game or when it first matters."""
    place = word(args, "field")
    task = tx.state.tasks[0] if tx.state.tasks else None
    asked = task is not None and (task.kind, task.field) == ("tile", place)  # it may have been set by hand meanwhile
    if tx.state.phase != "setup" and tx.state.city[place].told and not asked:
        raise IllegalMove(T("The city is laid out already. Set a block right by hand if it is another one."))
    _put(tx, place, word(args, "kind"), number(args, "value"))
    if asked:
        tx.finish_task()


def _put(tx: Transaction, place: str, kind: str, value: int) -> None:
    tx.set_block(place, kind=kind, value=value)
    text = T("{field}: {kind}, value {value}.", field=place, kind=KIND_NAMES[kind], value=value)
    tx.note("tile", text, field=place, kind=kind, value=value)


def describe(tx: Transaction, args: Args) -> None:
    """The name of a tile, and whether it is one of the special buildings. It can be told at any time."""
    place, special = word(args, "field"), word(args, "special")
    if special != NONE and any(block.special == special for other, block in tx.state.city.items() if other != place):
        raise IllegalMove(T("{name} lies in the city already.", name=SPECIALS[special]))
    tx.set_block(place, special="" if special == NONE else special, name=str(args.get("name", "")).strip())
    tx.note("tile_named", T("{where}: noted.", where=field_name(tx.state, place)), field=place)


def name_offer(state: State) -> Offer:
    """Give a tile its name, or say that it is a special building."""
    asks = (pick_field(state, "field", T("Which block"), TOWN), _special(), NAME)
    return Offer(move=Move("name_tile"), label=T("Name a block"), asks=asks)


def _special() -> Pick:
    named = {NONE: T("No special building"), **{key: verbatim(name) for key, name in SPECIALS.items()}}
    return pick("special", T("Special building"), named, NONE)


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in TOWN})
_KIND = pick("kind", T("Kind"), {kind: KIND_NAMES[kind] for kind in TOWN_KINDS})

MOVES: dict[str, Action[Transaction]] = {
    "tile": action(enter, lambda args: T("Tile on {field}", field=word(args, "field")), _FIELD, _KIND, VALUE),
    "name_tile": action(describe, lambda args: T("Named {field}", field=word(args, "field")), _FIELD, _special(), NAME),
}
