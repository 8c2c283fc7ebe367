"""Setting the game up: a list to tick off, the tiles, who starts (rulebook p. 3, 4 and 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.api import Args, Ask, Choice, IllegalMove, Move, Offer, Pick, Prompt, T, Table, Text, all_of, verbatim
from companion.games.fire_brigade import city, house_rules, tiles
from companion.games.fire_brigade.crew.cards import CAPTAINS, HOUSES, READ_FOR, Ability, title
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import START_FIRE, Player, State, Task
from companion.games.fire_brigade.streets import CORNERS, UNIVERSITY
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import Action, GameModule, action, pick, seat_name, seat_of, tap, word

# --- the advanced game ------------------------------------------------------------------------------------------------


DEALT: Mapping[str, Mapping[str, Ability]] = {"captain": CAPTAINS, "side": HOUSES}


DEAL = "deal"


def deal(tx: Transaction, seat: int) -> bool:
    """Ask first for a player's Captain and board, if they were not told; whether they are asked."""
    player = tx.state.players[seat]
    if house_rules.rule(tx.state, "sides") != "advanced":
        return False
    lacking = tuple(Task(kind=DEAL, seat=seat, about=what) for what in DEALT if not getattr(player, what))
    tx.add_first(*lacking)
    return bool(lacking)


def prompt(state: State) -> Prompt:
    """One tap for each Captain and each board; what somebody else has is not offered."""
    seat, what = state.tasks[0].seat, state.tasks[0].about
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
    task = tx.state.tasks[0] if tx.state.tasks and tx.state.tasks[0].kind == DEAL else None
    if tx.state.phase != "setup" and (task is None or (task.seat, task.about) != (seat, what)):
        raise IllegalMove(T("The game is laid out already."))
    if seat >= len(tx.state.players) or name not in DEALT[what]:
        raise IllegalMove(T("Choose one of the answers."))
    if any(getattr(one, what) == name for at, one in enumerate(tx.state.players) if at != seat):
        raise IllegalMove(T("{name} was dealt to somebody else.", name=title(name)))
    tx.set_player(seat, **{what: name})
    text = T("{who}: {name}.", who=tx.state.players[seat].name, name=title(name))
    tx.note("dealt", text, seat=seat, what=what, name=name)
    if task is not None:
        tx.finish_task()
    for rule in READ_FOR.get(name, ()):
        house_rules.ask_reading(tx, rule)


_WHO = pick("seat", T("Who"), {seat_name(at): T("Player {number}", number=at + 1) for at in range(4)})
_WHAT = pick("what", T("What"), {"captain": T("Captain"), "side": T("Firehouse")})
_NAME = pick("name", T("Name"), {key: title(key) for deck in DEALT.values() for key in deck})
ADVANCED_MOVES: dict[str, Action[Transaction]] = {"dealt": action(told, T("Captain or board"), _WHO, _WHAT, _NAME)}


# --- the setup --------------------------------------------------------------------------------------------------------


SEATS = range(2, 5)  # (p. 3: four sets of boards; the book names no solo game)


def asked(players: int) -> tuple[Ask, ...]:
    """What is chosen before the first move."""
    return house_rules.BEFORE


def first_state(table: Table) -> State:
    """The table as it is laid out: Firehouses clockwise from the upper left corner, everybody at home, the University
    burning at 2 (p. 4 and 8). With two players the corners lie opposite each other; the book leaves that open."""
    players = tuple(
        Player(name=name, house=corner, brigade=corner, wagon=corner)
        for name, corner in zip(table.players, _CORNERS[len(table.players)], strict=True)
    )
    state = State(players=players, choices=dict(table.choices), board=dict(table.board), open_specials=True)
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
    seat = seat_of(word(args, "seat"))
    if seat >= len(tx.state.players):
        raise IllegalMove(T("Nobody sits there."))
    tx.set(first=seat, phase="start_events", turn=replace(tx.state.turn, seat=seat))
    tx.set(telling=False)
    tx.tell("starts", T("{who} starts.", who=who(tx.state, seat)), seat=seat)
    deal(tx, seat)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The list with who starts; or tile by tile, for whoever wants to tell them now."""
    if state.phase != "setup":
        return ()
    if state.telling and city.unknown(state):
        return (tiles.row_prompt(state),)
    ticks = tuple(
        Offer(move=Move("tick", {"item": item}), label=text, ticked=item in state.checked)
        for item, text in items(state).items()
    )
    all_done = len(state.checked) == len(ticks)
    offers = (*(() if all_done else ticks), *_beforehand(state), *_starters(state))
    return (
        Prompt(
            name="setup.list",
            do=T("Lay out the city and the brigades. Who was the last of you to set something on fire?"),
            offers=offers,
            more=T("That player starts; then it goes clockwise."),
            rule="setup",
        ),
    )


def _starters(state: State) -> tuple[Offer, ...]:
    return tuple(
        Offer(move=Move("start_with", {"seat": seat_name(seat)}), label=verbatim(one.name), under=T("Who starts?"))
        for seat, one in enumerate(state.players)
    )


def _beforehand(state: State) -> Iterator[Offer]:
    """What may be told before the game and need not be: it is asked when it matters."""
    note = T("It can wait: each tile is asked for when it first matters.")
    if city.unknown(state):
        yield tap("tell_tiles", T("Tell which tiles lie in the city"), note=note, rule="city")
    else:  # a map would stand above who starts
        yield city.name_offer(state)


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

MODULE: GameModule[State, Transaction] = GameModule(name="setup", moves=MOVES, tasks={DEAL: prompt}, prompts=prompts)
