"""The page of a game that says where in the code each of its rules is kept, and whether that is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType

_DOCS = Path(__file__).parents[3] / "docs" / "games"
_ROW = re.compile(r"^\| (\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)
_PLACE = re.compile(r"`([a-z_/.]+\.(?:py|toml|md))(?::(\w+))?`")
_ALSO = re.compile(r"`(\w+)`")


class RulesPage:
    """`docs/games/<name>-rules.md` of the game in a package, `game` being a module at that package's top."""

    def __init__(self, name: str, game: ModuleType) -> None:
        self._folder = Path(str(game.__file__)).parent
        self.text = (_DOCS / f"{name}-rules.md").read_text(encoding="utf-8")

    @cached_property
    def _rows(self) -> list[tuple[str, str, str, str]]:
        return _ROW.findall(self.text)

    def check_rules(self, count: int) -> None:
        """Fail unless rules 1 to `count` each have a page of the book, their words, and a place in the code."""
        numbers = [int(number) for number, *_ in self._rows][:count]
        assert sorted(numbers) == list(range(1, count + 1))
        for number, page, rule, kept in self._rows:
            assert re.search(r"\d|Card texts", page), number
            assert rule, number
            assert _PLACE.search(kept), number

    def check_places(self) -> None:
        """Fail unless every file that is named exists, and has the names that it is said to have."""
        for file, name in self._places():
            path = self._folder / file
            assert path.is_file(), file
            assert not name or re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), f"{file}: {name}"

    def _places(self) -> Iterator[tuple[str, str]]:
        """Every file with a name in it, or none; names that stand alone belong to the file before them."""
        for *_, kept in self._rows:
            for part in re.split(r"; ?", kept):
                places = list(_PLACE.finditer(part))
                yield from ((place[1], place[2] or "") for place in places)
                behind = part[places[-1].end() :] if places else ""
                yield from ((places[-1][1], name) for name in _ALSO.findall(behind))
