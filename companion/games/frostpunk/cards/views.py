"""What the phones show of Laws, Technologies, Expeditions, Advisors, hands and the Scenario display."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.text import N, T, Text
from companion.api.view import CardList, CardRow, Counter, Note, Panel, Token, TokenRow, Track, Widget
from companion.games.frostpunk.cards import (
    advisors,
    automatons,
    by_hand,
    citizens,
    expeditions,
    laws,
    owner_facts,
    technologies,
)
from companion.games.frostpunk.cards.advisors import TITLES
from companion.games.frostpunk.cards.owner_facts import title
from companion.games.frostpunk.cards.piles import MOST_LAWS, Stack, Technology
from companion.games.frostpunk.state import State

# --- Expeditions ------------------------------------------------------------------------------------------------------


def _expeditions(state: State) -> Panel:
    widgets: list[Widget] = []
    for index, stack in enumerate(expeditions.stacks(state)):
        widgets += _stack(state, index, stack)
    most = expeditions.most_active(state)
    active = Counter(label=T("Active Expeditions"), count=expeditions.active(state), of=most or None)
    beacon = Note(text=T("Without the Beacon no Scout can be deployed."), rule="action.scouts")
    return Panel(name="expeditions", title=T("Expeditions"), widgets=(active, *(() if most else (beacon,)), *widgets))


def _stack(state: State, index: int, stack: Stack) -> list[Widget]:
    cards = tuple(
        Token(label=Text(card.name) if card.name else T("card {deck}", deck=card.deck), lit=not card.black)
        for card in stack.cards
    )
    name = T("Expedition {number}", number=index + 1)
    widgets: list[Widget] = [TokenRow(label=name, tokens=cards)]
    if stack.scout:
        widgets.append(_scout(state, index, stack))
    for card in stack.cards:
        if card.black and card.promised:
            text = T("Promised for the return: {words}", words=by_hand.said(card.promised))
            widgets.append(Note(text=text, rule="expeditions.explore"))
    return widgets


def _scout(state: State, index: int, stack: Stack) -> Widget:
    if stack.aside:
        return Note(text=T("The Scout stands beside the top card and explores it."), rule="expeditions.explore")
    spaces = expeditions.spaces_of(state, stack.cards[-1])
    first = expeditions.first_space(stack)
    left = expeditions.spaces_left(state, index)
    unknown = T("How many spaces the top card has is asked when it matters.")
    note = unknown if left is None else N("{n} space to the last one.", "{n} spaces to the last one.", left)
    return Track(
        label=T("Scout"),
        at=stack.at,
        first=first,
        last=max(spaces, stack.at, first + 1),
        value=f"expedition{index + 1}_at",
        note=note,
    )


# --- Laws and Technologies --------------------------------------------------------------------------------------------


def _laws(state: State) -> Panel:
    passed = tuple(CardRow(code=code, label=title(state, code), note=_lasts(state, code)) for code in state.laws.passed)
    widgets: list[Widget] = [
        Counter(label=T("Laws in force"), count=len(passed), of=MOST_LAWS, value="laws_passed"),
        CardList(label=T("In force"), cards=passed),
    ]
    for code in laws.unknown_laws(state):
        text = T("What {law} changes for good is not entered: keep it in mind yourselves.", law=title(state, code))
        widgets.append(Note(text=text, rule="laws"))
    offered = tuple(CardRow(code=code, label=title(state, code)) for code in laws.may_offer(state))
    if state.laws.offered and offered:
        widgets.append(CardList(label=T("Future Laws"), cards=offered))
    return Panel(name="laws", title=T("Laws"), widgets=tuple(widgets))


def _lasts(state: State, card: str) -> Text | None:
    found = owner_facts.card(state, card)
    if found is None or not (found.lasts or found.text):
        return None
    return Text("; ".join(found.lasts) or found.text)


def _technologies(state: State) -> Panel:
    rows = tuple(
        CardRow(code=one.name, label=Text(one.name), note=_standing(state, one))
        for one in state.technologies
        if one.name
    )
    widgets: list[Widget] = [CardList(label=T("Technologies"), cards=rows)]
    if not technologies.workshops(state):
        text = T("Without a Workshop no Technology is developed.")
        widgets.append(Note(text=text, rule="technologies"))
    return Panel(name="technologies", title=T("Technologies"), widgets=tuple(widgets))


def _standing(state: State, technology: Technology) -> Text:
    if technology.token == "active":
        return _lasts(state, owner_facts.named(technologies.KIND, technology.name)) or T("Developed")
    if technology.token == "track":
        return T("Under development, due in round {round}", round=technology.due)
    cost = technologies.cost(state, technology)
    return N("Takes {n} round", "Takes {n} rounds", cost) if cost else T("Not begun")


# --- players and the scenario -----------------------------------------------------------------------------------------


def _people(state: State) -> Panel:
    widgets: list[Widget] = []
    for seat, name in enumerate(state.players):
        advisor = state.advisors[seat] if seat < len(state.advisors) else ""
        if advisor in TITLES:
            widgets.append(Note(text=T("{name}: {advisor}.", name=name, advisor=TITLES[advisor]), rule="advisors"))
        held = citizens.hand(state, seat)
        if held is not None:
            played = T("One played for its ability this round.") if seat in state.played else None
            widgets.append(
                Counter(label=T("{name}: Citizen cards", name=name), count=held, value=f"hand{seat + 1}", note=played)
            )
    deck = citizens.deck(state)
    if deck is not None:
        widgets.append(Counter(label=T("Citizen deck"), count=deck, of=citizens.CARDS))
    if state.advisor_used:
        widgets.append(Note(text=T("An Advisor was used this round."), rule="preparation.advisor"))
    if advisors.can_rise(state):
        widgets.append(Note(text=T("Call to Rise can still be used, in a Preparation Phase."), rule="advisors"))
    widgets.append(Counter(label=T("Automatons"), count=state.automatons, of=automatons.MOST, value="automatons"))
    return Panel(name="hands", title=T("Advisors and Citizen cards"), widgets=tuple(widgets))


def _scenario(state: State) -> Panel:
    cards = tuple(
        CardRow(code=code, label=title(state, code), note=_lasts(state, code)) for code in state.scenario_cards
    )
    ahead = [space for space in state.triggers if space >= state.round]
    rounds = ", ".join(str(space) for space in ahead)
    tokens = T("Trigger tokens lie on rounds {rounds}.", rounds=rounds)
    none = T("No Trigger token lies on the Round track.")
    return Panel(
        name="scenario",
        title=T("Scenario"),
        widgets=(
            CardList(label=T("Scenario display"), cards=cards),
            Note(text=tokens if ahead else none, rule="scenario"),
        ),
    )


# The panels of these cards, most used first.
PANELS: tuple[Callable[[State], Panel], ...] = (_expeditions, _laws, _technologies, _people, _scenario)
