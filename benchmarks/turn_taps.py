"""What the clerk's work costs turn by turn: the taps of the golden evenings of the fire brigades and of Torrenar.

`python benchmarks/turn_taps.py [FILE.evening ...]` plays each evening as it is written. A tap is what
`benchmarks/taps.py` calls one; a move that the page does not offer stands apart, as *not offered*. What a tile, a card
or a board shows comes once and never again, so it stands apart too (`told`); steps that were undone are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.taps import _args, of_move
from companion.games.torrenar.state import SETUP_STEPS
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.testing.playscript import Player, playing
from companion.testing.script import Action, parse

PLAYED = Path(__file__).parent.parent / "tests" / "playthroughs"
EVENINGS = sorted(path for game in ("fire_brigade", "torrenar") for path in (PLAYED / game).glob("*.evening"))
NEW_EVENING = 2  # the game, and "begin": names are those of the last evening
MOST_BEGINNING = 6
TOLD = frozenset(
    {"tile", "survey", "surveyed", "name_tile", "was_special", "circle", "crew_card", "mark_fireball", "keep_storm",
     "read_rule", "dealt", "count_stack", "tell_size"}
)  # fmt: skip
SETUP = -1


@dataclass
class Turn:
    """A turn's taps, those for what is told once, and what they went to."""

    number: int
    line: str = ""
    taps: int = 0
    told: int = 0
    missing: int = 0
    dear: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Step:
    """One step: whose turn it belongs to, and its taps; None where the page does not offer it."""

    number: int
    line: str
    verb: str
    taps: int | None


def number_of(state: Any) -> int:
    """The turn being played, of either game; the setup has none."""
    if hasattr(state, "turns"):
        return SETUP if state.step in SETUP_STEPS else state.turns
    return SETUP if state.phase == "setup" else state.turn.number


def steps(path: Path) -> Iterator[Step]:
    """The steps of an evening that counted in the end."""
    script = parse(path.read_text(encoding="utf-8"))
    found: list[Step] = []
    with playing(script, find_games()) as player:
        before, was = None, (SETUP, "")
        for came in player.play():
            state = player.session.state()
            if came.action.verb == "undo":
                del found[-came.action.steps :]
            elif before is not None and not came.refusals and came.action.verb not in ("redo", "correct", "learn"):
                found.append(_step(before, was, came.action, player))
            before, was = player.session.screen(), (number_of(state), _whose(player.session.screen()))
    yield from found


def _whose(screen: Screen) -> str:
    return "" if screen.view is None else str(screen.view.where.line)


def _step(before: Screen, was: tuple[int, str], action: Action, player: Player) -> Step:
    taps = of_move(before, action.verb, _args(player, action))
    return Step(*was, action.verb, taps)


def turns(path: Path) -> list[Turn]:
    """The evening turn by turn, the setup first."""
    found: dict[int, Turn] = {}
    for step in steps(path):
        turn = found.setdefault(step.number, Turn(step.number, step.line))
        if step.taps is None:
            turn.missing += 1
        elif step.verb in TOLD:
            turn.told += step.taps
        else:
            turn.taps += step.taps
            turn.dear[step.verb] += step.taps
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evening", nargs="*", type=Path, default=EVENINGS)
    parser.add_argument("--dear", action="store_true", help="also print what the taps went to")
    asked = parser.parse_args()
    for path in asked.evening:
        found = turns(path)
        print(f"{path.parent.name}/{path.name}")
        for turn in found:
            if turn.number == SETUP:
                beginning = turn.taps + turn.told + NEW_EVENING
                told = f"{turn.told} of them told once"
                print(f"  from “New evening” to the first prompt: {beginning} taps (aim {MOST_BEGINNING}), {told}")
                continue
            apart = f", told {turn.told}" * bool(turn.told) + f", not offered {turn.missing}" * bool(turn.missing)
            print(f"  {turn.line:<30} {turn.taps:>3} taps{apart}")
            if asked.dear:
                print("        " + ", ".join(f"{name} {taps}" for name, taps in turn.dear.most_common() if taps))
        played = [turn.taps for turn in found if turn.number != SETUP]
        if played:
            print(f"  a turn: {max(played)} taps at most, {sum(played) / len(played):.1f} on average")


if __name__ == "__main__":
    main()
