"""The fire: intensities, gusts of wind, blocks that are lost (rulebook p. 8 to 10)."""

from __future__ import annotations

from companion.api import T, Text, Urgency
from companion.games.fire_brigade.names import DIRECTION_NAMES, field_name, who
from companion.games.fire_brigade.state import DESTROYED, FireStep, State
from companion.games.fire_brigade.streets import DIRECTIONS, at, step
from companion.games.fire_brigade.transaction import Transaction


def open_steps(tx: Transaction) -> None:
    """From now on what happens to the fire is told step by step, instead of what was told before."""
    fires = {place: block.fire for place, block in tx.first.city.items() if block.fire}
    tx.set(before=fires, steps=())
    tx.opened = True


def show(tx: Transaction, step: FireStep) -> None:
    """One more step of this move to look at on the map; what earlier moves did has been looked at."""
    if not tx.opened:
        open_steps(tx)
    tx.set(steps=(*tx.state.steps, step))


def guarded(state: State, place: str) -> bool:
    """Whether a Brigade or a Wagon keeps the fire of a block from growing by event cards (p. 9)."""
    return bool(state.guards(place))


def sheltered(state: State, place: str) -> bool:
    """Whether Bernhardt Blaze keeps event cards from a block that is loyal to his player (card text)."""
    loyal = state.city[place].loyal
    return loyal >= 0 and state.players[loyal].sheltered


def kindle(
    tx: Transaction,
    place: str,
    by: int = 1,
    *,
    event: bool,
    guard: bool | None = None,
    source: str = "",
    kind: str = "grow",
) -> int:
    """Raise the intensity of a block (p. 5); how much it rose.

    A destroyed block, a Firehouse and a place beyond the city are passed over; with `event`, so is a sheltered block,
    and with `guard` (as `event`, if not said) one where a Brigade or a Wagon is.
    """
    block = tx.state.city.get(place)
    if block is None or block.destroyed or block.fire >= DESTROYED:
        return 0
    if event and sheltered(tx.state, place):
        text = T("{where}: Bernhardt Blaze keeps the fire off.", where=field_name(tx.state, place))
        _held(tx, place, source, text)
        return 0
    if (event if guard is None else guard) and guarded(tx.state, place):
        text = T("{where}: a Brigade or a Wagon held the fire back.", where=field_name(tx.state, place))
        _held(tx, place, source, text)
        return 0
    fire = min(block.fire + by, DESTROYED)
    tx.set_block(place, fire=fire)
    show(tx, FireStep(name=kind, target=place, source=source, fire=fire))
    _tell(tx, place, block.fire, fire)
    return fire - block.fire


def dampen(tx: Transaction, place: str, by: int, *, told: bool = True) -> int:
    """Lower the intensity of a block; how much it fell. A block about to be destroyed stays so (p. 5). What a player
    has just put out is not `told` on the map: its step has no source."""
    block = tx.state.city.get(place)
    if block is None or not 0 < block.fire < DESTROYED:
        return 0
    fire = max(block.fire - by, 0)
    tx.set_block(place, fire=fire)
    if told:
        show(tx, FireStep(name="shrink", target=place, source=place, fire=fire))
    else:
        tx.set(steps=(*tx.state.steps, FireStep(name="shrink", target=place, fire=fire)))
    where = field_name(tx.state, place)
    if fire:
        tx.tell("fire_fell", T("{where}: the fire fell to {fire}.", where=where, fire=fire), field=place, fire=fire)
    else:
        tx.tell("fire_out", T("{where}: the fire is out.", where=where), field=place)
    return block.fire - fire


def _held(tx: Transaction, place: str, source: str, text: Text) -> None:
    fire = tx.state.city[place].fire
    show(tx, FireStep(name="held", target=place, source=source, fire=fire))
    tx.tell("fire_held", text, field=place)


def _tell(tx: Transaction, place: str, before: int, fire: int) -> None:
    where = field_name(tx.state, place)
    tx.tell("fire_rose" if before else "fire_broke_out", _words(where, before, fire), field=place, fire=fire)


def _words(where: Text, before: int, fire: int) -> Text:
    if before:
        return T("{where}: the fire rose to {fire}.", where=where, fire=fire)
    return T("{where}: fire broke out, intensity {fire}.", where=where, fire=fire)


# --- gusts of wind ----------------------------------------------------------------------------------------------------


def order(state: State, direction: str) -> tuple[str, ...]:
    """The burning blocks in the order in which they spread: from the side that the wind blows to (p. 7), so that a fire
    which the gust has lit is not spread once more."""
    x, y = DIRECTIONS[direction]
    return tuple(sorted(state.fires, key=lambda place: (-(at(place)[0] * x + at(place)[1] * y), place)))


def gust(tx: Transaction, direction: str) -> None:
    """Every burning block makes the next block in the wind's direction burn one higher (p. 7)."""
    burning = order(tx.state, direction)
    text = T("The wind blew to the {direction}.", direction=DIRECTION_NAMES[direction])
    tx.tell("gust", text, direction=direction, blocks=len(burning))
    for place in burning:
        target = step(place, DIRECTIONS[direction])
        if target is None or target not in tx.state.city:
            show(tx, FireStep(name="edge", target=place, fire=tx.state.city[place].fire))
        elif tx.state.city[target].destroyed:
            show(tx, FireStep(name="ash", target=target, source=place))
        else:
            kindle(tx, target, event=True, source=place, kind="spread")


# --- lost blocks ------------------------------------------------------------------------------------------------------


def lost(state: State) -> tuple[str, ...]:
    """The blocks whose fire has reached the Destroyed space in this phase."""
    return tuple(place for place, block in state.city.items() if block.fire >= DESTROYED and not block.destroyed)


def raze(tx: Transaction) -> tuple[str, ...]:
    """Turn every lost block to its burnt side; the fields that were turned.

    Renown and Loyalty on it go back to their players, Brigades and Wagons to their Firehouses. The book names the
    Brigades only; a Wagon is a player's token too, and all of those are removed.
    """
    turned, nobody = lost(tx.state), (0,) * len(tx.state.players)
    for place in turned:
        _send_home(tx, place)
        tx.set_block(place, fire=0, destroyed=True, renown=nobody, loyal=-1, stolen=False)
        show(tx, FireStep(name="raze", target=place))
        text = T("{where} is destroyed.", where=field_name(tx.state, place))
        tx.tell("destroyed", text, Urgency.URGENT, field=place, destroyed=len(tx.state.destroyed))
        order = T("{where}: turn the tile over, flame and markers off", where=field_name(tx.state, place))
        tx.todo(order, "ruins", on_map=True)
    return turned


def _send_home(tx: Transaction, place: str) -> None:
    for seat, player in enumerate(tx.state.players):
        name = who(tx.state, seat)
        if player.brigade == place:
            tx.set_player(seat, brigade=player.house)
            text = T("{who}: the Brigade goes back to its Firehouse.", who=name)
            tx.tell("brigade_sent_home", text, seat=seat)
            tx.todo(T("{who}: Brigade back to {house}", who=name, house=player.house), "brigade")
        if player.wagon == place:
            tx.set_player(seat, wagon=player.house)
            text = T("{who}: the Water Wagon goes back to the Firehouse.", who=name)
            tx.tell("wagon_sent_home", text, seat=seat)
            tx.todo(T("{who}: Water Wagon back to {house}", who=name, house=player.house), "wagon")
