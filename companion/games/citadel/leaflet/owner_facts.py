"""What only the owner's Citadel leaflet shows: the Destiny page and the Buildings pages."""

from __future__ import annotations

from companion.api.game import BoardFamily, Words
from companion.api.text import T, Text, template
from companion.games.citadel.leaflet.buildings import MOST_BOXES, NAME, PLANS, WHEN
from companion.games.citadel.leaflet.destiny import PRIZES
from companion.games.citadel.leaflet.leaflet import SCORES
from companion.toolkit.forms import pick, whole

SYMBOL = r"destiny\.([1-9][0-9]?)"


def _building(name: str) -> Text | str:
    return PLANS[name].title if name in PLANS else name


FAMILIES = (
    BoardFamily(
        pattern=rf"{SYMBOL}\.prize",
        ask=pick("prize", template("Destiny page: what symbol {name} brings"), PRIZES),
        label=T("Destiny page: what the symbols bring"),
    ),
    BoardFamily(
        pattern=rf"{SYMBOL}\.near",
        ask=Words(name="near", label=template("Destiny page: symbols connected to symbol {name}"), at_most_chars=60),
        label=T("Destiny page: connected symbols"),
    ),
    BoardFamily(
        pattern=rf"{SYMBOL}\.where",
        ask=Words(name="where", label=template("Destiny page: where symbol {name} is"), at_most_chars=60),
        label=T("Destiny page: where the symbols are"),
    ),
    BoardFamily(
        pattern=rf"{SYMBOL}\.number",
        ask=Words(name="number", label=template("Destiny page: the card of symbol {name}"), at_most_chars=3),
        label=T("Destiny page: cards of the symbols"),
    ),
    BoardFamily(
        pattern=r"building\.guild\.prize",
        ask=pick("prize", T("Guild: the kind of symbol that it shows"), PRIZES),
        label=T("Guild: the kind of symbol that it shows"),
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.boxes",
        ask=whole("boxes", template("Buildings page, {name}: number of boxes"), MOST_BOXES, at_least=1),
        label=T("Buildings page: numbers of boxes"),
        called=_building,
    ),
    BoardFamily(
        pattern=r"building\.(other_[1-9])\.title",
        ask=Words(name="title", label=template("Buildings page, {name}: its name"), at_most_chars=40),
        label=T("Buildings page: names of other buildings"),
        called=_building,
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.score",
        ask=pick("score", template("Buildings page, {name}: the score that it raises"), SCORES),
        label=T("Buildings page: scores that are raised"),
        called=_building,
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.when",
        ask=pick("when", template("Buildings page, {name}: when its effect is applied"), WHEN),
        label=T("Buildings page: when effects are applied"),
        called=_building,
    ),
    BoardFamily(
        pattern=rf"building\.{NAME}\.effect",
        ask=Words(
            name="effect", label=template("Buildings page, {name}: its effect, in your words"), at_most_chars=200
        ),
        label=T("Buildings page: effects, in your words"),
        called=_building,
    ),
)
