"""What is said of a pile on the scale: what to do, what is the matter."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.text import T, Text

STEPS: Mapping[str, Text] = {
    "zero": T("Take everything off the scale, or leave on it what shall not count, and tap “Nothing lies on it”."),
    "waiting": T("Hands off for a moment."),
    "known": T("Lay a few pieces on it, best ten and one by one, and say how many."),
    "count": T("Lay the pile on it, a handful at a time."),
    "paused": T("The game counts the drawer now. The pile goes on afterwards, from an empty scale."),
}
TROUBLES: Mapping[str, Text] = {
    "not_still": T("The scale does not rest yet: hands off for two seconds, and try again."),
    "nothing_weighed": T("The scale feels nothing there: lay the pieces on it, or take heavier ones."),
    "wrong_sign": T("The weight fell: begin again with an empty scale."),
    "too_light": T("These pieces are too light for this load cell: it cannot tell one from none."),
    "bad_count": T("Say a whole number of pieces that can be."),
    "not_yet": T("First the empty scale."),
}
REASONS: Mapping[str, Text] = {
    "too_noisy": T("The table trembles too much."),
    "too_heavy": T("That is more than it can count."),
    "between_counts": T("The weight lies between two counts: take a handful off, or tap the number."),
    "disagree": T("What was added is no whole number of pieces: take it off again, or tap the number."),
}
NO_SIGNAL = T("No readings come from the cell: check the cable of the drawer.")
COUNT_AND_SAY = T("Please count, and tap the number.")


def trouble_words(code: str) -> Text:
    """Why a step could not be taken."""
    return TROUBLES.get(code, TROUBLES["not_still"])


def reason_words(reason: str) -> Text:
    """Why a count is not sure."""
    return REASONS.get(reason, COUNT_AND_SAY)
