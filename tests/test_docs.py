"""The documents point to what is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("tests/**/*.md")])
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def test_links_lead_somewhere():
    """Every file that a document links to exists."""
    links = [(path, target) for path in sorted(set(DOCUMENTS)) for target in LINK.findall(path.read_text("utf-8"))]
    dead = [f"{path.relative_to(ROOT)}: {target}" for path, target in links if not (path.parent / target).exists()]
    assert dead == []
