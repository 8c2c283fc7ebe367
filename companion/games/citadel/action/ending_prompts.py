"""What is asked when consequences are applied, and before the next try of a mandatory action."""

from __future__ import annotations

from companion.game import Move, Offer, Prompt, Words
from companion.games.citadel.action import ending, facts, traits_prompts
from companion.games.citadel.action.gearing_prompts import reminders, sentences
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.action.starting_prompts import heading
from companion.games.citadel.action.traits_prompts import DIE
from companion.games.citadel.asking import tap, usual, whole
from companion.games.citadel.board import idle as board
from companion.games.citadel.cards.ledger import OUT_OF_PLAY
from companion.games.citadel.heroes import MOST_LIFE, seat_index
from companion.games.citadel.leaflet import community, quests
from companion.games.citadel.life import moves as life
from companion.games.citadel.life import recovery
from companion.games.citadel.state import State, Task
from companion.text import N, T, Text


def consequence(state: State, action: Action) -> Prompt:
    """The traits first; then what the section says, and the end of the action."""
    if action.due:
        return traits_prompts.due(state, action)
    success = action.outcome == "success"
    head = heading(state, action)
    do = T("{head}: success. Apply the white section.", head=head)
    if not success:
        do = T("{head}: failure. Apply the black section, if there is one.", head=head)
    return Prompt(
        name="action.consequence",
        do=do,
        more=_more(state, action),
        offers=(*_closing(state, action), *_effects(state, action), *_counted(state, action)),
        seat=seat_index(action.active),
        rule="action.consequence",
    )


def _more(state: State, action: Action) -> Text:
    parts = [
        T("{got} of {need} successes. Only you are concerned, unless it says otherwise.", got=action.successes,
          need=action.need)
    ]  # fmt: skip
    if action.die is not None and action.outcome == "failure":
        parts.append(T("The die goes from {old} to {new}.", old=action.die, new=max(1, action.die - action.successes)))
    if action.next_row:
        parts.append(T("The die lies on row {row}, showing {value}.", row=action.next_row, value=action.next_die))
    if action.cancels:
        parts.append(N("{n} damage can be cancelled.", "{n} damage can be cancelled.", action.cancels))
    return sentences(parts + reminders(state, action, "consequence"))


# --- closing ----------------------------------------------------------------------------------------------------------


def _closing(state: State, action: Action) -> tuple[Offer, ...]:
    """The usual end is one tap; after a success of a compound action, where the die goes comes with it."""
    done = N("Done: discard the revealed card", "Done: discard the {n} revealed cards", action.drawn)
    label = done if action.drawn else T("Done")
    if not ending.unsettled(state, action):
        return (usual("action_done", label),)
    return _rows(action)


def _rows(action: Action) -> tuple[Offer, ...]:
    assert action.sheet is not None
    known, under = action.sheet.difficulty(action.row + 1), T("Where the die goes")
    ask = whole("difficulty", T("Difficulty of that row"), DIE_SIDES, known, at_least=1)
    rows = whole("rows", T("Rows further"), ending.MOST_ROWS, 2, at_least=1)
    down = Offer(
        move=Move("row_moved", {"rows": 1, "close": 1}),
        label=T("Next row, and done"),
        asks=(ask,),
        tone="usual" if known else "plain",
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
    return (down, skip, over)


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
    offers += _card(state, action, under)
    offers += [
        Offer(move=Move("action_roll"), label=T("Roll a die"), asks=(DIE,), under=under),
        *life.life_offers(state),
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
    copy = next((one for one in state.ledger.copies if one.key == action.card), None)
    if copy is not None and copy.where not in OUT_OF_PLAY and copy.kind != "terrain":
        name = facts.name_of(state, copy.key)
        offers += _ways(copy.key, name)
    for gear in action.gear:
        copy = next((one for one in state.ledger.copies if one.key == gear.ident), None)
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
    if action.next_row or action.over:
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
        more=T("Row {row}: the die shows {value}.", row=action.row, value=action.die or 0),
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
