"""“Check my camera”: ten cards one after the other, told aloud and on the phones; and what came of it, in words."""

from __future__ import annotations

import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.api.readings import CardSeen, CardUnread
from companion.api.refusals import BadMove
from companion.api.text import N, T, Text
from companion.library.card_file import tidy
from companion.scanner.views import CheckState
from companion.session.seeing import looks_like, unread

CARDS = 10
GOOD_RIGHT = 8  # of the ten, and none wrong
LONGEST_CODE = 20
LEFT_S = 180.0  # without a card or a tap: whoever checked has gone, and cards are the game's again
Say: TypeAlias = Callable[[Text], None]


@dataclass
class Tally:
    """What was counted so far: `heights` in pixels by kind of code, `paper` in grey levels."""

    right: int = 0
    asked: int = 0
    unread: int = 0
    wrong: int = 0
    heights: dict[str, list[float]] = field(default_factory=dict)
    paper: list[float] = field(default_factory=list)
    doubts: Counter[str] = field(default_factory=Counter)

    @property
    def cards(self) -> int:
        return self.right + self.asked + self.unread + self.wrong

    def figures(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "right": self.right,
            "asked": self.asked,
            "unread": self.unread,
            "wrong": self.wrong,
            "heights": {kind: round(statistics.median(found), 1) for kind, found in self.heights.items() if found},
            "paper": round(statistics.median(self.paper)) if self.paper else 255,
            "doubts": [doubt for doubt, _ in self.doubts.most_common(3)],
        }


@dataclass(frozen=True)
class Shown:
    """What the camera made of a card: the reading, its number among the sightings, the height of its characters in
    pixels (0: unknown) and how bright its paper is."""

    reading: CardSeen | CardUnread
    number: int
    height_px: float
    paper: float


class CameraCheck:
    """One talk at a time: `begin`, then `see` of each reading; the other verbs are taps, as `state.can` lists them.

    Cards are either any cards at all, and somebody says whether what was read is right; or cards whose code is
    `wanted`, named by the companion or typed by the owner, and whoever shows another one is asked. `done` hears the
    figures and who began; `wrong` of a wrong read: the number of the sighting and the right code. One that nobody goes
    on with is over by itself. Safe from any thread.
    """

    def __init__(
        self,
        say: Say,
        codes: Callable[[], Sequence[str]],
        done: Callable[[dict[str, Any], str], None],
        wrong: Callable[[int, str], None],
        changed: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._say = say
        self._clock = clock
        self._went_on_at = 0.0
        self._codes = codes
        self._done = done
        self._wrong = wrong
        self._changed = changed
        self._lock = threading.RLock()
        self._step = "idle"
        self._words: Text | None = None
        self._by = ""
        self._tally = Tally()
        self._proposed: list[str] = []
        self._wanted = ""
        self._shown: Shown | None = None
        self._results: tuple[Text, ...] = ()
        self._good = True

    @property
    def under_way(self) -> bool:
        return self._step != "idle"

    @property
    def state(self) -> CheckState:
        """How far it is."""
        with self._lock:
            tally, read = self._tally, self._read
            return CheckState(
                step=self._step,
                words=self._words,
                card=min(tally.cards + 1, CARDS) if self.under_way else 0,
                of=CARDS,
                wanted=self._wanted,
                read=read,
                can=self._can(),
                right=tally.right,
                asked=tally.asked,
                unread=tally.unread,
                wrong=tally.wrong,
                results=self._results,
                good=self._good,
            )

    def _can(self) -> tuple[str, ...]:
        if self._step == "show":
            more = ("skip",) if self._wanted else ()
            return (*more, "give_up", "name", "cancel")
        asks = {"is_it": ("yes", "no"), "which": ("wanted", "read"), "name": ("name", "no_code")}
        return (*asks[self._step], "cancel") if self._step in asks else ()

    # --- taps ---------------------------------------------------------------------------------------------------------

    def begin(self, by: str, named: bool) -> None:
        """Begin anew; `named`: the companion names the cards, as far as it knows the game's codes."""
        with self._lock:
            self._tally, self._by, self._results, self._good = Tally(), by, (), True
            self._proposed = list(self._codes()) if named else []
            if named and not self._proposed:
                raise BadMove(T("No codes of this game are known beforehand. Check with any cards."))
            self._next()

    def yes(self) -> None:
        """What was read is right."""
        self._only("is_it")
        with self._lock:
            self._count("right")

    def no(self) -> None:
        """It is not; the right code is asked for."""
        self._only("is_it")
        with self._lock:
            self._tell(T("Which code is printed on it?"), "name")

    def name(self, code: str) -> None:
        """The code of the card that is to be shown next, or that lies there and was read wrong."""
        code = tidy(code)
        if not 1 <= len(code) <= LONGEST_CODE:
            raise BadMove(T("Type the code that is printed on the card."))
        with self._lock:
            if self._step == "name":
                self._tell_of(code)
            elif self._step == "show":
                self._wanted = code
                self._tell(_lay_down(self._tally.cards + 1, code), "show")

    def no_code(self) -> None:
        """There is no code on it at all."""
        self._only("name")
        with self._lock:
            self._tell_of("")

    def read(self) -> None:
        """The card that was read lies there, not the one that was wanted."""
        self._only("which")
        with self._lock:
            self._count("right")

    def wanted(self) -> None:
        """The card that was wanted lies there: it was read wrong."""
        self._only("which")
        with self._lock:
            self._tell_of(self._wanted)

    def skip(self) -> None:
        """Name another card."""
        self._only("show")
        with self._lock:
            self._next()

    def give_up(self) -> None:
        """The camera does not read this one."""
        self._only("show")
        with self._lock:
            self._count("unread")

    def cancel(self) -> None:
        """Leave off; nothing is kept."""
        with self._lock:
            self._end()
        self._changed()

    # --- what the camera sees -----------------------------------------------------------------------------------------

    def see(self, shown: Shown) -> bool:
        """A reading of the camera; whether the talk took it, so that it must not reach the game."""
        with self._lock:
            if self.under_way and self._clock() - self._went_on_at > LEFT_S:
                self._end()
                self._changed()
            if not self.under_way:
                return False
            if self._step == "show":
                self._look(shown)
            return True

    def _look(self, shown: Shown) -> None:
        self._shown, reading = shown, shown.reading
        self._tally.paper.append(shown.paper)
        if isinstance(reading, CardUnread):
            self._tally.doubts[reading.trouble] += 1
            self._tell(unread(reading.trouble), "show")
            return
        if shown.height_px > 0:
            self._tally.heights.setdefault(reading.kind, []).append(shown.height_px)
        if not reading.sure:
            self._tally.doubts[reading.doubt] += 1
            self._say(looks_like(reading.text, reading.other, reading.doubt))
            self._count("asked")
        elif not self._wanted:
            self._tell(T("I read {code}. Is that right?", code=reading.text), "is_it")
        elif reading.text == self._wanted:
            self._count("right")
        else:
            words = T("I read {read}, but {wanted} was to be shown. Which one lies there?",
                      read=reading.text, wanted=self._wanted)  # fmt: skip
            self._tell(words, "which")

    # --- inside -------------------------------------------------------------------------------------------------------

    @property
    def _read(self) -> str:
        reading = self._shown.reading if self._shown is not None else None
        return reading.text if isinstance(reading, CardSeen) and self._step in ("is_it", "which", "name") else ""

    def _only(self, step: str) -> None:
        if self._step != step:
            raise BadMove(T("This is not being asked now."))

    def _tell_of(self, right: str) -> None:
        if self._shown is not None:
            self._wrong(self._shown.number, right)
        self._count("wrong")

    def _count(self, what: str) -> None:
        setattr(self._tally, what, getattr(self._tally, what) + 1)
        if self._tally.cards >= CARDS:
            self._finish()
        else:
            self._next()

    def _next(self) -> None:
        self._shown = None
        self._wanted = self._proposed.pop(0) if self._proposed else ""
        card = self._tally.cards + 1
        words = _lay_down(card, self._wanted) if self._wanted else T(
            "Card {card} of {of}: lay any card with a code under the camera.", card=card, of=CARDS
        )  # fmt: skip
        self._tell(words, "show")

    def _finish(self) -> None:
        figures = self._tally.figures()
        by = self._by
        self._end()
        self._results = results(figures)
        self._good = figures["wrong"] == 0 and figures["right"] >= GOOD_RIGHT
        self._done(figures, by)
        for words in self._results:
            self._say(words)
        self._changed()

    def _end(self) -> None:
        self._step, self._words, self._wanted, self._shown = "idle", None, "", None

    def _tell(self, words: Text, step: str) -> None:
        self._step, self._words, self._went_on_at = step, words, self._clock()
        self._say(words)
        self._changed()


def _lay_down(card: int, code: str) -> Text:
    return T("Card {card} of {of}: lay {code} under the camera.", card=card, of=CARDS, code=code)


# --- in words ---------------------------------------------------------------------------------------------------------

COMFORT = {"numbox": 12.0, "card_id": 16.0}  # pixels of a digit: read in any light that one can play in
DARK, DIM = 60, 100  # grey levels of the paper
ROOMY = 2.5  # times what is comfortable: the camera may hang higher
_STEPS = ((0.12, "little"), (0.29, "quarter"), (0.42, "third"), (1.0, "half"))

_CLOSER: Mapping[tuple[str, str], Text] = {
    ("numbox", "little"): T("Bring cards with numbers a little closer."),
    ("numbox", "quarter"): T("Bring cards with numbers closer by a quarter."),
    ("numbox", "third"): T("Bring cards with numbers closer by a third."),
    ("numbox", "half"): T("Bring cards with numbers closer by half the distance, or more."),
    ("card_id", "little"): T("Bring ID cards a little closer."),
    ("card_id", "quarter"): T("Bring ID cards closer by a quarter."),
    ("card_id", "third"): T("Bring ID cards closer by a third."),
    ("card_id", "half"): T("Bring ID cards closer by half the distance, or more."),
}
_DOUBTS: Mapping[str, Text] = {
    "glare": T("A lamp was mirrored in a card: move the lamp aside, or use two from the sides."),
    "too_dark": T("Some cards lay too dark: bring a lamp nearer."),
    "too_blurred": T("Some pictures were blurred: set exposure and focus for this place, and lay cards down flat."),
    "covered": T("Some codes were covered: take fingers and sleeves off them."),
    "too_small": T("Some codes were too small: bring the cards closer."),
    "upside_down": T("Some numbers read the same upside down; there the companion will always ask."),
}


def results(figures: Mapping[str, Any]) -> tuple[Text, ...]:
    """What came of a check: its counts, then size, light, and what went wrong."""
    heights: Mapping[str, float] = figures.get("heights", {})
    words = [count_words(figures)]
    for kind in ("card_id", "numbox"):
        if kind in heights:
            words += height_words(kind, heights[kind])
    words += light_words(float(figures.get("paper", 255)))
    words += [_DOUBTS[doubt] for doubt in figures.get("doubts", ()) if doubt in _DOUBTS]
    if figures.get("wrong"):
        words.append(T("A card was read wrong. Its picture is kept among the wrong reads."))
    return tuple(words)


def count_words(figures: Mapping[str, Any]) -> Text:
    """How many were read right, asked about, not read and read wrong."""
    return T(
        "Read right: {right}. Asked: {asked}. Not read: {unread}. Wrong: {wrong}.",
        **{name: int(figures.get(name, 0)) for name in ("right", "asked", "unread", "wrong")},
    )


def height_words(kind: str, height_px: float) -> list[Text]:
    """How high the digits are in the picture, and whether cards should come closer."""
    height, comfort = round(height_px), COMFORT[kind]
    if height_px >= comfort * ROOMY:
        return [*_fine(kind, height), T("The camera may hang higher, if that is handier.")]
    if height_px >= comfort:
        return _fine(kind, height)
    return [*_short(kind, height), _CLOSER[kind, _step(1 - height_px / comfort)]]


def light_words(paper: float) -> list[Text]:
    """Whether there is light enough, by how bright the cards' paper is."""
    if paper < DARK:
        return [T("It is too dark: the companion will ask often. Bring a lamp nearer.")]
    return [T("There is just enough light; a lamp nearer would help.")] if paper < DIM else [T("The light is good.")]


def _step(share: float) -> str:
    return next(name for most, name in _STEPS if share <= most)


def _fine(kind: str, height: int) -> list[Text]:
    if kind == "numbox":
        return [N("Your numbers are {n} pixel high: fine.", "Your numbers are {n} pixels high: fine.", height)]
    return [N("Your IDs are {n} pixel high: fine.", "Your IDs are {n} pixels high: fine.", height)]


def _short(kind: str, height: int) -> list[Text]:
    """Too low to be comfortable; IDs that are may still be high enough for numbers."""
    if kind == "numbox":
        return [N("Your numbers are {n} pixel high: too low.", "Your numbers are {n} pixels high: too low.", height)]
    if height >= COMFORT["numbox"]:
        return [
            N(
                "Your IDs are {n} pixel high: fine for numbers, low for IDs.",
                "Your IDs are {n} pixels high: fine for numbers, low for IDs.",
                height,
            )
        ]
    return [N("Your IDs are {n} pixel high: too low.", "Your IDs are {n} pixels high: too low.", height)]
