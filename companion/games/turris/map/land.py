"""The land: which places are linked, how far it is, and what the examples of the rulebook say about links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.api import Text
from companion.games.turris.state import CROSSROADS, LOCATIONS, PLACES, PRINTED, SPOTS, State

Graph = Mapping[str, tuple[str, ...]]
LINK = "link."


def link_name(first: str, second: str) -> str:
    """The board fact of a link: its places in the order of the alphabet."""
    return "link.{}.{}".format(*sorted((first, second)))


@lru_cache(maxsize=1024)
def ends(name: str) -> tuple[str, str] | None:
    """The two places of a link's board fact; None where the name is no link."""
    parts = name.removeprefix(LINK).split(".")
    if not name.startswith(LINK) or len(parts) != 2 or parts != sorted(set(parts)) or not set(parts) <= set(PLACES):
        return None
    return parts[0], parts[1]


def links(state: State) -> tuple[tuple[str, str], ...]:
    """All links that are known, each once, in a fixed order."""
    found = (ends(name) for name, value in state.board.items() if value == "yes" and name.startswith(LINK))
    return tuple(sorted(pair for pair in found if pair))


def told(state: State) -> bool:
    """Whether somebody said that all links of the board are drawn."""
    return state.word("links_told") == "yes"


def by_hand(state: State) -> bool:
    """Whether the table looks itself where Beasts may go: the links are not told, or it moves them this round."""
    return not told(state) or state.by_hand == state.round


def exists(state: State, place: str) -> bool:
    """Whether a place can be entered: an Excavation spot without a Site cannot, not even on the way (p. 21)."""
    return place not in SPOTS or place in state.sites


def locations(state: State) -> tuple[str, ...]:
    """Where Scouts can stand: the twelve Locations and the Excavation Sites that lie there."""
    return (*LOCATIONS, *(spot for spot in SPOTS if spot in state.sites))


def linked(state: State, first: str, second: str) -> bool:
    """Whether two places are one step apart."""
    return state.word(link_name(first, second)) == "yes"


def neighbours(state: State, place: str) -> tuple[str, ...]:
    """The places one step away that can be entered, Crossroads among them; Beasts and Scouts do not matter."""
    return tuple(other for other in graph(links(state))[place] if exists(state, other))


def adjacent(state: State, place: str) -> tuple[str, ...]:
    """The Locations one step away: no Crossroads, which count only as steps of a way (p. 16)."""
    return tuple(other for other in neighbours(state, place) if other not in CROSSROADS)


def distances(state: State, start: str) -> dict[str, int]:
    """How many steps it is from a place to every place that can be reached, whatever stands in between (p. 16)."""
    return spread(graph(links(state)), start, _closed(state))


def shortest(state: State, start: str, target: str) -> tuple[tuple[str, ...], ...]:
    """All shortest ways from one place to another, each without its start; none where there is no way."""
    board, closed = graph(links(state)), _closed(state)
    left = spread(board, target, closed - {start})
    if start not in left or (target in closed and target != start):
        return ()
    return tuple(_ways(board, left, start))


def blocked(state: State, place: str, but: str = "") -> bool:
    """Whether another Beast (not the one named) stands in a place, so that no Beast may end there (p. 17)."""
    return any(beast.at == place and beast.name != but for beast in state.beasts)


def cut_off(state: State) -> tuple[str, ...]:
    """The places that cannot be reached from the Abyss by what is drawn."""
    reached = spread(graph(links(state)), "abyss")
    return tuple(place for place in PLACES if place not in reached)


def _closed(state: State) -> frozenset[str]:
    return frozenset(place for place in SPOTS if not exists(state, place))


def _ways(board: Graph, left: Mapping[str, int], start: str) -> Iterator[tuple[str, ...]]:
    """Ways along which the distance to the target falls with every step."""
    if left[start] == 0:
        yield ()
        return
    for step in board[start]:
        if left.get(step, -1) == left[start] - 1:
            for rest in _ways(board, left, step):
                yield (step, *rest)


def spread(board: Graph, start: str, closed: frozenset[str] = frozenset()) -> dict[str, int]:
    """Distances from a place to those that can be reached without entering a closed one; it may itself be closed."""
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for step in board[here]:
            if step not in found and step not in closed:
                found[step] = found[here] + 1
                edge.append(step)
    return found


@lru_cache(maxsize=256)
def graph(pairs: tuple[tuple[str, str], ...]) -> Graph:
    """The neighbours of every place."""
    return {place: tuple(other for other in PLACES if joined(pairs, place, other)) for place in PLACES}


def joined(pairs: Iterable[tuple[str, str]], first: str, second: str) -> bool:
    """Whether a link between two places is among these."""
    return (first, second) in pairs or (second, first) in pairs


# --- the examples -----------------------------------------------------------------------------------------------------


Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Example:
    """What an example says, and its page."""

    says: Text
    page: int


_EXAMPLES = {one.id: Example(Text(one.what), one.page) for one in PRINTED.example}
RIDGE_NEARER, TWO_WAYS = _EXAMPLES["ridge_nearer"], _EXAMPLES["two_ways"]
# Links that an example needs, and links that one rules out.
NEEDED: Mapping[str, Example] = {link_name(*pair): _EXAMPLES[one.id] for one in PRINTED.example for pair in one.needs}
RULED_OUT: Mapping[str, Example] = {
    link_name(*pair): _EXAMPLES[one.id] for one in PRINTED.example for pair in one.rules_out
}
# Over these, a way from the right Crossroads to the Brink is no third one: Sites may not have been laid.
NO_THIRD_WAY = ("ridge", "circle", "b", "c", "d")


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
