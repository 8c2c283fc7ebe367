"""What the clerk's work costs in The 7th Citadel: the taps of every action and every exploration of a golden evening.

`python benchmarks/citadel_taps.py [FILE.evening ...]` plays the evening as it is written, with the camera working. A
tap is what `benchmarks/taps.py` calls one; `--sheets` counts a page on which every question opens a sheet, as the page
did before.

An action goes from choosing it to its end, or to the next try of a compound one; with an event that it ends. An action
on an Exploration card belongs to the exploration, which goes on until the Terrain card behind it lies there and its
arrows are read. Of an unknown action nothing was kept before. Taps that tell the companion what a card shows, once and
for all, stand apart (`told`). By hand: the camera's readings are typed instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.taps import _args, by_hand, fits, of_move, of_values, offers
from companion.api.checks import usual
from companion.api.game import Chance, Offer, Value
from companion.games.citadel.action import facts
from companion.games.citadel.cards.cards import EXPLORATION
from companion.games.citadel.state import State
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.testing.playscript import Came, Player, playing
from companion.testing.script import parse

EVENINGS = Path(__file__).parent.parent / "tests" / "playthroughs" / "citadel"
MOST_UNKNOWN, MOST_KNOWN, MOST_EXPLORING, MOST_BEGINNING = 4, 2, 4, 6
ACTION, EXPLORING, OTHER, SETUP = "action", "exploration", "other", "setup"
NEW_EVENING = 2  # the game, and "begin": names are those of the last evening
BEGINS = ("turn", "act", "acts", "act_new", "act_now", "to_space", "active_again")


@dataclass
class Unit:
    """An action, an exploration, or what lies between: its taps, those for what is told once, those by hand."""

    kind: str
    line: int
    what: str = ""
    known: bool = False
    taps: int = 0
    told: int = 0
    typed: int = 0

    @property
    def name(self) -> str:
        return f"{'known' if self.known else 'unknown'} {self.kind}" if self.kind == ACTION else self.kind


FURTHER = "another_try"  # of a compound action: the one before it is over
GOES_ON = {"The action goes on: it is mandatory.", "The action goes on."}


def of_sheet(offer: Offer, args: dict[str, Value]) -> int:
    """Taps on a page on which every question opens a sheet, except that of the usual answer."""
    asks = [ask for ask in offer.asks if not isinstance(ask, Chance)]
    changed = of_values(offer.asks, args)
    known = all(usual(ask) is not None for ask in asks)
    if not asks or (offer.tone == "usual" and not changed and known):
        return 1 + (offer.tone == "danger")
    return 2 + changed


def price(screen: Screen, name: str, args: dict[str, Value], sheets: bool) -> int:
    """The taps of a move; a move that the page does not offer counts as typed on the page of cards: its letters."""
    if sheets:
        found = [of_sheet(one, args) for one in offers(screen.prompts) if fits(one, name, args)]
        cheapest = min(found, default=None)
    else:
        cheapest = of_move(screen, name, args)
    return 2 + len(str(args.get("number", ""))) if cheapest is None else cheapest


def units(path: Path, sheets: bool) -> Iterator[Unit]:
    """What an evening is made of, in its order."""
    script = parse(path.read_text(encoding="utf-8"))
    with playing(script, find_games()) as player:
        now, before, screen = Unit(SETUP, 1), None, None
        for came in player.play():
            after = player.session.state()
            if before is not None and screen is not None and not came.refusals and came.action.verb != "undo":
                fresh = _begins(before, after, came, now)
                if fresh is not None:
                    yield now
                    now = fresh
                _count(now, screen, came, player, sheets, learnt=after.board != before.board)
                if _ends(now, after) or came.action.verb == FURTHER or GOES_ON & set(came.facts):
                    yield now
                    now = Unit(OTHER, came.action.line)
            before, screen = after, player.session.screen()
        yield now


def _count(unit: Unit, screen: Screen, came: Came, player: Player, sheets: bool, learnt: bool) -> None:
    action = came.action
    if action.verb in ("redo", "correct", "learn"):
        return
    if action.reading is not None:
        unit.typed += by_hand(screen, action)
        return
    taps = price(screen, action.verb, _args(player, action), sheets)
    unit.taps += taps
    unit.told += taps if learnt else 0
    unit.what = unit.what or next((one for one in came.facts), "")


def _begins(before: State, after: State, came: Came, now: Unit) -> Unit | None:
    """A new unit, where this step begins one."""
    if now.kind in (ACTION, EXPLORING):
        return None
    line = came.action.line
    if came.action.verb == "explore" or _exploring(after):
        return Unit(EXPLORING, line)
    if (came.action.verb in BEGINS and after.action is not None) or before.action is not None:
        return Unit(ACTION, line, known=_known(before, after))
    return None


def _exploring(state: State) -> bool:
    """Whether an Exploration card is being turned over, or the space that it hid is open."""
    action = state.action
    card = None if action is None else next((one for one in state.cards if one.key == action.card), None)
    turned = any(task.kind == "board.turned" for task in state.tasks)
    return turned or bool(state.sketch.opening) or (card is not None and card.deck == EXPLORATION)


def _known(before: State, after: State) -> bool:
    """Whether anything was kept of the action: what it shows, or what a section of it did."""
    action = after.action
    if action is None or not action.card:
        return False
    name = f"then.{action.card}.{action.icon}."
    return facts.sheet_of(before, action.card, action.icon) is not None or any(
        one.startswith(name) for one in before.board
    )


def _ends(unit: Unit, after: State) -> bool:
    waiting = after.tasks[0].kind if after.tasks else ""
    if unit.kind == SETUP:
        return after.campaign.step == "playing" and not waiting.startswith("campaign.")
    if unit.kind == ACTION:
        action = after.action
        return (action is None or action.step == "again") and waiting not in ("card.event", "drain", "recover")
    if unit.kind == EXPLORING:
        return after.action is None and not after.tasks and not after.sketch.opening
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evening", nargs="*", type=Path, default=sorted(EVENINGS.glob("*.evening")))
    parser.add_argument("--sheets", action="store_true", help="count as if every question opened a sheet")
    parser.add_argument("--each", action="store_true", help="also print every action and exploration")
    asked = parser.parse_args()
    for path in asked.evening:
        found = list(units(path, asked.sheets))
        print(path.name)
        beginning = sum(one.taps for one in found if one.kind == SETUP) + NEW_EVENING
        print(f"  from “New evening” to the first prompt: {beginning} taps (aim {MOST_BEGINNING})")
        if asked.each:
            for one in found:
                if one.kind in (ACTION, EXPLORING):
                    told = f"{one.taps:>3} taps, {one.told} of them told once, {one.typed} more by hand"
                    print(f"  line {one.line:>3}  {one.name:<15} {told}  {one.what}")
        aims = {"unknown action": MOST_UNKNOWN, "known action": MOST_KNOWN, EXPLORING: MOST_EXPLORING}
        for name, aim in aims.items():
            some = [one for one in found if one.name == name]
            if some:
                most, mean = max(one.taps for one in some), sum(one.taps for one in some) / len(some)
                apart = max(one.taps - one.told for one in some)
                line = f"{most} taps at most, {apart} without what is told once, {mean:.1f} on average"
                print(f"  {len(some)} × {name}: {line} (aim {aim})")


if __name__ == "__main__":
    main()
