"""A venue with many tables: how long a move takes to whoever follows the stream, and what each part costs.

    .venv/bin/python benchmarks/venue_tables.py [--tables 3,30,300] [--every 10,1] [--seconds 60] [--processes 3]

For each number of tables: three nats-servers of one cluster on loopback that keep everything three times; so many
tables, each with a log, a session and a shipper of its own, that play the golden evenings one after the other, a move
every ten seconds and then ten times that; and a follower, as the venue's page has one. The tables share a few
interpreters, and their logs do not wait for the disk (`durable=False`): at a venue each table has a machine of its own.

`delay` is from the move's own time, before it is on the table's disk, until the follower has it; `late`, how much
later than it was due a move was played: where that grows, this machine is too slow for so many, `moves` are fewer than
they should be, and the delays are this machine's.
Memory is what `ps` tells; of a table the growth since before the first one, divided by all. At the end what the
server holds of every evening is compared with what its table played. Needs nats-server.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import multiprocessing
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from nats.aio.msg import Msg

from companion.api.game import IllegalMove
from companion.api.refusals import Refused
from companion.library.registry import find
from companion.status.health import HealthBoard
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import parse
from companion.venue import records
from companion.venue.follower import Follower
from companion.venue.server import VenueAccess
from companion.venue.shipper import Shipper
from tests.companion.venue.conftest import until
from tests.companion.venue.test_cluster import Cluster

GOLDEN = sorted(Path(__file__).parent.parent.glob("tests/playthroughs/*/*.evening"))
PATIENCE_S = 120.0
ROOM = 1_000_000_000  # bytes of evenings: a hundred thousand entries are a tenth of it
MB = 2**20


def own_memory() -> float:
    """MB that `ps` tells of this process."""
    return memory(multiprocessing.current_process().pid or 0)


def memory(pid: int) -> float:
    """MB that `ps` tells of a process."""
    line = next(one for one in Path(f"/proc/{pid}/status").read_text().splitlines() if one.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def processor(pid: int) -> float:
    """Seconds of a processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


class Guests(Player):
    """Play a golden evening, one action at a time, over and over."""

    def __init__(self, file: Path, games: dict[str, Any], log: Log) -> None:
        script = parse(file.read_text(encoding="utf-8"))
        super().__init__(script, games, log, clock=time.time)
        self._actions, self._next = script.actions, 0

    def act(self) -> None:
        """Do what comes next; what the rules refuse is part of it."""
        action = self._actions[self._next]
        self._next = (self._next + 1) % len(self._actions)
        self.updates.clear()
        with contextlib.suppress(Refused, IllegalMove):
            self._act(action)


@dataclass
class SimulatedTable:
    """A table's parts."""

    log: Log
    guests: Guests
    shipper: Shipper
    health: HealthBoard

    def sent(self) -> bool:
        return self.health.health()[0].state == "ok" and not self.shipper.waiting()


def tables(pipe: Connection, names: Sequence[str], servers: tuple[str, ...], folder: str) -> None:
    """A process of tables: told how often to move and how long, it answers what that took."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, hard), hard))
    games = {name: one.game for name, one in find().items()}
    before = own_memory()
    there = [_table(name, servers, Path(folder) / name, games, number) for number, name in enumerate(names)]
    for one in there:
        one.shipper.start()
        one.guests.act()
    _wait(there)
    pipe.send((own_memory() - before) / max(1, len(there)))
    while (asked := pipe.recv()) is not None:
        every, seconds = asked
        pipe.send(_play(there, every, seconds))
    _wait(there)
    pipe.send([(name, one.log.lengths()) for name, one in zip(names, there, strict=True)])
    pipe.recv()  # what there is is thrown away: nobody waits until it has ended well


def _table(name: str, servers: tuple[str, ...], folder: Path, games: dict[str, Any], number: int) -> SimulatedTable:
    log, health = Log(folder, durable=False), HealthBoard()
    guests = Guests(GOLDEN[number % len(GOLDEN)], games, log)
    shipper = Shipper(VenueAccess(servers, name), log, guests.session, folder, health)
    return SimulatedTable(log, guests, shipper, health)


def _wait(there: Sequence[SimulatedTable]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not all(one.sent() for one in there) and time.monotonic() < end:
        time.sleep(0.2)


def _play(there: Sequence[SimulatedTable], every: float, seconds: float) -> dict[str, Any]:
    """Each table moves every so many seconds, all of them spread over that time."""
    dice, began, used = random.Random(1), time.monotonic(), time.process_time()
    due = [(began + dice.uniform(0, every), number) for number in range(len(there))]
    heapq.heapify(due)
    late: list[float] = []
    while max(due[0][0], time.monotonic()) < began + seconds:
        at, number = heapq.heappop(due)
        time.sleep(max(0.0, at - time.monotonic()))
        late.append(time.monotonic() - at)
        there[number].guests.act()
        heapq.heappush(due, (at + every, number))
    return {"late": late, "used": time.process_time() - used, "took": time.monotonic() - began, "memory": own_memory()}


class Reader(Follower):
    """A follower that notes how late it hears of each entry (seconds)."""

    def __init__(self, access: VenueAccess) -> None:
        super().__init__(access)
        self.delays: list[float] = []

    async def _entry(self, message: Msg) -> None:
        await super()._entry(message)
        if ".entries." in message.subject:
            known = self.picture.evening(*records.whose(message.subject))
            self.delays.append(time.time() - (0.0 if known is None else known.at))


def follow(pipe: Connection, servers: tuple[str, ...]) -> None:
    """The process of the follower: at each word it answers what it heard since the last one."""
    reader = Reader(VenueAccess(servers))
    reader.start()
    while pipe.recv():
        found, reader.delays = reader.delays, []
        pipe.send({"delays": found, "used": time.process_time(), "memory": own_memory()})


def share(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


class Venue:
    """A cluster, tables in processes, and a follower in one of its own."""

    def __init__(self, folder: Path, count: int, processes: int) -> None:
        self.count = count
        self.cluster = Cluster(folder, ROOM)
        self.cluster.start()
        until(self.cluster.prepared)
        servers = self.cluster.access().servers
        context = multiprocessing.get_context("spawn")
        names = [f"table-{number}" for number in range(count)]
        self._running: list[Any] = []
        self.reader = self._process(context, follow, servers)
        shares = [names[first::processes] for first in range(processes) if names[first::processes]]
        self.tables = [self._process(context, tables, one, servers, str(folder / "tables")) for one in shares]
        self.each_mb = [pipe.recv() for pipe in self.tables]

    def _process(self, context: Any, work: Any, *args: Any) -> Connection:
        ours, its = context.Pipe()
        process = context.Process(target=work, args=(its, *args), daemon=True)
        process.start()
        self._running.append(process)
        return ours  # type: ignore[no-any-return]

    def _servers(self) -> list[int]:
        return [node._process.pid for node in self.cluster.nodes.values() if node._process is not None]

    def _asked(self) -> dict[str, Any]:
        self.reader.send(True)
        found: dict[str, Any] = self.reader.recv()
        return found

    def measure(self, every: float, seconds: float) -> str:
        """A line of the table."""
        before, used = self._asked(), [processor(pid) for pid in self._servers()]
        for pipe in self.tables:
            pipe.send((every, seconds))
        played = [pipe.recv() for pipe in self.tables]
        time.sleep(1)
        heard = self._asked()
        took = max(one["took"] for one in played) + 1
        late = [one for each in played for one in each["late"]]
        cpu = sum(one["used"] for one in played)
        servers = sum(processor(pid) for pid in self._servers()) - sum(used)
        memories = sum(memory(pid) for pid in self._servers())
        delays = [one * 1000 for one in heard["delays"]]
        columns = (
            (self.count, "5.0f"), (every, "6g"), (len(late), "7"), (len(delays), "7"),
            (share(delays, 0.5), "8.1f"), (share(delays, 0.99), "8.1f"), (share(late, 0.99) * 1000, "8.1f"),
            (sum(self.each_mb) / len(self.each_mb), "8.2f"), (cpu * 1000 / max(1, len(late)), "8.2f"),
            (cpu * 100 / took / self.count, "8.2f"), (memories / 3, "8.1f"), (servers * 100 / took / 3, "8.2f"),
            (heard["memory"], "8.1f"), ((heard["used"] - before["used"]) * 100 / took, "8.2f"),
        )  # fmt: skip
        return " ".join(format(value, form) for value, form in columns)

    def compare(self) -> str:
        """What the server holds of each evening against what was played."""
        for pipe in self.tables:
            pipe.send(None)
        wanted = {
            records.entries_subject(table, evening): number
            for pipe in self.tables
            for table, lengths in pipe.recv()
            for evening, number in lengths.items()
        }
        node = self.cluster.nodes["one"]
        state = node.ask(lambda stream: stream.stream_info(records.STREAM, "tables.*.entries.>")).state
        there = state.subjects or {}
        wrong = [one for one in wanted.keys() | there.keys() if wanted.get(one) != there.get(one)]
        return f"       {sum(wanted.values())} entries of {len(wanted)} evenings; not as played: {len(wrong)}"

    def stop(self) -> None:
        """End everything."""
        for one in self._running:
            one.kill()
            one.join(20)
        self.cluster.stop()


@contextlib.contextmanager
def venue(count: int, processes: int) -> Iterator[Venue]:
    with tempfile.TemporaryDirectory(prefix="companion-venue-") as folder:
        one = Venue(Path(folder), count, processes)
        try:
            yield one
        finally:
            one.stop()


HEADINGS = """\
                                   delay (ms)    late,         a table, of a processor  a server (each)   follower
table  every   moves   heard      p50      p99  p99 ms       MB  ms/move        %       MB        %       MB        %"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="3,30,300", help="how many, one number after the other")
    parser.add_argument("--every", default="10,1", help="seconds between the moves of a table, one after the other")
    parser.add_argument("--seconds", type=float, default=60, help="for each line")
    parser.add_argument("--processes", type=int, default=3, help="of tables")
    args = parser.parse_args()
    print(HEADINGS, flush=True)
    for count in map(int, args.tables.split(",")):
        with venue(count, args.processes) as one:
            for every in map(float, args.every.split(",")):
                print(one.measure(every, args.seconds), flush=True)
            print(one.compare(), flush=True)


if __name__ == "__main__":
    main()
