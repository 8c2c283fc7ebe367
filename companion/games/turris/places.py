"""What the twelve Locations and the Excavation Sites are: limited to 1, Immediate, and what they give.

Asked of the owner once and then known. A Site's facts stand under its name; a Site without a name is read off the board
while it lies there.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import BoardFamily, T, Text, Words, template
from companion.games.turris.map import land
from companion.games.turris.names import BEAST_NAMES, PLACE_NAMES, said_place, shown_name, tidy_name
from companion.games.turris.rewards.effects import BLOCKS, LONGEST, Effect, parse
from companion.games.turris.state import LOCATIONS, PRINTED, SPOTS, State
from companion.games.turris.transaction import Transaction
from companion.toolkit import pick

WHATS = ("limited", "immediate", "reward")
COLLECT = "collect"
# What the rulebook's examples tell, besides the icons in board.toml.
TOLD: Mapping[str, str] = {told.fact: told.value for told in PRINTED.told}


def key(state: State, place: str) -> str:
    """Under which name the facts of a place stand: its own, or its Site's."""
    if place not in SPOTS:
        return place
    site = state.sites.get(place, "")
    return f"site_{tidy_name(site)}" if site else f"spot_{place}"


def fact(state: State, what: str, place: str) -> str:
    """`limited`, `immediate` (yes or no) or `reward` (words) of a place; empty while it is not known."""
    name = f"{what}.{key(state, place)}"
    return state.word(name) or TOLD.get(name, "")


def known(state: State, place: str) -> bool:
    """Whether everything is known that placing a Scout there needs."""
    return all(fact(state, what, place) for what in WHATS)


def needed(state: State, place: str, how: str) -> str:
    """What has to be known of a place before a Scout can be Placed there (or Collected, `how` being COLLECT): one of
    WHATS, the first that lacks; empty where nothing does."""
    if how != COLLECT and state.manned(place) and not fact(state, "limited", place):
        return "limited"
    at_once = fact(state, "immediate", place)
    if not at_once:
        return "immediate"
    gives_now = (at_once == "yes") == (how != COLLECT)
    return "reward" if gives_now and not fact(state, "reward", place) else ""


def limited(state: State, place: str) -> bool:
    return fact(state, "limited", place) == "yes"


def immediate(state: State, place: str) -> bool:
    return fact(state, "immediate", place) == "yes"


def why_closed(state: State, place: str) -> Text | None:
    """Why no Scout can be Placed in a place, whatever it gives, as far as it is known (p. 8, 21, 26)."""
    name = said_place(state, place)
    if place not in land.locations(state):
        return T("{place}: no Scout may stand there.", place=name)
    if (beast := state.beast_at(place)) is not None:
        return T("{place}: a Beast is there ({beast}).", place=name, beast=BEAST_NAMES[beast.name])
    if place in state.betrayers:
        return T("{place}: a Scout of the Betrayers is there.", place=name)
    if limited(state, place) and state.manned(place):
        return T("{place}: limited to 1 Scout, and one is there.", place=name)
    return None


def reward(state: State, place: str) -> tuple[Effect, ...] | None:
    """What a place gives; None where that is not known, or was left to the table."""
    words = fact(state, "reward", place)
    return parse(words) if words and words != TABLE else None


TABLE = "say"  # kept for a reward that nobody wants to enter: it is read off the board every time


def tell(tx: Transaction, place: str, limit: str, at_once: str, words: str) -> None:
    """Keep what was read off the board: for ever, or for a Site without a name while it lies there."""
    facts = {"limited": limit, "immediate": at_once, "reward": words or TABLE}
    for what, value in facts.items():
        tell_one(tx, place, what, value)


def tell_one(tx: Transaction, place: str, what: str, value: str, *, for_now: bool = False) -> None:
    """Keep one thing that was read off the board; `for_now`: for this evening only."""
    name = f"{what}.{key(tx.state, place)}"
    if for_now or key(tx.state, place).startswith("spot_"):
        tx.remember(name, value)
    else:
        tx.learn(name, value)


def forget_unnamed(tx: Transaction) -> None:
    """The Sites without a name are gone, and what was read off them."""
    kept = {name: value for name, value in tx.state.board.items() if ".spot_" not in name}
    tx.set(board=kept)


def site_names(state: State) -> tuple[str, ...]:
    """The Sites that are known by name."""
    start = "reward.site_"
    names = {name.removeprefix(start) for name in (*state.board, *TOLD) if name.startswith(start)}
    return tuple(sorted(shown_name(name) for name in names))


YES_NO = {"no": T("No"), "yes": T("Yes")}
_SITE = r"site_(\w{1,40})"
FAMILIES = (
    BoardFamily(
        pattern=rf"limited\.{_SITE}",
        ask=pick("limited", template("{name}: limited to 1 Scout?"), YES_NO),
        label=T("Excavation Sites limited to 1 Scout"),
        called=shown_name,
    ),
    BoardFamily(
        pattern=rf"immediate\.{_SITE}",
        ask=pick("immediate", template("{name}: Immediate?"), YES_NO),
        label=T("Excavation Sites that are Immediate"),
        called=shown_name,
    ),
    BoardFamily(
        pattern=rf"reward\.({'|'.join(LOCATIONS)}|site_\w{{1,40}})",
        ask=Words(name="reward", label=template("{name}: what it gives"), at_most_chars=LONGEST, lines=True,
                  blocks=BLOCKS),
        label=T("What the places give"),
        called=lambda place: PLACE_NAMES[place] if place in PLACE_NAMES else shown_name(place.removeprefix("site_")),
    ),
)  # fmt: skip
