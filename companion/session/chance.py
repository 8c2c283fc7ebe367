"""What chance decides: the session draws it, so that it stands in the move and plays the same again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from companion.api.game import Ask, Chance, Move, Prompt


def draw(chance: Chance, dice: random.Random) -> str:
    """One of the choices by their weights; all alike where none has any."""
    weights = chance.weights if sum(chance.weights) else [1] * len(chance.choices)
    return dice.choices(chance.choices, weights)[0].value


def drawn(asks: Iterable[Ask], prompts: Sequence[Prompt], move: Move, dice: random.Random) -> dict[str, Any]:
    """The move's arguments, with what chance decides and nobody said.

    An offer of this moment knows best what may be drawn, such as what the bag still holds; else the kind of move.
    """
    args: dict[str, Any] = dict(move.args)
    offered = next((offer.asks for prompt in prompts for offer in prompt.offers if _settles(offer.move, move)), ())
    for ask in (*offered, *asks):
        if isinstance(ask, Chance) and ask.name not in args and ask.choices:
            args[ask.name] = draw(ask, dice)
    return args


def _settles(offered: Move, move: Move) -> bool:
    """Whether the move answers an offer: the same move, and what the offer has settled is as it says."""
    return offered.name == move.name and all(move.args.get(name) == value for name, value in offered.args.items())
