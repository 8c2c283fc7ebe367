"""Event cards: gusts, firestorms, cards that give something, and festivals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Value, Words, verbatim
from companion.games.fire_brigade import setup
from companion.games.fire_brigade.crew import triggers
from companion.games.fire_brigade.crew.choices import fireballs
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT
from companion.games.fire_brigade.fire import festivals, specials
from companion.games.fire_brigade.fire.flames import gust, kindle, open_steps, show
from companion.games.fire_brigade.names import DIRECTION_NAMES, field_name, pick_field, who
from companion.games.fire_brigade.state import START_EVENTS, FireStep, State
from companion.games.fire_brigade.streets import ALL, BLOCKS, DIRECTIONS
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns.renown import ANYWHERE
from companion.games.fire_brigade.turns.upgrading import complete, raise_track
from companion.games.fire_brigade.water import refill_brigade
from companion.toolkit import Action, GameModule, action, pick, require_idle, tap, word

# --- firestorms -------------------------------------------------------------------------------------------------------


_NAME = re.compile(r"[a-z0-9 '\-]{1,24}")


def known(state: State) -> dict[str, tuple[str, ...]]:
    """The firestorm cards that were entered before, by their names."""
    named = {key.removeprefix("storm."): str(value) for key, value in state.board.items() if key.startswith("storm.")}
    return {name: tuple(fields.split()) for name, fields in sorted(named.items())}


def spell(fields: Iterable[str]) -> str:
    """A pattern as it is kept: its fields row by row."""
    chosen = set(fields)
    return " ".join(place for place in ALL if place in chosen)


def check(name: str, value: Value) -> None:
    """Refuse a pattern that is none."""
    words = str(value).split()
    if not words or any(word not in BLOCKS for word in words) or len(set(words)) < len(words):
        raise IllegalMove(
            T("Write the fields with spaces between them, each once, such as C2 D5. Corners do not burn."), page=7
        )


def storm_name(words: str) -> str:
    """The name under which a firestorm is kept."""
    name = words.strip().lower()
    if not _NAME.fullmatch(name):
        raise IllegalMove(T("A firestorm's name has letters a to z, digits and spaces, at most 24."))
    return name


def strike(tx: Transaction, fields: Iterable[str]) -> None:
    """A fireball on each of these blocks: its fire rises by one."""
    chosen = [place for place in BLOCKS if place in set(fields)]
    text = N("{n} fireball fell on the city.", "{n} fireballs fell on the city.", len(chosen))
    tx.tell("firestorm", text, balls=len(chosen))
    for place in chosen:
        if tx.state.city[place].destroyed:
            show(tx, FireStep(name="ash", target=place))
            where = field_name(tx.state, place)
            tx.note("ball_on_ruins", T("{where} is destroyed: nothing burns there.", where=where), field=place)
        else:
            kindle(tx, place, event=True, kind="ball")
    fireballs(tx, tuple(place for place in chosen if not tx.state.city[place].destroyed))


# --- cards that give something to everybody ---------------------------------------------------------------------------


NAMES = {
    "wagon": T("Greater Wagons"),
    "crew": T("Better crews"),
    "leadership": T("Better leaders"),
    "recruit": T("Free Recruit"),
    "renown": T("Everybody places a Renown"),
    "refill": T("Refill all Brigades"),
}


def give(tx: Transaction, card: str) -> None:
    """Everybody, the active player first."""
    tx.tell("bonus", T("For everybody: {name}.", name=NAMES[card]), card=card)
    for seat in tx.state.clockwise:
        _EFFECTS[card](tx, seat)
    if card == "renown":  # a board may do something with it, so they are told before
        for seat in reversed(tx.state.clockwise):
            setup.deal(tx, seat)


def _upgrade(track: str) -> Callable[[Transaction, int], None]:
    def give_step(tx: Transaction, seat: int) -> None:
        if not complete(tx.state, seat, track):
            raise_track(tx, seat, track)

    return give_step


def _recruit(tx: Transaction, seat: int) -> None:
    """Who may have no crew passes it over; nobody has to be replaced (p. 11)."""
    if tx.state.players[seat].values["crew"]:
        tx.ask(FREE_RECRUIT, seat=seat, about="event")
    else:
        tx.tell("passed_over", T("{who}: no crew is allowed yet.", who=who(tx.state, seat)), seat=seat)


def _renown(tx: Transaction, seat: int) -> None:
    if tx.state.renown_left(seat):
        tx.ask(ANYWHERE, seat=seat, count=1)


def _refill(tx: Transaction, seat: int) -> None:
    refill_brigade(tx, seat)
    triggers.refilled(tx, seat)


_EFFECTS: Mapping[str, Callable[[Transaction, int], None]] = {
    "wagon": _upgrade("wagon"),
    "crew": _upgrade("crew"),
    "leadership": _upgrade("leadership"),
    "recruit": _recruit,
    "renown": _renown,
    "refill": _refill,
}


# --- revealing a card -------------------------------------------------------------------------------------------------


_CAPITALS = {"north": T("North"), "east": T("East"), "south": T("South"), "west": T("West")}
PHASES = ("start_events", "event")
NAME = Words(name="name", label=T("Name of the card, to know it again"), at_most_chars=24)


def waits(state: State) -> bool:
    """Whether an event card has to be revealed now."""
    return state.phase in PHASES and not state.turn.revealed and not state.tasks


def _reveal(tx: Transaction) -> None:
    require_idle(tx.state)
    if not waits(tx.state):
        raise IllegalMove(T("No event card is revealed now: it is the Action Phase."), rule="events", page=9)
    open_steps(tx)
    tx.set_turn(revealed=True)
    tx.set(events=tx.state.events + 1, marking=False, marked=())


def blow(tx: Transaction, args: Args) -> None:
    """A gust of wind."""
    _reveal(tx)
    gust(tx, word(args, "direction"))


def storm(tx: Transaction, args: Args) -> None:
    """A firestorm that was entered before."""
    name = word(args, "name")
    fields = known(tx.state).get(name)
    if fields is None:
        raise IllegalMove(T("No firestorm of that name was entered."))
    _reveal(tx)
    strike(tx, fields)


def begin_storm(tx: Transaction, args: Args) -> None:
    """A firestorm that was never entered: its squares are told."""
    if not waits(tx.state):
        raise IllegalMove(T("No event card is revealed now: it is the Action Phase."), rule="events", page=9)
    tx.set(marking=not tx.state.marking, marked=())
    tx.note("marking", T("Marked: {fields}.", fields="–"))


def mark(tx: Transaction, args: Args) -> None:
    """A square of the firestorm card, or not after all."""
    if not waits(tx.state):
        raise IllegalMove(T("No event card is revealed now: it is the Action Phase."), rule="events", page=9)
    place, marked = word(args, "field"), tx.state.marked
    after = tuple(one for one in marked if one != place) if place in marked else (*marked, place)
    tx.set(marked=after)
    tx.note("marked", T("Marked: {fields}.", fields=spell(after) or "–"), field=place)


def strike_marked(tx: Transaction, args: Args) -> None:
    """The firestorm is entered: it is kept under its name, and its fireballs fall."""
    fields = tx.state.marked
    if not fields:
        raise IllegalMove(T("Mark first where the fireballs fall."), rule="events.storm", page=7)
    named = str(args.get("name", "")).strip()
    if named:
        tx.learn(f"storm.{storm_name(named)}", spell(fields))
    _reveal(tx)
    strike(tx, fields)


def keep_storm(tx: Transaction, args: Args) -> None:
    """The squares are marked: the card is kept under a number, so that nobody needs to name it."""
    fields = set(tx.state.marked)
    if fields and all(fields != set(one) for one in known(tx.state).values()):
        number = next(one for one in count(1) if str(one) not in known(tx.state))
        tx.learn(f"storm.{number}", spell(fields))
    strike_marked(tx, {})


def festival(tx: Transaction, args: Args) -> None:
    """A festival card."""
    _reveal(tx)
    festivals.celebrate(tx, word(args, "card"))


def bonus(tx: Transaction, args: Args) -> None:
    """A card that gives something to everybody."""
    _reveal(tx)
    give(tx, word(args, "card"))


def other(tx: Transaction, args: Args) -> None:
    """Another special event: the players do what it says."""
    _reveal(tx)
    tx.tell("other_event", T("Do what the card says; what it changes can be set by hand."))


# --- what is asked ----------------------------------------------------------------------------------------------------


def prompt(state: State) -> Prompt:
    """Reveal an event card, and say what it shows."""
    if state.marking or state.marked:
        return _marking(state)
    starting = state.phase == "start_events"
    name = who(state, state.turn.seat)
    do = (
        T("{who}, reveal start event {number} of {all}.", who=name, number=state.events + 1, all=START_EVENTS)
        if starting
        else T("{who}, reveal an event card.", who=name)
    )
    return Prompt(name="event.reveal", do=do, offers=tuple(_offers(state)), seat=state.turn.seat, rule="events",
                  more=T("Say what it shows; the fire is worked out for you."))  # fmt: skip


def _offers(state: State) -> Iterator[Offer]:
    for direction, label in _CAPITALS.items():
        gusts = T("Gust of wind to the")
        yield Offer(move=Move("gust", {"direction": direction}), label=label, under=gusts, rule="events.wind",
                    icon="flames")  # fmt: skip
    storms = T("Firestorm")
    yield Offer(move=Move("new_storm"), label=T("Firestorm: tap its squares"), under=storms, rule="events.storm",
                icon="firestorm")  # fmt: skip
    for name, fields in known(state).items():
        yield _known_storm(name, fields, storms)
    for card, label in NAMES.items():
        yield Offer(move=Move("bonus", {"card": card}), label=label, under=T("Special event"), rule="events.special",
                    icon=ICONS[card])  # fmt: skip
    for card, label in festivals.NAMES.items():
        yield Offer(move=Move("festival", {"card": card}), label=label, under=T("Festival"), rule="events.festivals",
                    icon="festival")  # fmt: skip
    yield tap("other_event", T("Something else"), rule="events.special")


ICONS = {"wagon": "wagon", "crew": "crew", "leadership": "leadership", "recruit": "recruit", "renown": "renown",
         "refill": "refill"}  # fmt: skip


def _known_storm(name: str, fields: tuple[str, ...], under: Text | None = None) -> Offer:
    """A card that was entered before, by its squares: those can be compared with the card."""
    called = None if name.isdigit() else verbatim(name)
    return Offer(move=Move("storm", {"name": name}), label=verbatim(" ".join(fields)), note=called, under=under,
                 rule="events.storm", icon="firestorm")  # fmt: skip


def _marking(state: State) -> Prompt:
    """The squares are tapped on the map; as soon as they fit a card that was entered before, that card is offered."""
    marked = set(state.marked)
    fits = [(name, fields) for name, fields in known(state).items() if marked and marked <= set(fields)]
    squares = Offer(move=Move("mark_fireball"), label=T("Tap a square"), rule="events.storm",
                    asks=(pick_field(state, "field", T("Square"), BLOCKS),))  # fmt: skip
    return Prompt(
        name="event.storm",
        do=T("Tap every square where a fireball falls."),
        offers=(*_marked(state), squares, *(_known_storm(*one, T("It is this card")) for one in fits),
                tap("new_storm", T("No firestorm after all"), "plain" if marked else "usual")),
        more=T("Marked: {fields}. The card's middle is the University, its top the top of the tiles.",
               fields=spell(state.marked) or "–"),
        seat=state.turn.seat,
        rule="events.storm",
    )  # fmt: skip


def _marked(state: State) -> Iterator[Offer]:
    if state.marked:
        label = N("{n} fireball falls", "{n} fireballs fall", len(state.marked))
        yield Offer(move=Move("keep_storm"), label=label, tone="usual", rule="events.storm", icon="firestorm")


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
_STORM = Words(name="name", label=T("Firestorm"), at_most_chars=24)
EVENT_MOVES: dict[str, Action[Transaction]] = {
    "gust": action(blow, lambda args: T("Gust to the {direction}", direction=DIRECTION_NAMES[word(args, "direction")]),
                 pick("direction", T("Direction"), {one: _CAPITALS[one] for one in DIRECTIONS})),
    "storm": action(storm, lambda args: T("Firestorm {name}", name=word(args, "name")), _STORM),
    "new_storm": action(begin_storm, T("Marking a firestorm")),
    "mark_fireball": action(mark, lambda args: T("Fireball on {field}", field=word(args, "field")), _FIELD),
    "marked_storm": action(strike_marked, T("A new firestorm"), NAME),
    "keep_storm": action(keep_storm, T("A firestorm")),
    "festival": action(festival, lambda args: festivals.NAMES[word(args, "card")],
                     pick("card", T("Card"), festivals.NAMES)),
    "bonus": action(bonus, lambda args: NAMES[word(args, "card")], pick("card", T("Card"), NAMES)),
    "other_event": action(other, T("Another special event")),
}  # fmt: skip


# --- the fire, put together -------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """Reveal an event card."""
    return (prompt(state),) if waits(state) else ()


_BLOCK = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
_DIRECTION = pick("direction", T("Direction"), {one: DIRECTION_NAMES[one] for one in DIRECTIONS})

MOVES: dict[str, Action[Transaction]] = {
    **EVENT_MOVES,
    "feed_fire": action(festivals.feed, T("Chose a block"), _BLOCK),
    "feed_none": action(festivals.pass_by, T("Chose no block")),
    "fell_oak": action(specials.choose_direction, T("Old Tom Oak"), _DIRECTION),
}

MODULE: GameModule[State, Transaction] = GameModule(
    name="fire",
    moves=MOVES,
    tasks={festivals.ONE: festivals.prompt, festivals.DIRTY: festivals.prompt, specials.OAK: specials.ask_direction},
    prompts=prompts,
    settle=lambda tx: festivals.settle(tx) or specials.settle(tx),
)
