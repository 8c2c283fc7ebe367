"""`companion weigh`: count cubes in a recorded evening of a load cell."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import wrap

from companion.api.text import T, Text, catalogue
from companion.app.settings import Settings
from hardware.weigh_command import MESSAGES, weigh

# What stands in the third column, and what it says; a mark stands in the row of its moment, or up to a second or two
# after it.
MARKS: Mapping[str, Text] = {
    "plate": T("the plate lies bare, without the drawer; it may be left out, and comes before tare"),
    "tare": T("the empty drawer is in: a calibration begins"),
    "known N": T("all N cubes of the set lie in the drawer (2 to 500)"),
    "single": T("one single cube lies in the drawer; as often as you like, another one each time"),
    "empty": T("all cubes are out again"),
    "drop K": T("from here on up to K cubes may fall (0 to 500): what is new in the drawer is counted"),
    "empty now": T("somebody says that the drawer is in and empty at this moment: what it still weighs is no cube"),
    "drawer out": T("the drawer is being pulled out (it is noticed without the mark, too)"),
    "drawer in": T("the drawer is in again (the same)"),
}


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = "\n".join(wrap(say(_WHAT), 79))
    parser.epilog = "\n".join((say(T("marks:")), *_marks(say), "", *wrap(say(_ORDER), 79)))
    parser.add_argument("trace", metavar="TRACE.csv", type=Path)
    parser.add_argument("--json", action="store_true", help=say(T("one JSON object a line")))


_WHAT = T(
    "Counts the cubes in a recorded evening: a CSV file (64 MiB at most) whose first line is time_s,raw,mark, with a "
    "row for each sample: seconds, the weighing chip's value, and mostly no mark."
)
_ORDER = T(
    "A calibration is plate if you like, tare, known N, empty, then single and empty in turns; it comes before the "
    "first drop. Between drops a mark that belongs to no whole calibration is passed over, and that is said."
)


def _marks(say: Callable[[Text], str]) -> Iterator[str]:
    """The table of marks, for narrow terminals too."""
    for mark, what in MARKS.items():
        yield from wrap(say(what), 79, initial_indent=f"  {mark:<11} ", subsequent_indent=" " * 14)


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Count; the answer is the exit code."""
    say = catalogue(settings.language).say
    messages = {code: say(Text(words)) for code, words in MESSAGES.items()}
    return weigh(args.trace, args.json, sys.stdout, sys.stderr, messages)
