"""The Captains' special actions, advanced game: an action each, once a turn (rulebook p. 3 and the card texts)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Args, Ask, IllegalMove, Move, Offer, Pick, T, verbatim
from companion.games.fire_brigade import water
from companion.games.fire_brigade.crew import cards, triggers
from companion.games.fire_brigade.crew.cards import CAPTAINS, CREW
from companion.games.fire_brigade.fire.flames import open_steps
from companion.games.fire_brigade.names import TRACK_NAMES, field_name, pick_field, who
from companion.games.fire_brigade.state import DESTROYED, TRACKS, Crew, State
from companion.games.fire_brigade.streets import BLOCKS
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import extinguishing, recruiting, renown, upgrading
from companion.games.fire_brigade.turns.actions import pay, require_action
from companion.toolkit import Action, action, pick, word

CAPTAIN = "captain"  # in Turn.done
SENT_FIRE = 1  # what Gloria's Wagon puts out


def _act(tx: Transaction, name: str) -> int:
    """Pay for the action; whose it is."""
    state = tx.state
    seat = require_action(state)
    if not cards.has(state, seat, name):
        raise IllegalMove(T("Your Captain has no such action."), rule="captains", page=3)
    if CAPTAIN in state.turn.done:
        raise IllegalMove(T("The Captain's special action can be taken only once in a turn."), rule="captains", page=3)
    pay(tx)
    tx.set_turn(done=(*tx.state.turn.done, CAPTAIN))
    text = T("{who}: {name} acts.", who=who(state, seat), name=CAPTAINS[name].name)
    tx.tell("captain_acted", text, seat=seat, captain=name)
    return seat


def gloria_targets(state: State, seat: int) -> tuple[str, ...]:
    """Blocks with a fire of one where nobody is; it takes a water of the Wagon as every extinguishing does (p. 11)."""
    if not state.players[seat].wagon_water:
        return ()
    return tuple(one for one, block in state.city.items() if block.fire == SENT_FIRE and not state.guards(one))


def gloria(tx: Transaction, args: Args) -> None:
    """The Wagon goes there and puts the fire out."""
    place = word(args, "field")
    if place not in gloria_targets(tx.state, tx.state.turn.seat):
        raise IllegalMove(T("Choose a block with a fire of one where nobody is; the Wagon needs water."),
                          rule="captains")  # fmt: skip
    seat = _act(tx, "gloria")
    tx.set_player(seat, wagon=place)
    text = T("{who}: the Water Wagon moved to {where}.", who=who(tx.state, seat),
             where=field_name(tx.state, place))  # fmt: skip
    tx.tell("wagon_moved", text, seat=seat, to=place)
    water.spend(tx, seat, 1, wagon=1)
    extinguishing.lower(tx, seat, place, extinguishing.needed(tx.state, seat, place))


def swappable(state: State) -> tuple[str, ...]:
    """Blocks that stand; one on the Destroyed space stays there (p. 5)."""
    return tuple(one for one, block in state.city.items() if not block.destroyed and block.fire < DESTROYED)


def blitz(tx: Transaction, args: Args) -> None:
    """Two neighbours swap their intensities. The card's word for them is garbled, so any two that stand will do."""
    first, second = word(args, "first"), word(args, "second")
    fits = swappable(tx.state)
    if second not in cards.neighbours(tx.state, first) or first not in fits or second not in fits:
        raise IllegalMove(T("Choose two neighbours that stand."), rule="captains")
    _act(tx, "blitz")
    open_steps(tx)
    one, other = tx.state.city[first].fire, tx.state.city[second].fire
    tx.set_block(first, fire=other)
    tx.set_block(second, fire=one)
    text = T("{first} burns with {n} now, {second} with {m}.", first=field_name(tx.state, first), n=other,
             second=field_name(tx.state, second), m=one)  # fmt: skip
    tx.tell("swapped", text, first=first, second=second)


def frith(tx: Transaction, args: Args) -> None:
    """A crew member comes out of another crew, with the water on the card; one own Renown goes."""
    state = tx.state
    name, leaves, place = word(args, "name"), word(args, "leaves"), word(args, "field")
    one = next((one for at, one in _others(state) if one.name == name), None)
    if one is None:
        raise IllegalMove(T("{name} is in no other crew.", name=CREW[name].name), rule="captains")
    recruiting.make_room(state, state.turn.seat, leaves)
    seat = _act(tx, "frith")
    renown.take_back(tx, seat, place)
    for other, player in enumerate(tx.state.players):
        if other != seat:
            tx.set_player(other, crew=tuple(c for c in player.crew if c.name != name))
    recruiting.join(tx, seat, one, leaves, water=one.water)


def _others(state: State) -> Iterator[tuple[int, Crew]]:
    for at, player in enumerate(state.players):
        if at != state.turn.seat:
            yield from ((at, one) for one in player.crew)


def glint(tx: Transaction, args: Args) -> None:
    """One more Upgrade; one own Renown goes."""
    seat = _act(tx, "glint")
    renown.take_back(tx, seat, word(args, "field"))
    upgrading.raise_track(tx, seat, word(args, "track"))


def bernhardt(tx: Transaction, args: Args) -> None:
    """Event cards do nothing to the own loyal blocks until the own next turn."""
    seat = _act(tx, "bernhardt")
    tx.set_player(seat, sheltered=True)


def white_fang(tx: Transaction, args: Args) -> None:
    """Dusk: turned over, all water refilled, the crew discarded. Dawn: turned back."""
    seat = _act(tx, "white_fang")
    if tx.state.players[seat].turned:
        tx.set_player(seat, turned=False)
        tx.tell("turned", T("{who}: White Fang is human again.", who=who(tx.state, seat)), seat=seat)
        return
    tx.set_player(seat, turned=True, crew=())
    tx.tell("turned", T("{who}: White Fang is a werewolf, the crew is discarded.", who=who(tx.state, seat)),
               seat=seat)  # fmt: skip
    water.refill_brigade(tx, seat)
    water.refill_wagon(tx, seat)
    triggers.refilled(tx, seat)


def galeela(tx: Transaction, args: Args) -> None:
    """Her token goes onto a crew card in play."""
    name = word(args, "name")
    if not recruiting.in_play(tx.state, name):
        raise IllegalMove(T("{name} is in no crew.", name=CREW[name].name), rule="captains")
    seat = _act(tx, "galeela")
    tx.set_player(seat, mimic=name)
    text = T("{who}: Galeela has the ability of {name}.", who=who(tx.state, seat), name=CREW[name].name)
    tx.tell("mimic", text, seat=seat, crew=name)


# --- what is offered --------------------------------------------------------------------------------------------------


def offers(state: State, seat: int) -> Iterator[Offer]:
    """The special action of the active Captain, if it can be taken now."""
    name = state.players[seat].captain
    if name not in _ASKS or CAPTAIN in state.turn.done or not cards.has(state, seat, name):
        return
    asks = _ASKS[name](state, seat)
    if asks is not None:
        yield Offer(move=Move(f"captain_{name}"), label=verbatim(CAPTAINS[name].name), asks=asks,
                    note=CAPTAINS[name].words, rule="captains.list")  # fmt: skip


def _renown(state: State, seat: int) -> Pick:
    return pick_field(state, "field", T("Which Renown goes"), renown.own(state, seat))


def _gloria_asks(state: State, seat: int) -> tuple[Ask, ...] | None:
    fields = gloria_targets(state, seat)
    return (pick_field(state, "field", T("Where to"), fields),) if fields else None


def _blitz_asks(state: State, seat: int) -> tuple[Ask, ...] | None:
    fields = swappable(state)
    return (
        pick_field(state, "first", T("One block"), fields),
        pick_field(state, "second", T("Its neighbour"), fields),
    )


def _frith_asks(state: State, seat: int) -> tuple[Ask, ...] | None:
    names = {one.name: verbatim(CREW[one.name].name) for _, one in _others(state)}
    if not names or not renown.own(state, seat) or not recruiting.may(state, seat):
        return None
    return (pick("name", T("Whom"), names), recruiting.leaving(state, seat), _renown(state, seat))


def _glint_asks(state: State, seat: int) -> tuple[Ask, ...] | None:
    tracks = {one: TRACK_NAMES[one] for one in TRACKS if not upgrading.complete(state, seat, one)}
    if not tracks or not renown.own(state, seat):
        return None
    return (pick("track", T("Track"), tracks), _renown(state, seat))


def _galeela_asks(state: State, seat: int) -> tuple[Ask, ...] | None:
    names = {one.name: verbatim(CREW[one.name].name) for player in state.players for one in player.crew}
    return (pick("name", T("Whose ability"), names),) if names else None


_ASKS: Mapping[str, Callable[[State, int], tuple[Ask, ...] | None]] = {
    "gloria": _gloria_asks,
    "blitz": _blitz_asks,
    "frith": _frith_asks,
    "glint": _glint_asks,
    "bernhardt": lambda state, seat: (),
    "white_fang": lambda state, seat: (),
    "galeela": _galeela_asks,
}

_FIELDS = {place: verbatim(place) for place in BLOCKS}
_FIELD = pick("field", T("Field"), _FIELDS)
_ACTIONS: dict[str, tuple[Callable[[Transaction, Args], None], tuple[Ask, ...]]] = {
    "gloria": (gloria, (_FIELD,)),
    "blitz": (blitz, (pick("first", T("One block"), _FIELDS), pick("second", T("Its neighbour"), _FIELDS))),
    "frith": (frith, (recruiting.NAME, recruiting.LEAVES, _FIELD)),
    "glint": (glint, (pick("track", T("Track"), TRACK_NAMES), _FIELD)),
    "bernhardt": (bernhardt, ()),
    "white_fang": (white_fang, ()),
    "galeela": (galeela, (recruiting.NAME,)),
}
MOVES: dict[str, Action[Transaction]] = {
    f"captain_{name}": action(write, verbatim(CAPTAINS[name].name), *asks) for name, (write, asks) in _ACTIONS.items()
}
