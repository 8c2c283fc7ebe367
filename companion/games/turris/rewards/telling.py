"""Effects in readable words, short enough for a button, and the pieces that the phone offers for writing them. They are
spoken, too: what belongs to one of several ways stands in brackets, and no sign of the written effects is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.api.game import Choice
from companion.api.text import N, T, Text, all_of
from companion.games.turris.rewards.words import Effect, ways
from companion.games.turris.state import RESOURCES
from companion.games.turris.supply import NAMES
from companion.toolkit.card_language import alternatives, in_brackets, one_after_the_other

STORE_NAMES: Mapping[str, Text] = {
    **NAMES,
    "any": T("any resource"),
    "krw": T("Knowledge, Relics or Weaponry"),
    "tactics": T("Tactics cards"),
    "prestige": T("Prestige"),
    "reserved": T("Reserved Missions"),
}
# What nobody would refuse.
_GOOD = (*RESOURCES, "artifacts", "tokens", "tactics")

BLOCKS: tuple[Choice, ...] = (
    Choice(value="gain ichor 1", label=T("Gain Ichor")),
    Choice(value="gain knowledge 1", label=T("Gain Knowledge")),
    Choice(value="gain relics 1", label=T("Gain Relics")),
    Choice(value="gain weaponry 1", label=T("Gain Weaponry")),
    Choice(value="gain any 1", label=T("Gain a resource of your choice")),
    Choice(value="gain artifacts 1", label=T("Gain an Artifact")),
    Choice(value="gain tokens 1", label=T("Gain an Additional Action token")),
    Choice(value="draw 1", label=T("Draw a Tactics card")),
    Choice(value="play", label=T("Play a Tactics card")),
    Choice(value="spend any 1", label=T("Spend a resource of your choice")),
    Choice(value="spend knowledge 1", label=T("Spend Knowledge")),
    Choice(value="discard tactics 1", label=T("Discard a Tactics card")),
    Choice(value="prestige 1", label=T("Gain Prestige")),
    Choice(value="advance", label=T("A step on the Council track")),
    Choice(value="revive 1", label=T("Scouts back from the Graveyard")),
    Choice(value="revive up to 2", label=T("Up to so many Scouts back")),
    Choice(value="sacrifice", label=T("Sacrifice a Scout")),
    Choice(value="recall", label=T("A Scout back into the reserve, for nothing")),
    Choice(value="move", label=T("A Scout to another place")),
    Choice(value="place", label=T("Place another Scout")),
    Choice(value="action", label=T("One more Action")),
    Choice(value="reserve", label=T("Reserve a Mission")),
    Choice(value="discard reserved 1", label=T("Discard a reserved Mission")),
    Choice(value="future", label=T("Take the Future First Player card")),
    Choice(value="fruit", label=T("Place the Fruit token")),
    Choice(value="beast 1", label=T("Move a Beast")),
    Choice(value="flip", label=T("Flip a Beast")),
    Choice(value="trionfi 5", label=T("A Tower Room in the Trionfi Step, for Prestige")),
    Choice(value="room 3", label=T("A Tower Room at once, for Prestige")),
    Choice(value="cost knowledge 1", label=T("A Mission’s cost")),
    Choice(value="ongoing", label=T("An ongoing Mission")),
    Choice(value="either gain any 1 | draw 1", label=T("Either … or …")),
    Choice(value="say …", label=T("Anything else, in your words")),
    Choice(value="nothing", label=T("Nothing")),
)


def only_good(effects: tuple[Effect, ...]) -> bool:
    """Whether nobody would refuse these effects, and their order does not matter. Prestige may be refused: it changes
    the Excavation Sites and begins the endgame."""
    return all(one.verb in ("nothing", "trionfi") or (one.verb == "gain" and one.what in _GOOD) for one in effects)


def any_order(effects: tuple[Effect, ...]) -> bool:
    """Whether these effects want no choice and it is all the same which of them comes first."""
    return only_good(tuple(one for one in effects if (one.verb, one.what) != ("gain", "prestige")))


@lru_cache(maxsize=1024)
def describe(effects: tuple[Effect, ...]) -> Text:
    """All of them, one after the other."""
    if not effects:
        return T("nothing")
    if len(effects) == 1:
        return say(effects[0])
    return one_after_the_other([in_brackets(say(one)) if one.verb == "either" else say(one) for one in effects])


def say(effect: Effect) -> Text:
    """One of them."""
    if effect.verb == "either":
        return alternatives([_way(way) for way in ways(effect)])
    if effect.verb == "say":
        return Text("{words}", {"words": effect.words})
    if effect.verb == "revive" and effect.up_to:
        return N("up to {n} Scout back from the Graveyard", "up to {n} Scouts back from the Graveyard", effect.count)
    if effect.verb == "beast" and effect.up_to:
        return N("move a Beast by up to {n} step", "move a Beast by up to {n} steps", effect.count)
    name = STORE_NAMES.get(effect.what, Text(""))
    says = {**_stores(effect.count, name), **_people(effect.count), **_cards(effect.count)}
    return says[effect.verb]


def _way(effects: tuple[Effect, ...]) -> Text:
    """ "(Ichor −1 and Tactics cards +2)": in brackets where it has several parts."""
    return describe(effects) if len(effects) < 2 else in_brackets(all_of([say(one) for one in effects]))


def _stores(n: int, name: Text) -> dict[str, Text]:
    return {
        "gain": T("{what} +{count}", count=n, what=name),
        "spend": T("{what} −{count}", count=n, what=name),
        "cost": T("cost: {what} {count}", count=n, what=name),
        "nothing": T("nothing"),
        "ongoing": T("ongoing effect"),
        "read": T("do what it says"),
    }


def _people(n: int) -> dict[str, Text]:
    return {
        "advance": N("{n} step on the Council track", "{n} steps on the Council track", n),
        "revive": N("{n} Scout back from the Graveyard", "{n} Scouts back from the Graveyard", n),
        "recall": N("take {n} Scout back into the reserve", "take {n} Scouts back into the reserve", n),
        "move": N("move {n} Scout", "move {n} Scouts", n),
        "sacrifice": N("sacrifice {n} Scout", "sacrifice {n} Scouts", n),
        "place": N("place {n} more Scout", "place {n} more Scouts", n),
        "action": N("{n} more Action", "{n} more Actions", n),
        "beast": N("move a Beast by {n} step", "move a Beast by {n} steps", n),
        "flip": T("flip a Beast"),
        "fruit": T("place the Fruit token"),
        "future": T("take the Future First Player card"),
    }


def _cards(n: int) -> dict[str, Text]:
    return {
        "play": N("play {n} Tactics card", "play {n} Tactics cards", n),
        "reserve": N("reserve {n} Mission", "reserve {n} Missions", n),
        "trionfi": T("a Tower Room in the Trionfi Step, for {count} Prestige", count=n),
        "room": T("a Tower Room, for {count} Prestige", count=n),
    }
