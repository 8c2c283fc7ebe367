"""A third small game for tests of the dashboard: boards of places. A chart with paths between beacons, on which a
creature walks by itself and tells its steps; a city of touching fields; a ground that grows over its edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.api.game import (
    Args,
    Choice,
    Fact,
    Game,
    Move,
    MoveKind,
    Offer,
    Outcome,
    Pick,
    Prompt,
    Table,
    Whole,
)
from companion.api.text import N, T
from companion.api.view import MapLink, MapPlace, MapStep, Panel, PlaceMap, View, Where

AT = {
    "abbey": (0.0, 0.0), "bridge": (1.0, 0.3), "chapel": (2.0, 0.0), "dunes": (3.0, 0.4), "excavation": (0.2, 1.2),
    "ferry": (1.2, 1.4), "gate": (2.1, 1.2), "harbour": (3.1, 1.5), "inn": (0.0, 2.4), "junction": (1.1, 2.5),
}  # fmt: skip
LABELS = {name: name.capitalize() for name in AT} | {"excavation": "Excavation site A", "harbour": "Old harbour"}
PATHS = (("abbey", "bridge"), ("bridge", "chapel"), ("bridge", "ferry"), ("chapel", "gate"), ("ferry", "junction"))
FIELDS = tuple(f"{column}{row}" for row in range(1, 7) for column in "ABCDEF")
CORNERS = ("A1", "F1", "A6", "F6")
SCOUTS = Whole(name="how_many", label=T("Scouts"), at_least=1, at_most=3)


@dataclass(frozen=True)
class Chart:
    """Which paths are drawn, where the creature stands and where it walked last, what burns, what ground is known."""

    players: tuple[str, ...]
    paths: tuple[tuple[str, str], ...] = PATHS
    creature: str = "abbey"
    walked: tuple[str, ...] = ()
    burning: tuple[str, ...] = ("C3",)
    spread: tuple[tuple[str, str], ...] = ()
    ground: tuple[tuple[int, int], ...] = ((0, 0),)
    scouts: tuple[str, ...] = ("ferry", "ferry", "gate")


def a_place(name: str, values: tuple[str, ...], label: str, on: str = "chart") -> Pick:
    choices = tuple(Choice(value=one, label=T("{place}", place=LABELS.get(one, one))) for one in values)
    return Pick(name=name, label=T("{label}", label=label), choices=choices, on=on)


def draw(state: Chart, args: Args) -> Outcome[Chart]:
    pair = (str(args["first"]), str(args["second"]))
    first, second = (LABELS[one] for one in pair)
    fact = Fact("drawn", T("A path leads from {first} to {second}.", first=first, second=second))
    return Outcome(replace(state, paths=(*state.paths, pair)), (fact,))


def rub_out(state: Chart, args: Args) -> Outcome[Chart]:
    pair = (str(args["first"]), str(args["second"]))
    return Outcome(replace(state, paths=tuple(one for one in state.paths if one != pair)), ())


def scout(state: Chart, args: Args) -> Outcome[Chart]:
    return Outcome(replace(state, scouts=(*state.scouts, *[str(args["at"])] * int(args["how_many"]))), ())


def walk(state: Chart, args: Args) -> Outcome[Chart]:
    way = ("abbey", "bridge", "ferry") if state.creature == "abbey" else ("ferry", "bridge", "abbey")
    return Outcome(replace(state, creature=way[-1], walked=way), (Fact("walked", T("The creature walked.")),))


def burn(state: Chart, args: Args) -> Outcome[Chart]:
    spread = tuple((one, chr(ord(one[0]) + 1) + one[1]) for one in state.burning if one[0] < "F")
    burning = tuple(sorted({*state.burning, *(to for _, to in spread)}))
    return Outcome(replace(state, burning=burning, spread=spread), (Fact("burnt", T("The wind blew."), {}),))


def put_out(state: Chart, args: Args) -> Outcome[Chart]:
    out = Fact("out", T("The fire is out."), todo=T("Take the flame off {place}", place=str(args["at"])))
    return Outcome(replace(state, burning=tuple(one for one in state.burning if one != args["at"])), (out,))


def lay(state: Chart, args: Args) -> Outcome[Chart]:
    x, y = (int(one) for one in str(args["at"]).split(","))
    return Outcome(replace(state, ground=(*state.ground, (x, y))), ())


def free(state: Chart) -> tuple[str, ...]:
    beside = {(x + dx, y + dy) for x, y in state.ground for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return tuple(f"{x},{y}" for x, y in sorted(beside - set(state.ground)))


def prompts(state: Chart) -> tuple[Prompt, ...]:
    every = tuple(AT)
    asks = (a_place("first", every, "From"), a_place("second", every, "To"))
    ferry = tuple(one for one in every if one not in ("excavation",))
    offers = (
        Offer(move=Move("draw"), label=T("Draw a path"), asks=asks),
        Offer(
            move=Move("scout"),
            label=T("Send scouts"),
            asks=(a_place("at", ferry, "Where"), SCOUTS),
        ),
        *(
            Offer(
                move=Move("rub_out", {"first": first, "second": second}),
                label=T("Rub out: {first} to {second}", first=LABELS[first], second=LABELS[second]),
            )
            for first, second in state.paths
        ),
        Offer(move=Move("walk"), label=T("The creature walks"), tone="usual"),
        Offer(move=Move("burn"), label=T("The wind blows")),
        Offer(move=Move("put_out"), label=T("Put a fire out"), asks=(a_place("at", state.burning, "Where", "city"),)),
        Offer(move=Move("lay"), label=T("Lay ground"), asks=(a_place("at", free(state), "Where", "ground"),)),
    )
    return (Prompt(name="work", do=T("Draw the chart."), offers=offers),)


def place(state: Chart, name: str, creature: str) -> MapPlace:
    x, y = AT[name]
    scouts = [T("S")] * state.scouts.count(name)
    return MapPlace(
        value=name,
        label=T("{place}", place=LABELS[name]),
        x=x,
        y=y,
        tone="danger" if name == creature else "cold" if name == "ferry" else "plain",
        marks=(*([T("Beast")] if name == creature else []), *scouts),
        note=T("Only one scout may stand here.") if name == "gate" else None,
        round=name != "excavation",
    )


def chart(state: Chart) -> PlaceMap:
    steps = tuple(
        MapStep(
            text=T("The creature walks from {first} to {second}.", first=LABELS[first], second=LABELS[second]),
            links=(MapLink(first=first, second=second, arrow=True),),
            lit=(second,),
            places=(place(state, state.creature, first), place(state, first, first)),
        )
        for first, second in zip(state.walked, state.walked[1:], strict=False)
    )
    if steps:
        devoured = MapStep(text=T("It devours nobody, for nobody stands there."), lit=(state.creature,))
        steps = (*steps, devoured)
    links = tuple(MapLink(first=first, second=second) for first, second in state.paths)
    oneway = (
        MapLink(first="chapel", second="dunes", arrow=True, tone="warm"),
        MapLink(first="dunes", second="chapel", arrow=True, tone="cold"),
        MapLink(first="gate", second="harbour", arrow=True),
        MapLink(first="gate", second="harbour", arrow=True, tone="good"),
    )
    return PlaceMap(
        name="chart",
        label=T("The chart"),
        places=tuple(place(state, name, state.creature) for name in AT),
        links=(*links, *oneway),
        steps=steps,
    )


def field(name: str, burning: tuple[str, ...]) -> MapPlace:
    return MapPlace(
        value=name,
        label=T("{place}", place=name),
        x=ord(name[0]) - ord("A"),
        y=int(name[1]),
        tone="warm" if name in burning else "plain",
        marks=(T("3"), T("W"), T("BX")) if name == "D4" else (),
    )


def city(state: Chart) -> PlaceMap:
    before = tuple(one for one in state.burning if one not in {to for _, to in state.spread})
    step = MapStep(
        text=N("The wind carries {n} fire on.", "The wind carries {n} fires on.", len(state.spread)),
        links=tuple(MapLink(first=first, second=second, arrow=True, tone="warm") for first, second in state.spread),
        lit=tuple(to for _, to in state.spread),
        places=tuple(field(to, before) for _, to in state.spread),
    )
    return PlaceMap(
        name="city",
        label=T("The city"),
        places=tuple(field(one, state.burning) for one in FIELDS if one not in CORNERS),
        steps=(step,) if state.spread else (),
    )


def ground(state: Chart) -> PlaceMap:
    laid = tuple(
        MapPlace(value=f"{x},{y}", label=T("Meadow"), x=x, y=y, tone="good", marks=(T("P"),)) for x, y in state.ground
    )
    open_places = tuple(
        MapPlace(value=one, label=T(""), x=int(one.split(",")[0]), y=int(one.split(",")[1])) for one in free(state)
    )
    return PlaceMap(name="ground", label=T("The ground"), places=(*laid, *open_places))


def view(state: Chart) -> View:
    maps: tuple[Callable[[Chart], PlaceMap], ...] = (chart, city, ground)
    panels = tuple(Panel(name=one.__name__, title=one(state).label, widgets=(one(state),)) for one in maps)
    return View(where=Where(line=T("Among the beacons")), panels=panels)


def start(table: Table) -> Outcome[Chart]:
    return Outcome(Chart(players=table.players), (Fact("begun", T("The chart lies ready.")),))


def kind(play: Callable[[Chart, Args], Outcome[Chart]], label: str, *asks: Pick | Whole) -> MoveKind[Chart]:
    return MoveKind(play=play, label=lambda args: T("{label}", label=label), asks=asks)


GROUND = tuple(f"{x},{y}" for x in range(-9, 10) for y in range(-4, 5))
GAME: Game[Chart] = Game(
    name="beacons",
    title=T("The Beacons"),
    state=Chart,
    seats=range(1, 5),
    setup=lambda players: (),
    start=start,
    moves={
        "draw": kind(draw, "Drew a path", a_place("first", tuple(AT), "From"), a_place("second", tuple(AT), "To")),
        "rub_out": kind(rub_out, "Rubbed out", a_place("first", tuple(AT), "From"), a_place("second", tuple(AT), "To")),
        "scout": kind(scout, "Scouts", a_place("at", tuple(AT), "Where"), SCOUTS),
        "walk": kind(walk, "The creature walked"),
        "burn": kind(burn, "The wind blew"),
        "put_out": kind(put_out, "Put out", a_place("at", FIELDS, "Where", "city")),
        "lay": kind(lay, "Ground", a_place("at", GROUND, "Where", "ground")),
    },
    prompts=prompts,
    view=view,
    corrections=lambda state: (),
    correct=lambda state, name, value: Outcome(state, ()),
    ending=lambda state: None,
)
