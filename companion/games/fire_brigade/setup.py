"""Setting the game up: a list to tick off, the tiles, who starts (rulebook p. 3, 4 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api import Args, Ask, Choice, IllegalMove, Move, Offer, Pick, Prompt, T, Table, Text, all_of, verbatim
from companion.games.fire_brigade import city, house_rules
from companion.games.fire_brigade.crew.cards import CAPTAINS, HOUSES, Ability, title
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import START_FIRE, Player, State
from companion.games.fire_brigade.streets import CORNERS, UNIVERSITY
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import Action, GameModule, action, pick, seat_name, seat_of, tap, word

# --- the advanced game ------------------------------------------------------------------------------------------------


DEALT: Mapping[str, Mapping[str, Ability]] = {"captain": CAPTAINS, "side": HOUSES}


def missing(state: State) -> tuple[int, str] | None:
    """The first seat whose Captain or board was not told, and which of them."""
    if house_rules.rule(state, "sides") != "advanced":
        return None
    for seat, player in enumerate(state.players):
        for what in DEALT:
            if not getattr(player, what):
                return seat, what
    return None


def prompt(state: State) -> Prompt:
    """One tap for each Captain and each board; what somebody else has is not offered."""
    seat, what = missing(state) or (0, "captain")
    name = state.players[seat].name
    taken = {getattr(one, what) for one in state.players}
    offers = tuple(
        tap("dealt", title(key), note=one.words, seat=seat_name(seat), what=what, name=key)
        for key, one in DEALT[what].items()
        if key not in taken
    )
    questions = {"captain": T("{who}, who is your Captain?", who=name),
                 "side": T("{who}, which Firehouse board is yours?", who=name)}  # fmt: skip
    return Prompt(name="setup.dealt", do=questions[what], offers=offers, seat=seat, rule="captains")


def told(tx: Transaction, args: Args) -> None:
    """A Captain or a board was dealt to somebody."""
    seat, what, name = seat_of(word(args, "seat")), word(args, "what"), word(args, "name")
    if tx.state.phase != "setup":
        raise IllegalMove(T("The game is laid out already."))
    if seat >= len(tx.state.players) or name not in DEALT[what]:
        raise IllegalMove(T("Choose one of the answers."))
    if any(getattr(one, what) == name for at, one in enumerate(tx.state.players) if at != seat):
        raise IllegalMove(T("{name} was dealt to somebody else.", name=title(name)))
    tx.set_player(seat, **{what: name})
    text = T("{who}: {name}.", who=tx.state.players[seat].name, name=title(name))
    tx.note("dealt", text, seat=seat, what=what, name=name)


_WHO = pick("seat", T("Who"), {seat_name(at): T("Player {number}", number=at + 1) for at in range(4)})
_WHAT = pick("what", T("What"), {"captain": T("Captain"), "side": T("Firehouse")})
_NAME = pick("name", T("Name"), {key: title(key) for deck in DEALT.values() for key in deck})
ADVANCED_MOVES: dict[str, Action[Transaction]] = {"dealt": action(told, T("Captain or board"), _WHO, _WHAT, _NAME)}


# --- the setup --------------------------------------------------------------------------------------------------------


SEATS = range(2, 5)  # (p. 3: four sets of boards; the book names no solo game)


def asked(players: int) -> tuple[Ask, ...]:
    """What is chosen before the first move."""
    return house_rules.ASKS


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
    side = T("Side 1 up") if house_rules.rule(state, "sides") == "basic" else T("Side 2 up, dealt at random")
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
    if city.unknown(tx.state):
        raise IllegalMove(T("Say first which tiles lie in the city."))
    if missing(tx.state):
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
    if missing(state):
        return (prompt(state),)
    if city.unknown(state):
        return (city.prompt(state),)
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
        offers=(*offers, city.name_offer(state)),
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
    **city.MOVES,
    **ADVANCED_MOVES,
}

MODULE: GameModule[State, Transaction] = GameModule(name="setup", moves=MOVES, prompts=prompts)
