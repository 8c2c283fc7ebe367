"""Setting up a game (rulebook p. 8 to 15): the scenario, the Society card, one list of what is laid out, and then what
somebody has to say: Food on the tiles, the first tokens, Advisors and starting costs, who leads.

Evenings that began before there was one list go on step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import structs

from companion.api import (
    Args,
    Ask,
    Chance,
    Choice,
    Fact,
    IllegalMove,
    Offer,
    Outcome,
    Pick,
    Prompt,
    T,
    Table,
    Urgency,
    Words,
)
from companion.api import Move as GameMove
from companion.games.frostpunk.city import crater, generator_tile, laying
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.generator import markers
from companion.games.frostpunk.phases.names import LAID, SETUP_STEPS, phase_of
from companion.games.frostpunk.setup import cards, checklist, people, rulebook, scenarios, societies
from companion.games.frostpunk.setup import people as costs
from companion.games.frostpunk.setup import tokens as first_tokens
from companion.games.frostpunk.setup.checklist import LIST
from companion.games.frostpunk.state import MOST_FOOD, Group, State, Task, Tokens
from companion.games.frostpunk.supply import gain
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, seat_name, seat_of, tap, whole, word

SEATS = range(1, 5)
LAST_LAID = "setup.buildings"  # the last step before somebody has to say which tokens came
FOOD = "setup_food"  # the task: Food on the tiles is to be told
_SOCIETIES = {card: T("Society {card}", card=card) for card in societies.CARDS}


def asked(players: int) -> tuple[Ask, ...]:
    """The scenario and the Society card; what only they show comes up while you set up."""
    return (
        pick(
            "scenario",
            T("Scenario"),
            {scenarios.A_NEW_HOME: T("A New Home: Crater"), scenarios.OTHER: T("Another scenario")},
            usual=scenarios.A_NEW_HOME,
        ),
        Words(
            name="name",
            label=T("Name of another scenario"),
            at_most_chars=scenarios.NAME_CHARS,
            only_with=("scenario", scenarios.OTHER),
        ),
        pick("society", T("Society card"), _SOCIETIES, usual="I"),
        pick("level", T("Difficulty"), dict(societies.LEVELS), usual="normal"),
    )


def start(table: Table) -> Outcome[State]:
    """The first state: what the scenario and the Society card say, as far as it is known."""
    nobody = Group(citizens=0)
    choices = table.choices
    state = State(
        players=table.players,
        scenario=scenarios.chosen(str(choices.get("scenario", scenarios.A_NEW_HOME)), str(choices.get("name", ""))),
        society=f"{choices.get('society', 'I')} {choices.get('level', 'normal')}",
        step=SETUP_STEPS[0],
        workers=nobody,
        engineers=nobody,
        children=nobody,
        corpses=0,
        food=0,
        coal=0,
        wood=0,
        steam_cores=0,
        hope=Tokens(),
        discontent=Tokens(),
        storm=0,
        city=generator_tile.start(table.board),
        board=dict(table.board),
        swift=True,
    )
    tx = Transaction(state)
    scenarios.apply(tx)
    if societies.known(state.board, state.society):
        societies.deal(tx)
    cards.lay_stacks(tx)
    text = T(
        "{scenario} begins with {society}: set up the table, then the first round starts in the Action Phase.",
        scenario=scenarios.title(state),
        society=societies.name(state.society),
    )
    fact = Fact("game_started", text, {"players": len(table.players)}, Urgency.PLAIN)
    return Outcome(tx.state, (fact,))


# --- prompts ----------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """What the setup asks for, until the first round begins."""
    return (_prompt(state),) if phase_of(state.step) == "setup" else ()


def _prompt(state: State) -> Prompt:
    """The step of the setup that comes next; another scenario's own values come before everything."""
    if scenarios.of(state.board, state.scenario) is None:
        return _scenario_prompt(state)
    if not societies.dealt(state) and state.step in (LIST, "setup.society"):
        return _society_prompt(state)
    return _PROMPTS.get(state.step, checklist.shown)(state)


def _scenario_prompt(state: State) -> Prompt:
    told = Offer(
        move=GameMove("scenario_told"), label=T("Enter the scenario"), asks=scenarios.asks(state), tone="usual"
    )
    return Prompt(
        name="setup.scenario",
        do=T("Enter what the Scenario Book says of {scenario}.", scenario=scenarios.title(state)),
        more=T("It is asked once and kept under this name. The Scenario Book comes before the rulebook."),
        rule="setup",
        offers=(told,),
    )


def _society_prompt(state: State) -> Prompt:
    told = Offer(move=GameMove("society_told"), label=T("Enter the card"), asks=societies.asks(state), tone="usual")
    return Prompt(
        name="setup.society",
        do=T("Take the card {society}, and enter what it shows.", society=societies.name(state.society)),
        more=T(
            "It is asked once and kept. Of the two numbers beside each kind of token, the first is how many you draw."
        ),
        rule="setup",
        offers=(told,),
    )


def _generator(state: State) -> Prompt:
    return checklist.shown(state, *markers.offers(state))


def _other(state: State) -> Prompt:
    laid = LAID in state.ticked
    if len(state.players) == 1:
        do = (
            T("Take the Leadership marker.")
            if laid
            else T("Lay out the Scenario cards, and take the Leadership marker.")
        )
        done = tap("leader_drawn", T("Start the game"), tone="usual", leader=seat_name(0))
        return checklist.shown(state, done=done, do=do)
    ask = checklist.leader(state)
    start_offer = Offer(
        move=GameMove("leader_drawn"), label=T("Draw the leader and start the game"), asks=(ask,), tone="usual"
    )
    drawn = (
        Offer(move=GameMove("leader_drawn", {"leader": one.value}), label=one.label, under=T("Or you drew yourselves"))
        for one in ask.choices
    )
    random = T("Give the Leadership marker to somebody at random.") if laid else None
    return checklist.shown(state, *drawn, done=start_offer, do=random)


# --- moves ------------------------------------------------------------------------------------------------------------

# Steps that are not over once their items are ticked: something else has to be said, or may be.
_NOT_BY_TICKS = ("setup.map", "setup.tokens", "setup.laws", "setup.advisors", "setup.other")


def tick(tx: Transaction, args: Args) -> None:
    """An item of the list is done; or, once more, it is not. The last one ends most steps."""
    require_step(tx.state, *SETUP_STEPS)
    _require_told(tx.state)
    item = word(args, "item")
    if item not in checklist.items_of(tx.state):
        raise IllegalMove(T("That belongs to another step of the setup."), rule="setup")
    checklist.tick(tx, item)
    if checklist.all_ticked(tx.state) and tx.state.step not in _NOT_BY_TICKS:
        checklist.finish(tx)


def set_up(tx: Transaction, args: Args) -> None:
    """A step of the setup is done."""
    require_step(tx.state, word(args, "step"))
    _require_told(tx.state)
    if tx.state.step == "setup.laws":
        cards.require_laws(tx.state)
    if tx.state.step == "setup.advisors":
        costs.discard_all(tx)
    checklist.finish(tx)


def _require_told(state: State) -> None:
    if scenarios.of(state.board, state.scenario) is None:
        raise IllegalMove(T("Enter first what the Scenario Book says."), rule="setup", page=8)
    if state.step == "setup.society" and not societies.dealt(state):
        raise IllegalMove(T("Enter first what the Society card shows."), rule="setup", page=11)


def scenario_told(tx: Transaction, args: Args) -> None:
    """What the Scenario Book says of the setup."""
    require_step(tx.state, *SETUP_STEPS)
    scenarios.learn(tx, args)


def society_told(tx: Transaction, args: Args) -> None:
    """What the Society card shows."""
    require_step(tx.state, LIST, "setup.society")
    if societies.dealt(tx.state):
        raise IllegalMove(T("The City has its numbers already; correct them one by one."), rule="setup", page=11)
    societies.learn(tx, {name: number(args, name) for name in societies.LINES})
    if tx.state.step != LIST:
        checklist.finish(tx)


def leader_drawn(tx: Transaction, args: Args) -> None:
    """The first leader; the game begins."""
    require_step(tx.state, "setup.other")
    _lead(tx, seat_of(word(args, "leader")))
    _begin(tx)


def all_set_up(tx: Transaction, args: Args) -> None:
    """The rest of the setup is done already."""
    require_step(tx.state, *SETUP_STEPS)
    _require_told(tx.state)
    if not societies.dealt(tx.state):
        raise IllegalMove(T("Enter first what the Society card shows."), rule="setup", page=11)
    crater.require_whole(tx.state)
    gain(tx, "food", number(args, "food"))
    costs.discard_all(tx)
    _lead(tx, seat_of(word(args, "leader")))
    tx.set(step=SETUP_STEPS[-1])
    _begin(tx)


def _begin(tx: Transaction) -> None:
    checklist.finish(tx)
    check_boards(tx)


def _lead(tx: Transaction, seat: int) -> None:
    if seat >= len(tx.state.players):
        raise IllegalMove(T("Nobody sits there."))
    tx.set(leader=seat)
    name = tx.state.players[seat]
    tx.tell("leadership_given", T("Leadership marker: {name}.", name=name), seat=seat)
    tx.todo(T("Leadership marker to {name}", name=name), "citizen")


_LEADER = Chance(
    name="leader",
    label=T("Who has the Leadership marker"),
    choices=tuple(Choice(value=seat_name(seat), label=T("Seat {number}", number=seat + 1)) for seat in range(4)),
)
_FOOD = whole("food", checklist.FOOD, MOST_FOOD)
_LIKELY = whole("food", checklist.FOOD, MOST_FOOD, likely=checklist.LIKELY_FOOD)
_STEP: Pick = pick("step", T("Step"), dict(rulebook.STEP_TITLES))


def map_laid(tx: Transaction, args: Args) -> None:
    """The map is laid out, and entered whole or not at all; Food on its tiles is added to the starting Food (p. 12)."""
    require_step(tx.state, crater.SETUP)
    crater.require_whole(tx.state)
    gain(tx, "food", number(args, "food"))
    checklist.finish(tx)


def laid_out(tx: Transaction, args: Args) -> None:
    """All is laid out, the map entered whole or not at all; then the Food on its tiles is asked for."""
    require_step(tx.state, LIST)
    _require_told(tx.state)
    if not societies.dealt(tx.state):
        raise IllegalMove(T("Enter first what the Society card shows."), rule="setup", page=11)
    crater.require_whole(tx.state)
    cards.require_laws(tx.state)
    tx.set(step=LAST_LAID, ticked=(LAID,))
    checklist.finish(tx)
    tx.add_first(Task(kind=FOOD))


def food_told(tx: Transaction, args: Args) -> None:
    """Food on the tiles turned up is added to the starting Food (p. 12)."""
    tx.finish_task(FOOD)
    gain(tx, "food", number(args, "food"))


def _food(state: State) -> Prompt:
    """So much Food the tiles bring; what was told with a tile has been added already."""
    entered = set(state.city.tiles) > {"G"}
    do = T("How much Food is pictured on the tiles turned up?")
    if entered:
        do = T("How much Food is on the tiles besides what you entered with them?")
    offer = Offer(move=GameMove("food_told"), label=T("Food on the tiles"), asks=(_LIKELY,))
    more = T("It is added to the Food of the Society card.")
    return Prompt(name="setup.food", do=do, more=more, rule="setup.map", offers=(offer,))


def list_prompt(state: State) -> Prompt:
    """All that is laid out before anybody has to choose, as one list."""
    lacks = crater.lacks(state) or cards.laws_lack(state)
    end = (Offer(move=GameMove("laid_out"), label=T("All laid out"), tone="usual"),) if lacks is None else ()
    more = T("As the rulebook shows it, board by board. Ticks are for you; below the list stands what may be entered.")
    return Prompt(
        name=LIST,
        do=T("Lay out the game."),
        more=lacks or more,
        rule=rulebook.STEP_RULES[LIST],
        offers=(*end, *checklist.listed(state), *_later(state)),
    )


def _later(state: State) -> Iterator[Offer]:
    """What may be entered while it is laid out: it is asked for when it matters."""
    if laying.can_enter(state):
        note = T("Half by half: then it is known what each Building and each space gives")
        yield tap("enter_map", T("Enter the map now"), rule="map", under=checklist.LATER, note=note)
    yield structs.replace(cards.NAME_STACKS, under=checklist.LATER)
    yield structs.replace(cards.READ, under=checklist.LATER)
    yield from checklist.everything(state)
    yield from cards.technology_taps(state)
    yield from cards.law_taps(state)


_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    LIST: list_prompt,
    "setup.expeditions": cards.expeditions_prompt,
    "setup.technologies": cards.technologies_prompt,
    "setup.tokens": first_tokens.prompt,
    "setup.laws": cards.laws_prompt,
    "setup.dusk": cards.dusk_prompt,
    "setup.generator": _generator,
    "setup.advisors": people.prompt,
    "setup.other": _other,
}

MODULE: GameModule[State, Transaction] = GameModule(
    name="setup",
    moves={
        "tick": action(tick, T("An item of the setup"), Words(name="item", label=T("Item"), at_most_chars=20)),
        "set_up": action(set_up, T("A step of the setup done"), _STEP),
        "scenario_told": action(scenario_told, T("Scenario entered"), *scenarios.ASKS),
        "society_told": action(
            society_told,
            T("Society card entered"),
            *(whole(name, line.label, line.at_most, at_least=line.at_least) for name, line in societies.LINES.items()),
        ),
        "leader_drawn": action(leader_drawn, T("Leadership marker given"), _LEADER),
        "all_set_up": action(all_set_up, T("All set up"), _FOOD, _LEADER),
        "map_laid": action(map_laid, T("Map laid out"), whole("food", checklist.FOOD, MOST_FOOD)),
        "laid_out": action(laid_out, T("All laid out")),
        "food_told": action(food_told, T("Food on the tiles"), _FOOD),
        **cards.MOVES,
        **first_tokens.MOVES,
        **people.MOVES,
    },
    tasks={FOOD: _food},
    prompts=prompts,
    families=(*societies.FAMILIES, *scenarios.FAMILIES),
)
