"""How often the scale is wrong, how often it asks, and how long it takes, beside three usual ways to count.

    .venv/bin/python -m benchmarks.counting [--rounds N] [--seed S] [--case TEXT] [--jobs J] [--keep FOLDER]

A seeded simulation: each evening has a set of 40 cubes of its own, a cell with the noise measured on real ones, and a
calibration; each round drops some cubes. `wrong`: rounds in which a sure count was said that was true at no moment of
the half second before (so long the converter takes to settle). `asked`: rounds whose last word is not sure. `p50`,
`p95`: seconds from the last cube's fall to the sure count. What stands behind each is its upper 95 % bound (one-sided,
Clopper-Pearson). With `--keep` finished evenings are kept in a folder, and a later call goes on from there. `--table
FOLDER` plays nothing and prints what lies in such a folder as the tables of docs/internals/counting-figures.md; with
`--into` that page it writes them there. `--real` plays bars with the physics of real ones and more that happens to a
drawer instead (`real.py`); with `--table` what was kept of those.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.counting import real
from benchmarks.counting.cases import Case, cases
from benchmarks.counting.evening import Evening, Round
from benchmarks.counting.peers import PEERS
from benchmarks.counting.table import OURS, file_name, show
from benchmarks.counting.tally import Tally, upper_bound
from hardware.calibration import CannotCalibrate
from hardware.cube_scale import SURE, Count

ROUNDS_AN_EVENING = 50
EVENINGS_A_BATCH = 2
HEAD = (
    f"{'case':44} {'method':9} {'rounds':>7} {'wrong':>6} {'at most':>9} {'asked':>7} {'at most':>8}"
    f"  {'p50':>4} {'p95':>4} {'at most':>7}"
)

Tallies = dict[str, Tally]


def play_evening(case: Case, seed: int, rounds: int) -> Tallies:
    """One evening's rounds, by every method. An evening whose calibration is refused is asked about in every round."""
    tallies = {name: Tally() for name in (OURS, *PEERS)}
    try:
        evening = Evening(case, seed)
    except CannotCalibrate as refused:
        for _ in range(rounds):
            tallies[OURS].add(False, f"calibration {refused.code}", None)
        return tallies
    for number in range(rounds):
        one = evening.play()
        _judge(one, _listen(evening, one, number), tallies[OURS])
        for name, peer in PEERS.items():
            word = peer(one, evening.calibration.cube)
            wrong = word.count is not None and word.count != one.many
            time_s = word.time_s - max(one.falls) if one.falls else None
            tallies[name].add(wrong, "" if word.count is not None else "asked", time_s)
    return tallies


def _listen(evening: Evening, one: Round, number: int) -> list[Count]:
    """What the scale says to a round; then the game goes on without the drawer, which is emptied meanwhile."""
    evening.feed(one.times[: one.expected], one.raws[: one.expected])
    evening.heard.clear()
    evening.scale.expect(f"round {number}", evening.case.most)
    evening.feed(one.times[one.expected :], one.raws[one.expected :])
    evening.scale.stop_expecting()
    return evening.heard


def _judge(one: Round, heard: list[Count], tally: Tally) -> None:
    last = heard[-1] if heard else None
    sure = last is not None and last.status == SURE
    wrong = any(count.status == SURE and count.count not in one.truths(count.time_s) for count in heard)
    if last is None or not sure:
        tally.add(wrong, (last.reason or last.status) if last else "silent", None)
    elif last.count != one.many and not wrong:
        # True when it was said, and nothing since: the cell has not come to rest within the round.
        tally.add(False, "not yet", None)
    else:
        tally.add(wrong, "", last.time_s - max(one.falls) if one.falls else None)


def play_batch(case: Case, seed: int, first: int, evenings: int, rounds: int) -> Tallies:
    """Some evenings, one after the other, of at most so many rounds together."""
    tallies = {name: Tally() for name in (OURS, *PEERS)}
    for number in range(first, first + evenings):
        this = min(ROUNDS_AN_EVENING, rounds - (number - first) * ROUNDS_AN_EVENING)
        for name, tally in play_evening(case, seed * 1_000_003 + number, this).items():
            tallies[name].merge(tally)
    return tallies


def run_case(case: Case, rounds: int, seed: int, jobs: int, keep: Path | None) -> Tallies:
    """All of a case's rounds; those kept from an earlier call are not played again."""
    kept = keep / file_name(case, seed) if keep else None
    done, tallies = _kept(kept)
    with ProcessPoolExecutor(jobs) as pool:
        # A batch's length does not depend on how many rounds were asked for: a longer run begins with a shorter one's.
        batch = ROUNDS_AN_EVENING * EVENINGS_A_BATCH
        starts = list(range(done, -(-rounds // batch)))
        parts = (
            pool.map(play_batch, *zip(*(_arguments(case, seed, i, batch, rounds) for i in starts), strict=True))
            if starts
            else iter(())
        )
        for number, part in zip(starts, parts, strict=False):
            for name, tally in part.items():
                tallies[name].merge(tally)
            if kept and (number + 1) * batch <= rounds:
                plain = {name: tally.to_plain() for name, tally in tallies.items()}
                kept.write_text(json.dumps({"done": number + 1, "tallies": plain}))
    return tallies


def _arguments(case: Case, seed: int, number: int, batch: int, rounds: int) -> tuple[Case, int, int, int, int]:
    left = min(batch, rounds - number * batch)
    return case, seed, number * EVENINGS_A_BATCH, -(-left // ROUNDS_AN_EVENING), left


def _kept(path: Path | None) -> tuple[int, Tallies]:
    if path is None or not path.exists():
        return 0, {name: Tally() for name in (OURS, *PEERS)}
    plain = json.loads(path.read_text())
    return plain["done"], {name: Tally.from_plain(one) for name, one in plain["tallies"].items()}


def lines(case: Case, tallies: Tallies) -> Iterator[str]:
    """A line for each method."""
    for name, tally in tallies.items():
        if not tally.rounds:
            yield f"{case!s:44} {name:9} {0:7d}"
            continue
        reasons = ", ".join(f"{reason} {n}" for reason, n in sorted(tally.reasons.items())) if name == OURS else ""
        yield (
            f"{case!s:44} {name:9} {tally.rounds:7d} {tally.wrong:6d} {_percent(tally.wrong, tally.rounds, 4)} "
            f"{100 * tally.asked / tally.rounds:6.2f}% {_percent(tally.asked, tally.rounds, 2)}  "
            f"{tally.time_s(0.5):4.2f} {tally.time_s(0.95):4.2f} {tally.time_at_most_s(0.95):7.2f}  {reasons}"
        ).rstrip()


def _percent(k: int, n: int, digits: int) -> str:
    return f"{100 * upper_bound(k, n):{5 + digits - 1}.{digits}f}%"


def main() -> None:
    options = argparse.ArgumentParser(description="Count simulated cubes and print how often each method errs or asks.")
    options.add_argument("--rounds", type=int, default=200, help="rounds for each case")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--case", default="", help="only cases whose name contains this")
    options.add_argument("--jobs", type=int, default=1, help="processes at a time")
    options.add_argument("--keep", type=Path, help="a folder for what has been played, to go on from")
    options.add_argument("--table", type=Path, help="play nothing: print what lies in such a folder as tables")
    options.add_argument("--into", type=Path, help="with --table: a page to put the tables into, between its marks")
    real.add_options(options)
    chosen = options.parse_args()
    if chosen.table and not chosen.real:
        show(chosen.table, chosen.into)
        return
    if chosen.keep:
        chosen.keep.mkdir(parents=True, exist_ok=True)
    if chosen.real:
        real.run(chosen)
        return
    print(HEAD)
    for case in cases():
        # A case may be named in part, or as a whole with a "|" at its end.
        if chosen.case in f"{case}|":
            print(
                *lines(case, run_case(case, chosen.rounds, chosen.seed, chosen.jobs, chosen.keep)), sep="\n", flush=True
            )


if __name__ == "__main__":
    main()
