"""Advisors (rulebook p. 22, 31): one ability a round for a Hope token of the type on the card; Call to Rise, alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Args, Counter, IllegalMove, Move, N, Note, Offer, Panel, Prompt, T, Text, Value, Widget, Words
from companion.games.frostpunk import automatons
from companion.games.frostpunk.cards import by_hand, citizens, effects, owner_facts
from companion.games.frostpunk.cards.by_hand import MOST_CHARS, effects_ask
from companion.games.frostpunk.forms import YES_NO, Settable, asked_in
from companion.games.frostpunk.people import tokens
from companion.games.frostpunk.people.tokens import token_name
from companion.games.frostpunk.state import HOPE_TYPES, TOKEN_NAMES, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, tap, whole, word

KIND = "advisor"
ADVISORS: Mapping[str, str] = {  # p. 31, by the names of their cards
    "generator": "Generator Advisor",
    "health": "Health Advisor",
    "social": "Social Advisor",
    "foreman": "Foreman Advisor",
}
TITLES: Mapping[str, Text] = {
    "generator": T("Generator Advisor"),
    "health": T("Health Advisor"),
    "social": T("Social Advisor"),
    "foreman": T("Foreman Advisor"),
}
MOST_RISE = 30  # p. 5: Citizen cards in the game


def in_play(state: State) -> tuple[str, ...]:
    """The Advisors that the players have; all four while nobody has said which."""
    return tuple(one for one in state.advisors if one) or tuple(ADVISORS)


def seat_of(state: State, advisor: str) -> int | None:
    """The seat whose Advisor it is."""
    return state.advisors.index(advisor) if advisor in state.advisors else None


def ability(state: State, advisor: str) -> str:
    """What an Advisor does, the exhausting of its token included (`exhaust care; cure 2`); empty where not known."""
    found = owner_facts.card(state, owner_facts.named(KIND, ADVISORS[advisor]))
    return found.ability if found is not None else ""


def token(state: State, advisor: str) -> str | None:
    """The type of Hope token that an Advisor's ability exhausts; None where it is not known."""
    first = ability(state, advisor).partition(";")[0].split()
    return first[1] if len(first) == 2 and first[0] in ("exhaust", "spend") and first[1] in HOPE_TYPES else None


def can_use(state: State, advisor: str) -> bool:
    """Whether an Advisor can be used now: none was this round, and a token of its type may be exhausted (p. 17, 22)."""
    kind = token(state, advisor)
    active = tokens.active_kinds(state, "hope")
    has_token = bool(active) and (kind is None or kind in active)
    return not state.advisor_used and has_token and _payable(state, ability(state, advisor))


def _payable(state: State, words: str) -> bool:
    """Whether the conditions of an ability hold and what it spends is there, as far as the companion knows."""
    return not by_hand.understood(words) or effects.requirement(state, words) is not False


def asks(state: State) -> bool:
    """Whether there is anything to choose: an Advisor that can be used, or Call to Rise."""
    return can_rise(state) or any(can_use(state, advisor) for advisor in in_play(state))


def nobody(state: State) -> Text:
    """Why no Advisor can be used (p. 17, 22)."""
    if not state.hope.active:
        return T("No Hope token is active: no Advisor can be used.")
    return T("No Advisor can be used: what their abilities need is not there.")


def use(tx: Transaction, advisor: str) -> None:
    """An Advisor's ability is used: its Hope token is exhausted, its effects follow (p. 22, 31)."""
    _refuse(tx.state, advisor)
    words = ability(tx.state, advisor)
    tx.set(advisor_used=True)
    text = T("{advisor}: the ability is used.", advisor=TITLES[advisor])
    tx.note("advisor_used", text, advisor=advisor)
    by_hand.carry(tx, words, ADVISORS[advisor])


def told(tx: Transaction, advisor: str, kind: str, words: str) -> None:
    """An Advisor's token and ability were read off the card: kept, and used at once."""
    if words:
        line = f"exhaust {kind}; {by_hand.as_effects(words)}"
        owner_facts.write_line(tx, owner_facts.named(KIND, ADVISORS[advisor]), "ability", line)
        use(tx, advisor)
        return
    _refuse(tx.state, advisor)
    tx.set(advisor_used=True)
    text = T("{advisor}: the ability is used.", advisor=TITLES[advisor])
    tx.note("advisor_used", text, advisor=advisor)
    by_hand.carry(tx, f"exhaust {kind}")
    by_hand.carry(tx, "", ADVISORS[advisor])


def _refuse(state: State, advisor: str) -> None:
    if state.advisor_used:
        raise IllegalMove(T("Only one Advisor may be used in a round, once."), rule="preparation.advisor", page=22)
    if advisor not in in_play(state):
        raise IllegalMove(T("Nobody has that Advisor."), rule="advisors", page=31)
    if not can_use(state, advisor):
        text = T("What its ability needs is not there: the Hope token to exhaust is not active, or it cannot be paid.")
        raise IllegalMove(text, rule="preparation.advisor", page=22)


# --- Call to Rise -----------------------------------------------------------------------------------------------------


def can_rise(state: State) -> bool:
    """Whether Call to Rise can be used: in a solo game, once (p. 31)."""
    return len(state.players) == 1 and not state.call_to_rise


def rise_fact(hope: int) -> str:
    """The board fact that says how many cards Call to Rise draws with so many Hope tokens."""
    return f"call_to_rise_at_{hope}"


def rise(tx: Transaction, cards: int) -> None:
    """Call to Rise: draw Citizen cards by the number of Hope tokens; the card leaves the game (p. 31)."""
    if not can_rise(tx.state):
        raise IllegalMove(T("Call to Rise is used once, in a solo game."), rule="advisors", page=31)
    tx.learn(rise_fact(tx.state.hope.count), cards)
    tx.set(call_to_rise=True)
    tx.note("call_to_rise", T("Call to Rise was used and left the game."), cards=cards)
    tx.todo(T("Put Call to Rise into the box"), "citizen")
    citizens.draw(tx, 0, cards)


STEP = "preparation.advisor"


def no_advisor(tx: Transaction, args: Args) -> None:
    """No Advisor this round; then the Sickness markers are checked (p. 22)."""
    require_step(tx.state, STEP)
    tx.go_on()


def use_advisor(tx: Transaction, args: Args) -> None:
    """An Advisor's ability is used; only one may be in a round (p. 22)."""
    require_step(tx.state, STEP)
    use(tx, word(args, "advisor"))
    _go_on(tx)


def advisor_told(tx: Transaction, args: Args) -> None:
    """An Advisor's token and ability were read off the card, and the ability is used."""
    require_step(tx.state, STEP)
    told(tx, word(args, "advisor"), word(args, "token"), word(args, "effects"))
    _go_on(tx)


def call_to_rise(tx: Transaction, args: Args) -> None:
    """Solo: Call to Rise is used once and leaves the game; an Advisor may still be used (p. 31)."""
    require_step(tx.state, STEP)
    rise(tx, number(args, "cards"))
    if tx.state.advisor_used:
        tx.go_on()


def _go_on(tx: Transaction) -> None:
    """One Advisor is all; only Call to Rise may still be used in this step."""
    if not can_rise(tx.state):
        tx.go_on()


# --- what is asked ----------------------------------------------------------------------------------------------------


def _advisor(state: State) -> Prompt:
    used = state.advisor_used
    able = [_offer(state, one) for one in in_play(state) if can_use(state, one)]
    known = [one for one in able if one.move.name == "use_advisor" and not used]
    others = [one for one in able if one not in known]
    others += [_rise(state)] if can_rise(state) else []
    # An Advisor whose ability is known mostly is used: the large button would invite to leave him.
    none = Offer(
        move=Move("no_advisor"), label=T("Go on") if used else T("No Advisor"), tone="plain" if known else "usual"
    )
    offers = [*known, none, *others]
    do = T("Choose one Advisor to use this round, if you like.") if len(offers) > 1 else nobody(state)
    return Prompt(
        name=STEP,
        do=T("Call to Rise can still be used.") if used else do,
        more=T(
            "Its ability costs one Hope token of the type on the card, which you exhaust. The leader has the last "
            "word. Then the sick are looked after."
        ),
        rule="preparation.advisor",
        offers=tuple(offers),
    )


def _offer(state: State, advisor: str) -> Offer:
    seat = seat_of(state, advisor)
    who = T("{advisor}, {name}", advisor=TITLES[advisor], name=state.players[seat]) if seat is not None else None
    label = who or TITLES[advisor]
    words = ability(state, advisor)
    if words and token(state, advisor):
        offer = tap("use_advisor", label, advisor=advisor)
        return Offer(move=offer.move, label=label, note=effects.describe(words))
    kinds = {kind: token_name(state, kind) for kind in tokens.active_kinds(state, "hope")}
    asks = (
        pick("token", T("Hope token that it exhausts"), kinds),
        effects_ask("effects", T("What it then does")),
    )
    return Offer(move=Move("advisor_told", {"advisor": advisor}), label=label, asks=asks)


def _rise(state: State) -> Offer:
    hope = state.hope.count
    known = state.fact(rise_fact(hope))
    ask = whole(
        "cards",
        N("Citizen cards that it draws with {n} Hope token", "Citizen cards that it draws with {n} Hope tokens", hope),
        MOST_RISE,
        known,
    )
    return Offer(move=Move("call_to_rise"), label=T("Use Call to Rise"), asks=(ask,), rule="advisors")


_ADVISOR = pick("advisor", T("Advisor"), {one: TITLES[one] for one in ADVISORS})


# --- players and the scenario -----------------------------------------------------------------------------------------


def panel(state: State) -> Panel:
    """Who has which Advisor, the hands, and the Citizen deck."""
    widgets: list[Widget] = []
    for seat, name in enumerate(state.players):
        advisor = state.advisors[seat] if seat < len(state.advisors) else ""
        if advisor in TITLES:
            widgets.append(Note(text=T("{name}: {advisor}.", name=name, advisor=TITLES[advisor]), rule="advisors"))
        held = citizens.hand(state, seat)
        if held is not None:
            played = T("One played for its ability this round.") if seat in state.played else None
            widgets.append(
                Counter(
                    label=T("{name}: Citizen cards", name=name),
                    count=held,
                    value=f"hand{seat + 1}",
                    note=played,
                    icon="citizen",
                )
            )
    deck = citizens.deck_left(state)
    if deck is not None:
        widgets.append(Counter(label=T("Citizen deck"), count=deck, of=citizens.CARDS, icon="citizen"))
    if state.advisor_used:
        widgets.append(Note(text=T("An Advisor was used this round."), rule="preparation.advisor"))
    if can_rise(state):
        widgets.append(Note(text=T("Call to Rise can still be used, in a Preparation Phase."), rule="advisors"))
    widgets.append(
        Counter(
            label=T("Automatons"), count=state.automatons, of=automatons.MOST, value="automatons", icon="automatons"
        )
    )
    return Panel(name="hands", title=T("Advisors and Citizen cards"), widgets=tuple(widgets), icon="advisor")


# --- players and the scenario -----------------------------------------------------------------------------------------


def settables(state: State) -> Iterator[Settable]:
    """The Advisor and the hand of each player, and the Citizen discard pile."""
    for seat, name in enumerate(state.players):
        advisor = state.advisors[seat] if seat < len(state.advisors) else ""
        ask = pick(f"advisor{seat + 1}", T("{name}: Advisor", name=name), {"none": T("Not told"), **TITLES})
        yield Settable(ask, advisor if advisor in TITLES else "none", _put_advisor(seat))
        held = whole(f"hand{seat + 1}", T("{name}: Citizen cards", name=name), citizens.CARDS)
        yield Settable(held, citizens.hand(state, seat) or 0, _put_hand(seat))
    pile = whole("citizen_discard", T("Citizen discard pile"), citizens.CARDS)
    yield Settable(pile, state.citizen_discard, lambda tx, value: citizens.set_discard(tx, int(value)))
    if len(state.players) == 1:
        used = pick("call_to_rise", T("Call to Rise used"), YES_NO)
        now = "yes" if state.call_to_rise else "no"
        yield Settable(used, now, lambda tx, value: tx.set(call_to_rise=value == "yes"))


def _put_advisor(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        row = list(tx.state.advisors) + [""] * (len(tx.state.players) - len(tx.state.advisors))
        row[seat] = "" if value == "none" else str(value)
        tx.set(advisors=tuple(row))

    return put


def _put_hand(seat: int) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        players = len(tx.state.players)
        tx.set(hands=(*tx.state.hands, *(0,) * (players - len(tx.state.hands))))
        citizens.set_hand(tx, seat, int(value))

    return put


MODULE: GameModule[State, Transaction] = GameModule(
    name="advisors",
    moves={
        "no_advisor": action(no_advisor, T("Advisors seen to")),
        "use_advisor": action(
            use_advisor, lambda args: T("{advisor} used", advisor=TITLES[word(args, "advisor")]), _ADVISOR
        ),
        "advisor_told": action(
            advisor_told,
            lambda args: T("{advisor} used", advisor=TITLES[word(args, "advisor")]),
            _ADVISOR,
            pick("token", T("Hope token that it exhausts"), {kind: TOKEN_NAMES[kind] for kind in HOPE_TYPES}),
            Words(name="effects", label=T("What it then does"), at_most_chars=MOST_CHARS),
        ),
        "call_to_rise": action(
            call_to_rise,
            lambda args: N("Call to Rise used: {n} card", "Call to Rise used: {n} cards", number(args, "cards")),
            whole("cards", T("Citizen cards drawn"), MOST_RISE),
        ),
    },
    prompts=asked_in(
        {
            STEP: _advisor,
        }
    ),
    panels=lambda state: (panel(state),),
    settables=settables,
)
