"""How well what is printed on cards is read, beside other readers.

    nice .venv/bin/python -m benchmarks.card_texts [--cards N] [--seed S] [--set test] [--readers NAME...]
    nice .venv/bin/python -m benchmarks.card_texts --photos FOLDER [--list real_print | real_cards]

Draws N cards of a set (`cards_test.toml`, with words and typefaces that nothing was tuned on; `--set tune` for the
others), photographs each, turned by any quarter for ours, and prints for each reader and language the word error rate:
words that are wrong, missing or too many, in reading order, of those that are printed, without the signs around them.
Of ours it also tells how many wrong words were not marked as doubtful, how many were marked, and how many blocks came
out as what they are. Seconds are those of the processor. Each reader runs in a process of its own, for its memory (that
of drawing included); the others are given the card cut out by what ours does, and upright, for they have nothing for
it. `--photos` reads the photographs of a folder that `real_print.toml` names (pages, a receipt) or `real_cards.toml`
(game cards), which say where they come from.

Fonts (Debian): fonts-lato fonts-ebgaramond fonts-linuxlibertine fonts-crosextra-carlito fonts-sil-gentiumplus
fonts-cabin fonts-roboto-slab fonts-open-sans fonts-crosextra-caladea fonts-lobstertwo fonts-sil-charis. Others: `pip
install rapidocr` in a copy of the environment; `apt-get install tesseract-ocr tesseract-ocr-pol`.
"""

from __future__ import annotations

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.card_texts.drawing import FACES
from benchmarks.card_texts.measuring import PHOTO_LISTS, Asked, measured
from benchmarks.card_texts.readers import NAMES


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cards", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=tuple(FACES), default="test")
    parser.add_argument("--photos", type=Path, help="a folder of photographs of real print")
    parser.add_argument("--list", choices=PHOTO_LISTS, default=PHOTO_LISTS[0], help="which photographs of the folder")
    parser.add_argument("--readers", nargs="+", choices=NAMES, default=NAMES)
    given = parser.parse_args()
    asked = Asked(given.set, given.cards, given.seed, given.photos, given.list)
    for name in given.readers:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            print("\n".join(process.submit(measured, asked, name).result()), flush=True)


if __name__ == "__main__":
    main()
