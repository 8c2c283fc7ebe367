"""Cards that may lie there, or were photographed, before the question came that they answer: they are asked about, and
never played by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.api.game import Move, Prompt
from companion.api.readings import CardSeen, Reading
from companion.session.answers import answer_early, card_questions
from companion.session.evening_state import Happening
from companion.session.screen import Notice

EARLY_S = 60.0  # a card that came before its question lies there for it, if at all, within so long


@dataclass(frozen=True)
class _Answered:
    """The entry in which a card was played, the card, and the move by which it was."""

    number: int
    reading: CardSeen
    move: str


class EarlyCards:
    """What is known of them in one evening. Times are those of the session's clock, in seconds."""

    def __init__(self) -> None:
        self._card: CardSeen | None = None
        self._at = 0.0
        self._undone = ""  # the move that had played it, where that was undone
        self._answered: _Answered | None = None
        self._named: frozenset[object] = frozenset()  # what the last move named,
        self._named_at = 0.0
        self._asked_since: dict[tuple[str, str], int] = {}  # of each question, the version of the first screen with it

    def saw(self, reading: CardSeen, answers: bool, at: float) -> None:
        """A card was seen that does or does not answer a question. One that the last move has just named, by hand or
        by another camera, answers no later one."""
        named = reading.text in self._named and at - self._named_at <= EARLY_S
        self._keep(None if answers or named or not reading.sure else reading, at)

    def misread(self, code: str) -> None:
        """No card of this code lay there: it was read wrongly."""
        if self._card is not None and self._card.text == code:
            self._card = None

    def ask(self, prompts: Sequence[Prompt], version: int) -> None:
        """The screen of this version asks these; those that it goes on to ask are no new ones."""
        self._asked_since = {one: self._asked_since.get(one, version) for one in card_questions(prompts)}

    def is_early(self, prompts: Sequence[Prompt], reading: CardSeen, seen: int | None) -> bool:
        """Whether a card that was photographed when the screen of version `seen` was shown answers a question that
        came since."""
        answered = card_questions(prompts, reading)[:1]
        return seen is not None and any(self._asked_since.get(one, 0) > seen for one in answered)

    def step(
        self, what: Happening, number: int, version: int, prompts: Sequence[Prompt], reading: Reading | None
    ) -> Notice | None:
        """Take in an entry after which these are asked; the notice that asks about a card that came before.

        A card whose move was undone may still lie there: it is asked about once its question comes again by a move,
        unless that is answered by another card."""
        move, back = what.move, what.kind in ("undo", "redo")
        if back:
            self._asked_since = {}
        self.ask(prompts, version)
        self._take_in(what, move)
        if isinstance(reading, CardSeen) and move is not None:
            self._answered = _Answered(number, reading, move.name)
        if self._card is None or (back and self._undone):
            return None
        return answer_early(prompts, self._card)

    def _take_in(self, what: Happening, move: Move | None) -> None:
        if self._card is not None and not 0 <= what.at - self._at <= EARLY_S:
            self._keep(None, what.at)
        if what.kind == "undo":
            self._take_back(what)
        if move is not None:
            self._named, self._named_at = frozenset(str(value) for value in move.args.values()), what.at
            if self._card is not None and (self._card.text in self._named or move.name == self._undone):
                self._keep(None, what.at)

    def _take_back(self, what: Happening) -> None:
        answered, self._answered = self._answered, None
        self._named = frozenset()
        if answered is not None and answered.number > what.head and self._card is None:
            self._keep(answered.reading, what.at, answered.move)
        elif answered is not None and answered.number <= what.head:
            self._answered = answered

    def _keep(self, reading: CardSeen | None, at: float, undone: str = "") -> None:
        self._card, self._at, self._undone = reading, at, undone
