"""Facts of the owner's Character cards: hand size and weight, by character and number of players (p. 4, 19)."""

from __future__ import annotations

from companion.api.game import BoardFamily, Whole
from companion.api.text import T, Text, template
from companion.games.citadel.campaign.setting_up import CHARACTERS

MOST_HAND, MOST_WEIGHT = 20, 40


def _limit(name: str) -> Text:
    """Whose limit it is, and with how many players: `casek.2`."""
    character, _, players = name.partition(".")
    return T("{character}, players: {players}", character=CHARACTERS.get(character, character), players=players)


FAMILIES = (
    BoardFamily(
        pattern=r"limit\.hand\.(.+)",
        ask=Whole(name="hand", label=template("Hand size: {name}"), at_least=1, at_most=MOST_HAND),
        label=T("Hand size of a character, by the number of players"),
        called=_limit,
    ),
    BoardFamily(
        pattern=r"limit\.weight\.(.+)",
        ask=Whole(name="weight", label=template("Weight: {name}"), at_least=0, at_most=MOST_WEIGHT),
        label=T("Maximum weight of a character, by the number of players"),
        called=_limit,
    ),
)
