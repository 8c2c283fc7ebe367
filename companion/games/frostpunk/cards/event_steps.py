"""The steps in which Event cards are revealed and resolved (rulebook p. 19, 27, 28, 33, 34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from companion.api import Args, CardExpected, Code, IllegalMove, Move, Offer, Prompt, T, Text, Value
from companion.games.frostpunk.cards import dusk, dusk_effects, effects, event_board, events, owner_facts
from companion.games.frostpunk.cards.card_text import Option, OwnCard
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, require_running, require_task, tap, usual, whole, word

MORNING_CODE = Code(
    name="code", label=T("Card"), kind="card_id", pattern="M[0-9]{3}", suits=T("a Morning card, such as M017")
)
# A Law's Consequence bears its Law's identification code (p. 37), and the two of a Law bear the same.
DUSK_CODE = Code(
    name="code",
    label=T("Card"),
    kind="card_id",
    pattern="D[0-9]{3}|L(0[1-9]|1[0-6])(/[12])?",
    suits=T("a Dusk card, such as D012, or a Consequence by its Law’s code, such as L05"),
)
ADDED_CODE = Code(
    name="code", label=T("Card"), kind="card_id", pattern="D[0-9]{3}", suits=T("a Dusk card, such as D012")
)
PLACE_LABELS: Mapping[str, Text] = {
    "discard": T("No icon: Dusk discard pile"),
    "out": T("Crossed out: out of the game"),
    "display": T("Exclamation mark: Event display"),
    "dispute": T("Social Dispute: out of the game"),
}
PLACE_NOTES: Mapping[str, Text] = {
    "discard": T("Onto the discard pile"),
    "out": T("Out of the game"),
    "display": T("Into the Event display"),
    "dispute": T("Out of the game; the next Social Dispute comes in"),
}
WHERE_TO = T("Then where it goes, as the card says")
CHANGES_HEAD = T("What it changes")
# What cards change most often, for one that nobody has entered.
OFTEN = {
    "increase_hope": T("Increase Hope"),
    "decrease_hope": T("Decrease Hope"),
    "increase_discontent": T("Increase Discontent"),
    "decrease_discontent": T("Decrease Discontent"),
}


# --- revealing --------------------------------------------------------------------------------------------------------


def card(state: State) -> Prompt:
    """A card is to be revealed: read by the camera or typed, or placed at once without its code."""
    if state.step == "morning.card":
        return _reveal(state, T("Reveal the top Morning card and read it aloud."), MORNING_CODE, "reveal_morning")
    if not state.dusk.count:
        return _empty_deck(state)
    return _reveal(state, T("Shuffle the Dusk deck, reveal its top card and read it aloud."), DUSK_CODE, "reveal_dusk")


def _reveal(state: State, do: Text, code: Code, name: str) -> Prompt:
    more = T("Its code is enough. Or do what it says, and say where it went.")
    return Prompt(
        name=state.step,
        do=do,
        more=more,
        rule="morning.card" if state.step == "morning.card" else "dusk.card",
        offers=(
            Offer(move=Move(name), label=T("Enter its code"), asks=(code,)),
            *_in_deck(state),
            *_places(state),
        ),
        expects=(CardExpected(kind="card_id", pattern=code.pattern, move=Move(name), arg="code"),),
    )


def _in_deck(state: State) -> tuple[Offer, ...]:
    """The cards that are known to lie in the Dusk deck, and the Consequences in it, one tap each."""
    if state.step != "dusk.card":
        return ()
    codes = tuple(entry.removeprefix(dusk.UNREAD) for entry in state.dusk.deck if entry != dusk.DISPUTE)
    return tuple(
        Offer(move=Move("reveal_dusk", {"code": code}), label=_lies(state, code), under=T("Known to lie in the deck"))
        for code in dict.fromkeys(codes)
    )


def _lies(state: State, code: str) -> Text:
    return (
        T("A Consequence of {law}", law=owner_facts.title(state, code))
        if code.startswith("L")
        else owner_facts.title(state, code)
    )


def _empty_deck(state: State) -> Prompt:
    offers = [usual("no_dusk_card", T("No card is revealed"))]
    if state.dusk.discard:
        label = T("Shuffle the discard pile into a new deck")
        offers.append(tap("dusk_deck_renewed", label, rule="dusk.empty"))
    offers.append(Offer(move=Move("reveal_dusk"), label=T("There is a card: enter its code"), asks=(DUSK_CODE,)))
    return Prompt(
        name="dusk.card",
        do=T("The Dusk deck is empty: no Dusk card is revealed."),
        more=T("The rulebook does not say what happens then. Where you cannot agree, the leader decides."),
        rule="dusk.empty",
        offers=tuple(offers),
        expects=(CardExpected(kind="card_id", pattern=DUSK_CODE.pattern, move=Move("reveal_dusk"), arg="code"),),
    )


# --- resolving --------------------------------------------------------------------------------------------------------


def resolve(state: State) -> Prompt:
    """The card's options, where its words are known; otherwise where it goes, and room to enter its words."""
    found = events.known(state)
    if found is None:
        return _unknown(state)
    open_ = [one for one in found.options if events.open_to(state, one) is not False]
    if found.options and not open_:
        return _no_way(state, found)
    title = owner_facts.title(state, state.card)
    untitled = str(title) == state.card  # nobody says a code aloud
    do = T("Choose one option of the card.") if untitled else T("“{name}”: choose one option.", name=title)
    where = T("Where does the card go?") if untitled else T("Where does “{name}” go?", name=title)
    return Prompt(
        name=state.step,
        do=do if found.options else where,
        more=_closed(state, found),
        rule="events.options",
        offers=(*(_option(state, found, one) for one in open_), *_beside(state, found)),
    )


def _option(state: State, found: OwnCard, option: Option) -> Offer:
    where = events.place_of(state, found, option.place or found.place)
    settled: dict[str, Value] = {"number": option.number}
    if where:
        settled["where"] = where
    asks = () if where else (pick("where", T("Where it goes"), _choices(state)),)
    label = T("{number}: {label}", number=option.number, label=option.label)
    return Offer(
        move=Move("choose_option", settled),
        label=label if option.label else T("Option {number}", number=option.number),
        asks=asks,
        note=_note(state, option, where),
        rule="events.options",
        option=option.number,
    )


def _note(state: State, option: Option, where: str) -> Text:
    """What an option does, and where the card goes; what only the players can judge stands first."""
    place = PLACE_NOTES[where] if where else T("Say where it goes")
    does = effects.describe(option.effects, state) if option.effects else T("Nothing changes")
    if option.needs and events.open_to(state, option) is None:
        needs = effects.describe(option.needs, state)
        return T("Only if this holds: {needs}. {effects}. {place}.", needs=needs, effects=does, place=place)
    return T("{effects}. {place}.", effects=does, place=place)


def _closed(state: State, found: OwnCard) -> Text | None:
    """What is printed on the card as far as it was told, and which options cannot be chosen, and why."""
    shut = _shut(state, found)
    words = T("{words}", words=found.text) if found.text else None
    return T("{words} {shut}", words=words, shut=shut) if words and shut else words or shut


def _shut(state: State, found: OwnCard) -> Text | None:
    shut = [_why(state, one) for one in found.options if events.open_to(state, one) is False]
    return reduce(lambda one, other: T("{one} {other}", one=one, other=other), shut) if shut else None


def _why(state: State, option: Option) -> Text:
    """Why an option cannot be chosen: what it needs where that is missing, else what cannot be spent."""
    number = option.number
    if option.needs and effects.requirement(state, option.needs) is False:
        needs = effects.describe(option.needs, state)
        return T("Option {number} is not open to you, it needs {needs}.", number=number, needs=needs)
    why = events.why_not(state, option)
    return T("Option {number} is not open to you. {why}", number=number, why=why or T("It cannot be done now."))


def _no_way(state: State, found: OwnCard) -> Prompt:
    """No option is open: the rulebook is silent, so the players decide."""
    silent = T("The rulebook does not say what happens then. Where you cannot agree, the leader decides.")
    shut = _shut(state, found)
    return Prompt(
        name=state.step,
        do=T("No option of “{name}” is open to you: decide where it goes.", name=owner_facts.title(state, state.card)),
        more=T("{shut} {silent}", shut=shut, silent=silent) if shut else silent,
        rule="events.none",
        offers=(*_places(state), _entering(state, T("Change what it says"))),
    )


def _beside(state: State, found: OwnCard) -> tuple[Offer, ...]:
    """What can be said besides the options: where the card went, where that was not plain, and better words for it."""
    places = () if found.options else _places(state)
    return (*places, _entering(state, T("Change what it says")))


def _unknown(state: State) -> Prompt:
    problem = owner_facts.problem(state, state.card) if state.card else None
    more = T(
        "First what happens at once, then one numbered option. An option with red text needs what the red text names. "
        "Enter what changed below. When the card leaves, Resources on it go to the bank and Meeples to the supply."
    )
    named = bool(state.card) and owner_facts.is_named(state, state.card)
    do = T("Do what {name} says, then say where it goes.", name=owner_facts.title(state, state.card))
    return Prompt(
        name=state.step,
        do=do if named else T("Do what the card says, then say where it goes."),
        more=T("What you entered for it is not understood. {why}", why=problem) if problem else more,
        rule="events.place" if state.step == "morning.resolve" else "dusk.place",
        offers=(
            *((_entering(state, T("Enter what it says, with its icon if it has one")),) if state.card else ()),
            *_often(),
            *_places(state),
        ),
    )


def _often() -> Iterator[Offer]:
    for what, label in OFTEN.items():
        settled: dict[str, Value] = {"what": what, "times": 1}
        icon = what.split("_")[1]
        yield Offer(move=Move("tokens", settled), label=label, under=CHANGES_HEAD, icon=icon, rule="hope.change")


def _entering(state: State, label: Text) -> Offer:
    words = owner_facts.text_of(state, state.card)
    return Offer(
        move=Move("card_text", {"card": state.card}), label=label, asks=(owner_facts.ask(words),), rule="cards.own"
    )


def _places(state: State) -> tuple[Offer, ...]:
    places = events.places(state)
    return tuple(
        Offer(
            move=Move("place_card", {"where": where}),
            label=PLACE_LABELS[where],
            tone="usual" if where == "dispute" and events.is_dispute(state) else "plain",
            rule="dusk.place" if where == "discard" else "dusk.dispute" if where == "dispute" else None,
            under=WHERE_TO,
        )
        for where in places
    )


def _choices(state: State) -> dict[str, Text]:
    return {where: PLACE_NOTES[where] for where in events.places(state)}


def book_offers(state: State) -> tuple[Offer, ...]:
    """What cards change among the cards, for whoever enters it by hand (p. 34)."""
    add = Offer(move=Move("add_dusk_card"), label=T("Card into the Dusk deck"), asks=(ADDED_CODE,), rule="dusk.add")
    if not state.display:
        return (add,)
    lying = pick("code", T("Card"), {card: owner_facts.title(state, card) for card in state.display})
    leave = Offer(
        move=Move("take_from_display"),
        label=T("Card out of the Event display"),
        asks=(lying,),
        rule="events.remove",
    )
    return (add, leave)


# --- the next Social Dispute ------------------------------------------------------------------------------------------


def dispute(state: State) -> Prompt:
    """The next Social Dispute comes into the Dusk deck, or none is left."""
    if not dusk.disputes_left(state):
        return _no_dispute(state)
    return Prompt(
        name="dusk.dispute",
        do=T("Read the next Social Dispute card, then shuffle it into a new Dusk deck."),
        more=T("Shuffle it together with the Dusk deck and the Dusk discard pile, face down."),
        rule="dusk.dispute",
        offers=(
            usual("dispute_added", T("Done")),
            Offer(move=Move("next_dispute_read"), label=T("Done, and enter its code"), asks=(ADDED_CODE,)),
        ),
        expects=(CardExpected(kind="card_id", pattern=ADDED_CODE.pattern, move=Move("next_dispute_read"), arg="code"),),
    )


def _no_dispute(state: State) -> Prompt:
    return Prompt(
        name="dusk.dispute",
        do=T("No Social Dispute is left to add. Is the discard pile shuffled into the Dusk deck all the same?"),
        more=T(
            "The rulebook does not say. Without the shuffling, cards on the discard pile do not come back. What you "
            "decide holds for the rest of the game."
        ),
        rule="dusk.dispute",
        offers=(
            usual("no_dispute", T("No, the deck stays as it is"), how="leave"),
            tap("no_dispute", T("Yes, shuffle it in"), how="shuffle"),
        ),
    )


CARD_STEPS = ("morning.card", "morning.resolve", "dusk.card", "dusk.resolve")
LAW_CODE = 3  # letters of a Law's code: "L05"
WHERE = pick("where", T("Where it goes"), dict(PLACE_LABELS))
EVENT_CODE = Code(
    name="code",
    label=T("Card"),
    kind="card_id",
    pattern=event_board.IN_DISPLAY,
    suits=T("an Event card, such as D012"),
)
SIDES = {"leave": T("The deck stays as it is"), "shuffle": T("The discard pile is shuffled in")}


def reveal_morning(tx: Transaction, args: Args) -> None:
    """A Morning card was revealed."""
    require_step(tx.state, "morning.card")
    events.reveal(tx, word(args, "code"))


def reveal_dusk(tx: Transaction, args: Args) -> None:
    """A Dusk card was revealed; a Consequence may be told by its Law's code alone."""
    require_step(tx.state, "dusk.card")
    code = word(args, "code")
    if code.startswith("L") and len(code) == LAW_CODE:
        events.reveal_consequence(tx, code)
    else:
        events.reveal(tx, code)


def which_consequence(tx: Transaction, args: Args) -> None:
    """Which of a Law's two Consequences was revealed."""
    task = require_task(tx.state, events.CONSEQUENCE)
    card = word(args, "card")
    if card not in (f"{task.about}/1", f"{task.about}/2"):
        raise IllegalMove(T("That is no Consequence of this Law."), rule="laws.consequence", page=37)
    tx.finish_task()
    events.reveal(tx, card)


def place_card(tx: Transaction, args: Args) -> None:
    """What the card says was done, and it went where it says."""
    require_step(tx.state, *CARD_STEPS)
    events.place(tx, word(args, "where"))


def choose_option(tx: Transaction, args: Args) -> None:
    """An option of a card was chosen."""
    require_step(tx.state, "morning.resolve", "dusk.resolve")
    events.choose(tx, number(args, "number"), word(args, "where"))


def card_text(tx: Transaction, args: Args) -> None:
    """What a card says was entered; the card being resolved is then carried out."""
    require_running(tx.state)
    card, text = word(args, "card"), word(args, "text")
    if not owner_facts.fits(card):
        raise IllegalMove(T("No card is kept under that name."), rule="cards.own")
    owner_facts.check(text)
    before = tx.state
    tx.learn(owner_facts.key(card), text)
    tx.note("card_told", T("What “{name}” says was entered.", name=owner_facts.title(tx.state, card)), card=card)
    events.words_told(tx, before)


def dispute_added(tx: Transaction, args: Args) -> None:
    """The next Social Dispute was shuffled together with the Dusk deck and its discard pile."""
    _add_dispute(tx, dusk.DISPUTE)


def next_dispute_read(tx: Transaction, args: Args) -> None:
    """The same, and its code was told when it was read."""
    code, pile = word(args, "code"), tx.state.dusk
    known = dusk.origin(tx.state, code)
    if code in (*pile.deck, *pile.discard, *tx.state.display) or known not in ("", "dispute"):
        raise IllegalMove(T("Card {code} is no Social Dispute.", code=code), rule="dusk.dispute", page=28)
    _add_dispute(tx, code)


def _add_dispute(tx: Transaction, code: str) -> None:
    require_step(tx.state, "dusk.dispute")
    if not dusk.disputes_left(tx.state):
        raise IllegalMove(T("No Social Dispute card is left to add."), rule="dusk.dispute", page=28)
    dusk.next_dispute(tx, code)
    tx.go_on()


def no_dispute(tx: Transaction, args: Args) -> None:
    """What happens with the discard pile when no Social Dispute is left."""
    require_step(tx.state, "dusk.dispute")
    events.settle_no_dispute(tx, word(args, "how"))


def no_dusk_card(tx: Transaction, args: Args) -> None:
    """The Dusk deck is empty: nothing is revealed."""
    require_step(tx.state, "dusk.card")
    tx.set(step="dusk.resolve")
    tx.tell("no_dusk_card", T("The Dusk deck is empty: no card was revealed."))
    tx.go_on()


def dusk_deck_renewed(tx: Transaction, args: Args) -> None:
    """The discard pile was shuffled into a new Dusk deck, which the rulebook leaves open."""
    require_step(tx.state, "dusk.card")
    dusk.shuffle_discard(tx)


def which_card(tx: Transaction, args: Args) -> None:
    """Which of the unread cards of the Dusk deck a card was."""
    task = require_task(tx.state, events.WHICH)
    tx.finish_task()
    dusk.told_entry(tx, task.about, word(args, "entry"))


def take_from_display(tx: Transaction, args: Args) -> None:
    """A card leaves the Event display and the game (p. 34)."""
    require_running(tx.state)
    dusk.remove_from_display(tx, word(args, "code"))


def add_dusk_card(tx: Transaction, args: Args) -> None:
    """A card of the box was shuffled into the Dusk deck, unread (p. 34)."""
    require_running(tx.state)
    dusk.add(tx, word(args, "code"))


MODULE: GameModule[State, Transaction] = GameModule(
    name="events",
    moves={
        "reveal_morning": action(
            reveal_morning, lambda args: T("Card {code} revealed", code=args["code"]), MORNING_CODE
        ),
        "reveal_dusk": action(reveal_dusk, lambda args: T("Card {code} revealed", code=args["code"]), DUSK_CODE),
        "which_consequence": action(which_consequence, T("Consequence told"), owner_facts.CARD),
        "place_card": action(
            place_card, lambda args: T("Card placed: {where}", where=PLACE_NOTES[word(args, "where")]), WHERE
        ),
        "choose_option": action(
            choose_option,
            lambda args: T("Option {number} chosen", number=args["number"]),
            whole("number", T("Option"), 3, at_least=1),
            WHERE,
        ),
        "card_text": action(
            card_text, lambda args: T("Words of {card} entered", card=args["card"]), owner_facts.CARD, owner_facts.ask()
        ),
        "dispute_added": action(dispute_added, T("Next Social Dispute shuffled in")),
        "next_dispute_read": action(
            next_dispute_read,
            lambda args: T("Next Social Dispute {code} shuffled in", code=args["code"]),
            ADDED_CODE,
        ),
        "no_dispute": action(
            no_dispute,
            lambda args: T("No Social Dispute left: {how}", how=SIDES[word(args, "how")]),
            pick("how", T("What happens"), SIDES),
        ),
        "no_dusk_card": action(no_dusk_card, T("No Dusk card: the deck is empty")),
        "dusk_deck_renewed": action(dusk_deck_renewed, T("Discard pile shuffled into a new Dusk deck")),
        "which_card": action(
            which_card,
            T("Card of the Dusk deck told"),
            pick(
                "entry", T("Which card"), {**{law: T("{law}", law=law) for law in dusk.LAWS}, "other": T("Another one")}
            ),
        ),
        "take_from_display": action(
            take_from_display,
            lambda args: T("Out of the Event display: {card}", card=owner_facts.called(word(args, "code"))),
            EVENT_CODE,
        ),
        "add_dusk_card": action(
            add_dusk_card, lambda args: T("Card {code} into the Dusk deck", code=args["code"]), ADDED_CODE
        ),
    },
    tasks={
        events.WHICH: events.which,
        events.CONSEQUENCE: events.consequence,
    },
    prompts=asked_in(
        {
            "morning.card": card,
            "morning.resolve": resolve,
            "dusk.card": card,
            "dusk.resolve": resolve,
            "dusk.dispute": dispute,
        }
    ),
    settle=events.settle,
    families=(owner_facts.family(), dusk.origins(), dusk_effects.family()),
)
