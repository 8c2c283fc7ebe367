"""The 6 x 6 city without its corners: fields, neighbours, directions (rulebook p. 4).

A field is named by its column A to F from west to east and its row 1 to 6 from north to south, north being the top of
the tiles. The corners are Firehouses, the four fields in the middle the University.
"""

from __future__ import annotations

from collections.abc import Iterator

COLUMNS = "ABCDEF"
ROWS = "123456"
CORNERS = ("A1", "F1", "F6", "A6")  # clockwise
UNIVERSITY = ("C3", "D3", "C4", "D4")
ALL = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
BLOCKS = tuple(field for field in ALL if field not in CORNERS)
TOWN = tuple(field for field in BLOCKS if field not in UNIVERSITY)  # the 28 town tiles, row by row

DIRECTIONS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_DIAGONALS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def at(field: str) -> tuple[int, int]:
    """Column and row of a field, both from 0."""
    return COLUMNS.index(field[0]), ROWS.index(field[1])


def step(field: str, direction: tuple[int, int]) -> str | None:
    """The field one step away, None beyond the edge of the city."""
    column, row = at(field)
    x, y = column + direction[0], row + direction[1]
    return f"{COLUMNS[x]}{ROWS[y]}" if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS) else None


def beside(field: str) -> tuple[str, ...]:
    """The fields that share an edge with it, corners included."""
    return tuple(_steps(field, tuple(DIRECTIONS.values())))


def around(field: str) -> tuple[str, ...]:
    """The up to eight fields that touch it, diagonally too."""
    return tuple(_steps(field, (*DIRECTIONS.values(), *_DIAGONALS)))


def towards(field: str, direction: str, count: int) -> tuple[str, ...]:
    """Up to so many fields after it in a direction, the nearest first."""
    found = [field]
    while len(found) <= count and (after := step(found[-1], DIRECTIONS[direction])) is not None:
        found.append(after)
    return tuple(found[1:])


def _steps(field: str, directions: tuple[tuple[int, int], ...]) -> Iterator[str]:
    for direction in directions:
        found = step(field, direction)
        if found is not None:
            yield found
