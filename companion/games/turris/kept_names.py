"""Names of cards and Sites as they are kept in board facts, and as people read them."""

from __future__ import annotations

import re

LONGEST_NAME = 40


def tidy_name(name: str) -> str:
    """A name as it is kept: small letters and digits, `_` between words."""
    return "_".join(re.sub(r"[\W_]+", " ", name).split()).casefold()[:LONGEST_NAME]


def shown_name(name: str) -> str:
    """A kept name as people read it."""
    return name.replace("_", " ").title()
