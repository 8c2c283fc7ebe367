"""The Beast Phase: each Beast in its order, its turn with its choices (rulebook p. 13, 16 to 20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Urgency
from companion.games.turris.beasts import paths, steps
from companion.games.turris.beasts.paths import Aim, aim, beside_counts
from companion.games.turris.beasts.steps import order, say
from companion.games.turris.map.land import adjacent, blocked, by_hand, exists, told
from companion.games.turris.names import BEAST_NAMES, MAP, PLACE_NAMES, place_name, said_place, who
from companion.games.turris.state import BEASTS, HOUSE, PLACES, Beast, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, pick, require_running, require_task, tap, word


def settle(tx: Transaction) -> bool:
    """The next Beast's turn begins; after the last one the phase is over. Nothing happens before all links of the
    board are known, or the table moves the Beasts itself."""
    state = tx.state
    if state.phase != "beasts" or state.tasks or not ready(state):
        return False
    if not state.step:
        steps.forget(tx)
        tx.set(closing=state.endgame)
    name = _next_beast(state)
    if name:
        tx.set(step=name)
        begin(tx, name)
    else:
        _end_phase(tx)
    return True


def ready(state: State) -> bool:
    """Whether the Beasts can move: by the links, or by hand."""
    return told(state) or state.by_hand == state.round


def _next_beast(state: State) -> str | None:
    """The Beast that acts next, Pain being the first (p. 13)."""
    done = BEASTS.index(state.step) + 1 if state.step else 0
    return next((name for name in BEASTS[done:] if state.beast(name)), None)


def _end_phase(tx: Transaction) -> None:
    """One Beast is removed if the endgame was triggered before this phase, the last in the order first (p. 20)."""
    state = tx.state
    if state.closing and state.beasts and not state.solo:
        gone = state.beasts[-1]
        fast = "" if state.fast == gone.name else state.fast
        tx.set(beasts=state.beasts[:-1], fast=fast)
        text = T("{beast}: remove it from the board for the rest of the game.", beast=BEAST_NAMES[gone.name])
        steps.say(tx, "beast_removed", text, Urgency.URGENT, lit=(gone.at,), beast=gone.name)
        tx.todo(T("{beast}: out of the game", beast=BEAST_NAMES[gone.name]), icon=gone.name)
    tx.set(phase="cleanup", step="", closing=False)


# --- a Beast's turn ---------------------------------------------------------------------------------------------------


ACT, CHOOSE, HAND, CHAIN = "beasts.act", "beasts.choose", "beasts.hand", "beasts.chain"
LURE = "solo.lure"


def begin(tx: Transaction, name: str) -> None:
    """A Beast's turn begins; another task may stand behind it already."""
    tx.add_task(Task(kind=ACT, about=name))


def act(tx: Transaction, task: Task) -> bool:
    """Turn upright, or find the target and go where no choice is left (p. 13, 16)."""
    beast = tx.state.beast(task.about)
    if beast is None:  # it was removed meanwhile
        tx.finish_task()
        return True
    if beast.flipped:
        tx.finish_task()
        _turn_upright(tx, beast.name)
        return True
    if by_hand(tx.state):
        tx.finish_task()
        tx.add_task(Task(kind=HAND, about=beast.name))
        return True
    found = aim(tx.state, beast.name)
    if found is None:
        tx.add_first(Task(kind=LURE, seat=0, about=beast.name))
        return True
    if paths.unclear(tx.state, beast.name, found.places):
        tx.add_first(Task(kind=HOUSE, about=paths.BLOCKED))
        return True
    tx.finish_task()
    ends = paths.ways(tx.state, beast.name, found.places)
    if len(ends) > 1:
        tx.add_task(Task(kind=CHOOSE, seat=tx.state.first, about=beast.name))
    else:
        _go(tx, beast.name, next(iter(ends), beast.at), found)
    return True


def _turn_upright(tx: Transaction, name: str) -> None:
    at = _at(tx, name)
    tx.set_beast(name, flipped=False)
    text = T("{beast} turns upright instead of moving.", beast=BEAST_NAMES[name])
    say(tx, "turned_upright", text, lit=(at,), beast=name)
    order(tx, T("{beast}: turn it upright", beast=BEAST_NAMES[name]), icon=name)


def _at(tx: Transaction, name: str) -> str:
    beast = tx.state.beast(name)
    assert beast is not None
    return beast.at


# --- going ------------------------------------------------------------------------------------------------------------


def _go(tx: Transaction, name: str, end: str, found: Aim) -> None:
    """Go to the end that is settled, and do what happens there."""
    way, leading = paths.ways(tx.state, name, found.places).get(end, ((), found.places))
    _tell_target(tx, name, found, leading)
    start = _at(tx, name)
    if not way:
        _tell_stay(tx, name, found)
        return
    tx.set_beast(name, at=end)
    _tell_way(tx, name, start, way, leading)
    steps.enter(tx, name, end)


def is_target(text: Text) -> bool:
    """Whether a step on the map tells a target only: it is shown together with what comes of it."""
    return text.msgid.startswith(_TARGET)


_TARGET = "{beast}. "  # so begin all the texts of targets, and no other


def _tell_target(tx: Transaction, name: str, found: Aim, leading: tuple[str, ...]) -> None:
    """Which target, and why."""
    state = tx.state
    args = {"beast": BEAST_NAMES[name], "place": place_name(state, leading[0])}
    chosen = found.why == "tied" and len(leading) == 1
    texts: Mapping[str, Callable[[], Text]] = {
        "fruit": lambda: T("{beast}. Target: {place}, because of the Fruit.", **args),
        "nearest": lambda: N(
            "{beast}. Target: {place}. The nearest Scouts, {n} step away.",
            "{beast}. Target: {place}. The nearest Scouts, {n} steps away.",
            found.steps,
            **args,
        ),
        "most": lambda: N(
            "{beast}. Target: {place}. Of the nearest places it has the most: {n} Scout.",
            "{beast}. Target: {place}. Of the nearest places it has the most: {n} Scouts.",
            found.scouts,
            **args,
        ),
        "tied": lambda: (
            T("{beast}. Target: {place}, chosen by {name} among equal ones.", name=who(state, state.first), **args)
            if chosen
            else T("{beast}. Several targets are equal, and the way is the same.", beast=BEAST_NAMES[name])
        ),
        "abyss": lambda: T("{beast}. Target: {place}, as there are no Scouts to hunt.", **args),
        "lure": lambda: T("{beast}. Target: {place}, from the Beast Movement card.", **args),
    }
    # Only shown: what has to be heard is where it goes.
    say(tx, "target", texts[found.why](), Urgency.QUIET, lit=leading, beast=name, place=leading[0], why=found.why)


def _tell_stay(tx: Transaction, name: str, found: Aim) -> None:
    """It stays: at its target, or because another Beast stands in its way."""
    at, beast = _at(tx, name), BEAST_NAMES[name]
    if at in found.places:
        say(tx, "stays", T("{beast} stays: it is at its target.", beast=beast), lit=(at,), beast=name)
        return
    text = T("{beast} stays: another Beast is in its way.", beast=beast)
    say(tx, "blocked", text, lit=(at,), beast=name)


def _tell_way(tx: Transaction, name: str, start: str, way: tuple[str, ...], leading: tuple[str, ...]) -> None:
    """Where it goes, the last place last."""
    state, beast = tx.state, BEAST_NAMES[name]
    place = said_place(state, way[-1])
    text = T("{beast} moves to: {place}.", beast=beast, place=place)
    if len(way) > 1:
        over = said_place(state, way[0])
        text = T("{beast} moves two steps: {over}, then {place}.", beast=beast, over=over, place=place)
    elif paths.speed(state, name) > 1 and way[-1] not in leading and paths.stops(state, way[-1], name):
        text = T("{beast} moves to: {place}. The Scouts there stop it.", beast=beast, place=place)
    ways = [f"{one}>{other}" for one, other in zip((start, *way[:-1]), way, strict=True)]
    say(tx, "moved", text, ways=ways, lit=(way[-1],), beast=name, to=way[-1], over=" ".join(way[:-1]))
    there, back = (T("{beast} to: {place}", beast=beast, place=place_name(state, one)) for one in (way[-1], start))
    order(tx, there, name, back)


# --- the First Player chooses -----------------------------------------------------------------------------------------


def chosen(tx: Transaction, task: Task) -> bool:
    """There may be no choice any more, once the table was set by hand: then its turn is worked out again."""
    state = tx.state
    if not by_hand(state) and state.beast(task.about) and len(_ends(state, task.about)) > 1:
        return False
    tx.finish_task()
    begin(tx, task.about)
    return True


def _ends(state: State, name: str) -> Mapping[str, tuple[paths.Way, tuple[str, ...]]]:
    found = aim(state, name)
    return paths.ways(state, name, found.places) if found else {}


def choose(tx: Transaction, args: Args) -> None:
    """The First Player chooses among targets and paths that are alike (p. 13, 16)."""
    task = require_task(tx.state, CHOOSE)
    end, found = word(args, "place"), aim(tx.state, task.about)
    if found is None or end not in _ends(tx.state, task.about):
        text = T("No target or shortest path of this Beast leads there now.")
        raise IllegalMove(text, rule="beasts.path", page=16)
    tx.finish_task()
    _go(tx, task.about, end, found)


def choose_prompt(state: State) -> Prompt:
    """Where the Beast goes, one tap on the map."""
    task = state.tasks[0]
    found = aim(state, task.about)
    assert found is not None
    return Prompt(
        name="beasts.choose",
        do=T("{name}, choose where {beast} goes.", name=who(state, task.seat), beast=BEAST_NAMES[task.about]),
        more=_alike(state, found),
        seat=task.seat,
        rule="beasts.path" if len(found.places) == 1 else "beasts.target",
        offers=(_to_choose(state, task.about, found), by_hand_offer()),
    )


def _to_choose(state: State, name: str, found: Aim) -> Offer:
    ends = {end: _end(state, name, end, found, to) for end, (_, to) in _ends(state, name).items()}
    ask = pick("place", T("Where to"), ends, on=MAP)
    return Offer(move=Move("beast_goes"), label=T("Choose where it goes"), asks=(ask,), icon=name)


def _alike(state: State, found: Aim) -> Text:
    if len(found.places) > 1:
        return T("These targets are equally near and have as many Scouts. The First Player chooses.")
    target = place_name(state, found.places[0])
    return T("Target: {place}. These paths are equally short. The First Player chooses.", place=target)


def _end(state: State, name: str, end: str, found: Aim, leading: tuple[str, ...]) -> Text:
    """One place to end in; with the target that it leads to, where there are several."""
    beast = state.beast(name)
    label = place_name(state, end)
    if beast is not None and beast.at == end:
        label = T("It stays, its path is blocked")
    if len(found.places) > 1 and len(leading) == 1 and leading != (end,):
        return T("{way}. Target: {place}", way=label, place=place_name(state, leading[0]))
    return label


# --- the table moves the Beasts by itself, this round -----------------------------------------------------------------


def by_hand_offer() -> Offer:
    """Possible whenever the Beasts are about to move."""
    return tap("by_hand", T("We move the Beasts by hand this round"), rule="beasts.move", icon="beasts")


def take_over(tx: Transaction, args: Args) -> None:
    """The table moves the Beasts for the rest of this round, and says where they went."""
    require_running(tx.state)
    tx.set(by_hand=tx.state.round)
    tx.note("by_hand", T("The table moves the Beasts by hand this round."))


def handed(tx: Transaction, task: Task) -> bool:
    """The Beast may have been taken off the board meanwhile, or is the companion's business after all."""
    there = tx.state.beast(task.about) is not None
    if there and by_hand(tx.state):
        return False
    tx.finish_task()
    if there:
        tx.add_task(Task(kind=CHAIN if "again" in task.of else ACT, about=task.about))
    return True


def hand_moved(tx: Transaction, args: Args) -> None:
    """The table has moved a Beast: there it does to Scouts what it always does. Where it stood, it stays."""
    task, end = require_task(tx.state, HAND), word(args, "place")
    if end == _at(tx, task.about):
        hand_stays(tx, args)
        return
    if end not in _free(tx.state, task.about):
        raise IllegalMove(T("No Beast can stand there now."), rule="beasts.move", page=17)
    tx.finish_task()
    start = _at(tx, task.about)
    tx.set_beast(task.about, at=end)
    text = T("{beast} moves to: {place}.", beast=BEAST_NAMES[task.about], place=place_name(tx.state, end))
    tx.note("moved", text, beast=task.about, start=start, to=end, over="")
    steps.enter(tx, task.about, end)


def hand_stays(tx: Transaction, args: Args) -> None:
    """The Beast stays where it is, or does not act again."""
    task = require_task(tx.state, HAND)
    tx.finish_task()
    text = T("{beast} stays.", beast=BEAST_NAMES[task.about])
    tx.note("stays", text, beast=task.about)


def _free(state: State, name: str) -> tuple[str, ...]:
    beast = state.beast(name)
    assert beast is not None
    return tuple(place for place in PLACES if exists(state, place) and not blocked(state, place) and place != beast.at)


def hand_prompt(state: State) -> Prompt:
    """Where the table has moved a Beast, one tap on the map."""
    task = state.tasks[0]
    beast = state.beast(task.about)
    assert beast is not None
    name, again = BEAST_NAMES[beast.name], "again" in task.of
    stays = T("No chain attack") if again else T("It stays")
    places = {place: place_name(state, place) for place in _free(state, beast.name)}
    ask = pick("place", T("Its own place: it stays"), {**places, beast.at: stays}, on=MAP)
    return Prompt(
        name=HAND,
        do=T("Chain attack of the Harrow? Move it and tap where it went.")
        if again
        else T("{beast}: move it and tap where it went.", beast=name),
        more=_hint(state, beast),
        rule="beasts.target",
        offers=(
            Offer(move=Move("hand_moved"), label=T("It went to"), asks=(ask,), icon=beast.name),
            tap("hand_stays", stays),
        ),
    )


def _hint(state: State, beast: Beast) -> Text:
    place = place_name(state, beast.at)
    if state.fruit:
        return T("It stands here: {place}. It goes for the Fruit.", place=place)
    if paths.speed(state, beast.name) > 1:
        return T("It stands here: {place}. It goes for the nearest Scouts, two steps.", place=place)
    return T("It stands here: {place}. It goes for the nearest Scouts, one step.", place=place)


# --- the Harrow's chain -----------------------------------------------------------------------------------------------


def chain(tx: Transaction, task: Task) -> bool:
    """After devouring, with a Scout next to it and no Fruit on the board, the Harrow acts again (p. 19)."""
    harrow = tx.state.beast(task.about)
    if harrow is not None and _unclear(tx.state, harrow):
        tx.add_first(Task(kind=HOUSE, about=paths.CHAIN))
        return True
    tx.finish_task()
    state = tx.state
    if harrow is None or state.fruit:
        return True
    if by_hand(state):
        tx.add_task(Task(kind=HAND, about=task.about, of=("again",)))
        return True
    near = [place for place in adjacent(state, harrow.at) if _keeps_going(state, place)]
    if near:
        text = T("Chain attack: there are Scouts next to the Harrow. It acts once more.")
        say(tx, "chain", text, lit=near, place=near[0])
        begin(tx, task.about)
    return True


def _unclear(state: State, harrow: Beast) -> bool:
    """Whether it matters how Scouts beside other Beasts count, and nobody has said so yet."""
    if paths.CHAIN in state.choices or state.fruit or by_hand(state):
        return False
    manned = [place for place in adjacent(state, harrow.at) if state.manned(place)]
    return bool(manned) and all(state.beast_at(place) for place in manned)


def _keeps_going(state: State, place: str) -> bool:
    return state.manned(place) > 0 and (beside_counts(state) or state.beast_at(place) is None)


MOVES: Mapping[str, Action[Transaction]] = {
    "beast_goes": action(
        choose,
        lambda args: T("Sent the Beast to: {place}", place=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Where to"), {place: PLACE_NAMES[place] for place in PLACES}),
    ),
    "by_hand": action(take_over, T("The Beasts by hand this round")),
    "hand_moved": action(
        hand_moved,
        lambda args: T("The Beast went to: {place}", place=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Where it went"), {place: PLACE_NAMES[place] for place in PLACES}),
    ),
    "hand_stays": action(hand_stays, T("The Beast stays")),
}
