"""Setting the game up (rulebook p. 6 and 7, alone p. 25)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from companion.api import Args, Ask, Chance, Choice, IllegalMove, Move, Offer, Pick, Prompt, T, Table, Text, Words
from companion.games.turris.names import BEAST_NAMES, who
from companion.games.turris.state import BEASTS, SPOTS, START_ICHOR, Beast, Player, State
from companion.games.turris.transaction import Transaction, require_phase
from companion.toolkit import Action, GameModule, action, seat_name, seat_of, word

# --- what there is to do before the first round, in the order of the rulebook (p. 6, 7) -------------------------------


TRIONFI, MISSIONS = 6, 5  # face up (p. 6)


def items(state: State) -> dict[str, Text]:
    """What there is to do, by short names; alone a few things differ (p. 25)."""
    found = {name: item(state) for name, item in _ITEMS.items()}
    return {**_alone(), **found} if state.solo else found


def _alone() -> dict[str, Text]:
    return {
        "out": T("Leave out the Excavation Site Stall and the Mission Preferential Treatment."),
        "movement": T("Shuffle the Beast Movement cards: a deck beside the board."),
        "betrayers": T("A marker of another color onto space 0 of the Prestige track, for the Betrayers, and two of "
                       "its Scouts: onto Location 1 and Location 10."),
    }  # fmt: skip


def _sites_item(state: State) -> Text:
    count = len(state.players)
    if count == 1:
        return T("Shuffle the Excavation Sites and lay one onto spot A; the others face down beside the board.")
    return T(
        "Shuffle the Excavation Sites and lay {count} onto the spots from A to {last}; the others face down beside the "
        "board.",
        count=count,
        last=SPOTS[count - 1].upper(),
    )


def _beasts_item(state: State) -> Text:
    if state.choices.get("beasts") == "random":
        return T("The four Beasts onto A, B, C and D at random: draw for it, or let it be drawn with “All set up”.")
    return T("The Beasts: Pain onto A, Delusion onto B, Despair onto C, Harrow onto D.")


def _markers_item(state: State) -> Text:
    if state.solo:
        return T("Your markers: space 0 of the Prestige track, the leftmost spot of the Council track, space 0 of the "
                 "Tower track.")  # fmt: skip
    return T("A marker of each player onto space 0 of the Prestige track, the leftmost spot of the Council track and "
             "space 0 of the Tower track.")  # fmt: skip


_ITEMS: dict[str, Callable[[State], Text]] = {
    "board": lambda _: T("Lay out the Main Board."),
    "sites": _sites_item,
    "beasts": _beasts_item,
    "trionfi": lambda _: T("Shuffle the Trionfi cards, {count} face up onto their slots; the rest face down.",
                           count=TRIONFI),
    "altar": lambda _: T("The Altar token onto the space without effect; the Beast Speed token under the Harrow, "
                         "“no effect” side up."),
    "missions": lambda _: T("Shuffle the Mission cards; {count} face up beside the deck.", count=MISSIONS),
    "tactics": lambda _: T("Shuffle the Tactics cards: a deck beside the board."),
    "supply": lambda _: T("Resources, Artifacts, the Fruit token and the Future First Player card beside the board."),
    "markers": _markers_item,
    "scouts": lambda _: T("Each player takes four Scouts and {count} Ichor.", count=START_ICHOR),
    "hands": lambda _: T("Each player draws a Tactics card, the first player first."),
}  # fmt: skip


# --- the setup --------------------------------------------------------------------------------------------------------


SEATS = range(1, 5)  # (p. 2, 25)
RANDOM = "random"  # where the Beasts start, chosen beforehand in evenings of an earlier version


def asked(players: int) -> tuple[Ask, ...]:
    """Nothing is chosen before the first move: how unclear rules are read is asked when it first matters, and where the
    Beasts start is said with the setup."""
    return ()


def first_state(table: Table) -> State:
    """The table as it is laid out: Beasts on A to D in their order, 4 Scouts and 3 Ichor each (p. 6)."""
    return State(
        players=tuple(Player(name=name) for name in table.players),
        choices=dict(table.choices),
        board=dict(table.board),
        beasts=_beasts(BEASTS),
        sites=dict.fromkeys(SPOTS[: len(table.players)], ""),
        fast="harrow",
    )


def _beasts(by_spot: tuple[str, ...]) -> tuple[Beast, ...]:
    """The Beasts in their order, each on its spot."""
    at = dict(zip(by_spot, SPOTS, strict=True))
    return tuple(Beast(name=name, at=at[name]) for name in BEASTS)


# --- moves ------------------------------------------------------------------------------------------------------------


def tick(tx: Transaction, args: Args) -> None:
    """An item of the list is done, or is not after all."""
    require_phase(tx.state, "setup")
    item, ticked = word(args, "item"), tx.state.ticked
    if item not in items(tx.state):
        raise IllegalMove(T("That is not on the list."), rule="setup", page=6)
    tx.set(ticked=tuple(one for one in ticked if one != item) if item in ticked else (*ticked, item))


def set_up(tx: Transaction, args: Args) -> None:
    """All is laid out; the first round begins with whoever was drawn (p. 7)."""
    require_phase(tx.state, "setup")
    first = seat_of(word(args, "first"))
    if first >= len(tx.state.players):
        raise IllegalMove(T("Nobody sits there."), rule="setup", page=7)
    names = tuple(word(args, "beasts").split())
    if names != BEASTS or tx.state.choices.get("beasts") == RANDOM:
        tx.set(beasts=_beasts(names))
        tx.tell("beasts_placed", T("The Beasts: {order}.", order=_order(names)), order=" ".join(names))
        tx.todo(T("The Beasts: {order}", order=_order(names)), icon="beasts")
    for seat in range(len(tx.state.players)):
        tx.set_player(seat, tactics=1)
    tx.set(phase="turns", step="", first=first, turn=first, ticked=())
    text = T("{player} has the First Player token.", player=who(tx.state, first))
    tx.tell("first_player", text, seat=first + 1)
    if not tx.state.solo:
        tx.todo(T("{player}: take the First Player token", player=who(tx.state, first)), icon="first")


# --- the prompt -------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """The list to tick off, and one tap for all of it."""
    if state.phase != "setup":
        return ()
    ticks = tuple(Offer(move=Move("tick", {"item": name}), label=label, ticked=name in state.ticked)
                  for name, label in items(state).items())  # fmt: skip
    prompt = Prompt(
        name="setup",
        do=T("Set the game up."),
        more=T(
            "Tick it off as you go, or tap “All set up”. Then it is drawn who begins, unless you have drawn already."
        ),
        offers=(_all_done(state), *ticks, *_drawn(state), *_variant(state)),
        rule="setup",
    )
    return (prompt,)


def _all_done(state: State) -> Offer:
    """Chance gives the First Player token to somebody; alone you always have it (p. 25)."""
    fixed = {} if state.choices.get("beasts") == RANDOM else {"beasts": " ".join(BEASTS)}
    asks: tuple[Ask, ...] = () if fixed else (ORDERS,)
    if state.solo:
        return Offer(move=Move("set_up", {**fixed, "first": "seat1"}), label=T("All set up"), asks=asks, tone="usual")
    players = tuple(Choice(value=seat_name(seat), label=Text("{name}", {"name": player.name}))
                    for seat, player in enumerate(state.players))  # fmt: skip
    first = Chance(name="first", label=T("Who has the First Player token"), choices=players)
    return Offer(move=Move("set_up", fixed), label=T("All set up"), asks=(*asks, first), tone="usual")


def _drawn(state: State) -> tuple[Offer, ...]:
    """Those who have drawn at the table say what came of it."""
    done = _all_done(state)
    asks = tuple(
        Pick(name=ask.name, label=ask.label, choices=ask.choices) for ask in done.asks if isinstance(ask, Chance)
    )
    return (
        (Offer(move=done.move, label=T("All set up, and you have drawn who begins"), asks=asks, rule="setup"),)
        if asks
        else ()
    )


def _variant(state: State) -> tuple[Offer, ...]:
    """The Beasts at random on A to D (p. 6): drawn by the companion, or as they were drawn at the table."""
    if state.choices.get("beasts") == RANDOM:
        return ()
    done = _all_done(state)
    move = Move("set_up", {name: value for name, value in done.move.args.items() if name != "beasts"})
    drawn = Pick(name=ORDERS.name, label=ORDERS.label, choices=ORDERS.choices)
    under = T("Variant: the Beasts at random")
    return (
        Offer(move=move, label=T("All set up, draw the Beasts"), asks=(ORDERS, *done.asks), under=under, rule="setup"),
        Offer(move=move, label=T("All set up, as you drew them"), asks=(drawn, *done.asks), under=under, rule="setup"),
    )


def _order(names: tuple[str, ...]) -> Text:
    a, b, c, d = (BEAST_NAMES[name] for name in names)
    return T("A: {a}, B: {b}, C: {c}, D: {d}", a=a, b=b, c=c, d=d)


ORDERS = Chance(
    name="beasts",
    label=T("Which Beast stands where"),
    choices=tuple(Choice(value=" ".join(names), label=_order(names)) for names in permutations(BEASTS)),
)
FIRST = Chance(
    name="first",
    label=T("Who has the First Player token"),
    choices=tuple(Choice(value=seat_name(seat), label=T("Player {number}", number=seat + 1)) for seat in range(4)),
)
MOVES: dict[str, Action[Transaction]] = {
    "tick": action(tick, T("Ticked off an item"), Words(name="item", label=T("Item"), at_most_chars=20)),
    "set_up": action(set_up, T("Set the game up"), ORDERS, FIRST),
}
MODULE: GameModule[State, Transaction] = GameModule(name="setup", moves=MOVES, prompts=prompts)
