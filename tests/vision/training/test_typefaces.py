"""The typefaces that the networks are trained with."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.independent.getting import FAMILIES
from vision.training import typefaces
from vision.training.typefaces import is_held_out

TRAIN = Path(typefaces.__file__).with_name("train.sh")


def test_what_benchmarks_print_with_is_not_trained_with():
    """No family of the frames that judge the reader is learnt from where a package that is installed has it."""
    packages = re.findall(r"\bfonts-([a-z0-9-]+)", TRAIN.read_text("utf-8"))
    judged = [family for families in FAMILIES.values() for family in families.split()]
    both = {
        family
        for family in judged
        for package in packages
        if f"{family}-".startswith(f"{package}-") or f"{package}-".startswith(f"{family}-")
    }
    assert {"karla", "b612-mono", "yrsa"} <= both
    assert [family for family in sorted(both) if not is_held_out(Path(f"{family.replace('-', '')}-Bold.otf"))] == []
