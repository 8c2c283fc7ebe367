"""Corrections by hand of Laws, Technologies, Expeditions, Advisors, hands and the Scenario display."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.api.game import IllegalMove, Value, Words
from companion.api.text import T, Text
from companion.games.frostpunk.cards import advisors, citizens, expeditions, laws, lines, scenario, technologies
from companion.games.frostpunk.cards.expeditions import (
    ARRIVED,
    EXPLORING,
    MOST_SPACES,
    MOST_STACKS,
    SPACES,
    stacks,
)
from companion.games.frostpunk.cards.piles import MOST_LAWS, Location, Stack
from companion.games.frostpunk.settable import YES_NO, Settable
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole

MOST_CHARS = 120
MOST_STACKED = 12
SCOUTS = {
    "none": T("None"),
    "workers": T("A worker"),
    "engineers": T("An engineer"),
    "child_worker": T("The Child Worker"),
    "child_engineer": T("The Child Engineer"),
}
PLACES = {
    "inactive": T("Inactive on its card"),
    "active": T("Developed"),
    **{f"round{n}": T("Round track, {round}", round=n) for n in range(1, ROUNDS + 1)},
}


def settables(state: State) -> Iterator[Settable]:
    """Every value of these cards that can be set by hand."""
    yield from _laws(state)
    yield from _technologies(state)
    yield Settable(_STACKS, len(stacks(state)), _put_stacks)
    for index in range(len(stacks(state))):
        yield from _stack(state, index)
    yield from _seats(state)
    yield from _scenario(state)


def _words(name: str, label: Text, now: str) -> Words:
    return Words(name=name, label=label, at_most_chars=MOST_CHARS, usual=now)


def _listed(value: Value, pattern: str, wrong: Text) -> tuple[str, ...]:
    """The entries of a list that was typed, in their order; refused where one does not fit."""
    found = tuple(dict.fromkeys(re.split(r"[\s,;]+", str(value).upper().strip()))) if str(value).strip() else ()
    if any(not re.fullmatch(pattern, one) for one in found):
        raise IllegalMove(wrong)
    return found


# --- Laws and Technologies --------------------------------------------------------------------------------------------


def _laws(state: State) -> Iterator[Settable]:
    now = state.laws
    codes = T("Law cards have codes from L01 to L16: write them with spaces between them.")
    law = r"L(0[1-9]|1[0-6])"

    def put_passed(tx: Transaction, value: Value) -> None:
        wanted = _listed(value, law, codes)
        if len(wanted) > MOST_LAWS or any(laws.partner(code) in wanted for code in wanted):
            text = T("At most four Laws are in force, and only one of each pair.")
            raise IllegalMove(text, rule="laws", page=37)
        laws.set_passed(tx, wanted)

    def put_offered(tx: Transaction, value: Value) -> None:
        wanted = tuple(one for one in _listed(value, law, codes) if one not in tx.state.laws.passed)
        removed = tuple(one for one in tx.state.laws.removed if one not in wanted)
        tx.set(laws=replace(tx.state.laws, offered=wanted, removed=removed))

    passed, offered = " ".join(now.passed), " ".join(now.offered)
    yield Settable(_words("laws_passed", T("Laws in force, by their codes"), passed), passed, put_passed)
    yield Settable(_words("laws_offered", T("Future Laws, by their codes"), offered), offered, put_offered)


def _technologies(state: State) -> Iterator[Settable]:
    names = ", ".join(one.name for one in state.technologies)

    def put_names(tx: Transaction, value: Value) -> None:
        wanted = tuple(dict.fromkeys(lines.tidy(one) for one in str(value).split(",") if lines.tidy(one)))
        if len(wanted) > technologies.CARDS:
            raise IllegalMove(T("Four Technologies lie open."), rule="technologies", page=38)
        technologies.set_names(tx, wanted)

    yield Settable(_words("technologies", T("Technologies, with commas between them"), names), names, put_names)
    for number, one in enumerate(state.technologies, start=1):
        if one.name:
            place = f"round{one.due}" if one.token == "track" else one.token
            ask = pick(f"technology{number}", T("Token of {name}", name=Text(one.name)), PLACES)
            yield Settable(ask, place, _put_token(one.name))


def _put_token(name: str) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        space = str(value).removeprefix("round")
        token = "track" if space.isdecimal() else str(value)
        technologies.set_token(tx, name, token, int(space) if token == "track" else 0)

    return put


# --- Expeditions ------------------------------------------------------------------------------------------------------


_STACKS = whole("expeditions", T("Expedition stacks"), MOST_STACKS, at_least=1)


def _put_stacks(tx: Transaction, value: Value) -> None:
    """A scenario may add stacks; those without a Scout can be taken off again, the last one first."""
    row = list(stacks(tx.state))
    while len(row) > int(value):
        if row[-1].scout:
            raise IllegalMove(T("A Scout is on the last Expedition stack."), rule="expeditions", page=35)
        row.pop()
    row += [Stack(cards=(Location(deck="A"),))] * (int(value) - len(row))
    tx.set(stacks=tuple(row))


def _stack(state: State, index: int) -> Iterator[Settable]:
    stack, number = stacks(state)[index], index + 1
    scout = pick(f"expedition{number}_scout", T("Expedition {number}: Scout", number=number), SCOUTS)
    yield Settable(scout, stack.scout or "none", _put_scout(index))
    if stack.scout:
        first = expeditions.first_space(stack)
        last = max(expeditions.spaces_of(state, stack.cards[-1]) or MOST_SPACES, stack.at)
        label = T("Expedition {number}: the Scout's space on the top card", number=number)
        ask = whole(f"expedition{number}_at", label, last, at_least=min(first, stack.at))
        yield Settable(ask, stack.at, _put_at(index))
    spaces = expeditions.spaces_of(state, stack.cards[-1])
    label = T("Expedition {number}: spaces of the top card", number=number)
    yield Settable(whole(f"expedition{number}_spaces", label, MOST_SPACES), spaces, _put_spaces(index))
    cards = " ".join(f"{card.deck}{'-' if card.black else ''}" for card in stack.cards)
    label = T("Expedition {number}: its cards from the bottom, - behind a black one", number=number)
    yield Settable(_words(f"expedition{number}_cards", label, cards), cards, _put_cards(index))


def _put_scout(index: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        scout = "" if value == "none" else str(value)
        before = stacks(tx.state)[index]
        at = 0 if not scout else before.at if before.scout else expeditions.first_space(before)
        expeditions.put(tx, index, scout=scout, at=at, aside=before.aside and bool(scout))
        if not scout:
            _drop_tasks(tx, index)

    return put


def _put_at(index: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        expeditions.put(tx, index, at=int(value), aside=False, left=0)
        _drop_tasks(tx, index)

    return put


def _put_spaces(index: int) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: expeditions.told_spaces(tx, index, "", int(value))


def _put_cards(index: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        entries = str(value).upper().split()
        if not 1 <= len(entries) <= MOST_STACKED or any(not re.fullmatch("[ABCS]-?", one) for one in entries):
            text = T("Write the letters of the cards, such as A B, or A- B when the first one lies black side up.")
            raise IllegalMove(text, rule="expeditions", page=35)
        before = stacks(tx.state)[index]
        expeditions.put(tx, index, cards=tuple(_card(before, n, one) for n, one in enumerate(entries)), aside=False)
        stack = stacks(tx.state)[index]
        if stack.scout:
            expeditions.put(tx, index, at=max(stack.at, expeditions.first_space(stack)))
        _drop_tasks(tx, index)

    return put


def _card(before: Stack, place: int, entry: str) -> Location:
    """A card of a stack as it was written; one that lay there already keeps what is known of it."""
    deck, black = entry[0], entry.endswith("-")
    if place < len(before.cards) and before.cards[place].deck == deck:
        old = before.cards[place]
        return replace(old, black=black, promised=old.promised if black else "")
    return Location(deck=deck, black=black)


def _drop_tasks(tx: Transaction, index: int) -> None:
    """What was to be decided for this Scout is settled by hand."""
    kinds = (SPACES, ARRIVED, EXPLORING)
    tx.set(tasks=tuple(task for task in tx.state.tasks if not (task.kind in kinds and task.about == str(index))))


# --- players and the scenario -----------------------------------------------------------------------------------------


def _seats(state: State) -> Iterator[Settable]:
    for seat, name in enumerate(state.players):
        advisor = state.advisors[seat] if seat < len(state.advisors) else ""
        ask = pick(f"advisor{seat + 1}", T("{name}: Advisor", name=name), {"none": T("Not told"), **advisors.TITLES})
        yield Settable(ask, advisor if advisor in advisors.TITLES else "none", _put_advisor(seat))
        held = whole(f"hand{seat + 1}", T("{name}: Citizen cards", name=name), citizens.CARDS)
        yield Settable(held, citizens.hand(state, seat) or 0, _put_hand(seat))
    pile = whole("citizen_discard", T("Citizen discard pile"), citizens.CARDS)
    yield Settable(pile, state.citizen_discard, lambda tx, value: tx.set(citizen_discard=value))
    if len(state.players) == 1:
        used = pick("call_to_rise", T("Call to Rise used"), YES_NO)
        now = "yes" if state.call_to_rise else "no"
        yield Settable(used, now, lambda tx, value: tx.set(call_to_rise=value == "yes"))


def _put_advisor(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        row = list(tx.state.advisors) + [""] * (len(tx.state.players) - len(tx.state.advisors))
        row[seat] = "" if value == "none" else str(value)
        tx.set(advisors=tuple(row))

    return put


def _put_hand(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        players = len(tx.state.players)
        tx.set(hands=(*tx.state.hands, *(0,) * (players - len(tx.state.hands))))
        citizens.set_hand(tx, seat, int(value))

    return put


def _scenario(state: State) -> Iterator[Settable]:
    def put_triggers(tx: Transaction, value: Value) -> None:
        wrong = T("A Trigger token lies on a round from 1 to {last}.", last=ROUNDS)
        spaces = tuple(int(one) for one in _listed(value, "1?[0-9]", wrong))
        if any(not 1 <= space <= ROUNDS for space in spaces):
            raise IllegalMove(wrong, rule="scenario", page=33)
        scenario.set_triggers(tx, spaces)

    def put_cards(tx: Transaction, value: Value) -> None:
        wrong = T("Scenario cards have codes such as I/01: write them with spaces between them.")
        tx.set(scenario_cards=_listed(value, scenario.PATTERN, wrong))

    triggers, cards = " ".join(str(space) for space in state.triggers), " ".join(state.scenario_cards)
    label = T("Rounds with a Scenario Trigger token")
    yield Settable(_words("triggers", label, triggers), triggers, put_triggers)
    yield Settable(_words("scenario_cards", T("Scenario display, by codes"), cards), cards, put_cards)
