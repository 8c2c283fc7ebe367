"""Made-up facts of the places: they fit the rulebook's examples, but no copy of the game need look like it."""

from companion.api.game import Value
from companion.games.turris.state import LOCATIONS
from tests.companion.games.turris.table import FULL, Evening

REWARDS: dict[str, str] = {
    "abyss": "gain artifacts 1",
    "brink": "spend relics 1; advance",
    "circle": "advance",
    "forge": "gain weaponry 2",
    "garden": "fruit",
    "grove": "trionfi 5",
    "guild": "gain relics 1; gain knowledge 1",
    "isle": "revive up to 3",
    "nest": "draw 2",
    "ridge": "beast 1",
    "shrine": "gain any 2",
    "spire": "future",
}
AT_ONCE = ("circle", "garden", "isle", "nest", "ridge", "spire")
PLACES: dict[str, Value] = {
    **FULL,
    **{f"reward.{place}": words for place, words in REWARDS.items()},
    **{f"immediate.{place}": "yes" if place in AT_ONCE else "no" for place in LOCATIONS},
    **{f"limited.{place}": "yes" if place in ("garden", "abyss") else "no" for place in LOCATIONS},
    "council.1": "gain ichor 1",
    "council.2": "room 3",
    "council.3": "spend ichor 1; gain artifacts 1",
    "council.4": "gain any 1",
    "council_last": 4,
}


USUAL: dict[str, Value] = {"rewards": "each", "blocked": "near", "chain": "ignored", "betrayers_sites": "stay"}


def turn(players: int = 3, seat: int = 0, choices: dict[str, Value] | None = None, **board: Value) -> Evening:
    """The turn of a seat has just begun; seat 0 is First Player, nobody has a card; unclear rules are read as usual."""
    evening = Evening(players, USUAL if choices is None else choices, **{**PLACES, **board})
    return evening.at("turns", turn=seat, first=0).settle()
