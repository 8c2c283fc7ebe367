"""Sickness, death, cure and treatment (rulebook p. 30 and 31), and people who come and go.

Where a rule or card names no type, the players choose one for each Citizen (p. 16): such a change is a task, see
`sharing.py`.
"""

from __future__ import annotations

from companion.api import T, Text, Urgency, row_of
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS


def fall_sick(tx: Transaction, kind: str, count: int) -> None:
    """So many people of a type fall sick: the marker moves, or flips where it would pass the Citizen marker (p. 30).

    Where nobody of the type is left, nobody can fall sick, and the marker stays as it is.
    """
    moved = 0
    for _ in range(count):
        group = tx.state.group(kind)
        if tx.state.ended or not group.citizens:
            break
        if group.sick < group.citizens:
            tx.set_group(kind, sick=group.sick + 1)
            moved += 1
        else:
            _tell_sick(tx, kind, moved)
            moved = 0
            flip(tx, kind)
    _tell_sick(tx, kind, moved)


def _tell_sick(tx: Transaction, kind: str, moved: int) -> None:
    if moved:
        sick = tx.state.group(kind).sick
        text = T("{who}: {count} more sick, {sick} in all.", who=KIND_NAMES[kind], count=moved, sick=sick)
        tx.tell("fell_sick", text, kind=kind, count=moved, sick=sick)
        _order_sick(tx, kind)


def _order_sick(tx: Transaction, kind: str) -> None:
    """Hands move the Sickness marker of a type to where it stands now."""
    moved = tx.moved_sick = (*(one for one in tx.moved_sick if one != kind), kind)
    tx.order("sick", _sick_markers(tx.state, moved), "sick", _sick_markers(tx.first, moved))


def _sick_markers(state: State, moved: tuple[str, ...]) -> Text:
    if len(moved) == 1:
        return T("{who}: Sickness marker to {sick}", who=KIND_NAMES[moved[0]], sick=state.group(moved[0]).sick)
    parts = [T("{who} to {sick}", who=KIND_NAMES[one], sick=state.group(one).sick) for one in moved]
    return T("Sickness markers: {parts}", parts=row_of(parts))


def flip(tx: Transaction, kind: str) -> None:
    """Turn a Sickness marker over; from the Skull side to the Syringe side, somebody dies (p. 30)."""
    if not tx.state.group(kind).grave:
        tx.set_group(kind, grave=True)
        tx.tell("gravely_ill", T("{who}: one is gravely ill now.", who=KIND_NAMES[kind]), kind=kind)
        tx.order(f"{kind}_grave", _skull(kind), "sick", _syringe(kind))
        return
    tx.set_group(kind, grave=False)
    die(tx, kind, of_sickness=True)


def die(tx: Transaction, kind: str, *, of_sickness: bool = False) -> None:
    """One Citizen of a type dies (p. 30): the Corpse, Citizen and Sickness markers move, a Citizen card follows.

    Who dies of sickness was sick. Anybody else counts as healthy while the markers allow it; the Skull side stays up
    even where the Sickness marker is taken along to space 0, for only curing is kept from that.
    """
    group = tx.state.group(kind)
    if tx.state.ended or not group.citizens:
        return
    citizens = group.citizens - 1
    sick = max(0, group.sick - 1) if of_sickness or group.sick > citizens else group.sick
    before, corpses = tx.state, tx.state.corpses + 1
    tx.set_group(kind, citizens=citizens, sick=sick)
    tx.set(corpses=corpses)
    text = T(
        "{who}: one died, {left} left. The Corpse marker moved to {corpses}.",
        who=KIND_NAMES[kind],
        left=citizens,
        corpses=corpses,
    )
    tx.tell("died", text, Urgency.URGENT, kind=kind, left=citizens, sick=sick, corpses=corpses)
    order, back = (_markers(state, kind, flipped=of_sickness, moved=sick != group.sick) for state in (tx.state, before))
    tx.todo(order, back=back)
    tx.count("deaths")
    tx.queue("death", kind)
    check_boards(tx)


def _markers(state: State, kind: str, *, flipped: bool, moved: bool) -> Text:
    """What hands do at a death (p. 30), and what puts it back: the Corpse and the Citizen marker move, and the Sickness
    marker where it has to."""
    group, who = state.group(kind), KIND_NAMES[kind]
    both: dict[str, int | Text] = {"who": who, "left": group.citizens, "corpses": state.corpses}
    if flipped:
        return T(
            "{who}: Corpse marker to {corpses}, Citizen marker to {left}; flip the Sickness marker back, onto {sick}",
            sick=group.sick,
            **both,
        )
    if moved:
        return T(
            "{who}: Corpse marker to {corpses}, Citizen marker to {left}, Sickness marker to {sick}",
            sick=group.sick,
            **both,
        )
    return T("{who}: Corpse marker to {corpses}, Citizen marker to {left}", **both)


def curable(sick: int, grave: bool) -> int:
    """How many of a type can be cured: a marker on its Skull side is not moved to space 0 (p. 30)."""
    return max(0, sick - 1) if grave else sick


def cure(tx: Transaction, kind: str, count: int) -> None:
    """Move a Sickness marker left, as far as it may go; what is left over is lost (p. 30)."""
    group = tx.state.group(kind)
    cured = min(count, curable(group.sick, group.grave))
    if not cured:
        return
    sick = group.sick - cured
    tx.set_group(kind, sick=sick)
    text = T("{who}: {count} cured, {sick} still sick.", who=KIND_NAMES[kind], count=cured, sick=sick)
    tx.note("cured", text, kind=kind, count=cured, sick=sick)
    _order_sick(tx, kind)


def treat(tx: Transaction, kind: str) -> None:
    """Turn a Sickness marker from its Skull side to its Syringe side; nobody dies (p. 31)."""
    if tx.state.group(kind).grave:
        tx.set_group(kind, grave=False)
        tx.note("treated", T("{who}: the gravely ill one was treated.", who=KIND_NAMES[kind]), kind=kind)
        tx.order(f"{kind}_grave", _syringe(kind), "sick", _skull(kind))


def _skull(kind: str) -> Text:
    return T("{who}: flip the Sickness marker to its Skull side", who=KIND_NAMES[kind])


def _syringe(kind: str) -> Text:
    return T("{who}: flip the Sickness marker to its Syringe side", who=KIND_NAMES[kind])


def sick_any(tx: Transaction, count: int) -> None:
    """So many fall sick, of types that the players choose (p. 30)."""
    _share(tx, "sick_any", count)


def die_any(tx: Transaction, count: int = 1) -> None:
    """So many die, of types that the players choose (p. 34)."""
    _share(tx, "die_any", count)


def cure_any(tx: Transaction, points: int) -> None:
    """So many Cure points, each for a Sickness marker that the players choose (p. 30)."""
    _share(tx, "cure_any", points)


def treat_any(tx: Transaction, points: int) -> None:
    """So many Treat points, likewise (p. 31)."""
    _share(tx, "treat_any", points)


def gain_any(tx: Transaction, count: int) -> None:
    """So many come, of types that the players choose (p. 16)."""
    _share(tx, "gain_any", count)


def lose_any(tx: Transaction, count: int) -> None:
    """So many leave, likewise (p. 16)."""
    _share(tx, "lose_any", count)


def _share(tx: Transaction, kind: str, count: int) -> None:
    if count > 0 and not tx.state.ended:
        tx.queue(kind, count=count)


def gain_citizens(tx: Transaction, kind: str, count: int) -> None:
    """More people of a type, at most 50; those beyond are to be added as other types (p. 44)."""
    group = tx.state.group(kind)
    came = min(count, MOST_CITIZENS - group.citizens)
    if came:
        citizens = group.citizens + came
        tx.set_group(kind, citizens=citizens)
        text = T("{who}: {count} came, {citizens} in all.", who=KIND_NAMES[kind], count=came, citizens=citizens)
        tx.note("citizens_came", text, kind=kind, count=came, citizens=citizens)
        tx.order(kind, _citizens_at(kind, citizens), ICONS[kind], _citizens_at(kind, tx.first.group(kind).citizens))
    if count > came and room(tx):
        tx.queue("surplus", kind, min(count - came, room(tx)))


def room(tx: Transaction) -> int:
    """How many more people of any type the Population track can take."""
    return sum(MOST_CITIZENS - tx.state.group(kind).citizens for kind in KINDS)


def lose_citizens(tx: Transaction, kind: str, count: int) -> None:
    """Fewer people of a type, as many as there are; the Sickness marker never stays above them (p. 16, 30)."""
    group = tx.state.group(kind)
    left = min(count, group.citizens)
    if not left:
        return
    citizens = group.citizens - left
    tx.set_group(kind, citizens=citizens, sick=min(group.sick, citizens))
    text = T("{who}: {count} left, {citizens} stay.", who=KIND_NAMES[kind], count=left, citizens=citizens)
    tx.note("citizens_left", text, kind=kind, count=left, citizens=citizens)
    before = tx.first.group(kind)
    order, back = _citizens_at(kind, citizens), _citizens_at(kind, before.citizens)
    if group.sick > citizens:
        order = T("{who}: Citizen and Sickness marker to {citizens}", who=KIND_NAMES[kind], citizens=citizens)
        back = T(
            "{who}: Citizen marker to {citizens}, Sickness marker to {sick}",
            who=KIND_NAMES[kind],
            citizens=before.citizens,
            sick=before.sick,
        )
    tx.order(kind, order, ICONS[kind], back)


def _citizens_at(kind: str, citizens: int) -> Text:
    return T("{who}: Citizen marker to {citizens}", who=KIND_NAMES[kind], citizens=citizens)
