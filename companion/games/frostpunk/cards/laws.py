"""Laws (rulebook p. 37): brought in by the Platform, at most four, for good; what they change and what they unlock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import (
    Args,
    CardList,
    CardRow,
    Counter,
    IllegalMove,
    Move,
    Note,
    Offer,
    Panel,
    Prompt,
    T,
    Text,
    Value,
    Whole,
    Widget,
    Words,
)
from companion.games.frostpunk.cards import by_hand, carrying, lasting, owner_facts
from companion.games.frostpunk.cards.by_hand import MOST_CHARS, effects_ask
from companion.games.frostpunk.cards.card_text import OwnCard
from companion.games.frostpunk.cards.lasting import lasting_note
from companion.games.frostpunk.cards.owner_facts import title
from companion.games.frostpunk.cards.piles import MOST_LAWS
from companion.games.frostpunk.forms import Settable, typed, typed_list
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, changed, number, pick, require_task, whole, word

TASK = "law"  # what a Law does at once and what it unlocks is not known yet
CODES = tuple(f"L{number:02}" for number in range(1, 17))
STARTING = CODES[:8]
LAW_BUILDINGS: Mapping[str, Text] = {  # p. 42, 43
    "child_shelter": T("Child Shelter"),
    "care_house": T("Care House"),
    "fighting_arena": T("Fighting Arena"),
    "public_house": T("Public House"),
    "field_kitchen": T("Field Kitchen"),
    "cemetery": T("Cemetery"),
    "temple": T("Temple"),
    "faith_keepers": T("Faith Keepers"),
    "snow_pit": T("Snow Pit"),
    "propaganda_centre": T("Propaganda Centre"),
    "agitator": T("Agitator"),
    "prison": T("Prison"),
}


def partner(code: str) -> str | None:
    """The other Law of a starting pair: L01 and L02, L03 and L04, L05 and L06, L07 and L08; the others have none."""
    if code not in STARTING:
        return None
    number = int(code[1:])
    return f"L{number + 1 if number % 2 else number - 1:02}"


def may_offer(state: State) -> tuple[str, ...]:
    """The Laws that can be brought in: those in the Future Law display, or all that may lie there if nobody said."""
    if len(state.laws.passed) >= MOST_LAWS:
        return ()
    gone = {*state.laws.passed, *state.laws.removed}
    return tuple(code for code in state.laws.offered or CODES if code not in gone)


def why_not(state: State, code: str) -> Text | None:
    """Why a Law cannot be brought in, None where it can."""
    if code in state.laws.passed:
        return T("That Law is in force already.")
    if len(state.laws.passed) >= MOST_LAWS:
        return T("There are four Laws already, and that is the most.")
    if code in state.laws.removed:
        return T("That Law left the game when its partner was brought in.")
    if code not in may_offer(state):
        return T("That Law does not lie in the Future Law display.")
    return None


def introduce(tx: Transaction, code: str) -> None:
    """Bring in a Law: its partner leaves, a Consequence goes unseen into the Dusk deck, Hope and Discontent change."""
    refused = why_not(tx.state, code)
    if refused:
        raise IllegalMove(refused, rule="laws", page=37)
    _pass(tx, code)
    _shuffle_consequence(tx, code)
    apply(tx, code)
    lasting.ask(tx, code)


def _pass(tx: Transaction, code: str) -> None:
    laws, other = tx.state.laws, partner(code)
    out = (other,) if other and other not in laws.removed else ()
    tx.set(
        laws=changed(
            laws,
            offered=tuple(one for one in laws.offered if one not in (code, other)),
            passed=(*laws.passed, code),
            removed=(*laws.removed, *out),
        )
    )
    count = len(tx.state.laws.passed)
    text = T("The Law {law} is in force: {count} of {most}.", law=title(tx.state, code), count=count, most=MOST_LAWS)
    tx.tell("law_passed", text, code=code, count=count)
    tx.todo(T("Into the Law display: {law}", law=title(tx.state, code)), "law")
    for gone in out:
        tx.tell("law_removed", T("Its partner leaves the game: {law}.", law=title(tx.state, gone)), code=gone)
        tx.todo(T("Into the box: {law}", law=title(tx.state, gone)), "law")


def _shuffle_consequence(tx: Transaction, code: str) -> None:
    dusk = tx.state.dusk
    tx.set(dusk=changed(dusk, deck=(*dusk.deck, f"?{code}")))
    text = T(
        "Choose one of its two Consequence cards unseen and shuffle it into the Dusk deck. The other one goes into the "
        "box, unseen as well."
    )
    tx.tell("consequence_added", text, code=code, deck=len(tx.state.dusk.deck))
    tx.todo(T("Shuffle one of its two Consequences unseen into the Dusk deck; the other one into the box"), "dusk")


def apply(tx: Transaction, code: str) -> None:
    """What the Law changes at once, as its text says; where nobody has entered it, it is asked."""
    found = _telling(tx.state, code)
    if found is None:
        tx.queue(TASK, code)
    else:
        carrying.queue(tx, found.at_once, code)


def _telling(state: State, code: str) -> OwnCard | None:
    """A text that says what a Law changes at once: its own, or what the rulebook tells of a Law of that name."""
    cards = (code, f"law.{title(state, code)}")
    return next((owner_facts.card(state, card) for card in cards if owner_facts.has_line(state, card, "now")), None)


def told(tx: Transaction, words: str) -> None:
    """What the Law at the head of the list changes at once was read off its card; it is kept as the card's text."""
    task = require_task(tx.state, TASK)
    tx.finish_task()
    owner_facts.write_line(tx, task.about, "now", words or by_hand.NOTHING)
    if words:
        by_hand.carry(tx, words, str(title(tx.state, task.about)))


def words_for(hope: int, discontent: int, unlocks: str) -> str:
    """The effects of a Law in the companion's own words: `hope -1; discontent +1; unlock child_shelter`."""
    parts = [f"{about} {times:+}" for about, times in (("hope", hope), ("discontent", discontent)) if times]
    parts += [f"unlock {unlocks}"] if unlocks else []
    return "; ".join(parts)


def set_passed(tx: Transaction, codes: tuple[str, ...]) -> None:
    """The Laws in force are set by hand: partners leave the display, Laws taken out go back to it."""
    laws = tx.state.laws
    undone = tuple(code for code in laws.passed if code not in codes)
    partners = {partner(code) for code in codes}
    back = tuple(one for code in undone for one in (code, partner(code)) if one and one not in codes)
    removed = tuple(code for code in laws.removed if code not in back and code not in codes)
    removed = (*removed, *(one for one in partners if one and one not in removed and one not in codes))
    lying = dict.fromkeys((*laws.offered, *(back if laws.offered else ())))
    offered = tuple(code for code in lying if code not in codes and code not in partners)
    deck = tuple(card for card in tx.state.dusk.deck if card not in {f"?{code}" for code in undone})
    tx.set(
        laws=changed(laws, offered=offered, passed=codes, removed=removed),
        dusk=changed(tx.state.dusk, deck=deck),
        tasks=tuple(task for task in tx.state.tasks if not (task.kind == TASK and task.about in undone)),
    )


MOST_TIMES = 6
LIKELY_TIMES = 3  # so many stand there for one tap each way
UNLOCKS = {
    "none": T("None"),
    **LAW_BUILDINGS,
    "faith": T("All Faith Buildings"),
    "order": T("All Order Buildings"),
}


def law_told(tx: Transaction, args: Args) -> None:
    """How often Hope and Discontent rise or fall by a Law, and which Building it unlocks."""
    unlocks = word(args, "unlocks")
    told(tx, words_for(number(args, "hope"), number(args, "discontent"), "" if unlocks == "none" else unlocks))


def law_words(tx: Transaction, args: Args) -> None:
    """A Law's effects in the companion's own words, such as those that name a type of token."""
    told(tx, by_hand.as_effects(word(args, "effects")))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _times(name: str, label: Text) -> Whole:
    """How often a marker moves, up or down; cards seldom move it more often than the likely times."""
    return whole(name, label, MOST_TIMES, 0, at_least=-MOST_TIMES, likely=LIKELY_TIMES, signed=True)


_HOPE = _times("hope", T("Hope: how often it increases (+) or decreases (−)"))
_DISCONTENT = _times("discontent", T("Discontent: how often it increases (+) or decreases (−)"))
_UNLOCKS = pick("unlocks", T("Building that it unlocks"), UNLOCKS, "none")
_EFFECTS = Words(name="effects", label=T("What it does at once"), at_most_chars=MOST_CHARS)


def _law(state: State) -> Prompt:
    law = owner_facts.title(state, state.tasks[0].about)
    effects = effects_ask("effects", T("What it does at once"))
    return Prompt(
        name="law.effect",
        do=T("Change Hope and Discontent as the Law shows, and say whether it unlocks a Building."),
        more=T(
            "{law}: put it into the Law display. Choose one of its two Consequence cards unseen and shuffle it into "
            "the Dusk deck; the other goes into the box. Less than zero means a decrease. What you tell is kept.",
            law=law,
        ),
        rule="laws",
        offers=(
            Offer(move=Move("law_told"), label=T("What the Law shows"), asks=(_HOPE, _DISCONTENT, _UNLOCKS)),
            Offer(move=Move("law_words"), label=T("It names a type of token"), asks=(effects,)),
        ),
    )


# --- Laws and Technologies --------------------------------------------------------------------------------------------


def panel(state: State) -> Panel:
    """The Laws in force, and those that may follow."""
    passed = tuple(
        CardRow(code=code, label=title(state, code), note=lasting_note(state, code), icon="law")
        for code in state.laws.passed
    )
    widgets: list[Widget] = [
        Counter(label=T("Laws in force"), count=len(passed), of=MOST_LAWS, value="laws_passed", icon="law"),
        CardList(label=T("In force"), cards=passed),
    ]
    for code in lasting.unknown_laws(state):
        text = T("What {law} changes for good is not entered: keep it in mind yourselves.", law=title(state, code))
        widgets.append(Note(text=text, rule="laws"))
    offered = tuple(CardRow(code=code, label=title(state, code), icon="law") for code in may_offer(state))
    if state.laws.offered and offered:
        widgets.append(CardList(label=T("Future Laws"), cards=offered))
    return Panel(name="laws", title=T("Laws"), widgets=tuple(widgets), icon="law")


# --- Laws and Technologies --------------------------------------------------------------------------------------------


def settables(state: State) -> Iterator[Settable]:
    """The Laws in force and the Future Laws, by their codes."""
    now = state.laws
    codes = T("Law cards have codes from L01 to L16: write them with spaces between them.")
    law = r"L(0[1-9]|1[0-6])"

    def put_passed(tx: Transaction, value: Value) -> None:
        wanted = typed_list(value, law, codes)
        if len(wanted) > MOST_LAWS or any(partner(code) in wanted for code in wanted):
            text = T("At most four Laws are in force, and only one of each pair.")
            raise IllegalMove(text, rule="laws", page=37)
        set_passed(tx, wanted)

    def put_offered(tx: Transaction, value: Value) -> None:
        wanted = tuple(one for one in typed_list(value, law, codes) if one not in tx.state.laws.passed)
        removed = tuple(one for one in tx.state.laws.removed if one not in wanted)
        tx.set(laws=changed(tx.state.laws, offered=wanted, removed=removed))

    passed, offered = " ".join(now.passed), " ".join(now.offered)
    yield Settable(typed("laws_passed", T("Laws in force, by their codes"), passed), passed, put_passed)
    yield Settable(typed("laws_offered", T("Future Laws, by their codes"), offered), offered, put_offered)


MODULE: GameModule[State, Transaction] = GameModule(
    name="laws",
    moves={
        "law_told": action(law_told, T("A Law’s effect read off its card"), _HOPE, _DISCONTENT, _UNLOCKS),
        "law_words": action(law_words, T("A Law’s effect entered"), _EFFECTS),
    },
    tasks={
        TASK: _law,
    },
    panels=lambda state: (panel(state),),
    settables=settables,
)
