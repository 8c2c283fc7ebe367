"""Photos of phones: read by the photo worker, told to the scan spot's desk; what cannot be used, in words."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.api.readings import CardSeen, CardUnread
from companion.api.text import T, Text
from companion.session.seeing import unread
from vision import worker_process
from vision.evidence import Evidence
from vision.grammar import Grammar
from vision.photos import decode
from vision.photos.process import Answer, PhotoProcess, Picture, Request
from vision.reads import Read
from vision.text.printed import PrintedText, Trouble
from vision.worker_process import WorkerLost

_log = logging.getLogger(__name__)
Tell: TypeAlias = Callable[[CardSeen | CardUnread, Evidence, bool], object]
DAMAGED = T("This picture is damaged. Take the photo once more.")
UNUSABLE: Mapping[str, Text] = {
    decode.NOT_A_PICTURE: T("This file is not a picture. Send a photo (JPEG, PNG or WebP)."),
    decode.HEIC: T(
        "This is a HEIC picture, which cannot be read here. Send it as JPEG; an iPhone takes those with Settings, "
        "Camera, Formats, Most Compatible."
    ),
    decode.TOO_LARGE: T("This picture is too large. Send a JPEG photo of at most 60 megapixels."),
    decode.TOO_TINY: T("This picture is too small to read anything in it. Take the photo closer."),
    decode.TORN: T("This picture did not arrive whole. Send it once more."),
    decode.BROKEN: DAMAGED,
    worker_process.TOO_SLOW: T("Reading this picture took too long. Take the photo closer, with little else in it."),
    worker_process.DIED: DAMAGED,
    worker_process.NO_WORKER: T("No photos can be read at the moment. Try again in a minute."),
    worker_process.STOPPED: T("The companion is being stopped. Send the photo again once it is back."),
}
TROUBLES: Mapping[Trouble, Text] = {
    Trouble.NO_CARD: T("No card is seen. Lay one card on a plain ground, all of it in the picture."),
    Trouble.NO_EDGES: T("The card’s edges are not seen. Check that all of its text is here, and no other."),
    Trouble.TWO_CARDS: T("There is more than one card. Show one at a time."),
    Trouble.CUT_OFF: T("A part of the card is outside the picture. Show all of it."),
    Trouble.BLANK: T("Nothing is printed on this side. Turn the card over."),
    Trouble.TOO_SMALL: T("The print is too small to read. Bring the card closer."),
    Trouble.TOO_BLURRED: T("The print is blurred. Hold still, and wait until it is sharp."),
    Trouble.TOO_MUCH: T("That is more print than a card has. Show one card."),
}


@dataclass(frozen=True)
class PhotoReads:
    """What was read in a phone's photo, sure ones first; `words` says why nothing was, and `unread` is what is kept of
    that."""

    reads: tuple[CardSeen, ...] = ()
    words: Text | None = None
    unread: CardUnread | None = None


@dataclass(frozen=True)
class CardPicture:
    """A phone's photo of a card, made fit to be kept; `words` says why it cannot be."""

    jpeg: bytes = b""
    width: int = 0
    height: int = 0
    straightened: bool = False
    words: Text | None = None


@dataclass(frozen=True)
class CardPrint:
    """What is printed on a card in a photo, with the card cut out; `words` says why not, or why that may not be all."""

    printed: PrintedText = field(default_factory=PrintedText)
    words: Text | None = None


class _Unusable(Exception):
    """A photo of which nothing comes, in words why."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


def seen_as(read: Read) -> CardSeen:
    """A reading as the companion knows it."""
    return CardSeen(
        read.kind, read.text, not read.uncertainty_reason, read.confidence, read.uncertainty_reason, read.other
    )


class Photos:
    """Reads photos, one after the other; `tell` hears of each reading with the part of the photo that it was in, and
    whether that is a still of a live camera. `room` makes room in memory while one is read."""

    def __init__(
        self,
        tell: Tell,
        grammar: Grammar,
        process: PhotoProcess | None = None,
        room: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._tell = tell
        self._room = room
        self._process = process or PhotoProcess()
        self.grammar = grammar

    def warm(self) -> None:
        """A photo is on its way."""
        self._process.warm()

    @property
    def expected(self) -> bool:
        """Whether there is a worker: a photo is read, or may well come."""
        return self._process.pid is not None

    def rest(self) -> None:
        """No photo is expected now: the worker ends where it is idle. The next photo starts it again."""
        self._process.rest()

    def read(self, data: Picture, live: bool = False) -> PhotoReads:
        """Read a photo, or a still of a live camera; a picture that cannot be used is refused in words."""
        try:
            found = self._ask(Request("read", len(data), self.grammar.kinds), data)
        except _Unusable as no:
            return PhotoReads(words=no.words)
        reads = tuple(seen_as(read) for read in (*found.reads, *found.unsure))
        none = None if reads else CardUnread(found.trouble)
        told: tuple[CardSeen | CardUnread, ...] = reads if none is None else (none,)
        for reading, evidence in zip(told, found.evidence, strict=False):
            self._tell(reading, evidence, live)
        return PhotoReads(reads, unread(found.trouble) if none is not None and found.trouble else None, none)

    def card(self, data: Picture, *, as_it_is: bool, turned: int) -> CardPicture:
        """Make a photo of a card fit to be kept; one that cannot be used is refused in words."""
        try:
            made = self._ask(Request("card", len(data), self.grammar.kinds, as_it_is, turned), data).card
        except _Unusable as no:
            return CardPicture(words=no.words)
        if made is None:
            return CardPicture(words=DAMAGED)
        return CardPicture(made.jpeg, made.width, made.height, made.straightened)

    def codes(self, data: Picture, grammar: Grammar) -> tuple[CardSeen, ...]:
        """The codes of these kinds that stand in a picture, sure ones first; none in one that cannot be used."""
        try:
            found = self._ask(Request("read", len(data), grammar.kinds), data)
        except _Unusable:
            return ()
        return tuple(seen_as(read) for read in (*found.reads, *found.unsure))

    def text(self, data: Picture, languages: Collection[str] = ("en", "pl")) -> CardPrint:
        """Read what is printed on a card; a picture that cannot be used is refused in words."""
        try:
            printed = self._ask(Request("text", len(data), languages=tuple(languages)), data).text
        except _Unusable as no:
            return CardPrint(words=no.words)
        if printed is None:
            return CardPrint(words=DAMAGED)
        return CardPrint(printed, None if printed.trouble is None else TROUBLES[printed.trouble])

    def stop(self) -> None:
        """End the worker."""
        self._process.stop()

    def _ask(self, request: Request, data: Picture) -> Answer:
        try:
            with self._room():
                answer = self._process.ask(request, data)
        except WorkerLost as lost:
            raise _Unusable(UNUSABLE[lost.code]) from None
        if answer.fault:
            _log.error("a photo could not be read: %s", answer.fault)
        if answer.fault or answer.problem:
            raise _Unusable(UNUSABLE.get(answer.problem, DAMAGED))
        return answer
