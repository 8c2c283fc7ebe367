"""Photos of cards and what each reader makes of them, counted."""

from __future__ import annotations

import tomllib
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from rapidfuzz.distance import Levenshtein

from benchmarks.card_texts.drawing import FACES, ICON, LAYOUTS, cards, draw, photographed
from benchmarks.card_texts.readers import Reading, most_memory_mb, processor_s, reader
from vision.reads import Frame
from vision.text.printed import UNREAD

PHOTO_LISTS = ("real_print", "real_cards", "polish_photos", "polish_scans")
_AROUND = ".,;:!?()[]{}\"'“”„‘’«»–—-*•…◇"


class Shown(NamedTuple):
    """A photo, its language, and what is printed on it: paragraphs as kind and words, or its words' digests alone."""

    frame: Frame
    language: str
    printed: tuple[tuple[str, str], ...]
    digests: tuple[str, ...] = ()


def drawn(which: str, count: int, seed: int, turned: bool) -> Iterator[Shown]:
    """Photos of so many drawn cards, always the same for the same arguments."""
    texts, faces = cards(which), FACES[which]
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        text = texts[number % len(texts)]
        card, printed = draw(text, LAYOUTS[int(rng.integers(len(LAYOUTS)))], faces[int(rng.integers(len(faces)))], rng)
        quarters = int(rng.integers(4))
        frame = photographed(card, rng, turned=quarters if turned else 0)
        yield Shown(frame, text.language, tuple(printed))


def photographs(folder: Path, which: str) -> Iterator[Shown]:
    """The photographs of real print that a list (`real_print`, `real_cards`) names, in this folder, and what is printed
    on them."""
    for one in tomllib.loads((Path(__file__).parent / f"{which}.toml").read_text(encoding="utf-8"))["photo"]:
        frame = cv2.imread(str(folder / one["file"]))
        assert frame is not None, folder / one["file"]
        left, top, right, bottom = one["part"]
        part = np.ascontiguousarray(frame[top:bottom, left:right], np.uint8)
        printed = (("body", one["text"]),) if "text" in one else ()
        yield Shown(part, one["language"], printed, tuple(one.get("digests", "").split()))


def digest(word: str) -> str:
    """What stands for a word in lists of print that is somebody's: enough to compare it."""
    return f"{zlib.crc32(word.encode()):08x}"


def bare(words: Iterable[str]) -> list[str]:
    """Words as they are compared: without the signs around them, in their one form; what is a number or a sign with a
    number stays."""
    plain = (unicodedata.normalize("NFC", word).strip(_AROUND) for word in words)
    return [word for word in plain if word and word != ICON.strip("{}")]


@dataclass(frozen=True)
class Asked:
    """What is to be read: so many drawn cards of a set, or the photographs of a folder."""

    which: str
    cards: int
    seed: int
    photos: Path | None = None
    photo_list: str = "real_print"


def measured(asked: Asked, name: str) -> list[str]:
    """The lines of one reader's table."""
    read = reader(name)
    if read is None:
        return [f"{name}: not installed"]
    counts: dict[str, Counter[str]] = {}
    for shown in _shown(asked, turned=name == "ours"):
        began = processor_s()
        reading = read(shown.frame, shown.language)
        count = counts.setdefault(shown.language, Counter())
        count["ms"] += round(1000 * (processor_s() - began))
        count["cards"] += 1
        _judge(shown, reading, count)
    memory = most_memory_mb()
    return [_line(name, language, count, memory) for language, count in counts.items()]


def _shown(asked: Asked, *, turned: bool) -> Iterator[Shown]:
    if asked.photos:
        return photographs(asked.photos, asked.photo_list)
    return drawn(asked.which, asked.cards, asked.seed, turned)


def _judge(shown: Shown, reading: Reading, count: Counter[str]) -> None:
    printed = bare(word for block in shown.printed for word in _words(*block)) or list(shown.digests)
    places = [at for at, word in enumerate(reading.words) if bare([word])]
    read = [bare([reading.words[at]])[0] for at in places]
    if shown.digests:
        read = [digest(word) for word in read]
    count["words"] += len(printed)
    count["read"] += len(read)
    for there, missing in _runs(printed, read):
        marked = sum(places[at] in reading.doubtful for at in there)
        count["wrong"] += len(there) + missing
        count["read wrong"] += len(there)
        count["unmarked"] += len(there) - marked
        count["missing"] += 0 if marked or _has_unread(reading, places, there) else missing
        count["marked right"] -= marked
    count["marked right"] += sum(place in reading.doubtful for place in places)
    blocks = set(_alike(reading.blocks))
    count["paragraphs"] += len(shown.printed)
    count["kinds"] += sum(one in blocks for one in _alike(shown.printed))


def _runs(printed: Sequence[str], read: Sequence[str]) -> Iterator[tuple[range, int]]:
    """Wrong words with no right one between them, by their places among those that are read, and how many are missing
    there: of words that ran together one is wrong and the others are missing, and who looks at it sees them all."""
    wrong, missing = range(0), 0
    for edit in Levenshtein.opcodes(printed, read):
        if edit.tag != "equal":
            wrong = range(wrong.start if wrong or missing else edit.dest_start, edit.dest_end)
            missing += edit.src_end - edit.src_start if edit.tag == "delete" else 0
        elif wrong or missing:
            yield wrong, missing
            wrong, missing = range(0), 0
    if wrong or missing:
        yield wrong, missing


def _has_unread(reading: Reading, places: Sequence[int], there: range) -> bool:
    """Whether print that was seen and could not be read stands between the right words around these."""
    after = places[there.start - 1] + 1 if there.start else 0
    before = places[there.stop] if there.stop < len(places) else len(reading.words)
    return UNREAD in reading.words[after:before]


def _words(kind: str, text: str) -> list[str]:
    """The words of a block, an option's number first."""
    words, number = text.replace(ICON, " ").split(), kind.removeprefix("option ")
    return words if number == kind or bare(words[:1]) == [number] else [number, *words]


def _alike(blocks: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Blocks by their kind and their first two words, which tell them apart."""
    return [(kind, " ".join(bare(text.replace(ICON, " ").split())[:2])) for kind, text in blocks]


def _line(name: str, language: str, count: Counter[str], memory: float) -> str:
    words = count["words"]
    line = (
        f"{name:10} {language}  {count['cards']:3} cards, {words} words: {100 * count['wrong'] / words:.2f} % wrong, "
        f"{count['ms'] / 1000 / count['cards']:.2f} s a card, {memory:.0f} MB"
    )
    if name != "ours":
        return line
    wrong, right = count["read wrong"], count["read"] - count["read wrong"]
    return (
        f"{line}; not marked: {count['unmarked']} of {wrong} words that are wrong, {count['missing']} of "
        f"{count['wrong'] - wrong} that are missing; marked: {count['marked right']} of {right} right ones; "
        f"{count['kinds']} of {count['paragraphs']} blocks are what they are"
    )
