"""For a game's author: play a game in tests, by name, at random, or from a script that a player can read.

Public and versioned with `companion.api`.
"""

from companion.testing.played import Played
from companion.testing.playscript import rewrite
from companion.testing.replaying import played_again, wander

__all__ = ["Played", "played_again", "rewrite", "wander"]
