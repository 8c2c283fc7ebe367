"""What is asked when consequences are applied, and before the next try of a mandatory action."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Move, Offer, Prompt, Words
from companion.api.text import N, T, Text
from companion.games.citadel.action import ending, facts, gearing, recalling, traits_prompts
from companion.games.citadel.action.gearing_prompts import reminders, sentences
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.action.starting_prompts import heading
from companion.games.citadel.action.traits_prompts import DIE
from companion.games.citadel.board import idle as board
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.cards.words import listed
from companion.games.citadel.leaflet import community, quests
from companion.games.citadel.life import moves as life
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import MOST_LIFE, State, Task
from companion.toolkit.forms import seat_of, tap, usual, whole


def consequence(state: State, action: Action) -> Prompt:
    """The traits first; then what the section says, and the end of the action."""
    if action.due:
        return traits_prompts.due(state, action)
    success = action.outcome == "success"
    head = heading(state, action)
    do = T("{head}. Success: apply the white section.", head=head)
    if not success:
        do = T("{head}. Failure: apply the black section, if there is one.", head=head)
    return Prompt(
        name="action.consequence",
        do=do,
        more=_more(state, action),
        offers=(*_closing(state, action), *_effects(state, action), *_counted(state, action)),
        seat=seat_of(action.active),
        rule="action.consequence",
    )


def _more(state: State, action: Action) -> Text:
    parts = [
        T("Successes: {got}, needed: {need}. Only you are concerned, unless it says otherwise.", got=action.successes,
          need=action.need)
        if action.need
        else T("Only you are concerned, unless it says otherwise.")
    ]  # fmt: skip
    if action.die is not None and action.outcome == "failure" and action.successes:
        parts.append(T("The die goes from {old} to {new}.", old=action.die, new=max(1, action.die - action.successes)))
    if action.next_row:
        parts.append(T("The die lies on row {row}, showing {value}.", row=action.next_row, value=action.next_die))
    if action.cancels:
        parts.append(N("{n} damage can be cancelled.", "{n} damage can be cancelled.", action.cancels))
    return sentences(parts + _spent(state, action) + reminders(state, action, "consequence"))


def _spent(state: State, action: Action) -> list[Text]:
    """The Skill cards that leave the hand because they were used."""
    if action.spent:
        return []
    return [
        T("{card}: block it.", card=facts.name_of(state, ident))
        if use == "block"
        else T("{card}: discard it.", card=facts.name_of(state, ident))
        for ident, use in gearing.spent(state, action)
    ]


# --- closing ----------------------------------------------------------------------------------------------------------


def _closing(state: State, action: Action) -> tuple[Offer, ...]:
    """The usual end is one tap; after a success of a compound action, where the die goes comes with it."""
    last = _as_last_time(state, action)
    plain = T("Something else happened") if last else T("Where the die goes")
    if ending.unsettled(state, action):
        return (*last, *_rows(action, plain, not last, ending.event_shown(state, action)))
    done = N("Done: discard the revealed card", "Done: discard the {n} revealed cards", action.drawn)
    label = done if action.drawn else T("Done")
    if last:
        return (*last, tap("action_done", T("Nothing more happened: done"), under=plain), *_over(action, plain))
    if ending.event_over(state, action):
        event = usual("action_event", T("Done: the event goes to the Past"))
        return (event, tap("action_done", T("Done, but the event goes on")))
    known = recalling.known(state, action)
    note = None if known is None else T("Nothing else happened the last time")
    return (replace(usual("action_done", label), note=note), *_over(action, T("If it says so")))


def _as_last_time(state: State, action: Action) -> tuple[Offer, ...]:
    """What this section did the last time: all of it with one tap."""
    items = recalling.known(state, action)
    if not items:
        return ()
    note = listed([happened(item.split()) for item in items])
    most = min(action.drawn, sum(int(item.split()[1]) for item in items if item.startswith("keep ")))
    whole_of_it = Offer(
        move=Move("as_last_time", {"keep": most}),
        label=T("As last time, and done"),
        tone="usual",
        note=note,
        rule="action.consequence",
    )
    if not most:
        return (whole_of_it,)
    none = tap("as_last_time", T("As last time, but no card to the hand"), rule="action.consequence", keep=0)
    return (whole_of_it, none)


def happened(words: list[str]) -> Text:
    """Something that a section brought about, as a small piece of a list."""
    kind, first = words[0], words[1] if len(words) > 1 else ""
    if kind == "card":
        return {
            "past": T("the card is discarded"),
            "deck": T("the card is returned"),
            "banished": T("the card is banished"),
        }[first]
    if kind == "take":
        return T("card {number}", number=first)
    if kind == "die":
        return T("the die {rows} further, to {value}", rows=int(first), value=int(words[2]))
    if kind == "last":
        return T("the action is over")
    n = int(first)
    return {
        "damage": N("{n} damage", "{n} damage", n),
        "lose": N("{n} life point lost", "{n} life points lost", n),
        "gain": N("{n} life point gained", "{n} life points gained", n),
        "refill": N("up to {n} card shuffled back", "up to {n} cards shuffled back", n),
        "deck": N("{n} card from the deck discarded", "{n} cards from the deck discarded", n),
        "keep": N("{n} card to the hand", "{n} cards to the hand", n),
    }[kind]


def _over(action: Action, under: Text) -> tuple[Offer, ...]:
    """A failure may end a compound action as well, when its section says so."""
    if action.die is None or action.outcome != "failure" or action.over:
        return ()
    return (tap("action_last", T("The action is over"), rule="action.compound", under=under, close=1),)


def _rows(action: Action, under: Text, first: bool, event: bool) -> tuple[Offer, ...]:
    """The next row, some other, or the end; the next row is the usual one where nothing else is known."""
    assert action.sheet is not None
    known = action.sheet.difficulty(action.row + 1)
    ask = whole("difficulty", T("Difficulty of that row"), DIE_SIDES, known, at_least=1)
    rows = whole("rows", T("Rows further"), ending.MOST_ROWS, 2, at_least=1)
    down = Offer(
        move=Move("row_moved", {"rows": 1, "close": 1}),
        label=T("Next row, and done"),
        asks=(ask,),
        tone="usual" if known and first else "plain",
        under=under,
        rule="action.compound",
    )
    skip = Offer(
        move=Move("row_moved", {"close": 1}),
        label=T("Another row, and done"),
        asks=(rows, whole("difficulty", T("Difficulty of that row"), DIE_SIDES, at_least=1)),
        under=under,
        rule="action.compound",
    )
    over = tap("action_last", T("Last row: the action is over"), rule="action.compound", under=under, close=1)
    if not event:
        return (down, skip, over)
    away = tap("action_event", T("Last row: over, the event goes to the Past"), rule="action.compound", under=under)
    return (down, skip, away, over)


# --- what the section says --------------------------------------------------------------------------------------------


def _effects(state: State, action: Action) -> tuple[Offer, ...]:
    under, hero = T("What it says"), state.hero(action.active)
    count = whole("count", T("How many"), MOST_LIFE, 1, at_least=1)
    offers = [
        Offer(move=Move("action_damage"), label=T("You suffer damage"), asks=(count,), under=under, rule="life.damage"),
    ]
    if action.drawn:
        most = whole("count", T("How many"), action.drawn, 1, at_least=1)
        keep = T("Take revealed cards to your hand")
        offers.append(Offer(move=Move("action_keep"), label=keep, asks=(most,), under=under, rule="action.gain"))
    if hero.conscious:
        offers.append(
            Offer(move=Move("deck_discard", {"seat": hero.seat}), label=T("Discard from your deck"), asks=(count,),
                  under=under, rule="deck.discard")
        )  # fmt: skip
    if lying := piles.piles(state, hero.seat).discard:
        back = whole("count", T("How many"), lying, 1, at_least=1)
        offers.append(
            Offer(move=Move("deck_refill", {"seat": hero.seat}), label=T("Shuffle cards back into your deck"),
                  asks=(back,), under=under, rule="deck.refill")
        )  # fmt: skip
    offers += _card(state, action, under)
    offers += [
        Offer(move=Move("action_roll"), label=T("Roll a die"), asks=(DIE,), under=under),
        *life.life_offers(state),
        *life.card_offers(state),
        *elsewhere(state),
    ]
    if recovery.found(state, hero.seat):
        offers.append(tap("recovery", T("Recovery"), rule="life.recovery", under=T("Life"), seat=hero.seat))
    return tuple(offers)


def elsewhere(state: State) -> tuple[Offer, ...]:
    """What other parts do when a consequence says so: figures, the leaflet, a dialogue."""
    number = Words(name="dialogue", label=T("Number of the dialogue"), at_most_chars=8)
    read = Offer(
        move=Move("read_dialogue"), label=T("Read a dialogue"), asks=(number,), under=T("Scenario"), rule="dialogue"
    )
    figures = tuple(one for one in board.offers(state) if one.move.name == "figures_to")
    return (
        *figures,
        *(() if state.campaign.reading else (read,)),
        *community.offers(state),
        *quests.offers(state),
    )


def _card(state: State, action: Action, under: Text) -> list[Offer]:
    """What becomes of the card of the action, and of selected cards."""
    offers = []
    copy = next((one for one in state.cards.copies if one.key == action.card), None)
    if copy is not None and copy.where not in OUT_OF_PLAY and copy.kind != "terrain":
        name = facts.name_of(state, copy.key)
        offers += _ways(copy.key, name)
    for gear in action.gear:
        copy = next((one for one in state.cards.copies if one.key == gear.ident), None)
        if copy is not None and copy.where == "purse" and copy.key != action.card:
            name = facts.name_of(state, copy.key)
            offers += _ways(copy.key, name)
            offers.append(tap("action_card", T("Block it"), under=name, card=copy.key, to="blocked"))
    return offers


def _ways(key: str, name: Text) -> list[Offer]:
    return [
        tap("action_card", T("Discard it"), under=name, rule="cards.discard", card=key, to="past"),
        tap("action_card", T("Return it"), under=name, rule="cards.return", card=key, to="deck"),
        tap("action_card", T("Banish it"), under=name, rule="cards.banish", card=key, to="banished"),
    ]


def _counted(state: State, action: Action) -> tuple[Offer, ...]:
    if action.next_row or action.over or action.applied:
        return ()
    ask = whole("count", T("Successes taken into account"), 60, action.successes)
    return (
        Offer(move=Move("recounted"), label=T("Another number of successes"), asks=(ask,), under=T("Count again"),
              rule="action.result"),
    )  # fmt: skip


# --- the next try -----------------------------------------------------------------------------------------------------


def again(state: State, action: Action) -> Prompt:
    """A mandatory compound action goes on: the involved characters choose who is active."""
    names = tuple(state.hero(seat) for seat in ending.candidates(state, action))
    return Prompt(
        name="action.again",
        do=T("The action goes on. Who is active now?"),
        more=None if action.die is None else T("Row {row}: the die shows {value}.", row=action.row, value=action.die),
        offers=tuple(
            tap("active_again", T("{name}", name=hero.name), rule="action.compound", seat=hero.seat) for hero in names
        ),
        rule="action.compound",
    )


def faint_card(state: State, task: Task) -> Prompt:
    """All who took part are unconscious: which event card is returned, an icon on page 20 shows."""
    kinds = {
        "temporary": T("A Temporary event card"),
        "permanent": T("A Permanent event card"),
        "both": T("Either of them"),
    }
    return Prompt(
        name="life.faint_card",
        do=T("All who took part are unconscious. Which card is returned?"),
        more=T("Page 20 shows the kind of card in its text on unconsciousness. It is asked only once."),
        offers=tuple(tap("faint_card_told", text, rule="life.unconscious", kind=kind) for kind, text in kinds.items()),
        rule="life.unconscious",
    )
