"""What is asked of Scenario cards: a Trigger token that is reached, a card that is turned up (rulebook p. 19, 33)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from companion.api.game import Args, CardExpected, Code, IllegalMove, Move, MoveKind, Offer, Prompt, Words
from companion.api.text import T
from companion.games.frostpunk.cards import owner_facts, scenario, technologies
from companion.games.frostpunk.cards.by_hand_prompts import MOST_CHARS, effects_ask
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import pick, usual
from companion.toolkit.transaction import require_running

STEP = "dawn.trigger"
_CODE = Code(
    name="code", label=T("Card"), kind="card_id", pattern=scenario.PATTERN, suits=T("a Scenario card, such as I/02")
)
_ROUNDS = Words(name="rounds", label=T("Rounds for its Trigger tokens"), at_most_chars=40)


def triggered(tx: Transaction, args: Args) -> None:
    """The Trigger token was taken off and the Scenario cards followed."""
    require_step(tx.state, STEP)
    scenario.trigger(tx)
    tx.go_on()


def trigger_told(tx: Transaction, args: Args) -> None:
    """What the token sets off was read off a Scenario card: kept, and carried out."""
    require_step(tx.state, STEP)
    scenario.told(tx, word(args, "code"), word(args, "effects"))
    tx.go_on()


def turned_up(tx: Transaction, args: Args) -> None:
    """A Scenario card lies face up in the display; its Trigger tokens were put onto the Round track."""
    require_running(tx.state)
    scenario.reveal(tx, word(args, "code"), rounds_of(word(args, "rounds")))


def shown(tx: Transaction, args: Args) -> None:
    """A Scenario card was shown to the camera while a token was followed: it is turned up, as far as it is known."""
    require_step(tx.state, STEP)
    scenario.reveal(tx, word(args, "code"), ())


def turned_down(tx: Transaction, args: Args) -> None:
    """A Scenario card left the display."""
    require_running(tx.state)
    scenario.turn_down(tx, word(args, "code"))


def rounds_of(words: str) -> tuple[int, ...]:
    """The rounds that somebody wrote: "4 and 11"."""
    rounds = tuple(int(found) for found in re.findall(r"[0-9]+", words))
    if any(not 1 <= one <= ROUNDS for one in rounds):
        text = T("A Trigger token lies on a round from 1 to {last}.", last=ROUNDS)
        raise IllegalMove(text, rule="scenario", page=33)
    return rounds


# --- what is asked ----------------------------------------------------------------------------------------------------


def _trigger(state: State) -> Prompt:
    known = scenario.all_known(state)
    offers = [usual("triggered", T("Carried out") if known else T("Done"))]
    if not known:
        offers.append(_tell(state))
    offers.append(Offer(move=Move("scenario_card"), label=T("A Scenario card is turned up"), asks=(_CODE, _ROUNDS)))
    both = T("A Development token lies here too: it comes next. The rulebook gives no order.")
    look = T("Enter below whatever it changes. Scenario cards that are turned up stay in the Scenario display.")
    return Prompt(
        name=STEP,
        do=T("Take off the Scenario Trigger token, and do what the Scenario cards say."),
        more=both if technologies.due_now(state) else look,
        rule="dawn.trigger",
        offers=tuple(offers),
        expects=(CardExpected(kind="card_id", pattern=scenario.PATTERN, move=Move("scenario_card_shown"), arg="code"),),
    )


def _tell(state: State) -> Offer:
    effects = effects_ask("effects", T("What it does"))
    cards = {code: owner_facts.title(state, code) for code in state.scenario_cards}
    if not cards:
        return Offer(move=Move("trigger_told"), label=T("Enter what it does"), asks=(_CODE, effects))
    code = pick("code", T("Card"), cards, next(iter(cards)))
    return Offer(move=Move("trigger_told"), label=T("Enter what it does"), asks=(code, effects))


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {STEP: _trigger}
_EFFECTS = Words(name="effects", label=T("What it does"), at_most_chars=MOST_CHARS)
MOVES: Mapping[str, MoveKind[State]] = {
    "triggered": move(triggered, says(T("Scenario Trigger carried out"))),
    "trigger_told": move(trigger_told, says(T("Scenario Trigger carried out")), _CODE, _EFFECTS),
    "scenario_card": move(
        turned_up, lambda args: T("Scenario card {code} turned up", code=word(args, "code")), _CODE, _ROUNDS
    ),
    "scenario_card_shown": move(
        shown, lambda args: T("Scenario card {code} turned up", code=word(args, "code")), _CODE
    ),
    "scenario_card_out": move(
        turned_down, lambda args: T("Scenario card {code} left the display", code=word(args, "code")), _CODE
    ),
}
