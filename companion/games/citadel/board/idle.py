"""What can be begun on the Board while nothing presses."""

from __future__ import annotations

from companion.asking import pick
from companion.game import Move, Offer
from companion.games.citadel.asking import which_hero
from companion.games.citadel.board import exploring, figures, prompts, room
from companion.games.citadel.board.showing import MAP
from companion.games.citadel.board.words import number_of
from companion.games.citadel.cards.words import card_name
from companion.games.citadel.state import State
from companion.text import T, Text

EXPLORE, FIGURES, TABLE = T("Explore"), T("Figures on the Board"), T("The table is full")


def offers(state: State) -> tuple[Offer, ...]:
    """Exploring first, then events, figures, and making room."""
    return (*_explore(state), *_events(state), *_figures(state), *_room(state))


def _explore(state: State) -> tuple[Offer, ...]:
    cards = exploring.to_resolve(state)
    if not cards:
        return ()
    spaces = {space.name: prompts.exploration_label(state, space) for space in cards}
    only = cards[0].name if len(cards) == 1 else None
    ask = pick("space", T("Exploration card"), spaces, only, on=MAP)
    became = pick("became", T("What it was"), {k: v for k, v in exploring.BECOMES.items() if k != "kept"}, "past")
    found = [
        Offer(
            move=Move("explore", {"seat": ""}),
            label=T("An Exploration card was resolved"),
            note=T("Turned over and done with; then its space is opened."),
            asks=(ask, became),
            under=EXPLORE,
            rule="exploring",
        )
    ]
    if state.party:
        who = which_hero(state.party, T("Who keeps it"))
        found.append(
            Offer(
                move=Move("explore", {"became": "kept"}),
                label=T("It was a Purse card"),
                asks=(ask, who),
                under=EXPLORE,
                rule="exploring",
            )
        )
    areas = {area: T("{area}", area=area) for area in sorted({space.area for space in cards})}
    found.append(
        Offer(
            move=Move("area_ran_out"),
            label=T("None of an area was left"),
            note=T("The Past is then returned first."),
            asks=(pick("area", T("Area"), areas, next(iter(areas)) if len(areas) == 1 else None),),
            under=EXPLORE,
            rule="exploring",
        )
    )
    return tuple(found)


def _events(state: State) -> tuple[Offer, ...]:
    keys = dict.fromkeys(one.key for one in state.board.attached)
    if not keys:
        return ()
    events: dict[str, Text] = {key: card_name(state, state.ledger.copy(key)) for key in keys}
    asks = (
        pick("event", T("Permanent event"), events, next(iter(events)) if len(events) == 1 else None),
        pick("how", T("Where it goes"), exploring.AWAY, "past"),
    )
    label = T("A Permanent event is resolved")
    return (Offer(move=Move("event_over"), label=label, asks=asks, under=EXPLORE, rule="events.permanent"),)


def _figures(state: State) -> tuple[Offer, ...]:
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.board.terrains}
    found = []
    for hero in state.awake:
        near = {key: terrains[key] for key in figures.steps_for(state, hero.seat)}
        if near:
            ask = pick("to", T("Terrain card"), near, next(iter(near)) if len(near) == 1 else None)
            found.append(
                Offer(
                    move=Move("step", {"seat": hero.seat}),
                    label=T("{name}: move to an adjacent Terrain card", name=hero.name),
                    asks=(ask,),
                    under=FIGURES,
                    rule="board.move",
                )
            )
    if len(terrains) > 1 or any(not hero.place for hero in state.awake):
        who = {hero.seat: T("{name}", name=hero.name) for hero in state.awake}
        everybody = {figures.EVERYBODY: T("Everybody")} | who
        if terrains and who:
            asks = (pick("who", T("Whose figure"), everybody), pick("to", T("Terrain card"), terrains))
            label = T("An effect moves figures")
            found.append(Offer(move=Move("figures_to"), label=label, asks=asks, under=FIGURES, rule="board.move"))
    return tuple(found)


def _room(state: State) -> tuple[Offer, ...]:
    """One Terrain card to return at a time, or with it all that would be cut off."""
    here = room.meeting_place(state)
    if here is None or len(state.board.terrains) < 2:
        return ()
    choices = {}
    for space in state.board.terrains:
        if space.key != here:
            lost = room.cut_off(state, (space.key,))
            keys = (space.key, *(one.key for one in lost))
            numbers = ", ".join(number_of(state, key) for key in keys)
            choices[" ".join(keys)] = T("{numbers}", numbers=numbers)
    asks = (pick("terrains", T("Terrain cards"), choices),)
    return (
        Offer(
            move=Move("clear_room"),
            label=T("Return Terrain cards to make room"),
            note=T("With those that could not be reached any more."),
            asks=asks,
            under=TABLE,
            rule="board.room",
        ),
    )
