"""Setting the game up: a list to tick off, the tiles, who starts (rulebook p. 3, 4 and 8)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, Ask, Choice, IllegalMove, Move, Offer, Pick, Prompt, Table
from companion.api.text import T, Text, all_of, verbatim
from companion.games.fire_brigade.city import entering
from companion.games.fire_brigade.city.streets import CORNERS, UNIVERSITY
from companion.games.fire_brigade.names import seat_name, seat_of, who
from companion.games.fire_brigade.setup import advanced, house
from companion.games.fire_brigade.state import START_FIRE, Player, State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit.modules import Action, GameModule, action, word

SEATS = range(2, 5)  # (p. 3: four sets of boards; the book names no solo game)


def asked(players: int) -> tuple[Ask, ...]:
    """What is chosen before the first move."""
    return house.ASKS


def first_state(table: Table) -> State:
    """The table as it is laid out: Firehouses clockwise from the upper left corner, everybody at home, the University
    burning at 2 (p. 4 and 8). With two players the corners lie opposite each other; the book leaves that open."""
    players = tuple(
        Player(name=name, house=corner, brigade=corner, wagon=corner)
        for name, corner in zip(table.players, _CORNERS[len(table.players)], strict=True)
    )
    state = State(players=players, choices=dict(table.choices), board=dict(table.board))
    nobody = (0,) * len(players)
    city = {
        place: replace(block, renown=nobody, fire=START_FIRE if place in UNIVERSITY else 0)
        for place, block in state.city.items()
    }
    return replace(state, city=city)


_CORNERS = {2: (CORNERS[0], CORNERS[2]), 3: CORNERS[:3], 4: CORNERS}


# --- the list ---------------------------------------------------------------------------------------------------------


def items(state: State) -> dict[str, Text]:
    """What there is to do, by short names, in the order of the book."""
    side = T("Side 1 up") if house.rule(state, "sides") == "basic" else T("Side 2 up, dealt at random")
    houses = [T("{who} at {corner}", who=one.name, corner=one.house) for one in state.players]
    return {
        "boards": T("Each player takes a Firehouse board and a Captain, {side}: Brigade, Wagon, ten Loyalty and "
                    "sixteen Renown markers, an Action card, three trackers on the first yellow circles.", side=side),
        "university": T("The four University tiles in the middle of a grid of six by six."),
        "tiles": T("Shuffle the town tiles; lay them face up around it, unlit side up, all the same way, without the "
                   "corners."),
        "houses": T("A Firehouse in each of these corners, A1 being the upper left one: {houses}. Brigade and Wagon "
                    "start there.", houses=all_of(houses)),
        "decks": T("Shuffle the crew cards: a face-down deck. Flames and water beside the board."),
        "water": T("Each player: two water on the Captain, two in the Wagon."),
        "fire": T("A flame on space two of each University block."),
        "events": T("Sort out the six event cards with yellow corners, and shuffle them."),
    }  # fmt: skip


def tick(tx: Transaction, args: Args) -> None:
    """One point of the list is done, or is not after all."""
    item = word(args, "item")
    _require_setup(tx)
    checked = tx.state.checked
    after = tuple(one for one in checked if one != item) if item in checked else (*checked, item)
    tx.set(checked=after)
    tx.note("ticked", T("Noted."), item=item)


def tick_all(tx: Transaction, args: Args) -> None:
    """Everything is laid out."""
    _require_setup(tx)
    tx.set(checked=tuple(items(tx.state)))
    tx.note("laid_out", T("The game is laid out."))


def _require_setup(tx: Transaction) -> None:
    if tx.state.phase != "setup":
        raise IllegalMove(T("The game is laid out already."))


def start_with(tx: Transaction, args: Args) -> None:
    """Who starts: the last to set something on fire (p. 8)."""
    _require_setup(tx)
    if entering.unknown(tx.state):
        raise IllegalMove(T("Say first which tiles lie in the city."))
    if advanced.missing(tx.state):
        raise IllegalMove(T("Say first which Captains and boards were dealt."))
    seat = seat_of(word(args, "seat"))
    if seat >= len(tx.state.players):
        raise IllegalMove(T("Nobody sits there."))
    tx.set(first=seat, phase="start_events", turn=replace(tx.state.turn, seat=seat))
    tx.tell("starts", T("{who} starts.", who=who(tx.state, seat)), seat=seat)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The list, then tile by tile, then who starts."""
    if state.phase != "setup":
        return ()
    if len(state.checked) < len(items(state)):
        return (_list(state),)
    if advanced.missing(state):
        return (advanced.prompt(state),)
    if entering.unknown(state):
        return (entering.prompt(state),)
    return (_who_starts(state),)


def _list(state: State) -> Prompt:
    ticks = tuple(
        Offer(move=Move("tick", {"item": item}), label=text, ticked=item in state.checked)
        for item, text in items(state).items()
    )
    done = Offer(move=Move("laid_out"), label=T("All laid out"), tone="usual")
    return Prompt(name="setup.list", do=T("Lay out the city and the brigades."), offers=(done, *ticks), rule="setup")


def _who_starts(state: State) -> Prompt:
    offers = tuple(
        Offer(move=Move("start_with", {"seat": seat_name(seat)}), label=verbatim(one.name))
        for seat, one in enumerate(state.players)
    )
    return Prompt(
        name="setup.start",
        do=T("Who was the last of you to set something on fire?"),
        offers=(*offers, entering.name_offer(state)),
        more=T("That player starts; then it goes clockwise."),
        rule="setup.start",
    )


ITEMS = ("boards", "university", "tiles", "houses", "decks", "water", "fire", "events")
_ITEM = Pick(
    name="item", label=T("Point of the list"), choices=tuple(Choice(value=i, label=verbatim(i)) for i in ITEMS)
)
_SEAT = Pick(
    name="seat",
    label=T("Who"),
    choices=tuple(Choice(value=seat_name(at), label=T("Player {number}", number=at + 1)) for at in range(4)),
)

MOVES: dict[str, Action[Transaction]] = {
    "tick": action(tick, T("A point of the setup"), _ITEM),
    "laid_out": action(tick_all, T("All laid out")),
    "start_with": action(start_with, T("Who starts"), _SEAT),
    **entering.MOVES,
    **advanced.MOVES,
}

MODULE: GameModule[State, Transaction] = GameModule(name="setup", moves=MOVES, prompts=prompts)
