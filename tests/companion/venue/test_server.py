"""The connection to the venue's server."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from companion.venue import server

from .conftest import aside


class Stuck:
    """A connection that has not sent everything, to a server that takes nothing more."""

    closing = False

    async def close(self) -> None:
        self.closing = True
        await asyncio.Event().wait()


def test_a_server_that_takes_nothing_more_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs, or its line was cut, while more was on its way than the kernel keeps: nobody waits until it has it."""
    monkeypatch.setattr(server, "CLOSE_S", 0.01)
    client = Stuck()
    aside(lambda: asyncio.run(server.let_go(cast(Any, client))))
    assert client.closing
