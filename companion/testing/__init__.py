"""For a game's author: play a game in tests, by name, at random, or from a script that a player can read.

Public and versioned with `companion.api`.
"""

from companion.testing.at_random import RandomPlayer, assert_undo_and_replay, attempt, evening_at_random, look
from companion.testing.played import Played
from companion.testing.playscript import rewrite
from companion.testing.replaying import played_again, wander

__all__ = [
    "Played",
    "RandomPlayer",
    "assert_undo_and_replay",
    "attempt",
    "evening_at_random",
    "look",
    "played_again",
    "rewrite",
    "wander",
]
