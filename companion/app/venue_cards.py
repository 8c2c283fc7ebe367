"""Boards and cards between this table and its venue's server: what is kept here, and commands that take more in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO

from companion.api.game import Value
from companion.api.refusals import BadMove, Refused
from companion.api.text import Catalogue, T, Text
from companion.app.control import Request
from companion.scanner.adding import AddingDesk
from companion.session.board_facts import MOST_AT_ONCE
from companion.session.owner_board import board_kind
from companion.session.session import Session
from companion.status.venue_cards import OfferedCards
from companion.storage import card_texts
from companion.storage import pictures as pictures_module
from companion.storage.card_texts import CardText, is_nameless
from companion.storage.log import Log
from companion.storage.losses import moment
from companion.storage.pictures import Photograph, Pictures
from companion.venue.card_errand import CardErrand, Picture, Taken
from companion.venue.cards import Shelf

CARDS = "venue-cards"  # what is asked of the running service


class OwnCards:
    """What is kept here of boards and cards."""

    def __init__(
        self, games: Iterable[str], log: Log, session: Session, adding: AddingDesk, pictures: Pictures
    ) -> None:
        self._games = tuple(games)
        self._kinds = (card_texts.KIND, pictures_module.KIND, *map(board_kind, self._games))
        self._log, self._session, self._adding, self._pictures = log, session, adding, pictures

    def games(self) -> Sequence[str]:
        """Every game that this companion has."""
        return self._games

    def version(self) -> int:
        """The number of the newest write of any of it: what did not change has the same, however much is played."""
        return self._log.newest_of(self._kinds)

    def board(self, game: str) -> Mapping[str, Value]:
        """What the owner told of a game's board."""
        return self._session.told(game)

    def texts(self, game: str) -> Iterable[CardText]:
        """The texts of its cards."""
        return self._adding.texts.all(game).values()

    def pictures(self, game: str) -> Iterable[Photograph]:
        """The photographs of its cards."""
        found = (self._pictures.find(game, card) for card in self._pictures.cards(game))
        return [one for one in found if one is not None and not one.missing]

    def jpeg(self, game: str, card: str) -> bytes | None:
        """A photograph; None where it is gone or torn."""
        found = self._pictures.read(game, card)
        return None if found is None else found[1]

    def scratch(self) -> IO[bytes]:
        """A file without a name in the data folder."""
        return self._pictures.scratch()

    def take(self, shelf: Shelf, pictures: Iterable[Picture]) -> Taken:
        """Keep what is new of it; what is here already stays as it is. How much was new."""
        before = len(self._pictures.cards(shelf.game))
        board = self._take_board(shelf)
        texts = self._adding.take(shelf.game, shelf.texts, iter(pictures))
        of_texts = {one.card.casefold() for one in shelf.texts}
        for card, jpeg, width, height in pictures:  # of cards that nobody has read
            alone = card.casefold() not in of_texts and not is_nameless(card)
            if alone and self._pictures.find(shelf.game, card) is None:
                self._pictures.add(shelf.game, card, jpeg, width, height)
        return Taken(board, texts, len(self._pictures.cards(shelf.game)) - before)

    def _take_board(self, shelf: Shelf) -> int:
        known = self._session.told(shelf.game)
        new = [(name, value) for name, value in shelf.board.items() if name not in known]
        count = 0
        for start in range(0, len(new), MOST_AT_ONCE):
            count += self._tell(shelf.game, dict(new[start : start + MOST_AT_ONCE]))
        return count

    def _tell(self, game: str, values: dict[str, Value]) -> int:
        """Those that this version of the game knows and finds to fit."""
        try:
            self._session.tell_board_all(game, values)
        except BadMove:
            if len(values) == 1:
                return 0
            return sum(self._tell(game, {name: value}) for name, value in values.items())
        return len(values)


class CardsDesk:
    """What may be taken, for the page; and answers `companion venue cards`."""

    def __init__(self, errand: CardErrand, words: Catalogue, ring: Callable[[], None]) -> None:
        self._errand, self._words, self._ring = errand, words, ring

    def offers(self) -> Sequence[OfferedCards]:
        """What there is, as far as is known by now."""
        return [
            OfferedCards(
                game=one.game, source=one.source, at=one.note.at,
                board=one.note.board, texts=one.note.texts, pictures=one.note.pictures,
            )
            for one in self._errand.offers()
        ]  # fmt: skip

    def taking(self) -> bool:
        """Whether something that was asked for is still on its way."""
        return self._errand.taking

    def last(self) -> Text | None:
        """What came of the last time."""
        return self._errand.last

    def take(self, game: str, source: str) -> None:
        """Take a game's in at the next look, which is now. `BadMove` where that is not offered, or not clear."""
        fitting = [one for one in self._errand.offers() if one.game == game and source in ("", one.source)]
        if not fitting:
            raise BadMove(T("The venue holds nothing of that game for this table."))
        if len(fitting) > 1:
            raise BadMove(T("Several tables' are there: say whose, with --of."))
        self._errand.take(game, fitting[0].source)
        self._ring()

    def answer(self, asked: Request) -> Request:
        """What may be taken, what came of the last time; or a game is taken from the next look on."""
        say = self._words.say
        try:
            if "game" in asked:
                self.take(str(asked["game"]), str(asked.get("source", "")))
        except Refused as refusal:
            return {"error": say(refusal.text)}
        last = self.last()
        return {
            "offers": [self._line(one) for one in self.offers()],
            "last": "" if last is None else say(last),
        }

    def _line(self, one: OfferedCards) -> str:
        return self._words.say(
            T(
                "{game}, of {source}, {when}: board facts {board}, texts {texts}, photographs {pictures}",
                game=one.game, source=one.source, when=moment(one.at),
                board=one.board, texts=one.texts, pictures=one.pictures,
            )
        )  # fmt: skip
