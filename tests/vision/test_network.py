"""The networks' runtime keeps to itself, and a network is in memory while it is wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from vision.network import Network

MODEL = Path(__file__).parents[2] / "vision" / "models" / "numeral_net.onnx"


def test_nobody_is_told_what_is_done(tmp_path: Path) -> None:
    """ONNX Runtime keeps no number of this machine and no notes for its makers."""
    code = "from vision.network import Network, read_all; import onnxruntime"
    environ = os.environ | {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environ.pop("ORT_DISABLE_TELEMETRY", None)
    subprocess.run([sys.executable, "-c", code], env=environ, check=True)
    assert list(tmp_path.rglob("*")) == []


def test_an_idle_network_is_let_go_and_read_again() -> None:
    """One that was just asked stays; one that was let go answers as before."""
    network = Network(MODEL)
    assert not network.let_go(0)  # nothing was read yet
    rows = np.zeros((1, 1, 32, 128), np.float32)
    before = network.answer(rows)
    assert not network.let_go(60)
    assert network.let_go(0)
    assert not network.let_go(0)
    np.testing.assert_array_equal(network.answer(rows), before)
