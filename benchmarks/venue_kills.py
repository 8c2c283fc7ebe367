"""A table that is killed again and again between its disk and the venue's server; or one whose line is cut.

    .venv/bin/python benchmarks/venue_kills.py [--kills 100] [--seed 1]
    sudo .venv/bin/python benchmarks/venue_kills.py --cut 120

Killed (SIGKILL) at a random instant up to half a second after an entry, while it plays as fast as it can and sends what
it plays, then started anew on the same folder. After each kill what was acknowledged is on its disk, and at the end the
server holds what the disk does, once and in order. `--cut` has a table play in a network of its own, whose line is down
for so many seconds; another table takes its campaign over meanwhile. Needs nats-server, and `--cut` root and `ip`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from tests.companion.venue.conftest import Nats
from tests.companion.venue.test_cuts import cut_off, killed_often, line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cut", type=float, default=0, metavar="S", help="a line that is down for so long instead")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-venue-") as place:
        nats = Nats(Path(place), host="0.0.0.0")
        nats.start()
        began = time.monotonic()
        try:
            nats.prepare()
            if args.cut:
                with line() as one:
                    cut_off(nats, one, Path(place) / "three", args.cut)
                print(f"cut for {args.cut:g} s: everything is there once and in order")
            else:
                entries = killed_often(Path(place) / "three", nats, args.kills, args.seed)
                took = time.monotonic() - began
                print(f"{args.kills} kills, seed {args.seed}: {entries} entries, once and in order ({took:.0f} s)")
        finally:
            nats.stop()


if __name__ == "__main__":
    main()
