"""Three servers that keep each evening three times: whichever of them are killed, what was played is there once."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.venue import server
from companion.venue.records import STREAM
from companion.venue.server import VenueAccess, VenueTrouble

from .conftest import Nats, needs_nats, until
from .test_shipper import in_server, table

pytestmark = [pytest.mark.slow, needs_nats]
NODES = ("one", "two", "three")


class Cluster:
    """Three servers of one cluster on loopback, for so many bytes of evenings."""

    def __init__(self, folder: Path, most_bytes: int = 50_000_000) -> None:
        self._most_bytes = most_bytes
        with socket.socket() as first, socket.socket() as second, socket.socket() as third:
            ports = []
            for name, one in zip(NODES, (first, second, third), strict=True):
                one.bind(("127.0.0.1", 0))
                ports.append(one.getsockname()[1])
                (folder / name).mkdir()
        routes = ", ".join(f"nats://127.0.0.1:{port}" for port in ports)
        self.nodes = {
            name: Nats(
                folder / name,
                f"server_name: {name}\ncluster {{ name: venue, listen: 127.0.0.1:{port}, routes: [{routes}] }}",
            )
            for name, port in zip(NODES, ports, strict=True)
        }

    def start(self) -> None:
        for node in self.nodes.values():
            node.start()

    def stop(self) -> None:
        for node in self.nodes.values():
            node.stop()

    def access(self) -> VenueAccess:
        return VenueAccess(tuple(node.address for node in self.nodes.values()), "table-3")

    def prepared(self) -> bool:
        """Whether the stream could be made: the nodes must have found each other."""
        with suppress(VenueTrouble):
            self.nodes["one"].ask(lambda stream: server.prepare(stream, 3, self._most_bytes), patience_s=2)
            return True
        return False

    def leader(self) -> Nats:
        """The node that leads the stream."""
        found = self.nodes["one"].ask(lambda stream: stream.stream_info(STREAM))
        assert found.cluster is not None
        assert found.cluster.leader is not None
        return self.nodes[found.cluster.leader]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    one = Cluster(tmp_path)
    try:
        one.start()
        until(one.prepared)
        yield one
    finally:
        one.stop()


@pytest.mark.timeout(240)
@pytest.mark.usefixtures("impatient")
def test_whichever_servers_are_killed_everything_is_there_once(cluster: Cluster, folder: Path) -> None:
    """The stream's leader, then another one, then all three, each in the middle of play and brought back."""
    with table(folder, cluster.access()) as one:
        evening = one.begin()
        one.play(10)
        until(one.sent)
        for killed in ([cluster.leader()], [cluster.nodes["two"]], list(cluster.nodes.values())):
            for node in killed:
                node.stop()
            one.play(20)
            for node in killed:
                node.start()
            one.play(10)
            until(one.sent)
        rows = one.rows(evening)
    assert len(rows) == 1 + 10 + 3 * 30

    def whole() -> bool:
        with suppress(VenueTrouble):  # while a node that was just brought back has found no leader yet
            return in_server(cluster.nodes["one"], evening) == rows
        return False

    until(whole)
    state = cluster.nodes["three"].ask(lambda stream: stream.stream_info(STREAM)).state
    assert state.messages == len(rows) + 1
