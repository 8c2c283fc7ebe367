"""Hope and Discontent: what is asked where a change leaves a choice, one tap for each (rulebook p. 17)."""

from __future__ import annotations

from companion.api import (
    Args,
    BoardFamily,
    Chance,
    Choice,
    IllegalMove,
    Move,
    N,
    Offer,
    Prompt,
    T,
    Text,
    Words,
    template,
)
from companion.games.frostpunk.people import tokens
from companion.games.frostpunk.people.tokens import THIRD_NAME, token_name
from companion.games.frostpunk.state import DISCONTENT_TYPES, HOPE_TYPES, TOKEN_NAMES, UNTOLD, State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, pick, require_running, require_task, tap, word

NO_SUCH = "none"  # the answer that no token of the named type lies there


def choose_token(tx: Transaction, args: Args) -> None:
    """How a change of Hope or Discontent is carried out, and with which type of token."""
    task = require_task(tx.state, *tokens.CHANGES)
    how, of = word(args, "how"), word(args, "of")
    if how == NO_SUCH and _may_skip(task):
        tx.drop_task()
        return
    if (how, of) not in tokens.choices(tx.state, task.kind, task.about, task.of):
        raise IllegalMove(T("That cannot be done with these tokens."), rule="hope.change", page=17)
    tx.finish_task()
    tokens.carry_out(tx, task.about, how, of, of=task.of)


def draw_token(tx: Transaction, args: Args) -> None:
    """The companion draws in place of the bag; its three types must be known."""
    task = require_task(tx.state, "increase")
    left = tokens.in_bag(tx.state, task.about)
    if left is None:
        text = T("For that, what lies in the bag has to be known. Draw a token yourselves.")
        raise IllegalMove(text, rule="hope.change", page=17)
    of = word(args, "of")
    choose_token(tx, {"how": "draw", "of": of})
    text = T("Take this token out of its bag: {kind}.", kind=token_name(tx.state, of))
    tx.tell("companion_drew", text, track=task.about, kind=of)
    tx.todo(T("Take a {kind} token out of its bag, and lay it down exhausted", kind=token_name(tx.state, of)))


def name_token(tx: Transaction, args: Args) -> None:
    """The type of a token that lies on its track is told."""
    task = require_task(tx.state, "name_token")
    kind = word(args, "kind")
    if kind not in tokens.nameable(tx.state, task.about):
        raise IllegalMove(T("No more tokens of that type can be out."), rule="hope", page=17)
    tx.finish_task()
    if int(task.of) < tx.state.tokens(task.about).count:
        tokens.name_token(tx, task.about, int(task.of), kind)


def name_third(tx: Transaction, args: Args) -> None:
    """What the third type of Discontent is called is only pictured; the owner names it once."""
    require_running(tx.state)
    if not word(args, "name"):
        raise IllegalMove(T("Enter a name."))
    tx.learn(THIRD_NAME, word(args, "name"))
    tx.note("third_named", T("The third type of Discontent is called {name}.", name=word(args, "name")))


def _may_skip(task: Task) -> bool:
    """A named type among tokens whose types nobody has said: there may be none of it."""
    return bool(task.of) and task.kind != "increase"


# --- what is asked ----------------------------------------------------------------------------------------------------


_DO = {
    ("increase", "hope"): T("Increase Hope: draw a token, or activate one."),
    ("decrease", "hope"): T("Decrease Hope: exhaust a token, or put an exhausted one back into its bag."),
    ("activate", "hope"): T("Activate a Hope token."),
    ("exhaust", "hope"): T("Exhaust a Hope token."),
    ("discard", "hope"): T("Put one Hope token back into its bag."),
    ("activate_all", "hope"): T("Activate all Hope tokens of one type."),
    ("exhaust_all", "hope"): T("Exhaust all Hope tokens of one type."),
    ("increase", "discontent"): T("Increase Discontent: draw a token, or activate one."),
    ("decrease", "discontent"): T("Decrease Discontent: exhaust a token, or put an exhausted one back into its bag."),
    ("activate", "discontent"): T("Activate a Discontent token."),
    ("exhaust", "discontent"): T("Exhaust a Discontent token."),
    ("discard", "discontent"): T("Put one Discontent token back into its bag."),
    ("activate_all", "discontent"): T("Activate all Discontent tokens of one type."),
    ("exhaust_all", "discontent"): T("Exhaust all Discontent tokens of one type."),
}
_DO_DRAW = {
    "hope": T("Draw a Hope token and lay it down exhausted. Which type is it?"),
    "discontent": T("Draw a Discontent token and lay it down exhausted. Which type is it?"),
}
_DO_NAMED = {
    "increase": template("Activate a token of one type: {kind}."),
    "decrease": template("Exhaust a token of one type, or put an exhausted one back into its bag: {kind}."),
    "activate": template("Does an exhausted token of this type lie there? Then activate it: {kind}."),
    "exhaust": template("Does an active token of this type lie there? Then exhaust it: {kind}."),
    "discard": template("Put a token of one type back into its bag: {kind}."),
    "activate_all": template("Activate all tokens of one type: {kind}."),
    "exhaust_all": template("Exhaust all tokens of one type: {kind}."),
}
_UNDER = {
    "draw": T("Draw a token, exhausted: which type is it?"),
    "activate": T("Activate a token"),
    "exhaust": T("Exhaust an active token"),
    "remove": T("Put an exhausted token into its bag"),
    "remove_active": T("Put an active token into its bag"),
}
_HOWS = {
    **_UNDER,
    "activate_all": T("Activate all of one type"),
    "exhaust_all": T("Exhaust all of one type"),
    NO_SUCH: T("There is none"),
}
_LABELS = {
    "draw": template("Drawn: {kind}"),
    "activate": template("Activate: {kind}"),
    "exhaust": template("Exhaust: {kind}"),
    "remove": template("Into the bag, exhausted: {kind}"),
    "remove_active": template("Into the bag, active: {kind}"),
    "activate_all": template("Activate all: {kind}"),
    "exhaust_all": template("Exhaust all: {kind}"),
    NO_SUCH: T("There is none"),
}


def _token_task(state: State) -> Prompt:
    task = state.tasks[0]
    open_ = tokens.choices(state, task.kind, task.about, task.of)
    return Prompt(
        name=f"{task.about}.{task.kind}",
        do=_what(state, task, {how for how, _ in open_}),
        more=_more(state, task, {how for how, _ in open_}),
        rule="hope.change" if task.kind in ("increase", "decrease") else "hope.flip",
        offers=(
            *_offers(state, task, open_),
            *_companion_draws(state, task),
            *_skip(task),
            *(_naming(state) if any(kind == "third" for _, kind in open_) else ()),
        ),
    )


def _what(state: State, task: Task, hows: set[str]) -> Text:
    if hows == {"draw"}:
        return _DO_DRAW[task.about]
    if task.of:
        do = _DO_NAMED[task.kind]
        return Text(do.msgid, {"kind": token_name(state, task.of)})
    if task.kind == "increase" and "draw" not in hows:
        return _DO["activate", task.about]
    if task.kind == "decrease" and len(hows) == 1:
        return _DO["exhaust" if "exhaust" in hows else "discard", task.about]
    return _DO[task.kind, task.about]


def _more(state: State, task: Task, hows: set[str]) -> Text | None:
    times = N("Once.", "{n} times, one after the other.", task.count)
    if hows & {"remove", "remove_active"} and state.tokens(task.about).count > 1:
        slide = T("Where one goes back into the bag, those to its right slide left.")
        return T("{times} {slide}", times=times, slide=slide) if task.count > 1 else slide
    if task.kind == "increase" and task.of:
        name = token_name(state, task.of)
        return T(
            "Then a token of this type is activated, if one lies exhausted: {kind}. {times}", kind=name, times=times
        )
    return times if task.count > 1 else None


def _offers(state: State, task: Task, open_: tuple[tuple[str, str], ...]) -> list[Offer]:
    several = len({how for how, _ in open_}) > 1
    return [
        Offer(
            move=Move("choose_token", {"how": how, "of": of}),
            label=_label(state, how, of),
            tone="danger" if tokens.loses(state, task.about, how) else "plain",
            under=_UNDER.get(how) if several else None,
        )
        for how, of in open_
    ]


def _label(state: State, how: str, of: str) -> Text:
    if how == "draw" and of == UNTOLD:
        return T("Draw the sixth token: you lose")
    return Text(_LABELS[how].msgid, {"kind": token_name(state, of)})


def _companion_draws(state: State, task: Task) -> list[Offer]:
    """A further offer where the bag is known: the companion draws."""
    left = tokens.in_bag(state, task.about)
    if task.kind != "increase" or left is None or not tokens.can_draw(state, task.about):
        return []
    if tokens.loses(state, task.about, "draw"):
        return []
    choices = tuple(Choice(value=kind, label=token_name(state, kind)) for kind in left)
    bag = Chance(name="of", label=T("Token"), choices=choices, weights=tuple(left.values()))
    return [Offer(move=Move("draw_token"), label=T("Let the companion draw"), asks=(bag,))]


def _skip(task: Task) -> list[Offer]:
    return [tap("choose_token", _LABELS[NO_SUCH], how=NO_SUCH, of=UNTOLD)] if _may_skip(task) else []


def _naming(state: State) -> tuple[Offer, ...]:
    if state.word(THIRD_NAME):
        return ()
    return (Offer(move=Move("name_third"), label=T("Name the third type of Discontent"), asks=(_NAME,)),)


_PLACES = (T("first"), T("second"), T("third"), T("fourth"), T("fifth"), T("sixth"))
_DO_NAME = {
    "hope": template("Which type is the {place} Hope token from the left?"),
    "discontent": template("Which type is the {place} Discontent token from the left?"),
}


def _name_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    naming = _naming(state) if task.about == "discontent" else ()
    kinds = tokens.nameable(state, task.about)
    return Prompt(
        name=f"{task.about}.name",
        do=Text(_DO_NAME[task.about].msgid, {"place": _PLACES[int(task.of)]}),
        rule="hope",
        offers=(*(tap("name_token", token_name(state, kind), kind=kind) for kind in kinds), *naming),
    )


_TYPES = {kind: TOKEN_NAMES[kind] for kind in (*HOPE_TYPES, *DISCONTENT_TYPES)}
_NAME = Words(name="name", label=T("Name of the third type, as your rulebook or tokens show it"), at_most_chars=20)

MODULE: GameModule[State, Transaction] = GameModule(
    name="tokens",
    moves={
        "choose_token": action(
            choose_token,
            lambda a: Text(_LABELS[word(a, "how")].msgid, {"kind": TOKEN_NAMES[word(a, "of")]}),
            pick("how", T("How"), _HOWS),
            pick("of", T("Type"), {**_TYPES, UNTOLD: TOKEN_NAMES[UNTOLD]}),
        ),
        "draw_token": action(
            draw_token,
            lambda a: T("The companion drew: {kind}", kind=TOKEN_NAMES[word(a, "of")]),
            Chance(name="of", label=T("Type"), choices=tuple(Choice(value=v, label=t) for v, t in _TYPES.items())),
        ),
        "name_token": action(
            name_token,
            lambda a: T("A token named: {kind}", kind=TOKEN_NAMES[word(a, "kind")]),
            pick("kind", T("Type"), _TYPES),
        ),
        "name_third": action(name_third, lambda a: T("The third type named: {name}", name=word(a, "name")), _NAME),
    },
    tasks={
        **dict.fromkeys(tokens.CHANGES, _token_task),
        "name_token": _name_prompt,
    },
    settle=tokens.settle,
    families=(
        BoardFamily(
            pattern=THIRD_NAME,
            ask=Words(name=THIRD_NAME, label=T("Discontent’s third type"), at_most_chars=20),
            label=T("What the third type of Discontent token is called; the others are Anger and Greed"),
        ),
    ),
)
