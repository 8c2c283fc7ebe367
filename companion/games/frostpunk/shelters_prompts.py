"""What is asked at night (rulebook p. 29): which shelters are heated where nobody knows, and who stays outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Choice, Move, MoveKind, Offer, Pick, Prompt
from companion.api.text import N, T, Text
from companion.games.frostpunk import shelters
from companion.games.frostpunk.action.meeples import MOST
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.heat import insulation
from companion.games.frostpunk.city.kind import INSULATIONS
from companion.games.frostpunk.city.land import FAR, GENERATOR_SPACES, NEAR, Building
from companion.games.frostpunk.forms import per_kind
from companion.games.frostpunk.moves import move, number, word
from companion.games.frostpunk.shelters import Slots
from companion.games.frostpunk.state import KINDS, State

MOST_STANDING = dict.fromkeys(KINDS, MOST)
FEW = 4  # so many ways to choose are offered one by one, more by a sheet
SPACES = (*GENERATOR_SPACES, *(f"{place}.{n}" for place in (*NEAR, *FAR) for n in (1, 2)))


def _night(state: State) -> Prompt:
    if shelters.unlaid(state):
        return _by_hand(state)
    slots = shelters.settled(state)
    return _ask_heat(state) if slots is None else _who(state, slots)


def _ask_heat(state: State) -> Prompt:
    building = shelters.next_unsure(state)
    if building is None:
        return _by_hand(state)
    name, where = BUILDINGS[building.kind].name, space_name(building.at[0])
    colour = INSULATIONS.get(insulation(state, building), Text(""))
    return Prompt(
        name="night.shelters",
        do=T("Is the {building} on {where} heated?", building=name, where=where),
        more=T(
            "It is if the Heat marker stands higher than the symbol of its zone, or than the symbol of its colour on a "
            "Heat Range indicator: {colour}. On the same height is not enough.",
            colour=colour,
        ),
        rule="night.shelters",
        offers=tuple(_heat_offer(building, heated) for heated in ("heated", "cold")),
    )


def _heat_offer(building: Building, heated: str) -> Offer:
    label = T("Heated") if heated == "heated" else T("Cold")
    return Offer(move=Move("shelter_heat", {"at": building.at[0], "heat": heated}), label=label)


def _who(state: State, slots: Slots) -> Prompt:
    odd, open_ = shelters.outside(state, slots), shelters.choices(state, slots)
    first = shelters.sensible(state, slots)
    rest = [way for way in open_ if way != first]
    offers = [Offer(move=Move("night_outside", first), label=_spelt(first), tone="usual")]
    if len(rest) < FEW:
        offers += [Offer(move=Move("night_outside", way), label=_spelt(way)) for way in rest]
    else:
        asks = per_kind(shelters.most_outside(state, slots), first)
        offers.append(Offer(move=Move("night_outside"), label=T("Choose otherwise"), asks=asks))
    return Prompt(
        name="night.shelters",
        do=N("{n} Meeple finds no warm place. Who is it?", "{n} Meeples find no warm place. Who are they?", odd),
        more=N(
            "Lay the others down in {n} heated place. Each one left standing makes one of its type sick.",
            "Lay the others down in {n} heated places. Each one left standing makes one of its type sick.",
            sum(shelters.sleepers(state).values()) - odd,
        ),
        rule="night.shelters",
        offers=tuple(offers),
    )


def _spelt(way: Mapping[str, int]) -> Text:
    counts = {
        "workers": N("{n} Worker", "{n} Workers", way["workers"]),
        "engineers": N("{n} Engineer", "{n} Engineers", way["engineers"]),
        "children": N("{n} Child", "{n} Children", way["children"]),
    }
    parts = [counts[kind] for kind in KINDS if way[kind]]
    if not parts:
        return T("nobody")
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return T("{first} and {second}", first=parts[0], second=parts[1])
    return T("{first}, {second} and {third}", first=parts[0], second=parts[1], third=parts[2])


def _by_hand(state: State) -> Prompt:
    """The companion does not know the map: the players count."""
    all_warm = Offer(move=Move("night_cold", dict.fromkeys(KINDS, 0)), label=T("All sleep warm"))
    standing = Offer(move=Move("night_cold"), label=T("These stand in the cold"), asks=per_kind(MOST_STANDING))
    return Prompt(
        name="night.shelters",
        do=T("Lay Meeples down in heated Shelters. Who is left standing?"),
        more=T("Each one left standing makes one of its type sick. Automatons need no place."),
        rule="night.shelters",
        offers=(standing, all_warm),
    )


# --- moves ------------------------------------------------------------------------------------------------------------


def _counts(args: Args) -> dict[str, int]:
    return {kind: number(args, kind) for kind in KINDS}


_HEAT = Pick(
    name="heat",
    label=T("Heated or cold"),
    choices=(Choice(value="heated", label=T("Heated")), Choice(value="cold", label=T("Cold"))),
)
_AT = Pick(
    name="at",
    label=T("Where"),
    choices=tuple(Choice(value=space, label=space_name(space)) for space in SPACES),
    on="city",
)
STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {shelters.STEP: _night}
MOVES: Mapping[str, MoveKind[State]] = {
    "shelter_heat": move(
        lambda tx, args: shelters.told_heat(tx, word(args, "at"), word(args, "heat") == "heated"),
        lambda args: T("Shelter heated") if word(args, "heat") == "heated" else T("Shelter cold"),
        _AT,
        _HEAT,
    ),
    "night_outside": move(
        lambda tx, args: shelters.choose(tx, _counts(args)),
        lambda args: T("Outside at night: {who}", who=_spelt(_counts(args))),
        *per_kind(MOST_STANDING),
    ),
    "night_cold": move(
        lambda tx, args: shelters.count_by_hand(tx, _counts(args)),
        lambda args: T("Outside at night: {who}", who=_spelt(_counts(args))),
        *per_kind(MOST_STANDING),
    ),
}
