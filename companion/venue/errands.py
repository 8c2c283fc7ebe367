"""What a table has to do at its venue besides sending its evenings: cards to send or to take, what the venue wants.

One connection and one thread for all of it, of their own, so that an evening's entries never wait behind a photograph.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from nats.js import JetStreamContext

from companion.api.refusals import Refused
from companion.api.text import T
from companion.venue import server
from companion.venue.server import VenueAccess, VenueTrouble

AGAIN_S = (2.0, 4.0, 8.0, 15.0, 30.0)  # until it is tried again, the first time, the second and so on
LOOK_S = 60.0
_log = logging.getLogger(__name__)


class Errand(Protocol):
    """One of these: done when the connection is there, then every minute. It may end in `VenueTrouble` or `Refused`,
    which it is then `told`; it is cancelled when the companion ends."""

    async def look(self, stream: JetStreamContext) -> None: ...
    def told(self, trouble: VenueTrouble) -> None: ...


class Errands:
    """A component that does them one after the other."""

    def __init__(
        self,
        access: VenueAccess,
        errands: Sequence[Errand],
        look_s: float = LOOK_S,
        again_s: tuple[float, ...] = AGAIN_S,
    ) -> None:
        self._access, self._errands = access, tuple(errands)
        self._look_s, self._again_s = look_s, again_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._wake: asyncio.Event | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="venue-errands", daemon=True)

    def start(self) -> None:
        """From now on."""
        self._thread.start()

    def stop(self) -> None:
        """No more; what is under way is left, and done anew after the next start."""
        self._stopped = True
        loop, task = self._loop, self._task
        if loop is not None and task is not None:
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(task.cancel)
        if self._thread.is_alive():
            self._thread.join(30)

    def ring(self) -> None:
        """Look now."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(wake.set)

    def _run(self) -> None:
        try:
            asyncio.run(self._work())
        except asyncio.CancelledError:
            pass
        except Exception:
            _log.exception("the errands at the venue ended")

    async def _work(self) -> None:
        self._loop, self._task, self._wake = asyncio.get_running_loop(), asyncio.current_task(), asyncio.Event()
        failures = 0
        while not self._stopped:
            try:
                await self._connected()
                failures = 0
            except VenueTrouble as trouble:  # the line of the venue tells the same
                _log.debug("no errands now: %s", trouble)
            await asyncio.sleep(self._again_s[min(failures, len(self._again_s) - 1)])
            failures += 1

    async def _connected(self) -> None:
        assert self._wake is not None
        wake, gone, allowed = self._wake, False, True

        async def closed() -> None:
            nonlocal gone
            gone = True
            wake.set()

        def refused() -> None:
            nonlocal allowed
            allowed = False

        client = await server.connect(self._access, closed, refused)
        try:
            stream = client.jetstream(timeout=server.ANSWER_S)
            while not gone:
                wake.clear()
                for one in self._errands:
                    allowed = True
                    try:
                        await one.look(stream)
                    except VenueTrouble as trouble:
                        one.told(trouble if allowed else _not_allowed())
                    except Refused as refusal:
                        one.told(VenueTrouble(refusal.text))
                    except Exception:
                        _log.exception("an errand at the venue broke off")
                        one.told(VenueTrouble(T("This broke off; it is tried again."), passes=True))
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), self._look_s)
        finally:
            if not gone:
                await server.let_go(client)


def _not_allowed() -> VenueTrouble:
    return VenueTrouble(
        T("The key for the venue does not allow what was to be done."),
        T("Whoever looks after its server: companion venue rights, and let it read its settings again."),
    )
