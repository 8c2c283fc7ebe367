"""The order of a round: every step of every phase (rulebook p. 18 to 29), which of them apply, and what begins them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Whole
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.people.health import flip
from companion.games.frostpunk.phases import sections
from companion.games.frostpunk.state import (
    KIND_NAMES,
    KINDS,
    LOSING_SICK,
    MOST_CITIZENS,
    QUIET_SICK,
    SPENT_TOKENS,
    Group,
    State,
)
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, tap, usual, whole, word


def unresolved_sickness(state: State) -> tuple[str, ...]:
    """The types whose Sickness marker stands lowest of those still to be resolved; more than one on equal spaces."""
    open_ = {
        kind: state.group(kind).sick
        for kind in KINDS
        if kind not in state.resolved and state.group(kind).sick > QUIET_SICK
    }
    return tuple(kind for kind, sick in open_.items() if sick == min(open_.values()))


def check_overwhelming_sickness(tx: Transaction) -> None:
    """Lose with a Sickness marker on space 26 or higher: after the Advisor (p. 22), and when a death's card puts one
    there while the markers are resolved (p. 16: at any time in the Preparation Phase)."""
    if not tx.state.ended and any(tx.state.group(kind).sick >= LOSING_SICK for kind in KINDS):
        end(tx, "sickness")


MOST_FLIPS = 6
ANY = "any"  # the markers in their order, wherever the players have nothing to choose
NOTHING: Mapping[str, int] = {"tokens": 0, "flips": 0}


def sickness(tx: Transaction, args: Args) -> None:
    """Resolve the Sickness markers whose sections are known, from the lowest to the highest (p. 22).

    It stops where something has to be decided or told: a death, or markers on the same space of which one dies.
    """
    require_step(tx.state, "preparation.sickness")
    first = word(args, "kind")
    if first != ANY and first not in unresolved_sickness(tx.state):
        text = T("Sickness markers are resolved from the lowest to the highest.")
        raise IllegalMove(text, rule="preparation.sickness", page=22)
    if not run(tx, first):
        text = T("Nobody has told yet what this section shows.")
        raise IllegalMove(text, rule="preparation.sickness", page=22)
    tx.go_on()


def leaves_no_choice(state: State) -> bool:
    """Whether the next Sickness marker can be resolved without asking: no order to choose, its section known."""
    return not order_matters(state) and bool(run(Transaction(state)))


def sickness_by_itself(tx: Transaction, args: Args) -> None:
    """What can be resolved without asking is."""
    sickness(tx, {"kind": ANY})


def sickness_told(tx: Transaction, args: Args) -> None:
    """What the section of a marker shows was told, for all its spaces; then that marker is resolved."""
    require_step(tx.state, "preparation.sickness")
    kind, effects = word(args, "kind"), {what: number(args, what) for what in sections.SICKNESS}
    if kind not in unresolved_sickness(tx.state):
        text = T("Sickness markers are resolved from the lowest to the highest.")
        raise IllegalMove(text, rule="preparation.sickness", page=22)
    sick = tx.state.group(kind).sick
    sections.learn(tx, "sickness", effects, min(number(args, "first"), sick), max(number(args, "last"), sick))
    _resolve(tx, kind, effects)
    if not tx.state.ended:
        tx.go_on()


def run(tx: Transaction, first: str = "") -> tuple[Text, ...]:
    """Resolve what can be resolved without asking, beginning with `first`; the sentences that say what is to do."""
    done: list[Text] = []
    while not tx.state.tasks and not tx.state.ended:
        kind = _next(tx.state, first)
        effects = None if kind is None else sections.section(tx.state, "sickness", tx.state.group(kind).sick)
        if kind is None or effects is None:
            break
        done.append(_says(tx.state, kind, effects))
        _resolve(tx, kind, effects)
        first = ""
    return tuple(done)


def _next(state: State, first: str) -> str | None:
    """The marker that comes next; None where there is none, or where the players choose."""
    lowest = unresolved_sickness(state)
    if first in lowest:
        return first
    return lowest[0] if len(lowest) == 1 or (lowest and not order_matters(state)) else None


def order_matters(state: State) -> bool:
    """Whether it makes a difference which marker on the lowest space comes first: one brings a death."""
    lowest = unresolved_sickness(state)
    if len(lowest) < 2:
        return False
    effects = sections.section(state, "sickness", state.group(lowest[0]).sick)
    return effects is not None and any(deaths(state.group(kind), effects["flips"]) for kind in lowest)


def deaths(group: Group, flips: int) -> int:
    """How many die as the marker is flipped so often: one each time it comes back to its Syringe side (p. 22)."""
    return (flips + group.grave) // 2


def _resolve(tx: Transaction, kind: str, effects: Mapping[str, int]) -> None:
    if effects["tokens"]:
        _spend_tokens(tx, kind, effects["tokens"])
    tx.set(resolved=(*tx.state.resolved, *_quiet(tx.state), kind))
    for _ in range(effects["flips"]):
        if tx.state.group(kind).citizens and not tx.state.ended:
            flip(tx, kind)


def _quiet(state: State) -> tuple[str, ...]:
    """The markers on spaces 0 to 4: lower than any that does something, so that their turn is over before, and what a
    death's Citizen card does to them does not bring it back (p. 22)."""
    return tuple(kind for kind in KINDS if kind not in state.resolved and state.group(kind).sick <= QUIET_SICK)


def _spend_tokens(tx: Transaction, kind: str, tokens: int) -> None:
    before = tx.state.group(kind).spent
    spent = min(SPENT_TOKENS, before + tokens)
    put = spent - before
    tx.set_group(kind, spent=spent)
    text = N(
        "{who}: {n} Spent token lies in the supply.",
        "{who}: {n} Spent tokens lie in the supply.",
        spent,
        who=KIND_NAMES[kind],
    )
    tx.note("spent_tokens", text, kind=kind, count=spent)
    order = N(
        "{who}: put {n} Spent token into the supply",
        "{who}: put {n} Spent tokens into the supply",
        put,
        who=KIND_NAMES[kind],
    )
    tx.order(f"{kind}_spent", order if put else None, "people")


# --- what is asked ----------------------------------------------------------------------------------------------------


def _says(state: State, kind: str, effects: Mapping[str, int]) -> Text:
    """What a section asks for, in one sentence."""
    tokens = min(effects["tokens"], SPENT_TOKENS - state.group(kind).spent)
    who, sick = KIND_NAMES[kind], state.group(kind).sick
    if not tokens and not effects["flips"]:
        return T("{who}, {sick} sick: nothing happens.", who=who, sick=sick)
    put = N("put out {n} Spent token", "put out {n} Spent tokens", tokens)
    turn = N("flip the Sickness marker once", "flip the Sickness marker {n} times", effects["flips"])
    if not effects["flips"]:
        return T("{who}, {sick} sick: {put}.", who=who, sick=sick, put=put)
    if not tokens:
        return T("{who}, {sick} sick: {turn}.", who=who, sick=sick, turn=turn)
    return T("{who}, {sick} sick: {put}, and {turn}.", who=who, sick=sick, put=put, turn=turn)


def _sickness(state: State) -> Prompt:
    lowest = unresolved_sickness(state)
    if order_matters(state):
        return _which_first(state, lowest)
    to_do = run(Transaction(state))
    if not to_do:
        return _ask_section(state, lowest)
    do = to_do[0]
    for one in to_do[1:]:
        do = T("{one} {two}", one=do, two=one)
    return Prompt(
        name="preparation.sickness",
        do=do,
        more=T("From the Skull side back to the Syringe side, one of them dies, and the marker moves one space back."),
        rule="preparation.sickness",
        offers=(usual("sickness", T("Done"), kind=ANY), *_section_offers(state, lowest, T("The board says otherwise"))),
    )


def _which_first(state: State, lowest: tuple[str, ...]) -> Prompt:
    return Prompt(
        name="preparation.sickness",
        do=T("These Sickness markers stand on the same space. Which one comes first?"),
        more=T("The rulebook gives no order. Somebody will die, and the Citizen card may change what follows."),
        rule="preparation.sickness",
        offers=tuple(
            structs.replace(
                tap("sickness", KIND_NAMES[kind], kind=kind),
                note=_says(state, kind, sections.section(state, "sickness", state.group(kind).sick) or NOTHING),
            )
            for kind in lowest
        ),
    )


def _ask_section(state: State, lowest: tuple[str, ...]) -> Prompt:
    sick = state.group(lowest[0]).sick
    return Prompt(
        name="preparation.sickness",
        do=T("{who}, {sick} sick: what does their section show?", who=KIND_NAMES[lowest[0]], sick=sick),
        more=T(
            "Look at the section of the Population track with this marker. Put out its Spent tokens, flip the marker "
            "as often as it shows, and enter both. It is asked once for all spaces of the section."
        ),
        rule="preparation.sickness",
        look="look_population_board",
        offers=_section_offers(state, lowest, T("Say what it shows")),
    )


def _section_offers(state: State, lowest: tuple[str, ...], label: Text) -> tuple[Offer, ...]:
    several = len(lowest) > 1
    return tuple(
        Offer(
            move=Move("sickness_told", {"kind": kind}),
            label=T("{label}: {who}", label=label, who=KIND_NAMES[kind]) if several else label,
            asks=_section_asks(state, state.group(kind).sick),
        )
        for kind in lowest
    )


def _section_asks(state: State, sick: int) -> tuple[Whole, ...]:
    most = max(sick, sections.LAST["sickness"])
    return (
        whole("tokens", T("Spent tokens"), SPENT_TOKENS, sections.hint(state, "sickness", "tokens", sick)),
        whole("flips", T("Flips of the marker"), MOST_FLIPS, sections.hint(state, "sickness", "flips", sick)),
        whole("first", T("First space of the section"), sick, sick, at_least=sections.FIRST["sickness"]),
        whole("last", T("Last space of the section"), most, sick, at_least=sick),
    )


_WHO = {kind: KIND_NAMES[kind] for kind in KINDS}
_SPACE = MOST_CITIZENS

MODULE: GameModule[State, Transaction] = GameModule(
    name="sickness",
    moves={
        "sickness": action(
            sickness, T("Sickness markers resolved"), pick("kind", T("Who"), {ANY: T("From the lowest"), **_WHO})
        ),
        "sickness_told": action(
            sickness_told,
            lambda args: T(
                "{who}; Spent tokens: {tokens}, flips: {flips}",
                who=KIND_NAMES[word(args, "kind")],
                tokens=args["tokens"],
                flips=args["flips"],
            ),
            pick("kind", T("Who"), _WHO),
            whole("tokens", T("Spent tokens"), SPENT_TOKENS),
            whole("flips", T("Flips of the marker"), MOST_FLIPS),
            whole("first", T("First space of the section"), _SPACE),
            whole("last", T("Last space of the section"), _SPACE),
        ),
    },
    prompts=asked_in(
        {
            "preparation.sickness": _sickness,
        }
    ),
)
