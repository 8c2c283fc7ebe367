"""The Hunger Phase (rulebook p. 28): yesterday's hunger first, then feeding."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, Move, MoveKind, Offer, Prompt, Urgency
from companion.games.frostpunk.asking import pick, tap, usual, whole
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.people import die
from companion.games.frostpunk.state import HUNGER_SIDE, KIND_NAMES, KINDS, LOSING_HUNGER, MOST_HUNGER, State
from companion.games.frostpunk.tokens import change
from companion.text import N, T, Text

MOST_DEATHS = 6
MOST_INCREASES = 6


def paid(state: State) -> int:
    """How much Food must be spent on yesterday's hunger: as much as possible (p. 28)."""
    return min(state.food, state.hunger)


def pay_hunger(ledger: Ledger, args: Args) -> None:
    """Spend as much Food as possible on yesterday's hunger; 25 or more that is left loses the game."""
    require_step(ledger.state, "hunger.previous")
    spent = paid(ledger.state)
    food, hunger = ledger.state.food - spent, ledger.state.hunger - spent
    ledger.set(food=food, hunger=hunger)
    if spent:
        text = T("Hunger fell to {hunger}, Food to {food}.", hunger=hunger, food=food)
    else:
        text = T("There was no Food for yesterday's hunger: it stayed on {hunger}.", hunger=hunger)
    ledger.tell("hunger_fell", text, by=spent, to=hunger, food=food)
    if hunger >= LOSING_HUNGER:
        end(ledger, "hunger")
        return
    ledger.go_on()


def hunger_type(state: State) -> str | None:
    """Who dies of hunger: the type over the previous round, in the first round that of the current one (p. 28)."""
    known = state.board.get(f"fed_in_round_{max(1, state.round - 1)}")
    return known if isinstance(known, str) and known in KINDS else None


def hunger_effects(ledger: Ledger, args: Args) -> None:
    """What the section below the Hunger marker shows: Discontent, and deaths of the previous round's type (p. 28)."""
    require_step(ledger.state, "hunger.effects")
    kind, hunger = word(args, "kind"), ledger.state.hunger
    for what in ("discontent", "deaths"):
        name = f"hunger_{what}_at_{hunger}"
        if ledger.state.fact(name) is None:
            ledger.learn(name, number(args, what))
    learn_type(ledger, max(1, ledger.state.round - 1), kind)
    ledger.go_on()
    if number(args, "discontent"):
        change(ledger, "increase", "discontent", number(args, "discontent"))
    for _ in range(number(args, "deaths")):
        die(ledger, kind)


def learn_type(ledger: Ledger, round_: int, kind: str) -> None:
    """Keep the type over a round's column, unless it is known already (a card may ask for another type once)."""
    if f"fed_in_round_{round_}" not in ledger.state.board:
        ledger.learn(f"fed_in_round_{round_}", kind)


def feed(ledger: Ledger, args: Args) -> None:
    """One Food for each Citizen of the round's type, a Hunger for each Food that lacks (p. 28), at most 50 (p. 44)."""
    require_step(ledger.state, "hunger.feed")
    kind = word(args, "kind")
    learn_type(ledger, ledger.state.round, kind)
    mouths = ledger.state.group(kind).citizens
    spent = min(mouths, ledger.state.food)
    food, hunger = ledger.state.food - spent, min(MOST_HUNGER, ledger.state.hunger + mouths - spent)
    ledger.set(food=food, hunger=hunger)
    if mouths > spent:
        ledger.tell(
            "hunger_rose", _hungry(kind, mouths - spent, hunger), Urgency.URGENT, kind=kind, to=hunger, food=food
        )
    else:
        text = T("{who}: all {count} were fed; {food} Food left.", who=KIND_NAMES[kind], count=mouths, food=food)
        ledger.tell("fed", text, kind=kind, count=mouths, food=food)
    ledger.go_on()


def _hungry(kind: str, lacked: int, hunger: int) -> Text:
    if hunger > HUNGER_SIDE:
        return T(
            "{who}: {lacked} stay hungry. Hunger rose to {hunger}: flip its marker, and count on from the start of the "
            "track to {space}.",
            who=KIND_NAMES[kind],
            lacked=lacked,
            hunger=hunger,
            space=hunger - HUNGER_SIDE,
        )
    return T(
        "{who}: {lacked} stay hungry. Hunger rose to {hunger}.", who=KIND_NAMES[kind], lacked=lacked, hunger=hunger
    )


# --- what is asked ----------------------------------------------------------------------------------------------------


def _previous(state: State) -> Prompt:
    spent, left = paid(state), state.hunger - paid(state)
    do = N(
        "Spend {n} Food on yesterday's hunger. It falls to {left}.",
        "Spend {n} Food on yesterday's hunger. It falls to {left}.",
        spent,
        left=left,
    )
    return Prompt(
        name="hunger.previous",
        do=do if spent else T("There is no Food for yesterday's hunger. It stays on {left}.", left=left),
        more=T("As much Food as you have must be spent on it. If twenty-five or more is left, you lose."),
        rule="hunger.previous",
        offers=(usual("pay_hunger", T("Done")),),
    )


def _effects(state: State) -> Prompt:
    known = {what: state.fact(f"hunger_{what}_at_{state.hunger}") for what in ("discontent", "deaths")}
    who = hunger_type(state)
    asks = (
        whole("discontent", T("Discontent increases"), MOST_INCREASES, known["discontent"]),
        whole("deaths", T("Citizens who die"), MOST_DEATHS, known["deaths"]),
        pick("kind", T("Type over the previous round"), {kind: KIND_NAMES[kind] for kind in KINDS}, who),
    )
    sure = who is not None and None not in known.values()
    return Prompt(
        name="hunger.effects",
        do=T("Carry out the section below the Hunger marker, on {hunger}.", hunger=state.hunger),
        more=T(
            "Read it off the Population board. Those who die are of the type over the previous round's column; in the "
            "first round, over the current one."
        ),
        rule="hunger.previous",
        offers=(
            Offer(move=Move("hunger_effects"), label=T("Carry out"), asks=asks, tone="usual" if sure else "plain"),
        ),
    )


def _feed(state: State) -> Prompt:
    known = state.board.get(f"fed_in_round_{state.round}")
    offers = [
        tap(
            "feed",
            N("{who}: {n} Food", "{who}: {n} Food", state.group(kind).citizens, who=KIND_NAMES[kind]),
            "usual" if kind == known else "plain",
            kind=kind,
        )
        for kind in sorted(KINDS, key=lambda kind: kind != known)
    ]
    dos = {
        "workers": T("Feed the workers."),
        "engineers": T("Feed the engineers."),
        "children": T("Feed the children."),
    }
    more = T(
        "One Food for each of them. For each Food that lacks, Hunger rises by one; you have {food} Food.",
        food=state.food,
    )
    return Prompt(
        name="hunger.feed",
        do=dos.get(str(known), T("Feed those whose type stands over this round's column.")),
        more=more,
        rule="hunger.feed",
        offers=tuple(offers),
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "hunger.previous": _previous,
    "hunger.effects": _effects,
    "hunger.feed": _feed,
}
_KIND = pick("kind", T("Type"), {kind: KIND_NAMES[kind] for kind in KINDS})
MOVES: Mapping[str, MoveKind[State]] = {
    "pay_hunger": move(pay_hunger, says(T("Food spent on yesterday's hunger"))),
    "hunger_effects": move(
        hunger_effects,
        lambda args: T("Hunger: Discontent {discontent}, deaths {deaths}", **dict(args)),
        whole("discontent", T("Discontent increases"), MOST_INCREASES),
        whole("deaths", T("Citizens who die"), MOST_DEATHS),
        _KIND,
    ),
    "feed": move(feed, lambda args: T("{who} fed", who=KIND_NAMES[word(args, "kind")]), _KIND),
}
