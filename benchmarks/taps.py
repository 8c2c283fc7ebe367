"""What the clerk's work costs: the taps of a golden evening, round by round, inside and outside the Action Phase.

`python benchmarks/taps.py [FILE.evening ...]` plays the evening twice: as it is written, with the devices working (the
camera reads codes, the scale counts), and once more with every reading typed in by hand instead.

Taps that tell the companion what the board, a card or a Map tile shows are counted apart: they come once, and never
again. An action or a choice that the companion learns something from is not one of them.
What only the players can say, because the rules let them choose (an option, a token, an Advisor, who is cured, how much
Coal), is counted in "choices", inside and outside the Action Phase: no clerk could spare them that.

A tap is a tap on the page: one for an answer that needs nothing more, or all of whose values are the usual ones; one
for an answer that asks for a choice or a number alone, whose values lie below it as chips (two where the value hides
behind "more", or more than twelve values behind one of several answers), or on the map (two where the map does not
stand there, or the place answers more than one thing); else one to open the sheet, one for each value that is not the
usual one (a code or words: one for each letter), and one to send it. What a device reports costs none.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.tap_units import DOING
from companion.api.checks import usual
from companion.api.game import Ask, Chance, Code, Offer, Pick, Prompt, Value, Whole, Words
from companion.api.readings import CardSeen
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.testing.playscript import Player, playing
from companion.testing.script import Action, parse

ROOT = Path(__file__).parent.parent
EVENINGS = ROOT / "tests" / "playthroughs" / "frostpunk"
MOST_OUTSIDE, MOST_IN_ALL, MOST_BY_HAND = 12, 20, 25
CHIPS = 12  # so many values lie below an answer at once
MANY_ANSWERS, FIRST_ANSWERS = 12, 6  # as asked_map.js has them
FEW_OFFERS = 3  # as chips.js has it: among so few even many values stand open
CHOICES = frozenset(
    {
        "choose_option", "choose_token", "draw_token", "share", "use_advisor", "no_advisor", "call_to_rise", "fuel",
        "no_fuel", "develop", "skip_location", "explore_location", "take_way", "night_outside", "death_discard",
        "destroy_building", "tokens",
    }
)  # fmt: skip

TELLING = frozenset({"half_told", "tile_food"})  # of a tile that is known from then on


@dataclass
class Cost:
    """The taps of one round: outside the Action Phase, and those of them for choices; one for each action, and for
    choices in the Action Phase; telling once."""

    outside: int = 0
    chosen: int = 0
    actions: int = 0
    choosing: int = 0
    once: int = 0
    setup: int = 0
    dear: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> int:
        """The whole round, without what is told once and for all."""
        return self.outside + self.actions + self.choosing


def of_values(asks: tuple[Ask, ...], args: dict[str, Value]) -> int:
    """Taps for the values that are not the usual ones."""
    taps = 0
    for ask in asks:
        if isinstance(ask, Chance):
            continue
        value = args.get(ask.name)
        if isinstance(ask, Code | Words):
            taps += len(str(value)) if value != usual(ask) else 0
        elif value != usual(ask):
            taps += 1
    return taps


def of_chip(ask: Ask, value: Value | None, at_once: bool, few: bool) -> int:
    """Taps for the one value that an offer asks for: a chip, or first "more" where it lies behind that; a space of the
    map, and before it the offer where a tap there does not take it `at_once`."""
    if isinstance(ask, Whole):
        last = ask.at_most if ask.likely is None else ask.likely
        return 1 if isinstance(value, int) and value <= last and value - ask.at_least < CHIPS else 2
    if isinstance(ask, Pick):
        pictured = len(ask.choices) <= CHIPS and all(choice.icon for choice in ask.choices)
        chips = pictured if ask.on else len(ask.choices) <= CHIPS or few
        return 1 if chips or (ask.on and at_once) else 2
    raise TypeError(ask)


def of_offer(offer: Offer, args: dict[str, Value], at_once: bool = True, few: bool = False) -> int:
    """Taps to take an offer with these values; `at_once`: a tap on the map alone takes it; `few` offers stand there."""
    asks = [ask for ask in offer.asks if not isinstance(ask, Chance)]
    changed = of_values(offer.asks, args)
    known = all(usual(ask) is not None for ask in asks)
    sure = offer.tone == "danger"
    if not asks or (offer.tone == "usual" and not changed and known):
        return 1 + sure
    if len(asks) == 1 and isinstance(asks[0], Pick | Whole):
        return of_chip(asks[0], args.get(asks[0].name), at_once, few) + sure
    return 2 + changed


def fits(offer: Offer, name: str, args: dict[str, Value]) -> bool:
    settled = all(args.get(key) == value for key, value in offer.move.args.items())
    return offer.move.name == name and settled and set(offer.move.args) | {a.name for a in offer.asks} >= set(args)


def offers(prompts: tuple[Prompt, ...]) -> list[Offer]:
    return [offer for prompt in prompts for offer in prompt.offers]


def of_move(screen: Screen, name: str, args: dict[str, Value]) -> int | None:
    """Taps for a move on this screen, by its cheapest offer; None where the page does not offer it."""
    found = [
        of_offer(one, args, _at_once(prompt, one, args), len(prompt.offers) <= FEW_OFFERS)
        for prompt in screen.prompts
        for one in prompt.offers
        if fits(one, name, args)
    ]
    return min(found, default=None)


def _at_once(prompt: Prompt, offer: Offer, args: dict[str, Value]) -> bool:
    """Whether the map stands on a phone's page (`isTheQuestion` in asked_map.js), and this place of it answers in one
    way alone (`takeAtOnce` in map.js)."""
    asked = [one for one in prompt.offers if any(isinstance(ask, Pick) and ask.on for ask in one.asks)]
    if offer not in asked:
        return True
    first = prompt.offers.index(asked[0])
    place = next(args.get(ask.name) for ask in offer.asks if isinstance(ask, Pick) and ask.on)
    ways = sum(_answers(one, place) for one in prompt.offers)
    return ways == 1 and (len(prompt.offers) <= MANY_ANSWERS or first < FIRST_ANSWERS)


def _answers(offer: Offer, place: Value | None) -> bool:
    """Whether a tap on this place of the map answers the offer."""
    asked = (choice.value for ask in offer.asks if isinstance(ask, Pick) and ask.on for choice in ask.choices)
    return place in offer.move.args.values() or place in asked


def by_hand(screen: Screen, action: Action) -> int:
    """Taps for a reading that somebody enters instead of a device; none where nothing waited for it."""
    reading, shown = action.reading, offers(screen.prompts)
    plain = [one.move for one in shown if not one.asks]
    if isinstance(reading, CardSeen):
        if any(reading.text in move.args.values() or move.name == "dispute_added" for move in plain):
            return 1  # the card lies there by its name, or need not be named at all
        return max((2 + len(reading.text) for one in shown for ask in one.asks if isinstance(ask, Code)), default=0)
    return int(any("cubes" in move.args for move in plain))


@dataclass(frozen=True)
class Taps:
    """What one step cost: in which round, in which column, how many taps, and for what."""

    round: int
    column: str
    taps: int
    verb: str
    acts: bool = False  # one tap more, which takes an action


def costs(path: Path, *, devices: bool) -> dict[int, Cost]:
    """The cost of each round of an evening; steps that were undone are left out."""
    script = parse(path.read_text(encoding="utf-8"))
    steps: list[Taps | None] = []
    with playing(script, find_games()) as player:
        before, known = None, {}
        for came in player.play():
            after = getattr(player.session.state(), "board", {})
            if came.action.verb == "undo":
                del steps[-came.action.steps :]
            elif before is not None and not came.refusals:
                steps.append(_step(before, came.action, player, devices, learnt=after != known))
            before, known = player.session.screen(), after
    return _summed([step for step in steps if step is not None])


def _step(before: Screen, action: Action, player: Player, devices: bool, learnt: bool) -> Taps | None:
    """What a step cost; None outside the rounds, and for what is set by hand."""
    where = before.view.where if before.view else None
    if where is None or where.round is None or action.verb in ("redo", "correct", "learn"):
        return None
    if where.phase is None:
        return _setting_up(before, action, player, devices)
    in_action = str(where.phases[where.phase]) == "Action"
    if action.reading is not None:
        return Taps(where.round, "outside", 0 if devices else by_hand(before, action), "reading")
    price = of_move(before, action.verb, _args(player, action))
    if price is None:  # set by hand on the page of all values, as *the table says otherwise*
        print(f"line {action.line}: the page does not offer {action.verb} {dict(action.args)}", file=sys.stderr)
        return None
    column = "choosing" if in_action else "outside"
    told = action.verb in TELLING or (learnt and not action.verb.startswith(DOING))
    acts = in_action and action.verb.startswith("act_")
    return Taps(where.round, "once" if told else column, price - acts, action.verb, acts)


def _setting_up(before: Screen, action: Action, player: Player, devices: bool) -> Taps:
    if action.reading is not None:
        return Taps(1, "setup", 0 if devices else by_hand(before, action), "reading")
    return Taps(1, "setup", of_move(before, action.verb, _args(player, action)) or 0, action.verb)


def _summed(steps: list[Taps]) -> dict[int, Cost]:
    found: dict[int, Cost] = {}
    for step in steps:
        cost = found.setdefault(step.round, Cost())
        setattr(cost, step.column, getattr(cost, step.column) + step.taps)
        cost.actions += step.acts
        if step.column in ("outside", "choosing"):
            cost.dear[step.verb] += step.taps + step.acts
        if step.column == "outside":
            cost.chosen += step.taps if step.verb in CHOICES else 0
    return found


def _args(player: Player, action: Action) -> dict[str, Value]:
    from companion.testing.playscript import _typed

    kind = player._games[player._script.game].moves[action.verb]
    return dict(_typed(kind.asks, action.args))


def heads() -> str:
    over = f"  {'':>5}  {'the whole round':>18}  {'outside the Action Phase':>29}  {'in the Action Phase':>19}   told"
    below = f"  {'round':>5}  {'devices':>8} {'by hand':>9}  {'devices':>9} {'choices':>9} {'by hand':>9}"
    return f"{over}\n{below}  {'actions':>7} {'choices':>11}  {'once':>5}"


def line(number: int, cost: Cost, hands: Cost) -> str:
    return (
        f"  {number:>5}  {cost.all:>8} {hands.all:>9}  {cost.outside:>9} {cost.chosen:>9} {hands.outside:>9}"
        f"  {cost.actions:>7} {cost.choosing:>11}  {cost.once:>5}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evening", nargs="*", type=Path, default=sorted(EVENINGS.glob("*.evening")))
    parser.add_argument("--dear", action="store_true", help="also print what the taps went to")
    asked = parser.parse_args()
    for path in asked.evening:
        with_, without = costs(path, devices=True), costs(path, devices=False)
        print(f"{path.name}: {sum(cost.setup for cost in with_.values())} taps to set up")
        print(heads())
        rounds = {number: cost for number, cost in with_.items() if cost.all}
        for number, cost in rounds.items():
            print(line(number, cost, without[number]))
            if asked.dear:
                print("        " + ", ".join(f"{name} {taps}" for name, taps in cost.dear.most_common() if taps))
        worst, whole = max(c.outside for c in rounds.values()), max(c.all for c in rounds.values())
        mean = sum(c.all for c in rounds.values()) / len(rounds)
        hands = max(without[number].outside for number in rounds)
        clerk = max(c.outside - c.chosen for c in rounds.values())
        print(f"  a whole round: {whole} at most (aim {MOST_IN_ALL}), {mean:.1f} on average")
        print(f"  outside the Action Phase: {worst} at most (aim {MOST_OUTSIDE}), without the players' choices {clerk}")
        print(f"  the same by hand: {hands} (aim {MOST_BY_HAND})")


if __name__ == "__main__":
    main()
