"""What came of the rounds at a real drawer, for each method."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from benchmarks.counting.peers import PEERS
from benchmarks.counting.table import OURS
from benchmarks.counting.tally import Tally


@dataclass
class RealTally:
    """`asked` and `stuck` are those of the rounds that can be told, with their reasons; of the `quiet` ones only such
    count; `parts` and `parts_asked` those of them in which a part of a cube lay there that is none. `calm` counts
    their times from when the cell could first be weighed. `wrongs` says of each wrong round, also of the quiet ones,
    where it is found and what was said."""

    tally: Tally = field(default_factory=Tally)
    calm: Tally = field(default_factory=Tally)
    alike: int = 0
    silent: int = 0
    offered: int = 0
    quiet: int = 0
    stuck: int = 0
    tellable: int = 0
    asked: int = 0
    asked_why: dict[str, int] = field(default_factory=dict)
    wrongs: list[str] = field(default_factory=list)
    stuck_why: dict[str, int] = field(default_factory=dict)
    border: int = 0
    parts: int = 0
    parts_asked: int = 0

    def merge(self, other: RealTally) -> None:
        """Add another's rounds."""
        self.tally.merge(other.tally)
        self.calm.merge(other.calm)
        counts = "alike", "border", "silent", "offered", "quiet", "stuck", "tellable", "asked", "parts", "parts_asked"
        for name in counts:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrongs += other.wrongs
        for mine, others in ((self.asked_why, other.asked_why), (self.stuck_why, other.stuck_why)):
            for why, n in others.items():
                mine[why] = mine.get(why, 0) + n

    def add_asked(self, tellable: bool, why: str, part: bool = False) -> None:
        """A round that can be told, or not, was asked for this reason, or for none; a `part` of a cube lay there."""
        self.tellable += tellable
        self.parts += tellable and part
        if tellable and why:
            self.asked += 1
            self.parts_asked += part
            self.asked_why[why] = self.asked_why.get(why, 0) + 1

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> RealTally:
        """What `asdict` gave."""
        return cls(**{**plain, **{name: Tally.from_plain(plain[name]) for name in ("tally", "calm")}})


RealTallies = dict[str, RealTally]


def none_yet() -> RealTallies:
    """Nothing has been played."""
    return {name: RealTally() for name in (OURS, *PEERS)}
