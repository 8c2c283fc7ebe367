"""What only the owner's booklets tell."""

from __future__ import annotations

from companion.api.game import BoardFamily
from companion.api.text import T, template
from companion.games.citadel.state import MOST_LIFE
from companion.toolkit.forms import whole

FAMILIES = (
    BoardFamily(
        pattern=r"scenario\.introduction\.life\.([1-4])",
        ask=whole("life", template("Life points in the introductory scenario, players: {name}"), MOST_LIFE, at_least=1),
        label=T("Life points in the introductory scenario"),
    ),
)
