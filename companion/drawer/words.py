"""What a scale's codes mean to people: what is the matter, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.api.text import N, T, Text, all_of

MOSTLY = 50  # of a hundred
COUNT_YOURSELVES = T("Look into the drawer and tap the number.")

# Why a count is not sure: what is the matter, and what to do.
REASONS: Mapping[str, tuple[Text, Text]] = {
    "settling": (T("It is still coming to rest."), T("Wait a moment.")),
    "too_noisy": (T("The table trembles too much."), T("Hands off the table and wait, or tap the number.")),
    "between_counts": (T("The weight lies between two counts."), COUNT_YOURSELVES),
    "steps_disagree": (T("What fell and what lies there do not agree."), COUNT_YOURSELVES),
    "too_many": (T("More seems to lie there than can have fallen."), COUNT_YOURSELVES),
    "no_fall": (
        T("Something came onto the drawer without falling."),
        T("Hands off the drawer; if a cube was laid in, tap the number."),
    ),
    "taken_out": (T("Something was taken out of the drawer."), T("Put it back, or tap the number that fell.")),
    "zero_doubtful": (
        T("Cubes may have lain there before the drawer was weighed."),
        T("Is the drawer really empty? Then tap that it is; or tap the number."),
    ),
    "samples_missing": (T("Readings were missing while the cubes fell."), COUNT_YOURSELVES),
    "silent": (
        T("No readings come from the cell."),
        T("Check the cable of the drawer and the wires of its cell, and tap the number."),
    ),
    "frozen": (T("The reading never changes."), T("A wire of the load cell is loose; tap the number meanwhile.")),
    "not_calibrated": (T("The scale does not know your cubes yet."), T("Calibrate it once.")),
    "cell_too_coarse": (
        T("This load cell is too large for cubes."),
        T("Take one for 500 g, or tap the numbers."),
    ),
}
NOT_SURE = (T("It is not sure."), COUNT_YOURSELVES)

ASK_EMPTY = T("Is the drawer really empty? Then tap it on your phone.")
LEARNED_EMPTY = T("The empty drawer weighs otherwise than it did, the same twice now. The scale starts from that.")

# Why the scale cannot take the drawer for empty when people say that it is.
NOT_EMPTY: Mapping[str, Text] = {
    "not_calibrated": T("The scale does not know your cubes yet. Calibrate it once."),
    "silent": T("No readings come from the cell. Check the cable of the drawer and the wires of its cell."),
    "moving": T("The drawer is not at rest yet. Hands off, wait a moment and tap again."),
    "drawer_out": T("The drawer seems to be out. Push it in and tap again."),
    "still_there": T("What has just fallen still lies in it. Take it out and tap again."),
}

# Why a calibration came to nothing, in one sentence each with what to do.
TROUBLES: Mapping[str, Text] = {
    "not_still": T("The drawer did not come to rest. Leave it alone for two seconds and do this step again."),
    "nothing_weighed": T("The weight did not change. Put the whole set of cubes into the drawer and try again."),
    "not_responding": T(
        "The reading does not change with the weight: is the cell free to bend, and are its four wires in place?"
    ),
    "wrong_sign": T("More weight reads as less: swap the load cell's two signal wires (A+ and A-), or turn it over."),
    "cell_too_coarse": T(
        "This load cell is too large for such cubes: take one for 500 g, or 1 kg; one for 5 kg cannot count them."
    ),
    "zero_moved": T("The empty drawer weighed differently afterwards. Seat it firmly and calibrate again."),
    "no_noise": T("The reading never changes at all: a wire of the load cell is loose, or the weighing chip hangs."),
    "too_noisy": T(
        "The reading trembles too much: twist the cell's wires together, keep them short and away from power supplies."
    ),
    "drifting": T(
        "The reading wanders: let it warm up for ten minutes, keep lamps and draughts away, tighten the cell's screws."
    ),
    "set_too_small": T("Two cubes at least are needed, and the whole set is best."),
}

# The guided calibration.
WIZARD: Mapping[str, Text] = {
    "plate": T("Let us calibrate. Pull the drawer out, so that the plate is empty."),
    "drawer": T("Now push the empty drawer in and let go of it."),
    "single": T("Now put in one cube alone. Lay those that were weighed in a row, in their order."),
    "out": T("That is enough. Now take everything out."),
    "still_in": T("The drawer does not weigh what it weighed empty. Take everything out and seat it firmly."),
    "next": T("Next one, please."),
    "or_stop": T("Next one, please; or leave the drawer empty for a while to finish."),
    "more": T("More of them help: next one, please; or leave the drawer empty for a while to finish."),
    "no_readings": T(
        "No readings come from the cell: check the cable of the drawer and the wires of its cell. Once they come "
        "again, it goes on."
    ),
    "no_rest": T("The reading does not come to rest. Is the table shaken, is a fan blowing, or does a cable touch?"),
}
DONE = T("Done. The scale knows your cubes now.")
TOO_FEW = T("Too few were weighed singly, so it asks more often than it need.")
MORE_SINGLES = T("Weigh twenty cubes singly next time, and it asks less often.")
AGAIN = T("That calibration cannot be used. Begin again with the empty plate.")


def count_trouble(status: str, reason: str) -> tuple[Text | None, Text | None]:
    """What is the matter with a count, and what to do; nothing where it is sure, or the drawer is out."""
    if status not in ("unsure", "no signal", "not calibrated"):
        return None, None
    return REASONS.get(reason, NOT_SURE)


def trouble_words(code: str) -> Text:
    """Why a calibration came to nothing."""
    return TROUBLES.get(code, AGAIN)


def reach_words(reach: int, set_size: int) -> Text:
    """What this set on this cell can do."""
    if reach >= set_size:
        return T("It counts any number of your {n} cubes surely.", n=set_size)
    if reach < 1:
        return T("Your cubes weigh so differently on this cell that it will ask almost every time.")
    return N(
        "Up to {n} cube it counts surely; beyond that it asks more often.",
        "Up to {n} cubes it counts surely; beyond that it asks more often.",
        reach,
    )


def share_words(asked: float) -> Text:
    """How often it asks, over drops of all sizes."""
    hundredth = max(round(100.0 * asked), 1)
    if hundredth > MOSTLY:
        return T("It asks about most drops; tap the numbers then.")
    return T("Of a hundred drops of all sizes it asks about {n}.", n=hundredth)


def unlike_words(part: float, set_size: int) -> Text:
    """The cubes weighed singly are heavier or lighter than the set's mean by such a part: others are not."""
    percent = max(round(abs(part) * 100), 1)
    if part > 0.0:
        return T(
            "Those weighed singly are {percent} % heavier than the whole set's mean: some of the others are chipped, "
            "or fewer than {n} lay in the drawer. Count the set, and weigh all of them singly.",
            percent=percent,
            n=set_size,
        )
    return T(
        "Those weighed singly are {percent} % lighter than the whole set's mean: some of the others are heavy, "
        "or more than {n} lay in the drawer. Count the set, and weigh all of them singly.",
        percent=percent,
        n=set_size,
    )


def several_words(set_size: int) -> Text:
    """More than one cube came at once, or fewer than the set had lain there."""
    return T(
        "That was more than one. Take them out and put in one alone. If it was one, the whole set was less than {n}: "
        "begin again.",
        n=set_size,
    )


def light_words(set_size: int) -> Text:
    """What came is too light for one cube, or more than the set had lain there."""
    return T(
        "That weighs much less than a cube of the set. If it was one, the whole set was more than {n}: begin again.",
        n=set_size,
    )


def miscounted_words(said: int, by_weight: int) -> Text:
    """The single cubes tell of another set than was said."""
    return T(
        "One cube alone weighs as if {found} had lain in the drawer, not {n}. Count the set, and begin again.",
        found=by_weight,
        n=said,
    )


def odd_words(number: int, weight: float) -> Text:
    """Which cube is odd: its number in the order of weighing, and its weight in mean cubes."""
    percent = round(abs(weight - 1.0) * 100)
    if weight > 1.0:
        return T("Number {number} is an odd one, {percent} % heavier: lay it aside.", number=number, percent=percent)
    return T("Number {number} is an odd one, {percent} % lighter: lay it aside.", number=number, percent=percent)


def aside_words(numbers: Sequence[int], left: int) -> Text:
    """Which of the cubes weighed singly to play without, and that the others are weighed together once more."""
    listed = all_of(sorted(numbers))
    return N(
        "Lay cube number {listed} aside for good. Then put the other {left} in.",
        "Lay cubes number {listed} aside for good. Then put the other {left} in.",
        len(numbers),
        listed=listed,
        left=left,
    )
