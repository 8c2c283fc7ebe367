"""Networks are read as graphs that leave their weights where they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.published import as_published
from vision.inference import DETECTOR, MODELS, TEXT, Floats, Inference, Session, graph_of

GRAPHS = MODELS / "graphs"
SAME = 1e-6


def shown(*shape: int) -> Floats:
    return np.random.default_rng(1).normal(0, 1, shape).astype(np.float32)


@pytest.mark.parametrize(
    ("name", "shape"),
    [("code_net", (3, 1, 32, 128)), ("numeral_net", (3, 1, 32, 128)), ("ends_net", (4, 6, 48, 128))],
)
def test_a_graph_and_its_file_are_one_network(name: str, shape: tuple[int, ...]) -> None:
    """A network that was trained anew, and whose graph was not made anew, answers otherwise: its small weights are in
    the graph."""
    model = MODELS / f"{name}.onnx"
    np.testing.assert_allclose(Inference(model, 1).answer(shown(*shape)), as_published(model, shown(*shape)), atol=SAME)


def test_every_network_has_a_graph() -> None:
    """The text detector and the recogniser of texts in parts, all others as a whole; and no graph is of none."""
    made = {file.name.split(".")[0] for file in GRAPHS.glob("*.onnx")}
    assert made == {file.stem for file in MODELS.glob("*.onnx")}
    assert [file.stem for file in MODELS.glob("*.onnx") if not graph_of(file).exists()] == sorted(
        Path(name).stem for name in (DETECTOR, TEXT)
    )


def test_weights_stay_in_the_file() -> None:
    """Of the 26 MB of all networks hardly any is in their graphs."""
    assert sum(file.stat().st_size for file in GRAPHS.glob("*.onnx")) < 0.01 * sum(
        file.stat().st_size for file in MODELS.glob("*.onnx")
    )


def test_what_has_no_graph(tmp_path: Path) -> None:
    """No network is read of a name that is wrong."""
    with pytest.raises(FileNotFoundError, match="missing"):
        Session(tmp_path / "missing.onnx", 1)
