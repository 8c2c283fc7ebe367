"""A second small game for tests of the dashboard: a map of islands, a list to tick off, long lists of offers, a draw by
chance, cards with the owner's own text, board facts in rows, and a story at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from msgspec import structs

from companion.api.game import (
    Args,
    BoardFact,
    BoardFamily,
    Chance,
    Choice,
    Correction,
    Fact,
    Game,
    Move,
    MoveKind,
    Offer,
    Outcome,
    Pick,
    Prompt,
    Table,
    Value,
    Whole,
    Words,
)
from companion.api.story import Event, Plot, Point, Series, Story
from companion.api.text import N, T, Text
from companion.api.view import CardList, CardRow, Counter, HexMap, MapSpace, MapTile, Panel, View, Where

CHECKS = ("Unfold the sea chart", "Lay out the boats", "Shuffle the winds", "Deal the captains", "Light the beacon")
NEAR = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
FAR = ((2, -2), (2, -1), (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-1, -1), (0, -2), (1, -2))
LAID = {"N1": (1, -1), "N2": (1, 0), "N3": (0, 1), "N4": (-1, 1), "F2": (2, -1), "F3": (2, 0), "F7": (-2, 2)}
GOODS = ("4 Coal", "Fishing hut", "2 Wood", "Old lighthouse keeper's house", "Reef", "6 Salt", "Harbour")
TONES = ("plain", "cold", "warm", "plain", "danger", "good", "cold")
BOATS = ("Sloop", "Brig", "Lugger", "Cutter", "Ketch", "Yawl", "Schooner")
BLOCKS = ("hope +1", "discontent -2", "gain food 3", "lose wood 2", "sick 2", 'say "…"', "options:", "now:")


@dataclass(frozen=True)
class Sea:
    players: tuple[str, ...]
    ready: bool = False
    ticked: tuple[str, ...] = ()
    built: Mapping[str, str] = field(default_factory=dict)
    landed: tuple[str, ...] = ()
    winds: tuple[str, ...] = ()
    log: str = ""
    spent: int = 0
    board: Mapping[str, Value] = field(default_factory=dict)
    over: bool = False


WIND = Chance(
    name="wind",
    label=T("The wind"),
    choices=(Choice(value="north", label=T("North wind")), Choice(value="south", label=T("South wind"))),
)
LOG = Words(
    name="text",
    label=T("What the log says"),
    at_most_chars=400,
    lines=True,
    blocks=tuple(Choice(value=one, label=T("{piece}", piece=one)) for one in BLOCKS),
)


def spaces() -> tuple[str, ...]:
    return ("H.1", "H.2", "H.3", "H.4", "H.5", *(f"{tile}.{number}" for tile in LAID for number in (1, 2)))


def places() -> tuple[str, ...]:
    every = [f"N{number + 1}" for number in range(6)] + [f"F{number + 1}" for number in range(12)]
    return tuple(one for one in every if one not in LAID)


def a_space(name: str, values: tuple[str, ...]) -> Pick:
    choices = tuple(Choice(value=one, label=T("Space {space}", space=one)) for one in values)
    return Pick(name=name, label=T("Where"), choices=choices, on="sea")


HOW_MANY = Whole(name="crew", label=T("Crew"), at_least=1, at_most=4, usual=2)


def tick(state: Sea, args: Args) -> Outcome[Sea]:
    item = str(args["item"])
    kept = tuple(one for one in state.ticked if one != item)
    return Outcome(replace(state, ticked=kept if item in state.ticked else (*kept, item)), ())


def build(state: Sea, args: Args) -> Outcome[Sea]:
    at, boat = str(args["at"]), str(args["boat"])
    fact = Fact("built", T("A {boat} lies at {at}.", boat=boat, at=at))
    return Outcome(replace(state, built={**state.built, at: boat}), (fact,))


def land(state: Sea, args: Args) -> Outcome[Sea]:
    at = str(args["at"])
    fact = Fact("landed", T("Landed at {at}.", at=at))
    return Outcome(replace(state, landed=(*state.landed, at), spent=state.spent + int(args.get("crew", 1))), (fact,))


def sail(state: Sea, args: Args) -> Outcome[Sea]:
    wind = str(args["wind"])
    return Outcome(
        replace(state, winds=(*state.winds, wind)),
        (Fact("wind", T("The {wind} wind blew.", wind=wind), {"wind": wind}),),
    )


def write(state: Sea, args: Args) -> Outcome[Sea]:
    return Outcome(replace(state, log=str(args["text"])), ())


def prompts(state: Sea) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    return (_work(state), _spare()) if state.ready else (_setup(state),)


def _setup(state: Sea) -> Prompt:
    ticks = tuple(
        Offer(
            move=Move("tick", {"item": item}),
            label=T("{item}", item=item),
            note=T("For {n} players.", n=len(state.players)),
            under=T("The chart") if index < 3 else T("The crew"),
            ticked=item in state.ticked,
        )
        for index, item in enumerate(CHECKS)
    )
    ready = Offer(move=Move("ready"), label=T("All is ready"), tone="usual")
    return Prompt(name="setup", do=T("Set the sea up."), offers=(*ticks, ready))


def _work(state: Sea) -> Prompt:
    building = tuple(
        Offer(
            move=Move("build", {"boat": boat}),
            label=T("Build a {boat}", boat=boat),
            note=T("{wood} Wood, {state}", wood=index + 1, state=T("heated") if index % 2 else T("cold")),
            under=T("Build a boat"),
            asks=(a_space("at", spaces()[index:]),),
        )
        for index, boat in enumerate(BOATS)
    )
    landing = tuple(
        Offer(
            move=Move("land", {"at": one}),
            label=T("Land at {space}", space=one),
            note=T("2 Food, cold: a sick sailor counts half"),
            under=T("Go ashore"),
        )
        for one in spaces()[:12]
    )
    near = tuple(
        Offer(move=Move("land", {"at": one}), label=T("{item}", item=name), under=T("Row ashore to the"))
        for name, one in (("North", "H.1"), ("South", "H.2"))
    )
    others = (
        Offer(move=Move("crew"), label=T("Send a crew"), asks=(a_space("at", places()), HOW_MANY), under=T("Other")),
        Offer(move=Move("sail"), label=T("Set sail"), asks=(WIND,), note=T("The wind decides"), under=T("Other")),
        Offer(move=Move("write"), label=T("Write the log"), asks=(LOG,), under=T("Other")),
        Offer(move=Move("race"), label=T("Sail with a crew"), asks=(WIND, HOW_MANY), under=T("Other")),
        Offer(move=Move("end"), label=T("End the voyage"), tone="danger", under=T("Other")),
    )
    return Prompt(name="work", do=T("Take an action."), seat=0, offers=(*building, *landing, *near, *others))


def _spare() -> Prompt:
    every = (*spaces(), *places())
    one = Offer(move=Move("land"), label=T("Land the spare boat"), asks=(a_space("at", every),))
    two = Offer(move=Move("tow"), label=T("Tow a boat"), asks=(a_space("at", every), a_space("to", every)))
    return Prompt(name="spare", do=T("A spare boat lies ready."), offers=(one, two))


def _tile(value: str, at: tuple[int, int], state: Sea) -> MapTile:
    q, r = at
    if value not in LAID:
        return MapTile(value=value, label=T("Sea {place}", place=value), q=q, r=r)
    index = list(LAID).index(value)
    named = [f"{value}.{number}" for number in (1, 2)]
    shown = tuple(
        MapSpace(
            value=one,
            label=T("{boat}", boat=state.built.get(one, GOODS[(index + number) % 7])),
            tone=TONES[(index + number) % 7],
            marks=(T("W"), T("E2")) if index % 3 == 0 else (),
            note=T("Gives 2 Wood now.") if number else None,
        )
        for number, one in enumerate(named)
    )
    return MapTile(value=value, label=T("Island {place}", place=value), q=q, r=r, spaces=shown)


def sea(state: Sea) -> HexMap:
    harbour = tuple(
        MapSpace(value=one, label=T("{boat}", boat=state.built.get(one, "")), tone="warm") for one in spaces()[:5]
    )
    tiles = [MapTile(value="H", label=T("Harbour"), q=0, r=0, spaces=harbour)]
    tiles += [_tile(f"N{number + 1}", at, state) for number, at in enumerate(NEAR)]
    tiles += [_tile(f"F{number + 1}", at, state) for number, at in enumerate(FAR)]
    return HexMap(name="sea", label=T("The sea"), tiles=tuple(tiles))


def view(state: Sea) -> View:
    unread = CardRow(code="", label=T("A card unread"), note=T("It lies on the pile."))
    cards = CardList(label=T("Drawn"), cards=(CardRow(code="M017", label=T("Morning card")), unread))
    chart = Panel(name="sea", title=T("The chart"), widgets=(sea(state),))
    crew = Panel(name="crew", title=T("Crew"), widgets=(Counter(label=T("Spent"), count=state.spent), cards))
    return View(where=Where(line=T("At sea"), round=1), panels=(chart, crew))


def story(state: Sea) -> Story:
    hope = Series(label=T("Hope"), points=_points(4, 5, 5, 6, 3, 2, 2, 1), tone="good")
    fear = Series(label=T("Discontent"), points=_points(1, 1, 2, 2, 3, 4, 5, 5), tone="danger")
    coal = Series(label=T("Coal"), points=_points(12, 9, 14, 8, 3, 6, 2, 0))
    stress = Series(label=T("Stress"), points=_points(0, 0, 3, 9, 12, 18, 24, 26))
    sick = tuple(
        Series(label=T("Crew {n}", n=n + 1), points=_points(*(n + (3 * one) % 5 for one in range(8)))) for n in range(3)
    )
    return Story(
        title=T("The voyage of {name}", name=state.players[0]),
        ending=T("The hope token was the last one: the voyage failed in round 8."),
        plots=(
            Plot(label=T("Hope and Discontent"), series=(hope, fear), loss=6),
            Plot(label=T("Coal"), series=(coal,)),
            Plot(label=T("Stress"), series=(stress,), loss=26),
            Plot(label=T("Sickness"), series=sick),
        ),
        events=(
            Event(at=3, label=T("A sailor died"), tone="danger"),
            Event(at=5, label=T("Storm"), tone="cold"),
            Event(at=5, label=T("The boiler broke"), tone="warm"),
        ),
        lists=((T("Laws passed"), (T("Child labour"), T("Soup"))), (T("Lost at sea"), ())),
    )  # fmt: skip


def _points(*values: int) -> tuple[Point, ...]:
    return tuple(Point(at=index + 1, value=value) for index, value in enumerate(values))


def depth(number: int) -> BoardFact:
    return BoardFact(
        ask=Whole(name=f"depth_{number}", label=T("Depth at space {n}", n=number), at_least=0, at_most=40),
        where=T("The number printed below space {n} of the sea track.", n=number),
        known=7 if number == 3 else None,
        source=T("rulebook p. 9") if number == 3 else None,
        group=T("Sea track"),
        row="depth",
        number=number,
    )


def fed(number: int) -> BoardFact:
    kinds = (Choice(value="sailors", label=T("Sailors")), Choice(value="cooks", label=T("Cooks")))
    return BoardFact(
        ask=Pick(name=f"fed_{number}", label=T("Who eats in round {n}", n=number), choices=kinds),
        where=T("The sign above round {n}.", n=number), group=T("Rounds"), row="fed", number=number,
    )  # fmt: skip


def ending(state: Sea) -> Text | None:
    return T("The voyage failed in round 8.") if state.over else None


def start(table: Table) -> Outcome[Sea]:
    return Outcome(Sea(players=table.players, board=table.board), (Fact("sailed", T("The sea is calm.")),))


GAME: Game[Sea] = Game(
    name="islands",
    title=T("The Islands"),
    state=Sea,
    seats=range(1, 5),
    setup=lambda players: (),
    start=start,
    moves={
        "tick": MoveKind(
            play=tick,
            label=lambda args: T("Ticked: {item}", item=args["item"]),
            asks=(Words(name="item", label=T("Item"), at_most_chars=60),),
        ),
        "ready": MoveKind(
            play=lambda state, args: Outcome(replace(state, ready=True), ()), label=lambda args: T("All is ready")
        ),
        "build": MoveKind(
            play=build,
            label=lambda args: T("Built a {boat}", boat=args["boat"]),
            asks=(Words(name="boat", label=T("Boat")), a_space("at", spaces())),
        ),
        "land": MoveKind(
            play=land,
            label=lambda args: N("Landed with {n} sailor", "Landed with {n} sailors", int(args.get("crew", 1))),
            asks=(a_space("at", (*spaces(), *places())),),
        ),
        "tow": MoveKind(
            play=land,
            label=lambda args: T("Towed to {at}", at=args["to"]),
            asks=(a_space("at", (*spaces(), *places())), a_space("to", (*spaces(), *places()))),
        ),
        "crew": MoveKind(
            play=land,
            label=lambda args: N("Landed with {n} sailor", "Landed with {n} sailors", int(args["crew"])),
            asks=(a_space("at", (*spaces(), *places())), HOW_MANY),
        ),
        "sail": MoveKind(play=sail, label=lambda args: T("Set sail"), asks=(WIND,)),
        "race": MoveKind(play=sail, label=lambda args: T("Raced"), asks=(WIND, HOW_MANY)),
        "write": MoveKind(play=write, label=lambda args: T("Wrote the log"), asks=(LOG,)),
        "end": MoveKind(
            play=lambda state, args: Outcome(replace(state, over=True), ()), label=lambda args: T("Ended the voyage")
        ),
    },
    prompts=prompts,
    view=view,
    corrections=lambda state: (Correction(ask=Whole(name="spent", label=T("Spent"), at_most=9), now=state.spent),),
    correct=lambda state, name, value: Outcome(replace(state, **{name: value}), ()),  # type: ignore[arg-type]
    ending=ending,
    board=(
        *(depth(number) for number in range(1, 13)),
        *(fed(number) for number in range(1, 5)),
        BoardFact(
            ask=Whole(name="buoys", label=T("Buoys in the box"), at_most=20), where=T("Count them."), group=T("Box")
        ),
        BoardFact(
            ask=Whole(name="masts", label=T("Masts"), at_most=9), where=T("On the lid."), known=3, group=T("Box")
        ),
    ),
    learn=lambda state, name, value: Outcome(replace(state, board={**state.board, name: value}), ()),
    families=(
        BoardFamily(
            pattern=r"card\.[A-Z]\d{3}",
            ask=structs.replace(LOG, name="card", label=T("What the card says")),
            label=T("Your cards"),
        ),
    ),
    story=story,
)
