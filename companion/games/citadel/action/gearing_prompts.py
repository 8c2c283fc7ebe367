"""Gear up and Draw in one prompt: who takes part, which cards are used, how many cards are drawn."""

from __future__ import annotations

from companion.api.game import Move, Offer, Prompt, Words
from companion.api.text import N, T, Text
from companion.games.citadel.action import drawing, facts, gearing, resolving, selecting, starting, traits
from companion.games.citadel.action.effect_words import effect_text
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.sheet import TRAITS
from companion.games.citadel.action.starting_prompts import heading, needed, needs
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.words import listed
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import State
from companion.toolkit.forms import seat_of, tap, whole

MOST_DRAWN = 40


def gear(state: State, action: Action) -> Prompt:
    """Tick what is used, then draw: one tap where nothing is used."""
    due = drawing.cost(state, action)
    deck = piles.piles(state, action.active).deck
    due_now = due if deck is None else min(due, deck)
    draw = Offer(
        move=Move("draw", {"cards": due}),
        label=_label(due, due_now),
        tone="usual",
        rule="action.draw",
    )
    return Prompt(
        name="action.gear",
        do=_do(state, action, due, due_now),
        more=_more(state, action, due),
        offers=(
            draw,
            *_ticks(state, action),
            *_drawing(state, action, due),
            *_reading(state, action),
            *_leaving(state, action),
        ),
        seat=seat_of(action.active),
        rule="action.gear",
    )


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


def _more(state: State, action: Action, due: int) -> Text:
    assert action.sheet is not None
    parts = [T("Tick the cards you use first. {needs}.", needs=needs(state, action))]
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
    parts += [traits.explained(one, action.sheet.trait(one)) for one in TRAITS if action.sheet.trait(one)]
    parts += reminders(state, action, "gear") + reminders(state, action, "draw")
    return sentences(parts)


def _counting(state: State, action: Action) -> int:
    assert action.sheet is not None
    effects = facts.in_use(state, action)
    most = (
        resolving.limit(action.sheet.cost, True, [effects[at][1] for at in taken]) or 0
        for taken in resolving.ways(effects, action.either)
    )
    return max(most)


def sentences(parts: list[Text]) -> Text:
    """Whole sentences one after the other."""
    text = parts[0]
    for part in parts[1:]:
        text = T("{first} {second}", first=text, second=part)
    return text


def reminders(state: State, action: Action, step: str) -> list[Text]:
    """What the cards in use say for this step, in their owner's words."""
    return [
        T("{card}: {words}", card=facts.name_of(state, ident), words=effect.words)
        for ident, effect in facts.in_use(state, action)
        if effect.kind == "words" and effect.step == step
    ]


def _drawing(state: State, action: Action, due: int) -> tuple[Offer, ...]:
    deck = piles.piles(state, action.active).deck
    most, under = MOST_DRAWN if deck is None else deck, T("Or draw otherwise")
    offers = []
    if most > due:
        ask = whole("cards", T("Cards drawn"), most, due + 1, at_least=due + 1)
        offers.append(Offer(move=Move("draw"), label=T("Draw more"), asks=(ask,), under=under, rule="action.draw"))
    if deck is None and due:
        ask = whole("cards", T("Cards that were left"), due - 1, 0)
        offers.append(
            Offer(move=Move("draw_short"), label=T("My deck runs out"), asks=(ask,), under=under, rule="action.draw")
        )
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
        for seat in starting.together(state, action.active)
        if seat != action.active
    )


def _cards(state: State, action: Action) -> tuple[Offer, ...]:
    purse = tuple(copy.key for copy in looking.of(state, "purse", action.active))
    quest = tuple(copy.key for copy in looking.of(state, "quest"))
    skills = tuple(ident for ident in state.turn.skills.get(action.active, ()) if _may_fit(state, action, ident))
    rows = (
        *(_card(state, action, ident, T("Your Purse cards")) for ident in purse if _may_fit(state, action, ident)),
        *(_card(state, action, ident, T("Quest items")) for ident in quest if _may_fit(state, action, ident)),
        *(_card(state, action, ident, T("Skill cards in your hand")) for ident in skills),
    )
    events = tuple(copy.key for copy in selecting.events_here(state, action))
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


def keywords(state: State, action: Action) -> Prompt:
    """Several cards are selected: they may have no keyword in common, so that theirs are asked once."""
    ident = gearing.unread(state, action)
    words = Words(name="keywords", label=T("Keywords, with spaces between"))
    move = Move("keywords_told", {"card": ident})
    none = Move("keywords_told", {"card": ident, "keywords": ""})
    return Prompt(
        name="action.keywords",
        do=T("{card}: which keywords stand at its bottom?", card=facts.name_of(state, ident)),
        more=T("Selected cards may have no keyword in common."),
        offers=(
            Offer(move=move, label=T("These keywords"), asks=(words,), rule="action.keywords"),
            Offer(move=none, label=T("No keyword"), rule="action.keywords"),
        ),
        seat=seat_of(action.active),
        rule="action.keywords",
    )
