"""The actions by their icons, with the names that the player aid gives them (p. 23)."""

from __future__ import annotations

from companion.api.text import T, Text

FIGHT = "fight"
MOVE = "move"
PATHFIND = "pathfind"

ACTIONS: dict[str, Text] = {
    "climb": T("Climb"),
    "dig": T("Dig"),
    "take": T("Take / handle"),
    "craft": T("Craft / repair"),
    "pull": T("Pull / push / lift"),
    "think": T("Think / compose yourself"),
    "greet": T("Greet"),
    "speak": T("Speak"),
    "convince": T("Convince / negotiate"),
    "eat": T("Eat / drink"),
    "jump": T("Jump / balance"),
    "stealth": T("Be stealthy / hide"),
    "cure": T("Cure / heal"),
    MOVE: T("Move / backtrack"),
    "swim": T("Swim / sail"),
    "visit": T("Go see / visit"),
    PATHFIND: T("Pathfind"),
    "bearings": T("Find my bearings"),
    "run": T("Run / flee"),
    "listen": T("Listen"),
    "offer": T("Offer / coax / tame"),
    "aim": T("Target / aim / throw"),
    "music": T("Play music"),
    "open": T("Open / pick lock / close"),
    "search": T("Search"),
    "examine": T("Examine"),
    FIGHT: T("Fight"),
    "spell": T("Cast a spell"),
    "read": T("Read / decipher"),
    "ambush": T("Ambush"),
    "rest": T("Rest"),
    "hunt": T("Hunt"),
    "perform": T("Perform"),
    "wait": T("Wait / do nothing"),
    "saw": T("Saw / cut"),
    "dodge": T("Dodge"),
    "other": T("Another action"),
}


# The first of several names, for what is said aloud and for lists of known actions.
SHORT: dict[str, Text] = {
    "take": T("Take"),
    "craft": T("Craft"),
    "pull": T("Pull"),
    "think": T("Think"),
    "convince": T("Convince"),
    "eat": T("Eat"),
    "jump": T("Jump"),
    "stealth": T("Be stealthy"),
    "cure": T("Cure"),
    MOVE: T("Move"),
    "swim": T("Swim"),
    "visit": T("Go see"),
    "run": T("Run"),
    "offer": T("Offer"),
    "aim": T("Target"),
    "open": T("Open"),
    "read": T("Read"),
    "wait": T("Wait"),
    "saw": T("Saw"),
}


def called(icon: str) -> Text:
    """The name of an action, short enough to be said."""
    return SHORT.get(icon) or ACTIONS.get(icon, ACTIONS["other"])
