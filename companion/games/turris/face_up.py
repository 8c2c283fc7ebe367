"""Missions that lie face up or are reserved, by name (rulebook p. 10, 11). Whoever likes tells which they are: then to
complete one that is known takes one tap."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import Args, CardList, CardRow, Choice, IllegalMove, N, Offer, Panel, Prompt, T, Text, Words
from companion.api import Move as GameMove
from companion.games.turris import known_cards
from companion.games.turris.names import LONGEST_NAME, shown_name, tidy_name, who
from companion.games.turris.rewards.effects import describe
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, GameModule, action, pick, require_running, require_task, tap, word

MOST = 5  # face up (p. 6)
RESERVE, GONE = "missions.reserve", "missions.gone"
TABLEAU, RESERVED = "tableau", "reserved"  # where a Mission is completed from


def kept(state: State, seat: int) -> tuple[str, ...]:
    """A player's reserved Missions, as far as their names were told."""
    return state.players[seat].kept


def why_not_there(state: State, seat: int, name: str, source: str) -> Text | None:
    """Why a player cannot complete a Mission of that name from the tableau or from their reserved ones (p. 11); None
    where it lies there, or may lie there because not all names were told."""
    card = shown_name(name)
    if source == RESERVED:
        if name in kept(state, seat):
            return None
        if len(kept(state, seat)) >= state.players[seat].reserved:
            return T("{card} is not among the Missions that you have reserved.", card=card)
        return T("{card} lies face up.", card=card) if name in state.tableau else _taken(state, name)
    if name in state.tableau:
        return None
    if len(state.tableau) + state.refill >= MOST:
        return T("{card} does not lie face up.", card=card)
    return _taken(state, name)


def _taken(state: State, name: str) -> Text | None:
    """Who has a Mission, reserved or completed, as far as names were told."""
    card = shown_name(name)
    for seat, player in enumerate(state.players):
        if name in player.kept:
            return T("{card} is reserved, by {player}.", card=card, player=player.name)
        if name in done(state, seat):
            return T("{card} is completed already, by {player}.", card=card, player=player.name)
    return None


def done(state: State, seat: int) -> tuple[str, ...]:
    """A player's completed Missions, as far as their names were told; none where the count by hand says otherwise."""
    player = state.players[seat]
    named = player.finished if len(player.finished) <= player.completed else ()
    return (*named, *(name for name in player.ongoing if name))


def gone(tx: Transaction, seat: int, name: str, reserved: bool) -> None:
    """A Mission is completed: it lies there, or among the player's reserved ones, no more."""
    if reserved:
        left = tuple(one for one in kept(tx.state, seat) if one != name)
        tx.set_player(seat, kept=left, reserved=tx.state.players[seat].reserved - 1)
        if not name:
            _ask_gone(tx, seat, 1)
    else:
        tx.set(tableau=tuple(one for one in tx.state.tableau if one != name))


def reserve(tx: Transaction, seat: int, count: int) -> None:
    """A player reserves Missions of the tableau (p. 11). Which ones, is asked where names were told."""
    player = tx.state.players[seat]
    tx.set_player(seat, reserved=player.reserved + count)
    tx.set(refill=True)
    text = N(
        "{player}: take {n} face-up Mission and reserve it.",
        "{player}: take {n} face-up Missions and reserve them.",
        count,
        player=player.name,
    )
    tx.tell("mission_reserved", text, seat=seat + 1, count=count)
    order = N("{player}: reserve {n} face-up Mission", "{player}: reserve {n} face-up Missions", count,
              player=player.name)  # fmt: skip
    tx.todo(order, icon="missions")
    _ask_which(tx, seat, count)


def _ask_which(tx: Transaction, seat: int, count: int) -> None:
    if tx.state.tableau:
        tx.add_task(Task(kind=RESERVE, seat=seat, count=count))


def discard(tx: Transaction, seat: int, count: int) -> None:
    """A player discards reserved Missions, as many as there are. Which ones, is asked where names were told."""
    reserved = tx.state.players[seat].reserved
    given = min(reserved, count)
    tx.set_player(seat, reserved=reserved - given)
    text = N("{player}: discard {n} reserved Mission.", "{player}: discard {n} reserved Missions.", given,
             player=who(tx.state, seat))  # fmt: skip
    text = text if given else T("{player} has no reserved Mission to discard.", player=who(tx.state, seat))
    tx.tell("missions_discarded", text, seat=seat + 1, count=given)
    if given:
        order = N("{player}: discard {n} reserved Mission", "{player}: discard {n} reserved Missions", given,
                  player=who(tx.state, seat))  # fmt: skip
        tx.todo(order, icon="missions")
    _ask_gone(tx, seat, given)


def set_reserved(tx: Transaction, seat: int, count: int) -> None:
    """How many Missions a player has reserved, set by hand. Which ones are gone, is asked before all else."""
    fewer = tx.state.players[seat].reserved - count
    tx.set_player(seat, reserved=count)
    if fewer > 0 and _named_some(tx.state, seat):
        tx.add_first(Task(kind=GONE, seat=seat, count=fewer))


def _ask_gone(tx: Transaction, seat: int, count: int) -> None:
    if count and _named_some(tx.state, seat):
        tx.add_task(Task(kind=GONE, seat=seat, count=count))


def _named_some(state: State, seat: int) -> bool:
    """Whether it is a question which reserved Missions are gone: some are left, and names were told."""
    return bool(kept(state, seat)) and state.players[seat].reserved > 0


def _nameless(state: State, task: Task) -> int:
    """How many of the Missions among which the one that is gone was have no name."""
    return max(0, state.players[task.seat].reserved + task.count - len(kept(state, task.seat)))


def settle(tx: Transaction) -> bool:
    """More names than reserved Missions: none is left, or it is asked which they are."""
    for seat, player in enumerate(tx.state.players):
        over = len(player.kept) - player.reserved
        if over > 0 and not player.reserved:
            tx.set_player(seat, kept=())
            return True
        if over > 0 and not any((task.kind, task.seat) == (GONE, seat) for task in tx.state.tasks):
            tx.add_first(Task(kind=GONE, seat=seat, count=over))
            return True
    return False


# --- moves ------------------------------------------------------------------------------------------------------------


def tell(tx: Transaction, args: Args) -> None:
    """A Mission lies face up."""
    require_running(tx.state)
    name, there = tidy_name(word(args, "name")), tx.state.tableau
    if not name or name in there:
        raise IllegalMove(T("Enter the name of a Mission that has not been told yet."), rule="missions")
    if (owner := next((one.name for one in tx.state.players if name in one.kept), "")) != "":
        text = T("{card} is reserved, by {player}.", card=shown_name(name), player=owner)
        raise IllegalMove(text, rule="missions", page=11)
    if len(there) >= MOST:
        raise IllegalMove(T("Five Missions lie face up: tell first which one does so no more."), rule="missions")
    tx.set(tableau=(*there, name))
    tx.note("mission_told", T("Face up: {card}.", card=shown_name(name)), name=name)


def take_away(tx: Transaction, args: Args) -> None:
    """A Mission lies face up no more."""
    require_running(tx.state)
    name = word(args, "name")
    tx.set(tableau=tuple(one for one in tx.state.tableau if one != name))
    tx.note("mission_away", T("No longer face up: {card}.", card=shown_name(name)), name=name)


def chosen(tx: Transaction, args: Args) -> None:
    """Which Mission is reserved; empty: one whose name was not told."""
    task, name = require_task(tx.state, RESERVE), word(args, "name")
    if name and name not in tx.state.tableau:
        raise IllegalMove(T("That Mission does not lie face up."), rule="missions", page=11)
    tx.finish_task()
    if name:
        tx.set_player(task.seat, kept=(*kept(tx.state, task.seat), name))
        gone(tx, task.seat, name, reserved=False)
    if task.count > 1:
        _ask_which(tx, task.seat, task.count - 1)


def is_gone(tx: Transaction, args: Args) -> None:
    """Which reserved Mission its player has no more; empty: one whose name was not told."""
    task, name = require_task(tx.state, GONE), word(args, "name")
    if name not in (*kept(tx.state, task.seat), *([""] if _nameless(tx.state, task) else [])):
        raise IllegalMove(T("Choose one of the reserved Missions."), rule="missions", page=11)
    tx.finish_task()
    tx.set_player(task.seat, kept=tuple(one for one in kept(tx.state, task.seat) if one != name))
    _ask_gone(tx, task.seat, task.count - 1)


# --- what is asked and shown ------------------------------------------------------------------------------------------


def what(state: State, name: str) -> Text | None:
    """What a Mission costs and brings, if that is known."""
    effects = known_cards.effects_of(state, "mission", name)
    return describe(effects) if effects else None


def reserve_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    offers = (tap("reserve_which", Text("{name}", {"name": shown_name(name)}), note=what(state, name), name=name)
              for name in state.tableau)  # fmt: skip
    nameless = (tap("reserve_which", T("A different one"), name=""),) if len(state.tableau) < MOST else ()
    return Prompt(
        name=RESERVE,
        do=T("{player}, which Mission do you reserve?", player=who(state, task.seat)),
        offers=(*offers, *nameless),
        seat=task.seat,
        rule="missions",
    )


def gone_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    offers = (tap("mission_gone", Text("{name}", {"name": shown_name(name)}), note=what(state, name), name=name)
              for name in kept(state, task.seat))  # fmt: skip
    nameless = (tap("mission_gone", T("A different one"), name=""),) if _nameless(state, task) else ()
    return Prompt(
        name=GONE,
        do=T("{player}, which reserved Mission is gone?", player=who(state, task.seat)),
        offers=(*offers, *nameless),
        seat=task.seat,
        rule="missions",
    )


def offers(state: State) -> Iterator[Offer]:
    """To tell which Missions lie face up."""
    if len(state.tableau) < MOST:
        names = (name for name in known_cards.known_names(state, "mission")
                 if name not in state.tableau and _taken(state, name) is None)  # fmt: skip
        blocks = tuple(Choice(value=shown_name(name), label=Text("{name}", {"name": shown_name(name)}))
                       for name in names)  # fmt: skip
        ask = Words(name="name", label=NAME.label, at_most_chars=LONGEST_NAME, blocks=blocks)
        yield Offer(move=GameMove("mission_face_up"), label=T("A Mission lies face up"), asks=(ask,), rule="missions")
    if state.tableau:
        there = {name: Text("{name}", {"name": shown_name(name)}) for name in state.tableau}
        away = pick("name", T("Which Mission"), there)
        yield Offer(move=GameMove("mission_away"), label=T("A Mission lies face up no more"), asks=(away,))


def panels(state: State) -> tuple[Panel, ...]:
    """The Missions that were told, with what is known of them."""
    lists = [(T("Face up"), state.tableau)]
    lists += [(T("Reserved by {player}", player=player.name), kept(state, seat))
              for seat, player in enumerate(state.players)]  # fmt: skip
    widgets = tuple(CardList(label=label, cards=tuple(_row(state, name) for name in names))
                    for label, names in lists if names)  # fmt: skip
    return (Panel(name="missions", title=T("Missions"), widgets=widgets, icon="missions"),)


def _row(state: State, name: str) -> CardRow:
    return CardRow(code="", label=Text("{name}", {"name": shown_name(name)}), note=what(state, name), icon="missions")


NAME = Words(name="name", label=T("Name of the Mission"), at_most_chars=LONGEST_NAME)
MOVES: dict[str, Action[Transaction]] = {
    "mission_face_up": action(tell, T("Told a Mission that lies face up"), NAME),
    "mission_away": action(take_away, T("Told a Mission that lies face up no more"), NAME),
    "reserve_which": action(chosen, T("Reserved a Mission"), NAME),
    "mission_gone": action(is_gone, T("Said which reserved Mission is gone"), NAME),
}
MODULE: GameModule[State, Transaction] = GameModule(
    name="missions",
    moves=MOVES,
    tasks={RESERVE: reserve_prompt, GONE: gone_prompt},
    settle=settle,
    panels=panels,
)
