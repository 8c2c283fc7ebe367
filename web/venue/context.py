"""What the views of a venue's page share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from companion.api.game import Game
from companion.api.text import Text, verbatim
from companion.venue.export import Export
from companion.venue.figures import Figures
from companion.venue.follower import Follower
from companion.venue.told import EveningReader
from web.context import KEY, Shared


@dataclass(frozen=True, kw_only=True)
class VenueContext(Shared):
    """Everything that the views of a venue's page use."""

    games: Mapping[str, Game[Any]]
    follower: Follower
    reader: EveningReader
    figures: Figures
    export: Export

    def title(self, game: str) -> Text:
        """What a game is called; its own name where this companion does not have it."""
        return self.games[game].title if game in self.games else verbatim(game)


def venue() -> VenueContext:
    """The context of the running page."""
    return cast(VenueContext, current_app.extensions[KEY])
