"""Technologies (rulebook p. 19, 38, 41): which one is developed next, what it costs and what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.api import (
    Args,
    CardList,
    CardRow,
    IllegalMove,
    Move,
    N,
    Note,
    Offer,
    Panel,
    Prompt,
    T,
    Text,
    Value,
    Widget,
    Words,
)
from companion.games.frostpunk.cards import carrying, development, lasting, owner_facts
from companion.games.frostpunk.cards.development import TASK, WAITING, ask, can_begin, choosing, on_track, put, unnamed
from companion.games.frostpunk.cards.lasting import lasting_note
from companion.games.frostpunk.cards.piles import Technology
from companion.games.frostpunk.forms import Settable, typed
from companion.games.frostpunk.state import ROUNDS, State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, number, pick, require_task, whole, word

MOST_COST = ROUNDS
KIND = "technology"


def development_cost(state: State, technology: Technology) -> int:
    """Its Development cost in rounds as far as is known, else 0."""
    found = owner_facts.card(state, owner_facts.named(KIND, technology.name))
    return technology.cost or (found.cost if found is not None else 0)


def due(state: State, rounds: int) -> int:
    """Where the token is put: so many spaces ahead of the Round marker, at most on the last space (p. 38)."""
    return min(ROUNDS, state.round + rounds)


def choose(tx: Transaction, name: str, rounds: int) -> None:
    """The choice that is pending: the token of a Technology goes onto the Round track."""
    require_task(tx.state, TASK)
    tx.finish_task()
    begin_development(tx, name, rounds)


def leaves_no_choice(state: State) -> bool:
    """Whether one Technology alone is left, and what it costs is known: its token has to be put (p. 19, 38)."""
    left = development.inactive(state)
    return len(left) == 1 and not development.unnamed(state) and development_cost(state, left[0]) > 0


def begin_only(tx: Transaction) -> None:
    """The last Technology is begun."""
    [only] = development.inactive(tx.state)
    choose(tx, only.name, development_cost(tx.state, only))


def begin_development(tx: Transaction, name: str, rounds: int) -> None:
    """Put the Development token of a Technology onto the Round track (p. 38); what was told of it is kept."""
    technology = _named(tx, name)
    if not can_begin(tx.state):
        text = T("Only one Technology is developed at a time, and only with a Workshop on the map.")
        raise IllegalMove(text, rule="technologies", page=38)
    if technology.token != "inactive":
        raise IllegalMove(T("{name} is developed already.", name=Text(name)), rule="technologies", page=38)
    if development_cost(tx.state, replace(technology, cost=0)) != rounds:
        owner_facts.write_line(tx, owner_facts.named(KIND, name), "cost", str(rounds))
    space = due(tx.state, rounds)
    put(tx, replace(technology, cost=rounds, token="track", due=space))
    text = T("The Development token of {name} lies on round {space}.", name=Text(name), space=space)
    tx.tell("development_began", text, technology=name, due=space)
    tx.order(
        "development",
        T("Put the Development token of {name} on round {space}", name=Text(name), space=space),
        "technology",
    )
    _carry_on(tx)


def _named(tx: Transaction, name: str) -> Technology:
    """The card of that name; one that nobody had named takes a free place of the four."""
    state = tx.state
    known = next((one for one in state.technologies if one.name == name), None)
    if known is not None:
        return known
    if not unnamed(state):
        raise IllegalMove(T("That Technology does not lie in the display."), rule="technologies", page=38)
    new = Technology(name=name)
    blank = next((n for n, one in enumerate(state.technologies) if not one.name), len(state.technologies))
    row = [*state.technologies]
    row[blank : blank + 1] = [new]
    tx.set(technologies=tuple(row))
    return new


def reach(tx: Transaction) -> None:
    """The Round marker reaches the Development token: the Technology is developed, the next one chosen (p. 19)."""
    reached = on_track(tx.state)
    if reached is None or reached.due > tx.state.round:
        return
    put(tx, replace(reached, token="active", due=0))
    text = T("{name} is developed: its token lies on the card, active side up.", name=Text(reached.name))
    tx.tell("developed", text, technology=reached.name)
    tx.todo(T("Put its Development token onto the card, active side up: {name}", name=Text(reached.name)), "technology")
    found = owner_facts.card(tx.state, owner_facts.named(KIND, reached.name))
    if found is not None:
        carrying.queue(tx, found.at_once, reached.name)
    ask(tx)
    lasting.ask(tx, owner_facts.named(KIND, reached.name))


def due_now(state: State) -> bool:
    """Whether the Round marker stands on the Development token, or beyond."""
    token = on_track(state)
    return token is not None and token.due <= state.round


def can_move_back(state: State) -> bool:
    """Whether the Workshop can move a Development token: one lies on the track, or is about to be put there."""
    return on_track(state) is not None or choosing(state)


def token_back(tx: Transaction) -> None:
    """The Workshop moves the Development token one space towards the Round marker (p. 41).

    While the next Technology is still to be chosen, it waits for that: the second effect may move the new token.
    """
    if choosing(tx.state):
        tx.set(tasks=(*tx.state.tasks, Task(kind=WAITING)))  # behind the choice, whatever comes first now
        return
    token = on_track(tx.state)
    if token is None:
        text = T("No Development token lies on the Round track.")
        raise IllegalMove(text, rule="workshop", page=41)
    put(tx, replace(token, due=token.due - 1))
    text = T("The Development token of {name} moved back to {space}.", name=Text(token.name), space=token.due - 1)
    tx.tell("development_hastened", text, technology=token.name, due=token.due - 1)
    order = T("Move the Development token back to {space}", space=token.due - 1)
    tx.order("development", order, "technology", T("Move the Development token to {space}", space=token.due))
    reach(tx)


def settle(tx: Transaction) -> bool:
    """Leave out a choice that has become impossible, such as by a correction; whether that was done."""
    if tx.at_head(TASK, WAITING) is None or (choosing(tx.state) and can_begin(tx.state)):
        return False
    tx.set(tasks=tuple(task for task in tx.state.tasks if task.kind not in (TASK, WAITING)))
    return True


def _carry_on(tx: Transaction) -> None:
    """A second effect of the Workshop that waited for the choice is done now."""
    waiting = next((n for n, task in enumerate(tx.state.tasks) if task.kind == WAITING), None)
    if waiting is None:
        return
    tasks = tx.state.tasks
    tx.set(tasks=(*tasks[:waiting], *tasks[waiting + 1 :]))
    token_back(tx)


_COST = whole("cost", T("Development cost in rounds"), MOST_COST, at_least=1)
_NAME = Words(name="name", label=T("Technology"), at_most_chars=owner_facts.NAME_CHARS)


def develop(tx: Transaction, args: Args) -> None:
    """The Technology that is developed next was chosen."""
    name = owner_facts.tidy(word(args, "name"))
    if not name:
        raise IllegalMove(T("Say which Technology it is."), rule="technologies", page=38)
    choose(tx, name, number(args, "cost"))


def _technology(state: State) -> Prompt:
    offers = [_offer(state, one.name, development_cost(state, one)) for one in development.inactive(state)]
    if development.unnamed(state):
        offers.append(Offer(move=Move("develop"), label=T("Another Technology"), asks=(_NAME, _COST)))
    return Prompt(
        name="technology.choose",
        do=T("Choose the Technology to develop next, and put its token onto the Round track."),
        more=T(
            "As many spaces ahead of the Round marker as the card shows, never beyond fifteen. Only one is developed "
            "at a time."
        ),
        rule="technologies",
        offers=tuple(offers),
    )


def _offer(state: State, name: str, rounds: int) -> Offer:
    if rounds:
        label = T("{name}, token onto round {space}", name=Text(name), space=due(state, rounds))
        return Offer(move=Move("develop", {"name": name, "cost": rounds}), label=label)
    return Offer(move=Move("develop", {"name": name}), label=Text(name), asks=(_COST,))


def panel(state: State) -> Panel:
    """The four Technologies, and how far each is."""
    rows = tuple(
        CardRow(code=one.name, label=Text(one.name), note=_standing(state, one), icon="technology")
        for one in state.technologies
        if one.name
    )
    widgets: list[Widget] = [CardList(label=T("Technologies"), cards=rows)]
    if not development.workshops(state):
        text = T("Without a Workshop no Technology is developed.")
        widgets.append(Note(text=text, rule="technologies"))
    return Panel(name="technologies", title=T("Technologies"), widgets=tuple(widgets), icon="technology")


def _standing(state: State, technology: Technology) -> Text:
    if technology.token == "active":
        return lasting_note(state, owner_facts.named(KIND, technology.name)) or T("Developed")
    if technology.token == "track":
        return T("Under development, due in round {round}", round=technology.due)
    cost = development_cost(state, technology)
    return N("Takes {n} round", "Takes {n} rounds", cost) if cost else T("Not begun")


PLACES = {
    "inactive": T("Inactive on its card"),
    "active": T("Developed"),
    **{f"round{n}": T("Round track, {round}", round=n) for n in range(1, ROUNDS + 1)},
}


def settables(state: State) -> Iterator[Settable]:
    """Which Technologies lie there, and where each token is."""
    names = ", ".join(one.name for one in state.technologies)

    def put_names(tx: Transaction, value: Value) -> None:
        wanted = tuple(dict.fromkeys(owner_facts.tidy(one) for one in str(value).split(",") if owner_facts.tidy(one)))
        if len(wanted) > development.CARDS:
            raise IllegalMove(T("Four Technologies lie open."), rule="technologies", page=38)
        development.set_names(tx, wanted)

    yield Settable(typed("technologies", T("Technologies, with commas between them"), names), names, put_names)
    for nth, one in enumerate(state.technologies, start=1):
        if one.name:
            place = f"round{one.due}" if one.token == "track" else one.token
            ask = pick(f"technology{nth}", T("Token of {name}", name=Text(one.name)), PLACES)
            yield Settable(ask, place, _put_token(one.name))


def _put_token(name: str) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        space = str(value).removeprefix("round")
        token = "track" if space.isdecimal() else str(value)
        development.set_token(tx, name, token, int(space) if token == "track" else 0)

    return put


MODULE: GameModule[State, Transaction] = GameModule(
    name="technologies",
    moves={
        "develop": action(
            develop,
            lambda args: N(
                "{name}: under development, {n} round",
                "{name}: under development, {n} rounds",
                number(args, "cost"),
                name=word(args, "name"),
            ),
            _NAME,
            _COST,
        ),
    },
    tasks={
        development.TASK: _technology,
    },
    settle=settle,
    panels=lambda state: (panel(state),),
    settables=settables,
)
