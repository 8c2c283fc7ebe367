"""What a card does, in the companion's own words, read: `hope +1; gain food 3; if active care: cure 2`.

Effects are parted by semicolons or line ends. `if <condition>: <effects>` does something only where the condition
holds, `either <effects> | <effects>` lets the players choose; the effects inside are parted by `&`.

A form of an effect has plain words and slots: `<n>` a number, `[n]` one that may be left out, `<+n>` and `<-n>` a
signed number, `<words>` the rest of the line, and the names of `_SLOTS`. The first form of a verb is how it is written
back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.api import T
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.state import DISCONTENT_TYPES, HOPE_TYPES, KINDS
from companion.toolkit.card_language import (
    BadWords,
    Forms,
    Found,
    Language,
    Slot,
    either,
    join,
    not_understood,
    parted,
    pieces,
    shown,
    tidy,
    ways,
)

TOKENS = ("hope", "discontent", *HOPE_TYPES, *DISCONTENT_TYPES)
STORES = ("food", "coal", "wood", "steam_cores", "steel")
COUNTERS = (*STORES, "hunger", "stress", "corpses")
MARKERS = ("cold", "heat", "red", "orange", "yellow", "indicators", "storm")
AMOUNTS = (*COUNTERS, *KINDS, "automaton", "people", "sick", "round", "laws")
_SLOTS: Mapping[str, Slot] = {
    "tokens": Slot(expected=T("hope, discontent or a type of token"), names=TOKENS),
    "store": Slot(expected=T("food, coal, wood, steam cores or steel"), names=STORES),
    "counter": Slot(expected=T("something that is counted, such as food"), names=COUNTERS),
    "who": Slot(expected=T("workers, engineers, children or current"), names=(*KINDS, "current")),
    "marker": Slot(expected=T("a marker, such as cold, red or storm"), names=MARKERS),
    "amount": Slot(expected=T("something that is counted, such as food"), names=AMOUNTS),
    "building": Slot(expected=T("a Building, such as sawmill"), names=tuple(BUILDINGS)),
    "unlocked": Slot(expected=T("a Building, faith or order"), names=("faith", "order", *BUILDINGS)),
    "shelter": Slot(expected=T("tent, bunkhouse or house"), names=SHELTER_KINDS),
    "dusk": Slot(expected=T("a Dusk card’s code, such as D045"), pattern="d[0-9]{3}", capitals=True),
    "event": Slot(expected=T("an Event card’s code, such as M012"), pattern="[md][0-9]{3}", capitals=True),
    "law": Slot(expected=T("a Law’s code, such as L05"), pattern="l[0-9]{2}", capitals=True),
    "words": Slot(expected=T("your own words"), pattern=".+", capitals=True),
    "quoted": Slot(expected=T("your own words in quotation marks"), pattern='"[^"]+"'),
}
_PATTERNS: Mapping[str, tuple[str, ...]] = {
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
FORMS = Forms(_PATTERNS, _SLOTS)
PLACES: Mapping[str, str] = {"to_display": "display", "to_discard": "discard", "out": "out"}
LONGEST = 1500
MOST_EFFECTS = 40


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One effect: its verb (a key of `FORMS`, `if` or `either`), what it is about, how many, and words or effects."""

    verb: str
    what: str = ""
    count: int = 1
    words: str = ""

    def __str__(self) -> str:
        """As it is written; `parse` reads the same effect again."""
        if self.verb in ("if", "either"):
            return f"{self.verb} {self.words}"
        return FORMS.written(self.verb, self.what, self.count, self.words)


def condition_of(effect: Effect) -> tuple[str, str]:
    """The condition of an `if` and the effects that depend on it, as words."""
    condition, then = parted(effect.words)
    return f"needs {condition}", join(pieces(then, "&", quotes=True))


def choices_of(effect: Effect) -> tuple[str, ...]:
    """The alternatives of an `either`, as words."""
    return tuple(map(join, ways(effect.words, quotes=True)))


def _effect(piece: str) -> Effect:
    low = piece.lower()
    if low.startswith("if "):
        return _if(piece)
    if low.startswith("either "):
        return _either(piece)
    for verb in ("say", "lasts"):
        if low.startswith(f"{verb} "):
            return Effect(verb=verb, words=piece[len(verb) :].strip())
    quoted = re.fullmatch(r'needs ("[^"]+")', piece, re.IGNORECASE)
    if quoted is not None:
        return Effect(verb="needs_words", what=quoted[1])
    return _plain(piece)


def _if(piece: str) -> Effect:
    condition, then = parted(piece[3:])
    inner = pieces(then, "&", quotes=True)
    if not inner:
        raise BadWords(T("In “{piece}” a colon and an effect are missing after the condition.", piece=shown(piece)))
    needs = _condition(f"needs {condition}")
    return Effect(verb="if", words=f"{str(needs).removeprefix('needs ')}: {_inner(inner)}")


def _condition(words: str) -> Effect:
    needs = _effect(words)
    if not needs.verb.startswith("needs"):
        raise BadWords(T("“{piece}” is no condition.", piece=shown(words)))
    return needs


def _either(piece: str) -> Effect:
    return Effect(verb="either", words=" | ".join(map(_inner, either(piece, quotes=True))))


def _inner(plain: list[str]) -> str:
    found = [_effect(piece) for piece in plain]
    if not found or any(one.verb in ("if", "either") for one in found):
        raise BadWords(T("Inside “if” and “either” only plain effects may stand."))
    return " & ".join(map(str, found))


# --- plain effects ----------------------------------------------------------------------------------------------------


def _plain(piece: str) -> Effect:
    words = _tidy(piece)
    found = FORMS.read(words)
    if isinstance(found, Found):
        return Effect(verb=found.verb, what=found.what, count=found.count)
    known = (*FORMS.first, "if", "either")
    raise BadWords(found.why(piece) if found.at > 0 else not_understood(piece, words.partition(" ")[0], known))


_ALIASES = {
    "worker": "workers",
    "engineer": "engineers",
    "child": "children",
    "automatons": "automaton",
    "corpse": "corpses",
    "citizens": "people",
    "citizen": "people",
    "cores": "steam_cores",
    "core": "steam_cores",
    "steam_core": "steam_cores",
    "tents": "tent",
    "bunkhouses": "bunkhouse",
    "houses": "house",
    "dies": "die",
    "died": "die",
}
_APOSTROPHES = str.maketrans("", "", "’'")
_NAMES = ("steam_cores", "steam_core", *(kind for kind in BUILDINGS if "_" in kind))
_SEVERAL_WORDS = re.compile(rf"\b(?:{'|'.join(name.replace('_', '[ _]') for name in _NAMES)})\b")


def _tidy(piece: str) -> str:
    """A piece in the words of the forms: names of several words are one."""
    text = " ".join(piece.lower().translate(_APOSTROPHES).split())
    return tidy(_SEVERAL_WORDS.sub(lambda name: name[0].replace(" ", "_"), text), _ALIASES)


LANGUAGE = Language(_effect, longest=LONGEST, most=MOST_EFFECTS, quotes=True)
parse = LANGUAGE.parse
