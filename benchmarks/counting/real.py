"""`--real`: how the scale and the three usual ways bear what happens to a real drawer, trouble by trouble.

    .venv/bin/python -m benchmarks.counting --real [--trouble NAME] [--bar stiff|soft] [--rate 10] [--capacity 1000]
        [--noise FILE.csv] [--rounds N] [--seed S] [--jobs J] [--keep FOLDER] [--no-peers] [--evening SEED]

`wrong`: rounds in which a sure count was said that was true at no moment of the half second before. `alike`: those of
them in which the cubes and what else lay there, or some of it that came by itself, also what came before cubes were
expected and after the cell could rest, weighed on this cell as so many cubes of this set may weigh, to one who knows
each of them (`tellable.py`): by weight alone it is a cube; `border`: those of the rest of which that would be so were
the cubes a quarter more unequal, as twenty of them may make it seem. `asked`: rounds that end without the sure count;
`silent`: those in which nothing was said of what fell, though that weighs otherwise than what had been said (else they
are wrong, and alike or at the border); `offered`: those in which one of the two counts offered was right. Cubes that
lay there before they were expected, and came since the last count, are asked about as the game does. Whatever was asked
is answered rightly, as the game needs it. `p50`, `p95`: seconds from the last landing to the sure count; `p95 calm`:
from when the cell could first be weighed, where what happened had begun before an answer could come. `tellable`: rounds
that could be told at all (`tellable.py`); `asked`, `of others`: of them, and of the others, those that were asked or
silent. `stuck`: of the quiet rounds that follow, each with an emptied drawer, and can be told, those that were not
counted right.
`--table FOLDER` plays nothing and prints what `--keep` has kept there, all seeds of a case together (`real_table.py`).
With `--evening` one evening is played, and what was said in it is printed; its seed stands beside every wrong round.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

import numpy as np

from benchmarks.counting.cell import Floats
from benchmarks.counting.evening import CUBE_G
from benchmarks.counting.peers import PEERS
from benchmarks.counting.plan import RealRound
from benchmarks.counting.real_cases import BARS, REAL_TROUBLES, RealCase
from benchmarks.counting.real_evening import RealEvening
from benchmarks.counting.real_judge import SEEN_S, alike, judge, judge_by_weight
from benchmarks.counting.real_table import kept_name, show
from benchmarks.counting.real_tally import RealTallies, RealTally, none_yet
from benchmarks.counting.table import OURS
from benchmarks.counting.tally import upper_bound
from benchmarks.counting.tellable import BORDER, IdealObserver
from hardware.calibration import CannotCalibrate
from hardware.cube_scale import SURE, Count
from hardware.trace import BadTrace, read_trace
from hardware.weigh_command import MESSAGES

ROUNDS_AN_EVENING = 20
FEWEST_SAMPLES = 1000  # of a recording
SHOWN = 12  # wrong rounds of a case, in print
ALIKE, NEAR = ", alike", ", at the border"
COLUMNS = (
    "rounds", "wrong", "at most", "alike", "border", "tellable", "asked", "of others", "offered", "silent", "p50 s",
    "p95 s", "p95 calm", "stuck",
)  # fmt: skip
HEAD = (f"| trouble | method | {' | '.join(COLUMNS)} |", f"|---|---|{len(COLUMNS) * '---:|'}")


def play_evening(
    case: RealCase, seed: int, rounds: int, noise: Floats | None, peers: bool = True, loud: bool = False
) -> RealTallies:
    """One evening's rounds, each followed by a quiet one, by every method."""
    tallies = none_yet()
    ours = tallies[OURS]
    try:
        evening = RealEvening(case, seed, noise)
    except CannotCalibrate as refused:
        for _ in range(rounds):
            ours.tally.add(False, f"calibration {refused.code}", None)
            ours.add_asked(True, f"calibration {refused.code}")
        return tallies
    if loud:
        print(f"{evening.cell.bar}, {evening.cell.form}, {evening.cell.flaws}\n{evening.calibration}")
    observer = IdealObserver(tuple(evening.cubes.tolist()))
    for number in range(rounds):
        one = evening.play()
        heard = evening.listen(one)
        tellable = observer.can_tell(one)
        _add(ours, one, heard, f"{seed}/{number}", observer)
        for name, peer in PEERS.items() if peers else ():
            word = peer(one, evening.calibration.cube)
            wrong = word.count is not None and word.count not in one.allowed(float(one.times[-1]))
            time_s = word.time_s - one.last_s if one.falls else None
            tallies[name].tally.add(wrong, "" if word.count is not None else "asked", time_s)
        after = evening.play(quiet=True)
        heard_after = evening.listen(after)
        found = judge(after, heard_after)
        why = found.asked if found.wrong is None else "wrong"
        if found.wrong is not None:
            ours.wrongs.append(f"{seed}/{number}, the quiet round after it{_by_weight(after, found.wrong, observer)}")
        calm = observer.can_tell(after)
        ours.quiet += calm
        if why and calm:
            ours.stuck += 1
            ours.stuck_why[why] = ours.stuck_why.get(why, 0) + 1
        if loud:
            _print_round(f"{number}{'' if tellable else ' (nobody can tell)'}", one, heard)
            _print_round(f"{number} quiet {why}{'' if calm else ' (nobody can tell)'}", after, heard_after)
    return tallies


def _add(ours: RealTally, one: RealRound, heard: list[Count], where: str, observer: IdealObserver) -> None:
    found = judge_by_weight(one, heard, observer)
    ours.add_asked(observer.can_tell(one), found.asked, observer.lies_a_part(one))
    ours.tally.add(found.wrong is not None, found.asked, found.time_s)
    ours.calm.add(found.wrong is not None, found.asked, found.calm_s)
    ours.silent += found.asked.startswith("silent")
    ours.offered += bool(found.asked) and found.offered
    if found.wrong is not None:
        by_weight = _by_weight(one, found.wrong, observer)
        ours.alike += by_weight == ALIKE
        ours.border += by_weight == NEAR
        cubes = one.foreign_g(found.wrong.time_s - SEEN_S) / CUBE_G
        true = sorted(one.allowed(found.wrong.time_s))
        ours.wrongs.append(
            f"{where} ({'+'.join(one.happened)}): {found.wrong.count} said for {true}"
            f" {found.wrong.time_s - one.last_s:+.2f} s after the last landing, {cubes:+.2f} cubes of something else"
            f"{by_weight}"
        )


def _by_weight(one: RealRound, wrong: Count, observer: IdealObserver) -> str:
    """Whether by weight alone it may be so many cubes."""
    if alike(one, wrong, observer):
        return ALIKE
    return NEAR if alike(one, wrong, observer, BORDER) else ""


def _print_round(name: str, one: RealRound, heard: list[Count]) -> None:
    print(
        f"{name}: {one.many} fell, {', '.join(one.happened)}; the last at {one.last_s:.2f} s;"
        f" expected from {one.expect_s:.2f} s on"
    )
    for moment in one.moments[1:]:
        print(f"    {moment.time_s:8.2f}  {moment.least} to {moment.most} fell, {moment.lying} lie there")
    for other in one.foreign:
        print(f"    {other.from_s:8.2f}  to {other.to_s:.2f}: {other.grams / CUBE_G:+.2f} cubes of something else")
    for word in heard:
        true = "" if word.status != SURE or word.count in one.allowed(word.time_s) else "  WRONG"
        print(f"  > {word.time_s:8.2f}  {word.count} {word.status} {word.reason} (or {word.other}){true}")


def run_case(
    case: RealCase,
    rounds: int,
    seed: int,
    jobs: int,
    noise: Floats | None = None,
    keep: Path | None = None,
    peers: bool = True,
) -> RealTallies:
    """All of a case's rounds; evenings that are kept from an earlier call are not played again."""
    kept = keep / kept_name(case, seed) if keep else None
    done, tallies = 0, none_yet()
    if kept and kept.exists():
        plain = json.loads(kept.read_text())
        done, tallies = plain["done"], {name: RealTally.from_plain(one) for name, one in plain["tallies"].items()}
    evenings = -(-rounds // ROUNDS_AN_EVENING)
    seeds = [seed * 1_000_003 + number for number in range(done, evenings)]
    with ProcessPoolExecutor(jobs) as pool:
        played = pool.map(
            play_evening,
            [case] * len(seeds),
            seeds,
            [ROUNDS_AN_EVENING] * len(seeds),
            [noise] * len(seeds),
            [peers] * len(seeds),
        )
        for part in played:
            for name, one in part.items():
                tallies[name].merge(one)
    if kept and seeds:
        kept.write_text(json.dumps({"done": evenings, "tallies": {name: asdict(one) for name, one in tallies.items()}}))
    return tallies


def lines(case: RealCase, tallies: RealTallies) -> Iterator[str]:
    """A line of the table for each method."""
    for name, one in tallies.items():
        tally, n = one.tally, max(one.tally.rounds, 1)
        others = max(n - one.tellable, 1)
        ours = name == OURS
        cells = [
            case.trouble if ours else "", name, f"{tally.rounds:,}", str(tally.wrong),
            f"{100.0 * upper_bound(tally.wrong, n):.2g} %", str(one.alike) if ours else "",
            str(one.border) if ours else "",
            f"{100.0 * one.tellable / n:.0f} %" if ours else "",
            f"{100.0 * one.asked / max(one.tellable, 1):.1f} %" if ours else f"{100.0 * tally.asked / n:.1f} % of all",
            f"{100.0 * (tally.asked - one.asked) / others:.0f} %" if ours and one.tellable < n else "",
            f"{100.0 * one.offered / tally.asked:.0f} %" if ours and tally.asked else "",
            f"{100.0 * one.silent / n:.1f} %" if ours else "",
            *("" if math.isnan(at) else f"{at:.2f}" for at in (tally.time_s(0.5), tally.time_s(0.95))),
            "" if not ours or math.isnan(one.calm.time_s(0.95)) else f"{one.calm.time_s(0.95):.2f}",
            f"{100.0 * one.stuck / max(one.quiet, 1):.1f} %" if ours else "",
        ]  # fmt: skip
        yield f"| {' | '.join(cells)} |"


def details(tallies: RealTallies) -> Iterator[str]:
    """Why it asked, what was stuck, and the wrong rounds."""
    ours = tallies[OURS]
    reasons_of = {
        "asked": ours.tally.reasons,
        "asked of those that can be told": ours.asked_why,
        "stuck": ours.stuck_why,
    }
    for title, reasons in reasons_of.items():
        if reasons:
            named = sorted(reasons.items(), key=lambda one: -one[1])
            yield f"    {title}: " + ", ".join(f"{why} {n}" for why, n in named)
    yield from (f"    wrong {one}" for one in ours.wrongs[:SHOWN])


def read_noise(path: Path) -> Floats:
    """A recording of a cell at rest (CSV as of `companion weigh`): its samples, in counts from their median. Raises
    `BadTrace`, also (`no_samples`) where there are fewer than a thousand."""
    raws = np.array([sample.raw for sample in read_trace(path)], dtype=np.float64)
    if len(raws) < FEWEST_SAMPLES:
        raise BadTrace("no_samples")
    return np.asarray(raws - np.median(raws), dtype=np.float64)


def _recording(path: str) -> Floats:
    """What `--noise` names."""
    try:
        return read_noise(Path(path))
    except BadTrace as bad:
        if bad.code == "no_samples":
            raise argparse.ArgumentTypeError(f"{path} holds fewer than {FEWEST_SAMPLES} samples") from None
        raise argparse.ArgumentTypeError(MESSAGES[bad.code].format(file=path, line=bad.line, got=bad.got)) from None


def _troubles(words: str) -> list[str]:
    """What `--trouble` names; all, where that is nothing."""
    names = [name.strip() for name in words.split(",") if name.strip()]
    if unknown := sorted(set(names) - set(REAL_TROUBLES)):
        raise argparse.ArgumentTypeError(f"no such trouble: {', '.join(unknown)}; there are {', '.join(REAL_TROUBLES)}")
    return names or list(REAL_TROUBLES)


def add_options(options: argparse.ArgumentParser) -> None:
    """What `--real` takes."""
    options.add_argument("--real", action="store_true", help="bars with the physics of real ones, and more troubles")
    options.add_argument(
        "--trouble", type=_troubles, default="", help="with --real: only these, with commas between them"
    )
    options.add_argument("--bar", choices=BARS, default="any")
    options.add_argument("--rate", type=int, choices=(10, 80), default=80)
    options.add_argument("--capacity", type=float, default=500.0, help="grams")
    options.add_argument("--noise", type=_recording, help="a recording of a cell at rest, for the noise")
    options.add_argument("--no-peers", dest="peers", action="store_false", help="without the three usual ways: quicker")
    options.add_argument("--evening", type=int, help="play one evening by its seed and print all that was said")


def run(chosen: argparse.Namespace) -> None:
    """Play and print, as the options say."""
    if chosen.table:
        show(chosen.table)
        return
    noise = chosen.noise
    cases = [RealCase(name, chosen.bar, chosen.capacity, chosen.rate) for name in chosen.trouble]
    if chosen.evening is not None:
        for case in cases:
            play_evening(case, chosen.evening, ROUNDS_AN_EVENING, noise, chosen.peers, loud=True)
        return
    print(*HEAD, sep="\n")
    told = []
    for case in cases:
        tallies = run_case(case, chosen.rounds, chosen.seed, chosen.jobs, noise, chosen.keep, chosen.peers)
        print(*lines(case, tallies), sep="\n", flush=True)
        told.append((case, list(details(tallies))))
    print()
    for case, why in told:
        print(f"{case}:", *why, sep="\n")
