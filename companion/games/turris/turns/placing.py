"""Placing Scouts: the Action, and Places that an effect gives (rulebook p. 8, 24)."""

from __future__ import annotations

from companion.api import Args, Choice, IllegalMove, Offer, Prompt, T, Text, Words
from companion.api import Move as GameMove
from companion.games.turris import known_cards, people, places
from companion.games.turris.names import LONGEST_NAME, PLACE_NAMES, pick_place, place_name, tidy_name, who
from companion.games.turris.rewards.effects import BLOCKS, LONGEST, give, read_card
from companion.games.turris.state import PLACES, SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import course
from companion.toolkit import Action, action, pick, require_task, tap, word

READ = "turns.read"  # a place that has to be read off the board first
FREE = "reward.place"


def act(tx: Transaction, args: Args) -> None:
    """The Place Action."""
    state = tx.state
    course.require_action(state)
    reason = course.why_no_place(state, state.turn)
    if reason is not None:
        raise IllegalMove(reason, rule="place", page=8)
    _refuse(state, state.turn, word(args, "place"))
    _go(tx, state.turn, word(args, "place"), "place")


def free(tx: Transaction, args: Args) -> None:
    """A Place that an effect gives; it is no Action, so a Collect does not forbid it (p. 24)."""
    task = require_task(tx.state, FREE)
    _refuse(tx.state, task.seat, word(args, "place"))
    tx.finish_task()
    _go(tx, task.seat, word(args, "place"), "free")
    if task.count > 1:
        tx.add_task(Task(kind=FREE, seat=task.seat, count=task.count - 1))


def no_free(tx: Transaction, args: Args) -> None:
    """The Place is not taken: who may Place need not."""
    require_task(tx.state, FREE)
    tx.finish_task()


def _refuse(state: State, seat: int, place: str) -> None:
    reason = course.why_not_there(state, seat, place)
    if reason is not None:
        raise IllegalMove(reason, rule="place", page=8)


def _go(tx: Transaction, seat: int, place: str, how: str) -> None:
    """Place there; what is not known of the place is read first."""
    if places.known(tx.state, place):
        _put(tx, seat, place, how)
    else:
        tx.add_task(Task(kind=READ, seat=seat, place=place, about=how))


def _put(tx: Transaction, seat: int, place: str, how: str) -> None:
    if how == "place":
        tx.set(done=(*tx.state.done, "place"))
    people.place(tx, seat, place)
    if places.immediate(tx.state, place):
        resolve(tx, seat, place)


def resolve(tx: Transaction, seat: int, place: str) -> None:
    """What a place gives, given."""
    effects = places.reward(tx.state, place)
    if effects is None:
        read_card(tx, seat, "place", place)
    else:
        give(tx, seat, effects, place)


# --- reading a place once ---------------------------------------------------------------------------------------------


def told(tx: Transaction, args: Args) -> None:
    """A place was read off the board; then the Scout is Placed, if it may be."""
    task = require_task(tx.state, READ)
    words = word(args, "words")
    known_cards.understood(words)
    tx.finish_task()
    places.tell(tx, task.place, word(args, "limited"), word(args, "immediate"), words)
    _go_on(tx, task)


def site_is(tx: Transaction, args: Args) -> None:
    """The Site that lies there has this name: what is known by it need not be read again."""
    task = require_task(tx.state, READ)
    name = " ".join(word(args, "name").split())
    if task.place not in SPOTS or not tidy_name(name):
        raise IllegalMove(T("Enter the name that stands on the Excavation Site."), rule="sites")
    if tidy_name(name) in {tidy_name(site) for site in tx.state.sites.values()}:
        raise IllegalMove(T("That Excavation Site lies on another spot already."), rule="sites")
    tx.set(sites={**tx.state.sites, task.place: name})
    tx.note("sites_named", T("The Excavation Site has its name: {name}.", name=name), place=task.place)
    if places.known(tx.state, task.place):
        tx.finish_task()
        _go_on(tx, task)


def _go_on(tx: Transaction, task: Task) -> None:
    """The place is known now: the Scout is Placed, if it may be."""
    if task.about not in ("place", "free"):
        return
    reason = course.why_not_there(tx.state, task.seat, task.place)
    if reason is None:
        _put(tx, task.seat, task.place, task.about)
        return
    tx.tell("not_placed", T("No Scout is Placed. {why}", why=reason), seat=task.seat + 1, place=task.place)
    if task.about == "free":
        tx.add_task(Task(kind=FREE, seat=task.seat))


def not_told(tx: Transaction, args: Args) -> None:
    """Not that place after all."""
    task = require_task(tx.state, READ)
    if task.about not in ("place", "free"):
        raise IllegalMove(T("The Scout is on its way back: read what the place gives."), rule="collect", page=9)
    tx.finish_task()
    if task.about == "free":
        tx.add_task(Task(kind=FREE, seat=task.seat))


WORDS = Words(name="words", label=T("What it gives; left out: read it off the board every time"),
              at_most_chars=LONGEST, lines=True, blocks=BLOCKS)  # fmt: skip
LIMITED = pick("limited", T("Limited to 1 Scout?"), places.YES_NO, "no")
IMMEDIATE = pick("immediate", T("Immediate?"), places.YES_NO, "no")


def read_prompt(state: State) -> Prompt:
    """The two icons and what the place gives, asked once."""
    task = state.tasks[0]
    name = place_name(state, task.place)
    now = {what: places.fact(state, what, task.place) for what in places.WHATS}
    asks = (
        pick("limited", LIMITED.label, places.YES_NO, now["limited"] or "no"),
        pick("immediate", IMMEDIATE.label, places.YES_NO, now["immediate"] or "no"),
        Words(name="words", label=WORDS.label, at_most_chars=LONGEST, lines=True, blocks=BLOCKS,
              usual=now["reward"] if now["reward"] != places.TABLE else ""),
    )  # fmt: skip
    tell = Offer(move=GameMove("place_told"), label=T("Enter what it says"), asks=asks, rule="words")
    named = (_name_offer(state),) if _unnamed(state, task.place) else ()
    back = (tap("place_not_told", T("Not there after all")),) if task.about in ("place", "free") else ()
    return Prompt(
        name="place.read",
        do=T("Read what the board says of this place: {place}.", place=name),
        more=T("Without its name it is known only as long as it lies there.")
        if named
        else T("Once told, it is known for all evenings."),
        offers=(*named, tell, *back),
        seat=task.seat,
        rule="words",
    )


def _unnamed(state: State, place: str) -> bool:
    return place in SPOTS and not state.sites.get(place, "")


def _name_offer(state: State) -> Offer:
    """A name makes a Site known for all evenings; those that are known already by a tap."""
    lying = {tidy_name(site) for site in state.sites.values()}
    names = (name for name in places.site_names(state) if tidy_name(name) not in lying)
    blocks = tuple(Choice(value=name, label=Text("{name}", {"name": name})) for name in names)
    ask = Words(name="name", label=SITE_NAME.label, at_most_chars=LONGEST_NAME, blocks=blocks)
    return Offer(move=GameMove("site_is"), label=T("Name the Site"), asks=(ask,), rule="sites")


def free_prompt(state: State) -> Prompt:
    """A Place that an effect gives."""
    task = state.tasks[0]
    where = course.open_places(state, task.seat) if state.players[task.seat].reserve else ()
    asks = (pick_place(state, "place", T("Where"), where),)
    offers = (Offer(move=GameMove("place_free"), label=T("Place a Scout"), asks=asks, rule="place"),) if where else ()
    return Prompt(
        name="place.free",
        do=T("{player}, Place a Scout.", player=who(state, task.seat)),
        more=T("This is no Action: it may be done after a Collect too."),
        offers=(*offers, tap("no_place", T("No Scout"))),
        seat=task.seat,
        rule="place",
    )


SITE_NAME = Words(name="name", label=T("Name of the Excavation Site"), at_most_chars=LONGEST_NAME)
PLACE = pick("place", T("Where"), {place: PLACE_NAMES[place] for place in PLACES})


def _placed(args: Args) -> Text:
    return T("Placed a Scout: {place}", place=PLACE_NAMES[word(args, "place")])


MOVES: dict[str, Action[Transaction]] = {
    "place": action(act, _placed, PLACE),
    "place_free": action(free, _placed, PLACE),
    "no_place": action(no_free, T("Placed no Scout")),
    "place_told": action(told, T("Read a place off the board"), LIMITED, IMMEDIATE, WORDS),
    "site_is": action(site_is, T("Named an Excavation Site"), SITE_NAME),
    "place_not_told": action(not_told, T("Went back")),
}
TASKS = {READ: read_prompt, FREE: free_prompt}
