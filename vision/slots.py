"""What the small reader of codes was taught: the signs it knows, in how many places, and which codes."""

from __future__ import annotations

from vision.grammar import CITADEL, FROSTPUNK, CodeKind, Grammar
from vision.reads import CARD_ID

SIGNS = "0123456789DMLIVX/#"
SLOTS = 8  # VIII/08 has seven; one more, so that a longer text is told from it
HEIGHT, WIDTH = 32, 128  # pixels of the picture that it looks at
TAUGHT = Grammar((*FROSTPUNK, *CITADEL, CodeKind(CARD_ID, "L(?:0[1-9]|1[0-6])/[12]")))
# Its codes as the games' own lists write them; what is written otherwise is read without the small network.
_WRITTEN = frozenset(
    {
        *(kind.pattern for kind in TAUGHT.kinds),
        "D[0-9]{3}",
        "M[0-9]{3}",
        "L(0[1-9]|1[0-6])",
        "L(0[1-9]|1[0-6])/[12]",
        "(I|II|III|IV|V|VI|VII|VIII|IX|X)/[0-9]{2}",
    }
)


def is_taught(pattern: str) -> bool:
    """Whether the small reader knows the codes of a pattern."""
    return pattern in _WRITTEN
