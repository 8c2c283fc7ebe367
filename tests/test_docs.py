"""The documents point to what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOUND = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("tests/**/*.md")]
DOCUMENTS = sorted(path for path in FOUND if "node_modules" not in path.parts)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


@pytest.mark.parametrize("path", sorted(set(DOCUMENTS)), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path):
    """Every file that a document links to exists."""
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to {target}, which is not there"
