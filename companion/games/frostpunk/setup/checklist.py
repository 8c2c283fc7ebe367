"""The setup as a list to tick off (rulebook p. 8 to 15): the items of each of its fourteen steps, with the counts for
this scenario, Society card and number of players. All that is laid out before anybody has to choose is one list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Chance, Choice, Expected, N, Offer, Pick, Prompt, T, Text, all_of, row_of
from companion.api import Move as GameMove
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.city import crater
from companion.games.frostpunk.phases.names import LAID, SETUP_STEPS
from companion.games.frostpunk.setup import rulebook, scenarios, societies
from companion.games.frostpunk.state import KINDS, MOST_FOOD, State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted, those_of
from companion.toolkit import seat_name, whole

CITIZEN_CARDS = {1: 7, 2: 6, 3: 5, 4: 4}  # p. 15
STANDARD_HEAT = (1, 2, 3)
Items = dict[str, Text]


def a_new_home(state: State) -> bool:
    """Whether 'A New Home' is played, which the rulebook's setup is written for."""
    return state.scenario == scenarios.A_NEW_HOME


def _scenario(state: State) -> scenarios.Scenario:
    return scenarios.of(state.board, state.scenario) or scenarios.CRATER


def _left_out(state: State) -> Text | None:
    words = _scenario(state).left_out
    return Text("{words}", {"words": words}) if words and not a_new_home(state) else None


# --- steps 1 to 4 -----------------------------------------------------------------------------------------------------


def _map(state: State) -> Items:
    bank = T(
        "Put all other Resources, Trees, Meeples and Automatons beside the board: the bank. Steel stays in the box."
    )
    if _scenario(state).steel is not None:
        bank = T("Put all other Resources, Steel too, Trees, Meeples and Automatons beside the board: the bank.")
    if not a_new_home(state):
        return {"book": T("Lay out the map as the Scenario Book says, and turn its tiles up."), "bank": bank}
    return {
        "generator": T("Generator tile in the middle, the same way up as in the rulebook."),
        "rim": T("The six pieces of the Rim around it, showing a cliff."),
        "tower": T("The Generator with its drawer on its tile; the Generator Upgrade stays in the box."),
        "cookhouse": T("The Cookhouse, five Wood and five Coal onto the Generator tile."),
        "walls": T(
            "Shuffle the Starting Wall tiles. From any corner of the Rim and on clockwise, draw one for each corner "
            "until three Deposits lie there. Blank and left-over ones go into the box."
        ),
        "stacks": T("Sort the Map tiles by their backs, and shuffle both stacks face down."),
        "far": T("A Far tile, face down, into each of the three corners without a Deposit."),
        "near": T("A Near tile, face down, between each Far tile and the Generator tile."),
        "turn": T("Turn the six tiles up; put the Trees and Resources that they show onto their spaces."),
        "bank": bank,
    }


def _expeditions(state: State) -> Items:
    sort = T("Sort the Expedition cards into A, B and C, and shuffle each deck, white side up.")
    if (left_out := _left_out(state)) is not None:
        sort = T(
            "Leave out what the scenario does not use ({cards}). Sort the rest into A, B and C, and shuffle each deck, "
            "white side up.",
            cards=left_out,
        )
    return {"sort": sort, "stacks": T("The top three cards of deck A, in a row at the right edge of the map.")}


def _technologies(state: State) -> Items:
    without = T("Leave out Steam Hub.")
    if not a_new_home(state):
        without = T("Leave out what the scenario does not use: {cards}.", cards=_left_out(state) or T("nothing"))
    return {
        "without": without,
        "four": T(
            "Shuffle the Technology cards; four at random, face up, below the map on the right. The rest goes into the "
            "box."
        ),
        "tokens": T("A Development token, inactive side up, onto each of the four."),
    }


def _society(state: State) -> Items:
    return {
        "card": T("Take the card {society}. Its numbers are entered already.", society=societies.name(state.society))
    }


# --- steps 5 to 8 -----------------------------------------------------------------------------------------------------


def _population(state: State) -> Items:
    sick = {kind: state.group(kind).sick for kind in KINDS}
    text = T("Sickness markers on zero, Syringe side up.")
    if any(sick.values()):
        text = T(
            "Sickness markers, Syringe side up: workers {workers}, engineers {engineers}, children {children}.", **sick
        )
    return {
        "board": T("Population board above the map."),
        "citizens": T(
            "Citizen markers: workers on {workers}, engineers on {engineers}, children on {children}.",
            **{kind: state.group(kind).citizens for kind in KINDS},
        ),
        "sick": text,
        "food": _food(state),
    }


def _food(state: State) -> Text:
    if state.step == LIST:
        return T("Food marker on {food}; Food on the tiles comes afterwards. Hunger marker on zero.", food=state.food)
    return T("Food marker on {food}, Food from the tiles included. Hunger marker on zero.", food=state.food)


def _supply(state: State) -> Items:
    items = {
        "board": T("Supply board to the right of the map; Spent tokens beside it."),
        "corpses": T("Corpse marker on {space}.", space=state.corpses),
        "stores": T(
            "Onto it: {what}.",
            what=those_of({"wood": state.wood, "coal": state.coal, "steam_cores": state.steam_cores}),
        ),
        "meeples": _meeples(state),
    }
    if state.automatons:
        items["automatons"] = N("{n} Automaton onto it.", "{n} Automatons onto it.", state.automatons)
    if _scenario(state).steel is not None:
        items["steel"] = T("Onto it: {what}.", what=counted("steel", state.steel))
    return items


def _meeples(state: State) -> Text:
    bars = meeples.by_bars(state)
    if any(count is None for count in bars.values()):
        return T("Meeples for each type, as many as the bar above its Citizen marker shows.")
    return T("{meeples}.", meeples=all_of([meeples.spell(kind, count) for kind, count in bars.items() if count]))


def _buildings(state: State) -> Items:
    return {
        "board": T("Buildings board below the Supply board."),
        "sort": T(
            "Its Buildings onto their spaces, not upgraded side up. Workshop and Factory are the same on both sides; "
            "Tents, Bunkhouses and Houses have Ruins on the other."
        ),
    }


def _tokens(state: State) -> Items:
    return {
        "board": T("Hope and Discontent board to the left of the Population board."),
        "bags": T("All Discontent tokens into their bag, all Hope tokens into theirs; mix them."),
    }


# --- steps 9 to 12 ----------------------------------------------------------------------------------------------------


def _round(state: State) -> Items:
    storm = T("Storm marker on {space}.", space=state.storm) if state.storm else T("No Storm marker is needed yet.")
    return {
        "board": T("Round and Morning board above the Hope and Discontent board; Round marker on one."),
        "morning": T("Shuffle the Morning cards and lay them onto it, face down."),
        "storm": storm,
    }


def _laws(state: State) -> Items:
    return {
        "first": T("The Laws L01 to L08, face up, as the Future Law display."),
        "four": T("Shuffle L09 to L16 and add four of them; the rest goes into the box."),
        "consequences": T("The Law Consequence cards beside them, face down."),
        "buildings": T(
            "Below the Buildings board: the Child Shelter, the four Faith and Order Buildings, and whatever other "
            "Building a Law of the display names. The rest goes into the box."
        ),
    }


def _dusk(state: State) -> Items:
    return {
        "inevitable": T("The Dusk card Inevitable, face down, in the middle of the Dusk board."),
        "disputes": T("Shuffle the Social Dispute cards; they lie face up on the right."),
        "deck": T("Read the top one, then shuffle it face down with Inevitable: the Dusk deck of two cards."),
        "box": T("All other Dusk cards stay in the box."),
    }


def _generator(state: State) -> Items:
    generator = state.generator
    red, orange, yellow = generator.red, generator.orange, generator.yellow
    indicators = T("Heat Range indicators on the first three spaces of the Generator track: red, orange, yellow.")
    if (red, orange, yellow) != STANDARD_HEAT:
        indicators = T("Heat Range indicators: red on {red}, orange on {orange}, yellow on {yellow}.",
                       red=red, orange=orange, yellow=yellow)  # fmt: skip
    weather = T("Shuffle the Weather cards and lay them onto it, face down.")
    if (left_out := _left_out(state)) is not None:
        weather = T(
            "Leave out what the scenario does not use ({cards}); shuffle the Weather cards and lay them onto it, face "
            "down.",
            cards=left_out,
        )
    return {
        "board": T("Generator board to the left of the map."),
        "heat": T("Heat marker, normal side up, on space {space}.", space=generator.heat),
        "cold": T("Cold marker on space {space}.", space=generator.cold),
        "indicators": indicators,
        "weather": weather,
    }


# --- steps 13 and 14 --------------------------------------------------------------------------------------------------


def _advisors(state: State) -> Items:
    shuffle = T("Shuffle the Citizen cards: a deck at the lower left of the map.")
    if (left_out := _left_out(state)) is not None:
        shuffle = T(
            "Leave out the Citizen cards that the scenario does not use ({cards}); shuffle the rest: a deck at the "
            "lower left of the map.",
            cards=left_out,
        )
    cards = CITIZEN_CARDS[len(state.players)]
    if len(state.players) == 1:
        return {
            "rise": T("Take the card Call to Rise. The other Advisor cards go into the box."),
            "shuffle": shuffle,
            "draw": N("Draw {n} Citizen card.", "Draw {n} Citizen cards.", cards),
        }
    draw = N("Draw {n} Citizen card each.", "Draw {n} Citizen cards each.", cards)
    return {"box": T("Advisor cards that nobody has go into the box."), "shuffle": shuffle, "draw": draw}


def _other(state: State) -> Items:
    scenario = _scenario(state)
    items = {
        "phases": T("Phase tracker card nearby, its marker on the Action Phase."),
        "scenario": T("Scenario cards in their display: {cards} face up, to be read now; the others face down.",
                      cards=row_of(scenario.face_up) if scenario.face_up else T("none")),
        "stockpile": T("Stockpile markers near them; whatever the scenario does not need goes into the box."),
    }  # fmt: skip
    if scenario.triggers:
        spaces = row_of(scenario.triggers)
        items["triggers"] = T("Scenario Trigger tokens on rounds {rounds}.", rounds=spaces)
    if scenario.storm_card:
        items["storm"] = T("Storm card, face down beside the Weather deck: {card}.", card=scenario.storm_card)
    return {**items, "sheets": _sheets(state)}


def _sheets(state: State) -> Text:
    if len(state.players) == 1:
        return T("Take all four Responsibility sheets.")
    if len(state.players) == 4:
        return T("Each takes the Responsibility sheet of the Advisor.")
    return T("Each takes the Responsibility sheet of the Advisor; share out the others as evenly as you can.")


ITEMS: Mapping[str, Callable[[State], Items]] = {
    "setup.map": _map,
    "setup.expeditions": _expeditions,
    "setup.technologies": _technologies,
    "setup.society": _society,
    "setup.population": _population,
    "setup.supply": _supply,
    "setup.buildings": _buildings,
    "setup.tokens": _tokens,
    "setup.round": _round,
    "setup.laws": _laws,
    "setup.dusk": _dusk,
    "setup.generator": _generator,
    "setup.advisors": _advisors,
    "setup.other": _other,
}


LIST = "setup.map"  # with the first step all that is laid out is shown
HEADINGS: Mapping[str, Text] = {
    "setup.map": T("The map"),
    "setup.expeditions": T("Expedition cards"),
    "setup.technologies": T("Technology cards"),
    "setup.society": T("Society card"),
    "setup.population": T("Population board"),
    "setup.supply": T("Supply board"),
    "setup.buildings": T("Buildings board"),
    "setup.tokens": T("Hope and Discontent board"),
    "setup.round": T("Round and Morning board"),
    "setup.laws": T("Laws"),
    "setup.dusk": T("Dusk deck"),
    "setup.generator": T("Generator board"),
    "setup.advisors": T("Citizen cards"),
    "setup.other": T("Scenario cards"),
}
_AFTERWARDS = {"advisors.draw", "advisors.box", "other.sheets"}  # what comes when Advisors are chosen


def items_of(state: State) -> Items:
    """What there is to do in the present step, by short names."""
    if state.step == LIST:
        return {key: label for step in HEADINGS for key, label in _listed(state, step)}
    if LAID not in state.ticked:
        return ITEMS[state.step](state)
    if state.step != SETUP_STEPS[-1]:
        return {}
    box = {item: label for item, label in _advisors(state).items() if item == "box"}
    return {**box, "sheets": _sheets(state)}


def _listed(state: State, step: str) -> Iterator[tuple[str, Text]]:
    for item, label in ITEMS[step](state).items():
        if (key := _key(step, item)) not in _AFTERWARDS:
            yield key, label


def _key(step: str, item: str) -> str:
    return item if step == LIST else f"{step.removeprefix('setup.')}.{item}"


def listed(state: State) -> Iterator[Offer]:
    """Everything that is laid out, under its headings."""
    for step, under in HEADINGS.items():
        for key, label in _listed(state, step):
            yield Offer(move=GameMove("tick", {"item": key}), label=label, ticked=key in state.ticked, under=under)


def tick(tx: Transaction, item: str) -> None:
    """Tick an item of the present step, or take its tick away."""
    ticked = tx.state.ticked
    tx.set(ticked=tuple(one for one in ticked if one != item) if item in ticked else (*ticked, item))


def all_ticked(state: State) -> bool:
    """Whether every item of the present step is ticked."""
    return set(items_of(state)) <= set(state.ticked)


def finish(tx: Transaction) -> None:
    """The present step is done."""
    tx.set(ticked=(LAID,) if LAID in tx.state.ticked else ())
    tx.go_on()


ALL_DONE = T("All done")
FOOD = T("Food pictured on the tiles turned up")
LIKELY_FOOD = 8
LATER = T("Now or later")


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
        for item, label in items_of(state).items()
    )
    end = done if done is not None else Offer(move=set_up(state), label=ALL_DONE, tone="usual")
    ending = (end,) if ends else ()
    return Prompt(
        name=state.step,
        do=do or rulebook.STEP_TITLES[state.step],
        more=more,
        rule=rulebook.STEP_RULES[state.step],
        offers=(*ending, *items, *offers) if end.tone == "usual" else (*items, *ending, *offers),
        expects=expects,
    )


def set_up(state: State) -> GameMove:
    """The move that ends the present step."""
    return GameMove("set_up", {"step": state.step})


def everything(state: State) -> tuple[Offer, ...]:
    """The whole setup at once, for those who have set up already; not with a part of the map."""
    if crater.lacks(state):
        return ()
    drawn = leader(state)
    who = Pick(name=drawn.name, label=drawn.label, choices=drawn.choices)  # no stray tap ends it
    food = whole("food", FOOD, MOST_FOOD, likely=LIKELY_FOOD)
    label = T("Cards are dealt and paid, too: begin")
    return (Offer(move=GameMove("all_set_up"), label=label, asks=(food, who), under=LATER),)


def leader(state: State) -> Chance:
    """Who has the Leadership marker: chance decides, or the players say whom it met (p. 15)."""
    choices = tuple(
        Choice(value=seat_name(seat), label=Text("{name}", {"name": name})) for seat, name in enumerate(state.players)
    )
    return Chance(name="leader", label=T("Who has the Leadership marker"), choices=choices)
