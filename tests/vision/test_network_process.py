"""Networks in a process of their own answer as they do here, also where it dies or cannot be had."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from vision.inference import Inference
from vision.network import Network, run_in
from vision.network_process import NetworkProcess

MODEL = Path(__file__).parents[2] / "vision" / "models" / "numeral_net.onnx"
ROWS = np.linspace(-1, 1, 2 * 32 * 128, dtype=np.float32).reshape(2, 1, 32, 128)


@pytest.fixture
def elsewhere() -> Iterator[NetworkProcess]:
    """A process that all networks run in."""
    process = NetworkProcess()
    run_in(process)
    yield process
    run_in(None)
    process.stop()


def test_the_same_answer_in_another_process(elsewhere: NetworkProcess) -> None:
    """It ends only where none of its networks is wanted, and another one is begun with the next question."""
    network, here = Network(MODEL), Inference(MODEL, 1).answer(ROWS)
    assert elsewhere.pid is None
    np.testing.assert_allclose(network.answer(ROWS), here, atol=1e-5)
    first = elsewhere.pid
    elsewhere.rest()
    assert first is not None
    assert elsewhere.pid == first
    assert network.let_go(0)
    elsewhere.give_back()
    elsewhere.rest()
    assert elsewhere.pid is None
    np.testing.assert_allclose(network.answer(ROWS), here, atol=1e-5)


def test_a_process_that_dies_is_replaced(elsewhere: NetworkProcess) -> None:
    """Whatever it died of, the next question has its answer."""
    network = Network(MODEL)
    before, first = network.answer(ROWS), elsewhere.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    np.testing.assert_array_equal(network.answer(ROWS), before)
    assert elsewhere.pid not in (None, first)


def test_without_such_a_process_networks_are_read_here(caplog: pytest.LogCaptureFixture) -> None:
    """That is told once in the log."""
    process = NetworkProcess((sys.executable, "-c", "pass"))
    run_in(process)
    try:
        with caplog.at_level(logging.WARNING):
            for _ in range(2):
                assert Network(MODEL).answer(ROWS).shape == (2, 153)
    finally:
        run_in(None)
        process.stop()
    assert len(caplog.records) == 1
