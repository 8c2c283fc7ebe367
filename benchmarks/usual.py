"""Whether the large button is what is answered most often: every golden evening, question by question.

`python benchmarks/usual.py [FILE.evening ...]` plays the evenings and counts, for each large button (an offer whose
tone is `usual`), how often somebody answered the question it stands at and how often that very button was the answer.
What is done in a list whose items are ticked off, or another answer that soon leads back to the same question, is none
yet. `--each` names the lines where it was something else. The figures stand in docs/internals/taps.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from companion.api.game import Args, Game, Offer, Prompt
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.testing.playscript import _typed, playing
from companion.testing.script import Action, Script, parse

EVENINGS = Path(__file__).parent.parent / "tests" / "playthroughs"
NO_MOVES = ("start", "undo", "redo", "correct", "learn")
DETOUR = 3  # steps after which a question that was left for another one may come back
ENOUGH = 3  # so often a question must have been answered before its large button is judged


@dataclass
class Button:
    """A large button: how often its question was answered by a tap, how often by it, and where it was not."""

    asked: int = 0
    taken: int = 0
    instead: list[str] = field(default_factory=list)

    @property
    def seldom(self) -> bool:
        """Whether it was the answer less often than not."""
        return self.asked >= ENOUGH and 2 * self.taken < self.asked


@dataclass
class Left:
    """A question that was answered otherwise, and may come back."""

    prompt: Prompt
    large: Offer
    line: str
    steps: int = 0


class LargeButtons:
    """Those of an evening, by game, move and words; `look` is shown the screen after each action of the script."""

    def __init__(self, script: Script, games: Mapping[str, Game[Any]], name: str = "") -> None:
        self._found: dict[tuple[str, str, str], Button] = {}
        self._game, self._name = games[script.game], name
        self._actions = iter(script.actions)
        self._shown: tuple[Prompt, ...] = ()
        self._left: list[Left] = []

    def look(self, screen: Screen) -> None:
        """Count what the last action answered."""
        action = next(self._actions)
        refused = any(one.mark == "!" for one in action.expected)
        if not refused and action.reading is None and action.verb not in NO_MOVES:
            self._answer(action)
        self._left = [one for one in self._left if not _stands(one, screen.prompts)]
        for one in self._left:
            one.steps += 1
        self._settle(DETOUR)
        self._shown = screen.prompts

    def found(self) -> dict[tuple[str, str, str], Button]:
        """The buttons, at the end of the evening."""
        self._settle(0)
        return self._found

    def seldom(self) -> list[str]:
        """The buttons that were the answer less often than not."""
        found = self.found().items()
        return [f"{move} “{words}”: {one.taken} of {one.asked}" for (_, move, words), one in found if one.seldom]

    def _answer(self, action: Action) -> None:
        args = _typed(self._game.moves[action.verb].asks, action.args)
        answered = next((one for one in self._shown if any(_fits(o, action.verb, args) for o in one.offers)), None)
        large = None if answered is None else next((one for one in answered.offers if one.tone == "usual"), None)
        if answered is None or large is None:
            return
        taken = _fits(large, action.verb, args)
        if not taken and any(one.ticked is not None for one in answered.offers):
            return
        if taken:
            button = self._button(large)
            button.asked, button.taken = button.asked + 1, button.taken + 1
        else:
            line = f"{self._name}:{action.line} {action.verb} ({answered.do})"
            self._left.append(Left(answered, large, line))

    def _settle(self, after: int) -> None:
        """Whatever was left so many steps ago is answered."""
        for one in [one for one in self._left if one.steps >= after]:
            self._left.remove(one)
            button = self._button(one.large)
            button.asked += 1
            button.instead.append(one.line)

    def _button(self, large: Offer) -> Button:
        return self._found.setdefault((self._game.name, large.move.name, large.label.msgid), Button())


def _stands(left: Left, shown: tuple[Prompt, ...]) -> bool:
    same = (one for one in shown if one.name == left.prompt.name)
    return any(offer.tone == "usual" and offer.move == left.large.move for one in same for offer in one.offers)


def _fits(offer: Offer, name: str, args: Args) -> bool:
    move = offer.move
    settled = all(args.get(key) == value for key, value in move.args.items())
    return move.name == name and settled and set(move.args) | {one.name for one in offer.asks} >= set(args)


def buttons(paths: Iterable[Path]) -> dict[tuple[str, str, str], Button]:
    """Those of several evenings, together."""
    together: dict[tuple[str, str, str], Button] = {}
    games = find_games()
    for path in paths:
        script = parse(path.read_text(encoding="utf-8"))
        seen = LargeButtons(script, games, path.stem)
        with playing(script, games) as player:
            for _ in player.play():
                seen.look(player.session.screen())
        for key, one in seen.found().items():
            sum_ = together.setdefault(key, Button())
            sum_.asked, sum_.taken = sum_.asked + one.asked, sum_.taken + one.taken
            sum_.instead += one.instead
    return together


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evening", nargs="*", type=Path, default=sorted(EVENINGS.glob("*/*.evening")))
    parser.add_argument("--each", action="store_true", help="name the lines where it was something else")
    asked = parser.parse_args()
    found = buttons(asked.evening)
    for (game, move, words), one in sorted(found.items(), key=lambda item: item[1].taken / item[1].asked):
        print(f"{one.taken:>4} of {one.asked:<4} {game:<13} {move:<20} {words}")
        for line in one.instead if asked.each else ():
            print(f"             {line}")
    print(f"{sum(one.taken for one in found.values()):>4} of {sum(one.asked for one in found.values()):<4} together")


if __name__ == "__main__":
    main()
