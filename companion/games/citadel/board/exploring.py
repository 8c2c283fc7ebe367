"""Resolving Exploration cards and opening the spaces that they hide (p. 21)."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.board import geometry, placing
from companion.games.citadel.board.sketch import EVENT, EXPLORATION, Attached, Space, space_at, space_name
from companion.games.citadel.board.words import number_of
from companion.games.citadel.cards import moving, taking
from companion.games.citadel.state import State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Transaction, require_effects, require_free
from companion.toolkit.modules import word

# What becomes of an Exploration card that is resolved (p. 17, 21).
BECOMES = words("becomes")
TURNED = "board.turned"
AWAY = words("event_ends")


def to_resolve(state: State) -> tuple[Space, ...]:
    """The Exploration cards on the Board, those beside somebody's figure first."""
    here = {hero.place for hero in state.awake}
    cards = [space for space in state.sketch.spaces if space.kind == EXPLORATION]
    near = {space.name for space in cards if _beside(state, space) & here}
    return tuple(sorted(cards, key=lambda space: space.name not in near))


def _beside(state: State, space: Space) -> set[str]:
    around = geometry.points_home(state.sketch, space.x, space.y)
    event = Space(x=space.x, y=space.y, kind=EVENT, points=around)
    return {one.key for one in geometry.pointed_to(state.sketch, event)}


def standing_beside(state: State, x: int, y: int, explorer: str = "") -> str:
    """The Terrain card with an arrow to this space from where it is explored: the one on which the explorer stands,
    else the only one with figures on it; empty where there is none, or several."""
    arrows = {terrain.key for terrain, _ in geometry.pointing(state.sketch, x, y)}
    if explorer and state.hero(explorer).place in arrows:
        return state.hero(explorer).place
    found = {hero.place for hero in state.awake} & arrows
    return found.pop() if len(found) == 1 else ""


def beside_it(state: State, x: int, y: int, number: str = "") -> tuple[str, ...]:
    """The seats of those whose figures stand on a Terrain card with an arrow to a space; with this number, if any."""
    arrows = geometry.pointing(state.sketch, x, y)
    terrains = {terrain.key for terrain, arrow in arrows if number in ("", arrow.number)}
    return tuple(hero.seat for hero in state.awake if hero.place in terrains)


def explorers(state: State) -> tuple[str, ...]:
    """Who may have resolved an Exploration card: whoever stands beside one. Figures that are not on the sketch may
    stand there, too."""
    cards = (space for space in state.sketch.spaces if space.kind == EXPLORATION)
    near = {seat for space in cards for seat in beside_it(state, space.x, space.y)}
    return tuple(hero.seat for hero in state.awake if hero.seat in near or not hero.place)


def explore(tx: Transaction, args: Args) -> None:
    """An Exploration card was turned over and resolved, as far as it goes. That took an action (p. 21), so whoever did
    it was the active player."""
    if tx.state.tasks and tx.state.tasks[0].kind == TURNED:
        explorer = tx.finish_task(TURNED).seat
        space = _card_at(tx.state, word(args, "space"))
    else:
        require_free(tx.state)
        space = _card_at(tx.state, word(args, "space"))
        explorer = _explorer(tx.state, space, word(args, "by"))
        if explorer:
            tx.acted(explorer)
    became = word(args, "became")
    if became == "stays":
        _stay(tx, space, explorer)
        return
    _away(tx, space.key, became, word(args, "seat"))
    placing.drop(tx, space.key)
    open_space(tx, space.x, space.y, explorer)


def _card_at(state: State, name: str) -> Space:
    space = state.sketch.at(*_read_space(name))
    if space is None or space.kind != EXPLORATION:
        raise IllegalMove(T("No Exploration card lies there."), rule="exploring", page=21)
    return space


def _explorer(state: State, space: Space, said: str) -> str:
    """Who resolved the card: whoever was named, else the only one who stands beside it; empty where nobody can tell."""
    near = beside_it(state, space.x, space.y)
    if not said:
        return near[0] if len(near) == 1 else ""
    hero = next((hero for hero in state.awake if hero.seat == said), None)
    if hero is None or (hero.place and near and said not in near):
        name = hero.name if hero is not None else said
        raise IllegalMove(T("{name}: your figure is not there.", name=name), rule="exploring", page=21)
    return said


def not_turned(tx: Transaction, args: Args) -> None:
    """The action did not turn the Exploration card over."""
    tx.finish_task(TURNED)


def follow(tx: Transaction) -> None:
    """An action on the back of an Exploration card succeeded: when it is over, the card is resolved (p. 21). An action
    on its front leads back to it."""
    _open_what_was_hidden(tx)
    state, action = tx.state, tx.state.action
    if action is not None:
        space = state.sketch.holding(action.card)
        success = action.outcome == "success" or action.source == "temporary"
        if space is not None and space.kind == EXPLORATION and success and state.sketch.turned != space.key:
            placing.write(tx, turned=space.key)
    elif state.sketch.turned and not state.tasks:
        space = state.sketch.holding(state.sketch.turned)
        placing.write(tx, turned="")
        if space is not None and space.kind == EXPLORATION:
            tx.add_first(Task(kind=TURNED, seat=taking.active_seat(tx.state), card=space.key))


def _open_what_was_hidden(tx: Transaction) -> None:
    """A Permanent event that hid a Terrain card has left the Board, whatever took it away: the space is opened as soon
    as nothing else presses (p. 21)."""
    while tx.state.tasks and tx.state.tasks[0].kind == placing.OPEN:
        x, y = space_at(tx.finish_task(placing.OPEN).about)
        if tx.state.sketch.at(x, y) is None and geometry.pointing(tx.state.sketch, x, y):
            open_space(tx, x, y)


def _read_space(name: str) -> tuple[int, int]:
    try:
        return space_at(name)
    except ValueError:
        raise IllegalMove(T("No Exploration card lies there."), rule="exploring", page=21) from None


def _away(tx: Transaction, key: str, became: str, seat: str = "") -> None:
    if became == "kept":
        moving.change(tx, key, kind="purse")
        moving.keep(tx, key, seat)
    elif became in ("quest", "global"):
        moving.change(tx, key, kind=became)
        moving.to_common(tx, key, became)
    elif became == "deck":
        moving.return_(tx, key)
    elif became == "banished":
        moving.banish(tx, key)
    else:
        moving.discard(tx, key)


def _stay(tx: Transaction, space: Space, explorer: str) -> None:
    """A Permanent event: it stays where it lies, and hides the Terrain until it is resolved (p. 21)."""
    moving.change(tx, space.key, kind="permanent")
    sides = geometry.points_home(tx.state.sketch, space.x, space.y)
    standing = standing_beside(tx.state, space.x, space.y, explorer)
    arrows = {terrain.key for terrain, _ in geometry.pointing(tx.state.sketch, space.x, space.y)}
    event = placing.change_space(tx, space, kind=EVENT, points=sides, hides=True)
    terrains = [one.key for one in geometry.pointed_to(tx.state.sketch, event)]
    to = next((key for key in (standing, *terrains) if key in arrows), None) or standing or terrains[0]
    placing.write(tx, attached=(*tx.state.sketch.attached, Attached(key=space.key, to=to)))
    text = T("Exploration card {area} stays as a Permanent event, attached to {terrain}.", area=space.area,
             terrain=number_of(tx.state, to))  # fmt: skip
    tx.tell("exploration_stays", text, card=space.key, to=to)


def event_over(tx: Transaction, args: Args) -> None:
    """A Permanent event is resolved; where it lay instead of an Exploration card, the space is opened now (p. 21)."""
    require_effects(tx.state)
    key = word(args, "event")
    if key not in {one.key for one in tx.state.sketch.attached}:
        raise IllegalMove(T("That Permanent event is not on the Board."), rule="events.permanent", page=17)
    space = tx.state.sketch.holding(key)
    _away(tx, key, word(args, "how"))
    placing.drop(tx, key)
    if space is not None and space.hides:
        open_space(tx, space.x, space.y)


def open_space(tx: Transaction, x: int, y: int, explorer: str = "") -> None:
    """The space is open: the card whose number stands at the arrow is taken and placed there (p. 21)."""
    numbers = geometry.numbers_at(tx.state.sketch, x, y, standing_beside(tx.state, x, y, explorer))
    at = space_name(x, y)
    if not numbers:
        tx.tell("space_open", T("That space is open. No arrow gives a card for it."), x=x, y=y)
        return
    if len(numbers) > 1:
        tx.add_first(Task(kind="board.which", about=at))
        return
    fetch(tx, at, numbers[0])


def fetch(tx: Transaction, at: str, number: str) -> None:
    """That number is taken for the open space."""
    placing.write(tx, opening=at, number=number)
    tx.tell("space_open", T("The space is open: take card {number} and place it there.", number=number), card=number)
    taking.take(tx, number, _who_opens(tx.state, at, number))


def _who_opens(state: State, at: str, number: str) -> str:
    """Who takes the card for an open space: the active player (p. 21), unless only others can have opened it, because
    they alone stand at an arrow with its number; of these the next one clockwise."""
    active, near = taking.active_seat(state), beside_it(state, *space_at(at), number)
    return next((seat for seat in taking.clockwise(state, active) if seat in near), active)


def area_ran_out(tx: Transaction, args: Args) -> None:
    """An Exploration card could not be put: none of its area is left, so the Past is returned first (p. 21)."""
    tx.tell("area_empty", T("No Exploration card {area} is left.", area=word(args, "area")), area=word(args, "area"))
    moving.return_past(tx)
