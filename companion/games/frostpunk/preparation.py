"""The Preparation Phase (rulebook p. 22, 31): one Advisor, then the Sickness markers from lowest to highest."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt
from companion.games.frostpunk.asking import pick, tap, whole
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.people import flip
from companion.games.frostpunk.state import KIND_NAMES, KINDS, SPENT_TOKENS, State
from companion.games.frostpunk.steps import check_overwhelming_sickness, unresolved_sickness
from companion.games.frostpunk.tokens import exhaust
from companion.text import T

MOST_FLIPS = 6


def no_advisor(ledger: Ledger, args: Args) -> None:
    """No Advisor (or no further one) this round; then the Sickness markers are checked (p. 22)."""
    require_step(ledger.state, "preparation.advisor")
    check_overwhelming_sickness(ledger)
    ledger.go_on()


def use_advisor(ledger: Ledger, args: Args) -> None:
    """An Advisor's ability is used once by exhausting the Hope token it names (p. 22, 31)."""
    require_step(ledger.state, "preparation.advisor")
    if ledger.state.advisor_used:
        raise IllegalMove(T("Only one Advisor may be used in a round, once."), rule="preparation.advisor", page=22)
    if not ledger.state.hope.active:
        raise IllegalMove(T("No Hope token is active, so none can be exhausted."), rule="preparation.advisor", page=22)
    exhaust(ledger, "hope")
    ledger.set(advisor_used=True)
    ledger.note("advisor_used", T("An Advisor was used."))


def call_to_rise(ledger: Ledger, args: Args) -> None:
    """Solo: Call to Rise is used once and leaves the game (p. 31)."""
    require_step(ledger.state, "preparation.advisor")
    if len(ledger.state.players) > 1 or ledger.state.call_to_rise:
        raise IllegalMove(T("Call to Rise is used once, in a solo game."), rule="advisors", page=31)
    ledger.set(call_to_rise=True)
    ledger.note("call_to_rise", T("Call to Rise was used and left the game."))


def resolve_sickness(ledger: Ledger, args: Args) -> None:
    """The effects of the section a Sickness marker stands in: Spent tokens, and flips of the marker (p. 22)."""
    require_step(ledger.state, "preparation.sickness")
    kind = word(args, "kind")
    if kind not in unresolved_sickness(ledger.state):
        text = T("Sickness markers are resolved from the lowest to the highest.")
        raise IllegalMove(text, rule="preparation.sickness", page=22)
    _spend_tokens(ledger, kind, number(args, "tokens"))
    _remember(ledger, kind, args)
    ledger.set(resolved=(*ledger.state.resolved, kind))
    for _ in range(number(args, "flips")):
        if ledger.state.group(kind).sick and not ledger.state.ended:
            flip(ledger, kind)
    if not ledger.state.ended:
        ledger.go_on()


def _spend_tokens(ledger: Ledger, kind: str, tokens: int) -> None:
    spent = min(SPENT_TOKENS, ledger.state.group(kind).spent + tokens)
    ledger.set_group(kind, spent=spent)
    text = T("{who}: {count} Spent tokens lie in the supply.", who=KIND_NAMES[kind], count=spent)
    ledger.note("spent_tokens", text, kind=kind, count=spent)


def _remember(ledger: Ledger, kind: str, args: Args) -> None:
    sick = ledger.state.group(kind).sick
    for what in ("tokens", "flips"):
        name = f"sickness_{what}_at_{sick}"
        if ledger.state.fact(name) is None:
            ledger.learn(name, number(args, what))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _advisor(state: State) -> Prompt:
    offers = [Offer(move=Move("no_advisor"), label=T("Go on") if state.advisor_used else T("No Advisor"), tone="usual")]
    if not state.advisor_used and state.hope.active:
        offers.append(tap("use_advisor", T("Hope token exhausted")))
    if len(state.players) == 1 and not state.call_to_rise:
        offers.append(tap("call_to_rise", T("Use Call to Rise"), rule="advisors"))
    do = T("Choose one Advisor to use this round, if you like.")
    return Prompt(
        name="preparation.advisor",
        do=T("Carry out the Advisor's ability.") if state.advisor_used else do,
        more=T(
            "Its ability costs one Hope token of the kind on the card, which you exhaust. The leader has the last "
            "word. Use it before the sick are looked after."
        ),
        rule="preparation.advisor",
        offers=tuple(offers),
    )


def sickness_prompts(state: State) -> tuple[Prompt, ...]:
    """The Sickness marker to be resolved next; all those that share the lowest space, for you to choose from."""
    return tuple(_sickness(state, kind) for kind in unresolved_sickness(state))


def _sickness(state: State, kind: str) -> Prompt:
    sick = state.group(kind).sick
    known = {what: state.fact(f"sickness_{what}_at_{sick}") for what in ("tokens", "flips")}
    asks = (
        whole("tokens", T("Spent tokens"), SPENT_TOKENS, known["tokens"]),
        whole("flips", T("Flips of the marker"), MOST_FLIPS, known["flips"]),
    )
    more = T(
        "Look at the section of the Population track with this marker, on space {sick}. Put out the Spent tokens shown "
        "and flip the marker as often as it shows. From the Skull side back to the Syringe side, one of them dies.",
        sick=sick,
    )
    return Prompt(
        name="preparation.sickness",
        do=T("{who}, {sick} sick: carry out their section.", who=KIND_NAMES[kind], sick=sick),
        more=more,
        rule="preparation.sickness",
        offers=(
            Offer(
                move=Move("resolve_sickness", {"kind": kind}),
                label=T("Carried out"),
                asks=asks,
                tone="plain" if None in known.values() else "usual",
            ),
        ),
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {"preparation.advisor": _advisor}
MOVES: Mapping[str, MoveKind[State]] = {
    "no_advisor": move(no_advisor, says(T("Advisors seen to"))),
    "use_advisor": move(use_advisor, says(T("Advisor used"))),
    "call_to_rise": move(call_to_rise, says(T("Call to Rise used"))),
    "resolve_sickness": move(
        resolve_sickness,
        lambda args: T(
            "{who}: {tokens} Spent tokens, {flips} flips",
            who=KIND_NAMES[word(args, "kind")],
            tokens=args["tokens"],
            flips=args["flips"],
        ),
        pick("kind", T("Who"), {kind: KIND_NAMES[kind] for kind in KINDS}),
        whole("tokens", T("Spent tokens"), SPENT_TOKENS),
        whole("flips", T("Flips of the marker"), MOST_FLIPS),
    ),
}
