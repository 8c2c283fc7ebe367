"""States that the first version stored open where they stood."""

import json

import pytest

from companion.games.frostpunk.phases.names import ROUND_STEPS, SETUP_STEPS
from companion.games.frostpunk.state import State, Token
from tests.companion.games.frostpunk.table import GAME

from .table import CODEC, Evening, begun

GENERATOR = {
    "heat": 4,
    "cold": 6,
    "overheated": False,
    "red": 2,
    "orange": 3,
    "yellow": 4,
    "stress": 7,
    "inside": 5,
    "waiting": 1,
    "to_drop": 0,
    "fell": 0,
    "drawer_out": False,
    "broken": False,
    "upgraded": False,
    "fuelled": 2,
}
OLD_STEPS = (
    "dawn.leader",
    "dawn.round",
    "dawn.trigger",
    "dawn.development",
    "morning.card",
    "morning.resolve",
    "morning.place",
    "generator.fuel",
    "generator.sick",
    "generator.cubes",
    "generator.drop",
    "generator.count",
    "generator.drawer",
    "generator.close",
    "generator.breakdown",
    "generator.reset",
    "weather.heat",
    "weather.hunt",
    "weather.scouts",
    "weather.storm",
    "preparation.advisor",
    "preparation.sickness",
    "action.meeples",
    "action.spent",
    "action.turn",
    "dusk.effects",
    "dusk.card",
    "dusk.resolve",
    "dusk.place",
    "dusk.dispute",
    "hunger.previous",
    "hunger.effects",
    "hunger.reset",
    "hunger.feed",
    "night.spent",
    "night.meeples",
    "night.fuel",
    "night.shelters",
    "night.sick",
    "night.cards",
    "end.scenario",
    "setup.map",
    "setup.expeditions",
    "setup.technologies",
    "setup.society",
    "setup.population",
    "setup.supply",
    "setup.buildings",
    "setup.tokens",
    "setup.round",
    "setup.laws",
    "setup.dusk",
    "setup.generator",
    "setup.advisors",
    "setup.other",
)


def stored(step: str = "action.turn", **changes: object) -> dict[str, object]:
    """A state as the first version stored it: its 32 fields, by hand."""
    group = {"citizens": 20, "sick": 6, "grave": False, "spent": 1}
    raw: dict[str, object] = {
        "players": ["Ada", "Ben", "Cleo"],
        "step": step,
        "leader": 1,
        "turn": 2,
        "round": 5,
        "generator": dict(GENERATOR),
        "workers": group,
        "engineers": {**group, "citizens": 11, "spent": 0},
        "children": {**group, "citizens": 8, "grave": True, "spent": 0},
        "corpses": 3,
        "food": 12,
        "hunger": 4,
        "coal": 6,
        "wood": 2,
        "steam_cores": 1,
        "hope": {"active": 2, "exhausted": 1},
        "discontent": {"active": 0, "exhausted": 3},
        "storm": 8,
        "storms": 0,
        "hunting": 2,
        "disputes": 7,
        "advisor_used": True,
        "call_to_rise": False,
        "card": "",
        "display": ["M004", "D000"],
        "resolved": [],
        "todo": [],
        "board": {"cubes_at_heat_4": 3, "fed_in_round_5": "workers"},
        "onward": False,
        "ended": "",
    }
    return {**raw, **changes}


def opened(step: str = "action.turn", **changes: object) -> State:
    return CODEC.decode_all(json.dumps(stored(step, **changes)).encode())


def evening(state: State) -> Evening:
    found = begun(3)
    found.state = state
    return found


def test_the_books_are_kept():
    """Every number of the old evening is there, and what lies on the table."""
    state = opened()
    assert (state.round, state.leader, state.turn, state.step) == (5, 1, 2, "action.turn")
    assert (state.food, state.hunger, state.coal, state.wood, state.steam_cores) == (12, 4, 6, 2, 1)
    assert (state.generator.heat, state.generator.cold, state.generator.stress, state.generator.waiting) == (4, 6, 7, 1)
    assert (state.workers.citizens, state.workers.sick, state.workers.spent, state.children.grave) == (20, 6, 1, True)
    assert (state.display, state.dusk.disputes, state.hunting_extra) == (("M004", "D000"), 7, 2)
    assert state.board["cubes_at_heat_4"] == 3


def test_tokens_have_a_type_to_be_told():
    """2 active and 1 exhausted Hope token lie there, of types that nobody has said."""
    state = opened()
    assert state.hope.row == (
        Token(kind="untold", active=True),
        Token(kind="untold", active=True),
        Token(kind="untold"),
    )
    assert (state.discontent.active, state.discontent.exhausted) == (0, 3)


def test_the_next_scenario_trigger_is_kept():
    """p. 15: 4 is past in round 5, 11 is still to come; in round 4 the token waits only for its own step."""
    assert opened().triggers == (11,)
    assert opened("dawn.trigger", round=4).triggers == (4, 11)
    assert opened("morning.card", round=4).triggers == (11,)


def test_ruins_of_the_storms_that_have_hit():
    """p. 22: after one storm Tents are Ruins, after two Bunkhouses too; a storm that is being carried out waits."""
    assert opened(storms=1).city.ruins == ("tent",)
    assert opened(storms=2).city.ruins == ("tent", "bunkhouse")
    assert opened("weather.storm", storms=1, todo=[{"kind": "storm", "about": "", "count": 1}]).city.ruins == ()


def test_a_card_in_the_display_is_not_in_the_dusk_deck():
    """D000 lies in the display, so only the Social Dispute is known to be in the deck."""
    assert opened().dusk.deck == ("?dispute",)
    assert opened(display=[]).dusk.deck == ("D000", "?dispute")


@pytest.mark.parametrize("step", OLD_STEPS)
def test_every_step_opens_with_something_to_do(step: str):
    """Whatever was being done, the evening shows what to do now, and all that is shown of it can be shown."""
    state = opened(step)
    assert state.step in (*SETUP_STEPS, *ROUND_STEPS, "end.scenario")
    shown = GAME.prompts(state)
    assert shown
    assert str(shown[0].do)
    GAME.view(state)
    GAME.corrections(state)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dawn.leader", "dawn.begin"),
        ("morning.place", "morning.resolve"),
        ("weather.heat", "weather.card"),
        ("action.spent", "action.meeples"),
        ("hunger.feed", "hunger.feed"),
        ("night.cards", "dawn.begin"),
        ("generator.fuel", "generator.fuel"),
        ("preparation.sickness", "preparation.sickness"),
    ],
)
def test_steps_that_are_called_otherwise(old: str, new: str):
    """The same moment under its name of today."""
    assert opened(old).step == new


def test_the_leader_is_not_passed_twice():
    """Ben has the marker already and the Round marker still stands on 5: the step of today makes Ben leader of 6."""
    found = evening(opened("dawn.round"))
    found.play("new_day")
    assert (found.state.leader, found.state.round) == (1, 6)


def test_meeples_are_counted_where_the_evening_goes_on_with_them():
    """In the Action Phase the companion asks once how many Meeples there are; then it goes on where it stood."""
    found = evening(opened())
    assert found.asked == "people.meeples"
    found.play("meeples_counted", workers=5, engineers=3, children=2)
    assert (found.state.workers.meeples, found.state.workers.carried, found.state.step) == (5, 1, "action.turn")
    assert found.state.turn == 2


def test_a_breakdown_half_done():
    """The marker is flipped and the others still have to move: they move once, and the cubes go back."""
    todo = [{"kind": kind, "about": "", "count": 1} for kind in ("advance", "clear")]
    raw = {**GENERATOR, "overheated": True, "broken": True, "stress": 11}
    state = opened("generator.breakdown", generator=raw, todo=todo, onward=True)
    assert [task.kind for task in state.tasks] == ["breakdown"]


def test_a_breakdown_all_but_done():
    """Only the cubes are left: they are put back, and nothing moves a second time."""
    raw = {**GENERATOR, "overheated": True, "broken": True, "stress": 11}
    todo = [{"kind": "clear", "about": "", "count": 1}]
    found = evening(opened("generator.breakdown", generator=raw, todo=todo, onward=True))
    found.play("instruction_done")
    assert (found.state.generator.stress, found.state.generator.broken, found.state.generator.cold) == (0, False, 6)
    assert found.asked == "generator.reset"


def test_a_drawer_that_is_out():
    """The cubes lie on the Stress track: the drawer is pushed in, then the Heat marker goes back."""
    found = evening(opened("generator.close", generator={**GENERATOR, "drawer_out": True}))
    found.play("instruction_done")
    assert (found.asked, found.state.generator.stress) == ("generator.reset", 7)


def test_a_weather_card_half_done():
    """Its other sections are done by hand, then comes the Preparation Phase."""
    found = evening(opened("weather.hunt"))
    assert str(found.prompt.do).startswith("Gain one Food for each Hunting symbol")
    found.play("instruction_done")
    found.play("instruction_done")
    assert found.state.step.startswith("preparation.")


def test_dusk_phase_effects_of_cards_that_nobody_named():
    """p. 27: with no card known in the display, its effects are done by hand, then the Dusk card comes."""
    found = evening(opened("dusk.effects", display=[]))
    found.play("meeples_counted", workers=5, engineers=3, children=2)
    assert str(found.prompt.do).startswith("Carry out everything")
    found.play("instruction_done")
    assert found.asked == "dusk.card"


def test_hunger_that_was_only_to_be_reset():
    """p. 28: the marker goes back to zero, and feeding comes."""
    state = opened("hunger.reset")
    assert (state.hunger, state.step) == (0, "hunger.feed")


def test_choices_that_were_open_stay_open():
    """A death's card and an increase of Hope are asked for as before."""
    todo = [{"kind": "death", "about": "workers", "count": 1}, {"kind": "increase", "about": "hope", "count": 2}]
    found = evening(opened("morning.resolve", todo=todo))
    assert [task.kind for task in found.state.tasks] == ["death", "increase"]
    assert found.asked == "death.card"


def test_a_game_that_is_over_stays_over():
    """Nothing is asked any more."""
    state = opened(ended="hunger")
    assert GAME.prompts(state) == ()
    assert GAME.ending(state) is not None


def test_a_state_of_today_is_left_as_it_is():
    """What today's version stores is not touched."""
    state = begun().state
    raw = json.loads(CODEC.encode(state))
    assert GAME.upgrade is not None
    assert GAME.upgrade(raw) == raw
    assert CODEC.decode(CODEC.encode(state)) == state
