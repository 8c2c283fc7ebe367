"""The networks' runtime keeps to itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_nobody_is_told_what_is_done(tmp_path: Path) -> None:
    """ONNX Runtime keeps no number of this machine and no notes for its makers."""
    code = "from vision.network import Network, read_all; import onnxruntime"
    environ = os.environ | {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environ.pop("ORT_DISABLE_TELEMETRY", None)
    subprocess.run([sys.executable, "-c", code], env=environ, check=True)
    assert list(tmp_path.rglob("*")) == []
