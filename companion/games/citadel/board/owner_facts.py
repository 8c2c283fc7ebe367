"""What only the owner's Terrain cards show, by the cards' keys (`terrain.081.1.arrows`)."""

from __future__ import annotations

from companion.api.game import BoardFamily, Words
from companion.api.text import T, template
from companion.toolkit.forms import pick

FAMILIES = (
    BoardFamily(
        pattern=r"terrain\.([0-9]{3}\.[0-9]{1,3})\.arrows",
        ask=Words(name="arrows", label=template("Arrows of Terrain {name}, such as north 094 I"), at_most_chars=120),
        label=T("Arrows of Terrain cards"),
    ),
    BoardFamily(
        pattern=r"terrain\.([0-9]{3}\.[0-9]{1,3})\.mandatory",
        ask=pick("mandatory", template("A mandatory action on Terrain {name}"), {"no": T("No"), "yes": T("Yes")}),
        label=T("Mandatory actions on Terrain cards"),
    ),
)
