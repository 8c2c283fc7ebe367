"""Moving the Brigade and the Water Wagon."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from companion.api import IllegalMove, T
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.crew import cards
from companion.games.fire_brigade.names import field_name, who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.streets import around
from companion.games.fire_brigade.transaction import Transaction

REACH = 3
LONG_REACH = 5  # Kular One-Shoe


def burns(state: State, place: str) -> bool:
    """Whether a Brigade that enters has to stop there."""
    block = state.city.get(place)
    return block is not None and block.fire > 0


def ruined(state: State, place: str) -> bool:
    """Whether the block is destroyed."""
    block = state.city.get(place)
    return block is not None and block.destroyed


def reach(state: State, seat: int) -> int:
    """How many points a Brigade has for a move."""
    return LONG_REACH if cards.has(state, seat, "kular") else REACH


def cost(state: State, seat: int, place: str) -> int:
    """What entering a block costs: one, over a destroyed one two (p. 11)."""
    return 2 if ruined(state, place) and not cards.has(state, seat, "ebenezer") else 1


def closed(state: State, seat: int, place: str) -> bool:
    """Whether the Brigade may neither enter nor pass: another player's Brigade is there; by a house rule, a Wagon."""
    others = [one for at, one in enumerate(state.players) if at != seat]
    if any(one.brigade == place for one in others):
        return True
    return house_rules.rule(state, "wagons") == "stop" and any(one.wagon == place for one in others)


def push_targets(state: State, place: str) -> tuple[str, ...]:
    """Where Mog The Heavy can push whoever is on a block: neighbours that stand and have no Brigade."""
    taken = {one.brigade for one in state.players}
    return tuple(one for one in cards.neighbours(state, place) if one not in taken and not ruined(state, one))


def pushable(state: State, seat: int, place: str) -> bool:
    """Whether the Brigade may end its move on another player's, and push it away (Mog The Heavy, card text)."""
    there = any(one.brigade == place for at, one in enumerate(state.players) if at != seat)
    return there and cards.has(state, seat, "mog") and bool(push_targets(state, place))


def must_leave(state: State) -> bool:
    """Whether the active Brigade is on a destroyed block, where a turn may not end, and can get away (p. 11)."""
    return ruined(state, state.active.brigade) and bool(targets(state, state.turn.seat))


def targets(state: State, seat: int) -> Mapping[str, int]:
    """Where the Brigade can end a move, with what the way costs at least."""
    start = state.players[seat].brigade
    spent = _spent(state, seat, start)
    return {
        place: spent[place]
        for place in state.fields
        if place in spent and place != start and _may_end(state, place) and _free(state, seat, place)
    }


def _free(state: State, seat: int, place: str) -> bool:
    return not closed(state, seat, place) or pushable(state, seat, place)


def _may_end(state: State, place: str) -> bool:
    """A turn may not end on a destroyed block (p. 11): the last action may not lead there."""
    return not ruined(state, place) or state.turn.actions > 1


def _spent(state: State, seat: int, start: str) -> dict[str, int]:
    """The least points to every field within reach; a burning block is entered, but not left again in this move.
    Aurath Ether passes others, Mog The Heavy ends where others are."""
    points, passes = reach(state, seat), cards.has(state, seat, "aurath")
    fields = set(state.fields)
    found = {start: 0}
    todo = [(0, start)]
    while todo:
        spent, here = heapq.heappop(todo)
        stops = burns(state, here) or (closed(state, seat, here) and not passes)
        if spent > found[here] or (here != start and stops):
            continue
        for place in (one for one in around(here) if one in fields):
            total = spent + cost(state, seat, place)
            if total <= points and total < found.get(place, points + 1) and (passes or _free(state, seat, place)):
                found[place] = total
                heapq.heappush(todo, (total, place))
    return found


def by_way_of(state: State, seat: int, stop: str, target: str) -> bool:
    """Whether the Brigade can pass one field on its way to another within its reach."""
    start = state.players[seat].brigade
    first = _spent(state, seat, start)
    if stop not in first or (burns(state, stop) and stop != target):
        return False
    rest = _spent(state, seat, stop)
    return target in rest and first[stop] + rest[target] <= reach(state, seat)


def move(tx: Transaction, seat: int, target: str) -> None:
    """Move the Brigade; a Renown on The Jewelled Aviary is fetched if the way can lead over it."""
    state = tx.state
    if target not in targets(state, seat):
        _refuse(state, seat, target)
    fetched = _aviary(state, seat, target)
    tx.set_player(seat, brigade=target)
    text = T("{who}: the Brigade moved to {where}.", who=who(state, seat), where=field_name(state, target))
    tx.tell("brigade_moved", text, seat=seat, to=target)
    if fetched:
        _fetch(tx, seat, fetched)


def _aviary(state: State, seat: int, target: str) -> str:
    """The Aviary, if a Renown of the player lies on its ruins and the way can lead over it."""
    for place, block in state.city.items():
        mine = block.special == "aviary" and block.destroyed and block.renown and block.renown[seat]
        if mine and (place == target or by_way_of(state, seat, place, target)):
            return place
    return ""


def _fetch(tx: Transaction, seat: int, place: str) -> None:
    renown = list(tx.state.city[place].renown)
    renown[seat] = 0
    tx.set_block(place, renown=tuple(renown))
    tx.set_turn(actions=tx.state.turn.actions + 1)
    text = T("{who} takes the Renown off The Jewelled Aviary: one action more.", who=who(tx.state, seat))
    tx.tell("aviary_passed", text, seat=seat)


def _refuse(state: State, seat: int, target: str) -> None:
    where = field_name(state, target)
    if target == state.players[seat].brigade:
        text = T("The Brigade stands there already.")
    elif target not in state.fields:
        text = T("{where}: there is no Firehouse in this corner.", where=where)
    elif closed(state, seat, target):
        text = T("{where}: another player's Brigade is in the way.", where=where)
    elif ruined(state, target) and target in _spent(state, seat, state.players[seat].brigade):
        text = T("{where} is destroyed, and a turn may not end there: this is the last action.", where=where)
    else:
        text = T("{where} is out of reach: a Brigade moves {points} blocks at most, one less for each destroyed block "
                 "it crosses, and stops where it burns.", where=where, points=reach(state, seat))  # fmt: skip
    raise IllegalMove(text, rule="actions.brigade", page=11)


# --- the Water Wagon --------------------------------------------------------------------------------------------------


def wagon_targets(state: State, seat: int) -> tuple[str, ...]:
    """Where the Wagon can go. Fire and ruins on the way do not matter; it may stand with its own Brigade."""
    taken = {place for at, one in enumerate(state.players) if at != seat for place in (one.brigade, one.wagon)}
    here = state.players[seat].wagon
    return tuple(place for place in state.fields if place != here and place not in taken and not ruined(state, place))


def move_wagon(tx: Transaction, seat: int, target: str) -> None:
    """Move the Wagon."""
    if target not in wagon_targets(tx.state, seat):
        where = field_name(tx.state, target)
        if target not in tx.state.fields:
            text = T("{where}: there is no Firehouse in this corner.", where=where)
            raise IllegalMove(text, rule="actions.wagon", page=11)
        raise IllegalMove(
            T("{where}: a Wagon goes to any block that is not destroyed and has no other player's Brigade or Wagon.",
              where=where), rule="actions.wagon", page=11)  # fmt: skip
    tx.set_player(seat, wagon=target)
    text = T("{who}: the Water Wagon moved to {where}.", who=who(tx.state, seat), where=field_name(tx.state, target))
    tx.tell("wagon_moved", text, seat=seat, to=target)
