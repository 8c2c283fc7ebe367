"""What a backup holds, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.api.game import Game
from companion.api.text import N, T, Text, all_of
from companion.backup.backup_file import Holds, Manifest
from companion.backup.restoring import EveningFound
from companion.storage.losses import moment


def made_by(manifest: Manifest) -> Text:
    """When it was made and by which version."""
    return T("Made {when} by version {version}", when=moment(manifest.made), version=manifest.program)


def size_of(size: int) -> Text:
    """A file's size."""
    if size < 1_000_000:
        return T("{size} kB", size=max(1, size // 1000))
    return T("{size} MB", size=f"{size / 1e6:.1f}")


def things(holds: Holds) -> Text:
    """How much of everything."""
    boards = sum(holds.boards.values())
    counted = [
        (len(holds.evenings), N("{n} evening", "{n} evenings", len(holds.evenings))),
        (boards, N("{n} fact of your boards", "{n} facts of your boards", boards)),
        (holds.notes, N("{n} card note", "{n} card notes", holds.notes)),
        (holds.pictures, N("{n} photographed card", "{n} photographed cards", holds.pictures)),
        (holds.texts, N("{n} card text", "{n} card texts", holds.texts)),
        (holds.calibrations, N("{n} calibrated drawer", "{n} calibrated drawers", holds.calibrations)),
        (int(holds.settings), T("the settings")),
    ]
    found = [words for count, words in counted if count]
    return all_of(found) if found else T("Nothing but an empty log")


def evening_line(one: EveningFound, games: Mapping[str, Game[Any]]) -> Text:
    """An evening: when it was played last, its game and name, and where it stands."""
    held, game = one.held, games.get(one.held.game)
    day = datetime.fromtimestamp(held.played).strftime("%Y-%m-%d")
    if game is None:
        return T("{day}  {game}, “{name}”: a game that this companion does not have; it is kept all the same",
                 day=day, game=held.game, name=held.name)  # fmt: skip
    words: dict[str, str | Text] = {"day": day, "game": game.title, "name": held.name}
    if held.removed:
        return T("{day}  {game}, “{name}”: taken out of the list", **words)
    if one.stands is None:
        return T("{day}  {game}, “{name}”: it cannot be opened, and is kept as it is", **words)
    return T("{day}  {game}, “{name}”: {where}", where=one.stands.ending or one.stands.line, **words)
