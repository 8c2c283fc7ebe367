"""Facts of the owner's cards that actions need, each by the name of its card: what an action shows, what a card
does."""

from __future__ import annotations

from companion.api.game import BoardFamily, Value, Words
from companion.api.text import T, Text, template
from companion.games.citadel.action import effects, recalling, sheet
from companion.games.citadel.action.icons import called

LONGEST = 400


def _action(name: str) -> Text:
    """An action as people call it, with its card: `310.1.fight`."""
    card, _, icon = name.rpartition(".")
    return T("{action}, card {card}", action=called(icon), card=card.partition(".")[0])


def _section(name: str) -> Text:
    """A section of an action's row: `310.1.fight.2.failure`."""
    action, row, outcome = ("", "", *name.rsplit(".", 2))[-3:]
    ending = T("success") if outcome == "success" else T("failure")
    return T("{action}, row {row}, {ending}", action=_action(action), row=row, ending=ending)


FAMILIES = (
    BoardFamily(
        pattern=r"action\.(.+)",
        ask=Words(name="action", label=template("Action {name}"), at_most_chars=LONGEST),
        label=T("An action of a card: cost, difficulty, kind, traits"),
        called=_action,
    ),
    BoardFamily(
        pattern=r"prerequisite\.(.+)",
        ask=Words(name="prerequisite", label=template("Prerequisite of {name}"), at_most_chars=120),
        label=T("What an action of a card demands before it can be taken"),
        called=_action,
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
    BoardFamily(
        pattern=r"then\.(.+)",
        ask=Words(name="then", label=template("Consequences of {name}"), at_most_chars=LONGEST),
        label=T("What a section of an action brought about the last time"),
        called=_section,
    ),
)


def check(name: str, value: Value) -> None:
    """Refuse a line that cannot be understood."""
    if name.startswith("action."):
        sheet.understood(str(value))
    if name.startswith("effects."):
        effects.understood(str(value))
    if name.startswith("then."):
        recalling.understood(str(value))
