"""What has to be decided or done before a step goes on: tokens to choose, deaths' cards, people beyond the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, IllegalMove, MoveKind, Prompt
from companion.games.frostpunk import tokens
from companion.games.frostpunk.asking import pick, tap, usual
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.ledger import Ledger, finish_task, require_task
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.people import gain_citizens
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, MOST_TOKENS, State
from companion.games.frostpunk.tokens import TRACK_NAMES
from companion.text import T


def choose_token(ledger: Ledger, args: Args) -> None:
    """How an increase, a decrease or a discard is carried out."""
    task = require_task(ledger.state, "increase", "decrease", "discard")
    how = word(args, "how")
    if how not in _choices(ledger.state, task.kind, task.about):
        raise IllegalMove(T("That cannot be done with these tokens."), rule="hope.change", page=17)
    finish_task(ledger)
    _HOW[how](ledger, task.about)


def _draw_and_activate(ledger: Ledger, about: str) -> None:
    tokens.draw(ledger, about)
    if not ledger.state.ended:
        tokens.activate(ledger, about)


_HOW: Mapping[str, Callable[[Ledger, str], None]] = {
    "draw": tokens.draw,
    "activate": tokens.activate,
    "draw_and_activate": _draw_and_activate,
    "exhaust": tokens.exhaust,
    "return": lambda ledger, about: tokens.take_off(ledger, about, "exhausted"),
    "discard_active": lambda ledger, about: tokens.take_off(ledger, about, "active"),
}


def _choices(state: State, kind: str, about: str) -> tuple[str, ...]:
    held, draw = state.tokens(about), tokens.can_draw(state, about)
    open_ = {
        "increase": {"draw": draw, "activate": held.exhausted > 0, "draw_and_activate": draw},
        "decrease": {"exhaust": held.active > 0, "return": held.exhausted > 0},
        "discard": {"return": held.exhausted > 0, "discard_active": held.active > 0},
    }[kind]
    return tuple(how for how, possible in open_.items() if possible)


def death_done(ledger: Ledger, args: Args) -> None:
    """The death effect of a Citizen card was carried out (p. 30)."""
    require_task(ledger.state, "death")
    finish_task(ledger)


def corpse_track_full(ledger: Ledger, args: Args) -> None:
    """The Corpse marker stands on the last space of its track: the board says so, and the game is lost (p. 16)."""
    require_task(ledger.state, "death")
    ledger.learn("corpse_last", ledger.state.corpses)
    end(ledger, "deaths")


def surplus(ledger: Ledger, args: Args) -> None:
    """Citizens beyond the limit of fifty are added as another type (p. 44)."""
    require_task(ledger.state, "surplus")
    kind = word(args, "kind")
    if ledger.state.group(kind).citizens >= MOST_CITIZENS:
        text = T("{who}: there are fifty already; choose another type.", who=KIND_NAMES[kind])
        raise IllegalMove(text, rule="limits", page=44)
    finish_task(ledger)
    gain_citizens(ledger, kind, 1)


# --- what is asked ----------------------------------------------------------------------------------------------------


_CHOICE_LABELS = {
    "draw": T("Draw one, exhausted"),
    "activate": T("Activate one"),
    "draw_and_activate": T("A named type: draw one, then activate one of that type"),
    "exhaust": T("Exhaust an active one"),
    "return": T("Put an exhausted one into its bag"),
    "discard_active": T("Put an active one into its bag"),
}
_DO = {
    ("increase", "hope"): T("Increase Hope: draw a token or activate one."),
    ("decrease", "hope"): T("Decrease Hope: exhaust a token, or put an exhausted one back into its bag."),
    ("discard", "hope"): T("Put one Hope token back into its bag."),
    ("increase", "discontent"): T("Increase Discontent: draw a token or activate one."),
    ("decrease", "discontent"): T("Decrease Discontent: exhaust a token, or put an exhausted one back into its bag."),
    ("discard", "discontent"): T("Put one Discontent token back into its bag."),
}


def _token_task(state: State) -> Prompt:
    task = state.todo[0]
    last = state.tokens(task.about).count
    dangers = {"draw", "draw_and_activate"} if task.about == "discontent" and last == MOST_TOKENS - 1 else set()
    dangers |= {"return", "discard_active"} if task.about == "hope" and last == 1 else set()
    offers = tuple(
        tap("choose_token", _CHOICE_LABELS[how], "danger" if how in dangers else "plain", how=how)
        for how in _choices(state, task.kind, task.about)
    )
    return Prompt(
        name=f"{task.about}.{task.kind}",
        do=_DO[task.kind, task.about],
        more=T(
            "{track}: {active} active, {exhausted} exhausted. Still to do: {count}.",
            track=TRACK_NAMES[task.about],
            active=state.tokens(task.about).active,
            exhausted=state.tokens(task.about).exhausted,
            count=task.count,
        ),
        rule="hope.change",
        offers=offers,
    )


_DEATH_DO = {
    "workers": T("A worker died. Draw a Citizen card and carry out its death effect for a worker."),
    "engineers": T("An engineer died. Draw a Citizen card and carry out its death effect for an engineer."),
    "children": T("A child died. Draw a Citizen card and carry out its death effect for a child."),
}


def _death(state: State) -> Prompt:
    offers = [usual("death_done", T("Done"))]
    if state.fact("corpse_last") is None:
        full = T("The Corpse marker is on the last space")
        offers.append(tap("corpse_track_full", full, "danger", rule="ends"))
    more = T(
        "Or one of you discards a Citizen card of the same type instead and carries out that one. Do as much of it as "
        "you can. The Corpse marker stands on {corpses}; on the last space of its track you lose.",
        corpses=state.corpses,
    )
    return Prompt(name="death.card", do=_DEATH_DO[state.todo[0].about], more=more, rule="death", offers=tuple(offers))


def _surplus(state: State) -> Prompt:
    count = state.todo[0].count
    offers = tuple(
        tap("surplus", KIND_NAMES[kind], kind=kind) for kind in KINDS if state.group(kind).citizens < MOST_CITIZENS
    )
    return Prompt(
        name="people.surplus",
        do=T("Fifty of one type is the most. Which type is added instead?"),
        more=T("Still to be added, one at a time: {count}.", count=count),
        rule="limits",
        offers=offers,
    )


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    "increase": _token_task,
    "decrease": _token_task,
    "discard": _token_task,
    "death": _death,
    "surplus": _surplus,
}
_KIND = pick("kind", T("Type"), {kind: KIND_NAMES[kind] for kind in KINDS})
MOVES: Mapping[str, MoveKind[State]] = {
    "choose_token": move(choose_token, lambda a: _CHOICE_LABELS[word(a, "how")], pick("how", T("How"), _CHOICE_LABELS)),
    "death_done": move(death_done, says(T("Death effect carried out"))),
    "corpse_track_full": move(corpse_track_full, says(T("Corpse track full"))),
    "surplus": move(surplus, lambda a: T("{who}: added instead", who=KIND_NAMES[word(a, "kind")]), _KIND),
}
