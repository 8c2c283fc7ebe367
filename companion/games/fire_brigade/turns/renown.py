"""Renown, Loyalty, and winning blocks from others (rulebook p. 10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Urgency
from companion.games.fire_brigade import house_rules, tiles
from companion.games.fire_brigade.crew import cards, triggers
from companion.games.fire_brigade.names import field_name, pick_field, who
from companion.games.fire_brigade.state import MOST_VALUE, State, Task
from companion.games.fire_brigade.streets import BLOCKS, around, beside
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import number, require_task, tap, whole, word

PLACE, ANYWHERE, LAY = "place_renown", "place_renown_anywhere", "lay_renown"
KINDS = (PLACE, ANYWHERE)


def earn(tx: Transaction, seat: int, place: str, count: int) -> None:
    """So much Renown was won on a block: it is placed there or beside it, in any split."""
    text = N("{who} wins {n} Renown.", "{who} wins {n} Renown.", count, who=who(tx.state, seat))
    tx.tell("renown_won", text, seat=seat, field=place, renown=count)
    tx.ask(PLACE, seat=seat, field=place, count=count)


def price(state: State, seat: int, place: str) -> int:
    """The Renown that wins a block: its value, one more when it is loyal to somebody else (p. 10), two more when that
    is a player with Nery Cagehand (card text)."""
    block = state.city[place]
    if block.loyal < 0 or block.loyal == seat:
        return block.value
    return block.value + (2 if cards.has(state, block.loyal, "nery") else 1)


def missing(state: State, seat: int, place: str) -> int:
    """How much Renown a player still needs on a block."""
    return price(state, seat, place) - state.city[place].renown[seat]


def open_to(state: State, seat: int, place: str) -> bool:
    """Whether Renown of a player can lie on a block: not on a destroyed one, nor on one loyal to the same player."""
    block = state.city.get(place)
    if block is None or block.destroyed or block.loyal == seat:
        return False
    return not block.told or room(state, seat, place) > 0


def room(state: State, seat: int, place: str) -> int:
    """How much Renown of a player a block still takes: what wins it. Who has no Loyalty marker left cannot win a block
    (the book is silent, there are ten), so one less."""
    return missing(state, seat, place) - int(state.loyalty_left(seat) <= 0)


def places(state: State, task: Task) -> tuple[str, ...]:
    """Where the Renown of a task can go: the block and its neighbours, not diagonally (p. 10); with the pink Firehouse
    (side 2) diagonally too; from an event card anywhere."""
    if task.kind == ANYWHERE:
        near: tuple[str, ...] = BLOCKS
    else:
        reach = around if cards.has(state, task.seat, "pink") else beside
        near = (task.field, *reach(task.field))
    return tuple(place for place in near if open_to(state, task.seat, place))


def own(state: State, seat: int) -> tuple[str, ...]:
    """The blocks with Renown of a player. What lies on the ruins of the Aviary stays there."""
    return tuple(one for one, block in state.city.items() if not block.destroyed and block.renown[seat])


def take_back(tx: Transaction, seat: int, where: str) -> None:
    """One Renown of a player comes off a block."""
    renown = list(tx.state.city[where].renown)
    if where not in own(tx.state, seat):
        raise IllegalMove(T("{where}: none of your Renown is there.", where=field_name(tx.state, where)))
    renown[seat] -= 1
    tx.set_block(where, renown=tuple(renown))
    text = T("{who} takes one Renown off {where}.", who=who(tx.state, seat), where=field_name(tx.state, where))
    tx.tell("renown_taken", text, seat=seat, field=where)


def place(tx: Transaction, args: Args) -> None:
    """Put some of the Renown onto a block; what wins it, wins it at once."""
    task = require_task(tx.state, *KINDS)
    where, count = word(args, "field"), number(args, "count")
    if where not in places(tx.state, task):
        raise IllegalMove(
            T("{where}: Renown goes onto the block itself or a neighbour at its sides, not onto a destroyed block or "
              "one that is yours.", where=field_name(tx.state, where)), rule="renown", page=10)  # fmt: skip
    if not tx.state.city[where].told:
        tx.set(tasks=(replace(task, about=f"{where} {count}"), *tx.state.tasks[1:]))
        tiles.ask_tile(tx, where, task.seat)
        return
    if count > most(tx.state, task, where):
        raise IllegalMove(N("{n} Renown wins it.", "{n} Renown win it.", most(tx.state, task, where)))
    _put(tx, task, where, count)


def _put(tx: Transaction, task: Task, where: str, count: int) -> None:
    tx.finish_task()
    lay(tx, task.seat, where, count)
    if task.count > count:
        tx.ask(task.kind, task.seat, "", task.field, task.count - count)


def most(state: State, task: Task, where: str) -> int:
    """How much Renown can go onto a block: what wins it, what is left of the task, and of the player's markers."""
    takes = room(state, task.seat, where) if state.city[where].told else MOST_VALUE
    return min(task.count, takes, state.renown_left(task.seat))


def for_all(state: State, seat: int, place: str) -> tuple[str, ...]:
    """The blocks that take all the Renown which a player gets for putting out the fire of a block."""
    task = Task(kind=PLACE, seat=seat, field=place, count=state.city[place].fire)
    return tuple(where for where in places(state, task) if most(state, task, where) == task.count)


def lay(tx: Transaction, seat: int, where: str, count: int) -> None:
    """Put Renown onto a block, and win it if it is enough; first its tile is asked for, if nobody has told it."""
    state = tx.state
    if not state.city[where].told:
        tx.ask(LAY, seat=seat, field=where, count=count)
        return
    extra = cards.has(state, seat, "selina") and state.city[where].loyal not in (-1, seat)
    count += int(extra and missing(state, seat, where) > count and state.renown_left(seat) > count)
    renown = list(state.city[where].renown)
    renown[seat] += count
    tx.set_block(where, renown=tuple(renown))
    text = N("{who}: {n} Renown on {where}.", "{who}: {n} Renown on {where}.", count, who=who(state, seat),
             where=field_name(state, where))  # fmt: skip
    tx.tell("renown_placed", text, seat=seat, field=where, renown=count)
    if missing(tx.state, seat, where) <= 0 < tx.state.loyalty_left(seat):
        win(tx, seat, where)


def win(tx: Transaction, seat: int, where: str) -> None:
    """A block becomes loyal: all Renown on it goes, another player's Loyalty too (p. 10)."""
    state = tx.state
    stolen = state.city[where].loyal >= 0
    tx.set_block(where, renown=(0,) * len(state.players), loyal=seat, stolen=stolen)
    name = field_name(state, where)
    text = (
        T("{who} wins {where} from another player.", who=who(state, seat), where=name)
        if stolen
        else T("{where} is loyal to {who}.", where=name, who=who(state, seat))
    )
    urgency = Urgency.URGENT if stolen else Urgency.PLAIN
    tx.tell("loyalty_won", text, urgency, seat=seat, field=where, stolen=int(stolen))
    tx.todo(T("{where}: Loyalty marker of {who}, all Renown off", where=name, who=who(state, seat)), "loyalty")
    if stolen:
        house_rules.ask_reading(tx, "stolen")
    triggers.loyalty_won(tx, seat, where)


def settle(tx: Transaction) -> bool:
    """Renown that can go nowhere is lost."""
    tasks = tx.state.tasks
    if tasks and tasks[0].kind == LAY:
        return tiles.ask_tile(tx, tasks[0].field, tasks[0].seat) or _lay_now(tx)
    if not tasks or tasks[0].kind not in KINDS:
        return False
    task = tasks[0]
    if task.about:
        return _told(tx, task)
    if places(tx.state, task) and tx.state.renown_left(task.seat):
        return False
    tx.finish_task()
    text = N("{n} Renown can go nowhere.", "{n} Renown can go nowhere.", task.count)
    tx.tell("renown_lost", text, seat=task.seat, renown=task.count)
    return True


def _lay_now(tx: Transaction) -> bool:
    task = tx.finish_task()
    if open_to(tx.state, task.seat, task.field):
        lay(tx, task.seat, task.field, task.count)
    return True


def _told(tx: Transaction, task: Task) -> bool:
    """The tile was told on which the Renown was to go: it goes there, as much as wins it at most."""
    where, _, count = task.about.partition(" ")
    tx.set(tasks=(replace(task, about=""), *tx.state.tasks[1:]))
    task = tx.state.tasks[0]
    lays = min(int(count), most(tx.state, task, where)) if open_to(tx.state, task.seat, where) else 0
    if lays > 0:
        _put(tx, task, where, lays)
    return True


def leave(tx: Transaction, args: Args) -> None:
    """The rest of the Renown is not placed."""
    task = require_task(tx.state, *KINDS)
    tx.finish_task()
    tx.note("renown_left", T("The rest is not placed."), seat=task.seat)


def prompt(state: State) -> Prompt:
    """Where the Renown goes."""
    task = state.tasks[0]
    if task.kind == ANYWHERE:
        return _anywhere(state, task)
    do = N("{who}, place {n} Renown.", "{who}, place {n} Renown.", task.count, who=who(state, task.seat))
    offers = tuple(sorted(_offers(state, task), key=lambda offer: offer.tone != "usual"))
    return Prompt(
        name="renown.place", do=do, offers=(*offers, tap("leave_renown", T("Place no more"))), seat=task.seat,
        rule="renown", more=T("On the block or its neighbours, split as you like."),
    )  # fmt: skip


def _anywhere(state: State, task: Task) -> Prompt:
    """An event card gives a Renown: it says nothing of where, so it may go onto any block."""
    ask = pick_field(state, "field", T("Which block"), places(state, task))
    offers = (
        Offer(move=Move("place_renown", {"count": 1}), label=T("Choose a block"), asks=(ask,), rule="renown"),
        tap("leave_renown", T("Place none")),
    )
    do = T("{who}, place a Renown on any block.", who=who(state, task.seat))
    return Prompt(name="renown.anywhere", do=do, offers=offers, seat=task.seat, rule="events.special")


def _offers(state: State, task: Task) -> Iterator[Offer]:
    wins = [one for one in places(state, task) if _wins(state, task, one)]
    best = wins[0] if len(wins) == 1 else ""  # the one block that it wins is what most players choose
    for where in places(state, task):
        at_most = most(state, task, where)
        move, label = Move("place_renown", {"field": where}), field_name(state, where)
        note = _note(state, task, where)
        if at_most == 1:
            settled = Move("place_renown", {"field": where, "count": 1})
            tone = "usual" if where == best else "plain"
            yield Offer(move=settled, label=label, note=note, tone=tone, rule="renown", icon="renown")
            continue
        ask = whole("count", label, at_most, at_most if where == best else None, at_least=1)
        yield Offer(move=move, label=label, asks=(ask,), note=note, tone="usual" if where == best else "plain",
                    rule="renown", icon="renown")  # fmt: skip


def _note(state: State, task: Task, where: str) -> Text | None:
    """What more it takes to win a block; nothing of one whose tile nobody has told."""
    if not state.city[where].told:
        return None
    lacks = missing(state, task.seat, where)
    if lacks <= most(state, task, where):
        return N("{n} wins it", "{n} win it", lacks)
    return N("{n} is missing", "{n} are missing", lacks)


def _wins(state: State, task: Task, where: str) -> bool:
    """Whether the Renown that is left wins the block, as far as its tile is told."""
    return state.city[where].told and missing(state, task.seat, where) <= most(state, task, where)
