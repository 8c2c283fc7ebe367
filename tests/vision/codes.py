"""The codes that the tests of the reader look for: the kinds that its small networks were taught."""

from vision.grammar import NUMERALS, CodeKind, Grammar
from vision.reads import CARD_ID, NUMBOX

IDS = (
    CodeKind(CARD_ID, "[DM][0-9]{3}"),
    CodeKind(CARD_ID, "L(?:0[1-9]|1[0-6])"),
    CodeKind(CARD_ID, NUMERALS, marked=False),
)
NUMBERS = (CodeKind(NUMBOX, "[0-9]{3}", marked=False),)
EVERY = Grammar((*IDS, *NUMBERS))
