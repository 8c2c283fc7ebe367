"""Gather Resources (rulebook p. 25): up to two from a space with a Meeple on it, each space once a round."""

from __future__ import annotations

from companion.api import IllegalMove, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.action.performing import KNOWN, Act, perform
from companion.games.frostpunk.cards import lasting
from companion.games.frostpunk.city import ground, heat
from companion.games.frostpunk.city.geometry import all_spaces
from companion.games.frostpunk.city.land import place_of
from companion.games.frostpunk.house_rules import STEEL_GATHERED, house
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted

MOST = 2
GATHERED = ("coal", "wood", "steam_cores")  # p. 25; Steel by a house rule (`house_rules.toml`)


def refusal(state: State, space: str) -> Text | None:
    """Why nothing can be gathered from a space, None where it can."""
    if space not in all_spaces(state):
        return T("No tile lies there.")
    if ground.building_at(state, space) is not None:
        return T("A Building stands there; its action is another one.")
    if not _gathered(state, ground.on(state, space).what):
        return T("No Resources lie there.")
    if meeples.standing_at(state, space):
        return T("A Meeple has been there this round: each space is used once.")
    return None


def _gathered(state: State, what: str) -> bool:
    return what in GATHERED or (what == "steel" and house(state, STEEL_GATHERED) == "yes")


def spaces(state: State) -> tuple[str, ...]:
    """The spaces from which something can be gathered now."""
    return tuple(space for space in all_spaces(state) if refusal(state, space) is None)


def label(state: State, space: str) -> Text:
    """What a space would give now: "Gather 2 Coal"."""
    lies = ground.on(state, space)
    return T("Gather {what}", what=counted(lies.what, min(most(state), lies.count)))


def most(state: State) -> int:
    """How many are taken: two, unless a Law or a Technology says otherwise."""
    return lasting.number_of(state, "gathering takes", MOST)


def gather(tx: Transaction, space: str, meeple: str, told: str = KNOWN) -> None:
    """Take the action with a Meeple on a space."""
    refused = refusal(tx.state, space)
    if refused:
        raise IllegalMove(refused, rule="action.gather", page=25)
    if told != KNOWN:
        heat.tell(tx, place_of(space), told == "heated")
    heated = heat.of_place(tx.state, place_of(space))
    perform(tx, Act(what="gather", meeple=meeple, at=space, heated=heated), told)


def resolve(tx: Transaction, space: str, way: str) -> None:
    """Up to two Resources of the space come into the supply."""
    if not ground.take(tx, space, most(tx.state)):
        raise IllegalMove(T("No Resources lie there."), rule="action.gather", page=25)
