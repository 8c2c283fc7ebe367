"""Placing Scouts: the Action, and Places that an effect gives (rulebook p. 8, 24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Args, IllegalMove, Offer, Prompt, T, Text, Words
from companion.api import Move as GameMove
from companion.games.turris import known_cards, people, places
from companion.games.turris.names import LONGEST_NAME, PLACE_NAMES, pick_place, said_place, tidy_name, who
from companion.games.turris.rewards.effects import BLOCKS, LONGEST, give, read_card
from companion.games.turris.rewards.reward_form import RewardForm
from companion.games.turris.state import PLACES, SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import course
from companion.toolkit import Action, action, pick, require_task, tap, word

READ = "turns.read"  # a place that has to be read off the board first
FREE = "reward.place"
# How a Scout comes to a place: by the Action or by an effect; those of an earlier version were asked all at once.
ACTION, EFFECT = "put", "put_free"
EARLIER = ("place", "free")


def act(tx: Transaction, args: Args) -> None:
    """The Place Action."""
    _act(tx, args, ACTION)


def _act(tx: Transaction, args: Args, how: str) -> None:
    state = tx.state
    course.require_action(state)
    reason = course.why_no_place(state, state.turn)
    if reason is not None:
        raise IllegalMove(reason, rule="place", page=8)
    _refuse(state, state.turn, word(args, "place"))
    _go(tx, state.turn, word(args, "place"), how)


def free(tx: Transaction, args: Args) -> None:
    """A Place that an effect gives; it is no Action, so a Collect does not forbid it (p. 24)."""
    _free(tx, args, EFFECT)


def _free(tx: Transaction, args: Args, how: str) -> None:
    task = require_task(tx.state, FREE)
    _refuse(tx.state, task.seat, word(args, "place"))
    tx.finish_task()
    _go(tx, task.seat, word(args, "place"), how)
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
    """Place there; what has to be known of the place is read first."""
    ready = places.known(tx.state, place) if how in EARLIER else not places.needed(tx.state, place, how)
    if ready:
        _put(tx, seat, place, how)
    else:
        tx.add_task(Task(kind=READ, seat=seat, place=place, about=how))


def _put(tx: Transaction, seat: int, place: str, how: str) -> None:
    if how in (ACTION, "place"):
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
    _if_known(tx, task)


def _if_known(tx: Transaction, task: Task) -> None:
    """Nothing more has to be read: it goes on."""
    if not places.needed(tx.state, task.place, task.about):
        tx.finish_task()
        _go_on(tx, task)


def _go_on(tx: Transaction, task: Task) -> None:
    """The place is known now: the Scout is Placed, if it may be."""
    if task.about == places.COLLECT:
        return
    reason = course.why_not_there(tx.state, task.seat, task.place)
    if reason is None:
        _put(tx, task.seat, task.place, task.about)
        return
    _not_placed(tx, task, reason)


def _not_placed(tx: Transaction, task: Task, reason: Text) -> None:
    tx.tell("not_placed", T("No Scout is Placed. {why}", why=reason), seat=task.seat + 1, place=task.place)
    if task.about in (EFFECT, "free"):
        tx.add_task(Task(kind=FREE, seat=task.seat))


def not_told(tx: Transaction, args: Args) -> None:
    """Not that place after all."""
    task = require_task(tx.state, READ)
    if task.about == places.COLLECT:
        raise IllegalMove(T("The Scout is on its way back: read what the place gives."), rule="collect", page=9)
    tx.finish_task()
    if task.about in (EFFECT, "free"):
        tx.add_task(Task(kind=FREE, seat=task.seat))


def read(what: str) -> Callable[[Transaction, Args], None]:
    """One thing of the place was read, by one tap: it is known from now on."""

    def told_one(tx: Transaction, args: Args) -> None:
        task = require_task(tx.state, READ)
        places.tell_one(tx, task.place, what, word(args, "answer"))
        if what == "limited" and (reason := places.why_closed(tx.state, task.place)) is not None:
            tx.finish_task()
            _not_placed(tx, task, reason)
        else:
            _if_known(tx, task)

    return told_one


def _gives(tx: Transaction, words: str, _: str) -> None:
    """What the place gives was told, by taps or in words."""
    task = require_task(tx.state, READ)
    places.tell_one(tx, task.place, "reward", words)
    _if_known(tx, task)


def _later(tx: Transaction) -> None:
    """What the board says is read another evening; until then its reward is taken off the board at the table."""
    task = require_task(tx.state, READ)
    for what, value in (("limited", "no"), ("immediate", "no"), ("reward", places.TABLE)):
        if not places.fact(tx.state, what, task.place):
            places.tell_one(tx, task.place, what, value, for_now=True)
    _if_known(tx, task)


GIVES = RewardForm(READ, "place", _gives, _later, {"all": lambda what: T("That is all: {what}", what=what)})
WORDS = Words(name="words", label=T("What it gives; left out: read it off the board every time"),
              at_most_chars=LONGEST, lines=True, blocks=BLOCKS)  # fmt: skip
LIMITED = pick("limited", T("Limited to 1 Scout?"), places.YES_NO, "no")
IMMEDIATE = pick("immediate", T("Immediate?"), places.YES_NO, "no")


def read_prompt(state: State) -> Prompt:
    """The next thing that has to be known of a place, one question at a time."""
    task = state.tasks[0]
    what = places.needed(state, task.place, task.about)
    do, more, offers = _QUESTIONS[what or "reward"](state, task)
    return Prompt(
        name="place.read",
        do=do,
        more=T("Without its name it is known only as long as it lies there.") if _unnamed(state, task.place) else more,
        offers=(*_name_offers(state), *offers),
        seat=task.seat,
        rule="words",
    )


Question = tuple[Text, Text, tuple[Offer, ...]]


def _ask_limited(state: State, task: Task) -> Question:
    return (
        T("{place}: is it limited to 1 Scout?", place=said_place(state, task.place)),
        T("Look for the icon beside it. Once told, it is known for all evenings."),
        (
            tap("read_limited", T("For 1 Scout only"), answer="yes"),
            tap("read_limited", T("For several Scouts"), answer="no"),
            tap("place_later", _LATER),
        ),
    )


def _ask_immediate(state: State, task: Task) -> Question:
    return (
        T("{place}: when does it give its reward?", place=said_place(state, task.place)),
        T("Look for the icon beside it. Once told, it is known for all evenings."),
        (
            tap("read_immediate", T("At once, when a Scout is Placed"), answer="yes"),
            tap("read_immediate", T("When a Scout is Collected"), answer="no"),
            tap("place_later", _LATER),
        ),
    )


def _ask_reward(state: State, task: Task) -> Question:
    return (
        T("{place}: what does it give?", place=said_place(state, task.place)),
        T("Tap all that the board shows. Once told, it is known for all evenings."),
        tuple(GIVES.offers(task)),
    )


_LATER = T("Later: read it off the board yourselves this evening")
_QUESTIONS: dict[str, Callable[[State, Task], Question]] = {
    "limited": _ask_limited,
    "immediate": _ask_immediate,
    "reward": _ask_reward,
}


def _unnamed(state: State, place: str) -> bool:
    return place in SPOTS and not state.sites.get(place, "")


def _name_offers(state: State) -> Iterator[Offer]:
    """A name makes a Site known for all evenings; those that are known already by a tap."""
    if not _unnamed(state, state.tasks[0].place):
        return
    lying = {tidy_name(site) for site in state.sites.values()}
    known = {name: Text("{name}", {"name": name}) for name in places.site_names(state) if tidy_name(name) not in lying}
    if known:
        ask = pick("name", SITE_NAME.label, known)
        yield Offer(move=GameMove("site_is"), label=T("This Site lies there"), asks=(ask,), rule="sites", icon="site")
    typed = Words(name="name", label=SITE_NAME.label, at_most_chars=LONGEST_NAME)
    yield Offer(move=GameMove("site_is"), label=T("Name the Site"), asks=(typed,), rule="sites", icon="site")


def free_prompt(state: State) -> Prompt:
    """A Place that an effect gives."""
    task = state.tasks[0]
    where = course.open_places(state, task.seat) if state.players[task.seat].reserve else ()
    asks = (pick_place(state, "place", T("Where"), where),)
    offers = (Offer(move=GameMove("put_free"), label=T("Place a Scout"), asks=asks, rule="place"),) if where else ()
    return Prompt(
        name="place.free",
        do=T("{player}, Place a Scout.", player=who(state, task.seat)),
        more=T("This is no Action: it may be done after a Collect too."),
        offers=(*offers, tap("no_place", T("No Scout"))),
        seat=task.seat,
        rule="place",
    )


SITE_NAME = Words(name="name", label=T("Name of the Excavation Site"), at_most_chars=LONGEST_NAME)
_ANSWER = pick("answer", T("What the board says"), places.YES_NO)
PLACE = pick("place", T("Where"), {place: PLACE_NAMES[place] for place in PLACES})


def _placed(args: Args) -> Text:
    return T("Placed a Scout: {place}", place=PLACE_NAMES[word(args, "place")])


MOVES: dict[str, Action[Transaction]] = {
    "put": action(act, _placed, PLACE),
    "put_free": action(free, _placed, PLACE),
    "place": action(lambda tx, args: _act(tx, args, "place"), _placed, PLACE),
    "place_free": action(lambda tx, args: _free(tx, args, "free"), _placed, PLACE),
    "no_place": action(no_free, T("Placed no Scout")),
    "place_told": action(told, T("Read a place off the board"), LIMITED, IMMEDIATE, WORDS),
    "site_is": action(site_is, T("Named an Excavation Site"), SITE_NAME),
    "place_not_told": action(not_told, T("Went back")),
    "read_limited": action(read("limited"), T("Read a place off the board"), _ANSWER),
    "read_immediate": action(read("immediate"), T("Read a place off the board"), _ANSWER),
    **GIVES.moves,
}
TASKS = {READ: read_prompt, FREE: free_prompt}
