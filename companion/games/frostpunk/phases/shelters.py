"""Who sleeps warm (rulebook p. 29, 42, 43): heated shelters are counted, and who has no place in them falls sick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.api import Args, Choice, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.action.meeples import MOST, TYPE_OF
from companion.games.frostpunk.cards import lasting
from companion.games.frostpunk.city import heat
from companion.games.frostpunk.city.buildings import BUILDINGS, INSULATIONS, SHELTER_KINDS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.heat import insulation
from companion.games.frostpunk.city.land import SPACES, Building, place_of
from companion.games.frostpunk.forms import asked_in, per_kind
from companion.games.frostpunk.people.health import fall_sick
from companion.games.frostpunk.state import KINDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, word

STEP = "night.shelters"
IS_HEATED, LIES_DOWN = f"{STEP}.heat", f"{STEP}.warm"  # what is asked there
USUAL = 2  # p. 29: Meeples that a shelter holds
PRISON = "prison"


@dataclass(frozen=True, kw_only=True)
class Slots:
    """Sleeping places of a shelter or of several: `anybody` takes every type, the others only their own."""

    anybody: int = 0
    workers: int = 0
    engineers: int = 0
    children: int = 0

    def of(self, kind: str) -> int:
        return {"workers": self.workers, "engineers": self.engineers, "children": self.children}[kind]

    def plus(self, other: Slots) -> Slots:
        return Slots(
            anybody=self.anybody + other.anybody,
            workers=self.workers + other.workers,
            engineers=self.engineers + other.engineers,
            children=self.children + other.children,
        )


# --- what the shelters hold -------------------------------------------------------------------------------------------


def holds(state: State, building: Building) -> Slots:
    """The sleeping places of a Building by its tile and the cards in force; a Ruin has none without a Law."""
    if building.ruin and "ruins shelter" not in lasting.lasting(state):
        return Slots()
    kind = BUILDINGS[building.kind]
    sleeps, sleepers = kind.sleeps, kind.sleepers
    if building.kind in SHELTER_KINDS:
        sleeps = lasting.number_of(state, "shelters hold", sleeps)
    for who, count in lasting.holds(state, building.kind):
        sleeps, sleepers = max(sleeps, USUAL) if count is None else count, (who,) if who else sleepers
    return _slots(sleeps, sleepers)


def _slots(sleeps: int, sleepers: tuple[str, ...]) -> Slots:
    if len(sleepers) != 1:
        return Slots(anybody=sleeps)
    [kind] = sleepers
    return Slots(**{kind: sleeps})


def shelters(state: State) -> tuple[Building, ...]:
    """The Buildings in which Meeples may sleep."""
    return tuple(building for building in state.city.buildings if holds(state, building) != Slots())


def warm(state: State) -> Slots:
    """The places that are known to be heated."""
    total = Slots()
    for building in shelters(state):
        if heat.of_building(state, building):
            total = total.plus(holds(state, building))
    return total


def unsure(state: State) -> tuple[Building, ...]:
    """The shelters of which nobody knows whether they are heated."""
    return tuple(building for building in shelters(state) if heat.of_building(state, building) is None)


def unlaid(state: State) -> bool:
    """Whether the companion knows nothing of the map, so that the players count the places."""
    return not state.city.tiles


# --- who sleeps -------------------------------------------------------------------------------------------------------


def sleepers(state: State) -> dict[str, int]:
    """Meeples in the supply by type: not Scouts, not those that stay where they stand; Automatons need no place."""
    stay = [TYPE_OF.get(meeple.kind) for meeple in state.city.placed if meeple.stays]
    return {kind: max(0, meeples.at_home(state, kind) - stay.count(kind)) for kind in KINDS}


def outside(state: State, slots: Slots) -> int:
    """How many find no place, whoever they are: Children take their own places first, and so does every type."""
    left = {kind: max(0, count - slots.of(kind)) for kind, count in sleepers(state).items()}
    return max(0, sum(left.values()) - slots.anybody)


def most_outside(state: State, slots: Slots) -> dict[str, int]:
    """How many of each type may be left outside: those that do not sleep in places of their own."""
    all_ = sleepers(state)
    odd = outside(state, slots)
    return {kind: min(odd, max(0, all_[kind] - slots.of(kind))) for kind in KINDS}


def sensible(state: State, slots: Slots) -> dict[str, int]:
    """Who is left outside as a first suggestion: one after the other from the type with the fewest sick, so that no
    marker is pushed far and none is flipped."""
    most, chosen = most_outside(state, slots), dict.fromkeys(KINDS, 0)
    for _ in range(outside(state, slots)):
        kind = min((k for k in KINDS if chosen[k] < most[k]), key=lambda k: _hurt(state, k, chosen[k]))
        chosen[kind] += 1
    return chosen


def _hurt(state: State, kind: str, already: int) -> tuple[bool, int, int]:
    group = state.group(kind)
    sick = group.sick + already
    return sick >= group.citizens, sick, -group.citizens


def choices(state: State, slots: Slots) -> tuple[dict[str, int], ...]:
    """Every way to choose who is left outside."""
    most, odd = most_outside(state, slots), outside(state, slots)
    found = []
    for workers in range(most["workers"] + 1):
        for engineers in range(most["engineers"] + 1):
            children = odd - workers - engineers
            if 0 <= children <= most["children"]:
                found.append({"workers": workers, "engineers": engineers, "children": children})
    return tuple(found)


# --- the night --------------------------------------------------------------------------------------------------------


def begin(tx: Transaction) -> None:
    """Where nothing is left to be read or chosen, the night passes by itself."""
    slots = settled(tx.state)
    if slots is None:
        return
    open_ = choices(tx.state, slots)
    if len(open_) == 1:
        sleep(tx, open_[0])


def settled(state: State) -> Slots | None:
    """The warm places, None while something has to be read off the board that matters for who falls sick."""
    if unlaid(state) or _prison_unsure(state):
        return None
    sure = warm(state)
    if not unsure(state) or not outside(state, sure):
        return sure
    return None


def _prison_unsure(state: State) -> bool:
    return any(heat.of_building(state, prison) is None for prison in _prisons(state))


def _prisons(state: State) -> tuple[Building, ...]:
    """The Prisons in which a Citizen Meeple spends the night."""
    return tuple(
        building
        for building in state.city.buildings
        if building.kind == PRISON
        and any(meeple.stays and meeple.kind in TYPE_OF for meeple in meeples.standing_on(state, building))
    )


def next_unsure(state: State) -> Building | None:
    """The next Building whose heat has to be read off the board."""
    cold = [building for building in _prisons(state) if heat.of_building(state, building) is None]
    return next(iter((*cold, *unsure(state))), None)


def told_heat(tx: Transaction, space: str, heated: bool) -> None:
    """Somebody read off the board whether a shelter is heated; what follows for others is known then."""
    require_step(tx.state, STEP)
    building = next((one for one in tx.state.city.buildings if space in one.at), None)
    if building is None:
        raise IllegalMove(T("No Building stands there."), rule="night.shelters", page=29)
    heat.tell(tx, place_of(building.at[0]), heated, building)
    begin(tx)


def sleep(tx: Transaction, cold: Mapping[str, int]) -> None:
    """Those outside fall sick, one of the type for each; then the night is over (p. 29)."""
    _freeze_prisoners(tx)
    for kind in KINDS:
        if cold[kind]:
            tx.tell("slept_outside", _outside_text(kind, cold[kind]), kind=kind, count=cold[kind])
            fall_sick(tx, kind, cold[kind])
    if not any(cold.values()):
        tx.tell("slept_warm", T("All your Meeples sleep warm."))
    if not tx.state.ended:
        meeples.wake(tx)
        tx.go_on()


def _freeze_prisoners(tx: Transaction) -> None:
    for prison in _prisons(tx.state):
        if heat.of_building(tx.state, prison):
            continue
        for meeple in meeples.standing_on(tx.state, prison):
            if meeple.stays and meeple.kind in TYPE_OF:
                tx.tell("cold_prison", T("The Prison is cold tonight."), kind=TYPE_OF[meeple.kind])
                fall_sick(tx, TYPE_OF[meeple.kind], 1)


def _outside_text(kind: str, count: int) -> Text:
    return {
        "workers": N("{n} Worker sleeps outside.", "{n} Workers sleep outside.", count),
        "engineers": N("{n} Engineer sleeps outside.", "{n} Engineers sleep outside.", count),
        "children": N("{n} Child sleeps outside.", "{n} Children sleep outside.", count),
    }[kind]


def choose(tx: Transaction, cold: Mapping[str, int]) -> None:
    """The players choose who stays outside; as many as find no place, and nobody whose own place is free."""
    require_step(tx.state, STEP)
    slots = settled(tx.state)
    if slots is None:
        raise IllegalMove(T("First say which shelters are heated."), rule="night.shelters", page=29)
    if dict(cold) not in choices(tx.state, slots):
        odd = outside(tx.state, slots)
        text = N("{n} Meeple finds no warm place.", "{n} Meeples find no warm place.", odd)
        raise IllegalMove(text, rule="night.shelters", page=29)
    sleep(tx, cold)


def count_by_hand(tx: Transaction, cold: Mapping[str, int]) -> None:
    """Who stands in the cold, as the players count it where the companion does not know the map."""
    require_step(tx.state, STEP)
    most = sleepers(tx.state)
    if not unlaid(tx.state) and any(cold[kind] > most[kind] for kind in KINDS):
        raise IllegalMove(T("That is more than you have in your supply."), rule="night.shelters", page=29)
    sleep(tx, cold)


MOST_STANDING = dict.fromkeys(KINDS, MOST)
FEW = 12  # so many ways to choose are offered one by one, more by a sheet


def _night(state: State) -> Prompt:
    if unlaid(state):
        return _by_hand(state)
    slots = settled(state)
    return _ask_heat(state) if slots is None else _who(state, slots)


def _ask_heat(state: State) -> Prompt:
    building = next_unsure(state)
    if building is None:
        return _by_hand(state)
    name, where = BUILDINGS[building.kind].name, space_name(building.at[0])
    colour = INSULATIONS.get(insulation(state, building), Text(""))
    return Prompt(
        name=IS_HEATED,
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
    """Who lies down (p. 29), or, where those are the fewer, who is left standing."""
    all_, odd = sleepers(state), outside(state, slots)
    warm_ = sum(all_.values()) - odd
    lies_down = warm_ < odd
    first = sensible(state, slots)

    def label(way: Mapping[str, int]) -> Text:
        return _spelt({kind: all_[kind] - way[kind] for kind in KINDS} if lies_down else way)

    rest = [way for way in choices(state, slots) if way != first]
    offers = [Offer(move=Move("night_outside", first), label=label(first), tone="usual")]
    if len(rest) < FEW:
        offers += [Offer(move=Move("night_outside", way), label=label(way)) for way in rest]
    else:
        asks = per_kind(most_outside(state, slots), first)
        otherwise = T("These stand in the cold") if lies_down else T("Choose otherwise")
        offers.append(Offer(move=Move("night_outside"), label=otherwise, asks=asks))
    name, do, more = _who_words(warm_, odd, lies_down)
    return Prompt(name=name, do=do, more=more, rule="night.shelters", offers=tuple(offers))


def _who_words(places: int, left: int, lies_down: bool) -> tuple[str, Text, Text]:
    """The question's name, its words and its small print, by so many warm places and so many who find none."""
    if lies_down:
        do = N("Who lies down in the {n} warm place?", "Who lies down in the {n} warm places?", places)
        more = N(
            "{n} is left standing, and makes one of its type sick.",
            "{n} are left standing, and each makes one of its type sick.",
            left,
        )
        return LIES_DOWN, do, more
    do = N("{n} Meeple finds no warm place. Who is it?", "{n} Meeples find no warm place. Who are they?", left)
    more = N(
        "Lay the others down in {n} heated place. Each one left standing makes one of its type sick.",
        "Lay the others down in {n} heated places. Each one left standing makes one of its type sick.",
        places,
    )
    return STEP, do, more


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

MODULE: GameModule[State, Transaction] = GameModule(
    name="shelters",
    moves={
        "shelter_heat": action(
            lambda tx, args: told_heat(tx, word(args, "at"), word(args, "heat") == "heated"),
            lambda args: T("Shelter heated") if word(args, "heat") == "heated" else T("Shelter cold"),
            _AT,
            _HEAT,
        ),
        "night_outside": action(
            lambda tx, args: choose(tx, _counts(args)),
            lambda args: T("Outside at night: {who}", who=_spelt(_counts(args))),
            *per_kind(MOST_STANDING),
        ),
        "night_cold": action(
            lambda tx, args: count_by_hand(tx, _counts(args)),
            lambda args: T("Outside at night: {who}", who=_spelt(_counts(args))),
            *per_kind(MOST_STANDING),
        ),
    },
    prompts=asked_in(
        {
            STEP: _night,
        }
    ),
)
