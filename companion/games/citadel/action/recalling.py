"""What the sections of an action brought about the last time (p. 13, 16, 18), kept so that the next time is one tap.

It is one line of the owner's facts, such as `damage 2 / take 104 / die 1 3`; a section that did nothing is `nothing`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import BoardFamily, IllegalMove, N, T, Text, Value, Words, template
from companion.games.citadel.action import facts
from companion.games.citadel.action.facts import LONGEST
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.life.piles import MOST_CARDS
from companion.games.citadel.state import MOST_LIFE, Action, State
from companion.games.citadel.tables import typed
from companion.games.citadel.transaction import Transaction

NOTHING = "nothing"
AGAIN = "again"  # the action goes on with another try, which the players count by themselves
MOST_ROWS = 12
# What an item says after its kind: the largest numbers that make sense, or the words that do.
COUNTED = {
    **dict.fromkeys(("damage", "lose", "gain"), MOST_LIFE),
    **dict.fromkeys(("deck", "refill", "keep"), MOST_CARDS),
}
NUMBERS = {**{kind: (most,) for kind, most in COUNTED.items()}, "die": (MOST_ROWS, DIE_SIDES), "last": (), AGAIN: ()}
WAYS = ("past", "deck", "banished")
DIE = ("die ", "last")


def fact_name(action: Action, outcome: str = "") -> str:
    """The fact for this section of this row; with an outcome, of the section that then counts."""
    return f"then.{action.card}.{action.icon}.{action.row}.{outcome or action.outcome}"


def known(state: State, action: Action) -> tuple[str, ...] | None:
    """What this section did the last time; None when nobody has said, or when something of it was done already."""
    return known_of(state, action, action.outcome)


def known_of(state: State, action: Action, outcome: str) -> tuple[str, ...] | None:
    """What the section did the last time that counts with this outcome."""
    line = state.board.get(fact_name(action, outcome)) if action.card and not action.applied else None
    return None if line is None else understood(str(line))


def understood(line: str) -> tuple[str, ...]:
    """The line read back; refused when it cannot be understood."""
    line = typed(line)
    if line.strip() == NOTHING:
        return ()
    items = tuple(item.strip() for item in line.split(" / "))
    if not all(_sensible(item.split()) for item in items):
        raise IllegalMove(T("Write what happens like this: damage 2 / take 104 / card past"), rule="action.consequence")
    return items


def _sensible(words: list[str]) -> bool:
    if not words:
        return False
    kind, *rest = words
    if kind == "take":
        return len(rest) == 1 and len(rest[0]) == 3 and rest[0].isdigit()
    if kind == "card":
        return len(rest) == 1 and rest[0] in WAYS
    most = NUMBERS.get(kind)
    if most is None or len(rest) != len(most) or not all(one.isdigit() for one in rest):
        return False
    return all(1 <= int(one) <= limit for one, limit in zip(rest, most, strict=True))


def applied(tx: Transaction, item: str) -> None:
    """Something that the section says was done, if an action is just there; the die goes to one place only."""
    action = tx.state.action
    if action is None or action.step != "consequence":
        return
    before = action.applied
    if item.startswith(DIE):
        before = tuple(one for one in before if not one.startswith(DIE))
    tx.set(action=replace(action, applied=(*before, item)))


def learn(tx: Transaction, action: Action) -> None:
    """Keep what was done now; the latest time is the one that is offered."""
    if facts.kept(tx.state, action.card) and action.outcome:
        tx.learn(fact_name(action), " / ".join(action.applied) or NOTHING)


def follow(tx: Transaction) -> None:
    """A numbered card that the section called for belongs to it, too."""
    action, todo = tx.state.action, tx.state.tasks
    if action is None or action.step != "consequence" or action.closing or len(todo) != 1:
        return
    task = todo[0]
    item = f"take {task.card}"
    if task.kind == "card.take" and not task.about and task.seat == action.active and item not in action.applied:
        applied(tx, item)


def happened(words: list[str]) -> Text:
    """Something that a section brought about, as a small piece of a list."""
    kind, first = words[0], words[1] if len(words) > 1 else ""
    if kind == "card":
        return {
            "past": T("the card is discarded"),
            "deck": T("the card is returned"),
            "banished": T("the card is banished"),
        }[first]
    if kind == "take":
        return T("card {number}", number=first)
    if kind == "die":
        return T("the die {rows} further, to {value}", rows=int(first), value=int(words[2]))
    if kind == "last":
        return T("the action is over")
    if kind == AGAIN:
        return T("another try")
    n = int(first)
    return {
        "damage": N("{n} damage", "{n} damage", n),
        "lose": N("{n} life point lost", "{n} life points lost", n),
        "gain": N("{n} life point gained", "{n} life points gained", n),
        "refill": N("up to {n} card shuffled back", "up to {n} cards shuffled back", n),
        "deck": N("{n} card from the deck discarded", "{n} cards from the deck discarded", n),
        "keep": N("{n} card to the hand", "{n} cards to the hand", n),
    }[kind]


def _section(name: str) -> Text:
    """A section of an action's row: `310.1.fight.2.failure`."""
    action, row, outcome = ("", "", *name.rsplit(".", 2))[-3:]
    ending = T("success") if outcome == "success" else T("failure")
    return T("{action}, row {row}, {ending}", action=facts.named(action), row=row, ending=ending)


FAMILIES = (
    BoardFamily(
        pattern=r"then\.(.+)",
        ask=Words(name="then", label=template("Consequences of {name}"), at_most_chars=LONGEST),
        label=T("What a section of an action brought about the last time"),
        called=_section,
    ),
)


def check(name: str, value: Value) -> None:
    """Refuse a line that cannot be understood."""
    if name.startswith("then."):
        understood(str(value))
