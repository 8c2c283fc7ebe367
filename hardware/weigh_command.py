"""`companion weigh TRACE.csv [--json]`: counts the cubes of a recorded evening."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from hardware.cube_scale import DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED, SURE, UNSURE, Count, CubeScale
from hardware.trace import BadTrace, Mark, read_trace

BAD_INPUT = 2

MESSAGES: Mapping[str, str] = {
    "no_file": "{file} cannot be read: give the path of a recorded trace.",
    "not_text": "{file} is not a text file: give a CSV with the columns time_s,raw,mark.",
    "too_large": "{file} is larger than 512 MiB: cut the recording into evenings.",
    "empty": "{file} is empty: line 1 should be time_s,raw,mark.",
    "no_samples": "{file} holds no samples: a row for each sample should follow line 1.",
    "wrong_header": "{file}, line {line}: the first line should be time_s,raw,mark, not “{got}”.",
    "cut_off": "{file}, line {line}: the last row is cut off (“{got}”); delete it, or copy the file again.",
    "wrong_columns": "{file}, line {line}: a row should have the three values time_s,raw,mark, not “{got}”.",
    "wrong_time": "{file}, line {line}: the time should be a number of seconds, not “{got}”.",
    "time_back": "{file}, line {line}: the time {got} s is not later than that of the row before.",
    "wrong_raw": "{file}, line {line}: raw should be a whole number from -8388608 to 8388607, not “{got}”.",
    "wrong_mark": "{file}, line {line}: there is no mark “{got}”; marks are tare, known N, single, empty, drop K, "
    "drawer out and drawer in.",
    "wrong_number": "{file}, line {line}: “{got}” is out of range; known takes 2 to 500 cubes, drop 0 to 500.",
    "no_drop": "{file} holds no mark drop K, so there is nothing to count.",
    "not_calibrated": "Nothing was counted: mark tare and known N before the first drop.",
    "no_tare": "Nothing was counted: mark tare, with the empty drawer in, before the first drop.",
    "no_known": "Nothing was counted: mark known N, with the whole set in the drawer, before the first drop.",
    "not_still": "Nothing was counted: the cell never came to rest during a step of the calibration.",
    "nothing_weighed": "Nothing was counted: the set weighed nothing at the mark known N.",
    "wrong_sign": "Nothing was counted: weight lowers the value; swap the two signal wires of the cell (A+ and A-).",
    "too_noisy": "Nothing was counted: the value is too restless; look for a loose wire or a power supply near it.",
    "drifting": "Nothing was counted: the empty drawer's value runs away; let the cell warm up and hang free.",
    "cell_too_coarse": "Nothing was counted: this cell is too coarse for such cubes; use one for 500 g, or 1 kg.",
    "zero_moved": "Nothing was counted: the empty drawer weighed another amount after the set was taken out.",
    "no_noise": "Nothing was counted: the value never changes, as with a broken wire or a stuck chip.",
    "set_too_small": "Nothing was counted: known N needs at least 2 cubes.",
    "bad_values": "Nothing was counted: the calibration makes no sense; record it again.",
    "sure": "{time:9.2f} s  {count} sure ({percent:.3f} %)",
    "unsure": "{time:9.2f} s  perhaps {count} or {other}: please count by hand ({percent:.1f} %)",
    "unknown": "{time:9.2f} s  cannot tell: please count by hand",
    "drawer out": "{time:9.2f} s  drawer out",
    "no signal": "{time:9.2f} s  no samples from the cell",
    "not calibrated": "{time:9.2f} s  not calibrated",
}


def weigh(path: Path, as_json: bool, out: TextIO, err: TextIO, messages: Mapping[str, str] = MESSAGES) -> int:
    """Count the cubes of a trace: one line for each answer and each change of status, on `out`.

    The exit code: 0, or 2 with one sentence on `err` when the file is no trace. A trace that cannot be counted (no
    calibration, too coarse a cell) gives unsure lines, and once a sentence on `err`.
    """
    try:
        samples = read_trace(path)
    except BadTrace as bad:
        print(messages[bad.code].format(file=path.name, line=bad.line, got=bad.got), file=err)
        return BAD_INPUT
    counts: list[Count] = []
    scale = CubeScale(None, counts.append)
    if not any(sample.mark is not None and sample.mark.kind == "drop" for sample in samples):
        print(messages["no_drop"].format(file=path.name), file=err)
    explained: set[str] = set()
    for number, sample in enumerate(samples):
        if sample.mark is not None:
            _act(scale, sample.mark, number, sample.time_s)
        scale.feed(sample.time_s, sample.raw)
        for count in counts:
            count = replace(count, time_s=max(count.time_s, sample.time_s))  # said now, whenever it was weighed
            _explain(count, explained, err, messages)
            print(_as_json(count) if as_json else _in_words(count, messages), file=out)
        counts.clear()
    return 0


def _act(scale: CubeScale, mark: Mark, number: int, time_s: float) -> None:
    match mark.kind:
        case "tare":
            scale.stop_expecting()
            scale.tare()
        case "known":
            scale.known(mark.number)
        case "single":
            scale.single()
        case "empty":
            scale.empty()
        case "drop":
            scale.expect(f"drop at sample {number}", mark.number)
        case _:
            scale.drawer_moved(out=mark.kind == "drawer out")


def _as_json(count: Count) -> str:
    status = count.status if count.status in (SURE, DRAWER_OUT) else UNSURE
    answer = {
        "time_s": round(count.time_s, 3),
        "count": count.count,
        "status": status,
        "confidence": round(count.confidence, 6),
    }
    return json.dumps(answer)


def _in_words(count: Count, messages: Mapping[str, str]) -> str:
    name = count.status if count.status in (SURE, DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED) else "unsure"
    if name == "unsure" and count.count is None:
        name = "unknown"
    return messages[name].format(
        time=count.time_s, count=count.count, other=count.other, percent=100.0 * count.confidence
    )


def _explain(count: Count, explained: set[str], err: TextIO, messages: Mapping[str, str]) -> None:
    if count.status == NOT_CALIBRATED and count.reason not in explained:
        explained.add(count.reason)
        print(messages[count.reason], file=err)
