"""Evenings played at random through what is offered, and what must hold at every moment of one.

player = RandomPlayer(random.Random(seed), codes=("W1", "W3"))
for state in evening_at_random(Played(GAME, table), player):
    assert state.oil >= 0
assert_undo_and_replay(GAME, table, player)
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.api.checks import check_value, usual
from companion.api.game import Ask, Chance, Code, Game, IllegalMove, Move, Offer, Pick, Prompt, Table, Value, Whole
from companion.api.refusals import BadMove
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.played import Played
from companion.testing.replaying import MOVES as MOVES_WITH_UNDO
from companion.testing.replaying import played_again, wander

S = TypeVar("S")
MOVES = 250
USUAL_OFFER = 0.6
USUAL_ANSWER = 0.8
SELDOM = 0.05


def _none(offer: Offer) -> bool:
    return False


@dataclass(frozen=True)
class RandomPlayer:
    """Takes offers by chance.

    A calm move answers the first prompt, mostly as is usual, else with small numbers, so that an evening lasts; a wild
    one takes any offer of any prompt, with any answers within their limits. `wild` says how often that is.

    `words` and `codes` are what is typed where words or a card's code are asked for. `reach` is how far above the
    lowest the numbers of a calm move go. Offers that are `seldom` wanted, such as one that ends the evening, are taken
    in `seldom_taken` of the moves, and where there is nothing else.
    """

    dice: random.Random
    words: Sequence[str] = ("Anna", "")
    codes: Sequence[str] = ()
    wild: float = 0.2
    reach: int = 3
    seldom: Callable[[Offer], bool] = _none
    seldom_taken: float = SELDOM

    def move(self, prompts: Sequence[Prompt]) -> Move:
        """Some move that is offered."""
        wild = self.dice.random() < self.wild
        return self.filled(self.choose(prompts, wild), wild)

    def choose(self, prompts: Sequence[Prompt], wild: bool = False) -> Offer:
        """One of the offers, of the first prompt or (when wild) of any."""
        offers = [offer for prompt in (prompts if wild else prompts[:1]) for offer in prompt.offers]
        wanted = [offer for offer in offers if not self.seldom(offer)]
        if wanted and self.dice.random() >= self.seldom_taken:
            offers = wanted
        usual_ones = [offer for offer in offers if offer.tone == "usual"]
        if usual_ones and not wild and self.dice.random() < USUAL_OFFER:
            return usual_ones[0]
        return self.dice.choice(offers)

    def filled(self, offer: Offer, wild: bool = False) -> Move:
        """The offer's move, with answers to all that it asks."""
        answers = {ask.name: self.answer(ask, wild) for ask in offer.asks}
        return Move(offer.move.name, {**offer.move.args, **answers})

    def answer(self, ask: Ask, wild: bool = False) -> Value:
        """A value within the limits: any when wild, else the usual or a small one."""
        sensible = usual(ask)
        if sensible not in (None, "") and not wild and self.dice.random() < USUAL_ANSWER:
            return sensible
        if isinstance(ask, Whole):
            return self.dice.randint(ask.at_least, ask.at_most if wild else min(ask.at_most, ask.at_least + self.reach))
        if isinstance(ask, Pick | Chance):
            return self.dice.choice(ask.choices).value if ask.choices else ""
        return self._code(ask) if isinstance(ask, Code) else self.dice.choice(self.words)[: ask.at_most_chars]

    def _code(self, ask: Code) -> str:
        fitting = [code for code in self.codes if re.fullmatch(ask.pattern, code)]
        assert fitting, f"none of `codes` fits {ask.pattern}, which {ask.name} asks for"
        return self.dice.choice(fitting)

    def take(self, evening: Played[Any], prompts: Sequence[Prompt]) -> bool:
        """Play some offer; False where the rules refuse these answers."""
        wild = self.dice.random() < self.wild
        offer = self.choose(prompts, wild)
        return attempt(evening, offer, self.filled(offer, wild))


def attempt(evening: Played[Any], offer: Offer, move: Move) -> bool:
    """Play what an offer became once it was filled in; False where the rules refuse these answers.

    What is offered with nothing left to say must be legal, and what is refused is refused in a sentence.
    """
    before = evening.state
    try:
        evening.play(move.name, **move.args)
        return True
    except (IllegalMove, BadMove) as error:
        refused = error
    assert offer.asks, f"{move} is offered and refused: {refused}"
    assert str(refused.text).rstrip("”)")[-1:] in (".", "?", "!"), f"{move}: {refused}"
    assert evening.state is before
    return False


def evening_at_random(evening: Played[S], player: RandomPlayer, moves: int = MOVES) -> Iterator[S]:
    """The states of an evening, each looked at by `look`, to its end or for so many tries at a move.

    Whoever goes through them may set values by hand in between.
    """
    seen: S | None = None
    prompts: tuple[Prompt, ...] = ()
    for _ in range(moves):
        while evening.state is not seen:
            seen, prompts = evening.state, look(evening)
            yield seen
        if not prompts:
            return
        player.take(evening, prompts)


def look(evening: Played[Any]) -> tuple[Prompt, ...]:
    """The prompts, and what holds of them in every game at every moment.

    There is something to do until the game has ended; every prompt says what, and has offers, of which at most one is
    the usual one. (That the state can be stored and shown `Played` has seen.)
    """
    game, prompts = evening.game, evening.prompts
    assert bool(prompts) == (game.ending(evening.state) is None)
    for prompt in prompts:
        assert str(prompt.do)
        assert prompt.offers, prompt.name
        assert all(offer.move.name in game.moves for offer in prompt.offers), prompt.name
        assert sum(offer.tone == "usual" for offer in prompt.offers) <= 1, prompt.name
        for offer in prompt.offers:
            _assert_taken(game, offer)
    game.corrections(evening.state)
    return prompts


def _assert_taken(game: Game[Any], offer: Offer) -> None:
    """What is offered is what the move takes: no number may be filled in that it would then not have."""
    takes = {ask.name: ask for ask in game.moves[offer.move.name].asks}
    for ask in offer.asks:
        most = takes[ask.name]
        if isinstance(ask, Whole) and isinstance(most, Whole):
            assert most.at_least <= ask.at_least <= ask.at_most <= most.at_most, (offer.move, ask, most)
    for name, value in offer.move.args.items():
        check_value(takes[name], value)


def assert_undo_and_replay(
    game: Game[Any], table: Table, player: RandomPlayer, begin: Iterable[Move] = (), moves: int = MOVES_WITH_UNDO
) -> None:
    """A random evening in a session with its real log: undo and redo of any stretch, and the log played again, lead to
    the same state. The moves of `begin` come first."""
    with _in_session(game, table, player.dice) as (session, log, evening):
        for move in begin:
            session.play(move, "test")
        wander(session, player.dice, player.move, (IllegalMove, BadMove), moves)
        assert played_again(log, evening, game, table) == session.state()


@contextmanager
def _in_session(game: Game[Any], table: Table, dice: random.Random) -> Iterator[tuple[Session, Log, str]]:
    with tempfile.TemporaryDirectory(prefix="companion-random-") as folder:
        log = Log(Path(folder), durable=False)
        try:
            session = Session(log, {game.name: game}, dice=dice)
            for name, value in table.board.items():
                session.tell_board(game.name, name, value)
            screen = session.start(game.name, "Random", list(table.players), table.choices, by="test")
            assert screen.evening is not None
            yield session, log, screen.evening.id
        finally:
            log.close()
