"""Expeditions (rulebook p. 21, 26, 27, 35): the stacks, who may set out, and how Scouts move on the cards.

What happens at the last space of a stack stands in `exploring.py`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import IllegalMove, N, T, Text
from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.cards.piles import Location, Stack
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

SPACES = "expedition_spaces"  # the number of spaces of a card is not known yet
ARRIVED = "expedition"  # a Scout stands on the last space: skip or explore
EXPLORING = "explore"  # a Scout stands aside: an option of the black side is chosen
KIND = "expedition"
STACKS = 3  # p. 11
MOST_STACKS = 8  # a scenario may add some; no rule: keeps slips of the finger out
FEWEST_SPACES = 2  # the first and the last
MOST_SPACES = 12  # no rule: keeps slips of the finger out
SCOUTS = ("workers", "engineers")  # p. 26
# p. 39: they act as if they were a Worker or an Engineer.
CHILD_SCOUTS = ("child_worker", "child_engineer")


def stacks(state: State) -> tuple[Stack, ...]:
    """The Expedition stacks; before anybody has told them, three with one card from the A deck (p. 11)."""
    return state.stacks or (Stack(cards=(Location(deck="A"),)),) * STACKS


def put(tx: Transaction, index: int, **changes: object) -> None:
    """Change a stack."""
    row = list(stacks(tx.state))
    row[index] = replace(row[index], **changes)  # type: ignore[arg-type]
    tx.set(stacks=tuple(row))


def name(state: State, index: int) -> Text:
    """An Expedition for people: the name of its top card, else its place in the display."""
    top = stacks(state)[index].cards[-1]
    return Text(top.name) if top.name else T("Expedition {number}", number=index + 1)


# --- who sets out -----------------------------------------------------------------------------------------------------


def scouts(state: State, kind: str) -> int:
    """How many Meeples of a kind are Scouts."""
    return sum(stack.scout == kind for stack in stacks(state))


def active(state: State) -> int:
    """How many Expeditions are active."""
    return sum(bool(stack.scout) for stack in stacks(state))


def most_active(state: State) -> int:
    """How many may be active: none without the Beacon, one with it, two once it is upgraded (p. 26, 42)."""
    beacons = [building for building in state.city.buildings if building.kind == "beacon"]
    return max((2 if building.upgraded else 1 for building in beacons), default=0)


def free_stacks(state: State) -> tuple[int, ...]:
    """The stacks without a Scout."""
    return tuple(index for index, stack in enumerate(stacks(state)) if not stack.scout)


def why_not_deploy(state: State) -> Text | None:
    """Why no Scout can be deployed, None where one can."""
    most = most_active(state)
    if not most:
        return T("Scouts can be deployed only once the Beacon has been built.")
    if active(state) >= most:
        upgrade = T("One Expedition is active already; the upgraded Beacon allows two.")
        return upgrade if most == 1 else T("Two Expeditions are active already, and that is the most.")
    if not free_stacks(state):
        return T("There is no Expedition stack without a Scout.")
    return None


def can_deploy(state: State) -> bool:
    """Whether a Scout can be deployed, as far as the Beacon and the stacks go."""
    return why_not_deploy(state) is None


def deploy(tx: Transaction, stack: int, kind: str) -> None:
    """Put a Worker or an Engineer from the supply onto the first space of a free stack (p. 26)."""
    refused = why_not_deploy(tx.state)
    if refused is None and kind not in (*SCOUTS, *CHILD_SCOUTS):
        refused = T("Only a Worker or an Engineer can be deployed as a Scout.")
    if refused is None and stack not in free_stacks(tx.state):
        refused = T("A Scout is on that Expedition already.")
    if refused:
        raise IllegalMove(refused, rule="action.scouts", page=26)
    put(tx, stack, scout=kind, at=first_space(stacks(tx.state)[stack]), aside=False, left=0)
    text = T("A Scout stands on the first space of {stack}.", stack=name(tx.state, stack))
    tx.tell("scout_deployed", text, stack=stack + 1, kind=kind)
    tx.todo(T("Put the Scout on the first space of {stack}", stack=name(tx.state, stack)), "expedition")


def first_space(stack: Stack) -> int:
    """The bottommost space of a stack: each card beneath the top one shows its first space (p. 35, 36).

    Spaces count from 1, the top card's first one; those beneath it are 0, -1 and so on.
    """
    return 2 - len(stack.cards)


# --- movement ---------------------------------------------------------------------------------------------------------


def move_scouts(tx: Transaction, spaces: int) -> None:
    """Each Scout moves so many spaces along its stack and stops on the last one (p. 21, 35)."""
    for index, stack in enumerate(stacks(tx.state)):
        if stack.scout and not stack.aside:
            put(tx, index, left=spaces)
            move(tx, index)


def move(tx: Transaction, index: int) -> None:
    """Use up the spaces that a Scout has left; on the last space it stops for a decision.

    Where the number of spaces of the top card matters and is not known, it is asked first.
    """
    stack = stacks(tx.state)[index]
    spaces = spaces_of(tx.state, stack.cards[-1])
    if not spaces and stack.left and stack.at + stack.left > 1:
        tx.queue(SPACES, str(index))
        return
    last = max(spaces, stack.at)  # a card that was counted anew may turn out shorter
    to = min(stack.at + stack.left, last) if spaces else stack.at + stack.left
    moved = to - stack.at
    put(tx, index, at=to, left=stack.left - moved)
    _tell_moved(tx, index, moved)
    if spaces and to >= spaces:
        tx.queue(ARRIVED, str(index))


def spaces_of(state: State, card: Location) -> int:
    """How many spaces a card has, as told in this game or by its text; 0 while nobody has said."""
    found = owner_facts.card(state, owner_facts.named(KIND, card.name)) if card.name else None
    return card.spaces or (found.spaces if found is not None else 0)


def _tell_moved(tx: Transaction, index: int, moved: int) -> None:
    if not moved:
        return
    stack, where = stacks(tx.state)[index], name(tx.state, index)
    moves = N("{stack}: the Scout moves {n} space.", "{stack}: the Scout moves {n} spaces.", moved, stack=where)
    tx.tell("scout_moved", moves, stack=index + 1, by=moved, at=stack.at)
    order = N("{stack}: move the Scout {n} space", "{stack}: move the Scout {n} spaces", moved, stack=where)
    tx.todo(order, "expedition")


def spaces_left(state: State, index: int) -> int | None:
    """How many spaces a Scout is from the last one, None while that is not known."""
    stack = stacks(state)[index]
    spaces = spaces_of(state, stack.cards[-1])
    return spaces - stack.at if spaces else None


def told_spaces(tx: Transaction, index: int, card_name: str, spaces: int) -> None:
    """The number of spaces of a stack's top card was counted; with its name it is kept for later evenings."""
    stack = stacks(tx.state)[index]
    known = owner_facts.tidy(card_name) or stack.cards[-1].name
    set_top(tx, index, name=known, spaces=spaces)
    found = owner_facts.card(tx.state, owner_facts.named(KIND, known)) if known else None
    if known and spaces and (found is None or found.spaces != spaces):
        owner_facts.write_line(tx, owner_facts.named(KIND, known), "spaces", str(spaces))


def known_cards(state: State) -> tuple[str, ...]:
    """The cards whose number of spaces is known, except those that lie in a stack."""
    lying = {card.name for stack in stacks(state) for card in stack.cards}
    return tuple(
        name
        for name in owner_facts.names(state, KIND)
        if name not in lying and spaces_of(state, Location(deck="", name=name))
    )


def set_top(tx: Transaction, index: int, **changes: object) -> None:
    """Change the top card of a stack."""
    stack = stacks(tx.state)[index]
    top = replace(stack.cards[-1], **changes)  # type: ignore[arg-type]
    put(tx, index, cards=(*stack.cards[:-1], top))


def add_card(tx: Transaction, index: int, deck: str) -> None:
    """Put a new card on top of a stack, white side up."""
    put(tx, index, cards=(*stacks(tx.state)[index].cards, Location(deck=deck)))
