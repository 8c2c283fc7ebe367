"""What the owner has told of actions and of the effects of cards, and how both are called for people."""

from __future__ import annotations

from collections import Counter

from companion.api import BoardFamily, N, T, Text, Value, Words, template
from companion.games.citadel.action import effects, sheet
from companion.games.citadel.action.effects import Effect
from companion.games.citadel.action.sheet import Sheet, called
from companion.games.citadel.cards.cards import EXPLORATION
from companion.games.citadel.cards.looking import card_name
from companion.games.citadel.state import Action, State
from companion.games.citadel.transaction import Transaction

SKILL = "skill."


def sheet_of(state: State, card: str, icon: str) -> Sheet | None:
    """What an action of a card shows; None when nobody has said. Only numbered cards are remembered."""
    line = state.board.get(f"action.{card}.{icon}") if card else None
    return None if line in (None, sheet.UNREAD) else sheet.understood(str(line))


def kept(state: State, card: str) -> bool:
    """Whether anything is kept of a card: Exploration cards are not told apart."""
    return bool(card) and state.cards.copy(card).deck != EXPLORATION


def learn_sheet(tx: Transaction, card: str, icon: str, told: Sheet) -> None:
    """Keep what an action shows."""
    if kept(tx.state, card):
        tx.learn(f"action.{card}.{icon}", sheet.spelled(told))


def learn_shown(tx: Transaction, card: str, icon: str) -> None:
    """Keep that a card shows an action, whatever else is known of it."""
    if kept(tx.state, card) and icon != sheet.EXPLORE and f"action.{card}.{icon}" not in tx.state.board:
        tx.learn(f"action.{card}.{icon}", sheet.UNREAD)


RECENT = "recent.actions"  # the icons of the actions that were taken, the last one first; for this evening only
MOST_RECENT = 12
MOSTLY = (
    "search", "examine", "speak", "climb", "fight", "stealth", "pathfind", "take", "open", "think", "run", "eat"
)  # fmt: skip


def taken(tx: Transaction, icon: str) -> None:
    """This action stands first among the icons from now on."""
    others = (one for one in recent(tx.state) if one != icon)
    tx.remember(RECENT, " ".join([icon, *others][:MOST_RECENT]))


def recent(state: State) -> tuple[str, ...]:
    """The icons of the actions that were taken in this evening, the last one first."""
    return tuple(one for one in str(state.board.get(RECENT, "")).split() if one in sheet.ACTIONS)


def in_front(state: State) -> tuple[str, ...]:
    """All icons: those used last first, then those of cards that are known, then what journeys are mostly made of."""
    known = Counter(name.rpartition(".")[2] for name in state.board if name.startswith("action."))
    often = (icon for icon, _ in known.most_common() if icon in sheet.ACTIONS)
    return tuple(dict.fromkeys((*recent(state), *often, *MOSTLY, *sheet.ACTIONS)))


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


def needed(state: State, card: str, icon: str) -> Text | None:
    """What an action demands, as a sentence; None when nobody has said that it demands anything."""
    words = prerequisite(state, card, icon)
    return T("Only if: {words}.", words=words.rstrip(".")) if words else None


def heading(state: State, action: Action) -> Text:
    """The running action in one line."""
    return T("{name}: {action}", name=state.hero(action.active).name, action=action_name(state, action))


def needs(state: State, action: Action) -> Text:
    """What it takes to succeed."""
    text = N("{n} success needed", "{n} successes needed", action.need)
    text = text if action.need else T("no success needed")
    if action.die is None:
        return text
    return T("{needed}, row {row}", needed=text, row=action.row)


def sentences(parts: list[Text]) -> Text:
    """Whole sentences one after the other."""
    text = parts[0]
    for part in parts[1:]:
        text = T("{first} {second}", first=text, second=part)
    return text


def reminders(state: State, action: Action, step: str) -> list[Text]:
    """What the cards in use say for this step, in their owner's words."""
    return [
        T("{card}: {words}", card=name_of(state, ident), words=effect.words)
        for ident, effect in in_use(state, action)
        if effect.kind == "words" and effect.step == step
    ]


LONGEST = 400


def named(name: str) -> Text:
    """An action as people call it, with its card: `310.1.fight`."""
    card, _, icon = name.rpartition(".")
    return T("{action}, card {card}", action=called(icon), card=card.partition(".")[0])


FAMILIES = (
    BoardFamily(
        pattern=r"action\.(.+)",
        ask=Words(name="action", label=template("Action {name}"), at_most_chars=LONGEST),
        label=T("An action of a card: cost, difficulty, kind, traits"),
        called=named,
    ),
    BoardFamily(
        pattern=r"prerequisite\.(.+)",
        ask=Words(name="prerequisite", label=template("Prerequisite of {name}"), at_most_chars=120),
        label=T("What an action of a card demands before it can be taken"),
        called=named,
    ),
    BoardFamily(
        pattern=r"effects\.(.+)",
        ask=Words(name="effects", label=template("Effects of {name}"), at_most_chars=LONGEST),
        label=T("What a card does in actions"),
    ),
    BoardFamily(
        pattern=r"skill\.(.+)",
        ask=Words(name="title", label=template("Title of the Skill card {name}")),
        label=T("The title of a Skill card"),
    ),
)


def check(name: str, value: Value) -> None:
    """Refuse a line that cannot be understood."""
    if name.startswith("action.") and value != sheet.UNREAD:
        sheet.understood(str(value))
    if name.startswith("effects."):
        effects.understood(str(value))
