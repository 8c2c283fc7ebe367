"""A tiny game for tests of the session: a boiler is fed with coal, cubes fall, cards are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.api.game import (
    Args,
    BoardFact,
    BoardFamily,
    CardExpected,
    Chance,
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
from companion.api.story import Plot, Point, Series, Story
from companion.api.text import N, T, Text
from companion.api.view import Counter, Panel, Track, View, Where
from companion.session.session import Session
from companion.storage.log import Log

HOTTEST = 10


@dataclass(frozen=True)
class Card:
    code: str
    by_seat: int


@dataclass(frozen=True)
class Boiler:
    players: tuple[str, ...]
    coal: int = 20
    heat: int = 0
    fuelled: int = 0
    cubes: int | None = None
    cards: tuple[Card, ...] = ()
    named: str = ""
    limits: dict[str, int] = field(default_factory=dict)


def coal_ask(at_most: int = 5) -> Whole:
    return Whole(name="coal", label=T("Coal"), at_least=1, at_most=at_most, usual=1)


CUBES = Whole(name="cubes", label=T("Cubes in the drawer"), at_most=8)
CARD = Code(name="card", label=T("Card"), kind="card_id", pattern=r"M\d{3}", suits=T("a Morning card, such as M017"))
WORD = Words(name="name", label=T("Name of the boiler"), at_most_chars=20)
LEVEL = Pick(
    name="level",
    label=T("Level"),
    choices=(Choice(value="easy", label=T("Easy")), Choice(value="hard", label=T("Hard"))),
    usual="easy",
)
STOKER = Chance(
    name="stoker",
    label=T("Who stokes"),
    choices=(Choice(value="ann", label=T("Ann")), Choice(value="bob", label=T("Bob"))),
)
VALVE = Whole(name="valve", label=T("Space of the valve"), at_least=1, at_most=30)


def start(table: Table) -> Outcome[Boiler]:
    limits = {name: value for name, value in table.board.items() if isinstance(value, int)}
    coal = 20 if table.choices["level"] == "easy" else 10
    state = Boiler(players=table.players, coal=coal, limits=limits)
    return Outcome(state, (Fact("boiler_lit", T("The boiler was lit with {coal} coal.", coal=coal), {"coal": coal}),))


def fuel(state: Boiler, args: Args) -> Outcome[Boiler]:
    coal = int(args["coal"])
    if coal > state.coal:
        raise IllegalMove(T("There is only {coal} coal left.", coal=state.coal), rule="fuel", page=3)
    heat = min(HOTTEST, state.heat + coal)
    todo = T("Move Heat up to {heat}", heat=heat)
    burnt = N("{n} coal was burnt.", "{n} coal were burnt.", coal)
    facts = [Fact("coal_burnt", burnt, {"coal": coal}, todo=todo, about="heat")]
    if heat == HOTTEST:
        facts.append(Fact("boiler_burst", T("The boiler burst."), {"heat": heat}, Urgency.FINAL))
    return Outcome(replace(state, coal=state.coal - coal, heat=heat, fuelled=coal, cubes=None), tuple(facts))


def drop(state: Boiler, args: Args) -> Outcome[Boiler]:
    cubes = int(args["cubes"])
    if state.fuelled == 0:
        raise IllegalMove(T("Fuel the boiler before cubes fall."), page=4)
    text = N("{n} cube fell.", "{n} cubes fell.", cubes)
    return Outcome(replace(state, cubes=cubes), (Fact("cubes_fell", text, {"cubes": cubes}),))


def draw(state: Boiler, args: Args) -> Outcome[Boiler]:
    code = str(args["card"])
    learnt: dict[str, Value] = {"valve": 7} if code == "M007" else {}
    card = Card(code, 0)
    fact = Fact("card_drawn", T("Card {code} was drawn.", code=code), {"card": code})
    return Outcome(replace(state, cards=(*state.cards, card)), (fact,), learnt)


def name_it(state: Boiler, args: Args) -> Outcome[Boiler]:
    return Outcome(replace(state, named=str(args["name"])), ())


def stoke(state: Boiler, args: Args) -> Outcome[Boiler]:
    fact = Fact("stoker_drawn", T("{name} stokes.", name=args["stoker"]), {"stoker": args["stoker"]})
    return Outcome(replace(state, named=str(args["stoker"])), (fact,))


def crash(state: Boiler, args: Args) -> Outcome[Boiler]:
    raise ZeroDivisionError


def spoil(state: Boiler, args: Args) -> Outcome[Boiler]:
    return Outcome(replace(state, coal="none"), ())  # type: ignore[arg-type]


def prompts(state: Boiler) -> tuple[Prompt, ...]:
    if state.heat >= HOTTEST:
        return ()
    return (_drop_prompt(state), _fuel_prompt(state)) if state.fuelled else (_fuel_prompt(state),)


def _fuel_prompt(state: Boiler) -> Prompt:
    return Prompt(
        name="fuel",
        do=T("Fuel the boiler, or draw a card."),
        offers=(
            Offer(move=Move("fuel"), label=T("Fuel"), asks=(coal_ask(min(5, max(1, state.coal))),), tone="usual"),
            Offer(move=Move("draw"), label=T("Draw"), asks=(CARD,)),
        ),
        expects=(CardExpected(kind="card_id", pattern=CARD.pattern, move=Move("draw"), arg="card"),),
    )


def _drop_prompt(state: Boiler) -> Prompt:
    expected = CubesExpected(
        place="drawer", drop=f"drop {state.coal}", at_least=0 if state.cubes is None else 1, at_most=state.fuelled + 2,
        move=Move("drop"), arg="cubes", known=state.cubes,
    )  # fmt: skip
    return Prompt(
        name="drop",
        do=T("Drop {cubes} cubes.", cubes=state.fuelled + 2),
        offers=(Offer(move=Move("drop"), label=T("They fell"), asks=(CUBES,), tone="usual"),),
        expects=(expected,),
    )


def view(state: Boiler) -> View:
    track = Track(label=T("Heat"), at=state.heat, first=0, last=HOTTEST, value="heat")
    counter = Counter(label=T("Coal"), count=state.coal, value="coal")
    panel = Panel(name="boiler", title=T("Boiler"), widgets=(track, counter))
    return View(where=Where(line=T("At the boiler")), panels=(panel,))


def corrections(state: Boiler) -> tuple[Correction, ...]:
    return (
        Correction(ask=Whole(name="coal", label=T("Coal"), at_most=99), now=state.coal),
        Correction(ask=Whole(name="heat", label=T("Heat"), at_most=HOTTEST), now=state.heat),
    )


def correct(state: Boiler, name: str, value: Value) -> Outcome[Boiler]:
    fact = Fact("value_set", T("Set by hand: {name} {value}.", name=name, value=value), {name: value, "what": name})
    return Outcome(replace(state, **{name: value}), (fact,))  # type: ignore[arg-type]


def learn(state: Boiler, name: str, value: Value) -> Outcome[Boiler]:
    number = value if isinstance(value, int) else len(value)
    return Outcome(replace(state, limits={**state.limits, name: number}), ())


def forget(state: Boiler, name: str) -> Outcome[Boiler]:
    return Outcome(replace(state, limits={one: value for one, value in state.limits.items() if one != name}), ())


def story(state: Boiler) -> Story:
    heat = Series(label=T("Heat"), points=(Point(at=1, value=state.heat),))
    return Story(title=T("The boiler"), ending=T("It was warm."), plots=(Plot(label=T("Heat"), series=(heat,)),))


def ending(state: Boiler) -> Text | None:
    return T("The boiler burst: the game is over.") if state.heat >= HOTTEST else None


GAME: Game[Boiler] = Game(
    name="boiler",
    title=T("The Boiler"),
    state=Boiler,
    seats=range(1, 5),
    setup=lambda players: (LEVEL,),
    start=start,
    moves={
        "fuel": MoveKind(play=fuel, label=lambda a: N("Fuelled with {n} coal", "Fuelled with {n} coal", int(a["coal"])),
                         asks=(coal_ask(),)),
        "drop": MoveKind(play=drop, label=lambda a: T("Counted {cubes} cubes", cubes=a["cubes"]), asks=(CUBES,)),
        "draw": MoveKind(play=draw, label=lambda a: T("Drew {card}", card=a["card"]), asks=(CARD,)),
        "name": MoveKind(play=name_it, label=lambda a: T("Named it {name}", name=a["name"]), asks=(WORD,)),
        "stoke": MoveKind(play=stoke, label=lambda a: T("{name} stokes", name=a["stoker"]), asks=(STOKER,)),
        "crash": MoveKind(play=crash, label=lambda a: T("Crashed")),
        "spoil": MoveKind(play=spoil, label=lambda a: T("Spoiled")),
    },
    prompts=prompts,
    view=view,
    corrections=corrections,
    correct=correct,
    ending=ending,
    board=(
        BoardFact(ask=VALVE, where=T("The space of the track with a valve")),
        BoardFact(ask=Whole(name="danger", label=T("Danger line"), at_most=10), where=T("The red line"), known=8,
                  source=T("rulebook p. 3")),
    ),
    learn=learn,
    families=(
        BoardFamily(
            pattern=r"plate\.([A-Z]\d)", label=T("Plates"),
            ask=Words(name="plate", label=T("Plate {name}"), at_most_chars=60, lines=True),
        ),
    ),
    forget=forget,
    story=story,
)  # fmt: skip


# --- verbs for tests --------------------------------------------------------------------------------------------------


def fuel_move(coal: int) -> Move:
    return Move("fuel", {"coal": coal})


def labels(session: Session) -> list[str]:
    """The history as a player reads it."""
    return [f"{step.by}: {step.label}{' (undone)' if step.undone else ''}" for step in session.screen().history]


def reopened(log: Log) -> Session:
    """What a restart makes of a session."""
    return Session(log, {"boiler": GAME}, clock=lambda: 0.0)
