"""What the owner has told of actions and of the effects of cards, and how both are called for people."""

from __future__ import annotations

from companion.api.text import T, Text
from companion.games.citadel.action import effects, sheet
from companion.games.citadel.action.effects import Effect
from companion.games.citadel.action.icons import called
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.sheet import Sheet
from companion.games.citadel.cards.cards import EXPLORATION
from companion.games.citadel.cards.words import card_name
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction

SKILL = "skill."


def sheet_of(state: State, card: str, icon: str) -> Sheet | None:
    """What an action of a card shows; None when nobody has said. Only cards of the ledger are remembered."""
    line = state.board.get(f"action.{card}.{icon}") if card else None
    return None if line is None else sheet.understood(str(line))


def kept(state: State, card: str) -> bool:
    """Whether anything is kept of a card: Exploration cards are not told apart."""
    return bool(card) and state.cards.copy(card).deck != EXPLORATION


def learn_sheet(tx: Transaction, card: str, icon: str, told: Sheet) -> None:
    """Keep what an action shows."""
    if kept(tx.state, card):
        tx.learn(f"action.{card}.{icon}", sheet.spelled(told))


def known_actions(state: State, card: str) -> tuple[str, ...]:
    """The actions that a card is known to show."""
    head = f"action.{card}."
    return tuple(sorted(name.removeprefix(head) for name in state.board if name.startswith(head)))


def prerequisite(state: State, card: str, icon: str) -> str:
    """What an action demands before it can be taken (p. 11), in its owner's words; empty when nobody has said."""
    return str(state.board.get(f"prerequisite.{card}.{icon}", "")) if card else ""


def effects_of(state: State, ident: str) -> tuple[Effect, ...] | None:
    """All effects of a card; None when nobody has said."""
    line = state.board.get(f"effects.{ident}")
    return None if line is None else effects.understood(str(line))


def learn_effects(tx: Transaction, ident: str, told: tuple[Effect, ...]) -> None:
    """Keep the effects of a card."""
    tx.learn(f"effects.{ident}", effects.spelled(told))


def fitting(state: State, ident: str, icon: str) -> tuple[Effect, ...]:
    """The effects of a card that fit an action."""
    return tuple(effect for effect in effects_of(state, ident) or () if effect.fits(icon))


def in_use(state: State, action: Action) -> tuple[tuple[str, Effect], ...]:
    """Every effect that may be applied in this action, with the card it stands on."""
    return tuple((gear.ident, effect) for gear in action.gear for effect in fitting(state, gear.ident, action.icon))


def class_icons(state: State) -> tuple[str, ...]:
    """The kinds of class icons that were met so far, in the players' own words."""
    found = (kind for name in sorted(state.board) if name.startswith("effects.") for kind in _kinds(state, name))
    return tuple(dict.fromkeys(found))


def _kinds(state: State, name: str) -> tuple[str, ...]:
    return effects.class_icons(effects.understood(str(state.board[name])))


# --- names ------------------------------------------------------------------------------------------------------------


def skill_ident(title: str) -> str:
    """The name under which a Skill card's effects are kept."""
    return SKILL + effects.slug(title)


def name_of(state: State, ident: str) -> Text:
    """A card in use as people know it."""
    if ident.startswith(SKILL):
        return T("{title}", title=str(state.board.get(ident, ident.removeprefix(SKILL))))
    copy = next((copy for copy in state.cards.copies if copy.key == ident), None)
    return card_name(state, copy) if copy is not None else T("{title}", title=ident)


def action_name(state: State, action: Action) -> Text:
    """The action that is running, with its card."""
    return where_named(state, action.icon, action.card)


def where_named(state: State, icon: str, card: str) -> Text:
    """An action and the card that it stands on."""
    if not card:
        return called(icon)
    if state.cards.copy(card).deck == EXPLORATION:
        return T("{action}, {card}", action=called(icon), card=name_of(state, card))
    return T("{action}, card {card}", action=called(icon), card=name_of(state, card))
