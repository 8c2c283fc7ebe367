"""What cards, Buildings and deaths change besides the steps of a round, entered by the players."""

from __future__ import annotations

from companion.api import Args, Choice, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text, Whole, Words, verbatim
from companion.games.frostpunk.cards import blocks, by_hand, effects
from companion.games.frostpunk.cards.effects import SAY
from companion.games.frostpunk.cards.event_steps import book_offers
from companion.games.frostpunk.endings import ENDINGS, end
from companion.games.frostpunk.forms import per_kind
from companion.games.frostpunk.people import tokens
from companion.games.frostpunk.people.health import curable, cure, die, fall_sick, treat
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, MOST_RESOURCES, State
from companion.games.frostpunk.supply import MOST, SPENDABLE, amount, can_spend, gain, lose, spend
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, NAMES, citizens, counted, those_of
from companion.toolkit import GameModule, action, number, pick, require_running, whole, word

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
LONGEST_WORDS = 300
# Where cards, Buildings and Expeditions act, and so this is offered; the moves are legal at any time.
STEPS = (
    "dawn.trigger",
    "morning.card",
    "morning.resolve",
    "weather.card",
    "preparation.advisor",
    "action.turn",
    "dusk.effects",
    "dusk.card",
    "dusk.resolve",
    "night.shelters",
)
# A Citizen card, a card's own words, and a card that nobody entered say more than the companion knows.
TASKS = ("death", SAY, by_hand.TASK)
LIKELY = 5  # so many at once are shown as chips
LOST = {
    "scenario": T("A card of the scenario"),
    "hope": T("The last Hope token"),
    "discontent": T("The sixth Discontent token"),
    "explosion": T("The Generator exploded"),
    "sickness": T("Sickness 26 or more"),
    "hunger": T("Hunger 25 or more"),
    "deaths": T("The end of the Corpse track"),
}
LOSSES = ("scenario", "hope", "discontent", "explosion", "sickness", "hunger", "deaths")


def gained(tx: Transaction, args: Args) -> None:
    """Something was gained."""
    require_running(tx.state)
    gain(tx, word(args, "what"), number(args, "count"))


def lost(tx: Transaction, args: Args) -> None:
    """Something was lost, as much as there was (p. 16)."""
    require_running(tx.state)
    lose(tx, word(args, "what"), number(args, "count"))


def changed(tx: Transaction, args: Args) -> None:
    """So many more or fewer of something, or of a type of Citizen; losing takes what there is (p. 16)."""
    require_running(tx.state)
    by = number(args, "by")
    if not by:
        raise IllegalMove(T("Nothing changes by nought."), field="by")
    (gain if by > 0 else lose)(tx, word(args, "what"), abs(by))


def spent(tx: Transaction, args: Args) -> None:
    """Food and Resources were spent, in full or not at all (p. 16)."""
    require_running(tx.state)
    costs = {what: number(args, what) for what in SPENDABLE}
    why_not = can_spend(tx.state, costs)
    if why_not is not None:
        raise IllegalMove(why_not, rule="spend.lose", page=16)
    for what, count in costs.items():
        spend(tx, what, count)


def card_words(tx: Transaction, args: Args) -> None:
    """What a card or a Building did, in the companion's own words."""
    require_running(tx.state)
    words = word(args, "words")
    if not words:
        raise IllegalMove(T("Enter what happened, such as “hope -1; gain food 2”."))
    effects.carry_out(tx, words, aloud=False)
    tx.note("card_words", T("Entered: {what}.", what=effects.describe(words, tx.state)), words=words)


def sick(tx: Transaction, args: Args) -> None:
    """People fell sick."""
    require_running(tx.state)
    for kind in KINDS:
        fall_sick(tx, kind, number(args, kind))


def died(tx: Transaction, args: Args) -> None:
    """Somebody died."""
    require_running(tx.state)
    kind = word(args, "kind")
    if not tx.state.group(kind).citizens:
        raise IllegalMove(T("{who}: there is nobody left.", who=KIND_NAMES[kind]), rule="death", page=30)
    die(tx, kind)


def cured(tx: Transaction, args: Args) -> None:
    """Cure points were used; those that do nothing are lost (p. 30)."""
    require_running(tx.state)
    for kind in KINDS:
        cure(tx, kind, number(args, kind))


def treated(tx: Transaction, args: Args) -> None:
    """Treat points were used (p. 31)."""
    require_running(tx.state)
    for kind in KINDS:
        if number(args, kind):
            treat(tx, kind)


def change_tokens(tx: Transaction, args: Args) -> None:
    """Hope or Discontent changed so many times; what is a choice is asked, time by time (p. 17)."""
    require_running(tx.state)
    kind, about = word(args, "what").split("_")
    tokens.change(tx, kind, about, number(args, "times"))


def declare_won(tx: Transaction, args: Args) -> None:
    """The goal of the scenario is reached."""
    require_running(tx.state)
    end(tx, "won")


def declare_lost(tx: Transaction, args: Args) -> None:
    """The game is lost for a reason that the players see."""
    require_running(tx.state)
    end(tx, word(args, "how"))


# --- what is asked ----------------------------------------------------------------------------------------------------


def beside(state: State) -> tuple[Prompt, ...]:
    """Offered where cards and Buildings act."""
    open_ = state.tasks[0].kind in TASKS if state.tasks else state.step in STEPS
    return (prompt(state),) if open_ else ()


def prompt(state: State) -> Prompt:
    """Everything that cards and Buildings may change; never pressing."""
    return Prompt(
        name="books",
        do=T("Did a card or a Building change anything else?"),
        more=T("Enter it here, and the tracks stay right. Single values can be set by hand as well."),
        rule="spend.lose",
        offers=(
            _words_offer(),
            _token_offer(),
            *_people_offers(state),
            *_store_offers(state),
            *book_offers(state),
            *_end_offers(),
        ),
    )


def _words_offer() -> Offer:
    """All that changed, at once."""
    return Offer(move=Move("card_words"), label=T("Enter it in words"), asks=(_WORDS,), note=_WORDS_NOTE, rule="events")


def _store_offers(state: State) -> list[Offer]:
    """What came or went, a row of signed numbers for each thing."""
    return [_changed(state, what) for what in MOST if what != "steel" or state.steel]


def _changed(state: State, what: str) -> Offer:
    now, most = amount(state, what), MOST[what]
    by = Whole(
        name="by",
        label=T("How many more, or fewer"),
        at_least=-min(now, MOST_AT_ONCE),
        at_most=max(1, min(most - now, MOST_AT_ONCE)),
        likely=LIKELY,
        signed=True,
    )
    label = T("{what}: {now}", what=NAMES[what], now=now)
    return Offer(move=Move("change", {"what": what}), label=label, asks=(by,), rule="spend.lose", icon=ICONS[what])


def _people_offers(state: State) -> list[Offer]:
    """Who fell sick, was cured or treated, died, came or left: a row of numbers for each type."""
    found = []
    for kind in KINDS:
        group, none = state.group(kind), {other: 0 for other in KINDS if other != kind}
        who = KIND_NAMES[kind]
        if group.citizens:
            found.append(_row(Move("sick", none), T("{who}: fell sick", who=who), kind, group.citizens, "sickness"))
        if can_cure := curable(group.sick, group.grave):
            found.append(_row(Move("cure", none), T("{who}: cured", who=who), kind, can_cure, "cure"))
        if group.grave:
            move = Move("treat", {**none, kind: 1})
            found.append(Offer(move=move, label=T("{who}: treated", who=who), rule="treat", icon="sick"))
        if group.citizens:
            move = Move("die", {"kind": kind})
            label = T("{who}: one died", who=who)
            found.append(Offer(move=move, label=label, rule="death", icon="corpses", tone="danger"))
        found.append(_come_or_go(state, kind))
    return found


def _row(move: Move, label: Text, kind: str, most: int, rule: str) -> Offer:
    ask = Whole(name=kind, label=T("How many"), at_least=1, at_most=most, likely=LIKELY)
    return Offer(move=move, label=label, asks=(ask,), rule=rule, icon="sick")


def _come_or_go(state: State, kind: str) -> Offer:
    now = state.group(kind).citizens
    by = Whole(
        name="by",
        label=T("How many more, or fewer"),
        at_least=-now,
        at_most=max(1, MOST_CITIZENS - now),
        likely=LIKELY,
        signed=True,
    )
    label = T("{who}: came, or left", who=KIND_NAMES[kind])
    return Offer(move=Move("change", {"what": kind}), label=label, asks=(by,), rule="limits", icon=ICONS[kind])


def _token_offer() -> Offer:
    what = Pick(
        name="what",
        label=T("What"),
        choices=tuple(
            Choice(value=change, label=label, icon=change.split("_")[1]) for change, label in CHANGES.items()
        ),
    )
    return Offer(move=Move("tokens", {"times": 1}), label=T("Hope or Discontent"), asks=(what,), rule="hope.change")


def _end_offers() -> list[Offer]:
    why = pick("how", T("Why"), {how: LOST[how] for how in LOSSES})
    return [
        Offer(move=Move("declare_won"), label=T("We won"), tone="danger", rule="ends", ends=True),
        Offer(move=Move("declare_lost"), label=T("We lost"), asks=(why,), tone="danger", rule="ends", ends=True),
    ]


def _signed(by: int) -> Text:
    return verbatim(f"+{by}" if by > 0 else f"−{abs(by)}")


def _in_words(words: str) -> Text:
    """What was entered, as people say it: without the signs of the written effects; as it is, if not understood."""
    try:
        return effects.describe(words)
    except IllegalMove:
        return verbatim(words)


def _people(args: Args) -> Text:
    return citizens({kind: number(args, kind) for kind in KINDS})


def _times(what: Text, times: int) -> Text:
    return what if times == 1 else N("{what}, {n} time", "{what}, {n} times", times, what=what)


_WORDS_NOTE = T("Several things at once, such as hope -1; gain food 2")
_WORDS = Words(name="words", label=T("What changed"), at_most_chars=LONGEST_WORDS, lines=True, blocks=blocks.EFFECTS)
_WHAT = pick("what", T("What"), dict(NAMES))
_COUNT = whole("count", T("How many"), MOST_AT_ONCE, at_least=1)
_FIFTY = per_kind(dict.fromkeys(KINDS, MOST_CITIZENS))
_KIND = pick("kind", T("Type"), {kind: KIND_NAMES[kind] for kind in KINDS})

MODULE: GameModule[State, Transaction] = GameModule(
    name="changes_by_hand",
    moves={
        "card_words": action(
            card_words, lambda a: T("Entered in words: {what}", what=_in_words(word(a, "words"))), _WORDS
        ),
        "gain": action(
            gained, lambda a: T("Gained: {what}", what=counted(word(a, "what"), number(a, "count"))), _WHAT, _COUNT
        ),
        "lose": action(
            lost, lambda a: T("Lost: {what}", what=counted(word(a, "what"), number(a, "count"))), _WHAT, _COUNT
        ),
        "change": action(
            changed,
            lambda a: T("{what}: {by}", what=NAMES[word(a, "what")], by=_signed(number(a, "by"))),
            _WHAT,
            Whole(name="by", label=T("How many more, or fewer"), at_least=-MOST_AT_ONCE, at_most=MOST_AT_ONCE),
        ),
        "spend": action(
            spent,
            lambda a: T("Spent: {what}", what=those_of({what: number(a, what) for what in SPENDABLE})),
            *(whole(what, NAMES[what], MOST_RESOURCES) for what in SPENDABLE),
        ),
        "sick": action(
            sick,
            lambda a: T("Fell sick: {who}", who=_people(a)),
            *_FIFTY,
        ),
        "die": action(died, lambda a: T("{who}: one died", who=KIND_NAMES[word(a, "kind")]), _KIND),
        "cure": action(cured, lambda a: T("Cured: {who}", who=_people(a)), *_FIFTY),
        "treat": action(
            treated,
            lambda a: T("Treated: {who}", who=_people(a)),
            *per_kind(dict.fromkeys(KINDS, 1)),
        ),
        "tokens": action(
            change_tokens,
            lambda a: _times(CHANGES[word(a, "what")], number(a, "times")),
            pick("what", T("What"), CHANGES),
            whole("times", T("How many times"), 6, at_least=1),
        ),
        "declare_won": action(declare_won, T("Declared won")),
        "declare_lost": action(
            declare_lost, T("Declared lost"), pick("how", T("Why"), {h: ENDINGS[h] for h in LOSSES})
        ),
    },
    beside=beside,
)
