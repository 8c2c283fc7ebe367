"""What is asked when the drawn cards are revealed."""

from __future__ import annotations

from companion.api.game import Move, Offer, Prompt, Words
from companion.api.text import N, T, Text
from companion.games.citadel.action import counting, drawing, facts
from companion.games.citadel.action.counting import ICON_ARGS, OTHER
from companion.games.citadel.action.effect_words import effect_text
from companion.games.citadel.action.gearing_prompts import reminders, sentences
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.stars import WILD
from companion.games.citadel.action.starting_prompts import needs
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import State
from companion.toolkit.forms import seat_of, tap, usual, whole

MOST_SUCCESSES, MOST_ICONS = 60, 40
MOST_TAPS = 4  # numbers above 0 that stand side by side on a phone
# What most cards show: stars, left halves, right halves.
FACES: tuple[tuple[int, int, int], ...] = (
    (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (1, 1, 0), (1, 0, 1),
)  # fmt: skip


def draw(state: State, action: Action) -> Prompt:
    """After a Recovery: the rest of the cost; or the end, when the active player fell unconscious."""
    hero = state.hero(action.active)
    if not hero.conscious:
        return Prompt(
            name="action.stopped",
            do=T("{name}: unconscious. The cost cannot be paid.", name=hero.name),
            more=T("The action ends without a result; the drawn cards go to the Discard Pile."),
            offers=(usual("action_stopped", T("The action ends")),),
            seat=seat_of(hero.seat),
            rule="action.draw",
        )
    deck = piles.piles(state, action.active).deck
    now = action.owed if deck is None else min(action.owed, deck)
    return Prompt(
        name="action.draw",
        do=N("{name}: draw the other card.", "{name}: draw the other {n} cards.", now, name=hero.name),
        offers=(usual("draw_rest", T("Drawn")), *_recovery(state, action)),
        seat=seat_of(hero.seat),
        rule="action.draw",
    )


def _recovery(state: State, action: Action) -> tuple[Offer, ...]:
    if not recovery.found(state, action.active):
        return ()
    return (tap("recovery", T("Another Recovery first"), rule="life.recovery", seat=action.active),)


# --- stars ------------------------------------------------------------------------------------------------------------


def either(state: State, action: Action) -> Prompt:
    """Which of two effects is applied, when it decides how many cards count."""
    key = counting.open_choices(state, action)[0]
    offers = tuple(
        tap("either", effect_text(effect), rule="action.effects", group=key, at=at)
        for at, effect in enumerate(counting.options(state, action, key))
    )
    card = facts.name_of(state, key.rpartition("/")[0])
    return Prompt(
        name="action.either",
        do=T("Reveal the cards. {card}: which effect do you use?", card=card),
        more=T("Or say what each card shows: the companion finds what is best."),
        offers=(*offers, Offer(move=Move("by_card"), label=T("Find what is best"), rule="action.chain")),
        seat=seat_of(action.active),
        rule="action.effects",
    )


def stars(state: State, action: Action) -> Prompt:
    """The successes of the cards that count: one tap, or card by card."""
    return one_card(state, action) if action.by_card else together(state, action)


def together(state: State, action: Action) -> Prompt:
    """One tap with the number that the players counted."""
    limit, capped = counting.limit(state, action), counting.capped(state, action)
    enough = max(MOST_TAPS, action.need + drawing.ignored(state, action))  # what is more than that is lost
    do = N(
        "Reveal the card. How many successes does it show?",
        "Reveal the {n} cards. How many successes do they show?",
        action.drawn,
    )
    if capped:
        do = N(
            "Reveal the cards. How many successes on your best card?",
            "Reveal the cards. How many successes on your best {n} cards?",
            limit or 0,
        )
        do = do if limit else T("Reveal the cards. Their stars do not count.")
    taps = tuple(
        tap("stars_told", T("{n}", n=count), rule="action.result", count=count)
        for count in range(enough - MOST_TAPS, enough + 1)
    )
    many = whole("count", T("Successes on the cards"), MOST_SUCCESSES, enough + 1)
    return Prompt(
        name="action.stars",
        do=do,
        more=_stars_more(state, action),
        offers=(
            *taps,
            _sum(capped),
            Offer(move=Move("stars_told"), label=T("A different number"), asks=(many,)),
            *_more_cards(state, action),
            *reflexes(state, action),
        ),
        seat=seat_of(action.active),
        rule="action.chain" if capped else "action.result",
    )


def _sum(capped: bool) -> Offer:
    if capped:
        return Offer(move=Move("by_card"), label=T("Find the best cards"), rule="action.chain")
    asks = (
        whole("stars", T("Full stars"), MOST_SUCCESSES, 0),
        whole("left", T("Left halves"), MOST_SUCCESSES, 0),
        whole("right", T("Right halves"), MOST_SUCCESSES, 0),
    )
    return Offer(move=Move("all_told"), label=T("Stars and halves"), asks=asks, rule="action.result")


def _more_cards(state: State, action: Action) -> tuple[Offer, ...]:
    deck = piles.piles(state, action.active).deck
    most = 9 if deck is None else min(9, deck)
    if not most:
        return ()
    ask = whole("cards", T("More cards revealed"), most, 1, at_least=1)
    return (Offer(move=Move("draw_more"), label=T("A card lets you reveal more"), asks=(ask,), rule="action.draw"),)


def _stars_more(state: State, action: Action) -> Text:
    parts = [
        T("{needs}. Stars and pairs of a left and a right half count.", needs=needs(state, action)),
        *_added(state, action),
    ]
    if counting.capped(state, action):
        parts.append(T("The chain limits only stars: class icons and Reflex Skills of all cards count."))
    parts.append(T("You may leave successes out."))
    ignored = drawing.ignored(state, action)
    if ignored:
        parts.append(N("A trait takes {n} away afterwards.", "A trait takes {n} away afterwards.", ignored))
    return sentences(parts + reminders(state, action, "result"))


def _added(state: State, action: Action) -> list[Text]:
    """What effects add by themselves is not counted by the players."""
    count = sum(effect.amount for _, effect in facts.in_use(state, action) if effect.kind == "success")
    if not count:
        return []
    return [N("{n} success of your cards is added by itself.", "{n} successes of your cards are added by themselves.",
              count)]  # fmt: skip


def one_card(state: State, action: Action) -> Prompt:
    """One card after the other: what its strip shows, one tap each."""
    at = len(action.faces) + 1
    offers = [
        tap("face", _face(*face), rule="action.result", stars=face[0], left=face[1], right=face[2]) for face in FACES
    ]
    asks = (
        whole("stars", T("Full stars"), 9, 0),
        whole("left", T("Left halves"), 9, 0),
        whole("right", T("Right halves"), 9, 0),
    )
    offers.append(Offer(move=Move("face"), label=T("Something else"), asks=asks, rule="action.result"))
    if counting.asks_icons(state, action):
        offers += [
            tap("icon", _plus(label, action.spare.get(kind, 0)), under=T("First its class icons"), kind=kind)
            for kind, label in _icon_kinds(state, action).items()
        ]
    return Prompt(
        name="action.card",
        do=T("Card {at} of {all}: what does its strip show?", at=at, all=action.drawn),
        more=_stars_more(state, action) if at == 1 else needs(state, action),
        offers=(*offers, *reflexes(state, action)),
        seat=seat_of(action.active),
        rule="action.chain",
    )


def reflexes(state: State, action: Action) -> tuple[Offer, ...]:
    """Reflex Skills among the revealed cards: their effects apply besides what the strips show (p. 13, 19)."""
    used, under = {gear.ident for gear in action.gear}, T("Reflex Skills revealed")
    ticks = tuple(
        Offer(
            move=Move("reflex", {"title": str(state.board.get(ident, ""))}),
            label=facts.name_of(state, ident),
            ticked=ident in used,
            under=under,
            rule="skills.hand",
        )
        for ident in state.turn.reflexes
        if state.board.get(ident)
    )
    title = Words(name="title", label=T("Title of the Reflex Skill"))
    new = Offer(move=Move("reflex"), label=T("A new Reflex Skill"), asks=(title,), under=under, rule="skills.hand")
    return (*ticks, new)


def _icon_kinds(state: State, action: Action) -> dict[str, Text]:
    kinds = {kind: T("{icon}", icon=kind.replace("_", " ")) for kind in counting.named_icons(state, action)}
    return kinds | {WILD: T("Wild icon"), OTHER: T("Another class icon")}


def _plus(label: Text, count: int) -> Text:
    return T("{icon}: {n}", icon=label, n=count) if count else T("{icon}", icon=label)


def _face(count: int, left: int, right: int) -> Text:
    if not left and not right:
        return N("{n} star", "{n} stars", count) if count else T("Nothing")
    if not count:
        return T("A left half") if left else T("A right half")
    return T("A star and a left half") if left else T("A star and a right half")


# --- class icons ------------------------------------------------------------------------------------------------------


def icons(state: State, action: Action) -> Prompt:
    """The class icons of all revealed cards, only the kinds that something in use converts."""
    kinds = counting.named_icons(state, action)
    blank = dict.fromkeys(ICON_ARGS[len(kinds) :], 0)
    ways = tuple(effect_text(effect) for effect in counting.converting(state, action))
    do = T("How many class icons do all revealed cards show?")
    more = sentences([T("{way}.", way=way) for way in ways])
    if not kinds:
        taps = tuple(_any(count, blank) for count in range(MOST_TAPS + 1))
        ask = whole(OTHER, T("Class icons"), MOST_ICONS, MOST_TAPS + 1)
        other = Offer(move=Move("icons_told", {**blank, WILD: 0}), label=T("A different number"), asks=(ask,))
        return _icons_prompt(action, do, more, (*taps, other))
    asks = [whole(ICON_ARGS[at], _icon_name(kind), MOST_ICONS, 0) for at, kind in enumerate(kinds)]
    asks.append(whole(WILD, T("Wild icons"), MOST_ICONS, 0))
    given = dict(blank)
    if any(not effect.of for effect in counting.converting(state, action)):
        asks.append(whole(OTHER, T("Other class icons"), MOST_ICONS, 0))
    else:
        given[OTHER] = 0
    none = {**dict.fromkeys(ICON_ARGS, 0), WILD: 0, OTHER: 0}
    offers = (
        Offer(move=Move("icons_told", given), label=T("Say how many"), asks=tuple(asks), rule="action.icons"),
        Offer(move=Move("icons_told", none), label=T("None"), rule="action.icons"),
    )
    return _icons_prompt(action, do, more, offers)


def _any(count: int, blank: dict[str, int]) -> Offer:
    return Offer(
        move=Move("icons_told", {**blank, WILD: 0, OTHER: count}), label=T("{n}", n=count), rule="action.icons"
    )


def _icon_name(kind: str) -> Text:
    return T("{icon}", icon=kind.replace("_", " "))


def _icons_prompt(action: Action, do: Text, more: Text, offers: tuple[Offer, ...]) -> Prompt:
    return Prompt(
        name="action.icons",
        do=do,
        more=sentences([more, T("A wild icon stands for any kind. Each icon is used once.")]),
        offers=offers,
        seat=seat_of(action.active),
        rule="action.icons",
    )
