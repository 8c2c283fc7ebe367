"""Gear up (p. 12): who takes part, which cards are selected and which must be; and the prompt in which cards are
drawn."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Words
from companion.games.citadel import heroes
from companion.games.citadel.action import drawing, facts, performing, resolving, results, sheet, traits
from companion.games.citadel.action.effects import Effect, effect_text
from companion.games.citadel.action.facts import heading, needed, needs
from companion.games.citadel.action.performing import AT, KEY
from companion.games.citadel.action.sheet import TRAITS
from companion.games.citadel.cards import looking, owner_facts
from companion.games.citadel.cards.cards import EXPLORATION, Copy
from companion.games.citadel.cards.looking import listed
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import Action, Gear, State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, seat_of, tap, whole, word


def add_forced(tx: Transaction) -> None:
    """The card of the action itself is selected, and every card whose effect must be applied (p. 12)."""
    action = tx.state.action
    assert action is not None
    tx.set(action=with_forced(tx.state, action))


def with_forced(state: State, action: Action) -> Action:
    """The action with the cards that have to be selected for it."""
    gear = action.gear
    if action.source in ("purse", "quest") and action.card:
        gear = (*gear, Gear(ident=action.card, kind=action.source, forced=True))
    purse = [(copy.key, "purse") for copy in looking.of(state, "purse", action.active)]
    skills = [(ident, "skill") for ident in state.turn.skills.get(action.active, ())]
    quests = [(copy.key, "quest") for copy in looking.of(state, "quest")]
    events = [(copy.key, "event") for copy in events_here(state, action)]
    for ident, kind in (*purse, *quests, *events, *skills):
        must = _must(facts.fitting(state, ident, action.icon))
        if must and kind != "skill" and not clash(state, gear, ident) and ident not in {one.ident for one in gear}:
            gear = (*gear, Gear(ident=ident, kind=kind, forced=True))
    unread = bool(gear) and gear[0].ident == action.card and facts.effects_of(state, action.card) is None
    return replace(action, gear=gear, asking=action.card if unread else action.asking)


def settled(state: State, action: Action) -> bool:
    """Whether nothing has to be asked before cards are drawn."""
    return not (
        action.asking or unread(state, action) or traits.missing_sign(state, action) or traits.barred(state, action)
    )


def usable(state: State, action: Action) -> tuple[str, ...]:
    """The cards of the active player, and those in play, that are known to do something here and may be selected."""
    own = (*looking.of(state, "purse", action.active), *looking.of(state, "quest"), *events_here(state, action))
    idents = (*(copy.key for copy in own), *state.turn.skills.get(action.active, ()))
    used = {gear.ident for gear in action.gear}
    return tuple(
        ident
        for ident in idents
        if ident not in used
        and facts.fitting(state, ident, action.icon)
        and not (not ident.startswith(facts.SKILL) and clash(state, action.gear, ident))
        and not too_many(state, action, kind_of(state, action, ident))
    )


def may_use(state: State, action: Action) -> tuple[str, ...]:
    """The active player's own cards that fit this action, or that nobody has read yet, and may be selected."""
    return tuple(
        copy.key
        for copy in looking.of(state, "purse", action.active)
        if _may_fit(state, action, copy.key)
        and not clash(state, action.gear, copy.key)
        and not too_many(state, action, "purse")
    )


def events_here(state: State, action: Action) -> tuple[Copy, ...]:
    """Events whose effects may concern this action (p. 5 to 6, 17): Global ones, and Permanent ones attached to where
    the active player stands; not the card of the action itself."""
    place = state.hero(action.active).place
    attached = {one.key for one in state.sketch.attached if one.to and one.to == place}
    here = (copy for copy in state.cards if copy.key in attached and copy.deck != EXPLORATION)
    return tuple(copy for copy in (*looking.of(state, "global"), *here) if copy.key != action.card and copy.in_play)


def _must(effects: tuple[Effect, ...]) -> bool:
    return any(effect.must for effect in effects)


def clash(state: State, gear: tuple[Gear, ...], ident: str) -> str:
    """A keyword that this card has in common with a selected one; empty when there is none, or none is known."""
    own = set(looking.keywords(state, ident) or ())
    for other in gear:
        if other.numbered and other.ident != ident:
            common = sorted(own & set(looking.keywords(state, other.ident) or ()))
            if common:
                return common[0]
    return ""


def involve(tx: Transaction, args: Args) -> None:
    """Another character on the Terrain card takes part, or does not (p. 10)."""
    action, seat = performing.require_action(tx.state, "gear"), word(args, "seat")
    assert action.sheet is not None
    if seat == action.active or seat not in heroes.together(tx.state, action.active):
        raise IllegalMove(T("Only others on the same Terrain card can take part."), rule="action.involved", page=10)
    if action.sheet.mandatory or action.sheet.group:
        raise IllegalMove(T("In this action everybody here takes part."), rule="action.mandatory", page=11)
    chosen = {*action.involved} ^ {seat}
    performing.change(tx, involved=tuple(hero.seat for hero in tx.state.party if hero.seat in chosen))


def select(tx: Transaction, args: Args) -> None:
    """A card is used in this action, or put back again."""
    action, ident = performing.require_action(tx.state, "gear"), word(args, "card")
    used = next((gear for gear in action.gear if gear.ident == ident), None)
    if used is not None:
        if used.forced:
            raise IllegalMove(T("This card must be used in this action."), rule="action.gear", page=12)
        drop(tx, ident)
        return
    _add(tx, action, ident)


def drop(tx: Transaction, ident: str) -> None:
    """The card is not used in this action after all."""
    action = tx.state.action
    assert action is not None
    either = {key: at for key, at in action.either.items() if not key.startswith(f"{ident}/")}
    performing.change(tx, gear=tuple(one for one in action.gear if one.ident != ident), either=either)


def _add(tx: Transaction, action: Action, ident: str) -> None:
    kind = kind_of(tx.state, action, ident)
    common = "" if kind == "skill" else clash(tx.state, action.gear, ident)
    if common:
        text = T("Another selected card has the keyword {keyword}, too.", keyword=common)
        raise IllegalMove(text, rule="action.keywords", page=12)
    _check_unsettling(tx.state, action, kind)
    known = facts.effects_of(tx.state, ident)
    asked = known is None or not facts.fitting(tx.state, ident, action.icon)
    performing.change(tx, gear=(*action.gear, Gear(ident=ident, kind=kind)), asking=ident if asked else action.asking)


def kind_of(state: State, action: Action, ident: str) -> str:
    """What kind of card in use it is; refused for a card that this player cannot use."""
    if ident.startswith(facts.SKILL):
        return "skill"
    for kind, copies in (
        ("purse", looking.of(state, "purse", action.active)),
        ("quest", looking.of(state, "quest")),
        ("event", events_here(state, action)),
    ):
        if ident in {copy.key for copy in copies}:
            return kind
    raise IllegalMove(T("Only own cards that are not blocked can be used."), rule="action.gear", page=12)


REVEALING = ("either", "stars", "icons")  # steps in which cards are revealed


def limited(state: State, action: Action, kind: str) -> bool:
    """Whether the trait Unsettling counts cards of this kind; both kinds while nobody has read the sign."""
    if kind == "event":
        return False  # it is nobody's card
    said = state.board.get("trait_unsettling", "both")
    return said == "both" or said == ("skill" if kind in ("skill", "reflex") else "purse")


def too_many(state: State, action: Action, kind: str) -> bool:
    """Whether the trait Unsettling allows no further card of this kind (p. 23)."""
    most = action.sheet.trait("unsettling") if action.sheet is not None else 0
    counts = most and "trait_unsettling" in state.board and limited(state, action, kind)
    return bool(counts) and sum(limited(state, action, gear.kind) for gear in action.gear) >= most


def _check_unsettling(state: State, action: Action, kind: str) -> None:
    if too_many(state, action, kind):
        text = T(
            "Unsettling {most}: the effects of more cards cannot be applied.",
            most=action.sheet.trait("unsettling") if action.sheet is not None else 0,
        )
        raise IllegalMove(text, rule="traits", page=23)


def reflex(tx: Transaction, args: Args) -> None:
    """A Reflex Skill was revealed: its effects apply, whatever the chain says (p. 13, 19); the same again takes it
    back."""
    action, title = performing.require_action(tx.state, *REVEALING), word(args, "title")
    ident = facts.skill_ident(title)
    if ident == facts.SKILL:
        raise IllegalMove(T("Enter the title of the Skill card."), rule="skills.hand", page=19)
    if ident in {gear.ident for gear in action.gear}:
        drop(tx, ident)
        return
    if not action.drawn:
        raise IllegalMove(T("No card was revealed."), rule="skills.hand", page=19)
    _check_unsettling(tx.state, action, "skill")
    tx.learn(ident, title)
    if ident not in tx.state.turn.reflexes:
        tx.set(turn=replace(tx.state.turn, reflexes=(*tx.state.turn.reflexes, ident)))
    known = bool(facts.fitting(tx.state, ident, action.icon))
    performing.change(tx, gear=(*action.gear, Gear(ident=ident, kind="reflex")), asking="" if known else ident)


def skill_named(tx: Transaction, args: Args) -> None:
    """A Skill card from the hand is used for the first time: it is called by its title."""
    action, title = performing.require_action(tx.state, "gear"), word(args, "title")
    ident = facts.skill_ident(title)
    if ident == facts.SKILL:
        raise IllegalMove(T("Enter the title of the Skill card."), rule="action.gear", page=12)
    tx.learn(ident, title)
    seat = action.active
    mine = tx.state.turn.skills.get(seat, ())
    if ident not in mine:
        tx.set(turn=replace(tx.state.turn, skills={**tx.state.turn.skills, seat: (*mine, ident)}))
    if ident not in {gear.ident for gear in action.gear}:
        _add(tx, action, ident)


def keywords_told(tx: Transaction, args: Args) -> None:
    """The keywords at the bottom of a selected card; a second card with one of them is put back."""
    performing.require_action(tx.state, "gear")
    ident, words = word(args, "card"), word(args, "keywords")
    if ident not in {copy.key for copy in tx.state.cards.copies}:
        raise IllegalMove(T("There is no such card."))
    owner_facts.set_fact(tx, ident, "keywords", words.upper())
    action = tx.state.action
    assert action is not None
    common = clash(tx.state, action.gear, ident)
    if common:
        drop(tx, ident)
        name = facts.name_of(tx.state, ident)
        text = T("{card}: not selected, its keyword {keyword} is there already.", card=name, keyword=common)
        tx.tell("keyword_clash", text, card=ident, keyword=common)


def unread(state: State, action: Action) -> str:
    """The last selected card whose keywords nobody has said, where that matters: two or more are selected."""
    cards = [gear.ident for gear in action.gear if gear.numbered]
    missing = [ident for ident in cards if looking.keywords(state, ident) is None]
    return missing[-1] if len(cards) > 1 and missing else ""


def chosen(tx: Transaction, args: Args) -> None:
    """Of the effects of a card of which only one is applied, this one (p. 15, the sword)."""
    action = performing.require_action(tx.state, "gear", "either")
    key, at = word(args, "group"), number(args, "at")
    performing.change(tx, either={**action.either, key: at})


def spent(state: State, action: Action) -> tuple[tuple[str, str], ...]:
    """The Skill cards in use that say what becomes of them, each with `discard` or `block` (p. 19)."""
    found = []
    for gear in action.gear:
        uses = {effect.use for effect in facts.fitting(state, gear.ident, action.icon)}
        wanted = {"skill": {"discard", "block"}, "reflex": {"block"}}.get(gear.kind, set())
        if uses & wanted:
            found.append((gear.ident, "block" if "block" in uses else "discard"))
    return tuple(found)


def skills_used(tx: Transaction) -> None:
    """The Skill cards that were used leave the hand as their effects say (p. 19), once in an action."""
    action = tx.state.action
    assert action is not None
    if action.spent:
        return
    reflexes = {gear.ident for gear in action.gear if gear.kind == "reflex"}
    for ident, use in spent(tx.state, action):
        if ident not in reflexes and piles.piles(tx.state, action.active).hand:
            piles.from_hand(tx, action.active, 1, "blocked" if use == "block" else "discard")
        if ident in reflexes and use == "block" and action.drawn:
            action = performing.change(tx, drawn=action.drawn - 1)
            piles.set_piles(tx, action.active, blocked=piles.piles(tx.state, action.active).blocked + 1)
    performing.change(tx, spent=True)


def follow(tx: Transaction) -> None:
    """Whoever falls unconscious through the consequences has used the Skill cards before: the hand that is drawn then
    holds none of them (p. 20)."""
    action = tx.state.action
    if action is not None and action.step == "consequence" and not tx.state.hero(action.active).conscious:
        skills_used(tx)


# --- what is shown ----------------------------------------------------------------------------------------------------


MOST_DRAWN, LIKELY_MORE = 40, 6
OTHERWISE = T("Or draw otherwise")


def gear_prompt(state: State, action: Action, with_cards: tuple[Offer, ...], others: tuple[Offer, ...]) -> Prompt:
    """Tick what is used, then draw: one tap where nothing is used, or one card, or where somebody else is active."""
    due = drawing.cost(state, action)
    deck = piles.piles(state, action.active).deck
    due_now = due if deck is None else min(due, deck)
    together = results.read(state, action, due) or _with_recovery(state, action, due_now)
    step_by_step = Offer(
        move=Move("draw", {"cards": due}),
        label=_label(due, due_now),
        tone="plain" if together else "usual",
        note=T("Then there is more to say") if together and due_now == due else None,
        under=OTHERWISE if together else None,
        rule="action.draw",
    )
    return Prompt(
        name="action.gear",
        do=_do(state, action, due, due_now),
        more=_more(state, action, due, bool(others)),
        offers=(
            *together,
            *(() if together else (step_by_step,)),
            *with_cards,
            *_ticks(state, action),
            *others,
            *_drawing(state, action, due),
            *((step_by_step,) if together else ()),
            *_reading(state, action),
            *_leaving(state, action),
        ),
        seat=seat_of(action.active),
        rule="action.gear",
    )


def _with_recovery(state: State, action: Action, left: int) -> tuple[Offer, ...]:
    """The last cards, then the Recovery that must follow: the cards lie face down, so that nothing is known before how
    many are taken back (p. 12)."""
    back = drawing.taking_back(state, action) if settled(state, action) else None
    if back is None:
        return ()
    label = last_cards(left)
    return (Offer(move=Move("draw_back"), label=label, asks=(back,), rule="life.recovery"),)


def last_cards(left: int) -> Text:
    """What is drawn and how the Recovery follows, before the number of cards that it takes back."""
    if not left:
        return T("The Recovery takes back:")
    return N("Draw the last card; the Recovery takes back:", "Draw the last {n} cards; the Recovery takes back:", left)


def _label(due: int, now: int) -> Text:
    if now < due:
        text = N("Draw the last card, then a Recovery", "Draw the last {n} cards, then a Recovery", now)
        return text if now else T("Go on to the Recovery")
    return N("Draw {n} card", "Draw {n} cards", due) if due else T("Draw no card")


def _do(state: State, action: Action, due: int, now: int) -> Text:
    head = heading(state, action)
    if now < due:
        text = N(
            "{head}. Draw your last card, then perform a Recovery.",
            "{head}. Draw your last {n} cards, then perform a Recovery.",
            now,
            head=head,
        )
        return text if now else T("{head}. Your Action Deck is empty: a Recovery comes first.", head=head)
    if due == 0:
        return T("{head}. No card has to be drawn.", head=head)
    return N("{head}. Draw {n} card.", "{head}. Draw {n} cards.", due, head=head)


def _more(state: State, action: Action, due: int, others: bool) -> Text:
    assert action.sheet is not None
    parts = [T("Tick the cards you use first. {needs}.", needs=needs(state, action))]
    name = state.hero(action.active).name
    parts += [T("If {name} is not active now, take the answer of whoever is.", name=name)] if others else []
    demands = needed(state, action.card, action.icon)
    parts += [] if demands is None else [demands]
    if action.sheet.chain:
        counting = _counting(state, action)
        chain = N(
            "Chain: the successes of {n} card count at most.",
            "Chain: the successes of {n} cards count at most.",
            counting,
        )
        parts.append(chain if counting else T("Chain: the successes of no card count."))
    parts += [sheet.explained(one, action.sheet.trait(one)) for one in TRAITS if action.sheet.trait(one)]
    parts += facts.reminders(state, action, "gear") + facts.reminders(state, action, "draw")
    return facts.sentences(parts)


def _counting(state: State, action: Action) -> int:
    assert action.sheet is not None
    effects = facts.in_use(state, action)
    most = (
        resolving.limit(action.sheet.cost, True, [effects[at][1] for at in taken]) or 0
        for taken in resolving.ways(effects, action.either)
    )
    return max(most)


def _drawing(state: State, action: Action, due: int) -> tuple[Offer, ...]:
    deck = piles.piles(state, action.active).deck
    most, under = MOST_DRAWN if deck is None else deck, OTHERWISE
    offers = []
    if most > due:
        ask = whole("cards", T("Cards drawn"), most, at_least=due + 1, likely=due + LIKELY_MORE)
        label = T("Draw more cards")
        offers.append(Offer(move=Move("draw"), label=label, asks=(ask,), under=under, rule="action.draw"))
    if deck is None and due:
        ask = whole("cards", T("Cards that were left"), due - 1)
        label = T("My deck runs out")
        offers.append(Offer(move=Move("draw_short"), label=label, asks=(ask,), under=under, rule="action.draw"))
    if recovery.found(state, action.active):
        offers.append(tap("recovery", T("Recovery first"), rule="life.recovery", under=under, seat=action.active))
    return tuple(offers)


# --- what can be ticked -----------------------------------------------------------------------------------------------


def _ticks(state: State, action: Action) -> tuple[Offer, ...]:
    return (*_cards(state, action), *_choices(state, action), *_others(state, action))


def _others(state: State, action: Action) -> tuple[Offer, ...]:
    assert action.sheet is not None
    if action.sheet.mandatory or action.sheet.group:
        return ()
    return tuple(
        Offer(
            move=Move("involve", {"seat": seat}),
            label=T("{name} takes part", name=state.hero(seat).name),
            ticked=seat in action.involved,
            under=T("Also involved"),
            rule="action.involved",
        )
        for seat in heroes.together(state, action.active)
        if seat != action.active
    )


def _cards(state: State, action: Action) -> tuple[Offer, ...]:
    def can_be_used(copy: Copy) -> bool:
        """Not while another selected card has the same keyword (p. 12)."""
        clashes = clash(state, action.gear, copy.key) or too_many(state, action, "purse")
        return not clashes or any(one.ident == copy.key for one in action.gear)

    purse = tuple(copy.key for copy in looking.of(state, "purse", action.active) if can_be_used(copy))
    quest = tuple(copy.key for copy in looking.of(state, "quest") if can_be_used(copy))
    skills = tuple(ident for ident in state.turn.skills.get(action.active, ()) if _may_fit(state, action, ident))
    rows = (
        *(_card(state, action, ident, T("Your Purse cards")) for ident in purse if _may_fit(state, action, ident)),
        *(_card(state, action, ident, T("Quest items")) for ident in quest if _may_fit(state, action, ident)),
        *(_card(state, action, ident, T("Skill cards in your hand")) for ident in skills),
    )
    events = tuple(copy.key for copy in events_here(state, action))
    here = tuple(_card(state, action, one, T("Events in play")) for one in events if _may_fit(state, action, one))
    every = (*purse, *quest, *events, *_own_skills(state, action))
    rest = tuple(ident for ident in every if not _may_fit(state, action, ident))
    others = tuple(_card(state, action, ident, T("Not used in this action so far")) for ident in rest)
    title = Words(name="title", label=T("Title of the Skill card"))
    new = Offer(
        move=Move("skill_named"), label=T("A new Skill card"), asks=(title,), under=T("Skill cards in your hand"),
        rule="skills.hand",
    )  # fmt: skip
    return (*rows, new, *here, *others)


def _own_skills(state: State, action: Action) -> tuple[str, ...]:
    return tuple(state.turn.skills.get(action.active, ()))


def _may_fit(state: State, action: Action, ident: str) -> bool:
    """Whether a card fits the action, or nobody has said yet what it does."""
    return facts.effects_of(state, ident) is None or bool(facts.fitting(state, ident, action.icon))


def _card(state: State, action: Action, ident: str, under: Text) -> Offer:
    fitting = facts.fitting(state, ident, action.icon)
    note = listed([effect_text(effect) for effect in fitting]) if fitting else None
    used = next((one for one in action.gear if one.ident == ident), None)
    name = facts.name_of(state, ident)
    if used is not None and used.forced:
        must = T("{card}: must be used", card=name)
        return Offer(
            move=Move("effects_again", {"card": ident}), label=must, note=note, under=under, rule="action.gear"
        )
    return Offer(
        move=Move("gear", {"card": ident}),
        label=name,
        ticked=used is not None,
        note=note,
        under=under,
        rule="action.gear",
    )


def _choices(state: State, action: Action) -> tuple[Offer, ...]:
    """Effects of which only one is applied, where the choice changes how many cards are drawn."""
    effects = facts.in_use(state, action)
    offers = []
    for (card, group), places in resolving.alternatives(effects).items():
        if not any(effects[at][1].kind == "cost" for at in places):
            continue
        for index, at in enumerate(places):
            key = f"{card}/{group}"
            offers.append(
                Offer(
                    move=Move("either", {"group": key, "at": index}),
                    label=effect_text(effects[at][1]),
                    ticked=action.either.get(key) == index,
                    under=T("Only one of these"),
                    rule="action.gear",
                )
            )
    return tuple(offers)


def _reading(state: State, action: Action) -> tuple[Offer, ...]:
    """Cards in use whose effects should be entered anew."""
    return tuple(
        tap("effects_again", facts.name_of(state, one.ident), under=T("Change what a card does"), card=one.ident)
        for one in action.gear
        if not one.forced
    )


def _leaving(state: State, action: Action) -> tuple[Offer, ...]:
    mandatory, under = action.forced or (action.sheet is not None and action.sheet.mandatory), T("Go back")
    again = tap("sheet_again", T("The action shows something else"), under=under, rule="action.cost")
    leave = () if mandatory else (tap("action_cancel", T("Not this action"), under=under),)
    if not facts.kept(state, action.card):
        return (*_another_die(action, under), again, *leave)
    told = facts.prerequisite(state, action.card, action.icon)
    ask = Words(name="words", label=T("What it demands"), at_most_chars=120, usual=told)
    demands = Offer(
        move=Move("prerequisite"), label=T("It has a prerequisite"), asks=(ask,), under=under, rule="action.forbidden"
    )
    return (demands, again, *leave)


def _another_die(action: Action, under: Text) -> tuple[Offer, ...]:
    """An action of an unnamed card goes on with the die of its kind, unless the players say that it is another one."""
    if (
        action.card
        or action.die is None
        or action.sheet is None
        or (action.row, action.die) == (1, action.sheet.rows[0])
    ):
        return ()
    return (tap("first_row", T("No die lies on this card yet"), under=under, rule="action.compound"),)


def keywords_prompt(state: State, action: Action) -> Prompt:
    """Several cards are selected: they may have no keyword in common, so that theirs are asked once."""
    ident = unread(state, action)
    words = Words(name="keywords", label=T("Keywords, with spaces between"))
    move = Move("keywords_told", {"card": ident})
    none = Move("keywords_told", {"card": ident, "keywords": ""})
    return Prompt(
        name="action.keywords",
        do=T("{card}: which keywords stand at its bottom?", card=facts.name_of(state, ident)),
        more=T("Selected cards may have no keyword in common."),
        offers=(
            Offer(move=move, label=T("Write its keywords"), asks=(words,), rule="action.keywords"),
            Offer(move=none, label=T("No keyword"), rule="action.keywords"),
        ),
        seat=seat_of(action.active),
        rule="action.keywords",
    )


MOVES: Moves = {
    "involve": move(involve, T("Takes part"), SEAT),
    "gear": move(select, T("Used a card"), KEY),
    "reflex": move(
        reflex,
        lambda args: T("Revealed “{title}”", title=word(args, "title")),
        Words(name="title", label=T("Title")),
    ),
    "skill_named": move(
        skill_named,
        lambda args: T("Used “{title}”", title=word(args, "title")),
        Words(name="title", label=T("Title")),
    ),
    "keywords_told": move(keywords_told, T("Read keywords"), KEY, Words(name="keywords", label=T("Keywords"))),
    "either": move(chosen, T("Chose an effect"), Words(name="group", label=T("Of"), at_most_chars=80), AT),
}
