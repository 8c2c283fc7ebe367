"""Effects in readable words, short enough for a button: “Hope +1; gain 3 Food”. They are spoken, too: what belongs
together stands in brackets, and no sign of the written effects ("|", "&") is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import N, T, Text, all_of
from companion.games.frostpunk import tokens
from companion.games.frostpunk.cards.effects_do import MARKERS
from companion.games.frostpunk.cards.effects_parse import Effect, choices_of, condition_of, parse
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.counted import countable, counted
from companion.games.frostpunk.state import KIND_NAMES, TOKEN_NAMES, State
from companion.games.frostpunk.stores import NAMES

TRACKS = ("hunger", "stress", "corpses")  # they rise and fall, nobody gains them
Says = Callable[[Effect, Text], Text]


def describe(effects: tuple[Effect, ...], state: State | None = None) -> Text:
    """All of them, one after the other."""
    if not effects:
        return T("nothing")
    if len(effects) == 1:
        return say(state, effects[0])
    first, *rest = (_in_brackets(one, say(state, one)) for one in effects)
    return _after(first, rest)


def _after(first: Text, rest: list[Text]) -> Text:
    return T("{first}; {then}", first=first, then=_after(rest[0], rest[1:])) if rest else first


def _in_brackets(effect: Effect, said: Text) -> Text:
    """What has several parts of its own stands in brackets where something follows it or goes before."""
    return T("({several})", several=said) if effect.verb in ("if", "either") else said


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
    if effect.verb in COUNTED:
        return _amount(effect, state)
    return SAYS[effect.verb](effect, _name(state, effect.what))


def _ways(state: State | None, ways: tuple[str, ...]) -> Text:
    """ "Hope +1, or (Discontent −1 and gain 2 Food)": in brackets what belongs to one way."""
    found = [parse(way) for way in ways]
    said = [describe(way, state) if len(way) == 1 else _together(way, state) for way in found]
    return _or(said)


def _together(way: tuple[Effect, ...], state: State | None) -> Text:
    return T("({several})", several=all_of([say(state, one) for one in way]))


def _or(ways: list[Text]) -> Text:
    first, *rest = ways
    return T("{first}, or {other}", first=first, other=_or(rest)) if rest else first


def _amount(effect: Effect, state: State | None) -> Text:
    """So many of what has a number: "gain 1 Steam Core", "at least 2 Laws"; "Hunger: 3 or more"."""
    what = "automatons" if "automaton" in effect.verb else effect.what
    if countable(what):
        return Text(COUNTED[effect.verb].msgid, {"what": counted(what, effect.count)})
    return Text(LEVELS[effect.verb].msgid, {"what": _name(state, effect.what), "n": effect.count})


_OTHERS: Mapping[str, Text] = {
    "current": T("the current round’s type"),
    "indicators": T("all three indicators"),
    "automaton": T("Automatons"),
    "people": T("Citizens"),
    "sick": T("sick Citizens"),
    "round": T("Round"),
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


def _counted(said: Callable[[int], Text]) -> Says:
    """The form that the number wants, with the name of what it is about."""

    def say_it(one: Effect, name: Text) -> Text:
        text = said(one.count)
        return Text(text.msgid, {"what": name, "n": one.count}, text.plural)

    return say_it


def _plain(text: Text) -> Says:
    return lambda one, name: Text(text.msgid, {"what": name, "n": one.count, "words": one.words})


SAYS: Mapping[str, Says] = {
    "increase": _plain(T("{what} +{n}")),
    "decrease": _plain(T("{what} −{n}")),
    "activate": _counted(lambda n: N("activate {what}", "activate {what}, {n} times", n)),
    "activate_all": _plain(T("activate all tokens of one type: {what}")),
    "exhaust": _counted(lambda n: N("exhaust {what}", "exhaust {what}, {n} times", n)),
    "exhaust_all": _plain(T("exhaust all tokens of one type: {what}")),
    "discard": _counted(lambda n: N("discard {n} {what} token", "discard {n} {what} tokens", n)),
    "pay": _counted(lambda n: N("exhaust {what} as the price", "exhaust {what}, {n} times, as the price", n)),
    "lose_all": _plain(T("lose all {what}")),
    "sick_any": _counted(lambda n: N("{n} falls sick", "{n} fall sick", n)),
    "sick": _plain(T("{what}: {n} more sick")),
    "cure_any": _plain(T("Cure {n}")),
    "cure": _plain(T("{what}: Cure {n}")),
    "treat_any": _plain(T("Treat {n}")),
    "treat": _plain(T("{what}: Treat {n}")),
    "die_any": _counted(lambda n: N("a Citizen dies", "{n} Citizens die", n)),
    "die": _counted(lambda n: N("{what}: {n} dies", "{what}: {n} die", n)),
    "gain_any": _counted(lambda n: N("a Citizen joins", "{n} Citizens join", n)),
    "lose_any": _counted(lambda n: N("a Citizen leaves", "{n} Citizens leave", n)),
    "come": _counted(lambda n: N("{what}: {n} joins", "{what}: {n} join", n)),
    "leave": _counted(lambda n: N("{what}: {n} leaves", "{what}: {n} leave", n)),
    "place": _plain(T("an Automaton goes onto the card")),
    "forward": _plain(T("{what} +{n}")),
    "back": _plain(T("{what} −{n}")),
    "storm_to": _plain(T("the Storm marker goes to {n}")),
    "storm_gone": _plain(T("the Storm marker leaves the game")),
    "trigger": _plain(T("a Scenario Trigger token on round {n}")),
    "add": _plain(T("card {what} into the Dusk deck")),
    "remove": _plain(T("card {what} leaves the display")),
    "near": _counted(lambda n: N("place a Near tile", "place {n} Near tiles", n)),
    "far": _counted(lambda n: N("place a Far tile", "place {n} Far tiles", n)),
    "build": _plain(T("build for free: {what}")),
    "unlock": _plain(T("may be built from now on: {what}")),
    "destroy_any": _plain(T("destroy a Building")),
    "destroy": _plain(T("destroy a Building: {what}")),
    "ruin": _plain(T("all become Ruins: {what}")),
    "scouts": _counted(lambda n: N("each Scout moves {n} space", "each Scout moves {n} spaces", n)),
    "to_display": _plain(T("the card goes into the display")),
    "to_discard": _plain(T("the card goes onto the discard pile")),
    "out": _plain(T("the card leaves the game")),
    "lasts": _plain(T("lasting: {words}")),
    "say": _plain(Text("{words}")),
    "needs_active": _counted(lambda n: N("an active {what} token", "{n} active {what} tokens", n)),
    "needs_exhausted": _counted(lambda n: N("an exhausted {what} token", "{n} exhausted {what} tokens", n)),
    "needs_tokens": _counted(lambda n: N("a {what} token", "{n} {what} tokens", n)),
    "needs_law": _plain(T("Law {what} in force")),
    "needs_no_law": _plain(T("Law {what} not in force")),
    "needs_building": _plain(T("{what} on the map")),
    "needs_no_building": _plain(T("no {what} on the map")),
    "needs_none": _plain(T("no {what}")),
}
COUNTED: Mapping[str, Text] = {
    "gain": T("gain {what}"),
    "lose": T("lose {what}"),
    "spend": T("spend {what}"),
    "automaton": T("gain {what}"),
    "no_automaton": T("lose {what}"),
    "needs": T("at least {what}"),
    "needs_most": T("at most {what}"),
}
LEVELS: Mapping[str, Text] = {
    "needs": T("{what}: {n} or more"),
    "needs_most": T("{what}: {n} or less"),
}
