"""How a step of the setup is shown: its items to tick off, what is asked beside them, and one tap for all of it."""

from __future__ import annotations

from companion.api.game import Ask, Chance, Choice, Expected, Offer, Pick, Prompt
from companion.api.game import Move as GameMove
from companion.api.text import T, Text
from companion.games.frostpunk import setup_list as checklist
from companion.games.frostpunk import setup_scenarios as scenarios
from companion.games.frostpunk import setup_societies as societies
from companion.games.frostpunk.city import crater
from companion.games.frostpunk.state import MOST_FOOD, State
from companion.toolkit.forms import seat_name, whole

DO = {
    "setup.map": T("Lay out the map."),
    "setup.expeditions": T("Lay out three Expedition cards."),
    "setup.technologies": T("Lay out four Technology cards."),
    "setup.society": T("Take the Society card."),
    "setup.population": T("Put the markers on the Population board."),
    "setup.supply": T("Fill the Supply board."),
    "setup.buildings": T("Sort the Buildings onto their board."),
    "setup.tokens": T("Draw the first Hope and Discontent tokens."),
    "setup.round": T("Prepare the Round and Morning board."),
    "setup.laws": T("Lay out the Laws."),
    "setup.dusk": T("Make the Dusk deck."),
    "setup.generator": T("Set up the Generator board."),
    "setup.advisors": T("Take your Advisors and Citizen cards."),
    "setup.other": T("Lay out the Scenario cards, and give the Leadership marker to somebody at random."),
}
RULES = {
    "setup.map": "setup.map",
    "setup.advisors": "setup.citizens",
    "setup.other": "setup.other",
    "setup.tokens": "hope",
    "setup.laws": "laws",
    "setup.dusk": "dusk.card",
}
ALL_DONE = T("All done")
FOOD = T("Food pictured on the tiles turned up")


def shown(
    state: State,
    *offers: Offer,
    ends: bool = True,
    done: Offer | None = None,
    do: Text | None = None,
    more: Text | None = None,
    expects: tuple[Expected, ...] = (),
) -> Prompt:
    """The present step: what is asked in it first, then its items, then the tap for all of it, if it `ends` so."""
    items = tuple(
        Offer(move=GameMove("tick", {"item": item}), label=label, ticked=item in state.ticked)
        for item, label in checklist.items(state).items()
    )
    end = done if done is not None else Offer(move=set_up(state), label=ALL_DONE, tone="usual")
    return Prompt(
        name=state.step,
        do=do or DO[state.step],
        more=more,
        rule=RULES.get(state.step, "setup"),
        offers=(*((end,) if ends else ()), *offers, *items, *everything(state)),
        expects=expects,
    )


def set_up(state: State) -> GameMove:
    """The move that ends the present step."""
    return GameMove("set_up", {"step": state.step})


def everything(state: State) -> tuple[Offer, ...]:
    """All that is left at once, for those who have set up already; not before the cards' numbers are known, nor with a
    part of the map."""
    if not societies.dealt(state) or scenarios.of(state.board, state.scenario) is None or crater.lacks(state):
        return ()
    on_map = state.step == crater.SETUP
    food: tuple[Ask, ...] = (whole("food", FOOD, MOST_FOOD, 0),) if on_map else ()
    move = GameMove("all_set_up", {} if on_map else {"food": 0})
    drawn = leader(state)
    alone = drawn.choices[0].value if len(drawn.choices) == 1 else None
    who = Pick(name=drawn.name, label=drawn.label, choices=drawn.choices, usual=alone)  # no stray tap ends it
    return (Offer(move=move, label=T("All set up"), asks=(*food, who)),)


def leader(state: State) -> Chance:
    """Who has the Leadership marker: chance decides, or the players say whom it met (p. 15)."""
    choices = tuple(
        Choice(value=seat_name(seat), label=Text("{name}", {"name": name})) for seat, name in enumerate(state.players)
    )
    return Chance(name="leader", label=T("Who has the Leadership marker"), choices=choices)
