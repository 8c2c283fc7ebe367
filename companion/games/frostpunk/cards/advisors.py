"""Advisors (rulebook p. 22, 31): one ability a round for a Hope token of the type on the card; Call to Rise, alone."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk import tokens
from companion.games.frostpunk.cards import by_hand, citizens, lines, owner_facts
from companion.games.frostpunk.state import HOPE_TYPES, State
from companion.games.frostpunk.transaction import Transaction

KIND = "advisor"
ADVISORS: Mapping[str, str] = {  # p. 31, by the names of their cards
    "generator": "Generator Advisor",
    "health": "Health Advisor",
    "social": "Social Advisor",
    "foreman": "Foreman Advisor",
}
TITLES: Mapping[str, Text] = {
    "generator": T("Generator Advisor"),
    "health": T("Health Advisor"),
    "social": T("Social Advisor"),
    "foreman": T("Foreman Advisor"),
}
MOST_RISE = 30  # p. 5: Citizen cards in the game


def in_play(state: State) -> tuple[str, ...]:
    """The Advisors that the players have; all four while nobody has said which."""
    return tuple(one for one in state.advisors if one) or tuple(ADVISORS)


def seat_of(state: State, advisor: str) -> int | None:
    """The seat whose Advisor it is."""
    return state.advisors.index(advisor) if advisor in state.advisors else None


def ability(state: State, advisor: str) -> str:
    """What an Advisor does, the exhausting of its token included (`exhaust care; cure 2`); empty where not known."""
    found = owner_facts.card(state, owner_facts.named(KIND, ADVISORS[advisor]))
    return found.ability if found is not None else ""


def token(state: State, advisor: str) -> str | None:
    """The type of Hope token that an Advisor's ability exhausts; None where it is not known."""
    first = ability(state, advisor).partition(";")[0].split()
    return first[1] if len(first) == 2 and first[0] in ("exhaust", "spend") and first[1] in HOPE_TYPES else None


def can_use(state: State, advisor: str) -> bool:
    """Whether an Advisor can be used now: none was this round, and a token of its type may be exhausted (p. 17, 22)."""
    kind = token(state, advisor)
    active = tokens.active_kinds(state, "hope")
    has_token = bool(active) and (kind is None or kind in active)
    return not state.advisor_used and has_token and _payable(state, ability(state, advisor))


def _payable(state: State, words: str) -> bool:
    """Whether the conditions of an ability hold and what it spends is there, as far as the books can tell."""
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    return not by_hand.understood(words) or effects.requirement(state, words) is not False


def asks(state: State) -> bool:
    """Whether there is anything to choose: an Advisor that can be used, or Call to Rise."""
    return can_rise(state) or any(can_use(state, advisor) for advisor in in_play(state))


def use(tx: Transaction, advisor: str) -> None:
    """An Advisor's ability is used: its Hope token is exhausted, its effects follow (p. 22, 31)."""
    _refuse(tx.state, advisor)
    words = ability(tx.state, advisor)
    tx.set(advisor_used=True)
    text = T("{advisor}: the ability is used.", advisor=TITLES[advisor])
    tx.note("advisor_used", text, advisor=advisor)
    by_hand.carry(tx, words, ADVISORS[advisor])


def told(tx: Transaction, advisor: str, kind: str, words: str) -> None:
    """An Advisor's token and ability were read off the card: kept, and used at once."""
    if words:
        line = f"exhaust {kind}; {by_hand.as_effects(words)}"
        lines.write(tx, owner_facts.named(KIND, ADVISORS[advisor]), "ability", line)
        use(tx, advisor)
        return
    _refuse(tx.state, advisor)
    tx.set(advisor_used=True)
    text = T("{advisor}: the ability is used.", advisor=TITLES[advisor])
    tx.note("advisor_used", text, advisor=advisor)
    by_hand.carry(tx, f"exhaust {kind}")
    by_hand.carry(tx, "", ADVISORS[advisor])


def _refuse(state: State, advisor: str) -> None:
    if state.advisor_used:
        raise IllegalMove(T("Only one Advisor may be used in a round, once."), rule="preparation.advisor", page=22)
    if advisor not in in_play(state):
        raise IllegalMove(T("Nobody has that Advisor."), rule="advisors", page=31)
    if not can_use(state, advisor):
        text = T("What its ability needs is not there: the Hope token to exhaust is not active, or it cannot be paid.")
        raise IllegalMove(text, rule="preparation.advisor", page=22)


# --- Call to Rise -----------------------------------------------------------------------------------------------------


def can_rise(state: State) -> bool:
    """Whether Call to Rise can be used: in a solo game, once (p. 31)."""
    return len(state.players) == 1 and not state.call_to_rise


def rise_fact(hope: int) -> str:
    """The board fact that says how many cards Call to Rise draws with so many Hope tokens."""
    return f"call_to_rise_at_{hope}"


def rise(tx: Transaction, cards: int) -> None:
    """Call to Rise: draw Citizen cards by the number of Hope tokens; the card leaves the game (p. 31)."""
    if not can_rise(tx.state):
        raise IllegalMove(T("Call to Rise is used once, in a solo game."), rule="advisors", page=31)
    tx.learn(rise_fact(tx.state.hope.count), cards)
    tx.set(call_to_rise=True)
    tx.note("call_to_rise", T("Call to Rise was used and left the game."), cards=cards)
    citizens.draw(tx, 0, cards)
