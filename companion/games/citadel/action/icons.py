"""The actions by their icons, with the names that the player aid gives them (p. 23)."""

from __future__ import annotations

from companion.api.text import Text
from companion.games.citadel.tables import read

FIGHT = "fight"
MOVE = "move"
PATHFIND = "pathfind"

_ACTIONS = read("actions")
ACTIONS = {name: Text(one["label"]) for name, one in _ACTIONS.items()}


SHORT = {name: Text(one["title"]) for name, one in _ACTIONS.items() if "title" in one}


def called(icon: str) -> Text:
    """The name of an action, short enough to be said."""
    return SHORT.get(icon) or ACTIONS.get(icon, ACTIONS["other"])
