"""Each player takes an Advisor, or is dealt one, and the first Citizen cards; one of these is discarded for its
starting cost (rulebook p. 14 and 15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import permutations

from msgspec import structs

from companion.api import Args, Ask, Chance, Choice, IllegalMove, Offer, Pick, Prompt, T, Text, Value, Words
from companion.api import Move as GameMove
from companion.games.frostpunk.cards import advisors, by_hand, citizens, owner_facts
from companion.games.frostpunk.city.geometry import all_spaces, space_name
from companion.games.frostpunk.city.ground import on, set_space
from companion.games.frostpunk.city.land import Space
from companion.games.frostpunk.people.health import fall_sick
from companion.games.frostpunk.setup import checklist
from companion.games.frostpunk.setup.checklist import CITIZEN_CARDS
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_RESOURCES, SMALL_SPACES, State
from companion.games.frostpunk.supply import amount, gain, spend
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.games.frostpunk.wording import NAMES, counted
from companion.toolkit import Action, action, number, pick, seat_name, seat_of, whole, word

STEP = "setup.advisors"
PAID = ("food", "wood", "coal", "steam_cores")


def deal(tx: Transaction) -> None:
    """Each player holds the first Citizen cards (p. 15)."""
    if not tx.state.hands:
        count = len(tx.state.players)
        tx.set(hands=(CITIZEN_CARDS[count],) * count)


def holding_all(state: State) -> tuple[int, ...]:
    """The seats that have not discarded their card yet."""
    full = CITIZEN_CARDS[len(state.players)]
    return tuple(seat for seat, held in enumerate(state.hands) if held >= full)


def starting_cost(tx: Transaction, args: Args) -> None:
    """A player discards a Citizen card and pays its starting cost, all of it or not at all (p. 15).

    Told with its name, the cost is kept, and is one tap in later games.
    """
    seat = _discarding(tx, args)
    words, name = _words(args), owner_facts.tidy(word(args, "name"))
    for what in PAID:
        spend(tx, what, number(args, what))
    gain(tx, "stress", number(args, "stress"))
    if name and words:
        owner_facts.write_line(tx, owner_facts.named(citizens.KIND, name), "cost", words)
    if word(args, "other").strip():
        by_hand.carry(tx, by_hand.as_effects(word(args, "other")), name)
    _discard(tx, seat, name)


def _words(args: Args) -> str:
    """The cost in the companion's own words."""
    paid = [f"spend {what} {number(args, what)}" for what in PAID if number(args, what)]
    stress = [f"stress +{number(args, 'stress')}"] if number(args, "stress") else []
    other = by_hand.as_effects(word(args, "other"))
    return "; ".join((*paid, *stress, *((other,) if other else ())))


def starting_card(tx: Transaction, args: Args) -> None:
    """A player discards a Citizen card whose starting cost is known."""
    seat, name = _discarding(tx, args), word(args, "card")
    cost = known_costs(tx.state).get(name)
    if cost is None:
        raise IllegalMove(T("The starting cost of that card is not known yet."), rule="setup.citizens", page=15)
    tx.note("cost_paid", T("{name}: its starting cost is paid.", name=name), card=name, seat=seat)
    by_hand.carry(tx, cost, name)
    _discard(tx, seat, name)


def known_costs(state: State) -> dict[str, str]:
    """The Citizen cards whose starting cost is known, with it."""
    found = {
        name: owner_facts.card(state, owner_facts.named(citizens.KIND, name))
        for name in owner_facts.names(state, citizens.KIND)
    }
    return {name: card.starting_cost for name, card in found.items() if card is not None and card.starting_cost}


def cost_from_space(tx: Transaction, args: Args) -> None:
    """A starting cost takes a Resource off a tile: one goes from its space into the bank (p. 15, example)."""
    require_step(tx.state, STEP)
    space = word(args, "space")
    lies = on(tx.state, space) if space in all_spaces(tx.state) else Space()
    if not lies.count:
        raise IllegalMove(T("No Resource lies on that space."), rule="setup.citizens", page=15)
    left = lies.count - 1
    set_space(tx, space, Space(what=lies.what if left else "", count=left, trees=lies.trees))
    text = T("One {what} off {space}, into the bank.", what=NAMES[lies.what], space=space_name(space))
    tx.note("resource_removed", text, space=space, what=lies.what, left=left)
    tx.todo(T("Put one {what} off {space} into the bank", what=NAMES[lies.what], space=space_name(space)))


def starting_sick(tx: Transaction, args: Args) -> None:
    """No card of the hand could be paid: any one is discarded, and a Citizen of its type is sick (p. 15)."""
    seat = _discarding(tx, args)
    fall_sick(tx, word(args, "kind"), 1)
    _discard(tx, seat)


def cost_drawn(tx: Transaction, args: Args) -> None:
    """Two or more want to pay the same kind of cost, and it is not enough for all: chance decides who does (p. 15)."""
    require_step(tx.state, STEP)
    drawn = word(args, "of").split()
    seats = [seat_at(tx.state, one) for one in drawn if one in SEAT_NAMES]
    if len(seats) < 2 or len({*seats}) < len(drawn):
        raise IllegalMove(T("The lot names two players or more, each once."), rule="setup.citizens", page=15)
    names = [player(tx.state, seat) for seat in seats]
    text = T(
        "Those who want to pay the same do so in this order, as long as there is enough: {names}. The others choose "
        "another card.",
        names=reduce(lambda one, other: T("{first}, {then}", first=one, then=other), names),
    )
    tx.tell("cost_drawn", text, order=word(args, "of"))


def _discarding(tx: Transaction, args: Args) -> int:
    require_step(tx.state, STEP)
    deal(tx)
    seat = seat_at(tx.state, word(args, "seat"))
    if seat not in holding_all(tx.state):
        text = T("{name} has discarded a card already.", name=tx.state.players[seat])
        raise IllegalMove(text, rule="setup.citizens", page=15)
    return seat


def _discard(tx: Transaction, seat: int, name: str = "") -> None:
    citizens.discard(tx, seat, name)
    if not holding_all(tx.state):
        checklist.finish(tx)


def discard_all(tx: Transaction) -> None:
    """Everybody has discarded a card, and the costs have been entered."""
    deal(tx)
    for seat in holding_all(tx.state):
        citizens.discard(tx, seat)


def seat_at(state: State, answer: str) -> int:
    """The seat that an answer names; refused where nobody sits there."""
    seat = seat_of(answer)
    if seat >= len(state.players):
        raise IllegalMove(T("Nobody sits there."))
    return seat


# --- prompt -----------------------------------------------------------------------------------------------------------


def _costs_prompt(state: State) -> Prompt:
    """The cards and their costs, player by player."""
    cards = CITIZEN_CARDS[len(state.players)]
    solo = len(state.players) == 1
    do = T("Draw {cards} Citizen cards each. Discard one each, and pay its starting cost.", cards=cards)
    if solo:
        do = T("Draw seven Citizen cards. Discard one, and pay its starting cost.")
    more = T(
        "A card whose cost you cannot pay has to stay. If you can pay for none of yours, discard any one; a Citizen of "
        "its type is sick instead. Discarded cards lie face up to the right of the deck."
    )
    done = Offer(move=checklist.set_up(state), label=T("All paid already"))
    shown = checklist.shown(
        state,
        *(offer for seat in holding_all(state) for offer in _costs(state, seat)),
        *_shared(state),
        do=do,
        more=more,
        done=done,
    )
    return structs.replace(shown, look="look_card_top")


def _costs(state: State, seat: int) -> Iterator[Offer]:
    under = None if len(state.players) == 1 else player(state, seat)
    settled: dict[str, Value] = {"seat": seat_name(seat)}
    known = [name for name in known_costs(state) if name in citizens.in_hands(state)]
    if known:
        choices = tuple(Choice(value=name, label=Text("{name}", {"name": name})) for name in known)
        card = Pick(name="card", label=T("Citizen card"), choices=choices)
        yield Offer(
            move=GameMove("starting_card", settled), label=T("Discard a card you know"), asks=(card,), under=under
        )
    yield Offer(
        move=GameMove("starting_cost", {**settled, **{what: 0 for what in PAID if not amount(state, what)}}),
        label=T("Discard a card and pay"),
        asks=_cost_asks(state),
        under=under,
    )
    for kind in KINDS:
        yield Offer(move=GameMove("starting_sick", {**settled, "kind": kind}), label=_NO_CARD[kind], under=under)


_NO_CARD: Mapping[str, Text] = {
    "workers": T("None of the cards can be paid: a worker falls sick"),
    "engineers": T("None of the cards can be paid: an engineer falls sick"),
    "children": T("None of the cards can be paid: a child falls sick"),
}


def _shared(state: State) -> Iterator[Offer]:
    """Costs that concern the map, and the lot between two players."""
    spaces = [space for space in all_spaces(state) if on(state, space).count]
    if spaces:
        choices = tuple(Choice(value=space, label=_lying(state, space)) for space in spaces)
        space = Pick(name="space", label=T("Space"), choices=choices)
        yield Offer(
            move=GameMove("cost_from_space"), label=T("A cost takes a Resource off a tile"), asks=(space,),
            under=T("For all"),
        )  # fmt: skip
    seats = holding_all(state)
    if len(seats) > 1:
        orders = tuple(
            Choice(
                value=" ".join(seat_name(seat) for seat in order),
                label=T("{name} comes first", name=player(state, order[0])),
            )
            for order in permutations(seats)
        )
        lot = Chance(name="of", label=T("The order in which they may"), choices=orders)
        label = T("Several want to pay the same, and it is not enough for all: draw lots")
        yield Offer(move=GameMove("cost_drawn"), label=label, asks=(lot,), under=T("For all"))


def _lying(state: State, space: str) -> Text:
    lies = on(state, space)
    return T("{what}, {space}", what=counted(lies.what, lies.count), space=space_name(space))


def _cost_asks(state: State | None = None) -> tuple[Ask, ...]:
    most = {what: MOST_RESOURCES if state is None else amount(state, what) for what in PAID}
    stress = SMALL_SPACES if state is None else max(0, SMALL_SPACES - state.generator.stress)
    return (
        *(whole(what, NAMES[what], most[what], 0) for what in PAID if most[what]),
        whole("stress", T("Stress cubes added"), stress, 0),
        Words(name="other", label=T("Something else, in your words"), at_most_chars=120),
        Words(name="name", label=T("Name of the card, to be known next time"), at_most_chars=owner_facts.NAME_CHARS),
    )


def player(state: State, seat: int) -> Text:
    """A player's name."""
    return Text("{name}", {"name": state.players[seat]})


SEAT_NAMES = {seat_name(seat): T("Seat {number}", number=seat + 1) for seat in range(4)}
SEAT = pick("seat", T("Whose"), SEAT_NAMES)
_COST_MOVES: Mapping[str, Action[Transaction]] = {
    "starting_cost": action(starting_cost, T("Starting cost paid"), SEAT, *_cost_asks()),
    "starting_card": action(
        starting_card,
        lambda args: T("Discarded: {name}", name=word(args, "card")),
        SEAT,
        Words(name="card", label=T("Citizen card"), at_most_chars=owner_facts.NAME_CHARS),
    ),
    "cost_from_space": action(
        cost_from_space, T("A Resource taken off a tile"), Words(name="space", label=T("Space"), at_most_chars=6)
    ),
    "starting_sick": action(
        starting_sick, T("A sick Citizen instead of a cost"), SEAT, pick("kind", T("Type"), dict(KIND_NAMES))
    ),
    "cost_drawn": action(
        cost_drawn,
        T("Lots drawn"),
        Words(name="of", label=T("The order in which they may"), at_most_chars=40),
    ),
}


def without_advisor(state: State) -> tuple[int, ...]:
    """The seats whose Advisor nobody has said."""
    taken = (*state.advisors, *("",) * len(state.players))
    return tuple(seat for seat in range(len(state.players)) if not taken[seat])


def free(state: State) -> tuple[str, ...]:
    """The Advisors that nobody has."""
    return tuple(one for one in advisors.ADVISORS if one not in state.advisors)


def advisor_taken(tx: Transaction, args: Args) -> None:
    """A player takes an Advisor; where one is left for one player, it is that one's."""
    require_step(tx.state, STEP)
    seat, advisor = seat_at(tx.state, word(args, "seat")), word(args, "advisor")
    if advisor not in free(tx.state):
        raise IllegalMove(T("Somebody has that Advisor already."), rule="setup.citizens", page=14)
    _take(tx, seat, advisor)
    if len(free(tx.state)) == len(without_advisor(tx.state)) == 1:
        _take(tx, without_advisor(tx.state)[0], free(tx.state)[0])
    _deal_if_all(tx)


def advisors_drawn(tx: Transaction, args: Args) -> None:
    """The players do not agree: the Advisors left are dealt at random to those who have none (p. 14)."""
    require_step(tx.state, STEP)
    seats, drawn = without_advisor(tx.state), tuple(word(args, "of").split())
    if not seats or len(drawn) != len(seats) or not {*drawn} <= {*free(tx.state)} or len({*drawn}) != len(drawn):
        raise IllegalMove(T("The Advisors cannot be dealt like that."), rule="setup.citizens", page=14)
    for seat, advisor in zip(seats, drawn, strict=True):
        _take(tx, seat, advisor)
        text = T("{name} is the {advisor}.", name=tx.state.players[seat], advisor=advisors.TITLES[advisor])
        tx.tell("advisor_drawn", text, seat=seat, advisor=advisor)
        order = T("{name} takes the {advisor}", name=tx.state.players[seat], advisor=advisors.TITLES[advisor])
        tx.todo(order, "advisor")
    _deal_if_all(tx)


def citizens_dealt(tx: Transaction, args: Args) -> None:
    """The Advisors are not entered; the Citizen cards come next."""
    require_step(tx.state, STEP)
    deal(tx)


def _take(tx: Transaction, seat: int, advisor: str) -> None:
    row = [*tx.state.advisors, *("",) * len(tx.state.players)][: len(tx.state.players)]
    row[seat] = advisor
    tx.set(advisors=tuple(row))
    text = T("{name}: {advisor}.", name=tx.state.players[seat], advisor=advisors.TITLES[advisor])
    tx.note("advisor_taken", text, seat=seat, advisor=advisor)


def _deal_if_all(tx: Transaction) -> None:
    if not without_advisor(tx.state):
        deal(tx)


def _choose(state: State) -> Prompt:
    solo = len(state.players) == 1
    chosen = tuple(
        Offer(
            move=GameMove("advisor_taken", {"seat": seat_name(seat), "advisor": advisor}),
            label=advisors.TITLES[advisor],
            under=None if solo else player(state, seat),
        )
        for seat in without_advisor(state)
        for advisor in free(state)
    )
    dealt = permutations(free(state), len(without_advisor(state)))
    choices = tuple(Choice(value=" ".join(one), label=_listed(one)) for one in dealt)
    ask = Chance(name="of", label=T("Advisors in the order of the seats"), choices=choices)
    draw = Offer(move=GameMove("advisors_drawn"), label=T("Deal them at random"), asks=(ask,))
    skip = Offer(move=GameMove("citizens_dealt"), label=T("Go on without entering them"))
    do = T("Choose your Advisor.") if solo else T("Choose an Advisor each.")
    more = T("Nobody can change Advisors later. If you do not agree, chance decides.")
    for seat, advisor in reversed([*enumerate(state.advisors)]):
        if advisor:
            has = T("{name}: {advisor}.", name=player(state, seat), advisor=advisors.TITLES[advisor])
            more = T("{one} {two}", one=has, two=more)
    return checklist.shown(state, *chosen[1:], draw, skip, do=do, more=more, done=chosen[0])


def _listed(chosen: tuple[str, ...]) -> Text:
    found: Text | None = None
    for one in chosen:
        title = advisors.TITLES[one]
        found = title if found is None else T("{first}, {then}", first=found, then=title)
    return found or T("none")


def prompt(state: State) -> Prompt:
    """First the Advisors, then the cards and their costs."""
    return _choose(state) if without_advisor(state) and not state.hands else _costs_prompt(state)


MOVES: Mapping[str, Action[Transaction]] = {
    "advisor_taken": action(
        advisor_taken,
        lambda args: T("Taken: {advisor}", advisor=advisors.TITLES[word(args, "advisor")]),
        SEAT,
        pick("advisor", T("Advisor"), dict(advisors.TITLES)),
    ),
    "advisors_drawn": action(
        advisors_drawn,
        T("Advisors dealt at random"),
        Words(name="of", label=T("Advisors in the order of the seats"), at_most_chars=80),
    ),
    "citizens_dealt": action(citizens_dealt, T("Advisors not entered")),
    **_COST_MOVES,
}
