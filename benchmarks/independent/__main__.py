"""How well cards are read on frames that another generator made, beside other readers of text.

    .venv/bin/python -m benchmarks.independent.getting ASSETS
    nice .venv/bin/python -m benchmarks.independent --assets ASSETS --frames N [--seed S] [--peers [NAME...]]
        [--set SET] [--keep FOLDER] [--answers FOLDER]

Sets: `main`, N frames of each level and kind of code; `none`, N frames of each level without a code; `cut`, N frames
of each level with a code so covered that what is left is a code; `stills`, N photographs of 12 megapixels with a code
and N without. Without `--assets` the built-in typefaces and clouds of colour stand in, which tells nothing about
reading.

`right`, `asked`, `silent` and `wrong` are told in scoring.py, the causes in levels.py, which codes are left out
because nobody could read them in scenes.py. Behind each share stands its 95 % interval (Wilson). *Promised* are IDs of
16 pixels and more and numbers of 10; numbers that are another one upside down are told apart, because asking is right
for them. Seconds are those of the clock; beside them those of all processors, which other work does not lengthen.

With `--answers` the frames and what this reader's networks answered are kept in a folder, 5 MB a frame, so that a
changed rule is measured on the same frames in a quarter of the time; seconds mean nothing then.

With `--keep` frames and answers are kept in a folder, and a later call with the same seed and peers goes on from there.
`--peers [NAME...]` reads the same frames with RapidOCR (`pip install rapidocr onnxruntime`, in a copy of the
environment, as it brings another build of OpenCV) and Tesseract (`apt-get install tesseract-ocr`); what is not there is
left out.
"""

from __future__ import annotations

import argparse
import json
import pickle
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.independent.assets import Assets, Rng, assets_in
from benchmarks.independent.codes import any_cut, any_partial
from benchmarks.independent.levels import CARD_ID, KINDS, LEVELS, NORMAL, Level
from benchmarks.independent.near_misses import near_misses
from benchmarks.independent.readers import OURS, Reader
from benchmarks.independent.report import Record, record_of, report
from benchmarks.independent.scenes import SIZE, STILL, Frame, draw, draw_without

PEERS = ("RapidOCR", "Tesseract")
SETS = ("main", "none", "cut", "partial", "stills")


def drawn(which: str, assets: Assets, level: Level, kind: str, seed: int, number: int) -> tuple[Frame, str]:
    """A frame of a set, always the same for the same arguments, and what it shows where it has no code."""
    rng = np.random.default_rng([seed, zlib.crc32(f"{which}/{level.name}/{kind}".encode()), number])
    if which in ("cut", "partial"):
        cut = any_cut(rng) if which == "cut" else any_partial(rng)
        return draw(assets, level, CARD_ID if cut.kind == CARD_ID else cut.kind, rng, SIZE, cut), cut.text
    if kind == "none":
        return _without(assets, level, rng, STILL if which == "stills" else SIZE)
    return draw(assets, level, kind, rng, STILL if which == "stills" else SIZE), ""


def _without(assets: Assets, level: Level, rng: Rng, size: tuple[int, int]) -> tuple[Frame, str]:
    name, cards = near_misses(assets, level, rng)
    return draw_without(assets, level, rng, size, cards), name


def cells(which: str) -> list[tuple[Level, str]]:
    """The levels and kinds of a set."""
    if which == "main":
        return [(level, kind) for level in LEVELS for kind in KINDS]
    if which == "stills":
        return [(NORMAL, kind) for kind in (*KINDS, "none")]
    return [(level, which) for level in LEVELS]


def run(args: argparse.Namespace) -> tuple[list[Record], list[str]]:
    """Draws and reads all frames that are not kept yet; all records, kept ones too, and the readers' names."""
    kept = dict(_kept(args.keep))
    names = [OURS] if args.peers is None else [OURS, *(args.peers or PEERS)]
    readers = [reader for reader in _readers(names, args.answers) if reader.is_there]
    assets = assets_in(args.assets)
    records = []
    for number in range(args.frames):
        for level, kind in cells(args.set):
            key = f"{args.set}/{args.seed}/{level.name}/{kind}/{number}"
            found = kept.get(key)
            answers = found["answers"] if found else {}
            missing = [reader for reader in readers if reader.name not in answers]
            if found is None or missing:
                frame, shows = _drawn_once(args, assets, level, kind, number)
                answers = answers | {reader.name: reader.read(frame.picture).as_json() for reader in missing}
                truths = [asdict(truth) for truth in frame.truths]
                found = {"key": key, "truths": truths, "shows": shows, "answers": answers}
                _keep(args.keep, found, frame)
            records.append(record_of(found))
    for reader in readers:
        reader.close()
    return records, [reader.name for reader in readers]


def _drawn_once(args: argparse.Namespace, assets: Assets, level: Level, kind: str, number: int) -> tuple[Frame, str]:
    """A frame of the set, kept with the answers where those are."""
    if args.answers is None:
        return drawn(args.set, assets, level, kind, args.seed, number)
    file = args.answers / f"{args.set}-{args.seed}-{level.name}-{kind}-{number}.frame"
    if not file.exists():
        args.answers.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(drawn(args.set, assets, level, kind, args.seed, number)))
    frame: tuple[Frame, str] = pickle.loads(file.read_bytes())
    return frame


def _readers(names: list[str], answers: Path | None) -> Iterator[Reader]:
    for name in names:
        reader = Reader(name, answers)
        if not reader.is_there:
            print(f"{name} is not installed and left out")
        yield reader


def _kept(folder: Path | None) -> Iterator[tuple[str, dict[str, Any]]]:
    file = folder / "answers.jsonl" if folder else None
    if file and file.exists():
        for line in file.read_text("utf-8").splitlines():
            found = json.loads(line)
            yield found["key"], found


def _keep(folder: Path | None, found: dict[str, Any], frame: Frame) -> None:
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "answers.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(found) + "\n")
    name = found["key"].replace("/", "-")
    cv2.imwrite(str(folder / f"{name}.jpg"), frame.picture, [int(cv2.IMWRITE_JPEG_QUALITY), 92])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="benchmarks.independent", description="Reading frames made elsewhere.")
    parser.add_argument("--assets", type=Path, help="the folder that benchmarks.independent.getting filled")
    parser.add_argument("--frames", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=SETS, default="main")
    parser.add_argument("--peers", nargs="*", choices=PEERS, help="all of them, or these")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--answers", type=Path)
    args = parser.parse_args()
    if args.assets is None:
        print("without --assets: built-in typefaces, no photographs; what is read says nothing about reading")
    print(report(args.set, *run(args)))


if __name__ == "__main__":
    main()
