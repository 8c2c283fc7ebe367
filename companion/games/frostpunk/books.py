"""What cards, Buildings and deaths change besides the steps of a round: the books as moves that are always open."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk import tokens
from companion.games.frostpunk.asking import per_kind, pick, tap, usual, whole
from companion.games.frostpunk.endings import ENDINGS, end
from companion.games.frostpunk.ledger import Ledger, finish_task, require_running, require_task
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.people import curable, cure, die, fall_sick, gain_citizens, treat
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, MOST_RESOURCES, State
from companion.games.frostpunk.stores import NAMES, RESOURCES, gain, lose, spend
from companion.games.frostpunk.tokens import TRACK_NAMES
from companion.text import T

SPENDABLE = ("food", *RESOURCES)
MOST_AT_ONCE = 50
CHANGES = {
    "increase_hope": T("Increase Hope"),
    "decrease_hope": T("Decrease Hope"),
    "increase_discontent": T("Increase Discontent"),
    "decrease_discontent": T("Decrease Discontent"),
    "discard_hope": T("Discard Hope tokens"),
    "discard_discontent": T("Discard Discontent tokens"),
    "activate_hope": T("Activate Hope"),
    "exhaust_hope": T("Exhaust Hope"),
    "activate_discontent": T("Activate Discontent"),
    "exhaust_discontent": T("Exhaust Discontent"),
}
LOSSES = ("scenario", "hope", "discontent", "explosion", "sickness", "hunger", "deaths")


def gained(ledger: Ledger, args: Args) -> None:
    """Something was gained."""
    require_running(ledger.state)
    gain(ledger, word(args, "what"), number(args, "count"))


def lost(ledger: Ledger, args: Args) -> None:
    """Something was lost, as much as there was (p. 16)."""
    require_running(ledger.state)
    lose(ledger, word(args, "what"), number(args, "count"))


def spent(ledger: Ledger, args: Args) -> None:
    """Food and Resources were spent, in full or not at all (p. 16)."""
    require_running(ledger.state)
    for what in SPENDABLE:
        spend(ledger, what, number(args, what))


def sick(ledger: Ledger, args: Args) -> None:
    """People fell sick."""
    require_running(ledger.state)
    for kind in KINDS:
        fall_sick(ledger, kind, number(args, kind))


def died(ledger: Ledger, args: Args) -> None:
    """Somebody died."""
    require_running(ledger.state)
    kind = word(args, "kind")
    if not ledger.state.group(kind).citizens:
        raise IllegalMove(T("{who}: there is nobody left.", who=KIND_NAMES[kind]), rule="death", page=30)
    die(ledger, kind)


def cured(ledger: Ledger, args: Args) -> None:
    """Cure points were used; those that do nothing are lost (p. 30)."""
    require_running(ledger.state)
    for kind in KINDS:
        cure(ledger, kind, number(args, kind))


def treated(ledger: Ledger, args: Args) -> None:
    """Treat points were used (p. 31)."""
    require_running(ledger.state)
    for kind in KINDS:
        if number(args, kind):
            treat(ledger, kind)


def change_tokens(ledger: Ledger, args: Args) -> None:
    """Hope or Discontent changed so many times; what is a choice is asked, time by time (p. 17)."""
    require_running(ledger.state)
    kind, about = word(args, "what").split("_")
    if kind in ("increase", "decrease", "discard"):
        tokens.change(ledger, kind, about, number(args, "times"))
        return
    for _ in range(number(args, "times")):
        (tokens.activate if kind == "activate" else tokens.exhaust)(ledger, about)


# --- choices about tokens, and what a death or a full track asks for --------------------------------------------------


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


def declare_won(ledger: Ledger, args: Args) -> None:
    """The goal of the scenario is reached."""
    require_running(ledger.state)
    end(ledger, "won")


def declare_lost(ledger: Ledger, args: Args) -> None:
    """The game is lost for a reason that the players see."""
    require_running(ledger.state)
    end(ledger, word(args, "how"))


# --- what is asked ----------------------------------------------------------------------------------------------------


def prompt(state: State) -> Prompt:
    """Everything that cards and Buildings may change; never pressing."""
    return Prompt(
        name="books",
        do=T("Anything that a card or a Building changed?"),
        more=T("Enter it here, and the tracks stay right. Single values can be set by hand as well."),
        rule="spend.lose",
        offers=(*_store_offers(state), *_people_offers(state), _token_offer(), *_end_offers()),
    )


def _store_offers(state: State) -> list[Offer]:
    what = pick("what", T("What"), dict(NAMES), "food")
    count = whole("count", T("How many"), MOST_AT_ONCE, 1, at_least=1)
    limits = {name: getattr(state, name) for name in SPENDABLE}
    spend_asks = tuple(whole(name, NAMES[name], limits[name], 0) for name in SPENDABLE)
    offers = [
        Offer(move=Move("gain"), label=T("Gained"), asks=(what, count), rule="spend.lose"),
        Offer(move=Move("lose"), label=T("Lost"), asks=(what, count), rule="spend.lose"),
    ]
    if any(limits.values()):
        offers.append(Offer(move=Move("spend"), label=T("Spent"), asks=spend_asks, rule="spend.lose"))
    return offers


def _people_offers(state: State) -> list[Offer]:
    groups = {kind: state.group(kind) for kind in KINDS}
    some = {kind: KIND_NAMES[kind] for kind in KINDS if groups[kind].citizens}
    if not some:
        return []
    limit = {kind: group.citizens for kind, group in groups.items()}
    offers = [Offer(move=Move("sick"), label=T("Fell sick"), asks=per_kind(limit), rule="sickness")]
    can_cure = {kind: curable(group.sick, group.grave) for kind, group in groups.items()}
    if any(can_cure.values()):
        offers.append(Offer(move=Move("cure"), label=T("Cured"), asks=per_kind(can_cure), rule="cure"))
    grave = {kind: int(group.grave) for kind, group in groups.items()}
    if any(grave.values()):
        offers.append(Offer(move=Move("treat"), label=T("Treated"), asks=per_kind(grave), rule="treat"))
    who = pick("kind", T("Who died"), some)
    offers.append(Offer(move=Move("die"), label=T("Somebody died"), asks=(who,), rule="death"))
    return offers


def _token_offer() -> Offer:
    asks = (pick("what", T("What"), CHANGES), whole("times", T("How many times"), 6, 1, at_least=1))
    return Offer(move=Move("tokens"), label=T("Hope or Discontent"), asks=asks, rule="hope.change")


def _end_offers() -> list[Offer]:
    why = pick("how", T("Why"), {how: ENDINGS[how] for how in LOSSES})
    return [
        Offer(move=Move("declare_won"), label=T("We won"), tone="danger", rule="ends"),
        Offer(move=Move("declare_lost"), label=T("We lost"), asks=(why,), tone="danger", rule="ends"),
    ]


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
    dangers = {"draw", "draw_and_activate"} if task.about == "discontent" and last == 5 else set()
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
_WHAT = pick("what", T("What"), dict(NAMES))
_COUNT = whole("count", T("How many"), MOST_AT_ONCE, at_least=1)
_FIFTY = per_kind(dict.fromkeys(KINDS, MOST_CITIZENS))
_KIND = pick("kind", T("Type"), {kind: KIND_NAMES[kind] for kind in KINDS})
MOVES: Mapping[str, MoveKind[State]] = {
    "gain": move(
        gained, lambda a: T("{what}: {count} gained", what=NAMES[word(a, "what")], count=a["count"]), _WHAT, _COUNT
    ),
    "lose": move(
        lost, lambda a: T("{what}: {count} lost", what=NAMES[word(a, "what")], count=a["count"]), _WHAT, _COUNT
    ),
    "spend": move(
        spent,
        lambda a: T("Spent: {food} Food, {coal} Coal, {wood} Wood, {steam_cores} Steam Cores", **dict(a)),
        *(whole(what, NAMES[what], MOST_RESOURCES) for what in SPENDABLE),
    ),
    "sick": move(
        sick,
        lambda a: T("Fell sick: {workers} workers, {engineers} engineers, {children} children", **dict(a)),
        *_FIFTY,
    ),
    "die": move(died, lambda a: T("{who}: one died", who=KIND_NAMES[word(a, "kind")]), _KIND),
    "cure": move(
        cured, lambda a: T("Cured: {workers} workers, {engineers} engineers, {children} children", **dict(a)), *_FIFTY
    ),
    "treat": move(
        treated,
        lambda a: T("Treated: {workers} workers, {engineers} engineers, {children} children", **dict(a)),
        *per_kind(dict.fromkeys(KINDS, 1)),
    ),
    "tokens": move(
        change_tokens,
        lambda a: T("{what}, times {times}", what=CHANGES[word(a, "what")], times=a["times"]),
        pick("what", T("What"), CHANGES),
        whole("times", T("How many times"), 6, at_least=1),
    ),
    "choose_token": move(choose_token, lambda a: _CHOICE_LABELS[word(a, "how")], pick("how", T("How"), _CHOICE_LABELS)),
    "death_done": move(death_done, says(T("Death effect carried out"))),
    "corpse_track_full": move(corpse_track_full, says(T("Corpse track full"))),
    "surplus": move(surplus, lambda a: T("{who}: added instead", who=KIND_NAMES[word(a, "kind")]), _KIND),
    "declare_won": move(declare_won, says(T("Declared won"))),
    "declare_lost": move(
        declare_lost, says(T("Declared lost")), pick("how", T("Why"), {h: ENDINGS[h] for h in LOSSES})
    ),
}
