"""Meeples (rulebook p. 22, 23, 39): how many there are, which of them may act, and where they stand this round."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Whole, all_of
from companion.games.frostpunk.cards import citizens, lasting
from companion.games.frostpunk.city.land import Building, Meeple
from companion.games.frostpunk.forms import asked_in, per_kind
from companion.games.frostpunk.house_rules import CHILD_WORKER_ON_TOP, house
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, State
from companion.games.frostpunk.supply import spend
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, whole

MEEPLES = ("workers", "engineers", "children", "child_worker", "child_engineer", "automatons")
NAMES: Mapping[str, Text] = {
    "workers": T("Worker"),
    "engineers": T("Engineer"),
    "children": T("Child"),
    "child_worker": T("Child Worker"),
    "child_engineer": T("Child Engineer"),
    "automatons": T("Automaton"),
}
MEEPLE_ICONS = {
    **{kind: kind for kind in ("workers", "engineers", "children", "automatons")},
    "child_worker": "children",
    "child_engineer": "children",
}
# p. 39: the Child Worker and the Child Engineer are Children in all respects but acting; an Automaton is nobody.
TYPE_OF: Mapping[str, str] = {
    "workers": "workers",
    "engineers": "engineers",
    "children": "children",
    "child_worker": "children",
    "child_engineer": "children",
}
AS_WORKER = ("workers", "child_worker", "automatons")
AS_ENGINEER = ("engineers", "child_engineer")
MOST = 10  # p. 5: Worker and Engineer Meeples in the box
GROWN: Mapping[str, int] = {"workers": MOST, "engineers": MOST, "children": 8}  # p. 5, the two special Children apart
SNOW, CONSTRUCT, BY_HAND = "snow", "construct", "hand"
CARD = "card "  # how the place of a Meeple on a card begins


# --- how many there are -----------------------------------------------------------------------------------------------


def bar_name(citizens: int) -> str:
    """The board fact: how many Meeples the bar over this space of the Population track shows."""
    return f"meeples_at_{citizens}"


def by_bar(state: State, citizens: int) -> int | None:
    """Meeples for so many Citizens, None while the bar has to be read off the board (p. 22).

    More Citizens never give fewer Meeples, so between two spaces of the same number all spaces have that number.
    """
    if (told := state.fact(bar_name(citizens))) is not None:
        return told
    below = _nearest(state, range(citizens - 1, -1, -1))
    above = _nearest(state, range(citizens + 1, MOST_CITIZENS + 1))
    return below if below is not None and below == above else None


def _nearest(state: State, spaces: range) -> int | None:
    told = (state.fact(bar_name(space)) for space in spaces)
    return next((meeples for meeples in told if meeples is not None), None)


def limits(state: State, citizens: int) -> tuple[int, int]:
    """The fewest and the most Meeples that a bar can show by what is known of those beside it."""
    below = _nearest(state, range(citizens - 1, -1, -1))
    above = _nearest(state, range(citizens + 1, MOST_CITIZENS + 1))
    return below or 0, MOST if above is None else above


def by_bars(state: State) -> dict[str, int | None]:
    """Meeples of each type as the bars over the Citizen markers give them."""
    return {kind: by_bar(state, state.group(kind).citizens) for kind in KINDS}


def special(state: State, kind: str) -> tuple[str, ...]:
    """The Child Worker and the Child Engineer in play, for Children (p. 39)."""
    if kind != "children":
        return ()
    return tuple(who for who in ("child_worker", "child_engineer") if getattr(state, who))


def plain(state: State, kind: str) -> int:
    """Meeples of a type without the Child Worker and the Child Engineer, which come on top of what the bar gives or, by
    a house rule, are among them."""
    meeples = state.group(kind).meeples
    if not special(state, kind) or house(state, CHILD_WORKER_ON_TOP) == "yes":
        return min(meeples, GROWN[kind])
    return max(0, meeples - len(special(state, kind)))


def scouts(state: State, kind: str) -> int:
    """Meeples of a kind that are away as Scouts."""
    return sum(stack.scout == kind for stack in state.stacks)


def at_home(state: State, kind: str) -> int:
    """Meeples of a type in the supply at the start of the Action Phase, Child Worker and Child Engineer with them."""
    away = sum(scouts(state, who) for who in (kind, *special(state, kind)))
    return max(0, plain(state, kind) + len(special(state, kind)) - away)


def to_carry(state: State, kind: str, meeples: int) -> int:
    """How many Spent tokens get a Meeple where the bar gives so many (p. 22)."""
    tx = Transaction(state)
    tx.set_group(kind, meeples=meeples)
    return min(state.group(kind).spent, at_home(tx.state, kind))


def count(tx: Transaction, meeples: Mapping[str, int]) -> None:
    """Set the Meeples of each type, and put one onto each Spent token as far as they reach (p. 22)."""
    for kind in KINDS:
        tx.set_group(kind, meeples=meeples[kind], carried=to_carry(tx.state, kind, meeples[kind]))


def changes(state: State) -> bool | None:
    """Whether anything has to be moved by hand at the start of the Action Phase: other numbers than last round, or
    Spent tokens. None while a bar is not known."""
    bars = by_bars(state)
    if None in bars.values():
        return None
    if any(to_carry(state, kind, bars[kind] or 0) for kind in KINDS):
        return True
    return not _set_up(state) and any(bars[kind] != state.group(kind).meeples for kind in KINDS)


def _set_up(state: State) -> bool:
    """Whether the Meeples lie there as the setup put them, by the same bars (p. 12)."""
    return state.round == 1 and not any(state.group(kind).meeples for kind in KINDS)


def asks(state: State) -> bool:
    """Whether the step has to be shown: something is to be moved by hand, or to be read off the board."""
    return changes(state) is not False


def unchanged(tx: Transaction) -> None:
    """Nothing is to be moved by hand: the step is done without a tap."""
    count(tx, {kind: bar or 0 for kind, bar in by_bars(tx.state).items()})


# --- who is free ------------------------------------------------------------------------------------------------------


def available(state: State, kind: str) -> int:
    """Meeples of a kind that are free in the supply: not away as Scouts, not on Spent tokens, not placed (p. 22)."""
    placed = sum(meeple.kind == kind for meeple in state.city.placed)
    if kind == "automatons":
        return max(0, state.automatons - placed)
    if kind in ("child_worker", "child_engineer"):
        return int(getattr(state, kind) and kind not in _carried_specials(state) and not scouts(state, kind)) - placed
    there = plain(state, kind) - scouts(state, kind)
    return max(0, there - min(state.group(kind).carried, there) - placed)


def _carried_specials(state: State) -> tuple[str, ...]:
    """Which of Child Worker and Child Engineer stand on Spent tokens: only those for which no plain Child is left."""
    left = state.children.carried - plain(state, "children")
    return special(state, "children")[: max(0, left)]


def may_act(state: State, kind: str, action: str) -> bool | None:
    """Whether Meeples of a kind may be used for an action (`snow`, `gather`, `construct`, `special`, or a kind of
    Building); None where the players have to judge a card that nobody has entered (p. 23, 39)."""
    if kind == "automatons":
        return state.coal > 0
    if kind != "children":
        return True
    return children_may(state, action)


def children_may(state: State, action: str) -> bool | None:
    """Whether plain Children may be used for an action: only where a Law or another effect allows it (p. 23)."""
    if lasting.children_act(state, action):
        return True
    return None if lasting.unknown_laws(state) else False


def free(state: State) -> tuple[str, ...]:
    """Kinds of which a Meeple is free and might act: Automatons only with Coal, Children only where they might."""
    return tuple(kind for kind in MEEPLES if might_act(state, kind))


def might_act(state: State, kind: str) -> bool:
    """Whether a Meeple of that kind is free and might act."""
    if not available(state, kind):
        return False
    if kind == "automatons":
        return state.coal > 0
    return kind != "children" or children_might(state)


def children_might(state: State) -> bool:
    """Whether a plain Child might still act: by a Law, or by a Citizen card that somebody may still play (p. 32)."""
    by_law = lasting.children_act_somewhere(state) or bool(lasting.unknown_laws(state))
    return by_law or card_possible(state)


def card_possible(state: State) -> bool:
    """Whether somebody may still play a Citizen card for its main ability this round (p. 33)."""
    return any(citizens.can_play(state, seat) for seat in range(len(state.players)))


# --- where they stand -------------------------------------------------------------------------------------------------


def place(tx: Transaction, kind: str, at: str, *, stays: bool = False) -> None:
    """Place a Meeple; an Automaton costs 1 Coal each time (p. 39)."""
    if available(tx.state, kind) < 1:
        text = T("{who}: none is free in your supply.", who=NAMES[kind])
        raise IllegalMove(text, rule="action.turn", page=22)
    if kind == "automatons":
        _feed_automaton(tx)
    meeple = Meeple(kind=kind, at=at, stays=stays)
    tx.set_city(placed=(*tx.state.city.placed, meeple))


def _feed_automaton(tx: Transaction) -> None:
    if not tx.state.coal:
        raise IllegalMove(T("An Automaton needs one Coal each time."), rule="automatons", page=39)
    spend(tx, "coal", 1)


def standing_at(state: State, space: str) -> tuple[Meeple, ...]:
    """Meeples on a space of the map, of the Supply board, or on a card."""
    return tuple(meeple for meeple in state.city.placed if meeple.at == space)


def standing_on(state: State, building: Building) -> tuple[Meeple, ...]:
    """Meeples on a Building."""
    return tuple(meeple for meeple in state.city.placed if meeple.at in building.at)


def take_back(tx: Transaction) -> None:
    """The Meeples placed this round go back into the supply, but for those that stay overnight (p. 29, 43)."""
    tx.set_city(placed=staying(tx.state))


def staying(state: State) -> tuple[Meeple, ...]:
    """The Meeples that sleep where they stand: on cards that keep them, and in a Prison that still stands."""
    covered = {space for building in state.city.buildings for space in building.at}
    return tuple(
        meeple for meeple in state.city.placed if meeple.stays and (meeple.at.startswith(CARD) or meeple.at in covered)
    )


def wake(tx: Transaction) -> None:
    """After the night, those who stayed in a Building come back too; on a card they stay until it leaves."""
    placed = tx.state.city.placed
    stay = tuple(meeple for meeple in placed if meeple.stays and meeple.at.startswith(CARD))
    tx.set_city(placed=stay)
    if count := sum(meeple.stays for meeple in placed) - len(stay):
        text = N(
            "The Meeple in the Prison comes back into the supply.",
            "The {n} Meeples in the Prison come back into the supply.",
            count,
        )
        tx.tell("prisoners_back", text, count=count)
        tx.todo(N("Take the Meeple in the Prison back", "Take the {n} Meeples in the Prison back", count), "people")


def return_spent(tx: Transaction) -> None:
    """Spent tokens that carry a Meeple go back to the bank; those without stay in the supply (p. 29)."""
    for kind in KINDS:
        group = tx.state.group(kind)
        tx.set_group(kind, spent=group.spent - min(group.spent, group.carried), carried=0)


def spell(kind: str, count: int) -> Text:
    """So many Meeples of a type in words: "2 Worker Meeples"."""
    forms = {
        "workers": N("{n} Worker Meeple", "{n} Worker Meeples", count),
        "engineers": N("{n} Engineer Meeple", "{n} Engineer Meeples", count),
        "children": N("{n} Child Meeple", "{n} Child Meeples", count),
    }
    return forms[kind]


def counted(kind: str, count: int) -> Text:
    """So many free Meeples of a kind: "3 Workers"."""
    many = {
        "workers": N("{n} Worker", "{n} Workers", count),
        "engineers": N("{n} Engineer", "{n} Engineers", count),
        "children": N("{n} Child", "{n} Children", count),
        "automatons": N("{n} Automaton", "{n} Automatons", count),
    }
    return many.get(kind, NAMES[kind])


STEP = "action.meeples"


def set_meeples(tx: Transaction, args: Args) -> None:
    """So many Meeples of each type are there, as the bars say; bars that were not known are kept."""
    require_step(tx.state, STEP)
    told = {kind: number(args, kind) for kind in KINDS}
    _refuse_two_numbers(tx.state, told)
    for kind in KINDS:
        citizens = tx.state.group(kind).citizens
        if by_bar(tx.state, citizens) != told[kind]:
            tx.learn(bar_name(citizens), told[kind])
    _set(tx, told)
    tx.go_on()


def set_known(tx: Transaction) -> None:
    """The same by bars that are all known: nobody has to say anything."""
    _set(tx, {kind: bar or 0 for kind, bar in by_bars(tx.state).items()})
    tx.go_on()


def _set(tx: Transaction, told: Mapping[str, int]) -> None:
    before = tx.state
    count(tx, told)
    for kind in KINDS:
        text = T("{who}: {meeples}.", who=KIND_NAMES[kind], meeples=spell(kind, told[kind]))
        tx.note("meeples", text, kind=kind, count=told[kind], carried=tx.state.group(kind).carried)
        if moved := _hands(before, kind, told[kind]):
            tx.todo(T("Meeples: {parts}", parts=all_of(moved)), "people")


def _hands(before: State, kind: str, now: int) -> list[Text]:
    """What hands do with the Meeples of a type: those that come or go, and those that stand on Spent tokens."""
    moved = [_moved(before, kind, now)] if now != before.group(kind).meeples and not _set_up(before) else []
    spent = _onto_spent(before, kind, now) if before.group(kind).spent else None
    return [*moved, *([spent] if spent else [])]


def _refuse_two_numbers(state: State, told: Mapping[str, int]) -> None:
    """The three types share the track, so a space has one bar for all of them."""
    by_space: dict[int, int] = {}
    for kind in KINDS:
        citizens = state.group(kind).citizens
        if by_space.setdefault(citizens, told[kind]) != told[kind]:
            text = T("Two types stand on the same space of the track, so their numbers have to be the same.")
            raise IllegalMove(text, rule="action.meeples", page=22)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _prompt(state: State) -> Prompt:
    bars = by_bars(state)
    asks = per_kind(dict.fromkeys(KINDS, MOST), {kind: _usual(state, kind, bars[kind]) for kind in KINDS})
    known = {kind: bar for kind, bar in bars.items() if bar is not None}
    offers: tuple[Offer, ...]
    if len(known) == len(KINDS):
        offers = (
            Offer(move=Move("set_meeples", known), label=T("Done"), tone="usual"),
            Offer(move=Move("set_meeples"), label=T("The bars say something else"), asks=asks),
        )
    else:
        open_ = tuple(_read_off(state, kind) for kind in KINDS if kind not in known)
        offers = (Offer(move=Move("set_meeples", known), label=T("Read off the bars"), asks=open_),)
    return Prompt(
        name=STEP,
        do=_do(state, known),
        more=_more(state, known),
        rule="action.meeples",
        offers=offers,
    )


def _read_off(state: State, kind: str) -> Whole:
    """The number over a section that nobody has read yet; last round's number is filled in to be set right, the same
    for all types that stand there."""
    here = state.group(kind).citizens
    last = next(group.meeples for group in map(state.group, KINDS) if group.citizens == here)
    fewest, most = limits(state, here)
    return whole(kind, KIND_NAMES[kind], max(fewest, most), last or None, fewest)


def _usual(state: State, kind: str, bar: int | None) -> int:
    return min(MOST, state.group(kind).meeples if bar is None else bar)


def _do(state: State, known: Mapping[str, int]) -> Text:
    if len(known) < len(KINDS):
        return T("Read the number of Meeples off the bars over the Population track.")
    moved = [_moved(state, kind, known[kind]) for kind in KINDS if known[kind] != state.group(kind).meeples]
    spent = [_onto_spent(state, kind, known[kind]) for kind in KINDS if state.group(kind).spent]
    parts = [*(one for one in moved if one), *(one for one in spent if one)]
    return T("Meeples: {parts}.", parts=all_of(parts)) if parts else T("Check your Meeples.")


def _moved(state: State, kind: str, now: int) -> Text:
    change = now - state.group(kind).meeples
    meeple = spell(kind, abs(change))
    return T("take {meeples} from the bank", meeples=meeple) if change > 0 else T("give {meeples} back", meeples=meeple)


def _onto_spent(state: State, kind: str, now: int) -> Text | None:
    carried = to_carry(state, kind, now)
    if not carried:
        return None
    put = {
        "workers": N(
            "put {n} Worker Meeple onto a Spent token", "put {n} Worker Meeples onto their Spent tokens", carried
        ),
        "engineers": N(
            "put {n} Engineer Meeple onto a Spent token", "put {n} Engineer Meeples onto their Spent tokens", carried
        ),
        "children": N(
            "put {n} Child Meeple onto a Spent token", "put {n} Child Meeples onto their Spent tokens", carried
        ),
    }
    return put[kind]


def _more(state: State, known: Mapping[str, int]) -> Text:
    if len(known) < len(KINDS):
        return T(
            "Over the section with each Citizen marker: workers on {workers}, engineers on {engineers}, children on "
            "{children}. Scouts count towards it. It is asked once for each space. Then put a Meeple onto each Spent "
            "token of its type, as far as they reach.",
            **{kind: state.group(kind).citizens for kind in KINDS},
        )
    return T(
        "You have {workers}, {engineers} and {children}; Scouts count towards it.",
        **{kind: spell(kind, known[kind]) for kind in KINDS},
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="meeples",
    moves={
        "set_meeples": action(
            set_meeples,
            lambda args: T(
                "Meeples: {workers}, {engineers}, {children}",
                **{kind: spell(kind, number(args, kind)) for kind in KINDS},
            ),
            *per_kind(dict.fromkeys(KINDS, MOST)),
        ),
    },
    prompts=asked_in(
        {
            STEP: _prompt,
        }
    ),
)
