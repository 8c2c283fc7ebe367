"""What can be done while nothing has to be: one prompt, with all modules' offers under a few headings.

The modules know what can be begun; here it is put in the order of how often it is needed, so that one hand finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from companion.api import CardExpected, Move, Offer, Prompt, T, Text
from companion.games.citadel import heroes
from companion.games.citadel.cards.cards import NUMBER
from companion.games.citadel.state import BETWEEN, PLAYING, Hero, State
from companion.toolkit import seat_of

TURN, CARDS, LIFE, BOARD, SCENARIO, LEAFLET, CAMPAIGN = range(7)
HEADINGS: Mapping[int, Text] = {
    TURN: T("Turn"),
    CARDS: T("Cards"),
    LIFE: T("Life and Action cards"),
    BOARD: T("The Board"),
    SCENARIO: T("Scenario"),
    LEAFLET: T("Citadel leaflet"),
    CAMPAIGN: T("The box and the campaign"),
}
_OF_MODULE = {
    "action": TURN,
    "cards": CAMPAIGN,
    "board": BOARD,
    "life": LIFE,
    "leaflet": LEAFLET,
    "campaign": CAMPAIGN,
}
_OF_MOVE = {
    "to_space": TURN,
    "card_shown": CARDS,
    "about_card": CARDS,
    "card_found": CARDS,
    "put_away": CARDS,
    "give_card": CARDS,
    "skills_gained": LIFE,
    "skill_returned": LIFE,
    "hope_blocked": LIFE,
    "read_dialogue": SCENARIO,
    "scenario_ended": SCENARIO,
    "scenario": SCENARIO,
    "scenario_next": SCENARIO,
    "scenario_named": SCENARIO,
    "bookmark_at": SCENARIO,
    "clear_board": SCENARIO,
    "prepare": SCENARIO,
    "save": SCENARIO,
}


def idle(state: State, begun: Iterable[tuple[str, Offer]]) -> Prompt:
    """Nothing has to be done: what do you do? Each offer comes with the name of its module. While a scenario is played,
    it is somebody's turn."""
    found = [(_heading(module, offer), offer) for module, offer in begun]
    found.sort(key=lambda one: (one[0] != SCENARIO, one[0]) if state.campaign.step == BETWEEN else (False, one[0]))
    offers = tuple(_under(heading, offer) for heading, offer in found)
    hero = heroes.proposed(state) if state.campaign.step == PLAYING else None
    if hero is None or len(state.awake) < 2:
        return Prompt(name="table.idle", do=T("What do you do?"), offers=offers, expects=(seen(),), seat=_seat(hero))
    return Prompt(
        name="table.idle",
        do=T("{name}: what do you do?", name=hero.name),
        more=T("Somebody else may act if all agree."),
        offers=offers,
        seat=_seat(hero),
        expects=(seen(),),
    )


def _seat(hero: Hero | None) -> int | None:
    return None if hero is None else seat_of(hero.seat)


ACTING = ("turn", "act", "acts", "to_space", "explored")  # moves that take an action shown on a card


def while_reading(shown: Prompt) -> Prompt:
    """What a dialogue may bring about of all that can be begun; actions of cards only where it says so (p. 18)."""
    offers = tuple(_if_it_says_so(one) if one.move.name in ACTING else one for one in shown.offers)
    return structs.replace(shown, do=T("What does the dialogue bring about?"), offers=offers)


def _if_it_says_so(offer: Offer) -> Offer:
    """The offer marked, whatever its small print says besides."""
    only = T("Only if the dialogue says so")
    return structs.replace(offer, note=only if offer.note is None else T("{only}. {note}", only=only, note=offer.note))


EFFECTS = (
    "life_changed",
    "action_cards",
    "recovery",
    "score_changed",
    "destiny",
    "symbol_new",
    "symbol_joined",
    "hope_blocked",
    "skills_gained",
    "skill_returned",
    "box",
    "figures_to",
    "read_dialogue",
    "quest_add",
    "quest_initiate",
    "quest_finish",
    "adventure_over",
)


def effects(shown: Prompt) -> tuple[Offer, ...]:
    """Of all that can be begun, what an event may bring about."""
    return tuple(offer for offer in shown.offers if offer.move.name in EFFECTS)


def _heading(module: str, offer: Offer) -> int:
    return _OF_MOVE.get(offer.move.name, _OF_MODULE[module])


def _under(heading: int, offer: Offer) -> Offer:
    """The offer under its heading; in long groups the module's own heading becomes its small print."""
    long = heading in (LEAFLET, CAMPAIGN)
    note = offer.under if long and offer.note is None and offer.under not in HEADINGS.values() else offer.note
    return structs.replace(offer, under=HEADINGS[heading], note=note)


def seen() -> CardExpected:
    """A number shown to the camera is looked up."""
    return CardExpected(kind="numbox", pattern=NUMBER, move=Move("card_shown"), arg="number")
