"""The Consequence step (p. 13): what its section says is applied, or all of it again as the last time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import structs

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Words
from companion.games.citadel.action import ending, facts, gearing, performing, reading, recalling, traits
from companion.games.citadel.action.facts import heading, reminders, sentences
from companion.games.citadel.action.performing import COUNT, KEY
from companion.games.citadel.action.sheet import DIE_SIDES, EXPLORE
from companion.games.citadel.action.traits import DIE
from companion.games.citadel.board import figures
from companion.games.citadel.cards import moving, revealing, taking
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.cards.looking import listed
from companion.games.citadel.cards.revealing import ENDS
from companion.games.citadel.leaflet import community, quests
from companion.games.citadel.life import changing, limits, piles, points, recovery
from companion.games.citadel.state import MOST_LIFE, Action, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, seat_of, tap, whole, word


def kept(tx: Transaction, args: Args) -> None:
    """Some revealed cards go to the hand instead of the Discard Pile, where an effect says so (p. 13, 18)."""
    action = performing.require_action(tx.state, "consequence")
    count, hero = number(args, "count"), tx.state.hero(action.active)
    if count > action.drawn:
        text = N("Only {n} card was revealed.", "Only {n} cards were revealed.", action.drawn)
        raise IllegalMove(text, rule="action.consequence", page=13)
    performing.change(tx, drawn=action.drawn - count)
    recalling.applied(tx, f"keep {count}")
    piles.into_hand(tx, action.active, count)
    text = N("{name}: {n} revealed card to the hand.", "{name}: {n} revealed cards to the hand.", count, name=hero.name)
    tx.tell("cards_kept", text, seat=action.active, cards=count)
    if limits.hand_limit(tx.state, action.active) is None:
        limits.ask_limits(tx, action.active)


def damage(tx: Transaction, args: Args) -> None:
    """The active player suffers damage; what class icons cancel is used up (p. 13, 18)."""
    action = performing.require_action(tx.state, "consequence")
    count = number(args, "count")
    used = min(count, action.cancels)
    performing.change(tx, cancels=action.cancels - used)
    recalling.applied(tx, f"damage {count}")
    points.lose(tx, action.active, count, damage=True, cancelled=used)


def damage_done(tx: Transaction, args: Args) -> None:
    """Damage is all that the section does: the action is over with it, and so is its event."""
    _close_with(tx)
    damage(tx, args)


def _close_with(tx: Transaction) -> None:
    """What is applied now is all: the action ends with it."""
    action = performing.require_action(tx.state, "consequence")
    if action.due or unsettled(tx.state, action):
        raise IllegalMove(T("Something else comes first: it is shown at the top."), rule="action.consequence", page=13)
    if event_over(tx.state, action):
        card_goes(tx, "past")
    performing.change(tx, closing=True)


def kept_done(tx: Transaction, args: Args) -> None:
    """Cards to the hand are all that the section brings: the action is over with it, and so is its event."""
    _close_with(tx)
    kept(tx, args)


def row_moved(tx: Transaction, args: Args) -> None:
    """The die goes to another row: one further for each arrow, set to that row's difficulty (p. 18)."""
    action = performing.require_action(tx.state, "consequence")
    assert action.sheet is not None
    if action.die is None or action.outcome != "success":
        text = T("The die moves only after a success of a compound action.")
        raise IllegalMove(text, rule="action.compound", page=13)
    row, value = action.row + number(args, "rows"), number(args, "difficulty")
    rows = list(action.sheet.rows) + [0] * (row - len(action.sheet.rows))
    rows[row - 1] = value
    sheet = replace(action.sheet, rows=tuple(rows))
    facts.learn_sheet(tx, action.card, action.icon, sheet)
    performing.change(tx, sheet=sheet, next_row=row, next_die=value, over=False)
    recalling.applied(tx, f"die {number(args, 'rows')} {value}")
    text = T("The die goes to row {row}, showing {value}.", row=row, value=value)
    tx.tell("die_moved", text, row=row, value=value)
    order = T("Move the die to row {row}, showing {value}", row=row, value=value)
    performing.die_order(tx, order, action.card, action.icon, action.sheet)
    if number(args, "close"):
        ending.conclude(tx)


def over(tx: Transaction, args: Args) -> None:
    """The card is gone, or its last row was done: a compound action is over (p. 13)."""
    performing.require_action(tx.state, "consequence")
    performing.change(tx, over=True, next_row=0, next_die=0)
    recalling.applied(tx, "last")
    if number(args, "close"):
        ending.conclude(tx)


WAYS: Mapping[str, Callable[[Transaction, str], None]] = {
    "past": moving.discard, "banished": moving.banish, "deck": moving.return_,
}  # fmt: skip


def card_goes(tx: Transaction, to: str) -> None:
    """The card of the action goes where the section says."""
    action = tx.state.action
    assert action is not None
    WAYS[to](tx, action.card)
    recalling.applied(tx, f"card {to}")


def event_shown(state: State, action: Action) -> bool:
    """Whether the action stands on a Temporary event that was revealed just now."""
    shown = any(copy.key == action.card and copy.where == "shown" for copy in state.cards.copies)
    return shown and action.source == "temporary"


def event_over(state: State, action: Action) -> bool:
    """Whether a Temporary event is resolved with this action: a simple one, or a compound one that is over (p. 17)."""
    return event_shown(state, action) and (action.die is None or action.over)


def event_done(tx: Transaction, args: Args) -> None:
    """The action is over, and with it the Temporary event, which is discarded (p. 17)."""
    action = performing.require_action(tx.state, "consequence")
    if action.due:
        raise IllegalMove(T("The creature’s traits come first: they are shown at the top."), rule="traits", page=23)
    if not event_shown(tx.state, action):
        raise IllegalMove(T("No event was revealed just now."), rule="cards.kinds", page=17)
    card_goes(tx, "past")
    ending.conclude(tx)


def finish(tx: Transaction, args: Args) -> None:
    """All consequences are applied: the revealed cards are discarded."""
    action = performing.require_action(tx.state, "consequence")
    if action.due:
        raise IllegalMove(T("The creature’s traits come first: they are shown at the top."), rule="traits", page=23)
    if unsettled(tx.state, action):
        raise IllegalMove(T("Say first where the die goes."), rule="action.compound", page=13)
    ending.conclude(tx)


def another_try(tx: Transaction, args: Args) -> None:
    """The action is not over yet, and the players count it by themselves."""
    action = performing.require_action(tx.state, "consequence")
    if not goes_on(action):
        raise IllegalMove(T("This action does not go on."), rule="action.compound", page=13)
    recalling.applied(tx, recalling.AGAIN)
    ending.try_again(tx)


def goes_on(action: Action) -> bool:
    """Whether another try may follow that the companion does not count: of an action that nobody has read."""
    return action.sheet is None and action.icon != EXPLORE


def unsettled(state: State, action: Action) -> bool:
    """Whether it is still open where the die goes after a success of a compound action."""
    return (
        action.die is not None and action.outcome == "success" and not (action.next_row or ending.ends(state, action))
    )


def as_last_time(tx: Transaction, args: Args) -> None:
    """All that this section brought about the last time happens again; so many revealed cards go to the hand."""
    action = performing.require_action(tx.state, "consequence")
    items = recalling.known(tx.state, action)
    if items is None or action.due:
        raise IllegalMove(T("Nobody has said what this section does."), rule="action.consequence", page=13)
    performing.change(tx, closing=True)
    waiting: tuple[Task, ...] = ()
    if number(args, "keep"):
        kept(tx, {"count": number(args, "keep")})
        waiting = _waiting(tx, waiting)
    for item in items:
        if tx.state.action is None:
            return  # the adventure has just ended
        _happens(tx, action, item.split())
        waiting = _waiting(tx, waiting)
    tx.set(tasks=waiting)


def _waiting(tx: Transaction, before: tuple[Task, ...]) -> tuple[Task, ...]:
    """What has to be done about the items so far, in their order; the unconscious discard nothing more."""
    action, fresh = tx.state.action, tx.state.tasks
    if action is None:
        return ()
    tx.set(tasks=())
    if not tx.state.hero(action.active).conscious:
        before = tuple(task for task in before if task.kind != "drain")
    return (*before, *fresh)


def _happens(tx: Transaction, action: Action, words: list[str]) -> None:
    kind = words[0]
    if kind == "damage":
        damage(tx, {"count": int(words[1])})
    elif kind in ("lose", "gain", "deck", "refill", "take"):
        recalling.applied(tx, " ".join(words))
        _to_the_active(tx, action.active, kind, words[1])
    elif kind == "card" and not ending.ends(tx.state, action):
        card_goes(tx, words[1])
    elif kind == "die" and action.outcome == "success" and action.die is not None:
        row_moved(tx, {"rows": int(words[1]), "difficulty": int(words[2]), "close": 0})
    elif kind == "last":
        over(tx, {"close": 0})
    elif kind == recalling.AGAIN:
        recalling.applied(tx, recalling.AGAIN)


def _to_the_active(tx: Transaction, seat: str, kind: str, what: str) -> None:
    if kind == "lose":
        points.lose(tx, seat, int(what))
    elif kind == "gain":
        points.gain(tx, seat, int(what))
    elif kind == "deck":
        recovery.drain(tx, seat, int(what))
    elif kind == "refill":
        changing.refill(tx, seat, min(int(what), piles.piles(tx.state, seat).discard))
    else:
        taking.take(tx, what, seat)


def follow(tx: Transaction) -> None:
    """What was told in one go ends as it did the last time, where that is known; once all of it is dealt with, the
    action is over."""
    _recall(tx)
    action = tx.state.action
    if action is None or not action.closing or tx.state.tasks or tx.state.ended or action.asking:
        return
    if unsettled(tx.state, action) or action.due:
        performing.change(tx, closing=False)
    elif recalling.AGAIN in action.applied and action.sheet is None:
        ending.try_again(tx)
    else:
        ending.conclude(tx)


def _recall(tx: Transaction) -> None:
    action = tx.state.action
    if action is None or not action.at_once or action.step != "consequence" or action.due or tx.state.tasks:
        return
    performing.change(tx, at_once=False)
    items = recalling.known(tx.state, action)
    if not tx.state.ended and items is not None and not any(item.startswith("keep ") for item in items):
        as_last_time(tx, {"keep": 0})


def _card_sent(tx: Transaction, args: Args) -> None:
    """A card of the action goes where the consequence says."""
    action = performing.require_action(tx.state, "consequence")
    key, to = word(args, "card"), word(args, "to")
    if key not in {action.card, *(gear.ident for gear in action.gear)}:
        raise IllegalMove(T("This card has no part in the action."))
    copy = next((one for one in tx.state.cards.copies if one.key == key), None)
    if copy is None or copy.where in OUT_OF_PLAY:
        raise IllegalMove(T("This card is not in play."))
    if key == action.card and to != "blocked":
        card_goes(tx, to)
    elif to == "blocked":
        moving.block(tx, key, action.active)
    else:
        WAYS[to](tx, key)


def _roll(tx: Transaction, args: Args) -> None:
    """A die that a card asks for."""
    performing.require_action(tx.state, "consequence")
    tx.tell("die_rolled", T("The die shows {rolled}.", rolled=word(args, "die")), rolled=int(word(args, "die")))


LIKELY = 5
CLOSE = whole("close", T("And done"), 1)


# --- what is shown ----------------------------------------------------------------------------------------------------


def consequence(state: State, action: Action) -> Prompt:
    """The traits first; then what the section says, and the end of the action."""
    if action.due:
        return traits.due_prompt(state, action)
    success = action.outcome == "success"
    head = heading(state, action)
    do = T("{head}. Success: apply the white section.", head=head)
    if not success:
        do = T("{head}. Failure: apply the black section.", head=head)
    return Prompt(
        name="action.consequence",
        do=do,
        more=_more(state, action),
        offers=(*_closing(state, action), *_effects(state, action), *_counted(state, action)),
        seat=seat_of(action.active),
        rule="action.consequence",
        expects=(revealing.CALLED,),
    )


def _more(state: State, action: Action) -> Text | None:
    parts: list[Text] = []
    if action.next_row:
        parts.append(T("The die lies on row {row}, showing {value}.", row=action.next_row, value=action.next_die))
    if action.cancels:
        parts.append(N("{n} damage can be cancelled.", "{n} damage can be cancelled.", action.cancels))
    parts += _spent(state, action) + reminders(state, action, "consequence")
    return sentences(parts) if parts else None


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
    if unsettled(state, action):
        return (*last, *_rows(action, plain, not last, event_shown(state, action)))
    done = N("Done: discard the revealed card", "Done: discard the {n} revealed cards", action.drawn)
    label = done if action.drawn else T("Done")
    if last:
        return (*last, tap("action_done", T("Nothing more happened: done"), under=plain), *_over(action, plain))
    if event_over(state, action):
        event = Offer(move=Move("action_event"), label=T("Done: the event goes to the Past"), tone=_done_tone(action))
        hurt = _hurt(action, T("Damage, and done: the event goes to the Past"))
        gained = _gained(action, T("Cards to your hand, and done: the event goes to the Past"))
        return (event, *hurt, *gained, *_again(action), tap("action_done", T("Done, but the event goes on")))
    known = recalling.known(state, action)
    note = None if known is None else T("Nothing else happened the last time")
    tone = _done_tone(action) if known is None else "usual"
    finished = Offer(move=Move("action_done"), label=label, note=note, tone=tone)
    return (
        finished,
        *_hurt(action, T("Damage, and done")),
        *_gained(action, T("Cards to your hand, and done")),
        *_again(action),
        *reading.keeping(state, action),
        *_over(action, T("If it says so")),
    )


def _done_tone(action: Action) -> str:
    """A section that nobody has read mostly does something: its end is the large button once that was told."""
    return "usual" if action.applied or (action.outcome == "success" and not action.drawn) else "plain"


def _hurt(action: Action, label: Text) -> tuple[Offer, ...]:
    """Damage is what most failures bring: with the end of the action it is one tap, while nothing else was done."""
    if action.outcome != "failure" or action.applied:
        return ()
    count = whole("count", T("How many"), MOST_LIFE, at_least=1, likely=LIKELY)
    return (Offer(move=Move("damage_done"), label=label, asks=(count,), rule="life.damage"),)


def _gained(action: Action, label: Text) -> tuple[Offer, ...]:
    """Revealed cards to the hand are what many successes bring: with the end of the action they are one tap."""
    if action.outcome != "success" or action.applied or not action.drawn:
        return ()
    count = whole("count", T("How many"), action.drawn, at_least=1, likely=LIKELY)
    return (Offer(move=Move("kept_done"), label=label, asks=(count,), rule="action.gain"),)


def _again(action: Action) -> tuple[Offer, ...]:
    return (tap("another_try", T("Not over: another try"), rule="action.compound"),) if goes_on(action) else ()


def _as_last_time(state: State, action: Action) -> tuple[Offer, ...]:
    """What this section did the last time: all of it with one tap."""
    items = recalling.known(state, action)
    if not items:
        return ()
    note = listed([recalling.happened(item.split()) for item in items])
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


def _over(action: Action, under: Text) -> tuple[Offer, ...]:
    """A failure may end a compound action as well, when its section says so."""
    if action.die is None or action.outcome != "failure" or action.over:
        return ()
    return (tap("action_last", T("The action is over"), rule="action.compound", under=under, close=1),)


FURTHER = (2, 3)  # rows that an arrow may skip to besides the next one


def _rows(action: Action, under: Text, first: bool, event: bool) -> tuple[Offer, ...]:
    """The next row, the end, or a row further on; the next row is the usual one where nothing else is known."""
    assert action.sheet is not None
    known = action.sheet.difficulty(action.row + 1)
    ask = whole("difficulty", T("Difficulty of that row"), DIE_SIDES, known, at_least=1)
    down = Offer(
        move=Move("row_moved", {"rows": 1, "close": 1}),
        label=T("Next row, and done"),
        asks=(ask,),
        tone="usual" if known and first else "plain",
        under=under,
        rule="action.compound",
    )
    that = whole("difficulty", T("Difficulty of that row"), DIE_SIDES, at_least=1)
    skips = tuple(
        Offer(
            move=Move("row_moved", {"rows": further, "close": 1}),
            label=T("{rows} rows further, and done", rows=further),
            asks=(that,),
            under=under,
            rule="action.compound",
        )
        for further in FURTHER
    )
    over = tap("action_last", T("Last row: the action is over"), rule="action.compound", under=under, close=1)
    if not event:
        return (down, over, *skips)
    away = tap("action_event", T("Last row: over, the event goes to the Past"), rule="action.compound", under=under)
    return (down, away, over, *skips)


# --- what the section says --------------------------------------------------------------------------------------------


def _effects(state: State, action: Action) -> tuple[Offer, ...]:
    under, hero = T("What it says"), state.hero(action.active)
    count = whole("count", T("How many"), MOST_LIFE, at_least=1, likely=LIKELY)
    offers = [
        revealing.calls(under),
        Offer(move=Move("action_damage"), label=T("You suffer damage"), asks=(count,), under=under, rule="life.damage"),
    ]
    if action.drawn:
        most = whole("count", T("How many"), action.drawn, at_least=1)
        keep = T("Take revealed cards to your hand")
        offers.append(Offer(move=Move("action_keep"), label=keep, asks=(most,), under=under, rule="action.gain"))
    if hero.conscious:
        offers.append(
            Offer(move=Move("deck_discard", {"seat": hero.seat}), label=T("Discard from your deck"), asks=(count,),
                  under=under, rule="deck.discard")
        )  # fmt: skip
    if lying := piles.piles(state, hero.seat).discard:
        back = whole("count", T("How many"), lying, at_least=1, likely=LIKELY)
        offers.append(
            Offer(move=Move("deck_refill", {"seat": hero.seat}), label=T("Shuffle cards back into your deck"),
                  asks=(back,), under=under, rule="deck.refill")
        )  # fmt: skip
    offers += _card(state, action, under)
    offers += [
        Offer(move=Move("action_roll"), label=T("Roll a die"), asks=(DIE,), under=under),
        *changing.life_offers(state),
        *changing.card_offers(state),
        *elsewhere(state),
    ]
    if recovery.found(state, hero.seat):
        offers.append(tap("recovery", T("Recovery"), rule="life.recovery", under=T("Life"), seat=hero.seat))
    return tuple(offers)


def elsewhere(state: State) -> tuple[Offer, ...]:
    """What other modules do when a consequence says so: figures, the leaflet, a dialogue."""
    number = Words(name="dialogue", label=T("Number of the dialogue"), at_most_chars=8)
    read = Offer(move=Move("read_dialogue"), label=T("Read a dialogue"), asks=(number,), rule="dialogue")
    found = (
        *(() if state.campaign.reading else (read,)),
        *figures.by_effect(state),
        *community.offers(state),
        *quests.offers(state),
    )
    return tuple(structs.replace(one, under=ELSEWHERE) for one in found)


ELSEWHERE = T("The Board and the leaflet")


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
    if action.next_row or action.over or action.applied or action.sheet is None:
        return ()
    ask = whole("count", T("Successes taken into account"), 60, likely=max(action.need, LIKELY))
    return (
        Offer(move=Move("recounted"), label=T("Another number of successes"), asks=(ask,), under=ELSEWHERE,
              rule="action.result"),
    )  # fmt: skip


MOVES: Moves = {
    "action_damage": move(damage, T("Suffered damage"), COUNT),
    "damage_done": move(damage_done, T("Suffered damage, and finished the action"), COUNT),
    "kept_done": move(kept_done, T("Kept revealed cards, and finished the action"), COUNT),
    "action_keep": move(kept, T("Kept revealed cards"), COUNT),
    "action_card": move(_card_sent, lambda args: ENDS[word(args, "to")], KEY, pick("to", T("Where it goes"), ENDS)),
    "action_roll": move(_roll, T("Rolled a die"), DIE),
    "action_done": move(finish, T("Finished the action")),
    "another_try": move(another_try, T("The action goes on")),
    "action_event": move(event_done, T("Finished the action and its event")),
    "as_last_time": move(as_last_time, T("As the last time"), whole("keep", T("Cards to the hand"), 40)),
    "row_moved": move(
        row_moved,
        T("Moved the die to another row"),
        whole("rows", T("Rows"), recalling.MOST_ROWS, at_least=1),
        whole("difficulty", T("Difficulty"), DIE_SIDES, at_least=1),
        CLOSE,
    ),
    "action_last": move(over, T("The last row was done"), CLOSE),
}
