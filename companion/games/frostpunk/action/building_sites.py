"""What is built and where by one tap (rulebook p. 26): a row for each Building, with its likely spaces.

Likely are those where nothing has to go back to the bank; where there is none, all of them while they are few. Any
other space is tapped on the map. Buildings without such spaces, or of which something is still to be told, stay
together, and where they stand is asked next.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from companion.api import Choice, Move, Offer, Pick, T
from companion.games.frostpunk.action import construct
from companion.games.frostpunk.action.following import SUFFIX, THEN, in_words
from companion.games.frostpunk.city import heat
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.costs import cost, cost_text, size
from companion.games.frostpunk.city.geometry import short_name
from companion.games.frostpunk.city.land import place_of
from companion.games.frostpunk.state import State

ACTIONS = ("act_build", "construct_plan")
ON_MAP = Choice(value="", label=T("On the map …"), icon="map")
MOST_FREE, MOST_COVERED = 5, 8  # so many spaces stand in a row


def with_sites(state: State, offer: Offer) -> Iterator[Offer]:
    """The offer of several Buildings as rows of one each; any other as it is."""
    if offer.move.name not in ACTIONS or not offer.asks:
        yield offer
        return
    [ask] = offer.asks
    assert isinstance(ask, Pick)
    rows = {choice.value: _row(state, offer, choice) for choice in ask.choices}
    yield from (row for row in rows.values() if row is not None)
    rest = tuple(choice for choice in ask.choices if rows[choice.value] is None)
    if rest:
        yield structs.replace(offer, asks=(structs.replace(ask, choices=rest),))


def _row(state: State, offer: Offer, choice: Choice) -> Offer | None:
    kind = choice.value
    spaces = likely(state, kind)
    if not spaces:
        return None
    choices = tuple(_choice(state, kind, at) for at in spaces)
    price = cost_text(cost(state, kind))
    return structs.replace(
        offer,
        move=Move(f"{offer.move.name}{SUFFIX}", {**offer.move.args, "building": kind}),
        label=BUILDINGS[kind].name,
        note=price if offer.note is None else T("{cost}; {note}", cost=price, note=offer.note),
        asks=(Pick(name=THEN, label=T("Where"), choices=(*choices, ON_MAP)),),
        icon=choice.icon,
    )


def _choice(state: State, kind: str, at: str) -> Choice:
    value = in_words(construct.building_at(state, kind, at))
    return Choice(value=value, label=short_name(at), icon=_icon(state, at), at=at)


def likely(state: State, kind: str) -> tuple[str, ...]:
    """The spaces that stand in its row; none where something is still to be told of it, or where they are too many."""
    if size(state, kind) is None or cost(state, kind) is None:
        return ()
    every = construct.sites(state, kind)
    free = tuple(at for at in every if not construct.buried(state, kind, at))
    if free:
        return free if len(free) <= MOST_FREE else ()
    return every if len(every) <= MOST_COVERED else ()


def _icon(state: State, at: str) -> str | None:
    """Whether it is warm there now, where that is known."""
    heated = heat.of_place(state, place_of(at))
    return None if heated is None else "heat" if heated else "cold"
