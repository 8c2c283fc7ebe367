"""The forms of an effect in the companion's own words: what may stand in a line, and how it is written back.

A pattern has plain words and slots: `<n>` a number, `[n]` one that may be left out, `<+n>` and `<-n>` a signed number,
`<words>` the rest of the line, and the names of `SLOTS`. The first pattern of a verb is how it is written back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.state import DISCONTENT_TYPES, HOPE_TYPES, KINDS

MOST = 99


@dataclass(frozen=True)
class Slot:
    """What may stand in a place: named words, or anything that a regular expression fits."""

    expected: Text
    names: tuple[str, ...] = ()
    pattern: str = ""

    def fits(self, word: str) -> bool:
        return word in self.names or bool(self.pattern and re.fullmatch(self.pattern, word))


TOKENS = ("hope", "discontent", *HOPE_TYPES, *DISCONTENT_TYPES)
STORES = ("food", "coal", "wood", "steam_cores", "steel")
COUNTERS = (*STORES, "hunger", "stress", "corpses")
MARKERS = ("cold", "heat", "red", "orange", "yellow", "indicators", "storm")
AMOUNTS = (*COUNTERS, *KINDS, "automaton", "people", "sick", "round", "laws")
SLOTS: Mapping[str, Slot] = {
    "tokens": Slot(T("hope, discontent or a type of token"), TOKENS),
    "store": Slot(T("food, coal, wood, steam cores or steel"), STORES),
    "counter": Slot(T("something that is counted, such as food"), COUNTERS),
    "who": Slot(T("workers, engineers, children or current"), (*KINDS, "current")),
    "marker": Slot(T("a marker, such as cold, red or storm"), MARKERS),
    "amount": Slot(T("something that is counted, such as food"), AMOUNTS),
    "building": Slot(T("a Building, such as sawmill"), tuple(BUILDINGS)),
    "unlocked": Slot(T("a Building, faith or order"), ("faith", "order", *BUILDINGS)),
    "shelter": Slot(T("tent, bunkhouse or house"), SHELTER_KINDS),
    "dusk": Slot(T("a Dusk card’s code, such as D045"), pattern="d[0-9]{3}"),
    "event": Slot(T("an Event card’s code, such as M012"), pattern="[md][0-9]{3}"),
    "law": Slot(T("a Law’s code, such as L05"), pattern="l[0-9]{2}"),
    "words": Slot(T("your own words"), pattern=".+"),
    "quoted": Slot(T("your own words in quotation marks"), pattern='"[^"]+"'),
}
NUMBERS: Mapping[str, Slot] = {
    "n": Slot(T("a number from 1 to 99"), pattern="[1-9][0-9]?"),
    "+n": Slot(T("a number with a plus, such as +1"), pattern=r"\+[1-9][0-9]?"),
    "-n": Slot(T("a number with a minus, such as -1"), pattern="-[1-9][0-9]?"),
}

FORMS: Mapping[str, tuple[str, ...]] = {
    "increase": ("<tokens> <+n>", "<+n> <tokens>", "increase <tokens> [n]"),
    "decrease": ("<tokens> <-n>", "<-n> <tokens>", "decrease <tokens> [n]"),
    "activate": ("activate <tokens> [n]",),
    "activate_all": ("activate all <tokens>",),
    "exhaust": ("exhaust <tokens> [n]",),
    "exhaust_all": ("exhaust all <tokens>",),
    "discard": ("discard <tokens> [n]",),
    "pay": ("spend <tokens> [n]",),
    "gain": ("gain <counter> <n>", "gain <n> <counter>", "<counter> <+n>", "<+n> <counter>"),
    "lose": ("lose <counter> <n>", "lose <n> <counter>", "<counter> <-n>", "<-n> <counter>"),
    "lose_all": ("lose all <counter>",),
    "spend": ("spend <store> <n>", "spend <n> <store>", "pay <store> <n>", "pay <n> <store>"),
    "sick_any": ("sick <n>", "<n> sick"),
    "sick": ("sick <who> [n]", "sick <n> <who>", "<n> sick <who>"),
    "cure_any": ("cure <n>",),
    "cure": ("cure <who> <n>", "cure <n> <who>"),
    "treat_any": ("treat [n]",),
    "treat": ("treat <who>",),
    "die_any": ("die [n]", "<n> die"),
    "die": ("die <who> [n]", "die <n> <who>", "<n> <who> die"),
    "gain_any": ("people <+n>", "<+n> people", "gain people <n>", "gain <n> people"),
    "lose_any": ("people <-n>", "<-n> people", "lose people <n>", "lose <n> people"),
    "come": ("<who> <+n>", "<+n> <who>", "gain <who> <n>", "gain <n> <who>"),
    "leave": ("<who> <-n>", "<-n> <who>", "lose <who> <n>", "lose <n> <who>"),
    "automaton": ("automaton <+n>", "<+n> automaton", "gain automaton [n]", "gain <n> automaton"),
    "no_automaton": ("automaton <-n>", "<-n> automaton", "lose automaton [n]", "lose <n> automaton"),
    "place": ("place automaton",),
    "forward": ("<marker> <+n>", "<+n> <marker>"),
    "back": ("<marker> <-n>", "<-n> <marker>"),
    "storm_to": ("storm to <n>",),
    "storm_gone": ("storm gone",),
    "trigger": ("trigger <n>",),
    "add": ("add <dusk>",),
    "remove": ("remove <event>",),
    "near": ("near [n]",),
    "far": ("far [n]",),
    "build": ("build <building> free", "build <building>"),
    "unlock": ("unlock <unlocked>",),
    "destroy_any": ("destroy",),
    "destroy": ("destroy <building>",),
    "ruin": ("ruin <shelter>",),
    "scouts": ("scouts <n>",),
    "to_display": ("to display", "display"),
    "to_discard": ("to discard", "discard"),
    "out": ("out", "out of game"),
    "lasts": ("lasts <words>",),
    "say": ("say <words>",),
    "needs_active": ("needs active <tokens> [n]",),
    "needs_exhausted": ("needs exhausted <tokens> [n]",),
    "needs_tokens": ("needs <tokens> [n]",),
    "needs_law": ("needs law <law>",),
    "needs_no_law": ("needs no law <law>",),
    "needs_building": ("needs building <building>", "needs <building>"),
    "needs_no_building": ("needs no <building>", "needs no building <building>"),
    "needs": ("needs <amount> [n]", "needs <n> <amount>"),
    "needs_most": ("needs most <amount> <n>", "needs at most <amount> <n>", "needs at most <n> <amount>"),
    "needs_none": ("needs no <amount>",),
    "needs_words": ("needs <quoted>",),
}
PLACES: Mapping[str, str] = {"to_display": "display", "to_discard": "discard", "out": "out"}
