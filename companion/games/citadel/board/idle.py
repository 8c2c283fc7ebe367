"""What can be begun on the Board while nothing presses."""

from __future__ import annotations

from companion.api.game import Ask, Move, Offer, Value
from companion.api.text import T, Text
from companion.games.citadel.board import exploring, figures, prompts, room
from companion.games.citadel.board.showing import MAP
from companion.games.citadel.board.words import number_of
from companion.games.citadel.cards.words import card_name
from companion.games.citadel.forms import which_hero
from companion.games.citadel.state import State
from companion.toolkit.forms import pick

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
    by, explorer = _explorer(state)
    found = [
        Offer(
            move=Move("explore", {"seat": "", **by}),
            label=T("An Exploration card was resolved"),
            note=T("Turned over and done with; then its space is opened."),
            asks=(ask, became, *explorer),
            under=EXPLORE,
            rule="exploring",
        )
    ]
    if state.party:
        who = which_hero(state.party, T("Who keeps it"))
        found.append(
            Offer(
                move=Move("explore", {"became": "kept", **by}),
                label=T("It was a Purse card"),
                asks=(ask, who, *explorer),
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


def _explorer(state: State) -> tuple[dict[str, Value], tuple[Ask, ...]]:
    """Who explored: settled where only one can have, else asked, with the last active player filled in."""
    near = exploring.explorers(state)
    if len(near) < 2:
        return {"by": "".join(near)}, ()
    last = state.turn.last if state.turn.last in near else None
    return {}, (which_hero(tuple(state.hero(seat) for seat in near), T("Who explored"), "by", last),)


def _events(state: State) -> tuple[Offer, ...]:
    keys = dict.fromkeys(one.key for one in state.sketch.attached)
    if not keys:
        return ()
    events: dict[str, Text] = {key: card_name(state, state.cards.copy(key)) for key in keys}
    asks = (
        pick("event", T("Permanent event"), events, next(iter(events)) if len(events) == 1 else None),
        pick("how", T("Where it goes"), exploring.AWAY, "past"),
    )
    label = T("A Permanent event is resolved")
    return (Offer(move=Move("event_over"), label=label, asks=asks, under=EXPLORE, rule="events.permanent"),)


def _figures(state: State) -> tuple[Offer, ...]:
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.sketch.terrains}
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
    return (*found, *_by_effect(state, terrains))


def _by_effect(state: State, terrains: dict[str, Text]) -> tuple[Offer, ...]:
    """Figures that an effect moves: whoever can stand elsewhere, and where somebody does not stand yet."""
    who = {hero.seat: T("{name}", name=hero.name) for hero in state.awake if set(terrains) - {hero.place}}
    places = {key: text for key, text in terrains.items() if any(hero.place != key for hero in state.awake)}
    if not who:
        return ()
    everybody = {figures.EVERYBODY: T("Everybody")} if len(state.awake) > 1 else {}
    asks = (
        pick("who", T("Whose figure"), everybody | who, next(iter(who)) if len(state.awake) == 1 else None),
        pick("to", T("Terrain card"), places, next(iter(places)) if len(places) == 1 else None),
    )
    label = T("An effect moves figures")
    return (Offer(move=Move("figures_to"), label=label, asks=asks, under=FIGURES, rule="board.move"),)


def _room(state: State) -> tuple[Offer, ...]:
    """One Terrain card to return at a time, or with it all that would be cut off."""
    here = room.meeting_place(state)
    if here is None or len(state.sketch.terrains) < 2:
        return ()
    choices = {}
    for space in state.sketch.terrains:
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
