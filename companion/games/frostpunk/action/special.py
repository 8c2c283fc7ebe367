"""Special Actions (rulebook p. 27, 34, 39): those of cards in the Scenario display and the Event display."""

from __future__ import annotations

from dataclasses import dataclass

from companion.api import IllegalMove, T, Text
from companion.games.frostpunk.action import meeples, reuse
from companion.games.frostpunk.action.meeples import AS_ENGINEER, NAMES
from companion.games.frostpunk.action.performing import ANYBODY, Act, perform, rank
from companion.games.frostpunk.cards import effects, owner_facts
from companion.games.frostpunk.cards.card_text import Action
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

BY_HAND = "hand"
# p. 39: who acts as which type.
ACTS_AS = {
    "workers": ("workers", "child_worker", "automatons"),
    "engineers": AS_ENGINEER,
    "children": ("children", "child_worker", "child_engineer"),
}


@dataclass(frozen=True, kw_only=True)
class Special:
    """A Special Action that is known: the card's code, which of its actions, and what it says."""

    code: str
    number: int
    action: Action

    @property
    def name(self) -> str:
        """What it is kept under once it is done."""
        return f"{self.code}.{self.number}" if self.number > 1 else self.code


def cards(state: State) -> tuple[str, ...]:
    """The cards in both displays."""
    return tuple(dict.fromkeys((*state.scenario_cards, *state.display)))


def every(state: State) -> tuple[Special, ...]:
    """The known Special Actions of cards in display."""
    found = ((code, owner_facts.card(state, code)) for code in cards(state))
    return tuple(
        Special(code=code, number=number, action=action)
        for code, card in found
        if card is not None
        for number, action in enumerate(card.actions, 1)
    )


def unread(state: State) -> tuple[str, ...]:
    """Cards in display that nobody has entered in full: they may have a Special Action, not used this round."""
    return tuple(
        code
        for code in cards(state)
        if owner_facts.whole(state, code) is None
        and code not in (*state.done, *state.once)
        and not _has_action(state, code)
    )


def _has_action(state: State, code: str) -> bool:
    card = owner_facts.card(state, code)
    return card is not None and bool(card.actions)


def refusal(state: State, special: Special) -> Text | None:
    """Why a Special Action cannot be done now, None where it can."""
    if special.name in state.once:
        return T("This Special Action can be done only once in a game.")
    if special.name in state.done:
        return T("This Special Action has been done this round.")
    return _unmet(state, special)


def _unmet(state: State, special: Special) -> Text | None:
    """Why its effect cannot be carried out: a condition that does not hold, or what cannot be spent in full."""
    if special.action.needs and effects.requirement(state, special.action.needs) is False:
        return T("The condition on the card does not hold.")
    try:
        _carry_out(Transaction(state), special.code, special.action)
    except IllegalMove as refused:
        return refused.text
    return None


def possible(state: State) -> tuple[Special, ...]:
    """The Special Actions that can be done now."""
    return tuple(special for special in every(state) if refusal(state, special) is None)


def who_may(state: State, special: Special) -> tuple[str, ...]:
    """The Meeples that may do it. Automatons do what Workers do, but not on an Event card that asks for a Worker or an
    Engineer (p. 39); Children where the card names them, or where a Law allows it."""
    named = special.action.who
    if not named:
        return rank(state, "special", ANYBODY)
    kinds = [kind for who in named for kind in ACTS_AS[who]]
    if special.code not in state.scenario_cards:
        kinds = [kind for kind in kinds if kind != "automatons"]
    return tuple(kind for kind in dict.fromkeys(kinds) if meeples.available(state, kind) and _paid(state, kind))


def _paid(state: State, kind: str) -> bool:
    return kind != "automatons" or state.coal > 0


def find(state: State, code: str, number: int) -> Special | None:
    """A known Special Action."""
    return next((one for one in every(state) if (one.code, one.number) == (code, number)), None)


def take(tx: Transaction, code: str, number: int, meeple: str) -> None:
    """Take the action with a Meeple on the card; its number is 0 where nobody has entered what it does."""
    if code not in cards(tx.state):
        raise IllegalMove(T("That card does not lie in a display."), rule="action.special", page=27)
    special = find(tx.state, code, number)
    if special is None:
        _take_unread(tx, code, meeple)
        return
    refused = refusal(tx.state, special)
    if refused is None and meeple not in who_may(tx.state, special):
        refused = T("{who}: the card does not allow this Meeple.", who=NAMES[meeple])
    if refused:
        raise IllegalMove(refused, rule="action.special", page=27)
    act = Act(
        what="special",
        meeple=meeple,
        at=f"card {code}",
        way=str(number),
        heated=special.action.heated,
        stays=special.action.stays,
        allowed="children" in special.action.who or meeple != "children",
    )
    perform(tx, act)
    _used(tx, special.name, once=special.action.once)


def _take_unread(tx: Transaction, code: str, meeple: str) -> None:
    if code not in unread(tx.state):
        raise IllegalMove(T("This Special Action has been done this round."), rule="action.special", page=27)
    perform(tx, Act(what="special", meeple=meeple, at=f"card {code}", way=BY_HAND))
    _used(tx, code, once=False)


def _used(tx: Transaction, name: str, *, once: bool) -> None:
    if once:
        tx.set(once=(*tx.state.once, name))
    else:
        tx.set(done=(*tx.state.done, name))


def resolve(tx: Transaction, at: str, way: str) -> None:
    """What the card says is carried out; by the players where nobody has entered it."""
    code = at.removeprefix("card ")
    special = None if way == BY_HAND else find(tx.state, code, int(way))
    if special is None:
        reuse.carry(tx, "", str(owner_facts.title(tx.state, code)))
    else:
        _carry_out(tx, code, special.action)


def _carry_out(tx: Transaction, code: str, action: Action) -> None:
    reuse.carry(tx, action.effects, str(owner_facts.title(tx.state, code)))
