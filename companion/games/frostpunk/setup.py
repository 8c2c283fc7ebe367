"""Setting up 'A New Home: Crater' with Society I, Normal (rulebook p. 8 to 15), as a list to work through."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Args, Ask, Choice, Fact, IllegalMove, MoveKind, Offer, Outcome, Pick, Prompt, Table, Urgency
from companion.game import Move as GameMove
from companion.games.frostpunk.asking import per_kind, pick, seat_name, seat_of, usual, whole
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.people import fall_sick
from companion.games.frostpunk.state import (
    KINDS,
    MOST_FOOD,
    MOST_RESOURCES,
    SMALL_SPACES,
    UNTOLD,
    Group,
    State,
    Token,
    Tokens,
)
from companion.games.frostpunk.steps import SETUP_STEPS
from companion.games.frostpunk.stores import gain, spend
from companion.text import N, T, Text

SEATS = range(1, 5)
CITIZEN_CARDS = {1: 7, 2: 6, 3: 5, 4: 4}  # p. 15
FOOD_BONUS_MOST = MOST_FOOD - 8


def asked(players: int) -> tuple[Ask, ...]:
    """Nothing is asked before the first move: everything comes up while you set up."""
    return ()


def start(table: Table) -> Outcome[State]:
    """The first state: Society I, Normal, in A New Home (p. 12 to 15)."""
    state = State(
        players=table.players,
        step=SETUP_STEPS[0],
        workers=Group(citizens=22),
        engineers=Group(citizens=12),
        children=Group(citizens=8),
        corpses=1,
        food=8,
        coal=5,
        wood=4,
        steam_cores=0,
        hope=Tokens(row=(Token(kind=UNTOLD, active=True), Token(kind=UNTOLD, active=True))),
        discontent=Tokens(row=(Token(kind=UNTOLD, active=True), Token(kind=UNTOLD))),
        storm=9,
        triggers=(4, 11),
        board=dict(table.board),
    )
    text = T("A New Home begins: set up the table, then the first round starts in the Action Phase.")
    return Outcome(state, (Fact("game_started", text, {"players": len(table.players)}, Urgency.PLAIN),))


STEPS: Mapping[str, tuple[Text, Text]] = {
    "setup.map": (
        T("Lay out the map: the Generator tile, the Rim and the first tiles."),
        T(
            "Generator in the middle, with the Cookhouse, five Wood and five Coal on its tile. Draw Starting Wall "
            "tiles clockwise until three Deposits lie on corners. Put a Far tile in each corner without a Deposit, and "
            "a Near tile between each Far tile and the Generator. Turn them up; add the Trees and Resources they show."
        ),
    ),
    "setup.expeditions": (
        T("Lay out three Expedition cards from the A deck."),
        T("Sort the cards into A, B and C, shuffle each deck, white side up. A New Home uses all of them."),
    ),
    "setup.technologies": (
        T("Lay out four Technology cards at random, each with a Development token."),
        T("Leave out Steam Hub. The tokens lie inactive side up."),
    ),
    "setup.society": (T("Take the card Society One, Normal."), T("Its numbers are entered already.")),
    "setup.population": (
        T("Put the Citizen markers on 22 workers, 12 engineers and 8 children."),
        T("Nobody is sick. Food on 8, more for each Food bonus on the tiles you turned up. Hunger on 0."),
    ),
    "setup.supply": (
        T("Fill the supply: four Wood, five Coal, no Steam Cores. The Corpse marker starts on one."),
        T("Five worker, three engineer and two child Meeples; no Automatons. Spent tokens lie beside the board."),
    ),
    "setup.buildings": (
        T("Sort the Buildings onto the Buildings board, not upgraded side up."),
        T("Houses, Bunkhouses and Tents have their Ruins on the back."),
    ),
    "setup.tokens": (
        T("Draw two Discontent and two Hope tokens."),
        T("Discontent: the left one active, the other exhausted. Hope: both active."),
    ),
    "setup.round": (
        T("Round marker on one, Storm marker on nine. Shuffle the Morning cards."),
        T("They lie face down on the Round and Morning board."),
    ),
    "setup.laws": (
        T("Lay out the Laws: one to eight, and four more at random."),
        T(
            "L01 to L08 always, four of L09 to L16. Consequence cards lie face down beside them. Put out the Child "
            "Shelter, the four Faith and Order Buildings, and the Buildings of your Laws."
        ),
    ),
    "setup.dusk": (
        T("Make the Dusk deck: Inevitable and the top Social Dispute card, shuffled together."),
        T("Read the Social Dispute card first, so that you know what is coming. The other disputes lie face up."),
    ),
    "setup.generator": (
        T("Set up the Generator board."),
        T(
            "Heat marker on the first space, normal side. Cold marker on the fifth space. Heat Range indicators on the "
            "first three spaces: red, orange, yellow. Shuffle the Weather cards."
        ),
    ),
}


def prompt(state: State) -> Prompt:
    """The step of the setup that comes next."""
    return {"setup.advisors": _advisors, "setup.other": _other}.get(state.step, _plain)(state)


def _plain(state: State) -> Prompt:
    do, more = STEPS[state.step]
    asks = (_food_ask(state),) if state.step == "setup.map" else ()
    done = Offer(move=GameMove("set_up", {"step": state.step}), label=T("Done"), tone="usual")
    if asks:
        done = Offer(move=GameMove("map_laid"), label=T("Map laid out"), asks=asks, tone="usual")
    return Prompt(name=state.step, do=do, more=more, rule="setup", offers=(done, _skip_all(state)))


def _advisors(state: State) -> Prompt:
    cards = CITIZEN_CARDS[len(state.players)]
    do = N(
        "Choose an Advisor each, and draw {n} Citizen card each.",
        "Choose an Advisor each, and draw {n} Citizen cards each.",
        cards,
    )
    solo = T("Choose your Advisor, take Call to Rise, and draw seven Citizen cards.")
    more = T(
        "Each of you then discards one Citizen card and pays its starting cost. A card whose cost you cannot pay must "
        "be kept, unless you can pay for none: then discard any one and add a sick Citizen of its type instead."
    )
    offers = (usual("set_up", T("Done"), step=state.step), *_cost_offers(state), _skip_all(state))
    return Prompt(
        name=state.step, do=solo if len(state.players) == 1 else do, more=more, rule="setup.citizens", offers=offers
    )


def _cost_offers(state: State) -> tuple[Offer, ...]:
    asks = (
        whole("food", T("Food"), state.food, 0),
        whole("coal", T("Coal"), state.coal, 0),
        whole("wood", T("Wood"), state.wood, 0),
        whole("stress", T("Stress cubes added"), SMALL_SPACES - state.generator.stress, 0),
    )
    return (
        Offer(move=GameMove("starting_cost"), label=T("Pay a starting cost"), asks=asks),
        Offer(move=GameMove("starting_sick"), label=T("Sick instead"), asks=per_kind(dict.fromkeys(KINDS, 1))),
    )


def _other(state: State) -> Prompt:
    start_offer = Offer(
        move=GameMove("leader_drawn"), label=T("Start the game"), asks=(_leader_ask(state),), tone="usual"
    )
    return Prompt(
        name=state.step,
        do=T("Lay out the Scenario cards, and give the Leadership marker to somebody at random."),
        more=T(
            "Scenario card I/01 face up, the others face down; I/08 is the Storm card, face down beside the Weather "
            "deck. Scenario Trigger tokens on four and eleven. Phase marker on the Action Phase. Share out the "
            "Responsibility sheets."
        ),
        rule="setup.other",
        offers=(start_offer,),
    )


def _leader_ask(state: State) -> Pick:
    choices = tuple(Choice(value=seat_name(seat), label=Text(name)) for seat, name in enumerate(state.players))
    return Pick(
        name="leader",
        label=T("Who has the Leadership marker"),
        choices=choices,
        usual="seat1" if len(choices) == 1 else None,
    )


def _food_ask(state: State) -> Ask:
    return whole("food", T("Food pictured on the tiles turned up"), FOOD_BONUS_MOST, 0)


def _skip_all(state: State) -> Offer:
    asks: tuple[Ask, ...] = (_leader_ask(state),)
    args: dict[str, int | str] = {}
    if state.step == "setup.map":
        asks = (_food_ask(state), *asks)
    else:
        args["food"] = 0
    return Offer(move=GameMove("all_set_up", args), label=T("All set up"), asks=asks)


# --- moves ------------------------------------------------------------------------------------------------------------


def set_up(ledger: Ledger, args: Args) -> None:
    """A step of the setup is done."""
    require_step(ledger.state, word(args, "step"))
    ledger.go_on()


def map_laid(ledger: Ledger, args: Args) -> None:
    """The map is laid out; Food on its tiles is added to the starting Food (p. 12)."""
    require_step(ledger.state, "setup.map")
    gain(ledger, "food", number(args, "food"))
    ledger.go_on()


def starting_cost(ledger: Ledger, args: Args) -> None:
    """A Citizen card was discarded and its starting cost paid (p. 15)."""
    require_step(ledger.state, "setup.advisors")
    for what in ("food", "coal", "wood"):
        spend(ledger, what, number(args, what))
    gain(ledger, "stress", number(args, "stress"))


def starting_sick(ledger: Ledger, args: Args) -> None:
    """No starting cost could be paid: a Citizen of the discarded card's type is sick instead (p. 15)."""
    require_step(ledger.state, "setup.advisors")
    for kind in KINDS:
        fall_sick(ledger, kind, number(args, kind))


def leader_drawn(ledger: Ledger, args: Args) -> None:
    """The first leader; the game begins."""
    require_step(ledger.state, "setup.other")
    _lead(ledger, seat_of(word(args, "leader")))
    ledger.go_on()


def all_set_up(ledger: Ledger, args: Args) -> None:
    """The rest of the setup is done already."""
    require_step(ledger.state, *SETUP_STEPS)
    gain(ledger, "food", number(args, "food"))
    _lead(ledger, seat_of(word(args, "leader")))
    ledger.set(step=SETUP_STEPS[-1])
    ledger.go_on()


def _lead(ledger: Ledger, seat: int) -> None:
    if seat >= len(ledger.state.players):
        raise IllegalMove(T("Nobody sits there."))
    ledger.set(leader=seat)
    name = ledger.state.players[seat]
    ledger.tell("leadership_given", T("{name} has the Leadership marker.", name=name), seat=seat)


_SEAT = Pick(
    name="leader",
    label=T("Who has the Leadership marker"),
    choices=tuple(Choice(value=seat_name(seat), label=T("Seat {number}", number=seat + 1)) for seat in range(4)),
)
_PLAIN = tuple(step for step in SETUP_STEPS if step not in ("setup.map", "setup.other"))
MOVES: Mapping[str, MoveKind[State]] = {
    "set_up": move(
        set_up,
        says(T("A step of the setup done")),
        pick(
            "step",
            T("Step"),
            {step: STEPS[step][0] if step in STEPS else T("Advisors and Citizen cards") for step in _PLAIN},
        ),
    ),
    "map_laid": move(map_laid, says(T("Map laid out")), whole("food", T("Food on tiles"), FOOD_BONUS_MOST)),
    "starting_cost": move(
        starting_cost,
        says(T("Starting cost paid")),
        *(
            whole(what, label, MOST_RESOURCES)
            for what, label in (("food", T("Food")), ("coal", T("Coal")), ("wood", T("Wood")))
        ),
        whole("stress", T("Stress cubes added"), SMALL_SPACES),
    ),
    "starting_sick": move(
        starting_sick, says(T("A sick Citizen instead of a cost")), *per_kind(dict.fromkeys(KINDS, 1))
    ),
    "leader_drawn": move(leader_drawn, says(T("Leadership marker given")), _SEAT),
    "all_set_up": move(all_set_up, says(T("All set up")), whole("food", T("Food on tiles"), FOOD_BONUS_MOST), _SEAT),
}
