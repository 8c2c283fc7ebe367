"""The event card of a turn: what it shows is told by a tap, and the fire does the rest (rulebook p. 7)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt, Words
from companion.api.text import T, Text, verbatim
from companion.games.fire_brigade.city.streets import BLOCKS, DIRECTIONS
from companion.games.fire_brigade.fire import bonuses, festivals, storms
from companion.games.fire_brigade.fire.flames import open_steps
from companion.games.fire_brigade.fire.wind import gust
from companion.games.fire_brigade.names import DIRECTION_NAMES, who
from companion.games.fire_brigade.state import START_EVENTS, State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_idle

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
    fields = storms.known(tx.state).get(name)
    if fields is None:
        raise IllegalMove(T("No firestorm of that name was entered."))
    _reveal(tx)
    storms.strike(tx, fields)


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
    tx.note("marked", T("Marked: {fields}.", fields=storms.spell(after) or "–"), field=place)


def strike_marked(tx: Transaction, args: Args) -> None:
    """The firestorm is entered: it is kept under its name, and its fireballs fall."""
    fields = tx.state.marked
    if not fields:
        raise IllegalMove(T("Mark first where the fireballs fall."), rule="events.storm", page=7)
    named = str(args.get("name", "")).strip()
    if named:
        tx.learn(f"storm.{storms.storm_name(named)}", storms.spell(fields))
    _reveal(tx)
    storms.strike(tx, fields)


def festival(tx: Transaction, args: Args) -> None:
    """A festival card."""
    _reveal(tx)
    festivals.celebrate(tx, word(args, "card"))


def bonus(tx: Transaction, args: Args) -> None:
    """A card that gives something to everybody."""
    _reveal(tx)
    bonuses.give(tx, word(args, "card"))


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
        yield Offer(move=Move("gust", {"direction": direction}), label=label, under=gusts, rule="events.wind")
    for name in storms.known(state):
        yield Offer(move=Move("storm", {"name": name}), label=verbatim(name), under=T("Firestorm"), rule="events.storm")
    yield tap("new_storm", T("Another firestorm: mark its squares"), rule="events.storm")
    for card, label in bonuses.NAMES.items():
        yield Offer(move=Move("bonus", {"card": card}), label=label, under=T("Special event"), rule="events.special")
    for card, label in festivals.NAMES.items():
        yield Offer(move=Move("festival", {"card": card}), label=label, under=T("Festival"), rule="events.festivals")
    yield tap("other_event", T("Something else"), rule="events.special")


def _marking(state: State) -> Prompt:
    """The squares row by row, a tap each; a second tap takes a mark away."""
    squares = tuple(
        Offer(move=Move("mark_fireball", {"field": place}), label=_square(state, place),
              under=T("Row {number}", number=place[1]), rule="events.storm")
        for place in BLOCKS
    )  # fmt: skip
    done = Offer(move=Move("marked_storm"), label=T("These are all"), asks=(NAME,), tone="usual", rule="events.storm")
    back = tap("new_storm", T("No firestorm after all"))
    return Prompt(
        name="event.storm",
        do=T("Mark every square where a fireball falls."),
        offers=(*((done,) if state.marked else ()), *squares, back),
        more=T("Marked: {fields}. The card's middle is the University, its top the top of the tiles.",
               fields=storms.spell(state.marked) or "–"),
        seat=state.turn.seat,
        rule="events.storm",
    )  # fmt: skip


def _square(state: State, place: str) -> Text:
    return T("✓{field}", field=place) if place in state.marked else verbatim(place)


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
_STORM = Words(name="name", label=T("Firestorm"), at_most_chars=24)
MOVES: dict[str, Action[Transaction]] = {
    "gust": action(blow, lambda args: T("Gust to the {direction}", direction=DIRECTION_NAMES[word(args, "direction")]),
                 pick("direction", T("Direction"), {one: _CAPITALS[one] for one in DIRECTIONS})),
    "storm": action(storm, lambda args: T("Firestorm {name}", name=word(args, "name")), _STORM),
    "new_storm": action(begin_storm, T("Marking a firestorm")),
    "mark_fireball": action(mark, lambda args: T("Fireball on {field}", field=word(args, "field")), _FIELD),
    "marked_storm": action(strike_marked, T("A new firestorm"), NAME),
    "festival": action(festival, lambda args: festivals.NAMES[word(args, "card")],
                     pick("card", T("Card"), festivals.NAMES)),
    "bonus": action(bonus, lambda args: bonuses.NAMES[word(args, "card")], pick("card", T("Card"), bonuses.NAMES)),
    "other_event": action(other, T("Another special event")),
}  # fmt: skip
