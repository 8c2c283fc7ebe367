"""Effects in readable words, short enough for a button: “Hope +1; gain 3 Food”."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.frostpunk import tokens
from companion.games.frostpunk.cards.effects_do import MARKERS
from companion.games.frostpunk.cards.effects_parse import Effect, choices_of, condition_of, parse
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.state import KIND_NAMES, TOKEN_NAMES, State
from companion.games.frostpunk.stores import NAMES
from companion.text import N, T, Text

TRACKS = ("hunger", "stress", "corpses")  # they rise and fall, nobody gains them
Says = Callable[[Effect, Text], Text]


def describe(effects: tuple[Effect, ...], state: State | None = None) -> Text:
    """All of them, one after the other."""
    if not effects:
        return T("nothing")
    first, *rest = effects
    if not rest:
        return say(state, first)
    return T("{first}; {then}", first=say(state, first), then=describe(tuple(rest), state))


def say(state: State | None, effect: Effect) -> Text:
    """One of them."""
    if effect.verb == "if":
        condition, then = condition_of(effect)
        needs = describe(parse(condition), state)
        return T("with {needs}: {then}", needs=needs, then=describe(parse(then), state))
    if effect.verb == "either":
        return _ways(state, choices_of(effect))
    if effect.verb == "needs_words":
        return T("“{words}”", words=effect.what.strip('"'))
    if effect.verb in ("gain", "lose") and effect.what in TRACKS:
        return SAYS["increase" if effect.verb == "gain" else "decrease"](effect, _name(state, effect.what))
    if effect.verb == "automaton":
        return N("gain {n} Automaton", "gain {n} Automatons", effect.count)
    return SAYS[effect.verb](effect, _name(state, effect.what))


def _ways(state: State | None, ways: tuple[str, ...]) -> Text:
    first = describe(parse(ways[0]), state)
    return T("{first}, or {other}", first=first, other=_ways(state, ways[1:])) if len(ways) > 1 else first


_OTHERS: Mapping[str, Text] = {
    "current": T("the current round’s type"),
    "indicators": T("all three indicators"),
    "automaton": T("Automatons"),
    "people": T("Citizens"),
    "sick": T("sick Citizens"),
    "round": T("the round"),
    "laws": T("Laws"),
    "faith": T("the Faith Buildings"),
    "order": T("the Order Buildings"),
}


def _name(state: State | None, what: str) -> Text:
    """What it is about, as people call it."""
    if what in TOKEN_NAMES:
        return TOKEN_NAMES[what] if state is None else tokens.token_name(state, what)
    if what in BUILDINGS:
        return BUILDINGS[what].name
    for names in (tokens.TRACK_NAMES, NAMES, KIND_NAMES, MARKERS, _OTHERS):
        if what in names:
            return names[what]
    return Text(what)


def _counted(once: Text, often: Text) -> Says:
    return lambda one, name: Text((once if one.count == 1 else often).msgid, {"what": name, "n": one.count})


def _plain(text: Text) -> Says:
    return lambda one, name: Text(text.msgid, {"what": name, "n": one.count, "words": one.words})


SAYS: Mapping[str, Says] = {
    "increase": _plain(T("{what} +{n}")),
    "decrease": _plain(T("{what} −{n}")),
    "activate": _counted(T("activate {what}"), T("activate {what}, {n} times")),
    "activate_all": _plain(T("activate all tokens of one type: {what}")),
    "exhaust": _counted(T("exhaust {what}"), T("exhaust {what}, {n} times")),
    "exhaust_all": _plain(T("exhaust all tokens of one type: {what}")),
    "discard": _counted(T("discard a token: {what}"), T("discard {n} tokens: {what}")),
    "pay": _counted(T("exhaust {what} as the price"), T("exhaust {what}, {n} times, as the price")),
    "gain": _plain(T("gain {n} {what}")),
    "lose": _plain(T("lose {n} {what}")),
    "lose_all": _plain(T("lose all {what}")),
    "spend": _plain(T("spend {n} {what}")),
    "sick_any": _counted(T("one falls sick"), T("{n} fall sick")),
    "sick": _plain(T("{what}: {n} more sick")),
    "cure_any": _plain(T("Cure {n}")),
    "cure": _plain(T("{what}: Cure {n}")),
    "treat_any": _plain(T("Treat {n}")),
    "treat": _plain(T("{what}: Treat {n}")),
    "die_any": _counted(T("a Citizen dies"), T("{n} Citizens die")),
    "die": _counted(T("{what}: one dies"), T("{what}: {n} die")),
    "gain_any": _counted(T("a Citizen joins"), T("{n} Citizens join")),
    "lose_any": _counted(T("a Citizen leaves"), T("{n} Citizens leave")),
    "come": _plain(T("{what}: {n} join")),
    "leave": _plain(T("{what}: {n} leave")),
    "no_automaton": _counted(T("lose an Automaton"), T("lose {n} Automatons")),
    "place": _plain(T("an Automaton goes onto the card")),
    "forward": _plain(T("{what} +{n}")),
    "back": _plain(T("{what} −{n}")),
    "storm_to": _plain(T("the Storm marker goes to {n}")),
    "storm_gone": _plain(T("the Storm marker leaves the game")),
    "trigger": _plain(T("a Scenario Trigger token on round {n}")),
    "add": _plain(T("card {what} into the Dusk deck")),
    "remove": _plain(T("card {what} leaves the display")),
    "near": _counted(T("place a Near tile"), T("place {n} Near tiles")),
    "far": _counted(T("place a Far tile"), T("place {n} Far tiles")),
    "build": _plain(T("build for free: {what}")),
    "unlock": _plain(T("may be built from now on: {what}")),
    "destroy_any": _plain(T("destroy a Building")),
    "destroy": _plain(T("destroy a Building: {what}")),
    "ruin": _plain(T("all become Ruins: {what}")),
    "scouts": _counted(T("each Scout moves one space"), T("each Scout moves {n} spaces")),
    "to_display": _plain(T("the card goes into the display")),
    "to_discard": _plain(T("the card goes onto the discard pile")),
    "out": _plain(T("the card leaves the game")),
    "lasts": _plain(T("lasting: {words}")),
    "say": _plain(Text("{words}")),
    "needs_active": _counted(T("an active {what} token"), T("{n} active {what} tokens")),
    "needs_exhausted": _counted(T("an exhausted {what} token"), T("{n} exhausted {what} tokens")),
    "needs_tokens": _counted(T("a {what} token"), T("{n} {what} tokens")),
    "needs_law": _plain(T("Law {what} in force")),
    "needs_no_law": _plain(T("Law {what} not in force")),
    "needs_building": _plain(T("{what} on the map")),
    "needs_no_building": _plain(T("no {what} on the map")),
    "needs": _plain(T("at least {n} {what}")),
    "needs_most": _plain(T("at most {n} {what}")),
    "needs_none": _plain(T("no {what}")),
}
