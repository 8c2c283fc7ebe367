"""What is asked of Technologies: which one is developed next (rulebook p. 19, 38)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt, Words
from companion.api.text import N, T, Text
from companion.games.frostpunk.cards import lines, technologies
from companion.games.frostpunk.cards.technologies import MOST_COST, cost, due
from companion.games.frostpunk.moves import move, number, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import whole

_COST = whole("cost", T("Development cost in rounds"), MOST_COST, at_least=1)
_NAME = Words(name="name", label=T("Technology"), at_most_chars=lines.MOST_CHARS)


def develop(tx: Transaction, args: Args) -> None:
    """The Technology that is developed next was chosen."""
    name = lines.tidy(word(args, "name"))
    if not name:
        raise IllegalMove(T("Say which Technology it is."), rule="technologies", page=38)
    technologies.choose(tx, name, number(args, "cost"))


def _technology(state: State) -> Prompt:
    offers = [_offer(state, one.name, cost(state, one)) for one in technologies.inactive(state)]
    if technologies.unnamed(state):
        offers.append(Offer(move=Move("develop"), label=T("Another Technology"), asks=(_NAME, _COST)))
    return Prompt(
        name="technology.choose",
        do=T("Choose the Technology to develop next, and put its token onto the Round track."),
        more=T(
            "As many spaces ahead of the Round marker as the card shows, never beyond fifteen. Only one is developed "
            "at a time."
        ),
        rule="technologies",
        offers=tuple(offers),
    )


def _offer(state: State, name: str, rounds: int) -> Offer:
    if rounds:
        label = T("{name}, token onto round {space}", name=Text(name), space=due(state, rounds))
        return Offer(move=Move("develop", {"name": name, "cost": rounds}), label=label)
    return Offer(move=Move("develop", {"name": name}), label=Text(name), asks=(_COST,))


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {technologies.TASK: _technology}
MOVES: Mapping[str, MoveKind[State]] = {
    "develop": move(
        develop,
        lambda args: N(
            "{name}: under development, {n} round",
            "{name}: under development, {n} rounds",
            number(args, "cost"),
            name=word(args, "name"),
        ),
        _NAME,
        _COST,
    ),
}
