"""Readings where the book is silent or contradicts itself: which boards are used is chosen before the first move, every
other reading when it first matters (see `readings`)."""

from __future__ import annotations

from companion.api import Pick, T, Value
from companion.games.fire_brigade.state import State, Task
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import pick

# What is asked: name -> (question, {answer: words}, the usual answer). The other reading stands in docs/games.
ASKS: tuple[Pick, ...] = (
    pick("sides", T("Boards and Captains"), {"basic": T("Side 1, basic"), "advanced": T("Side 2, advanced")}, "basic"),
    pick("evacuation", T("Last turns after an evacuation (p. 8 and the summary differ)"),
         {"active": T("Everybody but the player whose turn it is"), "first": T("Until the first player's turn"),
          "event": T("Everybody else, then a last event card")},
         "active"),
    pick("stolen", T("A stolen block at the end (p. 10 is garbled)"),
         {"value": T("Counts the value printed on it"), "nothing": T("Counts nothing")}, "value"),
    pick("wagons", T("Other players' Wagons in a Brigade's way (p. 11 and a card differ)"),
         {"pass": T("May be passed"), "stop": T("May not be passed")}, "pass"),
    pick("festival", T("Festival cards, “any block”"),
         {"every": T("Every block of that kind"), "one": T("One of them, chosen by the player")}, "every"),
    pick("burning_man", T("Burning Man Festival and the protection by Brigades and Wagons"),
         {"burns": T("The card comes first: they burn"), "held": T("They are protected")}, "burns"),
    pick("neighbours", T("Neighbours, where an ability names them"),
         {"around": T("Diagonals too"), "beside": T("At the sides only")}, "around"),
    pick("crew_actions", T("Abilities that are used once a turn, Ash and Leon Bertrand"),
         {"action": T("Cost an action (p. 11)"), "free": T("Are free")}, "action"),
    pick("del_uge", T("Del Uge, “every other block”"),
         {"commons": T("Every other Commons block"), "every": T("Every other block")}, "commons"),
    pick("buildings", T("Fire from a destroyed special building"),
         {"burns": T("Brigades and Wagons do not hold it back"), "held": T("Brigades and Wagons hold it back")},
         "burns"),
)  # fmt: skip
_USUAL: dict[str, Value] = {ask.name: ask.usual for ask in ASKS if ask.usual is not None}


def rule(state: State, name: str) -> str:
    """The reading that was chosen."""
    return str(state.choices.get(name, _USUAL[name]))


# --- asked when they matter -------------------------------------------------------------------------------------------

READING = "reading"
BEFORE = tuple(ask for ask in ASKS if ask.name == "sides")
OPEN = {ask.name: ask for ask in ASKS if ask not in BEFORE}


def ask_reading(tx: Transaction, name: str) -> bool:
    """Ask first how the group reads a rule, if nobody has said; whether it is asked."""
    if name in tx.state.choices or any(task.kind == READING and task.about == name for task in tx.state.tasks):
        return False
    tx.add_first(Task(kind=READING, about=name))
    return True
