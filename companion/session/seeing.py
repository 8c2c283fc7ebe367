"""Why a card could not be read surely, and what to do about it, in words. The camera's room reports codes."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.text import T, Text

CANNOT_READ = "cannot_read"  # what reads cards keeps dying
PHOTO_FIRST = "photo_first"  # a photo is read

WHAT_HELPS: Mapping[str, Text] = {
    "too_small": T("Bring the card closer to the camera: its code is too small to be read surely."),
    "too_blurred": T("The picture is too blurred: lay the card down flat and still, or further from the camera."),
    "too_dark": T("It is too dark to read the card: bring a lamp nearer."),
    "glare": T("A lamp is mirrored in the card: tilt the card a little, or move the lamp aside."),
    "covered": T("A part of the code is covered: take fingers and other cards off it."),
    "upside_down": T("Turn the card so that all its print is in the picture, or tap the right number."),
    "doubtful": T("Please hold it flat and still, and compare."),
    "no_code": T("If it has a code: show all of it, face up and closer to the camera."),
    CANNOT_READ: T("What reads cards keeps ending. Type the codes; it is tried again by itself."),
    PHOTO_FIRST: T("A photo is being read; the card here comes next."),
}

# The same in a word or two, to stand in a picture.
HINTS: Mapping[str, Text] = {
    "too_small": T("Closer"),
    "too_blurred": T("Blurred"),
    "too_dark": T("Too dark"),
    "glare": T("Glare"),
    "covered": T("Covered"),
    "upside_down": T("Turn it"),
    "doubtful": T("Not sure"),
    "no_code": T("No code seen"),
    CANNOT_READ: T("The camera cannot read cards."),
    PHOTO_FIRST: T("One moment"),
}


def hint(trouble: str) -> Text | None:
    """The word for a trouble; None where there is none."""
    return HINTS.get(trouble, HINTS["doubtful"]) if trouble else None


def looks_like(code: str, other: str, doubt: str) -> Text:
    """What to say of a card that looks like a code, or, the other way up, like another one, and is not sure."""
    helps = WHAT_HELPS.get(doubt, WHAT_HELPS["doubtful"])
    if other:
        return T("The card may be {code} or, the other way up, {other}. {helps}", code=code, other=other, helps=helps)
    return T("The card looks like {code}, but that is not sure. {helps}", code=code, helps=helps)


def unread(trouble: str) -> Text:
    """What to say of a card that could not be read at all."""
    return T("No code could be read. {helps}", helps=WHAT_HELPS.get(trouble, WHAT_HELPS["doubtful"]))
