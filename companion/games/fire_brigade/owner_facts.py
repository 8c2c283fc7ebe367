"""What only the owner's cards and boards show; it is told when it first matters, and kept."""

from __future__ import annotations

from companion.api.game import BoardFamily, Words
from companion.api.text import T, Text, template
from companion.games.fire_brigade.names import TRACK_NAMES


def _circle(name: str) -> Text:
    """A circle of a Firehouse board: its side, its track and its number there."""
    side, track, number = name.split(".")
    return T("Firehouse board, side {side}, {track}, circle {number}", side=side, track=TRACK_NAMES[track],
             number=number)  # fmt: skip


CREW = BoardFamily(
    pattern=r"crew\.([a-z_]{1,24})",
    ask=Words(name="crew", label=template("Affiliation and water of {name}, such as nobles 2"), at_most_chars=20),
    label=T("Crew cards"),
)
STORMS = BoardFamily(
    pattern=r"storm\.([a-z0-9 '\-]{1,24})",
    ask=Words(name="storm", label=template("Fields of the firestorm {name}"), at_most_chars=120),
    label=T("Firestorm cards"),
)
CIRCLES = BoardFamily(
    pattern=r"circle\.([12]\.(?:crew|wagon|leadership)\.[0-9]{1,2})",
    ask=Words(name="circle", label=template("{name}: what it shows, such as 5 or 6 blue"), at_most_chars=12),
    label=T("Circles of the Firehouse boards"),
    called=_circle,
)
FAMILIES = (CREW, STORMS, CIRCLES)
