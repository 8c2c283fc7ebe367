"""What the rulebook's examples say about the links of the board, to find a wrong or a missing one at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.games.turris.map.land import Graph, joined, link_name, spread
from companion.games.turris.state import LOCATIONS

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Example:
    """What an example says, and its page."""

    says: Text
    page: int


NEAR_GUILD = Example(T("The Forge and the Shrine are both one step from the Guild."), 13)
NEAR_BRINK = Example(T("The Ridge and the Circle are both one step from the Brink."), 13)
RIDGE_NEARER = Example(T("From the Nest, the Ridge is nearer than the Guild."), 13)
TWO_WAYS = Example(
    T("Just two ways lead from the right Crossroads to the Brink in two steps: over the Ridge and over the Circle."), 16
)
OVER_ABYSS = Example(T("The shortest way from the Grove to the Nest has two steps and leads over the Abyss."), 17)
BY_SPIRE = Example(T("Just two Locations are adjacent to the Spire: the Forge and the Garden."), 18)
ISLE_CIRCLE = Example(T("The Harrow, whose speed is always 1, moves from the Isle into the Circle."), 19)

# Links that an example needs.
NEEDED: Mapping[str, Example] = {
    link_name("forge", "guild"): NEAR_GUILD,
    link_name("guild", "shrine"): NEAR_GUILD,
    link_name("brink", "ridge"): NEAR_BRINK,
    link_name("brink", "circle"): NEAR_BRINK,
    link_name("right", "ridge"): TWO_WAYS,
    link_name("right", "circle"): TWO_WAYS,
    link_name("grove", "abyss"): OVER_ABYSS,
    link_name("abyss", "nest"): OVER_ABYSS,
    link_name("spire", "forge"): BY_SPIRE,
    link_name("spire", "garden"): BY_SPIRE,
    link_name("isle", "circle"): ISLE_CIRCLE,
}
# Over these, a way from the right Crossroads to the Brink is no third one: Sites may not have been laid.
NO_THIRD_WAY = ("ridge", "circle", "b", "c", "d")
# Links that an example rules out. In that of the Spire two players are named: Sites A and B are laid then.
RULED_OUT: Mapping[str, Example] = {
    link_name("guild", "nest"): RIDGE_NEARER,
    link_name("brink", "right"): TWO_WAYS,
    link_name("grove", "nest"): OVER_ABYSS,
    **{
        link_name("spire", other): BY_SPIRE
        for other in (*LOCATIONS, "a", "b")
        if other not in ("spire", "forge", "garden")
    },
}


def against_link(first: str, second: str, pairs: Pairs) -> Example | None:
    """The example that a new link would contradict, given the links that are there."""
    name = link_name(first, second)
    if name in RULED_OUT:
        return RULED_OUT[name]
    for end, middle in ((first, second), (second, first)):
        third = {"right": "brink", "brink": "right"}.get(end)
        if third and middle not in NO_THIRD_WAY and joined(pairs, third, middle):
            return TWO_WAYS
    return None


def against_wiping(first: str, second: str) -> Example | None:
    """The example that needs a link."""
    return NEEDED.get(link_name(first, second))


def contradicted(pairs: Pairs, board: Graph) -> Iterator[Example]:
    """The examples that the whole board, once all links are drawn, would contradict."""
    names = {link_name(*pair) for pair in pairs}
    found = [example for name, example in NEEDED.items() if name not in names]
    found += [example for pair in pairs if (example := against_link(*pair, pairs))]
    steps = spread(board, "nest")
    if steps.get("ridge", 99) >= steps.get("guild", 99):
        found.append(RIDGE_NEARER)
    yield from dict.fromkeys(found)
