"""A small game for tests of the dashboard: keepers feed a lamp with oil, storms drop stones, cards are drawn. It has
every kind of ask, widget, tone and urgency."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.api.game import (
    Args,
    BoardFact,
    BoardFamily,
    CardExpected,
    Choice,
    Code,
    Correction,
    CubesExpected,
    Fact,
    Game,
    IllegalMove,
    Move,
    MoveKind,
    Offer,
    Outcome,
    Pick,
    Prompt,
    Table,
    Urgency,
    Value,
    Whole,
    Words,
)
from companion.api.story import Event, Plot, Point, Series, Story
from companion.api.text import N, T, Text
from companion.api.view import (
    CardList,
    CardRow,
    Cell,
    Counter,
    Grid,
    Mark,
    Note,
    Panel,
    Token,
    TokenRow,
    Track,
    View,
    Where,
)

DARK = 10
HOPE = (Token(label=T("Ship"), tone="good"), Token(label=T("Gull"), lit=False), Token(label=T("Storm"), tone="danger"))
PHASES = (T("Morning"), T("Work"), T("Dusk"), T("Storm"), T("Night"))


@dataclass(frozen=True)
class Tower:
    players: tuple[str, ...]
    weather: str = "calm"
    night: int = 3
    oil: int = 24
    dark: int = 2
    stones: int | None = None
    watch: str = ""
    cards: tuple[str, ...] = ()
    depth: int = 0
    lost: bool = False


OIL = Whole(name="oil", label=T("Oil"), at_least=1, at_most=6, usual=2)
STONES = Whole(name="stones", label=T("Stones"), at_most=40)
CARD = Code(name="card", label=T("Card"), kind="card_id", pattern=r"M\d{3}", suits=T("a Morning card, such as M017"))
WATCH = Words(name="watch", label=T("Name of the watch"), at_most_chars=20)
WEATHER = Pick(
    name="weather",
    label=T("Weather"),
    choices=(Choice(value="calm", label=T("Calm sea")), Choice(value="storm", label=T("Storm"))),
    usual="calm",
)
DEPTH = Whole(name="depth", label=T("Depth of the well"), at_least=1, at_most=99)
BUOY = BoardFamily(
    pattern=r"buoy\.([A-Z])",
    ask=Words(name="buoy", label=T("Buoy {name}"), at_most_chars=60, lines=True),
    label=T("Buoys"),
)
TIDE = Whole(name="tide", label=T("Spaces of the tide track"), at_least=1, at_most=30)


def start(table: Table) -> Outcome[Tower]:
    depth = table.board.get("depth", 0)
    state = Tower(players=table.players, weather=str(table.choices["weather"]), depth=int(depth))
    return Outcome(state, (Fact("lamp_lit", T("The lamp was lit.")),))


def feed(state: Tower, args: Args) -> Outcome[Tower]:
    oil = int(args["oil"])
    if oil > state.oil:
        text = T("There are only {oil} cans of oil left.", oil=state.oil)
        raise IllegalMove(text, rule="lamp.feed", page=4, field="oil")
    facts = [Fact("oil_burnt", N("{n} can of oil was burnt.", "{n} cans of oil were burnt.", oil), {"oil": oil})]
    dark = state.dark + 1
    if dark >= 8:
        text = T("Darkness rose to {dark}.", dark=dark)
        facts.append(Fact("darkness_rose", text, {"to": dark}, Urgency.URGENT))
    return Outcome(replace(state, oil=state.oil - oil, dark=min(dark, DARK), stones=None), tuple(facts))


def storm(state: Tower, args: Args) -> Outcome[Tower]:
    dark = min(state.dark + 1, DARK)
    facts = (
        Fact("storm_broke", T("The storm broke."), {}),
        Fact("darkness_rose", T("Darkness rose to {dark}.", dark=dark), {"to": dark}, todo=T("Move Darkness up to 3")),
        Fact("oil_spilt", T("2 cans were spilt."), {"oil": 2}, todo=T("Put 2 cans back"), icon="cube"),
    )
    return Outcome(replace(state, oil=state.oil - 2, dark=dark), facts)


def stoke(state: Tower, args: Args) -> Outcome[Tower]:
    return feed(replace(state, watch=str(args["watch"])), args)


def count(state: Tower, args: Args) -> Outcome[Tower]:
    stones = int(args["stones"])
    text = N("{n} stone fell.", "{n} stones fell.", stones)
    return Outcome(replace(state, stones=stones), (Fact("stones_fell", text, {"stones": stones}),))


def draw(state: Tower, args: Args) -> Outcome[Tower]:
    code = str(args["card"])
    return Outcome(
        replace(state, cards=(*state.cards, code)), (Fact("card_drawn", T("Card {code} was drawn.", code=code)),)
    )


def call(state: Tower, args: Args) -> Outcome[Tower]:
    return Outcome(replace(state, watch=str(args["watch"])), ())


def put_out(state: Tower, args: Args) -> Outcome[Tower]:
    text = T("The lamp went out: the ships are lost.")
    return Outcome(replace(state, lost=True), (Fact("lamp_out", text, {}, Urgency.FINAL),))


def prompts(state: Tower) -> tuple[Prompt, ...]:
    if state.lost:
        return ()
    return (_feed_prompt(state), _storm_prompt(state), _board_prompt(state))


def _feed_prompt(state: Tower) -> Prompt:
    return Prompt(
        name="lamp.feed",
        do=T("Feed the lamp with oil."),
        more=T("Each can keeps it burning for an hour. Darkness rises by one all the same."),
        seat=state.night % len(state.players),
        rule="lamp.feed",
        offers=(
            Offer(move=Move("feed"), label=T("Feed the lamp"), asks=(OIL,), tone="usual", rule="lamp.feed"),
            Offer(move=Move("draw"), label=T("Draw a Morning card"), asks=(CARD,)),
            Offer(move=Move("call"), label=T("Name the watch"), asks=(WATCH,)),
            Offer(move=Move("stoke"), label=T("Feed and name"), asks=(OIL, WATCH)),
            Offer(move=Move("storm"), label=T("Let the storm come")),
            Offer(move=Move("put_out"), label=T("Put the lamp out"), tone="danger"),
        ),
        expects=(CardExpected(kind="card_id", pattern=CARD.pattern, move=Move("draw"), arg="card"),),
    )


def _storm_prompt(state: Tower) -> Prompt:
    expected = CubesExpected(
        place="drawer", drop=f"night {state.night}", at_most=40, move=Move("count"), arg="stones", known=state.stones
    )
    offer = Offer(move=Move("count"), label=T("Count the stones"), asks=(STONES,))
    return Prompt(name="storm", do=T("Drop a stone for each wave."), offers=(offer,), expects=(expected,))


def _board_prompt(state: Tower) -> Prompt:
    offer = Offer(move=Move("feed", {"oil": 1}), label=T("Burn one can"), tone="usual")
    end = Offer(move=Move("put_out"), label=T("The ships are safe"), tone="danger", ends=True)
    return Prompt(name="spare", do=T("Trim the wick."), offers=(offer, end), seat=0)


def _pile(name: str) -> tuple[Cell, ...]:
    named = Cell(label=T("{name}", name=name))
    return (named, Cell(label=T("12")), Cell(label=T("3"), tone="danger"), Cell(label=T("5")))


def view(state: Tower) -> View:
    dark = Track(
        label=T("Darkness"), at=state.dark, first=0, last=DARK, value="dark", note=T("At 10 the ships are lost."),
        main=True,
        marks=(Mark(at=8, label=T("Storm warning"), tone="danger"), Mark(at=4, label=T("Cold"), tone="cold")),
    )  # fmt: skip
    hours = Track(
        label=T("Hours of the night"), at=37, first=0, last=120, tone="warm", marks=(Mark(at=90, label=T("Dawn")),)
    )
    tower = Panel(
        name="tower",
        title=T("The tower"),
        widgets=(
            dark,
            Counter(label=T("Oil"), count=state.oil, of=30, value="oil", tone="good" if state.oil > 10 else "danger",
                    icon="oil", main=True),
            Counter(label=T("Night"), count=state.night, note=T("Seven nights in all.")),
            hours,
            TokenRow(
                label=T("Hope"),
                tokens=HOPE,
                places=4,
                main=True,
            ),
            Note(text=T("The stairs are slippery tonight."), tone="warm", rule="storm.stones"),
        ),
    )  # fmt: skip
    piles = Grid(
        label=T("Piles"),
        columns=(T(""), T("Draw"), T("Discard"), T("Hand")),
        rows=tuple(_pile(name) for name in state.players),
    )  # fmt: skip
    cards = CardList(label=T("Drawn"), cards=tuple(CardRow(code=one, label=T("Morning card")) for one in state.cards))
    where = Where(line=T("Night {night}, Work", night=state.night), round=state.night, rounds=7, phases=PHASES, phase=1)
    return View(where=where, panels=(tower, Panel(name="cards", title=T("Cards"), widgets=(piles, cards))))


def corrections(state: Tower) -> tuple[Correction, ...]:
    return (
        Correction(ask=Whole(name="oil", label=T("Oil"), at_most=30), now=state.oil),
        Correction(ask=Whole(name="dark", label=T("Darkness"), at_most=DARK), now=state.dark),
        Correction(ask=WEATHER, now=state.weather),
    )


def correct(state: Tower, name: str, value: Value) -> Outcome[Tower]:
    fact = Fact("value_set", T("The keepers looked at the board again."), {name: value})
    return Outcome(replace(state, **{name: value}), (fact,))  # type: ignore[arg-type]


def learn(state: Tower, name: str, value: Value) -> Outcome[Tower]:
    return Outcome(replace(state, depth=int(value)) if name == "depth" else state, ())


def forget(state: Tower, name: str) -> Outcome[Tower]:
    return Outcome(replace(state, depth=0) if name == "depth" else state, ())


def story(state: Tower) -> Story:
    oil = Series(label=T("Oil"), points=(Point(at=1, value=24), Point(at=2, value=state.oil)), tone="warm")
    plot = Plot(label=T("Stores"), series=(oil,), loss=0)
    return Story(
        title=T("The Lighthouse"),
        ending=T("The lamp still burns."),
        plots=(plot,),
        events=(Event(at=2, label=T("Storm"), tone="danger"),),
        lists=((T("Ships saved"), (T("The Heron"),)),),
    )


def ending(state: Tower) -> Text | None:
    return T("The lamp went out on night {night}.", night=state.night) if state.lost else None


GAME: Game[Tower] = Game(
    name="lighthouse",
    title=T("The Lighthouse"),
    state=Tower,
    seats=range(1, 5),
    setup=lambda players: (WEATHER,),
    start=start,
    moves={
        "feed": MoveKind(
            play=feed,
            label=lambda args: N("Fed the lamp with {n} can", "Fed the lamp with {n} cans", int(args["oil"])),
            asks=(OIL,),
        ),
        "stoke": MoveKind(play=stoke, label=lambda args: T("Fed and named"), asks=(OIL, WATCH)),
        "storm": MoveKind(play=storm, label=lambda args: T("The storm came")),
        "count": MoveKind(
            play=count, label=lambda args: T("Counted the stones: {stones}", stones=args["stones"]), asks=(STONES,)
        ),
        "draw": MoveKind(play=draw, label=lambda args: T("Drew card {card}", card=args["card"]), asks=(CARD,)),
        "call": MoveKind(play=call, label=lambda args: T("Named the watch {name}", name=args["watch"]), asks=(WATCH,)),
        "put_out": MoveKind(play=put_out, label=lambda args: T("Put the lamp out")),
    },
    prompts=prompts,
    view=view,
    corrections=corrections,
    correct=correct,
    ending=ending,
    board=(
        BoardFact(
            ask=DEPTH,
            where=T("The number beside the well, at the bottom left of the board."),
            group=T("The well"),
            row="depth",
            number=1,
        ),
        BoardFact(ask=TIDE, where=T("Count the spaces of the blue track."), known=12, source=T("rulebook p. 6")),
    ),
    learn=learn,
    families=(BUOY,),
    forget=forget,
    story=story,
)
