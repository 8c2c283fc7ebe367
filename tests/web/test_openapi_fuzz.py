"""Requests made from docs/openapi.yaml, such as fit it and such as do not: the server keeps its word to all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .fuzzing import fuzz, odd_addresses
from .openapi import TABLE
from .whole_house import WholeHouse

QUICK = 4  # requests to each operation
# With a body: of 60, the later half found only refusals that others had found. Without: of 30, those after the
# twelfth found one more answer for 10 operations of 50, most of them that a phone has not joined.
WITH_BODY, WITHOUT = 30, 12


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[WholeHouse]:
    """A dashboard with everything."""
    whole = WholeHouse(tmp_path / "data")
    yield whole
    whole.close()


@pytest.mark.shorter
@pytest.mark.parametrize("name", list(TABLE.operations))
def test_a_few_requests(whole: WholeHouse, name: str) -> None:
    """Some of all kinds to every operation."""
    fuzz(whole, TABLE.operations[name], QUICK)


@pytest.mark.parametrize("name", [name for name, one in TABLE.operations.items() if one.path_parameters])
def test_odd_addresses(whole: WholeHouse, name: str) -> None:
    """Every operation whose address has a field, with everything odd in it."""
    odd_addresses(whole, TABLE.operations[name], {"game": "lighthouse"})


@pytest.mark.slow
@pytest.mark.parametrize("name", list(TABLE.operations))
def test_many_requests(whole: WholeHouse, name: str) -> None:
    """Many more of them."""
    operation = TABLE.operations[name]
    fuzz(whole, operation, WITH_BODY if "requestBody" in operation.definition.raw else WITHOUT)
