"""What a card does, in the companion's own words, read: `hope +1; gain food 3; if active care: cure 2`.

Effects are parted by semicolons or line ends. `if <condition>: <effects>` does something only where the condition
holds, `either <effects> | <effects>` lets the players choose; the effects inside are parted by `&`.

A form of an effect has plain words and slots: `<n>` a number, `[n]` one that may be left out, `<+n>` and `<-n>` a
signed number, `<words>` the rest of the line, and the names of `SLOTS`. The first form of a verb is how it is written
back."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.api.text import T, Text, verbatim
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
LONGEST = 1500
MOST_EFFECTS = 40
SHOWN = 40


class BadEffects(Exception):
    """Words that are no effects. `text` says in one sentence what is wrong, and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


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
        return " ".join(part for part in map(self._part, FORMS[self.verb][0].split()) if part)

    def _part(self, part: str) -> str:
        if part == "[n]":
            return "" if self.count == 1 else str(self.count)
        if part in ("<n>", "<+n>", "<-n>"):
            return part[1:-2].replace("n", "") + str(self.count)
        if part == "<words>":
            return self.words
        return self.what if part.startswith("<") else part


@lru_cache(maxsize=4096)
def parse(words: str) -> tuple[Effect, ...]:
    """The effects in their order. Raises BadEffects with one sentence."""
    if len(words) > LONGEST:
        raise BadEffects(T("These words are too long: at most {most} letters and signs.", most=LONGEST))
    found = tuple(_effect(piece) for piece in _split(words, ";\n"))
    if len(found) > MOST_EFFECTS:
        raise BadEffects(T("These are too many effects: at most {most}.", most=MOST_EFFECTS))
    return found


def join(effects: tuple[Effect, ...]) -> str:
    """Effects as words again."""
    return "; ".join(map(str, effects))


def condition_of(effect: Effect) -> tuple[str, str]:
    """The condition of an `if` and the effects that depend on it, as words."""
    condition, then = _parted(effect.words)
    return f"needs {condition}", "; ".join(_split(then, "&"))


def choices_of(effect: Effect) -> tuple[str, ...]:
    """The alternatives of an `either`, as words."""
    return tuple("; ".join(_split(one, "&")) for one in _split(effect.words, "|"))


def _split(words: str, sign: str) -> list[str]:
    """Pieces between signs, but not inside quotation marks; tidy, none of them empty."""
    pieces = re.findall(rf'(?:"[^"]*"|[^{sign}])+', words)
    return [tidy for tidy in (" ".join(piece.split()) for piece in pieces) if tidy]


def _parted(words: str) -> tuple[str, str]:
    """What stands before and behind the colon that is not inside quotation marks."""
    before = re.match(r'(?:"[^"]*"|[^:])*', words)
    end = before.end() if before else 0
    return words[:end].strip(), words[end + 1 :].strip()


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
    condition, then = _parted(piece[3:])
    inner = _split(then, "&")
    if not inner:
        raise BadEffects(T("In “{piece}” a colon and an effect are missing after the condition.", piece=_shown(piece)))
    needs = _condition(f"needs {condition}")
    return Effect(verb="if", words=f"{str(needs).removeprefix('needs ')}: {_inner(inner)}")


def _condition(words: str) -> Effect:
    needs = _effect(words)
    if not needs.verb.startswith("needs"):
        raise BadEffects(T("“{piece}” is no condition.", piece=_shown(words)))
    return needs


def _either(piece: str) -> Effect:
    pieces = _split(piece[7:], "|")
    if len(pieces) < 2:
        raise BadEffects(T("In “{piece}” the sign | and another way are missing.", piece=_shown(piece)))
    return Effect(verb="either", words=" | ".join(_inner(_split(one, "&")) for one in pieces))


def _inner(pieces: list[str]) -> str:
    found = [_effect(piece) for piece in pieces]
    if not found or any(one.verb in ("if", "either") for one in found):
        raise BadEffects(T("Inside “if” and “either” only plain effects may stand."))
    return " & ".join(map(str, found))


# --- plain effects ----------------------------------------------------------------------------------------------------


def _plain(piece: str) -> Effect:
    words = _tidy(piece).split()
    best: tuple[int, Slot | str] = (-1, "")
    for verb, patterns in FORMS.items():
        for pattern in patterns:
            found = _match(verb, pattern.split(), words)
            if isinstance(found, Effect):
                return found
            best = max(best, found, key=lambda one: one[0])
    raise BadEffects(_why(piece, words, *best))


def _match(verb: str, pattern: list[str], words: list[str]) -> Effect | tuple[int, Slot | str]:
    """The effect, or how many words fitted and what was expected then."""
    what, count = "", 1
    optional = pattern[-1] == "[n]" and len(words) == len(pattern) - 1
    for at, part in enumerate(pattern[:-1] if optional else pattern):
        word = words[at] if at < len(words) else ""
        name = part[1:-1] if part[0] in "<[" else ""
        slot = NUMBERS.get(name) or SLOTS.get(name)
        if slot is None and part != word:
            return at, part
        if slot is not None and not slot.fits(word):
            return at, slot
        if name in NUMBERS:
            count = int(word.lstrip("+-"))
        elif name:
            what = word.upper() if slot is not None and slot.pattern and name != "quoted" else word
    if len(words) > len(pattern):
        return len(pattern), ""
    return Effect(verb=verb, what=what, count=count)


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
_MINUS = str.maketrans({"−": "-", "–": "-", "’": None, "'": None})
_NAMES = ("steam_cores", "steam_core", *(kind for kind in BUILDINGS if "_" in kind))
_SEVERAL_WORDS = re.compile(rf"\b(?:{'|'.join(name.replace('_', '[ _]') for name in _NAMES)})\b")


def _tidy(piece: str) -> str:
    """Small letters, one blank between words, names of several words in one, and a sign at its number."""
    text = piece.lower().translate(_MINUS)
    text = re.sub(r"([+-])\s+(?=[0-9])", r"\1", text)
    text = re.sub(r"(?<=[a-z_])([+-][0-9])", r" \1", text)
    text = _SEVERAL_WORDS.sub(lambda name: name[0].replace(" ", "_"), text)
    return " ".join(_ALIASES.get(word, word) for word in text.split())


def _why(piece: str, words: list[str], at: int, expected: Slot | str) -> Text:
    shown = _shown(piece)
    if at <= 0:
        near = difflib.get_close_matches(words[0] if words else "", _FIRST, 1, 0.6)
        if near:
            return T("“{piece}” is not understood; did you mean “{word}”?", piece=shown, word=near[0])
        return T("“{piece}” is not understood; for what cannot be said in numbers, begin with “say”.", piece=shown)
    if expected == "":
        return T("In “{piece}” nothing should stand after “{word}”.", piece=shown, word=words[at - 1])
    what = expected.expected if isinstance(expected, Slot) else verbatim(f"“{expected}”")
    return T("In “{piece}” after “{word}” there should be {what}.", piece=shown, word=words[at - 1], what=what)


def _shown(piece: str) -> str:
    return piece if len(piece) <= SHOWN else piece[: SHOWN - 1] + "…"


def _first_words() -> list[str]:
    words = {"if", "either"}
    for patterns in FORMS.values():
        for part in (pattern.split()[0] for pattern in patterns):
            words |= set(SLOTS[part[1:-1]].names) if part[1:-1] in SLOTS else {part} if part[0] not in "<[" else set()
    return sorted(words)


_FIRST = _first_words()
