"""What creature traits ask for (p. 23)."""

from __future__ import annotations

from companion.api.game import Chance, Choice, Move, Offer, Prompt
from companion.api.text import T
from companion.games.citadel.action import ending, facts, traits
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.state import State
from companion.toolkit.forms import seat_of, tap

SIDES = tuple(range(1, DIE_SIDES + 1))
DIE = Chance(
    name="die",
    label=T("The die"),
    choices=tuple(Choice(value=str(side), label=T("{n}", n=side)) for side in SIDES),
)


def due(state: State, action: Action) -> Prompt:
    first = action.due[0]
    if first == "brutal":
        return _brutal(action)
    return _reach(state, action) if first == "reach" else _blocked(state, action, int(first.removeprefix("block")))


def _brutal(action: Action) -> Prompt:
    taps = tuple(tap("brutal_rolled", T("{n}", n=side), rule="traits", die=str(side)) for side in SIDES)
    return Prompt(
        name="traits.brutal",
        do=T("Brutal: roll a die."),
        more=T("1 blocks a selected ARMOR or SHIELD, 2 a selected WEAPON or SECONDARY."),
        offers=(*taps, Offer(move=Move("brutal_rolled"), label=T("Roll for us"), asks=(DIE,), rule="traits")),
        seat=seat_of(action.active),
        rule="traits",
    )


def _blocked(state: State, action: Action, rolled: int) -> Prompt:
    first, second = traits.BRUTAL[rolled]
    found = traits.blockable(state, action, rolled)
    offers = tuple(tap("brutal_blocks", facts.name_of(state, ident), rule="traits", card=ident) for ident in found)
    none = (tap("brutal_blocks", T("None shows it"), rule="traits", card=""),) if traits.may_spare(state, found) else ()
    return Prompt(
        name="traits.block",
        do=T("Which selected card is blocked? It shows {first} or {second}.", first=first, second=second),
        offers=(*offers, *none),
        seat=seat_of(action.active),
        rule="traits",
    )


def _reach(state: State, action: Action) -> Prompt:
    heroes = tuple(state.hero(seat) for seat in traits.in_reach(state, action))
    chance = Chance(
        name="who",
        label=T("Who"),
        choices=tuple(Choice(value=hero.seat, label=T("{name}", name=hero.name)) for hero in heroes),
    )
    taps = tuple(tap("reached", T("{name}", name=hero.name), rule="traits", who=hero.seat) for hero in heroes)
    draw = (Offer(move=Move("reached"), label=T("Draw lots for us"), asks=(chance,), tone="usual"),)
    return Prompt(
        name="traits.reach",
        do=T("Reach: a random involved character is hit. Who?"),
        offers=(*taps, *(draw if len(heroes) > 1 else ())),
        seat=seat_of(action.active),
        rule="traits",
    )


def sign(state: State, action: Action) -> Prompt:
    """A sign of a trait that only the player aid shows; asked once."""
    missing = traits.missing_sign(state, action)
    deck, life_points = T("An Action card: discard from the deck"), T("A life point")
    means = {
        "trait_unsettling": {"purse": T("Purse cards"), "skill": T("Skill cards"), "both": T("All cards together")},
        "trait_evasive": {"deck": deck, "life": life_points, "successes": T("A star: successes")},
        "trait_reach": {"deck": deck, "life": life_points},
    }[missing]
    do = {
        "trait_unsettling": T("Which cards does the trait Unsettling count?"),
        "trait_evasive": T("What does the trait Evasive take away?"),
        "trait_reach": T("What does the trait Reach take away?"),
    }[missing]
    return Prompt(
        name="traits.sign",
        do=do,
        more=T("Read the sign off the player aid of the Citadel leaflet. It is asked only once."),
        offers=tuple(tap("sign_told", text, rule="traits", sign=missing, means=value) for value, text in means.items()),
        seat=seat_of(action.active),
        rule="traits",
    )


def epic(state: State, action: Action) -> Prompt:
    """Somebody else who takes part has to be active; or nobody else takes part, where that is allowed."""
    assert action.sheet is not None
    heroes = tuple(state.hero(seat) for seat in ending.candidates(state, action))
    everybody = action.sheet.mandatory or action.sheet.group
    on_my_own = () if everybody else (tap("alone", T("Nobody else takes part"), rule="traits"),)
    return Prompt(
        name="traits.epic",
        do=T("Epic: nobody is active twice in a row. Who is active now?"),
        offers=(
            *(tap("active_again", T("{name}", name=hero.name), rule="traits", seat=hero.seat) for hero in heroes),
            *on_my_own,
        ),
        rule="traits",
    )
