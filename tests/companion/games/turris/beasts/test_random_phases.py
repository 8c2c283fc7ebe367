"""Beast Phases on random boards: whatever happens, no Beast ends where the rules forbid, and no piece is lost."""

import random
from dataclasses import replace

import pytest

from companion.games.turris.beasts.paths import speed
from companion.games.turris.map.land import exists, locations, neighbours
from companion.games.turris.state import BEASTS, CROSSROADS, PLACES, SPOTS, Player, State
from tests.companion.games.turris.table import FULL, Evening

HELD = ("ichor", "knowledge", "relics", "weaponry", "artifacts")


def random_board(seed: int) -> tuple[Evening, random.Random]:
    """Scouts, Beasts, Fruit, Altar and what players hold, at random."""
    dice = random.Random(seed)
    players = dice.randint(1, 4)
    evening = Evening(
        players, {"blocked": dice.choice(("near", "stay")), "chain": dice.choice(("ignored", "counts"))}, **FULL
    )
    state = evening.state
    free = [place for place in PLACES if exists(state, place)]
    at = dict(zip(BEASTS, dice.sample(free, 4), strict=True))
    for spot in SPOTS[players:]:  # Beasts that have not left their first spot yet
        name = BEASTS[SPOTS.index(spot)]
        at[name] = spot if dice.random() < 0.5 else at[name]
    evening.beasts(**at)
    for name in BEASTS:
        if dice.random() < 0.15:
            evening.correct(f"{name}_flipped", "yes")
    standing: dict[str, str] = {}
    for player in state.players:
        for _ in range(dice.randint(0, 4)):
            place = dice.choice(locations(state))
            standing[place] = standing.get(place, "") + player.name[0]
    evening.scouts(**standing)
    for seat in range(players):
        evening.player(seat, **{what: dice.choice((0, 0, 1, 2)) for what in HELD})
    altar = dice.choice(("none", *BEASTS))
    fruit = dice.choice(locations(state)) if dice.random() < 0.2 else ""
    return evening.at(
        "turns",
        altar=altar,
        fast="" if altar == "none" else altar,
        fruit=fruit,
        first=dice.randrange(players),
        lure="isle",
    ), dice


def check(before: State, state: State) -> None:
    """What holds at every moment."""
    places = [beast.at for beast in state.beasts]
    assert len(set(places)) == len(places), "two Beasts in one place"
    started = {beast.name: beast.at for beast in before.beasts}
    assert all(exists(state, beast.at) or beast.at == started[beast.name] for beast in state.beasts)
    assert not set(state.scouts) & set(CROSSROADS)
    assert all(exists(state, place) for place in state.scouts)
    for seat, player in enumerate(state.players):
        out = sum(counts[seat] for counts in state.scouts.values())
        assert player.reserve + player.graveyard + out == 4
        assert all(getattr(player, what) >= 0 for what in HELD)
    assert len(state.betrayers) == (2 if state.solo else 0)
    assert not set(state.betrayers) & set(CROSSROADS)


def check_steps(state: State) -> None:
    """Every arrow of a Beast is one step long; none goes further in a turn than its speed."""
    for step in state.told:
        if not any(">" in way for way in step.ways):
            continue
        for way in step.ways:
            start, end = way.split(">")
            if len(step.ways) > 1 or "moves" in step.text.msgid:
                assert end in neighbours(state, start)
        assert len(step.ways) <= 2


@pytest.mark.parametrize("seed", range(150))
def test_no_beast_ends_where_the_rules_forbid(seed: int):
    """p. 13 to 19: through all choices, until the next round begins."""
    evening, dice = random_board(seed)
    before = evening.state
    hasty = [name for name in BEASTS if speed(before, name) == 2]
    check(before, before)
    evening.hunt()
    for _ in range(200):
        check(before, evening.state)
        if not evening.state.tasks:
            break
        move, args = dice.choice([one for one in evening.answers if one[0] != "by_hand"])
        evening.play(move, **args)
    assert evening.state.phase == "turns"
    check_steps(evening.state)
    twice = [step for step in evening.state.told if "two steps" in step.text.msgid]
    assert len(twice) <= len(hasty)
    kept = [_wealth(player) for player in evening.state.players]
    assert all(now <= then for now, then in zip(kept, map(_wealth, before.players), strict=True))


def _wealth(player: Player) -> int:
    return sum(getattr(player, what) for what in HELD)


@pytest.mark.parametrize("seed", range(20))
def test_the_same_answers_lead_to_the_same_board(seed: int):
    """Nothing is left to chance: played again, all is the same."""
    ends = []
    for _ in range(2):
        evening, dice = random_board(seed)
        evening.hunt()
        while evening.state.tasks:
            move, args = dice.choice([one for one in evening.answers if one[0] != "by_hand"])
            evening.play(move, **args)
        ends.append(replace(evening.state, board={}))
    assert ends[0] == ends[1]
