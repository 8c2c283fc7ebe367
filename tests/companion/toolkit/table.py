"""A game of two modules for the toolkit's tests: stones are taken from a heap, and a task asks for a colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion import toolkit
from companion.api.game import Args, IllegalMove, Prompt, Table, Value
from companion.api.text import T
from companion.api.view import Counter, Panel, Where
from companion.toolkit import Action, GameModule, ModularGame, Settable, action, number, pick, tap, whole, word


@dataclass(frozen=True, kw_only=True)
class Task:
    kind: str
    about: str = ""


@dataclass(frozen=True, kw_only=True)
class State:
    stones: int = 5
    colour: str = "red"
    board: Mapping[str, Value] = field(default_factory=dict)
    tasks: tuple[Task, ...] = ()
    ended: str = ""


class Transaction(toolkit.Transaction[State]):
    """Lives for one move."""


COLOURS = {"red": T("Red"), "blue": T("Blue")}


def take(tx: Transaction, args: Args) -> None:
    count = number(args, "count")
    if count > tx.state.stones:
        raise IllegalMove(T("There are not so many stones."))
    tx.set(stones=tx.state.stones - count)
    tx.tell("taken", T("Taken: {count}.", count=count), count=count)
    tx.add_task(Task(kind="paint"))


def paint(tx: Transaction, args: Args) -> None:
    toolkit.require_task(tx.state, "paint")
    tx.finish_task()
    tx.set(colour=word(args, "colour"))


def settle(tx: Transaction) -> bool:
    """The last stone ends the game, once nothing else has to be done."""
    if tx.state.stones or tx.state.tasks:
        return False
    tx.set(ended="empty")
    tx.tell("ended", T("No stone is left."))
    return True


def heap_panels(state: State) -> tuple[Panel, ...]:
    return (
        Panel(name="heap", title=T("Heap"), widgets=(Counter(label=T("Stones"), count=state.stones),)),
        Panel(name="nothing", title=T("Nothing"), widgets=()),
    )


def settables(state: State) -> Iterator[Settable[Transaction]]:
    yield Settable(whole("stones", T("Stones"), 9), state.stones, lambda tx, value: tx.set(stones=int(value)))
    yield Settable(pick("colour", T("Colour"), COLOURS), state.colour, lambda tx, value: tx.set(colour=str(value)))


def taking(state: State) -> tuple[Prompt, ...]:
    return (Prompt(name="take", do=T("Take stones."), offers=(tap("take", T("Take one"), count=1),)),)


def painting(state: State) -> Prompt:
    return Prompt(name="paint", do=T("Which colour?"), offers=(tap("paint", T("Blue"), colour="blue"),))


TAKE: Action[Transaction] = action(
    take, lambda args: T("Took {count}", count=number(args, "count")), whole("count", T("How many"), 9)
)
HEAP: GameModule[State, Transaction] = GameModule(
    name="heap", moves={"take": TAKE}, prompts=taking, settle=settle, panels=heap_panels, settables=settables
)
PAINT: GameModule[State, Transaction] = GameModule(
    name="paint",
    moves={"paint": action(paint, T("Painted"), pick("colour", T("Colour"), COLOURS))},
    tasks={"paint": painting},
    panels=lambda state: (Panel(name="colour", title=T("Colour"), widgets=(Counter(label=T("1"), count=1),)),),
)
GAME: ModularGame[State, Transaction] = ModularGame(
    (HEAP, PAINT), Transaction, lambda state: Where(line=T("At the heap")), shown=(PAINT,)
)


def first_state(table: Table) -> State:
    return State(board=table.board)
