"""What can be done on the map in a turn: every usable Building and every space with Resources, settled to one tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import structs

from companion.api import IllegalMove, Move, Offer, T, Text, Value
from companion.games.frostpunk.action import asks, gathering, performing, using, ways
from companion.games.frostpunk.action.meeples import NAMES, TYPE_OF
from companion.games.frostpunk.action.performing import PerformingOption
from companion.games.frostpunk.cards import effects, lasting
from companion.games.frostpunk.city import ground, heat, land, yields
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import all_spaces, space_name
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.city.tasks import on_map
from companion.games.frostpunk.generator import breakdown
from companion.games.frostpunk.people import sharing, tokens
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, counted

BUILDINGS_HEAD = T("Buildings")
GATHER_HEAD = T("Gather")
GATHER = T("Gather Resources")
MOST_SPACES = 12  # so many answers stand below an offer
PRISON = "prison"
Who = tuple[str, bool | None]  # which Meeple acts, and whether it is warm there


def note(who: str, heated: bool | None) -> Text:
    """Who acts, and whether it is warm there: "Worker, heated"."""
    name = NAMES[who] if who in TYPE_OF else T("{who} for one Coal", who=NAMES[who])
    if heated is None:
        return T("{who}; heated or cold?", who=name)
    if heated or who not in TYPE_OF:
        return T("{who}, heated", who=name) if heated else T("{who}, cold", who=name)
    return T("{who}, cold: one falls sick", who=name)


def _heat(settled: dict[str, Value], heated: bool | None) -> dict[str, Value]:
    """With what the companion knows about heat settled too."""
    return settled if heated is None else {**settled, "heat": "known"}


def buildings(state: State) -> Iterator[Offer]:
    """One offer for each way to use each Building that does something now."""
    kinds = Counter(building.kind for building in using.usable(state))
    for building in using.usable(state):
        who = performing.usual_meeple(state, building.kind, BUILDINGS[building.kind].engineer_only)
        if who is None or yields.cannot(state, building) is not None:
            continue
        for number, way in enumerate(ways.ways(state, building), 1):
            if _useful(state, building, way, who):
                yield _building(state, building, number, way, who, several=kinds[building.kind] > 1)


def _building(
    state: State, building: Building, number: int, way: PerformingOption, who: str, *, several: bool
) -> Offer:
    heated = heat.of_building(state, building)
    settled: dict[str, Value] = {"building": building.kind, "at": building.at[0], "meeple": who, "way": number}
    remark = note(who, heated)
    if several:
        remark = T("{space}: {note}", note=remark, space=space_name(building.at[0]))
    return Offer(
        move=Move("act_use", _heat(settled, heated)),
        label=T(
            "{building}: {what}", building=BUILDINGS[building.kind].name, what=using.with_extra(state, building, way)
        ),
        icon=BUILDINGS[building.kind].icon,
        asks=(asks.heat(),) if heated is None else (),
        note=remark,
        under=BUILDINGS_HEAD,
        rule="action.building" if heated is not None else "action.cold",
    )


def _useful(state: State, building: Building, way: PerformingOption, who: str) -> bool:
    """Whether it can be done and changes anything; a Prison without Hunger is still a place for the night (p. 43)."""
    if worth(state, way):
        return True
    return building.kind == PRISON and who in TYPE_OF and ways.hindrance(state, way) is None


# What a Building's effect may leave to be done by itself.
_BY_ITSELF = (tokens.settle, sharing.settle, effects.settle, breakdown.settle)


def worth(state: State, way: PerformingOption) -> bool:
    """Whether a way can be carried out and would change anything: nobody offers to cure when nobody is sick, or to
    spend something for a change of Hope or Discontent that cannot be."""
    tx = Transaction(state)
    try:
        way.do(tx)
    except IllegalMove:
        return False
    while any(settle(tx) for settle in _BY_ITSELF):
        pass
    for_nothing = way.name.startswith("spend ") and any(fact.name == "change_ignored" for fact in tx.facts)
    return tx.state != state and not for_nothing


def gather(state: State) -> Iterator[Offer]:
    """One offer for each space with Resources."""
    who = performing.usual_meeple(state, "gather")
    for space in gathering.spaces(state) if who else ():
        heated = heat.of_place(state, place_of(space))
        yield Offer(
            move=Move("act_gather", _heat({"at": space, "meeple": str(who)}, heated)),
            label=gathering.label(state, space),
            asks=(asks.heat(),) if heated is None else (),
            note=T("{space}; {note}", space=space_name(space), note=note(str(who), heated)),
            under=GATHER_HEAD,
            icon=ICONS[ground.on(state, space).what],
            at=space,
            rule="action.gather" if heated is not None else "action.cold",
        )


def together(state: State, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The spaces from which the same Meeple gathers, equally warm, as answers of one offer; the others as they are."""
    offers = tuple(offers)
    same: dict[Who, list[Offer]] = {}
    for one in offers:
        if (who := _who_gathers(state, one)) is not None:
            same.setdefault(who, []).append(one)
    found = []
    for one in offers:
        who = _who_gathers(state, one)
        group = [one] if who is None else same[who]
        if who is None or not 1 < len(group) <= MOST_SPACES:
            found.append(one)
        elif one is group[0]:
            found.append(_gathering(state, who, group))
    return tuple(found)


def _who_gathers(state: State, offer: Offer) -> Who | None:
    """Who gathers, and whether it is warm there; None for what asks more, or is something else."""
    if offer.move.name != "act_gather" or offer.asks:
        return None
    return str(offer.move.args["meeple"]), heat.of_place(state, place_of(str(offer.move.args["at"])))


def _gathering(state: State, who: Who, group: list[Offer]) -> Offer:
    first = group[0]
    lies = {str(one.move.args["at"]): ground.on(state, str(one.move.args["at"])) for one in group}
    most = gathering.most(state)
    names = {
        at: T("{what}: {space}", what=counted(one.what, min(most, one.count)), space=space_name(at))
        for at, one in lies.items()
    }
    where = structs.replace(
        on_map("at", T("Where"), names, icons={at: ICONS[one.what] for at, one in lies.items()}), usual=None
    )
    settled = {name: value for name, value in first.move.args.items() if name != "at"}
    return structs.replace(
        first, move=Move("act_gather", settled), label=GATHER, asks=(where,), note=note(*who), icon="action", at=None
    )


def spaces(state: State) -> tuple[str, ...]:
    """The spaces of the tiles on the map; all there could be while none is known."""
    return all_spaces(state) or land.SPACES


def children_act(state: State) -> bool:
    """Whether plain Children may act by what is known or has to be judged by the players."""
    return lasting.children_act_somewhere(state) or bool(lasting.unknown_laws(state))
