"""Prestige, and when the Excavation Sites have to be changed: 10, 20, 30 and 40 (rulebook p. 21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import N, Panel, T, Text, Track, Value
from companion.games.turris import ending
from companion.games.turris.names import who
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import GameModule, Settable, seat_name, whole

MARKS = (10, 20, 30, 40)
CHANGE = "sites.change"  # the task of changing the Excavation Sites
BETRAYERS = "betrayers_sites"  # how it is played, alone: whether their Prestige changes the Site, too (house_rules.py)
MOST = 200  # keeps slips of the finger out; the text names no last space


def gain(tx: Transaction, seat: int, count: int) -> None:
    """A player gains Prestige."""
    before = tx.state.players[seat].prestige
    tx.set_player(seat, prestige=before + count)
    text = N("{player} gained {n} Prestige: now {now}.", "{player} gained {n} Prestige: now {now}.", count,
             player=who(tx.state, seat), now=before + count)  # fmt: skip
    tx.tell("prestige_gained", text, seat=seat + 1, count=count, now=before + count)
    tx.todo(_marker(tx.state, seat, before + count), icon="prestige", back=_marker(tx.state, seat, before))
    passed(tx, before, before + count)


def lose(tx: Transaction, seat: int, count: int) -> None:
    """A player loses Prestige, at most all of it; what was reached stays reached."""
    before = tx.state.players[seat].prestige
    lost = min(before, count)
    tx.set_player(seat, prestige=before - lost)
    text = N("{player} lost {n} Prestige: now {now}.", "{player} lost {n} Prestige: now {now}.", lost,
             player=who(tx.state, seat), now=before - lost)  # fmt: skip
    tx.tell("prestige_lost", text, seat=seat + 1, count=lost, now=before - lost)
    if lost:
        tx.todo(_marker(tx.state, seat, before - lost), icon="prestige", back=_marker(tx.state, seat, before))


def _marker(state: State, seat: int, now: int) -> Text:
    return T("{player}: your Prestige marker to {now}", player=who(state, seat), now=now)


def passed(tx: Transaction, before: int, now: int) -> None:
    """Somebody went from one number to another: the Sites change for each mark that nobody had reached (p. 21)."""
    new = new_marks(tx.state, before, now)
    if not new:
        return
    tx.set(reached=tuple(sorted((*tx.state.reached, *new))), change=True, due=(*tx.state.due, *new))
    text = T("{mark} Prestige was reached for the first time.", mark=new[-1])
    tx.tell("mark_reached", text, mark=new[-1])


def new_marks(state: State, before: int, now: int) -> tuple[int, ...]:
    """The marks that somebody passes as the first one."""
    return tuple(mark for mark in MARKS if before < mark <= now and mark not in state.reached)


def betrayers_settled(tx: Transaction, task: Task, reading: str) -> None:
    """It was said whether the Betrayers' Prestige changes the Site; `of` is from where to where it went."""
    if reading == "change":
        before, now = task.of
        passed(tx, int(before), int(now))


# --- shown and set by hand --------------------------------------------------------------------------------------------


def panels(state: State) -> tuple[Panel, ...]:
    """The Prestige track, a row for each player."""
    last = max(MARKS[-1], *(player.prestige for player in state.players))
    tracks = tuple(
        Track(label=Text("{name}", {"name": player.name}), at=player.prestige, first=0, last=last,
              value=f"prestige_{seat + 1}", icon="prestige", main=True)
        for seat, player in enumerate(state.players)
    )  # fmt: skip
    return (Panel(name="prestige", title=T("Prestige"), widgets=tracks, icon="prestige"),)


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Each player's Prestige."""
    for seat, player in enumerate(state.players):
        label = T("Prestige of {player}", player=player.name)
        yield Settable(whole(f"prestige_{seat + 1}", label, max(MOST, player.prestige)), player.prestige, _put(seat))


def _put(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        before = tx.state
        tx.set_player(seat, prestige=int(value))
        marks_set_right(tx, before.players[seat].prestige, int(value))
        ending.corrected(tx, before, seat_name(seat))

    return put


def marks_set_right(tx: Transaction, before: int, now: int) -> None:
    """A number was set by hand: a mark that nobody has reached after all changes no Sites, and may be reached again."""
    passed(tx, before, now)
    counted = [player.prestige for player in tx.state.players]
    if tx.state.choices.get(BETRAYERS) == "change":
        counted.append(tx.state.betrayer_prestige)
    highest = max(counted)
    tx.set(reached=tuple(mark for mark in tx.state.reached if mark <= highest))
    due = tx.state.due
    tx.set(due=tuple(mark for mark in due if mark <= highest))
    if due and not tx.state.due:
        tx.set(change=False, tasks=tuple(task for task in tx.state.tasks if task.kind != CHANGE))


MODULE: GameModule[State, Transaction] = GameModule(name="prestige", panels=panels, settables=settables)
