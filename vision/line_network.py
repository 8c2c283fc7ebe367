"""The network that reads a line of print, PP-OCRv6's recogniser: for codes and for the text of cards alike, so that it
is in memory once."""

from __future__ import annotations

from functools import cache

from vision.inference import MODELS
from vision.network import Network

HEIGHT = 48  # pixels that it was trained on
STEP = 8  # pixel columns for each of its answers


@cache
def line_network() -> Network:
    """The one of this process: pictures (N, 3, 48, W), -1 to 1, to how likely each of `line_characters` is, (N, W / 8,
    2514)."""
    return Network(MODELS / "pp_ocrv6_text.onnx")


@cache
def line_characters() -> tuple[str, ...]:
    """What each of its answers stands for: nothing at all (""), its characters, and the space between words."""
    listed = (MODELS / "pp_ocrv6_text_characters.txt").read_text(encoding="utf-8").split("\n")[:-1]
    return "", *listed, " "
