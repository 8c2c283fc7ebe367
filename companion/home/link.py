"""The connection to a broker, kept by a thread of its own: made, lost, and made again.

Loaded only where a broker is named: it stands on paho-mqtt. All messages have quality of service 0: what is lost with a
connection is said anew by the next one, or is too old to be said. So nothing waits here, and nothing comes twice.
"""

from __future__ import annotations

import logging
import random
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.home.password import read_password
from companion.home.publisher import Outgoing
from companion.home.trouble import CONNECTED, BrokerTrouble

KEEPALIVE_S = 15  # a broker that is silent for twice as long is lost
CONNECT_S = 5.0
ANSWER_S = 10.0  # until a broker has greeted
LOOK_S = 1.0
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0
STEADY_S = 30.0  # a connection that held so long begins anew with short waits
STOP_S = 3.0
LARGEST = 4_096  # bytes of a packet that the broker may send
ONLINE, OFFLINE = "online", "offline"
_REASONS = {
    "Bad user name or password": "password",
    "Not authorized": "password",
    "Unsupported protocol version": "old",
    "Session taken over": "taken_over",
    "Server shutting down": "lost",
}
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Access:
    """Where the broker is, and how to come in. `ca_file`: the broker's own authority; None: those of this machine."""

    host: str
    port: int
    user: str = ""
    password_file: Path | None = None
    tls: bool = False
    ca_file: Path | None = None

    @property
    def broker(self) -> str:
        """As people are told of it."""
        return f"{self.host}:{self.port}"


class Table(Protocol):
    """Whoever has something to publish; all of it is called by the connection's thread."""

    def connected(self) -> None:
        """From here on nothing that was published earlier counts."""

    def due(self) -> Iterable[Outgoing]:
        """What is to be published now, in its order."""

    def came(self, topic: str, payload: bytes, retained: bool) -> None:
        """A message to one of the topics that were asked for."""

    def told(self, code: str, **args: str) -> None:
        """How it stands with the connection: a code of `companion.home.trouble`."""


class Link:
    """A connection that is there from `start` to `stop`, as far as the broker is. `hears` are the topics it listens to;
    `availability` says whether it is there, and the broker says it when it is not any more."""

    def __init__(self, access: Access, client_id: str, availability: str, hears: tuple[str, ...], table: Table) -> None:
        self._access, self._table = access, table
        self._client_id, self._availability, self._hears = client_id, availability, hears
        self._stopping = threading.Event()
        self._woken, self._wake = socket.socketpair()
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="home", daemon=True)

    def start(self) -> None:
        """Look for the broker from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Say that the table is gone, and let go of the broker."""
        self._stopping.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        if not self._thread.is_alive():
            self._woken.close()
            self._wake.close()

    def wake(self) -> None:
        """There may be something to publish. From any thread; never waits."""
        with suppress(OSError):  # as many as fit wake it as well as one more; or it is gone
            self._wake.send(b".")

    def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._stopping.is_set():
            began = time.monotonic()
            trouble = self._try_once()
            if self._stopping.is_set():
                return
            self._table.told(trouble.code, **trouble.words)
            if time.monotonic() - began > STEADY_S:
                wait_s = FIRST_WAIT_S
            self._stopping.wait(wait_s * random.uniform(0.8, 1.2))  # many tables need not come at once
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _try_once(self) -> BrokerTrouble:
        """Connect, and be there until the connection ends; why it did."""
        connection = _Connection(self._access, self._client_id, self._availability, self._hears, self._table)
        try:
            connection.open()
            trouble = connection.serve(self._stopping, self._woken)
        except BrokerTrouble as error:
            trouble = error
        except Exception as error:  # whatever a broker sends, the table is told again of the next one
            _log.info("the connection to the broker failed", exc_info=True)
            trouble = BrokerTrouble("failed", why=_reason(error))
        finally:
            connection.close()
        trouble.words.setdefault("broker", self._access.broker)
        return trouble


class _Connection:
    """One connection, or one try at it."""

    def __init__(self, access: Access, client_id: str, availability: str, hears: tuple[str, ...], table: Table) -> None:
        self._access, self._availability, self._hears, self._table = access, availability, hears, table
        self._up = False
        self._why: BrokerTrouble | None = None
        self._asked: dict[int, str] = {}  # the topics that were asked for, by the number of the message
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, client_id, protocol=MQTTProtocolVersion.MQTTv5, reconnect_on_failure=False
        )
        client.connect_timeout = CONNECT_S
        client.will_set(availability, OFFLINE, retain=True)
        client.on_connect = self._greeted
        client.on_disconnect = self._ended
        client.on_subscribe = self._subscribed
        client.on_message = self._heard

    def open(self) -> None:
        """Reach the broker, and say who it is. Raises BrokerTrouble."""
        access = self._access
        if access.user:
            password = None if access.password_file is None else read_password(access.password_file)
            self._client.username_pw_set(access.user, password)
        if access.tls:
            self._client.tls_set_context(_context(access.ca_file))
        most = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        most.MaximumPacketSize = LARGEST
        try:
            self._client.connect(access.host, access.port, KEEPALIVE_S, clean_start=True, properties=most)
        except socket.gaierror as error:
            raise BrokerTrouble("no_name", broker=access.host) from error
        except ssl.SSLCertVerificationError as error:
            raise BrokerTrouble("certificate", why=error.verify_message) from error
        except (ssl.SSLError, ConnectionResetError) as error:
            raise BrokerTrouble("no_tls" if access.tls else "no_answer") from error
        except OSError as error:
            raise BrokerTrouble("no_answer") from error

    def serve(self, stopping: threading.Event, woken: socket.socket) -> BrokerTrouble:
        """Publish and listen until the connection ends, or it is time to stop; why it ended."""
        greeted_by = time.monotonic() + ANSWER_S
        connection: Any = self._client.socket()
        with selectors.DefaultSelector() as selector:
            selector.register(woken, selectors.EVENT_READ)
            selector.register(connection, selectors.EVENT_READ)
            while self._is_open and not stopping.is_set():
                if not self._up and time.monotonic() > greeted_by:
                    break
                self._work(selector, connection)
                _drain(woken)
        return self._why or BrokerTrouble("lost" if self._up else "not_a_broker")

    def close(self) -> None:
        """Say goodbye, where there is somebody to say it to."""
        client = self._client
        if self._up and client.socket() is not None:
            client.publish(self._availability, OFFLINE, retain=True)
            client.disconnect()
            until = time.monotonic() + 1.0
            while client.want_write() and client.socket() is not None and time.monotonic() < until:
                client.loop_write()
                time.sleep(0.01)
        connection = client.socket()
        if connection is not None:
            connection.close()

    @property
    def _is_open(self) -> bool:
        return self._client.socket() is not None

    def _work(self, selector: selectors.BaseSelector, connection: Any) -> None:
        """Publish, wait until the broker says something or takes more, and do that."""
        client = self._client
        self._publish()
        if not self._is_open:
            return
        selector.modify(connection, selectors.EVENT_READ | (selectors.EVENT_WRITE if client.want_write() else 0))
        ready = {key.fileobj for key, _ in selector.select(LOOK_S)}
        if client.want_write():
            client.loop_write()
        if connection in ready:
            client.loop_read()
            while self._is_open and isinstance(connection, ssl.SSLSocket) and connection.pending():
                client.loop_read()
        client.loop_misc()

    def _publish(self) -> None:
        """Only once the broker has taken all there was: what waits meanwhile is replaced by what is newer then."""
        if self._up and not self._client.want_write():
            for message in self._table.due():
                self._client.publish(message.topic, message.payload, retain=message.retain)

    # --- what paho calls ----------------------------------------------------------------------------------------------

    def _greeted(
        self, client: Client, _: Any, flags: ConnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._why = _refusal(str(reason))
            return
        self._up = True
        for topic in self._hears:
            # What was said before nobody presses now: nothing that is retained is asked for, and what comes retained
            # is told from what does not.
            options = SubscribeOptions(retainAsPublished=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
            _, number = client.subscribe(topic, options=options)
            self._asked[number or 0] = topic
        client.publish(self._availability, ONLINE, retain=True)
        self._table.connected()
        self._table.told(CONNECTED, broker=self._access.broker)

    def _subscribed(self, client: Client, _: Any, mid: int, reasons: list[ReasonCode], more: Properties | None) -> None:
        if any(reason.is_failure for reason in reasons):
            self._table.told("not_heard", broker=self._access.broker, topic=self._asked.get(mid, ""))

    def _ended(
        self, client: Client, _: Any, flags: DisconnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        if self._why is None and flags.is_disconnect_packet_from_server:
            self._why = _refusal(str(reason))

    def _heard(self, client: Client, _: Any, message: MQTTMessage) -> None:
        try:
            self._table.came(message.topic, bytes(message.payload), message.retain)
        except Exception:
            _log.exception("a message of the broker could not be taken")


def _refusal(reason: str) -> BrokerTrouble:
    """What the broker's reason means, by MQTT's words for it."""
    return BrokerTrouble(_REASONS.get(reason, "refused"), why=reason)


class _TidySocket(ssl.SSLSocket):
    """Closed where it comes to no secure connection, which paho leaves to chance."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def _context(ca_file: Path | None) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=None if ca_file is None else str(ca_file))
    except OSError as error:  # ssl's errors are OSErrors
        raise BrokerTrouble("bad_ca_file", file=str(ca_file), why=_reason(error)) from error
    context.sslsocket_class = _TidySocket
    return context


def _drain(woken: socket.socket) -> None:
    with suppress(BlockingIOError):
        while woken.recv(4096):
            pass


def _reason(error: Exception) -> str:
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words[:200] or type(error).__name__
