"""Effects in readable words, short enough for a button: “Hope +1; gain 3 Food”. They are spoken, too: what belongs
together stands in brackets, and no sign of the written effects ("|", "&") is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.api import T, Text, all_of, template, template_n
from companion.games.frostpunk.cards.effect_language import Effect, choices_of, condition_of, parse
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.people import tokens
from companion.games.frostpunk.state import KIND_NAMES, TOKEN_NAMES, State
from companion.games.frostpunk.wording import NAMES, countable, counted
from companion.toolkit.card_language import alternatives, in_brackets, join, one_after_the_other
from companion.toolkit.phrases import Phrases

MARKER_NAMES: Mapping[str, Text] = {
    "cold": T("Cold marker"),
    "heat": T("Heat marker"),
    "red": T("Red indicator"),
    "orange": T("Orange indicator"),
    "yellow": T("Yellow indicator"),
    "storm": T("Storm marker"),
}
TRACKS = ("hunger", "stress", "corpses")  # they rise and fall, nobody gains them
Says = Callable[[Effect, Text], Text]


def describe(effects: tuple[Effect, ...], state: State | None = None) -> Text:
    """All of them, one after the other."""
    if not effects:
        return T("nothing")
    if len(effects) == 1:
        return say(state, effects[0])
    return one_after_the_other([_in_brackets(one, say(state, one)) for one in effects])


def _in_brackets(effect: Effect, said: Text) -> Text:
    """What has several parts of its own stands in brackets where something follows it or goes before."""
    return in_brackets(said) if effect.verb in ("if", "either") else said


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
    return alternatives(said)


def _together(way: tuple[Effect, ...], state: State | None) -> Text:
    return in_brackets(all_of([say(state, one) for one in way]))


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
    for names in (tokens.TRACK_NAMES, NAMES, KIND_NAMES, MARKER_NAMES, _OTHERS):
        if what in names:
            return names[what]
    return Text(what)


def _said(text: Text) -> Says:
    return lambda one, name: Text(text.msgid, {"what": name, "n": one.count, "words": one.words}, text.plural)


SAYS: Mapping[str, Says] = {
    "increase": _said(template("{what} +{n}")),
    "decrease": _said(template("{what} −{n}")),
    "activate": _said(template_n("activate {what}", "activate {what}, {n} times")),
    "activate_all": _said(template("activate all tokens of one type: {what}")),
    "exhaust": _said(template_n("exhaust {what}", "exhaust {what}, {n} times")),
    "exhaust_all": _said(template("exhaust all tokens of one type: {what}")),
    "discard": _said(template_n("discard {n} {what} token", "discard {n} {what} tokens")),
    "pay": _said(template_n("exhaust {what} as the price", "exhaust {what}, {n} times, as the price")),
    "lose_all": _said(template("lose all {what}")),
    "sick_any": _said(template_n("{n} falls sick", "{n} fall sick")),
    "sick": _said(template("{what}: {n} more sick")),
    "cure_any": _said(template("Cure {n}")),
    "cure": _said(template("{what}: Cure {n}")),
    "treat_any": _said(template("Treat {n}")),
    "treat": _said(template("{what}: Treat {n}")),
    "die_any": _said(template_n("a Citizen dies", "{n} Citizens die")),
    "die": _said(template_n("{what}: {n} dies", "{what}: {n} die")),
    "gain_any": _said(template_n("a Citizen joins", "{n} Citizens join")),
    "lose_any": _said(template_n("a Citizen leaves", "{n} Citizens leave")),
    "come": _said(template_n("{what}: {n} joins", "{what}: {n} join")),
    "leave": _said(template_n("{what}: {n} leaves", "{what}: {n} leave")),
    "place": _said(T("an Automaton goes onto the card")),
    "forward": _said(template("{what} +{n}")),
    "back": _said(template("{what} −{n}")),
    "storm_to": _said(template("the Storm marker goes to {n}")),
    "storm_gone": _said(T("the Storm marker leaves the game")),
    "trigger": _said(template("a Scenario Trigger token on round {n}")),
    "add": _said(template("card {what} into the Dusk deck")),
    "remove": _said(template("card {what} leaves the display")),
    "near": _said(template_n("place a Near tile", "place {n} Near tiles")),
    "far": _said(template_n("place a Far tile", "place {n} Far tiles")),
    "build": _said(template("build for free: {what}")),
    "unlock": _said(template("may be built from now on: {what}")),
    "destroy_any": _said(T("destroy a Building")),
    "destroy": _said(template("destroy a Building: {what}")),
    "ruin": _said(template("all become Ruins: {what}")),
    "scouts": _said(template_n("each Scout moves {n} space", "each Scout moves {n} spaces")),
    "to_display": _said(T("the card goes into the display")),
    "to_discard": _said(T("the card goes onto the discard pile")),
    "out": _said(T("the card leaves the game")),
    "lasts": _said(template("lasting: {words}")),
    "say": _said(Text("{words}")),
    "needs_active": _said(template_n("an active {what} token", "{n} active {what} tokens")),
    "needs_exhausted": _said(template_n("an exhausted {what} token", "{n} exhausted {what} tokens")),
    "needs_tokens": _said(template_n("a {what} token", "{n} {what} tokens")),
    "needs_law": _said(template("Law {what} in force")),
    "needs_no_law": _said(template("Law {what} not in force")),
    "needs_building": _said(template("{what} on the map")),
    "needs_no_building": _said(template("no {what} on the map")),
    "needs_none": _said(template("no {what}")),
}
COUNTED: Mapping[str, Text] = {
    "gain": template("gain {what}"),
    "lose": template("lose {what}"),
    "spend": template("spend {what}"),
    "automaton": template("gain {what}"),
    "no_automaton": template("lose {what}"),
    "needs": template("at least {what}"),
    "needs_most": template("at most {what}"),
}
LEVELS: Mapping[str, Text] = {
    "needs": template("{what}: {n} or more"),
    "needs_most": template("{what}: {n} or less"),
}


def said_back(words: str) -> tuple[str, Text]:
    """Effects that were typed, in their one spelling, and what they do. Raises `BadWords`."""
    effects = parse(words)
    return join(effects), describe(effects)


PHRASES = Phrases(Path(__file__).parent.parent / "phrases.toml", said_back)
